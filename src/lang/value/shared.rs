//! Lists, dicts and sets: places that all of their names share, as in Python.
//!
//! While a cell runs, the containers that it has made can be changed through any name ([`Shared::change`]). A container that leaves the
//! cell is frozen in place ([`Shared::freeze`]): from then on it cannot be changed, and it knows the size and the depth of all that it
//! holds. A reader takes the contents as they are at that moment ([`Shared::now`]), so nothing is locked while a cell runs on.
//!
//! Only a change can make a container hold itself. A container that was given something changeable is remembered by the
//! [`CircularContainers`] of the running cell, which empties it at the end unless it has left the cell, so that a circle does not keep
//! itself alive.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::drop_queue::drop_in_turn;
use super::size::Extent;
use super::{Dict, Items};

/// The items of a list, under all of its names.
pub type SharedList = Shared<Items>;
/// The entries of a dict, or the keys of a set, under all of its names.
pub type SharedDict = Shared<Arc<Dict>>;

/// Contents that all names of a container share.
pub struct Shared<T: Contents>(Arc<SharedPlace<T>>);

/// What a container holds. Cloning it copies no parts.
pub trait Contents: Clone + Default + Send + Sync + 'static {
    /// What is known of them without a walk.
    fn extent(&self) -> Extent;

    /// How deep their container nests; a list in it that may still change counts as one level.
    fn depth(&self) -> u32;

    /// Whether nothing in them holds values in turn.
    fn is_flat(&self) -> bool {
        self.depth() <= 1 && !self.extent().travels
    }
}

struct SharedPlace<T: Contents> {
    state: Mutex<SharedState<T>>,
    /// The container that this one is, as another cell sees it: it reads what it holds in its home.
    original: Option<Shared<T>>,
}

struct SharedState<T> {
    /// `None` while they are being changed.
    contents: Option<T>,
    /// Who has frozen it.
    maker: Option<Maker>,
    is_watched: bool,
}

/// Which container of which cell a frozen one is. A cell that runs again on the same inputs makes the same ones again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Maker {
    /// The cell, where it has a name.
    pub cell: Option<Arc<str>>,
    /// The first of the cell's names, in sorted order, that leads to it. Where only an object does, the number of the object and its
    /// attribute: `0.xs`; where only a class does, its first name in the cell and the attribute: `A.xs`, or of a class that the cell
    /// has no name for, its number: `0::xs`; where only a variable of a function does, its number and its name: `0:xs`. Empty where only
    /// the result does.
    pub name: Arc<str>,
    /// How many containers of that name were frozen before this one.
    pub number: u32,
}

/// What tells a container apart from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    /// Where it lies, of one that may still change.
    Place(usize),
    /// Which one of its cell it is.
    Made(Maker),
}

impl Identity {
    /// That of what lies at an address and may have been frozen.
    pub(super) fn of(maker: Option<Maker>, address: usize) -> Self {
        maker.filter(|maker| maker.cell.is_some()).map_or(Self::Place(address), Self::Made)
    }
}

impl<T: Contents> Shared<T> {
    /// A new container, which its cell may change.
    pub fn new(contents: T) -> Self {
        Self::place(contents, None, None)
    }

    /// A container that nobody changes.
    pub fn frozen(contents: T) -> Self {
        Self::place(contents, Some(Maker::default()), None)
    }

    /// The same frozen container with the contents as another cell sees them.
    #[must_use]
    pub fn seen_with(&self, contents: T) -> Self {
        Self::place(contents, self.maker(), Some(self.original().clone()))
    }

    fn place(contents: T, maker: Option<Maker>, original: Option<Self>) -> Self {
        let state = SharedState { contents: Some(contents), maker, is_watched: false };
        Self(Arc::new(SharedPlace { state: Mutex::new(state), original }))
    }

    /// What it holds at this moment.
    pub fn now(&self) -> T {
        self.state().contents.clone().unwrap_or_default()
    }

