//! Which values would have a gradient in PyTorch: what its `requires_grad` says of them.
//!
//! A tape with reasons keeps every step, whether a gradient is wanted or not. Beside that it notes of each step what PyTorch would: a
//! computed value requires a gradient because an input does, unless it was computed under `no_grad` ([`enable`]), was detached, or has no
//! real dtype. Two tensors of a program may have one step, and an input may come from the tape of another cell. So what an operation
//! reads is told while it computes ([`noting`], [`note`]), and that counts more than what is known of the steps. Only what a program may
//! write to follows from all this.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{CURRENT, Origin, Recording};
use crate::tensor::Tensor;
use crate::tensor::ops::Operation;

/// Whether a gradient was ever asked for. Until then none of this costs anything.
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// What a recording knows of gradients.
pub(super) struct GradientMode {
    /// Whether values that are computed now require a gradient if an input does.
    is_enabled: bool,
    /// Of which values that the operation at hand reads a gradient is wanted, and of which not; `None` between operations.
    notes: Option<Notes>,
}

/// What was [noted](note) of the values that an operation reads.
type Notes = Vec<(Origin, bool)>;

impl Default for GradientMode {
    fn default() -> Self {
        Self { is_enabled: true, notes: None }
    }
}

impl Recording {
    /// Whether PyTorch would want a gradient of what an operation makes.
    pub(super) fn requires_grad(&self, operation: &dyn Operation, inputs: &[Tensor], value: &Tensor) -> bool {
        let can_be =
            is_asked() && self.gradient_mode.is_enabled && value.dtype().takes_gradient() && !operation.is_detached();
        can_be && inputs.iter().filter_map(Tensor::origin).any(|origin| self.is_required(origin))
    }

    fn is_required(&self, origin: Origin) -> bool {
        let noted = self.gradient_mode.notes.iter().flatten().find(|(known, _)| *known == origin);
        noted.map_or_else(|| self.tape.node(origin).is_some_and(|node| node.requires_grad), |(_, required)| *required)
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

/// Whether a gradient of any value was asked for.
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}

/// Says that one is.
pub(crate) fn ask() {
    IS_ASKED.store(true, Ordering::Relaxed);
}

/// Computes what one operation makes, with notes of its own of what it reads.
pub(crate) fn noting<T>(compute: impl FnOnce() -> T) -> T {
    with_notes(Some(Notes::new()), compute)
}

/// Runs statements that an operation calls.
pub(crate) fn between_operations<T>(run: impl FnOnce() -> T) -> T {
    with_notes(None, run)
}

fn with_notes<T>(notes: Option<Notes>, compute: impl FnOnce() -> T) -> T {
    if !is_asked() {
        return compute();
    }
    let exchange = |notes| {
        CURRENT.with(|current| {
            let mut current = current.borrow_mut();
            std::mem::replace(&mut current.as_mut()?.gradient_mode.notes, notes)
        })
    };
    let before = exchange(notes);
    let result = compute();
    exchange(before);
    result
}

/// Says of a value that is read whether a gradient of it is wanted. Of two tensors that are one value, it is if it is of one of them.
pub(crate) fn note(origin: Origin, required: bool) {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let Some(notes) = current.as_mut().and_then(|recording| recording.gradient_mode.notes.as_mut()) else { return };
        match notes.iter_mut().find(|(known, _)| *known == origin) {
            Some((_, noted)) => *noted |= required,
            None => notes.push((origin, required)),
        }
    });
}

/// Whether a gradient of what was just made is wanted.
pub(crate) fn is_required(origin: Option<Origin>) -> bool {
    is_asked()
        && CURRENT.with(|current| {
            let current = current.borrow();
            let enabled = current.as_ref().filter(|recording| recording.gradient_mode.is_enabled);
            enabled.zip(origin).is_some_and(|(recording, origin)| recording.is_required(origin))
        })
}
