//! `11_loss` and `11_training`: losses, learning rates, the gradient of every parameter, and every parameter after three steps of Adam.

use glassformer::nn::loss::{Reduction, Smoothing, perplexity};
use glassformer::nn::training::{Batch, Recipe, pass};
use glassformer::nn::{Adam, CrossEntropy, Edition, Parameters, Schedule, Trainer, Transformer, weights};
use glassformer::tensor::{Leaf, Result, Tensor, tape};

use crate::harness::Golden;

pub(crate) fn loss(golden: &mut Golden) {
    golden.case("losses", &["logits", "targets"], losses).unwrap();
    rates(golden);
}

fn losses(golden: &mut Golden) -> Result<()> {
    let (logits, targets) = (golden.tensor("logits"), golden.tensor("targets"));
    let plain = CrossEntropy { ignore: Some(golden.config("pad") as i64), ..CrossEntropy::default() };
    let smooth = CrossEntropy { smoothing: golden.number("smoothing"), ..plain };
    let annotated = CrossEntropy { meaning: Smoothing::Annotated, ..smooth };
    for (name, loss) in [
        ("ce", plain),
        ("ce_smooth", smooth),
        ("ce_smooth_sum", CrossEntropy { reduction: Reduction::Sum, ..smooth }),
        ("kl_annotated", annotated),
    ] {
        let (value, tape) = tape::record(|| {
            let logits = tape::leaf(logits.clone(), Leaf::Literal);
            loss.forward(&logits, &targets).map(|value| (logits, value))
        });
        let (logits, value) = value?;
        golden.compare(name, &value);
        golden.compare(&format!("{name}.grad_logits"), tape.gradients(&value)?.of(&logits).unwrap());
    }
    let classes = logits.shape()[1];
    golden.compare("kl_annotated.target_dist", &annotated.wanted(&targets, classes)?);
    rows(golden, &plain, &logits, &targets);
    smoothed(golden, smooth, &targets, classes);
    let mean = plain.forward(&logits, &targets)?.item()?;
    golden.compare("perplexity", &Tensor::from_f32(&[], vec![perplexity(mean) as f32])?);
    Ok(())
}

/// Each place by itself; padding has no loss.
fn rows(golden: &mut Golden, loss: &CrossEntropy, logits: &Tensor, targets: &Tensor) {
    let sum = CrossEntropy { reduction: Reduction::Sum, ..*loss };
    let row = |row| sum.forward(&logits.narrow(0, row, 1).unwrap(), &targets.narrow(0, row, 1).unwrap());
    let rows = (0..targets.len()).map(|at| row(at).unwrap().item().unwrap() as f32).collect();
    golden.compare("ce_rows", &Tensor::from_f32(&[targets.len()], rows).unwrap());
}

/// The file says what is wanted in rows of padding, too, though they do not count.
fn smoothed(golden: &mut Golden, smooth: CrossEntropy, targets: &Tensor, classes: usize) {
    let everywhere = CrossEntropy { ignore: None, ..smooth };
    golden.compare("ce_smooth.target_dist", &everywhere.wanted(targets, classes).unwrap());
}

/// Learning rates. A case's name says the width of the model and the steps of warmup: `noam.d512_w4000`.
fn rates(golden: &mut Golden) {
    let mut schedules = Vec::new();
    for case in golden.cases("noam.", ".steps") {
        let schedule = in_the_name(&case).unwrap_or_else(|| panic!("noam.{case} does not say width and warmup"));
        schedules.push(schedule);
        let steps = golden.tensor(&format!("noam.{case}.steps")).to_vec();
        golden.compare(&format!("noam.{case}.lr_f64"), &rates_at(schedule, &steps));
    }
    // The file does not say which of them the Annotated Transformer's has: the one that comes nearest.
    golden
        .case("noam.lambda_lr_f64", &["noam.lambda_lr_f64"], |golden| {
            let want = golden.tensor("noam.lambda_lr_f64");
            let steps: Vec<f64> = (0..want.len()).map(|step| step as f64).collect();
            let rates = schedules.iter().map(|&schedule| rates_at(schedule, &steps));
            let off = |rates: &Tensor| {
                rates.to_vec().iter().zip(want.to_vec()).map(|(got, want)| (got - want).abs()).fold(0.0, f64::max)
            };
            if let Some(nearest) = rates.min_by(|a, b| off(a).total_cmp(&off(b))) {
                golden.compare("noam.lambda_lr_f64", &nearest);
            }
            Ok(())
        })
        .unwrap();
}

