//! A wrong kind for every parameter of every function that is always there: each is refused by name, in its place.

use std::fmt::Write;

use glassformer::lang::builtin::Builtin;
use glassformer::lang::builtins::{all, members};
use glassformer::lang::namespace::Namespace;

use crate::run;

/// What is given instead of what a parameter takes.
const WRONG: [&str; 4] = ["'nonsense'", "[[1.0]]", "{}", "lambda: 0"];

/// What each call may name.
const PRELUDE: &str = "import logging\nimport json\nimport safetensors.torch\ntorch.manual_seed(0)\nx = torch.ones(2, 2)\nitems = [1]\n\
                       table = {'a': 1}\nwords = 'a b'\nmarks = {1}\nlogger = logging.getLogger()\nids = torch.tensor([0, 1])\n\
                       cube = torch.ones(2, 2, 2)\nlayer = nn.Linear(2, 2)\nleaf = torch.ones((), requires_grad=True)\n\
                       g = torch.Generator()\nimport _random, _re, _numpy\nwords_of = _random.python(1)\nclass Thing:\n    def __init__(self): self.a = 1\nthing = Thing()\npattern = _re.compile(\"a\", 0)\n\
                       import functools, _fields, _re\nlazily = (n for n in items)\n";

/// An argument of each type, and which of the wrong kinds the type takes all the same. `At`, `IfGiven`, `Option` and `Written`
/// around a type change neither.
const KINDS: [(&str, &str, &[&str]); 77] = [
    ("Tensor", "x", &[]),
    ("SharedTensor", "x", &[]),
    ("Changed", "nn.Parameter(torch.ones(2, 2))", &[]),
    ("Operand", "x", &[]),
    ("TensorOrNumber", "x", &[]),
    ("Vec<Tensor>", "[x, x]", &[]),
    ("Tensors", "leaf", &[]),
    ("Value", "1", &WRONG),
    ("Rest<Value>", "1", &WRONG),
    ("At<Value>", "1", &[]),
    ("Arc<str>", "'a'", &[]),
    ("AttributeName", "'a'", &["'nonsense'"]),
    ("LossReduction", "'sum'", &[]),
    ("Gelu", "'tanh'", &[]),
    ("Bend", "'relu'", &[]),
    ("bool", "True", &[]),
    ("TrainingMode", "True", &[]),
    ("i64", "1", &[]),
    ("usize", "1", &[]),
    ("Repeats", "1", &[]),
    ("PlainSize", "2", &[]),
    ("PlainInt", "0", &[]),
    ("f64", "0.5", &[]),
    ("Number", "1", &[]),
    ("Index", "0", &[]),
    ("Scalar", "1.0", &[]),
    ("NumberOperand", "1", &[]),
    ("WhereInput", "x", &[]),
    ("NormOrder", "1", &[]),
    ("Axis", "0", &[]),
    ("AxisOrOther", "0", &[]),
    ("Axes", "0", &[]),
    ("NamedAxes", "0", &[]),
    ("PlainAxes", "0", &[]),
    ("IntTuple", "(2,)", &[]),
    ("AxesOrUnbiased", "0", &[]),
    ("Shape", "2", &[]),
    ("OneOrMore<Shape>", "2", &[]),
    ("Sizes", "2, 2", &[]),
    ("OneOrMore<Sizes>", "(2, 2)", &[]),
    ("MethodSizes", "(2, 2)", &[]),
    ("PartSizes", "1", &[]),
    ("HighOrSize", "3", &[]),
    ("SharedGenerator", "g", &[]),
    ("NumberSource", "words_of", &[]),
    ("Twister", "words_of", &[]),
    ("DType", "torch.float32", &[]),
    ("NamedDType", "torch.float32", &[]),
    ("ArrayDType", "'float32'", &[]),
    ("Device", "'cpu'", &[]),
    ("NotInPlace", "False", &[]),
    ("Rest<Target>", "torch.float64", &[]),
    ("SharedIterator", "[1]", &["'nonsense'", "[[1.0]]", "{}"]),
    ("Rest<SharedIterator>", "[1]", &["'nonsense'", "[[1.0]]", "{}"]),
    ("Each", "[1]", &["'nonsense'", "[[1.0]]", "{}"]),
    ("PrintText", "''", &["'nonsense'"]),
    ("StrArgument", "'a'", &["'nonsense'"]),
    ("Substring", "'a'", &["'nonsense'"]),
    ("Separator", "'a'", &["'nonsense'"]),
    ("Stripped", "'a'", &["'nonsense'"]),
    ("FillCharacter", "'a'", &[]),
    ("Affix", "'a'", &["'nonsense'"]),
    ("Utf8", "'utf-8'", &[]),
    ("Iterable", "[1]", &["'nonsense'", "[[1.0]]", "{}"]),
    ("Items", "[1]", &["[[1.0]]"]),
    ("Elements", "{1}", &[]),
    ("Arc<Dict>", "{'a': 1}", &["{}"]),
    ("StateDict", "{}", &["{}"]),
    ("Callable", "print", &["lambda: 0"]),
    ("ModuleObject", "nn.Linear(2, 2)", &[]),
    ("Parts", "[nn.Linear(2, 2)]", &["{}"]),
    ("NamedParts", "{'a': nn.Linear(2, 2)}", &["{}"]),
    ("Rest<PartOrParts>", "nn.Linear(2, 2)", &["{}"]),
    ("BufferTensor", "x", &[]),
    ("OptionalParameter", "nn.Parameter(x)", &[]),
    ("Reference", "nn.Linear(2, 2)", &[]),
    ("Contents", "[1]", &["[[1.0]]", "{}"]),
];

