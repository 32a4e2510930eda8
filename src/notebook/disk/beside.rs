//! A new file beside another one: it is filled, and then takes the other's name.
//!
//! Its name cannot be guessed and it is opened only if nothing has that name, so a link that somebody planted in a shared folder is
//! never followed. Its writer holds a lock on it; a file without a lock was left behind by a writer that was killed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How old a file without a lock must be before it is removed: its writer may be about to lock it.
const ABANDONED: Duration = Duration::from_secs(1);
/// The same where the file system has no locks.
const ABANDONED_WITHOUT_LOCKS: Duration = Duration::from_mins(1);
/// How many names are tried. One is enough unless somebody can guess 64 random bits.
const ATTEMPTS: usize = 16;

/// Who may read a file that did not exist before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Whoever the system lets read new files by default.
    Usual,
    /// Nobody but its owner.
    Owner,
}

/// A file that is still to take another's name. Dropping it removes it.
#[derive(Debug)]
pub(super) struct Beside {
    file: File,
    path: PathBuf,
}

impl Beside {
    /// Creates an empty file beside `path`. Those may read it who may read the file at `path`, or else the `audience`.
    pub(super) fn create(path: &Path, audience: Audience) -> io::Result<Self> {
        let old = fs::metadata(path).ok().map(|data| data.permissions());
        for _ in 0..ATTEMPTS {
            let random = RandomState::new().build_hasher().finish();
            let beside = path.with_file_name(format!("{}{random:016x}", prefix(path)));
            let created = match options(old.as_ref(), audience).open(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                created => Self { file: created?, path: beside },
            };
            // Not every file system has locks and permissions, and without them the file is whole as well.
            let _ = created.file.try_lock();
            if let Some(old) = old {
                let _ = created.file.set_permissions(old);
            }
            return Ok(created);
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "no free name for a temporary file"))
    }

    /// Writes all of the content, so that it outlasts a power cut.
    pub(super) fn write(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        // Without this a power cut after the move could leave an empty file under the name.
        self.file.sync_all()
    }

    /// Takes the name `path`.
    pub(super) fn take_name(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // After the move nothing has this name. If the removal fails, the next sweep takes the file.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn options(old: Option<&fs::Permissions>, audience: Audience) -> OpenOptions {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    let mode = match (old, audience) {
        (Some(old), _) => old.mode() & 0o777,
        (None, Audience::Usual) => 0o666,
        (None, Audience::Owner) => 0o600,
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(mode);
    options
}

/// Elsewhere a file takes its permissions from its folder.
#[cfg(not(unix))]
fn options(_: Option<&fs::Permissions>, _: Audience) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

/// How the files beside `path` begin.
fn prefix(path: &Path) -> String {
    format!(".{}.new-", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Removes what writers that were killed left beside `path`.
pub(super) fn sweep(path: &Path) {
    let prefix = prefix(path);
    let Some(entries) = super::folder(path).and_then(|folder| fs::read_dir(folder).ok()) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)) {
        if is_abandoned(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_abandoned(path: &Path) -> bool {
    let Ok(data) = fs::symlink_metadata(path) else { return false };
    let age = data.modified().ok().and_then(|when| when.elapsed().ok()).unwrap_or_default();
    // Whoever opens a pipe waits, and whoever opens a link opens something else.
    if !data.is_file() || age < ABANDONED {
        return false;
    }
    match File::open(path).map(|file| file.try_lock()) {
        Ok(Ok(())) => true,
        Ok(Err(TryLockError::WouldBlock)) => false,
        Ok(Err(TryLockError::Error(_))) | Err(_) => age > ABANDONED_WITHOUT_LOCKS,
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn only_abandoned_files_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        let old = SystemTime::now() - 2 * ABANDONED;
        let abandoned = folder.path().join(".work.new-00112233");
        File::create(&abandoned).unwrap().set_modified(old).unwrap();
        let mut held = Beside::create(&path, Audience::Usual).unwrap();
        held.file.set_modified(old).unwrap();
        sweep(&path);
        assert!(!abandoned.exists() && held.path.exists());
        held.write(b"whole").unwrap();
        held.take_name(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
