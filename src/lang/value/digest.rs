//! One number for everything that a cell leaves behind, so that two runs of it can be told apart at once.
//!
//! Homes hold values of other homes, which hold values of others: comparing them part by part could go over the same ground many
//! times. A digest is made once, when the cell ends, and reads the digests of the homes that it meets.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use super::{Closure, Scope, SharedDict, Value};
use crate::lang::class::Class;
use crate::lang::object::{FrozenHeap, Heap, Reference, Role};
use crate::lang::syntax::Span;
use crate::tensor::Tensor;

/// A digest in the making.
pub struct Digest<'a> {
    hasher: DefaultHasher,
    source: &'a str,
}

impl<'a> Digest<'a> {
    /// The digest of a cell's names, objects, classes and variables. `source` is its text, which its functions are known by; `cell` is its
    /// name, which errors tell.
    pub fn of_frozen_heap(names: &Scope, heap: &Heap, cell: Option<&str>, source: &'a str) -> u64 {
        let mut digest = Self { hasher: DefaultHasher::new(), source };
        cell.hash(&mut digest.hasher);
        digest.scope(names);
        for object in heap.objects() {
            (object.ready, object.training, object.fields().len()).hash(&mut digest.hasher);
            for field in object.fields() {
                field.name.hash(&mut digest.hasher);
                let role = match field.role {
                    Role::Plain => 0,
                    Role::Parameter => 1,
                    Role::Buffer { saved: false } => 2,
                    Role::Buffer { saved: true } => 3,
                    Role::Module => 4,
                };
                role.hash(&mut digest.hasher);
                digest.value(&field.value);
            }
        }
        for (name, value) in heap.variables() {
            name.hash(&mut digest.hasher);
            value.is_some().hash(&mut digest.hasher);
            if let Some(value) = value {
                digest.value(value);
            }
        }
        for class in heap.classes() {
            class.body.bases.iter().for_each(|base| digest.class(base));
            digest.scope(&class.members);
        }
        digest.hasher.finish()
    }

    fn scope(&mut self, scope: &Scope) {
        scope.len().hash(&mut self.hasher);
        for (name, value) in scope {
            name.hash(&mut self.hasher);
            self.value(value);
        }
    }

    fn values(&mut self, values: &[Value]) {
        values.len().hash(&mut self.hasher);
        for value in values {
            self.value(value);
        }
    }

    fn value(&mut self, value: &Value) {
        discriminant(value).hash(&mut self.hasher);
        match value {
            Value::Tensor(tensor) => {
                tensor.maker().hash(&mut self.hasher);
                tensor.array_type().hash(&mut self.hasher);
                self.tensor(&tensor.now());
                discriminant(&tensor.gradient()).hash(&mut self.hasher);
                tensor.grad_fn_name().hash(&mut self.hasher);
                if let Some(gradient) = tensor.grad() {
                    self.tensor(&gradient.now());
                }
            }
            Value::Int(value, _) => value.hash(&mut self.hasher),
            Value::Float(value, _) => value.to_bits().hash(&mut self.hasher),
            Value::Bool(value) => value.hash(&mut self.hasher),
            Value::Str(text) => text.hash(&mut self.hasher),
            // No generator but those of the reading cell is left in what is frozen.
            Value::None | Value::Ellipsis | Value::Generator(_) => {}
            Value::Tuple(items) => {
                items.form().hash(&mut self.hasher);
                self.values(items);
            }
            Value::List(list) => {
                list.maker().hash(&mut self.hasher);
                self.values(&list.now());
            }
            Value::Stub(what) => what.hash(&mut self.hasher),
            Value::Dict(table) | Value::Set(table) => self.table(table),
            Value::View(view) => {
                view.part.hash(&mut self.hasher);
                self.table(&view.dict);
            }
            // None is left in what is frozen.
            Value::Iterator(iterator) => iterator.type_name().hash(&mut self.hasher),
            Value::Slice(parts) => self.values(&**parts),
            Value::Range(range) => (range.start, range.stop, range.step).hash(&mut self.hasher),
            Value::Function(closure) => self.function(closure),
            Value::Builtin(builtin) => builtin.usage().hash(&mut self.hasher),
            Value::Method(object, builtin) => {
                builtin.usage().hash(&mut self.hasher);
                self.value(object);
            }
            Value::Module(module) => module.name().hash(&mut self.hasher),
            Value::DType(dtype) => dtype.to_string().hash(&mut self.hasher),
            Value::Object(reference) => {
                reference.place().hash(&mut self.hasher);
                self.home(reference.home());
                self.class(&reference.class);
            }
            Value::Class(class) => self.class(class),
            Value::Bound(bound) => {
                self.function(&bound.function);
                self.class(&bound.owner);
                bound.object.iter().for_each(|object| self.value(object));
            }
            Value::Super(above) => {
                self.value(&above.object);
                self.class(&above.class);
            }
        }
    }

    fn table(&mut self, table: &SharedDict) {
        let dict = table.now();
        table.maker().hash(&mut self.hasher);
        dict.entries().len().hash(&mut self.hasher);
        for (key, value) in dict.entries() {
            self.value(key);
            self.value(value);
        }
    }

    fn tensor(&mut self, tensor: &Tensor) {
        // The numbers are read once, however many cells have them in scope.
        (tensor.digest(), tensor.is_number()).hash(&mut self.hasher);
        for axis in tensor.axes() {
            axis.name.hash(&mut self.hasher);
            axis.labels.hash(&mut self.hasher);
            axis.made_up.hash(&mut self.hasher);
        }
    }

    fn home(&mut self, home: Option<&Arc<FrozenHeap>>) {
        home.map(|home| home.digest()).hash(&mut self.hasher);
    }

    /// A function of this cell is known by its text and its place in it, one of another cell by that cell.
    fn function(&mut self, closure: &Closure) {
        self.home(closure.home.as_ref());
        self.text(closure.code.span, closure.home.is_none());
        closure.defaults.iter().flatten().for_each(|default| self.value(default));
        closure.captured.len().hash(&mut self.hasher);
        // Not what the variable holds: that may lead back to the function.
        for (name, variable) in &*closure.captured {
            (name, variable.place()).hash(&mut self.hasher);
            self.home(variable.home());
        }
        closure.attributes().map(Reference::place).hash(&mut self.hasher);
    }

    fn text(&mut self, span: Span, here: bool) {
        span.hash(&mut self.hasher);
        if here {
            span.of(self.source).hash(&mut self.hasher);
        }
    }

    fn class(&mut self, class: &Class) {
        match class {
            Class::Native(native) => native.name.hash(&mut self.hasher),
            Class::Written(written) => {
                self.home(written.home.as_ref());
                (&written.body.name, written.body.number).hash(&mut self.hasher);
            }
        }
    }
}
