//! How arrays are walked: a row at a time, so that the innermost loop runs over plain slices and the compiler can vectorize it.
//! Every walk ends early where the computation is to [`stop`]; what is missing then is never seen.

use std::ops::Range;

use ndarray::{ArrayD, ArrayView1, ArrayViewD, Axis as Dimension, IxDyn, s};

use super::stop;

/// One row of an array that may be broadcast.
enum Row<'a, T> {
    /// Its elements lie side by side.
    Slice(&'a [T]),
    /// All are this one.
    Same(T),
    /// They lie apart.
    Apart(ArrayView1<'a, T>),
}

impl<'a, T: Copy> Row<'a, T> {
    fn of(lane: &ArrayView1<'a, T>) -> Self {
        match (lane.to_slice(), lane.first()) {
            (Some(slice), _) => Self::Slice(slice),
            (None, Some(&first)) if lane.strides()[0] == 0 => Self::Same(first),
            _ => Self::Apart(*lane),
        }
    }

    /// Some of its elements.
    fn part(&self, places: Range<usize>) -> Row<'_, T> {
        match self {
            Self::Slice(slice) => Row::Slice(&slice[places]),
            Self::Same(element) => Row::Same(*element),
            Self::Apart(lane) => Row::Apart(lane.slice(s![places])),
        }
    }
}

/// `f` of each element.
pub(crate) fn map<T: Copy>(mut values: ArrayD<T>, f: impl Fn(T) -> T) -> ArrayD<T> {
    match values.as_slice_memory_order_mut() {
        Some(slice) => {
            for part in slice.chunks_mut(stop::STRIDE).take_while(|_| !stop::is_asked()) {
                for x in part {
                    *x = f(*x);
                }
            }
        }
        None => values.mapv_inplace(f),
    }
    values
}

/// `f` of the elements of two arrays that are both broadcast to `shape`, in row order; `None` where one does not broadcast.
pub(crate) fn zip<A: Copy, B: Copy, C>(
    a: &ArrayViewD<'_, A>,
    b: &ArrayViewD<'_, B>,
    shape: &[usize],
    f: impl Fn(A, B) -> C,
) -> Option<ArrayD<C>> {
    let count = shape.iter().product();
    let mut out = Vec::with_capacity(count);
    if let (Some(a), Some(b)) = (whole(a, shape), whole(b, shape)) {
        for start in (0..count).step_by(stop::STRIDE).take_while(|_| !stop::is_asked()) {
            let end = count.min(start + stop::STRIDE);
            extend(&mut out, end - start, &a.part(start..end), &b.part(start..end), &f);
        }
    } else {
        let (a, b) = (a.broadcast(IxDyn(shape))?, b.broadcast(IxDyn(shape))?);
        let last = Dimension(shape.len().checked_sub(1)?);
        for (a, b) in stop::until_asked(a.lanes(last).into_iter().zip(b.lanes(last))) {
            extend(&mut out, a.len(), &Row::of(&a), &Row::of(&b), &f);
        }
    }
    ArrayD::from_shape_vec(IxDyn(shape), out).ok()
}

/// An array that can be walked as one long row of that shape: it has the shape and no gaps, or a single element.
fn whole<'a, T: Copy>(array: &'a ArrayViewD<'_, T>, shape: &[usize]) -> Option<Row<'a, T>> {
    match array.as_slice() {
        Some(slice) if array.shape() == shape => Some(Row::Slice(slice)),
        Some(&[only]) if array.ndim() <= shape.len() => Some(Row::Same(only)),
        _ => None,
    }
}

/// Adds `f` of the `count` elements of two rows to `out`.
fn extend<A: Copy, B: Copy, C>(out: &mut Vec<C>, count: usize, a: &Row<'_, A>, b: &Row<'_, B>, f: &impl Fn(A, B) -> C) {
    match (a, b) {
        (Row::Slice(a), Row::Slice(b)) => out.extend(a.iter().zip(*b).map(|(&a, &b)| f(a, b))),
        (Row::Slice(a), &Row::Same(b)) => out.extend(a.iter().map(|&a| f(a, b))),
        (&Row::Same(a), Row::Slice(b)) => out.extend(b.iter().map(|&b| f(a, b))),
        (Row::Slice(a), Row::Apart(b)) => out.extend(a.iter().zip(b).map(|(&a, &b)| f(a, b))),
        (Row::Apart(a), Row::Slice(b)) => out.extend(a.iter().zip(*b).map(|(&a, &b)| f(a, b))),
        (Row::Apart(a), Row::Apart(b)) => out.extend(a.iter().zip(b).map(|(&a, &b)| f(a, b))),
        (Row::Apart(a), &Row::Same(b)) => out.extend(a.iter().map(|&a| f(a, b))),
        (&Row::Same(a), Row::Apart(b)) => out.extend(b.iter().map(|&b| f(a, b))),
        (&Row::Same(a), &Row::Same(b)) => out.extend((0..count).map(|_| f(a, b))),
    }
}

/// A copy of an array in row-major order, however the array lies: a row at a time where rows have no gaps, as after heads were split.
pub(crate) fn in_rows<T: Copy>(values: &ArrayViewD<'_, T>) -> ArrayD<T> {
    let mut out = Vec::with_capacity(values.len());
    match (values.as_slice(), values.ndim().checked_sub(1)) {
        (None, Some(last)) => values.lanes(Dimension(last)).into_iter().for_each(|row| match row.to_slice() {
            Some(slice) => out.extend_from_slice(slice),
            None => out.extend(row.iter().copied()),
        }),
        (Some(slice), _) => out.extend_from_slice(slice),
        (None, None) => out.extend(values.iter().copied()),
    }
    // As many elements as the array has: nothing else can happen.
    ArrayD::from_shape_vec(values.raw_dim(), out).unwrap_or_else(|_| values.to_owned())
}

