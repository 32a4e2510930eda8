//! The calls that a screen draws as controls: sliders, texts, choices, toggles, matrices and masks.
//!
//! State is the text. A control holds no value of its own: it knows which literal of the source says it, and moving it gives a
//! new source with that literal written anew. So whatever a page shows can be read, saved, sent and undone as text.
//!
//! Only `name = control(...)` on a line of its own, with every value written out, is drawn; the same call anywhere else, or
//! with computed values, is evaluated like any other.

mod block;
mod grid;
mod immovable;
mod mask;
mod matrix;
mod region;

use std::fmt::Write as _;
use std::sync::Arc;

pub use block::{read_block, read_number};
pub use grid::Resize;
pub use immovable::Immovable;
pub(super) use immovable::immovable;
pub use mask::Mask;
pub use matrix::Matrix;
pub use region::Region;

use crate::nn::Task;

use super::syntax::{Argument, Expression, ExpressionKind, Span, Statement, StatementKind, Target, Unary};

/// A control and what to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// The name that its value is given.
    pub name: Arc<str>,
    /// The whole statement.
    pub span: Span,
    /// What it is, what it holds, and how to move it.
    pub kind: ControlKind,
}

/// What a control can be.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlKind {
    /// `slider(0.1, 2.0, value=0.7, step=0.1)`.
    Slider(Slider),
    /// `text("the cat sat")`.
    Text(Text),
    /// `choice(["relu", "gelu"], "relu")`.
    Choice(Choice),
    /// `toggle(True)`.
    Toggle(Toggle),
    /// `matrix([[0.5, -1.0], [2.0, 0.0]])`; its rows and columns may be added to where it says `any_size=True`.
    Matrix(Matrix),
    /// `mask([[1, 0], [1, 1]])`, or `mask(torch.ones(n, n), flipped=[[2, 0]])` where the size follows from the page.
    Mask(Mask),
}

/// A number between two bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Slider {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// How far one move goes; without `step=`, 1 for whole numbers and a hundredth of the way otherwise.
    pub step: f64,
    /// The value; without `value=`, the smallest.
    pub value: f64,
    /// Whether all its numbers are whole, so that its value is an int.
    pub whole: bool,
    slot: Slot,
}

/// A string.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub value: Arc<str>,
    /// The task that a model is trained on which reads it.
    pub task: Option<Task>,
    slot: Slot,
}

/// One of several strings.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What there is to choose from; never empty.
    pub options: Vec<Arc<str>>,
    /// Which one is chosen.
    pub selected: usize,
    slot: Slot,
}

/// Yes or no.
#[derive(Clone, Debug, PartialEq)]
pub struct Toggle {
    /// Whether it is on.
    pub value: bool,
    slot: Slot,
}

/// Where a value is written: a literal to replace, or the place where an argument that is not there yet goes.
#[derive(Clone, Debug, PartialEq)]
struct Slot {
    span: Span,
    lead: &'static str,
}

impl Slot {
    fn literal(value: &Expression) -> Self {
        Self { span: value.span, lead: "" }
    }

    fn after(value: &Expression, lead: &'static str) -> Self {
        Self { span: Span::new(value.span.end, value.span.end), lead }
    }

    fn write(&self, source: &str, value: &str) -> String {
        splice(source, self.span, &format!("{}{value}", self.lead))
    }
}

/// All controls of a cell, in the order of the source.
pub fn controls(program: &[Statement]) -> Vec<Control> {
    program.iter().filter_map(control).collect()
}

fn control(statement: &Statement) -> Option<Control> {
    let StatementKind::Assign { targets, value } = &statement.kind else { return None };
    let [Target::Name(name)] = targets.as_slice() else { return None };
    let ExpressionKind::Call { callee, arguments } = &value.kind else { return None };
    let ExpressionKind::Name(called) = &callee.kind else { return None };
    let given = Given(arguments);
    let kind = match &**called {
        "slider" => ControlKind::Slider(Slider::read(given)?),
        "text" => ControlKind::Text(Text::read(given)?),
        "choice" => ControlKind::Choice(Choice::read(given)?),
        "toggle" => ControlKind::Toggle(Toggle::read(given)?),
        "matrix" => ControlKind::Matrix(Matrix::read(given)?),
        "mask" => ControlKind::Mask(Mask::read(given)?),
        _ => return None,
    };
    Some(Control { name: name.name.clone(), span: statement.span, kind })
}

