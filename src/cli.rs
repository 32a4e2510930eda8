//! Arguments and subcommands: the one room that speaks to standard output and sets the exit status.
//!
//! Status 0: done. 1: the check or the program failed. 2: the call was wrong. Errors go to standard error, in one line first.

pub mod arguments;
mod check;
mod complaint;
mod cost;
mod diff;
mod eval;
mod export;
mod forward;
mod grade;
mod info;
mod json;
mod keys;
mod list;
mod manual;
mod model;
mod new_lesson;
mod notes;
mod open;
mod output;
mod render;
mod settings;
mod subject;
mod told;
mod train;
mod translate;
mod why;
mod written;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser};

use crate::notebook::element::Missing;
use crate::notebook::library::{LessonLibrary, OpenError, lesson_files};
use crate::notebook::problem::nearest;
use crate::notebook::training::TrainingError;
use crate::tensor::backend;
use crate::words::Said;
use arguments::{Arguments, Command, Engine};

/// Why a command ended without doing what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// The command ran, and what it looked at is not right.
    fn failed(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }

    /// The call itself was wrong.
    fn wrong(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 2 }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::failed(error.to_string())
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Unknown { asked, .. } if Path::new(&asked).is_file() => Self::wrong(format!(
                "cannot tell what `{asked}` is from its name: a lesson ends in `.md`, a program in `.py`, and \
                 weights in `.safetensors`; add --vocab to open weights with any other name"
            )),
            OpenError::Unknown { .. } | OpenError::Unreadable { .. } => Self::wrong(error.to_string()),
            OpenError::Broken(_) => Self::failed(error.to_string()),
        }
    }
}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Counted { .. } | Missing::Lost(_) => Self::failed(missing.to_string()),
            _ => Self::wrong(missing.to_string()),
        }
    }
}

impl From<TrainingError> for Failure {
    fn from(refusal: TrainingError) -> Self {
        match refusal {
            TrainingError::Wrong(words) => Self::wrong(words),
            other => Self::failed(other.said()),
        }
    }
}

impl From<crate::tensor::Error> for Failure {
    fn from(error: crate::tensor::Error) -> Self {
        Self::failed(error.to_string())
    }
}

