//! Formulas of the course: LaTeX read once into a tree of [`Part`]s, which the page draws in two dimensions, who listens hears in words,
//! and [`unicode`] writes in one line: `\frac{QK^\top}{\sqrt{d_k}}` becomes `QKᵀ/√dₖ`.
//!
//! It reads the LaTeX that lessons need: fractions, roots, scripts, Greek, sums, named functions, text and brackets. What it does not
//! know it shows as it was written, without the backslash: a formula may come out plain, it never fails.

mod flat;
mod flaw;
mod reader;
mod symbols;

pub use flat::{ScriptForm, form, unicode, written};
pub use flaw::Flaw;
pub use reader::{first_command, flaws, parse};
pub use symbols::{lowered, plain, raised};

/// A part of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A character that stands for itself, or for what it is a sign of.
    Letter(char),
    /// Spaces between two parts.
    Space,
    /// The character of a command: `·`, `≤`, `α`.
    Symbol(&'static str),
    /// The name of a function: `exp`, `softmax`.
    Function(String),
    /// Words that stand as they are.
    Words(String),
    /// A bracket; none is drawn where LaTeX has `\left.`
    Bracket(BracketSide, Option<char>),
    /// What stands in braces.
    Group(Vec<Part>),
    /// One thing divided by another.
    Fraction(Vec<Part>, Vec<Part>),
    /// A square root.
    Root(Vec<Part>),
    /// A mark above: hat, bar, tilde.
    Marked(Mark, Vec<Part>),
    /// Something with what stands raised or lowered behind it, in the order in which that was written.
    Scripts(Box<Part>, Vec<(Script, Vec<Part>)>),
}

/// The side of something that a bracket stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketSide {
    /// The left one: it opens.
    Left,
    /// The right one: it closes.
    Right,
}

/// What stands above something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `\hat`
    Hat,
    /// `\bar`, `\overline`
    Bar,
    /// `\tilde`
    Tilde,
}

/// Where a script stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Above the line.
    Raised,
    /// Below the line.
    Lowered,
}

impl Part {
    /// Whether it is a large operator, above and below which its limits stand: a sum, a product, a greatest or least.
    pub fn takes_limits(&self) -> bool {
        match self {
            Self::Symbol(symbol) => ["∑", "∏"].contains(symbol),
            Self::Function(name) => {
                ["max", "min", "lim", "sup", "inf", "det", "gcd", "argmax", "argmin"].contains(&&**name)
            }
            _ => false,
        }
    }

    /// Whether what follows `self` is to be told apart from it, as `n` is in `log n`.
    pub fn is_apart_from(&self, next: &Part) -> bool {
        let is_function = match self {
            Self::Function(_) => true,
            Self::Scripts(base, _) => base.takes_limits() || matches!(**base, Self::Function(_)),
            Self::Symbol(_) => self.takes_limits(),
            _ => false,
        };
        is_function
            && match next {
                Self::Letter(letter) => letter.is_alphanumeric(),
                Self::Symbol(symbol) => next.takes_limits() || symbol.chars().all(char::is_alphabetic),
                Self::Scripts(base, _) => self.is_apart_from(base),
                Self::Space | Self::Bracket(..) | Self::Group(_) => false,
                Self::Function(_) | Self::Words(_) | Self::Fraction(..) | Self::Root(_) | Self::Marked(..) => true,
            }
    }
}
