//! What Markdown reads otherwise than its author meant, without a word: a `**` or a backquote that nothing closes, a formula with an
//! open brace, a table whose lines do not go together, a link of which nothing can be seen.
//!
//! Only who writes a lesson is told, so it is looked for when a lesson is checked, and not whenever one is read.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::computed::MaskedSource;
use super::flatten::events;
use super::notes;
use super::tables::{self, Misfit};
use crate::notebook::lesson::LessonFile;
use crate::notebook::math;
use crate::notebook::problem::LessonProblem;

/// What is read otherwise than it was meant in a body that begins at the byte `from`.
pub(crate) fn slips(file: &LessonFile, from: usize) -> Vec<LessonProblem> {
    let covered = MaskedSource::new(&file.text()[from..]);
    let mut reader = SlipFinder::new(file, &covered.text, from);
    for (event, range) in events(&covered) {
        reader.event(&event, range);
    }
    reader.problems
}

/// One kind of slip within words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MarkdownSlip {
    Stars,
    Backquote,
    OpenBrace,
    StrayBrace,
    UnseenLink,
    UnseenPicture,
}

impl MarkdownSlip {
    fn message(self) -> &'static str {
        match self {
            MarkdownSlip::Stars => {
                "this `**` is never closed in its paragraph, so the asterisks are shown and nothing is bold"
            }
            MarkdownSlip::Backquote => {
                "this backquote is never closed in its paragraph, so it is shown and nothing is code"
            }
            MarkdownSlip::OpenBrace => "this brace is never closed, so the formula around it is shown as it is written",
            MarkdownSlip::StrayBrace => "this brace closes nothing, so the formula around it is shown as it is written",
            MarkdownSlip::UnseenLink => "this link is invisible: there is no text between its brackets",
            MarkdownSlip::UnseenPicture => {
                "a picture cannot be shown in a terminal, and this one has no alternative text"
            }
        }
    }

    fn help(self) -> &'static str {
        match self {
            MarkdownSlip::Stars => {
                "put `**` directly before the first word and after the last; put asterisks of code in backquotes, and write others as `\\*`"
            }
            MarkdownSlip::Backquote => {
                "close code with as many backquotes as it begins with; in a table, write its bars as `\\|`; write a literal backquote as `` \\` ``"
            }
            MarkdownSlip::OpenBrace => "close it with `}`; write a literal brace as `\\{`",
            MarkdownSlip::StrayBrace => "remove it; write a literal brace as `\\}`",
            MarkdownSlip::UnseenLink => "write `[words](address)`",
            MarkdownSlip::UnseenPicture => "describe it in words, or draw it with a cell",
        }
    }
}

/// What is known while the events go by.
struct SlipFinder<'a> {
    file: &'a LessonFile,
    text: &'a str,
    from: usize,
    problems: Vec<LessonProblem>,
    /// The first slip of each kind in this block: what else there is may follow from it.
    found: BTreeMap<MarkdownSlip, usize>,
    /// The words that go on, as far as nothing in them means anything to Markdown.
    words: Range<usize>,
    /// The last dollar of this block that may have been meant to begin a formula.
    dollar: Option<usize>,
    /// Whether something is to be seen so far of each open link.
    links: Vec<bool>,
    /// How many cells the head of the table has.
    columns: usize,
    is_uneven: bool,
    /// Lines of the paragraph that were to be a table.
    unmade: Option<Misfit>,
    is_code: bool,
}

impl<'a> SlipFinder<'a> {
    fn new(file: &'a LessonFile, text: &'a str, from: usize) -> Self {
        SlipFinder {
            file,
            text,
            from,
            problems: Vec::new(),
            found: BTreeMap::new(),
            words: 0..0,
            dollar: None,
            links: Vec::new(),
            columns: 0,
            is_uneven: false,
            unmade: None,
            is_code: false,
        }
    }

