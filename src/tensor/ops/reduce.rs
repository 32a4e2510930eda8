//! Sums, means, variances, extremes: many elements become one.

mod arg_extreme;
mod middle;
mod paired;
mod product;
mod vector_norm;

use std::num::FpCategory;

use half::{bf16, f16};
use ndarray::{ArrayD, Axis as Dimension, IxDyn};

use super::dtype_names::{self, not_implemented};
use super::{Elements, GradientReads, GradientSaves, Operation, apply, axis_places, only_real_numbers};
use crate::tensor::array::Element;
use crate::tensor::backend::simd;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, Remark, ScalarFunction, element};
use crate::tensor::ops::matmul::places;
use crate::tensor::{Array, Axis, DType, Error, Real, Result, Tensor, stop, sum, tape};

/// Which reduction.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reduction {
    Sum,
    /// The sum in the order in which NumPy adds.
    PairedSum,
    Product,
    Mean,
    /// The mean square distance from the mean, divided by n less the correction: 1 for the unbiased one.
    Var {
        correction: f64,
    },
    Std {
        correction: f64,
    },
    /// The p-norm: the length of a vector for p = 2.
    Norm {
        p: f64,
    },
    Max,
    Min,
    Median,
    All,
    Any,
}

/// A reduction over some axes, which keep the size 1 or disappear.
#[derive(Debug)]
struct Reduce {
    reduction: Reduction,
    axes: Vec<usize>,
    keep: bool,
    ties: Ties,
}

/// Who gets the gradient of an extreme that several elements have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    /// All of them in equal parts, as `amax`. NaN equals nothing: where it is the extreme, every element gets 0/0.
    Shared,
    /// All of them in equal parts, as `max` of all elements: NaN is shared among the NaN.
    SharedByNan,
    /// The first one alone, as `max` along an axis.
    First,
}

/// What the squares of `count` elements are divided by for their variance. With one element the unbiased variance is 0/0, as in
/// PyTorch.
fn divisor(correction: f64, count: usize) -> f64 {
    (count as f64 - correction).max(0.0)
}

/// The largest or smallest value; NaN when one is.
fn extreme<T: Real>(values: impl Iterator<Item = T>, first: T, is_first: impl Fn(T, T) -> bool) -> T {
    values.fold(first, |a, b| if a.is_nan() || is_first(a, b) { a } else { b })
}

impl Reduction {
    #[inline(always)]
    fn of<T: Real>(self, values: &[T]) -> T {
        let truth = |is: bool| if is { T::one() } else { T::zero() };
        match self {
            Self::Sum => sum::sum(values),
            Self::PairedSum => sum::in_pairs(values),
            Self::Product => values.iter().fold(T::one(), |product, &x| product * x),
            Self::Mean => sum::sum(values) / T::of(values.len() as f64),
            Self::Var { correction } => T::of(sum::squares_about_mean(values) / divisor(correction, values.len())),
            Self::Std { correction } => {
                T::of((sum::squares_about_mean(values) / divisor(correction, values.len())).sqrt())
            }
            Self::Norm { p } => vector_norm::of(values, p),
            Self::Max => extreme(values.iter().copied(), T::neg_infinity(), |a, b| a > b),
            Self::Min => extreme(values.iter().copied(), T::infinity(), |a, b| a < b),
            Self::All => truth(values.iter().all(|&x| x != T::zero())),
            Self::Any => truth(values.iter().any(|&x| x != T::zero())),
            Self::Median => middle::place(values).map_or(T::nan(), |place| values[place]),
        }
    }

    fn of_integers(self, values: &[i64]) -> i64 {
        match self {
            Self::Median => {
                let mut sorted = values.to_vec();
                sorted.sort_unstable();
                sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(i64::MIN)
            }
            Self::Product => values.iter().fold(1, |product, &x| product.wrapping_mul(x)),
            Self::Max => values.iter().copied().max().unwrap_or(i64::MIN),
            Self::Min => values.iter().copied().min().unwrap_or(i64::MAX),
            Self::All => i64::from(values.iter().all(|&x| x != 0)),
            Self::Any => i64::from(values.iter().any(|&x| x != 0)),
            _ => values.iter().fold(0, |a, &b| a.wrapping_add(b)),
        }
    }

