//! Dropout (Srivastava et al., 2014), section 5.4 of the paper: while training, some elements become 0 and the others grow.
//!
//! Whether a pass trains is a matter of the thread, as it is with the [tape]: inside [`training`] dropout
//! draws from that generator, outside it does nothing. So a model's code is the same for both, and never changes the model.

use std::cell::RefCell;

use crate::tensor::ops::dtype_names;
use crate::tensor::random::Generator;
use crate::tensor::{DType, Element, Error, Leaf, Result, Tensor, budget, tape};

thread_local! {
    static TRAINING: RefCell<Option<Generator>> = const { RefCell::new(None) };
}

/// Dropout of a certain rate.
///
/// ```
/// use glassformer::nn::{Dropout, dropout};
/// use glassformer::tensor::{DType, Tensor, random::Generator};
///
/// let (half, x) = (Dropout::new(0.5), Tensor::ones(&[1000], DType::F32));
/// assert!(half.forward(&x)?.same_bits(&x)); // not training
/// let y = dropout::training(&mut Generator::manual_seed(0), || half.forward(&x))?;
/// assert!(y.to_vec().iter().all(|&y| y == 0.0 || y == 2.0));
/// assert!((450..550).contains(&y.to_vec().iter().filter(|&&y| y == 0.0).count()));
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropout {
    /// The probability of an element to become 0. The others are divided by what is left of 1, so that the mean stays.
    pub rate: f64,
    /// Whether what is dropped of (batch, n, ...) is drawn in the order of (n, batch, ...), as PyTorch draws for what its attention
    /// gives: there the sequence comes first in memory. It matters to who wants PyTorch's very numbers.
    pub sequence_first: bool,
}

impl Dropout {
    /// Never drops anything.
    pub const OFF: Self = Self::new(0.0);

    /// Dropout of that rate.
    pub const fn new(rate: f64) -> Self {
        Self { rate, sequence_first: false }
    }

    /// While [`training`], what so many elements are multiplied with: 0, or what makes up for the zeros.
    ///
    /// # Errors
    /// When the rate is not a probability.
    pub(super) fn factors(self, count: usize) -> Result<Option<Vec<f32>>> {
        if self.rate == 0.0 {
            return Ok(None);
        }
        TRAINING.with_borrow_mut(|generator| {
            let Some(generator) = generator else { return Ok(None) };
            if self.rate >= 1.0 {
                return Ok(Some(vec![0.0; count]));
            }
            Ok(Some(generator.dropout_mask(&[count], self.rate)?.into_raw_vec_and_offset().0))
        })
    }

    /// The tensor itself, or while [`training`] a thinned one of the same shape.
    ///
    /// # Errors
    /// When the rate is not a probability.
    pub fn forward(self, x: &Tensor) -> Result<Tensor> {
        if self.rate == 0.0 {
            return Ok(x.clone());
        }
        if self.rate >= 1.0 && TRAINING.with_borrow(Option::is_some) {
            return nothing_left(x);
        }
        let exchanged = self.sequence_first && x.ndim() > 1;
        let mut shape = x.shape().to_vec();
        if exchanged {
            shape.swap(0, 1);
        }
        let draw = |generator: &mut Option<Generator>| {
            let mask = |generator: &mut Generator| {
                budget::make(&shape)?;
                generator.dropout_mask(&shape, self.rate)
            };
            generator.as_mut().map(mask).transpose()
        };
        match TRAINING.with_borrow_mut(draw)? {
            Some(mut mask) => {
                if exchanged {
                    mask.swap_axes(0, 1);
                }
                if !x.dtype().is_float() {
                    return Err(Error::Value(format!(
                        "result type Float can't be cast to the desired output type {}: dropout scales the elements that it keeps; write x.float() first",
                        dtype_names::scalar(x.dtype())
                    )));
                }
                let mask = mask.as_standard_layout().into_owned();
                let mask = match x.dtype() {
                    // What is left is divided in the dtype of x.
                    DType::F64 => {
                        let grown = 1.0 / (1.0 - self.rate);
                        Tensor::new(f64::array(mask.mapv(|kept| if kept == 0.0 { 0.0 } else { grown })))
                    }
                    _ => Tensor::new(f32::array(mask)),
                };
                x.mul(&tape::leaf(mask, Leaf::Random).to(x.dtype())?)
            }
            None => Ok(x.clone()),
        }
    }
}

