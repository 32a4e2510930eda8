//! The plain mode as an application: holds the open lessons, does what a command asks for, and says what came of it.

mod beam;
mod commands;
mod course;
mod editing;
mod keeping;
mod learning;
mod looking;
mod machine;
mod moving;
mod reasons;
mod stepping;
mod training;
mod without;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::block::{self, BlockOptions};
use super::interrupt::Interrupt;
use super::reason::Way;
use super::training::Training;
use super::transcript::Transcript;
use super::{Editor, Start, last_words, speech, summary, unkept};
use crate::app::beam::DEFAULT_WIDTH;
use crate::app::channel::Post;
use crate::app::event::{AppEvent, AppRequest};
use crate::app::executor::Threads;
use crate::app::jumps::Revisits;
use crate::app::lesson::OpenLesson;
use crate::app::machine::MachineRun;
use crate::app::services::{FinishError, Services};
use crate::app::session::{SessionBackend, SessionKeeper};
use crate::app::workspace::Workspace;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::BlockId;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{Day, Saved, SavedProgress, Saver};
use crate::tensor::explain::Otherwise;
use crate::words::{Said as _, say, word};
use beam::BeamWalk;
use commands::{COMMANDS, ParsedLine};
use stepping::StepWalk;

/// So many lines of what may be long are told at once.
const MOST_LINES: usize = 20;
/// So many numbers, unless one line has more.
const MOST_NUMBERS: usize = 64;
/// How often somebody who waits for values is looked after.
const PULSE: Duration = Duration::from_millis(50);
/// After which time it is said that values take longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What numbers and empty lines mean now.
#[derive(Debug)]
enum Focus {
    /// The page, or the list of lessons.
    Page,
    /// How sure the reader is of the answer just given; whether the question was one that is asked again.
    Sureness { again: bool },
    /// The reasons of a number.
    Why(Way),
    /// The steps of a cell.
    Steps(StepWalk),
    /// The steps of a beam search.
    Beam(BeamWalk),
    /// Lines of code are taken as they come, up to a full stop alone; how many bytes there were.
    Writing { block: BlockId, lines: Vec<String>, bytes: usize },
}

/// Who tells the course.
pub(super) struct PlainApp<'d> {
    services: Services<Threads>,
    output: &'d mut dyn Write,
    /// Whether all that was told could be written. After a failure nothing is, and the program ends.
    written: io::Result<()>,
    editor: Option<&'d Editor<'d>>,
    interrupt: Interrupt,
    width: usize,
    /// Whether somebody types at a terminal, and no script.
    pub(super) is_typed_to: bool,
    numbered: bool,
    workspace: Workspace<OpenLesson>,
    focus: Focus,
    /// The steps that were gone through when somebody asked why: one goes up to them.
    walk: Option<StepWalk>,
    /// What came of what the machine was asked last.
    machine: Option<Arc<MachineRun>>,
    /// How many sequences a beam search keeps at each step.
    beam_width: usize,
    /// The training that goes on, if one does.
    training: Option<Training>,
    /// The last one that came to its end: its curves can still be had.
    trained: Option<Training>,
    /// What the last command left out, because it is long.
    more: Transcript,
    /// What was too long to be told at once, from where it was broken off.
    rest: Transcript,
    /// The reasons why the machine does something otherwise than the textbook that were told already.
    told_reasons: BTreeSet<Otherwise>,
    /// How the work stood when it was looked at last.
    saved: Option<Saved>,
    is_done: bool,
}

