//! A curve, told by its course: where it begins and ends, how low and how high it goes and where, whether it falls or rises.

use crate::tensor::{Axis, DType, Tensor};
use crate::words::{say, word};

use super::transcript::Transcript;
use super::{speech, values};

/// How many lines of a picture are told; the screen draws as many.
const LINES: usize = 6;
/// The shortest course that is worth telling: fewer numbers are told one by one.
const SHORTEST: usize = 4;
/// How much of the height a turn must have to be one.
const TURN: f64 = 0.02;
/// A curve that begins without a turn for longer than this part of it is level at first.
const LEVEL: usize = 4;
/// How many ways are told one by one; of more it is said how often the curve turns.
const WAYS: usize = 3;

/// A vector as one line, or the columns of a matrix as lines over its rows; nothing of what is no curve.
pub(super) fn describe(name: &str, tensor: &Tensor) -> Option<Transcript> {
    let (points, lines) = match tensor.shape() {
        [points] => (*points, 1),
        [points, lines] => (*points, *lines),
        _ => return None,
    };
    if points < SHORTEST || lines == 0 || tensor.dtype() == DType::Bool {
        return None;
    }
    let mut transcript = Transcript::of(format!("{name}: {}.", values::shape(tensor)));
    (0..lines.min(LINES)).for_each(|line| transcript.say(course(tensor, line)));
    if lines > LINES {
        transcript.say(say!("plain-curve-more", count = lines - LINES));
    }
    transcript.say(say!("plain-curve-numbers", name));
    Some(transcript)
}

/// The course of numbers over the steps of a training; of a few only the first and the last.
pub(super) fn over_steps(points: &[(u64, f64)]) -> String {
    let labels: Vec<String> = points.iter().map(|(step, _)| step.to_string()).collect();
    let values = points.iter().map(|(_, value)| *value as f32).collect();
    let Ok(tensor) = Tensor::from_f32(&[points.len()], values) else { return String::new() };
    let tensor = tensor.with_axes(vec![Axis::named(word!("moment-step")).with_labels(&labels)]);
    if points.len() < SHORTEST { Line::of(&tensor, 0).first_and_last() } else { course(&tensor, 0) }
}

/// `At line loss: from 1.16 at step 0 to 0.0211 at step 40. It falls all the way.`
fn course(tensor: &Tensor, line: usize) -> String {
    let line = Line::of(tensor, line);
    let legs = line.legs();
    let mut said = vec![line.first_and_last()];
    if legs.len() > 1 {
        said.push(line.extremes());
    }
    said.push(told_legs(&legs));
    let left_out = tensor.shape()[0] - line.points.len();
    if left_out > 0 {
        said.push(say!("plain-curve-infinite", count = left_out));
    }
    said.retain(|words| !words.is_empty());
    match line.column {
        Some(column) => {
            let name = speech::place(tensor.axes().get(1..).unwrap_or_default(), &[column]);
            say!("plain-curve-line", name, course = said.join(" "))
        }
        None => said.join(" "),
    }
}

/// One line: its numbers with their places, without those that are no finite numbers.
struct Line<'t> {
    tensor: &'t Tensor,
    column: Option<usize>,
    points: Vec<(usize, f64)>,
}

/// Which way a curve goes for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    Level,
    Up,
    Down,
}

impl<'t> Line<'t> {
    fn of(tensor: &'t Tensor, line: usize) -> Self {
        let lines = tensor.shape().get(1).copied().unwrap_or(1);
        let all = tensor.to_vec().into_iter().skip(line).step_by(lines).enumerate();
        let column = (tensor.ndim() > 1).then_some(line);
        Self { tensor, column, points: all.filter(|(_, value)| value.is_finite()).collect() }
    }

    fn value(&self, place: usize) -> String {
        match self.column {
            Some(column) => values::element(self.tensor, &[place, column]),
            None => values::element(self.tensor, &[place]),
        }
    }

    fn place(&self, place: usize) -> String {
        speech::place(self.tensor.axes(), &[place])
    }

    fn first_and_last(&self) -> String {
        let (Some((first, _)), Some((last, _))) = (self.points.first(), self.points.last()) else {
            return String::new();
        };
        say!(
            "plain-curve-course",
            first = self.value(*first),
            begin = self.place(*first),
            last = self.value(*last),
            end = self.place(*last)
        )
    }

    fn extremes(&self) -> String {
        let least = self.points.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        // Of several that are as high the first one is told, as of several that are as low.
        let greatest = self.points.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        let (Some((low, _)), Some((high, _))) = (least, greatest) else { return String::new() };
        say!(
            "plain-extremes",
            least = self.value(*low),
            low = self.place(*low),
            greatest = self.value(*high),
            high = self.place(*high)
        )
    }

