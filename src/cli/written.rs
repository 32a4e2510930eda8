//! The files that a command writes: none of those that it reads, and whole at every moment.

use std::path::Path;

use super::Failure;
use crate::notebook::disk;

/// Refuses to write into a file that is read, by whatever name: a lesson or weights would be lost.
///
/// # Errors
/// The target is one of `read`.
pub(super) fn spare<P: AsRef<Path>>(target: &Path, read: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    if read.into_iter().any(|read| disk::is_same(target, read.as_ref())) {
        let target = target.display();
        return Err(Failure::wrong(format!(
            "{target} is one of the input files and would be overwritten: write to another file"
        )));
    }
    Ok(())
}

/// Writes a file. What another run has written there before is replaced, and stays whole where the disk is full.
///
/// # Errors
/// It cannot be written.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    disk::overwrite(path, bytes).map_err(|error| Failure::failed(format!("cannot write {}: {error}", path.display())))
}
