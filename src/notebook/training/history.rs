//! What the steps of a training were like, however many there were: never more than [`MOST`] points, which stand for more and more
//! steps each. And what the model was like when it was looked at: never more than [`MOST`] looks, of which more and more are left out.

use super::preview::ModelPreview;
use super::session::StepSummary;

/// The most points.
pub const MOST: usize = 1024;
/// The most runs that were left and are kept.
const MAX_RUNS: usize = 6;

/// The means of some neighbouring steps.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Point {
    /// The last of the steps.
    pub step: u64,
    /// How many they are.
    pub count: u64,
    /// The loss.
    pub loss: f64,
    /// The share of right words.
    pub share: f64,
    /// The learning rate.
    pub rate: f64,
    /// The length of the gradients of each part.
    pub parts: Vec<f64>,
}

/// What a model was like at a step at which it was looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct LookPoint {
    /// The step.
    pub step: u64,
    /// The loss on validation examples.
    pub validation_loss: Option<f64>,
    /// How far the newest update moved each part, beside its length.
    pub updates: Vec<f64>,
}

/// Points in the order of their steps.
#[derive(Debug, Clone, Default)]
pub struct History {
    points: Vec<Point>,
    looks: Vec<LookPoint>,
    /// The points of each run that was left when the training went back, the newest first.
    earlier: Vec<Vec<Point>>,
    /// Which of them is looked at.
    looked_at: usize,
    /// How many steps a point stands for when it is full, as a power of two.
    doublings: u32,
}

impl Point {
    fn of(learned: &StepSummary) -> Self {
        let share = learned.right as f64 / learned.words.max(1) as f64;
        let &StepSummary { step, loss, rate, .. } = learned;
        Self { step, count: 1, loss, share, rate, parts: learned.parts.clone() }
    }

    /// The means of these steps and later ones.
    fn add(&mut self, later: &Self) {
        let part = later.count as f64 / (self.count + later.count).max(1) as f64;
        let mean = |a: f64, b: f64| a + part * (b - a);
        (self.loss, self.share) = (mean(self.loss, later.loss), mean(self.share, later.share));
        self.rate = mean(self.rate, later.rate);
        self.parts.iter_mut().zip(&later.parts).for_each(|(a, b)| *a = mean(*a, *b));
        (self.step, self.count) = (later.step, self.count + later.count);
    }
}

impl History {
    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Adds a step.
    pub fn push(&mut self, learned: &StepSummary) {
        let point = Point::of(learned);
        match self.points.last_mut() {
            Some(last) if last.count < 1 << self.doublings => last.add(&point),
            _ => self.points.push(point),
        }
        if self.points.len() > MOST {
            self.halve();
        }
    }

    /// The points from one step to another.
    pub fn shown(&self, (first, last): (u64, u64)) -> &[Point] {
        let from = self.points.partition_point(|point| point.step < first);
        let to = self.points.partition_point(|point| point.step <= last);
        self.points.get(from..to).unwrap_or_default()
    }

    /// The looks.
    pub fn looks(&self) -> &[LookPoint] {
        &self.looks
    }

    /// The points of a run that was left when the training went back, from that moment on: of the last one, or of the one that was chosen.
    pub fn earlier(&self) -> &[Point] {
        self.earlier.get(self.looked_at).map_or(&[], Vec::as_slice)
    }

    /// Which of the runs that were left is looked at, the newest being 1, and how many there are.
    pub fn earlier_run(&self) -> (usize, usize) {
        (self.looked_at + 1, self.earlier.len())
    }

    /// The points of the run with this number that was left, the newest run being 1.
    pub fn left_run(&self, number: usize) -> Option<&[Point]> {
        self.earlier.get(number.checked_sub(1)?).map(Vec::as_slice)
    }

