//! The loop: waits for keys and values, hands them to [`update`], performs the effects, draws.
//!
//! Only here does anything happen outside of the model. The screen is drawn when the model may have changed and at no other time,
//! so an idle program does nothing. What evaluates within [`FRAME`] is drawn in the frame of the keystroke that caused it.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;

use super::external;
use super::inbox::Inbox;
use super::keymap::Keymap;
use super::message::{Effect, Msg, Opened};
use super::model::contents::Contents;
use super::model::{Model, Talk};
use super::shot;
use super::terminal::{FrameWriter, Guard, Options as TerminalOptions, Surface};
use super::theme::depth::ColorDepth;
use super::theme::{Theme, ThemeName};
use super::update::update;
use super::view::view;
use crate::nn;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::watch::FileWatch;
use crate::notebook::library::{LessonLibrary, LibraryReader};
use crate::notebook::session::{Certificates, Day, Grader, Saved, SavedProgress, Saver, SessionStore, SpeakerNotes};
use crate::notebook::training::{
    self, TrainerThread, TrainingCommand, TrainingError, TrainingPlan, TrainingReport, TrainingRun,
};
use crate::notebook::why::ElementRef;
use crate::notebook::why::gradient::{Differentiator, NoGradient};
use crate::notebook::worker::{THREAD_NAME, Worker};
use crate::tensor::backend;
use crate::words::{Language, Said, say, speak};

/// How long a frame waits for values that were just asked for.
const FRAME: Duration = Duration::from_millis(8);
/// How long old values are shown as if nothing had happened.
const PATIENCE: Duration = Duration::from_millis(100);
/// How often a running evaluation is looked at, and an idle program looks for a signal.
const BUSY: Duration = Duration::from_millis(10);
const IDLE: Duration = Duration::from_millis(250);
/// How often a training that is on the screen is drawn anew.
const PULSE: Duration = Duration::from_millis(33);
/// The same where nothing may move by itself.
const STILL: Duration = Duration::from_millis(500);
/// How often files of lessons are looked at, where there are any on disk.
const WATCH: Duration = Duration::from_millis(200);

/// How to open the screen.
#[derive(Debug)]
pub struct Options {
    /// How it is dressed.
    pub theme: ThemeName,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    /// The language of its own words.
    pub language: Language,
    /// Whether clicks come to the program.
    pub mouse: bool,
    /// Whether texts may go to the clipboard of the terminal.
    pub copies: bool,
    /// Whether nothing may move by itself.
    pub is_still: bool,
    /// What keys mean.
    pub keymap: Keymap,
    /// With what lessons are presented, where they are not read.
    pub presentation: Option<Presentation>,
}

/// With what lessons are presented.
#[derive(Debug)]
pub struct Presentation {
    /// What was prepared of them; it is read and not changed.
    pub prepared: Option<SessionStore>,
    /// Who hands the notes to another terminal, where that can be done.
    pub speaker_notes: Option<SpeakerNotes>,
}

/// Who computes: `OpenBLAS · 2 threads`; only OpenBLAS has threads of its own.
pub fn engine() -> String {
    let name = backend::current().name();
    match backend::threads() {
        _ if name != "OpenBLAS" => name.to_owned(),
        threads => say("threads", &[("engine", name.into()), ("count", threads.into())]),
    }
}

/// How the program ended.
#[derive(Debug, Default)]
pub struct Ending {
    /// The number of the signal that ended it, if one did.
    pub signal: Option<usize>,
    /// Why the learner's last work could not be kept, if it could not.
    pub unsaved: Option<String>,
}

/// What the screen begins with.
#[derive(Debug)]
pub enum Start {
    /// The list of lessons.
    Contents,
    /// A lesson.
    Lesson(Box<Lesson>),
    /// A training.
    Training(Box<TrainingRun>),
}

