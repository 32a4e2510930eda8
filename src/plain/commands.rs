//! Every command: its word, its short form, and what `help` says of it. English words are always understood, so that a script runs
//! in every language; those of the spoken language are understood beside them.

use crate::notebook::problem::nearest;
use crate::words::{MessageId, id};

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
    names: MessageId,
    /// Where it is said what it does, how it is written first.
    pub(super) brief: MessageId,
}

const fn command(verb: Verb, english: [&'static str; 2], names: MessageId, brief: MessageId) -> Command {
    Command { verb, english, names, brief }
}

/// All of them, in the order in which somebody needs them.
#[rustfmt::skip]
pub(super) const COMMANDS: [Command; 55] = [
    command(Verb::Next, ["next", "n"], id!("plain-command-next"), id!("plain-brief-next")),
    command(Verb::Back, ["back", "b"], id!("plain-command-back"), id!("plain-brief-back")),
    command(Verb::Again, ["again", "a"], id!("plain-command-again"), id!("plain-brief-again")),
    command(Verb::More, ["more", "m"], id!("plain-command-more"), id!("plain-brief-more")),
    command(Verb::Where, ["where", "w"], id!("plain-command-where"), id!("plain-brief-where")),
    command(Verb::Go, ["go", "g"], id!("plain-command-go"), id!("plain-brief-go")),
    command(Verb::First, ["first", "f"], id!("plain-command-first"), id!("plain-brief-first")),
    command(Verb::Last, ["last", "l"], id!("plain-command-last"), id!("plain-brief-last")),
    command(Verb::Outline, ["outline", "o"], id!("plain-command-outline"), id!("plain-brief-outline")),
    command(Verb::Lessons, ["lessons", "ls"], id!("plain-command-lessons"), id!("plain-brief-lessons")),
    command(Verb::Open, ["open", "op"], id!("plain-command-open"), id!("plain-brief-open")),
    command(Verb::Link, ["link", "li"], id!("plain-command-link"), id!("plain-brief-link")),
    command(Verb::Return, ["return", "re"], id!("plain-command-return"), id!("plain-brief-return")),
    command(Verb::Search, ["search", "/"], id!("plain-command-search"), id!("plain-brief-search")),
    command(Verb::Glossary, ["glossary", "k"], id!("plain-command-glossary"), id!("plain-brief-glossary")),
    command(Verb::Answer, ["answer", "an"], id!("plain-command-answer"), id!("plain-brief-answer")),
    command(Verb::Sure, ["sure", "su"], id!("plain-command-sure"), id!("plain-brief-sure")),
    command(Verb::Hint, ["hint", "h"], id!("plain-command-hint"), id!("plain-brief-hint")),
    command(Verb::Solution, ["solution", "so"], id!("plain-command-solution"), id!("plain-brief-solution")),
    command(Verb::Ask, ["ask", "as"], id!("plain-command-ask"), id!("plain-brief-ask")),
    command(Verb::Code, ["code", "c"], id!("plain-command-code"), id!("plain-brief-code")),
    command(Verb::Write, ["write", "wr"], id!("plain-command-write"), id!("plain-brief-write")),
    command(Verb::Fill, ["fill", "fi"], id!("plain-command-fill"), id!("plain-brief-fill")),
    command(Verb::Replace, ["replace", "rp"], id!("plain-command-replace"), id!("plain-brief-replace")),
    command(Verb::Insert, ["insert", "in"], id!("plain-command-insert"), id!("plain-brief-insert")),
    command(Verb::Delete, ["delete", "de"], id!("plain-command-delete"), id!("plain-brief-delete")),
    command(Verb::Edit, ["edit", "e"], id!("plain-command-edit"), id!("plain-brief-edit")),
    command(Verb::Run, ["run", "x"], id!("plain-command-run"), id!("plain-brief-run")),
    command(Verb::Inputs, ["inputs", "i"], id!("plain-command-inputs"), id!("plain-brief-inputs")),
    command(Verb::Set, ["set", "="], id!("plain-command-set"), id!("plain-brief-set")),
    command(Verb::Undo, ["undo", "u"], id!("plain-command-undo"), id!("plain-brief-undo")),
    command(Verb::Redo, ["redo", "ru"], id!("plain-command-redo"), id!("plain-brief-redo")),
    command(Verb::Reset, ["reset", "rs"], id!("plain-command-reset"), id!("plain-brief-reset")),
    command(Verb::History, ["history", "hi"], id!("plain-command-history"), id!("plain-brief-history")),
    command(Verb::Names, ["names", "na"], id!("plain-command-names"), id!("plain-brief-names")),
    command(Verb::Show, ["show", "s"], id!("plain-command-show"), id!("plain-brief-show")),
    command(Verb::Why, ["why", "y"], id!("plain-command-why"), id!("plain-brief-why")),
    command(Verb::Up, ["up", "^"], id!("plain-command-up"), id!("plain-brief-up")),
    command(Verb::Uses, ["uses", "us"], id!("plain-command-uses"), id!("plain-brief-uses")),
    command(Verb::Gradient, ["gradient", "gr"], id!("plain-command-gradient"), id!("plain-brief-gradient")),
    command(Verb::Steps, ["steps", "st"], id!("plain-command-steps"), id!("plain-brief-steps")),
    command(Verb::Train, ["train", "tr"], id!("plain-command-train"), id!("plain-brief-train")),
    command(Verb::Pin, ["pin", "p"], id!("plain-command-pin"), id!("plain-brief-pin")),
    command(Verb::Compare, ["compare", "cp"], id!("plain-command-compare"), id!("plain-brief-compare")),
    command(Verb::Leak, ["leak", "lk"], id!("plain-command-leak"), id!("plain-brief-leak")),
    command(Verb::Cell, ["cell", "ce"], id!("plain-command-cell"), id!("plain-brief-cell")),
    command(Verb::Remove, ["remove", "rm"], id!("plain-command-remove"), id!("plain-brief-remove")),
    command(Verb::Solved, ["solved", "sv"], id!("plain-command-solved"), id!("plain-brief-solved")),
    command(Verb::Numbers, ["numbers", "nu"], id!("plain-command-numbers"), id!("plain-brief-numbers")),
    command(Verb::Width, ["width", "wi"], id!("plain-command-width"), id!("plain-brief-width")),
    command(Verb::Bookmark, ["bookmark", "bm"], id!("plain-command-bookmark"), id!("plain-brief-bookmark")),
    command(Verb::Bookmarks, ["bookmarks", "bs"], id!("plain-command-bookmarks"), id!("plain-brief-bookmarks")),
    command(Verb::Save, ["save", "sa"], id!("plain-command-save"), id!("plain-brief-save")),
    command(Verb::Help, ["help", "?"], id!("plain-command-help"), id!("plain-brief-help")),
    command(Verb::Quit, ["quit", "q"], id!("plain-command-quit"), id!("plain-brief-quit")),
];

impl Command {
    /// Its word and its short form in the language that is spoken.
    pub(super) fn names(&self) -> [&'static str; 2] {
        let mut names = self.names.text().split(' ');
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
            }
        }
        speak(Language::English);
        for command in &COMMANDS {
            assert_eq!(command.names(), command.english);
        }
    }
}