    fn event(&mut self, event: &Event<'_>, range: Range<usize>) {
        match event {
            Event::Text(_) if self.is_code => {}
            Event::Text(words) => {
                self.show();
                // A sign that is written by its name, such as `&ast;`, is meant to be seen.
                if **words == self.text[range.clone()] {
                    self.words(range);
                } else {
                    self.end_words();
                }
            }
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                self.show();
                self.end_words();
                self.dollar = None;
                // Bars in it are those of a formula or of code.
                self.unmade.take_if(|misfit| range.contains(&misfit.at));
            }
            Event::FootnoteReference(_) => self.show(),
            Event::InlineHtml(html) => self.comment(html, range.start),
            Event::Start(tag) => self.start(tag, &range),
            Event::End(tag) => self.end(*tag, range.start),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        let text = &self.text[range.clone()];
        match tag {
            Tag::Emphasis | Tag::Strong => return self.end_words(),
            Tag::Link { .. } | Tag::Image { .. } => {
                self.end_words();
                return self.links.push(false);
            }
            Tag::CodeBlock(_) => self.is_code = true,
            Tag::HtmlBlock => self.comment(text, range.start),
            Tag::TableHead => self.columns = tables::cells(text),
            Tag::TableRow => {
                let misfit = tables::uneven(text, self.columns);
                self.is_uneven = misfit.is_some();
                self.problems.extend(misfit.map(|misfit| self.misfit(range.start, misfit)));
            }
            Tag::Paragraph => {
                self.unmade = tables::unmade(text).map(|misfit| Misfit { at: range.start + misfit.at, ..misfit });
            }
            _ => {}
        }
        self.end_block();
    }

    fn end(&mut self, tag: TagEnd, at: usize) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong => return self.end_words(),
            TagEnd::Link => return self.end_link(MarkdownSlip::UnseenLink, at),
            TagEnd::Image => return self.end_link(MarkdownSlip::UnseenPicture, at),
            TagEnd::CodeBlock => self.is_code = false,
            // A row that was cut in the wrong places has words that were cut in the wrong places.
            TagEnd::TableCell if self.is_uneven => {
                self.end_words();
                self.found.clear();
            }
            TagEnd::TableRow => self.is_uneven = false,
            TagEnd::Paragraph => {
                let misfit = self.unmade.take();
                self.problems.extend(misfit.map(|misfit| self.misfit(0, misfit)));
            }
            _ => {}
        }
        self.end_block();
    }

    fn end_link(&mut self, slip: MarkdownSlip, at: usize) {
        self.end_words();
        if self.links.pop() == Some(false) {
            self.found.entry(slip).or_insert(at);
        }
        // What is wrong with a picture is told of it, and not again of the link around it.
        self.show();
    }

    /// Something is to be seen here.
    fn show(&mut self) {
        if let Some(link) = self.links.last_mut() {
            *link = true;
        }
    }

    fn words(&mut self, range: Range<usize>) {
        if range.start != self.words.end {
            self.end_words();
            self.words.start = range.start;
        }
        self.words.end = range.end;
    }

    /// Looks at the signs among the words that end here: they were to mean something.
    fn end_words(&mut self) {
        let words = std::mem::replace(&mut self.words, 0..0);
        let mut at = words.start;
        while let Some(found) = self.text[at..words.end].find(['*', '`', '$']) {
            let start = at + found;
            let rest = &self.text[start..words.end];
            let sign = rest.chars().next().unwrap_or_default();
            // Dollars are taken one by one, as two are the mark of a formula on its own line.
            let length = if sign == '$' { 1 } else { rest.len() - rest.trim_start_matches(sign).len() };
            at = start + length;
            if !is_escaped(&self.text[..start]) {
                self.sign(sign, start..at);
            }
        }
    }

    fn sign(&mut self, sign: char, place: Range<usize>) {
        match sign {
            '$' => self.dollar(place.start),
            '`' => _ = self.found.entry(MarkdownSlip::Backquote).or_insert(place.start),
            _ if is_opening(self.text, &place) => _ = self.found.entry(MarkdownSlip::Stars).or_insert(place.start),
            _ => {}
        }
    }

    /// Two dollars are no formula if a brace between them is open.
    fn dollar(&mut self, at: usize) {
        let before = self.dollar.replace(at);
        let Some(open) = before else { return };
        let inner = &self.text[open + 1..at];
        let is_display = self.text[..open].ends_with('$') && self.text[at..].starts_with("$$");
        let is_meant = is_display || !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
        // A command of LaTeX that stands in no formula is told by itself.
        if let Some((place, slip)) = unbalanced(inner).filter(|_| is_meant && math::first_command(inner).is_none()) {
            self.found.entry(slip).or_insert(open + 1 + place);
            self.dollar = None;
        }
    }

    /// Tells what was found in a block.
    fn end_block(&mut self) {
        self.end_words();
        self.dollar = None;
        for (slip, at) in std::mem::take(&mut self.found) {
            self.problems.push(self.file.problem(at + self.from, slip.message()).with_help(slip.help()));
        }
    }

    fn comment(&mut self, html: &str, at: usize) {
        if notes::is_misspelt(html) {
            let problem =
                self.file.problem(at + self.from, "this comment is not a note, so the presenter never sees it");
            self.problems.push(problem.with_help("begin a note with `<!-- note:`, in lowercase and with the colon"));
        }
    }

    fn misfit(&self, start: usize, misfit: Misfit) -> LessonProblem {
        self.file.problem(start + misfit.at + self.from, misfit.message).with_help(misfit.help)
    }
}

