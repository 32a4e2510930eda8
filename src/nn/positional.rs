//! Where a token stands, section 3.5 of the paper: a vector for each position is added to the token's.
//!
//! Attention itself does not see order. The paper adds sines and cosines of different wavelengths,
//! `PE(pos, 2i) = sin(pos / 10000^(2i/d_model))` and `PE(pos, 2i+1) = cos(pos / 10000^(2i/d_model))`, so that the product of two
//! positions depends on their distance alone; a learned table does as well (the paper's table 3, row E).

use super::parameters::{Named, Parameters, named};
use crate::tensor::ops::join::stack;
use crate::tensor::{DType, Error, Result, Tensor, tape};

/// The base of the wavelengths, which run from 2π to 10000 · 2π.
const BASE: f64 = 10_000.0;

/// What is added to the vectors of a sequence.
#[derive(Clone, Debug)]
pub enum Positions {
    /// Nothing: then the model cannot tell one order from another.
    None,
    /// Sines and cosines. Rows are prepared for the first positions, and computed beyond them: there is no longest sequence.
    Sinusoidal {
        /// How they are computed.
        form: Sinusoid,
        /// The rows prepared: (positions, `d_model`).
        table: Tensor,
    },
    /// A learned table, (longest sequence, `d_model`).
    Learned(Tensor),
}

/// Sines and cosines, the paper's by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sinusoid {
    /// How the angles are computed.
    pub angles: Angles,
    /// One tutorial's slip: the cosines are written over the sines, into the even columns, and the odd ones stay 0.
    pub cosines_over_sines: bool,
}

/// The precision of the angles. In float32 they drift as positions grow: by 3e-5 at position 511, by 2e-4 at 4999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Angles {
    /// In float64; only the result is rounded.
    #[default]
    Exact,
    /// In float32, `pos / 10000^(2i/d)`.
    SinglePower,
    /// In float32, `pos * exp(-2i (log(10000) / d))`.
    SingleExponential,
}

impl Positions {
    /// Sines and cosines with rows prepared for the first `prepared` positions.
    ///
    /// # Errors
    /// Never: the signature is that of its parts.
    pub fn sinusoidal(form: Sinusoid, prepared: usize, d_model: usize) -> Result<Self> {
        let first: Vec<i64> = (0..prepared as i64).collect();
        Ok(Self::Sinusoidal { form, table: tape::pause(|| form.rows(&first, d_model))? })
    }

    /// The vectors of `count` positions from `start` on, (count, `d_model`); `None` when there are none to add.
    ///
    /// # Errors
    /// When a learned table is too short.
    pub fn rows(&self, start: usize, count: usize) -> Result<Option<Tensor>> {
        let end = start + count;
        match self {
            Self::None => Ok(None),
            // Under a tape the rows are computed even if they are prepared, so that they can be asked why.
            Self::Sinusoidal { table, .. } if end <= table.shape()[0] && !tape::has_reasons() => {
                table.narrow(0, start, count).map(Some)
            }
            Self::Sinusoidal { form, table } => {
                let places: Vec<i64> = (start as i64..end as i64).collect();
                form.rows(&places, table.shape()[1]).map(Some)
            }
            Self::Learned(table) if end <= table.shape()[0] => table.narrow(0, start, count).map(Some),
            Self::Learned(table) => Err(Error::Value(format!(
                "a sequence of {end} tokens needs {end} positions, but the model has learned only {}",
                table.shape()[0]
            ))),
        }
    }

    /// Adds to the vectors (..., n, `d_model`) of a sequence their positions; the first one stands at `start`.
    ///
    /// # Errors
    /// When a learned table is too short or has another width.
    pub fn forward(&self, x: &Tensor, start: usize) -> Result<Tensor> {
        let count = x.shape().iter().rev().nth(1).copied().unwrap_or(1);
        let Some(rows) = self.rows(start, count)? else { return Ok(x.clone()) };
        let rows = tape::stage(rows, "positions")?;
        tape::stage(x.add(&rows)?, "sum")
    }
}

impl Positions {
    /// Adds to vectors (n, `d_model`) their positions, which may be in any order.
    ///
    /// # Errors
    /// When a learned table is too short or has another width.
    pub(super) fn forward_at(&self, x: &Tensor, places: &[i64]) -> Result<Tensor> {
        let last = places.iter().copied().max().unwrap_or(0);
        let ids = || Tensor::from_i64(&[places.len()], places.to_vec());
        let rows = match self {
            Self::None => return Ok(x.clone()),
            Self::Sinusoidal { form, table } if last >= table.shape()[0] as i64 => {
                form.rows(places, table.shape()[1])?
            }
            Self::Sinusoidal { table, .. } | Self::Learned(table) => table.embedding(&ids()?)?,
        };
        x.add(&rows)
    }
}

