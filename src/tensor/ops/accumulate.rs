//! Gradients that meet at one value, added up where the first of them lies.

use ndarray::{ArcArray, ArrayD, IxDyn};

use crate::tensor::array::Element;
use crate::tensor::backend::simd;
use crate::tensor::{Array, Result, Tensor, iter_axis};

/// The sum of two tensors, written over one that nobody else reads. The bits are those of [`Tensor::add`].
///
/// # Errors
/// When the shapes do not broadcast.
pub(crate) fn add(one: Tensor, other: Tensor) -> Result<Tensor> {
    if one.shape() != other.shape() {
        return one.add(&other);
    }
    match (one.into_array(), other.into_array()) {
        (Array::F32(one), Array::F32(other)) => {
            // A gradient that was handed to two values, as a sum hands its own on, is shared; the other one rarely is, too.
            let (into, from) = match one.try_into_owned_nocopy() {
                Ok(one) => (one.into_shared(), other),
                Err(one) => (other, one),
            };
            Ok(Tensor::new(f32::array(added(into, &from))))
        }
        (one, other) => Tensor::new(one).add(&Tensor::new(other)),
    }
}

fn added(into: ArcArray<f32, IxDyn>, from: &ArcArray<f32, IxDyn>) -> ArrayD<f32> {
    let mut sums = iter_axis::own_rows(into);
    let from = from.as_standard_layout();
    let (Some(to), Some(from)) = (sums.as_slice_mut(), from.as_slice()) else { return sums };
    simd::dispatch::<f32, _>(
        #[inline(always)]
        || to.iter_mut().zip(from).for_each(|(sum, &x)| *sum += x),
    );
    sums
}
