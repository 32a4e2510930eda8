//! A training step by step: what is learned, kept, looked at, and when it ends.

use std::path::PathBuf;

use super::plan::ExampleCounts;
use super::{TrainingError, TrainingFiles, TrainingPlan};
use crate::nn::Task;
use crate::nn::tasks::score::{Score, TestSentence};
use crate::nn::tasks::{Example, Part, translation};
use crate::nn::training::{Course, Event, Fault};

/// A training under way.
#[derive(Debug)]
pub struct TrainingRun {
    /// What is trained, and how.
    pub plan: TrainingPlan,
    /// The model that learns.
    pub course: Course,
    /// Where it is kept.
    pub store: TrainingFiles,
    validation: Vec<Example>,
}

/// What a step came to.
#[derive(Debug)]
pub struct StepResult {
    /// What was learned, or why not.
    pub event: Event,
    /// Whether it could be kept, where it was time for that.
    pub kept: Option<Result<(), TrainingError>>,
    /// Where its weights were written, where that was asked for after this step.
    pub exported: Option<Result<PathBuf, TrainingError>>,
    /// How it does validation examples, where it was time for that.
    pub score: Option<Score>,
    /// Why that was the last step, if it was.
    pub over: Option<EndReason>,
}

/// Why a training ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// All steps are done.
    Steps,
    /// It is as good as was asked for.
    Good,
}

/// What a model is scored on at the end: examples that it has never seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exam {
    /// Those that were held out.
    HeldOut,
    /// The same, done by a dictionary.
    HeldOutByWord,
    /// Compositions that occur nowhere in what is learned from.
    Unseen,
    /// The same, done by a dictionary.
    UnseenByWord,
}

impl TrainingRun {
    /// A training that begins, or goes on from its file.
    ///
    /// # Errors
    /// As [`TrainingFiles::begin`].
    pub fn begin(plan: TrainingPlan) -> Result<Self, TrainingError> {
        let store = TrainingFiles::new(&plan);
        let course = store.begin(&plan)?;
        let validation = plan.choices.task.set(Part::Validation, plan.choices.counts.validation)?;
        Ok(Self { plan, course, store, validation })
    }

    /// How many steps are done.
    pub fn steps(&self) -> u64 {
        self.course.trainer.steps()
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.steps() >= self.plan.choices.steps
    }

    /// One step.
    ///
    /// # Errors
    /// When going back has not helped several times: the model is as it was before the step.
    pub fn advance(&mut self) -> Result<StepResult, Fault> {
        let event = self.course.advance()?;
        let is_due = self.steps().is_multiple_of(self.plan.choices.every);
        let score = is_due.then(|| self.validate());
        // A model that cannot even be scored has numbers that are none: the next step will find that, and must find an older moment.
        let is_sound = !matches!(score, Some(Err(_)));
        let kept = (is_sound && (is_due || self.is_done())).then(|| self.keep());
        let is_asked_for = self.plan.choices.export_at.contains(&self.steps());
        let exported = if is_asked_for { self.store.export_step(&self.course) } else { None };
        let score = score.and_then(Result::ok);
        let good = |score: &Score| self.plan.choices.until.is_some_and(|percent| 100.0 * score.share() >= percent);
        let over = match &score {
            Some(score) if good(score) => Some(EndReason::Good),
            _ => self.is_done().then_some(EndReason::Steps),
        };
        Ok(StepResult { event, kept, exported, score, over })
    }

    /// Keeps this moment as one to go back to, and in the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&mut self) -> Result<(), TrainingError> {
        self.course.keep();
        self.store.keep(&self.course)
    }

    /// How it does validation examples now.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn validate(&self) -> crate::tensor::Result<Score> {
        self.course.vocabularies.score(&self.course.trainer.model, &sentences(self.course.task, &self.validation))
    }

    /// The loss on the validation examples now: the mean over all that is to be predicted in them.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn validation_loss(&self) -> crate::tensor::Result<f64> {
        let (mut sum, mut count) = (0.0, 0);
        for examples in self.validation.chunks(self.course.batch.max(1)) {
            let (loss, places) = self.course.loss_of(examples)?;
            (sum, count) = (sum + loss * places as f64, count + places);
        }
        Ok(sum / count as f64)
    }

    /// Some validation examples to look at.
    pub fn samples(&self, count: usize) -> &[Example] {
        &self.validation[..count.min(self.validation.len())]
    }

    /// Scores it on what it has never seen, and beside a translator what a dictionary does with the same sentences.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn scores(&self) -> crate::tensor::Result<Vec<(Exam, Score)>> {
        let mut scores = Vec::new();
        let ExampleCounts { test, unseen, .. } = self.plan.choices.counts;
        for (part, exam, by_word, count) in [
            (Part::Test, Exam::HeldOut, Exam::HeldOutByWord, test),
            (Part::Unseen, Exam::Unseen, Exam::UnseenByWord, unseen),
        ] {
            let sentences = sentences(self.course.task, &self.course.task.set(part, count)?);
            if !sentences.is_empty() {
                scores.push((exam, self.course.vocabularies.score(&self.course.trainer.model, &sentences)?));
                scores.extend(baseline(self.course.task, &sentences).map(|score| (by_word, score)));
            }
        }
        Ok(scores)
    }
}

/// What a dictionary does with the same sentences, where the task is translation.
pub fn baseline(task: Task, sentences: &[TestSentence]) -> Option<Score> {
    (task == Task::Translation).then(|| Score::of(sentences, translation::word_by_word))
}

/// Examples as what they score.
fn sentences(task: Task, examples: &[Example]) -> Vec<TestSentence> {
    examples.iter().map(|example| TestSentence::of(task, example)).collect()
}
