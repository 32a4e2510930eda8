//! A training with somebody who looks on: it takes orders between two steps and reports what happens.
//!
//! The session has no thread and no clock of its own, so tests can drive it; a [`TrainerThread`](super::TrainerThread) runs it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::plan::ReportedSteps;
use super::run::{EndReason, StepResult};
use super::{Exam, ModelPreview, ParameterGroup, ParameterGroups, TrainingError, TrainingRun};
use crate::nn::tasks::Example;
use crate::nn::training::{Event, Fault, Moment, Pace, Progress};
use crate::nn::{Parameters, Task};
use crate::tensor::Error;
use snapshots::SnapshotHistory;

mod snapshots;

/// How many sentences are looked at.
const SAMPLES: usize = 8;
/// A look is taken so often at the most, and may take such a share of the time.
const PAUSE: Duration = Duration::from_millis(300);
const SHARE: u32 = 10;

/// What the learner wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingCommand {
    /// Train on.
    Go,
    /// Wait.
    Pause,
    /// Do one step, and wait.
    Step,
    /// Learn faster from now on, by so many doublings of the rate; slower below 0.
    Turn(i32),
    /// Keep this moment.
    Pin,
    /// Go back to the moment of this number.
    Rewind(usize),
    /// Report what the newest step was like, and what the model can do after it; then go on as before.
    Look,
    /// Write a checkpoint.
    Save,
    /// Write the weights alone.
    Export,
    /// Wait, and lose nothing: the learner goes away.
    Leave,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum TrainingReport {
    /// The training is there.
    Begun(Box<TrainingStart>),
    /// These steps were done that were not reported one by one, before the one that is reported next.
    Passed(Vec<StepSummary>),
    /// A step was done.
    Learned(Box<StepSummary>),
    /// The loss was no number, and it went back.
    Rewound {
        /// What happened.
        fault: Fault,
        /// Where it is now.
        step: u64,
        /// How fast it learns from there.
        pace: Pace,
    },
    /// This is what it can do now.
    Looked(Arc<ModelPreview>),
    /// These snapshots are kept.
    Snapshots(Vec<Arc<Snapshot>>),
    /// It went back to a moment, as it was told.
    Returned {
        /// Where it is now.
        step: u64,
        /// How fast it learns from there.
        pace: Pace,
    },
    /// It did not go back to the snapshot with this id, because that is no longer kept.
    SnapshotGone(usize),
    /// It learns so fast from now on.
    Paced(Pace),
    /// Whether it trains on by itself.
    Going(bool),
    /// It is written there.
    Saved(PathBuf),
    /// Its weights are written there.
    Exported(PathBuf),
    /// It could not be written.
    SaveFailed(TrainingError),
    /// It has numbers that are none, and this moment is not worth keeping.
    Diverged(Error),
    /// It has come to its end.
    Over(EndReason),
    /// How it does what it has never seen: which examples, how many are right, of how many.
    Scored(Vec<(Exam, usize, usize)>),
    /// That could not be found out.
    Unscored(Error),
    /// It cannot go on as it is: going back has not helped.
    Stuck(Fault),
    /// An order was not heard: too many wait.
    Unheard,
    /// There is no training.
    Refused(TrainingError),
}

/// What there is to know of a training once.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingStart {
    /// What is learned.
    pub task: Task,
    /// How many numbers learn.
    pub parameters: usize,
    /// The parts of the model whose gradients are told, in its order.
    pub parts: Vec<ParameterGroup>,
    /// How many steps are done.
    pub step: u64,
    /// How many there are.
    pub steps: u64,
    /// How fast it learns.
    pub pace: Pace,
    /// Where checkpoints are written.
    pub save: Option<PathBuf>,
}

/// What a step was like.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSummary {
    /// Which step, from 1.
    pub step: u64,
    /// The loss before it.
    pub loss: f64,
    /// The learning rate.
    pub rate: f64,
    /// The length of all gradients together, before they were shortened.
    pub norm: f64,
    /// The length of the gradients of each part, after that.
    pub parts: Vec<f64>,
    /// How many words were to be predicted.
    pub words: usize,
    /// How many of them were.
    pub right: usize,
    /// How long it took, with what was done since the step before.
    pub took: Duration,
}

/// A state of the training that can be restored.
pub struct Snapshot {
    /// Its number, in the order in which moments were kept.
    pub id: usize,
    /// How many steps were done.
    pub step: u64,
    /// The loss of the step before it.
    pub loss: Option<f64>,
    /// The number of single predictions of that step that were right, and of all.
    pub predictions: Option<(usize, usize)>,
    /// How many validation examples were right, of how many.
    pub score: Option<(usize, usize)>,
    /// Whether the learner asked for it.
    pub pinned: bool,
    /// What it could do then.
    pub look: Arc<ModelPreview>,
    /// All that is needed to go on from there.
    moment: Moment,
}

