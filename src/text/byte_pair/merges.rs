//! Merges that were learned, and how they are applied: of all neighbours in a word, those whose merge was learned first are joined
//! first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{Encoding, Span, Stage, Token, Vocabulary, Word};
use crate::text::encoding::Step;
use crate::text::{Error, Result};

/// The merges of a file such as GPT-2's `merges.txt`: two tokens a line with a space between them, the first learned first. A first
/// line that begins with `#version` is none.
///
/// ```
/// use glassformer::text::byte_pair::parse_merges;
///
/// let merges = parse_merges("#version: 0.2\nl o\nlo w</w>\n")?;
/// assert_eq!(merges[1], ("lo".to_owned(), "w</w>".to_owned()));
/// let error = parse_merges("l o\nlow\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"line 2 of the merges is "low": a merge is two tokens with one space between them"#
/// );
/// # Ok::<(), glassformer::text::Error>(())
/// ```
///
/// # Errors
/// When a line is not of that form.
pub fn parse_merges(file: &str) -> Result<Vec<(String, String)>> {
    let lines = file.strip_suffix('\n').unwrap_or(file).split('\n').enumerate();
    let lines = lines.map(|(index, line)| (index, line.strip_suffix('\r').unwrap_or(line)));
    let merges = lines.filter(|(index, line)| !(file.is_empty() || *index == 0 && line.starts_with("#version")));
    merges.map(|(index, line)| pair(line).ok_or(Error::MergeLine { line: index + 1, text: line.to_owned() })).collect()
}

/// The two tokens of a line.
fn pair(line: &str) -> Option<(String, String)> {
    let (left, right) = line.split_once(' ')?;
    let is_pair = !left.is_empty() && !right.is_empty() && !right.contains(' ');
    is_pair.then(|| (left.to_owned(), right.to_owned()))
}

/// Which neighbours are joined, in which order, and to what.
#[derive(Clone, Debug, Default)]
pub struct Merges {
    /// The rank of a pair of ids, and the id of what they become.
    joins: HashMap<(u32, u32), (usize, u32)>,
}

impl Merges {
    /// The merges over a vocabulary.
    ///
    /// # Errors
    /// When a token or what two become is not in the vocabulary, or a pair is there twice.
    pub fn new(merges: &[(String, String)], vocabulary: &Vocabulary) -> Result<Self> {
        let mut joins = HashMap::with_capacity(merges.len());
        for (rank, (left, right)) in merges.iter().enumerate() {
            let wrong = |why: String| Error::Merge { number: rank + 1, pair: (left.clone(), right.clone()), why };
            let id = |token: &str| {
                let missing = || {
                    wrong(format!(
                        "{token:?} is not in the vocabulary: use the vocabulary and merges of the same tokenizer"
                    ))
                };
                vocabulary.id(token).ok_or_else(missing)
            };
            let (pair, joined) = ((id(left)?, id(right)?), id(&format!("{left}{right}"))?);
            if let Some((first, _)) = joins.insert(pair, (rank, joined)) {
                return Err(wrong(format!("merge {} already does: remove one of them", first + 1)));
            }
        }
        Ok(Self { joins })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.joins.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }

    /// The encoding of words, each given as the stretches of the last stage that it begins as.
    pub(in crate::text) fn encode(
        &self,
        stages: Vec<Stage>,
        words: Vec<Vec<Span>>,
        vocabulary: &Vocabulary,
        unknown: u32,
    ) -> Encoding {
        let mut encoding = Encoding { stages, ..Encoding::default() };
        let Some(last) = encoding.stages.last() else { return encoding };
        for start in words {
            let ids = start.iter().map(|at| vocabulary.id(&last.text[at.clone()]).unwrap_or(unknown));
            let (parts, steps) = self.apply(start.iter().cloned().zip(ids).collect());
            let at = start.first().map_or(0, |part| part.start)..start.last().map_or(0, |part| part.end);
            let first = encoding.tokens.len();
            let token = |(at, id)| Token { id, text: vocabulary.text(id), span: last.span_of(&at) };
            encoding.tokens.extend(parts.into_iter().map(token));
            encoding.words.push(Word { at, tokens: first..encoding.tokens.len(), start, steps });
        }
        encoding
    }

    /// Joins the parts of a word until no merge is left that fits: what remains, and each merge as it was made.
    fn apply(&self, parts: Vec<(Span, u32)>) -> (Vec<(Span, u32)>, Vec<Step>) {
        let mut chain = Chain::of(parts);
        // The merges that fit, by rank and then from left to right. Those that another one has made impossible stay in it.
        let mut waiting: BinaryHeap<_> =
            (0..chain.links.len()).filter_map(|place| self.possible(&chain, Some(place))).map(Reverse).collect();
        let mut steps = Vec::new();
        while let Some(Reverse((rank, place))) = waiting.pop() {
            let Some((left, right)) = chain.neighbours(place) else { continue };
            match self.joins.get(&(chain.links[left].id, chain.links[right].id)) {
                Some(&(now, id)) if now == rank => steps.push(chain.join(left, right, rank, id)),
                _ => continue,
            }
            waiting.extend(self.possible(&chain, chain.links[place].before).map(Reverse));
            waiting.extend(self.possible(&chain, Some(place)).map(Reverse));
        }
        (chain.remaining(), steps)
    }

    /// The merge of the part at a place with the one after it: its rank and that place.
    fn possible(&self, chain: &Chain, place: Option<usize>) -> Option<(usize, usize)> {
        let (left, right) = chain.neighbours(place?)?;
        let (rank, _) = self.joins.get(&(chain.links[left].id, chain.links[right].id))?;
        Some((*rank, left))
    }
}

/// The parts of a word, each knowing its neighbours, so that joining two costs the same in a long word as in a short one.
struct Chain {
    links: Vec<Link>,
}

struct Link {
    at: Span,
    id: u32,
    before: Option<usize>,
    after: Option<usize>,
    /// Whether it has become part of the one before it.
    is_gone: bool,
}

impl Chain {
    fn of(parts: Vec<(Span, u32)>) -> Self {
        let last = parts.len().saturating_sub(1);
        let link = |(place, (at, id)): (usize, (Span, u32))| Link {
            at,
            id,
            before: place.checked_sub(1),
            after: (place < last).then_some(place + 1),
            is_gone: false,
        };
        Self { links: parts.into_iter().enumerate().map(link).collect() }
    }

    /// A part that is still there, and the one after it.
    fn neighbours(&self, place: usize) -> Option<(usize, usize)> {
        let link = &self.links[place];
        if link.is_gone { None } else { Some((place, link.after?)) }
    }

    /// Makes one part of two.
    fn join(&mut self, left: usize, right: usize, rank: usize, id: u32) -> Step {
        let (from, to) = (self.links[left].at.clone(), self.links[right].at.clone());
        let after = self.links[right].after;
        self.links[right].is_gone = true;
        if let Some(after) = after {
            self.links[after].before = Some(left);
        }
        let joined = &mut self.links[left];
        joined.at.end = to.end;
        joined.id = id;
        joined.after = after;
        Step::Merge { rank, left: from, right: to, id }
    }

    fn remaining(self) -> Vec<(Span, u32)> {
        self.links.into_iter().filter(|link| !link.is_gone).map(|link| (link.at, link.id)).collect()
    }
}
