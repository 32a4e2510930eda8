//! `state_dict` and `load_state_dict`: a model's numbers by path.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::declare::{BuiltinResult, Invocation};
use super::walk::{Named, below, too_deep};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Field, MAX_LEVELS, Reference, Role};
use crate::lang::syntax::Span;
use crate::lang::value::{Dict, SharedTensor, Value};
use crate::tensor::tape;

/// How many paths an error lists.
const MAX_LISTED: usize = 6;

/// One number of the state: where it lies.
struct Slot {
    module: Reference,
    field: Field,
}

impl Interpreter<'_> {
    /// Where every parameter and saved buffer lies, parameters before buffers and both before the parts.
    fn slots(&mut self, span: Span, module: &Reference, path: &str, found: &mut Vec<Named<Slot>>) -> Outcome<()> {
        self.step(span)?;
        if path.split('.').count() > MAX_LEVELS {
            return Err(too_deep(span));
        }
        let fields = self.fields(module);
        for role in [Role::Parameter, Role::Buffer { saved: true }] {
            let mine = fields.iter().filter(|field| field.role == role && !matches!(field.value, Value::None));
            found.extend(
                mine.map(|field| (below(path, &field.name), Slot { module: module.clone(), field: field.clone() })),
            );
        }
        for (name, part) in self.children(module) {
            self.slots(span, &part, &below(path, &name), found)?;
        }
        Ok(())
    }

    fn slot_tensor(&mut self, slot: &Slot) -> Option<SharedTensor> {
        let value = self.field(&slot.module, &slot.field.name)?;
        match self.read(value) {
            Value::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }
}

/// `state_dict()`.
pub(super) fn save(call: &mut Invocation<'_, '_>, model: &Reference) -> Outcome<Value> {
    let mut slots = Vec::new();
    call.interpreter.slots(call.span, model, "", &mut slots)?;
    let mut entries = Vec::with_capacity(slots.len());
    for (path, slot) in slots {
        let tensor = call.interpreter.slot_tensor(&slot);
        let entry = |tensor: SharedTensor| (Value::text(path), Value::Tensor(tensor.alias()));
        entries.extend(tensor.map(entry));
    }
    call.interpreter.new_dict(call.span, entries)
}

/// `load_state_dict(state_dict, strict=True)`: what fits is taken over, then the rest is refused.
pub(super) fn load(
    call: &mut Invocation<'_, '_>,
    model: &Reference,
    state: &Dict,
    strict: bool,
) -> BuiltinResult<String> {
    let span = call.span;
    let mut slots = Vec::new();
    call.interpreter.slots(span, model, "", &mut slots)?;
    let (mut missing, mut wrong, mut fits) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for (path, slot) in slots {
        let given = state.get(&Value::text(&path)).cloned().map(|value| call.interpreter.read(value));
        let own = call.interpreter.slot_tensor(&slot);
        known.insert(path.clone());
        match (given, own) {
            (Some(Value::Tensor(given)), Some(own)) if given.now().shape() == own.now().shape() => {
                fits.push((slot, given, own));
            }
            (Some(Value::Tensor(given)), Some(own)) => {
                wrong.push(format!(
                    "size mismatch for {path}: copying a param with shape torch.Size({:?}) from checkpoint, the shape in \
                     current model is torch.Size({:?}).",
                    given.now().shape(),
                    own.now().shape()
                ));
            }
            (Some(other), _) => wrong.push(format!("{path} is {} in the dict.", other.description())),
            (None, _) => missing.push(path),
        }
    }
    let unexpected: Vec<String> =
        state.entries().iter().map(|(key, _)| key.show()).filter(|key| !known.contains(key)).collect();
    for (slot, given, own) in fits {
        Interpreter::changeable(&slot.module, span)?;
        call.place();
        if let Value::Object(parameter) = &slot.field.value {
            Interpreter::changeable(parameter, span)?;
        }
        let (dtype, first) = (own.dtype(), own.now().origin());
        call.interpreter.overwrite(span, &own, given.now().to(dtype)?, false)?;
        // Nobody can ask for the numbers that it began with any more.
        if let Some(first) = first {
            tape::release(first);
        }
    }
    // As in PyTorch, what fits has been taken over by now.
    let passed_over = if strict { None } else { incompatible(&missing, &unexpected) };
    let (missing, unexpected) = if strict { (missing, unexpected) } else { (vec![], vec![]) };
    refuse(span, model, [missing, unexpected, wrong])?;
    Ok(passed_over.unwrap_or_else(|| "<All keys matched successfully>".to_owned()))
}

/// What is said of keys that were passed over; `None` where there are none.
fn incompatible(missing: &[String], unexpected: &[String]) -> Option<String> {
    let list = |paths: &[String]| paths.iter().map(|path| format!("'{path}'")).collect::<Vec<_>>().join(", ");
    let said =
        || format!("_IncompatibleKeys(missing_keys=[{}], unexpected_keys=[{}])", list(missing), list(unexpected));
    (!missing.is_empty() || !unexpected.is_empty()).then(said)
}

/// One error for everything that does not fit.
fn refuse(span: Span, model: &Reference, [missing, unexpected, wrong]: [Vec<String>; 3]) -> Outcome<()> {
    let has_wrong = !wrong.is_empty();
    let is_said = wrong.iter().all(|one| one.starts_with("size mismatch"));
    let words = words_of(model, &missing, &unexpected, &wrong);
    let mut said = Vec::new();
    if !unexpected.is_empty() {
        said.push(format!("Unexpected key(s) in state_dict: {}.", listed(&unexpected)));
    }
    if !missing.is_empty() {
        said.push(format!("Missing key(s) in state_dict: {}.", listed(&missing)));
    }
    said.extend(wrong.into_iter().take(MAX_LISTED));
    if said.is_empty() {
        return Ok(());
    }
    let message = format!("Error(s) in loading state_dict for {}: {}", model.class.name(), said.join(" "));
    let help = if has_wrong {
        "build the model with the sizes that the weights were saved with"
    } else {
        "with strict=False, missing and unexpected keys are ignored"
    };
    let error = Diagnostic::new(span, message).help(help);
    Err(if is_said { error.raising_as("RuntimeError", words) } else { error })
}

/// PyTorch's words for that, which list everything.
fn words_of(model: &Reference, missing: &[String], unexpected: &[String], wrong: &[String]) -> String {
    let all = |paths: &[String]| paths.iter().map(|path| format!("\"{path}\"")).collect::<Vec<_>>().join(", ");
    let mut words = format!("Error(s) in loading state_dict for {}:", model.class.name());
    if !unexpected.is_empty() {
        let _ = write!(words, "\n\tUnexpected key(s) in state_dict: {}. ", all(unexpected));
    }
    if !missing.is_empty() {
        let _ = write!(words, "\n\tMissing key(s) in state_dict: {}. ", all(missing));
    }
    for one in wrong {
        let _ = write!(words, "\n\t{one}");
    }
    words
}

fn listed(paths: &[String]) -> String {
    let shown = paths.iter().take(MAX_LISTED).map(|path| format!("\"{path}\"")).collect::<Vec<_>>().join(", ");
    if paths.len() > MAX_LISTED { format!("{shown} and {} more", paths.len() - MAX_LISTED) } else { shown }
}