/// The arguments of a control.
#[derive(Clone, Copy)]
struct Given<'a>(&'a [Argument]);

impl<'a> Given<'a> {
    /// The argument at `place`, or the one called `name`.
    fn get(self, place: usize, name: &str) -> Option<&'a Expression> {
        let by_place = self.0.iter().filter_map(|argument| match argument {
            Argument::Plain(value) => Some(value),
            _ => None,
        });
        by_place.take(place + 1).nth(place).or_else(|| self.named(name))
    }

    /// The argument called `name`.
    fn named(self, name: &str) -> Option<&'a Expression> {
        self.0.iter().find_map(|argument| match argument {
            Argument::Keyword(given, value) if &*given.name == name => Some(value),
            _ => None,
        })
    }

    fn last(self) -> Option<&'a Expression> {
        self.0.last().map(Argument::value)
    }
}

impl Slider {
    fn read(given: Given<'_>) -> Option<Self> {
        let (min, max) = (given.get(0, "lo")?, given.get(1, "hi")?);
        let (value, step) = (given.get(2, "value"), given.get(3, "step"));
        let whole = [Some(min), Some(max), value, step].into_iter().flatten().all(is_int);
        let (lo, hi) = (number(min)?, number(max)?);
        let default_step = if whole { 1.0 } else { (hi - lo) / 100.0 };
        Some(Self {
            min: lo,
            max: hi,
            step: step.map_or(Some(default_step), number).filter(|step| *step > 0.0)?,
            value: value.map_or(Some(lo), number)?,
            whole,
            slot: value
                .map_or_else(|| given.last().map(|last| Slot::after(last, ", value=")), |it| Some(Slot::literal(it)))?,
        })
    }

    /// The nearest value to `wanted` that the slider can take: within its bounds and a whole number of steps from the lowest.
    pub fn nearest(&self, wanted: f64) -> f64 {
        let steps = ((wanted - self.min) / self.step).round();
        let exact = (self.min + steps * self.step).clamp(self.min.min(self.max), self.max.max(self.min));
        // Steps of 0.1 must give 0.3, not 0.30000000000000004: no value needs more digits than its bounds and its step.
        let digits = [self.min, self.max, self.step].map(decimals).into_iter().max().unwrap_or(0);
        format!("{exact:.digits$}").parse().unwrap_or(exact)
    }

    /// The source with the slider moved to the nearest value to `wanted` that it can take.
    pub fn with_value(&self, source: &str, wanted: f64) -> String {
        if !wanted.is_finite() {
            return source.to_owned();
        }
        self.slot.write(source, &written(self.nearest(wanted), self.whole))
    }

    /// The source with the slider at exactly this value, whether a step leads there or not. `None` where it cannot stand: outside
    /// its bounds, or between two numbers where all are whole.
    pub fn with_exact(&self, source: &str, value: f64) -> Option<String> {
        let stands = (self.min..=self.max).contains(&value) && (!self.whole || value.fract() == 0.0);
        stands.then(|| self.slot.write(source, &written(value, self.whole)))
    }
}

impl Text {
    fn read(given: Given<'_>) -> Option<Self> {
        let value = given.get(0, "value")?;
        let task = match given.named("task") {
            None => None,
            Some(task) => Some(string(task)?.parse().ok()?),
        };
        Some(Self { value: string(value)?.clone(), task, slot: Slot::literal(value) })
    }

    /// Whether a model that was trained on its task has learned nothing like it.
    pub fn is_outside(&self) -> bool {
        self.task.is_some_and(|task| !task.accepts(&self.value))
    }

    /// The source with `text` in place of the old one.
    pub fn with_text(&self, source: &str, text: &str) -> String {
        self.slot.write(source, &quoted(text))
    }
}

impl Choice {
    fn read(given: Given<'_>) -> Option<Self> {
        let ExpressionKind::List(items) = &given.get(0, "options")?.kind else { return None };
        let options = items.iter().map(|item| string(item).cloned()).collect::<Option<Vec<_>>>()?;
        let value = given.get(1, "value");
        let chosen = match value {
            Some(value) => string(value)?,
            None => options.first()?,
        };
        let selected = options.iter().position(|option| option == chosen)?;
        let slot = value
            .map_or_else(|| given.last().map(|last| Slot::after(last, ", value=")), |it| Some(Slot::literal(it)))?;
        Some(Self { options, selected, slot })
    }

