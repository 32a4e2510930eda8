//! `grade`: a class's sessions to a table.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;

#[cfg(target_os = "linux")]
use super::PROGRAM;
use super::{Ended, call_in};

const LESSON: &str = r#"---
title: Twice
id: twice
---

# Twice

```python
#| label: sum
#| role: question
#| ask: 1 + 1?
#| options: one | two
answer = 1
```

```python
#| role: start
#| exercise: double
#| ask: Double it.
def double(x):
    return ...
```

```python
#| role: check
#| exercise: double
assert double(2) == 4, "two becomes four"
```

```python
#| role: solution
#| exercise: double
def double(x):
    return 2 * x
```
"#;

/// A session of that lesson: an answer, and what the exercise returns.
fn session(answer: Option<&str>, returned: Option<&str>, more: &str) -> String {
    let answer = answer.map_or_else(String::new, |words| {
        let option = usize::from(words == "two");
        format!("answer {option} sum\n= {words}\nsure sure sum\n")
    });
    let attempt = returned.map_or_else(String::new, |returned| {
        format!("cell double\n- def double(x):\n-     return ...\n+ def double(x):\n+     return {returned}\n")
    });
    format!("glassformer session 2\n\nlesson twice\n{answer}{attempt}{more}end\n")
}

fn class() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("lessons")).unwrap();
    write("lessons/twice.md", LESSON);
    write("anna.txt", &session(Some("two"), Some("x + x"), ""));
    // It says that the exercise has been solved. It has not.
    write("ben.txt", &session(Some("one"), Some("x"), "passed double\n"));
    write("cleo.txt", &session(None, None, ""));
    folder
}

fn grade(folder: &Path, arguments: &[&str]) -> Ended {
    call_in(folder, &[&["grade", "--lessons", "lessons"], arguments].concat())
}

#[test]
fn a_table_has_a_line_a_learner_and_says_what_was_hard() {
    let class = class();
    let shown = grade(class.path(), &["anna.txt", "ben.txt", "cleo.txt"]).ended(0).out;
    assert!(shown.contains("    anna  1 of 1 question   1 of 1 exercise\n"), "{shown}");
    assert!(shown.contains("    ben   0 of 1 question   0 of 1 exercise   sure and wrong: sum\n"), "{shown}");
    assert!(shown.contains("    cleo  0 of 1 question   0 of 1 exercise\n"), "{shown}");
    assert!(shown.contains("    twice: sum: 1 of 2, most common: one\n"), "{shown}");
    assert!(shown.contains("    twice: double: 1 of 2, most common: "), "{shown}");
}

#[test]
fn programs_are_told_everything() {
    let class = class();
    let json = grade(class.path(), &["ben.txt", "cleo.txt", "--json"]).ended(0).json();
    let ben = &json["learners"][0]["lessons"][0];
    assert_eq!(ben["lesson"], "twice");
    assert_eq!((&ben["questions"][0]["given"], &ben["questions"][0]["right"]), (&0.into(), &1.into()));
    assert_eq!(ben["questions"][0]["sure"], "sure");
    assert_eq!(ben["exercises"][0]["standing"], "wrong");
    assert!(ben["exercises"][0]["why"].as_str().unwrap().contains("two becomes four"));
    assert_eq!(json["learners"][1]["lessons"][0]["exercises"][0]["standing"], "untouched");
}

#[test]
fn a_spreadsheet_gets_a_line_a_block() {
    let class = class();
    let shown = grade(class.path(), &["anna.txt", "--csv"]).ended(0).out;
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], "anna,twice,sum,question,right,two,two,sure,,");
    assert_eq!(lines[2], "anna,twice,double,exercise,solved,,,,0,no");
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let class = class();
    fs::write(class.path().join("torn.txt"), "glassformer session 2\n\nlesson twice\n").unwrap();
    fs::write(class.path().join("far.txt"), "glassformer session 2\n\nlesson of-elsewhere\nend\n").unwrap();
    let ended = grade(class.path(), &["torn.txt", "gone.txt", "far.txt", "anna.txt"]).ended(1);
    assert!(ended.out.contains("anna  1 of 1 question"), "{}", ended.out);
    for name in ["torn.txt", "gone.txt", "`of-elsewhere`"] {
        assert!(ended.err.contains(name), "{name} in {}", ended.err);
    }
    assert_eq!(grade(class.path(), &["gone.txt"]).ended(1).out, "", "there may be any work in it");
}

