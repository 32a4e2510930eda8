//! `nn.Sequential`, `nn.ModuleList` and `nn.ModuleDict`: modules that hold others in a row.

use std::sync::Arc;

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::dict_methods::view as view_of;
use super::super::from_argument::{Argument, FromArgument, ModuleObject, Rest};
use super::super::nearest;
use super::walk::Named;
use super::{MODULE, begin, construct};
use crate::lang::class::{Native, NativeKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Reference, Role};
use crate::lang::value::{Dict, DictPart, SharedDict, Value};

/// `nn.Sequential`.
pub(super) static SEQUENTIAL: Native = Native {
    name: "Sequential",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&SEQUENTIAL_TABLE],
    describe: |_, _| String::new(),
};

builtins! { SEQUENTIAL_TABLE:
    /// Modules that are called one after the other.
    #[at()]
    fn new_sequential as "Sequential"(call, this: Reference, @rest modules: Rest<PartOrParts>) -> () {
        begin(call, &this)?;
        let is_alone = modules.0.len() == 1;
        for part in modules.0 {
            match part {
                PartOrParts::Part(part) => add_all(call, &this, vec![part])?,
                PartOrParts::Parts(named) if is_alone => add_named(call, &this, named)?,
                PartOrParts::Parts(_) => return Err(call.error("dict is not a Module subclass").into()),
            }
        }
        Ok(())
    }

    /// What the last module gives.
    #[at()]
    fn sequential as "forward"(call, this: Reference, input: Value) -> Value {
        let mut value = input;
        for (name, part) in call.interpreter.children(&this) {
            value = call.interpreter.call_part(&name, &part, vec![value], call.span)?;
        }
        Ok(value)
    }

    /// Adds a module at the end.
    #[at()]
    fn sequential_append as "append"(call, this: Reference, module: ModuleObject) -> Value {
        add_all(call, &this, vec![module])?;
        Ok(Value::Object(this))
    }

    /// How many modules there are.
    #[at()]
    fn sequential_length as "__len__"(call, this: Reference) -> i64 {
        Ok(call.interpreter.children(&this).len() as i64)
    }

    /// The module at a place.
    #[at()]
    fn sequential_item as "__getitem__"(call, this: Reference, place: Place) -> Value {
        item(call, &this, place)
    }

    /// Puts a module at a place.
    #[at()]
    fn sequential_set_item as "__setitem__"(call, this: Reference, place: i64, module: ModuleObject) -> () {
        let (name, _) = at(call, &this, place)?;
        Ok(add(call, &this, &name, module)?)
    }

    /// The modules.
    #[at()]
    fn sequential_iter as "__iter__"(call, this: Reference) -> Value {
        values(call, &this)
    }
}

/// `nn.ModuleList`.
pub(super) static MODULE_LIST: Native = Native {
    name: "ModuleList",
    base: Some(&MODULE),
    kind: NativeKind::ModuleList,
    declared: &[&MODULE_LIST_TABLE],
    describe: |_, _| String::new(),
};

builtins! { MODULE_LIST_TABLE:
    /// A list of modules, whose parameters count.
    #[at()]
    fn new_list as "ModuleList"(call, this: Reference, modules: Option<Parts> = None) -> () {
        begin(call, &this)?;
        Ok(add_all(call, &this, modules.map_or_else(Vec::new, |modules| modules.0))?)
    }

    /// Adds a module at the end.
    #[at()]
    fn list_append as "append"(call, this: Reference, module: ModuleObject) -> Value {
        add_all(call, &this, vec![module])?;
        Ok(Value::Object(this))
    }

    /// Adds modules at the end.
    #[at()]
    fn extend(call, this: Reference, modules: Parts) -> Value {
        add_all(call, &this, modules.0)?;
        Ok(Value::Object(this))
    }

    /// How many modules there are.
    #[at()]
    fn list_length as "__len__"(call, this: Reference) -> i64 {
        Ok(call.interpreter.children(&this).len() as i64)
    }

    /// The module at a place.
    #[at()]
    fn list_item as "__getitem__"(call, this: Reference, place: Place) -> Value {
        item(call, &this, place)
    }

    /// Puts a module at a place.
    #[at()]
    fn list_set_item as "__setitem__"(call, this: Reference, place: i64, module: ModuleObject) -> () {
        let (name, _) = at(call, &this, place)?;
        Ok(add(call, &this, &name, module)?)
    }

    /// The modules.
    #[at()]
    fn list_iter as "__iter__"(call, this: Reference) -> Value {
        values(call, &this)
    }
}

