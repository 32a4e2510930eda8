//! What a cell has to show: its values, prepared once for each outcome and not for each frame.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lang::Value;
use crate::notebook::evaluate::Run;
use crate::notebook::lesson::{Display, View};
use crate::tensor::{Axis, DType, Origin, Tensor};
use crate::tui::widgets::clip::fit;
use crate::tui::widgets::heatmap::{Kind, Numbers, View as MapView};

/// How far from 1 a row of shares may sum, by rounding.
const SUM_TOLERANCE: f64 = 1e-4;
/// The longest text of a value that is not a tensor, in columns.
const LONGEST_LINE: u16 = 400;

/// The values of one block.
#[derive(Debug, Default)]
pub struct Exhibits {
    /// The run that they are of.
    run: Option<Arc<Run>>,
    /// Tensors and numbers, which the cursor can go into.
    pub figures: Vec<Figure>,
    /// Everything else, each as a name and one line.
    pub lines: Vec<(Arc<str>, String)>,
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
    /// The place of its first NaN, if it has one.
    pub first_nan: Option<Vec<usize>>,
    /// The drawing that the lesson asks for; without one the room decides.
    pub view: Option<MapView>,
    /// The tensor of the same shape that it was made from, if that held minus infinities: what became of them is hidden.
    before: Option<Tensor>,
}

impl Exhibits {
    /// Whether these are the values of `run`.
    pub fn is_of(&self, run: Option<&Arc<Run>>) -> bool {
        match (&self.run, run) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (None, None) => true,
            _ => false,
        }
    }

    /// The values of `run` that `display` shows, those that `order` names first. What a control draws is left out of the lines.
    pub fn new(run: &Arc<Run>, display: &Display, order: &[Arc<str>], is_control: impl Fn(&str) -> bool) -> Self {
        let mut exhibits = Self { run: Some(Arc::clone(run)), ..Self::default() };
        if display.view == Some(View::Hidden) {
            return exhibits;
        }
        for name in names(run, display, order) {
            let Some(binding) = run.values.get(&name) else { continue };
            match tensor(&binding.value) {
                Some((tensor, origin)) => exhibits.figures.push(Figure::new(name, tensor, origin, run, display)),
                // A function is best shown by its code, which stands above.
                None if is_control(&name) || matches!(binding.value, Value::Function(_) | Value::Class(_)) => {}
                None => exhibits.lines.push((name, one_line(&binding.value))),
            }
        }
        if let Some(value) = &run.result {
            exhibits.add_result(value, run, display);
        }
        exhibits
    }

    /// The value of the last line has no name of its own.
    fn add_result(&mut self, value: &Value, run: &Run, display: &Display) {
        let name = Arc::from("last line");
        match tensor(value) {
            Some((tensor, origin)) => self.figures.push(Figure::new(name, tensor, origin, run, display)),
            None => self.lines.push((name, one_line(value))),
        }
    }

    /// The figure of this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.figures.iter().position(|figure| &*figure.name == name)
    }
}

/// The names to show: those that the lesson asks for, or all that are not private, in the order of the source.
fn names(run: &Run, display: &Display, order: &[Arc<str>]) -> Vec<Arc<str>> {
    if let Some(show) = &display.show {
        return show.clone();
    }
    let mut seen = BTreeSet::new();
    let all = order.iter().chain(run.values.keys());
    all.filter(|name| !name.starts_with('_') && seen.insert(Arc::clone(name))).map(Arc::clone).collect()
}

/// A tensor, or a number as a tensor without axes, and what made it.
fn tensor(value: &Value) -> Option<(Tensor, Option<Origin>)> {
    match value {
        Value::Tensor(tensor) => Some((tensor.clone(), tensor.origin())),
        Value::Int(number, trace) => Some((Tensor::integer(*number), trace.origin())),
        Value::Float(number, trace) => Some((Tensor::number(*number), trace.origin())),
        _ => None,
    }
}

fn one_line(value: &Value) -> String {
    let text = value.repr().split_whitespace().collect::<Vec<_>>().join(" ");
    fit(&text, LONGEST_LINE).into_owned()
}

impl Figure {
    fn new(name: Arc<str>, tensor: Tensor, origin: Option<Origin>, run: &Run, display: &Display) -> Self {
        let values = tensor.to_vec();
        let (kind, note) = kind(&tensor, &values);
        let node = origin.and_then(|origin| run.record.node(origin));
        let before = node.and_then(|node| match node.inputs.as_slice() {
            [before] if before.shape() == tensor.shape() => {
                before.to_vec().contains(&f64::NEG_INFINITY).then(|| before.clone())
            }
            _ => None,
        });
        let view = match display.view {
            Some(View::Numbers) => Some(MapView::Numbers),
            _ => None,
        };
        let first_nan = values.iter().position(|value| value.is_nan()).map(|at| unflattened(tensor.shape(), at));
        Self { numbers: Numbers::of(kind, values), note, first_nan, name, origin, view, before, tensor }
    }

