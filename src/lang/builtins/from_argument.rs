//! What a builtin can take: each Rust type says how a value of the language becomes one, and what PyTorch calls what it takes.
//!
//! The error for a wrong kind is PyTorch's own sentence, `softmax(): argument 'dim' (position 2) must be int, not str`, and the
//! usage behind it. Nothing is guessed: a truth value is no number here, and a list no tensor.

use std::sync::Arc;

use super::Builtin;
use super::arguments::MAX_ELEMENTS;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::PassedBy;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::written::MAX_AXES;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::limits::Stop;
use crate::lang::namespace::Namespace;
use crate::lang::object::Reference;
use crate::lang::syntax::Span;
use crate::lang::value::{ArrayType, Dict, Items, SharedDict, SharedList, SharedTensor, Stub, Value};
use crate::tensor::budget::volume;
use crate::tensor::{DType, Tensor};

/// One argument of a call, before it is what the function takes.
pub(in crate::lang) struct Argument<'a> {
    /// What was given, or the default.
    pub(super) value: &'a Value,
    /// Where it is written; the call itself for a default.
    pub(super) span: Span,
    /// How it came.
    pub(super) by: PassedBy,
    /// The name of the parameter.
    pub(super) name: &'a str,
    /// Which parameter it is, from 0.
    pub(super) place: usize,
    /// Whether the first parameter stands before the dot.
    pub(super) has_object: bool,
    /// Whose.
    pub(super) builtin: &'static Builtin,
}

impl Argument<'_> {
    /// The error for an argument of the wrong kind, in PyTorch's words: `wants` is a type's name, such as `int`.
    pub(super) fn wrong(&self, wants: &str) -> Diagnostic {
        let Self { name, builtin, value, .. } = self;
        let message = format!(
            "{}(): argument '{name}' (position {}) must be {wants}, not {}",
            builtin.name,
            self.position(),
            value.python_type()
        );
        let error = Diagnostic::new(self.span, message);
        match value {
            Value::List(_) | Value::Tuple(_) if wants == "Tensor" => error.help("write torch.tensor(items)"),
            Value::Int(..) | Value::Float(..) if wants == "Tensor" => {
                error.help("write torch.tensor(x); for Python numbers, use the functions of `math`")
            }
            Value::Tensor(_) if wants.starts_with("Tensor") => {
                error.raising("TypeError").help("write torch.from_numpy(x)")
            }
            Value::View(_) | Value::Iterator(_) if !wants.contains("str") => error.help("write list(items)"),
            _ => error.help(format!("usage: {}", builtin.usage())),
        }
    }

    /// An error in these words, with the usage behind it.
    pub(super) fn refused(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.span, message).help(format!("usage: {}", self.builtin.usage()))
    }

    /// Which argument it is, from 1: like PyTorch and Python, it does not count an object before the dot.
    pub(super) fn position(&self) -> usize {
        self.place + usize::from(!self.has_object)
    }

    /// Whether the function takes no other, an object before the dot aside.
    pub(super) fn is_only(&self) -> bool {
        self.builtin.types.len() == 1 + usize::from(self.has_object)
    }

    /// Whether the function is one of those that NumPy is written with here.
    fn takes_arrays(&self) -> bool {
        self.builtin.places.iter().any(|place| matches!(place, Namespace::Arrays | Namespace::Draws))
    }

    /// Its value; of an object whose class extends a container of Python's, the plain one.
    pub(super) fn contents(&self, interpreter: &mut Interpreter<'_>) -> Value {
        interpreter.plain_container(self.value).unwrap_or_else(|| self.value.clone())
    }

    /// The same argument with another value: an item of it.
    pub(super) fn with<'b>(&'b self, value: &'b Value) -> Argument<'b> {
        Argument {
            value,
            span: self.span,
            by: self.by,
            name: self.name,
            place: self.place,
            has_object: self.has_object,
            builtin: self.builtin,
        }
    }
}

/// What a parameter of a builtin may be of.
pub(in crate::lang) trait FromArgument: Sized {
    /// The argument as this type.
    ///
    /// # Errors
    /// When its value is of another kind; the error names the function, the parameter and both kinds.
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self>;
}

/// `None`, or something.
impl<T: FromArgument> FromArgument for Option<T> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::None => Ok(None),
            _ => T::from_argument(argument, interpreter).map(Some),
        }
    }
}

/// An argument together with where it is written, for functions that have more to say of it.
pub(in crate::lang) struct At<T> {
    /// The argument.
    pub(super) value: T,
    /// Where it is written; the call itself for a default.
    pub(super) span: Span,
}

