//! Modules, their constants, and what stands behind a dot.

use super::random_generators::of_another_cell;
use super::{
    Module, Namespace, absent, array_attributes, container_classes, fields, find, names_at, nearest, nn,
    object_methods, parts, python_modules,
};
use crate::lang::builtin::{Builtin, BuiltinRole};
use crate::lang::class::{Class, Member, OBJECT};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::{Stub, Trace, Value, ViewCreation};
use crate::tensor::{DType, Tensor};
use std::sync::Arc;

/// Names without a dot that are no functions.
pub(super) const BARE: [&str; 11] =
    ["torch", "nn", "F", "math", "np", "copy", "pi", "inf", "nan", "__name__", "NotImplemented"];

/// The names of `typing` that annotations use.
const TYPES: [&str; 34] = [
    "Annotated",
    "Any",
    "Callable",
    "ClassVar",
    "Collection",
    "Container",
    "Dict",
    "Final",
    "FrozenSet",
    "Generator",
    "Generic",
    "Hashable",
    "Iterable",
    "Iterator",
    "List",
    "Literal",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "NamedTuple",
    "NoReturn",
    "Optional",
    "ParamSpec",
    "Protocol",
    "Self",
    "Sequence",
    "Set",
    "Sized",
    "Text",
    "Tuple",
    "Type",
    "TypeAlias",
    "TypeVar",
    "Union",
];

/// What `name` stands for in this module.
fn member(module: Module, name: &str) -> Option<Value> {
    let inner = match (module, name) {
        (Module::Torch, "newaxis") => Some(Value::None),
        (Module::Logging, "DEBUG" | "INFO" | "WARNING" | "ERROR") => Some(Value::text(name)),
        (Module::Typing, _) if TYPES.contains(&name) => Some(Value::stub(Stub::Annotation(Arc::from(name)))),
        // The word itself is understood by the parser.
        (Module::Dataclasses, "dataclass") => Some(Value::stub(Stub::Annotation(Arc::from(name)))),
        (Module::Nn, _) => nn::class(name).map(Value::Class),
        (Module::Torch, _) => dtype(name).map(Value::DType),
        (Module::Numpy, _) => numpy_type(name).and_then(|name| find(Namespace::Numpy, name)).map(Value::Builtin),
        _ => None,
    };
    let number = |value| Value::Float(value, Trace::None);
    let constant = || match (module, name) {
        (Module::Torch | Module::Math | Module::Numpy, "pi") => Some(number(std::f64::consts::PI)),
        (Module::Torch | Module::Math | Module::Numpy, "e") => Some(number(std::f64::consts::E)),
        (Module::Math, "tau") => Some(number(std::f64::consts::TAU)),
        (Module::Torch | Module::Math | Module::Numpy, "inf") => Some(number(f64::INFINITY)),
        (Module::Torch | Module::Math | Module::Numpy, "nan") => Some(number(f64::NAN)),
        (Module::Numpy, "newaxis") => Some(Value::None),
        _ => None,
    };
    let function = || module.place().and_then(|place| find(place, name)).map(Value::Builtin);
    let module_inside = || inside(module, name).map(Value::Module);
    inner.or_else(function).or_else(constant).or_else(module_inside).or_else(|| python_modules::member(module, name))
}

/// The module of this name inside another one.
fn inside(module: Module, name: &str) -> Option<Module> {
    let is_it =
        |one: &Module| one.name().strip_prefix(module.name()).and_then(|rest| rest.strip_prefix('.')) == Some(name);
    Module::ALL.into_iter().find(is_it)
}

