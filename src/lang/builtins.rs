//! Everything that is always there: one table, in which each function has its name, where it is found, how it is called, and a
//! line of help.
//!
//! The signature is not a comment: calls are matched against it, errors quote it, and a page can list it. Names and
//! meanings are Python's and PyTorch's.

mod absent;
mod algebra;
pub(super) mod arguments;
mod array_attributes;
mod array_types;
mod arrays;
mod comparison;
mod complex;
mod container_classes;
pub(super) mod containers;
mod controls;
mod convert;
mod creation;
mod declare;
mod dict_methods;
mod draws;
mod elementwise;
mod fields;
mod files;
mod from_argument;
mod from_python;
mod functional;
mod functools;
mod generator_methods;
mod grad_fn;
mod gradients;
mod in_place;
mod iterators;
mod join;
mod limits;
mod list_methods;
mod loss;
mod loss_reduction;
mod math;
mod modules;
pub(super) mod nn;
mod numbers;
mod numpy_draws;
mod object_methods;
mod objects;
mod parts;
mod python;
mod python_modules;
mod python_pattern;
mod random;
mod random_generators;
mod rank;
mod reduce;
mod regular_expressions;
mod set_methods;
mod shape;
mod splits;
mod stubs;
mod text;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

pub use nn::frozen::tensors;
pub use python_modules::{Written, written};

pub(super) use crate::nn::nearest;

use super::builtin::{Builtin, BuiltinRole, Convention, spelled};
use super::class::{Class, Native, REQUIRES_GRAD};
use super::diagnostic::Diagnostic;
use super::evaluate::calls::{Arguments, Called, Callee};
use super::evaluate::gradients::AskedBy;
use super::evaluate::library::Library;
use super::evaluate::{Interpreter, Outcome};
use super::known_names::{KnownNames, NoNames};
use super::namespace::{Module, Namespace};
use super::parse::parse;
use super::syntax::{
    Expression, ExpressionKind, Identifier, Import, Parameter, ParameterKind, Span, StatementKind, Unary,
};
use super::value::{SharedTensor, Trace, Value, ViewCreation};
use crate::tensor::tape::gradient_mode;
use arguments::Call;
use gradients::KeptOfCall;

/// What a call asks of a function that is always there, read from its declaration once.
struct Signature {
    parameters: Vec<Parameter>,
    /// The default of each parameter that has one.
    defaults: Vec<Option<Value>>,
    /// The place of the parameter that asks for a gradient of what is made.
    asks_gradient: Option<usize>,
    /// What PyTorch keeps for the gradient of what is made.
    kept: KeptOfCall,
    takes_object: bool,
    takes_tensors: bool,
    convention: Convention,
}

impl Signature {
    /// The signature as the language's own parser reads it, with as many of its parameters by place only as are declared so.
    fn of(builtin: &Builtin) -> Self {
        let parsed = parse(&format!("def f({}): pass", builtin.signature), &NoNames);
        let function = parsed.program.into_iter().find_map(|statement| match statement.kind {
            StatementKind::Define(function) => Some(function),
            _ => None,
        });
        let takes_object = builtin.takes_object();
        let mut parameters = function.map(|function| function.parameters.clone()).unwrap_or_default();
        for parameter in parameters.iter_mut().take(builtin.positional + usize::from(takes_object)) {
            parameter.kind = ParameterKind::Positional;
        }
        let defaults = parameters.iter().map(|parameter| parameter.default.as_ref().map(literal)).collect();
        let asks_gradient = parameters.iter().position(|parameter| &*parameter.name.name == REQUIRES_GRAD);
        let kept = KeptOfCall::of(builtin, &parameters);
        let (takes_tensors, convention) = (builtin.takes_tensors(), builtin.convention());
        Self { parameters, defaults, asks_gradient, kept, takes_object, takes_tensors, convention }
    }

