//! What a question hides until it is answered: the values that would tell its answer.
//!
//! A lesson asks its learners to predict, and the next picture shows what happens. Without veils the picture stands below the
//! question, and there is nothing to predict.
//!
//! A question names what it hides (`veils: [weights, table]`): values by their names, cells by their labels, and as `below` every output
//! and every computed number from the question to the next heading. A question that does not say it hides
//!
//! - every output and every computed number from the question to the next heading;
//! - anywhere on the page, the values of the names that its answer reads, and the computed numbers that read one of them. Who reads only
//!   how long or how large something is (`len(words)`, `x.shape`) does not read its value.
//!
//! Inputs stay visible, as the question may be about them: controls, names that are assigned what is written there, and what is read
//! off these: the words of a sentence, how many there are.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::lesson::{Block, BlockId, BlockKind, Lesson, Program, Question};
use crate::lang::syntax::{Argument, Binary, Expression, ExpressionKind, StatementKind, Target};
use crate::lang::{Statement, TokenKind, controls};

/// What a question says that is to hide what stands below it, up to the next heading, and no names.
const BELOW: &str = "below";

/// What stands in place of a hidden number.
pub const VEIL: &str = "░░";

/// What one question hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionVeil {
    /// The question.
    pub question: BlockId,
    /// The blocks of which every output is hidden, but for inputs.
    blocks: BTreeSet<BlockId>,
    /// The names whose values are hidden wherever they are shown.
    names: BTreeSet<Arc<str>>,
    /// The cells that print one of these names, or end with an expression that reads one.
    statements: BTreeSet<BlockId>,
    /// The computed numbers that are hidden, by block and index.
    numbers: BTreeSet<(BlockId, usize)>,
    /// The inputs of the page.
    inputs: Arc<BTreeSet<Arc<str>>>,
}

/// What a page reads where, found once for all its questions.
struct PageReads {
    /// The inputs of the page.
    inputs: Arc<BTreeSet<Arc<str>>>,
    /// The names that the statements of a cell read which bind no name: they print, or are its last line.
    statements: Vec<(BlockId, BTreeSet<Arc<str>>)>,
    /// The names that each computed number reads. Those of a question are part of what it asks, and not here.
    numbers: Vec<(BlockId, usize, BTreeSet<Arc<str>>)>,
}

impl PageReads {
    fn of(lesson: &Lesson) -> Self {
        let mut reads = Self { inputs: Arc::new(inputs(lesson)), statements: Vec::new(), numbers: Vec::new() };
        for block in &lesson.blocks {
            match &block.kind {
                BlockKind::Question(_) => continue,
                BlockKind::Cell(cell) => {
                    reads.statements.push((Arc::clone(&block.id), told_by_statements(cell.source.program())));
                }
                BlockKind::Prose(_) | BlockKind::Exercise(_) => {}
            }
            for number in block.numbers() {
                let program = Program::new(Arc::from(number.program()));
                reads.numbers.push((Arc::clone(&block.id), number.index, values_read(&program)));
            }
        }
        reads
    }
}

impl QuestionVeil {
    /// What each question of a lesson hides, in page order. Questions that hide nothing are left out.
    pub fn all(lesson: &Lesson) -> Vec<Arc<QuestionVeil>> {
        let is_question = |block: &Block| matches!(block.kind, BlockKind::Question(_));
        if !lesson.blocks.iter().any(is_question) {
            return Vec::new();
        }
        let reads = PageReads::of(lesson);
        let veil = |(place, block): (usize, &Block)| match &block.kind {
            BlockKind::Question(question) => Some(Self::of(lesson, place, question, &reads)),
            _ => None,
        };
        let veils = lesson.blocks.iter().enumerate().filter_map(veil);
        veils.filter(|veil| !veil.is_empty()).map(Arc::new).collect()
    }

    fn of(lesson: &Lesson, place: usize, question: &Question, reads: &PageReads) -> Self {
        let (blocks, names) = if let Some(named) = &question.veils {
            said(lesson, place, named)
        } else {
            let read = values_read(question.source.program());
            (until_heading(lesson, place), read.difference(&reads.inputs).cloned().collect())
        };
        let statements = reads.statements.iter().filter(|(_, read)| !read.is_disjoint(&names));
        let numbers =
            reads.numbers.iter().filter(|(block, _, read)| blocks.contains(block) || !read.is_disjoint(&names));
        Self {
            question: lesson.blocks.get(place).map(|block| Arc::clone(&block.id)).unwrap_or_default(),
            statements: statements.map(|(block, _)| Arc::clone(block)).collect(),
            numbers: numbers.map(|(block, index, _)| (Arc::clone(block), *index)).collect(),
            inputs: Arc::clone(&reads.inputs),
            blocks,
            names,
        }
    }

    fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.names.is_empty() && self.numbers.is_empty()
    }

    /// Whether it hides the value of a name in the output of a block.
    pub fn hides(&self, block: &Block, name: &str) -> bool {
        let is_shown_anyway = !is_lesson_cell(block) || self.inputs.contains(name) && !self.names.contains(name);
        !is_shown_anyway && (self.blocks.contains(&block.id) || self.names.contains(name))
    }

    /// Whether it hides what a block shows without a name: printed text, the value of the last line, a diagram.
    pub fn hides_unnamed(&self, block: &Block) -> bool {
        is_lesson_cell(block) && (self.blocks.contains(&block.id) || self.statements.contains(&block.id))
    }

    /// Whether it hides a computed number of a block.
    pub fn hides_number(&self, block: &BlockId, index: usize) -> bool {
        self.numbers.contains(&(Arc::clone(block), index))
    }
}

/// The questions that hide something now, in page order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Veils(Vec<Arc<QuestionVeil>>);

impl Veils {
    /// Those of `all` whose question is open.
    pub fn of(all: &[Arc<QuestionVeil>], is_open: impl Fn(&BlockId) -> bool) -> Self {
        Self(all.iter().filter(|veil| is_open(&veil.question)).map(Arc::clone).collect())
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The questions.
    pub fn questions(&self) -> impl Iterator<Item = &BlockId> {
        self.0.iter().map(|veil| &veil.question)
    }

    /// The question that hides the value of a name in the output of a block.
    pub fn over(&self, block: &Block, name: &str) -> Option<&BlockId> {
        self.first(|veil| veil.hides(block, name))
    }

    /// The question that hides what a block shows without a name.
    pub fn over_unnamed(&self, block: &Block) -> Option<&BlockId> {
        self.first(|veil| veil.hides_unnamed(block))
    }

    /// The question that hides a computed number.
    pub fn over_number(&self, block: &BlockId, index: usize) -> Option<&BlockId> {
        self.first(|veil| veil.hides_number(block, index))
    }

    /// The question that hides the value of this name everywhere.
    pub fn over_name(&self, name: &str) -> Option<&BlockId> {
        self.first(|veil| veil.names.contains(name))
    }

    /// Whether the value of this name is hidden everywhere.
    pub fn hides_name(&self, name: &str) -> bool {
        self.over_name(name).is_some()
    }

    fn first(&self, hides: impl Fn(&QuestionVeil) -> bool) -> Option<&BlockId> {
        self.0.iter().find(|veil| hides(veil)).map(|veil| &veil.question)
    }
}

/// A cell that the lesson wrote: a learner's own cell and an exercise show what the learner asked for.
fn is_lesson_cell(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Cell(_)) && !block.is_scratch()
}

/// The blocks from a question to the next heading.
fn until_heading(lesson: &Lesson, question: usize) -> BTreeSet<BlockId> {
    let on_page = lesson.blocks.get(question + 1..lesson.appendix).unwrap_or_default();
    let below = on_page.iter().take_while(|block| block.heading().is_none());
    below.filter(|block| !matches!(block.kind, BlockKind::Question(_))).map(|block| Arc::clone(&block.id)).collect()
}

/// What a question says that it hides: blocks by their labels, and names.
fn said(lesson: &Lesson, place: usize, named: &[Arc<str>]) -> (BTreeSet<BlockId>, BTreeSet<Arc<str>>) {
    let labels: BTreeSet<&BlockId> = lesson.blocks.iter().map(|block| &block.id).collect();
    let (mut blocks, mut names) = (BTreeSet::new(), BTreeSet::new());
    for name in named {
        match () {
            () if **name == *BELOW => blocks.extend(until_heading(lesson, place)),
            () if labels.contains(name) => _ = blocks.insert(Arc::clone(name)),
            () => _ = names.insert(Arc::clone(name)),
        }
    }
    (blocks, names)
}

/// The names that a program takes from elsewhere and of which it reads more than how large they are.
fn values_read(program: &Program) -> BTreeSet<Arc<str>> {
    let read = read_as_values(program, &(0..program.source.len()));
    program.names.uses.iter().map(|(name, _)| name).filter(|name| read.contains(&***name)).cloned().collect()
}

