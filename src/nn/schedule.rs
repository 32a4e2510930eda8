//! How the learning rate changes from update to update.
//!
//! Adam's running means know nothing at first, and a post-norm Transformer is thrown off by large first updates: so the rate begins
//! small and *warms up*. Afterwards it falls, so that the model settles.

use std::f64::consts::PI;

/// The rate of each update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// Always the same.
    Constant {
        /// The rate.
        rate: f64,
    },
    /// Section 5.3, equation 3 of the paper: `factor · d_model^-0.5 · min(step^-0.5, step · warmup^-1.5)`.
    Paper {
        /// The width of the model: wider ones learn in smaller steps.
        d_model: usize,
        /// How many updates the rate rises; 4000 in the paper.
        warmup: u64,
        /// 1 in the paper.
        factor: f64,
    },
    /// A straight rise to the peak, and half a cosine down to 0 at the last update.
    Cosine {
        /// The highest rate.
        peak: f64,
        /// How many updates the rate rises.
        warmup: u64,
        /// How many updates there are.
        total: u64,
    },
}

impl Schedule {
    /// The rate of an update, counted from 1.
    ///
    /// Step 0 counts as 1: the Annotated Transformer hands this rule to PyTorch's `LambdaLR`, which asks for step 0 first, so that its
    /// updates have the rates of the steps 0, 1, 2, 3 ..., the first one twice.
    ///
    /// ```
    /// use glassformer::nn::Schedule;
    ///
    /// let paper = Schedule::Paper { d_model: 512, warmup: 4000, factor: 1.0 };
    /// let rates = [1, 2000, 4000, 16000].map(|step| format!("{:.2e}", paper.rate(step)));
    /// assert_eq!(rates, ["1.75e-7", "3.49e-4", "6.99e-4", "3.49e-4"]);
    /// ```
    pub fn rate(self, step: u64) -> f64 {
        let at = step.max(1) as f64;
        match self {
            Self::Constant { rate } => rate,
            Self::Paper { d_model, warmup, factor } => {
                factor * (d_model as f64).powf(-0.5) * at.powf(-0.5).min(at * (warmup as f64).powf(-1.5))
            }
            Self::Cosine { peak, warmup, .. } if step <= warmup => peak * at / warmup.max(1) as f64,
            Self::Cosine { peak, warmup, total } => {
                let part = (at - warmup as f64) / total.saturating_sub(warmup).max(1) as f64;
                peak * 0.5 * (1.0 + (PI * part.min(1.0)).cos())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_peaks_where_the_warm_up_ends() {
        let paper = Schedule::Paper { d_model: 64, warmup: 100, factor: 1.0 };
        let peak = paper.rate(100);
        assert!((peak - 0.125 * 0.1).abs() < 1e-12);
        assert!((1..400).all(|step| step == 100 || paper.rate(step) < peak));
        assert!((paper.rate(0) - paper.rate(1)).abs() < f64::EPSILON);
    }

    #[test]
    fn a_cosine_rises_falls_and_stays_at_its_end() {
        let cosine = Schedule::Cosine { peak: 2.0, warmup: 10, total: 110 };
        for (step, rate) in [(1, 0.2), (10, 2.0), (60, 1.0), (110, 0.0), (500, 0.0)] {
            assert!((cosine.rate(step) - rate).abs() < 1e-12, "{step}");
        }
        assert!((Schedule::Cosine { peak: 1.0, warmup: 0, total: 0 }.rate(1) - 0.0).abs() < 1e-12);
        assert!((Schedule::Constant { rate: 0.3 }.rate(9) - 0.3).abs() < f64::EPSILON);
    }
}
