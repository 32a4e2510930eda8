//! From products to weights in one pass: scaled, masked and through softmax, a row at a time.
//!
//! The scores are the largest arrays of attention. Step by step each of them is written whole; row by row a row stays in the
//! nearest cache from the first step to the last. Under a tape every step is a node that can be asked; without one nobody would
//! see them, and [`forward`] takes them together. The numbers are the same, bit by bit.

use ndarray::{ArcArray, IxDyn};

use super::{broadcast_shape, softmax};
use crate::tensor::backend::{parallel, simd};
use crate::tensor::budget::{self, OperationCost};
use crate::tensor::iter_axis::{self, Layout, Rows};
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, stop};

/// One step on the way from products to what softmax is given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ScoreStep<'a> {
    /// `x / by`, a number.
    Divide(&'a Tensor),
    /// `x * by`, a number.
    Multiply(&'a Tensor),
    /// `x.masked_fill(keep == 0, with)`.
    Fill {
        /// True, or 1, where a score stays.
        keep: &'a Tensor,
        /// What the others become.
        with: f64,
    },
    /// -inf is added to the scores that do not stay: beside an infinite score, or none, that is NaN.
    Hide {
        /// True, or 1, where a score stays.
        keep: &'a Tensor,
    },
    /// `x + what`.
    Add(&'a Tensor),
}

impl<'a> ScoreStep<'a> {
    /// The step by itself, as an operation of the tape.
    pub(crate) fn of(self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Divide(by) => x.div(by),
            Self::Multiply(by) => x.mul(by),
            Self::Fill { keep, with } => {
                let hidden = keep.eq(&Tensor::integer(0))?;
                x.masked_fill(&hidden, &Tensor::number(with))
            }
            Self::Hide { keep } => x.masked_add(&keep.eq(&Tensor::integer(0))?),
            Self::Add(what) => x.add(what),
        }
    }

    /// What the step reads beside `x`.
    fn other(self) -> &'a Tensor {
        match self {
            Self::Divide(other) | Self::Multiply(other) | Self::Add(other) => other,
            Self::Fill { keep, .. } | Self::Hide { keep } => keep,
        }
    }

    /// Whether a row needs nothing but its own row of the other operand, and keeps its dtype.
    fn is_row_by_row(self, x: &Tensor) -> bool {
        let other = self.other();
        let keeps_dtype = match self {
            Self::Divide(by) | Self::Multiply(by) => by.is_number(),
            Self::Fill { keep, .. } | Self::Hide { keep } => keep.dtype() == DType::Bool,
            Self::Add(what) => what.dtype() == x.dtype(),
        };
        let keeps_shape = broadcast_shape("fused_masked_softmax", x, other).is_ok_and(|shape| shape == x.shape());
        keeps_dtype && keeps_shape && other.axes.is_none()
    }
}

