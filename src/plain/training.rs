//! A training that goes on beside the reader, on a thread of its own, and what is told of it: a few lines from its beginning to its
//! end. Nothing of it is kept; the command `train` does that.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use crate::nn::training::{Event, Fault, Progress};
use crate::nn::{Parameters, Task};
use crate::notebook::training::run::Turn;
use crate::notebook::training::{Plan, Refusal, Run};
use crate::words::{Said, say, word};

use super::speech::number;
use super::told::Told;

/// How often a training is told between its beginning and its end.
const POINTS: u64 = 8;
/// How many examples it is scored with at the end.
const SCORED: usize = 400;

/// A training under way.
#[derive(Debug)]
pub(super) struct Training {
    news: Receiver<News>,
    stop: Arc<AtomicBool>,
}

/// What is told of a training.
#[derive(Debug)]
enum News {
    Begun { task: Task, weights: usize, layers: (usize, usize), steps: u64 },
    Point(Box<Point>),
    Rewound { fault: Fault, step: u64 },
    Over(Box<End>),
    Stopped { step: u64 },
    Broken(Trouble),
}

/// Why a training came to its end before it was done.
#[derive(Debug)]
enum Trouble {
    /// It could not begin.
    Refused(Refusal),
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
    /// The percentage of single words that were right.
    words: f64,
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
    News(Told),
    /// Nothing for now.
    Nothing,
    /// It has ended, and all is told.
    End,
}

