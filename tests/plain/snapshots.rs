//! Going back in a training in the plain mode: its snapshots are listed, gone back to and compared, and so are the runs that were left.

use super::*;

/// A training of 16 steps keeps a snapshot before the first step and after every second one.
const TRAINED: [&str; 2] = ["train copy 16", "train"];

/// What is told of one training after its end.
fn told_after(lines: &[&str]) -> String {
    told("watch-it-learn", &[&TRAINED[..], lines].concat())
}

/// The rows of a file of curves that have a loss: step, steps, loss, right and rate.
fn curves(path: &Path) -> Vec<Vec<String>> {
    let table = std::fs::read_to_string(path).unwrap();
    let rows = table.lines().skip(1).map(|line| line.split(',').take(5).map(str::to_owned).collect::<Vec<_>>());
    rows.filter(|row| !row[2].is_empty()).collect()
}

/// The whole number that stands behind some words.
fn number_behind(text: &str, words: &str) -> u64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words}: {text}"));
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    number.parse().unwrap_or_else(|_| panic!("{words}: {text}"))
}

#[test]
fn snapshots_are_listed() {
    let heard = told_after(&["train snapshots"]);
    let list = behind(&heard, "train snapshots");
    assert!(
        list.starts_with("9 snapshots are kept, in the order in which they were taken. Training is at step 16."),
        "{list}"
    );
    let steps: Vec<u64> =
        list.lines().filter(|line| line.starts_with("Snapshot ")).map(|line| number_behind(line, "step ")).collect();
    assert_eq!(steps, [0, 2, 4, 6, 8, 10, 12, 14, 16], "{list}");
    let first = list.lines().find(|line| line.starts_with("Snapshot 1, step 0: ")).unwrap();
    assert!(first.starts_with("Snapshot 1, step 0: loss on validation examples "), "nothing was learned: {first}");
    let third = list.lines().find(|line| line.starts_with("Snapshot 3, step 4: loss ")).unwrap();
    assert!(third.contains(" percent of the individual letters right, loss on validation examples "), "{third}");
    assert!(third.contains(" of 100 validation examples right, learning rate 0.000100."), "{third}");
    assert!(list.contains("To go back to a snapshot, say train back and its number."), "{list}");
}

/// Loss and rate are those of the snapshot, the curves end there, and the next step is the one that it was.
#[test]
fn a_snapshot_can_be_gone_back_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let save = |name: &str| format!("train curves {}", path(name).display());
    let saves = ["whole", "back", "step", "faster", "slower"].map(save);
    let lines = [
        &*saves[0],
        "train snapshots",
        "train back 3",
        &saves[1],
        "train parts",
        "train updates",
        "train compare 3",
        "train step",
        &saves[2],
        "train faster",
        "train step",
        &saves[3],
        "train back 3",
        "train step",
        &saves[4],
        "train go",
        "train",
        "train stop",
    ];
    let heard = told_after(&lines);
    let back = behind(&heard, "train back 3");
    let list = behind(&heard, "train snapshots");
    let facts = list.lines().find_map(|line| line.strip_prefix("Snapshot 3, step 4: ")).unwrap();
    assert!(back.starts_with(&format!("Training is back at snapshot 3, step 4: {facts}\n")), "{back}\n{list}");
    assert!(back.contains("The steps that you left are an earlier run now."), "{back}");
    assert!(back.contains("Training is paused at step 4. Say train go to continue"), "it had ended: {back}");
    let (whole, cut) = (curves(&path("whole")), curves(&path("back")));
    assert_eq!((whole.len(), &whole[..4]), (16, &cut[..]));
    assert!(behind(&heard, "train parts").contains("No step has run since training went back to step 4"), "{heard}");
    let now = behind(&heard, "train compare 3");
    assert!(now.starts_with("Snapshot 3, step 4, compared with the model now, at step 4.\n"), "{now}");
    assert!(
        now.contains("It wrote the same for every input.") && now.contains("The learning rate is the same: 0.000100."),
        "{now}"
    );
    assert!(behind(&heard, "train updates").contains("embeddings 0."), "{heard}");
    assert_eq!(curves(&path("step")), whole[..5], "the same step again");
    let rate = |name: &str, step: usize| curves(&path(name))[step - 1][4].parse::<f64>().unwrap();
    assert!((rate("faster", 6) / rate("whole", 6) - 2.0).abs() < 1e-12);
    assert_eq!(curves(&path("slower")), whole[..5], "the rate is taken back");
    // It goes on to its end, and is scored again.
    assert_eq!(heard.matches("Training finished after 16 steps.").count(), 2, "{heard}");
    assert!(!heard.contains("Training ends here"), "{heard}");
}

