//! What could stand where somebody is typing: names of the page, what is always there, what stands behind a dot, the keywords of a
//! call. And how the function is called whose brackets the cursor is in.
//!
//! The text may be broken, as it is while it is typed, so its words are read and not its tree. What is behind a dot follows from
//! the values that the page has now; where nothing is known, a tensor is the best guess.

use std::collections::BTreeSet;

use super::builtin::Builtin;
use super::builtins;
use super::namespace::{Module, Namespace};
use super::parse::TokenKind;
use super::value::{Closure, Scope, Value};

/// Words of the language that are worth offering.
const KEYWORDS: [&str; 24] = [
    "False", "None", "True", "and", "assert", "break", "class", "continue", "def", "elif", "else", "for", "from", "if",
    "import", "in", "is", "lambda", "not", "or", "pass", "raise", "return", "while",
];
/// What a tensor has besides its methods.
const OF_TENSORS: [&str; 8] = ["T", "mT", "shape", "ndim", "dtype", "device", "requires_grad", "data"];
/// What modules have besides their functions.
const OF_TORCH: [&str; 14] = [
    "nn", "optim", "cuda", "autograd", "float32", "float64", "int64", "uint8", "bool", "pi", "e", "inf", "nan",
    "newaxis",
];
const OF_NN: [&str; 3] = ["functional", "init", "utils"];
const OF_MATH: [&str; 5] = ["pi", "e", "tau", "inf", "nan"];
const OF_NUMPY: [&str; 6] = ["pi", "e", "inf", "nan", "newaxis", "random"];

/// What could stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Where the word begins that they would take the place of, in bytes.
    pub start: usize,
    /// Those that begin as the word does, the nearest first.
    pub candidates: Vec<Candidate>,
}

/// A word that could stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The word.
    pub word: String,
    /// How it is called, or what it is: `softmax(x, dim)`.
    pub usage: String,
    /// What it does, in a line; empty where nothing is known.
    pub help: String,
}

impl Candidate {
    fn plain(word: &str, usage: impl Into<String>) -> Self {
        Self { word: word.to_owned(), usage: usage.into(), help: String::new() }
    }

    fn builtin(builtin: &Builtin, place: Namespace) -> Self {
        Self { word: builtin.name.to_owned(), usage: builtin.usage_at(place), help: builtin.help.to_owned() }
    }
}

/// What could stand at byte `at` of `source`, on a page whose names hold `page`. Nothing inside a string or a comment.
pub fn complete(source: &str, at: usize, page: &Scope) -> Completions {
    let Some(bare) = Bare::of(source, at) else { return Completions::default() };
    let start = bare.word_start(at);
    let typed = source.get(start..at).unwrap_or_default();
    let all = match bare.owner(start) {
        Some(owner) => behind_dot(owner, page),
        // The point of a number has nothing behind it.
        None if bare.before(start).ends_with('.') => Vec::new(),
        None => bare_words(&bare, start, source, page),
    };
    let folded = typed.to_lowercase();
    let mut seen = BTreeSet::new();
    // Who has written a word that is known does not mean another one that differs in its capitals.
    let is_known = all.iter().any(|candidate| candidate.word == typed);
    let begins = |candidate: &Candidate| {
        let begins =
            candidate.word.starts_with(typed) || (!is_known && candidate.word.to_lowercase().starts_with(&folded));
        begins && candidate.word != typed
    };
    let mut candidates: Vec<Candidate> =
        all.into_iter().filter(begins).filter(|candidate| seen.insert(candidate.word.clone())).collect();
    // What begins in the same case comes first.
    candidates.sort_by_key(|candidate| !candidate.word.starts_with(typed));
    Completions { start, candidates }
}

/// The function in whose brackets byte `at` stands: how it is called, and what it does.
pub fn signature(source: &str, at: usize, page: &Scope) -> Option<Candidate> {
    let bare = Bare::of(source, at)?;
    callee(bare.open_call(at)?, page)
}

/// A source whose strings and comments are blanks, so that brackets and names in them are none.
struct Bare(String);

impl Bare {
    /// `None` where `at` is inside a string or a comment.
    fn of(source: &str, at: usize) -> Option<Self> {
        let tokens = super::parse(source).tokens;
        let silent = tokens.iter().filter(|token| matches!(token.kind, TokenKind::String | TokenKind::Comment));
        let mut bytes = source.as_bytes().to_vec();
        for token in silent {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let ends_inside = token.kind == TokenKind::Comment;
            if (start < at && at < end) || (ends_inside && start < at && at == end) {
                return None;
            }
            bytes.get_mut(start..end)?.fill(b' ');
        }
        String::from_utf8(bytes).ok().filter(|text| text.is_char_boundary(at)).map(Self)
    }

