//! What a cell can read by name: the files inside the program, and on a page that a person opened for files of theirs, those.
//!
//! A cell never touches the disk. Which files a page has is decided by who opens it, never by what the page says.

use std::sync::Arc;

use super::Limits;
use crate::nn::shipped;
use crate::nn::weights::File;

/// A file's name and what is in it.
#[derive(Clone, Debug)]
struct Entry {
    name: Arc<str>,
    held: Held,
}

#[derive(Clone, Debug)]
enum Held {
    Tensors(Arc<File>),
    Text(Arc<[u8]>),
}

/// The files of a page, beside those inside the program.
#[derive(Clone, Debug, Default)]
pub struct Files {
    entries: Vec<Entry>,
}

impl Files {
    /// The same with a file of tensors, which has been read.
    #[must_use]
    pub fn with_tensors(mut self, name: &str, file: File) -> Self {
        self.entries.push(Entry { name: name.into(), held: Held::Tensors(Arc::new(file)) });
        self
    }

    /// The same with a text.
    #[must_use]
    pub fn with_text(mut self, name: &str, text: Vec<u8>) -> Self {
        self.entries.push(Entry { name: name.into(), held: Held::Text(text.into()) });
        self
    }

    /// The names of the files of this ending, the page's own first.
    pub(super) fn names(&self, ending: &str) -> Vec<Arc<str>> {
        let own = self.entries.iter().map(|entry| Arc::clone(&entry.name));
        let all = own.chain(shipped::FILES.iter().map(|(name, _)| Arc::from(*name)));
        all.filter(|name: &Arc<str>| name.ends_with(ending)).collect()
    }

    /// The tensors of a file; `None` where there is no such file.
    ///
    /// # Errors
    /// Never for what is shipped: the signature is the file format's.
    pub(super) fn tensors(&self, name: &str) -> Option<Result<&File, &'static crate::nn::weights::Error>> {
        let own = self.entries.iter().find_map(|entry| match &entry.held {
            Held::Tensors(file) if *entry.name == *name => Some(&**file),
            _ => None,
        });
        own.map(Ok).or_else(|| (name == shipped::WEIGHTS).then(shipped::tensors))
    }

    /// The bytes of a text; `None` where there is no such file.
    pub(super) fn text(&self, name: &str) -> Option<&[u8]> {
        let own = self.entries.iter().find_map(|entry| match &entry.held {
            Held::Text(text) if *entry.name == *name => Some(&**text),
            _ => None,
        });
        own.or_else(|| shipped::bytes(name))
    }

    /// What a cell may spend on a page with these files: a model that somebody opened must find room, be built, and run.
    pub fn limits(&self) -> Limits {
        let numbers: u64 = self.entries.iter().map(Entry::numbers).sum();
        let usual = Limits::default();
        // A model that has not learned to stop writes as many words as it may, and reads all of them for each.
        let written = if numbers > 0 { WRITTEN } else { 0 };
        Limits {
            bytes: usual.bytes.saturating_add(numbers.saturating_mul(64)).saturating_add(written),
            at_once: usual.at_once.max(numbers.saturating_mul(16)),
            work: usual.work.max(numbers.saturating_mul(2000)),
            ..usual
        }
        .of_page()
    }
}

/// The bytes that such a text may take, at eight a number.
const WRITTEN: u64 = 2 << 30;

impl Entry {
    fn numbers(&self) -> u64 {
        match &self.held {
            Held::Tensors(file) => file.numbers() as u64,
            Held::Text(_) => 0,
        }
    }
}
