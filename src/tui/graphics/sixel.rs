//! A raster as sixels: a device control string of DEC's VT340, as its programmer reference describes it.
//!
//! Six lines of pixels are a band. In a band each color has a row of characters, one a column, whose six lowest bits say which of the
//! six pixels have the color; a run of equal characters is `!`, its length, and the character.

use std::fmt::Write as _;

use super::Raster;
use super::palette::Indexed;

/// The pixels of a column of a band.
const BAND: usize = 6;
/// The character of no pixel.
const NONE: u8 = b'?';
/// From this alpha on a pixel hides the background.
const SEEN: u8 = 96;

/// The string. Pixels without color leave what was there.
pub(super) fn sixel(raster: &Raster) -> String {
    let indexed = Indexed::of(raster);
    let mut text = format!("\x1bP0;1;0q\"1;1;{};{}", indexed.width, indexed.height);
    for (number, [red, green, blue, _]) in indexed.colors.iter().enumerate() {
        let percent = |channel: &u8| (u32::from(*channel) * 100 + 127) / 255;
        _ = write!(text, "#{number};2;{};{};{}", percent(red), percent(green), percent(blue));
    }
    let lines: Vec<&[u8]> = indexed.lines().collect();
    for band in lines.chunks(BAND) {
        write_band(&mut text, &indexed, band);
        text.push('-');
    }
    text.push_str("\x1b\\");
    text
}

fn write_band(text: &mut String, indexed: &Indexed, band: &[&[u8]]) {
    // The columns of each color that the band has, in the order in which they come.
    let mut rows: Vec<Option<Vec<u8>>> = vec![None; indexed.colors.len()];
    for (bit, line) in band.iter().enumerate() {
        for (column, number) in line.iter().enumerate() {
            let number = usize::from(*number);
            if indexed.colors[number][3] >= SEEN {
                rows[number].get_or_insert_with(|| vec![0; indexed.width])[column] |= 1 << bit;
            }
        }
    }
    for (number, row) in rows.iter().enumerate().filter_map(|(number, row)| Some((number, row.as_ref()?))) {
        _ = write!(text, "#{number}");
        write_runs(text, row);
        text.push('$');
    }
}

fn write_runs(text: &mut String, row: &[u8]) {
    let end = row.iter().rposition(|bits| *bits != 0).map_or(0, |last| last + 1);
    for run in row[..end].chunk_by(|one, other| one == other) {
        let sign = char::from(NONE + run[0]);
        if run.len() > 3 {
            _ = write!(text, "!{}{sign}", run.len());
        } else {
            text.extend(std::iter::repeat_n(sign, run.len()));
        }
    }
}
