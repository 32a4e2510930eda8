//! From pulldown-cmark's events to flat elements.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, OffsetIter, Options, Parser, Tag, TagEnd};

use super::computed::{MaskedPart, MaskedSource};
use super::fences;
use super::notes;
use super::{
    ColumnAlignment, Computed, Content, ElementKind, Marker, ProseElement, ProseTable, SpeakerNote, TextRun,
    superscript,
};
use crate::notebook::lesson::LessonFile;
use crate::notebook::problem::LessonProblem;

/// What a lesson's body is made of, in order.
#[derive(Debug)]
pub(crate) enum BodyPart {
    /// Something to read.
    Element(ProseElement),
    /// A fenced block of Python at the margin: the bytes from its first backtick to its last.
    Fence(Range<usize>),
    /// A block of code, or a comment, that is not closed: what follows it is not what it seems to be.
    Unclosed(LessonProblem),
    /// What whoever presents the lesson is reminded of: `<!-- note: ... -->`.
    Note(SpeakerNote),
}

/// Reads the body of a lesson, which begins at the byte `from`.
pub(crate) fn parts(file: &LessonFile, from: usize, problems: &mut Vec<LessonProblem>) -> Vec<BodyPart> {
    read(file, &file.text()[from..], from, problems)
}

/// Reads one text without blocks, such as a question: `source` stands at the byte `at` of the file.
pub(crate) fn inline(file: &LessonFile, source: &str, at: usize, problems: &mut Vec<LessonProblem>) -> Vec<TextRun> {
    let mut text: Vec<TextRun> = Vec::new();
    for part in read(file, source, at, problems) {
        match part {
            BodyPart::Element(mut element) => element.texts_mut().into_iter().for_each(|more| text.append(more)),
            BodyPart::Note(note) => problems.push(file.problem(note.place.start, notes::PLACE)),
            BodyPart::Unclosed(problem) => problems.push(problem),
            BodyPart::Fence(_) => {}
        }
    }
    text
}

fn read(file: &LessonFile, source: &str, from: usize, problems: &mut Vec<LessonProblem>) -> Vec<BodyPart> {
    let covered = MaskedSource::new(source);
    let mut flattener = Flattener::new(file, from, &covered, problems);
    for (event, range) in events(&covered) {
        flattener.event(event, range);
    }
    flattener.flush();
    flattener.parts
}

/// What a text is made of, with the bytes of each.
pub(super) fn events<'t>(covered: &'t MaskedSource<'_>) -> OffsetIter<'t> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_FOOTNOTES;
    Parser::new_ext(&covered.text, options).into_offset_iter()
}

/// What is open while the events go by.
struct Flattener<'a> {
    file: &'a LessonFile,
    from: usize,
    covered: &'a MaskedSource<'a>,
    problems: &'a mut Vec<LessonProblem>,
    parts: Vec<BodyPart>,
    text: Vec<TextRun>,
    text_at: usize,
    strong: usize,
    emphasis: usize,
    links: Vec<Arc<str>>,
    /// The marker of the next item of every open list.
    lists: Vec<Marker>,
    /// The item whose first text has not come yet.
    marker: Option<Marker>,
    quotes: usize,
    /// The names of the footnotes met so far; the first has number 1.
    footnotes: Vec<String>,
    table: Option<ProseTable>,
    code: Option<(String, String)>,
    is_cell: bool,
}

