//! The losses as modules: each keeps its options and asks the function of the same meaning.

use super::super::arguments::Call;
use super::super::{Builtin, Namespace, call as call_builtin, find};
use super::{MODULE, begin, set, this};
use crate::lang::class::Native;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Identifier;
use crate::lang::value::Value;

/// `nn.CrossEntropyLoss`.
pub(super) static CROSS_ENTROPY: Native = Native {
    name: "CrossEntropyLoss",
    base: Some(&MODULE),
    init: Some(&CROSS_ENTROPY_INIT),
    methods: CROSS_ENTROPY_METHODS,
    describe: |_, _| String::new(),
};
static CROSS_ENTROPY_INIT: Builtin = Builtin::new(
    "CrossEntropyLoss",
    "self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0",
    "How surprised the scores of a model are by what is right.",
    &[],
    keep,
);
static CROSS_ENTROPY_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x, target", "F.cross_entropy(x, target).", &[], |machine, call| {
        computed(machine, call, "cross_entropy")
    })];

/// `nn.NLLLoss`.
pub(super) static NLL: Native = Native {
    name: "NLLLoss",
    base: Some(&MODULE),
    init: Some(&NLL_INIT),
    methods: NLL_METHODS,
    describe: |_, _| String::new(),
};
static NLL_INIT: Builtin = Builtin::new(
    "NLLLoss",
    "self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'",
    "As CrossEntropyLoss, of logarithms of probabilities.",
    &[],
    keep,
);
static NLL_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x, target", "F.nll_loss(x, target).", &[], |machine, call| {
        computed(machine, call, "nll_loss")
    })];

/// `nn.MSELoss`.
pub(super) static MSE: Native = Native {
    name: "MSELoss",
    base: Some(&MODULE),
    init: Some(&MSE_INIT),
    methods: MSE_METHODS,
    describe: |_, _| String::new(),
};
static MSE_INIT: Builtin = Builtin::new("MSELoss", "self, reduction='mean'", "The squared distance.", &[], keep);
static MSE_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x, target", "F.mse_loss(x, target).", &[], |machine, call| {
        computed(machine, call, "mse_loss")
    })];

/// A loss remembers its options under their names.
fn keep(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    for (parameter, (value, _)) in call.parameters.iter().zip(&call.values).skip(1) {
        set(machine, &module, &parameter.name.name, value.clone(), call.span)?;
    }
    Ok(Value::None)
}

/// The function of this name with the options that the module remembers.
fn computed(machine: &mut Interpreter<'_>, call: &Call<'_>, function: &str) -> Outcome {
    let module = this(call)?;
    let Some(function) = find(Namespace::Functional, function) else { return Ok(Value::None) };
    let plain = ["x", "target"].map(|name| (call.value(name).clone(), call.span_of(name)));
    let mut given = Arguments { plain: plain.to_vec(), named: Vec::new() };
    let options = function.signature.split(", ").filter_map(|parameter| parameter.split('=').next());
    for option in options.skip(given.plain.len()) {
        if let Some(value) = machine.field(&module, option) {
            let name = Identifier { name: option.into(), span: call.span };
            given.named.push((name, value, call.span));
        }
    }
    call_builtin(machine, function, given, call.span)
}
