//! What others can still read of what a cell has made, when the cell ends.
//!
//! Objects, variables and classes may lead to each other in circles, so each is entered once. What nothing leads to is not frozen: it may
//! hold itself, and it need not be kept.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lang::class::{Class, Written};
use crate::lang::object::{Heap, Reference, Variable};
use crate::lang::value::{Closure, Items};

/// An object, a class or a variable of the cell, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Object(u32),
    Class(u32),
    Variable(u32),
}

/// What the end of a cell has met so far.
#[derive(Default)]
pub(super) struct Reached {
    places: FxHashSet<Place>,
    /// Those whose contents are still to be frozen, in the order in which they were met.
    waiting: VecDeque<Place>,
    /// The first of the cell's names that a class has, by its number.
    class_names: FxHashMap<u32, Arc<str>>,
    /// What tuples and functions became, by their address. The originals are kept, for no other value may get their address.
    tuples: FxHashMap<usize, (Items, Items)>,
    functions: FxHashMap<usize, (Arc<Closure>, Arc<Closure>)>,
}

impl Reached {
    /// Notes an object that something leads to, and its class.
    pub(super) fn object(&mut self, reference: &Reference) {
        self.class(&reference.class);
        if !reference.is_frozen() {
            self.place(Place::Object(reference.place()));
        }
    }

    /// Notes a class that something leads to.
    pub(super) fn class(&mut self, class: &Class) {
        if let Class::Written(Written { body, home: None }) = class {
            self.place(Place::Class(body.number));
        }
    }

    /// Notes a name of the cell that holds a class; names are noted in their order.
    pub(super) fn name_class(&mut self, class: &Class, name: &Arc<str>) {
        if let Class::Written(Written { body, home: None }) = class {
            self.class_names.entry(body.number).or_insert_with(|| Arc::clone(name));
        }
    }

    /// The first of the cell's names that holds a class.
    pub(super) fn class_name(&self, number: u32) -> Option<&Arc<str>> {
        self.class_names.get(&number)
    }

    /// Notes a variable that a function reads.
    pub(super) fn variable(&mut self, variable: &Variable) {
        if !variable.is_frozen() {
            self.place(Place::Variable(variable.place()));
        }
    }

    fn place(&mut self, place: Place) {
        if self.places.insert(place) {
            self.waiting.push_back(place);
        }
    }

    /// The next place whose contents are to be frozen.
    pub(super) fn next(&mut self) -> Option<Place> {
        self.waiting.pop_front()
    }

    /// What a tuple has become.
    pub(super) fn tuple(&self, tuple: &Items) -> Option<Items> {
        self.tuples.get(&tuple.address()).map(|(_, frozen)| frozen.clone())
    }

    pub(super) fn set_tuple(&mut self, tuple: Items, frozen: Items) {
        self.tuples.insert(tuple.address(), (tuple, frozen));
    }

    /// What a function has become.
    pub(super) fn function(&self, closure: &Arc<Closure>) -> Option<Arc<Closure>> {
        self.functions.get(&Arc::as_ptr(closure).addr()).map(|(_, frozen)| Arc::clone(frozen))
    }

    pub(super) fn set_function(&mut self, closure: &Arc<Closure>, frozen: &Arc<Closure>) {
        self.functions.insert(Arc::as_ptr(closure).addr(), (Arc::clone(closure), Arc::clone(frozen)));
    }

    /// Empties what nothing leads to.
    pub(super) fn retain_in(&self, heap: &mut Heap) {
        heap.retain(
            |place| self.places.contains(&Place::Object(place)),
            |place| self.places.contains(&Place::Class(place)),
            |place| self.places.contains(&Place::Variable(place)),
        );
    }
}
