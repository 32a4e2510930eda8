//! What PyTorch would say of a tensor of the cells about gradients: whether one is wanted, and how a view was made. What a program may
//! write to follows from it.
//!
//! These are the rules of PyTorch's `AutogradMeta` and `DifferentiableViewMeta`. A tensor has a gradient because somebody asked for it,
//! or because it was computed from one that has. A view has that of its *base*, too, which is the tensor that it shows unless it was
//! detached on the way. When the base was written to since, the view counts as computed from it as soon as somebody computes with it.

use std::sync::Arc;

use super::{SharedTensor, View};
use crate::tensor::tape::gradient_mode;
use crate::tensor::tape::graph::{self, Edge, Kept, LeafHandle, Lost, Note, Variable, Watched, Writes};
use crate::tensor::{Leaf, Origin, tape};

/// What PyTorch would say of a tensor's gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gradient {
    /// None is wanted: `requires_grad` is False.
    None,
    /// It was asked for: `requires_grad` and `is_leaf` are True.
    Leaf,
    /// The tensor is computed from one of which it was asked for: `is_leaf` is False.
    Computed,
}

/// How a view was made, as far as gradients go: PyTorch's `CreationMeta`, and whether it is a view for gradients at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewCreation {
    /// By itself.
    Plain,
    /// As one of several: by `chunk`, `split`, `unbind`, or a loop.
    OneOfSeveral,
    /// Under `no_grad`.
    WithoutGradient,
    /// For gradients it is another tensor in the same memory: by `detach`, `nn.Parameter(t)`, `state_dict`.
    Detached,
    /// The same, and each of the two counts its own writes: `x.data`.
    Uncounted,
}

impl ViewCreation {
    /// That of a view which is made now, of a view of another kind.
    fn here(self, of: Self) -> Self {
        match (self, of) {
            (Self::Detached | Self::Uncounted, _) => self,
            _ if !gradient_mode::is_enabled() => Self::WithoutGradient,
            (Self::Plain, Self::OneOfSeveral | Self::WithoutGradient) => of,
            _ => self,
        }
    }
}

/// What a view is of its base for gradients.
pub(super) struct GradientView {
    kind: ViewCreation,
    /// The tensor whose gradient it has, if that is not the root.
    base: Option<SharedTensor>,
    /// The tensor that counts the writes, if that is neither the root nor this one.
    counter: Option<SharedTensor>,
}

impl GradientView {
    /// That of a view which is made now of a tensor, which may be a view itself.
    pub(super) fn new(kind: ViewCreation, of: &SharedTensor, shown: Option<&View>) -> Self {
        let Some(shown) = shown.map(|shown| &shown.gradient) else {
            return Self { kind: kind.here(ViewCreation::Plain), base: None, counter: None };
        };
        let mut made = Self { kind: kind.here(shown.kind), base: None, counter: None };
        // What is not needed is not kept: of `x = x.detach()` in a loop, each would keep all before it.
        if made.is_differentiable() {
            made.base = if shown.is_differentiable() { shown.base.clone() } else { Some(of.clone()) };
        }
        if made.kind != ViewCreation::Uncounted {
            made.counter = if shown.kind == ViewCreation::Uncounted { Some(of.clone()) } else { shown.counter.clone() };
        }
        made
    }

    /// The gradient that the view of a tensor has when it is made.
    pub(super) fn when_made(&self, of: &SharedTensor) -> Gradient {
        let is_computed = of.requires_grad() && self.is_differentiable() && gradient_mode::is_enabled();
        if is_computed { Gradient::Computed } else { Gradient::None }
    }

    fn is_differentiable(&self) -> bool {
        !matches!(self.kind, ViewCreation::Detached | ViewCreation::Uncounted)
    }
}

/// What PyTorch knows of a view and of the tensor whose gradient it has.
pub(in crate::lang) struct DifferentiableView {
    /// How it was made.
    pub(in crate::lang) kind: ViewCreation,
    /// The tensor whose gradient it has.
    pub(in crate::lang) base: SharedTensor,
}

