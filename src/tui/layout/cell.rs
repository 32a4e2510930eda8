//! A live cell: its code, what is wrong with it, what it printed, its controls and its values.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::context::PageContext;
use super::part::{Body, Part};
use super::{controls, figures, tree, veil};
use crate::lang::{Control, ControlKind, Seed};
use crate::notebook::evaluate::{TaskReport, TaskState};
use crate::notebook::lesson::{LiveCell, ViewKind};
use crate::tui::model::exhibit::{Figure, Said, Tree};
use crate::tui::model::focus::{Focus, Wanted};
use crate::tui::model::text::problems;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, spaces, width as width_of};
use crate::tui::widgets::code::{Bar, Code};
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// The most lines of output that are shown, and when the texts of a cell are read whole.
const MOST_PRINTED: usize = 16;
const MOST_READ: usize = 1000;
/// The most lines of the screen that a line of code takes while nobody edits it.
const FOLD: usize = 6;
/// What stands before each line of output.
const BAR: &str = "│ ";
/// The columns between a name and its text.
const GAP: u16 = 2;
/// The columns that the numbers of lines and the bar take: code that is being typed has numbers where no line has to wrap for it.
const NUMBERS: u16 = 6;

/// A cell of the lesson.
pub(crate) fn parts<'m>(page: &PageContext<'m>, block: usize, cell: &LiveCell) -> Vec<Part<'m>> {
    let editing = page.is_selected(block) && matches!(page.reading.focus, Focus::Code(_));
    let mut parts: Vec<Part<'m>> = origin(page, block).into_iter().collect();
    // What goes wrong is shown with the code, hidden or not.
    let failed = matches!(page.reading.lesson.report_at(block).map(|report| &report.state), Some(TaskState::Error(_)));
    if !cell.hidden || editing || failed {
        parts.push(code(page, block));
    }
    parts.extend(remarks(page, block));
    // Who steps through a cell wants to see where he is, also in one that shows nothing of itself.
    let steps = page.reading.exhibits(block).is_some_and(|exhibits| exhibits.figures.iter().any(|figure| figure.live));
    parts.extend(results(page, block, cell.display.view == Some(ViewKind::Hidden) && !steps));
    parts.extend(changed(page, block));
    parts
}

/// Whose cell it is, unless it is the lesson's own.
fn origin<'m>(page: &PageContext<'m>, place: usize) -> Option<Part<'m>> {
    let block = page.block(place)?;
    let text = match block.shared_example() {
        Some(example) if place >= page.reading.lesson.document.lesson().appendix => {
            say!("from-example", title = *example.title)
        }
        None if block.is_scratch() => {
            let empty = page.reading.lesson.document.source(&block.id).is_some_and(|text| text.is_empty());
            let at_it = page.is_selected(place) && matches!(page.reading.focus, Focus::Blocks);
            let words = match (at_it, empty) {
                (true, true) => word!("your-own-cell-typed"),
                (true, false) => word!("your-own-cell-deleted"),
                (false, _) => word!("your-own-cell"),
            };
            return Some(remark(page, Role::Accent, words));
        }
        _ => return None,
    };
    Some(remark(page, Role::Dim, &text))
}

/// The code of a cell or an exercise, as it stands or as it is being typed.
pub(crate) fn code<'m>(page: &PageContext<'m>, block: usize) -> Part<'m> {
    let Some(text) = page.reading.text(block) else { return Part::lines(Vec::new()) };
    let report = page.reading.lesson.report_at(block);
    let problems = problems(text, report);
    let selected = page.is_selected(block);
    let editor = match &page.reading.focus {
        Focus::Code(editor) if selected => Some(editor),
        _ => None,
    };
    let bar = bar(report, selected);
    let code = Code { source: text.source(), tokens: &text.tokens, problems: &problems, bar, ..Code::default() };
    let Some(editor) = editor else {
        return Part::lines(Code { fold: FOLD, ..code }.lines(page.width, page.theme));
    };
    let selection = editor.selection().map(|range| (range.start, range.end));
    let widest = text.source().split('\n').map(width_of).max().unwrap_or(0);
    let numbered = text.source().contains('\n') && widest.saturating_add(NUMBERS) < page.width;
    let laid = Code { cursor: Some(editor.cursor()), selection, numbered, ..code }.lay(page.width, page.theme);
    let cursor = laid.cursor.map(|(_, line)| line as u16..line as u16 + 1);
    Part { cursor, ..Part::of(Body::Code(laid)) }
}

fn bar(report: Option<&TaskReport>, selected: bool) -> Bar {
    match report.map(|report| &report.state) {
        Some(TaskState::Error(_)) => Bar::Failed,
        Some(TaskState::Stale | TaskState::Blocked(_) | TaskState::Lazy) => Bar::Stale,
        _ if selected => Bar::Selected,
        _ => Bar::Idle,
    }
}

