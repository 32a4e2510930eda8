//! Arrays as they lie in memory: where each row, or each matrix, of an array begins that is stretched to a shape.
//!
//! `ndarray` walks any view, but it finds every row anew among all axes. Of short rows, as the scores of sixteen tokens are, that is
//! more work than the rows themselves. Here a place is one addition away from the place before it.

use std::borrow::Cow;

use ndarray::{ArrayView2, ArrayViewD, ShapeBuilder};
use smallvec::{SmallVec, smallvec};

/// One number for each axis. Those of up to four axes take no memory of their own.
pub(crate) type PerAxis = SmallVec<[usize; 4]>;

/// An array seen with a shape that it broadcasts to.
pub(crate) struct Layout<'a, T: Copy> {
    memory: Cow<'a, [T]>,
    shape: PerAxis,
    /// How far the next element of each axis is; 0 along an axis that is stretched.
    strides: PerAxis,
}

/// One row of an array that may be stretched.
#[derive(Clone, Copy)]
pub(crate) enum RowView<'a, T> {
    /// Its elements lie side by side.
    Slice(&'a [T]),
    /// All are this one.
    Same(T),
    /// They lie as far apart as the number says, and nothing more is known of where they end.
    Apart(&'a [T], usize),
}

impl<T: Copy> RowView<'_, T> {
    /// One of its elements.
    pub(super) fn at(&self, place: usize) -> T {
        match *self {
            Self::Slice(slice) => slice[place],
            Self::Same(element) => element,
            Self::Apart(memory, step) => memory[place * step],
        }
    }

    /// Its elements, of which there are `count`.
    pub(crate) fn elements(self, count: usize) -> impl Iterator<Item = T> {
        (0..count).map(move |place| self.at(place))
    }

    /// The row from one of its places on, `count` elements of it.
    pub(super) fn part(&self, start: usize, count: usize) -> RowView<'_, T> {
        match *self {
            Self::Slice(slice) => RowView::Slice(&slice[start..start + count]),
            Self::Same(element) => RowView::Same(element),
            Self::Apart(memory, step) => RowView::Apart(&memory[start * step..], step),
        }
    }
}

impl<'a, T: Copy> Layout<'a, T> {
    /// The array as it is. One with gaps is copied.
    pub(crate) fn own(values: &ArrayViewD<'a, T>) -> Self {
        let forward = values.shape().iter().zip(values.strides()).all(|(&size, &stride)| size <= 1 || stride >= 0);
        let (memory, strides) = match values.to_slice_memory_order().filter(|_| forward) {
            Some(memory) => (Cow::Borrowed(memory), values.strides().iter().map(|&stride| stride as usize).collect()),
            None => (Cow::Owned(values.iter().copied().collect()), strides_in_rows(values.shape())),
        };
        Self { memory, shape: PerAxis::from_slice(values.shape()), strides }
    }

    /// The array stretched to a shape; `None` where it does not broadcast to it.
    pub(crate) fn stretched(values: &ArrayViewD<'a, T>, shape: &[usize]) -> Option<Self> {
        let missing = shape.len().checked_sub(values.ndim())?;
        let fits = values.shape().iter().zip(&shape[missing..]).all(|(&own, &size)| own == size || own == 1);
        let own = fits.then(|| Self::own(values))?;
        if *own.shape == *shape {
            return Some(own);
        }
        let mut strides: PerAxis = smallvec![0; shape.len()];
        for axis in missing..shape.len() {
            if own.shape[axis - missing] == shape[axis] {
                strides[axis] = own.strides[axis - missing];
            }
        }
        Some(Self { memory: own.memory, shape: PerAxis::from_slice(shape), strides })
    }

    /// Its rows, in row-major order, from a place in that order on. A number counts as a row.
    pub(crate) fn rows_from(&self, first: usize) -> Rows<'_, T> {
        let (size, step) = (self.shape.last().copied().unwrap_or(1), self.strides.last().copied().unwrap_or(0));
        Rows { memory: &self.memory, starts: self.starts(1, first), size, step }
    }

    /// Its matrices, those of the last two axes, in row-major order; `None` for one that is not a matrix.
    pub(crate) fn matrices(&self) -> impl Iterator<Item = Option<ArrayView2<'_, T>>> {
        let last = self.shape.last_chunk::<2>().zip(self.strides.last_chunk::<2>());
        self.starts(2, 0).map(move |start| {
            let (&[rows, columns], &[down, across]) = last?;
            ArrayView2::from_shape((rows, columns).strides((down, across)), &self.memory[start..]).ok()
        })
    }

    /// Where each part begins that has the last `inner` axes.
    fn starts(&self, inner: usize, first: usize) -> Starts {
        let outer = self.shape.len().saturating_sub(inner);
        let count = if self.shape.contains(&0) { 0 } else { self.shape[..outer].iter().product() };
        let mut starts = Starts { axes: SmallVec::with_capacity(outer), start: 0, left: count.saturating_sub(first) };
        let mut place = first;
        for (&size, &stride) in self.shape[..outer].iter().zip(&self.strides).rev() {
            let at = place.checked_rem(size).unwrap_or(0);
            place = place.checked_div(size).unwrap_or(0);
            starts.axes.push(Walked { size, stride, at });
            starts.start += at * stride;
        }
        starts
    }
}

/// The strides of an array without gaps in row-major order.
fn strides_in_rows(shape: &[usize]) -> PerAxis {
    (0..shape.len()).map(|axis| shape[axis + 1..].iter().product()).collect()
}

/// The rows of an array, one after the other.
pub(crate) struct Rows<'a, T> {
    memory: &'a [T],
    starts: Starts,
    size: usize,
    step: usize,
}

