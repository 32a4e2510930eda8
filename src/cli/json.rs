//! Values as JSON: what Python's `json` reads back without loss.

use serde_json::{Map, Value as Json, json};

use crate::lang::Value;
use crate::notebook::tensor_file::data;
pub(super) use crate::notebook::tensor_file::number;
use crate::tensor::Tensor;

/// A value that a name holds: its dtype, its shape, and its elements in row-major order. `None` for what holds no data:
/// functions, classes, modules.
pub(super) fn named(value: &Value) -> Option<Json> {
    let (dtype, shape, data) = match value {
        Value::Tensor(tensor) => return Some(array(tensor)),
        Value::Int(..) => ("int", vec![], json!([plain(value)])),
        Value::Float(..) => ("float", vec![], json!([plain(value)])),
        Value::Bool(_) => ("bool", vec![], json!([plain(value)])),
        Value::Str(_) => ("str", vec![], json!([plain(value)])),
        Value::None => ("None", vec![], json!([plain(value)])),
        Value::List(items) => ("list", vec![items.len()], plain(value)),
        Value::Tuple(items) => ("tuple", vec![items.len()], plain(value)),
        Value::Dict(dict) => ("dict", vec![dict.entries().len()], plain(value)),
        _ => return None,
    };
    Some(json!({ "dtype": dtype, "shape": shape, "data": data }))
}

/// A tensor: `{"dtype": "float32", "shape": [2, 3], "data": [...]}`.
fn array(tensor: &Tensor) -> Json {
    json!({ "dtype": tensor.dtype().to_string(), "shape": tensor.shape(), "data": data(tensor) })
}

/// A value inside a list or a dict: as itself where JSON has its like, a tensor as `array` has it, anything else as its
/// text.
fn plain(value: &Value) -> Json {
    match value {
        Value::Tensor(tensor) => array(tensor),
        Value::Int(value, _) => json!(value),
        Value::Float(value, _) => number(*value),
        Value::Bool(value) => json!(value),
        Value::Str(text) => json!(&**text),
        Value::None => Json::Null,
        Value::List(items) | Value::Tuple(items) => items.iter().map(plain).collect(),
        Value::Dict(dict) => {
            let entry = |(key, value): &(Value, Value)| (key.show(), plain(value));
            Json::Object(dict.entries().iter().map(entry).collect::<Map<_, _>>())
        }
        other => json!(other.repr()),
    }
}
