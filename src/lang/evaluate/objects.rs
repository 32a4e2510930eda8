//! Objects at work: their attributes are read and set, and the language asks them for items, lengths and texts.

use std::sync::Arc;

use super::calls::Arguments;
use super::changes::owned_by_cell;
use super::classes::IS_ABSTRACT;
use super::gradients::AskedBy;
use super::{Interpreter, Outcome};
use crate::lang::class::{Bound, Class, DATA_FIELD, Member, OBJECT, Super};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{FrozenHeap, Object, Reference, Role};
use crate::lang::syntax::{Binding, Expression, Identifier, Span};
use crate::lang::value::{Closure, Gradient, Items, Value};
use crate::tensor::Tensor;
use crate::tensor::tape::{self, Leaf};

/// What one object and each of its attributes are charged.
pub(super) const OBJECT_BYTES: usize = 256;

impl Interpreter<'_> {
    /// Calls a method of a cell's class.
    pub(super) fn call_bound(&mut self, bound: &Bound, arguments: Arguments, span: Span, callee: Span) -> Outcome {
        let arguments = match &bound.object {
            Some(object) => with_first(arguments, object.clone(), callee),
            None => arguments,
        };
        self.call_closure(&bound.function, Some(&bound.owner), arguments, span)
    }

    /// Calls a method by its name, with arguments by place; `None` where the class has no such method.
    pub(in crate::lang) fn call_method(
        &mut self,
        reference: &Reference,
        name: &str,
        values: Vec<Value>,
        span: Span,
    ) -> Outcome<Option<Value>> {
        let Some((owner, member)) = reference.class.find(&self.heap, name) else { return Ok(None) };
        let method = self.bound(Value::Object(reference.clone()), owner, member, span)?;
        self.call_plain(&method, values, span).map(Some)
    }

    /// `super()`: the object of the method that is running, seen from the class after the one that has the method.
    pub(in crate::lang) fn super_of_method(&mut self, span: Span) -> Outcome {
        let frame = self.frame();
        let first = frame.code.as_ref().and_then(|code| code.parameters.first()).map(|it| it.name.name.clone());
        let owner = frame.owner.clone();
        let object = first.and_then(|name| self.parameter(&name));
        match (owner, object) {
            (Some(class), Some(object)) => Ok(Value::Super(Arc::new(Super { object, class }))),
            _ => Err(Diagnostic::new(span, "super() is used outside a method")
                .help("use it inside a method of a class: super().__init__()")),
        }
    }

    /// Every name that stands behind a dot after an object or a class.
    pub(in crate::lang) fn names_of(&self, value: &Value) -> Vec<Arc<str>> {
        let own = |reference: &Reference| {
            let fields = self.heap.get(reference).map(Object::fields).unwrap_or_default();
            fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>()
        };
        match value {
            Value::Object(reference) => own(reference).into_iter().chain(reference.class.names(&self.heap)).collect(),
            Value::Class(class) => class.names(&self.heap),
            Value::Super(above) => above.class.names(&self.heap),
            _ => Vec::new(),
        }
    }

    /// What stands behind a dot after an object, a class or `super()`; `None` where there is nothing.
    pub(in crate::lang) fn member(&mut self, value: &Value, name: &Identifier, span: Span) -> Outcome<Option<Value>> {
        let (object, found) = match value {
            Value::Object(reference) => {
                if let Some(value) = self.field(reference, &name.name) {
                    return Ok(Some(value));
                }
                match &*name.name {
                    "__class__" => return Ok(Some(Value::Class(reference.class.clone()))),
                    "training" if reference.class.is_module() => {
                        let object = self.heap.get(reference);
                        return Ok(object.map(|object| Value::Bool(object.training)));
                    }
                    _ => {}
                }
                (value.clone(), reference.class.find(&self.heap, &name.name))
            }
            Value::Class(class) if &*name.name == "__mro__" => {
                let line = class.line().map(|class| self.class_value(class)).collect();
                return self.collect(span, line).map(|line| Some(Value::Tuple(line)));
            }
            Value::Class(class) if &*name.name == "__bases__" => {
                let bases = class.bases().into_iter().map(|class| self.class_value(class)).collect();
                return self.collect(span, bases).map(|bases| Some(Value::Tuple(bases)));
            }
            Value::Class(class) => match class.find(&self.heap, &name.name) {
                Some((owner, Member::Value(Value::Function(function)))) => {
                    return Ok(Some(match function.code.binding {
                        Binding::Nothing if !makes_objects(&function) => Value::Function(function),
                        Binding::Class => bound_to(function, owner, Some(value.clone())),
                        _ => bound_to(function, owner, None),
                    }));
                }
                Some((owner, Member::Value(value))) => return Ok(Some(self.taken_in(owner.home(), value, &name.name))),
                Some((_, Member::Builtin(method))) => return Ok(Some(Value::Builtin(method))),
                None => return Ok(self.library.of_every_object(&name.name).map(Value::Builtin)),
            },
            Value::Super(above) => (above.object.clone(), above.find(&self.heap, &name.name)),
            _ => return Ok(None),
        };
        match found {
            Some((owner, Member::Value(value))) if !matches!(value, Value::Function(_) | Value::Builtin(_)) => {
                Ok(Some(self.taken_in(owner.home(), value, &name.name)))
            }
            Some((owner, member)) => self.bound(object, owner, member, span).map(Some),
            None => match (self.library.of_every_object(&name.name), object) {
                (Some(method), object @ Value::Object(_)) if method.takes_object() => {
                    Ok(Some(Value::Method(Arc::new(object), method)))
                }
                (method, _) => Ok(method.map(Value::Builtin)),
            },
        }
    }

    /// A member of a class as its object has it.
    pub(in crate::lang) fn bound(&mut self, object: Value, owner: Class, member: Member, span: Span) -> Outcome {
        match member {
            // A method that was taken from its type is one here: `__getattr__ = dict.get`.
            Member::Builtin(method) | Member::Value(Value::Builtin(method)) if method.takes_object() => {
                Ok(Value::Method(Arc::new(object), method))
            }
            Member::Builtin(function) => Ok(Value::Builtin(function)),
            Member::Value(Value::Function(function)) => match function.code.binding {
                Binding::Object | Binding::Setter | Binding::Deleter => Ok(bound_to(function, owner, Some(object))),
                Binding::Nothing if makes_objects(&function) => Ok(bound_to(function, owner, None)),
                Binding::Nothing => Ok(Value::Function(function)),
                Binding::Class => {
                    let class = match &object {
                        Value::Object(reference) => Value::Class(reference.class.clone()),
                        _ => object,
                    };
                    Ok(bound_to(function, owner, Some(class)))
                }
                Binding::Property => {
                    let getter = Bound { function, owner, object: Some(object) };
                    self.nested(span, |machine| machine.call_bound(&getter, Arguments::default(), span, span))
                }
            },
            Member::Value(value) => Ok(value),
        }
    }

    /// An attribute that was set, as this cell sees it: what another cell computed is a leaf of this cell's tape.
    pub(in crate::lang) fn field(&mut self, reference: &Reference, name: &str) -> Option<Value> {
        let field = self.heap.get(reference)?.field(name)?.value.clone();
        let Some(home) = reference.home() else { return Some(field) };
        Some(self.taken_in(Some(home), field.frozen_in(home), name))
    }

    /// An attribute of an object or a class, as this cell sees it: a tensor that another cell computed is a leaf of this cell's tape.
    fn taken_in(&mut self, home: Option<&Arc<FrozenHeap>>, value: Value, name: &str) -> Value {
        match value {
            Value::Tensor(tensor) if home.is_some() => Value::Tensor(tensor.seen(|now| Some(self.taken(now, name)))),
            other => other,
        }
    }

    /// A tensor of another cell's object or class as a leaf of this tape, the same leaf each time.
    pub(super) fn taken(&mut self, tensor: Tensor, name: &str) -> Tensor {
        let Some(origin) = tensor.origin() else { return tensor };
        let leaf = self.taken.entry(origin);
        leaf.or_insert_with(|| tape::leaf(tensor, Leaf::Part { of: Arc::from(name), origin })).clone()
    }

    /// Sets an attribute of an object or a class.
    pub(in crate::lang) fn set_member(&mut self, object: &Value, name: &Identifier, value: Value) -> Outcome<()> {
        let reference = match object {
            Value::Object(reference) => reference,
            Value::Class(class) => return self.set_of_class(class, name, value),
            Value::Function(function) => return self.set_of_function(function, name, value),
            Value::Tensor(tensor) if let ("requires_grad", Value::Bool(required)) = (&*name.name, &value) => {
                return Self::require_gradient(name.span, tensor, *required, AskedBy::Assignment);
            }
            Value::Tensor(tensor) if &*name.name == "grad" => return self.set_grad(name.span, tensor, &value),
            other => {
                let message =
                    format!("`{}` cannot be assigned: {} has no attributes of its own", name.name, other.description());
                let error = Diagnostic::new(name.span, message).help("assign the new value to a name of its own");
                return Err(match other {
                    // Other values have attributes of these names in Python, or take new ones.
                    Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None
                        if !name.name.starts_with("__") && !OF_NUMBERS.contains(&&*name.name) =>
                    {
                        let words = format!("'{}' object has no attribute '{}'", other.python_type(), name.name);
                        error.raising_as("AttributeError", words)
                    }
                    _ => error,
                });
            }
        };
        Self::changeable(reference, name.span)?;
        if let Class::Written(class) = &reference.class
            && class.body.has_setattr
        {
            let given = vec![Value::Str(name.name.clone()), value];
            return self.call_method(reference, "__setattr__", given, name.span).map(drop);
        }
        self.set_of_object(reference, name, value)
    }

    /// Sets an attribute, whatever the `__setattr__` of the class says.
    pub(in crate::lang) fn set_member_plainly(
        &mut self,
        object: &Value,
        name: &Identifier,
        value: Value,
    ) -> Outcome<()> {
        match object {
            Value::Object(reference) => {
                Self::changeable(reference, name.span)?;
                self.set_of_object(reference, name, value)
            }
            _ => self.set_member(object, name, value),
        }
    }

    fn set_of_object(&mut self, reference: &Reference, name: &Identifier, value: Value) -> Outcome<()> {
        if reference.class.is_parameter() {
            return self.set_of_parameter(reference, name, &value);
        }
        if self.use_property(reference, name, Binding::Setter, Some(value.clone()))? {
            return Ok(());
        }
        if let Class::Written(class) = &reference.class
            && let Some(slots) = &class.body.slots
            && !slots.contains(&name.name)
        {
            let message = format!("'{}' object has no attribute '{}'", class.body.name, name.name);
            return Err(Diagnostic::new(name.span, message)
                .raising("AttributeError")
                .help("`__slots__` of its class names the attributes that it may have"));
        }
        let role = self.role(reference, name, &value)?;
        self.put(reference, &name.name, value, role, name.span)
    }

    /// Sets an attribute of a function, for which it gets an object.
    fn set_of_function(&mut self, function: &Arc<Closure>, name: &Identifier, value: Value) -> Outcome<()> {
        if function.is_adopted() {
            let (cell, what) = (function.home.as_ref().and_then(|home| home.cell()), function.name());
            return Err(owned_by_cell(cell, what, "write a function of your own that calls it", name.span));
        }
        if name.name.starts_with("__") && !matches!(&*name.name, "__name__" | "__qualname__" | "__doc__" | IS_ABSTRACT)
        {
            let message = format!("`{}` of a function cannot be assigned", name.name);
            return Err(Diagnostic::new(name.span, message).help("its `def` decides it"));
        }
        if function.attributes().is_none() {
            self.spend_bytes(name.span, OBJECT_BYTES)?;
            function.give_attributes(self.heap.add(Class::Native(&OBJECT), Object::default()));
        }
        match function.attributes().cloned() {
            Some(attributes) => self.put(&attributes, &name.name, value, Role::Plain, name.span),
            None => Ok(()),
        }
    }

    /// Gives a function the attributes that it has, those of the function that it wraps, and that one as `__wrapped__`.
    pub(in crate::lang) fn wrap(
        &mut self,
        wrapper: &Closure,
        before: &Closure,
        wrapped: &Arc<Closure>,
        span: Span,
    ) -> Outcome<()> {
        self.spend_bytes(span, OBJECT_BYTES)?;
        let copy = self.heap.add(Class::Native(&OBJECT), Object::default());
        for attributes in [before.attributes(), wrapped.attributes()].into_iter().flatten() {
            self.copy_attributes(attributes, &copy, span)?;
        }
        self.put(&copy, &Arc::from("__wrapped__"), Value::Function(Arc::clone(wrapped)), Role::Plain, span)?;
        wrapper.give_attributes(copy);
        Ok(())
    }

    fn copy_attributes(&mut self, attributes: &Reference, copy: &Reference, span: Span) -> Outcome<()> {
        let names: Vec<Arc<str>> =
            self.heap.get(attributes).into_iter().flat_map(Object::fields).map(|it| it.name.clone()).collect();
        for name in names {
            if let Some(value) = self.field(attributes, &name) {
                self.put(copy, &name, value, Role::Plain, span)?;
            }
        }
        Ok(())
    }

    /// Sets an attribute whose role is known.
    pub(in crate::lang) fn put(
        &mut self,
        reference: &Reference,
        name: &Arc<str>,
        value: Value,
        role: Role,
        span: Span,
    ) -> Outcome<()> {
        let count = self.heap.get(reference).map_or(0, |object| object.fields().len());
        self.spend_bytes(span, OBJECT_BYTES + count)?;
        if let (Role::Module, Value::Object(part)) = (role, &value)
            && !part.same(reference)
            && let Some(part) = self.heap.get_mut(part)
        {
            part.part_of.get_or_insert_with(|| (reference.clone(), Arc::clone(name)));
        }
        match self.heap.get_mut(reference) {
            Some(object) if &**name == "training" && matches!(value, Value::Bool(_)) => {
                object.training = matches!(value, Value::Bool(true));
            }
            Some(object) => object.set(name, value, role),
            None => {}
        }
        Ok(())
    }

    /// What an attribute is to its object, by what it is given. As `nn.Module.__setattr__` decides.
    fn role(&self, reference: &Reference, name: &Identifier, value: &Value) -> Outcome<Role> {
        let Some(object) = self.heap.get(reference).filter(|_| reference.class.is_module()) else {
            return Ok(Role::Plain);
        };
        let role = match value {
            Value::Object(part) if part.class.is_parameter() => Role::Parameter,
            Value::Object(part) if part.class.is_module() => Role::Module,
            _ => match object.field(&name.name).map(|field| field.role) {
                None | Some(Role::Plain) => Role::Plain,
                Some(role @ Role::Buffer { .. }) if matches!(value, Value::Tensor(_)) => role,
                Some(role) if matches!(value, Value::None) => role,
                Some(role) => return Err(misplaced(role, name, value)),
            },
        };
        if role != Role::Plain && !object.ready {
            let what = if role == Role::Parameter { "parameters" } else { "module" };
            let error = not_ready(reference, name.span);
            return Err(match role {
                Role::Parameter | Role::Module => {
                    error.raising_as("AttributeError", format!("cannot assign {what} before Module.__init__() call"))
                }
                _ => error,
            });
        }
        if role == Role::Parameter && self.is_computed_parameter(value) {
            let message = format!("Cannot assign non-leaf Tensor to parameter '{}'.", name.name);
            return Err(Diagnostic::new(name.span, message)
                .help("compute what depends on another tensor in forward, or write to the parameter under no_grad"));
        }
        Ok(role)
    }

    /// Whether a value is a parameter that was computed from what a gradient is wanted of: by writing to it.
    fn is_computed_parameter(&self, value: &Value) -> bool {
        let Value::Object(parameter) = value else { return false };
        let data = self.heap.get(parameter).and_then(|object| object.field(DATA_FIELD));
        data.is_some_and(|data| matches!(&data.value, Value::Tensor(data) if data.gradient() == Gradient::Computed))
    }

    /// Whether an object may be changed here: only by the cell that made it.
    pub(in crate::lang) fn changeable(reference: &Reference, span: Span) -> Outcome<()> {
        let Some(home) = reference.home() else { return Ok(()) };
        Err(owned_by_cell(home.cell(), reference.class.name(), "change a copy: mine = copy.deepcopy(it)", span))
    }

    /// A value where a tensor is wanted: of a parameter, its tensor.
    pub(in crate::lang) fn read(&mut self, value: Value) -> Value {
        match &value {
            Value::Object(reference) if reference.class.is_parameter() => {
                let held = self.field(reference, DATA_FIELD).unwrap_or(value);
                // The functions of a module read their parameters by themselves.
                if let Value::Tensor(tensor) = &held {
                    tensor.note_gradient();
                }
                held
            }
            _ => value,
        }
    }

    /// The same for all arguments of a call, and for the items of lists among them.
    pub(in crate::lang) fn read_all(&mut self, mut given: Arguments, span: Span) -> Outcome<Arguments> {
        let plain = given.plain.iter_mut().map(|(value, _)| value);
        for value in plain.chain(given.named.iter_mut().map(|(_, value, _)| value)) {
            if !value.travels() {
                continue;
            }
            let plain = self.plain_container(value);
            let items = plain.as_ref().unwrap_or(value).items();
            self.spend_bytes(span, items.as_ref().map_or(0, |items| items.len()) * size_of::<Value>())?;
            *value = match (&*value, items) {
                (Value::List(_), Some(items)) => Value::list(self.read_items(&items)),
                (_, Some(items)) => Value::Tuple(self.read_items(&items)),
                (other, None) => self.read(other.clone()),
            };
        }
        Ok(given)
    }

    fn read_items(&mut self, items: &Items) -> Items {
        let read = items.iter().map(|item| self.read(item.clone())).collect();
        Items::new(read).unwrap_or_else(|| items.clone())
    }

    /// The value of an expression where a tensor may be wanted: of a parameter, its tensor.
    pub(super) fn tensor_value(&mut self, expression: &Expression) -> Outcome {
        match self.eval(expression) {
            Ok(value @ Value::Object(_)) => Ok(self.read(value)),
            result => result,
        }
    }

    /// `object[at]`.
    pub(super) fn get_item(&mut self, reference: &Reference, at: Value, span: Span) -> Outcome {
        self.call_method(reference, "__getitem__", vec![at], span)?.ok_or_else(|| {
            let words = format!("'{}' object is not subscriptable", reference.class.name());
            no_items(reference, span).raising_as("TypeError", words)
        })
    }

    /// `object[at] = value`.
    pub(super) fn set_item(&mut self, reference: &Reference, at: Value, value: Value, span: Span) -> Outcome<()> {
        Self::changeable(reference, span)?;
        if self.call_method(reference, "__setitem__", vec![at, value], span)?.is_some() {
            return Ok(());
        }
        let words = format!("'{}' object does not support item assignment", reference.class.name());
        Err(no_items(reference, span).raising_as("TypeError", words))
    }

    /// `len(object)`.
    pub(super) fn length_of(&mut self, reference: &Reference, span: Span) -> Outcome<usize> {
        let length = self.call_method(reference, "__len__", Vec::new(), span)?;
        let has_none = || no_items(reference, span).raising_as("TypeError", no_length(reference.class.name()));
        match length.ok_or_else(has_none)? {
            Value::Int(length, _) if length >= 0 => Ok(usize::try_from(length).unwrap_or(usize::MAX)),
            other => {
                let message = format!("`__len__` of {} returned {}", reference.class.name(), other.description());
                let error = Diagnostic::new(span, message).help("a length must be an integer of 0 or more");
                Err(match other {
                    Value::Int(..) => error.raising_as("ValueError", "__len__() should return >= 0"),
                    Value::Str(_) | Value::Float(..) | Value::None | Value::List(_) | Value::Tuple(_) => {
                        let kind = other.python_type();
                        error.raising_as("TypeError", format!("'{kind}' object cannot be interpreted as an integer"))
                    }
                    _ => error,
                })
            }
        }
    }

    /// `wanted in object`.
    pub(super) fn holds(&mut self, reference: &Reference, wanted: &Value, span: Span) -> Outcome<bool> {
        if let Some(answer) = self.call_method(reference, "__contains__", vec![wanted.clone()], span)? {
            return self.truth_of(&answer, span);
        }
        let mut progress = self.progress(Value::Object(reference.clone()), span)?;
        while let Some(item) = self.next_item(&mut progress, span)? {
            if self.equal(&item, wanted, span)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The attributes of whole and real numbers in Python.
pub(in crate::lang) const OF_NUMBERS: [&str; 13] = [
    "as_integer_ratio",
    "bit_count",
    "bit_length",
    "conjugate",
    "denominator",
    "from_bytes",
    "fromhex",
    "hex",
    "imag",
    "is_integer",
    "numerator",
    "real",
    "to_bytes",
];

/// Python's words for what has no length.
fn no_length(type_name: &str) -> String {
    format!("object of type '{type_name}' has no len()")
}

pub(super) fn no_items(reference: &Reference, span: Span) -> Diagnostic {
    let message = format!("an instance of {} has no items", reference.class.name());
    Diagnostic::new(span, message).help("give its class the methods __len__(self) and __getitem__(self, place)")
}

/// Arguments with one more in front.
pub(super) fn with_first(mut arguments: Arguments, first: Value, span: Span) -> Arguments {
    arguments.has_object = true;
    arguments.plain.insert(0, (first, span));
    arguments
}

/// Whether a function is the `__new__` of a class, which is called with a class and belongs to one.
fn makes_objects(function: &Closure) -> bool {
    &*function.code.name.name == "__new__"
}

fn bound_to(function: Arc<Closure>, owner: Class, object: Option<Value>) -> Value {
    Value::Bound(Arc::new(Bound { function, owner, object }))
}

/// The error for a module whose `nn.Module.__init__` has not run.
pub(in crate::lang) fn not_ready(reference: &Reference, span: Span) -> Diagnostic {
    let message = format!("{} has not called super().__init__() yet", reference.class.name());
    Diagnostic::new(span, message).help(
        "an nn.Module can have parameters and submodules only after super().__init__(): call it in the first line of __init__",
    )
}

fn misplaced(role: Role, name: &Identifier, value: &Value) -> Diagnostic {
    let (what, wants) = match role {
        Role::Parameter => ("a parameter", "an nn.Parameter or None"),
        Role::Module => ("a module", "an nn.Module or None"),
        _ => ("a buffer", "a tensor or None"),
    };
    let message = format!("`{}` is {what} and takes {wants}, not {}", name.name, value.description());
    let error = Diagnostic::new(name.span, message);
    let as_what = match role {
        Role::Parameter => Some(("parameter", "torch.nn.Parameter or None")),
        Role::Module => Some(("child module", "torch.nn.Module or None")),
        _ => None,
    };
    let error = match (as_what, value) {
        (Some((what, wants)), Value::Int(..) | Value::Float(..) | Value::Str(_) | Value::Bool(_) | Value::List(_)) => {
            let kind = value.python_type();
            let words = format!("cannot assign '{kind}' as {what} '{}' ({wants} expected)", name.name);
            error.raising_as("TypeError", words)
        }
        _ => error,
    };
    match role {
        Role::Parameter => {
            error.help(format!("write nn.Parameter(value), or change it in place: {}.data = value", name.name))
        }
        _ => error,
    }
}
