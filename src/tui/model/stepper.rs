//! Stepping through the run of one cell.

use std::sync::Arc;
use std::time::Duration;

use crate::notebook::evaluate::{EvaluationOutcome, TaskRun};
use crate::notebook::lesson::BlockId;
use crate::notebook::steps::{RunStep, Steps};
use crate::notebook::walk::Walk;
use crate::notebook::walk::attention::AttentionStage;
use crate::notebook::walk::formula::StepFormula;
use crate::notebook::walk::outline::{Outline, Stop};
use crate::notebook::why::SourceExpression;
use crate::tensor::Tensor;
use crate::tui::model::appearing::Appearing;
use crate::tui::model::focus::Spot;
use crate::tui::model::motion::{Moment, MomentId};

/// How fast a walk goes on by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pace {
    /// A step every two seconds.
    Slowest,
    /// A step a second.
    #[default]
    Slow,
    /// Two steps a second.
    Fast,
    /// Four steps a second.
    Fastest,
}

impl Pace {
    /// The next faster one.
    #[must_use]
    pub fn faster(self) -> Self {
        match self {
            Self::Slowest => Self::Slow,
            Self::Slow => Self::Fast,
            Self::Fast | Self::Fastest => Self::Fastest,
        }
    }

    /// The next slower one.
    #[must_use]
    pub fn slower(self) -> Self {
        match self {
            Self::Fastest => Self::Fast,
            Self::Fast => Self::Slow,
            Self::Slow | Self::Slowest => Self::Slowest,
        }
    }

    /// The time from one step to the next.
    pub fn period(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slowest => 2000,
            Self::Slow => 1000,
            Self::Fast => 500,
            Self::Fastest => 250,
        })
    }

    /// The steps a second.
    pub fn per_second(self) -> f64 {
        1.0 / self.period().as_secs_f64()
    }
}

/// The stages of an attention, each by its line in an outline.
type AttentionStops = Vec<(AttentionStage, usize)>;

fn attention_stops(walk: &Walk, outline: &Outline) -> Arc<Vec<AttentionStops>> {
    Arc::new(walk.attentions.iter().filter_map(|found| found.stops(&walk.steps, outline)).collect())
}

/// An element of a step's value.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StepElement {
    index: Vec<usize>,
    shape: Vec<usize>,
}

impl StepElement {
    /// Its row in a value of another shape: the axes before the last, from the last of them on as long as they are of the same size.
    fn row_in(&self, shape: &[usize]) -> Vec<usize> {
        let mut row = vec![0; shape.len()];
        let own = self.shape.iter().zip(&self.index).rev().skip(1);
        let same = own.zip(row.iter_mut().zip(shape).rev().skip(1)).take_while(|((own, _), (_, size))| own == size);
        same.for_each(|((_, place), (row, _))| *row = *place);
        row
    }
}

/// The first of the largest elements in the row of an element.
fn largest_of_row(value: &Tensor, mut index: Vec<usize>) -> Vec<usize> {
    let Some((last, size)) = index.len().checked_sub(1).zip(value.shape().last().copied()) else { return index };
    if value.is_empty() {
        return index;
    }
    let mut largest = (0, f64::NEG_INFINITY);
    for place in 0..size {
        index[last] = place;
        let number = value.at(&index);
        if number > largest.1 {
            largest = (place, number);
        }
    }
    index[last] = largest.0;
    index
}

/// Where a reader stands in a run.
#[derive(Debug, Clone)]
pub struct Stepper {
    /// The cell that ran.
    pub block: BlockId,
    /// Its run, of at least one step.
    pub walk: Walk,
    /// Where the reader can stop.
    pub outline: Arc<Outline>,
    /// The attentions that somebody wrote out: the stages of each by their lines in the outline.
    attentions: Arc<Vec<AttentionStops>>,
    /// The line of the outline that the reader is at.
    pub place: usize,
    /// Whether every single operation is a stop, those that only change the shape, too.
    pub is_whole: bool,
    /// Whether that makes a difference.
    pub is_foldable: bool,
    /// Whether it goes on by itself.
    pub is_playing: bool,
    /// How fast it does that.
    pub pace: Pace,
    /// How far the result has appeared, while that can be seen.
    pub appearing: Option<Appearing>,
    /// The element that the reader was at when the walk began, and whether it was explained: the end of the walk leads back there.
    pub from: Option<(Spot, bool)>,
    /// The element of a step that the cursor was at last.
    looked_at: Option<StepElement>,
    /// Where the reader went, while the newer run has no such step: then `place` is the nearest one before it.
    gone: Option<(Arc<Steps>, usize)>,
}

impl Stepper {
    /// At the first stop of a run; nothing where it has none.
    pub fn new(block: BlockId, run: &Arc<TaskRun>) -> Option<Self> {
        Self::with(block, run, false)
    }

    fn with(block: BlockId, run: &Arc<TaskRun>, is_whole: bool) -> Option<Self> {
        let walk = Walk::of(run);
        let (outline, other) = (Arc::new(walk.outline(is_whole)), walk.outline(!is_whole));
        let place = outline.around(0, usize::MAX);
        let is_foldable = *outline != other;
        outline.all().get(place)?;
        Some(Self {
            block,
            attentions: attention_stops(&walk, &outline),
            walk,
            outline,
            place,
            is_whole,
            is_foldable,
            is_playing: false,
            pace: Pace::default(),
            appearing: None,
            from: None,
            looked_at: None,
            gone: None,
        })
    }

    /// The steps.
    pub fn steps(&self) -> &Steps {
        &self.walk.steps
    }

