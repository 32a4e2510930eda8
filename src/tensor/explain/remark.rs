//! What is to be said of a number beside its formula. It is data: which words say it, and in which language, is for others to know.

use crate::tensor::DType;

/// What an operation adds to the formula of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It comes from this one of the tensors that were joined.
    Joined(usize),
    /// It comes from this one of the tensors that were stacked.
    Stacked(usize),
    /// An assignment put it here.
    Put,
    /// An assignment passed it by.
    Untouched,
    /// It lies in the row of a table that an index names.
    Row {
        /// Which row.
        row: usize,
        /// What that is called, if it has a name.
        label: Option<String>,
    },
    /// It lies at the place of an axis that an index names.
    Place {
        /// Which place.
        place: usize,
        /// What that is called, if it has a name.
        label: Option<String>,
        /// Which axis.
        axis: usize,
    },
    /// A mask chose it.
    Chosen,
    /// A mask hides it, so that the fill stands there.
    Hidden,
    /// A mask leaves it as it was.
    Shown,
    /// It lies in the triangle that is kept.
    Inside {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// It lies outside of the triangle.
    Outside {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// It is the same value as another dtype.
    Cast(DType),
    /// It is the same number at another place.
    Moved,
    /// It is the same number in a tensor of its own.
    Copied,
    /// Everything up to its place is added up.
    Running,
    /// NaN alone differs from itself.
    OnlyNan,
}

/// Why the machine does it otherwise than the textbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Otherwise {
    /// The largest is subtracted first, so that `exp` stays small; a quotient of exponentials is the same.
    Shifted,
}
