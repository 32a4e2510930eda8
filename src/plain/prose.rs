//! Prose, told: headings, paragraphs, items, tables row by row, formulas in words, links by their numbers.

use std::sync::Arc;

use super::speech::{said_digits, spoken, spoken_between, with_tokens};
use super::transcript::Transcript;
use super::{keys, maths, signs};
use crate::app::lesson::OpenLesson;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::Block;
use crate::notebook::markdown::{Computed, Content, ElementKind, Marker, ProseElement, ProseTable, TextRun};
use crate::notebook::training::LINK;
use crate::words::{say, word};

/// A block of prose.
pub(super) fn describe(open: &OpenLesson, block: &Block, elements: &[ProseElement]) -> Transcript {
    let mut transcript = Transcript::default();
    for element in elements {
        transcript.append(self::element(open, block, element));
    }
    for (place, target) in block.links().into_iter().enumerate() {
        let words = words_of(open, block, target);
        transcript.say(say!("plain-link", number = place + 1, words, target = leads_to(target)));
    }
    transcript
}

fn element(open: &OpenLesson, block: &Block, element: &ProseElement) -> Transcript {
    let text = |pieces: &[TextRun]| text(open, block, pieces);
    let mut transcript = match &element.kind {
        ElementKind::Heading { level: 1, text: words } => Transcript::of(say!("plain-heading", text = text(words))),
        ElementKind::Heading { level, text: words } => {
            Transcript::of(say!("plain-heading-of", level = *level, text = text(words)))
        }
        ElementKind::Paragraph(words) => Transcript::of(text(words)),
        ElementKind::Item { marker, text: words } => Transcript::of(item(*marker, element.depth, &text(words))),
        ElementKind::Code { language, text } => code(language, text),
        ElementKind::Math(latex) => Transcript::of(say!("plain-formula", words = maths::latex(latex))),
        ElementKind::Table(table) => self::table(open, block, table),
        ElementKind::Rule => Transcript::default(),
    };
    if element.quoted && !transcript.is_empty() {
        let quoted = std::mem::take(&mut transcript);
        transcript.say(word!("plain-quotation"));
        transcript.append(quoted);
    }
    transcript
}

fn item(marker: Marker, depth: usize, words: &str) -> String {
    match marker {
        Marker::Bullet if depth > 1 => say!("plain-item-of", level = depth, text = words),
        Marker::Bullet => say!("plain-item", text = words),
        Marker::Number(number) => format!("{number}. {words}"),
        Marker::Note(number) => say!("plain-note", number, text = words),
    }
}

fn code(language: &str, text: &str) -> Transcript {
    let lines = text.lines().count();
    let mut transcript = Transcript::of(if language.is_empty() {
        say!("plain-preformatted", lines)
    } else {
        say!("plain-code-in", language, lines)
    });
    text.lines().for_each(|line| transcript.code(line));
    transcript.say(word!("plain-code-end"));
    transcript
}

/// Row by row, with the name of the column before each value.
fn table(open: &OpenLesson, block: &Block, table: &ProseTable) -> Transcript {
    let mut rows = table.rows.iter();
    let heads: Vec<String> = rows.next().into_iter().flatten().map(|cell| text(open, block, cell)).collect();
    let count = table.rows.len().saturating_sub(1);
    if let [row] = rows.as_slice()
        && let [above, heads @ ..] = heads.as_slice()
        && heads.len() > 1
    {
        return pairs(open, block, (above.as_str(), heads), row);
    }
    let mut transcript = Transcript::of(say!("plain-table", rows = count, columns = heads.len()));
    for (place, row) in rows.enumerate() {
        let cells = row.iter().zip(&heads).map(|(cell, head)| (head, text(open, block, cell)));
        let cells = cells.filter(|(_, said)| !said.is_empty());
        let cells: Vec<String> =
            cells.map(|(head, said)| if head.is_empty() { said } else { format!("{head}: {said}") }).collect();
        transcript.say(say!("plain-table-row", row = place + 1, cells = cells.join("; ")));
    }
    transcript
}

/// Two rows, the upper of which a table calls its heads: what stands above and below each other, one pair after the other.
fn pairs(open: &OpenLesson, block: &Block, (above, heads): (&str, &[String]), row: &[Vec<TextRun>]) -> Transcript {
    let mut cells = row.iter().map(|cell| text(open, block, cell));
    let below = cells.next().unwrap_or_default();
    let mut transcript = Transcript::of(if above.is_empty() || below.is_empty() {
        say!("plain-table-pairs", count = heads.len())
    } else {
        say!("plain-table-pairs-of", count = heads.len(), above, below)
    });
    let pairs: Vec<String> = heads.iter().zip(cells).map(|(head, cell)| format!("{head}, {cell}")).collect();
    transcript.say(format!("{}.", pairs.join("; ")));
    transcript
}

