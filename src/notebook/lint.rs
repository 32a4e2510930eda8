//! What keeps a lesson honest: everything that it says is run, and everything that it refers to is looked up.

mod assertion;
mod circle;
pub mod coverage;
mod labels;
mod needs;
pub mod options;
mod prose;
mod varies;

use std::sync::Arc;

use crate::lang::{self, Scope, Span};
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{
    CellFault, EvaluationOutcome, EvaluationTask, TaskRun, TaskState, Verdict, evaluate_now,
};
use crate::notebook::graph::is_private;
use crate::notebook::lesson::{Block, BlockId, BlockKind, CellSource, Display, Exercise, Lesson, LessonFile, Question};
use crate::notebook::library::LessonLibrary;
use crate::notebook::markdown::Computed;
use crate::notebook::problem::LessonProblem;
use circle::Circles;

/// How many characters a line of a cell may have: it must fit a terminal of 80 columns.
const LINE_WIDTH: usize = 80;

/// Checks a lesson; links and `needs` are looked up in `library`. The problems come in the order of the file.
///
/// Every cell and every number must evaluate, every question have an answer among its options that changes with what it
/// `varies` with, every exercise fail as it starts, pass with its solution and fail with each wrong text. Lines must fit,
/// names and links must resolve, and no number in prose may be typed that could be computed.
pub fn check(lesson: &Arc<Lesson>, library: &LessonLibrary) -> Vec<LessonProblem> {
    let snapshot = DocumentState::written(Arc::clone(lesson));
    let outcome = evaluate_now(&snapshot, &EvaluationOutcome::default());
    let page = Arc::new(outcome.values());
    let circles = Circles::new(lesson);
    let is_at_fault =
        |block: &Block| matches!(outcome.cell(&block.id).state, TaskState::Error(_) | TaskState::Blocked(_));
    let is_sound = !lesson.blocks.iter().any(is_at_fault);
    let mut lint = Lint { file: &lesson.file, snapshot, outcome, page, is_sound, circles, problems: Vec::new() };
    for block in &lesson.blocks {
        lint.file = lesson.file_of(block);
        lint.numbers(block);
        match &block.kind {
            BlockKind::Prose(_) => {}
            BlockKind::Cell(cell) => {
                lint.cell(&block.id, &cell.source);
                lint.display(block, &cell.display, &EvaluationTask::Cell(Arc::clone(&block.id)));
                let run = lint.outcome.cell(&block.id).current().cloned();
                lint.labels(block, &cell.display, run.as_ref());
            }
            BlockKind::Question(question) => lint.question(&block.id, question),
            BlockKind::Exercise(exercise) => {
                let solved = lint.exercise(&block.id, exercise);
                lint.display(block, &exercise.display, &EvaluationTask::Attempt(Arc::clone(&block.id)));
                // As it starts, an exercise has no values to speak of.
                lint.labels(block, &exercise.display, solved.attempt(&block.id).current());
            }
        }
        for source in sources(block) {
            lint.widths(source);
            lint.late_options(source);
        }
    }
    let mut problems = lint.problems;
    problems.extend(unseen(lesson));
    prose::check(lesson, library, &mut problems);
    problems.extend(needs::check(lesson, library));
    // The lesson's own first, then those of the examples that it uses.
    let is_shared = |problem: &LessonProblem| problem.file != *lesson.file.name();
    problems.sort_by_key(|problem| (is_shared(problem), problem.line, problem.column));
    problems
}

/// What a reader would not see: a page without anything on it, a character that is none.
fn unseen(lesson: &Lesson) -> impl Iterator<Item = LessonProblem> {
    let text = lesson.file.text();
    let empty = lesson.blocks.is_empty().then(|| {
        let problem = lesson.file.problem(text.len(), "the lesson has no content after its header");
        problem.with_help("add text, cells, questions or exercises")
    });
    let control = text.char_indices().find(|(_, letter)| letter.is_control() && !matches!(letter, '\n' | '\t'));
    let control = control.map(|(at, letter)| {
        let message = format!("the control character U+{:04X} cannot be displayed", u32::from(letter));
        lesson.file.problem(at, message).with_help("remove it; in code, write it as `\\x1b` or `\\u001b`")
    });
    empty.into_iter().chain(control)
}

struct Lint<'a> {
    /// The file that holds the block which is looked at.
    file: &'a LessonFile,
    snapshot: DocumentState,
    outcome: EvaluationOutcome,
    /// The values of the page by name: gathered once, as a lesson may have very many cells.
    page: Arc<Scope>,
    /// Whether no cell is at fault, nor waits for one that is.
    is_sound: bool,
    circles: Circles<'a>,
    problems: Vec<LessonProblem>,
}