/// Takes the terminal and runs from `start` until the reader leaves. What the learner does is kept in
/// `store`.
///
/// # Errors
/// Standard output is not a terminal, or the terminal is gone.
pub fn run(library: LessonLibrary, start: Start, store: Option<SessionStore>, options: Options) -> io::Result<Ending> {
    speak(options.language);
    let worker = Worker::spawn(|| {})?;
    let saver = store.map(Saver::spawn).transpose()?;
    let flush = saver.as_ref().map(Saver::flush);
    let at_signal = move || flush.iter().for_each(|flush| _ = flush.now());
    let workers = &[THREAD_NAME, training::trainer_thread::THREAD_NAME];
    let guard = Guard::enter(TerminalOptions { mouse: options.mouse, workers }, at_signal)?;
    let surface = Surface::stdout(options.depth)?;
    let size = surface.size()?;
    let mut model = Model::new(&library, Theme::new(options.theme.at(options.depth)), size, engine());
    model.mouse = options.mouse;
    model.copies = options.copies;
    model.keymap = options.keymap;
    model.talk = options.presentation.as_ref().map(|_| Talk::default());
    if let Some(saver) = &saver {
        model.contents.set_kept(&library, &SavedProgress::of_all(&library, saver.store()));
        model.saved = Some(Saved::Yes);
    }
    let mut watch = FileWatch::default();
    watch.follow(library.paths());
    let mut runner = Runner {
        guard,
        surface,
        inbox: Inbox::default(),
        worker,
        prober: None,
        probing: None,
        differentiating: None,
        searched: None,
        grader: None,
        trainers: Vec::new(),
        heard: Instant::now(),
        pulse: if options.is_still { STILL } else { PULSE },
        given: None,
        saver,
        presentation: options.presentation,
        library,
        watch,
        looked: Instant::now(),
        model,
        asked: None,
        told: None,
        changed: true,
        suspend: false,
        done: false,
    };
    runner.tell_day();
    match start {
        Start::Contents => {}
        Start::Lesson(lesson) => {
            let opened = runner.opened(*lesson);
            runner.take(Msg::Opened(Ok(opened)));
            runner.wait_a_frame();
        }
        Start::Training(run) => {
            let task = run.plan.choices.task;
            runner.given = Some(*run);
            runner.take(Msg::Watch(task));
        }
    }
    let ran = runner.run();
    // Who writes to a terminal that has just gone fails before he hears of it.
    let ended_by = runner.guard.ended_by();
    if ended_by.is_none() {
        ran?;
    }
    runner.take(Msg::Leaving);
    // All of them are kept before the first is said that could not be.
    let untrained: Vec<_> = runner.trainers.into_iter().map(|(_, trainer)| trainer.finish()).collect();
    let untrained = untrained.into_iter().find_map(Result::err).map(|refusal| refusal.said());
    let unsaved = runner.saver.and_then(|saver| saver.finish().err()).or(untrained);
    Ok(Ending { signal: ended_by, unsaved })
}

type Screen = Surface<CrosstermBackend<FrameWriter<io::Stdout>>>;

struct Runner {
    guard: Guard,
    surface: Screen,
    inbox: Inbox,
    worker: Worker,
    /// Evaluates pages as they would be, once one was asked for, and the lesson for which it does.
    prober: Option<Worker>,
    probing: Option<Arc<str>>,
    /// Reads a gradient, and of which lesson and values, while one is on its way.
    differentiating: Option<(Arc<str>, Arc<EvaluationOutcome>, Differentiator)>,
    /// Reads the lessons of the course, while a search waits for them.
    searched: Option<LibraryReader>,
    /// Runs lessons again, while that was asked for.
    grader: Option<Grader>,
    /// The trainings that were begun, and when they were asked last what has happened.
    trainers: Vec<(nn::Task, TrainerThread)>,
    heard: Instant,
    /// How often they are asked.
    pulse: Duration,
    /// The training that the program was called with, until it begins.
    given: Option<TrainingRun>,
    saver: Option<Saver>,
    presentation: Option<Presentation>,
    library: LessonLibrary,
    watch: FileWatch,
    /// When the watched files were looked at last.
    looked: Instant,
    model: Model,
    /// The lesson whose values were asked for last, and when, until they have come.
    asked: Option<(Arc<str>, Instant)>,
    /// What was running when unfinished values were shown last.
    told: Option<EvaluationTask>,
    changed: bool,
    /// Whether the learner wants the shell for a while.
    suspend: bool,
    done: bool,
}

impl Runner {
    fn run(&mut self) -> io::Result<()> {
        // The first look at the events is what begins to listen for changes of size; one before that went unheard.
        event::poll(Duration::ZERO)?;
        self.take(Msg::Resize(self.surface.size()?));
        while !self.done && self.guard.signal().is_none() {
            self.receive();
            self.receive_probed();
            self.receive_certified();
            self.receive_differentiated();
            self.receive_course();
            self.hear();
            self.look();
            self.tell_saved();
            self.tell_day();
            self.step_aside()?;
            if self.changed {
                let model = &self.model;
                self.surface.draw(|frame| view(model, frame))?;
                self.changed = false;
            }
            if self.inbox.listen(self.patience())? {
                self.read();
            } else if self.guard.has_lost_terminal() {
                self.done = true;
            }
        }
        Ok(())
    }

