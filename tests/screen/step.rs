//! Stepping through the run of a cell.

use super::*;
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

fn whole(width: u16, height: u16) -> Pilot {
    on_rust(|| {
        Pilot::new(Library::embedded(), ThemeName::Dark, width, height).read(Lesson::read("w.md", WHOLE).unwrap())
    })
}

/// The line of the outline with the live step.
fn live(pilot: &Pilot) -> String {
    let screen = pilot.screen();
    let line = screen.lines().find(|line| line.contains('▸')).unwrap_or_else(|| panic!("no live step in\n{screen}"));
    line.split('▸').nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

#[test]
fn a_forward_pass_is_walked_like_a_program() {
    let pilot = go(whole(120, 40), "s");
    sees(&pilot, "step 1 of ");
    assert_eq!(live(&pilot), "src");
    let pilot = go(pilot, "<down> <down>");
    assert_eq!(live(&pilot), "model");
    let pilot = go(pilot, "<right>");
    assert_eq!(live(&pilot), "encoder");
    let pilot = go(pilot, "<right> <right>");
    assert_eq!(live(&pilot), "self_attn");
    sees(&pilot, "model › encoder › layers.0");
    sees(&pilot, "encoder, layer 0");
    sees(&pilot, "line 5  model(src, tgt)");
    // Over the module, back, out of the layer, over to the decoder.
    let pilot = go(pilot, "<down>");
    assert_eq!(live(&pilot), "resid1");
    let pilot = go(pilot, "<up>");
    assert_eq!(live(&pilot), "self_attn");
    let pilot = go(pilot, "<left> <left>");
    assert_eq!(live(&pilot), "encoder");
    let pilot = go(pilot, "<down>");
    assert_eq!(live(&pilot), "decoder");
    let pilot = go(pilot, "<end>");
    assert_eq!(live(&pilot), "norm");
    sees(&go(pilot, "<down>"), "The last step.");
}

#[test]
fn the_value_of_the_step_stands_on_the_page_and_answers_why() {
    let pilot = go(whole(120, 40), "s <down> <down> <right> <right> <right>");
    sees(&pilot, "model.encoder.layers.0.self_attn  [");
    sees(&pilot, "◂ this step");
    let pilot = go(pilot, "<enter> <right> <down>");
    sees(&pilot, "inside model.encoder.layers.0.self_attn");
    // The outline stays beside the tensor until an element is explained.
    sees(&pilot, "▸ self_attn");
    let pilot = go(pilot, "<enter>");
    misses(&pilot, "▸ self_attn ");
    let pilot = go(pilot, "<esc> <esc>");
    sees(&pilot, "▸ self_attn");
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
    let pilot = go(pilot, "<space> <esc>");
    assert!(source(&pilot, "holes").contains("mask([[0, 1], [1, 1]])"));
    assert_eq!(live(&pilot), before);
    sees(&pilot, "◂ this step");
    sees(&go(to(tiny(120, 30), "words"), "<home> s"), "There are no steps here");
}

#[test]
fn a_click_runs_to_a_step() {
    let mut pilot = go(whole(120, 40), "s");
    let row = pilot.screen().lines().position(|line| line.contains("› model")).unwrap() as u16;
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column: 90, row }));
    assert_eq!(live(&pilot), "model");
}

#[test]
fn on_a_small_screen_the_steps_stand_below() {
    let pilot = go(whole(80, 24), "s <down> <down> <right> <right> <right>");
    assert_eq!(live(&pilot), "self_attn");
    sees(&pilot, "self_attn  [");
    misses(&pilot, "masked self-att.");
}
