//! Everything that is sent is read again as a terminal reads it, and compared with what was to be shown.

use std::collections::BTreeMap;
use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::kitty::MARKS;
use super::{CellSize, Composer, Graphics, Images, Protocol, Raster, Rgba};

const CELL: CellSize = CellSize { width: 4, height: 8 };
const CLEAR: Rgba = [0; 4];

/// A terminal's pixels.
struct Pixels {
    width: usize,
    colors: Vec<Rgba>,
}

impl Pixels {
    fn assert_like(&self, raster: &Raster, tolerance: u8) {
        assert_eq!((self.width, self.colors.len() / self.width), (raster.width(), raster.height()));
        for (place, color) in self.colors.iter().enumerate() {
            let meant = raster.at(place % self.width, place / self.width);
            let is_clear = meant[3] == 0 && color[3] == 0;
            let is_near = color.iter().zip(meant).all(|(one, other)| one.abs_diff(other) <= tolerance);
            assert!(is_clear || is_near, "pixel {place}: {color:?} where {meant:?} is meant");
        }
    }
}

/// A picture with every kind of run: flat, changing in each pixel, clear.
fn sample(width: usize, height: usize) -> Raster {
    let mut raster = Raster::new(width, height);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        match (x + y) % 5 {
            0 => {}
            1 => {
                // Noise, which cannot be packed.
                let noise = (x * height + y).wrapping_mul(2_654_435_761) >> 13;
                let (red, green) = (noise % 12, noise / 12 % 12);
                raster.fill((x, y), (1, 1), [red as u8 * 20, green as u8 * 20, 7, 255]);
            }
            _ => raster.fill((x, y), (1, 1), [200, 100, 50, 255]),
        }
    }
    raster
}

/// A PNG of one byte a pixel, whose lines are unchanged or differences from the line above.
fn read_png(file: &[u8]) -> Pixels {
    let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("a PNG");
    let mut chunks: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let (name, content) = (&rest[4..8], &rest[8..8 + length]);
        let mut crc = flate2::Crc::new();
        crc.update(&rest[4..8 + length]);
        assert_eq!(rest[8 + length..12 + length], crc.sum().to_be_bytes(), "a checksum");
        chunks.insert(String::from_utf8(name.to_vec()).unwrap(), content.to_vec());
        rest = &rest[12 + length..];
    }
    let header = &chunks["IHDR"];
    let side = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(header[8..], [8, 3, 0, 0, 0]);
    let mut lines = Vec::new();
    ZlibDecoder::new(chunks["IDAT"].as_slice()).read_to_end(&mut lines).unwrap();
    let (width, height) = (side(0), side(4));
    let mut above = vec![0_u8; width];
    let mut colors = Vec::new();
    for line in lines.chunks(width + 1) {
        for (pixel, above) in line[1..].iter().zip(&mut above) {
            *above = if line[0] == 2 { pixel.wrapping_add(*above) } else { *pixel };
            let number = usize::from(*above);
            let [red, green, blue] = chunks["PLTE"][number * 3..number * 3 + 3].try_into().unwrap();
            colors.push([red, green, blue, chunks["tRNS"][number]]);
        }
    }
    assert_eq!(colors.len(), width * height);
    Pixels { width, colors }
}

