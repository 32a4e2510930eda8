//! What the language has and Python lacks, in a few lines of Python: only what a lesson uses.

use std::collections::BTreeSet;

use crate::lang::builtins;
use crate::lang::namespace::Namespace;

/// Opens a scope: what follows may hide the page's names. Two underscores keep it apart from what a cell calls its own.
pub(super) const OPEN: &str = "__open()";
/// Closes it: the page's names are what they were.
pub(super) const CLOSE: &str = "__close()";

const SCOPES: &str = "\
__pages = []  # names defined in a question or an exercise shadow the page's names only there

def __open():
    __pages.append(dict(globals()))

def __close():
    names, page = globals(), __pages.pop()
    names.clear()
    names.update(page)";

/// Functions in Python for what is in no library, by name.
const OWN: [(&str, &str); 7] = [
    ("slider", "def slider(lo, hi, value=None, step=None):\n    return lo if value is None else value"),
    ("text", "def text(value, task=None):\n    return value"),
    ("choice", "def choice(options, value=None):\n    return options[0] if value is None else value"),
    ("toggle", "def toggle(value):\n    return value"),
    ("matrix", "def matrix(rows, any_size=False):\n    return torch.as_tensor(rows, dtype=torch.float32)"),
    (
        "mask",
        "def mask(rows, flipped=(), any_size=False):\n    table = torch.as_tensor(rows).bool().clone()\n    for row, column in flipped:\n        \
         if row < table.shape[0] and column < table.shape[1]:\n            table[row, column] = ~table[row, column]\n    return table",
    ),
    ("named", "def named(x, **axes):\n    return x"),
];

/// What Python has under the same name and with the same meaning.
const PYTHON: [&str; 62] = [
    "__name__",
    "abs",
    "all",
    "any",
    "bin",
    "bool",
    "callable",
    "chr",
    "complex",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "hex",
    "id",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "oct",
    "ord",
    "pow",
    "print",
    "property",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "classmethod",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
    "delattr",
    "ascii",
    "bytes",
    "input",
    "open",
    "locals",
    "globals",
];

/// The first lines of an exported lesson whose code uses these names, with scopes or without.
pub(super) fn lines(used: &BTreeSet<String>, scopes: bool) -> String {
    let mut imports = vec!["import math".to_owned(), "import torch".to_owned()];
    let mut definitions = Vec::new();
    for name in used {
        match source(name) {
            Some(NameSource::Python) | None => {}
            Some(NameSource::Import(line)) => {
                if !imports.contains(&line) {
                    imports.push(line);
                }
            }
            Some(NameSource::Definition(text)) => definitions.push(text),
        }
    }
    if scopes {
        definitions.push(SCOPES.to_owned());
    }
    let mut text = imports.join("\n");
    for definition in definitions {
        text.push_str("\n\n");
        text.push_str(&definition);
    }
    text
}

/// Where Python gets a name from that is always there in the language.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NameSource {
    /// From Python itself.
    Python,
    /// From a library, by this line.
    Import(String),
    /// From nowhere: by these lines.
    Definition(String),
}

/// How Python comes by a name; `None` for one that it cannot come by.
fn source(name: &str) -> Option<NameSource> {
    let import = |line: &str| Some(NameSource::Import(line.to_owned()));
    match name {
        "torch" | "math" | "copy" | "logging" | "typing" => return import(&format!("import {name}")),
        "nn" => return import("from torch import nn"),
        "F" => return import("import torch.nn.functional as F"),
        "np" => return import("import numpy as np"),
        "pi" | "inf" | "nan" => return import(&format!("from math import {name}")),
        _ => {}
    }
    if PYTHON.contains(&name) || name.ends_with("Error") || name == "Exception" {
        return Some(NameSource::Python);
    }
    if let Some((_, text)) = OWN.iter().find(|(own, _)| *own == name) {
        return Some(NameSource::Definition((*text).to_owned()));
    }
    let is_in = |place| builtins::all().any(|builtin| builtin.name == name && builtin.places.contains(&place));
    match (is_in(Namespace::Torch), is_in(Namespace::Math), is_in(Namespace::Functional)) {
        // Of tensors PyTorch's, of numbers Python's.
        (true, true, _) => Some(NameSource::Definition(format!(
            "def {name}(x):\n    return torch.{name}(x) if torch.is_tensor(x) else math.{name}(x)"
        ))),
        (true, false, _) => import(&format!("from torch import {name}")),
        (false, _, true) => import(&format!("from torch.nn.functional import {name}")),
        (false, true, false) => import(&format!("from math import {name}")),
        (false, false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_can_come_by_every_name_that_is_always_there() {
        for builtin in builtins::all().filter(|builtin| builtin.places.contains(&Namespace::Bare)) {
            assert!(source(builtin.name).is_some(), "{} is missing in the shim of the export", builtin.name);
        }
    }

    #[test]
    fn only_what_is_used_is_there() {
        let used = ["F", "inf", "len", "softmax", "sqrt", "slider"].map(str::to_owned).into();
        let text = lines(&used, false);
        assert_eq!(
            text,
            "import math\nimport torch\nimport torch.nn.functional as F\nfrom math import inf\nfrom torch import softmax\n\n\
             def slider(lo, hi, value=None, step=None):\n    return lo if value is None else value\n\n\
             def sqrt(x):\n    return torch.sqrt(x) if torch.is_tensor(x) else math.sqrt(x)"
        );
        assert!(!lines(&BTreeSet::new(), false).contains("def "));
        assert!(lines(&BTreeSet::new(), true).contains(&format!("def {OPEN}")));
    }
}
