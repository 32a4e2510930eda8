//! What reading a cell needs to know of the words that are always there.

use super::syntax::Import;

/// Which words are always there, and what they are to a cell; not what they do.
pub(super) trait KnownNames: std::fmt::Debug {
    /// Whether a name is always there.
    fn is_builtin(&self, name: &str) -> bool;

    /// Whether an import gives such a name what it means anyway: `import torch`.
    fn means_anyway(&self, import: &Import) -> bool;

    /// Whether such a name is that of a control.
    fn is_control(&self, name: &str) -> bool;

    /// Whether a method of this name changes a list, a dict or a set.
    fn is_change(&self, method: &str) -> bool;

    /// Whether such a method gives something back, too.
    fn gives_back(&self, method: &str) -> bool;

    /// Whether tensors have a method of this name.
    fn is_of_tensors(&self, method: &str) -> bool;
}

/// No names at all.
#[derive(Debug)]
pub(super) struct NoNames;

impl KnownNames for NoNames {
    fn is_builtin(&self, _: &str) -> bool {
        false
    }

    fn means_anyway(&self, _: &Import) -> bool {
        false
    }

    fn is_control(&self, _: &str) -> bool {
        false
    }

    fn is_change(&self, _: &str) -> bool {
        false
    }

    fn gives_back(&self, _: &str) -> bool {
        false
    }

    fn is_of_tensors(&self, _: &str) -> bool {
        false
    }
}
