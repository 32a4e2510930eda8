//! A training that is looked on: what it has reported, and what of it the reader looks at.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::snapshots::{self, SnapshotPair};
use crate::nn::Task;
use crate::nn::training::Pace;
use crate::notebook::training::history::History;
use crate::notebook::training::session::{StepSummary, TrainingStart};
use crate::notebook::training::{
    EndReason, Exam, ModelPreview, ParameterGroup, PreviewSentence, Snapshot, TrainingError, TrainingReport, table,
};
use crate::words::{Said, say, word};
use time_axis::TimeAxis;

pub mod time_axis;

/// The speed is that of so many of the last steps.
const RECENT: usize = 32;

/// The dashboard of one task.
#[derive(Debug)]
pub struct Dashboard {
    /// What is learned.
    pub task: Task,
    /// The lesson from which the reader came.
    pub below: Option<Arc<str>>,
    /// What there is to know of it once, when it is there.
    pub begun: Option<TrainingStart>,
    /// What it does.
    pub state: State,
    /// How many steps are done.
    pub step: u64,
    /// What the steps were like.
    pub history: History,
    /// Which of them the curves show, and where values are read.
    pub axis: TimeAxis,
    /// The newest of them.
    pub newest: Option<StepSummary>,
    /// How fast it learns, beside the schedule.
    pub pace: Pace,
    /// What the schedule's rate was multiplied with in the newest step.
    pub newest_factor: f64,
    /// The file that holds it, and which step.
    pub saved: Option<(PathBuf, u64)>,
    /// Whether the learner waits to hear that it is written.
    pub asks: bool,
    /// What it can do now.
    pub look: Option<Arc<ModelPreview>>,
    /// The moments that can be gone back to.
    pub moments: Vec<Arc<Snapshot>>,
    /// The scores at the end: of which examples, how many right, of how many.
    pub scores: Vec<(Exam, usize, usize)>,
    /// What went wrong, until the next key.
    pub trouble: Option<String>,
    /// Whether it is told to wait because nobody looks.
    pub left: bool,
    /// The sentence that is looked at.
    pub sentence: usize,
    /// The head that is looked at, counted through the layers.
    pub head: usize,
    /// What is shown where there is no room for all.
    pub panel: Panel,
    /// What is shown of the parts of the model where there is no room for all of it.
    pub parts: PartsView,
    /// The list of moments, while it is open.
    pub list: Option<List>,
    /// Two moments side by side.
    pub comparison: Option<Comparison>,
    /// Words and time of the last steps.
    recent: Vec<(usize, Duration)>,
}

/// What a training does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is being made.
    Opening,
    /// It learns.
    Running,
    /// It waits.
    Paused,
    /// It has come to its end.
    Ended(EndReason),
    /// There is none.
    Refused(TrainingError),
}

/// What a small screen shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    /// Loss and accuracy.
    #[default]
    Curves,
    /// The parts of the model.
    Parts,
    /// Sentences and attention.
    Sentences,
}

/// What can be shown of the parts of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PartsView {
    /// The lengths of their gradients.
    #[default]
    Gradients,
    /// How far the newest update moved them.
    Updates,
    /// Their weights.
    Weights,
    /// What they hand on.
    Activations,
}

/// The list of moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List {
    /// The place of the cursor, among the moments as they stand.
    pub selected: usize,
    /// The number of the moment that is marked to be compared with another.
    pub marked: Option<usize>,
}

/// Two moments that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// Which two; the first is at the left.
    pub pair: SnapshotPair,
    /// Whether the attention is shown as their difference.
    pub difference: bool,
}

impl Comparison {
    /// Both moments beside each other.
    pub fn side_by_side(pair: SnapshotPair) -> Self {
        Self { pair, difference: false }
    }
}

impl PartsView {
    /// All of them, in the order in which they are gone through.
    pub const ALL: [Self; 4] = [Self::Gradients, Self::Updates, Self::Weights, Self::Activations];

    /// The next one, around at the end.
    #[must_use]
    fn next(self) -> Self {
        let here = Self::ALL.iter().position(|view| *view == self).unwrap_or(0);
        Self::ALL[(here + 1) % Self::ALL.len()]
    }
}

