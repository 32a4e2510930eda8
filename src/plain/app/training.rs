//! Trainings: one is begun, goes on beside the reader, is listened to, and ended.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::super::training::{Order, PartsQuestion, PastQuestion, Training};
use super::PlainApp;
use crate::app::event::AppRequest;
use crate::app::executor::Executor as _;
use crate::nn::Task;
use crate::nn::stages::AttentionPlace;
use crate::notebook::disk;
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
        let more = words.next().map(str::to_lowercase);
        let steps = more.as_deref().map(str::parse::<u64>);
        let task = Task::ALL.into_iter().find(|task| task.name() == asked);
        match (&*asked, task, steps) {
            ("", ..) => self.listen(),
            (said, ..) if ["curves", word!("plain-curves")].contains(&said) => {
                let file = rest.trim_start().split_once(char::is_whitespace).map(|(_, file)| file.trim());
                let said = self.save_curves(file.unwrap_or_default()).unwrap_or_else(|words| words);
                self.words(said);
            }
            (said, ..) if ["back", word!("plain-train-back")].contains(&said) => {
                self.return_to_snapshot(&numbers(rest));
            }
            (said, ..) if let Some(question) = past_question(said, &numbers(rest)) => match question {
                Ok(question) => self.ask_of_past(question),
                Err(error) => self.words(error),
            },
            (said, ..) if let Some(order) = order(said, more.as_deref()) => match order {
                Order::Save | Order::Export => self.save_model(order),
                order => self.order_training(order),
            },
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
        // Nobody can go back in the last one any more.
        if let Some(trained) = self.trained.take().filter(Training::is_finished) {
            self.services.executor.end(trained.task);
        }
        let (training, plan) = Training::new(task, steps);
        self.training = Some(training);
        let events = self.services.train(plan);
        self.hear(events);
        // It says at once what it is: nothing has been learned by then.
        self.give(Order::Begin, BEGINNING);
    }

    /// Writes the curves of the training that goes on, or of the last one, into a new file. Both results are words.
    fn save_curves(&mut self, file: &str) -> Result<String, String> {
        self.tell_training();
        let training = self.training.as_ref().or(self.trained.as_ref());
        let training = training.ok_or_else(|| word!("plain-training-none").to_owned())?;
        let csv = training.curves_as_csv().ok_or_else(|| word!("plain-no-curves").to_owned())?;
        let path = if file.is_empty() { format!("training-{}-curves.csv", training.task) } else { file.to_owned() };
        disk::write_new(Path::new(&path), csv.as_bytes()).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => say!("plain-save-exists", path = &*path),
            _ => say!("not-written", why = error.to_string()),
        })?;
        Ok(say!("written", path))
    }

    /// What is new of the training that goes on. It is told between two commands, and never while somebody types.
    pub(super) fn tell_training(&mut self) {
        while self.receive(Duration::ZERO).is_some() {}
        let Some(training) = &mut self.training else { return };
        let news = training.news();
        if training.is_over() {
            // One that has come to its end waits: it may be told to go back.
            if !training.is_finished() {
                self.services.executor.end(training.task);
            }
            self.trained = self.training.take();
        }
        self.tell_long(news);
    }

    /// Goes back to a snapshot of the training that goes on, or of one that has come to its end.
    fn return_to_snapshot(&mut self, numbers: &[Option<usize>]) {
        self.tell_training();
        let training = match self.with_its_model(word!("plain-training-cannot-return")) {
            Ok(training) => training,
            Err(why) => return self.words(why),
        };
        let [Some(number)] = *numbers else { return self.words(word!("plain-training-which-snapshot")) };
        match training.snapshot_id(number) {
            Ok(id) => self.order_even_when_finished(Order::Back(id)),
            Err(error) => self.tell(&error),
        }
    }

    /// The training that goes on, or the last one where that has come to its end by itself; else why there is none, where `gone` says
    /// that the model of the last one is lost.
    fn with_its_model(&self, gone: &'static str) -> Result<&Training, &'static str> {
        match (&self.training, &self.trained) {
            (Some(training), _) => Ok(training),
            (None, Some(trained)) if trained.is_finished() => Ok(trained),
            (None, Some(_)) => Err(gone),
            (None, None) => Err(word!("plain-training-none")),
        }
    }

    /// Gives an order to the training that has a model, which also takes it after it has come to its end.
    fn order_even_when_finished(&mut self, order: Order) {
        self.training = self.training.take().or_else(|| self.trained.take());
        self.give(order, BEGINNING);
    }

    /// Has the model written into a file.
    fn save_model(&mut self, order: Order) {
        self.tell_training();
        match self.with_its_model(word!("plain-training-cannot-save")) {
            Ok(_) => self.order_even_when_finished(order),
            Err(why) => self.words(why),
        }
    }

    /// Says something of the past of the training that goes on, or of the last one.
    fn ask_of_past(&mut self, question: PastQuestion) {
        self.tell_training();
        match (&self.training, &self.trained) {
            (Some(_), _) => self.give(Order::Past(question), BEGINNING),
            (None, Some(trained)) => self.tell_long(trained.past(question)),
            (None, None) => self.words(word!("plain-training-none")),
        }
    }

    /// Tells what is new as it comes, until the training is over or Ctrl-C is pressed; it goes on then.
    fn listen(&mut self) {
        match &self.training {
            None => return self.words(word!("plain-training-none")),
            Some(training) if training.is_paused => return self.words(word!("plain-training-waits")),
            Some(_) => {}
        }
        self.interrupt.begin();
        let interrupt = self.interrupt.clone();
        self.hear_out(Duration::MAX, |_| !interrupt.was_pressed());
        self.interrupt.end();
        if self.training.is_some() {
            self.words(word!("plain-training-goes-on"));
        }
    }

    /// Tells what is new as it comes, until the training is over, nothing more is waited for, or nothing has come for so long.
    fn hear_out(&mut self, patience: Duration, is_waited_for: impl Fn(&Training) -> bool) {
        loop {
            self.tell_training();
            self.flush();
            let is_waited_for = self.training.as_ref().is_some_and(&is_waited_for);
            if !is_waited_for || self.written.is_err() || self.receive(patience).is_none() {
                return;
            }
        }
    }

    /// Gives an order to the training that goes on, and tells what comes of it.
    fn order_training(&mut self, order: Order) {
        self.tell_training();
        match &self.training {
            Some(_) => self.give(order, if order == Order::Stop { Duration::MAX } else { BEGINNING }),
            None => self.words(word!("plain-training-none")),
        }
    }

    fn give(&mut self, order: Order, patience: Duration) {
        let Some(training) = &mut self.training else { return };
        let request = AppRequest::Order(training.task, training.order(order));
        let events = self.services.perform(request);
        self.hear(events);
        self.hear_out(patience, Training::owes_answer);
    }
}

