//! Parts of a matrix or a mask that are filled at once.

/// A part of a matrix, seen from an element of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Region {
    /// The row of the element.
    Row,
    /// Its column.
    Column,
    /// The diagonal and what is below it, wherever the element is.
    Lower,
    /// What is above the diagonal.
    Upper,
    /// Everything.
    All,
}

impl Region {
    /// Its places in a matrix of `(rows, columns)`, seen from the element at `from`, row by row.
    pub fn places(self, from: (usize, usize), size: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = size;
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        all.filter(move |&(row, column)| match self {
            Self::Row => row == from.0,
            Self::Column => column == from.1,
            Self::Lower => column <= row,
            Self::Upper => column > row,
            Self::All => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_seen_from_an_element() {
        let places = |region: Region| region.places((1, 2), (2, 3)).collect::<Vec<_>>();
        assert_eq!(places(Region::Row), [(1, 0), (1, 1), (1, 2)]);
        assert_eq!(places(Region::Column), [(0, 2), (1, 2)]);
        assert_eq!(places(Region::Lower), [(0, 0), (1, 0), (1, 1)]);
        assert_eq!(places(Region::Upper), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(places(Region::All).len(), 6);
    }
}
