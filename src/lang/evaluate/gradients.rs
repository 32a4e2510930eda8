//! What PyTorch refuses because of gradients: to write to a tensor whose gradient is wanted, where it could no longer be told.
//!
//! The rules are those of PyTorch's `check_inplace` and `handle_view_on_rebase`. A gradient of a cell is taken only when somebody asks for
//! it, and of the values that were used, so none would be wrong here; but a program that PyTorch refuses must not run here without a word.

use super::indexing::is_mask;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{Gradient, SharedTensor, Value, ViewCreation};
use crate::tensor::tape::gradient_mode;

const AMBIGUOUS: &str =
    "modified inplace with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden.";
const SEVERAL: &str = "This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace.";
const LEAF: &str = "leaf Variable that requires grad is being used in an in-place operation.";
const NOT_A_LEAF: &str = "you can only change requires_grad flags of leaf variables.";

/// What of a tensor is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum WrittenPart {
    /// All of it.
    Whole,
    /// A part, which PyTorch takes for a view of it: `x[0] = 1`.
    View,
}

/// What a write does to the gradient of the tensor that is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(in crate::lang) enum GradientChange {
    /// Nothing.
    None,
    /// One is wanted of it from now on, because of what was written.
    Taken(WrittenPart),
}

impl GradientChange {
    /// Notes it of a tensor that was written to. All of a tensor is written by a step that PyTorch's graph calls `name`.
    pub(in crate::lang) fn note(self, tensor: &SharedTensor, name: impl FnOnce() -> Option<&'static str>) {
        match self {
            Self::None => {}
            Self::Taken(WrittenPart::Whole) => tensor.take_gradient(name()),
            Self::Taken(WrittenPart::View) => tensor.take_gradient_in_part(),
        }
    }
}

/// How a program asks for a gradient. Of what was computed, only the method may be told again that one is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum AskedBy {
    /// `x.requires_grad_()`, or `requires_grad=True` where `x` is made.
    Method,
    /// `x.requires_grad = True`.
    Assignment,
}

/// How it is spoken of a view that is written to.
enum Modified {
    /// Itself.
    Directly,
    /// Through its base, or another view of that.
    ThroughBase,
}

