//! What colours mean, with numbers: a strip of the scale under its own ends.

use ratatui::style::Style;
use ratatui::text::Span;

use super::Numbers;
use super::numbers::Kind;
use super::tiles::shades;
use crate::tui::theme::{Role, Theme};
use crate::words::{say, word};

/// The places of the scale between an end and the middle that the strip shows, in percent of the way.
const STEPS: [f64; 3] = [0.75, 0.5, 0.25];

/// `-1.21 ▒▒▒ 0 ▒▒▒ +1.21` on the colours that the numbers have; in the mono theme, the marks of the ends.
pub(super) fn scale(numbers: Numbers, theme: &Theme) -> Vec<Span<'static>> {
    let mut spans = match numbers.kind {
        Kind::Truth => vec![dim(word!("true-or-false"), theme)],
        // Ids and counts are no more or less of anything.
        Kind::Signed if numbers.greatest() == 0.0 => Vec::new(),
        _ => strip(numbers, theme),
    };
    let special = numbers.special;
    for (present, text) in [(special.masked, "× -inf"), (special.nan, "? nan"), (special.inf, "^ inf")] {
        if present {
            spans.push(dim(if spans.is_empty() { "" } else { "  " }, theme));
            spans.push(dim(text, theme));
        }
    }
    spans
}

fn strip(numbers: Numbers, theme: &Theme) -> Vec<Span<'static>> {
    let end = numbers.greatest();
    let map = if numbers.kind == Kind::Signed { &theme.signed } else { &theme.sequential };
    let Some(map) = map else { return marks(numbers, theme) };
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
fn marks(numbers: Numbers, theme: &Theme) -> Vec<Span<'static>> {
    let end = numbers.greatest();
    let [least, .., most] = shades();
    let (plus, minus) = if numbers.kind == Kind::Signed { ("+", "-") } else { ("", "") };
    let side = |sign: &str, end: f64| {
        let marks = format!("{sign}{least}…{sign}{most}");
        say!("up-to", marks, end = numbers.tick(end))
    };
    let mut spans = vec![dim(&side(plus, end), theme)];
    if numbers.has_signs() {
        spans.insert(0, dim(&format!("{}   ", side(minus, -end)), theme));
    }
    spans
}

/// Words of a legend.
pub(super) fn dim(text: &str, theme: &Theme) -> Span<'static> {
    Span::styled(text.to_owned(), theme.style(Role::Dim))
}
