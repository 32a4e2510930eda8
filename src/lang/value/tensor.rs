//! Tensors of the cells: places that all of their names and views share, as in PyTorch.
//!
//! A [`Tensor`] of the room below never changes. A name holds a place, and the place holds the tensor that it is now: who writes to it
//! puts another tensor there ([`SharedTensor::replace`]), or says which part is to be another ([`SharedTensor::write`]). A view knows the place that it shows and the steps that lead to it. When that
//! has changed since the view was last read, the steps are gone through again ([`SharedTensor::now`]). So steps, reasons and gradients
//! are those of a program in which nothing is ever overwritten.
//!
//! A view always shows a place that is no view itself, its *root*. Locks are taken one at a time.

mod gradient;
mod slot;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::shared::{Identity, Maker};
use super::{ArrayType, Items, ReadOnly, Value};
use crate::tensor::ops::put::{PutPart, put_all};
use crate::tensor::tape::gradient_mode;
use crate::tensor::tape::graph::{Edge, Note};
use crate::tensor::view::{Kinship, ViewPath, kinship, numbered};
use crate::tensor::{DType, Inner, Origin, Result, SourceSpan, Tensor, tape};
use gradient::GradientView;
pub use gradient::{Gradient, ViewCreation};
pub(in crate::lang) use slot::GradientSlot;

/// A tensor under all of its names.
#[derive(Clone)]
pub struct SharedTensor(Arc<TensorPlace>);

struct TensorPlace {
    state: Mutex<TensorState>,
    /// The tensor that this one is, as another cell sees it: a leaf of that cell's tape.
    original: Option<SharedTensor>,
    /// The numbers of its elements, once somebody has asked where those of a view stand.
    numbers: OnceLock<Box<Tensor>>,
    array_type: ArrayType,
    read_only: Option<ReadOnly>,
}

struct TensorState {
    now: Tensor,
    /// What was written to it since.
    pending: Option<Box<Pending>>,
    /// How often a root was written to; of a view, how often its root had been when `now` was made.
    version: u64,
    /// What it shows, while its cell runs.
    view: Option<Arc<View>>,
    /// Who has frozen it.
    maker: Option<Arc<Maker>>,
    /// Whether a write to it could not be made, because it cost more than was left.
    is_lost: bool,
    /// What its gradient is, but for what a view has of its base until it is frozen.
    gradient: Gradient,
    /// How often it was written to, as PyTorch counts; a view has the count of another tensor.
    writes: u64,
    /// Of a view, what that count was when it was last told how it is computed.
    writes_seen: u64,
    /// Where its gradients are added up, once somebody has asked.
    slot: Option<Arc<GradientSlot>>,
    /// Where its gradient goes, if that is not to the step which made `now`: it was written to without a gradient since.
    grad_fn: Option<Edge>,
    /// What PyTorch's graph calls the step that computed it, if that is not the name of the step which made `now`.
    grad_fn_name: Option<&'static str>,
}

/// Writes to parts of a root without a read in between. The next read makes one step of them, so that a loop that fills a tensor costs
/// what it writes.
#[derive(Default)]
struct Pending {
    parts: Vec<PutPart>,
    /// The names that the tensor had when it was first written to.
    names: Vec<Arc<str>>,
    /// Where the last of them stands in the source.
    place: (Option<SourceSpan>, Option<Inner>),
    /// What is to be known of the gradients of the tensor and of what was written, and whether gradients were wanted then.
    notes: Vec<Note>,
    wants_gradients: bool,
}

/// What a view shows. The steps that lead to it stand in the tape, and are read off it once somebody asks: most views are only read.
struct View {
    root: SharedTensor,
    gradient: GradientView,
    /// The steps that had made the root and the view when the view was made.
    from: Option<Origin>,
    made: Option<Origin>,
    path: OnceLock<Option<ViewPath>>,
    /// Where in the root its elements stand.
    places: OnceLock<Option<Arc<[usize]>>>,
}

impl View {
    fn path(&self) -> Option<&ViewPath> {
        self.path.get_or_init(|| ViewPath::between(self.from, self.made)).as_ref()
    }
}

