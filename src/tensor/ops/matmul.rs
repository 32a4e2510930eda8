//! The matrix product, batched over leading axes as `torch.matmul` does it.

use ndarray::{ArrayD, Axis as Dimension, CowArray, IxDyn};

use super::{GradientReads, GradientSaves, Operation, apply, broadcast_index, dtype_names, sum_to};
use crate::tensor::array::Element;
use crate::tensor::axis::MAX_AXES;
use crate::tensor::backend::{self, Product};
use crate::tensor::budget::{OperationCost, broadcast_volume};
use crate::tensor::explain::{Expr, Operator, Reason, element};
use crate::tensor::iter_axis::{Layout, PerAxis};
use crate::tensor::ravel::unravel;
use crate::tensor::{Array, Axis, DType, Error, Real, Result, Tensor, stop};

/// `a @ b`.
#[derive(Debug)]
struct MatMul;

/// What a product costs before its first multiply-add, in multiply-adds: a quarter of a microsecond.
const EACH: usize = 1 << 13;

/// How two operands meet: both seen as stacks of matrices, and what of the result's shape is real.
struct MatmulPlan {
    /// The leading axes of the result, broadcast.
    batch: PerAxis,
    /// Rows of the left, columns of the right, and what they have in common.
    rows: usize,
    columns: usize,
    inner: usize,
    /// A vector on the left has no row axis in the result, one on the right no column axis.
    left_is_vector: bool,
    right_is_vector: bool,
}

impl MatmulPlan {
    fn new(a: &Tensor, b: &Tensor) -> Result<Self> {
        if a.ndim() == 0 || b.ndim() == 0 {
            return Err(Error::Value(format!(
                "cannot use @ with {} and {}: one of them is a single number; write * instead",
                a.shape_text(),
                b.shape_text()
            )));
        }
        let (left_is_vector, right_is_vector) = (a.ndim() == 1, b.ndim() == 1);
        let (a_batch, rows, a_inner) = as_matrices(a.shape(), left_is_vector, true);
        let (b_batch, b_inner, columns) = as_matrices(b.shape(), right_is_vector, false);
        if a_inner != b_inner {
            let (left, right) = (a.shape_text(), b.shape_text());
            let words = inner_words(a, b, (a_batch, b_batch)).map(String::into_boxed_str);
            return Err(Error::Inner { left, right, sizes: (a_inner, b_inner), words });
        }
        let batch = broadcast_batch(a, b, a_batch, b_batch)?;
        Ok(Self { batch, rows, columns, inner: a_inner, left_is_vector, right_is_vector })
    }

    /// The shape of a stack with one matrix for each of the batch.
    fn stack(&self, rows: usize, columns: usize) -> PerAxis {
        let mut shape = self.batch.clone();
        shape.extend([rows, columns]);
        shape
    }

    /// The shape of the result.
    fn shape(&self) -> PerAxis {
        let mut shape = self.batch.clone();
        if !self.left_is_vector {
            shape.push(self.rows);
        }
        if !self.right_is_vector {
            shape.push(self.columns);
        }
        shape
    }

    fn axes(&self, a: &Tensor, b: &Tensor) -> Vec<Axis> {
        let mut axes: Vec<Axis> = (0..self.batch.len())
            .map(|place| {
                let of = |tensor: &Tensor| {
                    let own = (tensor.ndim() + place).checked_sub(self.batch.len() + 2)?;
                    (tensor.shape().get(own) == Some(&self.batch[place])).then(|| tensor.axes().get(own).cloned())?
                };
                of(a).unwrap_or_default().or(&of(b).unwrap_or_default())
            })
            .collect();
        if !self.left_is_vector {
            axes.push(a.axes()[a.ndim() - 2].clone());
        }
        if !self.right_is_vector {
            axes.push(b.axes()[b.ndim() - 1].clone());
        }
        axes
    }
}

fn as_matrices(shape: &[usize], is_vector: bool, is_left: bool) -> (&[usize], usize, usize) {
    match (shape, is_vector) {
        ([size], true) if is_left => (&[], 1, *size),
        ([size], true) => (&[], *size, 1),
        ([batch @ .., rows, columns], _) => (batch, *rows, *columns),
        _ => (&[], 1, 1),
    }
}