    /// Stops where the learner or the shell asks for it; and takes the terminal anew after any stop, for somebody else had it.
    fn step_aside(&mut self) -> io::Result<()> {
        let asked = self.guard.is_told_to_stop(std::mem::take(&mut self.suspend));
        if asked {
            self.guard.suspend()?;
        }
        if asked || self.guard.has_continued() {
            self.guard.take_again(self.model.mouse)?;
            self.surface.clear()?;
            self.take(Msg::Resize(self.surface.size()?));
        }
        Ok(())
    }

    /// How long to wait for the next event.
    fn patience(&self) -> Duration {
        match () {
            () if self.asked.is_some() || self.probing.is_some() || self.grader.is_some() => BUSY,
            () if self.differentiating.is_some() || self.searched.is_some() => BUSY,
            () if self.model.watched.is_some() => self.pulse.saturating_sub(self.heard.elapsed()),
            () if self.watch.is_empty() => IDLE,
            () => WATCH,
        }
    }

    /// Reads lessons again whose files have changed.
    fn look(&mut self) {
        if self.watch.is_empty() || self.looked.elapsed() < WATCH {
            return;
        }
        self.looked = Instant::now();
        let changed = self.watch.changed();
        if changed.is_empty() {
            return;
        }
        // A folder that cannot be read just now leaves the course as it was.
        if let Ok(library) = self.library.refreshed() {
            self.library = library;
            self.watch.follow(self.library.paths());
            self.take(Msg::Listed(Contents::new(&self.library)));
            // What is being read is the course as it was.
            if self.searched.is_some()
                && let Some(msg) = self.read_course()
            {
                self.take(msg);
            }
        }
        let open: Vec<_> = self
            .model
            .readings
            .iter()
            .filter(|(id, reading)| is_outdated(&self.library, id, reading.lesson.document.lesson(), &changed))
            .map(|(id, reading)| (Arc::clone(id), reading.lesson.document.lesson().path().map(Path::to_owned)))
            .collect();
        for (id, path) in open {
            let fresh = match path {
                Some(path) if path.exists() => self.library.read(&path),
                _ => self.library.open(&id),
            };
            if let Ok(lesson) = &fresh {
                self.watch.follow(lesson.paths.iter().cloned());
            }
            self.take(Msg::Reloaded { lesson: id, fresh: fresh.map(Box::new) });
            self.wait_a_frame();
        }
    }

    /// Shows when the learner's work has been written, or could not be.
    fn tell_saved(&mut self) {
        let state = self.saver.as_ref().map(Saver::state);
        if let Some(state) = state.filter(|state| self.model.saved.as_ref() != Some(state)) {
            self.take(Msg::Saved(state));
        }
    }

    /// Some leave the program open over night.
    fn tell_day(&mut self) {
        let today = Day::today();
        if self.model.today != today {
            self.take(Msg::Today(today));
        }
    }

    /// A lesson with what is kept of it; from now on its files are watched.
    fn opened(&mut self, lesson: Lesson) -> Box<Opened> {
        self.watch.follow(lesson.paths.iter().cloned());
        let prepared = self.presentation.as_ref().and_then(|presentation| presentation.prepared.as_ref());
        let store = self.saver.as_ref().map(Saver::store).or(prepared);
        let loaded = store.map(|store| store.load(&lesson.front.id)).unwrap_or_default();
        Box::new(Opened { lesson, record: loaded.record, trouble: loaded.trouble })
    }

    /// Takes what has come, and gives what was asked for a moment to be done. Where much has come, there is a frame in between.
    fn read(&mut self) {
        let start = Instant::now();
        while let Some(msg) = self.inbox.next(self.model.context()) {
            let before = self.asked.as_ref().map(|(_, when)| *when);
            self.take(msg);
            if self.asked.as_ref().map(|(_, when)| *when) != before {
                self.wait_a_frame();
            }
            if self.done || self.suspend || start.elapsed() > PULSE {
                return;
            }
        }
    }

    /// What is computed fast enough is drawn at once.
    fn wait_a_frame(&mut self) {
        if let Some(answer) = self.worker.receive_within(FRAME) {
            self.answered(answer.outcome);
        }
    }

    /// Takes values that have come, or after a while those that are there so far.
    fn receive(&mut self) {
        let Some((lesson, when)) = self.asked.clone() else { return };
        if let Some(answer) = self.worker.receive() {
            self.answered(answer.outcome);
        } else if when.elapsed() > PATIENCE
            && let Some(progress) =
                self.worker.progress().filter(|progress| self.told.as_ref() != Some(&progress.running))
        {
            self.told = Some(progress.running);
            self.take(Msg::Evaluated { lesson, outcome: Arc::new(progress.so_far), finished: false });
        }
    }

