//! Where the nodes of a beam search stand: time goes to the right, and every row ends with a continuation that was looked at.

use ratatui::layout::Rect;

use crate::app::beam::BeamTree;
use crate::nn::decoding::Fate;
use crate::tui::widgets::clip::width as width_of;

/// The columns of a join between a token and the one after it.
const JOIN: u16 = 3;
/// The columns of the numbers beside a row.
const NUMBERS: u16 = 32;
/// The lines above the tree: heading, sentence, translation, air, and the titles of the numbers; in a low room the first and the last alone.
const HEAD: u16 = 5;
const LOW_HEAD: u16 = 2;
/// The lines below it: air, what became of the continuation under the cursor, and how many are not drawn.
const FOOT: u16 = 5;
const LOW_FOOT: u16 = 4;
/// A room of fewer lines is low.
const LOW: u16 = 16;
/// The columns of the mark before a row whose beginning is cut off.
const MARK: u16 = 2;

/// A tree as far as it is drawn.
#[derive(Debug)]
pub struct BeamLayout {
    /// The nodes of each row: it begins below another one's join, or at the root, and ends with a leaf.
    pub rows: Vec<Vec<usize>>,
    /// The column of `[BOS]` and of each step, with room to the left for what does not fit.
    pub columns: Vec<u16>,
    /// The columns that are cut off at the left.
    pub cut: u16,
    /// How many ends of the tree have no room.
    pub hidden: usize,
    /// Whether there is room for little but the tree.
    pub is_low: bool,
    /// Where the tree is.
    pub area: Rect,
    /// Where the numbers are.
    pub numbers: Rect,
    /// Where it is said what became of the continuation under the cursor.
    pub told: Rect,
}

impl BeamLayout {
    /// The tree up to a step, in a room.
    pub fn of(tree: &BeamTree, step: usize, room: Rect) -> Self {
        let is_low = room.height < LOW;
        let (head, foot) = if is_low { (LOW_HEAD, LOW_FOOT) } else { (HEAD, FOOT) };
        let height = room.height.saturating_sub(head + foot);
        let (shown, hidden) = shown(tree, step, usize::from(height));
        let mut rows = Vec::new();
        visit(tree, 0, &shown, &mut Vec::new(), &mut rows);
        let (columns, width) = columns(tree, &shown, step);
        let most = room.width.saturating_sub(NUMBERS);
        let cut = width.saturating_sub(most);
        let area = Rect { y: room.y + head.min(room.height), width: width.min(most), height, ..room };
        let area = area.intersection(room);
        let numbers = Rect { x: area.right(), width: NUMBERS.min(room.width - area.width), ..area };
        let below = area.y + area.height.min(rows.len() as u16);
        let told = Rect { x: room.x, y: below, width: room.width, height: room.bottom().saturating_sub(below) };
        Self { rows, columns, cut, hidden, is_low, area, numbers, told }
    }

    /// The node at a place of the screen: one that is drawn there, else the leaf of the row.
    pub fn node_at(&self, tree: &BeamTree, column: u16, row: u16) -> Option<usize> {
        let is_inside = [self.area, self.numbers].iter().any(|area| area.contains((column, row).into()));
        let nodes = self.rows.get(usize::from(row.checked_sub(self.area.y)?)).filter(|_| is_inside)?;
        let x = column - self.area.x + self.cut;
        let is_here = |node: &&usize| {
            let from = self.column(tree, **node);
            (from..from + width_of(&tree.pieces[**node])).contains(&x)
        };
        // `[BOS]` is no continuation.
        nodes.iter().filter(|node| **node > 0).find(is_here).or(nodes.last()).copied()
    }

    /// Whether what stands from this column on is cut off, or hidden by the mark that says so.
    pub fn is_cut(&self, column: u16) -> bool {
        self.cut > 0 && column < self.cut + MARK
    }

    /// The column at which a node begins.
    pub fn column(&self, tree: &BeamTree, node: usize) -> u16 {
        self.columns[tree.search.nodes[node].step.map_or(0, |step| step + 1)]
    }
}

/// Whether each node is drawn, and how many ends of the tree are not. First come the sentences that were found and what the search goes
/// on from, then what this step dropped, then what ended before it, the latest first.
fn shown(tree: &BeamTree, step: usize, rows: usize) -> (Vec<bool>, usize) {
    let search = &tree.search;
    let is_so_far = |node: usize| search.nodes[node].step <= Some(step);
    let is_leaf = |node: &usize| is_so_far(*node) && !search.children(*node).any(is_so_far);
    let found = search.found(step);
    let rank = |leaf: usize| match search.nodes[leaf].step == Some(step) {
        _ if found.contains(&leaf) => 0,
        true if !matches!(search.fate(leaf), Fate::Dropped { .. }) => 0,
        true => 1,
        false => 2,
    };
    let mut leaves: Vec<usize> = (1..search.nodes.len()).filter(is_leaf).collect();
    // Those of one step stand in the order of the search, the best first.
    leaves.sort_by_key(|leaf| (rank(*leaf), std::cmp::Reverse(search.nodes[*leaf].step)));
    let mut shown = vec![false; search.nodes.len()];
    for leaf in leaves.iter().take(rows) {
        search.path(*leaf).into_iter().for_each(|node| shown[node] = true);
    }
    (shown, leaves.len().saturating_sub(rows))
}

/// Collects the rows below a node: its first continuation goes on in its row. A tree is as deep as a sentence is long.
fn visit(tree: &BeamTree, node: usize, shown: &[bool], row: &mut Vec<usize>, rows: &mut Vec<Vec<usize>>) {
    row.push(node);
    let mut children = tree.search.children(node).filter(|child| shown[*child]).peekable();
    if children.peek().is_none() {
        rows.push(std::mem::take(row));
    }
    for child in children {
        visit(tree, child, shown, row, rows);
    }
}

/// The column of each step, and the width of them all: a step is as wide as its longest piece.
fn columns(tree: &BeamTree, shown: &[bool], last: usize) -> (Vec<u16>, u16) {
    let widest = |step: Option<usize>| {
        let nodes = tree.search.nodes.iter().zip(&tree.pieces).zip(shown);
        let of_step = nodes.filter(|((node, _), shown)| **shown && node.step == step);
        of_step.map(|((_, piece), _)| width_of(piece)).max().unwrap_or(0)
    };
    let mut columns = vec![0];
    let mut x = widest(None);
    for step in 0..=last {
        columns.push(x + JOIN);
        x += JOIN + widest(Some(step));
    }
    (columns, x)
}
