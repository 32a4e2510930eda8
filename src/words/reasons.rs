//! *Why*, in words: what operations remark, where a value comes from, where a number stopped being one, and why there is no gradient.

use super::{Said, say, word};
use crate::notebook::why::gradient::{GradientNote, NoGradient, Without};
use crate::notebook::why::{Among, NamedValue, NanCause, WhyNote};
use crate::tensor::Leaf;
use crate::tensor::explain::{Otherwise, Remark};

/// What it is called.
impl Said for NamedValue {
    fn said(&self) -> String {
        if self.is_constant { say!("constant-of", operation = &*self.name) } else { self.name.clone() }
    }
}

impl Said for WhyNote {
    fn said(&self) -> String {
        match self {
            Self::Operation(remark) => remark.said(),
            Self::Source(leaf) => leaf.said(),
            Self::Code => word!("note-code").to_owned(),
            Self::Whole(shape) => say!("note-whole", shape),
            Self::Slope(slope) => slope.said(),
        }
    }
}

impl Said for Remark {
    fn said(&self) -> String {
        match self {
            Self::Joined(part) => say!("remark-joined", part),
            Self::Stacked(part) => say!("remark-stacked", part),
            Self::Put => word!("remark-put").to_owned(),
            Self::Untouched => word!("remark-untouched").to_owned(),
            Self::Row { row, label: None } => say!("remark-row", row),
            Self::Row { row, label: Some(label) } => say!("remark-named-row", row, label),
            Self::Place { place, label: None, axis } => say!("remark-place", place, axis),
            Self::Place { place, label: Some(label), axis } => say!("remark-named-place", place, label, axis),
            Self::Chosen => word!("remark-chosen").to_owned(),
            Self::Hidden => word!("remark-hidden").to_owned(),
            Self::Shown => word!("remark-shown").to_owned(),
            Self::Inside { row, column } => say!("remark-inside", row, column),
            Self::Outside { row, column } => say!("remark-outside", row, column),
            Self::Cast(dtype) => say!("remark-cast", dtype = dtype.to_string()),
            Self::Moved => word!("remark-moved").to_owned(),
            Self::Copied => word!("remark-copied").to_owned(),
            Self::Running => word!("remark-running").to_owned(),
            Self::OnlyNan => word!("remark-only-nan").to_owned(),
        }
    }
}

impl Said for Leaf {
    fn said(&self) -> String {
        match self {
            Self::Literal => word!("leaf-written").to_owned(),
            Self::Control(kind) => say!("leaf-control", kind = *kind),
            Self::Random => word!("leaf-random").to_owned(),
            Self::Given(name) if name.is_empty() => word!("leaf-function").to_owned(),
            Self::Given(name) => say!("leaf-given", name = **name),
            Self::Outer(name) => say!("leaf-outer", name = **name),
            Self::Part { of, .. } => say!("leaf-part", name = **of),
        }
    }
}

impl Said for Otherwise {
    fn said(&self) -> String {
        match self {
            Self::Shifted => word!("otherwise-shifted").to_owned(),
        }
    }
}

impl Said for NanCause {
    fn said(&self) -> String {
        match self {
            Self::Set { value, by } => say!("cause-set", value, kind = *by),
            Self::Written(value) => say!("cause-written", value),
            Self::AllHidden(Among::One) => word!("cause-hidden-one").to_owned(),
            Self::AllHidden(Among::Row) => word!("cause-hidden-row").to_owned(),
            Self::AllHidden(Among::Column) => word!("cause-hidden-column").to_owned(),
            Self::AllHidden(Among::Axis(axis)) => say!("cause-hidden-axis", axis),
            Self::Infinite(formula) => formula.clone(),
            Self::Overflow(formula) => say!("cause-overflow", formula),
            Self::NotReal(formula) => say!("cause-not-real", formula),
            Self::Undefined(formula) => say!("cause-undefined", formula),
            Self::TooLarge(number) => say!("cause-too-large", number),
            Self::Comes { formula, to } => say!("cause-comes", formula, value = to),
        }
    }
}

impl Said for GradientNote {
    fn said(&self) -> String {
        match self {
            Self::ChainRule => word!("slope-chain-rule").to_owned(),
            Self::Output => word!("slope-output").to_owned(),
            Self::Beside => word!("slope-beside").to_owned(),
            Self::Still => word!("slope-still").to_owned(),
            Self::None(Without::Apart) => Without::Apart.said(),
            Self::None(without) => say!("slope-none", why = without.said()),
            Self::Whole => word!("slope-of-a-whole").to_owned(),
        }
    }
}

impl Said for Without {
    fn said(&self) -> String {
        match self {
            Self::Whole => word!("without-whole").to_owned(),
            Self::Truth => word!("without-truth").to_owned(),
            Self::Text => word!("without-text").to_owned(),
            Self::Apart => word!("without-apart").to_owned(),
            Self::Counted(by) => say!("without-counted", by),
            Self::Jump(by) => say!("without-jump", by),
            Self::Copied => word!("without-copied").to_owned(),
            Self::Underivable(by) => say!("without-derivative", by = *by),
        }
    }
}

impl Said for NoGradient {
    fn said(&self) -> String {
        match self {
            Self::Lost => word!("nothing-known").to_owned(),
            Self::Without { name, why } => say!("gradient-none", name, why = why.said()),
            Self::TooLarge(work) => say!("gradient-too-large", millions = work / 1_000_000),
            Self::Refused(error) => say!("gradient-refused", error = error.to_string()),
            Self::NoThread(error) => error.clone(),
            Self::Broken => word!("gradient-broken").to_owned(),
        }
    }
}
