//! A pack: lessons in a zip archive that somebody sent.
//!
//! It is read into memory and never unpacked, so nothing in it can name a place on this disk, and what is not a lesson is not even
//! looked at. It can add to the course and not take its place: whoever opens `attention` gets the course's, and the work that is
//! kept of it is not laid over somebody else's text. What a lesson's cells may do is the same as everywhere: compute.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::file::{MAX_BYTES, is_lesson_file, no_text};
use super::{LessonEntry, LessonOrigin, OpenError};

/// The most files that are looked at: a pack is a course, not a disk.
const MAX_FILES: usize = 10_000;
/// The most lessons.
const MAX_LESSONS: usize = 200;
/// The most bytes of all lessons together.
const MAX_TOTAL: u64 = 32 << 20;

/// Of a lesson that is packed as zip archives seldom are.
const OTHERWISE: &str = "its compression method is not supported: create the zip file again with default settings";

/// The lessons of a pack, in the order of their names.
///
/// # Errors
/// It is no zip archive, or one of its lessons is too large, encrypted or no text.
pub(super) fn entries(path: &Path) -> Result<Vec<LessonEntry>, OpenError> {
    let unreadable = |reason: String| OpenError::Unreadable { path: path.to_owned(), reason };
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut archive = ZipArchive::new(file).map_err(|error| unreadable(told(&error)))?;
    if archive.len() > MAX_FILES {
        return Err(unreadable(format!(
            "it contains {} files, but a pack can have at most {MAX_FILES}",
            archive.len()
        )));
    }
    let pack = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (mut entries, mut total) = (Vec::new(), 0);
    for place in 0..archive.len() {
        // Of what is no lesson only the name is looked at.
        let name = archive.name_for_index(place).and_then(Result::ok).unwrap_or_default().into_owned();
        if !is_lesson_file(Path::new(&name)) || is_hidden(&name) {
            continue;
        }
        let fault = |reason: &str| unreadable(format!("{name}: {reason}"));
        let member = archive.by_index(place).map_err(|error| fault(&told(&error)))?;
        if !member.is_file() {
            continue;
        }
        if !matches!(member.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(fault(OTHERWISE));
        }
        let mut bytes = Vec::new();
        // What the archive says of sizes is a claim; what comes out is counted.
        let read =
            member.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| fault(&error.to_string()))? as u64;
        total += read;
        if read > MAX_BYTES {
            return Err(fault(&format!("it has more than {MAX_BYTES} bytes, the limit for a lesson")));
        }
        if total > MAX_TOTAL || entries.len() == MAX_LESSONS {
            return Err(fault(&format!("a pack can have at most {MAX_LESSONS} lessons and {MAX_TOTAL} bytes")));
        }
        let full = format!("{pack}/{name}");
        let text = String::from_utf8(bytes).map_err(|error| OpenError::Broken(vec![no_text(&full, &error)]))?;
        entries.push(LessonEntry::packed(&full, &text));
    }
    if entries.is_empty() {
        return Err(unreadable("it contains no lessons: a lesson is a file that ends in `.md`".to_owned()));
    }
    entries.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(entries)
}

/// The first two lessons with one id.
pub(super) fn twice(entries: &[LessonEntry]) -> Option<[&LessonEntry; 2]> {
    entries.iter().enumerate().find_map(|(place, entry)| {
        let other = entries[..place].iter().find(|other| other.id() == entry.id())?;
        Some([other, entry])
    })
}

/// What the archive's reader could not do, in our words.
fn told(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) => error.to_string(),
        ZipError::CompressionMethodNotSupported(_) => OTHERWISE.to_owned(),
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            "it is protected by a password: create it without one".to_owned()
        }
        _ => "it is not a complete zip archive, and a pack of lessons must be one".to_owned(),
    }
}

/// Whether a name is one that systems put beside files for themselves, as `__MACOSX/._05-attention.md`.
fn is_hidden(name: &str) -> bool {
    let is_own = |part: &str| part == "__MACOSX" || part.starts_with('.') && !matches!(part, "." | "..");
    name.split(['/', '\\']).any(is_own)
}

impl LessonEntry {
    fn packed(name: &str, text: &str) -> Self {
        let file = crate::notebook::lesson::LessonFile::new(name, text);
        LessonEntry::new(&file.clone(), LessonOrigin::Packed(file))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::super::LessonLibrary;
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
        LessonLibrary::embedded().with_lessons(&path).unwrap_err().to_string()
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
        let library = LessonLibrary::embedded().with_lessons(&path).unwrap();
        let ids: Vec<&str> = library.entries().iter().map(LessonEntry::id).collect();
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
    fn two_lessons_of_one_id_are_both_named() {
        let said = complaint(&[("a.md", lesson("same").as_bytes()), ("x/b.md", lesson("same").as_bytes())]);
        assert!(said.contains("a.md and b.md in the pack both have the id `same`"), "{said}");
    }

    #[test]
    fn another_way_of_packing_is_told_of_a_lesson_and_no_matter_elsewhere() {
        let complaint = |other: &str| {
            let (_folder, path) = pack(&[("good.md", lesson("good").as_bytes()), (other, b"text")]);
            let mut bytes = std::fs::read(&path).unwrap();
            // The method stands 8 bytes behind the start of a file, and 10 behind that of its entry in the list.
            for (mark, offset) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
                let at = bytes.windows(4).rposition(|window| window == mark).unwrap();
                bytes[at + offset..at + offset + 2].copy_from_slice(&[12, 0]);
            }
            std::fs::write(&path, bytes).unwrap();
            LessonLibrary::embedded().with_lessons(&path).err().map(|error| error.to_string())
        };
        let said = complaint("other.md").unwrap();
        assert!(said.contains("other.md: its compression method is not supported"), "{said}");
        assert_eq!(complaint("picture.png"), None);
    }

    #[test]
    fn names_of_places_are_only_names() {
        let (folder, path) = pack(&[("../../outside.md", lesson("outside").as_bytes())]);
        let library = LessonLibrary::embedded().with_lessons(&path).unwrap();
        assert!(library.open("outside").is_ok());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is unpacked");
    }

    #[test]
    fn what_swells_or_is_no_text_or_no_archive_is_told() {
        let zeros = vec![b' '; MAX_BYTES as usize + 1];
        assert!(complaint(&[("swollen.md", &zeros)]).contains("swollen.md: it has more than"));
        assert!(complaint(&[("bytes.md", b"\xff\xfe")]).contains("bytes.md:1:1: the byte FF is not UTF-8 text"));
        assert!(complaint(&[("notes.txt", b"hello")]).contains("it contains no lessons"));
        let many: Vec<(String, Vec<u8>)> =
            (0..=MAX_LESSONS).map(|n| (format!("{n}.md"), lesson(&format!("l{n}")).into_bytes())).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
        assert!(complaint(&many).contains("at most 200 lessons"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("torn.zip");
        std::fs::write(&path, b"PK\x03\x04 and then nothing").unwrap();
        let said = LessonLibrary::embedded().with_lessons(&path).unwrap_err().to_string();
        assert!(said.contains("torn.zip") && said.contains("zip archive"), "{said}");
    }
}
