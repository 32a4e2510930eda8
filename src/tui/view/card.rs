//! What stands beside the list of lessons, whichever way that is shown: the machine with the part lit that the selected lesson is about,
//! and what can be said of the lesson before it is opened.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};

use super::contents::{FrontPage, draw_bar};
use super::standing::{minutes, numbered, progress, role_of, standings, told};
use super::terms;
use crate::notebook::glossary::Glossary;
use crate::notebook::map::LessonStatus;
use crate::tui::layout::areas::Areas;
use crate::tui::model::Model;
use crate::tui::model::contents::{Entry, Shape};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, put_line};
use crate::tui::widgets::sketch;
use crate::tui::widgets::wrap::wrap;
use crate::words::{Said as _, word};

/// The columns that a card needs beside the machine; with fewer it stands below.
const MIN_BESIDE: u16 = 36;
/// The widest card: prose is read in lines of this length.
const MAX_CARD: u16 = 76;
/// The fewest lines below the list that a card is worth.
const MIN_HEIGHT: u16 = 4;
/// The columns of air between the two.
const GAP: u16 = 4;
/// Before each line of what a lesson contains and introduces.
const INDENT: &str = "  ";

/// Draws both into the room beside the list.
pub fn draw(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let area = room(model, areas).intersection(buffer.area);
    let Some(entry) = model.contents.entry().filter(|_| !area.is_empty()) else { return };
    let (machine_room, card) = split(area);
    if !machine_room.is_empty() {
        put(buffer, machine_room, 0, 0, word!("lens-where"), model.theme.style(Role::Heading));
        let room = Rect { y: machine_room.y + 1, height: machine_room.height - 1, ..machine_room };
        sketch::draw(entry.part, room, buffer, &model.theme);
    }
    for (line, y) in lines(model, entry, card.as_size()).iter().zip(0..card.height) {
        match line {
            // Not by the widget, which would draw signs without a width that turn the text.
            CardLine::Words(words) => put_line(buffer, card.x, card.y + y, words, card.width),
            CardLine::Bar(done, all) => {
                _ = draw_bar(*done, *all, 0, Rect { y: card.y + y, height: 1, ..card }, buffer, &model.theme);
            }
        }
    }
}

/// Beside the map and the certificate; below the list, which has the machine beside it.
fn room(model: &Model, areas: &Areas) -> Rect {
    match model.contents.shape {
        Shape::Map | Shape::Certificate => areas.lens,
        Shape::List => below(model, areas.page),
        Shape::Machine | Shape::Beam => Rect { height: 0, ..areas.lens },
    }
}

/// What the list leaves of its page, with air around it; nothing where that is too low.
fn below(model: &Model, page: Rect) -> Rect {
    let left = page.height.saturating_sub(FrontPage::of(model, page).height() + 1);
    let height = if left >= MIN_HEIGHT { left } else { 0 };
    Rect { x: page.x + 2, y: page.bottom() - height, width: page.width.saturating_sub(4), height }
}

/// The rooms of the machine and of the card: side by side where both fit, one below the other, or the card alone.
fn split(area: Rect) -> (Rect, Rect) {
    let machine = Rect { width: sketch::WIDTH, height: sketch::HEIGHT + 1, ..area };
    let taken = machine.width + GAP;
    if area.width >= taken + MIN_BESIDE && area.height >= machine.height {
        return (machine, Rect { x: area.x + taken, width: (area.width - taken).min(MAX_CARD), ..area });
    }
    if area.width >= machine.width && area.height >= machine.height * 2 {
        let taken = machine.height + 1;
        return (machine, Rect { y: area.y + taken, height: area.height - taken, ..area });
    }
    (Rect { height: 0, ..area }, Rect { width: area.width.min(MAX_CARD), ..area })
}

