//! Reading one element of an axis for each place of an index: how a loss picks the probability of the right word.

use ndarray::{ArrayD, ArrayViewD, IxDyn};

use super::{Elements, GradientReads, GradientSaves, Operation, apply, axis_place};
use crate::tensor::array::{Element, with_values};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::ops::matmul::places;
use crate::tensor::{Array, DType, Error, Real, Result, Tensor};

/// `gather(x, dim, index)`: for axis 0, element `[i, j]` of the result is `x[index[i, j], j]`.
#[derive(Debug)]
struct Gather {
    axis: usize,
    /// Whether the places were found by ordering the tensor itself.
    is_order: bool,
}

impl Gather {
    /// The place in `x` that the result reads at `place`.
    fn source(&self, index: &Tensor, place: &[usize]) -> Vec<usize> {
        let mut source = place.to_vec();
        source[self.axis] = index.at(place) as usize;
        source
    }

    fn read<T: Clone>(&self, values: &ArrayViewD<'_, T>, index: &Tensor) -> Result<ArrayD<T>> {
        let read = |place: Vec<usize>| values.get(IxDyn(&self.source(index, &place))).cloned();
        let read: Option<Vec<T>> = places(index.shape()).map(read).collect();
        let made = read.and_then(|read| ArrayD::from_shape_vec(IxDyn(index.shape()), read).ok());
        made.ok_or_else(|| Error::Value("gather: the shape of the index does not match the tensor".to_owned()))
    }

    fn scatter<T: Real>(&self, gradient: &Tensor, index: &Tensor, shape: &[usize]) -> Array {
        let mut sum = ArrayD::<T>::zeros(IxDyn(shape));
        for place in places(index.shape()) {
            if let Some(target) = sum.get_mut(IxDyn(&self.source(index, &place))) {
                *target += T::of(gradient.at(&place));
            }
        }
        T::array(sum)
    }
}

impl Operation for Gather {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    /// Each element is looked up by itself.
    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[1]).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (x, index) = (inputs[0], inputs[1]);
        Ok(Tensor::new(with_values!(x.array(), values => Element::array(self.read(&values.view(), index)?)))
            .with_axes(index.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[1])
    }

    /// The tensor, too, though only its shape is read; `sort` and `topk` keep their places alone.
    fn saves(&self, inputs: &[Tensor], _: &[bool]) -> GradientSaves {
        GradientSaves::of(GradientReads::inputs(if self.is_order { &[1] } else { &[0, 1] }), inputs)
    }

    /// Each gradient goes back to the element that was read, and adds up where one was read twice.
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let (x, index) = (&inputs[0], &inputs[1]);
        let scattered = match gradient.dtype() {
            DType::F64 => self.scatter::<f64>(gradient, index, x.shape()),
            _ => self.scatter::<f32>(gradient, index, x.shape()),
        };
        Ok(vec![Some(Tensor::new(scattered)), None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let source = self.source(&inputs[1], index);
        let (axis, place) = (self.axis, source[self.axis]);
        let label = inputs[0].axes()[axis].label(place).map(ToOwned::to_owned);
        Reason::from(element(inputs, 0, &source)).remarking(Remark::Place { place, label, axis })
    }
}

impl Tensor {
    /// `torch.gather(x, dim, index)`: for each place of the index the element of `x` there, but at the place along `axis` that the
    /// index holds. The index has as many axes as `x` and is nowhere longer, but along `axis` it may be.
    ///
    /// # Errors
    /// When there is no such axis, the index does not fit, is not of whole numbers, or names a place outside the axis.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let x = Tensor::from_f32(&[2, 3], vec![0.1, 0.2, 0.7, 0.6, 0.3, 0.1])?;
    /// let right = Tensor::from_i64(&[2, 1], vec![2, 0])?;
    /// assert_eq!(x.gather(1, &right)?.to(glassformer::tensor::DType::F32)?.shape(), [2, 1]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn gather(&self, axis: isize, index: &Self) -> Result<Self> {
        self.gathered(axis, index, false)
    }

    /// The same where the places are an order of the tensor's own elements: `sort`, `topk`.
    pub(crate) fn in_order(&self, axis: isize, order: &Self) -> Result<Self> {
        self.gathered(axis, order, true)
    }

    fn gathered(&self, axis: isize, index: &Self, is_order: bool) -> Result<Self> {
        let axis = axis_place("gather", self, axis)?;
        if !matches!(index.dtype(), DType::I64 | DType::I32) {
            let got = index.dtype().to_string();
            return Err(Error::DType { operation: "gather".to_owned(), wants: "integers as the index", got });
        }
        let longer = |at: usize| at != axis && index.shape()[at] > self.shape()[at];
        if index.ndim() != self.ndim() || (0..self.ndim()).any(longer) {
            return Err(Error::Value(format!(
                "gather: the index {} does not match {}: it needs the same number of axes, and only axis {axis} may be longer",
                index.shape_text(),
                self.shape_text()
            )));
        }
        let size = self.shape()[axis];
        if let Some(&outside) = index.array().integers().iter().find(|place| !(0..size as i64).contains(*place)) {
            let words = format!("index {outside} is out of bounds for dimension {axis} with size {size}");
            return Err(Error::Index { index: outside, size, axis }.raising_as("RuntimeError", words));
        }
        apply(Gather { axis, is_order }, &[self, index])
    }
}
