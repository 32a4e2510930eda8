//! `backward()` and `.grad`.

use std::sync::Arc;

use super::changes::{owned_by, owner};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{Gradient, GradientSlot, SharedTensor, Value};
use crate::tensor::ops::dtype_names;
use crate::tensor::ops::gradient::gradient_step;
use crate::tensor::tape::backward::{Arrived, BackwardError, BackwardRequest, backward};
use crate::tensor::tape::gradient_mode;
use crate::tensor::tape::graph::{Edge, LeafHandle, Lost, Overwritten};
use crate::tensor::{Leaf, Tensor};

/// PyTorch's sentences.
const NO_GRADIENT: &str = "of tensors does not require grad and does not have a grad_fn";
const UNWANTED: &str = "One of the differentiated Tensors does not require grad";
const NOT_A_NUMBER: &str = "grad can be implicitly created only for scalar outputs";
const FREED: &str = "Trying to backward through the graph a second time (or directly access saved tensors after they have already been \
                     freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify \
                     retain_graph=True if you need to backward through the graph a second time or if you need to access saved \
                     tensors after calling backward.";
const OVERWRITTEN: &str =
    "one of the variables needed for gradient computation has been modified by an inplace operation: ";

/// The values that gradients are taken of, each with the gradient that it starts with, if one was given.
pub(in crate::lang) type Outputs = Vec<(SharedTensor, Option<SharedTensor>)>;