/// Functions that need another argument than their types say: the function, the parameter, the argument.
const SAMPLES: &[(&str, &str, &str)] = &[
    ("of_cell", "module", "'random'"),
    ("vars", "object", "thing"),
    ("property", "fget", "lambda self: 1"),
    ("names", "object", "thing"),
    ("held", "object", "thing"),
    ("put", "object", "thing"),
    ("drop", "object", "thing"),
    ("parameters", "object", "print"),
    ("names", "handle", "pattern"),
    ("find", "handle", "pattern"),
    ("weighted", "p", "ids / 1"),
    ("integers", "dtype", "'int64'"),
    ("einsum", "equation", "'ij->ji'"),
    ("einsum", "operands", "x"),
    ("meshgrid", "tensors", "ids, ids"),
    ("mv", "vec", "ids.float()"),
    ("next", "iterator", "iter([1])"),
    ("bmm", "input", "cube"),
    ("bmm", "mat2", "cube"),
    ("dot", "input", "ids"),
    ("dot", "tensor", "ids"),
    ("from_numpy", "ndarray", "ids.numpy()"),
    ("promote", "a", "float"),
    ("promote", "b", "float"),
    ("outer", "input", "ids"),
    ("outer", "vec2", "ids"),
    ("pop", "key", "'a'"),
    ("matrix", "rows", "[[1.0]]"),
    ("mask", "rows", "[[1.0]]"),
    ("clamp", "min", "0"),
    ("clip", "min", "0"),
    ("load_file", "filename", "'translator.safetensors'"),
    ("open", "file", "'translator.json'"),
    ("load", "fp", "open('translator.json')"),
    ("layer_norm", "normalized_shape", "(2,)"),
    ("rms_norm", "normalized_shape", "(2,)"),
    ("embedding", "input", "ids"),
    ("pad", "pad", "(1, 1)"),
    ("masked_fill", "mask", "x > 0"),
    ("masked_fill", "value", "0"),
    ("clamp_", "min", "0"),
    ("masked_fill_", "mask", "x > 0"),
    ("masked_fill_", "value", "0"),
    ("index_fill_", "index", "ids"),
    ("index_fill_", "value", "0"),
    ("scatter_", "index", "torch.tensor([[0, 1]])"),
    ("scatter_", "src", "torch.ones(1, 2)"),
    ("scatter_add_", "index", "torch.tensor([[0, 1]])"),
    ("scatter_add_", "src", "torch.ones(1, 2)"),
    ("masked_select", "mask", "x > 0"),
    ("iinfo", "dtype", "torch.int64"),
    ("nll_loss", "target", "ids"),
    ("prod", "items", "[1]"),
    ("len", "obj", "[1]"),
    ("reversed", "sequence", "[1]"),
    ("max", "items", "[1]"),
    ("min", "items", "[1]"),
    ("isinstance", "class_or_tuple", "int"),
    ("ord", "c", "'a'"),
    ("index", "sub", "'a'"),
    ("join", "iterable", "['a']"),
    ("fsum", "items", "[1]"),
    ("calculate_gain", "nonlinearity", "'relu'"),
    ("issubclass", "kind", "nn.Linear"),
    ("issubclass", "of", "nn.Module"),
    ("getattr", "object", "x"),
    ("getattr", "name", "'shape'"),
    ("setattr", "object", "layer"),
    ("randint", "size", "(2,)"),
    ("gather", "index", "ids[None]"),
    ("one_hot", "input", "ids"),
    ("bincount", "input", "ids"),
    ("reshape", "shape", "(2, 2)"),
    ("permute", "dims", "(1, 0)"),
    ("full", "size", "(2,)"),
    ("normal", "size", "(2,)"),
    ("broadcast_to", "size", "(2, 2)"),
    ("flip", "dims", "(0,)"),
    ("index_select", "index", "ids"),
    ("device", "device", "'cpu'"),
    ("Transformer", "d_model", "2"),
    ("Transformer", "nhead", "1"),
    ("Transformer", "num_encoder_layers", "1"),
    ("Transformer", "num_decoder_layers", "1"),
    ("Transformer", "dim_feedforward", "4"),
    ("get_submodule", "target", "''"),
    ("get_parameter", "target", "'weight'"),
    ("fill_", "value", "0"),
    ("arange", "end", "3"),
    ("bitwise_and", "input", "ids"),
    ("bitwise_and", "other", "ids"),
    ("bitwise_or", "input", "ids"),
    ("bitwise_or", "other", "ids"),
    ("bitwise_xor", "input", "ids"),
    ("bitwise_xor", "other", "ids"),
];

