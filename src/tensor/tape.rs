//! The tape of a computation: which operation made each value, from what, under which name, at which place in the source.
//!
//! A tape is an arena: nodes in the order in which they were made, each naming its inputs by number. It is walked,
//! differentiated and dropped by plain loops, so a chain of 100,000 operations is nothing special.
//!
//! Whether a tape is kept is a matter of the thread, as PyTorch's `no_grad` is: inside [`record`] every operation adds a node,
//! outside none does. So a model's code is the same with and without.

pub(crate) mod backward;
pub(crate) mod gradient_mode;
pub(crate) mod graph;
mod learning;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gradient_mode::GradientMode;
use graph::StepGradient;
pub use learning::{parameter, record_for_gradients};

use super::error::{Error, Result};
use super::explain::Explanation;
use super::ops::{self, Operation, arithmetic, gradient};
use super::{Axis, Tensor, budget, stop};

/// Which tape: unique within the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TapeId(NonZeroU64);

/// Which node of which tape made a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// The tape.
    pub tape: TapeId,
    /// The node's number in it.
    pub node: u32,
}

/// A place in the source text of a cell: bytes from `start` up to `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceSpan {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// An expression of another text than the one whose computation is recorded: it stands inside of a function that was defined there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    /// The other text.
    pub source: Arc<str>,
    /// Where in it.
    pub place: SourceSpan,
}

/// Where a chain of reasons ends: a value that was not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Written in the source.
    Literal,
    /// Set by a control of the page: `slider`, `matrix`, `mask`, `text`, `choice`, `toggle`.
    Control(&'static str),
    /// Drawn by the seeded generator.
    Random,
    /// Given from outside under this name, or counted by this expression; by one of another cell if it is empty.
    Given(Arc<str>),
    /// Computed elsewhere and taken over under this name: its reasons are in another tape.
    Outer(Arc<str>),
    /// Computed elsewhere and taken over inside of something: an item of a list of this name, an attribute of an object.
    Part {
        /// The name of the list, or of the attribute.
        of: Arc<str>,
        /// What made it there, as long as that tape lives.
        origin: Origin,
    },
}

/// One step of a computation.
#[derive(Debug)]
pub struct Node {
    /// What was done.
    pub operation: Arc<dyn Operation>,
    /// With what.
    pub inputs: Vec<Tensor>,
    /// What came out.
    pub value: Tensor,
    /// The name it was given by an assignment or a module, path included: `encoder.layers.0.self_attn.weights`.
    pub name: Option<Arc<str>>,
    /// The expression that made it.
    pub place: Option<SourceSpan>,
    /// The expression inside of that which made it, where `place` is the call of a function from another text.
    pub inner: Option<Inner>,
    /// What PyTorch would know of its gradient, unless something else is [noted](gradient_mode::note).
    gradient: StepGradient,
}

/// All steps of one computation, in order.
#[derive(Debug)]
pub struct Tape {
    id: TapeId,
    nodes: Vec<Node>,
    /// Every name that was given, in order, and to which node: one value can have several.
    names: Vec<(Arc<str>, u32)>,
}

struct Recording {
    tape: Tape,
    /// Whether the steps will be asked why; if not, they are kept for gradients alone.
    has_reasons: bool,
    place: Option<SourceSpan>,
    inner: Option<Inner>,
    path: Vec<Arc<str>>,
    hook: Option<Hook>,
    gradient_mode: GradientMode,
}

/// Who is asked, with its whole name, about every [stage] of a computation: another value takes the place of the one that was computed.
#[derive(Clone)]
pub struct Hook(Rc<Ask>);

type Ask = dyn Fn(&str, &Tensor) -> Result<Option<Tensor>>;

impl Hook {
    /// A hook that answers so.
    pub fn new(ask: impl Fn(&str, &Tensor) -> Result<Option<Tensor>> + 'static) -> Self {
        Self(Rc::new(ask))
    }
}

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// Puts back, also when the computation panics, what was being recorded before.
struct Restore(Option<Recording>);

