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
    DataclassOptions,
    DecoratedProperty,
    Escape,
    RelativeImport,
    StarImport,
    Template,
    ExceptStar,
    TypeAlias,
    UnpackingComprehension,
    YieldInside,
}

impl Construct {
    /// All that have a name.
    pub(super) const ALL: [Self; 14] = [
        Self::Async,
        Self::BigInteger,
        Self::Bytes,
        Self::ClassOption,
        Self::Complex,
        Self::DataclassOptions,
        Self::DecoratedProperty,
        Self::RelativeImport,
        Self::StarImport,
        Self::Template,
        Self::ExceptStar,
        Self::TypeAlias,
        Self::UnpackingComprehension,
        Self::YieldInside,
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
            Self::DataclassOptions => ("options of `@dataclass` are", "write `@dataclass` alone"),
            Self::DecoratedProperty => (
                "a decorator above `@property`, `@staticmethod` or `@classmethod` is",
                "write it below them, directly above the `def`",
            ),
            Self::Escape => ("this is", "write plain Python"),
            Self::RelativeImport => ("relative imports are", "define what you need in a cell: all cells share names"),
            Self::StarImport => ("`import *` is", "name what you need: from torch import softmax"),
            Self::Template => ("template strings are", "write an f-string: f\"{x}\""),
            Self::ExceptStar => ("`except*` is", "write `except` without the star"),
            Self::TypeAlias => ("`type` is", "leave it out: annotations are read and ignored"),
            Self::UnpackingComprehension => {
                ("`**` in a comprehension is", "loop over .items(): {k: v for k, v in d.items()}")
            }
            Self::YieldInside => ("`yield` inside a larger expression is", "give it a name first: x = yield y"),
        }
    }
}
