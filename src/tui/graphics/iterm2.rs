//! iTerm2's inline images: a file in an operating system command, <https://iterm2.com/documentation-images.html>.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Size;

use super::Raster;
use super::png::png;

/// Draws a raster over so many columns and lines, from where the cursor is.
pub(super) fn inline(raster: &Raster, size: Size) -> String {
    let file = png(raster);
    let (bytes, Size { width, height }) = (file.len(), size);
    let file = STANDARD.encode(file);
    format!(
        "\x1b]1337;File=inline=1;size={bytes};width={width};height={height};preserveAspectRatio=0;doNotMoveCursor=1:{file}\x07"
    )
}
