//! One element as a person writes it: `weights[2, 1]`, `weights[-1, 0]`, `weights[sat, cat]`, `loss`.
//!
//! A name is a name of the page, or one that was given while it was computed: a variable of a function, a stage of a module.

use std::fmt;
use std::sync::Arc;

use crate::lang::Value;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskReport, TaskRun, TaskState};
use crate::notebook::graph::is_private;
use crate::notebook::lesson::BlockId;
use crate::notebook::problem::nearest;
use crate::notebook::why::{self, ElementRef};
use crate::tensor::Tensor;

/// Why a text means no element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// No value has this name.
    Name {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A bracket is open at its end.
    Open(String),
    /// It is one number, and an index was given.
    Single(String),
    /// It is a number that no formula made.
    Counted {
        /// The name.
        name: String,
        /// The number.
        value: String,
    },
    /// It is no number.
    Other {
        /// The name.
        name: String,
        /// What it is instead.
        what: String,
    },
    /// It has several elements, and it was not said which is meant; or an index of another length was given.
    Which {
        /// How many places were given.
        given: usize,
        /// The name.
        name: String,
        /// Its shape, `[query 6, key 6]`.
        shape: String,
        /// How many places an index has.
        axes: usize,
    },
    /// Nothing is known of how it was made.
    Lost(String),
    /// An axis has no place of this number.
    Outside {
        /// The name.
        name: String,
        /// Its shape.
        shape: String,
        /// Which axis.
        axis: usize,
        /// The number that was given.
        place: i64,
        /// How many places there are.
        size: usize,
    },
    /// An axis has no place of this label.
    Label {
        /// The name.
        name: String,
        /// Which axis.
        axis: usize,
        /// What was given.
        label: String,
        /// The label that was probably meant.
        near: Option<String>,
        /// Whether the axis has labels at all.
        has_labels: bool,
    },
    /// Several places have this label.
    Several {
        /// What was given.
        label: String,
        /// Where it stands.
        places: Vec<usize>,
    },
}

/// What names mean on a page, and at one of its blocks: the names of an exercise hide there those of the page.
#[derive(Clone, Copy, Debug)]
pub struct NameLookup<'o> {
    outcome: &'o EvaluationOutcome,
    block: Option<&'o BlockId>,
}

impl<'o> NameLookup<'o> {
    /// On the page.
    pub fn of(outcome: &'o EvaluationOutcome) -> Self {
        Self { outcome, block: None }
    }

    /// To who stands at a block: what it defines itself goes first.
    pub fn at(outcome: &'o EvaluationOutcome, block: &'o BlockId) -> Self {
        Self { outcome, block: Some(block) }
    }