    /// The source with option number `selected` chosen; unchanged when there is none.
    pub fn with_option(&self, source: &str, selected: usize) -> String {
        self.options.get(selected).map_or_else(|| source.to_owned(), |option| self.slot.write(source, &quoted(option)))
    }
}

/// The fills of a mask that are words: the lowest number of the dtype, and a softmax that gives empty rows zeros.
const FILLS: [&str; 2] = ["dtype minimum", "safe softmax"];

impl Choice {
    /// Whether this chooses what a hidden score becomes: every option is a number as `float` reads it, or `dtype minimum`, or
    /// `safe softmax`, and one of the numbers is negative.
    pub fn is_of_fills(&self) -> bool {
        let number = |option: &Arc<str>| option.parse::<f64>().ok();
        let all = self.options.iter().all(|option| FILLS.contains(&&**option) || number(option).is_some());
        all && self.options.iter().filter_map(number).any(|fill| fill < 0.0)
    }
}

impl Toggle {
    fn read(given: Given<'_>) -> Option<Self> {
        let value = given.get(0, "value")?;
        let ExpressionKind::Bool(on) = value.kind else { return None };
        Some(Self { value: on, slot: Slot::literal(value) })
    }

    /// The source with the toggle set to `on`.
    pub fn with_value(&self, source: &str, on: bool) -> String {
        self.slot.write(source, truth(on))
    }
}

/// Rows of equal length.
type Rows<T> = Vec<Vec<T>>;

/// The number that a literal says, its sign included.
fn number(value: &Expression) -> Option<f64> {
    match &value.kind {
        ExpressionKind::Int(int) => Some(*int as f64),
        ExpressionKind::Float(float) => Some(*float),
        ExpressionKind::Unary(Unary::Negate, operand) => number(operand).map(|value| -value),
        _ => None,
    }
}

fn is_int(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Int(_) => true,
        ExpressionKind::Unary(Unary::Negate, operand) => is_int(operand),
        _ => false,
    }
}

fn string(value: &Expression) -> Option<&Arc<str>> {
    match &value.kind {
        ExpressionKind::Str(text) => Some(text),
        _ => None,
    }
}

/// Whether a literal says `True`.
fn truth_of(value: &Expression) -> bool {
    matches!(value.kind, ExpressionKind::Bool(true))
}

fn truth(on: bool) -> &'static str {
    if on { "True" } else { "False" }
}

/// A number as Python writes it: the shortest text that reads back as the same number.
fn written(value: f64, whole: bool) -> String {
    // A minus zero would only puzzle.
    let value = if value == 0.0 { 0.0 } else { value };
    if whole { format!("{value:.0}") } else { format!("{value:?}") }
}

/// How many digits after the point the shortest writing of `value` has.
fn decimals(value: f64) -> usize {
    format!("{value}").split_once('.').map_or(0, |(_, digits)| digits.len())
}

