//! Messages by name. The compiler checks that `assets/words/en.ftl` has the name, with exactly the arguments that a call gives.

use std::cmp::Ordering;

use fluent_bundle::FluentValue;

/// Every message of `assets/words/en.ftl` with its arguments, in the order of the names; `build/words.rs` writes the list.
pub const MESSAGES: &[(&str, &[&str])] = include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// The words of a message that are always the same, in the language of this thread: `word!("saved")`.
///
/// An unknown name does not compile, and neither does a message that has arguments:
/// ```compile_fail,E0080
/// glassformer::words::word!("no-such-message");
/// ```
/// ```compile_fail,E0080
/// glassformer::words::word!("block-of");
/// ```
#[macro_export]
macro_rules! word {
    ($name:literal) => {
        $crate::id!($name).text()
    };
}

/// A message with something in it, in the language of this thread: `say!("block-of", here = 3, all)`. An argument without a value is the
/// variable of its name.
/// ```
/// let all = 9;
/// assert_eq!(glassformer::words::say!("block-of", here = 3, all), "block 3/9");
/// ```
/// A missing argument does not compile, and neither does an unknown one:
/// ```compile_fail,E0080
/// glassformer::words::say!("block-of", here = 3);
/// ```
/// ```compile_fail,E0080
/// glassformer::words::say!("block-of", here = 3, all = 9, there = 1);
/// ```
#[macro_export]
macro_rules! say {
    (@value $argument:ident) => { $argument.into() };
    (@value $argument:ident $value:expr) => { $value.into() };
    ($name:literal, $($argument:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::words::MessageTemplate::with(
            {
                const TEMPLATE: $crate::words::MessageTemplate =
                    $crate::words::MessageTemplate::checked($name, &[$(stringify!($argument)),+]);
                TEMPLATE
            },
            [$($crate::say!(@value $argument $($value)?)),+],
        )
    };
}

/// A message without arguments, for a table: `id!("saved")`, a [`MessageId`].
#[macro_export]
macro_rules! id {
    ($name:literal) => {{
        const ID: $crate::words::MessageId = $crate::words::MessageId::checked($name);
        ID
    }};
}

/// A message without arguments, as [`id!`](crate::id) makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageId(&'static str);

impl MessageId {
    /// The message of a name. Only [`id!`](crate::id) calls this, in a constant.
    ///
    /// # Panics
    /// If no message has this name, or if it has arguments: an error of the compiler.
    #[doc(hidden)]
    pub const fn checked(name: &'static str) -> Self {
        assert!(arguments(name).is_empty(), "this message has arguments: say!(name, argument = value, …)");
        Self(name)
    }

    /// Its words in the language of this thread.
    pub fn text(self) -> &'static str {
        super::text(self.0)
    }

    /// Its name in the files of words.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

/// A message with the names of its arguments, as [`say!`](crate::say) makes it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct MessageTemplate {
    name: &'static str,
    arguments: &'static [&'static str],
}

impl MessageTemplate {
    /// The message of a name, with these arguments. Only [`say!`](crate::say) calls this, in a constant.
    ///
    /// # Panics
    /// If no message has this name, or if its arguments are others: an error of the compiler.
    pub const fn checked(name: &'static str, given: &'static [&'static str]) -> Self {
        let wanted = arguments(name);
        assert!(are_in(given, wanted), "this message has no argument of this name in assets/words/en.ftl");
        assert!(are_in(wanted, given), "an argument of this message is missing");
        assert!(wanted.len() == given.len(), "an argument is given twice");
        Self { name, arguments: given }
    }

    /// The sentence with these values, in the order of the arguments.
    pub fn with<const N: usize>(self, values: [FluentValue<'_>; N]) -> String {
        super::sentence(self.name, self.arguments.iter().copied().zip(values).collect())
    }
}

/// The arguments of a message.
#[expect(clippy::panic, reason = "a panic in a constant is an error of the compiler")]
const fn arguments(name: &str) -> &'static [&'static str] {
    let (mut low, mut high) = (0, MESSAGES.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let (found, arguments) = MESSAGES[middle];
        match compare(found, name) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return arguments,
            Ordering::Greater => high = middle,
        }
    }
    panic!("no message of this name in assets/words/en.ftl")
}

/// Whether each of some names is one of others.
const fn are_in(names: &[&str], others: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        let mut other = 0;
        while other < others.len() && !compare(names[at], others[other]).is_eq() {
            other += 1;
        }
        if other == others.len() {
            return false;
        }
        at += 1;
    }
    true
}

/// `str::cmp`, which is no const function yet.
const fn compare(one: &str, other: &str) -> Ordering {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return if one[at] < other[at] { Ordering::Less } else { Ordering::Greater };
        }
        at += 1;
    }
    if one.len() == other.len() {
        Ordering::Equal
    } else if one.len() < other.len() {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}
