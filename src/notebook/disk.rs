//! The files on the disk: written beside and moved into place, so that they are whole at every moment; read only so far as they
//! may be long.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use beside::{Audience, Beside};

mod beside;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// What the system said.
    Refused(io::Error),
    /// It has at least so many bytes, which are too many.
    TooLong(u64),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Refused(error)
    }
}

/// Opens a file to be read. A pipe that has a name is none: whoever opens it waits until somebody writes into it. That which a shell
/// makes for `<(...)` has its writer.
fn open(path: &Path) -> io::Result<File> {
    let is_nameless = || path.starts_with("/dev") || fs::canonicalize(path).is_err();
    if is_pipe(&fs::metadata(path)?) && !is_nameless() {
        return Err(io::Error::other("it is a named pipe, not a file"));
    }
    File::open(path)
}

/// The bytes of a file that has at most `most` of them. A pipe or a device says nothing of its length, and may have no end: it is
/// read one byte further.
///
/// # Errors
/// It cannot be read, or is longer.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    if size > most {
        return Err(Unread::TooLong(size));
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(Unread::TooLong(bytes.len() as u64)) } else { Ok(bytes) }
}

/// The bytes of a file, however long it is: weights may be.
///
/// # Errors
/// It cannot be read, or is a device, which may have no end.
pub(crate) fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    if is_device(&file.metadata()?) {
        return Err(io::Error::other("it is a device, not a file"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file, however long it is.
///
/// # Errors
/// As [`read_whole`], and where it is not UTF-8.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_whole(path)?).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

#[cfg(unix)]
fn is_device(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    data.file_type().is_char_device() || data.file_type().is_block_device()
}

/// Elsewhere a device has no place among the files.
#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// Whether whoever opens this waits for somebody to write into it.
#[cfg(unix)]
fn is_pipe(data: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&data.file_type())
}

/// Elsewhere a pipe has no place among the files.
#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Whether two names lead to one file: the same file of the disk, or, where there is none yet, the same name.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(first), Ok(second)) if first.is_file() && second.is_file() => is_one(&first, &second, [one, other]),
        // A terminal or a pipe may well be read and written.
        (Ok(_), _) | (_, Ok(_)) => false,
        _ => named(one) == named(other),
    }
}

/// The folder in full and the name in it.
fn named(path: &Path) -> (Option<PathBuf>, Option<&OsStr>) {
    (folder(path).and_then(|folder| fs::canonicalize(folder).ok()), path.file_name())
}

#[cfg(unix)]
fn is_one(first: &Metadata, second: &Metadata, _: [&Path; 2]) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (first.dev(), first.ino()) == (second.dev(), second.ino())
}

/// Elsewhere by their full names.
#[cfg(not(unix))]
fn is_one(_: &Metadata, _: &Metadata, [one, other]: [&Path; 2]) -> bool {
    fs::canonicalize(one).ok().is_some_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Puts `content` into the file at `path`. Whoever reads it, and whenever the machine stops, finds the old content or the new.
///
/// # Errors
/// The folder cannot be written to, or the disk is full; the old file is untouched then.
pub(crate) fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    put_for(Audience::Usual, path, content.as_ref())
}

/// The same for a file that only its owner may read. One that is there keeps its permissions.
///
/// # Errors
/// As for [`replace`].
pub(crate) fn replace_private(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    put_for(Audience::Owner, path, content.as_ref())
}

fn put_for(audience: Audience, path: &Path, content: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Some(folder) = folder(&path) {
        create_folders(folder, audience)?;
    }
    put(&path, content, audience)
}

#[cfg(unix)]
fn create_folders(folder: &Path, audience: Audience) -> io::Result<()> {
    let mode = if audience == Audience::Owner { 0o700 } else { 0o777 };
    let mut builder = fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    builder.recursive(true).create(folder)
}

/// Elsewhere a folder takes its permissions from the one around it.
#[cfg(not(unix))]
fn create_folders(folder: &Path, _: Audience) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// The same where somebody has named the file: no folder is made for it, what may not be written is not replaced, and into what is
/// no file, such as a pipe, it is written.
///
/// # Errors
/// As for [`replace`].
pub(crate) fn overwrite(path: &Path, content: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return fs::write(path, content),
        Ok(_) => drop(OpenOptions::new().write(true).open(path)?),
        Err(_) => {}
    }
    put(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), content, Audience::Usual)
}

/// Writes beside `path` and moves it there.
fn put(path: &Path, content: &[u8], audience: Audience) -> io::Result<()> {
    beside::sweep(path);
    let mut new = Beside::create(path, audience)?;
    new.write(content)?;
    new.take_name(path)?;
    sync_folder(path);
    Ok(())
}

