//! `glassformer train`: trains a model on a task, tells how it goes, and keeps what it has learned.

mod pairs;
mod plan;
mod report;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::arguments::training::Train;
use super::{Failure, model, written};
use crate::nn::tasks::score::Vocabularies;
use crate::nn::training::Event;
use crate::nn::{Task, Transformer, shipped};
use crate::notebook::library::LessonLibrary;
use crate::notebook::training::files::of_step;
use crate::notebook::training::run::{TrainingRun, baseline};
use crate::words::Said;
use report::Report;

/// Trains, here or on the screen, or only scores.
pub(super) fn run(library: LessonLibrary, options: &Train) -> Result<ExitCode, Failure> {
    if let Some(pairs) = &options.evaluate {
        return evaluate(options, pairs).map(|()| ExitCode::SUCCESS);
    }
    if let Some(path) = &options.export {
        for path in options.export_at.iter().map(|&step| of_step(path, step)).chain([path.clone()]) {
            written::spare(&path, options.save.iter().chain(&options.model.config))?;
        }
    }
    let mut run = TrainingRun::begin(plan::plan(options)?)?;
    if options.watch {
        return super::open::watch(library, run, &options.screen);
    }
    let mut report = Report::new(options, &run.course)?;
    let signal = watch()?;
    while !run.is_done() {
        let turn = match run.advance() {
            Ok(turn) => turn,
            Err(fault) => return Err(report.given_up(&fault, &run.store)),
        };
        match &turn.event {
            Event::Learned(progress) => report.learned(progress)?,
            Event::Rewound { fault, step } => report.rewound(fault, *step, run.course.trainer.slowed)?,
        }
        turn.kept
            .unwrap_or(Ok(()))
            .map_err(|refusal| Failure::failed(format!("{}, and continue with --resume", refusal.said())))?;
        if let Some(Err(refusal)) = turn.exported {
            return Err(Failure::failed(refusal.said()));
        }
        if let Some(score) = &turn.score {
            let loss = options.json.then(|| run.validation_loss()).transpose()?;
            report.validated(run.steps(), score, loss)?;
        }
        let stopped = signal.load(Ordering::Relaxed);
        if stopped > 0 && turn.over.is_none() {
            run.keep()?;
            report.stopped(run.steps(), &run.store)?;
            return Ok(ExitCode::from(128 + stopped as u8));
        }
        if turn.over.is_some() {
            break;
        }
    }
    run.store.export(&run.course)?;
    report.ended(run.steps())?;
    for (exam, score) in run.scores()? {
        report.scored(&exam.said(), &score)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Scores the model of a file on a file of sentences.
fn evaluate(options: &Train, pairs: &Path) -> Result<(), Failure> {
    let sentences = pairs::read(options.task, pairs)?;
    let model = chosen(options)?;
    let vocabularies = Vocabularies::of(options.task);
    plan::fits(&model.config, &vocabularies, options.task)?;
    let mut report = Report::quiet(options);
    let unknown: usize = sentences.iter().map(|sentence| vocabularies.unknown(&sentence.source).len()).sum();
    let name = pairs.display();
    report.scored(&name.to_string(), &vocabularies.score(&model, &sentences)?)?;
    report.unknown(unknown)?;
    match baseline(options.task, &sentences) {
        Some(score) => report.scored(&format!("{name}, word by word"), &score),
        None => Ok(()),
    }
}

/// The model in the file, whether it is a checkpoint or weights alone; where no file is named, the one inside the program that
/// can do the task.
fn chosen(options: &Train) -> Result<Transformer, Failure> {
    match (&options.save, options.task) {
        (Some(path), _) => model::trained(path, ""),
        (None, Task::Translation) => shipped::translator().cloned().map_err(|error| Failure::failed(error.to_string())),
        (None, task) => {
            Err(Failure::wrong(format!("there is no built-in model for {task}: name a model file with --save")))
        }
    }
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
