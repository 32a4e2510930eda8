//! What is always there, as the evaluator sees it: a library that is registered from outside.
//!
//! The evaluator knows Python's grammar, values and objects. Which functions, modules and classes there are, and what a call of one
//! of them does, it asks the library that it was given.

use super::calls::Arguments;
use super::{Interpreter, Outcome};
use crate::lang::builtin::Builtin;
use crate::lang::class::{Class, Native};
use crate::lang::known_names::KnownNames;
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::Value;

/// The functions, modules and classes that are always there.
pub(in crate::lang) trait Library: KnownNames + Sync {
    /// What a name that no cell defines stands for.
    fn bare(&self, name: &str) -> Option<Value>;

    /// Every such name.
    fn bare_names(&self) -> Vec<&'static str>;

    /// What to do without a name that Python has and this has not; `None` for a name that is nobody's.
    fn absent(&self, name: &str) -> Option<&'static str>;

    /// What `import module` or `from module import item` gives, or why it gives nothing and what to do.
    ///
    /// # Errors
    /// The sentence for it, and its remedy.
    fn import(&self, module: &str, item: Option<&str>) -> Result<Value, (String, String)>;

    /// The part of a module's name that Python itself would not find, either.
    fn not_found<'a>(&self, module: &'a str) -> Option<&'a str>;

    /// What stands behind a dot after a value.
    ///
    /// # Errors
    /// Where nothing of that name does.
    fn attribute(&self, interpreter: &mut Interpreter<'_>, object: &Value, name: &Identifier, span: Span) -> Outcome;

    /// Whether a class is one of exceptions, which `raise` and `except` take.
    fn is_exception(&self, class: &Class) -> bool;

    /// What every object has under a name, where no class says anything else: `super().__init__`.
    fn of_every_object(&self, name: &str) -> Option<&'static Builtin>;

    /// The class that a type of Python's is when a class of a cell extends it: that of `dict`.
    fn class_of_type(&self, builtin: &'static Builtin) -> Option<&'static Native>;

    /// Calls a function.
    ///
    /// # Errors
    /// Those of the function.
    fn call(
        &self,
        interpreter: &mut Interpreter<'_>,
        builtin: &'static Builtin,
        given: Arguments,
        span: Span,
    ) -> Outcome;
}
