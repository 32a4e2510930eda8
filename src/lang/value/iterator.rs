//! Iterators: what `iter`, `zip`, `map` and their like give. All names of an iterator share how far it has come, so it gives each item
//! once.
//!
//! An iterator is of no use to another cell, which would have to start where this one has stopped: when it leaves its cell, a
//! [stub](super::Stub::Iterator) takes its place.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Value;
use super::drop_queue::drop_in_turn;
use super::pause::Pause;
use crate::lang::object::Reference;

/// An iterator, under all of its names.
#[derive(Clone)]
pub struct SharedIterator(Arc<IteratorPlace>);

struct IteratorPlace {
    type_name: &'static str,
    source: Mutex<ItemSource>,
}

/// Where an iterator takes its items from.
#[derive(Clone)]
pub enum ItemSource {
    /// From a value.
    Value(Progress),
    /// From another iterator, each item with a number: `enumerate`.
    Numbered {
        /// The other iterator.
        items: SharedIterator,
        /// The number of the next item.
        number: i64,
    },
    /// One item from each of several: `zip`.
    Zipped {
        /// The others.
        parts: Arc<[SharedIterator]>,
        /// Whether they must all end together.
        is_strict: bool,
    },
    /// What a function gives for one item of each: `map`.
    Mapped {
        /// The function.
        function: Value,
        /// The other iterators.
        parts: Arc<[SharedIterator]>,
    },
    /// Those items of another for which a function is true, or without a function those that are: `filter`.
    Filtered {
        /// The function.
        function: Option<Value>,
        /// The other iterator.
        items: SharedIterator,
    },
    /// From a function with `yield`.
    Generated(Pause),
    /// What `__next__` of an object gives, up to `StopIteration`.
    Object(Reference),
    /// What `__getitem__` of an object gives for 0, 1 and so on, up to `IndexError`.
    Indexed {
        /// The object.
        object: Reference,
        /// The next place.
        place: i64,
    },
    /// What a function gives without arguments, up to a value: `iter(function, end)`.
    Called {
        /// The function.
        function: Value,
        /// The value that ends it.
        end: Value,
    },
    /// There are no more.
    Ended,
}

/// How far somebody has come through the items of a value.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The value: no text and no object, whose items are taken out before.
    pub(in crate::lang) values: Value,
    /// The place of the next item. From the last to the first, one more than that.
    pub(in crate::lang) place: usize,
    /// Of a dict or a set, how many entries it had at the beginning.
    pub(in crate::lang) count: usize,
    /// Of a dict, how often a key had come or gone before.
    pub(in crate::lang) key_changes: u64,
    /// Whether it goes from the last to the first.
    pub(in crate::lang) is_backwards: bool,
}

impl SharedIterator {
    /// An iterator; Python calls its type by that name.
    pub fn new(type_name: &'static str, source: ItemSource) -> Self {
        Self(Arc::new(IteratorPlace { type_name, source: Mutex::new(source) }))
    }

    /// The name of its type: `list_iterator`.
    pub fn type_name(&self) -> &'static str {
        self.0.type_name
    }

    /// Where it takes the next item from.
    pub fn source(&self) -> ItemSource {
        self.state().clone()
    }

    /// Says where it takes the next item from.
    pub(in crate::lang) fn set_source(&self, source: ItemSource) {
        let before = std::mem::replace(&mut *self.state(), source);
        // Not while it is locked: what goes may be the last to hold other iterators.
        drop(before);
    }

    /// The number of the item that is being given, if it numbers them; the next one has the next number.
    pub(in crate::lang) fn take_number(&self) -> Option<i64> {
        match &mut *self.state() {
            ItemSource::Numbered { number, .. } => {
                let taken = *number;
                *number = taken.saturating_add(1);
                Some(taken)
            }
            _ => None,
        }
    }

    /// Whether both are one iterator.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether nobody else knows it.
    pub(in crate::lang) fn is_last(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn state(&self) -> MutexGuard<'_, ItemSource> {
        self.0.source.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Only its type: it may lead back to itself.
impl fmt::Debug for SharedIterator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedIterator({})", self.type_name())
    }
}

impl ItemSource {
    /// Whether something in it may hold iterators, and those others without limit.
    fn nests(&self) -> bool {
        match self {
            Self::Value(Progress { values: Value::Tuple(items), .. }) => items.is_live(),
            // Lists and dicts see to that themselves.
            Self::Value(_) | Self::Ended => false,
            _ => true,
        }
    }
}

/// Iterators may take from each other without limit, so they are dropped one after the other, not by recursion.
impl Drop for IteratorPlace {
    fn drop(&mut self) {
        let source = self.source.get_mut().unwrap_or_else(PoisonError::into_inner);
        let source = std::mem::replace(source, ItemSource::Ended);
        if source.nests() {
            drop_in_turn(source);
        }
    }
}
