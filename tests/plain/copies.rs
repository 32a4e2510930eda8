//! Many elements set at once, what a copy of the page would be without a part of an attention, and the map.

use super::*;

#[test]
fn rows_columns_and_triangles_are_set_at_once() {
    let lines = [
        "set W_Q row 1 0.5",
        "set W_Q column 2 -1",
        "set W_Q all 0",
        "set open_keys all on",
        "set open_keys row 0 off",
        "set open_keys lower maybe",
        "set W_Q row 9 1",
        "set W_Q upper x",
        "undo",
    ];
    let heard = told_revealed("masking", &lines);
    assert!(behind(&heard, lines[0]).contains("W_Q changed: 2 of 12 values, at feature alive"), "{heard}");
    assert!(behind(&heard, lines[1]).contains("W_Q changed: 4 of 12 values"), "{heard}");
    assert!(behind(&heard, lines[2]).contains("W_Q changed: 8 of 12 values"), "{heard}");
    assert!(behind(&heard, lines[3]).contains("open_keys changed: 4 of 4 values"), "{heard}");
    assert!(behind(&heard, lines[4]).contains("open_keys changed: 4 of 4 values"), "{heard}");
    assert!(behind(&heard, lines[5]).starts_with("open_keys can be on or off."), "{heard}");
    assert!(behind(&heard, lines[6]).contains("has no index 9: its indices go from 0 to 3"), "{heard}");
    assert!(behind(&heard, lines[7]).starts_with("“x” is not a number"), "{heard}");
    assert!(behind(&heard, "undo").contains("open_keys changed: 4 of 4 values"), "one step each\n{heard}");
    assert_readable(&heard);
}

#[test]
fn an_attention_is_computed_without_a_part_while_it_is_stepped_through() {
    let nowhere = told_revealed("decoder", &["go 19", "without mask", "steps", "next", "without mask"]);
    assert_eq!(nowhere.matches("Nothing can be left out here").count(), 2, "{nowhere}");
    let heard = told_revealed(
        "transformer",
        &["go 11", "steps 100", "without", "without the mask", "without scale", "without head 9", "next"],
    );
    let which = behind(&heard, "without");
    assert!(which.starts_with("Say without and one of these: mask, scale, head 0"), "{which}");
    let mask = behind(&heard, "without the mask");
    assert!(mask.starts_with("On a copy of the page, without the mask of "), "{mask}");
    assert!(mask.contains(" changed: ") && mask.contains("kept their values"), "{mask}");
    assert!(behind(&heard, "without scale").contains("without the scale of "), "{heard}");
    assert!(behind(&heard, "without head 9").starts_with("Say without and one of these"), "{heard}");
    assert_readable(&heard);
}

#[test]
fn the_map_says_what_each_lesson_builds_on() {
    let heard = told("begin", &["map", "more"]);
    let map = behind(&heard, "map");
    assert!(map.starts_with("The lessons, with what each one builds on:"), "{map}");
    assert!(map.contains("5 Scaled dot-product attention: later; builds on 4 Queries, keys, values."), "{map}");
    assert!(map.contains("0 Begin here: ") && map.contains("builds on no other lesson."), "{map}");
    assert_readable(&heard);
}
