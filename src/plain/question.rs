//! A question, told: nothing gives the answer away before it has been answered; then what was right, and why.

use crate::app::lesson::OpenLesson;
use crate::notebook::lesson::{Block, Question};
use crate::notebook::session::{Confidence, Day};
use crate::words::{say, word};

use super::prose;
use super::transcript::Transcript;

/// A question of the lesson. While it is asked again, what was answered before is not told.
pub(super) fn describe(
    open: &OpenLesson,
    block: &Block,
    question: &Question,
    is_asked_again: bool,
    today: Day,
) -> Transcript {
    let text = |pieces| prose::text(open, block, pieces);
    let mut transcript = Transcript::of(say!("plain-question", ask = text(&question.ask)));
    if open.outcome.asks_of_written(&block.id) {
        transcript.say(word!("plain-of-written"));
    }
    for (place, option) in question.options.iter().enumerate() {
        transcript.say(say!("plain-option", number = place + 1, text = text(option)));
    }
    transcript.append(hints(open, block, &question.hints));
    match open.document.answers().get(&block.id) {
        Some(_) if !is_asked_again => transcript.append(verdict(open, block, question, today)),
        _ => transcript.say(say!("plain-how-to-answer", count = question.options.len())),
    }
    transcript
}

/// The hints that were asked for.
pub(super) fn hints(open: &OpenLesson, block: &Block, hints: &[Vec<crate::notebook::markdown::TextRun>]) -> Transcript {
    let mut transcript = Transcript::default();
    for (place, hint) in hints.iter().take(open.hints_given(block)).enumerate() {
        let text = prose::text(open, block, hint);
        transcript.say(say!("plain-hint", number = place + 1, text));
    }
    transcript
}

/// The answer that was given, whether it is right, how sure the reader was, when it is asked again, and why.
pub(super) fn verdict(open: &OpenLesson, block: &Block, question: &Question, today: Day) -> Transcript {
    let mut transcript = Transcript::default();
    let Some(given) = open.document.answers().get(&block.id).copied() else { return transcript };
    transcript.say(say!("plain-your-answer", number = given + 1));
    let Some(right) = open.outcome.answer(&block.id) else {
        transcript.say(word!("plain-answer-unknown"));
        return transcript;
    };
    let mut said = if given == right {
        word!("plain-right").to_owned()
    } else {
        let option = question.options.get(right).map(|option| prose::text(open, block, option));
        say!("plain-wrong", number = right + 1, text = option.unwrap_or_default())
    };
    let review = open.document.review(&block.id);
    let sure = review.confidence.map(|sure| match sure {
        Confidence::Guess => word!("plain-was-guess"),
        Confidence::Fairly => word!("plain-was-fairly"),
        Confidence::Sure => word!("plain-was-sure"),
    });
    let again = review.schedule.map(|again| match today.until(again.due) {
        ..=0 => word!("plain-again-now").to_owned(),
        days => say!("plain-again-in", days),
    });
    for more in [sure.map(str::to_owned), again].into_iter().flatten() {
        said.push(' ');
        said.push_str(&more);
    }
    transcript.say(said);
    if let Some(explain) = &question.explain {
        transcript.say(prose::text(open, block, explain));
    }
    transcript
}
