//! An exercise: what to do, the learner's code, how it stands, and as much help as was asked for.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::page::PageLayout;
use super::part::Part;
use super::{cell, question};
use crate::lang::Diagnostic;
use crate::notebook::evaluate::Verdict;
use crate::notebook::lesson::{CellSource, Exercise, ViewKind};
use crate::tui::model::focus::Wanted;
use crate::tui::model::text::Text;
use crate::tui::theme::Role;
use crate::tui::widgets::code::Code;
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// An exercise of the lesson.
pub(crate) fn parts<'m>(layout: &PageLayout<'m>, block: usize, exercise: &Exercise) -> Vec<Part<'m>> {
    let Some(id) = layout.reading.lesson.blocks().get(block).map(|block| &block.id) else { return Vec::new() };
    let mut parts = vec![question::heading(layout, word!("exercise"))];
    parts.push(question::text(layout, block, &exercise.ask, "", Role::Strong));
    parts.push(Part::gap());
    parts.push(cell::code(layout, block));
    parts.extend(cell::remarks(layout, block));
    parts.extend(cell::results(layout, block, exercise.display.view == Some(ViewKind::Hidden)));
    parts.push(Part::gap());
    parts.push(verdict(layout, block, exercise).sought(layout.reading.wants(block, Wanted::Verdict)));
    parts.extend(cell::changed(layout, block));
    parts.extend(question::hints(layout, block, &exercise.hints));
    if layout.reading.lesson.help.get(id).is_some_and(|help| help.shows_solution()) {
        parts.push(Part::gap());
        parts.push(Part::lines(vec![Line::styled(word!("a-solution"), layout.theme.style(Role::Heading))]));
        parts.push(solution(layout, &exercise.solution).sought(layout.reading.wants(block, Wanted::Solution)));
    }
    parts
}

/// How the learner's text stands before the check.
fn verdict<'m>(layout: &PageLayout<'m>, block: usize, exercise: &Exercise) -> Part<'m> {
    let Some(id) = layout.reading.lesson.blocks().get(block).map(|block| &block.id) else {
        return Part::lines(Vec::new());
    };
    let (text, role) = match layout.reading.lesson.outcome.verdict(id) {
        Verdict::Passed => (solved(exercise.par, layout.reading.lesson.outcome.score(id)), Role::Success),
        Verdict::Waiting => (word!("being-checked").to_owned(), Role::Dim),
        _ if !layout.reading.lesson.document.is_changed(id) => (unsolved(exercise.par), Role::Dim),
        Verdict::Failed(fault) => (not_yet(&exercise.check, &fault.diagnostic), Role::Warning),
        Verdict::Error(_) => (word!("code-has-an-error").to_owned(), Role::Warning),
        Verdict::Blocked(blocked) => (say!("waits-for", name = *blocked.name, block = *blocked.by), Role::Warning),
    };
    let style = layout.theme.style(role).remove_modifier(Modifier::UNDERLINED);
    Part { is_result: true, ..Part::lines(wrap(&[Span::styled(text, style)], layout.measure())) }
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

/// What the check says, and what does not hold where it does not say that itself.
fn not_yet(check: &CellSource, diagnostic: &Diagnostic) -> String {
    let (said, span) = (&diagnostic.message, diagnostic.span);
    let words = check.text().get(span.start as usize..span.end as usize).unwrap_or_default();
    let tested = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let not_yet = say!("not-yet", why = said.as_str());
    if said.contains(&tested) { not_yet } else { format!("{not_yet}\n  {tested}") }
}

fn solution<'m>(layout: &PageLayout<'m>, solution: &CellSource) -> Part<'m> {
    let text = Text::new(solution.text().clone(), solution.text());
    let code = Code { source: text.source(), tokens: &text.tokens, ..Code::default() };
    Part::lines(code.lines(layout.width, layout.theme))
}
