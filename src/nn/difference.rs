//! Two forward passes held against each other: the first stage that diverges, the first element of it, and by how much.
//!
//! Stages are compared in the order of the computation, so that the first one that differs is where the mistake lies: all later
//! ones only follow. A file can tell the order as a JSON list of names in its metadata, under `order`, as ours do (the format itself
//! sorts names); otherwise names tell it, as far as they can: see [`Place`].
//!
//! The other file may call its stages as forward hooks do, if one of the two is a trace of ours and so names the edition: see
//! [`of_hook`].

use std::collections::{HashMap, HashSet};

use super::stages::{Place, head_of, of_hook};
use super::weights::{self, File};
use crate::tensor::Tensor;
use crate::tensor::order::is_same;
use crate::tensor::ravel::unravel;

/// What came of comparing two files.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every stage that both hold, in the order of the computation.
    pub stages: Vec<Stage>,
    /// What the first file alone holds, and what the second.
    pub only: [Vec<String>; 2],
}

/// A stage that both files hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// What each file calls it.
    pub names: [String; 2],
    /// Its shape in each.
    pub shapes: [Vec<usize>; 2],
    /// What differs: nothing when the shapes are equal and no element is too far off.
    pub difference: Option<Difference>,
}

/// How a stage differs.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Its shapes do.
    Shape,
    /// Its elements do.
    Elements {
        /// The first that is too far off.
        first: Element,
        /// The one that is furthest off.
        worst: Element,
        /// How many are too far off.
        count: usize,
    },
}

/// An element that is too far off.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its index.
    pub index: Vec<usize>,
    /// Its value in each file.
    pub values: [f64; 2],
}

impl Element {
    /// How far the values are apart. NaN when one of them is.
    pub fn distance(&self) -> f64 {
        (self.values[0] - self.values[1]).abs()
    }
}

impl Report {
    /// The stages that differ, first things first.
    pub fn different(&self) -> impl Iterator<Item = &Stage> {
        self.stages.iter().filter(|stage| stage.difference.is_some())
    }
}

/// Compares what two files hold. Real numbers a and b may differ by `tolerance` · max(1, |a|, |b|); others not at all.
///
/// ```
/// use glassformer::{nn::difference::compare, nn::weights::File, tensor::Tensor};
///
/// let file = |x| Ok(File { tensors: [("x".to_owned(), Tensor::from_f32(&[2], vec![1.0, x])?)].into(), ..File::default() });
/// let (one, other): (File, File) = (file(0.5)?, file(0.75)?);
/// assert_eq!(compare([&one, &one], 1e-5).different().count(), 0);
/// let report = compare([&one, &other], 1e-5);
/// assert_eq!(report.different().next().unwrap().names, ["x", "x"]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
pub fn compare(files: [&File; 2], tolerance: f64) -> Report {
    let sides = sides(files);
    let mut pairs = pairs(&sides);
    pairs.sort_by_cached_key(|pair| (pair.turns, Place::of(&pair.path)));
    let only = [0, 1].map(|side| {
        let paired: HashSet<&str> = pairs.iter().map(|pair| pair.names[side].as_str()).collect();
        sides[side].alone(&paired)
    });
    let stages = pairs.into_iter().map(|pair| {
        let [a, b] = &pair.tensors;
        let difference = differ(a, b, tolerance);
        Stage { shapes: [a.shape().to_vec(), b.shape().to_vec()], names: pair.names, difference }
    });
    Report { stages: stages.collect(), only }
}

/// One of the files, with the paths that its names stand for and the order that it tells.
struct Side<'a> {
    file: &'a File,
    /// Each name with our path of it.
    paths: Vec<(&'a str, String)>,
    names: HashMap<String, &'a str>,
    /// When each stage is computed, if the file says so.
    turns: HashMap<String, usize>,
}

/// A stage in both files.
struct Pair {
    path: String,
    turns: [usize; 2],
    names: [String; 2],
    tensors: [Tensor; 2],
}

/// A stage in one file.
struct Found {
    turn: usize,
    name: String,
    tensor: Tensor,
}

