//! One evaluation at work.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{
    Blocked, BoundValue, CacheKey, CellFault, EvaluationObserver, EvaluationOutcome, EvaluationTask, FailedRun, Room,
    TaskReport, TaskRun, TaskState, values,
};
use crate::lang::{self, Budget, Diagnostic, Evaluation, Limits, Scope, Span, Surroundings, Value};
use crate::nn::intervention;
use crate::notebook::document::DocumentState;
use crate::notebook::graph::{Graph, GraphCell};
use crate::notebook::left_out::LeftOut;
use crate::notebook::lesson::{Block, BlockId, BlockKind, CellSource, Display, Exercise, LiveCell, Program, Question};
use crate::notebook::problem::nearest;

pub(super) fn evaluate(
    snapshot: &DocumentState,
    previous: &EvaluationOutcome,
    watch: &dyn EvaluationObserver,
    room: Room,
) -> EvaluationOutcome {
    let outcome = EvaluationOutcome::begin(snapshot, previous);
    let limits = room.limits(&snapshot.lesson.files);
    let left = [limits.page; 2];
    let mut evaluator = Evaluator { snapshot, outcome, watch, comparisons: COMPARISONS, limits, left };
    let lesson = Arc::clone(&snapshot.lesson);
    let asks = |block: &Block| matches!(&block.kind, BlockKind::Question(question) if !question.live);
    let written = lesson.blocks.iter().any(asks).then(|| evaluator.page(TextVersion::Written));
    let current = evaluator.page(TextVersion::Current);
    for block in &lesson.blocks {
        let page = match &block.kind {
            BlockKind::Question(question) if !question.live => written.as_ref().unwrap_or(&current),
            _ => &current,
        };
        evaluator.numbers(block, page);
        match &block.kind {
            BlockKind::Question(question) => evaluator.question(&block.id, question, page),
            BlockKind::Exercise(exercise) => evaluator.exercise(&block.id, exercise, page),
            BlockKind::Prose(_) | BlockKind::Cell(_) => {}
        }
    }
    evaluator.outcome
}

/// Whose text of the page it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextVersion {
    /// The author's.
    Written,
    /// The learner's.
    Current,
}

impl TextVersion {
    fn task(self, cell: &BlockId) -> EvaluationTask {
        match self {
            TextVersion::Written => EvaluationTask::Written(Arc::clone(cell)),
            TextVersion::Current => EvaluationTask::Cell(Arc::clone(cell)),
        }
    }

    /// The same cell in the other edition: with the same text and inputs it has the same result.
    fn twin(task: &EvaluationTask) -> Option<EvaluationTask> {
        match task {
            EvaluationTask::Cell(id) => Some(EvaluationTask::Written(Arc::clone(id))),
            EvaluationTask::Written(id) => Some(EvaluationTask::Cell(Arc::clone(id))),
            _ => None,
        }
    }
}

/// The names of a page and who defines them.
struct DocumentGraph {
    edition: TextVersion,
    cells: Vec<BlockId>,
    graph: Graph,
}

/// What a task takes from others.
enum TaskInputs {
    Ready(Vec<(Arc<str>, BoundValue)>),
    /// Something it needs is on its way, but the evaluation was stopped.
    Waiting,
    Blocked(Blocked),
}

/// A task that is ready to be looked at.
struct EvaluationJob<'a> {
    task: EvaluationTask,
    page: &'a DocumentGraph,
    program: Arc<Program>,
    display: Option<&'a Display>,
    /// Whether it may run without being asked.
    eager: bool,
}

struct Evaluator<'a> {
    snapshot: &'a DocumentState,
    outcome: EvaluationOutcome,
    watch: &'a dyn EvaluationObserver,
    /// How many names may still be compared with unknown ones.
    comparisons: usize,
    /// What a task may spend.
    limits: Limits,
    /// What is left for the tasks of each edition. It is counted in the order in which a run from scratch would spend it, so that a
    /// page is over its limits after whatever edits exactly where it would be from scratch.
    left: [Budget; 2],
}

/// How many names an evaluation compares with unknown ones to find what was meant: on a page of very many cells that all name
/// something unknown, the first are told what they may mean.
const COMPARISONS: usize = 1_000_000;

