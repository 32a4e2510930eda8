//! The machine: the trained translator at work on one sentence, with all that its heads look at, and with some of them switched off.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use crate::nn::cost::Load;
use crate::nn::decoding::Path;
use crate::nn::doubt::doubt;
pub use crate::nn::stages::AttentionPlace;
use crate::nn::tasks::translation;
use crate::nn::translator::Source;
use crate::nn::{Translator, heads, intervention, shipped};
use crate::notebook::lesson::ModelPart;
use crate::tensor::random::Generator;
use crate::tensor::{Error, Result, Tape, Tensor};

/// How many of the likeliest next pieces are kept.
const LIKELIEST: usize = 5;
/// The lengths of a sentence that shows the machine well, in pieces, the end included.
const SHORT: std::ops::RangeInclusive<usize> = 6..=7;
/// What the example is drawn with: one whose adjective comes before its noun in both languages, and that sounds like a sentence.
const SEED: u64 = 20;
/// So many sentences are drawn at most to find one that is short and translated rightly.
const MAX_DRAWN: usize = 60;

/// What the machine is asked to translate, and without what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineInput {
    /// The sentence; without one the machine takes an example.
    pub sentence: Option<Arc<str>>,
    /// What is switched off.
    pub off: BTreeSet<MachinePart>,
}

impl MachineInput {
    /// Whether a part is switched off, alone or with all heads of its attention.
    pub fn is_off(&self, part: MachinePart) -> bool {
        self.off.contains(&part) || self.off.contains(&MachinePart { head: None, ..part })
    }

    /// Switches a part off, or on again.
    pub fn switch(&mut self, part: MachinePart) {
        if !self.off.remove(&part) {
            self.off.insert(part);
        }
    }
}

/// The attention of one layer, or one head of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MachinePart {
    /// Which attention.
    pub place: AttentionPlace,
    /// Its layer, from 0.
    pub layer: usize,
    /// The head, from 0; all of them where none is named.
    pub head: Option<usize>,
}

impl MachinePart {
    /// Whether it is this attention, or a head of it.
    pub fn is_of(self, attention: Self) -> bool {
        (self.place, self.layer) == (attention.place, attention.layer)
    }

    /// What part of a model it is: the first lesson about that teaches it.
    pub fn model_part(self) -> ModelPart {
        match self.place {
            AttentionPlace::Encoder => ModelPart::Attention,
            AttentionPlace::Decoder => ModelPart::MaskedAttention,
            AttentionPlace::Cross => ModelPart::Decoder,
        }
    }

    /// The name of the stage that is 0 when it is switched off.
    fn stage(self) -> String {
        let module = self.place.module(self.layer);
        self.head.map_or_else(|| module.clone(), |head| format!("{module}.heads.{head}"))
    }
}

/// What one attention looked at.
#[derive(Clone, Debug)]
pub struct MachineAttention {
    /// Which, all heads.
    pub part: MachinePart,
    /// The weights: [head, query, key].
    pub weights: Tensor,
}

/// A sentence that went through the machine.
#[derive(Clone, Debug)]
pub struct MachineRun {
    /// What was asked.
    pub input: MachineInput,
    /// The sentence.
    pub sentence: Arc<str>,
    /// Its pieces as they were read.
    pub source: Vec<Arc<str>>,
    /// The pieces that were written, the end included.
    pub written: Vec<Arc<str>>,
    /// The translation.
    pub translation: Arc<str>,
    /// The same with nothing switched off; none where nothing is.
    pub whole: Option<Arc<MachineRun>>,
    /// The attentions in the order in which data passes them.
    pub attentions: Vec<MachineAttention>,
    /// At each step the likeliest pieces and their probabilities, the likeliest first.
    pub next: Vec<Vec<(Arc<str>, f64)>>,
    /// How many parameters the model has.
    pub parameters: usize,
}

