//! The functions of neural networks: softmax, norms, products, attention.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Axis, IntTuple, NumberOperand};
use super::grad_fn::{of_attention, of_linear};
use super::in_place::Changed;
use super::nn::{drawing, scalar_type, thinned_where};
use super::reduce::in_dtype;
use super::shape::sizes_of;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::lang::value::Value;
use crate::nn::attention::{Scale, attend};
use crate::nn::mask::{self, Mask};
use crate::nn::{Dropout, Masking, RmsNorm};
use crate::tensor::ops::bias::linear as linear_of;
use crate::tensor::ops::join::{placed, stack};
use crate::tensor::ops::overflow;
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::{self, DType, NormVariant, Tensor};

builtins! { TABLE:
    /// Positive weights that sum to 1 along `dim`.
    #[at(Bare, Torch, Tensor)]
    fn softmax(_call, input: Tensor, dim: Axis, dtype: Option<DType> = None) -> Tensor => SoftmaxBackward0 {
        Ok(in_dtype(input, dtype)?.softmax(dim.0)?)
    }

    /// The logarithm of softmax.
    #[at(Bare, Torch, Tensor)]
    fn log_softmax(_call, input: Tensor, dim: Axis, dtype: Option<DType> = None) -> Tensor => LogSoftmaxBackward0 {
        Ok(in_dtype(input, dtype)?.log_softmax(dim.0)?)
    }

    /// Positive weights that sum to 1 along `dim`.
    #[at(Functional)]
    fn functional_softmax as "softmax" (call, input: Tensor, dim: Axis, dtype: Option<DType> = None) -> Tensor => SoftmaxBackward0 {
        softmax(call, input, dim, dtype)
    }

    /// The logarithm of softmax.
    #[at(Functional)]
    fn functional_log_softmax as "log_softmax" (
        call, input: Tensor, dim: Axis, dtype: Option<DType> = None
    ) -> Tensor => LogSoftmaxBackward0 {
        log_softmax(call, input, dim, dtype)
    }

    /// x @ weight.T + bias.
    #[at(Functional)]
    fn linear(call, input: Tensor, weight: Tensor, bias: Option<Tensor> = None) -> Tensor {
        check_weight(call, &input, &weight, bias.as_ref())?;
        call.grad_fn(of_linear(&input, &weight, bias.is_some()));
        let made = linear_of(&input, &weight, bias.as_ref());
        Ok(made.map_err(|error| match error.exception() {
            // With a bias PyTorch computes both at once.
            Some((class, words)) if bias.is_some() && words.starts_with("mm: ") => {
                error.raising_as(class, format!("add{words}"))
            }
            _ => error,
        })?)
    }

    /// Each row with mean 0 and variance 1, then scaled and shifted.
    #[at(Functional)]
    fn layer_norm(
        call, input: Tensor, normalized_shape: At<IntTuple>, weight: Option<Tensor> = None, bias: Option<Tensor> = None,
        eps: f64 = 1e-5
    ) -> Tensor => NativeLayerNormBackward0 {
        let axes = normalized_axes(&input, &normalized_shape)?;
        layer_normed(call, &input, axes, (weight, bias), eps)
    }

    /// Each row with root mean square 1, then scaled.
    #[at(Functional)]
    fn rms_norm(
        call, input: Tensor, normalized_shape: At<IntTuple>, weight: Option<Tensor> = None, eps: Option<f64> = None
    ) -> Tensor {
        let axes = normalized_axes(&input, &normalized_shape)?;
        rms_normed(call, &input, axes, weight, eps)
    }

    /// The rows of a table that ids name.
    #[at(Functional)]
    fn embedding(call, input: Tensor, weight: Tensor, padding_idx: At<Option<i64>> = None) -> Tensor => EmbeddingBackward0 {
        let rows = weight.shape().first().copied().unwrap_or(0) as i64;
        if padding_idx.value.is_some_and(|row| !(-rows..rows).contains(&row)) {
            let message = "Padding_idx must be within num_embeddings";
            return Err(Diagnostic::new(padding_idx.span, message).help(format!("the table has {rows} rows")).into());
        }
        check_ids(call, &input, rows)?;
        Ok(weight.embedding(&input)?)
    }

    /// Elements set to 0 at random and the rest scaled up, while training.
    #[at(Functional, Torch)]
    #[role(Passes)]
    fn dropout(call, input: Changed, p: f64 = 0.5, training: bool = True, inplace: bool = False) -> Value => MulBackward0 {
        if !(0.0..=1.0).contains(&p) {
            return Err(call.error(format!("dropout probability has to be between 0 and 1, but got {p}")).into());
        }
        thinned_where(call, input, if training { p } else { 0.0 }, inplace)
    }

    /// More places before and after the last axes, filled with a value.
    #[at(Functional)]
    fn pad(
        call, input: Tensor, pad: IntTuple, mode: At<Arc<str>> = "constant", value: Option<NumberOperand> = None
    ) -> Tensor => ConstantPadNdBackward0 {
        if &*mode.value != "constant" {
            let message = format!("pad: the mode '{}' is not supported here", mode.value);
            return Err(Diagnostic::new(mode.span, message).help("write mode='constant'").into());
        }
        let fill = value.map_or_else(|| Tensor::integer(0), |value| value.0);
        padded_around(call, input, &pad.0, &fill)
    }

    /// Tensors of different lengths in one, filled up with a value.
    #[at(Rnn)]
    fn pad_sequence(
        call, sequences: Vec<Tensor>, batch_first: bool = False, padding_value: NumberOperand = 0.0,
        padding_side: At<Arc<str>> = "right"
    ) -> Tensor => CopySlices {
        let is_left = match &*padding_side.value {
            "left" => true,
            "right" => false,
            _ => {
                let message = "Expected padding_side to be one of left or right";
                return Err(Diagnostic::new(padding_side.span, message).into());
            }
        };
        if sequences.is_empty() || sequences.iter().any(|one| one.ndim() == 0) {
            let message = "pad_sequence takes tensors of one axis or more, the first of which may differ in size";
            return Err(call.error(message).into());
        }
        for one in &sequences {
            overflow::check_value(padding_value.0.item()?, false, one.dtype())?;
        }
        let longest = sequences.iter().map(|one| one.shape()[0]).max().unwrap_or(0);
        let before = |one: &Tensor| if is_left { longest - one.shape()[0] } else { 0 };
        let rows = sequences.iter().map(|one| padded(one, 0, before(one), longest, &padding_value.0));
        let rows = rows.collect::<crate::tensor::Result<Vec<Tensor>>>()?;
        call.place();
        Ok(stack(&rows, isize::from(!batch_first))?)
    }

    /// softmax(query @ key.mT / sqrt(d_k)) @ value; a mask is True where attention is allowed.
    #[at(Functional)]
    #[keeps(query, key, value, result)]
    fn scaled_dot_product_attention(
        call, query: Tensor, key: Tensor, value: Tensor, attn_mask: At<Option<Tensor>> = None, dropout_p: f64 = 0.0,
        is_causal: bool = False; scale: Option<NumberOperand> = None, enable_gqa: bool = False
    ) -> Tensor {
        if attn_mask.value.is_some() && is_causal {
            let message = "Explicit attn_mask should not be set when is_causal=True";
            let help = "write the causal part into the mask, or leave one of the two out";
            return Err(Diagnostic::new(attn_mask.span, message).help(help).into());
        }
        let axes = [&query, &key, &value].map(Tensor::ndim);
        if axes.iter().any(|&count| count < 2) {
            let message = format!(
                "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {} key.dim: {} and \
                 value.dim: {} instead.",
                axes[0], axes[1], axes[2]
            );
            return Err(call.error(message).help("the last two axes are positions and features of a head").into());
        }
        let mask = attention_mask(&query, &key, &attn_mask, is_causal)?;
        let mask = mask.map(|mask| fitting_mask(call, [&query, &key, &value], mask)).transpose()?;
        let (key, value) = if enable_gqa {
            (for_every_head(call, &query, key, "key")?, for_every_head(call, &query, value, "value")?)
        } else {
            (key, value)
        };
        let mask = match &mask {
            Some(mask) if mask.dtype() == DType::Bool => Mask { keep: Some(mask), added: None },
            mask => Mask { keep: None, added: mask.as_ref() },
        };
        let factor = scale.as_ref().map_or(Ok(1.0), |scale| scale.0.item())?;
        if !factor.is_finite() {
            // PyTorch's kernels differ here: one multiplies queries and keys with its root, the other their product with it.
            let message = "scaled_dot_product_attention: an infinite or NaN `scale` is not supported here";
            return Err(call.error(message).into());
        }
        let scale = scale.as_ref().map_or(Scale::RootOfWidth, |scale| Scale::By(&scale.0));
        let dropout = Dropout::new(dropout_p);
        let given_mask = call.argument(3).and_then(Value::as_tensor);
        call.grad_fn(of_attention([&query, &key, &value], given_mask, dropout_p != 0.0));
        // PyTorch's kernel for heads hides the future, before it scales: what is hidden comes back where the scale is negative. All
        // else adds its mask at the end.
        let hides = is_causal && query.ndim() == 4;
        let masking = Masking { is_added: !hides, before_scale: hides && factor <= 0.0, ..Masking::default() };
        let stages = drawing(call.interpreter, dropout_p != 0.0, call.span, || {
            attend(&query, &key, &value, mask, masking, scale, dropout)
        })?;
        Ok(stages.output)
    }
}

