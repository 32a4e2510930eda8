//! A training that goes on beside the reader: it takes orders, and what is told of it are a few lines from its beginning to its end, and
//! whatever somebody asks. Nothing of it is kept; the command `train` does that.

mod narration;

use std::sync::Arc;

use crate::nn::Task;
use crate::nn::stages::AttentionPlace;
use crate::nn::training::Fault;
use crate::notebook::training::history::History;
use crate::notebook::training::plan::ReportedSteps;
use crate::notebook::training::session::{StepSummary, TrainingStart};
use crate::notebook::training::{
    ModelPreview, ParameterGroup, TrainingCommand, TrainingError, TrainingPlan, TrainingReport, table,
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
    /// At which step it is, and whether it has gone back to that.
    step: u64,
    has_gone_back: bool,
    /// The loss of the first step, and what the newest was like.
    first: Option<f64>,
    newest: Option<Box<StepSummary>>,
    look: Option<Arc<ModelPreview>>,
    /// What all steps were like, and how it did validation examples at some of them.
    curves: History,
    scores: Vec<(u64, (usize, usize))>,
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
            first: None,
            newest: None,
            look: None,
            curves: History::default(),
            scores: Vec::new(),
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
            Order::Heads(_) | Order::Parts(_) => TrainingCommand::Look,
        }
    }

    /// Whether an order was given that it has not answered yet.
    pub(super) fn owes_answer(&self) -> bool {
        self.asked.is_some() && !self.is_over()
    }

    /// Whether nothing more is to come.
    pub(super) fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// What is to be told now.
    pub(super) fn news(&mut self) -> Transcript {
        std::mem::take(&mut self.news)
    }

    /// Its curves as a table in a file, as the screen writes them; nothing before the first step.
    pub(super) fn curves_as_csv(&self) -> Option<String> {
        let parts: Vec<&str> = self.start.iter().flat_map(|start| &start.parts).map(ParameterGroup::name).collect();
        (!self.curves.points().is_empty()).then(|| table::csv(&self.curves, &parts, &self.scores))
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
            TrainingReport::Rewound { step, .. } => self.curves.cut(*step),
            TrainingReport::Snapshots(kept) => {
                self.scores = kept.iter().filter_map(|kept| Some((kept.step, kept.score?))).collect();
            }
            _ => {}
        }
    }

    fn take_one(&mut self, report: TrainingReport) {
        self.draw(&report);
        match report {
            TrainingReport::Begun(start) => {
                self.news.append(narration::begun(&start, self.layers));
                self.start = Some(start);
            }
            TrainingReport::Learned(learned) => {
                self.first.get_or_insert(learned.loss);
                (self.step, self.has_gone_back) = (learned.step, false);
                self.newest = Some(learned);
            }
            TrainingReport::Looked(look) => self.look = Some(look),
            // They are kept where it is scored. Of a step that was ordered the answer tells.
            TrainingReport::Snapshots(_) | TrainingReport::Diverged(_) if !self.keeps_quietly() => {
                self.news.append(self.point());
            }
            TrainingReport::Rewound { fault, step, .. } => {
                (self.step, self.has_gone_back) = (step, true);
                self.news.say(say!("plain-training-rewound", why = fault.said(), step));
            }
            TrainingReport::Paced(pace) => {
                self.asked = None;
                self.news.say(say!("plain-training-paced", factor = number(pace.factor(), false)));
            }
            // An order that came too late has no answer but the end.
            TrainingReport::Going(_) if self.state == State::Scoring && self.asked != Some(Order::Step) => {}
            TrainingReport::Going(_) => {
                if let Some(order) = self.asked.take() {
                    self.news.append(self.answer(order));
                    if order == Order::Stop {
                        self.state = State::Over;
                    }
                }
            }
            TrainingReport::Over(_) => self.state = State::Scoring,
            TrainingReport::Scored(scores) => self.end(self.over(&scores)),
            TrainingReport::Unscored(error) => self.fail(&Fault::from(error).said()),
            TrainingReport::Stuck(fault) => self.fail(&fault.said()),
            TrainingReport::Refused(TrainingError::Broken) => self.fail(word!("plain-training-broke")),
            TrainingReport::Refused(refusal) => self.fail(&refusal.said()),
            TrainingReport::Unheard => self.asked = None,
            TrainingReport::Passed(_)
            | TrainingReport::Snapshots(_)
            | TrainingReport::Diverged(_)
            | TrainingReport::Returned { .. }
            | TrainingReport::SnapshotGone(_)
            | TrainingReport::Saved(_)
            | TrainingReport::Exported(_)
            | TrainingReport::SaveFailed(_) => {}
        }
    }

    /// Whether what is kept now is kept for an order, whose answer tells enough.
    fn keeps_quietly(&self) -> bool {
        matches!(self.asked, Some(Order::Step | Order::Turn(_)))
    }

    fn end(&mut self, told: Transcript) {
        self.news.append(told);
        self.state = State::Over;
    }

    fn fail(&mut self, why: &str) {
        self.end(Transcript::of(say!("plain-training-failed", why)));
    }
}
