//! A file under a name that nothing has: what was written before stays.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

/// The most files of one beginning.
const MOST: usize = 9999;

/// Writes `STEM-1.ENDING` into a folder, or with the first number that is free; returns the file's path.
///
/// # Errors
/// The folder cannot be written, the disk is full, or every name is taken; a sentence says which.
pub(super) fn write(folder: &Path, stem: &str, ending: &str, bytes: &[u8]) -> Result<String, String> {
    for number in 1..=MOST {
        let path = folder.join(format!("{stem}-{number}.{ending}"));
        let shown = path.strip_prefix(".").unwrap_or(&path).display().to_string();
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(format!("{shown}: {error}")),
        };
        return match file.write_all(bytes).and_then(|()| file.sync_all()) {
            Ok(()) => Ok(shown),
            Err(error) => {
                // Half a file is worse than none.
                let _ = std::fs::remove_file(&path);
                Err(format!("{shown}: {error}"))
            }
        };
    }
    Err(format!("{stem}-{MOST}.{ending} already exists: delete some of these files"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        for (number, text) in [(1, "a"), (2, "b"), (3, "c")] {
            let path = write(folder.path(), "x", "txt", text.as_bytes()).unwrap();
            assert!(path.ends_with(&format!("x-{number}.txt")), "{path}");
            assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("x-1.txt")).unwrap(), "a");
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let told = write(&folder.path().join("none"), "x", "txt", b"a").unwrap_err();
        assert!(told.contains("x-1.txt: "), "{told}");
    }
}
