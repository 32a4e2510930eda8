//! Stepping through the run of a cell.

use super::*;
use std::time::Duration;

use glassformer::tui::message::{Msg, Pointer, PointerKind};

const WHOLE: &str = r"---
title: Whole
id: whole
---
```python
#| label: model
torch.manual_seed(0)
model = nn.Transformer(8, 2, 2, 2, 16, 0.0, batch_first=True)
src = torch.rand(1, 5, 8)
tgt = torch.rand(1, 4, 8)
y = model(src, tgt)
```
";

pub(super) fn whole(width: u16, height: u16) -> Pilot {
    page_of(WHOLE, width, height)
}

/// The name of the live step.
pub(super) fn live(pilot: &Pilot) -> String {
    let stepper = pilot.model.reading().and_then(|reading| reading.stepper());
    let step = stepper.and_then(|stepper| stepper.step());
    step.unwrap_or_else(|| panic!("no live step in\n{}", pilot.screen())).name.clone()
}

#[test]
fn a_forward_pass_is_walked_like_a_program() {
    let pilot = go(whole(130, 40), "s");
    sees(&pilot, "step 1 of 24");
    assert_eq!(live(&pilot), "src");
    // Model, stack and layer only hold the parts: nobody stops there.
    let pilot = go(pilot, "<down> <down>");
    assert_eq!(live(&pilot), "self_attn");
    sees(&pilot, "… › layer 0 › self-attention");
    sees(&pilot, "╭ encoder 0 ");
    sees(&pilot, "line 5  model(src, tgt)");
    // The part behind it, the parts inside it, and back.
    let pilot = go(pilot, "<down>");
    sees(&pilot, "layer 0 › add & norm");
    let pilot = go(pilot, "<right>");
    assert_eq!(live(&pilot), "resid1");
    sees(&pilot, "resid1 = src + out_proj");
    let pilot = go(pilot, "<left> <up> <right>");
    assert_eq!(live(&pilot), "q_proj");
    let pilot = go(pilot, "<left> <left>");
    assert_eq!(live(&pilot), "self_attn");
    sees(&pilot, "This is the outermost level");
    let pilot = go(pilot, "<end>");
    assert_eq!(live(&pilot), "norm");
    sees(&go(pilot, "<down>"), "This is the last step at this level.");
}

/// How many steps a walk has from here to its end.
fn steps_to_the_end(mut pilot: Pilot) -> usize {
    for count in 0..1000 {
        let before = pilot.model.reading().and_then(|reading| reading.stepper()).map(|stepper| stepper.place);
        pilot = go(pilot, "<down>");
        if pilot.model.reading().and_then(|reading| reading.stepper()).map(|stepper| stepper.place) == before {
            return count;
        }
    }
    panic!("no end of\n{}", pilot.screen())
}

#[test]
fn what_only_changes_the_shape_is_folded_away_until_it_is_asked_for() {
    let small = WHOLE.replace("nn.Transformer(8, 2, 2, 2, 16, 0.0", "nn.Transformer(8, 2, 2, 1, 16, 0.0");
    let pilot = go(page_of(&small, 120, 40), "s");
    // src, tgt; self-attention, add & norm, feed forward, add & norm, twice; norm; six parts of the decoder's layer; norm.
    assert_eq!(steps_to_the_end(pilot), 2 + 2 * 4 + 1 + 6 + 1 - 1);
    let pilot = go(page_of(&small, 120, 40), "s <down> <down> <right> <right>");
    assert_eq!(live(&pilot), "matmul");
    let pilot = go(pilot, "<left> z <right>");
    assert_eq!(live(&pilot), "index");
    sees(&pilot, "Some of the numbers are taken;");
    // Where nothing is folded, that is said.
    sees(&go(to(tiny(120, 30), "holes"), "s z"), "Every operation of this cell is already a step.");
    // Folded again, the reader is at what it stood inside of.
    let pilot = go(pilot, "z");
    assert_eq!(live(&pilot), "q_proj");
}

