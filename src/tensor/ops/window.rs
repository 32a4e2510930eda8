//! Views that no other move makes: diagonals, and windows that lie along an axis and may overlap.

use ndarray::{ArcArray, ArrayD, IxDyn};

use super::{Elements, GradientReads, Operation, apply};
use crate::tensor::array::{Element, with_values};
use crate::tensor::axis::Axis;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::ravel::{ravel, unravel};
use crate::tensor::{Error, Result, Tensor};

/// Which view.
#[derive(Debug)]
enum Window {
    /// The elements of the last two axes that stand at the same place of both, once so many rows and columns are left out.
    Diagonal { down: usize, right: usize, size: usize },
    /// The windows of this size along an axis, `step` apart, as a new last axis.
    Along { axis: usize, size: usize, step: usize, windows: usize },
}

impl Window {
    fn shape(&self, input: &[usize]) -> Vec<usize> {
        match *self {
            Self::Diagonal { size, .. } => [&input[..input.len().saturating_sub(2)], &[size]].concat(),
            Self::Along { axis, size, windows, .. } => {
                let mut shape = [input, &[size]].concat();
                shape[axis] = windows;
                shape
            }
        }
    }

    /// Where in the input the element at `index` of the result stands.
    fn source(&self, index: &[usize]) -> Vec<usize> {
        let Some((&last, before)) = index.split_last() else { return Vec::new() };
        match *self {
            Self::Diagonal { down, right, .. } => [before, &[last + down, last + right]].concat(),
            Self::Along { axis, step, .. } => {
                let mut source = before.to_vec();
                source[axis] = source[axis] * step + last;
                source
            }
        }
    }

    fn taken<T: Copy>(&self, values: &ArcArray<T, IxDyn>) -> Option<ArrayD<T>> {
        let shape = self.shape(values.shape());
        let count: usize = shape.iter().product();
        let taken: Option<Vec<T>> =
            (0..count).map(|place| values.get(IxDyn(&self.source(&unravel(place, &shape)))).copied()).collect();
        ArrayD::from_shape_vec(IxDyn(&shape), taken?).ok()
    }

    fn axes(&self, x: &Tensor) -> Vec<Axis> {
        let mut axes = x.axes().to_vec();
        match *self {
            Self::Diagonal { .. } => axes.truncate(x.ndim().saturating_sub(2)),
            Self::Along { axis, .. } => axes[axis].labels = None,
        }
        axes
    }
}

impl Operation for Window {
    fn name(&self) -> &'static str {
        match self {
            Self::Diagonal { .. } => "diagonal",
            Self::Along { .. } => "unfold",
        }
    }

    fn is_conjugated(&self, inputs: &[&Tensor]) -> bool {
        inputs[0].is_conjugated()
    }

    fn is_view(&self, _: &[Tensor]) -> bool {
        true
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    /// Each element is looked up by itself.
    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::made(&self.shape(inputs[0].shape())).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let taken = with_values!(x.array(), values => self.taken(values).map(Element::array));
        taken
            .map(|array| Tensor::new(array).with_axes(self.axes(x)))
            .ok_or_else(|| Error::Value(format!("{}: {} has no such elements", self.name(), x.shape_text())))
    }

    fn strides(&self, inputs: &[&Tensor], _: &[usize]) -> Option<Vec<usize>> {
        let own = inputs[0].stride();
        match *self {
            Self::Diagonal { .. } => {
                let [before @ .., row, column] = own.as_slice() else { return None };
                Some([before, &[row + column]].concat())
            }
            Self::Along { axis, step, .. } => {
                let mut strides = [own.as_slice(), &[own[axis]]].concat();
                strides[axis] *= step;
                Some(strides)
            }
        }
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    /// An element that stands in several windows gets the sum of what they hand on.
    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let input = inputs[0].shape();
        let mut sums = vec![0.0; inputs[0].len()];
        for (place, handed) in gradient.to_vec().into_iter().enumerate() {
            sums[ravel(&self.source(&unravel(place, value.shape())), input)] += handed;
        }
        Ok(vec![Some(Tensor::from_f64(input, sums)?.to(gradient.dtype())?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        Reason::from(element(inputs, 0, &self.source(index))).remarking(Remark::Moved)
    }
}

impl Tensor {
    /// The diagonal of the last two axes, `offset` places further along the last one.
    ///
    /// # Errors
    /// When it costs more than is left.
    pub(super) fn last_diagonal(&self, offset: i64) -> Result<Self> {
        let [.., rows, columns] = self.shape() else { return Ok(self.clone()) };
        let away = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
        let (down, right) = if offset < 0 { (away.min(*rows), 0) } else { (0, away.min(*columns)) };
        apply(Window::Diagonal { down, right, size: (rows - down).min(columns - right) }, &[self])
    }

    /// `x.unfold(axis, size, step)`: all windows of a size along an axis, as a new last axis.
    ///
    /// # Errors
    /// When there is no such axis, a window is larger than the axis, or the step is 0.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let x = Tensor::from_f32(&[4], vec![1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.unfold(0, 2, 1)?.to_vec(), [1.0, 2.0, 2.0, 3.0, 3.0, 4.0]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn unfold(&self, axis: isize, size: usize, step: usize) -> Result<Self> {
        let axis = super::axis_place("unfold", self, axis)?;
        let whole = self.shape()[axis];
        if size > whole || step == 0 {
            let shape = self.shape_text();
            return Err(Error::Value(format!("unfold: {shape} has no windows of size {size} with step {step}")));
        }
        apply(Window::Along { axis, size, step, windows: (whole - size) / step + 1 }, &[self])
    }
}

#[cfg(test)]
mod tests {
    use crate::tensor::{Leaf, Tensor, tape};

    #[test]
    fn an_element_of_two_windows_has_the_gradients_of_both() {
        let ((x, sum), tape) = tape::record(|| {
            let x = tape::leaf(Tensor::from_f64(&[4], vec![1.0, 2.0, 3.0, 4.0]).unwrap(), Leaf::Literal);
            let weights = Tensor::from_f64(&[3, 2], vec![1.0, 10.0, 2.0, 20.0, 3.0, 30.0]).unwrap();
            let sum = x.unfold(0, 2, 1).unwrap().mul(&weights).unwrap().sum(&[], false).unwrap();
            (x, sum)
        });
        assert_eq!(tape.gradients(&sum).unwrap().of(&x).unwrap().to_vec(), [1.0, 12.0, 23.0, 30.0]);
    }

    #[test]
    fn diagonals_keep_pytorchs_strides() {
        let x = Tensor::from_f32(&[2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        let diagonal = x.diagonal(1, 0, 1).unwrap();
        assert_eq!((diagonal.to_vec(), diagonal.stride()), (vec![2.0, 6.0], vec![4]));
        assert_eq!(x.transpose(0, 1).unwrap().diagonal(-1, 0, 1).unwrap().to_vec(), [2.0, 6.0]);
        assert_eq!(x.unfold(1, 2, 1).unwrap().stride(), [3, 1, 1]);
    }
}
