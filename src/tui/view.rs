//! The parts of the screen beside the pages of lessons: how each looks, and what a click in it means.

use super::keymap::Key;
use super::layout::target::Target;

pub mod beam;
pub mod card;
pub mod certificate;
pub mod completion;
pub mod contents;
pub mod dashboard;
pub mod finder;
pub mod found;
pub mod inspector;
pub mod lens;
pub mod machine;
pub mod map;
pub mod menu;
pub mod rail;
pub mod scroll_bar;
pub mod standing;
pub mod status;
pub mod terms;
pub mod timeline;
pub mod title;
pub mod values;
pub mod whereabouts;

/// What a click at a place of the screen means.
#[derive(Debug, Clone, PartialEq)]
pub enum Click {
    /// A key of the footer.
    Key(Key),
    /// A row of the open list, or of the menu.
    Row(usize),
    /// The list, but none of its rows.
    List,
    /// Anywhere beside the list.
    Outside,
    /// The name of the program: the list of lessons.
    Contents,
    /// A way to this block: the bar that shows how far a lesson is read, a heading in the rail.
    Bar(usize),
    /// An attention of the machine, and a head of it.
    Head(usize, Option<usize>),
    /// A continuation of a beam search.
    Continuation(usize),
    /// The scroll bar of the page.
    ScrollBar,
    /// A lesson in the list.
    Lesson(usize),
    /// A block of the lesson, and something in it.
    Block(usize, Option<Target>),
    /// An operand in the inspector.
    Operand(usize),
    /// A tensor of the page that is shown beside it: its block, and its place among the figures of that unless it is hidden.
    Tensor(usize, Option<usize>),
    /// A moment of the timeline.
    Moment(usize),
    /// A step of a run.
    Step(usize),
    /// How a training stands: it is paused, or goes on.
    Standing,
    /// A sentence that a training writes.
    Sentence(usize),
    /// A head of a training's model.
    TrainingHead(usize),
    /// A moment of a training.
    Kept(usize),
}