fn broadcast_batch(a: &Tensor, b: &Tensor, a_batch: &[usize], b_batch: &[usize]) -> Result<PerAxis> {
    let ndim = a_batch.len().max(b_batch.len());
    let size = |batch: &[usize], from_end: usize| batch.len().checked_sub(from_end).map_or(1, |place| batch[place]);
    (1..=ndim)
        .rev()
        .map(|from_end| match (size(a_batch, from_end), size(b_batch, from_end)) {
            (x, y) if x == y || y == 1 => Ok(x),
            (1, y) => Ok(y),
            sizes => Err(Error::Broadcast {
                operation: "matmul".to_owned(),
                left: a.shape_text(),
                right: b.shape_text(),
                sizes: (sizes.0, sizes.1, from_end + 2),
                last: Box::new(super::last_clash(ndim, |from_end| (size(a_batch, from_end), size(b_batch, from_end)))),
            }),
        })
        .collect()
}

/// PyTorch's words for a product whose inner sizes differ; `None` where they depend on how the elements lie.
fn inner_words(a: &Tensor, b: &Tensor, (a_batch, b_batch): (&[usize], &[usize])) -> Option<String> {
    Some(match (a.shape(), b.shape()) {
        ([x], [y]) => format!(
            "inconsistent tensor size, expected tensor [{x}] and src [{y}] to have the same number of elements, but got {x} and {y} \
             elements respectively"
        ),
        ([x], [rows, columns]) => {
            format!("mm: mat1 and mat2 shapes cannot be multiplied (1x{x} and {rows}x{columns})")
        }
        ([n, m], [y]) => format!("size mismatch, got input ({n}), mat ({n}x{m}), vec ({y})"),
        ([n, m], [rows, columns]) => {
            format!("mm: mat1 and mat2 shapes cannot be multiplied ({n}x{m} and {rows}x{columns})")
        }
        ([_, _, _, ..], [_, .., rows, _]) if b.ndim() > 2 => {
            // The stacks are made one first.
            broadcast_batch(a, b, a_batch, b_batch).map_or_else(
                |error| error.exception().map(|(_, words)| words),
                |batch| {
                    let (count, inner) = (batch.iter().product::<usize>(), a.shape().last()?);
                    Some(format!(
                        "Expected size for first two dimensions of batch2 tensor to be: [{count}, {inner}] but got: [{count}, {rows}]."
                    ))
                },
            )?
        }
        _ => return None,
    })
}

/// The places of a batch, in order; they end early where the computation is to [`stop`].
pub fn places(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let shape = shape.to_vec();
    stop::until_asked(0..shape.iter().product()).map(move |place| unravel(place, &shape))
}

/// The values of an operand as a stack of matrices: a view where the dtype fits, so a transpose reaches the product uncopied.
fn stack<T: Real>(tensor: &Tensor, vector_axis: Option<usize>) -> CowArray<'_, T, IxDyn> {
    let values = tensor.array().read::<T>();
    match vector_axis {
        Some(axis) => values.insert_axis(Dimension(axis)),
        None => values,
    }
}

fn product<T: Real>(plan: &MatmulPlan, a: &Tensor, b: &Tensor) -> Option<Array> {
    let left = stack::<T>(a, plan.left_is_vector.then_some(0));
    let right = stack::<T>(b, plan.right_is_vector.then_some(1));
    let mut out = ArrayD::<T>::zeros(IxDyn(&plan.stack(plan.rows, plan.columns)));
    let count: usize = plan.batch.iter().product();
    if right.ndim() == 2 && left.ndim() > 2 && left.is_standard_layout() {
        // Many matrices times one, as every linear layer has them, are one tall matrix times it.
        let rows = count * plan.rows;
        let tall = left.view().into_shape_with_order((rows, plan.inner)).ok()?;
        let target = out.view_mut().into_shape_with_order((rows, plan.columns)).ok()?;
        let product = Product { a: tall, b: right.view().into_dimensionality().ok()?, out: target };
        computed(std::iter::once(Some(product)))?;
        return out.into_shape_with_order(IxDyn(&plan.shape())).ok().map(T::array);
    }
    let mut targets = out.view_mut().into_shape_with_order((count, plan.rows, plan.columns)).ok()?;
    let left = Layout::stretched(&left.view(), &plan.stack(plan.rows, plan.inner))?;
    let right = Layout::stretched(&right.view(), &plan.stack(plan.inner, plan.columns))?;
    let batch = left.matrices().zip(right.matrices()).zip(targets.outer_iter_mut());
    computed(batch.map(|((a, b), out)| Some(Product { a: a?, b: b?, out })))?;
    out.into_shape_with_order(IxDyn(&plan.shape())).ok().map(T::array)
}

