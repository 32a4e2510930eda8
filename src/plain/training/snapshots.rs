//! Describes the snapshots of a training: lists them, says that it went back to one, and compares two.

use super::Training;
use super::narration::{names, without_end};
use crate::app::snapshots::{SnapshotPair, find};
use crate::nn::training::Pace;
use crate::notebook::training::{ModelPreview, PreviewHead, PreviewSentence, Snapshot};
use crate::plain::attends::{percent, percent_apart};
use crate::plain::machine::attention_name;
use crate::plain::speech::{apart, listed, number as spoken};
use crate::plain::transcript::Transcript;
use crate::words::training::unit;
use crate::words::{say, word};

/// A training at a snapshot, or as it is now.
struct TrainingPoint<'t> {
    step: u64,
    loss: Option<f64>,
    /// The number of right single predictions, and of all.
    predictions: Option<(usize, usize)>,
    /// The number of right validation examples, and of all.
    score: Option<(usize, usize)>,
    /// The learning rate of the next step, and its factor beside the schedule.
    rate: f64,
    pace: Pace,
    look: &'t ModelPreview,
}

/// The number of a snapshot, as it is said: from 1, in the order in which they were kept.
pub(super) fn number(id: usize) -> usize {
    id + 1
}

impl<'t> TrainingPoint<'t> {
    fn of(kept: &'t Snapshot) -> Self {
        let &Snapshot { step, loss, predictions, score, .. } = kept;
        Self { step, loss, predictions, score, rate: kept.rate(), pace: kept.pace(), look: &kept.look }
    }

    /// Describes it, one fact after the other.
    fn facts(&self, training: &Training) -> Vec<String> {
        let loss = self.loss.map(|loss| say!("plain-fact-loss", loss = spoken(loss, true)));
        let right = self.predictions.map(|predictions| {
            say!("plain-fact-right", percent = percent(share(predictions)), unit = unit(training.task))
        });
        let validation = self.look.validation_loss;
        let validation = validation.map(|loss| say!("plain-fact-validation", loss = spoken(loss, true)));
        let score = self.score.map(|(right, all)| say!("plain-fact-score", right, all));
        let rate = spoken(self.rate, true);
        let rate = if self.pace == Pace::default() {
            say!("plain-fact-rate", rate)
        } else {
            say!("plain-fact-turned", rate, factor = spoken(self.pace.factor(), false))
        };
        [loss, right, validation, score, Some(rate)].into_iter().flatten().collect()
    }
}

impl Training {
    /// The id of the snapshot with this number.
    ///
    /// # Errors
    /// If there is no such snapshot, with the numbers of those that there are.
    pub(in crate::plain) fn snapshot_id(&self, number: usize) -> Result<usize, Transcript> {
        let id = number.checked_sub(1).filter(|id| find(&self.snapshots, *id).is_some());
        id.ok_or_else(|| self.no_snapshot(number))
    }

    /// Says that there is no snapshot with this number, and which there are.
    pub(super) fn no_snapshot(&self, asked: usize) -> Transcript {
        if self.snapshots.is_empty() {
            return Transcript::of(word!("plain-training-no-snapshots"));
        }
        let numbers: Vec<String> = self.snapshots.iter().map(|kept| number(kept.id).to_string()).collect();
        Transcript::of(say!("plain-training-no-snapshot", number = asked, numbers = listed(&numbers)))
    }

    /// Lists all snapshots.
    pub(super) fn list(&self) -> Transcript {
        if self.snapshots.is_empty() {
            return Transcript::of(word!("plain-training-no-snapshots"));
        }
        let count = self.snapshots.len();
        let mut transcript = Transcript::of(say!("plain-training-snapshots", count, step = self.step));
        for kept in &self.snapshots {
            let mut facts = TrainingPoint::of(kept).facts(self);
            if kept.pinned {
                facts.push(word!("kept-by-you").to_owned());
            }
            let (number, facts) = (number(kept.id), facts.join(", "));
            transcript.say(say!("plain-training-snapshot", number, step = kept.step, facts));
        }
        transcript.say(word!("plain-training-snapshots-use"));
        transcript
    }

