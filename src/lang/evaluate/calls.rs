//! Calls: what is called, with what, and how arguments find their parameters.

use std::sync::Arc;

use smallvec::SmallVec;

use super::bindings::Bindings;
use super::objects::with_first;
use super::scopes::{Frame, Layer};
use super::statements::Flow;
use super::{Interpreter, Outcome, too_nested};
use crate::lang::builtin::Builtin;
use crate::lang::class::Class;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::is_said_of_call;
use crate::lang::syntax::{Argument, Expression, Function, Identifier, Parameter, ParameterKind, Span};
use crate::lang::value::{Closure, Stub, Value};
use crate::tensor::tape::gradient_mode;

/// The arguments of one call, in the order of the source.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct Arguments {
    /// Those by place.
    pub(in crate::lang) plain: Vec<(Value, Span)>,
    /// Those by name.
    pub(in crate::lang) named: Vec<(Identifier, Value, Span)>,
    /// Whether the first of those by place stands before the dot.
    pub(in crate::lang) has_object: bool,
}

/// A function's side of a call: what it is called and what it takes.
pub(in crate::lang) struct Callee<'a> {
    /// What is called.
    pub(in crate::lang) called: Called<'a>,
    /// Its parameters, in order.
    pub(in crate::lang) parameters: &'a [Parameter],
    /// The default of each parameter that has one.
    pub(in crate::lang) defaults: &'a [Option<Value>],
    /// Names that stand for others: `axis` for `dim`.
    pub(in crate::lang) aliases: &'a [(&'a str, &'a str)],
    /// Whether what is left of the arguments, `*size`, may come as one by its name: `size=(2, 3)`, as in PyTorch.
    pub(in crate::lang) rest_by_name: bool,
}

impl Callee<'_> {
    /// Whether so many arguments by place, and none by name, simply fill the first parameters, and the others have defaults.
    fn takes_plain(&self, count: usize) -> bool {
        let is_by_place =
            |parameter: &Parameter| matches!(parameter.kind, ParameterKind::Plain | ParameterKind::Positional);
        count <= self.parameters.len()
            && self.defaults.len() == self.parameters.len()
            && self.parameters[..count].iter().all(is_by_place)
            && self.defaults[count..].iter().all(Option::is_some)
    }

    /// The values of the parameters then.
    fn by_place(&self, plain: Vec<(Value, Span)>, span: Span) -> Vec<Passed> {
        let mut values = Vec::with_capacity(self.parameters.len());
        let rest = plain.len();
        values.extend(plain.into_iter().map(|(value, span)| Passed { value, span, by: PassedBy::Place }));
        let defaults = self.defaults[rest..].iter().flatten();
        values.extend(defaults.map(|value| Passed { value: value.clone(), span, by: PassedBy::Default }));
        values
    }
}

/// A function that is called, for errors.
#[derive(Clone, Copy)]
pub(in crate::lang) enum Called<'a> {
    /// One of a cell.
    Written(&'a Function),
    /// One that is always there, and whether its first argument stands before the dot.
    Builtin(&'static Builtin, bool),
}

/// What a parameter is given.
pub(in crate::lang) struct Passed {
    /// Its value: the argument, or the default.
    pub(in crate::lang) value: Value,
    /// Where it is written: at the call for a default.
    pub(in crate::lang) span: Span,
    /// How it came.
    pub(in crate::lang) by: PassedBy,
}

/// How a parameter came to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum PassedBy {
    /// Nothing was given: it is the default.
    Default,
    /// The argument stands in its place.
    Place,
    /// The argument has its name.
    Name,
    /// It gathers the arguments that were left, `*rest` or `**rest`.
    Gathering,
}

