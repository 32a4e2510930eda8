//! The lessons: listing and opening them, searching all of them, and what of them is solved.

use std::sync::Arc;
use std::time::Duration;

use super::super::block::lesson_title;
use super::super::prose;
use super::super::speech::listed;
use super::super::transcript::Transcript;
use super::{Focus, PlainApp};
use crate::app::event::{AppEvent, AppRequest};
use crate::app::lesson::OpenLesson;
use crate::app::review::{self, LessonReviews, NextReview};
use crate::notebook::lesson::{Block, BlockKind, Lesson};
use crate::notebook::library::{LessonEntry, OpenError};
use crate::notebook::map::LessonMap;
use crate::notebook::passages::{Passage, passages};
use crate::notebook::session::review::{QuestionRef, ReviewQueue};
use crate::notebook::session::{Certificate, LessonProgress};
use crate::words::{Said as _, say, word};

/// How many places a search tells.
const MOST_FOUND: usize = 30;

/// How far a lesson has been taken, in words.
pub(super) fn progress_words(progress: LessonProgress) -> String {
    let mut said = Vec::new();
    if progress.is_done() {
        said.push(word!("plain-done").to_owned());
    }
    said.push(counts(progress));
    if progress.changes > 0 {
        said.push(say!("plain-changes-made", count = progress.changes));
    }
    said.retain(|words| !words.is_empty());
    said.join(" ")
}

