//! A training step beside PyTorch eager, where there is one (see `benches/rival.py`). The two take turns. Two models learn:
//!
//! - the tiny one: `d_model` 64, 2 + 2 layers, 4 heads, `d_ff` 256, vocabulary 64, 32 sequences of 16 tokens;
//! - a translator: `d_model` 128, 3 + 3 layers, 8 heads, `d_ff` 512, vocabularies of 1500 and 2000, 64 sentences of 6 to 20 tokens,
//!   padded.
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
use glassformer::app::event::AppEvent;
use glassformer::nn::training::{Batch, Recipe};
use glassformer::nn::{Config, Edition, Parameters, Schedule, Task, Trainer, Transformer};
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::training::{TrainerThread, TrainingCommand, TrainingPlan, TrainingRun};
use glassformer::tensor::{Leaf, Result, Tensor, backend, random::Generator, tape};
use glassformer::tui::frame::view;
use glassformer::tui::keymap::parse_keys;
use glassformer::tui::message::Msg;
use glassformer::tui::model::Model;
use glassformer::tui::terminal::Surface;
use glassformer::tui::theme::depth::ColorDepth;
use glassformer::tui::theme::{Theme, ThemeName};
use glassformer::tui::update::update;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use rival::Rival;

/// How often each is measured, after some turns that are thrown away.
const TURNS: usize = 60;
const WARM: usize = 5;

fn main() {
    // As the program does.
    backend::memory::keep();
    if std::env::args().any(|argument| argument == "screen") {
        return watch();
    }
    let mut rival = Rival::start();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let kernels = backend::library().map_or("none".to_owned(), |library| library.kernels);
    let beside = rival.as_ref().map_or("no PyTorch here".to_owned(), |rival| format!("PyTorch {}", rival.version));
    for learner in [Learner::tiny(), Learner::translator()] {
        let what = learner.what;
        figures::head(&format!("A training step of {what}; OpenBLAS kernels: {kernels}; beside {beside}"));
        for threads in if all > 1 { vec![1, all] } else { vec![1] } {
            backend::set_threads(threads);
            if measure(&learner, rival.as_mut(), threads).is_err() {
                row("the model could not be trained", "", "");
            }
        }
    }
}

/// A model and the lengths of what it learns from, source and target of each pair.
struct Learner {
    what: &'static str,
    /// The name of its work at the rival's.
    work: &'static str,
    config: Config,
    lengths: Vec<(usize, usize)>,
}

impl Learner {
    fn tiny() -> Self {
        let sizes = Config { d_model: 64, heads: 4, d_ff: 256, enc_layers: 2, dec_layers: 2, ..plain() };
        let config = Config { v_src: 64, v_tgt: 64, ..sizes };
        Self { what: "the tiny model", work: "training", config, lengths: vec![(16, 16); 32] }
    }

    fn translator() -> Self {
        let sizes = Config { d_model: 128, heads: 8, d_ff: 512, enc_layers: 3, dec_layers: 3, ..plain() };
        let config = Config { v_src: 1500, v_tgt: 2000, ..sizes };
        let lengths = (0..64).map(|row| (6 + row * 7 % 15, 6 + (row * 11 + 3) % 15)).collect();
        Self { what: "a translator", work: "translator", config, lengths }
    }

    fn trainer(&self) -> Result<Trainer> {
        let model = Transformer::new(&self.config, &mut Generator::manual_seed(0))?;
        let recipe = Recipe { schedule: Schedule::Constant { rate: 1e-3 }, ..Recipe::of(&self.config) };
        Ok(Trainer::new(model, recipe, 0))
    }

    fn batch(&self) -> Result<Batch> {
        let ids = |row: usize, length: usize, words: usize| -> Vec<i64> {
            (0..length).map(|at| 3 + ((at * 31 + row * 17) % (words - 3)) as i64).collect()
        };
        let (v_src, v_tgt) = (self.config.v_src, self.config.v_tgt);
        let pair = |(row, &(src, tgt)): (usize, &(usize, usize))| (ids(row, src, v_src), ids(row + 7, tgt, v_tgt));
        Batch::of(&self.lengths.iter().enumerate().map(pair).collect::<Vec<_>>(), 0, 1)
    }
}

/// Without dropout, so that both compute the same.
fn plain() -> Config {
    Config { max_len: 64, dropout: 0.0, ..Config::of(Edition::PyTorch) }
}

fn measure(learner: &Learner, mut rival: Option<&mut Rival>, threads: usize) -> Result<()> {
    let (mut trainer, batch) = (learner.trainer()?, learner.batch()?);
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    for turn in 0..TURNS + WARM {
        let start = Instant::now();
        let step = trainer.step(&batch);
        let took = start.elapsed();
        let their = rival.as_mut().and_then(|rival| rival.time(learner.work, threads, 0));
        if turn >= WARM && step.is_ok() {
            own.push(took);
            theirs.extend(their);
        }
    }
    for (name, figure) in [("median", median as fn(&[Duration]) -> Duration), ("least", |times| percentile(times, 0.0))]
    {
        let (own, theirs) = (figure(&own), figure(&theirs));
        let what = format!("threads: {threads}, {name}, {} against {}", time(own), time(theirs));
        row(&what, &format!("{:.2}", own.as_secs_f64() / theirs.as_secs_f64()), "<= 0.50");
    }
    if std::env::args().any(|argument| argument == "shares") { shares(&trainer, &batch) } else { Ok(()) }
}

/// How long it takes to draw what a training has told since the last frame, and to answer a key, while it goes on.
fn watch() {
    const FRAMES: usize = 400;
    let size = Size { width: 200, height: 60 };
    let mut model = Model::new(&LessonLibrary::embedded(), Theme::new(ThemeName::Dark), size, String::new());
    let Ok(mut surface) = Surface::new(TestBackend::new(size.width, size.height), ColorDepth::TrueColor);
    let Ok(trainer) = TrainerThread::spawn(|| TrainingRun::begin(TrainingPlan::of(Task::Reverse)), ".".into(), || {})
    else {
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
        let _orders = update(&mut model, Msg::App(AppEvent::TrainingReported { task: Task::Reverse, reports }));
        keys.get(turn % 4).into_iter().for_each(|key| drop(update(&mut model, Msg::Key(*key))));
        let Ok(()) = surface.draw(|frame| view(&mut model, frame));
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
