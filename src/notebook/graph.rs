//! Who needs whom: from the names that cells define and use to the order in which they run.
//!
//! One definition a name, no cycles. Where a page breaks these rules only the cells concerned are at fault, and each is told
//! with every other place. Nothing is remembered: the graph is made anew from the texts, so a page heals itself.

mod followers;
mod path;

pub use followers::followers;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::sync::Arc;

use crate::lang::{Diagnostic, Names, Seed, Span};
use crate::notebook::lesson::BlockId;

/// How many other places a fault names. Whoever must mend a page of a thousand clashes begins with a few, and a list of all of them
/// at each would be longer than memory.
const PLACES: usize = 5;

/// How many links are followed in looking for circles, in all. What is stuck beyond is told without its way.
const STEPS: usize = 1_000_000;

/// A cell as the graph sees it.
#[derive(Clone, Debug)]
pub struct GraphCell {
    /// The cell.
    pub id: BlockId,
    /// What its text defines and uses.
    pub names: Names,
}

/// Why a cell cannot have values: an error in its text, or in how it goes with other cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellFault {
    /// What is wrong and where in this cell.
    pub diagnostic: Diagnostic,
    /// The places in other cells that have to do with it, or the first few of them.
    pub elsewhere: Vec<(BlockId, Span)>,
    /// What the cell printed before it failed.
    pub printed: String,
    /// Who seeded the random numbers that it drew before it failed.
    pub seed: Seed,
    /// Whether the cell needs itself through others: then the places elsewhere are the rest of the circle.
    pub is_circle: bool,
}

impl From<Diagnostic> for CellFault {
    /// An error that has to do with no other cell.
    fn from(diagnostic: Diagnostic) -> Self {
        CellFault { diagnostic, elsewhere: Vec::new(), printed: String::new(), seed: Seed::default(), is_circle: false }
    }
}

/// The order of a page's cells and what is wrong with it. Cells are numbered by their place on the page.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    definers: BTreeMap<Arc<str>, Vec<usize>>,
    inputs: Vec<Vec<CellInput>>,
    faults: BTreeMap<usize, CellFault>,
    order: Vec<usize>,
}

/// A name that a cell takes from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellInput {
    /// The name.
    pub name: Arc<str>,
    /// Where this cell uses it first.
    pub span: Span,
    /// The cell that defines it; of several, the first.
    pub from: usize,
}

impl Graph {
    /// Makes the graph of a page's cells, given in page order.
    pub fn new(members: &[GraphCell]) -> Self {
        let mut graph = Graph { definers: definers(members), ..Graph::default() };
        graph.inputs = (0..members.len()).map(|cell| graph.inputs_of(cell, members)).collect();
        graph.find_clashes(members);
        graph.find_cycles(members);
        graph.order = graph.sorted();
        graph
    }

    /// The cells in the order in which they run: what is needed first; among equals, as on the page.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// What a cell takes from other cells.
    pub fn inputs(&self, cell: usize) -> &[CellInput] {
        self.inputs.get(cell).map_or(&[], Vec::as_slice)
    }

    /// What is wrong with a cell's place among the others.
    pub fn fault(&self, cell: usize) -> Option<&CellFault> {
        self.faults.get(&cell)
    }

    /// The cell that defines a name; of several, the first.
    pub fn definer(&self, name: &str) -> Option<usize> {
        self.definers.get(name)?.first().copied()
    }

