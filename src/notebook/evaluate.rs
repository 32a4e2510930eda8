//! From a page's text to its values: pure, incremental, and always what a run from scratch would give.
//!
//! Everything that runs is a [`EvaluationTask`]: a cell, a number in prose, a question's answer, an exercise and its check. A task's
//! result depends on its text and on the values that it takes from others, and on nothing else. So what is known is used again
//! exactly as long as both are the same, and a cell whose new values are bit-equal to its old ones wakes nobody up.

mod evaluator;
mod file;
mod given;
mod room;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::notebook::graph::CellFault;
pub use file::{STACK, evaluate_file};
pub use given::GivenTensors;
pub use room::Room;
pub(in crate::notebook) use values::strings;

use crate::lang::{Budget, Scope, Seed, Value};
use crate::notebook::document::DocumentState;
use crate::notebook::left_out::LeftOut;
use crate::notebook::lesson::{Block, BlockId, BlockKind, Display, Program};
use crate::tensor::Tape;
use crate::tensor::stop::Flag;

/// Something that is run to make a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvaluationTask {
    /// A cell of the page as the learner has it.
    Cell(BlockId),
    /// The same cell as its author wrote it: questions are answered from these.
    Written(BlockId),
    /// A computed number, by its index in its block.
    Number(BlockId, usize),
    /// A question's answer.
    Question(BlockId),
    /// The learner's text of an exercise.
    Attempt(BlockId),
    /// An exercise's assertions over that text.
    Check(BlockId),
}

/// What is known about a task.
#[derive(Clone, Debug, Default)]
pub struct TaskReport {
    /// How things stand.
    pub state: TaskState,
    /// The values: present ones if the state is [`TaskState::Ok`], else those of the last good run, to be drawn dimmed.
    pub run: Option<Arc<TaskRun>>,
    /// The text that the state speaks of; the spans of an error point into it.
    pub program: Option<Arc<Program>>,
    /// The last failure and what it came from, so that an endless loop is not tried again for nothing.
    failed: Option<Arc<FailedRun>>,
}

/// How a task stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TaskState {
    /// It has not run yet.
    #[default]
    Fresh,
    /// Its values are what its text says.
    Ok,
    /// New values are on their way.
    Stale,
    /// It runs only when asked, and has not been asked since its text or an input changed.
    Lazy,
    /// It failed.
    Error(Arc<CellFault>),
    /// It cannot run because of another cell.
    Blocked(Blocked),
}

/// A failure of a task.
#[derive(Debug)]
struct FailedRun {
    key: CacheKey,
    fault: CellFault,
    /// What it took until then.
    spent: Budget,
}

/// Why a task cannot run: it uses `name`, and the cell `by` did not get so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The cell where the trouble began: it failed, or it is lazy and has not run.
    pub by: BlockId,
    /// The name that is missing here.
    pub name: Arc<str>,
}

/// One successful run of a task.
#[derive(Clone, Debug)]
pub struct TaskRun {
    /// The text that ran: places in the tape point into it.
    pub source: Arc<str>,
    /// What it defined.
    pub values: BTreeMap<Arc<str>, BoundValue>,
    /// The value of its last line, if that is an expression.
    pub result: Option<Value>,
    /// What it printed.
    pub printed: String,
    /// Who seeded its random numbers.
    pub seed: Seed,
    /// How every value was made.
    pub tape: Arc<Tape>,
    key: CacheKey,
    /// What it took.
    spent: Budget,
}

/// A value and how long it has been this value.
#[derive(Clone, Debug)]
pub struct BoundValue {
    /// The value. Readers know it by its name, so it may be computed anew, and come out the same, without their noticing.
    pub value: Value,
    /// The number of the run that changed it last. Within one chain of outcomes equal numbers mean bit-equal values.
    pub since: u64,
}

/// All that a result depends on.
#[derive(Clone, Debug, PartialEq)]
struct CacheKey {
    source: Arc<str>,
    display: Option<Display>,
    inputs: Vec<(Arc<str>, u64)>,
    left_out: Option<LeftOut>,
}

/// The results of a page.
#[derive(Clone, Debug, Default)]
pub struct EvaluationOutcome {
    lesson: Arc<str>,
    reports: BTreeMap<EvaluationTask, TaskReport>,
    clock: u64,
}

