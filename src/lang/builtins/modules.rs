//! Modules, their constants, and what stands behind a dot.

use super::{Place, find, names_at, nearest, nn};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::{Trace, Value};
use crate::tensor::{DType, Tensor};
use std::sync::Arc;

/// A module that is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// `torch`.
    Torch,
    /// `torch.nn`.
    Nn,
    /// `torch.nn.init`.
    Init,
    /// `copy`.
    Copy,
    /// `torch.nn.functional`, known as `F`.
    Functional,
    /// `math`.
    Math,
    /// `numpy`, known as `np`.
    Numpy,
}

/// Names without a dot that are no functions.
pub(super) const BARE: [&str; 9] = ["torch", "nn", "F", "math", "np", "copy", "pi", "inf", "nan"];

impl Module {
    const ALL: [Self; 7] = [Self::Torch, Self::Nn, Self::Functional, Self::Init, Self::Math, Self::Numpy, Self::Copy];

    /// Its full name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Torch => "torch",
            Self::Nn => "torch.nn",
            Self::Functional => "torch.nn.functional",
            Self::Init => "torch.nn.init",
            Self::Copy => "copy",
            Self::Math => "math",
            Self::Numpy => "numpy",
        }
    }

    fn place(self) -> Option<Place> {
        match self {
            Self::Torch => Some(Place::Torch),
            Self::Nn => None,
            Self::Functional => Some(Place::Functional),
            Self::Init => Some(Place::Init),
            Self::Copy => Some(Place::Copy),
            Self::Math => Some(Place::Math),
            Self::Numpy => Some(Place::Numpy),
        }
    }

    /// What `name` stands for in this module.
    fn member(self, name: &str) -> Option<Value> {
        let inner = match (self, name) {
            (Self::Torch, "nn") => Some(Value::Module(Self::Nn)),
            (Self::Nn, "functional") => Some(Value::Module(Self::Functional)),
            (Self::Nn, "init") => Some(Value::Module(Self::Init)),
            (Self::Nn, _) => nn::class(name).map(Value::Class),
            (Self::Torch, _) => dtype(name).map(Value::DType),
            (Self::Numpy, _) => numpy_dtype(name).map(Value::DType),
            _ => None,
        };
        let number = |value| Value::Float(value, Trace::None);
        let constant = || match (self, name) {
            (Self::Torch | Self::Math | Self::Numpy, "pi") => Some(number(std::f64::consts::PI)),
            (Self::Torch | Self::Math | Self::Numpy, "e") => Some(number(std::f64::consts::E)),
            (Self::Math, "tau") => Some(number(std::f64::consts::TAU)),
            (Self::Torch | Self::Math | Self::Numpy, "inf") => Some(number(f64::INFINITY)),
            (Self::Torch | Self::Math | Self::Numpy, "nan") => Some(number(f64::NAN)),
            (Self::Numpy, "newaxis") => Some(Value::None),
            _ => None,
        };
        let function = || self.place().and_then(|place| find(place, name)).map(Value::Builtin);
        inner.or_else(function).or_else(constant)
    }

    fn unknown(self, name: &str) -> (String, String) {
        let message = format!("{} has no `{name}` here", self.name());
        let near = self.place().and_then(|place| nearest(name, names_at(place)));
        let help = match (self, near) {
            (Self::Nn, _) => match nearest(name, nn::names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write it as a class of your own: class Name(nn.Module)".to_owned(),
            },
            (_, Some(near)) => format!("did you mean `{near}`?"),
            _ => "only a part of it is covered".to_owned(),
        };
        (message, help)
    }
}

/// What a bare name that is no function stands for.
pub(super) fn bare(name: &str) -> Option<Value> {
    Some(match name {
        "torch" => Value::Module(Module::Torch),
        "nn" => Value::Module(Module::Nn),
        "F" => Value::Module(Module::Functional),
        "copy" => Value::Module(Module::Copy),
        "math" => Value::Module(Module::Math),
        "np" => Value::Module(Module::Numpy),
        "pi" => Value::Float(std::f64::consts::PI, Trace::None),
        "inf" => Value::Float(f64::INFINITY, Trace::None),
        "nan" => Value::Float(f64::NAN, Trace::None),
        _ => return None,
    })
}

/// What `import module` or `from module import item` gives, or why it gives nothing and what to do.
pub(in crate::lang) fn import(module: &str, item: Option<&str>) -> Result<Value, (String, String)> {
    let found = Module::ALL.into_iter().find(|one| one.name() == module);
    let Some(found) = found else {
        let names: Vec<&str> = Module::ALL.iter().map(|module| module.name()).collect();
        let near =
            nearest(module, names.iter().copied()).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        return Err((format!("there is no module `{module}` here"), format!("{near}there are {}", names.join(", "))));
    };
    match item {
        None => Ok(Value::Module(found)),
        Some(item) => found.member(item).ok_or_else(|| found.unknown(item)),
    }
}

fn dtype(name: &str) -> Option<DType> {
    Some(match name {
        "float32" | "float" => DType::F32,
        "float64" | "double" => DType::F64,
        "int64" | "long" => DType::I64,
        "uint8" => DType::U8,
        "bool" => DType::Bool,
        _ => return None,
    })
}

fn numpy_dtype(name: &str) -> Option<DType> {
    match name {
        "float" | "double" | "long" | "bool" => None,
        "bool_" => Some(DType::Bool),
        _ => dtype(name),
    }
}

