//! A linear layer, its bias and its rectifier: `max(0, x @ weight.T + bias)`.

use ndarray::{Array2, ArrayView2};

use super::{Fused, apply, last_axis, matrix};
use crate::tensor::array::Element;
use crate::tensor::backend::{Product, simd};
use crate::tensor::ops::GradientReads;
use crate::tensor::{Real, Result, Tensor, sum};

/// The layer. Its inputs are x (..., in), the weight (out, in) and, where there is one, the bias (out).
#[derive(Debug)]
struct FusedLinear {
    is_rectified: bool,
}

/// `x @ weight.T + bias`, and the rectifier of that.
///
/// # Errors
/// When the shapes do not go together.
pub(crate) fn linear(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>, is_rectified: bool) -> Result<Tensor> {
    let inputs: Vec<&Tensor> = [Some(x), Some(weight), bias].into_iter().flatten().collect();
    apply(FusedLinear { is_rectified }, &inputs)
}

/// Whether these are to be computed so: they are a layer, and the tape wants no steps between.
pub(crate) fn is_wanted(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> bool {
    let &[outputs, width] = weight.shape() else { return false };
    let fits = x.ndim() > 0 && last_axis(x) == width && bias.is_none_or(|bias| bias.shape() == [outputs]);
    fits && super::is_wanted([x, weight].into_iter().chain(bias))
}

impl Fused for FusedLinear {
    const NAME: &'static str = "linear";
    const READS: GradientReads = GradientReads::inputs(&[0, 1]).and_value();

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let width = last_axis(inputs[0]);
        let (x, weight) = (matrix(inputs[0], width)?, matrix(inputs[1], width)?);
        let bias = inputs.get(2).map(|bias| matrix(bias, bias.len())).transpose()?;
        let mut out = product(x.view(), weight.t())?;
        let row_size = weight.nrows().max(1);
        if let Some(rows) = out.as_slice_mut() {
            finish(rows, row_size, bias.as_ref().and_then(|bias| bias.as_slice()), self.is_rectified);
        }
        shaped(out, inputs[0], weight.nrows())
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let width = last_axis(&inputs[0]);
        let (x, weight) = (matrix(&inputs[0], width)?, matrix(&inputs[1], width)?);
        let outputs = weight.nrows();
        let mut gradient = matrix(gradient, outputs)?;
        if self.is_rectified {
            gradient = passed(&gradient.view(), &matrix(value, outputs)?.view()).into();
        }
        let gradient = gradient.as_standard_layout();
        let to_x = inputs[0].origin().map(|_| shaped(product(gradient.view(), weight.view())?, &inputs[0], width));
        let to_weight = Tensor::new(f32::array(product(gradient.t(), x.view())?.into_dyn()));
        let mut handed = vec![to_x.transpose()?, Some(to_weight)];
        if inputs.len() > 2 {
            let sums = sum::columns(gradient.as_slice().unwrap_or_default(), outputs);
            handed.push(Some(Tensor::from_f32(&[outputs], sums)?));
        }
        Ok(handed)
    }
}

/// `a @ b`
fn product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>) -> Result<Array2<f32>> {
    let mut out = Array2::zeros((a.nrows(), b.ncols()));
    f32::products(&mut [Product { a, b, out: out.view_mut() }])?;
    Ok(out)
}

/// Rows of so many columns with the leading axes of `x`.
fn shaped(rows: Array2<f32>, x: &Tensor, columns: usize) -> Result<Tensor> {
    let mut shape = x.shape().to_vec();
    if let Some(last) = shape.last_mut() {
        *last = columns;
    }
    Tensor::from_f32(&shape, rows.into_raw_vec_and_offset().0)
}

/// Adds the bias to every row and takes the rectifier.
fn finish(values: &mut [f32], row_size: usize, bias: Option<&[f32]>, is_rectified: bool) {
    let rectified = |x: f32| if x < 0.0 { 0.0 } else { x };
    simd::dispatch::<f32, _>(
        #[inline(always)]
        || {
            for row in values.chunks_exact_mut(row_size) {
                if let Some(bias) = bias {
                    row.iter_mut().zip(bias).for_each(|(x, bias)| *x += bias);
                }
                if is_rectified {
                    for x in row.iter_mut() {
                        *x = rectified(*x);
                    }
                }
            }
        },
    );
}

/// What of a gradient passes the rectifier, whose value this is. What is no number lets it pass.
fn passed(gradient: &ArrayView2<'_, f32>, value: &ArrayView2<'_, f32>) -> Array2<f32> {
    let mut passed = gradient.as_standard_layout().into_owned();
    let value = value.as_standard_layout();
    if let (Some(passed), Some(value)) = (passed.as_slice_mut(), value.as_slice()) {
        simd::dispatch::<f32, _>(
            #[inline(always)]
            || {
                for (g, &y) in passed.iter_mut().zip(value) {
                    *g = if y <= 0.0 { 0.0 } else { *g };
                }
            },
        );
    }
    passed
}