impl Evaluator<'_> {
    /// Evaluates all cells of one edition.
    fn page(&mut self, edition: TextVersion) -> DocumentGraph {
        let lesson = Arc::clone(&self.snapshot.lesson);
        let cells: Vec<(&Block, &LiveCell)> = lesson
            .blocks
            .iter()
            .filter_map(|block| match &block.kind {
                BlockKind::Cell(cell) => Some((block, cell)),
                _ => None,
            })
            .collect();
        let programs: Vec<_> = cells.iter().map(|(block, cell)| self.cell_program(edition, block, cell)).collect();
        let members = members(&cells, &programs);
        let graph = Graph::new(&members);
        let page = DocumentGraph { edition, cells: members.into_iter().map(|member| member.id).collect(), graph };
        let awaited = self.awaited(&page);
        for &number in page.graph.order() {
            let cell = cells[number].1;
            let eager = !cell.lazy || awaited.contains(&number);
            let task = edition.task(&page.cells[number]);
            let job = EvaluationJob {
                task,
                page: &page,
                program: Arc::clone(&programs[number]),
                display: Some(&cell.display),
                eager,
            };
            if let Some(fault) = page.graph.fault(number) {
                self.fail(&job, fault.clone());
            } else {
                let inputs = page.graph.inputs(number).iter().map(|input| (&input.name, input.from));
                let inputs = self.inputs(inputs, &page);
                self.settle(&job, inputs);
            }
        }
        page
    }

    fn cell_program(&self, edition: TextVersion, block: &Block, cell: &LiveCell) -> Arc<Program> {
        match edition {
            TextVersion::Written => Arc::clone(cell.source.program()),
            TextVersion::Current => self.current(&edition.task(&block.id), &block.id, &cell.source),
        }
    }

    /// What stands in a block now: what the learner made of it, or what its author wrote.
    fn current(&self, task: &EvaluationTask, block: &BlockId, written: &CellSource) -> Arc<Program> {
        match self.snapshot.changes.get(block) {
            Some(text) => self.program(task, Arc::clone(text)),
            None => Arc::clone(written.program()),
        }
    }

    /// The parsed text, from before if it is the same.
    fn program(&self, task: &EvaluationTask, source: Arc<str>) -> Arc<Program> {
        let twin = TextVersion::twin(task);
        let known = std::iter::once(task).chain(&twin).filter_map(|task| self.outcome.report(task).program.as_ref());
        match known.into_iter().find(|program| program.source == source) {
            Some(program) => Arc::clone(program),
            None => Arc::new(Program::new(source)),
        }
    }

    /// The lazy cells to run: those asked for, and the lazy ones that these need.
    fn awaited(&self, page: &DocumentGraph) -> BTreeSet<usize> {
        let asked = |cell: &usize| self.snapshot.awaited.contains(&page.cells[*cell]);
        let mut open: Vec<_> = (0..page.cells.len()).filter(asked).collect();
        let mut awaited = BTreeSet::new();
        while let Some(cell) = open.pop() {
            if awaited.insert(cell) {
                open.extend(page.graph.inputs(cell).iter().map(|input| input.from));
            }
        }
        awaited
    }

    fn numbers(&mut self, block: &Block, page: &DocumentGraph) {
        for number in block.numbers() {
            let task = EvaluationTask::Number(Arc::clone(&block.id), number.index);
            let program = self.program(&task, number.program().into());
            let inputs = self.page_inputs(&program, None, page);
            self.settle(&EvaluationJob { task, page, program, display: None, eager: true }, inputs);
        }
    }

    fn question(&mut self, id: &BlockId, question: &Question, page: &DocumentGraph) {
        let task = EvaluationTask::Question(Arc::clone(id));
        let program = Arc::clone(question.source.program());
        let inputs = self.page_inputs(&program, None, page);
        self.settle(&EvaluationJob { task, page, program, display: None, eager: true }, inputs);
    }

    /// Runs the learner's text over the page's names, then the check over what the text defines and the rest of the page.
    fn exercise(&mut self, id: &BlockId, exercise: &Exercise, page: &DocumentGraph) {
        let task = EvaluationTask::Attempt(Arc::clone(id));
        let attempt = self.current(&task, id, &exercise.start);
        let inputs = self.page_inputs(&attempt, Some(&exercise.display), page);
        let program = Arc::clone(&attempt);
        self.settle(
            &EvaluationJob { task: task.clone(), page, program, display: Some(&exercise.display), eager: true },
            inputs,
        );

        let check = EvaluationTask::Check(Arc::clone(id));
        if self.outcome.report(&task).state != TaskState::Ok {
            self.outcome.reports.remove(&check);
            return;
        }
        let program = Arc::clone(exercise.check.program());
        let inputs = self.check_inputs(&task, &attempt, &program, page);
        self.settle(&EvaluationJob { task: check, page, program, display: None, eager: true }, inputs);
    }

    /// What a check takes: names that the attempt defines are the attempt's, even where it did not come to define them.
    fn check_inputs(
        &self,
        task: &EvaluationTask,
        attempt: &Program,
        check: &Program,
        page: &DocumentGraph,
    ) -> TaskInputs {
        let Some(run) = self.outcome.report(task).current() else { return TaskInputs::Waiting };
        let is_own = |name: &Arc<str>| attempt.names.defines.iter().any(|(own, _)| own == name);
        let uses = || check.names.read().map(|(name, _)| name);
        let own = uses().filter_map(|name| Some((Arc::clone(name), run.values.get(name)?.clone())));
        let others = uses().filter(|name| !is_own(name)).filter_map(|name| Some((name, page.graph.definer(name)?)));
        match self.inputs(others, page) {
            TaskInputs::Ready(others) => TaskInputs::Ready(others.into_iter().chain(own).collect()),
            stuck => stuck,
        }
    }

    /// What a program that is no cell takes from the page, with the lists that name the rows and columns of its picture.
    fn page_inputs(&self, program: &Program, display: Option<&Display>, page: &DocumentGraph) -> TaskInputs {
        let uses = program.names.read().map(|(name, _)| name).chain(display.into_iter().flat_map(labels));
        self.inputs(uses.filter_map(|name| Some((name, page.graph.definer(name)?))), page)
    }

    fn inputs<'n>(&self, names: impl Iterator<Item = (&'n Arc<str>, usize)>, page: &DocumentGraph) -> TaskInputs {
        let mut ready: Vec<(Arc<str>, BoundValue)> = Vec::new();
        for (name, from) in names {
            let report = self.outcome.report(&page.edition.task(&page.cells[from]));
            match &report.state {
                // A name that the cell did not come to define is not given, and the language says that it is missing.
                TaskState::Ok => {
                    let binding = report.run.as_ref().and_then(|run| run.values.get(name));
                    ready.extend(binding.map(|binding| (Arc::clone(name), binding.clone())));
                }
                TaskState::Fresh | TaskState::Stale => return TaskInputs::Waiting,
                TaskState::Blocked(root) => {
                    return TaskInputs::Blocked(Blocked { by: Arc::clone(&root.by), name: Arc::clone(name) });
                }
                TaskState::Lazy | TaskState::Error(_) => {
                    return TaskInputs::Blocked(Blocked { by: Arc::clone(&page.cells[from]), name: Arc::clone(name) });
                }
            }
        }
        TaskInputs::Ready(ready)
    }

    /// Brings a task's report up to date, by what is known or by running it.
    fn settle(&mut self, job: &EvaluationJob<'_>, inputs: TaskInputs) {
        if let Some(error) = job.program.parsed.errors.first() {
            return self.fail(job, error.clone().into());
        }
        let inputs = match inputs {
            TaskInputs::Ready(inputs) => inputs,
            TaskInputs::Waiting => return,
            TaskInputs::Blocked(blocked) => return self.report(job, TaskState::Blocked(blocked)),
        };
        let key = CacheKey {
            source: Arc::clone(&job.program.source),
            display: job.display.cloned(),
            inputs: inputs.iter().map(|(name, binding)| (Arc::clone(name), binding.since)).collect(),
            left_out: self.left_out(&job.task).cloned(),
        };
        let left = self.left[job.page.edition as usize];
        if let Some(failure) = self.known_failure(&job.task, &key, left) {
            self.charge(job, failure.spent);
            self.fail(job, failure.fault.clone());
        } else if let Some(run) = self.known_run(&job.task, &key, left) {
            self.charge(job, run.spent);
            self.succeed(job, run);
        } else if !job.eager {
            self.report(job, TaskState::Lazy);
        } else if !self.watch.cancel().is_raised() {
            self.watch.before(&job.task, &self.outcome);
            self.run(job, key, &inputs);
        }
    }

    /// What the attention that a task runs lacks.
    fn left_out(&self, task: &EvaluationTask) -> Option<&LeftOut> {
        let is_of = |left_out: &&LeftOut| matches!(task, EvaluationTask::Cell(block) if *block == left_out.block);
        self.snapshot.left_out.as_ref().filter(is_of)
    }

    /// How this very text failed before on these very inputs, if there is as much left as it took.
    fn known_failure(&self, task: &EvaluationTask, key: &CacheKey, left: Budget) -> Option<Arc<FailedRun>> {
        let failed = self.outcome.report(task).failed.as_ref()?;
        (failed.key == *key && left.covers(failed.spent)).then(|| Arc::clone(failed))
    }

    /// The run of this very text on these very inputs, here or in the other edition, if there is as much left as it took.
    fn known_run(&self, task: &EvaluationTask, key: &CacheKey, left: Budget) -> Option<Arc<TaskRun>> {
        let twin = TextVersion::twin(task);
        let runs = std::iter::once(task).chain(&twin).filter_map(|task| self.outcome.report(task).run.as_ref());
        runs.into_iter().find(|run| run.key == *key && left.covers(run.spent)).map(Arc::clone)
    }

    /// Takes what a task has spent from what is left of the page.
    fn charge(&mut self, job: &EvaluationJob<'_>, spent: Budget) {
        let left = &mut self.left[job.page.edition as usize];
        *left = left.less(spent);
    }

    fn run(&mut self, job: &EvaluationJob<'_>, key: CacheKey, inputs: &[(Arc<str>, BoundValue)]) {
        let given: Scope = inputs.iter().map(|(name, binding)| (Arc::clone(name), binding.value.clone())).collect();
        let program = &job.program;
        let cancel = self.watch.cancel();
        let files = &self.snapshot.lesson.files;
        let limits = Limits { page: self.left[job.page.edition as usize], ..self.limits };
        let left_out = self.left_out(&job.task);
        let run = || {
            let hook = left_out.map(|left_out| intervention::hook(vec![left_out.intervention()]));
            let cell = Some(job.task.block());
            let around = Surroundings { cell, given: &given, limits: &limits, files, hook, cancel };
            lang::evaluate_in(&program.parsed.program, &program.source, around)
        };
        let Ok(evaluation) = catch_unwind(AssertUnwindSafe(run)) else {
            return self.remember_failure(job, key, broke_down(&program.source).into(), Budget::default());
        };
        self.charge(job, evaluation.spent);
        if evaluation.error.is_some() {
            // What was stopped has not failed: it stays stale until the next evaluation.
            if !cancel.is_raised() {
                self.failed(job, key, evaluation);
            }
            return;
        }
        self.succeeded(job, key, evaluation, &given);
    }

    /// A task has come to an error.
    fn failed(&mut self, job: &EvaluationJob<'_>, key: CacheKey, evaluation: Evaluation) {
        let Some(diagnostic) = evaluation.error else { return };
        let fault = CellFault { printed: evaluation.printed, seed: evaluation.seed, ..diagnostic.into() };
        if evaluation.is_over_page {
            // With a page that leaves more it may go well.
            return self.fail(job, fault);
        }
        self.remember_failure(job, key, fault, evaluation.spent);
    }

    /// A task has come to its end.
    fn succeeded(&mut self, job: &EvaluationJob<'_>, key: CacheKey, evaluation: Evaluation, given: &Scope) {
        self.outcome.clock += 1;
        let labelled = values::labelled(evaluation.defined, job.display, given);
        let values = labelled.into_iter().map(|(name, value)| {
            let binding = self.binding(&job.task, &name, value);
            (name, binding)
        });
        let run = TaskRun {
            source: Arc::clone(&job.program.source),
            values: values.collect(),
            result: evaluation.result,
            printed: evaluation.printed,
            seed: evaluation.seed,
            tape: Arc::new(evaluation.tape),
            key,
            spent: evaluation.spent,
        };
        self.succeed(job, Arc::new(run));
    }

    fn succeed(&mut self, job: &EvaluationJob<'_>, run: Arc<TaskRun>) {
        let program = Some(Arc::clone(&job.program));
        let report = TaskReport { state: TaskState::Ok, run: Some(run), program, failed: None };
        self.outcome.reports.insert(job.task.clone(), report);
    }

    /// A value that is bit-equal to the one before counts as unchanged: the early cut-off.
    fn binding(&self, task: &EvaluationTask, name: &str, value: Value) -> BoundValue {
        let before = self.outcome.report(task).run.as_ref().and_then(|run| run.values.get(name));
        match before.filter(|before| before.value.same_bits(&value)) {
            Some(before) => BoundValue { value, since: before.since },
            None => BoundValue { value, since: self.outcome.clock },
        }
    }

    fn remember_failure(&mut self, job: &EvaluationJob<'_>, key: CacheKey, fault: CellFault, spent: Budget) {
        let failed = Some(Arc::new(FailedRun { key, fault: fault.clone(), spent }));
        self.fail(job, fault);
        if let Some(report) = self.outcome.reports.get_mut(&job.task) {
            report.failed = failed;
        }
    }

    /// Sets a task's error. An unknown name is compared with all names of the page, of which the language knows only those
    /// that the task uses; with what the page says now, so that an error that is remembered is told as a new one would be.
    fn fail(&mut self, job: &EvaluationJob<'_>, mut fault: CellFault) {
        let word = fault.diagnostic.span.of(&job.program.source);
        let is_unknown = job.program.names.uses(word) && job.page.graph.definer(word).is_none();
        let compared = job.page.graph.names().len() + self.snapshot.lesson.blocks.len();
        if is_unknown && let Some(left) = self.comparisons.checked_sub(compared) {
            self.comparisons = left;
            let help = if self.is_of_another_exercise(word, &job.task) {
                Some(format!("an exercise keeps its names to itself: copy `{word}` here"))
            } else {
                nearest(word, job.page.graph.names().map(|name| &**name)).map(|near| format!("did you mean `{near}`?"))
            };
            if help.is_some() {
                fault.diagnostic.help = help;
            }
        }
        self.report(job, TaskState::Error(Arc::new(fault)));
    }

    /// Whether an exercise of the page that this is no task of asks for this name.
    fn is_of_another_exercise(&self, name: &str, task: &EvaluationTask) -> bool {
        self.snapshot.lesson.blocks.iter().any(|block| match &block.kind {
            BlockKind::Exercise(exercise) => {
                let own =
                    [EvaluationTask::Attempt(Arc::clone(&block.id)), EvaluationTask::Check(Arc::clone(&block.id))];
                let mut names = exercise.start.program().names.defines.iter();
                !own.contains(task) && names.any(|(defined, _)| **defined == *name)
            }
            _ => false,
        })
    }

    /// Sets a task's state; the values of its last good run stay, to be drawn dimmed.
    fn report(&mut self, job: &EvaluationJob<'_>, state: TaskState) {
        let report = self.outcome.reports.entry(job.task.clone()).or_default();
        report.state = state;
        report.program = Some(Arc::clone(&job.program));
    }
}

