//! `nn.Linear`, `nn.Embedding`, `nn.LayerNorm`, `nn.Dropout` and `nn.Flatten`.

use ndarray::ArrayD;

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::from_argument::{At, Axis, Device, IntTuple, OneOrMore, Shape, Written};
use super::super::functional::{check_ids, layer_normed, normalized_axes};
use super::super::grad_fn::{of_linear, of_reshape};
use super::super::in_place::Changed;
use super::{
    MODULE, begin, flag, int, is_training, lacks, needed_weight, number, scalar_type, set, set_parameter,
    thinned_where, weight,
};
use crate::lang::class::{Native, NativeKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Object, Reference};
use crate::lang::syntax::Span;
use crate::lang::value::{Items, Value};
use crate::nn::{LayerNorm, Linear, TokenEmbedding, norm::NormVariant};
use crate::tensor::random::init;
use crate::tensor::{DType, Element, Leaf, Tensor, budget};

/// `nn.Linear`.
pub(super) static LINEAR: Native = Native {
    name: "Linear",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&LINEAR_TABLE],
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

builtins! { LINEAR_TABLE:
    /// A linear layer, x @ weight.T + bias.
    #[at()]
    fn new_linear as "Linear"(
        call, this: Reference, in_features: usize, out_features: usize, bias: bool = True,
        device: Option<Device> = None, dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        let drawn = init::linear(&mut call.interpreter.randomness.torch(), in_features, out_features, bias)?;
        let weight = random_leaf(call, drawn.weight);
        let bias = drawn.bias.map(|bias| random_leaf(call, bias));
        set(call.interpreter, &this, "in_features", int(in_features), call.span)?;
        set(call.interpreter, &this, "out_features", int(out_features), call.span)?;
        set_parameter(call.interpreter, &this, "weight", Some(weight), call.span)?;
        Ok(set_parameter(call.interpreter, &this, "bias", bias, call.span)?)
    }

    /// x @ weight.T + bias: (..., in) to (..., out).
    #[at()]
    fn linear as "forward"(call, this: Reference, input: At<Tensor>) -> Tensor {
        let layer = linear_of(call.interpreter, &this, "", call.span)?;
        fits_linear(&layer, &input)?;
        call.grad_fn(of_linear(&input.value, &layer.weight, layer.bias.is_some()));
        call.place();
        Ok(layer.forward(&input.value)?)
    }
}

/// `nn.Embedding`.
pub(super) static EMBEDDING: Native = Native {
    name: "Embedding",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&EMBEDDING_TABLE],
    describe: |_, table| {
        let sizes = format!("{}, {}", shown(table, "num_embeddings"), shown(table, "embedding_dim"));
        match shown(table, "padding_idx").as_str() {
            "None" => sizes,
            padding => format!("{sizes}, padding_idx={padding}"),
        }
    },
};

builtins! { EMBEDDING_TABLE:
    /// A table of vectors, one per row.
    #[at()]
    fn new_embedding as "Embedding"(
        call, this: Reference, num_embeddings: usize, embedding_dim: usize, padding_idx: At<Option<i64>> = None,
        device: Option<Device> = None, dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        let padding = padding_row(&padding_idx, num_embeddings)?;
        let table =
            init::embedding(&mut call.interpreter.randomness.torch(), num_embeddings, embedding_dim, padding)?;
        let table = random_leaf(call, table);
        set(call.interpreter, &this, "num_embeddings", int(num_embeddings), call.span)?;
        set(call.interpreter, &this, "embedding_dim", int(embedding_dim), call.span)?;
        set(call.interpreter, &this, "padding_idx", padding.map_or(Value::None, int), call.span)?;
        Ok(set_parameter(call.interpreter, &this, "weight", Some(table), call.span)?)
    }

    /// The rows of ids: (...) to (..., size).
    #[at()]
    fn embedding as "forward"(call, this: Reference, input: Tensor) -> Tensor => EmbeddingBackward0 {
        let table = needed_weight(call.interpreter, &this, "weight", "", call.span)?;
        let rows = table.shape().first().copied().unwrap_or(0);
        call.place();
        check_ids(call, &input, rows as i64)?;
        let padding = match call.interpreter.field(&this, "padding_idx") {
            Some(Value::Int(padding, _)) => Some(padding),
            _ => None,
        };
        Ok(TokenEmbedding { table, scaled: false, padding }.forward(&input)?)
    }
}

