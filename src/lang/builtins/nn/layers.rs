//! `nn.Linear`, `nn.Embedding`, `nn.LayerNorm`, `nn.Dropout` and `nn.Flatten`.

use super::super::Builtin;
use super::super::arguments::Call;
use super::{MODULE, begin, drawing, float, int, is_training, needed_weight, number, set, set_parameter, this, weight};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Object, Reference};
use crate::lang::syntax::Span;
use crate::lang::value::{Items, Value};
use crate::nn::{Dropout, LayerNorm, Linear, TokenEmbedding, norm::NormVariant};
use crate::tensor::random::init;
use crate::tensor::{DType, Element, Leaf, Tensor};

/// `nn.Linear`.
pub(super) static LINEAR: Native = Native {
    name: "Linear",
    base: Some(&MODULE),
    init: Some(&LINEAR_INIT),
    methods: LINEAR_METHODS,
    describe: |_, linear| {
        let bias = linear.field("bias").is_some_and(|field| !matches!(field.value, Value::None));
        format!(
            "in_features={}, out_features={}, bias={}",
            shown(linear, "in_features"),
            shown(linear, "out_features"),
            Value::Bool(bias).repr()
        )
    },
};

static LINEAR_INIT: Builtin = Builtin::new(
    "Linear",
    "self, in_features, out_features, bias=True, device=None, dtype=None",
    "A linear layer, x @ weight.T + bias.",
    &[],
    new_linear,
);
static LINEAR_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x", "x @ weight.T + bias: (..., in) to (..., out).", &[], linear)];

/// `nn.Embedding`.
pub(super) static EMBEDDING: Native = Native {
    name: "Embedding",
    base: Some(&MODULE),
    init: Some(&EMBEDDING_INIT),
    methods: EMBEDDING_METHODS,
    describe: |_, table| {
        let sizes = format!("{}, {}", shown(table, "num_embeddings"), shown(table, "embedding_dim"));
        match shown(table, "padding_idx").as_str() {
            "None" => sizes,
            padding => format!("{sizes}, padding_idx={padding}"),
        }
    },
};

static EMBEDDING_INIT: Builtin = Builtin::new(
    "Embedding",
    "self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None",
    "A table of vectors, one a row.",
    &[],
    new_embedding,
);
static EMBEDDING_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x", "The rows of ids: (...) to (..., size).", &[], embedding)];

/// `nn.LayerNorm`.
pub(super) static LAYER_NORM: Native = Native {
    name: "LayerNorm",
    base: Some(&MODULE),
    init: Some(&LAYER_NORM_INIT),
    methods: LAYER_NORM_METHODS,
    describe: |_, norm| {
        let there = |name| norm.field(name).is_some_and(|field| !matches!(field.value, Value::None));
        format!(
            "{}, eps={}, elementwise_affine={}, bias={}",
            shown(norm, "normalized_shape"),
            shown(norm, "eps"),
            shown(norm, "elementwise_affine"),
            Value::Bool(there("bias")).repr()
        )
    },
};

static LAYER_NORM_INIT: Builtin = Builtin::new(
    "LayerNorm",
    "self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None",
    "Shifts features to mean 0 and scales them to deviation 1.",
    &[],
    new_layer_norm,
);
static LAYER_NORM_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x", "The norm over the last axis.", &[], layer_norm)];

/// `nn.Dropout`.
pub(super) static DROPOUT: Native = Native {
    name: "Dropout",
    base: Some(&MODULE),
    init: Some(&DROPOUT_INIT),
    methods: DROPOUT_METHODS,
    describe: |_, dropout| format!("p={}, inplace={}", shown(dropout, "p"), shown(dropout, "inplace")),
};

static DROPOUT_INIT: Builtin =
    Builtin::new("Dropout", "self, p=0.5, inplace=False", "Sets elements to 0 while training.", &[], new_dropout);
static DROPOUT_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "x, thinned while training.", &[], dropout)];

/// `nn.Flatten`.
pub(super) static FLATTEN: Native = Native {
    name: "Flatten",
    base: Some(&MODULE),
    init: Some(&FLATTEN_INIT),
    methods: FLATTEN_METHODS,
    describe: |_, it| format!("start_dim={}, end_dim={}", shown(it, "start_dim"), shown(it, "end_dim")),
};

static FLATTEN_INIT: Builtin =
    Builtin::new("Flatten", "self, start_dim=1, end_dim=-1", "Joins axes into one.", &[], new_flatten);
static FLATTEN_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x", "x with its axes from start to end joined.", &[], flatten)];

/// An attribute as text.
pub(super) fn shown(object: &Object, name: &str) -> String {
    object.field(name).map_or_else(String::new, |field| field.value.repr())
}

