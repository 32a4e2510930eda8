//! The encoder-decoder Transformer in a few lines, bottom to top as data flows, with the part lit that a lesson is about.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::clip::{fit, put, width as width_of};
use crate::notebook::lesson::ModelPart::{
    self, AddAndNorm, Attention, Decoder, Embedding, Encoder, FeedForward, Head, MaskedAttention, Model, Positions,
    Tokens,
};
use crate::tui::theme::{Role, Theme};
use crate::words::{MessageId, id};

/// The columns and lines of the drawing.
pub const WIDTH: u16 = 34;
/// Its lines.
pub const HEIGHT: u16 = ROWS.len() as u16;

/// A piece of a line.
enum Piece {
    /// A line of a box, or air.
    Frame(&'static str),
    /// A name in so many columns, lit with these parts.
    Name(MessageId, u16, &'static [ModelPart]),
}

use Piece::{Frame, Name};

/// The lines, the uppermost first. What is in a stack is lit with it, and everything with the model.
const ROWS: [&[Piece]; 10] = [
    &[Frame("                 "), Name(id!("machine-head"), 17, &[Head, Model])],
    &[
        Frame("╭ "),
        Name(id!("machine-encoder"), 7, &[Encoder, Model]),
        Frame(" ───╮  ╭ "),
        Name(id!("machine-decoder"), 7, &[Decoder, Model]),
        Frame(" ───────╮"),
    ],
    &[
        Frame("│"),
        Name(id!("machine-feed-forward"), 12, &[FeedForward, Encoder, Model]),
        Frame("├─╮│"),
        Name(id!("machine-feed-forward"), 16, &[FeedForward, Decoder, Model]),
        Frame("│"),
    ],
    &[
        Frame("│"),
        Name(id!("machine-add-and-norm"), 12, &[AddAndNorm, Encoder, Model]),
        Frame("│ ││"),
        Name(id!("machine-add-and-norm"), 16, &[AddAndNorm, Decoder, Model]),
        Frame("│"),
    ],
    &[Frame("│            │ ╰─"), Name(id!("role-cross"), 16, &[Attention, Decoder, Model]), Frame("│")],
    &[
        Frame("│"),
        Name(id!("machine-attention"), 12, &[Attention, Encoder, Model]),
        Frame("│  │"),
        Name(id!("machine-masked-attention"), 16, &[Attention, MaskedAttention, Decoder, Model]),
        Frame("│"),
    ],
    &[Frame("╰────────────╯  ╰────────────────╯")],
    &[
        Frame(" "),
        Name(id!("machine-positions"), 15, &[Positions, Model]),
        Frame(" "),
        Name(id!("machine-positions"), 15, &[Positions, Model]),
    ],
    &[
        Frame(" "),
        Name(id!("machine-embedding"), 15, &[Embedding, Model]),
        Frame(" "),
        Name(id!("machine-embedding"), 15, &[Embedding, Model]),
    ],
    &[
        Frame(" "),
        Name(id!("machine-source"), 15, &[Tokens, Model]),
        Frame(" "),
        Name(id!("machine-target"), 15, &[Tokens, Model]),
    ],
];

impl Piece {
    fn width(&self) -> u16 {
        match self {
            Frame(text) => width_of(text),
            Name(_, width, _) => *width,
        }
    }
}

/// Draws it at the top left of `area`, `lit` in the colour of the cursor.
pub fn draw(lit: Option<ModelPart>, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    for (row, y) in ROWS.iter().zip(0..area.height) {
        let mut x = 0;
        for piece in *row {
            match piece {
                Frame(text) => _ = put(buffer, area, x, y, text, theme.style(Role::Border)),
                Name(name, width, parts) => {
                    let style = if lit.is_some_and(|lit| parts.contains(&lit)) {
                        theme.style(Role::Accent).add_modifier(Modifier::BOLD)
                    } else {
                        theme.style(Role::Dim)
                    };
                    put(buffer, area, x, y, &fit(name.text(), *width), style);
                }
            }
            x += piece.width();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::lesson::MODEL_PARTS;

    #[test]
    fn every_line_fits_and_every_part_is_drawn() {
        for row in ROWS {
            let columns: u16 = row.iter().map(Piece::width).sum();
            assert!(columns <= WIDTH, "{columns} columns");
        }
        for (name, part) in MODEL_PARTS {
            let has = |piece: &Piece| matches!(piece, Name(_, _, parts) if parts.contains(&part));
            assert!(ROWS.iter().copied().flatten().any(has), "{name}");
        }
    }
}
