//! The lessons there are: those inside the program, and those of an overlay folder, which take their places.

mod embedded;
mod file;
mod number;
mod open_error;
mod pack;
pub mod watch;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::lang::Files;
use crate::notebook::lesson::{FrontMatter, Lesson, LessonFile, LessonPreview};
use crate::notebook::problem::{LessonProblem, nearest};

use file::read;
pub use file::{folder_of, lesson_files, same_id};
pub use number::{LessonNumber, NoNumber};
pub use open_error::OpenError;

/// The course: an ordered list of lessons that can be opened.
#[derive(Clone, Debug, Default)]
pub struct LessonLibrary {
    entries: Vec<LessonEntry>,
    shared: Vec<LessonEntry>,
    overlays: Vec<PathBuf>,
    /// Folders of single lessons that were opened.
    neighbours: Vec<PathBuf>,
    /// Lessons that were made for this run of the program.
    made: Vec<Arc<Lesson>>,
}

/// A lesson in the list of contents. Only its front matter has been read, and what is counted line by line.
#[derive(Clone, Debug)]
pub struct LessonEntry {
    /// The file's name without its ending, such as `05-attention`.
    pub slug: Arc<str>,
    /// The number that the file's name begins with.
    pub number: Option<LessonNumber>,
    /// What the lesson says about itself, or what is wrong with how it says it.
    pub front: Result<FrontMatter, Vec<LessonProblem>>,
    /// How long it takes, and its headings.
    pub preview: LessonPreview,
    origin: LessonOrigin,
    /// The shared examples that it may use.
    shelf: SharedOrigins,
}

/// Where the shared examples are, by id.
type SharedOrigins = Arc<BTreeMap<Arc<str>, LessonOrigin>>;

#[derive(Clone, Debug)]
enum LessonOrigin {
    /// Inside the program: the file's name in the repository and its text.
    Embedded(&'static str, &'static str),
    /// A file that is read whenever the lesson is opened.
    File(PathBuf),
    /// A file of a pack, as it was read.
    Packed(LessonFile),
    /// A lesson that was made for this run of the program, with the files that its cells can read.
    Made(Arc<Lesson>),
}

impl LessonLibrary {
    /// The course inside the program.
    pub fn embedded() -> Self {
        let mut library = LessonLibrary::default();
        for (name, text) in embedded::lessons() {
            library.add(LessonEntry::embedded(name, text));
        }
        library.stock();
        library
    }

    /// The same with a folder or a [`pack`] of lessons.
    ///
    /// # Errors
    /// If it cannot be read, or a pack would take the place of a lesson.
    pub fn with_lessons(self, path: &Path) -> Result<Self, OpenError> {
        if path.is_file() { self.with_pack(path) } else { self.with_overlay(path) }
    }

    fn with_pack(mut self, path: &Path) -> Result<Self, OpenError> {
        let entries = pack::entries(path)?;
        if let Some([first, second]) = pack::twice(&entries) {
            let (id, [first, second]) = (first.id(), [&first.slug, &second.slug]);
            let reason = format!("{first}.md and {second}.md in the pack both have the id `{id}`: change one of them");
            return Err(OpenError::Unreadable { path: path.to_owned(), reason });
        }
        for entry in entries {
            if self.entries.iter().chain(&self.shared).any(|other| other.id() == entry.id()) {
                let (slug, id) = (&entry.slug, entry.id());
                let reason = format!(
                    "{slug}.md has the id `{id}` of another lesson, and a pack cannot replace a lesson; give it another \
                     id, or, if you trust the pack, unpack it and give its folder with `--lessons`"
                );
                return Err(OpenError::Unreadable { path: path.to_owned(), reason });
            }
            self.add(entry);
        }
        self.stock();
        self.overlays.push(path.to_owned());
        Ok(self)
    }

    /// The same with a folder laid over it: a file with the id of a lesson takes its place, others follow in the order of
    /// their names.
    ///
    /// # Errors
    /// If the folder cannot be read. A lesson in it that cannot be, or is broken, is no error here: it is listed with its problems.
    pub fn with_overlay(mut self, folder: &Path) -> Result<Self, OpenError> {
        let mut ids: BTreeMap<String, Arc<str>> = BTreeMap::new();
        for path in lesson_files(folder)? {
            let mut entry = LessonEntry::file(&path);
            let file = LessonFile::new(&path.display().to_string(), "");
            match ids.get(entry.id()) {
                // Neither takes the other's place unseen.
                Some(other) if entry.front.is_ok() => {
                    entry.front = Err(vec![same_id(&file, entry.id(), other)]);
                    self.entries.push(entry);
                }
                _ => {
                    ids.insert(entry.id().to_owned(), Arc::clone(file.name()));
                    self.add(entry);
                }
            }
        }
        self.stock();
        self.overlays.push(folder.to_owned());
        Ok(self)
    }

