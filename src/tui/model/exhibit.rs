//! What a cell has to show: its values, prepared once for each outcome and not for each frame.

mod beside;
mod ghost;
mod glance;
mod said;
mod slope;
mod stepped;
mod tree;
mod veiled;

use std::cell::RefCell;
use std::sync::Arc;

pub use beside::{Basis, Counterpart};
use glance::Glance;
pub use said::Said;
pub use slope::{DrawnGradient, Slope};
pub use stepped::Diagram;
pub use tree::{Node, Tree};

use crate::lang::Value;
use crate::notebook::evaluate::TaskRun;
use crate::notebook::lesson::{BlockId, Display, ViewKind};
use crate::tensor::ravel::{ravel, unravel};
use crate::tensor::{self, Axis, DType, Origin, Tape, Tensor};
use crate::tui::widgets::picture::{
    Axis as Side, Blocks, Distribution, Kind, Numbers, SUM_TOLERANCE, Source, VIEWS, View,
};
use crate::words::{say, word};

/// How many steps back a distribution is looked for, to know that rows ought to sum to one.
const STEPS_BACK: usize = 3;
/// The operations after which people expect rows to sum to one still.
const RESHARING: [&str; 5] = ["mul", "masked_fill", "where", "dropout", "div"];
/// The operations that can leave nothing of what they are made of but its rounding.
const SUMS: [&str; 2] = ["sum", "mean"];
/// The largest tensor that is looked through for what a sum is made of.
const MOST_LOOKED_AT: usize = 1 << 16;

/// The values of one block.
#[derive(Debug, Default)]
pub struct Exhibits {
    /// What they were made from.
    pub basis: Basis,
    /// Tensors and numbers, which the cursor can go into.
    pub figures: Vec<Figure>,
    /// What the value of the live step was computed from, in the order of its formula.
    pub operands: Vec<Figure>,
    /// Everything else.
    pub lines: Vec<Said>,
    /// Lists of paths that are to be drawn as trees.
    pub trees: Vec<(Arc<str>, Tree)>,
    /// The Transformer that ran, where it is drawn.
    pub diagram: Option<Diagram>,
    /// What it would show and a question hides: names, and the question.
    pub veiled: Vec<(Arc<str>, BlockId)>,
    /// The question that hides what has no name: printed text, the diagram.
    pub veil: Option<BlockId>,
}

/// A tensor or a number, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its name on the page.
    pub name: Arc<str>,
    /// Its values; a number of the language is a tensor without axes.
    pub tensor: Tensor,
    /// What made it.
    pub origin: Option<Origin>,
    /// How its elements are written and coloured.
    pub numbers: Numbers,
    /// A few words that are true of it: `rows sum to 1`.
    pub note: String,
    /// Whether its rows are distributions of which not all sum to one: then each sum is worth seeing.
    pub sums: bool,
    /// How it is looked at.
    pub look: Look,
    /// The place of its first NaN, if it has one.
    pub first_nan: Option<Vec<usize>>,
    /// The drawing that the lesson asks for; without one the room decides.
    asked: Option<ViewKind>,
    /// The tensor of the same shape that it was made from, if that held minus infinities: what became of them is hidden.
    before: Option<Tensor>,
    /// What it was before the last change of the page.
    pub past: Option<Tensor>,
    /// What it was until just now, and what a full bar stood for, while that is marked.
    pub until_now: Option<(Tensor, f64)>,
    /// What it is compared with, while the page is held beside another state of it.
    pub counterpart: Option<Counterpart>,
    /// Its gradient, while one is read on the page.
    pub slope: Option<Slope>,
    /// Whether it is the value of the step that a reader is at.
    pub live: bool,
    /// What was found out by looking at every element.
    seen: RefCell<Seen>,
    /// It at a glance, as it was last asked for.
    glance: RefCell<Option<Glance>>,
}

/// How a reader looks at a tensor: chosen by keys, kept while the lesson is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// The drawing; without one the lesson's, or what the room allows.
    pub view: Option<ViewKind>,
    /// The axes that are rows and columns, of a tensor with more than two; without them the last two.
    pub plane: Option<(usize, usize)>,
}