/// How an exercise stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<'a> {
    /// Every assertion holds.
    Passed,
    /// An assertion does not hold, or the check cannot make sense of what the text defines; places are in the check.
    Failed(&'a CellFault),
    /// The learner's text fails; places are in it.
    Error(&'a CellFault),
    /// Another cell has to come right first.
    Blocked(&'a Blocked),
    /// Not known yet.
    Waiting,
}

/// Who watches an evaluation while it goes on.
pub trait EvaluationObserver {
    /// Whether to stop. Looked at between any two steps.
    fn cancel(&self) -> &Flag;
    /// Called before a task runs, with what is known so far. What is reused does not run.
    fn before(&self, task: &EvaluationTask, so_far: &EvaluationOutcome);
}

/// Evaluates a page, using again whatever of `previous` still holds.
///
/// Stopped by its watcher it returns what it has; the rest is [`TaskState::Stale`] or [`TaskState::Fresh`], and the outcome is as good a
/// `previous` as any.
pub fn evaluate(
    snapshot: &DocumentState,
    previous: &EvaluationOutcome,
    watch: &dyn EvaluationObserver,
    room: Room,
) -> EvaluationOutcome {
    evaluator::evaluate(snapshot, previous, watch, room)
}

/// The same in the room that this machine has.
pub fn evaluate_here(
    snapshot: &DocumentState,
    previous: &EvaluationOutcome,
    watch: &dyn EvaluationObserver,
) -> EvaluationOutcome {
    evaluate(snapshot, previous, watch, Room::Machine)
}

/// Evaluates a page with nobody who looks on, up to its end or until a flag is raised.
pub fn evaluate_until(snapshot: &DocumentState, previous: &EvaluationOutcome, cancel: &Flag) -> EvaluationOutcome {
    evaluate(snapshot, previous, &Until(cancel), Room::Course)
}

/// Evaluates a page to the end, here and now, in the room that every machine has.
pub fn evaluate_now(snapshot: &DocumentState, previous: &EvaluationOutcome) -> EvaluationOutcome {
    evaluate_until(snapshot, previous, &Flag::default())
}

/// The same in the room that this machine has.
pub fn evaluate_now_here(snapshot: &DocumentState, previous: &EvaluationOutcome) -> EvaluationOutcome {
    evaluate_here(snapshot, previous, &Until(&Flag::default()))
}

/// Nobody looks on; only the end is told.
struct Until<'f>(&'f Flag);

impl EvaluationObserver for Until<'_> {
    fn cancel(&self) -> &Flag {
        self.0
    }

    fn before(&self, _task: &EvaluationTask, _so_far: &EvaluationOutcome) {}
}

static UNKNOWN: TaskReport = TaskReport { state: TaskState::Fresh, run: None, program: None, failed: None };

impl EvaluationOutcome {
    /// What is known about a task; nothing about one that never ran.
    pub fn report(&self, task: &EvaluationTask) -> &TaskReport {
        self.reports.get(task).unwrap_or(&UNKNOWN)
    }

    /// Everything known, by task.
    pub fn reports(&self) -> &BTreeMap<EvaluationTask, TaskReport> {
        &self.reports
    }

    /// What is known about a cell.
    pub fn cell(&self, id: &BlockId) -> &TaskReport {
        self.report(&EvaluationTask::Cell(Arc::clone(id)))
    }

    /// What is known about the learner's text of an exercise.
    pub fn attempt(&self, id: &BlockId) -> &TaskReport {
        self.report(&EvaluationTask::Attempt(Arc::clone(id)))
    }

    /// What is known about the code of a block: a cell's, or the learner's text of an exercise.
    pub fn code(&self, block: &Block) -> Option<&TaskReport> {
        match &block.kind {
            BlockKind::Cell(_) => Some(self.cell(&block.id)),
            BlockKind::Exercise(_) => Some(self.attempt(&block.id)),
            BlockKind::Prose(_) | BlockKind::Question(_) => None,
        }
    }

    /// What is known about a computed number of a block; [`TaskReport::text`] is what to show.
    pub fn number(&self, id: &BlockId, index: usize) -> &TaskReport {
        self.report(&EvaluationTask::Number(Arc::clone(id), index))
    }

    /// The right option of a question, once it is known.
    pub fn answer(&self, id: &BlockId) -> Option<usize> {
        let report = self.report(&EvaluationTask::Question(Arc::clone(id)));
        let answer = report.current()?.values.get("answer")?;
        values::option(&answer.value)
    }

    /// Whether the learner has changed something that a question asks about, while its answer is that of the page as written.
    pub fn asks_of_written(&self, id: &BlockId) -> bool {
        let Some(run) = self.report(&EvaluationTask::Question(Arc::clone(id))).current() else { return false };
        let has_moved =
            |(name, since): &(Arc<str>, u64)| self.definition(name).is_some_and(|(_, now)| now.since != *since);
        run.key.inputs.iter().any(has_moved)
    }

