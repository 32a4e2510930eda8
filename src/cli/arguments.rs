//! What can be said on the command line.

pub mod headless;
pub mod models;
pub mod opening;
pub mod training;
pub mod translation;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::tensor::backend;
use crate::tui::keymap::parse_keys;
use crate::tui::theme::ThemeName;
use crate::tui::theme::depth::ColorDepth;
use crate::words::Language;

/// A Transformer you can see through: lessons whose every number can be changed and asked why.
#[derive(Debug, Parser)]
#[command(version, about, subcommand_precedence_over_arg = true, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do instead of opening the course.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The lesson to open: its number, its name, or a Markdown file. Without one the contents open.
    pub lesson: Option<String>,
    /// Present lessons to a class: slide by slide, answers kept back until a key, in wide margins and with large headings. Nothing is
    /// kept; --session names a file with what you prepared. `glassformer notes` shows your notes at another terminal.
    #[arg(long, conflicts_with = "plain")]
    pub present: bool,
    /// How the screen looks and reacts.
    #[command(flatten)]
    pub screen: Screen,
    /// What computes, and which lessons there are.
    #[command(flatten)]
    pub engine: Engine,
}

/// What every command shares.
#[derive(Debug, Clone, Args)]
pub struct Engine {
    /// What multiplies matrices: auto, openblas, rust or cuda.
    #[arg(long, global = true, value_name = "NAME", default_value = "auto", value_parser = str::parse::<backend::BackendChoice>)]
    pub backend: backend::BackendChoice,
    /// How many threads large products and arrays may take; 1 where the program was built without OpenBLAS.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A folder of lessons that take the place of, or join, those inside the program; or a pack, a zip archive of lessons that join them.
    #[arg(long, global = true, value_name = "DIR|ZIP")]
    pub lessons: Option<PathBuf>,
}

/// How the screen looks and reacts.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "what can be set to yes can be set to no again, each by a flag")]
pub struct Screen {
    /// auto, dark, light, mono, contrast, or one of your own; auto unless you have set another: light where your terminal is.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// How many colours: mono, 16, 256 or truecolor. Without it the terminal is asked by its environment.
    #[arg(long, value_name = "DEPTH", value_parser = str::parse::<ColorDepth>)]
    pub color: Option<ColorDepth>,
    /// What language it speaks.
    #[command(flatten)]
    pub speech: Speech,
    /// Let nothing move by itself: a training that is watched is drawn anew twice a second and not thirty times.
    #[arg(long, overrides_with = "no_reduced_motion")]
    pub reduced_motion: bool,
    /// Let things move, although you have set otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "reduced_motion")]
    pub no_reduced_motion: bool,
    /// Leave the mouse to the terminal.
    #[arg(long, overrides_with = "mouse")]
    pub no_mouse: bool,
    /// Take the mouse, although you have set otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "no_mouse")]
    pub mouse: bool,
    /// Copy nothing to the terminal's clipboard.
    #[arg(long, overrides_with = "clipboard")]
    pub no_clipboard: bool,
    /// Tell the course in lines of text, for screen readers, braille displays and logs. A terminal that cannot move its cursor
    /// (TERM=dumb) gets this by itself.
    #[arg(long)]
    pub plain: bool,
    /// How wide the lines of --plain are; 0 leaves them whole, for screen readers that wrap by themselves.
    #[arg(long, value_name = "N", value_parser = width)]
    pub width: Option<usize>,
    /// Copy to the terminal's clipboard, although you have set otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "no_clipboard")]
    pub clipboard: bool,
    /// A file of settings, in place of your own config.toml in the folder of settings.
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// A file with other keys, in place of your own in the folder of settings; `glassformer keys` prints one to begin with.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// Where your work is kept.
    #[command(flatten)]
    pub session: Session,
}

impl Screen {
    /// The first of these that was said on the command line.
    pub fn first_set(&self) -> Option<&'static str> {
        let said = [
            ("--theme", self.theme.is_some()),
            ("--color", self.color.is_some()),
            ("--language", self.speech.language.is_some()),
            ("--reduced-motion", self.reduced_motion),
            ("--no-reduced-motion", self.no_reduced_motion),
            ("--no-mouse", self.no_mouse),
            ("--mouse", self.mouse),
            ("--no-clipboard", self.no_clipboard),
            ("--clipboard", self.clipboard),
            ("--plain", self.plain),
            ("--settings", self.settings.is_some()),
            ("--keys", self.keys.is_some()),
            ("--session", self.session.session.is_some()),
        ];
        said.into_iter().find(|(_, is_said)| *is_said).map(|(name, _)| name)
    }
}

/// The language of the screen.
#[derive(Debug, Clone, Args)]
pub struct Speech {
    /// The language of the screen's own words: en or de. Without it the locale of the environment says it. Lessons stay as they are.
    #[arg(long, value_name = "CODE", value_parser = str::parse::<Language>)]
    pub language: Option<Language>,
}

impl Speech {
    /// The language that was asked for: here, by what the reader has set, or by the environment.
    pub fn language(&self, set: Option<Language>) -> Language {
        self.language.or(set).unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()))
    }
}

/// `glassformer keys`.
#[derive(Debug, Args)]
pub struct Keys {
    /// Say what is wrong with this file of keys, and print nothing else.
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub check: Option<PathBuf>,
    /// The keys of this file, in place of the program's own.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
}

