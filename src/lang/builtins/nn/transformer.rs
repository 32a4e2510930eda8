//! `nn.Transformer` and its stacks. A stack calls its layers one after the other, as PyTorch's does, and not [`crate::nn`]'s stack:
//! a layer here is an object, which may be of a class of the learner's own.
//!
//! PyTorch has a fast path for encoders that are not training, which sets the outputs at padded places to 0. Here they are
//! what the formula gives.

mod layer;
mod parts;

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::from_argument::{At, Device, ModuleObject, PlainSize, Written};
use super::attention::is_probability;
use super::copy::Copies;
use super::layers::{LAYER_NORM, only_float32, random_leaf};
use super::{MODULE, begin, construct, containers, int, needed_weight, part, set, set_part};
use crate::lang::class::{DATA_FIELD, Native, NativeKind};
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::Value;
use crate::nn::mask;
use crate::tensor::random::init;
use crate::tensor::{DType, Tensor, tape};
use std::sync::Arc;

use layer::{Bend, LayerOptions};
pub(super) use layer::{DECODER_LAYER, ENCODER_LAYER};

/// `nn.TransformerEncoder`.
pub(super) static ENCODER: Native = Native {
    name: "TransformerEncoder",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&ENCODER_TABLE],
    describe: |_, _| String::new(),
};

builtins! { ENCODER_TABLE:
    /// A stack of copies of a layer.
    #[at()]
    fn new_encoder as "TransformerEncoder"(
        call, this: Reference, encoder_layer: ModuleObject, num_layers: usize, norm: Option<ModuleObject> = None,
        enable_nested_tensor: bool = True, mask_check: bool = True
    ) -> () {
        // Both are about PyTorch's fast path, which is not taken here.
        let _ = (enable_nested_tensor, mask_check);
        Ok(stack(call, &this, encoder_layer, num_layers, norm)?)
    }

    /// A tensor of the shape of src.
    #[at()]
    fn encoder as "forward"(
        call, this: Reference, src: Tensor, mask: Option<At<Tensor>> = None,
        src_key_padding_mask: Option<At<Tensor>> = None, is_causal: Option<bool> = None
    ) -> Value {
        let mut more = by_name([("src_mask", mask), ("src_key_padding_mask", src_key_padding_mask)]);
        more.extend(hint("is_causal", is_causal, call.span));
        Ok(through_layers(call, &this, Value::from(src), None, &more)?)
    }
}

/// `nn.TransformerDecoder`.
pub(super) static DECODER: Native = Native {
    name: "TransformerDecoder",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&DECODER_TABLE],
    describe: |_, _| String::new(),
};

builtins! { DECODER_TABLE:
    /// A stack of copies of a layer.
    #[at()]
    fn new_decoder as "TransformerDecoder"(
        call, this: Reference, decoder_layer: ModuleObject, num_layers: usize, norm: Option<ModuleObject> = None
    ) -> () {
        Ok(stack(call, &this, decoder_layer, num_layers, norm)?)
    }

    /// A tensor of the shape of tgt.
    #[at()]
    fn decoder as "forward"(
        call, this: Reference, tgt: Tensor, memory: Tensor, tgt_mask: Option<At<Tensor>> = None,
        memory_mask: Option<At<Tensor>> = None, tgt_key_padding_mask: Option<At<Tensor>> = None,
        memory_key_padding_mask: Option<At<Tensor>> = None, tgt_is_causal: Option<bool> = None,
        memory_is_causal: bool = False
    ) -> Value {
        let mut more = by_name([
            ("tgt_mask", tgt_mask),
            ("memory_mask", memory_mask),
            ("tgt_key_padding_mask", tgt_key_padding_mask),
            ("memory_key_padding_mask", memory_key_padding_mask),
        ]);
        more.extend(hint("tgt_is_causal", tgt_is_causal, call.span));
        more.extend(hint("memory_is_causal", Some(memory_is_causal), call.span));
        Ok(through_layers(call, &this, Value::from(tgt), Some(&Value::from(memory)), &more)?)
    }
}

/// `nn.Transformer`.
pub(super) static TRANSFORMER: Native = Native {
    name: "Transformer",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&TRANSFORMER_TABLE],
    describe: |_, _| String::new(),
};