/// Changes every lane along an axis in place; where a lane's elements lie apart it is copied out and back.
pub(crate) fn for_each<T: Copy>(values: &mut ArrayD<T>, axis: usize, mut change: impl FnMut(&mut [T])) {
    let mut copy = Vec::new();
    for mut lane in stop::until_asked(values.lanes_mut(Dimension(axis)).into_iter()) {
        if let Some(slice) = lane.as_slice_mut() {
            change(slice);
        } else {
            copy.clear();
            copy.extend(lane.iter().copied());
            change(&mut copy);
            lane.iter_mut().zip(&copy).for_each(|(to, &from)| *to = from);
        }
    }
}

/// Changes the lanes of two arrays of one shape in place, each lane together with that of the other array.
pub(crate) fn for_each_pair<T: Copy>(
    one: &mut ArrayD<T>,
    other: &mut ArrayD<T>,
    axis: usize,
    mut change: impl FnMut(&mut [T], &mut [T]),
) {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (mut one, mut other) in one.lanes_mut(Dimension(axis)).into_iter().zip(other.lanes_mut(Dimension(axis))) {
        if let (Some(one), Some(other)) = (one.as_slice_mut(), other.as_slice_mut()) {
            change(one, other);
            continue;
        }
        first.clear();
        first.extend(one.iter().copied());
        second.clear();
        second.extend(other.iter().copied());
        change(&mut first, &mut second);
        one.iter_mut().zip(&first).for_each(|(to, &from)| *to = from);
        other.iter_mut().zip(&second).for_each(|(to, &from)| *to = from);
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, arr2};

    use super::*;

    #[test]
    fn every_way_to_lie_in_memory_gives_the_same_sum() {
        let plain = arr2(&[[1, 2, 3], [4, 5, 6]]).into_dyn();
        // Copied by itself, a transposed array would keep the order of the memory.
        let apart = plain.t().as_standard_layout().into_owned();
        let row = arr2(&[[10, 20, 30]]).into_dyn();
        let column = arr2(&[[100], [200]]).into_dyn();
        let stretched = column.broadcast(IxDyn(&[2, 3])).unwrap();
        let views = [plain.view(), apart.t(), row.view(), column.view(), stretched];
        for a in &views {
            for b in &views {
                let shape = [a.shape()[0].max(b.shape()[0]), a.shape()[1].max(b.shape()[1])];
                let want = &a.broadcast(IxDyn(&shape)).unwrap() + &b.broadcast(IxDyn(&shape)).unwrap();
                assert_eq!(zip(a, b, &shape, |a: i32, b: i32| a + b).unwrap(), want);
            }
        }
    }

    #[test]
    fn numbers_and_nothing_are_arrays_too() {
        let (number, none) = (ArrayD::from_elem(IxDyn(&[]), 2), ArrayD::from_elem(IxDyn(&[0, 3]), 1));
        let sum = |a: &ArrayD<i32>, b: &ArrayD<i32>, shape: &[usize]| {
            zip(&a.view(), &b.view(), shape, |a, b| a + b).map(|sum| sum.into_raw_vec_and_offset().0)
        };
        assert_eq!(sum(&number, &number, &[]), Some(vec![4]));
        assert_eq!(sum(&none, &number, &[0, 3]), Some(vec![]));
        assert_eq!(sum(&number, &ArrayD::from_elem(IxDyn(&[1, 1]), 3), &[1, 1]), Some(vec![5]));
        assert_eq!(sum(&ArrayD::from_elem(IxDyn(&[2]), 0), &ArrayD::from_elem(IxDyn(&[3]), 0), &[3]), None);
    }

    #[test]
    fn a_copy_lies_in_rows_whatever_it_is_of() {
        let plain = Array1::from_iter(0..24).into_shape_with_order([2, 3, 4]).unwrap().into_dyn();
        let turned = plain.view().permuted_axes(IxDyn(&[1, 0, 2]));
        for view in [plain.view(), turned.clone(), plain.t(), turned.slice_each_axis(|_| (1..).into())] {
            let copy = in_rows(&view);
            assert!(copy.is_standard_layout());
            assert_eq!(copy.view(), view);
        }
        assert_eq!(in_rows(&ArrayD::from_elem(IxDyn(&[]), 7).view()).into_raw_vec_and_offset().0, [7]);
        assert!(in_rows(&ArrayD::<i32>::zeros(IxDyn(&[2, 0])).view()).is_empty());
    }

    #[test]
    fn lanes_that_lie_apart_are_changed_too() {
        let mut values = arr2(&[[1, 2], [3, 4]]).into_dyn();
        for_each(&mut values, 0, <[i32]>::reverse);
        assert_eq!(values, arr2(&[[3, 4], [1, 2]]).into_dyn());
        for_each(&mut values, 1, <[i32]>::reverse);
        assert_eq!(values, arr2(&[[4, 3], [2, 1]]).into_dyn());
        let mut apart = arr2(&[[1, 2], [3, 4]]).reversed_axes().into_dyn();
        for_each_pair(&mut values, &mut apart, 1, |one, other| one.swap_with_slice(other));
        assert_eq!(values, arr2(&[[1, 3], [2, 4]]).into_dyn());
        assert_eq!(apart, arr2(&[[4, 3], [2, 1]]).into_dyn());
        let mut none = Array1::<i32>::zeros(0).into_dyn();
        for_each(&mut none, 0, |lane| assert!(lane.is_empty()));
    }
}
