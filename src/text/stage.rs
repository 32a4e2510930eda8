//! What one stage of a tokenizer made of the text, and where in the input each part of it came from.

use std::ops::Range;

/// A stretch of bytes of a text: the first, and the one after the last.
pub type Span = Range<usize>;

/// What a stage did to a stretch of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    Kept,
    /// It is gone, or no later stage looks at it: a control character, white space between words.
    Dropped,
    /// White space of any kind became a space.
    Blanked,
    /// A character became a word of its own: a space on each side.
    SetApart,
    /// An accent was taken off.
    Stripped,
    /// It was written in lower case.
    Lowered,
    /// It is a special token, which no stage looks into.
    Special,
    /// The mark of a word's end was put behind it.
    Ended,
    /// A byte was written as the character that stands for it.
    Spelled,
}

/// A stretch of a stage's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The bytes of [`Stage::text`].
    pub at: Span,
    /// The bytes of the input that it came from.
    pub span: Span,
    /// What this stage did to it.
    pub change: Change,
    /// Whether it is, byte for byte, what the input says: then every part of it knows its own bytes.
    pub is_as_given: bool,
}

/// One stage: the text as it left it, cut into pieces.
///
/// The pieces lie side by side without a gap, in the stage's text as well as in the input: what was dropped is a piece without
/// text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What the stage is called.
    pub name: &'static str,
    /// The text after it.
    pub text: String,
    /// The parts of that text, in order.
    pub pieces: Vec<Piece>,
}

impl Stage {
    /// The input as it is, before any stage: one piece.
    pub(super) fn given(input: &str) -> Self {
        let mut writer = Writer::new("text", input);
        writer.write(input, 0..input.len(), Change::Kept);
        writer.stage
    }

    /// The text of a piece.
    pub fn text_of(&self, piece: &Piece) -> &str {
        &self.text[piece.at.clone()]
    }

    /// The pieces that this stage changed, with what became of them.
    pub fn changes(&self) -> impl Iterator<Item = (&Piece, &str)> {
        self.pieces.iter().filter(|piece| piece.change != Change::Kept).map(|piece| (piece, self.text_of(piece)))
    }

