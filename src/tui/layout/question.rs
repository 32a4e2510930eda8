//! A question: nothing gives the answer away before it has been answered; then what was right, and why.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::context::PageContext;
use super::part::Part;
use super::target::Target;
use crate::notebook::lesson::Question;
use crate::notebook::markdown::TextRun;
use crate::notebook::session::{Confidence, ReviewState};
use crate::tui::model::focus::{Focus, Wanted};
use crate::tui::theme::Role;
use crate::tui::widgets::prose::spans;
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// The columns before the text of an option.
const INDENT: u16 = 5;

/// A question of the lesson.
pub(crate) fn parts<'m>(page: &PageContext<'m>, block: usize, question: &Question) -> Vec<Part<'m>> {
    let Some(id) = page.block(block).map(|block| &block.id) else { return Vec::new() };
    let given = page.reading.lesson.document.answers().get(id).copied().filter(|_| page.asking != Some(id));
    // Whether it is right is shown after the learner had the chance to say how sure that answer was.
    let is_open = page.is_selected(block) && matches!(page.reading.focus, Focus::Sureness { .. });
    let is_withheld = is_open || page.reading.withholds(id);
    let right = page.reading.lesson.outcome.answer(id).filter(|_| !is_withheld);
    // In a talk an answer can be shown that nobody has given.
    let is_shown = page.reading.stage.is_some() && right.is_some();
    let mut parts = vec![heading(page, word!("predict"))];
    parts.push(text(page, block, &question.ask, "", Role::Strong));
    if page.reading.lesson.outcome.asks_of_written(id) {
        // An answer would surprise who reads it off the page.
        parts.push(Part::lines(wrap(&[Span::styled(word!("asks-of-written"), page.style(Role::Dim))], page.measure())));
    }
    parts.push(Part::gap());
    for (place, option) in question.options.iter().enumerate() {
        let answered = (given.is_some() || is_shown).then_some((given, right));
        parts.push(option_part(page, block, place, option, answered));
    }
    parts.extend(hints(page, block, &question.hints));
    if is_open {
        parts.extend([Part::gap(), how_sure(page)]);
    } else if (given.is_some() || is_shown) && !is_withheld {
        parts.push(Part::gap());
        let review = page.reading.lesson.document.review(id);
        parts.push(verdict(page, given, right, review).sought(page.reading.wants(block, Wanted::Verdict)));
        if let Some(explain) = &question.explain
            && right.is_some()
        {
            parts.push(Part { is_result: true, ..text(page, block, explain, "", Role::Text) });
        }
    }
    parts
}

/// The line that says what kind of block this is.
pub(crate) fn heading<'m>(page: &PageContext<'m>, words: &str) -> Part<'m> {
    Part::lines(vec![Line::styled(format!("◆ {words}"), page.style(Role::Heading))])
}

/// The hints that were asked for.
pub(crate) fn hints<'m>(page: &PageContext<'m>, block: usize, hints: &[Vec<TextRun>]) -> Vec<Part<'m>> {
    let id = page.block(block).map(|block| &block.id);
    let shown = id.and_then(|id| page.reading.lesson.help.get(id)).map_or(0, |help| help.hints);
    let lead = format!("{}  ", word!("hint-lead"));
    let mut parts: Vec<Part<'m>> =
        hints.iter().take(shown).map(|hint| text(page, block, hint, &lead, Role::Emphasis)).collect();
    if let Some(last) = parts.pop() {
        parts.push(last.sought(page.reading.wants(block, Wanted::Hint)));
        parts.insert(0, Part::gap());
    }
    parts
}

/// Running text of this block, with a word before it.
pub(crate) fn text<'m>(page: &PageContext<'m>, block: usize, text: &[TextRun], lead: &str, role: Role) -> Part<'m> {
    let mut pieces = vec![Span::styled(lead.to_owned(), page.style(Role::Dim))];
    pieces.extend(words(page, block, text, page.style(role)));
    Part::lines(wrap(&pieces, page.measure()))
}