impl SharedTensor {
    /// A new tensor, which its cell may change.
    pub fn new(tensor: Tensor) -> Self {
        let gradient = if gradient_mode::is_required(tensor.origin()) { Gradient::Computed } else { Gradient::None };
        let made = Self::of(TensorState { gradient, ..TensorState::of(tensor) }, None);
        made.watch_value();
        made
    }

    /// A tensor that nobody changes.
    pub fn frozen(tensor: Tensor) -> Self {
        Self::of(TensorState { maker: Some(Arc::default()), ..TensorState::of(tensor) }, None)
    }

    /// The same frozen tensor as another cell sees it: `see` gives what it is there, or `None` where it is the same.
    #[must_use]
    pub fn seen(&self, see: impl FnOnce(Tensor) -> Option<Tensor>) -> Self {
        let (now, maker, gradient) =
            self.frozen_state().unwrap_or_else(|| (self.now(), Arc::default(), self.gradient()));
        let Some(now) = see(now) else { return self.clone() };
        let (maker, grad_fn_name) = (Some(maker), self.grad_fn_name());
        let state = TensorState { maker, gradient, grad_fn_name, ..TensorState::of(now) };
        Self::of(state, Some(self.original().clone())).with_array_type(self.array_type())
    }

    fn frozen_state(&self) -> Option<(Tensor, Arc<Maker>, Gradient)> {
        let state = self.state();
        state.maker.clone().map(|maker| (state.now.clone(), maker, state.gradient))
    }

    fn of(state: TensorState, original: Option<Self>) -> Self {
        let (numbers, array_type, read_only) = (OnceLock::new(), ArrayType::Tensor, None);
        Self(Arc::new(TensorPlace { state: Mutex::new(state), original, numbers, array_type, read_only }))
    }

    /// What it is to Python.
    pub fn array_type(&self) -> ArrayType {
        self.0.array_type
    }

    /// A tensor that was just made, as another type to Python.
    #[must_use]
    pub fn with_array_type(mut self, array_type: ArrayType) -> Self {
        if let Some(place) = Arc::get_mut(&mut self.0) {
            place.array_type = array_type;
        }
        self
    }

    /// Why it cannot be written to as an array of NumPy.
    pub fn read_only(&self) -> Option<ReadOnly> {
        self.0.read_only
    }

    /// An array that was just made, which cannot be written to.
    #[must_use]
    pub fn with_read_only(mut self, reason: Option<ReadOnly>) -> Self {
        if let Some(place) = Arc::get_mut(&mut self.0) {
            place.read_only = reason;
        }
        self
    }

    /// The same memory as another type to Python; each of the two counts its own writes.
    #[must_use]
    pub fn seen_as(&self, array_type: ArrayType) -> Self {
        if self.array_type() == array_type {
            return self.clone();
        }
        Self::new(self.now()).with_array_type(array_type).into_view_of(self, ViewCreation::Uncounted)
    }

    /// What has been made of this tensor and may share its memory: a tensor, or a tuple of some. Where nothing was done, it is this tensor
    /// itself if `may_be_itself`, else a view of the whole.
    pub fn shown_in(&self, made: Value, may_be_itself: bool, kind: ViewCreation) -> Value {
        Self::shown(made, |made| match self.linked(made, may_be_itself, kind) {
            ControlFlow::Break(made) | ControlFlow::Continue(made) => made,
        })
    }

    /// The same where it may be of one of several tensors: `link` finds which.
    pub fn shown(made: Value, mut link: impl FnMut(Self) -> Self) -> Value {
        match made {
            Value::Tensor(made) => Value::Tensor(link(made)),
            Value::Tuple(items) if items.iter().any(|item| matches!(item, Value::Tensor(_))) => {
                let mut shown = |item: &Value| match item {
                    Value::Tensor(made) => Value::Tensor(link(made.clone())),
                    other => other.clone(),
                };
                let shown = items.iter().map(&mut shown).collect();
                Value::Tuple(Items::new(shown).map_or_else(|| items.clone(), |shown| shown.in_form(items.form())))
            }
            other => other,
        }
    }

