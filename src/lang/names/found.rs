//! The names that a walk over a cell finds, each once. A pasted cell may have thousands of them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::lang::syntax::Span;

/// Names in the order in which they were found.
#[derive(Default)]
pub(super) struct FoundNames {
    pub(super) in_order: Vec<(Arc<str>, Span)>,
    known: FxHashSet<Arc<str>>,
}

impl FoundNames {
    pub(super) fn hold(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    pub(super) fn add(&mut self, name: &Arc<str>, span: Span) {
        if self.known.insert(Arc::clone(name)) {
            self.in_order.push((Arc::clone(name), span));
        }
    }
}
