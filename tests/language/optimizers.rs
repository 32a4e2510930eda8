//! `torch.optim`, `torch.optim.lr_scheduler` and `torch.nn.utils`, held against PyTorch.
//!
//! `optimizers.json` has what PyTorch says; `optimizers.py` writes it.

use serde_json::Value as Json;

use crate::answers;
use crate::run;

fn answers() -> Json {
    answers::read(include_str!("optimizers.json"))
}

#[test]
fn programs_print_what_pytorch_prints() {
    answers::assert_programs(&answers());
}

#[test]
fn what_pytorch_refuses_is_refused_in_its_words() {
    answers::assert_errors(&answers());
}

/// An optimizer changes tensors, and those of another cell belong to that.
#[test]
fn an_optimizer_changes_nothing_of_another_cell() {
    let first = run("w = nn.Parameter(torch.ones(2))\nopt = torch.optim.SGD([w], lr=0.1)\n(w * w).sum().backward()");
    assert!(first.error.is_none(), "{:?}", first.error);
    let error = crate::run_with("opt.step()", &first.defined).error.unwrap();
    assert!(error.message.contains("cannot be changed"), "{error:?}");
}
