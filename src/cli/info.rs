//! `glassformer info`: what computes here. One page that is good enough for a bug report.

use std::io::Write;

use serde_json::{Value, json};

use super::{Failure, output};
use crate::tensor::backend::{self, Choice};
use crate::tui::theme::depth::{ColorDepth, Environment};

/// Prints the facts; with `GLASSFORMER_REQUIRE_BACKEND` set it also makes that backend prove itself.
pub(super) fn run(as_json: bool) -> Result<(), Failure> {
    require()?;
    let facts = facts();
    let mut out = output::stdout();
    if as_json {
        return Ok(writeln!(out, "{facts:#}")?);
    }
    for (name, value) in facts.as_object().into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Object(fields) => {
                fields.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        };
        writeln!(out, "{name:<16}{text}")?;
    }
    Ok(())
}

/// Fails unless the backend that the environment asks for really computes.
fn require() -> Result<(), Failure> {
    let Ok(word) = std::env::var(backend::REQUIRE_VARIABLE) else { return Ok(()) };
    let choice: Choice = word.parse().map_err(|error: backend::Error| Failure::wrong(error.to_string()))?;
    backend::require(choice).map_err(|error| Failure::failed(error.to_string()))
}

fn facts() -> Value {
    let library = backend::library();
    let calls = backend::calls();
    let available: Vec<&str> = Choice::ALL
        .into_iter()
        .skip(1)
        .filter(|choice| choice.backend().available().is_ok())
        .map(Choice::word)
        .collect();
    let depth = ColorDepth::decide(None, &Environment::read());
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "backend": backend::current().name(),
        "available": available.join(" "),
        "threads": backend::threads(),
        "calls": { "openblas": calls.openblas, "rust": calls.rust, "cuda": calls.cuda },
        "openblas": library.as_ref().map_or("not built in", |library| library.configuration.as_str()),
        "kernels": library.as_ref().map_or("", |library| library.kernels.as_str()),
        "colours": depth.to_string(),
        "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    })
}