impl Drop for Restore {
    fn drop(&mut self) {
        let outer = self.0.take();
        CURRENT.with(|current| *current.borrow_mut() = outer);
    }
}

/// Runs a computation and keeps its tape.
pub fn record<T>(compute: impl FnOnce() -> T) -> (T, Tape) {
    record_with(None, compute)
}

/// The same, with somebody who may put other values in the place of its [stages](stage).
pub fn record_with<T>(hook: Option<Hook>, compute: impl FnOnce() -> T) -> (T, Tape) {
    keep(true, hook, compute)
}

fn keep<T>(has_reasons: bool, hook: Option<Hook>, compute: impl FnOnce() -> T) -> (T, Tape) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = TapeId(NonZeroU64::new(NEXT.fetch_add(1, Ordering::Relaxed)).unwrap_or(NonZeroU64::MIN));
    let fresh = Recording {
        tape: Tape::empty(id),
        has_reasons,
        place: None,
        inner: None,
        path: Vec::new(),
        hook,
        gradient_mode: GradientMode::default(),
    };
    let restore = Restore(CURRENT.with(|current| current.borrow_mut().replace(fresh)));
    let result = compute();
    let tape = CURRENT.with(|current| current.borrow_mut().take()).map(|recording| recording.tape);
    drop(restore);
    let mut tape = tape.unwrap_or_else(|| Tape::empty(id));
    // It stays for as long as what was computed; gradients go back no further than to the start of their cell.
    tape.forget_graph();
    tape.nodes.shrink_to_fit();
    (result, tape)
}

/// Runs a computation without keeping a tape, whatever happens around it.
pub fn pause<T>(compute: impl FnOnce() -> T) -> T {
    let restore = Restore(CURRENT.with(|current| current.borrow_mut().take()));
    let result = compute();
    drop(restore);
    result
}

/// Whether this thread keeps a tape now.
pub fn is_on() -> bool {
    CURRENT.with(|current| current.borrow().is_some())
}

/// Whether this thread keeps a tape that will be asked why. What only that needs (names, axes, a node for every step of a formula)
/// can be left out otherwise.
pub fn has_reasons() -> bool {
    CURRENT.with(|current| current.borrow().as_ref().is_some_and(|recording| recording.has_reasons))
}

/// Runs a part of a computation under a name, which is put before the names given inside: `encoder.layers.0`.
pub fn within<T>(name: &str, compute: impl FnOnce() -> T) -> T {
    if !has_reasons() {
        return compute();
    }
    let change = |step: &dyn Fn(&mut Vec<Arc<str>>)| {
        CURRENT.with(|current| current.borrow_mut().as_mut().map(|recording| step(&mut recording.path)));
    };
    change(&|path| path.push(name.into()));
    let result = compute();
    change(&|path| {
        path.pop();
    });
    result
}

/// Says which expression of the source makes what follows; gives back what was said before.
pub fn at(place: Option<SourceSpan>) -> Option<SourceSpan> {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let recording = current.as_mut()?;
        recording.inner = None;
        std::mem::replace(&mut recording.place, place)
    })
}

/// Says which expression of another text makes what follows, while the function that was called there runs.
pub fn inside(source: &Arc<str>, place: SourceSpan) {
    CURRENT.with(|current| {
        if let Some(recording) = current.borrow_mut().as_mut() {
            recording.inner = Some(Inner { source: Arc::clone(source), place });
        }
    });
}

/// Where what is recorded next stands in the source.
pub(crate) fn here() -> (Option<SourceSpan>, Option<Inner>) {
    CURRENT.with(|current| {
        let current = current.borrow();
        current.as_ref().map_or((None, None), |recording| (recording.place, recording.inner.clone()))
    })
}

/// Runs what is to be recorded as if it stood somewhere else in the source.
pub(crate) fn standing<T>(place: (Option<SourceSpan>, Option<Inner>), compute: impl FnOnce() -> T) -> T {
    let exchange = |(place, inner)| {
        CURRENT.with(|current| {
            let mut current = current.borrow_mut();
            let Some(recording) = current.as_mut() else { return (None, None) };
            (std::mem::replace(&mut recording.place, place), std::mem::replace(&mut recording.inner, inner))
        })
    };
    let before = exchange(place);
    let result = compute();
    exchange(before);
    result
}

