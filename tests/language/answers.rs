//! Files of programs with what PyTorch says of them.

use serde_json::Value as Json;

use crate::references::told;
use crate::run;

/// The answers in a file.
pub(crate) fn read(file: &str) -> Json {
    serde_json::from_str(file).unwrap()
}

/// One list of them.
pub(crate) fn rows<'j>(answers: &'j Json, list: &str) -> &'j [Json] {
    answers[list].as_array().unwrap()
}

/// A text in a row.
pub(crate) fn text(row: &Json) -> &str {
    row.as_str().unwrap()
}

/// Fails with all that failed.
pub(crate) fn assert_all(failures: &[String], count: usize) {
    assert!(failures.is_empty(), "{} of {count} differ\n\n{}", failures.len(), failures.join("\n\n"));
}

/// Each of the `programs` prints here what it prints in PyTorch.
pub(crate) fn assert_programs(answers: &Json) {
    let rows = rows(answers, "programs");
    let differs = |row: &Json| {
        let (code, expected) = (text(&row["code"]), text(&row["prints"]));
        let told = told(code);
        let name = text(&row["name"]);
        (told != expected).then(|| format!("{name}:\n{code}\n  is here: {told}\n  in PyTorch: {expected}"))
    };
    assert_all(&rows.iter().filter_map(differs).collect::<Vec<_>>(), rows.len());
}

/// Each of the `errors` has PyTorch's words here.
pub(crate) fn assert_errors(answers: &Json) {
    let rows = rows(answers, "errors");
    let differs = |row: &Json| {
        let [name, code, words] = [0, 1, 2].map(|place| text(&row[place]));
        let told = run(code).error.map(|error| error.message.clone());
        let is_same = told.as_ref().is_some_and(|told| told.contains(words));
        (!is_same).then(|| format!("{name}:\n{code}\n  is here: {told:?}\n  in PyTorch: {words}"))
    };
    assert_all(&rows.iter().filter_map(differs).collect::<Vec<_>>(), rows.len());
}
