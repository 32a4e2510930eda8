//! The patterns of `match`.

use super::{Expression, Identifier, Span, Statement};

/// A `case` with its block.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What the subject must look like.
    pub pattern: Pattern,
    /// What must hold besides: `if ...`.
    pub guard: Option<Expression>,
    /// What is done then.
    pub body: Vec<Statement>,
}

/// What a value must look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// What a pattern can be.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// `5`, `"text"`, `Color.RED`: it is equal to that.
    Value(Expression),
    /// `None`, `True`, `False`: it is that.
    Singleton(Expression),
    /// `x`, and `_` without a name: anything.
    Any(Option<Identifier>),
    /// `[first, *rest]`: a list or a tuple of these.
    Sequence(Vec<Pattern>),
    /// `*rest` in a sequence.
    Rest(Option<Identifier>),
    /// `{"key": pattern, **rest}`: a dict that has these.
    Mapping {
        /// The keys with what their values must look like.
        items: Vec<(Expression, Pattern)>,
        /// What receives all others.
        rest: Option<Identifier>,
    },
    /// `Point(0, y=1)`: an object of a class.
    Class {
        /// The class.
        class: Expression,
        /// What the attributes must look like that the class names in `__match_args__`.
        plain: Vec<Pattern>,
        /// What the attributes of these names must look like.
        named: Vec<(Identifier, Pattern)>,
    },
    /// `a | b`: one of these.
    Either(Vec<Pattern>),
    /// `pattern as name`.
    As(Box<Pattern>, Identifier),
}

impl Pattern {
    /// The patterns inside it.
    pub fn parts(&self) -> Vec<&Self> {
        match &self.kind {
            PatternKind::Sequence(parts) | PatternKind::Either(parts) => parts.iter().collect(),
            PatternKind::Mapping { items, .. } => items.iter().map(|(_, part)| part).collect(),
            PatternKind::Class { plain, named, .. } => plain.iter().chain(named.iter().map(|(_, part)| part)).collect(),
            PatternKind::As(part, _) => vec![part],
            PatternKind::Value(_) | PatternKind::Singleton(_) | PatternKind::Any(_) | PatternKind::Rest(_) => {
                Vec::new()
            }
        }
    }

    /// The name that it binds itself.
    pub fn name(&self) -> Option<&Identifier> {
        match &self.kind {
            PatternKind::Any(name) | PatternKind::Rest(name) | PatternKind::Mapping { rest: name, .. } => name.as_ref(),
            PatternKind::As(_, name) => Some(name),
            _ => None,
        }
    }

    /// The expressions that it reads itself.
    pub fn expressions(&self) -> Vec<&Expression> {
        match &self.kind {
            PatternKind::Value(value) | PatternKind::Singleton(value) => vec![value],
            PatternKind::Mapping { items, .. } => items.iter().map(|(key, _)| key).collect(),
            PatternKind::Class { class, .. } => vec![class],
            _ => Vec::new(),
        }
    }
}
