//! One table of keys, and everything that must agree with it.
//!
//! [`table::BINDINGS`] says for every context which key does what. A reader may give actions other keys ([`mod@file`]); what comes out
//! is the [`Keymap`]. Key handling, the footer, the help overlay, the palette, `docs/keys.md` and the tests all read it, so none
//! of them can promise a key that does nothing.

pub use hints::Hint;
pub use keys::{Key, KeyError, Keys, parse_keys};
pub use map::{Keymap, Row};
pub use table::{Action, BINDINGS, Binding};

mod contexts;
pub mod file;
mod hints;
pub mod keys;
mod map;
pub mod table;
mod written;

use crate::words::{MessageId, id, word};

/// Where the cursor is: each place gives keys its own meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// The list of lessons.
    Contents,
    /// The lessons by what needs what.
    Map,
    /// What was really solved of the lessons.
    Certificate,
    /// At the machine, which fills the screen.
    Machine,
    /// At the tree of a beam search, which fills the screen.
    Beam,
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
    /// The menu of what can be done, open over another place.
    Menu,
    /// Choosing from a list: of actions, places, names, or what a search found.
    Finder,
    /// Saying what of a matrix is to be filled.
    Fill,
    /// The help overlay.
    Help,
}

impl Context {
    /// Every context, in the order of the help.
    pub const ALL: [Self; 23] = [
        Self::Contents,
        Self::Map,
        Self::Certificate,
        Self::Machine,
        Self::Beam,
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
        Self::Menu,
        Self::Finder,
        Self::Fill,
        Self::Help,
    ];

    /// How a file of keys calls this place: its English title in small letters, `inside-a-tensor`.
    pub fn section(self) -> &'static str {
        self.names().0
    }

    /// How the help and `docs/keys.md` call this place.
    pub fn title(self) -> &'static str {
        self.names().1.text()
    }

    /// How files call it, and how the help does.
    fn names(self) -> (&'static str, MessageId) {
        match self {
            Self::Contents => ("contents", id!("place-contents")),
            Self::Map => ("the-map-of-the-lessons", id!("place-map")),
            Self::Certificate => ("what-you-have-solved", id!("place-certificate")),
            Self::Machine => ("at-the-machine", id!("place-machine")),
            Self::Beam => ("at-a-beam-search", id!("place-beam")),
            Self::Page => ("lesson", id!("place-page")),
            Self::Question => ("at-a-question", id!("place-question")),
            Self::Sureness => ("saying-how-sure-you-are", id!("place-sureness")),
            Self::Tensor => ("inside-a-tensor", id!("place-tensor")),
            Self::Explained => ("inside-a-tensor-explained", id!("place-explained")),
            Self::Inspector => ("what-it-is-made-of", id!("place-inspector")),
            Self::TextInput => ("typing-text", id!("place-text")),
            Self::CodeEditor => ("typing-code", id!("place-code")),
            Self::Completion => ("choosing-a-word", id!("place-completion")),
            Self::NumberInput => ("typing-a-number", id!("place-number")),
            Self::Stepping => ("stepping-through-a-cell", id!("place-stepping")),
            Self::Timeline => ("in-the-timeline", id!("place-timeline")),
            Self::Training => ("watching-a-model-learn", id!("place-training")),
            Self::Moments => ("at-the-saved-snapshots", id!("place-moments")),
            Self::Menu => ("in-the-menu", id!("place-menu")),
            Self::Finder => ("choosing-from-a-list", id!("place-finder")),
            Self::Fill => ("filling-a-matrix-or-a-mask", id!("place-fill")),
            Self::Help => ("help", id!("place-help")),
        }
    }
}

/// The heading under which the menu and the help list an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Moving the cursor.
    Move,
    /// How things are shown.
    See,
    /// Why, what for, what it means; questions and their answers.
    Ask,
    /// Changing something, and taking it back.
    Try,
    /// Going somewhere else.
    Go,
    /// Keeping something: a mark, a copy, a file.
    Keep,
    /// The program itself.
    Program,
}

impl Group {
    /// Every group, in the order of the menu and the help.
    pub const ALL: [Self; 7] = [Self::Move, Self::See, Self::Ask, Self::Try, Self::Go, Self::Keep, Self::Program];

    /// The heading itself.
    pub fn title(self) -> &'static str {
        match self {
            Self::Move => word!("group-move"),
            Self::See => word!("group-see"),
            Self::Ask => word!("group-ask"),
            Self::Try => word!("group-try"),
            Self::Go => word!("group-go"),
            Self::Keep => word!("group-keep"),
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
            assert_eq!(keymap.action(context, escape), Some(Action::Back), "{context:?}");
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
