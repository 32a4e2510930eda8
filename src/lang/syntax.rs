//! The tree of a cell: what the parser makes and everything else reads.
//!
//! It is smaller than Python's own tree, for it holds only what the language has. Every node carries its [`Span`], since every
//! number on the screen must find the way back to the text that made it. Text that could not be understood leaves a hole
//! ([`ExpressionKind::Missing`], [`StatementKind::Refused`]) and never takes its neighbours with it.
//!
//! The parser nests no deeper than [`MAX_DEPTH`], so the tree can be walked and dropped by plain recursion.

mod operators;
mod patterns;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use operators::{Binary, Comparison, Unary};
pub use patterns::{Case, Pattern, PatternKind};

/// How deep expressions and blocks may nest. Deeper text is an error that says so.
pub const MAX_DEPTH: u32 = 100;

/// A stretch of a cell's source: byte offsets, `end` excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch from byte `start` up to byte `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The smallest stretch that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text that this span marks; empty where the span does not fit the text.
    pub fn of(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Identifier {
    /// The name itself.
    pub name: Arc<str>,
    /// Where it is written.
    pub span: Span,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// From its first to its last character, its block included.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement can be.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `a = b = value`; `targets` from left to right.
    Assign {
        /// What receives the value, from left to right.
        targets: Vec<Target>,
        /// What they receive.
        value: Expression,
    },
    /// `target += value`.
    Augment {
        /// What is read and bound again.
        target: Target,
        /// The operator before the `=`.
        operator: Binary,
        /// The right operand.
        value: Expression,
    },
    /// An expression on a line of its own.
    Expression(Expression),
    /// `def name(...): ...`.
    Define(Arc<Function>),
    /// `class name(base): ...`.
    Class(Arc<ClassStatement>),
    /// `return value`.
    Return(Option<Expression>),
    /// `targets = yield value` and `yield from value`.
    Yield {
        /// What receives the value that is sent, or that what was gone through returns; none for a statement by itself.
        targets: Vec<Target>,
        /// What is given; `None` for nothing.
        value: Option<Expression>,
        /// Whether it gives each item of the value, and not the value: `yield from`.
        is_from: bool,
    },
    /// `if`, any number of `elif`, `else`.
    If {
        /// Each test with its block, in order.
        branches: Vec<(Expression, Vec<Statement>)>,
        /// The block of `else`.
        otherwise: Vec<Statement>,
    },
    /// `match subject: case pattern: ...`.
    Match {
        /// What is looked at.
        subject: Expression,
        /// The cases, in order.
        cases: Vec<Case>,
    },
    /// `for target in iterable: ...`.
    For {
        /// What each item is bound to.
        target: Target,
        /// What is gone through.
        iterable: Expression,
        /// What is done for each.
        body: Vec<Statement>,
        /// The block of `else`: done unless `break` ended the loop.
        otherwise: Vec<Statement>,
    },
    /// `while test: ...`.
    While {
        /// Asked before each round.
        test: Expression,
        /// What is done in each.
        body: Vec<Statement>,
        /// The block of `else`: done unless `break` ended the loop.
        otherwise: Vec<Statement>,
    },
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `pass`, and what says nothing here: a bare annotation.
    Pass,
    /// `assert test, message`.
    Assert {
        /// What must hold.
        test: Expression,
        /// What is said when it does not.
        message: Option<Expression>,
    },
    /// `with context as name: ...`.
    With {
        /// What is entered, each with what it is bound to.
        contexts: Vec<(Expression, Option<Target>)>,
        /// What is done inside.
        body: Vec<Statement>,
    },
    /// `del x, y[0], z.w`.
    Delete(Vec<Target>),
    /// `raise error from cause`.
    Raise {
        /// What is raised; without it, what is being handled.
        error: Option<Expression>,
        /// What has caused it.
        cause: Option<Expression>,
    },
    /// `try: ... except ...: ... else: ... finally: ...`.
    Try(Box<TryStatement>),
    /// `import a.b as c` and `from a import b`.
    Import(Vec<Import>),
    /// Something outside the language. Its error is among the parser's; what it would have defined keeps its place.
    Refused {
        /// Names that the statement itself would bind.
        binds: Vec<Identifier>,
        /// The statements of its blocks.
        body: Vec<Statement>,
    },
}

/// A `try` with all of its blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct TryStatement {
    /// What is tried.
    pub body: Vec<Statement>,
    /// What is done about exceptions, in order.
    pub handlers: Vec<Handler>,
    /// The block of `else`: done if nothing was raised.
    pub otherwise: Vec<Statement>,
    /// The block of `finally`: done in any case.
    pub finally: Vec<Statement>,
}

impl TryStatement {
    /// All of its blocks, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &[Statement]> {
        let handlers = self.handlers.iter().map(|handler| &handler.body[..]);
        std::iter::once(&self.body[..]).chain(handlers).chain([&self.otherwise[..], &self.finally[..]])
    }
}