#[test]
fn a_training_that_goes_on_is_gone_back_in_and_keeps_what_it_is_told() {
    let lines = [
        "train reverse 4000",
        "train pause",
        "train step",
        "train keep",
        "train step",
        "train back 2",
        "train go",
        "train back 1",
        "train stop",
        "train back 1",
        "train snapshots",
    ];
    let heard = told("watch-it-learn", &lines);
    let kept = number_behind(&heard, "\nStep ");
    assert!(
        heard.contains(&format!("Step {kept} is kept as snapshot 2. To go back to it later, say train back 2.")),
        "{heard}"
    );
    let back = behind(&heard, "train back 2");
    assert!(back.starts_with(&format!("Training is back at snapshot 2, step {kept}: loss ")), "{back}");
    assert!(back.contains(&format!("Training is paused at step {kept}.")), "{back}");
    let back = behind(&heard, "train back 1");
    assert!(
        back.contains("Training is back at snapshot 1, step 0: ") && back.contains("Training continues from step 0."),
        "{back}"
    );
    let (_, ended) = heard.split_once("Training was stopped").unwrap();
    assert!(ended.contains("The last training run has ended and cannot go back."), "{ended}");
    assert!(ended.contains(", saved by you."), "{ended}");
}

#[test]
fn two_snapshots_are_compared() {
    let lines = ["train compare 5 2", "more", "train compare 2", "train compare"];
    let heard = told_after(&lines);
    let pair = behind(&heard, "train compare 5 2");
    assert!(pair.starts_with("Snapshot 2, step 2, compared with snapshot 5, step 8.\nThe loss goes from "), "{pair}");
    assert!(pair.contains("The loss on validation examples goes from "), "{pair}");
    assert!(pair.contains("Of 100 validation examples, "), "{pair}");
    assert!(pair.contains("The learning rate goes from 0.0000600 to 0.000180."), "{pair}");
    assert!(pair.contains("Of 8 sample inputs, the model got "), "{pair}");
    assert!(pair.contains(" the model wrote ") || pair.contains("It wrote the same for every input."), "{pair}");
    let more = behind(&heard, "more");
    let heads: Vec<&str> = pair.lines().chain(more.lines()).filter(|line| line.starts_with("In head ")).collect();
    assert_eq!(heads.len(), 6, "each attention of both layers: {pair}{more}");
    assert!(
        heads[0].contains(" of cross-attention in decoder layer 0, ") && heads[0].contains(" attended to "),
        "{pair}"
    );
    let with_now = behind(&heard, "train compare 2");
    assert!(with_now.starts_with("Snapshot 2, step 2, compared with the model now, at step 16."), "{with_now}");
    let newest = behind(&heard, "train compare");
    assert!(newest.starts_with("Snapshot 8, step 14, compared with the model now, at step 16."), "{newest}");
}

