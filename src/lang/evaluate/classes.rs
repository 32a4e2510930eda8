//! Classes at work: they are made, objects are made from them, and their attributes are set.

use super::calls::Arguments;
use super::changes::owned_by_cell;
use super::objects::{OBJECT_BYTES, with_first};
use super::scopes::{Frame, Layer};
use super::{Interpreter, Outcome, too_nested};
use crate::lang::class::{Body, Bound, Class, ContainerType, Equality, Member, NativeKind, OBJECT};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Object, Role};
use crate::lang::syntax::{Binding, ClassStatement, Identifier, MAX_DEPTH, Span, Statement, StatementKind, doc_of};
use crate::lang::value::{Scope, Stub, Value};
use std::sync::Arc;

/// What Python keeps of a class in attributes, and what is fixed here.
const FIXED: [&str; 10] = [
    "__name__",
    "__qualname__",
    "__bases__",
    "__class__",
    "__mro__",
    "__dict__",
    "__new__",
    "__setattr__",
    "__eq__",
    "__hash__",
];

/// The attribute of a function that `@abstractmethod` sets.
pub(super) const IS_ABSTRACT: &str = "__isabstractmethod__";

/// Methods that Python calls by itself and this does not: to leave them out without a word would give other values.
const UNCALLED: [&str; 8] = [
    "__del__",
    "__getattribute__",
    "__init_subclass__",
    "__set_name__",
    "__get__",
    "__set__",
    "__delete__",
    "__format__",
];

/// Refuses methods that would never be called; `body` is where they are written, if they are.
fn check_members(members: &Scope, body: &[Statement], span: Span) -> Outcome<()> {
    let Some(name) = UNCALLED.into_iter().find(|name| members.contains_key(*name)) else { return Ok(()) };
    let written = body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Define(function) if &*function.name.name == name => Some(function.name.span),
        _ => None,
    });
    let message = format!("`{name}` is never called here, as Python would");
    Err(Diagnostic::new(written.unwrap_or(span), message)
        .help("write what it does as a method with a name of its own, and call that"))
}

/// `__new__` is called with a class, and needs no decorator for that.
fn with_static_new(members: &mut Scope) {
    if let Some(Value::Function(function)) = members.get_mut("__new__")
        && function.code.binding == Binding::Object
    {
        *function = Arc::new(function.with_code(|code| code.binding = Binding::Nothing));
    }
}

/// The attributes that the objects of a class may have, if it and all that it extends name them in `__slots__`.
fn slots(line: &[Class], members: &Scope) -> Option<Vec<Arc<str>>> {
    let own = match members.get("__slots__")? {
        Value::Str(name) => vec![name.clone()],
        names => {
            let name = |value: &Value| if let Value::Str(name) = value { Some(name.clone()) } else { None };
            names.items()?.iter().map(name).collect::<Option<_>>()?
        }
    };
    let above = line.iter().map(|class| match class {
        Class::Written(class) => class.body.slots.clone(),
        Class::Native(native) => (**native == OBJECT || matches!(native.kind, NativeKind::Container(_))).then(Vec::new),
    });
    let above: Vec<Vec<Arc<str>>> = above.collect::<Option<_>>()?;
    Some(above.into_iter().flatten().chain(own).collect())
}

/// When two objects of a class with these members are equal.
fn equality(line: &[Class], members: &Scope) -> Equality {
    let has_hash = members.get("__hash__").is_some_and(|hash| !matches!(hash, Value::None));
    match (members.contains_key("__eq__"), has_hash) {
        (true, true) => Equality::Hashed,
        (true, false) => Equality::Unhashable,
        (false, _) if matches!(members.get("__hash__"), Some(Value::None)) => Equality::Unhashable,
        (false, has_hash) => match line.first().map_or(Equality::Identity, Class::equality) {
            Equality::Unhashable | Equality::Items if has_hash => Equality::Hashed,
            Equality::Identity if has_hash => Equality::IdentityHashed,
            above => above,
        },
    }
}

/// Refuses an object of a class that leaves methods to others.
fn check_abstract(class: &Class, span: Span) -> Outcome<()> {
    let names = match class {
        Class::Written(class) => &class.body.abstract_methods[..],
        Class::Native(_) => &[],
    };
    if names.is_empty() {
        return Ok(());
    }
    let plural = if names.len() == 1 { "" } else { "s" };
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let message = format!(
        "Can't instantiate abstract class {} without an implementation for abstract method{plural} {}",
        class.name(),
        names.join(", ")
    );
    Err(Diagnostic::new(span, message).raising("TypeError").help("extend it, and write them in that class"))
}

