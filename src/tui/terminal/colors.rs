//! What a terminal reports of its colors.

use crate::tui::theme::TerminalColors;
use crate::tui::theme::oklab::Rgb;

/// Takes in the report of a color, such as `11;rgb:fdfd/f6f6/e3e3`. What is something else changes nothing.
pub(in crate::tui) fn hear(colors: &mut TerminalColors, report: &str) {
    let mut parts = report.split(';');
    match parts.next() {
        Some("10") => set(&mut colors.foreground, parts.next()),
        Some("11") => set(&mut colors.background, parts.next()),
        Some("4") => {
            while let (Some(index), color @ Some(_)) = (parts.next(), parts.next()) {
                if let Some(slot) = index.parse().ok().and_then(|index: usize| colors.palette.get_mut(index)) {
                    set(slot, color);
                }
            }
        }
        _ => {}
    }
}

fn set(slot: &mut Option<Rgb>, color: Option<&str>) {
    if let Some(color) = color.and_then(rgb) {
        *slot = Some(color);
    }
}

/// A color as X11 writes it: `rgb:r/g/b` or `rgba:r/g/b/a` with one to four hexadecimal digits each, or `#` and all of them together.
fn rgb(text: &str) -> Option<Rgb> {
    let channels: Vec<&str> = if let Some(digits) = text.strip_prefix('#').filter(|digits| digits.is_ascii()) {
        let width = digits.len() / 3;
        (0..3).filter_map(|channel| digits.get(channel * width..(channel + 1) * width)).collect()
    } else {
        let all = text.strip_prefix("rgb:").map(|rgb| (rgb, 3)).or(text.strip_prefix("rgba:").map(|rgba| (rgba, 4)));
        let (all, count) = all?;
        Some(all.split('/').collect()).filter(|channels: &Vec<&str>| channels.len() == count)?
    };
    match channels.as_slice() {
        [red, green, blue, ..] => Some(Rgb(channel(red)?, channel(green)?, channel(blue)?)),
        _ => None,
    }
}

/// One channel, of which all digits together are the brightest.
fn channel(digits: &str) -> Option<u8> {
    if !(1..=4).contains(&digits.len()) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let brightest = (1_u32 << (4 * digits.len())) - 1;
    let value = u32::from_str_radix(digits, 16).ok()?;
    u8::try_from((value * 255 + brightest / 2) / brightest).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_of_a_color_is_read() {
        for (text, color) in [
            ("rgb:fdfd/f6f6/e3e3", Rgb(0xfd, 0xf6, 0xe3)),
            ("rgb:fd/f6/e3", Rgb(0xfd, 0xf6, 0xe3)),
            ("rgb:f/0/8", Rgb(255, 0, 136)),
            ("rgb:fff/000/800", Rgb(255, 0, 128)),
            ("rgba:0000/2b2b/3636/ffff", Rgb(0, 0x2b, 0x36)),
            ("#002b36", Rgb(0, 0x2b, 0x36)),
            ("#00002b2b3636", Rgb(0, 0x2b, 0x36)),
            ("#f08", Rgb(255, 0, 136)),
        ] {
            assert_eq!(rgb(text), Some(color), "{text}");
        }
        for nonsense in [
            "",
            "?",
            "rgb:",
            "rgb:1/2",
            "rgb:1/2/3/4",
            "rgba:1/2/3",
            "rgb:zz/zz/zz",
            "rgb:+1/2/3",
            "rgb:12345/0/0",
            "#",
            "#12",
            "#é2",
            "red",
            "rgb://",
        ] {
            assert_eq!(rgb(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn reports_set_what_they_name() {
        let mut colors = TerminalColors::default();
        for report in [
            "10;rgb:83/94/96",
            "11;rgb:00/2b/36",
            "4;8;rgb:00/2b/36",
            "4;0;#073642;15;#fdf6e3",
            "4;16;#ffffff",
            "12;#ffffff",
        ] {
            hear(&mut colors, report);
        }
        assert_eq!((colors.foreground, colors.background), (Some(Rgb(0x83, 0x94, 0x96)), Some(Rgb(0, 0x2b, 0x36))));
        let known: Vec<usize> = (0..16).filter(|index| colors.palette[*index].is_some()).collect();
        assert_eq!(known, [0, 8, 15]);
        let before = colors;
        for nonsense in ["11;rgb:zzzz/zzzz/zzzz", "11", "4;x;#000000", "", "4", ";;;"] {
            hear(&mut colors, nonsense);
        }
        assert_eq!(colors, before);
    }
}
