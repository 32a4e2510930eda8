//! What the page would be without the mask, the scale or one head of the attention that the reader steps through.

use super::super::speech::listed;
use super::{Focus, PlainApp};
use crate::notebook::left_out::{AttentionPiece, LeftOut};
use crate::words::{Said as _, say, word};

impl PlainApp<'_> {
    /// Computes a copy of the page without a piece of this attention, and tells what changes.
    pub(super) fn without(&mut self, rest: &str) {
        let pieces = self.pieces_here();
        if pieces.is_empty() {
            return self.words(word!("plain-without-where"));
        }
        let Some(left_out) = pieces.iter().find(|left_out| is_asked(left_out.piece, rest)) else {
            let names: Vec<String> = pieces.iter().map(|left_out| name(left_out.piece)).collect();
            return self.words(say!("plain-without-which", pieces = listed(&names)));
        };
        let Some(open) = self.lesson() else { return };
        let state = open.document.snapshot().without(left_out.clone());
        let other = self.compute(state);
        self.tell_copy(say!("plain-without-title", what = left_out.said()), &other);
    }

    fn pieces_here(&self) -> Vec<LeftOut> {
        let block = self.lesson().and_then(|open| open.block());
        match (&self.focus, block) {
            (Focus::Steps(walk), Some(block)) => walk.pieces(&block.id),
            _ => Vec::new(),
        }
    }
}

/// A piece as it is asked for: `mask`, `scale`, `head 0`.
fn name(piece: AttentionPiece) -> String {
    match piece {
        AttentionPiece::Mask => word!("plain-piece-mask").to_owned(),
        AttentionPiece::Scale => word!("plain-piece-scale").to_owned(),
        AttentionPiece::Head(head) => say!("plain-piece-head", head),
    }
}

/// Whether a piece is asked for, in English or in the spoken language; `the` may stand before it.
fn is_asked(piece: AttentionPiece, rest: &str) -> bool {
    let english = match piece {
        AttentionPiece::Mask => "mask".to_owned(),
        AttentionPiece::Scale => "scale".to_owned(),
        AttentionPiece::Head(head) => format!("head {head}"),
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let asked = words.strip_prefix(&["the"]).unwrap_or(&words).join(" ").to_lowercase();
    asked == english || asked == name(piece).to_lowercase()
}
