//! Grades as people, programs and spreadsheets read them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::{Class, Learner};
use crate::notebook::counted::counted;
use crate::notebook::csv;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::Confidence;
use crate::notebook::session::grade::{Answered, Attempted, ExerciseStatus, LessonGrade};

/// So many of the hardest blocks are named.
const HARDEST: usize = 10;

/// A line a learner with a column a lesson, then what the class got wrong most often.
pub(super) fn table(out: &mut impl Write, library: &LessonLibrary, class: &Class) -> io::Result<()> {
    let lessons: Vec<usize> = (0..library.entries().len())
        .filter(|place| class.learners.iter().any(|learner| learner.grades.contains_key(place)))
        .collect();
    // What could not be read may hold all of it.
    if lessons.is_empty() && !class.trouble.is_empty() {
        return Ok(());
    }
    if lessons.is_empty() {
        return writeln!(out, "There is no work on any lesson in {}.", counted(class.learners.len(), "session"));
    }
    writeln!(out, "Questions answered right and exercises solved; +n: solved after the solution was shown\n")?;
    let width = class.learners.iter().map(|learner| learner.name.chars().count()).max().unwrap_or_default();
    for place in lessons {
        let entry = &library.entries()[place];
        writeln!(out, "{} {}", entry.number_in_columns(), entry.id())?;
        for learner in &class.learners {
            let said = learner.grades.get(&place).map_or_else(|| "nothing yet".to_owned(), summary);
            writeln!(out, "    {:<width$}  {said}", learner.name)?;
        }
    }
    let hardest = hardest(library, class);
    if !hardest.is_empty() {
        writeln!(out, "\nWrong most often")?;
    }
    for miss in hardest.iter().take(HARDEST) {
        let Miss { lesson, block, wrong, tried, most } = miss;
        let most = most.as_ref().map_or_else(String::new, |words| format!(", most common: {words}"));
        writeln!(out, "    {lesson}: {block}: {wrong} of {tried}{most}")?;
    }
    Ok(())
}

/// `3 of 4 questions   1 of 2 exercises +1`, and what a teacher must know besides.
fn summary(grade: &LessonGrade) -> String {
    let right = grade.questions.iter().filter(|own| own.is_right()).count();
    let solved = |shown: bool| grade.exercises.iter().filter(|own| own.is_solved() && own.shown == shown).count();
    let mut said = vec![format!("{right} of {}", counted(grade.questions.len(), "question"))];
    if !grade.exercises.is_empty() {
        let exercises = counted(grade.exercises.len(), "exercise");
        let more = if solved(true) == 0 { String::new() } else { format!(" +{}", solved(true)) };
        said.push(format!("{} of {exercises}{more}", solved(false)));
    }
    let sure: Vec<&str> = grade.questions.iter().filter(|own| own.is_sure_and_wrong()).map(|own| &*own.id).collect();
    if !sure.is_empty() {
        said.push(format!("sure and wrong: {}", sure.join(", ")));
    }
    if !grade.aside.is_empty() {
        said.push(format!("no longer fits the lesson: {}", grade.aside.join(", ")));
    }
    said.join("   ")
}

/// A question or an exercise that some got wrong.
struct Miss {
    lesson: String,
    block: String,
    wrong: usize,
    tried: usize,
    /// What was chosen, or said by the check, most often.
    most: Option<String>,
}

/// What the class got wrong, the most frequent first.
fn hardest(library: &LessonLibrary, class: &Class) -> Vec<Miss> {
    let mut misses: BTreeMap<(usize, String), Miss> = BTreeMap::new();
    let mut words: BTreeMap<(usize, String), BTreeMap<String, usize>> = BTreeMap::new();
    let mut count = |place: usize, block: &str, wrong: Option<String>| {
        let lesson = library.entries()[place].id().to_owned();
        let key = (place, block.to_owned());
        let new = || Miss { lesson, block: block.to_owned(), wrong: 0, tried: 0, most: None };
        let miss = misses.entry(key.clone()).or_insert_with(new);
        miss.tried += 1;
        if let Some(said) = wrong {
            miss.wrong += 1;
            *words.entry(key).or_default().entry(said).or_default() += 1;
        }
    };
    for (&place, grade) in class.learners.iter().flat_map(|learner| &learner.grades) {
        for own in grade.questions.iter().filter(|own| own.given.is_some()) {
            count(place, &own.id, (!own.is_right()).then(|| given(own).unwrap_or_default().to_owned()));
        }
        for own in grade.exercises.iter().filter(|own| own.standing != ExerciseStatus::Untouched) {
            count(place, &own.id, wrong(own).map(str::to_owned));
        }
    }
    let mut misses: Vec<Miss> = misses
        .into_iter()
        .filter(|(_, miss)| miss.wrong > 0)
        .map(|(key, miss)| {
            let most = words.get(&key).and_then(|words| words.iter().max_by_key(|(_, count)| **count));
            Miss { most: most.map(|(words, _)| words.clone()).filter(|words| !words.is_empty()), ..miss }
        })
        .collect();
    misses.sort_by(|a, b| (b.wrong * a.tried).cmp(&(a.wrong * b.tried)).then(b.wrong.cmp(&a.wrong)));
    misses
}

