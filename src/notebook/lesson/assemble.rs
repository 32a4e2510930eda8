//! From the parts of a file to the blocks of a lesson: prose gathered, exercises joined, every block named.

use std::collections::{BTreeMap, BTreeSet};

use super::fence::{self, Backstage, ExerciseStart, Fence, FenceRole, Labelled};
use super::fields::FenceField;
use super::shared::SharedCells;
use super::{Block, BlockKind, BlockOrigin, Exercise, Lesson, LessonFile, front_matter};
use crate::lang::Files;
use crate::notebook::markdown::{self, BodyPart, Content, ElementKind, Marker, ProseElement, SpeakerNote, plain};
use crate::notebook::problem::{FilePosition, LessonProblem};

/// The most computed numbers in the text of a lesson: each of them is a program, and the first screen waits for all.
const MAX_NUMBERS: usize = 1000;

/// Reads a whole lesson; `shared` are the examples that it uses.
pub(super) fn lesson(file: LessonFile, shared: &[Lesson]) -> Result<Lesson, Vec<LessonProblem>> {
    let (front, body) = front_matter::read(&file)?;
    let mut problems = Vec::new();
    let shelf = SharedCells::new(&file, &front, shared, &mut problems);
    let names = BlockIds { taken: shelf.ids().map(str::to_owned).collect(), ..BlockIds::default() };
    let (backstage, given) = (BTreeMap::new(), BTreeMap::new());
    let mut assembly =
        Assembly { file: &file, problems, backstage, names, given, shelf, unasked: BTreeSet::new(), notes: Vec::new() };
    let mut blocks = assembly.blocks(body);
    let appendix = blocks.len();
    blocks.extend(assembly.shelf.rest(&blocks));
    let mut problems = assembly.problems;
    if problems.is_empty() {
        return Ok(Lesson { file, front, blocks, appendix, paths: Vec::new(), files: Files::default() });
    }
    problems.sort_by_key(|problem| (problem.line, problem.column));
    Err(problems)
}

struct Assembly<'a> {
    file: &'a LessonFile,
    problems: Vec<LessonProblem>,
    /// What is known of each exercise besides its start, by name.
    backstage: BTreeMap<String, Vec<Backstage>>,
    names: BlockIds,
    /// The byte at which each name stands that a block gives itself.
    given: BTreeMap<String, usize>,
    /// The cells of shared examples that have not been given a place.
    shelf: SharedCells,
    /// The exercises whose start lacks its question: of their other cells nothing is to be said.
    unasked: BTreeSet<String>,
    /// The notes of the prose that is being gathered.
    notes: Vec<SpeakerNote>,
}

/// A part of the file that has its place in the lesson.
enum LessonPart {
    Element(ProseElement),
    Fence(Box<Labelled>),
    Note(SpeakerNote),
}