#[test]
fn a_class_is_graded_by_lesson_and_files_of_one_name_by_their_folders() {
    let class = class();
    for name in ["a", "b"] {
        let folder = class.path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("twice.session"), session(Some("two"), None, "")).unwrap();
        fs::copy(folder.join("twice.session"), folder.join("same.txt")).unwrap();
    }
    let shown = grade(class.path(), &["a", "b", "--lesson", "twice"]).ended(0);
    assert!(shown.out.contains("    a  1 of 1 question"), "a folder is a learner: {}", shown.out);
    assert!(shown.err.contains("a/same.txt was not graded"), "{}", shown.err);
    let shown = grade(class.path(), &["a/same.txt", "b/same.txt"]).ended(0).out;
    assert!(shown.contains("    b/same.txt  1 of 1 question"), "{shown}");
    assert_eq!(grade(class.path(), &["anna.txt", "--lesson", "nothing"]).status, 2);
    let none = grade(class.path(), &["anna.txt", "--lesson", "attention"]).ended(0).out;
    assert!(none.contains("There is no work"), "{none}");
}

#[test]
fn a_folder_of_a_class_has_a_file_a_learner() {
    let class = class();
    let sent = class.path().join("sent");
    fs::create_dir(&sent).unwrap();
    assert!(grade(class.path(), &["sent"]).ended(1).err.contains("there are no sessions in sent"));
    for name in ["anna.txt", "ben.txt"] {
        fs::rename(class.path().join(name), sent.join(name)).unwrap();
    }
    fs::write(sent.join("cleo.session"), format!("\u{feff}{}", session(Some("two"), None, ""))).unwrap();
    fs::write(sent.join("anna.txt.other-2"), session(None, None, "")).unwrap();
    fs::write(sent.join("list.csv"), "anna,ben\n").unwrap();
    let shown = grade(class.path(), &["sent"]).ended(0).out;
    assert!(shown.contains("    anna  1 of 1 question   1 of 1 exercise\n"), "{shown}");
    let json = grade(class.path(), &["sent", "--json"]).ended(0).json();
    let names: Vec<&str> =
        json["learners"].as_array().unwrap().iter().map(|own| own["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["anna", "ben", "cleo"]);
    assert_eq!(json["learners"][2]["lessons"][0]["questions"][0]["is_right"], true);
}

#[test]
fn code_that_takes_too_much_is_wrong_and_holds_nobody_up() {
    let class = class();
    let endless = "[x for _ in range(10 ** 9)][0]";
    fs::write(class.path().join("dora.txt"), session(None, Some(endless), "")).unwrap();
    let json = grade(class.path(), &["dora.txt", "--json"]).ended(0).json();
    assert_eq!(json["learners"][0]["lessons"][0]["exercises"][0]["standing"], "wrong");
}

/// A class is graded although one learner's file takes more memory than there is. The limit is that of a small machine: what a page may
/// take at most is more.
#[test]
#[cfg(target_os = "linux")]
fn file_that_ends_its_process_is_one_bad_line() {
    let class = class();
    let cell = |number| format!("```python\nx{number} = [torch.ones(1000, 1000) for _ in range(7)]\n```\n\n");
    let cells: String = (0..30).map(cell).collect();
    fs::write(class.path().join("lessons/hog.md"), format!("---\ntitle: Hog\nid: hog\n---\n# Hog\n\n{cells}")).unwrap();
    let evil = session(Some("two"), None, "").replace("lesson twice", "lesson hog");
    fs::write(class.path().join("evil.txt"), evil).unwrap();
    let grade = format!("exec '{PROGRAM}' grade --lessons lessons anna.txt evil.txt ben.txt evil.txt cleo.txt");
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -c 0; ulimit -v 300000; {grade}")])
        .env("OPENBLAS_NUM_THREADS", "1")
        .current_dir(class.path())
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    for line in ["    anna      1 of 1 question", "    ben       0 of 1 question", "    cleo      0 of 1 question"] {
        assert!(out.contains(line), "{line} in {out}");
    }
    let bad = "glassformer: evil.txt: `hog` cannot be graded: the grading process crashed or ran out of memory";
    assert_eq!(err.lines().filter(|line| line.starts_with(bad)).count(), 2, "{err}");
    assert_eq!(err.lines().count(), 2, "{err}");
}

/// Children are started once and not for each file.
#[test]
fn large_class_is_graded_in_its_order() {
    let class = class();
    let folder = class.path().join("many");
    fs::create_dir(&folder).unwrap();
    for number in 0..40 {
        let answer = if number % 2 == 0 { "two" } else { "one" };
        fs::write(folder.join(format!("l{number:02}.txt")), session(Some(answer), None, "")).unwrap();
    }
    let json = grade(class.path(), &["many", "--json"]).ended(0).json();
    let learners = json["learners"].as_array().unwrap();
    for (number, learner) in learners.iter().enumerate() {
        assert_eq!(learner["name"], format!("l{number:02}"));
        assert_eq!(learner["lessons"][0]["questions"][0]["is_right"], number % 2 == 0);
    }
    assert_eq!(learners.len(), 40);
}
