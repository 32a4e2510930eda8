//! Every command: its word, its short form, and what `help` says of it. English words are always understood, so that a script runs
//! in every language; those of the spoken language are understood beside them.

use crate::notebook::problem::nearest;
use crate::words::word;

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Next,
    Back,
    First,
    Last,
    Go,
    Again,
    More,
    Where,
    Outline,
    Lessons,
    Open,
    Return,
    Search,
    Link,
    Names,
    Show,
    Inputs,
    Set,
    Undo,
    Redo,
    Reset,
    Why,
    Up,
    Uses,
    Gradient,
    Answer,
    Sure,
    Hint,
    Solution,
    Code,
    Write,
    Fill,
    Replace,
    Insert,
    Delete,
    Edit,
    Run,
    Steps,
    Train,
    Glossary,
    Pin,
    Compare,
    Leak,
    Ask,
    Solved,
    Cell,
    Remove,
    History,
    Numbers,
    Width,
    Bookmark,
    Bookmarks,
    Save,
    Help,
    Quit,
}

/// One command.
pub(super) struct Command {
    /// What it asks for.
    pub(super) verb: Verb,
    /// Its word and its short form in English.
    pub(super) english: [&'static str; 2],
    /// Where both stand in the spoken language: `next n`.
    names: &'static str,
    /// Where it is said what it does, how it is written first.
    pub(super) brief: &'static str,
}

const fn command(verb: Verb, english: [&'static str; 2], names: &'static str, brief: &'static str) -> Command {
    Command { verb, english, names, brief }
}

/// All of them, in the order in which somebody needs them.
#[rustfmt::skip]
pub(super) const COMMANDS: [Command; 55] = [
    command(Verb::Next, ["next", "n"], "plain-command-next", "plain-brief-next"),
    command(Verb::Back, ["back", "b"], "plain-command-back", "plain-brief-back"),
    command(Verb::Again, ["again", "a"], "plain-command-again", "plain-brief-again"),
    command(Verb::More, ["more", "m"], "plain-command-more", "plain-brief-more"),
    command(Verb::Where, ["where", "w"], "plain-command-where", "plain-brief-where"),
    command(Verb::Go, ["go", "g"], "plain-command-go", "plain-brief-go"),
    command(Verb::First, ["first", "f"], "plain-command-first", "plain-brief-first"),
    command(Verb::Last, ["last", "l"], "plain-command-last", "plain-brief-last"),
    command(Verb::Outline, ["outline", "o"], "plain-command-outline", "plain-brief-outline"),
    command(Verb::Lessons, ["lessons", "ls"], "plain-command-lessons", "plain-brief-lessons"),
    command(Verb::Open, ["open", "op"], "plain-command-open", "plain-brief-open"),
    command(Verb::Link, ["link", "li"], "plain-command-link", "plain-brief-link"),
    command(Verb::Return, ["return", "re"], "plain-command-return", "plain-brief-return"),
    command(Verb::Search, ["search", "/"], "plain-command-search", "plain-brief-search"),
    command(Verb::Glossary, ["glossary", "k"], "plain-command-glossary", "plain-brief-glossary"),
    command(Verb::Answer, ["answer", "an"], "plain-command-answer", "plain-brief-answer"),
    command(Verb::Sure, ["sure", "su"], "plain-command-sure", "plain-brief-sure"),
    command(Verb::Hint, ["hint", "h"], "plain-command-hint", "plain-brief-hint"),
    command(Verb::Solution, ["solution", "so"], "plain-command-solution", "plain-brief-solution"),
    command(Verb::Ask, ["ask", "as"], "plain-command-ask", "plain-brief-ask"),
    command(Verb::Code, ["code", "c"], "plain-command-code", "plain-brief-code"),
    command(Verb::Write, ["write", "wr"], "plain-command-write", "plain-brief-write"),
    command(Verb::Fill, ["fill", "fi"], "plain-command-fill", "plain-brief-fill"),
    command(Verb::Replace, ["replace", "rp"], "plain-command-replace", "plain-brief-replace"),
    command(Verb::Insert, ["insert", "in"], "plain-command-insert", "plain-brief-insert"),
    command(Verb::Delete, ["delete", "de"], "plain-command-delete", "plain-brief-delete"),
    command(Verb::Edit, ["edit", "e"], "plain-command-edit", "plain-brief-edit"),
    command(Verb::Run, ["run", "x"], "plain-command-run", "plain-brief-run"),
    command(Verb::Inputs, ["inputs", "i"], "plain-command-inputs", "plain-brief-inputs"),
    command(Verb::Set, ["set", "="], "plain-command-set", "plain-brief-set"),
    command(Verb::Undo, ["undo", "u"], "plain-command-undo", "plain-brief-undo"),
    command(Verb::Redo, ["redo", "ru"], "plain-command-redo", "plain-brief-redo"),
    command(Verb::Reset, ["reset", "rs"], "plain-command-reset", "plain-brief-reset"),
    command(Verb::History, ["history", "hi"], "plain-command-history", "plain-brief-history"),
    command(Verb::Names, ["names", "na"], "plain-command-names", "plain-brief-names"),
    command(Verb::Show, ["show", "s"], "plain-command-show", "plain-brief-show"),
    command(Verb::Why, ["why", "y"], "plain-command-why", "plain-brief-why"),
    command(Verb::Up, ["up", "^"], "plain-command-up", "plain-brief-up"),
    command(Verb::Uses, ["uses", "us"], "plain-command-uses", "plain-brief-uses"),
    command(Verb::Gradient, ["gradient", "gr"], "plain-command-gradient", "plain-brief-gradient"),
    command(Verb::Steps, ["steps", "st"], "plain-command-steps", "plain-brief-steps"),
    command(Verb::Train, ["train", "tr"], "plain-command-train", "plain-brief-train"),
    command(Verb::Pin, ["pin", "p"], "plain-command-pin", "plain-brief-pin"),
    command(Verb::Compare, ["compare", "cp"], "plain-command-compare", "plain-brief-compare"),
    command(Verb::Leak, ["leak", "lk"], "plain-command-leak", "plain-brief-leak"),
    command(Verb::Cell, ["cell", "ce"], "plain-command-cell", "plain-brief-cell"),
    command(Verb::Remove, ["remove", "rm"], "plain-command-remove", "plain-brief-remove"),
    command(Verb::Solved, ["solved", "sv"], "plain-command-solved", "plain-brief-solved"),
    command(Verb::Numbers, ["numbers", "nu"], "plain-command-numbers", "plain-brief-numbers"),
    command(Verb::Width, ["width", "wi"], "plain-command-width", "plain-brief-width"),
    command(Verb::Bookmark, ["bookmark", "bm"], "plain-command-bookmark", "plain-brief-bookmark"),
    command(Verb::Bookmarks, ["bookmarks", "bs"], "plain-command-bookmarks", "plain-brief-bookmarks"),
    command(Verb::Save, ["save", "sa"], "plain-command-save", "plain-brief-save"),
    command(Verb::Help, ["help", "?"], "plain-command-help", "plain-brief-help"),
    command(Verb::Quit, ["quit", "q"], "plain-command-quit", "plain-brief-quit"),
];

impl Command {
    /// Its word and its short form in the language that is spoken.
    pub(super) fn names(&self) -> [&'static str; 2] {
        let mut names = word(self.names).split(' ');
        [names.next().unwrap_or(self.english[0]), names.next().unwrap_or(self.english[1])]
    }

    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.english.into_iter().chain(self.names())
    }
}

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ParsedLine<'l> {
    /// An empty line.
    Nothing,
    /// A number: an option, an operand, a sureness.
    Number(usize),
    /// A command with what stands behind it.
    Do(Verb, &'l str),
    /// The beginning of several commands.
    Several(&'l str, Vec<&'static str>),
    /// No command, and the one that is spelled most nearly like it.
    Unknown(&'l str, Option<&'static str>),
}

/// Reads a line.
pub(super) fn read(line: &str) -> ParsedLine<'_> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if first.is_empty() {
        return ParsedLine::Nothing;
    }
    if let Ok(number) = line.parse() {
        return ParsedLine::Number(number);
    }
    match find(first) {
        Some(command) => ParsedLine::Do(command.verb, rest),
        // `/softmax` and `=` need no blank.
        None if line.starts_with('/') => ParsedLine::Do(Verb::Search, line[1..].trim()),
        None => match beginning(first) {
            several if several.len() > 1 => {
                ParsedLine::Several(first, several.iter().map(|command| command.names()[0]).collect())
            }
            _ => ParsedLine::Unknown(first, near(first)),
        },
    }
}

