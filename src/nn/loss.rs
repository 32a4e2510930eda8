//! What training makes small: the cross-entropy between what a model says and what is right, section 5.4 of the paper.
//!
//! With *label smoothing* what is right is not one word with certainty: a little of the probability, ε, is spread over the others, so
//! that a model is not driven to be ever more certain. Two meanings of that are current ([`Smoothing`]), and they give different
//! numbers for the same model:
//!
//! | | PyTorch's `label_smoothing` | The Annotated Transformer |
//! |---|---|---|
//! | spread over | all V classes, the right one and the padding's, too | the V-2 that are neither right nor padding |
//! | the right class gets | 1 - ε + ε/V | 1 - ε |
//! | the loss is | the cross-entropy | the Kullback–Leibler divergence: less by the entropy of what is wanted |
//! | a perfect model has | a loss above 0 | a loss of 0 |
//!
//! The gradients are of the same form, softmax of the logits minus what is wanted.

use std::sync::Arc;

use crate::tensor::ops::fused::{self, cross_entropy::Spread};
use crate::tensor::{Array, DType, Error, Leaf, Result, Tensor, tape};

/// How ε is spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Smoothing {
    /// As `F.cross_entropy(label_smoothing=ε)`: over all classes.
    #[default]
    PyTorch,
    /// As the `LabelSmoothing` of the Annotated Transformer: over all but the right class and the padding's, with the divergence.
    Annotated,
}

/// How the losses of many places become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// Their mean over the places that count; not a number when none does, as in PyTorch.
    #[default]
    Mean,
    /// Their sum.
    Sum,
}

/// The cross-entropy.
///
/// ```
/// use glassformer::nn::CrossEntropy;
/// use glassformer::tensor::Tensor;
///
/// let logits = Tensor::from_f32(&[2, 3], vec![0.0, 0.0, 0.0, 5.0, 1.0, 2.0])?;
/// let loss = CrossEntropy { ignore: Some(0), ..CrossEntropy::default() };
/// let padded = Tensor::from_i64(&[2], vec![2, 0])?; // the second place is padding
/// assert_eq!(format!("{:.4}", loss.forward(&logits, &padded)?.item()?), "1.0986"); // ln 3: no idea of three
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrossEntropy {
    /// ε: 0.1 in the paper, 0 for none.
    pub smoothing: f64,
    /// How it is spread.
    pub meaning: Smoothing,
    /// The class of the padding. Places where it is wanted count for nothing: `ignore_index` of PyTorch.
    pub ignore: Option<i64>,
    /// What becomes of the places.
    pub reduction: Reduction,
}

impl CrossEntropy {
    /// The loss of logits (..., classes) where these classes, (...), are right: one number.
    ///
    /// # Errors
    /// When the targets are not whole numbers of the logits' shape without its last axis, or a class does not exist.
    pub fn forward(&self, logits: &Tensor, targets: &Tensor) -> Result<Tensor> {
        self.among(self.count(targets), logits, targets)
    }

    /// What these places add to the loss of `places` that count, of which they are some: the losses of all parts sum to the whole's.
    pub(super) fn among(&self, places: usize, logits: &Tensor, targets: &Tensor) -> Result<Tensor> {
        let classes = fitting(logits, targets)?;
        let least = self.least(self.count(targets), classes);
        let loss = if fused::is_wanted([logits]) {
            fused::cross_entropy::cross_entropy(logits, self.right_classes(targets, classes)?, self.spread(classes))?
        } else {
            let wanted = self.wanted(targets, classes)?.to(logits.dtype())?;
            let wanted = tape::leaf(wanted, Leaf::Given(Arc::from("wanted")));
            let log_probs = logits.log_softmax(-1)?;
            tape::name(&log_probs, "log_probs");
            wanted.mul(&log_probs)?.sum(&[], false)?.neg()?
        };
        let loss = match self.meaning {
            Smoothing::PyTorch => loss,
            Smoothing::Annotated => {
                let least = Tensor::number(least).to(logits.dtype())?;
                loss.sub(&tape::leaf(least, Leaf::Given(Arc::from("entropy"))))?
            }
        };
        let loss = match self.reduction {
            Reduction::Mean => loss.div(&Tensor::number(places as f64))?,
            Reduction::Sum => loss,
        };
        tape::name(&loss, "loss");
        Ok(loss)
    }

    /// The probabilities that a perfect model would give to these targets, (...): (..., classes), float32. Rows of padding are 0.
    ///
    /// # Errors
    /// When a target is not one of the classes.
    pub fn wanted(&self, targets: &Tensor, classes: usize) -> Result<Tensor> {
        let (mut rows, spread) = (vec![0.0; targets.len() * classes], self.spread(classes));
        for (row, right) in rows.chunks_exact_mut(classes.max(1)).zip(self.right_classes(targets, classes)?) {
            if let Some(right) = right {
                spread.fill(row, right);
            }
        }
        Tensor::from_f32(&[targets.shape(), &[classes]].concat(), rows)
    }

    /// How the probability is spread over so many classes.
    fn spread(&self, classes: usize) -> Spread {
        let count = classes as f64;
        let padding = self.ignore.and_then(|class| usize::try_from(class).ok()).filter(|&class| class < classes);
        match self.meaning {
            Smoothing::PyTorch => {
                let others = self.smoothing / count;
                Spread { right: (1.0 - self.smoothing + others) as f32, others: others as f32, hidden: None }
            }
            Smoothing::Annotated => {
                let others = count - 1.0 - f64::from(u8::from(padding.is_some()));
                // Where there are none, nothing is spread.
                let others = if others > 0.0 { self.smoothing / others } else { 0.0 };
                Spread { right: (1.0 - self.smoothing) as f32, others: others as f32, hidden: padding }
            }
        }
    }