impl MachineRun {
    /// The heads of the attention at a place of the order.
    pub fn heads(&self, attention: usize) -> usize {
        self.attentions.get(attention).and_then(|attention| attention.weights.shape().first().copied()).unwrap_or(0)
    }

    /// The first step, from 0, at which another piece is written than with nothing switched off.
    pub fn first_change(&self) -> Option<usize> {
        let whole = self.whole.as_ref()?;
        let longest = self.written.len().max(whole.written.len());
        (0..longest).find(|step| self.written.get(*step) != whole.written.get(*step))
    }

    /// The step, from 0, at which the likeliest piece is the least likely.
    pub fn least_sure(&self) -> Option<usize> {
        let surest = |step: &usize| self.next[*step].first().map_or(1.0, |(_, probability)| *probability);
        (0..self.next.len()).min_by(|one, other| surest(one).total_cmp(&surest(other)))
    }

    /// The words on the axes of an attention: its queries, which are rows, and its keys. `start` stands before what is written: the query
    /// of a step is the piece before, and what it is for is the piece that is written then.
    pub fn axes(&self, place: AttentionPlace, start: &str) -> [Vec<Arc<str>>; 2] {
        let read =
            || [Arc::from(start)].into_iter().chain(self.written.iter().cloned()).take(self.written.len()).collect();
        match place {
            AttentionPlace::Encoder => [self.source.clone(), self.source.clone()],
            AttentionPlace::Decoder => [read(), read()],
            AttentionPlace::Cross => [self.written.clone(), self.source.clone()],
        }
    }

    /// What one head of an attention looks at, or the mean of all: the weight of a query for a key, from 0 to 1.
    pub fn weight(&self, attention: usize, head: Option<usize>, (query, key): (usize, usize)) -> f64 {
        let Some(found) = self.attentions.get(attention) else { return 0.0 };
        let of = |head: usize| found.weights.at(&[head, query, key]);
        let heads = self.heads(attention);
        head.map_or_else(|| (0..heads).map(of).sum::<f64>() / heads.max(1) as f64, of)
    }

    /// How probable a piece was at a step, from 0, with nothing switched off; only where the same pieces were written before it, and the
    /// piece is among the likeliest there.
    pub fn probability_before(&self, step: usize, piece: &str) -> Option<f64> {
        let whole = self.whole.as_ref().filter(|_| self.first_change().is_none_or(|change| step <= change))?;
        let likeliest = whole.next.get(step)?;
        likeliest.iter().find(|(other, _)| **other == *piece).map(|(_, probability)| *probability)
    }
}

/// Why the machine did nothing.
#[derive(Clone, Debug)]
pub enum MachineError {
    /// What it was asked cannot be done.
    Refused(Error),
    /// The system had no thread for it.
    NoThread(String),
    /// It broke off: a fault of the program.
    Broken,
}

impl MachineError {
    /// In words, of which a front end gives those for a fault of the program.
    pub fn said(&self, broken: &str) -> String {
        match self {
            Self::Refused(error) => error.to_string(),
            Self::NoThread(why) => why.clone(),
            Self::Broken => broken.to_owned(),
        }
    }
}

/// Lets the translator inside the program translate. The example is looked for and translated once for all that show it.
///
/// # Errors
/// The sentence is empty or too long, in words for its reader.
pub fn run(input: MachineInput) -> Result<Arc<MachineRun>> {
    static EXAMPLE: LazyLock<Result<Arc<MachineRun>>> = LazyLock::new(example);
    match &input.sentence {
        None if input.off.is_empty() => EXAMPLE.clone(),
        None => translated(&translator()?, EXAMPLE.clone()?.sentence.clone(), input),
        Some(sentence) => translated(&translator()?, Arc::clone(sentence), input),
    }
}

/// The translator inside the program.
fn translator() -> Result<Translator<'static>> {
    Translator::new(shipped::translator().map_err(|error| Error::Value(error.to_string()))?)
}

