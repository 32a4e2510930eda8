//! Which elements of a matrix or a mask are set: one by its places, as in `allowed[sat, cat] off`, or many at once, as in
//! `allowed row sat off`, `allowed lower on`, `W all 0.5`.

use crate::lang::controls::Region;
use crate::notebook::element;
use crate::tensor::Tensor;
use crate::words::{say, word};

use super::missing;

/// Elements of a matrix or a mask.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Elements<'v> {
    /// One, by the names or numbers of its row and column.
    One(Vec<&'v str>),
    /// A region; of a row or a column its name or number.
    Region(Region, Option<&'v str>),
}

impl<'v> Elements<'v> {
    /// The region that a value begins with, and what comes behind it; nothing where it begins with none.
    pub(super) fn region(value: &'v str) -> Option<(Self, &'v str)> {
        let (said, rest) = value.split_once(char::is_whitespace)?;
        let (region, rest) = (region(said)?, rest.trim());
        if !matches!(region, Region::Row | Region::Column) {
            return Some((Self::Region(region, None), rest));
        }
        let (item, value) = rest.rsplit_once(char::is_whitespace).unwrap_or((rest, ""));
        Some((Self::Region(region, Some(item.trim())), value))
    }

    /// Their rows and columns in a table.
    ///
    /// # Errors
    /// In words for the reader: there is no such row or column, or the table is none at the moment.
    pub(super) fn places(&self, name: &str, table: &Tensor) -> Result<Vec<(usize, usize)>, String> {
        let unknown = || say!("plain-no-values", name);
        match self {
            Self::One(items) => {
                let index = element::index(name, table, items).map_err(|missing| missing::words(&missing))?;
                // While a matrix is being computed anew it may be of another shape.
                let &[row, column] = &index[..] else { return Err(unknown()) };
                Ok(vec![(row, column)])
            }
            Self::Region(region, item) => {
                let &[rows, columns] = table.shape() else { return Err(unknown()) };
                let axis = usize::from(*region == Region::Column);
                let at = item.map(|item| element::place(name, table, axis, item)).transpose();
                let at = at.map_err(|missing| missing::words(&missing))?.unwrap_or_default();
                Ok(region.places((at, at), (rows, columns)).collect())
            }
        }
    }
}

/// The region of a word, in English or as it is called in the spoken language.
fn region(said: &str) -> Option<Region> {
    const REGIONS: [Region; 5] = [Region::Row, Region::Column, Region::Lower, Region::Upper, Region::All];
    let lower = said.to_lowercase();
    let place = |words: &str| words.split(' ').position(|word| *word == lower);
    let place = place("row column lower upper all").or_else(|| place(word!("plain-region-words")))?;
    REGIONS.get(place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_read_with_its_row_and_its_value() {
        let region = |text: &'static str| Elements::region(text);
        assert_eq!(region("row sat off"), Some((Elements::Region(Region::Row, Some("sat")), "off")));
        assert_eq!(region("column 2  0.5"), Some((Elements::Region(Region::Column, Some("2")), "0.5")));
        assert_eq!(region("lower on"), Some((Elements::Region(Region::Lower, None), "on")));
        assert_eq!(region("ALL 1"), Some((Elements::Region(Region::All, None), "1")));
        assert_eq!(region("row sat"), Some((Elements::Region(Region::Row, Some("sat")), "")));
        for other in ["off", "[[1, 0], [0, 1]]", "all", "diagonal off"] {
            assert_eq!(region(other), None, "{other}");
        }
    }
}
