//! The elements of two axes that stand at the same place of both.

use super::{no_axis, place_among};
use crate::tensor::{Error, Result, Tensor};

impl Tensor {
    /// `torch.diagonal(x, offset, dim1, dim2)`: the elements on the diagonal of two axes, `offset` places further along the second
    /// one, as a new last axis.
    ///
    /// # Errors
    /// When there is no such axis, or both are the same.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let x = Tensor::from_f32(&[2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(x.diagonal(0, 0, 1)?.to_vec(), [1.0, 5.0]);
    /// assert_eq!(x.diagonal(1, 0, 1)?.to_vec(), [2.0, 6.0]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn diagonal(&self, offset: i64, first: isize, second: isize) -> Result<Self> {
        let axes = self.ndim().max(1);
        let place = |axis| place_among(axes, axis).ok_or_else(|| no_axis("diagonal", self, axis, axes));
        let places = [place(first)?, place(second)?];
        if places[0] == places[1] {
            return Err(Error::Value(format!("diagonal dimensions cannot be identical {first}, {second}")));
        }
        let others = (0..self.ndim()).filter(|axis| !places.contains(axis));
        let order: Vec<isize> = others.chain(places).map(|axis| axis as isize).collect();
        self.permute(&order)?.last_diagonal(offset)
    }
}