/// Names a value, when the current tape made it. A node shows the first name it is given, the one nearest to its making; the
/// tape knows it under all of them. Axes that were named since the value was made are kept with it.
pub fn name(tensor: &Tensor, name: impl Into<Arc<str>>) {
    let Some(origin) = tensor.origin() else { return };
    name_node(origin, tensor.axes.as_ref(), name);
}

/// Names the value that a step made, as [`name`] does.
pub fn name_made(origin: Origin, name: impl Into<Arc<str>>) {
    name_node(origin, None, name);
}

fn name_node(origin: Origin, axes: Option<&Arc<[Axis]>>, name: impl Into<Arc<str>>) {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let named = |recording: &&mut Recording| recording.has_reasons && recording.tape.id == origin.tape;
        let Some(recording) = current.as_mut().filter(named) else { return };
        let full = recording.full(name.into());
        if let Some(node) = recording.tape.nodes.get_mut(origin.node as usize) {
            if axes.is_some() {
                node.value.axes = axes.cloned();
            }
            node.name.get_or_insert_with(|| full.clone());
            recording.tape.names.push((full, origin.node));
        }
    });
}

/// Names a value that something further on is computed from, and gives what is to be taken for it: the value itself, unless there is
/// a [hook](record_with) that knows better. Then both have the name, the other value last. Without a tape nothing happens.
///
/// # Errors
/// When the hook fails.
pub fn stage(tensor: Tensor, name: &str) -> Result<Tensor> {
    self::name(&tensor, name);
    let asked = CURRENT.with(|current| {
        let current = current.borrow();
        let recording = current.as_ref()?;
        Some((recording.hook.clone()?, recording.full(name.into())))
    });
    let Some((hook, full)) = asked else { return Ok(tensor) };
    let Some(other) = (hook.0)(&full, &tensor)? else { return Ok(tensor) };
    self::name(&other, name);
    Ok(other)
}

impl Recording {
    /// A name with the path that leads to it.
    fn full(&self, name: Arc<str>) -> Arc<str> {
        if self.path.is_empty() {
            return name;
        }
        self.path.iter().map(AsRef::as_ref).chain([&*name]).collect::<Vec<&str>>().join(".").into()
    }
}

/// Marks a value as one that was not computed: a literal, a control, a parameter. Without a tape that will be asked why it is returned
/// as it is.
pub fn leaf(tensor: Tensor, what: Leaf) -> Tensor {
    if !has_reasons() {
        return tensor;
    }
    let tensor = tensor.detach();
    push(Arc::new(ops::leaf::LeafOperation(what)), Vec::new(), tensor)
}

/// What is read off a step of this thread's tape; `None` for a step of another tape.
pub(crate) fn with_node<T>(origin: Origin, read: impl FnOnce(&Node) -> T) -> Option<T> {
    CURRENT.with(|current| current.borrow().as_ref()?.tape.node(origin).map(read))
}

/// The value that a step of this thread's tape made; `None` for a step of another tape.
pub(crate) fn value_of(origin: Origin) -> Option<Tensor> {
    with_node(origin, |node| node.value.clone())
}

/// Whether a step of this thread's tape is the last that was given a name.
pub(crate) fn is_named(origin: Origin, name: &str) -> bool {
    CURRENT.with(|current| {
        let current = current.borrow();
        let Some(recording) = current.as_ref() else { return false };
        let last = recording.tape.names.iter().rev().find(|(known, _)| **known == *name);
        recording.tape.id == origin.tape && last.is_some_and(|(_, node)| *node == origin.node)
    })
}

/// Lets go of the numbers of a step of this thread's tape that was made from nothing, if nobody else holds them and no name leads to
/// them: a parameter's first numbers, once others were loaded in their place.
pub(crate) fn release(origin: Origin) {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let Some(recording) = current.as_mut().filter(|recording| recording.tape.id == origin.tape) else { return };
        let Some(node) = recording.tape.nodes.get_mut(origin.node as usize) else { return };
        if node.inputs.is_empty() && node.name.is_none() && node.value.is_held_once() {
            node.value = Tensor::zeros(&[0], node.value.dtype()).with_origin(origin);
        }
    });
}

