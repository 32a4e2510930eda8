//! Elements of the page that are lit because the inspector speaks of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::notebook::why::ElementRef;
use crate::tensor::Origin;

/// A set of elements, by the step that made them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lit {
    by_origin: BTreeMap<Origin, BTreeSet<Vec<usize>>>,
}

impl Lit {
    /// Whether nothing is lit.
    pub fn is_empty(&self) -> bool {
        self.by_origin.is_empty()
    }

    /// The places that are lit in the value of this origin, in row-major order.
    pub fn places(&self, origin: Option<Origin>) -> impl Iterator<Item = &Vec<usize>> {
        origin.and_then(|origin| self.by_origin.get(&origin)).into_iter().flatten()
    }
}

impl FromIterator<ElementRef> for Lit {
    fn from_iter<I: IntoIterator<Item = ElementRef>>(elements: I) -> Self {
        let mut lit = Self::default();
        for element in elements {
            lit.by_origin.entry(element.origin).or_default().insert(element.index);
        }
        lit
    }
}
