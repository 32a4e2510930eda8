//! Values that come from outside: a file of tensors, as one more cell of the page.
//!
//! Such a cell has a text, so that it has its place in the graph and a clash with it is told as any other; but it never runs, since
//! its values are known beforehand. Its tensors are in a tape of their own, so *why* ends there and says where they came from.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{BoundValue, CacheKey, EvaluationOutcome, EvaluationTask, TaskReport, TaskRun, TaskState};
use crate::lang::value::{Dict, SharedDict, SharedTensor};
use crate::lang::{Budget, Seed, Value};
use crate::notebook::lesson::{Block, BlockId, BlockKind, BlockOrigin, CellSource, Display, LiveCell, Program};
use crate::tensor::{Leaf, Tensor, tape};

/// A name that holds a dict of tensors.
#[derive(Clone, Debug)]
pub struct GivenTensors {
    /// The cell that stands for it.
    pub id: BlockId,
    name: Arc<str>,
    run: Arc<TaskRun>,
}

impl GivenTensors {
    /// A dict of these tensors under this name, as `safetensors.torch.load_file` gives it.
    pub fn new(name: &str, tensors: BTreeMap<String, Tensor>) -> Self {
        let (entries, tape) = tape::record(|| {
            let entry = |(key, tensor): (String, Tensor)| {
                let path = format!("{name}[{key:?}]");
                let tensor = tape::leaf(tensor, Leaf::Given(path.as_str().into()));
                tape::name(&tensor, path.as_str());
                (Value::text(key), Value::Tensor(SharedTensor::frozen(tensor)))
            };
            tensors.into_iter().map(entry).collect()
        });
        // Strings are keys and tensors do not nest: the dict cannot fail.
        let dict = Value::Dict(SharedDict::frozen(Arc::new(Dict::new(entries).unwrap_or_default())));
        let name: Arc<str> = name.into();
        let source: Arc<str> = format!("{name} = {{}}").into();
        let run = TaskRun {
            source: Arc::clone(&source),
            values: [(Arc::clone(&name), BoundValue { value: dict, since: 0 })].into(),
            result: None,
            printed: String::new(),
            seed: Seed::default(),
            tape: Arc::new(tape),
            key: CacheKey { source, display: Some(Display::default()), inputs: Vec::new(), left_out: None },
            spent: Budget::default(),
        };
        GivenTensors { id: format!("load-{name}").into(), name, run: Arc::new(run) }
    }

    /// The name that it defines.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The cell for a lesson's page.
    pub fn block(&self) -> Block {
        let source = CellSource::new(Arc::clone(&self.run.source), 1, 0);
        let cell = LiveCell { source, display: Display::default(), hidden: true, lazy: false };
        let (id, kind) = (Arc::clone(&self.id), BlockKind::Cell(cell));
        Block { id, line: 1, kind, origin: BlockOrigin::Lesson, notes: Vec::new() }
    }

    /// What is known before anything ran: these values, on the page of this lesson.
    pub fn outcome(lesson: &str, given: &[GivenTensors]) -> EvaluationOutcome {
        let report = |given: &GivenTensors| TaskReport {
            state: TaskState::Ok,
            run: Some(Arc::clone(&given.run)),
            program: Some(Arc::new(Program::new(Arc::clone(&given.run.source)))),
            failed: None,
        };
        let reports = given.iter().map(|given| (EvaluationTask::Cell(Arc::clone(&given.id)), report(given)));
        EvaluationOutcome { lesson: lesson.into(), reports: reports.collect(), clock: 0 }
    }
}