impl SharedTensor {
    /// Whether a gradient of it is wanted: PyTorch's `requires_grad`.
    pub fn requires_grad(&self) -> bool {
        if !gradient_mode::is_asked() {
            return false;
        }
        self.own_gradient() != Gradient::None
            || self.differentiable_view().is_some_and(|view| view.base.requires_grad())
    }

    /// What PyTorch knows of its gradient.
    pub fn gradient(&self) -> Gradient {
        let own = self.own_gradient();
        if own == Gradient::None && self.requires_grad() { Gradient::Leaf } else { own }
    }

    /// Says that a view is computed from what its base is now, if that was written to since. PyTorch does so when it asks for `grad_fn`.
    pub(in crate::lang) fn derive(&self) {
        let Some(view) = self.differentiable_view().filter(|view| view.kind == ViewCreation::Plain) else { return };
        if self.own_gradient() != Gradient::Computed && !view.base.requires_grad() {
            return;
        }
        let writes = self.writes();
        let mut state = self.state();
        if std::mem::replace(&mut state.writes_seen, writes) != writes {
            (state.gradient, state.grad_fn) = (Gradient::Computed, None);
        }
    }

    /// The view that it is, if its base was written to since and PyTorch could not tell how it is computed from that.
    pub(in crate::lang) fn overwritten_view(&self) -> Option<DifferentiableView> {
        let view = self.differentiable_view().filter(|view| view.kind != ViewCreation::Plain)?;
        let is_asked = self.own_gradient() == Gradient::Computed || view.base.requires_grad();
        (is_asked && self.writes() != self.state().writes_seen).then_some(view)
    }

    /// What it is a view of for gradients; `None` if it is none.
    pub(in crate::lang) fn differentiable_view(&self) -> Option<DifferentiableView> {
        let view = self.view().filter(|view| view.gradient.is_differentiable())?;
        let base = view.gradient.base.as_ref().unwrap_or(&view.root);
        Some(DifferentiableView { kind: view.gradient.kind, base: base.clone() })
    }

    /// Asks for a gradient of it, or no longer.
    pub(in crate::lang) fn require_gradient(&self, required: bool) {
        let now = self.now();
        // Only of a step of the tape can be said that a gradient of it is wanted.
        let now = if now.origin().is_none() { tape::leaf(now, Leaf::Literal) } else { now };
        gradient_mode::ask();
        let mut state = self.state();
        state.now = now;
        state.gradient = if required { Gradient::Leaf } else { Gradient::None };
        state.grad_fn = None;
        if let Some(slot) = &state.slot {
            slot.want(required);
        }
    }

    /// Says that it was just written to, and that a gradient of it is wanted because of what was written.
    pub(in crate::lang) fn take_gradient(&self) {
        if let Some(view) = self.differentiable_view() {
            view.base.compute();
        }
        let writes = self.writes();
        self.compute();
        self.state().writes_seen = writes;
    }

    /// The same where only a part of it was written to.
    pub(in crate::lang) fn take_gradient_in_part(&self) {
        self.differentiable_view().map_or_else(|| self.clone(), |view| view.base).compute();
    }

    /// Without the gradient that it has because of what it was made of: a copy that nothing goes back from.
    #[must_use]
    pub(in crate::lang) fn without_gradient(self) -> Self {
        self.state().gradient = Gradient::None;
        self
    }

    /// Says that an operation reads it, and where a gradient of it goes if one is wanted.
    pub(in crate::lang) fn note_gradient(&self) {
        if gradient_mode::is_asked() {
            gradient_mode::note(self.gradient_note(false));
        }
    }

    /// Says that an operation writes to it.
    pub(in crate::lang) fn note_written(&self) {
        gradient_mode::note(self.gradient_note(true));
    }

