//! Values that were not computed: where every chain of reasons ends.

use super::{GradientReads, Operation};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::Reason;
use crate::tensor::{Error, Leaf, Result, Tensor};

/// The step that brings a value in from outside.
#[derive(Debug)]
pub struct LeafOperation(pub Leaf);

impl Operation for LeafOperation {
    fn name(&self) -> &'static str {
        match self.0 {
            Leaf::Literal => "literal",
            Leaf::Control(kind) => kind,
            Leaf::Random => "random",
            Leaf::Given(_) => "given",
            Leaf::Outer(_) | Leaf::Part { .. } => "outer",
        }
    }

    /// Whoever makes the value asks for it ([`budget::make`](crate::tensor::budget::make)).
    fn cost(&self, _: &[&Tensor]) -> OperationCost {
        OperationCost::NOTHING
    }

    fn forward(&self, _: &[&Tensor]) -> Result<Tensor> {
        Err(Error::Value("an input of the page is set, not computed".to_owned()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(Vec::new())
    }

    /// There is no formula; [`Operation::leaf`] says where the value comes from.
    fn explain(&self, _: &[Tensor], _: &Tensor, _: &[usize]) -> Reason {
        Reason::default()
    }

    fn leaf(&self) -> Option<&Leaf> {
        Some(&self.0)
    }
}
