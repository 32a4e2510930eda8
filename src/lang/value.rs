//! Values: all that a name can hold. They are cheap to clone. Lists, dicts and sets are [shared](Shared) by all of their names; objects,
//! classes and variables of functions lie in the [heap](super::object) and are named by number; all other values never change.
//!
//! Numbers remember where they come from ([`Trace`]), so that *why* does not end at `sqrt(d_k)` or at a slider. A value that leaves its
//! cell nests no deeper than [`MAX_DEPTH`](super::syntax::MAX_DEPTH), so it can be compared, shown and dropped by plain recursion. A
//! value knows the size of its tree ([`Value::size`]), which is charged before anything walks over it. If lists in it may still change,
//! its size is found by a separate walk.

mod array_text;
mod array_type;
mod closure;
mod dict;
mod dict_view;
mod digest;
mod drop_queue;
mod generator;
mod items;
mod iterator;
mod object_text;
mod pause;
mod print;
mod shared;
mod show;
mod shown_elements;
mod size;
mod stub;
mod tensor;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use array_text::{PrintOptions, array_text};
pub use array_type::{ArrayType, ReadOnly, array_dtype, scalar_type};
pub use closure::{Captured, Closure};
pub use dict::{Dict, Key};
pub use dict_view::{DictPart, DictView};
pub use digest::Digest;
pub(super) use drop_queue::drop_in_turn;
pub use generator::{CellNumbers, NumberSource, SharedGenerator, Twister};
pub use items::{Form, Items};
pub use iterator::{ItemSource, Progress, SharedIterator};
pub(super) use object_text::{Said, object_text};
pub(in crate::lang) use pause::Awakened;
pub use pause::Pause;
pub use shared::{CircularContainers, Contents, Identity, Maker, Shared, SharedDict, SharedList};
pub use show::{float_text, quoted};
pub use stub::Stub;
pub(in crate::lang) use tensor::GradientSlot;
pub use tensor::{Gradient, SharedTensor, ViewCreation};

pub(super) use size::Survey;

use super::builtin::Builtin;
use super::class::{Bound, Class, Super};
use super::namespace::Module;
use super::object::{FrozenHeap, Reference};
use super::syntax::Span;
use crate::tensor::{DType, Origin, Tensor};

/// Names and what they hold.
pub type Scope = BTreeMap<Arc<str>, Value>;

/// A value of the cell language.
#[derive(Clone, Debug)]
pub enum Value {
    /// An array of numbers or truth values.
    Tensor(SharedTensor),
    /// A whole number of 64 bits.
    Int(i64, Trace),
    /// A real number in double precision.
    Float(f64, Trace),
    /// `True` or `False`.
    Bool(bool),
    /// A string.
    Str(Arc<str>),
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// `(a, b)`.
    Tuple(Items),
    /// `[a, b]`.
    List(SharedList),
    /// `{a: b}`.
    Dict(SharedDict),
    /// `set(items)`: the keys of a dict without values, in the order in which they came.
    Set(SharedDict),
    /// `d.keys()`, `d.values()` or `d.items()`.
    View(Arc<DictView>),
    /// `iter(items)`, `zip(a, b)` and their like: gives each item once.
    Iterator(SharedIterator),
    /// `torch.Generator()`, and what `random.Random()` draws from: gives each random number once.
    Generator(NumberSource),
    /// `start:stop:step` of an index.
    Slice(Arc<[Value; 3]>),
    /// `range(start, stop, step)`.
    Range(Range),
    /// A function or lambda of a cell.
    Function(Arc<Closure>),
    /// A function that is always there.
    Builtin(&'static Builtin),
    /// A method together with its object: `x.sum` before it is called.
    Method(Arc<Value>, &'static Builtin),
    /// `torch`, `math` and their like.
    Module(Module),
    /// `torch.float32` and its like.
    DType(DType),
    /// What is read and has no effect: a device, a logger.
    Stub(Arc<Stub>),
    /// An object: of a class of a cell, a module of `nn`, or a parameter.
    Object(Reference),
    /// A class, of a cell or one that is always there.
    Class(Class),
    /// A method of a cell's class together with its object: `self.forward` before it is called.
    Bound(Arc<Bound>),
    /// `super()`.
    Super(Arc<Super>),
}

/// Where a number comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trace {
    /// Nothing is known: a length, a loop counter.
    #[default]
    None,
    /// Written here in the cell that is being evaluated, and not yet part of a tape.
    Written(Span),
    /// Made by this node of a tape.
    Made(Origin),
}

/// Where a number comes from never makes two numbers different.
impl Trace {
    /// The node that made the number.
    pub fn origin(self) -> Option<Origin> {
        match self {
            Self::Made(origin) => Some(origin),
            Self::None | Self::Written(_) => None,
        }
    }
}

/// The numbers of a `range`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first number.
    pub start: i64,
    /// The bound that is not reached.
    pub stop: i64,
    /// The distance: not zero.
    pub step: i64,
}

