//! Which names a cell gives to others and which it takes from them: all that the reactive graph needs to know.
//!
//! The rules are Python's scopes, seen from outside the cell. What a function, a lambda or a comprehension binds stays inside
//! it; so does the variable of a `for` loop. What a function reads and does not bind is read by the cell, though only
//! when the function is called: it may be defined further down. Names that are always there are told apart from others: a cell that
//! defines one of them hides it from the cells below.

mod found;
mod locals;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use found::FoundNames;
use locals::{block_locals, target_locals};

use super::known_names::{KnownNames, NoNames};
use super::syntax::{
    Argument, Case, ClassStatement, Clause, Expression, ExpressionKind, Function, Identifier, Outside, Parameter,
    Pattern, Piece, Span, Statement, StatementKind, Target, TryStatement,
};

/// What a cell gives and takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Names that the cell defines, each once, where it is first bound. Those that begin with `_` are here too.
    pub defines: Vec<(Arc<str>, Span)>,
    /// Names that must come from elsewhere, each once, where it is first read. A name that the cell reads before it binds it
    /// (`x = x + 1`) is in both lists.
    pub uses: Vec<(Arc<str>, Span)>,
    /// Names that the cell defines though they are always there: it hides what they mean from itself and from the cells below.
    pub hides: Vec<Arc<str>>,
    /// Names that are always there and that the cell reads, each once, where it is first read. A cell above may have given one of them
    /// another meaning.
    pub always_there: Vec<(Arc<str>, Span)>,
    /// Names whose list, dict or set a method changes, each once: `xs` of `xs.append(x)`. If a name is another cell's, the change is an error.
    pub changes: Vec<(Arc<str>, Span)>,
}

impl Names {
    /// Whether the cell defines `name`.
    pub fn defines(&self, name: &str) -> bool {
        self.defines.iter().any(|(one, _)| &**one == name)
    }

    /// Whether the cell gives `name` a value or changes the one that it has.
    pub fn makes(&self, name: &str) -> bool {
        self.defines(name) || self.changes.iter().any(|(one, _)| &**one == name)
    }

    /// The names that may come from elsewhere: those that must, and those that are always there and may have been hidden.
    pub fn read(&self) -> impl Iterator<Item = &(Arc<str>, Span)> {
        self.uses.iter().chain(&self.always_there)
    }

    /// The names that it hides, in a row; `None` where there are none.
    pub fn hidden_text(&self) -> Option<String> {
        let names: Vec<String> = self.hides.iter().map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Whether the cell takes `name` from elsewhere.
    pub fn uses(&self, name: &str) -> bool {
        self.uses.iter().any(|(one, _)| &**one == name)
    }
}

/// The names of a cell.
pub(super) fn names(program: &[Statement], known: &dyn KnownNames) -> Names {
    let mut walk = Walk::new(known);
    walk.block(program);
    walk.finish()
}

/// The names that a cell defines, each once, where it is first bound: [`Names::defines`] alone. `in_expressions` says whether some may
/// be bound in expressions.
pub(super) fn definitions(
    program: &[Statement],
    known: &dyn KnownNames,
    in_expressions: bool,
) -> Vec<(Arc<str>, Span)> {
    let mut walk = Walk { only_defines: !in_expressions, ..Walk::new(known) };
    walk.block(program);
    walk.defines.in_order
}

/// What a function binds, and what it reads from outside itself, names that are always there among it: somewhere around the
/// function they may mean something else.
///
/// `named` are the names that `:=` binds in it. Of the names that are declared to be outside, those of the cell that it does not bind are
/// taken out: it only reads them.
pub(super) fn scope(
    parameters: &[Parameter],
    body: &[Statement],
    named: BTreeSet<Arc<str>>,
    outside: &mut Outside,
) -> (BTreeSet<Arc<str>>, BTreeSet<Arc<str>>) {
    let mut locals = named;
    locals.extend(parameters.iter().map(|it| it.name.name.clone()));
    block_locals(body, &mut locals);
    let bound: Vec<_> = outside.globals.intersection(&locals).cloned().collect();
    outside.makes.extend(bound);
    locals.retain(|name| !outside.globals.contains(name) && !outside.nonlocals.contains(name));
    let mut walk = Walk::new(&NoNames);
    walk.frames.push(Frame::Function(locals.clone()));
    walk.block(body);
    let mut reads: BTreeSet<_> = walk.later.into_iter().map(|(name, _)| name).collect();
    reads.retain(|name| !outside.globals.contains(name));
    reads.extend(outside.nonlocals.iter().cloned());
    (locals, reads)
}

/// The name that an item assignment such as `x[0][1] = 2` gives a new value; `x.y[1] = 2` changes an object and no name.
pub fn root(object: &Expression) -> Option<Identifier> {
    match &object.kind {
        ExpressionKind::Name(name) => Some(Identifier { name: name.clone(), span: object.span }),
        ExpressionKind::Index { object, .. } => root(object),
        _ => None,
    }
}

/// The name of the list, dict or set that a call such as `heads.append(x)` or `groups[0].pop()` may change.
fn changed(call: &Expression, known: &dyn KnownNames) -> Option<Identifier> {
    let ExpressionKind::Call { callee, .. } = &call.kind else { return None };
    let ExpressionKind::Attribute { object, name } = &callee.kind else { return None };
    if known.is_change(&name.name) { root(object) } else { None }
}

/// Whether `x.sort()` and its like may as well be a function of a tensor, which changes nothing.
fn is_of_tensors_too(statement: &Expression, known: &dyn KnownNames) -> bool {
    let ExpressionKind::Call { callee, .. } = &statement.kind else { return false };
    matches!(&callee.kind, ExpressionKind::Attribute { name, .. } if known.is_of_tensors(&name.name))
}

/// A scope inside the cell's own.
enum Frame {
    /// A function's: what it reads from outside is read when it is called.
    Function(BTreeSet<Arc<str>>),
    /// A comprehension's: it runs where it stands.
    Comprehension(BTreeSet<Arc<str>>),
    /// The block of a class, which runs where it stands: what it has bound so far. Its methods do not see these names.
    Class(BTreeSet<Arc<str>>),
}

impl Frame {
    fn holds(&self, name: &str) -> bool {
        let (Self::Function(names) | Self::Comprehension(names) | Self::Class(names)) = self;
        names.contains(name)
    }
}

struct Walk<'v> {
    known: &'v dyn KnownNames,
    /// Whether nobody asks what the cell reads: then expressions and what lies in functions are passed over.
    only_defines: bool,
    defines: FoundNames,
    uses: FoundNames,
    always_there: FoundNames,
    changes: FoundNames,
    /// What the cell's own scope binds so far, loop variables included.
    bound: FoundNames,
    frames: Vec<Frame>,
    /// What functions read from outside themselves.
    later: Vec<(Arc<str>, Span)>,
}

