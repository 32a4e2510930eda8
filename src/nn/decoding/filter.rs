//! Changing the odds before a token is drawn: temperature, top-k, top-p and what else is current.
//!
//! A model gives every token some probability, and thousands of unlikely tokens together are likely. So the field draws from a part
//! of the distribution. Filters act one after the other on the logits; what is dropped becomes -inf. The order matters and is that
//! of Hugging Face's `generate`: repetition, temperature, top-k, top-p, min-p. Top-p after temperature keeps fewer tokens when the
//! temperature is low.
//!
//! ```
//! use glassformer::nn::decoding::{Filter, filter};
//!
//! let steps = filter::apply(&[Filter::TopK(3), Filter::TopP(0.7)], &[2.0, 1.0, 0.0, -1.0], &[])?;
//! assert_eq!(steps[0].why(3), "dropped: -1.000 is below 0.000, the 3rd largest logit");
//! assert_eq!(steps[1].why(0), "kept: more likely tokens sum to 0.000, less than 0.7");
//! assert_eq!(steps[1].why(1), "kept: more likely tokens sum to 0.665, less than 0.7");
//! assert_eq!(steps[1].why(2), "dropped: more likely tokens sum to 0.910, which is at least 0.7");
//! let p: Vec<String> = steps[1].probabilities().iter().map(|p| format!("{p:.3}")).collect();
//! assert_eq!(p, ["0.731", "0.269", "0.000", "0.000"]);
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use crate::tensor::{Error, Result};

/// One way to change the odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filter {
    /// Makes tokens less likely that are there already (Keskar et al., 2019): their logits are divided by this if they are positive
    /// and multiplied by it if they are negative. 1 changes nothing.
    Repetition(f64),
    /// Divides the logits by this: below 1 the likely become likelier, above 1 all become more alike. At 0, the limit, only the
    /// largest stay.
    Temperature(f64),
    /// Keeps this many tokens (Fan et al., 2018), and every one that ties with the last of them.
    TopK(usize),
    /// Keeps the likeliest tokens whose probabilities sum to this (Holtzman et al., 2020): a token goes when those before it are
    /// that much already, so the first one always stays. Of equally likely tokens the smaller id comes first.
    TopP(f64),
    /// Keeps what is at least this part as likely as the likeliest token (Nguyen et al., 2024).
    MinP(f64),
}

/// The usual filters, each of them off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filters {
    /// [`Filter::Repetition`]
    pub repetition: Option<f64>,
    /// [`Filter::Temperature`]
    pub temperature: Option<f64>,
    /// [`Filter::TopK`]
    pub top_k: Option<usize>,
    /// [`Filter::TopP`]
    pub top_p: Option<f64>,
    /// [`Filter::MinP`]
    pub min_p: Option<f64>,
}

impl Filters {
    /// Those that are on, in the order that the field uses.
    pub fn in_order(&self) -> Vec<Filter> {
        let filters = [
            self.repetition.map(Filter::Repetition),
            self.temperature.map(Filter::Temperature),
            self.top_k.map(Filter::TopK),
            self.top_p.map(Filter::TopP),
            self.min_p.map(Filter::MinP),
        ];
        filters.into_iter().flatten().collect()
    }
}

/// What one filter did to each id of the vocabulary.
#[derive(Clone, Debug)]
pub struct Filtered {
    /// Which filter.
    pub filter: Filter,
    /// The logits that it was given.
    pub before: Vec<f64>,
    /// The logits that it left: -inf where it dropped one, or somebody before it had.
    pub after: Vec<f64>,
    /// What it went by for each id: a logit (top-k), the sum of what is likelier (top-p), or a probability (min-p).
    pub measure: Vec<f64>,
    /// What it held that against: the k-th largest logit, p, or the part of the largest probability; its own number otherwise.
    pub bound: f64,
}

/// The filters one after the other on the logits of a vocabulary, after the ids in `seen`: what each did, in their order.
///
/// # Errors
/// When a filter's number makes no sense, or no logit is finite.
pub fn apply(filters: &[Filter], logits: &[f64], seen: &[i64]) -> Result<Vec<Filtered>> {
    let has_largest = logits.iter().any(|x| x.is_finite()) && logits.iter().all(|&x| x < f64::INFINITY);
    if !has_largest {
        return Err(Error::Value(
            "these logits do not define a distribution: none is finite, or one is inf or nan".to_owned(),
        ));
    }
    let mut steps: Vec<Filtered> = Vec::new();
    for filter in filters {
        filter.check()?;
        let before = steps.last().map_or_else(|| logits.to_vec(), |step| step.after.clone());
        steps.push(filter.on(before, seen));
    }
    Ok(steps)
}

/// The softmax of logits, in double precision; what is -inf has the probability 0.
pub fn probabilities(logits: &[f64]) -> Vec<f64> {
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|x| (x - top).exp()).collect();
    let total: f64 = powers.iter().sum();
    powers.iter().map(|power| power / total).collect()
}

