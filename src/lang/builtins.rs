//! Everything that is always there: one table, in which each function has its name, where it is found, how it is called, and a
//! line of help.
//!
//! The signature is not a comment: calls are matched against it, errors quote it, and a page can list it. Names and
//! meanings are Python's and PyTorch's.

mod algebra;
pub(super) mod arguments;
mod complex;
pub(super) mod containers;
mod controls;
mod convert;
mod creation;
mod declare;
mod elementwise;
mod files;
mod from_argument;
mod from_python;
mod functional;
mod join;
mod limits;
mod loss;
mod math;
mod modules;
pub(super) mod nn;
mod objects;
mod python;
mod random;
mod rank;
mod reduce;
mod shape;
mod stubs;
mod text;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

pub(super) use creation::tensor_of;
pub use modules::Module;
pub(super) use modules::import;
pub use nn::frozen::tensors;

pub(super) use crate::nn::nearest;

use super::evaluate::calls::{Arguments, Callee};
use super::evaluate::{Interpreter, Outcome};
use super::parse::parse;
use super::syntax::{Expression, ExpressionKind, Parameter, Span, StatementKind, Unary};
use super::value::{Trace, Value};
use arguments::Call;

/// Where a function is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Namespace {
    /// Under its own name: `softmax`. No cell may define such a name.
    Bare,
    /// `torch.softmax`.
    Torch,
    /// `torch.nn.init.zeros_`.
    Init,
    /// `copy.deepcopy`.
    Copy,
    /// `torch.nn.functional.softmax`, or `F.softmax`.
    Functional,
    /// `math.sqrt`.
    Math,
    /// `np.sqrt`.
    Numpy,
    /// `x.softmax` of a tensor.
    Tensor,
    /// `text.split` of a string.
    Str,
    /// `items.index` of a list or a tuple.
    List,
    /// `table.items` of a dict.
    Dict,
    /// `items.union` of a set.
    Set,
    /// `torch.cuda.is_available`.
    Cuda,
    /// `torch.autograd.Variable`.
    Autograd,
    /// `torch.nn.utils.rnn.pad_sequence`.
    Rnn,
    /// `logging.getLogger`.
    Logging,
    /// `logger.debug` of a logger.
    Logger,
    /// `json.load`.
    Json,
    /// `safetensors.torch.load_file`.
    Safetensors,
}

impl Namespace {
    /// All of them, in the order in which a page lists them.
    pub const ALL: [Self; 18] = [
        Self::Bare,
        Self::Torch,
        Self::Tensor,
        Self::Functional,
        Self::Init,
        Self::Rnn,
        Self::Numpy,
        Self::Math,
        Self::Str,
        Self::List,
        Self::Dict,
        Self::Set,
        Self::Copy,
        Self::Safetensors,
        Self::Json,
        Self::Cuda,
        Self::Autograd,
        Self::Logging,
    ];

