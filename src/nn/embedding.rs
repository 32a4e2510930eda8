//! Token embedding, section 3.4 of the paper: each token is a row of a learned table, times `sqrt(d_model)`.
//!
//! Rows start out small, with entries of about `1 / sqrt(d_model)` after Xavier's start or when the table is shared with the
//! generator; the factor brings them to the size of the positions that are added. Two of the tutorials leave it out.

use std::sync::Arc;

use super::parameters::{Named, Parameters, named};
use crate::tensor::ops::mask::where_;
use crate::tensor::{DType, Leaf, Result, Tensor, tape};

/// A table of token vectors.
///
/// ```
/// use glassformer::{nn::TokenEmbedding, tensor::Tensor};
///
/// let table = Tensor::from_f32(&[3, 4], (0..12).map(|x| x as f32).collect())?;
/// let embedding = TokenEmbedding { table, scaled: true, padding: None };
/// let ids = Tensor::from_i64(&[1, 2], vec![2, 0])?;
/// assert_eq!(embedding.forward(&ids)?.to_vec(), [16.0, 18.0, 20.0, 22.0, 0.0, 2.0, 4.0, 6.0]); // row times sqrt(4)
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TokenEmbedding {
    /// (vocabulary, `d_model`)
    pub table: Tensor,
    /// Whether rows are multiplied by `sqrt(d_model)`, as in the paper.
    pub scaled: bool,
    /// The id whose row is never learned: `padding_idx` of `nn.Embedding`. It is looked up like any other.
    pub padding: Option<i64>,
}

impl TokenEmbedding {
    /// A table of zeros.
    pub fn blank(vocabulary: usize, d_model: usize, scaled: bool) -> Self {
        Self { table: Tensor::zeros(&[vocabulary, d_model], DType::F32), scaled, padding: None }
    }

    /// Ids (...) to vectors (..., `d_model`).
    ///
    /// # Errors
    /// When an id is not a whole number or has no row.
    pub fn forward(&self, ids: &Tensor) -> Result<Tensor> {
        let lookup = tape::stage(self.without_padding(ids, self.table.embedding(ids)?)?, "lookup")?;
        if !self.scaled {
            return Ok(lookup);
        }
        let width = self.table.shape().last().copied().unwrap_or(1);
        let width = tape::leaf(Tensor::number(width as f64), Leaf::Given(Arc::from("d_model")));
        tape::stage(lookup.mul(&width.sqrt()?)?, "scaled")
    }

    /// The same vectors, but no gradient passes to the padding's row.
    fn without_padding(&self, ids: &Tensor, lookup: Tensor) -> Result<Tensor> {
        match self.padding {
            Some(padding) if tape::is_on() => {
                let is_padding = ids.eq(&Tensor::integer(padding))?.unsqueeze(-1)?;
                where_(&is_padding, &lookup.clone().detach(), &lookup)
            }
            _ => Ok(lookup),
        }
    }
}

impl Parameters for TokenEmbedding {
    fn parameters(&mut self) -> Named<'_> {
        named([("weight", Some(&mut self.table))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_the_padding_is_looked_up_but_not_learned() {
        let ids = Tensor::from_i64(&[3], vec![0, 2, 2]).unwrap();
        let gradient = |padding| {
            let ((table, value), tape) = tape::record(|| {
                let table = tape::leaf(Tensor::ones(&[3, 2], DType::F32), Leaf::Literal);
                let embedding = TokenEmbedding { table: table.clone(), scaled: false, padding };
                (table, embedding.forward(&ids).unwrap())
            });
            assert_eq!(value.to_vec(), [1.0; 6]);
            tape.gradients(&value).unwrap().of(&table).unwrap().to_vec()
        };
        assert_eq!(gradient(None), [1.0, 1.0, 0.0, 0.0, 2.0, 2.0]);
        assert_eq!(gradient(Some(0)), [0.0, 0.0, 0.0, 0.0, 2.0, 2.0]);
    }

    #[test]
    fn an_id_without_a_row_is_refused() {
        let embedding = TokenEmbedding::blank(3, 2, true);
        assert!(embedding.forward(&Tensor::from_i64(&[1], vec![3]).unwrap()).is_err());
        assert!(embedding.forward(&Tensor::from_f32(&[1], vec![1.0]).unwrap()).is_err());
    }
}