/// Whether [`forward`] can take these steps: not where one changes shape or dtype, or brings names of axes along.
pub(crate) fn is_row_by_row(products: &Tensor, steps: &[ScoreStep<'_>]) -> bool {
    let plain = matches!(products.dtype(), DType::F32 | DType::F64) && products.ndim() > 0 && products.axes.is_none();
    plain && steps.iter().all(|step| step.is_row_by_row(products))
}

/// The softmax over the last axis of what the steps make of the products, written over them where nobody else reads them. With
/// `safe` a row of nothing but -inf becomes 0 instead of 0/0.
///
/// # Errors
/// When the steps do not go [row by row](is_row_by_row), or the computation is to stop.
pub(crate) fn forward(products: Tensor, steps: &[ScoreStep<'_>], safe: bool) -> Result<Tensor> {
    stop::check()?;
    budget::charge(|| OperationCost::like(&products).of_functions())?;
    let weights = match products.into_array() {
        Array::F32(values) => weighed(values, steps, safe),
        Array::F64(values) => weighed(values, steps, safe),
        _ => None,
    };
    stop::check()?;
    let weights = weights.ok_or_else(|| Error::Value("attention: the scores are not stored row by row".to_owned()))?;
    Ok(Tensor::new(weights))
}

fn weighed<T: Real>(products: ArcArray<T, IxDyn>, steps: &[ScoreStep<'_>], safe: bool) -> Option<Array> {
    let mut values = iter_axis::own_rows(products);
    let shape = values.shape();
    let operands: Vec<RowOperand<'_, T>> =
        steps.iter().map(|step| RowOperand::of(*step, shape)).collect::<Option<_>>()?;
    let size = shape.last().copied()?;
    parallel::for_each_chunk(values.as_slice_mut()?, size, |first, part| {
        let mut operands: Vec<Stepping<'_, T>> = operands.iter().map(|operand| operand.rows_from(first)).collect();
        simd::dispatch::<T, _>(
            #[inline(always)]
            || {
                for row in stop::until_asked_of(part.chunks_exact_mut(size.max(1)), size) {
                    for operand in &mut operands {
                        operand.change(row);
                    }
                    if safe && softmax::is_hidden(row.iter().copied()) {
                        row.fill(T::zero());
                    } else {
                        softmax::softmax_in_place(row);
                    }
                }
            },
        );
    });
    Some(T::array(values))
}

/// What a step does, with its other operand broadcast to the scores.
enum RowOperand<'a, T: Real> {
    Divide(T),
    Multiply(T),
    Fill(Layout<'a, bool>, T),
    Hide(Layout<'a, bool>),
    Add(Layout<'a, T>),
}

/// The same, and which row comes next.
enum Stepping<'a, T> {
    Divide(T),
    Multiply(T),
    Fill(Rows<'a, bool>, T),
    Hide(Rows<'a, bool>),
    Add(Rows<'a, T>),
}

impl<'a, T: Real> RowOperand<'a, T> {
    fn of(step: ScoreStep<'a>, shape: &[usize]) -> Option<Self> {
        Some(match step {
            ScoreStep::Divide(by) => Self::Divide(T::of(by.item().ok()?)),
            ScoreStep::Multiply(by) => Self::Multiply(T::of(by.item().ok()?)),
            ScoreStep::Fill { keep, with } => match keep.array() {
                Array::Bool(keep) => Self::Fill(Layout::stretched(&keep.view(), shape)?, T::of(with)),
                _ => return None,
            },
            ScoreStep::Hide { keep } => match keep.array() {
                Array::Bool(keep) => Self::Hide(Layout::stretched(&keep.view(), shape)?),
                _ => return None,
            },
            ScoreStep::Add(what) => Self::Add(Layout::stretched(&T::view(what.array())?, shape)?),
        })
    }

    fn rows_from(&self, first: usize) -> Stepping<'_, T> {
        match self {
            Self::Divide(by) => Stepping::Divide(*by),
            Self::Multiply(by) => Stepping::Multiply(*by),
            Self::Fill(keep, with) => Stepping::Fill(keep.rows_from(first), *with),
            Self::Hide(keep) => Stepping::Hide(keep.rows_from(first)),
            Self::Add(what) => Stepping::Add(what.rows_from(first)),
        }
    }
}

impl<T: Real> Stepping<'_, T> {
    /// The step on the next row of scores.
    #[inline(always)]
    fn change(&mut self, row: &mut [T]) {
        match self {
            Self::Divide(by) => row.iter_mut().for_each(|x| *x /= *by),
            Self::Multiply(by) => row.iter_mut().for_each(|x| *x *= *by),
            Self::Fill(keep, with) => {
                let with = *with;
                if let Some(keep) = keep.next() {
                    iter_axis::change_with(row, keep, |x, keep| if keep { x } else { with });
                }
            }
            Self::Hide(keep) => {
                let (least, most) = (T::neg_infinity(), T::infinity());
                if let Some(keep) = keep.next() {
                    iter_axis::change_with(row, keep, |x, keep| match keep {
                        true => x,
                        false if x < most => least,
                        false => T::nan(),
                    });
                }
            }
            Self::Add(what) => {
                if let Some(what) = what.next() {
                    iter_axis::change_with(row, what, |x, what| x + what);
                }
            }
        }
    }
}