/// The same without what is switched off, whose record of a sentence with nothing switched off is `tape`.
fn without<'t>(translator: &Translator<'t>, off: &BTreeSet<MachinePart>, tape: &Tape) -> Result<Translator<'t>> {
    let mut changed = translator.clone();
    for part in off {
        changed.interventions.extend(intervention::off(tape, &part.stage())?);
    }
    Ok(changed)
}

/// A translator of this sentence without what is switched off.
pub(super) fn translator_without(off: &BTreeSet<MachinePart>, sentence: &str) -> Result<Translator<'static>> {
    let translator = translator()?;
    if off.is_empty() {
        return Ok(translator);
    }
    without(&translator, off, &Pass::of(&translator, sentence)?.tape)
}

/// A sentence that went through a translator.
struct Pass {
    source: Source,
    path: Path,
    tape: Tape,
}

impl Pass {
    fn of(translator: &Translator<'_>, sentence: &str) -> Result<Self> {
        let source = translator.read(sentence)?;
        let path = translator.write(&source)?;
        let tape = translator.trace(&source, &path.ids)?;
        Ok(Self { source, path, tape })
    }
}

fn translated(translator: &Translator<'_>, sentence: Arc<str>, input: MachineInput) -> Result<Arc<MachineRun>> {
    let pass = Pass::of(translator, &sentence)?;
    if input.off.is_empty() {
        return shown(translator, pass, input, sentence, None);
    }
    let changed = without(translator, &input.off, &pass.tape)?;
    let all_on = MachineInput { off: BTreeSet::new(), ..input.clone() };
    let whole = shown(translator, pass, all_on, Arc::clone(&sentence), None)?;
    let pass = Pass::of(&changed, &sentence)?;
    shown(&changed, pass, input, sentence, Some(whole))
}

/// What there is to see of a pass.
fn shown(
    translator: &Translator<'_>,
    Pass { source, path, tape }: Pass,
    input: MachineInput,
    sentence: Arc<str>,
    whole: Option<Arc<MachineRun>>,
) -> Result<Arc<MachineRun>> {
    let config = &translator.model.config;
    let part = |place, layer| MachinePart { place, layer, head: None };
    let encoder = (0..config.enc_layers).map(|layer| part(AttentionPlace::Encoder, layer));
    let decoder = (0..config.dec_layers)
        .flat_map(|layer| [AttentionPlace::Decoder, AttentionPlace::Cross].map(|place| part(place, layer)));
    let attentions = encoder
        .chain(decoder)
        .map(|part| Ok(MachineAttention { part, weights: heads::weights(&tape, &part.place.module(part.layer))? }));
    let next = path.steps.iter().map(|step| Ok(likeliest(&step.probabilities()?.to_vec(), translator)));
    Ok(Arc::new(MachineRun {
        sentence,
        source: source.words.iter().map(|word| Arc::from(word.as_str())).collect(),
        written: translator.written(&path.ids).into_iter().map(Arc::from).collect(),
        translation: translator.text(&source, &path.ids).into(),
        whole,
        attentions: attentions.collect::<Result<_>>()?,
        next: next.collect::<Result<_>>()?,
        parameters: translator.model.config.cost(Load::default()).parameters as usize,
        input,
    }))
}

/// The likeliest pieces of a distribution over the vocabulary.
fn likeliest(probabilities: &[f64], translator: &Translator<'_>) -> Vec<(Arc<str>, f64)> {
    let mut all: Vec<(usize, f64)> = probabilities.iter().copied().enumerate().collect();
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
    let piece = |(id, probability): (usize, f64)| (Arc::from(translator.words.targets.word(id as i64)), probability);
    all.into_iter().take(LIKELIEST).map(piece).collect()
}