    /// The line of the outline.
    pub fn stop(&self) -> Option<&Stop> {
        self.outline.all().get(self.place)
    }

    /// The step whose value is looked at.
    pub fn at(&self) -> usize {
        self.stop().map_or(0, |stop| stop.at)
    }

    /// That step.
    pub fn step(&self) -> Option<&RunStep> {
        self.steps().all().get(self.at())
    }

    /// Goes to a line of the outline, from a heading to the first stop behind it.
    pub fn go(&mut self, to: usize) {
        let stops = self.outline.all();
        let is_stop = |place: &usize| stops.get(*place).is_some_and(|stop| !stop.is_heading);
        let to = to.min(stops.len().saturating_sub(1));
        self.place = (to..stops.len()).find(is_stop).or_else(|| (0..to).rfind(is_stop)).unwrap_or(to);
        self.gone = None;
        self.appearing = None;
    }

    /// How long the present part of the appearing lasts.
    pub fn moment(&self) -> Option<Moment> {
        let appearing = self.appearing?;
        Some(Moment { id: MomentId::Step(self.place, appearing), time: appearing.time(self.pace.period()) })
    }

    /// The next part of it, if there is one.
    pub fn appear(&mut self) {
        self.appearing = self.appearing.and_then(Appearing::next);
    }

    /// Goes to the innermost stop around a step.
    pub fn go_to_step(&mut self, at: usize) {
        self.go(self.outline.around(at, usize::MAX));
    }

    /// Unfolds every single operation, or folds them away again; the reader stays at the step.
    pub fn unfold(&mut self) {
        let at = self.at();
        self.is_whole = !self.is_whole;
        self.outline = Arc::new(self.walk.outline(self.is_whole));
        self.attentions = attention_stops(&self.walk, &self.outline);
        self.go_to_step(at);
    }

    /// What came out of the step.
    pub fn value(&self) -> Option<&Tensor> {
        self.walk.value(self.at())
    }

    /// The formula of the stop, and what makes the element at `index` of its value.
    pub fn formula(&self, index: &[usize]) -> Option<StepFormula> {
        self.walk.formula(self.stop()?, index)
    }

    /// Remembers which element of the step the cursor is at.
    pub fn look_at(&mut self, index: Vec<usize>) {
        self.looked_at = self.value().map(|value| StepElement { index, shape: value.shape().to_vec() });
    }

    /// The element of a step's value that is spoken of while no cursor is in it: where the cursor was last, if the value has that place;
    /// else the largest of the same row, as far as it has that row.
    pub fn element(&self, value: &Tensor) -> Vec<usize> {
        let shape = value.shape();
        match &self.looked_at {
            Some(last) if last.shape == shape => last.index.clone(),
            last => {
                largest_of_row(value, last.as_ref().map_or_else(|| vec![0; shape.len()], |last| last.row_in(shape)))
            }
        }
    }

    /// Whether something is drawn of the run: a model, or an attention that somebody wrote out.
    pub fn has_drawing(&self) -> bool {
        !self.walk.architecture.is_empty() || !self.attentions.is_empty()
    }

    /// The stages of the attention that somebody wrote out and the reader is in, by their lines in the outline. Where no model is drawn it
    /// is the next one, or the last.
    pub fn written_attention(&self) -> Option<&AttentionStops> {
        let all = &self.attentions;
        let around = self.outline.inside_of(self.place);
        let is_in =
            |stops: &&AttentionStops| stops.iter().any(|(_, place)| *place == self.place || around.contains(place));
        let is_next = |stops: &&AttentionStops| stops.iter().any(|(_, place)| *place > self.place);
        let nearest = || all.iter().find(is_next).or(all.last()).filter(|_| self.walk.architecture.is_empty());
        all.iter().find(is_in).or_else(nearest)
    }

    /// What the step is called on the page: its full name, or that of its operation.
    pub fn title(&self) -> Arc<str> {
        let step = self.step();
        step.and_then(|step| step.path.clone()).or_else(|| Some(step?.name.as_str().into())).unwrap_or_default()
    }

    /// The expression that made the value, and where on the page it stands.
    pub fn source(&self, outcome: &EvaluationOutcome) -> Option<SourceExpression> {
        let node = self.walk.run.tape.nodes().get(self.step()?.node as usize)?;
        SourceExpression::of(outcome, &self.block, &self.walk.run, node)
    }

    /// The name of the step that the reader went to, if the run has it no more.
    pub fn gone(&self) -> Option<&str> {
        let (steps, at) = self.gone.as_ref()?;
        steps.all().get(*at).map(|step| step.path.as_deref().unwrap_or(&step.name))
    }

    /// The same place in a newer run of the same cell, or the nearest before it. It is found again when it comes back.
    pub fn moved_to(&self, run: &Arc<TaskRun>) -> Option<Self> {
        let mut fresh = Self::with(Arc::clone(&self.block), run, self.is_whole)?;
        let (steps, went) = self.gone.clone().unwrap_or_else(|| (Arc::clone(&self.walk.steps), self.at()));
        let (at, is_same) = steps.nearest_in(&fresh.walk.steps, went);
        let level = self.stop().map_or(usize::MAX, |stop| stop.level);
        fresh.go(fresh.outline.around(at, level));
        (fresh.is_playing, fresh.pace, fresh.from) = (self.is_playing, self.pace, self.from.clone());
        fresh.looked_at.clone_from(&self.looked_at);
        fresh.gone = (!is_same).then_some((steps, went));
        Some(fresh)
    }
}
