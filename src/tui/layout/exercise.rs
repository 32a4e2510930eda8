//! An exercise: what to do, the learner's code, how it stands, and as much help as was asked for.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::context::PageContext;
use super::part::Part;
use super::{cell, question};
use crate::lang::Diagnostic;
use crate::notebook::evaluate::Verdict;
use crate::notebook::lesson::{Block, CellSource, Exercise, ViewKind};
use crate::tui::model::focus::Wanted;
use crate::tui::model::text::Text;
use crate::tui::theme::Role;
use crate::tui::widgets::code::Code;
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// An exercise of the lesson.
pub(crate) fn parts<'m>(page: &PageContext<'m>, block: usize, exercise: &Exercise) -> Vec<Part<'m>> {
    let Some(here) = page.block(block) else { return Vec::new() };
    let id = &here.id;
    let mut parts = vec![question::heading(page, word!("exercise"))];
    parts.push(question::text(page, block, &exercise.ask, "", Role::Strong));
    parts.push(Part::gap());
    parts.push(cell::code(page, block));
    parts.extend(cell::remarks(page, block));
    parts.extend(cell::results(page, block, exercise.display.view == Some(ViewKind::Hidden)));
    parts.push(Part::gap());
    parts.push(verdict(page, here, exercise).sought(page.reading.wants(block, Wanted::Verdict)));
    parts.extend(cell::changed(page, block));
    parts.extend(question::hints(page, block, &exercise.hints));
    if page.reading.lesson.help.get(id).is_some_and(|help| help.shows_solution()) {
        parts.push(Part::gap());
        parts.push(Part::lines(vec![Line::styled(word!("a-solution"), page.style(Role::Heading))]));
        parts.push(solution(page, &exercise.solution).sought(page.reading.wants(block, Wanted::Solution)));
    }
    parts
}

/// How the learner's text stands before the check.
fn verdict<'m>(page: &PageContext<'m>, here: &Block, exercise: &Exercise) -> Part<'m> {
    let id = &here.id;
    let (text, role) = match page.reading.lesson.outcome.verdict(id) {
        Verdict::Passed => (solved(exercise.par, page.reading.lesson.outcome.score(id)), Role::Success),
        Verdict::Waiting => (word!("being-checked").to_owned(), Role::Dim),
        _ if !page.reading.lesson.document.is_changed(id) => (unsolved(exercise.par), Role::Dim),
        Verdict::Failed(fault) => (not_yet(page, here, exercise, &fault.diagnostic), Role::Warning),
        Verdict::Error(_) => (word!("code-has-an-error").to_owned(), Role::Warning),
        Verdict::Blocked(blocked) => (say!("waits-for", name = *blocked.name, block = *blocked.by), Role::Warning),
    };
    let style = page.style(role).remove_modifier(Modifier::UNDERLINED);
    Part { is_result: true, ..Part::lines(wrap(&[Span::styled(text, style)], page.measure())) }
}

/// What is said before anything was tried.
fn unsolved(par: Option<i64>) -> String {
    par.map_or_else(|| word!("not-solved-yet").to_owned(), |par| say!("not-solved-yet-par", par))
}

/// What is said of a solved exercise; with a par, how it was solved.
fn solved(par: Option<i64>, score: Option<i64>) -> String {
    match (par, score) {
        (Some(par), Some(score)) if score > par => say!("solved-above-par", score, par),
        (Some(par), Some(score)) if score < par => say!("solved-below-par", score, par),
        (Some(par), Some(_)) => say!("solved-at-par", par),
        _ => word!("solved-all").to_owned(),
    }
}

/// What the check says, and what does not hold where more is to be said.
fn not_yet(page: &PageContext<'_>, here: &Block, exercise: &Exercise, diagnostic: &Diagnostic) -> String {
    let not_yet = say!("not-yet", why = diagnostic.message.as_str());
    match page.reading.lesson.tested(here, exercise, diagnostic) {
        Some(tested) => format!("{not_yet}\n  {tested}"),
        None => not_yet,
    }
}

fn solution<'m>(page: &PageContext<'m>, solution: &CellSource) -> Part<'m> {
    let text = Text::new(solution.text().clone(), solution.text());
    let code = Code { source: text.source(), tokens: &text.tokens, ..Code::default() };
    Part::lines(code.lines(page.width, page.theme))
}