/// Runs the program with the process's arguments and says how it ended.
pub fn main() -> ExitCode {
    backend::memory::keep();
    let ended = Arguments::try_parse().map_or_else(|error| refused(&error), run);
    let ended = ended.and_then(flushed);
    if let Some(trouble) = backend::trouble() {
        let _ = writeln!(output::stderr(), "glassformer: {trouble}");
    }
    match ended {
        Ok(status) => status,
        // Somebody closed the pipe that we write to (`| head`): that is their right and no failure.
        Err(failure) if failure.message.contains("Broken pipe") => ExitCode::SUCCESS,
        Err(failure) => {
            // Without standard error there is nobody left to tell.
            let _ = writeln!(output::stderr(), "glassformer: {}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}

/// What no line end has sent on its way would be lost without a word. Whoever did not do what was asked for has said why.
fn flushed(status: ExitCode) -> Result<ExitCode, Failure> {
    if status == ExitCode::SUCCESS {
        output::stdout().flush()?;
    }
    Ok(status)
}

/// What is said of the arguments: help, the version, or what is wrong with them.
fn told(said: &clap::Error) -> Result<ExitCode, Failure> {
    let status = ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(u8::MAX));
    match said.print() {
        Err(error) if !said.use_stderr() => Err(output::unwritten("standard output", &error).into()),
        // Without standard error there is nobody left to tell.
        _ => Ok(status),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    if let (Some(lesson), Some(_)) = (&arguments.lesson, &arguments.command) {
        return Err(Failure::wrong(format!(
            "unexpected `{lesson}` before the command: put its arguments after the command"
        )));
    }
    if arguments.command.is_some() {
        if arguments.present {
            return Err(Failure::wrong("`--present` cannot be used with a command: remove one of the two"));
        }
        if let Some(name) = arguments.screen.first_set() {
            return Err(Failure::wrong(format!(
                "`{name}` before a command has no effect: put it after the command, if the command accepts it"
            )));
        }
    }
    let engine = prepare(&arguments.engine)?;
    match arguments.command {
        None => {
            let lesson = arguments.lesson.as_deref();
            let open = if arguments.present { open::present } else { open::run };
            match lesson.filter(|name| engine.find(name).is_none()).and_then(meant) {
                Some(command) => Err(Failure::wrong(command)),
                None => open(engine, lesson, &arguments.screen),
            }
        }
        Some(Command::List { certificate, map, json, session }) => {
            let form = if certificate {
                list::Form::Certificate
            } else if map {
                list::Form::Map
            } else {
                list::Form::Lessons
            };
            list::run(&engine, session.session.as_deref(), form, json).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Check { paths, json }) => check::run(&engine, &paths, json).map(|()| ExitCode::SUCCESS),
        Some(Command::Open(options)) => open::model(engine, &options),
        Some(Command::Render(options)) => render::run(engine, &options).map(|()| ExitCode::SUCCESS),
        Some(Command::Forward(options)) => forward::run(&options).map(|()| ExitCode::SUCCESS),
        Some(Command::Diff(options)) => diff::run(&options).map(|()| ExitCode::SUCCESS),
        Some(Command::Cost(options)) => cost::run(&options).map(|()| ExitCode::SUCCESS),
        Some(Command::Eval(options)) => eval::run(&engine, &options),
        Some(Command::Why(options)) => why::run(&engine, &options),
        Some(Command::Export(options)) => export::run(&engine, &options).map(|()| ExitCode::SUCCESS),
        Some(Command::Grade(options)) => grade::run(&engine, &arguments.engine, &options),
        Some(Command::NewLesson(options)) => new_lesson::run(&options).map(|()| ExitCode::SUCCESS),
        Some(Command::Train(options)) => train::run(engine, &options),
        Some(Command::Translate(options)) => translate::run(&options).map(|()| ExitCode::SUCCESS),
        Some(Command::Man { dir }) => manual::pages(dir.as_deref()).map(|()| ExitCode::SUCCESS),
        Some(Command::Completions { shell }) => manual::completions(shell).map(|()| ExitCode::SUCCESS),
        Some(Command::Notes) => notes::run().map(|()| ExitCode::SUCCESS),
        Some(Command::Keys(options)) => keys::run(&options).map(|()| ExitCode::SUCCESS),
        Some(Command::Info { json }) => info::run(json).map(|()| ExitCode::SUCCESS),
    }
}

/// What is wrong with a call. A slip in the name of a command makes it a lesson's, and then it is what follows that is not understood.
fn refused(error: &clap::Error) -> Result<ExitCode, Failure> {
    let is_slip = matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument);
    let first = std::env::args().nth(1).filter(|first| is_slip && !first.starts_with('-'));
    let commands = Arguments::command();
    let is_known =
        |name: &str| commands.find_subcommand(name).is_some() || LessonLibrary::embedded().find(name).is_some();
    match first.filter(|first| !is_known(first)).and_then(|first| meant(&first)) {
        Some(command) => Err(Failure::wrong(command)),
        None => told(error),
    }
}

/// What somebody meant who named a lesson that there is not, if it is nearly the name of a command.
fn meant(name: &str) -> Option<String> {
    if name == "help" {
        return Some(
            "to see the commands, run `glassformer --help`; to see the keys, press `?` on the screen".to_owned(),
        );
    }
    let commands = Arguments::command();
    let names = || commands.get_subcommands().map(clap::Command::get_name);
    let begun = names().find(|command| command.split_once('-').is_some_and(|(first, _)| first == name));
    let nearest = begun.or_else(|| nearest(name, names()))?;
    Some(format!("there is no lesson or command `{name}`; did you mean `glassformer {nearest}`?"))
}

/// Chooses the backend and the number of threads, and gathers the lessons.
fn prepare(engine: &Engine) -> Result<LessonLibrary, Failure> {
    if let Err(error) = backend::select(engine.backend) {
        // A missing GPU is no reason not to learn.
        let _ = writeln!(output::stderr(), "glassformer: {error}; using {} instead", backend::current().name());
    }
    if let Some(threads) = engine.threads {
        backend::set_threads(usize::from(threads));
    }
    let library = LessonLibrary::embedded();
    let Some(path) = &engine.lessons else { return Ok(library) };
    // By a wrong name the course alone would come, and nobody would know why.
    if path.is_dir() && lesson_files(path)?.is_empty() {
        return Err(Failure::wrong(check::no_lesson(path)));
    }
    Ok(library.with_lessons(path)?)
}
