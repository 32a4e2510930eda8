//! `nn.TransformerEncoderLayer` and `nn.TransformerDecoderLayer`: computed by [`crate::nn`]'s layers.

use super::super::attention::{MULTIHEAD_ATTENTION, Sizes, as_given, attention_of, charge, masks, sequence};
use super::super::layers::{DROPOUT, LAYER_NORM, LINEAR, linear_of, norm_of, only_float32, rate_of, shown};
use super::super::{
    MODULE, activations, begin, construct, drawing, flag, int, lacks, number, part, part_of_class, set, set_part, this,
};
use super::parts::{Attention, by_parts};
use crate::lang::builtins::Builtin;
use crate::lang::builtins::arguments::Call;
use crate::lang::class::Native;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::nn::{Activation, DecoderLayer, Dropout, EncoderLayer, FeedForward, NormPlace, Residual};
use crate::tensor::{Gelu, Tensor};

/// `nn.TransformerEncoderLayer`.
pub(in crate::lang::builtins::nn) static ENCODER_LAYER: Native = Native {
    name: "TransformerEncoderLayer",
    base: Some(&MODULE),
    init: Some(&ENCODER_LAYER_INIT),
    methods: ENCODER_LAYER_METHODS,
    describe: |_, _| String::new(),
};
static ENCODER_LAYER_INIT: Builtin = Builtin::new(
    "TransformerEncoderLayer",
    "self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation='relu', layer_norm_eps=1e-05, \
     batch_first=False, norm_first=False, bias=True, device=None, dtype=None",
    "Self-attention and a feed-forward network.",
    &[],
    new_layer,
);
static ENCODER_LAYER_METHODS: &[Builtin] = &[Builtin::new(
    "forward",
    "self, src, src_mask=None, src_key_padding_mask=None, is_causal=False",
    "A tensor of the shape of src.",
    &[],
    encoder_layer,
)];

/// `nn.TransformerDecoderLayer`.
pub(in crate::lang::builtins::nn) static DECODER_LAYER: Native = Native {
    name: "TransformerDecoderLayer",
    base: Some(&MODULE),
    init: Some(&DECODER_LAYER_INIT),
    methods: DECODER_LAYER_METHODS,
    describe: |_, _| String::new(),
};
static DECODER_LAYER_INIT: Builtin = Builtin::new(
    "TransformerDecoderLayer",
    "self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation='relu', layer_norm_eps=1e-05, \
     batch_first=False, norm_first=False, bias=True, device=None, dtype=None",
    "Self-attention, attention to the memory, and a feed-forward network.",
    &[],
    new_layer,
);
static DECODER_LAYER_METHODS: &[Builtin] = &[Builtin::new(
    "forward",
    "self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, \
     memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False",
    "A tensor of the shape of tgt.",
    &[],
    decoder_layer,
)];

/// Both layers are built alike; the decoder's has one attention, norm and dropout more.
fn new_layer(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    only_float32(call)?;
    let span = call.span;
    let (size, hidden) = (int(call.size("d_model")?), int(call.size("dim_feedforward")?));
    let given = |name: &str| call.value(name).clone();
    let is_decoder = module.class.is_native(&DECODER_LAYER);
    let attention = |machine: &mut Interpreter<'_>| {
        let named = ["dropout", "batch_first", "bias"].map(|name| (name, given(name)));
        construct(machine, &MULTIHEAD_ATTENTION, vec![size.clone(), given("nhead")], named.to_vec(), span)
    };
    let linear = |machine: &mut Interpreter<'_>, from: &Value, to: &Value| {
        construct(machine, &LINEAR, vec![from.clone(), to.clone()], vec![("bias", given("bias"))], span)
    };
    for name in if is_decoder { &["self_attn", "multihead_attn"][..] } else { &["self_attn"] } {
        let part = attention(machine)?;
        set_part(machine, &module, name, part, span)?;
    }
    let part = linear(machine, &size, &hidden)?;
    set_part(machine, &module, "linear1", part, span)?;
    let dropout = |machine: &mut Interpreter<'_>| construct(machine, &DROPOUT, vec![given("dropout")], vec![], span);
    let part = dropout(machine)?;
    set_part(machine, &module, "dropout", part, span)?;
    let part = linear(machine, &hidden, &size)?;
    set_part(machine, &module, "linear2", part, span)?;
    set(machine, &module, "norm_first", Value::Bool(call.flag("norm_first")?), span)?;
    let count = if is_decoder { 3 } else { 2 };
    for number in 1..=count {
        let named = vec![("eps", given("layer_norm_eps")), ("bias", given("bias"))];
        let part = construct(machine, &LAYER_NORM, vec![size.clone()], named, span)?;
        set_part(machine, &module, &format!("norm{number}"), part, span)?;
    }
    for number in 1..=count {
        let part = dropout(machine)?;
        set_part(machine, &module, &format!("dropout{number}"), part, span)?;
    }
    set_activation(machine, call, &module)?;
    Ok(Value::None)
}

