//! Which values would have a gradient in PyTorch: what its `requires_grad` says of them.
//!
//! A tape with reasons keeps every step, whether a gradient is wanted or not. Beside that it notes of each step what PyTorch would: a leaf
//! requires a gradient because somebody asked for it ([`require`]), a computed value because an input does, unless that happened
//! under `no_grad` ([`enable`]), was detached, or has no real dtype. Only what a program may write to follows from it.

use super::{CURRENT, Origin, Recording, with_node};
use crate::tensor::Tensor;
use crate::tensor::ops::Operation;

/// Whether a gradient of a value is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Required {
    /// It is not.
    #[default]
    No,
    /// That of another tensor in the same memory is: of `nn.Parameter(t)`, and not of `t`. Here both are one value.
    OfAlias,
    /// It is.
    Yes,
}

/// What a recording knows of gradients.
#[derive(Clone, Copy)]
pub(super) struct GradientMode {
    /// Whether values that are computed now require a gradient if an input does.
    is_enabled: bool,
    /// Whether any value does.
    is_asked: bool,
}

impl Default for GradientMode {
    fn default() -> Self {
        Self { is_enabled: true, is_asked: false }
    }
}

impl Recording {
    /// Whether PyTorch would want a gradient of what an operation makes.
    pub(super) fn requires(&self, operation: &dyn Operation, inputs: &[Tensor], value: &Tensor) -> Required {
        let GradientMode { is_enabled, is_asked } = self.gradient_mode;
        let can_be = is_asked && is_enabled && value.dtype().takes_gradient() && !operation.is_detached();
        if !can_be {
            return Required::No;
        }
        let of_inputs = inputs.iter().filter_map(Tensor::origin).map(|origin| self.tape.required(origin)).max();
        match of_inputs.unwrap_or_default() {
            // Of which of the two it is a view is not known here.
            Required::OfAlias if operation.is_view(inputs) => Required::OfAlias,
            Required::OfAlias | Required::Yes => Required::Yes,
            Required::No => Required::No,
        }
    }
}

impl super::Tape {
    fn required(&self, origin: Origin) -> Required {
        self.node(origin).map_or(Required::No, |node| node.requires_grad)
    }
}

/// Whether values that are computed now require a gradient if an input does: PyTorch's `torch.is_grad_enabled()`.
pub(crate) fn is_enabled() -> bool {
    CURRENT.with(|current| current.borrow().as_ref().is_none_or(|recording| recording.gradient_mode.is_enabled))
}

/// Says whether they do, and gives what was so before: `torch.set_grad_enabled(enabled)`.
pub(crate) fn enable(enabled: bool) -> bool {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let Some(recording) = current.as_mut() else { return true };
        std::mem::replace(&mut recording.gradient_mode.is_enabled, enabled)
    })
}

/// Computes with that said, and puts back what was so before.
pub(crate) fn within<T>(enabled: bool, compute: impl FnOnce() -> T) -> T {
    let before = enable(enabled);
    let result = compute();
    enable(before);
    result
}

/// Whether any value of this thread's tape requires a gradient.
pub(crate) fn is_asked() -> bool {
    CURRENT.with(|current| current.borrow().as_ref().is_some_and(|recording| recording.gradient_mode.is_asked))
}

/// Says of a value of this thread's tape whether it requires a gradient.
pub(crate) fn require(origin: Origin, required: Required) {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let Some(recording) = current.as_mut().filter(|recording| recording.tape.id == origin.tape) else { return };
        if let Some(node) = recording.tape.nodes.get_mut(origin.node as usize) {
            node.requires_grad = required;
            recording.gradient_mode.is_asked |= required != Required::No;
        }
    });
}

/// Whether an input of the step that made a value requires a gradient of its own.
pub(crate) fn is_brought(origin: Origin) -> bool {
    let is_own = |input: &Tensor| input.origin().is_some_and(|origin| required(origin) == Required::Yes);
    with_node(origin, |node| node.inputs.clone()).is_some_and(|inputs| inputs.iter().any(is_own))
}

/// Whether a value of this thread's tape requires a gradient.
pub(crate) fn required(origin: Origin) -> Required {
    CURRENT.with(|current| current.borrow().as_ref().map_or(Required::No, |recording| recording.tape.required(origin)))
}
