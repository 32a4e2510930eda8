//! The graph that `backward()` walks: PyTorch's `grad_fn`.
//!
//! A tape knows values, and a program has variables. Two variables may have one value (`t` and `nn.Parameter(t)`), a variable may get
//! another value without its gradient knowing (under `no_grad`), and it may be written to after an operation has read it. So a step of
//! which a gradient is wanted has *edges*: for each input, where its gradient goes. They come from what was
//! [noted](super::gradient_mode) of the variables that the operation read. A step that was made where nobody noted anything has none,
//! and a gradient that would have to pass it is refused rather than lost.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::gradient_mode::is_asked;
use super::{CURRENT, Origin, Recording, Tape, with_node};
use crate::tensor::Tensor;
use crate::tensor::ops::{GradientSaves, Operation};

/// A variable of a program, which may be written to after an operation has read it.
pub(crate) trait Variable: fmt::Debug + Send + Sync {
    /// How often it was written to.
    fn writes(&self) -> Writes;
}

/// How often a variable was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Writes {
    /// As PyTorch counts: its `_version`.
    pub(crate) counted: u64,
    /// With those through `x.data`, which PyTorch does not count.
    pub(crate) all: u64,
}

/// A variable, and how often it had been written to when an operation read it or made it.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    variable: Arc<dyn Variable>,
    then: Writes,
}

impl Watched {
    /// A variable as it is now.
    pub(crate) fn new(variable: Arc<dyn Variable>) -> Self {
        let then = variable.writes();
        Self { variable, then }
    }
}

/// A tensor that PyTorch keeps for a gradient, as it was then, and the variable that may be written to.
pub(crate) type Kept = (Tensor, Watched);

/// What of a step a gradient reads was written to since.
#[derive(Clone, Debug)]
pub(crate) struct Overwritten {
    /// The tensor as the step had it.
    pub(crate) before: Tensor,
    /// The name of the operation that made it, of a step's own value.
    pub(crate) made_by: Option<&'static str>,
    /// How often it was written to, and how often it had been then.
    pub(crate) writes: (Writes, Writes),
}

/// Where the gradients of a variable that was not computed are added up. Who holds the variables knows what it is.
#[derive(Clone)]
pub(crate) struct LeafHandle {
    slot: Arc<dyn Any + Send + Sync>,
    value: Origin,
    has_ended: bool,
}

impl LeafHandle {
    /// That of a variable which has this value now.
    pub(crate) fn new(slot: Arc<dyn Any + Send + Sync>, value: Origin) -> Self {
        Self { slot, value, has_ended: false }
    }

    /// That of a variable which was computed by a cell that has ended: gradients go no further.
    pub(crate) fn ended(slot: Arc<dyn Any + Send + Sync>, value: Origin) -> Self {
        Self { slot, value, has_ended: true }
    }

    /// Whether it was computed by a cell that has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The slot, for who knows what it is.
    pub(crate) fn slot<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        Arc::clone(&self.slot).downcast().ok()
    }

    /// The value that the variable had when it was read.
    pub(super) fn value(&self) -> Origin {
        self.value
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.slot).cast::<()>().addr()
    }
}

impl PartialEq for LeafHandle {
    fn eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }
}

impl Eq for LeafHandle {}

impl Hash for LeafHandle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address().hash(state);
    }
}

impl fmt::Debug for LeafHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LeafHandle({:x})", self.address())
    }
}

/// Where the gradient of a variable goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Edge {
    /// To the step of this thread's tape that made it.
    Step(u32),
    /// Into a leaf.
    Leaf(LeafHandle),
    /// Nobody knows, and this is why.
    Unknown(Lost),
}

/// Why nobody knows where a gradient goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lost {
    /// A step was made where nobody noted its variables.
    Unnoted,
    /// An operation read two variables that are one value, and cannot tell them apart.
    TwoVariables,
}

/// What is told of a variable that an operation reads.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The step that made its value.
    pub(crate) origin: Origin,
    /// Whether a gradient of it is wanted.
    pub(crate) required: bool,
    /// Where that goes; nowhere, of a view that is older than the wish for a gradient of its base.
    pub(crate) edge: Option<Edge>,
    /// Whether the operation will write its result into the variable: of that PyTorch keeps a copy.
    pub(crate) is_written: bool,
    /// The variable, unless nothing can write to it.
    pub(crate) watched: Option<Watched>,
}