    /// Whether it can no longer be changed.
    pub fn is_frozen(&self) -> bool {
        self.state().maker.is_some()
    }

    /// Its cell, name and number, if it is frozen.
    pub fn maker(&self) -> Option<Maker> {
        self.state().maker.clone()
    }

    /// Whether both are one place.
    pub fn is(&self, other: &Self) -> bool {
        self.address() == other.address()
    }

    /// Whether both are the same container of the same cell, perhaps of two of its runs: they are one where they also hold the same.
    pub fn is_frozen_as(&self, other: &Self) -> bool {
        self.maker().is_some_and(|maker| Some(maker) == other.maker())
    }

    /// What tells it apart from all other containers: in the same way for two runs of its cell.
    pub fn identity(&self) -> Identity {
        Identity::of(self.maker(), self.address())
    }

    /// A number that tells it apart from all other containers as long as it lives.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.original().0).addr()
    }

    fn original(&self) -> &Self {
        self.0.original.as_ref().unwrap_or(self)
    }

    /// Changes what it holds, for all of its names.
    ///
    /// # Errors
    /// Who has frozen it, when it belongs to a cell that has ended.
    pub fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> Result<R, Maker> {
        // Nothing is locked during the change: what is put in may be the container itself.
        let mut contents = {
            let mut state = self.state();
            if let Some(maker) = &state.maker {
                return Err(maker.clone());
            }
            state.contents.take().unwrap_or_default()
        };
        let result = change(&mut contents);
        self.state().contents = Some(contents);
        Ok(result)
    }

    /// Freezes it with these contents: its own, in which everything is frozen.
    pub fn freeze(&self, contents: T, maker: Maker) {
        let mut state = self.state();
        state.maker = Some(maker);
        state.contents = Some(contents);
    }

    fn state(&self) -> MutexGuard<'_, SharedState<T>> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An empty container, which its cell may change.
impl<T: Contents> Default for Shared<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Contents> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Shows the contents of a frozen container, and only the address of any other, because it may hold itself.
impl<T: Contents + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_frozen() { self.now().fmt(f) } else { write!(f, "Shared({:x})", self.address()) }
    }
}

/// Containers that their cell has changed so that they may be in a circle. When these are dropped, those that have not left the
/// cell are emptied.
#[derive(Default)]
pub struct CircularContainers(Vec<Weak<dyn Emptied>>);

impl CircularContainers {
    /// Remembers a container that was given something that can be changed.
    pub fn watch<T: Contents>(&mut self, container: &Shared<T>) {
        if !std::mem::replace(&mut container.state().is_watched, true) {
            let place: Arc<dyn Emptied> = container.0.clone();
            self.0.push(Arc::downgrade(&place));
        }
    }
}

impl Drop for CircularContainers {
    fn drop(&mut self) {
        self.0.drain(..).filter_map(|place| place.upgrade()).for_each(|place| place.empty());
    }
}

/// A container, whatever it holds.
trait Emptied: Send + Sync {
    /// Takes everything out, unless it has left its cell: what is frozen does not hold itself.
    fn empty(&self);
}

impl<T: Contents> Emptied for SharedPlace<T> {
    fn empty(&self) {
        let taken = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.maker.is_none() { state.contents.take() } else { None }
        };
        drop(taken);
    }
}

impl Contents for Items {
    fn extent(&self) -> Extent {
        self.extent()
    }

    fn depth(&self) -> u32 {
        self.depth()
    }
}

impl Contents for Arc<Dict> {
    fn extent(&self) -> Extent {
        (**self).extent()
    }

    fn depth(&self) -> u32 {
        (**self).depth()
    }
}

/// While their cell runs, lists may nest without limit, so they are dropped one after the other, not by recursion.
impl<T: Contents> Drop for SharedPlace<T> {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(contents) = state.contents.take().filter(|contents| !contents.is_flat()) {
            drop_in_turn(contents);
        }
    }
}
