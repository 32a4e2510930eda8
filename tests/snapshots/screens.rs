//! Whole screens: how every lesson opens, and the four screens of which the footer is kept, too.

use glassformer::notebook::library::LessonLibrary;

use crate::region::Region;
use crate::sheet::{CONTRAST, HUGE, LIGHT, Look, MONO, USUAL, WIDE, compare};
use crate::{WHY, attention_at, training};

#[test]
fn every_lesson_opens_as_before() {
    for entry in LessonLibrary::embedded().entries() {
        let id = entry.id();
        compare(&format!("lesson-{id}"), &[Region::AboveFooter], &[USUAL], |look| look.course().open(id).unwrap());
    }
}

#[test]
fn front_page() {
    let looks = [USUAL, WIDE, HUGE, LIGHT, MONO, CONTRAST];
    compare("front-page", &[Region::Screen], &looks, Look::course);
}

#[test]
fn stepper() {
    compare("stepper", &[Region::Screen], &[USUAL, WIDE, HUGE], |look| attention_at(look, "softmax", "s"));
}

#[test]
fn why() {
    compare("why", &[Region::Screen], &[USUAL, WIDE, HUGE], |look| attention_at(look, "softmax", WHY));
}

#[test]
fn dashboard() {
    compare("dashboard", &[Region::Screen], &[USUAL, WIDE, HUGE], |look| training(look, 27, "<enter> <right>"));
}
