//! A picture made of pixels.

/// Red, green, blue, and how much hides what is behind (255: all of it).
pub type Rgba = [u8; 4];

/// What lets the background through.
const CLEAR: Rgba = [0; 4];

/// Pixels, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    width: usize,
    pixels: Vec<Rgba>,
}

impl Raster {
    /// So many pixels across and down, all clear.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, pixels: vec![CLEAR; width * height] }
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.pixels.len().checked_div(self.width).unwrap_or(0)
    }

    /// A pixel; what lies outside is clear.
    pub fn at(&self, x: usize, y: usize) -> Rgba {
        if x < self.width { self.pixels.get(y * self.width + x).copied().unwrap_or(CLEAR) } else { CLEAR }
    }

    /// The lines, from above to below.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[Rgba]> {
        self.pixels.chunks(self.width.max(1))
    }

    /// Colors all pixels of a rectangle, as far as they are there.
    pub fn fill(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), color: Rgba) {
        let (from, to) = (x.min(self.width), (x + width).min(self.width));
        for line in y..(y + height).min(self.height()) {
            if let Some(pixels) = self.pixels.get_mut(line * self.width + from..line * self.width + to) {
                pixels.fill(color);
            }
        }
    }

    /// Colors the border of a rectangle, one pixel wide; one too small for an inside is filled.
    pub fn frame(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), color: Rgba) {
        if width < 3 || height < 3 {
            return self.fill((x, y), (width, height), color);
        }
        self.fill((x, y), (width, 1), color);
        self.fill((x, y + height - 1), (width, 1), color);
        self.fill((x, y), (1, height), color);
        self.fill((x + width - 1, y), (1, height), color);
    }

    /// Lays a part (0 to 1) of a color over a pixel, if it is there. What was laid down most strongly shows.
    pub fn lay(&mut self, x: usize, y: usize, color: Rgba, part: f64) {
        if x >= self.width {
            return;
        }
        let alpha = (part.clamp(0.0, 1.0) * f64::from(u8::MAX)).round() as u8;
        if let Some(pixel) = self.pixels.get_mut(y * self.width + x).filter(|pixel| pixel[3] <= alpha && alpha > 0) {
            *pixel = [color[0], color[1], color[2], alpha];
        }
    }

    /// The pixels of a rectangle; what lies outside is clear.
    #[must_use]
    pub(super) fn part(&self, (x, y): (usize, usize), (width, height): (usize, usize)) -> Self {
        let mut part = Self::new(width, height);
        for line in 0..height {
            for column in 0..width {
                part.pixels[line * width + column] = self.at(x + column, y + line);
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgba = [255, 0, 0, 255];

    fn drawn(raster: &Raster) -> Vec<String> {
        raster.lines().map(|line| line.iter().map(|pixel| if *pixel == RED { '#' } else { '.' }).collect()).collect()
    }

    #[test]
    fn rectangles_end_where_the_picture_does() {
        let mut raster = Raster::new(4, 3);
        raster.fill((2, 1), (9, 9), RED);
        assert_eq!(drawn(&raster), ["....", "..##", "..##"]);
        raster.fill((7, 0), (1, 1), RED);
        assert_eq!(drawn(&raster), ["....", "..##", "..##"]);
        let mut raster = Raster::new(4, 3);
        raster.frame((0, 0), (4, 3), RED);
        assert_eq!(drawn(&raster), ["####", "#..#", "####"]);
        assert_eq!(drawn(&raster.part((2, 1), (3, 2))), [".#.", "##."]);
    }

    #[test]
    fn strongest_of_what_was_laid_down_shows() {
        let mut raster = Raster::new(1, 1);
        for part in [0.2, 0.8, 0.5] {
            raster.lay(0, 0, [(part * 10.0) as u8, 0, 0, 255], part);
        }
        raster.lay(1, 0, RED, 1.0);
        assert_eq!(raster.at(0, 0), [8, 0, 0, 204]);
        assert_eq!(raster.at(1, 0), CLEAR);
    }
}
