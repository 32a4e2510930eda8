//! `glassformer man` and `glassformer completions`: made from the arguments themselves, so they say what is so.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::arguments::Arguments;
use super::{Failure, output};

/// Prints the program's page; or writes it and one for each command into a folder, which is made where it is missing.
pub(super) fn pages(folder: Option<&Path>) -> Result<(), Failure> {
    let command = Arguments::command();
    let Some(folder) = folder else {
        return Ok(Man::new(command).render(&mut output::stdout())?);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map_err(|error| Failure::failed(format!("cannot write pages into {}: {error}", folder.display())))
}

/// Prints the text that a shell reads.
pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    // It is made whole first: the generator does not say when somebody closes the pipe.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "glassformer", &mut text);
    Ok(output::stdout().write_all(&text)?)
}
