//! Values with identity: objects, classes, variables that functions share, and the heap that holds them.
//!
//! An object is a *place*, whose attributes can be assigned and which two names can share. Objects do not lie inside values. While a
//! cell runs, all objects that it makes lie in one [`Heap`], and a value names its object by number ([`Reference`]). Objects may hold
//! each other in circles: numbers own nothing, so nothing leaks, and a heap is dropped by one loop.
//!
//! So is a class of a cell: its methods and attributes lie in the heap, where they can be assigned. A name of a function becomes a place
//! in the heap, too, as soon as a function inside reads it ([`Variable`]): both then see what the other sees, and a function that calls
//! itself by its name is a circle of numbers.
//!
//! When the cell ends, its heap is frozen, together with its names, into the cell's [`FrozenHeap`]. A value that leaves the cell takes
//! the home along ([`Value::frozen_in`]); inside the home references stay bare numbers, so a home never owns itself. What one cell
//! made, another can read and call, and never change.

use std::fmt;
use std::sync::Arc;

use super::class::{Body, Class, Written};
use super::value::{Digest, Scope, Value, drop_in_turn};

/// How deep modules may hold each other.
pub(super) const MAX_LEVELS: usize = 64;

/// Which object a value is.
#[derive(Clone, Debug)]
pub struct Reference {
    /// What it is an object of; that never changes.
    pub class: Class,
    /// Its number in its heap.
    place: u32,
    /// The cell that made it; `None` while that cell is being evaluated.
    home: Option<Arc<FrozenHeap>>,
}

impl Reference {
    /// Whether it belongs to a cell that has ended, and so can no longer change.
    pub fn is_frozen(&self) -> bool {
        self.home.is_some()
    }

    /// The cell that made it, once that has ended.
    pub fn home(&self) -> Option<&Arc<FrozenHeap>> {
        self.home.as_ref()
    }

    /// Whether both are one object.
    pub fn same(&self, other: &Self) -> bool {
        self.place == other.place && same_frozen_heap(self.home.as_ref(), other.home.as_ref())
    }

    /// The object as other cells see it.
    #[must_use]
    pub fn frozen_in(self, home: &Arc<FrozenHeap>) -> Self {
        if self.home.is_some() {
            return self;
        }
        Self { class: self.class.frozen_in(home), place: self.place, home: Some(Arc::clone(home)) }
    }

    /// A number for it: equal for references to one object.
    pub fn key(&self) -> (u64, u32) {
        (self.home.as_ref().map_or(0, |home| home.digest), self.place)
    }

    /// Its number, for the digest of its home.
    pub(super) fn place(&self) -> u32 {
        self.place
    }
}

/// Which variable a function has captured.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its number in its heap.
    place: u32,
    /// The cell that made it; `None` while that cell is being evaluated.
    home: Option<Arc<FrozenHeap>>,
}

impl Variable {
    /// Whether it belongs to a cell that has ended, and so can no longer change.
    pub fn is_frozen(&self) -> bool {
        self.home.is_some()
    }

    /// The cell that made it, once that has ended.
    pub(super) fn home(&self) -> Option<&Arc<FrozenHeap>> {
        self.home.as_ref()
    }

    /// Whether both are one variable.
    pub fn same(&self, other: &Self) -> bool {
        self.place == other.place && same_frozen_heap(self.home.as_ref(), other.home.as_ref())
    }

    /// The variable as other cells see it.
    #[must_use]
    pub fn frozen_in(self, home: &Arc<FrozenHeap>) -> Self {
        Self { place: self.place, home: Some(self.home.unwrap_or_else(|| Arc::clone(home))) }
    }

    /// Its number, for the digest of its home.
    pub(super) fn place(&self) -> u32 {
        self.place
    }
}

/// What a module does with an attribute, as `nn.Module` sorts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An attribute and no more.
    Plain,
    /// It is learned: an `nn.Parameter`, or `None` in its place.
    Parameter,
    /// It is not learned and yet belongs to the model; `saved` says whether the state dict holds it.
    Buffer {
        /// Whether `state_dict` has it.
        saved: bool,
    },
    /// A part with parameters of its own.
    Module,
}

/// One attribute.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// What it holds.
    pub value: Value,
    /// What it is to a module.
    pub role: Role,
}

/// An object: its attributes in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub struct Object {
    fields: Vec<Field>,
    /// Of a module, whether `nn.Module.__init__` has run.
    pub ready: bool,
    /// Of a module, whether it is in training mode.
    pub training: bool,
    /// The module that this one was first made a part of, and under which name.
    pub part_of: Option<(Reference, Arc<str>)>,
    /// What its `__repr__` said when its cell ended.
    pub text: Option<Arc<str>>,
}