    /// Every name that the page defines.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &Arc<str>> {
        self.definers.keys()
    }

    fn inputs_of(&self, cell: usize, members: &[GraphCell]) -> Vec<CellInput> {
        let mut inputs: Vec<CellInput> = Vec::new();
        for (name, span) in &members[cell].names.uses {
            let from = self.definers.get(name).and_then(|cells| cells.iter().find(|&&other| other != cell));
            if let Some(&from) = from
                && inputs.iter().all(|input| input.name != *name)
            {
                inputs.push(CellInput { name: Arc::clone(name), span: *span, from });
            }
        }
        inputs
    }

    fn find_clashes(&mut self, members: &[GraphCell]) {
        for (name, cells) in self.definers.iter().filter(|(_, cells)| cells.len() > 1) {
            for &cell in cells {
                let others = cells.iter().filter(|&&other| other != cell).take(PLACES);
                let elsewhere: Vec<_> = others
                    .filter_map(|&other| Some((Arc::clone(&members[other].id), defined_at(&members[other], name)?)))
                    .collect();
                let reads_it = self.inputs[cell].iter().find(|input| input.name == *name);
                let places = listed(elsewhere.iter().map(|(id, _)| id), cells.len() - 1);
                let diagnostic = match reads_it {
                    Some(input) => Diagnostic::new(
                        input.span,
                        format!("`{name}` is defined in {places}, so this cell cannot redefine it"),
                    )
                    .help(format!("give the result a new name, such as `{name}1`")),
                    None => Diagnostic::new(
                        defined_at(&members[cell], name).unwrap_or_default(),
                        format!("`{name}` is defined here and in {places}"),
                    )
                    .help("a page can define a name only once; rename one of them, or merge the cells"),
                };
                self.faults.entry(cell).or_insert(CellFault { elsewhere, ..diagnostic.into() });
            }
        }
    }

    fn find_cycles(&mut self, members: &[GraphCell]) {
        // Whoever is in a circle finds no place in the order; on most pages everybody does.
        let mut stuck: BTreeSet<usize> = (0..members.len()).collect();
        for cell in self.sorted() {
            stuck.remove(&cell);
        }
        let mut steps = STEPS;
        let ways: Vec<_> = stuck.into_iter().map(|cell| (cell, self.cycle_through(cell, &mut steps))).collect();
        for (cell, way) in ways {
            let fault = match way {
                CyclePath::None => continue,
                CyclePath::Circle(cycle) => circle(cell, &cycle, members),
                CyclePath::Unknown => Diagnostic::new(
                    self.inputs(cell).first().map_or_else(Span::default, |input| input.span),
                    "this cell depends on itself through other cells, or on a cell that does",
                )
                .help("fix the cycles that are reported first")
                .into(),
            };
            self.faults.entry(cell).or_insert(fault);
        }
    }

    /// The shortest way from a cell through what it needs back to itself, if it takes no more than `steps`, which it uses up.
    fn cycle_through(&self, cell: usize, steps: &mut usize) -> CyclePath {
        let mut reached: BTreeMap<usize, (usize, &CellInput)> = BTreeMap::new();
        let mut queue = VecDeque::from([cell]);
        while let Some(user) = queue.pop_front().filter(|_| !reached.contains_key(&cell)) {
            // A name that is defined twice is a clash already; what would follow from it is not known.
            for input in self.inputs(user).iter().filter(|input| self.definers[&input.name].len() == 1) {
                let Some(left) = steps.checked_sub(1) else { return CyclePath::Unknown };
                *steps = left;
                if let std::collections::btree_map::Entry::Vacant(entry) = reached.entry(input.from) {
                    entry.insert((user, input));
                    queue.push_back(input.from);
                }
            }
        }
        let mut way = Vec::new();
        let mut at = cell;
        while let Some(&(user, input)) = reached.get(&at) {
            way.push(input.clone());
            at = user;
            if at == cell {
                way.reverse();
                return CyclePath::Circle(way);
            }
        }
        CyclePath::None
    }

    /// Kahn's order with the page's as the tie-breaker. A cell at fault waits for nobody, as it will not run.
    fn sorted(&self) -> Vec<usize> {
        let count = self.inputs.len();
        let mut waits = vec![0_usize; count];
        let mut readers = vec![Vec::new(); count];
        for cell in (0..count).filter(|cell| !self.faults.contains_key(cell)) {
            for input in self.inputs(cell) {
                waits[cell] += 1;
                readers[input.from].push(cell);
            }
        }
        let mut ready: BinaryHeap<_> = (0..count).filter(|&cell| waits[cell] == 0).map(Reverse).collect();
        let mut order = Vec::with_capacity(count);
        while let Some(Reverse(cell)) = ready.pop() {
            order.push(cell);
            for &reader in &readers[cell] {
                waits[reader] -= 1;
                if waits[reader] == 0 {
                    ready.push(Reverse(reader));
                }
            }
        }
        order
    }
}

/// What is known of the way from a cell back to itself.
enum CyclePath {
    /// There is none.
    None,
    /// Its links.
    Circle(Vec<CellInput>),
    /// It was not looked for to the end.
    Unknown,
}

