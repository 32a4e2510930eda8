//! From `new-lesson` to a lesson that passes `check`; the guide for authors, whose own examples are lessons; `list`, `check`, `export`.

use super::*;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/README.md");

#[test]
fn a_new_lesson_passes_the_check_opens_and_exports() {
    let folder = tempfile::tempdir().unwrap();
    let ended = call_in(folder.path(), &["new-lesson", "07-layer-norm", "--dir", "mine"]).ended(0);
    assert!(ended.out.starts_with("wrote mine/07-layer-norm.md\n"), "{}", ended.out);
    let check = call_in(folder.path(), &["check", "mine"]).ended(0);
    assert_eq!(check.out, "1 lesson: no problems\n");
    let screen = call_in(folder.path(), &["render", "mine/07-layer-norm.md", "--size", "100x40"]).ended(0);
    assert!(screen.out.contains("Layer norm") && screen.out.contains("temperature"), "{}", screen.out);
    let listed = call_in(folder.path(), &["list", "--lessons", "mine", "--json"]).ended(0).json();
    assert!(listed.as_array().unwrap().iter().any(|lesson| lesson["id"] == "layer-norm"), "{listed}");
    for form in ["py", "ipynb", "md"] {
        let output = format!("lesson.{form}");
        call_in(folder.path(), &["export", "mine/07-layer-norm.md", "--to", form, "--output", &output]).ended(0);
        let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
        assert!(text.contains("weights = softmax(scores / temperature, dim=-1)"), "{text}");
    }
}

#[test]
fn a_grammar_is_checked_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/grammar");
    for name in ["features", "english", "french", "lexicon", "patterns"] {
        std::fs::copy(format!("{own}/{name}.txt"), folder.path().join(format!("{name}.txt"))).unwrap();
    }
    assert_eq!(call_in(folder.path(), &["check", "."]).ended(0).out, "1 grammar: no problems\n");
    let lexicon = folder.path().join("lexicon.txt");
    let text = std::fs::read_to_string(&lexicon).unwrap();
    let line = 1 + text.lines().position(|line| line.starts_with("cat = chat m")).unwrap();
    std::fs::write(&lexicon, text.replace("cat = chat m", "cat = chat x")).unwrap();
    let wrong = call_in(folder.path(), &["check", "."]).ended(1).out;
    assert!(wrong.contains(&format!("lexicon.txt:{line}:1: `cat` has no tag for its gender")), "{wrong}");
    std::fs::remove_file(&lexicon).unwrap();
    let unread = call_in(folder.path(), &["check", "."]).ended(2);
    assert!(unread.err.contains("lexicon.txt"), "{}", unread.err);
}

#[test]
fn shared_examples_are_counted_apart() {
    let folder = tempfile::tempdir().unwrap();
    let shared = "---\ntitle: E\nid: e\nshared: true\n---\nAn example:\n\n```python\n#| label: base\nx = 2\n```\n";
    let lesson = "---\ntitle: L\nid: l\nuses: [e]\n---\nTwice it:\n\n```python\n#| label: twice\ny = 2 * x\n```\n";
    std::fs::write(folder.path().join("e.md"), shared).unwrap();
    assert_eq!(call_in(folder.path(), &["check", "."]).ended(0).out, "1 shared example: no problems\n");
    std::fs::write(folder.path().join("l.md"), lesson).unwrap();
    assert_eq!(call_in(folder.path(), &["check", "."]).ended(0).out, "1 lesson and 1 shared example: no problems\n");
}

#[test]
fn two_lessons_of_one_id_are_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.md", "b.md"] {
        std::fs::write(folder.path().join(name), "---\ntitle: T\nid: t\n---\nWords.\n").unwrap();
    }
    let check = call_in(folder.path(), &["check", "."]).ended(1);
    assert!(check.out.contains("b.md:1:1: its id `t` is already used by ./a.md"), "{}", check.out);
    call_in(folder.path(), &["check", "a.md"]).ended(0);
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    call_in(folder.path(), &["new-lesson", "masking"]).ended(0);
    std::fs::write(folder.path().join("masking.md"), "mine").unwrap();
    let ended = call_in(folder.path(), &["new-lesson", "masking"]).ended(1);
    assert!(
        ended.err.contains("./masking.md already exists and was not changed: choose another name or another --dir"),
        "{}",
        ended.err
    );
    assert_eq!(std::fs::read_to_string(folder.path().join("masking.md")).unwrap(), "mine");
    let ended = call_in(folder.path(), &["new-lesson", "../Masking!"]).ended(2);
    assert!(ended.err.contains("is not a valid lesson name"), "{}", ended.err);
}

/// The fenced blocks of a Markdown text that are marked `markdown`, each with its first line.
fn examples(text: &str) -> Vec<(usize, String)> {
    let mut examples = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if line == "````markdown" {
            let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "````").collect();
            examples.push((at + 2, block.join("\n") + "\n"));
        }
    }
    examples
}

/// A part of a lesson as a lesson.
fn whole(example: &str) -> String {
    if example.starts_with("---\n") {
        example.to_owned()
    } else {
        format!("---\ntitle: Example\nid: example\n---\n{example}")
    }
}

#[test]
fn the_examples_of_the_guide_are_lessons_without_a_problem() {
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    let examples = examples(&guide);
    assert!(examples.len() >= 6, "the guide has only {} examples", examples.len());
    for (line, example) in examples {
        let (_folder, path) = file("example.md", &whole(&example));
        let ended = call(&["check", &path]);
        assert_eq!(ended.status, 0, "the example in line {line} of lessons/README.md:\n{}", ended.out);
    }
}

