//! The table itself: what keys can ask for, and where which key asks for it.

use self::Action as A;
use super::Context::{
    self, Beam, Certificate, CodeEditor, Completion, Contents, Explained, Fill, Finder, Help, Inspector, Machine, Map,
    Menu, Moments, NumberInput, Page, Question, Stepping, Sureness, Tensor, TextInput, Timeline, Training,
};
use super::Group::{self, Ask, Go, Keep, Move, Program, See, Try};
use super::contexts::{
    ASKABLE, ASKED, COMMANDS, COPIED, DRAWN, ENTRY, EVERYWHERE, GRIDS, INSIDE, LESSON, LINES, MOUSE, OUTSIDE, PAGES,
    PICKED, TYPED, TYPING,
};
use crate::words::{MessageId, id};

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
    /// Goes to the nearest number that can be asked why.
    Why,
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
    /// Opens the menu of what can be done here.
    Menu,
    /// Opens the machine.
    Machine,
    /// Shows the tree of a beam search.
    Beam,
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
    /// Shows what the questions of the page hide, or hides it again.
    Veils,
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
    /// Lets the steps of a cell go by, or holds them.
    Play,
    /// To the same step where the next token is made.
    NextToken,
    /// To the same step where the token before was made.
    PreviousToken,
    /// Lays another of the runs that a training has left under its curves.
    EarlierRun,
    /// Reads the curves of a training at an earlier step.
    EarlierStep,
    /// Reads the curves of a training at a later step.
    LaterStep,
    /// Shows fewer steps of a training.
    ZoomIn,
    /// Shows more steps of a training.
    ZoomOut,
    /// Gives the loss of a training a logarithmic scale, or takes it away.
    LogScale,
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
    /// What the wheel does in a list.
    pub fn of_wheel(direction: isize) -> Self {
        if direction > 0 { Self::Down } else { Self::Up }
    }

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

/// One row: where, which keys, what they do, and how that is said.
#[derive(Debug)]
pub struct Binding {
    /// The places in which this row holds.
    pub contexts: &'static [Context],
    /// The keys, as [`super::parse_keys`] reads them; the footer shows the first.
    pub keys: &'static str,
    /// What they ask for.
    pub action: A,
    /// The few words in which the footer and the help say it.
    pub name: MessageId,
    /// The heading in the help.
    pub group: Group,
    /// The place in the footer, 1 first; 0 keeps the row out of it.
    pub footer: u8,
}

impl Binding {
    /// What they do, in a few words.
    pub fn words(&self) -> &'static str {
        self.name.text()
    }
}

const fn row(
    contexts: &'static [Context],
    keys: &'static str,
    action: A,
    name: MessageId,
    group: Group,
    footer: u8,
) -> Binding {
    Binding { contexts, keys, action, name, group, footer }
}

