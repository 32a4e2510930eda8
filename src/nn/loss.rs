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

use crate::tensor::{DType, Error, Leaf, Result, Tensor, tape};

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
        let wanted = self.wanted(targets, classes)?.to(logits.dtype())?;
        let entropy = self.entropy(&wanted)?;
        let wanted = tape::leaf(wanted, Leaf::Given(Arc::from("wanted")));
        let log_probs = logits.log_softmax(-1)?;
        tape::name(&log_probs, "log_probs");
        let loss = wanted.mul(&log_probs)?.sum(&[], false)?.neg()?;
        let loss = match self.meaning {
            Smoothing::PyTorch => loss,
            Smoothing::Annotated => loss.sub(&tape::leaf(entropy, Leaf::Given(Arc::from("entropy"))))?,
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
        let mut rows = vec![0.0; targets.len() * classes];
        for (row, target) in rows.chunks_exact_mut(classes.max(1)).zip(targets.to_vec()) {
            let class = target as i64;
            if self.ignore == Some(class) {
                continue;
            }
            let right = usize::try_from(class).ok().filter(|&class| class < classes);
            let right = right.ok_or_else(|| {
                Error::Value(format!(
                    "the loss: there is no class {class}; there are {classes}, from 0 to {}",
                    classes - 1
                ))
            })?;
            self.spread(row, right);
        }
        Tensor::from_f32(&[targets.shape(), &[classes]].concat(), rows)
    }

    fn spread(&self, row: &mut [f32], right: usize) {
        let classes = row.len() as f64;
        let padding = self.ignore.and_then(|class| usize::try_from(class).ok()).filter(|&class| class < row.len());
        match self.meaning {
            Smoothing::PyTorch => {
                row.fill((self.smoothing / classes) as f32);
                row[right] = (1.0 - self.smoothing + self.smoothing / classes) as f32;
            }
            Smoothing::Annotated => {
                let others = classes - 1.0 - f64::from(u8::from(padding.is_some()));
                row.fill((self.smoothing / others) as f32);
                if let Some(padding) = padding {
                    row[padding] = 0.0;
                }
                row[right] = (1.0 - self.smoothing) as f32;
            }
        }
    }

    /// The sum of p ln p over what is wanted, turned round: the least that a cross-entropy can be.
    fn entropy(&self, wanted: &Tensor) -> Result<Tensor> {
        let terms = wanted.to_vec().into_iter().filter(|&p| p > 0.0).map(|p| -p * p.ln());
        Tensor::number(if self.meaning == Smoothing::Annotated { terms.sum() } else { 0.0 }).to(wanted.dtype())
    }

    /// At how many of the places that count the right class has the largest logit.
    ///
    /// # Errors
    /// When the logits have no axes.
    pub fn right(&self, logits: &Tensor, targets: &Tensor) -> Result<usize> {
        let said = tape::pause(|| logits.argmax(-1, false))?.to_vec();
        let agree = |(said, target): (f64, f64)| self.ignore != Some(target as i64) && said as i64 == target as i64;
        Ok(said.into_iter().zip(targets.to_vec()).filter(|&pair| agree(pair)).count())
    }

    /// How many places count.
    pub fn count(&self, targets: &Tensor) -> usize {
        targets.to_vec().iter().filter(|&&target| self.ignore != Some(target as i64)).count()
    }
}

/// How many classes there are.
fn fitting(logits: &Tensor, targets: &Tensor) -> Result<usize> {
    match logits.shape().split_last() {
        Some((&classes, places)) if places == targets.shape() && targets.dtype() == DType::I64 => Ok(classes),
        _ => Err(Error::Value(format!(
            "the loss: the targets are {} {}, and must be whole numbers of the shape of the logits, {}, without its last axis",
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
            "the loss: there is no class 3; there are 3, from 0 to 2"
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