    /// Evaluates a page as it would be, beside the one that is open. Without a thread for it there is no leak test.
    fn probe(&mut self, snapshot: Arc<DocumentState>) {
        if self.prober.is_none() {
            self.prober = Worker::spawn(|| {}).ok();
        }
        let Some(prober) = &mut self.prober else { return };
        self.probing = Some(Arc::clone(&snapshot.lesson.front.id));
        prober.submit(snapshot);
    }

    /// Takes the values of such a page, if they have come.
    fn receive_probed(&mut self) {
        let Some(answer) = self.prober.as_ref().and_then(Worker::receive) else { return };
        if let Some(lesson) = self.probing.take() {
            self.take(Msg::Probed { lesson, outcome: answer.outcome });
        }
    }

    /// Has a gradient read. What is there within a frame is drawn in it.
    fn differentiate(&mut self, lesson: Arc<str>, outcome: Arc<EvaluationOutcome>, element: ElementRef) -> Option<Msg> {
        match Differentiator::spawn(Arc::clone(&outcome), element) {
            Ok(differentiator) => self.differentiating = Some((lesson, outcome, differentiator)),
            Err(error) => {
                let read = Err(NoGradient::NoThread(error.to_string()));
                return Some(Msg::Differentiated { lesson, outcome, read });
            }
        }
        self.differentiated(FRAME)
    }

    /// The gradient that was asked for, if it comes within this time.
    fn differentiated(&mut self, time: Duration) -> Option<Msg> {
        let read = self.differentiating.as_ref()?.2.receive_within(time)?;
        let (lesson, outcome, _) = self.differentiating.take()?;
        Some(Msg::Differentiated { lesson, outcome, read })
    }

    fn receive_differentiated(&mut self) {
        if let Some(msg) = self.differentiated(Duration::ZERO) {
            self.take(msg);
        }
    }

    /// Has the lessons of the course read, from what they are now. What is there within a frame is drawn in it; where there is no
    /// thread, a key waits for them.
    fn read_course(&mut self) -> Option<Msg> {
        match LibraryReader::spawn(self.library.clone()) {
            Ok(reader) => self.searched = Some(reader),
            Err(_) => return Some(Msg::Course(self.library.lessons())),
        }
        self.course(FRAME)
    }

    /// The lessons that a search waits for, if they come within this time.
    fn course(&mut self, time: Duration) -> Option<Msg> {
        let lessons = self.searched.as_ref()?.receive_within(time)?;
        self.searched = None;
        Some(Msg::Course(lessons))
    }

    fn receive_course(&mut self) {
        if let Some(msg) = self.course(Duration::ZERO) {
            self.take(msg);
        }
    }

    /// Takes what is solved, once all of it is known.
    fn receive_certified(&mut self) {
        if let Some(solved) = self.grader.as_ref().and_then(Grader::receive) {
            self.grader = None;
            self.take(Msg::Certified(solved));
        }
    }

    /// Takes what trainings have told, so often that their curves seem to grow, and not more often.
    fn hear(&mut self) {
        if self.trainers.is_empty() || self.heard.elapsed() < self.pulse {
            return;
        }
        self.heard = Instant::now();
        let told = |(task, trainer): &(nn::Task, TrainerThread)| (*task, trainer.reports().collect::<Vec<_>>());
        let told: Vec<_> = self.trainers.iter().map(told).filter(|(_, reports)| !reports.is_empty()).collect();
        for (task, reports) in told {
            self.take(Msg::Training { task, reports });
        }
    }

    /// Begins a training on a thread of its own.
    fn train(&mut self, task: nn::Task) -> Option<Msg> {
        let given = self.given.take_if(|run| run.plan.choices.task == task);
        self.trainers.retain(|(known, _)| *known != task);
        let run = move || given.map_or_else(|| TrainingRun::begin(TrainingPlan::of(task)), Ok);
        match TrainerThread::spawn(run, PathBuf::from(".")) {
            Ok(trainer) => {
                self.trainers.push((task, trainer));
                None
            }
            Err(error) => Some(Msg::Training {
                task,
                reports: vec![TrainingReport::Refused(TrainingError::Failed(error.to_string()))],
            }),
        }
    }

