//! The course as a map: which lesson needs which, laid out in rows and lanes.
//!
//! A lesson is one row, below everything that it needs, and otherwise in the order of the course. Lines run down in lanes, as in
//! `git log --graph`: one goes on below a lesson to the first that builds on it, all later ones leave by a side lane. A need that
//! follows from others is not drawn: who needs masking needs what masking needs.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::library::{LessonEntry, LessonLibrary};
use super::reach::reached;
use super::session::LessonProgress;

/// The layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonMap {
    /// The lessons from top to bottom.
    pub rows: Vec<MapRow>,
    /// The lines between them.
    pub lines: Vec<MapEdge>,
    /// What each lesson needs itself, by its place in the course.
    needs: Vec<Vec<usize>>,
}

/// A lesson on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapRow {
    /// Its place in the course.
    pub lesson: usize,
    /// The lane that it stands in.
    pub lane: usize,
}

/// A line from a lesson to one that builds on it: sideways in the first row, down, and sideways in the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapEdge {
    /// The row that it leaves.
    pub from: usize,
    /// The row that it leads to.
    pub to: usize,
    /// The lane in which it runs down.
    pub lane: usize,
}

/// How a lesson stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonStatus {
    /// Every question is answered and every exercise solved.
    Done,
    /// It has been opened.
    Begun,
    /// It has not, and all that it needs is done.
    Next,
    /// Something that it needs is not done.
    Later,
}

impl LessonStatus {
    /// All of them, in the order of a learner's way.
    pub const ALL: [Self; 4] = [Self::Done, Self::Begun, Self::Next, Self::Later];

    /// One column that stands for it.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Done => "●",
            Self::Begun => "◐",
            Self::Next => "◎",
            Self::Later => "○",
        }
    }
}

impl LessonMap {
    /// The map of a course; what no lesson is called is the linter's to tell.
    pub fn of(library: &LessonLibrary) -> Self {
        let place = |id: &Arc<str>| library.entries().iter().position(|entry| *entry.id() == **id);
        let needs = |entry: &LessonEntry| {
            let own = entry.front.as_ref().map(|front| front.needs.as_slice()).unwrap_or_default();
            own.iter().filter_map(place).collect()
        };
        Self::new(library.entries().iter().map(needs).collect())
    }

    /// Lays a course out; `needs` has for each lesson the places of those that it needs itself.
    pub fn new(needs: Vec<Vec<usize>>) -> Self {
        let order = order(&needs);
        let mut row_of = vec![0; needs.len()];
        for (row, lesson) in order.iter().enumerate() {
            row_of[*lesson] = row;
        }
        let ends: Vec<(usize, usize)> = needed(&needs)
            .iter()
            .zip(0..)
            .flat_map(|(froms, to)| froms.iter().map(move |from| (*from, to)))
            .map(|(from, to)| (row_of[from], row_of[to]))
            .collect();
        let (lanes, lines) = lay(order.len(), &ends);
        let rows = order.into_iter().zip(lanes).map(|(lesson, lane)| MapRow { lesson, lane }).collect();
        Self { rows, lines, needs }
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        let lanes = self.rows.iter().map(|row| row.lane).chain(self.lines.iter().map(|line| line.lane));
        lanes.max().map_or(0, |last| last + 1)
    }

    /// The row of a lesson.
    pub fn row_of(&self, lesson: usize) -> Option<usize> {
        self.rows.iter().position(|row| row.lesson == lesson)
    }

    /// The lessons that a lesson needs itself, in the order of the course.
    pub fn needs(&self, lesson: usize) -> Vec<usize> {
        let own = self.needs.get(lesson).map(Vec::as_slice).unwrap_or_default();
        own.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The lessons that need a lesson themselves.
    pub fn builds_on(&self, lesson: usize) -> Vec<usize> {
        (0..self.needs.len()).filter(|other| self.needs[*other].contains(&lesson)).collect()
    }

    /// Everything that must come before a lesson.
    pub fn before(&self, lesson: usize) -> BTreeSet<usize> {
        reached(lesson, |at| self.needs(at))
    }

    /// Everything for which a lesson must come first.
    pub fn after(&self, lesson: usize) -> BTreeSet<usize> {
        reached(lesson, |at| self.builds_on(at))
    }

    /// How each lesson stands, by its place in the course.
    pub fn standings(&self, progress: &[Option<LessonProgress>]) -> Vec<LessonStatus> {
        let is_done = |lesson: usize| progress.get(lesson).copied().flatten().is_some_and(LessonProgress::is_done);
        let standing = |lesson: usize| match progress.get(lesson) {
            Some(Some(progress)) if progress.is_done() => LessonStatus::Done,
            Some(Some(_)) => LessonStatus::Begun,
            _ if self.needs(lesson).into_iter().all(is_done) => LessonStatus::Next,
            _ => LessonStatus::Later,
        };
        (0..self.needs.len()).map(standing).collect()
    }
}

/// The places in an order in which each comes after what it needs, and otherwise in their own. In a circle somebody is first.
fn order(needs: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(needs.len());
    let mut left: Vec<usize> = (0..needs.len()).collect();
    while !left.is_empty() {
        let is_ready = |place: &usize| needs[*place].iter().all(|need| need == place || !left.contains(need));
        let ready = left.iter().position(is_ready).unwrap_or(0);
        order.push(left.remove(ready));
    }
    order
}

/// The needs that do not follow from others; none of them goes in a circle.
fn needed(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let order = order(needs);
    let mut before: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); needs.len()];
    let mut kept = vec![Vec::new(); needs.len()];
    for (row, place) in order.iter().enumerate() {
        let own: BTreeSet<usize> = order[..row].iter().copied().filter(|need| needs[*place].contains(need)).collect();
        let follows = |need: &usize| own.iter().any(|other| before[*other].contains(need));
        kept[*place] = own.iter().copied().filter(|need| !follows(need)).collect();
        let all: BTreeSet<usize> =
            own.iter().flat_map(|need| before[*need].iter().copied()).chain(own.clone()).collect();
        before[*place] = all;
    }
    kept
}

