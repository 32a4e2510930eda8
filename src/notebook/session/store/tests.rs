use super::*;
use crate::notebook::session::saved_progress::ScratchCell;

fn record(lesson: &str, text: &str) -> SavedProgress {
    let cell = ScratchCell { id: "scratch-1".into(), after: None, text: text.into() };
    SavedProgress { lesson: lesson.into(), scratch: vec![cell], ..SavedProgress::default() }
}

#[test]
fn a_folder_holds_a_file_for_each_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let store = SessionStore::folder(folder.path().join("deep/er"));
    assert_eq!(store.load("a"), Loaded::default());
    store.save(&record("a", "1")).unwrap();
    store.save(&record("b", "2")).unwrap();
    store.save(&record("a", "3")).unwrap();
    assert_eq!(store.load("a").record, Some(record("a", "3")));
    assert_eq!(store.load("b").record, Some(record("b", "2")));
    let names = fs::read_dir(store.path()).unwrap().count();
    assert_eq!(names, 2, "nothing is left beside them");
}

#[test]
fn a_named_file_holds_all_and_two_programs_keep_each_others_lessons() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.txt");
    let (one, two) = (SessionStore::file(&path), SessionStore::file(&path));
    one.save(&record("a", "1")).unwrap();
    two.save(&record("b", "2")).unwrap();
    one.save(&record("a", "3")).unwrap();
    assert_eq!(two.load("a").record, Some(record("a", "3")));
    assert_eq!(one.load("b").record, Some(record("b", "2")));
    assert_eq!(one.lessons(), ["a".into(), "b".into()]);
}

#[test]
fn two_programs_at_one_lesson_keep_each_others_work() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (SessionStore::folder(folder.path()), SessionStore::folder(folder.path()));
    assert_eq!((one.load("a"), two.load("a")), (Loaded::default(), Loaded::default()));
    let cell = |id: &str| ScratchCell { id: id.into(), after: None, text: "1".into() };
    let of = |ids: &[&str]| SavedProgress { scratch: ids.iter().map(|id| cell(id)).collect(), ..record("a", "") };
    one.save(&of(&["x"])).unwrap();
    two.save(&of(&["y"])).unwrap();
    assert_eq!(two.peek("a"), Some(of(&["x", "y"])));
    // Neither sees the other's cells, and neither takes them away, but each its own.
    one.save(&of(&["x", "z"])).unwrap();
    assert_eq!(one.peek("a"), Some(of(&["x", "y", "z"])));
    two.save(&of(&[])).unwrap();
    assert_eq!(one.peek("a"), Some(of(&["x", "z"])));
    // Who opens it now has all of it, and may take all of it away.
    let three = SessionStore::folder(folder.path());
    assert_eq!(three.load("a").record, Some(of(&["x", "z"])));
    three.save(&of(&[])).unwrap();
    assert_eq!(one.peek("a"), Some(of(&[])));
}

#[test]
fn what_cannot_be_understood_is_set_aside_and_never_destroyed() {
    let folder = tempfile::tempdir().unwrap();
    let store = SessionStore::folder(folder.path());
    let path = folder.path().join("a.session");
    let cases = [
        (b"glassformer session 7\nwhatever".to_vec(), "newer", "a newer Glassformer"),
        (b"half a fi".to_vec(), "damaged", "line 1"),
        (vec![0xff, 0xfe], "damaged-2", "not UTF-8"),
    ];
    for (bytes, name, expected) in cases {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(store.peek("a"), None);
        assert!(path.exists(), "a look changes nothing");
        let trouble = store.load("a").trouble.unwrap();
        assert!(trouble.contains(expected) && trouble.contains(&format!("a.session.{name}")), "{trouble}");
        assert_eq!(fs::read(folder.path().join(format!("a.session.{name}"))).unwrap(), bytes);
        assert_eq!(store.load("a"), Loaded::default(), "told once");
    }
    store.save(&record("a", "1")).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn a_file_that_cannot_even_be_set_aside_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = SessionStore::file(folder.path());
    let trouble = store.load("a").trouble.unwrap();
    assert!(trouble.contains("Your work is not saved"), "{trouble}");
    assert!(store.save(&record("a", "1")).is_err());
    let said = SessionStore::file(folder.path()).save(&record("a", "1")).unwrap_err().to_string();
    assert_eq!(said, format!("it is not a file; the session file is {}", folder.path().display()));
}

/// A pipe waits for somebody who writes, and a device has no end: neither is a session, and the program goes on without.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.session");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("b.session")).unwrap();
    fs::create_dir(folder.path().join("c.session")).unwrap();
    let store = SessionStore::folder(folder.path());
    for lesson in ["a", "b", "c"] {
        let trouble = store.load(lesson).trouble.unwrap();
        assert!(trouble.contains("it is not a file") && trouble.contains("Your work is not saved"), "{trouble}");
        assert!(store.save(&record(lesson, "1")).is_err());
    }
}

#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    fs::write(&real, "glassformer session 1\nend\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&real, &link).unwrap();
    #[cfg(not(unix))]
    fs::copy(&real, &link).unwrap();
    SessionStore::file(&link).save(&record("a", "1")).unwrap();
    assert_eq!(link.symlink_metadata().unwrap().is_symlink(), cfg!(unix));
    assert_eq!(SessionStore::file(if cfg!(unix) { &real } else { &link }).peek("a"), Some(record("a", "1")));
}
