//! A raster as a PNG file: ISO/IEC 15948, one byte a pixel.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::Raster;
use super::palette::Indexed;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Colors by number.
const INDEXED: u8 = 3;
/// Each pixel as its difference from the one above it: what was grown by whole factors is nearly all zeros.
const UP: u8 = 2;

/// The file.
pub(super) fn png(raster: &Raster) -> Vec<u8> {
    let indexed = Indexed::of(raster);
    let mut file = SIGNATURE.to_vec();
    let mut header = Vec::new();
    header.extend((indexed.width as u32).to_be_bytes());
    header.extend((indexed.height as u32).to_be_bytes());
    // 8 bits a pixel; the only methods of compressing and filtering that there are; not interlaced.
    header.extend([8, INDEXED, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    let colors: Vec<u8> = indexed.colors.iter().flat_map(|color| [color[0], color[1], color[2]]).collect();
    chunk(&mut file, *b"PLTE", &colors);
    let alphas: Vec<u8> = indexed.colors.iter().map(|color| color[3]).collect();
    chunk(&mut file, *b"tRNS", &alphas);
    chunk(&mut file, *b"IDAT", &packed(&indexed));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn packed(indexed: &Indexed) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut above = vec![0; indexed.width];
    let mut line_out = Vec::with_capacity(indexed.width + 1);
    for line in indexed.lines() {
        line_out.clear();
        line_out.push(UP);
        line_out.extend(line.iter().zip(&above).map(|(pixel, above)| pixel.wrapping_sub(*above)));
        // Memory takes everything.
        _ = packer.write_all(&line_out);
        above.copy_from_slice(line);
    }
    packer.finish().unwrap_or_default()
}

/// Length, name, content, and a checksum of the last two.
fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(content);
    let mut crc = Crc::new();
    crc.update(&name);
    crc.update(content);
    file.extend(crc.sum().to_be_bytes());
}
