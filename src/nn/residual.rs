//! Around each sub-layer: what it computes is added to what it was given, section 3.1 of the paper, and a norm keeps the sum in
//! bounds.
//!
//! The paper normalizes the sum, `LayerNorm(x + Sublayer(x))`. Most later models normalize what goes in, `x + Sublayer(LayerNorm(x))`
//! (Xiong et al., 2020): then nothing stands in the way from the last layer back to the first, and training needs no warm-up.

use super::{Dropout, LayerNorm};
use crate::tensor::{Result, Tensor, tape};

/// Where the norm stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NormPlace {
    /// After the addition, as in the paper: post-norm.
    #[default]
    After,
    /// Before the sub-layer: pre-norm.
    Before,
}

/// A norm, a dropout and an addition around a sub-layer.
///
/// ```
/// use glassformer::nn::{Dropout, LayerNorm, NormPlace, Residual};
/// use glassformer::tensor::Tensor;
///
/// let x = Tensor::from_f32(&[1, 2], vec![1.0, 5.0])?;
/// let around = |place| Residual { place, ..Residual::new(LayerNorm::new(2)) };
/// let pre = around(NormPlace::Before).forward(1, &x, |x| Ok(x.clone()))?;
/// let post = around(NormPlace::After).forward(1, &x, |x| Ok(x.clone()))?;
/// let rounded = |y: Tensor| y.to_vec().iter().map(|y| format!("{y:.3}")).collect::<Vec<_>>();
/// assert_eq!(rounded(pre), ["0.000", "6.000"]); // x + LayerNorm(x)
/// assert_eq!(rounded(post), ["-1.000", "1.000"]); // LayerNorm(x + x)
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Residual {
    /// The norm.
    pub norm: LayerNorm,
    /// Where it stands.
    pub place: NormPlace,
    /// Of what the sub-layer computes, while training.
    pub dropout: Dropout,
    /// One tutorial's order: what is dropped is the normalized sum.
    pub drops_the_sum: bool,
}

impl Residual {
    /// The paper's, without dropout.
    pub fn new(norm: LayerNorm) -> Self {
        Self { norm, place: NormPlace::After, dropout: Dropout::OFF, drops_the_sum: false }
    }

    /// (..., `d_model`) to (..., `d_model`). The stages are `norm1` and `resid1` in the first sub-layer of a layer, and so on.
    ///
    /// # Errors
    /// When the sub-layer fails, or what it computes has another shape.
    pub fn forward(
        &self,
        number: usize,
        x: &Tensor,
        sublayer: impl FnOnce(&Tensor) -> Result<Tensor>,
    ) -> Result<Tensor> {
        match self.place {
            NormPlace::Before => self.add(number, x, &sublayer(&self.normalize(number, x)?)?),
            NormPlace::After => self.normalize(number, &self.add(number, x, &sublayer(x)?)?),
        }
        .and_then(|sum| if self.drops_the_sum { self.dropout.forward(&sum) } else { Ok(sum) })
    }

    fn normalize(&self, number: usize, x: &Tensor) -> Result<Tensor> {
        tape::stage(self.norm.forward(x)?, &format!("norm{number}"))
    }

    fn add(&self, number: usize, x: &Tensor, change: &Tensor) -> Result<Tensor> {
        let sum = if self.drops_the_sum { x.add(change)? } else { x.add(&self.dropout.forward(change)?)? };
        tape::stage(sum, &format!("resid{number}"))
    }
}
