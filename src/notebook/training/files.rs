//! Where a training is kept: checkpoints that are whole at every moment, and the weights at the end.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::plan::TrainingChoices;
use super::{TrainingError, TrainingPlan};
use crate::nn::training::{Course, Pace, checkpoint};
use crate::nn::{Task, weights};
use crate::notebook::disk::{self, replace};

/// The files of a training.
#[derive(Clone, Debug)]
pub struct TrainingFiles {
    save: Option<PathBuf>,
    export: Option<PathBuf>,
    half: bool,
    how: Value,
}

impl TrainingFiles {
    /// The files that the plan names.
    pub fn new(plan: &TrainingPlan) -> Self {
        let TrainingChoices { save, export, half, .. } = &plan.choices;
        Self { save: save.clone(), export: export.clone(), half: *half, how: plan.said() }
    }

    /// The training at its first step, or where it was when it was kept.
    ///
    /// # Errors
    /// When there is a file and it is not to be gone on with, or is of another training, or broken; or when it cannot be written.
    pub fn begin(&self, plan: &TrainingPlan) -> Result<Course, TrainingError> {
        let choices = &plan.choices;
        let found = self.save.as_deref().filter(|path| path.exists());
        let course = match (found, choices.resume) {
            (Some(path), true) => {
                let checkpoint = read(path)?;
                self.same(path, &checkpoint.said, choices.seed)?;
                let pace = checkpoint.said.pace();
                let trainer = checkpoint.trainer(plan.recipe()).map_err(|error| broken(path, &error))?;
                Course::new(choices.task, choices.batch, trainer, pace)
            }
            (Some(path), false) => {
                let path = path.display();
                return Err(TrainingError::Wrong(format!(
                    "{path} already exists: use --resume to continue its training, or name another file"
                )));
            }
            (None, _) => Course::new(choices.task, choices.batch, plan.fresh()?, Pace::default()),
        };
        // Better to hear now than after an hour that the file cannot be written.
        if found.is_none() {
            self.keep(&course)?;
        }
        Ok(course)
    }

    /// Whether the checkpoint is of the training that is asked for.
    fn same(&self, path: &Path, said: &checkpoint::Said, seed: u64) -> Result<(), TrainingError> {
        let (theirs, ours) = (said.how.as_object(), self.how.as_object());
        let differs = |(key, ours): (&String, &Value)| {
            let theirs = theirs.and_then(|theirs| theirs.get(key)).unwrap_or(&Value::Null);
            (theirs != ours).then(|| format!("its {key} is {theirs}, but you asked for {ours}"))
        };
        let other = (said.seed != seed).then(|| format!("its seed is {}, but you asked for {seed}", said.seed));
        match ours.into_iter().flatten().find_map(differs).or(other) {
            Some(difference) => Err(TrainingError::Wrong(format!(
                "{}: {difference}; continue with the command that started it, or name another file",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    /// Writes a checkpoint, where a file for it is named. It is whole, or the one before is still there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, course: &Course) -> Result<(), TrainingError> {
        let Some(path) = &self.save else { return Ok(()) };
        let bytes =
            checkpoint::write(&course.trainer, course.pace(), &self.how).map_err(|error| broken(path, &error))?;
        let step = course.trainer.steps();
        replace(path, bytes).map_err(|error| TrainingError::SaveFailed {
            file: path.clone(),
            error: error.to_string(),
            step,
        })
    }

    /// Writes the weights alone, where a file for them is named.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn export(&self, course: &Course) -> Result<(), TrainingError> {
        self.export.as_deref().map_or(Ok(()), |path| self.write_weights(course, path))
    }

    /// Writes them as they are now into a file of this step, beside the one for the last, and says which; `None` where no file is named.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn export_step(&self, course: &Course) -> Option<Result<PathBuf, TrainingError>> {
        let path = of_step(self.export.as_deref()?, course.trainer.steps());
        Some(self.write_weights(course, &path).map(|()| path))
    }

    fn write_weights(&self, course: &Course, path: &Path) -> Result<(), TrainingError> {
        let file = weights::file(&course.trainer.model);
        let file = if self.half { file.halved() } else { Ok(file) };
        let bytes = file.and_then(|file| file.write()).map_err(|error| broken(path, &error))?;
        replace(path, bytes).map_err(|error| broken(path, &error))
    }

    /// Where checkpoints are written.
    pub fn place(&self) -> Option<&Path> {
        self.save.as_deref()
    }

    /// Where the weights are written.
    pub fn export_place(&self) -> Option<&Path> {
        self.export.as_deref()
    }

    /// Names files where none is named, in this folder and after the task, which do not exist yet.
    pub fn name_save(&mut self, folder: &Path, task: Task) {
        self.save.get_or_insert_with(|| unused(folder, task.name()));
    }

    /// The same for the weights.
    pub fn name_export(&mut self, folder: &Path, task: Task) {
        self.export.get_or_insert_with(|| unused(folder, &format!("{task}-weights")));
    }
}

/// `weights-500.safetensors` for `weights.safetensors` and step 500.
pub fn of_step(path: &Path, step: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = path.with_file_name(format!("{stem}-{step}"));
    path.extension().map_or(name.clone(), |extension| name.with_added_extension(extension))
}

/// `reverse.safetensors`, or with a number where that is taken.
fn unused(folder: &Path, name: &str) -> PathBuf {
    let named = |number: u32| {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        folder.join(format!("{name}{number}.safetensors"))
    };
    (1..=u32::MAX).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(1))
}

fn read(path: &Path) -> Result<checkpoint::Checkpoint, TrainingError> {
    let bytes = disk::read_whole(path).map_err(|error| broken(path, &error))?;
    checkpoint::read(&bytes).map_err(|error| broken(path, &error))
}

fn broken(path: &Path, error: &dyn std::fmt::Display) -> TrainingError {
    TrainingError::Failed(format!("{}: {error}", path.display()))
}