/// A word, a function or a module that says what bends the line between the two linear layers.
fn set_activation(machine: &mut Interpreter<'_>, call: &Call<'_>, module: &Reference) -> Outcome<()> {
    match call.value("activation") {
        Value::Str(word) if matches!(&**word, "relu" | "gelu") => {
            set(machine, module, "activation", Value::Str(word.clone()), call.span)
        }
        Value::Builtin(builtin) if matches!(builtin.name, "relu" | "gelu") => {
            set(machine, module, "activation", Value::text(builtin.name), call.span)
        }
        part @ Value::Object(it)
            if it.class.is_native(&activations::RELU) || it.class.is_native(&activations::GELU) =>
        {
            set_part(machine, module, "activation", part.clone(), call.span)
        }
        _ => Err(call.wrong("activation", "'relu', 'gelu', F.relu, F.gelu, nn.ReLU() or nn.GELU()")),
    }
}

pub(super) fn activation_of(machine: &mut Interpreter<'_>, module: &Reference) -> Activation {
    match machine.field(module, "activation") {
        Some(Value::Str(word)) if &*word == "gelu" => Activation::Gelu(Gelu::Erf),
        Some(Value::Object(part)) if part.class.is_native(&activations::GELU) => {
            let form = machine.heap.get(&part).map(|gelu| shown(gelu, "approximate"));
            Activation::Gelu(if form.as_deref() == Some("'tanh'") { Gelu::Tanh } else { Gelu::Erf })
        }
        _ => Activation::Relu,
    }
}

/// The parts of a layer that encoder and decoder share.
struct Layer {
    feed_forward: FeedForward,
    residuals: Vec<Residual>,
    batch_first: bool,
    width: usize,
    draws: bool,
}

impl Layer {
    fn of(machine: &mut Interpreter<'_>, module: &Reference, sublayers: usize, span: Span) -> Outcome<Self> {
        let attention = part_of_class(machine, module, "self_attn", &MULTIHEAD_ATTENTION, span)?;
        let batch_first = flag(machine, &attention, "batch_first", span)?;
        let width = number(machine, &attention, "embed_dim", span)? as usize;
        let place = if flag(machine, module, "norm_first", span)? { NormPlace::Before } else { NormPlace::After };
        let linear = |machine: &mut Interpreter<'_>, name| {
            let part = part_of_class(machine, module, name, &LINEAR, span)?;
            linear_of(machine, &part, name, span)
        };
        let (linear1, linear2) = (linear(machine, "linear1")?, linear(machine, "linear2")?);
        let dropout = |machine: &mut Interpreter<'_>, name: &str, sequence_first| {
            let part = part_of_class(machine, module, name, &DROPOUT, span)?;
            Ok(Dropout { rate: rate_of(machine, &part, span)?, sequence_first })
        };
        let mut residuals = Vec::with_capacity(sublayers);
        for number in 1..=sublayers {
            let name = format!("norm{number}");
            let norm = part_of_class(machine, module, &name, &LAYER_NORM, span)?;
            let norm = norm_of(machine, &norm, &name, span)?;
            // What attention gives lies with the sequence first in PyTorch's memory, whatever its shape says.
            let sequence_first = number < sublayers || !batch_first;
            let dropout = dropout(machine, &format!("dropout{number}"), sequence_first)?;
            residuals.push(Residual { place, dropout, ..Residual::new(norm) });
        }
        let dropout = dropout(machine, "dropout", !batch_first)?;
        let activation = activation_of(machine, module);
        let draws = dropout.rate > 0.0 || residuals.iter().any(|residual| residual.dropout.rate > 0.0);
        let feed_forward = FeedForward { linear1, activation, dropout, linear2 };
        Ok(Self { feed_forward, residuals, batch_first, width, draws })
    }

    fn charge(&self, machine: &mut Interpreter<'_>, x: &Tensor, span: Span) -> Outcome<()> {
        let rows = (x.shape()[0].max(1) as u128).saturating_mul(x.shape()[1].max(1) as u128);
        let hidden = self.feed_forward.linear1.weight.shape().first().copied().unwrap_or(0) as u128;
        machine.spend_work(span, rows.saturating_mul(2 * hidden * self.width as u128))?;
        machine.spend_elements(span, rows.saturating_mul(3 * hidden + 8 * self.width as u128))
    }
}

