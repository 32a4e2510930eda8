//! A training that goes on beside the reader, on a thread of its own: it takes orders between two steps, and what is told of it are a
//! few lines from its beginning to its end, and whatever somebody asks. Nothing of it is kept; the command `train` does that.

mod narration;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use crate::nn::training::{Event, Fault, Pace, Progress};
use crate::nn::{Parameters, Task};
use crate::notebook::training::run::StepResult;
use crate::notebook::training::{
    ModelPreview, ParameterGroup, ParameterGroups, TrainingError, TrainingPlan, TrainingRun,
};

use super::transcript::Transcript;

/// How often a training is told between its beginning and its end.
const POINTS: u64 = 8;
/// How many examples it is scored with at the end.
const SCORED: usize = 400;

/// What somebody wants of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
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
    /// To say where its heads read.
    Heads,
    /// To say which of its parts are moved most.
    Parts,
}

/// A training under way.
#[derive(Debug)]
pub(super) struct Training {
    news: Receiver<News>,
    orders: Sender<Order>,
    /// Whether it waits for an order to go on.
    is_paused: bool,
}

/// What is told of a training.
#[derive(Debug)]
enum News {
    Begun {
        task: Task,
        weights: usize,
        layers: (usize, usize),
        steps: u64,
    },
    Point(Box<Point>),
    /// What was asked for.
    Answer(Box<Answer>),
    Rewound {
        fault: Fault,
        step: u64,
    },
    Over(Box<End>),
    Stopped {
        step: u64,
    },
    Broken(Trouble),
}

/// What comes of an order.
#[derive(Debug)]
enum Answer {
    Paused {
        step: u64,
    },
    Going {
        step: u64,
    },
    Stepped {
        point: Point,
        norm: f64,
    },
    Paced {
        pace: Pace,
    },
    Heads(ModelPreview),
    /// The length of the gradients of each part, at the newest step; before the first there are none.
    Parts(Vec<(ParameterGroup, f64)>),
}

/// Why a training came to its end before it was done.
#[derive(Debug)]
enum Trouble {
    /// It could not begin.
    Refused(TrainingError),
    /// A step could not be done.
    Fault(Fault),
    /// It broke down.
    Panic,
}

/// How far it has come.
#[derive(Debug)]
struct Point {
    step: u64,
    steps: u64,
    loss: f64,
    /// The percentage of single words that were right, which are letters in some tasks.
    words: f64,
    of_letters: bool,
    sample: Option<Sample>,
}

/// What it makes of an example.
#[derive(Debug)]
struct Sample {
    source: String,
    written: String,
}

/// What was learned.
#[derive(Debug)]
struct End {
    step: u64,
    loss: (f64, f64),
    scores: Vec<(usize, usize)>,
}

/// How a training stands for who waits for news.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Something is to be told.
    News(Transcript),
    /// What an order asked for.
    Answer(Transcript),
    /// Nothing for now.
    Nothing,
    /// It has ended, and all is told.
    End,
}

impl Training {
    /// Begins one; with how many steps, if somebody says so.
    pub(super) fn begin(task: Task, steps: Option<u64>) -> io::Result<Self> {
        let (sender, news) = channel();
        let (orders, taken) = channel();
        std::thread::Builder::new().name("train".to_owned()).spawn(move || {
            let work = AssertUnwindSafe(|| Narrator::new(&sender, &taken).work(plan(task, steps)));
            let broken = match catch_unwind(work) {
                Ok(Ok(())) => return,
                Ok(Err(trouble)) => trouble,
                Err(_) => Trouble::Panic,
            };
            // Who does not listen any more need not know.
            _ = sender.send(News::Broken(broken));
        })?;
        Ok(Self { news, orders, is_paused: false })
    }

    /// Gives an order. One that has ended answers none: its end is told.
    pub(super) fn order(&mut self, order: Order) {
        match order {
            Order::Pause | Order::Step => self.is_paused = true,
            Order::Go => self.is_paused = false,
            Order::Stop | Order::Turn(_) | Order::Heads | Order::Parts => {}
        }
        _ = self.orders.send(order);
    }

    /// Whether it waits for an order to go on.
    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// What is new, without waiting.
    pub(super) fn news(&self) -> Heard {
        match self.news.try_recv() {
            Ok(news) => heard(&news),
            Err(TryRecvError::Empty) => Heard::Nothing,
            Err(TryRecvError::Disconnected) => Heard::End,
        }
    }