#[test]
fn a_step_says_what_it_is_there_for_and_shows_what_it_was_computed_from() {
    let pilot = go(whole(120, 40), "s <down> <down>");
    sees(&pilot, "Each position attends to all");
    sees(&pilot, "heads = weights · v");
    let pilot = go(pilot, "<right>");
    let mut pilot = pilot;
    while live(&pilot) != "scores" {
        pilot = go(pilot, "<down>");
    }
    sees(&pilot, "scores = q · kᵀ ÷ sqrt(d_k)");
    sees(&pilot, "Computed from");
    sees(&pilot, "q  [query 5 × d_k 4]");
    sees(&pilot, "kᵀ  [d_k 4 × key 5]");
}

/// A cross-attention knows which of its axes is the target and which the source.
#[test]
fn axes_are_called_source_and_target_all_the_way_down() {
    let mut pilot = go(whole(120, 40), "s");
    while live(&pilot) != "multihead_attn" {
        pilot = go(pilot, "<down>");
    }
    sees(&pilot, "Each target position attends to the");
    pilot = into(pilot, "scores");
    sees(&pilot, "[target 4 × source 5]");
    sees(&pilot, "kᵀ  [d_k 4 × source 5]");
    misses(&pilot, "query 4");
}

/// Inside of an attention the drawing is that attention, and its boxes lead to their steps.
#[test]
fn the_drawing_goes_into_an_attention_and_out_of_it() {
    let pilot = go(whole(80, 24), "s <down> <down>");
    sees(&pilot, "╭ decoder 2 ×");
    let mut pilot = go(pilot, "<right>");
    sees(&pilot, "╭ encoder › layer 0 › self-attention");
    misses(&pilot, "╭ decoder 2 ×");
    sees(&pilot, "▸   q_proj");
    sees(&pilot, "q · kᵀ ÷ √d_k");
    let screen = pilot.screen();
    let row = screen.lines().position(|line| line.contains("softmax")).unwrap();
    let line = screen.lines().nth(row).unwrap();
    let column = line[..line.find("weights").unwrap()].chars().count();
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column: column as u16, row: row as u16 }));
    assert_eq!(live(&pilot), "weights");
    sees(&go(pilot, "<left>"), "╭ decoder 2 ×");
}

/// What would this be without the mask, the scale, a head? It is answered in place, and all that follows from it follows.
#[test]
fn an_attention_is_computed_without_a_piece_of_it() {
    let text =
        WHOLE.replace("y = model(src, tgt)", "y = model(src, tgt, tgt_mask=torch.triu(torch.ones(4, 4), 1).bool())");
    let mut pilot = go(page_of(&text, 120, 40), "s x");
    sees(&pilot, "Nothing can be left out here: go to an attention step.");
    while !pilot.screen().contains("╭ decoder 0 ") {
        pilot = go(pilot, "<down>");
    }
    pilot = into(pilot, "weights");
    let of = |pilot: &Pilot| {
        pilot.model.reading().and_then(|reading| {
            let (block, number) = reading.live_figure()?;
            Some(reading.exhibits(block)?.figures[number].tensor.to_vec())
        })
    };
    let masked = of(&pilot).unwrap();
    assert_eq!(masked[1..4], [0.0, 0.0, 0.0], "the first position sees itself alone");
    pilot = go(pilot, "x");
    sees(&pilot, "without the mask of model.decoder.layers.0.self_attn");
    let unmasked = of(&pilot).unwrap();
    assert!(unmasked.iter().all(|share| *share > 0.0), "{unmasked:?}");
    // The page as it is, and the difference.
    pilot = go(pilot, "P P");
    assert_eq!(of(&pilot).unwrap(), masked);
    pilot = go(pilot, "P");
    pilot = go(pilot, "x");
    sees(&pilot, "without the scale of model.decoder.layers.0.self_attn");
    pilot = go(pilot, "x");
    sees(&pilot, "without head 0 of");
    pilot = go(pilot, "x x");
    sees(&pilot, "The page is complete again: nothing is left out.");
    assert_eq!(of(&pilot).unwrap(), masked);
    assert!(pilot.model.reading().unwrap().lesson.comparison.is_none());
}

