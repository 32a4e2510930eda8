//! `nn.MultiheadAttention`. Its masks follow PyTorch's second convention: `True` is *not* allowed; real numbers are added.

use super::super::Builtin;
use super::super::arguments::Call;
use super::layers::{LINEAR, linear_of, only_float32};
use super::{
    MODULE, begin, construct, drawing, flag, float, int, is_training, needed_weight, number, part_of_class, set,
    set_parameter, set_part, this, weight,
};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::nn::mask::Mask;
use crate::nn::{Dropout, Fill, Linear, Masking, MultiHeadAttention, Projections, QueryKeyValue, mask};
use crate::tensor::random::init;
use crate::tensor::{self, DType, Element, Leaf, Tensor};

/// `nn.MultiheadAttention`.
pub(super) static MULTIHEAD_ATTENTION: Native = Native {
    name: "MultiheadAttention",
    base: Some(&MODULE),
    init: Some(&INIT),
    methods: METHODS,
    describe: |_, _| String::new(),
};

/// The output projection, a linear layer to which PyTorch gives a name of its own.
pub(super) static OUT_PROJ: Native = Native {
    name: "NonDynamicallyQuantizableLinear",
    base: Some(&LINEAR),
    init: None,
    methods: &[],
    describe: |heap, linear| (LINEAR.describe)(heap, linear),
};

static INIT: Builtin = Builtin::new(
    "MultiheadAttention",
    "self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, \
     vdim=None, batch_first=False, device=None, dtype=None",
    "Several attentions side by side.",
    &[],
    create,
);
static METHODS: &[Builtin] = &[Builtin::new(
    "forward",
    "self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, \
     average_attn_weights=True, is_causal=False",
    "A pair: the output, and the weights or None.",
    &[],
    forward,
)];

fn create(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let (size, heads, bias) = (call.size("embed_dim")?, call.size("num_heads")?, call.flag("bias")?);
    if heads == 0 || size % heads != 0 {
        let message = format!("embed_dim {size} does not divide by num_heads {heads}");
        return Err(Diagnostic::new(call.span_of("num_heads"), message)
            .help("each head works on embed_dim / num_heads features"));
    }
    for name in ["add_bias_kv", "add_zero_attn"] {
        if call.flag(name)? {
            return Err(
                Diagnostic::new(call.span_of(name), format!("{name}=True is not covered here")).help("leave it out")
            );
        }
    }
    only_float32(call)?;
    let width = |name| Ok(call.optional_int(name)?.map_or(size, |width| usize::try_from(width).unwrap_or(0)));
    let (keys, values) = (width("kdim")?, width("vdim")?);
    call.charge(machine, (size as u128 + 1) * (2 * size + keys + values) as u128)?;
    set(machine, &module, "embed_dim", int(size), call.span)?;
    set(machine, &module, "kdim", int(keys), call.span)?;
    set(machine, &module, "vdim", int(values), call.span)?;
    set(machine, &module, "num_heads", int(heads), call.span)?;
    set(machine, &module, "dropout", float(call.float("dropout")?), call.span)?;
    set(machine, &module, "batch_first", Value::Bool(call.flag("batch_first")?), call.span)?;
    set(machine, &module, "head_dim", int(size / heads), call.span)?;
    let flags = vec![("bias", Value::Bool(bias))];
    let out_proj = construct(machine, &OUT_PROJ, vec![int(size), int(size)], flags, call.span)?;
    let drawn = |machine: &mut Interpreter<'_>, inputs: usize, outputs: usize| {
        let weight = init::xavier_uniform(machine.seeded(call.span)?, &[outputs, inputs], 1.0);
        let weight = weight.map_err(|error| call.refused(&error))?;
        Ok(machine.leaf(Tensor::new(f32::array(weight)), Leaf::Random, call.span))
    };
    if (keys, values) == (size, size) {
        let packed = drawn(machine, size, 3 * size)?;
        set_parameter(machine, &module, "in_proj_weight", Some(packed), call.span)?;
    } else {
        for (name, inputs) in [("q_proj_weight", size), ("k_proj_weight", keys), ("v_proj_weight", values)] {
            let matrix = drawn(machine, inputs, size)?;
            set_parameter(machine, &module, name, Some(matrix), call.span)?;
        }
        set_parameter(machine, &module, "in_proj_weight", None, call.span)?;
    }
    let mut zeros =
        |size: usize| bias.then(|| machine.leaf(Tensor::zeros(&[size], DType::F32), Leaf::Literal, call.span));
    let (in_bias, out_bias) = (zeros(3 * size), zeros(size));
    set_parameter(machine, &module, "in_proj_bias", in_bias, call.span)?;
    if let Value::Object(out_proj) = &out_proj {
        set_parameter(machine, out_proj, "bias", out_bias, call.span)?;
    }
    set_part(machine, &module, "out_proj", out_proj, call.span)?;
    Ok(Value::None)
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
        masking: Masking { fill, before_scale: false },
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

