//! Which names a cell gives to others and which it takes from them: all that the reactive graph needs to know.
//!
//! The rules are Python's scopes, seen from outside the cell. What a function, a lambda or a comprehension binds stays inside
//! it; so does the variable of a `for` loop. What a function reads and does not bind is read by the cell, though only
//! when the function is called: it may be defined further down. Names that are always there are neither defined nor used.

mod found;
mod locals;

use std::collections::BTreeSet;
use std::sync::Arc;

use found::FoundNames;
use locals::{block_locals, target_locals};

use super::diagnostic::Diagnostic;
use super::known_names::{KnownNames, NoNames};
use super::syntax::{
    Argument, ClassStatement, Clause, Expression, ExpressionKind, Function, Identifier, Parameter, Piece, Span,
    Statement, StatementKind, Target, TryStatement,
};

/// What a cell gives and takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Names that the cell defines, each once, where it is first bound. Those that begin with `_` are here too.
    pub defines: Vec<(Arc<str>, Span)>,
    /// Names that must come from elsewhere, each once, where it is first read. A name that the cell reads before it binds it
    /// (`x = x + 1`) is in both lists.
    pub uses: Vec<(Arc<str>, Span)>,
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

/// The names that a cell defines, each once, where it is first bound: [`Names::defines`] alone.
pub(super) fn definitions(program: &[Statement], known: &dyn KnownNames) -> Vec<(Arc<str>, Span)> {
    let mut walk = Walk { only_defines: true, ..Walk::new(known) };
    walk.block(program);
    walk.defines.in_order
}

/// An error for each name of `program`'s own that is always there already, and so would mean two things.
pub(super) fn redefined(program: &[Statement], known: &dyn KnownNames) -> Vec<Diagnostic> {
    let mut walk = Walk::new(known);
    walk.block(program);
    let taken = walk.bound.in_order.iter().filter(|(name, _)| known.is_builtin(name));
    taken
        .map(|(name, span)| {
            Diagnostic::new(*span, format!("`{name}` is a built-in name and cannot be redefined"))
                .help(format!("use another name, for example `{name}_` or `my_{name}`"))
        })
        .collect()
}