/// An `except`.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The classes that it catches; `None` catches all.
    pub classes: Option<Expression>,
    /// The name of the exception in the block.
    pub name: Option<Identifier>,
    /// What is done.
    pub body: Vec<Statement>,
}

/// One name brought in by an import.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The module: `torch.nn.functional`.
    pub module: Identifier,
    /// What is taken out of it; `None` takes the module itself.
    pub item: Option<Identifier>,
    /// The name that it is bound to.
    pub binds: Identifier,
}

/// What can stand left of `=`, after `for`, or in a comprehension.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// `x`.
    Name(Identifier),
    /// `x[index]`.
    Item {
        /// The value whose item is set.
        object: Expression,
        /// Which item.
        index: Expression,
        /// All of it.
        span: Span,
    },
    /// `x.name`.
    Attribute {
        /// The value whose attribute is set.
        object: Expression,
        /// Which attribute.
        name: Identifier,
        /// All of it.
        span: Span,
    },
    /// `a, b` and `[a, b]`.
    Tuple(Vec<Target>, Span),
    /// `*rest` inside a tuple.
    Starred(Box<Target>, Span),
    /// Text that could not be understood.
    Missing(Span),
}

impl Target {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Name(name) => name.span,
            Self::Item { span, .. }
            | Self::Attribute { span, .. }
            | Self::Tuple(_, span)
            | Self::Starred(_, span)
            | Self::Missing(span) => *span,
        }
    }
}

/// A `class`.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassStatement {
    /// Its name.
    pub name: Identifier,
    /// What stands before its name where it is named in full.
    pub qualifier: Option<Arc<str>>,
    /// What the class is given to when it is made, the outermost first.
    pub decorators: Vec<Expression>,
    /// The classes that it extends.
    pub bases: Vec<Expression>,
    /// Its methods, and what else every object of it shares.
    pub body: Vec<Statement>,
    /// The names that its block annotates, in order: the fields of a `NamedTuple`.
    pub annotated: Vec<Identifier>,
    /// All of it.
    pub span: Span,
}

/// What a function in a class is called with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Binding {
    /// The object first: a method, and outside a class every function.
    #[default]
    Object,
    /// The class first: `@classmethod`.
    Class,
    /// Neither: `@staticmethod`.
    Nothing,
    /// The object, as soon as it is read: `@property`.
    Property,
    /// The object and the value that the property of its name is set to: `@x.setter`.
    Setter,
    /// The object, as soon as the property of its name is deleted: `@x.deleter`.
    Deleter,
}

/// A `def` or a `lambda`.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name; a lambda is called `<lambda>` and its span is the word `lambda`.
    pub name: Identifier,
    /// What stands before its name where it is named in full: `A.` of a method, `f.<locals>.` of a function in another.
    pub qualifier: Option<Arc<str>>,
    /// What it is called with when it stands in a class.
    pub binding: Binding,
    /// Whether gradients are wanted in it: what `@torch.no_grad()` says.
    pub gradients: Option<bool>,
    /// What it is given to when it is made, the outermost first.
    pub decorators: Vec<Expression>,
    /// Whether a call gives a generator: it has a `yield`.
    pub yields: bool,
    /// What it takes, in order.
    pub parameters: Vec<Parameter>,
    /// What it does; a lambda's is one `return`.
    pub body: Vec<Statement>,
    /// All of it.
    pub span: Span,
    /// The names it binds: its parameters, and what is assigned anywhere in it.
    pub locals: BTreeSet<Arc<str>>,
    /// The names it reads from outside itself, those of functions inside it included.
    pub reads: BTreeSet<Arc<str>>,
    /// The names outside of it that it binds; `None` for most functions.
    pub outside: Option<Box<Outside>>,
    /// The function whose name and text it goes by: what `functools.wraps` was given.
    pub wraps: Option<Arc<Self>>,
}

/// The text that says what a function or a class is for: a string that is its first statement.
pub fn doc_of(body: &[Statement]) -> Option<&Arc<str>> {
    match &body.first()?.kind {
        StatementKind::Expression(Expression { kind: ExpressionKind::Str(text), .. }) => Some(text),
        _ => None,
    }
}

impl Function {
    /// Its name in full: `A.forward`, `f.<locals>.inner`.
    pub fn qualified_name(&self) -> String {
        format!("{}{}", self.qualifier.as_deref().unwrap_or_default(), self.name.name)
    }
}

/// Names that a function binds outside of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outside {
    /// Those of the cell: `global`.
    pub globals: BTreeSet<Arc<str>>,
    /// Those of the functions around it: `nonlocal`.
    pub nonlocals: BTreeSet<Arc<str>>,
    /// The names of the cell that it, or a function in it, gives values to.
    pub makes: BTreeSet<Arc<str>>,
}

/// One parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Identifier,
    /// The value it has when the call gives none.
    pub default: Option<Expression>,
    /// How a call may give it.
    pub kind: ParameterKind,
}

/// How a call may give a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// By place only: before a `/`.
    Positional,
    /// By place or by name.
    Plain,
    /// By name only: after a `*`.
    Keyword,
    /// `*rest`: all further arguments by place.
    Rest,
    /// `**rest`: all further arguments by name.
    Keywords,
}