impl Dashboard {
    /// A training that is being made.
    pub fn new(task: Task) -> Self {
        Self {
            task,
            below: None,
            begun: None,
            state: State::Opening,
            step: 0,
            history: History::default(),
            axis: TimeAxis::default(),
            newest: None,
            pace: Pace::default(),
            newest_factor: 1.0,
            saved: None,
            asks: false,
            look: None,
            moments: Vec::new(),
            scores: Vec::new(),
            trouble: None,
            left: false,
            sentence: 0,
            head: 0,
            panel: Panel::default(),
            parts: PartsView::default(),
            list: None,
            comparison: None,
            recent: Vec::new(),
        }
    }

    /// Takes in what happened. Some of it is worth a word.
    pub fn take(&mut self, report: TrainingReport) -> Option<String> {
        match report {
            TrainingReport::Begun(begun) => {
                (self.step, self.pace) = (begun.step, begun.pace);
                self.saved = begun.save.clone().map(|path| (path, begun.step));
                self.begun = Some(*begun);
                self.state = State::Paused;
            }
            TrainingReport::Passed(steps) => steps.into_iter().for_each(|learned| self.learned(learned)),
            TrainingReport::Learned(learned) => self.learned(*learned),
            TrainingReport::Rewound { fault, step, pace } => {
                self.went_back(step, pace);
                self.trouble = Some(say!("back-and-slower", why = fault.said(), step, factor = factor(pace)));
            }
            TrainingReport::Returned { step, pace } => {
                self.went_back(step, pace);
                self.scores.clear();
                if matches!(self.state, State::Ended(_)) {
                    self.state = State::Paused;
                }
                return Some(say!("back-at-step", step, factor = factor(pace)));
            }
            TrainingReport::Looked(look) => {
                let samples = look.samples.len();
                let heads = look.heads.len();
                self.history.push_look(&look);
                self.look = Some(look);
                self.sentence = self.sentence.min(samples.saturating_sub(1));
                self.head = self.head.min(heads.saturating_sub(1));
            }
            TrainingReport::Snapshots(moments) => self.replace_moments(moments),
            TrainingReport::Paced(pace) => {
                self.pace = pace;
                return Some(say!("schedules-rate-times", factor = factor(pace)));
            }
            TrainingReport::Going(going) => self.state = if going { State::Running } else { State::Paused },
            TrainingReport::Saved(path) => {
                let words = say!("file-holds-step", file = path.to_string_lossy(), step = self.step);
                self.saved = Some((path, self.step));
                return std::mem::take(&mut self.asks).then_some(words);
            }
            TrainingReport::Exported(path) => {
                return Some(say!("file-holds-weights", file = path.to_string_lossy(), step = self.step));
            }
            TrainingReport::SaveFailed(refusal) => {
                self.trouble = Some(say!("training-goes-on", why = refusal.said()));
            }
            TrainingReport::Diverged(error) => {
                self.trouble = Some(say!("moment-is-spoilt", error = error.to_string()));
            }
            TrainingReport::Over(over) => self.state = State::Ended(over),
            TrainingReport::Scored(scores) => self.scores = scores,
            TrainingReport::SnapshotGone(_) => return Some(word!("snapshot-is-gone").to_owned()),
            TrainingReport::Unheard => return Some(word!("press-again").to_owned()),
            TrainingReport::Unscored(error) => self.trouble = Some(error.to_string()),
            TrainingReport::Stuck(fault) => {
                self.trouble = Some(say!("training-is-stuck", why = fault.said()));
            }
            TrainingReport::Refused(refusal) => self.state = State::Refused(refusal),
        }
        None
    }

    fn learned(&mut self, learned: StepSummary) {
        (self.step, self.newest_factor) = (learned.step, self.pace.factor());
        self.history.push(&learned);
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push((learned.words, learned.took));
        self.newest = Some(learned);
    }