/// What stands behind a dot after a value.
pub(super) fn attribute(machine: &mut Machine<'_>, object: &Value, name: &Identifier, span: Span) -> Outcome {
    if let Value::Module(module) = object {
        return module.member(&name.name).ok_or_else(|| {
            let (message, help) = module.unknown(&name.name);
            Diagnostic::new(name.span, message).help(help)
        });
    }
    if let Value::Tensor(tensor) = object
        && let Some(value) = tensor_attribute(machine, tensor, name, span)
    {
        return value;
    }
    if let Value::Object(reference) = object
        && nn::parameter::is(reference)
        && let Some(value) = nn::parameter::attribute(reference, &name.name)
    {
        return Ok(value);
    }
    if let Value::Object(reference) = object
        && nn::parameter::is(reference)
        && &*name.name != "requires_grad"
        && &*name.name != "__class__"
        && reference.class.find(&name.name).is_none()
    {
        let tensor = machine.read(object.clone());
        return attribute(machine, &tensor, name, span);
    }
    if let Some(value) = machine.member(object, name, span)? {
        return Ok(value);
    }
    if let Some(value) = name_of(object).filter(|_| matches!(&*name.name, "__name__" | "__qualname__")) {
        return Ok(Value::text(value));
    }
    let method = place_of(object).and_then(|place| find(place, &name.name));
    match method {
        Some(method) => Ok(Value::Method(Arc::new(object.clone()), method)),
        None => Err(unknown_attribute(machine, object, name)),
    }
}

/// What `__name__` is of classes and functions.
fn name_of(object: &Value) -> Option<&str> {
    match object {
        Value::Class(class) => Some(class.name()),
        Value::Function(closure) => Some(&closure.code.name.name),
        Value::Bound(bound) => Some(&bound.function.code.name.name),
        Value::Builtin(builtin) | Value::Method(_, builtin) => Some(builtin.name),
        _ => None,
    }
}

fn place_of(object: &Value) -> Option<Place> {
    match object {
        Value::Tensor(_) => Some(Place::Tensor),
        Value::Str(_) => Some(Place::Str),
        Value::List(_) | Value::Tuple(_) => Some(Place::List),
        Value::Dict(_) => Some(Place::Dict),
        _ => None,
    }
}

const TENSOR_ATTRIBUTES: [&str; 6] = ["T", "mT", "shape", "ndim", "dtype", "device"];

fn tensor_attribute(machine: &mut Machine<'_>, tensor: &Tensor, name: &Identifier, span: Span) -> Option<Outcome> {
    let turned = |machine: &mut Machine<'_>, a, b| {
        machine.place(span);
        tensor.transpose(a, b).map(Value::Tensor).map_err(|error| Diagnostic::new(span, error.to_string()))
    };
    Some(match &*name.name {
        "shape" => Ok(Value::shape(tensor.shape())),
        "ndim" => Ok(Value::int(tensor.ndim())),
        "dtype" => Ok(Value::DType(tensor.dtype())),
        "device" => Ok(Value::text("cpu")),
        "T" => match tensor.ndim() {
            0 | 1 => Ok(Value::Tensor(tensor.clone())),
            2 => turned(machine, 0, 1),
            n => {
                let message =
                    format!("`.T` is for matrices, and this tensor has {n} axes: its shape is {}", tensor.shape_text());
                Err(Diagnostic::new(name.span, message).help("to exchange the last two axes, write `.mT`"))
            }
        },
        "mT" if tensor.ndim() >= 2 => turned(machine, -2, -1),
        "mT" => Err(Diagnostic::new(
            name.span,
            format!("`.mT` exchanges the last two axes, and there are {}", tensor.ndim()),
        )),
        _ => return None,
    })
}

fn unknown_attribute(machine: &Machine<'_>, object: &Value, name: &Identifier) -> Diagnostic {
    let who = match object {
        Value::Object(_) | Value::Class(_) => object.description(),
        _ => object.kind().to_owned(),
    };
    let error = Diagnostic::new(name.span, format!("{who} has no `{}`", name.name));
    let instead = match (object, &*name.name) {
        (Value::List(_), "sort") => Some("lists never change: write sorted(items)"),
        (Value::List(_), "reverse") => Some("lists never change: write items[::-1]"),
        (Value::List(_), "pop" | "remove" | "insert") => {
            Some("lists never change: build a new one, as with items[:-1] or items + [x]")
        }
        (Value::List(_), "shape") => Some("to make a tensor of it, write torch.tensor(items)"),
        (Value::Dict(_), "update") => Some("dicts never change: write {**old, **new}"),
        (Value::Tuple(_), "values" | "indices") => Some("take them apart: values, places = x.max(dim=-1)"),
        (Value::Tensor(_), "requires_grad_" | "backward" | "grad") => Some("gradients come in a later lesson"),
        (Value::Tensor(_), name) if name.ends_with('_') => {
            Some("tensors never change: use the method without `_` and assign the result")
        }
        _ => None,
    };
    let attributes = if matches!(object, Value::Tensor(_)) { &TENSOR_ATTRIBUTES[..] } else { &[] };
    let methods = place_of(object).into_iter().flat_map(names_at);
    let own = machine.names_of(object);
    let mut names: Vec<&str> = attributes.iter().copied().chain(methods).collect();
    names.extend(own.iter().map(|name| &**name));
    match instead {
        Some(instead) => error.help(instead),
        None => match nearest(&name.name, names.into_iter()) {
            Some(near) => error.help(format!("did you mean `.{near}`?")),
            None => error,
        },
    }
}

impl Machine<'_> {
    /// What stands behind a dot.
    pub(in crate::lang) fn attribute_expression(
        &mut self,
        span: Span,
        object: &crate::lang::syntax::Expression,
        name: &Identifier,
    ) -> Outcome {
        let value = self.eval(object)?;
        attribute(self, &value, name, span)
    }
}
