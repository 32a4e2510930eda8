//! The lesson as a long sheet of paper: block under block, of which the screen shows a part.
//!
//! A [`PageLayout`] is made anew from the model whenever it is needed, to draw, to scroll, to find out what a click means: all three
//! ask the same pure functions, so they cannot disagree. Only blocks that are asked for are laid out, and each of them once.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::context::{LEFT, PageContext};
use super::figure::PlacedFigure;
use super::part::{Body, Part};
use super::prose::Numbers;
use super::target::Target;
use super::{cell, exercise, question};
use crate::notebook::lesson::{Block, BlockKind};
use crate::notebook::markdown;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Anchor;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::put;
use crate::tui::widgets::large;
use crate::tui::widgets::prose::{self, Prose};
use crate::words::word;

/// The part of the height, in percent, that the heading of a slide may take in large letters.
const LARGE: u16 = 30;
/// The mark of a block that was marked to come back to it.
const BOOKMARK: &str = "»";
/// The mark of the selected block.
pub(crate) const MARK: &str = "▎";

/// The lesson page at one size.
#[derive(Debug)]
pub struct PageLayout<'m> {
    /// What it is laid out by.
    pub page: PageContext<'m>,
    /// The line at the top of the screen.
    pub top: Anchor,
    /// What each block is made of, once it was asked for: to scroll by a line, the heights of all blocks on the way are asked for
    /// several times, and a cell may be long.
    laid: Vec<OnceCell<Vec<Part<'m>>>>,
}

/// What of a figure is sought on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// Any of it.
    Drawn,
    /// The elements that are lit.
    Lit,
}

/// What is drawn where: a block, from which of its lines, at which line of the screen.
#[derive(Debug)]
struct Shown<'s, 'm> {
    block: usize,
    part: &'s Part<'m>,
    first: u16,
    y: u16,
}

impl<'m> PageLayout<'m> {
    /// The open lesson, from the line on that was at the top of the screen last.
    pub fn of(model: &'m Model) -> Option<Self> {
        let page = PageContext::of(model)?;
        let laid = page.reading.lesson.blocks().iter().map(|_| OnceCell::new()).collect();
        Some(Self { page, top: page.reading.top, laid })
    }

    /// The blocks that the screen shows, and the figures of which it shows something that is sought, as block and number.
    pub fn in_view(&self, sought: Sought) -> (Range<usize>, BTreeSet<(usize, usize)>) {
        let shown = self.shown();
        let first = shown.first().map_or(0, |shown| shown.block);
        let end = shown.last().map_or(0, |shown| shown.block + 1);
        let in_view = |shown: &Shown<'_, 'm>| {
            let lines = shown.first..shown.first.saturating_add(self.page.height().saturating_sub(shown.y));
            let found = self.lines_of(sought, shown.block, shown.part).into_iter();
            let block = shown.block;
            found.filter(move |(_, line)| lines.contains(line)).map(move |(number, _)| (block, number))
        };
        (first..end, shown.iter().flat_map(in_view).collect())
    }

    /// The figures of the block at the top of the screen in which something that is sought lies above it.
    pub fn passed(&self, sought: Sought, block: usize) -> BTreeSet<usize> {
        let mut passed = BTreeSet::new();
        let mut y = 0;
        for part in self.parts(block) {
            let above = self.top.line.saturating_sub(y);
            let lines = self.lines_of(sought, block, part).into_iter();
            passed.extend(lines.filter(|(_, line)| u32::from(*line) < above).map(|(number, _)| number));
            y += u32::from(part.height());
        }
        passed
    }

    /// The figures of a block that are drawn.
    pub fn drawn(&self, block: usize) -> BTreeSet<usize> {
        let parts = self.parts(block);
        parts.iter().flat_map(|part| self.lines_of(Sought::Drawn, block, part)).map(|(number, _)| number).collect()
    }