/// Sixels, as a VT340 reads them.
fn read_sixel(text: &str) -> Pixels {
    let body = text.strip_prefix("\x1bP0;1;0q\"1;1;").unwrap().strip_suffix("\x1b\\").unwrap();
    let at = body.find('#').unwrap_or(body.len());
    let sides: Vec<usize> = body[..at].split(';').map(|side| side.trim_end_matches('-').parse().unwrap()).collect();
    let (width, height) = (sides[0], sides[1]);
    let mut colors = vec![CLEAR; width * height];
    let mut palette: BTreeMap<usize, Rgba> = BTreeMap::new();
    let (mut x, mut y, mut color) = (0, 0, 0);
    let mut rest = body[at..].chars().peekable();
    while let Some(sign) = rest.next() {
        let mut numbers = |separated: bool| {
            let mut text = String::new();
            while let Some(next) = rest.next_if(|next| next.is_ascii_digit() || (separated && *next == ';')) {
                text.push(next);
            }
            text.split(';').map(|number| number.parse().unwrap()).collect::<Vec<usize>>()
        };
        let mut count = 1;
        let mut drawn = sign;
        match sign {
            '#' => {
                let numbers = numbers(true);
                color = numbers[0];
                if let [_, 2, red, green, blue] = numbers[..] {
                    let channel = |percent: usize| ((percent * 255 + 50) / 100) as u8;
                    palette.insert(color, [channel(red), channel(green), channel(blue), 255]);
                }
                continue;
            }
            '$' => {
                x = 0;
                continue;
            }
            '-' => {
                (x, y) = (0, y + 6);
                continue;
            }
            '!' => {
                count = numbers(false)[0];
                drawn = rest.next().unwrap();
            }
            _ => {}
        }
        let bits = drawn as u8 - b'?';
        for column in x..x + count {
            for bit in (0..6).filter(|bit| bits >> bit & 1 == 1) {
                let place = &mut colors[(y + bit) * width + column];
                assert_eq!(*place, CLEAR, "a pixel is drawn once");
                *place = palette[&color];
            }
        }
        x += count;
    }
    Pixels { width, colors }
}

/// The file of iTerm2's inline image, and what is said of it.
fn read_iterm2(text: &str) -> (String, Pixels) {
    let body = text.strip_prefix("\x1b]1337;File=").unwrap().strip_suffix('\x07').unwrap();
    let (said, file) = body.split_once(':').unwrap();
    let file = STANDARD.decode(file).unwrap();
    assert!(said.contains(&format!("size={};", file.len())));
    (said.to_owned(), read_png(&file))
}

/// The images that kitty's commands send, by number with what is said of each, and the numbers that it is to forget.
fn read_kitty(text: &str) -> (BTreeMap<u32, (String, Pixels)>, Vec<u32>) {
    let (mut sent, mut gone) = (BTreeMap::new(), Vec::new());
    let (mut said, mut file) = (String::new(), String::new());
    for command in text.split_terminator("\x1b\\") {
        let (keys, chunk) = command.strip_prefix("\x1b_G").unwrap().split_once(';').unwrap();
        assert!(chunk.len() <= 4096);
        let number = |keys: &str| keys.split(',').find_map(|key| key.strip_prefix("i=")).unwrap().parse().unwrap();
        if keys.starts_with("a=d") {
            gone.push(number(keys));
            continue;
        }
        if keys.contains("a=T") {
            keys.clone_into(&mut said);
        }
        file.push_str(chunk);
        if keys.ends_with("m=0") {
            let pixels = read_png(&STANDARD.decode(std::mem::take(&mut file)).unwrap());
            sent.insert(number(&said), (said.clone(), pixels));
        }
    }
    assert!(file.is_empty(), "an image ends");
    (sent, gone)
}

/// What draws images, after the cells of their areas are wiped: each with the cursor's place.
fn drawn(text: &str) -> Vec<((u16, u16), String)> {
    let mut images = Vec::new();
    let mut at = (0, 0);
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(sequence) = rest.strip_prefix("\x1b[") {
            let end = sequence.find(|sign: char| sign.is_ascii_alphabetic()).unwrap();
            if &sequence[end..=end] == "H" {
                let (row, column) = sequence[..end].split_once(';').unwrap();
                at = (column.parse::<u16>().unwrap() - 1, row.parse::<u16>().unwrap() - 1);
            }
            rest = &sequence[end + 1..];
            continue;
        }
        let end =
            if rest.starts_with("\x1bP") { rest.find("\x1b\\").unwrap() + 2 } else { rest.find('\x07').unwrap() + 1 };
        images.push((at, rest[..end].to_owned()));
        rest = &rest[end..];
    }
    images
}

