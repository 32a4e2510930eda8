//! The header between the two `---` lines at the top of a lesson.

use std::sync::Arc;

use super::fields::{FenceField, Fields};
use super::file::LessonFile;
use super::model_part::{MODEL_PARTS, ModelPart};
use crate::notebook::problem::{FilePosition, LessonProblem};

const KEYS: [&str; 9] = ["title", "short", "id", "needs", "uses", "shared", "summary", "chapter", "part"];

/// What a lesson says about itself before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontMatter {
    /// The title, as the contents page shows it.
    pub title: Arc<str>,
    /// The title in a few letters, for a list of all lessons; the whole title if none is given.
    pub short: Arc<str>,
    /// What progress and links hold on to: small letters, digits and `-`.
    pub id: Arc<str>,
    /// The ids of the lessons that this one builds on.
    pub needs: Vec<Arc<str>>,
    /// Where `needs` stands, for the linter.
    pub needs_at: FilePosition,
    /// The ids of the shared examples whose cells it takes.
    pub uses: Vec<Arc<str>>,
    /// Where `uses` stands.
    pub uses_at: FilePosition,
    /// Whether it is no lesson of its own, but an example for others to use.
    pub shared: bool,
    /// One sentence for the contents page; empty if none is given.
    pub summary: Arc<str>,
    /// The chapter of the course that it is in; empty if none is given.
    pub chapter: Arc<str>,
    /// The part of the Transformer that it is about, if it is about one.
    pub part: Option<ModelPart>,
}

impl FrontMatter {
    /// Reads only the header of a lesson file: enough for a list of contents.
    ///
    /// # Errors
    /// Every problem of the header.
    pub fn read(file: &LessonFile) -> Result<Self, Vec<LessonProblem>> {
        read(file).map(|(header, _)| header)
    }
}

/// Reads the header and says at which byte the body begins.
///
/// Without a usable header the `Err` holds every problem found in it.
pub(crate) fn read(file: &LessonFile) -> Result<(FrontMatter, usize), Vec<LessonProblem>> {
    let Some(end) = closing_line(file) else {
        let opens = file.line(0).trim_end() == "---";
        let problem = file.problem(
            0,
            if opens {
                "the front matter begins here, but no second `---` line ends it"
            } else {
                "a lesson must begin with its front matter, between two `---` lines"
            },
        );
        return Err(vec![
            problem.with_help("begin with a `---` line, then `title: ...` and `id: ...`, then another `---` line"),
        ]);
    };
    let mut problems = Vec::new();
    let lines = (1..end).map(|line| (file.line_start(line), file.line(line)));
    let mut fields = Fields::read(file, lines, &mut problems);
    let (needs_at, uses_at) = (fields.place_of("needs"), fields.place_of("uses"));
    let title = required(file, &mut fields, "title", &mut problems);
    let id = required(file, &mut fields, "id", &mut problems);
    if let Some(id) = &id
        && !id.value.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    {
        let message = format!("the id `{}` may contain only a-z, 0-9 and `-`", id.value);
        problems.push(file.problem(id.value_at, message));
    }
    let needs = fields.take_list("needs", &mut problems).unwrap_or_default();
    let uses = fields.take_list("uses", &mut problems).unwrap_or_default();
    let shared = fields.take_flag("shared", &mut problems);
    let short = fields.take_text("short", &mut problems);
    let chapter = fields.take_text("chapter", &mut problems).map(|field| field.value).unwrap_or_default();
    let summary = fields.take("summary").map(|field| field.value).unwrap_or_default();
    let part = fields.take("part").and_then(|field| {
        let part = ModelPart::named(&field.value);
        if part.is_none() {
            let known = MODEL_PARTS.map(|(name, _)| name).join(", ");
            let problem = file.problem(field.value_at, format!("the Transformer has no part `{}`", field.value));
            problems.push(problem.with_help(format!("its parts are {known}")));
        }
        part
    });
    fields.finish("front matter key", &KEYS, &mut problems);
    match (title, id, problems.is_empty()) {
        (Some(title), Some(id), true) => {
            let header = FrontMatter {
                short: short.map_or_else(|| title.value.as_str().into(), |short| short.value.into()),
                title: title.value.into(),
                id: id.value.into(),
                needs: needs.into_iter().map(Arc::from).collect(),
                needs_at,
                uses: uses.into_iter().map(Arc::from).collect(),
                uses_at,
                shared,
                summary: summary.into(),
                chapter: chapter.into(),
                part,
            };
            Ok((header, file.line_start(end + 1)))
        }
        _ => Err(problems),
    }
}

/// The line (from 0) of the second `---`, if the first line is one.
fn closing_line(file: &LessonFile) -> Option<usize> {
    let is_fence = |line: usize| file.line(line).trim_end() == "---";
    is_fence(0).then(|| (1..file.line_count()).find(|&line| is_fence(line)))?
}

fn required(
    file: &LessonFile,
    fields: &mut Fields<'_>,
    key: &str,
    problems: &mut Vec<LessonProblem>,
) -> Option<FenceField> {
    let before = problems.len();
    let field = fields.take_text(key, problems);
    if field.is_none() && problems.len() == before {
        problems.push(file.problem(0, format!("the front matter has no `{key}`")));
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_lesson_says_about_itself() {
        let file = LessonFile::new("a.md", "---\ntitle: Masking\nid: masking # kept\nneeds: [attention]\n---\nBody\n");
        let (header, body) = read(&file).unwrap();
        assert_eq!((&*header.title, &*header.id, &*header.summary), ("Masking", "masking", ""));
        assert_eq!(header.needs, ["attention".into()]);
        assert_eq!(header.needs_at, FilePosition { line: 4, column: 1 });
        assert_eq!(&file.text()[body..], "Body\n");
    }

    #[test]
    fn chapter_and_short_title_may_be_missing() {
        let read =
            |more: &str| read(&LessonFile::new("a.md", &format!("---\ntitle: A long title\nid: t\n{more}---\n")));
        let (plain, given) = (read("").unwrap().0, read("short: A title\nchapter: Build\n").unwrap().0);
        assert_eq!((&*plain.short, &*plain.chapter), ("A long title", ""));
        assert_eq!((&*given.short, &*given.chapter), ("A title", "Build"));
        assert!(read("chapter:\n").is_err());
    }

    #[test]
    fn unknown_part_is_refused_with_all_parts() {
        let read = |part: &str| read(&LessonFile::new("a.md", &format!("---\ntitle: T\nid: t\npart: {part}\n---\n")));
        assert_eq!(read("head").unwrap().0.part, Some(ModelPart::Head));
        let problem = read("tail").unwrap_err().remove(0).to_string();
        assert!(
            problem.starts_with("a.md:4:7: the Transformer has no part `tail`; its parts are tokens,"),
            "{problem}"
        );
    }

    #[test]
    fn a_broken_header_says_every_fault_with_its_place() {
        let file = LessonFile::new("a.md", "---\ntitel: Masking\nid: My Id\n---\n");
        let messages: Vec<_> = read(&file).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "a.md:1:1: the front matter has no `title`",
                "a.md:3:5: the id `My Id` may contain only a-z, 0-9 and `-`",
                "a.md:2:1: unknown front matter key `titel`; did you mean `title`?",
            ]
        );
        for text in ["", "no header", "---\ntitle: never closed\n"] {
            assert_eq!(read(&LessonFile::new("a.md", text)).unwrap_err()[0].line, 1);
        }
    }
}
