//! The languages that the program speaks.

/// A language of the program's own words. Lessons are in the language in which they were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, from which the others are translated.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every language, the one that others are translated from first.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// The code of ISO 639, as `LANG` and `--language` have it.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language of such a code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The language that the environment asks for, as POSIX has it: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and
    /// not empty decides. A language that is not spoken here is answered in English.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
        let code = wanted.as_deref().and_then(|value| value.split(['_', '.', '@']).next());
        code.and_then(Self::of_code).unwrap_or_default()
    }

    /// Its words, as [Fluent](https://projectfluent.org) writes them.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::English => include_str!("../../assets/words/en.ftl"),
            Self::German => include_str!("../../assets/words/de.ftl"),
        }
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
}
