//! `nn.MultiheadAttention`. Its masks follow PyTorch's second convention: `True` is *not* allowed; real numbers are added.

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::from_argument::{At, Device, Written};
use super::layers::{LINEAR, linear_of, only_float32, random_leaf, same_dtype};
use super::{
    MODULE, begin, construct, drawing, flag, int, is_training, needed_weight, number, part_of_class, set,
    set_parameter, set_part, weight,
};
use crate::lang::class::{Native, NativeKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::nn::mask::Mask;

use crate::nn::{Dropout, Fill, KeysValues, Linear, Masking, MultiHeadAttention, Projections, QueryKeyValue, mask};
use crate::tensor::ops::join::cat;
use crate::tensor::random::init;
use crate::tensor::{self, DType, Leaf, Tensor, budget};

/// `nn.MultiheadAttention`.
pub(super) static MULTIHEAD_ATTENTION: Native = Native {
    name: "MultiheadAttention",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&TABLE],
    describe: |_, _| String::new(),
};

/// The output projection, a linear layer to which PyTorch gives a name of its own.
pub(super) static OUT_PROJ: Native = Native {
    name: "NonDynamicallyQuantizableLinear",
    base: Some(&LINEAR),
    kind: NativeKind::Module,
    declared: &[],
    describe: |heap, linear| (LINEAR.describe)(heap, linear),
};

builtins! { TABLE:
    /// Attention with several heads.
    #[at()]
    fn create as "MultiheadAttention"(
        call, this: Reference, embed_dim: usize, num_heads: At<usize>, dropout: At<Written<f64>> = 0.0,
        bias: bool = True, add_bias_kv: bool = False, add_zero_attn: bool = False,
        kdim: Option<usize> = None, vdim: Option<usize> = None, batch_first: bool = False,
        device: Option<Device> = None, dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        let (keys, values) = (kdim.unwrap_or(embed_dim), vdim.unwrap_or(embed_dim));
        set_sizes(call, &this, [embed_dim, keys, values], &num_heads)?;
        is_probability(&dropout)?;
        set(call.interpreter, &this, "dropout", dropout.value.written, call.span)?;
        set(call.interpreter, &this, "batch_first", Value::Bool(batch_first), call.span)?;
        set(call.interpreter, &this, "add_zero_attn", Value::Bool(add_zero_attn), call.span)?;
        draw_projections(call, &this, [embed_dim, keys, values], bias)?;
        draw_more_keys(call, &this, embed_dim, add_bias_kv)
    }

    /// A pair: the output, and the weights or None.
    #[at()]
    fn forward(
        call, this: Reference, query: At<Tensor>, key: At<Tensor>, value: At<Tensor>,
        key_padding_mask: Option<At<Tensor>> = None, need_weights: bool = True, attn_mask: Option<At<Tensor>> = None,
        average_attn_weights: bool = True, is_causal: bool = False
    ) -> Value {
        let masks = GivenMasks { attention: attn_mask, padding: key_padding_mask, is_causal, ..GivenMasks::OF_ATTENTION };
        attended(call, &this, &[query, key, value], masks, (need_weights, average_attn_weights))
    }
}

/// The sizes of a new attention: its own, and those of keys and values.
fn set_sizes(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    [size, keys, values]: [usize; 3],
    heads: &At<usize>,
) -> Outcome<()> {
    let At { value: heads, span } = *heads;
    if heads == 0 || size == 0 {
        let message = "embed_dim and num_heads must be greater than 0, got";
        return Err(Diagnostic::new(span, format!("{message} embed_dim={size} and num_heads={heads} instead")));
    }
    if !size.is_multiple_of(heads) {
        return Err(Diagnostic::new(span, "embed_dim must be divisible by num_heads")
            .help(format!("each head gets embed_dim / num_heads features, but {size} is not divisible by {heads}")));
    }
    let sizes =
        [("embed_dim", size), ("kdim", keys), ("vdim", values), ("num_heads", heads), ("head_dim", size / heads)];
    for (name, value) in sizes {
        set(call.interpreter, module, name, int(value), call.span)?;
    }
    Ok(())
}