    /// The least that the cross-entropy of so many places can be, where the divergence is meant: 0 otherwise.
    fn least(&self, places: usize, classes: usize) -> f64 {
        match self.meaning {
            Smoothing::PyTorch => 0.0,
            Smoothing::Annotated => places as f64 * self.spread(classes).entropy(classes),
        }
    }

    /// The right class of each target; `None` where the place does not count.
    fn right_classes(&self, targets: &Tensor, classes: usize) -> Result<Vec<Option<usize>>> {
        let right = |target: f64| {
            let class = target as i64;
            if self.ignore == Some(class) {
                return Ok(None);
            }
            let right = usize::try_from(class).ok().filter(|&class| class < classes);
            right.map(Some).ok_or_else(|| {
                Error::Value(format!(
                    "the loss: there is no class {class}; there are {classes} classes, 0 to {}",
                    classes - 1
                ))
            })
        };
        targets.to_vec().into_iter().map(right).collect()
    }

    /// At how many of the places that count the right class has the largest logit.
    ///
    /// # Errors
    /// When the logits have no axes.
    pub fn right(&self, logits: &Tensor, targets: &Tensor) -> Result<usize> {
        let classes = fitting(logits, targets)?;
        let rights = self.right_classes(targets, classes)?;
        if let Array::F32(values) = logits.array()
            && let Some(values) = values.as_slice()
        {
            let rows = values.chunks_exact(classes.max(1)).zip(rights);
            return Ok(rows.filter(|&(row, right)| right.is_some_and(|right| is_first_largest(row, right))).count());
        }
        let said = tape::pause(|| logits.argmax(-1, false))?.to_vec();
        Ok(said.into_iter().zip(rights).filter(|&(said, right)| right == Some(said as usize)).count())
    }

    /// How many places count.
    pub fn count(&self, targets: &Tensor) -> usize {
        targets.to_vec().iter().filter(|&&target| self.ignore != Some(target as i64)).count()
    }
}

/// Whether a place is the first with the largest number of a row.
fn is_first_largest(row: &[f32], place: usize) -> bool {
    let (before, after) = row.split_at(place);
    let Some((top, after)) = after.split_first() else { return false };
    before.iter().all(|x| x < top) && after.iter().all(|x| x <= top)
}

/// How many classes there are.
fn fitting(logits: &Tensor, targets: &Tensor) -> Result<usize> {
    match logits.shape().split_last() {
        Some((&classes, places)) if places == targets.shape() && targets.dtype() == DType::I64 => Ok(classes),
        _ => Err(Error::Value(format!(
            "the loss: the targets are {} {}, but must be integers with the shape of the logits, {}, without its last axis",
            targets.dtype(),
            targets.shape_text(),
            logits.shape_text()
        ))),
    }
}

/// How many equally likely words a model hesitates between, given its mean cross-entropy without smoothing: e to its power.
pub fn perplexity(loss: f64) -> f64 {
    loss.exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_spread_as_each_meaning_says() {
        let targets = Tensor::from_i64(&[2], vec![2, 0]).unwrap();
        let wanted = |meaning| {
            let loss = CrossEntropy { smoothing: 0.1, meaning, ignore: Some(0), ..CrossEntropy::default() };
            loss.wanted(&targets, 4).unwrap().to_vec().iter().map(|p| format!("{p:.3}")).collect::<Vec<_>>()
        };
        assert_eq!(wanted(Smoothing::PyTorch)[..4], ["0.025", "0.025", "0.925", "0.025"]);
        assert_eq!(wanted(Smoothing::Annotated)[..4], ["0.000", "0.050", "0.900", "0.050"]);
        assert_eq!(wanted(Smoothing::PyTorch)[4..], ["0.000"; 4]);
        let alone = CrossEntropy { smoothing: 0.3, meaning: Smoothing::Annotated, ..CrossEntropy::default() };
        let row: Vec<String> = alone.wanted(&targets, 4).unwrap().to_vec().iter().map(|p| format!("{p:.1}")).collect();
        assert_eq!(row, ["0.1", "0.1", "0.7", "0.1", "0.7", "0.1", "0.1", "0.1"]);
    }

    #[test]
    fn targets_that_do_not_fit_are_refused_with_their_shape() {
        let logits = Tensor::zeros(&[2, 3], DType::F32);
        let refused = |targets: Tensor| CrossEntropy::default().forward(&logits, &targets).unwrap_err().to_string();
        assert!(refused(Tensor::from_i64(&[3], vec![0; 3]).unwrap()).contains("[3]"));
        assert!(refused(Tensor::zeros(&[2], DType::F32)).contains("float32"));
        assert_eq!(
            refused(Tensor::from_i64(&[2], vec![1, 3]).unwrap()),
            "the loss: there is no class 3; there are 3 classes, 0 to 2"
        );
        assert!(refused(Tensor::from_i64(&[2], vec![1, -1]).unwrap()).contains("no class -1"));
    }

    #[test]
    fn a_batch_in_which_nothing_counts_has_no_mean() {
        let loss = CrossEntropy { ignore: Some(1), ..CrossEntropy::default() };
        let targets = Tensor::from_i64(&[2], vec![1, 1]).unwrap();
        let logits = Tensor::zeros(&[2, 3], DType::F32);
        assert!(loss.forward(&logits, &targets).unwrap().item().unwrap().is_nan());
        let sum = CrossEntropy { reduction: Reduction::Sum, ..loss };
        assert!(sum.forward(&logits, &targets).unwrap().item().unwrap().abs() < f64::EPSILON);
    }
}
