//! Where the cells of a written table stand in the source, and how several are written, or a row or column added, at once.
//!
//! Only what changes is written: comments, line breaks and the spelling of everything else stay.

use super::{Rows, splice};
use crate::lang::syntax::{Expression, ExpressionKind, Span};

/// The places of a table's rows and cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    rows: Vec<Span>,
    cells: Rows<Span>,
}

/// A row or a column that comes or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resize {
    /// A row of zeros below this one.
    AddRow(usize),
    /// A column of zeros behind this one.
    AddColumn(usize),
    /// Without this row.
    RemoveRow(usize),
    /// Without this column.
    RemoveColumn(usize),
}

impl Grid {
    /// A table of literals of one kind with equally long rows: what each says, and where it stands.
    pub(super) fn read<T>(value: &Expression, read: impl Fn(&Expression) -> Option<T>) -> Option<(Rows<T>, Self)> {
        let ExpressionKind::List(rows) = &value.kind else { return None };
        let (mut values, mut cells) = (Vec::new(), Vec::new());
        for row in rows {
            let ExpressionKind::List(items) = &row.kind else { return None };
            values.push(items.iter().map(&read).collect::<Option<Vec<T>>>()?);
            cells.push(items.iter().map(|item| item.span).collect::<Vec<_>>());
        }
        let width = cells.first().map_or(0, Vec::len);
        let even = width > 0 && cells.iter().all(|row| row.len() == width);
        even.then(|| (values, Self { rows: rows.iter().map(|row| row.span).collect(), cells }))
    }

    /// The place of a cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> Option<Span> {
        self.cells.get(row)?.get(column).copied()
    }

    /// The source with other texts in some cells. Cells that the table does not have are passed over.
    pub(super) fn write(&self, source: &str, changes: impl IntoIterator<Item = (usize, usize, String)>) -> String {
        let places = changes.into_iter().filter_map(|(row, column, text)| Some((self.cell(row, column)?, text)));
        spliced(source, places.collect())
    }

    /// The source with a row or a column more or less; new cells hold `zero`, which is given the text of a neighbour. `None`
    /// where there is no such place, or nothing would be left.
    pub(super) fn resized(&self, source: &str, resize: Resize, zero: impl Fn(&str) -> &'static str) -> Option<String> {
        let changes = match resize {
            Resize::AddRow(row) => {
                let (span, cells) = (*self.rows.get(row)?, self.cells.get(row)?);
                let zeros: Vec<&str> = cells.iter().map(|cell| zero(cell.of(source))).collect();
                let text = format!("{}[{}]", gap(source, span), zeros.join(", "));
                vec![(Span::new(span.end, span.end), text)]
            }
            Resize::AddColumn(column) => {
                let cells = self.cells.iter().map(|row| row.get(column).copied());
                let behind = |cell: Span| (Span::new(cell.end, cell.end), format!(", {}", zero(cell.of(source))));
                cells.map(|cell| cell.map(behind)).collect::<Option<Vec<_>>>()?
            }
            Resize::RemoveRow(row) => vec![(without(&self.rows, row)?, String::new())],
            Resize::RemoveColumn(column) => {
                let cells = self.cells.iter().map(|row| without(row, column));
                cells.map(|cell| Some((cell?, String::new()))).collect::<Option<Vec<_>>>()?
            }
        };
        Some(spliced(source, changes))
    }
}

/// What goes when an item of a list goes: the item with the comma to one of its neighbours. `None` for the last one left.
fn without(items: &[Span], place: usize) -> Option<Span> {
    let item = items.get(place)?;
    match (items.get(place + 1), place.checked_sub(1).and_then(|before| items.get(before))) {
        (Some(next), _) => Some(Span::new(item.start, next.start)),
        (None, Some(before)) => Some(Span::new(before.end, item.end)),
        (None, None) => None,
    }
}

/// What stands between a row and the next: rows that begin a line are followed by rows that do.
fn gap(source: &str, row: Span) -> String {
    let before = source.get(..row.start as usize).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.chars().all(char::is_whitespace) && before.contains('\n') { format!(",\n{line}") } else { ", ".to_owned() }
}

/// Other texts at several places, written from the last on so that no place shifts.
fn spliced(source: &str, mut changes: Vec<(Span, String)>) -> String {
    changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    changes.dedup_by_key(|(span, _)| span.start);
    changes.iter().fold(source.to_owned(), |source, (span, text)| splice(&source, *span, text))
}
