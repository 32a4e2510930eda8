//! The Transformer that a run computed, as the paper's figure 1 draws one: stacks of layers, what each layer is made of, what
//! stands below and above.
//!
//! Nothing of it is assumed. A layer is a module with an attention in it; its pieces stand in the order in which they ran, so a
//! pre-norm layer differs from a post-norm one; embeddings, positions, the last projection and the softmax are there if the run
//! has them.

mod ends;
mod rounds;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

pub use self::rounds::ModelPass;
use self::rounds::Rounds;
use crate::notebook::evaluate::TaskRun;
use crate::notebook::steps::{RunStep, StepKind, Steps};

/// The least number of steps in a layer: a module around an attention alone is none.
const MIN_STEPS: usize = 3;

/// All stacks of a run, and where each of its steps belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Architecture {
    /// The stacks, in the order in which they ran first.
    pub stacks: Vec<LayerStack>,
    /// Which stack begins at a step.
    roots: BTreeMap<usize, usize>,
    /// What steps outside of the stacks belong to.
    ends: BTreeMap<usize, (usize, DiagramPart)>,
    /// Where the run makes another token, if it makes several.
    rounds: Rounds,
}

/// A stack of layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerStack {
    /// The full name of its module: `model.encoder`.
    pub path: String,
    /// Whether its layers look into the memory of another stack.
    pub crosses: bool,
    /// The names of its layers.
    pub layers: Vec<String>,
    /// What a layer is made of, in the order of the computation.
    pub pieces: Vec<LayerPart>,
    /// What stands behind the last layer: `norm`.
    pub behind: Vec<String>,
    /// What of [`DiagramPart::Embedding`], [`DiagramPart::Positions`], [`DiagramPart::Linear`] and [`DiagramPart::Softmax`] the run has for it.
    pub ends: Vec<DiagramPart>,
    /// How often it ran.
    pub runs: usize,
}

/// One piece of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerPart {
    /// What it does.
    pub role: LayerPartRole,
    /// The names of the steps that it stands for.
    names: Vec<String>,
}

/// What a piece of a layer does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerPartRole {
    /// An attention that looks into the memory of another stack.
    Cross,
    /// An attention over its own stack that hides something.
    MaskedAttention,
    /// An attention over its own stack.
    Attention,
    /// The feed-forward network.
    FeedForward,
    /// A sum with what went around.
    Add,
    /// A norm.
    Norm,
    /// A sum and the norm behind it.
    AddNorm,
    /// What the paper does not know, by its own name.
    Other(String),
}

/// A part of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramPart {
    /// Ids become vectors.
    Embedding,
    /// Places become vectors.
    Positions,
    /// A piece of a layer, by its place.
    Piece(usize),
    /// What stands behind the last layer, by its place.
    Behind(usize),
    /// Vectors become scores of words.
    Linear,
    /// Scores become probabilities.
    Softmax,
}

impl DiagramPart {
    /// Whether it stands below a stack.
    fn is_entrance(self) -> bool {
        matches!(self, Self::Embedding | Self::Positions)
    }
}

/// Where a step belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The stack, by its place.
    pub stack: usize,
    /// The layer, by its place.
    pub layer: Option<usize>,
    /// The part; none for a whole stack or a whole layer.
    pub part: Option<DiagramPart>,
}

impl Architecture {
    /// Reads the stacks off the steps of a run.
    pub fn of(steps: &Steps, run: &TaskRun) -> Self {
        let mut found = Self::default();
        for layer in (0..steps.all().len()).filter(|at| is_layer(steps, *at)) {
            found.add_layer(steps, layer);
        }
        for place in 0..found.stacks.len() {
            found.stacks[place].runs = found.roots.values().filter(|stack| **stack == place).count();
        }
        found.find_ends(steps, run);
        found.find_rounds(steps, run);
        found
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.stacks.is_empty()
    }