impl<'a> Flattener<'a> {
    fn new(
        file: &'a LessonFile,
        from: usize,
        covered: &'a MaskedSource<'a>,
        problems: &'a mut Vec<LessonProblem>,
    ) -> Self {
        Flattener {
            file,
            from,
            covered,
            problems,
            parts: Vec::new(),
            text: Vec::new(),
            text_at: from,
            strong: 0,
            emphasis: 0,
            links: Vec::new(),
            lists: Vec::new(),
            marker: None,
            quotes: 0,
            footnotes: Vec::new(),
            table: None,
            code: None,
            is_cell: false,
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, range),
            Event::Code(code) => {
                let code = self.covered.uncovered(&code, &range);
                self.piece(Content::Code(code), range.start);
            }
            Event::InlineMath(math) => {
                let math = self.covered.uncovered(&math, &range);
                self.piece(Content::Math(math), range.start);
            }
            Event::DisplayMath(math) => {
                self.flush();
                let math = self.covered.uncovered(math.trim(), &range);
                self.push(range.start, ElementKind::Math(math));
            }
            Event::SoftBreak => self.piece(Content::Text(" ".into()), range.start),
            Event::HardBreak => self.piece(Content::Break, range.start),
            Event::Rule => self.push(range.start, ElementKind::Rule),
            Event::InlineHtml(html) if notes::text(&html).is_some() => self.problem(range.start, notes::PLACE),
            Event::InlineHtml(html) => self.html(&html, range.start),
            Event::FootnoteReference(name) => self.reference(&name, range.start),
            // Of a block of HTML all was read where it begins, and the extension for tasks is not switched on.
            Event::Html(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.text_at = range.start,
            Tag::Heading { .. } => {
                self.flush();
                self.text_at = range.start;
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.quotes += 1;
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first.map_or(Marker::Bullet, Marker::Number));
            }
            Tag::Item => {
                self.flush();
                self.text_at = range.start;
                self.marker = self.lists.last_mut().map(next_marker);
            }
            Tag::FootnoteDefinition(name) => self.start_footnote(&name),
            Tag::HtmlBlock => self.start_html(range),
            Tag::CodeBlock(kind) => self.start_code(&kind, range),
            Tag::Table(alignments) => {
                self.text_at = range.start;
                let alignments = alignments.iter().map(|&alignment| alignment.into()).collect();
                self.table = Some(ProseTable { alignments, rows: Vec::new() });
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            Tag::Strong => self.strong += 1,
            Tag::Emphasis => self.emphasis += 1,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.links.push((&*dest_url).into()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.push(self.text_at, ElementKind::Heading { level: level as usize, text });
            }
            TagEnd::Paragraph | TagEnd::Item => {
                self.flush();
                self.marker = None;
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.marker = None;
                self.lists.pop();
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::TableCell => {
                let text = std::mem::take(&mut self.text);
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(text);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.push(self.text_at, ElementKind::Table(table));
                }
            }
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Link | TagEnd::Image => {
                self.links.pop();
            }
            _ => {}
        }
    }

    /// A footnote is an item whose mark is its number.
    fn start_footnote(&mut self, name: &str) {
        self.flush();
        let marker = Marker::Note(self.footnote(name));
        self.lists.push(marker);
        self.marker = Some(marker);
    }

    fn reference(&mut self, name: &str, at: usize) {
        let number = self.footnote(name);
        self.links.push(format!("^{number}").into());
        self.piece(Content::Text(superscript(number)), at);
        self.links.pop();
    }

    /// The number of a footnote.
    fn footnote(&mut self, name: &str) -> u64 {
        let known = self.footnotes.iter().position(|note| note == name);
        let place = known.unwrap_or_else(|| {
            self.footnotes.push(name.to_owned());
            self.footnotes.len() - 1
        });
        place as u64 + 1
    }

    fn start_code(&mut self, kind: &CodeBlockKind<'_>, range: Range<usize>) {
        self.flush();
        self.text_at = range.start;
        let language = match kind {
            CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default(),
            CodeBlockKind::Indented => "",
        };
        self.is_cell = language == "python";
        if matches!(kind, CodeBlockKind::Fenced(_)) {
            let open = fences::unclosed(self.file, &self.covered.text, &range, self.from, self.is_cell);
            self.parts.extend(open.map(BodyPart::Unclosed));
        }
        if !self.is_cell {
            self.code = Some((language.to_owned(), String::new()));
        } else if self.lists.is_empty() && self.quotes == 0 {
            self.parts.push(BodyPart::Fence(range.start + self.from..range.end + self.from));
        } else {
            self.problem(range.start, "put a cell at the left margin, not inside a list or a quotation");
        }
    }