/// That a dropout's rate is a probability.
pub(super) fn is_probability(rate: &At<Written<f64>>) -> Outcome<()> {
    if (0.0..=1.0).contains(&rate.value.value) {
        return Ok(());
    }
    let message = format!("dropout probability has to be between 0 and 1, but got {}", rate.value.written.repr());
    Err(Diagnostic::new(rate.span, message))
}

/// Draws the parameters of a new attention in PyTorch's order.
fn draw_projections(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    [size, keys, values]: [usize; 3],
    bias: bool,
) -> BuiltinResult<()> {
    let span = call.span;
    let flags = vec![("bias", Value::Bool(bias))];
    let out_proj = construct(call.interpreter, &OUT_PROJ, vec![int(size), int(size)], flags, span)?;
    if (keys, values) == (size, size) {
        let packed = xavier(call, size, 3 * size)?;
        set_parameter(call.interpreter, module, "in_proj_weight", Some(packed), span)?;
    } else {
        for (name, inputs) in [("q_proj_weight", size), ("k_proj_weight", keys), ("v_proj_weight", values)] {
            let matrix = xavier(call, inputs, size)?;
            set_parameter(call.interpreter, module, name, Some(matrix), span)?;
        }
        set_parameter(call.interpreter, module, "in_proj_weight", None, span)?;
    }
    let mut zeros =
        |size: usize| bias.then(|| call.interpreter.leaf(Tensor::zeros(&[size], DType::F32), Leaf::Literal, span));
    budget::make(&[4, size])?;
    let (in_bias, out_bias) = (zeros(3 * size), zeros(size));
    set_parameter(call.interpreter, module, "in_proj_bias", in_bias, span)?;
    if let Value::Object(out_proj) = &out_proj {
        set_parameter(call.interpreter, out_proj, "bias", out_bias, span)?;
    }
    Ok(set_part(call.interpreter, module, "out_proj", out_proj, span)?)
}

/// Draws one more key and value, which every query can attend to (`add_bias_kv`).
fn draw_more_keys(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    size: usize,
    are_there: bool,
) -> BuiltinResult<()> {
    for name in ["bias_k", "bias_v"] {
        let drawn = if are_there {
            let drawn = init::xavier_normal(&mut call.interpreter.randomness.torch(), &[1, 1, size], 1.0)?;
            Some(random_leaf(call, drawn))
        } else {
            None
        };
        set_parameter(call.interpreter, module, name, drawn, call.span)?;
    }
    Ok(())
}

fn xavier(call: &mut Invocation<'_, '_>, inputs: usize, outputs: usize) -> BuiltinResult<Tensor> {
    let drawn = init::xavier_uniform(&mut call.interpreter.randomness.torch(), &[outputs, inputs], 1.0)?;
    Ok(random_leaf(call, drawn))
}

/// The module as `crate::nn` computes with it. Without weights to hand out, rows in which everything is hidden give 0, as in
/// PyTorch; else they are not a number.
pub(super) fn attention_of(
    machine: &mut Interpreter<'_>,
    module: &Reference,
    path: &str,
    need_weights: bool,
    span: Span,
) -> Outcome<MultiHeadAttention> {
    let out = part_of_class(machine, module, "out_proj", &LINEAR, span)?;
    let below = |name: &str| super::walk::below(path, name);
    let out_proj = linear_of(machine, &out, &below("out_proj"), span)?;
    let bias = weight(machine, module, "in_proj_bias", path);
    let projections = match weight(machine, module, "in_proj_weight", path) {
        Some(weight) => Projections::Fused(Box::new(Linear { weight, bias })),
        None => separate(machine, module, bias.as_ref(), path, span)?,
    };
    let rate = if is_training(machine, module) { number(machine, module, "dropout", span)? } else { 0.0 };
    let fill = if need_weights { Fill::With(f64::NEG_INFINITY) } else { Fill::Safe };
    Ok(MultiHeadAttention {
        masking: Masking { fill, before_scale: false, is_added: true },
        dropout: Dropout::new(rate),
        ..MultiHeadAttention::with(number(machine, module, "num_heads", span)? as usize, projections, out_proj)
    })
}

