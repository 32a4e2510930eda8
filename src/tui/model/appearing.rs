//! How the result of a step that goes by appears out of its operands.

use std::time::Duration;

/// How far it has appeared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appearing {
    /// The row and the column of the operands are inverted, and of the result there is a shadow.
    Operands,
    /// So many quarters of the result have appeared; the operands are lit as ever.
    Fading(u8),
    /// All of it has, and the element that they make is inverted.
    Result,
}

/// The longest that the operands or the result are inverted, and the part of a step's time that this takes at most.
const INVERTED: Duration = Duration::from_millis(300);
const PART: u32 = 4;
/// Into how many parts the fading of a result is divided.
const FADED: u8 = 4;
/// How much of a result is drawn before its time.
const SHADOW: f32 = 0.125;

impl Appearing {
    /// How much of the result is drawn, from 0 to 1.
    pub fn part(self) -> f32 {
        match self {
            Self::Operands => SHADOW,
            Self::Fading(quarters) => f32::from(quarters) / f32::from(FADED),
            Self::Result => 1.0,
        }
    }

    /// What follows, if anything.
    pub fn next(self) -> Option<Self> {
        match self {
            Self::Operands => Some(Self::Fading(1)),
            Self::Fading(quarters) if quarters + 1 < FADED => Some(Self::Fading(quarters + 1)),
            Self::Fading(_) => Some(Self::Result),
            Self::Result => None,
        }
    }

    /// How long it lasts where a step has so much time: the parts of the fading together hardly less than each of the others.
    pub fn time(self, step: Duration) -> Duration {
        let whole = INVERTED.min(step / PART);
        if matches!(self, Self::Fading(_)) { whole / u32::from(FADED) } else { whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_appears_within_the_time_of_its_step() {
        let all: Vec<Appearing> = std::iter::successors(Some(Appearing::Operands), |now| now.next()).collect();
        let quarters = [1, 2, 3].map(Appearing::Fading);
        assert_eq!(all, [&[Appearing::Operands][..], &quarters, &[Appearing::Result]].concat());
        let parts: Vec<f32> = all.iter().map(|now| now.part()).collect();
        assert_eq!(parts, [0.125, 0.25, 0.5, 0.75, 1.0]);
        for step in [250, 500, 1000, 2000].map(Duration::from_millis) {
            let time: Duration = all.iter().map(|now| now.time(step)).sum();
            assert!(time < step, "{time:?} of {step:?}");
        }
    }
}