    /// The stacks to draw while a reader is at a step, the one that reads first: that of the step or the last before it, and its
    /// partner in the same model.
    pub fn drawn(&self, steps: &Steps, at: Option<usize>) -> Vec<usize> {
        let last = at.and_then(|at| self.site(steps, at).map(|site| site.stack).or_else(|| self.before(at)));
        let deepest = (0..self.stacks.len()).rev().max_by_key(|stack| self.stacks[*stack].layers.len());
        let Some(stack) = last.or(deepest) else { return Vec::new() };
        let mut drawn = vec![stack];
        drawn.extend(self.partner(stack));
        drawn.sort_by_key(|stack| self.stacks[*stack].crosses);
        drawn
    }

    /// Where a step belongs.
    pub fn site(&self, steps: &Steps, at: usize) -> Option<Site> {
        if let Some((stack, part)) = self.ends.get(&at) {
            return Some(Site { stack: *stack, layer: None, part: Some(*part) });
        }
        let mut inside = vec![at];
        while let Some(at) = inside.last().copied() {
            if let Some(stack) = self.roots.get(&at).copied() {
                return Some(self.inside(steps, stack, &inside));
            }
            inside.push(steps.out(at)?);
        }
        None
    }

    /// Whether a step is a layer or a stack, or holds one.
    pub fn holds_layers(&self, steps: &Steps, at: usize) -> bool {
        let is_module = steps.all().get(at).is_some_and(|step| step.kind == StepKind::Module);
        let is_layer = || self.site(steps, at).is_some_and(|site| site.layer.is_some() && site.part.is_none());
        is_module && (self.roots.range(at..steps.end(at)).next().is_some() || is_layer())
    }

    /// The step from `from` on, or else from the first, with which this part begins.
    pub fn step_of(&self, steps: &Steps, stack: usize, part: DiagramPart, from: usize) -> Option<usize> {
        let all = steps.all().len();
        let begins = |at: usize, site: Option<Site>| at.checked_sub(1).and_then(|at| self.site(steps, at)) != site;
        let belongs = |at: &usize| {
            let site = self.site(steps, *at);
            site.is_some_and(|site| (site.stack, site.part) == (stack, Some(part))) && begins(*at, site)
        };
        (from..all).chain(0..from.min(all)).find(belongs)
    }

    /// Where a stack runs for the token that is being made at a step; else where it ran last up to that step, or first.
    pub fn root(&self, steps: &Steps, stack: usize, at: usize) -> Option<usize> {
        let round = self.rounds.round_at(at).and_then(|round| self.rounds.bounds(steps, round));
        let here = round.and_then(|round| self.roots.range(round).find(|(_, own)| **own == stack));
        if let Some((root, _)) = here {
            return Some(*root);
        }
        let mut own = self.roots.iter().filter(|(_, own)| **own == stack).map(|(root, _)| *root).peekable();
        let first = own.peek().copied();
        own.take_while(|root| *root <= at).last().or(first)
    }

    /// Which token of its text is being made at a step, from 0, and of how many.
    pub fn round(&self, at: usize) -> Option<(Option<usize>, usize)> {
        self.rounds.at(at)
    }

    /// The tokens of the text that is being written at a step, as far as a later step has them as labels.
    pub fn text(&self, at: usize) -> Vec<Option<Arc<str>>> {
        self.rounds.text(at)
    }

    /// Whether a stack runs once for all the tokens of a text.
    pub fn is_read_once(&self, stack: &LayerStack) -> bool {
        self.rounds.texts() > 0 && stack.runs == self.rounds.texts()
    }

    /// The same step where another token is made, so many further on.
    pub fn in_round(&self, steps: &Steps, at: usize, by: isize) -> Option<usize> {
        let there = self.rounds.bounds(steps, self.rounds.from(at, by)?)?;
        let here = self.rounds.round_at(at);
        let same = here.and_then(|here| {
            let own = self.rounds.bounds(steps, here)?.start;
            let is_same = |other: &usize| steps.is_same(at, *other);
            let before = (own..at).filter(is_same).count();
            there.clone().filter(is_same).nth(before)
        });
        same.or_else(|| self.roots.range(there.clone()).next_back().map(|(root, _)| *root)).or(Some(there.start))
    }