/// Charges a new module's parameters before they are drawn.
pub(super) fn charge_parameters(machine: &mut Interpreter<'_>, call: &Call<'_>, elements: u128) -> Outcome<()> {
    call.charge(machine, elements)
}

/// The dtype of new parameters: only float32 is drawn here.
pub(super) fn only_float32(call: &Call<'_>) -> Outcome<()> {
    match call.dtype("dtype")? {
        None | Some(DType::F32) => Ok(()),
        Some(_) => Err(call.wrong("dtype", "torch.float32").help("convert the module afterwards: module.double()")),
    }
}

fn new_linear(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let (inputs, outputs, bias) = (call.size("in_features")?, call.size("out_features")?, call.flag("bias")?);
    only_float32(call)?;
    charge_parameters(machine, call, (inputs as u128 + 1).saturating_mul(outputs as u128))?;
    let drawn = init::linear(machine.seeded(call.span)?, inputs, outputs, bias);
    let drawn = drawn.map_err(|error| call.refused(&error))?;
    let leaf =
        |machine: &mut Interpreter<'_>, array| machine.leaf(Tensor::new(f32::array(array)), Leaf::Random, call.span);
    let weight = leaf(machine, drawn.weight);
    let bias = drawn.bias.map(|bias| leaf(machine, bias));
    set(machine, &module, "in_features", int(inputs), call.span)?;
    set(machine, &module, "out_features", int(outputs), call.span)?;
    set_parameter(machine, &module, "weight", Some(weight), call.span)?;
    set_parameter(machine, &module, "bias", bias, call.span)?;
    Ok(Value::None)
}

/// A linear module's parameters; the tape knows them under `path`.
pub(super) fn linear_of(machine: &mut Interpreter<'_>, module: &Reference, path: &str, span: Span) -> Outcome<Linear> {
    let matrix = needed_weight(machine, module, "weight", path, span)?;
    Ok(Linear { weight: matrix, bias: weight(machine, module, "bias", path) })
}

fn linear(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.tensor(machine, "x")?;
    let layer = linear_of(machine, &this(call)?, "", call.span)?;
    let [outputs, inputs] = layer.weight.shape() else { return Err(call.error("its weight is not a matrix")) };
    if x.shape().last() != Some(inputs) {
        let message = format!("this layer takes {inputs} features on the last axis, and x is {}", x.shape_text());
        return Err(Diagnostic::new(call.span_of("x"), message)
            .help(format!("its weight is (out, in) = [{outputs}, {inputs}]")));
    }
    let rows = volume(&x) / (*inputs).max(1) as u128;
    machine.spend_work(call.span, rows.saturating_mul((*inputs as u128).saturating_mul(*outputs as u128)))?;
    call.charge(machine, rows.saturating_mul(2 * *outputs as u128))?;
    call.tensor_result(layer.forward(&x))
}

fn new_embedding(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let (count, size) = (call.size("num_embeddings")?, call.size("embedding_dim")?);
    only_float32(call)?;
    charge_parameters(machine, call, (count as u128).saturating_mul(size as u128))?;
    let padding = match call.optional_int("padding_idx")? {
        Some(padding) if padding < 0 => Some(padding + count as i64),
        padding => padding,
    };
    let row = padding.map(usize::try_from).transpose().map_err(|_| call.wrong("padding_idx", "a row of the table"))?;
    let table = init::embedding(machine.seeded(call.span)?, count, size, row).map_err(|error| call.refused(&error))?;
    let table = machine.leaf(Tensor::new(f32::array(table)), Leaf::Random, call.span);
    set(machine, &module, "num_embeddings", int(count), call.span)?;
    set(machine, &module, "embedding_dim", int(size), call.span)?;
    set(machine, &module, "padding_idx", padding.map_or(Value::None, Value::int), call.span)?;
    set_parameter(machine, &module, "weight", Some(table), call.span)?;
    Ok(Value::None)
}

fn embedding(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, ids) = (this(call)?, call.tensor(machine, "x")?);
    let table = needed_weight(machine, &module, "weight", "", call.span)?;
    let width = table.shape().last().copied().unwrap_or(1) as u128;
    call.charge(machine, width.saturating_mul(volume(&ids)).saturating_mul(2))?;
    let padding = match machine.field(&module, "padding_idx") {
        Some(Value::Int(padding, _)) => Some(padding),
        _ => None,
    };
    call.tensor_result(TokenEmbedding { table, scaled: false, padding }.forward(&ids))
}