    /// Gives an order. It waits until the step is done; where too many wait, this one is not heard.
    fn order(&self, task: nn::Task, order: TrainingCommand) -> Option<Msg> {
        let trainer = self.trainers.iter().find(|(known, _)| *known == task).map(|(_, trainer)| trainer);
        let heard = trainer.is_some_and(|trainer| trainer.order(order));
        (!heard).then(|| Msg::Training { task, reports: vec![TrainingReport::Unheard] })
    }

    fn answered(&mut self, outcome: Arc<EvaluationOutcome>) {
        self.told = None;
        if let Some((lesson, _)) = self.asked.take() {
            self.take(Msg::Evaluated { lesson, outcome, finished: true });
        }
        if let Some(trouble) = backend::trouble()
            && self.model.engine != engine()
        {
            self.take(Msg::Engine { name: engine(), trouble });
        }
    }

    /// Hands a message to the model and performs what it asks for.
    fn take(&mut self, msg: Msg) {
        let mut messages = VecDeque::from([msg]);
        while let Some(msg) = messages.pop_front() {
            self.changed = true;
            for effect in update(&mut self.model, msg) {
                messages.extend(self.perform(effect));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Msg> {
        match effect {
            Effect::Open(name) => {
                let lesson = self.library.open(&name);
                return Some(Msg::Opened(lesson.map(|lesson| self.opened(lesson))));
            }
            Effect::Keep(record) => self.saver.iter().for_each(|saver| saver.keep(SavedProgress::clone(&record))),
            Effect::KeepPlace(record) => {
                self.saver.iter().for_each(|saver| saver.keep_place(SavedProgress::clone(&record)));
            }
            Effect::Prompt(text) => {
                let speaker_notes =
                    self.presentation.as_ref().and_then(|presentation| presentation.speaker_notes.as_ref());
                if let Some(speaker_notes) = speaker_notes {
                    speaker_notes.tell(text);
                }
            }
            Effect::Evaluate(snapshot) => {
                self.asked = Some((Arc::clone(&snapshot.lesson.front.id), Instant::now()));
                self.worker.submit(snapshot);
            }
            Effect::Differentiate { lesson, outcome, element } => return self.differentiate(lesson, outcome, element),
            Effect::Probe(snapshot) => self.probe(snapshot),
            Effect::ReadCourse => return self.read_course(),
            Effect::Certify(open) => {
                let kept = self.saver.as_ref().map(|saver| SavedProgress::of_all(&self.library, saver.store()));
                let records = SavedProgress::newest(open, kept.unwrap_or_default());
                // Without a thread for it nothing is certified.
                self.grader = Grader::spawn(self.library.clone(), records).ok();
                return self.grader.is_none().then(|| Msg::Certified(Certificates::new()));
            }
            Effect::Train(task) => return self.train(task),
            Effect::Order(task, order) => return self.order(task, order),
            Effect::Suspend => self.suspend = true,
            Effect::EditOutside { lesson, block, text } => {
                let text = self.edit_outside(&text, &block);
                return Some(Msg::EditedOutside { lesson, block, text });
            }
            Effect::Write { stem, ending, bytes } => {
                return Some(Msg::Written(shot::write(Path::new("."), &stem, ending, &bytes)));
            }
            // A terminal without a clipboard does not answer, and one that is gone is noticed by the next frame.
            Effect::Copy(text) => _ = self.guard.copy(&text),
            // A terminal that refuses this loses the mouse and nothing else.
            Effect::Mouse(on) => _ = self.guard.set_mouse(on),
            Effect::Quit => self.done = true,
        }
        None
    }
}

impl Runner {
    /// Gives the terminal to the reader's editor, and takes it again.
    fn edit_outside(&mut self, text: &str, name: &str) -> Result<String, String> {
        self.guard.lend();
        let edited = external::edit(text, name);
        let again = self.guard.take_back(self.model.mouse);
        // Whatever the editor left on the screen, the next frame is sent whole, and for the size that the terminal has now.
        let cleared = self.surface.clear();
        if let Ok(size) = self.surface.size() {
            self.model.size = size;
        }
        again.and(cleared).map_err(|error| say("terminal-did-not-come-back", &[("why", error.to_string().into())]))?;
        edited
    }
}

/// Whether a lesson that is open is not what its files say: one of them changed, or a file has taken its place.
fn is_outdated(library: &LessonLibrary, id: &str, lesson: &Lesson, changed: &[PathBuf]) -> bool {
    let replaced = lesson.path().is_none() && library.find(id).is_some_and(|entry| entry.path().is_some());
    replaced || lesson.paths.iter().any(|path| changed.contains(path))
}