/// A training that takes commands between two steps and reports what happens.
pub struct TrainingSession {
    run: TrainingRun,
    samples: Vec<Example>,
    parts: ParameterGroups,
    snapshots: SnapshotHistory,
    folder: PathBuf,
    clock: Box<dyn Fn() -> Duration + Send>,
    going: bool,
    /// The loss of the newest step, and the numbers of its right predictions and of all.
    loss: Option<f64>,
    predictions: Option<(usize, usize)>,
    /// Its learning rate.
    rate: Option<f64>,
    /// The newest step, until it is reported.
    unreported: Option<StepSummary>,
    /// The steps before it that were not reported.
    passed: Vec<StepSummary>,
    /// When the next look may be taken.
    next_look: Duration,
    looked: Option<Arc<ModelPreview>>,
    /// What was done since the newest step beside learning.
    beside: Duration,
    /// Whether it is to be scored on what it has never seen.
    to_score: bool,
    /// Whether the learner has changed the rate since a moment was kept.
    has_turned: bool,
}

impl Snapshot {
    /// How fast it learned then, beside the schedule.
    pub fn pace(&self) -> Pace {
        self.moment.pace
    }

    /// The learning rate of the next step from there.
    pub fn rate(&self) -> f64 {
        let trainer = &self.moment.trainer;
        trainer.slowed * trainer.recipe.schedule.rate(trainer.steps() + 1)
    }
}

impl TrainingSession {
    /// Sits down at a run. Files that nobody has named are put into `folder`; `clock` says how late it is.
    pub fn open(
        run: TrainingRun,
        folder: PathBuf,
        clock: Box<dyn Fn() -> Duration + Send>,
    ) -> (Self, Vec<TrainingReport>) {
        let mut model = run.course.trainer.model.clone();
        let samples = run.samples(SAMPLES).to_vec();
        let mut session = Self {
            parts: ParameterGroups::of(model.parameters().into_iter().map(|(name, _)| name)),
            snapshots: SnapshotHistory::new(model.count()),
            samples,
            folder,
            going: false,
            loss: None,
            predictions: None,
            rate: None,
            unreported: None,
            passed: Vec::new(),
            next_look: clock(),
            looked: None,
            beside: Duration::ZERO,
            to_score: false,
            has_turned: false,
            clock,
            run,
        };
        let begun = TrainingStart {
            task: session.run.course.task,
            parameters: model.count(),
            parts: session.parts.names().to_vec(),
            step: session.run.steps(),
            steps: session.run.plan.choices.steps,
            pace: session.run.course.pace(),
            save: session.run.store.place().map(Into::into),
        };
        let mut reports = vec![TrainingReport::Begun(Box::new(begun))];
        session.keep(None, false, &mut reports);
        (session, reports)
    }

    /// Whether there is something to do without an order.
    pub fn is_busy(&self) -> bool {
        self.going || self.to_score
    }

    /// Does what it is told.
    pub fn obey(&mut self, order: TrainingCommand) -> Vec<TrainingReport> {
        let mut reports = Vec::new();
        self.report_newest(&mut reports);
        match order {
            TrainingCommand::Go => self.go(&mut reports),
            TrainingCommand::Pause => self.pause(&mut reports),
            TrainingCommand::Step if self.run.is_done() => self.go(&mut reports),
            TrainingCommand::Step => {
                // Whether it goes is said once, when the step is done.
                self.going = false;
                self.step(&mut reports);
                self.report_newest(&mut reports);
                self.pause(&mut reports);
            }
            TrainingCommand::Turn(doublings) => {
                self.keep_before_turn(&mut reports);
                let now = self.run.course.pace().doublings;
                self.run.course.set_doublings(now.saturating_add(doublings));
                reports.push(TrainingReport::Paced(self.run.course.pace()));
            }
            TrainingCommand::Pin => self.keep(None, true, &mut reports),
            TrainingCommand::Rewind(id) => self.rewind(id, &mut reports),
            TrainingCommand::Look => {
                self.try_look(&mut reports);
                reports.push(TrainingReport::Going(self.going));
            }
            TrainingCommand::Save => self.save(&mut reports),
            TrainingCommand::Export => self.export(&mut reports),
            TrainingCommand::Leave => {
                self.pause(&mut reports);
                if self.run.store.place().is_some() {
                    self.save(&mut reports);
                }
            }
        }
        reports
    }

