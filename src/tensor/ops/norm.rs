//! Layer normalization (Ba, Kiros and Hinton, 2016), PyTorch's and the variants that tutorials print.

use ndarray::{ArrayD, IxDyn};

use super::dtype_names::not_implemented;
use super::reduce::variance;
use super::{GradientReads, GradientSaves, Operation, apply, broadcast_index, joint_axes, sum_to};
use crate::tensor::backend::simd;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, ScalarFunction, element};
use crate::tensor::sum::{self, ColumnSums};
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, iter_axis, stop};

/// Which layer norm: PyTorch's is `(x - mean) / sqrt(var + eps)` with the biased variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormVariant {
    /// What keeps the division from failing: 1e-5 in PyTorch.
    pub eps: f64,
    /// Whether the variance divides by n-1 instead of n.
    pub unbiased: bool,
    /// Whether eps is added to the deviation, `(x - mean) / (std + eps)`, instead of to the variance under the root.
    pub eps_outside: bool,
}

impl Default for NormVariant {
    /// PyTorch's `nn.LayerNorm`.
    fn default() -> Self {
        Self { eps: 1e-5, unbiased: false, eps_outside: false }
    }
}

/// A row of so many elements or more is one of several parts to PyTorch, whose moments are merged.
const MERGED: usize = 8;

/// The operation: inputs are x and, when there is one, a gain and a bias that broadcast along the last axis.
#[derive(Debug)]
struct Normalize {
    variant: NormVariant,
    has_gain: bool,
    has_bias: bool,
}

impl NormVariant {
    #[inline(always)]
    fn divisor<T: Real>(self, variance: T) -> T {
        let eps = T::of(self.eps);
        if self.eps_outside { variance.sqrt() + eps } else { (variance + eps).sqrt() }
    }

    /// What the squares of a row of `count` elements are divided by for its variance.
    #[inline(always)]
    fn places<T: Real>(self, count: usize) -> T {
        T::of(count as f64 - f64::from(u8::from(self.unbiased)))
    }

    /// Shifts a row to mean 0; its variance.
    #[inline(always)]
    fn center<T: Real>(self, row: &mut [T]) -> T {
        let mean = sum::sum(row) / T::of(row.len() as f64);
        for x in row.iter_mut() {
            *x -= mean;
        }
        let variance = sum::dot(row, row) / self.places(row.len());
        // PyTorch merges the moments of parts of a row, and where a square is too large for the type it merges inf and 0.
        let is_merged = (mean * mean).is_infinite() || (variance.is_infinite() && row.len() >= MERGED);
        if is_merged { T::nan() } else { variance }
    }

    /// One row, shifted to mean 0 and scaled to deviation 1.
    #[inline(always)]
    fn normalize<T: Real>(self, row: &mut [T]) {
        let variance = self.center(row);
        let divisor = self.divisor(variance);
        for x in row {
            *x /= divisor;
        }
    }
}

/// Each row normalized, then times its gain and plus its bias.
fn normalized<T: Real>(
    variant: NormVariant,
    x: &Tensor,
    gain: Option<&Tensor>,
    bias: Option<&Tensor>,
) -> Result<Array> {
    let size = x.shape().last().copied().unwrap_or(1);
    let [gain, bias] = [gain, bias].map(|part| part.and_then(|part| spread::<T>(part, size).ok()));
    let values = iter_axis::changed(
        &x.array().read::<T>().view(),
        x.ndim() - 1,
        #[inline(always)]
        |row| {
            variant.normalize(row);
            if let Some(gain) = &gain {
                row.iter_mut().zip(gain).for_each(|(x, &gain)| *x *= gain);
            }
            match &bias {
                Some(bias) => row.iter_mut().zip(bias).for_each(|(x, &bias)| *x += bias),
                // As in PyTorch, where no bias is one of 0: -0 becomes 0.
                None => row.iter_mut().for_each(|x| *x += T::zero()),
            }
        },
    );
    values.map(T::array)
}

impl Normalize {
    fn gain<'a, T>(&self, inputs: &'a [T]) -> Option<&'a T> {
        self.has_gain.then(|| &inputs[1])
    }

    fn bias<'a, T>(&self, inputs: &'a [T]) -> Option<&'a T> {
        self.has_bias.then(|| &inputs[1 + usize::from(self.has_gain)])
    }
}

