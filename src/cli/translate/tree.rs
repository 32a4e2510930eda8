//! The tree of a beam search: every continuation that was looked at, and what became of it.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::json::number;
use crate::nn::Translator;
use crate::nn::decoding::{BeamSearch, State};

/// The tree as text: children under their parent, the best first.
pub(super) fn text(search: &BeamSearch, translator: &Translator<'_>) -> String {
    let mut lines = "\nThe tree: sums of log-probabilities; ✓ is a complete sentence, × was dropped\n\n".to_owned();
    below(search, 0, "", translator, &mut lines);
    lines
}

/// What stands under a node. A tree is as deep as a sentence is long.
fn below(search: &BeamSearch, node: usize, indent: &str, translator: &Translator<'_>, lines: &mut String) {
    let children: Vec<usize> = search.children(node).collect();
    for (place, &child) in children.iter().enumerate() {
        let is_last = place + 1 == children.len();
        let (branch, further) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let node = &search.nodes[child];
        let mark = match node.state {
            State::Finished => " ✓",
            State::Pruned => " ×",
            State::Alive => "",
        };
        let word = translator.words.targets.word(node.token);
        let _ = writeln!(lines, "{indent}{branch}{word} {:.3}{mark}", node.sum);
        below(search, child, &format!("{indent}{further}"), translator, lines);
    }
}

/// The nodes in the order in which they were looked at, each with the number of its parent.
pub(super) fn json(search: &BeamSearch, translator: &Translator<'_>) -> Value {
    let node = |node: &crate::nn::decoding::beam::Node| {
        json!({
            "word": translator.words.targets.word(node.token), "parent": node.parent, "log_probability": number(node.log_prob),
            "sum": number(node.sum), "score": number(node.score), "state": format!("{:?}", node.state).to_lowercase(),
        })
    };
    search.nodes.iter().map(node).collect()
}