#[test]
fn the_guide_names_every_option_control_view_and_role() {
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    let options = ["label", "view", "show", "rows", "cols", "row_names", "col_names", "hidden", "lazy"];
    let of_roles = ["ask", "options", "hint", "explain", "varies", "live", "exercise"];
    let roles = ["question", "start", "check", "solution", "wrong"];
    let controls = ["slider", "text", "choice", "toggle", "matrix", "mask"];
    let views = glassformer::notebook::lesson::ViewKind::NAMES.map(|(name, _)| name);
    for name in options.iter().chain(&of_roles).chain(&roles).chain(&controls).chain(&views) {
        let is_there = [format!("`{name}`"), format!("`{name}("), format!("role: {name}")];
        assert!(is_there.iter().any(|way| guide.contains(way)), "the guide does not explain `{name}`");
    }
}

#[test]
fn problems_are_told_with_file_line_and_column() {
    let (_folder, path) = file("a.md", "---\ntitle: A\nid: a\n---\nIt is 0.25 of it.\n\n```python\nx = y\n```\n");
    let ended = call(&["check", &path]).ended(1);
    let lines: Vec<&str> = ended.out.lines().collect();
    assert!(
        lines[0].starts_with(&format!("{path}:5:7: the number 0.25 is written by hand, not computed")),
        "{}",
        ended.out
    );
    assert!(lines[1].starts_with(&format!("{path}:8:5: `y` is not defined")), "{}", ended.out);
    let json = call(&["check", &path, "--json"]).ended(1).json();
    assert_eq!((json[0]["line"].as_u64(), json[0]["column"].as_u64()), (Some(5), Some(7)));
    call(&["check", "no/such.md"]).ended(2);
    let ended = call(&["check", "course.zip"]).ended(2);
    assert!(ended.err.contains("to check it, run `glassformer --lessons course.zip check`"), "{}", ended.err);
}

#[test]
fn a_folder_is_checked_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("1-bytes.md"), b"---\ntitle: \xff").unwrap();
    std::fs::write(folder.path().join("2-typed.md"), "---\ntitle: A\nid: a\n---\nIt is 0.25 of it.\n").unwrap();
    let ended = call_in(folder.path(), &["check", "."]).ended(1);
    let told = ["./1-bytes.md:2:8: the byte FF is not UTF-8 text", "./2-typed.md:5:7: the number 0.25"];
    assert!(told.iter().all(|words| ended.out.contains(words)), "{}", ended.out);
    let listed = call_in(folder.path(), &["--lessons", ".", "list"]).ended(0);
    assert!(listed.out.contains("the byte FF"), "{}", listed.out);
}

#[test]
fn a_folder_without_a_lesson_is_no_folder_of_lessons() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("README.md"), "# Mine\n").unwrap();
    for arguments in [&["check", "."][..], &["check", ".", "--json"], &["--lessons", ".", "--plain"]] {
        let ended = call_in(folder.path(), arguments).ended(2);
        assert!(ended.err.contains("there is no lesson in ."), "{}", ended.err);
        assert_eq!(ended.out, "");
    }
    std::fs::write(folder.path().join("GLOSSARY.md"), "# Words\n").unwrap();
    call_in(folder.path(), &["check", "."]).ended(0);
}

#[test]
fn a_page_of_coverage_is_checked_with_the_lessons_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    call_in(folder.path(), &["new-lesson", "01-mine"]).ended(0);
    let write = |row: &str| {
        let page = format!("# Coverage\n\n| What | Where |\n|---|---|\n{row}\n");
        std::fs::write(folder.path().join("COVERAGE.md"), page).unwrap();
    };
    write("| weights | [weights](01-mine.md#weights), [scale](attention#scale) |");
    assert_eq!(call_in(folder.path(), &["check", "."]).ended(0).out, "1 lesson: no problems\n");
    write("| weights | [weights](01-mine.md#wieghts) |\n| all else | of course |");
    let ended = call_in(folder.path(), &["check", "."]).ended(1);
    assert!(ended.out.contains("COVERAGE.md:5:23: the link leads to `#wieghts`"), "{}", ended.out);
    assert!(
        ended.out.contains("COVERAGE.md:6:13: this row does not link to where its topic is shown"),
        "{}",
        ended.out
    );
    call_in(folder.path(), &["check", "COVERAGE.md"]).ended(1);
    write("| weights | [weights](01-mine.md#weights) |");
    let glossary = "| Term | Meaning | Where |\n|---|---|---|\n| share | a part of 1 | [shares](01-mine.md#shares) |\n";
    std::fs::write(folder.path().join("GLOSSARY.md"), glossary).unwrap();
    let ended = call_in(folder.path(), &["check", "."]).ended(1);
    assert!(ended.out.contains("GLOSSARY.md:3:34: the link leads to `#shares`"), "{}", ended.out);
    // The course's own are inside the program.
    call_in(folder.path(), &["check"]).ended(0);
}

#[test]
fn an_export_goes_to_a_file_or_to_standard_output() {
    assert!(
        call(&["export", "attention", "--to", "py"])
            .ended(0)
            .out
            .starts_with("# %% [markdown]\n# # Scaled dot-product")
    );
    let bad = call(&["export", "attention", "--to", "py", "--output", "no/such/folder/a.py"]).ended(1);
    assert!(bad.err.contains("cannot write no/such/folder/a.py"), "{}", bad.err);
    call(&["export", "attention", "--to", "pdf"]).ended(2);
    call(&["export", "nothing", "--to", "py"]).ended(2);
}
