//! A training in the plain mode: it goes on beside the reader, and is told in a few lines.

use super::*;

#[test]
fn a_training_is_told_from_its_beginning_to_its_end() {
    let heard = told("watch-it-learn", &["train copy 16", "train", "train", "more"]);
    assert!(heard.contains("Training starts: learning to copy letters."), "{heard}");
    let points: Vec<&str> = heard.lines().filter(|line| line.starts_with("Training, step ")).collect();
    assert_eq!(points.len(), 8, "{heard}");
    assert_eq!(heard.matches("the model writes ").count(), 8, "{heard}");
    assert!(points[0].starts_with("Training, step 2 of 16: the loss is "), "{heard}");
    assert!(points.iter().all(
        |line| line.contains(" percent of the individual letters are right") && line.contains("the model writes ")
    ));
    assert_eq!(heard.matches("The loss on validation examples is ").count(), 8, "{heard}");
    assert!(heard.contains("Training finished after 16 steps."), "{heard}");
    assert!(heard.contains("The loss went from ") && heard.contains(" unseen examples right"), "{heard}");
    assert!(heard.contains("No training is running."), "{heard}");
}

#[test]
fn the_link_of_a_lesson_begins_it_and_commands_go_on_beside_it() {
    let heard = told(
        "watch-it-learn",
        &["go watch-it", "link 1", "where", "train copy", "train stop", "train stop", "train x"],
    );
    assert!(heard.contains("Training starts: learning to reverse letters."), "{heard}");
    assert!(heard.contains("2 encoder and 2 decoder layers") && heard.contains("at most 2000 steps"), "{heard}");
    assert!(heard.contains("Training is already running."), "{heard}");
    assert!(heard.contains("Training was stopped after "), "{heard}");
    assert!(heard.contains("No training is running."), "{heard}");
    assert!(heard.contains("Say which task: copy, reverse, sort, dates or translation"), "{heard}");
}

#[test]
fn who_quits_while_one_goes_on_is_told_that_it_ends() {
    let heard = told("watch-it-learn", &["train reverse", "quit"]);
    assert!(heard.contains("Training ends here, and the trained model is discarded.\nGoodbye."), "{heard}");
    let heard = told("watch-it-learn", &["train copy 1", "train", "quit"]);
    assert!(heard.contains("Goodbye.") && !heard.contains("ends here"), "{heard}");
}

/// To listen may take minutes: Ctrl-C ends the listening, and the training goes on.
#[test]
fn an_interrupt_ends_the_listening_alone() {
    let (interrupt, is_over) = (Interrupt::default(), Arc::new(AtomicBool::new(false)));
    let (bell, over) = (interrupt.clone(), Arc::clone(&is_over));
    let presser = std::thread::spawn(move || {
        while !over.load(Ordering::SeqCst) {
            bell.press();
            std::thread::yield_now();
        }
    });
    let heard = told_bytes(at("watch-it-learn"), b"train reverse\ntrain\ntrain stop\nquit\n", None, &interrupt);
    is_over.store(true, Ordering::SeqCst);
    presser.join().unwrap();
    assert!(heard.contains("Training continues in the background."), "{heard}");
    assert!(heard.contains("Training was stopped after "), "{heard}");
}