impl Filter {
    fn check(self) -> Result<()> {
        let (sound, rule) = match self {
            Self::Repetition(penalty) => (penalty > 0.0 && penalty.is_finite(), "must be above 0"),
            Self::Temperature(temperature) => (temperature >= 0.0 && temperature.is_finite(), "must be 0 or more"),
            Self::TopK(k) => (k > 0, "must be 1 or more"),
            Self::TopP(p) => (p > 0.0 && p <= 1.0, "must be above 0 and at most 1"),
            Self::MinP(p) => ((0.0..=1.0).contains(&p), "must lie between 0 and 1"),
        };
        if sound { Ok(()) } else { Err(Error::Value(format!("{self:?}: the number {rule}"))) }
    }

    fn on(self, before: Vec<f64>, seen: &[i64]) -> Filtered {
        match self {
            Self::Repetition(penalty) => {
                let less = |x: f64| if x > 0.0 { x / penalty } else { x * penalty };
                let is_seen = |id: usize| seen.contains(&(id as i64));
                let after = before.iter().enumerate().map(|(id, &x)| if is_seen(id) { less(x) } else { x }).collect();
                Filtered { filter: self, measure: before.clone(), before, after, bound: penalty }
            }
            // The limit: what is not the largest gets nothing.
            Self::Temperature(0.0) => {
                let largest = kth_largest(&before, 1);
                self.keeping(before.clone(), before, largest, |x| x >= largest)
            }
            Self::Temperature(temperature) => {
                let after = before.iter().map(|x| x / temperature).collect();
                Filtered { filter: self, measure: before.clone(), before, after, bound: temperature }
            }
            Self::TopK(k) => {
                let least = kth_largest(&before, k);
                self.keeping(before.clone(), before, least, |x| x >= least)
            }
            Self::TopP(p) => self.keeping(likelier(&probabilities(&before)), before, p, |sum| sum < p),
            Self::MinP(part) => {
                let odds = probabilities(&before);
                let least = part * odds.iter().copied().fold(0.0, f64::max);
                self.keeping(odds, before, least, |p| p >= least)
            }
        }
    }

    /// Keeps the ids whose measure is good, and drops the others.
    fn keeping(self, measure: Vec<f64>, before: Vec<f64>, bound: f64, good: impl Fn(f64) -> bool) -> Filtered {
        let kept = |(&x, &measure): (&f64, &f64)| if good(measure) { x } else { f64::NEG_INFINITY };
        let after = before.iter().zip(&measure).map(kept).collect();
        Filtered { filter: self, before, after, measure, bound }
    }
}

/// The k-th largest number; the smallest when there are fewer.
fn kth_largest(numbers: &[f64], k: usize) -> f64 {
    let mut sorted = numbers.to_vec();
    let place = k.min(sorted.len()).saturating_sub(1);
    *sorted.select_nth_unstable_by(place, |a, b| b.total_cmp(a)).1
}

/// For each id, how much probability those have that come before it when the likeliest comes first.
fn likelier(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
    let (mut sums, mut sum) = (vec![0.0; probabilities.len()], 0.0);
    for id in order {
        sums[id] = sum;
        sum += probabilities[id];
    }
    sums
}

impl Filtered {
    /// Whether the id can still be drawn.
    pub fn keeps(&self, id: usize) -> bool {
        self.after.get(id).is_some_and(|&x| x > f64::NEG_INFINITY)
    }

    /// The probability of each id after this filter; they sum to 1.
    pub fn probabilities(&self) -> Vec<f64> {
        probabilities(&self.after)
    }

    /// Why the filter did to the id what it did, in one line.
    pub fn why(&self, id: usize) -> String {
        let (Some(&before), Some(&after), Some(measure)) =
            (self.before.get(id), self.after.get(id), self.measure.get(id))
        else {
            return format!("there is no id {id}");
        };
        if before.is_infinite() {
            return "dropped by an earlier filter".to_owned();
        }
        let (kept, bound) = (self.keeps(id), self.bound);
        let verdict = if kept { "kept" } else { "dropped" };
        match self.filter {
            Filter::Repetition(_) if before.to_bits() == after.to_bits() => "not seen: unchanged".to_owned(),
            Filter::Repetition(penalty) if before > 0.0 => format!("seen: {before:.3} / {penalty} = {after:.3}"),
            Filter::Repetition(penalty) => format!("seen: {before:.3} * {penalty} = {after:.3}"),
            Filter::Temperature(0.0) if kept => "kept: the largest logit".to_owned(),
            Filter::Temperature(0.0) => format!("dropped: {before:.3} is below {bound:.3}, the largest logit"),
            Filter::Temperature(temperature) => format!("{before:.3} / {temperature} = {after:.3}"),
            Filter::TopK(k) => {
                let side = if kept { "is not below" } else { "is below" };
                format!("{verdict}: {measure:.3} {side} {bound:.3}, the {} largest logit", ordinal(k))
            }
            Filter::TopP(p) if kept => format!("kept: more likely tokens sum to {measure:.3}, less than {p}"),
            Filter::TopP(p) => format!("dropped: more likely tokens sum to {measure:.3}, which is at least {p}"),
            Filter::MinP(part) => {
                let side = if kept { "is not below" } else { "is below" };
                format!("{verdict}: {measure:.3} {side} {bound:.3}, {part} of the largest probability")
            }
        }
    }
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGITS: [f64; 5] = [0.5, 3.0, -1.0, 3.0, 1.0];

