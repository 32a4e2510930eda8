//! One table of keys, and everything that must agree with it.
//!
//! [`table::BINDINGS`] says for every context which key does what. A reader may give actions other keys ([`mod@file`]); what comes out
//! is the [`Keymap`]. Key handling, the footer, the help overlay, the palette, the README's table and the tests all read it, so none
//! of them can promise a key that does nothing.

pub use hints::Hint;
pub use keys::{Key, KeyError, Keys, parse_keys};
pub use map::{Keymap, Row};
pub use table::{BINDINGS, Binding};

pub mod file;
mod hints;
pub mod keys;
mod map;
pub mod table;
mod written;

use crate::words::word;

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// One line, block, row or item up.
    Up,
    /// One line, block, row or item down.
    Down,
    /// One column or step to the left.
    Left,
    /// One column or step to the right.
    Right,
    /// A screenful up.
    PageUp,
    /// A screenful down.
    PageDown,
    /// To the first line, block or row.
    First,
    /// To the last line, block or row.
    Last,
    /// Opens what is under the cursor: a lesson, the inside of a tensor, why an element has its value, an operand.
    Open,
    /// One level back.
    Back,
    /// From an operand back up to what it made.
    Ascend,
    /// Shows what depends on an element, or again what it is made of.
    Uses,
    /// Reads the gradient of a number, or ends that.
    Gradient,
    /// To the element in which a NaN or an infinity was born.
    Birth,
    /// Back to where the reader was before the last jump.
    GoBack,
    /// Forward again, after going back.
    GoForward,
    /// To the next thing on the page that can be changed or asked.
    NextControl,
    /// To the previous thing on the page that can be changed or asked.
    PreviousControl,
    /// To the next lesson.
    NextLesson,
    /// To the previous lesson.
    PreviousLesson,
    /// To the list of lessons.
    Contents,
    /// Shows which lesson needs which.
    Map,
    /// Shows what was really solved.
    Certificate,
    /// Lists every action that does something here, and every place to go to.
    Palette,
    /// Looks for words in all lessons.
    Search,
    /// To the next place that the search has found.
    NextHit,
    /// To the place that it found before.
    PreviousHit,
    /// Lists what the lesson is made of.
    Outline,
    /// Lists where the names of a block come from, and where they are used.
    Names,
    /// Marks a block, or takes its mark away.
    Bookmark,
    /// Lists the blocks of all lessons that are marked.
    Bookmarks,
    /// Says what the words of a block mean, and where each is taught.
    Glossary,
    /// To the next matrix of a tensor with more than two axes.
    NextSlice,
    /// To the previous matrix of such a tensor.
    PreviousSlice,
    /// Shows texts whole that are too long for their lines, or folds them again.
    Unfold,
    /// Draws a tensor in the next way that suits it.
    NextView,
    /// Draws a tensor in the way before.
    PreviousView,
    /// Shows two other axes of a tensor with more than two.
    NextAxes,
    /// Edits what is under the cursor: its code, its text, its number.
    Edit,
    /// Edits the code of the cell under the cursor, even where it is drawn as a control.
    EditCode,
    /// Switches a mask cell, a toggle, an option.
    Toggle,
    /// A little more.
    Increase,
    /// A little less.
    Decrease,
    /// Ten steps more.
    IncreaseMuch,
    /// Ten steps less.
    DecreaseMuch,
    /// Changes the sign of a number.
    Negate,
    /// Asks what to fill: a row, a column, a triangle, everything.
    Fill,
    /// Fills the row of the cursor.
    FillRow,
    /// Fills the column of the cursor.
    FillColumn,
    /// Fills the diagonal and what is below it.
    FillLower,
    /// Fills what is above the diagonal.
    FillUpper,
    /// Fills everything.
    FillAll,
    /// Adds a row below the cursor.
    AddRow,
    /// Adds a column behind the cursor.
    AddColumn,
    /// Takes the row of the cursor away.
    RemoveRow,
    /// Takes the column of the cursor away.
    RemoveColumn,
    /// Goes on to the next thing that a hidden score can become.
    FillPolicy,
    /// Takes the last edit back.
    Undo,
    /// Makes the edit again that was taken back.
    Redo,
    /// Gives the cell under the cursor the source of the lesson again.
    ResetCell,
    /// Gives every cell the source of the lesson again.
    ResetPage,
    /// Draws the selection along in the direction of the key.
    Select,
    /// Selects all of the text.
    SelectAll,
    /// Copies what is selected.
    Copy,
    /// Takes out what is selected.
    Cut,
    /// Puts in what was copied or taken out.
    Paste,
    /// A word to the left.
    WordLeft,
    /// A word to the right.
    WordRight,
    /// To the start of the line.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// Deletes the character before the cursor, or the selection.
    DeleteBack,
    /// Deletes the character at the cursor, or the selection.
    DeleteNext,
    /// Deletes back to the start of a word.
    DeleteWordBack,
    /// Deletes on to the end of a word.
    DeleteWordNext,
    /// Deletes back to the start of the line.
    DeleteToStart,
    /// Deletes on to the end of the line.
    DeleteToEnd,
    /// Moves lines in.
    Indent,
    /// Moves lines out.
    Dedent,
    /// Offers words for the one that is being typed, or the next of them; at the margin moves in.
    Complete,
    /// The word offered before.
    CompletePrevious,
    /// Copies what is under the cursor to the clipboard of the terminal.
    CopyOut,
    /// Asks what to copy or to write into a file: the screen, a number, a formula, code, a tensor.
    Take,
    /// Opens the text in the reader's own editor.
    EditOutside,
    /// Adds a cell of the learner's own.
    AddCell,
    /// Takes such a cell away.
    DeleteCell,
    /// Shows the cells of shared examples that the lesson does not show, or hides them again.
    Shared,
    /// Runs a cell that waits to be asked.
    RunCell,
    /// Accepts what was typed.
    Accept,
    /// Answers a question by the number of an option.
    Answer,
    /// Says that an answer was guessed.
    Guess,
    /// Says that somebody is fairly sure of an answer.
    FairlySure,
    /// Says that somebody is sure of an answer.
    Sure,
    /// To the next question that is to be asked again.
    AskAgain,
    /// Shows a hint of a question or an exercise.
    Hint,
    /// Shows the solution of an exercise; in a talk also the answer of a question.
    Solution,
    /// Shows the notes of who presents, or puts them away.
    Notes,
    /// Shows every key of this place.
    Help,
    /// Takes the mouse, or gives it back to the terminal.
    Mouse,
    /// Pins the page to compare with, or ends the comparison.
    Pin,
    /// Shows the page as it is, the other state, or their difference.
    Turn,
    /// Changes one input and marks everything that moves.
    Leak,
    /// Opens the history of the page.
    Timeline,
    /// Steps through the run of a cell, or ends it.
    Step,
    /// To the same step where the next token is made.
    NextToken,
    /// To the same step where the token before was made.
    PreviousToken,
    /// Opens the moments of a training that are kept.
    Moments,
    /// Compares two moments of a training, or one with now.
    Compare,
    /// Writes a training into its file.
    Save,
    /// Writes what was learned, for other commands.
    Export,
    /// Gives the terminal to the shell until it brings the program back.
    Suspend,
    /// Leaves the program.
    Quit,
    /// Leaves the program from anywhere, also while typing.
    ForceQuit,
}

