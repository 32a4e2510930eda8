//! The size of the tree that a value stands for.
//!
//! Values share their parts, so `x = (x, x)` forty times takes forty pairs of memory and stands for 2⁴⁰ values. A walk over a
//! value meets the tree, not the parts, so each container keeps the size of its tree, which is charged before the walk. The size is
//! exact for a value that never changes. A list that its cell may still change counts as one value in its holder, which is then *live*:
//! the size of a live value is found by a [`Survey`], which visits each shared part once.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::shared::{Contents, Shared};
use super::{Closure, SharedDict, Trace, Value};
use crate::lang::syntax::MAX_DEPTH;

/// So many bytes of a text count as one value more: what copies or compares values goes through their texts, too.
const TEXT_BYTES: u64 = 64;
/// So many elements of a tensor count as one value more.
const TENSOR_ELEMENTS: u64 = 1024;

/// What a container knows of its parts without walking over them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Extent {
    /// The values of the tree, the container included; each list that may still change is one.
    pub(super) size: u64,
    /// Whether a number or a tensor in it may have been made by a node of a tape.
    pub(super) has_history: bool,
    /// Whether a number in it may have been written here, so that its place is of this cell's source.
    pub(super) has_literals: bool,
    /// Whether something in it may have to take its home along when it leaves its cell.
    pub(super) travels: bool,
    /// Whether a list, a dict, a set or a tensor in it may still change.
    pub(super) is_live: bool,
}

impl Extent {
    /// The extent of a container of these values.
    pub(in crate::lang) fn of<'a>(values: impl Iterator<Item = &'a Value>) -> Self {
        let mut extent = Self { size: 1, ..Self::default() };
        values.for_each(|value| extent.add(value));
        extent
    }

    /// Counts one value more.
    pub(super) fn add(&mut self, value: &Value) {
        // What can change may come to hold anything.
        let may_hold = value.may_hold();
        self.size = self.size.saturating_add(value.known_size());
        self.has_history |= may_hold || value.has_history();
        self.has_literals |= may_hold || value.has_literals();
        self.travels |= may_hold || value.travels();
        self.is_live |= value.is_live();
    }

    /// Counts one value less. A history that went with it is not forgotten: that only costs a walk.
    pub(super) fn remove(&mut self, value: &Value) {
        self.size = self.size.saturating_sub(value.known_size());
    }
}

impl Value {
    /// How many values there are in it, itself included and each counted as often as it is reached; long texts and large tensors
    /// count as several. An object and a class count as one, because a value only names them. What nests deeper than a value may, or holds itself,
    /// has no size: it counts as more than any limit.
    pub fn size(&self) -> u64 {
        let extent = match self {
            Self::List(list) => list.now().extent(),
            Self::Dict(table) | Self::Set(table) => table.now().extent(),
            Self::View(view) => view.dict.now().extent(),
            _ if self.may_hold() => return Survey::of(self).size(),
            _ => return self.known_size(),
        };
        if extent.is_live { Survey::of(self).size() } else { extent.size }
    }

    /// The part of its size that stays: a list that may still change counts as one.
    pub(in crate::lang) fn known_size(&self) -> u64 {
        match self {
            Self::Tuple(items) => items.extent().size,
            Self::List(list) if list.is_frozen() => list.now().extent().size,
            Self::Dict(table) | Self::Set(table) if table.is_frozen() => table.now().extent().size,
            Self::View(view) if view.dict.is_frozen() => view.dict.now().extent().size,
            Self::Str(text) => 1 + text.len() as u64 / TEXT_BYTES,
            Self::Tensor(tensor) => 1 + tensor.len() as u64 / TENSOR_ELEMENTS,
            Self::Stub(what) => 1 + what.text_len() as u64 / TEXT_BYTES,
            Self::Function(closure) => closure.extent().size,
            Self::Method(object, _) => object.known_size().saturating_add(1),
            Self::Bound(bound) => {
                let object = bound.object.as_ref().map_or(0, Self::known_size);
                bound.function.extent().size.saturating_add(object).saturating_add(1)
            }
            Self::Super(above) => above.object.known_size().saturating_add(1),
            Self::Slice(parts) => Extent::of(parts.iter()).size,
            _ => 1,
        }
    }

    /// Whether a list, a dict or a set in it may still change, so that it may come to hold anything.
    pub(in crate::lang) fn may_hold(&self) -> bool {
        !matches!(self, Self::Tensor(_)) && self.is_live()
    }

    /// Whether a list, a dict, a set or a tensor in it may still change.
    pub(in crate::lang) fn is_live(&self) -> bool {
        match self {
            Self::Tensor(tensor) => !tensor.is_frozen(),
            Self::List(list) => !list.is_frozen(),
            Self::Dict(table) | Self::Set(table) => !table.is_frozen(),
            Self::View(view) => !view.dict.is_frozen(),
            // It never stays what it is, and leaves its cell as something else.
            Self::Iterator(_) => true,
            Self::Generator(source) => !source.is_of_cell(),
            Self::Tuple(items) => items.extent().is_live,
            Self::Function(closure) => closure.extent().is_live,
            Self::Method(object, _) => object.is_live(),
            Self::Bound(bound) => bound.function.extent().is_live || bound.object.as_ref().is_some_and(Self::is_live),
            Self::Super(above) => above.object.is_live(),
            // An object and a class are named, not held.
            _ => false,
        }
    }