impl Range {
    /// How many numbers there are.
    pub fn len(self) -> usize {
        let distance = i128::from(self.stop) - i128::from(self.start);
        let step = i128::from(self.step);
        let count = if step == 0 { 0 } else { (distance + step - step.signum()) / step };
        usize::try_from(count).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number at `place`.
    pub fn get(self, place: usize) -> Option<i64> {
        let number = i128::from(self.start) + i128::from(self.step) * place as i128;
        let stop = i128::from(self.stop);
        let is_inside = if self.step > 0 { number < stop } else { self.step < 0 && number > stop };
        if is_inside { i64::try_from(number).ok() } else { None }
    }
}

impl From<Tensor> for Value {
    fn from(tensor: Tensor) -> Self {
        Self::Tensor(SharedTensor::new(tensor))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value, Trace::None)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value, Trace::None)
    }
}

impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::None
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl Value {
    /// A string.
    pub fn text(text: impl AsRef<str>) -> Self {
        Self::Str(Arc::from(text.as_ref()))
    }

    /// What is read and has no effect.
    pub fn stub(what: Stub) -> Self {
        Self::Stub(Arc::new(what))
    }

    /// What is read and has no effect, if this is such a thing.
    pub fn as_stub(&self) -> Option<&Stub> {
        match self {
            Self::Stub(what) => Some(what),
            _ => None,
        }
    }

    /// A whole number of which nothing is known.
    pub fn int(value: impl TryInto<i64>) -> Self {
        Self::Int(value.try_into().unwrap_or(i64::MAX), Trace::None)
    }

    /// A tuple of whole numbers: a shape.
    pub fn shape(sizes: &[usize]) -> Self {
        Self::Tuple(Items::flat(sizes.iter().map(|&size| Self::int(size)).collect()).in_form(Form::Size))
    }

    /// The tensor that it is now, if it is one.
    pub fn tensor(&self) -> Option<Tensor> {
        if let Self::Tensor(tensor) = self { Some(tensor.now()) } else { None }
    }

    /// The same under all of its names.
    pub(in crate::lang) fn as_tensor(&self) -> Option<&SharedTensor> {
        if let Self::Tensor(tensor) = self { Some(tensor) } else { None }
    }

    /// A list of these items, which its cell may change.
    pub fn list(items: Items) -> Self {
        Self::List(SharedList::new(items))
    }

    /// A dict of these entries, which its cell may change.
    pub fn dict(entries: Dict) -> Self {
        Self::Dict(SharedDict::new(Arc::new(entries)))
    }

    /// The items of a list or a tuple, as they are now.
    pub fn items(&self) -> Option<Items> {
        match self {
            Self::List(list) => Some(list.now()),
            Self::Tuple(items) => Some(items.clone()),
            _ => None,
        }
    }

    /// What kind of value it is, with its article: `a tensor`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tensor(_) => "a tensor",
            Self::Int(..) => "a whole number",
            Self::Float(..) => "a number",
            Self::Bool(_) => "a truth value",
            Self::Str(_) => "a string",
            Self::None => "None",
            Self::Ellipsis => "`...`",
            Self::Tuple(_) => "a tuple",
            Self::List(_) => "a list",
            Self::Dict(_) => "a dict",
            Self::Set(_) => "a set",
            Self::View(_) => "a view of a dict",
            Self::Iterator(_) => "an iterator",
            Self::Generator(_) => "a random generator",
            Self::Slice(_) => "a slice",
            Self::Range(_) => "a range",
            Self::Function(_) | Self::Builtin(_) | Self::Method(..) | Self::Bound(_) => "a function",
            Self::Module(_) => "a module",
            Self::DType(_) => "a dtype",
            Self::Stub(what) => what.kind(),
            Self::Object(_) => "an object",
            Self::Class(_) => "a class",
            Self::Super(_) => "super()",
        }
    }

    /// The name of its type, as Python and PyTorch write it in errors: `int`, `Tensor`, `NoneType`.
    pub fn python_type(&self) -> &str {
        match self {
            Self::Tensor(tensor) => match tensor.array_type() {
                ArrayType::Tensor => "Tensor",
                ArrayType::Array => "numpy.ndarray",
                ArrayType::Scalar => scalar_type(tensor.dtype()),
            },
            Self::Int(..) => "int",
            Self::Float(..) => "float",
            Self::Bool(_) => "bool",
            Self::Str(_) => "str",
            Self::None => "NoneType",
            Self::Ellipsis => "ellipsis",
            Self::Tuple(items) => match items.form() {
                Form::Plain => "tuple",
                Form::Size => "torch.Size",
                Form::Extremes(name) => name,
            },
            Self::List(_) => "list",
            Self::Dict(_) => "dict",
            Self::Set(_) => "set",
            Self::View(view) => view.part.type_name(),
            Self::Iterator(iterator) => iterator.type_name(),
            Self::Generator(_) => "torch._C.Generator",
            Self::Slice(_) => "slice",
            Self::Range(_) => "range",
            Self::Function(_) => "function",
            Self::Builtin(builtin) if builtin.is_type() => "type",
            Self::Builtin(_) => "builtin_function_or_method",
            Self::Method(..) | Self::Bound(_) => "method",
            Self::Module(_) => "module",
            Self::DType(_) => "torch.dtype",
            Self::Stub(what) => what.python_type(),
            Self::Object(reference) => reference.class.name(),
            Self::Class(_) => "type",
            Self::Super(_) => "super",
        }
    }

    /// What kind of value it is, with its shape or its text where that is short: `a tensor [4, 8]`, `the string "cat"`.
    pub fn description(&self) -> String {
        match self {
            Self::Tensor(tensor) => match tensor.array_type() {
                ArrayType::Tensor => format!("a tensor {}", tensor.now().shape_text()),
                ArrayType::Array => format!("an array {}", tensor.now().shape_text()),
                ArrayType::Scalar => format!("the number {}", self.show()),
            },
            Self::Str(text) if text.chars().count() <= 24 => format!("the string {}", quoted(text)),
            Self::Int(value, _) => format!("the number {value}"),
            Self::Float(value, _) => format!("the number {}", float_text(*value)),
            Self::Bool(_) | Self::None => self.repr(),
            Self::Function(closure) => format!("the function {}", closure.code.name.name),
            Self::Builtin(builtin) if builtin.is_type() => format!("the type {}", builtin.name),
            Self::Builtin(builtin) | Self::Method(_, builtin) => format!("the function {}", builtin.name),
            Self::Bound(bound) => format!("the function {}", bound.function.code.name.name),
            Self::Object(reference) => format!("an object of {}", reference.class.name()),
            Self::Class(class) => format!("the class {}", class.name()),
            _ => self.kind().to_owned(),
        }
    }

    /// Which node of which tape made it.
    pub fn origin(&self) -> Option<Origin> {
        match self {
            Self::Tensor(tensor) => tensor.now().origin(),
            Self::Int(_, trace) | Self::Float(_, trace) => trace.origin(),
            _ => None,
        }
    }

    /// How deep it nests: 0 for a value that holds no others. A list that may still change counts as one level.
    pub fn depth(&self) -> u32 {
        match self {
            Self::Tuple(items) => items.depth(),
            Self::List(list) if list.is_frozen() => list.now().depth(),
            Self::Dict(table) | Self::Set(table) if table.is_frozen() => table.now().depth(),
            Self::View(view) if view.dict.is_frozen() => view.dict.now().depth(),
            // It may still change, so its final depth is not known yet.
            Self::List(_) | Self::Dict(_) | Self::Set(_) | Self::View(_) => 1,
            Self::Function(closure) => closure.depth(),
            Self::Method(object, _) => object.depth() + 1,
            Self::Slice(parts) => parts.iter().map(Self::depth).max().unwrap_or(0) + 1,
            Self::Bound(bound) => {
                let object = bound.object.as_ref().map_or(0, Self::depth);
                bound.function.depth().max(object) + 1
            }
            Self::Super(above) => above.object.depth() + 1,
            // An object and a class are named, not held. Nobody goes through what an iterator holds.
            _ => 0,
        }
    }

    /// Whether it must take its home along when it leaves its cell: functions, classes and objects, and what holds them. What may
    /// still change could come to hold one: a container of such a thing says yes.
    pub fn travels(&self) -> bool {
        match self {
            Self::Tuple(items) => items.extent().travels,
            Self::List(list) => list.now().extent().travels,
            Self::Dict(table) | Self::Set(table) => table.now().extent().travels,
            Self::View(view) => view.dict.now().extent().travels,
            Self::Function(_) | Self::Object(_) | Self::Class(_) | Self::Bound(_) | Self::Super(_) => true,
            Self::Method(object, _) => object.travels(),
            _ => false,
        }
    }

    /// The value as other cells see it: its functions read the names of `home`, the cell that made them, and its objects lie there.
    #[must_use]
    pub fn frozen_in(self, home: &Arc<FrozenHeap>) -> Self {
        if !self.travels() {
            return self;
        }
        let adopt = |items: &Items| {
            Some(Items::new(items.iter().map(|item| item.clone().frozen_in(home)).collect())?.in_form(items.form()))
        };
        match self {
            Self::Function(closure) if !closure.is_adopted() => Self::Function(Arc::new(closure.frozen_in(home))),
            Self::Tuple(items) => Self::Tuple(adopt(&items).unwrap_or(items)),
            Self::List(list) => {
                Self::List(adopt(&list.now()).map_or_else(|| list.clone(), |items| list.seen_with(items)))
            }
            Self::Dict(table) => {
                Self::Dict(table.seen_with(Arc::new(table.now().map(|value| value.clone().frozen_in(home)))))
            }
            Self::Set(table) => {
                Self::Set(table.seen_with(Arc::new(table.now().map(|key| key.clone().frozen_in(home)))))
            }
            Self::View(view) => {
                Self::View(Arc::new(view.seen_with(view.dict.now().map(|value| value.clone().frozen_in(home)))))
            }
            Self::Object(reference) => Self::Object(reference.frozen_in(home)),
            Self::Class(class) => Self::Class(class.frozen_in(home)),
            Self::Method(object, method) => Self::Method(Arc::new((*object).clone().frozen_in(home)), method),
            Self::Bound(bound) => Self::Bound(Arc::new(bound.frozen_in(home))),
            Self::Super(above) => Self::Super(Arc::new(above.frozen_in(home))),
            other => other,
        }
    }

    /// Whether two values are the same to the last bit, so that nothing that reads them could tell them apart: which lists are one list,
    /// too. Where numbers and tensors come from does not count.
    pub fn same_bits(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tensor(a), Self::Tensor(b)) => {
                let grads = || match (a.grad(), b.grad()) {
                    (None, None) => true,
                    (Some(a), Some(b)) => same_tensor(&a, &b),
                    _ => false,
                };
                let is_computed_alike = || a.gradient() == b.gradient() && a.grad_fn_name() == b.grad_fn_name();
                a.is(b) || (same_tensor(a, b) && is_computed_alike() && grads())
            }
            (Self::Int(a, _), Self::Int(b, _)) => a == b,
            (Self::Float(a, _), Self::Float(b, _)) => a.to_bits() == b.to_bits(),
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::None, Self::None) | (Self::Ellipsis, Self::Ellipsis) => true,
            (Self::Tuple(a), Self::Tuple(b)) => a.form() == b.form() && all_same(a, b),
            (Self::List(a), Self::List(b)) => a.is(b) || (a.is_frozen_as(b) && all_same(&a.now(), &b.now())),
            (Self::Dict(a), Self::Dict(b)) | (Self::Set(a), Self::Set(b)) => {
                a.is(b) || (a.is_frozen_as(b) && a.now().same_bits(&b.now()))
            }
            (Self::View(a), Self::View(b)) => Arc::ptr_eq(a, b) || a.same(b),
            (Self::Iterator(a), Self::Iterator(b)) => a.is(b),
            (Self::Generator(a), Self::Generator(b)) => a.is(b),
            (Self::Slice(a), Self::Slice(b)) => all_same(&**a, &**b),
            (Self::Range(a), Self::Range(b)) => a == b,
            (Self::Function(a), Self::Function(b)) => Arc::ptr_eq(a, b) || a.same_bits(b),
            (Self::Builtin(a), Self::Builtin(b)) => std::ptr::eq(*a, *b),
            (Self::Method(a, f), Self::Method(b, g)) => std::ptr::eq(*f, *g) && a.same_bits(b),
            (Self::Module(a), Self::Module(b)) => a == b,
            (Self::DType(a), Self::DType(b)) => a == b,
            (Self::Stub(a), Self::Stub(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a.same(b),
            (Self::Class(a), Self::Class(b)) => a.same(b),
            (Self::Bound(a), Self::Bound(b)) => a.same(b),
            (Self::Super(a), Self::Super(b)) => a.class.same(&b.class) && a.object.same_bits(&b.object),
            _ => false,
        }
    }
}

