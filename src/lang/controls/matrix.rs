//! A matrix to change: every number is a literal of its own, and changing some of them writes only those.

use super::grid::{Grid, Resize};
use super::{Given, decimals, number, truth_of, written};
use crate::lang::syntax::{Expression, ExpressionKind, Unary};

/// How many digits of the largest number a step may have before it: finer ones would not be seen to do anything.
const DIGITS: i32 = 3;

/// A table of numbers; all rows are of one length.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// The numbers, row by row; they may be infinite, or none (`nan`).
    pub rows: Vec<Vec<f64>>,
    /// Whether the page takes it in any size (`any_size=True`).
    pub any_size: bool,
    grid: Grid,
}

impl Matrix {
    pub(super) fn read(given: Given<'_>) -> Option<Self> {
        let (rows, grid) = Grid::read(given.get(0, "rows")?, any_number)?;
        Some(Self { rows, grid, any_size: given.get(1, "any_size").is_some_and(truth_of) })
    }

    /// The source with `value` at `row`, `column` (from 0); unchanged where there is no such element.
    pub fn with_number(&self, source: &str, row: usize, column: usize, value: f64) -> String {
        self.with_numbers(source, [(row, column, value)])
    }

    /// The source with several numbers written anew: row, column, value of each.
    pub fn with_numbers(&self, source: &str, numbers: impl IntoIterator<Item = (usize, usize, f64)>) -> String {
        let changes = numbers.into_iter().filter_map(|(row, column, value)| {
            let old = *self.rows.get(row)?.get(column)?;
            // What stays keeps its spelling, too.
            let stays = old.to_bits() == value.to_bits();
            let was_int = is_int(self.grid.cell(row, column)?.of(source));
            (!stays).then(|| (row, column, spelled(value, was_int)))
        });
        self.grid.write(source, changes.collect::<Vec<_>>())
    }

    /// The source with a row or a column of zeros more, or with one less; `None` where that cannot be.
    pub fn resized(&self, source: &str, resize: Resize) -> Option<String> {
        self.grid.resized(source, resize, |neighbour| if is_int(neighbour) { "0" } else { "0.0" })
    }

    /// The number `steps` steps from the one at `row`, `column`. A step is one in the last place that any number of the matrix
    /// is written with, and 1 where all are whole; but never less than a thousandth of the largest.
    pub fn nudged(&self, row: usize, column: usize, steps: f64) -> Option<f64> {
        let old = *self.rows.get(row)?.get(column)?;
        let finite: Vec<f64> = self.rows.iter().flatten().copied().filter(|number| number.is_finite()).collect();
        if finite.iter().all(|number| number.fract() == 0.0) && self.is_int_at(row, column) {
            return Some(old + steps);
        }
        let largest = finite.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
        let finest = finite.iter().map(|number| decimals(*number)).max().unwrap_or(0).max(1);
        let seen = if largest > 0.0 { DIGITS - 1 - largest.log10().floor() as i32 } else { DIGITS };
        let places = finest.min(usize::try_from(seen).unwrap_or(0));
        let step = 10_f64.powi(-(places as i32));
        // Steps of 0.1 must give 0.3, not 0.30000000000000004.
        let digits = places.max(decimals(old));
        format!("{:.digits$}", old + steps * step).parse().ok()
    }

    fn is_int_at(&self, row: usize, column: usize) -> bool {
        self.rows.get(row).and_then(|row| row.get(column)).is_some_and(|number| number.fract() == 0.0)
    }
}

/// The number that a literal says, with `inf` and `nan` among them.
fn any_number(value: &Expression) -> Option<f64> {
    match &value.kind {
        ExpressionKind::Name(name) if &**name == "inf" => Some(f64::INFINITY),
        ExpressionKind::Name(name) if &**name == "nan" => Some(f64::NAN),
        ExpressionKind::Unary(Unary::Negate, operand) => any_number(operand).map(|value| -value),
        _ => number(value),
    }
}

fn is_int(literal: &str) -> bool {
    literal.trim_start_matches('-').chars().all(|letter| letter.is_ascii_digit())
}

