//! A training from its first step to its last: draws the examples of a task, learns from them, and goes back where a loss is no number.

use super::{Batch, Fault, Progress, Trainer};
use crate::nn::Task;
use crate::nn::loss::{CrossEntropy, Reduction};
use crate::nn::tasks::score::Vocabularies;
use crate::nn::tasks::words::{BEGIN, PAD};
use crate::nn::tasks::{Example, Part};

/// After so many halvings of the rate something else is wrong.
const MOST_HALVINGS: u32 = 6;

/// A model that learns a task.
#[derive(Clone, Debug)]
pub struct Course {
    /// What is learned.
    pub task: Task,
    /// Its words.
    pub vocabularies: Vocabularies,
    /// How many examples are learned from in a step.
    pub batch: usize,
    /// What learns.
    pub trainer: Trainer,
    /// What the schedule's rate is multiplied with, and why.
    pace: Pace,
    kept: Trainer,
}

/// By how much the schedule's rate was changed on the way: `2^(doublings - halvings)`, so that no bit is lost in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// How often the rate was halved since a loss was no number.
    pub halvings: u32,
    /// How often the learner has doubled it; below 0 halved it.
    pub doublings: i32,
}

/// A course at one moment: all that is needed to go on from there with the same bits.
#[derive(Clone, Debug)]
pub struct Moment {
    /// What learns.
    pub trainer: Trainer,
    /// How fast.
    pub pace: Pace,
}

impl Pace {
    /// The learner doubles and halves at most so often.
    pub const MOST: i32 = 10;

    /// What the schedule's rate is multiplied with.
    pub fn factor(self) -> f64 {
        2.0_f64.powi(self.doublings) * 0.5_f64.powf(f64::from(self.halvings))
    }
}

/// What a step came to.
#[derive(Clone, Debug)]
pub enum Event {
    /// Something was learned.
    Learned(Progress),
    /// The loss or a gradient was not a number: the training is back where it was last kept, and goes on at half the rate.
    Rewound {
        /// What happened.
        fault: Fault,
        /// How many steps are done there.
        step: u64,
    },
}

impl Course {
    /// A course that begins, or goes on, with this trainer.
    pub fn new(task: Task, batch: usize, trainer: Trainer, pace: Pace) -> Self {
        let kept = trainer.clone();
        Self { task, vocabularies: Vocabularies::of(task), batch, trainer, pace, kept }
    }

    /// How fast it learns, beside the schedule.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Learns so much faster from now on: so many doublings of the schedule's rate in all.
    pub fn set_doublings(&mut self, doublings: i32) {
        self.pace.doublings = doublings.clamp(-Pace::MOST, Pace::MOST);
        self.trainer.slowed = self.pace.factor();
    }

    /// The course as it is now.
    pub fn moment(&self) -> Moment {
        Moment { trainer: self.trainer.clone(), pace: self.pace }
    }

    /// Goes back to how it was then; what comes after has the same bits as it had.
    pub fn return_to(&mut self, moment: &Moment) {
        (self.trainer, self.pace) = (moment.trainer.clone(), moment.pace);
        self.keep();
    }

    /// Remembers this moment as one to go back to.
    pub fn keep(&mut self) {
        self.kept = self.trainer.clone();
    }