    fn end_code(&mut self) {
        self.is_cell = false;
        if let Some((language, mut text)) = self.code.take() {
            text.truncate(text.trim_end_matches('\n').len());
            self.push(self.text_at, ElementKind::Code { language, text });
        }
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        if self.is_cell {
            return;
        }
        if let Some((_, code)) = &mut self.code {
            code.push_str(&self.covered.uncovered(text, &range));
            return;
        }
        if let Some(brace) = text.find("{{") {
            self.problem(range.start + brace, "`{{` is not closed by `}}` on its line");
        }
        let mut at = range.start;
        for cut in self.covered.cut(text, range.start) {
            match cut {
                MaskedPart::Text(words) => {
                    self.piece(Content::Text(words.to_owned()), at);
                    at += words.len();
                }
                MaskedPart::Number(hole) => {
                    let number = self.number(&hole);
                    self.piece(Content::Computed(number), hole.start);
                    at = hole.end;
                }
            }
        }
    }

    fn number(&mut self, hole: &Range<usize>) -> Computed {
        let (at, expression, spec) = self.covered.number(hole);
        if expression.is_empty() {
            self.problem(hole.start, "there is no expression between the braces");
        }
        let place = self.file.place(at + self.from);
        Computed { expression: expression.into(), spec: spec.into(), index: 0, place }
    }

    /// A comment is left out, unless it is a note; other HTML has no place here.
    fn start_html(&mut self, range: Range<usize>) {
        self.flush();
        let html = self.covered.uncovered(&self.covered.text[range.clone()], &range);
        let place = range.start + self.from..range.start + html.trim_end().len() + self.from;
        if let Some(problem) = notes::unclosed(self.file, &html, place) {
            return self.parts.push(BodyPart::Unclosed(problem));
        }
        let Some(text) = notes::text(&html) else { return self.html(&html, range.start) };
        let is_inside = !self.lists.is_empty() || self.quotes > 0;
        match text.trim_end().strip_suffix("-->") {
            Some(text) if !is_inside => self.note(text, &range),
            _ => self.problem(range.start, notes::PLACE),
        }
    }

    fn note(&mut self, text: &str, range: &Range<usize>) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            self.problem(range.start, "this note is empty");
        } else {
            let place = range.start + self.from..range.end + self.from;
            self.parts.push(BodyPart::Note(SpeakerNote { text: text.into(), place }));
        }
    }

    fn html(&mut self, html: &str, at: usize) {
        if !html.trim_start().starts_with("<!--") && html.contains('<') {
            self.problem(at, "HTML cannot be displayed in a terminal; use Markdown, or put it in backquotes");
        }
    }

    /// Adds to the open text; words in the same style as the piece before join it.
    fn piece(&mut self, content: Content, at: usize) {
        let (strong, emphasis, link) = (self.strong > 0, self.emphasis > 0, self.links.last().cloned());
        let same_style = |last: &&mut TextRun| last.strong == strong && last.emphasis == emphasis && last.link == link;
        if let (Content::Text(words), Some(TextRun { content: Content::Text(before), .. })) =
            (&content, self.text.last_mut().filter(same_style))
        {
            before.push_str(words);
            return;
        }
        let content = match content {
            // What stands behind a formula of its own line begins a line itself.
            Content::Text(words) if self.text.is_empty() => Content::Text(words.trim_start().to_owned()),
            content => content,
        };
        if content == Content::Text(String::new()) {
            return;
        }
        // A text that was written between quotes or over several lines is shorter than what stands in the file.
        let at = self.file.text().floor_char_boundary(at + self.from);
        self.text.push(TextRun { content, strong, emphasis, link, at });
    }

    /// Ends the open text: it is an item's if an item waits for one, else a paragraph.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.marker.take() {
            Some(marker) => self.push(self.text_at, ElementKind::Item { marker, text }),
            None if text.is_empty() => {}
            None => self.push(self.text_at, ElementKind::Paragraph(text)),
        }
    }

    fn push(&mut self, at: usize, kind: ElementKind) {
        let line = self.file.line_of(at + self.from) + 1;
        let (depth, quoted) = (self.lists.len(), self.quotes > 0);
        self.parts.push(BodyPart::Element(ProseElement { line, depth, quoted, kind }));
    }

    fn problem(&mut self, at: usize, message: &str) {
        self.problems.push(self.file.problem(at + self.from, message));
    }
}