builtins! { TRANSFORMER_TABLE:
    /// An encoder and a decoder, without embeddings.
    #[at()]
    fn new_transformer as "Transformer"(
        call, this: Reference, d_model: PlainSize = 512, nhead: usize = 8, num_encoder_layers: usize = 6,
        num_decoder_layers: usize = 6, dim_feedforward: usize = 2048, dropout: At<Written<f64>> = 0.1,
        activation: Bend = "relu", custom_encoder: Option<ModuleObject> = None,
        custom_decoder: Option<ModuleObject> = None, layer_norm_eps: Written<f64> = 1e-5, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Option<Device> = None, dtype: At<Option<DType>> = None
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
        let encoder = whole_stack(call, &options, custom_encoder, (&ENCODER_LAYER, &ENCODER, num_encoder_layers))?;
        set_part(call.interpreter, &this, "encoder", encoder, call.span)?;
        let decoder = whole_stack(call, &options, custom_decoder, (&DECODER_LAYER, &DECODER, num_decoder_layers))?;
        set_part(call.interpreter, &this, "decoder", decoder, call.span)?;
        draw_matrices(call, &this)?;
        set(call.interpreter, &this, "d_model", int(d_model.0), call.span)?;
        set(call.interpreter, &this, "nhead", int(nhead), call.span)?;
        Ok(set(call.interpreter, &this, "batch_first", Value::Bool(batch_first), call.span)?)
    }

    /// A tensor of the shape of tgt.
    #[at()]
    fn transformer as "forward"(
        call, this: Reference, src: Tensor, tgt: Tensor, src_mask: Option<At<Tensor>> = None,
        tgt_mask: Option<At<Tensor>> = None, memory_mask: Option<At<Tensor>> = None,
        src_key_padding_mask: Option<At<Tensor>> = None, tgt_key_padding_mask: Option<At<Tensor>> = None,
        memory_key_padding_mask: Option<At<Tensor>> = None, src_is_causal: Option<bool> = None,
        tgt_is_causal: Option<bool> = None, memory_is_causal: bool = False
    ) -> Value {
        fit_together(call, &this, &src, &tgt)?;
        let (src, tgt) = (along(call, &this, src, "source")?, along(call, &this, tgt, "target")?);
        let mut source = by_name([("mask", src_mask), ("src_key_padding_mask", src_key_padding_mask)]);
        source.extend(hint("is_causal", src_is_causal, call.span));
        let mut target = by_name([
            ("tgt_mask", tgt_mask),
            ("memory_mask", memory_mask),
            ("tgt_key_padding_mask", tgt_key_padding_mask),
            ("memory_key_padding_mask", memory_key_padding_mask),
        ]);
        target.extend(hint("tgt_is_causal", tgt_is_causal, call.span));
        target.extend(hint("memory_is_causal", Some(memory_is_causal), call.span));
        let encoder = part(call.interpreter, &this, "encoder", call.span)?;
        let memory = hand_on(call, ("encoder", &encoder), vec![Value::from(src)], &source)?;
        let decoder = part(call.interpreter, &this, "decoder", call.span)?;
        Ok(hand_on(call, ("decoder", &decoder), vec![Value::from(tgt), memory], &target)?)
    }

    /// 0 where a place may look, -inf above the diagonal.
    #[at()]
    fn generate_square_subsequent_mask(
        call, sz: usize, device: Option<Device> = None, dtype: Option<DType> = None
    ) -> Tensor {
        // Everything is computed here.
        let _ = device;
        let mask = mask::additive(&mask::causal(sz, sz)?)?;
        match dtype {
            Some(dtype) if !dtype.is_float() => {
                Err(call.error("value cannot be converted to type int64_t without overflow").into())
            }
            Some(dtype) => Ok(mask.to(dtype)?),
            None => Ok(mask),
        }
    }
}

