//! Which files have changed since they were last looked at.
//!
//! Looking is asking for a time and a length, a few times a second and for a handful of files: less than the threads, the
//! system-specific events and the ten crates of a notification library, and it also works on network drives.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Files and folders under watch.
#[derive(Debug, Default)]
pub struct FileWatch {
    stamps: BTreeMap<PathBuf, Option<Stamp>>,
}

/// What tells one content of a file from the next.
type Stamp = (Option<SystemTime>, u64);

impl FileWatch {
    /// Watches these files as well; those that are watched already keep their stamp.
    pub fn follow(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        for path in paths {
            let stamp = stamp(&path);
            self.stamps.entry(path).or_insert(stamp);
        }
    }

    /// Whether there is nothing to look at.
    pub fn is_empty(&self) -> bool {
        self.stamps.is_empty()
    }

    /// The files that are not what they were at the last look, or that have come or gone.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, before) in &mut self.stamps {
            let now = stamp(path);
            if now != *before {
                *before = now;
                changed.push(path.clone());
            }
        }
        changed
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok(), data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        let mut watch = FileWatch::default();
        watch.follow([path.clone()]);
        assert!(watch.changed().is_empty() && !watch.is_empty());
        std::fs::write(&path, "one").unwrap();
        assert_eq!(watch.changed(), std::slice::from_ref(&path));
        assert!(watch.changed().is_empty());
        std::fs::write(&path, "longer").unwrap();
        watch.follow([path.clone()]);
        assert_eq!(watch.changed(), std::slice::from_ref(&path), "following again forgets nothing");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(watch.changed(), [path]);
    }
}