fn terminal(protocol: Protocol) -> (Images, Composer) {
    let graphics = Graphics { protocol, cell: CELL };
    (Images::new(graphics), Composer::new(graphics))
}

fn screen() -> Buffer {
    Buffer::with_lines(["..........", "..........", "..........", ".........."])
}

#[test]
fn sixels_show_what_was_pinned() {
    let (images, mut composer) = terminal(Protocol::Sixel);
    let (mut buffer, raster) = (screen(), sample(20, 16));
    images.pin(raster.clone(), Rect::new(2, 1, 5, 2), &mut buffer);
    let drawn = drawn(&composer.compose(&images, &mut buffer));
    assert_eq!(drawn.len(), 1);
    assert_eq!(drawn[0].0, (2, 1));
    // A sixel says its colors in percent.
    read_sixel(&drawn[0].1).assert_like(&raster, 2);
    let skipped = buffer.content.iter().filter(|cell| cell.diff_option == CellDiffOption::Skip).count();
    assert_eq!(skipped, 10, "text does not wipe out what was drawn");
}

#[test]
fn inline_images_show_what_was_pinned() {
    let (images, mut composer) = terminal(Protocol::Iterm2);
    let (mut buffer, raster) = (screen(), sample(20, 16));
    images.pin(raster.clone(), Rect::new(2, 1, 5, 2), &mut buffer);
    let drawn = drawn(&composer.compose(&images, &mut buffer));
    let (said, pixels) = read_iterm2(&drawn[0].1);
    assert!(said.contains("inline=1") && said.contains("width=5;height=2;preserveAspectRatio=0"));
    assert_eq!(drawn[0].0, (2, 1));
    pixels.assert_like(&raster, 0);
}

#[test]
fn kitty_shows_what_was_pinned() {
    let (images, mut composer) = terminal(Protocol::Kitty);
    // Large enough for more than one command.
    let (mut buffer, raster) = (Buffer::empty(Rect::new(0, 0, 60, 30)), sample(200, 200));
    images.pin(raster.clone(), Rect::new(3, 2, 50, 25), &mut buffer);
    let text = composer.compose(&images, &mut buffer);
    assert!(text.matches("\x1b_G").count() > 1);
    let (sent, gone) = read_kitty(&text);
    assert!(gone.is_empty());
    let (number, (said, pixels)) = sent.first_key_value().unwrap();
    assert!(said.contains("U=1") && said.contains("f=100") && said.contains("c=50,r=25"), "{said}");
    pixels.assert_like(&raster, 0);
    for (x, y) in [(0, 0), (49, 24), (7, 3)] {
        let cell = &buffer[(3 + x, 2 + y)];
        let signs: Vec<char> = cell.symbol().chars().collect();
        assert_eq!(signs, ['\u{10EEEE}', MARKS[usize::from(y)], MARKS[usize::from(x)]]);
        let [_, red, green, blue] = number.to_be_bytes();
        assert_eq!(cell.fg, Color::Rgb(red, green, blue));
    }
}

#[test]
fn frame_with_the_same_images_sends_nothing_again() {
    for protocol in [Protocol::Kitty, Protocol::Iterm2, Protocol::Sixel] {
        let (images, mut composer) = terminal(protocol);
        let mut sent = || {
            let mut buffer = screen();
            images.pin(sample(20, 16), Rect::new(2, 1, 5, 2), &mut buffer);
            composer.compose(&images, &mut buffer).len()
        };
        assert!(sent() > 0, "{protocol:?}");
        assert_eq!((sent(), sent()), (0, 0), "{protocol:?}");
    }
}

