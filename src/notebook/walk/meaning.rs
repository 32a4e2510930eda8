//! What a step is there for: known by the part of the drawing that it is, by the name that attention gives it, or by its operation.

use super::Walk;
use super::outline::{Stop, StopPart};
use crate::notebook::steps::StepKind;
use crate::tensor::Leaf;

/// What a step is there for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepMeaning {
    /// A part of the drawing.
    Part(StopPart),
    /// Vectors go through a matrix of weights, to become queries, keys or values.
    Projection,
    /// The columns are divided among the heads.
    SplitHeads,
    /// How well each query fits each key.
    Scores,
    /// Scores that may not count become minus infinity.
    Masked,
    /// Scores become shares.
    Weights,
    /// The values are mixed by the shares.
    Mixed,
    /// What the heads found stands side by side again.
    Concat,
    /// The last matrix of an attention.
    OutProjection,
    /// What went in is added to what came out.
    Residual,
    /// Each row gets mean 0 and variance 1.
    Norm,
    /// What is negative becomes 0, or nearly.
    Activation,
    /// A matrix product.
    MatMul,
    /// Elements are added.
    Add,
    /// Elements are subtracted.
    Subtract,
    /// Elements are multiplied.
    Multiply,
    /// Elements are divided.
    Divide,
    /// Many elements become their sum.
    Sum,
    /// Many elements become their mean.
    Mean,
    /// Rows of a table are looked up.
    Lookup,
    /// Only the shape changes.
    Shape,
    /// Some of the numbers are taken.
    Slice,
    /// Drawn at random.
    Random,
    /// Written in the code.
    Written,
    /// Taken over from another cell.
    Taken,
    /// A module of the reader's own: what is inside it tells.
    Module,
}

impl StepMeaning {
    /// What a stop is there for, where that is known.
    pub fn of(walk: &Walk, stop: &Stop) -> Option<Self> {
        if let Some(part) = &stop.part {
            return Some(Self::Part(part.clone()));
        }
        let step = walk.steps.all().get(stop.at)?;
        let in_module = step.path.as_deref().is_some_and(|path| path.contains('.'));
        let by_name = in_module.then(|| of_name(&step.name)).flatten();
        by_name.or_else(|| match step.kind {
            StepKind::Module => Some(Self::Module),
            StepKind::Stage | StepKind::Operation => of_node(walk, step.node),
        })
    }
}

/// What the stages of PyTorch's and our own modules are called.
fn of_name(name: &str) -> Option<StepMeaning> {
    Some(match name {
        "q_proj" | "k_proj" | "v_proj" => StepMeaning::Projection,
        "q" | "k" | "v" => StepMeaning::SplitHeads,
        "scores" => StepMeaning::Scores,
        "masked" => StepMeaning::Masked,
        "weights" => StepMeaning::Weights,
        "heads" => StepMeaning::Mixed,
        "concat" => StepMeaning::Concat,
        "out_proj" => StepMeaning::OutProjection,
        "activation" => StepMeaning::Activation,
        name if name.starts_with("resid") => StepMeaning::Residual,
        name if name.starts_with("norm") => StepMeaning::Norm,
        _ => return None,
    })
}

fn of_node(walk: &Walk, node: u32) -> Option<StepMeaning> {
    let node = walk.run.tape.nodes().get(node as usize)?;
    let operation = &node.operation;
    match operation.leaf() {
        Some(Leaf::Random) => return Some(StepMeaning::Random),
        Some(Leaf::Literal | Leaf::Control(_)) => return Some(StepMeaning::Written),
        Some(Leaf::Outer(_) | Leaf::Part { .. }) => return Some(StepMeaning::Taken),
        Some(Leaf::Given(_)) => return None,
        None => {}
    }
    Some(match operation.name() {
        "matmul" => StepMeaning::MatMul,
        "add" => StepMeaning::Add,
        "sub" => StepMeaning::Subtract,
        "mul" => StepMeaning::Multiply,
        "div" => StepMeaning::Divide,
        "softmax" => StepMeaning::Weights,
        "masked_fill" | "masked_add" => StepMeaning::Masked,
        "layer_norm" => StepMeaning::Norm,
        "relu" | "gelu" | "silu" => StepMeaning::Activation,
        "sum" => StepMeaning::Sum,
        "mean" => StepMeaning::Mean,
        "embedding" | "lookup" => StepMeaning::Lookup,
        // An index may leave some of the numbers out.
        name if super::outline::is_shape_only(name) => match node.inputs.first() {
            Some(input) if input.len() > node.value.len() => StepMeaning::Slice,
            _ => StepMeaning::Shape,
        },
        _ => return None,
    })
}
