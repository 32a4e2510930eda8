//! `nn.RMSNorm`.

use super::super::declare::builtins;
use super::super::from_argument::{At, Device, OneOrMore, Shape, Written};
use super::super::functional::{normalized_axes, rms_normed};
use super::layers::{normalized_shape_of, only_float32, set_normalized_shape, shown};
use super::{MODULE, begin, set, set_parameter, weight};
use crate::lang::class::{Native, NativeKind};
use crate::lang::evaluate::numbers::Number;
use crate::lang::object::Reference;
use crate::lang::value::Value;
use crate::tensor::{DType, Leaf, Tensor, budget};

/// `nn.RMSNorm`.
pub(super) static RMS_NORM: Native = Native {
    name: "RMSNorm",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&TABLE],
    describe: |_, norm| {
        let part = |name| shown(norm, name);
        format!("{}, eps={}, elementwise_affine={}", part("normalized_shape"), part("eps"), part("elementwise_affine"))
    },
};

builtins! { TABLE:
    /// Scales features to root mean square 1.
    #[at()]
    fn new as "RMSNorm"(
        call, this: Reference, normalized_shape: OneOrMore<Shape>, eps: Written<Option<f64>> = None,
        elementwise_affine: bool = True, device: Option<Device> = None, dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        let OneOrMore(Shape(shape)) = normalized_shape;
        budget::make(&shape)?;
        let ones = call.interpreter.leaf(Tensor::full(&shape, 1.0, DType::F32), Leaf::Literal, call.span);
        set_normalized_shape(call, &this, &shape)?;
        set(call.interpreter, &this, "eps", eps.written, call.span)?;
        set(call.interpreter, &this, "elementwise_affine", Value::Bool(elementwise_affine), call.span)?;
        Ok(set_parameter(call.interpreter, &this, "weight", elementwise_affine.then_some(ones), call.span)?)
    }

    /// The norm over the last axes.
    #[at()]
    fn forward(call, this: Reference, x: At<Tensor>) -> Tensor {
        let shape = normalized_shape_of(call, &this, x.span)?;
        let axes = normalized_axes(&x.value, &shape)?;
        let eps = call.interpreter.field(&this, "eps").and_then(|eps| Number::of(&eps)).map(Number::real);
        let weight = weight(call.interpreter, &this, "weight", "");
        call.place();
        rms_normed(call, &x.value, axes, weight, eps)
    }
}