/// Refuses whole numbers, and a gain or bias of another dtype, in PyTorch's words.
fn check_dtypes(x: &Tensor, parameters: &[&Tensor]) -> Result<()> {
    let dtype = x.dtype();
    if dtype.is_half() && parameters.iter().all(|parameter| parameter.dtype() == DType::F32) {
        return Ok(());
    }
    match parameters.iter().find(|parameter| parameter.dtype() != dtype) {
        Some(other) => {
            let says = if dtype == DType::F32 || dtype.is_half() {
                "mixed dtype (CPU): expect parameter to have scalar type of Float"
            } else {
                "mixed dtype (CPU): all inputs must share same datatype."
            };
            let other = other.dtype();
            Err(Error::Value(format!("{says} layer_norm of {dtype} needs a weight and a bias of {dtype}, not {other}")))
        }
        None if dtype.is_float() => Ok(()),
        None => Err(not_implemented("LayerNormKernelImpl", dtype, "layer_norm")),
    }
}

impl Operation for Normalize {
    fn name(&self) -> &'static str {
        "layer_norm"
    }

    fn check(&self, inputs: &[&Tensor]) -> Result<()> {
        check_dtypes(inputs[0], &inputs[1..])
    }

    /// A gain of float32 leaves half precision what it is.
    fn dtype_of(&self, inputs: &[&Tensor]) -> DType {
        inputs[0].dtype()
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let Some(&size) = x.shape().last() else {
            return Err(Error::Value("layer_norm needs at least one axis".to_owned()));
        };
        for other in &inputs[1..] {
            if other.ndim() != 1 || ![1, size].contains(&other.shape()[0]) {
                return Err(Error::Value(format!(
                    "layer_norm: a weight or bias of shape {} does not match {}: it needs {size} elements, one per feature",
                    other.shape_text(),
                    x.shape_text()
                )));
            }
        }
        let (gain, bias) = (self.gain(inputs).copied(), self.bias(inputs).copied());
        let array = match x.dtype() {
            DType::F64 => normalized::<f64>(self.variant, x, gain, bias)?,
            _ => normalized::<f32>(self.variant, x, gain, bias)?,
        };
        Ok(Tensor::new(array).with_axes(joint_axes(x.shape(), inputs)))
    }

    fn reads(&self) -> GradientReads {
        if self.has_gain { GradientReads::inputs(&[0, 1]) } else { GradientReads::inputs(&[0]) }
    }

    /// The bias, too, whatever gradient is wanted.
    fn saves(&self, inputs: &[Tensor], _: &[bool]) -> GradientSaves {
        GradientSaves { inputs: (0..inputs.len()).collect(), ..GradientSaves::default() }
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        match inputs[0].dtype() {
            DType::F64 => self.back::<f64>(inputs, gradient),
            _ => self.back::<f32>(inputs, gradient),
        }
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let Some((&own, before)) = index.split_last() else { return Reason::default() };
        let size = inputs[0].shape()[before.len()];
        let lane: Vec<Expr> = (0..size).map(|at| element(inputs, 0, &[before, &[at]].concat())).collect();
        let mean = Expr::mean(lane.clone()).named("mean");
        let var = variance(&lane, f64::from(u8::from(self.variant.unbiased))).named("var");
        let eps = Expr::Exact(self.variant.eps);
        let divisor = if self.variant.eps_outside {
            Expr::call(ScalarFunction::Sqrt, var).join(Operator::Add, eps)
        } else {
            Expr::call(ScalarFunction::Sqrt, var.join(Operator::Add, eps))
        };
        let mut formula = lane[own].clone().join(Operator::Sub, mean).join(Operator::Div, divisor);
        let part = |input: usize| element(inputs, input, &broadcast_index(&[own], inputs[input].shape()));
        if self.has_gain {
            formula = formula.join(Operator::Mul, part(1));
        }
        if self.has_bias {
            formula = formula.join(Operator::Add, part(1 + usize::from(self.has_gain)));
        }
        formula.into()
    }
}

