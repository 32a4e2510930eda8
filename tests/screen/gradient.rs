//! Reading a gradient: the number that is chosen, the figures, the probe line, the inspector, and what ends it.

use super::*;

/// The attention lesson while the gradient of `output[sat, who]` is read.
fn reading(width: u16, height: u16) -> Pilot {
    go(to(attention(width, height), "mix"), "<enter> <down> <down> F")
}

#[test]
fn a_number_becomes_the_output_and_every_figure_shows_its_gradient() {
    let pilot = reading(120, 40);
    sees(&pilot, "showing gradient of output[sat, who]");
    sees(&pilot, "output  [word 6 × knows 2]  gradient of output[sat, who]");
    sees(&pilot, "weights  [query 6 × key 6]  gradient of output[sat, who]");
    let pilot = go(to(pilot, "score"), "<enter> <down> <down> <right>");
    sees(&pilot, "scores  query sat, key cat  = 4.8850  gradient of output[sat, who]: 0.1262");
    sees(&pilot, "P values");
    let pilot = go(pilot, "P");
    sees(&pilot, "reading gradient of");
    sees(&pilot, "scores  query sat, key cat  = 4.8850  gradient of output[sat, who]: 0.1262");
    misses(&pilot, "[query 6 × key 6]  gradient of");
}

#[test]
fn the_inspector_goes_from_reader_to_reader_up_to_the_output_and_back() {
    let pilot = go(to(reading(120, 40), "score"), "<enter> <down> <down> <right>");
    sees(&pilot, "d output[sat, who] / d scores");
    sees(&pilot, "0.126 = 0.219 · 0.577");
    sees(&pilot, "affects the output through");
    let pilot = go(pilot, "<enter> <enter> <enter> <enter>");
    sees(&pilot, "scores ▸ scaled ▸ masked ▸ weights");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "scores ▸ … ▸ masked ▸ weights ▸ output");
    sees(&pilot, "respect to itself is 1");
    let pilot = go(pilot, "<backspace> <backspace>");
    sees(&pilot, "scores ▸ scaled ▸ masked");
    // With values drawn the same element is explained as it came about.
    sees(&go(pilot, "P"), "computed from");
}

#[test]
fn an_input_that_is_changed_changes_the_gradient() {
    let pilot = go(to(tiny(100, 30), "holes"), "<enter> <tab> <tab> F");
    sees(&pilot, "showing gradient of shares[0, 0]");
    let pilot = go(to(pilot, "grid"), "<enter>");
    sees(&pilot, "= 1  gradient of shares[0, 0]: 0.1966");
    let pilot = go(pilot, "2 <enter> <up>");
    sees(&pilot, "= 2  gradient of shares[0, 0]: 0.2500");
    // A mask hides it, and nothing of it arrives; the mask itself has none.
    let pilot = go(to(pilot, "holes"), "<enter> <right> x");
    sees(&pilot, "m  0, 1  = False  no gradient of shares[0, 0]");
    sees(&pilot, "no gradient: a Boolean");
    sees(&go(to(pilot, "grid"), "<enter> <right>"), "gradient of shares[0, 0]: 0");
}

#[test]
fn what_is_no_real_number_says_why_it_has_none() {
    let pilot = go(to(tiny(100, 30), "holes"), "<enter> F");
    sees(&pilot, "m[0, 0] has no gradient: a Boolean cannot change by a small amount");
    misses(&pilot, "showing gradient");
    let pilot = go(to(pilot, "words"), "F");
    sees(&pilot, "To read a gradient, go into a tensor with Enter");
    let pilot = go(to(pilot, "holes"), "<enter> <tab> <tab> F");
    let pilot = go(to(pilot, "holes"), "<enter> <enter>");
    sees(&pilot, "no gradient: a Boolean");
}

#[test]
fn the_gradient_ends_where_it_began_and_where_something_else_is_shown() {
    let at_the_output = "<enter> <tab> <tab> F";
    let pilot = go(to(tiny(100, 30), "holes"), at_the_output);
    sees(&go(pilot, "F"), "Gradient view closed.");
    let pilot = go(to(tiny(100, 30), "holes"), at_the_output);
    let pilot = go(pilot, "<right> F");
    sees(&pilot, "showing gradient of shares[0, 1]");
    misses(&go(pilot, "<esc> F"), "showing gradient");
    let pilot = go(to(tiny(100, 30), "holes"), at_the_output);
    misses(&go(pilot, "<esc> p"), "gradient of");
    let pilot = go(to(tiny(100, 30), "holes"), "p <enter> <tab> <tab> F");
    sees(&pilot, "A comparison is active. Press p to end it");
    // What is gone has no gradient any more.
    let pilot = go(to(tiny(100, 30), "holes"), at_the_output);
    let pilot = paste(go(pilot, "<esc> E <a-a>"), "m = mask([[1, 1], [1, 1]])");
    let pilot = go(pilot, "<esc>");
    misses(&pilot, "showing gradient");
}

#[test]
fn a_slider_has_a_gradient_too() {
    let pilot = go(to(tiny(100, 30), "knob"), "<enter> <tab> F");
    sees(&pilot, "gradient of half");
    let pilot = go(pilot, "<esc>");
    sees(&pilot, "Gradient of half: ∂/∂t  0.5000");
    sees(&pilot, "∂/∂half  1");
}