    fn before(&self, at: usize) -> &str {
        self.0.get(..at).unwrap_or_default()
    }

    /// Where the word begins that ends at `at`.
    fn word_start(&self, at: usize) -> usize {
        let before = self.before(at);
        before.trim_end_matches(is_of_word).len()
    }

    /// What stands before the dot before `start`: a path of names, or something unknown (empty).
    fn owner(&self, start: usize) -> Option<&str> {
        let owner = self.before(start).strip_suffix('.')?;
        let path = &owner[owner.trim_end_matches(|letter| is_of_word(letter) || letter == '.').len()..];
        let is_number = path.starts_with(|letter: char| letter.is_ascii_digit());
        (!is_number).then_some(path)
    }

    /// The path of the function whose bracket is open at `at`.
    fn open_call(&self, at: usize) -> Option<&str> {
        let mut depth = 0;
        let before = self.before(at);
        let open = before.char_indices().rev().find(|(_, letter)| {
            match letter {
                ')' | ']' | '}' => depth += 1,
                '(' | '[' | '{' if depth > 0 => depth -= 1,
                '(' | '[' | '{' => return true,
                _ => {}
            }
            false
        });
        let (place, bracket) = open?;
        // A list or an index in a call is part of its arguments.
        if bracket != '(' {
            return self.open_call(place);
        }
        let before = before.get(..place)?;
        let path = &before[before.trim_end_matches(|letter| is_of_word(letter) || letter == '.').len()..];
        if path.is_empty() { self.open_call(place) } else { Some(path) }
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Names without a dot before them: keywords of the call first, then what the page and the cell have, then what is always there.
fn bare_words(bare: &Bare, start: usize, source: &str, page: &Scope) -> Vec<Candidate> {
    let mut words = Vec::new();
    if let Some(call) = bare.open_call(start).and_then(|path| callee(path, page)) {
        words.extend(keywords(&call));
    }
    words.extend(page.iter().map(|(name, value)| of_page(name, value)));
    let own = super::parse(source).tokens;
    let names = own.iter().filter(|token| token.kind == TokenKind::Name && token.span.start as usize != start);
    words.extend(names.map(|token| Candidate::plain(token.span.of(source), "a name of this cell")));
    words.extend(at(Namespace::Bare));
    let modules = [Module::Torch, Module::Nn, Module::Functional, Module::Math, Module::Numpy];
    let short = ["torch", "nn", "F", "math", "np"];
    words.extend(short.iter().zip(modules).map(|(name, module)| Candidate::plain(name, module.name())));
    words.extend(["pi", "inf", "nan"].map(|name| Candidate::plain(name, "a number")));
    words.extend(KEYWORDS.map(|word| Candidate::plain(word, "a keyword")));
    words
}

/// What may stand behind `owner.`, a path of names; behind anything else, what a tensor has.
fn behind_dot(owner: &str, page: &Scope) -> Vec<Candidate> {
    let constants = |names: &[&str]| names.iter().map(|name| Candidate::plain(name, *name)).collect::<Vec<_>>();
    let with = |names: &[&str], place| constants(names).into_iter().chain(at(place)).collect();
    match full(owner).as_str() {
        "torch" => with(&OF_TORCH, Namespace::Torch),
        "torch.nn" => {
            let classes = builtins::classes().map(|(name, usage, help)| Candidate {
                word: name.to_owned(),
                usage,
                help: help.to_owned(),
            });
            classes.chain(constants(&OF_NN)).collect()
        }
        "torch.nn.functional" => at(Namespace::Functional).collect(),
        "torch.nn.init" => at(Namespace::Init).collect(),
        "torch.nn.utils" => constants(&["rnn"]).into_iter().chain(written(Module::Utils)).collect(),
        "torch.optim" => constants(&["lr_scheduler"]).into_iter().chain(written(Module::Optim)).collect(),
        "torch.optim.lr_scheduler" => written(Module::LrScheduler).collect(),
        "torch.nn.utils.rnn" => at(Namespace::Rnn).collect(),
        "torch.cuda" => at(Namespace::Cuda).collect(),
        "math" => with(&OF_MATH, Namespace::Math),
        "np" | "numpy" => with(&OF_NUMPY, Namespace::Numpy),
        "copy" => at(Namespace::Copy).collect(),
        "logging" => at(Namespace::Logging).collect(),
        "random" => written(Module::Random).collect(),
        "np.random" | "numpy.random" => written(Module::NumpyRandom).collect(),
        "json" => at(Namespace::Json).collect(),
        "safetensors" => constants(&["torch"]),
        "safetensors.torch" => at(Namespace::Safetensors).collect(),
        _ => match page.get(owner) {
            Some(Value::Module(module)) if module.name() != owner => behind_dot(module.name(), page),
            Some(value) => of_value(value),
            None => of_tensor(),
        },
    }
}

/// The path of a module in full: `nn.functional` and `F` are `torch.nn.functional`.
fn full(path: &str) -> String {
    match path.split_once('.') {
        Some(("nn", rest)) => format!("torch.nn.{rest}"),
        _ if path == "nn" => "torch.nn".to_owned(),
        _ if path == "F" => "torch.nn.functional".to_owned(),
        _ => path.to_owned(),
    }
}

fn of_value(value: &Value) -> Vec<Candidate> {
    match value {
        Value::Str(_) => at(Namespace::Str).collect(),
        Value::List(_) | Value::Tuple(_) => at(Namespace::List).collect(),
        Value::Dict(_) => at(Namespace::Dict).collect(),
        Value::Set(_) => at(Namespace::Set).collect(),
        Value::Generator(_) => at(Namespace::Generator).collect(),
        Value::Object(reference) => {
            let object = reference.home().and_then(|home| home.heap().get(reference));
            let fields = object.map(super::object::Object::fields).unwrap_or_default();
            let parts = fields.iter().map(|field| Candidate::plain(&field.name, field.value.description()));
            parts
                .chain(
                    ["parameters", "named_parameters", "state_dict", "eval", "train"]
                        .map(|name| Candidate::plain(name, format!("{name}()"))),
                )
                .collect()
        }
        Value::Int(..)
        | Value::Float(..)
        | Value::Bool(_)
        | Value::None
        | Value::Function(_)
        | Value::View(_)
        | Value::Iterator(_) => Vec::new(),
        _ => of_tensor(),
    }
}

fn of_tensor() -> Vec<Candidate> {
    let attributes = OF_TENSORS.iter().map(|name| Candidate::plain(name, format!("x.{name}")));
    attributes.chain(at(Namespace::Tensor)).collect()
}

/// The functions of a place by name; those with an underscore before them are not for everybody.
fn at(place: Namespace) -> impl Iterator<Item = Candidate> {
    let mut found: Vec<&Builtin> =
        builtins::all().filter(|it| it.places.contains(&place) && !it.name.starts_with('_')).collect();
    found.sort_by_key(|builtin| builtin.name);
    found.into_iter().map(move |builtin| Candidate::builtin(builtin, place))
}

/// What a module has that is written in Python.
fn written(module: Module) -> impl Iterator<Item = Candidate> {
    let found = builtins::written().filter(move |written| written.module == module);
    found.map(|written| Candidate { word: written.name, usage: written.usage, help: written.help })
}

fn of_page(name: &str, value: &Value) -> Candidate {
    match value {
        Value::Function(function) => Candidate::plain(name, usage(name, function)),
        value => Candidate::plain(name, format!("{name}: {}", value.description())),
    }
}

/// How a function of a cell is called.
fn usage(name: &str, function: &Closure) -> String {
    let parameters = function.code.parameters.iter();
    let written: Vec<String> = parameters
        .map(|it| if it.default.is_some() { format!("{}=…", it.name.name) } else { it.name.name.to_string() })
        .collect();
    format!("{name}({})", written.join(", "))
}

/// What is called by `path`: a function of the page, one that is always there, a class of `nn`, a method.
fn callee(path: &str, page: &Scope) -> Option<Candidate> {
    match page.get(path) {
        Some(Value::Function(function)) => return Some(Candidate::plain(path, usage(path, function))),
        Some(_) => return None,
        None => {}
    }
    let Some((owner, name)) = path.rsplit_once('.') else {
        return at(Namespace::Bare).find(|candidate| candidate.word == path);
    };
    behind_dot(owner, page).into_iter().find(|candidate| candidate.word == name && candidate.usage.ends_with(')'))
}

/// The parameters of a call that can be given by name: `dim=`.
fn keywords(call: &Candidate) -> Vec<Candidate> {
    let Some((_, parameters)) = call.usage.strip_suffix(')').and_then(|usage| usage.split_once('(')) else {
        return Vec::new();
    };
    let names = parameters.split(',').map(|parameter| parameter.split('=').next().unwrap_or_default().trim());
    let plain = names.filter(|name| !name.is_empty() && !name.starts_with('*') && *name != "/");
    plain
        .map(|name| Candidate { word: format!("{name}="), usage: call.usage.clone(), help: call.help.clone() })
        .collect()
}

#[cfg(test)]
mod tests;