impl Lint<'_> {
    fn cell(&mut self, id: &BlockId, source: &CellSource) {
        // A blocked cell is not at fault: the one that blocks it is told of.
        if let TaskState::Error(fault) = &self.outcome.cell(id).state {
            let fault = Arc::clone(fault);
            if !fault.is_circle {
                self.fault(source, &fault, "");
            } else if let Some(message) = self.circles.told(self.file, id, &fault) {
                self.told(source, &fault, message);
            }
        }
        if let Some(program) = self.outcome.cell(id).program.clone() {
            for call in lang::immovable(&program.parsed, &program.source) {
                let name = call.span.of(&program.source);
                let message = format!("this `{name}` is not shown as a control, so readers cannot change it");
                let problem = self.file.problem(source.at + call.span.start as usize, message);
                let help = call.why.unwrap_or("write `name = ...` on a line of its own, with literal values");
                self.problems.push(problem.with_help(help));
            }
        }
    }

    fn numbers(&mut self, block: &Block) {
        for number in block.numbers() {
            if let TaskState::Error(fault) = &self.outcome.number(&block.id, number.index).state {
                let fault = Arc::clone(fault);
                self.number(number, &fault);
            }
        }
    }

    /// An error in a computed number stands where its expression stands in the prose.
    fn number(&mut self, number: &Computed, fault: &CellFault) {
        let before = fault.diagnostic.span.start as usize;
        let inside = number.program().get(Computed::EXPRESSION_AT..before).map_or(0, |text| text.chars().count());
        self.problems.push(LessonProblem {
            file: Arc::clone(self.file.name()),
            line: number.place.line,
            column: number.place.column + inside.min(number.expression.chars().count()),
            message: fault.diagnostic.message.clone(),
            help: fault.diagnostic.help.clone(),
        });
    }

    fn question(&mut self, id: &BlockId, question: &Question) {
        if let Some((one, other, text)) = options::equal(id, question, &self.outcome) {
            let at = question.options[other].first().map_or(question.source.at, |piece| piece.at);
            let problem = self.file.problem(at, format!("the options {one} and {other} both read `{text}`"));
            self.problems.push(problem.with_help("give each option a different text"));
        }
        let state = &self.outcome.report(&EvaluationTask::Question(Arc::clone(id))).state;
        if let TaskState::Error(fault) = state {
            let fault = Arc::clone(fault);
            return self.fault(&question.source, &fault, "");
        }
        if *state != TaskState::Ok {
            return;
        }
        let Some(answer) = self.outcome.answer(id) else {
            return self
                .at(&question.source, "the code must set `answer` to the number of the right option, counted from 0");
        };
        if answer >= question.options.len() {
            let message =
                format!("the answer is {answer}, but the options are numbered 0 to {}", question.options.len() - 1);
            return self.at(&question.source, &message);
        }
        for name in &question.varies {
            if let Err(message) =
                varies::check(&self.snapshot, &self.outcome, id, name, (answer, question.options.len()))
            {
                self.at(&question.source, &message);
            }
        }
    }

    /// Gives the page on which the exercise is solved.
    fn exercise(&mut self, id: &BlockId, exercise: &Exercise) -> EvaluationOutcome {
        if matches!(self.outcome.verdict(id), Verdict::Passed) {
            self.at(&exercise.start, "the exercise passes before it is solved: its check tests nothing");
        }
        let solved = self.attempt(id, &exercise.solution);
        match solved.verdict(id) {
            Verdict::Error(fault) => self.fault(&exercise.solution, fault, "the solution fails: "),
            Verdict::Failed(fault) => self.fault(&exercise.check, fault, "the solution does not pass: "),
            Verdict::Passed => self.par(exercise, solved.score(id)),
            Verdict::Blocked(_) | Verdict::Waiting => {}
        }
        for wrong in &exercise.wrong {
            if matches!(self.attempt(id, wrong).verdict(id), Verdict::Passed) {
                self.at(wrong, "this wrong solution passes: the check does not detect the mistake");
            }
        }
        solved
    }

    /// Par is what the solution scores, and nothing is scored without one.
    fn par(&mut self, exercise: &Exercise, score: Option<i64>) {
        let message = match (exercise.par, score) {
            (Some(par), Some(score)) if par != score => format!("the solution scores {score}, but `par` is {par}"),
            (Some(_), None) => "the exercise has a `par`, but its check does not set `score` to an integer".to_owned(),
            (None, Some(score)) => format!("the check sets a `score`: give the exercise `par: {score}`"),
            _ => return,
        };
        self.at(&exercise.start, &message);
    }

    /// The page with another text in an exercise.
    fn attempt(&self, id: &BlockId, text: &CellSource) -> EvaluationOutcome {
        let changes = Arc::new([(Arc::clone(id), Arc::clone(text.text()))].into());
        evaluate_now(&DocumentState { changes, ..self.snapshot.clone() }, &self.outcome)
    }

    /// The names that a cell's options speak of must be there.
    fn display(&mut self, block: &Block, display: &Display, task: &EvaluationTask) {
        let Some(program) = self.outcome.report(task).program.clone() else { return };
        let own: Vec<_> = program.names.defines.iter().map(|(name, _)| name).filter(|name| !is_private(name)).collect();
        for name in display.show.iter().flatten().filter(|name| !own.contains(name)) {
            let message = format!("`show` names `{name}`, which this cell does not define");
            self.in_options(block, name, message, own.iter().map(|name| &***name));
        }
        // What a cell at fault would define, nobody knows: it is asked again once it runs.
        if !self.is_sound {
            return;
        }
        let page = Arc::clone(&self.page);
        let labels = display.row_names.iter().chain(&display.col_names).map(|name| (name, "name the rows or columns"));
        let known = display.known.iter().map(|name| (name, "list the known words"));
        for (name, what) in labels.chain(known).filter(|(name, _)| !page.contains_key(*name) && !own.contains(name)) {
            let message = format!("no cell defines `{name}`, which should {what}");
            self.in_options(block, name, message, page.keys().map(|name| &**name));
        }
    }

    /// What the options call rows and columns must have rows and columns to be seen at.
    fn labels(&mut self, block: &Block, display: &Display, run: Option<&Arc<TaskRun>>) {
        let Some(run) = run else { return };
        let at = self.file.line_start(block.line);
        for (message, help) in labels::misfits(display, run, &self.page) {
            let problem = self.file.problem(at, message);
            self.problems.push(LessonProblem { help: help.map(str::to_owned), ..problem });
        }
    }

    fn in_options<'n>(&mut self, block: &Block, name: &str, message: String, names: impl Iterator<Item = &'n str>) {
        let at = self.file.line_start(block.line);
        self.problems.push(self.file.problem(at, message).with_nearest(name, names));
    }

    fn widths(&mut self, source: &CellSource) {
        let mut at = source.at;
        for line in source.text().split('\n') {
            let width = line.chars().count();
            if width > LINE_WIDTH {
                let message =
                    format!("this line has {width} characters, but a line of a cell can have at most {LINE_WIDTH}");
                let overflow = line.char_indices().nth(LINE_WIDTH).map_or(0, |(offset, _)| offset);
                self.problems.push(self.file.problem(at + overflow, message));
            }
            at += line.len() + 1;
        }
    }

    /// Options are the first lines of a cell: below its code one is a comment like any other.
    fn late_options(&mut self, source: &CellSource) {
        let mut at = source.at;
        for line in source.text().split('\n') {
            if line.starts_with("#|") {
                let problem = self.file.problem(at, "this option comes after the code, where it is only a comment");
                self.problems.push(problem.with_help("put options in the first lines of the cell"));
            }
            at += line.len() + 1;
        }
    }

    fn fault(&mut self, source: &CellSource, fault: &CellFault, lead: &str) {
        let assertion = assertion::told(&fault.diagnostic, source.text());
        let message = assertion.unwrap_or_else(|| fault.diagnostic.message.clone());
        self.told(source, fault, format!("{lead}{message}"));
    }

    /// Tells of a fault in these words.
    fn told(&mut self, source: &CellSource, fault: &CellFault, message: String) {
        let Span { start, .. } = fault.diagnostic.span;
        let problem = self.file.problem(source.at + start as usize, message);
        self.problems.push(LessonProblem { help: fault.diagnostic.help.clone(), ..problem });
    }

    fn at(&mut self, source: &CellSource, message: &str) {
        self.problems.push(self.file.problem(source.at, message));
    }
}

/// Every piece of code in a block.
fn sources(block: &Block) -> Vec<&CellSource> {
    match &block.kind {
        BlockKind::Prose(_) => Vec::new(),
        BlockKind::Cell(cell) => vec![&cell.source],
        BlockKind::Question(question) => vec![&question.source],
        BlockKind::Exercise(exercise) => {
            [&exercise.start, &exercise.check, &exercise.solution].into_iter().chain(&exercise.wrong).collect()
        }
    }
}

#[cfg(test)]
mod tests;
