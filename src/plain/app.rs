//! The plain mode as an application: holds the open lessons, does what a command asks for, and says what came of it.

mod course;
mod editing;
mod keeping;
mod learning;
mod looking;
mod moving;
mod reasons;
mod training;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::block::{self, BlockOptions};
use super::commands::{self, COMMANDS, ParsedLine, Verb};
use super::interrupt::Interrupt;
use super::reason::Way;
use super::training::Training;
use super::transcript::Transcript;
use super::{Editor, Start, last_words, summary, unkept};
use crate::app::channel::Post;
use crate::app::event::{AppEvent, AppRequest};
use crate::app::executor::Threads;
use crate::app::jumps::Revisits;
use crate::app::lesson::OpenLesson;
use crate::app::services::Services;
use crate::app::session::{SessionBackend, SessionKeeper};
use crate::app::workspace::Workspace;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::glossary::Glossary;
use crate::notebook::lesson::BlockId;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{Day, Saved, SavedProgress, Saver};
use crate::tensor::explain::Otherwise;
use crate::words::{say, word};

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
    /// Lines of code are taken as they come, up to a full stop alone; how many bytes there were.
    Writing { block: BlockId, lines: Vec<String>, bytes: usize },
}

/// Who tells the course.
pub(super) struct PlainApp<'d> {
    services: Services<Threads>,
    editor: Option<&'d Editor<'d>>,
    interrupt: Interrupt,
    width: usize,
    /// Whether somebody types at a terminal, and no script.
    pub(super) is_typed_to: bool,
    numbered: bool,
    workspace: Workspace<OpenLesson>,
    focus: Focus,
    glossary: Option<Glossary>,
    /// The training that goes on, if one does.
    training: Option<Training>,
    /// What the last command left out, because it is long.
    more: Transcript,
    /// The reasons why the machine does something otherwise than the textbook that were told already.
    told_reasons: BTreeSet<Otherwise>,
    /// How the work stood when it was looked at last.
    saved: Option<Saved>,
    is_done: bool,
}

/// Where answers go.
type Out<'o> = &'o mut dyn Write;

