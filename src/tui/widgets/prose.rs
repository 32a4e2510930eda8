//! Lesson prose: headings, paragraphs, lists, tables, quotes, code and rules, as lines of a given width.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::clip::{spaces, width as width_of};
use super::wrap::wrap;
use crate::notebook::markdown::superscript;
use crate::notebook::math;
use crate::tui::theme::{Role, Theme};

mod formula;
mod table;

/// What a piece of running text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// Plain words.
    Text,
    /// **Strongly** stressed.
    Strong,
    /// *Stressed*.
    Emphasis,
    /// `code`.
    Code,
    /// LaTeX, drawn as Unicode.
    Math,
    /// The words of a link.
    Link,
    /// The same of the link that the cursor is on.
    FocusedLink,
    /// A number that the lesson computed where it stands.
    Value,
    /// Such a number from before: what it is made of cannot be computed now.
    Old,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The words (for [`PieceKind::Math`]: the LaTeX).
    pub text: String,
    /// How they are meant.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of this kind.
    pub fn new(kind: PieceKind, text: impl Into<String>) -> Self {
        Self { text: text.into(), kind }
    }

    /// Plain words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(PieceKind::Text, text)
    }
}

/// Where the cells of a table's column stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the left.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right.
    Right,
}

/// A block of prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prose {
    /// A heading; level 1 is the lesson's own.
    Heading(u8, Vec<Piece>),
    /// Running text.
    Paragraph(Vec<Piece>),
    /// Items with bullets, or with numbers from the given one.
    List(Option<u64>, Vec<Vec<Prose>>),
    /// Footnotes behind their numbers.
    Notes(Vec<(u64, Vec<Prose>)>),
    /// Words of somebody else.
    Quote(Vec<Prose>),
    /// Text as it stands, never broken into other lines.
    Code(String),
    /// A formula in a line of its own.
    Formula(String),
    /// A head, rows, and the alignment of each column.
    Table(Vec<Vec<Piece>>, Vec<Vec<Vec<Piece>>>, Vec<Align>),
    /// A line across.
    Rule,
}

/// `blocks` as lines of at most `width` columns, an empty line between two blocks. The number of lines is the height.
pub fn lines(blocks: &[Prose], width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for block in blocks {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(block_lines(block, width.max(1), theme));
    }
    lines
}

fn block_lines(block: &Prose, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    match block {
        Prose::Heading(level, pieces) => heading(*level, pieces, width, theme),
        Prose::Paragraph(pieces) => wrap(&spans(pieces, theme), width),
        Prose::List(start, items) => list(*start, items, width, theme),
        Prose::Notes(notes) => {
            notes.iter().flat_map(|(number, blocks)| item(superscript(*number) + " ", blocks, width, theme)).collect()
        }
        Prose::Quote(blocks) => {
            let bar = Span::styled("│ ", theme.style(Role::Border));
            let inner = lines(blocks, width.saturating_sub(2), theme);
            inner.into_iter().map(|line| prefixed(bar.clone(), line.patch_style(theme.style(Role::Emphasis)))).collect()
        }
        Prose::Code(text) => {
            let style = theme.style(Role::Name);
            text.lines().map(|line| Line::from_iter([Span::raw("  "), Span::styled(line.to_owned(), style)])).collect()
        }
        Prose::Formula(latex) => {
            let lines = formula::lines(latex, width.saturating_sub(4), theme.style(Role::Accent));
            lines.into_iter().map(|line| prefixed("    ".into(), line)).collect()
        }
        Prose::Table(head, rows, align) => table::lines(head, rows, align, width, theme),
        Prose::Rule => vec![Line::styled("─".repeat(usize::from(width)), theme.style(Role::Border))],
    }
}

/// The lesson's own heading has the style of a title, all others that of a heading.
fn heading(level: u8, pieces: &[Piece], width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let role = if level <= 1 { Role::Title } else { Role::Heading };
    let style = theme.style(role);
    let spans: Vec<_> = spans(pieces, theme).into_iter().map(|span| span.patch_style(style)).collect();
    wrap(&spans, width)
}