impl<'v> Walk<'v> {
    fn new(known: &'v dyn KnownNames) -> Self {
        Self {
            known,
            only_defines: false,
            defines: FoundNames::default(),
            uses: FoundNames::default(),
            always_there: FoundNames::default(),
            changes: FoundNames::default(),
            bound: FoundNames::default(),
            frames: Vec::new(),
            later: Vec::new(),
        }
    }

    fn finish(mut self) -> Names {
        for (name, span) in std::mem::take(&mut self.later) {
            if !self.bound.hold(&name) {
                self.take(&name, span);
            }
        }
        let (defines, changes) = (self.defines.in_order, self.changes.in_order);
        let (mut uses, mut always_there) = (self.uses.in_order, self.always_there.in_order);
        uses.sort_by_key(|(_, span)| *span);
        always_there.sort_by_key(|(_, span)| *span);
        let hidden = defines.iter().filter(|(name, _)| self.known.is_builtin(name));
        let hides = hidden.map(|(name, _)| name.clone()).collect();
        Names { defines, uses, hides, always_there, changes }
    }

    fn take(&mut self, name: &Arc<str>, span: Span) {
        if self.known.is_builtin(name) {
            self.always_there.add(name, span);
        } else {
            self.uses.add(name, span);
        }
    }

    fn read(&mut self, name: &Arc<str>, span: Span) {
        let innermost = self.frames.len().saturating_sub(1);
        let sees =
            |(at, frame): (usize, &Frame)| frame.holds(name) && (at == innermost || !matches!(frame, Frame::Class(_)));
        if self.frames.iter().enumerate().any(sees) {
            return;
        }
        if self.frames.iter().any(|frame| matches!(frame, Frame::Function(_))) {
            self.later.push((name.clone(), span));
        } else if !self.bound.hold(name) {
            self.take(name, span);
        }
    }

    /// A name gets a value; inside a function or a class that is its own affair.
    fn bind(&mut self, name: &Identifier, exported: bool) {
        // The variable of a loop is its cell's own affair, unless the cells below would read what is built in.
        let exported = exported || self.known.is_builtin(&name.name);
        if let Some(Frame::Class(names)) = self.frames.last_mut() {
            names.insert(name.name.clone());
        }
        if !self.frames.is_empty() {
            return;
        }
        if !self.only_defines {
            self.bound.add(&name.name, name.span);
        }
        if exported {
            self.defines.add(&name.name, name.span);
        }
    }

    /// `del` reads a name, and changes what it takes an item out of.
    fn deletion(&mut self, target: &Target) {
        match target {
            Target::Name(name) if !self.only_defines => self.read(&name.name, name.span),
            Target::Name(_) => {}
            Target::Tuple(targets, _) => targets.iter().for_each(|target| self.deletion(target)),
            _ => self.target(target, true),
        }
    }