    /// The mean loss of the predictions in some examples that nothing is learned from, and how many predictions they are.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn loss_of(&self, examples: &[Example]) -> crate::tensor::Result<(f64, usize)> {
        let pairs: Vec<_> = examples.iter().map(|example| self.vocabularies.encode(example)).collect();
        let batch = Batch::of(&pairs, PAD, BEGIN)?;
        let (model, loss) = (&self.trainer.model, &self.trainer.recipe.loss);
        let masks = model.masks(&batch.src, &batch.given)?;
        let logits = model.logits(&model.vectors(&batch.src, &batch.given, &masks)?)?;
        let mean = CrossEntropy { reduction: Reduction::Mean, ..*loss };
        Ok((mean.forward(&logits, &batch.wanted)?.item()?, loss.count(&batch.wanted)))
    }

    /// One step.
    ///
    /// # Errors
    /// When going back has not helped several times, or the model is of another vocabulary.
    pub fn advance(&mut self) -> Result<Event, Fault> {
        let examples = self.task.examples(Part::Training, self.batch, &mut self.trainer.examples())?;
        let pairs: Vec<_> = examples.iter().map(|example| self.vocabularies.encode(example)).collect();
        let batch = Batch::of(&pairs, PAD, BEGIN)?;
        match self.trainer.step(&batch) {
            Ok(progress) => Ok(Event::Learned(progress)),
            Err(fault @ Fault::NotANumber { .. }) if self.pace.halvings < MOST_HALVINGS => {
                self.pace.halvings += 1;
                self.trainer = self.kept.clone();
                self.trainer.slowed = self.pace.factor();
                Ok(Event::Rewound { fault, step: self.trainer.steps() })
            }
            Err(fault) => Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::training::{Recipe, Within};
    use crate::nn::{Config, Edition, Parameters, Schedule, Transformer};
    use crate::tensor::random::Generator;

    fn course(rate: f64) -> Course {
        let words = Task::Copy.sources().len();
        let config =
            Config { d_model: 8, heads: 2, d_ff: 8, enc_layers: 1, dec_layers: 1, ..Config::of(Edition::PyTorch) };
        let config = Config { v_src: words, v_tgt: words, ..config };
        let model = Transformer::new(&config, &mut Generator::manual_seed(0)).unwrap();
        let recipe = Recipe { schedule: Schedule::Constant { rate }, ..Recipe::of(&config) };
        Course::new(Task::Copy, 4, Trainer::new(model, recipe, 3), Pace::default())
    }

    #[test]
    fn a_loss_that_is_no_number_is_told_from_where_it_came_and_rewound_at_half_the_rate() {
        let mut course = course(1e30);
        let rewound = |course: &mut Course| loop {
            match course.advance() {
                Ok(Event::Learned(_)) => {}
                Ok(Event::Rewound { fault, step }) => break Ok((fault, step)),
                Err(fault) => break Err(fault),
            }
        };
        let (fault, step) = rewound(&mut course).unwrap();
        let Fault::NotANumber { born: Some(born), .. } = fault else { panic!("{fault:?}") };
        assert!(!matches!(born.within, Within::Result { towards: None, .. }), "{born:?}");
        assert_eq!((step, course.trainer.steps(), course.pace.halvings), (0, 0, 1));
        assert!((course.trainer.slowed - 0.5).abs() < f64::EPSILON);
        let numbers = |course: &Course| -> Vec<f64> {
            course.trainer.model.clone().parameters().iter().flat_map(|(_, parameter)| parameter.to_vec()).collect()
        };
        assert!(numbers(&course).iter().all(|x| x.is_finite()));
        let given_up = (0..20).find_map(|_| rewound(&mut course).err()).unwrap();
        assert!(matches!(given_up, Fault::NotANumber { .. }));
    }

    #[test]
    fn the_same_seed_learns_the_same_bits() {
        let run = |count: usize| {
            let mut course = course(1e-3);
            let losses = (0..count).map(|_| match course.advance().unwrap() {
                Event::Learned(progress) => progress.loss.to_bits(),
                Event::Rewound { .. } => 0,
            });
            losses.collect::<Vec<_>>()
        };
        assert_eq!(run(5), run(5));
    }

    #[test]
    fn a_moment_gone_back_to_has_the_same_future_whatever_was_changed_since() {
        let mut course = course(1e-3);
        let losses = |course: &mut Course, count: usize| -> Vec<u64> {
            let mut loss = || match course.advance().unwrap() {
                Event::Learned(progress) => progress.loss.to_bits(),
                Event::Rewound { .. } => 0,
            };
            (0..count).map(|_| loss()).collect()
        };
        losses(&mut course, 2);
        let moment = course.moment();
        let straight = losses(&mut course, 4);
        course.set_doublings(40);
        assert_eq!((course.pace().doublings, course.trainer.slowed.to_bits()), (Pace::MOST, 1024.0_f64.to_bits()));
        course.return_to(&moment);
        assert_eq!((course.trainer.steps(), course.pace()), (2, Pace::default()));
        assert_eq!(losses(&mut course, 4), straight);
        course.return_to(&moment);
        course.set_doublings(3);
        assert_ne!(losses(&mut course, 4), straight);
    }
}