fn list(start: Option<u64>, items: &[Vec<Prose>], width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let last = start.map_or(0, |start| start.saturating_add(items.len() as u64).saturating_sub(1));
    let marks = start.map_or(2, |_| width_of(&last.to_string()) + 2);
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let mark = match start {
            Some(start) => format!("{:>1$}. ", start.saturating_add(index as u64), usize::from(marks) - 2),
            None => "• ".to_owned(),
        };
        lines.extend(self::item(mark, item, width, theme));
    }
    lines
}

/// The lines of `blocks` behind a mark.
fn item(mark: String, blocks: &[Prose], width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let marks = width_of(&mark);
    let mut mark = Span::styled(mark, theme.style(Role::Accent));
    let mut lines = Vec::new();
    for block in blocks {
        for line in block_lines(block, width.saturating_sub(marks).max(1), theme) {
            lines.push(prefixed(mark, line));
            mark = Span::raw(spaces(marks));
        }
    }
    lines
}

fn prefixed(prefix: Span<'static>, mut line: Line<'static>) -> Line<'static> {
    line.spans.insert(0, prefix);
    line
}

/// The pieces of running text in their styles.
pub fn spans(pieces: &[Piece], theme: &Theme) -> Vec<Span<'static>> {
    let styled = |piece: &Piece| match piece.kind {
        PieceKind::Math => Span::styled(math::unicode(&piece.text), style(piece.kind, theme)),
        _ => Span::styled(piece.text.clone(), style(piece.kind, theme)),
    };
    pieces.iter().map(styled).collect()
}

fn style(kind: PieceKind, theme: &Theme) -> Style {
    if kind == PieceKind::FocusedLink {
        return theme.style(Role::Link).add_modifier(Modifier::REVERSED);
    }
    theme.style(match kind {
        PieceKind::Text => Role::Text,
        PieceKind::Strong => Role::Strong,
        PieceKind::Emphasis | PieceKind::Math => Role::Emphasis,
        PieceKind::Code => Role::Function,
        PieceKind::Link | PieceKind::FocusedLink => Role::Link,
        PieceKind::Value => Role::Accent,
        PieceKind::Old => Role::Dim,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    fn shown(blocks: &[Prose], width: u16) -> Vec<String> {
        lines(blocks, width, &Theme::new(ThemeName::Dark)).iter().map(Line::to_string).collect()
    }

    fn paragraph(text: &str) -> Prose {
        Prose::Paragraph(vec![Piece::text(text)])
    }

    #[test]
    fn blocks_are_apart_and_wrapped() {
        let blocks =
            [Prose::Heading(2, vec![Piece::text("Score")]), paragraph("How well does each query match?"), Prose::Rule];
        assert_eq!(shown(&blocks, 16), ["Score", "", "How well does", "each query", "match?", "", "────────────────"]);
    }

    #[test]
    fn maths_becomes_unicode_and_values_stand_out() {
        let theme = Theme::new(ThemeName::Mono);
        let pieces =
            [Piece::text("is "), Piece::new(PieceKind::Math, r"\sqrt{d_k}"), Piece::new(PieceKind::Value, "0.50")];
        let spans = spans(&pieces, &theme);
        assert_eq!(spans[1].content, "√dₖ");
        assert_eq!(spans[2].style, theme.style(Role::Accent));
    }

    #[test]
    fn lists_hang_and_nest() {
        let inner = Prose::List(None, vec![vec![paragraph("deep down")]]);
        let list = Prose::List(Some(9), vec![vec![paragraph("one two three")], vec![paragraph("x"), inner]]);
        assert_eq!(shown(&[list], 12), [" 9. one two", "    three", "10. x", "    • deep", "      down"]);
    }

    #[test]
    fn quotes_have_a_bar_and_code_keeps_its_lines() {
        let blocks = [Prose::Quote(vec![paragraph("attention is all")]), Prose::Code("a = 1\n  b".into())];
        assert_eq!(shown(&blocks, 11), ["│ attention", "│ is all", "", "  a = 1", "    b"]);
    }

    #[test]
    fn a_formula_stands_alone() {
        assert_eq!(shown(&[Prose::Formula("x^2".into())], 30), ["    x²"]);
    }
}