impl<T: FromArgument> FromArgument for At<T> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        Ok(Self { value: T::from_argument(argument, interpreter)?, span: argument.span })
    }
}

/// An argument together with how it was written, for modules that print their options as they were given.
pub(in crate::lang) struct Written<T> {
    /// The argument.
    pub(super) value: T,
    /// As it was given.
    pub(super) written: Value,
}

impl<T: FromArgument> FromArgument for Written<T> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        Ok(Self { value: T::from_argument(argument, interpreter)?, written: argument.value.clone() })
    }
}

/// A module: an object of a class that extends `nn.Module`.
pub(in crate::lang) struct ModuleObject(pub(super) Reference);

impl FromArgument for ModuleObject {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Object(module) if module.class.is_module() => Ok(Self(module.clone())),
            value => {
                let message = format!("{} is not a Module subclass", value.python_type());
                let help = match value {
                    Value::Class(class) => format!("create an instance: {}(...)", class.name()),
                    Value::Function(_) | Value::Builtin(_) => {
                        "wrap the function in a module class with a `forward` method".to_owned()
                    }
                    _ => "write, for example, nn.Linear(4, 2)".to_owned(),
                };
                Err(Diagnostic::new(argument.span, message).help(help))
            }
        }
    }
}

/// What is left of the arguments by place: `*tensors`.
pub(in crate::lang) struct Rest<T>(pub(super) Vec<T>);

impl<T: FromArgument> FromArgument for Rest<T> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let Value::Tuple(items) = argument.value else { return Err(argument.wrong("tuple")) };
        items.iter().map(|item| T::from_argument(&argument.with(item), interpreter)).collect::<Outcome<_>>().map(Self)
    }
}

/// What is left of the arguments by name: `**entries`.
pub(in crate::lang) struct Keywords(pub(super) Arc<Dict>);

impl FromArgument for Keywords {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Dict(entries) => Ok(Self(entries.now())),
            _ => Err(argument.wrong("dict")),
        }
    }
}

/// Anything.
impl FromArgument for Value {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        Ok(argument.value.clone())
    }
}

/// A tensor, where a plain number will not do.
impl FromArgument for Tensor {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        SharedTensor::from_argument(argument, interpreter).map(|tensor| tensor.now())
    }
}

/// A tensor with all of its names and views.
impl FromArgument for SharedTensor {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        // A method of a module is given a parameter as it is: here it stands for its tensor.
        match interpreter.read(argument.value.clone()) {
            Value::Tensor(tensor) if tensor.array_type() == ArrayType::Tensor || argument.takes_arrays() => Ok(tensor),
            _ => Err(argument.wrong("Tensor")),
        }
    }
}

/// A tensor; a plain number or truth value counts as one without axes.
pub(in crate::lang) struct Operand(pub(super) Tensor);

impl FromArgument for Operand {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match interpreter.read(argument.value.clone()) {
            Value::Tensor(number) if number.array_type() == ArrayType::Scalar => {
                Ok(Self(number.now().with_number(true)))
            }
            Value::Tensor(array) if array.array_type() == ArrayType::Array => Err(argument.wrong("Tensor or Number")),
            Value::Tensor(tensor) => Ok(Self(tensor.now())),
            value => {
                let number = interpreter.number_operand(&value, argument.span);
                number.map(Self).ok_or_else(|| argument.wrong("Tensor or Number"))
            }
        }
    }
}

/// A number that changes the dtype of nothing: a plain one, or a tensor without axes.
pub(in crate::lang) struct NumberOperand(pub(super) Tensor);

impl FromArgument for NumberOperand {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match Operand::from_argument(argument, interpreter) {
            Ok(Operand(number)) if number.ndim() == 0 => Ok(Self(number.with_number(true))),
            _ => Err(argument.wrong("Number")),
        }
    }
}

/// A list or tuple of tensors.
impl FromArgument for Vec<Tensor> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let wants = "tuple of Tensors";
        if !matches!(argument.value, Value::List(_) | Value::Tuple(_)) {
            return Err(argument.wrong(wants));
        }
        let tensor = |(place, item): (usize, Value)| match item {
            Value::Tensor(tensor) if tensor.array_type() == ArrayType::Tensor => Ok(tensor.now()),
            other => {
                let (which, kind) = (argument.place, other.python_type());
                let message = format!("expected Tensor as element {place} in argument {which}, but got {kind}");
                Err(argument.refused(message))
            }
        };
        interpreter.iterate(argument.value, argument.span)?.into_iter().enumerate().map(tensor).collect()
    }
}

/// Whether a value is a whole number to PyTorch: of a tensor of whole numbers without axes, its number. A truth value is none.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Tensor(tensor) if tensor.ndim() > 0 => None,
        value => as_index(value),
    }
}

