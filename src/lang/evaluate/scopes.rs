//! Names while a cell runs: how a name is found, how it is bound, and how a function captures it.
//!
//! A name of a function is a plain entry of its [`Layer`] until a function inside captures it. Then it becomes a
//! [`Variable`] in the heap, which both of them read and write from then on. So the inner function sees later assignments, as in Python,
//! and a function in which no other is made pays nothing for it. Names of the cell are never captured: a function looks them up when it
//! runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bindings::Bindings;
use super::{Interpreter, Outcome, refused};
use crate::lang::class::Class;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{FrozenHeap, Heap, Variable};
use crate::lang::syntax::{Function, Identifier, Span};
use crate::lang::value::{Captured, SharedTensor, Value};
use crate::nn::nearest;

/// What a variable takes besides its value, and what each function takes for a variable that it has captured.
const VARIABLE_BYTES: u128 = 64;

/// The names of one function that is running, or of the cell.
#[derive(Default)]
pub(super) struct Frame {
    /// The function's own names, and on top of them those of comprehensions.
    pub(super) layers: Vec<Layer>,
    /// The variables of the functions around it.
    pub(super) captured: Arc<Captured>,
    /// The names of the cell that made the function, if that is another one.
    pub(super) home: Option<Arc<FrozenHeap>>,
    /// The function that is running; `None` for the cell.
    pub(super) code: Option<Arc<Function>>,
    /// The class that the running function is a method of.
    pub(super) owner: Option<Class>,
    /// Whether this is the block of a class: its names are not seen by the functions in it.
    pub(super) is_class: bool,
}

/// The names of a function, of a comprehension, of the block of a class, or of the cell.
#[derive(Default)]
pub(super) struct Layer {
    /// Those that no function has captured.
    pub(super) names: Bindings,
    /// Those that a function has captured.
    shared: BTreeMap<Arc<str>, Variable>,
}

/// Where a name was found.
enum Found<'f> {
    /// In a layer.
    Value(&'f Value),
    /// In the heap.
    Variable(&'f Variable),
}

impl Layer {
    /// A layer of these names.
    pub(super) fn of(names: Bindings) -> Self {
        Self { names, ..Self::default() }
    }

    fn find(&self, name: &str) -> Option<Found<'_>> {
        let value = self.names.get(name).map(Found::Value);
        if self.shared.is_empty() {
            return value;
        }
        value.or_else(|| self.shared.get(name).map(Found::Variable))
    }
}

impl Frame {
    fn find(&self, name: &str) -> Option<Found<'_>> {
        // A comprehension in the block of a class does not see the names of the class.
        let hidden = usize::from(self.is_class && self.layers.len() > 1);
        let own = self.layers[hidden..].iter().rev().find_map(|layer| layer.find(name));
        own.or_else(|| self.captured.get(name).map(Found::Variable))
    }

    fn is_local(&self, name: &str) -> bool {
        self.code.as_ref().is_some_and(|code| code.locals.contains(name))
    }
}