/// A short sentence of the grammar that the translator translates rightly and surely; always the same.
fn example() -> Result<Arc<MachineRun>> {
    let translator = translator()?;
    let mut generator = Generator::manual_seed(SEED);
    let mut last = String::new();
    for _ in 0..MAX_DRAWN {
        last = translation::english_sentence(&translation::draw(&mut generator)?.english);
        if SHORT.contains(&translator.read(&last)?.words.len()) && is_sure(&translator, &last)? {
            break;
        }
    }
    translated(&translator, last.into(), MachineInput::default())
}

fn is_sure(translator: &Translator<'_>, sentence: &str) -> Result<bool> {
    let Pass { source, path, tape } = Pass::of(translator, sentence)?;
    Ok(doubt(translator, sentence, &source, &path.ids, &tape)?.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(sentence: &str, off: &[MachinePart]) -> Arc<MachineRun> {
        run(MachineInput { sentence: Some(sentence.into()), off: off.iter().copied().collect() }).unwrap()
    }

    #[test]
    fn all_parameters_of_the_file_are_counted() {
        let numbers = shipped::tensors().unwrap().numbers();
        assert_eq!((ran("my dog sleeps", &[]).parameters, numbers), (numbers, 1_988_768));
    }

    #[test]
    fn run_agrees_with_the_translator() {
        let run = ran("the small red house", &[]);
        assert_eq!((&*run.translation, run.whole.is_none()), ("la petite maison rouge", true));
        let place = |attention: &MachineAttention| (attention.part.place, attention.part.layer);
        let places: Vec<_> = run.attentions.iter().map(place).collect();
        assert_eq!(places[..2], [(AttentionPlace::Encoder, 0), (AttentionPlace::Encoder, 1)]);
        let crossing = places.iter().position(|place| place.0 == AttentionPlace::Decoder).unwrap();
        assert_eq!(places[crossing..crossing + 2], [(AttentionPlace::Decoder, 0), (AttentionPlace::Cross, 0)]);
        for attention in &run.attentions {
            let [_, queries, keys] = *attention.weights.shape() else { panic!("three axes") };
            for query in 0..queries {
                let sum: f64 = (0..keys).map(|key| attention.weights.at(&[0, query, key])).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{:?} {query}: {sum}", attention.part);
            }
        }
        assert_eq!(run.next.len(), run.written.len());
        for (step, piece) in run.next.iter().zip(&run.written) {
            assert_eq!(step[0].0, *piece, "the likeliest is written");
            assert!(step.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        }
    }

    #[test]
    fn what_is_off_changes_what_is_written() {
        let cross = |layer, head| MachinePart { place: AttentionPlace::Cross, layer, head };
        let layers = shipped::translator().unwrap().config.dec_layers;
        let off: Vec<_> = (0..layers).map(|layer| cross(layer, None)).collect();
        let run = ran("the small red house", &off);
        let whole = run.whole.as_ref().unwrap();
        assert_eq!(&*whole.translation, "la petite maison rouge");
        assert_ne!(run.translation, whole.translation, "without cross-attention it knows nothing of the sentence");
        let change = run.first_change().unwrap();
        assert_eq!(run.written[..change], whole.written[..change]);
        assert_ne!(run.written.get(change), whole.written.get(change));
        let (piece, probability) = &whole.next[change][0];
        assert_eq!(run.probability_before(change, piece), Some(*probability));
        assert_eq!(run.probability_before(change + 1, piece), None, "other pieces were written before it");
        assert_eq!(cross(1, Some(2)).stage(), "decoder.layers.1.multihead_attn.heads.2");
    }

    #[test]
    fn example_is_short_and_always_the_same() {
        let [one, other] = [run(MachineInput::default()).unwrap(), example().unwrap()];
        assert_eq!(one.sentence, other.sentence);
        assert!(SHORT.contains(&one.source.len()), "{}", one.sentence);
        assert!(run(MachineInput { sentence: Some(" ".into()), ..MachineInput::default() }).is_err());
    }
}