/// The attentions of the two layers.
const OWN: Attention =
    Attention { name: "self_attn", masks: ["tgt_mask", "tgt_key_padding_mask"], reads_memory: false };
const ACROSS: Attention =
    Attention { name: "multihead_attn", masks: ["memory_mask", "memory_key_padding_mask"], reads_memory: true };
const OF_SOURCE: Attention = Attention { masks: ["src_mask", "src_key_padding_mask"], ..OWN };

fn encoder_layer(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, span) = (this(call)?, call.span);
    if machine.has_hooked_parts(&module) {
        return by_parts(machine, call, &module, "src", &[OF_SOURCE]);
    }
    let layer = Layer::of(machine, &module, 2, span)?;
    let ndim = call.tensor(machine, "src")?.ndim();
    let x = sequence(machine, call, "src", layer.batch_first, layer.width)?;
    let attention = part(machine, &module, "self_attn", span)?;
    let self_attn = attention_of(machine, &attention, "self_attn", false, span)?;
    let length = x.shape()[1];
    let sizes = Sizes { batch: x.shape()[0], heads: self_attn.heads, queries: length, keys: length };
    charge(machine, sizes, layer.width, span)?;
    layer.charge(machine, &x, span)?;
    let masks = masks(machine, call, ["src_mask", "src_key_padding_mask"], sizes)?;
    let draws = layer.draws || self_attn.dropout.rate > 0.0;
    let residuals = residuals(layer.residuals, &module, span)?;
    let computed = EncoderLayer { self_attn, feed_forward: layer.feed_forward, residuals };
    let y = drawing(machine, draws, span, || {
        as_given(&computed.forward_masked(&x, masks.mask())?, ndim, layer.batch_first)
    })?;
    Ok(Value::Tensor(y))
}

fn residuals<const N: usize>(all: Vec<Residual>, module: &Reference, span: Span) -> Outcome<[Residual; N]> {
    all.try_into().map_err(|_| lacks(module, "norm1", span))
}

fn decoder_layer(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, span) = (this(call)?, call.span);
    if machine.has_hooked_parts(&module) {
        return by_parts(machine, call, &module, "tgt", &[OWN, ACROSS]);
    }
    let layer = Layer::of(machine, &module, 3, span)?;
    let ndim = call.tensor(machine, "tgt")?.ndim();
    let x = sequence(machine, call, "tgt", layer.batch_first, layer.width)?;
    let memory = sequence(machine, call, "memory", layer.batch_first, layer.width)?;
    let attention = part(machine, &module, "self_attn", span)?;
    let self_attn = attention_of(machine, &attention, "self_attn", false, span)?;
    let attention = part_of_class(machine, &module, "multihead_attn", &MULTIHEAD_ATTENTION, span)?;
    let multihead_attn = attention_of(machine, &attention, "multihead_attn", false, span)?;
    let (batch, queries) = (x.shape()[0], x.shape()[1]);
    let own = Sizes { batch, heads: self_attn.heads, queries, keys: queries };
    let across = Sizes { keys: memory.shape()[1], heads: multihead_attn.heads, ..own };
    charge(machine, own, layer.width, span)?;
    charge(machine, across, layer.width, span)?;
    layer.charge(machine, &x, span)?;
    let own = masks(machine, call, ["tgt_mask", "tgt_key_padding_mask"], own)?;
    let across = masks(machine, call, ["memory_mask", "memory_key_padding_mask"], across)?;
    let draws = layer.draws || self_attn.dropout.rate > 0.0 || multihead_attn.dropout.rate > 0.0;
    let residuals = residuals(layer.residuals, &module, span)?;
    let feed_forward = layer.feed_forward;
    let computed = DecoderLayer { self_attn, multihead_attn, feed_forward, residuals, memory_norm: None };
    let y = drawing(machine, draws, span, || {
        as_given(&computed.forward_masked(&x, &memory, own.mask(), across.mask())?, ndim, layer.batch_first)
    })?;
    Ok(Value::Tensor(y))
}