impl Sinusoid {
    /// The rows of these positions: (positions, `d_model`), float32. When `d_model` is odd the last column is a sine.
    ///
    /// ```
    /// use glassformer::nn::positional::Sinusoid;
    ///
    /// let row = Sinusoid::default().rows(&[1], 4)?;
    /// let row: Vec<String> = row.to_vec().iter().map(|x| format!("{x:.4}")).collect();
    /// assert_eq!(row, ["0.8415", "0.5403", "0.0100", "0.9999"]); // sin 1, cos 1, sin 0.01, cos 0.01
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Never: the signature is that of its parts.
    pub fn rows(self, positions: &[i64], d_model: usize) -> Result<Tensor> {
        let angles = self.angles.of(positions, d_model)?;
        let (even, odd) = if self.cosines_over_sines {
            (angles.cos()?, Tensor::zeros(angles.shape(), angles.dtype()))
        } else {
            (angles.sin()?, angles.cos()?)
        };
        let columns = 2 * angles.shape()[1];
        let rows = stack(&[even, odd], -1)?.reshape(&[positions.len() as isize, columns as isize])?;
        let rows = if columns > d_model { rows.narrow(1, 0, d_model)? } else { rows };
        if rows.dtype() == DType::F32 { Ok(rows) } else { rows.to(DType::F32) }
    }
}

impl Angles {
    /// The angle of each position at each even column: (positions, half of `d_model` rounded up).
    fn of(self, positions: &[i64], d_model: usize) -> Result<Tensor> {
        let dtype = if self == Self::Exact { DType::F64 } else { DType::F32 };
        let places = Tensor::from_i64(&[positions.len(), 1], positions.to_vec())?.to(dtype)?;
        let even: Vec<i64> = (0..d_model as i64).step_by(2).collect();
        let even = Tensor::from_i64(&[1, even.len()], even)?.to(dtype)?;
        let (base, width) = (Tensor::full(&[1], BASE, dtype), Tensor::number(d_model as f64));
        match self {
            Self::Exact | Self::SinglePower => places.div(&base.pow(&even.div(&width)?)?),
            Self::SingleExponential => places.mul(&even.mul(&base.log()?.div(&width)?.neg()?)?.exp()?),
        }
    }
}

impl Parameters for Positions {
    fn parameters(&mut self) -> Named<'_> {
        match self {
            Self::Learned(table) => named([("weight", Some(table))]),
            Self::None | Self::Sinusoidal { .. } => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prepared_rows_are_the_computed_ones_and_there_is_no_longest_sequence() {
        let short = Positions::sinusoidal(Sinusoid::default(), 3, 6).unwrap();
        let long = Positions::sinusoidal(Sinusoid::default(), 20, 6).unwrap();
        for (start, count) in [(0, 3), (0, 12), (2, 5), (10, 1), (5, 0)] {
            let (a, b) = (short.rows(start, count).unwrap().unwrap(), long.rows(start, count).unwrap().unwrap());
            assert!(a.same_bits(&b), "{start} {count}");
            let (recorded, _) = tape::record(|| long.rows(start, count).unwrap().unwrap());
            assert!(a.same_bits(&recorded));
        }
    }

    #[test]
    fn a_learned_table_ends_and_says_so() {
        let learned = Positions::Learned(Tensor::ones(&[4, 2], DType::F32));
        assert_eq!(learned.forward(&Tensor::zeros(&[1, 2, 2], DType::F32), 2).unwrap().to_vec(), [1.0; 4]);
        let error = learned.rows(2, 3).unwrap_err().to_string();
        assert_eq!(error, "a sequence of 5 tokens needs 5 positions, but the model has learned only 4");
    }

    #[test]
    fn the_product_of_two_positions_depends_on_their_distance_alone() {
        let table = Sinusoid::default().rows(&(0..60).collect::<Vec<_>>(), 32).unwrap();
        let products = table.matmul(&table.transpose(0, 1).unwrap()).unwrap();
        for distance in 0..20 {
            let first = products.at(&[0, distance]);
            for place in 0..40 {
                assert!((products.at(&[place, place + distance]) - first).abs() < 1e-4);
            }
        }
        let broken = Sinusoid { cosines_over_sines: true, ..Sinusoid::default() };
        let table = broken.rows(&[0, 1, 2, 3], 32).unwrap();
        let products = table.matmul(&table.transpose(0, 1).unwrap()).unwrap();
        assert!((products.at(&[0, 1]) - products.at(&[2, 3])).abs() > 0.1);
    }
}