/// Running text: emphasis is not marked, signs and formulas are words, a link is followed by its number.
pub(super) fn text(open: &OpenLesson, block: &Block, pieces: &[TextRun]) -> String {
    let links = block.links();
    let number = |link: &Arc<str>| links.iter().position(|known| Arc::ptr_eq(known, link)).map(|place| place + 1);
    let mut said = String::new();
    for (place, piece) in pieces.iter().enumerate() {
        let is_thing = |piece: Option<&TextRun>| piece.is_some_and(|piece| !matches!(piece.content, Content::Break));
        let around =
            (is_thing(place.checked_sub(1).and_then(|place| pieces.get(place))), is_thing(pieces.get(place + 1)));
        said.push_str(&words(open, block, piece, around));
        let next = pieces.get(place + 1).and_then(|next| next.link.as_ref());
        let ends = |link: &Arc<str>| next.is_none_or(|next| !Arc::ptr_eq(next, link));
        if let Some(number) = piece.link.as_ref().filter(|link| ends(link)).and_then(number) {
            let here = say!("plain-link-here", number);
            said.extend([" (", &here, ")"]);
        }
    }
    said
}

/// The same without links: for a line about the text.
pub(super) fn bare(open: &OpenLesson, block: &Block, pieces: &[TextRun]) -> String {
    pieces.iter().map(|piece| words(open, block, piece, (false, false))).collect()
}

/// The same where the page's numbers are not known, because nobody has opened it: each is a number.
pub(super) fn unopened(pieces: &[TextRun]) -> String {
    pieces.iter().map(|piece| said(piece, (false, false), &|_| word!("plain-a-number").to_owned())).collect()
}

/// What a piece of text says, and whether others stand before it and after it.
fn words(open: &OpenLesson, block: &Block, piece: &TextRun, around: (bool, bool)) -> String {
    if let Content::Text(words) = &piece.content
        && piece.strong
        && let Some(key) = key_of_place(block, words)
    {
        return key;
    }
    said(piece, around, &|number| {
        if open.veils().over_number(&block.id, number.index).is_some() {
            return word!("plain-hidden-number").to_owned();
        }
        let report = open.outcome.number(&block.id, number.index);
        let said = report.text().map(computed);
        match said {
            Some(said) if report.state != TaskState::Ok => say!("plain-old-number", number = said),
            said => said.unwrap_or_else(|| word!("plain-unknown").to_owned()),
        }
    })
}

/// A key of the screen where other keys are meant than those of the page: behind a link to a training, and beside the key that steps.
fn key_of_place(block: &Block, key: &str) -> Option<String> {
    let is_watching = || block.links().iter().any(|link| link.starts_with(LINK));
    let watching = keys::here_watching(key).filter(|_| is_watching());
    watching.or_else(|| keys::here_stepping(key).filter(|_| names_key(block, keys::STEPS)))
}

/// Whether the text of a block names a key of the screen.
fn names_key(block: &Block, key: &str) -> bool {
    let is_key = |piece: &TextRun| piece.strong && matches!(&piece.content, Content::Text(text) if text == key);
    block.texts().into_iter().flatten().any(is_key)
}

fn said(piece: &TextRun, around: (bool, bool), number: &dyn Fn(&Computed) -> String) -> String {
    match &piece.content {
        Content::Text(words) if piece.strong => keys::here(words).unwrap_or_else(|| with_tokens(&spoken(words))),
        Content::Text(words) => with_tokens(&spoken_between(words, around)),
        Content::Code(words) => signs::thing(words).unwrap_or_else(|| with_tokens(words)),
        Content::Math(latex) => maths::latex(latex),
        Content::Computed(computed) => number(computed),
        Content::Break => "\n".to_owned(),
    }
}

/// A computed number, or a text that was computed, said.
pub(super) fn computed(text: &str) -> String {
    if text.parse::<f64>().is_ok() { said_digits(text) } else { with_tokens(&spoken(text)) }
}

/// The words under which a link stands.
fn words_of(open: &OpenLesson, block: &Block, target: &Arc<str>) -> String {
    let texts = block.texts().into_iter().flatten();
    let own = texts.filter(|piece| piece.link.as_ref().is_some_and(|link| Arc::ptr_eq(link, target)));
    own.map(|piece| words(open, block, piece, (false, false))).collect()
}

/// Where a link leads, in words.
fn leads_to(target: &str) -> String {
    if target.starts_with("https://") || target.starts_with("http://") {
        return target.to_owned();
    }
    if let Some(task) = target.strip_prefix(LINK) {
        return say!("plain-to-training", task);
    }
    if let Some(number) = target.strip_prefix('^') {
        return say!("plain-to-note", number);
    }
    match target.split_once('#') {
        Some(("", block)) => say!("plain-to-block", block),
        Some((page, block)) => say!("plain-to-block-of", block, lesson = lesson_of(page)),
        None => say!("plain-to-lesson", lesson = lesson_of(target)),
    }
}

/// What a lesson is called that a link names by its file, as code hosts want it: `06-masking.md` is `masking`.
fn lesson_of(target: &str) -> &str {
    let Some(file) = target.strip_suffix(".md") else { return target };
    let is_number = |number: &str| number.starts_with(|letter: char| letter.is_ascii_digit());
    file.split_once('-').filter(|(number, _)| is_number(number)).map_or(file, |(_, name)| name)
}