/// What must look at every element of a slice is done once for it, and not for each frame.
#[derive(Debug, Clone, Default)]
struct Seen {
    /// The slice that this is of: its places along the axes that are not shown.
    slice: Option<Vec<usize>>,
    blocks: Option<((usize, usize), Arc<Blocks>)>,
    distribution: Option<Arc<Distribution>>,
}

/// One matrix of a figure, as a picture asks for it.
#[derive(Debug, Clone, Copy)]
pub struct Slice<'f> {
    figure: &'f Figure,
    lead: &'f [usize],
}

impl Slice<'_> {
    /// Every element of the slice, row by row; what is hidden is minus infinity.
    fn elements(&self, (rows, columns): (usize, usize)) -> Vec<f64> {
        let figure = self.figure;
        let values = figure.tensor.to_vec();
        let before = figure.before.as_ref().map(Tensor::to_vec);
        let at = |row: usize, column: usize| ravel(&figure.index(self.lead, row, column), figure.tensor.shape());
        let start = at(0, 0);
        let (down, across) = (at(1, 0) - start, at(0, 1) - start);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| start + row * down + column * across));
        let value = |place: usize| {
            let value = values.get(place).copied().unwrap_or(f64::NAN);
            let was = before.as_ref().and_then(|before| before.get(place)).copied();
            if was == Some(f64::NEG_INFINITY) && value == 0.0 { f64::NEG_INFINITY } else { value }
        };
        places.map(value).collect()
    }

    /// What is known of this slice, and of no other.
    fn seen<T>(&self, use_seen: impl FnOnce(&mut Seen) -> T) -> T {
        let mut seen = self.figure.seen.borrow_mut();
        if seen.slice.as_deref() != Some(self.lead) {
            *seen = Seen { slice: Some(self.lead.to_vec()), ..Seen::default() };
        }
        use_seen(&mut seen)
    }
}

impl Source for Slice<'_> {
    fn value(&self, row: usize, column: usize) -> f64 {
        self.figure.tensor.at(&self.figure.index(self.lead, row, column))
    }

    fn is_hidden(&self, row: usize, column: usize) -> bool {
        self.figure.hides() && self.figure.is_hidden(&self.figure.index(self.lead, row, column))
    }

    fn blocks(&self, size: (usize, usize), step: (usize, usize)) -> Arc<Blocks> {
        if let Some((_, blocks)) = self.seen(|seen| seen.blocks.clone()).filter(|(known, _)| *known == step) {
            return blocks;
        }
        let values = self.elements(size);
        let value = |row: usize, column: usize| values.get(row * size.1 + column).copied().unwrap_or(f64::NAN);
        let blocks = Arc::new(Blocks::of(size, step, value));
        self.seen(|seen| seen.blocks = Some((step, Arc::clone(&blocks))));
        blocks
    }

    fn distribution(&self, size: (usize, usize)) -> Arc<Distribution> {
        if let Some(distribution) = self.seen(|seen| seen.distribution.clone()) {
            return distribution;
        }
        let distribution = Arc::new(Distribution::on(self.figure.numbers.kept_ends(), &self.elements(size)));
        self.seen(|seen| seen.distribution = Some(Arc::clone(&distribution)));
        distribution
    }
}

impl Exhibits {
    /// The figures, by number, that the other exhibits of the block had with other values, or not at all.
    pub fn moved_from(&self, other: &Self) -> impl Iterator<Item = usize> {
        let was = |name: &str| other.position(name).and_then(|place| other.figures.get(place));
        let moved = move |figure: &Figure| was(&figure.name).is_none_or(|was| !was.tensor.same_bits(&figure.tensor));
        self.figures.iter().enumerate().filter_map(move |(number, figure)| moved(figure).then_some(number))
    }

    /// Remembers of every figure what it was in the exhibits that stood here before.
    pub fn remember(&mut self, earlier: &Self, has_moved: bool) {
        for figure in &mut self.figures {
            if let Some(earlier) = earlier.position(&figure.name).and_then(|place| earlier.figures.get(place)) {
                figure.remember(earlier, has_moved);
            }
        }
    }

