//! Words in letters four columns wide and four lines high, made of quarters of cells: what is to be read from the back of a room.

use font8x8::{BASIC_FONTS, GREEK_FONTS, LATIN_FONTS, UnicodeFonts};
use ratatui::style::Style;
use ratatui::text::Line;

/// The columns and lines of a letter.
const WIDE: u16 = 4;
const HIGH: u16 = 4;
/// A cell by which of its quarters are filled: above left 1, above right 2, below left 4, below right 8.
const QUARTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// `words` in large letters, broken between words; nothing if they need more than `height` lines or a wider one than `width`, or if
/// there is a letter that has no large one.
pub fn lines(words: &str, width: u16, height: u16, style: Style) -> Option<Vec<Line<'static>>> {
    let letters = usize::from(width / WIDE);
    let mut rows: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= letters => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    let fits = rows.len() * usize::from(HIGH) <= usize::from(height);
    if rows.is_empty() || !fits || rows.iter().any(|row| row.chars().count() > letters) {
        return None;
    }
    let large: Option<Vec<Vec<String>>> = rows.iter().map(|row| large(row)).collect();
    Some(large?.into_iter().flatten().map(|line| Line::styled(line, style)).collect())
}

/// The lines of one row of letters.
fn large(row: &str) -> Option<Vec<String>> {
    let letters: Option<Vec<[u8; 8]>> = row.chars().map(bits).collect();
    let letters = letters?;
    let line = |y: usize| letters.iter().flat_map(|letter| quarters(letter[2 * y], letter[2 * y + 1])).collect();
    Some((0..usize::from(HIGH)).map(line).collect())
}

/// The dots of a letter: eight rows of eight, the lowest bit at the left.
fn bits(letter: char) -> Option<[u8; 8]> {
    let letter = match letter {
        '’' => '\'',
        '–' => '-',
        other => other,
    };
    BASIC_FONTS.get(letter).or_else(|| LATIN_FONTS.get(letter)).or_else(|| GREEK_FONTS.get(letter))
}

/// Two rows of dots as four cells.
fn quarters(above: u8, below: u8) -> impl Iterator<Item = char> {
    (0..4).map(move |x| QUARTERS[usize::from(above >> (2 * x) & 3 | (below >> (2 * x) & 3) << 2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: &str, width: u16, height: u16) -> Option<Vec<String>> {
        Some(lines(words, width, height, Style::new())?.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn letters_are_four_by_four() {
        let i = shown("I", 4, 4).unwrap();
        assert_eq!(i, ["▝█▘ ", " █  ", " █  ", "▝▀▘ "]);
    }

    #[test]
    fn words_go_to_the_next_row_and_not_beyond_their_room() {
        assert_eq!(shown("one two", 40, 9).unwrap().len(), 4);
        assert_eq!(shown("one two", 12, 9).unwrap().len(), 8);
        assert_eq!(shown("one two", 12, 7), None);
        assert_eq!(shown("three", 19, 9), None);
        assert_eq!(shown("猫", 40, 9), None);
        assert_eq!(shown("", 40, 9), None);
    }
}
