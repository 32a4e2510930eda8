//! The first line: the lesson, how far it is read, where the cursor is, and how much is done.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Click;
use super::standing::{standings, tasks_done};
use crate::app::lesson::EvaluationState;
use crate::nn::Task;
use crate::notebook::map::LessonStatus;
use crate::notebook::session::{LessonProgress, Saved};
use crate::tui::layout::areas::Areas;
use crate::tui::model::Model;
use crate::tui::model::comparison::shown_state;
use crate::tui::model::contents::Shape;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::words::{say, word};

const NAME: &str = "Glassformer";
const GAP: u16 = 3;
/// The columns of the bar that shows how far a lesson is read.
const BAR: u16 = 10;

/// A piece of the line, with how soon it gives way where there is no room: 0 never does.
struct Piece {
    text: String,
    role: Role,
    yields: u8,
}

/// Draws the line.
pub(crate) fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Line { left, right } = Line::of(model, area.width);
    for (x, text, role) in left {
        if role == Role::Border {
            draw_bar(model, x, area, buffer);
        } else {
            put(buffer, area, x, 0, &text, theme.style(role));
        }
    }
    for (x, text, role) in right {
        put(buffer, area, x, 0, &text, theme.style(role));
    }
}

/// The pieces that fit, each with its column.
struct Line {
    left: Vec<(u16, String, Role)>,
    right: Vec<(u16, String, Role)>,
}

impl Line {
    fn of(model: &Model, width: u16) -> Self {
        let mut left = pieces(model);
        let mut right = right(model);
        let needed = |left: &[Piece], right: &[Piece]| {
            let all = left.iter().chain(right);
            all.map(|piece| u32::from(width_of(&piece.text)) + u32::from(GAP)).sum::<u32>()
        };
        while needed(&left, &right) > u32::from(width) {
            let last = left.iter().chain(&right).map(|piece| piece.yields).max().unwrap_or(0);
            if last == 0 {
                break;
            }
            left.retain(|piece| piece.yields != last);
            right.retain(|piece| piece.yields != last);
        }
        let right_width: u16 = right.iter().map(|piece| width_of(&piece.text) + GAP).sum();
        let room = width.saturating_sub(right_width.saturating_sub(GAP) + 1);
        let cut = |text: &str, x: u16| fit(text, room.saturating_sub(x + 1)).into_owned();
        Self { left: placed(left, 1, cut), right: placed(right, room, |text, _| text.to_owned()) }
    }
}

/// One piece behind the other.
fn placed(pieces: Vec<Piece>, mut x: u16, cut: impl Fn(&str, u16) -> String) -> Vec<(u16, String, Role)> {
    let mut place = |piece: Piece| {
        let (at, text) = (x, cut(&piece.text, x));
        x += width_of(&text) + GAP;
        (at, text, piece.role)
    };
    pieces.into_iter().map(&mut place).collect()
}

/// What a click on the line means: the program's name leads to the contents, the bar to that part of the lesson.
pub(crate) fn target_at(model: &Model, area: Rect, column: u16) -> Option<Click> {
    let blocks = model.reading().map_or(0, |reading| reading.lesson.document.lesson().appendix);
    let column = column.checked_sub(area.x)?;
    let here = |(x, text, _): &&(u16, String, Role)| (*x..x + width_of(text)).contains(&column);
    let left = Line::of(model, area.width).left;
    match left.iter().find(here)? {
        (_, text, _) if text == NAME => (model.watched.is_some() || blocks > 0).then_some(Click::Contents),
        (x, _, Role::Border) => Some(Click::Bar(usize::from(column - x) * blocks / usize::from(BAR))),
        _ => None,
    }
}

/// What stands at the left. The title comes last to give way, and is cut rather than left out.
fn pieces(model: &Model) -> Vec<Piece> {
    let piece = |text: String, role, yields| Piece { text, role, yields };
    if let Some(dashboard) = model.dashboard() {
        return vec![piece(NAME.into(), Role::Title, 2), piece(learning(dashboard.task).into(), Role::Strong, 0)];
    }
    let Some(reading) = model.reading() else {
        let subtitle = match model.contents.shape {
            Shape::List => word!("a-transformer-you-can-see-through"),
            Shape::Map => word!("what-needs-what"),
            Shape::Certificate => word!("what-you-solved"),
            Shape::Machine | Shape::Beam => word!("the-machine-at-work"),
        };
        return vec![piece(NAME.into(), Role::Title, 0), piece(subtitle.into(), Role::Dim, 2)];
    };
    let title = &reading.lesson.document.lesson().front.title;
    let title = reading.lesson.number.map_or_else(|| title.to_string(), |number| format!("{number} {title}"));
    vec![
        piece(NAME.into(), Role::Title, 3),
        piece(title, Role::Strong, 0),
        // The bar is drawn on its own; its text keeps its place.
        piece(" ".repeat(usize::from(BAR)), Role::Border, 4),
        piece(progress(reading), Role::Dim, 2),
    ]
}

