//! Typing in the reader's own editor: the text goes into a file, the program of `$VISUAL` or `$EDITOR` is run on it, and what it
//! leaves there is read back. The terminal is somebody else's business: it must have been given back before.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::{env, fs};

use crate::notebook::disk::{self, Unread};
use crate::words::{say, word};

/// The longest text that is read back, in bytes: more than any cell may hold.
const LONGEST: u64 = 256 * 1024;

/// Lets the reader's editor change `text`, in a file that is called after `name`.
///
/// # Errors
/// There is no editor, it failed, or what it left is no text; a sentence says what and what became of the text.
pub fn edit(text: &str, name: &str) -> Result<String, String> {
    let editor = editor().ok_or_else(|| word!("set-editor"))?;
    let shown = editor.to_string_lossy().into_owned();
    let path = written(text, name).map_err(|error| say!("not-handed-over", why = error.to_string()))?;
    let edited = run(&editor, &path)
        .map_err(|error| say!("editor-not-started", editor = shown.as_str(), why = error.to_string()))
        .and_then(|status| judged(&shown, status))
        .and_then(|()| read(&path));
    // What could not be taken may still be wanted.
    match &edited {
        Ok(_) => _ = fs::remove_file(&path),
        Err(_) if fs::read(&path).is_ok_and(|bytes| bytes == format!("{text}\n").as_bytes()) => {
            _ = fs::remove_file(&path);
        }
        Err(_) => {
            let told = |why: String| say!("written-to", why, path = path.to_string_lossy());
            return edited.map_err(told);
        }
    }
    edited
}

/// `$VISUAL`, or `$EDITOR`.
fn editor() -> Option<OsString> {
    ["VISUAL", "EDITOR"].into_iter().filter_map(env::var_os).find(|editor| !editor.to_string_lossy().trim().is_empty())
}

/// A fresh file, readable by nobody else, with the text in it.
fn written(text: &str, name: &str) -> io::Result<PathBuf> {
    let name: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    for number in 0..100 {
        let path = env::temp_dir().join(format!("glassformer-{}-{number}-{name}.py", std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                // Editors like a last line that ends.
                file.write_all(b"\n")?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "no free name for a temporary file"))
}

/// Runs the editor on the file. What the variable says is a command line, as for git and for mail programs.
fn run(editor: &OsString, path: &Path) -> io::Result<ExitStatus> {
    if cfg!(unix) {
        let mut script = editor.clone();
        script.push(" \"$1\"");
        return Command::new("sh").arg("-c").arg(script).arg("glassformer").arg(path).status();
    }
    let words = editor.to_string_lossy().into_owned();
    let mut words = words.split_whitespace();
    let program = words.next().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    Command::new(program).args(words).arg(path).status()
}

fn judged(editor: &str, status: ExitStatus) -> Result<(), String> {
    match status.code() {
        Some(0) => Ok(()),
        Some(126 | 127) => Err(say!("editor-not-found", editor)),
        Some(code) => Err(say!("editor-ended", editor, status = code)),
        None => Err(say!("editor-stopped", editor)),
    }
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = disk::read(path, LONGEST).map_err(|unread| match unread {
        Unread::Refused(error) => {
            let why = error.to_string();
            if error.kind() == ErrorKind::NotFound { say!("text-is-gone", why) } else { say!("text-not-read", why) }
        }
        Unread::TooLong(size) => say!("text-too-long", count = size),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| word!("text-not-utf8").to_owned())?;
    let text = text.replace("\r\n", "\n");
    Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
}