fn sides(files: [&File; 2]) -> [Side<'_>; 2] {
    let ours = files.map(weights::edition_of);
    let edition = ours[0].or(ours[1]);
    [0, 1].map(|side| {
        let file = files[side];
        let path = |name: &str| match edition {
            // A file that has both, `src_emb` and what a hook of that name would mean, calls its stages as we do.
            Some(edition) if ours[side].is_none() => {
                let path = of_hook(edition, name);
                if file.tensors.contains_key(&path) { name.to_owned() } else { path }
            }
            _ => name.to_owned(),
        };
        let order = file.metadata.get(weights::ORDER).and_then(|text| serde_json::from_str(text).ok());
        let order: Vec<String> = order.unwrap_or_default();
        let paths: Vec<(&str, String)> = file.tensors.keys().map(|name| (name.as_str(), path(name))).collect();
        let names = paths.iter().map(|(name, path)| (path.clone(), *name)).collect();
        Side { file, paths, names, turns: order.into_iter().enumerate().map(|(turn, name)| (name, turn)).collect() }
    })
}

impl Side<'_> {
    fn own(&self, name: &str) -> Option<Found> {
        let tensor = self.file.tensors.get(name)?.clone();
        Some(Found { turn: self.turn(name), name: name.to_owned(), tensor })
    }

    /// What a file that tells an order leaves out comes last.
    fn turn(&self, name: &str) -> usize {
        if self.turns.is_empty() { 0 } else { self.turns.get(name).copied().unwrap_or(usize::MAX) }
    }

    /// The stage of that path; of one head it is its part of what the heads compute together.
    fn stage(&self, path: &str) -> Option<Found> {
        if let Some(name) = self.names.get(path) {
            return self.own(name);
        }
        let (together, head) = head_of(path)?;
        let name = self.names.get(&together)?;
        let tensor = self.file.tensors.get(*name)?.select(-3, head).ok()?;
        Some(Found { turn: self.turn(name), name: path.to_owned(), tensor })
    }

    /// Every name that has no counterpart, in the order of the computation.
    fn alone(&self, paired: &HashSet<&str>) -> Vec<String> {
        let mut alone: Vec<_> = self.paths.iter().filter(|(name, _)| !paired.contains(name)).collect();
        alone.sort_by_cached_key(|(name, path)| (self.turn(name), Place::of(path)));
        alone.into_iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// Every stage of the first file that the second has, and those of the second that the first has under another name.
fn pairs(sides: &[Side<'_>; 2]) -> Vec<Pair> {
    let [first, second] = sides;
    let stages = first.paths.iter().filter_map(|(name, path)| Some((path, first.own(name)?, second.stage(path)?)));
    let mut pairs: Vec<Pair> = stages.map(|(path, own, its)| Pair::new(path, own, its)).collect();
    let paired: HashSet<String> = pairs.iter().map(|pair| pair.names[1].clone()).collect();
    let left = second.paths.iter().filter(|(name, _)| !paired.contains(*name));
    let stages = left.filter_map(|(name, path)| Some((path, first.stage(path)?, second.own(name)?)));
    pairs.extend(stages.map(|(path, its, own)| Pair::new(path, its, own)));
    pairs
}

impl Pair {
    fn new(path: &str, first: Found, second: Found) -> Self {
        Self {
            path: path.to_owned(),
            turns: [first.turn, second.turn],
            names: [first.name, second.name],
            tensors: [first.tensor, second.tensor],
        }
    }
}

fn differ(a: &Tensor, b: &Tensor, tolerance: f64) -> Option<Difference> {
    if a.shape() != b.shape() {
        return Some(Difference::Shape);
    }
    let tolerance = if a.dtype().is_float() && b.dtype().is_float() { tolerance } else { 0.0 };
    let element = |(place, values): (usize, [f64; 2])| Element { index: unravel(place, a.shape()), values };
    let values = a.to_vec().into_iter().zip(b.to_vec()).map(|(a, b)| [a, b]).enumerate();
    let off: Vec<(usize, [f64; 2])> = values.filter(|(_, values)| is_off(*values, tolerance)).collect();
    // NaN, which is no distance, counts as further than any.
    let furthest = |a: &&(usize, [f64; 2]), b: &&(usize, [f64; 2])| {
        let distance = |[a, b]: [f64; 2]| (a - b).abs();
        distance(a.1).total_cmp(&distance(b.1)).then(b.0.cmp(&a.0))
    };
    let (first, worst) = (off.first()?, off.iter().max_by(furthest)?);
    Some(Difference::Elements { first: element(*first), worst: element(*worst), count: off.len() })
}

/// NaN is as good as NaN, and an infinity as the same infinity.
fn is_off([a, b]: [f64; 2], tolerance: f64) -> bool {
    let equal = (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0) && a.is_finite() && b.is_finite();
    !(equal || is_same(a, b))
}
