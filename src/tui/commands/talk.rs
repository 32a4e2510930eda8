//! A lesson that is presented: step by step, with the answers kept back, and with notes for who speaks.

use crate::notebook::lesson::{Block, BlockKind, Lesson};
use crate::notebook::passages::on_one_line;
use crate::notebook::session::SavedProgress;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Wanted;
use crate::tui::model::reading::Reading;
use crate::words::{say, word};

use super::page;

/// One step on: to the end of what is higher than the screen, then the answer of a question, then what comes next.
pub(crate) fn go_on(model: &mut Model) {
    if !super::scroll::within_block(model, 1) && !show_answer(model) {
        page::step(model, 1);
    }
}

/// Shows the answer of the selected question, if it was kept back.
pub(crate) fn show_answer(model: &mut Model) -> bool {
    let Some(reading) = model.reading_mut() else { return false };
    let was_kept_back = reading.show_answer();
    if was_kept_back {
        reading.wanted = Some(Wanted::Verdict);
    }
    was_kept_back
}

/// Shows the notes below the page, or puts them away.
pub(crate) fn toggle_notes(model: &mut Model) {
    if let Some(talk) = &mut model.talk {
        talk.notes = !talk.notes;
    }
}

/// What of a session a talk begins with: what was prepared, at the beginning, and no answers.
pub(crate) fn prepared(record: SavedProgress) -> SavedProgress {
    let SavedProgress { lesson, edits, scratch, bookmarks, .. } = record;
    SavedProgress { lesson, edits, scratch, bookmarks, ..SavedProgress::default() }
}

/// Shows what the cursor has come to.
pub(crate) fn set_stage(model: &mut Model) {
    if let Some(reading) = model.reading_mut() {
        reading.set_stage();
    }
}

/// What another terminal is to show to who speaks, where it is not what it shows already.
pub(crate) fn prompt(model: &mut Model) -> Option<Effect> {
    let told = &model.talk.as_ref()?.prompt;
    let text = model.reading().map_or_else(String::new, prompt_of);
    let is_new = *told != text;
    let talk = model.talk.as_mut().filter(|_| is_new)?;
    talk.prompt.clone_from(&text);
    Some(Effect::Prompt(text))
}

/// Where the talk is, its notes, what the right answer is, and what comes next.
fn prompt_of(reading: &Reading) -> String {
    let lesson = reading.lesson.document.lesson();
    let Some(block) = reading.lesson.block() else { return String::new() };
    let (here, all) = lesson.slide_number(reading.lesson.at);
    let slide = say!("slide-of", here, all);
    let mut told = vec![format!("{} · {slide}\n{}", lesson.front.title, heading(lesson, reading.lesson.at))];
    if let BlockKind::Question(question) = &block.kind {
        let right = reading.lesson.outcome.answer(&block.id);
        let right = right.map(|right| say!("answer-is", number = right + 1));
        told.push(on_one_line(&question.ask) + "\n" + &right.unwrap_or_else(|| word!("answer-unknown").to_owned()));
    }
    told.extend(block.notes.iter().map(|note| note.text.to_string()));
    let next = reading.lesson.blocks().get(reading.lesson.at + 1).map(describe);
    told.extend(next.map(|next| say!("then-comes", what = next)));
    told.join("\n\n") + "\n"
}

/// The heading of the slide that a block is on.
fn heading(lesson: &Lesson, block: usize) -> String {
    lesson.blocks.get(lesson.slide_of(block).start).map(describe).unwrap_or_default()
}

/// A block in a line: its heading, what it asks, or its name.
fn describe(block: &Block) -> String {
    match &block.kind {
        BlockKind::Prose(_) => {
            block.heading().map_or_else(|| word!("some-words").to_owned(), |(_, text)| on_one_line(text))
        }
        BlockKind::Cell(_) => format!("`{}`", block.id),
        BlockKind::Question(question) => on_one_line(&question.ask),
        BlockKind::Exercise(exercise) => on_one_line(&exercise.ask),
    }
}