impl<'d> PlainApp<'d> {
    pub(super) fn new(
        library: LessonLibrary,
        saver: Option<Saver>,
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
            editor,
            interrupt,
            width,
            is_typed_to: false,
            numbered: false,
            workspace,
            focus: Focus::Page,
            glossary: None,
            training: None,
            more: Transcript::default(),
            told_reasons: BTreeSet::new(),
            saved: None,
            is_done: false,
        })
    }

    /// Says hello, and tells the lesson or the list of them.
    pub(super) fn begin(&mut self, start: Start, out: Out<'_>) -> io::Result<()> {
        let mut transcript = Transcript::of(word!("plain-welcome"));
        transcript.say(word!("plain-welcome-keys"));
        if self.services.session.store().is_none() {
            transcript.say(word!("plain-no-store"));
        }
        let due = self.due().len();
        if due > 0 {
            transcript.say(say!("plain-due", count = due));
        }
        self.tell(&transcript, out)?;
        match start {
            Start::Lessons => self.lessons(out),
            Start::Lesson(lesson) => self.show(*lesson, out),
        }?;
        self.keep(out)
    }

    /// Whether somebody has quit.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Where the reader is, in a few words: `5 attention, block 4 of 31>`.
    pub(super) fn prompt(&self) -> String {
        let prompt = match (&self.focus, self.lesson()) {
            (Focus::Writing { lines, .. }, _) => say!("plain-prompt-writing", line = lines.len() + 1),
            (Focus::Sureness { .. }, _) => word!("plain-prompt-sure").to_owned(),
            (_, None) => word!("plain-prompt-lessons").to_owned(),
            (focus, Some(open)) => {
                let id = &*open.document.lesson().front.id;
                let lesson = open.number.map_or_else(|| id.to_owned(), |number| format!("{number} {id}"));
                let (here, all) = (open.at + 1, open.blocks().len());
                match focus {
                    Focus::Why(_) => say!("plain-prompt-why", lesson),
                    _ => say!("plain-prompt", lesson, here, all),
                }
            }
        };
        super::speech::clean(&prompt)
    }

    /// Takes a line: does what it asks for, says what came of it, and keeps what has changed.
    pub(super) fn take(&mut self, line: &str, out: Out<'_>) -> io::Result<()> {
        self.workspace.today = Day::today();
        self.obey(line, out)?;
        self.tell_end(out)?;
        // Nothing comes between two lines of code.
        if !matches!(self.focus, Focus::Writing { .. }) {
            self.tell_training(out)?;
        }
        self.keep(out)
    }

    fn obey(&mut self, line: &str, out: Out<'_>) -> io::Result<()> {
        if matches!(self.focus, Focus::Writing { .. }) {
            return self.write_line(line, out);
        }
        let asked = commands::read(line);
        if matches!(self.focus, Focus::Sureness { .. }) {
            if learning::sureness(line).is_some() || asked == ParsedLine::Nothing {
                return self.state(learning::sureness(line), out);
            }
            // Anything else leaves it unsaid, and does what it does on the page; but a number that is no sureness is no second answer.
            if !Self::keeps_sureness(&asked) {
                self.state(None, out)?;
            }
        }
        // What was left out belongs to the command before.
        if !matches!(asked, ParsedLine::Do(Verb::More, _)) {
            self.more = Transcript::default();
        }
        match asked {
            ParsedLine::Nothing => self.step(1, out),
            ParsedLine::Number(number) => self.number(number, out),
            ParsedLine::Do(verb, rest) => self.act(verb, rest, out),
            ParsedLine::Several(word, names) => self.several(word, &names, out),
            ParsedLine::Unknown(word, near) => self.unknown(word, near, out),
        }
    }

    /// A number alone: how sure somebody is, the operand to ask on, or the option of a question.
    fn number(&mut self, number: usize, out: Out<'_>) -> io::Result<()> {
        match &self.focus {
            Focus::Sureness { .. } => self.sure_of(&number.to_string(), out),
            Focus::Why(_) => self.ask_on(number, out),
            Focus::Page | Focus::Writing { .. } => self.answer(&number.to_string(), out),
        }
    }

    fn act(&mut self, verb: Verb, rest: &str, out: Out<'_>) -> io::Result<()> {
        match verb {
            Verb::Next => self.step(1, out),
            Verb::Back => self.step(-1, out),
            Verb::First => self.go_to_end(false, out),
            Verb::Last => self.go_to_end(true, out),
            Verb::Go => self.go(rest, out),
            Verb::Again => self.again(out),
            Verb::More => self.tell_more(out),
            Verb::Where => self.whereabouts(out),
            Verb::Outline => self.outline(out),
            Verb::Lessons => self.lessons(out),
            Verb::Open => self.open(rest, out),
            Verb::Return => self.go_back(out),
            Verb::Search => self.search(rest, out),
            Verb::Link => self.link(rest, out),
            Verb::Names => self.names(out),
            Verb::Show => self.show_value(rest, out),
            Verb::Inputs => self.inputs(out),
            Verb::Set => self.set(rest, out),
            Verb::Undo => self.undo(false, out),
            Verb::Redo => self.undo(true, out),
            Verb::Reset => self.reset(rest, out),
            Verb::Why => self.why(rest, out),
            Verb::Up => self.up(out),
            Verb::Uses => self.uses(rest, out),
            Verb::Gradient => self.gradient(rest, out),
            Verb::Answer => self.answer(rest, out),
            Verb::Sure => self.sure_of(rest, out),
            Verb::Hint => self.hint(out),
            Verb::Solution => self.solution(out),
            Verb::Code => self.code(rest, out),
            Verb::Write => self.write(out),
            Verb::Fill => self.fill(rest, out),
            Verb::Replace => self.replace(rest, out),
            Verb::Insert => self.insert(rest, out),
            Verb::Delete => self.delete(rest, out),
            Verb::Edit => self.edit(out),
            Verb::Run => self.run(out),
            Verb::Steps => self.steps(rest, out),
            Verb::Glossary => self.look_up(rest, out),
            Verb::Train => self.train(rest, out),
            Verb::Pin => self.pin(out),
            Verb::Compare => self.compare(out),
            Verb::Leak => self.leak(rest, out),
            Verb::Ask => self.ask(out),
            Verb::Solved => self.solved(out),
            Verb::Cell => self.add_cell(out),
            Verb::Remove => self.remove_cell(out),
            Verb::History => self.history(out),
            Verb::Numbers => self.number_lines(rest, out),
            Verb::Width => self.set_width(rest, out),
            Verb::Bookmark => self.bookmark(out),
            Verb::Bookmarks => self.bookmarks(rest, out),
            Verb::Save => self.save(rest, out),
            Verb::Help => self.help(rest, out),
            Verb::Quit => {
                self.is_done = true;
                self.goodbye(out)
            }
        }
    }

    /// All of what was told in short.
    fn tell_more(&self, out: Out<'_>) -> io::Result<()> {
        if self.more.is_empty() { self.words(word!("plain-no-more"), out) } else { self.tell(&self.more, out) }
    }

    fn unknown(&self, asked: &str, near: Option<&'static str>, out: Out<'_>) -> io::Result<()> {
        let asked: String = asked.chars().take(40).collect();
        let transcript = match near {
            Some(near) => say!("plain-unknown-near", word = asked, near),
            None => say!("plain-unknown-word", word = asked),
        };
        self.words(transcript, out)
    }

    fn several(&self, asked: &str, names: &[&str], out: Out<'_>) -> io::Result<()> {
        let names = super::speech::listed(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        self.words(say!("plain-unknown-several", word = asked, names), out)
    }

    /// Every command in a line, or one of them with its short form.
    fn help(&self, asked: &str, out: Out<'_>) -> io::Result<()> {
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
                ParsedLine::Unknown(asked, near) => self.unknown(asked, near, out),
                ParsedLine::Several(asked, names) => self.several(asked, &names, out),
                ParsedLine::Nothing | ParsedLine::Number(_) | ParsedLine::Do(..) => self.unknown(asked, None, out),
            };
        }
        self.tell(&transcript, out)
    }

    /// Says something.
    fn tell(&self, transcript: &Transcript, out: Out<'_>) -> io::Result<()> {
        transcript.lines(self.width).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn words(&self, words: impl Into<String>, out: Out<'_>) -> io::Result<()> {
        self.tell(&Transcript::of(words), out)
    }

    /// The open lesson.
    fn lesson(&self) -> Option<&OpenLesson> {
        self.workspace.lesson()
    }

    fn lesson_mut(&mut self) -> Option<&mut OpenLesson> {
        self.workspace.lesson_mut()
    }

    /// That a command is about a lesson, and none is open.
    fn no_lesson(&self, out: Out<'_>) -> io::Result<()> {
        self.words(word!("plain-no-lesson"), out)
    }

    fn options(&self) -> BlockOptions<'_> {
        let asking = self.workspace.asked_here().map(|question| &**question);
        BlockOptions { numbered: self.numbered, asking, today: self.workspace.today }
    }

    /// Tells the block that the reader is at.
    fn again(&mut self, out: Out<'_>) -> io::Result<()> {
        if let Some(transcript) = self.way_told() {
            return self.tell(&transcript, out);
        }
        match self.lesson() {
            Some(open) => self.tell(&block::describe(open, open.at, self.options()), out),
            None => self.lessons(out),
        }
    }

    /// Computes the open page and waits for it; Ctrl-C stops that. Returns what was known before.
    fn evaluate(&mut self, out: Out<'_>) -> io::Result<Arc<EvaluationOutcome>> {
        let Some(snapshot) = self.lesson().map(|open| open.document.snapshot()) else { return Ok(Arc::default()) };
        let outcome = self.compute(snapshot, out)?;
        let today = self.workspace.today;
        let Some(open) = self.lesson_mut() else { return Ok(Arc::default()) };
        let before = Arc::clone(&open.outcome);
        open.take(outcome, today);
        Ok(before)
    }

    /// The values of a page, once they are there.
    fn compute(&mut self, snapshot: Arc<DocumentState>, out: Out<'_>) -> io::Result<Arc<EvaluationOutcome>> {
        self.interrupt.begin();
        let began = Instant::now();
        let mut is_said = false;
        let mut events = self.services.perform(AppRequest::Evaluate(snapshot));
        let outcome = loop {
            let answer = |event| match event {
                AppEvent::Evaluated { outcome, finished: true, .. } => Some(outcome),
                _ => None,
            };
            if let Some(outcome) = events.into_iter().find_map(answer) {
                break outcome;
            }
            let patience = match () {
                // A request that had not begun when it was stopped has not heard of it.
                () if self.interrupt.was_pressed() => {
                    self.services.stop();
                    PULSE
                }
                () if is_said => Duration::MAX,
                () => PATIENCE.saturating_sub(began.elapsed()),
            };
            events = self.services.receive(patience).unwrap_or_default();
            if !is_said && began.elapsed() >= PATIENCE && !self.interrupt.was_pressed() {
                is_said = true;
                self.words(word!("plain-computing"), out)?;
                out.flush()?;
            }
        };
        let was_stopped = self.interrupt.was_pressed();
        self.interrupt.end();
        if was_stopped {
            self.words(word!("plain-was-stopped"), out)?;
        }
        Ok(outcome)
    }

    /// The page has changed, in this block if it was in one: its values, and what of them has moved.
    fn follow(&mut self, changed: Option<&BlockId>, out: Out<'_>) -> io::Result<()> {
        let before = self.evaluate(out)?;
        self.focus = Focus::Page;
        let Some(open) = self.lesson() else { return Ok(()) };
        let (short, whole) = summary::describe(open, &before, changed);
        self.more = whole;
        self.tell(&short, out)
    }

    /// Hands over what is to be kept, and says what could not be. How it went with what was handed over before is known by now, and
    /// would not be where somebody changes something with every command.
    fn keep(&mut self, out: Out<'_>) -> io::Result<()> {
        self.tell_saved(out)?;
        self.hand_over();
        self.tell_saved(out)
    }

    /// What could not be kept, once.
    fn tell_saved(&mut self, out: Out<'_>) -> io::Result<()> {
        let Some(state) = self.services.session.now() else { return Ok(()) };
        if state == Saved::Soon || self.saved.as_ref() == Some(&state) {
            return Ok(());
        }
        let words = unkept(&state);
        self.saved = Some(state);
        words.map_or(Ok(()), |words| self.words(words, out))
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
    pub(super) fn ended(&mut self, out: Out<'_>) -> io::Result<()> {
        if matches!(self.focus, Focus::Writing { .. }) {
            self.words(word!("plain-unfinished"), out)?;
        }
        self.goodbye(out)
    }

    /// The last words: whether the work is on the disk is known before they are said.
    fn goodbye(&mut self, out: Out<'_>) -> io::Result<()> {
        self.tell_training(out)?;
        if self.training.take().is_some() {
            self.words(word!("plain-training-ends"), out)?;
        }
        self.hand_over();
        let saved = self.services.session.flush();
        let words = last_words(saved.as_ref());
        // It is not said a second time.
        self.saved = saved;
        self.words(words, out)
    }

    /// Writes what waits. Returns why it could not be, if so.
    pub(super) fn finish(self) -> Option<String> {
        self.services.session.finish().err()
    }

    fn number_lines(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        self.numbered = match rest.to_lowercase() {
            asked if ["on", word!("plain-on")].contains(&&*asked) => true,
            asked if ["off", word!("plain-off")].contains(&&*asked) => false,
            _ => !self.numbered,
        };
        self.words(if self.numbered { word!("plain-numbers-on") } else { word!("plain-numbers-off") }, out)
    }

    fn set_width(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        match rest.parse() {
            Ok(width @ (0 | 20..=1000)) => {
                self.width = width;
                self.words(say!("plain-width", width), out)
            }
            _ => self.words(word!("plain-width-wanted"), out),
        }
    }
}