/// Where the bases of a class are written; without any, its name.
fn bases_span(statement: &ClassStatement) -> Span {
    statement.bases.iter().map(|base| base.span).reduce(Span::cover).unwrap_or(statement.name.span)
}

/// The error for bases that no order of lookup can have.
fn no_order(bases: &[Class], span: Span) -> Diagnostic {
    let names: Vec<&str> = bases.iter().map(Class::name).collect();
    let message = format!("Cannot create a consistent method resolution order (MRO) for bases {}", names.join(", "));
    Diagnostic::new(span, message).raising("TypeError").help("name a class before those that it extends")
}

/// Refuses a class that would be two of those that are always there at once: its objects can only be of one.
fn check_natives(line: &[Class], span: Span) -> Outcome<()> {
    let mut natives = line.iter().filter_map(|class| match class {
        Class::Native(native) => Some(*native),
        Class::Written(_) => None,
    });
    let Some(first) = natives.next() else { return Ok(()) };
    match natives.find(|native| !first.is(native)) {
        None => Ok(()),
        Some(other) => {
            let message = format!("a class cannot extend both {} and {}", first.name, other.name);
            let error = Diagnostic::new(span, message);
            let error = match (first.kind, other.kind) {
                (NativeKind::Container(_), NativeKind::Container(_)) => {
                    error.raising_as("TypeError", "multiple bases have instance lay-out conflict")
                }
                _ => error,
            };
            Err(error.help("extend one of them, and store an object of the other in an attribute"))
        }
    }
}

/// What a class is made of.
struct NewClass<'n> {
    name: &'n Identifier,
    /// What it extends, and all that these extend, nearest first.
    bases: Vec<Class>,
    line: Vec<Class>,
    members: Scope,
    doc: Option<Arc<str>>,
    qualifier: Option<Arc<str>>,
}