#[test]
fn image_that_is_partly_out_of_sight_is_cut() {
    for protocol in [Protocol::Iterm2, Protocol::Sixel] {
        let (images, mut composer) = terminal(protocol);
        let (mut aside, raster) = (screen(), sample(20, 24));
        images.pin(raster.clone(), Rect::new(0, 0, 5, 3), &mut aside);
        // As a page that is scrolled by a line copies it.
        let mut buffer = screen();
        for (x, y) in (0..5).flat_map(|x| (0..2).map(move |y| (x, y))) {
            buffer[(x + 4, y)] = aside[(x, y + 1)].clone();
        }
        let drawn = drawn(&composer.compose(&images, &mut buffer));
        assert_eq!(drawn[0].0, (4, 0));
        let pixels = if protocol == Protocol::Sixel { read_sixel(&drawn[0].1) } else { read_iterm2(&drawn[0].1).1 };
        pixels.assert_like(&raster.part((0, 8), (20, 16)), 2);
    }
}

#[test]
fn text_over_an_image_stays_when_the_image_is_drawn_again() {
    let (images, mut composer) = terminal(Protocol::Sixel);
    let mut frame = |color: u8, text: Option<(u16, u16)>| {
        let mut buffer = screen();
        let mut raster = Raster::new(20, 16);
        raster.fill((0, 0), (20, 16), [color, 0, 0, 255]);
        images.pin(raster, Rect::new(2, 1, 5, 2), &mut buffer);
        if let Some((x, y)) = text {
            buffer.set_string(x, y, "X", Style::new());
        }
        (composer.compose(&images, &mut buffer), buffer)
    };
    frame(1, Some((3, 1)));
    assert_eq!(frame(1, Some((3, 1))).0, "");
    let (sent, buffer) = frame(2, Some((3, 1)));
    assert!(!sent.is_empty());
    assert_eq!(buffer[(3, 1)].diff_option, CellDiffOption::AlwaysUpdate, "the drawing has wiped it out");
    // When the text goes away, or elsewhere, what it covered is drawn again.
    assert!(!frame(2, Some((4, 2))).0.is_empty());
    assert!(!frame(2, None).0.is_empty());
    assert_eq!(frame(2, None).0, "");
}

#[test]
fn kitty_forgets_images_that_are_gone() {
    let (images, mut composer) = terminal(Protocol::Kitty);
    let mut frame = |rasters: &[Raster]| {
        let mut buffer = screen();
        for (at, raster) in rasters.iter().enumerate() {
            images.pin(raster.clone(), Rect::new(4 * at as u16, 0, 2, 1), &mut buffer);
        }
        composer.compose(&images, &mut buffer)
    };
    let (one, other) = (sample(8, 8), Raster::new(8, 8));
    assert_eq!(read_kitty(&frame(&[one.clone(), other.clone()])).0.len(), 2);
    let (sent, gone) = read_kitty(&frame(std::slice::from_ref(&other)));
    assert_eq!((sent.len(), gone), (0, vec![1]));
    assert_eq!(read_kitty(&frame(&[])).1, [2]);
    frame(&[one, other]);
    assert_eq!(read_kitty(&composer.forget()).1, [3, 4]);
    assert_eq!(composer.forget(), "");
}

#[test]
fn copy_of_half_an_image_elsewhere_is_not_drawn_over_the_other_half() {
    let (images, mut composer) = terminal(Protocol::Sixel);
    let mut buffer = screen();
    images.pin(sample(20, 16), Rect::new(0, 0, 5, 2), &mut buffer);
    buffer[(9, 3)] = buffer[(0, 0)].clone();
    assert_eq!(composer.compose(&images, &mut buffer), "");
}

#[test]
fn cell_that_cannot_be_one_has_no_size() {
    assert_eq!(CellSize::new(10, 20), Some(CellSize { width: 10, height: 20 }));
    for (width, height) in [(0, 20), (10, 0), (1, 1), (10, 500)] {
        assert_eq!(CellSize::new(width, height), None);
    }
}