/// That a block was changed, and the way back. It stands at the end, so that nothing moves under the cursor.
pub(crate) fn changed<'m>(page: &PageContext<'m>, block: usize) -> Option<Part<'m>> {
    let id = &page.block(block).filter(|block| !block.is_scratch())?.id;
    let words = if page.is_selected(block) { word!("cell-changed-reset") } else { word!("cell-changed") };
    page.reading.lesson.document.is_changed(id).then(|| remark(page, Role::Dim, words))
}

/// What is to be said below the code: whom it waits for, whom it clashes with.
pub(crate) fn remarks<'m>(page: &PageContext<'m>, block: usize) -> Option<Part<'m>> {
    let text = match &page.reading.lesson.report_at(block)?.state {
        TaskState::Blocked(blocked) => {
            say!("waits-to-come-from", name = *blocked.name, block = *blocked.by)
        }
        TaskState::Lazy => word!("runs-when-asked").to_owned(),
        TaskState::Error(fault) if !fault.elsewhere.is_empty() => {
            let places: Vec<_> = fault.elsewhere.iter().map(|(id, _)| format!("`{id}`")).collect();
            say!("see-also", places = places.join(", "))
        }
        _ => return None,
    };
    Some(remark(page, Role::Warning, &text))
}

fn remark<'m>(page: &PageContext<'m>, role: Role, text: &str) -> Part<'m> {
    Part::lines(wrap(&[Span::styled(text.to_owned(), page.style(role))], page.width))
}

/// What came out: printed text, controls, values.
pub(crate) fn results<'m>(page: &PageContext<'m>, block: usize, hidden: bool) -> Vec<Part<'m>> {
    let printed = printed(page, block);
    // Controls are of the text as it is now; what stands behind them was computed.
    let computed = if printed.is_empty() { 2 } else { 0 };
    let mut groups = vec![printed, controls::parts(page, block)];
    if !hidden {
        let control = |figure: &Figure| page.reading.text(block).and_then(|text| text.control(&figure.name));
        let is_slider = |control: &Control| matches!(control.kind, ControlKind::Slider(_));
        let is_number = |figure: &Figure| figure.tensor.ndim() == 0;
        let diagram = figures::diagram(page, block);
        // The value of the live step stands beside the diagram.
        let is_apart = |figure: &Figure| figure.live && !diagram.is_empty();
        groups.push(lines(page, block));
        let is_line = |figure: &Figure| is_number(figure) && !control(figure).is_some_and(is_slider);
        let numbers = figures::parts(page, block, |figure| is_line(figure) && !is_apart(figure));
        let matrices = figures::parts(page, block, |figure| !is_number(figure) && !is_apart(figure));
        groups.extend([diagram, numbers, matrices]);
    }
    groups.push(veil::parts(page, block));
    if groups.iter().skip(computed).any(|group| !group.is_empty()) {
        groups.insert(computed, are_old(page, block).into_iter().collect());
    }
    if !hidden || groups.iter().any(|group| !group.is_empty()) {
        groups.push(default_seed(page, block).into_iter().collect());
        groups.push(hidden_names(page, block).into_iter().collect());
    }
    let mut parts = Vec::new();
    let mut close = false;
    for group in groups.into_iter().filter(|group| !group.is_empty()) {
        // Single lines stand together; everything else is set apart.
        let lines = group.iter().all(|part| part.height() == 1);
        if !(close && lines) {
            parts.push(Part::gap());
        }
        close = lines;
        parts.extend(group);
    }
    parts
}

/// That what follows was computed before. Values that are on their way come in a moment, and while code is typed its errors come and
/// go: a line that did so, too, would move the page under the cursor.
fn are_old<'m>(page: &PageContext<'m>, block: usize) -> Option<Part<'m>> {
    let state = &page.reading.lesson.report_at(block)?.state;
    let stays = matches!(state, TaskState::Error(_) | TaskState::Blocked(_) | TaskState::Lazy);
    let is_typed = matches!(page.reading.focus, Focus::Code(_));
    (stays && !is_typed).then(|| remark(page, Role::Dim, word!("old-values")))
}

/// That the block drew random numbers without having seeded them.
fn default_seed<'m>(page: &PageContext<'m>, block: usize) -> Option<Part<'m>> {
    let seed = page.reading.lesson.report_at(block)?.seed();
    (seed == Seed::Default).then(|| remark(page, Role::Dim, &say!("default-seed", seed = Seed::DEFAULT)))
}

/// That the block gives names that are always there another meaning.
fn hidden_names<'m>(page: &PageContext<'m>, block: usize) -> Option<Part<'m>> {
    let text = page.reading.text(block)?;
    let names = text.program.names.hidden_text()?;
    Some(remark(page, Role::Dim, &say!("hides-built-in", names = names)))
}

