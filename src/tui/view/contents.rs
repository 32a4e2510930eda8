//! The front page: where to go on, what to ask again, and all lessons in their chapters.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Click;
use super::standing::{minutes, progress, role_of, standings, told};
use crate::notebook::map::LessonStatus;
use crate::tui::layout::areas::Areas;
use crate::tui::layout::contents::{Shelf, ShelfRow};
use crate::tui::model::Model;
use crate::tui::model::contents::{Chapter, Shape};
use crate::tui::model::review;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::window::window;
use crate::words::{Said as _, say, word};

/// The mark before the lesson that the cursor is on.
const CURSOR: &str = "▸";
/// The column at which everything begins, and the one of what follows the first words of a line.
const LEFT: u16 = 1;
const SECOND: u16 = 13;
/// The columns of a lesson's number, its mark and the air around them.
const BEFORE_TITLE: u16 = 7;
/// The widest column of lessons.
const MAX_COLUMN: u16 = 34;
/// The columns of a bar that shows how much is done.
const BAR: u16 = 14;

/// A line of the page.
#[derive(Clone, Copy)]
enum FrontLine {
    Blank,
    /// What the machine makes of a sentence, where it has no room of its own.
    Machine,
    /// The lesson to go on with.
    GoOn(usize),
    /// So many questions are to be asked again.
    AskAgain(usize),
    /// A line of the chapters.
    Shelf(usize),
}

/// The page as it lies in its room.
pub struct FrontPage {
    chapters: Vec<Chapter>,
    shelf: Shelf,
    /// The lines that are seen.
    lines: Vec<FrontLine>,
    standings: Vec<LessonStatus>,
    /// The columns of a lesson.
    column: u16,
}

impl FrontPage {
    /// Lays it out: what stands above the lessons is always seen, and of the lessons the selected one.
    pub fn of(model: &Model, area: Rect) -> Self {
        let contents = &model.contents;
        let (chapters, standings) = (contents.chapters(), standings(model));
        let due = review::due(model).len();
        let go_on = contents.go_on(&standings).map(FrontLine::GoOn);
        let ask_again = (due > 0).then_some(FrontLine::AskAgain(due));
        let mut lines: Vec<_> = go_on.into_iter().chain(ask_again).collect();
        let room = area.height.saturating_sub(lines.len() as u16);
        let shelf = Shelf::new(&chapters, area.width.saturating_sub(LEFT), room.saturating_sub(2));
        let has_line = model.machine.run.is_some() && Areas::of(model).lens.is_empty();
        if has_line && shelf.rows().len() < usize::from(room) {
            lines.insert(0, FrontLine::Machine);
        }
        let room = area.height.saturating_sub(lines.len() as u16);
        // Air below and above what stands there, as far as that pushes no lesson out.
        let spare = usize::from(room).saturating_sub(shelf.rows().len());
        if spare > 0 {
            lines.push(FrontLine::Blank);
        }
        if spare > 1 {
            lines.insert(0, FrontLine::Blank);
        }
        let room = usize::from(area.height).saturating_sub(lines.len());
        let cursor = shelf.place_of(contents.selected).map_or(0, |(line, _)| line);
        lines.extend(window(shelf.rows().len(), cursor, room).map(FrontLine::Shelf));
        let column = (area.width.saturating_sub(LEFT + 1) / shelf.columns()).min(MAX_COLUMN);
        Self { chapters, shelf, lines, standings, column }
    }

    /// Whether what the machine makes of its sentence stands in a line of the page.
    pub fn shows_machine(model: &Model) -> bool {
        let lines = Self::of(model, Areas::of(model).page).lines;
        model.contents.shape == Shape::List && lines.iter().any(|line| matches!(line, FrontLine::Machine))
    }

    /// The lines that it takes.
    pub fn height(&self) -> u16 {
        self.lines.len() as u16
    }

    /// The lesson beside the selected one, to the right or to the left.
    pub fn beside(model: &Model, step: isize) -> Option<usize> {
        Self::of(model, Areas::of(model).page).shelf.beside(model.contents.selected, step)
    }

    /// The lesson after the selected one, or before it, in the order of the chapters.
    pub fn after(model: &Model, step: isize) -> Option<usize> {
        let order: Vec<usize> = model.contents.chapters().into_iter().flat_map(|chapter| chapter.lessons).collect();
        let here = order.iter().position(|lesson| *lesson == model.contents.selected)?;
        order.get(here.checked_add_signed(step)?).copied()
    }

