//! `torch.nn.init`: functions that draw or set a parameter anew, in place.

use std::sync::Arc;

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::from_argument::At;
use super::super::in_place::{Changed, checked_bounds, checked_deviation, drawn};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::lang::value::{SharedGenerator, Trace, Value};
use crate::tensor::random::init;
use crate::tensor::{Leaf, Tensor};

builtins! { TABLE:
    /// Draws uniformly from a to b.
    #[at(Init)]
    fn uniform_(
        call, tensor: Changed, a: f64 = 0.0, b: f64 = 1.0, generator: Option<SharedGenerator> = None
    ) -> Value {
        checked_bounds(call, a, b)?;
        drawn(call, tensor, generator.as_ref(), |generator, shape| generator.uniform(shape, a, b))
    }

    /// Draws from a normal distribution.
    #[at(Init)]
    fn normal_(
        call, tensor: Changed, mean: f64 = 0.0, std: f64 = 1.0, generator: Option<SharedGenerator> = None
    ) -> Value {
        checked_deviation(call, std)?;
        drawn(call, tensor, generator.as_ref(), |generator, shape| generator.normal(shape, mean, std))
    }

    /// Glorot's and Bengio's uniform numbers.
    #[at(Init)]
    fn xavier_uniform_(
        call, tensor: Changed, gain: f64 = 1.0, generator: Option<SharedGenerator> = None
    ) -> Value {
        has_fans(call, &tensor.old)?;
        drawn(call, tensor, generator.as_ref(), |generator, shape| init::xavier_uniform(generator, shape, gain))
    }

    /// Glorot's and Bengio's normal numbers.
    #[at(Init)]
    fn xavier_normal_(
        call, tensor: Changed, gain: f64 = 1.0, generator: Option<SharedGenerator> = None
    ) -> Value {
        has_fans(call, &tensor.old)?;
        drawn(call, tensor, generator.as_ref(), |generator, shape| init::xavier_normal(generator, shape, gain))
    }

    /// He's uniform numbers.
    #[at(Init)]
    fn kaiming_uniform_(
        call, tensor: Changed, a: f64 = 0, mode: At<Arc<str>> = "fan_in", nonlinearity: At<Arc<str>> = "leaky_relu",
        generator: Option<SharedGenerator> = None
    ) -> Value {
        has_fans(call, &tensor.old)?;
        let gain = gain(&nonlinearity, Some(a))?;
        // The numbers of one output, or of one input: fan_in and fan_out.
        let shape = tensor.old.shape();
        let fan = match &*mode.value {
            "fan_in" => tensor.old.len() / shape[0].max(1),
            "fan_out" => tensor.old.len() / shape[1].max(1),
            other => {
                let message = format!("Mode {other} not supported, please use one of ['fan_in', 'fan_out']");
                return Err(Diagnostic::new(mode.span, message).into());
            }
        };
        let bound = 3.0_f64.sqrt() * (gain / (fan as f64).sqrt());
        drawn(call, tensor, generator.as_ref(), |generator, shape| generator.uniform(shape, -bound, bound))
    }

    /// Sets every element to a number.
    #[at(Init)]
    fn constant_(call, tensor: Changed, val: f64) -> Value {
        filled(call, tensor, val)
    }

    /// Sets every element to 0.
    #[at(Init)]
    fn zeros_(call, tensor: Changed) -> Value {
        filled(call, tensor, 0.0)
    }

    /// Sets every element to 1.
    #[at(Init)]
    fn ones_(call, tensor: Changed) -> Value {
        filled(call, tensor, 1.0)
    }

    /// 1 on the diagonal, 0 elsewhere.
    #[at(Init)]
    fn eye_(call, tensor: Changed) -> Value {
        let [rows, columns] = *tensor.old.shape() else {
            return Err(call.error("Only tensors with 2 dimensions are supported").into());
        };
        tensor.change(call, |call, old| {
            let ones = (0..rows * columns).map(|at| f64::from(u8::from(at / columns.max(1) == at % columns.max(1))));
            let new = Tensor::from_f64(&[rows, columns], ones.collect())?.to(old.dtype())?;
            Ok(call.interpreter.leaf(new, Leaf::Literal, call.span))
        })
    }

    /// The gain that suits an activation.
    #[at(Init)]
    fn calculate_gain(call, nonlinearity: At<Arc<str>>, param: Option<f64> = None) -> Value {
        let _ = call;
        Ok(match gain(&nonlinearity, param)? {
            // PyTorch writes these as whole numbers.
            1.0 => Value::int(1),
            gain => Value::Float(gain, Trace::None),
        })
    }
}

fn filled(call: &mut Invocation<'_, '_>, tensor: Changed, value: f64) -> BuiltinResult<Value> {
    tensor.fill(call, |call, old| {
        Ok(call.interpreter.leaf(Tensor::full(old.shape(), value, old.dtype()), Leaf::Literal, call.span))
    })
}

/// That a tensor has inputs and outputs whose numbers its start depends on.
fn has_fans(call: &Invocation<'_, '_>, tensor: &Tensor) -> Outcome<()> {
    if tensor.ndim() >= 2 {
        return Ok(());
    }
    Err(call.error("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"))
}

/// `calculate_gain`: `param` is the slope of a leaky ReLU.
fn gain(nonlinearity: &At<Arc<str>>, param: Option<f64>) -> Outcome<f64> {
    match &*nonlinearity.value {
        "linear" | "sigmoid" => Ok(1.0),
        "tanh" => Ok(5.0 / 3.0),
        "relu" => Ok(2.0_f64.sqrt()),
        "leaky_relu" => {
            let slope = param.unwrap_or(0.01);
            Ok((2.0 / (1.0 + slope * slope)).sqrt())
        }
        "selu" => Ok(0.75),
        other => Err(Diagnostic::new(nonlinearity.span, format!("Unsupported nonlinearity {other}"))
            .help("use 'linear', 'sigmoid', 'tanh', 'relu', 'leaky_relu' or 'selu'")),
    }
}
