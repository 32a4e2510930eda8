//! `nn.TransformerEncoderLayer` and `nn.TransformerDecoderLayer`: computed by [`crate::nn`]'s layers.

use super::super::attention::{
    GivenMasks, MULTIHEAD_ATTENTION, Sizes, as_given, attention_of, is_probability, same_axes, same_batch,
    same_dtype_as, sequence,
};
use super::super::layers::{DROPOUT, LAYER_NORM, LINEAR, linear_of, norm_of, only_float32, rate_of, shown};
use super::super::{
    MODULE, activations, begin, construct, drawing, flag, int, lacks, number, part, part_of_class, set, set_part,
};
use super::parts::{Attention, by_parts};
use crate::lang::builtins::declare::{BuiltinResult, Invocation, builtins};
use crate::lang::builtins::from_argument::{Argument, At, Device, FromArgument, PlainSize, Written};
use crate::lang::class::{Native, NativeKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::nn::{Activation, DecoderLayer, Dropout, EncoderLayer, FeedForward, NormPlace, Residual};
use crate::tensor::{DType, Gelu, Tensor};

/// `nn.TransformerEncoderLayer`.
pub(in crate::lang::builtins::nn) static ENCODER_LAYER: Native = Native {
    name: "TransformerEncoderLayer",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&ENCODER_LAYER_TABLE],
    describe: |_, _| String::new(),
};
builtins! { ENCODER_LAYER_TABLE:
    /// Self-attention and a feed-forward network.
    #[at()]
    fn new_encoder_layer as "TransformerEncoderLayer"(
        call, this: Reference, d_model: PlainSize, nhead: usize, dim_feedforward: usize = 2048,
        dropout: At<Written<f64>> = 0.1, activation: Bend = "relu", layer_norm_eps: Written<f64> = 1e-5,
        batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: Option<Device> = None,
        dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        is_probability(&dropout)?;
        let (dropout, eps) = (dropout.value.written, layer_norm_eps.written);
        let options = LayerOptions {
            size: d_model.0, heads: nhead, hidden: dim_feedforward, dropout, activation, eps, batch_first, norm_first, bias,
        };
        Ok(build(call.interpreter, &this, &options, &["self_attn"], call.span)?)
    }

    /// A tensor of the shape of src.
    #[at()]
    fn encoder_layer as "forward"(
        call, this: Reference, src: At<Tensor>, src_mask: Option<At<Tensor>> = None,
        src_key_padding_mask: Option<At<Tensor>> = None, is_causal: bool = False
    ) -> Tensor {
        let names = ["src_mask", "src_key_padding_mask"];
        encoded(call, &this, &src, GivenMasks { attention: src_mask, padding: src_key_padding_mask, is_causal, names })
    }
}

/// `nn.TransformerDecoderLayer`.
pub(in crate::lang::builtins::nn) static DECODER_LAYER: Native = Native {
    name: "TransformerDecoderLayer",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&DECODER_LAYER_TABLE],
    describe: |_, _| String::new(),
};
builtins! { DECODER_LAYER_TABLE:
    /// Self-attention, attention to the memory, and a feed-forward network.
    #[at()]
    fn new_decoder_layer as "TransformerDecoderLayer"(
        call, this: Reference, d_model: PlainSize, nhead: usize, dim_feedforward: usize = 2048,
        dropout: At<Written<f64>> = 0.1, activation: Bend = "relu", layer_norm_eps: Written<f64> = 1e-5,
        batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: Option<Device> = None,
        dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        is_probability(&dropout)?;
        let (dropout, eps) = (dropout.value.written, layer_norm_eps.written);
        let options = LayerOptions {
            size: d_model.0, heads: nhead, hidden: dim_feedforward, dropout, activation, eps, batch_first, norm_first, bias,
        };
        Ok(build(call.interpreter, &this, &options, &["self_attn", "multihead_attn"], call.span)?)
    }

    /// A tensor of the shape of tgt.
    #[at()]
    fn decoder_layer as "forward"(
        call, this: Reference, tgt: At<Tensor>, memory: At<Tensor>, tgt_mask: Option<At<Tensor>> = None,
        memory_mask: Option<At<Tensor>> = None, tgt_key_padding_mask: Option<At<Tensor>> = None,
        memory_key_padding_mask: Option<At<Tensor>> = None, tgt_is_causal: bool = False, memory_is_causal: bool = False
    ) -> Tensor {
        let names = GivenMasks::OF_ATTENTION.names;
        let own =
            GivenMasks { attention: tgt_mask, padding: tgt_key_padding_mask, is_causal: tgt_is_causal, names };
        let across =
            GivenMasks { attention: memory_mask, padding: memory_key_padding_mask, is_causal: memory_is_causal, names };
        decoded(call, &this, &tgt, &memory, [own, across])
    }
}