impl Action {
    /// How a file of keys calls it: `next-control`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }

    /// Whether the key itself says what is meant, the direction or the number: such keys cannot be others.
    pub fn is_said_by_the_key(self) -> bool {
        matches!(self, Self::Select | Self::Answer)
    }
}

/// Where the cursor is: each place gives keys its own meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// The list of lessons.
    Contents,
    /// The lessons by what needs what.
    Map,
    /// What was really solved of the lessons.
    Certificate,
    /// A lesson, block by block.
    Page,
    /// At the options of a question.
    Question,
    /// Saying how sure one is of an answer.
    Sureness,
    /// Inside a tensor of the lesson.
    Tensor,
    /// Inside a tensor, while the inspector explains the element under the cursor.
    Explained,
    /// At the operands in the inspector.
    Inspector,
    /// Typing a line of text.
    TextInput,
    /// Typing code.
    CodeEditor,
    /// Choosing one of the words that are offered while code is typed.
    Completion,
    /// Typing a number into a matrix.
    NumberInput,
    /// At the steps of a run.
    Stepping,
    /// The history of the page.
    Timeline,
    /// Looking on while a model learns.
    Training,
    /// At the moments of a training that are kept.
    Moments,
    /// Choosing from a list: of actions, places, names, or what a search found.
    Finder,
    /// Saying what of a matrix is to be filled.
    Fill,
    /// The help overlay.
    Help,
}

impl Context {
    /// Every context, in the order of the help.
    pub const ALL: [Self; 20] = [
        Self::Contents,
        Self::Map,
        Self::Certificate,
        Self::Page,
        Self::Question,
        Self::Sureness,
        Self::Tensor,
        Self::Explained,
        Self::Inspector,
        Self::TextInput,
        Self::CodeEditor,
        Self::Completion,
        Self::NumberInput,
        Self::Stepping,
        Self::Timeline,
        Self::Training,
        Self::Moments,
        Self::Finder,
        Self::Fill,
        Self::Help,
    ];

