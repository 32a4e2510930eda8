//! Functions of a cell with what they remember: their defaults, and the variables around them that they read.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use super::items::nesting;
use super::size::Extent;
use super::{Value, all_same};
use crate::lang::object::{FrozenHeap, Reference, Variable, same_frozen_heap};
use crate::lang::syntax::{Function, doc_of};

/// The variables that a function has captured, by their names.
pub type Captured = BTreeMap<Arc<str>, Variable>;

/// A function with what it remembers.
///
/// A variable is named, not held, so neither the size nor the depth of a function counts what its variables hold.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its text.
    pub code: Arc<Function>,
    /// The default of each parameter that has one, in order.
    pub defaults: Vec<Option<Value>>,
    /// The variables that it reads of the functions and comprehensions around it.
    pub captured: Arc<Captured>,
    /// The cell whose text it is and whose names it reads; `None` while that cell is being evaluated.
    pub home: Option<Arc<FrozenHeap>>,
    /// Whether its defaults and its variables know the cell that made them. That can be another one than `home`: a function of one cell
    /// may make a function while another cell runs.
    is_adopted: bool,
    depth: u32,
    extent: Extent,
    /// The extent once nothing in it changes any more.
    final_extent: OnceLock<Extent>,
    /// The object that holds the attributes that it was given: `f.calls = 0`.
    attributes: OnceLock<Reference>,
}

impl Closure {
    /// A function as it leaves its `def`, in the cell that is running; `home` is the cell of its text, if that is another one. `None` when
    /// it would nest deeper than a value may.
    pub fn new(
        code: Arc<Function>,
        defaults: Vec<Option<Value>>,
        captured: Captured,
        home: Option<Arc<FrozenHeap>>,
    ) -> Option<Self> {
        let depth = nesting(defaults.iter().flatten())?;
        let extent = Extent::of(defaults.iter().flatten());
        let (captured, final_extent) = (Arc::new(captured), OnceLock::new());
        let attributes = OnceLock::new();
        Some(Self { code, defaults, captured, home, is_adopted: false, depth, extent, final_extent, attributes })
    }

    /// Whether it has left the cell that made it.
    pub(in crate::lang) fn is_adopted(&self) -> bool {
        self.is_adopted
    }

    /// How deep it nests.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// What is known of its defaults.
    pub(super) fn extent(&self) -> Extent {
        *self.final_extent.get().unwrap_or(&self.extent)
    }

    /// Whether a list, a dict or a set in its defaults may still change.
    pub(in crate::lang) fn is_live(&self) -> bool {
        self.extent().is_live
    }

    /// Says that nothing in it changes any more: it holds what that one holds, which is frozen.
    pub(in crate::lang) fn settle(&self, frozen: &Self) {
        _ = self.final_extent.set(frozen.extent());
    }

    /// Its defaults.
    pub(in crate::lang) fn values(&self) -> impl Iterator<Item = &Value> {
        self.defaults.iter().flatten()
    }

    /// The same function with a change to what its text says, which leaves its parameters and its names as they are.
    #[must_use]
    pub(in crate::lang) fn with_code(&self, change: impl FnOnce(&mut Function)) -> Self {
        let mut code = (*self.code).clone();
        change(&mut code);
        Self { code: Arc::new(code), ..self.clone() }
    }

    /// The same function with its defaults changed, which nest no deeper.
    pub(in crate::lang) fn mapped<E>(&self, mut change: impl FnMut(&Value) -> Result<Value, E>) -> Result<Self, E> {
        let mut defaults = Vec::with_capacity(self.defaults.len());
        for default in &self.defaults {
            defaults.push(default.as_ref().map(&mut change).transpose()?);
        }
        let extent = Extent::of(defaults.iter().flatten());
        let (code, captured, home) = (self.code.clone(), self.captured.clone(), self.home.clone());
        let (is_adopted, depth, final_extent) = (self.is_adopted, self.depth, OnceLock::new());
        let attributes = self.attributes.clone();
        Ok(Self { code, defaults, captured, home, is_adopted, depth, extent, final_extent, attributes })
    }

    /// The same function as other cells see it: it reads the names of the cell of its text, and `home` has made its variables.
    pub(in crate::lang) fn frozen_in(&self, home: &Arc<FrozenHeap>) -> Self {
        if self.is_adopted {
            return self.clone();
        }
        let Ok(adopted) = self.mapped(|value| Ok::<_, Infallible>(value.clone().frozen_in(home)));
        let variable = |(name, variable): (&Arc<str>, &Variable)| (name.clone(), variable.clone().frozen_in(home));
        let captured = Arc::new(self.captured.iter().map(variable).collect());
        let attributes = OnceLock::new();
        if let Some(object) = self.attributes.get() {
            _ = attributes.set(object.clone().frozen_in(home));
        }
        let home = Some(self.home.clone().unwrap_or_else(|| home.clone()));
        Self { captured, home, attributes, is_adopted: true, ..adopted }
    }

    /// Two functions are the same when their texts, their defaults and the variables that they read are.
    pub(in crate::lang) fn same_bits(&self, other: &Self) -> bool {
        let defaults = |closure: &Self| closure.values().cloned().collect::<Vec<_>>();
        self.code == other.code
            && same_frozen_heap(self.home.as_ref(), other.home.as_ref())
            && all_same(&defaults(self), &defaults(other))
            && same_variables(&self.captured, &other.captured)
            && self.attributes().map(Reference::key) == other.attributes().map(Reference::key)
    }

    /// The object that holds the attributes that it was given.
    pub(in crate::lang) fn attributes(&self) -> Option<&Reference> {
        self.attributes.get()
    }

    /// Gives it an object for its attributes, which it has from then on.
    pub(in crate::lang) fn give_attributes(&self, object: Reference) {
        _ = self.attributes.set(object);
    }

    /// The same function before anybody gave it attributes.
    #[must_use]
    pub(in crate::lang) fn without_attributes(&self) -> Self {
        Self { attributes: OnceLock::new(), ..self.clone() }
    }

    /// Its name, as it goes by it.
    pub fn name(&self) -> &Arc<str> {
        &self.named().name.name
    }

    /// What stands before its name where it is named in full.
    pub fn qualifier(&self) -> Option<&str> {
        self.named().qualifier.as_deref()
    }

    /// The text that says what it does: a string that is its first statement.
    pub(in crate::lang) fn doc(&self) -> Option<&Arc<str>> {
        doc_of(&self.named().body)
    }

    /// The function whose name it goes by.
    fn named(&self) -> &Function {
        self.code.wraps.as_deref().unwrap_or(&self.code)
    }
}

fn same_variables(a: &Captured, b: &Captured) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|((name, a), (other, b))| name == other && a.same(b))
}