    /// Whether numbers or tensors in it may have been made by a node of a tape.
    pub(in crate::lang) fn has_history(&self) -> bool {
        match self {
            Self::Tensor(tensor) => tensor.has_history(),
            Self::Tuple(items) => items.extent().has_history,
            Self::List(list) => list.now().extent().has_history,
            Self::Dict(table) => table.now().extent().has_history,
            Self::View(view) => view.dict.now().extent().has_history,
            other => other.origin().is_some(),
        }
    }

    /// Whether numbers in it may have been written in the cell that is running.
    pub(in crate::lang) fn has_literals(&self) -> bool {
        match self {
            Self::Tuple(items) => items.extent().has_literals,
            Self::List(list) => list.now().extent().has_literals,
            Self::Dict(table) => table.now().extent().has_literals,
            Self::View(view) => view.dict.now().extent().has_literals,
            Self::Int(_, trace) | Self::Float(_, trace) => matches!(trace, Trace::Written(_)),
            _ => false,
        }
    }
}

/// A walk over a value in which lists may still change. It goes through each list, tuple and function once, however often it is met.
#[derive(Default)]
pub(in crate::lang) struct Survey {
    /// The size and the depth of what was gone through, by its address.
    known: FxHashMap<usize, (u64, u32)>,
    /// What the walk is in.
    open: FxHashSet<usize>,
    size: u64,
    /// How many values were looked at.
    pub(in crate::lang) visits: u64,
    /// Whether something in it holds itself.
    pub(in crate::lang) has_circle: bool,
    /// Whether it nests deeper than a value may.
    is_too_deep: bool,
    /// Whether there are functions, classes or objects in it.
    pub(in crate::lang) travels: bool,
}

impl Survey {
    /// The survey of a value.
    pub(in crate::lang) fn of(value: &Value) -> Self {
        let mut survey = Self::default();
        survey.size = survey.visit(value, 0).0;
        survey
    }

    /// Whether the value can be gone through by plain recursion.
    pub(in crate::lang) fn ends(&self) -> bool {
        !self.has_circle && !self.is_too_deep
    }

    /// The size of the tree; more than any limit where there is none.
    pub(in crate::lang) fn size(&self) -> u64 {
        if self.ends() { self.size } else { u64::MAX }
    }

    /// The size and the depth of a value that lies so many levels deep.
    fn visit(&mut self, value: &Value, level: u32) -> (u64, u32) {
        self.visits += 1;
        if level > MAX_DEPTH {
            self.is_too_deep = true;
            return (1, 0);
        }
        let measured = match value {
            Value::List(list) => self.container(list, level, |survey, items| survey.parts(items.iter(), level)),
            Value::Dict(table) | Value::Set(table) => self.table(table, level),
            Value::View(view) => self.table(&view.dict, level),
            value if !value.is_live() => {
                self.travels |= value.travels();
                (value.known_size(), value.depth())
            }
            Value::Tuple(items) => self.once(items.address(), level, |survey| survey.parts(items.iter(), level)),
            Value::Function(closure) => self.function(closure, level),
            Value::Method(object, _) => self.parts(std::iter::once(&**object), level),
            Value::Bound(bound) => {
                let function = self.function(&bound.function, level);
                let object = self.parts(bound.object.iter(), level);
                (function.0.saturating_add(object.0), function.1.max(object.1))
            }
            Value::Super(above) => {
                self.travels = true;
                self.parts(std::iter::once(&above.object), level)
            }
            value => (value.known_size(), value.depth()),
        };
        self.is_too_deep |= level.saturating_add(measured.1) > MAX_DEPTH;
        measured
    }

    fn parts<'a>(&mut self, values: impl Iterator<Item = &'a Value>, level: u32) -> (u64, u32) {
        values.fold((1, 1), |(size, depth), value| {
            let part = self.visit(value, level + 1);
            (size.saturating_add(part.0), depth.max(part.1.saturating_add(1)))
        })
    }

    fn table(&mut self, table: &SharedDict, level: u32) -> (u64, u32) {
        self.container(table, level, |survey, dict| {
            survey.parts(dict.entries().iter().flat_map(|(key, value)| [key, value]), level)
        })
    }

    fn function(&mut self, closure: &Arc<Closure>, level: u32) -> (u64, u32) {
        self.travels = true;
        if !closure.extent().is_live {
            return (closure.extent().size, closure.depth());
        }
        self.once(Arc::as_ptr(closure).addr(), level, |survey| survey.parts(closure.values(), level))
    }

    /// A container, gone through if what it holds may change.
    fn container<T: Contents>(
        &mut self,
        container: &Shared<T>,
        level: u32,
        walk: impl FnOnce(&mut Self, &T) -> (u64, u32),
    ) -> (u64, u32) {
        let contents = container.now();
        let extent = contents.extent();
        if !extent.is_live {
            self.travels |= extent.travels;
            return (extent.size, contents.depth());
        }
        self.once(container.address(), level, |survey| walk(survey, &contents))
    }

    /// Goes through what lies at an address once, however often it is met.
    fn once(&mut self, address: usize, level: u32, walk: impl FnOnce(&mut Self) -> (u64, u32)) -> (u64, u32) {
        if let Some(&known) = self.known.get(&address) {
            self.is_too_deep |= level.saturating_add(known.1) > MAX_DEPTH;
            return known;
        }
        if !self.open.insert(address) {
            self.has_circle = true;
            return (1, 0);
        }
        let measured = walk(self);
        self.open.remove(&address);
        self.known.insert(address, measured);
        measured
    }
}
