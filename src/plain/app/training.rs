//! Trainings: one is begun, goes on beside the reader, is listened to, and ended.

use std::io;
use std::time::Duration;

use super::super::training::{Heard, Order, Training};
use super::{Out, PULSE, PlainApp};
use crate::nn::Task;
use crate::words::{say, word};

/// The most steps of a training.
const MOST_STEPS: u64 = 100_000;
/// How long a training may take to begin before the reader goes on without a word of it.
const BEGINNING: Duration = Duration::from_secs(10);

impl PlainApp<'_> {
    /// Begins a training, listens to the one that goes on, or ends it: `train reverse`, `train`, `train stop`.
    pub(super) fn train(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        let mut words = rest.split_whitespace();
        let asked = words.next().unwrap_or_default().to_lowercase();
        let steps = words.next().map(str::parse::<u64>);
        let task = Task::ALL.into_iter().find(|task| task.name() == asked);
        match (&*asked, task, steps) {
            ("", ..) => self.listen(out),
            (said, ..) if let Some(order) = order(said) => self.order_training(order, out),
            (_, Some(task), None) => self.begin_training(task, None, out),
            (_, Some(task), Some(Ok(steps @ 1..=MOST_STEPS))) => self.begin_training(task, Some(steps), out),
            _ => self.words(say!("plain-training-which", most = MOST_STEPS), out),
        }
    }

    fn begin_training(&mut self, task: Task, steps: Option<u64>, out: Out<'_>) -> io::Result<()> {
        self.tell_training(out)?;
        if self.training.is_some() {
            return self.words(word!("plain-training-already"), out);
        }
        let training = Training::begin(task, steps)?;
        // It says at once what it is: nothing has been learned by then.
        let begun = training.wait(BEGINNING);
        self.training = Some(training);
        match begun {
            Heard::News(transcript) | Heard::Answer(transcript) => self.tell(&transcript, out),
            Heard::Nothing | Heard::End => Ok(()),
        }
    }

    /// What is new of the training that goes on. It is told between two commands, and never while somebody types.
    pub(super) fn tell_training(&mut self, out: Out<'_>) -> io::Result<()> {
        while let Some(training) = &self.training {
            match training.news() {
                Heard::News(transcript) | Heard::Answer(transcript) => self.tell(&transcript, out)?,
                Heard::Nothing => break,
                Heard::End => self.training = None,
            }
        }
        Ok(())
    }

    /// Tells what is new as it comes, until the training is over or Ctrl-C is pressed; it goes on then.
    fn listen(&mut self, out: Out<'_>) -> io::Result<()> {
        match &self.training {
            None => return self.words(word!("plain-training-none"), out),
            Some(training) if training.is_paused() => return self.words(word!("plain-training-waits"), out),
            Some(_) => {}
        }
        self.interrupt.begin();
        let heard = self.hear_out(true, out);
        self.interrupt.end();
        heard
    }

    fn hear_out(&mut self, may_leave: bool, out: Out<'_>) -> io::Result<()> {
        while let Some(training) = &self.training {
            match training.wait(PULSE) {
                Heard::News(transcript) | Heard::Answer(transcript) => {
                    self.tell(&transcript, out)?;
                    out.flush()?;
                }
                Heard::Nothing if may_leave && self.interrupt.was_pressed() => {
                    return self.words(word!("plain-training-goes-on"), out);
                }
                Heard::Nothing => {}
                Heard::End => self.training = None,
            }
        }
        Ok(())
    }

    /// Gives an order to the training that goes on, and tells what comes of it.
    fn order_training(&mut self, order: Order, out: Out<'_>) -> io::Result<()> {
        self.tell_training(out)?;
        match &mut self.training {
            Some(training) => training.order(order),
            None => return self.words(word!("plain-training-none"), out),
        }
        if order == Order::Stop {
            return self.hear_out(false, out);
        }
        while let Some(training) = &self.training {
            match training.wait(BEGINNING) {
                Heard::Answer(transcript) => return self.tell(&transcript, out),
                Heard::News(transcript) => self.tell(&transcript, out)?,
                Heard::Nothing => break,
                Heard::End => self.training = None,
            }
        }
        Ok(())
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
