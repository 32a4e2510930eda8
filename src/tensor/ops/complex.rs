//! Complex numbers, as far as rotary embeddings need them: pairs of real numbers that are multiplied by turning.
//!
//! Gradients are PyTorch's: of a real output with respect to z, the derivatives with respect to its two parts as one complex number.
//! An element is explained by its real part.

use ndarray::{ArrayD, IxDyn};
use num_complex::Complex32;

use super::{
    Elements, GradientReads, GradientSaves, Operation, apply, broadcast_index, broadcast_shape, joint_axes, sum_to,
};
use crate::tensor::array::Element;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operand, Operator, Reason, Remark, ScalarFunction, element};
use crate::tensor::iter_axis::zip;
use crate::tensor::{Array, Axis, DType, Error, Result, Tensor};

/// The real part of an element of an input, or its imaginary one, as a part of a formula.
pub(super) fn part(inputs: &[Tensor], input: usize, index: &[usize], imaginary: bool) -> Expr {
    let Some(Array::C64(values)) = inputs.get(input).map(Tensor::array) else {
        return if imaginary { Expr::Exact(0.0) } else { element(inputs, input, index) };
    };
    let value = values.get(index).map_or(f64::NAN, |z| f64::from(if imaginary { z.im } else { z.re }));
    Expr::Element(Operand { input, index: index.to_vec(), value, is_real: true })
}

/// The size of a complex number in a formula.
fn size(re: Expr, im: Expr) -> Expr {
    let square = |x: Expr| x.join(Operator::Pow, Expr::Exact(2.0));
    Expr::call(ScalarFunction::Sqrt, Expr::Sum(vec![square(re), square(im)]))
}

fn mapped<T: Element>(x: &Tensor, f: impl Fn(Complex32) -> T) -> Tensor {
    Tensor::new(T::array(x.array().complex().mapv(f))).with_axes(x.axes().to_vec())
}

/// A function of one complex number.
#[derive(Clone, Copy, Debug)]
enum Unary {
    Real,
    Imag,
    Conj,
    Neg,
    Abs,
    Angle,
}

impl Operation for Unary {
    fn name(&self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Imag => "imag",
            Self::Conj => "conj",
            Self::Neg => "neg",
            Self::Abs => "abs",
            Self::Angle => "angle",
        }
    }

    fn is_view(&self, _: &[Tensor]) -> bool {
        matches!(self, Self::Real | Self::Imag | Self::Conj)
    }

    fn elements(&self) -> Elements {
        Elements::ComputedComplex
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        Ok(match self {
            Self::Real => mapped(x, |z| z.re),
            Self::Imag => mapped(x, |z| z.im),
            Self::Conj => mapped(x, |z| z.conj()),
            Self::Neg => mapped(x, |z| -z),
            Self::Abs => mapped(x, Complex32::norm),
            Self::Angle => mapped(x, Complex32::arg),
        })
    }

    fn reads(&self) -> GradientReads {
        match self {
            Self::Abs | Self::Angle => GradientReads::inputs(&[0]),
            Self::Real | Self::Imag | Self::Conj | Self::Neg => GradientReads::NOTHING,
        }
    }

    fn is_conjugated(&self, inputs: &[&Tensor]) -> bool {
        matches!(self, Self::Conj) && !inputs[0].is_conjugated()
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let x = inputs[0].array().complex();
        let handed = gradient.array().complex();
        let slope = |z: Complex32, g: Complex32| match self {
            Self::Real => Complex32::new(g.re, 0.0),
            Self::Imag => Complex32::new(0.0, g.re),
            Self::Conj => g.conj(),
            Self::Neg => -g,
            Self::Abs | Self::Angle if z == Complex32::ZERO => Complex32::ZERO,
            Self::Abs => z / z.norm() * g.re,
            Self::Angle => Complex32::new(-z.im, z.re) / z.norm_sqr() * g.re,
        };
        let to_x = zip(&x.view(), &handed.view(), inputs[0].shape(), slope).ok_or(Error::Stopped)?;
        Ok(vec![Some(Tensor::new(Complex32::array(to_x)))])
    }

    fn explain(&self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason {
        let [re, im] = [false, true].map(|imaginary| part(inputs, 0, index, imaginary));
        match self {
            Self::Real | Self::Conj => Reason::from(re).remarking(Remark::Moved),
            Self::Neg => Expr::Exact(-1.0).join(Operator::Mul, re).into(),
            Self::Imag => Reason::from(im).remarking(Remark::Moved),
            Self::Abs => size(re, im).into(),
            // The angle is that whose sine is im / |z|: there is no shorter true equation with what formulas know.
            Self::Angle => Reason { textbook: Some(Expr::Real(value.at(index))), ..Reason::default() },
        }
    }
}

