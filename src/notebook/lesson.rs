//! A lesson: a Markdown file with Python cells, read into a flat list of typed blocks.
//!
//! Every block knows where it stands in the file, so that whatever goes wrong later can be told as `file:line:column`.

mod assemble;
mod choices;
mod fence;
mod fields;
mod file;
mod front_matter;
mod model_part;
mod preview;
mod program;
mod shared;
mod slides;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use file::LessonFile;
pub use front_matter::FrontMatter;
pub use model_part::{MODEL_PARTS, ModelPart};
pub use preview::LessonPreview;
pub use program::{CellSource, Program};

use crate::lang::Files;
use crate::notebook::markdown::{Computed, Content, ElementKind, Marker, ProseElement, SpeakerNote, TextRun};
use crate::notebook::problem::LessonProblem;

/// A block's name, unique in its lesson: its label, or one derived from what it says. Sessions hold on to it.
pub type BlockId = Arc<str>;

/// A lesson as its author wrote it. It never changes; what the learner does to it is the page's.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The file it was read from.
    pub file: LessonFile,
    /// What it says about itself.
    pub front: FrontMatter,
    /// Its blocks in page order, and behind them the cells of shared examples that it uses without showing them.
    pub blocks: Vec<Block>,
    /// The place of the first of those that are not shown.
    pub appendix: usize,
    /// The files on disk that it was read from, its own first; none for a lesson inside the program.
    pub paths: Vec<PathBuf>,
    /// The files that its cells can read beside those inside the program; none unless a person opened it for them.
    pub files: Files,
}

/// One block of a lesson: what the cursor moves over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name.
    pub id: BlockId,
    /// The line of its file at which it starts, from 1.
    pub line: usize,
    /// What it is.
    pub kind: BlockKind,
    /// Where it comes from.
    pub origin: BlockOrigin,
    /// What whoever presents the lesson is reminded of here.
    pub notes: Vec<SpeakerNote>,
}

/// Where a block comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockOrigin {
    /// The lesson's own file.
    Lesson,
    /// A shared example that the lesson uses.
    Shared(Arc<SharedExample>),
    /// The learner.
    Scratch,
}

/// An example that runs through several lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedExample {
    /// What lessons use it by.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// The file, in which the places of its cells are.
    pub file: LessonFile,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Text to read: a heading with what follows it, up to the next heading or cell.
    Prose(Vec<ProseElement>),
    /// Code whose names are the page's.
    Cell(LiveCell),
    /// A question to predict the answer of.
    Question(Question),
    /// Code to complete.
    Exercise(Exercise),
}

/// A live cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveCell {
    /// The code as written.
    pub source: CellSource,
    /// How its values are shown.
    pub display: Display,
    /// The code is not shown (its values are, unless the view is hidden too).
    pub hidden: bool,
    /// It runs only when asked.
    pub lazy: bool,
}

/// How a cell's values are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Display {
    /// The drawing; without one the screen chooses by shape.
    pub view: Option<ViewKind>,
    /// What the rows are ("query").
    pub rows: Option<Arc<str>>,
    /// What the columns are ("key").
    pub cols: Option<Arc<str>>,
    /// The variable that holds a string for every row.
    pub row_names: Option<Arc<str>>,
    /// The variable that holds a string for every column.
    pub col_names: Option<Arc<str>>,
    /// The variable that holds every known word: the numbers of other rows are made up.
    pub known: Option<Arc<str>>,
    /// The names to show, in order; without it every tensor that the cell defines.
    pub show: Option<Vec<Arc<str>>>,
}

/// The drawings that a cell can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewKind {
    /// Numbers on colour where they fit, else tiles, else pixels.
    Heatmap,
    /// Numbers, those around the cursor where not all fit.
    Numbers,
    /// Squares of colour with a sign.
    Tiles,
    /// Two rows a line, and blocks of elements where that is still too much.
    Pixels,
    /// A bar for every element of a vector or of one row.
    Bars,
    /// A line for a vector, or for each column over the rows.
    Curve,
    /// Threads from the rows to the columns, both as tokens.
    Arcs,
    /// The names of the columns as tokens, shaded.
    Tokens,
    /// How often which values occur.
    Histogram,
    /// A tree.
    Tree,
    /// Boxes and arrows.
    Diagram,
    /// Nothing.
    Hidden,
}

