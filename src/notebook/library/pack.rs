//! A pack: lessons in a zip archive that somebody sent.
//!
//! It is read into memory and never unpacked, so nothing in it can name a place on this disk, and what is not a lesson is not even
//! looked at. It can add to the course and not take its place: whoever opens `attention` gets the course's, and the work that is
//! kept of it is not laid over somebody else's text. What a lesson's cells may do is the same as everywhere: compute.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use zip::ZipArchive;

use super::file::{MAX_BYTES, is_lesson_file, no_text};
use super::{Entry, OpenError, Origin};

/// The most files that are looked at: a pack is a course, not a disk.
const MAX_FILES: usize = 10_000;
/// The most lessons.
const MAX_LESSONS: usize = 200;
/// The most bytes of all lessons together.
const MAX_TOTAL: u64 = 32 << 20;

/// The lessons of a pack, in the order of their names.
///
/// # Errors
/// It is no zip archive, or one of its lessons is too large, encrypted or no text.
pub(super) fn entries(path: &Path) -> Result<Vec<Entry>, OpenError> {
    let unreadable = |reason: String| OpenError::Unreadable { path: path.to_owned(), reason };
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut archive =
        ZipArchive::new(file).map_err(|error| unreadable(format!("{error}; a pack of lessons is a zip archive")))?;
    if archive.len() > MAX_FILES {
        return Err(unreadable(format!("it holds {} files, and a pack at most {MAX_FILES}", archive.len())));
    }
    let pack = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (mut entries, mut total) = (Vec::new(), 0);
    for place in 0..archive.len() {
        let member = archive.by_index(place).map_err(|error| unreadable(error.to_string()))?;
        let name = member.name().map_err(|error| unreadable(error.to_string()))?.into_owned();
        if !member.is_file() || !is_lesson_file(Path::new(&name)) || is_hidden(&name) {
            continue;
        }
        let fault = |reason: &str| unreadable(format!("{name}: {reason}"));
        let mut bytes = Vec::new();
        // What the archive says of sizes is a claim; what comes out is counted.
        let read =
            member.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| fault(&error.to_string()))? as u64;
        total += read;
        if read > MAX_BYTES {
            return Err(fault(&format!("it has more than {MAX_BYTES} bytes, the most that a lesson may have")));
        }
        if total > MAX_TOTAL || entries.len() == MAX_LESSONS {
            return Err(fault(&format!("a pack has at most {MAX_LESSONS} lessons and {MAX_TOTAL} bytes")));
        }
        let full = format!("{pack}/{name}");
        let text = String::from_utf8(bytes).map_err(|error| OpenError::Broken(vec![no_text(&full, &error)]))?;
        entries.push(Entry::packed(&full, &text));
    }
    if entries.is_empty() {
        return Err(unreadable("it holds no lesson: a lesson is a file that ends in `.md`".to_owned()));
    }
    entries.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(entries)
}

/// Whether a name is one that systems put beside files for themselves, as `__MACOSX/._05-attention.md`.
fn is_hidden(name: &str) -> bool {
    let is_own = |part: &str| part == "__MACOSX" || part.starts_with('.') && !matches!(part, "." | "..");
    name.split(['/', '\\']).any(is_own)
}

impl Entry {
    fn packed(name: &str, text: &str) -> Self {
        let file = crate::notebook::lesson::LessonFile::new(name, text);
        Entry::new(&file.clone(), Origin::Packed(file))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::super::Library;
    use super::*;

    fn pack(files: &[(&str, &[u8])]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("class.zip");
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap();
        (folder, path)
    }

    fn lesson(id: &str) -> String {
        format!("---\ntitle: The {id}\nid: {id}\nuses: [running]\n---\nText.\n")
    }

    fn complaint(files: &[(&str, &[u8])]) -> String {
        let (_folder, path) = pack(files);
        Library::embedded().with_lessons(&path).unwrap_err().to_string()
    }

    #[test]
    fn its_lessons_follow_those_of_the_course_and_use_its_examples() {
        let (_folder, path) = pack(&[
            ("class/02-second.md", lesson("second").as_bytes()),
            ("class/01-first.md", lesson("first").as_bytes()),
            ("class/README.md", b"not a lesson"),
            ("__MACOSX/class/._01-first.md", b"\0\x05"),
            ("class/picture.png", b"\x89PNG"),
        ]);
        let library = Library::embedded().with_lessons(&path).unwrap();
        let ids: Vec<&str> = library.entries().iter().map(Entry::id).collect();
        assert_eq!(ids[ids.len() - 2..], ["first", "second"]);
        let lesson = library.open("second").unwrap();
        assert_eq!(&**lesson.file.name(), "class.zip/class/02-second.md");
        assert_eq!(
            library.refreshed().unwrap().entries().len(),
            ids.len(),
            "it is still there after a change of files"
        );
    }

    #[test]
    fn it_takes_no_place_of_the_course() {
        for name in ["mine.md", "05-attention.md"] {
            let said = complaint(&[(name, lesson("attention").as_bytes())]);
            assert!(said.contains("class.zip") && said.contains("`attention`"), "{said}");
        }
        let broken = complaint(&[("05-attention.md", b"no front matter")]);
        assert!(broken.contains("`attention`"), "{broken}");
        let shared = lesson("running").replace("uses: [running]", "shared: true");
        assert!(complaint(&[("running.md", shared.as_bytes())]).contains("`running`"));
    }

    #[test]
    fn names_of_places_are_only_names() {
        let (folder, path) = pack(&[("../../outside.md", lesson("outside").as_bytes())]);
        let library = Library::embedded().with_lessons(&path).unwrap();
        assert!(library.open("outside").is_ok());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is unpacked");
    }

    #[test]
    fn what_swells_or_is_no_text_or_no_archive_is_told() {
        let zeros = vec![b' '; MAX_BYTES as usize + 1];
        assert!(complaint(&[("swollen.md", &zeros)]).contains("swollen.md: it has more than"));
        assert!(complaint(&[("bytes.md", b"\xff\xfe")]).contains("bytes.md:1:1: the byte FF is not UTF-8 text"));
        assert!(complaint(&[("notes.txt", b"hello")]).contains("it holds no lesson"));
        let many: Vec<(String, Vec<u8>)> =
            (0..=MAX_LESSONS).map(|n| (format!("{n}.md"), lesson(&format!("l{n}")).into_bytes())).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
        assert!(complaint(&many).contains("at most 200 lessons"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("torn.zip");
        std::fs::write(&path, b"PK\x03\x04 and then nothing").unwrap();
        let said = Library::embedded().with_lessons(&path).unwrap_err().to_string();
        assert!(said.contains("torn.zip") && said.contains("zip archive"), "{said}");
    }
}
