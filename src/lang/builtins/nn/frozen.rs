//! The numbers of a module that a cell has made, seen from outside every cell: what is saved to a file.

use super::walk::below;
use crate::lang::class::DATA_FIELD;
use crate::lang::object::{MAX_LEVELS, Object, Reference, Role};
use crate::lang::value::Value;
use crate::tensor::Tensor;

/// The tensors of a value by path, as `state_dict()` orders them: of a module its parameters and saved buffers, of a dict the
/// tensors under its texts, of a parameter and of a tensor the one it is, under an empty path.
pub fn tensors(value: &Value) -> Vec<(String, Tensor)> {
    let mut found = Vec::new();
    match value {
        Value::Tensor(tensor) => found.push((String::new(), tensor.now())),
        Value::Object(reference) if reference.class.is_parameter() => {
            found.extend(data(reference).map(|tensor| (String::new(), tensor)));
        }
        Value::Object(reference) => gather(reference, "", 0, &mut found),
        Value::Dict(dict) => found.extend(dict.now().entries().iter().filter_map(|entry| match entry {
            (Value::Str(name), Value::Tensor(tensor)) => Some((name.to_string(), tensor.now())),
            _ => None,
        })),
        _ => {}
    }
    found
}

fn object(reference: &Reference) -> Option<&Object> {
    reference.home()?.heap().get(reference)
}

/// The tensor inside a parameter.
fn data(parameter: &Reference) -> Option<Tensor> {
    match &object(parameter)?.field(DATA_FIELD)?.value {
        Value::Tensor(tensor) => Some(tensor.now()),
        _ => None,
    }
}

fn gather(module: &Reference, path: &str, level: usize, found: &mut Vec<(String, Tensor)>) {
    let (Some(held), Some(home)) = (object(module), module.home()) else { return };
    if level > MAX_LEVELS {
        return;
    }
    let parts = |wanted: Role| held.fields().iter().filter(move |field| field.role == wanted);
    for role in [Role::Parameter, Role::Buffer { saved: true }] {
        for field in parts(role) {
            let tensor = match field.value.clone().frozen_in(home) {
                Value::Tensor(tensor) => Some(tensor.now()),
                Value::Object(parameter) => data(&parameter),
                _ => None,
            };
            found.extend(tensor.map(|tensor| (below(path, &field.name), tensor)));
        }
    }
    for field in parts(Role::Module) {
        if let Value::Object(part) = field.value.clone().frozen_in(home) {
            gather(&part, &below(path, &field.name), level + 1, found);
        }
    }
}