impl Note {
    /// That of a value which was just made, and which no variable has yet.
    pub(crate) fn made(value: &Tensor) -> Option<Self> {
        let origin = value.origin()?;
        let is_required = with_node(origin, |node| node.gradient.is_required()).unwrap_or(false);
        let edge = match is_required {
            false => None,
            true if is_known(origin) => Some(Edge::Step(origin.node)),
            true => Some(Edge::Unknown(Lost::Unnoted)),
        };
        Some(Self { origin, required: is_required, edge, is_written: false, watched: None })
    }

    /// Whether a gradient of it goes to the same place as that of another variable.
    pub(super) fn leads_with(&self, other: &Self) -> bool {
        self.edge == other.edge && self.required == other.required
    }
}

/// What a tape knows of the gradient of a step.
#[derive(Debug, Default)]
pub(super) enum StepGradient {
    /// None is wanted.
    #[default]
    None,
    /// Nothing was noted when it was made.
    Unnoted {
        /// Whether one is wanted, as far as is known.
        required: bool,
    },
    /// One is wanted.
    Required(Box<GraphNode>),
}

impl StepGradient {
    /// Whether a gradient of the step is wanted.
    pub(super) fn is_required(&self) -> bool {
        match self {
            Self::None => false,
            Self::Unnoted { required } => *required,
            Self::Required(_) => true,
        }
    }
}

/// What PyTorch keeps of a step.
#[derive(Clone, Debug)]
pub(super) enum Saved {
    /// An input.
    Input(usize),
    /// The value.
    Value,
    /// An argument or a second result of the function whose step this is.
    Kept(Tensor),
}

/// A step of which a gradient is wanted.
#[derive(Debug)]
pub(super) struct GraphNode {
    /// Where the gradient of each input goes.
    edges: Box<[Option<Edge>]>,
    /// What PyTorch keeps for the gradient and a program can write to.
    saved: Vec<(Saved, Watched)>,
    saves: GradientSaves,
    is_freed: bool,
    /// What PyTorch's graph calls it, once the function whose step this is has said so: `MulBackward0`.
    name: Option<&'static str>,
}

impl Recording {
    /// What is known of the gradient of what an operation makes.
    pub(super) fn step_gradient(&self, operation: &dyn Operation, inputs: &[Tensor], value: &Tensor) -> StepGradient {
        if !is_asked() || !self.has_reasons || operation.leaf().is_some() {
            return StepGradient::None;
        }
        let required = self.requires_grad(operation, inputs, value);
        let Some(notes) = self.gradient_mode.notes() else { return StepGradient::Unnoted { required } };
        if !required {
            return StepGradient::None;
        }
        let edge = |(place, input): (usize, &Tensor)| {
            let origin = input.origin()?;
            match notes.of(origin) {
                Some(_) => notes.edge(origin, place, inputs),
                // It was made on the way by the function that is at work.
                None if notes.is_made_within(origin) => {
                    let is_required = self.tape.node(origin)?.gradient.is_required();
                    is_required.then_some(Edge::Step(origin.node))
                }
                None => self.tape.node(origin)?.gradient.is_required().then_some(Edge::Unknown(Lost::Unnoted)),
            }
        };
        let edges: Box<[Option<Edge>]> = inputs.iter().enumerate().map(edge).collect();
        let wanted: Vec<bool> = edges.iter().map(Option::is_some).collect();
        let mut saves = operation.saves(inputs, &wanted);
        let watched = |&place: &usize| {
            let read = inputs.get(place)?.origin()?;
            let note = notes.of(self.tape.base_of_views(read, |origin| notes.of(origin).is_some())?)?;
            // PyTorch keeps a copy of what is written to.
            let is_copied = notes.is_written(note.origin) && place == 0;
            Some((Saved::Input(place), note.watched.clone().filter(|_| !is_copied)?))
        };
        let mut saved: Vec<(Saved, Watched)> = saves.inputs.iter().filter_map(watched).collect();
        let kept = notes.kept().map(|(tensor, watched)| (Saved::Kept(tensor.clone()), watched.clone()));
        saved.extend(kept);
        saves.other |= notes.kept().next().is_some();
        StepGradient::Required(Box::new(GraphNode { edges, saved, saves, is_freed: false, name: None }))
    }
}

