//! PyTorch's strides: which tensors can be viewed under another shape without a copy.
//!
//! What lies where in this program's memory is ours to choose, and a fast path may choose otherwise than PyTorch. A learner who
//! joins heads with `view` must still meet PyTorch's refusal. So each tensor keeps the strides that PyTorch would give it, computed
//! by PyTorch's rules from the strides of what it was made of: by moves exactly, by functions of each element as its
//! `TensorIterator` does, and by all others as a new tensor in row-major order.

use super::Tensor;

/// The strides of a tensor in row-major order.
pub(crate) fn contiguous(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis].max(1);
    }
    strides
}

/// Whether strides are those of row-major order; along an axis of size 1 nobody steps.
pub(crate) fn is_contiguous(shape: &[usize], strides: &[usize]) -> bool {
    let mut wanted = 1;
    let mut axes = shape.iter().zip(strides).rev();
    shape.contains(&0)
        || axes.all(|(&size, &stride)| {
            let is_as_wanted = size == 1 || stride == wanted;
            wanted *= size;
            is_as_wanted
        })
}

/// The strides under another shape of as many elements, where no copy is needed: PyTorch's `computeStride`.
pub(crate) fn viewed(old: &[usize], strides: &[usize], new: &[usize]) -> Option<Vec<usize>> {
    let Some(&last) = strides.last() else { return Some(vec![1; new.len()]) };
    if old.contains(&0) {
        return Some(if old == new { strides.to_vec() } else { contiguous(new) });
    }
    let mut made = vec![0; new.len()];
    let (mut left, mut base, mut elements, mut covered) = (new.len(), last, 1, 1);
    for axis in (0..old.len()).rev() {
        elements *= old[axis];
        // Axes without a gap between them are one chunk, which the new axes must fill.
        let ends = axis == 0 || (old[axis - 1] != 1 && strides[axis - 1] != elements * base);
        if !ends {
            continue;
        }
        while left > 0 && (covered < elements || new[left - 1] == 1) {
            left -= 1;
            made[left] = covered * base;
            covered *= new[left];
        }
        if covered != elements {
            return None;
        }
        if axis > 0 {
            (base, elements, covered) = (strides[axis - 1], 1, 1);
        }
    }
    (left == 0).then_some(made)
}

/// The strides of the result of a function of each element: the axes lie in the order in which they lie in the first input that
/// has an opinion. `None` for row-major order.
pub(crate) fn elementwise(shape: &[usize], inputs: &[&Tensor]) -> Option<Vec<usize>> {
    if inputs.iter().all(|input| input.is_contiguous()) {
        return None;
    }
    let strides: Vec<Vec<usize>> = inputs.iter().map(|input| stretched(input, shape)).collect();
    // The fastest axis first.
    let mut order: Vec<usize> = (0..shape.len()).rev().collect();
    for from in 1..order.len() {
        let mut at = from;
        for before in (0..from).rev() {
            match comes_first(order[before], order[at], shape, &strides) {
                Some(false) => {
                    order.swap(before, at);
                    at = before;
                }
                Some(true) => break,
                None => {}
            }
        }
    }
    let mut made = vec![0; shape.len()];
    let mut step = 1;
    for axis in order {
        made[axis] = step;
        step *= shape[axis].max(1);
    }
    Some(made)
}

/// Whether one axis is walked faster than another; `None` where no input can tell.
fn comes_first(one: usize, other: usize, shape: &[usize], strides: &[Vec<usize>]) -> Option<bool> {
    for strides in strides {
        let (a, b) = (strides[one], strides[other]);
        if a == 0 || b == 0 {
            continue;
        }
        if a != b {
            return Some(a < b);
        }
        if shape[one] > shape[other] {
            return Some(false);
        }
    }
    None
}