/// What dropout of everything leaves of a tensor: zeros. Nothing is drawn for it, as in PyTorch.
///
/// # Errors
/// Never today; the signature is that of every operation.
pub fn nothing_left(x: &Tensor) -> Result<Tensor> {
    x.mul(&Tensor::zeros(&[], x.dtype()))
}

/// Runs a computation in which every dropout draws from this generator, and leaves the generator as the last of them left it.
pub fn training<T>(generator: &mut Generator, compute: impl FnOnce() -> T) -> T {
    let before = TRAINING.replace(Some(generator.clone()));
    let _back = GiveBack { generator, before };
    compute()
}

/// Hands the generator back and what was before, also when the computation panics.
struct GiveBack<'a> {
    generator: &'a mut Generator,
    before: Option<Generator>,
}

impl Drop for GiveBack<'_> {
    fn drop(&mut self) {
        if let Some(used) = TRAINING.replace(self.before.take()) {
            *self.generator = used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::DType;

    #[test]
    fn a_seed_gives_the_same_pass_and_the_generator_goes_on_from_there() {
        let x = Tensor::ones(&[20], DType::F32);
        let twice = |seed| {
            let mut generator = Generator::manual_seed(seed);
            let drop = || Dropout::new(0.3).forward(&x).unwrap().to_vec();
            (training(&mut generator, drop), training(&mut generator, drop))
        };
        assert_eq!(twice(5), twice(5));
        assert_ne!(twice(5).0, twice(5).1);
        let mut plain = Generator::manual_seed(5);
        assert_eq!(twice(5).0[..], plain.dropout_mask(&[20], 0.3).unwrap().mapv(f64::from).into_raw_vec_and_offset().0);
    }

    #[test]
    fn a_pass_within_a_pass_has_its_own_generator_and_afterwards_nothing_is_dropped() {
        let x = Tensor::ones(&[50], DType::F32);
        let drop = || Dropout::new(0.5).forward(&x).unwrap();
        let (mut outer, mut inner) = (Generator::manual_seed(1), Generator::manual_seed(2));
        let (first, second) = training(&mut outer, || (training(&mut inner, drop), drop()));
        assert!(first.same_bits(&training(&mut Generator::manual_seed(2), drop)));
        assert!(second.same_bits(&training(&mut Generator::manual_seed(1), drop)));
        assert!(drop().same_bits(&x));
    }

    #[test]
    fn the_order_of_drawing_can_be_that_of_a_sequence_before_its_batch() {
        let drop = |dropout: Dropout, shape: &[usize]| {
            let x = Tensor::ones(shape, DType::F32);
            training(&mut Generator::manual_seed(4), || dropout.forward(&x).unwrap())
        };
        let exchanged = drop(Dropout { sequence_first: true, ..Dropout::new(0.5) }, &[2, 3, 4]);
        assert!(exchanged.transpose(0, 1).unwrap().same_bits(&drop(Dropout::new(0.5), &[3, 2, 4])));
    }

    #[test]
    fn what_was_dropped_hands_back_no_gradient() {
        let ((x, y), tape) = tape::record(|| {
            let x = tape::leaf(Tensor::ones(&[30], DType::F64), Leaf::Literal);
            let y = training(&mut Generator::manual_seed(3), || Dropout::new(0.5).forward(&x).unwrap());
            (x, y)
        });
        let gradient = tape.gradients(&y).unwrap().of(&x).unwrap().to_vec();
        assert_eq!(gradient, y.to_vec());
    }
}
