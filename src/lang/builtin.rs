//! What is known of a function that is always there without running it.

use std::any::Any;

use super::namespace::Namespace;
use crate::tensor::DType;

/// What the evaluator must know of a function before it calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinRole {
    /// Nothing.
    Function,
    /// It is a control of a page.
    Control,
    /// It changes the list, dict or set whose method it is: `items.append(x)`.
    Changes,
    /// It makes values of a type of Python or PyTorch, and stands for that type in `isinstance`.
    Type,
    /// The same of a number, and it stands for this dtype as well: `dtype=float` is double precision, as in PyTorch.
    NumberType(DType),
    /// It gives a view of its tensor: PyTorch's `Tensor(a)`.
    Views,
    /// It gives several views of its tensor: PyTorch's `Tensor(a)[]`.
    Splits,
    /// It gives its tensor itself where there is nothing to do: PyTorch's `Tensor(a)`, too.
    Passes,
    /// It changes its tensor and gives it back: PyTorch's `Tensor(a!)`.
    Writes,
    /// It is found at the objects of a type and takes none of them: `dict.fromkeys`.
    Static,
    /// As [`BuiltinRole::Changes`], and it returns a value, so cells call it inside expressions: `table.pop(key)`.
    Takes,
}

impl BuiltinRole {
    /// Whether a method changes what it belongs to.
    pub(super) fn is_change(self) -> bool {
        matches!(self, Self::Changes | Self::Takes)
    }
}

/// Whose words the errors of a function are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Convention {
    /// Those of a function that is written in Python.
    Python,
    /// Those of CPython's own functions.
    Native,
    /// Those of PyTorch's own functions.
    Torch,
}

/// A function that is always there.
#[derive(Debug)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// What stands in its brackets: `x, dim=-1`. A method's first parameter is its object.
    pub signature: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Where it is found.
    pub places: &'static [Namespace],
    /// The Rust type of each parameter of its signature, from which tests know what it takes.
    pub types: &'static [&'static str],
    /// What PyTorch keeps for the gradient of what the function makes, where its steps here do not say that: the names of parameters;
    /// `result` for what it makes, and `indices` for the second of the two tensors that it makes.
    pub(super) keeps: &'static [&'static str],
    /// What PyTorch's graph calls the step whose value the function gives, of which a gradient may be wanted: `ExpBackward0`. `None` where
    /// no gradient passes, where a part of the function says it, or where it depends on the arguments and the function says it.
    pub(super) grad_fn: Option<&'static str>,
    /// Whether it is written in Python where it comes from, though its neighbours are not.
    pub(super) is_python: bool,
    /// How many parameters, after an object, are given by place only.
    pub positional: usize,
    /// What the evaluator must know of it.
    pub(super) role: BuiltinRole,
    /// What runs when it is called. Only the [library](super::evaluate::library) that it is of can read that, so that a value
    /// can name a function and need not know the evaluator.
    pub(super) body: &'static (dyn Any + Send + Sync),
}

impl Builtin {
    /// How it is called where it is found: a method without its object, which stands before the dot.
    pub fn usage_at(&self, place: Namespace) -> String {
        let signature = if place.has_object() {
            self.signature.split_once(", ").map_or("", |(_, rest)| rest)
        } else {
            self.signature
        };
        format!("{}({})", self.name, spelled(signature))
    }

    /// Whether its first parameter is the object that it is a method of.
    pub(super) fn takes_object(&self) -> bool {
        self.signature.starts_with("self") || self.signature.starts_with("this")
    }

    /// Whether it works on what parameters hold, and not on the parameters themselves: what PyTorch and NumPy compute.
    pub(super) fn takes_tensors(&self) -> bool {
        let computes = [Namespace::Torch, Namespace::Functional, Namespace::Math, Namespace::Numpy, Namespace::Tensor];
        self.role != BuiltinRole::Writes && self.places.iter().any(|place| computes.contains(place))
    }

    /// PyTorch's mark for the memory of what it gives: shared with its tensor, or written to.
    pub fn memory_mark(&self) -> &'static str {
        match self.role {
            BuiltinRole::Views | BuiltinRole::Passes => " -> Tensor(a)",
            BuiltinRole::Splits => " -> Tensor(a)[]",
            BuiltinRole::Writes => " -> Tensor(a!)",
            _ => "",
        }
    }

    /// Whether it makes values of a type, and so stands for that type.
    pub(super) fn is_type(&self) -> bool {
        matches!(self.role, BuiltinRole::Type | BuiltinRole::NumberType(_))
    }

    /// The dtype that it stands for.
    pub(super) fn dtype(&self) -> Option<DType> {
        match self.role {
            BuiltinRole::NumberType(dtype) => Some(dtype),
            _ => None,
        }
    }

    /// Its name as Python shows a type: `int`, `torch.Size`.
    pub(super) fn type_name(&self) -> String {
        let owner = match self.places {
            places if places.contains(&Namespace::Torch) => "torch.",
            [Namespace::Numpy] => "numpy.",
            _ => "",
        };
        format!("{owner}{}", self.name)
    }

    /// Whose words its errors are.
    pub(super) fn convention(&self) -> Convention {
        use Namespace::{Autograd, Bare, Cuda, Dict, Generator, List, Math, Set, Str, Tensor, Torch};
        let is_at = |places: &[Namespace]| self.places.iter().any(|place| places.contains(place));
        if self.is_python {
            Convention::Python
        } else if is_at(&[Torch, Tensor, Generator, Cuda, Autograd]) {
            Convention::Torch
        } else if is_at(&[Bare, Math, Str, List, Dict, Set]) {
            Convention::Native
        } else {
            Convention::Python
        }
    }

    /// Its name as the errors of CPython write it: `str.join`, `Linear.__init__`.
    pub(super) fn qualified_name(&self) -> String {
        let owner = match self.places {
            [Namespace::Str, ..] => "str.",
            [Namespace::List, ..] => "list.",
            [Namespace::Dict, ..] => "dict.",
            [Namespace::Set, ..] => "set.",
            [Namespace::Math, ..] => "math.",
            [] if self.name.starts_with(char::is_uppercase) => return format!("{}.__init__", self.name),
            _ => "",
        };
        format!("{owner}{}", self.name)
    }

    /// How it is called: `softmax(x, dim)`.
    pub fn usage(&self) -> String {
        let rest = self.signature.strip_prefix("self").or_else(|| self.signature.strip_prefix("this"));
        let signature = rest.map_or(self.signature, |rest| rest.trim_start_matches(", "));
        format!("{}({})", self.name, spelled(signature))
    }
}

/// A signature as Python shows it: Rust writes its strings between double quotes.
pub(super) fn spelled(signature: &str) -> String {
    signature.replace('"', "'")
}
