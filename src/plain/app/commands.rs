//! Every command: its word, its short form, what it does, and what `help` says of it. English words are always understood, so that a
//! script runs in every language; those of the spoken language are understood beside them.

use super::PlainApp;
use crate::notebook::problem::nearest;
use crate::words::{MessageId, id, word};

/// One command.
#[derive(Debug)]
pub(super) struct Command {
    /// Its word and its short form in English.
    pub(super) english: [&'static str; 2],
    /// Does it, with what stands behind it in the line.
    pub(super) act: Act,
    /// Where both stand in the spoken language: `next n`.
    names: MessageId,
    /// Where it is said what it does, how it is written first.
    pub(super) brief: MessageId,
}

type Act = fn(&mut PlainApp<'_>, &str);

const fn command(english: [&'static str; 2], act: Act, names: MessageId, brief: MessageId) -> Command {
    Command { english, act, names, brief }
}

/// All of them, in the order in which somebody needs them.
#[rustfmt::skip]
#[expect(clippy::redundant_closure_for_method_calls, reason = "a method is one of an application of one lifetime")]
pub(super) const COMMANDS: [Command; 64] = [
    command(["next", "n"], |app, _| app.step(1), id!("plain-command-next"), id!("plain-brief-next")),
    command(["back", "b"], |app, _| app.step(-1), id!("plain-command-back"), id!("plain-brief-back")),
    command(["again", "a"], |app, _| app.again(), id!("plain-command-again"), id!("plain-brief-again")),
    command(["more", "m"], |app, _| app.tell_more(), id!("plain-command-more"), id!("plain-brief-more")),
    command(["where", "w"], |app, _| app.whereabouts(), id!("plain-command-where"), id!("plain-brief-where")),
    command(["go", "g"], |app, rest| app.go(rest), id!("plain-command-go"), id!("plain-brief-go")),
    command(["first", "f"], |app, _| app.go_to_end(false), id!("plain-command-first"), id!("plain-brief-first")),
    command(["last", "l"], |app, _| app.go_to_end(true), id!("plain-command-last"), id!("plain-brief-last")),
    command(["outline", "o"], |app, _| app.outline(), id!("plain-command-outline"), id!("plain-brief-outline")),
    command(["lessons", "ls"], |app, _| app.lessons(), id!("plain-command-lessons"), id!("plain-brief-lessons")),
    command(["map", "mp"], |app, _| app.map(), id!("plain-command-map"), id!("plain-brief-map")),
    command(["open", "op"], |app, rest| app.open(rest), id!("plain-command-open"), id!("plain-brief-open")),
    command(["link", "li"], |app, rest| app.link(rest), id!("plain-command-link"), id!("plain-brief-link")),
    command(["return", "re"], |app, _| app.go_back(), id!("plain-command-return"), id!("plain-brief-return")),
    command(["search", "/"], |app, rest| app.search(rest), id!("plain-command-search"), id!("plain-brief-search")),
    command(["glossary", "k"], |app, rest| app.look_up(rest), id!("plain-command-glossary"), id!("plain-brief-glossary")),
    command(["answer", "an"], |app, rest| app.answer(rest), id!("plain-command-answer"), id!("plain-brief-answer")),
    command(["sure", "su"], |app, rest| app.sure_of(rest), id!("plain-command-sure"), id!("plain-brief-sure")),
    command(["hint", "h"], |app, _| app.hint(), id!("plain-command-hint"), id!("plain-brief-hint")),
    command(["solution", "so"], |app, _| app.solution(), id!("plain-command-solution"), id!("plain-brief-solution")),
    command(["skip", "sk"], |app, _| app.skip(), id!("plain-command-skip"), id!("plain-brief-skip")),
    command(["reveal", "rv"], |app, _| app.reveal(), id!("plain-command-reveal"), id!("plain-brief-reveal")),
    command(["ask", "as"], |app, _| app.ask(), id!("plain-command-ask"), id!("plain-brief-ask")),
    command(["code", "c"], |app, rest| app.code(rest), id!("plain-command-code"), id!("plain-brief-code")),
    command(["write", "wr"], |app, _| app.write(), id!("plain-command-write"), id!("plain-brief-write")),
    command(["fill", "fi"], |app, rest| app.fill(rest), id!("plain-command-fill"), id!("plain-brief-fill")),
    command(["replace", "rp"], |app, rest| app.replace(rest), id!("plain-command-replace"), id!("plain-brief-replace")),
    command(["insert", "in"], |app, rest| app.insert(rest), id!("plain-command-insert"), id!("plain-brief-insert")),
    command(["delete", "de"], |app, rest| app.delete(rest), id!("plain-command-delete"), id!("plain-brief-delete")),
    command(["edit", "e"], |app, _| app.edit(), id!("plain-command-edit"), id!("plain-brief-edit")),
    command(["run", "x"], |app, _| app.run(), id!("plain-command-run"), id!("plain-brief-run")),
    command(["inputs", "i"], |app, _| app.inputs(), id!("plain-command-inputs"), id!("plain-brief-inputs")),
    command(["set", "="], |app, rest| app.set(rest), id!("plain-command-set"), id!("plain-brief-set")),
    command(["undo", "u"], |app, _| app.undo(false), id!("plain-command-undo"), id!("plain-brief-undo")),
    command(["redo", "ru"], |app, _| app.undo(true), id!("plain-command-redo"), id!("plain-brief-redo")),
    command(["reset", "rs"], |app, rest| app.reset(rest), id!("plain-command-reset"), id!("plain-brief-reset")),
    command(["history", "hi"], |app, _| app.history(), id!("plain-command-history"), id!("plain-brief-history")),
    command(["names", "na"], |app, _| app.names(), id!("plain-command-names"), id!("plain-brief-names")),
    command(["show", "s"], |app, rest| app.show_value(rest), id!("plain-command-show"), id!("plain-brief-show")),
    command(["why", "y"], |app, rest| app.why(rest), id!("plain-command-why"), id!("plain-brief-why")),
    command(["up", "^"], |app, _| app.up(), id!("plain-command-up"), id!("plain-brief-up")),
    command(["uses", "us"], |app, rest| app.uses(rest), id!("plain-command-uses"), id!("plain-brief-uses")),
    command(["gradient", "gr"], |app, rest| app.gradient(rest), id!("plain-command-gradient"), id!("plain-brief-gradient")),
    command(["steps", "st"], |app, rest| app.steps(rest), id!("plain-command-steps"), id!("plain-brief-steps")),
    command(["into", "it"], |app, _| app.go_into(), id!("plain-command-into"), id!("plain-brief-into")),
    command(["without", "wt"], |app, rest| app.without(rest), id!("plain-command-without"), id!("plain-brief-without")),
    command(["train", "tr"], |app, rest| app.train(rest), id!("plain-command-train"), id!("plain-brief-train")),
    command(["translate", "tl"], |app, rest| app.translate(rest), id!("plain-command-translate"), id!("plain-brief-translate")),
    command(["machine", "mc"], |app, rest| app.tell_machine(rest), id!("plain-command-machine"), id!("plain-brief-machine")),
    command(["switch", "sw"], |app, rest| app.switch(rest), id!("plain-command-switch"), id!("plain-brief-switch")),
    command(["beam", "be"], |app, rest| app.beam(rest), id!("plain-command-beam"), id!("plain-brief-beam")),
    command(["pin", "p"], |app, _| app.pin(), id!("plain-command-pin"), id!("plain-brief-pin")),
    command(["compare", "cp"], |app, _| app.compare(), id!("plain-command-compare"), id!("plain-brief-compare")),
    command(["leak", "lk"], |app, rest| app.leak(rest), id!("plain-command-leak"), id!("plain-brief-leak")),
    command(["cell", "ce"], |app, _| app.add_cell(), id!("plain-command-cell"), id!("plain-brief-cell")),
    command(["remove", "rm"], |app, _| app.remove_cell(), id!("plain-command-remove"), id!("plain-brief-remove")),
    command(["solved", "sv"], |app, _| app.solved(), id!("plain-command-solved"), id!("plain-brief-solved")),
    command(["numbers", "nu"], |app, rest| app.number_lines(rest), id!("plain-command-numbers"), id!("plain-brief-numbers")),
    command(["width", "wi"], |app, rest| app.set_width(rest), id!("plain-command-width"), id!("plain-brief-width")),
    command(["bookmark", "bm"], |app, _| app.bookmark(), id!("plain-command-bookmark"), id!("plain-brief-bookmark")),
    command(["bookmarks", "bs"], |app, rest| app.bookmarks(rest), id!("plain-command-bookmarks"), id!("plain-brief-bookmarks")),
    command(["save", "sa"], |app, rest| app.save(rest), id!("plain-command-save"), id!("plain-brief-save")),
    command(["help", "?"], |app, rest| app.help(rest), id!("plain-command-help"), id!("plain-brief-help")),
    command(["quit", "q"], |app, _| app.quit(), id!("plain-command-quit"), id!("plain-brief-quit")),
];

impl Command {
    /// Whether this is its English word.
    pub(super) fn is(&self, word: &str) -> bool {
        self.english[0] == word
    }

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
#[derive(Debug)]
#[cfg_attr(test, derive(PartialEq, Eq))]
pub(super) enum ParsedLine<'l> {
    /// An empty line.
    Nothing,
    /// A number: an option, an operand, a sureness.
    Number(usize),
    /// A command with what stands behind it.
    Do(&'static Command, &'l str),
    /// The beginning of several commands.
    Several(&'l str, Vec<&'static str>),
    /// No command, and the one that is spelled most nearly like it.
    Unknown(&'l str, Option<&'static str>),
}

/// Reads a line.
pub(super) fn read(line: &str) -> ParsedLine<'_> {
    let line = line.trim();
    let (first, rest) = match line.strip_prefix('/') {
        // `/softmax` needs no blank.
        Some(rest) => ("/", rest),
        None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
    };
    if first.is_empty() {
        return ParsedLine::Nothing;
    }
    if let Ok(number) = line.parse() {
        return ParsedLine::Number(number);
    }
    match find(first) {
        Some(command) => ParsedLine::Do(command, rest.trim()),
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

/// Whether a word is of what the screen alone has.
pub(super) fn is_of_screen(asked: &str) -> bool {
    const ENGLISH: &str = "view views picture pictures threads histogram timeline talk theme copy mouse";
    let lower = asked.to_lowercase();
    ENGLISH.split(' ').chain(word!("plain-screen-words").split(' ')).any(|word| word == lower)
}

fn near(asked: &str) -> Option<&'static str> {
    nearest(&asked.to_lowercase(), COMMANDS.iter().flat_map(|command| [command.names()[0], command.english[0]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, speak};

    impl PartialEq for Command {
        fn eq(&self, other: &Self) -> bool {
            self.english == other.english
        }
    }

    impl Eq for Command {}

    #[test]
    fn a_line_is_a_command_with_what_stands_behind_it() {
        let of = |name, rest| ParsedLine::Do(find(name).unwrap(), rest);
        assert_eq!(read("  "), ParsedLine::Nothing);
        assert_eq!(read(" 12 "), ParsedLine::Number(12));
        assert_eq!(read("set W[1, 2]  0.5"), of("set", "W[1, 2]  0.5"));
        assert_eq!(read("N"), of("next", ""));
        assert_eq!(read("gloss softmax"), of("glossary", "softmax"));
        assert_eq!(read("/softmax"), of("search", "softmax"));
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
                    assert_eq!(
                        meant.len(),
                        1,
                        "`{name}` is {:?}",
                        meant.iter().map(|it| it.english).collect::<Vec<_>>()
                    );
                }
            }
        }
        speak(Language::English);
        for command in &COMMANDS {
            assert_eq!(command.names(), command.english);
        }
    }
}
