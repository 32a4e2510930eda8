//! Code in an order in which Python can run it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ExportedPart;

/// Pieces that stay together, and the names that they give and need.
#[derive(Debug, Default)]
pub(super) struct ExportStep {
    pub pieces: Vec<ExportedPart>,
    /// What is said before the code if it had to move.
    pub moved: Option<ExportedPart>,
    pub defines: Vec<Arc<str>>,
    pub needs: Vec<Arc<str>>,
}

/// The pieces of all steps: each step where it stands, or as soon as what it needs is there. Steps that can never run keep their order
/// at the end.
pub(super) fn placed(steps: Vec<ExportStep>) -> Vec<ExportedPart> {
    // What nobody defines is not waited for.
    let all: BTreeSet<Arc<str>> = steps.iter().flat_map(|step| step.defines.iter().cloned()).collect();
    let mut known: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut waiting: Vec<ExportStep> = Vec::new();
    let mut pieces = Vec::new();
    for step in steps {
        if !is_ready(&step, &known, &all) {
            waiting.push(step);
            continue;
        }
        known.extend(step.defines);
        pieces.extend(step.pieces);
        while let Some(next) = waiting.iter().position(|step| is_ready(step, &known, &all)) {
            let step = waiting.remove(next);
            known.extend(step.defines);
            pieces.extend(step.moved.into_iter().chain(step.pieces));
        }
    }
    pieces.extend(waiting.into_iter().flat_map(|step| step.pieces));
    pieces
}

fn is_ready(step: &ExportStep, known: &BTreeSet<Arc<str>>, all: &BTreeSet<Arc<str>>) -> bool {
    let is_there = |name: &Arc<str>| known.contains(name) || !all.contains(name) || step.defines.contains(name);
    step.needs.iter().all(is_there)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps written `defines: needs`; each is one piece that says so.
    fn order(steps: &[&str]) -> Vec<String> {
        let step = |text: &&str| {
            let (defines, needs) = text.split_once(':').unwrap();
            let names = |text: &str| text.split_whitespace().map(Arc::from).collect();
            let piece = ExportedPart::Code { id: String::new(), text: (*text).to_owned(), folded: false };
            ExportStep { pieces: vec![piece], moved: None, defines: names(defines), needs: names(needs) }
        };
        let text = |piece: ExportedPart| match piece {
            ExportedPart::Code { text, .. } => text,
            other => panic!("{other:?}"),
        };
        placed(steps.iter().map(step).collect()).into_iter().map(text).collect()
    }

    #[test]
    fn what_is_needed_comes_first_and_the_rest_stays() {
        assert_eq!(order(&["c: b", "a:", "b: a", "d: torch"]), ["a:", "b: a", "c: b", "d: torch"]);
        assert_eq!(order(&["a: a", "b: a"]), ["a: a", "b: a"]);
    }

    #[test]
    fn what_waits_for_ever_is_not_lost() {
        assert_eq!(order(&["a: b", "b: a", "c:"]), ["c:", "a: b", "b: a"]);
    }
}
