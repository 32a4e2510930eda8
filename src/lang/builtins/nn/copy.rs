//! `copy.deepcopy`: a value with everything that it holds, all of it new. `copy.copy`: a new container or object that holds the same.

use std::collections::HashMap;

use super::walk::too_deep;
use crate::lang::class::{Bound, DATA_FIELD, Member};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{MAX_LEVELS, Object, Reference};
use crate::lang::syntax::Span;
use crate::lang::value::{
    ArrayType, Gradient, Identity, Items, NumberSource, SharedDict, SharedList, SharedTensor, Value,
};
use std::sync::Arc;

/// What has been copied so far: two names of one list or object become two names of one copy.
#[derive(Default)]
pub(in crate::lang) struct Copies {
    objects: HashMap<(u64, u32), Reference>,
    containers: HashMap<Identity, Value>,
    generators: Vec<(NumberSource, NumberSource)>,
}

impl Copies {
    /// The copy of a tensor and of its `.grad`. Views of one tensor become views of its copy.
    fn tensor(&mut self, tensor: &SharedTensor) -> SharedTensor {
        if let Some(Value::Tensor(copy)) = self.containers.get(&tensor.identity()) {
            return copy.clone();
        }
        let root = tensor.root();
        let shown = if root.is(tensor) { None } else { tensor.over(&self.tensor(&root)) };
        let copy = shown
            .unwrap_or_else(|| SharedTensor::new(tensor.now()).without_gradient())
            .with_array_type(tensor.array_type());
        if tensor.gradient() == Gradient::Leaf {
            copy.require_gradient(true);
        }
        self.containers.insert(tensor.identity(), Value::Tensor(copy.clone()));
        if let Some(gradient) = tensor.grad() {
            let gradient = self.tensor(&gradient);
            copy.slot().set(Some(gradient));
        }
        copy
    }

    /// The copy of a generator: all names of one become names of its copy.
    fn generator(&mut self, source: &NumberSource) -> NumberSource {
        if let Some((_, copy)) = self.generators.iter().find(|(copied, _)| copied.is(source)) {
            return copy.clone();
        }
        let copy = source.copied();
        self.generators.push((source.clone(), copy.clone()));
        copy
    }
}

/// Another tensor in the same memory, of which a gradient is wanted if it is of this one: PyTorch's `copy.copy`.
fn other_tensor(tensor: &SharedTensor) -> SharedTensor {
    if tensor.array_type() != ArrayType::Tensor {
        // NumPy copies.
        return SharedTensor::new(tensor.now().apart()).with_array_type(tensor.array_type());
    }
    let copy = tensor.uncounted_alias();
    if tensor.requires_grad() {
        copy.require_gradient(true);
    }
    copy
}