#[test]
fn what_goes_around_a_layer_is_an_arrow_to_its_sum() {
    let pilot = go(whole(80, 24), "s");
    for line in ["│   add & norm   │←╮", "│  feed forward  │ │", "│   add & norm   │←┤", "╰───────↑────────╯─╯"]
    {
        sees(&pilot, line);
    }
}

#[test]
fn the_steps_go_by_themselves_until_somebody_holds_them() {
    let mut pilot = go(whole(120, 40), "s");
    pilot.take(Msg::Beat);
    assert_eq!(live(&pilot), "src", "nothing plays unasked");
    assert_eq!(pilot.model.beat(), None);
    pilot = go(pilot, ".");
    assert_eq!(pilot.model.beat(), Some(Duration::from_secs(1)));
    sees(&pilot, "pause");
    pilot.take(Msg::Beat);
    assert_eq!(live(&pilot), "tgt");
    pilot = go(pilot, "+ +");
    sees(&pilot, "4 steps a second");
    assert_eq!(pilot.model.beat(), Some(Duration::from_millis(250)));
    pilot = go(pilot, "- - - -");
    sees(&pilot, "0.5 steps a second");
    // Whoever goes back wants to look.
    pilot = go(pilot, "<up>");
    assert_eq!(pilot.model.beat(), None);
    pilot = go(pilot, ". <esc>");
    assert_eq!(pilot.model.beat(), None, "{}", pilot.screen());
    // At the end it holds, and begins anew when it is asked again.
    pilot = go(pilot, "s <end> .");
    assert_eq!(live(&pilot), "src");
    for _ in 0..50 {
        pilot.take(Msg::Beat);
    }
    assert_eq!((live(&pilot).as_str(), pilot.model.beat()), ("norm", None));
}

/// The columns of numbers of the live tensor that are seen, on the page or beside it.
fn columns_seen(width: u16) -> usize {
    let mut pilot = go(whole(width, 40), "s");
    while live(&pilot) != "linear1" {
        pilot = go(pilot, "<right>");
    }
    let screen = pilot.screen();
    let mut lines = screen.lines().skip_while(|line| !line.contains("linear1  ["));
    let title = lines.next().unwrap_or_else(|| panic!("no linear1 in\n{screen}"));
    let before = title.find("linear1  [").map_or(0, |byte| title[..byte].chars().count());
    let columns: String =
        lines.next().unwrap_or_default().chars().skip(before).take_while(|sign| *sign != '│').collect();
    columns.split_whitespace().filter(|word| word.parse::<usize>().is_ok()).count()
}

#[test]
fn a_wider_screen_never_shows_less_of_a_step() {
    let seen: Vec<usize> = [80, 90, 99, 100, 110, 120, 160, 200].map(columns_seen).to_vec();
    assert!(seen.iter().all(|columns| *columns >= seen[0] && seen[0] > 0), "{seen:?}");
}

/// A narrow screen lists the steps beside the drawing, also in a cell that shows nothing of itself.
#[test]
fn the_step_of_a_hidden_cell_is_seen_on_a_narrow_screen() {
    let text = WHOLE.replace("#| label: model", "#| label: model\n#| view: hidden");
    let pilot = go(page_of(&text, 80, 24), "s");
    let first = pilot.screen();
    let pilot = go(pilot, "<down>");
    assert_ne!(pilot.screen(), first, "{first}");
}