    fn dtype(self, x: &Tensor) -> Result<DType> {
        match self {
            // PyTorch keeps uint8, which was its truth value once.
            Self::All | Self::Any if x.dtype() == DType::U8 => Ok(DType::U8),
            Self::All | Self::Any => Ok(DType::Bool),
            Self::Median if x.dtype() == DType::Bool && !x.is_empty() => {
                Err(not_implemented("median_cpu", DType::Bool, "median"))
            }
            Self::Product if x.dtype().is_complex() => Err(only_real_numbers(self.name())),
            Self::Product | Self::Max | Self::Min | Self::Median => Ok(x.dtype()),
            Self::Sum | Self::PairedSum if !x.dtype().is_float() => Ok(DType::I64),
            _ if x.dtype().is_float() => Ok(x.dtype()),
            _ => Err(Error::Value(format!(
                "{}: {} needs real numbers, not {}; write x.float() first",
                self.refusal(x.dtype()),
                self.name(),
                x.dtype()
            ))),
        }
    }

    /// PyTorch's sentence about a dtype that has no mean.
    fn refusal(self, dtype: DType) -> String {
        let got = dtype_names::scalar(dtype);
        match self {
            Self::Norm { .. } => {
                format!("linalg.vector_norm: Expected a floating point or complex tensor as input. Got {got}")
            }
            Self::Mean => format!(
                "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {got}"
            ),
            _ => "std and var only support floating point and complex dtypes".to_owned(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Norm { .. } => "norm",
            Self::Sum | Self::PairedSum => "sum",
            Self::Product => "prod",
            Self::Mean => "mean",
            Self::Var { .. } => "var",
            Self::Std { .. } => "std",
            Self::Max => "max",
            Self::Min => "min",
            Self::Median => "median",
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
        if self.reduction == Reduction::PairedSum {
            let values = values.as_standard_layout();
            let sums = self.paired_sums(values.as_slice()?, x.shape(), shape);
            return ArrayD::from_shape_vec(IxDyn(shape), sums).ok().map(T::array);
        }
        let reduced: Vec<T> = match (values.as_slice(), self.side(x.ndim())) {
            (Some(slice), Some(ReducedAxes::Last)) => {
                let size: usize = self.axes.iter().map(|&axis| x.shape()[axis]).product();
                let count: usize = shape.iter().product();
                simd::dispatch::<T, _>(
                    #[inline(always)]
                    || (0..count).map(|at| self.reduction.of(&slice[at * size..(at + 1) * size])).collect(),
                )
            }
            (Some(slice), Some(ReducedAxes::First)) if matches!(self.reduction, Reduction::Sum | Reduction::Mean) => {
                let width = shape.iter().product();
                let sums = sum::columns(slice, width);
                let count = T::of(slice.len().checked_div(width).unwrap_or(0) as f64);
                if self.reduction == Reduction::Sum { sums } else { sums.into_iter().map(|sum| sum / count).collect() }
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

    /// Products of half precision, each step of them rounded, as PyTorch rounds them.
    fn product_of_halves<T: Element>(&self, x: &Tensor, shape: &[usize]) -> Option<Array> {
        let product = |group: &Vec<f64>| group.iter().fold(1.0, |product, x| T::of_real(product * x).real());
        let groups = self.groups(&x.array().read::<f64>().into_owned());
        let reduced = groups.iter().map(product).map(T::of_real).collect();
        ArrayD::from_shape_vec(IxDyn(shape), reduced).ok().map(T::array)
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
pub(crate) fn variance(elements: &[Expr], correction: f64) -> Expr {
    let mean = Expr::mean(elements.to_vec()).named("mean");
    let square = |x: &Expr| x.clone().join(Operator::Sub, mean.clone()).join(Operator::Pow, Expr::Exact(2.0));
    let count = divisor(correction, elements.len());
    Expr::Sum(elements.iter().map(square).collect()).join(Operator::Div, Expr::Exact(count))
}

/// The sum over axes, which stay with size 1; of none of them the values themselves.
fn sum_over(x: &Tensor, axes: &[isize]) -> Result<Tensor> {
    if axes.is_empty() { Ok(x.clone()) } else { x.sum(axes, true) }
}

fn mean_over(x: &Tensor, axes: &[isize]) -> Result<Tensor> {
    if axes.is_empty() { Ok(x.clone()) } else { x.mean(axes, true) }
}

/// A slope that divides by `divisor`, and is 0 where that is 0.
fn zero_where_zero(slope: &Tensor, divisor: &Tensor) -> Result<Tensor> {
    let is_zero = divisor.eq(&Tensor::number(0.0))?.expand_as(slope)?;
    slope.masked_fill(&is_zero, &Tensor::number(0.0))
}

impl Operation for Reduce {
    fn name(&self) -> &'static str {
        self.reduction.name()
    }

    /// PyTorch rounds halves after each factor, not once.
    fn elements(&self) -> Elements {
        if self.reduction == Reduction::Product { Elements::Moved } else { Elements::Computed }
    }

    /// What is reduced may have to be laid out anew, group by group.
    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        let cost = OperationCost::like(inputs[0]);
        match self.reduction {
            Reduction::Median => {
                let sizes = self.axes.iter().map(|&axis| inputs[0].shape()[axis].max(1) as u128);
                cost.and(cost).working(u128::from(sizes.fold(1, u128::saturating_mul).ilog2()) + 4)
            }
            Reduction::Norm { .. } | Reduction::Var { .. } | Reduction::Std { .. } => cost.of_functions(),
            _ => cost,
        }
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
            DType::F16 if self.reduction == Reduction::Product => self.product_of_halves::<f16>(x, &shape),
            DType::BF16 if self.reduction == Reduction::Product => self.product_of_halves::<bf16>(x, &shape),
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

    fn reads(&self) -> GradientReads {
        match self.reduction {
            Reduction::Sum | Reduction::PairedSum | Reduction::Mean | Reduction::All | Reduction::Any => {
                GradientReads::NOTHING
            }
            Reduction::Norm { p } if p.classify() == FpCategory::Zero => GradientReads::NOTHING,
            Reduction::Norm { p: 1.0 } | Reduction::Var { .. } => GradientReads::inputs(&[0]),
            Reduction::Max | Reduction::Min | Reduction::Median if self.ties == Ties::First => {
                GradientReads::inputs(&[0])
            }
            _ => GradientReads::inputs(&[0]).and_value(),
        }
    }

    fn saves(&self, inputs: &[Tensor], _: &[bool]) -> GradientSaves {
        match self.reduction {
            // The places that were found, not the elements there.
            Reduction::Max | Reduction::Min | Reduction::Median if self.ties == Ties::First => GradientSaves::other(),
            // Both for every p, even where the slope is a sign, or 0.
            Reduction::Norm { .. } => GradientSaves::of(GradientReads::inputs(&[0]).and_value(), inputs),
            _ => GradientSaves::of(self.reads(), inputs),
        }
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let x = &inputs[0];
        if !value.dtype().is_float() {
            return Ok(vec![None]);
        }
        let g = self.unreduced(gradient, x)?;
        let count = self.axes.iter().map(|&axis| x.shape()[axis]).product::<usize>() as f64;
        let axes: Vec<isize> = self.axes.iter().map(|&axis| axis as isize).collect();
        let centered = || x.sub(&mean_over(x, &axes)?);
        let divided = |correction: f64| Tensor::number(divisor(correction, count as usize));
        let to_x = match self.reduction {
            Reduction::Sum | Reduction::PairedSum => g.expand_as(x)?,
            Reduction::Product => product::gradient(x, &g, &self.unreduced(value, x)?, &axes)?,
            Reduction::Mean => g.div(&Tensor::number(count))?.expand_as(x)?,
            Reduction::Var { correction } => {
                g.mul(&centered()?)?.mul(&Tensor::number(2.0))?.div(&divided(correction))?
            }
            // Equal numbers have no deviation, and no direction in which it would grow: 0, as in PyTorch.
            Reduction::Std { correction } => {
                let deviation = self.unreduced(value, x)?;
                let slope = g.mul(&centered()?)?.div(&divided(correction))?.div(&deviation)?;
                zero_where_zero(&slope, &deviation)?
            }
            Reduction::Norm { p } => vector_norm::gradient(x, &g, &self.unreduced(value, x)?, p, &axes)?,
            Reduction::Max | Reduction::Min | Reduction::Median if self.ties == Ties::First && !axes.is_empty() => {
                let places = match self.reduction {
                    Reduction::Max => x.argmax(axes[0], true),
                    Reduction::Min => x.argmin(axes[0], true),
                    _ => middle::places(x, self.axes[0], true),
                };
                let along = super::rank::along(x.shape()[self.axes[0]], x.ndim(), self.axes[0])?;
                super::mask::where_(&along.eq(&places?)?, &g, &Tensor::number(0.0))?
            }
            Reduction::Max | Reduction::Min | Reduction::Median => {
                let chosen = x.eq(&self.unreduced(value, x)?)?;
                if self.ties == Ties::SharedByNan {
                    let [is_nan, of_nan] = [x.clone(), self.unreduced(value, x)?].map(|x| x.ne(&x));
                    let chosen = chosen.or(&is_nan?.and(&of_nan?)?)?;
                    let ties = sum_over(&chosen.to(x.dtype())?, &axes)?;
                    // What was not chosen gets nothing, not even of what is no number.
                    super::mask::where_(&chosen, &g.div(&ties)?, &Tensor::number(0.0))?
                } else {
                    let chosen = chosen.to(x.dtype())?;
                    g.mul(&chosen)?.div(&sum_over(&chosen, &axes)?)?
                }
            }
            Reduction::All | Reduction::Any => return Ok(vec![None]),
        };
        Ok(vec![Some(to_x)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let elements = self.elements(inputs, index);
        match self.reduction {
            Reduction::Sum | Reduction::PairedSum => Expr::Sum(elements).into(),
            Reduction::Product => product::formula(elements, inputs[0].dtype()).into(),
            Reduction::Mean => Expr::mean(elements).into(),
            Reduction::Var { correction } => variance(&elements, correction).into(),
            Reduction::Std { correction } => Expr::call(ScalarFunction::Sqrt, variance(&elements, correction)).into(),
            Reduction::Norm { p } => vector_norm::formula(elements, p).into(),
            Reduction::Max => Expr::Call(ScalarFunction::Max, elements).into(),
            Reduction::Min => Expr::Call(ScalarFunction::Min, elements).into(),
            Reduction::Median => {
                let values: Vec<f64> = elements.iter().map(Expr::value).collect();
                let chosen = middle::place(&values).and_then(|place| elements.get(place).cloned());
                chosen.map_or_else(Reason::default, |chosen| Reason::from(chosen).remarking(Remark::Moved))
            }
            Reduction::All => Expr::Call(ScalarFunction::All, elements).into(),
            Reduction::Any => Expr::Call(ScalarFunction::Any, elements).into(),
        }
    }
}

/// No axes given means all of them, as in PyTorch. `keep` keeps the reduced axes with size 1.
/// All fail when there is no such axis; means and deviations take real numbers only.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    fn reduce(&self, reduction: Reduction, axes: &[isize], keep: bool) -> Result<Self> {
        let axes = axis_places(reduction.name(), self, axes)?;
        apply(Reduce { reduction, axes, keep, ties: Ties::Shared }, &[self])
    }

    /// The sum; 0 of nothing.
    pub fn sum(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Sum, axes, keep)
    }

    /// The sum in the order in which NumPy adds; 0 of nothing.
    pub fn sum_in_pairs(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::PairedSum, axes, keep)
    }

    /// The mean; NaN of nothing.
    pub fn mean(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Mean, axes, keep)
    }

    /// The variance. `unbiased`, PyTorch's default, divides by n-1; layer norm uses the biased one, which divides by n.
    pub fn var(&self, axes: &[isize], unbiased: bool, keep: bool) -> Result<Self> {
        self.var_corrected(axes, f64::from(u8::from(unbiased)), keep)
    }

    /// The variance with any correction: the squares are divided by n less it.
    pub fn var_corrected(&self, axes: &[isize], correction: f64, keep: bool) -> Result<Self> {
        self.reduce(Reduction::Var { correction }, axes, keep)
    }

    /// The standard deviation, the root of the variance.
    pub fn std(&self, axes: &[isize], unbiased: bool, keep: bool) -> Result<Self> {
        self.std_corrected(axes, f64::from(u8::from(unbiased)), keep)
    }

    /// The root of the variance with any correction.
    pub fn std_corrected(&self, axes: &[isize], correction: f64, keep: bool) -> Result<Self> {
        self.reduce(Reduction::Std { correction }, axes, keep)
    }

    /// The p-norm: the length of a vector for `p` = 2, the sum of sizes for 1, the largest size for infinity.
    pub fn norm(&self, p: f64, axes: &[isize], keep: bool) -> Result<Self> {
        if p.is_nan() {
            return Err(Error::Value("norm: the order of a norm cannot be NaN".to_owned()));
        }
        self.reduce(Reduction::Norm { p }, axes, keep)
    }

    /// The product along axes, of all elements when none is named; 1 of nothing.
    pub fn prod(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Product, axes, keep)
    }

    /// The largest element along axes (`amax`); NaN when one is.
    pub fn max(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Max, axes, keep)
    }

    /// The smallest element along axes (`amin`); NaN when one is.
    pub fn min(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Min, axes, keep)
    }