impl<'d> PlainApp<'d> {
    pub(super) fn new(
        library: LessonLibrary,
        saver: Option<Saver>,
        output: &'d mut dyn Write,
        editor: Option<&'d Editor<'d>>,
        interrupt: Interrupt,
        width: usize,
    ) -> io::Result<Self> {
        let (post, messages) = Post::channel(|| {});
        interrupt.tells(post.clone());
        let mut services = Services::new(library, Threads::new(post)?, messages);
        let mut workspace = Workspace::new(Revisits::Kept);
        workspace.today = Day::today();
        services.session = SessionKeeper::new(saver.map(SessionBackend::Background).unwrap_or_default());
        Ok(Self {
            services,
            output,
            written: Ok(()),
            editor,
            interrupt,
            width,
            is_typed_to: false,
            numbered: false,
            workspace,
            focus: Focus::Page,
            walk: None,
            machine: None,
            beam_width: DEFAULT_WIDTH,
            training: None,
            trained: None,
            more: Transcript::default(),
            rest: Transcript::default(),
            told_reasons: BTreeSet::new(),
            saved: None,
            is_done: false,
        })
    }

    /// Says hello, and tells the lesson or the list of them.
    pub(super) fn begin(&mut self, start: Start) -> io::Result<()> {
        let mut transcript = Transcript::of(word!("plain-welcome"));
        transcript.say(word!("plain-welcome-keys"));
        if self.services.session.store().is_none() {
            transcript.say(word!("plain-no-store"));
        }
        let due = self.due().len();
        if due > 0 {
            transcript.say(say!("plain-due", count = due));
        }
        self.tell(&transcript);
        match start {
            Start::Lessons => self.lessons(),
            Start::Lesson(lesson) => self.show(*lesson),
        }
        self.keep();
        self.written()
    }

    /// Whether somebody has quit.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Asks for the next line.
    pub(super) fn ask_for_line(&mut self) -> io::Result<()> {
        write!(self.output, "{} ", self.prompt())?;
        self.output.flush()
    }

    /// Writes the line that was read, where nobody else does; none at the end of the input.
    pub(super) fn echo(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{}", speech::clean(line.trim_end()))
    }

    /// Where the reader is, in a few words: `5 attention, block 4 of 31>`.
    fn prompt(&self) -> String {
        let prompt = match (&self.focus, self.lesson()) {
            (Focus::Writing { lines, .. }, _) => say!("plain-prompt-writing", line = lines.len() + 1),
            (Focus::Sureness { .. }, _) => word!("plain-prompt-sure").to_owned(),
            (Focus::Beam(walk), _) => walk.prompt(),
            (_, None) => word!("plain-prompt-lessons").to_owned(),
            (focus, Some(open)) => {
                let id = &*open.document.lesson().front.id;
                let lesson = open.number.map_or_else(|| id.to_owned(), |number| format!("{number} {id}"));
                let (here, all) = (open.at + 1, open.blocks().len());
                match focus {
                    Focus::Why(_) => say!("plain-prompt-why", lesson),
                    Focus::Steps(_) => say!("plain-prompt-steps", lesson),
                    _ => say!("plain-prompt", lesson, here, all),
                }
            }
        };
        speech::clean(&prompt)
    }

    /// Takes a line: does what it asks for, says what came of it, and keeps what has changed.
    pub(super) fn take(&mut self, line: &str) -> io::Result<()> {
        self.workspace.today = Day::today();
        self.obey(line);
        self.tell_end();
        // Nothing comes between two lines of code.
        if !matches!(self.focus, Focus::Writing { .. }) {
            self.tell_training();
        }
        self.keep();
        self.written()
    }