impl Interpreter<'_> {
    pub(super) fn call_expression(&mut self, span: Span, callee: &Expression, arguments: &[Argument]) -> Outcome {
        let function = self.eval(callee)?;
        let arguments = self.arguments(arguments)?;
        self.call(&function, arguments, span, callee.span)
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> Outcome<Arguments> {
        // With room for an object before the dot.
        let mut given = Arguments { plain: Vec::with_capacity(arguments.len() + 1), ..Arguments::default() };
        for argument in arguments {
            let span = argument.value().span;
            let value = self.eval(argument.value())?;
            match argument {
                Argument::Plain(_) => given.plain.push((value, span)),
                Argument::Keyword(name, _) => given.named.push((name.clone(), value, span)),
                Argument::Rest(_) => {
                    let items = self.iterate(&value, span).map_err(|error| without_words(error, &value))?;
                    given.plain.extend(items.into_iter().map(|one| (one, span)));
                }
                Argument::Keywords(_) => {
                    let entries = self.mapping_entries(&value, span)?;
                    given.named.extend(keywords(entries, &value, span)?);
                }
            }
        }
        Ok(given)
    }

    /// Calls a value; `callee` is the text that gave it. Each kind has a function of its own, so that one level takes little stack.
    pub(in crate::lang) fn call(
        &mut self,
        function: &Value,
        arguments: Arguments,
        span: Span,
        callee: Span,
    ) -> Outcome {
        match function {
            Value::Function(closure) => {
                self.nested(span, |machine| machine.call_closure(closure, None, arguments, span))
            }
            Value::Builtin(builtin) => self.library.call(self, builtin, arguments, span),
            Value::Method(object, method) => {
                self.library.call(self, method, with_first(arguments, (**object).clone(), callee), span)
            }
            other => self.nested(span, |machine| machine.call_with_class(other, arguments, span, callee)),
        }
    }

    /// Calls what has to do with classes.
    fn call_with_class(&mut self, function: &Value, arguments: Arguments, span: Span, callee: Span) -> Outcome {
        match function {
            Value::Bound(bound) => self.call_bound(bound, arguments, span, callee),
            Value::Class(class) => self.construct(class, arguments, span, callee),
            Value::Object(reference) if !reference.class.is_parameter() => {
                self.call_object(reference, arguments, span, callee)
            }
            Value::Stub(stub) if let Stub::GradientMode { enables, .. } = **stub => {
                in_gradient_mode(enables, &arguments, span)
            }
            other => Err(not_callable(other, callee)),
        }
    }

    /// Calls a function with arguments by place only, as `map` and `sorted` do.
    pub(in crate::lang) fn call_plain(&mut self, function: &Value, values: Vec<Value>, span: Span) -> Outcome {
        let plain = values.into_iter().map(|value| (value, span)).collect();
        self.call(function, Arguments { plain, ..Arguments::default() }, span, span)
    }

    pub(super) fn call_closure(
        &mut self,
        closure: &Arc<Closure>,
        owner: Option<&Class>,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        self.enter(closure, owner, arguments, span)?;
        if closure.code.yields {
            return self.paused(&closure.code, span);
        }
        let (result, is_left) = self.run_body(&closure.code, 1, span);
        self.frames.pop();
        returned(result, closure, is_left, span)
    }

    /// Runs the block of a function in its frame, which is open, and says whether that left this cell; `calls` is how many calls it counts as.
    pub(super) fn run_body(&mut self, code: &Function, calls: u32, span: Span) -> (Outcome<Flow>, bool) {
        // A function of another cell has its spans in another text; one of ours that it calls back has them here again.
        self.place(span);
        let home = self.frames.last().and_then(|frame| frame.home.as_ref());
        let source = home.map(|home| Arc::clone(home.source()));
        let is_left = source.is_some() && self.foreign.is_none();
        let foreign = std::mem::replace(&mut self.foreign, source);
        self.calls += calls;
        let result = gradient_mode::between_operations(|| match code.gradients {
            Some(enabled) => gradient_mode::within(enabled, || self.block(&code.body)),
            None => self.block(&code.body),
        });
        self.calls -= calls;
        self.foreign = foreign;
        (result, is_left)
    }

    /// Opens the frame of a function that is called: its parameters, and what it remembers.
    fn enter(
        &mut self,
        closure: &Arc<Closure>,
        owner: Option<&Class>,
        arguments: Arguments,
        span: Span,
    ) -> Outcome<()> {
        let code = &closure.code;
        if self.calls >= self.limits.calls {
            let message = format!("function calls are nested more than {} deep", self.limits.calls);
            return Err(Diagnostic::new(span, message)
                .raising_as("RecursionError", "maximum recursion depth exceeded")
                .help("does the recursion end? A loop has no depth limit"));
        }
        let callee = Callee {
            called: Called::Written(code),
            parameters: &code.parameters,
            defaults: &closure.defaults,
            aliases: &[],
            rest_by_name: false,
        };
        let values = self.matched(&callee, arguments, span)?;
        let names = code.parameters.iter().map(|parameter| parameter.name.name.clone());
        let locals: Bindings = names.zip(values.into_iter().map(|passed| passed.value)).collect();
        self.frames.push(Frame {
            layers: vec![Layer::of(locals)],
            captured: closure.captured.clone(),
            home: closure.home.clone(),
            code: Some(code.clone()),
            owner: owner.cloned(),
            is_class: false,
        });
        Ok(())
    }

    /// A `def` or `lambda` becomes a value: with its defaults, and the variables of the functions around it that it reads.
    pub(super) fn closure(&mut self, code: &Arc<Function>) -> Outcome {
        let mut defaults = Vec::with_capacity(code.parameters.len());
        for parameter in &code.parameters {
            defaults.push(parameter.default.as_ref().map(|default| self.eval(default)).transpose()?);
        }
        let captured = self.captured(code)?;
        let home = self.frame().home.clone();
        let closure = Closure::new(code.clone(), defaults, captured, home).ok_or_else(|| too_nested(code.span))?;
        let closure = Value::Function(Arc::new(closure));
        self.fits(code.span, closure.known_size())?;
        Ok(closure)
    }

    /// Each parameter's value, in the order of the parameters.
    pub(in crate::lang) fn matched(
        &mut self,
        callee: &Callee<'_>,
        arguments: Arguments,
        span: Span,
    ) -> Outcome<Vec<Passed>> {
        if arguments.named.is_empty() && callee.takes_plain(arguments.plain.len()) {
            return Ok(callee.by_place(arguments.plain, span));
        }
        let mut slots: SmallVec<[Option<(Value, Span)>; 6]> = callee.parameters.iter().map(|_| None).collect();
        let by_place = arguments.plain.len();
        let mut rest = Some(fill_by_place(callee, &mut slots, arguments.plain, span)?);
        let mut keywords = Some(fill_by_name(callee, &mut slots, arguments.named)?);
        let mut values = Vec::with_capacity(slots.len());
        for (place, parameter) in callee.parameters.iter().enumerate() {
            let (value, span, by) = match (slots[place].take(), parameter.kind) {
                (Some((_, at)), ParameterKind::Rest) if rest.as_ref().is_some_and(|rest| !rest.is_empty()) => {
                    return Err(callee.twice(&Identifier { name: parameter.name.name.clone(), span: at }, place));
                }
                // Slots fill from the first on: what stands behind the arguments by place was given by name.
                (Some((value, at)), ParameterKind::Plain | ParameterKind::Positional) if place < by_place => {
                    (value, at, PassedBy::Place)
                }
                (Some((value, at)), _) => (value, at, PassedBy::Name),
                (None, ParameterKind::Rest) => {
                    let (items, spans): (Vec<Value>, Vec<Span>) = rest.take().unwrap_or_default().into_iter().unzip();
                    let at = spans.into_iter().reduce(Span::cover).unwrap_or(span);
                    (Value::Tuple(self.collect(span, items)?), at, PassedBy::Gathering)
                }
                (None, ParameterKind::Keywords) => {
                    (self.new_dict(span, keywords.take().unwrap_or_default())?, span, PassedBy::Gathering)
                }
                (None, _) => match callee.defaults.get(place).cloned().flatten() {
                    Some(value) => (value, span, PassedBy::Default),
                    None => return Err(callee.missing(place, &slots, by_place, span)),
                },
            };
            values.push(Passed { value, span, by });
        }
        Ok(values)
    }
}

