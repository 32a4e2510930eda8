//! A `.py` file as one cell: no page around it, and room for a program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::room::of_machine;
use super::{
    BoundValue, CacheKey, CellFault, EvaluationOutcome, EvaluationTask, GivenTensors, TaskReport, TaskRun, TaskState,
    evaluator,
};
use crate::lang::{self, Budget, Limits};
use crate::notebook::lesson::{BlockId, Program};
use crate::tensor::stop::Flag;

/// The stack in bytes that evaluating the longest file needs: the parser recurses with the nesting of the text. The system hands
/// out only what is used.
pub const STACK: usize = 512 << 20;

/// What a program may spend. Somebody asked for it by name and can stop it, so this is far more than a cell of a page may.
fn limits() -> Limits {
    let bytes = of_machine().max(4 << 30);
    Limits {
        steps: 10_000_000_000,
        bytes,
        at_once: bytes,
        work: 100_000_000_000_000,
        printed: 16 << 20,
        numbers: 100_000,
        tree: 2_000_000,
        ..Limits::default()
    }
}

/// Evaluates a file over the values that it is given; `id` is what its one cell is called.
///
/// To be called on a thread with a stack of [`STACK`] bytes.
pub fn evaluate_file(id: &BlockId, source: Arc<str>, given: &[GivenTensors]) -> EvaluationOutcome {
    let mut outcome = GivenTensors::outcome(id, given);
    let program = Arc::new(Program::new(source));
    let result = match program.parsed.errors.first() {
        Some(error) => Err(Box::new(error.clone().into())),
        None => run(&program, &outcome),
    };
    let (state, run) = match result {
        Ok(run) => (TaskState::Ok, Some(Arc::new(run))),
        Err(fault) => (TaskState::Error(Arc::from(fault)), None),
    };
    let report = TaskReport { state, run, program: Some(program), failed: None };
    outcome.reports.insert(EvaluationTask::Cell(Arc::clone(id)), report);
    outcome
}

fn run(program: &Program, before: &EvaluationOutcome) -> Result<TaskRun, Box<CellFault>> {
    let never = Flag::default();
    let run = || lang::evaluate(&program.parsed.program, &program.source, &before.values(), &limits(), &never);
    let Ok(evaluation) = catch_unwind(AssertUnwindSafe(run)) else {
        return Err(Box::new(evaluator::broke_down(&program.source).into()));
    };
    if let Some(diagnostic) = evaluation.error {
        return Err(Box::new(CellFault { printed: evaluation.printed, seed: evaluation.seed, ..diagnostic.into() }));
    }
    let bound = evaluation.defined.into_iter().map(|(name, value)| (name, BoundValue { value, since: 1 }));
    Ok(TaskRun {
        source: Arc::clone(&program.source),
        values: bound.collect(),
        result: evaluation.result,
        printed: evaluation.printed,
        seed: evaluation.seed,
        tape: Arc::new(evaluation.tape),
        key: CacheKey { source: Arc::clone(&program.source), display: None, inputs: Vec::new(), left_out: None },
        spent: Budget::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Value;

    fn outcome(source: &str) -> EvaluationOutcome {
        evaluate_file(&"program".into(), source.into(), &[])
    }

    fn value(outcome: &EvaluationOutcome, name: &str) -> String {
        outcome.values().get(name).map(Value::repr).unwrap_or_default()
    }

    #[test]
    fn names_may_be_bound_again_also_those_that_are_always_there() {
        let outcome = outcome("x = 1\nx = x + 1\nmask = [x]\nprint(mask)\nmask = mask + [3]");
        assert_eq!(value(&outcome, "mask"), "[2, 3]");
        assert_eq!(outcome.cell(&"program".into()).current().unwrap().printed, "[2]\n");
    }

    #[test]
    fn what_was_printed_before_an_error_is_kept() {
        let outcome = outcome("print(1)\nx = 1 / 0");
        let TaskState::Error(fault) = &outcome.cell(&"program".into()).state else { panic!("an error") };
        assert_eq!((fault.printed.as_str(), fault.diagnostic.position("print(1)\nx = 1 / 0").line), ("1\n", 2));
    }

    #[test]
    fn given_tensors_are_a_dict_that_says_where_it_came_from() {
        let tensors = [("w".to_owned(), crate::tensor::Tensor::number(2.5))].into();
        let given = [GivenTensors::new("W", tensors)];
        let outcome = evaluate_file(&"program".into(), "x = W['w'] * 2".into(), &given);
        let Value::Tensor(x) = outcome.values()["x"].clone() else { panic!("a tensor") };
        let element = crate::notebook::why::element(&x.now(), &[]).unwrap();
        let why = crate::notebook::why::why_element(&outcome, &element).unwrap();
        assert_eq!(why.operands[0].name, "W[\"w\"]");
    }
}