fn unknown(module: Module, name: &str) -> (String, String) {
    let message = format!("{} has no `{name}` here", module.name());
    let near = module.place().and_then(|place| nearest(name, names_at(place)));
    let help = match (module, near) {
        (Module::Torch, _) if SMALLER.contains(&name) => {
            "the dtypes here are float32, float64, float16, bfloat16, int64, int32, uint8, bool and complex64"
                .to_owned()
        }
        (Module::Torch, _) if name == "set_printoptions" => {
            "tensors are shown with four digits: for another number of digits, write f\"{x:.2f}\" or x.round(decimals=2)"
                .to_owned()
        }
        (Module::Torch, _) if matches!(name, "compile" | "jit") => {
            "leave it out: cells are not compiled".to_owned()
        }
        (Module::Torch, _) if matches!(name, "save" | "load") => {
            "a cell can neither load data sets nor read files; `from safetensors.torch import load_file` loads the \
             built-in weights, and `glassformer eval --load` loads others"
                .to_owned()
        }
        _ if let Some(help) = absent::of_module(module, name) => help.to_owned(),
        (Module::Nn, _) => match nearest(name, nn::names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write it as a class of your own: class Name(nn.Module)".to_owned(),
        },
        (_, Some(near)) => format!("did you mean `{near}`?"),
        _ => "only part of this module is supported".to_owned(),
    };
    (message, help)
}

/// What a bare name that is no function stands for.
pub(super) fn bare(name: &str) -> Option<Value> {
    Some(match name {
        "torch" => Value::Module(Module::Torch),
        "nn" => Value::Module(Module::Nn),
        "F" => Value::Module(Module::Functional),
        "copy" => Value::Module(Module::Copy),
        "math" => Value::Module(Module::Math),
        "np" => Value::Module(Module::Numpy),
        "pi" => Value::Float(std::f64::consts::PI, Trace::None),
        "inf" => Value::Float(f64::INFINITY, Trace::None),
        "nan" => Value::Float(f64::NAN, Trace::None),
        "__name__" => Value::text("__main__"),
        "NotImplemented" => Value::stub(Stub::NotImplemented),
        "object" => Value::Class(Class::Native(&OBJECT)),
        _ => return None,
    })
}

/// What `import module` or `from module import item` gives, or why it gives nothing and what to do.
pub(super) fn import(module: &str, item: Option<&str>) -> Result<Value, (String, String)> {
    let found = Module::ALL.into_iter().find(|one| one.name() == module);
    let Some(found) = found else {
        if let Some(instead) = refused_module(module) {
            return Err((format!("there is no module `{module}` here"), instead.to_owned()));
        }
        let names: Vec<&str> =
            Module::ALL.iter().map(|module| module.name()).filter(|name| !name.starts_with('_')).collect();
        let near =
            nearest(module, names.iter().copied()).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        return Err((
            format!("there is no module `{module}` here"),
            format!("{near}the modules are {}", names.join(", ")),
        ));
    };
    match item {
        None => Ok(Value::Module(found)),
        Some(item) => member(found, item).ok_or_else(|| unknown(found, item)),
    }
}

/// The dtypes of PyTorch that are not here.
const SMALLER: [&str; 8] = ["short", "int16", "int8", "uint16", "uint32", "complex32", "complex128", "cdouble"];

/// The modules of Python's own library that anybody imports.
const OF_PYTHON: &str = "abc argparse array ast asyncio atexit base64 bisect builtins bz2 cProfile calendar cmath cmd code codecs collections \
                         colorsys concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime \
                         dbm decimal difflib dis distutils doctest email encodings enum errno faulthandler fcntl filecmp fileinput \
                         fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html \
                         http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma \
                         mailbox marshal math mimetypes mmap multiprocessing netrc numbers opcode operator optparse os pathlib pdb \
                         pickle pickletools pkgutil platform plistlib poplib posix pprint profile pstats pty pwd pydoc queue quopri \
                         random re readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site \
                         smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys \
                         sysconfig syslog tarfile tempfile termios textwrap this threading time timeit tkinter token tokenize \
                         tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings \
                         wave weakref webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// The name that Python does not find where a module is imported; `None` for what is a part of Python or of a library that is here.
pub(super) fn not_found(module: &str) -> Option<&str> {
    let package = |name: &'static str| name.split('.').next().unwrap_or(name);
    let root = module.split('.').next()?;
    let is_here = Module::ALL.into_iter().any(|one| package(one.name()) == root);
    (!is_here && !root.starts_with('_') && !OF_PYTHON.split(' ').any(|name| name == root)).then_some(root)
}

