//! The Transformer that a cell ran, in words: which stacks, how many layers, and what each is made of.

use crate::notebook::architecture::{Architecture, DiagramPart, LayerStack};
use crate::notebook::evaluate::TaskRun;
use crate::notebook::steps::Steps;
use crate::words::architecture::role_in_full;
use crate::words::{MessageId, id, say, word};

use super::speech::listed;
use super::transcript::Transcript;

/// The drawing of a run, from the bottom to the top.
pub(super) fn describe(run: &TaskRun) -> Transcript {
    let architecture = Architecture::of(&Steps::of(run), run);
    let mut transcript = Transcript::default();
    if architecture.is_empty() {
        return transcript;
    }
    transcript.say(word!("plain-diagram"));
    architecture.stacks.iter().for_each(|of| transcript.say(stack(of)));
    transcript
}

fn stack(stack: &LayerStack) -> String {
    let pieces: Vec<String> = stack.pieces.iter().map(|piece| role_in_full(&piece.role)).collect();
    let mut said =
        say!("plain-stack", path = stack.path.as_str(), layers = stack.layers.len(), pieces = listed(&pieces));
    let mut add = |words: String| {
        said.push(' ');
        said.push_str(&words);
    };
    if stack.crosses {
        add(word!("plain-stack-crosses").to_owned());
    }
    let below =
        [(DiagramPart::Embedding, id!("plain-part-embedding")), (DiagramPart::Positions, id!("plain-part-positions"))];
    let below = ends(stack, &below);
    if !below.is_empty() {
        add(say!("plain-stack-below", parts = listed(&below)));
    }
    let above = [(DiagramPart::Linear, id!("plain-part-linear")), (DiagramPart::Softmax, id!("plain-part-softmax"))];
    let above: Vec<String> = stack.behind.iter().cloned().chain(ends(stack, &above)).collect();
    if !above.is_empty() {
        add(say!("plain-stack-above", parts = listed(&above)));
    }
    said
}

fn ends(stack: &LayerStack, parts: &[(DiagramPart, MessageId)]) -> Vec<String> {
    parts.iter().filter(|(part, _)| stack.ends.contains(part)).map(|(_, name)| name.text().to_owned()).collect()
}
