//! What `eval` and `why` look at: a lesson or a program with the inputs that were set and the tensors that were loaded, evaluated.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::headless::Inputs;
use super::complaint::Complaint;
use super::{Failure, open, output};
use crate::lang;
use crate::nn::weights::File;
use crate::notebook::disk::{self, Unread};
use crate::notebook::document::{Document, DocumentState};
use crate::notebook::evaluate::{
    EvaluationOutcome, GivenTensors, STACK, TaskReport, TaskRun, evaluate_file, evaluate_now_here,
};
use crate::notebook::graph::is_private;
use crate::notebook::inputs::{self, InputError};
use crate::notebook::lesson::{BlockId, BlockKind, Lesson, LessonFile, Program};
use crate::notebook::library::{LessonLibrary, OpenError};
use crate::notebook::problem::nearest;
use crate::notebook::session::{self, SavedProgress, SessionStore};

/// The longest `.py` file that is looked into at all; the language's own limit is lower and says more.
const MAX_BYTES: u64 = 1 << 20;

/// Cells with their values.
pub(super) struct Subject {
    /// The file, as errors name it.
    pub file: Arc<str>,
    /// Its cells in page order; a program has one.
    pub cells: Vec<CellText>,
    /// Their values.
    pub outcome: EvaluationOutcome,
    /// Whether it is a program, whose product is what it prints, where it prints something.
    pub is_program: bool,
    /// The files of the disk that a lesson was read from.
    pub paths: Vec<PathBuf>,
    /// What kept a lesson from being read at all.
    pub problems: Vec<Complaint>,
}

/// The text of a cell as it ran.
pub(super) struct CellText {
    /// Its label.
    pub id: BlockId,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// The text.
    pub source: Arc<str>,
    /// Whether it is the learner's text of an exercise.
    pub is_attempt: bool,
}

impl Subject {
    /// Reads and evaluates; of a lesson only `wanted` and what these cells need, if any are named.
    pub(super) fn open(library: &LessonLibrary, inputs: &Inputs, wanted: &[String]) -> Result<Self, Failure> {
        let open = || {
            let given = inputs.load.iter().map(|(name, path)| load(name, path)).collect::<Result<Vec<_>, _>>()?;
            let is_program = Path::new(&inputs.subject).extension().is_some_and(|ending| ending == "py");
            if is_program { program(inputs, &given, wanted) } else { lesson(library, inputs, &given, wanted) }
        };
        // The parser and the evaluator recurse with the nesting of the text.
        let evaluated = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, open)?;
            Ok(thread.join())
        });
        evaluated.map_err(|error: std::io::Error| Failure::failed(error.to_string()))?.unwrap_or_else(|_| {
            Err(Failure::failed("evaluation failed unexpectedly; this is a bug in Glassformer, please report it"))
        })
    }

    /// How a cell stands.
    pub(super) fn report(&self, cell: &CellText) -> &TaskReport {
        if cell.is_attempt { self.outcome.attempt(&cell.id) } else { self.outcome.cell(&cell.id) }
    }

    /// What ran well of a cell.
    pub(super) fn run(&self, cell: &CellText) -> Option<&TaskRun> {
        self.report(cell).current().map(Arc::as_ref)
    }

    /// The public names of a cell that ran, in the order of their definition.
    pub(super) fn names(&self, cell: &CellText) -> Vec<Arc<str>> {
        let (Some(run), Some(program)) = (self.run(cell), &self.report(cell).program) else {
            return Vec::new();
        };
        let defined = program.names.defines.iter().map(|(name, _)| name);
        defined.filter(|name| !is_private(name) && run.values.contains_key(*name)).cloned().collect()
    }

    /// Everything that is wrong, in the order of the file.
    pub(super) fn complaints(&self) -> Vec<Complaint> {
        let of_cells = self.cells.iter().flat_map(|cell| Complaint::of_cell(cell, self));
        self.problems.iter().cloned().chain(of_cells).collect()
    }
}

fn load(name: &str, path: &str) -> Result<GivenTensors, Failure> {
    let unreadable = |error| Failure::wrong(format!("cannot read {path}: {error}"));
    let bytes = disk::read_whole(Path::new(path)).map_err(unreadable)?;
    let file = File::read_as_written(&bytes).map_err(|error| Failure::failed(format!("{path}: {error}")))?;
    Ok(GivenTensors::new(name, file.tensors))
}

fn program(inputs: &Inputs, given: &[GivenTensors], wanted: &[String]) -> Result<Subject, Failure> {
    let path = Path::new(&inputs.subject);
    if let Some(label) = wanted.first() {
        return Err(Failure::wrong(format!(
            "there is no cell `{label}`: a `.py` program has only one cell, so leave --cell out"
        )));
    }
    if inputs.with_work() {
        return Err(Failure::wrong(
            "--mine and --session work only for lessons, not for `.py` programs: leave them out",
        ));
    }
    let file = LessonFile::new(&inputs.subject, &text(path)?);
    let mut source: Arc<str> = file.text().into();
    for (name, value) in &inputs.set {
        let program = Program::new(Arc::clone(&source));
        source = inputs::with_input(&source, &program.parsed.program, name, value)
            .map_err(|refusal| refused(refusal, name, value, &Settable::of(&program)))?
            .into();
    }
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("program");
    let id: BlockId = stem.into();
    let outcome = evaluate_file(&id, Arc::clone(&source), given);
    let cells = vec![CellText { id, line: 1, source, is_attempt: false }];
    Ok(Subject {
        file: Arc::clone(file.name()),
        cells,
        outcome,
        is_program: true,
        paths: Vec::new(),
        problems: Vec::new(),
    })
}