    /// The lines of a part on which something is that is sought, each with its figure.
    fn lines_of(&self, sought: Sought, block: usize, part: &Part<'m>) -> Vec<(usize, u16)> {
        match &part.body {
            Body::Figures(figures) => {
                let lines = |figure: &PlacedFigure<'m>| match sought {
                    Sought::Lit => figure.lit_lines(),
                    Sought::Drawn => (0..figure.height).collect(),
                };
                figures.iter().flat_map(|figure| lines(figure).into_iter().map(|line| (figure.number, line))).collect()
            }
            Body::Slider(slider, _) => {
                let exhibits = self.page.reading.exhibits(block);
                exhibits
                    .and_then(|exhibits| exhibits.position(slider.name))
                    .map(|number| (number, 0))
                    .into_iter()
                    .collect()
            }
            Body::Diagram(diagram) if sought == Sought::Lit => diagram.lit_lines(),
            Body::Diagram(_) | Body::Lines(_) | Body::Code(_) => Vec::new(),
        }
    }

    /// What is seen of a block.
    pub fn parts(&self, number: usize) -> &[Part<'m>] {
        if self.page.reading.on_stage().contains(&number) { self.whole(number) } else { &[] }
    }

    /// What a block is made of, on the stage or not.
    fn whole(&self, number: usize) -> &[Part<'m>] {
        self.laid.get(number).map_or(&[], |laid| laid.get_or_init(|| self.lay(number)))
    }

    fn lay(&self, number: usize) -> Vec<Part<'m>> {
        let Some(block) = self.page.block(number) else { return Vec::new() };
        match &block.kind {
            BlockKind::Prose(elements) => {
                let link = self.page.reading.active_link().filter(|_| self.page.is_selected(number));
                let lines = self.prose(block, elements, link);
                // Until somebody has gone to a link the block is read as a whole.
                let cursor = self.page.reading.control.and(link).and_then(|_| lit_lines(&lines));
                vec![Part { cursor, ..Part::lines(lines) }]
            }
            BlockKind::Cell(cell) => cell::parts(&self.page, number, cell),
            BlockKind::Question(question) => question::parts(&self.page, number, question),
            BlockKind::Exercise(exercise) => exercise::parts(&self.page, number, exercise),
        }
    }

    /// The lines of a block of prose, one of whose links may be lit.
    fn prose(
        &self,
        block: &'m Block,
        elements: &[markdown::ProseElement],
        link: Option<&'m Arc<str>>,
    ) -> Vec<Line<'static>> {
        let blocks = Numbers { link, ..self.page.numbers(block) }.blocks(elements);
        if self.page.reading.stage.is_some()
            && let [Prose::Heading(_, title), rest @ ..] = blocks.as_slice()
            && let Some(mut lines) = self.large(title)
        {
            lines.push(Line::default());
            lines.extend(prose::lines(rest, self.page.measure(), self.page.theme));
            return lines;
        }
        prose::lines(&blocks, self.page.measure(), self.page.theme)
    }

    /// The heading of a slide in large letters, where there is room for them.
    fn large(&self, title: &[prose::Piece]) -> Option<Vec<Line<'static>>> {
        let words: String = prose::spans(title, self.page.theme).iter().map(|span| &*span.content).collect();
        large::lines(&words, self.page.width, self.page.height() * LARGE / 100, self.page.style(Role::Title))
    }

    /// The link at a column of a line of a block: the one that would be lit there if the cursor were on it.
    fn link_at(&self, number: usize, x: u16, line: u16) -> Option<Target> {
        let block = self.page.block(number)?;
        let BlockKind::Prose(elements) = &block.kind else { return None };
        let is_lit = |link: &'m Arc<str>| {
            let lines = self.prose(block, elements, Some(link));
            let mut end = 0;
            let spans = lines.get(usize::from(line)).map(|line| line.spans.iter()).into_iter().flatten();
            let at = spans.into_iter().find(|span| {
                end += span.width();
                usize::from(x) < end
            });
            at.is_some_and(|span| span.style.add_modifier.contains(Modifier::REVERSED))
        };
        block.links().into_iter().position(is_lit).map(Target::Link)
    }

    /// How many lines a block takes, with the empty one behind it. A block that shows nothing takes none.
    pub fn block_height(&self, block: usize) -> u32 {
        let parts = self.parts(block);
        parts.iter().map(|part| u32::from(part.height())).sum::<u32>() + u32::from(!parts.is_empty())
    }

    /// The first block from this one on, downwards or upwards, that shows something, or would on the stage.
    pub fn visible_from(&self, block: usize, direction: isize) -> Option<usize> {
        let blocks = std::iter::successors(Some(block), |block| block.checked_add_signed(direction));
        let mut blocks = blocks.take_while(|block| *block < self.page.reading.lesson.blocks().len());
        blocks.find(|block| !self.whole(*block).is_empty())
    }

    /// The lines that must be seen, counted from the first of the selected block: the cursor's, or all of the block; and with them what
    /// belongs to them, as far as the screen is high enough for both. So the end may lie in a later block.
    pub fn cursor_lines(&self) -> Range<u32> {
        let mut y = 0;
        let mut pieces = Vec::new();
        for part in self.parts(self.page.reading.lesson.at) {
            let lines = y..y + u32::from(part.height());
            y = lines.end;
            pieces.push((lines, part));
        }
        let cursor = |(lines, part): &(Range<u32>, &Part<'m>)| {
            let own = part.cursor.as_ref()?;
            Some(lines.start + u32::from(own.start)..lines.start + u32::from(own.end))
        };
        let lines = match pieces.iter().find_map(cursor) {
            // What fits on the screen is shown whole.
            Some(lines) if y > u32::from(self.page.height()) => self.with_its_own(lines, &pieces),
            _ => 0..y,
        };
        match self.picture_below(y) {
            Some(end) => self.if_it_fits(lines, &(y..end)),
            None => lines,
        }
    }

    /// Both stretches of lines and what is between them, if the screen is high enough, and else the first.
    fn if_it_fits(&self, lines: Range<u32>, more: &Range<u32>) -> Range<u32> {
        let both = lines.start.min(more.start)..lines.end.max(more.end);
        if both.end - both.start <= u32::from(self.page.height()) { both } else { lines }
    }

    /// The lines with those of their block that show what they do: the pictures of an input, how an exercise stands, and of a picture
    /// the inputs above it. What is nearer goes first; and what somebody looks at is missed less than what moves it.
    fn with_its_own(&self, lines: Range<u32>, pieces: &[(Range<u32>, &Part<'m>)]) -> Range<u32> {
        let inputs = pieces.iter().rev().filter(|(own, part)| part.is_input() && own.end <= lines.start);
        let results = pieces.iter().filter(|(own, part)| part.is_result && own.start >= lines.end);
        let is_in_result =
            pieces.iter().any(|(own, part)| part.is_result && own.start <= lines.start && lines.end <= own.end);
        let (inputs, results) = (inputs.map(|(own, _)| own), results.map(|(own, _)| own));
        let order: Vec<&Range<u32>> =
            if is_in_result { inputs.chain(results).collect() } else { results.chain(inputs).collect() };
        order.into_iter().fold(lines, |seen, own| self.if_it_fits(seen, own))
    }

    /// The end of the picture that the inputs of the selected block make in another one, counted from the first line of the selected
    /// block, which takes `height` lines; if it has no picture itself, and the other may be on the screen with it.
    fn picture_below(&self, height: u32) -> Option<u32> {
        let selected = self.page.reading.lesson.at;
        let text = self.page.reading.text(selected).filter(|text| !text.controls.is_empty())?;
        let own = self.page.reading.exhibits(selected)?;
        if own.figures.iter().any(|figure| text.control(&figure.name).is_none()) {
            return None;
        }
        let mut made: BTreeSet<&str> = text.program.names.defines.iter().map(|(name, _)| &**name).collect();
        let mut end = height + 1;
        for block in selected + 1..self.page.reading.lesson.blocks().len() {
            let lines = self.block_height(block);
            if end + lines > u32::from(self.page.height()) + 1 {
                return None;
            }
            end += lines;
            let Some(text) = self.page.reading.text(block) else { continue };
            let names = &text.program.names;
            if names.uses.iter().any(|(name, _)| made.contains(&**name)) {
                if self.page.reading.exhibits(block).is_some_and(|exhibits| !exhibits.figures.is_empty()) {
                    return Some(end - 1);
                }
                made.extend(names.defines.iter().map(|(name, _)| &**name));
            }
        }
        None
    }

    /// Where on the screen the cursor is while code is typed, and the room that a list beside it has.
    pub fn typing_place(&self) -> Option<(Position, Rect)> {
        self.shown().into_iter().find_map(|Shown { part, first, y, .. }| {
            let Body::Code(laid) = &part.body else { return None };
            let (x, line) = laid.cursor?;
            let line = (line as u16).checked_sub(first).map(|line| self.page.area.y + y + line)?;
            let place = Position::new(self.page.area.x + LEFT + x, line);
            self.page.area.contains(place).then_some((place, self.page.area))
        })
    }

    /// Whether nothing but the selected block is shown, since what stands around a question may tell its answer.
    fn is_alone(&self) -> bool {
        matches!(self.page.reading.focus, Focus::Sureness { again: true })
            || self.page.asking.is_some_and(|asking| self.page.reading.lesson.id().as_ref() == Some(asking))
    }

    /// Draws what of it the screen shows.
    pub fn draw(&self, buffer: &mut Buffer) {
        let PageContext { theme, area, reading, width, .. } = self.page;
        let is_alone = self.is_alone();
        if reading.lesson.blocks().is_empty() {
            put(buffer, area, LEFT, 0, word!("page-is-empty"), theme.style(Role::Warning));
        }
        let shown = self.shown().into_iter();
        let mut before = None;
        for Shown { block, part, first, y } in shown.filter(|shown| !is_alone || self.page.is_selected(shown.block)) {
            let line = Rect { y: area.y + y, height: area.height - y, ..area };
            part.draw(first, Rect { x: line.x + LEFT, width, ..line }.intersection(area), buffer, theme);
            let is_marked = || self.page.block(block).is_some_and(|own| reading.lesson.document.is_bookmarked(&own.id));
            if before.replace(block) != Some(block) && is_marked() {
                put(buffer, area, 0, y, BOOKMARK, theme.style(Role::Accent));
            }
            if self.page.is_selected(block) {
                for line in 0..(part.height() - first).min(line.height) {
                    put(buffer, area, 1, y + line, MARK, theme.style(Role::Accent));
                }
            }
        }
    }

    /// The block at a place of the screen and what a click there means in it.
    pub fn target_at(&self, column: u16, row: u16) -> Option<(usize, Option<Target>)> {
        if !self.page.area.contains((column, row).into()) {
            return None;
        }
        let (x, y) = (column - self.page.area.x, row - self.page.area.y);
        let shown = self.shown().into_iter().rev().find(|shown| shown.y <= y)?;
        let line = shown.first + (y - shown.y);
        let inside = line < shown.part.height();
        let x = x.checked_sub(LEFT).filter(|_| inside);
        let target = x.and_then(|x| shown.part.target_at(x, line, self.page.width));
        Some((shown.block, target.or_else(|| self.link_at(shown.block, x?, line))))
    }

    /// The value that a slider of a block has under a column of the screen, wherever the slider is.
    pub fn slide(&self, block: usize, control: usize, column: u16) -> Option<f64> {
        let x = column.saturating_sub(self.page.area.x + LEFT);
        self.parts(block).iter().find_map(|part| match &part.body {
            Body::Slider(slider, own) if *own == control => Some(slider.value_near(self.page.width, x)),
            _ => None,
        })
    }

    /// The parts from the top of the screen on, as far as the screen reaches.
    fn shown(&self) -> Vec<Shown<'_, 'm>> {
        let mut shown = Vec::new();
        let mut hidden = self.top.line;
        let mut y = 0;
        for block in self.top.block..self.page.reading.lesson.blocks().len() {
            let parts = self.parts(block);
            if parts.is_empty() {
                continue;
            }
            for part in parts {
                let height = u32::from(part.height());
                if hidden >= height {
                    hidden -= height;
                    continue;
                }
                let first = hidden as u16;
                hidden = 0;
                let below = part.height() - first;
                shown.push(Shown { block, part, first, y });
                y = y.saturating_add(below);
                if y >= self.page.height() {
                    return shown;
                }
            }
            // The empty line behind a block belongs to it.
            if hidden > 0 {
                hidden -= 1;
            } else {
                y += 1;
            }
            if y >= self.page.height() {
                return shown;
            }
        }
        shown
    }
}

/// The lines on which a link is lit.
fn lit_lines(lines: &[Line<'_>]) -> Option<Range<u16>> {
    let is_lit = |line: &Line<'_>| line.spans.iter().any(|span| span.style.add_modifier.contains(Modifier::REVERSED));
    Some(lines.iter().position(is_lit)? as u16..lines.iter().rposition(is_lit)? as u16 + 1)
}