/// `torch.no_grad()(f)`: the function that runs in that mode.
fn in_gradient_mode(enables: bool, arguments: &Arguments, span: Span) -> Outcome {
    match &arguments.plain[..] {
        [(Value::Function(closure), _)] if arguments.named.is_empty() => {
            Ok(Value::Function(Arc::new(closure.with_code(|code| code.gradients = Some(enables)))))
        }
        _ => Err(Diagnostic::new(span, "this wraps a function").help("write it above a `def`: @torch.no_grad()")),
    }
}

/// What a call gives when its block is done. An error inside another cell's function is said at the call that left this cell.
fn returned(result: Outcome<Flow>, closure: &Closure, is_left: bool, span: Span) -> Outcome {
    match result {
        Ok(Flow::Return(value)) => Ok(value),
        Ok(_) => Ok(Value::None),
        Err(error) if is_left => {
            let is_operation = closure.home.as_ref().is_some_and(|home| is_said_of_call(home.source()));
            let name = (!is_operation).then_some(&*closure.code.name.name);
            Err(from_elsewhere(name, error, span))
        }
        Err(error) => Err(error),
    }
}

fn not_callable(value: &Value, callee: Span) -> Diagnostic {
    let message = format!("{} cannot be called, because it is not a function", value.description());
    let error = Diagnostic::new(callee, message);
    // A stub may stand for what can be called in PyTorch.
    let error = match value {
        Value::Stub(_) => error,
        _ => error.raising_as("TypeError", format!("'{}' object is not callable", value.python_type())),
    };
    match value {
        Value::Tensor(_) | Value::List(_) | Value::Tuple(_) => error.help("to take an item of it, write [ ]"),
        Value::Int(..) | Value::Float(..) => error.help("to multiply, write `*`"),
        _ => error,
    }
}

