//! Every head of every attention as a small picture, and the chosen one with its words.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::nn::stages::AttentionPlace;
use crate::notebook::training::{ModelPreview, PreviewSentence};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::alignment::Alignment;
use crate::tui::widgets::clip::{fit, put};
use crate::tui::widgets::thumbnail::Thumbnail;
use crate::words::{Said, say, word};

/// How large an element of a head may be, in columns and half lines: the first that has room is taken.
const SCALES: [(u16, u16); 4] = [(4, 4), (3, 3), (2, 2), (1, 1)];
/// The column at the left of a head: the cursor, or air.
const CURSOR: u16 = 1;
/// The columns between two attentions.
const GAP: u16 = 2;
/// The lines of the picture with words beside its rows.
pub(super) const FRAME: u16 = 2;

/// What is drawn of a sentence: with another look, how much it differs from that.
#[derive(Clone, Copy)]
pub(super) struct LookReading<'a> {
    pub(super) look: &'a ModelPreview,
    pub(super) sample: &'a PreviewSentence,
    /// The head under the cursor.
    pub(super) head: usize,
    /// An earlier look, and the same sentence in it.
    pub(super) before: Option<(&'a ModelPreview, &'a PreviewSentence)>,
}

impl LookReading<'_> {
    fn weight(&self, head: usize, place: (usize, usize), columns: usize) -> f64 {
        let before = self.before.map_or(0.0, |(_, before)| before.weight(head, place, columns));
        self.sample.weight(head, place, columns) - before
    }

    /// The rows and columns of an attention.
    fn size(&self, place: AttentionPlace) -> (usize, usize) {
        let (rows, columns) = self.sample.axes(place);
        (rows.len(), columns.len())
    }
}

/// One attention and its heads.
#[derive(Debug)]
struct Strip {
    area: Rect,
    place: AttentionPlace,
    /// The places of its heads in the look.
    heads: std::ops::Range<usize>,
    /// The columns of a head, the cursor's included.
    width: u16,
}

/// Where the attentions stand.
#[derive(Debug, Default)]
pub(super) struct HeadsLayout {
    strips: Vec<Strip>,
    scale: (u16, u16),
    /// The lines that all of them take.
    pub(super) height: u16,
}

impl HeadsLayout {
    fn of(reading: &LookReading, area: Rect) -> Self {
        let attentions = reading.look.attentions();
        let wanted = |scale: (u16, u16)| {
            let room = |(place, _, heads): &(AttentionPlace, usize, std::ops::Range<usize>)| {
                let (width, height) = Thumbnail::room(reading.size(*place), scale);
                (heads.len() as u16 * (width + CURSOR), height + 1)
            };
            attentions.iter().map(room).fold((1, 1), |(w, h), (width, height)| (w.max(width), h.max(height)))
        };
        let layers = |at: AttentionPlace| attentions.iter().filter(|(place, ..)| *place == at).count();
        let most = attentions.iter().map(|(place, ..)| layers(*place)).max().unwrap_or(1).max(1) as u16;
        let across = |width: u16| ((area.width + GAP) / (width + GAP)).clamp(1, most);
        let rows = |across: u16| {
            let mut rows: Vec<Vec<usize>> = Vec::new();
            for (at, (place, ..)) in attentions.iter().enumerate() {
                match rows.last_mut() {
                    Some(row) if row.len() < usize::from(across) && attentions[row[0]].0 == *place => row.push(at),
                    _ => rows.push(vec![at]),
                }
            }
            rows
        };
        let fits = |scale: &&(u16, u16)| {
            let (width, height) = wanted(**scale);
            width <= area.width && rows(across(width)).len() as u16 * height <= area.height
        };
        let scale = SCALES.iter().find(fits).copied().unwrap_or((1, 1));
        let (width, height) = wanted(scale);
        let across = across(width);
        // All of the width, so that names have room.
        let width = (area.width + GAP) / across - GAP;
        let rows = rows(across);
        let room = usize::from((area.height / height).max(1));
        let here = rows.iter().position(|row| row.iter().any(|at| attentions[*at].2.contains(&reading.head)));
        let first = (here.unwrap_or(0) + 1).saturating_sub(room);
        let mut strips = Vec::new();
        for (line, row) in rows.iter().skip(first).take(room).enumerate() {
            for (column, at) in row.iter().enumerate() {
                let (place, _, heads) = attentions[*at].clone();
                let x = area.x + column as u16 * (width + GAP);
                let strip = Rect { x, y: area.y + line as u16 * height, width, height }.intersection(area);
                let columns = Thumbnail::room(reading.size(place), scale).0 + CURSOR;
                let width = columns.min(width / heads.len().max(1) as u16);
                strips.push(Strip { area: strip, place, heads, width });
            }
        }
        let end = strips.iter().map(|strip| strip.area.bottom()).max().unwrap_or(area.y);
        Self { strips, scale, height: end - area.y }
    }

