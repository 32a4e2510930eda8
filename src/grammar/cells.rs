//! What is known of the variables of a derivation: cells, each with the values that are still possible. Parts of a phrase that agree
//! hold the same cell, so what is found out of one is known of all.

use super::features::Values;

/// A cell, by its number.
pub(super) type CellId = usize;

/// Cells, and how to take back what was said of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    values: Vec<Values>,
    features: Vec<usize>,
    /// What was narrowed, and which values it had before.
    changes: Vec<(CellId, Values)>,
}

/// A moment to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellsMark {
    cells: usize,
    changes: usize,
}

impl Cells {
    /// A new cell of a feature that may have these values.
    pub(super) fn add(&mut self, feature: usize, values: Values) -> CellId {
        self.values.push(values);
        self.features.push(feature);
        self.values.len() - 1
    }

    /// What is still possible.
    pub(super) fn values(&self, cell: CellId) -> Values {
        self.values[cell]
    }

    /// All cells with their features.
    pub(super) fn all(&self) -> impl Iterator<Item = (CellId, usize)> {
        self.features.iter().copied().enumerate()
    }

    /// Leaves only these values. False if nothing is left; then the caller goes back.
    pub(super) fn narrow(&mut self, cell: CellId, values: Values) -> bool {
        let left = self.values[cell] & values;
        if left != self.values[cell] {
            self.changes.push((cell, self.values[cell]));
            self.values[cell] = left;
        }
        left != 0
    }

    /// This moment.
    pub(super) fn mark(&self) -> CellsMark {
        CellsMark { cells: self.values.len(), changes: self.changes.len() }
    }

    /// Takes back everything since.
    pub(super) fn undo(&mut self, mark: CellsMark) {
        for (cell, values) in self.changes.drain(mark.changes..).rev() {
            self.values[cell] = values;
        }
        self.values.truncate(mark.cells);
        self.features.truncate(mark.cells);
    }
}
