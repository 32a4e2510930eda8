//! What the arguments of a training mean.

use crate::cli::arguments::training::{Shape, Train};
use crate::cli::{Failure, model};
use crate::nn::tasks::score::Vocabularies;
use crate::nn::{Config, Edition, Task};
use crate::notebook::training::plan::{self, ExampleCounts, ReportedSteps, TrainingChoices, TrainingPlan};

/// The model that is meant: a small one with the task's vocabularies, changed by what is said.
pub(super) fn config(options: &Train) -> Result<Config, Failure> {
    let mut model = options.model.clone();
    let mut small: Vec<(String, String)> = if model.config.is_some() {
        Vec::new()
    } else {
        let mut small = vec![("d_model", "64"), ("heads", "4"), ("d_ff", "256"), ("layers", "2"), ("max_len", "64")];
        small.push(("dropout", "0"));
        if model.edition.is_none() {
            small.push(("norm_first", "true"));
        }
        small.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    small.append(&mut model.set);
    model.set = small;
    let mut config = model::configuration(&model, None)?.unwrap_or_else(|| Config::of(Edition::PyTorch));
    let vocabularies = Vocabularies::of(options.task);
    (config.v_src, config.v_tgt) = (vocabularies.sources.len(), vocabularies.targets.len());
    config.check().map_err(|error| Failure::wrong(error.to_string()))?;
    fits(&config, &vocabularies, options.task)?;
    Ok(config)
}

/// Whether a model of that configuration can do the task.
pub(super) fn fits(config: &Config, vocabularies: &Vocabularies, task: Task) -> Result<(), Failure> {
    vocabularies.fit(config, task.name()).map_err(|error| Failure::wrong(error.to_string()))?;
    if !config.design.is_causal() {
        return Err(Failure::wrong(
            "this model's causal mask does not hide later tokens, so it would learn to copy them: fix the mask with `--set fill=safe`",
        ));
    }
    let longest = vocabularies.bounds().max_new;
    if config.max_len < longest {
        return Err(Failure::wrong(format!("{task} needs {longest} positions: --set max_len={longest}")));
    }
    Ok(())
}

/// The whole plan.
pub(super) fn plan(options: &Train) -> Result<TrainingPlan, Failure> {
    let schedule = match options.schedule {
        Shape::Cosine => plan::ScheduleKind::Cosine,
        Shape::Paper => plan::ScheduleKind::Paper,
        Shape::Constant => plan::ScheduleKind::Constant,
    };
    let choices = TrainingChoices {
        task: options.task,
        steps: options.steps,
        seed: options.seed,
        batch: usize::from(options.batch),
        schedule,
        rate: options.rate,
        warmup: options.warmup,
        smoothing: options.smoothing,
        clip: options.clip,
        decay: options.decay,
        until: options.until,
        every: options.every,
        save: options.save.clone(),
        export: options.export.clone(),
        export_at: options.export_at.clone(),
        half: options.half,
        resume: options.resume,
        counts: ExampleCounts::default(),
        reports: ReportedSteps::All,
    };
    Ok(TrainingPlan { choices, config: config(options)? })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::arguments::{Arguments, Command};

    #[test]
    fn what_is_not_said_is_what_the_screen_trains_with() {
        for task in Task::ALL {
            let arguments = Arguments::try_parse_from(["glassformer", "train", task.name()]).unwrap();
            let Some(Command::Train(options)) = arguments.command else { panic!("another command") };
            assert_eq!(plan(&options).map_err(|failure| failure.message).unwrap(), TrainingPlan::of(task));
        }
    }
}