/// Every key of the program. Within a group, rows stand in the order of the help.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    row(LINES, "<up> k", A::Up, id!("up"), Move, 0),
    row(LINES, "<down> j", A::Down, id!("down"), Move, 1),
    row(&[Stepping], "<down> j", A::Down, id!("over-this-step"), Move, 1),
    row(&[Stepping], "<up> k", A::Up, id!("back-a-step"), Move, 0),
    row(&[Stepping], "<right> l", A::Right, id!("into-this-step"), Move, 2),
    row(&[Stepping], "<left> h", A::Left, id!("out-of-it"), Move, 0),
    row(&[Stepping], ".", A::Play, id!("play-it"), Move, 3),
    row(&[Stepping], "x", A::Toggle, id!("without-a-piece"), Try, 4),
    row(&[Stepping], "P", A::Turn, id!("now-or-before"), See, 0),
    row(&[Stepping], "p", A::Pin, id!("pin-to-compare"), Try, 0),
    row(&[Stepping], "z", A::Unfold, id!("unfold-operations"), See, 6),
    row(&[Stepping], "+ =", A::Increase, id!("faster"), Move, 0),
    row(&[Stepping], "-", A::Decrease, id!("slower"), Move, 0),
    row(&[Stepping], "<gt>", A::NextToken, id!("next-token"), Move, 2),
    row(&[Stepping], "<lt>", A::PreviousToken, id!("token-before"), Move, 0),
    row(&[Timeline], "<up> k <left> h u", A::Up, id!("a-step-back"), Move, 0),
    row(&[Timeline], "<down> j <right> l U", A::Down, id!("a-step-on"), Move, 1),
    row(&[Training], "<up> k", A::Up, id!("sentence-before"), Move, 0),
    row(&[Training], "<down> j", A::Down, id!("next-sentence"), Move, 6),
    row(&[Training], "<left> h", A::Left, id!("head-before"), Move, 0),
    row(&[Training], "<right> l", A::Right, id!("next-head"), Move, 4),
    row(&[Training], "<gt>", A::NextSlice, id!("next-layer"), Move, 0),
    row(&[Training], "<lt>", A::PreviousSlice, id!("layer-before"), Move, 0),
    row(&[Training], "[", A::EarlierStep, id!("earlier-step"), See, 7),
    row(&[Training], "]", A::LaterStep, id!("later-step"), See, 0),
    row(&[Training], "z", A::ZoomIn, id!("half-the-steps"), See, 0),
    row(&[Training], "Z", A::ZoomOut, id!("twice-the-steps"), See, 0),
    row(&[Training], "o", A::EarlierRun, id!("another-run"), See, 0),
    row(&[Training], "L", A::LogScale, id!("logarithmic-loss"), See, 0),
    row(&[Contents], "<left> h", A::Left, id!("column-left"), Move, 0),
    row(&[Contents], "<right> l", A::Right, id!("column-right"), Move, 0),
    row(&[Machine], "<up> k", A::Up, id!("attention-before"), Move, 0),
    row(&[Machine], "<down> j", A::Down, id!("next-attention"), Move, 0),
    row(&[Machine], "<left> h", A::Left, id!("head-before"), Move, 0),
    row(&[Machine], "<right> l", A::Right, id!("next-head"), Move, 1),
    row(&[Machine], "<home> g", A::First, id!("to-the-start"), Move, 0),
    row(&[Machine], "<end> G", A::Last, id!("to-the-end"), Move, 0),
    row(&[Machine], ". <gt>", A::NextToken, id!("one-token-more"), Try, 6),
    row(&[Machine], ", <lt>", A::PreviousToken, id!("one-token-less"), Try, 0),
    row(&[Beam], "<up> k", A::Up, id!("continuation-above"), Move, 0),
    row(&[Beam], "<down> j", A::Down, id!("continuation-below"), Move, 2),
    row(&[Beam], "<left> h", A::Left, id!("step-before"), Move, 0),
    row(&[Beam], "<right> l", A::Right, id!("step-after"), Move, 1),
    row(&[Beam], "<home> g", A::First, id!("to-the-start"), Move, 0),
    row(&[Beam], "<end> G", A::Last, id!("to-the-end"), Move, 0),
    row(&[Beam], "+ =", A::Increase, id!("wider-beam"), Try, 5),
    row(&[Beam], "-", A::Decrease, id!("narrower-beam"), Try, 5),
    row(&[Map], "<left> h", A::Left, id!("what-it-needs"), Move, 0),
    row(&[Map], "<right> l", A::Right, id!("what-builds-on-it"), Move, 3),
    row(&[Menu], "<up>", A::Up, id!("up"), Move, 0),
    row(&[Menu], "<down>", A::Down, id!("down"), Move, 0),
    row(&[Menu], "<left>", A::Left, id!("column-left"), Move, 0),
    row(&[Menu], "<right>", A::Right, id!("column-right"), Move, 1),
    row(&[Menu], "<enter>", A::Open, id!("do-it"), Go, 2),
    row(&[Menu], "<esc> <space>", A::Back, id!("close"), Go, 3),
    row(&[Finder], "<up> <c-p>", A::Up, id!("up"), Move, 0),
    row(&[Finder], "<down> <c-n>", A::Down, id!("down"), Move, 1),
    row(GRIDS, "<up> k", A::Up, id!("row-up"), Move, 0),
    row(GRIDS, "<down> j", A::Down, id!("row-down"), Move, 0),
    row(GRIDS, "<left> h", A::Left, id!("column-left"), Move, 0),
    row(GRIDS, "<right> l", A::Right, id!("column-right"), Move, 1),
    row(&[Page], "<left> h", A::Left, id!("a-step-less"), Try, 0),
    row(&[Page], "<right> l", A::Right, id!("a-step-more"), Try, 3),
    row(PAGES, "<pageup> <c-u> <c-b>", A::PageUp, id!("a-page-up"), Move, 0),
    row(PAGES, "<pagedown> <c-d> <c-f>", A::PageDown, id!("a-page-down"), Move, 0),
    row(&[Finder], "<pageup>", A::PageUp, id!("a-page-up"), Move, 0),
    row(&[Finder], "<pagedown>", A::PageDown, id!("a-page-down"), Move, 0),
    row(PAGES, "<home> g", A::First, id!("to-the-start"), Move, 0),
    row(PAGES, "<end> G", A::Last, id!("to-the-end"), Move, 0),
    row(&[Page], "<tab>", A::NextControl, id!("next-input"), Move, 4),
    row(&[Page], "<backtab>", A::PreviousControl, id!("previous-input"), Move, 0),
    row(&[Tensor], "<tab>", A::NextControl, id!("next-tensor"), Move, 4),
    row(INSIDE, "<backtab>", A::PreviousControl, id!("previous-tensor"), Move, 0),
    row(INSIDE, "<gt>", A::NextSlice, id!("next-slice"), Move, 5),
    row(INSIDE, "<lt>", A::PreviousSlice, id!("previous-slice"), Move, 0),
    row(INSIDE, "X", A::NextAxes, id!("other-axes"), See, 0),
    row(DRAWN, "v", A::NextView, id!("next-view"), See, 6),
    row(DRAWN, "V", A::PreviousView, id!("previous-view"), See, 0),

    row(ENTRY, "<left>", A::Left, id!("left"), Move, 0),
    row(ENTRY, "<right>", A::Right, id!("right"), Move, 0),
    row(&[CodeEditor], "<up>", A::Up, id!("a-line-up"), Move, 0),
    row(&[CodeEditor], "<down>", A::Down, id!("a-line-down"), Move, 0),
    row(ENTRY, "<c-left> <a-left> <a-b>", A::WordLeft, id!("a-word-left"), Move, 0),
    row(ENTRY, "<c-right> <a-right> <a-f>", A::WordRight, id!("a-word-right"), Move, 0),
    row(ENTRY, "<home> <c-a>", A::LineStart, id!("start-of-the-line"), Move, 0),
    row(ENTRY, "<end>", A::LineEnd, id!("end-of-the-line"), Move, 0),
    row(&[CodeEditor], "<c-home>", A::First, id!("to-the-first-line"), Move, 0),
    row(&[CodeEditor], "<c-end>", A::Last, id!("to-the-last-line"), Move, 0),
    row(&[CodeEditor], "<pageup>", A::PageUp, id!("ten-lines-up"), Move, 0),
    row(&[CodeEditor], "<pagedown>", A::PageDown, id!("ten-lines-down"), Move, 0),
    row(TYPING, "<s-left> <s-right>", A::Select, id!("select"), Move, 0),
    row(TYPING, "<c-s-left>", A::Select, id!("select-word-back"), Move, 0),
    row(TYPING, "<c-s-right>", A::Select, id!("select-a-word"), Move, 0),
    row(TYPING, "<s-home>", A::Select, id!("select-to-start"), Move, 0),
    row(TYPING, "<s-end>", A::Select, id!("select-to-the-end"), Move, 0),
    row(&[CodeEditor], "<s-up> <s-down>", A::Select, id!("select-lines"), Move, 0),
    row(TYPING, "<a-a>", A::SelectAll, id!("select-all"), Move, 0),

    row(&[Contents], "<enter>", A::Open, id!("open-lesson"), Go, 2),
    row(&[Contents], "<esc>", A::Back, id!("lesson-to-go-on-with"), Go, 0),
    row(&[Contents], "m", A::Machine, id!("the-machine"), Go, 3),
    row(&[Contents], "M", A::Map, id!("map-of-lessons"), See, 5),
    row(&[Contents], "C", A::Certificate, id!("what-you-have-solved"), See, 6),
    row(&[Map], "<enter>", A::Open, id!("open-lesson"), Go, 2),
    row(&[Map], "<esc> M", A::Back, id!("all-lessons"), Go, 4),
    row(&[Machine], "<enter>", A::Open, id!("learn-this-part"), Go, 4),
    row(&[Machine], "<esc> m", A::Back, id!("all-lessons"), Go, 7),
    row(&[Machine], "b", A::Beam, id!("beam-search"), See, 5),
    row(&[Beam], "<enter>", A::Open, id!("learn-about-it"), Go, 4),
    row(&[Beam], "<esc> b m", A::Back, id!("back-to-the-machine"), Go, 7),
    row(&[Machine], "x", A::Toggle, id!("off-or-on"), Try, 3),
    row(&[Contents, Machine, Beam], "e", A::Edit, id!("another-sentence"), Try, 4),
    row(&[Machine, Beam], "u", A::Undo, id!("undo"), Try, 8),
    row(&[Certificate], "<enter> <right> l", A::Open, id!("open-lesson"), Go, 2),
    row(&[Certificate], "<esc> <left> h C", A::Back, id!("all-lessons"), Go, 4),
    row(&[Page], "<enter>", A::Open, id!("go-in"), Go, 2),
    row(&[Page], "z", A::Unfold, id!("read-it-whole"), See, 3),
    row(&[Question], "<enter>", A::Open, id!("answer"), Ask, 2),
    row(&[Sureness], "<enter>", A::Open, id!("show-the-answer"), Ask, 4),
    row(&[Sureness], "<esc>", A::Back, id!("show-the-answer"), Go, 0),
    row(&[Machine, Page, Question], "W", A::Why, id!("ask-a-number-why"), Ask, 0),
    row(&[Tensor], "<enter>", A::Open, id!("why"), Ask, 2),
    row(&[Explained], "<enter> <tab>", A::Open, id!("to-its-operands"), Ask, 2),
    row(&[Inspector], "<enter> <right> l", A::Open, id!("why-this-one"), Ask, 2),
    row(&[Inspector], "<tab>", A::Back, id!("to-the-tensor"), Go, 0),
    row(&[Explained, Inspector], "<backspace>", A::Ascend, id!("up-again"), Go, 3),
    row(&[Inspector], "<left> h", A::Ascend, id!("up-again"), Go, 0),
    row(ASKED, "w", A::Uses, id!("what-depends-on-it"), Ask, 5),
    row(ASKABLE, "b", A::Birth, id!("first-nan"), Ask, 3),
    row(ASKABLE, "F", A::Gradient, id!("gradient"), Ask, 0),
    row(&[Finder], "<enter>", A::Open, id!("go"), Go, 2),
    row(&[Page], "n", A::NextHit, id!("next-match"), Go, 2),
    row(&[Page], "N", A::PreviousHit, id!("previous-match"), Go, 0),
    row(&[Contents, Map, Certificate, Page, Question], "<backspace> <c-o> <a-left>", A::GoBack, id!("back"), Go, 3),
    row(&[Tensor], "<backspace> <c-o> <a-left>", A::GoBack, id!("back"), Go, 0),
    row(&[Explained, Inspector], "<c-o> <a-left>", A::GoBack, id!("back"), Go, 0),
    row(COMMANDS, "<a-right>", A::GoForward, id!("forward-again"), Go, 0),
    row(&[Page], "o", A::Shared, id!("shared-cells"), See, 13),
    row(&[Page], "<esc>", A::Back, id!("contents"), Go, 12),
    row(&[Explained], "<esc>", A::Back, id!("back"), Go, 3),
    row(&[Question, Tensor, Inspector, Help], "<esc>", A::Back, id!("back"), Go, 3),
    row(&[CodeEditor], "<esc>", A::Back, id!("done"), Go, 1),
    row(&[TextInput], "<esc>", A::Back, id!("leave-as-it-was"), Go, 3),
    row(&[Stepping], "<enter>", A::Open, id!("into-its-tensor"), Go, 4),
    row(&[Stepping], "<esc> s", A::Back, id!("end-it"), Go, 5),
    row(&[Stepping], "e", A::Edit, id!("edit-its-input"), Try, 3),
    row(&[Stepping], "E", A::EditCode, id!("edit-the-code"), Try, 6),
    row(&[Stepping], "u", A::Undo, id!("undo"), Try, 0),
    row(&[Stepping], "U <c-r>", A::Redo, id!("redo"), Try, 0),
    row(&[Timeline], "<enter> t", A::Open, id!("stay-here"), Go, 2),
    row(&[Timeline], "<esc>", A::Back, id!("leave-as-it-was"), Go, 3),
    row(&[Training], "r", A::Moments, id!("kept-moments"), See, 4),
    row(&[Training], "c", A::Compare, id!("compare"), See, 7),
    row(&[Training], "P", A::Turn, id!("difference"), See, 2),
    row(&[Training], "v", A::NextView, id!("next-panel"), See, 2),
    row(&[Training], "<esc>", A::Back, id!("leave-it-paused"), Go, 10),
    row(&[Moments], "<enter>", A::Open, id!("train-on-from-here"), Go, 2),
    row(&[Moments], "x", A::Toggle, id!("mark"), Try, 4),
    row(&[Moments], "c", A::Compare, id!("compare"), See, 3),
    row(&[Moments], "<esc> r", A::Back, id!("back"), Go, 5),
    row(&[NumberInput], "<esc>", A::Back, id!("leave-as-it-was"), Go, 7),
    row(&[Finder], "<esc>", A::Back, id!("close"), Go, 3),
    row(COPIED, "y", A::CopyOut, id!("copy"), Keep, 0),
    row(COMMANDS, "Y", A::Take, id!("copy-or-save"), Keep, 0),
    row(COMMANDS, "/", A::Search, id!("search"), Go, 12),
    row(LESSON, "O", A::Outline, id!("outline"), Go, 13),
    row(LESSON, "d", A::Names, id!("its-names"), Ask, 0),
    row(&[Contents, Map, Certificate], "A", A::AskAgain, id!("ask-again"), Ask, 2),
    row(LESSON, "A", A::AskAgain, id!("ask-again"), Ask, 3),
    row(LESSON, "B", A::Bookmark, id!("bookmark"), Keep, 0),
    row(COMMANDS, "'", A::Bookmarks, id!("bookmarks"), Go, 0),
    row(COMMANDS, "K", A::Glossary, id!("glossary"), Ask, 0),
    row(&[Completion], "<esc>", A::Back, id!("none-of-them"), Go, 3),
    row(&[Fill], "<esc>", A::Back, id!("back"), Go, 13),
    row(&[Page], "]", A::NextLesson, id!("next-lesson"), Go, 11),
    row(&[Page], "[", A::PreviousLesson, id!("previous-lesson"), Go, 0),
    row(&[Page], "s", A::Step, id!("step-through-it"), See, 0),
    row(INSIDE, "s", A::Step, id!("step-from-here"), See, 0),
    row(LESSON, "c", A::Contents, id!("contents"), Go, 0),

    row(&[Page, Tensor, Explained], "e", A::Edit, id!("edit"), Try, 5),
    row(&[Page, Tensor, Explained], "E", A::EditCode, id!("edit-the-code"), Try, 7),
    row(&[Page, Tensor, Explained], "x", A::Toggle, id!("toggle"), Try, 3),
    row(&[Page, Tensor, Explained], "+ =", A::Increase, id!("a-little-more"), Try, 4),
    row(&[Page, Tensor, Explained], "-", A::Decrease, id!("a-little-less"), Try, 4),
    row(INSIDE, "<s-up> <s-right>", A::IncreaseMuch, id!("ten-steps-more"), Try, 0),
    row(INSIDE, "<s-down> <s-left>", A::DecreaseMuch, id!("ten-steps-less"), Try, 0),
    row(&[Page], "<s-right> <s-up>", A::IncreaseMuch, id!("ten-steps-more"), Try, 0),
    row(&[Page], "<s-left> <s-down>", A::DecreaseMuch, id!("ten-steps-less"), Try, 0),
    row(INSIDE, "n", A::Negate, id!("change-the-sign"), Try, 0),
    row(INSIDE, "f", A::Fill, id!("fill"), Try, 5),
    row(&[Fill], "r", A::FillRow, id!("row"), Try, 1),
    row(&[Fill], "c", A::FillColumn, id!("column"), Try, 2),
    row(&[Fill], "l", A::FillLower, id!("lower"), Try, 3),
    row(&[Fill], "u", A::FillUpper, id!("upper"), Try, 4),
    row(&[Fill], "a", A::FillAll, id!("all"), Try, 5),
    row(&[Fill], "R", A::AddRow, id!("add-a-row"), Try, 6),
    row(&[Fill], "C", A::AddColumn, id!("add-a-column"), Try, 7),
    row(&[Fill], "x", A::RemoveRow, id!("remove-row"), Try, 8),
    row(&[Fill], "X", A::RemoveColumn, id!("remove-column"), Try, 9),
    row(&[Page, Tensor, Explained], "I", A::FillPolicy, id!("other-fill"), Try, 6),
    row(&[NumberInput], "<enter>", A::Accept, id!("set-the-number"), Try, 2),
    row(&[TextInput], "<enter>", A::Accept, id!("accept"), Try, 2),
    row(&[Page, Question], "1 2 3 4 5 6 7 8 9", A::Answer, id!("answer"), Ask, 3),
    row(&[Sureness], "1", A::Guess, id!("a-guess"), Ask, 1),
    row(&[Sureness], "2", A::FairlySure, id!("fairly-sure"), Ask, 2),
    row(&[Sureness], "3", A::Sure, id!("sure"), Ask, 3),
    row(&[Page, Question], "i", A::Hint, id!("hint"), Ask, 6),
    row(&[Sureness], "i", A::Hint, id!("hint"), Ask, 0),
    row(&[Page], "S", A::Solution, id!("solution"), Ask, 6),
    row(&[Page, Question], "H", A::Veils, id!("show-what-is-hidden"), See, 2),
    row(ASKED, "H", A::Veils, id!("show-what-is-hidden"), See, 0),
    row(LESSON, "T", A::Notes, id!("speakers-notes"), See, 4),
    row(&[Page], "a", A::AddCell, id!("add-a-cell"), Try, 13),
    row(&[Page], "D", A::DeleteCell, id!("delete-this-cell"), Try, 2),
    row(LESSON, "u", A::Undo, id!("undo"), Try, 5),
    row(LESSON, "U <c-r>", A::Redo, id!("redo"), Try, 10),
    row(&[CodeEditor], "<tab> <c-n> <c-p>", A::Complete, id!("complete"), Try, 2),
    row(&[Completion], "<enter>", A::Accept, id!("take-it"), Try, 1),
    row(&[Completion], "<tab> <c-n> <down>", A::Complete, id!("next"), Try, 2),
    row(&[Completion], "<backtab> <c-p> <up>", A::CompletePrevious, id!("the-one-before"), Try, 0),
    row(TYPING, "<c-z>", A::Undo, id!("undo"), Try, 3),
    row(TYPING, "<c-y> <a-z>", A::Redo, id!("redo"), Try, 0),
    row(&[CodeEditor], "<c-e>", A::EditOutside, id!("your-editor"), Try, 4),
    row(&[Page], "<c-e>", A::EditOutside, id!("your-editor"), Try, 0),
    row(TYPING, "<c-x>", A::Cut, id!("cut"), Try, 0),
    row(TYPING, "<a-c>", A::Copy, id!("copy"), Try, 0),
    row(TYPING, "<c-v>", A::Paste, id!("paste"), Try, 0),
    row(ENTRY, "<backspace> <c-h>", A::DeleteBack, id!("delete-back"), Try, 0),
    row(ENTRY, "<del> <c-d>", A::DeleteNext, id!("delete"), Try, 0),
    row(ENTRY, "<c-w>", A::DeleteWordBack, id!("delete-word-back"), Try, 0),
    row(ENTRY, "<a-backspace>", A::DeleteWordBack, id!("delete-word-back"), Try, 0),
    row(ENTRY, "<a-d> <c-del>", A::DeleteWordNext, id!("delete-a-word"), Try, 0),
    row(ENTRY, "<c-u>", A::DeleteToStart, id!("delete-to-start"), Try, 0),
    row(ENTRY, "<c-k>", A::DeleteToEnd, id!("delete-to-line-end"), Try, 0),
    row(&[CodeEditor], "<a-gt>", A::Indent, id!("move-lines-in"), Try, 0),
    row(&[CodeEditor], "<backtab> <a-lt>", A::Dedent, id!("move-lines-out"), Try, 0),
    row(DRAWN, "p", A::Pin, id!("pin-to-compare"), Try, 7),
    row(&[Page], "P", A::Turn, id!("now-or-before"), See, 2),
    row(ASKED, "P", A::Turn, id!("now-or-before"), See, 4),
    row(DRAWN, "L", A::Leak, id!("leak-test"), Try, 0),
    row(DRAWN, "t", A::Timeline, id!("timeline"), Try, 0),
    row(&[Training], "<enter>", A::Toggle, id!("pause-or-go-on"), Try, 1),
    row(&[Training], "s", A::Step, id!("one-step"), Try, 5),
    row(&[Training], "+ =", A::Increase, id!("twice-the-rate"), Try, 4),
    row(&[Training], "-", A::Decrease, id!("half-the-rate"), Try, 4),
    row(&[Training], "p", A::Pin, id!("keep-this-moment"), Keep, 8),
    row(&[Training], "w", A::Save, id!("save-checkpoint"), Keep, 9),
    row(&[Training], "X", A::Export, id!("save-weights"), Keep, 0),
    row(LESSON, "r", A::ResetCell, id!("reset-this-cell"), Try, 8),
    row(&[Page], "R", A::ResetPage, id!("reset-the-page"), Try, 0),

    row(COMMANDS, "<space> <a-m>", A::Menu, id!("menu"), Program, 14),
    row(PICKED, "<space> <a-m>", A::Menu, id!("menu"), Program, 14),
    row(&[Sureness], "<space> <a-m>", A::Menu, id!("menu"), Program, 14),
    row(TYPED, "<a-m>", A::Menu, id!("menu"), Program, 14),
    row(COMMANDS, ":", A::Palette, id!("all-actions"), Program, 0),
    row(COMMANDS, "? <f1>", A::Help, id!("help"), Program, 15),
    row(&[Fill, Sureness], "? <f1>", A::Help, id!("help"), Program, 15),
    row(TYPING, "<f1>", A::Help, id!("help"), Program, 15),
    row(&[Completion, NumberInput, Timeline, Finder, Menu], "<f1>", A::Help, id!("help"), Program, 15),
    row(&[Help], "/", A::Search, id!("find-a-key"), Go, 1),
    row(&[Help], "?", A::Back, id!("close-the-help"), Program, 0),
    row(MOUSE, "m <f9>", A::Mouse, id!("mouse-on-or-off"), Program, 0),
    row(&[Contents, Machine, Beam], "<f9>", A::Mouse, id!("mouse-on-or-off"), Program, 0),
    row(OUTSIDE, "q", A::Quit, id!("quit"), Program, 16),
    row(LESSON, "q", A::Quit, id!("quit"), Program, 0),
    row(&[Help], "q", A::Quit, id!("quit"), Program, 16),
    row(COMMANDS, "<c-z>", A::Suspend, id!("to-the-shell"), Program, 0),
    row(EVERYWHERE, "<c-c>", A::ForceQuit, id!("end-the-program"), Program, 0),
];
