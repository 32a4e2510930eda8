//! Views of dicts: what `keys()`, `values()` and `items()` give. A view shows its dict as it is at each moment.

use std::sync::Arc;

use super::{Dict, SharedDict};

/// The keys, the values or the entries of a dict.
#[derive(Debug)]
pub struct DictView {
    /// Which part of each entry it shows.
    pub part: DictPart,
    /// What it is a view of.
    pub dict: SharedDict,
}

/// What a view shows of each entry of its dict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DictPart {
    /// `keys()`.
    Keys,
    /// `values()`.
    Values,
    /// `items()`: pairs of a key and its value.
    Items,
}

impl DictPart {
    /// The name of the type of such views: `dict_keys`.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::Keys => "dict_keys",
            Self::Values => "dict_values",
            Self::Items => "dict_items",
        }
    }

    /// Whether such a view counts as a set.
    pub fn is_set(self) -> bool {
        self != Self::Values
    }
}

impl DictView {
    /// The view of the same dict as another cell sees it.
    pub(in crate::lang) fn seen_with(&self, dict: Dict) -> Self {
        Self { part: self.part, dict: self.dict.seen_with(Arc::new(dict)) }
    }

    /// Whether both show the same part of the same dict.
    pub(super) fn same(&self, other: &Self) -> bool {
        let (a, b) = (&self.dict, &other.dict);
        self.part == other.part && (a.is(b) || (a.is_frozen_as(b) && a.now().same_bits(&b.now())))
    }
}