    /// What an operation that reads it, or that `is_written` to it, is to know of its gradient; `None` if nobody ever asked for any.
    pub(in crate::lang) fn gradient_note(&self, is_written: bool) -> Option<Note> {
        let origin = if gradient_mode::is_asked() { self.origin()? } else { return None };
        let required = self.requires_grad();
        let edge = if required { self.edge() } else { None };
        Some(Note { origin, required, edge, is_written, watched: self.watched() })
    }

    /// Where a gradient of it goes. Nowhere, of a view that is older than the wish for a gradient of its base.
    pub(in crate::lang) fn edge(&self) -> Option<Edge> {
        let origin = self.origin()?;
        match self.own_gradient() {
            Gradient::Leaf => Some(Edge::Leaf(LeafHandle::new(self.slot(), origin))),
            // Another cell's ends there.
            Gradient::Computed if self.is_frozen() => Some(Edge::Leaf(LeafHandle::ended(self.slot(), origin))),
            // Of what was written to its base since, a view is computed anew.
            Gradient::None | Gradient::Computed if self.is_behind() => self.step_edge(origin),
            Gradient::None => None,
            Gradient::Computed => {
                let kept = self.state().grad_fn.clone();
                kept.or_else(|| self.step_edge(origin))
            }
        }
    }

    /// Whether it is a view, and its base was written to since somebody asked how it is computed.
    fn is_behind(&self) -> bool {
        self.differentiable_view().is_some() && self.writes() != self.state().writes_seen
    }

    /// Where the gradient of a tensor goes that was computed.
    fn step_edge(&self, origin: Origin) -> Option<Edge> {
        match self.differentiable_view() {
            // What is all of its base is no step of its own.
            Some(view) if view.base.origin() == Some(origin) && view.base.requires_grad() => view.base.edge(),
            _ if graph::is_known(origin) => Some(Edge::Step(origin.node)),
            _ => Some(Edge::Unknown(Lost::Unnoted)),
        }
    }

    /// Remembers where its gradient goes before it is written to. A write of which the gradient knows says so
    /// [afterwards](Self::take_gradient).
    pub(super) fn keep_grad_fn(&self) {
        let is_computed = gradient_mode::is_asked() && self.own_gradient() == Gradient::Computed;
        // Writes that wait for a read are one step, and the first has asked.
        if is_computed && !self.is_pending() && !self.is_frozen() {
            let edge = self.edge();
            self.state().grad_fn = edge;
        }
    }

    /// It, to see whether it is written to; `None` if nobody can.
    pub(in crate::lang) fn watched(&self) -> Option<Watched> {
        (!self.is_frozen()).then(|| Watched::new(Arc::new(self.clone())))
    }

    /// It, for a gradient that PyTorch keeps it for; `None` if nobody can write to it.
    pub(in crate::lang) fn kept(&self) -> Option<Kept> {
        Some((self.now(), self.watched()?))
    }

    /// Says that it holds what a step has made.
    pub(in crate::lang) fn watch_value(&self) {
        if gradient_mode::is_asked()
            && let Some(origin) = self.origin()
        {
            graph::watch_value(origin, || Arc::new(self.clone()));
        }
    }

    /// Says that its gradient goes to the step that made what it is now.
    fn compute(&self) {
        let mut state = self.state();
        (state.gradient, state.grad_fn) = (Gradient::Computed, None);
    }

    fn own_gradient(&self) -> Gradient {
        self.state().gradient
    }

    /// How often it was written to, as PyTorch counts: its `_version`.
    pub(super) fn writes(&self) -> u64 {
        self.counter().state().writes
    }

    /// Counts a write to it.
    pub(in crate::lang) fn count_write(&self) {
        self.counter().state().writes += 1;
    }

    fn counter(&self) -> Self {
        match self.view() {
            Some(view) if view.gradient.kind != ViewCreation::Uncounted => {
                view.gradient.counter.as_ref().unwrap_or(&view.root).clone()
            }
            _ => self.clone(),
        }
    }
}

impl Variable for SharedTensor {
    fn writes(&self) -> Writes {
        Writes { counted: SharedTensor::writes(self), all: self.root().state().version }
    }
}
