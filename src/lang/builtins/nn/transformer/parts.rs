//! A layer some of whose parts have hooks: every part is called as a module, in the order and with the arguments of PyTorch's own
//! layers. The numbers are those of [`crate::nn`]'s layers, bit for bit; only these know where a hook comes in between.

use super::super::attention::GivenMasks;
use super::super::layers::{DROPOUT, rate_of};
use super::super::{drawing, flag, part, part_of_class, refused};
use super::layer::activation_of;
use crate::lang::builtins::declare::Invocation;
use crate::lang::builtins::from_argument::At;
use crate::lang::evaluate::Outcome;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::object::Reference;
use crate::lang::syntax::Identifier;
use crate::lang::value::Value;
use crate::nn::{Activation, Dropout};
use crate::tensor::tape::{gradient_mode, graph};
use crate::tensor::{Tensor, tape};

/// An attention of a layer.
pub(super) struct Attention {
    pub(super) name: &'static str,
    /// Whether it reads the memory and not the layer's own input.
    pub(super) reads_memory: bool,
}

/// A layer at work.
struct Parts<'c, 'i, 'm> {
    call: &'c mut Invocation<'i, 'm>,
    module: Reference,
    memory: Tensor,
    batch_first: bool,
}

/// Calls the parts of a layer: these attentions with their masks, then the feed-forward network, each with its norm and its
/// dropout.
pub(super) fn by_parts(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    [input, memory]: [&Tensor; 2],
    attentions: Vec<(Attention, GivenMasks)>,
) -> Outcome<Tensor> {
    let norm_first = flag(call.interpreter, module, "norm_first", call.span)?;
    let own = part(call.interpreter, module, "self_attn", call.span)?;
    let batch_first = flag(call.interpreter, &own, "batch_first", call.span)?;
    let mut x = input.clone();
    let count = attentions.len();
    let mut attentions = attentions.into_iter();
    let mut parts = Parts { call, module: module.clone(), memory: memory.clone(), batch_first };
    for number in 1..=count + 1 {
        let norm = format!("norm{number}");
        let given = if norm_first { parts.tensor(&norm, &x)? } else { x.clone() };
        let change = match attentions.next() {
            Some((attention, masks)) => parts.attend(&attention, masks, &given)?,
            None => parts.feed(&given)?,
        };
        let change = parts.thinned(&format!("dropout{number}"), &change, number <= count || !batch_first)?;
        let sum = parts.sum(number, &x, &change)?;
        x = if norm_first { sum } else { parts.tensor(&norm, &sum)? };
    }
    Ok(x)
}

impl Parts<'_, '_, '_> {
    /// A part that makes a tensor of a tensor.
    fn tensor(&mut self, name: &str, x: &Tensor) -> Outcome<Tensor> {
        let part = part(self.call.interpreter, &self.module, name, self.call.span)?;
        let value = self.call.interpreter.call_part(name, &part, vec![Value::from(x.clone())], self.call.span)?;
        self.read(name, &value)
    }

    /// The tensor that a part gave back, or its hook in its place.
    fn read(&mut self, name: &str, value: &Value) -> Outcome<Tensor> {
        let first = match value {
            Value::Tuple(items) => items.first(),
            value => Some(value),
        };
        if let Some(Value::Tensor(tensor)) = first.map(|first| self.call.interpreter.read(first.clone())) {
            return Ok(tensor.now());
        }
        let what = value.description();
        Err(self.call.error(format!("the hook of `{name}` must return a tensor, not {what}")))
    }

    /// (x, x, x) or (x, memory, memory) and the masks by name, as PyTorch's layers call their attention.
    fn attend(&mut self, attention: &Attention, masks: GivenMasks, x: &Tensor) -> Outcome<Tensor> {
        let span = self.call.span;
        let from = Value::from(if attention.reads_memory { self.memory.clone() } else { x.clone() });
        let plain = [Value::from(x.clone()), from.clone(), from].map(|value| (value, span)).to_vec();
        let by_name = |name: &str, value: Value| (Identifier { name: name.into(), span }, value, span);
        let mask_value = |mask: Option<At<Tensor>>| mask.map_or(Value::None, |mask| Value::from(mask.value));
        let named = vec![
            by_name("attn_mask", mask_value(masks.attention)),
            by_name("key_padding_mask", mask_value(masks.padding)),
            by_name("is_causal", Value::Bool(masks.is_causal)),
            by_name("need_weights", Value::Bool(false)),
        ];
        let part = part(self.call.interpreter, &self.module, attention.name, span)?;
        let value = self.call.interpreter.call_part_with(
            attention.name,
            &part,
            Arguments { plain, named, ..Arguments::default() },
            span,
        )?;
        self.read(attention.name, &value)
    }

    fn feed(&mut self, x: &Tensor) -> Outcome<Tensor> {
        let hidden = self.tensor("linear1", x)?;
        let active = if let Some(Value::Object(_)) = self.call.interpreter.field(&self.module, "activation") {
            self.tensor("activation", &hidden)?
        } else {
            self.call.place();
            let activation = activation_of(self.call.interpreter, &self.module);
            let active = activation.forward(&hidden).map_err(|error| refused(&error, self.call.span))?;
            tape::name(&active, "activation");
            let is_relu = matches!(activation, Activation::Relu);
            name_step(&active, if is_relu { "ReluBackward0" } else { "GeluBackward0" });
            active
        };
        let active = self.thinned("dropout", &active, !self.batch_first)?;
        let output = self.tensor("linear2", &active)?;
        tape::name(&output, "feed_forward");
        Ok(output)
    }

    /// What a dropout hands on. It draws in PyTorch's order of memory, which a module by itself does not know.
    fn thinned(&mut self, name: &str, x: &Tensor, sequence_first: bool) -> Outcome<Tensor> {
        let span = self.call.span;
        let part = part_of_class(self.call.interpreter, &self.module, name, &DROPOUT, span)?;
        let rate = rate_of(self.call.interpreter, &part, span)?;
        let arguments = Arguments { plain: vec![(Value::from(x.clone()), span)], ..Arguments::default() };
        let value = self.call.interpreter.call_part_as(name, &part, arguments, span, |machine, arguments| {
            match arguments.plain.into_iter().next() {
                Some((Value::Tensor(x), _)) if rate > 0.0 => {
                    let dropout = Dropout { rate, sequence_first };
                    let thinned = drawing(machine, true, span, || dropout.forward(&x.now()))?;
                    name_step(&thinned, "MulBackward0");
                    Ok(Value::from(thinned))
                }
                Some((x, _)) => Ok(x),
                None => Ok(Value::None),
            }
        })?;
        self.read(name, &value)
    }

    fn sum(&mut self, number: usize, x: &Tensor, change: &Tensor) -> Outcome<Tensor> {
        self.call.place();
        let sum = x.add(change).map_err(|error| refused(&error, self.call.span))?;
        tape::name(&sum, format!("resid{number}"));
        name_step(&sum, "AddBackward0");
        Ok(sum)
    }
}

/// Says what PyTorch's graph calls a step that no function has made.
fn name_step(made: &Tensor, name: &'static str) {
    if gradient_mode::is_asked()
        && let Some(origin) = made.origin()
    {
        graph::name_step(origin, name);
    }
}
