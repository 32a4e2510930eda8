//! The Python that the cell language leaves out, and what to write instead.

use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;

/// A part of Python that is not in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Construct {
    Async,
    BigInteger,
    Bytes,
    ClassOption,
    Complex,
    Decorator,
    Escape,
    Global,
    Match,
    MoreBases,
    Nonlocal,
    RelativeImport,
    StarImport,
    Template,
    ExceptStar,
    TypeAlias,
    UnpackingComprehension,
    Walrus,
    Yield,
}

impl Construct {
    /// All that have a name.
    pub(super) const ALL: [Self; 18] = [
        Self::Async,
        Self::BigInteger,
        Self::Bytes,
        Self::ClassOption,
        Self::Complex,
        Self::Decorator,
        Self::Global,
        Self::Match,
        Self::MoreBases,
        Self::Nonlocal,
        Self::RelativeImport,
        Self::StarImport,
        Self::Template,
        Self::ExceptStar,
        Self::TypeAlias,
        Self::UnpackingComprehension,
        Self::Walrus,
        Self::Yield,
    ];

    /// What it is called, and what to write instead.
    pub(super) fn named(self) -> (&'static str, &'static str) {
        let (name, instead) = self.words();
        (name.trim_end_matches(" is").trim_end_matches(" are"), instead)
    }

    /// The error for this construct at `span`.
    pub(super) fn refusal(self, span: Span) -> Diagnostic {
        let (name, instead) = self.words();
        Diagnostic::new(span, format!("{name} not part of the cell language")).help(instead)
    }

    /// What it is called, with its verb, and what to write instead.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Async => {
                ("`async` and `await` are", "leave `async` and `await` out: nothing in a cell has to be waited for")
            }
            Self::BigInteger => ("whole numbers beyond 64 bits are", "write it as a float: 1e20"),
            Self::Bytes => ("bytes are", "write a string, without the `b`"),
            Self::ClassOption => ("keyword arguments of a class are", "write `class Name(Base):`"),
            Self::Complex => ("complex numbers are", "write torch.complex(real, imag) with two float tensors"),
            Self::Decorator => ("decorators are", "leave it out, or call the function where it is used: g = wrap(f)"),
            Self::Escape => ("this is", "write plain Python"),
            Self::Global => ("`global` is", "return the new value and assign it: x = f(x)"),
            Self::Match => ("`match` is", "write `if`, `elif` and `else`"),
            Self::MoreBases => {
                ("several base classes are", "extend one class, and store an instance of the other in an attribute")
            }
            Self::Nonlocal => ("`nonlocal` is", "return the new value and assign it: x = f(x)"),
            Self::RelativeImport => ("relative imports are", "define what you need in a cell: all cells share names"),
            Self::StarImport => ("`import *` is", "name what you need: from torch import softmax"),
            Self::Template => ("template strings are", "write an f-string: f\"{x}\""),
            Self::ExceptStar => ("`except*` is", "write `except` without the star"),
            Self::TypeAlias => ("`type` is", "leave it out: annotations are read and ignored"),
            Self::UnpackingComprehension => {
                ("`**` in a comprehension is", "loop over .items(): {k: v for k, v in d.items()}")
            }
            Self::Walrus => ("`:=` is", "assign it on its own line first: n = len(x)"),
            Self::Yield => ("`yield` is", "build a list and return it"),
        }
    }
}
