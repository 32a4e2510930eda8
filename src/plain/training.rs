//! A training that goes on beside the reader: it takes orders, and what is told of it are a few lines from its beginning to its end, and
//! whatever somebody asks. Of its model only what somebody has written into a file is kept.

mod earlier;
mod narration;
mod snapshots;

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::snapshots::{find, scores};
use crate::nn::Schedule;
use crate::nn::Task;
use crate::nn::stages::AttentionPlace;
use crate::nn::training::{Fault, Pace};
use crate::notebook::training::history::History;
use crate::notebook::training::plan::ReportedSteps;
use crate::notebook::training::session::{StepSummary, TrainingStart};
use crate::notebook::training::{
    ModelPreview, ParameterGroup, Snapshot, TrainingCommand, TrainingError, TrainingPlan, TrainingReport, table,
};
use crate::words::{Said, say, word};

use super::speech::number;
use super::transcript::Transcript;

/// How often a training is told between its beginning and its end.
const POINTS: u64 = 8;
/// How many examples it is scored with at the end.
const SCORED: usize = 400;

/// What somebody wants of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// To begin.
    Begin,
    /// To end after the step that it is at.
    Stop,
    /// To wait.
    Pause,
    /// To train on.
    Go,
    /// To do one step, and wait.
    Step,
    /// To learn faster by so many doublings of the rate; slower below 0.
    Turn(i32),
    /// To say where the heads of these attentions read.
    Heads(AttentionPlace),
    /// To say this of each of its parts.
    Parts(PartsQuestion),
    /// To keep a snapshot.
    Keep,
    /// To write a checkpoint into a file.
    Save,
    /// To write the weights alone into a file.
    Export,
    /// To go back to the snapshot with this id.
    Back(usize),
    /// To say this of its past.
    Past(PastQuestion),
}

/// A question about the past of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PastQuestion {
    /// The snapshots that it keeps.
    Snapshots,
    /// The differences of two of them, by their numbers: without the second number of one and now, without any of now and the last
    /// one before.
    Compare(Option<usize>, Option<usize>),
    /// The differences of this run and of the one with this number that was left, the newest being 1.
    Earlier(usize),
}

/// What can be said of the parts of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartsQuestion {
    /// How long their gradients are.
    Gradients,
    /// How far the newest update moved them.
    Updates,
    /// Their weights.
    Weights,
    /// What they hand on.
    Activations,
}

/// A training under way.
#[derive(Debug)]
pub(super) struct Training {
    /// What is learned.
    pub(super) task: Task,
    /// How many layers the encoder and the decoder have.
    layers: (usize, usize),
    /// What there is to know of it once.
    start: Option<Box<TrainingStart>>,
    /// The order that it has not answered yet.
    asked: Option<Order>,
    /// Whether it waits for an order to go on.
    pub(super) is_paused: bool,
    /// At which step it is, and whether it has gone back to that; to which snapshot, if it was told to.
    step: u64,
    has_gone_back: bool,
    returned_to: Option<usize>,
    /// The loss of the first step, and what the newest was like.
    first: Option<f64>,
    newest: Option<Box<StepSummary>>,
    look: Option<Arc<ModelPreview>>,
    /// What all steps were like.
    curves: History,
    /// The snapshots that it keeps.
    snapshots: Vec<Arc<Snapshot>>,
    /// The newest file that its model was written into.
    saved: Option<PathBuf>,
    /// The schedule of its learning rate, and the factor that it is multiplied with.
    schedule: Schedule,
    pace: Pace,
    /// What is to be told.
    news: Transcript,
    state: State,
}

/// How far a training is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Learning,
    /// All steps are done.
    Scoring,
    /// It has come to its end, and can go back to a snapshot.
    Finished,
    /// Nothing more is to come.
    Over,
}

impl Training {
    /// One that is about to begin, by its plan: with so many steps, if somebody says how many.
    pub(super) fn new(task: Task, steps: Option<u64>) -> (Self, TrainingPlan) {
        let mut plan = TrainingPlan::of(task);
        let choices = &mut plan.choices;
        choices.steps = steps.unwrap_or(choices.steps);
        choices.every = choices.steps.div_ceil(POINTS).max(1);
        (choices.counts.test, choices.counts.unseen) = (SCORED, 0);
        choices.reports = ReportedSteps::Few;
        let training = Self {
            task,
            layers: (plan.config.enc_layers, plan.config.dec_layers),
            start: None,
            asked: Some(Order::Begin),
            is_paused: false,
            step: 0,
            has_gone_back: false,
            returned_to: None,
            first: None,
            newest: None,
            look: None,
            curves: History::default(),
            snapshots: Vec::new(),
            saved: None,
            schedule: plan.recipe().schedule,
            pace: Pace::default(),
            news: Transcript::default(),
            state: State::Learning,
        };
        (training, plan)
    }