    fn one(filter: Filter, seen: &[i64]) -> Filtered {
        apply(&[filter], &LOGITS, seen).unwrap().remove(0)
    }

    fn kept(step: &Filtered) -> Vec<usize> {
        (0..step.before.len()).filter(|&id| step.keeps(id)).collect()
    }

    #[test]
    fn ties_with_the_last_of_top_k_stay_and_top_p_takes_the_smaller_id_first() {
        assert_eq!(kept(&one(Filter::TopK(1), &[])), [1, 3]);
        assert_eq!(kept(&one(Filter::TopK(3), &[])), [1, 3, 4]);
        assert_eq!(kept(&one(Filter::TopK(99), &[])), [0, 1, 2, 3, 4]);
        assert_eq!(kept(&one(Filter::TopP(0.4), &[])), [1]);
        assert_eq!(kept(&one(Filter::TopP(0.5), &[])), [1, 3]);
    }

    #[test]
    fn a_sum_that_reaches_p_exactly_is_enough() {
        let half = apply(&[Filter::TopP(0.5)], &[0.0, 0.0], &[]).unwrap().remove(0);
        assert_eq!(kept(&half), [0]);
        assert_eq!(half.why(1), "dropped: more likely tokens sum to 0.500, which is at least 0.5");
    }

    #[test]
    fn something_always_stays_and_what_stays_sums_to_one() {
        for p in [1e-9, 0.1, 0.5, 0.99, 1.0] {
            for filter in [Filter::TopP(p), Filter::MinP(p), Filter::Temperature(p)] {
                let step = one(filter, &[]);
                assert!(step.keeps(1), "{filter:?}");
                assert!((step.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-12, "{filter:?}");
            }
        }
    }

    #[test]
    fn the_order_matters() {
        let cold_first = apply(&[Filter::Temperature(0.1), Filter::TopP(0.6)], &[1.0, 0.8, 0.0], &[]).unwrap();
        let cold_last = apply(&[Filter::TopP(0.6), Filter::Temperature(0.1)], &[1.0, 0.8, 0.0], &[]).unwrap();
        assert_eq!((kept(&cold_first[1]).len(), kept(&cold_last[1]).len()), (1, 2));
        let all = Filters {
            repetition: Some(2.0),
            temperature: Some(0.5),
            top_k: Some(3),
            top_p: Some(0.9),
            min_p: Some(0.1),
        };
        assert!(matches!(
            all.in_order()[..],
            [Filter::Repetition(_), Filter::Temperature(_), Filter::TopK(_), Filter::TopP(_), Filter::MinP(_)]
        ));
    }

    #[test]
    fn each_filter_says_why() {
        let seen = one(Filter::Repetition(2.0), &[1, 2]);
        assert_eq!(seen.after, [0.5, 1.5, -2.0, 3.0, 1.0]);
        assert_eq!(seen.why(1), "seen: 3.000 / 2 = 1.500");
        assert_eq!(seen.why(2), "seen: -1.000 * 2 = -2.000");
        assert_eq!(seen.why(0), "not seen: unchanged");
        assert_eq!(one(Filter::Temperature(0.5), &[]).why(4), "1.000 / 0.5 = 2.000");
        assert_eq!(one(Filter::Temperature(0.0), &[]).why(4), "dropped: 1.000 is below 3.000, the largest logit");
        assert_eq!(one(Filter::Temperature(0.0), &[]).why(1), "kept: the largest logit");
        let twice = apply(&[Filter::TopK(2), Filter::MinP(0.9)], &LOGITS, &[]).unwrap().remove(1);
        assert_eq!(twice.why(0), "dropped by an earlier filter");
        assert_eq!(twice.why(1), "kept: 0.500 is not below 0.450, 0.9 of the largest probability");
        assert_eq!(twice.why(9), "there is no id 9");
        assert_eq!(
            [1, 2, 3, 4, 11, 13, 22, 101].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "13th", "22nd", "101st"]
        );
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused() {
        let nan = f64::NAN;
        for filter in [
            Filter::Repetition(0.0),
            Filter::Temperature(-1.0),
            Filter::Temperature(nan),
            Filter::TopK(0),
            Filter::TopP(0.0),
            Filter::TopP(1.1),
            Filter::MinP(nan),
        ] {
            assert!(apply(&[filter], &LOGITS, &[]).unwrap_err().to_string().contains("must"), "{filter:?}");
        }
        for logits in [[nan, 0.0], [f64::INFINITY, 0.0], [f64::NEG_INFINITY; 2]] {
            assert!(apply(&[], &logits, &[]).is_err());
        }
    }
}
