//! A batch in parts, each of which a thread can learn from by itself.
//!
//! Where hidden keys get no weight and padding does not count, which is nearly always, a part is [packed](crate::nn::packed): it has no
//! padding, and its pass keeps a tape without reasons. Where a loss is not a number, the pass is done again with them.

use super::fault::Born;
use super::{Batch, pass_among};
use crate::nn::packed::PackedIds;
use crate::nn::{Config, CrossEntropy, Parameters, Transformer, batch, dropout};
use crate::tensor::random::Generator;
use crate::tensor::{Result, Tensor, tape};

/// Into how many parts a batch is taken apart. Always as many, however many threads there are: so their number does not change a bit
/// of what is learned.
const PARTS: usize = 2;

/// Some examples of a batch.
#[derive(Debug)]
pub(super) enum BatchPart {
    /// Without padding.
    Packed(Vec<TokenPair>),
    /// As they were given.
    Padded(Batch),
}

/// A pair without its padding.
#[derive(Clone, Debug)]
pub(super) struct TokenPair {
    src: Vec<i64>,
    given: Vec<i64>,
    wanted: Vec<i64>,
}

/// What a pass over a part gave.
#[derive(Debug)]
pub(super) struct PartPass {
    /// What it adds to the loss.
    pub(super) loss: f64,
    /// How many words the model held for the likeliest that were right.
    pub(super) right: usize,
    /// The gradient of each parameter.
    pub(super) gradients: Vec<Option<Tensor>>,
    /// Where numbers stopped being numbers.
    pub(super) born: Option<Born>,
}

impl BatchPart {
    /// The parts of a batch.
    pub(super) fn all(batch: &Batch, config: &Config, loss: &CrossEntropy) -> Result<Vec<Self>> {
        let packs = loss.ignore == Some(config.pad) && config.design.masking().hides();
        let examples = if packs { TokenPair::all(batch, config.pad) } else { None };
        match examples {
            Some(examples) => Ok(balanced(examples).into_iter().map(Self::Packed).collect()),
            None => padded(batch),
        }
    }

    /// The pass over a part of a batch in which so many places count. All that drops out is drawn from `random`.
    pub(super) fn pass(
        &self,
        places: usize,
        model: &Transformer,
        loss: &CrossEntropy,
        random: &Generator,
    ) -> Result<PartPass> {
        match self {
            Self::Packed(examples) => {
                let learned = drawing(random, || packed_pass(places, model, examples, loss))?;
                if learned.loss.is_finite() {
                    return Ok(learned);
                }
                let batch = together(examples, model.config.pad)?;
                let born = drawing(random, || pass_among(places, model, &batch, loss))?.born;
                Ok(PartPass { born, ..learned })
            }
            Self::Padded(batch) => {
                let pass = drawing(random, || pass_among(places, model, batch, loss))?;
                let right = loss.right(&pass.logits, &batch.wanted)?;
                Ok(PartPass { loss: pass.loss, right, gradients: pass.gradients, born: pass.born })
            }
        }
    }
}

/// Computes with the dropouts that a copy of this generator draws.
fn drawing<T>(random: &Generator, compute: impl FnOnce() -> T) -> T {
    dropout::training(&mut random.clone(), compute)
}

impl TokenPair {
    /// The examples of a batch; `None` where one cannot do without padding: there is some within a sequence, or nothing else in a source.
    fn all(batch: &Batch, pad: i64) -> Option<Vec<Self>> {
        let [src, given, wanted] = [&batch.src, &batch.given, &batch.wanted].map(|ids| {
            let length = ids.shape().last().copied().unwrap_or(0);
            ids.whole_numbers().chunks(length.max(1)).map(<[i64]>::to_vec).collect::<Vec<_>>()
        });
        let without = |mut ids: Vec<i64>| {
            let length = ids.iter().rposition(|&id| id != pad).map_or(0, |last| last + 1);
            ids.truncate(length);
            (!ids.contains(&pad)).then_some(ids)
        };
        let example = |((src, mut given), wanted): ((Vec<i64>, Vec<i64>), Vec<i64>)| {
            let (src, wanted) = (without(src)?, without(wanted)?);
            // What is given further on leads to nothing that counts.
            given.truncate(wanted.len());
            (!src.is_empty() && !given.contains(&pad)).then_some(Self { src, given, wanted })
        };
        src.into_iter().zip(given).zip(wanted).map(example).collect()
    }

    /// About how much work it is.
    fn work(&self) -> usize {
        self.src.len() + self.wanted.len()
    }
}