    /// The ways that it goes, one after the other; what is smaller than a turn is none.
    fn legs(&self) -> Vec<Leg> {
        let values = || self.points.iter().map(|(_, value)| *value);
        let height = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        let turn = height * TURN;
        let mut legs = Vec::new();
        let Some(mut edge) = values().next() else { return legs };
        if height == 0.0 {
            return vec![Leg::Level];
        }
        for (steps, value) in values().enumerate() {
            let way = match legs.last() {
                Some(Leg::Up) if value >= edge => Leg::Up,
                Some(Leg::Down) if value <= edge => Leg::Down,
                _ if (value - edge).abs() < turn => continue,
                _ if value > edge => Leg::Up,
                _ => Leg::Down,
            };
            if legs.is_empty() && steps > self.points.len() / LEVEL {
                legs.push(Leg::Level);
            }
            if legs.last() != Some(&way) {
                legs.push(way);
            }
            edge = value;
        }
        if self.level_at_end(turn) > self.points.len() / LEVEL && legs.last() != Some(&Leg::Level) {
            legs.push(Leg::Level);
        }
        legs
    }

    /// How many points stay as high as the last: what is reached early is to be noticed.
    fn level_at_end(&self, turn: f64) -> usize {
        let Some((_, last)) = self.points.last() else { return 0 };
        self.points.iter().rev().take_while(|(_, value)| (value - last).abs() < turn).count()
    }
}

fn told_legs(legs: &[Leg]) -> String {
    let way = |leg: &Leg| match leg {
        Leg::Level => word!("plain-curve-level"),
        Leg::Up => word!("plain-curve-up"),
        Leg::Down => word!("plain-curve-down"),
    };
    match legs {
        [] => String::new(),
        [Leg::Level] => word!("plain-curve-same").to_owned(),
        [Leg::Up] => word!("plain-curve-rises").to_owned(),
        [Leg::Down] => word!("plain-curve-falls").to_owned(),
        [first, rest @ ..] if rest.len() < WAYS => {
            let then = format!(", {} ", word!("plain-curve-then"));
            let ways = [way(first)].into_iter().chain(rest.iter().map(way)).collect::<Vec<_>>();
            say!("plain-curve-ways", ways = ways.join(&then))
        }
        legs => say!("plain-curve-turns", count = legs.len() - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(values: &[f32]) -> String {
        let tensor = Tensor::from_f32(&[values.len()], values.to_vec()).unwrap();
        describe("x", &tensor).unwrap().lines(0)[1].clone()
    }

    #[test]
    fn a_course_is_said() {
        assert_eq!(course(&[4.0, 3.0, 2.0, 1.0]), "From 4.00 at 0 to 1.00 at 3. It falls all the way.");
        assert_eq!(course(&[1.0, 2.0, 1.99, 4.0]), "From 1.00 at 0 to 4.00 at 3. It rises all the way.");
        assert_eq!(course(&[2.0; 5]), "From 2.00 at 0 to 2.00 at 4. It stays the same.");
        assert_eq!(
            course(&[3.0, 1.0, 2.0, f32::NAN, 5.0]),
            "From 3.00 at 0 to 5.00 at 4. The smallest is 1.00, at 1; the largest is 5.00, at 4. It falls, then rises. One value is \
             not finite."
        );
        assert!(course(&[0.0, 1.0, 0.0, 1.0, 0.0]).ends_with("It rises and falls, changing direction 3 times."));
        assert!(course(&[0.0, 0.0, 0.0, 0.0, 1.0, 2.0]).ends_with("It stays level, then rises."));
        assert!(course(&[0.0, 1.0, 2.0, 2.0, 2.0, 2.0]).ends_with("It rises, then stays level."));
        let sigmoid: Vec<f32> = (-8..=8).map(|x| 1.0 / (1.0 + (-(x as f32)).exp())).collect();
        assert!(course(&sigmoid).ends_with("It stays level, then rises, then stays level."), "{}", course(&sigmoid));
        assert!(course(&[4.0, 2.0, 1.0, 0.5, 0.25, 0.125]).ends_with("It falls all the way."));
        assert_eq!(course(&[f32::NAN; 4]), "4 values are not finite.");
    }

    #[test]
    fn a_course_over_steps_names_them() {
        let points = [(10, 4.0), (12, 3.0), (14, 2.0), (16, 1.0)];
        assert_eq!(over_steps(&points), "From 4.00 at step 10 to 1.00 at step 16. It falls all the way.");
        assert_eq!(over_steps(&points[..3]), "From 4.00 at step 10 to 2.00 at step 14.");
    }

    #[test]
    fn what_is_no_curve_is_told_otherwise() {
        assert!(describe("x", &Tensor::from_f32(&[3], vec![1.0, 2.0, 3.0]).unwrap()).is_none());
        assert!(describe("x", &Tensor::from_f32(&[4, 1, 1], vec![1.0; 4]).unwrap()).is_none());
        let wide = describe("x", &Tensor::from_f32(&[4, 8], (0..32).map(|x| x as f32).collect()).unwrap()).unwrap();
        assert_eq!(wide.lines(0).len(), 9, "a head, six lines, and what is left");
    }
}