    /// The first lesson of the chapter after that of the selected one, or of its own, or of the one before.
    pub fn chapter_after(model: &Model, step: isize) -> Option<usize> {
        let chapters = model.contents.chapters();
        let selected = model.contents.selected;
        let here = chapters.iter().position(|chapter| chapter.lessons.contains(&selected))?;
        let is_at_start = chapters.get(here)?.lessons.first() == Some(&selected);
        let to = if step < 0 && !is_at_start { here } else { here.checked_add_signed(step)? };
        chapters.get(to)?.lessons.first().copied()
    }
}

/// Draws the page.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    if model.contents.entries.is_empty() {
        put(buffer, area, LEFT, 1, word!("no-lessons-here"), model.theme.style(Role::Warning));
    }
    let page = FrontPage::of(model, area);
    for (line, y) in page.lines.iter().zip(0..area.height) {
        let room = Rect { y: area.y + y, height: 1, ..area };
        match line {
            FrontLine::Machine => draw_machine(model, room, buffer),
            FrontLine::GoOn(lesson) => draw_go_on(model, &page, *lesson, room, buffer),
            FrontLine::AskAgain(count) => draw_ask_again(*count, room, buffer, &model.theme),
            FrontLine::Shelf(row) => draw_shelf(model, &page, *row, room, buffer),
            FrontLine::Blank => {}
        }
    }
}

/// `m Machine    the small red house → la petite maison rouge`.
fn draw_machine(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(run) = &model.machine.run else { return };
    put(buffer, area, LEFT, 0, "m", theme.style(Role::Accent));
    put(buffer, area, LEFT + 2, 0, word!("front-machine"), theme.style(Role::Heading));
    let room = |x: u16| area.width.saturating_sub(x + 1);
    let x = put(buffer, area, SECOND, 0, &fit(&run.sentence, room(SECOND)), theme.style(Role::Text));
    let x = put(buffer, area, x, 0, &fit(" → ", room(x)), theme.style(Role::Dim));
    put(buffer, area, x, 0, &fit(&run.translation, room(x)), theme.style(Role::Accent));
}

/// `▸ Go on      6 Masking  3 of 8 questions`.
fn draw_go_on(model: &Model, page: &FrontPage, lesson: usize, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(entry) = model.contents.entries.get(lesson) else { return };
    let progress = progress(model, entry);
    if model.contents.selected == lesson {
        put(buffer, area, LEFT, 0, CURSOR, theme.style(Role::Accent));
    }
    let is_begun = page.standings.iter().any(|standing| matches!(standing, LessonStatus::Done | LessonStatus::Begun));
    let label = if is_begun { word!("front-go-on") } else { word!("front-begin") };
    put(buffer, area, LEFT + 2, 0, label, theme.style(Role::Heading));
    let room = area.width.saturating_sub(SECOND + 1);
    let title = entry.number.map_or_else(|| entry.short.to_string(), |number| format!("{number} {}", entry.short));
    let end = put(buffer, area, SECOND, 0, &fit(&title, room), theme.style(Role::Strong));
    let said = progress.map_or_else(|| minutes(entry.preview.minutes), told);
    let room = area.width.saturating_sub(end + 3);
    put(buffer, area, end + 2, 0, &fit(&said, room), theme.style(Role::Dim));
}

/// `A Ask again  3 questions that you missed`.
fn draw_ask_again(count: usize, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let label = say!("ask-what-you-missed", count);
    put(buffer, area, LEFT, 0, "A", theme.style(Role::Accent));
    put(buffer, area, LEFT + 2, 0, &fit(&label, area.width.saturating_sub(LEFT + 3)), theme.style(Role::Warning));
}

fn draw_shelf(model: &Model, page: &FrontPage, row: usize, area: Rect, buffer: &mut Buffer) {
    match page.shelf.rows().get(row) {
        Some(ShelfRow::Chapter(chapter)) => draw_chapter(model, page, *chapter, area, buffer),
        Some(ShelfRow::Lessons(lessons)) => {
            for (lesson, column) in lessons.iter().zip(0..) {
                let x = area.x + LEFT + page.column * column;
                let width = page.column.min(area.right().saturating_sub(x));
                draw_lesson(model, page, *lesson, Rect { x, width, ..area }, buffer);
            }
        }
        Some(ShelfRow::Blank) | None => {}
    }
}

