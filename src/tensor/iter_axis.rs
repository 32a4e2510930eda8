//! How arrays are walked: a row at a time, so that the innermost loop runs over plain slices and the compiler can vectorize it.
//! Every walk ends early where the computation is to [`stop`]; what is missing then is never seen.

mod layout;

use std::borrow::Cow;

use ndarray::{ArcArray, ArrayD, ArrayViewD, Axis as Dimension, IxDyn};

use super::backend::simd;
use super::{Error, Result, stop};
pub(crate) use layout::{Layout, PerAxis, RowView, Rows};

/// `f` of each element, in row order. What lies apart is brought into rows first, so that each function has one loop and not several:
/// there are many functions, and few arrays that lie apart.
pub(crate) fn map<A: Copy, B>(values: &ArrayViewD<'_, A>, f: impl Fn(A) -> B) -> Result<ArrayD<B>> {
    let mut out = Vec::with_capacity(values.len());
    let rows = slice_of(values)?;
    simd::dispatch::<B, _>(
        #[inline(always)]
        || {
            for part in rows.chunks(stop::STRIDE).take_while(|_| !stop::is_asked()) {
                out.extend(part.iter().map(|&x| f(x)));
            }
        },
    );
    whole_or_stopped(values.raw_dim(), out)
}

/// The elements in row order; copied only where they do not lie so.
fn slice_of<'v, T: Copy>(values: &'v ArrayViewD<'_, T>) -> Result<Cow<'v, [T]>> {
    match values.as_slice() {
        Some(slice) => Ok(Cow::Borrowed(slice)),
        None => Ok(Cow::Owned(copied(values)?.into_raw_vec_and_offset().0)),
    }
}

/// A copy in row-major order, a row at a time where rows have no gaps.
fn copied<T: Copy>(values: &ArrayViewD<'_, T>) -> Result<ArrayD<T>> {
    if let Some(slice) = values.as_slice() {
        return whole_or_stopped(values.raw_dim(), slice.to_vec());
    }
    let mut out = Vec::with_capacity(values.len());
    let size = row_size(values.shape());
    for row in stop::until_asked_of(Layout::own(values).rows_from(0), size) {
        extend(&mut out, size, row, RowView::Same(()), &|x, ()| x);
    }
    whole_or_stopped(values.raw_dim(), out)
}

/// How long the rows of an array are; a number is a row of one.
fn row_size(shape: &[usize]) -> usize {
    shape.last().copied().unwrap_or(1)
}

/// What a walk has made, unless it ended early.
fn whole_or_stopped<T>(shape: IxDyn, out: Vec<T>) -> Result<ArrayD<T>> {
    ArrayD::from_shape_vec(shape, out).map_err(|_| Error::Stopped)
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
        simd::dispatch::<C, _>(
            #[inline(always)]
            || {
                for start in (0..count).step_by(stop::STRIDE).take_while(|_| !stop::is_asked()) {
                    let end = count.min(start + stop::STRIDE);
                    let count = end - start;
                    extend(&mut out, count, a.part(start, count), b.part(start, count), &f);
                }
            },
        );
    } else {
        let (a, b) = (Layout::stretched(a, shape)?, Layout::stretched(b, shape)?);
        let size = row_size(shape);
        simd::dispatch::<C, _>(
            #[inline(always)]
            || {
                for (a, b) in stop::until_asked_of(a.rows_from(0).zip(b.rows_from(0)), size) {
                    extend(&mut out, size, a, b, &f);
                }
            },
        );
    }
    ArrayD::from_shape_vec(IxDyn(shape), out).ok()
}

/// An array that can be walked as one long row of that shape: it has the shape and no gaps, or a single element.
fn whole<'a, T: Copy>(array: &'a ArrayViewD<'_, T>, shape: &[usize]) -> Option<RowView<'a, T>> {
    match array.as_slice() {
        Some(slice) if array.shape() == shape => Some(RowView::Slice(slice)),
        Some(&[only]) if array.ndim() <= shape.len() => Some(RowView::Same(only)),
        _ => None,
    }
}

/// Adds `f` of the `count` elements of two rows to `out`.
#[inline(always)]
fn extend<A: Copy, B: Copy, C>(
    out: &mut Vec<C>,
    count: usize,
    a: RowView<'_, A>,
    b: RowView<'_, B>,
    f: &impl Fn(A, B) -> C,
) {
    match (a, b) {
        (RowView::Slice(a), RowView::Slice(b)) => out.extend(a.iter().zip(b).map(|(&a, &b)| f(a, b))),
        (RowView::Slice(a), RowView::Same(b)) => out.extend(a.iter().map(|&a| f(a, b))),
        (RowView::Same(a), RowView::Slice(b)) => out.extend(b.iter().map(|&b| f(a, b))),
        (RowView::Same(a), RowView::Same(b)) => out.extend((0..count).map(|_| f(a, b))),
        (a, b) => out.extend((0..count).map(|place| f(a.at(place), b.at(place)))),
    }
}

/// A copy of an array in row-major order, however the array lies: a row at a time where rows have no gaps, as after heads were split.
pub(crate) fn in_rows<T: Copy>(values: &ArrayViewD<'_, T>) -> ArrayD<T> {
    // Nobody will see the values of a computation that is to stop, but their shape.
    copied(values).unwrap_or_else(|_| values.to_owned())
}

/// An array in row-major order to be written over: the array itself where nobody else reads it, a copy otherwise.
pub(crate) fn own_rows<T: Copy>(values: ArcArray<T, IxDyn>) -> ArrayD<T> {
    match values.try_into_owned_nocopy() {
        Ok(values) if values.is_standard_layout() => values,
        Ok(values) => in_rows(&values.view()),
        Err(shared) => in_rows(&shared.view()),
    }
}

