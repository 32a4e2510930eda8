//! `glassformer export`: a lesson to run under PyTorch.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use super::arguments::headless::{Export, Format};
use super::{Failure, open, output, written};
use crate::notebook::counted::counted;
use crate::notebook::disk;
use crate::notebook::export::{files, to_jupyter, to_markdown, to_python, unread};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::LessonLibrary;

/// Writes the lesson in another form, and beside it the files that it reads.
pub(super) fn run(library: &LessonLibrary, options: &Export) -> Result<(), Failure> {
    let lesson = match open::page_of_model(&options.lesson, &options.opening)? {
        Some(page) => Arc::new(page),
        None => Arc::new(open::lesson(library, &options.lesson)?),
    };
    write_out(library, options, &lesson)?;
    let unread = unread(&lesson);
    for problem in &unread {
        writeln!(output::stderr(), "{problem}")?;
    }
    match unread.len() {
        0 => Ok(()),
        count => {
            Err(Failure::failed(format!("the export contains {} that Python cannot parse", counted(count, "place"))))
        }
    }
}

fn write_out(library: &LessonLibrary, options: &Export, lesson: &Arc<Lesson>) -> Result<(), Failure> {
    let text = match options.to {
        Format::Py => to_python(lesson),
        Format::Ipynb => to_jupyter(lesson),
        Format::Md => to_markdown(lesson),
    };
    let files = files(lesson);
    let Some(path) = &options.output else {
        output::stdout().write_all(text.as_bytes())?;
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        if !names.is_empty() {
            let names = names.join(" and ");
            writeln!(
                output::stderr(),
                "glassformer: the lesson reads {names}: use --output, and they are written next to it"
            )?;
        }
        return Ok(());
    };
    written::spare(path, read(library, options, &lesson.paths))?;
    for (name, bytes) in files {
        let beside = path.with_file_name(name);
        if path.file_name() == beside.file_name() {
            return Err(Failure::wrong(format!(
                "the lesson reads {name}, which is written next to the export: choose another name for the export"
            )));
        }
        match disk::read_whole(&beside) {
            Ok(there) if there != bytes => {
                let beside = beside.display();
                return Err(Failure::failed(format!(
                    "the lesson reads a file of this name, but {beside} exists and is different: export to another folder"
                )));
            }
            Ok(_) => {}
            Err(_) => written::write(&beside, bytes)?,
        }
    }
    written::write(path, text.as_bytes())
}

/// The files that the lesson comes from.
fn read(library: &LessonLibrary, options: &Export, paths: &[PathBuf]) -> Vec<PathBuf> {
    let packs = library.paths();
    paths.iter().cloned().chain([PathBuf::from(&options.lesson)]).chain(options.opening.files()).chain(packs).collect()
}