/// Computes products: all at once where nobody will ask to stop.
fn computed<'a, T: Real>(batch: impl Iterator<Item = Option<Product<'a, T>>>) -> Option<()> {
    if stop::is_watched() { in_portions(batch) } else { T::products(&mut batch.collect::<Option<Vec<_>>>()?).ok() }
}

/// Computes products a portion at a time, and ends early where the computation is to stop. A large one is cut into blocks of rows.
fn in_portions<'a, T: Real>(batch: impl Iterator<Item = Option<Product<'a, T>>>) -> Option<()> {
    let most = backend::portion();
    let (mut portion, mut work) = (Vec::new(), 0);
    for product in batch {
        let mut rest = product?;
        let row = rest.a.ncols().saturating_mul(rest.b.ncols()).max(1);
        let rows = (most / row).max(1);
        while rest.a.nrows() > rows {
            let (block, below) = rest.split_at(rows);
            stop::check().ok()?;
            T::products(&mut [block]).ok()?;
            rest = below;
        }
        work += rest.a.nrows().saturating_mul(row) + EACH;
        portion.push(rest);
        if work >= most {
            stop::check().ok()?;
            T::products(&mut portion).ok()?;
            portion.clear();
            work = 0;
        }
    }
    T::products(&mut portion).ok()
}

/// Whole numbers are multiplied as such, exactly, and wrap around as PyTorch's do.
fn product_of_integers(plan: &MatmulPlan, a: &Tensor, b: &Tensor) -> Option<Array> {
    let as_matrices = |values: ArrayD<i64>, axis: Option<usize>| match axis {
        Some(axis) => values.insert_axis(Dimension(axis)),
        None => values,
    };
    let left = as_matrices(a.array().integers(), plan.left_is_vector.then_some(0));
    let right = as_matrices(b.array().integers(), plan.right_is_vector.then_some(1));
    let mut out = ArrayD::<i64>::zeros(IxDyn(&plan.stack(plan.rows, plan.columns)));
    let left = Layout::stretched(&left.view(), &plan.stack(plan.rows, plan.inner))?;
    let right = Layout::stretched(&right.view(), &plan.stack(plan.inner, plan.columns))?;
    let mut rows = out.as_slice_mut()?.chunks_exact_mut(plan.columns.max(1));
    for (a, b) in left.matrices().zip(right.matrices()) {
        let (a, b) = (a?, b?);
        for (a, out) in stop::until_asked_of(a.outer_iter().zip(rows.by_ref()), plan.columns) {
            for (&x, b) in a.iter().zip(b.outer_iter()) {
                out.iter_mut().zip(b).for_each(|(sum, &y)| *sum = sum.wrapping_add(x.wrapping_mul(y)));
            }
        }
    }
    out.into_shape_with_order(IxDyn(&plan.shape())).ok().map(i64::array)
}

/// Refuses operands of different dtypes and truth values, in the words of the kernel that PyTorch would call.
fn check_dtypes(a: &Tensor, b: &Tensor) -> Result<()> {
    let (left, right) = (a.dtype(), b.dtype());
    let (kernel, says) = match (a.ndim(), b.ndim()) {
        (1, 1) => (
            "dot",
            format!(
                "dot : expected both vectors to have same dtype, but found {} and {}",
                dtype_names::scalar(left),
                dtype_names::scalar(right)
            ),
        ),
        (_, 1) => {
            let (matrix, vector) = (dtype_names::scalar(left), dtype_names::scalar(right));
            (
                "addmv_impl_cpu",
                format!("addmv input tensors must have the same dtype, but got {vector}, {matrix}, and {vector}"),
            )
        }
        (_, 2) => (
            "addmm_impl_cpu_",
            format!(
                "expected m1 and m2 to have the same dtype, but got: {} != {}",
                dtype_names::cpp(left),
                dtype_names::cpp(right)
            ),
        ),
        _ => (
            "bmm",
            format!("expected scalar type {} but found {}", dtype_names::scalar(left), dtype_names::scalar(right)),
        ),
    };
    if left != right {
        return Err(Error::Value(format!(
            "{says}: both factors must have the same dtype, not {left} and {right}; write .float() after one of them"
        )));
    }
    if left == DType::Bool { Err(dtype_names::not_implemented(kernel, left, "matmul")) } else { Ok(()) }
}

