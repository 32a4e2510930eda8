//! Files as a program reads them: those inside the program, weights and words, and those that the page was opened for. A cell never
//! touches the disk.

use std::sync::Arc;

use serde_json::Value as Json;

use super::arguments::Call;
use super::{Builtin, Namespace, nearest};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Stub, Trace, Value};
use crate::tensor::{Leaf, tape};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "load_file",
        "filename, device='cpu'",
        "The tensors of a file inside the program, by name.",
        &[Namespace::Safetensors],
        load_file,
    ),
    Builtin::new(
        "open",
        "file, mode='r', encoding=None",
        "A text file inside the program, for json.load.",
        &[Namespace::Bare],
        open,
    ),
    Builtin::new(
        "load",
        "fp",
        "What an opened JSON file says: dicts, lists, strings, numbers.",
        &[Namespace::Json],
        load,
    ),
];

/// The name of the file that an argument means.
fn named(machine: &Interpreter<'_>, call: &Call<'_>, argument: &str, ending: &str) -> Outcome<Arc<str>> {
    let wanted = call.text(argument)?;
    let known = machine.files.names(ending);
    if let Some(name) = known.iter().find(|name| ***name == *wanted) {
        return Ok(Arc::clone(name));
    }
    let mut names = known.iter().map(|name| &**name);
    let message = format!("there is no file {wanted:?} here: a cell reads what lies inside the program, not the disk");
    let help = match (nearest(wanted, names.clone()), names.next()) {
        (Some(near), _) => format!("did you mean \"{near}\"?"),
        (None, Some(only)) if ending == ".safetensors" => {
            format!("there is \"{only}\"; `glassformer eval --load NAME=FILE` brings in weights of yours")
        }
        (None, only) => format!("there is {only:?}; write down what else you need", only = only.unwrap_or("none")),
    };
    Err(Diagnostic::new(call.span_of(argument), message).help(help))
}

fn load_file(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let name = named(machine, call, "filename", ".safetensors")?;
    let files = machine.files;
    let Some(file) = files.tensors(&name) else { return Err(call.error(format!("{name} holds no tensors"))) };
    let file = file.map_err(|error| Diagnostic::new(call.span, error.to_string()))?;
    call.charge(machine, file.numbers() as u128)?;
    let entries = file.tensors.iter().map(|(key, tensor)| {
        let path = format!("{name}[{key:?}]");
        let tensor = tape::leaf(tensor.clone(), Leaf::Given(path.into()));
        tape::name(&tensor, key);
        (Value::text(key), Value::Tensor(tensor))
    });
    let entries = entries.collect();
    machine.new_dict(call.span, entries)
}

fn open(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    if !matches!(call.text("mode")?, "r" | "rt") {
        return Err(
            Diagnostic::new(call.span_of("mode"), "files can only be read here, as text").help("leave the mode out")
        );
    }
    named(machine, call, "file", ".json").map(|name| Value::stub(Stub::File(name)))
}

fn load(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(Stub::File(name)) = call.value("fp").as_stub() else {
        return Err(call.wrong("fp", "an opened file, open('translator.json'),"));
    };
    let name = Arc::clone(name);
    let files = machine.files;
    let bytes = files.text(&name).unwrap_or_default();
    machine.spend_bytes(call.span, bytes.len())?;
    let json = serde_json::from_slice(bytes).map_err(|error| call.error(format!("{name} is no JSON: {error}")))?;
    value(machine, call, json)
}

/// A value of JSON; the files here have their keys in alphabetical order.
fn value(machine: &mut Interpreter<'_>, call: &Call<'_>, json: Json) -> Outcome {
    machine.step(call.span)?;
    Ok(match json {
        Json::Null => Value::None,
        Json::Bool(truth) => Value::Bool(truth),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole, Trace::None),
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN), Trace::None),
        },
        Json::String(text) => Value::text(text),
        Json::Array(items) => {
            let items = items.into_iter().map(|item| value(machine, call, item)).collect::<Outcome<_>>()?;
            Value::List(machine.collect(call.span, items)?)
        }
        Json::Object(map) => {
            let entry = |(key, item)| Ok((Value::text(key), value(machine, call, item)?));
            let entries = map.into_iter().map(entry).collect::<Outcome<_>>()?;
            machine.new_dict(call.span, entries)?
        }
    })
}