/// What bends the line between the two linear layers: a word, a function or a module.
#[derive(Clone)]
pub(super) struct Bend(Value);

impl FromArgument for Bend {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let message = match argument.value {
            Value::Str(word) if matches!(&**word, "relu" | "gelu") => return Ok(Self(argument.value.clone())),
            Value::Builtin(builtin) if matches!(builtin.name, "relu" | "gelu") => {
                return Ok(Self(Value::text(builtin.name)));
            }
            Value::Object(it) if it.class.is_native(&activations::RELU) || it.class.is_native(&activations::GELU) => {
                return Ok(Self(argument.value.clone()));
            }
            Value::Str(word) => format!("activation should be relu/gelu, not {word}"),
            other => format!("activation should be relu/gelu, not {}", other.description()),
        };
        Err(Diagnostic::new(argument.span, message)
            .help("write 'relu', 'gelu', F.relu, F.gelu, nn.ReLU() or nn.GELU()"))
    }
}

/// What a layer is built with.
pub(super) struct LayerOptions {
    pub(super) size: usize,
    pub(super) heads: usize,
    pub(super) hidden: usize,
    pub(super) dropout: Value,
    pub(super) activation: Bend,
    pub(super) eps: Value,
    pub(super) batch_first: bool,
    pub(super) norm_first: bool,
    pub(super) bias: bool,
}

impl LayerOptions {
    /// The arguments of a layer's constructor, by place and by name.
    pub(super) fn arguments(&self) -> (Vec<Value>, Vec<(&'static str, Value)>) {
        let named = vec![
            ("dropout", self.dropout.clone()),
            ("activation", self.activation.0.clone()),
            ("layer_norm_eps", self.eps.clone()),
            ("batch_first", Value::Bool(self.batch_first)),
            ("norm_first", Value::Bool(self.norm_first)),
            ("bias", Value::Bool(self.bias)),
        ];
        ([self.size, self.heads, self.hidden].map(int).to_vec(), named)
    }
}

/// Both layers are built alike; the decoder's has one attention, norm and dropout more.
fn build(
    machine: &mut Interpreter<'_>,
    module: &Reference,
    options: &LayerOptions,
    attentions: &[&str],
    span: Span,
) -> Outcome<()> {
    let (size, hidden) = (int(options.size), int(options.hidden));
    let bias = || ("bias", Value::Bool(options.bias));
    for name in attentions {
        let named =
            vec![("dropout", options.dropout.clone()), ("batch_first", Value::Bool(options.batch_first)), bias()];
        let part = construct(machine, &MULTIHEAD_ATTENTION, vec![size.clone(), int(options.heads)], named, span)?;
        set_part(machine, module, name, part, span)?;
    }
    let linear = |machine: &mut Interpreter<'_>, from: &Value, to: &Value| {
        construct(machine, &LINEAR, vec![from.clone(), to.clone()], vec![bias()], span)
    };
    let dropout =
        |machine: &mut Interpreter<'_>| construct(machine, &DROPOUT, vec![options.dropout.clone()], vec![], span);
    let part = linear(machine, &size, &hidden)?;
    set_part(machine, module, "linear1", part, span)?;
    let part = dropout(machine)?;
    set_part(machine, module, "dropout", part, span)?;
    let part = linear(machine, &hidden, &size)?;
    set_part(machine, module, "linear2", part, span)?;
    set(machine, module, "norm_first", Value::Bool(options.norm_first), span)?;
    let count = attentions.len() + 1;
    for number in 1..=count {
        let named = vec![("eps", options.eps.clone()), bias()];
        let part = construct(machine, &LAYER_NORM, vec![size.clone()], named, span)?;
        set_part(machine, module, &format!("norm{number}"), part, span)?;
    }
    for number in 1..=count {
        let part = dropout(machine)?;
        set_part(machine, module, &format!("dropout{number}"), part, span)?;
    }
    match &options.activation.0 {
        part @ Value::Object(_) => set_part(machine, module, "activation", part.clone(), span),
        word => set(machine, module, "activation", word.clone(), span),
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
    /// What PyTorch's graph calls its last step.
    grad_fn: &'static str,
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
        let grad_fn = match place {
            NormPlace::Before => "AddBackward0",
            NormPlace::After => "NativeLayerNormBackward0",
        };
        Ok(Self { feed_forward, residuals, batch_first, width, draws, grad_fn })
    }
}