impl ViewKind {
    /// Every view under the name that a lesson writes.
    pub const NAMES: [(&'static str, ViewKind); 12] = [
        ("heatmap", ViewKind::Heatmap),
        ("numbers", ViewKind::Numbers),
        ("tiles", ViewKind::Tiles),
        ("pixels", ViewKind::Pixels),
        ("bars", ViewKind::Bars),
        ("curve", ViewKind::Curve),
        ("arcs", ViewKind::Arcs),
        ("tokens", ViewKind::Tokens),
        ("histogram", ViewKind::Histogram),
        ("tree", ViewKind::Tree),
        ("diagram", ViewKind::Diagram),
        ("hidden", ViewKind::Hidden),
    ];
}

/// A question with options, whose answer the lesson computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub ask: Vec<TextRun>,
    /// What to choose from; the answer is an index into it.
    pub options: Vec<Vec<TextRun>>,
    /// Help before answering, one hint after the other.
    pub hints: Vec<Vec<TextRun>>,
    /// Why, shown after answering.
    pub explain: Option<Vec<TextRun>>,
    /// Computed on the page as the learner has it, not as written.
    pub live: bool,
    /// The inputs that change the answer; the linter tries them.
    pub varies: Vec<Arc<str>>,
    /// What is hidden until it is answered: names of values, labels of blocks. Without it [`veils`](crate::notebook::veils) chooses.
    pub veils: Option<Vec<Arc<str>>>,
    /// The code that defines `answer`.
    pub source: CellSource,
}

/// Code to complete, with the cells that judge it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// What to do.
    pub ask: Vec<TextRun>,
    /// Help, one hint after the other.
    pub hints: Vec<Vec<TextRun>>,
    /// How the values of the learner's code are shown.
    pub display: Display,
    /// The `score` that the solution reaches, where the check counts one; less is better.
    pub par: Option<i64>,
    /// What the learner begins with.
    pub start: CellSource,
    /// The assertions that it must fulfil.
    pub check: CellSource,
    /// A text that fulfils them.
    pub solution: CellSource,
    /// Texts that must not fulfil them: the mistakes that learners make.
    pub wrong: Vec<CellSource>,
}

impl Display {
    /// The names to show of those that a cell has defined: those that the lesson asks for, or all that are not private, those of
    /// `order` first.
    pub fn names<'n>(
        &self,
        defined: impl Iterator<Item = &'n Arc<str>>,
        order: impl IntoIterator<Item = &'n Arc<str>>,
    ) -> Vec<Arc<str>> {
        if let Some(show) = &self.show {
            return show.clone();
        }
        let mut seen = BTreeSet::new();
        let all = order.into_iter().chain(defined);
        all.filter(|name| !name.starts_with('_') && seen.insert(Arc::clone(name))).map(Arc::clone).collect()
    }
}

impl Lesson {
    /// Reads a lesson from its text; `name` is how problems call the file.
    ///
    /// # Errors
    /// Every problem found, in the order of the file, if there is any.
    pub fn read(name: &str, text: &str) -> Result<Lesson, Vec<LessonProblem>> {
        Lesson::read_with(LessonFile::new(name, text), &[])
    }

    /// Reads a lesson together with the shared examples that its front matter `uses`.
    ///
    /// # Errors
    /// Every problem found, in the order of the file, if there is any; one for each example that is used and not given.
    pub fn read_with(file: LessonFile, shared: &[Lesson]) -> Result<Lesson, Vec<LessonProblem>> {
        assemble::lesson(file, shared)
    }

    /// Its own file on disk; none for a lesson inside the program, which may still use an example from a folder.
    pub fn path(&self) -> Option<&Path> {
        let own = |path: &&PathBuf| path.display().to_string() == **self.file.name();
        self.paths.first().filter(own).map(PathBuf::as_path)
    }

    /// The file in which a block's places are.
    pub fn file_of<'l>(&'l self, block: &'l Block) -> &'l LessonFile {
        match &block.origin {
            BlockOrigin::Shared(example) => &example.file,
            BlockOrigin::Lesson | BlockOrigin::Scratch => &self.file,
        }
    }

    /// The byte of the file at which the body begins, behind the front matter.
    pub(crate) fn body(&self) -> usize {
        front_matter::read(&self.file).map_or(0, |(_, body)| body)
    }

    /// The block of this name.
    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| &*block.id == id)
    }

    /// What it wrote in a cell or exercise; `None` for a block that has no text to edit.
    pub fn text(&self, block: &str) -> Option<&Arc<str>> {
        self.block(block)?.editable().map(CellSource::text)
    }

    /// Whether there is a question of this name.
    pub fn has_question(&self, id: &str) -> bool {
        self.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Question(_)))
    }
}

