//! Classes at work: they are made, objects are made from them, and their attributes are set.

use super::calls::Arguments;
use super::changes::owned_by_cell;
use super::objects::{OBJECT_BYTES, with_first};
use super::scopes::{Frame, Layer};
use super::{Interpreter, Outcome, too_nested};
use crate::lang::class::{Bound, Class, Member, OBJECT};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Object, Role};
use crate::lang::syntax::{ClassStatement, Identifier, MAX_DEPTH, Span, Statement, StatementKind};
use crate::lang::value::Value;
use std::sync::Arc;

/// What Python keeps of a class in attributes, and what is fixed here.
const FIXED: [&str; 6] = ["__name__", "__qualname__", "__bases__", "__class__", "__mro__", "__dict__"];

/// Methods that Python calls by itself and this does not: to leave them out without a word would give other values.
const UNCALLED: [&str; 11] = [
    "__new__",
    "__del__",
    "__setattr__",
    "__delattr__",
    "__getattribute__",
    "__init_subclass__",
    "__set_name__",
    "__get__",
    "__set__",
    "__delete__",
    "__format__",
];

/// Refuses methods that would never be called.
fn check_members(statement: &ClassStatement) -> Outcome<()> {
    let uncalled = |statement: &Statement| match &statement.kind {
        StatementKind::Define(function) if UNCALLED.contains(&&*function.name.name) => Some(function.name.clone()),
        _ => None,
    };
    let Some(name) = statement.body.iter().find_map(uncalled) else { return Ok(()) };
    let message = format!("`{}` is never called here, as Python would", name.name);
    Err(Diagnostic::new(name.span, message)
        .help("write what it does as a method with a name of its own, and call that"))
}

impl Interpreter<'_> {
    /// `class name(base): ...`.
    pub(super) fn define_class(&mut self, statement: &ClassStatement) -> Outcome<()> {
        let class = self.class_of(statement)?;
        self.bind(&statement.name, class);
        Ok(())
    }

    /// Runs a class's block and makes the class. It belongs to the cell that is running, also where another cell's function makes it.
    fn class_of(&mut self, statement: &ClassStatement) -> Outcome {
        let base = match &statement.base {
            None => Class::Native(&OBJECT),
            Some(expression) => match self.eval(expression)? {
                Value::Class(class) if !class.is_parameter() => class,
                other => {
                    let message = format!("a class can only extend another class, not {}", other.description());
                    return Err(Diagnostic::new(expression.span, message).help("write class Name(nn.Module):"));
                }
            },
        };
        let home = self.frame().home.clone();
        self.frames.push(Frame { layers: vec![Layer::default()], home, is_class: true, ..Frame::default() });
        let ran = self.block(&statement.body);
        let block = self.frames.pop().and_then(|frame| frame.layers.into_iter().next()).unwrap_or_default();
        let members = block.names.into_scope();
        ran?;
        check_members(statement)?;
        self.spend_bytes(statement.span, OBJECT_BYTES * (1 + members.len()))?;
        // A line of classes is dropped by recursion, and every look-up is a walk along it.
        if base.line().count() >= MAX_DEPTH as usize {
            return Err(too_nested(statement.name.span));
        }
        Ok(Value::Class(self.heap.add_class(Arc::clone(&statement.name.name), base, members)))
    }

    /// Calls a class: makes an object and initialises it.
    pub(in crate::lang) fn construct(
        &mut self,
        class: &Class,
        arguments: Arguments,
        span: Span,
        callee: Span,
    ) -> Outcome {
        self.spend_bytes(span, OBJECT_BYTES)?;
        let reference = self.heap.add(class.clone(), Object::default());
        if self.library.is_exception(class) {
            // Before `__init__` runs, as in Python, where another constructor sets them.
            let arguments = arguments.plain.iter().map(|(value, _)| value.clone()).collect();
            let arguments = Value::Tuple(self.collect(span, arguments)?);
            self.put(&reference, &Arc::from("args"), arguments, Role::Plain, span)?;
        }
        let object = Value::Object(reference);
        match class.find(&self.heap, "__init__") {
            Some((owner, Member::Value(Value::Function(function)))) => {
                let bound = Bound { function, owner, object: Some(object.clone()) };
                self.nested(span, |machine| machine.call_bound(&bound, arguments, span, callee))?;
            }
            Some((_, Member::Builtin(init))) => {
                self.library.call(self, init, with_first(arguments, object.clone(), callee), span)?;
            }
            _ if arguments.plain.is_empty() && arguments.named.is_empty() => {}
            _ => {
                let message = format!("{} takes no arguments: it has no `__init__`", class.name());
                return Err(Diagnostic::new(span, message)
                    .raising_as("TypeError", format!("{}() takes no arguments", class.name()))
                    .help("write def __init__(self, ...): in the class"));
            }
        }
        Ok(object)
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
