//! `glassformer [LESSON]`: the course on the screen.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::arguments::Screen;
use super::arguments::opening::{Open, Opening};
use super::{Failure, output, settings, told};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonLibrary, OpenError, folder_of};
use crate::notebook::opened::{OpenedModel, TRANSLATOR};
use crate::notebook::session::{self, SessionStore, SpeakerNotes};
use crate::notebook::training::TrainingRun;
use crate::tui::runner::{self, Ending, Presentation, Start, Uses};
use crate::tui::theme::depth::{ColorDepth, Environment};

/// Opens the screen and stays until it is left.
pub(super) fn run(library: LessonLibrary, name: Option<&str>, screen: &Screen) -> Result<ExitCode, Failure> {
    let library = around(library, name);
    let store = store(screen.session.session.as_deref())?;
    let start = start(&library, name, store.as_ref())?;
    stay(library, start, store, screen)
}

/// Opens the screen to present what stands on it.
pub(super) fn present(library: LessonLibrary, name: Option<&str>, screen: &Screen) -> Result<ExitCode, Failure> {
    if told::is_wanted(screen) {
        return Err(Failure::wrong("--present needs a full-screen terminal, and this one (TERM=dumb) is not"));
    }
    let library = around(library, name);
    // What a learner has kept on this computer is not for a class: only what was named is shown.
    let prepared = screen.session.session.as_deref().map(named).transpose()?;
    let start = start(&library, name, prepared.as_ref())?;
    let speaker_notes = match SpeakerNotes::place().map(SpeakerNotes::spawn).transpose() {
        Ok(speaker_notes) => speaker_notes,
        Err(error) => {
            let _ = writeln!(output::stderr(), "glassformer: `glassformer notes` cannot show your notes: {error}");
            None
        }
    };
    show(library, start, None, screen, Some(Presentation { prepared, speaker_notes }))
}

/// The lesson of this name, or the contents.
fn start(library: &LessonLibrary, name: Option<&str>, store: Option<&SessionStore>) -> Result<Start, Failure> {
    // A session that somebody sent says itself which lesson it is of.
    let sent = store.and_then(|store| match store.lessons().as_slice() {
        [lesson] => Some(lesson.to_string()),
        _ => None,
    });
    let lesson = name.map(str::to_owned).or(sent).map(|name| lesson(library, &name)).transpose()?;
    Ok(lesson.map_or(Start::Contents, |lesson| Start::Lesson(Box::new(lesson))))
}

/// Opens the screen at the page of a model.
pub(super) fn model(library: LessonLibrary, options: &Open) -> Result<ExitCode, Failure> {
    let opened = match &options.weights {
        // With words of its own it is a file of that name.
        Some(name) if name.as_os_str() == TRANSLATOR && options.opening.vocab.is_empty() => {
            let shipped = shipped()?;
            OpenedModel { sentence: options.sentence.clone().or(shipped.sentence), ..shipped }
        }
        Some(path) => super::model::opened(path, &options.opening, options.sentence.as_deref())?,
        None => shipped()?,
    };
    let lesson = page(opened)?;
    let library = library.with_made(Arc::new(lesson.clone()));
    stay(library, Start::Lesson(Box::new(lesson)), store(options.screen.session.session.as_deref())?, &options.screen)
}

fn shipped() -> Result<OpenedModel, Failure> {
    OpenedModel::shipped().map_err(|error| Failure::failed(error.to_string()))
}

/// Takes the model, since the page has all of it that it needs: its cells build it anew.
fn page(opened: OpenedModel) -> Result<Lesson, Failure> {
    opened.lesson().map_err(Failure::failed)
}

/// The page of a model, where the name means one: a file of weights, or the translator inside the program.
pub(super) fn page_of_model(name: &str, opening: &Opening) -> Result<Option<Lesson>, Failure> {
    if name == TRANSLATOR {
        return page(shipped()?).map(Some);
    }
    let path = Path::new(name);
    let is = |wanted: &str| path.extension().is_some_and(|ending| ending == wanted);
    // Whatever a file is called, who gives its words means a model.
    let has_words = !opening.vocab.is_empty() && path.is_file() && !is("md");
    if is("safetensors") || has_words {
        return page(super::model::opened(path, opening, None)?).map(Some);
    }
    Ok(None)
}