/// A string as Python writes it, in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => _ = write!(out, "\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The source with `new` in place of `span`; unchanged if the span does not fit it.
fn splice(source: &str, span: Span, new: &str) -> String {
    match (source.get(..span.start as usize), source.get(span.end as usize..)) {
        (Some(before), Some(after)) => format!("{before}{new}{after}"),
        _ => source.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse;

    fn only(source: &str) -> ControlKind {
        let mut found = controls(&parse(source).program);
        assert_eq!(found.len(), 1, "{source}");
        found.remove(0).kind
    }

    fn slider(source: &str) -> Slider {
        let ControlKind::Slider(slider) = only(source) else { panic!("no slider in {source}") };
        slider
    }

    #[test]
    fn a_slider_moves_its_literal_and_nothing_else() {
        let source = "# é\ntemperature = slider(0.1, 2.0, value=0.7, step=0.1)  # warm\n";
        let slider = slider(source);
        assert_eq!((slider.min, slider.max, slider.value, slider.whole), (0.1, 2.0, 0.7, false));
        assert_eq!(slider.with_value(source, 0.31), source.replace("0.7", "0.3"));
        assert_eq!(slider.with_value(source, 99.0), source.replace("0.7", "2.0"));
        assert_eq!(slider.with_value(source, f64::NAN), source);
    }

    #[test]
    fn a_slider_without_a_value_gets_one_written() {
        let source = "n = slider(-4, 8)";
        let slider = slider(source);
        assert_eq!((slider.value, slider.step, slider.whole), (-4.0, 1.0, true));
        assert_eq!(slider.with_value(source, 3.2), "n = slider(-4, 8, value=3)");
        assert_eq!(slider.with_value(source, -0.3), "n = slider(-4, 8, value=0)");
    }

    #[test]
    fn text_is_escaped_and_reads_back() {
        let source = "s = text('the \\'cat\\' sat')";
        let ControlKind::Text(text) = only(source) else { panic!("no text") };
        assert_eq!(&*text.value, "the 'cat' sat");
        for new in ["", "a \"b\" \\ c", "ta\tb\nline\r\u{7f}\u{0}", "漢字 e\u{301} 🦀 {x}"] {
            let after = text.with_text(source, new);
            let ControlKind::Text(again) = only(&after) else { panic!("no text in {after}") };
            assert_eq!(&*again.value, new);
        }
    }

    #[test]
    fn a_text_knows_whether_it_is_of_its_task() {
        for (source, is_outside) in [
            ("s = text(\"the cat sleeps\", task=\"translation\")", false),
            ("s = text(\"sleeps cat the\", task=\"translation\")", true),
            ("s = text(\"sleeps cat the\")", false),
        ] {
            let ControlKind::Text(text) = only(source) else { panic!("no text") };
            assert_eq!(text.is_outside(), is_outside, "{source}");
            assert_eq!(text.with_text(source, "we sing"), source.replace(&*text.value, "we sing"));
        }
    }

    #[test]
    fn choices_and_toggles() {
        let source = "act = choice([\"relu\", \"gelu\"], \"relu\")\non = toggle(True)";
        let found = controls(&parse(source).program);
        let [ControlKind::Choice(choice), ControlKind::Toggle(toggle)] = [&found[0].kind, &found[1].kind] else {
            panic!("{found:?}")
        };
        assert_eq!(choice.selected, 0);
        assert!(!choice.is_of_fills());
        assert_eq!(choice.with_option(source, 1), source.replace(", \"relu\")", ", \"gelu\")"));
        assert_eq!(choice.with_option(source, 2), source);
        assert_eq!(toggle.with_value(source, false), source.replace("True", "False"));
    }

    #[test]
    fn a_choice_of_fills_is_known_by_its_options() {
        let is_of_fills = |options: &str| match only(&format!("fill = choice({options})")) {
            ControlKind::Choice(choice) => choice.is_of_fills(),
            other => panic!("{other:?}"),
        };
        assert!(is_of_fills(r#"["-inf", "-1e9", "0", "-1e-20", "dtype minimum", "safe softmax"], "-1e9""#));
        for other in [r#"["causal", "-1e-20"]"#, r#"["1", "2"]"#, r#"["safe softmax"]"#] {
            assert!(!is_of_fills(other), "{other}");
        }
    }

    #[test]
    fn matrices_keep_their_layout() {
        let source = "W = matrix([\n    [0.5, -1.25],  # cat\n    [2, 0],\n])";
        let ControlKind::Matrix(matrix) = only(source) else { panic!("no matrix") };
        assert_eq!(matrix.rows, vec![vec![0.5, -1.25], vec![2.0, 0.0]]);
        assert_eq!(matrix.with_number(source, 0, 1, 0.7), source.replace("-1.25", "0.7"));
        assert_eq!(matrix.with_number(source, 1, 0, 3.0), source.replace('2', "3").replace("1.35", "1.25"));
        assert_eq!(matrix.with_number(source, 1, 1, 1e-7), source.replace("0]", "1e-7]"));
        assert_eq!(matrix.with_number(source, 2, 0, 1.0), source);
    }

    #[test]
    fn what_is_computed_or_ragged_is_no_control() {
        for source in [
            "x = slider(0, n)",
            "x = 2 * slider(0, 1)",
            "slider(0, 1)",
            "x = matrix([[1], [1, 2]])",
            "x = matrix([])",
            "x = text(f\"{y}\")",
            "x = choice([], \"a\")",
            "x = choice([\"a\"], \"b\")",
            "x = toggle(1)",
        ] {
            assert_eq!(controls(&parse(source).program), vec![], "{source}");
        }
    }
}