    /// What the training is to do for an order, which it answers.
    pub(super) fn order(&mut self, order: Order) -> TrainingCommand {
        self.asked = Some(order);
        match order {
            Order::Stop => TrainingCommand::Pause,
            Order::Pause => {
                self.is_paused = true;
                TrainingCommand::Pause
            }
            Order::Step => {
                self.is_paused = true;
                TrainingCommand::Step
            }
            Order::Begin | Order::Go => {
                self.is_paused = false;
                TrainingCommand::Go
            }
            Order::Turn(doublings) => TrainingCommand::Turn(doublings),
            Order::Heads(_) | Order::Parts(_) | Order::Past(_) => TrainingCommand::Look,
            Order::Keep => TrainingCommand::Pin,
            Order::Save => TrainingCommand::Save,
            Order::Export => TrainingCommand::Export,
            Order::Back(id) => TrainingCommand::Rewind(id),
        }
    }

    /// Whether an order was given that it has not answered yet.
    pub(super) fn owes_answer(&self) -> bool {
        self.asked.is_some() && !self.is_over()
    }

    /// Returns whether nothing more is to come by itself.
    pub(super) fn is_over(&self) -> bool {
        match self.state {
            State::Learning | State::Scoring => false,
            State::Finished => self.asked.is_none(),
            State::Over => true,
        }
    }

    /// Returns whether it has come to its end, but still can go back to a snapshot.
    pub(super) fn is_finished(&self) -> bool {
        self.state == State::Finished
    }

    /// What is to be told now.
    pub(super) fn news(&mut self) -> Transcript {
        std::mem::take(&mut self.news)
    }

    /// Its curves as a table in a file, as the screen writes them; nothing before the first step.
    pub(super) fn curves_as_csv(&self) -> Option<String> {
        let parts: Vec<&str> = self.start.iter().flat_map(|start| &start.parts).map(ParameterGroup::name).collect();
        let scores: Vec<_> = scores(&self.snapshots, self.step).collect();
        (!self.curves.points().is_empty()).then(|| table::csv(&self.curves, &parts, &scores))
    }

    /// Takes in what happened.
    pub(super) fn take(&mut self, reports: Vec<TrainingReport>) {
        for report in reports {
            self.take_one(report);
        }
    }

    /// Takes in what belongs to the curves.
    fn draw(&mut self, report: &TrainingReport) {
        match report {
            TrainingReport::Passed(steps) => steps.iter().for_each(|step| self.curves.push(step)),
            TrainingReport::Learned(step) => self.curves.push(step),
            TrainingReport::Looked(look) => self.curves.push_look(look),
            TrainingReport::Rewound { step, .. } | TrainingReport::Returned { step, .. } => self.curves.cut(*step),
            TrainingReport::Snapshots(kept) => self.snapshots.clone_from(kept),
            _ => {}
        }
    }