/// Whether a value is a whole number to Python, to which a tensor with one element is one, whatever its axes.
pub(super) fn as_index(value: &Value) -> Option<i64> {
    match value {
        Value::Int(value, _) => Some(*value),
        Value::Tensor(tensor) if tensor.dtype() != DType::Bool => match Number::held_by(&tensor.now()) {
            Some(Number::Int(value)) => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// A whole number.
impl FromArgument for i64 {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        whole(argument.value).ok_or_else(|| argument.wrong("int"))
    }
}

/// A number of axes or places, not negative.
impl FromArgument for usize {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let number = i64::from_argument(argument, interpreter)?;
        Self::try_from(number).map_err(|_| {
            let message = format!("{}(): '{}' must be 0 or more, not {number}", argument.builtin.name, argument.name);
            argument.refused(message)
        })
    }
}

/// A width that is no tensor: PyTorch makes a shape of it by going through it.
pub(in crate::lang) struct PlainSize(pub(super) usize);

impl FromArgument for PlainSize {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tensor(tensor) if tensor.ndim() == 0 => Err(argument.refused("iteration over a 0-d tensor")),
            _ => usize::from_argument(argument, interpreter).map(Self),
        }
    }
}

/// A real number.
impl FromArgument for f64 {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tensor(tensor) if tensor.ndim() == 0 => {
                tensor.now().item().map_err(|error| Diagnostic::of_tensor(argument.span, &error))
            }
            // A truth value is a number to Python and to PyTorch, where a real one is asked for.
            Value::Bool(value) => Ok(f64::from(u8::from(*value))),
            value => Number::of(value).map(Number::real).ok_or_else(|| argument.wrong("float")),
        }
    }
}

/// A truth value.
impl FromArgument for bool {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Bool(value) => Ok(*value),
            _ => Err(argument.wrong("bool")),
        }
    }
}

/// A string.
impl FromArgument for Arc<str> {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Str(text) => Ok(Arc::clone(text)),
            _ => Err(argument.wrong("str")),
        }
    }
}

/// An object of a class.
impl FromArgument for Reference {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Object(reference) => Ok(reference.clone()),
            _ => Err(argument.wrong("Module")),
        }
    }
}

/// The items of a list or a tuple.
impl FromArgument for Items {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        argument.contents(interpreter).items().ok_or_else(|| argument.wrong("list"))
    }
}

/// A list, to be changed.
impl FromArgument for SharedList {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.contents(interpreter) {
            Value::List(list) => Ok(list),
            _ => Err(argument.wrong("list")),
        }
    }
}

/// A dict.
impl FromArgument for Arc<Dict> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.contents(interpreter) {
            Value::Dict(table) => Ok(table.now()),
            _ => Err(argument.wrong("dict")),
        }
    }
}

/// A dict, to be changed.
impl FromArgument for SharedDict {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.contents(interpreter) {
            Value::Dict(table) => Ok(table),
            _ => Err(argument.wrong("dict")),
        }
    }
}

/// A dtype; Python's own types stand for theirs.
impl FromArgument for DType {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let dtype = match argument.value {
            Value::DType(dtype) => Some(*dtype),
            Value::Builtin(builtin) => builtin.dtype(),
            _ => None,
        };
        dtype.ok_or_else(|| argument.wrong("torch.dtype"))
    }
}

/// One axis, from the end where it is negative.
#[derive(Clone, Copy)]
pub(in crate::lang) struct Axis(pub(super) isize);

impl FromArgument for Axis {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        whole(argument.value).map(|axis| Self(axis as isize)).ok_or_else(|| argument.wrong("int"))
    }
}

/// One axis or several; none for `None`, which means all.
#[derive(Default)]
pub(in crate::lang) struct Axes(pub(super) Vec<isize>);

impl FromArgument for Axes {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let named = Option::<NamedAxes>::from_argument(argument, interpreter)?;
        Ok(Self(named.map_or_else(Vec::new, |named| named.axes)))
    }
}

/// One axis or several, where `None` will not do.
pub(in crate::lang) struct NamedAxes {
    /// Each of them, from the end where it is negative.
    pub(super) axes: Vec<isize>,
    /// Whether they were in a list or a tuple.
    pub(super) are_listed: bool,
}

impl FromArgument for NamedAxes {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let (axes, are_listed) = match argument.value.items() {
            Some(items) => (items.iter().map(|item| Some(whole(item)? as isize)).collect(), true),
            None => (whole(argument.value).map(|axis| vec![axis as isize]), false),
        };
        let axes = axes.ok_or_else(|| argument.wrong("int or tuple of ints"))?;
        Ok(Self { axes, are_listed })
    }
}

