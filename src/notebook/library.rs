//! The lessons there are: those inside the program, and those of an overlay folder, which take their places.

mod embedded;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::notebook::lesson::{FrontMatter, Lesson, LessonFile};
use crate::notebook::problem::{Problem, nearest};

/// The longest lesson file that is read, in bytes: a lesson is a page, not an archive.
const MAX_BYTES: u64 = 1 << 20;

/// The course: an ordered list of lessons that can be opened.
#[derive(Clone, Debug, Default)]
pub struct Library {
    entries: Vec<Entry>,
}

/// A lesson in the list of contents. Only its front matter has been read.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file's name without its ending, such as `05-attention`.
    pub slug: Arc<str>,
    /// The number that the file's name begins with.
    pub number: Option<u32>,
    /// What the lesson says about itself, or what is wrong with how it says it.
    pub front: Result<FrontMatter, Vec<Problem>>,
    origin: Origin,
}

#[derive(Clone, Debug)]
enum Origin {
    /// Inside the program: the file's name in the repository and its text.
    Embedded(&'static str, &'static str),
    /// A file that is read whenever the lesson is opened.
    File(PathBuf),
}

/// Why a lesson could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// There is no lesson of this name.
    Unknown {
        /// What was asked for.
        asked: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// The file cannot be read.
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why, in a sentence.
        reason: String,
    },
    /// The file is no lesson: at least one problem.
    Broken(Vec<Problem>),
}

impl Library {
    /// The course inside the program.
    pub fn embedded() -> Self {
        Library { entries: embedded::LESSONS.iter().map(|&(name, text)| Entry::embedded(name, text)).collect() }
    }

    /// The same with a folder laid over it: a file with the id of a lesson takes its place, others follow in the order of
    /// their names.
    ///
    /// # Errors
    /// If the folder or a lesson in it cannot be read. A broken lesson is no error here: it is listed with its problems.
    pub fn with_overlay(mut self, folder: &Path) -> Result<Self, OpenError> {
        for path in lesson_files(folder)? {
            let entry = Entry::file(&path)?;
            match self.entries.iter_mut().find(|other| other.id() == entry.id()) {
                Some(place) => *place = entry,
                None => self.entries.push(entry),
            }
        }
        Ok(self)
    }

    /// The lessons in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Opens a lesson by its id, its number, its slug (with or without the number), or the path of a `.md` file.
    ///
    /// # Errors
    /// If there is no such lesson, its file cannot be read, or it is broken.
    pub fn open(&self, name: &str) -> Result<Lesson, OpenError> {
        if let Some(entry) = self.find(name) {
            return entry.open();
        }
        let path = Path::new(name);
        if path.extension().is_some_and(|ending| ending == "md") && (path.exists() || name.contains('/')) {
            return read_lesson(path);
        }
        Err(OpenError::Unknown { asked: name.to_owned(), nearest: self.nearest(name) })
    }

    /// The lesson that goes by this name: its id, its number, its slug, or its file's name as links write it.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let slug = name.strip_suffix(".md").unwrap_or(name);
        let number = name.parse::<u32>().ok();
        let goes_by = |entry: &&Entry| {
            entry.id() == name
                || *entry.slug == *slug
                || entry.name() == slug
                || number.is_some_and(|n| entry.number == Some(n))
        };
        self.entries.iter().find(goes_by)
    }

    /// The id of the lesson whose name is spelled most nearly like this one.
    fn nearest(&self, name: &str) -> Option<String> {
        let names = self.entries.iter().flat_map(|entry| [entry.id(), entry.name()]);
        nearest(&name.to_lowercase(), names).map(str::to_owned)
    }
}

impl Entry {
    fn embedded(name: &'static str, text: &'static str) -> Self {
        Entry::new(&LessonFile::new(name, text), Origin::Embedded(name, text))
    }

    fn file(path: &Path) -> Result<Self, OpenError> {
        Ok(Entry::new(&LessonFile::new(&path.display().to_string(), &read(path)?), Origin::File(path.to_owned())))
    }

    fn new(file: &LessonFile, origin: Origin) -> Self {
        let slug = file.name().rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".md");
        let number = slug.split('-').next().and_then(|number| number.parse().ok());
        Entry { slug: slug.into(), number, front: FrontMatter::read(file), origin }
    }

    /// What links and progress hold on to: the id, or the slug of a file whose front matter is broken.
    pub fn id(&self) -> &str {
        self.front.as_ref().map_or_else(|_| self.name(), |front| &front.id)
    }

    /// The slug without its number.
    fn name(&self) -> &str {
        match (self.number, self.slug.split_once('-')) {
            (Some(_), Some((_, name))) => name,
            _ => &self.slug,
        }
    }

    /// The file that a change of this lesson would be seen in; `None` for one inside the program.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Embedded(..) => None,
            Origin::File(path) => Some(path),
        }
    }

    /// Reads the whole lesson.
    ///
    /// # Errors
    /// If its file cannot be read or is broken.
    pub fn open(&self) -> Result<Lesson, OpenError> {
        match &self.origin {
            Origin::Embedded(name, text) => Lesson::read(name, text).map_err(OpenError::Broken),
            Origin::File(path) => read_lesson(path),
        }
    }
}