/// One expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// From its first to its last character, without the parentheses around it.
    pub span: Span,
    /// What it is.
    pub kind: ExpressionKind,
}

/// What an expression can be.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// `12`.
    Int(i64),
    /// `0.5`.
    Float(f64),
    /// `"text"`.
    Str(Arc<str>),
    /// `f"{value:.2f}"`.
    Format(Vec<Piece>),
    /// `True`, `False`.
    Bool(bool),
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// A name.
    Name(Arc<str>),
    /// `a, b`.
    Tuple(Vec<Expression>),
    /// `[a, b]`.
    List(Vec<Expression>),
    /// `{a: b, **more}`: a `None` key unpacks its value.
    Dict(Vec<(Option<Expression>, Expression)>),
    /// `{a, b}` and `{element for ...}`: the distinct items of the list or comprehension inside.
    Set(Box<Expression>),
    /// `[element for ...]`.
    ListComprehension {
        /// What each round gives.
        element: Box<Expression>,
        /// The `for ... in ... if ...` parts, outermost first.
        clauses: Vec<Clause>,
    },
    /// `(element for ...)`: a function that takes the items of the first `in` and yields the elements.
    Generator {
        /// The function.
        function: Arc<Function>,
        /// What is gone through: read where the expression stands, before anything is asked for.
        iterable: Box<Expression>,
    },
    /// `{key: value for ...}`.
    DictComprehension {
        /// The key of each round.
        key: Box<Expression>,
        /// The value of each round.
        value: Box<Expression>,
        /// The `for ... in ... if ...` parts, outermost first.
        clauses: Vec<Clause>,
    },
    /// `name := value`.
    Named {
        /// What is bound.
        name: Identifier,
        /// What it receives.
        value: Box<Expression>,
    },
    /// `-x`, `+x`, `~x`, `not x`.
    Unary(Unary, Box<Expression>),
    /// `left @ right` and its like.
    Binary {
        /// The left operand.
        left: Box<Expression>,
        /// What is done with them.
        operator: Binary,
        /// The right operand.
        right: Box<Expression>,
    },
    /// `first < second <= third`: each neighbour pair is compared, all must hold.
    Compare {
        /// The leftmost operand.
        first: Box<Expression>,
        /// The others, each with the comparison before it.
        rest: Vec<(Comparison, Expression)>,
    },
    /// `a and b and c`: the first false one, or the last.
    And(Vec<Expression>),
    /// `a or b or c`: the first true one, or the last.
    Or(Vec<Expression>),
    /// `then if test else otherwise`.
    Conditional {
        /// What decides.
        test: Box<Expression>,
        /// The value when it holds.
        then: Box<Expression>,
        /// The value when it does not.
        otherwise: Box<Expression>,
    },
    /// `lambda x: ...`.
    Lambda(Arc<Function>),
    /// `callee(arguments)`.
    Call {
        /// What is called.
        callee: Box<Expression>,
        /// What it is given, in source order.
        arguments: Vec<Argument>,
    },
    /// `object.name`.
    Attribute {
        /// The value.
        object: Box<Expression>,
        /// The attribute's name.
        name: Identifier,
    },
    /// `object[index]`.
    Index {
        /// The value.
        object: Box<Expression>,
        /// A tuple for `x[a, b]`.
        index: Box<Expression>,
    },
    /// `start:stop:step` inside an index.
    Slice {
        /// Where it begins.
        start: Option<Box<Expression>>,
        /// Where it ends, excluded.
        stop: Option<Box<Expression>>,
        /// How far each step goes.
        step: Option<Box<Expression>>,
    },
    /// `*items` inside a list or tuple.
    Starred(Box<Expression>),
    /// Text that could not be understood: its error is among the parser's. What was understood inside it is kept, so that
    /// the names it uses keep their edges.
    Missing(Vec<Expression>),
}

/// One argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// By place.
    Plain(Expression),
    /// By name: `dim=-1`.
    Keyword(Identifier, Expression),
    /// `*items`.
    Rest(Expression),
    /// `**options`.
    Keywords(Expression),
}

impl Argument {
    /// The expression that it gives.
    pub fn value(&self) -> &Expression {
        match self {
            Self::Plain(value) | Self::Keyword(_, value) | Self::Rest(value) | Self::Keywords(value) => value,
        }
    }
}

/// One `for target in iterable if tests` of a comprehension.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What each item is bound to.
    pub target: Target,
    /// What is gone through.
    pub iterable: Expression,
    /// All must hold for an item to count.
    pub tests: Vec<Expression>,
}

/// One piece of an f-string.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Text as it stands.
    Text(Arc<str>),
    /// `{value!r:format}`.
    Field {
        /// What is shown.
        value: Expression,
        /// `{value=}`: the text `value=` as written, shown first.
        label: Option<Arc<str>>,
        /// `!r`, `!s`, `!a`.
        conversion: Option<char>,
        /// What stands after the colon: `.2f`, and fields of its own.
        format: Vec<Piece>,
    },
}