/// Whole numbers in a list or a tuple, where a single one will not do.
pub(in crate::lang) struct IntTuple(pub(super) Vec<isize>);

impl FromArgument for IntTuple {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tuple(_) | Value::List(_) => {
                let Axes(numbers) = Axes::from_argument(argument, interpreter)?;
                Ok(Self(numbers))
            }
            _ => Err(argument.wrong("tuple of ints")),
        }
    }
}

/// Sizes of axes, given one by one or as one list or tuple; -1 stands for what fits.
pub(in crate::lang) struct Sizes(pub(super) Vec<isize>);

impl FromArgument for Sizes {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let items = match argument.value {
            Value::Tuple(items) if items.is_empty() && argument.by == PassedBy::Gathering => {
                let (name, missing) = (argument.builtin.name, argument.name);
                let message = format!("{name}() missing 1 required positional arguments: \"{missing}\"");
                return Err(argument.refused(message).help("a tensor without axes has the shape ()"));
            }
            value => {
                let Some(items) = value.items() else { return Err(argument.wrong("tuple of ints")) };
                match &items[..] {
                    [one] => one.items().unwrap_or(items),
                    _ => items,
                }
            }
        };
        // Among sizes a tensor with one element is a number, whatever its axes.
        let size = |item: &Value| as_index(item).map(|size| size as isize);
        let sizes = items.iter().map(|item| size(item).ok_or_else(|| argument.with(item).wrong("tuple of ints")));
        let sizes = sizes.collect::<Outcome<Vec<isize>>>()?;
        if sizes.len() > MAX_AXES {
            return Err(Diagnostic::new(argument.span, format!("a tensor has at most {MAX_AXES} axes here")));
        }
        // Sizes whose product no machine could count are refused here, also beside a size of zero.
        let magnitudes: Vec<usize> = sizes.iter().map(|size| size.unsigned_abs()).collect();
        if volume(&magnitudes) > MAX_ELEMENTS {
            let (message, help) = Stop::Bytes(volume(&magnitudes).saturating_mul(8), 0).words();
            return Err(Diagnostic::new(argument.span, message).help(help));
        }
        Ok(Self(sizes))
    }
}

/// Sizes that are given one by one to the method, `x.permute(1, 0)`, and in one list or tuple to the function of `torch`.
pub(in crate::lang) struct MethodSizes(pub(super) Vec<isize>);

impl FromArgument for MethodSizes {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        if let Value::Tuple(items) = argument.value
            && argument.by == PassedBy::Gathering
            && !argument.has_object
            && let [first, ..] = &items[..]
            && !matches!(first, Value::Tuple(_) | Value::List(_))
        {
            return Err(argument.with(first).wrong("tuple of ints"));
        }
        Sizes::from_argument(argument, interpreter).map(|sizes| Self(sizes.0))
    }
}

/// Sizes in a list or a tuple, or a single one.
pub(in crate::lang) struct OneOrMore<T>(pub(super) T);

impl<T: FromArgument> FromArgument for OneOrMore<T> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let Value::Int(..) = argument.value else { return T::from_argument(argument, interpreter).map(Self) };
        let listed = Value::Tuple(interpreter.collect(argument.span, vec![argument.value.clone()])?);
        T::from_argument(&argument.with(&listed), interpreter).map(Self)
    }
}

/// The shape of a new tensor: sizes of 0 or more.
pub(in crate::lang) struct Shape(pub(super) Vec<usize>);

impl FromArgument for Shape {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let Sizes(sizes) = Sizes::from_argument(argument, interpreter)?;
        let size = |size: isize| {
            usize::try_from(size).map_err(|_| {
                argument.refused(format!("Trying to create tensor with negative dimension {size}: {sizes:?}"))
            })
        };
        sizes.iter().map(|&one| size(one)).collect::<Outcome<_>>().map(Self)
    }
}

/// A device: read, checked, and without effect, since everything is computed here.
pub(in crate::lang) struct Device;

impl FromArgument for Device {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Str(name) if is_device(name) => Ok(Self),
            Value::Int(..) => Ok(Self),
            value if matches!(value.as_stub(), Some(Stub::Device(_))) => Ok(Self),
            _ => Err(argument.wrong("torch.device")),
        }
    }
}

/// Whether a device has this name: `cpu`, `cuda:0`.
pub(super) fn is_device(name: &str) -> bool {
    let (kind, number) = name.split_once(':').unwrap_or((name, "0"));
    matches!(kind, "cpu" | "cuda" | "mps" | "meta") && number.parse::<u8>().is_ok()
}