    fn take_one(&mut self, report: TrainingReport) {
        self.draw(&report);
        match report {
            TrainingReport::Begun(start) => {
                self.news.append(narration::begun(&start, self.layers));
                self.pace = start.pace;
                self.start = Some(start);
            }
            TrainingReport::Learned(learned) => {
                self.first.get_or_insert(learned.loss);
                (self.step, self.has_gone_back) = (learned.step, false);
                self.newest = Some(learned);
            }
            TrainingReport::Looked(look) => self.look = Some(look),
            TrainingReport::Snapshots(_) if self.has_kept() => {
                self.asked = None;
                self.news.append(self.kept());
            }
            TrainingReport::Diverged(error) if self.asked == Some(Order::Keep) => {
                self.asked = None;
                self.news.say(say!("moment-is-spoilt", error = error.to_string()));
            }
            // They are kept where it is scored. Of a step that was ordered the answer tells.
            TrainingReport::Snapshots(_) | TrainingReport::Diverged(_) if !self.keeps_quietly() => {
                self.news.append(self.point());
            }
            TrainingReport::Rewound { fault, step, pace } => {
                (self.step, self.has_gone_back, self.pace, self.returned_to) = (step, true, pace, None);
                self.news.say(say!("plain-training-rewound", why = fault.said(), step));
            }
            TrainingReport::Returned { step, pace } => self.go_back(step, pace),
            TrainingReport::SnapshotGone(id) => {
                self.asked = None;
                self.news.append(self.no_snapshot(snapshots::number(id)));
            }
            TrainingReport::Paced(pace) => {
                (self.asked, self.pace) = (None, pace);
                self.news.say(say!("plain-training-paced", factor = number(pace.factor(), false)));
            }
            // An order that came too late has no answer but the end.
            TrainingReport::Going(_) if self.state == State::Scoring && self.asks_to_go() => {}
            TrainingReport::Going(_) => {
                if let Some(order) = self.asked.take_if(|order| !has_own_report(*order)) {
                    self.news.append(self.answer(order));
                    if order == Order::Stop {
                        self.state = State::Over;
                    }
                }
            }
            TrainingReport::Over(_) => self.state = State::Scoring,
            TrainingReport::Scored(scores) => self.finish(self.over(&scores)),
            TrainingReport::Unscored(error) => self.finish(failed(&Fault::from(error).said(), true)),
            TrainingReport::Stuck(fault) => self.finish(failed(&fault.said(), true)),
            TrainingReport::Refused(TrainingError::Broken) => self.end(failed(word!("plain-training-broke"), false)),
            TrainingReport::Refused(refusal) => self.end(failed(&refusal.said(), false)),
            TrainingReport::Unheard => {
                self.asked = None;
                self.news.say(word!("plain-training-unheard"));
            }
            TrainingReport::Saved(path) => {
                if self.asked.take_if(|order| *order == Order::Save).is_some() {
                    self.news.say(say!("file-holds-step", file = path.to_string_lossy(), step = self.step));
                }
                self.saved = Some(path);
            }
            TrainingReport::Exported(path) => {
                self.asked.take_if(|order| *order == Order::Export);
                self.news.say(say!("file-holds-weights", file = path.to_string_lossy(), step = self.step));
                self.saved = Some(path);
            }
            TrainingReport::SaveFailed(refusal) => {
                self.asked.take_if(|order| matches!(order, Order::Save | Order::Export));
                self.news.say(say!("plain-training-not-saved", why = refusal.said()));
            }
            TrainingReport::Passed(_) | TrainingReport::Snapshots(_) | TrainingReport::Diverged(_) => {}
        }
    }

    /// What becomes of the model when nothing more is done with it.
    pub(super) fn last_words(&self) -> String {
        match &self.saved {
            Some(path) => say!("plain-training-ends-saved", file = path.to_string_lossy()),
            None => word!("plain-training-ends").to_owned(),
        }
    }

    /// Whether what is kept now is kept for an order, whose answer tells enough.
    fn keeps_quietly(&self) -> bool {
        matches!(self.asked, Some(Order::Step | Order::Turn(_)))
    }

    /// Returns whether the snapshot is there that was ordered.
    fn has_kept(&self) -> bool {
        self.asked == Some(Order::Keep) && self.snapshots.last().is_some_and(|kept| kept.pinned)
    }

    /// Returns whether it was ordered to go or to wait, which the end of the training settles.
    fn asks_to_go(&self) -> bool {
        matches!(self.asked, Some(Order::Begin | Order::Stop | Order::Pause | Order::Go))
    }

    /// Takes in that it is back at a snapshot. It goes on from there, or waits if it had come to its end.
    fn go_back(&mut self, step: u64, pace: Pace) {
        self.is_paused |= self.state != State::Learning;
        self.state = State::Learning;
        (self.step, self.has_gone_back, self.pace, self.newest) = (step, true, pace, None);
        if let Some(Order::Back(id)) = self.asked {
            (self.asked, self.returned_to) = (None, Some(id));
            self.look = find(&self.snapshots, id).map(|kept| Arc::clone(&kept.look));
            self.news.append(self.returned(id));
        }
    }

    /// Takes in that it has come to its end, which answers an order to go or to wait. A question is answered now.
    fn finish(&mut self, told: Transcript) {
        self.news.append(told);
        self.state = State::Finished;
        let asked = self.asked.take_if(|order| !has_own_report(*order));
        if let Some(question @ (Order::Heads(_) | Order::Parts(_) | Order::Past(_))) = asked {
            self.news.append(self.answer(question));
        }
    }

    fn end(&mut self, told: Transcript) {
        self.news.append(told);
        self.state = State::Over;
    }
}

/// Returns whether an order is answered by a report of its own, also after the end.
fn has_own_report(order: Order) -> bool {
    matches!(order, Order::Keep | Order::Back(_) | Order::Save | Order::Export)
}

/// Says why it failed, and that it can go back, if it can.
fn failed(why: &str, goes_back: bool) -> Transcript {
    let mut told = Transcript::of(say!("plain-training-failed", why));
    if goes_back {
        told.say(word!("plain-training-goes-back"));
    }
    told
}
