//! A text as a session: it is read whole or not at all, and laid over a page.

use std::sync::{Arc, LazyLock};

use glassformer::notebook::document::Document;
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::session::text::{read, write};

/// The lesson over which sessions are laid, whatever lesson they are of.
static LESSON: LazyLock<Arc<Lesson>> = LazyLock::new(|| Arc::new(LessonLibrary::embedded().open("attention").unwrap()));

/// Takes any bytes for a session's file. What can be read can be written, and is the same when it is read again.
pub(crate) fn survive(bytes: &[u8]) {
    let records = match read(&String::from_utf8_lossy(bytes)) {
        Ok(records) => records,
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && !said.contains('\n'), "{said:?}");
            return;
        }
    };
    assert_eq!(read(&write(&records)).unwrap(), records);
    for record in &records {
        let mut page = Document::new(Arc::clone(&LESSON));
        let _ = page.restore(record).message();
        let kept = page.record();
        assert_eq!(read(&write(std::slice::from_ref(&kept))).unwrap(), [kept]);
    }
}