fn new_layer_norm(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let size = normalized_size(call)?;
    charge_parameters(machine, call, 2 * size as u128)?;
    let affine = call.flag("elementwise_affine")?;
    let bias = affine && call.flag("bias")?;
    let mut full = |value| machine.leaf(Tensor::full(&[size], value, DType::F32), Leaf::Literal, call.span);
    let (ones, zeros) = (full(1.0), full(0.0));
    set(machine, &module, "normalized_shape", Value::Tuple(Items::flat(vec![Value::int(size)])), call.span)?;
    set(machine, &module, "eps", float(call.float("eps")?), call.span)?;
    set(machine, &module, "elementwise_affine", Value::Bool(affine), call.span)?;
    set_parameter(machine, &module, "weight", affine.then_some(ones), call.span)?;
    set_parameter(machine, &module, "bias", bias.then_some(zeros), call.span)?;
    Ok(Value::None)
}

/// The size of the one axis that a norm goes over.
pub(super) fn normalized_size(call: &Call<'_>) -> Outcome<usize> {
    only_float32(call)?;
    let sizes = call.sizes("normalized_shape")?;
    let [size] = sizes[..] else {
        return Err(call.wrong("normalized_shape", "one size, that of the last axis"));
    };
    usize::try_from(size).map_err(|_| call.wrong("normalized_shape", "a size of 0 or more"))
}

/// A norm's parameters; the tape knows them under `path`.
pub(super) fn norm_of(machine: &mut Interpreter<'_>, module: &Reference, path: &str, span: Span) -> Outcome<LayerNorm> {
    let variant = NormVariant { eps: number(machine, module, "eps", span)?, ..NormVariant::default() };
    let (gain, bias) = (weight(machine, module, "weight", path), weight(machine, module, "bias", path));
    Ok(LayerNorm { variant, weight: gain, bias })
}

fn layer_norm(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, x) = (this(call)?, call.tensor(machine, "x")?);
    let norm = norm_of(machine, &module, "", call.span)?;
    fits_last_axis(machine, call, &module, &x)?;
    call.charge(machine, 4 * volume(&x))?;
    call.tensor_result(norm.forward(&x))
}

/// That what a norm is given has the size of the axis that it goes over.
pub(super) fn fits_last_axis(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    norm: &Reference,
    x: &Tensor,
) -> Outcome<()> {
    if let Some(Value::Tuple(shape)) = machine.field(norm, "normalized_shape")
        && let Some(Value::Int(size, _)) = shape.first()
        && x.shape().last().map(|last| *last as i64) != Some(*size)
    {
        let message = format!("this norm is over {size} features, and x is {}", x.shape_text());
        return Err(Diagnostic::new(call.span_of("x"), message).help("the last axis of x must have that size"));
    }
    Ok(())
}

fn new_dropout(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let rate = call.float("p")?;
    if !(0.0..=1.0).contains(&rate) {
        return Err(call.wrong("p", "a probability, from 0 to 1"));
    }
    let p = call.value("p").clone();
    set(machine, &module, "p", p, call.span)?;
    set(machine, &module, "inplace", call.value("inplace").clone(), call.span)?;
    Ok(Value::None)
}

/// The rate of a dropout module in its present mode.
pub(super) fn rate_of(machine: &mut Interpreter<'_>, module: &Reference, span: Span) -> Outcome<f64> {
    let rate = number(machine, module, "p", span)?;
    Ok(if is_training(machine, module) { rate } else { 0.0 })
}

fn dropout(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, x) = (this(call)?, call.tensor(machine, "x")?);
    let rate = rate_of(machine, &module, call.span)?;
    if rate == 0.0 {
        return Ok(Value::Tensor(x));
    }
    call.charge(machine, 2 * volume(&x))?;
    drawing(machine, true, call.span, || Dropout::new(rate).forward(&x)).map(Value::Tensor)
}

fn new_flatten(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    for name in ["start_dim", "end_dim"] {
        set(machine, &module, name, Value::int(call.int(name)?), call.span)?;
    }
    Ok(Value::None)
}

fn flatten(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, x) = (this(call)?, call.tensor(machine, "x")?);
    let start = number(machine, &module, "start_dim", call.span)? as isize;
    let end = number(machine, &module, "end_dim", call.span)? as isize;
    let place = |dim: isize| usize::try_from(if dim < 0 { dim + x.ndim() as isize } else { dim }).ok();
    let (Some(start), Some(end)) = (place(start), place(end).filter(|end| *end < x.ndim())) else {
        return Err(call.error(format!("x is {} and has not these axes", x.shape_text())));
    };
    call.charge(machine, volume(&x))?;
    if start >= end {
        return Ok(Value::Tensor(x));
    }
    let mut sizes: Vec<isize> = x.shape().iter().map(|size| *size as isize).collect();
    let joined: isize = sizes[start..=end].iter().product();
    sizes.splice(start..=end, [joined]);
    call.tensor_result(x.reshape(&sizes))
}