    /// The largest element of all, as `torch.max(x)` has it: NaN among several has its part of the gradient, too.
    pub fn largest(&self) -> Result<Self> {
        self.reduce_all(Reduction::Max)
    }

    /// The smallest element of all, as `torch.min(x)` has it.
    pub fn smallest(&self) -> Result<Self> {
        self.reduce_all(Reduction::Min)
    }

    /// The extreme or middle element of all.
    fn reduce_all(&self, reduction: Reduction) -> Result<Self> {
        let axes = (0..self.ndim()).collect();
        apply(Reduce { reduction, axes, keep: false, ties: Ties::SharedByNan }, &[self])
    }

    /// Whether all elements are true (not zero).
    pub fn all(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::All, axes, keep)
    }

    /// Whether any element is true (not zero).
    pub fn any(&self, axes: &[isize], keep: bool) -> Result<Self> {
        self.reduce(Reduction::Any, axes, keep)
    }

    /// The largest or smallest elements along an axis and the place of each. Of equal ones the first is meant, and it alone gets a
    /// gradient, as `torch.max(x, dim)` has it; [`max`](Self::max) shares it out.
    pub fn extreme(&self, largest: bool, axis: isize, keep: bool) -> Result<(Self, Self)> {
        let reduction = if largest { Reduction::Max } else { Reduction::Min };
        let axes = axis_places(reduction.name(), self, &[axis])?;
        let places = tape::pause(|| {
            let counted = if self.dtype() == DType::Bool { self.to(DType::U8)? } else { self.clone() };
            counted.place_of_extreme(largest, axis, keep)
        })?;
        let values = apply(Reduce { reduction, axes, keep, ties: Ties::First }, &[self])?;
        Ok((values, places))
    }

    /// The middle element, the lower of two; NaN when one is NaN, or there is none.
    pub fn median(&self) -> Result<Self> {
        self.reduce_all(Reduction::Median)
    }
}
