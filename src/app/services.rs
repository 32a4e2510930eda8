//! Does what front ends ask for: reads lessons, has pages evaluated, saves, trains; and tells what has come of it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::beam::{self, BeamInput};
use super::channel::{AppMessage, Post};
use super::event::{AppEvent, AppRequest, ReadLesson};
use super::executor::{Executor, JobAnswer, JobId, JobWork, WorkSlot};
use super::files::FileThread;
use super::machine::{self, MachineError, MachineInput};
use super::session::SessionKeeper;
use crate::nn::Task;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{Certificate, Certificates, SavedProgress};
use crate::notebook::training::{TrainingError, TrainingPlan, TrainingReport, TrainingRun};
use crate::notebook::why::ElementRef;
use crate::notebook::why::gradient::{NoGradient, gradient};
use crate::notebook::worker::{Job, SLOW};
use crate::tensor::backend;
use crate::tensor::stop::watched;

/// Everything that a front end needs besides what it shows.
#[derive(Debug)]
pub struct Services<E> {
    /// Who does what takes long.
    pub executor: E,
    /// The lessons that there are.
    pub library: LessonLibrary,
    /// Where work is saved.
    pub session: SessionKeeper,
    /// How a task is trained where nothing else is said, and where its files are put where nobody names them.
    pub plan: fn(Task) -> TrainingPlan,
    /// The same for the files that a training writes.
    pub folder: PathBuf,
    /// The training that the program was called with, until it begins.
    pub given: Option<TrainingRun>,
    /// How often trainings are heard.
    pub pulse: Duration,
    messages: Receiver<AppMessage>,
    /// Who watches the files of lessons, where they are watched.
    files: Option<FileThread>,
    /// The evaluation that is on its way.
    evaluation: Option<PendingEvaluation>,
    /// The lesson of the page that is evaluated as it would be.
    probing: Option<Arc<str>>,
    jobs: JobId,
    asked: u64,
    gradient: Option<GradientJob>,
    course: Option<PendingJob>,
    certificates: Option<PendingJob>,
    machine: Option<PendingJob>,
    beam: Option<PendingJob>,
    /// When trainings were heard last, and whether they have something to report since.
    heard: Instant,
    has_reports: bool,
    /// Whether it was told that another engine computes.
    is_engine_told: bool,
}

#[derive(Debug)]
struct PendingEvaluation {
    lesson: Arc<str>,
    asked: Instant,
    /// What was running when unfinished values were told last.
    told: Option<EvaluationTask>,
    is_late: bool,
}

#[derive(Debug)]
struct GradientJob {
    lesson: Arc<str>,
    outcome: Arc<EvaluationOutcome>,
    job: PendingJob,
}