impl Interpreter<'_> {
    /// `class name(base): ...`.
    pub(super) fn define_class(&mut self, statement: &ClassStatement) -> Outcome<()> {
        let decorators = self.values(&statement.decorators)?;
        let class = self.class_of(statement)?;
        let class = self.decorated(&statement.decorators, decorators, class)?;
        self.bind(&statement.name, class)
    }

    /// Runs a class's block and makes the class. It belongs to the cell that is running, also where another cell's function makes it.
    fn class_of(&mut self, statement: &ClassStatement) -> Outcome {
        let bases = self.values(&statement.bases)?;
        if let [Value::Stub(stub)] = &bases[..]
            && matches!(&**stub, Stub::Annotation(name) if &**name == "NamedTuple")
        {
            return self.named_tuple(statement);
        }
        let bases = self.as_bases(bases, bases_span(statement))?;
        let line = Class::line_behind(&bases).map_err(|stuck| no_order(&stuck, bases_span(statement)))?;
        check_natives(&line, statement.name.span)?;
        let members = self.members_of(statement)?;
        let (doc, qualifier) = (doc_of(&statement.body).cloned(), statement.qualifier.clone());
        self.new_class(NewClass { name: &statement.name, bases, line, members, doc, qualifier })
    }

    /// What the block of a class defines.
    fn members_of(&mut self, statement: &ClassStatement) -> Outcome<Scope> {
        let home = self.frame().home.clone();
        self.frames.push(Frame { layers: vec![Layer::default()], home, is_class: true, ..Frame::default() });
        let ran = self.block(&statement.body);
        let block = self.frames.pop().and_then(|frame| frame.layers.into_iter().next()).unwrap_or_default();
        let members = block.names.into_scope();
        ran?;
        check_members(&members, &statement.body, statement.name.span)?;
        Ok(members)
    }

    /// `class Point(NamedTuple)`: the class that `collections.namedtuple` makes of the fields, with what else the block defines.
    fn named_tuple(&mut self, statement: &ClassStatement) -> Outcome {
        let span = statement.name.span;
        let mut own = self.members_of(statement)?;
        let mut defaults = Vec::new();
        for field in &statement.annotated {
            match own.remove(&field.name) {
                Some(default) => defaults.push(default),
                None if defaults.is_empty() => {}
                None => {
                    let message = format!("non-default namedtuple field {} cannot follow default field", field.name);
                    return Err(Diagnostic::new(field.span, message).raising("TypeError"));
                }
            }
        }
        let names = statement.annotated.iter().map(|field| Value::Str(field.name.clone())).collect();
        let names = self.new_list(span, names)?;
        let defaults = self.new_list(span, defaults)?;
        let maker = self.library.import("collections", Some("namedtuple")).unwrap_or(Value::None);
        let arguments = Arguments {
            plain: vec![(Value::Str(statement.name.name.clone()), span), (names, span)],
            named: vec![(Identifier { name: "defaults".into(), span }, defaults, span)],
            ..Arguments::default()
        };
        let Value::Class(Class::Written(made)) = self.call(&maker, arguments, span, span)? else {
            return Err(Diagnostic::new(span, "a named tuple cannot be made here"));
        };
        let mut members = self.heap.members(&made).cloned().unwrap_or_default();
        let own_doc = doc_of(&statement.body).cloned();
        members.extend(own);
        members.retain(|name, _| own_doc.is_none() || &**name != "__doc__");
        let (bases, line) = (made.body.bases.clone(), made.body.line.clone());
        let doc = own_doc.or_else(|| made.body.doc.clone());
        let qualifier = statement.qualifier.clone();
        self.new_class(NewClass { name: &statement.name, bases, line, members, doc, qualifier })
    }

    /// Adds a class to the heap.
    fn new_class(&mut self, class: NewClass<'_>) -> Outcome {
        let NewClass { name, bases, line, mut members, doc, qualifier } = class;
        self.spend_bytes(name.span, OBJECT_BYTES * (1 + members.len()))?;
        // A line of classes is dropped by recursion, and every look-up is a walk along it.
        if line.len() >= MAX_DEPTH as usize {
            return Err(too_nested(name.span));
        }
        with_static_new(&mut members);
        members.extend(self.noted_accessors(&members));
        let abstract_methods = self.abstract_methods(&line, &members);
        let slots = slots(&line, &members);
        let sets = |class: &Class| matches!(class, Class::Written(class) if class.body.has_setattr);
        let has_setattr = members.contains_key("__setattr__") || line.iter().any(sets);
        let equality = equality(&line, &members);
        let name = Arc::clone(&name.name);
        Ok(Value::Class(self.heap.add_class(
            Body { name, bases, line, number: 0, doc, qualifier, abstract_methods, slots, has_setattr, equality },
            members,
        )))
    }

    /// `type(name, bases, members)`: the class that a `class` statement would make.
    pub(in crate::lang) fn class_from(
        &mut self,
        name: &Identifier,
        bases: Vec<Value>,
        members: Scope,
        span: Span,
    ) -> Outcome {
        let bases = self.as_bases(bases, span)?;
        let line = Class::line_behind(&bases).map_err(|stuck| no_order(&stuck, span))?;
        check_natives(&line, span)?;
        check_members(&members, &[], span)?;
        self.new_class(NewClass { name, bases, line, members, doc: None, qualifier: None })
    }

    /// The methods that a class with these members leaves to those that extend it. Only `abc.ABC` makes that count, which all such classes have an attribute of.
    fn abstract_methods(&self, line: &[Class], members: &Scope) -> Vec<Arc<str>> {
        if Class::find_in(line.iter().cloned(), &self.heap, "_abc_impl").is_none() {
            return Vec::new();
        }
        let inherited = line.iter().flat_map(|class| match class {
            Class::Written(class) => &class.body.abstract_methods[..],
            Class::Native(_) => &[],
        });
        let is_abstract = |name: &&Arc<str>| match members.get(&***name) {
            Some(member) => self.is_abstract(member),
            None => match Class::find_in(line.iter().cloned(), &self.heap, name) {
                Some((_, Member::Value(member))) => self.is_abstract(&member),
                _ => false,
            },
        };
        let mut names: Vec<_> = members.keys().chain(inherited).filter(is_abstract).cloned().collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether `@abstractmethod` was written above a function.
    fn is_abstract(&self, member: &Value) -> bool {
        let Value::Function(function) = member else { return false };
        let attributes = function.attributes().and_then(|object| self.heap.get(object));
        attributes.is_some_and(|object| {
            object.field(IS_ABSTRACT).is_some_and(|field| matches!(field.value, Value::Bool(true)))
        })
    }

    /// What a class extends.
    fn as_bases(&self, values: Vec<Value>, span: Span) -> Outcome<Vec<Class>> {
        let mut bases: Vec<Class> = Vec::with_capacity(1);
        for value in values {
            let value = match value {
                Value::Builtin(builtin) if let Some(native) = self.library.class_of_type(builtin) => {
                    Value::Class(Class::Native(native))
                }
                other => other,
            };
            match value {
                Value::Class(class) if bases.iter().any(|base| base.same(&class)) => {
                    let message = format!("duplicate base class {}", class.name());
                    return Err(Diagnostic::new(span, message).raising("TypeError").help("name it once"));
                }
                Value::Class(class) if !class.is_parameter() => bases.push(class),
                // Types have no effect, as in annotations.
                Value::Stub(stub) if matches!(&*stub, Stub::Annotation(name) if matches!(&**name, "Generic" | "Protocol")) =>
                    {}
                other => {
                    let message = format!("a class can only extend another class, not {}", other.description());
                    return Err(Diagnostic::new(span, message).help("write class Name(nn.Module):"));
                }
            }
        }
        if bases.is_empty() {
            bases.push(Class::Native(&OBJECT));
        }
        Ok(bases)
    }

    /// Calls a class: makes an object and initialises it.
    pub(in crate::lang) fn construct(
        &mut self,
        class: &Class,
        arguments: Arguments,
        span: Span,
        callee: Span,
    ) -> Outcome {
        let maker = match class.find(&self.heap, "__new__") {
            Some((owner, Member::Value(Value::Function(function)))) => Some(Bound { function, owner, object: None }),
            _ => None,
        };
        let object = if let Some(maker) = &maker {
            let given = with_first(arguments.clone(), Value::Class(class.clone()), callee);
            let made = self.nested(span, |machine| machine.call_bound(maker, given, span, callee))?;
            // As in Python, what is of another class is not initialised.
            if !matches!(&made, Value::Object(object) if object.class.is(class)) {
                return Ok(made);
            }
            made
        } else {
            let given: Vec<Value> = arguments.plain.iter().map(|(value, _)| value.clone()).collect();
            self.new_object(class, &given, span)?
        };
        let has_taken = maker.is_some() || class.container() == Some(ContainerType::Tuple);
        match class.find(&self.heap, "__init__") {
            Some((owner, Member::Value(Value::Function(function)))) => {
                let bound = Bound { function, owner, object: Some(object.clone()) };
                self.nested(span, |machine| machine.call_bound(&bound, arguments, span, callee))?;
            }
            Some((_, Member::Builtin(init))) => {
                self.library.call(self, init, with_first(arguments, object.clone(), callee), span)?;
            }
            _ if has_taken || (arguments.plain.is_empty() && arguments.named.is_empty()) => {}
            _ => {
                let message = format!("{} takes no arguments: it has no `__init__`", class.name());
                return Err(Diagnostic::new(span, message)
                    .raising_as("TypeError", format!("{}() takes no arguments", class.name()))
                    .help("write def __init__(self, ...): in the class"));
            }
        }
        Ok(object)
    }

    /// A new object of a class that is not initialised yet; what it is made with matters to tuples and exceptions.
    pub(in crate::lang) fn new_object(&mut self, class: &Class, given: &[Value], span: Span) -> Outcome {
        check_abstract(class, span)?;
        self.spend_bytes(span, OBJECT_BYTES)?;
        let reference = self.heap.add(class.clone(), Object::default());
        self.fill_container(&reference, given, span)?;
        if self.library.is_exception(class) {
            // Before `__init__` runs, as in Python, where another constructor sets them.
            let arguments = Value::Tuple(self.collect(span, given.to_vec())?);
            self.put(&reference, &Arc::from("args"), arguments, Role::Plain, span)?;
        }
        Ok(Value::Object(reference))
    }

    /// Sets an attribute of a class: all objects and classes that inherit it see it.
    pub(super) fn set_of_class(&mut self, class: &Class, name: &Identifier, value: Value) -> Outcome<()> {
        let Class::Written(written) = class else {
            let message = format!("cannot set '{}' attribute of the built-in class {}", name.name, class.name());
            return Err(Diagnostic::new(name.span, message)
                .help(format!("set it on a class of your own: class Mine({}):", class.name())));
        };
        if let Some(home) = &written.home {
            let copy = format!("change a class that extends it: class Mine({}):", class.name());
            return Err(owned_by_cell(home.cell(), &format!("class {}", class.name()), &copy, name.span));
        }
        if FIXED.contains(&&*name.name) {
            let message = format!("`{}` of a class cannot be assigned", name.name);
            return Err(Diagnostic::new(name.span, message).help("the `class` statement decides it"));
        }
        self.spend_bytes(name.span, OBJECT_BYTES)?;
        if let Some(members) = self.heap.members_mut(written) {
            members.insert(Arc::clone(&name.name), value);
        }
        Ok(())
    }
}