/// The names that the statements of a cell read which bind no name.
fn told_by_statements(program: &Program) -> BTreeSet<Arc<str>> {
    let is_told = |statement: &&Statement| matches!(statement.kind, StatementKind::Expression(_));
    let told =
        program.parsed.program.iter().filter(is_told).flat_map(|statement| {
            read_as_values(program, &(statement.span.start as usize..statement.span.end as usize))
        });
    told.map(Arc::from).collect()
}

/// The names in a stretch of a program of which more is read than their size.
fn read_as_values<'p>(program: &'p Program, stretch: &Range<usize>) -> BTreeSet<&'p str> {
    let tokens = &program.parsed.tokens;
    let text =
        |place: Option<usize>| place.and_then(|place| tokens.get(place)).map(|token| token.span.of(&program.source));
    let is_size = |place: usize| {
        let before = |steps: usize| text(place.checked_sub(steps));
        let after = |steps: usize| text(Some(place + steps));
        let is_measured = before(2) == Some("len") && before(1) == Some("(") && after(1) == Some(")");
        is_measured || after(1) == Some(".") && after(2).is_some_and(|of| SIZES.contains(&of))
    };
    let place_of = |byte: usize| tokens.partition_point(|token| (token.span.start as usize) < byte);
    let names = (place_of(stretch.start)..place_of(stretch.end))
        .filter(|place| tokens.get(*place).is_some_and(|token| token.kind == TokenKind::Name) && !is_size(*place));
    names.filter_map(|place| text(Some(place))).collect()
}

/// What of a tensor tells only how large it is.
const SIZES: [&str; 4] = ["ndim", "numel", "shape", "size"];

/// The controls of a page, the names that are assigned what is written there, and what is read off these: words, lengths, shapes.
fn inputs(lesson: &Lesson) -> BTreeSet<Arc<str>> {
    let mut inputs = BTreeSet::new();
    for block in &lesson.blocks {
        let BlockKind::Cell(cell) = &block.kind else { continue };
        let statements = &cell.source.program().parsed.program;
        inputs.extend(controls(statements).into_iter().map(|control| control.name));
    }
    // A cell may read what stands in a later one.
    for _ in 0..MAX_ROUNDS {
        let before = inputs.len();
        let cells = lesson.blocks.iter().filter_map(|block| match &block.kind {
            BlockKind::Cell(cell) => Some(cell),
            _ => None,
        });
        for statement in cells.flat_map(|cell| &cell.source.program().parsed.program) {
            if let StatementKind::Assign { targets, value } = &statement.kind
                && let [Target::Name(name)] = targets.as_slice()
                && is_given(value, &inputs)
            {
                inputs.insert(Arc::clone(&name.name));
            }
        }
        if inputs.len() == before {
            break;
        }
    }
    inputs
}

/// How often the cells are gone through for inputs: chains of names that go up the page are short.
const MAX_ROUNDS: usize = 4;

/// The functions and methods that only read something off an input.
const READERS: [&str; 9] = ["len", "list", "lower", "numel", "range", "size", "split", "strip", "upper"];
/// The functions that make a tensor of what is written.
const TENSOR: &str = "tensor";

/// Whether an expression computes nothing: it is written out, or read off an input.
fn is_given(value: &Expression, inputs: &BTreeSet<Arc<str>>) -> bool {
    let given = |value: &Expression| is_given(value, inputs);
    match &value.kind {
        ExpressionKind::Int(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Str(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::None => true,
        ExpressionKind::Name(name) => inputs.contains(name),
        ExpressionKind::Unary(_, value) => given(value),
        ExpressionKind::List(items) | ExpressionKind::Tuple(items) => items.iter().all(given),
        ExpressionKind::Dict(items) => items.iter().all(|(key, value)| key.as_ref().is_some_and(given) && given(value)),
        ExpressionKind::Attribute { object, name } => &*name.name == "shape" && given(object),
        // Two lists, or two texts, one after the other.
        ExpressionKind::Binary { left, operator: Binary::Add, right } => {
            let is_joined = |value: &Expression| matches!(value.kind, ExpressionKind::List(_) | ExpressionKind::Str(_));
            (is_joined(left) || is_joined(right)) && given(left) && given(right)
        }
        ExpressionKind::Index { object, index } => given(object) && given(index),
        ExpressionKind::Call { callee, arguments } => {
            let known = match &callee.kind {
                ExpressionKind::Name(name) => READERS.contains(&&**name) || &**name == TENSOR,
                ExpressionKind::Attribute { name, .. } if &*name.name == TENSOR => true,
                ExpressionKind::Attribute { object, name } => READERS.contains(&&*name.name) && given(object),
                _ => false,
            };
            known && arguments.iter().map(Argument::value).all(given)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
