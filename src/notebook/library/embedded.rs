//! The pages inside the program, in the order of the course. `build/pack.rs` packs the folder `lessons/` when the program is built.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

/// A page's name in the repository, and its text.
pub(super) type EmbeddedPage = (&'static str, &'static str);

/// Where the course shows what the five tutorials teach, and where it teaches each of its words.
const TABLES: [&str; 2] = ["lessons/COVERAGE.md", "lessons/GLOSSARY.md"];

/// All pages: `name NUL text NUL` for each.
static TEXT: LazyLock<Box<str>> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lessons.z"));
    let mut text = String::new();
    // It is what the build has packed: a test holds every page against its file. In a program that was damaged since then, the
    // pages that are missing are missing.
    _ = ZlibDecoder::new(packed).read_to_string(&mut text);
    text.into()
});

static PAGES: LazyLock<Vec<EmbeddedPage>> = LazyLock::new(|| {
    let mut parts = TEXT.split_terminator('\0');
    std::iter::from_fn(|| Some((parts.next()?, parts.next()?))).collect()
});

/// The lessons, and the examples that they share.
pub(super) fn lessons() -> impl Iterator<Item = EmbeddedPage> {
    PAGES.iter().copied().filter(|(name, _)| !TABLES.contains(name))
}

/// The tables about the course.
pub(super) fn tables() -> [EmbeddedPage; 2] {
    TABLES.map(|name| PAGES.iter().copied().find(|(own, _)| *own == name).unwrap_or((name, "")))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::notebook::library::lesson_files;

    #[test]
    fn the_program_has_every_lesson_of_the_folder_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
        let of = |path: &PathBuf| {
            (format!("lessons/{}", path.file_name().unwrap().display()), std::fs::read_to_string(path).unwrap())
        };
        let files: Vec<_> = lesson_files(&folder).unwrap().iter().map(of).collect();
        let own = lessons().map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert!(files.len() > 30 && own.eq(files), "what is packed and lessons/ disagree");
        for (name, text) in tables() {
            assert_eq!(text, std::fs::read_to_string(folder.with_file_name(name)).unwrap(), "{name}");
        }
    }
}