    /// Says that the snapshot that was ordered is kept.
    pub(super) fn kept(&self) -> Transcript {
        let Some(kept) = self.snapshots.last() else { return Transcript::default() };
        Transcript::of(say!("plain-training-kept", step = kept.step, number = number(kept.id)))
    }

    /// Says that it is back at the snapshot with this id, and whether it goes on.
    pub(super) fn returned(&self, id: usize) -> Transcript {
        let facts = find(&self.snapshots, id).map(|kept| TrainingPoint::of(kept).facts(self)).unwrap_or_default();
        let (number, facts, step) = (number(id), facts.join(", "), self.step);
        let mut transcript = Transcript::of(say!("plain-training-returned", number, step, facts));
        if self.curves.left_run(1).is_some() {
            transcript.say(word!("plain-training-left"));
        }
        transcript.say(if self.is_paused {
            say!("plain-training-paused", step)
        } else {
            say!("plain-training-going", step)
        });
        transcript
    }

    /// The training as it is now, once anything is known of it.
    fn now(&self) -> Option<TrainingPoint<'_>> {
        let newest = self.newest.as_deref().filter(|newest| newest.step == self.step);
        // Where it went back, nothing was done since; what is true of the snapshot is true now.
        let here = || find(&self.snapshots, self.returned_to.filter(|_| self.has_gone_back)?);
        let (loss, predictions) = match newest {
            Some(newest) => (Some(newest.loss), Some((newest.right, newest.words))),
            None => here().map_or((None, None), |kept| (kept.loss, kept.predictions)),
        };
        let rate = self.pace.factor() * self.schedule.rate(self.step + 1);
        let look = self.look.as_deref()?;
        Some(TrainingPoint { step: self.step, loss, predictions, score: None, rate, pace: self.pace, look })
    }

    /// Compares two snapshots, or one with now; without any number now with the newest snapshot of an earlier step.
    ///
    /// # Errors
    /// If one of the two is not there, with what to do.
    pub(super) fn compared(&self, one: Option<usize>, other: Option<usize>) -> Result<Transcript, Transcript> {
        let pair = match one {
            Some(one) => {
                let other = other.map(|other| self.snapshot_id(other)).transpose()?;
                SnapshotPair::of(self.snapshot_id(one)?, other)
            }
            None => SnapshotPair::with_present(&self.snapshots, self.step)
                .ok_or_else(|| Transcript::of(word!("plain-training-no-pair")))?,
        };
        let at = |id: usize| find(&self.snapshots, id).map(|kept| TrainingPoint::of(kept));
        let missing = || Transcript::of(word!("plain-training-no-snapshots"));
        let was = at(pair.before).ok_or_else(missing)?;
        let now = pair.after.map_or_else(|| self.now(), at).ok_or_else(missing)?;
        let (one, before, after) = (number(pair.before), was.step, now.step);
        let mut transcript = Transcript::of(match pair.after {
            Some(other) => say!("plain-compared", one, before, other = number(other), after),
            None => say!("plain-compared-now", one, before, after),
        });
        for line in self.measures(&was, &now) {
            transcript.say(line);
        }
        transcript.append(writings(was.look, now.look));
        transcript.append(attention(was.look, now.look));
        Ok(transcript)
    }

    /// Compares what was measured.
    fn measures(&self, was: &TrainingPoint, now: &TrainingPoint) -> Vec<String> {
        let loss = was.loss.zip(now.loss).map(|(was, now)| {
            let (was, now) = apart(was, now);
            say!("plain-compared-loss", was, now)
        });
        let right = was.predictions.zip(now.predictions).map(|(was, now)| {
            let (was, now) = percent_apart(share(was), share(now));
            say!("plain-compared-right", unit = unit(self.task), was, now)
        });
        let validation = was.look.validation_loss.zip(now.look.validation_loss).map(|(was, now)| {
            let (was, now) = apart(was, now);
            say!("plain-compared-validation", was, now)
        });
        let score = was.score.zip(now.score).map(|((was, all), (now, _))| say!("plain-compared-score", all, was, now));
        let rate = if was.rate.total_cmp(&now.rate).is_eq() {
            say!("plain-compared-same-rate", rate = spoken(now.rate, true))
        } else {
            let (was, now) = apart(was.rate, now.rate);
            say!("plain-compared-rate", was, now)
        };
        [loss, right, validation, score, Some(rate)].into_iter().flatten().collect()
    }
}

