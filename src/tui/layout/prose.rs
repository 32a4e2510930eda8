//! Lesson prose as the prose widget takes it: nested, with the computed numbers filled in.

use std::sync::Arc;

use crate::notebook::evaluate::{EvaluationOutcome, TaskState};
use crate::notebook::lesson::BlockId;
use crate::notebook::markdown::{self, ColumnAlignment, Content, ElementKind, Marker, ProseElement, ProseTable};
use crate::notebook::veils::{VEIL, Veils};
use crate::tui::widgets::prose::{Align, Piece, PieceKind, Prose};

/// What stands where a number is not known yet, and where it cannot be computed.
const UNKNOWN: &str = "…";
const FAILED: &str = "?";

/// Fills in the numbers of one block.
#[derive(Debug, Clone, Copy)]
pub struct Numbers<'a> {
    /// The values of the page.
    pub outcome: &'a EvaluationOutcome,
    /// The block.
    pub block: &'a BlockId,
    /// The link that the cursor is on.
    pub link: Option<&'a Arc<str>>,
    /// What the questions of the page hide.
    pub veils: &'a Veils,
}

impl Numbers<'_> {
    /// The blocks of prose that `elements` say.
    pub fn blocks(&self, elements: &[ProseElement]) -> Vec<Prose> {
        self.at_depth(elements, 0, false)
    }

    /// A text in pieces.
    pub fn pieces(&self, text: &[markdown::TextRun]) -> Vec<Piece> {
        text.iter().map(|piece| self.piece(piece)).collect()
    }

    /// Elements that stand in `depth` lists and, if `quoted`, in a quotation.
    fn at_depth(&self, mut rest: &[ProseElement], depth: usize, quoted: bool) -> Vec<Prose> {
        let mut blocks = Vec::new();
        while let Some(first) = rest.first() {
            let run = if first.quoted && !quoted {
                rest.iter().take_while(|element| element.quoted).count()
            } else if first.depth > depth {
                rest.iter().take_while(|element| element.depth > depth && (quoted || !element.quoted)).count()
            } else {
                1
            };
            let (part, after) = rest.split_at(run);
            rest = after;
            if first.quoted && !quoted {
                blocks.push(Prose::Quote(self.at_depth(part, depth, true)));
            } else if first.depth > depth {
                blocks.extend(self.lists(part, depth + 1, quoted));
            } else {
                blocks.push(self.block(first));
            }
        }
        blocks
    }

    /// The lists of `depth`: a new one begins where numbers and bullets change.
    fn lists(&self, elements: &[ProseElement], depth: usize, quoted: bool) -> Vec<Prose> {
        let mut lists: Vec<(Option<u64>, Vec<Vec<Prose>>)> = Vec::new();
        let mut notes: Vec<(u64, Vec<Prose>)> = Vec::new();
        for item in items(elements, depth) {
            if let Some(ElementKind::Item { marker: Marker::Note(number), .. }) = item.first().map(|first| &first.kind)
            {
                notes.push((*number, self.item(item, depth, quoted)));
                continue;
            }
            let number = match item.first().map(|element| &element.kind) {
                Some(ElementKind::Item { marker: Marker::Number(number), .. }) => Some(*number),
                _ => None,
            };
            let content = self.item(item, depth, quoted);
            match lists.last_mut() {
                Some((start, items)) if start.is_some() == number.is_some() => items.push(content),
                _ => lists.push((number, vec![content])),
            }
        }
        let notes = (!notes.is_empty()).then_some(Prose::Notes(notes));
        lists.into_iter().map(|(start, items)| Prose::List(start, items)).chain(notes).collect()
    }

    /// One item: its own text, then whatever follows in it.
    fn item(&self, elements: &[ProseElement], depth: usize, quoted: bool) -> Vec<Prose> {
        match elements {
            [ProseElement { kind: ElementKind::Item { text, .. }, .. }, rest @ ..] => {
                let mut content = vec![Prose::Paragraph(self.pieces(text))];
                content.extend(self.at_depth(rest, depth, quoted));
                content
            }
            _ => self.at_depth(elements, depth, quoted),
        }
    }

    fn block(&self, element: &ProseElement) -> Prose {
        match &element.kind {
            _ if let Some(latex) = element.formula() => Prose::Formula(latex.to_owned()),
            ElementKind::Heading { level, text } => {
                Prose::Heading(u8::try_from(*level).unwrap_or(u8::MAX), self.pieces(text))
            }
            ElementKind::Paragraph(text) | ElementKind::Item { text, .. } => Prose::Paragraph(self.pieces(text)),
            ElementKind::Code { text, .. } | ElementKind::Math(text) => Prose::Code(text.clone()),
            ElementKind::Table(table) => self.table(table),
            ElementKind::Rule => Prose::Rule,
        }
    }

    fn table(&self, table: &ProseTable) -> Prose {
        let align = table.alignments.iter().map(|alignment| match alignment {
            ColumnAlignment::Left => Align::Left,
            ColumnAlignment::Center => Align::Center,
            ColumnAlignment::Right => Align::Right,
        });
        let mut rows: Vec<Vec<Vec<Piece>>> =
            table.rows.iter().map(|row| row.iter().map(|cell| self.pieces(cell)).collect()).collect();
        let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        Prose::Table(head, rows, align.collect())
    }

    fn piece(&self, piece: &markdown::TextRun) -> Piece {
        let kind = match () {
            () if piece.link.as_ref().zip(self.link).is_some_and(|(own, at)| Arc::ptr_eq(own, at)) => {
                PieceKind::FocusedLink
            }
            () if piece.link.is_some() => PieceKind::Link,
            () if piece.strong => PieceKind::Strong,
            () if piece.emphasis => PieceKind::Emphasis,
            () => PieceKind::Text,
        };
        match &piece.content {
            Content::Text(words) => Piece::new(kind, words.clone()),
            Content::Code(words) => Piece::new(PieceKind::Code, words.clone()),
            Content::Math(latex) => Piece::new(PieceKind::Math, latex.clone()),
            Content::Computed(number) => self.number(number.index),
            Content::Break => Piece::text("\n"),
        }
    }

    /// A computed number: present, old, or hidden.
    fn number(&self, index: usize) -> Piece {
        if self.veils.over_number(self.block, index).is_some() {
            return Piece::new(PieceKind::Old, VEIL);
        }
        let report = self.outcome.number(self.block, index);
        match (&report.state, report.text()) {
            (TaskState::Error(_), _) => Piece::new(PieceKind::Value, FAILED),
            (TaskState::Blocked(_), Some(text)) => Piece::new(PieceKind::Old, text),
            (_, Some(text)) => Piece::new(PieceKind::Value, text),
            (_, None) => Piece::new(PieceKind::Value, UNKNOWN),
        }
    }
}