    /// The values of `run` that `display` shows, those that `order` names first. What a control draws is left out of the lines.
    pub fn new(run: &Arc<TaskRun>, display: &Display, order: &[Arc<str>], is_control: impl Fn(&str) -> bool) -> Self {
        let mut exhibits = Self::default();
        if display.view == Some(ViewKind::Hidden) {
            return exhibits;
        }
        for name in display.names(run.values.keys(), order) {
            let Some(binding) = run.values.get(&name) else { continue };
            match tensor(&binding.value) {
                Some((tensor, origin)) => exhibits.figures.push(Figure::new(name, tensor, origin, run, display)),
                // A function is best shown by its code, which stands above.
                None if is_control(&name) || matches!(binding.value, Value::Function(_) | Value::Class(_)) => {}
                None => match Tree::of(&binding.value).filter(|_| display.view == Some(ViewKind::Tree)) {
                    Some(tree) => exhibits.trees.push((name, tree)),
                    None => exhibits.lines.push(Said::new(name, &binding.value)),
                },
            }
        }
        if let Some(value) = &run.result {
            exhibits.add_result(value, run, display);
        }
        exhibits
    }

    /// The value of the last line has no name of its own.
    fn add_result(&mut self, value: &Value, run: &TaskRun, display: &Display) {
        let name = Arc::from(word!("last-line"));
        match tensor(value) {
            Some((tensor, origin)) => self.figures.push(Figure::new(name, tensor, origin, run, display)),
            None => self.lines.push(Said::new(name, value)),
        }
    }

    /// Whether a question hides something of it.
    pub fn is_veiled(&self) -> bool {
        self.veil.is_some() || !self.veiled.is_empty()
    }

    /// The figure of this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.figures.iter().position(|figure| &*figure.name == name)
    }
}

/// A tensor, or a number as a tensor without axes, and what made it.
fn tensor(value: &Value) -> Option<(Tensor, Option<Origin>)> {
    match value {
        Value::Tensor(tensor) => Some((tensor.now(), tensor.now().origin())),
        Value::Int(number, trace) => Some((Tensor::integer(*number), trace.origin())),
        Value::Float(number, trace) => Some((Tensor::number(*number), trace.origin())),
        _ => None,
    }
}

impl Figure {
    fn new(name: Arc<str>, tensor: Tensor, origin: Option<Origin>, run: &TaskRun, display: &Display) -> Self {
        let values = tensor.to_vec();
        let node = origin.and_then(|origin| run.tape.node(origin));
        let were_shares = || node.is_some_and(|node| is_of_shares(node, &run.tape, STEPS_BACK));
        let Truth { kind, note, sums } = truth(&tensor, &values, were_shares);
        let before = node.and_then(|node| match node.inputs.as_slice() {
            [before] if before.shape() == tensor.shape() => {
                before.to_vec().contains(&f64::NEG_INFINITY).then(|| before.clone())
            }
            _ => None,
        });
        let first_nan = values.iter().position(|value| value.is_nan()).map(|at| unravel(at, tensor.shape()));
        let is_whole = kind == Kind::Signed && !tensor.dtype().is_float();
        let numbers = if is_whole { Numbers::of_integers(values) } else { Numbers::of(kind, values) };
        let numbers = node.and_then(summed).map_or(numbers, |greatest| numbers.summed_from(greatest));
        let mut figure = Self {
            numbers,
            note,
            first_nan,
            sums,
            name,
            origin,
            look: Look::default(),
            asked: None,
            before,
            past: None,
            until_now: None,
            counterpart: None,
            slope: None,
            live: false,
            tensor,
            seen: RefCell::default(),
            glance: RefCell::default(),
        };
        let asked = display.view.and_then(View::of).filter(|view| (view.can_draw)(&figure.sides()));
        figure.asked = asked.map(|view| view.kind);
        figure
    }

    /// What the title says of it: what is true of it, and that it is the value of the live step.
    pub fn words(&self) -> String {
        if self.live { joined(word!("this-step"), &self.note) } else { self.note.clone() }
    }

    /// Looks at it in another way.
    pub fn set_look(&mut self, look: &Look) {
        let is_known = |(rows, columns): &(usize, usize)| {
            rows != columns && *rows < self.tensor.ndim() && *columns < self.tensor.ndim()
        };
        self.seen = RefCell::default();
        self.glance = RefCell::default();
        self.look = Look { plane: look.plane.filter(is_known), view: look.view };
    }

    /// The drawing that was chosen, or that the lesson asks for; without one the room decides.
    pub fn view(&self) -> Option<ViewKind> {
        self.look.view.or(self.asked)
    }

