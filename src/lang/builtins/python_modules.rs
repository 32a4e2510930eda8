//! Modules of the library that are written in Python: the files in the folder beside this one. PyTorch writes them in Python, too.
//!
//! Such a module is a cell of its own, which is run once, when somebody first asks for it. So its functions and classes are those of
//! another cell: an error in one is said where it was called, and *why* shows its lines.

use std::sync::{Arc, OnceLock};

use super::Builtins;
use crate::lang::Surroundings;
use crate::lang::class::Class;
use crate::lang::evaluate::evaluate;
use crate::lang::files::Files;
use crate::lang::known_names::NoNames;
use crate::lang::limits::Limits;
use crate::lang::namespace::Module;
use crate::lang::parse::parse;
use crate::lang::syntax::{
    ClassStatement, ExpressionKind, Function, Parameter, ParameterKind, Statement, StatementKind,
};
use crate::lang::value::{Scope, Value};
use crate::tensor::stop::Flag;

/// A module and its text.
struct PythonModule {
    module: Module,
    source: &'static str,
    /// What it defines.
    scope: OnceLock<Scope>,
}

macro_rules! written {
    ($module:ident, $file:literal) => {
        PythonModule {
            module: Module::$module,
            source: include_str!(concat!("python_modules/", $file)),
            scope: OnceLock::new(),
        }
    };
}

static MODULES: [PythonModule; 43] = [
    written!(Builtins, "builtins.py"),
    written!(Optim, "torch.optim.py"),
    written!(LrScheduler, "torch.optim.lr_scheduler.py"),
    written!(Utils, "torch.nn.utils.py"),
    written!(Random, "random.py"),
    written!(Numpy, "numpy.py"),
    written!(ArrayMethods, "_array.py"),
    written!(NumpyRandom, "numpy.random.py"),
    written!(NumpyLinalg, "numpy.linalg.py"),
    written!(NumpyTesting, "numpy.testing.py"),
    written!(NumpyTyping, "numpy.typing.py"),
    written!(Data, "torch.utils.data.py"),
    written!(Dataloader, "torch.utils.data.py"),
    written!(Attributes, "_attributes.py"),
    written!(Itertools, "itertools.py"),
    written!(Functools, "functools.py"),
    written!(Contextlib, "contextlib.py"),
    written!(Collections, "collections.py"),
    written!(Re, "re.py"),
    written!(Inspect, "inspect.py"),
    written!(Ast, "ast.py"),
    written!(Amp, "torch.amp.py"),
    written!(CudaAmp, "torch.amp.py"),
    written!(Operator, "operator.py"),
    written!(Heapq, "heapq.py"),
    written!(Bisect, "bisect.py"),
    written!(String, "string.py"),
    written!(Statistics, "statistics.py"),
    written!(Textwrap, "textwrap.py"),
    written!(Abc, "abc.py"),
    written!(Time, "time.py"),
    written!(Warnings, "warnings.py"),
    written!(Tqdm, "tqdm.py"),
    written!(TqdmAuto, "tqdm.py"),
    written!(TqdmNotebook, "tqdm.py"),
    written!(Os, "os.py"),
    written!(Sys, "sys.py"),
    written!(Gc, "gc.py"),
    written!(Einops, "einops.py"),
    written!(Json, "json.py"),
    written!(Pprint, "pprint.py"),
    written!(Typing, "typing.py"),
    written!(Dataclasses, "dataclasses.py"),
];

/// A function or a class of such a module.
#[derive(Debug)]
pub struct Written {
    /// The module.
    pub module: Module,
    /// Its name.
    pub name: String,
    /// How it is called: `SGD(params, lr=1e-3)`.
    pub usage: String,
    /// What it does, in a line.
    pub help: String,
}

/// What such a module has under a name.
pub(super) fn member(module: Module, name: &str) -> Option<Value> {
    let written = MODULES.iter().find(|written| written.module == module)?;
    written.scope().get(name).cloned()
}

/// The names of the functions and classes of such a module.
pub(super) fn names(module: Module) -> impl Iterator<Item = &'static str> {
    let written = MODULES.iter().filter(move |written| written.module == module);
    written.flat_map(|written| written.source.lines().filter_map(defined)).filter(|name| !name.starts_with('_'))
}