/// `nn.ModuleDict`.
pub(super) static MODULE_DICT: Native = Native {
    name: "ModuleDict",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&MODULE_DICT_TABLE],
    describe: |_, _| String::new(),
};

builtins! { MODULE_DICT_TABLE:
    /// Modules by name, whose parameters count.
    #[at()]
    fn new_dict as "ModuleDict"(call, this: Reference, modules: Option<NamedParts> = None) -> () {
        begin(call, &this)?;
        match modules {
            Some(named) => add_named(call, &this, named),
            None => Ok(()),
        }
    }

    /// The names.
    #[at()]
    fn keys(call, this: Reference) -> Value {
        view(call, &this, DictPart::Keys)
    }

    /// The modules.
    #[at()]
    fn dict_values as "values"(call, this: Reference) -> Value {
        view(call, &this, DictPart::Values)
    }

    /// Pairs of name and module.
    #[at()]
    fn items(call, this: Reference) -> Value {
        view(call, &this, DictPart::Items)
    }

    /// How many modules there are.
    #[at()]
    fn dict_length as "__len__"(call, this: Reference) -> i64 {
        Ok(call.interpreter.children(&this).len() as i64)
    }

    /// The module of a name.
    #[at()]
    fn named_item as "__getitem__"(call, this: Reference, key: Arc<str>) -> Value {
        let parts = call.interpreter.children(&this);
        let found = parts.iter().find(|(name, _)| **name == *key);
        found.map(|(_, part)| Value::Object(part.clone())).ok_or_else(|| {
            let error = Diagnostic::new(call.span, format!("there is no module '{key}'"));
            match nearest(&key, parts.iter().map(|(name, _)| name.as_str())) {
                Some(near) => error.help(format!("did you mean '{near}'?")).into(),
                None => error.into(),
            }
        })
    }

    /// Gives a name a module.
    #[at()]
    fn set_named_item as "__setitem__"(call, this: Reference, key: Arc<str>, module: ModuleObject) -> () {
        Ok(add(call, &this, &key, module)?)
    }

    /// Whether a name is there.
    #[at()]
    fn contains as "__contains__"(call, this: Reference, key: Value) -> bool {
        Ok(matches!(key, Value::Str(key) if call.interpreter.children(&this).iter().any(|(name, _)| **name == *key)))
    }

    /// The names.
    #[at()]
    fn dict_iter as "__iter__"(call, this: Reference) -> Value {
        names(call, &this)
    }
}

/// Modules in a row: a list, a tuple, or a module that holds others.
struct Parts(Vec<ModuleObject>);

impl FromArgument for Parts {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let items = interpreter.iterate(argument.value, argument.span)?;
        items
            .iter()
            .map(|item| ModuleObject::from_argument(&argument.with(item), interpreter))
            .collect::<Outcome<_>>()
            .map(Self)
    }
}

/// Modules by name.
struct NamedParts(Vec<(Arc<str>, ModuleObject)>);

impl FromArgument for NamedParts {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let named = Arc::<Dict>::from_argument(argument, interpreter)?;
        let part = |(name, part): &(Value, Value)| match name {
            Value::Str(name) => Ok((name.clone(), ModuleObject::from_argument(&argument.with(part), interpreter)?)),
            other => {
                let message = format!("module name should be a string. Got {}", other.python_type());
                Err(Diagnostic::new(argument.span, message))
            }
        };
        named.entries().iter().map(part).collect::<Outcome<_>>().map(Self)
    }
}

/// What `nn.Sequential` is made of: modules, or one dict of them.
enum PartOrParts {
    Part(ModuleObject),
    Parts(NamedParts),
}