/// Charges an attention before it is computed.
pub(super) fn charge(machine: &mut Interpreter<'_>, sizes: Sizes, width: usize, span: Span) -> Outcome<()> {
    let [b, h, n, m, d] = [sizes.batch, sizes.heads, sizes.queries, sizes.keys, width].map(|size| size.max(1) as u128);
    let rows = 2 * (n + m);
    machine.spend_work(span, b.saturating_mul(rows * d * d).saturating_add(b.saturating_mul(2 * n * m * d)))?;
    let elements = b.saturating_mul(3 * rows * d).saturating_add(b.saturating_mul(6 * h * n * m));
    machine.spend_elements(span, elements)
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

/// Reads `attn_mask`, (queries, keys) or (batch · heads, queries, keys), and `key_padding_mask`, (batch, keys).
pub(super) fn masks(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    [attention, padding]: [&str; 2],
    sizes: Sizes,
) -> Outcome<Masks> {
    let Sizes { batch, heads, queries, keys } = sizes;
    let mut masks = Masks::default();
    let fails = |error: tensor::Error| super::refused(&error, call.span);
    if let Some(given) = call.optional_tensor(machine, attention)? {
        machine.place(call.span);
        let given = match given.shape() {
            [n, m] if [*n, *m] == [queries, keys] => given,
            [b, n, m] if [*b, *n, *m] == [batch * heads, queries, keys] => {
                let shape = [batch, heads, queries, keys].map(|size| size as isize);
                given.reshape(&shape).map_err(fails)?
            }
            _ => {
                let message =
                    format!("{attention} is {}, and there are {queries} queries and {keys} keys", given.shape_text());
                return Err(Diagnostic::new(call.span_of(attention), message).help(format!(
                    "it is [{queries}, {keys}], or [{}, {queries}, {keys}] for each head",
                    batch * heads
                )));
            }
        };
        readable(call, attention, &given)?;
        masks.join(&given).map_err(fails)?;
    }
    if let Some(given) = call.optional_tensor(machine, padding)? {
        machine.place(call.span);
        let fits = given.shape() == [batch, keys] || (batch == 1 && given.shape() == [keys]);
        if !fits {
            let message = format!("{padding} is {}, and the keys are {batch} sequences of {keys}", given.shape_text());
            return Err(Diagnostic::new(call.span_of(padding), message)
                .help(format!("it is [{batch}, {keys}], True where a key is padding")));
        }
        readable(call, padding, &given)?;
        let shape = [batch, 1, 1, keys].map(|size| size as isize);
        masks.join(&given.reshape(&shape).map_err(fails)?).map_err(fails)?;
    }
    Ok(masks)
}

fn readable(call: &Call<'_>, name: &str, mask: &Tensor) -> Outcome<()> {
    if mask.dtype() == DType::Bool || mask.dtype().is_float() {
        return Ok(());
    }
    let message = format!("{name} is of {}: a mask is of truth values, or of real numbers to add", mask.dtype());
    Err(Diagnostic::new(call.span_of(name), message).help("True is where attention is not allowed: write mask == 0"))
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

/// An argument (batch, sequence, features) in one of the three forms, its batch first.
pub(super) fn sequence(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    name: &str,
    is_first: bool,
    width: usize,
) -> Outcome<Tensor> {
    let x = call.tensor(machine, name)?;
    if !matches!(x.ndim(), 2 | 3) || x.shape().last() != Some(&width) {
        let message = format!("{name} is {}, and the last axis must have {width} features", x.shape_text());
        let form = if is_first { "(batch, sequence, features)" } else { "(sequence, batch, features)" };
        return Err(Diagnostic::new(call.span_of(name), message).help(format!("it is {form}, or (sequence, features)")));
    }
    call.charge(machine, x.len() as u128)?;
    batch_first(&x, is_first).map_err(|error| call.refused(&error))
}

fn forward(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = this(call)?;
    let is_first = flag(machine, &module, "batch_first", call.span)?;
    let need_weights = call.flag("need_weights")?;
    if call.flag("is_causal")? && !call.has("attn_mask") {
        return Err(call
            .error("is_causal=True is a hint about attn_mask, and there is none")
            .help("give attn_mask=nn.Transformer.generate_square_subsequent_mask(n)"));
    }
    let ndim = call.tensor(machine, "query")?.ndim();
    let mut inputs = Vec::with_capacity(3);
    for (name, width) in [("query", "embed_dim"), ("key", "kdim"), ("value", "vdim")] {
        let width = number(machine, &module, width, call.span)? as usize;
        inputs.push(sequence(machine, call, name, is_first, width)?);
    }
    let [query, key, value] = &inputs[..] else { return Err(call.error("it takes a query, a key and a value")) };
    let attention = attention_of(machine, &module, "", need_weights, call.span)?;
    let sizes =
        Sizes { batch: query.shape()[0], heads: attention.heads, queries: query.shape()[1], keys: key.shape()[1] };
    charge(machine, sizes, query.shape()[2], call.span)?;
    let masks = masks(machine, call, ["attn_mask", "key_padding_mask"], sizes)?;
    let average = call.flag("average_attn_weights")?;
    let (output, weights) = drawing(machine, attention.dropout.rate > 0.0, call.span, || {
        let stages = attention.forward_masked([query, key, value], masks.mask())?;
        let output = as_given(&stages.output, ndim, is_first)?;
        let kept = &stages.attention.kept;
        let weights = if average { kept.mean(&[1], false)? } else { kept.clone() };
        Ok((output, if ndim == 2 { weights.squeeze(Some(0))? } else { weights }))
    })?;
    let weights = if need_weights { Value::Tensor(weights) } else { Value::None };
    machine.collect(call.span, vec![Value::Tensor(output), weights]).map(Value::Tuple)
}
