//! Steps are gone through one by one, by the commands that lessons name for the keys of the screen.

use super::*;

#[test]
fn steps_are_walked_in_and_out_of() {
    let lines = ["go 19", "steps", "next", "", "back", "into", "again", "up", "up", "next"];
    let heard = told_revealed("decoder", &lines);
    let listed = behind(&heard, "steps");
    assert!(listed.contains("press Enter or say next"), "{listed}");
    let prompts: Vec<&str> = heard.lines().filter(|line| line.contains("> ")).collect();
    assert!(prompts[3].starts_with("11 decoder, steps> next"), "{prompts:?}");
    let first = behind(&heard, "next");
    assert!(first.starts_with("1 of ") && first.contains("Step"), "{first}");
    assert!(behind(&heard, "back").starts_with("1 of "), "{heard}");
    let inside = behind(&heard, "into");
    assert!(inside.starts_with("1 of ") && inside != first, "{inside}");
    assert_eq!(behind(&heard, "again"), inside);
    assert_eq!(behind(&heard, "up"), first, "out of the step");
    assert!(heard.contains("> up\nYou have left the steps and are back on the page.\n11 decoder, block 19"), "{heard}");
    assert!(heard.contains("> next\nBlock 20 of "), "{heard}");
}

#[test]
fn a_walk_goes_on_after_a_question_and_ends_at_its_ends() {
    let heard = told_revealed(
        "attention",
        &["go softmax", "steps 1", "why weights sat cat", "up", "back", "next", "next", "next"],
    );
    assert!(heard.contains("attention, why> up\n1 of "), "{heard}");
    assert!(behind(&heard, "back").starts_with("There is no step before this one."), "{heard}");
    assert!(heard.contains("This was the last step. To leave the steps, say up."), "{heard}");
    let elsewhere = told("attention", &["into"]);
    assert!(behind(&elsewhere, "into").starts_with("You are not stepping through a cell"), "{elsewhere}");
}

#[test]
fn every_operation_and_a_range_of_them_are_listed() {
    let heard = told_revealed("decoder", &["go 19", "steps all", "steps all 2 to 3", "steps 9 to 999"]);
    let all = behind(&heard, "steps all");
    assert!(all.contains("Level 2. Step "), "{all}");
    let few = behind(&heard, "steps all 2 to 3");
    assert!(few.contains("Step 2, ") && few.contains("Step 3, ") && !few.contains("Step 4, "), "{few}");
    assert!(behind(&heard, "steps 9 to 999").starts_with("Steps are numbered from 1 to "), "{heard}");
}

/// The keys of stepping are said as what does the same here.
#[test]
fn lessons_name_the_words_that_step() {
    let heard = told("transformer", &["search out again", "first"]);
    assert!(heard.contains("out again"), "{heard}");
    let lesson = LessonLibrary::embedded().open("transformer").unwrap();
    let lines = "\n".repeat(lesson.blocks.len());
    let heard = told_bytes(at("transformer"), lines.as_bytes(), None, &Interrupt::default());
    let keys = heard.lines().find(|line| line.contains("goes to the next part")).unwrap();
    assert!(
        keys.contains("right arrow (here: into) into it") && keys.contains("left arrow (here: up) out again"),
        "{keys}"
    );
}
