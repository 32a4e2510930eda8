//! What was really solved, lesson by lesson.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::notebook::session::{Certificate, Certificates};
use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::MARK;
use crate::tui::model::Model;
use crate::tui::model::contents::Entry;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::window::window;
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// The lines above the rows, and an empty one below them.
const HEAD: u16 = 4;
const FOOT: u16 = 1;
/// The columns before a title, and the widest row.
const INDENT: u16 = 9;
const WIDEST: u16 = 100;
/// The fewest columns of a title before what is said of it gives way.
const NARROWEST: u16 = 12;

/// Draws the lessons, scrolled so that the selected one can be seen.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let area = Rect { width: area.width.min(WIDEST), ..area };
    let theme = &model.theme;
    put(buffer, area, 3, 1, word!("really-solved"), theme.style(Role::Title));
    let summary = Span::styled(summary(model), theme.style(Role::Dim));
    for (line, y) in wrap(&[summary], area.width.saturating_sub(4)).iter().zip(2..HEAD) {
        put(buffer, area, 3, y, &line.to_string(), theme.style(Role::Dim));
    }
    for (place, y) in shown(model, area).zip(HEAD..) {
        if let Some(entry) = model.contents.entries.get(place) {
            let row = Rect { y: area.y + y, height: 1, ..area }.intersection(area);
            draw_row(model, entry, place == model.contents.selected, row, buffer);
        }
    }
}

fn draw_row(model: &Model, entry: &Entry, selected: bool, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    if selected {
        put(buffer, area, 1, 0, MARK, theme.style(Role::Accent));
    }
    let certificate = of(model, entry);
    if certificate.is_some_and(Certificate::is_complete) {
        put(buffer, area, 3, 0, "✓", theme.style(Role::Success));
    }
    put(buffer, area, 5, 0, &entry.mark(), theme.style(Role::Dim));
    let said = certificate.map(counts).unwrap_or_default();
    let at = area.width.saturating_sub(width_of(&said) + 1).max(INDENT + NARROWEST + 2);
    let role = match certificate {
        _ if selected => Role::Accent,
        Some(_) => Role::Strong,
        None => Role::Dim,
    };
    let before = if said.is_empty() { area.width } else { at };
    put(buffer, area, INDENT, 0, &fit(&entry.title, before.saturating_sub(INDENT + 2)), theme.style(role));
    put(buffer, area, at, 0, &fit(&said, area.width.saturating_sub(at + 1)), theme.style(Role::Text));
}

/// `2 of 3 right · 1 of 1 solved`: its questions, and its exercises.
fn counts(certificate: &Certificate) -> String {
    let Certificate { questions, right, exercises, solved, .. } = certificate;
    let questions = (*questions > 0).then(|| say!("of-right", right = right.len(), all = *questions));
    let exercises = (*exercises > 0).then(|| say!("of-solved", solved = solved.len(), all = *exercises));
    questions.into_iter().chain(exercises).collect::<Vec<_>>().join(" · ")
}

/// What is solved of a lesson, if anything is.
fn of<'a>(model: &'a Model, entry: &Entry) -> Option<&'a Certificate> {
    model.contents.solved.as_ref()?.get(&entry.id).filter(|certificate| !certificate.is_empty())
}

/// `12 right answers, 5 solved exercises; 3 of 31 lessons complete`.
fn summary(model: &Model) -> String {
    match &model.contents.solved {
        None => word!("solving-again").to_owned(),
        Some(solved) if solved.values().all(Certificate::is_empty) => word!("solved-nothing").to_owned(),
        Some(solved) => told(solved, model.contents.entries.len()),
    }
}

/// `3 right answers, 1 solved exercise; 1 of 12 lessons complete`.
fn told(solved: &Certificates, lessons: usize) -> String {
    let sum = |count: fn(&Certificate) -> usize| solved.values().map(count).sum::<usize>();
    let answers = say!("right-answers", count = sum(|own| own.right.len()));
    let exercises = say!("solved-exercises", count = sum(|own| own.solved.len()));
    let complete = sum(|own| usize::from(own.is_complete()));
    say!("lessons-complete", answers, exercises, complete, count = lessons)
}

/// What is worth another look in the selected lesson, for the line above the last.
pub(crate) fn words(model: &Model) -> Vec<(String, Role)> {
    let Some(certificate) = model.contents.entry().and_then(|entry| of(model, entry)) else { return Vec::new() };
    let mut said = Vec::new();
    if !certificate.sure_and_wrong.is_empty() {
        let words = say!("sure-and-wrong", names = certificate.sure_and_wrong.join(", "));
        said.push((format!("{words}   "), Role::Warning));
    }
    if !certificate.shown.is_empty() {
        said.push((say!("not-counted", names = certificate.shown.join(", ")), Role::Dim));
    }
    said
}

/// The lessons that fit, the selected one in the middle of them where that can be.
fn shown(model: &Model, area: Rect) -> Range<usize> {
    let room = usize::from(area.height.saturating_sub(HEAD + FOOT));
    window(model.contents.entries.len(), model.contents.selected, room)
}

/// The lesson that is drawn at a place of the screen.
pub fn lesson_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<usize> {
    let line = area.contains((column, row).into()).then(|| (row - area.y).checked_sub(HEAD)).flatten()?;
    shown(model, area).nth(usize::from(line))
}

/// How many rows a page up or down goes.
pub fn page(model: &Model) -> usize {
    shown(model, Areas::of(model).page).len().max(1)
}
