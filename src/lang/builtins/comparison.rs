//! Functions of each element that give truth values.

use super::declare::builtins;
use super::from_argument::Operand;
use crate::tensor::{DType, Tensor};

builtins! { TABLE:
    /// Where an element is 0 or False.
    #[at(Torch, Tensor)]
    fn logical_not(_call, input: Tensor) -> Tensor {
        Ok(input.to(DType::Bool)?.not()?)
    }

    /// Where x == other.
    #[at(Torch, Tensor)]
    fn eq(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.eq(&other.0)?)
    }

    /// Where x != other.
    #[at(Torch, Tensor)]
    fn ne(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.ne(&other.0)?)
    }

    /// Where x < other.
    #[at(Torch, Tensor)]
    fn lt(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.lt(&other.0)?)
    }

    /// Where x <= other.
    #[at(Torch, Tensor)]
    fn le(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.le(&other.0)?)
    }

    /// Where x > other.
    #[at(Torch, Tensor)]
    fn gt(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.gt(&other.0)?)
    }

    /// Where x >= other.
    #[at(Torch, Tensor)]
    fn ge(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.ge(&other.0)?)
    }

    /// Where both are true.
    #[at(Torch, Tensor)]
    fn logical_and(_call, input: Tensor, other: Tensor) -> Tensor {
        Ok(input.to(DType::Bool)?.and(&other.to(DType::Bool)?)?)
    }

    /// Where either is true.
    #[at(Torch, Tensor)]
    fn logical_or(_call, input: Tensor, other: Tensor) -> Tensor {
        Ok(input.to(DType::Bool)?.or(&other.to(DType::Bool)?)?)
    }

    /// Where one is true and the other is not.
    #[at(Torch, Tensor)]
    fn logical_xor(_call, input: Tensor, other: Tensor) -> Tensor {
        Ok(input.to(DType::Bool)?.xor(&other.to(DType::Bool)?)?)
    }
}
