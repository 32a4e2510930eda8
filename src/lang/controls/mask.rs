//! A mask to toggle: every cell written out, or a computed one with the learner's exceptions.

use super::grid::{Grid, Resize};
use super::{Given, Slot, truth, truth_of};
use crate::lang::syntax::{Expression, ExpressionKind};

/// A table of yes and no.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// Whether the page takes it in any size (`any_size=True`); a computed one has the size that is computed.
    pub any_size: bool,
    form: Form,
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// `mask([[1, 0], [1, 1]])`: all rows are of one length.
    Written { rows: Vec<Vec<bool>>, grid: Grid },
    /// `mask(torch.ones(n, n), flipped=[[2, 0]])`: its size follows from the page, and the list names the cells, by row and
    /// column, that are the opposite of what is computed. A cell that the page no longer has is kept in the list and ignored.
    Flipped { cells: Vec<(usize, usize)>, slot: Slot },
}

impl Mask {
    pub(super) fn read(given: Given<'_>) -> Option<Self> {
        let base = given.get(0, "rows")?;
        if let Some((rows, grid)) = Grid::read(base, flag) {
            let any_size = given.get(2, "any_size").is_some_and(truth_of);
            return Some(Self { any_size, form: Form::Written { rows, grid } });
        }
        let flipped = given.get(1, "flipped")?;
        let ExpressionKind::List(items) = &flipped.kind else { return None };
        let cells = items.iter().map(cell).collect::<Option<Vec<_>>>()?;
        Some(Self { any_size: false, form: Form::Flipped { cells, slot: Slot::literal(flipped) } })
    }

    /// Whether every cell of it is written out; a computed one has the size that is computed.
    pub fn is_written(&self) -> bool {
        matches!(self.form, Form::Written { .. })
    }

    /// Whether the text marks a cell: as on in a written table, as the opposite of what is computed in another one.
    pub fn is_marked(&self, row: usize, column: usize) -> bool {
        match &self.form {
            Form::Written { rows, .. } => rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(false),
            Form::Flipped { cells, .. } => cells.contains(&(row, column)),
        }
    }

    /// The source with the cell at `row`, `column` (from 0) turned around; unchanged where a written table has no such cell.
    pub fn toggled(&self, source: &str, row: usize, column: usize) -> String {
        self.all_toggled(source, &[(row, column)])
    }

    /// The source in which cells, each given once, are on or off; `is_on` says what a cell is now. Unchanged where all are as wanted.
    pub fn with_cells(
        &self,
        source: &str,
        wanted: impl IntoIterator<Item = (usize, usize, bool)>,
        is_on: impl Fn(usize, usize) -> bool,
    ) -> String {
        let wrong = wanted.into_iter().filter(|&(row, column, on)| is_on(row, column) != on);
        let wrong: Vec<(usize, usize)> = wrong.map(|(row, column, _)| (row, column)).collect();
        if wrong.is_empty() { source.to_owned() } else { self.all_toggled(source, &wrong) }
    }

    /// The source with several cells turned around, each given once.
    fn all_toggled(&self, source: &str, wanted: &[(usize, usize)]) -> String {
        match &self.form {
            Form::Written { rows, grid } => {
                let changes = wanted.iter().filter_map(|&(row, column)| {
                    let on = *rows.get(row)?.get(column)?;
                    Some((row, column, spelled(!on, grid.cell(row, column)?.of(source)).to_owned()))
                });
                grid.write(source, changes.collect::<Vec<_>>())
            }
            Form::Flipped { cells, slot } => {
                let kept = cells.iter().filter(|cell| !wanted.contains(cell));
                let new = wanted.iter().filter(|cell| !cells.contains(cell));
                let list: Vec<String> = kept.chain(new).map(|(row, column)| format!("[{row}, {column}]")).collect();
                slot.write(source, &format!("[{}]", list.join(", ")))
            }
        }
    }

    /// The source with a row or a column more, in which nothing is allowed, or with one less; `None` where that cannot be.
    pub fn resized(&self, source: &str, resize: Resize) -> Option<String> {
        match &self.form {
            Form::Written { grid, .. } => grid.resized(source, resize, |neighbour| spelled(false, neighbour)),
            Form::Flipped { .. } => None,
        }
    }

    /// Whether cells of one can be cells of the other: both are computed, or both written out in the same size.
    pub fn is_like(&self, other: &Mask) -> bool {
        match (&self.form, &other.form) {
            (Form::Written { rows, .. }, Form::Written { rows: others, .. }) => {
                rows.iter().map(Vec::len).eq(others.iter().map(Vec::len))
            }
            (Form::Flipped { .. }, Form::Flipped { .. }) => true,
            _ => false,
        }
    }