    /// Rows and columns of the matrix that is drawn: one row for a vector, one element for a number.
    pub fn size(&self) -> (usize, usize) {
        match self.tensor.shape() {
            [] => (1, 1),
            [columns] => (1, *columns),
            [.., rows, columns] => (*rows, *columns),
        }
    }

    /// The axes before the last two.
    pub fn lead(&self) -> &[usize] {
        let shape = self.tensor.shape();
        shape.get(..shape.len().saturating_sub(2)).unwrap_or_default()
    }

    /// The axes of the matrix that is drawn.
    pub fn matrix_axes(&self) -> (&[usize], &[Axis]) {
        let from = self.lead().len();
        (&self.tensor.shape()[from..], &self.tensor.axes()[from..])
    }

    /// The whole index of an element of the drawn matrix.
    pub fn index(&self, lead: &[usize], row: usize, column: usize) -> Vec<usize> {
        match self.tensor.ndim() {
            0 => Vec::new(),
            1 => vec![column],
            _ => {
                let lead = (0..self.lead().len()).map(|axis| lead.get(axis).copied().unwrap_or(0));
                lead.chain([row, column]).collect()
            }
        }
    }

    /// The place in the drawn matrix of an element, and the leading part of its index.
    pub fn place(&self, index: &[usize]) -> (Vec<usize>, usize, usize) {
        match index {
            [] => (Vec::new(), 0, 0),
            [column] => (Vec::new(), 0, *column),
            [lead @ .., row, column] => (lead.to_vec(), *row, *column),
        }
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

/// The place of the element that stands at `at` in row-major order.
fn unflattened(shape: &[usize], at: usize) -> Vec<usize> {
    let mut rest = at;
    let mut place: Vec<usize> = shape.iter().rev().map(|size| (rest % size, rest /= size).0).collect();
    place.reverse();
    place
}

/// What the numbers are, and what is true of their sums: computed, never assumed.
fn kind(tensor: &Tensor, values: &[f64]) -> (Kind, String) {
    if tensor.dtype() == DType::Bool {
        return (Kind::Truth, String::new());
    }
    let shares = values.iter().all(|value| value.is_nan() || (0.0..=1.0).contains(value));
    if !shares || !tensor.dtype().is_float() || tensor.ndim() == 0 || values.is_empty() {
        return (Kind::Signed, String::new());
    }
    let columns = tensor.shape().last().copied().unwrap_or(1).max(1);
    let rows: Vec<f64> = values.chunks(columns).map(|row| row.iter().sum()).collect();
    if let Some(note) = note("rows", &rows) {
        return (Kind::Probability, if tensor.ndim() == 1 { note.replace("rows sum", "sums") } else { note });
    }
    if tensor.ndim() == 2 {
        let sums: Vec<f64> = (0..columns).map(|column| values.iter().skip(column).step_by(columns).sum()).collect();
        if let Some(note) = note("columns", &sums) {
            return (Kind::Probability, note);
        }
    }
    (Kind::Signed, String::new())
}

/// `rows sum to 1`, if every sum that is a number is 1 and there is one.
fn note(what: &str, sums: &[f64]) -> Option<String> {
    let undefined = sums.iter().filter(|sum| sum.is_nan()).count();
    let ones = sums.iter().filter(|sum| (*sum - 1.0).abs() < SUM_TOLERANCE).count();
    match (ones, undefined) {
        (0, _) => None,
        (_, 0) if ones == sums.len() => Some(format!("{what} sum to 1")),
        _ if ones + undefined == sums.len() => Some(format!("{what} sum to 1, {undefined} undefined")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(shape: &[usize], values: Vec<f32>) -> (Kind, String) {
        let tensor = Tensor::from_f32(shape, values).unwrap();
        let values = tensor.to_vec();
        kind(&tensor, &values)
    }

    #[test]
    fn what_sums_to_one_is_said() {
        let said = |shape: &[usize], values: &[f32]| kind_of(shape, values.to_vec());
        assert_eq!(said(&[2, 2], &[0.25, 0.75, 1.0, 0.0]), (Kind::Probability, "rows sum to 1".into()));
        assert_eq!(said(&[2, 2], &[0.25, 1.0, 0.75, 0.0]), (Kind::Probability, "columns sum to 1".into()));
        assert_eq!(said(&[2], &[0.25, 0.75]), (Kind::Probability, "sums to 1".into()));
        assert_eq!(said(&[2, 2], &[0.25, 0.25, 0.5, 0.25]), (Kind::Signed, String::new()));
        assert_eq!(said(&[2, 2], &[2.0, -1.0, 0.5, 0.5]), (Kind::Signed, String::new()));
        let undefined = said(&[2, 2], &[f32::NAN, f32::NAN, 0.5, 0.5]);
        assert_eq!(undefined, (Kind::Probability, "rows sum to 1, 1 undefined".into()));
        assert_eq!(said(&[0, 2], &[]), (Kind::Signed, String::new()));
    }
}
