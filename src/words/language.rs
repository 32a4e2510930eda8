//! The languages that the program speaks.

use std::str::FromStr;

/// A language of the program's own words. Lessons are in the language in which they were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, from which the others are translated.
    #[default]
    English,
    /// German.
    German,
    /// English in accented letters, `ĺíḱé ţĥíś`: what is not written so did not come from a file of words.
    Pseudo,
}

impl Language {
    /// Every language that somebody speaks, the one that others are translated from first.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code, as `LANG` and `--language` have it: that of ISO 639, or of the accents that Unicode calls a language.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Pseudo => "en-XA",
        }
    }

    /// The language that the environment asks for, as POSIX has it: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and
    /// not empty decides. A language that is not spoken here is answered in English.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
        let code = wanted.as_deref().and_then(|value| value.split(['_', '.', '@']).next());
        code.and_then(|code| code.parse().ok()).unwrap_or_default()
    }

    /// Its words, as [Fluent](https://projectfluent.org) writes them.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::English | Self::Pseudo => include_str!("../../assets/words/en.ftl"),
            Self::German => include_str!("../../assets/words/de.ftl"),
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().chain([Self::Pseudo]).find(|language| language.code() == code);
        known.ok_or_else(|| format!("the available languages are {}", Self::ALL.map(Self::code).join(" and ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let environment = |set: &'static [(&str, &str)]| {
            Language::of_environment(|name| {
                set.iter().find(|(variable, _)| *variable == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(environment(&[]), Language::English);
        assert_eq!(environment(&[("LANG", "de_AT.UTF-8")]), Language::German);
        assert_eq!(environment(&[("LANG", "de_DE"), ("LC_ALL", "C")]), Language::English);
        assert_eq!(environment(&[("LANG", "de"), ("LC_MESSAGES", "")]), Language::German);
        assert_eq!(environment(&[("LANG", "dezember")]), Language::English);
    }

    #[test]
    fn a_code_that_nobody_speaks_is_told_which_there_are() {
        assert_eq!("xx".parse::<Language>(), Err("the available languages are en and de".to_owned()));
        assert_eq!("en-XA".parse(), Ok(Language::Pseudo));
    }
}
