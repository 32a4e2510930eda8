//! The pieces that the attention around a stop could be computed without.

use std::sync::Arc;

use super::Walk;
use super::outline::{Outline, Stop, StopPart};
use crate::notebook::architecture::LayerPartRole;
use crate::notebook::left_out::{AttentionPiece, LeftOut};
use crate::notebook::lesson::BlockId;
use crate::notebook::steps::RunStep;
use crate::tensor::Tensor;

/// All that can be left out of the attention that the stop at this line of the outline is or is inside of: the mask where it hides
/// something, the scale, each head.
pub fn pieces(walk: &Walk, outline: &Outline, place: usize, block: &BlockId) -> Vec<LeftOut> {
    let around = outline.inside_of(place).into_iter().chain([place]).rev();
    let mut stops = around.filter_map(|place| outline.all().get(place));
    let Some(attention) = stops.find(|stop| is_attention(stop)) else { return Vec::new() };
    let Some(path) = walk.steps.all().get(attention.at).and_then(|step| step.path.clone()) else { return Vec::new() };
    let stage = |name: &str| {
        let full = format!("{path}.{name}");
        let is_it = |step: &&RunStep| step.path.as_deref() == Some(&*full);
        walk.run.tape.nodes().get(walk.steps.all().iter().find(is_it)?.node as usize).map(|node| &node.value)
    };
    let (Some(scores), Some(heads)) = (stage("scores"), stage("heads")) else { return Vec::new() };
    let hides = stage("masked").is_some_and(|masked| !masked.same_bits(scores));
    let count = |heads: &Tensor| heads.shape().iter().rev().nth(2).copied().unwrap_or(0);
    let mask = hides.then_some(AttentionPiece::Mask);
    let all = mask.into_iter().chain([AttentionPiece::Scale]).chain((0..count(heads)).map(AttentionPiece::Head));
    all.map(|piece| LeftOut { block: Arc::clone(block), attention: Arc::clone(&path), piece }).collect()
}

fn is_attention(stop: &Stop) -> bool {
    matches!(
        stop.part,
        Some(StopPart::Layer(LayerPartRole::Attention | LayerPartRole::MaskedAttention | LayerPartRole::Cross))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Value;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskRun, evaluate_now};
    use crate::notebook::lesson::Lesson;

    const PAGE: &str = "\
---
title: T
id: t
---
```python
#| label: c
torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True)
x = torch.rand(1, 3, 4)
y = layer(x, torch.triu(torch.ones(3, 3), 1).bool())
```

```python
#| label: after
z = y + 1
```
";

    fn run(outcome: &EvaluationOutcome) -> Arc<TaskRun> {
        let report = outcome.report(&EvaluationTask::Cell("c".into()));
        report.run.clone().unwrap_or_else(|| panic!("{:?}", report.state))
    }

    fn stage(outcome: &EvaluationOutcome, name: &str) -> Tensor {
        run(outcome).tape.named(&format!("layer.self_attn.{name}")).unwrap().value.clone()
    }

    #[test]
    fn without_a_piece_the_stages_behind_it_are_others_and_those_before_it_the_same() {
        let page = Document::new(Arc::new(Lesson::read("t.md", PAGE).unwrap()));
        let whole = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        let walk = Walk::of(&run(&whole));
        let outline = walk.outline(false);
        let place = outline.all().iter().position(is_attention).unwrap();
        let pieces = pieces(&walk, &outline, place, &"c".into());
        let kinds: Vec<AttentionPiece> = pieces.iter().map(|left_out| left_out.piece).collect();
        let heads = [AttentionPiece::Head(0), AttentionPiece::Head(1)];
        assert_eq!(kinds, [&[AttentionPiece::Mask, AttentionPiece::Scale][..], &heads].concat());
        let without = |left_out: &LeftOut| {
            // What is known of the whole page is not taken for this one.
            evaluate_now(&page.snapshot().without(left_out.clone()), &whole)
        };
        let [mask, scale, head, _] = &pieces[..] else { panic!("{pieces:?}") };
        let unmasked = without(mask);
        assert!(stage(&unmasked, "scores").same_bits(&stage(&whole, "scores")));
        assert!(stage(&unmasked, "masked").same_bits(&stage(&whole, "scores")));
        assert!(
            stage(&whole, "weights").to_vec().contains(&0.0) && !stage(&unmasked, "weights").to_vec().contains(&0.0)
        );
        let unscaled = stage(&without(scale), "scores").to_vec();
        for (unscaled, scaled) in unscaled.iter().zip(stage(&whole, "scores").to_vec()) {
            assert!((unscaled - scaled * 2.0_f64.sqrt()).abs() < 1e-6, "d_k is 2: {unscaled} and {scaled}");
        }
        let headless = without(head);
        assert!(stage(&headless, "heads").to_vec()[..6].iter().all(|number| *number == 0.0));
        let value = |outcome: &EvaluationOutcome| match &outcome.definition("z").unwrap().1.value {
            Value::Tensor(tensor) => tensor.now().to_vec(),
            other => panic!("{other:?}"),
        };
        assert_ne!(value(&headless), value(&whole), "what depends on it follows");
        assert_eq!(value(&evaluate_now(&page.snapshot(), &headless)), value(&whole), "and it is no change of the page");
    }
}