    /// Finds the element that a text means.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(self, text: &str) -> Result<ElementRef, Missing> {
        let text = text.trim();
        if let Some(value) = self.value(text) {
            return of_value(text, &value, &[]);
        }
        let (name, items) = split(text);
        self.of_items(name, &items)
    }

    /// Finds the element of a name whose place along every axis is told: by its number, from the end if it is negative, or by its
    /// label.
    ///
    /// # Errors
    /// When there is none.
    pub fn of_items(self, name: &str, items: &[&str]) -> Result<ElementRef, Missing> {
        if let Some(value) = self.value(name) {
            return of_value(name, &value, items);
        }
        Err(self.no_value(name))
    }

    /// Why no value has this name.
    pub fn no_value(self, name: &str) -> Missing {
        if name.contains('[') && !name.ends_with(']') {
            return Missing::Open(name.to_owned());
        }
        let near = nearest(name, self.bound().map(|name| &**name)).map(str::to_owned);
        Missing::Name { name: name.to_owned(), near }
    }

    /// The value of a name, or of one that was given while it was computed. Where its cell has failed since or waits, it is the last
    /// good one, as on the screen; [`standing`](Self::standing) tells.
    pub fn value(self, name: &str) -> Option<Value> {
        self.found(name).map(|(_, _, value)| value)
    }

    /// Whose value that is, and how it stands: any state but [`TaskState::Ok`] makes it an old one.
    pub fn standing(self, name: &str) -> Option<(&'o BlockId, &'o TaskState)> {
        self.found(name).map(|(task, report, _)| (task.block(), &report.state))
    }

    fn found(self, name: &str) -> Option<(&'o EvaluationTask, &'o TaskReport, Value)> {
        let bound = |run: &TaskRun| run.values.get(name).map(|binding| binding.value.clone());
        let recorded = |run: &TaskRun| run.tape.named(name).map(|node| Value::from(node.value.clone()));
        let own = |value: &dyn Fn(&TaskRun) -> Option<Value>| {
            let mut own = self.runs().filter(|(task, ..)| self.block == Some(task.block()));
            own.find_map(|(task, report, run)| Some((task, report, value(run)?)))
        };
        let find = |is_old: bool, value: &dyn Fn(&TaskRun) -> Option<Value>| {
            let mut of_age = self.runs().filter(|(_, report, _)| (report.state != TaskState::Ok) == is_old);
            of_age.find_map(|(task, report, run)| Some((task, report, value(run)?)))
        };
        own(&bound)
            .or_else(|| find(false, &bound))
            .or_else(|| find(true, &bound))
            .or_else(|| own(&recorded))
            .or_else(|| find(false, &recorded))
            .or_else(|| find(true, &recorded))
    }

    /// The names that the page binds.
    fn bound(self) -> impl Iterator<Item = &'o Arc<str>> {
        self.runs().flat_map(|(_, _, run)| run.values.keys()).filter(|name| !is_private(name))
    }

    /// The runs of the page as the learner has it. What its author wrote is another page, and the answer of a question is nobody's.
    fn runs(self) -> impl Iterator<Item = (&'o EvaluationTask, &'o TaskReport, &'o TaskRun)> {
        let own = self
            .outcome
            .reports()
            .iter()
            .filter(|(task, _)| matches!(task, EvaluationTask::Cell(_) | EvaluationTask::Attempt(_)));
        own.filter_map(|(task, report)| Some((task, report, report.run.as_deref()?)))
    }
}

/// The name, and the items of what stands between the last brackets.
pub fn split(text: &str) -> (&str, Vec<&str>) {
    let Some((name, index)) = text.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) else {
        return (text, Vec::new());
    };
    let items = index.split(',').map(|item| item.trim().trim_matches(['"', '\'']));
    (name.trim(), if index.trim().is_empty() { Vec::new() } else { items.collect() })
}

fn of_value(name: &str, value: &Value, items: &[&str]) -> Result<ElementRef, Missing> {
    match value {
        Value::Tensor(tensor) => of_tensor(name, &tensor.now(), items),
        Value::Int(..) | Value::Float(..) if !items.is_empty() => Err(Missing::Single(name.to_owned())),
        Value::Int(..) | Value::Float(..) => {
            let made = value.origin().map(|origin| ElementRef { origin, index: Vec::new() });
            made.ok_or_else(|| Missing::Counted { name: name.to_owned(), value: value.repr() })
        }
        other => Err(Missing::Other { name: name.to_owned(), what: other.description() }),
    }
}

fn of_tensor(name: &str, tensor: &Tensor, items: &[&str]) -> Result<ElementRef, Missing> {
    let index = index(name, tensor, items)?;
    why::element(tensor, &index).ok_or_else(|| Missing::Lost(name.to_owned()))
}

/// The index of one element of a tensor; a tensor of one element needs none.
///
/// # Errors
/// When there is no such element.
pub fn index(name: &str, tensor: &Tensor, items: &[&str]) -> Result<Vec<usize>, Missing> {
    if items.is_empty() && tensor.len() == 1 {
        return Ok(vec![0; tensor.ndim()]);
    }
    if items.len() != tensor.ndim() {
        let (given, axes) = (items.len(), tensor.ndim());
        return Err(Missing::Which { given, name: name.to_owned(), shape: tensor.shape_text(), axes });
    }
    items.iter().enumerate().map(|(axis, item)| place(name, tensor, axis, item)).collect()
}