/// What is said of a call that does not fit a signature.
const UNMATCHED: [&str; 6] =
    ["keyword argument", "missing", "positional argument", "takes at most", "takes exactly", " expected at "];

/// Calls whose other arguments fit no sample: they fail for another reason than a kind.
const UNFIT: &[&str] = &[
    "np.generic",
    "np.number",
    "np.integer",
    "np.signedinteger",
    "np.unsignedinteger",
    "np.inexact",
    "np.floating",
    "_random.distinct",
    "_random.refuse",
    "g.seed",
    "lazily.send",
    "lazily.throw",
    "torch.randint",
    "iter",
    "torch.seed",
    "x.bmm",
    "x.bitwise_and",
    "x.bitwise_or",
    "x.bitwise_xor",
    "x.dot",
    "x.outer",
    "x.requires_grad_",
    "x.backward",
    "x.retain_grad",
    "x.item",
    "x.bincount",
    "x.angle",
    "torch.angle",
    "torch.view_as_real",
    "named",
    "super",
    "module.load_state_dict",
    "module",
];

/// Parameters that take anything, or more than their type says: the function, the parameter, what they take; nothing for all.
const TAKEN: &[(&str, &str, &[&str])] = &[
    ("as_tensor", "data", &[]),
    ("iter", "object", &[]),
    ("python", "seed", &["'nonsense'"]),
    ("reseed_python", "seed", &["'nonsense'"]),
    ("refuse", "message", &["'nonsense'"]),
    ("refuse", "help", &["'nonsense'"]),
    ("dict", "items", &["{}"]),
    ("update", "other", &["{}"]),
    ("type", "object", &[]),
    ("text", "value", &["'nonsense'"]),
    ("matrix", "rows", &["[[1.0]]"]),
    ("mask", "rows", &["[[1.0]]"]),
    ("tensor", "data", &["[[1.0]]"]),
    ("Tensor", "data", &["[[1.0]]"]),
    ("array", "object", &["[[1.0]]"]),
    ("asarray", "a", &["[[1.0]]"]),
    ("fsum", "items", &["{}"]),
    ("getLogger", "name", &["'nonsense'"]),
    ("pop", "default", &[]),
    ("named_parameters", "prefix", &["'nonsense'"]),
    ("named_modules", "prefix", &["'nonsense'"]),
    ("named_buffers", "prefix", &["'nonsense'"]),
    ("register_buffer", "name", &["'nonsense'"]),
    ("register_parameter", "name", &["'nonsense'"]),
    ("add_module", "name", &["'nonsense'"]),
    ("register_module", "name", &["'nonsense'"]),
    ("get_submodule", "target", &["'nonsense'"]),
    ("prod", "items", &["'nonsense'", "[[1.0]]", "{}"]),
    // A sum may begin with anything; what cannot be added to it is said of the whole call.
    ("sum", "start", &["[[1.0]]", "{}", "lambda: 0"]),
    ("len", "obj", &["'nonsense'", "[[1.0]]", "{}"]),
    ("reversed", "sequence", &["'nonsense'", "[[1.0]]", "{}"]),
    ("bool", "object", &[]),
    ("join", "iterable", &["'nonsense'", "{}"]),
];