/// The order that a word is; behind it may stand of which attentions heads are told.
fn order(said: &str, more: Option<&str>) -> Option<Order> {
    let place = match more {
        Some("encoder") => AttentionPlace::Encoder,
        Some("decoder") => AttentionPlace::Decoder,
        _ => AttentionPlace::Cross,
    };
    let orders = [
        ("stop", word!("plain-stop"), Order::Stop),
        ("pause", word!("plain-pause"), Order::Pause),
        ("go", word!("plain-go-on"), Order::Go),
        ("step", word!("plain-step-word"), Order::Step),
        ("faster", word!("plain-faster"), Order::Turn(1)),
        ("slower", word!("plain-slower"), Order::Turn(-1)),
        ("heads", word!("plain-heads"), Order::Heads(place)),
        ("parts", word!("plain-parts"), Order::Parts(PartsQuestion::Gradients)),
        ("updates", word!("plain-updates"), Order::Parts(PartsQuestion::Updates)),
        ("weights", word!("plain-weights"), Order::Parts(PartsQuestion::Weights)),
        ("activations", word!("plain-activations"), Order::Parts(PartsQuestion::Activations)),
        ("keep", word!("plain-keep"), Order::Keep),
        ("save", word!("plain-train-save"), Order::Save),
        ("export", word!("plain-train-export"), Order::Export),
    ];
    orders.into_iter().find(|(english, own, _)| said == *english || said == *own).map(|(.., order)| order)
}

/// The words after the first one as numbers; `None` for a word that is not a number.
fn numbers(rest: &str) -> Vec<Option<usize>> {
    rest.split_whitespace().skip(1).map(|word| word.parse().ok()).collect()
}

/// Reads a question about the past of a training: a word, and numbers after it. An error says how to ask.
fn past_question(said: &str, numbers: &[Option<usize>]) -> Option<Result<PastQuestion, String>> {
    let is = |english: &str, own: &str| said == english || said == own;
    Some(if is("snapshots", word!("plain-snapshots")) {
        Ok(PastQuestion::Snapshots)
    } else if is("compare", word!("plain-train-compare")) {
        match *numbers {
            [] => Ok(PastQuestion::Compare(None, None)),
            [Some(one)] => Ok(PastQuestion::Compare(Some(one), None)),
            [Some(one), Some(other)] => Ok(PastQuestion::Compare(Some(one), Some(other))),
            _ => Err(word!("plain-training-which-two").to_owned()),
        }
    } else if is("earlier", word!("plain-earlier")) {
        match *numbers {
            [] => Ok(PastQuestion::Earlier(1)),
            [Some(run)] => Ok(PastQuestion::Earlier(run)),
            _ => Err(word!("plain-training-which-run").to_owned()),
        }
    } else {
        return None;
    })
}
