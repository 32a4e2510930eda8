//! A training step of the tiny model (`d_model` 64, 2 + 2 layers, 4 heads, `d_ff` 256, vocabulary 64, 32 sequences of 16 tokens, Adam) beside
//! PyTorch eager where there is one (see `benches/rival.py`). The two take turns.
//!
//! `env -u OPENBLAS_CORETYPE cargo bench --bench training`; `-- shares` also says which operations take how much of the way back, and
//! `-- screen` measures the frames of the dashboard while the usual model learns to reverse letters on its thread.

#[path = "support/figures.rs"]
mod figures;
#[path = "support/rival.rs"]
mod rival;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use figures::{median, percentile, row, time};
use glassformer::nn::training::{Batch, Recipe};
use glassformer::nn::{Config, Edition, Parameters, Schedule, Task, Trainer, Transformer};
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::training::{TrainerThread, TrainingCommand, TrainingPlan, TrainingRun};
use glassformer::tensor::{Leaf, Result, Tensor, backend, random::Generator, tape};
use glassformer::tui::keymap::parse_keys;
use glassformer::tui::message::Msg;
use glassformer::tui::model::Model;
use glassformer::tui::terminal::Surface;
use glassformer::tui::theme::depth::ColorDepth;
use glassformer::tui::theme::{Theme, ThemeName};
use glassformer::tui::update::update;
use glassformer::tui::view::view;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use rival::Rival;

/// Tokens of each side.
const LENGTH: usize = 16;
/// How often each is measured, after some turns that are thrown away.
const TURNS: usize = 60;
const WARM: usize = 5;

fn main() {
    // As the program does.
    backend::memory::keep();
    if std::env::args().any(|argument| argument == "screen") {
        return watch();
    }
    let sizes =
        Config { d_model: 64, heads: 4, d_ff: 256, enc_layers: 2, dec_layers: 2, ..Config::of(Edition::PyTorch) };
    let config = Config { v_src: 64, v_tgt: 64, max_len: 64, dropout: 0.0, ..sizes };
    let mut rival = Rival::start();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let kernels = backend::library().map_or("none".to_owned(), |library| library.kernels);
    let beside = rival.as_ref().map_or("no PyTorch here".to_owned(), |rival| format!("PyTorch {}", rival.version));
    figures::head(&format!("A training step of the tiny model; OpenBLAS kernels: {kernels}; beside {beside}"));
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        backend::set_threads(threads);
        if measure(&config, rival.as_mut(), threads).is_err() {
            row("the model could not be trained", "", "");
        }
    }
}

fn measure(config: &Config, mut rival: Option<&mut Rival>, threads: usize) -> Result<()> {
    let mut trainer = trainer(config)?;
    let batch = batch()?;
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    for turn in 0..TURNS + WARM {
        let start = Instant::now();
        let step = trainer.step(&batch);
        let took = start.elapsed();
        let their = rival.as_mut().and_then(|rival| rival.time("training", threads, LENGTH));
        if turn >= WARM && step.is_ok() {
            own.push(took);
            theirs.extend(their);
        }
    }
    for (name, figure) in [("median", median as fn(&[Duration]) -> Duration), ("least", |times| percentile(times, 0.0))]
    {
        let (own, theirs) = (figure(&own), figure(&theirs));
        let what = format!("threads: {threads}, {name}, {} against {}", time(own), time(theirs));
        row(&what, &format!("{:.2}", own.as_secs_f64() / theirs.as_secs_f64()), "<= 1.00");
    }
    if std::env::args().any(|argument| argument == "shares") { shares(&trainer, &batch) } else { Ok(()) }
}

fn trainer(config: &Config) -> Result<Trainer> {
    let model = Transformer::new(config, &mut Generator::manual_seed(0))?;
    let recipe = Recipe { schedule: Schedule::Constant { rate: 1e-3 }, ..Recipe::of(config) };
    Ok(Trainer::new(model, recipe, 0))
}

fn batch() -> Result<Batch> {
    let ids = |row: usize| (0..LENGTH).map(|at| 3 + ((at * 31 + row * 17) % 61) as i64).collect::<Vec<i64>>();
    let pairs: Vec<_> = (0..32).map(|row| (ids(row), ids(row + 7))).collect();
    Batch::of(&pairs, 0, 1)
}

/// How long it takes to draw what a training has told since the last frame, and to answer a key, while it goes on.
fn watch() {
    const FRAMES: usize = 400;
    let size = Size { width: 200, height: 60 };
    let mut model = Model::new(&LessonLibrary::embedded(), Theme::new(ThemeName::Dark), size, String::new());
    let Ok(mut surface) = Surface::new(TestBackend::new(size.width, size.height), ColorDepth::TrueColor);
    let Ok(trainer) = TrainerThread::spawn(|| TrainingRun::begin(TrainingPlan::of(Task::Reverse)), ".".into()) else {
        return;
    };
    let _asked = update(&mut model, Msg::Watch(Task::Reverse));
    trainer.order(TrainingCommand::Go);
    let keys = parse_keys("<right> <down>").unwrap_or_default();
    let mut frames = Vec::new();
    for turn in 0..FRAMES {
        std::thread::sleep(Duration::from_millis(33));
        let start = Instant::now();
        let reports = trainer.reports().collect();
        let _orders = update(&mut model, Msg::Training { task: Task::Reverse, reports });
        keys.get(turn % 4).into_iter().for_each(|key| drop(update(&mut model, Msg::Key(*key))));
        let Ok(()) = surface.draw(|frame| view(&model, frame));
        frames.push(start.elapsed());
    }
    frames.sort_unstable();
    let steps = model.dashboard().map_or(0, |dashboard| dashboard.step);
    let figures = [0.5, 0.99, 1.0].map(|part| time(percentile(&frames, part))).join(" / ");
    row(&format!("a frame of the dashboard while {steps} steps were done, p50 / p99 / longest"), &figures, "<= 16 ms");
}

/// Which share of a step's passes each operation takes, forward and back, when each is done again by itself.
fn shares(trainer: &Trainer, batch: &Batch) -> Result<()> {
    let mut model = trainer.model.clone();
    let (loss, tape) = tape::record(|| {
        for (name, parameter) in model.parameters() {
            *parameter = tape::leaf(parameter.clone(), Leaf::Given(name.into()));
        }
        let masks = model.masks(&batch.src, &batch.given)?;
        let logits = model.logits(&model.vectors(&batch.src, &batch.given, &masks)?)?;
        trainer.recipe.loss.forward(&logits, &batch.wanted)
    });
    let gradients = tape.gradients(&loss?)?;
    let mut times: BTreeMap<&str, (u32, Duration, Duration)> = BTreeMap::new();
    for node in tape.nodes().iter().filter(|node| node.operation.leaf().is_none()) {
        let inputs: Vec<&Tensor> = node.inputs.iter().collect();
        let entry = times.entry(node.operation.name()).or_default();
        entry.0 += 1;
        let start = Instant::now();
        let _value = std::hint::black_box(node.operation.forward(&inputs))?;
        entry.1 += start.elapsed();
        if let Some(gradient) = gradients.of(&node.value) {
            let start = Instant::now();
            let _handed = std::hint::black_box(node.operation.backward(&node.inputs, &node.value, gradient))?;
            entry.2 += start.elapsed();
        }
    }
    for (name, (count, forward, back)) in times {
        row(&format!("  {count} x {name}, forward and back"), &format!("{} {}", time(forward), time(back)), "");
    }
    Ok(())
}