fn text(path: &Path) -> Result<String, Failure> {
    let unreadable =
        |reason: &dyn std::fmt::Display| Failure::wrong(format!("cannot read {}: {reason}", path.display()));
    let most = crate::lang::parse::MAX_CELL_BYTES;
    let bytes = disk::read(path, MAX_BYTES).map_err(|unread| match unread {
        Unread::Refused(error) => unreadable(&error),
        Unread::TooLong(size) => unreadable(&format!("it has {size} bytes, but a program can have at most {most}")),
    })?;
    String::from_utf8(bytes).map_err(|_| unreadable(&"it is not UTF-8 text"))
}

fn lesson(
    library: &LessonLibrary,
    inputs: &Inputs,
    given: &[GivenTensors],
    wanted: &[String],
) -> Result<Subject, Failure> {
    let mut lesson = match open::page_of_model(&inputs.subject, &inputs.opening)? {
        Some(page) => page,
        None => match open::lesson(library, &inputs.subject) {
            Ok(lesson) => lesson,
            Err(OpenError::Broken(problems)) => return Ok(broken(&inputs.subject, &problems)),
            Err(error) => return Err(error.into()),
        },
    };
    let begun = if inputs.with_work() { with_work(&mut lesson, inputs)? } else { BTreeSet::new() };
    // Prose, questions and exercises define nothing that a page's names hold. What a learner wrote into an exercise may be looked at.
    lesson.blocks.retain(|block| matches!(block.kind, BlockKind::Cell(_)) || begun.contains(&block.id));
    refuse_clashes(&lesson, given)?;
    if !wanted.is_empty() {
        let needed = needed(&lesson, wanted)?;
        lesson.blocks.retain(|block| needed.contains(&block.id));
    }
    lesson.blocks.splice(0..0, given.iter().map(GivenTensors::block));
    let lesson = Arc::new(lesson);
    let page = with_inputs(Document::new(Arc::clone(&lesson)), &inputs.set)?;
    let changes = Arc::new(page.changes().clone());
    let snapshot = DocumentState { changes, ..DocumentState::written(Arc::clone(&lesson)) };
    let outcome = evaluate_now_here(&snapshot, &GivenTensors::outcome(&lesson.front.id, given));
    let own = lesson.blocks.iter().skip(given.len());
    let cell = |block: &crate::notebook::lesson::Block| {
        let line = block.editable().map_or(block.line, |source| source.line);
        let is_attempt = matches!(block.kind, BlockKind::Exercise(_));
        CellText { id: Arc::clone(&block.id), line, source: snapshot.source(&block.id).unwrap_or_default(), is_attempt }
    };
    let cells = own.map(cell).collect();
    Ok(Subject {
        file: Arc::clone(lesson.file.name()),
        cells,
        outcome,
        is_program: false,
        paths: lesson.paths.clone(),
        problems: Vec::new(),
    })
}

/// Puts the learner's work into a lesson, as if it had been written so, and says which exercises were begun.
fn with_work(lesson: &mut Lesson, inputs: &Inputs) -> Result<BTreeSet<BlockId>, Failure> {
    let record = record_of(&lesson.front.id, inputs)?;
    let mut page = Document::new(Arc::new(lesson.clone()));
    if let Some(words) = page.restore(&record).message() {
        let _ = writeln!(output::stderr(), "glassformer: {words}");
    }
    *lesson = Lesson::clone(page.lesson());
    let mut begun = BTreeSet::new();
    for block in &mut lesson.blocks {
        let Some(text) = page.changes().get(&block.id).map(Arc::clone) else { continue };
        match &mut block.kind {
            BlockKind::Cell(cell) => cell.source = cell.source.with_text(text),
            BlockKind::Exercise(exercise) => {
                exercise.start = exercise.start.with_text(text);
                begun.insert(Arc::clone(&block.id));
            }
            BlockKind::Prose(_) | BlockKind::Question(_) => {}
        }
    }
    Ok(begun)
}

/// What a session remembers of that lesson.
fn record_of(lesson: &str, inputs: &Inputs) -> Result<SavedProgress, Failure> {
    let (kept, place) = match &inputs.session.session {
        Some(path) => {
            let mut records = session::read(path).map_err(Failure::wrong)?.into_iter();
            (records.find(|record| *record.lesson == *lesson), format!("in {}", path.display()))
        }
        None => (SessionStore::of_user().and_then(|store| store.peek(lesson)), "on this computer".to_owned()),
    };
    kept.ok_or_else(|| Failure::wrong(format!("no work on the lesson `{lesson}` is saved {place}")))
}