    fn went_back(&mut self, step: u64, pace: Pace) {
        (self.step, self.pace) = (step, pace);
        // What was read of later steps is no longer true.
        self.newest = None;
        self.axis.cursor = None;
        self.recent.clear();
        self.history.cut(step);
    }

    /// Takes the list anew; the cursor and what was chosen stay where they are, or end where they are gone.
    fn replace_moments(&mut self, moments: Vec<Arc<Snapshot>>) {
        let chosen = self.list.and_then(|list| self.moments.get(list.selected)).map(|kept| kept.id);
        self.moments = moments;
        let there = |id: usize| snapshots::find(&self.moments, id).is_some();
        if let Some(list) = &mut self.list {
            let place = self.moments.iter().position(|kept| Some(kept.id) == chosen);
            list.selected = place.unwrap_or(list.selected).min(self.moments.len().saturating_sub(1));
            list.marked = list.marked.filter(|id| there(*id));
        }
        self.comparison = self.comparison.filter(|comparison| comparison.pair.is_kept(&self.moments));
    }

    /// Words a second, of the last steps.
    pub fn speed(&self) -> Option<f64> {
        let (words, time) =
            self.recent.iter().fold((0, Duration::ZERO), |(words, time), (more, took)| (words + more, time + *took));
        (!time.is_zero()).then(|| words as f64 / time.as_secs_f64())
    }

    /// How long the steps that are left will take.
    pub fn left_time(&self) -> Option<Duration> {
        let steps = self.begun.as_ref()?.steps.saturating_sub(self.step);
        let time: Duration = self.recent.iter().map(|(_, took)| *took).sum();
        let mean = time.as_secs_f64() / self.recent.len().max(1) as f64;
        (mean > 0.0).then(|| Duration::try_from_secs_f64(mean * steps as f64).unwrap_or(Duration::MAX))
    }

    /// Shows the next view of the parts.
    pub fn next_parts(&mut self) {
        self.parts = self.parts.next();
    }

    /// Shows the next panel of a small screen: the curves, each view of the parts, the sentences.
    pub fn next_panel(&mut self) {
        (self.panel, self.parts) = match self.panel {
            Panel::Curves => (Panel::Parts, PartsView::Gradients),
            Panel::Parts if self.parts != PartsView::Activations => (Panel::Parts, self.parts.next()),
            Panel::Parts => (Panel::Sentences, PartsView::Gradients),
            Panel::Sentences => (Panel::Curves, self.parts),
        };
    }

    /// All curves as a table: a row for each step at which something is known, and an empty field for what is not known there.
    pub fn curves_as_csv(&self) -> String {
        let parts: Vec<&str> = self.begun.iter().flat_map(|begun| &begun.parts).map(ParameterGroup::name).collect();
        let scores: Vec<_> = snapshots::scores(&self.moments, self.step).collect();
        table::csv(&self.history, &parts, &scores)
    }

    /// Whether it is there and could be given orders.
    pub fn is_there(&self) -> bool {
        !matches!(self.state, State::Opening | State::Refused(_))
    }

    /// How many sentences and heads there are to look at.
    pub fn sizes(&self) -> (usize, usize) {
        self.look.as_ref().map_or((0, 0), |look| (look.samples.len(), look.heads.len()))
    }

    /// The looks of the two moments that are compared.
    pub fn compared(&self) -> Option<(Comparison, Arc<ModelPreview>, Arc<ModelPreview>)> {
        let comparison = self.comparison?;
        let (before, after) = comparison.pair.previews(&self.moments, self.look.as_ref())?;
        Some((comparison, before, after))
    }

    /// What is looked at in a look.
    pub fn sample<'a>(&self, look: &'a ModelPreview) -> Option<&'a PreviewSentence> {
        look.samples.get(self.sentence)
    }
}

/// `4`, `1/8`: what the schedule's rate is multiplied with.
pub fn factor(pace: Pace) -> String {
    let exponent = i64::from(pace.doublings) - i64::from(pace.halvings);
    let power = 1_u64.checked_shl(exponent.unsigned_abs().min(63) as u32).unwrap_or(u64::MAX);
    if exponent < 0 { format!("1/{power}") } else { power.to_string() }
}
