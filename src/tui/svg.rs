//! A finished frame as a picture.
//!
//! The pictures in the documentation are made by the program itself, so they are exact and repeatable. Every run of text is pinned to the
//! cell grid (`textLength`), whatever font the viewer has; box lines and blocks are drawn as shapes, so they join without gaps.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::screen::width;
use super::theme::TerminalColors;
use super::theme::oklab::{Oklab, Rgb};
use shapes::{Part, shape};

mod moving;
mod shapes;

pub use moving::{Shot, moving};

/// The size of a cell and of the letters in it, in SVG units; the ratio is that of `DejaVu Sans Mono`.
const CELL_WIDTH: f32 = 8.43;
const CELL_HEIGHT: f32 = 18.0;
const FONT_SIZE: f32 = 14.0;
/// From the top of a cell to the line on which letters stand.
const BASELINE: f32 = 13.5;
const MARGIN: f32 = 12.0;
const TITLE_BAR: f32 = 30.0;
/// What closes a picture that [`head`] began.
const END: &str = "</g>\n</svg>\n";

/// The terminal that a picture pretends to be.
#[derive(Debug, Clone)]
pub struct Window {
    /// What stands in the window's bar.
    pub title: String,
    foreground: Rgb,
    background: Rgb,
    bar: Rgb,
    colors: TerminalColors,
}

impl Window {
    /// A dark terminal.
    pub fn dark(title: &str) -> Self {
        Self::new(title, TerminalColors::dark(), Rgb(42, 42, 47))
    }

    /// A light terminal.
    pub fn light(title: &str) -> Self {
        Self::new(title, TerminalColors::light(), Rgb(228, 228, 226))
    }

    fn new(title: &str, colors: TerminalColors, bar: Rgb) -> Self {
        let (foreground, background) = (colors.foreground.unwrap_or_default(), colors.background.unwrap_or_default());
        Self { title: title.to_owned(), foreground, background, bar, colors }
    }

    fn rgb(&self, color: Color, default: Rgb) -> Rgb {
        if color == Color::Reset { default } else { self.colors.rgb(color).unwrap_or(default) }
    }

    /// What a cell looks like once reverse, dim and hidden are worked out.
    fn look(&self, cell: &Cell) -> Look {
        let mut foreground = self.rgb(cell.fg, self.foreground);
        let mut background = self.rgb(cell.bg, self.background);
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut foreground, &mut background);
        }
        if cell.modifier.contains(Modifier::DIM) {
            foreground = Oklab::from(foreground).mix(background.into(), 0.4).into();
        }
        if cell.modifier.contains(Modifier::HIDDEN) {
            foreground = background;
        }
        let shown = Modifier::BOLD | Modifier::ITALIC | Modifier::UNDERLINED | Modifier::CROSSED_OUT;
        Look { foreground, background, modifier: cell.modifier & shown }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Look {
    foreground: Rgb,
    background: Rgb,
    modifier: Modifier,
}

/// Neighbouring cells of one row that look the same.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    column: u16,
    columns: u16,
    text: String,
    look: Look,
    /// Drawn as shapes rather than as letters.
    shapes: bool,
}

/// `frame` as a standalone SVG document in `window`.
pub fn svg(frame: &Buffer, window: &Window) -> String {
    let mut out = String::new();
    head(&mut out, frame.area, window);
    for y in 0..frame.area.height {
        for run in runs(frame, frame.area.y + y, window) {
            draw_run(&mut out, &run, row_top(y), window);
        }
    }
    out.push_str(END);
    out
}

/// The upper edge of row `y` in the picture.
fn row_top(y: u16) -> f32 {
    TITLE_BAR + MARGIN + f32::from(y) * CELL_HEIGHT
}

