//! Running a cell: a walk over its tree that turns expressions into values.
//!
//! Evaluation is pure. The same program with the same given names, limits and seed gives the same bits, and nothing it does can
//! be seen from outside but its [`Evaluation`]. It knows the *expressions* behind the values, so its errors speak of `Q` and
//! `K` and underline both. Beside the values it keeps the tape by which every number answers *why*.
//!
//! One concept a file: [`statements`], `scopes`, `bindings`, `locations`, `changes`, [`operators`], `operator_methods`, [`comparisons`], [`calls`], [`indexing`],
//! `item_assignment`, `iteration`, `generators`, `exceptions`, `contexts`, `deletions`, `list_slices`, [`comprehensions`], `matching`, `classes`, `properties`, [`objects`], `texts`, [`modules`], [`format`](mod@format), `percent`, in [`numbers`] how plain numbers enter
//! the tape, in `gradients` and [`backward`] what PyTorch says of gradients, in `freeze` how what a cell has made is frozen, in `reached` what of it others can still read, and in `export` what leaves it.

mod array_items;
mod array_making;
pub(in crate::lang) mod arrays;
pub(super) mod backward;
mod bindings;
pub(super) mod calls;
pub(super) mod changes;
mod classes;
pub(super) mod comparisons;
pub(super) mod comprehensions;
mod containers;
mod contexts;
mod deletions;
mod exceptions;
mod export;
pub(super) mod format;
mod freeze;
pub(super) mod generators;
pub(in crate::lang) mod grad_fn;
pub(in crate::lang) mod gradients;
pub(super) mod hooks;
mod identity;
pub(super) mod indexing;
mod item_assignment;
mod iteration;
pub(super) mod library;
mod list_slices;
mod locations;
mod matching;
pub(super) mod mismatch;
pub(super) mod modules;
pub(super) mod numbers;
pub(super) mod objects;
mod operator_methods;
pub(super) mod operators;
mod parameters;
mod percent;
mod properties;
pub(super) mod randomness;
mod reached;
mod result_texts;
mod scopes;
pub(super) mod statements;
pub(super) mod tensor_writes;
mod texts;
mod truth;
pub(super) mod written;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Surroundings;
use super::class::Equality;
use super::diagnostic::Diagnostic;
use super::files::Files;
use super::limits::{Budget, BudgetMeter, Limits, Stop};
use super::names::names;
use super::object::{Heap, Reference, is_said_of_call};
use super::syntax::{Expression, ExpressionKind, Identifier, Span, Statement, Unary};
use super::value::{CircularContainers, Items, Key, PrintOptions, Scope, SharedTensor, Survey, Trace, Value};
use crate::tensor::stop;
use crate::tensor::tape::{self, SourceSpan, Tape};
use crate::tensor::{Leaf, Origin, Tensor, budget};
use exceptions::Handled;
use generators::{Resumption, Sent};
use identity::Identities;
use library::Library;
use randomness::{Randomness, Seed};
use scopes::{Frame, Layer};

/// How deep evaluation may nest, calls included: as deep as so many calls need that stand inside a few statements and expressions.
const MAX_NESTING: u32 = 16_000;
/// How many levels there are between two looks at the stack.
const LEVELS: u32 = 8;
/// What so many levels may take of the stack, and more: builtins are called from the last one.
const STACK_LEFT: usize = 256 << 10;
/// What the stack grows by.
const STACK_MORE: usize = 4 << 20;

/// Runs something with enough stack for the next few levels.
fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_LEFT, STACK_MORE, run)
}

/// A value, or why there is none.
pub(super) type Outcome<T = Value> = Result<T, Diagnostic>;

/// What came of a cell.
#[derive(Debug)]
pub struct Evaluation {
    /// The names that the cell defines, as other cells see them. After an error, those that it had defined before.
    pub defined: Scope,
    /// How everything was made.
    pub tape: Tape,
    /// What `print` wrote.
    pub printed: String,
    /// The value of the last statement when that is an expression, as in any notebook; nothing for `None`.
    pub result: Option<Value>,
    /// What went wrong.
    pub error: Option<Diagnostic>,
    /// What it took.
    pub spent: Budget,
    /// Whether it was stopped because its page had no more left, though it had not spent what a cell may.
    pub is_over_page: bool,
    /// Who seeded its random numbers.
    pub seed: Seed,
}