    /// The bytes of the input that a stretch of this stage's text came from. Part of a piece that is not as it was in the input
    /// came from all of it.
    pub fn span_of(&self, at: &Span) -> Span {
        let range = self.pieces_at(at);
        let pieces = &self.pieces[range.clone()];
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            let end = range.start.checked_sub(1).map_or(0, |before| self.pieces[before].span.end);
            return end..end;
        };
        let cut_off = |piece: &Piece, bytes: usize| if piece.is_as_given { bytes } else { 0 };
        let start = first.span.start + cut_off(first, at.start.saturating_sub(first.at.start));
        let end = last.span.end - cut_off(last, last.at.end.saturating_sub(at.end));
        start..end
    }

    /// Which pieces have text in a stretch of this stage's text.
    fn pieces_at(&self, at: &Span) -> Range<usize> {
        let first = self.pieces.partition_point(|piece| piece.at.end <= at.start);
        let after = self.pieces.partition_point(|piece| piece.at.start < at.end);
        first..after.max(first)
    }

    /// The stretches between special tokens, and these: each with whether it is one.
    fn stretches(&self) -> Vec<(Span, bool)> {
        let mut stretches: Vec<(Span, bool)> = Vec::new();
        for piece in &self.pieces {
            let is_special = piece.change == Change::Special;
            match stretches.last_mut() {
                Some((at, false)) if !is_special => at.end = piece.at.end,
                _ => stretches.push((piece.at.clone(), is_special)),
            }
        }
        stretches
    }

    /// The stage that writes this one's text anew. `rule` is given what is left of it, says how many bytes it takes (at least one
    /// character) and what becomes of them; unless they are kept, it writes their new text to the string, which is empty.
    /// Special tokens pass by it, and it does not see across them.
    pub(super) fn rewrite(
        &self,
        name: &'static str,
        input: &str,
        rule: impl Fn(&str, &mut String) -> (usize, Change),
    ) -> Self {
        let mut writer = Writer::new(name, input);
        let mut new = String::new();
        for (at, is_special) in self.stretches() {
            if is_special {
                writer.write(&self.text[at.clone()], self.span_of(&at), Change::Special);
                continue;
            }
            let (mut kept, mut place) = (at.start, at.start);
            while place < at.end {
                let (length, change) = rule(&self.text[place..at.end], &mut new);
                let taken = place..place + length;
                place = taken.end;
                if change != Change::Kept {
                    writer.copy(self, &(kept..taken.start));
                    writer.write(&new, self.span_of(&taken), change);
                    new.clear();
                    kept = place;
                }
            }
            writer.copy(self, &(kept..place));
        }
        writer.stage
    }

    /// The stage that cuts this one's text and leaves it as it is. `rule` is given what is left of a stretch and returns how many
    /// bytes the first part has (at least one character) and what becomes of it. Special tokens pass by it.
    pub(super) fn cut(&self, name: &'static str, input: &str, rule: impl Fn(&str) -> (usize, Change)) -> Self {
        let change = |is_special| if is_special { Change::Special } else { Change::Kept };
        let parts = self.stretches().into_iter().map(|(at, is_special)| (at, change(is_special)));
        self.cut_parts(name, self, input, parts, rule)
    }

    /// The stage that cuts the pieces of this one, which itself only cut: `source` is the last stage that wrote, and knows where
    /// each character came from.
    pub(super) fn cut_again(
        &self,
        name: &'static str,
        source: &Self,
        input: &str,
        rule: impl Fn(&str) -> (usize, Change),
    ) -> Self {
        let parts = self.pieces.iter().map(|piece| (piece.at.clone(), piece.change));
        self.cut_parts(name, source, input, parts, rule)
    }

    fn cut_parts(
        &self,
        name: &'static str,
        source: &Self,
        input: &str,
        parts: impl Iterator<Item = (Span, Change)>,
        rule: impl Fn(&str) -> (usize, Change),
    ) -> Self {
        let mut pieces = Vec::new();
        let mut push = |at: Span, change| {
            let span = source.span_of(&at);
            let is_as_given = input.get(span.clone()) == Some(&self.text[at.clone()]);
            pieces.push(Piece { at, span, change, is_as_given });
        };
        for (at, change) in parts {
            if change != Change::Kept {
                push(at, change);
                continue;
            }
            let mut place = at.start;
            while place < at.end {
                let (length, change) = rule(&self.text[place..at.end]);
                push(place..place + length, change);
                place += length;
            }
        }
        Self { name, text: self.text.clone(), pieces }
    }
}

/// Writes a stage from left to right.
pub(super) struct Writer<'a> {
    input: &'a str,
    /// Whether the last piece is kept and as the input has it, so that it can grow.
    grows: bool,
    pub(super) stage: Stage,
}

impl<'a> Writer<'a> {
    pub(super) fn new(name: &'static str, input: &'a str) -> Self {
        let text = String::with_capacity(input.len());
        Self { input, grows: false, stage: Stage { name, text, pieces: Vec::new() } }
    }

    /// Writes a piece. What is kept and lies side by side in the input too becomes one piece.
    pub(super) fn write(&mut self, text: &str, span: Span, change: Change) {
        let start = self.stage.text.len();
        self.stage.text.push_str(text);
        let at = start..self.stage.text.len();
        let is_as_given = self.input.get(span.clone()) == Some(text);
        let grows = change == Change::Kept && is_as_given;
        match self.stage.pieces.last_mut() {
            Some(last) if grows && self.grows && last.span.end == span.start => {
                last.at.end = at.end;
                last.span.end = span.end;
            }
            _ => self.stage.pieces.push(Piece { at, span, change, is_as_given }),
        }
        self.grows = grows;
    }

    /// Writes a stretch of another stage as it is, each piece with its span.
    pub(super) fn copy(&mut self, from: &Stage, at: &Span) {
        for piece in &from.pieces[from.pieces_at(at)] {
            let part = piece.at.start.max(at.start)..piece.at.end.min(at.end);
            let span = from.span_of(&part);
            self.write(&from.text[part], span, Change::Kept);
        }
    }
}