/// `polar(abs, angle)`: the complex number of that size in that direction.
#[derive(Debug)]
struct Polar;

impl Operation for Polar {
    fn name(&self) -> &'static str {
        "polar"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (abs, angle) = (inputs[0], inputs[1]);
        let shape = broadcast_shape("polar", abs, angle)?;
        let [x, y] = [abs, angle].map(|input| input.array().read::<f32>());
        let values = zip(&x.view(), &y.view(), &shape, |abs: f32, angle: f32| {
            Complex32::new(abs * angle.cos(), abs * angle.sin())
        });
        let values = values.ok_or(Error::Stopped)?;
        Ok(Tensor::new(Complex32::array(values)).with_axes(joint_axes(&shape, inputs)))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[1]).and_value()
    }

    /// The value alone, which has the angle.
    fn saves(&self, inputs: &[Tensor], _: &[bool]) -> GradientSaves {
        GradientSaves::of(GradientReads::VALUE, inputs)
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let direction = polar(&Tensor::ones(&[], DType::F32), &inputs[1])?;
        let turned = value.mul(&polar(&Tensor::ones(&[], DType::F32), &quarter())?)?;
        let along = |way: &Tensor, input: &Tensor| sum_to(&gradient.mul(&way.conj()?)?.real()?, input.shape());
        Ok(vec![Some(along(&direction, &inputs[0])?), Some(along(&turned, &inputs[1])?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let operand = |input: usize| element(inputs, input, &broadcast_index(index, inputs[input].shape()));
        operand(0).join(Operator::Mul, Expr::call(ScalarFunction::Cos, operand(1))).into()
    }
}

/// A quarter of a full turn.
fn quarter() -> Tensor {
    Tensor::full(&[], std::f64::consts::FRAC_PI_2, DType::F32)
}

/// `view_as_complex(x)`: the pairs of the last axis as complex numbers.
#[derive(Debug)]
struct AsComplex;

impl Operation for AsComplex {
    fn name(&self) -> &'static str {
        "view_as_complex"
    }

    fn is_view(&self, _: &[Tensor]) -> bool {
        true
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let shape = &x.shape()[..x.ndim().saturating_sub(1)];
        let values = x.to_f32().as_chunks().0.iter().map(|&[re, im]| Complex32::new(re, im)).collect();
        Ok(Tensor::new(Array::from_vec(shape, values)?).with_axes(x.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![Some(gradient.view_as_real()?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        Reason::from(element(inputs, 0, &[index, &[0]].concat())).remarking(Remark::Moved)
    }
}

/// `view_as_real(x)`: complex numbers as pairs along a new last axis.
#[derive(Debug)]
struct AsReal;

impl Operation for AsReal {
    fn name(&self) -> &'static str {
        "view_as_real"
    }

    fn is_view(&self, _: &[Tensor]) -> bool {
        true
    }

    fn elements(&self) -> Elements {
        Elements::ComputedComplex
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).and(OperationCost::like(inputs[0]))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let values = x.array().complex().iter().flat_map(|z| [z.re, z.im]).collect();
        let values = ArrayD::from_shape_vec(IxDyn(&[x.shape(), &[2]].concat()), values);
        let values = values.map_err(|error| Error::Value(error.to_string()))?;
        Ok(Tensor::new(f32::array(values)).with_axes([x.axes(), &[Axis::default()]].concat()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![Some(gradient.view_as_complex()?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let Some((&which, index)) = index.split_last() else { return Reason::default() };
        Reason::from(part(inputs, 0, index, which == 1)).remarking(Remark::Moved)
    }
}

/// A complex gradient summed over the dimensions along which its input was stretched: each part by itself.
pub(super) fn sum_parts_to(gradient: &Tensor, shape: &[usize]) -> Result<Tensor> {
    sum_to(&gradient.view_as_real()?, &[shape, &[2]].concat())?.view_as_complex()
}

/// The complex number of size `abs` in the direction `angle`; both are float32 and broadcast.
///
/// # Errors
/// When the shapes do not broadcast, or one of them is not float32.
pub fn polar(abs: &Tensor, angle: &Tensor) -> Result<Tensor> {
    for input in [abs, angle] {
        if input.dtype() != DType::F32 {
            return Err(refused("polar", input));
        }
    }
    apply(Polar, &[abs, angle])
}

fn refused(operation: &str, x: &Tensor) -> Error {
    Error::DType {
        operation: operation.to_owned(),
        wants: "float32, because the only complex dtype here is complex64",
        got: format!("{}; write x.float() first", x.dtype()),
    }
}

impl Tensor {
    /// The pairs of the last axis as complex numbers.
    ///
    /// # Errors
    /// When the last axis has another size than 2, or the elements are not float32.
    pub fn view_as_complex(&self) -> Result<Self> {
        if self.dtype() != DType::F32 {
            return Err(refused("view_as_complex", self));
        }
        if self.shape().last() != Some(&2) {
            let shape = self.shape_text();
            return Err(Error::Value(format!(
                "Tensor must have a last dimension of size 2, but this one has the shape {shape}"
            )));
        }
        apply(AsComplex, &[self])
    }

    /// Complex numbers as pairs along a new last axis.
    ///
    /// # Errors
    /// When the elements are not complex.
    pub fn view_as_real(&self) -> Result<Self> {
        self.only_complex("view_as_real")?;
        apply(AsReal, &[self])
    }

    /// The real parts; a real tensor is its own.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn real(&self) -> Result<Self> {
        if self.dtype().is_complex() { apply(Unary::Real, &[self]) } else { Ok(self.clone()) }
    }

    /// The imaginary parts.
    ///
    /// # Errors
    /// When the elements are not complex.
    pub fn imag(&self) -> Result<Self> {
        self.only_complex("imag")?;
        apply(Unary::Imag, &[self])
    }

    /// The same numbers with the other sign of the imaginary part; a real tensor is its own.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn conj(&self) -> Result<Self> {
        if self.dtype().is_complex() { apply(Unary::Conj, &[self]) } else { Ok(self.clone()) }
    }

    /// The directions of complex numbers, from -pi to pi.
    ///
    /// # Errors
    /// When the elements are not complex.
    pub fn angle(&self) -> Result<Self> {
        self.only_complex("angle")?;
        apply(Unary::Angle, &[self])
    }

    /// The opposite complex numbers.
    pub(super) fn complex_neg(&self) -> Result<Self> {
        apply(Unary::Neg, &[self])
    }

    /// The sizes of complex numbers.
    pub(super) fn complex_abs(&self) -> Result<Self> {
        apply(Unary::Abs, &[self])
    }

    fn only_complex(&self, operation: &str) -> Result<()> {
        if self.dtype().is_complex() {
            return Ok(());
        }
        Err(Error::Value(format!(
            "{operation} is not implemented for tensors with non-complex dtypes: this one is {}",
            self.dtype()
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Leaf, tape};

    fn given(shape: &[usize], values: &[f32]) -> Tensor {
        tape::leaf(Tensor::from_f32(shape, values.to_vec()).unwrap(), Leaf::Literal)
    }

    fn near(got: &Tensor, want: &[f64]) {
        let got = got.to_vec();
        assert_eq!(got.len(), want.len());
        assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-5), "{got:?} is not {want:?}");
    }

    const TURNED: [f64; 4] = [-0.081_269, 2.234_591, -2.519_819, -1.703_089];
    const TO_X: [f64; 4] = [1.836_434, 1.275_740, 2.388_749, -4.392_479];
    const TO_ANGLE: [f64; 2] = [-2.397_128, -4.970_007];

    /// Pairs turned by angles, with the gradients of `(y * [1, 2, 3, 4]).sum()`; the numbers are those of torch 2.15.
    #[test]
    fn turned_pairs_and_their_gradients_are_pytorchs() {
        let ((x, angle, y, total), tape) = tape::record(|| {
            let (x, angle) = (given(&[2, 2], &[1.0, 2.0, -0.5, 3.0]), given(&[2], &[0.5, 2.0]));
            let turn = polar(&Tensor::ones(&[2], DType::F32), &angle).unwrap();
            let y = x.view_as_complex().unwrap().mul(&turn).unwrap().view_as_real().unwrap();
            let factors = Tensor::from_f32(&[2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
            let total = y.mul(&factors).unwrap().sum(&[], false).unwrap();
            (x, angle, y, total)
        });
        near(&y, &TURNED);
        let gradients = tape.gradients(&total).unwrap();
        near(gradients.of(&x).unwrap(), &TO_X);
        near(gradients.of(&angle).unwrap(), &TO_ANGLE);
        let why = tape.explain(y.origin().unwrap(), &[0, 1]).unwrap();
        assert_eq!(why.value_text(), why.textbook.unwrap().to_string());
    }
}