/// Whether a class is one of exceptions.
pub(super) fn is_exception(class: &Class) -> bool {
    static BASE: OnceLock<Option<Class>> = OnceLock::new();
    // What extends nothing written is none, and needs no exceptions to be there.
    if matches!(class, Class::Native(_)) {
        return false;
    }
    let base = BASE.get_or_init(|| match member(Module::Builtins, "BaseException") {
        Some(Value::Class(class)) => Some(class),
        _ => None,
    });
    base.as_ref().is_some_and(|base| class.is(base))
}

/// The name of the function or the class whose definition begins in a line.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("def ").or_else(|| line.strip_prefix("class "))?;
    rest.split(['(', ':']).next()
}

/// The functions and classes of these modules, in the order of their texts.
pub fn written() -> impl Iterator<Item = Written> {
    MODULES.iter().flat_map(|written| {
        let program = parse(written.source, &NoNames).program;
        program.into_iter().filter_map(|statement| written.entry(&statement)).collect::<Vec<_>>()
    })
}

impl PythonModule {
    /// What it defines for others: neither its private names nor those of modules that it uses.
    fn scope(&self) -> &Scope {
        self.scope.get_or_init(|| {
            let program = parse(self.source, &NoNames).program;
            let around = Surroundings {
                cell: Some(&Arc::from(self.module.name())),
                given: &Scope::new(),
                limits: &Limits::default(),
                files: &Files::default(),
                hook: None,
                cancel: &Flag::default(),
            };
            let mut scope = evaluate(&program, self.source, around, &Builtins).defined;
            let is_brought = |name: &str| {
                program.iter().any(|statement| match &statement.kind {
                    StatementKind::Import(imports) => imports.iter().any(|import| &*import.binds.name == name),
                    _ => false,
                })
            };
            scope.retain(|name, _| !name.starts_with('_') && !is_brought(name));
            scope
        })
    }

    fn entry(&self, statement: &Statement) -> Option<Written> {
        let (name, parameters, body) = match &statement.kind {
            StatementKind::Define(function) => {
                (&function.name.name, self.parameters(&function.parameters), &function.body)
            }
            StatementKind::Class(class) => (&class.name.name, self.constructor(class), &class.body),
            _ => return None,
        };
        let help = match body.first().map(|statement| &statement.kind) {
            Some(StatementKind::Expression(expression)) => match &expression.kind {
                ExpressionKind::Str(text) => text.to_string(),
                _ => String::new(),
            },
            _ => String::new(),
        };
        let usage = format!("{name}({parameters})");
        (!name.starts_with('_')).then(|| Written { module: self.module, name: name.to_string(), usage, help })
    }

    /// What a class is called with.
    fn constructor(&self, class: &ClassStatement) -> String {
        let constructor = |statement: &Statement| match &statement.kind {
            StatementKind::Define(function) if &*function.name.name == "__init__" => Some(Arc::clone(function)),
            _ => None,
        };
        let found: Option<Arc<Function>> = class.body.iter().find_map(constructor);
        found.map(|function| self.parameters(function.parameters.get(1..).unwrap_or_default())).unwrap_or_default()
    }

    fn parameters(&self, parameters: &[Parameter]) -> String {
        let mut written = Vec::new();
        let mut is_by_name = false;
        for parameter in parameters {
            if parameter.kind == ParameterKind::Keyword && !std::mem::replace(&mut is_by_name, true) {
                written.push("*".to_owned());
            }
            let name = &parameter.name.name;
            written.push(match &parameter.default {
                Some(default) => format!("{name}={}", default.span.of(self.source)),
                None => name.to_string(),
            });
        }
        written.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_read_and_run_without_an_error() {
        for written in &MODULES {
            let parsed = parse(written.source, &NoNames);
            assert!(parsed.errors.is_empty(), "{}: {:?}", written.module.name(), parsed.errors);
            assert!(
                super::written()
                    .filter(|entry| entry.module == written.module)
                    .all(|entry| { !entry.help.is_empty() && member(written.module, &entry.name).is_some() })
            );
            assert!(member(written.module, "torch").is_none() && member(written.module, "nothing").is_none());
        }
        assert!(written().any(|entry| entry.usage.starts_with("StepLR(optimizer, step_size, gamma=0.1")));
    }
}
