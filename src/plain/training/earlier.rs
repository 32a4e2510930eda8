//! Describes the runs that were left when a training went back, each compared with the present one.

use super::Training;
use crate::notebook::training::history::Point;
use crate::plain::attends::percent_apart;
use crate::plain::curve::over_steps;
use crate::plain::speech::{apart, number};
use crate::plain::transcript::Transcript;
use crate::words::training::unit;
use crate::words::{say, word};

impl Training {
    /// Compares the present run with the one with this number that was left, the newest being 1.
    ///
    /// # Errors
    /// If there is no such run, with what to do.
    pub(super) fn beside_earlier(&self, run: usize) -> Result<Transcript, Transcript> {
        let (_, count) = self.curves.earlier_run();
        let left = self.curves.left_run(run).ok_or_else(|| {
            let none = || word!("plain-training-no-earlier").to_owned();
            Transcript::of(if count == 0 { none() } else { say!("plain-training-which-earlier", count) })
        })?;
        let (first, last) = (steps(left, 0), steps(left, left.len().saturating_sub(1)));
        let mut transcript = Transcript::of(say!("plain-training-earlier", run, count, first, last));
        transcript.say(say!("plain-earlier-loss", course = course(left)));
        let own = self.curves.shown((first, u64::MAX));
        match self.curves.beside(left) {
            // Where the runs part there is nothing to compare. Those that part before the first step share none.
            Some((now, was)) if now.step > first || first == 1 && !self.has_gone_back => {
                transcript.say(say!("plain-earlier-present", first = steps(own, 0), course = course(own)));
                for line in self.compare_points(was, now) {
                    transcript.say(line);
                }
            }
            _ => transcript.say(say!("plain-earlier-not-yet", step = self.step)),
        }
        Ok(transcript)
    }

    /// Compares both runs at one step, in three lines.
    fn compare_points(&self, was: &Point, now: &Point) -> [String; 3] {
        let (loss_was, loss_now) = apart(was.loss, now.loss);
        let loss = say!("plain-earlier-beside", step = now.step, now = loss_now, was = loss_was);
        let (right_was, right_now) = percent_apart(was.share, now.share);
        let right = say!("plain-earlier-right", unit = unit(self.task), now = right_now, was = right_was);
        let rate = if was.rate.total_cmp(&now.rate).is_eq() {
            say!("plain-earlier-same-rate", rate = number(now.rate, true))
        } else {
            let (was, now) = apart(was.rate, now.rate);
            say!("plain-earlier-rate", now, was)
        };
        [loss, right, rate]
    }
}

/// The step of a point, or 0.
fn steps(points: &[Point], at: usize) -> u64 {
    points.get(at).map_or(0, |point| point.step)
}

fn course(points: &[Point]) -> String {
    over_steps(&points.iter().map(|point| (point.step, point.loss)).collect::<Vec<_>>())
}
