//! `11_loss` and `11_training`: losses, learning rates, the gradient of every parameter, and every parameter after three steps of Adam.

use glassformer::nn::loss::{Reduction, Smoothing, perplexity};
use glassformer::nn::training::{Batch, Recipe, pass};
use glassformer::nn::{Adam, CrossEntropy, Edition, Parameters, Schedule, Trainer, Transformer, weights};
use glassformer::tensor::{Leaf, Tensor, tape};

use crate::harness::{self, Golden};

#[test]
fn loss() {
    harness::check("11_loss", |golden| {
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
            let ((logits, value), tape) = tape::record(|| {
                let logits = tape::leaf(logits.clone(), Leaf::Literal);
                let value = loss.forward(&logits, &targets).unwrap();
                (logits, value)
            });
            golden.compare(name, &value);
            golden.compare(&format!("{name}.grad_logits"), tape.gradients(&value).unwrap().of(&logits).unwrap());
        }
        let classes = golden.config("classes") as usize;
        golden.compare("kl_annotated.target_dist", &annotated.wanted(&targets, classes).unwrap());
        rows(golden, &plain, &logits, &targets);
        smoothed(golden, smooth, &targets, classes);
        let mean = plain.forward(&logits, &targets).unwrap().item().unwrap();
        golden.compare("perplexity", &Tensor::from_f32(&[], vec![perplexity(mean) as f32]).unwrap());
        rates(golden);
    });
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

fn rates(golden: &mut Golden) {
    let at = |schedule: Schedule, steps: Vec<f64>| {
        let rates: Vec<f64> = steps.iter().map(|&step| schedule.rate(step as u64)).collect();
        Tensor::from_f64(&[rates.len()], rates).unwrap()
    };
    for (d_model, warmup) in [(16, 20), (512, 4000)] {
        let name = format!("noam.d{d_model}_w{warmup}");
        let steps = golden.tensor(&format!("{name}.steps")).to_vec();
        golden.compare(&format!("{name}.lr_f64"), &at(Schedule::Paper { d_model, warmup, factor: 1.0 }, steps));
    }
    let updates = golden.shape("noam.lambda_lr_f64")[0];
    let paper = Schedule::Paper { d_model: 512, warmup: 4000, factor: 1.0 };
    golden.compare("noam.lambda_lr_f64", &at(paper, (0..updates).map(|step| step as f64).collect()));
}

const BESIDE: [&str; 7] = ["betas", "eps", "smoothing", "steps", "warmup", "pad", "seed"];

#[test]
fn training() {
    harness::check("11_training", |golden| {
        let (src, tgt) = (golden.tensor("src"), golden.tensor("tgt"));
        let length = tgt.shape()[1] - 1;
        let (given, wanted) = (tgt.narrow(1, 0, length).unwrap(), tgt.narrow(1, 1, length).unwrap());
        let batch = Batch { src, given, wanted };
        for (name, norm_first) in [("post", false), ("pre", true)] {
            let model = model(golden, norm_first);
            let recipe = recipe(golden, &model);
            gradients(golden, name, &model, &batch, &recipe);
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
    });
}

fn model(golden: &mut Golden, norm_first: bool) -> Transformer {
    let mut config = golden.model_beside(Edition::PyTorch, &BESIDE);
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
        adam: Adam { eps: golden.number("eps"), ..adam },
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
