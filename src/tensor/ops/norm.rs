//! Layer normalization (Ba, Kiros and Hinton, 2016), PyTorch's and the variants that tutorials print.

use ndarray::{ArrayD, aview1};

use super::reduce::variance;
use super::{Operation, apply, broadcast_index, joint_axes, sum_to};
use crate::tensor::array::Element;
use crate::tensor::explain::{Expr, Function, Operator, Reason, element};
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, lanes};

/// Which layer norm: PyTorch's is `(x - mean) / sqrt(var + eps)` with the biased variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerNorm {
    /// What keeps the division from failing: 1e-5 in PyTorch.
    pub eps: f64,
    /// Whether the variance divides by n-1 instead of n.
    pub unbiased: bool,
    /// Whether eps is added to the deviation, `(x - mean) / (std + eps)`, instead of to the variance under the root.
    pub eps_outside: bool,
}

impl Default for LayerNorm {
    /// PyTorch's `nn.LayerNorm`.
    fn default() -> Self {
        Self { eps: 1e-5, unbiased: false, eps_outside: false }
    }
}

/// The operation: inputs are x and, when there is one, a gain and a bias that broadcast along the last axis.
#[derive(Debug)]
struct Normalize {
    variant: LayerNorm,
    has_gain: bool,
    has_bias: bool,
}

impl LayerNorm {
    fn divisor<T: Real>(self, variance: T) -> T {
        let eps = T::of(self.eps);
        if self.eps_outside { variance.sqrt() + eps } else { (variance + eps).sqrt() }
    }

    fn normalize<T: Real>(self, x: &Tensor) -> ArrayD<T> {
        let mut values: ArrayD<T> = x.array().reals();
        let count = x.shape().last().copied().unwrap_or(1) as f64;
        let places = T::of(count - f64::from(u8::from(self.unbiased)));
        lanes::for_each(&mut values, x.ndim() - 1, |lane| {
            let mean = aview1(lane).sum() / T::of(count);
            for x in lane.iter_mut() {
                *x -= mean;
            }
            let variance = aview1(lane).dot(&aview1(lane)) / places;
            let divisor = self.divisor(variance);
            for x in lane {
                *x /= divisor;
            }
        });
        values
    }
}

fn scaled<T: Real>(mut values: ArrayD<T>, gain: Option<&Tensor>, bias: Option<&Tensor>) -> Array {
    if let Some(gain) = gain {
        values *= &gain.array().reals::<T>();
    }
    if let Some(bias) = bias {
        values += &bias.array().reals::<T>();
    }
    T::array(values)
}

impl Normalize {
    fn gain<'a, T>(&self, inputs: &'a [T]) -> Option<&'a T> {
        self.has_gain.then(|| &inputs[1])
    }

    fn bias<'a, T>(&self, inputs: &'a [T]) -> Option<&'a T> {
        self.has_bias.then(|| &inputs[1 + usize::from(self.has_gain)])
    }
}

impl Operation for Normalize {
    fn name(&self) -> &'static str {
        "layer_norm"
    }

    fn value(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        if !x.dtype().is_float() {
            return Err(Error::DType {
                operation: "layer_norm".to_owned(),
                wants: "real numbers",
                got: x.dtype().to_string(),
            });
        }
        let Some(&size) = x.shape().last() else {
            return Err(Error::Value("layer_norm needs at least one axis".to_owned()));
        };
        for other in &inputs[1..] {
            if other.ndim() != 1 || ![1, size].contains(&other.shape()[0]) {
                return Err(Error::Value(format!(
                    "layer_norm: a gain or bias of shape {} does not fit {}: it needs {size} elements, one for each feature",
                    other.shape_text(),
                    x.shape_text()
                )));
            }
        }
        let (gain, bias) = (self.gain(inputs).copied(), self.bias(inputs).copied());
        let array = match x.dtype() {
            DType::F64 => scaled(self.variant.normalize::<f64>(x), gain, bias),
            _ => scaled(self.variant.normalize::<f32>(x), gain, bias),
        };
        Ok(Tensor::new(array).with_axes(joint_axes(x.shape(), inputs)))
    }

    fn gradient(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let x = &inputs[0];
        let normal = match x.dtype() {
            DType::F64 => Tensor::new(f64::array(self.variant.normalize(x))),
            _ => Tensor::new(f32::array(self.variant.normalize(x))),
        };
        let to_normal = match self.gain(inputs) {
            Some(gain) => gradient.mul(gain)?,
            None => gradient.clone(),
        };
        let mut handed = vec![Some(self.through_norm(x, &normal, &to_normal)?)];
        if let Some(gain) = self.gain(inputs) {
            handed.push(Some(sum_to(&gradient.mul(&normal)?, gain.shape())?));
        }
        if let Some(bias) = self.bias(inputs) {
            handed.push(Some(sum_to(gradient, bias.shape())?));
        }
        Ok(handed)
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let Some((&own, before)) = index.split_last() else { return Reason::default() };
        let size = inputs[0].shape()[before.len()];
        let lane: Vec<Expr> = (0..size).map(|at| element(inputs, 0, &[before, &[at]].concat())).collect();
        let mean = Expr::mean(lane.clone()).named("mean");
        let var = variance(&lane, self.variant.unbiased).named("var");
        let eps = Expr::Exact(self.variant.eps);
        let divisor = if self.variant.eps_outside {
            Expr::call(Function::Sqrt, var).join(Operator::Add, eps)
        } else {
            Expr::call(Function::Sqrt, var.join(Operator::Add, eps))
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
    /// The gradient with respect to x: the mean and the deviation depend on every element of the row.
    fn through_norm(&self, x: &Tensor, normal: &Tensor, gradient: &Tensor) -> Result<Tensor> {
        let variant = self.variant;
        let size = x.shape().last().copied().unwrap_or(1) as f64;
        let places = size - f64::from(u8::from(variant.unbiased));
        let centered = x.sub(&x.mean(&[-1], true)?)?;
        let var = centered.mul(&centered)?.sum(&[-1], true)?.div(&Tensor::number(places))?;
        let eps = Tensor::number(variant.eps);
        let divisor = if variant.eps_outside { var.sqrt()?.add(&eps)? } else { var.add(&eps)?.sqrt()? };
        // d divisor / d x_i = centered_i / (places * root), where root is the deviation itself, or the divisor with eps inside.
        let root = if variant.eps_outside { var.sqrt()? } else { divisor.clone() };
        let slope = centered.div(&root.mul(&Tensor::number(places))?)?;
        let pull = gradient.mul(normal)?.sum(&[-1], true)?;
        let direct = gradient.sub(&gradient.mean(&[-1], true)?)?;
        direct.sub(&slope.mul(&pull)?)?.div(&divisor)
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
    /// use glassformer::tensor::{LayerNorm, Tensor};
    /// let x = Tensor::from_f64(&[4], vec![1.0, 0.0, 0.0, 0.0])?;
    /// let y: Vec<String> = x.layer_norm(LayerNorm::default(), None, None)?.to_vec().iter().map(|y| format!("{y:.3}")).collect();
    /// assert_eq!(y, ["1.732", "-0.577", "-0.577", "-0.577"]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn layer_norm(&self, variant: LayerNorm, gain: Option<&Self>, bias: Option<&Self>) -> Result<Self> {
        let operation = Normalize { variant, has_gain: gain.is_some(), has_bias: bias.is_some() };
        let inputs: Vec<&Self> = [Some(self), gain, bias].into_iter().flatten().collect();
        apply(operation, &inputs)
    }
}
