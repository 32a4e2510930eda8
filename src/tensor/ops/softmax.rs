//! Softmax along one axis (the paper's equation 1 uses it over the keys), and its logarithm.

use ndarray::ArrayD;

use super::dtype_names::not_implemented;
use super::{GradientReads, Operation, apply, axis_place, of_number};
use crate::tensor::backend::simd;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Otherwise, Reason, ScalarFunction, element};
use crate::tensor::iter_axis::{self, Layout};
use crate::tensor::{Array, DType, Real, Result, Tensor, sum};

/// `softmax(x, dim)`: `exp(x_i) / sum_j exp(x_j)`.
#[derive(Debug)]
struct Softmax {
    axis: usize,
}

/// `log_softmax(x, dim)`: `x_i - ln sum_j exp(x_j)`.
#[derive(Debug)]
struct LogSoftmax {
    axis: usize,
    /// The half precision to which PyTorch's kernel for the last axis rounds the sum and its logarithm.
    half: Option<DType>,
}

/// The largest value that is not NaN. (A NaN makes the sum NaN, and so every element of its lane.) Several at a time, since a
/// single running maximum waits for itself.
#[inline(always)]
pub(super) fn largest<T: Real>(values: &[T]) -> T {
    let larger = |a: T, b: T| if b > a { b } else { a };
    let mut tops = [T::neg_infinity(); 16];
    let (chunks, rest) = values.as_chunks::<16>();
    for chunk in chunks {
        tops.iter_mut().zip(chunk).for_each(|(top, &x)| *top = larger(*top, x));
    }
    tops.iter().chain(rest).copied().fold(T::neg_infinity(), larger)
}

/// Whether a lane is -inf throughout, so that its softmax would be 0/0.
pub(super) fn is_hidden<T: Real>(mut lane: impl Iterator<Item = T>) -> bool {
    lane.all(|x| x == T::neg_infinity())
}

/// Softmax of one lane, in place.
pub(super) fn softmax_in_place<T: Real>(lane: &mut [T]) {
    simd::dispatch::<T, _>(
        #[inline(always)]
        || {
            let top = largest(lane);
            for x in lane.iter_mut() {
                *x = (*x - top).quick_exp();
            }
            let total = sum::sum(lane);
            for x in lane {
                *x /= total;
            }
        },
    );
}

fn softmax_of<T: Real>(x: &Tensor, axis: usize) -> Result<Array> {
    iter_axis::changed(&x.array().read::<T>().view(), axis, softmax_in_place).map(T::array)
}

fn log_softmax_of<T: Real>(x: &Tensor, axis: usize, half: Option<DType>) -> Result<Array> {
    let rounded = |x: T| half.and_then(ScalarFunction::rounding).map_or(x, |function| T::of(function.of(&[x.f64()])));
    let mut exponentials = Vec::new();
    let values = iter_axis::changed(&x.array().read::<T>().view(), axis, |lane| {
        let top = largest(lane);
        exponentials.clear();
        exponentials.extend(lane.iter().map(|&x| (x - top).quick_exp()));
        let log_total = rounded(rounded(sum::sum(&exponentials)).ln());
        for x in lane {
            *x = (*x - top) - log_total;
        }
    });
    values.map(T::array)
}

/// The gradient of softmax, lane by lane: `y (g - sum_j g_j y_j)`.
fn back<T: Real>(value: &Tensor, gradient: &Tensor, axis: usize) -> Array {
    let mut handed: ArrayD<T> = gradient.array().reals();
    iter_axis::for_each_pair(&mut handed, &mut value.array().reals(), axis, |gradient, weights| {
        let total = sum::dot(gradient, weights);
        gradient.iter_mut().zip(weights).for_each(|(g, y)| *g = *y * (*g - total));
    });
    T::array(handed)
}

/// The elements of the lane through `index` along `axis`.
fn lane(inputs: &[Tensor], index: &[usize], axis: usize) -> Vec<Expr> {
    let mut place = index.to_vec();
    (0..inputs[0].shape()[axis])
        .map(|at| {
            place[axis] = at;
            element(inputs, 0, &place)
        })
        .collect()
}

fn exp(x: Expr) -> Expr {
    Expr::call(ScalarFunction::Exp, x)
}

/// The same formula with the largest of the lane subtracted from every element.
fn shifted(lane: &[Expr]) -> (Expr, Vec<Expr>) {
    let top = Expr::Call(ScalarFunction::Max, lane.to_vec()).named("max");
    let lane = lane.iter().map(|x| x.clone().join(Operator::Sub, top.clone())).collect();
    (top, lane)
}

