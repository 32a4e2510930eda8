//! Boxes that formulas are put together from, as TeX does: rows of cells, one of which is level with the text beside them.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::widgets::clip::{spaces, width as width_of};

/// A part of a formula as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct MathBox {
    /// All of the same width.
    rows: Vec<Vec<Span<'static>>>,
    /// The row that is level with the text beside it.
    baseline: usize,
    width: u16,
    /// Whether brackets around it grow with it: scripts alone do not make a box tall.
    is_tall: bool,
    /// Whether there is a fraction in it: the line of one around it is longer.
    has_fraction: bool,
}

/// What stands raised and lowered behind something.
#[derive(Clone, Debug, Default)]
pub struct ScriptBoxes {
    /// Above the line.
    pub raised: Option<MathBox>,
    /// Below the line.
    pub lowered: Option<MathBox>,
    /// Whether they are characters that are small themselves, and need no rows of their own.
    pub are_small: bool,
}

impl MathBox {
    /// One row of text.
    pub fn text(text: impl Into<String>, style: Style) -> Self {
        let text = text.into();
        Self { width: width_of(&text), rows: vec![vec![Span::styled(text, style)]], ..Self::default() }
    }

    /// The columns that it takes.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Whether brackets around it grow with it.
    pub fn is_tall(&self) -> bool {
        self.is_tall
    }

    /// How many rows stand above and below the level one.
    fn around(&self) -> (usize, usize) {
        (self.baseline, self.rows.len().saturating_sub(self.baseline + 1))
    }

    /// Boxes side by side, level with each other.
    pub fn row(boxes: impl IntoIterator<Item = Self>) -> Self {
        let boxes: Vec<Self> = boxes.into_iter().collect();
        let above = boxes.iter().map(|own| own.around().0).max().unwrap_or(0);
        let below = boxes.iter().map(|own| own.around().1).max().unwrap_or(0);
        let mut row = Self { rows: vec![Vec::new(); above + 1 + below], baseline: above, ..Self::default() };
        for own in boxes {
            row.width = row.width.saturating_add(own.width);
            row.is_tall |= own.is_tall;
            row.has_fraction |= own.has_fraction;
            let first = above - own.baseline;
            let blank = Span::raw(spaces(own.width));
            let mut rows = own.rows.into_iter();
            for (at, line) in row.rows.iter_mut().enumerate() {
                match (at >= first).then(|| rows.next()).flatten() {
                    Some(spans) => line.extend(spans),
                    None => line.push(blank.clone()),
                }
            }
        }
        row
    }

    /// Lines of one formula below each other, the first of them level with the text beside them; a free row keeps the scripts of two
    /// lines apart.
    pub fn stack(lines: Vec<Self>) -> Self {
        let width = lines.iter().map(|line| line.width).max().unwrap_or(0);
        let is_tall = lines.len() > 1 || lines.iter().any(|line| line.is_tall);
        let has_fraction = lines.iter().any(|line| line.has_fraction);
        let mut stack = Self { width, is_tall, has_fraction, ..Self::default() };
        let mut below = 0;
        for (at, line) in lines.into_iter().enumerate() {
            if at == 0 {
                stack.baseline = line.baseline;
            } else if below > 0 && line.around().0 > 0 {
                stack.rows.push(vec![Span::raw(spaces(width))]);
            }
            below = line.around().1;
            stack.rows.extend(line.padded(0, width).rows);
        }
        stack
    }

    /// One box over another with a line between them, which is longer than the line of any fraction in it. Lines that belong together
    /// keep their left edge.
    pub fn fraction(above: Self, below: Self, style: Style) -> Self {
        let longer = if above.has_fraction || below.has_fraction { 2 } else { 0 };
        let width = above.width.max(below.width).saturating_add(longer);
        let baseline = above.rows.len();
        let bar = Self::text("─".repeat(usize::from(width)), style);
        let rows = [above.centred(width).rows, bar.rows, below.centred(width).rows].concat();
        Self { rows, baseline, width, is_tall: true, has_fraction: true }
    }

    /// The square root of a box. With `is_open` the sign stands before it, and no line is drawn above.
    pub fn root(inner: Self, is_open: bool, style: Style) -> Self {
        if is_open {
            return Self::row([Self::text("√", style), inner]);
        }
        let (is_tall, has_fraction) = (inner.is_tall, inner.has_fraction);
        let height = inner.rows.len();
        let sign: Vec<String> = match height {
            1 => vec!["√".to_owned()],
            // A stroke as high as what it is the root of, with its hook at the foot.
            _ => (0..height)
                .map(|row| {
                    let stroke = spaces((height - row) as u16) + "╱";
                    let hook = if row + 1 == height { "╲╱".to_owned() } else { stroke };
                    format!("{hook}{}", spaces((height + 1) as u16 - width_of(&hook)))
                })
                .collect(),
        };
        let indent = sign.first().map_or(0, |sign| width_of(sign));
        let line = vec![Span::raw(spaces(indent)), Span::styled("▁".repeat(usize::from(inner.width)), style)];
        let own = sign.into_iter().map(|sign| Span::styled(sign, style)).zip(inner.rows);
        let rows = std::iter::once(line).chain(own.map(|(sign, row)| [vec![sign], row].concat())).collect();
        Self { rows, baseline: inner.baseline + 1, width: inner.width + indent, is_tall, has_fraction }
    }

