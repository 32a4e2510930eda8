//! The flat `key: value` lines of front matter and of `#|` options, read one way for both.
//!
//! It is the corner of YAML that Jupyter and Quarto read too: one key a line, `[a, b]` for lists, quotes around what would
//! be misread, ` #` for a comment, and further lines indented under a key continue its value.

use super::file::LessonFile;
use crate::notebook::problem::{FilePosition, LessonProblem};

/// One `key: value` with the bytes at which both start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FenceField {
    pub key: String,
    pub key_at: usize,
    pub value: String,
    pub value_at: usize,
}

/// The keys that may be given more than once.
const REPEATABLE: [&str; 1] = ["hint"];

/// The most items of a list: each lesson that is needed, for one, is looked for among all others.
const MAX_ITEMS: usize = 1000;

/// The fields of one header. Readers take what they know; what is left at the end is unknown.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    file: &'a LessonFile,
    fields: Vec<FenceField>,
}

impl<'a> Fields<'a> {
    /// Reads lines given as (offset of the line's content, content). Lines that are no field are problems.
    pub(crate) fn read<'t>(
        file: &'a LessonFile,
        lines: impl IntoIterator<Item = (usize, &'t str)>,
        problems: &mut Vec<LessonProblem>,
    ) -> Self {
        let mut fields: Vec<FenceField> = Vec::new();
        for (at, line) in lines {
            let text = without_comment(line).trim_end();
            if text.trim().is_empty() {
                continue;
            }
            match (text.starts_with([' ', '\t']), fields.last_mut()) {
                (true, Some(last)) => {
                    let separator = if last.value.is_empty() { "" } else { " " };
                    last.value.push_str(separator);
                    last.value.push_str(text.trim());
                }
                _ => match field(at, text) {
                    Some(field)
                        if !REPEATABLE.contains(&&*field.key)
                            && fields.iter().any(|earlier| earlier.key == field.key) =>
                    {
                        problems.push(file.problem(at, format!("`{}` is given twice", field.key)));
                    }
                    Some(field) => fields.push(field),
                    None => problems.push(
                        file.problem(at, format!("`{}` is not a `key: value` line", text.trim()))
                            .with_help("indent it by two spaces if it continues the line above"),
                    ),
                },
            }
        }
        for field in &mut fields {
            let bare = unquoted(&field.value);
            field.value_at += usize::from(bare != field.value);
            field.value = bare;
        }
        Fields { file, fields }
    }

    /// Where a key stands; the start of the file if it is absent.
    pub(crate) fn place_of(&self, key: &str) -> FilePosition {
        self.file.place(self.fields.iter().find(|field| field.key == key).map_or(0, |field| field.key_at))
    }

    /// Takes a field out by key.
    pub(crate) fn take(&mut self, key: &str) -> Option<FenceField> {
        let position = self.fields.iter().position(|field| field.key == key)?;
        Some(self.fields.remove(position))
    }

    /// Takes the text of a field; an empty value is a problem.
    pub(crate) fn take_text(&mut self, key: &str, problems: &mut Vec<LessonProblem>) -> Option<FenceField> {
        let field = self.take(key)?;
        if field.value.is_empty() {
            problems.push(self.file.problem(field.value_at, format!("`{key}` has no value")));
            return None;
        }
        Some(field)
    }

    /// Takes a list: `[a, b]`, or one bare word.
    pub(crate) fn take_list(&mut self, key: &str, problems: &mut Vec<LessonProblem>) -> Option<Vec<String>> {
        let field = self.take(key)?;
        let inner = field.value.strip_prefix('[').map(|rest| rest.strip_suffix(']').ok_or(rest));
        let inner = inner.unwrap_or(Ok(&field.value)).unwrap_or_else(|rest| {
            problems.push(self.file.problem(field.value_at, format!("the list of `{key}` has no closing `]`")));
            rest
        });
        let items = inner.split(',').map(|item| unquoted(item.trim())).filter(|item| !item.is_empty());
        let items: Vec<String> = items.take(MAX_ITEMS + 1).collect();
        if items.len() > MAX_ITEMS {
            let message = format!("the list of `{key}` has too many items: at most {MAX_ITEMS} are allowed");
            problems.push(self.file.problem(field.value_at, message));
        }
        Some(items)
    }