/// What to do without a module that tutorials import.
fn refused_module(module: &str) -> Option<&'static str> {
    Some(match module.split('.').next().unwrap_or("") {
        "torchtext" | "torchvision" | "torchaudio" | "transformers" | "datasets" | "tokenizers" | "spacy" | "nltk" => {
            "a cell cannot load data sets or models: write the values you need into the code"
        }
        "pandas" | "csv" => "a cell cannot read tables: write the numbers as a tensor",
        "matplotlib" | "seaborn" | "plotly" | "altair" => "leave it out: the page shows each value by itself",
        "pathlib" | "io" | "subprocess" | "requests" | "urllib" | "pickle" | "glob" => {
            "a cell cannot access files, the network or other processes"
        }
        "datetime" | "timeit" => "leave it out: a cell gives the same result every time",
        "enum" => "write a class with __init__, or a dict",
        "unittest" | "pytest" => "leave it out",
        _ => return None,
    })
}

pub(super) fn dtype(name: &str) -> Option<DType> {
    Some(match name {
        "float32" | "float" => DType::F32,
        "float64" | "double" => DType::F64,
        "int64" | "long" => DType::I64,
        "int32" | "int" => DType::I32,
        "float16" | "half" => DType::F16,
        "bfloat16" => DType::BF16,
        "complex64" | "cfloat" => DType::C64,
        "uint8" => DType::U8,
        "bool" => DType::Bool,
        _ => return None,
    })
}

/// The name that NumPy's type of another name has.
fn numpy_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "double" => "float64",
        "single" => "float32",
        "half" => "float16",
        "int_" | "intp" | "long" | "longlong" => "int64",
        "intc" => "int32",
        "ubyte" => "uint8",
        "bool_" => "bool",
        _ => return None,
    })
}

/// What stands behind a dot after a value.
pub(super) fn attribute(machine: &mut Interpreter<'_>, object: &Value, name: &Identifier, span: Span) -> Outcome {
    if let Value::Module(module) = object {
        return member(*module, &name.name).ok_or_else(|| {
            let (message, help) = unknown(*module, &name.name);
            let error = Diagnostic::new(name.span, message).help(help);
            if *module == Module::Numpy
                && let Some(words) = absent::once_of_numpy(&name.name)
            {
                return error
                    .raising_as("AttributeError", words)
                    .help(format!("NumPy has no `np.{}` any more", name.name));
            }
            if absent::is_nowhere(*module, &name.name) {
                let words = format!("module '{}' has no attribute '{}'", module.name(), name.name);
                return error.raising_as("AttributeError", words);
            }
            error
        });
    }
    if let Value::Tensor(array) = object
        && object.is_of_numpy()
    {
        return array_attributes::attribute(machine, array, name, span);
    }
    if let Value::Tensor(tensor) = object {
        match &*name.name {
            "requires_grad" => return Ok(Value::Bool(tensor.requires_grad())),
            "is_leaf" => return Ok(Value::Bool(Interpreter::is_leaf(span, tensor)?)),
            "grad" => return Ok(machine.grad(tensor)),
            "retains_grad" => return Ok(Value::Bool(tensor.retains_grad())),
            "grad_fn" => {
                Interpreter::derive(span, tensor)?;
                let name = tensor.grad_fn_name();
                return Ok(name.map_or(Value::None, |name| Value::stub(Stub::GradFn(name))));
            }
            _ => {}
        }
        let read = || tensor_attribute(machine, &tensor.now(), name, span);
        if let Some(value) = Interpreter::noting(std::iter::once(tensor), read) {
            let kind = if &*name.name == "data" { ViewCreation::Uncounted } else { ViewCreation::Plain };
            // `real` of real numbers is the tensor itself.
            let made = tensor.shown_in(value?, &*name.name == "real", kind);
            Interpreter::derive_read(span, std::iter::once(tensor), &made)?;
            Interpreter::name_made(&made, std::iter::once(tensor), || turned_by(tensor.dtype(), &name.name));
            return Ok(made);
        }
    }
    if let Some(value) = parts::part_of(object, &name.name) {
        return Ok(value);
    }
    if let Value::Object(reference) = object
        && reference.class.is_parameter()
        && &*name.name != "__class__"
        && reference.class.find(&machine.heap, &name.name).is_none()
    {
        let tensor = machine.read(object.clone());
        return Ok(match attribute(machine, &tensor, name, span)? {
            // What changes its tensor gives back the parameter.
            Value::Method(_, method) if method.role == BuiltinRole::Writes => {
                Value::Method(Arc::new(object.clone()), method)
            }
            other => other,
        });
    }
    if let Some(value) = machine.member(object, name, span)? {
        return Ok(value);
    }
    if &*name.name == "__dict__"
        && let Some(attributes) = fields::of_object(machine, object, span)?
    {
        return Ok(attributes);
    }
    if let Value::Function(function) = object
        && let Some(attributes) = function.attributes().cloned()
        && let Some(value) = machine.field(&attributes, &name.name)
    {
        return Ok(value);
    }
    if let Some(value) = name_of(object).filter(|_| matches!(&*name.name, "__name__" | "__qualname__")) {
        let qualifier = if &*name.name == "__qualname__" { qualifier_of(object) } else { None };
        return Ok(Value::text(format!("{}{value}", qualifier.unwrap_or_default())));
    }
    if let Some(doc) = doc_of(object).filter(|_| &*name.name == "__doc__") {
        return Ok(doc);
    }
    let method = place_of(object).and_then(|place| find(place, &name.name));
    // Of the methods of lists a tuple has those that find something.
    match method.filter(|method| !matches!(object, Value::Tuple(_)) || TUPLE_METHODS.contains(&method.name)) {
        Some(method) if matches!(object, Value::Builtin(_)) || method.role == BuiltinRole::Static => {
            Ok(Value::Builtin(method))
        }
        Some(method) => Ok(Value::Method(Arc::new(object.clone()), method)),
        None => match method_of_type(machine, object, &name.name) {
            Some(method) => Ok(Value::Builtin(method)),
            None => asked_for(machine, object, name, span),
        },
    }
}

