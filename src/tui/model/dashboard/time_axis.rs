//! Which steps the curves of a training show, and at which of them a cursor reads their values.

use crate::notebook::training::history::Point;

/// The fewest steps that are shown.
const MIN_STEPS: u64 = 8;
/// So often the steps that are shown are halved at the most.
const MAX_ZOOM: u32 = 12;
/// The cursor crosses all that is shown in about so many moves.
const MOVES: usize = 40;

/// The axis of time, the same for all curves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimeAxis {
    /// How often the steps that are shown were halved.
    zoom: u32,
    /// The step at which values are read; without one the newest are.
    pub cursor: Option<u64>,
    /// Whether the loss has a logarithmic scale.
    pub is_log: bool,
}

impl TimeAxis {
    /// The first and the last step that are shown: those around the cursor, without one the newest.
    pub fn span(&self, points: &[Point]) -> (u64, u64) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return (0, 0) };
        let (first, last) = (first.step, last.step);
        let steps = ((last - first) >> self.zoom).max(MIN_STEPS);
        if steps >= last - first {
            return (first, last);
        }
        let end = self.cursor.map_or(last, |cursor| (cursor + steps / 2).clamp(first + steps, last));
        (end - steps, end)
    }

    /// Whether only some of the steps are shown.
    pub fn is_zoomed(&self) -> bool {
        self.zoom > 0
    }

    /// Shows half as many steps, or twice as many.
    pub fn zoom(&mut self, halvings: i32) {
        self.zoom = self.zoom.saturating_add_signed(halvings).min(MAX_ZOOM);
    }

    /// Moves the cursor over the points that are shown; beyond the newest it is gone.
    pub fn walk(&mut self, points: &[Point], direction: isize) {
        let (first, last) = self.span(points);
        let shown = points.iter().filter(|point| (first..=last).contains(&point.step)).count();
        let steps = direction * (shown / MOVES).max(1) as isize;
        let here = self.cursor.map_or(points.len(), |cursor| points.partition_point(|point| point.step < cursor));
        let there = here.saturating_add_signed(steps);
        self.cursor = points.get(there).map(|point| point.step);
    }

    /// The point whose values are read: that at the cursor, or the newest.
    pub fn read<'a>(&self, points: &'a [Point]) -> Option<&'a Point> {
        match self.cursor {
            Some(cursor) => points.iter().find(|point| point.step >= cursor).or(points.last()),
            None => points.last(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(steps: u64) -> Vec<Point> {
        (1..=steps).map(|step| Point { step, count: 1, ..Point::default() }).collect()
    }

    #[test]
    fn zoom_shows_the_newest_or_those_around_the_cursor() {
        let points = points(1001);
        let mut axis = TimeAxis::default();
        assert_eq!(axis.span(&points), (1, 1001));
        axis.zoom(2);
        assert_eq!(axis.span(&points), (751, 1001));
        axis.cursor = Some(500);
        assert_eq!(axis.span(&points), (375, 625));
        axis.cursor = Some(3);
        assert_eq!(axis.span(&points), (1, 251));
        axis.zoom(-9);
        assert_eq!(axis.span(&points), (1, 1001));
        axis.zoom(99);
        assert_eq!(axis.span(&points).1 - axis.span(&points).0, MIN_STEPS);
        assert_eq!(axis.span(&[]), (0, 0));
    }

    #[test]
    fn cursor_walks_over_points_and_leaves_at_the_newest() {
        let points = points(400);
        let mut axis = TimeAxis::default();
        axis.walk(&points, -1);
        assert_eq!(axis.cursor, Some(391));
        axis.zoom(6);
        axis.walk(&points, -1);
        assert_eq!(axis.cursor, Some(390), "one by one where few are shown");
        assert_eq!(axis.read(&points).map(|point| point.step), Some(390));
        (0..20).for_each(|_| axis.walk(&points, 1));
        assert_eq!((axis.cursor, axis.read(&points).map(|point| point.step)), (None, Some(400)));
        axis.walk(&[], -1);
        assert_eq!(axis.cursor, None);
    }
}
