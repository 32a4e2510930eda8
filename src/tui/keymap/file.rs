//! The reader's own keys: a TOML file with a section for each place.
//!
//! `glassformer keys` writes such a file with the program's own keys. What stands in one is held against the table here, and whatever
//! is wrong with it is told, all of it, each with its line and the nearest right name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::keys::{nearest_name, same_as};
use super::map::{Changes, is_typed};
use super::{Action, BINDINGS, Context, Key, Keymap, Keys, parse_keys};
use crate::notebook::problem::{LessonProblem, nearest};
use crate::tui::settings::document::{SettingsFile, entries};

/// The section whose entries hold wherever the action has a meaning.
pub(super) const EVERYWHERE: &str = "everywhere";

/// The key that nobody can lose: it leaves the program from anywhere.
const WAY_OUT: &str = "<c-c>";

/// Reads a file of keys; what it does not name stays as the program has it.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(file: &str, text: &str) -> Result<Keymap, Vec<LessonProblem>> {
    let document = SettingsFile::read(file, text)?;
    let mut reading =
        Reading { document: &document, problems: Vec::new(), changes: Changes::new(), places: BTreeMap::new() };
    // What one place says holds before what is said of all, wherever it stands.
    let is_general = |name: &str| name == EVERYWHERE;
    let mut sections = document.entries();
    sections.sort_by_key(|(name, ..)| !is_general(name));
    for (name, place, value) in sections {
        reading.section(name, place, value);
    }
    reading.finish()
}

/// What has been read of a file so far.
struct Reading<'d, 't> {
    document: &'d SettingsFile<'t>,
    problems: Vec<LessonProblem>,
    changes: Changes,
    /// Where the keys of an action in a place were written down.
    places: BTreeMap<(Context, Action), usize>,
}

impl Reading<'_, '_> {
    fn wrong(&mut self, at: usize, message: impl Into<String>) -> &mut LessonProblem {
        let problem = self.document.problem(at, message);
        let place = self.problems.len();
        self.problems.push(problem);
        &mut self.problems[place]
    }

    fn section(&mut self, name: &str, place: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let context = Context::ALL.into_iter().find(|context| context.section() == name);
        let Some(table) = value.get_ref().as_table() else {
            let problem = self.wrong(place.start, format!("`{name}` is not in a section"));
            problem.help = Some(format!("put a section name above it, such as [{}]", Context::Page.section()));
            return;
        };
        if context.is_none() && name != EVERYWHERE {
            let names: Vec<&str> = Context::ALL.into_iter().map(Context::section).chain([EVERYWHERE]).collect();
            let near = nearest(name, names.iter().copied());
            let help = near.map_or_else(|| format!("the sections are {}", names.join(", ")), did_you_mean);
            self.wrong(place.start, format!("there is no section `{name}`")).help = Some(help);
            return;
        }
        for (entry, place, value) in entries(table) {
            self.entry(context, entry, place, value);
        }
    }

    fn entry(&mut self, context: Option<Context>, name: &str, place: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let all = BINDINGS.iter().find(|binding| binding.action.name() == name);
        let Some(action) = all.map(|binding| binding.action) else {
            self.unknown(context, name, place.start);
            return;
        };
        if action.is_said_by_the_key() {
            let problem = self
                .wrong(place.start, format!("the keys of `{name}` cannot be changed: each key has its own meaning"));
            problem.help = Some("remove this line".to_owned());
            return;
        }
        let contexts = contexts(action, context);
        if contexts.is_empty() {
            let elsewhere: Vec<_> =
                self::contexts(action, None).into_iter().map(|place| format!("[{}]", place.section())).collect();
            let section = context.map_or(EVERYWHERE, Context::section);
            self.wrong(place.start, format!("`{name}` does nothing in [{section}]")).help =
                Some(format!("it works in {}", elsewhere.join(", ")));
            return;
        }
        if let Some(keys) = self.keys(name, value) {
            self.take(context, action, &contexts, &keys, place.start);
        }
    }

    fn unknown(&mut self, context: Option<Context>, name: &str, at: usize) {
        let here: BTreeSet<String> = BINDINGS
            .iter()
            .filter(|binding| context.is_none_or(|context| binding.contexts.contains(&context)))
            .map(|binding| binding.action.name())
            .collect();
        let all: BTreeSet<String> = BINDINGS.iter().map(|binding| binding.action.name()).collect();
        let near = [&here, &all].into_iter().find_map(|names| nearest(name, names.iter().map(String::as_str)));
        let help = near.map_or_else(|| "`glassformer keys` lists all of them".to_owned(), did_you_mean);
        self.wrong(at, format!("there is no action `{name}`")).help = Some(help);
    }