/// The elements of each item of a list of this depth.
fn items(elements: &[ProseElement], depth: usize) -> Vec<&[ProseElement]> {
    let begins = |element: &ProseElement| element.depth == depth && matches!(element.kind, ElementKind::Item { .. });
    let mut starts: Vec<usize> =
        elements.iter().enumerate().filter(|(_, element)| begins(element)).map(|(place, _)| place).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([elements.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| elements.get(*start..end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::evaluate_now;
    use crate::notebook::lesson::{BlockKind, Lesson};
    use crate::tui::theme::{Theme, ThemeName};
    use crate::tui::widgets::prose::lines;

    fn shown(markdown: &str) -> Vec<String> {
        let lesson = Lesson::read("t.md", &format!("---\ntitle: T\nid: t\n---\n{markdown}\n")).unwrap();
        let BlockKind::Prose(elements) = &lesson.blocks[0].kind else { panic!("prose") };
        let numbers = Numbers {
            outcome: &EvaluationOutcome::default(),
            block: &lesson.blocks[0].id,
            link: None,
            veils: &Veils::default(),
        };
        let lines = lines(&numbers.blocks(elements), 40, &Theme::new(ThemeName::Dark));
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn lists_nest_and_change_their_kind() {
        let text = "- one\n  - deep\n\n  still one\n- two\n\n1. first\n2. second";
        let shown = shown(text);
        assert_eq!(shown, ["• one", "  • deep", "  still one", "• two", "", "1. first", "2. second"]);
    }

    #[test]
    fn footnotes_hang_behind_their_numbers() {
        let shown = shown("Said[^why] so.\n\n- a list");
        assert_eq!(shown, ["Said[^why] so.", "", "• a list"]);
        let text = "Said[^why].\n\n[^why]: Because it is so and will always be so.\n\n[^x]: Not said.";
        let lesson = Lesson::read("t.md", &format!("---\ntitle: T\nid: t\n---\n{text}\n")).unwrap();
        let ids: Vec<_> = lesson.blocks.iter().map(|block| &*block.id).collect();
        assert_eq!(ids, ["prose", "notes"]);
        let BlockKind::Prose(elements) = &lesson.blocks[1].kind else { panic!("prose") };
        let numbers = Numbers {
            outcome: &EvaluationOutcome::default(),
            block: &lesson.blocks[1].id,
            link: None,
            veils: &Veils::default(),
        };
        let lines = lines(&numbers.blocks(elements), 24, &Theme::new(ThemeName::Dark));
        let lines: Vec<_> = lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect();
        assert_eq!(lines, ["¹ Because it is so and", "  will always be so.", "² Not said."]);
    }

    #[test]
    fn a_number_whose_cell_failed_is_an_old_one() {
        let text = "---\ntitle: T\nid: t\n---\nIt is {{ x }}.\n\n```python\n#| label: made\nx = 4\n```\n";
        let lesson = Arc::new(Lesson::read("t.md", text).unwrap());
        let mut page = Document::new(Arc::clone(&lesson));
        let BlockKind::Prose(elements) = &lesson.blocks[0].kind else { panic!("prose") };
        let ElementKind::Paragraph(text) = &elements[0].kind else { panic!("a paragraph") };
        let number = |outcome: &EvaluationOutcome| {
            let numbers = Numbers { outcome, block: &lesson.blocks[0].id, link: None, veils: &Veils::default() };
            numbers.pieces(text).into_iter().find(|piece| piece.text == "4").map(|piece| piece.kind)
        };
        let before = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        assert_eq!(number(&before), Some(PieceKind::Value));
        page.edit("made", "x = nobody", false);
        assert_eq!(number(&evaluate_now(&page.snapshot(), &before)), Some(PieceKind::Old));
    }

    #[test]
    fn a_formula_that_is_all_of_a_paragraph_stands_upright() {
        let upright = ["    a", "    ─", "    b"];
        assert_eq!(shown(r"$\frac{a}{b}$"), upright);
        assert_eq!(shown(r"$$\frac{a}{b}$$"), upright);
        assert_eq!(shown(r"Half: $\frac{a}{b}$"), ["Half: a/b"]);
    }

    #[test]
    fn quotations_tables_and_unknown_numbers() {
        assert_eq!(shown("> said **he**\n\nand {{ n }}."), ["│ said he", "", "and …."]);
        assert_eq!(shown("| a | b |\n|---|--:|\n| 1 | 2 |"), ["a  b", "────", "1  2"]);
    }
}