/// The fault of a cell that needs itself through these links.
fn circle(cell: usize, cycle: &[CellInput], members: &[GraphCell]) -> CellFault {
    // The last link comes back to this cell, under the name with which the circle is told to begin.
    let mut names: Vec<&str> = cycle.last().into_iter().chain(cycle).map(|link| &*link.name).collect();
    if let Some(far) = names.len().checked_sub(1).filter(|&last| last > 2 * PLACES) {
        names.splice(PLACES..far, ["…"]);
    }
    let users = std::iter::once(cell).chain(cycle.iter().map(|link| link.from));
    let elsewhere = users.zip(cycle).skip(1).map(|(user, link)| (Arc::clone(&members[user].id), link.span));
    let diagnostic = Diagnostic::new(
        cycle.first().map_or_else(Span::default, |link| link.span),
        format!("circular dependency: {}, where each needs the next", names.join(" -> ")),
    )
    .help("change one of these cells so that it does not need the next one");
    CellFault { elsewhere: elsewhere.take(2 * PLACES).collect(), is_circle: true, ..diagnostic.into() }
}

/// Whether a name is its cell's own business.
pub fn is_private(name: &str) -> bool {
    name.starts_with('_')
}

fn definers(members: &[GraphCell]) -> BTreeMap<Arc<str>, Vec<usize>> {
    let mut definers: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
    for (cell, member) in members.iter().enumerate() {
        for (name, _) in member.names.defines.iter().filter(|(name, _)| !is_private(name)) {
            let cells = definers.entry(Arc::clone(name)).or_default();
            if cells.last() != Some(&cell) {
                cells.push(cell);
            }
        }
    }
    definers
}

fn defined_at(member: &GraphCell, name: &str) -> Option<Span> {
    member.names.defines.iter().find(|(defined, _)| **defined == *name).map(|(_, span)| *span)
}