    /// The drawing that the lesson asks for.
    pub fn asked(&self) -> Option<ViewKind> {
        self.asked
    }

    /// The drawings that say something of it, in their order.
    pub fn views(&self) -> Vec<ViewKind> {
        let sides = self.sides();
        let suits = |view: &&View| view.suits(&sides, self.numbers.kind) || self.asked == Some(view.kind);
        VIEWS.iter().filter(suits).map(|view| view.kind).collect()
    }

    /// Whether ↓ goes to the next column and → to the next row in this drawing of it.
    pub fn is_turned(&self, view: ViewKind) -> bool {
        View::of(view).is_some_and(|view| (view.is_turned)(&self.sides()))
    }

    /// The axes of the matrix that is drawn, as a picture has them.
    pub fn sides(&self) -> Vec<Side<'_>> {
        let (rows, columns) = self.plane();
        let axis = |axis: usize| {
            let known: Option<&Axis> = self.tensor.axes().get(axis);
            Side {
                name: known.and_then(|axis| axis.name.as_deref()).unwrap_or_default(),
                len: self.tensor.shape().get(axis).copied().unwrap_or(0),
                labels: known.and_then(|axis| axis.labels.as_deref()).unwrap_or_default(),
                made_up: known.and_then(|axis| axis.made_up.as_deref()),
            }
        };
        rows.into_iter().chain(columns).map(axis).collect()
    }

    /// The axes that are drawn as rows and as columns.
    fn plane(&self) -> (Option<usize>, Option<usize>) {
        let last = self.tensor.ndim();
        match self.look.plane {
            Some((rows, columns)) => (Some(rows), Some(columns)),
            None => (last.checked_sub(2), last.checked_sub(1)),
        }
    }

    /// The axes that are not drawn.
    fn lead_axes(&self) -> Vec<usize> {
        let (rows, columns) = self.plane();
        (0..self.tensor.ndim()).filter(|axis| rows != Some(*axis) && columns != Some(*axis)).collect()
    }

    /// Rows and columns of the matrix that is drawn: one row for a vector, one element for a number.
    pub fn size(&self) -> (usize, usize) {
        let length = |axis: Option<usize>| axis.and_then(|axis| self.tensor.shape().get(axis)).copied().unwrap_or(1);
        let (rows, columns) = self.plane();
        (length(rows), length(columns))
    }

    /// The sizes of the axes that are not drawn.
    pub fn lead(&self) -> Vec<usize> {
        self.lead_axes().into_iter().filter_map(|axis| self.tensor.shape().get(axis).copied()).collect()
    }

    /// Which part of a deeper tensor is drawn: `heads 2/8`.
    pub fn slice_words(&self, lead: &[usize]) -> String {
        let only = self.lead_axes().len() == 1;
        let place = |(number, axis): (usize, usize)| {
            let at = lead.get(number).copied().unwrap_or(0);
            let known = self.tensor.axes().get(axis);
            let name = known.and_then(|axis| axis.name.as_deref());
            let name = match name {
                Some(name) => name.to_owned(),
                None if only => word!("slice-axis").to_owned(),
                None => say!("axis-number", number = axis),
            };
            let label = known.and_then(|axis| axis.label(at)).map(|label| format!(" ({label})")).unwrap_or_default();
            format!("{name} {}/{}{label}", at + 1, self.tensor.shape().get(axis).copied().unwrap_or(0))
        };
        let places: Vec<String> = self.lead_axes().into_iter().enumerate().map(place).collect();
        places.join(", ")
    }

    /// The matrix at these places of the axes that are not drawn.
    pub fn slice<'f>(&'f self, lead: &'f [usize]) -> Slice<'f> {
        Slice { figure: self, lead }
    }

    /// The whole index of an element of the drawn matrix.
    pub fn index(&self, lead: &[usize], row: usize, column: usize) -> Vec<usize> {
        let (rows, columns) = self.plane();
        let mut lead = lead.iter().copied();
        let place = |axis: usize| {
            if rows == Some(axis) {
                row
            } else if columns == Some(axis) {
                column
            } else {
                lead.next().unwrap_or(0)
            }
        };
        (0..self.tensor.ndim()).map(place).collect()
    }

    /// The place in the drawn matrix of an element, and its places along the axes that are not drawn.
    pub fn place(&self, index: &[usize]) -> (Vec<usize>, usize, usize) {
        let (rows, columns) = self.plane();
        let at = |axis: Option<usize>| axis.and_then(|axis| index.get(axis)).copied().unwrap_or(0);
        let lead = self.lead_axes().into_iter().map(|axis| at(Some(axis))).collect();
        (lead, at(rows), at(columns))
    }

    /// The pairs of axes that can be drawn, the usual one first.
    pub fn planes(&self) -> Vec<(usize, usize)> {
        let all = self.tensor.ndim();
        let usual = (all.saturating_sub(2), all.saturating_sub(1));
        let pairs = (0..all).flat_map(|rows| (rows + 1..all).map(move |columns| (rows, columns)));
        std::iter::once(usual).chain(pairs.filter(|pair| *pair != usual)).collect()
    }

    /// Whether an element is nothing because what it was made from was forbidden.
    pub fn is_hidden(&self, index: &[usize]) -> bool {
        let before = self.before.as_ref().is_some_and(|before| before.at(index) == f64::NEG_INFINITY);
        before && self.tensor.at(index) == 0.0
    }

    /// Whether any element may be hidden.
    pub fn hides(&self) -> bool {
        self.before.is_some()
    }
}

