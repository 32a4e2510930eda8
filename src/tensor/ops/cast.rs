//! Conversion between dtypes.

use super::{Operation, apply};
use crate::tensor::explain::{Expr, Reason, Remark, ScalarFunction, element};
use crate::tensor::{DType, Result, Tensor, strides};

/// `x.to(dtype)`, `x.float()`, `x.bool()`, `x.long()`.
#[derive(Debug)]
struct To(DType);

impl Operation for To {
    fn name(&self) -> &'static str {
        "to"
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        Ok(Tensor::new(inputs[0].array().cast(self.0)).with_axes(inputs[0].axes().to_vec()))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![if inputs[0].dtype().is_float() && self.0.is_float() {
            Some(to(gradient, inputs[0].dtype())?)
        } else {
            None
        }])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let x = element(inputs, 0, index);
        let formula = match self.0 {
            DType::Bool => Expr::call(ScalarFunction::Truth, x),
            DType::I64 | DType::U8 => Expr::call(ScalarFunction::Trunc, x),
            DType::F32 => Expr::call(ScalarFunction::Float32, x),
            DType::F64 => x,
        };
        Reason::from(formula).remarking(Remark::Cast(self.0))
    }
}

/// `x` in another dtype; `x` itself when it has that dtype.
pub(crate) fn to(x: &Tensor, dtype: DType) -> Result<Tensor> {
    if x.dtype() == dtype && !x.is_number() {
        return Ok(x.clone());
    }
    Ok(apply(To(dtype), &[x])?.with_number(false))
}
