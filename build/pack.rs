//! Packs the pages of `lessons/` into one file, which the program carries: as they are they would be a twentieth of it.
//!
//! The file is zlib's, of `name NUL text NUL` for each page in the order of the names. `src/notebook/library/embedded.rs` reads it.

use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Pages about the lessons, which the program does not read.
const ABOUT: [&str; 2] = ["README.md", "LANGUAGE.md"];

/// Writes `lessons.z` into the build's folder.
///
/// # Errors
/// If a page cannot be read or the file not be written, with its name.
pub(crate) fn pack_lessons() -> Result<()> {
    println!("cargo::rerun-if-changed=lessons");
    let packed = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("lessons.z");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for path in pages(Path::new("lessons"))? {
        let text = fs::read_to_string(&path).map_err(|error| Error::other(format!("{}: {error}", path.display())))?;
        let name = path.file_name().unwrap_or_default().display();
        if text.contains('\0') {
            return Err(Error::other(format!("{}: it has a NUL, which parts the pages here", path.display())));
        }
        write!(encoder, "lessons/{name}\0{text}\0")?;
    }
    fs::write(packed, encoder.finish()?)
}

/// The pages of a folder in the order of their names; what begins with a dot is an editor's.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let all: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_>>()?;
    let is_page = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "md")
            && path.file_name().is_some_and(|name| {
                !name.as_encoded_bytes().starts_with(b".") && ABOUT.iter().all(|about| name != *about)
            })
    };
    let mut pages: Vec<_> = all.into_iter().filter(is_page).collect();
    pages.sort();
    Ok(pages)
}