/// Runs a cell with what is always there.
pub(super) fn evaluate(
    program: &[Statement],
    source: &str,
    around: Surroundings<'_>,
    library: &'static dyn Library,
) -> Evaluation {
    let Surroundings { cell, given, limits, files, hook, cancel } = around;
    let mut meter = BudgetMeter::new(*limits, cancel);
    let tensors = Rc::clone(meter.tensors());
    let compute = move || {
        let given = match taken_over(given, program, library, &mut meter) {
            Ok(given) => given,
            Err(error) => return ((Some(error), Scope::new(), None, String::new()), meter.reading(), Seed::default()),
        };
        let mut machine = Interpreter {
            source,
            given: &given,
            files,
            library,
            limits: *limits,
            meter,
            frames: vec![Frame::default()],
            printed: String::new(),
            randomness: Randomness::default(),
            nesting: 0,
            calls: 0,
            foreign: None,
            heap: Heap::default(),
            hooks: 0,
            running: Vec::new(),
            raised: None,
            handled: Vec::new(),
            resumptions: Vec::new(),
            sent: None,
            names_in_expressions: false,
            taken: HashMap::new(),
            retained: Vec::new(),
            writing: Vec::new(),
            circles: CircularContainers::default(),
            identities: Identities::default(),
            cell: cell.cloned(),
        };
        // What the last step made may have been cut short.
        let outcome = PrintOptions::of_cell(|| {
            machine.run(program).and_then(|result| machine.step(end(program)).map(|()| result))
        });
        let (result, error) = match outcome {
            Ok(result) => (result, None),
            // Whatever else went wrong: nobody waits for what it has defined so far.
            Err(error) => match machine.step(error.span) {
                Err(stopped) if cancel.is_raised() => {
                    let seed = machine.randomness.seed();
                    return ((Some(stopped), Scope::new(), None, machine.printed), machine.meter.reading(), seed);
                }
                // The tensors say what ran out, and the meter says it to a learner.
                Err(exhausted) if machine.meter.refused().is_some() => (None, Some(exhausted)),
                _ => (None, Some(error)),
            },
        };
        if error.is_none() {
            machine.ask_results(program, result.as_ref());
        }
        let (defined, result, refused) = machine.exported(program, result);
        let seed = machine.randomness.seed();
        ((error.or(refused), defined, result, machine.printed), machine.meter.reading(), seed)
    };
    let (((error, defined, result, printed), (spent, is_over_page), seed), tape) =
        tape::record_with(hook, || stop::watched(cancel, || budget::limited(&tensors, compute)));
    Evaluation { defined, tape, printed, result, error, spent, is_over_page, seed }
}

/// The last statement of a program.
fn end(program: &[Statement]) -> Span {
    program.last().map(|statement| statement.span).unwrap_or_default()
}

/// The values of other cells as this cell's tape knows them: by name. So no tape points into another, and whoever asks why
/// finds the reasons where the page defines that name then. What lies in a list also says which step made it, for it has no name.
///
/// A container whose numbers become leaves is copied, and charged before: the error stands where the cell first reads the name.
fn taken_over(
    given: &Scope,
    program: &[Statement],
    library: &dyn Library,
    meter: &mut BudgetMeter<'_>,
) -> Outcome<Scope> {
    let mut taken_over = Scope::new();
    for (name, value) in given {
        let is_copied = !matches!(value, Value::Tensor(_)) && value.has_history();
        meter.copy(if is_copied { value.size() } else { 0 }).map_err(|stop| {
            let names = names(program, library);
            let first_read = names.read().find(|(used, _)| used == name);
            refused(stop, first_read.map_or_else(|| end(program), |(_, span)| *span))
        })?;
        taken_over.insert(name.clone(), taken(value, &|_| Leaf::Outer(name.clone()), name));
    }
    Ok(taken_over)
}

