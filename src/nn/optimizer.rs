//! Adam (Kingma and Ba, 2015), which the paper trains with (section 5.3), and `AdamW` (Loshchilov and Hutter, 2019), by PyTorch's
//! exact formulas.
//!
//! Each number that is learned goes its own pace: a running mean of its gradients, m, says where to, and a running mean of their
//! squares, v, how unsteady they have been. Both begin at 0 and are too small at first, by the factors `1 - β^t`.
//!
//! ```text
//! m = β₁ m + (1 - β₁) g          v = β₂ v + (1 - β₂) g²
//! w = w - rate / (1 - β₁^t) · m / (√v / √(1 - β₂^t) + ε)
//! ```

use super::parameters::Named;
use crate::tensor::backend::{parallel, simd};
use crate::tensor::{Error, Result, Tensor};

/// What stays the same from update to update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// How much of the two running means is kept at each update. (0.9, 0.98) in the paper, (0.9, 0.999) in PyTorch unless said.
    pub betas: (f64, f64),
    /// What keeps the division from failing. 1e-9 in the paper, 1e-8 in PyTorch.
    pub eps: f64,
    /// How strongly each number is pulled towards 0.
    pub weight_decay: f64,
    /// How it is pulled.
    pub decay: Decay,
}

/// Where weight decay enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decay {
    /// `torch.optim.Adam`: the decay is part of the gradient, and so of both running means.
    #[default]
    InGradient,
    /// `torch.optim.AdamW`: the number itself shrinks before the update, by `rate · decay` of itself.
    Decoupled,
}

impl Default for Adam {
    /// The paper's, section 5.3.
    fn default() -> Self {
        Self { betas: (0.9, 0.98), eps: 1e-9, weight_decay: 0.0, decay: Decay::InGradient }
    }
}

/// What changes: how many updates there have been, and the running means of each parameter, in the model's order.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    /// How many updates there have been, t.
    pub updates: u64,
    /// m: running means of the gradients, row by row.
    pub first: Vec<Vec<f32>>,
    /// v: running means of their squares.
    pub second: Vec<Vec<f32>>,
}

/// The numbers of one update, in the precision in which they are applied.
#[derive(Clone, Copy)]
struct Update {
    keep: f32,
    take: f32,
    keep_square: f32,
    take_square: f32,
    /// √(1 - β₂^t)
    correction: f32,
    /// rate / (1 - β₁^t)
    pace: f32,
    eps: f32,
    /// Of the gradient, and of the number itself.
    decay: f32,
    shrink: f32,
}

impl Adam {
    /// `torch.optim.AdamW` with that decay and otherwise the paper's numbers.
    pub fn decoupled(weight_decay: f64) -> Self {
        Self { weight_decay, decay: Decay::Decoupled, ..Self::default() }
    }

    /// One update of every parameter, given its gradient, at this learning rate. Where there is no gradient nothing moves.
    ///
    /// # Errors
    /// When there are not as many gradients as parameters, or one has another size than its parameter.
    pub fn update(
        &self,
        moments: &mut Moments,
        parameters: Named<'_>,
        gradients: &[Option<Vec<f32>>],
        rate: f64,
    ) -> Result<()> {
        let sizes: Vec<usize> = parameters.iter().map(|(_, parameter)| parameter.len()).collect();
        moments.prepare(&sizes)?;
        let fits = |(size, gradient): (&usize, &Option<Vec<f32>>)| gradient.as_ref().is_none_or(|g| g.len() == *size);
        if gradients.len() != sizes.len() || !sizes.iter().zip(gradients).all(fits) {
            let count = gradients.len();
            return Err(Error::Value(format!("Adam: got {count} gradients for {} parameters", sizes.len())));
        }
        moments.updates += 1;
        let numbers = self.numbers(moments.updates, rate);
        let moments = moments.first.iter_mut().zip(&mut moments.second);
        let mut all: Vec<_> = parameters.into_iter().zip(gradients).zip(moments).collect();
        parallel::for_each(&mut all, sizes.iter().sum(), |(((_, parameter), gradient), (first, second))| {
            let Some(gradient) = gradient else { return };
            let shape = parameter.shape().to_vec();
            // Taken out, so that they are changed where they lie.
            let mut values = std::mem::replace(*parameter, Tensor::number(0.0)).into_f32();
            numbers.apply(&mut values, gradient, first, second);
            if let Ok(updated) = Tensor::from_f32(&shape, values) {
                **parameter = updated;
            }
        });
        Ok(())
    }

