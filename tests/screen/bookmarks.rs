//! Bookmarks: set, listed, gone to, kept, and seen in the margin.

use super::*;
use glassformer::notebook::session::SessionStore;

#[test]
fn a_block_is_marked_in_the_margin_and_the_list_leads_back_to_it() {
    let pilot = go(to(tiny(80, 24), "grid"), "B");
    sees(&pilot, "Bookmarked:");
    let pilot = go(pilot, "g");
    let lines = |pilot: &Pilot| pilot.screen().lines().filter(|line| line.starts_with('»')).count();
    let pilot = go(to(pilot, "grid"), "<up>");
    assert_eq!(lines(&pilot), 1, "{}", pilot.screen());
    let pilot = go(pilot, "g '");
    sees(&pilot, "Bookmarks");
    let pilot = go(pilot, "<enter>");
    assert_eq!(pilot.model.reading().unwrap().lesson.id().as_deref(), Some("grid"));
    // Also from inside its tensor; then nothing is listed any more.
    let pilot = go(pilot, "<enter> B <esc> '");
    assert_eq!(lines(&pilot), 0);
    sees(&pilot, "There are no bookmarks yet");
}

#[test]
fn the_list_has_the_bookmarks_of_every_lesson_also_after_the_program_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 100, 30).with_store(SessionStore::folder(folder.path()))
    };
    on_rust(|| {
        let pilot = start().open("attention").unwrap();
        let pilot = go(to(pilot, "scale"), "B ] j B");
        let second = pilot.model.workspace.open.clone().unwrap();
        assert_ne!(&*second, "attention");

        let pilot = go(start(), "' a t t e n <esc>");
        assert!(pilot.model.finder.is_none());
        let pilot = go(pilot, "'");
        sees(&pilot, "· scale");
        let pilot = go(pilot, "s c a l e <enter>");
        assert_eq!(pilot.model.workspace.open.as_deref(), Some("attention"));
        assert_eq!(pilot.model.reading().unwrap().lesson.id().as_deref(), Some("scale"));
        assert!(pilot.model.reading().unwrap().lesson.document.is_bookmarked("scale"));
    });
}