#[test]
fn the_value_of_the_step_stands_on_the_page_and_answers_why() {
    let pilot = go(whole(120, 40), "s <down> <down>");
    sees(&pilot, "self_attn  [source 5");
    let pilot = go(pilot, "<enter> <right> <down>");
    sees(&pilot, "inside model.encoder.layers.0.self_attn");
    // The outline stays beside the tensor until an element is explained.
    sees(&pilot, "▸ self-attention");
    let pilot = go(pilot, "<enter>");
    misses(&pilot, "  ▸ self-attention ");
    let pilot = go(pilot, "<esc> <esc>");
    sees(&pilot, "▸ self-attention");
    let pilot = go(pilot, "<esc>");
    misses(&pilot, "step ");
    misses(&pilot, "self_attn");
}

#[test]
fn a_step_that_the_cell_shows_already_is_not_shown_twice() {
    let pilot = go(to(attention(120, 40), "score"), "s");
    sees(&pilot, "▸ scores");
    assert_eq!(pilot.screen().matches("scores  [query").count(), 1, "{}", pilot.screen());
    sees(&pilot, "◂ this step");
}

#[test]
fn stepping_begins_at_the_tensor_under_the_cursor() {
    let pilot = go(to(attention(120, 40), "project"), "<enter> <tab> s");
    assert_eq!(live(&pilot), "K");
}

#[test]
fn an_edit_keeps_the_place() {
    let pilot = go(to(tiny(120, 30), "holes"), "s <end>");
    let before = live(&pilot);
    let pilot = go(pilot, "<enter> <tab>");
    sees(&pilot, "inside m");
    let pilot = go(pilot, "x <esc>");
    assert!(source(&pilot, "holes").contains("mask([[0, 1], [1, 1]])"));
    assert_eq!(live(&pilot), before);
    sees(&pilot, "◂ this step");
    sees(&go(to(tiny(120, 30), "words"), "<home> s"), "This block has no steps");
}

#[test]
fn a_click_runs_to_a_step() {
    let mut pilot = go(whole(120, 40), "s <down> <down>");
    let row = pilot.screen().lines().position(|line| line.contains("› add & norm")).unwrap() as u16;
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column: 95, row }));
    assert_eq!(live(&pilot), "norm1");
}

/// That this box of the drawing is lit, and no other.
fn lights(pilot: &Pilot, words: &str) {
    let screen = pilot.screen();
    let is_lit = |line: &str| line.contains(&format!("▸{words:^16}│"));
    assert_eq!(screen.lines().filter(|line| is_lit(line)).count(), 1, "{words} in\n{screen}");
}

#[test]
fn on_a_small_screen_the_drawing_and_the_tensor_have_all_the_room() {
    let pilot = go(whole(80, 24), "s <down> <down>");
    lights(&pilot, "self-attention");
    sees(&pilot, "step 3 of 24  model › encoder › layer 0 › self-attention");
    sees(&pilot, "cross-attention");
    sees(&pilot, "self_attn  [source 5 × 8]");
    // The element is explained where there is room for it.
    let pilot = go(pilot, "<enter> <enter>");
    sees(&pilot, "computed from");
}

#[test]
fn the_drawing_lights_what_the_step_belongs_to() {
    let pilot = go(whole(120, 40), "s <down> <down>");
    let mut pilot = pilot;
    lights(&pilot, "self-attention");
    for words in ["add & norm", "feed forward", "add & norm", "self-attention"] {
        pilot = go(pilot, "<down>");
        lights(&pilot, words);
    }
    assert_eq!(pilot.screen().matches("cross-attention").count(), 1, "one drawing, not two");
}

#[test]
fn a_click_on_a_box_goes_to_its_step() {
    let mut pilot = whole(90, 40);
    let at = |pilot: &Pilot, words: &str| {
        let screen = pilot.screen();
        let row =
            screen.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words} in\n{screen}"));
        let line = screen.lines().nth(row).unwrap();
        (line[..line.find(words).unwrap()].chars().count() as u16, row as u16)
    };
    pilot = go(pilot, "s");
    let (column, row) = at(&pilot, "cross-attention");
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row }));
    assert_eq!(live(&pilot), "multihead_attn");
    sees(&pilot, "╭ decoder 0 ");
    // The same box again is the next layer's.
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row: at(&pilot, "▸cross-attention").1 }));
    sees(&pilot, "╭ decoder 1 ");
}