/// The strides of an input that is broadcast to a shape: 0 along a stretched axis.
fn stretched(input: &Tensor, shape: &[usize]) -> Vec<usize> {
    let missing = shape.len().saturating_sub(input.ndim());
    let own = input.stride();
    let of = |axis: usize| {
        let place = axis.checked_sub(missing)?;
        (input.shape()[place] == shape[axis]).then(|| own[place])
    };
    (0..shape.len()).map(|axis| of(axis).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use crate::tensor::{DType, Tensor};

    fn arange() -> Tensor {
        Tensor::from_f32(&[2, 3, 4], (0..24_u8).map(f32::from).collect()).unwrap()
    }

    #[test]
    fn strides_are_pytorchs() {
        let a = arange();
        let turned = a.transpose(1, 2).unwrap();
        let (one, long) = (Tensor::number(1.0), Tensor::ones(&[2, 4, 3], DType::F32));
        let of = |x: crate::tensor::Result<Tensor>| x.unwrap().stride();
        assert_eq!(of(Ok(turned.clone())), [12, 1, 4]);
        assert_eq!(of(turned.add(&one)), [12, 1, 4]);
        assert_eq!(of(turned.exp()), [12, 1, 4]);
        assert_eq!(of(turned.add(&long)), [12, 1, 4]);
        assert_eq!(of(long.add(&turned)), [12, 3, 1]);
        assert_eq!(of(turned.gt(&one)), [12, 1, 4]);
        assert_eq!(of(turned.softmax(-1)), [12, 3, 1]);
        assert_eq!(of(a.permute(&[2, 0, 1]).unwrap().mul(&one)), [1, 12, 4]);
        assert_eq!(of(a.permute(&[2, 0, 1]).unwrap().to(DType::F64)), [1, 12, 4]);
        assert_eq!(of(a.narrow(0, 0, 1).unwrap().expand(&[5, 3, 4])), [0, 4, 1]);
        assert_eq!(of(a.narrow(0, 0, 1).unwrap().expand(&[5, 3, 4]).unwrap().mul(&one)), [12, 4, 1]);
        assert_eq!(of(turned.reshape(&[2, 2, 2, 3])), [12, 2, 1, 4]);
        assert_eq!(of(turned.reshape(&[2, 12])), [12, 1]);
        assert_eq!(of(a.select(1, 1)), [12, 1]);
        assert_eq!(of(a.select(2, 1)), [12, 4]);
        assert_eq!(of(turned.sum(&[0], false)), [3, 1]);
        assert_eq!(turned.copied().unwrap().stride(), [12, 1, 4]);
        assert!(turned.contiguous().is_contiguous());
    }

    #[test]
    fn heads_that_were_turned_cannot_be_viewed_as_one() {
        let a = arange();
        let refused = "view size is not compatible with input tensor's size and stride (at least one dimension spans across two \
                       contiguous subspaces). Use .reshape(...) instead.";
        let heads = a.view(&[2, 3, 2, 2]).unwrap().transpose(1, 2).unwrap();
        let says = |x: crate::tensor::Result<Tensor>| x.unwrap_err().to_string();
        assert!(says(heads.view(&[2, 12])).starts_with(refused));
        assert!(says(a.transpose(0, 1).unwrap().view(&[3, 8])).starts_with(refused));
        assert!(says(a.transpose(1, 2).unwrap().add(&Tensor::number(1.0)).unwrap().view(&[8, 3])).starts_with(refused));
        assert!(says(Tensor::ones(&[4], DType::I64).expand(&[3, 4]).unwrap().view(&[-1])).starts_with(refused));
        assert!(says(a.view(&[5])).contains("shape '[5]' is invalid for input of size 24"));
        assert_eq!(heads.contiguous().view(&[2, 12]).unwrap().to_vec(), heads.reshape(&[2, 12]).unwrap().to_vec());
        assert_eq!(a.narrow(2, 0, 1).unwrap().view(&[6]).unwrap().stride(), [4]);
        assert!(Tensor::ones(&[1, 5], DType::F32).transpose(0, 1).unwrap().view(&[5]).is_ok());
        assert!(Tensor::ones(&[0, 5], DType::F32).transpose(0, 1).unwrap().view(&[0]).is_ok());
        assert!(Tensor::number(1.0).view(&[1, 1]).is_ok());
    }
}
