//! Pages and blocks: text that wraps, code that is typed, questions, comparisons, the list of lessons in its other shapes.

use glassformer::notebook::lesson::Lesson;
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use crate::region::Region;
use crate::sheet::{CONTRAST, Look, MONO, NARROW, SIZES, SIZES_AND_THEMES, Sheet, THEMES, USUAL, compare, on_rust};
use crate::{COMPLETE, LEAK, SEARCH, attention_at, talk, with_missed_question, without_message};

/// A region of the lesson on attention.
fn compare_at(what: &str, region: Region<'_>, looks: &[Look], block: &str, keys: &str) {
    compare(what, &[region], looks, |look| attention_at(look, block, keys));
}

#[test]
fn text_wraps_at_three_widths() {
    compare_at("first-cell", Region::Page, SIZES, "sentence", "");
    compare_at("softmax", Region::Page, SIZES, "softmax", "");
}

#[test]
fn talk_in_large_letters() {
    compare("talk", &[Region::Page, Region::Notes], SIZES, |look| talk(look, "T"));
    compare("talk-answer", &[Region::Page], SIZES, |look| talk(look, "j j j 1 S"));
}

#[test]
fn list_with_a_question_to_ask_again() {
    compare("ask-again", &[Region::Page], &[USUAL, MONO], |look| with_missed_question(look, ""));
    compare("asked-again", &[Region::Page], &[USUAL], |look| with_missed_question(look, "A"));
}

#[test]
fn list_at_the_lesson_that_was_left() {
    compare_at("list", Region::Page, &[USUAL], "sentence", "<esc> <esc>");
}

#[test]
fn map_of_the_lessons() {
    compare_at("map", Region::Page, SIZES_AND_THEMES, "sentence", "<esc> <esc> M");
}

#[test]
fn certificate() {
    compare_at("certificate", Region::Page, SIZES_AND_THEMES, "twins", "<enter> 1 3 c c C");
}

#[test]
fn questions() {
    compare_at("question", Region::Block("twins"), SIZES, "twins", "1 <enter>");
    compare_at("confidence", Region::Block("twins"), SIZES_AND_THEMES, "twins", "1");
}

#[test]
fn page_beside_another_state() {
    compare_at("difference", Region::Page, SIZES, "mask", "p <enter> j j x P P");
    compare_at("pinned", Region::Page, THEMES, "mask", "p <enter> j j x <esc> j");
}

#[test]
fn leak_test() {
    compare_at("leak", Region::Page, SIZES_AND_THEMES, "sentence", LEAK);
}

#[test]
fn words_that_were_found() {
    compare("found", &[Region::Page], SIZES_AND_THEMES, |look| {
        without_message(attention_at(look, "scale", &format!("{SEARCH} <enter>")))
    });
}

#[test]
fn code_that_does_not_parse() {
    compare_at("syntax-error", Region::Block("sentence"), THEMES, "sentence", "E <end> (");
}

#[test]
fn completion() {
    compare_at("completion", Region::Page, SIZES_AND_THEMES, "scale", COMPLETE);
}

#[test]
fn selected_code() {
    const KEYS: &str = "E <c-home> <c-right> <s-down> <s-right>";
    compare_at("selection", Region::Block("sentence"), SIZES_AND_THEMES, "sentence", KEYS);
}

#[test]
fn matrix_about_to_be_filled() {
    const KEYS: &str = "<enter> <right> <down> f";
    compare_at("fill", Region::Block("weights-of-values"), SIZES, "weights-of-values", KEYS);
}

#[test]
fn own_cells() {
    const KEYS: &str = "a hot <space> = <space> weights.max() <esc>";
    compare_at("own-cell", Region::Page, THEMES, "scale", KEYS);
    compare_at("own-cell-empty", Region::Page, SIZES, "scale", "a <esc>");
}

#[test]
fn links_and_footnotes() {
    const LESSON: &str = "---\ntitle: Links\nid: links\n---\n# Where to go\n\nSee [attention](attention), \
        *or* [a **bold** one](#where-to-go)[^why].\n\n[^why]: A footnote, which says so much about so little that it \
        needs more than one line of a screen.\n\nAnd on.\n";
    let looks = THEMES.iter().map(|look| Look { theme: look.theme, ..NARROW }).collect::<Vec<_>>();
    compare("links", &[Region::Page], &looks, |look| {
        look.course().read(Lesson::read("links.md", LESSON).unwrap()).keys("<tab> <tab>").unwrap()
    });
}

/// In the theme of the strongest contrast every cell has the terminal's own two colors, and nothing is faint.
#[test]
fn strongest_contrast() {
    let regions = [
        ("cell", "scale", "", Region::Page),
        ("tensor", "softmax", "<enter>", Region::Page),
        ("help", "scale", "?", Region::Overlay),
    ];
    let mut sheet = Sheet::default();
    for (name, block, keys, region) in regions {
        let cut = on_rust(|| region.cut(&attention_at(CONTRAST, block, keys)));
        let is_plain = |cell: &Cell| {
            cell.fg == Color::Reset
                && cell.bg == Color::Reset
                && !cell.modifier.intersects(Modifier::DIM | Modifier::ITALIC)
        };
        assert!(cut.content.iter().all(is_plain), "a color or something faint in {name}");
        sheet.add(name, &cut);
    }
    sheet.compare("contrast__regions");
}