    /// The same with as many of these lines left free below as can be without leaving an attention out.
    pub(super) fn leaving(reading: &LookReading, area: Rect, lines: &[u16]) -> Self {
        let all = reading.look.attentions().len();
        let with = |free: &u16| Self::of(reading, Rect { height: area.height.saturating_sub(*free), ..area });
        let complete =
            lines.iter().filter(|free| **free < area.height).map(with).find(|layout| layout.strips.len() == all);
        complete.unwrap_or_else(|| Self::of(reading, area))
    }

    /// The head drawn at a place of the screen.
    pub(super) fn head_at(&self, column: u16, row: u16) -> Option<usize> {
        let strip = self.strips.iter().find(|strip| strip.area.contains((column, row).into()))?;
        let at = strip.heads.start + usize::from((column - strip.area.x) / strip.width.max(1));
        Some(at).filter(|at| strip.heads.contains(at))
    }

    pub(super) fn draw(&self, reading: &LookReading, buffer: &mut Buffer, theme: &Theme) {
        for strip in &self.strips {
            let is_here = strip.heads.contains(&reading.head);
            let name = reading.look.heads.get(strip.heads.start).map(Said::said).unwrap_or_default();
            let role = if is_here { Role::Strong } else { Role::Dim };
            put(buffer, strip.area, 0, 0, &fit(&name, strip.area.width), theme.style(role));
            for (at, head) in strip.heads.clone().enumerate() {
                let x = strip.area.x + at as u16 * strip.width;
                let below = Rect { x, y: strip.area.y + 1, width: strip.width, height: strip.area.height - 1 };
                self.draw_head(reading, strip.place, head, below.intersection(strip.area), buffer, theme);
            }
        }
    }

    fn draw_head(
        &self,
        reading: &LookReading,
        place: AttentionPlace,
        head: usize,
        area: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        if head == reading.head {
            for y in 0..area.height {
                put(buffer, area, 0, y, "▎", theme.style(Role::Accent));
            }
        }
        let size = reading.size(place);
        let weight = |row: usize, column: usize| Some(reading.weight(head, (row, column), size.1));
        let room = Rect { x: area.x + CURSOR, width: area.width.saturating_sub(CURSOR), ..area }.intersection(area);
        let is_signed = reading.before.is_some();
        Thumbnail { size, scale: self.scale, weight: &weight, is_signed }.draw(room, buffer, theme);
    }
}

/// The chosen head with its words.
pub(super) fn draw_chosen(reading: &LookReading, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let Some(chosen) = reading.look.heads.get(reading.head) else {
        put(buffer, area, 0, 0, &fit(word!("no-attention"), area.width), theme.style(Role::Dim));
        return;
    };
    let (head, attention) = (chosen.head, chosen.said());
    let title = match reading.before {
        Some((before, _)) => say!("head-reads-minus", head, attention, step = before.step),
        None => say!("head-reads", head, attention),
    };
    put(buffer, area, 0, 0, &fit(&title, area.width), theme.style(Role::Heading));
    let (rows, columns) = reading.sample.axes(chosen.place);
    let weight = |row: usize, column: usize| reading.weight(reading.head, (row, column), columns.len());
    let map = Alignment { rows, columns, weight: &weight, is_difference: reading.before.is_some(), has_numbers: true };
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }.intersection(area);
    map.draw(below, buffer, theme);
}