/// The words of a text of this block, in a style.
fn words(page: &PageContext<'_>, block: usize, text: &[TextRun], style: Style) -> Vec<Span<'static>> {
    let Some(block) = page.block(block) else { return Vec::new() };
    let words = spans(&page.numbers(block).pieces(text), page.theme).into_iter();
    words.map(|span| Span::styled(span.content, style.patch(span.style))).collect()
}

/// One option: its number, its words, and after the answer whether it was right.
fn option_part<'m>(
    page: &PageContext<'m>,
    block: usize,
    place: usize,
    option: &[TextRun],
    answered: Option<(Option<usize>, Option<usize>)>,
) -> Part<'m> {
    let theme = page.theme;
    let under_cursor = matches!(page.reading.focus, Focus::Question(at) if at == place) && page.is_selected(block);
    let (mark, role) = match answered {
        Some((_, Some(right))) if right == place => ("✓", Role::Success),
        Some((Some(given), Some(_))) if given == place => ("✗", Role::Error),
        Some((Some(given), None)) if given == place => ("●", Role::Accent),
        _ if under_cursor => ("▸", Role::Accent),
        _ => (" ", Role::Text),
    };
    let style = theme.style(role).remove_modifier(Modifier::UNDERLINED);
    let mut lines = wrap(&words(page, block, option, style), page.measure().saturating_sub(INDENT));
    for (index, line) in lines.iter_mut().enumerate() {
        let lead = if index == 0 {
            [Span::styled(mark, style), Span::styled(format!(" {}) ", place + 1), theme.style(Role::Key))]
        } else {
            [Span::raw(" "), Span::raw("    ")]
        };
        line.spans.splice(0..0, lead);
        if under_cursor {
            *line = theme.selected(std::mem::take(line));
        }
    }
    let cursor = under_cursor.then_some(0..lines.len() as u16);
    Part { target: Some(Target::Option(place)), cursor, ..Part::lines(lines) }
}

/// The question how sure the answer is.
fn how_sure<'m>(page: &PageContext<'m>) -> Part<'m> {
    let (dim, key) = (page.style(Role::Dim), page.style(Role::Key));
    let mut pieces = vec![Span::styled(format!("{}  ", word!("how-sure")), page.style(Role::Strong))];
    let answers = [
        ("1", word!("sure-guess"), "   "),
        ("2", word!("sure-fairly"), "   "),
        ("3", word!("sure-sure"), "   "),
        ("Enter", word!("sure-shows"), ""),
    ];
    for (number, words, gap) in answers {
        pieces.extend([Span::styled(number, key), Span::styled(format!(" {words}{gap}"), dim)]);
    }
    Part { cursor: Some(0..1), ..Part::lines(wrap(&pieces, page.measure())) }
}

/// Whether it was right, how sure the learner was, and when it is asked again.
fn verdict<'m>(page: &PageContext<'m>, given: Option<usize>, right: Option<usize>, review: ReviewState) -> Part<'m> {
    let (text, role) = match right {
        Some(right) if given == Some(right) => (word!("is-right").to_owned(), Role::Success),
        Some(right) if given.is_none() => (say!("answer-is", number = right + 1), Role::Success),
        Some(right) => (say!("number-is-right", number = right + 1), Role::Error),
        None => (word!("answer-unknown").to_owned(), Role::Dim),
    };
    let style = page.style(role).remove_modifier(Modifier::UNDERLINED);
    let mut pieces = vec![Span::styled(text, style)];
    let sure = review.confidence.filter(|_| right.is_some()).map(|sure| match sure {
        Confidence::Guess => word!("you-guessed"),
        Confidence::Fairly => word!("you-were-fairly-sure"),
        Confidence::Sure => word!("you-were-sure"),
    });
    pieces.extend(sure.map(|words| Span::styled(format!(" {words}"), page.style(Role::Text))));
    let again = review.schedule.map(|again| match page.today.until(again.due) {
        ..=0 => word!("a-asks-again").to_owned(),
        1 => word!("asked-tomorrow").to_owned(),
        days => say!("asked-in-days", days),
    });
    pieces.extend(again.map(|words| Span::styled(format!(" {words}"), page.style(Role::Dim))));
    Part::lines(wrap(&pieces, page.measure()))
}
