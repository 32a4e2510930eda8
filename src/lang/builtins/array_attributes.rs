//! What stands behind the dot of an array or a number of NumPy.

use super::{Module, absent, find, nearest, objects, python_modules};
use crate::lang::class::Class;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::namespace::Namespace;
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::{ArrayType, SharedTensor, Stub, Value, ViewCreation};
use crate::tensor::DType;

/// The attributes that are no methods.
const ATTRIBUTES: [&str; 9] = ["shape", "ndim", "size", "dtype", "itemsize", "nbytes", "T", "real", "device"];

/// An attribute of an array or a number of NumPy.
pub(super) fn attribute(machine: &mut Interpreter<'_>, array: &SharedTensor, name: &Identifier, span: Span) -> Outcome {
    let outline = array.outline();
    Ok(match &*name.name {
        "shape" => {
            let sizes = outline.shape().iter().map(|&size| Value::int(size)).collect();
            Value::Tuple(machine.collect(span, sizes)?)
        }
        "ndim" => Value::int(outline.ndim()),
        "size" => Value::int(outline.len()),
        "dtype" => Value::stub(Stub::ArrayDType(outline.dtype())),
        "itemsize" => Value::int(outline.dtype().bytes()),
        "nbytes" => Value::int(outline.dtype().bytes() * outline.len()),
        "device" => Value::text("cpu"),
        "real" => Value::Tensor(array.clone()),
        "T" if outline.ndim() < 2 => Value::Tensor(array.clone()),
        "T" => {
            machine.place(span);
            let opposite: Vec<isize> = (0..outline.ndim() as isize).rev().collect();
            let turned = array.now().permute(&opposite).map_err(|error| Diagnostic::of_tensor(span, &error))?;
            let turned = SharedTensor::new(turned).with_array_type(ArrayType::Array);
            array.shown_in(Value::Tensor(turned), false, ViewCreation::Uncounted)
        }
        "__class__" => objects::kind_of(&Value::Tensor(array.clone())).unwrap_or(Value::None),
        _ => return method(machine, array, name, span),
    })
}

fn method(machine: &mut Interpreter<'_>, array: &SharedTensor, name: &Identifier, span: Span) -> Outcome {
    let class = methods();
    let found = class.as_ref().and_then(|class| class.find(&machine.heap, &name.name));
    if let Some((owner, member)) = found {
        return machine.bound(Value::Tensor(array.clone()), owner, member, span);
    }
    let value = Value::Tensor(array.clone());
    let kind = value.python_type().to_owned();
    let what = if array.array_type() == ArrayType::Scalar { "a number of NumPy" } else { "an array" };
    let error = Diagnostic::new(name.span, format!("{what} has no `{}`", name.name));
    if absent::of_array(&name.name) {
        return Err(error.help("this is part of NumPy, but is not supported here"));
    }
    let error = error.raising_as("AttributeError", format!("'{kind}' object has no attribute '{}'", name.name));
    let names = ATTRIBUTES.iter().copied();
    Err(match nearest(&name.name, names) {
        Some(near) => error.help(format!("did you mean `.{near}`?")),
        None => error.help("for what PyTorch has, make it a tensor: torch.from_numpy(x)"),
    })
}

/// The class in which the methods of arrays are written.
fn methods() -> Option<Class> {
    match python_modules::member(Module::ArrayMethods, "ndarray") {
        Some(Value::Class(class)) => Some(class),
        _ => None,
    }
}

/// An attribute of a dtype of NumPy.
pub(super) fn of_dtype(dtype: DType, name: &str) -> Option<Value> {
    Some(match name {
        "name" => Value::text(dtype.to_string()),
        "itemsize" => Value::int(dtype.bytes()),
        "kind" => Value::text(match dtype {
            DType::Bool => "b",
            DType::U8 => "u",
            DType::C64 => "c",
            _ if dtype.is_integer() => "i",
            _ => "f",
        }),
        "type" => Value::Builtin(find(Namespace::Numpy, dtype.name())?),
        _ => return None,
    })
}