fn broken(name: &str, problems: &[crate::notebook::problem::LessonProblem]) -> Subject {
    let file = problems.first().map_or_else(|| name.into(), |problem| Arc::clone(&problem.file));
    let problems = problems.iter().map(Complaint::of_problem).collect();
    Subject {
        file,
        cells: Vec::new(),
        outcome: EvaluationOutcome::default(),
        is_program: false,
        paths: Vec::new(),
        problems,
    }
}

/// A name that the page defines, or that is always there, cannot be loaded as well.
fn refuse_clashes(lesson: &Lesson, given: &[GivenTensors]) -> Result<(), Failure> {
    for name in given.iter().map(GivenTensors::name) {
        if lang::is_builtin(name) {
            return Err(Failure::wrong(format!("`{name}` is a built-in name; load the file under another name")));
        }
        let definer = texts(lesson).find(|(_, program)| program.names.defines(name));
        if let Some((id, _)) = definer {
            return Err(Failure::wrong(format!("cell `{id}` defines `{name}`; load the file under another name")));
        }
    }
    Ok(())
}

/// The cells of a lesson as written, read.
fn texts(lesson: &Lesson) -> impl Iterator<Item = (&BlockId, &Arc<Program>)> {
    lesson.blocks.iter().filter_map(|block| Some((&block.id, block.editable()?.program())))
}

/// The cells that `wanted` need, themselves included.
fn needed(lesson: &Lesson, wanted: &[String]) -> Result<BTreeSet<BlockId>, Failure> {
    let programs: Vec<(&BlockId, &Arc<Program>)> = texts(lesson).collect();
    let mut open: Vec<&BlockId> = Vec::new();
    for label in wanted {
        let found = programs.iter().find(|(id, _)| ***id == **label);
        open.push(
            found.map(|(id, _)| *id).ok_or_else(|| unknown("cell", label, programs.iter().map(|(id, _)| &***id)))?,
        );
    }
    let mut needed = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !needed.insert(Arc::clone(id)) {
            continue;
        }
        let uses = programs.iter().filter(|(own, _)| *own == id).flat_map(|(_, program)| program.names.read());
        let mut names: Vec<&Arc<str>> = uses.map(|(name, _)| name).collect();
        if let Some(BlockKind::Cell(cell)) = lesson.block(id).map(|block| &block.kind) {
            names.extend(cell.display.row_names.iter().chain(&cell.display.col_names).chain(&cell.display.known));
        }
        let defines = |program: &Program| names.iter().any(|name| !is_private(name) && program.names.defines(name));
        open.extend(programs.iter().filter(|(_, program)| defines(program)).map(|(id, _)| *id));
    }
    Ok(needed)
}

/// The page with its inputs set.
fn with_inputs(mut page: Document, settings: &[(String, String)]) -> Result<Document, Failure> {
    for (name, value) in settings {
        let lesson = Arc::clone(page.lesson());
        let mut settable = Settable::default();
        let mut found = false;
        for block in &lesson.blocks {
            let source = page.source(&block.id).unwrap_or_default();
            let program = Program::new(Arc::clone(&source));
            match inputs::with_input(&source, &program.parsed.program, name, value) {
                Ok(text) => {
                    page.edit(&block.id, &text, false);
                    found = true;
                    break;
                }
                Err(InputError::NotHere) => settable.add(&program),
                Err(refusal) => return Err(refused(refusal, name, value, &settable)),
            }
        }
        if !found {
            return Err(refused(InputError::NotHere, name, value, &settable));
        }
    }
    Ok(page)
}

/// What `--set` can name.
#[derive(Default)]
struct Settable {
    /// Everything that a text assigns at its margin.
    assigned: Vec<String>,
    /// The controls among them.
    controls: Vec<String>,
}

impl Settable {
    fn of(program: &Program) -> Self {
        let mut all = Self::default();
        all.add(program);
        all
    }

    fn add(&mut self, program: &Program) {
        self.assigned.extend(inputs::names(&program.parsed.program));
        self.controls.extend(inputs::controlled(&program.parsed.program));
    }
}

fn refused(refusal: InputError, name: &str, value: &str, settable: &Settable) -> Failure {
    let Settable { assigned, controls } = settable;
    match refusal {
        // Of a page with controls these are what is meant; any other name may be set as well, by whoever knows it.
        InputError::NotHere if nearest(name, assigned.iter().map(String::as_str)).is_none() && !controls.is_empty() => {
            unknown("input", name, controls.iter().map(String::as_str))
        }
        InputError::NotHere => unknown("input", name, assigned.iter().map(String::as_str)),
        InputError::Value(message) => Failure::wrong(format!("cannot set `{name}` to `{value}`: {message}")),
    }
}

/// A name that is not there, with the nearest, or all there are.
fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => String::new(),
        None => format!("; choose from {}", known.join(", ")),
    };
    Failure::wrong(format!("there is no {what} `{name}`{help}"))
}