    /// What an operation has made of this tensor, as a view of it, or as this tensor itself, if that shares its memory: then the search for
    /// whose memory it shares may break off.
    pub fn linked(&self, made: Self, may_be_itself: bool, kind: ViewCreation) -> ControlFlow<Self, Self> {
        // A function may have linked it itself.
        if made.view().is_some_and(|view| view.root.is(&self.root())) {
            return ControlFlow::Break(made);
        }
        let now = made.now();
        match self.read(|base| kinship(base, &now)) {
            Kinship::Other => ControlFlow::Continue(made),
            Kinship::Same if may_be_itself => ControlFlow::Break(self.clone()),
            Kinship::Detached if kind == ViewCreation::Plain => {
                ControlFlow::Break(made.into_view_of(self, ViewCreation::Detached))
            }
            Kinship::Same | Kinship::View | Kinship::Detached => ControlFlow::Break(made.into_view_of(self, kind)),
        }
    }

    /// Another tensor in the same memory, which has no gradient of its own yet.
    #[must_use]
    pub fn alias(&self) -> Self {
        Self::new(self.now()).into_view_of(self, ViewCreation::Detached)
    }

    /// The same, and each of the two counts its own writes.
    #[must_use]
    pub fn uncounted_alias(&self) -> Self {
        Self::new(self.now()).into_view_of(self, ViewCreation::Uncounted)
    }

    /// What this view is of its root, of another tensor in the root's place; `None` if it is no view. For gradients it is no view then.
    pub fn over(&self, root: &Self) -> Option<Self> {
        let view = self.view()?;
        let now = view.path()?.replay(&root.now()).ok()?.with_axes(self.now().axes().to_vec());
        Some(Self::new(now).with_array_type(self.array_type()).into_view_of(root, ViewCreation::Detached))
    }

    /// What was just made of what a tensor is now, as a view of it.
    fn into_view_of(mut self, of: &Self, kind: ViewCreation) -> Self {
        let shown = of.view();
        let root = shown.as_ref().map_or_else(|| of.clone(), |shown| shown.root.clone());
        let gradient = GradientView::new(kind, of, shown.as_deref());
        let (base, version) = root.newest();
        let (from, made) = (base.origin(), self.origin());
        let when_made = gradient.when_made(of);
        // What is all of another tensor is no step of its own.
        let is_step = when_made != Gradient::Computed || made != of.origin();
        let grad_fn = if is_step { None } else { of.edge() };
        let state = TensorState {
            gradient: when_made,
            grad_fn,
            version,
            writes_seen: of.writes(),
            view: Some(Arc::new(View { root, gradient, from, made, path: OnceLock::new(), places: OnceLock::new() })),
            ..TensorState::of(self.now())
        };
        let (array_type, read_only) = (self.array_type(), self.read_only().or(of.read_only()));
        let Some(place) = Arc::get_mut(&mut self.0) else {
            return Self::of(state, None).with_array_type(array_type).with_read_only(read_only);
        };
        (place.state, place.read_only) = (Mutex::new(state), read_only);
        self
    }

    /// What it is at this moment. Steps that make a view anew are recorded where the view was made. If they cost more than is left, it
    /// is what it was before, the refusal ends the cell at its next step, and it does not leave the cell.
    pub fn now(&self) -> Tensor {
        self.read(Tensor::clone)
    }

    /// Looks at what it is [now](Self::now). `read` must not ask a tensor of a cell for anything: this one may be locked.
    pub(in crate::lang) fn read<R>(&self, read: impl FnOnce(&Tensor) -> R) -> R {
        let state = self.state();
        match &state.view {
            None if state.pending.is_none() => read(&state.now),
            None => {
                drop(state);
                read(&self.newest().0)
            }
            Some(view) => {
                let (before, seen, view) = (state.now.clone(), state.version, Arc::clone(view));
                drop(state);
                read(&self.made_anew(before, seen, &view))
            }
        }
    }

    /// What a view is, which was `before` when its root had been written to `seen` times.
    fn made_anew(&self, before: Tensor, seen: u64, view: &View) -> Tensor {
        if view.root.state().version == seen {
            return before;
        }
        let (base, version) = view.root.newest();
        let replayed = |path: &ViewPath| {
            gradient_mode::noting(|| {
                view.root.note_gradient();
                path.replay(&base)
            })
        };
        let replayed = |path| gradient_mode::within(true, || replayed(path));
        let Some(Ok(made)) = view.path().map(replayed) else {
            self.state().is_lost = true;
            return before;
        };
        let made = made.with_axes(before.axes().to_vec());
        let mut state = self.state();
        state.now = made.clone();
        state.version = version;
        made
    }