/// The names of the lists that name the rows and columns of a picture, and that say which of them are known.
fn labels(display: &Display) -> impl Iterator<Item = &Arc<str>> {
    display.row_names.iter().chain(&display.col_names).chain(&display.known)
}

/// The cells as the graph sees them. A text that is broken just now still defines what its author wrote there, unless another
/// cell does: so its readers are blocked by it while it is being typed, and do not search for a name that is coming back.
fn members(cells: &[(&Block, &LiveCell)], programs: &[Arc<Program>]) -> Vec<GraphCell> {
    let member = |((block, cell), program): (&(&Block, &LiveCell), &Arc<Program>)| {
        let mut names = program.names.clone();
        names.uses.extend(labels(&cell.display).map(|name| (Arc::clone(name), Span::default())));
        GraphCell { id: Arc::clone(&block.id), names }
    };
    let mut members: Vec<_> = cells.iter().zip(programs).map(member).collect();
    let mut defined: BTreeSet<Arc<str>> =
        members.iter().flat_map(|member| &member.names.defines).map(|(name, _)| Arc::clone(name)).collect();
    take_hidden(&mut members);
    for (cell, program) in programs.iter().enumerate().filter(|(_, program)| !program.is_whole()) {
        for (name, _) in &cells[cell].1.source.program().names.defines {
            if defined.insert(Arc::clone(name)) {
                let end = program.source.len() as u32;
                members[cell].names.defines.push((Arc::clone(name), Span::new(end, end)));
            }
        }
    }
    members
}

/// What is always there is used where a cell above has given it another meaning.
fn take_hidden(members: &mut [GraphCell]) {
    let mut hidden: BTreeSet<Arc<str>> = BTreeSet::new();
    for GraphCell { names, .. } in members {
        let taken = names.always_there.iter().filter(|(name, _)| hidden.contains(name)).cloned();
        names.uses.extend(taken);
        hidden.extend(names.hides.iter().cloned());
    }
}

pub(super) fn broke_down(source: &str) -> Diagnostic {
    let whole = Span::new(0, source.len() as u32);
    Diagnostic::new(whole, "the evaluation of this cell failed unexpectedly")
        .help("this is a bug in Glassformer, not in your code; please report it")
}
