//! The files of words agree with each other and with the program: nothing is missing, nothing is left over, nothing is too wide.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use glassformer::tui::keymap::BINDINGS;
use glassformer::words::{Language, MESSAGES};
use unicode_width::UnicodeWidthStr;

/// The lines that are the same in both languages: the same words, or none.
const SAME: &[&str] = &[
    "diagram-linear",
    "in-block",
    "nan-in",
    "plain-lesson-line",
    "plain-outline-line",
    "plain-moment",
    "plain-operand",
    "plain-pause",
    "plain-sign-plus",
    "plain-sign-minus",
    "plain-sign-mod",
    "plain-sign-in",
    "plain-sign-alpha",
    "plain-sign-beta",
    "plain-sign-gamma",
    "plain-sign-epsilon",
    "plain-sign-theta",
    "plain-sign-lambda",
    "plain-sign-pi",
    "plain-sign-sigma",
    "plain-key-plus",
    "plain-key-minus",
    "plain-key-enter",
    "plain-key-esc",
    "plain-key-tab",
    "plain-here-gradient",
    "plain-command-code",
    "plain-command-gradient",
];
/// The files and folders whose words stand in one line with others.
const NARROW: [&str; 5] = [
    "src/tui/modes",
    "src/tui/commands/compare.rs",
    "src/tui/commands/copy.rs",
    "src/tui/keymap/hints.rs",
    "src/tui/view/title.rs",
];
/// What the line above the last of a terminal of 80 columns has room for.
const LINE: usize = 76;
/// The columns of the help beside the keys.
const HELP: usize = 40;

/// One message of a file of words.
#[derive(Debug, PartialEq)]
struct Message {
    text: String,
    arguments: BTreeSet<String>,
}

/// What a file says, by name and in its order.
struct Words {
    order: Vec<String>,
    messages: BTreeMap<String, Message>,
}

impl Words {
    fn of(language: Language) -> Self {
        let path = root().join(format!("assets/words/{}.ftl", language.code()));
        let text = fs::read_to_string(&path).unwrap();
        let resource = parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{} cannot be read: {errors:?}", path.display()));
        let mut words = Self { order: Vec::new(), messages: BTreeMap::new() };
        for entry in resource.body {
            let Entry::Message(message) = entry else {
                assert!(!matches!(entry, Entry::Term(_) | Entry::Junk { .. }), "no message: {entry:?}");
                continue;
            };
            let name = message.id.name.to_owned();
            let mut said = Message { text: String::new(), arguments: BTreeSet::new() };
            said.add(message.value.as_ref().unwrap_or_else(|| panic!("{name} says nothing")));
            assert!(words.messages.insert(name.clone(), said).is_none(), "{name} stands twice in {}", path.display());
            words.order.push(name);
        }
        words
    }
}

