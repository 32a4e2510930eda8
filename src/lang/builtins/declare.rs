//! How a function that is always there is declared: one Rust function with typed arguments.
//!
//! The signature that calls are matched against, that errors quote and that pages list, the conversion of each argument and the
//! error for one of the wrong kind all come from that function. Nothing is looked up by the name of a parameter, so a parameter
//! that is declared and not used is a warning of the compiler.
//!
//! ```text
//! builtins! {
//!     /// Positive weights that sum to 1 along `dim`.
//!     #[at(Bare, Torch, Functional, Tensor)]
//!     fn softmax(call, input: Tensor, dim: Axis, dtype: Option<DType> = None) -> Tensor {
//!         …
//!     }
//! }
//! ```
//!
//! After `;` parameters are given by name only, and `@positional x: Value` by place only, as before the `/` of CPython's own
//! functions; so is an object `this`. `@rest size: Sizes` takes the arguments that are left, `@keywords entries: Keywords` those
//! by name. `fn cat as "cat" | "concat"` has several names, and `fn r#where as "where"` one that Rust keeps for
//! itself. Defaults are Python's, with double quotes: `reduction: Reduction = "mean"`. After `at`, `#[role(Changes)]` says what
//! the evaluator must know before it calls the function: see [`BuiltinRole`](crate::lang::builtin::BuiltinRole); and then `#[written(Python)]`, of
//! a function of PyTorch's that is written in Python, that it takes no other names for its parameters. `#[keeps(target, result)]` stands
//! last: see [`Builtin::keeps`](crate::lang::builtin::Builtin::keeps). After the result stands the name that PyTorch's graph has for the
//! step, if a gradient may be wanted of it: `-> Tensor => SoftmaxBackward0`. Where it depends on the arguments, the function
//! [says it](Invocation::grad_fn).

use super::arguments::Call;
use super::from_argument::{Argument, FromArgument};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::namespace::Namespace;
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::tensor;

/// A call of a builtin while it runs: what its errors are said of, and the cell that it runs in.
pub(in crate::lang) struct Invocation<'c, 'm> {
    /// The cell.
    pub(super) interpreter: &'c mut Interpreter<'m>,
    /// The whole call in the text.
    pub(super) span: Span,
    call: &'c Call<'c>,
    next: usize,
}

/// Why a builtin gives no value.
pub(in crate::lang) enum Refusal {
    /// With its place and its remedy.
    Diagnostic(Diagnostic),
    /// What the tensor room said, of the whole call.
    Tensor(tensor::Error),
}

impl From<Diagnostic> for Refusal {
    fn from(error: Diagnostic) -> Self {
        Self::Diagnostic(error)
    }
}

impl From<tensor::Error> for Refusal {
    fn from(error: tensor::Error) -> Self {
        Self::Tensor(error)
    }
}

/// What the function of a builtin gives.
pub(in crate::lang) type BuiltinResult<T = Value> = Result<T, Refusal>;

impl<'c, 'm> Invocation<'c, 'm> {
    pub(super) fn new(interpreter: &'c mut Interpreter<'m>, call: &'c Call<'c>) -> Self {
        Self { interpreter, span: call.span, call, next: 0 }
    }

    /// The next argument, in the order of the parameters, as what the function takes.
    pub(super) fn next<T: FromArgument>(&mut self) -> Outcome<T> {
        let place = self.next;
        self.next += 1;
        let (Some(passed), Some(parameter)) = (self.call.values.get(place), self.call.parameters.get(place)) else {
            return Err(self.error("its arguments do not fit its signature"));
        };
        let argument = Argument {
            value: &passed.value,
            span: passed.span,
            by: passed.by,
            name: &parameter.name.name,
            place,
            has_object: self.call.has_object,
            builtin: self.call.builtin,
        };
        T::from_argument(&argument, self.interpreter)
    }

    /// The function's value, or its refusal as an error of this call.
    pub(super) fn finish<T: Into<Value>>(&self, given: BuiltinResult<T>) -> Outcome {
        match given {
            Ok(value) => Ok(value.into()),
            Err(Refusal::Diagnostic(error)) => Err(error),
            Err(Refusal::Tensor(error)) => Err(self.call.refused(&error)),
        }
    }

    /// The arguments, in the order of the parameters.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &'c Value> + use<'c> {
        self.call.values.iter().map(|passed| &passed.value)
    }

    /// The argument of one parameter.
    pub(super) fn argument(&self, place: usize) -> Option<&'c Value> {
        self.call.values.get(place).map(|passed| &passed.value)
    }

    /// Whether the function is found there.
    pub(super) fn is_at(&self, place: Namespace) -> bool {
        self.call.builtin.places.contains(&place)
    }

    /// The name under which it was called.
    pub(super) fn name(&self) -> &'static str {
        self.call.builtin.name
    }

    /// Says what PyTorch's graph calls the step whose value is given, where that depends on the arguments.
    pub(super) fn grad_fn(&self, name: &'static str) {
        self.call.grad_fn.set(Some(name));
    }

    /// What PyTorch's graph calls the step whose value is given, as far as it was said.
    pub(super) fn grad_fn_name(&self) -> Option<&'static str> {
        self.call.grad_fn.get()
    }

    /// An error about the whole call.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.call.error(message)
    }

    /// Says that what is recorded next comes from this call. A function need not say so before it has called others.
    pub(super) fn place(&self) {
        self.interpreter.place(self.span);
    }
}

