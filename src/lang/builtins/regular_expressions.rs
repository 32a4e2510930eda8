//! The module `_re`: what the module `re`, which is written in Python, finds its matches with.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use fancy_regex::{Captures, Regex, RegexBuilder};

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::At;
use super::from_python::{Index, Substring};
use super::python_pattern::translated;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::value::{Items, Value};

/// How many steps back one search may take: a pattern that takes more would seem to hang.
const MOST_STEPS_BACK: usize = 1_000_000;

/// How many patterns are kept compiled.
const MOST_KEPT: usize = 256;

/// How many bytes a compiled pattern may take.
const MOST_BYTES: usize = 1 << 20;

/// One pattern, for each way to begin and to end.
#[derive(Debug)]
struct Compiled {
    search: Regex,
    at_start: Regex,
    whole: Regex,
}

/// Compiled patterns, by their texts and flags.
type KeptPatterns = HashMap<(Arc<str>, i64), Arc<Compiled>>;

/// Those that were asked for.
static KEPT: LazyLock<Mutex<KeptPatterns>> = LazyLock::new(Mutex::default);

builtins! { TABLE:
    /// What stands for a pattern.
    #[at(Patterns)]
    fn compile(call, pattern: At<Substring>, flags: Index) -> Value {
        let text = pattern.value.0;
        call.interpreter.read_through(call.span, text.len())?;
        compiled(&text, flags.0)
            .map_err(|error| Diagnostic::new(pattern.span, error).raising("ValueError"))?;
        let handle = vec![Value::Str(text), Value::int(flags.0)];
        Ok(Value::Tuple(call.interpreter.collect(call.span, handle)?))
    }

    /// The names of the groups of a pattern, that of the whole first.
    #[at(Patterns)]
    fn names(call, handle: Items) -> Value {
        let pattern = pattern_of(call, &handle)?;
        let name = |name: Option<&str>| name.map_or(Value::None, Value::text);
        let names = pattern.search.capture_names().map(name).collect();
        Ok(call.interpreter.new_list(call.span, names)?)
    }

    /// Where a pattern is found: the beginning and the end of each group, in characters.
    #[at(Patterns)]
    fn find(call, handle: Items, text: Substring, start: Index, end: Index, how: Substring) -> Value {
        let pattern = pattern_of(call, &handle)?;
        let text = text.0;
        let places = CharacterPlaces::of(&text);
        let (Some(start), Some(end)) = (places.byte(start.0), places.byte(end.0)) else { return Ok(Value::None) };
        if start > end {
            return Ok(Value::None);
        }
        let regex = match &*how.0 {
            "match" => &pattern.at_start,
            "fullmatch" => &pattern.whole,
            _ => &pattern.search,
        };
        let found = regex.captures_from_pos(&text[..end], start).map_err(|_| {
            call.error("this pattern takes too many steps on this text")
                .help("let no repetition stand directly inside another one: not (a+)+")
        })?;
        let read = found.as_ref().and_then(|found| found.get(0)).map_or(end, |whole| whole.end());
        call.interpreter.read_through(call.span, read.saturating_sub(start))?;
        match found {
            Some(found) => spans(call, &found, &places),
            None => Ok(Value::None),
        }
    }
}

fn compiled(pattern: &Arc<str>, flags: i64) -> Result<Arc<Compiled>, String> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (Arc::clone(pattern), flags);
    if let Some(known) = kept.get(&key) {
        return Ok(Arc::clone(known));
    }
    let (translated, _) = translated(pattern, flags)?;
    let build = |text: &str| {
        let mut builder = RegexBuilder::new(text);
        builder.backtrack_limit(MOST_STEPS_BACK).delegate_size_limit(MOST_BYTES).build().map_err(|it| it.to_string())
    };
    let made = Arc::new(Compiled {
        search: build(&translated)?,
        at_start: build(&format!(r"\G(?:{translated})"))?,
        whole: build(&format!(r"\G(?:{translated})\z"))?,
    });
    if kept.len() >= MOST_KEPT {
        kept.clear();
    }
    kept.insert(key, Arc::clone(&made));
    Ok(made)
}

fn pattern_of(call: &Invocation<'_, '_>, handle: &Items) -> BuiltinResult<Arc<Compiled>> {
    match &handle[..] {
        [Value::Str(pattern), Value::Int(flags, _)] => {
            Ok(compiled(pattern, *flags).map_err(|error| call.error(error))?)
        }
        _ => Err(call.error("this is no pattern of `_re`").into()),
    }
}

fn spans(call: &mut Invocation<'_, '_>, found: &Captures<'_, str>, places: &CharacterPlaces) -> BuiltinResult {
    let mut groups = Vec::with_capacity(found.len());
    for group in found.iter() {
        let (start, end) = match group {
            Some(group) => (places.character(group.start()), places.character(group.end())),
            None => (-1, -1),
        };
        groups.push(Value::Tuple(call.interpreter.collect(call.span, vec![Value::int(start), Value::int(end)])?));
    }
    Ok(call.interpreter.new_list(call.span, groups)?)
}

/// Where the characters of a text begin.
enum CharacterPlaces {
    /// Each is one byte; so many there are.
    Same(usize),
    /// The byte at which each begins, and the end.
    Listed(Vec<usize>),
}

thread_local! {
    /// The text that was asked for last: who goes through one finds match after match in it.
    static LAST: RefCell<Option<(Arc<str>, Rc<CharacterPlaces>)>> = const { RefCell::new(None) };
}

impl CharacterPlaces {
    fn of(text: &Arc<str>) -> Rc<Self> {
        LAST.with_borrow_mut(|last| match last {
            Some((known, places)) if Arc::ptr_eq(known, text) => Rc::clone(places),
            _ => {
                let places = Rc::new(Self::read(text));
                *last = Some((Arc::clone(text), Rc::clone(&places)));
                places
            }
        })
    }

    fn read(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Same(text.len());
        }
        Self::Listed(text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect())
    }

    /// The byte of a character, counted from 0; of one beyond the end, the end.
    fn byte(&self, character: i64) -> Option<usize> {
        let place = usize::try_from(character).ok()?;
        Some(match self {
            Self::Same(count) => place.min(*count),
            Self::Listed(bytes) => bytes[place.min(bytes.len() - 1)],
        })
    }

    fn character(&self, byte: usize) -> i64 {
        let place = match self {
            Self::Same(_) => byte,
            Self::Listed(bytes) => bytes.partition_point(|&begin| begin < byte),
        };
        place as i64
    }
}