/// One value with its numbers as leaves; `what` says which kind of leaf the number of an origin becomes.
fn taken(value: &Value, what: &dyn Fn(Origin) -> Leaf, name: &Arc<str>) -> Value {
    let part = |origin| Leaf::Part { of: name.clone(), origin };
    let items = |items: &Items| {
        let taken = items.iter().map(|item| taken(item, &part, name)).collect();
        Items::new(taken).map_or_else(|| items.clone(), |taken| taken.in_form(items.form()))
    };
    match value {
        Value::Tensor(tensor) => {
            Value::Tensor(tensor.seen(|now| now.origin().map(|origin| tape::leaf(now, what(origin)))))
        }
        // What has none stays the very same list.
        value if !value.has_history() && !value.is_live() => value.clone(),
        Value::Int(number, Trace::Made(origin)) => {
            Value::Int(*number, made(&tape::leaf(Tensor::integer(*number), what(*origin))))
        }
        Value::Float(number, Trace::Made(origin)) => {
            Value::Float(*number, made(&tape::leaf(Tensor::number(*number), what(*origin))))
        }
        Value::List(list) => Value::List(list.seen_with(items(&list.now()))),
        Value::Tuple(tuple) => Value::Tuple(items(tuple)),
        Value::Dict(table) => {
            Value::Dict(table.seen_with(Arc::new(table.now().map(|value| taken(value, &part, name)))))
        }
        Value::View(view) => {
            Value::View(Arc::new(view.seen_with(view.dict.now().map(|value| taken(value, &part, name)))))
        }
        other => other.clone(),
    }
}

fn made(tensor: &Tensor) -> Trace {
    tensor.origin().map_or(Trace::None, Trace::Made)
}

/// The state of a running cell.
pub(super) struct Interpreter<'a> {
    source: &'a str,
    given: &'a Scope,
    pub(super) files: &'a Files,
    library: &'static dyn Library,
    pub(super) limits: Limits,
    meter: BudgetMeter<'a>,
    frames: Vec<Frame>,
    pub(super) printed: String,
    /// Where its random numbers come from.
    pub(super) randomness: Randomness,
    nesting: u32,
    calls: u32,
    /// The text of another cell, while a function of it is running: its spans are of that text.
    foreign: Option<Arc<str>>,
    /// The objects and classes that this cell has made, and the variables that its functions share.
    pub(super) heap: Heap,
    /// The number of the next hook.
    pub(super) hooks: i64,
    /// The modules whose `forward` is running, the innermost last.
    running: Vec<Reference>,
    /// The exception that is on its way to an `except`.
    raised: Option<Reference>,
    /// The exceptions that are being handled, the innermost last.
    handled: Vec<Handled>,
    /// Where the statements of a generator are that goes on, the outermost last; empty when it has come to its `yield`.
    resumptions: Vec<Resumption>,
    /// What that `yield` receives.
    sent: Option<Sent>,
    /// Whether an expression has bound a name of the cell.
    names_in_expressions: bool,
    /// Tensors of other cells' objects that have entered this tape, by where they were made.
    taken: HashMap<Origin, Tensor>,
    /// The tensors whose gradients are kept though they are computed: `y.retain_grad()`.
    retained: Vec<SharedTensor>,
    /// The containers whose text is being written, the innermost last: one that holds itself is not written again.
    writing: Vec<usize>,
    /// Containers that may hold each other.
    circles: CircularContainers,
    /// What `id` has been asked of.
    identities: Identities,
    /// The name of the cell, which owns what it makes.
    cell: Option<Arc<str>>,
}