/// What a function binds, and what it reads from outside itself, names that are always there among it: somewhere around the
/// function they may mean something else.
pub(super) fn scope(parameters: &[Parameter], body: &[Statement]) -> (BTreeSet<Arc<str>>, BTreeSet<Arc<str>>) {
    let mut locals: BTreeSet<Arc<str>> = parameters.iter().map(|it| it.name.name.clone()).collect();
    block_locals(body, &mut locals);
    let mut walk = Walk::new(&NoNames);
    walk.frames.push(Frame::Function(locals.clone()));
    walk.block(body);
    (locals, walk.later.into_iter().map(|(name, _)| name).collect())
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
        let (defines, mut uses, changes) = (self.defines.in_order, self.uses.in_order, self.changes.in_order);
        uses.sort_by_key(|(_, span)| *span);
        Names { defines, uses, changes }
    }

    fn take(&mut self, name: &Arc<str>, span: Span) {
        if !self.known.is_builtin(name) {
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
            StatementKind::Return(value) => value.iter().for_each(|value| self.expression(value)),
            StatementKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    self.expression(test);
                    self.block(body);
                }
                self.block(otherwise);
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
                let new = imports.iter().filter(|import| !self.known.is_builtin(&import.binds.name));
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
        if self.only_defines {
            return;
        }
        function.parameters.iter().filter_map(|it| it.default.as_ref()).for_each(|default| self.expression(default));
        self.frames.push(Frame::Function(function.locals.clone()));
        self.block(&function.body);
        self.frames.pop();
    }

    fn class(&mut self, class: &ClassStatement) {
        if self.only_defines {
            return;
        }
        self.expressions(&class.base);
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
            ExpressionKind::ListComprehension { element, clauses } | ExpressionKind::Generator { element, clauses } => {
                self.comprehension(clauses, &[element]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::builtins::Builtins;
    use crate::lang::{names, parse};

    #[test]
    fn what_a_method_changes_is_no_name_of_the_cell() {
        let changes = |source: &str| {
            let names = names(&parse(source).program);
            names.changes.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(changes("xs.append(a)\nxs.append(b)\ngroups[k].reverse()"), "xs groups");
        assert_eq!(changes("last = xs.pop() + table.pop(k)"), "xs table");
        assert_eq!(changes("both = [xs.pop() for _ in ys]\nd.setdefault(k, []).append(1)"), "xs d");
        assert_eq!(changes("def f(stack):\n    stack.append(1)\n    return xs.pop()"), "");
        assert_eq!(changes("model.layers.append(x)\nx.sort()"), "");
    }

    /// `defines | uses` of a cell, in order.
    fn summary(source: &str) -> String {
        let program = parse(source).program;
        let names = names(&program);
        assert_eq!(definitions(&program, &Builtins), names.defines, "{source}");
        let list = |names: &[(Arc<str>, Span)]| names.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(" ");
        format!("{} | {}", list(&names.defines), list(&names.uses))
    }

    #[test]
    fn assignments_define_and_expressions_use() {
        assert_eq!(summary("scores = Q @ K.T / sqrt(d_k)"), "scores | Q K d_k");
        assert_eq!(summary("a, (b, *c) = d = e"), "a b c d | e");
        assert_eq!(summary("_hidden = x[i:j, None, ...]"), "_hidden | x i j");
        assert_eq!(summary("print(f'{a:{width}} {b=}')"), " | a width b");
        assert_eq!(summary("y = f(x, dim=axis, *more, **rest)"), "y | f x axis more rest");
    }

    #[test]
    fn binding_again_within_a_cell_is_its_own_affair() {
        assert_eq!(summary("x = a\nx = x + 1"), "x | a");
        assert_eq!(summary("x = x + 1"), "x | x");
        assert_eq!(summary("x += 1"), "x | x");
        assert_eq!(summary("x = 0\nx += b"), "x | b");
        assert_eq!(summary("pe = zero\npe[:, 0] = s"), "pe | zero s");
        assert_eq!(summary("pe[:, 0] = s"), "pe | pe s");
        assert_eq!(summary("model.pe[:, 0] = s\nmodel.scale = t"), " | model s t");
        assert_eq!(summary("xs = []\nxs.append(a)"), "xs | a");
        assert_eq!(summary("last = xs.pop()"), "last | xs");
        assert_eq!(summary("both = [xs.pop() for _ in range(2)]"), "both | xs");
        assert_eq!(summary("def f(stack):\n    return stack.pop() + table[k].pop()"), "f | table k");
    }

    #[test]
    fn what_is_bound_inside_stays_inside() {
        assert_eq!(summary("y = [i * k for i in xs for k in i if k > m]"), "y | xs m");
        assert_eq!(summary("y = {k: v for k, v in pairs}"), "y | pairs");
        assert_eq!(summary("y = lambda a, b=c: a + b + d"), "y | c d");
        assert_eq!(summary("for i in xs:\n    y = i\nz = i"), "y z | xs");
        assert_eq!(summary("x = [x for x in x]"), "x | x");
    }

    #[test]
    fn a_function_uses_what_it_does_not_bind() {
        assert_eq!(summary("def f(x, y=a):\n    z = x + b\n    return g(z, y)"), "f | a b g");
        assert_eq!(summary("def f():\n    return g()\ndef g():\n    return f() + h"), "f g | h");
        assert_eq!(
            summary("def f():\n    def inner(a):\n        return a + b + c\n    c = 1\n    return inner"),
            "f | b"
        );
        assert_eq!(summary("def f():\n    return later\nlater = 1"), "f later | ");
    }

    #[test]
    fn a_class_uses_what_its_methods_read_and_its_own_names_are_attributes() {
        assert_eq!(
            summary("class Net(Base):\n    k = a\n    j = k\n    def f(self, x=b):\n        return k + c"),
            "Net | Base a b k c"
        );
        assert_eq!(
            summary("class Net:\n    def f(self):\n        self.x = y\n        return Net()\nn = Net().f().x"),
            "Net n | y"
        );
        assert_eq!(
            summary(
                "def make():\n    d = 1\n    class A:\n        def f(self):\n            return d + e\n    return A"
            ),
            "make | e"
        );
        assert_eq!(summary("class A:\n    k = [i * m for i in q]"), "A | m q");
    }

    #[test]
    fn names_that_are_always_there_are_no_edges() {
        assert_eq!(summary("import torch\nimport torch.nn.functional as F\nx = F.softmax(y)"), "x | y");
        assert_eq!(summary("import math as m\nx = m.pi"), "m x | ");
        let again = parse("softmax = 3\ndef f(softmax):\n    return softmax").errors;
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].message, "`softmax` is a built-in name and cannot be redefined");
    }

    #[test]
    fn a_broken_cell_keeps_its_names() {
        assert_eq!(summary("K = softmax(X @ Wk\nscores = Q @ K.T\nV = "), "K scores V | X Wk Q");
        assert_eq!(summary("class Head(A, B):\n    pass\nx = Head()"), "Head x | A");
        assert_eq!(summary("from .model import Head, Tail as Rest\nx = Head(y)"), "Head Rest x | y");
        assert_eq!(summary("with a as b:\n    y = c"), "b y | a c");
        assert_eq!(summary("y = x << n\nz = {p, q}"), "y z | x n p q");
    }

    #[test]
    fn spans_point_at_the_first_mention() {
        let source = "y = x\nz = x + y";
        let names = names(&parse(source).program);
        assert_eq!(names.uses, vec![(Arc::from("x"), Span::new(4, 5))]);
        assert_eq!(names.defines[1], (Arc::from("z"), Span::new(6, 7)));
    }
}