/// The type within `At`, `IfGiven`, `Option` and `Written`.
fn kind_of(declared: &str) -> String {
    let mut kind: String = declared.chars().filter(|letter| !letter.is_whitespace()).collect();
    kind = kind.replace("At<IfGiven<Value>>", "At<Value>");
    if kind == "At<Value>" {
        return kind;
    }
    while let Some(inner) = ["At<", "IfGiven<", "Option<", "Written<"]
        .iter()
        .find_map(|around| kind.strip_prefix(around)?.strip_suffix('>'))
    {
        kind = inner.to_owned();
    }
    kind
}

/// One parameter of a function, as its signature writes it.
struct Parameter {
    name: &'static str,
    kind: String,
    needed: bool,
    rest: bool,
    by_place: bool,
}

fn parameters(builtin: &'static Builtin) -> Vec<Parameter> {
    let written = builtin.signature.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "*");
    let one = |(place, (part, kind)): (usize, (&'static str, &&str))| {
        let name = part.split('=').next().unwrap().trim_start_matches('*');
        let by_place = place < builtin.positional + usize::from(builtin.signature.starts_with("this"));
        let needed = !part.contains(['=', '*']);
        Parameter { name, kind: kind_of(kind), needed, rest: part.starts_with('*'), by_place }
    };
    written.zip(builtin.types).enumerate().map(one).collect()
}

/// An argument of the type of a parameter.
fn usual(parameter: &Parameter) -> Option<&'static str> {
    KINDS.iter().find(|(kind, ..)| *kind == parameter.kind).map(|kind| kind.1)
}

/// A function where it is found: the lines before the call, what stands before its bracket, and its parameters within.
struct Place {
    before: String,
    written: String,
    name: &'static str,
    takes: Vec<Parameter>,
}