/// How many questions of a lesson are answered and how many exercises solved.
pub(super) fn counts(progress: LessonProgress) -> String {
    let LessonProgress { questions, answered, exercises, passed, .. } = progress;
    let counts = [
        (questions > 0).then(|| say!("plain-questions-done", some = answered, all = questions)),
        (exercises > 0).then(|| say!("plain-exercises-done", some = passed, all = exercises)),
    ];
    counts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `6 Masking`; without a number the title alone.
fn lesson_name(entry: &LessonEntry) -> String {
    let title = entry.front.as_ref().map_or_else(|_| entry.id().to_owned(), |front| front.title.to_string());
    entry.number.map_or_else(|| title.clone(), |number| format!("{number} {title}"))
}

impl PlainApp<'_> {
    /// Lists all lessons and how far they have been taken.
    pub(super) fn lessons(&mut self) {
        self.focus = Focus::Page;
        let progress = LessonProgress::of_all(&self.services.library, &self.records());
        let mut transcript = Transcript::of(say!("plain-lessons", count = self.services.library.entries().len()));
        for entry in self.services.library.entries() {
            let number = entry.number.map(|number| number.to_string()).unwrap_or_default();
            let mut line = match &entry.front {
                Ok(front) => {
                    say!("plain-lesson-line", number, id = entry.id(), title = &*front.title, summary = &*front.summary)
                }
                Err(_) => say!("plain-lesson-broken", id = entry.id()),
            };
            if let Some(progress) = progress.get(entry.id()) {
                line.push(' ');
                line.push_str(&progress_words(*progress));
            }
            transcript.say(line);
        }
        transcript.say(word!("plain-open-one"));
        self.tell(&transcript);
    }

    /// The map of the lessons: how each stands, and which it needs.
    pub(super) fn map(&mut self) {
        let library = &self.services.library;
        let progress = LessonProgress::of_all(library, &self.records());
        let known: Vec<_> = library.entries().iter().map(|entry| progress.get(entry.id()).copied()).collect();
        let map = LessonMap::of(library);
        let mut transcript = Transcript::of(word!("plain-map"));
        for (place, standing) in map.standings(&known).into_iter().enumerate() {
            let title = |place: usize| library.entries().get(place).map(lesson_name).unwrap_or_default();
            let needs: Vec<String> = map.needs(place).into_iter().map(title).collect();
            let (lesson, standing) = (title(place), standing.said());
            transcript.say(if needs.is_empty() {
                say!("plain-map-first", lesson, standing)
            } else {
                say!("plain-map-line", lesson, standing, needs = listed(&needs))
            });
        }
        transcript.say(word!("plain-open-one"));
        self.tell_long(transcript);
    }

    /// Opens a lesson by its number, its name or its file; behind it may stand a block.
    pub(super) fn open(&mut self, rest: &str) {
        if rest.is_empty() {
            return self.words(word!("plain-open-which"));
        }
        let is_known =
            |name: &str| self.services.library.find(name).is_some() || self.workspace.lessons.contains_key(name);
        match rest.rsplit_once(char::is_whitespace) {
            Some((lesson, block)) if is_known(lesson.trim()) => self.open_at(lesson.trim(), block),
            _ => self.open_at(rest, ""),
        }
    }

    /// Opens a lesson where it was left, or at a block.
    pub(super) fn open_at(&mut self, name: &str, block: &str) {
        let here = self.here();
        let known = self.services.library.find(name).map_or(name, |entry| entry.id());
        if let Some((id, _)) = self.workspace.lessons.get_key_value(known) {
            self.workspace.open = Some(Arc::clone(id));
        } else {
            match self.services.library.open(name) {
                Ok(lesson) => self.enter(lesson),
                Err(error) => return self.tell(&refused(&error)),
            }
        }
        if let Some(here) = here {
            self.workspace.jumps.leave(here);
        }
        if block.is_empty() {
            return self.tell_lesson();
        }
        match self.place(block) {
            Ok(place) => self.land(place),
            Err(words) => {
                self.words(words);
                self.tell_lesson();
            }
        }
    }

    /// Opens a lesson that was read already.
    pub(super) fn show(&mut self, lesson: Lesson) {
        self.enter(lesson);
        self.tell_lesson();
    }

    /// Makes a lesson the open one: with what is kept of it, and its values.
    fn enter(&mut self, lesson: Lesson) {
        let id = Arc::clone(&lesson.front.id);
        if let Some(path) = lesson.path() {
            let folder = crate::notebook::library::folder_of(path).to_owned();
            self.services.library = self.services.library.clone().with_neighbours(&folder);
        }
        let number = self.services.library.find(&id).and_then(|entry| entry.number);
        let mut open = OpenLesson::new(lesson, number);
        let loaded = self.services.session.load(&id);
        let restored = loaded.record.as_ref().map(|record| open.resume(record));
        self.workspace.lessons.insert(Arc::clone(&id), open);
        self.workspace.open = Some(id);
        for words in loaded.trouble.into_iter().chain(restored.and_then(|restored| restored.message())) {
            self.words(words);
        }
        self.evaluate();
        if let Some(open) = self.lesson_mut() {
            // What was done before is not told again.
            open.has_just_been_done();
        }
    }

    /// Tells which lesson it is, and the block at which it was left.
    fn tell_lesson(&mut self) {
        self.focus = Focus::Page;
        let Some(open) = self.lesson() else { return };
        let all = open.blocks().len();
        // A block that says nothing is no place to begin.
        let is_silent = open.block().is_some_and(|block| !super::super::block::is_told(open, block));
        self.words(say!("plain-opened", title = lesson_title(open), all));
        if is_silent { self.step(1) } else { self.tell_here() }
    }

    /// The places of all lessons in which all words stand.
    pub(super) fn search(&mut self, rest: &str) {
        let wanted: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
        if wanted.is_empty() {
            return self.words(word!("plain-search-what"));
        }
        let mut transcript = Transcript::default();
        let mut count = 0;
        for lesson in self.services.library.lessons() {
            for (place, block) in lesson.blocks.iter().enumerate().take(lesson.appendix) {
                // Of a lesson that is open the numbers are known.
                let open = self.workspace.lessons.get(&lesson.front.id);
                let has_all = |text: &String| {
                    let lower = text.to_lowercase();
                    wanted.iter().all(|word| lower.contains(word))
                };
                let Some(text) = told_passages(open, block).into_iter().find(has_all) else { continue };
                count += 1;
                if count <= MOST_FOUND {
                    transcript.say(say!("plain-found", lesson = &*lesson.front.id, block = place + 1, text));
                }
            }
        }
        let words = match count {
            0 => say!("plain-not-found", words = rest),
            _ => say!("plain-found-count", count, shown = count.min(MOST_FOUND)),
        };
        transcript.say(words);
        self.tell(&transcript);
    }

    /// The questions that are to be asked again today, in the order of the course.
    pub(super) fn due(&self) -> Vec<QuestionRef> {
        self.remembered().due(self.workspace.today)
    }

    /// What is remembered of the questions of all lessons.
    fn remembered(&self) -> ReviewQueue {
        let records = self.records();
        let whole = self.services.library.entries().iter().filter(|entry| entry.front.is_ok());
        let kept = whole.filter_map(|entry| records.iter().find(|record| *record.lesson == *entry.id()));
        review::queue(kept.map(|record| {
            let lesson = &record.lesson;
            LessonReviews { lesson, reviews: &record.reviews, open: self.workspace.lessons.get(lesson) }
        }))
    }

    /// Goes to the next question that is to be asked again. Its old answer is not told.
    pub(super) fn ask(&mut self) {
        match review::next(&self.remembered(), self.workspace.asking.as_ref(), self.workspace.today) {
            NextReview::Ask { question: (lesson, question), due } => {
                self.words(say!("plain-due", count = due));
                self.workspace.asking = Some((Arc::clone(&lesson), Arc::clone(&question)));
                self.open_at(&lesson, &question);
            }
            NextReview::Nothing { first_day } => match first_day {
                Some(day) => self.words(say!("plain-due-on", day = day.to_string())),
                None => self.words(word!("nothing-missed")),
            },
        }
    }

    /// What of the course is really solved: every check is made again.
    pub(super) fn solved(&mut self) {
        let request = AppRequest::Certify(self.workspace.lessons.values().map(OpenLesson::record).collect());
        let all = self.wait_for(request, word!("plain-checking"), Duration::ZERO, |event| match event {
            AppEvent::Certified(all) => Some(all),
            _ => None,
        });
        let Some(all) = all else { return };
        let mut transcript = Transcript::default();
        for entry in self.services.library.entries() {
            let Some(own) = all.get(entry.id()).filter(|own| !own.is_empty()) else { continue };
            transcript.say(certificate(entry.id(), own));
        }
        if transcript.is_empty() {
            transcript.say(word!("plain-nothing-solved"));
        }
        self.tell(&transcript);
    }
}