impl Operation for MatMul {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn check(&self, inputs: &[&Tensor]) -> Result<()> {
        MatmulPlan::new(inputs[0], inputs[1])?;
        check_dtypes(inputs[0], inputs[1])
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        let (a, b) = (inputs[0], inputs[1]);
        let (a_batch, rows, inner) = as_matrices(a.shape(), a.ndim() == 1, true);
        let (b_batch, _, columns) = as_matrices(b.shape(), b.ndim() == 1, false);
        let batch = broadcast_volume([a_batch, b_batch].into_iter());
        batch.map_or(OperationCost::NOTHING, |batch| OperationCost::products(batch, [rows, inner, columns]))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (a, b) = (inputs[0], inputs[1]);
        let plan = MatmulPlan::new(a, b)?;
        let array = match a.dtype() {
            DType::F32 => product::<f32>(&plan, a, b),
            DType::F64 => product::<f64>(&plan, a, b),
            whole => product_of_integers(&plan, a, b).map(|array| array.cast(whole)),
        };
        let array =
            array.ok_or_else(|| Error::Value(format!("cannot multiply {} by {}", a.shape_text(), b.shape_text())))?;
        Ok(Tensor::new(array).with_axes(plan.axes(a, b)))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[0, 1])
    }

    fn saves(&self, inputs: &[Tensor], wanted: &[bool]) -> GradientSaves {
        GradientSaves::factors(inputs, wanted)
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let plan = MatmulPlan::new(&inputs[0], &inputs[1])?;
        let a = if plan.left_is_vector { inputs[0].unsqueeze(0)? } else { inputs[0].clone() };
        let b = if plan.right_is_vector { inputs[1].unsqueeze(1)? } else { inputs[1].clone() };
        let sizes = |shape: &[usize]| shape.iter().map(|&size| size as isize).collect::<Vec<_>>();
        let gradient = gradient.reshape(&sizes(&plan.stack(plan.rows, plan.columns)))?;
        let to_a = sum_to(&gradient.matmul(&b.transpose(-2, -1)?)?, a.shape())?;
        let to_b = if b.ndim() == 2 && a.ndim() > 2 {
            // One matrix met many: the sum of their products is the product of the two as tall matrices.
            let rows = plan.batch.iter().product::<usize>() * plan.rows;
            let tall = |x: &Tensor, columns: usize| x.reshape(&sizes(&[rows, columns]));
            let (a, gradient) = (tall(&a, plan.inner)?, tall(&gradient, plan.columns)?);
            // A layer's weight comes here transposed; so its gradient lies row by row where it is turned back.
            gradient.transpose(0, 1)?.matmul(&a)?.transpose(0, 1)?
        } else {
            sum_to(&a.transpose(-2, -1)?.matmul(&gradient)?, b.shape())?
        };
        let shaped = |gradient: Tensor, shape: &[usize]| {
            if gradient.shape() == shape { Ok(gradient) } else { gradient.reshape(&sizes(shape)) }
        };
        Ok(vec![Some(shaped(to_a, inputs[0].shape())?), Some(shaped(to_b, inputs[1].shape())?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let Ok(plan) = MatmulPlan::new(&inputs[0], &inputs[1]) else { return Reason::default() };
        let (place, rest) = index.split_at(plan.batch.len());
        let row = if plan.left_is_vector { None } else { rest.first().copied() };
        let column = if plan.right_is_vector { None } else { rest.last().copied() };
        let prefix = |input: &Tensor| broadcast_index(place, &input.shape()[..input.ndim().saturating_sub(2)]);
        let term = |k: usize| {
            let mut left = prefix(&inputs[0]);
            left.extend(row.into_iter().chain([k]));
            let mut right = prefix(&inputs[1]);
            right.extend([k].into_iter().chain(column));
            element(inputs, 0, &left).join(Operator::Mul, element(inputs, 1, &right))
        };
        Expr::Sum((0..plan.inner).map(term).collect()).into()
    }
}

impl Tensor {
    /// The matrix product `a @ b`: rows of the left times columns of the right. Leading axes broadcast; a vector counts as a row
    /// on the left and as a column on the right, and its axis disappears.
    ///
    /// # Errors
    /// When an operand has no axes, the inner sizes differ, or the leading axes do not broadcast.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    /// let q = Tensor::from_f32(&[2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(q.matmul(&q.transpose(0, 1)?)?.to_vec(), [5.0, 11.0, 11.0, 25.0]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn matmul(&self, other: &Self) -> Result<Self> {
        if self.ndim().max(other.ndim()) > MAX_AXES {
            return Err(Error::Value(format!("matmul: more than {MAX_AXES} axes")));
        }
        apply(MatMul, &[self, other])
    }
}