    /// The same with the lessons that lie in this folder: links lead to them, and what is no lesson is passed over.
    #[must_use]
    pub fn with_neighbours(mut self, folder: &Path) -> Self {
        if self.neighbours.iter().any(|known| known == folder) {
            return self;
        }
        let entries = lesson_files(folder).unwrap_or_default();
        for entry in entries.iter().map(|path| LessonEntry::file(path)).filter(|entry| entry.front.is_ok()) {
            self.add(entry);
        }
        self.stock();
        self.neighbours.push(folder.to_owned());
        self
    }

    /// The same with a lesson that lies in no file: behind the others, or in the place of one with its id.
    #[must_use]
    pub fn with_made(mut self, lesson: Arc<Lesson>) -> Self {
        self.add(LessonEntry::new(&lesson.file, LessonOrigin::Made(Arc::clone(&lesson))));
        self.made.push(lesson);
        self
    }

    /// The course as it is now: the folders that lie over it may have changed.
    ///
    /// # Errors
    /// As for [`LessonLibrary::with_overlay`].
    pub fn refreshed(&self) -> Result<Self, OpenError> {
        let embedded =
            self.neighbours.iter().fold(LessonLibrary::embedded(), |library, folder| library.with_neighbours(folder));
        let overlaid = self.overlays.iter().try_fold(embedded, |library, path| library.with_lessons(path))?;
        Ok(self.made.iter().cloned().fold(overlaid, Self::with_made))
    }

    /// The folders that lie over the course and the files in them: where a change would be seen.
    pub fn paths(&self) -> Vec<PathBuf> {
        let files = self.entries.iter().chain(&self.shared).filter_map(|entry| entry.path().map(Path::to_owned));
        self.overlays.iter().cloned().chain(files).collect()
    }

    /// Puts an entry among the lessons or the shared examples, in the place of one with its id.
    fn add(&mut self, entry: LessonEntry) {
        let list = if entry.is_shared() { &mut self.shared } else { &mut self.entries };
        match list.iter_mut().find(|other| other.id() == entry.id()) {
            Some(place) => *place = entry,
            None => list.push(entry),
        }
    }

    /// Tells every entry which shared examples there are.
    fn stock(&mut self) {
        let shelf = Arc::new(self.shared.iter().map(|entry| (entry.id().into(), entry.origin.clone())).collect());
        for entry in self.entries.iter_mut().chain(&mut self.shared) {
            entry.shelf = Arc::clone(&shelf);
        }
    }

    /// The lessons in order.
    pub fn entries(&self) -> &[LessonEntry] {
        &self.entries
    }

    /// The examples that lessons share: no lessons of their own.
    pub fn shared(&self) -> &[LessonEntry] {
        &self.shared
    }

    /// Every lesson that can be opened, in order; broken ones are left out.
    pub fn lessons(&self) -> Vec<Arc<Lesson>> {
        self.entries.iter().filter_map(|entry| entry.open().ok()).map(Arc::new).collect()
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
            return self.read(path);
        }
        Err(OpenError::Unknown { asked: name.to_owned(), nearest: self.nearest(name) })
    }

    /// Reads a lesson from a file. The examples that it uses are looked for beside it, then here.
    ///
    /// # Errors
    /// If a file cannot be read or is broken.
    pub fn read(&self, path: &Path) -> Result<Lesson, OpenError> {
        let shelf = self.shared.iter().map(|entry| (entry.id().into(), entry.origin.clone())).collect();
        LessonOrigin::File(path.to_owned()).lesson(&shelf)
    }

    /// The lesson that goes by this name: its id, its number, its slug, or its file's name as links write it.
    pub fn find(&self, name: &str) -> Option<&LessonEntry> {
        let slug = name.strip_suffix(".md").unwrap_or(name);
        let number = name.parse::<LessonNumber>().ok();
        let goes_by = |entry: &&LessonEntry| {
            entry.id() == name
                || *entry.slug == *slug
                || entry.name() == slug
                || number.is_some() && entry.number == number
        };
        self.entries.iter().chain(&self.shared).find(goes_by)
    }

    /// The id of the lesson whose name is spelled most nearly like this one.
    fn nearest(&self, name: &str) -> Option<String> {
        let names = self.entries.iter().flat_map(|entry| [entry.id(), entry.name()]);
        nearest(&name.to_lowercase(), names).map(str::to_owned)
    }
}

