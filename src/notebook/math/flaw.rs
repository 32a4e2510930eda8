//! What of a formula cannot be drawn as it was meant, and how that is told to who wrote it.

/// One such thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw<'a> {
    /// A command that is not known here, without its backslash.
    Unknown(&'a str),
    /// A command with fewer arguments than it needs.
    Missing {
        /// Its name, without its backslash.
        name: &'a str,
        /// How many it has.
        given: usize,
        /// How many it needs.
        needed: usize,
    },
    /// A `^` or `_` with nothing behind it.
    NoScript(char),
    /// A command that sizes a bracket, with none behind it.
    NoBracket(&'a str),
    /// A root with an index, such as a cube root: only square roots are drawn.
    Index,
}

impl Flaw<'_> {
    /// What is wrong, without a full stop.
    pub fn message(&self) -> String {
        match self {
            Flaw::Unknown(name) => format!("the formula contains `\\{name}`, which is not supported"),
            Flaw::Missing { name, given: 0, needed: 1 } => format!("there is nothing after `\\{name}`"),
            Flaw::Missing { name, given: 0, needed } => format!("`\\{name}` needs {needed} arguments, but has none"),
            Flaw::Missing { name, given, needed } => format!("`\\{name}` needs {needed} arguments, but has {given}"),
            Flaw::NoScript(mark) => format!("there is nothing after `{mark}`"),
            Flaw::NoBracket(name) => format!("there is no bracket after `\\{name}`"),
            Flaw::Index => "the formula contains a root with an index, but only square roots are supported".to_owned(),
        }
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Flaw::Unknown(_) => "write a name of your own as `\\operatorname{name}`".to_owned(),
            Flaw::Missing { name, needed: 2, .. } => format!("write `\\{name}{{above}}{{below}}`"),
            Flaw::Missing { name, .. } => format!("write `\\{name}{{...}}`"),
            Flaw::NoScript(mark) => format!("write `{mark}{{...}}`, or remove it"),
            Flaw::NoBracket(name) => format!("write `\\{name}(`, or `\\{name}.` for none"),
            Flaw::Index => "write it as a power: `x^{1/3}`".to_owned(),
        }
    }
}