impl Operation for Softmax {
    fn name(&self) -> &'static str {
        "softmax"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let array = match x.dtype() {
            DType::F64 => softmax_of::<f64>(x, self.axis)?,
            _ => softmax_of::<f32>(x, self.axis)?,
        };
        Ok(Tensor::new(array).with_axes(x.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::VALUE
    }

    /// `y (g - sum_j g_j y_j)`
    fn backward(&self, _: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let handed = match gradient.dtype() {
            DType::F64 => back::<f64>(value, gradient, self.axis),
            _ => back::<f32>(value, gradient, self.axis),
        };
        Ok(vec![Some(Tensor::new(handed).with_axes(value.axes().to_vec()))])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let lane = lane(inputs, index, self.axis);
        let own = index[self.axis];
        let quotient = |lane: &[Expr]| {
            let terms = lane.iter().cloned().map(exp).collect();
            exp(lane[own].clone()).join(Operator::Div, Expr::Sum(terms))
        };
        let (_, shifted) = shifted(&lane);
        Reason::from(quotient(&lane)).computed_as(quotient(&shifted), Otherwise::Shifted)
    }
}

impl Operation for LogSoftmax {
    fn name(&self) -> &'static str {
        "log_softmax"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let array = match x.dtype() {
            DType::F64 => log_softmax_of::<f64>(x, self.axis, self.half)?,
            _ => log_softmax_of::<f32>(x, self.axis, self.half)?,
        };
        Ok(Tensor::new(array).with_axes(x.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::VALUE
    }

    /// `g - softmax(x) sum_j g_j`
    fn backward(&self, _: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let total = gradient.sum(&[self.axis as isize], true)?;
        Ok(vec![Some(gradient.sub(&value.exp()?.mul(&total)?)?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let lane = lane(inputs, index, self.axis);
        let own = index[self.axis];
        let rounded = |x: Expr| match self.half.and_then(ScalarFunction::rounding) {
            Some(function) => Expr::call(function, x),
            None => x,
        };
        let difference = |lane: &[Expr]| {
            let total = rounded(Expr::Sum(lane.iter().cloned().map(exp).collect()));
            lane[own].clone().join(Operator::Sub, rounded(Expr::call(ScalarFunction::Ln, total)))
        };
        let (_, shifted) = shifted(&lane);
        if self.half.is_some() {
            // What is rounded on the way is rounded after the largest was taken out.
            return difference(&shifted).into();
        }
        Reason::from(difference(&lane)).computed_as(difference(&shifted), Otherwise::Shifted)
    }
}

/// Refuses whole numbers and truth values, as PyTorch does.
fn check(operation: &str, x: &Tensor) -> Result<()> {
    if x.dtype().is_float() {
        Ok(())
    } else {
        Err(not_implemented(&format!("{operation}_kernel_impl"), x.dtype(), operation))
    }
}

impl Tensor {
    /// Whether some lane along the last axis is -inf throughout, so that its softmax would be 0/0.
    pub(crate) fn has_hidden_lane(&self) -> bool {
        fn any<T: Real>(x: &Tensor) -> Option<bool> {
            let values = T::view(x.array())?;
            let size = x.shape().last().copied()?;
            Some(Layout::own(&values).rows_from(0).any(|row| is_hidden(row.elements(size))))
        }
        let wide = super::widened(self);
        any::<f32>(&wide).or_else(|| any::<f64>(&wide)).unwrap_or(false)
    }

    /// Softmax along `axis`: every lane becomes positive and sums to one. A lane that is all -inf is 0/0 and becomes NaN, as in
    /// PyTorch.
    ///
    /// # Errors
    /// When there is no such axis, or the elements are not real numbers.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    /// let weights = Tensor::from_f32(&[3], vec![1.0, 2.0, 3.0])?.softmax(-1)?;
    /// let weights: Vec<String> = weights.to_vec().iter().map(|w| format!("{w:.4}")).collect();
    /// assert_eq!(weights, ["0.0900", "0.2447", "0.6652"]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn softmax(&self, axis: isize) -> Result<Self> {
        check("softmax", self)?;
        of_number("softmax", self, axis, |x| x.softmax(0))
            .unwrap_or_else(|| apply(Softmax { axis: axis_place("softmax", self, axis)? }, &[self]))
    }

    /// The logarithm of softmax along `axis`, computed without losing small probabilities.
    ///
    /// # Errors
    /// When there is no such axis, or the elements are not real numbers.
    pub fn log_softmax(&self, axis: isize) -> Result<Self> {
        check("log_softmax", self)?;
        of_number("log_softmax", self, axis, |x| x.log_softmax(0)).unwrap_or_else(|| {
            let axis = axis_place("log_softmax", self, axis)?;
            let half = Some(self.dtype()).filter(|dtype| dtype.is_half() && axis + 1 == self.ndim());
            apply(LogSoftmax { axis, half }, &[self])
        })
    }
}
