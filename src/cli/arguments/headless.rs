//! What can be said to the readers without a screen: `eval`, `why`, `export` and `new-lesson`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Session;
use super::opening::Opening;

/// What is evaluated, and what is changed in it first.
#[derive(Debug, Args)]
pub struct Inputs {
    /// A lesson (its number, its name, or a Markdown file), a `.py` file of the cell language, a model of your own (a safetensors file,
    /// with --vocab), or `translator`, the one inside the program.
    #[arg(value_name = "LESSON|FILE")]
    pub subject: String,
    /// The words of a model of your own, and what its file does not say.
    #[command(flatten)]
    pub opening: Opening,
    /// Set an input: a control, or a name that is plainly assigned.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// Bind a name to a dict of the tensors in a safetensors file; float16 and bfloat16 become float32.
    #[arg(long, value_name = "NAME=FILE", value_parser = setting)]
    pub load: Vec<(String, String)>,
    /// The lesson with your work in it: what you changed, your own cells, and the exercises that you began; so does --session.
    #[arg(long)]
    pub mine: bool,
    /// Where your work is kept.
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
    /// Evaluate only this cell and what it needs; may be given more than once.
    #[arg(long, value_name = "LABEL")]
    pub cell: Vec<String>,
    /// As one JSON object: names, cells and errors.
    #[arg(long, conflicts_with = "save")]
    pub json: bool,
    /// Write every named tensor, and those in named dicts and modules, to this file: safetensors, or what it is called, .json or .csv
    /// (which holds one tensor). One that is there is written anew, unless it is read here.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// `glassformer why`.
#[derive(Debug, Args)]
pub struct Why {
    /// What is evaluated.
    #[command(flatten)]
    pub inputs: Inputs,
    /// Which element: `weights[2, 1]`, `weights[-1, 0]`, `weights[sat, cat]`, or the name of a single number.
    #[arg(value_name = "NAME[INDEX]")]
    pub element: String,
    /// How many steps to go down; further steps are left out.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub depth: u16,
    /// The other way: what depends on it, directly or through others.
    #[arg(long, conflicts_with = "depth")]
    pub uses: bool,
    /// The gradient of this number with respect to the element, and how it comes about: `--gradient loss`, `--gradient 'output[2, 0]'`.
    #[arg(long, value_name = "OUTPUT", conflicts_with = "uses")]
    pub gradient: Option<String>,
    /// As one JSON tree of formula, value and operands.
    #[arg(long)]
    pub json: bool,
}

/// `glassformer export`.
///
/// Ends with 1 where code of the lesson is no Python: it is written as it stands, and where it fails is told.
#[derive(Debug, Args)]
pub struct Export {
    /// The lesson: its number, its name, or a Markdown file; or a model of your own, whose page it is then.
    pub lesson: String,
    /// The words of a model of your own, and what its file does not say.
    #[command(flatten)]
    pub opening: Opening,
    /// As a Python program, a Jupyter notebook, or Markdown.
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// Where to write it, and the weights beside it if it reads any; without it, to standard output. An export that is there is
    /// written anew; the files that the lesson is read from are not.
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
    /// The lesson's name in small letters, with its number if it has a place in the course: `07-dropout`.
    pub name: String,
    /// The folder to write it to; made if it is missing.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
}

/// `NAME=VALUE`, both of which must be said.
fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if is_name(name.trim()) => Ok((name.trim().to_owned(), value.to_owned())),
        Some((name, _)) => Err(format!("`{name}` is no name; write NAME=VALUE")),
        None => Err("write NAME=VALUE".to_owned()),
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
    /// Session files, one a learner, as `--session FILE` writes them, or a folder of them. A folder as the program keeps one, with a
    /// file a lesson called after it, is one learner's.
    #[arg(value_name = "SESSION", required_unless_present = "supervised")]
    pub sessions: Vec<PathBuf>,
    /// Grade the files whose names come on standard input, for a `grade` that watches over this one.
    #[arg(long, hide = true, conflicts_with = "sessions")]
    pub supervised: bool,
    /// Grade only this lesson; may be given more than once.
    #[arg(long, value_name = "LESSON")]
    pub lesson: Vec<String>,
    /// As one JSON object: every learner, lesson, question and exercise.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// As a table for a spreadsheet, a line a learner and block.
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