    /// The pass that all of these steps belong to; none in a run that does not write token after token.
    pub fn pass_of(&self, steps: &Steps, within: Range<usize>) -> Option<ModelPass> {
        self.rounds.pass_of(steps, within)
    }

    /// The step among these that says what they come to: the probabilities, the scores, or what the last stack gave.
    pub fn result_of(&self, steps: Range<usize>) -> Option<usize> {
        let end = |sought: DiagramPart| {
            self.ends.range(steps.clone()).find(|(_, (_, part))| *part == sought).map(|(at, _)| *at)
        };
        let stack = || self.roots.range(steps.clone()).next_back().map(|(root, _)| *root);
        end(DiagramPart::Softmax).or_else(|| end(DiagramPart::Linear)).or_else(stack)
    }

    /// The place of a round's token in its text, from 0, and the token, where the next round reads it with a name.
    pub fn token(&self, round: usize) -> (usize, Option<Arc<str>>) {
        (self.rounds.place(round), self.rounds.written(round))
    }

    fn add_layer(&mut self, steps: &Steps, layer: usize) {
        let Some(step) = steps.all().get(layer) else { return };
        let is_numbered = step.name.rsplit('.').next().is_some_and(|end| end.parse::<usize>().is_ok());
        let root = if is_numbered { steps.out(layer).unwrap_or(layer) } else { layer };
        let path = steps.all().get(root).and_then(|root| root.path.as_deref()).unwrap_or_default().to_owned();
        let known = self.stacks.iter().position(|stack| stack.path == path);
        let place = known.unwrap_or_else(|| {
            let pieces = pieces(steps, layer);
            let crosses = pieces.iter().any(|piece| piece.role == LayerPartRole::Cross);
            let behind = if root == layer { Vec::new() } else { behind(steps, root) };
            self.stacks.push(LayerStack {
                path,
                crosses,
                layers: Vec::new(),
                pieces,
                behind,
                ends: Vec::new(),
                runs: 0,
            });
            self.stacks.len() - 1
        });
        if let Some(stack) = self.stacks.get_mut(place).filter(|stack| !stack.layers.contains(&step.name)) {
            stack.layers.push(step.name.clone());
        }
        self.roots.insert(root, place);
    }

    /// The place of a step in a stack; `inside` leads from the step out to the root.
    fn inside(&self, steps: &Steps, stack: usize, inside: &[usize]) -> Site {
        let own = &self.stacks[stack];
        let name = |back: usize| {
            let at = inside.len().checked_sub(back).and_then(|place| inside.get(place));
            at.and_then(|at| steps.all().get(*at)).map(|step| step.name.as_str())
        };
        let piece = |name: &str| own.pieces.iter().position(|piece| piece.names.iter().any(|own| own == name));
        let site = |layer, part| Site { stack, layer, part };
        // A stack of one layer that has no number is that layer.
        let layer = |back: usize| name(back).and_then(|name| own.layers.iter().position(|layer| layer == name));
        if let Some(layer) = layer(1) {
            return site(Some(layer), name(2).and_then(piece).map(DiagramPart::Piece));
        }
        if let Some(layer) = layer(2) {
            return site(Some(layer), name(3).and_then(piece).map(DiagramPart::Piece));
        }
        let behind = name(2).and_then(|name| own.behind.iter().position(|behind| behind == name));
        site(None, behind.map(DiagramPart::Behind))
    }

    /// The stack of the other kind in the same model.
    fn partner(&self, stack: usize) -> Option<usize> {
        let model = |stack: usize| self.stacks[stack].path.rsplit_once('.').map_or("", |(model, _)| model);
        let is_partner =
            |other: &usize| self.stacks[*other].crosses != self.stacks[stack].crosses && model(*other) == model(stack);
        (0..self.stacks.len()).find(is_partner)
    }