fn separate(
    machine: &mut Interpreter<'_>,
    module: &Reference,
    bias: Option<&Tensor>,
    path: &str,
    span: Span,
) -> Outcome<Projections> {
    let mut projection = |name: &str, number: usize| -> Outcome<Linear> {
        let matrix = needed_weight(machine, module, name, path, span)?;
        let size = matrix.shape().first().copied().unwrap_or(0);
        let bias = bias.map(|bias| bias.narrow(0, number * size, size)).transpose();
        Ok(Linear { weight: matrix, bias: bias.map_err(|error| super::refused(&error, span))? })
    };
    let (query, key, value) =
        (projection("q_proj_weight", 0)?, projection("k_proj_weight", 1)?, projection("v_proj_weight", 2)?);
    Ok(Projections::Separate(Box::new(QueryKeyValue { query, key, value })))
}

/// The sizes of one attention: (batch, queries, keys).
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub(super) batch: usize,
    pub(super) heads: usize,
    pub(super) queries: usize,
    pub(super) keys: usize,
}

/// Masks as they are given, made into what is kept and what is added.
#[derive(Default)]
pub(super) struct Masks {
    keep: Option<Tensor>,
    added: Option<Tensor>,
}

impl Masks {
    pub(super) fn mask(&self) -> Mask<'_> {
        Mask { keep: self.keep.as_ref(), added: self.added.as_ref() }
    }

    /// The masks of keys to which `more` were added, which nothing hides.
    fn beside(self, more: usize) -> tensor::Result<Self> {
        let wider = |mask: Option<Tensor>, shown: f64| {
            let beside = |mask: Tensor| {
                let mut shape = mask.shape().to_vec();
                let last = shape.len() - 1;
                shape[last] = more;
                cat(&[mask.clone(), Tensor::full(&shape, shown, mask.dtype())], -1)
            };
            mask.map(beside).transpose()
        };
        Ok(Self { keep: wider(self.keep, 1.0)?, added: wider(self.added, 0.0)? })
    }

    fn join(&mut self, hide: &Tensor) -> tensor::Result<()> {
        if hide.dtype() == DType::Bool {
            let keep = hide.not()?;
            self.keep = Some(match &self.keep {
                Some(other) => mask::both(other, &keep)?,
                None => keep,
            });
        } else {
            self.added = Some(match &self.added {
                Some(other) => other.add(hide)?,
                None => hide.clone(),
            });
        }
        Ok(())
    }
}

/// The masks of a call, before they are checked.
pub(super) struct GivenMasks {
    /// `attn_mask`: (queries, keys) or (batch · heads, queries, keys).
    pub(super) attention: Option<At<Tensor>>,
    /// `key_padding_mask`: (batch, keys).
    pub(super) padding: Option<At<Tensor>>,
    /// PyTorch's hint that the mask is causal.
    pub(super) is_causal: bool,
    /// What PyTorch calls them in its errors.
    pub(super) names: [&'static str; 2],
}

impl GivenMasks {
    pub(super) const OF_ATTENTION: Self =
        Self { attention: None, padding: None, is_causal: false, names: ["attn_mask", "key_padding_mask"] };

    /// The masks as the attention of a query computes with them, after PyTorch's checks. `need_weights` says whether the weights
    /// are handed out, too.
    pub(super) fn checked(
        self,
        call: &mut Invocation<'_, '_>,
        query: &Tensor,
        sizes: Sizes,
        need_weights: bool,
    ) -> BuiltinResult<Masks> {
        let [attention, padding] = self.names;
        if self.is_causal && self.attention.is_none() {
            return Err(call
                .error(
                    "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method \
                     `generate_square_subsequent_mask` to create this mask.",
                )
                .into());
        }
        call.place();
        let mut masks = Masks::default();
        let is_hint_enough = self.is_causal && self.padding.is_none() && !need_weights;
        if let Some(given) = self.attention {
            fits_attention(&given, query.ndim(), sizes)?;
            is_mask(&given, attention, query, self.padding.is_some())?;
            if is_hint_enough {
                // As PyTorch does, which then does not look at the mask.
                masks.keep = Some(mask::causal(sizes.queries, sizes.keys)?);
            } else if given.value.ndim() == 3 {
                let shape = [sizes.batch, sizes.heads, sizes.queries, sizes.keys].map(|size| size as isize);
                masks.join(&of_query(&given.value, query)?.reshape(&shape)?)?;
            } else {
                masks.join(&of_query(&given.value, query)?)?;
            }
        }
        if let Some(given) = self.padding {
            fits_keys(&given, query.ndim(), sizes)?;
            is_mask(&given, padding, query, masks.keep.is_some() || masks.added.is_some())?;
            let shape = [sizes.batch, 1, 1, sizes.keys].map(|size| size as isize);
            masks.join(&of_query(&given.value, query)?.reshape(&shape)?)?;
        }
        Ok(masks)
    }
}

/// Whether a query is one sequence or a batch of them, in PyTorch's words.
fn batched(axes: usize) -> &'static str {
    if axes == 2 { "unbatched (2-D)" } else { "batched (3-D)" }
}