impl Assembly<'_> {
    fn blocks(&mut self, body: usize) -> Vec<Block> {
        let parts = markdown::parts(self.file, body, &mut self.problems);
        // What else could be said of a lesson with an open fence would follow from that.
        let open = parts
            .iter()
            .filter_map(|part| if let BodyPart::Unclosed(problem) = part { Some(problem.clone()) } else { None });
        let open: Vec<LessonProblem> = open.collect();
        if !open.is_empty() {
            self.problems.extend(open);
            return Vec::new();
        }
        // An exercise's check and solution stand below its start: they are gathered before the blocks are made.
        let (mut pieces, mut wordless) = (Vec::new(), Vec::new());
        for part in parts {
            match part {
                BodyPart::Element(element) => {
                    wordless.extend(markdown::wordless(self.file, &element));
                    pieces.push(LessonPart::Element(element));
                }
                BodyPart::Note(note) => pieces.push(LessonPart::Note(note)),
                BodyPart::Unclosed(_) => {}
                BodyPart::Fence(range) => match fence::read(self.file, &range, &mut self.problems) {
                    Some(Labelled { fence: Fence::Backstage(cell), .. }) => {
                        self.backstage.entry(cell.exercise.value.clone()).or_default().push(cell);
                    }
                    Some(Labelled { fence: Fence::Start(start), .. }) if start.ask.is_empty() => {
                        self.unasked.insert(start.exercise.value);
                    }
                    Some(fence) => {
                        self.reserve(fence.name());
                        pieces.push(LessonPart::Fence(Box::new(fence)));
                    }
                    None => {}
                },
            }
        }
        let mut blocks: Vec<Block> = Vec::new();
        let mut prose: Vec<ProseElement> = Vec::new();
        let mut in_notes = false;
        for piece in pieces {
            match piece {
                LessonPart::Element(element) => {
                    let of_notes = is_of_notes(in_notes, &element);
                    if of_notes != in_notes || matches!(element.kind, ElementKind::Heading { .. }) {
                        blocks.extend(self.prose(&mut prose));
                    }
                    in_notes = of_notes;
                    prose.push(element);
                }
                LessonPart::Fence(fence) => {
                    in_notes = false;
                    blocks.extend(self.prose(&mut prose));
                    blocks.extend(self.cell(*fence));
                }
                // A note belongs to the block above it, and does not end a block of prose.
                LessonPart::Note(note) if !prose.is_empty() => self.notes.push(note),
                LessonPart::Note(note) => match blocks.last_mut() {
                    Some(block) => block.notes.push(note),
                    None => {
                        self.problems.push(
                            self.file.problem(note.place.start, "a note must come after the block it belongs to"),
                        );
                    }
                },
            }
        }
        blocks.extend(self.prose(&mut prose));
        self.report_exercises_without_start();
        // Where a cell is missed, it may be one that is read as text. It is no reason to refuse a lesson, but the linter tells it.
        if !self.problems.is_empty() {
            self.problems.extend(wordless);
        }
        blocks.iter_mut().for_each(number);
        if let Some(first) = blocks.iter().flat_map(Block::numbers).nth(MAX_NUMBERS) {
            let message =
                format!("a lesson can compute at most {MAX_NUMBERS} numbers in its text; this one is one too many");
            let FilePosition { line, column } = first.place;
            self.problems.push(LessonProblem { line, column, ..self.file.problem(0, message) });
        }
        blocks
    }

    /// Takes the name that a block gives itself, before any name is derived.
    fn reserve(&mut self, name: Option<&FenceField>) {
        let Some(name) = name else { return };
        if self.names.take(&name.value) {
            self.given.insert(name.value.clone(), name.value_at);
            return;
        }
        let other = match (self.given.get(&name.value), self.shelf.example_of(&name.value)) {
            (Some(&at), _) => format!("on line {}", self.file.place(at).line),
            (None, Some(example)) => format!("in {}", example.file.name()),
            (None, None) => "in this lesson".to_owned(),
        };
        let problem = self.file.problem(name.value_at, format!("two blocks are named `{}`", name.value));
        self.problems.push(problem.with_help(format!("the other one is {other}: give one of them another name")));
    }

    fn prose(&mut self, elements: &mut Vec<ProseElement>) -> Option<Block> {
        let first = elements.first()?;
        let line = first.line;
        let name = match &first.kind {
            ElementKind::Heading { text, .. } => slug(&plain(text)),
            _ if is_note(first) => "notes".to_owned(),
            _ => "prose".to_owned(),
        };
        let id = self.names.derived(&name);
        let kind = BlockKind::Prose(std::mem::take(elements));
        let notes = std::mem::take(&mut self.notes);
        Some(Block { id: id.into(), line, kind, origin: BlockOrigin::Lesson, notes })
    }

    fn cell(&mut self, labelled: Labelled) -> Option<Block> {
        let given = labelled.name().map(|name| name.value.clone());
        let Labelled { fence, at, .. } = labelled;
        let kind = match fence {
            Fence::Cell(cell) => BlockKind::Cell(cell),
            Fence::Question(question) => BlockKind::Question(question),
            Fence::Start(start) => BlockKind::Exercise(self.exercise(start, at)?),
            Fence::Shared(name) => return self.shelf.take(&name, self.file, &mut self.problems),
            Fence::Backstage(_) => return None,
        };
        let id = given.unwrap_or_else(|| self.names.derived(&name_of(&kind)));
        let line = self.file.line_of(at) + 1;
        Some(Block { id: id.into(), line, kind, origin: BlockOrigin::Lesson, notes: Vec::new() })
    }

    fn exercise(&mut self, start: ExerciseStart, at: usize) -> Option<Exercise> {
        let name = &start.exercise.value;
        let (mut check, mut solution, mut wrong) = (None, None, Vec::new());
        for cell in self.backstage.remove(name).unwrap_or_default() {
            let twice = match cell.role {
                FenceRole::Check => check.replace(cell.source).is_some(),
                FenceRole::Solution => solution.replace(cell.source).is_some(),
                FenceRole::Wrong => {
                    wrong.push(cell.source);
                    false
                }
            };
            if twice {
                let message = format!("the exercise `{name}` already has a cell with this role");
                self.problems.push(self.file.problem(cell.exercise.key_at, message));
            }
        }
        for (role, missing) in [("check", check.is_none()), ("solution", solution.is_none())] {
            if missing {
                let problem = self.file.problem(at, format!("the exercise `{name}` has no `role: {role}` cell"));
                self.problems.push(problem);
            }
        }
        let ExerciseStart { ask, hints, display, par, source, .. } = start;
        Some(Exercise { ask, hints, display, par, start: source, check: check?, solution: solution?, wrong })
    }

    fn report_exercises_without_start(&mut self) {
        let backstage = std::mem::take(&mut self.backstage);
        let missed = backstage.into_iter().filter(|(exercise, _)| !self.unasked.contains(exercise));
        for cell in missed.flat_map(|(_, cells)| cells) {
            let message = format!("the exercise `{}` has no `role: start` cell", cell.exercise.value);
            self.problems.push(self.file.problem(cell.exercise.value_at, message));
        }
    }
}