impl Place {
    fn of_function(builtin: &'static Builtin, space: Namespace) -> Self {
        let (owner, is_method) = match space {
            Namespace::Bare => ("", false),
            Namespace::Torch => ("torch.", false),
            Namespace::Init => ("torch.nn.init.", false),
            Namespace::Copy => ("copy.", false),
            Namespace::Functional => ("F.", false),
            Namespace::Math => ("math.", false),
            Namespace::Numpy => ("np.", false),
            Namespace::Cuda => ("torch.cuda.", false),
            Namespace::Autograd => ("torch.autograd.", false),
            Namespace::Rnn => ("torch.nn.utils.rnn.", false),
            Namespace::Logging => ("logging.", false),
            Namespace::Json => ("json.", false),
            Namespace::Safetensors => ("safetensors.torch.", false),
            Namespace::Tensor => ("x.", true),
            Namespace::Str => ("words.", true),
            Namespace::List => ("items.", true),
            Namespace::Dict => ("table.", true),
            Namespace::Set => ("marks.", true),
            Namespace::Draws => ("_random.", false),
            Namespace::Fields => ("_fields.", false),
            Namespace::Patterns => ("_re.", false),
            Namespace::Arrays => ("_numpy.", false),
            Namespace::Generator => ("g.", true),
            Namespace::Functools => ("functools.", false),
            Namespace::Iterator => ("lazily.", true),
            Namespace::Logger => ("logger.", true),
        };
        // `dict.fromkeys` takes no dict.
        let is_static = space == Namespace::Dict && !builtin.signature.starts_with("this");
        let (owner, is_method) = if is_static { ("dict.", false) } else { (owner, is_method) };
        let takes = parameters(builtin).into_iter().skip(usize::from(is_method)).collect();
        let written = format!("{owner}{}", builtin.name);
        Self { before: PRELUDE.to_owned(), written, name: builtin.name, takes }
    }

    fn of_member(class: &'static str, member: &'static Builtin) -> Option<Self> {
        let has_object = member.signature.starts_with("this");
        let takes = parameters(member).into_iter().skip(usize::from(has_object)).collect();
        let mut before = PRELUDE.to_owned();
        let written = if member.name == class {
            format!("nn.{class}")
        } else {
            let made = if class == "Module" { "Linear" } else { class };
            let constructor = members().find(|(name, member)| *name == made && member.name == made)?.1;
            let constructor = Self::of_member(made, constructor)?;
            let _ = writeln!(before, "module = {}", constructor.call(None).0);
            match member.name {
                "forward" => "module".to_owned(),
                name if name.starts_with("__") => return None,
                name => format!("module.{name}"),
            }
        };
        let name = if member.name == "forward" { class } else { member.name };
        Some(Self { before, written, name, takes })
    }

    /// What the parameter is given.
    fn sample(&self, parameter: &Parameter) -> Option<&'static str> {
        let own = SAMPLES.iter().find(|(name, of, _)| *name == self.name && *of == parameter.name);
        match own {
            Some(own) => Some(own.2),
            None if parameter.needed || (parameter.rest && parameter.kind != "Rest<Value>") => usual(parameter),
            None => None,
        }
    }

    /// The call, with the argument of one parameter replaced, and where that stands in it.
    fn call(&self, replaced: Option<(&str, &str)>) -> (String, usize) {
        let mut call = format!("{}(", self.written);
        let mut place = 0;
        // What comes by place only needs all that stands before it.
        let last = self.takes.iter().position(|it| it.by_place && replaced.is_some_and(|(name, _)| it.name == name));
        for (at, parameter) in self.takes.iter().enumerate() {
            let wrong = replaced.filter(|(name, _)| *name == parameter.name).map(|(_, wrong)| wrong);
            let filler = || usual(parameter).filter(|_| last.is_some_and(|last| at < last));
            let Some(argument) = wrong.or_else(|| self.sample(parameter)).or_else(filler) else { continue };
            if !call.ends_with('(') {
                call.push_str(", ");
            }
            if !parameter.needed && !parameter.rest && !parameter.by_place {
                let _ = write!(call, "{}=", parameter.name);
            }
            if wrong.is_some() {
                place = call.len();
            }
            call.push_str(argument);
        }
        call.push(')');
        (call, place)
    }

    fn is_taken(&self, parameter: &Parameter, wrong: &str) -> bool {
        let by_type =
            KINDS.iter().find(|(kind, ..)| *kind == parameter.kind).is_none_or(|kind| kind.2.contains(&wrong));
        let by_name = TAKEN.iter().find(|(name, of, _)| *name == self.name && *of == parameter.name);
        by_type || by_name.is_some_and(|(_, _, taken)| taken.is_empty() || taken.contains(&wrong))
    }

    /// What is the matter with the answer to a wrong argument.
    fn complaint(&self, parameter: &Parameter, wrong: &str) -> Option<String> {
        let (call, place) = self.call(Some((parameter.name, wrong)));
        let source = format!("{}{call}", self.before);
        let Some(error) = run(&source).error else { return Some(format!("{call}: swallowed")) };
        let said = format!("{} {}", error.message, error.help.as_deref().unwrap_or_default());
        let start = u32::try_from(self.before.len() + place).unwrap();
        let end = start + u32::try_from(wrong.len()).unwrap();
        let is_there = error.span.start < end && error.span.end > start;
        // What PyTorch or Python says without a name must stand under the very argument.
        let is_named = said.contains(parameter.name)
            || said.contains(self.name)
            || (error.span.start == start && error.span.end == end);
        let is_matched = !UNMATCHED.iter().any(|unmatched| said.contains(unmatched));
        (!is_there || !is_named || !is_matched).then(|| format!("{call}: {} {said}", error.position(&source)))
    }
}