impl Message {
    fn add(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.text.push_str(value),
                PatternElement::Placeable { expression } => self.add_expression(expression),
            }
        }
    }

    fn add_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline),
            Expression::Select { selector, variants } => {
                self.add_inline(selector);
                for variant in variants {
                    self.add(&variant.value);
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => _ = self.arguments.insert(id.name.to_owned()),
            InlineExpression::StringLiteral { value } => self.text.push_str(value),
            InlineExpression::NumberLiteral { .. } => {}
            other => panic!("the files are simpler without {other:?}"),
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every name that the program asks for, and where.
fn asked() -> Vec<(String, String)> {
    files(&root().join("src")).iter().flat_map(|path| asked_in(path)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The names in `word!("…")`, `say!("…", …)` and `id!("…")` of one file, without its tests.
fn asked_in(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).unwrap();
    let place = path.strip_prefix(root()).unwrap().to_str().unwrap();
    if place.ends_with("tests.rs") || place.starts_with("src/words") && text.contains("macro_rules!") {
        return Vec::new();
    }
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let names = ["word!(", "say!(", "id!("].into_iter().flat_map(|call| text.split(call).skip(1)).filter_map(|rest| {
        let (name, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
        Some((name.to_owned(), place.to_owned()))
    });
    names.collect()
}

fn others() -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().filter(|language| *language != Language::English)
}

#[test]
fn every_language_says_everything_with_the_same_arguments_in_the_same_order() {
    let english = Words::of(Language::English);
    for language in others() {
        let other = Words::of(language);
        for (name, message) in &english.messages {
            let said = other.messages.get(name).unwrap_or_else(|| panic!("{language:?} lacks {name}"));
            assert_eq!(said.arguments, message.arguments, "{name} in {language:?}");
        }
        let left: Vec<_> = other.order.iter().filter(|name| !english.messages.contains_key(*name)).collect();
        assert!(left.is_empty(), "{language:?} says what English does not: {left:?}");
        assert_eq!(other.order, english.order, "{language:?} has another order");
    }
}

/// The compiler checks what is asked for against this list.
#[test]
fn list_of_messages_matches_fluent() {
    let english = Words::of(Language::English).messages;
    let listed: Vec<_> = MESSAGES.iter().map(|(name, arguments)| (*name, Vec::from(*arguments))).collect();
    let read = english.iter().map(|(name, said)| (&**name, said.arguments.iter().map(String::as_str).collect()));
    assert_eq!(listed, read.collect::<Vec<_>>());
}

#[test]
fn every_message_is_asked_for() {
    let asked: BTreeSet<_> = asked().into_iter().map(|(name, _)| name).collect();
    let order = Words::of(Language::English).order;
    let dead: Vec<_> = order.iter().filter(|name| !asked.contains(*name)).collect();
    assert!(dead.is_empty(), "nobody asks for {dead:?}");
}

#[test]
fn what_is_translated_is_not_english() {
    let english = Words::of(Language::English).messages;
    for language in others() {
        let other = Words::of(language).messages;
        let same: Vec<_> =
            english.iter().filter(|(name, said)| other.get(*name) == Some(said)).map(|(name, _)| name).collect();
        let forgotten: Vec<_> = same.iter().filter(|name| !SAME.contains(&name.as_str())).collect();
        assert!(forgotten.is_empty(), "the same in {language:?}: {forgotten:?}");
        let listed: Vec<_> = SAME.iter().filter(|name| !same.iter().any(|same| same == *name)).collect();
        assert!(listed.is_empty(), "not the same any more: {listed:?}");
    }
}

#[test]
fn what_shares_a_line_with_others_is_hardly_wider_than_in_english() {
    let english = Words::of(Language::English).messages;
    let gone: Vec<_> = NARROW.into_iter().filter(|path| !root().join(path).exists()).collect();
    assert!(gone.is_empty(), "{gone:?} moved: name where their words are now");
    let is_narrow = |place: &str| NARROW.iter().any(|narrow| place.starts_with(narrow)) && !place.contains("/finder/");
    let in_files = asked().into_iter().filter(|(_, place)| is_narrow(place)).map(|(name, _)| name);
    let in_help: BTreeSet<_> =
        BINDINGS.iter().filter(|binding| binding.footer == 0).map(|binding| binding.name.as_str()).collect();
    let in_footer: BTreeSet<_> =
        BINDINGS.iter().filter(|binding| binding.footer > 0).map(|binding| binding.name.as_str()).collect();
    let narrow: BTreeSet<_> = in_files.chain(in_footer.iter().map(ToString::to_string)).collect();
    assert!(narrow.len() > 100, "{narrow:?}");
    for language in others() {
        let other = Words::of(language).messages;
        for name in &narrow {
            let (here, there) = (other[name].text.width(), english[name].text.width());
            assert!(here <= there * 8 / 5 + 6, "{name} is {here} columns in {language:?}, {there} in English");
        }
        for name in &in_help {
            let width = other[*name].text.width();
            assert!(width <= HELP, "{name} is {width} columns in {language:?}, and the help has room for {HELP}");
        }
    }
}

#[test]
fn what_fits_a_small_terminal_in_english_fits_it_in_every_language() {
    let english = Words::of(Language::English).messages;
    for language in others() {
        let other = Words::of(language).messages;
        let fits = |said: &Message| said.arguments.is_empty() && said.text.width() <= LINE;
        // The plain mode wraps its lines.
        let is_shown = |name: &str| !name.starts_with("plain-");
        let wide: Vec<_> = english
            .iter()
            .filter(|(name, said)| is_shown(name) && fits(said))
            .map(|(name, _)| (name, other[name].text.width()))
            .filter(|(_, width)| *width > LINE)
            .collect();
        assert!(wide.is_empty(), "wider than the {LINE} columns of a line in {language:?}: {wide:?}");
    }
}
