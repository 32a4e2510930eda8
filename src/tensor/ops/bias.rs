//! The bias of a linear layer, added to the product where it lies.
//!
//! A sum writes a new array beside the old one. Nobody but the sum would read the product, so without a tape the bias is added in
//! place. The numbers are the same, bit by bit.

use ndarray::{ArcArray, IxDyn};

use super::{dtype_names, fused};
use crate::tensor::backend::{parallel, simd};
use crate::tensor::budget::{self, OperationCost};
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, iter_axis, stop, tape};

/// Refuses what a linear layer with a bias refuses in PyTorch: numbers of another dtype than the weight or the bias.
///
/// # Errors
/// When the dtypes differ; those of a layer without a bias are checked by its product.
pub(crate) fn check_linear(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Result<()> {
    let Some(bias) = bias else { return Ok(()) };
    let (given, wanted, other) = (x.dtype(), weight.dtype(), bias.dtype());
    let (operands, found) = if given != wanted {
        ("mat1 and mat2", [given, wanted])
    } else if other != wanted {
        ("self and mat2", [other, wanted])
    } else {
        return Ok(());
    };
    let [a, b] = found.map(dtype_names::scalar);
    Err(Error::Value(format!(
        "{operands} must have the same dtype, but got {a} and {b}: the layer's weight is {wanted} and its bias {other}, the input {given}; write x.float() first"
    )))
}

/// `x @ weight.T + bias`. Half precision is rounded once, after the sum, as in PyTorch.
///
/// # Errors
/// When shapes or dtypes do not go together.
pub(crate) fn linear(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Result<Tensor> {
    check_linear(x, weight, bias)?;
    if fused::linear::is_wanted(x, weight, bias) {
        return fused::linear::linear(x, weight, bias, false);
    }
    let turned = |weight: &Tensor| if weight.ndim() < 2 { Ok(weight.clone()) } else { weight.transpose(-2, -1) };
    match bias {
        None => x.matmul(&turned(weight)?),
        Some(bias) if x.dtype().is_half() => {
            let wide = |x: &Tensor| x.to(DType::F32);
            add_bias(wide(x)?.matmul(&turned(&wide(weight)?)?)?, &wide(bias)?)?.to(x.dtype())
        }
        Some(bias) => add_bias(x.matmul(&turned(weight)?)?, bias),
    }
}

/// `max(0, x @ weight.T + bias)`, where a tape wants no steps between; `None` elsewhere.
///
/// # Errors
/// As [`linear`].
pub(crate) fn linear_rectified(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Result<Option<Tensor>> {
    let is_wanted = fused::linear::is_wanted(x, weight, bias);
    is_wanted.then(|| fused::linear::linear(x, weight, bias, true)).transpose()
}

/// `product + bias`, where the bias is one row.
///
/// # Errors
/// When the shapes do not broadcast, or the computation is to stop.
pub(crate) fn add_bias(product: Tensor, bias: &Tensor) -> Result<Tensor> {
    let is_one_row = bias.ndim() == 1 && product.shape().last() == Some(&bias.len());
    let is_plain = product.axes.is_none() && bias.axes.is_none() && product.dtype() == bias.dtype();
    if tape::is_on() || !is_one_row || !is_plain {
        return product.add(bias);
    }
    stop::check()?;
    budget::charge(|| OperationCost::like(&product))?;
    let sum = match product.into_array() {
        Array::F32(values) => added(values, bias),
        Array::F64(values) => added(values, bias),
        array => return Tensor::new(array).add(bias),
    };
    stop::check()?;
    Ok(Tensor::new(sum))
}

fn added<T: Real>(product: ArcArray<T, IxDyn>, bias: &Tensor) -> Array {
    let bias = bias.array().read::<T>();
    let bias = bias.as_standard_layout();
    let bias = bias.as_slice().unwrap_or_default();
    let mut values = iter_axis::own_rows(product);
    let (rows, size) = (values.as_slice_mut().unwrap_or_default(), bias.len());
    parallel::for_each_chunk(rows, size, |_, part| {
        simd::dispatch::<T, _>(
            #[inline(always)]
            || {
                for row in stop::until_asked_of(part.chunks_exact_mut(size.max(1)), size) {
                    row.iter_mut().zip(bias).for_each(|(x, &bias)| *x += bias);
                }
            },
        );
    });
    T::array(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::random::Generator;

    fn random(shape: &[usize]) -> Tensor {
        Tensor::from_f32(shape, Generator::manual_seed(7).randn(shape).iter().copied().collect()).unwrap()
    }

    #[test]
    fn the_bits_are_those_of_a_sum_and_what_somebody_else_reads_stays() {
        // The last is large enough for several threads.
        for shape in [&[3][..], &[2, 3], &[0, 3], &[4, 2, 5], &[700, 300]] {
            let (product, bias) = (random(shape), random(&shape[shape.len() - 1..]));
            let (before, sum) = (product.to_vec(), product.add(&bias).unwrap());
            let kept = product.clone();
            assert!(add_bias(product, &bias).unwrap().same_bits(&sum));
            assert_eq!(kept.to_vec(), before);
            assert!(add_bias(kept, &bias).unwrap().same_bits(&sum), "also where it lies");
        }
        let turned = random(&[5, 4]).transpose(0, 1).unwrap();
        let bias = random(&[5]);
        assert!(add_bias(turned.clone(), &bias).unwrap().same_bits(&turned.add(&bias).unwrap()));
    }

    #[test]
    fn what_is_no_bias_is_added_as_ever() {
        let product = random(&[2, 3]);
        for other in [random(&[2, 1]), random(&[1]), Tensor::from_i64(&[3], vec![1, 2, 3]).unwrap()] {
            assert!(add_bias(product.clone(), &other).unwrap().same_bits(&product.add(&other).unwrap()));
        }
        assert!(add_bias(product.clone(), &random(&[4])).is_err());
        let (_, tape) = tape::record(|| add_bias(product, &random(&[3])));
        assert!(tape.nodes().iter().any(|node| node.operation.name() == "add"), "a tape sees the step");
    }
}
