//! `try`, `raise`, `with`, `del` and the operators of classes, held against Python and PyTorch.
//!
//! `exceptions.json` has what they print; `exceptions.py` writes it.

use crate::answers;
use crate::{error, run};
use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::tensor::stop::Flag;

#[test]
fn programs_print_what_python_prints() {
    answers::assert_programs(&answers::read(include_str!("exceptions.json")));
}

#[test]
fn what_nobody_catches_ends_the_cell_in_its_place() {
    assert_eq!(error("x = 1\nraise ValueError('why')"), "2:1 ValueError: why");
    assert_eq!(error("class Mine(Exception):\n    pass\nraise Mine"), "3:1 Mine");
    assert_eq!(error("try:\n    1 / 0\nexcept ValueError:\n    pass"), "2:5 division by zero");
    let message = "3:8 catching classes that do not inherit from BaseException is not allowed → name a class of exceptions: except ValueError:";
    assert_eq!(error("try:\n    1 / 0\nexcept 5:\n    pass"), message);
}

/// A program that caught these would go on where Python's does not.
#[test]
fn what_is_ours_is_not_caught() {
    let caught = |code: &str| format!("try:\n    {code}\nexcept BaseException:\n    x = 1\nfinally:\n    y = 2");
    for code in ["torch.linalg", "import socket", "2 ** 100", "x = (1).__class__.__bases__"] {
        let evaluation = run(&caught(code));
        assert!(evaluation.error.is_some() && !evaluation.defined.contains_key("y"), "{code}");
    }
}

#[test]
fn a_limit_is_not_caught() {
    let source =
        "n = 0\nwhile True:\n    try:\n        while True:\n            n += 1\n    except Exception:\n        pass";
    let limits = Limits { steps: 5000, ..Limits::default() };
    let evaluation = evaluate(&parse(source).program, source, &Scope::new(), &limits, &Flag::default());
    assert!(evaluation.error.is_some_and(|error| error.message.contains("steps")));
}

/// What another cell has made stays as it is, also where its error is caught.
#[test]
fn a_change_of_another_cell_is_not_caught() {
    let first = run("xs = [1]\ndef f():\n    raise ValueError('from f')");
    let error = crate::run_with("try:\n    xs.append(2)\nexcept Exception:\n    pass", &first.defined).error;
    assert!(error.is_some_and(|error| error.message.contains("cannot be changed here")));
    let second = crate::run_with("try:\n    f()\nexcept ValueError as e:\n    said = str(e)\nsaid", &first.defined);
    assert!(second.error.is_none(), "{:?}", second.error);
    assert_eq!(second.result.unwrap().repr(), "'from f'");
}

/// To leave them out without a word would give other values than Python.
#[test]
fn methods_that_are_never_called_are_refused() {
    let message = "2:9 `__del__` is never called here, as Python would → write what it does as a method with a name of its own, and call that";
    assert_eq!(error("class A:\n    def __del__(self):\n        pass"), message);
}
