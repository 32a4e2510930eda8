//! When what goes on by itself goes on: the next step of a walk, the end of what is drawn for a moment.
//!
//! There is a timer for what the model asks for and none otherwise, so an idle program is never woken. What time it is, the caller
//! says: the runner by its clock, a [`Pilot`](super::render::Pilot) by its own.

use std::time::Duration;

use super::message::Msg;
use super::model::Model;
use super::model::motion::MomentId;

/// The timers that run.
#[derive(Debug, Default)]
pub struct Timers {
    /// When the walk goes on.
    beat: Option<Duration>,
    /// When this moment is over.
    moment: Option<(MomentId, Duration)>,
}

impl Timers {
    /// When the next of them is due.
    pub fn deadline(&self) -> Option<Duration> {
        self.beat.into_iter().chain(self.moment.map(|(_, end)| end)).min()
    }

    /// Sets those that the model asks for, and drops the others. Says what is due `now`: to be asked until there is nothing.
    pub fn due(&mut self, model: &Model, now: Duration) -> Option<Msg> {
        self.set(model, now);
        if self.moment.take_if(|(_, end)| *end <= now).is_some() {
            return Some(Msg::MomentOver);
        }
        self.beat.take_if(|beat| *beat <= now).map(|_| Msg::Beat)
    }

    fn set(&mut self, model: &Model, now: Duration) {
        // A faster pace does not wait for the beat of a slower one.
        let beat = |period| self.beat.map_or(now + period, |beat| beat.min(now + period));
        self.beat = model.beat().map(beat);
        let running = |id: MomentId| self.moment.filter(|(known, _)| *known == id);
        self.moment = model.moment().map(|moment| running(moment.id).unwrap_or((moment.id, now + moment.time)));
    }
}