    /// What kept the program from telling something.
    fn written(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))
    }

    fn obey(&mut self, line: &str) {
        if matches!(self.focus, Focus::Writing { .. }) {
            return self.write_line(line);
        }
        let asked = commands::read(line);
        if matches!(self.focus, Focus::Sureness { .. }) {
            if learning::sureness(line).is_some() || matches!(asked, ParsedLine::Nothing) {
                return self.state(learning::sureness(line));
            }
            // Anything else leaves it unsaid, and does what it does on the page; but a number that is no sureness is no second answer.
            if !Self::keeps_sureness(&asked) {
                self.state(None);
            }
        }
        // What was left out belongs to the command before.
        if !matches!(&asked, ParsedLine::Do(command, _) if command.is("more")) {
            (self.more, self.rest) = (Transcript::default(), Transcript::default());
        }
        match asked {
            ParsedLine::Nothing => self.step(1),
            ParsedLine::Number(number) => self.number(number),
            ParsedLine::Do(command, rest) => (command.act)(self, rest),
            ParsedLine::Several(word, names) => self.several(word, &names),
            ParsedLine::Unknown(word, near) => self.unknown(word, near),
        }
    }

    /// A number alone: how sure somebody is, the operand to ask on, or the option of a question.
    fn number(&mut self, number: usize) {
        match &self.focus {
            Focus::Sureness { .. } => self.sure_of(&number.to_string()),
            Focus::Why(_) => self.ask_on(number),
            Focus::Steps(_) => self.step_of_number(number),
            Focus::Beam(_) => self.continuation_of_number(number),
            Focus::Page | Focus::Writing { .. } => self.answer(&number.to_string()),
        }
    }

    /// All of what was told in short.
    fn tell_more(&mut self) {
        if !self.rest.is_empty() {
            let rest = std::mem::take(&mut self.rest);
            return self.tell_long(rest);
        }
        if self.more.is_empty() { self.words(word!("plain-no-more")) } else { self.tell(&self.more.clone()) }
    }

    fn unknown(&mut self, asked: &str, near: Option<&'static str>) {
        let asked: String = asked.chars().take(40).collect();
        let transcript = match near {
            _ if commands::is_of_screen(&asked) => say!("plain-unknown-screen", word = asked),
            Some(near) => say!("plain-unknown-near", word = asked, near),
            None => say!("plain-unknown-word", word = asked),
        };
        self.words(transcript);
    }

    fn several(&mut self, asked: &str, names: &[&str]) {
        let names = speech::listed(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        self.words(say!("plain-unknown-several", word = asked, names));
    }

    /// Every command in a line, or one of them with its short form.
    fn help(&mut self, asked: &str) {
        let mut transcript = Transcript::default();
        if asked.is_empty() {
            transcript.say(word!("plain-help"));
            for command in &COMMANDS {
                transcript.say(command.brief.text());
            }
            transcript.say(word!("plain-help-end"));
            transcript.say(word!("plain-help-history"));
        } else if let Some(command) = commands::find(asked) {
            transcript.say(command.brief.text());
            let [name, short] = command.names();
            transcript.say(say!("plain-help-names", name, short));
            if command.english[0] != name {
                transcript.say(say!("plain-help-english", name = command.english[0]));
            }
        } else {
            return match commands::read(asked) {
                ParsedLine::Unknown(asked, near) => self.unknown(asked, near),
                ParsedLine::Several(asked, names) => self.several(asked, &names),
                ParsedLine::Nothing | ParsedLine::Number(_) | ParsedLine::Do(..) => self.unknown(asked, None),
            };
        }
        self.tell(&transcript);
    }

    /// Says something, unless something before it could not be said.
    fn tell(&mut self, transcript: &Transcript) {
        if self.written.is_ok() {
            self.written = transcript.lines(self.width).iter().try_for_each(|line| writeln!(self.output, "{line}"));
        }
    }

    /// Says what may be long: nobody listens to more than so many lines unasked, and the others come when more is asked for.
    fn tell_long(&mut self, mut transcript: Transcript) {
        let rest = transcript.split_off(MOST_LINES, MOST_NUMBERS);
        if !rest.is_empty() {
            transcript.say(match rest.part() {
                Some(part) => say!("plain-say-more-part", part),
                None => say!("plain-say-more", count = rest.count()),
            });
            self.rest = rest;
        }
        self.tell(&transcript);
    }

    /// Lets the reader have what was said so far, before something that takes long.
    fn flush(&mut self) {
        if self.written.is_ok() {
            self.written = self.output.flush();
        }
    }

    fn words(&mut self, words: impl Into<String>) {
        self.tell(&Transcript::of(words));
    }

    /// The open lesson.
    fn lesson(&self) -> Option<&OpenLesson> {
        self.workspace.lesson()
    }

    fn lesson_mut(&mut self) -> Option<&mut OpenLesson> {
        self.workspace.lesson_mut()
    }

    /// That a command is about a lesson, and none is open.
    fn no_lesson(&mut self) {
        self.words(word!("plain-no-lesson"));
    }

    fn options(&self) -> BlockOptions<'_> {
        let asking = self.workspace.asked_here().map(|question| &**question);
        BlockOptions { numbered: self.numbered, asking, today: self.workspace.today }
    }

    /// Tells the block that the reader is at.
    fn again(&mut self) {
        if let Some(transcript) = self.way_told() {
            return self.tell(&transcript);
        }
        let walked = match &self.focus {
            Focus::Steps(walk) => Some(walk.describe()),
            Focus::Beam(walk) => Some(walk.describe()),
            _ => None,
        };
        if let Some(transcript) = walked {
            return self.tell_long(transcript);
        }
        match self.lesson() {
            Some(open) => self.tell(&block::describe(open, open.at, self.options())),
            None => self.lessons(),
        }
    }

    /// Computes the open page and waits for it; Ctrl-C stops that. Returns what was known before.
    fn evaluate(&mut self) -> Arc<EvaluationOutcome> {
        let Some(snapshot) = self.lesson().map(|open| open.document.snapshot()) else { return Arc::default() };
        let outcome = self.compute(snapshot);
        let today = self.workspace.today;
        let Some(open) = self.lesson_mut() else { return Arc::default() };
        let before = Arc::clone(&open.outcome);
        open.take(outcome, today);
        before
    }

    /// The values of a page, once they are there.
    fn compute(&mut self, snapshot: Arc<DocumentState>) -> Arc<EvaluationOutcome> {
        let request = AppRequest::Evaluate(snapshot);
        let answer = self.wait_for(request, word!("plain-computing"), PATIENCE, |event| match event {
            AppEvent::Evaluated { outcome, finished: true, .. } => Some(outcome),
            _ => None,
        });
        answer.unwrap_or_default()
    }

    /// Asks for something and waits for its answer, which Ctrl-C stops. After a while, `why` it is waited for is told.
    fn wait_for<T>(
        &mut self,
        request: AppRequest,
        why: &str,
        patience: Duration,
        answer: fn(AppEvent) -> Option<T>,
    ) -> Option<T> {
        self.interrupt.begin();
        let mut told_at = Some(Instant::now() + patience);
        let mut events = self.services.perform(request);
        let answer = loop {
            let is_stopped = self.interrupt.was_pressed() || self.written.is_err();
            if !is_stopped && told_at.take_if(|time| *time <= Instant::now()).is_some() {
                self.words(why);
                self.flush();
            }
            let answer = events.into_iter().find_map(answer);
            if answer.is_some() || is_stopped && !self.services.stop() {
                break answer;
            }
            let patience = match told_at {
                // A request that had not begun when it was stopped has not heard of it.
                _ if is_stopped => PULSE,
                Some(time) => time.saturating_duration_since(Instant::now()),
                None => Duration::MAX,
            };
            events = self.receive(patience).unwrap_or_default();
        };
        let was_stopped = self.interrupt.was_pressed();
        self.interrupt.end();
        if was_stopped {
            self.words(word!("plain-was-stopped"));
        }
        answer
    }

    /// What has come within a while, without what it says of trainings.
    fn receive(&mut self, patience: Duration) -> Option<Vec<AppEvent>> {
        let events = self.services.receive(patience)?;
        Some(self.hear(events))
    }

    /// Hands on what is said of trainings, which is told later; returns the rest.
    fn hear(&mut self, events: Vec<AppEvent>) -> Vec<AppEvent> {
        let (trained, rest): (Vec<_>, _) =
            events.into_iter().partition(|event| matches!(event, AppEvent::TrainingReported { .. }));
        for event in trained {
            if let (AppEvent::TrainingReported { task, reports }, Some(training)) = (event, &mut self.training)
                && training.task == task
            {
                training.take(reports);
            }
        }
        rest
    }

    /// The page has changed, in this block if it was in one: its values, and what of them has moved.
    fn follow(&mut self, changed: Option<&BlockId>) {
        let before = self.evaluate();
        self.focus = Focus::Page;
        let Some(open) = self.lesson() else { return };
        let (short, whole) = summary::describe(open, &before, changed);
        self.more = whole;
        self.tell(&short);
    }

    /// Hands over what is to be kept, and says what could not be. How it went with what was handed over before is known by now, and
    /// would not be where somebody changes something with every command.
    fn keep(&mut self) {
        self.tell_saved();
        self.hand_over();
        self.tell_saved();
    }

    /// What could not be kept, once.
    fn tell_saved(&mut self) {
        let Some(state) = self.services.session.now() else { return };
        if state == Saved::Soon || self.saved.as_ref() == Some(&state) {
            return;
        }
        let words = unkept(&state);
        self.saved = Some(state);
        if let Some(words) = words {
            self.words(words);
        }
    }

    /// Gives what has changed to who keeps it.
    fn hand_over(&mut self) {
        if self.services.session.store().is_none() {
            return;
        }
        for open in self.workspace.lessons.values_mut() {
            if let Some(record) = open.changed_record() {
                self.services.session.save(record, false);
            } else if let Some(record) = open.moved_record() {
                self.services.session.save(record, true);
            }
        }
    }

    /// The records of the open lessons, and those that are kept of all others.
    fn records(&self) -> Vec<SavedProgress> {
        let kept = self.services.session.records(&self.services.library);
        SavedProgress::newest(self.workspace.lessons.values().map(OpenLesson::record).collect(), kept)
    }

    /// The input has ended.
    pub(super) fn ended(&mut self) -> io::Result<()> {
        if matches!(self.focus, Focus::Writing { .. }) {
            self.words(word!("plain-unfinished"));
        }
        self.goodbye();
        self.written()
    }

    fn quit(&mut self) {
        self.is_done = true;
        self.goodbye();
    }

    /// The last words: whether the work is on the disk is known before they are said.
    fn goodbye(&mut self) {
        self.tell_training();
        if let Some(training) = self.training.take() {
            self.words(training.last_words());
        }
        self.hand_over();
        let saved = self.services.session.flush();
        let words = last_words(saved.as_ref());
        // It is not said a second time.
        self.saved = saved;
        self.words(words);
    }

    /// Writes what waits, and ends a training that goes on. Returns why work could not be kept, if so.
    pub(super) fn finish(self) -> io::Result<Option<String>> {
        self.output.flush()?;
        Ok(self.services.finish().err().map(|error| match error {
            FinishError::Session(why) => why,
            FinishError::Training(refusal) => refusal.said(),
        }))
    }

    fn number_lines(&mut self, rest: &str) {
        self.numbered = match rest.to_lowercase() {
            asked if ["on", word!("plain-on")].contains(&&*asked) => true,
            asked if ["off", word!("plain-off")].contains(&&*asked) => false,
            _ => !self.numbered,
        };
        self.words(if self.numbered { word!("plain-numbers-on") } else { word!("plain-numbers-off") });
    }

    fn set_width(&mut self, rest: &str) {
        match rest.parse() {
            Ok(width @ (0 | 20..=1000)) => {
                self.width = width;
                self.words(say!("plain-width", width));
            }
            _ => self.words(word!("plain-width-wanted")),
        }
    }
}
