//! The colors of a raster, numbered.

use rustc_hash::FxHashMap;

use super::{Raster, Rgba};

/// How many colors a palette holds: as many as a byte tells apart, and as most terminals keep for a sixel.
const MOST: usize = 256;

/// A raster whose pixels are numbers of colors.
#[derive(Debug)]
pub(super) struct Indexed {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) colors: Vec<Rgba>,
    /// Line by line.
    pub(super) pixels: Vec<u8>,
}

impl Indexed {
    /// The same picture. Where it has more colors than a palette holds, those that differ only in their last bits become one.
    pub(super) fn of(raster: &Raster) -> Self {
        (0..u8::BITS).find_map(|dropped| Self::with_bits_dropped(raster, dropped)).unwrap_or_else(|| Self {
            width: raster.width(),
            height: raster.height(),
            colors: vec![[0; 4]],
            pixels: vec![0; raster.width() * raster.height()],
        })
    }

    fn with_bits_dropped(raster: &Raster, dropped: u32) -> Option<Self> {
        let mut numbers: FxHashMap<Rgba, u8> = FxHashMap::default();
        let mut colors = Vec::new();
        let mut pixels = Vec::with_capacity(raster.width() * raster.height());
        // Neighbors are mostly alike.
        let mut last: Option<(Rgba, u8)> = None;
        for pixel in raster.lines().flatten() {
            if let Some((_, number)) = last.filter(|(known, _)| known == pixel) {
                pixels.push(number);
                continue;
            }
            let color = pixel.map(|channel| channel >> dropped << dropped);
            let number = match numbers.get(&color) {
                Some(number) => *number,
                None if colors.len() == MOST => return None,
                None => {
                    let number = colors.len() as u8;
                    numbers.insert(color, number);
                    colors.push(*pixel);
                    number
                }
            };
            last = Some((*pixel, number));
            pixels.push(number);
        }
        Some(Self { width: raster.width(), height: raster.height(), colors, pixels })
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.pixels.chunks(self.width.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_256_colors_are_kept_exactly() {
        let mut raster = Raster::new(256, 1);
        for x in 0..256 {
            raster.fill((x, 0), (1, 1), [x as u8, 7, 7, 255]);
        }
        let indexed = Indexed::of(&raster);
        let shown: Vec<Rgba> = indexed.pixels.iter().map(|number| indexed.colors[usize::from(*number)]).collect();
        assert!((0..256).all(|x| shown[x] == raster.at(x, 0)));
    }

    #[test]
    fn more_colors_are_rounded_as_little_as_will_do() {
        let mut raster = Raster::new(32, 32);
        for (x, y) in (0..32).flat_map(|y| (0..32).map(move |x| (x, y))) {
            raster.fill((x, y), (1, 1), [8 * x as u8, 8 * y as u8, 0, 255]);
        }
        let indexed = Indexed::of(&raster);
        assert_eq!(indexed.colors.len(), 256);
        for (place, number) in indexed.pixels.iter().enumerate() {
            let (shown, meant) = (indexed.colors[usize::from(*number)], raster.at(place % 32, place / 32));
            assert!(shown.iter().zip(meant).all(|(one, other)| one.abs_diff(other) < 16), "{shown:?} {meant:?}");
        }
    }
}
