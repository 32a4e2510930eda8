//! Which values would have a gradient in PyTorch: what its `requires_grad` says of them.
//!
//! A tape with reasons keeps every step, whether a gradient is wanted or not. Beside that it notes of each step what PyTorch would: a
//! computed value requires a gradient because an input does, unless it was computed under `no_grad` ([`enable`]), was detached, or has no
//! real dtype. Two tensors of a program may have one step, and an input may come from the tape of another cell. So what an operation
//! reads is told while it computes ([`noting`], [`note`]), and that counts more than what is known of the steps. Only what a program may
//! write to follows from all this.

use std::sync::atomic::{AtomicBool, Ordering};

use super::graph::{Edge, Kept, Lost, Note};
use super::{CURRENT, Origin, Recording, TapeId};
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

/// What was [noted](note) of the variables that an operation reads.
pub(super) struct Notes {
    tape: TapeId,
    /// The first step that the operation makes.
    first: usize,
    variables: Vec<Note>,
    /// Whether they are the operands of one operation, in its order.
    are_operands: bool,
    /// What is kept for the gradient of what the operation makes, whatever its steps need.
    kept: Vec<Kept>,
}

impl Notes {
    /// What was noted of a value.
    pub(super) fn of(&self, origin: Origin) -> Option<&Note> {
        self.variables.iter().find(|note| note.origin == origin)
    }

    /// Where the gradient of an input goes that several variables may have as their value. Of an operator's operands the first variable
    /// is the first.
    pub(super) fn edge(&self, origin: Origin, place: usize, inputs: &[Tensor]) -> Option<Edge> {
        let variables: Vec<&Note> =
            self.variables.iter().filter(|note| note.origin == origin && !note.is_written).collect();
        let first = variables.first().copied().or_else(|| self.of(origin))?;
        if variables.iter().all(|note| note.leads_with(first)) {
            return first.edge.clone();
        }
        let is_it = |input: &&Tensor| input.origin() == Some(origin);
        if self.are_operands && inputs.iter().filter(is_it).count() == variables.len() {
            return variables[inputs[..place].iter().filter(is_it).count()].edge.clone();
        }
        Some(Edge::Unknown(Lost::TwoVariables))
    }

    /// Whether the operation writes its result into a variable of this value.
    pub(super) fn is_written(&self, origin: Origin) -> bool {
        self.variables.iter().any(|note| note.origin == origin && note.is_written)
    }

    /// Whether a gradient of a value is wanted, of one variable that has it at least; `None` if nothing was noted.
    fn is_required(&self, origin: Origin) -> Option<bool> {
        self.of(origin)?;
        Some(self.variables.iter().any(|note| note.origin == origin && note.required))
    }

    /// Whether the operation itself has made a value, on the way to its own.
    pub(super) fn is_made_within(&self, origin: Origin) -> bool {
        origin.tape == self.tape && origin.node as usize >= self.first
    }

    /// What is kept for the gradient, without what the operation writes to: of that PyTorch keeps a copy.
    pub(super) fn kept(&self) -> impl Iterator<Item = &Kept> {
        self.kept.iter().filter(|(tensor, _)| tensor.origin().is_none_or(|origin| !self.is_written(origin)))
    }

    fn fresh(recording: &Recording) -> Self {
        let (tape, first) = (recording.tape.id, recording.tape.nodes.len());
        Self { tape, first, variables: Vec::new(), are_operands: false, kept: Vec::new() }
    }
}

impl GradientMode {
    /// What was noted of the variables that the operation at hand reads; `None` between operations.
    pub(super) fn notes(&self) -> Option<&Notes> {
        self.notes.as_ref()
    }
}

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
        let noted = self.gradient_mode.notes.as_ref().and_then(|notes| notes.is_required(origin));
        let known = || self.tape.node(origin).is_some_and(|node| node.gradient.is_required());
        noted.unwrap_or_else(known)
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
    let fresh = |recording: &Recording| Some(Notes::fresh(recording));
    with_notes(fresh, compute)
}

/// Runs statements that an operation calls.
pub(crate) fn between_operations<T>(run: impl FnOnce() -> T) -> T {
    with_notes(|_| None, run)
}

fn with_notes<T>(notes: impl FnOnce(&Recording) -> Option<Notes>, compute: impl FnOnce() -> T) -> T {
    if !is_asked() {
        return compute();
    }
    let before = CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let recording = current.as_mut()?;
        let notes = notes(recording);
        std::mem::replace(&mut recording.gradient_mode.notes, notes)
    });
    let result = compute();
    CURRENT.with(|current| {
        if let Some(recording) = current.borrow_mut().as_mut() {
            recording.gradient_mode.notes = before;
        }
    });
    result
}

/// Says that what was noted are the operands of one operation, in its order.
pub(crate) fn note_operands() {
    with_current_notes(|notes| notes.are_operands = true);
}

/// Says that PyTorch keeps tensors for the gradient of what the operation at hand makes. It is one step there, which knows its places
/// and masks; here it may take several, which need other numbers.
pub(crate) fn keep(kept: impl IntoIterator<Item = Kept>) {
    with_current_notes(|notes| notes.kept.extend(kept));
}

/// Says of variables that the operation at hand reads what is to be known of their gradients. Of two variables that are one value a
/// gradient is wanted if it is of one of them.
pub(crate) fn note(of: impl IntoIterator<Item = Note>) {
    with_current_notes(|notes| notes.variables.extend(of));
}

fn with_current_notes(change: impl FnOnce(&mut Notes)) {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        if let Some(notes) = current.as_mut().and_then(|recording| recording.gradient_mode.notes.as_mut()) {
            change(notes);
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