    /// How far the newest update, at this learning rate, moved each parameter, as the length of the difference. It is read from the
    /// running means, so that nothing need be kept for it; a parameter without a gradient at that update counts as if it had had one.
    pub fn update_lengths(&self, moments: &Moments, parameters: &Named<'_>, rate: f64) -> Vec<f64> {
        if moments.updates == 0 {
            return vec![0.0; parameters.len()];
        }
        let numbers = self.numbers(moments.updates, rate);
        let moments = moments.first.iter().zip(&moments.second);
        let lengths = parameters.iter().zip(moments).map(|((_, parameter), (first, second))| {
            let values = parameter.to_f32();
            let moved = values.iter().zip(first).zip(second).map(|((w, m), v)| numbers.moved(*w, *m, *v).powi(2));
            moved.sum::<f64>().sqrt()
        });
        lengths.collect()
    }

    fn numbers(&self, updates: u64, rate: f64) -> Update {
        let (beta, beta_square) = self.betas;
        let power = |beta: f64| beta.powf(updates as f64);
        let (in_gradient, decoupled) = match self.decay {
            Decay::InGradient => (self.weight_decay, 0.0),
            Decay::Decoupled => (0.0, self.weight_decay),
        };
        Update {
            keep: beta as f32,
            take: (1.0 - beta) as f32,
            keep_square: beta_square as f32,
            take_square: (1.0 - beta_square) as f32,
            correction: (1.0 - power(beta_square)).sqrt() as f32,
            pace: (rate / (1.0 - power(beta))) as f32,
            eps: self.eps as f32,
            decay: in_gradient as f32,
            shrink: (1.0 - rate * decoupled) as f32,
        }
    }
}

impl Update {
    /// How far it has moved a number that is `w` after it.
    fn moved(self, w: f32, m: f32, v: f32) -> f64 {
        let step = f64::from(self.pace * m / (self.eps + v.sqrt() / self.correction));
        let before = (f64::from(w) + step) / f64::from(self.shrink);
        before - f64::from(w)
    }

    /// Changes the numbers of one parameter and its moments in place.
    fn apply(self, values: &mut [f32], gradient: &[f32], first: &mut [f32], second: &mut [f32]) {
        simd::dispatch::<f32, _>(
            #[inline(always)]
            || {
                for (((w, &g), m), v) in values.iter_mut().zip(gradient).zip(first).zip(second) {
                    let g = g + self.decay * *w;
                    // PyTorch's lerp: the same as β₁ m + (1 - β₁) g, rounded otherwise; from a half on it counts from the other end.
                    *m = if self.take < 0.5 { *m + self.take * (g - *m) } else { g - (g - *m) * self.keep };
                    *v = *v * self.keep_square + self.take_square * g * g;
                    *w = *w * self.shrink - self.pace * *m / (v.sqrt() / self.correction + self.eps);
                }
            },
        );
    }
}

impl Moments {
    /// Zeros at the first update; later they must fit.
    fn prepare(&mut self, sizes: &[usize]) -> Result<()> {
        if self.updates == 0 && self.first.is_empty() && self.second.is_empty() {
            self.first = sizes.iter().map(|&size| vec![0.0; size]).collect();
            self.second.clone_from(&self.first);
        }
        let fit = |moments: &[Vec<f32>]| moments.iter().map(Vec::len).eq(sizes.iter().copied());
        if fit(&self.first) && fit(&self.second) {
            return Ok(());
        }
        Err(Error::Value("Adam: the running means belong to another model".to_owned()))
    }
}

/// Shortens gradients that are longer than `largest` together, to that length: `clip_grad_norm_` of PyTorch. Gives the length that they
/// had.
///
/// A length that is not finite cannot be mended by shortening; everything then becomes not a number, as in PyTorch.
pub fn clip(gradients: &mut [Option<Vec<f32>>], largest: f64) -> f64 {
    let length = norm(gradients);
    let factor = (largest / (length + 1e-6)).min(1.0);
    if factor < 1.0 || factor.is_nan() {
        for gradient in gradients.iter_mut().flatten().flatten() {
            *gradient *= factor as f32;
        }
    }
    length
}

/// The length of all gradients together: the root of the sum of all squares.
pub fn norm(gradients: &[Option<Vec<f32>>]) -> f64 {
    together(&lengths(gradients))
}

/// The length of each gradient; 0 where there is none.
pub fn lengths(gradients: &[Option<Vec<f32>>]) -> Vec<f64> {
    let elements = gradients.iter().flatten().map(Vec::len).sum();
    let mut lengths: Vec<_> = gradients.iter().map(|gradient| (gradient, 0.0)).collect();
    parallel::for_each(&mut lengths, elements, |(gradient, length)| {
        *length = gradient.as_ref().map_or(0.0, |gradient| squares(gradient).sqrt());
    });
    lengths.into_iter().map(|(_, length)| length).collect()
}

/// The length of gradients together that have these lengths.
pub(super) fn together(lengths: &[f64]) -> f64 {
    lengths.iter().map(|length| length * length).sum::<f64>().sqrt()
}