fn fits_attention(given: &At<Tensor>, axes: usize, sizes: Sizes) -> Outcome<()> {
    let Sizes { batch, heads, queries, keys } = sizes;
    let shape = given.value.shape();
    let wanted = match shape.len() {
        2 => vec![queries, keys],
        3 => vec![batch * heads, queries, keys],
        other => {
            let message = format!("For {} `query`, expected `attn_mask` to be `None`, 2-D or 3-D", batched(axes));
            return Err(Diagnostic::new(given.span, format!("{message} but found {other}-D tensor instead")));
        }
    };
    if shape == wanted {
        return Ok(());
    }
    let wanted = wanted.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let message =
        format!("The shape of the {}D attn_mask is torch.Size({shape:?}), but should be ({wanted}).", shape.len());
    Err(Diagnostic::new(given.span, message).help(format!(
        "there are {queries} queries and {keys} keys: use [{queries}, {keys}], or [{}, {queries}, {keys}] for one mask per head",
        batch * heads
    )))
}

fn fits_keys(given: &At<Tensor>, axes: usize, sizes: Sizes) -> Outcome<()> {
    let Sizes { batch, keys, .. } = sizes;
    let shape = given.value.shape();
    let message = if shape.len() + 1 != axes {
        let message = format!("For {} `query`, expected `key_padding_mask` to be `None` or", batched(axes));
        format!("{message} {}-D but found {}-D tensor instead", axes - 1, shape.len())
    } else if let [rows, _] = shape
        && *rows != batch
    {
        format!("Expected key_padded_mask.shape[0] to be {batch}, but got {rows}")
    } else if shape.last() != Some(&keys) {
        format!("Expected key_padded_mask.shape[{}] to be {keys}, but got {}", axes - 2, shape[axes - 2])
    } else {
        return Ok(());
    };
    Err(Diagnostic::new(given.span, message)
        .help(format!("use the shape [{batch}, {keys}], with True for padding keys")))
}

/// A mask that is added, in the dtype of the query.
fn of_query(mask: &Tensor, query: &Tensor) -> tensor::Result<Tensor> {
    if mask.dtype().is_float() { mask.to(query.dtype()) } else { Ok(mask.clone()) }
}

/// That a mask is of truth values, or of real numbers of the query's type. One of two masks may be of another: their sum is asked.
fn is_mask(given: &At<Tensor>, name: &str, query: &Tensor, is_joined: bool) -> Outcome<()> {
    let (dtype, own) = (given.value.dtype(), query.dtype());
    let meets_query = is_joined && dtype.is_float() && dtype.promote(own) == own;
    if dtype == DType::Bool || dtype == own || meets_query {
        return Ok(());
    }
    let error = if dtype.is_float() {
        let message = "Expected attn_mask dtype to be bool or float or to match query dtype, but got";
        Diagnostic::new(given.span, format!("{message} attn_mask.dtype: {dtype} and query.dtype: {own} instead."))
    } else {
        Diagnostic::new(given.span, format!("only bool and floating types of {name} are supported"))
    };
    Err(error.help("True must mark the positions that are masked: write mask == 0"))
}

/// A tensor (sequence, batch, features), (batch, sequence, features) or (sequence, features) as the second of these.
pub(super) fn batch_first(x: &Tensor, is_first: bool) -> tensor::Result<Tensor> {
    match x.ndim() {
        2 => x.unsqueeze(0),
        _ if is_first => Ok(x.clone()),
        _ => x.transpose(0, 1),
    }
}

