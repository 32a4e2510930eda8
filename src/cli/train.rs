//! `glassformer train`: trains a model on a task, tells how it goes, and keeps what it has learned.

mod plan;
mod report;
mod store;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Failure;
use super::arguments::training::Train;
use crate::nn::tasks::score::{Score, Vocabularies};
use crate::nn::tasks::{Example, Part, Task, translation};
use crate::nn::training::{Course, Event};
use report::Report;
use store::Store;

/// How many examples there are to look at meanwhile, and to be scored by at the end.
const VALIDATION: usize = 100;
const TEST: usize = 1200;
const UNSEEN: usize = 400;

/// Trains, or only scores.
pub(super) fn run(options: &Train) -> Result<ExitCode, Failure> {
    if let Some(pairs) = &options.evaluate {
        return evaluate(options, pairs).map(|()| ExitCode::SUCCESS);
    }
    let store = Store::new(options)?;
    let mut course = store.begin(options)?;
    let mut report = Report::new(options, &course)?;
    let signal = watch()?;
    let validation = options.task.set(Part::Validation, VALIDATION)?;
    while course.trainer.steps() < options.steps {
        match course.advance() {
            Ok(Event::Learned(progress)) => report.learned(&progress)?,
            Ok(Event::Rewound { fault, step }) => report.rewound(&fault, step, course.trainer.slowed)?,
            Err(fault) => return Err(report.given_up(&fault, &store)),
        }
        let step = course.trainer.steps();
        let stopped = signal.load(Ordering::Relaxed);
        if step.is_multiple_of(options.every) || step == options.steps || stopped > 0 {
            course.keep();
            store.keep(&course)?;
        }
        if stopped > 0 {
            report.stopped(step, &store)?;
            return Ok(ExitCode::from(128 + stopped as u8));
        }
        if step.is_multiple_of(options.every) {
            let score = course.vocabularies.score(&course.trainer.model, &validation)?;
            report.validated(step, &score)?;
            if options.until.is_some_and(|percent| 100.0 * score.share() >= percent) {
                break;
            }
        }
    }
    store.export(&course)?;
    finish(&course, &mut report).map(|()| ExitCode::SUCCESS)
}

/// The scores at the end.
fn finish(course: &Course, report: &mut Report) -> Result<(), Failure> {
    report.ended(course.trainer.steps())?;
    for (part, name, count) in [(Part::Test, "held out", TEST), (Part::Unseen, "unseen compositions", UNSEEN)] {
        let examples = course.task.set(part, count)?;
        if !examples.is_empty() {
            report.scored(name, &course.vocabularies.score(&course.trainer.model, &examples)?)?;
            baseline(course.task, name, &examples, report)?;
        }
    }
    Ok(())
}

/// What a dictionary does with the same sentences.
fn baseline(task: Task, name: &str, examples: &[Example], report: &mut Report) -> Result<(), Failure> {
    if task == Task::Translation {
        report.scored(&format!("{name}, word by word"), &Score::of(examples, translation::word_by_word))?;
    }
    Ok(())
}

/// Scores the model of a file on a file of pairs.
fn evaluate(options: &Train, pairs: &Path) -> Result<(), Failure> {
    let examples = store::pairs(options.task, pairs)?;
    let model = Store::new(options)?.model(options.task)?;
    let vocabularies = Vocabularies::of(options.task);
    plan::fits(&model.config, &vocabularies, options.task)?;
    let mut report = Report::quiet(options);
    let unknown: usize = examples.iter().map(|example| vocabularies.unknown(&example.source).len()).sum();
    report.scored(&pairs.display().to_string(), &vocabularies.score(&model, &examples)?)?;
    report.unknown(unknown)?;
    baseline(options.task, &pairs.display().to_string(), &examples, &mut report)
}

/// A number that becomes that of the first signal to come. The second Ctrl-C ends the program at once.
fn watch() -> Result<Arc<AtomicUsize>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let signal = Arc::new(AtomicUsize::new(0));
    let twice = Arc::new(std::sync::atomic::AtomicBool::new(false));
    for number in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&twice))?;
        signal_hook::flag::register(number, Arc::clone(&twice))?;
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    Ok(signal)
}