/// The attentions of the two layers.
const OWN: Attention = Attention { name: "self_attn", reads_memory: false };
const ACROSS: Attention = Attention { name: "multihead_attn", reads_memory: true };

fn encoded(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    src: &At<Tensor>,
    masks: GivenMasks,
) -> BuiltinResult<Tensor> {
    let span = call.span;
    if call.interpreter.has_hooked_parts(module) {
        return Ok(by_parts(call, module, [&src.value, &src.value], vec![(OWN, masks)])?);
    }
    let layer = Layer::of(call.interpreter, module, 2, span)?;
    let attention = part(call.interpreter, module, "self_attn", span)?;
    let self_attn = attention_of(call.interpreter, &attention, "self_attn", false, span)?;
    same_dtype_as(&self_attn, &src.value, src.span)?;
    let x = sequence(call, src, layer.batch_first, layer.width)?;
    let length = x.shape()[1];
    let sizes = Sizes { batch: x.shape()[0], heads: self_attn.heads, queries: length, keys: length };
    call.place();
    let masks = masks.checked(call, &src.value, sizes, false)?;
    let draws = layer.draws || self_attn.dropout.rate > 0.0;
    call.grad_fn(layer.grad_fn);
    let residuals = residuals(layer.residuals, module, span)?;
    let computed = EncoderLayer { self_attn, feed_forward: layer.feed_forward, residuals };
    Ok(drawing(call.interpreter, draws, span, || {
        as_given(&computed.forward_masked(&x, masks.mask())?, src.value.ndim(), layer.batch_first)
    })?)
}

fn residuals<const N: usize>(all: Vec<Residual>, module: &Reference, span: Span) -> Outcome<[Residual; N]> {
    all.try_into().map_err(|_| lacks(module, "norm1", span))
}

fn decoded(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    tgt: &At<Tensor>,
    memory: &At<Tensor>,
    [own, across]: [GivenMasks; 2],
) -> BuiltinResult<Tensor> {
    let span = call.span;
    if call.interpreter.has_hooked_parts(module) {
        return Ok(by_parts(call, module, [&tgt.value, &memory.value], vec![(OWN, own), (ACROSS, across)])?);
    }
    let layer = Layer::of(call.interpreter, module, 3, span)?;
    let attention = part(call.interpreter, module, "self_attn", span)?;
    let self_attn = attention_of(call.interpreter, &attention, "self_attn", false, span)?;
    let attention = part_of_class(call.interpreter, module, "multihead_attn", &MULTIHEAD_ATTENTION, span)?;
    let multihead_attn = attention_of(call.interpreter, &attention, "multihead_attn", false, span)?;
    same_dtype_as(&self_attn, &tgt.value, tgt.span)?;
    same_dtype_as(&multihead_attn, &memory.value, memory.span)?;
    let x = sequence(call, tgt, layer.batch_first, layer.width)?;
    let laid = sequence(call, memory, layer.batch_first, layer.width)?;
    same_axes(&tgt.value, [&memory.value, &memory.value], memory.span)?;
    same_batch(&x, &laid, multihead_attn.heads, memory.span)?;
    let (batch, queries) = (x.shape()[0], x.shape()[1]);
    let own_sizes = Sizes { batch, heads: self_attn.heads, queries, keys: queries };
    let across_sizes = Sizes { keys: laid.shape()[1], heads: multihead_attn.heads, ..own_sizes };
    call.place();
    let own = own.checked(call, &tgt.value, own_sizes, false)?;
    let across = across.checked(call, &tgt.value, across_sizes, false)?;
    let draws = layer.draws || self_attn.dropout.rate > 0.0 || multihead_attn.dropout.rate > 0.0;
    call.grad_fn(layer.grad_fn);
    let residuals = residuals(layer.residuals, module, span)?;
    let feed_forward = layer.feed_forward;
    let computed = DecoderLayer { self_attn, multihead_attn, feed_forward, residuals, memory_norm: None };
    Ok(drawing(call.interpreter, draws, span, || {
        let y = computed.forward_masked(&x, &laid, own.mask(), across.mask())?;
        as_given(&y, tgt.value.ndim(), layer.batch_first)
    })?)
}