/// A text without the comma and the blanks that the macro leaves at its ends.
pub(super) const fn trimmed(text: &'static str) -> &'static str {
    let text = text.trim_ascii();
    match text.as_bytes() {
        [.., b','] => text.split_at(text.len() - 1).0,
        _ => text,
    }
}

/// What a signature writes before a parameter of this kind.
macro_rules! prefix {
    () => {
        ""
    };
    (rest) => {
        "*"
    };
    (keywords) => {
        "**"
    };
    (positional) => {
        ""
    };
}

/// How many parameters of this kind are given by place only: one or none.
macro_rules! positional {
    (positional) => {
        1
    };
    ($($other:ident)?) => {
        0
    };
}

/// What the evaluator must know of a function, as the declaration says it.
macro_rules! role {
    () => {
        $crate::lang::builtin::BuiltinRole::Function
    };
    ($role:ident) => {
        $crate::lang::builtin::BuiltinRole::$role
    };
    ($role:ident($dtype:ident)) => {
        $crate::lang::builtin::BuiltinRole::$role($crate::tensor::DType::$dtype)
    };
}

/// Whether PyTorch wrote the function in Python, as the declaration says it.
macro_rules! is_python {
    () => {
        false
    };
    (Python) => {
        true
    };
}

/// What PyTorch's graph calls the step of a function, as the declaration says it.
macro_rules! grad_fn {
    () => {
        None
    };
    ($name:ident) => {
        Some(stringify!($name))
    };
}

/// The rows of one function: one for each of its names.
macro_rules! rows {
    ([] $function:ident, $($field:ident: $value:expr),+) => {
        &[$crate::lang::builtin::Builtin { name: stringify!($function), $($field: $value),+ }]
    };
    ([$($name:literal),+] $function:ident, $($field:ident: $value:expr),+) => {
        $crate::lang::builtins::declare::rows!(@ [$($name),+] { $($field: $value),+ })
    };
    (@ [$($name:literal),+] $fields:tt) => {
        &[$($crate::lang::builtins::declare::rows!(% $name $fields)),+]
    };
    (% $name:literal { $($field:ident: $value:expr),+ }) => {
        $crate::lang::builtin::Builtin { name: $name, $($field: $value),+ }
    };
}

/// Declares functions that are always there: see the [module](self).
macro_rules! builtins {
    ($table:ident: $(
        $(#[doc = $help:literal])+
        #[at($($space:ident),* $(,)?)]
        $(#[role($role:ident $(($dtype:ident))?)])?
        $(#[written($language:ident)])?
        $(#[keeps($($kept:ident),+)])?
        fn $function:ident $(as $($name:literal)|+)? (
            $call:ident
            $(, $(@ $kind:ident)? $parameter:ident : $type:ty $(= $default:expr)?)*
            $(; $named:ident : $named_type:ty $(= $named_default:expr)?
              $(, $(@ $more_kind:ident)? $more:ident : $more_type:ty $(= $more_default:expr)?)*)?
            $(,)?
        ) -> $result:ty $(=> $grad_fn:ident)? $body:block
    )+) => {
        pub(in crate::lang::builtins) static $table: &[&[$crate::lang::builtin::Builtin]] = &[$(
            $crate::lang::builtins::declare::rows! {
                [$($($name),+)?] $function,
                signature: $crate::lang::builtins::declare::trimmed(concat!(
                    $(
                        $crate::lang::builtins::declare::prefix!($($kind)?),
                        stringify!($parameter), $("=", stringify!($default),)? ", ",
                    )*
                    $(
                        "*, ", stringify!($named), $("=", stringify!($named_default),)? ", ",
                        $(
                            $crate::lang::builtins::declare::prefix!($($more_kind)?),
                            stringify!($more), $("=", stringify!($more_default),)? ", ",
                        )*
                    )?
                    ""
                )),
                help: $crate::lang::builtins::declare::trimmed(concat!($($help),+)),
                places: &[$($crate::lang::namespace::Namespace::$space),*],
                types: &[
                    $(stringify!($type),)*
                    $(stringify!($named_type), $(stringify!($more_type),)*)?
                ],
                positional: 0 $(+ $crate::lang::builtins::declare::positional!($($kind)?))*,
                keeps: &[$($(stringify!($kept)),+)?],
                grad_fn: $crate::lang::builtins::declare::grad_fn!($($grad_fn)?),
                is_python: $crate::lang::builtins::declare::is_python!($($language)?),
                role: $crate::lang::builtins::declare::role!($($role $(($dtype))?)?),
                body: &$crate::lang::builtins::BuiltinBody(|interpreter, matched| {
                    // A parameter may be called as the function is.
                    let function = $function;
                    let mut call = $crate::lang::builtins::declare::Invocation::new(interpreter, matched);
                    $(let $parameter = call.next::<$type>()?;)*
                    $(
                        let $named = call.next::<$named_type>()?;
                        $(let $more = call.next::<$more_type>()?;)*
                    )?
                    call.place();
                    let given = function(&mut call $(, $parameter)* $(, $named $(, $more)*)?);
                    call.finish(given)
                })
            }
        ),+];

        $(
            fn $function(
                $call: &mut $crate::lang::builtins::declare::Invocation<'_, '_>
                $(, $parameter: $type)*
                $(, $named: $named_type $(, $more: $more_type)*)?
            ) -> $crate::lang::builtins::declare::BuiltinResult<$result> $body
        )+
    };
}

pub(super) use {builtins, grad_fn, is_python, positional, prefix, role, rows};