    /// That of a function of this library. Each of them stands at one place for good, which is compared sooner than its text.
    fn find(builtin: &'static Builtin) -> Option<&'static Self> {
        static BY_ADDRESS: LazyLock<FxHashMap<usize, Signature>> =
            LazyLock::new(|| all().map(|builtin| (address(builtin), Signature::of(builtin))).collect());
        BY_ADDRESS.get(&address(builtin))
    }
}

fn address(builtin: &'static Builtin) -> usize {
    std::ptr::from_ref(builtin).addr()
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

/// NumPy's names for parameters, which PyTorch's own functions take as well.
const ALIASES: &[(&str, &str)] =
    &[("axis", "dim"), ("keepdims", "keepdim"), ("x", "input"), ("a", "input"), ("x1", "input"), ("x2", "other")];

/// All functions, by concept.
static TABLES: [&&[&[Builtin]]; 40] = [
    &algebra::TABLE,
    &array_types::TABLE,
    &arrays::TABLE,
    &comparison::TABLE,
    &complex::TABLE,
    &containers::TABLE,
    &controls::TABLE,
    &convert::TABLE,
    &creation::TABLE,
    &dict_methods::TABLE,
    &draws::TABLE,
    &elementwise::TABLE,
    &fields::TABLE,
    &files::TABLE,
    &functional::TABLE,
    &functools::TABLE,
    &gradients::TABLE,
    &in_place::TABLE,
    &iterators::TABLE,
    &generator_methods::TABLE,
    &join::TABLE,
    &limits::TABLE,
    &list_methods::TABLE,
    &loss::TABLE,
    &math::TABLE,
    &nn::init::TABLE,
    &numbers::TABLE,
    &numpy_draws::TABLE,
    &objects::TABLE,
    &python::TABLE,
    &random::TABLE,
    &random_generators::TABLE,
    &rank::TABLE,
    &reduce::TABLE,
    &regular_expressions::TABLE,
    &set_methods::TABLE,
    &shape::TABLE,
    &splits::TABLE,
    &stubs::TABLE,
    &text::TABLE,
];

static BY_PLACE: LazyLock<FxHashMap<(Namespace, &'static str), &'static Builtin>> = LazyLock::new(|| {
    let places = all().flat_map(|builtin| builtin.places.iter().map(move |place| ((*place, builtin.name), builtin)));
    places.collect()
});

/// Every function that is always there.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    let placed = TABLES.iter().flat_map(|table| table.iter()).flat_map(|rows| rows.iter());
    placed.chain(nn::methods()).chain(container_classes::methods()).chain(object_methods::methods())
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

/// Every name that is always there.
pub(super) fn bare_names() -> impl Iterator<Item = &'static str> {
    let words = names_at(Namespace::Bare).chain(modules::BARE.iter().copied());
    words.chain(python_modules::names(Module::Builtins))
}

/// All of this, as the rooms below know it.
#[derive(Debug)]
pub(super) struct Builtins;

impl KnownNames for Builtins {
    fn is_builtin(&self, name: &str) -> bool {
        /// Every word of every cell is asked about, for its colour.
        static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| bare_names().collect());
        NAMES.contains(name)
    }

    fn means_anyway(&self, import: &Import) -> bool {
        let name = &*import.binds.name;
        let item = import.item.as_ref().map(|item| &*item.name);
        // `import torch.nn` binds `torch`.
        let is_root = |module: &str| module.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let module = if item.is_none() && is_root(&import.module.name) { name } else { &*import.module.name };
        match (self.import(module, item), self.bare(name)) {
            (Ok(given), Some(meant)) => given.same_bits(&meant),
            _ => false,
        }
    }

    fn is_control(&self, name: &str) -> bool {
        find(Namespace::Bare, name).is_some_and(|builtin| builtin.role == BuiltinRole::Control)
    }

    fn is_change(&self, method: &str) -> bool {
        containers::methods(method).any(|method| method.role.is_change())
    }

    fn gives_back(&self, method: &str) -> bool {
        containers::methods(method).any(|method| method.role == BuiltinRole::Takes)
    }

    fn is_of_tensors(&self, method: &str) -> bool {
        find(Namespace::Tensor, method).is_some()
    }
}

impl Library for Builtins {
    fn bare(&self, name: &str) -> Option<Value> {
        let found = find(Namespace::Bare, name).map(Value::Builtin).or_else(|| modules::bare(name));
        found.or_else(|| python_modules::member(Module::Builtins, name))
    }

    fn bare_names(&self) -> Vec<&'static str> {
        bare_names().collect()
    }