/// That a weight is a matrix, or a vector without a bias, and that the bias fits what comes out.
fn check_weight(call: &Invocation<'_, '_>, x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Outcome<()> {
    let (axes, of_weight) = (x.ndim(), weight.ndim());
    let message = if axes == 0 || of_weight == 0 {
        format!("both arguments to linear need to be at least 1D, but they are {axes}D and {of_weight}D")
    } else if of_weight > 2 {
        format!("t() expects a tensor with <= 2 dimensions, but self is {of_weight}D")
    } else if of_weight == 1 && bias.is_some() {
        "addmm: mat2 must be a matrix, got 1-D tensor".to_owned()
    } else if let Some(bias) = bias.filter(|bias| bias.ndim() > axes) {
        format!("expand: the bias has {} axes, and what it is added to has {axes}", bias.ndim())
    } else {
        return Ok(());
    };
    Err(call.error(message).help("a weight is [out, in], a bias [out]"))
}

/// That ids are whole numbers, each of which names a row of a table.
pub(super) fn check_ids(call: &Invocation<'_, '_>, ids: &Tensor, rows: i64) -> Outcome<()> {
    if ids.dtype() != DType::I64 {
        let kind = scalar_type(ids.dtype());
        let kind = if ids.dtype().is_float() { format!("torch.{kind}Tensor") } else { format!("CPU{kind}Type") };
        let message = format!(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got {kind} \
             instead (while checking arguments for embedding)"
        );
        return Err(call.error(message).raising("RuntimeError").help("ids are whole numbers: write ids.long()"));
    }
    match ids.to_vec().into_iter().map(|id| id as i64).find(|id| !(0..rows).contains(id)) {
        None => Ok(()),
        Some(id) => {
            let help = format!("the table has {rows} rows, 0 to {}, but one id is {id}", rows - 1);
            Err(call.error("index out of range in self").raising("IndexError").help(help))
        }
    }
}

/// `F.layer_norm` and `nn.LayerNorm`, over the last axes.
pub(super) fn layer_normed(
    call: &Invocation<'_, '_>,
    x: &Tensor,
    axes: usize,
    (weight, bias): (Option<Tensor>, Option<Tensor>),
    eps: f64,
) -> BuiltinResult<Tensor> {
    let has = |dtype: DType| [&weight, &bias].into_iter().flatten().all(|parameter| parameter.dtype() == dtype);
    // Parameters of half precision may stay in float32: the norm is computed so, and rounded once.
    let is_mixed = x.dtype().is_half() && !has(x.dtype()) && has(DType::F32);
    if is_mixed {
        let wide = layer_normed(call, &x.to(DType::F32)?, axes, (weight, bias), eps)?;
        return Ok(wide.to(x.dtype())?);
    }
    if !has(x.dtype()) {
        let says = if x.dtype().is_half() {
            "expect parameter to have scalar type of Float"
        } else {
            "all inputs must share same datatype."
        };
        let message = format!("mixed dtype (CPU): {says}");
        return Err(call.error(message).help(format!("the input is {}", x.dtype())).into());
    }
    if !x.dtype().is_float() {
        let message = format!("\"LayerNormKernelImpl\" not implemented for '{}'", scalar_type(x.dtype()));
        return Err(call.error(message).help("write input.float()").into());
    }
    has_normalized_shape(call, "weight", weight.as_ref(), x, axes)?;
    has_normalized_shape(call, "bias", bias.as_ref(), x, axes)?;
    let variant = NormVariant { eps, ..NormVariant::default() };
    let (weight, bias) = (flat(weight, axes)?, flat(bias, axes)?);
    let normal = over_axes(x, axes, |x| x.layer_norm(variant, weight.as_ref(), bias.as_ref()))?;
    Ok(normal)
}

/// `F.rms_norm` and `nn.RMSNorm`, over the last axes.
pub(super) fn rms_normed(
    call: &Invocation<'_, '_>,
    x: &Tensor,
    axes: usize,
    weight: Option<Tensor>,
    eps: Option<f64>,
) -> BuiltinResult<Tensor> {
    if !x.dtype().is_float() {
        let message = format!("\"rms_norm\" not implemented for '{}'", scalar_type(x.dtype()));
        return Err(call.error(message).help("write input.float()").into());
    }
    has_normalized_shape(call, "weight", weight.as_ref(), x, axes)?;
    // What has half precision is computed in float32, and rounded once.
    call.grad_fn(if x.dtype().is_half() { "ToCopyBackward0" } else { "MulBackward0" });
    let norm = RmsNorm { eps, weight: flat(weight, axes)? };
    Ok(over_axes(x, axes, |x| norm.forward(x))?)
}

/// Refuses a parameter of a norm that is not of the shape that it goes over: it would be stretched, and nobody would notice.
fn has_normalized_shape(
    call: &Invocation<'_, '_>,
    name: &str,
    parameter: Option<&Tensor>,
    x: &Tensor,
    axes: usize,
) -> BuiltinResult<()> {
    let normalized = &x.shape()[x.ndim() - axes..];
    match parameter {
        Some(parameter) if parameter.shape() != normalized => {
            let message = format!(
                "Expected {name} to be of same shape as normalized_shape, but got {name} of shape {} and normalized_shape = \
                 {normalized:?}",
                parameter.shape_text()
            );
            Err(call.error(message).into())
        }
        _ => Ok(()),
    }
}

/// A parameter of a norm as one row.
fn flat(parameter: Option<Tensor>, axes: usize) -> tensor::Result<Option<Tensor>> {
    match parameter {
        Some(parameter) if axes > 1 => parameter.reshape(&[-1]).map(Some),
        parameter => Ok(parameter),
    }
}

/// A function of the last axis, over several axes.
fn over_axes(x: &Tensor, axes: usize, f: impl FnOnce(&Tensor) -> tensor::Result<Tensor>) -> tensor::Result<Tensor> {
    if axes == 1 { f(x) } else { f(&x.reshape(&joined(x, axes))?)?.reshape(&sizes_of(x)) }
}

/// How many of the last axes a norm goes over: they must have the sizes that it was given.
pub(super) fn normalized_axes(x: &Tensor, shape: &At<IntTuple>) -> BuiltinResult<usize> {
    let At { value: IntTuple(wanted), span } = shape;
    let is_end = wanted.len() <= x.ndim()
        && wanted.iter().rev().zip(x.shape().iter().rev()).all(|(&wanted, &size)| wanted == size as isize);
    if is_end && !wanted.is_empty() {
        return Ok(wanted.len());
    }
    let message = format!(
        "Given normalized_shape={wanted:?}, expected input with shape [*, {}], but got input of size{:?}",
        wanted.iter().map(isize::to_string).collect::<Vec<_>>().join(", "),
        x.shape()
    );
    Err(Diagnostic::new(*span, message).help("normalized_shape must be the sizes of the last axes").into())
}

/// A shape in which the last axes are one.
fn joined(x: &Tensor, axes: usize) -> Vec<isize> {
    let (before, last) = x.shape().split_at(x.ndim() - axes);
    before.iter().map(|&size| size as isize).chain([last.iter().product::<usize>() as isize]).collect()
}

/// Pairs of sizes from the last axis on: places before it and after it. A negative size takes places away.
fn padded_around(call: &mut Invocation<'_, '_>, x: Tensor, pairs: &[isize], fill: &Tensor) -> BuiltinResult<Tensor> {
    if !pairs.len().is_multiple_of(2) {
        return Err(call.error("Padding length must be divisible by 2").into());
    }
    if pairs.len() / 2 > x.ndim() {
        let message =
            "Padding length should be less than or equal to two times the input dimension but got padding length";
        return Err(call.error(format!("{message} {} and input of dimension {}", pairs.len(), x.ndim())).into());
    }
    // PyTorch takes the fill for a real number, whatever it is.
    overflow::check_value(fill.item()?, false, x.dtype())?;
    let mut part = x;
    for (place, pair) in pairs.chunks(2).enumerate() {
        let axis = part.ndim() - 1 - place;
        let size = part.shape()[axis] as isize;
        let (before, after) = (pair[0], pair[1]);
        let left = size.saturating_add(before.min(0)).saturating_add(after.min(0));
        let wider = left.saturating_add(before.max(0)).saturating_add(after.max(0));
        if left < 0 {
            let message = format!("pad would remove more than the {size} positions of axis {axis}");
            return Err(call.error(message).into());
        }
        let kept = part.narrow(axis as isize, before.min(0).unsigned_abs(), left as usize)?;
        part = padded(&kept, axis, before.max(0) as usize, wider as usize, fill)?;
    }
    Ok(part)
}

/// A tensor put `before` places into an axis of `size` places, the rest of which is filled.
fn padded(x: &Tensor, axis: usize, before: usize, size: usize, fill: &Tensor) -> crate::tensor::Result<Tensor> {
    let mut shape = x.shape().to_vec();
    shape[axis] = size;
    let all: Vec<isize> = shape.iter().map(|&size| size as isize).collect();
    let filled = fill.to(x.dtype())?.reshape(&[])?.expand(&all)?;
    let parts: Vec<AxisSlice> = (0..x.ndim())
        .map(|place| match place {
            _ if place == axis => AxisSlice::Range { start: before, count: x.shape()[axis], step: 1 },
            _ => AxisSlice::all(shape[place]),
        })
        .collect();
    if x.is_empty() { Ok(filled) } else { placed(&filled, &parts, x) }
}

/// The mask of an attention: true where looking is allowed, or real numbers that are added to the scores.
fn attention_mask(
    query: &Tensor,
    key: &Tensor,
    mask: &At<Option<Tensor>>,
    is_causal: bool,
) -> BuiltinResult<Option<Tensor>> {
    let places = |x: &Tensor| x.ndim().checked_sub(2).map_or(1, |axis| x.shape()[axis]);
    match &mask.value {
        None if is_causal => Ok(Some(mask::causal(places(query), places(key))?)),
        Some(numbers) if ![DType::Bool, DType::F32, query.dtype()].contains(&numbers.dtype()) => {
            let message = "Expected attn_mask dtype to be bool or float or to match query dtype, but got";
            let message =
                format!("{message} attn_mask.dtype: {} and query.dtype: {} instead.", numbers.dtype(), query.dtype());
            Err(Diagnostic::new(mask.span, message).help("write a mask of True and False: mask.bool()").into())
        }
        Some(numbers) if numbers.dtype() == DType::F32 => Ok(Some(numbers.to(query.dtype())?)),
        mask => Ok(mask.clone()),
    }
}

/// A mask that stretches to the scores. PyTorch adds it to them where they lie, so that it cannot make them larger, and its kernel
/// for heads asks for two axes.
fn fitting_mask(call: &Invocation<'_, '_>, of: [&Tensor; 3], mask: Tensor) -> BuiltinResult<Tensor> {
    let [query, key, _] = of;
    // PyTorch's kernel for heads, which takes keys and values that several heads of the queries share, asks for a matrix.
    let is_of_heads = match of.map(Tensor::shape) {
        [&[batch, heads, ..], &[of_key, shared, ..], &[of_value, same, ..]] => {
            let is_shared = shared == same && shared > 0 && heads % shared == 0;
            of.iter().all(|x| x.ndim() == 4) && batch == of_key && batch == of_value && is_shared
        }
        _ => false,
    };
    if mask.ndim() < 2 && is_of_heads {
        let message = match mask.ndim() {
            0 => "Dimension specified as -2 but tensor has no dimensions",
            _ => "Dimension out of range (expected to be in range of [-1, 0], but got -2)",
        };
        return Err(call.error(message).help("a mask needs a query axis and a key axis: write mask[None, :]").into());
    }
    let &[.., rows, _] = query.shape() else { return Ok(mask) };
    let &[.., columns, _] = key.shape() else { return Ok(mask) };
    let batch = query.shape().len().max(key.shape().len()) - 2;
    let in_front =
        |x: &Tensor, place: usize| (place + x.ndim()).checked_sub(batch + 2).map_or(1, |axis| x.shape()[axis]);
    let sizes = (0..batch).map(|place| in_front(query, place).max(in_front(key, place)));
    let scores: Vec<usize> = sizes.chain([rows, columns]).collect();
    // A batch of one is put before heads that have none.
    let surplus = mask.ndim().saturating_sub(scores.len());
    let fits = surplus <= usize::from(query.ndim() == 3)
        && mask.shape()[..surplus].iter().all(|&size| size == 1)
        && mask.shape()[surplus..]
            .iter()
            .rev()
            .zip(scores.iter().rev())
            .all(|(&size, &whole)| size == 1 || size == whole);
    if !fits {
        let message = format!(
            "output with shape {scores:?} doesn't match the broadcast shape of attn_mask, which is {:?}",
            mask.shape()
        );
        return Err(call
            .error(message)
            .help("a mask has the axes [query, key], optionally with batch and heads before them")
            .into());
    }
    if surplus == 0 {
        return Ok(mask);
    }
    Ok(mask.reshape(&mask.shape()[surplus..].iter().map(|&size| size as isize).collect::<Vec<_>>())?)
}

/// The keys or values. Heads share them in groups (`enable_gqa`): they are repeated for each head of a group.
fn for_every_head(call: &mut Invocation<'_, '_>, query: &Tensor, shared: Tensor, name: &str) -> BuiltinResult<Tensor> {
    let heads = |x: &Tensor| x.ndim().checked_sub(3).map(|axis| x.shape()[axis]);
    let (Some(all), Some(few)) = (heads(query), heads(&shared)) else {
        let message = format!(
            "enable_gqa requires a {name} with the axes heads, positions, features, not {}",
            shared.shape_text()
        );
        return Err(call.error(message).into());
    };
    if few == 0 || !all.is_multiple_of(few) {
        let message = format!("{all} query heads cannot be divided evenly among {few} {name} heads");
        return Err(call.error(message).into());
    }
    if all == few {
        return Ok(shared);
    }
    let places = (0..all).map(|head| (head / (all / few)) as i64).collect();
    Ok(shared.index_select(-3, &Tensor::from_i64(&[all], places)?)?)
}
