//! The lesson on attention, as a learner goes through it.

use super::*;

#[test]
fn the_sentence_carries_through_the_whole_page() {
    let pilot = go(to(attention(120, 40), "sentence"), "e <home> <c-k> a <space> dog <space> ran <enter>");
    let pilot = to(pilot, "softmax");
    sees(&pilot, "[query 3 × key 3]  rows sum to 1");
    sees(&pilot, "dog");
    let pilot = go(pilot, "u u u u u");
    sees(&to(pilot, "softmax"), "[query 6 × key 6]");
}

#[test]
fn too_long_and_empty_sentences_are_said_in_their_place() {
    let pilot = go(to(attention(120, 40), "sentence"), "e <home> <c-k>");
    sees(&pilot, "write 1 to 64 words; this sentence has 0");
    sees(&to(go(pilot, "<enter>"), "softmax"), "waits for");
    let long = "w <space> ".repeat(64);
    let pilot = go(to(attention(120, 40), "sentence"), &format!("e <home> <c-k> {long}"));
    sees(&pilot, "n  64");
    let pilot = go(pilot, "x <enter>");
    sees(&pilot, "this sentence has 65");
}

#[test]
fn sixty_four_words_fit_every_screen() {
    let long = "w <space> ".repeat(64);
    for (width, height) in [(60, 20), (120, 40)] {
        let pilot = go(to(attention(width, height), "sentence"), &format!("e <home> <c-k> {long} <enter>"));
        let pilot = go(to(pilot, "softmax"), "<enter> G");
        sees(&pilot, "inside weights");
        sees(&pilot, "key w");
    }
}

#[test]
fn a_hidden_word_gets_no_share_and_all_others_more() {
    let pilot = attention(120, 40);
    let block = pilot
        .model
        .reading()
        .unwrap()
        .lesson
        .blocks()
        .iter()
        .position(|block| block.editable().is_some_and(|source| source.text().contains("mask(")));
    let id = pilot.model.reading().unwrap().lesson.blocks()[block.unwrap()].id.to_string();
    let pilot = go(to(pilot, &id), "<enter> <right> x");
    assert!(source(&pilot, &id).contains("flipped=[[0, 1]]"), "{}", source(&pilot, &id));
    let pilot = go(to(pilot, "softmax"), "<enter> <right>");
    sees(&pilot, "= 0.0000  masked: the score was -inf");
    sees(&pilot, "×");
    let pilot = go(pilot, "u");
    let pilot = go(to(pilot, "softmax"), "<enter> <right>");
    misses(&pilot, "hidden");
}

#[test]
fn a_row_whose_words_are_all_hidden_is_undefined_and_said() {
    let pilot = attention(120, 40);
    let reading = pilot.model.reading().unwrap();
    let id = reading
        .lesson
        .blocks()
        .iter()
        .find(|block| block.editable().is_some_and(|source| source.text().contains("mask(")));
    let id = id.unwrap().id.to_string();
    let pilot = go(to(pilot, &id), &format!("<enter> {}", "x <right> ".repeat(6)));
    let pilot = to(pilot, "softmax");
    sees(&pilot, "nan");
    sees(&pilot, "rows sum to 1 (1 undefined)");
}

#[test]
fn why_reaches_from_the_output_to_the_table() {
    let mut pilot = go(to(attention(120, 40), "mix"), "<enter> <enter>");
    let mut way = vec![pilot.model.reading().unwrap().inner_figure().unwrap().name.to_string()];
    for down in ["<enter>", "<enter>", "G <enter>", "<enter>", "<enter>", "<enter>", "<enter>", "<enter>"] {
        pilot = go(pilot, down);
        way.push(pilot.model.reading().unwrap().inner_figure().unwrap().name.to_string());
    }
    assert!(way.starts_with(&["output".into(), "weights".into(), "masked".into()]), "{way:?}");
    assert!(way.contains(&"X".to_owned()) || way.contains(&"table".to_owned()), "{way:?}");
    pilot = go(pilot, &"<backspace> ".repeat(9));
    sees(&pilot, "inside output");
}

#[test]
fn the_questions_and_the_exercise_can_be_done() {
    let pilot = to(attention(120, 40), "twins");
    misses(&pilot, "that is what positional encoding");
    let pilot = go(pilot, "1 <enter>");
    sees(&pilot, "✓ Right.");
    sees(&pilot, "that is what positional encoding");
    let pilot = go(to(pilot, "between"), "2 <enter>");
    sees(&pilot, "✓ Right.");
    let pilot = go(to(pilot, "attend"), "<enter>");
    let solution = "<backspace> softmax(q@k.transpose(-2,-1)/sqrt(k.shape[-1]),dim=-1)@v <esc>";
    sees(&go(pilot, solution), "✓ Solved: every check passes.");
}

#[test]
fn the_temperature_softens_the_shares() {
    let largest = |pilot: &Pilot| {
        let reading = pilot.model.reading().unwrap();
        let block = reading.lesson.position("softmax").unwrap();
        reading.exhibits(block).unwrap().figures[0].tensor.to_vec().into_iter().fold(0.0, f64::max)
    };
    let before = attention(120, 40);
    let after = go(to(attention(120, 40), "scale"), &"<right> ".repeat(10));
    assert!(largest(&after) < largest(&before));
}

#[test]
fn a_page_without_a_block_says_so() {
    let pilot = page_of("---\ntitle: Nothing\nid: nothing\n---\n", 80, 24);
    sees(&pilot, "This lesson has no content after its header");
    sees(&pilot, "block 0/0");
    sees(&pilot, "Esc contents");
}