    /// Does what there is to do without an order: a step, or at the end the scores.
    pub fn turn(&mut self) -> Vec<TrainingReport> {
        let mut reports = Vec::new();
        if self.going {
            self.step(&mut reports);
            if self.run.plan.choices.reports == ReportedSteps::All {
                self.look_when_due(&mut reports);
            }
        } else if std::mem::take(&mut self.to_score) {
            match self.run.scores() {
                Ok(scores) => {
                    let scores = scores.into_iter().map(|(exam, score)| (exam, score.right(), score.total));
                    reports.push(TrainingReport::Scored(scores.collect()));
                }
                Err(error) => reports.push(TrainingReport::Unscored(error)),
            }
        }
        reports
    }

    /// Gets up: what is to be kept is written.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn close(&mut self) -> Result<(), TrainingError> {
        if self.run.store.place().is_none() { Ok(()) } else { self.run.keep() }
    }

    fn go(&mut self, reports: &mut Vec<TrainingReport>) {
        if self.run.is_done() {
            reports.push(TrainingReport::Over(EndReason::Steps));
        } else {
            self.going = true;
            reports.push(TrainingReport::Going(true));
        }
    }

    /// Waits, and shows what it can do at the step where it does.
    fn pause(&mut self, reports: &mut Vec<TrainingReport>) {
        self.going = false;
        self.try_look(reports);
        reports.push(TrainingReport::Going(false));
    }

    /// That it does not go on, if it did.
    fn halt(&mut self, reports: &mut Vec<TrainingReport>) {
        if std::mem::take(&mut self.going) {
            reports.push(TrainingReport::Going(false));
        }
    }

    /// What the newest step was like, if that was not said yet, and those before it.
    fn report_newest(&mut self, reports: &mut Vec<TrainingReport>) {
        if !self.passed.is_empty() {
            reports.push(TrainingReport::Passed(std::mem::take(&mut self.passed)));
        }
        reports.extend(self.unreported.take().map(|step| TrainingReport::Learned(Box::new(step))));
    }

    fn step(&mut self, reports: &mut Vec<TrainingReport>) {
        let begun = (self.clock)();
        let StepResult { event, kept, exported, score, over } = match self.run.advance() {
            Ok(turn) => turn,
            Err(fault) => {
                self.halt(reports);
                return reports.push(TrainingReport::Stuck(fault));
            }
        };
        let took = (self.clock)().saturating_sub(begun) + std::mem::take(&mut self.beside);
        match event {
            Event::Learned(progress) => {
                self.rate = Some(progress.rate);
                let is_first = self.loss.replace(progress.loss).is_none();
                self.predictions = Some((progress.right, progress.words));
                let newest = self.learned(progress, took);
                self.passed.extend(self.unreported.replace(newest));
                let is_told = self.run.plan.choices.reports == ReportedSteps::All;
                if is_told || is_first || score.is_some() || over.is_some() {
                    self.report_newest(reports);
                }
            }
            Event::Rewound { fault, step } => {
                self.report_newest(reports);
                (self.looked, self.rate) = (None, None);
                reports.push(TrainingReport::Rewound { fault, step, pace: self.run.course.pace() });
            }
        }
        match kept {
            Some(Err(refusal)) => reports.push(TrainingReport::SaveFailed(refusal)),
            Some(Ok(())) => {
                reports.extend(self.run.store.place().map(|path| TrainingReport::Saved(path.to_owned())));
            }
            None => {}
        }
        reports.extend(exported.map(|written| match written {
            Ok(path) => TrainingReport::Exported(path),
            Err(refusal) => TrainingReport::SaveFailed(refusal),
        }));
        if let Some(score) = score {
            self.keep(Some((score.right(), score.total)), false, reports);
        }
        if let Some(over) = over {
            self.end(over, reports);
        }
    }

    fn learned(&self, progress: Progress, took: Duration) -> StepSummary {
        let Progress { step, loss, rate, norm, norms, words, right } = progress;
        StepSummary { step, loss, rate, norm, parts: self.parts.lengths(&norms), words, right, took }
    }

    fn end(&mut self, over: EndReason, reports: &mut Vec<TrainingReport>) {
        // Who goes on after it was good enough wants it better.
        self.run.plan.choices.until = None;
        self.to_score = true;
        self.halt(reports);
        reports.push(TrainingReport::Over(over));
        if self.run.store.export_place().is_some() {
            self.export(reports);
        }
    }

    /// Shows what it can do now and then, but not so often that learning waits for it.
    fn look_when_due(&mut self, reports: &mut Vec<TrainingReport>) {
        let begun = (self.clock)();
        if begun >= self.next_look {
            self.try_look(reports);
            let ended = (self.clock)();
            let took = ended.saturating_sub(begun);
            self.beside += took;
            self.next_look = ended + PAUSE.max(SHARE * took);
        }
    }

    /// Shows what it can do, if its numbers still are numbers: where they are none, the next step says so.
    fn try_look(&mut self, reports: &mut Vec<TrainingReport>) {
        _ = self.look(reports);
    }

    /// What it can do at this step.
    fn look(&mut self, reports: &mut Vec<TrainingReport>) -> crate::tensor::Result<Arc<ModelPreview>> {
        let look = match &self.looked {
            Some(look) if look.step == self.run.steps() => Arc::clone(look),
            _ => {
                let mut look = ModelPreview::at(&self.run.course, &self.samples, &self.parts, self.rate())?;
                look.validation_loss = Some(self.run.validation_loss()?);
                Arc::new(look)
            }
        };
        if self.looked.as_ref().is_none_or(|before| !Arc::ptr_eq(before, &look)) {
            reports.push(TrainingReport::Looked(Arc::clone(&look)));
        }
        self.looked = Some(Arc::clone(&look));
        Ok(look)
    }

    /// The learning rate of the newest update.
    fn rate(&self) -> f64 {
        let trainer = &self.run.course.trainer;
        self.rate.unwrap_or_else(|| trainer.slowed * trainer.recipe.schedule.rate(trainer.steps().max(1)))
    }

    fn keep(&mut self, score: Option<(usize, usize)>, pinned: bool, reports: &mut Vec<TrainingReport>) {
        let look = match self.look(reports) {
            Ok(look) => look,
            Err(error) => return reports.push(TrainingReport::Diverged(error)),
        };
        self.has_turned = false;
        let (step, moment) = (self.run.steps(), self.run.course.moment());
        let (loss, predictions) = (self.loss, self.predictions);
        self.snapshots.add(|id| Snapshot { id, step, loss, predictions, score, pinned, look, moment });
        reports.push(TrainingReport::Snapshots(self.snapshots.list().to_vec()));
    }

    /// Keeps the moment before the learner changes the rate, so that the change can be taken back; of several changes in a row the
    /// first.
    fn keep_before_turn(&mut self, reports: &mut Vec<TrainingReport>) {
        let (step, pace) = (self.run.steps(), self.run.course.pace());
        let is_kept = self.snapshots.list().iter().any(|kept| kept.step == step && kept.pace() == pace);
        if !is_kept && !self.has_turned {
            self.keep(None, false, reports);
        }
        self.has_turned = true;
    }

    fn rewind(&mut self, id: usize, reports: &mut Vec<TrainingReport>) {
        let Some(kept) = self.snapshots.find(id) else { return reports.push(TrainingReport::SnapshotGone(id)) };
        self.run.course.return_to(&kept.moment);
        (self.loss, self.predictions) = (kept.loss, kept.predictions);
        (self.to_score, self.has_turned) = (false, false);
        reports.push(TrainingReport::Returned { step: kept.step, pace: self.run.course.pace() });
        (self.looked, self.rate) = (None, None);
        self.try_look(reports);
    }

    fn save(&mut self, reports: &mut Vec<TrainingReport>) {
        let mut store = self.run.store.clone();
        store.name_save(&self.folder, self.run.course.task);
        reports.push(match (store.keep(&self.run.course), store.place()) {
            (Ok(()), Some(path)) => {
                let path = path.to_owned();
                // A file that can be written is written from now on.
                self.run.store = store;
                TrainingReport::Saved(path)
            }
            (Err(refusal), _) => TrainingReport::SaveFailed(refusal),
            (Ok(()), None) => return,
        });
    }

    fn export(&mut self, reports: &mut Vec<TrainingReport>) {
        let mut store = self.run.store.clone();
        store.name_export(&self.folder, self.run.course.task);
        reports.push(match (store.export(&self.run.course), store.export_place()) {
            (Ok(()), Some(path)) => TrainingReport::Exported(path.to_owned()),
            (Err(refusal), _) => TrainingReport::SaveFailed(refusal),
            (Ok(()), None) => return,
        });
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("id", &self.id).field("step", &self.step).finish_non_exhaustive()
    }
}

impl fmt::Debug for TrainingSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrainingSession").field("run", &self.run).field("going", &self.going).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
