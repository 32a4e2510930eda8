//! The tree of a beam search: every continuation that was looked at, its numbers, and what became of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::Click;
use crate::app::beam::BeamTree;
use crate::nn::decoding::Fate;
use crate::tui::layout::areas::Areas;
use crate::tui::layout::beam::BeamLayout;
use crate::tui::model::Model;
use crate::tui::model::beam::Beam;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, fit_right, put, put_line, width as width_of};
use crate::tui::widgets::wrap::wrap;
use crate::words::beam::{FateWords, hundredths};
use crate::words::{say, word};

/// The columns of a number.
const NUMBER: u16 = 8;

/// Draws it.
pub fn draw(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let area = areas.page.intersection(buffer.area);
    let (beam, theme) = (&model.machine.beam, &model.theme);
    let Some(tree) = &beam.tree else {
        put(buffer, area, 1, 0, word!("place-beam"), theme.style(Role::Heading));
        let words = beam.trouble.as_deref().unwrap_or(word!("beam-searches"));
        put(buffer, area, 1, 1, &fit(words, area.width.saturating_sub(1)), theme.style(Role::Dim));
        return;
    };
    let room = areas.inset_page().intersection(area);
    let layout = BeamLayout::of(tree, beam.step, room);
    draw_head(model, tree, layout.is_low, room, buffer);
    let picture = TreePicture { tree, beam, theme, layout: &layout, lit: tree.search.path(beam.node) };
    picture.draw(buffer);
    picture.tell(buffer);
}

/// What a click at a place of the screen means: a node of the tree.
pub fn target_at(model: &Model, areas: &Areas, column: u16, row: u16) -> Option<Click> {
    let beam = &model.machine.beam;
    let tree = beam.tree.as_ref()?;
    BeamLayout::of(tree, beam.step, areas.inset_page()).node_at(tree, column, row).map(Click::Continuation)
}

/// How wide the search is and how far it came, its sentence, and the best that is written so far.
fn draw_head(model: &Model, tree: &BeamTree, is_low: bool, area: Rect, buffer: &mut Buffer) {
    let (beam, theme) = (&model.machine.beam, &model.theme);
    let (search, step) = (&tree.search, beam.step);
    let x = put(buffer, area, 0, 0, &say!("beam-title", width = search.width), theme.style(Role::Heading));
    let words = say!("step-of", step = step + 1, all = search.steps());
    put(buffer, area, x + 3, 0, &fit(&words, area.width.saturating_sub(x + 3)), theme.style(Role::Strong));
    if is_low {
        return;
    }
    put(buffer, area, 0, 1, &fit(&tree.input.sentence, area.width), theme.style(Role::Strong));
    let is_over = step == beam.last_step();
    let best = tree.most_probable(step).map(|node| tree.beginning(node));
    let best = if is_over { tree.translations.first().map(ToString::to_string) } else { best };
    let x = put(buffer, area, 0, 2, "→ ", theme.style(Role::Dim));
    let best = best.unwrap_or_default();
    let x = put(buffer, area, x, 2, &fit(&best, area.width.saturating_sub(x)), theme.style(Role::Accent));
    let greedy = model.machine.run.as_ref().map(|run| &*run.translation).filter(|greedy| *greedy != best);
    if let Some(text) = greedy.filter(|_| is_over) {
        let words = say!("beam-greedy", text);
        put(buffer, area, x + 3, 2, &fit(&words, area.width.saturating_sub(x + 3)), theme.style(Role::Warning));
    }
}

/// A tree on the screen.
struct TreePicture<'a> {
    tree: &'a BeamTree,
    beam: &'a Beam,
    theme: &'a Theme,
    layout: &'a BeamLayout,
    /// The nodes that the cursor's own comes of.
    lit: Vec<usize>,
}