/// A place along an axis: a number, from the end if it is negative, or the label of one place.
///
/// # Errors
/// When there is no such place.
pub fn place(name: &str, tensor: &Tensor, axis: usize, item: &str) -> Result<usize, Missing> {
    let size = tensor.shape()[axis];
    if let Ok(number) = item.parse::<i64>() {
        let place = if number < 0 { number.saturating_add(size as i64) } else { number };
        let inside = usize::try_from(place).ok().filter(|place| *place < size);
        return inside.ok_or_else(|| Missing::Outside {
            name: name.to_owned(),
            shape: tensor.shape_text(),
            axis,
            place: number,
            size,
        });
    }
    let labels = tensor.axes()[axis].labels.as_deref().unwrap_or_default();
    // One of several by its number as well, as the screen writes it and as it is heard.
    let is_it = |&place: &usize| {
        let said = tensor.axes()[axis].place(place);
        said.is_some_and(|said| said == item) || item == format!("{} ({place})", labels[place])
    };
    if let Some(place) = (0..labels.len()).find(is_it) {
        return Ok(place);
    }
    let places: Vec<usize> = (0..labels.len()).filter(|&place| *labels[place] == *item).collect();
    match places.as_slice() {
        [place] => Ok(*place),
        [] => Err(Missing::Label {
            name: name.to_owned(),
            axis,
            label: item.to_owned(),
            near: nearest(item, labels.iter().map(|label| &**label)).map(str::to_owned),
            has_labels: !labels.is_empty(),
        }),
        _ => Err(Missing::Several { label: item.to_owned(), places }),
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meant = |near: &Option<String>| near.as_ref().map(|near| format!("; did you mean `{near}`?"));
        match self {
            Self::Name { name, near } => write!(f, "there is no value `{name}`{}", meant(near).unwrap_or_default()),
            Self::Open(text) => write!(f, "`{text}` has no closing `]`"),
            Self::Single(name) => write!(f, "`{name}` is a single number: give it without an index"),
            Self::Counted { name, value } => write!(f, "`{name}` is {value}, which was counted, not computed"),
            Self::Other { name, what } => write!(f, "`{name}` is {what}, but only numbers can be explained"),
            Self::Which { given: 1.., name, shape, axes } => {
                let places = vec!["0"; *axes].join(", ");
                write!(f, "`{name}` is {shape}: give one index for each axis, such as {name}[{places}]")
            }
            Self::Which { name, shape, axes, .. } => {
                let places = vec!["0"; *axes].join(", ");
                write!(f, "`{name}` is {shape}: say which of its elements, such as {name}[{places}]")
            }
            Self::Lost(name) => write!(f, "how `{name}` was computed is not known"),
            Self::Outside { name, shape, axis, place, size } => {
                write!(f, "axis {axis} of `{name}` {shape} has no index {place}: ")?;
                if *size == 0 { f.write_str("it is empty") } else { write!(f, "use 0 to {}", size - 1) }
            }
            Self::Label { name, axis, label, has_labels: false, .. } => {
                write!(f, "axis {axis} of `{name}` has no labels: give a number as its index, not `{label}`")
            }
            Self::Label { name, axis, label, near, .. } => {
                let help = meant(near).unwrap_or_default();
                write!(f, "axis {axis} of `{name}` has no label `{label}`{help}")
            }
            Self::Several { label, places } => {
                let places: Vec<String> = places.iter().map(ToString::to_string).collect();
                write!(f, "`{label}` is the label of {}: give the number as the index", places.join(" and "))
            }
        }
    }
}