fn places() -> impl Iterator<Item = Place> {
    let functions = all()
        .flat_map(|builtin| builtin.places.iter().map(move |space| (builtin, *space)))
        .map(|(builtin, space)| Place::of_function(builtin, space));
    functions.chain(members().filter_map(|(class, member)| Place::of_member(class, member)))
}

#[test]
fn no_function_swallows_an_argument_of_a_wrong_kind() {
    let (mut calls, mut complaints) = (0, Vec::new());
    for place in places() {
        let (call, _) = place.call(None);
        let fits = !UNFIT.contains(&place.written.as_str());
        if let Some(error) = run(&format!("{}{call}", place.before)).error.filter(|_| fits) {
            complaints.push(format!("{call} does not run: {}", error.message));
        }
        for parameter in &place.takes {
            for wrong in WRONG.iter().filter(|wrong| !place.is_taken(parameter, wrong)) {
                calls += 1;
                complaints.extend(place.complaint(parameter, wrong));
            }
        }
    }
    println!("{calls} calls");
    assert!(complaints.is_empty(), "{} of {calls}:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn every_type_of_a_parameter_is_known() {
    let missing = places().flat_map(|place| place.takes).map(|parameter| parameter.kind);
    let missing: Vec<String> =
        missing.filter(|kind| kind != "Keywords" && KINDS.iter().all(|(known, ..)| known != kind)).collect();
    assert_eq!(missing, Vec::<String>::new());
}

/// The name that is printed where a step of the graph has none.
const UNNAMED: &str = "grad_fn=<unknown>";

#[test]
fn every_function_names_its_step_of_the_graph() {
    let (mut named, mut unnamed) = (0, Vec::new());
    for place in places() {
        let (call, _) = place.call(None);
        let wanted = |line: &str| format!("{} * 1\n", line.replace(')', ", requires_grad=True)"));
        let lines = ["x = torch.ones(2, 2)", "cube = torch.ones(2, 2, 2)"];
        let before =
            lines.iter().fold(place.before.clone(), |before, line| before.replace(&format!("{line}\n"), &wanted(line)));
        let Some(value) = run(&format!("{before}{call}")).result else { continue };
        let said = value.repr();
        named += usize::from(said.contains("grad_fn=<"));
        if said.contains(UNNAMED) {
            unnamed.push(call);
        }
    }
    println!("{named} calls give a step with a name");
    assert!(named > 250 && unnamed.is_empty(), "without a name:\n{}", unnamed.join("\n"));
}