/// Examples in parts of about the same work: the longest first, each to the part that has the least so far.
fn balanced(mut examples: Vec<TokenPair>) -> Vec<Vec<TokenPair>> {
    let mut parts = vec![(0, Vec::new()); PARTS.min(examples.len()).max(1)];
    examples.sort_by_key(|example| std::cmp::Reverse(example.work()));
    for example in examples {
        if let Some((work, part)) = parts.iter_mut().min_by_key(|(work, _)| *work) {
            *work += example.work();
            part.push(example);
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// The batch in parts, one after the other, as even as can be.
fn padded(batch: &Batch) -> Result<Vec<BatchPart>> {
    let count = batch.src.shape().first().copied().unwrap_or(0);
    let parts = PARTS.min(count).max(1);
    let part = |number: usize| {
        let (start, end) = (number * count / parts, (number + 1) * count / parts);
        let rows = |ids: &Tensor| ids.narrow(0, start, end - start);
        Ok(BatchPart::Padded(Batch {
            src: rows(&batch.src)?,
            given: rows(&batch.given)?,
            wanted: rows(&batch.wanted)?,
        }))
    };
    (0..parts).map(part).collect()
}

/// Examples side by side again, padded.
fn together(examples: &[TokenPair], pad: i64) -> Result<Batch> {
    let side = |of: fn(&TokenPair) -> &Vec<i64>| {
        batch::pad(&examples.iter().map(|example| of(example).clone()).collect::<Vec<_>>(), pad)
    };
    Ok(Batch { src: side(|one| &one.src)?, given: side(|one| &one.given)?, wanted: side(|one| &one.wanted)? })
}

/// The pass over examples without padding.
fn packed_pass(places: usize, model: &Transformer, examples: &[TokenPair], loss: &CrossEntropy) -> Result<PartPass> {
    let side = |of: fn(&TokenPair) -> &Vec<i64>| PackedIds::new(examples.iter().map(|example| of(example).as_slice()));
    let (src, given) = (side(|one| &one.src), side(|one| &one.given));
    let wanted = side(|one| &one.wanted).ids()?;
    let (forward, tape) = tape::record_for_gradients(|| {
        let mut model = model.clone();
        for (name, parameter) in model.parameters() {
            *parameter = tape::parameter(parameter.clone(), &name);
        }
        let logits = model.packed_logits(&src, &given)?;
        let loss = loss.among(places, &logits, &wanted)?;
        Ok((logits, loss))
    });
    let (logits, value) = forward?;
    let right = loss.right(&logits, &wanted)?;
    let loss = value.item()?;
    Ok(PartPass { loss, right, gradients: tape.into_gradients_of_leaves(&value)?, born: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::loss::{Reduction, Smoothing};
    use crate::nn::{Edition, Parameters};

    const PAIRS: [(&[i64], &[i64]); 4] =
        [(&[3, 4, 5, 6, 7], &[5, 6, 2]), (&[4], &[7, 2]), (&[5, 3], &[3, 4, 6, 7, 4, 2]), (&[6, 6, 2], &[2])];

    fn batch(pairs: &[(&[i64], &[i64])]) -> Batch {
        let pairs: Vec<_> = pairs.iter().map(|(src, wanted)| (src.to_vec(), wanted.to_vec())).collect();
        Batch::of(&pairs, 0, 1).unwrap()
    }

    fn model(edition: Edition) -> Transformer {
        let config = Config { d_model: 12, heads: 2, d_ff: 20, enc_layers: 2, dec_layers: 2, ..Config::of(edition) };
        let config = Config { v_src: 8, v_tgt: 8, max_len: 16, dropout: 0.0, ..config };
        Transformer::new(&config, &mut Generator::manual_seed(5)).unwrap()
    }

    fn loss(meaning: Smoothing) -> CrossEntropy {
        CrossEntropy { smoothing: 0.1, meaning, ignore: Some(0), reduction: Reduction::Mean }
    }

    #[test]
    fn padding_changes_nothing_that_is_learned() {
        let (batch, random) = (batch(&PAIRS), Generator::manual_seed(0));
        let mut packed = 0;
        for edition in Edition::ALL {
            for meaning in [Smoothing::PyTorch, Smoothing::Annotated] {
                let (mut model, loss) = (model(edition), loss(meaning));
                let names: Vec<String> = model.parameters().into_iter().map(|(name, _)| name).collect();
                let parts = BatchPart::all(&batch, &model.config, &loss).unwrap();
                packed += parts.iter().filter(|part| matches!(part, BatchPart::Packed(_))).count();
                let learned: Vec<_> = parts.iter().map(|part| part.pass(12, &model, &loss, &random).unwrap()).collect();
                let whole = pass_among(12, &model, &batch, &loss).unwrap();
                let sum: f64 = learned.iter().map(|part| part.loss).sum();
                assert!((sum - whole.loss).abs() < 1e-5, "{edition:?}: {sum} {}", whole.loss);
                let right: usize = learned.iter().map(|part| part.right).sum();
                assert_eq!(right, loss.right(&whole.logits, &batch.wanted).unwrap(), "{edition:?}");
                for (place, want) in whole.gradients.iter().enumerate() {
                    let parts: Vec<_> = learned.iter().filter_map(|part| part.gradients[place].as_ref()).collect();
                    let Some(want) = want else {
                        assert!(parts.is_empty(), "{edition:?} {}", names[place]);
                        continue;
                    };
                    let sum = parts[0].add(parts[1]).unwrap();
                    let difference = sum.sub(want).unwrap().abs().unwrap().to_vec();
                    assert!(difference.iter().all(|&x| x < 1e-5), "{edition:?} {}: {difference:?}", names[place]);
                }
            }
        }
        assert!(packed >= 2 * Edition::ALL.len(), "most editions are packed: {packed}");
    }

    #[test]
    fn a_batch_that_needs_its_padding_keeps_it() {
        let (model, loss) = (model(Edition::PyTorch), loss(Smoothing::PyTorch));
        let is_packed = |batch: &Batch, loss: &CrossEntropy| {
            matches!(BatchPart::all(batch, &model.config, loss).unwrap()[0], BatchPart::Packed(_))
        };
        assert!(is_packed(&batch(&PAIRS), &loss));
        assert!(!is_packed(&batch(&[(&[3, 0, 4], &[5, 2])]), &loss), "within a sequence");
        assert!(!is_packed(&batch(&[(&[], &[5, 2]), (&[3], &[2])]), &loss), "nothing else");
        assert!(!is_packed(&batch(&PAIRS), &CrossEntropy { ignore: None, ..loss }), "it counts");
    }

    #[test]
    fn parts_are_of_about_the_same_work() {
        let examples = TokenPair::all(&batch(&PAIRS), 0).unwrap();
        let work: Vec<usize> = balanced(examples).iter().map(|part| part.iter().map(TokenPair::work).sum()).collect();
        assert_eq!(work, [12, 11]);
        assert_eq!(balanced(Vec::new()).len(), 1);
    }
}
