//! `nn.Transformer` and its stacks. A stack calls its layers one after the other, as PyTorch's does, and not [`crate::nn`]'s stack:
//! a layer here is an object, which may be of a class of the learner's own.
//!
//! PyTorch has a fast path for encoders that are not training, which sets the outputs at padded places to 0. Here they are
//! what the formula gives.

mod layer;
mod parts;

use std::sync::Arc;

use super::super::Builtin;
use super::super::arguments::Call;
use super::copy::Copies;
use super::layers::LAYER_NORM;
use super::{MODULE, begin, construct, containers, int, needed_weight, parameter, part, set, set_part, this};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::Identifier;
use crate::lang::value::Value;
use crate::nn::mask;
use crate::tensor::random::init;
use crate::tensor::{Element, Leaf, Tensor};

pub(super) use layer::{DECODER_LAYER, ENCODER_LAYER};

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

/// A stack of copies of one layer.
fn new_stack(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
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

/// Calls a part of a module, under its name, with these values and with those arguments of the call that were given: each pair has
/// the part's name for an argument and the call's.
fn hand_on(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    (name, part): (&str, &Reference),
    plain: Vec<Value>,
    more: &[(&str, &str)],
) -> Outcome {
    let plain = plain.into_iter().map(|value| (value, call.span)).collect();
    let given = more.iter().filter(|(_, from)| call.has(from));
    let named = given.map(|(to, from)| {
        (Identifier { name: Arc::from(*to), span: call.span }, call.value(from).clone(), call.span_of(from))
    });
    machine.call_part_with(name, part, Arguments { plain, named: named.collect() }, call.span)
}

/// Calls the layers of a stack one after the other, then its norm.
fn through_layers(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    input: &str,
    more: &[(&str, &str)],
    memory: Option<&Value>,
) -> Outcome {
    let module = this(call)?;
    let layers = part(machine, &module, "layers", call.span)?;
    let mut value = call.value(input).clone();
    for (number, layer) in machine.children(&layers) {
        let plain = [Some(&value), memory].into_iter().flatten().cloned().collect();
        value = hand_on(machine, call, (&format!("layers.{number}"), &layer), plain, more)?;
    }
    match machine.field(&module, "norm") {
        Some(Value::Object(norm)) => machine.call_part("norm", &norm, vec![value], call.span),
        _ => Ok(value),
    }
}

/// What a decoder hands on to its layers, and `nn.Transformer` to its decoder.
const TARGET_MASKS: [(&str, &str); 4] = [
    ("tgt_mask", "tgt_mask"),
    ("memory_mask", "memory_mask"),
    ("tgt_key_padding_mask", "tgt_key_padding_mask"),
    ("memory_key_padding_mask", "memory_key_padding_mask"),
];

fn encoder(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let more = [("src_mask", "mask"), ("src_key_padding_mask", "src_key_padding_mask")];
    through_layers(machine, call, "src", &more, None)
}

fn decoder(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    through_layers(machine, call, "tgt", &TARGET_MASKS, Some(call.value("memory")))
}

fn new_transformer(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let span = call.span;
    let given = |name: &str| call.value(name).clone();
    let options = ["dropout", "activation", "layer_norm_eps", "batch_first", "norm_first", "bias"];
    let stack = |machine: &mut Interpreter<'_>, layer: &'static Native, stack: &'static Native, count: &str| {
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
fn draw_matrices(machine: &mut Interpreter<'_>, call: &Call<'_>, module: &Reference) -> Outcome<()> {
    for (_, matrix) in machine.parameters(module, call.span)? {
        let old = needed_weight(machine, &matrix, parameter::DATA_FIELD, "", call.span)?;
        if old.ndim() < 2 {
            continue;
        }
        Interpreter::changeable(&matrix, call.span)?;
        call.charge(machine, old.len() as u128)?;
        let drawn = init::xavier_uniform(machine.seeded(call.span)?, old.shape(), 1.0);
        let drawn = drawn.map_err(|error| call.refused(&error))?;
        let drawn = machine.leaf(Tensor::new(f32::array(drawn)), Leaf::Random, call.span);
        parameter::fill(machine, &matrix, Value::Tensor(drawn));
    }
    Ok(())
}

fn transformer(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = this(call)?;
    let source = [("mask", "src_mask"), ("src_key_padding_mask", "src_key_padding_mask")];
    let stack = part(machine, &module, "encoder", call.span)?;
    let memory = hand_on(machine, call, ("encoder", &stack), vec![call.value("src").clone()], &source)?;
    let stack = part(machine, &module, "decoder", call.span)?;
    hand_on(machine, call, ("decoder", &stack), vec![call.value("tgt").clone(), memory], &TARGET_MASKS)
}

fn causal_mask(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let size = call.size("sz")?;
    call.charge(machine, (size as u128).saturating_mul(3 * size as u128))?;
    let mask = mask::causal(size, size).and_then(|keep| mask::additive(&keep));
    let mask = mask.map_err(|error| Diagnostic::new(call.span, error.to_string()))?;
    Ok(Value::Tensor(mask))
}
