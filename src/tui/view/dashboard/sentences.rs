//! What a model writes at a moment: some sentences, right or wrong word by word.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::notebook::training::{ModelPreview, PreviewSentence};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::window::window;
use crate::words::{say, word};

/// The columns before a sentence: the cursor, whether it is right, and air.
const MARKS: u16 = 3;
/// Between what is read and what is written.
const ARROW: &str = " → ";
/// What stands for a word that is missing.
const MISSING: &str = "_";

/// Draws the sentences below their title.
pub(super) fn draw(look: &ModelPreview, cursor: usize, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let title = say!("writes-at-step", step = look.step);
    put(buffer, area, 0, 0, &fit(&title, area.width), theme.style(Role::Heading));
    for (line, at) in shown(look, cursor, area.height).enumerate() {
        let row = Rect { y: area.y + 1 + line as u16, height: 1, ..area }.intersection(area);
        draw_sample(&look.samples[at], at == cursor, row, buffer, theme);
    }
}

/// The sentence drawn in this row of the screen.
pub(super) fn sentence_at(look: &ModelPreview, cursor: usize, area: Rect, row: u16) -> Option<usize> {
    let line = usize::from(row.checked_sub(area.y + 1)?);
    shown(look, cursor, area.height).nth(line)
}

/// The columns of the widest sentence, when it is written rightly.
pub(super) fn width(look: &ModelPreview) -> u16 {
    let of = |words: &[Arc<str>]| width_of(&words.join(gap(words)));
    let wide = |sample: &PreviewSentence| of(&sample.source) + of(&sample.wanted);
    MARKS + width_of(ARROW) + look.samples.iter().map(wide).max().unwrap_or(0)
}

/// The sentences that have room below the title, the one under the cursor among them.
fn shown(look: &ModelPreview, cursor: usize, height: u16) -> std::ops::Range<usize> {
    match usize::from(height.saturating_sub(1)) {
        0 => 0..0,
        room => window(look.samples.len(), cursor, room),
    }
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
    if width_of(&source) + width_of(ARROW) + length + x <= area.width {
        x = put(buffer, area, x, 0, &source, theme.style(role));
        x = put(buffer, area, x, 0, ARROW, theme.style(Role::Dim));
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