fn share((right, all): (usize, usize)) -> f64 {
    right as f64 / all.max(1) as f64
}

/// Compares what the model writes: how many sentences are right, and which are written differently.
fn writings(was: &ModelPreview, now: &ModelPreview) -> Transcript {
    let right = |look: &ModelPreview| look.samples.iter().filter(|sample| sample.is_right()).count();
    let all = now.samples.len();
    let mut transcript = Transcript::of(say!("plain-compared-samples", all, was = right(was), now = right(now)));
    let quoted = |sample: &PreviewSentence| match sample.text.trim() {
        "" => word!("writes-nothing").to_owned(),
        text => say!("plain-quoted", text),
    };
    let mut is_same = true;
    for (was, now) in was.samples.iter().zip(&now.samples).filter(|(was, now)| was.text != now.text) {
        is_same = false;
        let source = without_end(&now.source);
        transcript.say(say!("plain-compared-writes", source, was = quoted(was), now = quoted(now)));
    }
    if is_same {
        transcript.say(word!("plain-compared-writes-same"));
    }
    transcript
}

/// Compares attention in the first sentence: of each attention the head and the place that moved the most.
fn attention(was: &ModelPreview, now: &ModelPreview) -> Transcript {
    let (Some(before), Some(sample)) = (was.samples.first(), now.samples.first()) else {
        return Transcript::default();
    };
    let moved: Vec<String> =
        now.attentions().into_iter().filter_map(|(.., heads)| most_moved(now, (before, sample), heads)).collect();
    if moved.is_empty() {
        return Transcript::default();
    }
    let (source, wanted) = (listed(&names(&sample.source)), listed(&names(&sample.wanted)));
    let mut transcript = Transcript::of(say!("plain-compared-attention", source, wanted));
    for line in moved {
        transcript.say(line);
    }
    transcript
}

/// Finds the weight that has moved the most among some heads of one attention.
fn most_moved(
    look: &ModelPreview,
    (was, now): (&PreviewSentence, &PreviewSentence),
    heads: std::ops::Range<usize>,
) -> Option<String> {
    let PreviewHead { place, layer, .. } = *look.heads.get(heads.start)?;
    let (rows, columns) = now.axes(place);
    let weights = |head: usize, at: (usize, usize)| {
        let of = |sample: &PreviewSentence| sample.weight(head, at, columns.len());
        (of(was), of(now))
    };
    let moves = |&(head, at): &(usize, (usize, usize))| {
        let (was, now) = weights(head, at);
        (now - was).abs()
    };
    let places = heads.flat_map(|head| {
        (0..rows.len()).flat_map(move |row| (0..columns.len()).map(move |column| (head, (row, column))))
    });
    // Of several that have moved as much the first is told.
    let most = places.fold(None, |most: Option<(usize, (usize, usize))>, here| match most {
        Some(most) if moves(&most) >= moves(&here) => Some(most),
        _ => Some(here),
    });
    let (head, (row, column)) = most?;
    let (before, after) = weights(head, (row, column));
    let part = attention_name(place, layer);
    let (word, read) = (names(rows).swap_remove(row), names(columns).swap_remove(column));
    let (was, now) = percent_apart(before, after);
    let head = look.heads.get(head)?.head;
    Some(say!("plain-compared-head", head, part, word, read, was, now))
}
