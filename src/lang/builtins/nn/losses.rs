//! The losses as modules: each keeps its options and computes what the function of the same meaning does.

use std::sync::Arc;

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::loss::{Surprise, reduction_of, squared_distance, surprise_of_logs, surprise_of_scores};
use super::super::loss_reduction::LossReduction;
use super::{MODULE, begin, float, lacks, number, set, weight};
use crate::lang::class::{Native, NativeKind};
use crate::lang::evaluate::Outcome;
use crate::lang::object::{Reference, Role};
use crate::lang::value::{SharedTensor, Value};
use crate::tensor::Tensor;
use crate::tensor::tape::gradient_mode;

/// `nn.CrossEntropyLoss`.
pub(super) static CROSS_ENTROPY: Native = Native {
    name: "CrossEntropyLoss",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&CROSS_ENTROPY_TABLE],
    describe: |_, _| String::new(),
};

builtins! { CROSS_ENTROPY_TABLE:
    /// The cross-entropy between logits and a target.
    #[at()]
    fn new_cross_entropy as "CrossEntropyLoss"(
        call, this: Reference, weight: Option<SharedTensor> = None, size_average: Option<bool> = None,
        ignore_index: i64 = -100, reduce: Option<bool> = None, reduction: LossReduction = "mean",
        label_smoothing: f64 = 0.0
    ) -> () {
        let reduction = reduction_of(size_average, reduce, reduction);
        keep(call, &this, weight, Surprise { weight: None, ignore_index, reduction, label_smoothing })
    }

    /// F.cross_entropy(x, target).
    #[at()]
    #[keeps(target)]
    fn cross_entropy as "forward"(call, this: Reference, input: Tensor, target: Tensor) -> Tensor {
        let how = kept(call, &this)?;
        surprise_of_scores(call, &input, &target, &how)
    }
}

/// `nn.NLLLoss`.
pub(super) static NLL: Native = Native {
    name: "NLLLoss",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&NLL_TABLE],
    describe: |_, _| String::new(),
};

builtins! { NLL_TABLE:
    /// As CrossEntropyLoss, of logarithms of probabilities.
    #[at()]
    fn new_nll as "NLLLoss"(
        call, this: Reference, weight: Option<SharedTensor> = None, size_average: Option<bool> = None,
        ignore_index: i64 = -100, reduce: Option<bool> = None, reduction: LossReduction = "mean"
    ) -> () {
        let reduction = reduction_of(size_average, reduce, reduction);
        keep(call, &this, weight, Surprise { weight: None, ignore_index, reduction, label_smoothing: 0.0 })
    }

    /// F.nll_loss(x, target).
    #[at()]
    #[keeps(target)]
    fn nll as "forward"(call, this: Reference, input: Tensor, target: Tensor) -> Tensor {
        let how = kept(call, &this)?;
        surprise_of_logs(call, &input, &target, &how)
    }
}

/// `nn.MSELoss`.
pub(super) static MSE: Native = Native {
    name: "MSELoss",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&MSE_TABLE],
    describe: |_, _| String::new(),
};

builtins! { MSE_TABLE:
    /// The mean squared error.
    #[at()]
    fn new_mse as "MSELoss"(
        call, this: Reference, size_average: Option<bool> = None, reduce: Option<bool> = None,
        reduction: LossReduction = "mean"
    ) -> () {
        begin(call, &this)?;
        keep_reduction(call, &this, reduction_of(size_average, reduce, reduction))
    }

    /// F.mse_loss(x, target).
    #[at()]
    #[keeps(input, target)]
    fn mse as "forward"(call, this: Reference, input: Tensor, target: Tensor) -> Tensor => MseLossBackward0 {
        let reduction = kept_reduction(call, &this)?;
        squared_distance(call, &input, &target, reduction)
    }
}

/// A loss remembers its options under PyTorch's names; the weights of the classes are a buffer.
fn keep(
    call: &mut Invocation<'_, '_>,
    loss: &Reference,
    weight: Option<SharedTensor>,
    how: Surprise,
) -> BuiltinResult<()> {
    begin(call, loss)?;
    let weight = weight.map_or(Value::None, Value::Tensor);
    call.interpreter.put(loss, &Arc::from("weight"), weight, Role::Buffer { saved: true }, call.span)?;
    set(call.interpreter, loss, "ignore_index", Value::int(how.ignore_index), call.span)?;
    set(call.interpreter, loss, "label_smoothing", float(how.label_smoothing), call.span)?;
    keep_reduction(call, loss, how.reduction)
}

fn keep_reduction(call: &mut Invocation<'_, '_>, loss: &Reference, reduction: LossReduction) -> BuiltinResult<()> {
    Ok(set(call.interpreter, loss, "reduction", Value::text(reduction.name()), call.span)?)
}

/// The options of a loss, as they are when it is called.
fn kept(call: &mut Invocation<'_, '_>, loss: &Reference) -> Outcome<Surprise> {
    if let Some(Value::Tensor(weight)) = call.interpreter.field(loss, "weight") {
        gradient_mode::keep(weight.kept());
    }
    Ok(Surprise {
        weight: weight(call.interpreter, loss, "weight", ""),
        ignore_index: number(call.interpreter, loss, "ignore_index", call.span)? as i64,
        reduction: kept_reduction(call, loss)?,
        label_smoothing: number(call.interpreter, loss, "label_smoothing", call.span)?,
    })
}

fn kept_reduction(call: &mut Invocation<'_, '_>, loss: &Reference) -> Outcome<LossReduction> {
    match call.interpreter.field(loss, "reduction") {
        Some(Value::Str(name)) => {
            LossReduction::named(&name).ok_or_else(|| call.error(format!("{name} is not a valid value for reduction")))
        }
        _ => Err(lacks(loss, "reduction", call.span)),
    }
}