/// A line of the card.
enum CardLine {
    Words(Line<'static>),
    /// So much is done, of so much.
    Bar(usize, usize),
}

/// The lines for a card of this size: of how the lesson begins no more than may fit.
fn lines(model: &Model, entry: &Entry, Size { width, height }: Size) -> Vec<CardLine> {
    let theme = &model.theme;
    let mut lines = Vec::new();
    let mut say = |text: &str, role: Role| {
        let wrapped = wrap(&[Span::styled(text.to_owned(), theme.style(role))], width);
        lines.extend(wrapped.into_iter().map(CardLine::Words));
    };
    say(&numbered(entry), Role::Title);
    if let Some(problem) = entry.problems.first() {
        say(problem, Role::Error);
        return lines;
    }
    say(&entry.summary, Role::Text);
    say("", Role::Text);
    let standings = standings(model);
    let standing = |lesson: usize| standings.get(lesson).copied().unwrap_or(LessonStatus::Later);
    lines.push(stands(standing(model.contents.selected), entry, theme));
    if let Some(progress) = progress(model, entry) {
        lines.push(CardLine::Bar(progress.answered + progress.passed, progress.questions + progress.exercises));
        let wrapped = wrap(&[Span::styled(told(progress), theme.style(Role::Dim))], width);
        lines.extend(wrapped.into_iter().map(CardLine::Words));
    }
    let selected = model.contents.selected;
    let (needs, leads) = (model.contents.map.needs(selected), model.contents.map.builds_on(selected));
    lessons(model, word!("card-needs"), &needs, &standing, width, &mut lines);
    lessons(model, word!("card-leads"), &leads, &standing, width, &mut lines);
    if !entry.preview.headings.is_empty() {
        lines.push(CardLine::Words(Line::default()));
        lines.push(CardLine::Words(Line::styled(word!("card-headings"), theme.style(Role::Dim))));
    }
    let inner = width.saturating_sub(INDENT.len() as u16);
    for heading in &entry.preview.headings {
        let text = format!("{INDENT}{heading}");
        lines.push(CardLine::Words(Line::styled(fit(&text, width).into_owned(), theme.style(Role::Text))));
    }
    let introduced: Vec<usize> = Glossary::embedded().introduced_in(&format!("{}.md", entry.slug)).collect();
    if !introduced.is_empty() {
        lines.push(CardLine::Words(Line::default()));
        lines.push(CardLine::Words(Line::styled(word!("card-terms"), theme.style(Role::Dim))));
        lines.extend(terms::lines(&introduced, inner, theme).flatten().map(indented));
    }
    if !entry.preview.opening.is_empty() {
        lines.push(CardLine::Words(Line::default()));
        lines.push(CardLine::Words(Line::styled(word!("card-opening"), theme.style(Role::Dim))));
    }
    for (number, paragraph) in entry.preview.opening.iter().enumerate() {
        if lines.len() >= usize::from(height) {
            break;
        }
        if number > 0 {
            lines.push(CardLine::Words(Line::default()));
        }
        let text = Span::styled(paragraph.to_string(), theme.style(Role::Text));
        lines.extend(wrap(&[text], inner).into_iter().map(indented));
    }
    lines
}

fn indented(mut line: Line<'static>) -> CardLine {
    line.spans.insert(0, Span::raw(INDENT));
    CardLine::Words(line)
}

/// `◐ begun   12 min`.
fn stands(standing: LessonStatus, entry: &Entry, theme: &Theme) -> CardLine {
    CardLine::Words(Line::from(vec![
        Span::styled(standing.mark(), theme.style(role_of(standing))),
        Span::styled(format!(" {}   {}", standing.said(), minutes(entry.preview.minutes)), theme.style(Role::Text)),
    ]))
}

/// The lessons that this one needs, or that build on it, each on a line.
fn lessons(
    model: &Model,
    label: &'static str,
    lessons: &[usize],
    standing: &dyn Fn(usize) -> LessonStatus,
    width: u16,
    lines: &mut Vec<CardLine>,
) {
    let theme = &model.theme;
    if lessons.is_empty() {
        return;
    }
    lines.push(CardLine::Words(Line::default()));
    lines.push(CardLine::Words(Line::styled(label, theme.style(Role::Dim))));
    for lesson in lessons {
        let Some(entry) = model.contents.entries.get(*lesson) else { continue };
        let standing = standing(*lesson);
        let title = fit(&numbered(entry), width.saturating_sub(4)).into_owned();
        lines.push(CardLine::Words(Line::from(vec![
            Span::styled(format!("  {} ", standing.mark()), theme.style(role_of(standing))),
            Span::styled(title, theme.style(Role::Text)),
        ])));
    }
}