impl Interpreter<'_> {
    fn run(&mut self, program: &[Statement]) -> Outcome<Option<Value>> {
        self.frame().layers.push(Layer::default());
        let (last, before) = match program.split_last() {
            Some((last, before)) => (last.expression(), if last.expression().is_some() { before } else { program }),
            None => (None, program),
        };
        self.block(before)?;
        let result = last.map(|expression| self.eval(expression)).transpose()?;
        Ok(result.filter(|value| !matches!(value, Value::None)))
    }

    /// Charges one step at `span`.
    pub(super) fn step(&mut self, span: Span) -> Outcome<()> {
        self.spend(span, |meter| meter.steps(1))
    }

    fn spend(&mut self, span: Span, charge: impl FnOnce(&mut BudgetMeter<'_>) -> Result<(), Stop>) -> Outcome<()> {
        charge(&mut self.meter).map_err(|stop| refused(stop, span))
    }

    /// Charges `elements` tensor elements that are about to be made by no operation, and the work of making them.
    pub(super) fn spend_elements(&mut self, span: Span, elements: u128) -> Outcome<()> {
        self.spend(span, |meter| meter.elements(elements))
    }

    /// Charges bytes of text or list that are about to be made, and a step for every thirty of them.
    pub(super) fn spend_bytes(&mut self, span: Span, bytes: usize) -> Outcome<()> {
        self.spend(span, |meter| meter.bytes(bytes as u128))?;
        self.spend(span, |meter| meter.steps(bytes as u64 / 32))
    }

    /// Charges a text that is about to be made or gone through, and a step for every thirty bytes of it.
    pub(super) fn spend_text(&mut self, span: Span, bytes: usize) -> Outcome<()> {
        self.spend(span, |meter| meter.text(bytes as u128))?;
        self.spend(span, |meter| meter.steps(bytes as u64 / 32))
    }

    /// Charges a text that is gone through and not copied: a step for every thirty bytes.
    pub(in crate::lang) fn read_through(&mut self, span: Span, bytes: usize) -> Outcome<()> {
        if bytes < 32 { Ok(()) } else { self.spend(span, |meter| meter.steps(bytes as u64 / 32)) }
    }

    /// Says which text makes what is recorded next. Inside functions of other cells that stays the call, and this is inside of it.
    pub(super) fn place(&self, span: Span) {
        let place = SourceSpan { start: span.start, end: span.end };
        match &self.foreign {
            Some(_) if self.is_at_call() => {}
            Some(source) => tape::inside(source, place),
            None => _ = tape::at(Some(place)),
        }
    }

    /// Whether a function of the library is running whose steps are said of its call, as if it were one operation.
    pub(super) fn is_at_call(&self) -> bool {
        self.foreign.as_deref().is_some_and(is_said_of_call)
    }

    /// The text at `span`, if it is of this cell's source.
    pub(super) fn text_at(&self, span: Span) -> &str {
        if self.foreign.is_some() { "" } else { span.of(self.source) }
    }

    /// One level deeper, or an error where the stack would not bear it.
    pub(super) fn nested<T>(&mut self, span: Span, inner: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.descend(span)?;
        let result = if self.nesting.is_multiple_of(LEVELS) { with_stack(|| inner(self)) } else { inner(self) };
        self.nesting -= 1;
        result
    }

    fn descend(&mut self, span: Span) -> Outcome<()> {
        if self.nesting >= MAX_NESTING {
            let message = "this is nested too deeply to evaluate";
            return Err(
                Diagnostic::new(span, message).help("assign a part of it to a name, or nest fewer function calls")
            );
        }
        self.nesting += 1;
        Ok(())
    }

    /// The value of an expression. Leaves do not go a level deeper.
    pub(super) fn eval(&mut self, expression: &Expression) -> Outcome {
        self.step(expression.span)?;
        if let Some(value) = self.leaf_value(expression) {
            return value;
        }
        self.descend(expression.span)?;
        let result = if self.nesting.is_multiple_of(LEVELS) {
            self.compound_with_stack(expression)
        } else {
            self.compound(expression)
        };
        self.nesting -= 1;
        result
    }

    #[cold]
    fn compound_with_stack(&mut self, expression: &Expression) -> Outcome {
        with_stack(|| self.compound(expression))
    }

    /// The value of an expression that has no parts.
    fn leaf_value(&mut self, expression: &Expression) -> Option<Outcome> {
        Some(match &expression.kind {
            ExpressionKind::Name(name) => self.lookup(name, expression.span),
            ExpressionKind::Int(value) => Ok(Value::Int(*value, self.written(expression.span))),
            ExpressionKind::Float(value) => Ok(Value::Float(*value, self.written(expression.span))),
            ExpressionKind::Str(text) => Ok(Value::Str(text.clone())),
            ExpressionKind::Bool(value) => Ok(Value::Bool(*value)),
            ExpressionKind::None => Ok(Value::None),
            ExpressionKind::Ellipsis => Ok(Value::Ellipsis),
            _ => return None,
        })
    }

    /// The value of an expression that has parts. Each kind has a function of its own, so that one level takes little stack.
    #[inline]
    fn compound(&mut self, expression: &Expression) -> Outcome {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Binary { left, operator, right } => self.binary(span, left, *operator, right),
            ExpressionKind::Call { callee, arguments } => self.call_expression(span, callee, arguments),
            ExpressionKind::Attribute { object, name } => self.attribute_expression(span, object, name),
            ExpressionKind::Index { object, index } => self.index_expression(span, object, index),
            ExpressionKind::Unary(Unary::Not, operand) => self.not(operand),
            ExpressionKind::Unary(operator, operand) => self.unary(span, *operator, operand),
            ExpressionKind::Compare { first, rest } => self.compare(first, rest),
            ExpressionKind::And(operands) => self.logic(operands, false),
            ExpressionKind::Or(operands) => self.logic(operands, true),
            ExpressionKind::Conditional { test, then, otherwise } => self.conditional(test, then, otherwise),
            ExpressionKind::Tuple(items) => self.items(span, items).map(Value::Tuple),
            ExpressionKind::List(items) => self.list(span, items),
            ExpressionKind::Dict(entries) => self.dict(span, entries),
            ExpressionKind::Set(items) => self.set(span, items),
            ExpressionKind::Lambda(function) => self.closure(function),
            ExpressionKind::ListComprehension { element, clauses } => self.list_comprehension(span, element, clauses),
            ExpressionKind::Generator { function, iterable } => self.generator_expression(span, function, iterable),
            ExpressionKind::Named { name, value } => self.named_expression(name, value),
            ExpressionKind::DictComprehension { key, value, clauses } => {
                self.dict_comprehension(span, key, value, clauses)
            }
            ExpressionKind::Format(pieces) => self.format_string(span, pieces),
            ExpressionKind::Slice { start, stop, step } => {
                self.slice([start.as_deref(), stop.as_deref(), step.as_deref()])
            }
            ExpressionKind::Starred(_) => Err(Diagnostic::new(span, "`*` is not allowed here")
                .help("`*` unpacks items inside a list, a tuple or the arguments of a call")),
            _ => Err(unreadable(span)),
        }
    }

    fn attribute_expression(&mut self, span: Span, object: &Expression, name: &Identifier) -> Outcome {
        let value = self.eval(object)?;
        self.library.attribute(self, &value, name, span)
    }

    /// `name := value`, which binds in the function or the cell, also inside a comprehension.
    fn named_expression(&mut self, name: &Identifier, value: &Expression) -> Outcome {
        let given = self.eval(value)?;
        let given = self.traced(given, value.span);
        self.names_in_expressions = true;
        self.bind(name, given.clone())?;
        Ok(given)
    }

    fn conditional(&mut self, test: &Expression, then: &Expression, otherwise: &Expression) -> Outcome {
        if self.truth(test)? { self.eval(then) } else { self.eval(otherwise) }
    }

    fn list(&mut self, span: Span, expressions: &[Expression]) -> Outcome {
        let values = self.values(expressions)?;
        self.new_list(span, values)
    }

    /// The items of a list or tuple; `*more` unpacks.
    fn items(&mut self, span: Span, expressions: &[Expression]) -> Outcome<Items> {
        let values = self.values(expressions)?;
        self.collect(span, values)
    }

    pub(super) fn values(&mut self, expressions: &[Expression]) -> Outcome<Vec<Value>> {
        let mut values = Vec::with_capacity(expressions.len());
        for expression in expressions {
            match &expression.kind {
                ExpressionKind::Starred(inner) => {
                    let all = self.eval(inner)?;
                    let items = self.iterate(&all, inner.span).map_err(|error| match &all {
                        Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None => error.raising_as(
                            "TypeError",
                            format!("Value after * must be an iterable, not {}", all.python_type()),
                        ),
                        _ => error,
                    })?;
                    values.extend(items);
                }
                _ => values.push(self.eval(expression)?),
            }
        }
        Ok(values)
    }

    /// Items, charged and nested no deeper than a value may.
    pub(super) fn collect(&mut self, span: Span, values: Vec<Value>) -> Outcome<Items> {
        self.spend_bytes(span, values.len() * size_of::<Value>())?;
        let items = Items::new(values).ok_or_else(|| too_nested(span))?;
        self.fits(span, items.known_size())?;
        Ok(items)
    }

    /// Charges the making of so many values for one container, before any of them is made: a step for each.
    pub(super) fn room_for(&mut self, span: Span, values: usize) -> Outcome<()> {
        self.spend(span, |meter| meter.steps(values as u64))?;
        self.fits(span, values as u64)
    }

    /// Refuses a container whose tree has more values than one value may hold.
    pub(super) fn fits(&mut self, span: Span, size: u64) -> Outcome<()> {
        self.spend(span, |meter| meter.tree(size))
    }

    /// Charges a walk over all that a value holds.
    ///
    /// # Errors
    /// When too many steps are needed, and when the value holds itself or nests too deep to be gone through.
    pub(in crate::lang) fn walk(&mut self, span: Span, value: &Value) -> Outcome<()> {
        let size = value.size();
        if size == u64::MAX && !Survey::of(value).ends() {
            return Err(too_nested(span));
        }
        self.spend(span, |meter| meter.walk(size))
    }

    fn set(&mut self, span: Span, items: &Expression) -> Outcome {
        let Value::List(items) = self.eval(items)? else { return Err(unreadable(span)) };
        self.new_set(span, items.now().to_vec())
    }

    fn dict(&mut self, span: Span, entries: &[(Option<Expression>, Expression)]) -> Outcome {
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            if let Some(key) = key {
                pairs.push((self.eval(key)?, self.eval(value)?));
                continue;
            }
            let more = self.eval(value)?;
            let Some(entries) = self.mapping_entries(&more, value.span)? else {
                return Err(containers::not_a_mapping(&more, value.span));
            };
            pairs.extend(entries);
        }
        self.new_dict(span, pairs)
    }

    /// Charges a value that is looked for as a key: all of it is read, and a tuple is copied.
    pub(in crate::lang) fn hashed(&mut self, span: Span, key: &Value) -> Outcome<()> {
        match key {
            Value::Object(object) => match object.class.equality() {
                Equality::IdentityHashed => _ = self.hash_of(key, span)?,
                // Not found would be wrong: it may equal a key.
                Equality::Hashed | Equality::Items => return Err(comparisons::not_a_key(span, &key.description())),
                Equality::Identity | Equality::Unhashable => {}
            },
            Value::Tuple(items) if key.travels() => items.iter().try_for_each(|item| self.hashed(span, item))?,
            _ => {}
        }
        match key.size() {
            0..=2 => Ok(()),
            size => {
                self.walk(span, key)?;
                self.spend(span, |meter| meter.bytes(u128::from(size) * size_of::<Key>() as u128))
            }
        }
    }

    /// Where a literal of this source comes from; one of another cell's function is as unknown as a length.
    fn written(&self, span: Span) -> Trace {
        if self.foreign.is_some() { Trace::None } else { Trace::Written(span) }
    }
}

/// The error for what may not be spent.
fn refused(stop: Stop, span: Span) -> Diagnostic {
    let (message, help) = stop.words();
    Diagnostic::new(span, message).help(help)
}

/// The error for text that the parser could not read.
pub(super) fn unreadable(span: Span) -> Diagnostic {
    Diagnostic::new(span, "this code has a syntax error").help("fix the other errors in this cell first")
}

/// The error for a value that would hold itself too often.
pub(super) fn too_nested(span: Span) -> Diagnostic {
    Diagnostic::new(span, "this value is nested too deeply")
        .help("lists, dicts and functions can be nested at most 100 deep")
}