    /// The step that made it what it is now, if one did.
    pub fn origin(&self) -> Option<Origin> {
        self.read(Tensor::origin)
    }

    /// Whether it may be made by a step of a tape: what can still be written to is.
    pub(super) fn has_history(&self) -> bool {
        let state = self.state();
        state.maker.is_none() || state.now.origin().is_some()
    }

    /// Its dtype, which no write changes.
    pub fn dtype(&self) -> DType {
        self.state().now.dtype()
    }

    /// How many axes it has; no write changes that.
    pub fn ndim(&self) -> usize {
        self.state().now.ndim()
    }

    /// How many elements it has; no write changes that.
    pub fn len(&self) -> usize {
        self.state().now.len()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a root is, and how often it was written to.
    fn newest(&self) -> (Tensor, u64) {
        let (pending, base, version) = {
            let mut state = self.state();
            let Some(pending) = state.pending.take() else { return (state.now.clone(), state.version) };
            (pending, state.now.clone(), state.version)
        };
        let Pending { parts, names, place, notes, wants_gradients } = *pending;
        let put = || {
            gradient_mode::note(notes);
            put_all(&base, parts)
        };
        let noted = || gradient_mode::within(wants_gradients, || gradient_mode::noting(put));
        let Ok(made) = tape::standing(place, noted) else {
            self.state().is_lost = true;
            return (base, version);
        };
        let made = made.with_strides(Some(base.stride()));
        for name in names {
            tape::name(&made, name);
        }
        self.state().now = made.clone();
        (made, version)
    }

    /// A tensor of its shape, its dtype and its axes, which no write changes; what it holds may be older.
    pub fn outline(&self) -> Tensor {
        self.state().now.clone()
    }

    /// Writes to a part of its root, which the next read sees. Of several writes without a read the names given with the first count.
    ///
    /// # Errors
    /// Who has frozen it, when it belongs to a cell that has ended.
    pub(in crate::lang) fn write(
        &self,
        part: PutPart,
        names: Vec<Arc<str>>,
        notes: Vec<Note>,
    ) -> std::result::Result<(), Maker> {
        let root = self.root();
        let is_of_root = || self.differentiable_view().map_or_else(|| root.is(self), |view| view.base.is(&root));
        let wants_gradients = gradient_mode::is_enabled() && is_of_root();
        // Those that the gradient of the root does not know are another step.
        if root.state().pending.as_ref().is_some_and(|pending| pending.wants_gradients != wants_gradients) {
            root.newest();
        }
        let mut state = root.written_state()?;
        let pending = state.pending.get_or_insert_with(|| Box::new(Pending { names, ..Pending::default() }));
        pending.parts.push(part);
        pending.wants_gradients = wants_gradients;
        pending.notes.extend(notes);
        pending.place = tape::here();
        drop(state);
        self.count_write();
        Ok(())
    }

    /// The place that it shows: its own, if it is no view.
    #[must_use]
    pub fn root(&self) -> Self {
        self.view().map_or_else(|| self.clone(), |view| view.root.clone())
    }

    /// Whether it was written to, or shows what may have been.
    pub fn has_changed(&self) -> bool {
        let state = self.state();
        state.version > 0 || state.view.is_some()
    }

    /// Where in its root its elements stand, counted in row-major order: `None` if it is no view. An inner `None` says that its elements
    /// are only parts of those, as of `x.real`.
    ///
    /// # Errors
    /// When it costs more than is left.
    pub fn places_in_root(&self) -> Option<Result<Option<Arc<[usize]>>>> {
        let view = self.view()?;
        if let Some(places) = view.places.get() {
            return Some(Ok(places.clone()));
        }
        let Some(path) = view.path() else { return Some(Ok(None)) };
        let found = view.root.numbers().and_then(|numbers| path.places(&numbers));
        let found = found.map(|places| places.map(Arc::from));
        if let Ok(places) = &found {
            _ = view.places.set(places.clone());
        }
        Some(found)
    }

    fn numbers(&self) -> Result<Tensor> {
        if let Some(numbers) = self.0.numbers.get() {
            return Ok((**numbers).clone());
        }
        let numbers = numbered(self.outline().shape())?;
        _ = self.0.numbers.set(Box::new(numbers.clone()));
        Ok(numbers)
    }

    fn view(&self) -> Option<Arc<View>> {
        self.state().view.clone()
    }

    /// Puts another tensor into the place of its root, for all names and views.
    ///
    /// # Errors
    /// Who has frozen it, when it belongs to a cell that has ended.
    pub fn replace(&self, tensor: Tensor) -> std::result::Result<(), Maker> {
        let root = self.root();
        let mut state = root.written_state()?;
        // What is written to stays where it lies in memory.
        state.now = tensor.with_strides(Some(state.now.stride()));
        state.pending = None;
        drop(state);
        self.count_write();
        root.watch_value();
        Ok(())
    }

    /// What is changed when a root is written to.
    fn written_state(&self) -> std::result::Result<MutexGuard<'_, TensorState>, Maker> {
        self.keep_grad_fn();
        let mut state = self.state();
        if let Some(maker) = &state.maker {
            return Err((**maker).clone());
        }
        state.version += 1;
        Ok(state)
    }

