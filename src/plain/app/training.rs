//! Trainings: one is begun, goes on beside the reader, is listened to, and ended.

use std::time::Duration;

use super::super::training::{Heard, Order, Training};
use super::{PULSE, PlainApp};
use crate::nn::Task;
use crate::words::{say, word};

/// The most steps of a training.
const MOST_STEPS: u64 = 100_000;
/// How long a training may take to begin before the reader goes on without a word of it.
const BEGINNING: Duration = Duration::from_secs(10);

impl PlainApp<'_> {
    /// Begins a training, listens to the one that goes on, or ends it: `train reverse`, `train`, `train stop`.
    pub(super) fn train(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let asked = words.next().unwrap_or_default().to_lowercase();
        let steps = words.next().map(str::parse::<u64>);
        let task = Task::ALL.into_iter().find(|task| task.name() == asked);
        match (&*asked, task, steps) {
            ("", ..) => self.listen(),
            (said, ..) if let Some(order) = order(said) => self.order_training(order),
            (_, Some(task), None) => self.begin_training(task, None),
            (_, Some(task), Some(Ok(steps @ 1..=MOST_STEPS))) => self.begin_training(task, Some(steps)),
            _ => self.words(say!("plain-training-which", most = MOST_STEPS)),
        }
    }

    fn begin_training(&mut self, task: Task, steps: Option<u64>) {
        self.tell_training();
        if self.training.is_some() {
            return self.words(word!("plain-training-already"));
        }
        let training = match Training::begin(task, steps) {
            Ok(training) => training,
            Err(error) => return self.written = Err(error),
        };
        // It says at once what it is: nothing has been learned by then.
        let begun = training.wait(BEGINNING);
        self.training = Some(training);
        match begun {
            Heard::News(transcript) | Heard::Answer(transcript) => self.tell(&transcript),
            Heard::Nothing | Heard::End => {}
        }
    }

    /// What is new of the training that goes on. It is told between two commands, and never while somebody types.
    pub(super) fn tell_training(&mut self) {
        while let Some(training) = &self.training {
            match training.news() {
                Heard::News(transcript) | Heard::Answer(transcript) => self.tell(&transcript),
                Heard::Nothing => break,
                Heard::End => self.training = None,
            }
        }
    }

    /// Tells what is new as it comes, until the training is over or Ctrl-C is pressed; it goes on then.
    fn listen(&mut self) {
        match &self.training {
            None => return self.words(word!("plain-training-none")),
            Some(training) if training.is_paused() => return self.words(word!("plain-training-waits")),
            Some(_) => {}
        }
        self.interrupt.begin();
        self.hear_out(true);
        self.interrupt.end();
    }

    fn hear_out(&mut self, may_leave: bool) {
        while let Some(training) = self.training.as_ref().filter(|_| self.written.is_ok()) {
            match training.wait(PULSE) {
                Heard::News(transcript) | Heard::Answer(transcript) => {
                    self.tell(&transcript);
                    self.flush();
                }
                Heard::Nothing if may_leave && self.interrupt.was_pressed() => {
                    return self.words(word!("plain-training-goes-on"));
                }
                Heard::Nothing => {}
                Heard::End => self.training = None,
            }
        }
    }

    /// Gives an order to the training that goes on, and tells what comes of it.
    fn order_training(&mut self, order: Order) {
        self.tell_training();
        match &mut self.training {
            Some(training) => training.order(order),
            None => return self.words(word!("plain-training-none")),
        }
        if order == Order::Stop {
            return self.hear_out(false);
        }
        while let Some(training) = &self.training {
            match training.wait(BEGINNING) {
                Heard::Answer(transcript) => return self.tell(&transcript),
                Heard::News(transcript) => self.tell(&transcript),
                Heard::Nothing => break,
                Heard::End => self.training = None,
            }
        }
    }
}

/// The order that a word is.
fn order(said: &str) -> Option<Order> {
    let orders = [
        ("stop", word!("plain-stop"), Order::Stop),
        ("pause", word!("plain-pause"), Order::Pause),
        ("go", word!("plain-go-on"), Order::Go),
        ("step", word!("plain-step-word"), Order::Step),
        ("faster", word!("plain-faster"), Order::Turn(1)),
        ("slower", word!("plain-slower"), Order::Turn(-1)),
        ("heads", word!("plain-heads"), Order::Heads),
        ("parts", word!("plain-parts"), Order::Parts),
    ];
    orders.into_iter().find(|(english, own, _)| said == *english || said == *own).map(|(.., order)| order)
}