    /// What is new within a while.
    pub(super) fn wait(&self, patience: Duration) -> Heard {
        match self.news.recv_timeout(patience) {
            Ok(news) => heard(&news),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

fn heard(news: &News) -> Heard {
    let transcript = narration::news(news);
    if matches!(news, News::Answer(_)) { Heard::Answer(transcript) } else { Heard::News(transcript) }
}

fn plan(task: Task, steps: Option<u64>) -> TrainingPlan {
    let mut plan = TrainingPlan::of(task);
    let choices = &mut plan.choices;
    choices.steps = steps.unwrap_or(choices.steps);
    choices.every = choices.steps.div_ceil(POINTS).max(1);
    (choices.counts.test, choices.counts.unseen) = (SCORED, 0);
    plan
}

/// Who trains, and says now and then how it goes.
struct Narrator<'t> {
    sender: &'t Sender<News>,
    orders: &'t Receiver<Order>,
    is_paused: bool,
    /// The loss of the first step, and what the newest was like.
    first: Option<f64>,
    newest: Option<Progress>,
}

impl<'t> Narrator<'t> {
    fn new(sender: &'t Sender<News>, orders: &'t Receiver<Order>) -> Self {
        Self { sender, orders, is_paused: false, first: None, newest: None }
    }

    fn work(mut self, plan: TrainingPlan) -> Result<(), Trouble> {
        let mut run = TrainingRun::begin(plan).map_err(Trouble::Refused)?;
        self.tell(begun(&run));
        while !run.is_done() {
            match self.order() {
                Some(Order::Stop) => {
                    self.tell(News::Stopped { step: run.steps() });
                    return Ok(());
                }
                Some(order) => self.obey(order, &mut run)?,
                None => _ = self.step(&mut run, true)?,
            }
        }
        let scores = run.scores().map_err(|error| Trouble::Fault(error.into()))?;
        let scores = scores.iter().map(|(_, score)| (score.right(), score.total)).take(1).collect();
        let last = self.newest.as_ref().map_or(f64::NAN, |newest| newest.loss);
        let loss = (self.first.unwrap_or(last), last);
        self.tell(News::Over(Box::new(End { step: run.steps(), loss, scores })));
        Ok(())
    }

    /// The next order, for which is only waited in a pause. Where nobody listens any more it is to stop.
    fn order(&self) -> Option<Order> {
        if self.is_paused {
            return Some(self.orders.recv().unwrap_or(Order::Stop));
        }
        match self.orders.try_recv() {
            Ok(order) => Some(order),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Order::Stop),
        }
    }

    fn obey(&mut self, order: Order, run: &mut TrainingRun) -> Result<(), Trouble> {
        let answer = match order {
            Order::Stop => return Ok(()),
            Order::Pause => {
                self.is_paused = true;
                Answer::Paused { step: run.steps() }
            }
            Order::Go => {
                self.is_paused = false;
                Answer::Going { step: run.steps() }
            }
            Order::Step => {
                self.is_paused = true;
                match self.step(run, false)? {
                    Some(progress) => Answer::Stepped { point: point(run, &progress), norm: progress.norm },
                    None => Answer::Paused { step: run.steps() },
                }
            }
            Order::Turn(doublings) => {
                let now = run.course.pace().doublings;
                run.course.set_doublings(now.saturating_add(doublings));
                Answer::Paced { pace: run.course.pace() }
            }
            Order::Heads => {
                let look =
                    ModelPreview::at(&run.course, run.samples(1)).map_err(|error| Trouble::Fault(error.into()))?;
                Answer::Heads(look)
            }
            Order::Parts => Answer::Parts(self.parts(run)),
        };
        self.tell(News::Answer(Box::new(answer)));
        Ok(())
    }

    /// One step; what it was like, unless it went back. That one of the points of the way is reached is told if somebody wants it.
    fn step(&mut self, run: &mut TrainingRun, tells_points: bool) -> Result<Option<Progress>, Trouble> {
        let StepResult { event, score, .. } = run.advance().map_err(Trouble::Fault)?;
        match event {
            Event::Learned(progress) => {
                self.first.get_or_insert(progress.loss);
                if score.is_some() && tells_points {
                    self.tell(News::Point(Box::new(point(run, &progress))));
                }
                self.newest = Some(progress.clone());
                Ok(Some(progress))
            }
            Event::Rewound { fault, step } => {
                self.tell(News::Rewound { fault, step });
                Ok(None)
            }
        }
    }

    /// How long the gradients of each part were at the newest step.
    fn parts(&self, run: &TrainingRun) -> Vec<(ParameterGroup, f64)> {
        let Some(newest) = &self.newest else { return Vec::new() };
        let mut model = run.course.trainer.model.clone();
        let parts = ParameterGroups::of(model.parameters().into_iter().map(|(name, _)| name));
        parts.names().iter().cloned().zip(parts.lengths(&newest.norms)).collect()
    }

    fn tell(&self, news: News) {
        // Where nobody listens any more, the training is asked to end as well.
        _ = self.sender.send(news);
    }
}

fn begun(run: &TrainingRun) -> News {
    let config = &run.plan.config;
    News::Begun {
        task: run.course.task,
        weights: run.course.trainer.model.clone().count(),
        layers: (config.enc_layers, config.dec_layers),
        steps: run.plan.choices.steps,
    }
}

fn point(run: &TrainingRun, progress: &Progress) -> Point {
    Point {
        step: progress.step,
        steps: run.plan.choices.steps,
        loss: progress.loss,
        words: 100.0 * progress.right as f64 / progress.words.max(1) as f64,
        of_letters: matches!(run.course.task, Task::Copy | Task::Reverse | Task::Sort),
        sample: sample(run),
    }
}

/// What the model makes of the first validation example.
fn sample(run: &TrainingRun) -> Option<Sample> {
    let source = run.samples(1).first()?.source.clone();
    let written = run.course.vocabularies.write(&run.course.trainer.model, &[&source]).ok()?.pop()?;
    Some(Sample { source, written })
}