/// Whether an element belongs to footnotes, which are blocks of their own: the cursor goes to them by themselves.
fn is_of_notes(in_notes: bool, element: &ProseElement) -> bool {
    let is_item = matches!(element.kind, ElementKind::Item { .. });
    is_note(element) || in_notes && (element.depth > 1 || element.depth == 1 && !is_item)
}

fn is_note(element: &ProseElement) -> bool {
    matches!(element.kind, ElementKind::Item { marker: Marker::Note(_), .. })
}

/// The block names given out so far.
#[derive(Default)]
struct BlockIds {
    taken: BTreeSet<String>,
    /// How far each derived name has been counted: a page of a thousand equal headings does not count anew for each.
    counts: BTreeMap<String, usize>,
}

impl BlockIds {
    /// Takes a name; false if it is gone.
    fn take(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_owned())
    }

    /// Takes the first free one of `name`, `name-2`, `name-3` ...
    fn derived(&mut self, name: &str) -> String {
        let mut count = self.counts.get(name).copied().unwrap_or(0);
        let mut candidate = if count == 0 { name.to_owned() } else { format!("{name}-{}", count + 1) };
        while !self.take(&candidate) {
            count += 1;
            candidate = format!("{name}-{}", count + 1);
        }
        self.counts.insert(name.to_owned(), count + 1);
        candidate
    }
}

/// Small letters and digits of the first words, joined by `-`.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(6);
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// What a block without a label goes by: a cell by the first name it defines, which outlives most edits of a lesson, a question by
/// what it asks.
fn name_of(kind: &BlockKind) -> String {
    match kind {
        BlockKind::Cell(cell) => {
            let names = &cell.source.program().names;
            names.defines.first().map_or_else(|| "cell".to_owned(), |(name, _)| name.to_string())
        }
        BlockKind::Question(question) => format!("question-{}", slug(&plain(&question.ask))),
        // These always have names.
        BlockKind::Prose(_) | BlockKind::Exercise(_) => String::new(),
    }
}

/// Gives every computed number of a block its index.
fn number(block: &mut Block) {
    let mut next = 0;
    for piece in block.texts_mut().into_iter().flatten() {
        if let Content::Computed(computed) = &mut piece.content {
            computed.index = next;
            next += 1;
        }
    }
}
