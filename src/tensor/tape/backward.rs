//! `backward()`: gradients go back from some values, over the edges of the [graph](super::graph), into leaves.
//!
//! Each gradient that arrives becomes a step of the tape, so that it can be asked why as every other value can. PyTorch's rules are
//! kept: a step that needs what was freed, or what was written to since, is refused.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::graph::{Edge, LeafHandle, Lost, Overwritten, Saved, StepGradient};
use super::{CURRENT, Origin, TapeId, pause, with_node};
use crate::tensor::budget::OperationCost;
use crate::tensor::ops::gradient::{ReaderStep, gradient_step, handed};
use crate::tensor::ops::{Operation, arithmetic};
use crate::tensor::{Error, Tensor, budget, stop};

/// Why no gradient can be given.
#[derive(Debug)]
pub(crate) enum BackwardError {
    /// What a step needs was let go of by an earlier one.
    Freed,
    /// What a step needs was written to since.
    Overwritten(Overwritten),
    /// PyTorch has no derivative of this operation.
    Underivable(&'static str),
    /// Nobody knows where a gradient goes, and this is why.
    Unknown(Lost),
    /// An operation refuses, or it costs more than is left.
    Refused(Error),
}

impl From<Error> for BackwardError {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

type Result<T> = std::result::Result<T, BackwardError>;

/// What a gradient takes in the tape besides its numbers, in elements.
const STEP_ELEMENTS: u128 = 48;

/// How many inputs a step may have so that the gradient of each of them knows it. The gradients of the others are numbers without terms:
/// a `stack` of 10,000 rows would be named 10,000 times with all of its rows.
const MAX_INPUTS: usize = 64;

/// A gradient that arrives somewhere.
struct Part {
    gradient: Tensor,
    /// The step whose gradient was handed on, and as which of its inputs; `None` for what `backward()` starts with.
    from: Option<(u32, usize)>,
}

/// Gradients on their way back.
struct Backward {
    tape: TapeId,
    keeps_graph: bool,
    /// The steps whose gradients are asked for.
    captured: HashSet<Edge>,
    /// What gradients are asked for, and the steps that lead there; `None` for all.
    only: Option<(HashSet<Edge>, HashSet<u32>)>,
    /// What has arrived at steps that were not gone through yet.
    waiting: BTreeMap<u32, Vec<Part>>,
    /// What has arrived at leaves, in the order in which they were reached.
    leaves: Vec<(LeafHandle, Vec<Part>)>,
    known_leaves: HashMap<LeafHandle, usize>,
    /// The gradients of the steps that were gone through.
    gradients: HashMap<u32, Tensor>,
    /// What was asked for.
    arrived: Arrived,
}

/// A step of the tape, copied out, so that the tape is not held while something is computed.
struct Step {
    operation: Arc<dyn Operation>,
    inputs: Vec<Tensor>,
    value: Tensor,
    edges: Vec<Option<Edge>>,
}

/// What is asked of `backward()`.
#[derive(Debug, Default)]
pub(crate) struct BackwardRequest {
    /// The values to begin with, and the gradient of each.
    pub(crate) roots: Vec<(Edge, Tensor)>,
    /// Whether gradients may go through the same steps once more.
    pub(crate) keeps_graph: bool,
    /// Steps whose gradients are asked for on the way.
    pub(crate) captured: Vec<Edge>,
    /// What gradients are asked for; `None` for all leaves.
    pub(crate) only: Option<Vec<Edge>>,
}

impl BackwardRequest {
    /// The leaves at which gradients would arrive, without computing anything.
    pub(crate) fn leaves(&self) -> Vec<LeafHandle> {
        let (_, mut leaves) = self.reached();
        leaves.retain(|leaf| self.only.as_ref().is_none_or(|only| only.contains(&Edge::Leaf(leaf.clone()))));
        leaves
    }

    /// A leaf on the way that was computed by a cell which has ended, unless its gradient is asked for.
    pub(crate) fn ended(&self) -> Option<LeafHandle> {
        let is_asked = |leaf: &LeafHandle| self.only.iter().flatten().any(|edge| *edge == Edge::Leaf(leaf.clone()));
        self.reached().1.into_iter().find(|leaf| leaf.has_ended() && !is_asked(leaf))
    }

    /// The steps and the leaves that can be reached.
    fn reached(&self) -> (BTreeSet<u32>, Vec<LeafHandle>) {
        let (mut steps, mut leaves, mut seen) = (BTreeSet::new(), Vec::new(), HashSet::new());
        let mut next: Vec<Edge> = self.roots.iter().map(|(edge, _)| edge.clone()).collect();
        while let Some(edge) = next.pop() {
            match edge {
                Edge::Leaf(leaf) if seen.insert(leaf.clone()) => leaves.push(leaf),
                Edge::Step(node) if steps.insert(node) => {
                    next.extend(edges_of(node).into_iter().flatten().flatten());
                }
                _ => {}
            }
        }
        (steps, leaves)
    }