/// `d512_w4000`.
fn in_the_name(case: &str) -> Option<Schedule> {
    let (d_model, warmup) = case.strip_prefix('d')?.split_once("_w")?;
    Some(Schedule::Paper { d_model: d_model.parse().ok()?, warmup: warmup.parse().ok()?, factor: 1.0 })
}

fn rates_at(schedule: Schedule, steps: &[f64]) -> Tensor {
    let rates: Vec<f64> = steps.iter().map(|&step| schedule.rate(step as u64)).collect();
    Tensor::from_f64(&[rates.len()], rates).unwrap()
}

pub(crate) fn training(golden: &mut Golden) {
    golden.case("every reading", &["src", "tgt", "w.generator.weight"], every_reading).unwrap();
}

fn every_reading(golden: &mut Golden) -> Result<()> {
    let (src, tgt) = (golden.tensor("src"), golden.tensor("tgt"));
    let length = tgt.shape()[1] - 1;
    let batch = Batch { src, given: tgt.narrow(1, 0, length)?, wanted: tgt.narrow(1, 1, length)? };
    for name in golden.cases("", ".loss.1") {
        let model = model(golden, name.starts_with("pre"));
        let recipe = recipe(golden, &model);
        gradients(golden, &name, &model, &batch, &recipe);
        let mut trainer = Trainer::new(model, recipe, 0);
        for step in 1..=golden.config("steps") {
            let progress = trainer.step(&batch).unwrap();
            let number = |x: f64| Tensor::from_f32(&[], vec![x as f32]).unwrap();
            golden.compare(&format!("{name}.loss.{step}"), &number(progress.loss));
            golden.compare(&format!("{name}.grad_norm.{step}"), &number(progress.norm));
            for (parameter, value) in trainer.model.parameters() {
                golden.compare(&format!("{name}.step{step}.{}", theirs(&parameter)), &*value);
            }
        }
    }
    Ok(())
}

fn model(golden: &mut Golden, norm_first: bool) -> Transformer {
    let mut config = golden.model(Edition::PyTorch);
    config.design.norm_first = norm_first;
    config.pad = golden.config("pad") as i64;
    config.dropout = 0.0;
    let mut model = config.build().unwrap();
    golden.fill(&mut model, |parameter| format!("w.{}", theirs(parameter)));
    model
}

fn theirs(parameter: &str) -> String {
    weights::name_in(Edition::PyTorch, parameter)
}

fn recipe(golden: &Golden, model: &Transformer) -> Recipe {
    let Recipe { loss, adam, .. } = Recipe::of(&model.config);
    let d_model = model.config.d_model;
    Recipe {
        loss: CrossEntropy { smoothing: golden.number("smoothing"), ..loss },
        adam: Adam { betas: golden.pair("betas"), eps: golden.number("eps"), ..adam },
        schedule: Schedule::Paper { d_model, warmup: golden.config("warmup"), factor: 1.0 },
        clip: None,
    }
}

fn gradients(golden: &mut Golden, name: &str, model: &Transformer, batch: &Batch, recipe: &Recipe) {
    let pass = pass(model, batch, &recipe.loss).unwrap();
    for ((parameter, value), gradient) in model.clone().parameters().into_iter().zip(&pass.gradients) {
        let gradient = gradient.as_ref().unwrap();
        golden.compare(&format!("{name}.grad.{}", theirs(&parameter)), gradient);
        // A constant added to every key moves no softmax: what is not exactly 0 there is rounding.
        if parameter.ends_with("in_proj_bias") {
            let width = value.len() / 3;
            let keys = gradient.to_vec()[width..2 * width].iter().fold(0.0, |top: f64, x| top.max(x.abs()));
            assert!(keys < 1e-6, "{name} {parameter}: {keys}");
        }
    }
}
