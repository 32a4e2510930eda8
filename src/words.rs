//! The program's own words, in every language that it speaks, in one place: `assets/words/`, a [Fluent](https://projectfluent.org)
//! file a language.
//!
//! Whatever the screen says by itself is asked for here by its name: [`word!`] for what is always the same, [`say!`] for a sentence
//! into which something is put, [`id!`] for a table that holds names. A wrong name or a wrong argument does not compile.
//!
//! What the rooms before this one have to tell (what an operation remarks, why a number is none, where a training went wrong) they tell as
//! data, and here it is [`Said`]. So they know of no language, what another thread found out is said in the language of the screen, and
//! the command line says the same in English.
//!
//! English stays what is about code and text: what the cell language says (errors, the usage and help of its functions), problems of a
//! lesson, the lessons themselves with their glossary, and the command line. Names of keys, of operations, of axes, of tasks, of shapes and
//! of the parts of a model are names.
//!
//! To add a language, translate `en.ftl` and name the file in [`Language`]; `tests/words.rs` tells what is missing. [`Language::Pseudo`]
//! shows what was never asked for here, and `tests/screen/spoken.rs` and `told.rs` beside it fail where it does.

mod accents;
pub mod architecture;
pub mod beam;
mod course;
mod history;
mod language;
mod message;
mod reasons;
pub mod steps;
pub mod training;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

pub use crate::{id, say, word};
pub use language::Language;
pub use message::{MESSAGES, MessageId, MessageTemplate};

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

/// Chooses the language of this thread. The screen is one thread, so this is said once, before it begins.
pub fn speak(language: Language) {
    SPOKEN.set(language);
}

/// Does something in another language than this thread's, as tests do.
pub fn with<T>(language: Language, act: impl FnOnce() -> T) -> T {
    let before = SPOKEN.replace(language);
    let done = act();
    speak(before);
    done
}

/// The language of this thread; English until another is chosen.
pub fn spoken() -> Language {
    SPOKEN.get()
}

/// The words of a message without arguments. Where a translation lacks them they are English.
fn text(name: &'static str) -> &'static str {
    let fixed = |language| tongue(language).fixed.get(name).map(String::as_str);
    fixed(spoken()).or_else(|| fixed(Language::English)).unwrap_or(name)
}

/// The words of a message with its arguments.
fn sentence(name: &'static str, arguments: FluentArgs<'_>) -> String {
    let said = |language| tongue(language).say(name, &arguments);
    said(spoken()).or_else(|| said(Language::English)).unwrap_or_else(|| name.to_owned())
}

/// What a lower room tells as data, in words. They are put together where they are shown, so they are in the language of that thread,
/// whichever thread found out what they say.
pub trait Said {
    /// A sentence without its full stop, or a part of one.
    fn said(&self) -> String;
}

/// One language, read.
struct Tongue {
    bundle: FluentBundle<FluentResource>,
    /// What has nothing to fill in, said once and for all.
    fixed: HashMap<&'static str, String>,
}

fn tongue(language: Language) -> &'static Tongue {
    static ENGLISH: LazyLock<Tongue> = LazyLock::new(|| Tongue::read(Language::English));
    static GERMAN: LazyLock<Tongue> = LazyLock::new(|| Tongue::read(Language::German));
    static PSEUDO: LazyLock<Tongue> = LazyLock::new(|| Tongue::read(Language::Pseudo));
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::Pseudo => &PSEUDO,
    }
}

impl Tongue {
    /// Reads the file of a language. What is wrong in it is left out here, and told by `tests/words.rs`.
    fn read(language: Language) -> Self {
        let resource = FluentResource::try_new(language.text().to_owned()).unwrap_or_else(|(resource, _)| resource);
        let mut bundle = FluentBundle::new_concurrent(language.code().parse().into_iter().collect());
        // The marks that keep scripts of two directions apart would count as columns in some terminals; no language here needs them.
        bundle.set_use_isolating(false);
        if language == Language::Pseudo {
            bundle.set_transform(Some(accents::accented));
        }
        let _ = bundle.add_resource(resource);
        let mut tongue = Self { bundle, fixed: HashMap::new() };
        let names = MESSAGES.iter().filter(|(_, arguments)| arguments.is_empty()).map(|(name, _)| *name);
        tongue.fixed = names.filter_map(|name| Some((name, tongue.say(name, &FluentArgs::new())?))).collect();
        tongue
    }

    fn say(&self, name: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(name)?.value()?;
        Some(self.bundle.format_pattern(pattern, Some(arguments), &mut Vec::new()).into_owned())
    }
}

#[cfg(test)]
mod tests;