impl Interpreter<'_> {
    /// A new list, dict, set or object that holds what this one holds; any other value is its own copy.
    pub(in crate::lang) fn shallow_copy(&mut self, value: &Value, span: Span) -> Outcome {
        Ok(match value {
            Value::List(list) => self.new_list(span, list.now().to_vec())?,
            Value::Dict(table) => self.new_dict(span, table.now().entries().to_vec())?,
            Value::Set(keys) => self.new_set(span, keys.now().keys().cloned().collect())?,
            Value::Object(reference) if self.copies_itself(reference, "__copy__") => {
                self.call_method(reference, "__copy__", Vec::new(), span)?.unwrap_or(Value::None)
            }
            Value::Object(reference) => {
                let copy = self.blank_copy(reference, span)?;
                let is_container = reference.class.container().is_some();
                for field in self.fields(reference) {
                    let value = match self.field(reference, &field.name).unwrap_or(field.value) {
                        Value::Tensor(data) if reference.class.is_parameter() => Value::Tensor(other_tensor(&data)),
                        held if is_container && &*field.name == DATA_FIELD => self.shallow_copy(&held, span)?,
                        value => value,
                    };
                    self.put(&copy, &field.name, value, field.role, span)?;
                }
                Value::Object(copy)
            }
            Value::Tensor(tensor) => Value::Tensor(other_tensor(tensor)),
            Value::Generator(source) => Value::Generator(source.copied()),
            Value::View(_) | Value::Iterator(_) => return Err(not_copied(value, span)),
            other => other.clone(),
        })
    }

    /// Whether the class of an object says how it is copied.
    fn copies_itself(&self, object: &Reference, method: &str) -> bool {
        matches!(object.class.find(&self.heap, method), Some((_, Member::Value(_))))
    }

    /// A copy of a value. What other cells have made becomes this cell's own.
    pub(in crate::lang) fn copied(&mut self, value: &Value, copies: &mut Copies, level: usize, span: Span) -> Outcome {
        if level > 2 * MAX_LEVELS {
            return Err(too_deep(span));
        }
        Ok(match value {
            Value::Object(reference) if self.copies_itself(reference, "__deepcopy__") => {
                if let Some(copy) = copies.objects.get(&reference.key()) {
                    return Ok(Value::Object(copy.clone()));
                }
                let memo = self.new_dict(span, Vec::new())?;
                let copy = self.call_method(reference, "__deepcopy__", vec![memo], span)?.unwrap_or(Value::None);
                if let Value::Object(made) = &copy {
                    copies.objects.insert(reference.key(), made.clone());
                }
                copy
            }
            Value::Object(reference) => Value::Object(self.copied_object(reference, copies, level, span)?),
            Value::List(list) => self.copied_list(list, copies, level, span)?,
            Value::Dict(table) => self.copied_dict(table, copies, level, span)?,
            Value::Set(keys) => {
                if let Some(copy) = copies.containers.get(&keys.identity()) {
                    return Ok(copy.clone());
                }
                let items = keys.now();
                let items = items.keys().map(|key| self.copied(key, copies, level + 1, span));
                let items = items.collect::<Outcome<_>>()?;
                let copy = self.new_set(span, items)?;
                copies.containers.insert(keys.identity(), copy.clone());
                copy
            }
            Value::Tensor(tensor) if !Self::is_leaf(span, tensor)? => {
                let message = "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.";
                return Err(Diagnostic::new(span, message).help("write x.detach().clone(), or x.clone()"));
            }
            Value::Tensor(tensor) => Value::Tensor(copies.tensor(tensor)),
            Value::Tuple(items) if value.travels() || value.has_history() || value.depth() > 1 => {
                self.copied_tuple(items, copies, level, span)?
            }
            Value::Method(object, method) => {
                Value::Method(Arc::new(self.copied(object, copies, level + 1, span)?), method)
            }
            Value::Bound(bound) => {
                let object = bound.object.as_ref();
                let object = object.map(|object| self.copied(object, copies, level + 1, span)).transpose()?;
                let (function, owner) = (Arc::clone(&bound.function), bound.owner.clone());
                Value::Bound(Arc::new(Bound { function, owner, object }))
            }
            Value::Generator(source) => Value::Generator(copies.generator(source)),
            Value::View(_) | Value::Iterator(_) => return Err(not_copied(value, span)),
            other => other.clone(),
        })
    }

    fn copied_tuple(&mut self, tuple: &Items, copies: &mut Copies, level: usize, span: Span) -> Outcome {
        let identity = Identity::Place(tuple.address());
        if let Some(copy) = copies.containers.get(&identity) {
            return Ok(copy.clone());
        }
        let items = tuple.iter().map(|item| self.copied(item, copies, level + 1, span)).collect::<Outcome<Vec<_>>>()?;
        // In a circle, a list in the tuple has come back to it on the way.
        if let Some(copy) = copies.containers.get(&identity) {
            return Ok(copy.clone());
        }
        let copy = Value::Tuple(self.collect(span, items)?.in_form(tuple.form()));
        copies.containers.insert(identity, copy.clone());
        Ok(copy)
    }

    fn copied_list(&mut self, list: &SharedList, copies: &mut Copies, level: usize, span: Span) -> Outcome {
        if let Some(copy) = copies.containers.get(&list.identity()) {
            return Ok(copy.clone());
        }
        // The copy is known before its items are, for one of them may be the list itself.
        let copy = self.empty_list(span)?;
        copies.containers.insert(list.identity(), Value::List(copy.clone()));
        self.step(span)?;
        for item in list.now().iter() {
            let item = self.copied(item, copies, level + 1, span)?;
            self.append(span, &copy, item)?;
        }
        Ok(Value::List(copy))
    }

    fn copied_dict(&mut self, table: &SharedDict, copies: &mut Copies, level: usize, span: Span) -> Outcome {
        if let Some(copy) = copies.containers.get(&table.identity()) {
            return Ok(copy.clone());
        }
        let copy = self.empty_dict(span)?;
        copies.containers.insert(table.identity(), Value::Dict(copy.clone()));
        self.step(span)?;
        for (key, value) in table.now().entries() {
            let key = self.copied(key, copies, level + 1, span)?;
            let value = self.copied(value, copies, level + 1, span)?;
            self.set_entry(span, &copy, key, value)?;
        }
        Ok(Value::Dict(copy))
    }

    /// An object of the same class that has no attributes yet.
    fn blank_copy(&mut self, reference: &Reference, span: Span) -> Outcome<Reference> {
        self.step(span)?;
        let blank = self.heap.get(reference).map(Object::like).unwrap_or_default();
        Ok(self.heap.add(reference.class.clone(), blank))
    }

    fn copied_object(
        &mut self,
        reference: &Reference,
        copies: &mut Copies,
        level: usize,
        span: Span,
    ) -> Outcome<Reference> {
        if let Some(copy) = copies.objects.get(&reference.key()) {
            return Ok(copy.clone());
        }
        let copy = self.blank_copy(reference, span)?;
        copies.objects.insert(reference.key(), copy.clone());
        for field in self.fields(reference) {
            let value = self.field(reference, &field.name).unwrap_or(field.value);
            let value = self.copied(&value, copies, level + 1, span)?;
            // As in PyTorch, the gradient of a tensor is copied, and that of a parameter is not.
            if let Value::Tensor(data) = &value
                && reference.class.is_parameter()
                && data.grad().is_some()
            {
                data.slot().set(None);
            }
            self.put(&copy, &field.name, value, field.role, span)?;
        }
        Ok(copy)
    }
}

/// The error for what has no copy: a view of a dict, and an iterator.
fn not_copied(value: &Value, span: Span) -> Diagnostic {
    let message = format!("cannot pickle '{}' object", value.python_type());
    Diagnostic::new(span, message).help("make a list of it first: list(items)")
}
