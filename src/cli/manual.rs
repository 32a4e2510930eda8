//! `glassformer man` and `glassformer completions`: made from the arguments themselves, so they say what is so.

use std::io::Write;
use std::path::Path;

use clap::{Arg, Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::arguments::Arguments;
use super::{Failure, output};

/// Prints the program's page; or writes it and one for each command into a folder, which is made where it is missing.
pub(super) fn pages(folder: Option<&Path>) -> Result<(), Failure> {
    let command = said_in_full(Arguments::command());
    let Some(folder) = folder else {
        return Ok(Man::new(command).render(&mut output::stdout())?);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map_err(|error| Failure::failed(format!("cannot write the manual pages to {}: {error}", folder.display())))
}

/// The same with a long text for each option: of those that a short help leaves out the pages would say nothing else.
fn said_in_full(command: Command) -> Command {
    let in_full = |arg: Arg| match arg.get_long_help().or(arg.get_help()).cloned() {
        Some(text) => arg.long_help(text),
        None => arg,
    };
    command.mut_args(in_full).mut_subcommands(said_in_full)
}

/// Prints the text that a shell reads.
pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    // It is made whole first: the generator does not say when somebody closes the pipe.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "glassformer", &mut text);
    Ok(output::stdout().write_all(&text)?)
}