    /// The steps that gradients must go through to get where they are asked for; `None` for all of them.
    fn needed(&self) -> Option<HashSet<u32>> {
        let only = self.only.as_ref()?;
        let mut needed = HashSet::new();
        // What a step leads to was made before it.
        for node in self.reached().0 {
            // What nobody knows may lead there.
            let leads = |edge: &Edge| match edge {
                Edge::Unknown(_) => true,
                Edge::Step(node) if needed.contains(node) => true,
                edge => only.contains(edge),
            };
            if edges_of(node).into_iter().flatten().flatten().any(|edge| leads(&edge)) {
                needed.insert(node);
            }
        }
        Some(needed)
    }
}

/// The gradients that have arrived where they were asked for.
pub(crate) type Arrived = Vec<(Edge, Tensor)>;

fn edges_of(node: u32) -> Option<Vec<Option<Edge>>> {
    CURRENT.with(|current| {
        let current = current.borrow();
        match &current.as_ref()?.tape.nodes.get(node as usize)?.gradient {
            StepGradient::Required(graph) => Some(graph.edges().to_vec()),
            _ => None,
        }
    })
}

/// Takes gradients of some values of this thread's tape back to what they were computed from, and gives what arrives at each leaf and at
/// each step that was asked for.
///
/// # Errors
/// Where PyTorch refuses, and where nobody knows how to go on; nothing has arrived anywhere then.
pub(crate) fn backward(request: BackwardRequest) -> Result<Arrived> {
    let tape = CURRENT.with(|current| current.borrow().as_ref().map(|recording| recording.tape.id));
    let Some(tape) = tape else { return Err(BackwardError::Unknown(Lost::Unnoted)) };
    let needed = request.needed();
    let BackwardRequest { roots, keeps_graph, captured, only } = request;
    let mut walk = Backward {
        tape,
        keeps_graph,
        captured: captured.into_iter().chain(only.iter().flatten().cloned()).collect(),
        only: only.map(|only| (only.into_iter().collect(), needed.unwrap_or_default())),
        waiting: BTreeMap::new(),
        leaves: Vec::new(),
        known_leaves: HashMap::new(),
        gradients: HashMap::new(),
        arrived: Vec::new(),
    };
    for (edge, gradient) in roots {
        walk.hand_to(edge, Part { gradient, from: None })?;
    }
    while let Some((node, parts)) = walk.waiting.pop_last() {
        walk.go_through(node, parts)?;
    }
    for (leaf, parts) in std::mem::take(&mut walk.leaves) {
        let gradient = walk.gathered(leaf.value(), parts, true)?;
        walk.arrived.push((Edge::Leaf(leaf), gradient));
    }
    Ok(walk.arrived)
}

impl Backward {
    /// Whether a gradient is wanted there.
    fn is_wanted(&self, edge: &Edge) -> bool {
        self.only.as_ref().is_none_or(|(only, needed)| {
            only.contains(edge) || matches!(edge, Edge::Step(node) if needed.contains(node))
        })
    }

    fn hand_to(&mut self, edge: Edge, part: Part) -> Result<()> {
        if let Edge::Unknown(why) = edge {
            return Err(BackwardError::Unknown(why));
        }
        if !self.is_wanted(&edge) {
            return Ok(());
        }
        match edge {
            Edge::Step(node) => self.waiting.entry(node).or_default().push(part),
            Edge::Leaf(leaf) => {
                let next = self.leaves.len();
                let place = *self.known_leaves.entry(leaf.clone()).or_insert(next);
                match self.leaves.get_mut(place) {
                    Some((_, parts)) => parts.push(part),
                    None => self.leaves.push((leaf, vec![part])),
                }
            }
            Edge::Unknown(_) => {}
        }
        Ok(())
    }

