//! The lessons as a map: which needs which, how each stands, and what the selected one hangs together with.

use std::collections::BTreeSet;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::standing::{role_of, standings};
use crate::notebook::map::{LessonStatus, MapEdge};
use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::MARK;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::rails;
use crate::tui::widgets::window::window;
use crate::words::{Said as _, say, word};

/// The lines above the rows: what the marks mean, and an empty one.
const HEAD: u16 = 2;
/// The column at which the lines begin.
const LEFT: u16 = 3;
/// The columns of a lesson's number.
const NUMBER: u16 = 4;
/// The fewest columns in which something is said of a lesson.
const MIN_SUMMARY: u16 = 20;

/// What the selected lesson hangs together with.
struct Kin {
    selected: usize,
    needs: Vec<usize>,
    builds_on: Vec<usize>,
    before: BTreeSet<usize>,
    after: BTreeSet<usize>,
}

impl Kin {
    fn of(model: &Model) -> Self {
        let (map, selected) = (&model.contents.map, model.contents.selected);
        let (needs, builds_on) = (map.needs(selected), map.builds_on(selected));
        Self { selected, needs, builds_on, before: map.before(selected), after: map.after(selected) }
    }

    /// Whether both ends of a line are on the way to the selected lesson, or both on a way from it.
    fn lights(&self, from: usize, to: usize) -> bool {
        let on = |ways: &BTreeSet<usize>, lesson: usize| lesson == self.selected || ways.contains(&lesson);
        let to_it = on(&self.before, from) && on(&self.before, to);
        to_it || (on(&self.after, from) && on(&self.after, to))
    }

    /// How a lesson is meant beside the selected one, and what is said of that.
    fn of_lesson(&self, lesson: usize) -> (Role, &'static str) {
        match lesson {
            _ if lesson == self.selected => (Role::Accent, ""),
            _ if self.needs.contains(&lesson) => (Role::Strong, word!("needed-for-it")),
            _ if self.builds_on.contains(&lesson) => (Role::Strong, word!("builds-on-it")),
            _ if self.before.contains(&lesson) || self.after.contains(&lesson) => (Role::Text, ""),
            _ => (Role::Dim, ""),
        }
    }
}

/// Draws the map, scrolled so that the selected lesson can be seen.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let (kin, standings) = (Kin::of(model), standings(model));
    let mut x = LEFT;
    for standing in LessonStatus::ALL {
        x = put(buffer, area, x, 0, standing.mark(), model.theme.style(role_of(standing))) + 1;
        x = put(buffer, area, x, 0, &standing.said(), model.theme.style(Role::Dim)) + 3;
    }
    // Between two rows there is no room for a line.
    let below = word!("below-builds-on");
    let at = if x + width_of(below) < area.width { (x, 0) } else { (LEFT, 1) };
    put(buffer, area, at.0, at.1, &fit(below, area.width.saturating_sub(at.0)), model.theme.style(Role::Dim));
    let shown = shown(model, area);
    for (row, y) in shown.zip(HEAD..) {
        draw_row(model, row, &kin, &standings, Rect { y: area.y + y, height: 1, ..area }.intersection(area), buffer);
    }
}

fn draw_row(model: &Model, row: usize, kin: &Kin, standings: &[LessonStatus], area: Rect, buffer: &mut Buffer) {
    let (theme, map) = (&model.theme, &model.contents.map);
    let Some(place) = map.rows.get(row) else { return };
    let Some(entry) = model.contents.entries.get(place.lesson) else { return };
    let standing = standings.get(place.lesson).copied().unwrap_or(LessonStatus::Later);
    let lesson = |row: usize| map.rows.get(row).map_or(0, |row| row.lesson);
    let is_lit = |line: &MapEdge| kin.lights(lesson(line.from), lesson(line.to));
    if place.lesson == kin.selected {
        put(buffer, area, 1, 0, MARK, theme.style(Role::Accent));
    }
    let mut x = LEFT;
    for (column, sign) in rails::row(map, row, is_lit).into_iter().enumerate() {
        let (sign, role) = match sign {
            _ if column == place.lane * 2 => (standing.mark(), role_of(standing)),
            _ if rails::is_heavy(sign) => (sign, Role::Accent),
            _ => (sign, Role::Border),
        };
        x = put(buffer, area, x, 0, sign, theme.style(role));
    }
    let (role, words) = kin.of_lesson(place.lesson);
    put(buffer, area, x + 1, 0, &entry.mark(), theme.style(Role::Dim));
    let room = area.width.saturating_sub(x + NUMBER + width_of(words) + 4);
    let at = put(buffer, area, x + NUMBER + 1, 0, &fit(&entry.title, room), theme.style(role));
    let at = put(buffer, area, at + 2, 0, words, theme.style(Role::Accent));
    let at = if words.is_empty() { at } else { at + 2 };
    let room = area.width.saturating_sub(at + 1);
    if room >= MIN_SUMMARY {
        put(buffer, area, at, 0, &fit(&entry.summary, room), theme.style(Role::Dim));
    }
}

/// The rows that fit, the selected one in the middle of them where that can be.
fn shown(model: &Model, area: Rect) -> Range<usize> {
    let all = model.contents.map.rows.len();
    let selected = model.contents.map.row_of(model.contents.selected).unwrap_or(0);
    window(all, selected, usize::from(area.height.saturating_sub(HEAD)))
}

/// The lesson that is drawn at a place of the screen.
pub fn lesson_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<usize> {
    let line = area.contains((column, row).into()).then(|| (row - area.y).checked_sub(HEAD)).flatten()?;
    let row = shown(model, area).nth(usize::from(line))?;
    model.contents.map.rows.get(row).map(|row| row.lesson)
}

/// How many rows a page up or down goes.
pub fn page(model: &Model) -> usize {
    shown(model, Areas::of(model).page).len().max(1)
}

/// `Masking needs 5; 7, 10 and 11 build on it`, for the line above the last.
pub(crate) fn words(model: &Model) -> Vec<(String, Role)> {
    let contents = &model.contents;
    let Some(entry) = contents.entry() else { return Vec::new() };
    let name = |lesson: &usize| {
        let entry = contents.entries.get(*lesson);
        entry.map_or_else(String::new, |entry| entry.number.map_or_else(|| entry.title.clone(), |own| own.to_string()))
    };
    let listed = |lessons: &[usize]| listed(&lessons.iter().map(name).collect::<Vec<_>>());
    let (needs, builds_on) = (contents.map.needs(contents.selected), contents.map.builds_on(contents.selected));
    let (needed, lessons, count) = (listed(&needs), listed(&builds_on), builds_on.len());
    let said = match (needs.is_empty(), builds_on.is_empty()) {
        (true, true) => word!("needs-nothing").to_owned(),
        (true, false) => say!("needs-nothing-and-leads", count, lessons),
        (false, true) => say!("needs", needs = needed),
        (false, false) => say!("needs-and-leads", needs = needed, count, lessons),
    };
    vec![(entry.title.clone(), Role::Strong), (format!(" {said}"), Role::Text)]
}

/// `1`, `1 and 2`, `1, 2 and 3`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => say!("listed-and", others = rest.join(", "), last = last.as_str()),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
