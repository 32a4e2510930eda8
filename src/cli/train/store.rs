//! Where a training is kept: checkpoints that are whole at every moment, and the weights at the end.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::plan;
use crate::cli::Failure;
use crate::cli::arguments::training::Train;
use crate::nn::tasks::{Example, translation};
use crate::nn::training::{Course, checkpoint};
use crate::nn::{Task, Transformer, shipped, weights};
use crate::notebook::session::file::replace;

/// The files of a training.
pub(super) struct Store {
    save: Option<PathBuf>,
    export: Option<PathBuf>,
    how: Value,
}

impl Store {
    /// The files that the arguments name.
    pub(super) fn new(options: &Train) -> Result<Self, Failure> {
        let how = if options.evaluate.is_some() { Value::Null } else { plan::said(options, &plan::config(options)?) };
        Ok(Self { save: options.save.clone(), export: options.export.clone(), how })
    }

    /// The training at its first step, or where it was when it was kept.
    pub(super) fn begin(&self, options: &Train) -> Result<Course, Failure> {
        let config = plan::config(options)?;
        let batch = usize::from(options.batch);
        let found = self.save.as_deref().filter(|path| path.exists());
        let course = match (found, options.resume) {
            (Some(path), true) => {
                let checkpoint = read(path)?;
                self.same(path, &checkpoint.said, options)?;
                let halvings = checkpoint.said.halvings;
                let trainer =
                    checkpoint.trainer(plan::recipe(options, &config)).map_err(|error| broken(path, &error))?;
                Course::new(options.task, batch, trainer, halvings)
            }
            (Some(path), false) => {
                let path = path.display();
                return Err(Failure::wrong(format!(
                    "{path} exists: go on with what is in it by --resume, or name another file"
                )));
            }
            (None, _) => Course::new(options.task, batch, plan::fresh(options, &config)?, 0),
        };
        // Better to hear now than after an hour that the file cannot be written.
        if found.is_none() {
            self.keep(&course)?;
        }
        Ok(course)
    }

    /// Whether the checkpoint is of the training that is asked for.
    fn same(&self, path: &Path, said: &checkpoint::Said, options: &Train) -> Result<(), Failure> {
        let (theirs, ours) = (said.how.as_object(), self.how.as_object());
        let differs = |(key, ours): (&String, &Value)| {
            let theirs = theirs.and_then(|theirs| theirs.get(key)).unwrap_or(&Value::Null);
            (theirs != ours).then(|| format!("its {key} is {theirs}, and you ask for {ours}"))
        };
        let seed =
            (said.seed != options.seed).then(|| format!("its seed is {}, and you ask for {}", said.seed, options.seed));
        match ours.into_iter().flatten().find_map(differs).or(seed) {
            Some(difference) => Err(Failure::wrong(format!(
                "{}: {difference}; go on by the command that began it, or name another file",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    /// Writes a checkpoint. It is whole, or the one before is still there.
    pub(super) fn keep(&self, course: &Course) -> Result<(), Failure> {
        let Some(path) = &self.save else { return Ok(()) };
        let bytes =
            checkpoint::write(&course.trainer, course.halvings, &self.how).map_err(|error| broken(path, &error))?;
        replace(path, bytes).map_err(|error| {
            let (path, step) = (path.display(), course.trainer.steps());
            Failure::failed(format!(
                "{path}: {error}: step {step} could not be kept, the checkpoint before it is whole; make room and go on with --resume"
            ))
        })
    }

    /// Writes the weights alone.
    pub(super) fn export(&self, course: &Course) -> Result<(), Failure> {
        let Some(path) = &self.export else { return Ok(()) };
        let bytes = weights::save(&course.trainer.model).map_err(|error| broken(path, &error))?;
        replace(path, bytes).map_err(|error| broken(path, &error))
    }

    /// The model in the file, whether it is a checkpoint or weights alone; where no file is named, the one inside the program that
    /// can do the task.
    pub(super) fn model(&self, task: Task) -> Result<Transformer, Failure> {
        let path = match (&self.save, task) {
            (Some(path), _) => path,
            (None, Task::Translation) => {
                return shipped::translator().cloned().map_err(|error| Failure::failed(error.to_string()));
            }
            (None, _) => {
                return Err(Failure::wrong(format!(
                    "no model of {task} lies inside the program: name a file by --save"
                )));
            }
        };
        let bytes = fs::read(path).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))?;
        checkpoint::model(&bytes).map_err(|error| broken(path, &error))
    }

    /// Whether anything is kept, and where.
    pub(super) fn place(&self) -> Option<&Path> {
        self.save.as_deref()
    }
}

fn read(path: &Path) -> Result<checkpoint::Checkpoint, Failure> {
    let bytes = fs::read(path).map_err(|error| broken(path, &error))?;
    checkpoint::read(&bytes).map_err(|error| broken(path, &error))
}

fn broken(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}

/// The pairs of a file: source, tab, target. Sentences may be as people write them.
pub(super) fn pairs(task: Task, path: &Path) -> Result<Vec<Example>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))?;
    let words = |text: &str| if task == Task::Translation { translation::spaced(text) } else { text.trim().to_owned() };
    let mut pairs = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let Some((source, target)) = line.split_once('\t') else {
            let place = format!("{}:{}", path.display(), number + 1);
            return Err(Failure::failed(format!(
                "{place}: a line is a source, a tab and a target; this one has no tab"
            )));
        };
        pairs.push(Example { source: words(source), target: words(target) });
    }
    if pairs.is_empty() {
        return Err(Failure::failed(format!("{}: there are no pairs in it", path.display())));
    }
    Ok(pairs)
}