impl TreePicture<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        let (layout, numbers) = (self.layout, self.layout.numbers);
        if numbers.y > 0 {
            let titles = Rect { y: numbers.y - 1, height: 1, ..numbers };
            let title = |words| fit_right(words, NUMBER);
            let x = put(buffer, titles, 0, 0, &title("log p"), self.theme.style(Role::Dim));
            put(buffer, titles, x, 0, &title(word!("beam-sum")), self.theme.style(Role::Dim));
        }
        for (row, nodes) in layout.rows.iter().enumerate().take(usize::from(layout.area.height)) {
            self.draw_cut(nodes, row as u16, buffer);
            for node in nodes {
                self.draw_joins(*node, row as u16, buffer);
                self.draw_node(*node, row as u16, buffer);
            }
            if let Some(leaf) = nodes.last() {
                self.draw_numbers(*leaf, row as u16, buffer);
            }
        }
    }

    /// Writes at a column of the tree as it would be with room for all of it.
    fn put(&self, buffer: &mut Buffer, x: u16, y: u16, text: &str, role: Role) {
        if !self.layout.is_cut(x) {
            put(buffer, self.layout.area, x - self.layout.cut, y, text, self.theme.style(role));
        }
    }

    /// A mark where the beginning of a row is cut off; where all of it is, its last word after the mark.
    fn draw_cut(&self, nodes: &[usize], row: u16, buffer: &mut Buffer) {
        let is_cut = |node: &usize| self.layout.is_cut(self.layout.column(self.tree, *node));
        let (area, Some(leaf)) = (self.layout.area, nodes.last()) else { return };
        if nodes.iter().any(is_cut) {
            put(buffer, area, 0, row, "…", self.theme.style(Role::Dim));
        }
        if is_cut(leaf) {
            let piece = fit(&self.tree.pieces[*leaf], area.width.saturating_sub(2));
            put(buffer, area, 2, row, &piece, self.theme.style(self.role(*leaf)));
        }
    }

    fn draw_node(&self, node: usize, row: u16, buffer: &mut Buffer) {
        let x = self.layout.column(self.tree, node);
        self.put(buffer, x, row, &self.tree.pieces[node], self.role(node));
    }

    /// A node that the cursor's own comes of is lit, and one that was dropped is dim.
    fn role(&self, node: usize) -> Role {
        let is_now = self.tree.search.nodes[node].step == Some(self.beam.step);
        match self.tree.search.fate(node) {
            _ if node == self.beam.node => Role::Selected,
            _ if self.lit.contains(&node) => Role::Accent,
            Fate::Dropped { .. } => Role::Dim,
            Fate::GoesOn if self.is_dead_end(node) => Role::Dim,
            Fate::Ends => Role::Success,
            Fate::GoesOn if is_now => Role::Strong,
            Fate::GoesOn | Fate::GivenUp => Role::Text,
        }
    }

    fn is_dead_end(&self, node: usize) -> bool {
        self.tree.search.is_dead_end(node, self.beam.step)
    }

    /// What became of the nodes up to the step that is shown, in words.
    fn words(&self) -> FateWords<'_> {
        FateWords { search: &self.tree.search, step: self.beam.step }
    }

    /// The lines from a node to those that continue it. They begin in its row, and end in the row of each.
    fn draw_joins(&self, node: usize, row: u16, buffer: &mut Buffer) {
        let layout = self.layout;
        let row_of = |child: usize| layout.rows.iter().position(|row| row.contains(&child)).map(|row| row as u16);
        let rows: Vec<u16> = self.tree.search.children(node).filter_map(row_of).collect();
        let (Some(last), Some(child)) = (rows.last(), self.next_column(node)) else { return };
        let (end, join) = (layout.column(self.tree, node) + width_of(&self.tree.pieces[node]) + 1, child - 2);
        for x in end..join {
            self.put(buffer, x, row, "─", Role::Border);
        }
        for y in row..=*last {
            let sign = match (y == row, y == *last, rows.contains(&y)) {
                (true, true, _) => "─",
                (true, false, _) => "┬",
                (false, true, _) => "└",
                (false, false, true) => "├",
                (false, false, false) => "│",
            };
            self.put(buffer, join, y, sign, Role::Border);
        }
    }

    /// The column of the step after a node's own.
    fn next_column(&self, node: usize) -> Option<u16> {
        let at = self.tree.search.nodes[node].step.map_or(0, |step| step + 1);
        self.layout.columns.get(at + 1).copied()
    }

    /// `-0.02   -0.31  goes on`.
    fn draw_numbers(&self, leaf: usize, row: u16, buffer: &mut Buffer) {
        let (area, theme) = (self.layout.numbers, self.theme);
        let node = &self.tree.search.nodes[leaf];
        let number = |number: f64| fit_right(&hundredths(number), NUMBER);
        let (sign, role_of_word) = match self.tree.search.fate(leaf) {
            Fate::GoesOn if !self.is_dead_end(leaf) => ("→", Role::Accent),
            Fate::Ends => ("✓", Role::Success),
            Fate::GoesOn | Fate::Dropped { .. } | Fate::GivenUp => ("×", Role::Dim),
        };
        let numbers = format!("{}{}", number(node.log_prob), number(node.sum));
        let x = put(buffer, area, 0, row, &numbers, theme.style(self.role(leaf)));
        put(buffer, area, x + 2, row, &format!("{sign} {}", self.words().fate(leaf)), theme.style(role_of_word));
    }

    /// What became of the continuation under the cursor, and against whom.
    fn tell(&self, buffer: &mut Buffer) {
        let (told, theme, search) = (self.layout.told, self.theme, &self.tree.search);
        let Some(node) = search.nodes.get(self.beam.node) else { return };
        let text = |node: usize| self.tree.beginning(node);
        let why = self.words().reason(self.beam.node, text, str::to_owned);
        let step = node.step.map_or(0, |step| step + 1);
        let beginning = say!("beam-at-step", step, text = text(self.beam.node));
        put(buffer, told, 0, 1, &fit(&beginning, told.width), theme.style(Role::Strong));
        let hidden = (self.layout.hidden > 0).then(|| say!("beam-hidden", count = self.layout.hidden));
        let last = told.height.saturating_sub(u16::from(hidden.is_some()));
        let lines = wrap(&[Span::styled(why, theme.style(Role::Text))], told.width);
        for (line, y) in lines.iter().zip(2..last) {
            put_line(buffer, told.x, told.y + y, line, told.width);
            if y + 1 == last && usize::from(y - 1) < lines.len() {
                let words = fit(&format!("{line} …"), told.width).into_owned();
                put(buffer, told, 0, y, &words, theme.style(Role::Text));
            }
        }
        if let Some(words) = hidden {
            let y = (2 + lines.len() as u16).min(last);
            put(buffer, told, 0, y, &fit(&words, told.width), theme.style(Role::Dim));
        }
    }
}
