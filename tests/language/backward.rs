//! `backward()` and `.grad`, held against PyTorch.
//!
//! `backward.json` has what PyTorch says; `backward.py` writes it. That the gradients of many operations are right is told by the laws and
//! by the goldens of training; here it is how a program gets at them.

use serde_json::Value as Json;

use crate::answers::{self, assert_all, rows, text};
use crate::run;
use glassformer::lang::{Limits, Scope, Value, evaluate, parse};
use glassformer::tensor::stop::Flag;

fn answers() -> Json {
    answers::read(include_str!("backward.json"))
}

#[test]
fn programs_print_what_pytorch_prints() {
    answers::assert_programs(&answers());
}

#[test]
fn what_pytorch_refuses_is_refused_in_its_words() {
    answers::assert_errors(&answers());
}

/// What is not there yet is an error, and never another number.
#[test]
fn what_is_absent_is_an_error() {
    let answers = answers();
    let rows = rows(&answers, "absent");
    let runs = |row: &Json| {
        let code = text(&row["code"]);
        run(code).error.is_none().then(|| format!("{}:\n{code}", text(&row["name"])))
    };
    assert_all(&rows.iter().filter_map(runs).collect::<Vec<_>>(), rows.len());
}

/// What a second cell makes of the names of a first one, or its error.
fn in_two_cells(first: &str, second: &str) -> Result<Scope, String> {
    let (limits, stop) = (Limits::default(), Flag::default());
    let given = evaluate(&parse(first).program, first, &Scope::new(), &limits, &stop);
    assert!(given.error.is_none(), "{:?}", given.error);
    let evaluation = evaluate(&parse(second).program, second, &given.defined, &limits, &stop);
    match evaluation.error {
        None => Ok(evaluation.defined),
        Some(error) => Err(error.message.clone()),
    }
}

fn shown(scope: &Scope, name: &str) -> String {
    scope[name].show()
}

const TRAINED: &str = "w = torch.tensor([1., 2.], requires_grad=True)\n(w * w).sum().backward()";

#[test]
fn another_cell_reads_a_gradient() {
    let scope = in_two_cells(TRAINED, "g = w.grad * 10\nis_same = w.grad is w.grad").unwrap();
    assert_eq!((shown(&scope, "g").as_str(), shown(&scope, "is_same").as_str()), ("tensor([20., 40.])", "True"));
}

#[test]
fn another_cell_adds_nothing_to_a_gradient() {
    for second in [
        "(w * 3).sum().backward()",
        "w.grad = None",
        "w.grad.zero_()",
        "w.grad += 1",
        "m = nn.Parameter(w)\n(m * w).sum().backward()",
    ] {
        let told = in_two_cells(TRAINED, second).unwrap_err();
        assert!(told.contains("cannot be changed here"), "{second}: {told}");
    }
}

#[test]
fn another_cell_takes_a_gradient_without_adding_it() {
    let scope = in_two_cells(TRAINED, "g, = torch.autograd.grad((w ** 3).sum(), w)\nbefore = w.grad").unwrap();
    assert_eq!(shown(&scope, "g"), "tensor([ 3., 12.])");
    assert_eq!(shown(&scope, "before"), "tensor([2., 4.])");
}

/// Values of a cell whose tape has ended have no way back.
#[test]
fn a_value_of_another_cell_has_no_way_back() {
    let first = "w = torch.tensor([1., 2.], requires_grad=True)\nloss = (w * w).sum()";
    let told = in_two_cells(first, "loss.backward()").unwrap_err();
    assert!(told.contains("cannot be changed here"), "{told}");
}

/// A cell that reads a gradient runs again if only that has changed.
#[test]
fn a_gradient_belongs_to_the_value_of_its_tensor() {
    let with = |factor: &str| {
        let code = format!("w = torch.tensor([1., 2.], requires_grad=True)\n({factor} * w).sum().backward()\nw = w");
        run(&code).defined["w"].clone()
    };
    assert!(with("2").same_bits(&with("2")));
    assert!(!with("2").same_bits(&with("3")));
    let without = run("w = torch.tensor([1., 2.], requires_grad=True)").defined["w"].clone();
    assert!(!with("2").same_bits(&without));
    let plain = run("w = torch.tensor([1., 2.])").defined["w"].clone();
    assert!(!without.same_bits(&plain));
}

/// The gradient of every step of a chain can be asked why, and the formulas give their numbers.
#[test]
fn gradients_are_steps_of_the_tape() {
    let code =
        "x = torch.tensor([1., 2.], requires_grad=True)\ny = x * 3\nloss = (y * y).sum()\nloss.backward()\ng = x.grad";
    let evaluation = run(code);
    let gradient = evaluation.defined.get("g").and_then(Value::tensor).unwrap();
    let explanation = evaluation.tape.explain(gradient.origin().unwrap(), &[1]).unwrap();
    // 2 y x' = 2 · 6 · 3
    assert_eq!(format!("{:?}", gradient.to_vec()), "[18.0, 36.0]");
    assert_eq!(explanation.value.to_bits(), 36.0_f64.to_bits());
    assert_eq!(explanation.operation, "gradient");
    assert!(explanation.textbook.is_some() && explanation.leaf.is_none());
}

/// Of what reads too many values only the gradient is known; the others keep their terms.
#[test]
fn gradient_of_what_many_steps_read_is_explained() {
    let code = "x = torch.ones(2, requires_grad=True)\nmany = torch.stack([x] * 70)\ny = x * 2\n\
                (many.sum() + y.sum()).backward()\ng = x.grad";
    let evaluation = run(code);
    let gradient = evaluation.defined.get("g").and_then(Value::tensor).unwrap();
    let explanation = evaluation.tape.explain(gradient.origin().unwrap(), &[0]).unwrap();
    assert_eq!(format!("{:?}", gradient.to_vec()), "[72.0, 72.0]");
    assert_eq!(explanation.textbook.unwrap().value().to_bits(), 72.0_f64.to_bits());
}

/// A gradient may have a gradient, and so on: neither the end of a cell nor dropping goes through them by recursion.
#[test]
fn gradients_of_gradients_can_be_many() {
    let chain = "last = torch.ones(1)\nfor i in range(50000):\n    x = torch.ones(1)\n    x.grad = last\n    last = x";
    for code in [chain.to_owned(), format!("{chain}\nlast = x = 0")] {
        assert!(run(&code).error.is_none());
    }
    let circle = run("x = torch.ones(1)\ny = torch.ones(1)\nx.grad = y\ny.grad = x").defined;
    assert_eq!(circle["x"].show(), "tensor([1.])");
}