/// `nn.LayerNorm`.
pub(super) static LAYER_NORM: Native = Native {
    name: "LayerNorm",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&LAYER_NORM_TABLE],
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

builtins! { LAYER_NORM_TABLE:
    /// Shifts features to mean 0 and scales them to standard deviation 1.
    #[at()]
    fn new_layer_norm as "LayerNorm"(
        call, this: Reference, normalized_shape: OneOrMore<Shape>, eps: Written<f64> = 1e-5, elementwise_affine: bool = True,
        bias: bool = True, device: Option<Device> = None, dtype: At<Option<DType>> = None
    ) -> () {
        // Everything is computed here.
        let _ = device;
        begin(call, &this)?;
        only_float32(&dtype)?;
        let OneOrMore(Shape(shape)) = normalized_shape;
        budget::make(&[&shape[..], &[2]].concat())?;
        let full = |value| call.interpreter.leaf(Tensor::full(&shape, value, DType::F32), Leaf::Literal, call.span);
        let [ones, zeros] = [1.0, 0.0].map(full);
        set_normalized_shape(call, &this, &shape)?;
        set(call.interpreter, &this, "eps", eps.written, call.span)?;
        set(call.interpreter, &this, "elementwise_affine", Value::Bool(elementwise_affine), call.span)?;
        set_parameter(call.interpreter, &this, "weight", elementwise_affine.then_some(ones), call.span)?;
        let bias = (elementwise_affine && bias).then_some(zeros);
        Ok(set_parameter(call.interpreter, &this, "bias", bias, call.span)?)
    }

    /// The norm over the last axes.
    #[at()]
    fn layer_norm as "forward"(call, this: Reference, input: At<Tensor>) -> Tensor => NativeLayerNormBackward0 {
        let shape = normalized_shape_of(call, &this, input.span)?;
        let axes = normalized_axes(&input.value, &shape)?;
        let norm = parts_of_norm(call.interpreter, &this, "", call.span)?;
        call.place();
        layer_normed(call, &input.value, axes, (norm.weight, norm.bias), norm.variant.eps)
    }
}

/// `nn.Dropout`.
pub(super) static DROPOUT: Native = Native {
    name: "Dropout",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&DROPOUT_TABLE],
    describe: |_, dropout| format!("p={}, inplace={}", shown(dropout, "p"), shown(dropout, "inplace")),
};

builtins! { DROPOUT_TABLE:
    /// Sets elements to 0 while training.
    #[at()]
    fn new_dropout as "Dropout"(call, this: Reference, p: At<Written<f64>> = 0.5, inplace: bool = False) -> () {
        begin(call, &this)?;
        let At { value: p, span } = p;
        if !(0.0..=1.0).contains(&p.value) {
            let message = format!("dropout probability has to be between 0 and 1, but got {}", p.written.repr());
            return Err(Diagnostic::new(span, message).into());
        }
        set(call.interpreter, &this, "p", p.written, call.span)?;
        Ok(set(call.interpreter, &this, "inplace", Value::Bool(inplace), call.span)?)
    }

    /// x, thinned while training.
    #[at()]
    #[role(Passes)]
    fn dropout as "forward"(call, this: Reference, input: Changed) -> Value => MulBackward0 {
        let rate = rate_of(call.interpreter, &this, call.span)?;
        let is_in_place = flag(call.interpreter, &this, "inplace", call.span)?;
        thinned_where(call, input, rate, is_in_place)
    }
}

/// `nn.Flatten`.
pub(super) static FLATTEN: Native = Native {
    name: "Flatten",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&FLATTEN_TABLE],
    describe: |_, it| format!("start_dim={}, end_dim={}", shown(it, "start_dim"), shown(it, "end_dim")),
};