impl LessonEntry {
    fn embedded(name: &'static str, text: &'static str) -> Self {
        LessonEntry::new(&LessonFile::new(name, text), LessonOrigin::Embedded(name, text))
    }

    fn file(path: &Path) -> Self {
        let origin = LessonOrigin::File(path.to_owned());
        match origin.file() {
            Ok(file) => LessonEntry::new(&file, origin),
            Err(error) => LessonEntry::named(&path.display().to_string(), Err(error.problems()), origin),
        }
    }

    fn new(file: &LessonFile, origin: LessonOrigin) -> Self {
        let entry = LessonEntry::named(file.name(), FrontMatter::read(file), origin);
        LessonEntry { preview: LessonPreview::read(file), ..entry }
    }

    fn named(name: &str, front: Result<FrontMatter, Vec<LessonProblem>>, origin: LessonOrigin) -> Self {
        let slug = name.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".md");
        let number = slug.split('-').next().and_then(|number| number.parse().ok());
        let (preview, shelf) = (LessonPreview::default(), SharedOrigins::default());
        LessonEntry { slug: slug.into(), number, front, preview, origin, shelf }
    }

    /// Its number in three columns; blanks for a lesson that has none.
    pub fn number_in_columns(&self) -> String {
        self.number.map_or_else(|| "   ".to_owned(), LessonNumber::in_columns)
    }

    /// Whether it is an example for others to use.
    fn is_shared(&self) -> bool {
        self.front.as_ref().is_ok_and(|front| front.shared)
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
        self.origin.path()
    }

    /// Reads the whole lesson.
    ///
    /// # Errors
    /// If its file cannot be read or is broken.
    pub fn open(&self) -> Result<Lesson, OpenError> {
        self.origin.lesson(&self.shelf)
    }
}

impl LessonOrigin {
    fn path(&self) -> Option<&Path> {
        match self {
            LessonOrigin::Embedded(..) | LessonOrigin::Packed(_) | LessonOrigin::Made(_) => None,
            LessonOrigin::File(path) => Some(path),
        }
    }

    fn file(&self) -> Result<LessonFile, OpenError> {
        Ok(match self {
            LessonOrigin::Embedded(name, text) => LessonFile::new(name, text),
            LessonOrigin::File(path) => LessonFile::new(&path.display().to_string(), &read(path)?),
            LessonOrigin::Packed(file) => file.clone(),
            LessonOrigin::Made(lesson) => lesson.file.clone(),
        })
    }

    /// The lesson with the shared examples that it uses.
    fn lesson(&self, shelf: &BTreeMap<Arc<str>, LessonOrigin>) -> Result<Lesson, OpenError> {
        if let LessonOrigin::Made(lesson) = self {
            return Ok(Lesson::clone(lesson));
        }
        let file = self.file()?;
        // What is wrong with the front matter is told with the rest of the file.
        let uses = FrontMatter::read(&file).map(|front| front.uses).unwrap_or_default();
        let mut paths: Vec<PathBuf> = self.path().map(Path::to_owned).into_iter().collect();
        let mut shared = Vec::new();
        for id in &uses {
            let beside = self.path().map(|path| path.with_file_name(format!("{id}.md"))).filter(|path| path.exists());
            let Some(origin) = beside.map(LessonOrigin::File).or_else(|| shelf.get(id).cloned()) else { continue };
            paths.extend(origin.path().map(Path::to_owned));
            shared.push(example(origin.file()?).map_err(OpenError::Broken)?);
        }
        let lesson = Lesson::read_with(file, &shared).map_err(OpenError::Broken)?;
        Ok(Lesson { paths, ..lesson })
    }
}

/// A shared example. Of a lesson of its own only the front matter is read, which tells that it is no example.
fn example(file: LessonFile) -> Result<Lesson, Vec<LessonProblem>> {
    let front = FrontMatter::read(&file)?;
    if front.shared {
        return Lesson::read_with(file, &[]);
    }
    Ok(Lesson { file, front, blocks: Vec::new(), appendix: 0, paths: Vec::new(), files: Files::default() })
}