/// Adds a node for a finished step and gives the value its origin.
pub(crate) fn push(operation: Arc<dyn Operation>, inputs: Vec<Tensor>, value: Tensor) -> Tensor {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let Some(recording) = current.as_mut() else { return value };
        if !recording.has_reasons && !recording.tape.leads_to(&*operation, &inputs) {
            return value;
        }
        let gradient = recording.step_gradient(&*operation, &inputs, &value);
        let nodes = &mut recording.tape.nodes;
        let Ok(node) = u32::try_from(nodes.len()) else { return value };
        let value = value.with_origin(Origin { tape: recording.tape.id, node });
        let (place, inner) = (recording.place, recording.inner.clone());
        nodes.push(Node { operation, inputs, value: value.clone(), name: None, place, inner, gradient });
        value
    })
}

/// The gradients of one value with respect to everything it was made from.
#[derive(Debug, Default)]
pub struct Gradients {
    by_origin: HashMap<Origin, Tensor>,
    /// What the value depends on through an operation that PyTorch does not differentiate, and the name of that.
    underivable: HashMap<Origin, &'static str>,
}

/// What has arrived at a step from what is further on.
#[derive(Clone, Debug)]
pub struct GradientSeed {
    /// The step.
    pub origin: Origin,
    /// The gradient, of the value's shape.
    pub gradient: Tensor,
    /// The operation on the way that PyTorch does not differentiate, if there is one.
    pub underivable: Option<&'static str>,
}

impl Gradients {
    /// The gradient with respect to `tensor`, of its shape: `None` when the value does not depend on it.
    pub fn of(&self, tensor: &Tensor) -> Option<&Tensor> {
        self.at(tensor.origin()?)
    }

    /// The same for a value that is known by what made it.
    pub fn at(&self, origin: Origin) -> Option<&Tensor> {
        self.by_origin.get(&origin).filter(|_| !self.underivable.contains_key(&origin))
    }

    /// Whether the output depends on a value, with a gradient or without.
    pub fn has_arrived(&self, origin: Origin) -> bool {
        self.by_origin.contains_key(&origin)
    }

    /// The operation by which a value has no gradient though the output depends on it: PyTorch has no derivative of that, and what
    /// comes by other ways alone would be wrong.
    pub fn underivable(&self, origin: Origin) -> Option<&'static str> {
        self.underivable.get(&origin).copied()
    }

    /// What has arrived at a value, to go on with in another tape.
    pub fn seed(&self, of: Origin, for_origin: Origin) -> Option<GradientSeed> {
        let gradient = self.by_origin.get(&of)?.clone();
        Some(GradientSeed { origin: for_origin, gradient, underivable: self.underivable(of) })
    }

    /// Takes up what another tape found further up; no value is of two tapes.
    pub fn join(&mut self, other: Self) {
        self.by_origin.extend(other.by_origin);
        self.underivable.extend(other.underivable);
    }

    fn add(&mut self, origin: Origin, gradient: Tensor) -> Result<()> {
        let sum = match self.by_origin.remove(&origin) {
            Some(earlier) => arithmetic::add(&earlier, &gradient)?,
            None => gradient,
        };
        self.by_origin.insert(origin, sum);
        Ok(())
    }
}

impl Tape {
    /// Which tape this is.
    pub fn id(&self) -> TapeId {
        self.id
    }

