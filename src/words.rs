//! The program's own words, in every language that it speaks, in one place: `assets/words/`, a [Fluent](https://projectfluent.org)
//! file a language.
//!
//! Whatever the screen says by itself is asked for here by its name: [`word`] for what is always the same, [`say`] for a sentence
//! into which something is put. Lessons, code, and what the cell language says about code are not translated. To add a language,
//! translate `en.ftl`, and name the file in [`Language`]; `tests/words.rs` tells what is missing.

mod language;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, PatternElement};
use fluent_syntax::parser;

pub use language::Language;

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

/// Chooses the language of this thread. The screen is one thread, so this is said once, before it begins.
pub fn speak(language: Language) {
    SPOKEN.set(language);
}

/// The language of this thread; English until another is chosen.
pub fn spoken() -> Language {
    SPOKEN.get()
}

/// The words of one name that are always the same: `word("saved")`. A name that nobody wrote down is given back as it is.
pub fn word(name: &'static str) -> &'static str {
    let plain = |language| tongue(language).plain.get(name).copied();
    plain(spoken()).or_else(|| plain(Language::English)).unwrap_or(name)
}

/// A sentence with something in it: `say("block-of", &[("here", 3.into()), ("all", 9.into())])`.
pub fn say(name: &'static str, with: &[(&'static str, FluentValue<'_>)]) -> String {
    let said = |language| tongue(language).say(name, with);
    said(spoken()).or_else(|| said(Language::English)).unwrap_or_else(|| name.to_owned())
}

/// One language, read.
struct Tongue {
    bundle: FluentBundle<FluentResource>,
    /// What has nothing to fill in, said once and for all.
    plain: HashMap<&'static str, &'static str>,
}

fn tongue(language: Language) -> &'static Tongue {
    static ENGLISH: LazyLock<Tongue> = LazyLock::new(|| Tongue::read(Language::English));
    static GERMAN: LazyLock<Tongue> = LazyLock::new(|| Tongue::read(Language::German));
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    }
}

impl Tongue {
    /// Reads the file of a language. What is wrong in it is left out here, and told by `tests/words.rs`.
    fn read(language: Language) -> Self {
        let resource = FluentResource::try_new(language.text().to_owned()).unwrap_or_else(|(resource, _)| resource);
        let mut bundle = FluentBundle::new_concurrent(language.code().parse().into_iter().collect());
        // The marks that keep scripts of two directions apart would count as columns in some terminals; no language here needs them.
        bundle.set_use_isolating(false);
        let _ = bundle.add_resource(resource);
        Self { plain: plain(language.text()), bundle }
    }

    fn say(&self, name: &str, with: &[(&'static str, FluentValue<'_>)]) -> Option<String> {
        let pattern = self.bundle.get_message(name)?.value()?;
        let arguments: FluentArgs<'_> = with.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned())
    }
}

/// The messages of a file that are one line with nothing to fill in.
fn plain(text: &'static str) -> HashMap<&'static str, &'static str> {
    let resource = parser::parse_runtime(text).unwrap_or_else(|(resource, _)| resource);
    let line = |entry: &Entry<&'static str>| {
        let Entry::Message(message) = entry else { return None };
        match message.value.as_ref()?.elements.as_slice() {
            [PatternElement::TextElement { value }] => Some((message.id.name, *value)),
            _ => None,
        }
    };
    resource.body.iter().filter_map(line).collect()
}

#[cfg(test)]
mod tests;