/// What was chosen, in the option's words.
fn given(own: &Answered) -> Option<&str> {
    own.options.get(own.given?).map(String::as_str)
}

/// What is wrong with an attempt.
fn wrong(own: &Attempted) -> Option<&str> {
    match &own.standing {
        ExerciseStatus::Wrong(why) => Some(why),
        ExerciseStatus::Untouched | ExerciseStatus::Solved => None,
    }
}

/// One object a learner, with all their lessons.
pub(super) fn json(out: &mut impl Write, library: &LessonLibrary, class: &Class) -> io::Result<()> {
    let learners: Vec<Json> = class.learners.iter().map(|learner| learner_json(library, learner)).collect();
    writeln!(out, "{:#}", json!({ "learners": learners, "trouble": class.trouble }))
}

fn learner_json(library: &LessonLibrary, learner: &Learner) -> Json {
    let lesson = |(&place, grade): (&usize, &LessonGrade)| {
        let entry = &library.entries()[place];
        let aside: Vec<&str> = grade.aside.iter().map(|id| &**id).collect();
        json!({
            "lesson": entry.id(), "number": entry.number,
            "questions": grade.questions.iter().map(question_json).collect::<Vec<_>>(),
            "exercises": grade.exercises.iter().map(exercise_json).collect::<Vec<_>>(),
            "set_aside": aside,
        })
    };
    json!({ "name": learner.name, "lessons": learner.grades.iter().map(lesson).collect::<Vec<_>>() })
}

fn question_json(own: &Answered) -> Json {
    json!({
        "id": &*own.id, "is_right": own.is_right(), "missed": own.missed, "given": own.given, "right": own.right,
        "options": own.options, "sure": own.confidence.map(Confidence::word),
    })
}

fn exercise_json(own: &Attempted) -> Json {
    json!({
        "id": &*own.id, "standing": word(&own.standing), "why": wrong(own), "hints": own.hints,
        "solution_shown": own.shown,
    })
}

fn word(standing: &ExerciseStatus) -> &'static str {
    match standing {
        ExerciseStatus::Untouched => "untouched",
        ExerciseStatus::Solved => "solved",
        ExerciseStatus::Wrong(_) => "wrong",
    }
}

/// A line a learner and block, for a spreadsheet: RFC 4180.
pub(super) fn csv(out: &mut impl Write, library: &LessonLibrary, class: &Class) -> io::Result<()> {
    line(out, &["learner", "lesson", "block", "kind", "result", "given", "right", "sure", "hints", "solution_shown"])?;
    for (learner, (&place, grade)) in
        class.learners.iter().flat_map(|learner| learner.grades.iter().map(move |grade| (learner, grade)))
    {
        let lesson = library.entries()[place].id();
        for own in &grade.questions {
            let right = own.right.and_then(|right| own.options.get(right)).map_or("", String::as_str);
            let result = match own.given {
                None => "unanswered",
                Some(_) if own.is_right() => "right",
                Some(_) => "wrong",
            };
            let sure = own.confidence.map_or("", Confidence::word);
            let given = given(own).unwrap_or_default();
            line(out, &[&learner.name, lesson, &own.id, "question", result, given, right, sure, "", ""])?;
        }
        for own in &grade.exercises {
            let (result, why, hints) = (word(&own.standing), wrong(own).unwrap_or_default(), own.hints.to_string());
            let shown = if own.shown { "yes" } else { "no" };
            line(out, &[&learner.name, lesson, &own.id, "exercise", result, why, "", "", &hints, shown])?;
        }
    }
    Ok(())
}

fn line(out: &mut impl Write, fields: &[&str]) -> io::Result<()> {
    let fields: Vec<String> = fields.iter().map(|field| guarded(field)).collect();
    write!(out, "{}\r\n", fields.join(","))
}

/// A field that no spreadsheet takes for a formula: names and code are somebody else's. What would be one begins with an apostrophe.
fn guarded(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { csv::quoted(&format!("'{field}")) } else { csv::field(field) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quoted_where_it_must_be_and_never_a_formula() {
        assert_eq!(guarded("plain"), "plain");
        assert_eq!(guarded("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(guarded("=1+1"), "\"'=1+1\"");
    }
}