fn joined(a: &str, b: &str) -> String {
    if a.is_empty() || b.is_empty() { format!("{a}{b}") } else { format!("{a} · {b}") }
}

/// Whether a value was made of a distribution of its shape by steps that take shares away or scale them: masking too late, dropout.
fn is_of_shares(node: &tensor::Node, tape: &Tape, steps: usize) -> bool {
    if !RESHARING.contains(&node.operation.name()) {
        return node.operation.name() == "softmax";
    }
    let mut inputs = node.inputs.iter().filter(|input| input.shape() == node.value.shape());
    inputs.any(|input| {
        let made_by = input.origin().and_then(|origin| tape.node(origin));
        is_distribution(input) || (steps > 0 && made_by.is_some_and(|node| is_of_shares(node, tape, steps - 1)))
    })
}

/// The greatest magnitude of what a sum or a mean was made of; none for another step.
fn summed(node: &tensor::Node) -> Option<f64> {
    let is_sum = SUMS.contains(&node.operation.name());
    let input = node.inputs.first().filter(|input| is_sum && input.len() <= MOST_LOOKED_AT)?;
    let sizes = input.to_vec().into_iter().map(f64::abs).filter(|size| size.is_finite());
    sizes.max_by(f64::total_cmp)
}

/// Whether every row is a distribution.
fn is_distribution(tensor: &Tensor) -> bool {
    let columns = tensor.shape().last().copied().unwrap_or(0);
    let values = tensor.to_vec();
    let is_row =
        |row: &[f64]| row.iter().all(|value| *value >= 0.0) && (row.iter().sum::<f64>() - 1.0).abs() < SUM_TOLERANCE;
    columns > 1 && tensor.dtype().is_float() && values.chunks(columns).all(is_row)
}

/// What the numbers are, and what is true of their sums.
#[derive(Debug, PartialEq)]
struct Truth {
    kind: Kind,
    note: String,
    /// Whether sums of rows are worth a column, because rows ought to be distributions and not all are.
    sums: bool,
}