/// What the screen shows while a model learns can be heard: it waits, does a step, learns faster, and says where its heads read.
#[test]
fn a_training_takes_orders_and_says_where_its_heads_read() {
    let lines = [
        "train pause",
        "train reverse",
        "train parts",
        "train pause",
        "train",
        "train step",
        "train parts",
        "train faster",
        "train slower",
        "train heads",
        "train heads encoder",
        "train heads decoder",
        "train updates",
        "train weights",
        "train activations",
        "train go",
        "train stop",
    ];
    let heard = told("watch-it-learn", &lines);
    assert!(behind(&heard, "train pause").starts_with("No training is running."), "{heard}");
    assert!(heard.contains("Training is paused at step "), "{heard}");
    assert!(behind(&heard, "train").starts_with("Training is paused: train go"), "{heard}");
    let step = behind(&heard, "train step");
    assert!(
        step.contains("percent of the individual letters are right") && step.contains("Training is paused."),
        "{step}"
    );
    assert!(behind(&heard, "train faster").contains("at 2 times the scheduled learning rate"), "{heard}");
    assert!(behind(&heard, "train slower").contains("at 1 times the scheduled learning rate"), "{heard}");
    let heads = behind(&heard, "train heads");
    assert_eq!(heads.matches("Layer ").count(), 8, "two layers of four heads: {heads}");
    assert!(heads.contains("Layer 1, head 3: ") && heads.contains("the end attends to "), "{heads}");
    assert!(behind(&heard, "train heads encoder").contains("Layer 1, head 3: "), "{heard}");
    assert!(behind(&heard, "train heads decoder").contains("attends to the start 100"), "{heard}");
    assert!(behind(&heard, "train updates").contains("The size of the last update of each part"), "{heard}");
    assert!(behind(&heard, "train weights").contains("embeddings mean "), "{heard}");
    assert!(behind(&heard, "train activations").contains("encoder 0 mean "), "{heard}");
    assert!(behind(&heard, "train go").contains("Training continues from step "), "{heard}");
    let text = told("watch-it-learn", &["go watch-it"]);
    assert!(text.contains("s (here: train step)") && text.contains("plus (here: train faster)"), "{text}");
    assert!(!text.contains("(here: reset)"), "{text}");
}

/// The same file as the screen writes, with a row for every step, though few of them are told.
#[test]
fn curves_of_a_training_are_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Curves.csv").display().to_string();
    let save = format!("train curves {path}");
    let heard = told("watch-it-learn", &["train curves", "train copy 16", "train", &save, &save, "more"]);
    assert!(heard.contains("No training is running."), "{heard}");
    assert!(heard.contains(&format!("Written: {path}")), "{heard}");
    assert!(heard.contains("already exists and was not changed"), "{heard}");
    let table = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..7], ["step", "steps", "loss", "right", "rate", "validation loss", "whole"]);
    assert!(rows[0].contains(&"gradient of encoder 0"), "{:?}", rows[0]);
    let steps: Vec<u64> =
        rows[1..].iter().filter(|row| !row[2].is_empty()).map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(steps, (1..=16).collect::<Vec<_>>());
    assert!(rows[1..].iter().filter(|row| !row[5].is_empty() && !row[6].is_empty()).count() >= 8, "{table}");
}

/// A checkpoint and the weights of a training, also after its end; the command that resumes it takes the one, and others the other.
#[test]
fn a_trained_model_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["train save", "train copy 16", "train", "train save", "train export", "train stop", "train save"];
    let heard = program(folder.path(), &["--plain", "watch-it-learn"], &lines.map(str::to_owned));
    assert!(behind(&heard, "train save").contains("No training is running."), "{heard}");
    let (_, saved) = heard.split_once("> train export").unwrap();
    assert!(heard.contains("copy.safetensors contains step 16."), "{heard}");
    assert!(saved.contains("copy-weights.safetensors contains the weights from step 16."), "{heard}");
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).current_dir(folder.path()).output().unwrap();
    let resumed = run(&["train", "copy", "--steps", "16", "--save", "copy.safetensors", "--resume"]);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    let weights = std::fs::read(folder.path().join("copy-weights.safetensors")).unwrap();
    assert!(safetensors::SafeTensors::deserialize(&weights).unwrap().len() > 10);
}

/// What was stopped has no model any more; what goes on at the end of the program says whether it was saved.
#[test]
fn a_model_that_is_lost_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let heard = program(
        folder.path(),
        &["--plain", "watch-it-learn"],
        &["train copy", "train stop", "train save"].map(str::to_owned),
    );
    assert!(behind(&heard, "train save").contains("was stopped, and its model is gone"), "{heard}");
    assert!(std::fs::read_dir(folder.path()).unwrap().all(|file| !file.unwrap().path().ends_with("copy.safetensors")));
    for (line, words) in
        [("train step", "the trained model is discarded"), ("train save", "What you saved of it is in ")]
    {
        let heard = program(folder.path(), &["--plain", "watch-it-learn"], &["train copy", line].map(str::to_owned));
        assert!(heard.contains(words), "{line}: {heard}");
    }
}