impl Normalize {
    /// Row by row: each is normalized again, and while it is at hand its part of all gradients is computed.
    fn back<T: Real>(&self, inputs: &[Tensor], gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let x = &inputs[0];
        let size = x.shape().last().copied().unwrap_or(1);
        let gain = self.gain(inputs).map(|gain| spread::<T>(gain, size)).transpose()?;
        let [values, gradients] = [x, gradient].map(|tensor| tensor.array().read::<T>());
        let [values, gradients] = [&values, &gradients].map(|values| values.as_standard_layout());
        let (Some(values), Some(gradients)) = (values.as_slice(), gradients.as_slice()) else {
            return Err(Error::Stopped);
        };
        let mut to_x = gradients.to_vec();
        let (mut normal, mut to_gain, mut to_bias) =
            (vec![T::zero(); size], ColumnSums::new(size), ColumnSums::new(size));
        simd::dispatch::<T, _>(
            #[inline(always)]
            || {
                let rows = values.chunks_exact(size.max(1)).zip(gradients.chunks_exact(size.max(1)));
                for ((x, gradient), to_x) in stop::until_asked_of(rows, size).zip(to_x.chunks_exact_mut(size.max(1))) {
                    normal.copy_from_slice(x);
                    if let Some(gain) = &gain {
                        to_x.iter_mut().zip(gain).for_each(|(g, &gain)| *g *= gain);
                    }
                    self.variant.back(to_x, &mut normal);
                    to_gain.add(gradient.iter().zip(&normal).map(|(&g, &x)| g * x));
                    to_bias.add(gradient.iter().copied());
                }
            },
        );
        let to_x = T::array(ArrayD::from_shape_vec(IxDyn(x.shape()), to_x).map_err(|_| Error::Stopped)?);
        let mut handed = vec![Some(Tensor::new(to_x).with_axes(x.axes().to_vec()))];
        let parts = [(self.gain(inputs), to_gain), (self.bias(inputs), to_bias)];
        for (parameter, sums) in parts.into_iter().filter_map(|(parameter, sums)| Some((parameter?, sums))) {
            handed.push(Some(sum_to(&Tensor::new(Array::from_vec(&[size], sums.totals())?), parameter.shape())?));
        }
        Ok(handed)
    }
}

/// A gain or a bias of one number or of so many, as so many.
fn spread<T: Real>(parameter: &Tensor, size: usize) -> Result<Vec<T>> {
    let values = parameter.array().reals::<T>();
    values.broadcast(size).map(|values| values.to_vec()).ok_or(Error::Stopped)
}

impl NormVariant {
    /// Of one row: the gradient with respect to what was normalized becomes that with respect to x, and x becomes what was normalized.
    /// The mean and the deviation depend on every element of the row.
    #[inline(always)]
    fn back<T: Real>(self, gradient: &mut [T], row: &mut [T]) {
        let count = row.len();
        let variance = self.center(row);
        let divisor = self.divisor(variance);
        // d divisor / d x_i = centered_i / (places * root), where root is the deviation itself, or the divisor with eps inside.
        let root = if self.eps_outside { variance.sqrt() } else { divisor };
        let pull = sum::dot(gradient, row) / (divisor * root * self.places(count));
        let level = sum::sum(gradient) / T::of(count as f64);
        let share = divisor.recip();
        for (gradient, x) in gradient.iter_mut().zip(row) {
            *gradient = (*gradient - level - *x * pull) * share;
            *x *= share;
        }
    }
}

impl Tensor {
    /// Layer normalization over the last axis: each row gets mean 0 and variance 1, then `gain` and `bias` (each of the size of
    /// that axis, or of size 1) scale and shift it.
    ///
    /// # Errors
    /// When the tensor is not real or has no axes, or gain or bias do not fit.
    ///
    /// ```
    /// use glassformer::tensor::{NormVariant, Tensor};
    /// let x = Tensor::from_f64(&[4], vec![1.0, 0.0, 0.0, 0.0])?;
    /// let y: Vec<String> = x.layer_norm(NormVariant::default(), None, None)?.to_vec().iter().map(|y| format!("{y:.3}")).collect();
    /// assert_eq!(y, ["1.732", "-0.577", "-0.577", "-0.577"]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn layer_norm(&self, variant: NormVariant, gain: Option<&Self>, bias: Option<&Self>) -> Result<Self> {
        let operation = Normalize { variant, has_gain: gain.is_some(), has_bias: bias.is_some() };
        let inputs: Vec<&Self> = [Some(self), gain, bias].into_iter().flatten().collect();
        apply(operation, &inputs)
    }
}