    /// The steps, in the order in which they were made.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    fn empty(id: TapeId) -> Self {
        // A small cell takes so many, and growing moves them all.
        Self { id, nodes: Vec::with_capacity(16), names: Vec::new() }
    }

    /// Every name that was given and the step that has it, in the order of naming. A step can have several names, and a name can
    /// have been given to several steps, one after the other.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = (&str, &Node)> {
        self.names.iter().filter_map(|(name, node)| Some((name.as_ref(), self.nodes.get(*node as usize)?)))
    }

    /// The step that was last given this name: `encoder.layers.0.self_attn.weights`.
    pub fn named(&self, name: &str) -> Option<&Node> {
        self.names().rev().find(|(known, _)| *known == name).map(|(_, node)| node)
    }

    /// One step: `None` when the origin is of another tape.
    pub fn node(&self, origin: Origin) -> Option<&Node> {
        self.nodes.get(origin.node as usize).filter(|_| origin.tape == self.id)
    }

    /// Why the element at `index` of a value has the value it has.
    pub fn explain(&self, origin: Origin, index: &[usize]) -> Option<Explanation> {
        let node = self.node(origin)?;
        let inside = index.len() == node.value.ndim() && index.iter().zip(node.value.shape()).all(|(i, size)| i < size);
        inside.then(|| Explanation::of(node, index))
    }

    /// The gradients of the sum of `of`'s elements with respect to every value of this tape that it depends on, and to values
    /// of other tapes that entered this one.
    ///
    /// # Errors
    /// When `of` was not made under this tape, or is not a real number.
    pub fn gradients(&self, of: &Tensor) -> Result<Gradients> {
        let seed = Tensor::ones(of.shape(), of.dtype());
        self.gradients_from(of, seed)
    }

    /// As [`Tape::gradients`], with the gradient of something further on with respect to `of` as the seed.
    ///
    /// # Errors
    /// When `of` was not made under this tape, is not a real number, or the seed has another shape.
    pub fn gradients_from(&self, of: &Tensor, seed: Tensor) -> Result<Gradients> {
        let Some(origin) = of.origin() else { return Err(not_here()) };
        self.gradients_of([GradientSeed { origin, gradient: seed, underivable: None }])
    }

    /// The same from several places at once: what each seed hands back is added up. A place that is named twice gets both seeds.
    ///
    /// # Errors
    /// When a place is not one of this tape, holds no real numbers, or its seed has another shape.
    pub fn gradients_of(&self, seeds: impl IntoIterator<Item = GradientSeed>) -> Result<Gradients> {
        pause(|| {
            let mut gradients = Gradients::default();
            let mut last = 0;
            for GradientSeed { origin, gradient, underivable } in seeds {
                let of = &self.node(origin).ok_or_else(not_here)?.value;
                if !of.dtype().is_float() || gradient.shape() != of.shape() {
                    let (dtype, shape) = (of.dtype(), of.shape_text());
                    let message = format!(
                        "no gradient: {dtype} {shape} is not real, or does not have the shape of the seed gradient"
                    );
                    return Err(Error::Value(message));
                }
                gradients.add(origin, gradient)?;
                gradients.underivable.extend(underivable.map(|operation| (origin, operation)));
                last = last.max(origin.node);
            }
            for number in (0..=last).rev() {
                self.pull(Origin { tape: self.id, node: number }, &mut gradients)?;
            }
            Ok(gradients)
        })
    }

    /// Hands the gradient of one node on to its inputs.
    fn pull(&self, origin: Origin, gradients: &mut Gradients) -> Result<()> {
        let arrived = gradients.by_origin.get(&origin).cloned();
        let (Some(node), Some(gradient)) = (self.node(origin), arrived) else { return Ok(()) };
        let inherited = gradients.underivable(origin);
        stop::check()?;
        // A gradient costs as much as its value, besides the operations that it is made of.
        budget::charge(|| node.operation.cost(&node.inputs.iter().collect::<Vec<_>>()))?;
        let handed = gradient::handed(&*node.operation, &node.inputs, &node.value, &gradient)?;
        for (place, (input, gradient)) in node.inputs.iter().zip(handed).enumerate() {
            if let (Some(from), Some(gradient)) = (input.origin(), gradient) {
                gradients.add(from, gradient)?;
                let underivable = inherited.or_else(|| node.operation.underivable(&node.inputs, place));
                gradients.underivable.extend(underivable.map(|operation| (from, operation)));
            }
        }
        Ok(())
    }
}

fn not_here() -> Error {
    Error::Value("no gradient: this value was not recorded on the tape".to_owned())
}
