//! Markdown, flattened: a list of elements without nesting, each of which knows how deep it stands.
//!
//! A screen draws from the top down; it wants "an item, two levels deep, with these pieces", not a tree. Emphasis, links and
//! code are properties of the pieces of a text, computed numbers and mathematics are pieces of their own, kept as written.

mod computed;
mod fences;
mod flatten;
mod notes;
mod slips;
mod tables;

use std::ops::Range;
use std::sync::Arc;

pub use computed::Computed;
pub(crate) use computed::next_hole;
pub(crate) use fences::wordless;
pub(crate) use flatten::{BodyPart, inline, parts};
pub(crate) use slips::slips;

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    /// What is written.
    pub content: Content,
    /// `**strong**`.
    pub strong: bool,
    /// `*emphasis*`.
    pub emphasis: bool,
    /// Where it links to: a lesson's id or file, a block (`#id`), a footnote (`^1`), or an address.
    pub link: Option<Arc<str>>,
    /// The byte of the lesson file at which it starts.
    pub at: usize,
}

/// What a piece of text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Plain words.
    Text(String),
    /// `` `code` ``, which also marks a quotation: numbers in it need not be computed.
    Code(String),
    /// `$LaTeX$`, as written between the dollars.
    Math(String),
    /// `{{ expression :.2f }}`.
    Computed(Computed),
    /// A line break that the author asked for.
    Break,
}

/// One thing to draw in prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProseElement {
    /// The line of the lesson file at which it starts, from 1.
    pub line: usize,
    /// How many lists it stands in.
    pub depth: usize,
    /// Whether it stands in a quotation (`> ...`).
    pub quoted: bool,
    /// What it is.
    pub kind: ElementKind,
}

/// The kinds of things that prose is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// A heading of level 1 to 6.
    Heading {
        /// 1 is the highest.
        level: usize,
        /// Its text.
        text: Vec<TextRun>,
    },
    /// A paragraph; inside a list, one that continues the item above.
    Paragraph(Vec<TextRun>),
    /// The beginning of a list item.
    Item {
        /// What stands before it.
        marker: Marker,
        /// Its text.
        text: Vec<TextRun>,
    },
    /// A block of code to read, not to run.
    Code {
        /// The word behind the fence; may be empty.
        language: String,
        /// The code, without the last line end.
        text: String,
    },
    /// Mathematics on a line of its own (`$$ ... $$`), as written.
    Math(String),
    /// A table.
    Table(ProseTable),
    /// A line across (`---`).
    Rule,
}

/// What stands before a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A bullet.
    Bullet,
    /// Its number in an ordered list.
    Number(u64),
    /// The number of a footnote, in the order in which the lesson refers to them.
    Note(u64),
}

/// What whoever presents a lesson is reminded of at a block: plain words, which learners do not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeakerNote {
    /// The words, on one line.
    pub text: Arc<str>,
    /// The bytes of the lesson file that it takes.
    pub place: Range<usize>,
}

/// A table: every row has as many cells as there are alignments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProseTable {
    /// How each column is set.
    pub alignments: Vec<ColumnAlignment>,
    /// The first row is the head.
    pub rows: Vec<Vec<Vec<TextRun>>>,
}

/// How a table's column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnAlignment {
    /// At the left, or nothing said.
    Left,
    /// In the middle.
    Center,
    /// At the right.
    Right,
}

impl ProseElement {
    /// The LaTeX of a formula on lines of its own: one between `$$`, or all that a paragraph says.
    pub fn formula(&self) -> Option<&str> {
        match &self.kind {
            ElementKind::Math(latex) => Some(latex),
            ElementKind::Paragraph(text) => match text.as_slice() {
                [TextRun { content: Content::Math(latex), link: None, .. }] => Some(latex),
                _ => None,
            },
            _ => None,
        }
    }

    /// The texts of this element: one for most, one a cell for a table, none for code and rules.
    pub fn texts(&self) -> Vec<&Vec<TextRun>> {
        match &self.kind {
            ElementKind::Heading { text, .. } | ElementKind::Paragraph(text) | ElementKind::Item { text, .. } => {
                vec![text]
            }
            ElementKind::Table(table) => table.rows.iter().flatten().collect(),
            ElementKind::Code { .. } | ElementKind::Math(_) | ElementKind::Rule => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(crate) fn texts_mut(&mut self) -> Vec<&mut Vec<TextRun>> {
        match &mut self.kind {
            ElementKind::Heading { text, .. } | ElementKind::Paragraph(text) | ElementKind::Item { text, .. } => {
                vec![text]
            }
            ElementKind::Table(table) => table.rows.iter_mut().flatten().collect(),
            ElementKind::Code { .. } | ElementKind::Math(_) | ElementKind::Rule => Vec::new(),
        }
    }
}

/// A number as it stands behind a word: `¹²`.
pub fn superscript(number: u64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

/// The bare words of a text: what a search or a derived name goes by. Computed numbers are left out.
pub fn plain(text: &[TextRun]) -> String {
    text.iter()
        .map(|piece| match &piece.content {
            Content::Text(words) | Content::Code(words) | Content::Math(words) => words.as_str(),
            Content::Computed(_) => "",
            Content::Break => " ",
        })
        .collect()
}