/// What the block printed, unless a question hides it.
fn printed_text<'m>(page: &PageContext<'m>, block: usize) -> &'m str {
    if page.reading.exhibits(block).is_some_and(|exhibits| exhibits.veil.is_some()) {
        return "";
    }
    let run = page.reading.lesson.report_at(block).and_then(|report| report.run.as_ref());
    run.map(|run| run.printed.trim_end_matches('\n')).unwrap_or_default()
}

fn printed<'m>(page: &PageContext<'m>, block: usize) -> Vec<Part<'m>> {
    let text = printed_text(page, block);
    if text.is_empty() {
        return Vec::new();
    }
    let style = faded(page, block, page.style(Role::Text));
    let bar = Span::styled(BAR, page.style(Role::Border));
    let is_whole = page.reading.is_unfolded(block);
    let most = if is_whole { MOST_READ } else { MOST_PRINTED };
    let room = page.width.saturating_sub(width_of(BAR));
    let line = |text: &str| {
        let text = text.replace('\t', "    ");
        let mut shown = if is_whole {
            wrap(&[Span::styled(text, style)], room)
        } else {
            vec![Line::from(Span::styled(fit(&text, room).into_owned(), style))]
        };
        for line in &mut shown {
            line.spans.insert(0, bar.clone());
        }
        shown
    };
    let mut lines: Vec<Line<'static>> = text.lines().take(most).flat_map(line).collect();
    let more = text.lines().skip(most).count();
    if more > 0 {
        lines.push(Line::styled(say!("more-printed-lines", count = more), page.style(Role::Dim)));
    }
    let is_sought = page.reading.wants(block, Wanted::Text) && is_printed_cut(page, block);
    vec![Part::lines(lines).sought(is_sought)]
}

/// Whether a text of the block is longer than the place where it is shown, or would be if it were not shown whole.
pub fn is_cut(page: &PageContext<'_>, block: usize) -> bool {
    is_printed_cut(page, block) || first_cut(page, block).is_some()
}

fn is_printed_cut(page: &PageContext<'_>, block: usize) -> bool {
    let printed = printed_text(page, block);
    let is_wide = |line: &str| width_of(line) + width_of(BAR) > page.width;
    // Asked for every frame: what is not shown is not measured.
    printed.lines().nth(MOST_PRINTED).is_some() || printed.lines().any(is_wide)
}

/// The first value of the block that is too long for its line.
fn first_cut(page: &PageContext<'_>, block: usize) -> Option<usize> {
    let said = page.reading.exhibits(block).map(|exhibits| &*exhibits.lines).unwrap_or_default();
    said.iter().position(|said| width_of(&said.name) + GAP + width_of(&said.line) > page.width)
}

/// Values that are no tensors: `words  ['the', 'cat']`.
fn lines<'m>(page: &PageContext<'m>, block: usize) -> Vec<Part<'m>> {
    let Some(exhibits) = page.reading.exhibits(block) else { return Vec::new() };
    let is_whole = page.reading.is_unfolded(block);
    let sought = first_cut(page, block).filter(|_| page.reading.wants(block, Wanted::Text));
    let line = |said: &Said| {
        let name = Span::styled(said.name.to_string(), faded(page, block, page.style(Role::Strong)));
        let style = faded(page, block, page.style(Role::Text));
        let gap = Span::raw(spaces(GAP));
        if is_whole {
            return Part::lines(wrap(&[name, gap, Span::styled(said.whole.clone(), style)], page.width));
        }
        let room = page.width.saturating_sub(name.width() as u16 + GAP);
        let text = Span::styled(fit(&said.line, room).into_owned(), style);
        Part::lines(vec![Line::from_iter([name, gap, text])])
    };
    let drawn = |(name, paths): &(std::sync::Arc<str>, Tree)| {
        let style = faded(page, block, page.style(Role::Strong));
        let title = Line::from(Span::styled(name.to_string(), style));
        Part::lines(std::iter::once(title).chain(tree::lines(paths, page.width, page.theme)).collect())
    };
    let between = |first: bool| (!first).then(Part::gap);
    let trees = exhibits.trees.iter().enumerate();
    let trees = trees
        .flat_map(|(place, shown)| between(place == 0 && exhibits.lines.is_empty()).into_iter().chain([drawn(shown)]));
    let lines = exhibits.lines.iter().enumerate();
    lines.map(|(place, said)| line(said).sought(sought == Some(place))).chain(trees).collect()
}

/// Old values are dimmed.
fn faded(page: &PageContext<'_>, block: usize, style: Style) -> Style {
    if page.reading.is_stale(block) { style.add_modifier(ratatui::style::Modifier::DIM) } else { style }
}