    /// How an exercise stands.
    pub fn verdict(&self, id: &BlockId) -> Verdict<'_> {
        match &self.attempt(id).state {
            TaskState::Error(fault) => return Verdict::Error(fault),
            TaskState::Blocked(blocked) => return Verdict::Blocked(blocked),
            TaskState::Ok => {}
            TaskState::Fresh | TaskState::Stale | TaskState::Lazy => return Verdict::Waiting,
        }
        match &self.report(&EvaluationTask::Check(Arc::clone(id))).state {
            TaskState::Ok => Verdict::Passed,
            TaskState::Error(fault) => Verdict::Failed(fault),
            TaskState::Blocked(blocked) => Verdict::Blocked(blocked),
            TaskState::Fresh | TaskState::Stale | TaskState::Lazy => Verdict::Waiting,
        }
    }

    /// The `score` that the check of a passed exercise has counted: a whole number, and less is better.
    pub fn score(&self, id: &BlockId) -> Option<i64> {
        match self.report(&EvaluationTask::Check(Arc::clone(id))).current()?.values.get("score")?.value {
            Value::Int(score, _) => Some(score),
            _ => None,
        }
    }

    /// The cell that has defined a page's name, with its value, present or old.
    pub fn definition(&self, name: &str) -> Option<(&BlockId, &BoundValue)> {
        self.reports.iter().find_map(|(task, report)| match task {
            EvaluationTask::Cell(id) => report.run.as_ref()?.values.get(name).map(|binding| (id, binding)),
            _ => None,
        })
    }

    /// The present values of all cells by name: what a reader without a screen works with.
    pub fn values(&self) -> Scope {
        let runs = self.reports.iter().filter_map(|(task, report)| match task {
            EvaluationTask::Cell(_) => report.current(),
            _ => None,
        });
        let bindings = runs.flat_map(|run| &run.values).filter(|(name, _)| !crate::notebook::graph::is_private(name));
        bindings.map(|(name, binding)| (Arc::clone(name), binding.value.clone())).collect()
    }

    /// What to show when not a cell but the evaluation itself broke down: the fault in every cell, so that it is not missed.
    pub(crate) fn broken_down(snapshot: &DocumentState) -> EvaluationOutcome {
        let mut outcome = EvaluationOutcome::begin(snapshot, &EvaluationOutcome::default());
        for block in snapshot.lesson.blocks.iter().filter(|block| block.editable().is_some()) {
            let diagnostic = evaluator::broke_down(&snapshot.source(&block.id).unwrap_or_default());
            let state = TaskState::Error(Arc::new(diagnostic.into()));
            for task in [EvaluationTask::Cell(Arc::clone(&block.id)), EvaluationTask::Attempt(Arc::clone(&block.id))] {
                outcome.reports.insert(task, TaskReport { state: state.clone(), ..TaskReport::default() });
            }
        }
        outcome
    }

    /// Every task at the start of its way: what held before is stale until it is looked at.
    fn begin(snapshot: &DocumentState, previous: &EvaluationOutcome) -> EvaluationOutcome {
        let lesson = Arc::clone(&snapshot.lesson.front.id);
        if previous.lesson != lesson {
            return EvaluationOutcome { lesson, ..EvaluationOutcome::default() };
        }
        let aged = |(task, report): (&EvaluationTask, &TaskReport)| {
            let state = if report.run.is_some() { TaskState::Stale } else { TaskState::Fresh };
            (task.clone(), TaskReport { state, ..report.clone() })
        };
        let blocks: BTreeSet<&BlockId> = snapshot.lesson.blocks.iter().map(|block| &block.id).collect();
        let lives = |(task, _): &(&EvaluationTask, &TaskReport)| blocks.contains(task.block());
        EvaluationOutcome {
            lesson,
            reports: previous.reports.iter().filter(lives).map(aged).collect(),
            clock: previous.clock,
        }
    }
}

impl EvaluationTask {
    /// The block that the task belongs to.
    pub fn block(&self) -> &BlockId {
        match self {
            EvaluationTask::Cell(id)
            | EvaluationTask::Written(id)
            | EvaluationTask::Number(id, _)
            | EvaluationTask::Question(id)
            | EvaluationTask::Attempt(id)
            | EvaluationTask::Check(id) => id,
        }
    }
}

impl TaskReport {
    /// The run, if it is what the text says.
    pub fn current(&self) -> Option<&Arc<TaskRun>> {
        self.run.as_ref().filter(|_| self.state == TaskState::Ok)
    }

    /// What the run ran, read: also where the text has become another since.
    pub fn ran(&self) -> Option<Arc<Program>> {
        let source = &self.run.as_ref()?.source;
        let is_same = |program: &&Arc<Program>| program.source == *source;
        Some(self.program.as_ref().filter(is_same).map_or_else(|| Arc::new(Program::new(source.clone())), Arc::clone))
    }

    /// Who seeded the random numbers in what is shown: in what came out, or in what was printed before an error.
    pub fn seed(&self) -> Seed {
        match &self.state {
            TaskState::Error(fault) => fault.seed,
            _ => self.run.as_ref().map_or(Seed::Own, |run| run.seed),
        }
    }

    /// The text that a computed number shows, present or old.
    pub fn text(&self) -> Option<&str> {
        match self.run.as_ref()?.result.as_ref()? {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