    /// The points of the present run and of one that was left at the last step to which both have come.
    pub fn beside<'h>(&'h self, left: &'h [Point]) -> Option<(&'h Point, &'h Point)> {
        let step = self.points.last()?.step.min(left.last()?.step);
        let at = |points: &'h [Point]| points.iter().take_while(|point| point.step <= step).last();
        Some((at(&self.points)?, at(left)?))
    }

    /// Looks at the run that was left before the one that is looked at; after the first at the newest again.
    pub fn look_at_next_run(&mut self) {
        self.looked_at = (self.looked_at + 1) % self.earlier.len().max(1);
    }

    /// Adds a look, if it is of a later step than the others.
    pub fn push_look(&mut self, look: &ModelPreview) {
        if self.looks.last().is_some_and(|last| last.step >= look.step) {
            return;
        }
        let updates = look.parts.iter().map(|part| part.update.unwrap_or(f64::NAN)).collect();
        self.looks.push(LookPoint { step: look.step, validation_loss: look.validation_loss, updates });
        if self.looks.len() > MOST {
            let mut at = 0;
            self.looks.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }
    }

    /// Goes back to a step: what came after it is an earlier run from now on.
    pub fn cut(&mut self, step: u64) {
        let kept = self.points.partition_point(|point| point.step <= step);
        let after = self.points.split_off(kept);
        if !after.is_empty() {
            // The two runs part at the last point that they share.
            self.earlier.insert(0, self.points.last().cloned().into_iter().chain(after).collect());
            self.earlier.truncate(MAX_RUNS);
            self.looked_at = 0;
        }
        self.looks.retain(|look| look.step <= step);
    }

    /// Two neighbours become one.
    fn halve(&mut self) {
        let mut pairs = Vec::with_capacity(MOST);
        for pair in self.points.chunks(2) {
            let mut point = pair[0].clone();
            pair.iter().skip(1).for_each(|later| point.add(later));
            pairs.push(point);
        }
        (self.points, self.doublings) = (pairs, self.doublings + 1);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn step(step: u64) -> StepSummary {
        let loss = step as f64;
        StepSummary { step, loss, rate: 0.1, norm: 1.0, parts: vec![loss], words: 4, right: 1, took: Duration::ZERO }
    }

    #[test]
    fn many_steps_are_few_points_whose_means_are_right() {
        let mut history = History::default();
        (1..=10_000).for_each(|at| history.push(&step(at)));
        let points = history.points();
        assert!(points.len() <= MOST && points.len() > MOST / 2, "{}", points.len());
        assert_eq!(points.iter().map(|point| point.count).sum::<u64>(), 10_000);
        let mut first = 1;
        for point in points {
            let mean = (first + point.step) as f64 / 2.0;
            assert!((point.loss - mean).abs() < 1e-6 && (point.parts[0] - mean).abs() < 1e-6, "{point:?} {first}");
            assert_eq!(point.step + 1 - first, point.count);
            first = point.step + 1;
        }
    }

    #[test]
    fn what_came_after_a_step_is_forgotten() {
        let mut history = History::default();
        (1..=100).for_each(|at| history.push(&step(at)));
        history.cut(40);
        assert_eq!(history.points().last().map(|point| point.step), Some(40));
        history.push(&step(41));
        assert_eq!(history.points().len(), 41);
        let earlier: Vec<u64> = history.earlier().iter().map(|point| point.step).collect();
        assert_eq!(earlier, (40..=100).collect::<Vec<_>>(), "it can be compared with");
    }

    #[test]
    fn runs_are_compared_at_the_last_step_of_both() {
        let mut history = History::default();
        (1..=20).for_each(|at| history.push(&step(at)));
        history.cut(10);
        let steps = |history: &History| {
            let (now, left) = history.beside(history.left_run(1).unwrap())?;
            Some((now.step, left.step))
        };
        assert_eq!(steps(&history), Some((10, 10)), "where they part");
        (11..=13).for_each(|at| history.push(&step(at)));
        assert_eq!(steps(&history), Some((13, 13)));
        (14..=30).for_each(|at| history.push(&step(at)));
        assert_eq!(steps(&history), Some((20, 20)));
        assert!(history.left_run(0).is_none() && history.left_run(2).is_none());
        history.cut(0);
        assert_eq!(steps(&history), None, "nothing is learned yet");
    }

    #[test]
    fn every_run_that_was_left_can_be_looked_at() {
        let mut history = History::default();
        for run in 1..=8 {
            (history.points().len() as u64 + 1..=20 + run).for_each(|at| history.push(&step(at)));
            history.cut(10);
        }
        let last = |history: &History| history.earlier().last().map(|point| point.step);
        let mut seen = Vec::new();
        for _ in 0..MAX_RUNS {
            seen.push((history.earlier_run(), last(&history)));
            history.look_at_next_run();
        }
        assert_eq!(seen[0], ((1, MAX_RUNS), Some(28)), "the newest first");
        assert_eq!(seen.last(), Some(&((MAX_RUNS, MAX_RUNS), Some(23))));
        assert_eq!(history.earlier_run().0, 1, "and again");
    }
}