    /// How its functions are written: `torch.name`.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bare => "Always there",
            Self::Torch => "`torch.name`",
            Self::Functional => "`F.name`, `torch.nn.functional.name`",
            Self::Math => "`math.name`",
            Self::Numpy => "`np.name`",
            Self::Tensor => "`x.name` of a tensor",
            Self::Str => "`text.name` of a string",
            Self::List => "`items.name` of a list or a tuple",
            Self::Dict => "`table.name` of a dict",
            Self::Set => "`items.name` of a set",
            Self::Cuda => "`torch.cuda.name`",
            Self::Autograd => "`torch.autograd.name`",
            Self::Rnn => "`torch.nn.utils.rnn.name`",
            Self::Copy => "`copy.name`",
            Self::Init => "`torch.nn.init.name`",
            Self::Logging => "`logging.name`",
            Self::Logger => "`logger.name` of a logger",
            Self::Json => "`json.name`",
            Self::Safetensors => "`safetensors.torch.name`",
        }
    }

    /// What else is found there.
    pub fn words(self) -> &'static str {
        match self {
            Self::Bare => "Also `torch`, `nn`, `F`, `math`, `np`, `pi`, `inf`, `nan`, without an import.",
            Self::Torch => {
                "Also the dtypes `float32`, `float64`, `int64`, `uint8`, `bool`, and `pi`, `e`, `inf`, `nan`."
            }
            Self::Tensor => "Also `T`, `mT`, `shape`, `ndim`, `dtype`, `device`, `requires_grad`, `data`.",
            Self::Numpy => "Also the dtypes, `pi`, `e`, `inf`, `nan`, `newaxis`.",
            Self::Math => "Also `pi`, `e`, `tau`, `inf`, `nan`. Functions of plain numbers.",
            Self::List | Self::Dict | Self::Set => {
                "Those that change it stand on a line of their own, but for `pop` and `setdefault`."
            }
            Self::Logging => "A logger has `debug`, `info`, `warning`, `error`, `critical`, `setLevel`.",
            Self::Init => "Each fills a parameter and gives it back.",
            Self::Safetensors => {
                "A cell reads no files. Under the names of files it finds what lies inside the program: `translator.safetensors`, the \
                 weights of the translator, and its words, `json.load(open('translator.json'))`. `glassformer export` writes both beside \
                 a lesson that uses them."
            }
            Self::Functional
            | Self::Str
            | Self::Cuda
            | Self::Autograd
            | Self::Rnn
            | Self::Copy
            | Self::Json
            | Self::Logger => "By name:",
        }
    }

    /// Whether the first parameter of its functions stands before the dot.
    fn has_object(self) -> bool {
        matches!(self, Self::Tensor | Self::Str | Self::List | Self::Dict | Self::Set | Self::Logger)
    }
}

/// What the evaluator must know of a function before it calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    Function,
    /// It is a control of a page.
    Control,
    /// It makes an exception, so that its bare name may stand after `raise`.
    Exception,
    /// On a line of its own it gives something else to the place whose method it is: `items.append(x)`.
    Changes,
    /// As [`Role::Changes`], and it gives something back, so that it may stand anywhere: `items.pop()`.
    Takes,
}

impl Role {
    /// Whether a method changes what it belongs to.
    fn is_change(self) -> bool {
        matches!(self, Self::Changes | Self::Takes)
    }
}

/// A function that is always there.
#[derive(Debug)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// What stands in its brackets: `x, dim=-1`. A method's first parameter is its object.
    pub signature: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Where it is found.
    pub places: &'static [Namespace],
    /// The Rust type of each parameter of its signature, from which tests know what it takes; none for a function that is not
    /// declared yet.
    pub types: &'static [&'static str],
    /// What the evaluator must know of it.
    pub(super) role: Role,
    run: for<'a, 'b, 'c> fn(&'a mut Interpreter<'b>, &'a Call<'c>) -> Outcome,
}

/// The parameters of a signature, and the default of each that has one.
type Parameters = (Vec<Parameter>, Vec<Option<Value>>);

impl Builtin {
    const fn new(
        name: &'static str,
        signature: &'static str,
        help: &'static str,
        places: &'static [Namespace],
        run: for<'a, 'b, 'c> fn(&'a mut Interpreter<'b>, &'a Call<'c>) -> Outcome,
    ) -> Self {
        Self { name, signature, help, places, types: &[], role: Role::Function, run }
    }

    const fn in_role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    const fn taking(mut self, types: &'static [&'static str]) -> Self {
        self.types = types;
        self
    }

    /// How it is called where it is found: a method without its object, which stands before the dot.
    pub fn usage_at(&self, place: Namespace) -> String {
        let signature = if place.has_object() {
            self.signature.split_once(", ").map_or("", |(_, rest)| rest)
        } else {
            self.signature
        };
        format!("{}({})", self.name, spelled(signature))
    }

    /// Whether its first parameter is the object that it is a method of.
    pub(super) fn takes_object(&self) -> bool {
        self.signature.starts_with("self") || self.signature.starts_with("this")
    }

    /// Whether it works on what parameters hold, and not on the parameters themselves.
    fn takes_tensors(&self) -> bool {
        let computes = [Namespace::Torch, Namespace::Functional, Namespace::Math, Namespace::Numpy, Namespace::Tensor];
        self.places.iter().any(|place| computes.contains(place))
            || matches!(self.name, "int" | "float" | "abs" | "round" | "len")
    }

    /// How it is called: `softmax(x, dim)`.
    pub fn usage(&self) -> String {
        let rest = self.signature.strip_prefix("self").or_else(|| self.signature.strip_prefix("this"));
        let signature = rest.map_or(self.signature, |rest| rest.trim_start_matches(", "));
        format!("{}({})", self.name, spelled(signature))
    }
}

