//! Choosing between values by truth: `where`, `masked_fill`, triangles.
//!
//! Convention, as in PyTorch's `masked_fill`: true means *hidden*. A mask that says who *may* be attended to (the tutorials'
//! convention, and that of `scaled_dot_product_attention`) is turned around first: `scores.masked_fill(~allowed, fill)`.

use std::ops::Range;

use ndarray::{ArcArray, ArrayD, ArrayViewD, IxDyn, Zip};

use super::arithmetic::promoted;
use super::{
    Elements, GradientReads, Operation, apply, broadcast_index, broadcast_shape, dtype_names, handed, joint_axes,
    overflow,
};
use crate::tensor::array::{Element, with_dtype, with_values};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, Remark, ScalarFunction, element};
use crate::tensor::iter_axis::{self, zip};
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, stop, strides};

fn choose<T: Copy>(
    truths: &ArrayD<bool>,
    yes: &ArrayViewD<'_, T>,
    no: &ArrayViewD<'_, T>,
    shape: &[usize],
) -> Option<ArrayD<T>> {
    // One number against a tensor is what a fill is: two operands, walked by rows, are faster than three.
    if let (1, Some(&yes)) = (yes.len(), yes.first()) {
        return zip(no, &truths.view(), shape, |no, truth| if truth { yes } else { no });
    }
    if let (1, Some(&no)) = (no.len(), no.first()) {
        return zip(yes, &truths.view(), shape, |yes, truth| if truth { yes } else { no });
    }
    let shape = IxDyn(shape);
    let (truths, yes, no) = (truths.broadcast(shape.clone())?, yes.broadcast(shape.clone())?, no.broadcast(shape)?);
    Some(Zip::from(truths).and(yes).and(no).map_collect(|&truth, &yes, &no| if truth { yes } else { no }))
}

fn choose_as(dtype: DType, truths: &ArrayD<bool>, yes: &Array, no: &Array, shape: &[usize]) -> Option<Array> {
    let (yes, no) = (yes.cast(dtype), no.cast(dtype));
    with_dtype!(dtype, T => choose(truths, &T::values(&yes)?.view(), &T::values(&no)?.view(), shape).map(T::array))
}

/// The dtype of what is chosen: of two real numbers of the language it is the default one, as in PyTorch.
fn chosen_dtype(yes: &Tensor, no: &Tensor) -> DType {
    let dtype = promoted(yes, no);
    if yes.is_number() && no.is_number() && dtype.is_float() { DType::F32 } else { dtype }
}

/// `where(condition, yes, no)`.
#[derive(Debug)]
struct Where;

impl Operation for Where {
    fn name(&self) -> &'static str {
        "where"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs)
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (condition, yes, no) = (inputs[0], inputs[1], inputs[2]);
        if !matches!(condition.dtype(), DType::Bool | DType::U8) {
            return Err(Error::Value(format!(
                "where expected condition to be a boolean tensor, but got a tensor with dtype {}: compare it first, as in x != 0",
                dtype_names::scalar(condition.dtype())
            )));
        }
        let dtype = chosen_dtype(yes, no);
        if !dtype.is_half() {
            [yes, no].into_iter().try_for_each(|operand| overflow::check(operand, dtype))?;
        }
        let shape = broadcast_shape("where", yes, no)?;
        let outline = Tensor::new(Array::full(&shape, 0.0, DType::Bool));
        let shape = broadcast_shape("where", condition, &outline)?;
        choose_as(dtype, &condition.array().truths(), yes.array(), no.array(), &shape)
            .map(|array| Tensor::new(array).with_axes(joint_axes(&shape, &[yes, no, condition])))
            .ok_or_else(|| Error::Value(format!("where: cannot broadcast to {shape:?}")))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[0])
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let zero = Tensor::number(0.0);
        let to_yes = handed(&inputs[1], || where_(&inputs[0], gradient, &zero))?;
        let to_no = handed(&inputs[2], || where_(&inputs[0], &zero, gradient))?;
        Ok(vec![None, to_yes, to_no])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let operand = |input: usize| element(inputs, input, &broadcast_index(index, inputs[input].shape()));
        Expr::Call(ScalarFunction::Where, vec![operand(0), operand(1), operand(2)]).into()
    }
}

/// `x.masked_fill(mask, value)`: the dtype stays that of `x`.
#[derive(Debug)]
struct MaskedFill;