/// Back to how it was given.
pub(super) fn as_given(y: &Tensor, ndim: usize, is_first: bool) -> tensor::Result<Tensor> {
    match ndim {
        2 => y.squeeze(Some(0)),
        _ if is_first => Ok(y.clone()),
        _ => y.transpose(0, 1),
    }
}

/// An argument (batch, sequence, features) in one of the three forms, its batch first, and its width as it must be.
pub(super) fn sequence(
    call: &mut Invocation<'_, '_>,
    x: &At<Tensor>,
    is_first: bool,
    width: usize,
) -> BuiltinResult<Tensor> {
    let At { value: x, span } = x;
    let form = if is_first { "(batch, sequence, features)" } else { "(sequence, batch, features)" };
    let message = match x.shape() {
        [_, features] | [_, _, features] if *features == width => {
            call.place();
            return Ok(batch_first(x, is_first)?);
        }
        [_, features] | [_, _, features] => format!("was expecting embedding dimension of {width}, but got {features}"),
        other => {
            let message = "query should be unbatched 2D or batched 3D tensor but received";
            format!("{message} {}-D query tensor", other.len())
        }
    };
    let help = format!("use the shape {form} or (sequence, features); this one is {}", x.shape_text());
    Err(Diagnostic::new(*span, message).help(help).into())
}

/// That keys and values have the axes of a query: all of them are one sequence, or all are a batch.
pub(super) fn same_axes(query: &Tensor, [key, value]: [&Tensor; 2], span: Span) -> Outcome<()> {
    let axes = query.ndim();
    if !matches!(axes, 2 | 3) || (key.ndim() == axes && value.ndim() == axes) {
        return Ok(());
    }
    let message = format!("For {} `query`, expected `key` and `value` to be {axes}-D", batched(axes));
    let found = format!("but found {}-D and {}-D tensors respectively", key.ndim(), value.ndim());
    Err(Diagnostic::new(span, format!("{message} {found}")))
}

/// That keys and values belong to a query, in PyTorch's order.
fn fit_query([query, key, value]: &[At<Tensor>; 3], is_separate: bool, is_first: bool) -> Outcome<()> {
    let (q, k, v) = (&query.value, &key.value, &value.value);
    same_axes(q, [k, v], key.span)?;
    // PyTorch says the shapes with the sequence first.
    let shape = |x: &Tensor| match *x.shape() {
        [batch, places, features] if is_first => vec![places, batch, features],
        _ => x.shape().to_vec(),
    };
    let (keys, values) = (shape(k), shape(v));
    let before = |shape: &[usize]| shape.split_last().map_or_else(Vec::new, |(_, before)| before.to_vec());
    if is_separate && before(&keys) != before(&values) {
        let (keys, values) = (before(&keys), before(&values));
        let message = format!("key's sequence and batch dims torch.Size({keys:?}) does not match value's");
        return Err(Diagnostic::new(key.span, format!("{message} torch.Size({values:?})")));
    }
    if !is_separate && keys != values {
        let message = format!("key shape torch.Size({keys:?}) does not match value shape torch.Size({values:?})");
        return Err(Diagnostic::new(key.span, message));
    }
    Ok(())
}

/// That keys come in as many sequences as queries.
pub(super) fn same_batch(query: &Tensor, key: &Tensor, heads: usize, span: Span) -> Outcome<()> {
    let ([batch, ..], [other, places, width]) = (query.shape(), key.shape()) else { return Ok(()) };
    if batch == other {
        return Ok(());
    }
    let view = [*places, batch * heads, width / heads.max(1)];
    let message = format!("shape '{view:?}' is invalid for input of size {}", key.len());
    Err(Diagnostic::new(span, message).help(format!("there are {batch} query sequences, but {other} key sequences")))
}

/// That an attention's input has the dtype of its weights.
pub(super) fn same_dtype_as(attention: &MultiHeadAttention, x: &Tensor, span: Span) -> Outcome<()> {
    same_dtype(x, &attention.out_proj.weight, span)
}

/// Keys and values that every query can attend to, whatever it is given: learned ones (`add_bias_kv`), and zeros (`add_zero_attn`).
struct MoreKeys {
    learned: Option<(Tensor, Tensor)>,
    zeros: bool,
}

