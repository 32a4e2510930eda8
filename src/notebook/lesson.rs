//! A lesson: a Markdown file with Python cells, read into a flat list of typed blocks.
//!
//! Every block knows where it stands in the file, so that whatever goes wrong later can be told as `file:line:column`.

mod assemble;
mod fence;
mod fields;
mod file;
mod front_matter;

use std::sync::Arc;

pub use file::LessonFile;
pub use front_matter::FrontMatter;

use crate::notebook::markdown::{Computed, Content, Element, Piece};
use crate::notebook::problem::Problem;

/// A block's name, unique in its lesson: its label, or one derived from what it says. Sessions hold on to it.
pub type BlockId = Arc<str>;

/// A lesson as its author wrote it. It never changes; what the learner does to it is the page's.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The file it was read from.
    pub file: LessonFile,
    /// What it says about itself.
    pub front: FrontMatter,
    /// Its blocks in page order.
    pub blocks: Vec<Block>,
}

/// One block of a lesson: what the cursor moves over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name.
    pub id: BlockId,
    /// The line of the file at which it starts, from 1.
    pub line: usize,
    /// What it is.
    pub kind: BlockKind,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Text to read: a heading with what follows it, up to the next heading or cell.
    Prose(Vec<Element>),
    /// Code whose names are the page's.
    Cell(Cell),
    /// A question to predict the answer of.
    Question(Question),
    /// Code to complete.
    Exercise(Exercise),
}

/// A piece of Python as written in the lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The code, without the last line end.
    pub text: Arc<str>,
    /// The line of the file on which it starts, from 1.
    pub line: usize,
    /// The byte of the file at which it starts.
    pub at: usize,
}

/// A live cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The code as written.
    pub source: Source,
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
    pub view: Option<View>,
    /// What the rows are ("query").
    pub rows: Option<Arc<str>>,
    /// What the columns are ("key").
    pub cols: Option<Arc<str>>,
    /// The variable that holds a string for every row.
    pub row_names: Option<Arc<str>>,
    /// The variable that holds a string for every column.
    pub col_names: Option<Arc<str>>,
    /// The names to show, in order; without it every tensor that the cell defines.
    pub show: Option<Vec<Arc<str>>>,
}

/// The drawings that a cell can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Colours with numbers where they fit.
    Heatmap,
    /// Numbers only.
    Numbers,
    /// A bar for every element.
    Bars,
    /// Lines over the last axis.
    Curve,
    /// Arcs between tokens.
    Arcs,
    /// Tokens as boxes.
    Tokens,
    /// A tree.
    Tree,
    /// Boxes and arrows.
    Diagram,
    /// Nothing.
    Hidden,
}

impl View {
    /// Every view under the name that a lesson writes.
    pub const NAMES: [(&'static str, View); 9] = [
        ("heatmap", View::Heatmap),
        ("numbers", View::Numbers),
        ("bars", View::Bars),
        ("curve", View::Curve),
        ("arcs", View::Arcs),
        ("tokens", View::Tokens),
        ("tree", View::Tree),
        ("diagram", View::Diagram),
        ("hidden", View::Hidden),
    ];
}

/// A question with options, whose answer the lesson computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub ask: Vec<Piece>,
    /// What to choose from; the answer is an index into it.
    pub options: Vec<Vec<Piece>>,
    /// Help before answering, one hint after the other.
    pub hints: Vec<Vec<Piece>>,
    /// Why, shown after answering.
    pub explain: Option<Vec<Piece>>,
    /// Computed on the page as the learner has it, not as written.
    pub live: bool,
    /// The inputs that change the answer; the linter tries them.
    pub varies: Vec<Arc<str>>,
    /// The code that defines `answer`.
    pub source: Source,
}

/// Code to complete, with the cells that judge it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// What to do.
    pub ask: Vec<Piece>,
    /// Help, one hint after the other.
    pub hints: Vec<Vec<Piece>>,
    /// How the values of the learner's code are shown.
    pub display: Display,
    /// What the learner begins with.
    pub start: Source,
    /// The assertions that it must fulfil.
    pub check: Source,
    /// A text that fulfils them.
    pub solution: Source,
    /// Texts that must not fulfil them: the mistakes that learners make.
    pub wrong: Vec<Source>,
}

impl Lesson {
    /// Reads a lesson from its text; `name` is how problems call the file.
    ///
    /// # Errors
    /// Every problem found, in the order of the file, if there is any.
    pub fn read(name: &str, text: &str) -> Result<Lesson, Vec<Problem>> {
        assemble::lesson(LessonFile::new(name, text))
    }

    /// The byte of the file at which the body begins, behind the front matter.
    pub(crate) fn body(&self) -> usize {
        front_matter::read(&self.file).map_or(0, |(_, body)| body)
    }

    /// The block of this name.
    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| &*block.id == id)
    }
}

impl Block {
    /// The text that a learner can edit, as written: a cell's code or an exercise's start.
    pub fn editable(&self) -> Option<&Source> {
        match &self.kind {
            BlockKind::Cell(cell) => Some(&cell.source),
            BlockKind::Exercise(exercise) => Some(&exercise.start),
            BlockKind::Prose(_) | BlockKind::Question(_) => None,
        }
    }

    /// Every text to read in this block, in reading order.
    pub fn texts(&self) -> Vec<&Vec<Piece>> {
        match &self.kind {
            BlockKind::Prose(elements) => elements.iter().flat_map(Element::texts).collect(),
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
    fn texts_mut(&mut self) -> Vec<&mut Vec<Piece>> {
        match &mut self.kind {
            BlockKind::Prose(elements) => elements.iter_mut().flat_map(Element::texts_mut).collect(),
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