impl Object {
    /// An object without attributes, as far as a module as another one.
    pub fn like(other: &Self) -> Self {
        Self { ready: other.ready, training: other.training, ..Self::default() }
    }

    /// Its attributes, in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// One attribute.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| &*field.name == name)
    }

    /// Sets an attribute. One that keeps its role keeps its place.
    pub fn set(&mut self, name: &Arc<str>, value: Value, role: Role) {
        match self.fields.iter().position(|field| field.name == *name) {
            Some(place) if self.fields[place].role == role => self.fields[place].value = value,
            Some(place) => {
                self.fields.remove(place);
                self.fields.push(Field { name: Arc::clone(name), value, role });
            }
            None => self.fields.push(Field { name: Arc::clone(name), value, role }),
        }
    }

    /// Takes an attribute away, and says whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let count = self.fields.len();
        self.fields.retain(|field| &*field.name != name);
        self.fields.len() < count
    }

    /// Its attributes, in order, to be changed.
    pub(super) fn fields_mut(&mut self) -> &mut [Field] {
        &mut self.fields
    }
}

/// A variable that functions share.
#[derive(Debug)]
struct Slot {
    name: Arc<str>,
    /// `None` where nothing has been assigned yet.
    value: Option<Value>,
}

/// A class with its methods and attributes.
#[derive(Debug)]
pub(super) struct ClassPlace {
    /// What its statement made.
    pub(super) body: Arc<Body>,
    /// Its own members, without those that it inherits.
    pub(super) members: Scope,
}

/// The objects and classes of one cell, and the variables that its functions share.
#[derive(Debug, Default)]
pub struct Heap {
    objects: Vec<Object>,
    classes: Vec<ClassPlace>,
    variables: Vec<Slot>,
}

impl Heap {
    /// A new object.
    pub fn add(&mut self, class: Class, object: Object) -> Reference {
        let place = u32::try_from(self.objects.len()).unwrap_or(u32::MAX);
        self.objects.push(object);
        Reference { class, place, home: None }
    }

    /// The object that a reference names, here or in the home that the reference brings along.
    pub fn get<'a>(&'a self, reference: &'a Reference) -> Option<&'a Object> {
        let heap = reference.home.as_ref().map_or(self, |home| &home.heap);
        heap.objects.get(reference.place as usize)
    }

    /// The same, to be changed; `None` for an object of another cell.
    pub fn get_mut(&mut self, reference: &Reference) -> Option<&mut Object> {
        if reference.is_frozen() { None } else { self.objects.get_mut(reference.place as usize) }
    }

    /// A new class with these members; it gets the next number.
    pub fn add_class(&mut self, body: Body, members: Scope) -> Class {
        let number = u32::try_from(self.classes.len()).unwrap_or(u32::MAX);
        let body = Arc::new(Body { number, ..body });
        self.classes.push(ClassPlace { body: Arc::clone(&body), members });
        Class::Written(Written { body, home: None })
    }

    /// The members of a class, without those that it inherits: here or in the home that the class brings along.
    pub fn members<'a>(&'a self, class: &'a Written) -> Option<&'a Scope> {
        let heap = class.home.as_ref().map_or(self, |home| &home.heap);
        heap.classes.get(class.body.number as usize).map(|place| &place.members)
    }

    /// The same, to be changed; `None` for a class of another cell.
    pub fn members_mut(&mut self, class: &Written) -> Option<&mut Scope> {
        let place = if class.home.is_some() { None } else { self.classes.get_mut(class.body.number as usize) };
        place.map(|place| &mut place.members)
    }

    /// A new variable of that name.
    pub fn add_variable(&mut self, name: Arc<str>, value: Option<Value>) -> Variable {
        let place = u32::try_from(self.variables.len()).unwrap_or(u32::MAX);
        self.variables.push(Slot { name, value });
        Variable { place, home: None }
    }

    /// What a variable holds, as this cell sees it; `None` where nothing has been assigned yet.
    pub fn variable(&self, variable: &Variable) -> Option<Value> {
        let held = |heap: &Self| heap.variables.get(variable.place as usize)?.value.clone();
        match &variable.home {
            Some(home) => held(&home.heap).map(|value| value.frozen_in(home)),
            None => held(self),
        }
    }