/// The commands that begin so.
fn beginning(asked: &str) -> Vec<&'static Command> {
    let lower = asked.to_lowercase();
    let begins = |command: &&Command| command.words().any(|name| name.starts_with(&lower));
    COMMANDS.iter().filter(begins).collect()
}

/// The command of a word: its own, or the only one that begins so.
pub(super) fn find(asked: &str) -> Option<&'static Command> {
    let lower = asked.to_lowercase();
    let exact = COMMANDS.iter().find(|command| command.words().any(|name| name == lower));
    exact.or_else(|| match beginning(asked)[..] {
        [one] if lower.chars().count() > 1 => Some(one),
        _ => None,
    })
}

fn near(asked: &str) -> Option<&'static str> {
    nearest(&asked.to_lowercase(), COMMANDS.iter().flat_map(|command| [command.names()[0], command.english[0]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, speak};

    #[test]
    fn a_line_is_a_command_with_what_stands_behind_it() {
        assert_eq!(read("  "), ParsedLine::Nothing);
        assert_eq!(read(" 12 "), ParsedLine::Number(12));
        assert_eq!(read("set W[1, 2]  0.5"), ParsedLine::Do(Verb::Set, "W[1, 2]  0.5"));
        assert_eq!(read("N"), ParsedLine::Do(Verb::Next, ""));
        assert_eq!(read("gloss softmax"), ParsedLine::Do(Verb::Glossary, "softmax"));
        assert_eq!(read("/softmax"), ParsedLine::Do(Verb::Search, "softmax"));
        assert_eq!(read("sol"), ParsedLine::Several("sol", vec!["solution", "solved"]));
        assert_eq!(read("lesons"), ParsedLine::Unknown("lesons", Some("lessons")));
        assert_eq!(read("xyzzyx"), ParsedLine::Unknown("xyzzyx", None));
    }

    #[test]
    fn every_word_means_one_command_in_every_language() {
        for language in Language::ALL {
            speak(language);
            for command in &COMMANDS {
                for name in command.words() {
                    let meant: Vec<_> = COMMANDS.iter().filter(|other| other.words().any(|own| own == name)).collect();
                    assert_eq!(meant.len(), 1, "`{name}` is {:?}", meant.iter().map(|it| it.verb).collect::<Vec<_>>());
                }
                assert_ne!(word(command.brief), command.brief);
            }
        }
        speak(Language::English);
        for command in &COMMANDS {
            assert_eq!(command.names(), command.english);
        }
    }
}