impl Operation for MaskedFill {
    fn name(&self) -> &'static str {
        "masked_fill"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(&inputs[..2])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (x, mask, fill) = (inputs[0], inputs[1], inputs[2]);
        if mask.dtype() != DType::Bool {
            return Err(Error::DType {
                operation: "masked_fill".to_owned(),
                wants: "a Boolean mask (True = masked)",
                got: format!("{}; write mask == 0 or mask.bool()", mask.dtype()),
            });
        }
        if fill.len() != 1 {
            return Err(Error::Value(format!(
                "masked_fill needs a single number as its value, not a tensor of shape {}",
                fill.shape_text()
            )));
        }
        overflow::check(fill, x.dtype())?;
        let shape = broadcast_shape("masked_fill", x, mask)?;
        choose_as(x.dtype(), &mask.array().truths(), fill.array(), x.array(), &shape)
            .map(|array| Tensor::new(array).with_axes(joint_axes(&shape, &[x, mask])))
            .ok_or_else(|| Error::Value(format!("masked_fill: cannot broadcast to {shape:?}")))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[1])
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let zero = Tensor::number(0.0);
        let to_x = handed(&inputs[0], || where_(&inputs[1], &zero, gradient))?;
        let to_fill = handed(&inputs[2], || where_(&inputs[1], gradient, &zero))?;
        Ok(vec![to_x, None, to_fill])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let operand = |input: usize| element(inputs, input, &broadcast_index(index, inputs[input].shape()));
        let hidden = inputs[1].at(&broadcast_index(index, inputs[1].shape())) != 0.0;
        let remark = if hidden { Remark::Hidden } else { Remark::Shown };
        Reason::from(Expr::Call(ScalarFunction::Where, vec![operand(1), operand(2), operand(0)])).remarking(remark)
    }
}

/// Scores with -inf added where a mask is true: beside an infinite score, or none, that is NaN, and the gradient passes.
#[derive(Debug)]
struct MaskedAdd;

impl MaskedAdd {
    fn of<T: Real>(x: &Tensor, mask: &ArrayD<bool>, shape: &[usize]) -> Option<Array> {
        let lowest = T::neg_infinity();
        let sum =
            zip(&x.array().read::<T>().view(), &mask.view(), shape, |x, hides| if hides { x + lowest } else { x });
        sum.map(T::array)
    }
}

impl Operation for MaskedAdd {
    fn name(&self) -> &'static str {
        "masked_add"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs)
    }

    fn dtype_of(&self, inputs: &[&Tensor]) -> DType {
        inputs[0].dtype()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (x, mask) = (inputs[0], inputs[1]);
        let shape = broadcast_shape("masked_add", x, mask)?;
        let truths = mask.array().truths();
        let sum = match x.dtype() {
            DType::F64 => Self::of::<f64>(x, &truths, &shape),
            _ => Self::of::<f32>(x, &truths, &shape),
        };
        sum.map(|array| Tensor::new(array).with_axes(joint_axes(&shape, &[x, mask])))
            .ok_or_else(|| Error::Value(format!("masked_add: cannot broadcast to {shape:?}")))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![handed(&inputs[0], || Ok(gradient.clone()))?, None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let x = element(inputs, 0, &broadcast_index(index, inputs[0].shape()));
        if inputs[1].at(&broadcast_index(index, inputs[1].shape())) == 0.0 {
            return Reason::from(x).remarking(Remark::Shown);
        }
        Reason::from(x.join(Operator::Add, Expr::Exact(f64::NEG_INFINITY))).remarking(Remark::Hidden)
    }
}

/// The lower or upper triangle of the last two axes; the rest becomes zero.
#[derive(Debug)]
struct Triangle {
    lower: bool,
    /// Which diagonal is the border: 0 is the main one, 1 the one above it.
    diagonal: i64,
}

impl Triangle {
    /// Which columns of a row lie outside the triangle.
    fn outside(&self, row: usize, columns: usize) -> Range<usize> {
        let border = (row as i64).saturating_add(self.diagonal).saturating_add(i64::from(self.lower));
        let border = border.clamp(0, columns as i64) as usize;
        if self.lower { border..columns } else { 0..border }
    }

    /// The matrices of some values with zero outside the triangle.
    fn cut<T: Element>(&self, values: &ArcArray<T, IxDyn>, rows: usize, columns: usize) -> Array {
        let mut values = iter_axis::own_rows(values.clone());
        let all = values.as_slice_mut().unwrap_or_default().chunks_exact_mut(columns.max(1));
        for (number, row) in stop::until_asked_of(all, columns).enumerate() {
            row[self.outside(number % rows, columns)].fill(T::ZERO);
        }
        T::array(values)
    }
}

fn rows_and_columns(name: &str, x: &Tensor) -> Result<(usize, usize)> {
    match x.shape() {
        [.., rows, columns] => Ok((*rows, *columns)),
        _ => Err(Error::Value(format!("{name} needs a matrix, at least two axes, not the shape {}", x.shape_text()))),
    }
}

