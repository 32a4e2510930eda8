//! `glassformer new-lesson`: a lesson to begin with, which passes `check` as it is.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};

use super::arguments::headless::NewLesson;
use super::{Failure, output};

/// The lesson that everybody begins with; `TITLE` and `ID` become the author's.
const TEMPLATE: &str = include_str!("new_lesson/template.md");

/// Writes the template; what is there already stays as it is.
pub(super) fn run(options: &NewLesson) -> Result<(), Failure> {
    let name = options.name.strip_suffix(".md").unwrap_or(&options.name);
    let id = id_of(name).ok_or_else(|| {
        Failure::wrong(format!(
            "`{name}` is not a valid lesson name: use only lowercase letters, digits and `-`, as in dropout or 07-layer-norm"
        ))
    })?;
    let path = options.dir.join(format!("{name}.md"));
    let failed = |error: &io::Error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::failed(format!(
            "{} already exists and was not changed: choose another name or another --dir",
            path.display()
        )),
        _ => Failure::failed(format!("cannot write {}: {error}", path.display())),
    };
    fs::create_dir_all(&options.dir).map_err(|error| failed(&error))?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(|error| failed(&error))?;
    if let Err(error) = file.write_all(text(id).as_bytes()) {
        // Half a lesson would be in the way of the next try. If even this fails, the message names the file.
        let _ = fs::remove_file(&path);
        return Err(failed(&error));
    }
    let mut out = output::stdout();
    writeln!(out, "wrote {}", path.display())?;
    writeln!(
        out,
        "  glassformer {0}         open it\n  glassformer check {0}   check it for problems",
        path.display()
    )?;
    Ok(())
}

/// The id in a file's name: what stands behind its number.
fn id_of(name: &str) -> Option<&str> {
    let id = match name.split_once('-') {
        Some((number, rest)) if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) => rest,
        _ => name,
    };
    let fits = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let is_name = id.starts_with(|c: char| c.is_ascii_lowercase()) && !id.ends_with('-');
    (fits && is_name).then_some(id)
}

fn text(id: &str) -> String {
    let words = id.replace('-', " ");
    let title = words.get(..1).unwrap_or_default().to_uppercase() + words.get(1..).unwrap_or_default();
    TEMPLATE.replace("TITLE", &title).replace("ID", id)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notebook::lesson::Lesson;
    use crate::notebook::library::LessonLibrary;
    use crate::notebook::lint;

    #[test]
    fn the_template_is_a_lesson_without_a_problem() {
        let lesson = Lesson::read("layer-norm.md", &text("layer-norm")).unwrap();
        assert_eq!((&*lesson.front.id, &*lesson.front.title), ("layer-norm", "Layer norm"));
        assert_eq!(lint::check(&Arc::new(lesson), &LessonLibrary::embedded()), []);
    }

    #[test]
    fn a_name_has_an_id_in_it() {
        assert_eq!(id_of("07-layer-norm"), Some("layer-norm"));
        assert_eq!(id_of("gpt-2"), Some("gpt-2"));
        for bad in ["", "7", "07-", "Masking", "a/b", "../a", "a b", "é", "a-", "-a"] {
            assert_eq!(id_of(bad), None, "{bad}");
        }
    }
}