/// How far it is read, or presented.
fn progress(reading: &Reading) -> String {
    if reading.stage.is_some() {
        let (here, all) = reading.lesson.document.lesson().slide_number(reading.lesson.at);
        return say!("slide-of", here, all);
    }
    let (here, all) = reading.lesson.progress();
    if reading.lesson.is_at_shared_cell() { say!("shared-cell-of", here, all) } else { say!("block-of", here, all) }
}

/// What a model learns, in words.
fn learning(task: Task) -> &'static str {
    match task {
        Task::Copy => word!("learning-to-copy"),
        Task::Reverse => word!("learning-to-reverse"),
        Task::Sort => word!("learning-to-sort"),
        Task::Dates => word!("learning-to-write-dates"),
        Task::Translation => word!("learning-to-translate"),
    }
}

fn right(model: &Model) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if let Some(reading) = model.reading() {
        if let Some(place) = place(reading) {
            pieces.push(Piece { text: place, role: Role::Accent, yields: 1 });
        }
        if let Some(comparison) = &reading.lesson.comparison {
            let shown = shown_state(&comparison.source, reading.side);
            pieces.push(Piece { text: say!("showing", state = shown), role: Role::Warning, yields: 0 });
        }
        if let Some(read) = &reading.lesson.gradient {
            let name = read.gradient.name();
            let text =
                if reading.draws_gradient { say!("showing-gradient", name) } else { say!("reading-gradient", name) };
            pieces.push(Piece { text, role: Role::Warning, yields: 0 });
        }
        if reading.lesson.evaluation == EvaluationState::Late {
            pieces.push(Piece { text: word!("computing").into(), role: Role::Warning, yields: 0 });
            return pieces;
        }
    }
    // A class has no use for the progress of one, and nothing is kept of a talk.
    if model.talk.is_some() {
        return pieces;
    }
    pieces.extend(done(model).map(|text| Piece { text, role: Role::Dim, yields: 6 }));
    // Of a training its own lines say where it is kept.
    if model.watched.is_none() {
        pieces.extend(saved(model));
    }
    pieces
}

/// How much is done of the course, or of the lesson; of a training, who computes it.
fn done(model: &Model) -> Option<String> {
    if model.dashboard().is_some() {
        return Some(model.engine.clone());
    }
    let Some(reading) = model.reading() else {
        let done = standings(model).into_iter().filter(|standing| *standing == LessonStatus::Done).count();
        return Some(say!("front-lessons-done", done, all = model.contents.entries.len()));
    };
    tasks_done(LessonProgress::of(&reading.lesson.document))
}

/// How the learner's work stands; that it cannot be kept never gives way.
fn saved(model: &Model) -> Option<Piece> {
    let (text, role, yields) = match model.saved.as_ref()? {
        Saved::Yes => (word!("saved"), Role::Dim, 5),
        Saved::Beside(_) => (word!("saved-beside-another"), Role::Warning, 0),
        Saved::Soon => (word!("saving"), Role::Dim, 5),
        Saved::No(_) => (word!("not-saved"), Role::Error, 0),
    };
    Some(Piece { text: text.into(), role, yields })
}

/// Which of the levels the cursor is on, unless it is at the blocks.
fn place(reading: &Reading) -> Option<String> {
    Some(match &reading.focus {
        Focus::Blocks => return None,
        Focus::Question(_) | Focus::Sureness { .. } => word!("at-a-question").to_owned(),
        Focus::Tensor(_) => say!("inside", name = *reading.inner_figure()?.name),
        Focus::Text(entry) => say!("typing", name = *entry.control),
        Focus::Code(_) => say!("typing", name = *reading.lesson.id()?),
    })
}

fn draw_bar(model: &Model, x: u16, area: Rect, buffer: &mut Buffer) {
    let Some(reading) = model.reading() else { return };
    // The shared cells come after the whole lesson.
    let all = reading.lesson.document.lesson().appendix.max(1);
    let done = ((reading.lesson.at + 1).min(all) * usize::from(BAR) / all).max(1) as u16;
    let x = put(buffer, area, x, 0, &"━".repeat(usize::from(done)), model.theme.style(Role::Accent));
    put(buffer, area, x, 0, &"─".repeat(usize::from(BAR.saturating_sub(done))), model.theme.style(Role::Border));
}

/// Draws the line below, and the line beside or above the inspector, joined.
pub(crate) fn draw_rule(areas: &Areas, buffer: &mut Buffer, theme: &Theme) {
    let style = theme.style(Role::Border);
    let rule = "─".repeat(usize::from(areas.rule.width));
    put(buffer, areas.rule, 0, 0, &rule, style);
    if areas.border.is_empty() {
        return;
    }
    if areas.is_beside() {
        for border in areas.upright_borders() {
            put(buffer, areas.rule, border.x - areas.rule.x, 0, "┬", style);
            for y in 0..border.height {
                put(buffer, border, 0, y, "│", style);
            }
        }
    } else {
        put(buffer, areas.border, 0, 0, &rule, style);
    }
}
