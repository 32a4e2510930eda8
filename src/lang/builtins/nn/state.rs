//! `state_dict` and `load_state_dict`: a model's numbers by path.

use std::collections::BTreeSet;

use super::super::arguments::Call;
use super::walk::{Named, below, too_deep};
use super::{parameter, this};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::modules::MAX_LEVELS;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Field, Reference, Role};
use crate::lang::value::Value;
use crate::tensor::Tensor;

/// How many paths an error lists.
const MAX_LISTED: usize = 6;

/// One number of the state: where it lies.
struct Slot {
    module: Reference,
    field: Field,
}

impl Interpreter<'_> {
    /// Where every parameter and saved buffer lies, parameters before buffers and both before the parts.
    fn slots(&mut self, call: &Call<'_>, module: &Reference, path: &str, found: &mut Vec<Named<Slot>>) -> Outcome<()> {
        self.step(call.span)?;
        if path.split('.').count() > MAX_LEVELS {
            return Err(too_deep(call.span));
        }
        let fields = self.fields(module);
        for role in [Role::Parameter, Role::Buffer { saved: true }] {
            let mine = fields.iter().filter(|field| field.role == role && !matches!(field.value, Value::None));
            found.extend(
                mine.map(|field| (below(path, &field.name), Slot { module: module.clone(), field: field.clone() })),
            );
        }
        for (name, part) in self.children(module) {
            self.slots(call, &part, &below(path, &name), found)?;
        }
        Ok(())
    }

    fn slot_tensor(&mut self, slot: &Slot) -> Option<Tensor> {
        let value = self.field(&slot.module, &slot.field.name)?;
        match self.read(value) {
            Value::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }
}

/// `state_dict()`.
pub(super) fn save(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut slots = Vec::new();
    machine.slots(call, &this(call)?, "", &mut slots)?;
    let mut entries = Vec::with_capacity(slots.len());
    for (path, slot) in slots {
        entries.extend(machine.slot_tensor(&slot).map(|tensor| (Value::text(path), Value::Tensor(tensor))));
    }
    machine.new_dict(call.span, entries)
}

/// `load_state_dict(state_dict, strict=True)`: nothing is changed unless everything fits.
pub(super) fn load(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let model = this(call)?;
    let Value::Dict(state) = call.value("state_dict") else {
        return Err(call.wrong("state_dict", "a dict of tensors"));
    };
    let mut slots = Vec::new();
    machine.slots(call, &model, "", &mut slots)?;
    let (mut missing, mut wrong, mut fits) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for (path, slot) in slots {
        let given = state.get(&Value::text(&path)).cloned().map(|value| machine.read(value));
        let own = machine.slot_tensor(&slot);
        known.insert(path.clone());
        match (given, own) {
            (Some(Value::Tensor(given)), Some(own)) if given.shape() == own.shape() => fits.push((slot, given, own)),
            (Some(Value::Tensor(given)), Some(own)) => {
                wrong.push(format!(
                    "{path} is {} in the dict and {} in the model",
                    given.shape_text(),
                    own.shape_text()
                ));
            }
            (Some(other), _) => wrong.push(format!("{path} is {} in the dict", other.description())),
            (None, _) => missing.push(path),
        }
    }
    let unexpected = state.entries().iter().map(|(key, _)| key.show()).filter(|key| !known.contains(key)).collect();
    let strict = call.flag("strict")?;
    refuse(call, &model, [if strict { missing } else { vec![] }, if strict { unexpected } else { vec![] }, wrong])?;
    for (slot, given, own) in fits {
        Interpreter::changeable(&slot.module, call.span)?;
        call.charge(machine, given.len() as u128)?;
        let value = Value::Tensor(given.to(own.dtype()).map_err(|error| call.refused(&error))?);
        match &slot.field.value {
            Value::Object(parameter) => {
                Interpreter::changeable(parameter, call.span)?;
                parameter::fill(machine, parameter, value);
            }
            _ => machine.put(&slot.module, &slot.field.name, value, slot.field.role, call.span)?,
        }
    }
    Ok(Value::text("<All keys matched successfully>"))
}

/// One error for everything that does not fit.
fn refuse(call: &Call<'_>, model: &Reference, [missing, unexpected, wrong]: [Vec<String>; 3]) -> Outcome<()> {
    let parts = [("missing", missing), ("unexpected", unexpected), ("of another shape", wrong)];
    let said: Vec<String> = parts
        .iter()
        .filter(|(_, paths)| !paths.is_empty())
        .map(|(what, paths)| format!("{what}: {}", listed(paths)))
        .collect();
    if said.is_empty() {
        return Ok(());
    }
    let message = format!("the state dict does not fit {}: {}", model.class.name(), said.join("; "));
    let help = if parts[2].1.is_empty() {
        "with strict=False, missing and unexpected keys are passed over"
    } else {
        "build the model with the sizes that the weights were saved with"
    };
    Err(Diagnostic::new(call.span, message).help(help))
}

fn listed(paths: &[String]) -> String {
    let shown = paths.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join(", ");
    if paths.len() > MAX_LISTED { format!("{shown} and {} more", paths.len() - MAX_LISTED) } else { shown }
}