impl Block {
    /// A cell of the learner's own, which the lesson wrote empty, so to speak.
    pub(crate) fn scratch(id: BlockId) -> Self {
        let source = CellSource::new("", 0, 0);
        let cell = LiveCell { source, display: Display::default(), hidden: false, lazy: false };
        Block { id, line: 0, kind: BlockKind::Cell(cell), origin: BlockOrigin::Scratch, notes: Vec::new() }
    }

    /// Whether the learner added it.
    pub fn is_scratch(&self) -> bool {
        self.origin == BlockOrigin::Scratch
    }

    /// The level and the words of the heading that it begins with, if it does.
    pub fn heading(&self) -> Option<(usize, &[TextRun])> {
        let BlockKind::Prose(elements) = &self.kind else { return None };
        match &elements.first()?.kind {
            ElementKind::Heading { level, text } => Some((*level, text)),
            _ => None,
        }
    }

    /// The example that it is shared by, if it is.
    pub fn shared_example(&self) -> Option<&Arc<SharedExample>> {
        match &self.origin {
            BlockOrigin::Shared(example) => Some(example),
            BlockOrigin::Lesson | BlockOrigin::Scratch => None,
        }
    }

    /// The targets of its links, in reading order; one that is written in several styles counts once.
    pub fn links(&self) -> Vec<&Arc<str>> {
        let BlockKind::Prose(elements) = &self.kind else { return Vec::new() };
        let mut links: Vec<&Arc<str>> = Vec::new();
        for link in elements.iter().flat_map(ProseElement::texts).flatten().filter_map(|piece| piece.link.as_ref()) {
            if links.last().is_none_or(|last| !Arc::ptr_eq(last, link)) {
                links.push(link);
            }
        }
        links
    }

    /// The text that a learner can edit, as written: a cell's code or an exercise's start.
    pub fn editable(&self) -> Option<&CellSource> {
        match &self.kind {
            BlockKind::Cell(cell) => Some(&cell.source),
            BlockKind::Exercise(exercise) => Some(&exercise.start),
            BlockKind::Prose(_) | BlockKind::Question(_) => None,
        }
    }

    /// How its values are shown, if it has any.
    pub fn display(&self) -> Option<&Display> {
        match &self.kind {
            BlockKind::Cell(cell) => Some(&cell.display),
            BlockKind::Exercise(exercise) => Some(&exercise.display),
            BlockKind::Prose(_) | BlockKind::Question(_) => None,
        }
    }

    /// Its hints, if it is a question or an exercise.
    pub fn hints(&self) -> Option<&[Vec<TextRun>]> {
        match &self.kind {
            BlockKind::Question(question) => Some(&question.hints),
            BlockKind::Exercise(exercise) => Some(&exercise.hints),
            BlockKind::Prose(_) | BlockKind::Cell(_) => None,
        }
    }

    /// Whether it holds the footnote of this number.
    pub fn has_note(&self, number: u64) -> bool {
        let BlockKind::Prose(elements) = &self.kind else { return false };
        let mut kinds = elements.iter().map(|element| &element.kind);
        kinds.any(|kind| matches!(kind, ElementKind::Item { marker: Marker::Note(own), .. } if *own == number))
    }

    /// Every text to read in this block, in reading order.
    pub fn texts(&self) -> Vec<&Vec<TextRun>> {
        match &self.kind {
            BlockKind::Prose(elements) => elements.iter().flat_map(ProseElement::texts).collect(),
            BlockKind::Cell(_) => Vec::new(),
            BlockKind::Question(question) => std::iter::once(&question.ask)
                .chain(&question.options)
                .chain(&question.hints)
                .chain(&question.explain)
                .collect(),
            BlockKind::Exercise(exercise) => std::iter::once(&exercise.ask).chain(&exercise.hints).collect(),
        }
    }

    /// The computed numbers of this block; each stands at its own index.
    pub fn numbers(&self) -> impl Iterator<Item = &Computed> {
        self.texts().into_iter().flatten().filter_map(|piece| match &piece.content {
            Content::Computed(number) => Some(number),
            _ => None,
        })
    }

    /// The same texts, to number what is computed in them.
    fn texts_mut(&mut self) -> Vec<&mut Vec<TextRun>> {
        match &mut self.kind {
            BlockKind::Prose(elements) => elements.iter_mut().flat_map(ProseElement::texts_mut).collect(),
            BlockKind::Cell(_) => Vec::new(),
            BlockKind::Question(question) => std::iter::once(&mut question.ask)
                .chain(&mut question.options)
                .chain(&mut question.hints)
                .chain(&mut question.explain)
                .collect(),
            BlockKind::Exercise(exercise) => std::iter::once(&mut exercise.ask).chain(&mut exercise.hints).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