/// `Build      ━━━━━━────────  6 of 15  121 min`: what its lessons still take is counted, not what is done.
fn draw_chapter(model: &Model, page: &FrontPage, chapter: usize, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(chapter) = page.chapters.get(chapter) else { return };
    let name = if chapter.name.is_empty() { word!("front-more") } else { &*chapter.name };
    put(buffer, area, LEFT + 1, 0, &fit(name, area.width.saturating_sub(LEFT + 2)), theme.style(Role::Heading));
    let is_done = |lesson: &&usize| page.standings.get(**lesson) == Some(&LessonStatus::Done);
    let (all, done) = (chapter.lessons.len(), chapter.lessons.iter().filter(is_done).count());
    let left = chapter.lessons.iter().filter(|lesson| !is_done(lesson));
    let left: u32 =
        left.filter_map(|lesson| model.contents.entries.get(*lesson)).map(|entry| entry.preview.minutes).sum();
    let x = SECOND.max(LEFT + 2 + width_of(name));
    let x = draw_bar(done, all, x, area, buffer, theme) + 2;
    let mut said = say!("front-done", done, all);
    if left > 0 {
        said = format!("{said}   {}", minutes(left));
    }
    put(buffer, area, x, 0, &fit(&said, area.width.saturating_sub(x + 1)), theme.style(Role::Dim));
}

/// A bar of which the part that is done is heavier. Gives the column behind it.
pub(super) fn draw_bar(done: usize, all: usize, x: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) -> u16 {
    let room = BAR.min(area.width.saturating_sub(x + 1));
    let heavy = (usize::from(room) * done).checked_div(all).unwrap_or(0);
    let x = put(buffer, area, x, 0, &"━".repeat(heavy), theme.style(Role::Success));
    put(buffer, area, x, 0, &"─".repeat(usize::from(room).saturating_sub(heavy)), theme.style(Role::Border))
}

/// `▸ 6  ◐ Masking     12 min`.
fn draw_lesson(model: &Model, page: &FrontPage, lesson: usize, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(entry) = model.contents.entries.get(lesson) else { return };
    let standing = page.standings.get(lesson).copied().unwrap_or(LessonStatus::Later);
    let is_selected = lesson == model.contents.selected;
    if is_selected {
        put(buffer, area, 0, 0, CURSOR, theme.style(Role::Accent));
    }
    put(buffer, area, 1, 0, &entry.mark(), theme.style(Role::Dim));
    let (mark, role) =
        if entry.problems.is_empty() { (standing.mark(), role_of(standing)) } else { ("✗", Role::Error) };
    put(buffer, area, 5, 0, mark, theme.style(role));
    let room = area.width.saturating_sub(BEFORE_TITLE + 1);
    let role = match standing {
        _ if is_selected => Role::Accent,
        LessonStatus::Begun | LessonStatus::Next => Role::Strong,
        LessonStatus::Done | LessonStatus::Later => Role::Text,
    };
    let end = put(buffer, area, BEFORE_TITLE, 0, &fit(&entry.short, room), theme.style(role));
    let minutes = format!("{}′", entry.preview.minutes);
    let at = area.width.saturating_sub(width_of(&minutes) + 1);
    if entry.problems.is_empty() && end < at {
        put(buffer, area, at, 0, &minutes, theme.style(Role::Dim));
    }
}

/// What the selected lesson is about, for the line above the last.
pub(crate) fn words(model: &Model) -> Vec<(String, Role)> {
    let Some(entry) = model.contents.entry() else { return Vec::new() };
    if let Some(problem) = entry.problems.first() {
        let broken = say!("broken", count = entry.problems.len());
        return vec![(format!("{} {broken}: {problem}", entry.title), Role::Error)];
    }
    let standing = standings(model).get(model.contents.selected).copied().unwrap_or(LessonStatus::Later);
    // The list has marks alone, for want of room.
    let mark = (format!("{} {}  ", standing.mark(), standing.said()), role_of(standing));
    vec![mark, (entry.title.clone(), Role::Strong), (format!(" · {}", entry.summary), Role::Text)]
}

/// What a click at a place of the screen means: a lesson, or the machine.
pub fn target_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<Click> {
    if !area.contains((column, row).into()) {
        return None;
    }
    let page = FrontPage::of(model, area);
    match page.lines.get(usize::from(row - area.y))? {
        FrontLine::Machine => Some(Click::Head(model.machine.attention, model.machine.head)),
        FrontLine::GoOn(lesson) => Some(Click::Lesson(*lesson)),
        FrontLine::Shelf(row) => {
            let column = column.checked_sub(area.x + LEFT)?.checked_div(page.column)?;
            page.shelf.lesson_at(*row, usize::from(column)).map(Click::Lesson)
        }
        FrontLine::Blank | FrontLine::AskAgain(_) => None,
    }
}