    fn try_statement(&mut self, it: &TryStatement) {
        self.block(&it.body);
        for handler in &it.handlers {
            handler.classes.iter().for_each(|classes| self.expression(classes));
            // Its name is gone after the block.
            handler.name.iter().for_each(|name| self.bind(name, false));
            self.block(&handler.body);
        }
        self.block(&it.otherwise);
        self.block(&it.finally);
    }

    /// A name's list, dict or set is changed where it is. A comprehension is no wall: what it runs, it runs where it stands.
    fn change(&mut self, name: &Identifier) {
        if self.frames.iter().all(|frame| matches!(frame, Frame::Comprehension(_)) && !frame.holds(&name.name)) {
            self.changes.add(&name.name, name.span);
        }
    }

    fn block(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, value } => {
                self.expression(value);
                for target in targets {
                    self.target(target, true);
                }
            }
            StatementKind::Augment { target, value, .. } => {
                self.target_reads(target);
                self.expression(value);
                self.target(target, true);
            }
            StatementKind::Expression(_) if self.only_defines => {}
            StatementKind::Expression(value) => {
                self.expression(value);
                if let Some(name) = changed(value, self.known)
                    && (!is_of_tensors_too(value, self.known) || self.bound.hold(&name.name))
                {
                    self.change(&name);
                }
            }
            StatementKind::Define(function) => {
                self.function(function);
                self.bind(&function.name, true);
            }
            StatementKind::Class(class) => {
                self.class(class);
                self.bind(&class.name, true);
            }
            StatementKind::Return(value) => self.expressions(value),
            StatementKind::Yield { targets, value, .. } => {
                self.expressions(value);
                for target in targets {
                    self.target(target, true);
                }
            }
            StatementKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    self.expression(test);
                    self.block(body);
                }
                self.block(otherwise);
            }
            StatementKind::Match { subject, cases } => {
                self.expression(subject);
                for case in cases {
                    self.case(case);
                }
            }
            StatementKind::For { target, iterable, body, otherwise } => {
                self.expression(iterable);
                self.target(target, false);
                self.block(body);
                self.block(otherwise);
            }
            StatementKind::While { test, body, otherwise } => {
                self.expression(test);
                self.block(body);
                self.block(otherwise);
            }
            StatementKind::Assert { test, message } => {
                self.expression(test);
                if let Some(message) = message {
                    self.expression(message);
                }
            }
            StatementKind::With { contexts, body } => {
                for (context, target) in contexts {
                    self.expression(context);
                    if let Some(target) = target {
                        self.target(target, true);
                    }
                }
                self.block(body);
            }
            StatementKind::Raise { error, cause } => {
                error.iter().chain(cause).for_each(|expression| self.expression(expression));
            }
            StatementKind::Try(it) => self.try_statement(it),
            StatementKind::Delete(targets) => targets.iter().for_each(|target| self.deletion(target)),
            StatementKind::Import(imports) => {
                // An import of what is always there under this name says nothing new.
                let known = self.known;
                let new = imports.iter().filter(|it| !known.is_builtin(&it.binds.name) || !known.means_anyway(it));
                for import in new {
                    self.bind(&import.binds, true);
                }
            }
            StatementKind::Refused { binds, body } => {
                for name in binds {
                    self.bind(name, true);
                }
                self.block(body);
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Pass => {}
        }
    }

    fn target(&mut self, target: &Target, exported: bool) {
        match target {
            Target::Name(name) => self.bind(name, exported),
            Target::Tuple(targets, _) => targets.iter().for_each(|one| self.target(one, exported)),
            Target::Starred(one, _) => self.target(one, exported),
            Target::Item { object, index, .. } => {
                self.expression(object);
                self.expression(index);
                if let Some(name) = root(object) {
                    self.bind(&name, exported);
                }
            }
            Target::Attribute { object, .. } => self.expression(object),
            Target::Missing(_) => {}
        }
    }

    /// What `target += value` reads before it binds.
    fn target_reads(&mut self, target: &Target) {
        if let Target::Name(name) = target
            && !self.only_defines
        {
            self.read(&name.name, name.span);
        }
    }

    fn function(&mut self, function: &Function) {
        if let Some(outside) = &function.outside {
            outside.makes.iter().for_each(|name| self.make(name, function.name.span));
        }
        if self.only_defines {
            return;
        }
        self.expressions(&function.decorators);
        function.parameters.iter().filter_map(|it| it.default.as_ref()).for_each(|default| self.expression(default));
        self.frames.push(Frame::Function(function.locals.clone()));
        self.block(&function.body);
        self.frames.pop();
    }

    fn case(&mut self, case: &Case) {
        self.pattern(&case.pattern);
        self.expressions(&case.guard);
        self.block(&case.body);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.expressions(pattern.expressions());
        pattern.parts().into_iter().for_each(|part| self.pattern(part));
        pattern.name().into_iter().for_each(|name| self.bind(name, true));
    }

    /// A function gives a name of the cell a value when it is called.
    fn make(&mut self, name: &Arc<str>, span: Span) {
        self.defines.add(name, span);
        if !self.only_defines {
            self.bound.add(name, span);
        }
    }

    /// `:=` binds in the function or the cell, also from inside a comprehension.
    fn named(&mut self, name: &Identifier) {
        match self.frames.iter_mut().rev().find(|frame| !matches!(frame, Frame::Comprehension(_))) {
            None => self.make(&name.name, name.span),
            Some(Frame::Class(names)) => _ = names.insert(name.name.clone()),
            Some(_) => {}
        }
    }

    /// A generator runs where it stands, as far as anybody can tell: it is hardly ever kept.
    fn generator(&mut self, function: &Function, iterable: &Expression) {
        self.expression(iterable);
        self.frames.push(Frame::Comprehension(function.locals.clone()));
        self.block(&function.body);
        self.frames.pop();
    }

    fn class(&mut self, class: &ClassStatement) {
        if self.only_defines {
            return;
        }
        self.expressions(&class.decorators);
        self.expressions(&class.bases);
        self.frames.push(Frame::Class(BTreeSet::new()));
        self.block(&class.body);
        self.frames.pop();
    }

    fn comprehension(&mut self, clauses: &[Clause], results: &[&Expression]) {
        // The first iterable is read outside the scope that the comprehension opens.
        clauses.iter().take(1).for_each(|clause| self.expression(&clause.iterable));
        let mut bound = BTreeSet::new();
        for clause in clauses {
            target_locals(&clause.target, &mut bound);
        }
        self.frames.push(Frame::Comprehension(bound));
        for (place, clause) in clauses.iter().enumerate() {
            if place > 0 {
                self.expression(&clause.iterable);
            }
            for test in &clause.tests {
                self.expression(test);
            }
        }
        for result in results {
            self.expression(result);
        }
        self.frames.pop();
    }

    fn expressions<'a>(&mut self, list: impl IntoIterator<Item = &'a Expression>) {
        for one in list {
            self.expression(one);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        if self.only_defines {
            return;
        }
        match &expression.kind {
            ExpressionKind::Name(name) => self.read(name, expression.span),
            ExpressionKind::Int(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Str(_)
            | ExpressionKind::Bool(_)
            | ExpressionKind::None
            | ExpressionKind::Ellipsis => {}
            ExpressionKind::Format(pieces) => self.pieces(pieces),
            ExpressionKind::Tuple(items)
            | ExpressionKind::List(items)
            | ExpressionKind::And(items)
            | ExpressionKind::Or(items)
            | ExpressionKind::Missing(items) => self.expressions(items),
            ExpressionKind::Dict(items) => {
                for (key, value) in items {
                    self.expressions(key.iter().chain([value]));
                }
            }
            ExpressionKind::ListComprehension { element, clauses } => self.comprehension(clauses, &[element]),
            ExpressionKind::Generator { function, iterable } => self.generator(function, iterable),
            ExpressionKind::Named { name, value } => {
                self.expression(value);
                self.named(name);
            }
            ExpressionKind::DictComprehension { key, value, clauses } => self.comprehension(clauses, &[key, value]),
            ExpressionKind::Unary(_, operand) | ExpressionKind::Starred(operand) | ExpressionKind::Set(operand) => {
                self.expression(operand);
            }
            ExpressionKind::Binary { left, right, .. } => self.expressions([&**left, right]),
            ExpressionKind::Compare { first, rest } => {
                self.expression(first);
                self.expressions(rest.iter().map(|(_, right)| right));
            }
            ExpressionKind::Conditional { test, then, otherwise } => self.expressions([&**test, then, otherwise]),
            ExpressionKind::Lambda(function) => self.function(function),
            ExpressionKind::Call { callee, arguments } => {
                self.expression(callee);
                self.expressions(arguments.iter().map(Argument::value));
                if let ExpressionKind::Attribute { name: method, .. } = &callee.kind
                    && self.known.gives_back(&method.name)
                    && let Some(name) = changed(expression, self.known)
                {
                    self.change(&name);
                }
            }
            ExpressionKind::Attribute { object, .. } => self.expression(object),
            ExpressionKind::Index { object, index } => self.expressions([&**object, index]),
            ExpressionKind::Slice { start, stop, step } => {
                self.expressions([start, stop, step].into_iter().flatten().map(|part| &**part));
            }
        }
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Field { value, format, .. } = piece {
                self.expression(value);
                self.pieces(format);
            }
        }
    }
}