/// A number as the language reads it again.
fn spelled(value: f64, was_int: bool) -> String {
    match value {
        _ if value.is_nan() => "nan".to_owned(),
        f64::INFINITY => "inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        _ => written(value, was_int && value.fract() == 0.0 && value.abs() < 1e15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::controls::{ControlKind, controls};
    use crate::lang::parse;

    fn matrix(source: &str) -> Matrix {
        match controls(&parse(source).program).remove(0).kind {
            ControlKind::Matrix(matrix) => matrix,
            other => panic!("{source} is {other:?}"),
        }
    }

    #[test]
    fn numbers_that_are_none_are_written_as_names() {
        let source = "W = matrix([[-inf, 1.0], [nan, 2]])";
        let found = matrix(source);
        assert!(found.rows[0][0] == f64::NEG_INFINITY && found.rows[1][0].is_nan());
        let numbers = [(0, 0, 0.5), (0, 1, f64::INFINITY), (1, 1, f64::NAN)];
        assert_eq!(found.with_numbers(source, numbers), "W = matrix([[0.5, inf], [nan, nan]])");
        assert_eq!(found.with_numbers(source, [(1, 0, f64::NAN), (9, 9, 1.0)]), source);
        assert_eq!(matrix("W = matrix([[nan]])").with_number("W = matrix([[nan]])", 0, 0, 2.0), "W = matrix([[2.0]])");
    }

    #[test]
    fn a_step_suits_the_numbers() {
        let step = |source: &str, steps| {
            let number = matrix(&format!("W = matrix({source})")).nudged(0, 0, steps).unwrap();
            format!("{number:?}")
        };
        assert_eq!(step("[[1, 2]]", 1.0), "2.0");
        assert_eq!(step("[[0.2, 3.0]]", 1.0), "0.3");
        assert_eq!(step("[[0.2, 3.0]]", -10.0), "-0.8");
        assert_eq!(step("[[0.25, 0.0]]", 1.0), "0.26");
        assert_eq!(step("[[0.0, 0.003]]", 1.0), "0.001");
        assert_eq!(step("[[0.123456, 0.9]]", 1.0), "0.124456");
        assert_eq!(step("[[120.25, 0.5]]", 1.0), "121.25");
        assert_eq!(step("[[0.0]]", 1.0), "1.0");
        assert_eq!(step("[[-inf, 0.5]]", 1.0), "-inf");
        assert_eq!(step("[[nan, 0.5]]", 1.0), "NaN");
    }

    #[test]
    fn rows_and_columns_come_and_go_where_they_stand() {
        let source = "W = matrix([\n    [1, 2.0],  # cat\n    [3, 4.0],\n])";
        let resized = |resize| matrix(source).resized(source, resize).unwrap();
        assert_eq!(resized(Resize::AddRow(1)), "W = matrix([\n    [1, 2.0],  # cat\n    [3, 4.0],\n    [0, 0.0],\n])");
        assert_eq!(resized(Resize::RemoveRow(0)), "W = matrix([\n    [3, 4.0],\n])");
        assert_eq!(resized(Resize::RemoveRow(1)), "W = matrix([\n    [1, 2.0],\n])");
        let wide = resized(Resize::AddColumn(1));
        assert_eq!(wide, "W = matrix([\n    [1, 2.0, 0.0],  # cat\n    [3, 4.0, 0.0],\n])");
        assert_eq!(matrix(&wide).resized(&wide, Resize::RemoveColumn(2)).unwrap(), source);
        let flat = "W = matrix([[1]])";
        assert_eq!(matrix(flat).resized(flat, Resize::AddRow(0)).unwrap(), "W = matrix([[1], [0]])");
        for none in [Resize::RemoveRow(0), Resize::RemoveColumn(0), Resize::AddRow(1), Resize::AddColumn(1)] {
            assert_eq!(matrix(flat).resized(flat, none), None, "{none:?}");
        }
    }

    #[test]
    fn a_page_says_whether_it_takes_any_size() {
        assert!(matrix("W = matrix([[1]], any_size=True)").any_size);
        assert!(!matrix("W = matrix([[1]])").any_size);
    }
}
