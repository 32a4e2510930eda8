//! `nn.Transformer` and its parts. A layer is computed by [`crate::nn`]'s layers; stacks call their layers one after the other.
//!
//! PyTorch has a fast path for encoders that are not training, which sets the outputs at padded places to 0. Here they are
//! what the formula gives.

use std::sync::Arc;

use super::super::Builtin;
use super::super::arguments::Call;
use super::attention::{MULTIHEAD_ATTENTION, Sizes, as_given, attention_of, charge, masks, sequence};
use super::copy::Copies;
use super::layers::{DROPOUT, LAYER_NORM, LINEAR, linear_of, norm_of, only_float32, rate_of, shown};
use super::{
    MODULE, activations, begin, construct, containers, drawing, flag, int, needed_weight, number, parameter, part,
    part_of_class, set, set_part, this,
};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::Value;
use crate::nn::{Activation, DecoderLayer, Dropout, EncoderLayer, FeedForward, NormPlace, Residual, mask};
use crate::tensor::random::init;
use crate::tensor::{Element, Gelu, Leaf, Tensor};

/// `nn.TransformerEncoderLayer`.
pub(super) static ENCODER_LAYER: Native = Native {
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
pub(super) static DECODER_LAYER: Native = Native {
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

/// `nn.TransformerEncoder`.
pub(super) static ENCODER: Native = Native {
    name: "TransformerEncoder",
    base: Some(&MODULE),
    init: Some(&ENCODER_INIT),
    methods: ENCODER_METHODS,
    describe: |_, _| String::new(),
};
static ENCODER_INIT: Builtin = Builtin::new(
    "TransformerEncoder",
    "self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True",
    "A stack of copies of a layer.",
    &[],
    new_stack,
);
static ENCODER_METHODS: &[Builtin] = &[Builtin::new(
    "forward",
    "self, src, mask=None, src_key_padding_mask=None, is_causal=None",
    "A tensor of the shape of src.",
    &[],
    encoder,
)];

/// `nn.TransformerDecoder`.
pub(super) static DECODER: Native = Native {
    name: "TransformerDecoder",
    base: Some(&MODULE),
    init: Some(&DECODER_INIT),
    methods: DECODER_METHODS,
    describe: |_, _| String::new(),
};
static DECODER_INIT: Builtin = Builtin::new(
    "TransformerDecoder",
    "self, decoder_layer, num_layers, norm=None",
    "A stack of copies of a layer.",
    &[],
    new_stack,
);
static DECODER_METHODS: &[Builtin] = &[Builtin::new(
    "forward",
    "self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, \
     memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False",
    "A tensor of the shape of tgt.",
    &[],
    decoder,
)];

/// `nn.Transformer`.
pub(super) static TRANSFORMER: Native = Native {
    name: "Transformer",
    base: Some(&MODULE),
    init: Some(&TRANSFORMER_INIT),
    methods: TRANSFORMER_METHODS,
    describe: |_, _| String::new(),
};
static TRANSFORMER_INIT: Builtin = Builtin::new(
    "Transformer",
    "self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1, \
     activation='relu', custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-05, batch_first=False, \
     norm_first=False, bias=True, device=None, dtype=None",
    "An encoder and a decoder, without embeddings.",
    &[],
    new_transformer,
);
static TRANSFORMER_METHODS: &[Builtin] = &[
    Builtin::new(
        "forward",
        "self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None, \
         tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None, \
         memory_is_causal=False",
        "A tensor of the shape of tgt.",
        &[],
        transformer,
    ),
    Builtin::new(
        "generate_square_subsequent_mask",
        "sz, device=None, dtype=None",
        "0 where a place may look, -inf above the diagonal.",
        &[],
        causal_mask,
    ),
];

/// Both layers are built alike; the decoder's has one attention, norm and dropout more.
fn new_layer(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    only_float32(call)?;
    let span = call.span;
    let (size, hidden) = (int(call.size("d_model")?), int(call.size("dim_feedforward")?));
    let given = |name: &str| call.value(name).clone();
    let is_decoder = module.class.is_native(&DECODER_LAYER);
    let attention = |machine: &mut Machine<'_>| {
        let named = ["dropout", "batch_first", "bias"].map(|name| (name, given(name)));
        construct(machine, &MULTIHEAD_ATTENTION, vec![size.clone(), given("nhead")], named.to_vec(), span)
    };
    let linear = |machine: &mut Machine<'_>, from: &Value, to: &Value| {
        construct(machine, &LINEAR, vec![from.clone(), to.clone()], vec![("bias", given("bias"))], span)
    };
    for name in if is_decoder { &["self_attn", "multihead_attn"][..] } else { &["self_attn"] } {
        let part = attention(machine)?;
        set_part(machine, &module, name, part, span)?;
    }
    let part = linear(machine, &size, &hidden)?;
    set_part(machine, &module, "linear1", part, span)?;
    let dropout = |machine: &mut Machine<'_>| construct(machine, &DROPOUT, vec![given("dropout")], vec![], span);
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
fn set_activation(machine: &mut Machine<'_>, call: &Call<'_>, module: &Reference) -> Outcome<()> {
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

fn activation_of(machine: &mut Machine<'_>, module: &Reference) -> Activation {
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
    fn of(machine: &mut Machine<'_>, module: &Reference, sublayers: usize, span: Span) -> Outcome<Self> {
        let attention = part_of_class(machine, module, "self_attn", &MULTIHEAD_ATTENTION, span)?;
        let batch_first = flag(machine, &attention, "batch_first", span)?;
        let width = number(machine, &attention, "embed_dim", span)? as usize;
        let place = if flag(machine, module, "norm_first", span)? { NormPlace::Before } else { NormPlace::After };
        let linear = |machine: &mut Machine<'_>, name| {
            let part = part_of_class(machine, module, name, &LINEAR, span)?;
            linear_of(machine, &part, name, span)
        };
        let (linear1, linear2) = (linear(machine, "linear1")?, linear(machine, "linear2")?);
        let dropout = |machine: &mut Machine<'_>, name: &str, sequence_first| {
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

    fn charge(&self, machine: &mut Machine<'_>, x: &Tensor, span: Span) -> Outcome<()> {
        let rows = (x.shape()[0].max(1) as u128).saturating_mul(x.shape()[1].max(1) as u128);
        let hidden = self.feed_forward.linear1.weight.shape().first().copied().unwrap_or(0) as u128;
        machine.spend_work(span, rows.saturating_mul(2 * hidden * self.width as u128))?;
        machine.spend_elements(span, rows.saturating_mul(3 * hidden + 8 * self.width as u128))
    }
}

fn encoder_layer(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (module, span) = (this(call)?, call.span);
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
    all.try_into().map_err(|_| super::lacks(module, "norm1", span))
}

fn decoder_layer(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (module, span) = (this(call)?, call.span);
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

/// A stack of copies of one layer.
fn new_stack(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let name = if module.class.is_native(&ENCODER) { "encoder_layer" } else { "decoder_layer" };
    let layer = call.value(name);
    if !matches!(layer, Value::Object(layer) if layer.class.is_native(&MODULE)) {
        return Err(call.wrong(name, "a layer, such as nn.TransformerEncoderLayer(d_model, nhead)"));
    }
    let count = call.size("num_layers")?;
    let mut layers = Vec::new();
    for _ in 0..count {
        machine.step(call.span)?;
        layers.push(machine.copied(layer, &mut Copies::new(), 0, call.span)?);
    }
    let layers = Value::List(machine.collect(call.span, layers)?);
    let layers = construct(machine, &containers::MODULE_LIST, vec![layers], vec![], call.span)?;
    set_part(machine, &module, "layers", layers, call.span)?;
    set(machine, &module, "num_layers", int(count), call.span)?;
    match call.value("norm") {
        Value::None => set(machine, &module, "norm", Value::None, call.span)?,
        norm @ Value::Object(it) if it.class.is_native(&MODULE) => {
            set_part(machine, &module, "norm", norm.clone(), call.span)?;
        }
        _ => return Err(call.wrong("norm", "a module, such as nn.LayerNorm(d_model), or None")),
    }
    Ok(Value::None)
}

/// Calls the layers of a stack one after the other, then its norm.
fn through_layers(
    machine: &mut Machine<'_>,
    call: &Call<'_>,
    input: &str,
    more: &[(&str, &str)],
    memory: Option<&Value>,
) -> Outcome {
    let module = this(call)?;
    let layers = part(machine, &module, "layers", call.span)?;
    let mut value = call.value(input).clone();
    for (number, layer) in machine.children(&layers) {
        let plain = [Some(&value), memory].into_iter().flatten().map(|value| (value.clone(), call.span)).collect();
        let given = more.iter().filter(|(_, from)| call.has(from));
        let named = given.map(|(to, from)| {
            (Identifier { name: Arc::from(*to), span: call.span }, call.value(from).clone(), call.span_of(from))
        });
        let arguments = Arguments { plain, named: named.collect() };
        value = machine.call_part_with(&format!("layers.{number}"), &layer, arguments, call.span)?;
    }
    match machine.field(&module, "norm") {
        Some(Value::Object(norm)) => machine.call_part("norm", &norm, vec![value], call.span),
        _ => Ok(value),
    }
}

fn encoder(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let more = [("src_mask", "mask"), ("src_key_padding_mask", "src_key_padding_mask")];
    through_layers(machine, call, "src", &more, None)
}

fn decoder(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let more = ["tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask"].map(|name| (name, name));
    through_layers(machine, call, "tgt", &more, Some(call.value("memory")))
}

fn new_transformer(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let span = call.span;
    let given = |name: &str| call.value(name).clone();
    let options = ["dropout", "activation", "layer_norm_eps", "batch_first", "norm_first", "bias"];
    let stack = |machine: &mut Machine<'_>, layer: &'static Native, stack: &'static Native, count: &str| {
        let plain = ["d_model", "nhead", "dim_feedforward"].map(given).to_vec();
        let layer = construct(machine, layer, plain, options.map(|name| (name, given(name))).to_vec(), span)?;
        let named = vec![("eps", given("layer_norm_eps")), ("bias", given("bias"))];
        let norm = construct(machine, &LAYER_NORM, vec![given("d_model")], named, span)?;
        construct(machine, stack, vec![layer, given(count), norm], vec![], span)
    };
    for (name, custom, layer, whole, count) in [
        ("encoder", "custom_encoder", &ENCODER_LAYER, &ENCODER, "num_encoder_layers"),
        ("decoder", "custom_decoder", &DECODER_LAYER, &DECODER, "num_decoder_layers"),
    ] {
        let part = if call.has(custom) { given(custom) } else { stack(machine, layer, whole, count)? };
        set_part(machine, &module, name, part, span)?;
    }
    draw_matrices(machine, call, &module)?;
    for name in ["d_model", "nhead", "batch_first"] {
        set(machine, &module, name, given(name), span)?;
    }
    Ok(Value::None)
}

/// Every parameter with two axes or more is drawn anew, after Xavier.
fn draw_matrices(machine: &mut Machine<'_>, call: &Call<'_>, module: &Reference) -> Outcome<()> {
    for (_, matrix) in machine.parameters(module, call.span)? {
        let old = needed_weight(machine, &matrix, parameter::DATA_FIELD, "", call.span)?;
        if old.ndim() < 2 {
            continue;
        }
        Machine::changeable(&matrix, call.span)?;
        call.charge(machine, old.len() as u128)?;
        let drawn = init::xavier_uniform(machine.seeded(call.span)?, old.shape(), 1.0);
        let drawn = drawn.map_err(|error| call.refused(&error))?;
        let drawn = machine.leaf(Tensor::new(f32::array(drawn)), Leaf::Random, call.span);
        parameter::fill(machine, &matrix, Value::Tensor(drawn));
    }
    Ok(())
}

fn transformer(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (module, span) = (this(call)?, call.span);
    let run = |machine: &mut Machine<'_>, name: &str, plain: Vec<Value>, more: &[(&str, &str)]| {
        let stack = part(machine, &module, name, span)?;
        let plain = plain.into_iter().map(|value| (value, span)).collect();
        let given = more.iter().filter(|(_, from)| call.has(from));
        let named = given.map(|(to, from)| {
            (Identifier { name: Arc::from(*to), span }, call.value(from).clone(), call.span_of(from))
        });
        machine.call_part_with(name, &stack, Arguments { plain, named: named.collect() }, span)
    };
    let source = [("mask", "src_mask"), ("src_key_padding_mask", "src_key_padding_mask")];
    let memory = run(machine, "encoder", vec![call.value("src").clone()], &source)?;
    let target =
        ["tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask"].map(|name| (name, name));
    run(machine, "decoder", vec![call.value("tgt").clone(), memory], &target)
}

fn causal_mask(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let size = call.size("sz")?;
    call.charge(machine, (size as u128).saturating_mul(3 * size as u128))?;
    let mask = mask::causal(size, size).and_then(|keep| mask::additive(&keep));
    let mask = mask.map_err(|error| Diagnostic::new(call.span, error.to_string()))?;
    Ok(Value::Tensor(mask))
}