/// A job, and its thread if it has one, which ends when this is dropped.
#[derive(Debug)]
struct PendingJob(JobId, #[expect(dead_code, reason = "dropped with it")] Option<Job>);

impl<E: Executor> Services<E> {
    /// The services over a library. `messages` are what the executor posts.
    pub fn new(library: LessonLibrary, executor: E, messages: Receiver<AppMessage>) -> Self {
        Self {
            executor,
            library,
            session: SessionKeeper::default(),
            plan: TrainingPlan::of,
            folder: PathBuf::from("."),
            given: None,
            pulse: Duration::ZERO,
            messages,
            files: None,
            evaluation: None,
            probing: None,
            jobs: 0,
            asked: 0,
            gradient: None,
            course: None,
            certificates: None,
            machine: None,
            beam: None,
            heard: Instant::now(),
            has_reports: false,
            // Who computes when the program begins is known.
            is_engine_told: backend::trouble().is_some(),
        }
    }

    /// From now on the files of the course are watched, and those of all lessons that are read.
    pub fn watch_files(&mut self, post: Post) {
        self.files = Some(FileThread::new(post));
        self.follow(self.library.paths());
    }

    fn follow(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        if let Some(files) = &mut self.files {
            files.follow(paths);
        }
    }

    /// Does what is asked for, or has it done; then what comes of it is received later.
    pub fn perform(&mut self, request: AppRequest) -> Vec<AppEvent> {
        match request {
            AppRequest::Open(name) => {
                let read = self.library.open(&name).map(|lesson| self.with_session(lesson));
                vec![AppEvent::Opened(read)]
            }
            AppRequest::Reread { lesson, changed } => self.reread(&lesson, &changed).into_iter().collect(),
            AppRequest::ReadCourse => self.read_course(),
            AppRequest::Certify(open) => self.certify(open),
            AppRequest::Evaluate(snapshot) => self.evaluate(snapshot),
            AppRequest::Probe(snapshot) => self.probe(snapshot),
            AppRequest::ReadGradient { lesson, outcome, element } => self.read_gradient(lesson, outcome, element),
            AppRequest::RunMachine(input) => self.run_machine(input),
            AppRequest::SearchBeam(input) => self.search_beam(input),
            AppRequest::Save(record) => self.save(*record, false),
            AppRequest::SavePlace(record) => self.save(*record, true),
            AppRequest::Train(task) => match self.given.take_if(|run| run.plan.choices.task == task) {
                Some(run) => self.begin_training(task, move || Ok(run)),
                None => self.train((self.plan)(task)),
            },
            AppRequest::Order(task, order) => {
                let is_heard = self.executor.order(task, order);
                (!is_heard).then(|| reported(task, TrainingReport::Unheard)).into_iter().collect()
            }
        }
    }

    /// A lesson with what is remembered of it.
    pub fn with_session(&mut self, lesson: Lesson) -> Box<ReadLesson> {
        self.follow(lesson.paths.iter().cloned());
        let loaded = self.session.load(&lesson.front.id);
        Box::new(ReadLesson { lesson, record: loaded.record, trouble: loaded.trouble })
    }

    /// Reads a lesson again that is not what its files say: one of them changed, or a file has taken its place. That is the file if
    /// it is still there, else the lesson of the course.
    fn reread(&mut self, lesson: &Lesson, changed: &[PathBuf]) -> Option<AppEvent> {
        let id = &lesson.front.id;
        let is_replaced = lesson.path().is_none() && self.library.find(id).is_some_and(|entry| entry.path().is_some());
        if !is_replaced && !lesson.paths.iter().any(|path| changed.contains(path)) {
            return None;
        }
        let fresh = match lesson.path() {
            Some(path) if path.exists() => self.library.read(path),
            _ => self.library.open(id),
        };
        if let Ok(lesson) = &fresh {
            self.follow(lesson.paths.iter().cloned());
        }
        Some(AppEvent::Reloaded { lesson: Arc::clone(id), fresh: fresh.map(Box::new) })
    }

    fn evaluate(&mut self, snapshot: Arc<DocumentState>) -> Vec<AppEvent> {
        let lesson = Arc::clone(&snapshot.lesson.front.id);
        // The thread for it has been there since the beginning.
        if self.executor.evaluate(WorkSlot::Page, snapshot).is_ok() {
            self.evaluation = Some(PendingEvaluation { lesson, asked: Instant::now(), told: None, is_late: false });
            self.asked += 1;
        }
        Vec::new()
    }

    /// Without a thread for it there is no leak test.
    fn probe(&mut self, snapshot: Arc<DocumentState>) -> Vec<AppEvent> {
        let lesson = Arc::clone(&snapshot.lesson.front.id);
        if self.executor.evaluate(WorkSlot::Probe, snapshot).is_ok() {
            self.probing = Some(lesson);
        }
        Vec::new()
    }

    fn begin(&mut self, work: JobWork, broken: JobAnswer) -> io::Result<PendingJob> {
        self.jobs += 1;
        self.asked += 1;
        self.executor.begin(self.jobs, work, broken).map(|job| PendingJob(self.jobs, job))
    }

    fn read_gradient(
        &mut self,
        lesson: Arc<str>,
        outcome: Arc<EvaluationOutcome>,
        element: ElementRef,
    ) -> Vec<AppEvent> {
        let values = Arc::clone(&outcome);
        let work = move |flag: &_| JobAnswer::Gradient(watched(flag, || gradient(&values, &element).map(Arc::new)));
        match self.begin(Box::new(work), JobAnswer::Gradient(Err(NoGradient::Broken))) {
            Ok(job) => self.gradient = Some(GradientJob { lesson, outcome, job }),
            Err(error) => {
                let read = Err(NoGradient::NoThread(error.to_string()));
                return vec![AppEvent::GradientRead { lesson, outcome, read }];
            }
        }
        Vec::new()
    }

    /// From what the lessons are now. Where there is no thread for it, a key waits for them.
    fn read_course(&mut self) -> Vec<AppEvent> {
        let library = self.library.clone();
        let work = move |_: &_| JobAnswer::Course(library.lessons());
        match self.begin(Box::new(work), JobAnswer::Course(Vec::new())) {
            Ok(job) => self.course = Some(job),
            Err(_) => return vec![AppEvent::CourseRead(self.library.lessons())],
        }
        Vec::new()
    }

    /// Without a thread for it nothing is certified.
    fn certify(&mut self, open: Vec<SavedProgress>) -> Vec<AppEvent> {
        let library = self.library.clone();
        let records = SavedProgress::newest(open, self.session.records(&library));
        let work = move |flag: &_| JobAnswer::Certificates(Certificate::of_all(&library, &records, flag));
        match self.begin(Box::new(work), JobAnswer::Certificates(Certificates::new())) {
            Ok(job) => self.certificates = Some(job),
            Err(_) => return vec![AppEvent::Certified(Certificates::new())],
        }
        Vec::new()
    }

    /// The translator is read when this is asked for the first time.
    fn run_machine(&mut self, input: MachineInput) -> Vec<AppEvent> {
        let run = || machine::run(input).map_err(MachineError::Refused);
        let work = move |_: &_| JobAnswer::Machine(run());
        match self.begin(Box::new(work), JobAnswer::Machine(Err(MachineError::Broken))) {
            Ok(job) => self.machine = Some(job),
            Err(error) => return vec![AppEvent::MachineRan(Err(MachineError::NoThread(error.to_string())))],
        }
        Vec::new()
    }

    fn search_beam(&mut self, input: BeamInput) -> Vec<AppEvent> {
        let work = move |_: &_| JobAnswer::Beam(beam::search(input).map_err(MachineError::Refused));
        match self.begin(Box::new(work), JobAnswer::Beam(Err(MachineError::Broken))) {
            Ok(job) => self.beam = Some(job),
            Err(error) => return vec![AppEvent::BeamSearched(Err(MachineError::NoThread(error.to_string())))],
        }
        Vec::new()
    }

    fn save(&mut self, record: SavedProgress, place_only: bool) -> Vec<AppEvent> {
        self.session.save(record, place_only).map(AppEvent::Saved).into_iter().collect()
    }

    /// Begins a training by a plan: [`AppEvent::TrainingReported`].
    pub fn train(&mut self, plan: TrainingPlan) -> Vec<AppEvent> {
        self.begin_training(plan.choices.task, move || TrainingRun::begin(plan))
    }

    fn begin_training(
        &mut self,
        task: Task,
        begin: impl FnOnce() -> Result<TrainingRun, TrainingError> + Send + 'static,
    ) -> Vec<AppEvent> {
        match self.executor.train(task, Box::new(begin), self.folder.clone()) {
            Ok(()) => Vec::new(),
            Err(error) => vec![reported(task, TrainingReport::Refused(TrainingError::Failed(error.to_string())))],
        }
    }

    /// When [`Services::tick`] has something to do, if nothing comes before.
    pub fn deadline(&self) -> Option<Instant> {
        let late = self.evaluation.as_ref().filter(|pending| !pending.is_late).map(|pending| pending.asked + SLOW);
        let reports = self.has_reports.then(|| self.heard + self.pulse);
        [late, reports].into_iter().flatten().min()
    }

    /// What is to be told because time has passed.
    pub fn tick(&mut self) -> Vec<AppEvent> {
        let mut events = self.progressed();
        events.extend(self.hear());
        events
    }

    /// Waits until another thread tells something, so long at most, and says what has come of that: one thing at a time, since what
    /// a front end does about it may make the next one old. Nothing where the time is over.
    pub fn receive(&mut self, patience: Duration) -> Option<Vec<AppEvent>> {
        let message = self.messages.recv_timeout(patience).ok()?;
        Some(self.events_of(message))
    }

    /// How often something was asked for that may be there within a frame, and whether anything of that is still to come.
    pub fn asked(&self) -> (u64, bool) {
        (self.asked, self.evaluation.is_some() || self.gradient.is_some() || self.course.is_some())
    }

    /// Stops what is being computed: an evaluation answers with what is done of it by then, and jobs not at all. Says whether an answer
    /// is still to come.
    pub fn stop(&mut self) -> bool {
        self.executor.stop();
        (self.gradient, self.course, self.certificates) = (None, None, None);
        self.evaluation.is_some()
    }

    fn events_of(&mut self, message: AppMessage) -> Vec<AppEvent> {
        match message {
            AppMessage::Answered(WorkSlot::Page) => self.answered(),
            AppMessage::Answered(WorkSlot::Probe) => {
                let outcome = self.executor.outcome(WorkSlot::Probe);
                let probed = outcome.and_then(|outcome| Some((self.probing.take()?, outcome)));
                probed.map(|(lesson, outcome)| AppEvent::Probed { lesson, outcome }).into_iter().collect()
            }
            AppMessage::Progressed => self.progressed(),
            AppMessage::Done(id, answer) => self.done(id, *answer).into_iter().collect(),
            AppMessage::Reported => {
                self.has_reports = true;
                self.hear()
            }
            AppMessage::Written => self.session.news().map(AppEvent::Saved).into_iter().collect(),
            AppMessage::FilesChanged => self.files_changed(),
            // It has ended the wait.
            AppMessage::Interrupted => Vec::new(),
        }
    }

    fn answered(&mut self) -> Vec<AppEvent> {
        let Some(outcome) = self.executor.outcome(WorkSlot::Page) else { return Vec::new() };
        let Some(PendingEvaluation { lesson, .. }) = self.evaluation.take() else { return Vec::new() };
        let mut events = vec![AppEvent::Evaluated { lesson, outcome, finished: true }];
        if let Some(trouble) = backend::trouble().filter(|_| !self.is_engine_told) {
            self.is_engine_told = true;
            events.push(AppEvent::EngineChanged(trouble));
        }
        events
    }

    /// The values that are there so far, of an evaluation that takes long.
    fn progressed(&mut self) -> Vec<AppEvent> {
        let Some(pending) = self.evaluation.as_mut().filter(|pending| pending.asked.elapsed() >= SLOW) else {
            return Vec::new();
        };
        pending.is_late = true;
        let news = self.executor.progress().filter(|progress| pending.told.as_ref() != Some(&progress.running));
        let Some(progress) = news else { return Vec::new() };
        pending.told = Some(progress.running);
        let (lesson, outcome) = (Arc::clone(&pending.lesson), Arc::new(progress.so_far));
        vec![AppEvent::Evaluated { lesson, outcome, finished: false }]
    }

    /// An answer to a job that nobody waits for any more is nobody's.
    fn done(&mut self, id: JobId, answer: JobAnswer) -> Option<AppEvent> {
        match answer {
            JobAnswer::Gradient(read) => {
                let GradientJob { lesson, outcome, .. } = self.gradient.take_if(|pending| pending.job.0 == id)?;
                Some(AppEvent::GradientRead { lesson, outcome, read })
            }
            JobAnswer::Course(lessons) => {
                self.course.take_if(|job| job.0 == id)?;
                Some(AppEvent::CourseRead(lessons))
            }
            JobAnswer::Certificates(solved) => {
                self.certificates.take_if(|job| job.0 == id)?;
                Some(AppEvent::Certified(solved))
            }
            JobAnswer::Machine(ran) => {
                self.machine.take_if(|job| job.0 == id)?;
                Some(AppEvent::MachineRan(ran))
            }
            JobAnswer::Beam(searched) => {
                self.beam.take_if(|job| job.0 == id)?;
                Some(AppEvent::BeamSearched(searched))
            }
        }
    }

    /// Hears what trainings report, so often that their curves seem to grow, and not more often.
    fn hear(&mut self) -> Vec<AppEvent> {
        if !self.has_reports || self.heard.elapsed() < self.pulse {
            return Vec::new();
        }
        (self.heard, self.has_reports) = (Instant::now(), false);
        let reports = self.executor.reports().into_iter();
        reports.map(|(task, reports)| AppEvent::TrainingReported { task, reports }).collect()
    }

    /// A folder that cannot be read just now leaves the course as it was.
    fn files_changed(&mut self) -> Vec<AppEvent> {
        let Some(changed) = self.files.as_ref().map(FileThread::take_changed) else { return Vec::new() };
        let mut events = Vec::new();
        if let Ok(library) = self.library.refreshed() {
            self.library = library;
            self.follow(self.library.paths());
            events.push(AppEvent::CourseListed(self.library.clone()));
            // What is being read is the course as it was.
            if self.course.is_some() {
                events.extend(self.read_course());
            }
        }
        events.push(AppEvent::FilesChanged(changed));
        events
    }

    /// Ends trainings and writes what waits, all of it before the first is said that could not be saved.
    ///
    /// # Errors
    /// Why not.
    pub fn finish(self) -> Result<(), FinishError> {
        let trained = self.executor.finish();
        self.session.finish().map_err(FinishError::Session)?;
        trained.map_err(FinishError::Training)
    }
}

/// What could not be saved when the program ended.
#[derive(Debug)]
pub enum FinishError {
    /// The learner's work: what the disk said.
    Session(String),
    /// A training.
    Training(TrainingError),
}

fn reported(task: Task, report: TrainingReport) -> AppEvent {
    AppEvent::TrainingReported { task, reports: vec![report] }
}

#[cfg(test)]
mod tests;
