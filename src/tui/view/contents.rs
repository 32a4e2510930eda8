//! The list of lessons.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::notebook::session::LessonProgress;
use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::MARK;
use crate::tui::model::Model;
use crate::tui::model::contents::Entry;
use crate::tui::model::review;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, put};
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// The lines of an entry: its title, what it is about, an empty one.
const LINES: u16 = 3;
/// The lines above the list.
const HEAD: u16 = 4;
/// The columns before a title, and the widest list.
const INDENT: u16 = 7;
const WIDEST: u16 = 110;

/// Draws the list, scrolled so that the selected lesson can be seen.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let area = Rect { width: area.width.min(WIDEST), ..area };
    let theme = &model.theme;
    let shown = shown(model, area);
    let mut top = 0;
    if shown.start == 0 {
        put(buffer, area, 3, 1, word!("see-through"), theme.style(Role::Title));
        let (words, role) = match review::due(model).len() {
            0 => (word!("live-notebook").to_owned(), Role::Dim),
            due => (format!("A  {}", say!("ask-what-you-missed", count = due)), Role::Warning),
        };
        put(buffer, area, 3, 2, &fit(&words, area.width.saturating_sub(4)), theme.style(role));
        top = HEAD.min(area.height);
    }
    if model.contents.entries.is_empty() {
        put(buffer, area, 3, top, word!("no-lessons-here"), theme.style(Role::Warning));
    }
    for (line, place) in shown.enumerate() {
        let y = top + line as u16 * LINES;
        let place_on_screen =
            Rect { y: area.y + y.min(area.height), height: area.height.saturating_sub(y).min(LINES), ..area };
        if let Some(entry) = model.contents.entries.get(place) {
            draw_entry(model, entry, place == model.contents.selected, place_on_screen, buffer);
        }
    }
}

fn draw_entry(model: &Model, entry: &Entry, selected: bool, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    if selected {
        for y in 0..LINES - 1 {
            put(buffer, area, 1, y, MARK, theme.style(Role::Accent));
        }
    }
    put(buffer, area, 3, 0, &entry.mark(), theme.style(Role::Dim));
    let room = area.width.saturating_sub(INDENT + 1);
    let style = theme.style(if selected { Role::Accent } else { Role::Strong });
    let end = put(buffer, area, INDENT, 0, &fit(&entry.title, room), style);
    let (state, role) = state(model, entry);
    put(buffer, area, end + 3, 0, &fit(&state, area.width.saturating_sub(end + 4)), theme.style(role));
    let (about, role) = match entry.problems.first() {
        Some(problem) => (problem, Role::Error),
        None => (&entry.summary, Role::Dim),
    };
    let lines = wrap(&[Span::styled(about.clone(), theme.style(role))], room);
    // What is said of the selected lesson may take the line that is empty elsewhere.
    let most = if selected { 2 } else { 1 };
    if selected && lines.len() > 1 {
        put(buffer, area, 1, LINES - 1, MARK, theme.style(Role::Accent));
    }
    for (line, y) in lines.iter().take(most).zip(1..) {
        let is_cut = usize::from(y) == most && lines.len() > most;
        let text = if is_cut { format!("{line} …") } else { line.to_string() };
        put(buffer, area, INDENT, y, &fit(&text, room), theme.style(role));
    }
}

/// How far a lesson has been taken.
fn state(model: &Model, entry: &Entry) -> (String, Role) {
    if !entry.problems.is_empty() {
        return (say!("broken", count = entry.problems.len()), Role::Error);
    }
    (progress(model, entry).map(told).unwrap_or_default(), Role::Success)
}

/// `2 changes · 1 of 2 questions · 0 of 1 exercises`, or `opened`.
fn told(progress: LessonProgress) -> String {
    let LessonProgress { changes, questions, answered, exercises, passed } = progress;
    let said = [
        (changes > 0).then(|| say!("changes", count = changes)),
        (questions > 0).then(|| say!("of-questions", done = answered, all = questions)),
        (exercises > 0).then(|| say!("of-exercises", done = passed, all = exercises)),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    if said.is_empty() { word!("opened").to_owned() } else { said.join(" · ") }
}

/// The same in numbers: a lesson that is open knows it better than the session.
pub(crate) fn progress(model: &Model, entry: &Entry) -> Option<LessonProgress> {
    model
        .workspace
        .lessons
        .get(&entry.id)
        .map(|reading| LessonProgress::of(&reading.lesson.document))
        .or(entry.progress)
}

/// The lessons that fit on the screen, the selected one among them.
fn shown(model: &Model, area: Rect) -> Range<usize> {
    let all = model.contents.entries.len();
    let fitting = |lines: u16| usize::from((lines + 1) / LINES).max(1);
    let first_page = fitting(area.height.saturating_sub(HEAD));
    let selected = model.contents.selected;
    if selected < first_page {
        return 0..first_page.min(all);
    }
    // The words above the list take room when its first lesson is shown.
    let start = (selected + 1 - fitting(area.height).min(selected + 1)).max(1);
    start..(start + fitting(area.height)).min(all)
}

/// The lesson that is drawn at a place of the screen.
pub fn entry_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<usize> {
    if !area.contains((column, row).into()) {
        return None;
    }
    let shown = shown(model, area);
    let top = if shown.start == 0 { HEAD } else { 0 };
    let line = (row - area.y).checked_sub(top)?;
    let place = shown.start + usize::from(line / LINES);
    (line % LINES < LINES - 1 && shown.contains(&place)).then_some(place)
}

/// How many lessons a page down goes.
pub fn page(model: &Model) -> usize {
    shown(model, Areas::of(model).page).len().max(1)
}