/// Makes the move itself last. Not every system can, and the file is whole either way.
fn sync_folder(path: &Path) {
    if cfg!(unix)
        && let Some(folder) = folder(path)
    {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

fn folder(path: &Path) -> Option<&Path> {
    path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// Gives a file another name that no file has: `a.session.damaged`, `a.session.damaged-2` ...
///
/// # Errors
/// It cannot be moved; it stands where it stood then.
pub(crate) fn set_aside(path: &Path, why: &str) -> io::Result<PathBuf> {
    let aside = free_name(path, why)?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Copies a file to such a name.
///
/// # Errors
/// It cannot be copied.
pub(crate) fn copy_aside(path: &Path, why: &str) -> io::Result<PathBuf> {
    let aside = free_name(path, why)?;
    let mut copy = Beside::create(path, Audience::Usual)?;
    copy.write(&fs::read(path)?)?;
    copy.take_name(&aside)?;
    Ok(aside)
}

/// Writes a file that does not exist yet.
///
/// # Errors
/// There is such a file already, which stays as it is, or it cannot be written.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
}

fn free_name(path: &Path, why: &str) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for count in 1..10_000 {
        let suffix = if count == 1 { why.to_owned() } else { format!("{why}-{count}") };
        let aside = path.with_file_name(format!("{name}.{suffix}"));
        if !aside.try_exists()? {
            return Ok(aside);
        }
    }
    Err(io::Error::other("there are too many set-aside files in this folder: delete some of them"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_read_beyond_what_it_may_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(matches!(read(&path, 4), Err(Unread::TooLong(5))));
        assert!(matches!(read(&folder.path().join("nowhere"), 4), Err(Unread::Refused(_))));
        #[cfg(unix)]
        assert!(matches!(read(Path::new("/dev/zero"), 1000), Err(Unread::TooLong(1001))), "a device without end");
    }

    #[test]
    #[cfg(unix)]
    fn nobody_waits_for_who_writes_into_a_pipe() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert!(read_whole(&path).unwrap_err().to_string().contains("a named pipe"));
        assert!(matches!(read(&path, 9), Err(Unread::Refused(_))));
    }

    #[test]
    fn what_is_read_whole_has_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_whole(&path).unwrap(), b"12345");
        assert!(read_whole(&folder.path().join("nowhere")).is_err());
        #[cfg(unix)]
        assert!(read_whole(Path::new("/dev/zero")).unwrap_err().to_string().contains("a device"));
    }

    #[test]
    #[cfg(unix)]
    fn a_file_is_the_same_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, hard, other] = ["file", "link", "hard", "other"].map(|name| folder.path().join(name));
        let roundabout = folder.path().join("./file");
        assert!(is_same(&file, &roundabout) && !is_same(&file, &other), "also before they are there");
        fs::write(&file, "text").unwrap();
        fs::write(&other, "text").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        fs::hard_link(&file, &hard).unwrap();
        assert!(is_same(&file, &link) && is_same(&hard, &link) && is_same(&roundabout, &file));
        assert!(!is_same(&file, &other) && !is_same(Path::new("/dev/null"), Path::new("/dev/null")));
    }

    #[test]
    #[cfg(unix)]
    fn what_is_overwritten_keeps_its_permissions_and_its_link() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        overwrite(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        overwrite(&link, b"new").unwrap();
        assert_eq!((read(&path, 9).unwrap(), fs::read_link(&link).unwrap()), (b"new".to_vec(), path.clone()));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        overwrite(Path::new("/dev/null"), b"gone").unwrap();
        assert!(overwrite(&folder.path().join("no/file"), b"").is_err(), "no folder is made");
    }

    /// In a folder that others may write to, a link can wait under the name of the file that is about to be written.
    #[test]
    #[cfg(unix)]
    fn planted_link_is_not_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let [path, victim] = ["work", "victim"].map(|name| folder.path().join(name));
        fs::write(&victim, "untouched").unwrap();
        let planted = folder.path().join(format!(".work.new-{}", std::process::id()));
        std::os::unix::fs::symlink(&victim, planted).unwrap();
        replace(&path, "the new").unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "untouched");
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
        assert_eq!(fs::read_to_string(&path).unwrap(), "the new");
    }

    #[test]
    #[cfg(unix)]
    fn private_file_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/work");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        replace_private(&path, "answers").unwrap();
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        replace_private(&path, "more").unwrap();
        assert_eq!(mode(&path), 0o640, "whoever has opened it to others meant that");
    }

    #[test]
    #[cfg(unix)]
    fn who_reads_the_old_file_goes_on_reading_it_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/work");
        replace(&path, "the old content").unwrap();
        let mut old = File::open(&path).unwrap();
        replace(&path, "the new").unwrap();
        let read = |file: &mut File| io::read_to_string(file).unwrap();
        assert_eq!(read(&mut old), "the old content");
        assert_eq!(read(&mut File::open(&path).unwrap()), "the new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }
}
