//! The lines of the map beside its rows, in signs for drawing boxes: lit lines are heavy, so that they can be told without colour.

use ratatui::symbols::merge::MergeStrategy;

use crate::notebook::map::{LessonMap, MapEdge};

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Light,
    Heavy,
}

/// The arms of one place: up, right, down, left.
type Arms = [Option<Weight>; 4];
const UP: usize = 0;
const RIGHT: usize = 1;
const DOWN: usize = 2;
const LEFT: usize = 3;
/// The signs of single arms, light and heavy.
const ARMS: [[&str; 2]; 4] = [["╵", "╹"], ["╶", "╺"], ["╷", "╻"], ["╴", "╸"]];

/// The columns of a row: one a lane, and one between each two; the lesson's own is left blank for its mark. `is_lit` is asked
/// for each line.
pub fn row(map: &LessonMap, row: usize, is_lit: impl Fn(&MapEdge) -> bool) -> Vec<&'static str> {
    let mut places = vec![Arms::default(); (map.lanes() * 2).saturating_sub(1)];
    let here = map.lines.iter().filter(|line| (line.from..=line.to).contains(&row));
    let mut across: Vec<(usize, usize, Weight)> = Vec::new();
    for line in here {
        let weight = if is_lit(line) { Weight::Heavy } else { Weight::Light };
        let lane = line.lane * 2;
        if row > line.from {
            add(&mut places, lane, UP, weight);
        }
        if row < line.to {
            add(&mut places, lane, DOWN, weight);
        }
        let own = map.rows.get(row).map_or(0, |row| row.lane * 2);
        let is_end = row == line.from || row == line.to;
        if is_end && own != lane {
            across.push((own.min(lane), own.max(lane), weight));
            let (near, far) = if own < lane { (RIGHT, LEFT) } else { (LEFT, RIGHT) };
            add(&mut places, own, near, weight);
            add(&mut places, lane, far, weight);
        }
    }
    for (start, end, weight) in across {
        (start + 1..end).for_each(|place| pass(&mut places, place, weight));
    }
    let own = map.rows.get(row).map(|row| row.lane * 2);
    places.iter().enumerate().map(|(place, arms)| if own == Some(place) { " " } else { sign(*arms) }).collect()
}

/// Whether a sign is part of a lit line.
pub fn is_heavy(sign: &str) -> bool {
    !" │─╭╮╰╯├┤┬┴┼╴╵╶╷".contains(sign)
}

fn add(places: &mut [Arms], place: usize, arm: usize, weight: Weight) {
    if let Some(arms) = places.get_mut(place) {
        arms[arm] = arms[arm].max(Some(weight));
    }
}

/// A line that goes on sideways passes behind one that goes on downwards, unless it alone is lit.
fn pass(places: &mut [Arms], place: usize, weight: Weight) {
    let Some(arms) = places.get_mut(place) else { return };
    let down = arms[UP].and(arms[DOWN]).and(arms[UP].max(arms[DOWN]));
    let is_joined = arms[LEFT].or(arms[RIGHT]).is_some();
    match down {
        Some(down) if !is_joined && down >= weight => {}
        Some(_) if !is_joined => *arms = [None, Some(weight), None, Some(weight)],
        _ => [LEFT, RIGHT].into_iter().for_each(|arm| arms[arm] = arms[arm].max(Some(weight))),
    }
}

fn sign(arms: Arms) -> &'static str {
    let drawn = arms.iter().zip(ARMS).filter_map(|(weight, [light, heavy])| match weight {
        None => None,
        Some(Weight::Light) => Some(light),
        Some(Weight::Heavy) => Some(heavy),
    });
    match drawn.reduce(|before, arm| MergeStrategy::Exact.merge(before, arm)) {
        None => " ",
        Some("┌") => "╭",
        Some("┐") => "╮",
        Some("└") => "╰",
        Some("┘") => "╯",
        Some(other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(map: &LessonMap, lit: &[(usize, usize)]) -> Vec<String> {
        let is_lit = |line: &MapEdge| lit.contains(&(line.from, line.to));
        let line = |at: usize| {
            let lane = map.rows[at].lane * 2;
            let signs = row(map, at, is_lit).into_iter().enumerate();
            signs.map(|(place, sign)| if place == lane { "o" } else { sign }).collect::<String>()
        };
        (0..map.rows.len()).map(|at| line(at).trim_end().to_owned()).collect()
    }

    #[test]
    fn a_branch_leaves_runs_down_and_comes_back() {
        // 1 needs 0, 2 needs 0, 3 needs 1 and 2.
        let map = LessonMap::new(vec![vec![], vec![0], vec![0], vec![1, 2]]);
        assert_eq!(drawn(&map, &[]), ["o─╮", "o │", "│ o", "o─╯"]);
        assert_eq!(drawn(&map, &[(0, 2), (2, 3)]), ["o━┓", "o ┃", "│ o", "o━┛"]);
    }

    #[test]
    fn a_line_passes_behind_another_unless_it_is_lit() {
        // Both 0 and 1 are needed later; 1 leaves across the side lane of 0.
        let map = LessonMap::new(vec![vec![], vec![0], vec![1], vec![1], vec![0]]);
        assert_eq!(drawn(&map, &[]), ["o─╮", "o─│─╮", "o │ │", "  │ o", "  o"]);
        assert_eq!(drawn(&map, &[(1, 3)])[1], "o━━━┓");
    }

    #[test]
    fn several_from_one_leave_by_one_side_lane() {
        let map = LessonMap::new(vec![vec![], vec![0], vec![0], vec![0]]);
        assert_eq!(drawn(&map, &[]), ["o─╮", "o │", "  ├─o", "  o"]);
    }
}