/// Takes a list's marker; the next item gets the next number.
fn next_marker(marker: &mut Marker) -> Marker {
    let next = match *marker {
        Marker::Bullet => Marker::Bullet,
        Marker::Number(number) => Marker::Number(number.saturating_add(1)),
        Marker::Note(number) => Marker::Note(number),
    };
    std::mem::replace(marker, next)
}

impl From<pulldown_cmark::Alignment> for ColumnAlignment {
    fn from(alignment: pulldown_cmark::Alignment) -> Self {
        match alignment {
            pulldown_cmark::Alignment::None | pulldown_cmark::Alignment::Left => ColumnAlignment::Left,
            pulldown_cmark::Alignment::Center => ColumnAlignment::Center,
            pulldown_cmark::Alignment::Right => ColumnAlignment::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::markdown::plain;

    fn read_all(text: &str) -> (Vec<ProseElement>, Vec<LessonProblem>) {
        let file = LessonFile::new("a.md", text);
        let mut problems = Vec::new();
        let parts = parts(&file, 0, &mut problems);
        let elements = parts.into_iter().filter_map(|part| match part {
            BodyPart::Element(element) => Some(element),
            BodyPart::Fence(_) | BodyPart::Note(_) | BodyPart::Unclosed(_) => None,
        });
        (elements.collect(), problems)
    }

    fn elements(text: &str) -> Vec<ProseElement> {
        let (elements, problems) = read_all(text);
        assert!(problems.is_empty(), "{problems:?}");
        elements
    }

    /// One line an element: `line depth kind text`.
    fn sketch(text: &str) -> Vec<String> {
        let describe = |element: &ProseElement| {
            let words: Vec<_> = element.texts().into_iter().map(|text| plain(text)).collect();
            let kind = match &element.kind {
                ElementKind::Heading { level, .. } => format!("h{level}"),
                ElementKind::Paragraph(_) => "p".into(),
                ElementKind::Item { marker: Marker::Bullet, .. } => "-".into(),
                ElementKind::Item { marker: Marker::Number(number), .. } => format!("{number}."),
                ElementKind::Item { marker: Marker::Note(number), .. } => format!("^{number}"),
                ElementKind::Code { language, text } => format!("code {language} {text:?}"),
                ElementKind::Math(math) => format!("math {math}"),
                ElementKind::Table(table) => format!("table {:?}", table.alignments),
                ElementKind::Rule => "rule".into(),
            };
            let quote = if element.quoted { ">" } else { "" };
            format!("{} {}{quote} {kind} {}", element.line, element.depth, words.join("|")).trim_end().to_owned()
        };
        elements(text).iter().map(describe).collect()
    }

    #[test]
    fn a_comment_is_left_out_and_a_note_is_kept() {
        let text = "One.\n\n<!-- not\nread, with a < b -->\n\n<!-- note: Ask `why`,\n  and {{ wait }}. -->\n\nTwo.\n";
        assert_eq!(sketch(text), ["1 0 p One.", "9 0 p Two."]);
        let file = LessonFile::new("a.md", text);
        let notes = parts(&file, 0, &mut Vec::new()).into_iter().filter_map(|part| match part {
            BodyPart::Note(note) => Some((note.text.to_string(), note.place)),
            BodyPart::Element(_) | BodyPart::Fence(_) | BodyPart::Unclosed(_) => None,
        });
        assert_eq!(notes.collect::<Vec<_>>(), [("Ask `why`, and {{ wait }}.".to_owned(), 37..81)]);
    }

    #[test]
    fn a_note_out_of_its_place_is_a_problem() {
        let problem = |text: &str| {
            let problems = read_all(text).1;
            let [problem] = problems.as_slice() else { panic!("{problems:?}") };
            format!("{}:{} {}", problem.line, problem.column, problem.message)
        };
        let place = "put a note by itself at the left margin, between empty lines";
        assert_eq!(problem("Words <!-- note: here --> on."), format!("1:7 {place}"));
        assert_eq!(problem("- a\n\n  <!-- note: here -->"), format!("3:3 {place}"));
        assert_eq!(problem("> <!-- note: here -->"), format!("1:3 {place}"));
        assert_eq!(problem("<!-- note: here --> and on"), format!("1:1 {place}"));
        assert_eq!(problem("<!-- note:\n-->"), "1:1 this note is empty");
    }

    #[test]
    fn blocks_are_flat_and_know_their_line_and_depth() {
        let text = "# Title\n\nOne\ntwo.\n\n- a\n  - b\n\n    more b\n- c\n\n3. x\n4. y\n\n> said\n\n---\n";
        assert_eq!(
            sketch(text),
            [
                "1 0 h1 Title",
                "3 0 p One two.",
                "6 1 - a",
                "7 2 - b",
                "9 2 p more b",
                "10 1 - c",
                "12 1 3. x",
                "13 1 4. y",
                "15 0> p said",
                "17 0 rule",
            ]
        );
    }

    #[test]
    fn tables_code_and_display_mathematics() {
        let text =
            "| a | b |\n|---|--:|\n| 1 | `x` |\n\n```text\n{{ not computed }}\n```\n\nSo $$ \\frac{{a}}{b} $$ holds.\n";
        assert_eq!(
            sketch(text),
            [
                "1 0 table [Left, Right] a|b|1|x",
                "5 0 code text \"{{ not computed }}\"",
                "9 0 p So",
                "9 0 math \\frac{{a}}{b}",
                "9 0 p holds.",
            ]
        );
    }

    #[test]
    fn footnotes_are_numbered_as_they_are_referred_to() {
        let text = "One[^b] and two[^a].\n\n[^a]: About a.\n\n    More.\n\n[^b]: About *b*.\n\nNone[^c].\n";
        assert_eq!(
            sketch(text),
            ["1 0 p One¹ and two².", "3 1 ^2 About a.", "5 1 p More.", "7 1 ^1 About b.", "9 0 p None[^c]."]
        );
        let elements = elements(text);
        let links: Vec<_> = elements[0].texts()[0].iter().filter_map(|piece| piece.link.as_deref()).collect();
        assert_eq!(links, ["^1", "^2"]);
    }

    #[test]
    fn pieces_carry_their_style() {
        let elements = elements("A **b *c*** `{{d}}` [e](masking) $x_{{i}}$ {{ w[0] * 2 :.1f }}.\n");
        let ElementKind::Paragraph(text) = &elements[0].kind else { panic!("a paragraph") };
        let sketch: Vec<_> = text
            .iter()
            .map(|piece| {
                let style = format!("{}{}", if piece.strong { "s" } else { "" }, if piece.emphasis { "e" } else { "" });
                let content = match &piece.content {
                    Content::Computed(number) => format!("<{}|{}>", number.expression, number.spec),
                    Content::Code(code) => format!("`{code}`"),
                    Content::Math(math) => format!("${math}$"),
                    Content::Text(text) => text.clone(),
                    Content::Break => "/".into(),
                };
                format!("{style}:{content}{}", piece.link.as_deref().unwrap_or_default())
            })
            .collect();
        assert_eq!(
            sketch,
            [
                ":A ",
                "s:b ",
                "se:c",
                ": ",
                ":`{{d}}`",
                ": ",
                ":emasking",
                ": ",
                ":$x_{{i}}$",
                ": ",
                ":<w[0] * 2|.1f>",
                ":.",
            ]
        );
        let Content::Computed(number) = &text[10].content else { panic!("a number") };
        assert_eq!((number.place.line, number.place.column), (1, 47));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_its_place() {
        let (_, problems) =
            read_all("fine <!-- a note -->\n\n<b>bold</b> and {{ open\n\n- list\n\n  ```python\n  x = 1\n  ```\n");
        let messages: Vec<_> = problems.iter().map(|p| format!("{}:{} {}", p.line, p.column, p.message)).collect();
        assert_eq!(messages.len(), 4, "{messages:?}");
        assert!(messages[0].starts_with("3:1 HTML cannot be displayed"));
        assert!(messages[2].starts_with("3:17 `{{` is not closed"), "{}", messages[2]);
        assert!(messages[3].starts_with("7:3 put a cell at the left margin"));
    }
}