/// Arguments by name that are handed on.
type Named = Vec<(&'static str, Value, Span)>;

/// The masks that were given.
fn by_name<const N: usize>(masks: [(&'static str, Option<At<Tensor>>); N]) -> Named {
    let given =
        |(name, mask): (&'static str, Option<At<Tensor>>)| mask.map(|mask| (name, Value::from(mask.value), mask.span));
    masks.into_iter().filter_map(given).collect()
}

/// A hint that a mask is causal, where it says so.
fn hint(name: &'static str, is_causal: Option<bool>, span: Span) -> Option<(&'static str, Value, Span)> {
    (is_causal == Some(true)).then_some((name, Value::Bool(true), span))
}

/// A stack of copies of one layer.
fn stack(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    layer: ModuleObject,
    count: usize,
    norm: Option<ModuleObject>,
) -> Outcome<()> {
    begin(call, module)?;
    let span = call.span;
    let layer = Value::Object(layer.0);
    let mut layers = Vec::new();
    for _ in 0..count {
        call.interpreter.step(span)?;
        layers.push(call.interpreter.copied(&layer, &mut Copies::default(), 0, span)?);
    }
    let layers = call.interpreter.new_list(span, layers)?;
    let layers = construct(call.interpreter, &containers::MODULE_LIST, vec![layers], vec![], span)?;
    set_part(call.interpreter, module, "layers", layers, span)?;
    set(call.interpreter, module, "num_layers", int(count), span)?;
    match norm {
        None => set(call.interpreter, module, "norm", Value::None, span),
        Some(norm) => set_part(call.interpreter, module, "norm", Value::Object(norm.0), span),
    }
}

/// The stack that a whole model is given, or one of its own layers.
fn whole_stack(
    call: &mut Invocation<'_, '_>,
    options: &LayerOptions,
    custom: Option<ModuleObject>,
    (layer, stack, count): (&'static Native, &'static Native, usize),
) -> Outcome<Value> {
    if let Some(custom) = custom {
        return Ok(Value::Object(custom.0));
    }
    let (plain, named) = options.arguments();
    let layer = construct(call.interpreter, layer, plain, named, call.span)?;
    let named = vec![("eps", options.eps.clone()), ("bias", Value::Bool(options.bias))];
    let norm = construct(call.interpreter, &LAYER_NORM, vec![int(options.size)], named, call.span)?;
    construct(call.interpreter, stack, vec![layer, int(count), norm], vec![], call.span)
}

/// Calls a part of a module, under its name, with these values and those by name.
fn hand_on(
    call: &mut Invocation<'_, '_>,
    (name, part): (&str, &Reference),
    plain: Vec<Value>,
    named: &Named,
) -> Outcome<Value> {
    let span = call.span;
    let plain = plain.into_iter().map(|value| (value, span)).collect();
    let keyword = |(name, value, at): &(&'static str, Value, Span)| {
        (Identifier { name: Arc::from(*name), span }, value.clone(), *at)
    };
    let named = named.iter().map(keyword).collect();
    call.interpreter.call_part_with(name, part, Arguments { plain, named, ..Arguments::default() }, span)
}

/// Calls the layers of a stack one after the other, then its norm.
fn through_layers(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    input: Value,
    memory: Option<&Value>,
    named: &Named,
) -> Outcome<Value> {
    let layers = part(call.interpreter, module, "layers", call.span)?;
    let mut value = input;
    for (number, layer) in call.interpreter.children(&layers) {
        let plain = [Some(value), memory.cloned()].into_iter().flatten().collect();
        value = hand_on(call, (&format!("layers.{number}"), &layer), plain, named)?;
    }
    match call.interpreter.field(module, "norm") {
        Some(Value::Object(norm)) => call.interpreter.call_part("norm", &norm, vec![value], call.span),
        _ => Ok(value),
    }
}

/// The same tensor, of which a record knows what its axes are, unless they have names: batch and positions, or positions alone.
fn along(call: &mut Invocation<'_, '_>, module: &Reference, x: Tensor, positions: &str) -> Outcome<Tensor> {
    if !tape::has_reasons() {
        return Ok(x);
    }
    let batch_first = super::flag(call.interpreter, module, "batch_first", call.span)?;
    let mut axes = x.axes().to_vec();
    let names = match (axes.len(), batch_first) {
        (3, true) => [Some("batch"), Some(positions)],
        (3, false) => [Some(positions), Some("batch")],
        _ => [Some(positions), None],
    };
    for (axis, name) in axes.iter_mut().zip(names) {
        if let Some(name) = name {
            axis.name.get_or_insert(name.into());
        }
    }
    Ok(x.with_axes(axes))
}

/// That source and target are for one model and have as many sequences, in PyTorch's words.
fn fit_together(call: &mut Invocation<'_, '_>, module: &Reference, src: &Tensor, tgt: &Tensor) -> Outcome<()> {
    let batch_first = super::flag(call.interpreter, module, "batch_first", call.span)?;
    let width = super::number(call.interpreter, module, "d_model", call.span)? as usize;
    let batch = usize::from(!batch_first);
    if src.ndim() == 3 && src.shape().get(batch) != tgt.shape().get(batch) {
        return Err(call.error("the batch number of src and tgt must be equal"));
    }
    if [src, tgt].iter().any(|x| x.shape().last() != Some(&width)) {
        return Err(call.error("the feature number of src and tgt must be equal to d_model"));
    }
    Ok(())
}

/// Every parameter with two axes or more is drawn anew, after Xavier.
fn draw_matrices(call: &mut Invocation<'_, '_>, module: &Reference) -> BuiltinResult<()> {
    for (_, matrix) in call.interpreter.parameters(module, call.span)? {
        let old = needed_weight(call.interpreter, &matrix, DATA_FIELD, "", call.span)?;
        if old.ndim() < 2 {
            continue;
        }
        Interpreter::changeable(&matrix, call.span)?;
        let drawn = init::xavier_uniform(&mut call.interpreter.randomness.torch(), old.shape(), 1.0)?;
        let drawn = random_leaf(call, drawn);
        call.interpreter.fill_parameter(&matrix, Value::from(drawn));
    }
    Ok(())
}