/// Whether two tensors are one, or the same of two runs of their cell; gradients apart.
fn same_tensor(a: &SharedTensor, b: &SharedTensor) -> bool {
    a.is(b) || (a.maker() == b.maker() && same_numbers(&a.now(), &b.now()))
}

/// Whether two tensors have the same elements, to the last bit, under the same axes.
fn same_numbers(a: &Tensor, b: &Tensor) -> bool {
    a.same_bits(b) && a.axes() == b.axes()
}

fn all_same(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_bits(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::diagnostic::Diagnostic;
    use crate::lang::syntax::MAX_DEPTH;

    #[test]
    fn values_are_small_because_every_step_hands_some_on() {
        assert!(size_of::<Value>() <= 56, "{}", size_of::<Value>());
        assert_eq!(size_of::<Result<Value, Diagnostic>>(), size_of::<Value>());
    }

    #[test]
    fn ranges_count_as_in_python() {
        let range = |start, stop, step| Range { start, stop, step };
        assert_eq!(range(0, 10, 3).len(), 4);
        assert_eq!(range(10, 0, -3).len(), 4);
        assert_eq!(range(5, 5, 1).len(), 0);
        assert_eq!(range(0, -1, 1).len(), 0);
        assert_eq!(range(i64::MIN, i64::MAX, 1).len(), usize::MAX);
        assert_eq!(range(10, 0, -3).get(3), Some(1));
        assert_eq!(range(10, 0, -3).get(4), None);
    }

    #[test]
    fn values_do_not_nest_for_ever() {
        let mut value = Value::None;
        let mut depth = 0;
        while let Some(items) = Items::new(vec![value.clone()]) {
            value = if depth % 2 == 0 { Value::List(SharedList::frozen(items)) } else { Value::Tuple(items) };
            depth += 1;
        }
        assert_eq!(depth, MAX_DEPTH);
        for _ in 0..2 * MAX_DEPTH {
            value = Value::list(Items::new(vec![Value::list(Items::default())]).unwrap());
        }
        assert_eq!(value.depth(), 1, "of a list that may still change nobody knows");
    }

    #[test]
    fn bits_and_axes_tell_values_apart_but_their_history_does_not() {
        let nan = Value::Float(f64::NAN, Trace::None);
        assert!(nan.same_bits(&Value::Float(f64::NAN, Trace::Written(Span::new(0, 3)))));
        assert!(!Value::Float(0.0, Trace::None).same_bits(&Value::Float(-0.0, Trace::None)));
        assert!(!Value::Int(1, Trace::None).same_bits(&Value::Float(1.0, Trace::None)));
    }
}
