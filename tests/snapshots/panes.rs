//! The panes: why a number is what it is, what depends on it, its gradient, where its nan comes from, steps, history, training.

use crate::region::Region;
use crate::sheet::{LIGHT, Look, MONO, NARROW, SIZES, SIZES_AND_THEMES, THEMES, USUAL, compare};
use crate::{GRADIENT, NAN, USES, WHY, attention_at, training, without_message};

/// What the whole screens of *why* do not show: a narrow screen, and the marks on the page in other themes.
#[test]
fn why_narrow_and_in_themes() {
    compare("why", &[Region::Page, Region::Pane], &[NARROW, LIGHT, MONO], |look| attention_at(look, "softmax", WHY));
}

#[test]
fn what_depends_on_a_score() {
    let open = |look| attention_at(look, "scale", USES);
    compare("uses", &[Region::Pane, Region::Page], SIZES_AND_THEMES, open);
}

#[test]
fn gradient_of_an_output() {
    compare("gradient", &[Region::Page], SIZES_AND_THEMES, |look| attention_at(look, "mix", GRADIENT));
    compare("gradient", &[Region::Pane], THEMES, |look| attention_at(look, "mix", &format!("{GRADIENT} <enter>")));
}

#[test]
fn where_a_nan_comes_from() {
    let regions = [Region::Pane, Region::Figure("softmax", "weights")];
    compare("nan", &regions, SIZES_AND_THEMES, |look| without_message(attention_at(look, "mask", NAN)));
}

/// What the whole screens of the stepper do not show: a narrow screen, other themes, and a step inside the cell.
#[test]
fn steps_narrow_and_in_themes() {
    compare("steps", &[Region::Page, Region::Pane], SIZES_AND_THEMES, |look| {
        attention_at(look, "softmax", "s <right>")
    });
}

#[test]
fn history_of_the_page() {
    compare("timeline", &[Region::Pane], SIZES, |look| {
        attention_at(look, "mask", "<enter> j j x l x l x <esc> t <up>")
    });
}

/// What the whole screens of the dashboard do not show: small screens and other themes.
#[test]
fn training_small_and_in_themes() {
    let tiny = Look { width: 40, height: 10, ..USUAL };
    compare("training", &[Region::Page], &[tiny, NARROW, LIGHT, MONO], |look| training(look, 27, "<enter> <right>"));
}

#[test]
fn training_beside_an_earlier_moment() {
    compare("training-difference", &[Region::Page], THEMES, |look| training(look, 27, "<enter> c P w"));
}

#[test]
fn moments_of_a_training() {
    compare("training-moments", &[Region::Page], THEMES, |look| training(look, 27, "r <up> x"));
}