    /// The stack that ran last before a step.
    fn before(&self, at: usize) -> Option<usize> {
        self.roots.range(..at).last().map(|(_, stack)| *stack)
    }
}

/// Whether a module is a layer of a Transformer.
fn is_layer(steps: &Steps, at: usize) -> bool {
    steps.all().get(at).is_some_and(|step| step.kind == StepKind::Module)
        && inner(steps, at).count() >= MIN_STEPS
        && inner(steps, at).any(|(_, step)| is_attention(&step.name))
}

fn is_attention(name: &str) -> bool {
    name.contains("attn") || name.contains("attention")
}

/// The steps right inside one.
fn inner(steps: &Steps, at: usize) -> impl Iterator<Item = (usize, &RunStep)> {
    steps.inner(Some(at)).into_iter().filter_map(|place| Some((place, steps.all().get(place)?)))
}

/// What a layer is made of: a sum and the norm behind it are one piece, and so is what a feed-forward network does.
fn pieces(steps: &Steps, layer: usize) -> Vec<LayerPart> {
    let mut pieces: Vec<LayerPart> = Vec::new();
    for (place, step) in inner(steps, layer).filter(|(_, step)| step.kind != StepKind::Operation) {
        let role = role(steps, place, &step.name);
        let name = step.name.clone();
        match (pieces.last_mut(), &role) {
            (Some(last), LayerPartRole::FeedForward) if last.role == role => last.names.push(name),
            (Some(last), LayerPartRole::Norm) if last.role == LayerPartRole::Add => {
                last.role = LayerPartRole::AddNorm;
                last.names.push(name);
            }
            _ => pieces.push(LayerPart { role, names: vec![name] }),
        }
    }
    pieces
}

/// What a step of a layer does, by its name.
fn role(steps: &Steps, at: usize, name: &str) -> LayerPartRole {
    let masks = || steps.all().get(at..steps.end(at)).into_iter().flatten().any(|step| step.name.contains("mask"));
    match name {
        "multihead_attn" | "cross_attn" | "src_attn" | "cross_attention" => LayerPartRole::Cross,
        name if is_attention(name) && masks() => LayerPartRole::MaskedAttention,
        name if is_attention(name) => LayerPartRole::Attention,
        "linear1" | "linear2" | "activation" | "feed_forward" | "ff" | "ffn" | "mlp" => LayerPartRole::FeedForward,
        name if name.starts_with("norm") => LayerPartRole::Norm,
        name if name.starts_with("resid") => LayerPartRole::Add,
        name => LayerPartRole::Other(name.to_owned()),
    }
}