impl Training {
    /// Begins one; with how many steps, if somebody says so.
    pub(super) fn begin(task: Task, steps: Option<u64>) -> io::Result<Self> {
        let (sender, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        std::thread::Builder::new().name("train".to_owned()).spawn(move || {
            let work = AssertUnwindSafe(|| Narrator { sender: &sender, stop: &asked }.work(plan(task, steps)));
            let broken = match catch_unwind(work) {
                Ok(Ok(())) => return,
                Ok(Err(trouble)) => trouble,
                Err(_) => Trouble::Panic,
            };
            // Who does not listen any more need not know.
            _ = sender.send(News::Broken(broken));
        })?;
        Ok(Self { news, stop })
    }

    /// Asks it to end after the step that it is at.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// What is new, without waiting.
    pub(super) fn news(&self) -> Heard {
        match self.news.try_recv() {
            Ok(news) => Heard::News(told(&news)),
            Err(TryRecvError::Empty) => Heard::Nothing,
            Err(TryRecvError::Disconnected) => Heard::End,
        }
    }

    /// What is new within a while.
    pub(super) fn wait(&self, patience: Duration) -> Heard {
        match self.news.recv_timeout(patience) {
            Ok(news) => Heard::News(told(&news)),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

/// Nobody can hear of it any more.
impl Drop for Training {
    fn drop(&mut self) {
        self.stop();
    }
}

fn plan(task: Task, steps: Option<u64>) -> Plan {
    let mut plan = Plan::of(task);
    let choices = &mut plan.choices;
    choices.steps = steps.unwrap_or(choices.steps);
    choices.every = choices.steps.div_ceil(POINTS).max(1);
    (choices.counts.test, choices.counts.unseen) = (SCORED, 0);
    plan
}

/// Who trains, and says now and then how it goes.
struct Narrator<'t> {
    sender: &'t Sender<News>,
    stop: &'t AtomicBool,
}

impl Narrator<'_> {
    fn work(&self, plan: Plan) -> Result<(), Trouble> {
        let mut run = Run::begin(plan).map_err(Trouble::Refused)?;
        self.tell(begun(&run));
        let (mut first, mut last) = (None, f64::NAN);
        while !run.is_done() {
            if self.stop.load(Ordering::SeqCst) {
                self.tell(News::Stopped { step: run.steps() });
                return Ok(());
            }
            let Turn { event, score, .. } = run.advance().map_err(Trouble::Fault)?;
            match event {
                Event::Learned(progress) => {
                    last = progress.loss;
                    first.get_or_insert(last);
                    if score.is_some() {
                        self.tell(News::Point(Box::new(point(&run, &progress))));
                    }
                }
                Event::Rewound { fault, step } => self.tell(News::Rewound { fault, step }),
            }
        }
        let scores = run.scores().map_err(|error| Trouble::Fault(error.into()))?;
        let scores = scores.iter().map(|(_, score)| (score.right(), score.total)).take(1).collect();
        let loss = (first.unwrap_or(last), last);
        self.tell(News::Over(Box::new(End { step: run.steps(), loss, scores })));
        Ok(())
    }

    fn tell(&self, news: News) {
        // Where nobody listens any more, the training is asked to end as well.
        _ = self.sender.send(news);
    }
}

fn begun(run: &Run) -> News {
    let config = &run.plan.config;
    News::Begun {
        task: run.course.task,
        weights: run.course.trainer.model.clone().count(),
        layers: (config.enc_layers, config.dec_layers),
        steps: run.plan.choices.steps,
    }
}

fn point(run: &Run, progress: &Progress) -> Point {
    Point {
        step: progress.step,
        steps: run.plan.choices.steps,
        loss: progress.loss,
        words: 100.0 * progress.right as f64 / progress.words.max(1) as f64,
        sample: sample(run),
    }
}

/// What the model makes of the first validation example.
fn sample(run: &Run) -> Option<Sample> {
    let source = run.samples(1).first()?.source.clone();
    let written = run.course.vocabularies.write(&run.course.trainer.model, &[&source]).ok()?.pop()?;
    Some(Sample { source, written })
}

fn told(news: &News) -> Told {
    match news {
        News::Begun { task, weights, layers, steps } => begun_told(*task, *weights, *layers, *steps),
        News::Point(point) => point_told(point),
        News::Rewound { fault, step } => {
            Told::of(say("plain-training-rewound", &[("why", fault.said().into()), ("step", (*step).into())]))
        }
        News::Over(end) => end_told(end),
        News::Stopped { step } => Told::of(say("plain-training-stopped", &[("step", (*step).into())])),
        News::Broken(trouble) => Told::of(say("plain-training-failed", &[("why", why(trouble).into())])),
    }
}

fn why(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused(refusal) => refusal.said(),
        Trouble::Fault(fault) => fault.said(),
        Trouble::Panic => word("plain-training-broke").to_owned(),
    }
}

fn begun_told(task: Task, weights: usize, layers: (usize, usize), steps: u64) -> Told {
    let learning = word(match task {
        Task::Copy => "learning-to-copy",
        Task::Reverse => "learning-to-reverse",
        Task::Sort => "learning-to-sort",
        Task::Dates => "learning-to-write-dates",
        Task::Translation => "learning-to-translate",
    });
    let mut told = Told::of(say(
        "plain-training-begun",
        &[
            ("learning", learning.into()),
            ("encoder", layers.0.into()),
            ("decoder", layers.1.into()),
            ("weights", weights.into()),
            ("steps", steps.into()),
        ],
    ));
    told.say(word("plain-training-beside"));
    told
}

fn point_told(point: &Point) -> Told {
    let mut said = say(
        "plain-training-point",
        &[
            ("step", point.step.into()),
            ("steps", point.steps.into()),
            ("loss", number(point.loss, true).into()),
            ("words", number(point.words.round(), false).into()),
        ],
    );
    if let Some(sample) = &point.sample {
        said = format!("{said} {}", sample_told(sample));
    }
    Told::of(said)
}

fn sample_told(sample: &Sample) -> String {
    match sample.written.trim() {
        "" => say("plain-training-silent", &[("source", sample.source.as_str().into())]),
        written => {
            say("plain-training-sample", &[("source", sample.source.as_str().into()), ("written", written.into())])
        }
    }
}

fn end_told(end: &End) -> Told {
    let mut told = Told::of(say("plain-training-over", &[("step", end.step.into())]));
    let (first, last) = (number(end.loss.0, true), number(end.loss.1, true));
    let mut learned = vec![say("plain-training-loss", &[("first", first.into()), ("last", last.into())])];
    for (right, all) in &end.scores {
        learned.push(say("plain-training-score", &[("right", (*right).into()), ("all", (*all).into())]));
    }
    told.say(learned.join(" "));
    told
}