/// Every lane along an axis changed, in a copy that is made on the way.
pub(crate) fn changed<T: Copy>(
    values: &ArrayViewD<'_, T>,
    axis: usize,
    mut change: impl FnMut(&mut [T]),
) -> Result<ArrayD<T>> {
    if axis + 1 < values.ndim() {
        let mut values = in_rows(values);
        change_apart(&mut values, axis, change);
        return Ok(values);
    }
    let mut out = Vec::with_capacity(values.len());
    simd::dispatch::<T, _>(
        #[inline(always)]
        || {
            let size = row_size(values.shape());
            for row in stop::until_asked_of(Layout::own(values).rows_from(0), size) {
                let start = out.len();
                extend(&mut out, size, row, RowView::Same(()), &|x, ()| x);
                change(&mut out[start..]);
            }
        },
    );
    whole_or_stopped(values.raw_dim(), out)
}

/// Changes every lane along an axis whose elements lie apart: each is copied out and back.
fn change_apart<T: Copy>(values: &mut ArrayD<T>, axis: usize, mut change: impl FnMut(&mut [T])) {
    let mut copy = Vec::new();
    let size = values.len_of(Dimension(axis));
    for mut lane in stop::until_asked_of(values.lanes_mut(Dimension(axis)).into_iter(), size) {
        copy.clear();
        copy.extend(lane.iter().copied());
        change(&mut copy);
        lane.iter_mut().zip(&copy).for_each(|(to, &from)| *to = from);
    }
}

/// Changes a row in place with another one that is as long.
#[inline(always)]
pub(crate) fn change_with<A: Copy, B: Copy>(row: &mut [A], other: RowView<'_, B>, f: impl Fn(A, B) -> A) {
    match other {
        RowView::Slice(other) => row.iter_mut().zip(other).for_each(|(a, &b)| *a = f(*a, b)),
        RowView::Same(b) => row.iter_mut().for_each(|a| *a = f(*a, b)),
        RowView::Apart(..) => row.iter_mut().enumerate().for_each(|(place, a)| *a = f(*a, other.at(place))),
    }
}

/// Changes the lanes of two arrays of one shape in place, each lane together with that of the other array.
pub(crate) fn for_each_pair<T: Copy>(
    one: &mut ArrayD<T>,
    other: &mut ArrayD<T>,
    axis: usize,
    mut change: impl FnMut(&mut [T], &mut [T]),
) {
    let size = one.shape().get(axis).copied().unwrap_or(1).max(1);
    if axis + 1 == one.ndim()
        && let (Some(one), Some(other)) = (one.as_slice_mut(), other.as_slice_mut())
    {
        return one
            .chunks_exact_mut(size)
            .zip(other.chunks_exact_mut(size))
            .for_each(|(one, other)| change(one, other));
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (mut one, mut other) in one.lanes_mut(Dimension(axis)).into_iter().zip(other.lanes_mut(Dimension(axis))) {
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
    fn long_rows_end_early_too() {
        let (flag, size) = (stop::Flag::default(), 2 * stop::STRIDE);
        let values = ArrayD::<u8>::ones(IxDyn(&[4, size]));
        let seen = std::cell::Cell::new(0);
        let look = |x: u8| {
            seen.set(seen.get() + 1);
            flag.raise();
            x
        };
        let walks: [&dyn Fn() -> bool; 4] = [
            &|| map(&values.view(), look).is_err(),
            &|| map(&values.slice_axis(Dimension(1), ndarray::Slice::new(0, None, 2)), look).is_err(),
            &|| changed(&values.view(), 1, |row| row.iter_mut().for_each(|x| *x = look(*x))).is_err(),
            &|| {
                zip(&values.view(), &ArrayD::<u8>::ones(IxDyn(&[size])).view(), &[4, size], |a, b| look(a) + b)
                    .is_none()
            },
        ];
        for walk in walks {
            flag.lower();
            seen.set(0);
            assert!(stop::watched(&flag, walk));
            assert!((1..=size).contains(&seen.get()), "{}", seen.get());
        }
    }

    #[test]
    fn lanes_that_lie_apart_are_changed_too() {
        let values = arr2(&[[1, 2], [3, 4]]).into_dyn();
        let reversed = |values: &ArrayViewD<'_, i32>, axis| changed(values, axis, <[i32]>::reverse).unwrap();
        assert_eq!(reversed(&values.view(), 0), arr2(&[[3, 4], [1, 2]]).into_dyn());
        assert_eq!(reversed(&values.view(), 1), arr2(&[[2, 1], [4, 3]]).into_dyn());
        assert_eq!(reversed(&values.t(), 1), arr2(&[[3, 1], [4, 2]]).into_dyn());
        let mut values = arr2(&[[4, 3], [2, 1]]).into_dyn();
        let mut apart = arr2(&[[1, 2], [3, 4]]).reversed_axes().into_dyn();
        for_each_pair(&mut values, &mut apart, 1, |one, other| one.swap_with_slice(other));
        assert_eq!(values, arr2(&[[1, 3], [2, 4]]).into_dyn());
        assert_eq!(apart, arr2(&[[4, 3], [2, 1]]).into_dyn());
        let none = Array1::<i32>::zeros(0).into_dyn();
        assert!(changed(&none.view(), 0, |lane| assert!(lane.is_empty())).unwrap().is_empty());
    }
}