impl GraphNode {
    /// Where the gradient of each input goes.
    pub(super) fn edges(&self) -> &[Option<Edge>] {
        &self.edges
    }

    /// Whether PyTorch has let go of what the gradient needs, after an earlier `backward()`.
    pub(super) fn is_freed(&self) -> bool {
        self.is_freed && !self.saves.is_nothing()
    }

    /// Says that it has.
    pub(super) fn free(&mut self) {
        self.is_freed = true;
    }

    /// What the gradient needs and was written to since.
    pub(super) fn overwritten(&self) -> Option<(&Saved, (Writes, Writes))> {
        self.saved.iter().find_map(|(saved, watched)| {
            let now = watched.variable.writes();
            (now != watched.then).then_some((saved, (now, watched.then)))
        })
    }
}

impl Tape {
    /// Goes back over views to the first value that somebody knows.
    fn base_of_views(&self, from: Origin, is_known: impl Fn(Origin) -> bool) -> Option<Origin> {
        let mut at = from;
        while !is_known(at) {
            let node = self.node(at)?;
            at = node.inputs.first().filter(|_| node.operation.is_view(&node.inputs))?.origin()?;
        }
        Some(at)
    }

    /// Lets go of the graph, once nobody can ask for gradients any more.
    pub(super) fn forget_graph(&mut self) {
        if is_asked() {
            self.nodes.iter_mut().for_each(|node| node.gradient = StepGradient::None);
        }
    }

    fn graph_node(&mut self, origin: Origin) -> Option<&mut GraphNode> {
        let node = self.nodes.get_mut(origin.node as usize).filter(|_| origin.tape == self.id)?;
        match &mut node.gradient {
            StepGradient::Required(graph) => Some(graph),
            _ => None,
        }
    }
}

/// Whether a step of this thread's tape knows where its gradient goes.
pub(crate) fn is_known(origin: Origin) -> bool {
    with_node(origin, |node| matches!(node.gradient, StepGradient::Required(_))).unwrap_or(false)
}

/// Says that a variable holds what a step has made, or a view of that. If the gradient of the step reads its value, nobody may write to
/// the variable before `backward()`.
pub(crate) fn watch_value(origin: Origin, variable: impl FnOnce() -> Arc<dyn Variable>) {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let Some(recording) = current.as_mut() else { return };
        let is_saved = |tape: &Tape, origin| {
            let node = tape.node(origin);
            node.is_some_and(|node| matches!(&node.gradient, StepGradient::Required(graph) if graph.saves.value))
        };
        let tape = &mut recording.tape;
        let Some(saved) = tape.base_of_views(origin, |origin| is_saved(tape, origin)) else { return };
        if let Some(graph) = tape.graph_node(saved)
            && !graph.saved.iter().any(|(saved, _)| matches!(saved, Saved::Value))
        {
            graph.saved.push((Saved::Value, Watched::new(variable())));
        }
    });
}

/// Says that PyTorch keeps a second result of a function, whose last step this is: the places of the largest elements beside them.
pub(crate) fn keep_result(last: Origin, (tensor, watched): Kept) {
    with_graph_node(last, |graph| {
        graph.saves.other = true;
        graph.saved.push((Saved::Kept(tensor), watched));
    });
}

/// Says that PyTorch keeps the value of a function, whose last step this is, though that step does not need it.
pub(crate) fn keep_value(last: Origin) {
    with_graph_node(last, |graph| graph.saves.value = true);
}

/// Says what PyTorch's graph calls a step, unless that is known.
pub(crate) fn name_step(of: Origin, name: &'static str) {
    with_graph_node(of, |graph| _ = graph.name.get_or_insert(name));
}

/// What PyTorch's graph calls a step of this thread's tape.
pub(crate) fn step_name(of: Origin) -> Option<&'static str> {
    with_node(of, |node| match &node.gradient {
        StepGradient::Required(graph) => graph.name,
        _ => None,
    })?
}

fn with_graph_node(of: Origin, change: impl FnOnce(&mut GraphNode)) {
    CURRENT.with(|current| {
        if let Some(graph) = current.borrow_mut().as_mut().and_then(|recording| recording.tape.graph_node(of)) {
            change(graph);
        }
    });
}
