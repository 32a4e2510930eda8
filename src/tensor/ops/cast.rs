//! Conversion between dtypes.

use super::{Elements, GradientReads, Operation, apply};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, Remark, ScalarFunction, element};
use crate::tensor::{DType, Result, Tensor, strides};

/// `x.to(dtype)`, `x.float()`, `x.bool()`, `x.long()`.
#[derive(Debug)]
struct To(DType);

impl Operation for To {
    fn name(&self) -> &'static str {
        "to"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        Ok(Tensor::new(inputs[0].array().cast(self.0)).with_axes(inputs[0].axes().to_vec()))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![if !self.0.is_integer() && self.0 != DType::Bool && inputs[0].dtype().takes_gradient() {
            Some(to(gradient, inputs[0].dtype())?)
        } else {
            None
        }])
    }

    fn explain(&self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason {
        let x = element(inputs, 0, index);
        let formula = match self.0 {
            DType::Bool => Expr::call(ScalarFunction::Truth, x),
            DType::I64 | DType::I32 | DType::U8 => {
                wrapped(Expr::call(ScalarFunction::Trunc, x), self.0, value.at(index))
            }
            DType::F16 => Expr::call(ScalarFunction::Float16, x),
            DType::BF16 => Expr::call(ScalarFunction::BFloat16, x),
            DType::F32 => Expr::call(ScalarFunction::Float32, x),
            DType::F64 | DType::C64 => x,
        };
        Reason::from(formula).remarking(Remark::Cast(self.0))
    }
}

/// A whole number that is too large for its dtype wraps around: the formula says so where it does.
fn wrapped(whole: Expr, dtype: DType, value: f64) -> Expr {
    #[expect(clippy::float_cmp, reason = "both are whole numbers")]
    let fits = whole.value() == value;
    match dtype {
        _ if fits => whole,
        DType::U8 => whole.join(Operator::Mod, Expr::Exact(256.0)),
        DType::I32 => {
            let half = || Expr::Exact(f64::from(1_u32 << 31));
            let around = whole.join(Operator::Add, half()).join(Operator::Mod, Expr::Exact(4_294_967_296.0));
            around.join(Operator::Sub, half())
        }
        _ => whole,
    }
}

/// `x` in another dtype; `x` itself when it has that dtype.
pub(crate) fn to(x: &Tensor, dtype: DType) -> Result<Tensor> {
    if x.dtype() == dtype && !x.is_number() {
        return Ok(x.clone());
    }
    Ok(apply(To(dtype), &[x])?.with_number(false))
}
