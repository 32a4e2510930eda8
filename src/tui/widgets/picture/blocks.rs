//! A matrix made smaller: one number for each block of elements.
//!
//! Which number a block gets decides what can be seen. A mean lets a lone outlier drown in its neighbours, every eighth row may
//! step over it. So a block is its element of the greatest magnitude, with its sign, and NaN wins over everything: nothing that
//! stands out in the matrix is lost in its picture. (A mean would say how dark a region is; this says what is in it.)

/// The blocks of a matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocks {
    columns: usize,
    values: Vec<f64>,
}

impl Blocks {
    /// Blocks of `step.0` rows and `step.1` columns of a matrix with `size.0` rows and `size.1` columns; those at the right and at
    /// the bottom may be smaller. `value` gives minus infinity for what is masked; a block is masked if all of it is.
    pub fn of(size: (usize, usize), step: (usize, usize), value: impl Fn(usize, usize) -> f64) -> Self {
        let (rows, columns) = (size.0.div_ceil(step.0.max(1)), size.1.div_ceil(step.1.max(1)));
        let mut values = vec![f64::NEG_INFINITY; rows * columns];
        for row in 0..size.0 {
            let line = row / step.0.max(1) * columns;
            for column in 0..size.1 {
                if let Some(block) = values.get_mut(line + column / step.1.max(1)) {
                    *block = greater(*block, value(row, column));
                }
            }
        }
        Self { columns, values }
    }

    /// The number of a block.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values.get(row * self.columns + column).copied().unwrap_or(f64::NEG_INFINITY)
    }
}

/// Which of two elements stands for both.
pub(super) fn greater(one: f64, other: f64) -> f64 {
    if one.is_nan() || other == f64::NEG_INFINITY {
        one
    } else if other.is_nan() || one == f64::NEG_INFINITY || other.abs() > one.abs() {
        other
    } else {
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(blocks: &Blocks, places: &[(usize, usize)]) -> String {
        let all: Vec<String> = places.iter().map(|(row, column)| blocks.at(*row, *column).to_string()).collect();
        all.join(" ")
    }

    #[test]
    fn an_outlier_is_not_lost_and_keeps_its_sign() {
        let value = |row: usize, column: usize| if (row, column) == (5, 6) { -9.0 } else { 1.0 };
        let blocks = Blocks::of((8, 8), (4, 4), value);
        assert_eq!(shown(&blocks, &[(0, 0), (0, 1), (1, 0), (1, 1)]), "1 1 1 -9");
    }

    #[test]
    fn nan_wins_and_a_block_is_masked_only_if_all_of_it_is() {
        let value = |row: usize, column: usize| match (row, column) {
            (0, _) => f64::NEG_INFINITY,
            (1, 0) => 3.0,
            (1, 3) => f64::NAN,
            _ => f64::INFINITY,
        };
        let blocks = Blocks::of((2, 4), (1, 2), value);
        assert_eq!(shown(&blocks, &[(0, 0), (0, 1), (1, 0), (1, 1)]), "-inf -inf inf NaN");
    }

    #[test]
    fn the_last_blocks_may_be_smaller() {
        let blocks = Blocks::of((3, 5), (2, 2), |row, column| (row * 10 + column) as f64);
        assert_eq!(shown(&blocks, &[(0, 0), (0, 2), (1, 2)]), "11 14 24");
    }
}
