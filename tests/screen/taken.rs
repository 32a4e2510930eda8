//! Copied or saved: the screen, a tensor, a number, a formula, a cell.

use super::*;

fn with_files(folder: &tempfile::TempDir) -> Pilot {
    tiny(80, 24).with_files(folder.path().to_owned())
}

fn read(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn a_screen_becomes_a_picture_or_a_text_without_the_list_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let pilot = go(to(with_files(&folder), "grid"), "Y");
    sees(&pilot, "Copy or save");
    sees(&pilot, "save W as CSV");
    let pilot = go(pilot, "a s <space> t e x t <enter>");
    sees(&pilot, "Written: ");
    let text = read(&folder, "tiny-screen-1.txt");
    assert!(text.contains("Tiny") && !text.contains("Copy or save"), "{text}");
    assert_eq!(text.lines().count(), 24);
    let pilot = go(pilot, "Y s v g <enter>");
    assert!(read(&folder, "tiny-screen-1.svg").starts_with("<svg"));
    let _ = go(pilot, "Y s v g <enter>");
    assert!(read(&folder, "tiny-screen-2.svg").starts_with("<svg"));
}

#[test]
fn a_tensor_is_written_in_three_forms_from_inside_and_from_its_cell() {
    let folder = tempfile::tempdir().unwrap();
    let pilot = go(to(with_files(&folder), "grid"), "<enter> Y W <space> c s v <enter>");
    let csv = read(&folder, "tiny-W-1.csv");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.lines().last().unwrap().ends_with(",3,4"), "{csv}");
    let pilot = go(pilot, "<esc> Y W <space> j s o n <enter>");
    assert!(read(&folder, "tiny-W-1.json").contains("\"name\":\"W\""));
    let _ = go(pilot, "Y W <space> s a f e <enter>");
    assert!(folder.path().join("tiny-W-1.safetensors").exists());
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let pilot = tiny(80, 24).with_files(folder.path().join("none"));
    let pilot = go(to(pilot, "grid"), "Y s v g <enter>");
    sees(&pilot, "Nothing was written: ");
}

#[test]
fn number_formula_and_code_can_all_be_copied_from_one_place() {
    let pilot = go(to(tiny(80, 30), "holes"), "<enter> <tab> <tab> <enter> Y");
    for words in ["copy the formula", "copy the number", "copy the code"] {
        sees(&pilot, words);
    }
    let pilot = go(pilot, "c o d e <enter>");
    sees(&pilot, "Copied the code of holes");
}
