//! Questions and exercises: answers, how sure somebody is of them, hints and solutions.

use std::sync::Arc;

use super::super::speech::listed;
use super::super::transcript::Transcript;
use super::super::{exercise, prose, question};
use super::commands::ParsedLine;
use super::{Focus, PlainApp};
use crate::app::lesson::OpenLesson;
use crate::app::questions::{AnswerResult, AnswerSetting, HintResult, SolutionResult};
use crate::app::veils::VeilsResult;
use crate::notebook::lesson::BlockKind;
use crate::notebook::session::Confidence;
use crate::words::{say, word};

impl PlainApp<'_> {
    /// Answers the question by the number of an option, or by its words.
    pub(super) fn answer(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let Some((block, BlockKind::Question(of))) = open.block().map(|block| (block, &block.kind)) else {
            return self.words(word!("plain-no-question"));
        };
        let said = |option| prose::text(open, block, option).to_lowercase();
        let by_words = || of.options.iter().position(|option| said(option) == rest.to_lowercase());
        let by_number = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let option = by_number.filter(|option| *option < of.options.len()).or_else(by_words);
        let (id, all) = (Arc::clone(&block.id), of.options.len());
        let Some(option) = option else {
            return self.words(say!("plain-how-to-answer", count = all));
        };
        let again = self.workspace.asked_here() == Some(&id);
        let today = self.workspace.today;
        let Some(open) = self.lesson_mut() else { return };
        let setting = AnswerSetting { is_asked_again: again, is_talk: false };
        let result = open.answer(&id, option, setting, today);
        if result == AnswerResult::AlreadyRight {
            return self.words(word!("plain-answered-rightly"));
        }
        self.focus = Focus::Page;
        if again {
            self.workspace.asking = None;
        }
        if result == AnswerResult::Seen {
            return self.verdict();
        }
        self.focus = Focus::Sureness { again };
        self.words(word!("plain-how-sure"));
    }

    /// Whether a line says how sure somebody is, or leaves that question open.
    pub(super) fn keeps_sureness(asked: &ParsedLine<'_>) -> bool {
        match asked {
            ParsedLine::Nothing | ParsedLine::Number(_) | ParsedLine::Several(..) | ParsedLine::Unknown(..) => true,
            ParsedLine::Do(command, _) => ["sure", "hint", "help"].into_iter().any(|word| command.is(word)),
        }
    }

    /// How sure somebody is: 1 to 3, or in a word.
    pub(super) fn sure_of(&mut self, rest: &str) {
        if !matches!(self.focus, Focus::Sureness { .. }) {
            return self.words(word!("plain-sure-of-what"));
        }
        match sureness(rest) {
            Some(sure) => self.state(Some(sure)),
            None => self.words(word!("plain-how-sure")),
        }
    }

    /// Remembers how sure somebody is, or that it was not said; then tells whether the answer is right.
    pub(super) fn state(&mut self, sure: Option<Confidence>) {
        let goes_on = matches!(self.focus, Focus::Sureness { again: true });
        self.focus = Focus::Page;
        if let Some(open) = self.lesson_mut() {
            open.state_confidence(sure);
        }
        self.verdict();
        let left = if goes_on { self.due().len() } else { 0 };
        if left > 0 {
            self.words(say!("plain-due", count = left));
        }
    }

    fn verdict(&mut self) {
        let Some(open) = self.lesson() else { return };
        if let Some((block, BlockKind::Question(of))) = open.block().map(|block| (block, &block.kind)) {
            self.tell(&question::verdict(open, block, of, self.workspace.today));
        }
    }

    /// Gives one hint more.
    pub(super) fn hint(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let Some(HintResult { is_new, given, all }) = open.give_hint() else {
            return self.words(word!("plain-hints-where"));
        };
        if !is_new {
            return self.words(if all == 0 { word!("plain-no-hints") } else { word!("plain-no-more-hints") });
        }
        let mut transcript = Transcript::default();
        if let Some(block) = open.block()
            && let Some(hint) = block.hints().and_then(|hints| hints.get(given.saturating_sub(1)))
        {
            let text = prose::text(open, block, hint);
            transcript.say(say!("plain-hint", number = given, text));
        }
        transcript.say(say!("plain-hints-left", count = all.saturating_sub(given)));
        self.tell(&transcript);
    }

    /// Shows what the question of this block hides, and says where that is; elsewhere, where such a question is.
    pub(super) fn skip(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let hidden = open.skippable().map(|question| open.hidden_blocks(&question)).unwrap_or_default();
        let mut transcript = Transcript::default();
        if open.skip_question() {
            transcript.say(word!("plain-skipped"));
            let blocks: Vec<String> = hidden.iter().map(|place| (place + 1).to_string()).collect();
            if !blocks.is_empty() {
                transcript.say(say!("plain-skipped-at", count = blocks.len(), blocks = listed(&blocks)));
            }
        } else {
            transcript.say(word!("plain-nothing-to-skip"));
            transcript.say(match open.nearest_hiding() {
                Some(place) => say!("plain-skip-where", block = place + 1),
                None => word!("nothing-is-hidden").to_owned(),
            });
        }
        self.tell(&transcript);
    }

    /// Shows all that the questions of the lesson hide, or hides it again.
    pub(super) fn reveal(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let words = match open.toggle_veils() {
            Some(VeilsResult::Lifted(count)) => say!("plain-veils-lifted", count),
            Some(VeilsResult::Lowered(count)) => say!("plain-veils-lowered", count),
            None => word!("nothing-is-hidden").to_owned(),
        };
        self.words(words);
    }

    /// The solution is told when it is asked for twice.
    pub(super) fn solution(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let Some(result) = open.ask_for_solution() else { return self.words(word!("plain-no-exercise")) };
        match (result, self.lesson().and_then(OpenLesson::block).map(|block| &block.kind)) {
            (SolutionResult::AskAgain { has_more_hints: true }, _) => self.words(word!("plain-solution-hints")),
            (SolutionResult::Shown, Some(BlockKind::Exercise(of))) => {
                self.tell(&exercise::solution(of, self.numbered));
            }
            _ => self.words(word!("plain-solution-again")),
        }
    }
}

/// The sureness that a number or a word means.
pub(super) fn sureness(said: &str) -> Option<Confidence> {
    let said = said.trim().to_lowercase();
    let words = [
        (Confidence::Guess, "1", word!("plain-guess")),
        (Confidence::Fairly, "2", word!("plain-fairly")),
        (Confidence::Sure, "3", word!("plain-sure")),
    ];
    let is_it = |(sure, number, word): &(Confidence, &str, &str)| {
        said == *number || said == sure.word() || said == word.to_lowercase()
    };
    words.iter().find(|it| is_it(it)).map(|(sure, ..)| *sure)
}
