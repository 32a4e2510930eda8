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
use crate::tui::theme::depth::ColorDepth;
use crate::words::Language;

/// A Transformer you can see through: change any number in a lesson, and ask any number why.
#[derive(Debug, Parser)]
#[command(version, about, subcommand_precedence_over_arg = true, disable_help_subcommand = true)]
pub struct Arguments {
    /// The command to run instead of opening the course.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The lesson to open: its number, its name, or a Markdown file. Opens the front page if omitted.
    pub lesson: Option<String>,
    /// Present lessons to a class: slide by slide, with wide margins and large headings, and with answers hidden until you press a key.
    /// Nothing is saved; --session names a file with what you prepared. `glassformer notes` shows your notes in another terminal.
    #[arg(long, conflicts_with = "plain")]
    pub present: bool,
    /// The look and behavior of the screen.
    #[command(flatten)]
    pub screen: Screen,
    /// The backend, and the lessons.
    #[command(flatten)]
    pub engine: Engine,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
pub struct Engine {
    /// The backend for matrix products: auto, openblas, rust or cuda.
    #[arg(long, global = true, value_name = "NAME", default_value = "auto", value_parser = str::parse::<backend::BackendChoice>)]
    pub backend: backend::BackendChoice,
    /// The number of threads for large products and arrays; always 1 if the program was built without OpenBLAS.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A folder of lessons that replace or extend the built-in ones; or a pack, a zip archive of additional lessons.
    #[arg(long, global = true, value_name = "DIR|ZIP")]
    pub lessons: Option<PathBuf>,
}

/// The look and behavior of the screen.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "what can be set to yes can be set to no again, each by a flag")]
pub struct Screen {
    /// The theme: auto, dark, light, mono, contrast, or your own. The default is auto, which follows your terminal's background.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// The number of colors: mono, 16, 256 or truecolor. Detected from the environment if omitted.
    #[arg(long, value_name = "DEPTH", value_parser = str::parse::<ColorDepth>)]
    pub color: Option<ColorDepth>,
    /// The language of the screen.
    #[command(flatten)]
    pub speech: Speech,
    /// Reduce motion: redraw a training twice a second instead of thirty times.
    #[arg(long, overrides_with = "no_reduced_motion")]
    pub reduced_motion: bool,
    /// Allow motion, even if your settings say otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "reduced_motion")]
    pub no_reduced_motion: bool,
    /// Leave the mouse to the terminal.
    #[arg(long, overrides_with = "mouse")]
    pub no_mouse: bool,
    /// Use the mouse, even if your settings say otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "no_mouse")]
    pub mouse: bool,
    /// Never copy to the terminal's clipboard.
    #[arg(long, overrides_with = "clipboard")]
    pub no_clipboard: bool,
    /// Draw no pictures in real pixels, even where the terminal shows them (kitty, iTerm2, sixel).
    #[arg(long, overrides_with = "graphics")]
    pub no_graphics: bool,
    /// Draw pictures in real pixels where the terminal shows them, even if your settings say otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "no_graphics")]
    pub graphics: bool,
    /// Print the course as lines of text, for screen readers, braille displays and logs. This is the default in a terminal that
    /// cannot move its cursor (TERM=dumb).
    #[arg(long)]
    pub plain: bool,
    /// The line width of --plain; 0 turns wrapping off, for screen readers that wrap lines themselves.
    #[arg(long, value_name = "N", value_parser = width)]
    pub width: Option<usize>,
    /// Copy to the terminal's clipboard, even if your settings say otherwise.
    #[arg(long, hide_short_help = true, overrides_with = "no_clipboard")]
    pub clipboard: bool,
    /// A settings file to use instead of your config.toml.
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// A key file to use instead of your own; `glassformer keys` prints one to start from.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// Where your work is saved.
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
            ("--no-graphics", self.no_graphics),
            ("--graphics", self.graphics),
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
    /// The language of the user interface: en or de. Taken from the environment's locale if omitted. Lessons are in English.
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
    /// Check this key file, and print only its problems.
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub check: Option<PathBuf>,
    /// Print the keys of this file instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
}

/// Where the learner's work is kept.
#[derive(Debug, Clone, Args)]
pub struct Session {
    /// A file for your work, instead of the default place: to keep it under a name of your own, or to send it to someone.
    #[arg(long, value_name = "FILE")]
    pub session: Option<PathBuf>,
}

/// The command to run instead of opening the course.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the lessons and your progress in them.
    List {
        /// List what you have solved. Every check runs again; exercises whose solution was shown do not count.
        #[arg(long)]
        certificate: bool,
        /// Draw a map: which lesson needs which, which are completed, and which are ready to start.
        #[arg(long, conflicts_with_all = ["certificate", "json"])]
        map: bool,
        /// Print one JSON array.
        #[arg(long)]
        json: bool,
        /// Where your work is saved.
        #[command(flatten)]
        session: Session,
    },
    /// Check lessons and grammars: cells run, exercises can be solved, links resolve, and every grammar rule is used.
    Check {
        /// Lesson files, folders of lessons, or folders of a grammar; the built-in lessons and grammar if omitted.
        paths: Vec<PathBuf>,
        /// Print the problems as one JSON array.
        #[arg(long)]
        json: bool,
    },
    /// Evaluate a lesson or a `.py` file of the cell language, and print or save the results.
    Eval(headless::Eval),
    /// Explain one element: its formula with the actual numbers, and its operands.
    Why(headless::Why),
    /// Export a lesson to run under PyTorch.
    Export(headless::Export),
    /// Grade the sessions of a class by checking every answer and exercise again.
    Grade(headless::Grade),
    /// Write a lesson template to start from.
    NewLesson(headless::NewLesson),
    /// Open a model that you trained in PyTorch: its output, its attention, and the effect of its parts.
    Open(opening::Open),
    /// Render a screen as text or as a picture, without a terminal.
    Render(Render),
    /// Run a model with weights from PyTorch, and save its output.
    Forward(models::Forward),
    /// Compare two tensor files: show the first stage that differs, where, and by how much.
    Diff(models::Diff),
    /// Count a model's parameters and multiply-adds, module by module.
    Cost(models::Cost),
    /// Train a model on a task: copy, reverse, sort, dates or translation.
    Train(training::Train),
    /// Translate English to French with a model that was trained here, and show its attention.
    Translate(translation::Translate),
    /// Print the manual page, or write the manual pages of all commands into a folder.
    Man {
        /// The folder for the pages, one per command: `glassformer.1`, `glassformer-eval.1` and so on.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Print a completion script for your shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Show the speaker notes of a lesson that is being presented in another terminal, until the talk ends.
    Notes,
    /// Print the keys as a file that you can edit, or check such a file.
    Keys(Keys),
    /// Print the backend, where your work is saved, and the terminal's properties, for a bug report.
    Info {
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

/// `glassformer render`.
#[derive(Debug, Args)]
pub struct Render {
    /// The lesson: its number, its name, or a Markdown file; a training, `train:reverse`; a model of your own, a safetensors file with
    /// --vocab; or `translator`, the built-in one. The front page if omitted.
    pub lesson: Option<String>,
    /// The vocabulary of your model, and settings that its file does not contain.
    #[command(flatten)]
    pub opening: opening::Opening,
    /// The number of training steps before the keys.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub steps: usize,
    /// The size of the screen: columns, then rows.
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: (u16, u16),
    /// Keys to press before rendering, such as `"j j <enter>"`.
    #[arg(long, default_value = "", value_parser = keys)]
    pub keys: String,
    /// Keys for an animated picture: it shows the screen before them and after each of them, in a loop. Needs --svg.
    #[arg(long, value_name = "KEYS", value_parser = keys, requires = "svg")]
    pub animate: Option<String>,
    /// How long an animated picture shows each screen, in milliseconds; the last one three times as long.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=60_000), requires = "animate")]
    pub each: u32,
    /// The theme: dark, light, mono, contrast, or your own.
    #[arg(long, value_name = "NAME", default_value = "dark")]
    pub theme: String,
    /// The language of the screen.
    #[command(flatten)]
    pub speech: Speech,
    /// Write an SVG picture instead of text.
    #[arg(long, conflicts_with = "styles")]
    pub svg: bool,
    /// Print the text, and a second grid with the style of each cell.
    #[arg(long)]
    pub styles: bool,
    /// Render the presentation of the lesson.
    #[arg(long)]
    pub present: bool,
    /// The session file to show. It is only read.
    #[command(flatten)]
    pub session: Session,
}

/// The width of a line that is told.
fn width(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(width @ (0 | 20..=1000)) => Ok(width),
        _ => Err("expected a width from 20 to 1000, or 0 to turn wrapping off".to_owned()),
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
        _ => Err("expected COLUMNSxROWS, such as 80x24, each from 1 to 1000".to_owned()),
    }
}