    /// Hands the gradient of a step on to what the step was computed from.
    fn go_through(&mut self, node: u32, parts: Vec<Part>) -> Result<()> {
        let gradient = self.gathered(Origin { tape: self.tape, node }, parts, false)?;
        if self.captured.contains(&Edge::Step(node)) {
            self.arrived.push((Edge::Step(node), gradient.clone()));
        }
        if self.only.as_ref().is_some_and(|(_, needed)| !needed.contains(&node)) {
            return Ok(());
        }
        let step = self.taken(node)?;
        self.gradients.insert(node, gradient.clone());
        stop::check()?;
        // A gradient costs as much as its value, besides the operations that it is made of.
        budget::charge(|| step.operation.cost(&step.inputs.iter().collect::<Vec<_>>()))?;
        let handed = pause(|| handed(&*step.operation, &step.inputs, &step.value, &gradient))?;
        for (place, (edge, handed)) in step.edges.into_iter().zip(handed).enumerate() {
            let Some(edge) = edge else { continue };
            if let Some(name) = step.operation.underivable(&step.inputs, place) {
                return Err(BackwardError::Underivable(name));
            }
            if let Some(gradient) = handed {
                self.hand_to(edge, Part { gradient, from: Some((node, place)) })?;
            }
        }
        Ok(())
    }

    /// A step, if its gradient may be taken. PyTorch lets go of what it needs then.
    fn taken(&self, node: u32) -> Result<Step> {
        CURRENT.with(|current| {
            let mut current = current.borrow_mut();
            let node = current.as_mut().and_then(|recording| recording.tape.nodes.get_mut(node as usize));
            let Some(node) = node else { return Err(BackwardError::Unknown(Lost::Unnoted)) };
            let StepGradient::Required(graph) = &mut node.gradient else {
                return Err(BackwardError::Unknown(Lost::Unnoted));
            };
            if graph.is_freed() {
                return Err(BackwardError::Freed);
            }
            if let Some((saved, writes)) = graph.overwritten() {
                let before = match saved {
                    Saved::Input(place) => &node.inputs[*place],
                    Saved::Value => &node.value,
                    Saved::Kept(tensor) => tensor,
                };
                let before = before.clone();
                let made_by = matches!(saved, Saved::Value).then(|| node.operation.name());
                return Err(BackwardError::Overwritten(Overwritten { before, made_by, writes }));
            }
            if !self.keeps_graph {
                graph.free();
            }
            let edges = graph.edges().to_vec();
            let (operation, inputs, value) = (Arc::clone(&node.operation), node.inputs.clone(), node.value.clone());
            Ok(Step { operation, inputs, value, edges })
        })
    }

    /// What has arrived at a value in all, as a step of the tape. That of a leaf lies in memory as the leaf does.
    fn gathered(&self, of: Origin, parts: Vec<Part>, is_leaf: bool) -> Result<Tensor> {
        budget::spend(OperationCost::each(STEP_ELEMENTS * parts.len() as u128))?;
        let is_dense = |leaf: &Tensor| !leaf.stride().contains(&0);
        let like_leaf = |gradient: Tensor| match super::value_of(of).filter(|_| is_leaf) {
            Some(leaf) => gradient.with_strides(Some(leaf.stride()).filter(|_| is_dense(&leaf))),
            None => gradient,
        };
        if let [Part { from: None, gradient }] = &parts[..] {
            return Ok(like_leaf(gradient.clone()));
        }
        // The sum so far, and the step that the last of the readers is.
        let (mut sum, mut last): (Option<Tensor>, Option<u32>) = (None, None);
        let (mut readers, mut further): (Vec<ReaderStep>, Vec<Tensor>) = (Vec::new(), Vec::new());
        for Part { gradient, from } in parts {
            let node = from.map(|(node, _)| node);
            match (from, readers.last_mut().filter(|_| node.is_some() && node == last)) {
                (Some((_, place)), Some(reader)) => reader.places.push(place),
                (Some((node, place)), None) => {
                    let reader = self.reader(node, place);
                    last = reader.is_some().then_some(node);
                    further.extend(self.gradients.get(&node).filter(|_| reader.is_none()).cloned());
                    readers.extend(reader);
                }
                (None, _) => {
                    last = None;
                    readers.extend(super::value_of(of).map(|value| ReaderStep::seed(&value, gradient.clone())));
                }
            }
            sum = Some(match sum {
                Some(sum) => pause(|| arithmetic::add(&sum, &gradient))?,
                None => gradient,
            });
        }
        let sum = sum.ok_or(BackwardError::Unknown(Lost::Unnoted))?;
        Ok(gradient_step(of, readers, further, like_leaf(sum)))
    }

    /// A step that was gone through, as one that read a value; `None` for one that read too many.
    fn reader(&self, node: u32, place: usize) -> Option<ReaderStep> {
        let gradient = self.gradients.get(&node)?.clone();
        let reader = with_node(Origin { tape: self.tape, node }, |node| {
            (node.inputs.len() <= MAX_INPUTS).then(|| ReaderStep {
                operation: Arc::clone(&node.operation),
                inputs: node.inputs.clone(),
                value: node.value.clone(),
                places: vec![place],
                gradient,
            })
        });
        reader.flatten()
    }
}
