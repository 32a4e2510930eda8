//! Gradients of a program's own computation: `backward()` and its kin.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, FromArgument};
use crate::lang::builtin::Builtin;
use crate::lang::evaluate::backward::Outputs;
use crate::lang::evaluate::calls::Passed;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Items, SharedTensor, Value};
use crate::tensor::tape::graph;

builtins! { TABLE:
    /// Takes its gradient back to all that it was computed from, and adds it to the `.grad` of each leaf.
    #[at(Tensor)]
    fn backward(
        call, this: SharedTensor, gradient: Option<SharedTensor> = None, retain_graph: Option<bool> = None,
        create_graph: bool = False, inputs: Option<Tensors> = None
    ) -> () {
        go_back(call, &vec![(this, gradient)], inputs, retain_graph, create_graph)
    }

    /// Keeps its `.grad`, too, though it is computed from other tensors.
    #[at(Tensor)]
    fn retain_grad(call, this: SharedTensor) -> () {
        Ok(call.interpreter.retain_grad(call.span, &this)?)
    }

    /// Takes the gradients of several tensors back, and adds them to the `.grad` of each leaf.
    #[at(Autograd)]
    fn backward_of as "backward" (
        call, tensors: Tensors, grad_tensors: Option<Tensors> = None, retain_graph: Option<bool> = None,
        create_graph: bool = False, inputs: Option<Tensors> = None
    ) -> () {
        let outputs = outputs(call, tensors, grad_tensors)?;
        go_back(call, &outputs, inputs, retain_graph, create_graph)
    }

    /// The gradients of some tensors with respect to others, one for each; no `.grad` changes.
    #[at(Autograd)]
    fn grad(
        call, outputs: Tensors, inputs: Tensors, grad_outputs: Option<Tensors> = None,
        retain_graph: Option<bool> = None, create_graph: bool = False, allow_unused: Option<bool> = None
    ) -> Value {
        check_first_order(call, create_graph)?;
        if inputs.0.is_empty() {
            return Err(call.error("`inputs` argument to `grad()` cannot be empty.").into());
        }
        let outputs = self::outputs(call, outputs, grad_outputs)?;
        let (keeps_graph, may_be_unused) = (retain_graph == Some(true), allow_unused == Some(true));
        let found = call.interpreter.gradients(call.span, &outputs, &inputs.0, keeps_graph, may_be_unused)?;
        Ok(Items::new(found).map(Value::Tuple).ok_or_else(|| call.error("these are too many"))?)
    }
}

/// A tensor, or some in a list, a tuple, an iterator.
struct Tensors(Vec<SharedTensor>);

impl FromArgument for Tensors {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        if !matches!(argument.value, Value::List(_) | Value::Tuple(_) | Value::Iterator(_)) {
            return Ok(Self(vec![SharedTensor::from_argument(argument, interpreter)?]));
        }
        let items = interpreter.iterate(argument.value, argument.span)?;
        let tensor = |item: Value| match interpreter.read(item) {
            Value::Tensor(tensor) => Ok(tensor),
            other => Err(argument.refused(format!(
                "expected Tensor in argument {}, but got {}",
                argument.place,
                other.python_type()
            ))),
        };
        items.into_iter().map(tensor).collect::<Outcome<_>>().map(Self)
    }
}

/// Functions that take several steps here and one in PyTorch: which arguments PyTorch keeps for the gradient, and whether it keeps the
/// value.
const SAVED: [(&str, &[usize], bool); 11] = [
    ("binary_cross_entropy_with_logits", &[0, 1], false),
    ("elu", &[0], false),
    ("leaky_relu", &[0], false),
    ("logsigmoid", &[0], false),
    ("logsumexp", &[0], true),
    ("mse_loss", &[0, 1], false),
    ("reciprocal", &[], true),
    ("rsqrt", &[], true),
    ("scaled_dot_product_attention", &[0, 1, 2], true),
    ("smooth_l1_loss", &[0, 1], false),
    ("softplus", &[0], false),
];

/// Says what PyTorch keeps of a function that was called, where its steps do not say it.
pub(super) fn save_arguments(machine: &mut Interpreter<'_>, builtin: &Builtin, arguments: &[Passed], made: &Value) {
    let Some((_, places, with_value)) = SAVED.iter().find(|(name, ..)| *name == builtin.name) else { return };
    let Some(made) = made.as_tensor().filter(|made| made.requires_grad()) else { return };
    let Some(last) = made.origin() else { return };
    let mut saved = Vec::new();
    for argument in places.iter().filter_map(|&place| arguments.get(place)) {
        if let Value::Tensor(tensor) = machine.read(argument.value.clone()) {
            saved.extend(tensor.watched().map(|watched| (tensor.now(), watched)));
        }
    }
    graph::save_arguments(last, saved, *with_value);
    if *with_value {
        made.watch_value();
    }
}

fn go_back(
    call: &mut Invocation<'_, '_>,
    outputs: &Outputs,
    inputs: Option<Tensors>,
    retain_graph: Option<bool>,
    create_graph: bool,
) -> BuiltinResult<()> {
    check_first_order(call, create_graph)?;
    if inputs.as_ref().is_some_and(|inputs| inputs.0.is_empty()) {
        return Err(call.error("`inputs` argument to `backward()` cannot be empty.").into());
    }
    let inputs = inputs.as_ref().map(|inputs| &inputs.0[..]);
    Ok(call.interpreter.backward(call.span, outputs, inputs, retain_graph == Some(true))?)
}

/// The tensors with the gradients that they start with.
fn outputs(call: &Invocation<'_, '_>, tensors: Tensors, gradients: Option<Tensors>) -> BuiltinResult<Outputs> {
    let Some(gradients) = gradients else { return Ok(tensors.0.into_iter().map(|tensor| (tensor, None)).collect()) };
    if gradients.0.len() != tensors.0.len() {
        let (tensors, gradients) = (tensors.0.len(), gradients.0.len());
        return Err(call.error(format!("got {tensors} tensors and {gradients} gradients")).into());
    }
    Ok(tensors.0.into_iter().zip(gradients.0.into_iter().map(Some)).collect())
}

/// Refuses gradients of gradients.
fn check_first_order(call: &Invocation<'_, '_>, create_graph: bool) -> BuiltinResult<()> {
    if create_graph {
        return Err(call.error("gradients of gradients are not supported here: leave out create_graph").into());
    }
    Ok(())
}
