//! What colours mean, with numbers: a strip of the scale under its own ends.

use ratatui::style::Style;
use ratatui::text::Span;

use super::numbers::Kind;
use super::tiles::shades;
use super::{Numbers, Picture};
use crate::tui::theme::Role;
use crate::tui::theme::colormap::Colormap;
use crate::words::{say, word};

/// The places of the scale between an end and the middle that the strip shows, in percent of the way.
const STEPS: [f64; 3] = [0.75, 0.5, 0.25];

/// `-1.21 ▒▒▒ 0 ▒▒▒ +1.21` on the colours that the numbers have; in the mono theme, the marks of the ends.
pub(super) fn scale(picture: &Picture<'_>) -> Vec<Span<'static>> {
    let numbers = picture.numbers;
    let mut spans = match numbers.kind {
        Kind::Truth => vec![dim(picture, word!("true-or-false"))],
        // Ids and counts are no more or less of anything.
        Kind::Signed if numbers.greatest() == 0.0 => Vec::new(),
        _ => picture.colors().map_or_else(|| marks(picture), |map| strip(numbers, map)),
    };
    add_special(picture, &mut spans);
    spans
}

/// The marks of what is no number, where there is something of the kind.
fn add_special(picture: &Picture<'_>, spans: &mut Vec<Span<'static>>) {
    let special = picture.numbers.special;
    for (present, text) in [(special.masked, "× -inf"), (special.nan, "? nan"), (special.inf, "^ inf")] {
        if present {
            add(picture, spans, text);
        }
    }
}

/// Adds words to a legend.
pub(super) fn add(picture: &Picture<'_>, spans: &mut Vec<Span<'static>>, text: &str) {
    spans.push(dim(picture, if spans.is_empty() { "" } else { "  " }));
    spans.push(dim(picture, text));
}

/// The same for numbers that stand on their colours or beside their shades, and say their sign themselves.
pub(super) fn of_numbers(picture: &Picture<'_>) -> Vec<Span<'static>> {
    if !picture.is_mono() || picture.numbers.kind == Kind::Truth {
        return scale(picture);
    }
    let end = picture.numbers.tick(picture.numbers.greatest());
    let is_drawn = picture.numbers.greatest() > 0.0;
    let marks: String = shades().iter().collect();
    let words = is_drawn.then(|| say!("up-to", marks, end = end.trim_start_matches('+')));
    let mut spans: Vec<_> = words.into_iter().map(|words| dim(picture, words)).collect();
    add_special(picture, &mut spans);
    spans
}

fn strip(numbers: Numbers, map: &Colormap) -> Vec<Span<'static>> {
    let end = numbers.greatest();
    let mut spans = Vec::new();
    if numbers.has_signs() {
        spans.push(Span::styled(format!(" {} ", numbers.tick(-end)), map.style(-1.0)));
        spans.extend(STEPS.map(|part| Span::styled("  ", map.style(-part))));
    }
    spans.push(Span::styled(" 0 ", Style::new()));
    spans.extend(STEPS.iter().rev().map(|part| Span::styled("  ", map.style(*part))));
    spans.push(Span::styled(format!(" {} ", numbers.tick(end)), map.style(1.0)));
    spans
}

/// The shades of the mono theme, each with what it stands for.
fn marks(picture: &Picture<'_>) -> Vec<Span<'static>> {
    let numbers = picture.numbers;
    let end = numbers.greatest();
    let [least, .., most] = shades();
    let (plus, minus) = if numbers.kind == Kind::Signed { ("+", "-") } else { ("", "") };
    let side = |sign: &str, end: f64| {
        let marks = format!("{sign}{least}…{sign}{most}");
        say!("up-to", marks, end = numbers.tick(end))
    };
    let mut spans = vec![dim(picture, side(plus, end))];
    if numbers.has_signs() {
        spans.insert(0, dim(picture, format!("{}   ", side(minus, -end))));
    }
    spans
}

/// Words of a legend.
pub(super) fn dim(picture: &Picture<'_>, text: impl Into<String>) -> Span<'static> {
    Span::styled(text.into(), picture.style(Role::Dim))
}