    fn absent(&self, name: &str) -> Option<&'static str> {
        absent::bare(name)
    }

    fn import(&self, module: &str, item: Option<&str>) -> Result<Value, (String, String)> {
        modules::import(module, item)
    }

    fn not_found<'a>(&self, module: &'a str) -> Option<&'a str> {
        modules::not_found(module)
    }

    fn attribute(&self, interpreter: &mut Interpreter<'_>, object: &Value, name: &Identifier, span: Span) -> Outcome {
        modules::attribute(interpreter, object, name, span)
    }

    fn is_exception(&self, class: &Class) -> bool {
        python_modules::is_exception(class)
    }

    fn of_every_object(&self, name: &str) -> Option<&'static Builtin> {
        object_methods::find(name)
    }

    fn class_of_type(&self, builtin: &'static Builtin) -> Option<&'static Native> {
        container_classes::of_type(builtin)
    }

    fn call(
        &self,
        interpreter: &mut Interpreter<'_>,
        builtin: &'static Builtin,
        given: Arguments,
        span: Span,
    ) -> Outcome {
        run(interpreter, builtin, given, span)
    }
}

/// What runs when a function is called.
struct BuiltinBody(for<'a, 'b, 'c> fn(&'a mut Interpreter<'b>, &'a Call<'c>) -> Outcome);

/// Matches a call with a function's signature and runs it.
fn run(machine: &mut Interpreter<'_>, builtin: &'static Builtin, given: Arguments, span: Span) -> Outcome {
    let (Some(signature), Some(BuiltinBody(body))) = (Signature::find(builtin), builtin.body.downcast_ref()) else {
        return Err(Diagnostic::new(span, format!("`{}` belongs to another library", builtin.name)));
    };
    let given = if signature.takes_tensors { machine.read_all(given, span)? } else { given };
    let has_object = given.has_object || signature.takes_object;
    let parameters = &signature.parameters;
    let callee = Callee {
        called: Called::Builtin(builtin, has_object),
        parameters,
        defaults: &signature.defaults,
        aliases: if signature.convention == Convention::Torch { ALIASES } else { &[] },
        rest_by_name: signature.convention != Convention::Native,
    };
    let values = machine.matched(&callee, given, span)?;
    let call = Call { builtin, parameters, values, span, has_object, grad_fn: Cell::new(builtin.grad_fn) };
    let shares = matches!(builtin.role, BuiltinRole::Views | BuiltinRole::Splits | BuiltinRole::Passes);
    let tensors = if shares || gradient_mode::is_asked() {
        tensors_in(machine, call.values.iter().map(|passed| &passed.value), signature.takes_tensors)
    } else {
        Vec::new()
    };
    let made = Interpreter::computed(span, tensors.iter(), || {
        signature.kept.keep_arguments(machine, &call.values);
        let made = body(machine, &call)?;
        Ok(if shares { shared(builtin, &tensors, made) } else { made })
    })?;
    signature.kept.keep_results(&made);
    if let Some(name) = call.grad_fn.get() {
        Interpreter::name_made(&made, tensors.iter(), || Some(name));
    }
    if let Value::Tensor(made) = &made
        && let Some(Value::Bool(true)) = signature.asks_gradient.map(|place| &call.values[place].value)
    {
        if !made.dtype().takes_gradient() {
            let message = "Only Tensors of floating point and complex dtype can require gradients";
            return Err(call
                .error(message)
                .raising("RuntimeError")
                .help("make them real numbers: write 1.0, or dtype=torch.float32"));
        }
        Interpreter::require_gradient(span, made, true, AskedBy::Method)?;
    }
    Ok(made)
}

/// The tensors that a function takes. Where it takes lists of them, these are looked through.
fn tensors_in<'v>(
    machine: &mut Interpreter<'_>,
    values: impl Iterator<Item = &'v Value>,
    takes_lists: bool,
) -> Vec<SharedTensor> {
    let mut found = Vec::new();
    for value in values {
        match value.items().filter(|_| takes_lists) {
            Some(items) => found.extend(tensors_in(machine, items.iter(), takes_lists)),
            None => found.extend(machine.read(value.clone()).as_tensor().cloned()),
        }
    }
    found
}

/// What a function has made of tensors, sharing memory with them where it does in PyTorch.
fn shared(builtin: &Builtin, tensors: &[SharedTensor], made: Value) -> Value {
    let may_be_itself = builtin.role == BuiltinRole::Passes;
    let kind = if builtin.role == BuiltinRole::Splits { ViewCreation::OneOfSeveral } else { ViewCreation::Plain };
    SharedTensor::shown(made, |made| {
        match tensors.iter().try_fold(made, |made, given| given.linked(made, may_be_itself, kind)) {
            ControlFlow::Break(made) | ControlFlow::Continue(made) => made,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_is_read_and_every_function_is_found() {
        for builtin in all() {
            let Signature { parameters, defaults, .. } = Signature::find(builtin).unwrap();
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