builtins! { FLATTEN_TABLE:
    /// Joins axes into one.
    #[at()]
    fn new_flatten as "Flatten"(call, this: Reference, start_dim: Axis = 1, end_dim: Axis = -1) -> () {
        begin(call, &this)?;
        set(call.interpreter, &this, "start_dim", Value::int(start_dim.0), call.span)?;
        Ok(set(call.interpreter, &this, "end_dim", Value::int(end_dim.0), call.span)?)
    }

    /// x with its axes from start to end joined.
    #[at()]
    #[role(Passes)]
    fn flatten as "forward"(call, this: Reference, input: Tensor) -> Tensor {
        let start = number(call.interpreter, &this, "start_dim", call.span)? as isize;
        let end = number(call.interpreter, &this, "end_dim", call.span)? as isize;
        call.place();
        flattened(call, &input, start, end)
    }
}

/// An attribute as text.
pub(super) fn shown(object: &Object, name: &str) -> String {
    object.field(name).map_or_else(String::new, |field| field.value.repr())
}

/// The dtype of new parameters: only float32 is drawn here.
pub(super) fn only_float32(dtype: &At<Option<DType>>) -> Outcome<()> {
    match dtype.value {
        None | Some(DType::F32) => Ok(()),
        Some(other) => Err(Diagnostic::new(dtype.span, format!("new parameters cannot be created as {other}"))
            .help("convert the module afterwards: module.double()")),
    }
}

/// Numbers that were drawn, as a tensor that the explanation knows.
pub(super) fn random_leaf(call: &mut Invocation<'_, '_>, numbers: ArrayD<f32>) -> Tensor {
    call.interpreter.leaf(Tensor::new(f32::array(numbers)), Leaf::Random, call.span)
}

/// The row of a table that `padding_idx` names, counted from the end when negative.
fn padding_row(padding: &At<Option<i64>>, rows: usize) -> Outcome<Option<usize>> {
    let Some(given) = padding.value else { return Ok(None) };
    let counted = if given < 0 { given.saturating_add(rows as i64) } else { given };
    let row = usize::try_from(counted).ok().filter(|row| *row < rows);
    row.map(Some).ok_or_else(|| {
        let help = format!("the table has {rows} rows, but padding_idx is {given}");
        Diagnostic::new(padding.span, "Padding_idx must be within num_embeddings").help(help)
    })
}

/// A linear module's parameters; the tape knows them under `path`.
pub(super) fn linear_of(
    interpreter: &mut Interpreter<'_>,
    module: &Reference,
    path: &str,
    span: Span,
) -> Outcome<Linear> {
    let matrix = needed_weight(interpreter, module, "weight", path, span)?;
    Ok(Linear { weight: matrix, bias: weight(interpreter, module, "bias", path) })
}

/// That a layer takes what it is given: how many features it takes and gives.
fn fits_linear(layer: &Linear, input: &At<Tensor>) -> Outcome<(u128, u128)> {
    let At { value: x, span } = input;
    let [outputs, inputs] = *layer.weight.shape() else {
        return Err(Diagnostic::new(*span, "the layer's weight is not a matrix"));
    };
    let help = format!("the layer's weight has the shape (out, in) = [{outputs}, {inputs}]");
    let Some(&features) = x.shape().last() else {
        let message = "both arguments to linear need to be at least 1D, but they are 0D and 2D";
        return Err(Diagnostic::new(*span, message).raising("RuntimeError").help(help));
    };
    same_dtype(x, &layer.weight, *span)?;
    if features != inputs {
        let rows = x.len() / features.max(1);
        let message = format!("mat1 and mat2 shapes cannot be multiplied ({rows}x{features} and {inputs}x{outputs})");
        let takes = format!("this layer takes {inputs} features on the last axis, but x is {}", x.shape_text());
        let error = Diagnostic::new(*span, message.clone());
        // With a bias PyTorch computes both at once, unless many rows do not lie one after the other.
        let adds_at_once = layer.bias.is_some() && (x.ndim() <= 2 || x.is_contiguous());
        let kernel = if adds_at_once { "addmm" } else { "mm" };
        let error = error.raising_as("RuntimeError", format!("{kernel}: {message}"));
        return Err(error.help(format!("{takes}; {help}")));
    }
    Ok((inputs as u128, outputs as u128))
}