    /// The first cell to toggle on the way from this mask to `wanted`, which [is like](Mask::is_like) it; `None` at the end.
    pub fn difference(&self, wanted: &Mask) -> Option<(usize, usize)> {
        match (&self.form, &wanted.form) {
            (Form::Written { rows, .. }, Form::Written { rows: wanted, .. }) => {
                let differs = |(row, (own, wanted)): (usize, (&Vec<bool>, &Vec<bool>))| {
                    Some((row, own.iter().zip(wanted).position(|(own, wanted)| own != wanted)?))
                };
                rows.iter().zip(wanted).enumerate().find_map(differs)
            }
            (Form::Flipped { cells, .. }, Form::Flipped { cells: wanted, .. }) => {
                let too_many = cells.iter().find(|cell| !wanted.contains(cell));
                too_many.or_else(|| wanted.iter().find(|cell| !cells.contains(cell))).copied()
            }
            _ => None,
        }
    }
}

/// A truth value in the spelling that stood there before: a digit, or a word.
fn spelled(on: bool, before: &str) -> &'static str {
    match (before.starts_with(|c: char| c.is_ascii_digit()), on) {
        (true, true) => "1",
        (true, false) => "0",
        (false, _) => truth(on),
    }
}

fn flag(value: &Expression) -> Option<bool> {
    match value.kind {
        ExpressionKind::Bool(on) => Some(on),
        ExpressionKind::Int(0) => Some(false),
        ExpressionKind::Int(1) => Some(true),
        _ => None,
    }
}

fn cell(value: &Expression) -> Option<(usize, usize)> {
    let ExpressionKind::List(items) = &value.kind else { return None };
    let place = |item: &Expression| match item.kind {
        ExpressionKind::Int(place) => usize::try_from(place).ok(),
        _ => None,
    };
    match items.as_slice() {
        [row, column] => Some((place(row)?, place(column)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::controls::{ControlKind, controls};
    use crate::lang::parse;

    fn mask(source: &str) -> Mask {
        match controls(&parse(source).program).remove(0).kind {
            ControlKind::Mask(mask) => mask,
            other => panic!("{source} is {other:?}"),
        }
    }

    #[test]
    fn a_written_mask_keeps_its_spelling() {
        let source = "m = mask([[1, 0], [True, False]])";
        assert_eq!(mask(source).toggled(source, 0, 1), "m = mask([[1, 1], [True, False]])");
        assert_eq!(mask(source).toggled(source, 1, 0), "m = mask([[1, 0], [False, False]])");
        assert_eq!(mask(source).toggled(source, 2, 0), source);
    }

    #[test]
    fn a_computed_mask_keeps_a_list_of_exceptions() {
        let source = "m = mask(torch.ones(n, n), flipped=[])";
        let once = mask(source).toggled(source, 2, 0);
        assert_eq!(once, "m = mask(torch.ones(n, n), flipped=[[2, 0]])");
        let twice = mask(&once).toggled(&once, 0, 1);
        assert_eq!(twice, "m = mask(torch.ones(n, n), flipped=[[2, 0], [0, 1]])");
        assert_eq!(mask(&twice).toggled(&twice, 2, 0), "m = mask(torch.ones(n, n), flipped=[[0, 1]])");
    }

    #[test]
    fn several_cells_are_turned_around_and_rows_come_and_go() {
        let source = "m = mask([\n    [1, 0],\n    [1, 1],\n], any_size=True)";
        let found = mask(source);
        assert!(found.any_size && found.is_written());
        assert_eq!(
            found.all_toggled(source, &[(0, 0), (1, 1)]),
            source.replace("[1, 0]", "[0, 0]").replace("[1, 1]", "[1, 0]")
        );
        let wider = found.resized(source, Resize::AddColumn(0)).unwrap();
        assert_eq!(wider, source.replace("[1, 0]", "[1, 0, 0]").replace("[1, 1]", "[1, 0, 1]"));
        let computed = "m = mask(torch.ones(n, n), flipped=[[2, 0], [1, 1]])";
        let turned = mask(computed).all_toggled(computed, &[(0, 1), (2, 0), (0, 2)]);
        assert_eq!(turned, "m = mask(torch.ones(n, n), flipped=[[1, 1], [0, 1], [0, 2]])");
        assert_eq!(mask(computed).resized(computed, Resize::AddRow(0)), None);
        // Cell (2, 0) is on already.
        let on = mask(computed).with_cells(computed, [(2, 0, true), (0, 1, true)], |row, _| row == 2);
        assert_eq!(on, "m = mask(torch.ones(n, n), flipped=[[2, 0], [1, 1], [0, 1]])");
        assert_eq!(mask(computed).with_cells(computed, [(2, 0, true)], |_, _| true), computed);
    }

    #[test]
    fn what_is_computed_without_a_list_is_no_control() {
        for source in
            ["m = mask(x)", "m = mask(x, flipped=[[1]])", "m = mask(x, flipped=[[-1, 0]])", "m = mask(x, flipped=y)"]
        {
            assert_eq!(controls(&parse(source).program), vec![], "{source}");
        }
    }
}