/// A method of a type that a class of a cell may extend, as `dict.__setitem__(self, key, value)` calls it.
fn method_of_type(machine: &Interpreter<'_>, object: &Value, name: &str) -> Option<&'static Builtin> {
    let Value::Builtin(builtin) = object else { return None };
    let native = container_classes::of_type(builtin)?;
    match Class::Native(native).find(&machine.heap, name) {
        Some((_, Member::Builtin(method))) => Some(method),
        _ => object_methods::find(name),
    }
}

/// What the `__getattr__` of an object's class gives for a name that is not there.
fn asked_for(machine: &mut Interpreter<'_>, object: &Value, name: &Identifier, span: Span) -> Outcome {
    if let Value::Object(reference) = object
        && let Some((_, Member::Value(_))) = reference.class.find(&machine.heap, "__getattr__")
        && let Some(value) = machine.call_method(reference, "__getattr__", vec![Value::Str(name.name.clone())], span)?
    {
        return Ok(value);
    }
    Err(unknown_attribute(machine, object, name))
}

/// What `__name__` is of classes and functions.
fn name_of(object: &Value) -> Option<&str> {
    match object {
        Value::Class(class) => Some(class.name()),
        Value::Function(closure) => Some(closure.name()),
        Value::Bound(bound) => Some(bound.function.name()),
        Value::Builtin(builtin) | Value::Method(_, builtin) => Some(builtin.name),
        _ => None,
    }
}

/// What stands before the name of a class or a function in `__qualname__`.
fn qualifier_of(object: &Value) -> Option<&str> {
    match object {
        Value::Class(Class::Written(class)) => class.body.qualifier.as_deref(),
        Value::Function(closure) => closure.qualifier(),
        Value::Bound(bound) => bound.function.qualifier(),
        _ => None,
    }
}

/// What `__doc__` is of classes and functions of cells: their text, or none.
fn doc_of(object: &Value) -> Option<Value> {
    let doc = match object {
        Value::Class(Class::Written(class)) => class.body.doc.as_ref(),
        Value::Function(closure) => closure.doc(),
        Value::Bound(bound) => bound.function.doc(),
        Value::Object(reference) => match &reference.class {
            Class::Written(class) => class.body.doc.as_ref(),
            Class::Native(_) => return None,
        },
        _ => return None,
    };
    Some(doc.map_or(Value::None, |doc| Value::Str(Arc::clone(doc))))
}

/// Where the methods of a type are found.
fn of_type(builtin: &'static Builtin) -> Option<Namespace> {
    let is = |place, name| find(place, name).is_some_and(|known| std::ptr::eq(known, builtin));
    let types = [
        (Namespace::Bare, "str", Namespace::Str),
        (Namespace::Bare, "list", Namespace::List),
        (Namespace::Bare, "dict", Namespace::Dict),
        (Namespace::Bare, "set", Namespace::Set),
        (Namespace::Torch, "Tensor", Namespace::Tensor),
    ];
    types.into_iter().find(|(place, name, _)| is(*place, name)).map(|(_, _, methods)| methods)
}

fn place_of(object: &Value) -> Option<Namespace> {
    match object {
        Value::Tensor(_) => Some(Namespace::Tensor),
        Value::Str(_) => Some(Namespace::Str),
        Value::List(_) | Value::Tuple(_) => Some(Namespace::List),
        Value::Dict(_) => Some(Namespace::Dict),
        Value::Set(_) => Some(Namespace::Set),
        Value::Generator(_) => Some(Namespace::Generator),
        Value::Iterator(_) => Some(Namespace::Iterator),
        // `str.lower` is a function of a string.
        Value::Builtin(builtin) => of_type(builtin),
        Value::Stub(what) if matches!(**what, Stub::Logger(_)) => Some(Namespace::Logger),
        _ => None,
    }
}

/// The methods of lists that tuples have; the last is that of a tensor's shape.
const TUPLE_METHODS: [&str; 3] = ["count", "index", "numel"];

const TENSOR_ATTRIBUTES: [&str; 17] = [
    "T",
    "mT",
    "H",
    "mH",
    "real",
    "imag",
    "shape",
    "ndim",
    "dtype",
    "device",
    "is_cuda",
    "requires_grad",
    "is_leaf",
    "grad",
    "retains_grad",
    "data",
    "grad_fn",
];

fn tensor_attribute(machine: &mut Interpreter<'_>, tensor: &Tensor, name: &Identifier, span: Span) -> Option<Outcome> {
    let turned = |machine: &mut Interpreter<'_>, a, b| {
        machine.place(span);
        tensor.transpose(a, b).map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
    };
    Some(match &*name.name {
        "shape" => Ok(Value::shape(tensor.shape())),
        "ndim" => Ok(Value::int(tensor.ndim())),
        "dtype" => Ok(Value::DType(tensor.dtype())),
        "device" => Ok(Value::stub(Stub::Device(Arc::from("cpu")))),
        "is_cuda" => Ok(Value::Bool(false)),
        // Through `data`, as through `detach`, no gradient passes.
        "data" => {
            machine.place(span);
            tensor.without_gradient().map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
        }
        "T" => match tensor.ndim() {
            0 | 1 => Ok(Value::from(tensor.clone())),
            2 => turned(machine, 0, 1),
            n => {
                machine.place(span);
                let opposite: Vec<isize> = (0..n as isize).rev().collect();
                tensor.permute(&opposite).map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
            }
        },
        part @ ("real" | "imag") => {
            machine.place(span);
            let part = if part == "real" { tensor.real() } else { tensor.imag() };
            part.map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
        }
        "mT" | "mH" | "H" => {
            if let Some(message) = no_matrices(tensor, &name.name) {
                return Some(Err(
                    Diagnostic::new(name.span, message).help(format!("the shape is {}", tensor.shape_text()))
                ));
            }
            machine.place(span);
            let turned = if tensor.ndim() == 0 { Ok(tensor.clone()) } else { tensor.transpose(-2, -1) };
            let is_conjugate = &*name.name != "mT" && tensor.dtype().is_complex();
            let turned = if is_conjugate { turned.and_then(|x| x.conj()) } else { turned };
            turned.map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
        }
        _ => return None,
    })
}

