//! What a model can do at a moment: what it writes for some sentences, right or wrong word by word, and where one head reads in one
//! of them.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::notebook::training::{ModelPreview, PreviewSentence};
use crate::tui::model::dashboard::Dashboard;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::alignment::Alignment;
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::words::{say, word};

/// The fewest and the most lines of sentences, their title among them.
const FEWEST: u16 = 3;
const MOST: u16 = 9;
/// The lines of the attention beside its rows.
const FRAME: u16 = 2;
/// What stands for a word that is missing.
const MISSING: &str = "_";

/// Draws a look; its attention as the difference to another, where one is given.
pub(super) fn draw(
    dashboard: &Dashboard,
    look: &ModelPreview,
    beside: Option<&ModelPreview>,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let above = lines(look, area.height);
    let title = say!("writes-at-step", step = look.step);
    put(buffer, area, 0, 0, &fit(&title, area.width), theme.style(Role::Heading));
    let first = first(dashboard, look, above);
    for (line, (at, sample)) in
        look.samples.iter().enumerate().skip(first).take(usize::from(above.saturating_sub(1))).enumerate()
    {
        let row = Rect { y: area.y + 1 + line as u16, height: 1, ..area }.intersection(area);
        draw_sample(sample, at == dashboard.sentence, row, buffer, theme);
    }
    let below = Rect { y: area.y + above, height: area.height.saturating_sub(above), ..area };
    if let Some(sample) = dashboard.sample(look) {
        let other = beside.and_then(|beside| dashboard.sample(beside));
        draw_attention(dashboard, look, sample, beside.zip(other), below, buffer, theme);
    }
}

/// The sentence drawn in this row of the screen.
pub(super) fn sentence_at(dashboard: &Dashboard, look: &ModelPreview, area: Rect, row: u16) -> Option<usize> {
    let above = lines(look, area.height);
    let line = row.checked_sub(area.y + 1).filter(|line| line + 1 < above)?;
    let at = first(dashboard, look, above) + usize::from(line);
    (at < look.samples.len()).then_some(at)
}

/// How many lines the sentences take: the attention of the longest of them has its room first.
fn lines(look: &ModelPreview, height: u16) -> u16 {
    let rows = look.samples.iter().map(|sample| sample.wanted.len()).max().unwrap_or(0) as u16;
    height.saturating_sub(rows + FRAME).clamp(FEWEST, MOST).min(height).min(look.samples.len() as u16 + 1)
}

/// The first sentence that is drawn, so that the one under the cursor can be seen.
fn first(dashboard: &Dashboard, look: &ModelPreview, above: u16) -> usize {
    let room = usize::from(above.saturating_sub(1));
    (dashboard.sentence + 1).saturating_sub(room).min(look.samples.len().saturating_sub(room))
}

/// `▸✗ cab → bac`: the source where there is room for it, and what was written for it.
fn draw_sample(sample: &PreviewSentence, is_here: bool, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let (right, wrong) = (theme.style(Role::Success), theme.style(Role::Error));
    let mut x = put(buffer, area, 0, 0, if is_here { "▸" } else { " " }, theme.style(Role::Accent));
    let mark = if sample.is_right() { ("✓", right) } else { ("✗", wrong) };
    x = put(buffer, area, x, 0, mark.0, mark.1) + 1;
    let between = gap(&sample.source).max(gap(&sample.wanted));
    let source = without_end(&sample.source).join(between);
    let written: Vec<(&str, bool)> = compared(sample).collect();
    let words: u16 = written.iter().map(|(word, _)| width_of(word)).sum();
    let length = words + (between.len() * written.len().saturating_sub(1)) as u16;
    let role = if is_here { Role::Strong } else { Role::Text };
    if width_of(&source) + 3 + length + x <= area.width {
        x = put(buffer, area, x, 0, &source, theme.style(role));
        x = put(buffer, area, x, 0, " → ", theme.style(Role::Dim));
    }
    if written.is_empty() {
        put(buffer, area, x, 0, word!("writes-nothing"), theme.style(Role::Dim));
    }
    for (at, (word, is_right)) in written.iter().enumerate() {
        if at > 0 {
            x += between.len() as u16;
        }
        let room = area.width.saturating_sub(x);
        x = put(buffer, area, x, 0, &fit(word, room), if *is_right { theme.style(Role::Text) } else { wrong });
    }
}

/// Each written word, and whether it is the one that is wanted there; what is missing at the end is wrong.
fn compared(sample: &PreviewSentence) -> impl Iterator<Item = (&str, bool)> {
    let wanted = without_end(&sample.wanted);
    let missing = wanted.len().saturating_sub(sample.written.len());
    let places = sample.written.iter().enumerate();
    let written = places.map(move |(at, word)| (&**word, wanted.get(at).is_some_and(|wanted| *wanted == &**word)));
    written.chain(std::iter::repeat_n((MISSING, false), missing))
}

fn without_end(words: &[Arc<str>]) -> Vec<&str> {
    words[..words.len().saturating_sub(1)].iter().map(|word| &**word).collect()
}

/// Letters stand close together, words apart.
fn gap(words: &[Arc<str>]) -> &'static str {
    if words.iter().all(|word| width_of(word) <= 1) { "" } else { " " }
}

fn draw_attention(
    dashboard: &Dashboard,
    look: &ModelPreview,
    sample: &PreviewSentence,
    beside: Option<(&ModelPreview, &PreviewSentence)>,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let (layer, head) = dashboard.layer_and_head();
    let (layers, heads) = look.heads;
    if sample.attention.is_empty() {
        put(buffer, area, 0, 0, &fit(word!("no-attention"), area.width), theme.style(Role::Dim));
        return;
    }
    let (layer, head) = (layer + 1, head + 1);
    let title = if let Some((before, _)) = beside {
        say!("reads-minus-step", layer, head, step = before.step)
    } else {
        say!("reads-layer-head", layer, layers, head, heads)
    };
    put(buffer, area, 0, 0, &fit(&title, area.width), theme.style(Role::Heading));
    let weight = |row: usize, column: usize| {
        let before = beside.map_or(0.0, |(_, before)| before.weight(dashboard.head, row, column));
        sample.weight(dashboard.head, row, column) - before
    };
    let map =
        Alignment { rows: &sample.wanted, columns: &sample.source, weight: &weight, is_difference: beside.is_some() };
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }.intersection(area);
    map.draw(below, buffer, theme);
}