/// Draws the window around a screen of this size: its frame, its bar and three buttons. Returns its width.
fn head(out: &mut String, screen: Rect, window: &Window) -> f32 {
    let width = f32::from(screen.width) * CELL_WIDTH + 2.0 * MARGIN;
    let height = f32::from(screen.height) * CELL_HEIGHT + 2.0 * MARGIN + TITLE_BAR;
    let (background, bar, dim) =
        (hex(window.background), hex(window.bar), hex(window.rgb(Color::DarkGray, window.foreground)));
    let title = escape(&window.title);
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1}" height="{height:.1}" viewBox="0 0 {width:.1} {height:.1}" role="img" aria-label="{title}">
<title>{title}</title>
<rect x="0.5" y="0.5" width="{:.1}" height="{:.1}" rx="8" fill="{background}" stroke="{bar}"/>
<path d="M0.5 {TITLE_BAR}V8.5a8 8 0 0 1 8-8H{:.1}a8 8 0 0 1 8 8V{TITLE_BAR}z" fill="{bar}"/>
<g fill="#e06c60"><circle cx="18" cy="15" r="5"/><circle cx="36" cy="15" r="5" fill="#e0b050"/><circle cx="54" cy="15" r="5" fill="#70b060"/></g>
<g font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="{FONT_SIZE}" xml:space="preserve">
<text x="{:.1}" y="20" fill="{dim}" text-anchor="middle">{title}</text>
"##,
        width - 1.0,
        height - 1.0,
        width - 8.5,
        width / 2.0,
    );
    width
}

/// Row `y` cut into runs. A wide character is a run of its own, so that no font can move what follows it.
fn runs(frame: &Buffer, y: u16, window: &Window) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut x = frame.area.left();
    while x < frame.area.right() {
        let cell = &frame[(x, y)];
        let columns = width(cell.symbol());
        let (look, shapes) = (window.look(cell), shape(cell.symbol()).is_some());
        match runs.last_mut() {
            Some(run)
                if run.look == look
                    && run.shapes == shapes
                    && columns == 1
                    && run.columns == run.text.chars().count() as u16 =>
            {
                run.text.push_str(cell.symbol());
                run.columns += 1;
            }
            _ => runs.push(Run { column: x - frame.area.x, columns, text: cell.symbol().to_owned(), look, shapes }),
        }
        x = x.saturating_add(columns);
    }
    runs
}

fn draw_run(out: &mut String, run: &Run, top: f32, window: &Window) {
    let left = MARGIN + f32::from(run.column) * CELL_WIDTH;
    let wide = f32::from(run.columns) * CELL_WIDTH;
    if run.look.background != window.background {
        draw_rectangle(out, left, top, wide, CELL_HEIGHT, &hex(run.look.background));
    }
    let fill = hex(run.look.foreground);
    if run.shapes {
        draw_shapes(out, run, left, top, &fill);
    } else if run.text.trim().is_empty() {
        draw_rules(out, run.look.modifier, left, wide, top, &fill);
    } else {
        draw_text(out, run, left, wide, top, &fill);
    }
}