impl Operation for Triangle {
    fn name(&self) -> &'static str {
        if self.lower { "tril" } else { "triu" }
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let (rows, columns) = rows_and_columns(self.name(), x)?;
        let array = with_values!(x.array(), values => self.cut(values, rows, columns));
        Ok(Tensor::new(array).with_axes(x.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![Some(self.forward(&[gradient])?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let &[.., row, column] = index else { return Reason::default() };
        // The rule of the triangle, with the row and the column as exact numbers.
        let operator = if self.lower { Operator::Le } else { Operator::Ge };
        let border = Expr::Exact(row as f64).join(Operator::Add, Expr::Exact(self.diagonal as f64));
        let rule = Expr::Exact(column as f64).join(operator, border);
        let columns = inputs[0].shape().last().copied().unwrap_or_default();
        let kept = !self.outside(row, columns).contains(&column);
        let remark = if kept { Remark::Inside { row, column } } else { Remark::Outside { row, column } };
        let outside = Expr::Exact(0.0);
        let formula = if kept {
            Expr::Call(ScalarFunction::Where, vec![rule, element(inputs, 0, index), outside])
        } else {
            // What lies outside is zero whatever it was, so it is no part of the formula.
            Expr::Call(ScalarFunction::Where, vec![rule, Expr::Exact(1.0), outside])
        };
        Reason::from(formula).remarking(remark)
    }
}

/// `where(condition, yes, no)`: element by element `yes` where the condition is true, else `no`; all three broadcast.
///
/// # Errors
/// When the shapes do not broadcast.
pub fn where_(condition: &Tensor, yes: &Tensor, no: &Tensor) -> Result<Tensor> {
    apply(Where, &[condition, yes, no])
}

impl Tensor {
    /// The same tensor with -inf added where the mask is true (hidden), as PyTorch's own attention adds its masks.
    ///
    /// # Errors
    /// When the mask does not broadcast.
    pub fn masked_add(&self, mask: &Self) -> Result<Self> {
        apply(MaskedAdd, &[self, mask])
    }

    /// `fill` where `mask` is true, the tensor's own element elsewhere. `self` and `mask` broadcast; `fill` is one number.
    ///
    /// # Errors
    /// When the shapes do not broadcast, the mask is not of truth values, or the fill is not one number.
    pub fn masked_fill(&self, mask: &Self, fill: &Self) -> Result<Self> {
        apply(MaskedFill, &[self, mask, fill])
    }

    /// The elements on and below a diagonal of the last two axes; zero above it.
    ///
    /// # Errors
    /// When there are fewer than two axes.
    pub fn tril(&self, diagonal: i64) -> Result<Self> {
        apply(Triangle { lower: true, diagonal }, &[self])
    }

    /// The elements on and above a diagonal of the last two axes; zero below it.
    ///
    /// # Errors
    /// When there are fewer than two axes.
    pub fn triu(&self, diagonal: i64) -> Result<Self> {
        apply(Triangle { lower: false, diagonal }, &[self])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_keeps_the_columns_up_to_its_border_or_from_it_in_every_matrix() {
        let values: Vec<i64> = (1..=24).collect();
        let numbers = Tensor::from_i64(&[2, 3, 4], values).unwrap();
        for diagonal in [i64::MIN, -3, -2, -1, 0, 1, 2, 3, 4, i64::MAX] {
            let kept = |keeps: fn(i64, i64) -> bool| -> Vec<f64> {
                let of = |(place, x): (usize, f64)| {
                    let (row, column) = ((place / 4 % 3) as i64, (place % 4) as i64);
                    if keeps(column, row.saturating_add(diagonal)) { x } else { 0.0 }
                };
                numbers.to_vec().into_iter().enumerate().map(of).collect()
            };
            let upto = kept(|column, border| column <= border);
            assert_eq!(numbers.tril(diagonal).unwrap().to_vec(), upto, "tril({diagonal})");
            let from = kept(|column, border| column >= border);
            assert_eq!(numbers.triu(diagonal).unwrap().to_vec(), from, "triu({diagonal})");
        }
    }

    #[test]
    fn a_triangle_of_a_turned_matrix_or_of_none_is_one_too() {
        let turned = Tensor::from_f32(&[2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap().transpose(0, 1).unwrap();
        assert_eq!(turned.tril(0).unwrap().to_vec(), [1.0, 0.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(turned.to_vec(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0], "what was cut is a copy");
        for empty in [[0, 3], [3, 0]] {
            assert_eq!(Tensor::ones(&empty, DType::Bool).triu(0).unwrap().shape(), empty);
        }
        assert!(Tensor::ones(&[3], DType::F32).tril(0).is_err());
    }
}
