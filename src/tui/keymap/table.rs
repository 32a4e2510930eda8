//! The table itself.

use super::Action as A;
use super::Context::{self, CodeEditor, Contents, Help, Inspector, MatrixEdit, Page, Tensor, TextInput};
use super::Group::{self, Change, Explore, Move, Program};

/// One row: where, which keys, what they do, and how that is said.
#[derive(Debug)]
pub struct Binding {
    /// The places in which this row holds.
    pub contexts: &'static [Context],
    /// The keys, as [`super::parse_keys`] reads them; the footer shows the first.
    pub keys: &'static str,
    /// What they ask for.
    pub action: A,
    /// A few words, as the footer and the help say it.
    pub description: &'static str,
    /// The heading in the help.
    pub group: Group,
    /// The place in the footer, 1 first; 0 keeps the row out of it.
    pub footer: u8,
}

const EVERYWHERE: &[Context] = &Context::ALL;
/// Where letters are commands.
const COMMANDS: &[Context] = &[Contents, Page, Tensor, Inspector, MatrixEdit];
/// Where a list or a text scrolls.
const LINES: &[Context] = &[Contents, Page, Inspector, Help];
/// Where a cursor walks over the elements of a matrix.
const GRIDS: &[Context] = &[Tensor, MatrixEdit];

const fn row(
    contexts: &'static [Context],
    keys: &'static str,
    action: A,
    description: &'static str,
    group: Group,
    footer: u8,
) -> Binding {
    Binding { contexts, keys, action, description, group, footer }
}

/// Every key of the program. Within a group, rows stand in the order of the help.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    row(LINES, "<up> k", A::Up, "up", Move, 0),
    row(LINES, "<down> j", A::Down, "down", Move, 1),
    row(GRIDS, "<up> k", A::Up, "row up", Move, 0),
    row(GRIDS, "<down> j", A::Down, "row down", Move, 0),
    row(GRIDS, "<left> h", A::Left, "column left", Move, 0),
    row(GRIDS, "<right> l", A::Right, "column right", Move, 1),
    row(&[Page], "<left> h", A::Left, "a step less on a slider", Change, 0),
    row(&[Page], "<right> l", A::Right, "a step more on a slider", Change, 0),
    row(&[Contents, Page, Tensor, Inspector, Help], "<pageup> <c-u>", A::PageUp, "a page up", Move, 0),
    row(&[Contents, Page, Tensor, Inspector, Help], "<pagedown> <c-d>", A::PageDown, "a page down", Move, 0),
    row(&[Contents, Page, Tensor, Inspector, Help], "<home> g", A::First, "to the start", Move, 0),
    row(&[Contents, Page, Tensor, Inspector, Help], "<end> G", A::Last, "to the end", Move, 0),
    row(&[Page], "<tab>", A::NextControl, "next control", Move, 3),
    row(&[Page], "<backtab>", A::PreviousControl, "previous control", Move, 0),

    row(&[Contents], "<enter> <right> l", A::Open, "open lesson", Explore, 2),
    row(&[Page], "<enter>", A::Open, "into tensor", Explore, 2),
    row(&[Tensor], "<enter>", A::Open, "why?", Explore, 2),
    row(&[Inspector], "<enter> <right> l", A::Open, "explain operand", Explore, 2),
    row(&[Inspector], "<backspace> <left> h", A::Ascend, "up again", Explore, 3),
    row(&[Page], "<esc>", A::Back, "back to the contents", Explore, 0),
    row(&[Tensor, Inspector, MatrixEdit, Help], "<esc>", A::Back, "back", Explore, 7),
    row(&[TextInput, CodeEditor], "<esc>", A::Back, "done", Explore, 1),
    row(&[Page], "]", A::NextLesson, "next lesson", Explore, 7),
    row(&[Page], "[", A::PreviousLesson, "previous lesson", Explore, 0),
    row(&[Page, Tensor, Inspector], "c", A::Contents, "contents", Explore, 0),

    row(&[Page, Tensor], "e", A::Edit, "edit", Change, 4),
    row(&[Page, Tensor], "E", A::EditCode, "edit the code", Change, 0),
    row(&[Page, MatrixEdit], "<space>", A::Toggle, "toggle", Change, 5),
    row(&[Page, MatrixEdit], "+ =", A::Increase, "a little more", Change, 0),
    row(&[Page, MatrixEdit], "-", A::Decrease, "a little less", Change, 0),
    row(&[MatrixEdit], "n", A::Negate, "change the sign", Change, 0),
    row(&[MatrixEdit], "<enter>", A::Accept, "set the number", Change, 2),
    row(&[TextInput], "<enter>", A::Accept, "accept", Change, 2),
    row(&[Page, Tensor, Inspector, MatrixEdit], "u", A::Undo, "undo", Change, 6),
    row(&[Page, Tensor, Inspector, MatrixEdit], "U <c-r>", A::Redo, "redo", Change, 0),
    row(&[Page, Tensor, MatrixEdit], "r", A::ResetCell, "reset this cell", Change, 0),
    row(&[Page], "i", A::Hint, "hint", Change, 0),
    row(&[Page], "S", A::Solution, "show the solution", Change, 0),

    row(COMMANDS, "? <f1>", A::Help, "help", Program, 8),
    row(&[TextInput, CodeEditor], "<f1>", A::Help, "help", Program, 8),
    row(&[Help], "?", A::Back, "close the help", Program, 0),
    row(&[Contents, Page, Tensor, Inspector, MatrixEdit, Help], "q", A::Quit, "quit", Program, 9),
    row(EVERYWHERE, "<c-c>", A::ForceQuit, "leave the program", Program, 0),
];