fn draw_rectangle(out: &mut String, left: f32, top: f32, wide: f32, high: f32, fill: &str) {
    let (left, top, wide, high) = (number(left), number(top), number(wide), number(high));
    let _ = writeln!(out, r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{fill}"/>"#);
}

fn draw_text(out: &mut String, run: &Run, left: f32, wide: f32, top: f32, fill: &str) {
    let modifier = run.look.modifier;
    let weight = if modifier.contains(Modifier::BOLD) { r#" font-weight="bold""# } else { "" };
    let slant = if modifier.contains(Modifier::ITALIC) { r#" font-style="italic""# } else { "" };
    let (x, y, length) = (number(left), number(top + BASELINE), number(wide));
    let text = escape(&run.text);
    let _ = writeln!(
        out,
        r#"<text x="{x}" y="{y}" fill="{fill}" textLength="{length}" lengthAdjust="spacingAndGlyphs"{weight}{slant}>{text}</text>"#
    );
    draw_rules(out, modifier, left, wide, top, fill);
}

/// Underlines and strikes, drawn by hand because a text's own decoration skips trailing spaces.
fn draw_rules(out: &mut String, modifier: Modifier, left: f32, wide: f32, top: f32, fill: &str) {
    for (rule, at) in [(Modifier::UNDERLINED, BASELINE + 2.0), (Modifier::CROSSED_OUT, BASELINE - 4.5)] {
        if modifier.contains(rule) {
            draw_rectangle(out, left, top + at, wide, 1.0, fill);
        }
    }
}

fn draw_shapes(out: &mut String, run: &Run, left: f32, top: f32, fill: &str) {
    let mut path = String::new();
    for part in joined(&run.text) {
        let (x, y) = (number(left + part.x0 * CELL_WIDTH), number(top + part.y0 * CELL_HEIGHT));
        let (wide, high) = (number((part.x1 - part.x0) * CELL_WIDTH), number((part.y1 - part.y0) * CELL_HEIGHT));
        let _ = write!(path, "M{x} {y}h{wide}v{high}h-{wide}z");
    }
    let _ = writeln!(out, r#"<path d="{path}" fill="{fill}"/>"#);
}

/// The rectangles of a run, in cells; those of one height that touch are one, so a line is drawn in one piece.
fn joined(text: &str) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for (index, symbol) in text.chars().enumerate() {
        for part in shape(symbol.encode_utf8(&mut [0; 4])).unwrap_or_default() {
            let (x0, x1) = (part.x0 + index as f32, part.x1 + index as f32);
            let continues = |left: &&mut Part| (left.y0, left.y1) == (part.y0, part.y1) && left.x1 >= x0;
            match all.iter_mut().rev().find(continues) {
                Some(left) => left.x1 = left.x1.max(x1),
                None => all.push(Part { x0, x1, ..part }),
            }
        }
    }
    all
}

/// A number with at most two decimals.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::super::theme::oklab::contrast;
    use super::super::theme::{Role, Theme, ThemeName};
    use super::*;

    #[test]
    fn the_theme_of_the_strongest_contrast_reaches_seven_to_one_in_every_cell() {
        let theme = Theme::new(ThemeName::Contrast);
        for window in [Window::dark(""), Window::light("")] {
            for role in Role::ALL {
                let mut frame = Buffer::with_lines(["x"]);
                frame.set_style(frame.area, theme.style(role));
                let look = window.look(&frame.content[0]);
                assert!(contrast(look.foreground, look.background) >= 7.0, "{role:?}");
            }
        }
    }

    #[test]
    fn text_is_escaped_and_pinned_to_the_grid() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 10, 1));
        frame.set_string(0, 0, "a<b & 猫c", Style::new());
        let picture = svg(&frame, &Window::dark("a & b"));
        assert!(picture.contains("a&lt;b &amp; </text>"));
        assert!(picture.contains(r#"textLength="16.86" lengthAdjust="spacingAndGlyphs">猫</text>"#));
        assert!(picture.contains("<title>a &amp; b</title>"));
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn reverse_swaps_and_underline_is_drawn() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 4, 1));
        frame.set_string(0, 0, "x", Style::new().reversed().underlined());
        let picture = svg(&frame, &Window::dark(""));
        assert!(picture.contains(r##"height="18" fill="#d0d0d0""##));
        assert!(picture.contains(r##"height="1" fill="#18181b""##));
    }

    #[test]
    fn a_line_is_drawn_in_one_piece() {
        let parts = joined("──┼──");
        assert_eq!(parts.len(), 3, "the line, and the upper and the lower arm: {parts:?}");
        let line = Part { x0: 0.0, x1: 5.0, ..parts[0] };
        assert_eq!(parts[0], line);
    }

    #[test]
    fn numbers_have_no_zeros_at_their_end() {
        assert_eq!([12.0, 0.5, 8.43, 100.0, 0.001].map(number), ["12", "0.5", "8.43", "100", "0"]);
    }

    #[test]
    fn lines_become_shapes() {
        let frame = Buffer::with_lines(["─│▌"]);
        let picture = svg(&frame, &Window::light(""));
        assert!(picture.contains("<path d=\"M12 "));
        assert!(!picture.contains('│'));
    }
}
