//! Files as a program reads them: those inside the program, weights and words, and those that the page was opened for. A cell never
//! touches the disk.

use std::sync::Arc;

use serde_json::Value as Json;

use super::declare::{Invocation, builtins};
use super::from_argument::{Argument, At, Device, FromArgument};
use super::nearest;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Stub, Trace, Value};
use crate::tensor::{Leaf, tape};

builtins! { TABLE:
    /// The tensors of a file inside the program, by name.
    #[at(Safetensors)]
    fn load_file(call, filename: At<Arc<str>>, device: Device = "cpu") -> Value {
        // Everything is computed here.
        let _ = device;
        let name = known(call, &filename, ".safetensors")?;
        Ok(tensors(call, &name)?)
    }

    /// A text file inside the program, for json.load.
    #[at(Bare)]
    fn open(call, file: At<Arc<str>>, mode: At<Arc<str>> = "r", encoding: Option<Utf8> = None) -> Value {
        // All texts inside the program are UTF-8.
        let _ = encoding;
        if !matches!(&*mode.value, "r" | "rt") {
            let error = Diagnostic::new(mode.span, "files can only be opened for reading, as text");
            return Err(error.help("leave the mode out").into());
        }
        Ok(Value::stub(Stub::File(known(call, &file, ".json")?)))
    }

    /// What an opened JSON file says: dicts, lists, strings, numbers.
    #[at(Json)]
    fn load(call, fp: At<Value>) -> Value {
        let Some(Stub::File(name)) = fp.value.as_stub() else {
            let message = format!("'{}' object has no attribute 'read'", fp.value.python_type());
            let error = Diagnostic::new(fp.span, message);
            return Err(error.help("open the file first: json.load(open('translator.json'))").into());
        };
        Ok(read(call, name)?)
    }
}

/// The encoding of all texts here, by one of its names.
struct Utf8;

impl FromArgument for Utf8 {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let name = Arc::<str>::from_argument(argument, interpreter)?;
        if matches!(&*name.to_lowercase().replace(['-', '_'], ""), "utf8" | "u8" | "utf") {
            return Ok(Self);
        }
        let message = format!("the encoding {} is not supported", argument.value.excerpt());
        Err(Diagnostic::new(argument.span, message).help("all built-in files are UTF-8: leave the encoding out"))
    }
}

/// The name of the file that an argument means.
fn known(call: &Invocation<'_, '_>, wanted: &At<Arc<str>>, ending: &str) -> Outcome<Arc<str>> {
    let At { value: wanted, span } = wanted;
    let known = call.interpreter.files.names(ending);
    if let Some(name) = known.iter().find(|name| ***name == **wanted) {
        return Ok(Arc::clone(name));
    }
    let mut names = known.iter().map(|name| &**name);
    let message =
        format!("there is no file {wanted:?}: a cell can read only the files built into the program, not the disk");
    let help = match (nearest(wanted, names.clone()), names.next()) {
        (Some(near), _) => format!("did you mean \"{near}\"?"),
        (None, Some(only)) if ending == ".safetensors" => {
            format!("there is \"{only}\"; `glassformer eval --load NAME=FILE` loads your own weights")
        }
        (None, Some(only)) => format!("there is {only:?}; write other values you need into the code"),
        (None, None) => "write the values you need into the code".to_owned(),
    };
    Err(Diagnostic::new(*span, message).help(help))
}

/// The tensors of a file, by name.
fn tensors(call: &mut Invocation<'_, '_>, name: &Arc<str>) -> Outcome {
    let files = call.interpreter.files;
    let Some(file) = files.tensors(name) else { return Err(call.error(format!("{name} contains no tensors"))) };
    let file = file.map_err(|error| Diagnostic::new(call.span, error.to_string()))?;
    call.interpreter.spend_elements(call.span, file.numbers() as u128)?;
    call.place();
    let entries = file.tensors.iter().map(|(key, tensor)| {
        let path = format!("{name}[{key:?}]");
        let tensor = tape::leaf(tensor.clone(), Leaf::Given(path.into()));
        tape::name(&tensor, key.as_str());
        (Value::text(key), Value::from(tensor))
    });
    let entries = entries.collect();
    call.interpreter.new_dict(call.span, entries)
}

/// What a JSON file says.
fn read(call: &mut Invocation<'_, '_>, name: &Arc<str>) -> Outcome {
    let files = call.interpreter.files;
    let Some(bytes) = files.text(name) else { return Err(call.error(format!("{name} is not a text file"))) };
    call.interpreter.spend_bytes(call.span, bytes.len())?;
    let json =
        serde_json::from_slice(bytes).map_err(|error| call.error(format!("{name} is not valid JSON: {error}")))?;
    value(call, json)
}

/// A value of JSON; the files here have their keys in alphabetical order.
fn value(call: &mut Invocation<'_, '_>, json: Json) -> Outcome {
    call.interpreter.step(call.span)?;
    Ok(match json {
        Json::Null => Value::None,
        Json::Bool(truth) => Value::Bool(truth),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole, Trace::None),
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN), Trace::None),
        },
        Json::String(text) => Value::text(text),
        Json::Array(items) => {
            let items = items.into_iter().map(|item| value(call, item)).collect::<Outcome<_>>()?;
            call.interpreter.new_list(call.span, items)?
        }
        Json::Object(map) => {
            let entry = |(key, item)| Ok((Value::text(key), value(call, item)?));
            let entries = map.into_iter().map(entry).collect::<Outcome<_>>()?;
            call.interpreter.new_dict(call.span, entries)?
        }
    })
}