/// That an input has the dtype of the weight that it is multiplied with.
pub(super) fn same_dtype(x: &Tensor, weight: &Tensor, span: Span) -> Outcome<()> {
    let (given, own) = (x.dtype(), weight.dtype());
    if given == own {
        return Ok(());
    }
    let message =
        format!("mat1 and mat2 must have the same dtype, but got {} and {}", scalar_type(given), scalar_type(own));
    let to_own = if own == DType::F64 { "double" } else { "float" };
    let error = Diagnostic::new(span, message);
    Err(error.help(format!("the weight is {own} and the input is {given}: write x.{to_own}()")))
}

/// Keeps the shape that a norm goes over.
pub(super) fn set_normalized_shape(call: &mut Invocation<'_, '_>, norm: &Reference, shape: &[usize]) -> Outcome<()> {
    let sizes = Items::flat(shape.iter().map(|&size| int(size)).collect());
    set(call.interpreter, norm, "normalized_shape", Value::Tuple(sizes), call.span)
}

/// The shape that a norm goes over, said of its input.
pub(super) fn normalized_shape_of(
    call: &mut Invocation<'_, '_>,
    norm: &Reference,
    span: Span,
) -> Outcome<At<IntTuple>> {
    let size = |size: &Value| match size {
        Value::Int(size, _) => Some(*size as isize),
        _ => None,
    };
    let sizes = match call.interpreter.field(norm, "normalized_shape") {
        Some(shape @ (Value::Tuple(_) | Value::List(_))) => {
            shape.items().unwrap_or_default().iter().map(size).collect::<Option<Vec<_>>>()
        }
        _ => None,
    };
    let sizes = sizes.ok_or_else(|| lacks(norm, "normalized_shape", call.span))?;
    Ok(At { value: IntTuple(sizes), span })
}

/// A norm's parameters; the tape knows them under `path`.
fn parts_of_norm(interpreter: &mut Interpreter<'_>, module: &Reference, path: &str, span: Span) -> Outcome<LayerNorm> {
    let variant = NormVariant { eps: number(interpreter, module, "eps", span)?, ..NormVariant::default() };
    let (gain, bias) = (weight(interpreter, module, "weight", path), weight(interpreter, module, "bias", path));
    Ok(LayerNorm { variant, weight: gain, bias })
}

/// A norm over the last axis, as a layer computes with it.
pub(super) fn norm_of(
    interpreter: &mut Interpreter<'_>,
    module: &Reference,
    path: &str,
    span: Span,
) -> Outcome<LayerNorm> {
    match interpreter.field(module, "normalized_shape") {
        Some(Value::Tuple(shape)) if shape.len() == 1 => parts_of_norm(interpreter, module, path, span),
        _ => Err(Diagnostic::new(span, format!("the norm `{path}` of a layer must normalize only the last axis"))
            .help("write nn.LayerNorm(d_model)")),
    }
}

/// The rate of a dropout module in its present mode.
pub(super) fn rate_of(interpreter: &mut Interpreter<'_>, module: &Reference, span: Span) -> Outcome<f64> {
    let rate = number(interpreter, module, "p", span)?;
    Ok(if is_training(interpreter, module) { rate } else { 0.0 })
}

/// A tensor with its axes from `start` to `end` joined.
fn flattened(call: &Invocation<'_, '_>, x: &Tensor, start: isize, end: isize) -> BuiltinResult<Tensor> {
    let axes = x.ndim().max(1) as isize;
    let place = |dim: isize| match if dim < 0 { dim + axes } else { dim } {
        at if (0..axes).contains(&at) => Ok(at as usize),
        _ => Err(call.error(format!(
            "Dimension out of range (expected to be in range of [{}, {}], but got {dim})",
            -axes,
            axes - 1
        ))),
    };
    let (start, end) = (place(start)?, place(end)?);
    if start > end {
        return Err(call.error("flatten() has invalid args: start_dim cannot come after end_dim").into());
    }
    let mut sizes: Vec<isize> = x.shape().iter().map(|size| *size as isize).collect();
    if x.ndim() == 0 {
        sizes = vec![1];
    } else if start == end {
        return Ok(x.clone());
    } else {
        let joined: isize = sizes[start..=end].iter().product();
        sizes.splice(start..=end, [joined]);
    }
    let made = x.reshape(&sizes)?;
    call.grad_fn(of_reshape(x, &made));
    Ok(made)
}
