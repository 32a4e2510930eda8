//! A model of a few numbers: what may come next depends on the step and the last token alone. Small enough to try every sequence,
//! so that a search can be held against the truth.

use super::Autoregressive;
use crate::tensor::ops::join::stack;
use crate::tensor::{Error, Result, Tensor};

/// Logits of the next token: (steps, last token, next token).
#[derive(Clone, Debug)]
pub struct Table {
    logits: Tensor,
    step: usize,
}

impl Table {
    /// A model that can write as many tokens as there are steps.
    ///
    /// # Errors
    /// When the shape is not (steps, vocabulary, vocabulary).
    pub fn new(logits: Tensor) -> Result<Self> {
        match logits.shape() {
            [_, last, next] if last == next => Ok(Self { logits, step: 0 }),
            _ => Err(Error::Value(format!(
                "a table of next tokens has the shape (steps, vocabulary, vocabulary), not {}",
                logits.shape_text()
            ))),
        }
    }
}

impl Autoregressive for Table {
    fn step(&mut self, tokens: &[i64]) -> Result<Tensor> {
        let steps = self.logits.shape()[0];
        if self.step >= steps {
            return Err(Error::Value(format!("the table has only {steps} steps")));
        }
        let now = self.logits.select(0, self.step as i64)?;
        self.step += 1;
        stack(&tokens.iter().map(|&token| now.select(0, token)).collect::<Result<Vec<_>>>()?, 0)
    }

    /// Nothing to do: the rows have no past but their last token.
    fn reorder(&mut self, _: &[usize]) -> Result<()> {
        Ok(())
    }
}