/// Computed, never assumed. `were_shares` says whether the tensor was made from distributions: then it is
/// said, too, if rows do not sum to one.
fn truth(tensor: &Tensor, values: &[f64], were_shares: impl Fn() -> bool) -> Truth {
    let plain = |kind| Truth { kind, note: String::new(), sums: false };
    if tensor.dtype() == DType::Bool {
        return plain(Kind::Truth);
    }
    let are_shares = values.iter().all(|value| value.is_nan() || (0.0..=1.0).contains(value));
    if !are_shares || !tensor.dtype().is_float() || tensor.ndim() == 0 || values.is_empty() {
        return plain(Kind::Signed);
    }
    let columns = tensor.shape().last().copied().unwrap_or(1).max(1);
    let rows: Vec<f64> = values.chunks(columns).map(|row| row.iter().sum()).collect();
    // Nor is a single row of zeros and a one a distribution, unless it was made from one.
    let is_accident = rows.len() == 1 && values.iter().all(|value| value.fract() == 0.0);
    if let Some(undefined) = undefined_beside_ones(&rows).filter(|_| !is_accident || were_shares()) {
        let note = match undefined {
            _ if tensor.ndim() == 1 => word!("sums-to-one").to_owned(),
            0 => word!("rows-sum-to-one").to_owned(),
            count => say!("rows-sum-undefined", count),
        };
        return Truth { kind: Kind::Probability, note, sums: false };
    }
    // Among zeros and ones a column has its one by accident: a list of rows to look up, a head that copies.
    if tensor.ndim() == 2 && values.iter().any(|value| value.fract() != 0.0) {
        let mut sums = vec![0.0; columns];
        for row in values.chunks(columns) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        if let Some(undefined) = undefined_beside_ones(&sums) {
            let note = match undefined {
                0 => word!("columns-sum-to-one").to_owned(),
                count => say!("columns-sum-undefined", count),
            };
            return Truth { kind: Kind::Probability, note, sums: false };
        }
    }
    if !were_shares() {
        return plain(Kind::Signed);
    }
    let off = rows.iter().filter(|sum| (*sum - 1.0).abs() >= SUM_TOLERANCE).count();
    let note = match rows.as_slice() {
        [sum] => say!("sums-not-to-one", sum = format!("{sum:.2}")),
        _ => say!("rows-do-not-sum", off, rows = rows.len()),
    };
    Truth { kind: Kind::Probability, note, sums: rows.len() > 1 }
}

/// How many sums are no numbers, if every sum that is a number is 1 and there is one.
fn undefined_beside_ones(sums: &[f64]) -> Option<usize> {
    let undefined = sums.iter().filter(|sum| sum.is_nan()).count();
    let ones = sums.iter().filter(|sum| (*sum - 1.0).abs() < SUM_TOLERANCE).count();
    (ones > 0 && ones + undefined == sums.len()).then_some(undefined)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(shape: &[usize], values: &[f32], shares: bool) -> (Kind, String) {
        let tensor = Tensor::from_f32(shape, values.to_vec()).unwrap();
        let Truth { kind, note, .. } = truth(&tensor, &tensor.to_vec(), || shares);
        (kind, note)
    }

    #[test]
    fn what_sums_to_one_is_said() {
        let said = |shape: &[usize], values: &[f32]| said(shape, values, false);
        assert_eq!(said(&[2, 2], &[0.25, 0.75, 1.0, 0.0]), (Kind::Probability, "rows sum to 1".into()));
        assert_eq!(said(&[2, 2], &[0.25, 1.0, 0.75, 0.0]), (Kind::Probability, "columns sum to 1".into()));
        assert_eq!(said(&[3, 2], &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]), (Kind::Signed, String::new()));
        assert_eq!(said(&[2], &[0.25, 0.75]), (Kind::Probability, "sums to 1".into()));
        assert_eq!(said(&[2, 2], &[0.25, 0.25, 0.5, 0.25]), (Kind::Signed, String::new()));
        assert_eq!(said(&[2, 2], &[2.0, -1.0, 0.5, 0.5]), (Kind::Signed, String::new()));
        assert_eq!(said(&[1, 4], &[0.0, 1.0, 0.0, 0.0]), (Kind::Signed, String::new()), "by accident");
        assert_eq!(said(&[2, 2], &[0.0, 1.0, 1.0, 0.0]), (Kind::Probability, "rows sum to 1".into()));
        let undefined = said(&[2, 2], &[f32::NAN, f32::NAN, 0.5, 0.5]);
        assert_eq!(undefined, (Kind::Probability, "rows sum to 1 (1 undefined)".into()));
        assert_eq!(said(&[0, 2], &[]), (Kind::Signed, String::new()));
    }

    #[test]
    fn a_single_row_of_zeros_and_a_one_that_was_made_from_shares_is_one() {
        assert_eq!(said(&[1, 3], &[0.0, 1.0, 0.0], true), (Kind::Probability, "rows sum to 1".into()));
    }

    #[test]
    fn what_ought_to_sum_to_one_and_does_not_is_said_too() {
        let masked = said(&[2, 2], &[0.25, 0.0, 0.5, 0.5], true);
        assert_eq!(masked, (Kind::Probability, "1 of 2 rows does not sum to 1".into()));
        assert_eq!(said(&[2], &[0.25, 0.5], true), (Kind::Probability, "sums to 0.75, not to 1".into()));
    }
}