#[test]
fn the_drawing_stands_on_the_page_where_the_lesson_asks_for_it() {
    let drawn = WHOLE.replace("#| label: model", "#| label: model\n#| view: diagram");
    let open = |text: &str| page_of(text, 80, 40);
    let pilot = open(&drawn);
    for words in [
        "╭ encoder 2 × ───╮",
        "╭ decoder 2 × ───╮",
        "masked",
        "source [1, 5, 8]",
        "target [1, 4, 8]",
        "s steps through it",
    ] {
        if words == "masked" { misses(&pilot, words) } else { sees(&pilot, words) }
    }
    misses(&open(WHOLE), "╭ encoder");
    // What has no Transformer in it is a heat map.
    let plain = drawn.replace("y = model(src, tgt)", "y = src + 1");
    let pilot = open(&plain);
    misses(&pilot, "╭ encoder");
    sees(&pilot, "y  [5 × 8]");
}

/// A model that writes token after token, having read once.
const WRITER: &str = r#"---
title: Writer
id: writer
---
```python
#| label: model
torch.manual_seed(1)
words = ["<s>", "a", "b", "c", "d"]
table = nn.Embedding(5, 8)
core = nn.Transformer(8, 2, 1, 1, 16, 0.0, batch_first=True)
```

```python
#| label: loop
#| col_names: said
asked = text("a b c")
ids = torch.tensor([[words.index(w) for w in asked.split()]])
memory = core.encoder(table(ids))
said, _sure = [], []
_now = [0]
for _ in ids[0]:
    _rows = core.decoder(table(torch.tensor([_now])), memory)
    _chances = softmax(_rows[0, -1] @ table.weight.T, dim=-1)
    _now.append(int(_chances.argmax()))
    said.append(words[_now[-1]])
    _sure.append(_chances.max())
sure = torch.stack(_sure)
```
"#;

fn writer(width: u16, height: u16) -> Pilot {
    to(page_of(WRITER, width, height), "loop")
}

/// Into every step, up to the first of this name.
pub(super) fn into(mut pilot: Pilot, name: &str) -> Pilot {
    for _ in 0..200 {
        if live(&pilot) == name {
            return pilot;
        }
        pilot = go(pilot, "<right>");
    }
    panic!("no {name} in\n{}", pilot.screen())
}

#[test]
fn a_decoding_loop_goes_token_by_token() {
    let mut pilot = go(writer(80, 30), "s");
    sees(&pilot, "3 tokens");
    // Before anything is written nothing is frozen.
    pilot = go(pilot, "<gt>");
    sees(&pilot, "token 1 of 3");
    sees(&pilot, "computed once");
    sees(&pilot, "target [1, 1, 8]");
    // Into the second attention of the decoder, and on to the same step of the next tokens.
    pilot = into(pilot, "multihead_attn");
    pilot = go(pilot, "<gt>");
    assert_eq!(live(&pilot), "multihead_attn");
    sees(&pilot, "token 2 of 3");
    sees(&pilot, "target [1, 2, 8]");
    pilot = go(pilot, "<gt> <gt>");
    sees(&pilot, "token 3 of 3");
    sees(&pilot, "This is the last token.");
    lights(&pilot, "cross-attention");
    pilot = go(pilot, "<lt> <lt> <lt>");
    sees(&pilot, "token 1 of 3");
    sees(&pilot, "This is the first token.");
    let pilot = go(whole(80, 24), "s <gt>");
    sees(&pilot, "This run does not generate token by token.");
}

