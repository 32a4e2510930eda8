//! What PyTorch refuses because of gradients: to write to a tensor whose gradient is wanted, where it could no longer be told.
//!
//! The rules are those of PyTorch's `check_inplace`. A gradient of a cell is taken only when somebody asks for it, and of the values that
//! were used, so none would be wrong here; but a program that PyTorch refuses must not run here without a word.

use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{Gradient, SharedTensor, Value, ViewKind};
use crate::tensor::tape::gradient_mode;

const AMBIGUOUS: &str =
    "modified inplace with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden.";
const SEVERAL: &str = "This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace.";
const LEAF: &str = "leaf Variable that requires grad is being used in an in-place operation.";

/// What of a tensor is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum WrittenPart {
    /// All of it.
    Whole,
    /// A part, which PyTorch takes for a view of it: `x[0] = 1`.
    View,
}

impl Interpreter<'_> {
    /// Refuses to write to a tensor whose gradient is wanted where PyTorch does; `given` is what is written.
    pub(in crate::lang) fn check_gradient<'v>(
        span: Span,
        tensor: &SharedTensor,
        part: impl FnOnce() -> WrittenPart,
        given: impl IntoIterator<Item = &'v Value>,
    ) -> Outcome<()> {
        if !gradient_mode::is_asked() || !gradient_mode::is_enabled() {
            return Ok(());
        }
        let gradient = tensor.gradient();
        let is_required = gradient != Gradient::None;
        if !is_required && !given.into_iter().any(requires) {
            return Ok(());
        }
        let (view, part) = (tensor.differentiable_view(), part());
        let message = match &view {
            Some((ViewKind::OneOfSeveral, _)) if is_required => {
                format!("this is a view and is being modified inplace. {SEVERAL}")
            }
            Some((ViewKind::OneOfSeveral, _)) => {
                format!(
                    "A view was created in no_grad mode and is being modified inplace with grad mode enabled. {SEVERAL}"
                )
            }
            Some((ViewKind::WithoutGradient, _)) if part == WrittenPart::Whole => {
                format!("A view was created in no_grad mode and is being {AMBIGUOUS}")
            }
            Some((ViewKind::WithoutGradient | ViewKind::OfOneWithoutGradient, _)) => {
                format!("this is a view of a view which was created in no_grad mode and is being {AMBIGUOUS}")
            }
            Some((_, root)) if is_required && root.gradient() != Gradient::Computed => format!("a view of a {LEAF}"),
            _ if gradient != Gradient::Leaf => return Ok(()),
            _ if part == WrittenPart::View => format!("a view of a {LEAF}"),
            _ => format!("a {LEAF}"),
        };
        let help = match &view {
            Some((ViewKind::OneOfSeveral, _)) => {
                "write a new tensor: part = part + 1, or change a part of the whole: x[:2] += 1"
            }
            _ => "write under `with torch.no_grad():`, or to a copy: y = x.clone()",
        };
        Err(Diagnostic::new(span, message).help(help))
    }

    /// Asks for a gradient of a tensor, or no longer: `x.requires_grad_()`.
    pub(in crate::lang) fn require_gradient(span: Span, tensor: &SharedTensor, required: bool) -> Outcome<()> {
        let dtype = tensor.dtype();
        if required && !dtype.takes_gradient() {
            return Err(Diagnostic::new(span, "only Tensors of floating point dtype can require gradients")
                .help(format!("this one is {dtype}: write .float() first")));
        }
        match (tensor.gradient(), required) {
            (Gradient::None, false) | (Gradient::Computed | Gradient::Leaf, true) => Ok(()),
            (Gradient::Computed, false) => {
                Err(Diagnostic::new(span, "you can only change requires_grad flags of leaf variables.")
                    .help("for a tensor without a gradient, write y = x.detach()"))
            }
            (Gradient::None, true) | (Gradient::Leaf, false) => {
                Self::writable(tensor, span)?;
                tensor.require_gradient(required);
                Ok(())
            }
        }
    }
}

/// Whether PyTorch would want a gradient of a value.
pub(in crate::lang) fn requires(value: &Value) -> bool {
    matches!(value, Value::Tensor(tensor) if tensor.gradient() != Gradient::None)
}