/// Opens the screen at a training, which begins at once.
pub(super) fn watch(library: LessonLibrary, run: TrainingRun, screen: &Screen) -> Result<ExitCode, Failure> {
    stay(library, Start::Training(Box::new(run)), store(screen.session.session.as_deref())?, screen)
}

/// Stays on the screen until it is left, or tells the course where that is asked for.
fn stay(
    library: LessonLibrary,
    start: Start,
    store: Option<SessionStore>,
    screen: &Screen,
) -> Result<ExitCode, Failure> {
    if told::is_wanted(screen) {
        return told::stay(library, start, store, screen);
    }
    warn_unkept(store.as_ref());
    show(library, start, store, screen, None)
}

/// Shows it as the command line and the reader's settings say.
fn show(
    library: LessonLibrary,
    start: Start,
    store: Option<SessionStore>,
    screen: &Screen,
    presentation: Option<Presentation>,
) -> Result<ExitCode, Failure> {
    let (set, theme, keymap) = settings::read(screen)?;
    let depth = ColorDepth::decide(screen.color.or(set.color), &Environment::read());
    // The command line wins, then what was set.
    let is_on = |on: bool, off: bool, set: Option<bool>| if on || off { Some(on) } else { set };
    let options = runner::Options {
        theme,
        depth,
        language: screen.speech.language(set.language),
        uses: Uses {
            mouse: is_on(screen.mouse, screen.no_mouse, set.mouse).unwrap_or(true),
            clipboard: is_on(screen.clipboard, screen.no_clipboard, set.clipboard).unwrap_or(true),
            graphics: is_on(screen.graphics, screen.no_graphics, set.graphics).unwrap_or(true),
        },
        is_still: is_on(screen.reduced_motion, screen.no_reduced_motion, set.reduced_motion).unwrap_or(false),
        keymap,
        presentation,
    };
    let Ending { signal, unsaved } = runner::run(library, start, store, options)?;
    if let Some(why) = unsaved {
        return Err(not_saved(&why));
    }
    match signal {
        // As a shell reports a program that a signal ended.
        Some(signal) => Ok(ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX))),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Says that nothing will be kept, where the system names no place for it.
pub(super) fn warn_unkept(store: Option<&SessionStore>) {
    if store.is_none() {
        let _ = writeln!(
            output::stderr(),
            "glassformer: HOME is not set, so your work is not saved; use --session FILE to save it"
        );
    }
}

/// That the last work is lost, and why.
pub(super) fn not_saved(why: &str) -> Failure {
    Failure::failed(format!("your last changes could not be saved: {why}"))
}

/// The library, and where the lesson is a file of its own, the lessons that lie beside it.
pub(super) fn around(library: LessonLibrary, name: Option<&str>) -> LessonLibrary {
    match name.filter(|name| is_file(&library, name)) {
        Some(path) => library.with_neighbours(folder_of(Path::new(path))),
        None => library,
    }
}

/// Whether the name is no lesson of the library but the path of one.
fn is_file(library: &LessonLibrary, name: &str) -> bool {
    library.find(name).is_none() && Path::new(name).extension().is_some_and(|ending| ending == "md")
}

/// Where the learner's work lies: in the file that was named, or in the folder of this user.
pub(super) fn store(session: Option<&Path>) -> Result<Option<SessionStore>, Failure> {
    session.map_or_else(|| Ok(SessionStore::of_user()), |path| named(path).map(Some))
}

/// A file that was named is kept in only if it is a session, or not there yet: a slip in its name must cost nobody a file.
fn named(path: &Path) -> Result<SessionStore, Failure> {
    if path.try_exists().unwrap_or(true) {
        session::read(path).map_err(Failure::wrong)?;
    }
    Ok(SessionStore::file(path))
}

/// The lesson of this name, or the file that the name is the path of.
pub(super) fn lesson(library: &LessonLibrary, name: &str) -> Result<Lesson, OpenError> {
    if is_file(library, name) { library.read(Path::new(name)) } else { library.open(name) }
}
