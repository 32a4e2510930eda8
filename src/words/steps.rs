//! The stops of a walk through a run: what each is called, and what it is there for.

use super::{Said, say, word};
use crate::notebook::architecture::LayerPartRole;
use crate::notebook::steps::StepKind;
use crate::notebook::walk::Walk;
use crate::notebook::walk::meaning::StepMeaning;
use crate::notebook::walk::outline::{Stop, StopPart};

/// What a stop is called in an outline: `self-attention`, `layer 0`, `scores`.
pub fn stop_name(walk: &Walk, stop: &Stop) -> String {
    if let Some(part) = &stop.part {
        return part.said();
    }
    let Some(step) = walk.steps.all().get(stop.at) else { return String::new() };
    let number = step.name.rsplit_once('.').map(|(_, number)| number);
    match number.filter(|_| stop.is_heading && step.kind == StepKind::Module) {
        Some(layer) => say!("stop-layer", layer),
        None => step.name.clone(),
    }
}

/// What a stop is there for, in a sentence; nothing where that is not known.
pub fn stop_meaning(walk: &Walk, stop: &Stop) -> Option<&'static str> {
    Some(sentence(&StepMeaning::of(walk, stop)?))
}

impl Said for StopPart {
    fn said(&self) -> String {
        match self {
            Self::Layer(role) => role.said(),
            Self::Embedding => word!("diagram-embedding").to_owned(),
            Self::Positions => word!("diagram-positions").to_owned(),
            Self::Linear => word!("diagram-linear").to_owned(),
            Self::Softmax => "softmax".to_owned(),
            Self::Reading => word!("stop-reading").to_owned(),
            Self::Token { place, written: Some(written) } => {
                say!("stop-token-written", token = place + 1, written = &**written)
            }
            Self::Token { place, written: None } => say!("stop-token", token = place + 1),
        }
    }
}

fn sentence(meaning: &StepMeaning) -> &'static str {
    match meaning {
        StepMeaning::Part(part) => part_sentence(part),
        StepMeaning::Projection => word!("means-projection"),
        StepMeaning::SplitHeads => word!("means-split-heads"),
        StepMeaning::Scores => word!("means-scores"),
        StepMeaning::Masked => word!("means-masked"),
        StepMeaning::Weights => word!("means-weights"),
        StepMeaning::Mixed => word!("means-mixed"),
        StepMeaning::Concat => word!("means-concat"),
        StepMeaning::OutProjection => word!("means-out-projection"),
        StepMeaning::Residual => word!("means-residual"),
        StepMeaning::Norm => word!("means-norm"),
        StepMeaning::Activation => word!("means-activation"),
        StepMeaning::MatMul => word!("means-matmul"),
        StepMeaning::Add => word!("means-sum-of-two"),
        StepMeaning::Subtract => word!("means-difference"),
        StepMeaning::Multiply => word!("means-product"),
        StepMeaning::Divide => word!("means-quotient"),
        StepMeaning::Sum => word!("means-sum"),
        StepMeaning::Mean => word!("means-mean"),
        StepMeaning::Lookup => word!("means-lookup"),
        StepMeaning::Shape => word!("means-shape"),
        StepMeaning::Slice => word!("means-slice"),
        StepMeaning::Random => word!("means-random"),
        StepMeaning::Written => word!("means-written"),
        StepMeaning::Taken => word!("means-taken"),
        StepMeaning::Module => word!("means-module"),
    }
}

fn part_sentence(part: &StopPart) -> &'static str {
    match part {
        StopPart::Layer(LayerPartRole::Cross) => word!("means-cross"),
        StopPart::Layer(LayerPartRole::MaskedAttention) => word!("means-masked-attention"),
        StopPart::Layer(LayerPartRole::Attention) => word!("means-attention"),
        StopPart::Layer(LayerPartRole::FeedForward) => word!("means-feed-forward"),
        StopPart::Layer(LayerPartRole::Add) => word!("means-add"),
        StopPart::Layer(LayerPartRole::Norm) => word!("means-norm"),
        StopPart::Layer(LayerPartRole::AddNorm) => word!("means-add-norm"),
        StopPart::Layer(LayerPartRole::Other(_)) => word!("means-module"),
        StopPart::Embedding => word!("means-embedding"),
        StopPart::Positions => word!("means-positions"),
        StopPart::Linear => word!("means-linear"),
        StopPart::Softmax => word!("means-softmax"),
        StopPart::Reading => word!("means-reading"),
        StopPart::Token { .. } => word!("means-token"),
    }
}
