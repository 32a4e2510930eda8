//! `glassformer train` as a process: what it keeps, and what it says when it cannot.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by panicking, and says what it saw")]
#![cfg(unix)]

#[path = "support/signal.rs"]
mod signal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use glassformer::nn::weights::File;
use serde_json::Value;

/// A model so small that a step takes some milliseconds even in a debug build.
const SMALL: &str = "--batch 4 --every 3 --set d_model=8 --set heads=2 --set d_ff=8 --set layers=1 --set dropout=0.1";

struct Training {
    folder: tempfile::TempDir,
}

impl Training {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, options: &str) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
        program.env("LC_ALL", "C");
        program.current_dir(self.folder.path()).arg("train").args(options.split_whitespace());
        program.args(SMALL.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program
    }

    fn run(&self, options: &str) -> Output {
        self.command(options).output().unwrap()
    }

    /// Runs it, and gives what it complains about.
    fn refused(&self, options: &str, status: i32) -> String {
        let output = self.run(options);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{options}: {said}");
        assert!(said.starts_with("glassformer: ") && said.lines().count() == 1, "{said}");
        said
    }
}

fn events(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn wait_for(file: &Path) {
    let begun = Instant::now();
    while !file.exists() {
        assert!(begun.elapsed() < Duration::from_mins(2), "{} never came", file.display());
        sleep(Duration::from_millis(2));
    }
}

fn end(child: &mut Child, signal: &str) -> Option<i32> {
    signal::send(signal, child.id());
    child.wait().unwrap().code()
}

/// How often a training is killed: `GLASSFORMER_KILLS=1000`.
fn kills() -> u64 {
    std::env::var("GLASSFORMER_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

#[test]
fn a_training_that_is_killed_again_and_again_ends_with_the_same_bits() {
    let (begun, kills) = (Instant::now(), kills());
    let training = Training::new();
    // So many that some are always left to be killed at: a release build does ten in the time of one.
    let steps = kills * if cfg!(debug_assertions) { 5 } else { 50 };
    let reverse = |file: &str| format!("reverse --steps {steps} --save {file}.safetensors");
    let whole = training.run(&format!("{} --export whole.weights", reverse("whole")));
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let file = training.path("killed.safetensors");
    let mut killed = 0;
    for wait in [0, 7, 31, 90, 3, 55, 150, 20].into_iter().cycle().take(kills as usize) {
        let before = fs::metadata(&file).and_then(|data| data.modified()).ok();
        let mut child = training.command(&format!("{} --resume", reverse("killed"))).spawn().unwrap();
        wait_for(&file);
        sleep(Duration::from_millis(wait));
        killed += u64::from(end(&mut child, "-KILL").is_none());
        // Whatever moment it was, the file is whole, and not older than it was.
        File::read(&fs::read(&file).unwrap()).unwrap();
        assert!(fs::metadata(&file).unwrap().modified().ok() >= before);
    }
    assert!(killed > 0);
    let last = training.run(&format!("{} --export killed.weights --resume", reverse("killed")));
    assert!(last.status.success(), "{}", String::from_utf8_lossy(&last.stderr));
    let bytes = |name: &str| fs::read(training.path(name)).unwrap();
    assert!(bytes("killed.weights") == bytes("whole.weights"));
    assert!(bytes("killed.safetensors") == bytes("whole.safetensors"));
    println!("{killed} kills in {:.1} s", begun.elapsed().as_secs_f64());
}

#[test]
fn the_weights_of_any_step_are_those_of_a_training_that_ends_there() {
    let training = Training::new();
    let constant = "--schedule constant --warmup 1";
    let long = format!("copy {constant} --steps 6 --export long.safetensors --export-at 2,4,9");
    assert!(training.run(&long).status.success());
    for steps in [2, 4] {
        training.run(&format!("copy {constant} --steps {steps} --export short.safetensors"));
        let bytes = |name: &str| fs::read(training.path(name)).unwrap();
        assert!(bytes(&format!("long-{steps}.safetensors")) == bytes("short.safetensors"), "{steps} steps");
    }
    assert!(!training.path("long-9.safetensors").exists());
    let onto_itself = "copy --steps 6 --save long-2.safetensors --resume --export long.safetensors --export-at 2";
    assert!(training.refused(onto_itself, 2).contains("would be overwritten"));
}

#[test]
fn an_interrupt_keeps_what_was_learned() {
    let training = Training::new();
    let mut child = training.command("copy --steps 1000000 --save kept.safetensors --json").spawn().unwrap();
    wait_for(&training.path("kept.safetensors"));
    sleep(Duration::from_millis(300));
    assert_eq!(end(&mut child, "-INT"), Some(130));
    let said = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(last["event"], "stopped");
    let file = File::read(&fs::read(training.path("kept.safetensors")).unwrap()).unwrap();
    let kept: Value = serde_json::from_str(&file.metadata["training"]).unwrap();
    assert_eq!(kept["step"], last["step"]);
}

#[test]
fn what_happens_is_told_in_json_and_the_loss_falls() {
    let training = Training::new();
    let events = events(&training.run("copy --steps 120 --rate 0.02 --warmup 5 --json --save copy.safetensors"));
    let steps: Vec<&Value> = events.iter().filter(|event| event["event"] == "step").collect();
    assert_eq!(steps.len(), 120);
    assert!(steps.iter().enumerate().all(|(at, step)| step["step"] == at + 1));
    let mean =
        |part: &[&Value]| part.iter().map(|step| step["loss"].as_f64().unwrap()).sum::<f64>() / part.len() as f64;
    assert!(mean(&steps[110..]) < 0.95 * mean(&steps[..10]));
    let validations: Vec<&Value> = events.iter().filter(|event| event["event"] == "validation").collect();
    assert_eq!(validations.len(), 40);
    let losses: Vec<f64> = validations.iter().map(|event| event["loss"].as_f64().unwrap()).collect();
    assert!(losses[0] > *losses.last().unwrap() && losses.iter().all(|loss| *loss > 0.0), "{losses:?}");
    let score = events.last().unwrap();
    assert_eq!((&score["set"], &score["total"]), (&"held out".into(), &1200.into()));
}

#[test]
fn a_file_of_pairs_is_scored() {
    let training = Training::new();
    training.run("copy --steps 1 --save copy.safetensors --export copy.weights");
    fs::write(training.path("pairs.tsv"), "a b\ta b\n\nc ?\tx y\n").unwrap();
    for file in ["copy.safetensors", "copy.weights"] {
        let events = events(&training.run(&format!("copy --save {file} --evaluate pairs.tsv --json")));
        assert_eq!(events[0]["total"], 2);
        assert_eq!(events[0]["wrong"].as_array().unwrap().len() as u64 + events[0]["right"].as_u64().unwrap(), 2);
        assert_eq!(events[1]["words"], 1);
    }
    fs::write(training.path("broken.tsv"), "a b\ta b\nc d").unwrap();
    assert!(training.refused("copy --save copy.weights --evaluate broken.tsv", 1).contains("broken.tsv:2: "));
    fs::write(training.path("empty.tsv"), "a b\ta b|\n").unwrap();
    assert!(training.refused("copy --save copy.weights --evaluate empty.tsv", 1).contains("a target is empty"));
    assert!(training.refused("dates --save copy.weights --evaluate pairs.tsv", 2).contains("trained for another task"));
}

#[test]
fn a_loss_that_is_no_number_is_rewound_and_then_given_up_with_advice() {
    let training = Training::new();
    let said = training.refused("sort --steps 50 --rate 1e30 --schedule constant --save sort.safetensors", 1);
    assert!(said.contains("first non-finite: ") && said.contains("--rate"), "{said}");
    let output = training.run("sort --steps 50 --rate 1e30 --schedule constant --json");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().filter(|line| line.contains("\"rewound\"")).count(), 6, "{said}");
}

#[test]
fn files_that_are_no_checkpoint_of_this_training_are_refused_and_left_alone() {
    let training = Training::new();
    training.run("copy --steps 3 --save copy.safetensors --export copy.weights");
    let whole = fs::read(training.path("copy.safetensors")).unwrap();
    let resume = "copy --steps 3 --resume --save";
    assert!(training.refused("copy --steps 3 --save copy.safetensors", 2).contains("--resume"));
    assert!(training.refused(&format!("{resume} copy.safetensors --seed 1"), 2).contains("its seed is 0"));
    assert!(training.refused(&format!("{resume} copy.safetensors --smoothing 0.1"), 2).contains("its smoothing"));
    let constant = "reverse --steps 3 --resume --save copy.safetensors";
    assert!(training.refused(constant, 2).contains("its task is \"copy\""));
    assert!(training.refused(&format!("{resume} copy.weights"), 1).contains("not a training state to continue from"));
    for cut in [0, 5, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(training.path("cut.safetensors"), &whole[..cut]).unwrap();
        assert!(training.refused(&format!("{resume} cut.safetensors"), 1).contains("cut.safetensors"));
        assert_eq!(fs::read(training.path("cut.safetensors")).unwrap(), &whole[..cut]);
    }
    fs::write(training.path("text.safetensors"), "these are no weights, these are words").unwrap();
    assert!(training.refused(&format!("{resume} text.safetensors"), 1).contains("not a safetensors file"));
}

#[test]
fn a_place_without_room_is_told_at_once_and_with_what_to_do() {
    let training = Training::new();
    let program = env!("CARGO_BIN_EXE_glassformer");
    // A limit on the size of files stands for a disk that is full.
    let script =
        format!("trap '' XFSZ; ulimit -f 2; exec {program} train copy --steps 3 --save full.safetensors {SMALL}");
    let output = Command::new("sh").args(["-c", &script]).current_dir(training.folder.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("full.safetensors") && said.contains("Free up some disk space"), "{said}");
    assert_eq!(fs::read_dir(training.folder.path()).unwrap().count(), 0);
    fs::write(training.path("file"), "").unwrap();
    assert!(training.refused("copy --steps 3 --save file/model.safetensors", 1).contains("file/model.safetensors"));
}

#[test]
fn a_model_that_cannot_do_the_task_is_refused_before_the_first_step() {
    let training = Training::new();
    assert!(training.refused("copy --steps 3 --set max_len=4 --set positions=learned", 2).contains("max_len="));
    assert!(training.refused("copy --steps 3 --set fill=-1e-20", 2).contains("does not hide later tokens"));
    assert!(training.refused("copy --steps 3 --set d_modle=4", 2).contains("d_modle"));
}