impl FromArgument for PartOrParts {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.contents(interpreter) {
            Value::Dict(_) => NamedParts::from_argument(argument, interpreter).map(Self::Parts),
            _ => ModuleObject::from_argument(argument, interpreter).map(Self::Part),
        }
    }
}

/// A place in a row, or a slice of it.
enum Place {
    At(i64),
    Slice(Arc<[Value; 3]>),
}

impl FromArgument for Place {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Slice(slice) => Ok(Self::Slice(Arc::clone(slice))),
            _ => i64::from_argument(argument, interpreter).map(Self::At),
        }
    }
}

/// Makes a module a part of a container.
fn add(call: &mut Invocation<'_, '_>, whole: &Reference, name: &str, module: ModuleObject) -> Outcome<()> {
    Interpreter::changeable(whole, call.span)?;
    call.interpreter.put(whole, &Arc::from(name), Value::Object(module.0), Role::Module, call.span)
}

fn add_all(call: &mut Invocation<'_, '_>, whole: &Reference, modules: Vec<ModuleObject>) -> Outcome<()> {
    for module in modules {
        let place = call.interpreter.children(whole).len();
        add(call, whole, &place.to_string(), module)?;
    }
    Ok(())
}

fn add_named(call: &mut Invocation<'_, '_>, whole: &Reference, named: NamedParts) -> BuiltinResult<()> {
    for (name, module) in named.0 {
        add(call, whole, &name, module)?;
    }
    Ok(())
}

/// The part at a place, counted from the end when negative.
fn at(call: &Invocation<'_, '_>, whole: &Reference, place: i64) -> Outcome<Named<Reference>> {
    let parts = call.interpreter.children(whole);
    let counted = if place < 0 { place.saturating_add(parts.len() as i64) } else { place };
    let found = usize::try_from(counted).ok().and_then(|at| parts.get(at).cloned());
    found.ok_or_else(|| {
        let help = format!("this {} has {} modules", whole.class.name(), parts.len());
        Diagnostic::new(call.span, format!("index {place} is out of range")).help(help)
    })
}

fn item(call: &mut Invocation<'_, '_>, whole: &Reference, place: Place) -> BuiltinResult<Value> {
    let slice = match place {
        Place::At(place) => return Ok(Value::Object(at(call, whole, place)?.1)),
        Place::Slice(slice) => slice,
    };
    let parts: Vec<Value> = call.interpreter.children(whole).into_iter().map(|(_, part)| Value::Object(part)).collect();
    let parts = call.interpreter.collect(call.span, parts)?;
    let parts = call.interpreter.sliced(call.span, &parts, &slice)?.to_vec();
    if whole.class.is_native(&MODULE_LIST) {
        let list = call.interpreter.new_list(call.span, parts)?;
        return Ok(construct(call.interpreter, &MODULE_LIST, vec![list], vec![], call.span)?);
    }
    Ok(construct(call.interpreter, &SEQUENTIAL, parts, vec![], call.span)?)
}

fn values(call: &mut Invocation<'_, '_>, whole: &Reference) -> BuiltinResult<Value> {
    let parts = call.interpreter.children(whole).into_iter().map(|(_, part)| Value::Object(part)).collect();
    Ok(call.interpreter.new_list(call.span, parts)?)
}

/// A view of the modules by name, as they are now.
fn view(call: &mut Invocation<'_, '_>, whole: &Reference, part: DictPart) -> BuiltinResult<Value> {
    let parts = call.interpreter.children(whole);
    let entries = parts.into_iter().map(|(name, part)| (Value::text(name), Value::Object(part))).collect();
    let entries = call.interpreter.entries(call.span, entries)?;
    Ok(view_of(SharedDict::new(Arc::new(entries)), part))
}

fn names(call: &mut Invocation<'_, '_>, whole: &Reference) -> BuiltinResult<Value> {
    let names = call.interpreter.children(whole).into_iter().map(|(name, _)| Value::text(name)).collect();
    Ok(call.interpreter.new_list(call.span, names)?)
}
