//! Sums, means, variances, extremes: many elements become one.

use ndarray::{ArrayD, Axis as Dimension, IxDyn};

use super::{Operation, apply, axis_place};
use crate::tensor::array::Element;
use crate::tensor::explain::{Expr, Operator, Reason, ScalarFunction, element};
use crate::tensor::ops::matmul::places;
use crate::tensor::{Array, Axis, DType, Error, Real, Result, Tensor, stop};

/// Which reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reduction {
    Sum,
    Mean,
    /// The mean square distance from the mean; `unbiased` divides by n-1 instead of n.
    Var {
        unbiased: bool,
    },
    Std {
        unbiased: bool,
    },
    Max,
    Min,
    All,
    Any,
}

/// A reduction over some axes, which keep the size 1 or disappear.
#[derive(Debug)]
struct Reduce {
    reduction: Reduction,
    axes: Vec<usize>,
    keep: bool,
}

fn divisor<T: Real>(unbiased: bool, count: usize) -> T {
    // With one element the unbiased variance is 0/0, as in PyTorch.
    T::of(if unbiased { count as f64 - 1.0 } else { count as f64 }.max(0.0))
}

impl Reduction {
    fn of<T: Real>(self, values: &[T]) -> T {
        let sum = || values.iter().fold(T::zero(), |a, &b| a + b);
        let mean = || sum() / T::of(values.len() as f64);
        let var = |unbiased: bool| {
            let mean = mean();
            values.iter().fold(T::zero(), |a, &b| a + (b - mean) * (b - mean)) / divisor(unbiased, values.len())
        };
        match self {
            Self::Sum => sum(),
            Self::Mean => mean(),
            Self::Var { unbiased } => var(unbiased),
            Self::Std { unbiased } => var(unbiased).sqrt(),
            Self::Max => values.iter().fold(T::neg_infinity(), |a, &b| if a.is_nan() || a > b { a } else { b }),
            Self::Min => values.iter().fold(T::infinity(), |a, &b| if a.is_nan() || a < b { a } else { b }),
            Self::All => T::of(f64::from(u8::from(values.iter().all(|&x| x != T::zero())))),
            Self::Any => T::of(f64::from(u8::from(values.iter().any(|&x| x != T::zero())))),
        }
    }

    fn of_integers(self, values: &[i64]) -> i64 {
        match self {
            Self::Max => values.iter().copied().max().unwrap_or(i64::MIN),
            Self::Min => values.iter().copied().min().unwrap_or(i64::MAX),
            Self::All => i64::from(values.iter().all(|&x| x != 0)),
            Self::Any => i64::from(values.iter().any(|&x| x != 0)),
            _ => values.iter().fold(0, |a, &b| a.wrapping_add(b)),
        }
    }

    fn dtype(self, x: &Tensor) -> Result<DType> {
        match self {
            Self::All | Self::Any => Ok(DType::Bool),
            Self::Max | Self::Min => Ok(x.dtype()),
            Self::Sum if !x.dtype().is_float() => Ok(DType::I64),
            _ if x.dtype().is_float() => Ok(x.dtype()),
            _ => Err(Error::DType {
                operation: self.name().to_owned(),
                wants: "real numbers",
                got: format!("{}; write x.float() first", x.dtype()),
            }),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Var { .. } => "var",
            Self::Std { .. } => "std",
            Self::Max => "max",
            Self::Min => "min",
            Self::All => "all",
            Self::Any => "any",
        }
    }
}

/// Where the reduced axes of an array lie that has no gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReducedAxes {
    /// Each result is of elements side by side.
    Last,
    /// The results lie side by side.
    First,
}

/// The sums of the columns of rows that are `width` long: row after row, so that the columns are summed side by side.
fn column_sums<T: Real>(rows: &[T], width: usize) -> Vec<T> {
    let mut sums = vec![T::zero(); width];
    for row in rows.chunks_exact(width.max(1)) {
        sums.iter_mut().zip(row).for_each(|(sum, &x)| *sum += x);
    }
    sums
}