/// Reads a lesson from a file. The examples that it uses are looked for beside it, then inside the program.
///
/// # Errors
/// If the file cannot be read or is broken.
pub fn read_lesson(path: &Path) -> Result<Lesson, OpenError> {
    LessonLibrary::embedded().read(path)
}

/// Whether a file of this name is a lesson of the course inside the program.
pub fn is_of_course(page: &str) -> bool {
    embedded::lessons().any(|(name, _)| name == page)
}

/// The pages inside the program that say where the course shows something: what the five tutorials teach, and each term.
pub fn tables() -> [LessonFile; 2] {
    embedded::tables().map(|(name, text)| LessonFile::new(name, text))
}

/// Such a page in a file.
///
/// # Errors
/// If the file cannot be read.
pub fn read_table(path: &Path) -> Result<LessonFile, OpenError> {
    Ok(LessonFile::new(&path.display().to_string(), &read(path)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(id: &str) -> String {
        format!("---\ntitle: The {id}\nid: {id}\n---\nText.\n")
    }

    /// A library of the folder's files alone.
    fn library(files: &[(&str, &str)]) -> (tempfile::TempDir, LessonLibrary) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let library = LessonLibrary::default().with_overlay(folder.path()).unwrap();
        (folder, library)
    }

    #[test]
    fn a_shared_example_gives_its_cells_and_is_no_lesson() {
        let running = "---\ntitle: The example\nid: running\nshared: true\n---\nWords.\n\n```python\n#| label: a\na = 1\n```\n\n```python\n#| label: b\nb = a\n```\n";
        let user = "---\ntitle: U\nid: user\nuses: [running]\n---\nText.\n\n```python\n#| shared: b\n```\n\nMore.\n";
        let (folder, library) = library(&[("01-user.md", user), ("running.md", running)]);
        assert_eq!(library.entries().len(), 1);
        assert_eq!(library.shared().len(), 1);
        let lesson = library.open("user").unwrap();
        let ids: Vec<_> = lesson.blocks.iter().map(|block| &*block.id).collect();
        assert_eq!((ids, lesson.appendix), (vec!["prose", "b", "prose-2", "a"], 3));
        assert!(lesson.file_of(&lesson.blocks[1]).name().ends_with("running.md"));
        let names: Vec<_> = lesson.paths.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(names, ["01-user.md", "running.md"]);

        for (change, expected) in [
            ("uses: [runing]", ":4:1: the lesson uses `runing`, but there is no such shared example"),
            ("uses: [user]", ":4:1: the lesson uses `user`, which is a lesson, not a shared example"),
        ] {
            let path = folder.path().join("user.md");
            std::fs::write(&path, user.replace("uses: [running]", change)).unwrap();
            let error = library.read(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let (twice, unknown) =
            (user.replace("More.", "```python\n#| shared: b\n```"), user.replace("shared: b", "shared: bb"));
        let own = user.replace("More.", "```python\n#| label: a\nx = 1\n```");
        let full = user.replace("shared: b\n", "shared: b\nb = 2\n");
        for (text, expected) in [
            (twice, ":13:12: the shared cell `b` is shown twice"),
            (unknown, ":9:12: there is no cell `bb` in the shared examples; did you mean `b`?"),
            (own, "two blocks are named `a`; the other one is in "),
            (full, ":10:1: the code of a shared cell belongs in the shared file"),
        ] {
            let path = folder.path().join("01-user.md");
            std::fs::write(&path, text).unwrap();
            let error = library.open("user").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(lesson.path().is_some_and(|path| path.ends_with("01-user.md")));
        std::fs::write(folder.path().join("01-user.md"), user).unwrap();
        std::fs::write(folder.path().join("running.md"), running.replace("label: a", "lable: a")).unwrap();
        let error = library.open("user").unwrap_err().to_string();
        assert!(error.contains("running.md:9:4: unknown option `lable`"), "{error}");
    }

    #[test]
    fn an_example_of_a_folder_takes_the_place_of_the_courses_own() {
        let text = embedded::lessons().find(|(name, _)| name.ends_with("running.md")).map(|(_, text)| text);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("running.md"), text.unwrap().replace("the cat sat", "a dog ran")).unwrap();
        let library = LessonLibrary::embedded().with_overlay(folder.path()).unwrap();
        let lesson = library.open("attention").unwrap();
        assert!(lesson.block("sentence").unwrap().editable().unwrap().text().contains("a dog ran"));
        assert_eq!((lesson.path(), lesson.paths.len()), (None, 1), "its own text is the program's");
    }

    #[test]
    fn every_lesson_of_the_course_can_be_read() {
        for entry in LessonLibrary::embedded().entries() {
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
    fn a_second_page_behind_a_lesson_has_a_letter() {
        let (_folder, library) = library(&[("18-bugs.md", &lesson("bugs")), ("18b-capstone.md", &lesson("build"))]);
        for name in ["build", "18b", "capstone", "18b-capstone"] {
            assert_eq!(&*library.open(name).unwrap().front.title, "The build", "{name}");
        }
        assert_eq!(&*library.open("18").unwrap().front.title, "The bugs");
        let marks: Vec<_> = library.entries().iter().filter_map(|entry| entry.number).collect();
        assert_eq!(marks.iter().map(LessonNumber::to_string).collect::<Vec<_>>(), ["18", "18b"]);
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

    /// An editor marks a file that is being changed by a link that leads nowhere; another system puts what it knows of a file beside it.
    #[test]
    #[cfg(unix)]
    fn what_others_put_beside_a_lesson_is_passed_over() {
        let (folder, _) = library(&[("05-attention.md", &lesson("scaled"))]);
        std::os::unix::fs::symlink("me@here.42", folder.path().join(".#05-attention.md")).unwrap();
        std::fs::write(folder.path().join("._05-attention.md"), [0xff]).unwrap();
        let library = LessonLibrary::default().with_overlay(folder.path()).unwrap();
        assert_eq!(library.entries().len(), 1);
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
    fn a_file_that_cannot_be_read_is_listed_and_stops_no_other() {
        let (folder, _) = library(&[("01-a.md", &lesson("a"))]);
        std::fs::write(folder.path().join("02-b.md"), [b'#', 0xff]).unwrap();
        let library = LessonLibrary::default().with_overlay(folder.path()).unwrap();
        let slugs: Vec<_> = library.entries().iter().map(|entry| &*entry.slug).collect();
        assert_eq!(slugs, ["01-a", "02-b"]);
        let problems = library.entries()[1].front.as_ref().unwrap_err();
        assert!(
            problems[0].to_string().ends_with("02-b.md:1:2: the byte FF is not UTF-8 text; save the file as UTF-8")
        );
    }

    #[test]
    fn of_two_lessons_of_a_folder_with_one_id_none_takes_the_others_place() {
        let (folder, library) = library(&[("01-a.md", &lesson("a")), ("02-a.md", &lesson("a"))]);
        let slugs: Vec<_> = library.entries().iter().map(|entry| &*entry.slug).collect();
        assert_eq!(slugs, ["01-a", "02-a"]);
        assert!(library.open("a").unwrap().path().is_some_and(|path| path.ends_with("01-a.md")));
        let problem = library.entries()[1].front.as_ref().unwrap_err()[0].to_string();
        let first = folder.path().join("01-a.md");
        assert!(
            problem
                .contains(&format!("its id `a` is already used by {}; every lesson needs its own id", first.display())),
            "{problem}"
        );
    }

    #[test]
    fn lessons_beside_a_file_are_found_and_what_is_no_lesson_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("02-mine.md"), lesson("mine")).unwrap();
        std::fs::write(folder.path().join("notes.md"), "no lesson").unwrap();
        std::fs::write(folder.path().join("broken.md"), [0xff]).unwrap();
        let near = LessonLibrary::embedded().with_neighbours(folder.path());
        assert!(near.find("mine").is_some() && near.find("02-mine.md").is_some() && near.find("attention").is_some());
        assert!(near.find("notes").is_none());
        assert_eq!(near.entries().len(), LessonLibrary::embedded().entries().len() + 1);
        assert_eq!(near.refreshed().unwrap().entries().len(), near.entries().len());
        assert_eq!(folder_of(Path::new("a.md")), Path::new("."));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        let said = |path| read_lesson(path).unwrap_err().to_string();
        assert!(said(&path).ends_with("a.md:1:1: the byte FF is not UTF-8 text; save the file as UTF-8"));
        std::fs::write(&path, b"\xef\xbb\xbfa\r\n\xc3\xa4b\xe4").unwrap();
        assert!(said(&path).contains("a.md:2:3: the byte E4"), "counted as an editor counts");
        std::fs::write(&path, vec![b'a'; file::MAX_BYTES as usize + 1]).unwrap();
        assert!(read_lesson(&path).unwrap_err().to_string().contains("at most 1048576"));
    }
}
