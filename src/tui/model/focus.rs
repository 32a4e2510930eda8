//! Where in a lesson the cursor is: at the blocks, or inside one of them.

use std::sync::Arc;

use super::editor::Editor;
use super::lit::Lit;
use crate::lang::controls::Region;
use crate::notebook::why::{FirstNan, Uses, WhyAnswer, WhyQuery};

/// What keys act on.
#[derive(Debug, Clone)]
pub enum Focus {
    /// The selected block as a whole.
    Blocks,
    /// An option of the selected question, from 0.
    Question(usize),
    /// How sure the learner is of the answer just given to the selected question; until then it is not shown whether it is right.
    Sureness {
        /// Whether the question was asked again, some days after it was missed.
        again: bool,
    },
    /// An element of a tensor.
    Tensor(Inside),
    /// The text of a control.
    Text(TextEntry),
    /// The code of the selected block.
    Code(Editor),
}

/// What a learner has just asked of a block, which may be higher than the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// How the answer or the code stands.
    Verdict,
    /// The newest hint.
    Hint,
    /// The solution.
    Solution,
    /// A text that is shown whole now, or no more.
    Text,
}

/// A place inside a tensor of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spot {
    /// The block, by its place on the page.
    pub block: usize,
    /// Which of its figures.
    pub figure: usize,
    /// The place along the leading axes of a tensor with more than two.
    pub lead: Vec<usize>,
    /// The row; 0 for a vector.
    pub row: usize,
    /// The column; 0 for a scalar.
    pub column: usize,
}

/// The cursor inside a tensor.
#[derive(Debug, Clone, Default)]
pub struct Inside {
    /// Where it is.
    pub spot: Spot,
    /// A number that is being typed over the element, or over what is to be filled.
    pub typed: Option<String>,
    /// What is to be filled, while that or the number is asked for.
    pub fill: Option<Fill>,
    /// The explanation of an element, while it is shown.
    pub why: Option<Inspection>,
}

/// How far the question what to fill with what has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// A key says the region.
    Asked,
    /// The region is known, and the number is being typed.
    With(Region),
}

/// The inspector at work.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// What is explained; none for a number of which nothing is known.
    pub asked: Option<WhyQuery>,
    /// Whether it is the one under the cursor; the page does not show every step.
    pub on_page: bool,
    /// The explanation; none when nothing is known of the element.
    pub why: Option<WhyAnswer>,
    /// Whether it explains the gradient with respect to the element, and not its value.
    pub is_slope: bool,
    /// What depends on it, while that is shown and not what it is made of.
    pub uses: Option<Uses>,
    /// Where it was born, if it is no number.
    pub birth: Option<FirstNan>,
    /// The elements that made it, or that depend on it, where the page shows them.
    pub lit: Lit,
    /// Whether keys go to the operands and not to the tensor.
    pub focused: bool,
    /// The operand that the cursor is on.
    pub selected: usize,
    /// The way down to here: the way up.
    pub trail: Vec<Step>,
}

impl Inspection {
    /// Whether it says what the number under the cursor is made of, and nothing was asked further on.
    pub fn is_first(&self) -> bool {
        self.trail.is_empty() && self.uses.is_none()
    }

    /// How many lines the cursor can stand on: ways down, or values that depend on the element.
    pub fn ways(&self) -> usize {
        match (&self.uses, &self.why) {
            (Some(uses), _) => uses.values.len(),
            (None, Some(why)) => why.ways().count(),
            (None, None) => 0,
        }
    }
}

/// One step of the way down: what was explained, and where the cursor was.
#[derive(Debug, Clone)]
pub struct Step {
    /// What it is called.
    pub name: String,
    /// What was explained.
    pub asked: Option<WhyQuery>,
    /// Whether it was the one under the cursor.
    pub on_page: bool,
    /// The cursor on the page.
    pub spot: Spot,
    /// The operand that was followed.
    pub selected: usize,
    /// Whether it was followed to what depends on it.
    pub to_uses: bool,
}

/// Typing the text of a control.
#[derive(Debug, Clone)]
pub struct TextEntry {
    /// The control, by its name.
    pub control: Arc<str>,
    /// The typing.
    pub editor: Editor,
}
