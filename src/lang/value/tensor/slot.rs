//! The gradients of variables: what `.grad` is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::SharedTensor;
use crate::lang::value::Maker;
use crate::lang::value::drop_queue::drop_in_turn;

/// Where gradients of a variable are added up. A parameter that is given other data keeps it.
#[derive(Debug, Default)]
pub(in crate::lang) struct GradientSlot {
    gradient: Mutex<Option<SharedTensor>>,
    /// Whether none is wanted any more: `x.requires_grad_(False)`.
    is_unwanted: AtomicBool,
    /// Whether it is kept of a variable that is computed: `y.retain_grad()`.
    is_retained: AtomicBool,
    /// The cell that made the variable, once it has ended.
    maker: OnceLock<Maker>,
}

impl GradientSlot {
    /// What was added up so far.
    pub(in crate::lang) fn gradient(&self) -> Option<SharedTensor> {
        self.held().clone()
    }

    /// Puts another gradient there, or none.
    pub(in crate::lang) fn set(&self, gradient: Option<SharedTensor>) {
        *self.held() = gradient;
    }

    /// Says whether gradients are wanted.
    pub(super) fn want(&self, is_wanted: bool) {
        self.is_unwanted.store(!is_wanted, Ordering::Relaxed);
    }

    /// Whether gradients are wanted.
    pub(in crate::lang) fn is_wanted(&self) -> bool {
        !self.is_unwanted.load(Ordering::Relaxed)
    }

    /// Says that the gradient of a variable that is computed is to be kept.
    pub(in crate::lang) fn retain(&self) {
        self.is_retained.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub(in crate::lang) fn is_retained(&self) -> bool {
        self.is_retained.load(Ordering::Relaxed)
    }

    /// The cell that made the variable, if that has ended: nobody may change its gradient any more.
    pub(in crate::lang) fn maker(&self) -> Option<&Maker> {
        self.maker.get()
    }

    /// Says who has frozen the variable.
    pub(super) fn freeze(&self, maker: &Maker) {
        _ = self.maker.set(maker.clone());
    }

    fn held(&self) -> MutexGuard<'_, Option<SharedTensor>> {
        self.gradient.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A gradient may have a gradient, and so on.
impl Drop for GradientSlot {
    fn drop(&mut self) {
        if let Some(gradient) = self.held().take() {
            drop_in_turn(gradient);
        }
    }
}

impl SharedTensor {
    /// Its `.grad`.
    pub(in crate::lang) fn grad(&self) -> Option<Self> {
        let slot = self.original().state().slot.clone();
        slot?.gradient()
    }

    /// Whether its gradient is kept though it is computed.
    pub(in crate::lang) fn retains_grad(&self) -> bool {
        let slot = self.original().state().slot.clone();
        slot.is_some_and(|slot| slot.is_retained())
    }

    /// Where its gradients are added up.
    pub(in crate::lang) fn slot(&self) -> Arc<GradientSlot> {
        let mut state = self.original().state();
        if let Some(slot) = &state.slot {
            return Arc::clone(slot);
        }
        let slot = Arc::new(GradientSlot::default());
        if let Some(maker) = &state.maker {
            slot.freeze(maker);
        }
        state.slot = Some(Arc::clone(&slot));
        slot
    }

    /// Takes the place of another tensor as what a variable holds: gradients of the variable are added up as before.
    pub(in crate::lang) fn take_slot(&self, of: &Self) {
        let slot = of.original().state().slot.clone();
        self.state().slot = slot;
    }
}
