//! A matched call of a builtin, and its arguments as what the function needs.

use std::cell::Cell;

use crate::lang::builtin::Builtin;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Passed;
use crate::lang::syntax::{Parameter, Span};
use crate::lang::value::Value;
use crate::tensor;

/// More elements than any tensor has, and few enough to be multiplied without care.
pub(super) const MAX_ELEMENTS: u128 = 1 << 40;

/// One call of a builtin.
pub(in crate::lang) struct Call<'a> {
    /// What is called.
    pub(super) builtin: &'static Builtin,
    /// Its parameters, in order.
    pub(super) parameters: &'a [Parameter],
    /// What each of them is given, and where.
    pub(super) values: Vec<Passed>,
    /// The whole call.
    pub(super) span: Span,
    /// Whether the first argument stands before the dot, as that of a method does.
    pub(super) has_object: bool,
    /// What PyTorch's graph calls the step whose value is given.
    pub(super) grad_fn: Cell<Option<&'static str>>,
}

impl Call<'_> {
    /// An error about the whole call.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.span, message).help(format!("usage: {}", self.builtin.usage()))
    }

    /// What an operation of tensors refused, with the shapes of the tensors given.
    pub(super) fn refused(&self, error: &tensor::Error) -> Diagnostic {
        let shapes = self.values.iter().filter(|passed| passed.span != self.span).filter_map(|passed| {
            let Value::Tensor(tensor) = &passed.value else { return None };
            Some((passed.span, tensor.now().shape_text()))
        });
        shapes.fold(Diagnostic::of_tensor(self.span, error), |error, (span, shape)| error.label(span, shape))
    }
}
