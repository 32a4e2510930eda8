//! Where links lead outside of the program: addresses and places of the same document stay links; another lesson is no file there, so
//! of a link to it the words stay.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::ExportFormat;
use crate::notebook::lesson::{Block, BlockKind, BlockOrigin, Lesson};
use crate::notebook::training::LINK;

/// The links of a lesson, in one form of it.
pub(super) struct Links {
    form: ExportFormat,
    /// The lesson itself.
    page: Arc<str>,
    /// What stands in the document and can be led to.
    places: BTreeSet<Arc<str>>,
    /// What of it something leads to.
    wanted: BTreeSet<Arc<str>>,
}

impl Links {
    /// Of a lesson.
    pub(super) fn of(lesson: &Lesson, form: ExportFormat) -> Self {
        let is_there = |block: &&Block| block.origin == BlockOrigin::Lesson || matches!(block.kind, BlockKind::Cell(_));
        let places = lesson.blocks.iter().filter(is_there).map(|block| Arc::clone(&block.id)).collect();
        let mut links = Self { form, page: Arc::clone(&lesson.front.id), places, wanted: BTreeSet::new() };
        let pieces = lesson.blocks.iter().flat_map(Block::texts).flatten();
        let wanted = pieces.filter_map(|piece| links.place(piece.link.as_deref()?).cloned()).collect();
        links.wanted = wanted;
        links
    }

    /// The place of this document that a link leads to.
    fn place(&self, target: &str) -> Option<&Arc<str>> {
        let (page, block) = target.split_once('#')?;
        let is_here = self.form.has_places() && (page.is_empty() || *page == *self.page);
        self.places.get(block).filter(|_| is_here)
    }

    /// What stands before a block so that links find it; nothing where none leads to it.
    pub(super) fn anchor(&self, block: &Block) -> Option<String> {
        self.wanted.get(&block.id).map(|id| format!("<a id=\"{id}\"></a>"))
    }

    /// A link with these words, as far as there is something to lead to.
    pub(super) fn written(&self, words: &str, target: &str) -> String {
        if target.contains("://") || target.starts_with('^') {
            return format!("[{words}]({target})");
        }
        match (self.place(target), target.strip_prefix(LINK)) {
            (Some(place), _) => format!("[{words}](#{place})"),
            (None, Some(task)) => format!("{words} (`glassformer train {task} --watch`)"),
            (None, None) => words.to_owned(),
        }
    }

    /// A text of Markdown with its links so.
    pub(super) fn mended(&self, text: &str) -> String {
        let (mut mended, mut done) = (String::with_capacity(text.len()), 0);
        for (link, words, target) in links(text) {
            mended.push_str(&text[done..link.start]);
            mended.push_str(&self.written(&text[words], &target));
            done = link.end;
        }
        mended.push_str(&text[done..]);
        mended
    }
}

/// The links of a text: where each stands, where its words do, and its target.
fn links(text: &str) -> Vec<(Range<usize>, Range<usize>, String)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_FOOTNOTES;
    let mut links = Vec::new();
    let mut open: Option<(Range<usize>, Option<Range<usize>>, String)> = None;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match (event, &mut open) {
            (Event::Start(Tag::Link { dest_url, .. }), _) => open = Some((range, None, dest_url.to_string())),
            (Event::End(TagEnd::Link), _) => {
                links.extend(open.take().and_then(|(link, words, target)| Some((link, words?, target))));
            }
            (_, Some((_, words, _))) => {
                let from = words.as_ref().map_or(range.start, |words| words.start.min(range.start));
                let to = words.as_ref().map_or(range.end, |words| words.end.max(range.end));
                *words = Some(from..to);
            }
            _ => {}
        }
    }
    links
}