/// Puts the arguments by place where they belong; those beyond the last parameter go to `*rest` or are one too many.
fn fill_by_place(
    callee: &Callee<'_>,
    slots: &mut [Option<(Value, Span)>],
    plain: Vec<(Value, Span)>,
    span: Span,
) -> Outcome<Vec<(Value, Span)>> {
    let by_place = |parameter: &&Parameter| matches!(parameter.kind, ParameterKind::Plain | ParameterKind::Positional);
    let most = callee.parameters.iter().take_while(by_place).count();
    let takes_rest = callee.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Rest);
    let count = plain.len();
    let mut rest = Vec::new();
    for (place, given) in plain.into_iter().enumerate() {
        match slots.get_mut(place).filter(|_| place < most) {
            Some(slot) => *slot = Some(given),
            None if takes_rest => rest.push(given),
            None => {
                let at = if given.1 == Span::default() { span } else { given.1 };
                return Err(callee.too_many(count, at));
            }
        }
    }
    Ok(rest)
}

/// Puts the arguments by name where they belong; unknown ones go to `**rest` or are errors.
fn fill_by_name(
    callee: &Callee<'_>,
    slots: &mut [Option<(Value, Span)>],
    named: Vec<(Identifier, Value, Span)>,
) -> Outcome<Vec<(Value, Value)>> {
    let takes_more = callee.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Keywords);
    let mut keywords = Vec::new();
    for (name, value, span) in named {
        let by_name = |parameter: &Parameter| match parameter.kind {
            ParameterKind::Plain | ParameterKind::Keyword => true,
            ParameterKind::Rest => callee.rest_by_name,
            ParameterKind::Positional | ParameterKind::Keywords => false,
        };
        let find = |wanted: &str| callee.parameters.iter().position(|it| &*it.name.name == wanted && by_name(it));
        let mut aliases = callee.aliases.iter().filter(|(alias, _)| *alias == &*name.name);
        match find(&name.name).or_else(|| aliases.find_map(|(_, real)| find(real))) {
            Some(place) if slots[place].is_some() => {
                return Err(callee.twice(&name, place));
            }
            Some(place) => slots[place] = Some((value, span)),
            None if takes_more => keywords.push((Value::Str(name.name), value)),
            None => return Err(callee.unknown(&name)),
        }
    }
    Ok(keywords)
}

/// The error for a value without items after `*`: Python's words name the function, with the module that it is of.
fn without_words(error: Diagnostic, value: &Value) -> Diagnostic {
    match value {
        Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None | Value::Function(_) => {
            let mut plain = Diagnostic::new(error.span, error.message.clone());
            plain.help.clone_from(&error.help);
            plain
        }
        _ => error,
    }
}

/// The arguments by name that the entries of a mapping are.
fn keywords(
    entries: Option<Vec<(Value, Value)>>,
    value: &Value,
    span: Span,
) -> Outcome<Vec<(Identifier, Value, Span)>> {
    let Some(entries) = entries else {
        return Err(Diagnostic::new(span, format!("`**` unpacks a dict, not {}", value.description())));
    };
    let entry = |(key, value): (Value, Value)| match key {
        Value::Str(name) => Ok((Identifier { name, span }, value, span)),
        other => Err(Diagnostic::new(span, format!("argument names are strings, not {}", other.description()))
            .raising_as("TypeError", "keywords must be strings")),
    };
    entries.into_iter().map(entry).collect()
}

/// An error inside a function of another cell, whose text is not this one: it is said at the call.
pub(super) fn from_elsewhere(name: Option<&str>, mut error: Diagnostic, span: Span) -> Diagnostic {
    error.span = span;
    if let Some(name) = name {
        error.message = format!("in {name}: {}", error.message);
    }
    error.labels.clear();
    error.assertion = None;
    error
}
