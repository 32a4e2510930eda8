//! Complex numbers: rotary embeddings turn pairs of features by them.

use super::declare::builtins;
use crate::tensor::Tensor;
use crate::tensor::ops::complex::polar as from_polar;
use crate::tensor::ops::join::stack;

builtins! { TABLE:
    /// Complex numbers of these sizes in these directions.
    #[at(Torch)]
    fn polar(_call, abs: Tensor, angle: Tensor) -> Tensor => PolarBackward0 {
        Ok(from_polar(&abs, &angle)?)
    }

    /// Complex numbers of these parts.
    #[at(Torch)]
    fn complex(_call, real: Tensor, imag: Tensor) -> Tensor => ComplexBackward0 {
        let real = real.expand_as(&imag)?;
        let imag = imag.expand_as(&real)?;
        Ok(stack(&[real, imag], -1)?.view_as_complex()?)
    }

    /// The pairs of the last axis as complex numbers.
    #[at(Torch)]
    #[role(Views)]
    fn view_as_complex(_call, input: Tensor) -> Tensor => ViewAsComplexBackward0 {
        Ok(input.view_as_complex()?)
    }

    /// Complex numbers as pairs along a new last axis.
    #[at(Torch)]
    #[role(Views)]
    fn view_as_real(call, input: Tensor) -> Tensor => ViewAsRealBackward0 {
        if input.is_conjugated() {
            let message = "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so you can view it as real, use self.resolve_conj(); however, be warned that the resulting tensor will NOT alias the original.";
            return Err(call.error(message).help("write x.conj().resolve_conj()").into());
        }
        Ok(input.view_as_real()?)
    }

    /// The directions of complex numbers, from -pi to pi.
    #[at(Torch, Tensor)]
    fn angle(_call, input: Tensor) -> Tensor => AngleBackward0 {
        Ok(input.angle()?)
    }

    /// The same numbers with the other sign of the imaginary part.
    #[at(Torch, Tensor)]
    #[role(Passes)]
    fn conj(_call, input: Tensor) -> Tensor => ConjBackward0 {
        Ok(input.conj()?)
    }

    /// The same numbers; what `conj` gave becomes a tensor of its own, which `view_as_real` can read.
    #[at(Torch, Tensor)]
    #[role(Passes)]
    fn resolve_conj(_call, input: Tensor) -> Tensor => CloneBackward0 {
        Ok(if input.is_conjugated() { input.apart().with_conjugated(false) } else { input })
    }

    /// Whether `conj` gave these numbers, and they were not computed with since.
    #[at(Torch, Tensor)]
    fn is_conj(_call, input: Tensor) -> bool {
        Ok(input.is_conjugated())
    }

    /// Whether the elements are complex numbers.
    #[at(Torch, Tensor)]
    fn is_complex(_call, input: Tensor) -> bool {
        Ok(input.dtype().is_complex())
    }
}