    /// How a file of keys calls this place: its English title in small letters, `inside-a-tensor`.
    pub fn section(self) -> &'static str {
        match self {
            Self::Contents => "contents",
            Self::Map => "the-map-of-the-lessons",
            Self::Certificate => "what-you-have-solved",
            Self::Page => "lesson",
            Self::Question => "at-a-question",
            Self::Sureness => "saying-how-sure-you-are",
            Self::Tensor => "inside-a-tensor",
            Self::Explained => "inside-a-tensor-explained",
            Self::Inspector => "what-it-is-made-of",
            Self::TextInput => "typing-text",
            Self::CodeEditor => "typing-code",
            Self::Completion => "choosing-a-word",
            Self::NumberInput => "typing-a-number",
            Self::Stepping => "stepping-through-a-cell",
            Self::Timeline => "in-the-timeline",
            Self::Training => "watching-a-model-learn",
            Self::Moments => "at-the-kept-moments",
            Self::Finder => "choosing-from-a-list",
            Self::Fill => "filling-a-matrix-or-a-mask",
            Self::Help => "help",
        }
    }

    /// How the help and the README call this place.
    pub fn title(self) -> &'static str {
        match self {
            Self::Contents => word!("place-contents"),
            Self::Map => word!("place-map"),
            Self::Certificate => word!("place-certificate"),
            Self::Page => word!("place-page"),
            Self::Question => word!("place-question"),
            Self::Sureness => word!("place-sureness"),
            Self::Tensor => word!("place-tensor"),
            Self::Explained => word!("place-explained"),
            Self::Inspector => word!("place-inspector"),
            Self::TextInput => word!("place-text"),
            Self::CodeEditor => word!("place-code"),
            Self::Completion => word!("place-completion"),
            Self::NumberInput => word!("place-number"),
            Self::Stepping => word!("place-stepping"),
            Self::Timeline => word!("place-timeline"),
            Self::Training => word!("place-training"),
            Self::Moments => word!("place-moments"),
            Self::Finder => word!("place-finder"),
            Self::Fill => word!("place-fill"),
            Self::Help => word!("place-help"),
        }
    }
}

/// The heading under which the help lists an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Moving the cursor.
    Move,
    /// Going somewhere else, asking why.
    Explore,
    /// Changing something.
    Change,
    /// The program itself.
    Program,
}

impl Group {
    /// Every group, in the order of the help.
    pub const ALL: [Self; 4] = [Self::Move, Self::Explore, Self::Change, Self::Program];

    /// The heading itself.
    pub fn title(self) -> &'static str {
        match self {
            Self::Move => word!("group-move"),
            Self::Explore => word!("group-explore"),
            Self::Change => word!("group-change"),
            Self::Program => word!("group-program"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_binding_is_complete_and_readable() {
        for binding in BINDINGS {
            let keys = parse_keys(binding.keys).unwrap();
            assert!(!keys.is_empty() && !binding.words().is_empty() && !binding.contexts.is_empty(), "{binding:?}");
        }
    }

    #[test]
    fn no_key_means_two_things_in_one_place() {
        let mut seen = BTreeSet::new();
        for binding in BINDINGS {
            for context in binding.contexts {
                for key in parse_keys(binding.keys).unwrap() {
                    assert!(seen.insert((*context, key.to_string())), "{key} twice in {context:?}");
                }
            }
        }
    }

    #[test]
    fn every_place_can_be_left_and_quit_and_says_so() {
        let keymap = Keymap::new();
        let [escape, interrupt] = parse_keys("<esc> <c-c>").unwrap()[..] else { panic!("two keys") };
        for context in Context::ALL {
            assert_eq!(keymap.action(context, interrupt), Some(Action::ForceQuit), "{context:?}");
            if context != Context::Contents {
                assert_eq!(keymap.action(context, escape), Some(Action::Back), "{context:?}");
            }
            assert!(keymap.footer(context, |_, words| Some(words)).len() >= 2, "{context:?}");
            assert!(keymap.footer(context, |_, _| None).is_empty());
        }
    }

    #[test]
    fn typing_contexts_leave_letters_to_the_editor() {
        let keymap = Keymap::new();
        for context in [Context::TextInput, Context::CodeEditor, Context::Completion, Context::Finder] {
            for key in parse_keys("q j u ? <space> + 1 : / O d").unwrap() {
                assert_eq!(keymap.action(context, key), None, "{key} in {context:?}");
            }
        }
    }

    #[test]
    fn arrows_and_hjkl_are_equal() {
        let keymap = Keymap::new();
        for context in [
            Context::Contents,
            Context::Map,
            Context::Certificate,
            Context::Page,
            Context::Tensor,
            Context::Explained,
            Context::Inspector,
            Context::Help,
        ] {
            for (arrow, letter) in [("<up>", "k"), ("<down>", "j"), ("<left>", "h"), ("<right>", "l")] {
                let action = |key| keymap.action(context, parse_keys(key).unwrap()[0]);
                assert_eq!(action(arrow), action(letter), "{arrow} and {letter} in {context:?}");
            }
        }
    }

    #[test]
    fn places_are_called_in_files_as_in_the_help() {
        let plain = |title: &str| title.to_lowercase().replace(',', "").replace(' ', "-");
        for context in Context::ALL {
            assert_eq!(context.section(), plain(context.title()));
        }
        assert_eq!(Action::NextControl.name(), "next-control");
    }
}
