//! Files of programs with what PyTorch says of them.

use serde_json::Value as Json;

use crate::run;
use glassformer::lang::syntax::StatementKind;
use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::tensor::stop::Flag;

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
    assert_programs_but(answers, &[]);
}

/// The same but for those of these names, which have what the cells do not have: each of them ends with an error.
pub(crate) fn assert_programs_but(answers: &Json, refused: &[&str]) {
    let rows = rows(answers, "programs");
    let differs = |row: &Json| {
        let [name, code, expected] = ["name", "code", "prints"].map(|part| text(&row[part]));
        if refused.contains(&name) {
            let is_refused = told_of_file(code).is_err();
            return (!is_refused)
                .then(|| format!("{name}:\n{code}\n  runs: take it out of the list of what is refused"));
        }
        let told = told_of_file(code).unwrap_or_else(|error| error);
        (told != expected).then(|| format!("{name}:\n{code}\n  is here: {told}\n  in PyTorch: {expected}"))
    };
    let mut failures: Vec<_> = rows.iter().filter_map(differs).collect();
    let is_there = |name: &&&str| rows.iter().any(|row| text(&row["name"]) == **name);
    failures.extend(refused.iter().filter(|name| !is_there(name)).map(|name| format!("there is no program `{name}`")));
    assert_all(&failures, rows.len());
}

/// What a `.py` file prints, with the `repr` of its last expression as a prompt shows it; or its error.
fn told_of_file(code: &str) -> Result<String, String> {
    let last = parse(code).program.last().cloned();
    let shown = match last.map(|statement| (statement.span, statement.kind)) {
        Some((span, StatementKind::Expression(_))) => {
            let (before, last) = (&code[..span.start as usize], span.of(code));
            format!("{before}last_of_all = ({last})\nif last_of_all is not None:\n    print(repr(last_of_all), end='')")
        }
        _ => code.to_owned(),
    };
    let parsed = parse(&shown);
    if let Some(error) = parsed.errors.first() {
        return Err(error.render(&shown));
    }
    let limits = Limits { printed: 1 << 20, ..Limits::default() };
    let evaluation = evaluate(&parsed.program, &shown, &Scope::new(), &limits, &Flag::default());
    evaluation.error.map_or(Ok(evaluation.printed), |error| Err(error.render(&shown)))
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