impl Interpreter<'_> {
    /// Takes the gradients of tensors back to the leaves that they were computed from, or to some `inputs` alone, and adds them to `.grad`.
    pub(in crate::lang) fn backward(
        &mut self,
        span: Span,
        outputs: &Outputs,
        inputs: Option<&[SharedTensor]>,
        keeps_graph: bool,
    ) -> Outcome<()> {
        let mut request = self.request(span, outputs, keeps_graph)?;
        inputs.into_iter().flatten().try_for_each(|input| self.retain_grad(span, input))?;
        let step = |tensor: &SharedTensor| tensor.edge().filter(|edge| matches!(edge, Edge::Step(_)));
        let retained = self.retained.iter();
        let slots: Vec<(Edge, SharedTensor)> =
            retained.filter_map(|tensor| Some((step(tensor)?, tensor.clone()))).collect();
        request.captured = slots.iter().map(|(edge, _)| edge.clone()).collect();
        request.only = inputs.map(|inputs| inputs.iter().filter_map(SharedTensor::edge).collect());
        request.leaves().iter().try_for_each(|leaf| check_owner(leaf, span))?;
        for (edge, gradient) in run(request, span)? {
            match &edge {
                Edge::Leaf(leaf) => {
                    if let Some(slot) = leaf.slot::<GradientSlot>().filter(|slot| slot.is_wanted()) {
                        self.accumulate(span, &slot, gradient)?;
                    }
                }
                _ => {
                    for (_, tensor) in slots.iter().filter(|(known, _)| *known == edge) {
                        self.retain(span, tensor, &gradient)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The gradients of tensors with respect to some `inputs`: `torch.autograd.grad`. Nothing is added to any `.grad`.
    pub(in crate::lang) fn gradients(
        &mut self,
        span: Span,
        outputs: &Outputs,
        inputs: &[SharedTensor],
        keeps_graph: bool,
        may_be_unused: bool,
    ) -> Outcome<Vec<Value>> {
        if inputs.iter().any(|input| !input.requires_grad()) {
            return Err(Diagnostic::new(span, UNWANTED)
                .raising("RuntimeError")
                .help("ask for it before anything is computed: w.requires_grad_()"));
        }
        let mut request = self.request(span, outputs, keeps_graph)?;
        let edges: Vec<Option<Edge>> = inputs.iter().map(SharedTensor::edge).collect();
        request.only = Some(edges.iter().flatten().cloned().collect());
        request.ended().iter().try_for_each(|leaf| check_owner(leaf, span))?;
        let arrived = run(request, span)?;
        let of = |(place, edge): (usize, &Option<Edge>)| {
            let found = arrived.iter().find(|(known, _)| Some(known) == edge.as_ref());
            match found {
                Some((_, gradient)) => Ok(Value::from(gradient.clone())),
                None if may_be_unused => Ok(Value::None),
                None => {
                    let message = format!(
                        "The differentiated Tensor at index {place} appears to not have been used in the graph. Set \
                         allow_unused=True if this is the desired behavior."
                    );
                    Err(Diagnostic::new(span, message).raising("RuntimeError").help("the output does not depend on it"))
                }
            }
        };
        edges.iter().enumerate().map(of).collect()
    }

    /// What is asked of the tape.
    fn request(&mut self, span: Span, outputs: &Outputs, keeps_graph: bool) -> Outcome<BackwardRequest> {
        let mut roots = Vec::new();
        for (place, (tensor, gradient)) in outputs.iter().enumerate() {
            if !tensor.requires_grad() {
                let message = format!("element {place} {NO_GRADIENT}");
                return Err(Diagnostic::new(span, message)
                    .raising("RuntimeError")
                    .help("ask for a gradient first: w = torch.tensor([1.0], requires_grad=True)"));
            }
            Self::derive(span, tensor)?;
            let seed = self.seed(span, tensor, gradient.as_ref())?;
            roots.extend(tensor.edge().map(|edge| (edge, seed)));
        }
        self.place(span);
        Ok(BackwardRequest { roots, keeps_graph, ..BackwardRequest::default() })
    }

    /// Keeps the gradient of a tensor that is computed from others: `y.retain_grad()`.
    pub(in crate::lang) fn retain_grad(&mut self, span: Span, tensor: &SharedTensor) -> Outcome<()> {
        if !tensor.requires_grad() {
            return Err(Diagnostic::new(span, "can't retain_grad on Tensor that has requires_grad=False")
                .raising("RuntimeError")
                .help("it has no gradient: ask for one of what it is computed from"));
        }
        check_slot(tensor, span)?;
        if tensor.gradient() == Gradient::Computed && !tensor.slot().is_retained() {
            self.spend_bytes(span, size_of::<SharedTensor>())?;
            tensor.slot().retain();
            self.retained.push(tensor.clone());
        }
        Ok(())
    }

    /// Adds to the gradient that is kept of a tensor, as a new tensor.
    fn retain(&mut self, span: Span, tensor: &SharedTensor, gradient: &Tensor) -> Outcome<()> {
        let sum = match tensor.grad() {
            None => gradient.clone(),
            Some(earlier) => self.sum(span, &earlier, gradient)?,
        };
        tensor.slot().set(Some(SharedTensor::new(sum)));
        Ok(())
    }

    fn sum(&mut self, span: Span, earlier: &SharedTensor, gradient: &Tensor) -> Outcome<Tensor> {
        self.place(span);
        let sum = gradient_mode::within(false, || earlier.now().add(gradient));
        sum.map_err(|error| Diagnostic::of_tensor(span, &error))
    }

    /// What a gradient starts with.
    fn seed(&mut self, span: Span, tensor: &SharedTensor, gradient: Option<&SharedTensor>) -> Outcome<Tensor> {
        let of = tensor.outline();
        self.place(span);
        let Some(gradient) = gradient else {
            if of.dtype().is_complex() && of.len() == 1 {
                let message = "grad can be implicitly created only for real scalar outputs but got torch.complex64";
                return Err(Diagnostic::new(span, message).help("take a real number of it: y.abs().backward()"));
            }
            if of.len() != 1 {
                return Err(Diagnostic::new(span, NOT_A_NUMBER)
                    .raising("RuntimeError")
                    .help("make a number of it first: y.sum().backward()"));
            }
            let ones = Tensor::ones(of.shape(), of.dtype());
            // That of the output with respect to itself.
            return Ok(tensor
                .origin()
                .map_or(ones.clone(), |output| gradient_step(output, Vec::new(), Vec::new(), ones)));
        };
        let given = gradient.now();
        if given.shape() != of.shape() {
            let message = format!(
                "Mismatch in shape: grad_output[0] has a shape of {} and output[0] has a shape of {}.",
                size_text(&given),
                size_text(&of)
            );
            return Err(Diagnostic::new(span, message)
                .raising("RuntimeError")
                .help("give one number for each element of the tensor"));
        }
        given.to(of.dtype()).map_err(|error| Diagnostic::of_tensor(span, &error))
    }

    /// Adds a gradient to what a variable has already.
    fn accumulate(&mut self, span: Span, slot: &Arc<GradientSlot>, gradient: Tensor) -> Outcome<()> {
        let Some(earlier) = slot.gradient() else {
            slot.set(Some(SharedTensor::new(gradient)));
            return Ok(());
        };
        let sum = self.sum(span, &earlier, &gradient)?;
        self.overwrite(span, &earlier, sum, false)
    }

    /// The `.grad` of a tensor; of another cell's tensor, as this cell sees it.
    pub(in crate::lang) fn grad(&mut self, tensor: &SharedTensor) -> Value {
        match tensor.grad() {
            None => Value::None,
            Some(gradient) if tensor.is_frozen() => Value::Tensor(gradient.seen(|now| Some(self.taken(now, "grad")))),
            Some(gradient) => Value::Tensor(gradient),
        }
    }

    /// `tensor.grad = value`.
    pub(in crate::lang) fn set_grad(&mut self, span: Span, tensor: &SharedTensor, value: &Value) -> Outcome<()> {
        check_slot(tensor, span)?;
        let gradient = match self.read(value.clone()) {
            Value::None => None,
            Value::Tensor(gradient) => Some(gradient),
            other => {
                let message = format!(
                    "assigned grad expected to be a Tensor or None but got grad of type {}",
                    other.python_type()
                );
                return Err(Diagnostic::new(span, message)
                    .raising("TypeError")
                    .help("write x.grad = None, or a tensor of the same shape"));
            }
        };
        if let Some(gradient) = &gradient {
            check_assigned(tensor, gradient, span)?;
        }
        if gradient.is_some() || tensor.grad().is_some() {
            tensor.slot().set(gradient);
        }
        Ok(())
    }

    /// Forgets the gradient of a tensor, or sets it to 0.
    pub(in crate::lang) fn clear_grad(&mut self, span: Span, tensor: &SharedTensor, forgets: bool) -> Outcome<()> {
        let Some(gradient) = tensor.grad() else { return Ok(()) };
        check_slot(tensor, span)?;
        if forgets {
            tensor.slot().set(None);
            return Ok(());
        }
        let zeros = self.leaf(Tensor::zeros(gradient.outline().shape(), gradient.dtype()), Leaf::Literal, span);
        self.overwrite(span, &gradient, zeros, true)
    }
}

/// Takes the gradients back. What is computed for that has no gradient itself.
fn run(request: BackwardRequest, span: Span) -> Outcome<Arrived> {
    gradient_mode::within(false, || backward(request)).map_err(|error| refusal(error, span))
}

/// Refuses to add to the gradient of what another cell has made.
fn check_owner(leaf: &LeafHandle, span: Span) -> Outcome<()> {
    let slot: Option<Arc<GradientSlot>> = leaf.slot();
    let Some(maker) = slot.as_ref().and_then(|slot| slot.maker()) else { return Ok(()) };
    let name = if maker.name.is_empty() { "its tensor" } else { &*maker.name };
    let message =
        format!("this gradient belongs to {name}.grad of {}, which cannot be changed here", owner(maker.cell.as_ref()));
    let help = "join the two cells, or write torch.autograd.grad(loss, w), which changes no tensor; w.detach() has no gradient";
    Err(Diagnostic::new(span, message).help(help))
}

/// Refuses to change the gradient of what another cell has made.
fn check_slot(tensor: &SharedTensor, span: Span) -> Outcome<()> {
    match tensor.maker() {
        None => Ok(()),
        Some(maker) => Err(owned_by(&maker, "tensor", "mine = x.clone()", span)),
    }
}

/// Refuses what cannot be the gradient of a tensor.
fn check_assigned(tensor: &SharedTensor, gradient: &SharedTensor, span: Span) -> Outcome<()> {
    let (of, given) = (tensor.outline(), gradient.outline());
    let message = if gradient.is(tensor) {
        "can't assign Variable as its own grad".to_owned()
    } else if given.dtype() != of.dtype() {
        format!(
            "attempting to assign a gradient with dtype '{}' to a tensor with grad_dtype '{}'. The gradient must match the tensor's \
             grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or \
             None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break \
             downstream systems that assume they match.",
            dtype_names::cpp(given.dtype()),
            dtype_names::scalar(of.dtype())
        )
    } else if given.shape() != of.shape() {
        format!(
            "attempting to assign a gradient of size '{}' to a tensor of size '{}'. Please ensure that the gradient and the tensor \
             are the same size",
            given.shape_text(),
            of.shape_text()
        )
    } else {
        return Ok(());
    };
    Err(Diagnostic::new(span, message).help("a gradient has the shape and the dtype of its tensor"))
}

/// The sentence for a gradient that cannot be given.
fn refusal(error: BackwardError, span: Span) -> Diagnostic {
    match error {
        BackwardError::Freed => Diagnostic::new(span, FREED).raising_as("RuntimeError", FREED).help(
            "compute the value again before each backward(), or write backward(retain_graph=True) the first time",
        ),
        BackwardError::Overwritten(overwritten) => overwritten_error(&overwritten, span),
        BackwardError::Underivable(name) => {
            Diagnostic::new(span, format!("derivative for aten::{name} is not implemented"))
                .help("PyTorch differentiates through everything else here: leave this step out, or detach() it")
        }
        BackwardError::Unknown(Lost::Unnoted) => {
            Diagnostic::new(span, "a gradient cannot go through a tensor that was written to in this way here")
                .help("compute a new tensor instead of writing to it: y = y + 1, torch.cat, torch.stack, torch.where")
        }
        BackwardError::Unknown(Lost::TwoVariables) => {
            let message =
                "a function was given two tensors that are one value here, and each has a gradient of its own";
            Diagnostic::new(span, message).help("make one of them a value of its own first: y = x.clone()")
        }
        BackwardError::Refused(error) => Diagnostic::of_tensor(span, &error),
    }
}

fn overwritten_error(overwritten: &Overwritten, span: Span) -> Diagnostic {
    let Overwritten { before, made_by, writes: (now, then) } = overwritten;
    if now.counted == then.counted {
        return Diagnostic::new(
            span,
            "a tensor that this gradient needs was changed through `.data`, which PyTorch does not notice",
        )
        .help("its gradient would be wrong there: change a copy, y = y.clone()");
    }
    let output = made_by.map_or_else(String::new, |name| format!(", which is output 0 of {},", graph_name(name)));
    let message = format!(
        "{OVERWRITTEN}[{} {}]{output} is at version {}; expected version {} instead.",
        dtype_names::tensor(before.dtype()),
        before.shape_text(),
        now.counted,
        then.counted
    );
    Diagnostic::new(span, message)
        .help("this step needs the old numbers: write a new tensor, y = y + 1, or change a copy, y = y.clone()")
}

/// The name that PyTorch's graph has for an operation: `log_softmax` is `LogSoftmax`.
fn graph_name(operation: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    operation.split('_').map(capital).collect()
}

/// A shape as PyTorch prints it.
fn size_text(tensor: &Tensor) -> String {
    format!("torch.Size({})", tensor.shape_text())
}