impl Interpreter<'_> {
    /// Refuses to write to a tensor whose gradient is wanted where PyTorch does; `given` is what is written.
    pub(in crate::lang) fn check_gradient<'t>(
        span: Span,
        tensor: &SharedTensor,
        part: impl FnOnce() -> WrittenPart,
        given: impl IntoIterator<Item = &'t SharedTensor>,
    ) -> Outcome<GradientChange> {
        if !gradient_mode::is_asked() || !gradient_mode::is_enabled() {
            return Ok(GradientChange::None);
        }
        let is_required = tensor.requires_grad();
        let given: Vec<&SharedTensor> = given.into_iter().filter(|given| given.requires_grad()).collect();
        if !is_required && given.is_empty() {
            return Ok(GradientChange::None);
        }
        let part = part();
        if part == WrittenPart::View && is_required {
            Self::derive(span, tensor)?;
        }
        let (gradient, view) = (tensor.gradient(), tensor.differentiable_view());
        if let Some(view) = &view {
            let is_computed = match part {
                WrittenPart::Whole => gradient == Gradient::Computed,
                WrittenPart::View => is_required,
            };
            check_kind(view.kind, is_computed, &Modified::Directly, span)?;
        }
        let of_leaf = match (&view, part) {
            (Some(view), _) => is_required && view.base.gradient() != Gradient::Computed,
            (None, WrittenPart::View) => gradient == Gradient::Leaf,
            (None, WrittenPart::Whole) => false,
        };
        let message = match gradient {
            _ if of_leaf => format!("a view of a {LEAF}"),
            Gradient::Leaf if part == WrittenPart::Whole => format!("a {LEAF}"),
            _ => {
                given.into_iter().filter(|given| !given.is(tensor)).try_for_each(|given| Self::derive(span, given))?;
                return Ok(GradientChange::Taken(part));
            }
        };
        let error = Diagnostic::new(span, message).raising("RuntimeError");
        Err(error.help("write under `with torch.no_grad():`, or to a copy: y = x.clone()"))
    }

    /// Tells how a view is computed from its base, or refuses where PyTorch could not: its base was written to since.
    pub(in crate::lang) fn derive(span: Span, tensor: &SharedTensor) -> Outcome<()> {
        if !gradient_mode::is_asked() {
            return Ok(());
        }
        tensor.derive();
        match tensor.overwritten_view() {
            None => Ok(()),
            Some(view) => check_kind(view.kind, tensor.gradient() == Gradient::Computed, &Modified::ThroughBase, span),
        }
    }

    /// Whether a tensor was not computed from one of which a gradient is wanted: PyTorch's `is_leaf`.
    pub(in crate::lang) fn is_leaf(span: Span, tensor: &SharedTensor) -> Outcome<bool> {
        Self::derive(span, tensor)?;
        Ok(tensor.gradient() != Gradient::Computed)
    }

    /// What is computed of tensors, with the gradient that it has through them; refused where PyTorch could not tell that.
    pub(in crate::lang) fn computed<'t>(
        span: Span,
        read: impl Iterator<Item = &'t SharedTensor> + Clone,
        compute: impl FnOnce() -> Outcome,
    ) -> Outcome {
        let made = Self::noting(read.clone(), compute)?;
        Self::derive_read(span, read, &made)?;
        Ok(made)
    }

    /// Computes something of tensors, and says of which of them a gradient is wanted.
    pub(in crate::lang) fn noting<'t, T>(
        read: impl Iterator<Item = &'t SharedTensor>,
        compute: impl FnOnce() -> T,
    ) -> T {
        gradient_mode::noting(|| {
            read.for_each(SharedTensor::note_gradient);
            compute()
        })
    }

    /// Says that PyTorch keeps tensors between square brackets for a gradient. A single place is a number there.
    pub(super) fn keep_indices<'t>(indices: impl Iterator<Item = &'t SharedTensor>) {
        if gradient_mode::is_asked() {
            let is_kept = |index: &&SharedTensor| index.ndim() > 0 || is_mask(&index.outline());
            gradient_mode::keep(indices.filter(is_kept).filter_map(SharedTensor::kept));
        }
    }

    /// Tells of the tensors that an operation has read how they are computed, if what it has made has a gradient through them.
    pub(in crate::lang) fn derive_read<'t>(
        span: Span,
        read: impl Iterator<Item = &'t SharedTensor> + Clone,
        made: &Value,
    ) -> Outcome<()> {
        if !gradient_mode::is_asked() || !gradient_mode::is_enabled() || read.clone().next().is_none() {
            return Ok(());
        }
        let several = made.items();
        let mut made = std::iter::once(made).chain(several.iter().flat_map(|items| items.iter()));
        // What gives back the tensor itself asks nothing of it.
        let is_new =
            |made: &SharedTensor| made.gradient() == Gradient::Computed && !read.clone().any(|read| read.is(made));
        if !made.any(|made| made.as_tensor().is_some_and(is_new)) {
            return Ok(());
        }
        let mut required = read.filter(|tensor| tensor.requires_grad());
        required.try_for_each(|tensor| Self::derive(span, tensor))
    }

    /// Asks for a gradient of a tensor, or no longer.
    pub(in crate::lang) fn require_gradient(
        span: Span,
        tensor: &SharedTensor,
        required: bool,
        by: AskedBy,
    ) -> Outcome<()> {
        let gradient = tensor.gradient();
        if gradient == Gradient::Computed && (by == AskedBy::Assignment || !required) {
            return Err(Diagnostic::new(span, NOT_A_LEAF).help("for a tensor without a gradient, write y = x.detach()"));
        }
        let dtype = tensor.dtype();
        if required && !dtype.takes_gradient() {
            let dtypes = match by {
                AskedBy::Method => "floating point dtype",
                AskedBy::Assignment => "floating point and complex dtype",
            };
            return Err(Diagnostic::new(span, format!("only Tensors of {dtypes} can require gradients"))
                .raising("RuntimeError")
                .help(format!("this one is {dtype}: write .float() first")));
        }
        let is_so = if required { gradient == Gradient::Computed } else { gradient == Gradient::None };
        if !is_so {
            Self::writable(tensor, span)?;
            tensor.require_gradient(required);
        }
        Ok(())
    }
}

/// Refuses a change to a view of a kind that PyTorch cannot follow.
fn check_kind(kind: ViewCreation, is_computed: bool, modified: &Modified, span: Span) -> Outcome<()> {
    let said = match modified {
        Modified::Directly => "is being",
        Modified::ThroughBase => "its base or another view of its base has been",
    };
    let message = match (kind, is_computed) {
        (ViewCreation::OneOfSeveral, true) => format!("this is a view and {said} modified inplace. {SEVERAL}"),
        (ViewCreation::OneOfSeveral, false) => {
            format!("A view was created in no_grad mode and {said} modified inplace with grad mode enabled. {SEVERAL}")
        }
        (ViewCreation::WithoutGradient, true) => {
            format!("this is a view of a view which was created in no_grad mode and {said} {AMBIGUOUS}")
        }
        (ViewCreation::WithoutGradient, false) => {
            format!("A view was created in no_grad mode and {said} {AMBIGUOUS}")
        }
        _ => return Ok(()),
    };
    let help = match (modified, kind) {
        (Modified::ThroughBase, _) => "take the view of the tensor once more, now that it was written to",
        (_, ViewCreation::OneOfSeveral) => {
            "write a new tensor: part = part + 1, or change a part of the whole: x[:2] += 1"
        }
        _ => "write under `with torch.no_grad():`, or to a copy: y = x.clone()",
    };
    Err(Diagnostic::new(span, message).help(help))
}