/// Whether a backslash takes its meaning from the sign that follows.
fn is_escaped(before: &str) -> bool {
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

/// Whether stars stand before a word as those of strong words do: not alone as in `2 ** 3`, not within a word as in `2**3`. One may be
/// that of a remark, more are an ornament.
fn is_opening(text: &str, stars: &Range<usize>) -> bool {
    let before = text[..stars.start].chars().next_back().unwrap_or(' ');
    let after = text[stars.end..].chars().next().unwrap_or(' ');
    let is_glued = !after.is_whitespace() && !".,:;!?)]}/*_".contains(after);
    matches!(stars.len(), 2 | 3) && is_glued && !before.is_alphanumeric() && !matches!(before, '*' | '_' | ')' | ']')
}

/// The first brace of a formula that has no other one.
fn unbalanced(formula: &str) -> Option<(usize, MarkdownSlip)> {
    let mut open = Vec::new();
    let mut signs = formula.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => _ = signs.next(),
            '{' => open.push(at),
            '}' if open.pop().is_none() => return Some((at, MarkdownSlip::StrayBrace)),
            _ => {}
        }
    }
    open.first().map(|&at| (at, MarkdownSlip::OpenBrace))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems of a text, as `line:column` and the beginning of the message.
    fn told(text: &str) -> Vec<String> {
        let problems = slips(&LessonFile::new("t.md", text), 0);
        let told = |problem: &LessonProblem| {
            let words = problem.message.split([',', ':']).next().unwrap_or_default();
            format!("{}:{} {words}", problem.line, problem.column)
        };
        problems.iter().map(told).collect()
    }

    #[test]
    fn stars_that_nothing_closes_are_told_once_a_block() {
        let said = |place: &str| vec![format!("{place} this `**` is never closed in its paragraph")];
        assert_eq!(told("It is **very large.\n\nOn **and on**.\n"), said("1:7"));
        assert_eq!(told("- one\n- a **two, **three\n- four\n"), said("2:5"));
        assert_eq!(told("**Look for:**the row"), said("1:1"), "behind a colon they close nothing");
        assert_eq!(told("# A **heading\n"), said("1:5"));
        assert_eq!(told("| a | b |\n|---|---|\n| **c | `d` |\n"), said("3:3"));
        assert_eq!(told("**{{ x }} of it"), said("1:1"));
        assert_eq!(told("\\\\**word"), said("1:3"), "the backslash is the one that is escaped");
        for fine in [
            "2 ** 3, 2**3, a * b, *p and *q, **a** and ***b***, **a *b* c**",
            "`**x`, $a**b$, \\*\\*x, \\**x, &ast;&ast;x, {{ 2 **x }}, f(**) and *, **, ***",
            "```text\n**x\n```\n\n    **x\n\n<!-- **x -->\n",
            "***\n\n**a\nb**\n\n*****\n",
            "said** and 5**",
            "[**a**](b) **[a](b)** **`a`** **{{ x }}** (**a**) **\"a\"** **a**: **a**.",
        ] {
            assert_eq!(told(fine), [""; 0], "{fine}");
        }
    }

    #[test]
    fn backquotes_that_nothing_closes_are_told() {
        let said = |place: &str| vec![format!("{place} this backquote is never closed in its paragraph")];
        assert_eq!(told("The `softmax of it.\n"), said("1:5"));
        assert_eq!(told("The `softmax` of` it.\n"), said("1:17"));
        assert_eq!(told("The ``softmax` of it.\n"), said("1:5"));
        for fine in ["`a` ``b`c`` \\`d", "```text\n`a\n```\n", "{{ x[\"`\"] }}", "$`$", "```python\nx = '`'\n```\n"] {
            assert_eq!(told(fine), [""; 0], "{fine}");
        }
    }

    #[test]
    fn a_formula_with_an_open_brace_is_told() {
        let open = |place: &str| vec![format!("{place} this brace is never closed")];
        assert_eq!(told("It is $x_{1$ and $y_2$.\n"), open("1:10"));
        assert_eq!(told("It is $$x_{1$$.\n"), open("1:11"));
        assert_eq!(told("It is\n$$\nx^{{a} + b\n$$\n"), open("3:3"));
        assert_eq!(told("It is $x}$.\n"), ["1:9 this brace closes nothing"]);
        for fine in [
            "$x_{1}$ $\\{x$ $$\\left\\{ x$$ $x_{{i}}$",
            "$5 or {six and $7, $5{ or $6",
            "\\$x_{1$",
            "`$x_{1$`",
            "$5/$6 and {{ x }}$, ${a}",
        ] {
            assert_eq!(told(fine), [""; 0], "{fine}");
        }
        assert_eq!(told("It is $\\frac{a$."), [""; 0], "its command is told of");
    }

    #[test]
    fn tables_that_do_not_go_together_are_told() {
        let table = "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| `x|y` | 2 |\n| {{ p | q }} | $\\|x\\|$ |\n| 1 |\nOn.\n";
        let row = |line: &str| format!("{line}:1 this row has ");
        assert_eq!(told(table), [row("3") + "3 cells", row("4") + "3 cells", row("6") + "1 cell", row("7") + "1 cell"]);
        assert_eq!(told("> - | a | b |\n>   |---|---|\n>   | 1 |\n"), ["3:5 this row has 1 cell"]);
        assert_eq!(told("Text.\n\n| a | b |\n|---|\n| 1 | 2 |\n"), ["4:1 this is shown as text"]);
        assert_eq!(told("> | a | b |\n> | 1 | 2 |\n"), ["1:3 this is shown as text"]);
        for fine in [
            "| a | b |\n|---|:-:|\n| 1 | |\n\nOn.\n",
            "a | b\n--|--\n1 | 2\n",
            "Text:\n| a | b |\n|---|---|\n",
            "$$\n| q | | k |\n$$\n",
            "|a| and |b|, `| a | b |`\n",
            "```text\n| a | b |\n| 1 | 2 |\n```\n",
        ] {
            assert_eq!(told(fine), [""; 0], "{fine}");
        }
    }

    #[test]
    fn of_a_link_something_is_to_be_seen() {
        let (link, picture) = ("this link is invisible", "a picture cannot be shown in a terminal");
        assert_eq!(told("A [](b).\n"), [format!("1:3 {link}")]);
        assert_eq!(told("A ![](b.png).\n"), [format!("1:3 {picture}")]);
        assert_eq!(told("A [![](b.png)](c).\n"), [format!("1:4 {picture}")]);
        assert_eq!(told("[a](b) [`a`](b) [$a$](b) [*a*](b) [![a](b)](c) <https://a.b> [^1]\n\n[^1]: a\n"), [""; 0]);
    }

    /// Each of these would take minutes if the signs of one were looked for anew at the next.
    #[test]
    fn what_is_very_long_is_read_soon() {
        for part in ["**a ", "`", "$x_{1", "![", "[](a)", "| a ", "\\", "*", "$a{$", "> ", "|-"] {
            let _ = told(&part.repeat(100_000));
            let _ = told(&format!("{part}\n").repeat(100_000));
            let _ = told(&format!("| a | b |\n|---|---|\n{}", format!("| {part} |\n").repeat(20_000)));
        }
    }
}