#[test]
fn an_earlier_run_is_laid_over_the_present_one() {
    let lines = [
        "train earlier",
        "train back 3",
        "train earlier",
        "train faster",
        "train step",
        "train step",
        "train earlier 1",
        "train back 2",
        "train step",
        "train earlier 2",
        "train earlier 3",
    ];
    let heard = told_after(&lines);
    assert!(
        behind(&heard, "train earlier")
            .starts_with("There is no earlier run, because you have not gone back in this training."),
        "{heard}"
    );
    let (_, heard) = heard.split_once("> train back 3\n").unwrap();
    let parted = behind(heard, "train earlier");
    assert!(parted.starts_with("Earlier run 1 of 1, newest first, from step 4 to step 16.\n"), "{parted}");
    assert!(parted.contains("The loss of the earlier run: From ") && parted.contains(" at step 16."), "{parted}");
    assert!(parted.contains("This run is only at step 4, so the two runs cannot be compared yet."), "{parted}");
    let beside = behind(heard, "train earlier 1");
    assert!(!beside.contains("changing direction"), "three steps are no course: {beside}");
    assert!(beside.contains("The loss of this run from step 4 on: From "), "{beside}");
    assert!(beside.contains("At step 6 the loss is "), "{beside}");
    assert!(beside.contains(" percent of the individual letters are right in this run, "), "{beside}");
    assert!(
        beside.contains("The learning rate is 0.000240 in this run and was 0.000120 in the earlier run."),
        "{beside}"
    );
    let older = behind(heard, "train earlier 2");
    assert!(older.starts_with("Earlier run 2 of 2, newest first, from step 4 to step 16.\n"), "{older}");
    assert!(
        behind(heard, "train earlier 3")
            .starts_with("There are 2 earlier runs: say train earlier and a number from 1 to 2")
    );
}

#[test]
fn what_cannot_be_gone_back_to_is_said() {
    let lines = ["train snapshots", "train back 1", "train compare 1 2", "train earlier"];
    let heard = told("watch-it-learn", &lines);
    assert_eq!(heard.matches("No training is running. To start one, say train reverse.").count(), 4, "{heard}");
    let lines = [
        "train back",
        "train back x",
        "train back 1 2",
        "train back 12",
        "train back 0",
        "train compare 1 12",
        "train compare 1 2 3",
        "train earlier x",
        "train earlier 2",
        "train back 1",
        "train compare",
        "train keep",
    ];
    let heard = told_after(&lines);
    for line in &lines[..3] {
        assert!(
            behind(&heard, line).starts_with("Say which snapshot to go back to, for example train back 1."),
            "{heard}"
        );
    }
    let missing = behind(&heard, "train back 12");
    assert!(
        missing.starts_with("There is no snapshot 12. You can choose from 1, 2, 3, 4, 5, 6, 7, 8 and 9."),
        "{missing}"
    );
    assert!(behind(&heard, "train back 0").starts_with("There is no snapshot 0."), "{heard}");
    assert!(behind(&heard, "train compare 1 12").starts_with("There is no snapshot 12."), "{heard}");
    assert!(behind(&heard, "train compare 1 2 3").starts_with("Say which snapshots to compare"), "{heard}");
    assert!(
        behind(&heard, "train earlier x").starts_with("Say which earlier run, for example train earlier 1"),
        "{heard}"
    );
    assert!(behind(&heard, "train earlier 2").starts_with("There is no earlier run"), "{heard}");
    let first = behind(&heard, "train compare");
    assert!(first.starts_with("There is no earlier snapshot to compare with."), "{heard}");
    assert!(behind(&heard, "train keep").starts_with("Step 0 is kept as snapshot 10."), "{heard}");
}

/// A second training ends the first, whose snapshots are gone with it.
#[test]
fn another_training_has_snapshots_of_its_own() {
    let heard = told_after(&["train sort 8", "train", "train snapshots", "train back 2", "quit"]);
    let list = behind(&heard, "train snapshots");
    assert!(list.starts_with("9 snapshots are kept") && list.contains("Training is at step 8."), "{list}");
    assert!(behind(&heard, "train back 2").contains("Training is back at snapshot 2, step 1: "), "{heard}");
    assert!(heard.contains("Training ends here, and the trained model is discarded."), "it waited to go on: {heard}");
}

#[test]
fn keys_of_the_screen_are_said_with_their_commands() {
    let text = told("watch-it-learn", &["go watch-it"]);
    assert!(text.contains("r (here: train snapshots, then train back N) goes back to a moment"), "{text}");
    let help = told("watch-it-learn", &["help train", "rewind"]);
    assert!(help.contains("train back 3 goes back to the third") && !help.contains("only on the screen"), "{help}");
}
