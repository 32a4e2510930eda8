//! Box lines, blocks and the dots of Braille as rectangles in the unit square of a cell.

/// A filled rectangle; 0 is the left or top edge of the cell and 1 the right or bottom one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    pub(super) x0: f32,
    pub(super) y0: f32,
    pub(super) x1: f32,
    pub(super) y1: f32,
}

/// Half the thickness of a thin line, across and along a cell that is about twice as high as wide.
const THIN: (f32, f32) = (0.06, 0.03);
const THICK: (f32, f32) = (0.14, 0.07);

/// The rectangles of `symbol`, or None where it is a letter for the font to draw.
pub(super) fn shape(symbol: &str) -> Option<Vec<Part>> {
    let mut letters = symbol.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    lines(letter)
        .or_else(|| round(letter))
        .or_else(|| dashes(letter))
        .or_else(|| dots(letter))
        .or_else(|| block(letter).map(|part| vec![part]))
}

/// Which of the four arms (left, right, up, down) a box character has.
fn lines(letter: char) -> Option<Vec<Part>> {
    let (arms, weight) = match letter {
        '─' => ("lr", THIN),
        '│' => ("ud", THIN),
        '┌' => ("rd", THIN),
        '┐' => ("ld", THIN),
        '└' => ("ru", THIN),
        '┘' => ("lu", THIN),
        '├' => ("udr", THIN),
        '┤' => ("udl", THIN),
        '┬' => ("lrd", THIN),
        '┴' => ("lru", THIN),
        '┼' => ("lrud", THIN),
        '━' => ("lr", THICK),
        '┃' => ("ud", THICK),
        _ => return None,
    };
    Some(arms.chars().map(|arm| line(arm, weight)).collect())
}

/// One arm, from the middle of the cell to an edge, a little longer so that the corner is filled.
fn line(arm: char, (across, along): (f32, f32)) -> Part {
    let (left, right, top, bottom) = (0.5 - across, 0.5 + across, 0.5 - along, 0.5 + along);
    match arm {
        'l' => Part { x0: 0.0, y0: top, x1: right, y1: bottom },
        'r' => Part { x0: left, y0: top, x1: 1.0, y1: bottom },
        'u' => Part { x0: left, y0: 0.0, x1: right, y1: bottom },
        _ => Part { x0: left, y0: top, x1: right, y1: 1.0 },
    }
}

/// A round corner: its arms, and a quarter of a circle between them, of short pieces.
fn round(letter: char) -> Option<Vec<Part>> {
    const PIECES: u8 = 16;
    const RADIUS: (f32, f32) = (0.5 - THIN.0, 0.25 - THIN.1);
    let (is_left, is_top) = match letter {
        '╭' => (true, true),
        '╮' => (false, true),
        '╰' => (true, false),
        '╯' => (false, false),
        _ => return None,
    };
    // As it is at the upper left, then mirrored to its place.
    let mirrored = |low: f32, high: f32, is_kept: bool| if is_kept { (low, high) } else { (1.0 - high, 1.0 - low) };
    let part = |(x0, x1): (f32, f32), (y0, y1): (f32, f32)| {
        let ((x0, x1), (y0, y1)) = (mirrored(x0, x1, is_left), mirrored(y0, y1, is_top));
        Part { x0, y0, x1, y1 }
    };
    let around = |middle: f32, half: f32| (middle - half, middle + half);
    let (x, y) = (0.5 + RADIUS.0, 0.5 + RADIUS.1);
    let piece = |at: u8| {
        let (sin, cos) = (f32::from(at) / f32::from(PIECES) * std::f32::consts::FRAC_PI_2).sin_cos();
        part(around(x - RADIUS.0 * cos, THIN.0), around(y - RADIUS.1 * sin, THIN.1))
    };
    let arms = [part((x, 1.0), around(0.5, THIN.1)), part(around(0.5, THIN.0), (y, 1.0))];
    Some(arms.into_iter().chain((0..=PIECES).map(piece)).collect())
}