/// Reads a lesson from a file.
///
/// # Errors
/// If the file cannot be read or is broken.
pub fn read_lesson(path: &Path) -> Result<Lesson, OpenError> {
    Lesson::read(&path.display().to_string(), &read(path)?).map_err(OpenError::Broken)
}

/// The lesson files of a folder in the order of their names: what ends in `.md`, except a README.
///
/// # Errors
/// If the folder cannot be read.
pub fn lesson_files(folder: &Path) -> Result<Vec<PathBuf>, OpenError> {
    let unreadable =
        |error: std::io::Error| OpenError::Unreadable { path: folder.to_owned(), reason: error.to_string() };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let is_lesson = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "md")
            && path.file_stem().is_some_and(|stem| stem != "README" && stem != "LANGUAGE")
    };
    let mut files: Vec<_> = paths.into_iter().filter(is_lesson).collect();
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String, OpenError> {
    let unreadable = |reason: String| OpenError::Unreadable { path: path.to_owned(), reason };
    let size = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?.len();
    if size > MAX_BYTES {
        return Err(unreadable(format!("it has {size} bytes, and a lesson has at most {MAX_BYTES}")));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text".to_owned()))
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Unknown { asked, nearest: Some(nearest) } => {
                write!(f, "there is no lesson `{asked}`; did you mean `{nearest}`?")
            }
            OpenError::Unknown { asked, nearest: None } => {
                write!(f, "there is no lesson `{asked}`; `glassformer list` names them all")
            }
            OpenError::Unreadable { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            OpenError::Broken(problems) => {
                let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for OpenError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(id: &str) -> String {
        format!("---\ntitle: The {id}\nid: {id}\n---\nText.\n")
    }

    /// A library of the folder's files alone.
    fn library(files: &[(&str, &str)]) -> (tempfile::TempDir, Library) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let library = Library::default().with_overlay(folder.path()).unwrap();
        (folder, library)
    }

    #[test]
    fn the_table_names_every_file_of_the_folder_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
        let files = if folder.exists() { lesson_files(&folder).unwrap() } else { Vec::new() };
        let names: Vec<_> =
            files.iter().map(|path| format!("lessons/{}", path.file_name().unwrap().display())).collect();
        let table: Vec<_> = embedded::LESSONS.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(names, table, "src/notebook/library/embedded.rs and lessons/ disagree");
    }

    #[test]
    fn every_lesson_of_the_course_can_be_read() {
        for entry in Library::embedded().entries() {
            let lesson = entry.open().unwrap_or_else(|error| panic!("{error}"));
            assert!(lesson.blocks.len() > 3, "{}", entry.slug);
        }
    }

    #[test]
    fn a_lesson_is_found_by_every_name_it_has() {
        let (folder, library) = library(&[("05-attention.md", &lesson("scaled")), ("README.md", "no lesson")]);
        assert_eq!(library.entries().len(), 1);
        let path = folder.path().join("05-attention.md");
        for name in ["scaled", "5", "05", "attention", "05-attention", "05-attention.md", path.to_str().unwrap()] {
            assert_eq!(&*library.open(name).unwrap().front.title, "The scaled", "{name}");
        }
    }

    #[test]
    fn an_unknown_name_suggests_the_nearest() {
        let (_folder, library) = library(&[("05-attention.md", &lesson("attention"))]);
        let error = library.open("atention").unwrap_err();
        assert_eq!(error.to_string(), "there is no lesson `atention`; did you mean `attention`?");
        let error = library.open("zebra").unwrap_err();
        assert!(error.to_string().contains("glassformer list"));
        assert!(matches!(library.open("no/such.md"), Err(OpenError::Unreadable { .. })));
    }

    #[test]
    fn an_overlay_replaces_by_id_and_adds_the_rest() {
        let (_first, library) = library(&[("01-a.md", &lesson("a")), ("02-b.md", &lesson("b"))]);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("09-other.md"), lesson("a")).unwrap();
        std::fs::write(folder.path().join("03-c.md"), "---\nbroken\n---\n").unwrap();
        let library = library.with_overlay(folder.path()).unwrap();
        let slugs: Vec<_> = library.entries().iter().map(|entry| &*entry.slug).collect();
        assert_eq!(slugs, ["09-other", "02-b", "03-c"]);
        let OpenError::Broken(problems) = library.open("c").unwrap_err() else { panic!("a broken lesson") };
        assert_eq!((problems[0].line, problems[0].column), (2, 1));
        assert!(problems[0].file.ends_with("03-c.md"));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(read_lesson(&path).unwrap_err().to_string().ends_with("it is not UTF-8 text"));
        std::fs::write(&path, vec![b'a'; MAX_BYTES as usize + 1]).unwrap();
        assert!(read_lesson(&path).unwrap_err().to_string().contains("at most 1048576"));
    }
}