/// A signature as Python shows it: Rust writes its strings between double quotes.
fn spelled(signature: &str) -> String {
    signature.replace('"', "'")
}

/// Each signature as the language's own parser reads it.
static SIGNATURES: LazyLock<HashMap<&'static str, Parameters>> =
    LazyLock::new(|| all().map(|builtin| (builtin.signature, parameters(builtin.signature))).collect());

fn parameters(signature: &str) -> Parameters {
    let parsed = parse(&format!("def f({signature}): pass"));
    let function = parsed.program.into_iter().find_map(|statement| match statement.kind {
        StatementKind::Define(function) => Some(function),
        _ => None,
    });
    let parameters = function.map(|function| function.parameters.clone()).unwrap_or_default();
    let defaults = parameters.iter().map(|parameter| parameter.default.as_ref().map(literal)).collect();
    (parameters, defaults)
}

/// The value of a default in a signature.
fn literal(expression: &Expression) -> Value {
    match &expression.kind {
        ExpressionKind::Int(value) => Value::Int(*value, Trace::None),
        ExpressionKind::Float(value) => Value::Float(*value, Trace::None),
        ExpressionKind::Bool(value) => Value::Bool(*value),
        ExpressionKind::Str(text) => Value::Str(text.clone()),
        ExpressionKind::Unary(Unary::Negate, operand) => match literal(operand) {
            Value::Int(value, trace) => Value::Int(-value, trace),
            Value::Float(value, trace) => Value::Float(-value, trace),
            other => other,
        },
        _ => Value::None,
    }
}

/// Names that stand for parameters: PyTorch's and NumPy's words for the same thing.
const ALIASES: &[(&str, &str)] = &[
    ("axis", "dim"),
    ("axes", "dims"),
    ("keepdims", "keepdim"),
    ("input", "x"),
    ("self", "x"),
    ("x", "input"),
    ("a", "input"),
    ("self", "input"),
    ("k", "diagonal"),
    ("fn", "function"),
];

/// All functions that are not declared yet.
static TABLES: [&&[Builtin]; 2] = [&python::TABLE, &text::TABLE];

/// Those that are declared by `declare::builtins`, by concept.
static DECLARED: [&&[&[Builtin]]; 20] = [
    &algebra::TABLE,
    &complex::TABLE,
    &containers::TABLE,
    &controls::TABLE,
    &convert::TABLE,
    &creation::TABLE,
    &elementwise::TABLE,
    &files::TABLE,
    &functional::TABLE,
    &join::TABLE,
    &limits::TABLE,
    &loss::TABLE,
    &math::TABLE,
    &nn::init::TABLE,
    &objects::TABLE,
    &random::TABLE,
    &rank::TABLE,
    &reduce::TABLE,
    &shape::TABLE,
    &stubs::TABLE,
];

static BY_PLACE: LazyLock<HashMap<(Namespace, &'static str), &'static Builtin>> = LazyLock::new(|| {
    let places = all().flat_map(|builtin| builtin.places.iter().map(move |place| ((*place, builtin.name), builtin)));
    places.collect()
});

/// Every function that is always there.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    let declared = DECLARED.iter().flat_map(|table| table.iter()).flat_map(|rows| rows.iter());
    TABLES.iter().flat_map(|table| table.iter()).chain(declared).chain(nn::methods())
}

/// The classes of `torch.nn`: the name of each, what its call takes, and what it does.
pub fn classes() -> impl Iterator<Item = (&'static str, String, &'static str)> {
    nn::public().map(|class| {
        let made = class.constructor();
        let takes = made.map_or("", |made| made.signature.split_once(", ").map_or("", |(_, rest)| rest));
        (class.name, format!("{}({})", class.name, spelled(takes)), made.map_or("", |made| made.help))
    })
}

