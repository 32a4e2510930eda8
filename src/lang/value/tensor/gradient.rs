//! What PyTorch would say of a tensor of the cells about gradients: whether one is wanted, and how a view was made. What a program may
//! write to follows from it.
//!
//! These are the rules of PyTorch's `AutogradMeta` and `DifferentiableViewMeta`. A tensor has a gradient because somebody asked for it,
//! or because it was computed from one that has. A view has that of its *base*, too, which is the tensor that it shows unless it was
//! detached on the way. When the base was written to since, the view counts as computed from it as soon as somebody computes with it.

use std::sync::Arc;

use super::{SharedTensor, TensorState, View};
use crate::tensor::tape::gradient_mode;
use crate::tensor::tape::graph::{self, Edge, Kept, LeafHandle, Lost, Note, Variable, Watched, Writes};
use crate::tensor::{Leaf, Origin, tape};

/// The name of a step that nobody named. It is none of PyTorch's, so that nobody takes it for one.
const UNNAMED: &str = "unknown";
/// The name where PyTorch cannot tell how a tensor is computed.
const INVALID: &str = "Invalid";
/// That of the step that gives a view of what was written to since.
const STRIDED: &str = "AsStridedBackward0";
/// Views that it cannot give, for it reads the numbers as they lie in memory.
const READ_OTHERWISE: [&str; 3] = ["ViewAsRealBackward0", "ViewAsComplexBackward0", "ConjBackward0"];
/// That of the step that writes to a part of a tensor.
const SLICES: &str = "CopySlices";

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

    /// Whether PyTorch cannot tell how such a view is computed once its base was written to.
    pub(in crate::lang) fn is_lost_by_writes(self) -> bool {
        matches!(self, Self::OneOfSeveral | Self::WithoutGradient)
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
            state.gradient = Gradient::Computed;
            state.grad_fn = None;
            state.derive_name();
        }
    }

    /// The name of the step that computed it, as PyTorch prints it in `grad_fn=<MulBackward0>`; `None` if it is not computed from what a
    /// gradient is wanted of.
    pub(in crate::lang) fn grad_fn_name(&self) -> Option<&'static str> {
        if !gradient_mode::is_asked() {
            return None;
        }
        if self.is_frozen() {
            let state = self.state();
            return state.grad_fn_name.or_else(|| (state.gradient == Gradient::Computed).then_some(UNNAMED));
        }
        self.derive();
        if self.overwritten_view().is_some_and(|view| view.kind.is_lost_by_writes()) {
            return Some(INVALID);
        }
        if self.own_gradient() != Gradient::Computed {
            return None;
        }
        let known = self.state().grad_fn_name;
        let of_step = || match self.edge()? {
            Edge::Step(node) => graph::step_name(Origin { node, ..self.origin()? }),
            _ => None,
        };
        known.or_else(of_step).or(Some(UNNAMED))
    }

    /// Says which step of PyTorch's graph made it, unless that was said of it: of what a part of a function made, by that part.
    pub(in crate::lang) fn name_grad_fn(&self, name: &'static str) {
        let is_unnamed = self.own_gradient() == Gradient::Computed && self.state().grad_fn_name.is_none();
        if is_unnamed {
            self.state().grad_fn_name = Some(name);
            if let Some(origin) = self.origin() {
                graph::name_step(origin, name);
            }
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
        (state.grad_fn, state.grad_fn_name) = (None, None);
        if let Some(slot) = &state.slot {
            slot.want(required);
        }
    }

    /// Says that it was just written to, by a step of this name, and that a gradient of it is wanted because of what was written.
    pub(in crate::lang) fn take_gradient(&self, name: Option<&'static str>) {
        let Some(view) = self.differentiable_view() else { return self.compute(name) };
        view.base.compute(Some(SLICES));
        let writes = self.writes();
        let mut state = self.state();
        (state.gradient, state.grad_fn, state.writes_seen) = (Gradient::Computed, None, writes);
        state.derive_name();
    }

    /// The same where only a part of it was written to.
    pub(in crate::lang) fn take_gradient_in_part(&self) {
        self.differentiable_view().map_or_else(|| self.clone(), |view| view.base).compute(Some(SLICES));
    }

    /// Without the gradient that it has because of what it was made of: a copy that nothing goes back from.
    #[must_use]
    pub(in crate::lang) fn without_gradient(self) -> Self {
        let mut state = self.state();
        (state.gradient, state.grad_fn_name) = (Gradient::None, None);
        drop(state);
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

    /// Says that its gradient goes to the step that made what it is now, which PyTorch's graph calls so.
    fn compute(&self, name: Option<&'static str>) {
        let mut state = self.state();
        (state.gradient, state.grad_fn, state.grad_fn_name) = (Gradient::Computed, None, name);
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

impl TensorState {
    /// Names the step that gives a view of what its base is now.
    fn derive_name(&mut self) {
        if self.grad_fn_name.is_none_or(|name| !READ_OTHERWISE.contains(&name)) {
            self.grad_fn_name = Some(STRIDED);
        }
    }
}

impl Variable for SharedTensor {
    fn writes(&self) -> Writes {
        Writes { counted: SharedTensor::writes(self), all: self.root().state().version }
    }
}
