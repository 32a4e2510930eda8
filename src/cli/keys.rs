//! `glassformer keys`: the table of keys as a file, or a look at such a file.

use std::io::Write as _;

use super::arguments::Keys;
use super::{Failure, output, settings};
use crate::notebook::counted::counted;
use crate::tui::keymap::{Keymap, file};

/// Prints the table, or says whether a file of keys is right.
pub(super) fn run(options: &Keys) -> Result<(), Failure> {
    let mut out = output::stdout();
    let Some(path) = &options.check else {
        // Without a file these are the program's own: what is printed is often written over the reader's file.
        let keymap = match &options.keys {
            Some(path) => settings::keymap(path)?,
            None => Keymap::new(),
        };
        return Ok(write!(out, "{}", keymap.written())?);
    };
    let name = path.display().to_string();
    let text = settings::contents(path).map_err(|error| Failure::wrong(format!("cannot read {name}: {error}")))?;
    match file::read(&name, &text) {
        Ok(_) => Ok(writeln!(out, "{name}: no problems")?),
        Err(problems) => {
            for problem in &problems {
                writeln!(out, "{problem}")?;
            }
            Err(Failure::failed(counted(problems.len(), "problem")))
        }
    }
}