/// The sum of the squares, several running sums side by side.
fn squares(values: &[f32]) -> f64 {
    let mut sums = [0.0; 8];
    let (chunks, rest) = values.as_chunks::<8>();
    simd::dispatch::<f32, _>(
        #[inline(always)]
        || {
            for chunk in chunks {
                sums.iter_mut().zip(chunk).for_each(|(sum, &x)| *sum += f64::from(x) * f64::from(x));
            }
        },
    );
    sums.iter().sum::<f64>() + rest.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some updates of two numbers with the gradient (0.5, -2).
    fn updated(adam: Adam, count: usize) -> Vec<f64> {
        let (mut w, mut moments) = (Tensor::from_f32(&[2], vec![1.0, -3.0]).unwrap(), Moments::default());
        for _ in 0..count {
            adam.update(&mut moments, vec![("w".to_owned(), &mut w)], &[Some(vec![0.5, -2.0])], 0.1).unwrap();
        }
        w.to_vec()
    }

    fn assert_near(got: &[f64], want: [f64; 2]) {
        assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?} {want:?}");
    }

    #[test]
    fn a_steady_gradient_moves_by_the_rate_whatever_its_size() {
        assert_near(&updated(Adam::default(), 1), [0.9, -2.9]);
        assert_near(&updated(Adam::default(), 3), [0.7, -2.7]);
    }

    /// From `torch.optim.Adam(weight_decay=0.1)` and `AdamW(weight_decay=0.1)`, betas (0.9, 0.98), eps 1e-9, two steps of 0.1.
    #[test]
    fn decay_is_in_the_gradient_or_beside_it() {
        let adam = Adam { weight_decay: 0.1, ..Adam::default() };
        assert_near(&updated(adam, 2), [0.800_039_23, -2.800_009_49]);
        assert_near(&updated(Adam::decoupled(0.1), 2), [0.781_1, -2.741_3]);
    }

    #[test]
    fn update_lengths_are_those_of_the_update() {
        let in_gradient = Adam { weight_decay: 0.1, ..Adam::default() };
        for adam in [Adam::default(), in_gradient, Adam::decoupled(0.1)] {
            let (mut w, mut moments) = (Tensor::from_f32(&[2], vec![1.0, -3.0]).unwrap(), Moments::default());
            assert_eq!(adam.update_lengths(&moments, &vec![("w".to_owned(), &mut w)], 0.1), [0.0]);
            for gradient in [vec![0.5, -2.0], vec![-1.0, 0.3]] {
                let before = w.to_vec();
                adam.update(&mut moments, vec![("w".to_owned(), &mut w)], &[Some(gradient)], 0.1).unwrap();
                let moved: f64 = w.to_vec().iter().zip(before).map(|(now, before)| (now - before).powi(2)).sum();
                let read = adam.update_lengths(&moments, &vec![("w".to_owned(), &mut w)], 0.1);
                assert!((read[0] - moved.sqrt()).abs() < 1e-5, "{read:?} {}", moved.sqrt());
            }
        }
    }

    #[test]
    fn what_has_no_gradient_stays() {
        let (mut a, mut b) = (Tensor::from_f32(&[1], vec![1.0]).unwrap(), Tensor::from_f32(&[1], vec![1.0]).unwrap());
        let mut moments = Moments::default();
        let named = vec![("a".to_owned(), &mut a), ("b".to_owned(), &mut b)];
        Adam::default().update(&mut moments, named, &[None, Some(vec![1.0])], 0.5).unwrap();
        assert_near(&[a.at(&[0]), b.at(&[0])], [1.0, 0.5]);
    }

    #[test]
    fn moments_of_another_model_are_refused() {
        let mut w = Tensor::from_f32(&[2], vec![0.0; 2]).unwrap();
        let mut other = Moments { updates: 3, first: vec![vec![0.0; 3]], second: vec![vec![0.0; 3]] };
        assert!(Adam::default().update(&mut other, vec![("w".to_owned(), &mut w)], &[None], 0.1).is_err());
        let mut fresh = Moments::default();
        assert!(Adam::default().update(&mut fresh, vec![("w".to_owned(), &mut w)], &[], 0.1).is_err());
        let long = [Some(vec![0.0; 3])];
        assert!(Adam::default().update(&mut fresh, vec![("w".to_owned(), &mut w)], &long, 0.1).is_err());
    }

    #[test]
    fn gradients_are_shortened_together_and_never_lengthened() {
        let mut gradients = vec![Some(vec![3.0, 0.0]), None, Some(vec![-4.0])];
        assert!((clip(&mut gradients, 10.0) - 5.0).abs() < 1e-12);
        assert_eq!(gradients, [Some(vec![3.0, 0.0]), None, Some(vec![-4.0])]);
        assert!((clip(&mut gradients, 1.0) - 5.0).abs() < 1e-12);
        assert!((norm(&gradients) - 1.0).abs() < 1e-6);
        assert!((gradients[2].as_ref().unwrap()[0] + 0.8).abs() < 1e-6);
    }
}
