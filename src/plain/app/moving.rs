//! Going from block to block and from lesson to lesson.

use std::sync::Arc;

use super::super::block::{self, heading, is_told, lesson_title, title};
use super::super::transcript::Transcript;
use super::beam::BeamMove;
use super::course::counts;
use super::stepping::StepMove;
use super::{Focus, PlainApp};
use crate::app::block_status::BlockStatus;
use crate::app::jumps::{BlockPlace, JumpPlace};
use crate::app::links::LinkTarget;
use crate::lang::{Names, names};
use crate::notebook::lesson::Block;
use crate::notebook::names::DocumentNames;
use crate::notebook::problem::nearest;
use crate::notebook::session::LessonProgress;
use crate::words::{say, word};

impl PlainApp<'_> {
    /// To the next block that has something to tell, or the one before; in the list of lessons, into the course; among steps, or
    /// those of a beam search, to the next of them.
    pub(super) fn step(&mut self, by: isize) {
        let (step, in_beam) = if by > 0 { (StepMove::Next, BeamMove::Next) } else { (StepMove::Back, BeamMove::Back) };
        if self.move_step(step) || self.move_in_beam(in_beam) {
            return;
        }
        let Some(open) = self.lesson() else { return self.words(word!("plain-open-one")) };
        let blocks = open.blocks();
        let mut next = open.at.checked_add_signed(by);
        while let Some(block) = next.and_then(|next| blocks.get(next))
            && !is_told(open, block)
        {
            next = next.and_then(|next| next.checked_add_signed(by));
        }
        match next.filter(|next| *next < blocks.len()) {
            Some(next) => self.land(next),
            None if by > 0 => self.at_end(),
            None => self.words(word!("plain-first-block")),
        }
    }

    /// That a lesson is at its end, how far it has been taken, and which comes next.
    fn at_end(&mut self) {
        self.focus = Focus::Page;
        let mut transcript = Transcript::of(word!("plain-last-block"));
        transcript.append(self.progress_here());
        transcript.append(self.next_lesson());
        self.tell(&transcript);
    }

    /// When the last thing of a lesson has just been answered or solved: that it is done, and which comes next. A verdict that waits
    /// for the reader to say how sure he is comes first.
    pub(super) fn tell_end(&mut self) {
        let is_asked = matches!(self.focus, Focus::Sureness { .. });
        let Some(open) = self.lesson_mut().filter(|_| !is_asked) else { return };
        if !open.has_just_been_done() {
            return;
        }
        let progress = counts(LessonProgress::of(&open.document));
        let mut transcript = Transcript::of(say!("plain-lesson-done", progress));
        transcript.append(self.next_lesson());
        self.tell(&transcript);
    }

    /// Which lesson comes next.
    fn next_lesson(&self) -> Transcript {
        let next = self.neighbour();
        next.map(|next| Transcript::of(say!("plain-next-lesson", lesson = next))).unwrap_or_default()
    }

    /// How far the open lesson has been taken, and what of it is left.
    fn progress_here(&self) -> Transcript {
        let Some(open) = self.lesson() else { return Transcript::default() };
        let progress = LessonProgress::of(&open.document);
        let mut transcript = Transcript::of(super::course::progress_words(progress));
        let is_left = |block: &Block| open.status(block).is_some_and(BlockStatus::is_left);
        let left = open.blocks().iter().enumerate().filter(|(_, block)| is_left(block));
        let left: Vec<String> = left.map(|(place, _)| (place + 1).to_string()).collect();
        if !left.is_empty() {
            transcript.say(say!("plain-left", blocks = super::super::speech::listed(&left)));
        }
        transcript
    }

    /// The lesson behind the open one.
    fn neighbour(&self) -> Option<String> {
        let open = self.workspace.open.as_ref()?;
        let entries = self.services.library.entries();
        let here = entries.iter().position(|entry| entry.id() == &**open)?;
        entries.get(here + 1).map(|entry| entry.id().to_owned())
    }

    /// Puts the reader on a block and tells it.
    pub(super) fn land(&mut self, place: usize) {
        self.focus = Focus::Page;
        if let Some(open) = self.lesson_mut() {
            open.visit(place);
        }
        self.again();
    }

    /// The same by a jump, from which somebody may want to return.
    pub(super) fn jump(&mut self, place: usize) {
        self.leave();
        self.land(place);
    }

    /// Remembers where the reader is, before a jump.
    pub(super) fn leave(&mut self) {
        if let Some(here) = self.here() {
            self.workspace.jumps.leave(here);
        }
    }

    /// The block that the reader is at, to return to.
    pub(super) fn here(&self) -> Option<JumpPlace> {
        let (lesson, block) = (self.workspace.open.clone()?, self.lesson()?.id()?);
        Some(JumpPlace::Block(BlockPlace { lesson, block, control: None, top: None }))
    }

    pub(super) fn go_back(&mut self) {
        let here = self.here();
        while let Some(place) = self.workspace.jumps.back(here.clone()) {
            let JumpPlace::Block(BlockPlace { lesson, block, .. }) = place else { continue };
            if !self.workspace.lessons.contains_key(&lesson) {
                continue;
            }
            self.workspace.open = Some(lesson);
            let place = self.lesson().and_then(|open| open.position(&block)).unwrap_or(0);
            return self.land(place);
        }
        self.words(word!("plain-nowhere-back"));
    }

    pub(super) fn go_to_end(&mut self, forward: bool) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let mut transcript = open.blocks().iter().enumerate().filter(|(_, block)| is_told(open, block));
        let end = if forward { transcript.next_back() } else { transcript.next() };
        let end = end.map_or(0, |(place, _)| place);
        self.jump(end);
    }

    /// To a block by its number, or by its label.
    pub(super) fn go(&mut self, rest: &str) {
        match self.place(rest) {
            Ok(place) => self.jump(place),
            Err(words) => self.words(words),
        }
    }

    /// The place of a block that is named by its number, from 1, or by its label.
    pub(super) fn place(&self, asked: &str) -> Result<usize, String> {
        let Some(open) = self.lesson() else { return Err(word!("plain-no-lesson").to_owned()) };
        let all = open.document.lesson().blocks.len();
        let wanted = || say!("plain-which-block", all);
        if asked.is_empty() {
            return Err(wanted());
        }
        if let Ok(number) = asked.parse::<usize>() {
            return number.checked_sub(1).filter(|place| *place < all).ok_or_else(wanted);
        }
        let label = asked.trim_start_matches('#');
        // A name that a cell gives leads to that cell.
        let definer = || open.outcome.definition(label).and_then(|(cell, _)| open.position(cell));
        open.position(label).or_else(definer).ok_or_else(|| {
            let labels = open.document.lesson().blocks.iter().map(|block| &*block.id);
            match nearest(label, labels) {
                Some(near) => say!("plain-no-block-near", name = label, near),
                None => say!("plain-no-block", name = label),
            }
        })
    }

    pub(super) fn whereabouts(&mut self) {
        let Some(open) = self.lesson() else { return self.words(word!("plain-in-lessons")) };
        let (here, all) = (open.at + 1, open.blocks().len());
        let mut transcript = Transcript::of(say!("plain-where-here", title = lesson_title(open), here, all));
        let heading = open.blocks().iter().take(here).rev().find_map(|block| heading(open, block));
        if let Some(heading) = heading {
            transcript.say(say!("plain-below-heading", heading));
        }
        transcript.append(self.progress_here());
        let (done, undone) = open.document.history();
        if done + undone > 0 {
            transcript.say(say!("plain-history-counts", done, undone));
        }
        self.tell(&transcript);
    }

    pub(super) fn outline(&mut self) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let lines = open.document.lesson().blocks.iter().enumerate();
        let lines = lines.filter(|(_, block)| is_told(open, block)).filter_map(|(place, block)| {
            Some(say!("plain-outline-line", place = place + 1, title = title(open, block)?))
        });
        let mut transcript = Transcript::default();
        for line in lines {
            transcript.say(line);
        }
        self.tell(&transcript);
    }

    /// Follows a link of the block.
    pub(super) fn link(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let links: Vec<Arc<str>> =
            open.block().map(|block| block.links().into_iter().cloned().collect()).unwrap_or_default();
        if links.is_empty() {
            return self.words(word!("plain-no-links"));
        }
        let number = if rest.is_empty() && links.len() == 1 { Some(1) } else { rest.parse::<usize>().ok() };
        let Some(target) = number.and_then(|number| links.get(number.checked_sub(1)?)).cloned() else {
            return self.words(say!("plain-which-link", count = links.len()));
        };
        self.follow_link(&target);
    }

    fn follow_link(&mut self, target: &str) {
        match LinkTarget::of(target) {
            LinkTarget::Address(address) => self.words(say!("plain-address", address)),
            LinkTarget::Training(task) => self.train(task),
            LinkTarget::Note(number) => match self.lesson().and_then(|open| open.note(number)) {
                Some(place) => self.jump(place),
                None => self.words(word!("plain-no-note")),
            },
            LinkTarget::Place { lesson: "", block } => self.go(block.unwrap_or_default()),
            LinkTarget::Place { lesson, block } => self.open_at(lesson, block.unwrap_or_default()),
        }
    }

    /// Where the names of a block come from, and where they are used.
    pub(super) fn names(&mut self) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let blocks = &open.document.lesson().blocks;
        let of = |block: &Block| open.source(block).map(|source| names(&crate::lang::parse(&source).program));
        let code: Vec<Option<Names>> = blocks.iter().map(of).collect();
        let names = DocumentNames::of(blocks, |place| code.get(place)?.as_ref());
        let mut transcript = Transcript::default();
        for name in names.takes(open.at) {
            if let Some(place) = names.definer(name, open.at) {
                transcript.say(say!("plain-comes-from", name = &**name, block = place + 1));
            }
        }
        for name in names.gives(open.at) {
            let users: Vec<String> = names.users(name, open.at).map(|place| (place + 1).to_string()).collect();
            let words = match users.as_slice() {
                [] => say!("plain-made-here", name = &**name),
                users => {
                    let users = super::super::speech::listed(users);
                    say!("plain-used-in", name = &**name, blocks = users)
                }
            };
            transcript.say(words);
        }
        if transcript.is_empty() {
            transcript.say(word!("plain-no-names"));
        }
        self.tell(&transcript);
    }
}

impl PlainApp<'_> {
    /// Tells the block after something else happened to it.
    pub(super) fn tell_here(&mut self) {
        if let Some(open) = self.lesson() {
            self.tell(&block::describe(open, open.at, self.options()));
        }
    }
}