/// Each constructor and method of the classes of `torch.nn`, with the name of its class; a constructor is called as its class is.
pub fn members() -> impl Iterator<Item = (&'static str, &'static Builtin)> {
    nn::public()
        .flat_map(|class| class.constructor().into_iter().chain(class.methods()).map(|member| (class.name, member)))
}

/// The function called `name` at `place`.
pub(super) fn find(place: Namespace, name: &str) -> Option<&'static Builtin> {
    BY_PLACE.get(&(place, name)).copied()
}

/// The names of all functions at `place`.
pub(super) fn names_at(place: Namespace) -> impl Iterator<Item = &'static str> {
    all().filter(move |builtin| builtin.places.contains(&place)).map(|builtin| builtin.name)
}

/// Whether `name` is always there, so that no cell may define it.
pub fn is_builtin(name: &str) -> bool {
    /// Every word of every cell is asked about, for its colour.
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| bare_names().collect());
    NAMES.contains(name)
}

/// Whether a name that is always there is that of a control.
pub(super) fn is_control(name: &str) -> bool {
    find(Namespace::Bare, name).is_some_and(|builtin| builtin.role == Role::Control)
}

/// Whether a function makes an exception, so that its bare name may stand after `raise`.
pub(super) fn is_exception(builtin: &Builtin) -> bool {
    builtin.role == Role::Exception
}

/// What a name that is always there stands for.
pub(super) fn bare(name: &str) -> Option<Value> {
    find(Namespace::Bare, name).map(Value::Builtin).or_else(|| modules::bare(name))
}

/// Every name that is always there.
pub(super) fn bare_names() -> impl Iterator<Item = &'static str> {
    names_at(Namespace::Bare).chain(modules::BARE.iter().copied())
}

/// Calls a function that is always there.
pub(super) fn call(machine: &mut Interpreter<'_>, builtin: &'static Builtin, given: Arguments, span: Span) -> Outcome {
    if builtin.role.is_change() {
        return Err(containers::misplaced(builtin, &given, span));
    }
    run(machine, builtin, given, span).map(|(value, _)| value)
}

/// Matches a call with a function's signature and runs it: what it gives, and what the place gets whose method it is, where the
/// method changes it.
fn run(
    machine: &mut Interpreter<'_>,
    builtin: &'static Builtin,
    given: Arguments,
    span: Span,
) -> Outcome<(Value, Option<Value>)> {
    static NOTHING: Parameters = (Vec::new(), Vec::new());
    let (parameters, defaults) = SIGNATURES.get(builtin.signature).unwrap_or(&NOTHING);
    let given = if builtin.takes_tensors() { machine.read_all(given, span)? } else { given };
    let usage = builtin.usage();
    let callee =
        Callee { name: builtin.name, parameters, defaults, aliases: ALIASES, usage: &usage, rest_by_name: true };
    let values = machine.matched(&callee, given, span)?;
    let call = Call { builtin, parameters, values, span, changed: RefCell::new(None) };
    let value = (builtin.run)(machine, &call)?;
    Ok((value, call.changed.into_inner()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_is_read_and_every_function_is_found() {
        for builtin in all() {
            let (parameters, defaults) = &SIGNATURES[builtin.signature];
            let names = builtin
                .signature
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty() && !matches!(*part, "*" | "/"));
            assert_eq!(parameters.len(), names.count(), "{}", builtin.usage());
            assert_eq!(parameters.len(), defaults.len());
            assert!(builtin.help.ends_with('.') && builtin.help.len() < 110, "{}: {}", builtin.name, builtin.help);
            for place in builtin.places {
                let found = find(*place, builtin.name).unwrap();
                assert!(std::ptr::eq(found, builtin), "{place:?} has two functions called {}", builtin.name);
            }
        }
    }

    #[test]
    fn the_nearest_name_is_meant_or_none() {
        assert_eq!(nearest("sofmax", bare_names()), Some("softmax"));
        assert_eq!(nearest("zzz", bare_names()), None);
    }
}