/// A line with air in it.
fn dashes(letter: char) -> Option<Vec<Part>> {
    let dash = |x0: f32| Part { x0, y0: 0.5 - THIN.1, x1: x0 + 0.3, y1: 0.5 + THIN.1 };
    (letter == '╌').then(|| vec![dash(0.1), dash(0.6)])
}

/// The dots of a Braille character: fonts draw them with air around the cell, which would tear every curve.
fn dots(letter: char) -> Option<Vec<Part>> {
    /// Column and row of each bit, from the lowest.
    const PLACES: [(f32, f32); 8] =
        [(0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (1.0, 0.0), (1.0, 1.0), (1.0, 2.0), (0.0, 3.0), (1.0, 3.0)];
    /// Half the size of a dot, across and down.
    const HALF: (f32, f32) = (0.19, 0.095);
    let bits = u32::from(letter).checked_sub(0x2800).filter(|bits| *bits < 256)?;
    let dot = |(column, row): (f32, f32)| {
        let (x, y) = (0.25 + column * 0.5, 0.125 + row * 0.25);
        Part { x0: x - HALF.0, y0: y - HALF.1, x1: x + HALF.0, y1: y + HALF.1 }
    };
    let is_set = |bit: usize| bits >> bit & 1 == 1;
    Some(PLACES.into_iter().enumerate().filter(|(bit, _)| is_set(*bit)).map(|(_, place)| dot(place)).collect())
}

fn block(letter: char) -> Option<Part> {
    let whole = Part { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 };
    let eighths = |from: char| (letter as u32 - from as u32) as f32 / 8.0;
    Some(match letter {
        '▀' => Part { y1: 0.5, ..whole },
        '▐' => Part { x0: 0.5, ..whole },
        '▖' => Part { x1: 0.5, y0: 0.5, ..whole },
        '▗' => Part { x0: 0.5, y0: 0.5, ..whole },
        // ▁ is one eighth from below, █ is all eight.
        '▁'..='█' => Part { y0: 7.0 / 8.0 - eighths('▁'), ..whole },
        // ▉ is seven eighths from the left, ▏ one.
        '▉'..='▏' => Part { x1: 7.0 / 8.0 - eighths('▉'), ..whole },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_their_size() {
        let only = |symbol: &str| shape(symbol).unwrap()[0];
        assert_eq!(only("█"), Part { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 });
        assert_eq!(only("▄"), Part { x0: 0.0, y0: 0.5, x1: 1.0, y1: 1.0 });
        assert_eq!(only("▌"), Part { x0: 0.0, y0: 0.0, x1: 0.5, y1: 1.0 });
    }

    #[test]
    fn round_corners_reach_the_edges_that_square_ones_reach() {
        let edges = |symbol: &str| {
            let has = |is: fn(&Part) -> bool| shape(symbol).unwrap().iter().any(is);
            let (left, right) = (has(|part| part.x0 <= 0.0), has(|part| part.x1 >= 1.0));
            [left, right, has(|part| part.y0 <= 0.0), has(|part| part.y1 >= 1.0)]
        };
        for (round, square) in [("╭", "┌"), ("╮", "┐"), ("╰", "└"), ("╯", "┘")] {
            assert_eq!(edges(round), edges(square), "{round}");
        }
    }

    #[test]
    fn dots_stand_where_their_bits_say() {
        let dots = shape("\u{2881}").unwrap();
        assert_eq!(dots.len(), 2);
        assert!(dots[0].x1 < 0.5 && dots[0].y1 < 0.25);
        assert!(dots[1].x0 > 0.5 && dots[1].y0 > 0.75);
        assert_eq!(shape("\u{2800}"), Some(Vec::new()));
    }

    #[test]
    fn letters_are_left_to_the_font() {
        assert_eq!(shape("a"), None);
        assert_eq!(shape(""), None);
        assert_eq!(shape("──"), None);
        assert_eq!(shape("┼").unwrap().len(), 4);
    }
}