    /// The keys of a list, each once; nothing where one cannot be read.
    fn keys(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Option<Keys> {
        let Some(list) = value.get_ref().as_array() else {
            let help = format!("write {name} = [\"n\", \"<down>\"], or {name} = [] for none");
            self.wrong(value.span().start, format!("the keys of `{name}` are not a list")).help = Some(help);
            return None;
        };
        let mut keys = Keys::new();
        let before = self.problems.len();
        for item in list {
            match item.get_ref().as_str().map_or_else(|| Err(("a key must be in quotes".to_owned(), None)), one_key) {
                Ok(key) if keys.contains(&key) => {}
                Ok(key) => keys.push(key),
                Err((message, help)) => self.wrong(item.span().start, message).help = help,
            }
        }
        (self.problems.len() == before).then_some(keys)
    }

    /// Gives an action its keys in every place that is meant. A key that is typed in a place can do nothing else there.
    fn take(&mut self, context: Option<Context>, action: Action, contexts: &[Context], keys: &Keys, at: usize) {
        for place in contexts {
            let (typed, kept): (Keys, Keys) = keys.iter().partition(|key| is_typed(*place, **key));
            match typed.first() {
                Some(key) if context.is_some() => {
                    let (key, place) = (key.written(), place.section());
                    self.wrong(
                        at,
                        format!("`{key}` types a character in [{place}] and cannot do anything else there"),
                    )
                    .help = Some("combine it with Ctrl or Alt, such as <c-n> or <a-n>".to_owned());
                    continue;
                }
                // Of what holds everywhere nothing is left here, so here the program's own keys stay.
                Some(_) if kept.is_empty() => continue,
                _ => {}
            }
            self.changes.insert((*place, action), kept);
            self.places.insert((*place, action), at);
        }
    }

    fn finish(mut self) -> Result<Keymap, Vec<LessonProblem>> {
        let keymap = Keymap::with(&self.changes);
        self.way_out(&keymap);
        self.conflicts(&keymap);
        if self.problems.is_empty() {
            return Ok(keymap);
        }
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        self.problems.dedup();
        Err(self.problems)
    }

    /// Nobody is locked in: Ctrl-C always leaves the program, and every place has a way back.
    fn way_out(&mut self, keymap: &Keymap) {
        let way_out = parse_keys(WAY_OUT).unwrap_or_default();
        for ((context, action), at) in self.places.clone() {
            let keys = keymap.keys(context, action);
            if action == Action::ForceQuit && !way_out.iter().all(|key| keys.contains(key)) {
                self.wrong(at, format!("{WAY_OUT} always leaves the program")).help =
                    Some(format!("you can add other keys: force-quit = [\"{WAY_OUT}\", …]"));
            }
            if action == Action::Back && keys.is_empty() {
                self.wrong(at, format!("`back` has no key in [{}], so you could not leave it", context.section()))
                    .help = Some("give it a key".to_owned());
            }
        }
    }

    /// No key may mean two things in one place.
    fn conflicts(&mut self, keymap: &Keymap) {
        let mut told = BTreeSet::new();
        for context in Context::ALL {
            let mut seen: BTreeMap<String, Action> = BTreeMap::new();
            for row in keymap.rows(context) {
                for key in &row.keys {
                    let action = row.binding.action;
                    let Some(other) = seen.insert(key.written(), action).filter(|other| *other != action) else {
                        continue;
                    };
                    self.conflict(context, *key, [other, action], &mut told);
                }
            }
        }
    }

    fn conflict(
        &mut self,
        context: Context,
        key: Key,
        pair: [Action; 2],
        told: &mut BTreeSet<(usize, String, String)>,
    ) {
        let [a, b] = pair.map(|action| (self.places.get(&(context, action)).copied(), action));
        // The later of the two lines is told of, and what the other one is.
        let ((Some(at), action), (other_at, other)) = (if a.0 > b.0 { (a, b) } else { (b, a) }) else { return };
        let (key, name) = (key.written(), other.name());
        if !told.insert((at, key.clone(), name.clone())) {
            return;
        }
        let section = context.section();
        let message = format!("`{key}` cannot be `{}` in [{section}], because it is already `{name}`", action.name());
        let help = match other_at {
            Some(other_at) => format!("see line {}", self.document.line(other_at)),
            None if other.is_said_by_the_key() || other == Action::ForceQuit => {
                "the keys of that action cannot be changed".to_owned()
            }
            None => format!("give `{name}` other keys in [{section}], or none: {name} = []"),
        };
        self.wrong(at, message).help = Some(help);
    }
}

/// The places in which an action has a meaning: all of them, or the one that is meant.
pub(super) fn contexts(action: Action, only: Option<Context>) -> Vec<Context> {
    let has = |context: &Context| {
        only.is_none_or(|only| only == *context)
            && BINDINGS.iter().any(|binding| binding.action == action && binding.contexts.contains(context))
    };
    Context::ALL.into_iter().filter(has).collect()
}

/// The one key that a text names; else what is wrong with it, and what to do.
fn one_key(text: &str) -> Result<Key, (String, Option<String>)> {
    if text == " " {
        return Ok(Key::new(ratatui::crossterm::event::KeyCode::Char(' ')));
    }
    let keys = parse_keys(text).map_err(|error| (error.to_string(), None))?;
    match keys.as_slice() {
        [key] => match same_as(*key) {
            Some(same) => Err((format!("terminals send {same} for `{text}`"), Some(format!("write {same}")))),
            None => Ok(*key),
        },
        [] => Err(("an empty text is not a key".to_owned(), Some("for no key, write []".to_owned()))),
        _ => {
            let help = nearest_name(text)
                .map_or_else(|| "put each key in its own quotes".to_owned(), |near| did_you_mean(&near));
            Err((format!("`{text}` is a sequence of keys, but each entry must be a single key"), Some(help)))
        }
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

#[cfg(test)]
mod tests;