impl MoreKeys {
    fn of(machine: &mut Interpreter<'_>, module: &Reference, span: Span) -> Outcome<Self> {
        let learned = weight(machine, module, "bias_k", "").zip(weight(machine, module, "bias_v", ""));
        Ok(Self { learned, zeros: flag(machine, module, "add_zero_attn", span)? })
    }

    fn count(&self) -> usize {
        usize::from(self.learned.is_some()) + usize::from(self.zeros)
    }

    /// The heads' keys and values, (batch, heads, places, width), and these after them.
    fn beside(&self, KeysValues { mut keys, mut values }: KeysValues) -> tensor::Result<KeysValues> {
        if let Some((key, value)) = &self.learned {
            keys = cat(&[keys.clone(), in_heads(key, &keys)?], -2)?;
            values = cat(&[values.clone(), in_heads(value, &values)?], -2)?;
        }
        if self.zeros {
            let zeros = |x: &Tensor| {
                let mut shape = x.shape().to_vec();
                let place = shape.len() - 2;
                shape[place] = 1;
                Tensor::zeros(&shape, x.dtype())
            };
            (keys, values) = (cat(&[keys.clone(), zeros(&keys)], -2)?, cat(&[values.clone(), zeros(&values)], -2)?);
        }
        Ok(KeysValues { keys, values })
    }
}

/// A row (1, 1, features) as each head of each sequence sees it: (batch, heads, 1, width).
fn in_heads(row: &Tensor, like: &Tensor) -> tensor::Result<Tensor> {
    let &[batch, heads, _, width] = like.shape() else { return Ok(row.clone()) };
    let [batch, heads, width] = [batch, heads, width].map(|size| size as isize);
    row.reshape(&[1, heads, 1, width])?.expand(&[batch, heads, 1, width])
}

fn attended(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    inputs: &[At<Tensor>; 3],
    masks: GivenMasks,
    (need_weights, average): (bool, bool),
) -> BuiltinResult<Value> {
    let span = call.span;
    let is_first = flag(call.interpreter, module, "batch_first", span)?;
    let attention = attention_of(call.interpreter, module, "", need_weights, span)?;
    fit_query(inputs, matches!(attention.projections, Projections::Separate(_)), is_first)?;
    let ndim = inputs[0].value.ndim();
    let mut laid = Vec::with_capacity(3);
    for (input, width) in inputs.iter().zip(["embed_dim", "kdim", "vdim"]) {
        let width = number(call.interpreter, module, width, span)? as usize;
        same_dtype_as(&attention, &input.value, input.span)?;
        laid.push(sequence(call, input, is_first, width)?);
    }
    let [query, key, value] = &laid[..] else { return Err(call.error("pass a query, a key and a value").into()) };
    same_batch(query, key, attention.heads, inputs[1].span)?;
    let more = MoreKeys::of(call.interpreter, module, span)?;
    let sizes =
        Sizes { batch: query.shape()[0], heads: attention.heads, queries: query.shape()[1], keys: key.shape()[1] };
    call.place();
    let masks = masks.checked(call, &inputs[0].value, sizes, need_weights)?.beside(more.count())?;
    let (output, weights) = drawing(call.interpreter, attention.dropout.rate > 0.0, span, || {
        let queries = attention.queries(query)?;
        let read = more.beside(attention.keys_values(key, value)?)?;
        let stages = attention.attend(queries, read, masks.mask())?;
        let output = as_given(&stages.output, ndim, is_first)?;
        let kept = &stages.attention.kept;
        let weights = if average { kept.mean(&[1], false)? } else { kept.clone() };
        Ok((output, if ndim == 2 { weights.squeeze(Some(0))? } else { weights }))
    })?;
    let (output, weights) = (Value::from(output), if need_weights { Value::from(weights) } else { Value::None });
    let (of_output, of_weights) = match (ndim, is_first, average) {
        (2, ..) => ("SqueezeBackward1", "SqueezeBackward1"),
        (_, is_first, average) => (
            if is_first { "TransposeBackward0" } else { "ViewBackward0" },
            if average { "MeanBackward1" } else { "ViewBackward0" },
        ),
    };
    for (made, name) in [(&output, of_output), (&weights, of_weights)] {
        Interpreter::name_made(made, std::iter::empty(), || Some(name));
    }
    Ok(call.interpreter.collect(span, vec![output, weights]).map(Value::Tuple)?)
}