impl Reduce {
    fn shapes(&self, shape: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let kept =
            shape.iter().enumerate().map(|(place, &size)| if self.axes.contains(&place) { 1 } else { size }).collect();
        let left: Vec<usize> =
            (0..shape.len()).filter(|place| !self.axes.contains(place)).map(|place| shape[place]).collect();
        (kept, left)
    }

    /// The values behind each element of the result, one list for each, in order.
    fn groups<T: Clone>(&self, values: &ArrayD<T>) -> Vec<Vec<T>> {
        let (kept, _) = self.shapes(values.shape());
        places(&kept)
            .map(|place| {
                let mut view = values.view();
                for axis in (0..place.len()).rev().filter(|axis| !self.axes.contains(axis)) {
                    view.collapse_axis(Dimension(axis), place[axis]);
                }
                view.iter().cloned().collect()
            })
            .collect()
    }

    fn compute<T: Real>(&self, x: &Tensor, shape: &[usize]) -> Option<Array> {
        let values = x.array().read::<T>();
        let reduced: Vec<T> = match (values.as_slice(), self.side(x.ndim())) {
            (Some(slice), Some(ReducedAxes::Last)) => {
                let size: usize = self.axes.iter().map(|&axis| x.shape()[axis]).product();
                let count: usize = shape.iter().product();
                (0..count).map(|at| self.reduction.of(&slice[at * size..(at + 1) * size])).collect()
            }
            (Some(slice), Some(ReducedAxes::First)) if self.reduction == Reduction::Sum => {
                column_sums(slice, shape.iter().product())
            }
            _ => self.of_lists(&values.into_owned()),
        };
        ArrayD::from_shape_vec(IxDyn(shape), reduced).ok().map(T::array)
    }

    /// Whether all axes that are reduced are the last ones, or the first.
    fn side(&self, ndim: usize) -> Option<ReducedAxes> {
        let are = |mut places: std::ops::Range<usize>| places.all(|place| self.axes.contains(&place));
        let count = self.axes.len();
        if are(ndim - count..ndim) {
            Some(ReducedAxes::Last)
        } else if are(0..count) {
            Some(ReducedAxes::First)
        } else {
            None
        }
    }

    fn of_lists<T: Real>(&self, values: &ArrayD<T>) -> Vec<T> {
        match self.axes.as_slice() {
            // The usual case, one axis, needs no list of its own.
            [axis] => {
                let lanes = stop::until_asked(values.lanes(Dimension(*axis)).into_iter());
                lanes.map(|lane| self.reduction.of(&lane.to_vec())).collect()
            }
            _ => self.groups(values).iter().map(|group| self.reduction.of(group)).collect(),
        }
    }

    fn compute_integers(&self, x: &Tensor, shape: &[usize]) -> Option<Array> {
        let reduced =
            self.groups(&x.array().integers()).iter().map(|group| self.reduction.of_integers(group)).collect();
        ArrayD::from_shape_vec(IxDyn(shape), reduced).ok().map(i64::array)
    }

    /// A gradient or value of the result's shape with the reduced axes back in place, as size 1.
    fn unreduced(&self, of: &Tensor, input: &Tensor) -> Result<Tensor> {
        let (kept, _) = self.shapes(input.shape());
        of.reshape(&kept.iter().map(|&size| size as isize).collect::<Vec<_>>())
    }

    fn elements(&self, inputs: &[Tensor], index: &[usize]) -> Vec<Expr> {
        let shape = inputs[0].shape();
        let mut fixed = vec![None; shape.len()];
        let mut rest = index.iter();
        for (place, fix) in fixed.iter_mut().enumerate() {
            let reduced = self.axes.contains(&place);
            if !reduced || self.keep {
                let at = rest.next().copied();
                *fix = if reduced { None } else { at };
            }
        }
        let extent: Vec<usize> =
            shape.iter().zip(&fixed).map(|(&size, fix)| if fix.is_some() { 1 } else { size }).collect();
        places(&extent)
            .map(|place| {
                let place: Vec<usize> = place.iter().zip(&fixed).map(|(&at, fix)| fix.unwrap_or(at)).collect();
                element(inputs, 0, &place)
            })
            .collect()
    }
}