/// The lane of each row, and the lines between the given pairs of rows.
fn lay(rows: usize, ends: &[(usize, usize)]) -> (Vec<usize>, Vec<MapEdge>) {
    let mut lanes = Vec::with_capacity(rows);
    let mut lines: Vec<MapEdge> = Vec::new();
    // The rows that each lane is taken for, the latest last.
    let mut taken: Vec<Range<usize>> = Vec::new();
    for row in 0..rows {
        let coming: BTreeSet<usize> = lines.iter().filter(|line| line.to == row).map(|line| line.lane).collect();
        let ending = coming.iter().copied().find(|lane| taken[*lane].end == row + 1);
        let lane = ending.unwrap_or_else(|| free(&mut taken, row));
        taken[lane] = row..row + 1;
        let mut next: Vec<usize> = ends.iter().filter(|(from, _)| *from == row).map(|(_, to)| *to).collect();
        next.sort_unstable();
        if let Some((first, others)) = next.split_first() {
            taken[lane] = row..first + 1;
            lines.push(MapEdge { from: row, to: *first, lane });
            if let Some(last) = others.last() {
                let side = free(&mut taken, row);
                taken[side] = row..last + 1;
                lines.extend(others.iter().map(|to| MapEdge { from: row, to: *to, lane: side }));
            }
        }
        lanes.push(lane);
    }
    (lanes, lines)
}

/// The first lane in which nothing runs at this row or the one above, so that what ends and what begins there are told apart; there
/// is always one more.
fn free(taken: &mut Vec<Range<usize>>, row: usize) -> usize {
    taken.iter().position(|rows| rows.end < row).unwrap_or_else(|| {
        taken.push(0..0);
        taken.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::LessonStatus::{Begun, Done, Later, Next};
    use super::*;

    fn lanes(map: &LessonMap) -> Vec<usize> {
        map.rows.iter().map(|row| row.lane).collect()
    }

    #[test]
    fn a_chain_is_one_lane_and_a_later_branch_leaves_at_the_side() {
        // 1 needs 0, 2 needs 1, 3 needs 0.
        let map = LessonMap::new(vec![vec![], vec![0], vec![1], vec![0]]);
        assert_eq!(lanes(&map), [0, 0, 0, 1]);
        assert!(map.lines.contains(&MapEdge { from: 0, to: 3, lane: 1 }));
        assert_eq!(map.lanes(), 2);
    }

    #[test]
    fn a_lesson_that_needs_nothing_does_not_stand_right_below_another() {
        // 1 needs 0, 2 and 3 need nothing.
        let map = LessonMap::new(vec![vec![], vec![0], vec![], vec![]]);
        assert_eq!(lanes(&map), [0, 0, 1, 0]);
    }

    #[test]
    fn a_need_that_follows_from_others_is_not_drawn_and_still_known() {
        let map = LessonMap::new(vec![vec![], vec![0], vec![0, 1]]);
        assert_eq!(map.lines.len(), 2);
        assert_eq!((map.needs(2), map.builds_on(0)), (vec![0, 1], vec![1, 2]));
        assert_eq!(map.before(2), [0, 1].into());
        assert_eq!(map.after(0), [1, 2].into());
    }

    #[test]
    fn a_lesson_stands_below_what_it_needs_and_a_circle_ends() {
        let map = LessonMap::new(vec![vec![2], vec![], vec![1]]);
        assert_eq!(map.rows.iter().map(|row| row.lesson).collect::<Vec<_>>(), [1, 2, 0]);
        let circle = LessonMap::new(vec![vec![1], vec![0], vec![2]]);
        assert_eq!(circle.rows.len(), 3);
        assert_eq!(circle.before(0), [1].into());
    }

    #[test]
    fn what_can_be_begun_is_what_nothing_stands_before() {
        let map = LessonMap::new(vec![vec![], vec![0], vec![1]]);
        let done = Some(LessonProgress { questions: 1, answered: 1, ..LessonProgress::default() });
        let begun = Some(LessonProgress { questions: 1, ..LessonProgress::default() });
        assert_eq!(map.standings(&[None, None, None]), [Next, Later, Later]);
        assert_eq!(map.standings(&[done, None, None]), [Done, Next, Later]);
        assert_eq!(map.standings(&[begun, done, None]), [Begun, Done, Next]);
    }

    proptest! {
        /// No line runs through a lesson or in the lane of another that goes elsewhere.
        #[test]
        fn nothing_runs_through_anything_else(edges in prop::collection::vec((0_usize..12, 0_usize..12), 0..40)) {
            let mut needs = vec![Vec::new(); 12];
            for (a, b) in edges {
                if a != b {
                    needs[a.max(b)].push(a.min(b));
                }
            }
            let map = LessonMap::new(needs);
            for line in &map.lines {
                for row in line.from + 1..line.to {
                    prop_assert_ne!(map.rows[row].lane, line.lane, "{:?} runs through row {}", line, row);
                }
                for other in map.lines.iter().filter(|other| other.from != line.from && other.lane == line.lane) {
                    prop_assert!(other.from >= line.to || line.from >= other.to, "{:?} {:?}", line, other);
                }
            }
        }
    }
}