    /// A box with what stands raised and lowered behind it, in rows of their own unless they are small: then these are needed beside
    /// something tall alone.
    #[must_use]
    pub fn with_scripts(self, scripts: ScriptBoxes) -> Self {
        let ScriptBoxes { raised, lowered, are_small } = scripts;
        if are_small && self.rows.len() == 1 {
            return Self::row([Some(self), lowered, raised].into_iter().flatten());
        }
        let (above, below) = self.around();
        let width = raised.iter().chain(&lowered).map(|script| script.width).max().unwrap_or(0);
        let blanks = |count: usize| vec![vec![Span::raw(spaces(width))]; count];
        let rows = |script: Option<Self>| script.map(|script| script.padded(0, width).rows).unwrap_or_default();
        let (raised, lowered) = (rows(raised), rows(lowered));
        // A script of something high stands at its corner.
        let (over, under) = (above.saturating_sub(raised.len()), below.saturating_sub(lowered.len()));
        let over = if raised.is_empty() { 0 } else { over };
        let under = if lowered.is_empty() { 0 } else { under };
        let baseline = raised.len() + over;
        let rows = [raised, blanks(over + 1 + under), lowered].concat();
        let column = Self { rows, baseline, width, ..Self::default() };
        Self::row([self, column])
    }

    /// A large operator with its limits above and below.
    #[must_use]
    pub fn with_limits(self, above: Option<Self>, below: Option<Self>) -> Self {
        let width = [Some(&self), above.as_ref(), below.as_ref()].into_iter().flatten().map(|own| own.width).max();
        let width = width.unwrap_or(0);
        let baseline = self.baseline + above.as_ref().map_or(0, |above| above.rows.len());
        let has_fraction = self.has_fraction;
        let all = [above, Some(self), below].into_iter().flatten();
        Self {
            rows: all.flat_map(|own| own.centred(width).rows).collect(),
            baseline,
            width,
            is_tall: true,
            has_fraction,
        }
    }

    /// A box between brackets as high as it is.
    pub fn in_brackets(open: Option<char>, inner: Self, close: Option<char>, style: Style) -> Self {
        let (height, baseline) = (inner.rows.len(), inner.baseline);
        let side = |bracket: Option<char>| {
            let rows = (0..height).map(|row| {
                let sign = bracket.map_or(' ', |bracket| stretched(bracket, row, height, baseline));
                vec![Span::styled(sign.to_string(), style)]
            });
            Self { rows: rows.collect(), baseline, width: 1, is_tall: true, has_fraction: false }
        };
        let gap = || Self::text(" ", Style::default());
        let (left, right) = (side(open), side(close));
        Self::row([left, gap(), inner, gap(), right])
    }

    /// With so many blank columns before it, in all `width` wide.
    fn padded(mut self, left: u16, width: u16) -> Self {
        let right = width.saturating_sub(self.width.saturating_add(left));
        for row in &mut self.rows {
            if left > 0 {
                row.insert(0, Span::raw(spaces(left)));
            }
            if right > 0 {
                row.push(Span::raw(spaces(right)));
            }
        }
        self.width = self.width.max(width);
        self
    }

    /// With a margin at the left.
    #[must_use]
    pub fn indented(self, by: u16) -> Self {
        let width = self.width.saturating_add(by);
        self.padded(by, width)
    }

    fn centred(self, width: u16) -> Self {
        let left = width.saturating_sub(self.width) / 2;
        self.padded(left, width)
    }

    /// Its rows as lines, without blanks at their ends.
    pub fn into_lines(self) -> Vec<Line<'static>> {
        self.rows.into_iter().map(|row| Line::from(joined(row))).collect()
    }
}

/// Neighbours of one style become one; blanks at the end are dropped.
fn joined(row: Vec<Span<'static>>) -> Vec<Span<'static>> {
    let mut joined: Vec<Span<'static>> = Vec::new();
    for span in row.into_iter().filter(|span| !span.content.is_empty()) {
        match joined.last_mut() {
            Some(last) if last.style == span.style => last.content.to_mut().push_str(&span.content),
            _ => joined.push(span),
        }
    }
    while let Some(last) = joined.last_mut() {
        let text = last.content.trim_end_matches(' ');
        if !text.is_empty() {
            let end = text.len();
            last.content.to_mut().truncate(end);
            break;
        }
        joined.pop();
    }
    joined
}

/// A row of a bracket that is `height` rows high.
fn stretched(bracket: char, row: usize, height: usize, baseline: usize) -> char {
    let is_single = height == 1 || matches!(bracket, '⟨' | '⟩');
    if is_single {
        return if row == baseline { bracket } else { ' ' };
    }
    let (top, bottom) = match bracket {
        '(' | '{' => ('╭', '╰'),
        ')' | '}' => ('╮', '╯'),
        '[' => ('┌', '└'),
        ']' => ('┐', '┘'),
        '⌊' => ('│', '└'),
        '⌋' => ('│', '┘'),
        '‖' => ('║', '║'),
        '|' => ('│', '│'),
        _ => return if row == baseline { bracket } else { ' ' },
    };
    match bracket {
        _ if row == 0 => top,
        _ if row + 1 == height => bottom,
        '{' if row == height / 2 => '┤',
        '}' if row == height / 2 => '├',
        '‖' => '║',
        _ => '│',
    }
}