fn certificate(id: &str, own: &Certificate) -> String {
    let mut said = say!(
        "plain-certificate",
        lesson = id,
        right = own.right.len(),
        questions = own.questions,
        solved = own.solved.len(),
        exercises = own.exercises
    );
    let mut add = |words: String| {
        said.push(' ');
        said.push_str(&words);
    };
    if own.is_complete() {
        add(word!("plain-complete").to_owned());
    }
    if !own.shown.is_empty() {
        add(say!("plain-solution-seen", count = own.shown.len()));
    }
    if !own.sure_and_wrong.is_empty() {
        let questions: Vec<String> = own.sure_and_wrong.iter().map(ToString::to_string).collect();
        add(say!("plain-sure-and-wrong", questions = super::super::speech::listed(&questions)));
    }
    said
}

/// Why a lesson could not be opened.
fn refused(error: &OpenError) -> Transcript {
    match error {
        OpenError::Unknown { asked, nearest: Some(near) } => {
            Transcript::of(say!("plain-no-lesson-near", name = asked.as_str(), near = near.as_str()))
        }
        OpenError::Unknown { asked, nearest: None } => {
            Transcript::of(say!("plain-no-lesson-named", name = asked.as_str()))
        }
        OpenError::Unreadable { .. } | OpenError::Broken(_) => Transcript::of(error.to_string()),
    }
}

/// What a search looks through in a block, as it is told: a line each.
fn told_passages(open: Option<&OpenLesson>, block: &Block) -> Vec<String> {
    let transcript = |passage: Passage<'_>| match passage {
        Passage::Label(text) | Passage::Code(text) => text.to_owned(),
        Passage::Heading(text) | Passage::Text(text) => match open {
            Some(open) => prose::bare(open, block, text),
            None => prose::unopened(text),
        },
        Passage::Formula(latex) => super::super::maths::latex(latex),
    };
    let code = match &block.kind {
        BlockKind::Cell(cell) => &**cell.source.text(),
        _ => "",
    };
    // An exercise is told under its name, which the screen does not show.
    let name = matches!(block.kind, BlockKind::Exercise(_)).then(|| block.id.to_string());
    let all =
        name.into_iter().chain(passages(block).into_iter().map(transcript)).chain(code.lines().map(str::to_owned));
    all.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