/// The variance as the textbook writes it, with the mean as a number of its own.
pub(crate) fn variance(elements: &[Expr], unbiased: bool) -> Expr {
    let mean = Expr::mean(elements.to_vec()).named("mean");
    let square = |x: &Expr| x.clone().join(Operator::Sub, mean.clone()).join(Operator::Pow, Expr::Exact(2.0));
    let count = elements.len() as f64 - f64::from(u8::from(unbiased));
    Expr::Sum(elements.iter().map(square).collect()).join(Operator::Div, Expr::Exact(count))
}

impl Operation for Reduce {
    fn name(&self) -> &'static str {
        self.reduction.name()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let dtype = self.reduction.dtype(x)?;
        let (kept, left) = self.shapes(x.shape());
        let shape = if self.keep { kept } else { left };
        let nothing_to_choose =
            self.axes.iter().any(|&axis| x.shape()[axis] == 0) && shape.iter().all(|&size| size > 0);
        if nothing_to_choose && matches!(self.reduction, Reduction::Max | Reduction::Min) {
            return Err(Error::Value(format!(
                "{}: no element to choose from in the shape {}",
                self.name(),
                x.shape_text()
            )));
        }
        let array = match dtype {
            DType::F64 => self.compute::<f64>(x, &shape),
            DType::F32 => self.compute::<f32>(x, &shape),
            _ if x.dtype().is_float() => self.compute::<f64>(x, &shape).map(|array| array.cast(dtype)),
            _ => self.compute_integers(x, &shape).map(|array| array.cast(dtype)),
        };
        let array = array.ok_or_else(|| Error::Value(format!("{}: cannot reduce {}", self.name(), x.shape_text())))?;
        let named = |(place, axis): (usize, &Axis)| match (self.axes.contains(&place), self.keep) {
            (true, true) => Some(Axis::default()),
            (true, false) => None,
            (false, _) => Some(axis.clone()),
        };
        Ok(Tensor::new(array).with_axes(x.axes().iter().enumerate().filter_map(named).collect()))
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let x = &inputs[0];
        if !value.dtype().is_float() {
            return Ok(vec![None]);
        }
        let g = self.unreduced(gradient, x)?;
        let count = self.axes.iter().map(|&axis| x.shape()[axis]).product::<usize>() as f64;
        let centered = || x.sub(&x.mean(&self.axes.iter().map(|&axis| axis as isize).collect::<Vec<_>>(), true)?);
        let divided = |unbiased: bool| Tensor::number(divisor::<f64>(unbiased, count as usize));
        let to_x = match self.reduction {
            Reduction::Sum => g.expand_as(x)?,
            Reduction::Mean => g.div(&Tensor::number(count))?.expand_as(x)?,
            Reduction::Var { unbiased } => g.mul(&centered()?)?.mul(&Tensor::number(2.0))?.div(&divided(unbiased))?,
            Reduction::Std { unbiased } => {
                let deviation = self.unreduced(value, x)?;
                g.mul(&centered()?)?.div(&divided(unbiased))?.div(&deviation)?
            }
            // Ties share the gradient evenly, as amax does in PyTorch.
            Reduction::Max | Reduction::Min => {
                let chosen = x.eq(&self.unreduced(value, x)?)?.to(x.dtype())?;
                let ties = chosen.sum(&self.axes.iter().map(|&axis| axis as isize).collect::<Vec<_>>(), true)?;
                g.mul(&chosen)?.div(&ties)?
            }
            Reduction::All | Reduction::Any => return Ok(vec![None]),
        };
        Ok(vec![Some(to_x)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let elements = self.elements(inputs, index);
        match self.reduction {
            Reduction::Sum => Expr::Sum(elements).into(),
            Reduction::Mean => Expr::mean(elements).into(),
            Reduction::Var { unbiased } => variance(&elements, unbiased).into(),
            Reduction::Std { unbiased } => Expr::call(ScalarFunction::Sqrt, variance(&elements, unbiased)).into(),
            Reduction::Max => Expr::Call(ScalarFunction::Max, elements).into(),
            Reduction::Min => Expr::Call(ScalarFunction::Min, elements).into(),
            Reduction::All => Expr::Call(ScalarFunction::All, elements).into(),
            Reduction::Any => Expr::Call(ScalarFunction::Any, elements).into(),
        }
    }
}

/// The place of the largest or smallest element along an axis; the first one in a tie, and a NaN before everything.
#[derive(Debug)]
struct ArgExtreme {
    axis: usize,
    keep: bool,
    largest: bool,
}

impl Operation for ArgExtreme {
    fn name(&self) -> &'static str {
        if self.largest { "argmax" } else { "argmin" }
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        if x.shape()[self.axis] == 0 {
            return Err(Error::Value(format!(
                "{}: no element to choose from in the shape {}",
                self.name(),
                x.shape_text()
            )));
        }
        let function = if self.largest { ScalarFunction::ArgMax } else { ScalarFunction::ArgMin };
        let values: ArrayD<f64> = x.array().reals();
        let lanes = stop::until_asked(values.lanes(Dimension(self.axis)).into_iter());
        let found = lanes.map(|lane| function.of(&lane.to_vec()) as i64).collect();
        let (mut shape, mut axes) = (x.shape().to_vec(), x.axes().to_vec());
        if self.keep {
            (shape[self.axis], axes[self.axis]) = (1, Axis::default());
        } else {
            shape.remove(self.axis);
            axes.remove(self.axis);
        }
        Ok(Tensor::from_i64(&shape, found)?.with_axes(axes))
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let mut place = index.to_vec();
        if !self.keep {
            place.insert(self.axis, 0);
        }
        let lane = (0..inputs[0].shape()[self.axis]).map(|at| {
            place[self.axis] = at;
            element(inputs, 0, &place)
        });
        let function = if self.largest { ScalarFunction::ArgMax } else { ScalarFunction::ArgMin };
        Expr::Call(function, lane.collect()).into()
    }
}

