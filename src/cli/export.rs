//! `glassformer export`: a lesson to run under PyTorch.

use std::io::{self, Write};
use std::sync::Arc;

use super::arguments::headless::{Export, Format};
use super::{Failure, open};
use crate::notebook::export::{to_jupyter, to_markdown, to_python};
use crate::notebook::library::Library;

/// Writes the lesson in another form.
pub(super) fn run(library: &Library, options: &Export) -> Result<(), Failure> {
    let lesson = Arc::new(open::lesson(library, &options.lesson)?);
    let text = match options.to {
        Format::Py => to_python(&lesson),
        Format::Ipynb => to_jupyter(&lesson),
        Format::Md => to_markdown(&lesson),
    };
    match &options.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::failed(format!("cannot write {}: {error}", path.display()))),
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
    }
}
