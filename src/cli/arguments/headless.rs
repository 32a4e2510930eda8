//! What can be said to the readers without a screen: `eval`, `why`, `export` and `new-lesson`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Session;
use super::opening::Opening;

/// The page to evaluate, and changes to make first.
#[derive(Debug, Args)]
pub struct Inputs {
    /// A lesson (its number, its name, or a Markdown file), a `.py` file of the cell language, a model of your own (a safetensors file,
    /// with --vocab), or `translator`, the built-in one.
    #[arg(value_name = "LESSON|FILE")]
    pub subject: String,
    /// The vocabulary of your model, and settings that its file does not contain.
    #[command(flatten)]
    pub opening: Opening,
    /// Set an input: a control, or a name with a plain assignment.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// Bind a name to a dict of the tensors in a safetensors file; float16 and bfloat16 become float32.
    #[arg(long, value_name = "NAME=FILE", value_parser = setting)]
    pub load: Vec<(String, String)>,
    /// Include your work: your changes, your own cells, and your exercises. --session does so, too.
    #[arg(long)]
    pub mine: bool,
    /// Where your work is saved.
    #[command(flatten)]
    pub session: Session,
}

impl Inputs {
    /// Whether the learner's work is laid over the lesson.
    pub fn with_work(&self) -> bool {
        self.mine || self.session.session.is_some()
    }

    /// The files that were named to be read.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let named = std::iter::once(PathBuf::from(&self.subject)).chain(self.session.session.clone());
        named.chain(self.load.iter().map(|(_, path)| PathBuf::from(path))).chain(self.opening.files())
    }
}

/// `glassformer eval`.
#[derive(Debug, Args)]
pub struct Eval {
    /// What is evaluated.
    #[command(flatten)]
    pub inputs: Inputs,
    /// Evaluate only this cell and the cells it needs. Can be repeated.
    #[arg(long, value_name = "LABEL")]
    pub cell: Vec<String>,
    /// Print one JSON object with names, cells and errors.
    #[arg(long, conflicts_with = "save")]
    pub json: bool,
    /// Write every named tensor, and those in named dicts and modules, to this file. Its ending chooses the format: .safetensors, .json,
    /// or .csv for a single tensor. An existing file is overwritten, unless it is read here.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// `glassformer why`.
#[derive(Debug, Args)]
pub struct Why {
    /// What is evaluated.
    #[command(flatten)]
    pub inputs: Inputs,
    /// The element: `weights[2, 1]`, `weights[-1, 0]`, `weights[sat, cat]`, or the name of a single number.
    #[arg(value_name = "NAME[INDEX]")]
    pub element: String,
    /// How many levels of operands to show.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub depth: u16,
    /// Show what depends on the element instead, directly or indirectly.
    #[arg(long, conflicts_with = "depth")]
    pub uses: bool,
    /// Show the gradient of this number with respect to the element, with its reasons: `--gradient loss`, `--gradient 'output[2, 0]'`.
    #[arg(long, value_name = "OUTPUT", conflicts_with = "uses")]
    pub gradient: Option<String>,
    /// Print one JSON tree of formula, value and operands.
    #[arg(long)]
    pub json: bool,
}

/// `glassformer export`.
///
/// Exits with status 1 if code of the lesson is not Python; it is written unchanged, with a message that says where it fails.
#[derive(Debug, Args)]
pub struct Export {
    /// The lesson: its number, its name, or a Markdown file; or your own model, to export its page.
    pub lesson: String,
    /// The vocabulary of your model, and settings that its file does not contain.
    #[command(flatten)]
    pub opening: Opening,
    /// The format: a Python program, a Jupyter notebook, or Markdown.
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// The file to write, with any weights next to it; standard output if omitted. An existing export is overwritten, but never a file
    /// that the lesson is read from.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What a lesson can be exported to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A Python program.
    Py,
    /// A Jupyter notebook.
    Ipynb,
    /// Markdown with code blocks.
    Md,
}

/// `glassformer new-lesson`.
#[derive(Debug, Args)]
pub struct NewLesson {
    /// The lesson's name in lower case, with its number if it belongs to the course: `07-dropout`.
    pub name: String,
    /// The folder to write it to. It is created if missing.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
}

/// `NAME=VALUE`, both of which must be said.
fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if is_name(name.trim()) => Ok((name.trim().to_owned(), value.to_owned())),
        Some((name, _)) => Err(format!("`{name}` is not a valid name; write NAME=VALUE")),
        None => Err("the `=` is missing; write NAME=VALUE".to_owned()),
    }
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|c| c.is_alphanumeric() || c == '_')
}

/// `glassformer grade`.
#[derive(Debug, Args)]
pub struct Grade {
    /// Session files, one per learner, as `--session FILE` writes them, or a folder of them. A folder in the program's own layout, with one
    /// file per lesson, belongs to one learner.
    #[arg(value_name = "SESSION", required_unless_present = "supervised")]
    pub sessions: Vec<PathBuf>,
    /// Grade the files whose names come on standard input, for a `grade` that watches over this one.
    #[arg(long, hide = true, conflicts_with = "sessions")]
    pub supervised: bool,
    /// Grade only this lesson. Can be repeated.
    #[arg(long, value_name = "LESSON")]
    pub lesson: Vec<String>,
    /// Print one JSON object with every learner, lesson, question and exercise.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV, one line per learner and block.
    #[arg(long)]
    pub csv: bool,
}

/// How grades are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeForm {
    /// For people.
    Table,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

impl Grade {
    /// How the grades are to be printed.
    pub fn form(&self) -> GradeForm {
        match (self.json, self.csv) {
            (true, _) => GradeForm::Json,
            (_, true) => GradeForm::Csv,
            _ => GradeForm::Table,
        }
    }
}