impl Interpreter<'_> {
    /// The frame that is running.
    pub(super) fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The function around the block of a class that is running: the block sees its names.
    fn around_class(&self) -> Option<&Frame> {
        if !self.frames.last()?.is_class {
            return None;
        }
        self.frames.iter().skip(1).rev().find(|frame| !frame.is_class)
    }

    fn own(&self, name: &str) -> Option<Found<'_>> {
        self.frames.last()?.find(name).or_else(|| self.around_class()?.find(name))
    }

    fn is_local(&self, name: &str) -> bool {
        let is_local = |frame: &Frame| frame.is_local(name);
        self.frames.last().is_some_and(is_local) || self.around_class().is_some_and(is_local)
    }

    /// The value of a name: the function's, the cell's, another cell's, or one that is always there.
    pub(super) fn lookup(&mut self, name: &Arc<str>, span: Span) -> Outcome {
        // Most names are found here.
        if let Some(value) = self.frames.last().and_then(|frame| frame.layers.last()?.names.get(name)) {
            return Ok(value.clone());
        }
        let (value, is_foreign) = match self.own(name) {
            Some(Found::Value(value)) => return Ok(value.clone()),
            Some(Found::Variable(variable)) => (self.heap.variable(variable), variable.is_frozen()),
            None if self.is_local(name) => (None, false),
            None => {
                let is_foreign = self.frames.last().is_some_and(|frame| frame.home.is_some());
                let value = self.global(name).ok_or_else(|| self.unknown_name(name, span))?;
                (Some(value), is_foreign)
            }
        };
        let value = value.ok_or_else(|| self.unassigned(name, span))?;
        // What a function of another cell reads is made to be of that cell each time.
        if is_foreign && value.travels() {
            self.walk(span, &value)?;
        }
        Ok(value)
    }

    /// The value of a name that the running function does not bind.
    fn global(&self, name: &str) -> Option<Value> {
        let globals = || self.frames.first()?.layers.first()?.names.get(name);
        match &self.frames.last()?.home {
            Some(home) => home.name(name),
            None => globals().or_else(|| self.given.get(name)).cloned(),
        }
        .or_else(|| self.library.bare(name))
    }

    /// What the running function was called with under a name of its own.
    pub(super) fn parameter(&self, name: &str) -> Option<Value> {
        match self.frames.last()?.layers.first()?.find(name)? {
            Found::Value(value) => Some(value.clone()),
            Found::Variable(variable) => self.heap.variable(variable),
        }
    }

    /// The error for a name of a function that has no value yet.
    fn unassigned(&self, name: &str, span: Span) -> Diagnostic {
        if self.frames.last().is_some_and(|frame| frame.is_local(name)) {
            let message = format!("`{name}` has no value yet");
            let words = format!("cannot access local variable '{name}' where it is not associated with a value");
            return Diagnostic::new(span, message)
                .raising_as("UnboundLocalError", words)
                .help("this function assigns it only later: assign it before this line");
        }
        let message =
            format!("cannot access free variable `{name}` where it is not associated with a value in enclosing scope");
        let words = message.replace('`', "'");
        Diagnostic::new(span, message)
            .raising_as("NameError", words)
            .help(format!("the function around this one assigns `{name}` only later: assign it before the call"))
    }

    fn unknown_name(&self, name: &str, span: Span) -> Diagnostic {
        let layers = self.frames.iter().flat_map(|frame| &frame.layers);
        let own = layers.flat_map(|layer| layer.names.iter().map(|(name, _)| name).chain(layer.shared.keys()));
        let mut known: Vec<&str> = own.chain(self.given.keys()).map(|name| &**name).collect();
        known.sort_unstable();
        known.extend(self.library.bare_names());
        let error = Diagnostic::new(span, format!("`{name}` is not defined"));
        if let Some(help) = self.library.absent(name) {
            return error.help(help);
        }
        // What Python has under such a name is no error there.
        let error = error.raising_as("NameError", format!("name '{name}' is not defined"));
        match nearest(name, known.into_iter()) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help("define it here or in another cell"),
        }
    }

    /// Binds a name in the running function or cell.
    ///
    /// # Errors
    /// When the function declares the name to be one outside of it that is another cell's.
    pub(super) fn bind(&mut self, name: &Identifier, value: Value) -> Outcome<()> {
        if !self.is_at_call() {
            Self::name(&value, &name.name);
        }
        let code = self.frames.last().and_then(|frame| frame.code.as_ref());
        if code.is_some_and(|code| code.outside.is_some()) {
            return self.bind_outside(name, value);
        }
        self.bind_here(name, value);
        Ok(())
    }

    fn bind_here(&mut self, name: &Identifier, value: Value) {
        if let Some(layer) = self.frames.last_mut().and_then(|frame| frame.layers.first_mut()) {
            put(layer, &mut self.heap, &name.name, value);
        }
    }

    /// The same in a function that declares names with `global` or `nonlocal`.
    fn bind_outside(&mut self, name: &Identifier, value: Value) -> Outcome<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let Some(outside) = frame.code.as_ref().and_then(|code| code.outside.as_deref()) else { return Ok(()) };
        if outside.globals.contains(&name.name) {
            if frame.home.is_some() {
                return Err(of_another_cell(name));
            }
            if let Some(layer) = self.frames.first_mut().and_then(|frame| frame.layers.first_mut()) {
                put(layer, &mut self.heap, &name.name, value);
            }
        } else if outside.nonlocals.contains(&name.name) {
            match frame.captured.get(&name.name) {
                Some(variable) if variable.is_frozen() => return Err(of_another_cell(name)),
                Some(variable) => _ = self.heap.set_variable(&variable.clone(), value),
                None => {
                    let message = format!("no binding for nonlocal '{}' found", name.name);
                    return Err(Diagnostic::new(name.span, message)
                        .help("a function around this one must assign it; for a name of the cell, write `global`"));
                }
            }
        } else {
            self.bind_here(name, value);
        }
        Ok(())
    }

    /// Takes a name away from the running function or cell, if it is one of its own.
    pub(super) fn unbind(&mut self, name: &str) -> bool {
        let frame = self.frames.last();
        let outside = frame.and_then(|frame| Some((frame, frame.code.as_ref()?.outside.as_deref()?)));
        match outside {
            Some((frame, outside)) if outside.nonlocals.contains(name) => {
                let variable = frame.captured.get(name).filter(|variable| !variable.is_frozen()).cloned();
                return variable.is_some_and(|variable| self.heap.clear_variable(&variable));
            }
            Some((frame, outside)) if outside.globals.contains(name) => {
                let is_here = frame.home.is_none();
                let layer = self.frames.first_mut().and_then(|frame| frame.layers.first_mut());
                return is_here && layer.is_some_and(|layer| layer.names.remove(name).is_some());
            }
            _ => {}
        }
        let Some(layer) = self.frames.last_mut().and_then(|frame| frame.layers.first_mut()) else { return false };
        if layer.names.remove(name).is_some() {
            return true;
        }
        // The functions that have captured it find it without a value, too.
        layer.shared.get(name).is_some_and(|variable| self.heap.clear_variable(variable))
    }

    /// Binds a name of the comprehension that is running.
    pub(super) fn bind_innermost(&mut self, name: &Arc<str>, value: Value) {
        if let Some(layer) = self.frames.last_mut().and_then(|frame| frame.layers.last_mut()) {
            put(layer, &mut self.heap, name, value);
        }
    }

    /// The names that a tensor has in the cell, or, if it has none there, in the running function.
    pub(super) fn names_for(&self, tensor: &SharedTensor) -> Vec<Arc<str>> {
        let (Some(cell), Some(running)) = (self.frames.first(), self.frames.last()) else { return Vec::new() };
        let names = self.names_in(cell, tensor);
        if names.is_empty() && self.frames.len() > 1 { self.names_in(running, tensor) } else { names }
    }

    fn names_in(&self, frame: &Frame, tensor: &SharedTensor) -> Vec<Arc<str>> {
        let is_it = |value: &Value| matches!(value, Value::Tensor(other) if other.is(tensor));
        let plain = frame.layers.iter().flat_map(|layer| layer.names.iter());
        let plain = plain.filter(|(_, value)| is_it(value)).map(|(name, _)| name);
        let shared = frame.layers.iter().flat_map(|layer| &layer.shared).chain(&*frame.captured);
        let shared = shared.filter(|(_, variable)| self.heap.variable(variable).as_ref().is_some_and(is_it));
        let mut names: Vec<_> = plain.chain(shared.map(|(name, _)| name)).cloned().collect();
        names.sort_unstable();
        names
    }

    /// The variables around a function that is being made, of those names that it reads.
    pub(super) fn captured(&mut self, code: &Function) -> Outcome<Captured> {
        let mut captured = Captured::new();
        for name in &code.reads {
            if let Some(variable) = self.captured_variable(name, code.span)? {
                self.spend(code.span, |meter| meter.bytes(VARIABLE_BYTES))?;
                captured.insert(name.clone(), variable);
            }
        }
        Ok(captured)
    }

    /// The variable of a name that a function inside reads; `None` for a name of the cell.
    fn captured_variable(&mut self, name: &Arc<str>, span: Span) -> Outcome<Option<Variable>> {
        for (place, frame) in self.frames.iter_mut().enumerate().rev() {
            // The names of the cell and of the block of a class are not captured; those of comprehensions in them are.
            let is_function = place > 0 && !frame.is_class;
            let innermost = frame.layers.iter().rposition(|layer| layer.find(name).is_some());
            let held = innermost.filter(|&layer| is_function || layer > 0);
            // A function may be made before the one around it has assigned the name.
            let layer = held.or_else(|| (is_function && frame.is_local(name)).then_some(0));
            if let Some(layer) = layer.and_then(|layer| frame.layers.get_mut(layer)) {
                if let Some(variable) = layer.shared.get(name) {
                    return Ok(Some(variable.clone()));
                }
                self.meter.bytes(VARIABLE_BYTES).map_err(|stop| refused(stop, span))?;
                let variable = self.heap.add_variable(name.clone(), layer.names.remove(name));
                layer.shared.insert(name.clone(), variable.clone());
                return Ok(Some(variable));
            }
            if !frame.is_class || frame.captured.contains_key(name) {
                return Ok(frame.captured.get(name).cloned());
            }
        }
        Ok(None)
    }
}

/// The error for a name that a function of another cell would bind.
fn of_another_cell(name: &Identifier) -> Diagnostic {
    Diagnostic::new(name.span, format!("`{}` belongs to the cell of this function, and keeps its value", name.name))
        .help("call the function in its own cell, or return the new value")
}

/// Gives a name of a layer a value.
fn put(layer: &mut Layer, heap: &mut Heap, name: &Arc<str>, value: Value) {
    // No name is both.
    if let Some(place) = layer.names.get_mut(name) {
        *place = value;
    } else if let Some(variable) = layer.shared.get(name) {
        heap.set_variable(variable, value);
    } else {
        layer.names.insert(name.clone(), value);
    }
}