impl<'a, T: Copy> Iterator for Rows<'a, T> {
    type Item = RowView<'a, T>;

    fn next(&mut self) -> Option<RowView<'a, T>> {
        let start = self.starts.next()?;
        Some(match self.step {
            0 => RowView::Same(self.memory[start]),
            1 => RowView::Slice(&self.memory[start..start + self.size]),
            step => RowView::Apart(&self.memory[start..], step),
        })
    }
}

/// Walks the outer axes, the last of them fastest.
struct Starts {
    /// The last axis first.
    axes: SmallVec<[Walked; 4]>,
    start: usize,
    left: usize,
}

/// How far the walk along one axis is.
struct Walked {
    size: usize,
    stride: usize,
    at: usize,
}

impl Iterator for Starts {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let start = self.start;
        for axis in &mut self.axes {
            axis.at += 1;
            self.start += axis.stride;
            if axis.at < axis.size {
                break;
            }
            self.start -= axis.stride * axis.size;
            axis.at = 0;
        }
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, ArrayD, IxDyn, Slice, s};

    use super::*;

    fn row<T: Copy>(row: RowView<'_, T>, size: usize) -> Vec<T> {
        match row {
            RowView::Slice(slice) => slice.to_vec(),
            RowView::Same(element) => vec![element; size],
            RowView::Apart(memory, step) => memory.iter().step_by(step).take(size).copied().collect(),
        }
    }

    /// Arrays that lie in every way: an array, the order of its axes, and a shape that it is seen with.
    fn arrays() -> Vec<(ArrayD<i32>, [usize; 3], Vec<usize>)> {
        let plain = |shape: &[usize]| {
            let count = shape.iter().product::<usize>() as i32;
            Array1::from_iter(0..count).into_shape_with_order(IxDyn(shape)).unwrap()
        };
        let case = |own: [usize; 3], order: [usize; 3], seen: &[usize]| (plain(&own), order, seen.to_vec());
        vec![
            case([2, 3, 4], [0, 1, 2], &[2, 3, 4]),
            case([2, 3, 4], [1, 0, 2], &[3, 2, 4]),
            case([2, 3, 4], [2, 1, 0], &[4, 3, 2]),
            case([2, 3, 4], [0, 2, 1], &[2, 4, 3]),
            case([2, 1, 4], [0, 1, 2], &[2, 5, 4]),
            case([2, 3, 1], [1, 0, 2], &[7, 3, 2, 5]),
            case([1, 1, 1], [0, 1, 2], &[2, 3]),
            case([1, 3, 1], [0, 1, 2], &[2, 3, 1]),
            case([2, 0, 4], [0, 1, 2], &[2, 0, 4]),
        ]
    }

    #[test]
    fn the_rows_are_those_of_the_broadcast_array_however_it_lies() {
        for (plain, order, shape) in arrays() {
            let turned = plain.view().permuted_axes(IxDyn(&order));
            let narrowed = turned.slice_each_axis(|_| Slice::new(0, None, -1));
            for view in [turned.view(), narrowed] {
                let Some(broadcast) = view.broadcast(IxDyn(&shape)) else {
                    assert!(Layout::stretched(&view, &shape).is_none(), "{shape:?}");
                    continue;
                };
                let (strided, size) = (Layout::stretched(&view, &shape).unwrap(), *shape.last().unwrap());
                let want: Vec<Vec<i32>> = broadcast.rows().into_iter().map(|row| row.to_vec()).collect();
                for first in 0..want.len() {
                    let rows: Vec<Vec<i32>> = strided.rows_from(first).map(|found| row(found, size)).collect();
                    let want = if broadcast.is_empty() { &[][..] } else { &want[first..] };
                    assert_eq!(rows, want, "{shape:?} from {first}");
                }
            }
        }
    }

    #[test]
    fn the_matrices_are_those_of_the_last_two_axes() {
        for (plain, order, shape) in arrays().into_iter().filter(|(_, _, shape)| shape.len() > 2) {
            let view = plain.view().permuted_axes(IxDyn(&order));
            let broadcast = view.broadcast(IxDyn(&shape)).unwrap();
            let matrices = shape[shape.len() - 2] * shape[shape.len() - 1];
            let want: Vec<i32> = broadcast.iter().copied().collect();
            let strided = Layout::stretched(&view, &shape).unwrap();
            let found: Vec<i32> =
                strided.matrices().flat_map(|matrix| matrix.unwrap().iter().copied().collect::<Vec<_>>()).collect();
            assert_eq!(found, want, "{shape:?}");
            assert_eq!(strided.matrices().count() * matrices, want.len());
        }
    }

    #[test]
    fn an_array_with_gaps_and_a_number_have_rows_too() {
        let plain = Array1::from_iter(0..12).into_shape_with_order((3, 4)).unwrap();
        let gaps = plain.slice(s![.., 1..3]).into_dyn();
        let rows: Vec<Vec<i32>> =
            Layout::stretched(&gaps, &[3, 2]).unwrap().rows_from(1).map(|found| row(found, 2)).collect();
        assert_eq!(rows, [[5, 6], [9, 10]]);
        let number = ArrayD::from_elem(IxDyn(&[]), 7);
        let view = number.view();
        assert_eq!(
            Layout::stretched(&view, &[]).unwrap().rows_from(0).map(|found| row(found, 1)).collect::<Vec<_>>(),
            [[7]]
        );
        assert!(Layout::stretched(&gaps, &[2]).is_none() && Layout::stretched(&gaps, &[3, 4]).is_none());
    }
}
