//! The machine: another sentence, what its heads attend to, and what it writes without some of them.

use std::sync::Arc;

use super::super::machine;
use super::{Focus, PATIENCE, PlainApp};
use crate::app::event::{AppEvent, AppRequest};
use crate::app::machine::{MachineInput, MachineRun};
use crate::words::{say, word};

impl PlainApp<'_> {
    /// Lets the machine translate a sentence; without one it tells the last again, or an example.
    pub(super) fn translate(&mut self, sentence: &str) {
        let mut input = self.machine.as_ref().map(|run| run.input.clone()).unwrap_or_default();
        if !sentence.is_empty() {
            input.sentence = Some(sentence.into());
        }
        self.tell_translation(input);
    }

    /// The parts of the machine, or what one of them attends to: `machine cross 1 head 2`.
    pub(super) fn tell_machine(&mut self, rest: &str) {
        let Some(run) = self.machine_run() else { return };
        if rest.is_empty() {
            return self.tell(&machine::parts(&run));
        }
        let part = match machine::part(rest, &run) {
            Ok(part) => part,
            Err(words) => return self.words(words),
        };
        let mut transcript = machine::heads(&run, part);
        let lesson = self.services.library.entries().iter().find_map(|entry| {
            let front = entry.front.as_ref().ok()?;
            (front.part == Some(part.model_part()))
                .then(|| say!("plain-machine-lesson", title = &*front.title, id = entry.id()))
        });
        if let Some(lesson) = lesson {
            transcript.say(lesson);
        }
        self.tell(&transcript);
    }

    /// Switches a part off, or on again: `switch encoder 0 head 2`, `switch on` for all.
    pub(super) fn switch(&mut self, rest: &str) {
        let Some(run) = self.machine_run() else { return };
        let mut input = run.input.clone();
        if ["on", word!("plain-on")].contains(&&*rest.to_lowercase()) {
            input.off.clear();
        } else {
            match machine::part(rest, &run) {
                Ok(part) => input.switch(part),
                Err(words) => return self.words(words),
            }
        }
        self.tell_translation(input);
    }

    /// What came of what the machine was asked last; of its example where nothing was.
    pub(super) fn machine_run(&mut self) -> Option<Arc<MachineRun>> {
        self.machine.clone().or_else(|| self.run_machine(MachineInput::default()))
    }

    fn tell_translation(&mut self, input: MachineInput) {
        if let Some(run) = self.run_machine(input) {
            self.more = machine::tokens(&run);
            self.tell(&machine::translation(&run));
        }
    }

    /// Lets the machine work and waits for it. What it refuses is told, and what it was asked before stays.
    fn run_machine(&mut self, input: MachineInput) -> Option<Arc<MachineRun>> {
        let request = AppRequest::RunMachine(input);
        let ran = self.wait_for(request, word!("plain-computing"), PATIENCE, |event| match event {
            AppEvent::MachineRan(ran) => Some(ran),
            _ => None,
        })?;
        match ran {
            Ok(run) => {
                self.machine = Some(Arc::clone(&run));
                // The search that is gone through was for what the machine was asked before.
                if matches!(self.focus, Focus::Beam(_)) {
                    self.leave_beam();
                }
                Some(run)
            }
            Err(error) => {
                self.words(error.said(word!("machine-broken")));
                None
            }
        }
    }
}