/// What stands in a stack behind its layers.
fn behind(steps: &Steps, root: usize) -> Vec<String> {
    let last = inner(steps, root).filter(|(place, _)| is_layer(steps, *place)).map(|(place, _)| place).last();
    let behind = inner(steps, root).filter(|(place, step)| Some(*place) > last && step.kind != StepKind::Operation);
    behind.map(|(_, step)| step.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, evaluate_now};
    use crate::notebook::lesson::Lesson;

    fn read(source: &str) -> (Steps, Architecture) {
        let text = format!("---\ntitle: T\nid: t\n---\n```python\n#| label: c\ntorch.manual_seed(0)\n{source}\n```\n");
        let page = Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()));
        let outcome = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        let report = outcome.report(&EvaluationTask::Cell("c".into()));
        let run = report.run.clone().unwrap_or_else(|| panic!("{:?}", report.state));
        let steps = Steps::of(&run);
        let architecture = Architecture::of(&steps, &run);
        (steps, architecture)
    }

    fn roles(stack: &LayerStack) -> Vec<LayerPartRole> {
        stack.pieces.iter().map(|piece| piece.role.clone()).collect()
    }

    #[test]
    fn both_stacks_of_a_transformer_are_read_off_its_run() {
        let (steps, read) = read(
            "model = nn.Transformer(8, 2, 3, 1, 16, batch_first=True).eval()\nlater = torch.ones(4, 4).triu(1).bool()\ny = model(torch.rand(1, 5, 8), torch.rand(1, 4, 8), tgt_mask=later)",
        );
        let [encoder, decoder] = &read.stacks[..] else { panic!("{read:?}") };
        assert_eq!(
            roles(encoder),
            [LayerPartRole::Attention, LayerPartRole::AddNorm, LayerPartRole::FeedForward, LayerPartRole::AddNorm]
        );
        assert_eq!((encoder.layers.len(), decoder.layers.len()), (3, 1));
        assert!(decoder.crosses && !encoder.crosses);
        assert_eq!(roles(decoder)[..3], [LayerPartRole::MaskedAttention, LayerPartRole::AddNorm, LayerPartRole::Cross]);
        assert_eq!((&encoder.behind, &decoder.behind), (&vec!["norm".to_owned()], &vec!["norm".to_owned()]));
        assert_eq!(read.round(0), None);
        let site = |path: &str| {
            let at = steps.all().iter().position(|step| step.path.as_deref() == Some(path)).unwrap();
            read.site(&steps, at).map(|site| (site.stack, site.layer, site.part))
        };
        assert_eq!(site("model.encoder.layers.2.linear1"), Some((0, Some(2), Some(DiagramPart::Piece(2)))));
        assert_eq!(
            site("model.decoder.layers.0.multihead_attn.weights"),
            Some((1, Some(0), Some(DiagramPart::Piece(2))))
        );
        assert_eq!(site("model.encoder.norm"), Some((0, None, Some(DiagramPart::Behind(0)))));
        assert_eq!(site("model"), None);
        let there = read.step_of(&steps, 1, DiagramPart::Piece(2), 0).and_then(|at| steps.all()[at].path.clone());
        assert_eq!(there.as_deref(), Some("model.decoder.layers.0.multihead_attn"));
    }

    #[test]
    fn a_layer_is_drawn_in_the_order_in_which_it_ran() {
        let (_, read) = read(
            "layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=True).eval()\ny = layer(torch.rand(1, 5, 8))",
        );
        let [alone] = &read.stacks[..] else { panic!("{read:?}") };
        assert_eq!(
            roles(alone),
            [
                LayerPartRole::Norm,
                LayerPartRole::Attention,
                LayerPartRole::AddNorm,
                LayerPartRole::FeedForward,
                LayerPartRole::Add
            ]
        );
        assert_eq!(alone.layers, ["layer"]);
    }

    #[test]
    fn what_stands_below_and_above_belongs_to_its_stack() {
        let (steps, read) = read(
            "\
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(9, 8)
        self.core = nn.Transformer(8, 2, 1, 1, 16, batch_first=True)
        self.out = nn.Linear(8, 9)
    def placed(self, ids):
        place = torch.arange(ids.shape[1])[:, None] / torch.ones(8)
        return self.table(ids) + torch.sin(place)
    def forward(self, a, b):
        return self.out(self.core(self.placed(a), self.placed(b)))
model = Model().eval()
chances = softmax(model(torch.tensor([[1, 2, 3]]), torch.tensor([[4, 5]])), dim=-1)",
        );
        let ends = |stack: usize| read.stacks[stack].ends.clone();
        assert_eq!(ends(0), [DiagramPart::Embedding, DiagramPart::Positions]);
        assert_eq!(
            ends(1),
            [DiagramPart::Embedding, DiagramPart::Positions, DiagramPart::Linear, DiagramPart::Softmax]
        );
        let lookups: Vec<_> = (0..steps.all().len()).filter(|at| steps.all()[*at].name == "lookup").collect();
        let stacks: Vec<_> = lookups.iter().map(|at| read.site(&steps, *at).unwrap().stack).collect();
        assert_eq!(stacks, [0, 1], "the first reads the source, the second the target");
    }

    #[test]
    fn a_softmax_is_no_more_than_itself_where_only_what_follows_from_it_has_a_name() {
        let (steps, read) = read(
            "\
core = nn.Transformer(8, 2, 1, 1, 16, batch_first=True).eval()
head = torch.rand(8, 9)
ids = softmax(core(torch.rand(1, 5, 8), torch.rand(1, 4, 8)) @ head, dim=-1).argmax(-1)",
        );
        assert_eq!(read.stacks[1].ends, [DiagramPart::Linear, DiagramPart::Softmax]);
        let named = |at: Option<usize>| at.map(|at| steps.all()[at].name.as_str());
        assert_eq!(named(read.result_of(0..steps.all().len())), Some("softmax"));
        assert_eq!(named(read.step_of(&steps, 1, DiagramPart::Linear, 0)), Some("matmul"));
    }

    #[test]
    fn only_a_run_that_grows_by_one_row_writes_tokens() {
        let run = |loops: &str| {
            read(&format!(
                "core = nn.Transformer(8, 2, 1, 1, 16, batch_first=True).eval()\nm = core.encoder(torch.rand(1, 5, 8))\n{loops}"
            ))
        };
        let (steps, grows) = run("ys = [core.decoder(torch.rand(1, k, 8), m) for k in range(1, 4)]");
        let last = steps.all().len() - 1;
        assert_eq!((grows.round(0), grows.round(last)), (Some((None, 3)), Some((Some(2), 3))));
        let first = grows.in_round(&steps, 0, 1).unwrap();
        assert_eq!(grows.round(first), Some((Some(0), 3)));
        let inner = (first..last).find(|at| steps.all()[*at].name == "multihead_attn").unwrap();
        let next = grows.in_round(&steps, inner, 1).unwrap();
        assert!(steps.is_same(inner, next) && grows.round(next) == Some((Some(1), 3)));
        assert_eq!(grows.in_round(&steps, next, -1), Some(inner));
        assert_eq!((grows.in_round(&steps, inner, -1), grows.in_round(&steps, last, 1)), (None, None));
        let (_, equal) = run("ys = [core.decoder(torch.rand(1, 3, 8), m) for k in range(1, 4)]");
        assert_eq!(equal.round(0), None, "three runs over as many rows write nothing");
    }

    #[test]
    fn a_run_may_write_several_texts_each_with_what_it_is_read_from() {
        let (steps, read) = read(
            "\
core = nn.Transformer(8, 2, 1, 1, 16, batch_first=True).eval()
def write(most):
    m = core.encoder(torch.rand(1, 5, 8))
    return [core.decoder(torch.rand(1, k, 8), m) for k in range(1, most)]
a, b = write(4), write(3)",
        );
        let rounds: Vec<_> = (0..steps.all().len()).map(|at| read.round(at).unwrap()).collect();
        let mut kinds = rounds.clone();
        kinds.dedup();
        let token = |place, all| (Some(place), all);
        assert_eq!(
            kinds,
            [(None, 3), token(0, 3), token(1, 3), token(2, 3), (None, 2), token(0, 2), token(1, 2)],
            "{rounds:?}"
        );
        let passes: Vec<_> = (0..steps.all().len()).map(|at| read.pass_of(&steps, at..steps.end(at))).collect();
        let reads = passes.iter().flatten().filter(|pass| matches!(pass, ModelPass::Reading(_))).count();
        assert!(reads > 1 && passes.last() == Some(&Some(ModelPass::Token(4))), "{passes:?}");
        let second = rounds.iter().position(|round| *round == (None, 2)).unwrap();
        let place = |by| read.in_round(&steps, second, by).map(|at| rounds[at]);
        assert_eq!((place(1), place(-1)), (Some(token(0, 2)), Some(token(2, 3))), "from the reading on and back");
        let encoder = read.stacks.iter().find(|stack| !stack.crosses).unwrap();
        assert!(read.is_read_once(encoder) && encoder.runs == 2);
    }

    #[test]
    fn what_is_no_transformer_is_none() {
        let (_, read) = read(
            "attention = nn.MultiheadAttention(8, 2, batch_first=True)\nx = torch.rand(1, 3, 8)\ny, w = attention(x, x, x)",
        );
        assert!(read.is_empty(), "{read:?}");
    }
}
