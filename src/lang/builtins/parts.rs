//! Parts of values by name that are no methods: of pairs, devices, dtypes, limits and slices.

use std::sync::Arc;

use super::{array_attributes, limits};
use crate::lang::value::{Form, Stub, Value};
use crate::tensor::DType;

/// The parts of what PyTorch gives by name: `x.max(dim=0).values`, `device.type`.
pub(super) fn part_of(object: &Value, name: &str) -> Option<Value> {
    match (object, name) {
        (Value::Tuple(pair), "values" | "indices") if matches!(pair.form(), Form::Extremes(_)) => {
            pair.get(usize::from(name == "indices")).cloned()
        }
        (Value::Stub(what), _) => {
            let device = match &**what {
                Stub::Limits(dtype) => return limits::part(*dtype, name),
                Stub::ArrayDType(dtype) => return array_attributes::of_dtype(*dtype, name),
                Stub::Device(device) => device,
                _ => return None,
            };
            match name {
                "type" => Some(Value::text(device.split(':').next()?)),
                "index" => {
                    let index = device.split_once(':').and_then(|(_, index)| index.parse::<i64>().ok());
                    Some(index.map_or(Value::None, Value::int))
                }
                _ => None,
            }
        }
        (Value::DType(dtype), "is_floating_point") => Some(Value::Bool(dtype.is_float())),
        (Value::DType(dtype), "is_complex") => Some(Value::Bool(dtype.is_complex())),
        (Value::DType(dtype), "is_signed") => Some(Value::Bool(!matches!(dtype, DType::Bool | DType::U8))),
        (Value::DType(dtype), "itemsize") => Some(Value::int(dtype.bytes())),
        (Value::Slice(parts), "start" | "stop" | "step") => {
            let place = ["start", "stop", "step"].iter().position(|part| *part == name)?;
            parts.get(place).cloned()
        }
        (Value::Generator(_), "device") => Some(Value::stub(Stub::Device(Arc::from("cpu")))),
        _ => None,
    }
}
