//! Complex numbers: rotary embeddings turn pairs of features by them.

use super::declare::builtins;
use crate::tensor::Tensor;
use crate::tensor::ops::complex::polar as from_polar;
use crate::tensor::ops::join::stack;

builtins! { TABLE:
    /// Complex numbers of these sizes in these directions.
    #[at(Torch)]
    fn polar(_call, abs: Tensor, angle: Tensor) -> Tensor {
        Ok(from_polar(&abs, &angle)?)
    }

    /// Complex numbers of these parts.
    #[at(Torch)]
    fn complex(_call, real: Tensor, imag: Tensor) -> Tensor {
        let real = real.expand_as(&imag)?;
        let imag = imag.expand_as(&real)?;
        Ok(stack(&[real, imag], -1)?.view_as_complex()?)
    }

    /// The pairs of the last axis as complex numbers.
    #[at(Torch)]
    fn view_as_complex(_call, input: Tensor) -> Tensor {
        Ok(input.view_as_complex()?)
    }

    /// Complex numbers as pairs along a new last axis.
    #[at(Torch)]
    fn view_as_real(_call, input: Tensor) -> Tensor {
        Ok(input.view_as_real()?)
    }

    /// The directions of complex numbers, from -pi to pi.
    #[at(Torch, Tensor)]
    fn angle(_call, input: Tensor) -> Tensor {
        Ok(input.angle()?)
    }

    /// The same numbers with the other sign of the imaginary part.
    #[at(Torch, Tensor)]
    fn conj(_call, input: Tensor) -> Tensor {
        Ok(input.conj()?)
    }

    /// Whether the elements are complex numbers.
    #[at(Torch, Tensor)]
    fn is_complex(_call, input: Tensor) -> bool {
        Ok(input.dtype().is_complex())
    }
}
