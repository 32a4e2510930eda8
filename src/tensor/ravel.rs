//! Indices and places: where an element with several indices stands when all are counted in row-major order.

/// The place of the element at `index` of a tensor of this shape, as NumPy's `ravel_multi_index`.
///
/// ```
/// use glassformer::tensor::ravel::{ravel, unravel};
///
/// assert_eq!(ravel(&[1, 2], &[3, 4]), 6);
/// assert_eq!(unravel(6, &[3, 4]), [1, 2]);
/// ```
pub fn ravel(index: &[usize], shape: &[usize]) -> usize {
    index.iter().zip(shape).fold(0, |place, (&at, &size)| place * size + at)
}

/// The index of the element that stands at `place`, as `torch.unravel_index`; an axis without elements counts as one with one.
pub fn unravel(mut place: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (at, &size) in index.iter_mut().zip(shape).rev() {
        *at = place % size.max(1);
        place /= size.max(1);
    }
    index
}
