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
use crate::lang::{Names, Statement, Token, TokenKind, controls};

/// What a question says that is to hide what stands below it, up to the next heading, and no names.
const BELOW: &str = "below";

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

impl QuestionVeil {
    /// What each question of a lesson hides, in page order. Questions that hide nothing are left out.
    pub fn all(lesson: &Lesson) -> Vec<Arc<QuestionVeil>> {
        let inputs = Arc::new(inputs(lesson));
        let questions = lesson.blocks.iter().enumerate().filter_map(|(place, block)| match &block.kind {
            BlockKind::Question(question) => Some(Self::of(lesson, place, question, &inputs)),
            _ => None,
        });
        questions.filter(|veil| !veil.is_empty()).map(Arc::new).collect()
    }

    fn of(lesson: &Lesson, place: usize, question: &Question, inputs: &Arc<BTreeSet<Arc<str>>>) -> Self {
        let question_id = lesson.blocks.get(place).map(|block| Arc::clone(&block.id)).unwrap_or_default();
        let (blocks, names) = match &question.veils {
            Some(named) => {
                let named = named.iter().filter(|name| ***name != *BELOW).cloned();
                let (mut blocks, names): (BTreeSet<_>, _) = named.partition(|name| lesson.block(name).is_some());
                if question.veils.iter().flatten().any(|name| **name == *BELOW) {
                    blocks.extend(until_heading(lesson, place));
                }
                (blocks, names)
            }
            None => (
                until_heading(lesson, place),
                values_read(question.source.program()).difference(inputs).cloned().collect(),
            ),
        };
        let mut veil = Self {
            question: question_id,
            blocks,
            names,
            statements: BTreeSet::new(),
            numbers: BTreeSet::new(),
            inputs: Arc::clone(inputs),
        };
        for block in &lesson.blocks {
            veil.statements.extend(veil.has_telling_statement(block).then(|| Arc::clone(&block.id)));
            veil.add_numbers(block);
        }
        veil
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

    /// Whether one of these names is hidden everywhere.
    pub fn reads_hidden(&self, names: &Names) -> bool {
        self.names.iter().any(|name| names.uses(name) || names.defines(name))
    }

    /// Whether a statement of a cell that binds no name reads a name that is hidden.
    fn has_telling_statement(&self, block: &Block) -> bool {
        let BlockKind::Cell(cell) = &block.kind else { return false };
        let program = cell.source.program();
        let tells = |statement: &Statement| {
            let stretch = statement.span.start as usize..statement.span.end as usize;
            matches!(statement.kind, StatementKind::Expression(_))
                && self.names.iter().any(|name| reads_value(program, &stretch, name))
        };
        self.reads_hidden(&program.names) && program.parsed.program.iter().any(tells)
    }

    /// The numbers of a question are part of what it asks; all others that show something hidden are hidden.
    fn add_numbers(&mut self, block: &Block) {
        if matches!(block.kind, BlockKind::Question(_)) {
            return;
        }
        let is_whole = self.blocks.contains(&block.id);
        let numbers = block.numbers().filter(|number| {
            let program = || Program::new(Arc::from(number.program()));
            is_whole || !self.names.is_empty() && !values_read(&program()).is_disjoint(&self.names)
        });
        let numbers: Vec<usize> = numbers.map(|number| number.index).collect();
        self.numbers.extend(numbers.into_iter().map(|index| (Arc::clone(&block.id), index)));
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

    /// Whether a cell with these names reads or gives a value that is hidden everywhere.
    pub fn reads_hidden(&self, names: &Names) -> bool {
        self.0.iter().any(|veil| veil.reads_hidden(names))
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

/// The names that a program takes from elsewhere and of which it reads more than how large they are.
fn values_read(program: &Program) -> BTreeSet<Arc<str>> {
    let uses = program.names.uses.iter().map(|(name, _)| name);
    uses.filter(|name| reads_value(program, &(0..program.source.len()), name)).cloned().collect()
}

/// Whether a stretch of a program has a name of which more is read than its size.
fn reads_value(program: &Program, stretch: &Range<usize>, name: &str) -> bool {
    let tokens = &program.parsed.tokens;
    let text =
        |place: Option<usize>| place.and_then(|place| tokens.get(place)).map(|token| token.span.of(&program.source));
    let is_name = |token: &Token| token.kind == TokenKind::Name && token.span.of(&program.source) == name;
    let is_size = |place: usize| {
        let before = |steps: usize| text(place.checked_sub(steps));
        let after = |steps: usize| text(Some(place + steps));
        let is_measured = before(2) == Some("len") && before(1) == Some("(") && after(1) == Some(")");
        is_measured || after(1) == Some(".") && after(2).is_some_and(|of| SIZES.contains(&of))
    };
    let here = tokens.iter().enumerate().filter(|(_, token)| stretch.contains(&(token.span.start as usize)));
    here.filter(|(_, token)| is_name(token)).any(|(place, _)| !is_size(place))
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
    // A cell may read what stands in a later one: until nothing is added.
    let mut before = usize::MAX;
    while before != inputs.len() {
        before = inputs.len();
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
    }
    inputs
}

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