    /// Takes `true` or `false`; absent is false.
    pub(crate) fn take_flag(&mut self, key: &str, problems: &mut Vec<LessonProblem>) -> bool {
        match self.take(key) {
            None => false,
            Some(field) if field.value == "true" => true,
            Some(field) => {
                if field.value != "false" {
                    let message = format!("`{key}` must be `true` or `false`, not `{}`", field.value);
                    problems.push(self.file.problem(field.value_at, message));
                }
                false
            }
        }
    }

    /// Reports what nobody took. `what` says whose keys these are ("front matter key"), `known` what may stand here.
    pub(crate) fn finish(self, what: &str, known: &[&str], problems: &mut Vec<LessonProblem>) {
        for field in self.fields {
            let message = format!("unknown {what} `{}`", field.key);
            let problem = self.file.problem(field.key_at, message).with_nearest(&field.key, known.iter().copied());
            problems.push(match problem.help {
                Some(_) => problem,
                None => problem.with_help(format!("known: {}", known.join(", "))),
            });
        }
    }
}

fn field(at: usize, text: &str) -> Option<FenceField> {
    let (key, value) = text.split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if !is_key || !(value.is_empty() || value.starts_with([' ', '\t'])) {
        return None;
    }
    let value_at = at + text.len() - value.trim_start().len();
    Some(FenceField { key: key.to_owned(), key_at: at, value: value.trim().to_owned(), value_at })
}

/// Cuts a comment off: `#` at the start or after a space, outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        // A quote opens only where a value starts: an apostrophe inside a word is an apostrophe.
        let opens = || line[..at].trim_end().ends_with([':', '[', ',']);
        match (quote, c) {
            (Some(open), _) => quote = (c != open).then_some(open),
            (None, '"' | '\'') if opens() => quote = Some(c),
            (None, '#') if before.is_whitespace() => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

fn unquoted(value: &str) -> String {
    let inner = |quote: char| {
        let inner = value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote))?;
        // `"a" or "b"` begins and ends with a quote, and is not quoted.
        let bare = inner.replace("\\\"", "").replace("''", "");
        (!bare.contains(quote)).then_some(inner)
    };
    if let Some(inner) = inner('"') {
        inner.replace("\\\"", "\"").replace("\\\\", "\\")
    } else if let Some(inner) = inner('\'') {
        inner.replace("''", "'")
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<FenceField>, Vec<LessonProblem>) {
        let file = LessonFile::new("a.md", text);
        let mut problems = Vec::new();
        let lines = (0..file.line_count()).map(|line| (file.line_start(line), file.line(line)));
        let fields = Fields::read(&file, lines, &mut problems).fields;
        (fields, problems)
    }

    #[test]
    fn comments_quotes_and_continuations() {
        let (fields, problems) =
            read("view: heatmap   # how\nsay: \"a\" or \"b\"\nask: \"a # b\"\nhint: it's\n  long # no\n  enough\n");
        let values: Vec<_> = fields.iter().map(|field| (field.key.as_str(), field.value.as_str())).collect();
        assert_eq!(
            values,
            [("view", "heatmap"), ("say", "\"a\" or \"b\""), ("ask", "a # b"), ("hint", "it's long enough")]
        );
        assert_eq!(fields[0].value_at, 6);
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn what_is_no_field_is_said_where_it_stands() {
        let (_, problems) = read("title: a\nnonsense\ntitle: b\n");
        let messages: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 2);
        assert!(messages[0].starts_with("a.md:2:1: `nonsense` is not a `key: value` line"));
        assert!(messages[1].starts_with("a.md:3:1: `title` is given twice"));
    }

    #[test]
    fn lists_and_flags() {
        let file = LessonFile::new("a.md", "");
        let mut problems = Vec::new();
        let lines = [(0, "show: [a, \"b\"]"), (0, "needs: one"), (0, "lazy: true"), (0, "live: yes")];
        let mut fields = Fields::read(&file, lines, &mut problems);
        assert_eq!(fields.take_list("show", &mut problems).unwrap(), ["a", "b"]);
        assert_eq!(fields.take_list("needs", &mut problems).unwrap(), ["one"]);
        assert!(fields.take_flag("lazy", &mut problems));
        assert!(problems.is_empty());
        assert!(!fields.take_flag("live", &mut problems));
        assert_eq!(problems.len(), 1);
    }
}