/// `a`, `b` and `c` as one phrase, each called a cell, with how many there are besides; `all` is their number.
fn listed<'a>(ids: impl Iterator<Item = &'a BlockId>, all: usize) -> String {
    let ids: Vec<_> = ids.map(|id| format!("cell `{id}`")).collect();
    match all.saturating_sub(ids.len()) {
        0 => ids.join(" and "),
        more => format!("{} and {more} more", ids.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of cells written `id: uses > defines`, with every name standing where it is in that line.
    fn graph(cells: &[&str]) -> Graph {
        let member = |line: &&str| {
            let (id, rest) = line.split_once(':').unwrap();
            let (uses, defines) = rest.split_once('>').unwrap();
            let spanned = |names: &str| {
                let span = |name: &str| {
                    let start = name.as_ptr() as usize - line.as_ptr() as usize;
                    Span::new(start as u32, (start + name.len()) as u32)
                };
                names.split_whitespace().map(|name| (Arc::from(name), span(name))).collect()
            };
            GraphCell {
                id: id.into(),
                names: Names { defines: spanned(defines), uses: spanned(uses), ..Names::default() },
            }
        };
        Graph::new(&cells.iter().map(member).collect::<Vec<_>>())
    }

    fn messages(graph: &Graph) -> Vec<(usize, String)> {
        graph.faults.iter().map(|(&cell, fault)| (cell, fault.diagnostic.message.clone())).collect()
    }

    #[test]
    fn what_is_needed_runs_first_and_ties_follow_the_page() {
        let graph = graph(&["out: w v > out", "w: s > w", "v: > v", "s: > s", "free: > _t f"]);
        assert_eq!(graph.order(), [2, 3, 1, 0, 4]);
        assert!(graph.faults.is_empty());
        assert_eq!(graph.definer("f"), Some(4));
        assert_eq!(graph.definer("_t"), None, "private");
    }

    #[test]
    fn a_clash_is_told_at_both_places_and_nowhere_else() {
        let graph = graph(&["a: > x", "b: > x", "c: x > y"]);
        assert_eq!(
            messages(&graph),
            [
                (0, "`x` is defined here and in cell `b`".to_owned()),
                (1, "`x` is defined here and in cell `a`".to_owned()),
            ]
        );
        assert_eq!(graph.fault(0).unwrap().elsewhere, [("b".into(), Span::new(5, 6))]);
        assert_eq!(graph.inputs(2)[0].from, 0, "a reader is blocked by the first");
        assert_eq!(graph.order(), [0, 1, 2]);
    }

    #[test]
    fn private_names_do_not_clash() {
        assert!(graph(&["a: > _x", "b: _x > _x"]).faults.is_empty());
    }

    #[test]
    fn defining_again_what_one_reads_is_explained() {
        let graph = graph(&["input: > x", "step: x > x"]);
        let fault = graph.fault(1).unwrap();
        assert_eq!(fault.diagnostic.message, "`x` is defined in cell `input`, so this cell cannot redefine it");
        assert_eq!(fault.diagnostic.help.as_deref(), Some("give the result a new name, such as `x1`"));
        assert_eq!(fault.diagnostic.span, Span::new(6, 7));
        let alone = super::Graph::new(&[]);
        assert!(alone.order().is_empty());
    }

    #[test]
    fn a_cell_that_reads_its_own_name_only_is_the_language_s_business() {
        let graph = graph(&["a: x > x"]);
        assert!(graph.faults.is_empty() && graph.inputs(0).is_empty());
    }

    #[test]
    fn a_cycle_faults_its_members_only_and_names_every_place() {
        let graph = graph(&["one: scores > weights", "two: weights > scores", "three: weights > out", "four: > z"]);
        assert_eq!(
            messages(&graph),
            [
                (0, "circular dependency: weights -> scores -> weights, where each needs the next".to_owned()),
                (1, "circular dependency: scores -> weights -> scores, where each needs the next".to_owned()),
            ]
        );
        let fault = graph.fault(0).unwrap();
        assert_eq!(fault.diagnostic.span, Span::new(5, 11));
        assert_eq!(fault.elsewhere, [("two".into(), Span::new(5, 12))]);
        assert_eq!(graph.order(), [0, 1, 2, 3]);
    }

    #[test]
    fn a_longer_circle_is_told_in_order() {
        let graph = graph(&["a: z > x", "b: x > y", "c: y > z"]);
        let message = &graph.fault(1).unwrap().diagnostic.message;
        assert_eq!(message, "circular dependency: y -> x -> z -> y, where each needs the next");
        let ids: Vec<_> = graph.fault(1).unwrap().elsewhere.iter().map(|(id, _)| &**id).collect();
        assert_eq!(ids, ["a", "c"]);
    }

    #[test]
    fn of_very_many_places_a_few_are_told() {
        let lines: Vec<String> = (0..30).map(|cell| format!("c{cell}: > x")).collect();
        let graph = self::graph(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(
            graph.fault(0).unwrap().diagnostic.message,
            "`x` is defined here and in cell `c1`, cell `c2`, cell `c3`, cell `c4`, cell `c5` and 24 more"
        );
        assert_eq!(graph.fault(0).unwrap().elsewhere.len(), PLACES);
        let lines: Vec<String> = (0..30).map(|cell| format!("c{cell}: x{} > x{cell}", (cell + 1) % 30)).collect();
        let graph = self::graph(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let message = &graph.fault(0).unwrap().diagnostic.message;
        assert_eq!(message, "circular dependency: x0 -> x1 -> x2 -> x3 -> x4 -> … -> x0, where each needs the next");
        assert_eq!(graph.fault(0).unwrap().elsewhere.len(), 2 * PLACES);
    }

    #[test]
    fn circles_without_end_are_not_followed_without_end() {
        let lines: Vec<String> = (0..3000).map(|cell| format!("c{cell}: x{} > x{cell}", (cell + 1) % 3000)).collect();
        let graph = self::graph(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(graph.faults.len(), 3000, "each is at fault");
        assert!(graph.fault(0).unwrap().diagnostic.message.starts_with("circular dependency: x0 -> "));
        let message = &graph.fault(2999).unwrap().diagnostic.message;
        assert_eq!(message, "this cell depends on itself through other cells, or on a cell that does");
    }

    #[test]
    fn every_cell_is_in_the_order_once_whatever_is_wrong() {
        let graph = graph(&["a: b c > a b", "b: a > b", "c: a d > c", "d: c > d", "e: d > e"]);
        let mut order = graph.order().to_vec();
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4]);
    }
}