/// Where the learner's work is kept.
#[derive(Debug, Clone, Args)]
pub struct Session {
    /// A file that holds your work, in place of this computer's own: to keep it by name, or to send it to somebody.
    #[arg(long, value_name = "FILE")]
    pub session: Option<PathBuf>,
}

/// What to do instead of opening the course.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the lessons, and how far you are in them.
    List {
        /// What of it you have really solved: every check is made again, and what was solved with its solution shown does not count.
        #[arg(long)]
        certificate: bool,
        /// As a map: which lesson needs which, what is done, and what can be begun.
        #[arg(long, conflicts_with_all = ["certificate", "json"])]
        map: bool,
        /// As one JSON array.
        #[arg(long)]
        json: bool,
        /// Where your work is kept.
        #[command(flatten)]
        session: Session,
    },
    /// Check lessons and grammars: every cell runs, every exercise can be solved, every link leads somewhere, every rule is used.
    Check {
        /// Lesson files, folders of them, or folders of a grammar; without any, the lessons and the grammar inside the program.
        paths: Vec<PathBuf>,
        /// As one JSON array of problems.
        #[arg(long)]
        json: bool,
    },
    /// Evaluate a lesson or a `.py` file of the cell language, and print or save what comes out.
    Eval(headless::Eval),
    /// Explain one element: its formula with the real numbers, and what it was made of.
    Why(headless::Why),
    /// Export a lesson to run under PyTorch.
    Export(headless::Export),
    /// Grade the sessions of a class: every answer and exercise, computed again.
    Grade(headless::Grade),
    /// Write a template of a lesson to begin with.
    NewLesson(headless::NewLesson),
    /// Open a model that you trained in PyTorch: what it says, where it looks, what its parts are for.
    Open(opening::Open),
    /// Print a screen as text, or as a picture, without a terminal.
    Render(Render),
    /// Run a model on weights that came from PyTorch, and save what it computes.
    Forward(models::Forward),
    /// Compare two files of tensors: the first stage that differs, where, and by how much.
    Diff(models::Diff),
    /// Count a model's parameters and multiply-adds, module by module.
    Cost(models::Cost),
    /// Train a model on a task: copy, reverse, sort, dates or translation.
    Train(training::Train),
    /// Translate English sentences to French with a model that was trained here, and see what it looked at.
    Translate(translation::Translate),
    /// Print the manual's page, or write the pages of all commands into a folder.
    Man {
        /// A folder for one page a command: `glassformer.1`, `glassformer-eval.1` and so on.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Print what a shell needs to complete these commands.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Show the notes of a lesson that is presented at another terminal, at each step, until the talk ends.
    Notes,
    /// Print the keys as a file to be changed, or check such a file.
    Keys(Keys),
    /// Say what computes here, where your work is kept, and what the terminal says of itself: for a bug report.
    Info {
        /// As one JSON object.
        #[arg(long)]
        json: bool,
    },
}

/// `glassformer render`.
#[derive(Debug, Args)]
pub struct Render {
    /// The lesson: its number, its name, or a Markdown file; a training, `train:reverse`; a model of your own, a safetensors file with
    /// --vocab; or `translator`, the one inside the program. Without any, the contents.
    pub lesson: Option<String>,
    /// The words of a model of your own, and what its file does not say.
    #[command(flatten)]
    pub opening: opening::Opening,
    /// How many steps a training does before the keys.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub steps: usize,
    /// Columns and rows.
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: (u16, u16),
    /// Keys to press first, such as `"j j <enter>"`.
    #[arg(long, default_value = "", value_parser = keys)]
    pub keys: String,
    /// Keys to press after these, for a moving picture: the screen before them, then after each of them, in a loop. With --svg.
    #[arg(long, value_name = "KEYS", value_parser = keys, requires = "svg")]
    pub animate: Option<String>,
    /// How long a moving picture shows each screen, in milliseconds; the last screen stays three times as long.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=60_000), requires = "animate")]
    pub each: u32,
    /// dark, light, mono or contrast.
    #[arg(long, value_name = "NAME", default_value = "dark", value_parser = str::parse::<ThemeName>)]
    pub theme: ThemeName,
    /// What language it speaks.
    #[command(flatten)]
    pub speech: Speech,
    /// As an SVG picture instead of text.
    #[arg(long, conflicts_with = "styles")]
    pub svg: bool,
    /// As text with a second grid that tells the style of every cell.
    #[arg(long)]
    pub styles: bool,
    /// As it is presented to a class.
    #[arg(long)]
    pub present: bool,
    /// The work to show; it is read and not changed.
    #[command(flatten)]
    pub session: Session,
}

/// The width of a line that is told.
fn width(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(width @ (0 | 20..=1000)) => Ok(width),
        _ => Err("a width is from 20 to 1000, or 0 for lines that are not wrapped".to_owned()),
    }
}

/// Keys are read here so that a slip is a wrong call; they are pressed later.
fn keys(text: &str) -> Result<String, String> {
    parse_keys(text).map(|_| text.to_owned()).map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let numbers = text.split_once('x').and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    match numbers {
        Some((columns @ 1..=1000, rows @ 1..=1000)) => Ok((columns, rows)),
        _ => Err("a size is COLUMNSxROWS, such as 80x24, each from 1 to 1000".to_owned()),
    }
}
