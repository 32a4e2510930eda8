//! Gradients of a program's own computation: `backward()` and its kin.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, FromArgument};
use crate::lang::builtin::Builtin;
use crate::lang::evaluate::backward::Outputs;
use crate::lang::evaluate::calls::Passed;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Parameter;
use crate::lang::value::{Items, SharedTensor, Value};
use crate::tensor::tape::{gradient_mode, graph};

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

/// In a declaration: what a function makes, and the second of the two tensors that it makes.
const RESULT: &str = "result";
const INDICES: &str = "indices";

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

/// What PyTorch keeps for the gradient of what a function makes, where the steps here do not say that.
#[derive(Default)]
pub(super) struct KeptOfCall {
    /// The places of the arguments.
    arguments: Vec<usize>,
    keeps_result: bool,
    keeps_indices: bool,
}

impl KeptOfCall {
    /// As it is declared.
    pub(super) fn of(builtin: &Builtin, parameters: &[Parameter]) -> Self {
        let place = |name: &&str| parameters.iter().position(|parameter| *parameter.name.name == **name);
        let keeps = |what: &str| builtin.keeps.contains(&what);
        Self {
            arguments: builtin.keeps.iter().filter_map(place).collect(),
            keeps_result: keeps(RESULT),
            keeps_indices: keeps(INDICES),
        }
    }

    /// Says which arguments, before the function computes.
    pub(super) fn keep_arguments(&self, machine: &mut Interpreter<'_>, arguments: &[Passed]) {
        if !gradient_mode::is_asked() {
            return;
        }
        for argument in self.arguments.iter().filter_map(|&place| arguments.get(place)) {
            gradient_mode::keep(machine.read(argument.value.clone()).as_tensor().and_then(SharedTensor::kept));
        }
    }

    /// Says which results, after it has.
    pub(super) fn keep_results(&self, made: &Value) {
        if !gradient_mode::is_asked() || !(self.keeps_result || self.keeps_indices) {
            return;
        }
        let items = made.items();
        let (first, second) = match &items {
            Some(items) => (items.first(), items.get(1)),
            None => (Some(made), None),
        };
        let Some(result) = first.and_then(Value::as_tensor).filter(|result| result.requires_grad()) else { return };
        let Some(last) = result.origin() else { return };
        if self.keeps_result {
            graph::keep_value(last);
            result.watch_value();
        }
        if let Some(indices) = second.filter(|_| self.keeps_indices).and_then(Value::as_tensor)
            && let Some(kept) = indices.kept()
        {
            graph::keep_result(last, kept);
        }
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