#[test]
fn the_source_is_edited_while_stepping_and_the_place_is_kept() {
    let mut pilot = go(writer(120, 40), "s <gt>");
    pilot = into(pilot, "multihead_attn");
    pilot = go(pilot, "<gt> <gt>");
    sees(&pilot, "token 3 of 3");
    // One word less: the third token is gone, the place is the nearest before it, and that is said.
    pilot = go(pilot, "e <backspace> <backspace>");
    assert!(source(&pilot, "loop").contains("text(\"a b\")"), "{}", source(&pilot, "loop"));
    sees(&pilot, "token 2 of 2");
    sees(&pilot, "multihead_attn is not in this run: showing the nearest step before it");
    // When it comes back, so does the reader.
    pilot = go(pilot, "<space> d");
    sees(&pilot, "token 3 of 3");
    misses(&pilot, "not in this run");
    assert_eq!(live(&pilot), "multihead_attn");
    // Through a text that fails the steps of the last run stay.
    pilot = go(pilot, "x");
    assert_eq!(live(&pilot), "multihead_attn");
    pilot = go(pilot, "<backspace> <esc>");
    assert_eq!(live(&pilot), "multihead_attn");
    pilot = go(pilot, "u");
    sees(&pilot, "token 3 of 3");
    // The code, too.
    pilot = go(pilot, "E <esc> <up>");
    sees(&pilot, "step ");
}

#[test]
fn what_is_done_at_a_step_is_done_to_its_cell_also_after_an_undo_elsewhere() {
    let away = || {
        let pilot = go(to(tiny(80, 24), "knob"), "<right>");
        let pilot = go(to(pilot, "holes"), "s u");
        assert_eq!(pilot.model.reading().unwrap().lesson.id().as_deref(), Some("knob"));
        pilot
    };
    let pilot = go(away(), "<enter>");
    let inside = pilot.model.reading().unwrap().inside().unwrap();
    assert_eq!(Some(inside.spot.block), pilot.model.reading().unwrap().lesson.position("holes"), "{}", pilot.screen());
    let pilot = go(away(), "E");
    assert_eq!(pilot.model.reading().unwrap().lesson.id().as_deref(), Some("holes"), "{}", pilot.screen());
}

#[test]
fn end_of_a_walk_leads_back_to_the_element_at_which_it_began() {
    let pilot = go(to(attention(80, 24), "softmax"), "<enter> <down> <down> <right> <enter>");
    let inside = |pilot: &Pilot| {
        let inside = pilot.model.reading().and_then(|reading| reading.inside()).cloned();
        inside.map(|inside| (inside.spot, inside.why.is_some()))
    };
    let before = inside(&pilot);
    assert!(before.as_ref().is_some_and(|(spot, is_explained)| (spot.row, spot.column, *is_explained) == (2, 1, true)));
    let pilot = go(pilot, "s");
    sees(&pilot, "step 1 of 1");
    assert_eq!(inside(&pilot), None);
    let pilot = go(pilot, ".");
    sees(&pilot, "There is only this one step.");
    assert_eq!(inside(&go(pilot, "<esc>")), before);
    // A walk that began at the block ends there.
    let pilot = go(to(attention(80, 24), "softmax"), "s <esc>");
    assert_eq!(inside(&pilot), None);
}

#[test]
fn single_numbers_are_told_in_the_outline() {
    let pilot = go(to(attention(80, 24), "soft"), "s");
    let line = |words: &str| pilot.screen().lines().find(|line| line.starts_with(words)).unwrap_or_default().to_owned();
    assert!(line(" ▸ place").trim_end().ends_with("  2"), "{}", pilot.screen());
    assert!(line("   focus").trim_end().ends_with("  1.00"), "{}", pilot.screen());
}

#[test]
fn a_walk_that_plays_is_marked_at_every_size() {
    for (width, height) in [(50, 16), (80, 24), (120, 40), (200, 60)] {
        let pilot = go(whole(width, height), "s");
        misses(&pilot, "▶ step 1 of 24");
        let pilot = go(pilot, ".");
        sees(&pilot, "▶ step 1 of 24");
        misses(&go(pilot, "."), "▶ step");
    }
}
