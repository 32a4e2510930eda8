//! How a training is told: a bar on a terminal, lines of text, or lines of JSON.

use std::io::{self, Write};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::cli::arguments::training::Train;
use crate::cli::{Failure, json::number, output};
use crate::nn::tasks::score::{Score, TestSentence};
use crate::nn::training::{Course, Fault, Progress};
use crate::nn::{Parameters, Task};
use crate::notebook::training::TrainingFiles;
use crate::words::Said;

/// How many wrong examples are shown.
const SHOWN: usize = 3;

/// Tells what happens.
pub(super) struct Report {
    task: Task,
    json: bool,
    bar: ProgressBar,
    begun: Instant,
    words: usize,
    /// The mean of the last losses and shares of right words: the newest counts a twentieth.
    recent: Option<(f64, f64)>,
}

impl Report {
    /// Begins to tell of a course.
    pub(super) fn new(options: &Train, course: &Course) -> Result<Self, Failure> {
        let bar = ProgressBar::new(options.steps);
        bar.set_style(style()?);
        bar.set_position(course.trainer.steps());
        bar.reset_eta();
        let count = course.trainer.model.clone().count();
        let mut report = Self { bar, ..Self::quiet(options) };
        let (task, step) = (course.task, course.trainer.steps());
        report.tell(
            || format!("{task}: {count} parameters, steps {step} to {}", options.steps),
            || json!({ "event": "begin", "task": task.name(), "parameters": count, "step": step, "steps": options.steps }),
        )?;
        Ok(report)
    }

    /// Without a bar.
    pub(super) fn quiet(options: &Train) -> Self {
        Self {
            task: options.task,
            json: options.json,
            bar: ProgressBar::hidden(),
            begun: Instant::now(),
            words: 0,
            recent: None,
        }
    }

    /// After a step.
    pub(super) fn learned(&mut self, progress: &Progress) -> Result<(), Failure> {
        let share = progress.right as f64 / progress.words.max(1) as f64;
        let (loss, mean) = self.recent.unwrap_or((progress.loss, share));
        let (loss, mean) = (loss + 0.05 * (progress.loss - loss), mean + 0.05 * (share - mean));
        self.recent = Some((loss, mean));
        self.words += progress.words;
        let speed = self.words as f64 / self.begun.elapsed().as_secs_f64();
        self.bar.set_message(format!("loss {loss:.3}  words {:.1} %  {speed:.0} tokens/s", 100.0 * mean));
        self.bar.set_position(progress.step);
        if self.json {
            let Progress { step, rate, norm, .. } = progress;
            line(&json!({
                "event": "step", "step": step, "loss": number(progress.loss), "accuracy": share, "rate": rate, "norm": norm,
                "tokens_per_second": speed.round(),
            }))?;
        }
        Ok(())
    }

    /// After a loss that was no number.
    pub(super) fn rewound(&mut self, fault: &Fault, step: u64, slowed: f64) -> Result<(), Failure> {
        self.bar.set_position(step);
        self.tell(
            || format!("{}. Going back to step {step} and continuing with the learning rate × {slowed}.", fault.said()),
            || json!({ "event": "rewound", "reason": fault.said(), "step": step, "slowed": slowed }),
        )
    }

    /// When going back did not help.
    pub(super) fn given_up(&mut self, fault: &Fault, store: &TrainingFiles) -> Failure {
        self.bar.finish_and_clear();
        let kept = store
            .place()
            .map_or_else(String::new, |path| format!("; {} still contains the last checkpoint", path.display()));
        Failure::failed(format!(
            "{}. Going back and halving the learning rate did not help: try a smaller --rate, a longer --warmup or a smaller --clip{kept}",
            fault.said()
        ))
    }

    /// After a look at the validation examples, whose loss lines of JSON say as well.
    pub(super) fn validated(&mut self, step: u64, score: &Score, validation_loss: Option<f64>) -> Result<(), Failure> {
        let (loss, words) = self.recent.unwrap_or((f64::NAN, f64::NAN));
        let (right, total) = (score.right(), score.total);
        self.tell(
            || format!("step {step:>6}  loss {loss:.4}  words {:5.1} %  validation {right} of {total}", 100.0 * words),
            || json!({
                "event": "validation", "step": step, "loss": validation_loss.map(number), "right": right, "total": total,
            }),
        )
    }

    /// After Ctrl-C or a signal.
    pub(super) fn stopped(&mut self, step: u64, store: &TrainingFiles) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let kept = match store.place() {
            Some(path) => format!("it is saved in {}: to continue, run the same command with --resume", path.display()),
            None => "nothing was saved, because no file was named with --save".to_owned(),
        };
        self.tell(|| format!("stopped after step {step}; {kept}"), || json!({ "event": "stopped", "step": step }))
    }

    /// After the last step.
    pub(super) fn ended(&mut self, step: u64) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let seconds = self.begun.elapsed().as_secs_f64();
        self.tell(
            || format!("{step} steps; {seconds:.1} s"),
            || json!({ "event": "end", "step": step, "seconds": seconds }),
        )
    }

    /// How well a model does some examples, and what it does wrong.
    pub(super) fn scored(&mut self, name: &str, score: &Score) -> Result<(), Failure> {
        let (right, total, percent) = (score.right(), score.total, 100.0 * score.share());
        let task = self.task;
        let texts = |(it, written): &(TestSentence, String)| {
            let wanted: Vec<String> = it.references.iter().map(|reference| task.target_text(reference)).collect();
            [task.source_text(&it.source), wanted.join(" | "), task.target_text(written)]
        };
        let wrong: Vec<[String; 3]> = score.wrong.iter().take(SHOWN).map(texts).collect();
        self.tell(
            || {
                let head = format!("{name}: {right} of {total} entirely right ({percent:.2} %)");
                let lines = wrong.iter().map(|[source, wanted, written]| {
                    format!("\n    {source}\n      expected {wanted}\n      output   {written}")
                });
                head + &lines.collect::<String>()
            },
            || {
                let wrong = wrong
                    .iter()
                    .map(|[source, wanted, written]| json!({ "source": source, "wanted": wanted, "written": written }));
                let wrong: Vec<Value> = wrong.collect();
                json!({ "event": "score", "set": name, "right": right, "total": total, "wrong": wrong })
            },
        )
    }

    /// How many words a model could not know.
    pub(super) fn unknown(&mut self, count: usize) -> Result<(), Failure> {
        if count == 0 {
            return Ok(());
        }
        self.tell(
            || format!("{count} source words are not in the vocabulary"),
            || json!({ "event": "unknown", "words": count }),
        )
    }

    fn tell(&mut self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> Result<(), Failure> {
        let said = if self.json { json().to_string() } else { text() };
        self.bar.suspend(|| writeln!(output::stdout(), "{said}"))?;
        Ok(())
    }
}

fn line(value: &Value) -> io::Result<()> {
    writeln!(output::stdout(), "{value}")
}

fn style() -> Result<ProgressStyle, Failure> {
    ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta} left")
        .map(|style| style.progress_chars("=> "))
        .map_err(|error| Failure::failed(error.to_string()))
}