/// What PyTorch's graph calls the step of an attribute that is a view.
fn turned_by(dtype: DType, attribute: &str) -> Option<&'static str> {
    match attribute {
        "T" => Some("PermuteBackward0"),
        "mH" | "H" if dtype.is_complex() => Some("ConjBackward0"),
        "mT" | "mH" | "H" => Some("TransposeBackward0"),
        "real" | "imag" => Some("SelectBackward0"),
        _ => None,
    }
}

/// Why a tensor has no `.mT`, `.mH` or `.H`; nothing if it has.
fn no_matrices(tensor: &Tensor, name: &str) -> Option<String> {
    let what = if name == "H" { "matrices (2-D tensors)" } else { "matrices or batches of matrices" };
    let fits = match tensor.ndim() {
        0 | 2 => true,
        1 => false,
        _ => name != "H",
    };
    (!fits).then(|| format!("tensor.{name} is only supported on {what}. Got {}-D tensor.", tensor.ndim()))
}

fn unknown_attribute(machine: &Interpreter<'_>, object: &Value, name: &Identifier) -> Diagnostic {
    if let Some(Stub::Generator(cell)) = object.as_stub() {
        return of_another_cell(cell.as_ref(), name.span);
    }
    let who = match object {
        Value::Object(_) | Value::Class(_) => object.description(),
        _ => object.kind().to_owned(),
    };
    let error = Diagnostic::new(name.span, format!("{who} has no `{}`", name.name));
    let instead = match (object, &*name.name) {
        (Value::None, name) if find(Namespace::Tensor, name.trim_end_matches('_')).is_some() || name == "zero_" => {
            Some("a function without `return` returns None; `.grad` is None until backward() has run")
        }
        (Value::None, _) => Some("is a `return` missing in that function?"),
        (Value::List(_), "shape") => Some("to convert it to a tensor, write torch.tensor(items)"),
        (Value::Tuple(_), name) if find(Namespace::List, name).is_some() => {
            Some("tuples never change: to change a copy, write items = list(t)")
        }
        (Value::View(_) | Value::Iterator(_), name) if find(Namespace::List, name).is_some() => {
            Some("make a list of it first: items = list(...)")
        }
        (Value::Tuple(_), "values" | "indices") => Some("unpack the result: values, indices = x.max(dim=-1)"),
        (Value::Tensor(_), name) if name.ends_with('_') && !name.starts_with('_') => Some(in_place(name)),
        _ => None,
    };
    let attributes = if matches!(object, Value::Tensor(_)) { &TENSOR_ATTRIBUTES[..] } else { &[] };
    let methods = place_of(object).into_iter().flat_map(names_at);
    let own = machine.names_of(object);
    let mut names: Vec<&str> = attributes.iter().copied().chain(methods).collect();
    names.extend(own.iter().map(|name| &**name));
    let absent = || absent::of_value(place_of(object)?, &name.name);
    let error = match object {
        // A module has more in PyTorch than here.
        Value::Super(above) if !above.class.is_module() && !name.name.starts_with("__") => {
            error.raising_as("AttributeError", format!("'super' object has no attribute '{}'", name.name))
        }
        Value::Iterator(items)
            if items.type_name() == "generator"
                && !matches!(&*name.name, "gi_code" | "gi_frame" | "gi_running" | "gi_yieldfrom")
                && !name.name.starts_with("__") =>
        {
            error.raising_as("AttributeError", format!("'generator' object has no attribute '{}'", name.name))
        }
        Value::Class(class) if absent::is_nowhere_in(class, &name.name) => {
            let words = format!("type object '{}' has no attribute '{}'", class.name(), name.name);
            error.raising_as("AttributeError", words)
        }
        _ if absent().is_none() && absent::has_none(object, &name.name) => {
            let words = format!("'{}' object has no attribute '{}'", object.python_type(), name.name);
            error.raising_as("AttributeError", words)
        }
        _ => error,
    };
    match instead.or_else(absent) {
        Some(instead) => error.help(instead),
        None => match nearest(&name.name, names.into_iter()) {
            Some(near) => error.help(format!("did you mean `.{near}`?")),
            None => error,
        },
    }
}

/// What to write in place of a method that would change its tensor.
fn in_place(name: &str) -> &'static str {
    match name.trim_end_matches('_') {
        plain if names_at(Namespace::Tensor).any(|known| known == plain) => {
            "use the method without `_`, and put its result into the tensor: x.copy_(result)"
        }
        plain if absent::of_value(Namespace::Tensor, plain).is_some() => {
            "PyTorch's method without `_` is not supported here, either"
        }
        _ => "there is no such method without `_` either",
    }
}
