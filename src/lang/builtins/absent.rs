//! What Python, PyTorch and NumPy have and this has not: who writes such a name is told so, and no other is guessed at.

use super::{Module, Namespace};
use crate::lang::class::Class;
use crate::lang::value::Value;

/// Lines of a place and the names that are found there, written by `tests/differential/names.py`.
const NAMES: &str = include_str!("../../../assets/names.txt");

/// Whether a name is one of those of a place.
fn has(place: &str, name: &str) -> bool {
    let line = NAMES.lines().find_map(|line| line.strip_prefix(place)?.strip_prefix(' '));
    line.is_some_and(|names| names.split(' ').any(|known| known == name))
}

/// What to do without a name of Python's that is always there in Python.
pub(super) fn bare(name: &str) -> Option<&'static str> {
    Some(match name {
        "input" | "exec" | "eval" | "__import__" | "globals" | "locals" | "compile" | "breakpoint" | "help" => {
            "a cell cannot read files or ask for input: write the values you need into the code"
        }
        "bin" | "oct" | "hex" | "ascii" => {
            "other bases are not supported; to format a number, write an f-string: f\"{x:.2f}\""
        }
        "format" => "write an f-string: f\"{x:.2f}\"",
        "bytes" | "bytearray" | "memoryview" => "write a string",
        "frozenset" => "write set(items)",
        "complex" => "write torch.complex(real, imag) with two float tensors",
        "dir" | "delattr" => "name the attributes one by one: x.name",
        _ if has("Bare", name) => "this is part of Python, but is not supported here",
        _ => return None,
    })
}

/// What to do without a name of a module.
pub(super) fn of_module(module: Module, name: &str) -> Option<&'static str> {
    let place = match module {
        Module::Torch => "Torch",
        Module::Nn => "Nn",
        Module::Functional => "Functional",
        Module::Init => "Init",
        Module::Numpy => "Numpy",
        Module::Math => "Math",
        _ => return None,
    };
    has(place, name.trim_end_matches('_')).then_some(match module {
        Module::Nn => "this is part of PyTorch, but is not supported here: write your own class, class Name(nn.Module)",
        Module::Numpy => "this is part of NumPy, but is not supported here",
        Module::Math => "this is part of Python, but is not supported here",
        _ => "this is part of PyTorch, but is not supported here",
    })
}

/// What to do without a method or an attribute of a value.
pub(super) fn of_value(place: Namespace, name: &str) -> Option<&'static str> {
    let (place, help) = match place {
        Namespace::Tensor => ("Tensor", "this is part of PyTorch, but is not supported here"),
        Namespace::Str => ("Str", "this is part of Python, but is not supported here"),
        Namespace::List => ("List", "this is part of Python, but is not supported here"),
        Namespace::Dict => ("Dict", "this is part of Python, but is not supported here"),
        Namespace::Set => ("Set", "this is part of Python, but is not supported here"),
        _ => return None,
    };
    has(place, name).then_some(help)
}

/// Whether NumPy's arrays have an attribute of this name.
pub(super) fn of_array(name: &str) -> bool {
    has("Array", name)
}

/// What NumPy says of a name that it once had.
pub(super) fn once_of_numpy(name: &str) -> Option<String> {
    let renamed = match name {
        "float_" => Some("float64"),
        "Inf" | "infty" | "Infinity" => Some("inf"),
        "NaN" => Some("nan"),
        "unicode_" => Some("str_"),
        _ => None,
    };
    if let Some(now) = renamed {
        return Some(format!("`np.{name}` was removed in the NumPy 2.0 release. Use `np.{now}` instead."));
    }
    let instead = match name {
        "float" => "If you specifically wanted the numpy scalar type, use `np.float64` here.",
        "int" => {
            "When replacing `np.int`, you may wish to use e.g. `np.int64` or `np.int32` to specify the precision. If you wish to \
             review your current use, check the release note link for additional information."
        }
        "complex" => "If you specifically wanted the numpy scalar type, use `np.complex128` here.",
        "str" => "If you specifically wanted the numpy scalar type, use `np.str_` here.",
        "object" => "",
        _ => return None,
    };
    Some(format!(
        "module 'numpy' has no attribute '{name}'.\n`np.{name}` was a deprecated alias for the builtin `{name}`. To avoid this error in \
         existing code, use `{name}` by itself. Doing this will not modify any behavior and is safe. {instead}\nThe aliases was \
         originally deprecated in NumPy 1.20; for more details and guidance see the original release note at:\n    \
         https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations"
    ))
}

