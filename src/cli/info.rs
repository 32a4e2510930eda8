//! `glassformer info`: what computes here. One page that is good enough for a bug report.

use std::io::Write;

use serde_json::{Value, json};

use super::{Failure, output, settings};
use crate::notebook::session::SessionStore;
use crate::tensor::backend::{self, BackendChoice};
use crate::tui::theme::depth::{ColorDepth, Environment};

/// What terminals and those between say of themselves.
const TERMINAL: [&str; 7] = ["TERM", "COLORTERM", "TERM_PROGRAM", "TMUX", "SSH_TTY", "NO_COLOR", "LANG"];

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
        // A path or a variable may hold one, and every fact has its own line.
        let text = text.replace('\n', "\\n");
        writeln!(out, "{name:<16}{text}")?;
    }
    Ok(())
}

/// Fails unless the backend that the environment asks for really computes.
fn require() -> Result<(), Failure> {
    let Ok(word) = std::env::var(backend::REQUIRE_VARIABLE) else { return Ok(()) };
    let choice: BackendChoice =
        word.parse().map_err(|error: backend::BackendError| Failure::wrong(error.to_string()))?;
    backend::require(choice).map_err(|error| Failure::failed(error.to_string()))
}

fn facts() -> Value {
    let library = backend::library();
    let calls = backend::calls();
    let available: Vec<&str> = BackendChoice::ALL
        .into_iter()
        .skip(1)
        .filter(|choice| choice.backend().available().is_ok())
        .map(BackendChoice::word)
        .collect();
    let depth = ColorDepth::decide(None, &Environment::read());
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| "not set".to_owned());
    let terminal = TERMINAL.map(|name| format!("{name} {}", variable(name))).join(", ");
    let kept = SessionStore::of_user()
        .map_or_else(|| "not saved: HOME is not set".to_owned(), |store| store.path().display().to_string());
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "backend": backend::current().name(),
        "available": available.join(" "),
        "threads": backend::threads(),
        "calls": { "openblas": calls.openblas, "rust": calls.rust, "cuda": calls.cuda },
        "openblas": library.as_ref().map_or("not built in", |library| library.configuration.as_str()),
        "kernels": library.as_ref().map_or("", |library| library.kernels.as_str()),
        "colours": depth.to_string(),
        "sessions": kept,
        "settings": settings::place(),
        "terminal": terminal,
        "processor": processor(),
        "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    })
}

/// The processor's name, where the system tells it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.to_owned())
}