/// No axes given means all of them, as in PyTorch. `keep` keeps the reduced axes with size 1.
/// All fail when there is no such axis; means and deviations take real numbers only.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    fn reduce(&self, reduction: Reduction, axes: &[isize], keep: bool) -> Result<Self> {
        let axes: Vec<usize> = if axes.is_empty() {
            (0..self.ndim()).collect()
        } else {
            axes.iter().map(|&axis| axis_place(reduction.name(), self, axis)).collect::<Result<_>>()?
        };
        apply(Reduce { reduction, axes, keep }, &[self])
    }

    /// The sum; 0 of nothing.
    pub fn sum(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Sum, axes, keep)
    }

    /// The mean; NaN of nothing.
    pub fn mean(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Mean, axes, keep)
    }

    /// The variance. `unbiased`, PyTorch's default, divides by n-1; layer norm uses the biased one, which divides by n.
    pub fn var(&self, axes: &[isize], unbiased: bool, keep: bool) -> Result<Self> {
        self.reduce(Reduction::Var { unbiased }, axes, keep)
    }

    /// The standard deviation, the root of the variance.
    pub fn std(&self, axes: &[isize], unbiased: bool, keep: bool) -> Result<Self> {
        self.reduce(Reduction::Std { unbiased }, axes, keep)
    }

    /// The largest element (`amax`); NaN when one is.
    pub fn max(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Max, axes, keep)
    }

    /// The smallest element (`amin`); NaN when one is.
    pub fn min(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Min, axes, keep)
    }

    /// Whether all elements are true (not zero).
    pub fn all(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::All, axes, keep)
    }

    /// Whether any element is true (not zero).
    pub fn any(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Any, axes, keep)
    }

    /// The place of the largest element along an axis.
    pub fn argmax(&self, axis: isize, keep: bool) -> Result<Self> {
        apply(ArgExtreme { axis: axis_place("argmax", self, axis)?, keep, largest: true }, &[self])
    }

    /// The place of the smallest element along an axis.
    pub fn argmin(&self, axis: isize, keep: bool) -> Result<Self> {
        apply(ArgExtreme { axis: axis_place("argmin", self, axis)?, keep, largest: false }, &[self])
    }
}
