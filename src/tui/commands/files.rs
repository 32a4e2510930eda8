//! A tensor as a file of the current folder.
//!
//! What stands in the file is made here; the runner finds a name that is free and writes it.

use crate::notebook::tensor_file::{self, TensorFormat};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::say;

/// Writes a tensor of the selected block.
pub(crate) fn tensor(model: &mut Model, name: &str, form: TensorFormat) -> Vec<Effect> {
    let place = place(model);
    let Some(reading) = model.reading() else { return Vec::new() };
    let listed = || reading.exhibits(reading.lesson.at)?.figures.iter().find(|figure| &*figure.name == name);
    let Some(figure) = reading.inner_figure().filter(|figure| &*figure.name == name).or_else(listed) else {
        return Vec::new();
    };
    match tensor_file::bytes(name, figure.value(), form) {
        Ok(bytes) => vec![Effect::Write { stem: stem(&[&place, name]), ending: form.ending(), bytes }],
        Err(why) => {
            model.say(Role::Error, say!("not-written", why = why.to_string()));
            Vec::new()
        }
    }
}

/// Writes the curves of the training on the screen.
pub(crate) fn curves(model: &mut Model) -> Vec<Effect> {
    let place = place(model);
    let Some(training) = model.dashboard() else { return Vec::new() };
    vec![Effect::Write { stem: stem(&[&place, "curves"]), ending: "csv", bytes: training.curves_as_csv().into_bytes() }]
}

/// The file was written, or why it was not.
pub(crate) fn written(model: &mut Model, file: Result<String, String>) {
    match file {
        Ok(path) => model.say(Role::Success, say!("written", path)),
        Err(why) => model.say(Role::Error, say!("not-written", why)),
    }
}

/// What is on the screen: a lesson, a training, the list of lessons.
pub(crate) fn place(model: &Model) -> String {
    match (model.watched, &model.workspace.open) {
        (Some(task), _) => format!("training-{task}"),
        (None, Some(lesson)) => lesson.to_string(),
        (None, None) => "lessons".to_owned(),
    }
}

/// The beginning of a file's name, of letters that every system allows.
pub(crate) fn stem(parts: &[&str]) -> String {
    let allowed = |letter: char| if letter.is_alphanumeric() || "_.".contains(letter) { letter } else { '-' };
    let parts = parts.iter().map(|part| part.chars().map(allowed).collect::<String>());
    parts.map(|part| part.trim_matches(['-', '.']).to_owned()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_letter_that_leads_elsewhere() {
        assert_eq!(stem(&["attention", "weights"]), "attention-weights");
        assert_eq!(stem(&["../../etc", "heads[0] / x"]), "etc-heads-0----x");
    }
}