    /// Gives a variable a value; `false` for a variable of another cell.
    pub fn set_variable(&mut self, variable: &Variable, value: Value) -> bool {
        match self.variables.get_mut(variable.place as usize).filter(|_| !variable.is_frozen()) {
            Some(slot) => {
                slot.value = Some(value);
                true
            }
            None => false,
        }
    }

    /// Takes the value of a variable away; `false` where it has none.
    pub fn clear_variable(&mut self, variable: &Variable) -> bool {
        let slot = self.variables.get_mut(variable.place as usize).filter(|_| !variable.is_frozen());
        slot.is_some_and(|slot| slot.value.take().is_some())
    }

    /// All objects, in the order in which they were made.
    pub(super) fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// All classes, in the order in which they were made.
    pub(super) fn classes(&self) -> &[ClassPlace] {
        &self.classes
    }

    /// The names and values of all variables, in the order in which they were made.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&Arc<str>, &Option<Value>)> {
        self.variables.iter().map(|slot| (&slot.name, &slot.value))
    }

    /// An object by its number, to be changed.
    pub(super) fn object_mut(&mut self, place: u32) -> Option<&mut Object> {
        self.objects.get_mut(place as usize)
    }

    /// A class by its number, to be changed.
    pub(super) fn class_mut(&mut self, place: u32) -> Option<&mut ClassPlace> {
        self.classes.get_mut(place as usize)
    }

    /// The name and the value of a variable by its number, to be changed.
    pub(super) fn variable_mut(&mut self, place: u32) -> Option<(&Arc<str>, &mut Option<Value>)> {
        self.variables.get_mut(place as usize).map(|slot| (&slot.name, &mut slot.value))
    }

    /// Empties all objects, classes and variables but those that others can still read. An object still knows what it is a part of.
    pub(super) fn retain(
        &mut self,
        is_object_read: impl Fn(u32) -> bool,
        is_class_read: impl Fn(u32) -> bool,
        is_variable_read: impl Fn(u32) -> bool,
    ) {
        let objects = (0..).zip(&mut self.objects).filter(|(place, _)| !is_object_read(*place));
        objects.for_each(|(_, object)| object.fields.clear());
        let classes = (0..).zip(&mut self.classes).filter(|(place, _)| !is_class_read(*place));
        classes.for_each(|(_, class)| class.members.clear());
        let variables = (0..).zip(&mut self.variables).filter(|(place, _)| !is_variable_read(*place));
        variables.for_each(|(_, slot)| slot.value = None);
    }
}

/// Whether the functions of a text are operations to those who call them: what they compute, and what is wrong with what they were given, is
/// said of the call. The first line of a module of the library asks for it.
pub fn is_said_of_call(source: &str) -> bool {
    source.starts_with("# What is computed here is said of the call.\n")
}

/// What a cell leaves behind for its functions, classes and objects: the names and variables that they read, and the classes and objects
/// themselves.
pub struct FrozenHeap {
    names: Scope,
    heap: Heap,
    cell: Option<Arc<str>>,
    source: Arc<str>,
    digest: u64,
}

impl FrozenHeap {
    /// The home of a cell of that source; `cell` is its name, if it has one.
    pub fn new(names: Scope, heap: Heap, cell: Option<Arc<str>>, source: &str) -> Self {
        let digest = Digest::of_frozen_heap(&names, &heap, cell.as_deref(), source);
        Self { names, heap, cell, source: source.into(), digest }
    }

    /// The name of the cell, which errors call the owner of what it has made.
    pub fn cell(&self) -> Option<&Arc<str>> {
        self.cell.as_ref()
    }

    /// The text of the cell.
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }

    /// What a name holds for the functions of this cell.
    pub fn name(self: &Arc<Self>, name: &str) -> Option<Value> {
        self.names.get(name).map(|value| value.clone().frozen_in(self))
    }

    /// Its objects, classes and variables.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// A number that stands for everything in it: equal for homes that nothing could tell apart.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// The digest and no more: every function and object of a cell holds its home, and a printed model would be a home for each.
impl fmt::Debug for FrozenHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FrozenHeap({:016x})", self.digest)
    }
}

/// Whether two cells are one, or so alike that nothing could tell them apart: an evaluation that came out the same.
pub fn same_frozen_heap(a: Option<&Arc<FrozenHeap>>, b: Option<&Arc<FrozenHeap>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.digest == b.digest,
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// A home may be the last to hold another, and that one a third: they are dropped one after the other, not inside each other.
impl Drop for FrozenHeap {
    fn drop(&mut self) {
        drop_in_turn((std::mem::take(&mut self.names), std::mem::take(&mut self.heap)));
    }
}