    /// Freezes it and its gradient as they are now, unless it is frozen: `false` if a write to one of them was lost.
    pub fn freeze(&self, maker: impl FnOnce() -> Maker) -> bool {
        let Some(maker) = self.freeze_alone(maker) else { return !self.state().is_lost };
        let mut is_whole = !self.state().is_lost;
        let mut next = self.grad();
        // A gradient may have one, too, and so on: without recursion, and under names that do not grow.
        for depth in 0_usize.. {
            let Some(gradient) = next else { break };
            let name =
                || if depth == 0 { format!("{}.grad", maker.name) } else { format!("{}.grad.{depth}", maker.name) };
            if gradient.freeze_alone(|| Maker { name: Arc::from(name()), ..(*maker).clone() }).is_none() {
                break;
            }
            is_whole &= !gradient.state().is_lost;
            next = gradient.grad();
        }
        is_whole
    }

    /// Freezes it without its gradient, and gives who has done so; `None` if it was frozen.
    fn freeze_alone(&self, maker: impl FnOnce() -> Maker) -> Option<Arc<Maker>> {
        let (gradient, grad_fn_name) = if gradient_mode::is_asked() {
            let name = self.grad_fn_name();
            (self.gradient(), name)
        } else {
            (Gradient::None, None)
        };
        let mut state = self.state();
        if state.maker.is_some() {
            return None;
        }
        (state.gradient, state.grad_fn_name) = (gradient, grad_fn_name);
        if state.view.is_some() || state.pending.is_some() {
            drop(state);
            let now = self.now();
            state = self.state();
            (state.now, state.view, state.pending) = (now, None, None);
        }
        let maker = Arc::new(maker());
        state.maker = Some(Arc::clone(&maker));
        if let Some(slot) = &state.slot {
            slot.freeze(&maker);
        }
        Some(maker)
    }

    /// Whether something was written to it that has not been read since.
    pub fn is_pending(&self) -> bool {
        self.state().pending.is_some()
    }

    /// Whether it can no longer be changed.
    pub fn is_frozen(&self) -> bool {
        self.state().maker.is_some()
    }

    /// Its cell, name and number, if it is frozen.
    pub fn maker(&self) -> Option<Maker> {
        self.state().maker.as_deref().cloned()
    }

    /// Whether both are one tensor.
    pub fn is(&self, other: &Self) -> bool {
        self.address() == other.address()
    }

    /// What tells it apart from all other tensors: in the same way for two runs of its cell.
    pub fn identity(&self) -> Identity {
        Identity::of(self.maker(), self.address())
    }

    /// A number that tells it apart from all other tensors as long as it lives.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.original().0).addr()
    }

    fn original(&self) -> &Self {
        self.0.original.as_ref().unwrap_or(self)
    }

    fn state(&self) -> MutexGuard<'_, TensorState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TensorState {
    fn of(now: Tensor) -> Self {
        Self {
            now,
            pending: None,
            version: 0,
            view: None,
            maker: None,
            is_lost: false,
            gradient: Gradient::None,
            writes: 0,
            writes_seen: 0,
            slot: None,
            grad_fn: None,
            grad_fn_name: None,
        }
    }
}

/// Shows what it is now.
impl fmt::Debug for SharedTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.now().fmt(f)
    }
}