/// Parts of names of PyTorch that the list of names leaves out or has without their last letter.
const UNLISTED: [&str; 16] = [
    "copy", "scatter", "cudnn", "miopen", "mkldnn", "quant", "fbgemm", "sym_", "parse_", "import_", "q_", "fork",
    "zero_", "resize", "sparse", "share_",
];

fn is_unlisted(name: &str) -> bool {
    name.starts_with('_') || name.ends_with('_') || UNLISTED.iter().any(|part| name.contains(part))
}

/// Whether a module has no such name where it comes from, either, as far as is known: `except AttributeError` may see that.
pub(super) fn is_nowhere(module: Module, name: &str) -> bool {
    let is_known = matches!(module, Module::Torch | Module::Nn | Module::Functional | Module::Math | Module::Numpy);
    is_known && !is_unlisted(name) && of_module(module, name).is_none()
}

/// What `nn.Module` has in PyTorch beyond what is here or is defined there under other names.
const OF_MODULES: &str = "T_destination add_module apply bfloat16 buffers call_super_init children compile cpu cuda double \
                          dump_patches eval extra_repr float forward get_buffer get_extra_state get_parameter get_submodule half \
                          ipu load_state_dict modules mtia named_buffers named_children named_modules named_parameters parameters \
                          register_backward_hook register_buffer register_forward_hook register_forward_pre_hook \
                          register_full_backward_hook register_full_backward_pre_hook register_load_state_dict_post_hook \
                          register_load_state_dict_pre_hook register_module register_parameter register_state_dict_post_hook \
                          register_state_dict_pre_hook requires_grad_ set_extra_state set_submodule share_memory state_dict to \
                          to_empty train type xpu zero_grad";

/// Whether nothing along the line of a class has such a name in PyTorch or Python. The layers of PyTorch are not known well enough.
pub(super) fn is_nowhere_in(class: &Class, name: &str) -> bool {
    let of_module = || name.starts_with('_') || OF_MODULES.split(' ').any(|known| known == name);
    match class.native().map(|native| native.name) {
        Some("object") => !name.starts_with("__") && name != "mro",
        Some("Module") => name != "mro" && !of_module(),
        Some("dict") => !name.starts_with("__") && !has("Dict", name),
        Some("list") => !name.starts_with("__") && !has("List", name),
        Some("tuple") => !name.starts_with("__"),
        _ => false,
    }
}

/// Whether a value has no such attribute in Python or PyTorch, besides the methods that [`of_value`] knows.
pub(super) fn has_none(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(reference) => is_nowhere_in(&reference.class, name),
        Value::Tensor(_) => !is_unlisted(name),
        Value::Str(_) | Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::None | Value::Function(_) => {
            !name.starts_with("__")
        }
        Value::Tuple(items) => items.form() == crate::lang::value::Form::Plain && !name.starts_with("__"),
        Value::Int(..) | Value::Float(..) | Value::Bool(_) => {
            !name.starts_with("__") && !crate::lang::evaluate::objects::OF_NUMBERS.contains(&name)
        }
        Value::Generator(_) => !name.starts_with('_') && !OF_GENERATORS.split_whitespace().any(|known| known == name),
        _ => false,
    }
}

/// What `torch.Generator` has in PyTorch beyond what is here.
const OF_GENERATORS: &str =
    "clone_state get_offset get_state graphsafe_get_state graphsafe_set_state philox_state set_offset set_state";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::builtins::find;

    #[test]
    fn what_is_not_here_is_known_and_what_is_nowhere_is_not() {
        for (module, name) in
            [(Module::Torch, "svd"), (Module::Torch, "fft"), (Module::Nn, "Conv2d"), (Module::Numpy, "histogram")]
        {
            assert!(of_module(module, name).is_some(), "{name}");
            assert_eq!(of_module(module, "sofmax"), None);
        }
        assert!(bare("dir").is_some() && bare("bytes").is_some());
        assert_eq!(bare("sofmax"), None);
        assert!(of_value(Namespace::Tensor, "svd").is_some() && of_value(Namespace::Str, "translate").is_some());
    }

    /// A line that nobody finds would help nobody.
    #[test]
    fn each_line_is_of_a_place() {
        let places: Vec<_> = NAMES.lines().filter_map(|line| line.split(' ').next()).collect();
        let read = [
            "Bare",
            "Torch",
            "Tensor",
            "Functional",
            "Nn",
            "Init",
            "Numpy",
            "Array",
            "Math",
            "Str",
            "List",
            "Dict",
            "Set",
        ];
        assert_eq!(places, read);
        // The file is of the same PyTorch: it has what is here, too.
        for name in ["softmax", "einsum", "masked_fill"] {
            assert!(has("Tensor", name) || has("Torch", name));
            assert!(find(Namespace::Torch, name).is_some());
        }
    }
}
