//! The items of a list or a tuple, with what is known of them without a walk.

use std::sync::Arc;

use super::Value;
use super::size::Extent;
use crate::lang::syntax::MAX_DEPTH;

/// The items of a list or a tuple. Clones share them; a clone that is changed gets a copy of its own first.
#[derive(Clone, Debug)]
pub struct Items(Arc<ItemVec>);

#[derive(Clone, Debug)]
struct ItemVec {
    values: Vec<Value>,
    form: Form,
    depth: u32,
    extent: Extent,
}

/// What a tuple is to those who print it or ask for its parts by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// A tuple, or a list.
    #[default]
    Plain,
    /// The sizes of a tensor's axes: `torch.Size([2, 3])`.
    Size,
    /// The values and the indices that a function of this name gave: `torch.return_types.max`.
    Extremes(&'static str),
}

impl Items {
    /// Items that nest as deep as they may: `None` when they would nest deeper.
    pub fn new(values: Vec<Value>) -> Option<Self> {
        let depth = nesting(values.iter())?;
        let extent = Extent::of(values.iter());
        Some(Self(Arc::new(ItemVec { values, form: Form::Plain, depth, extent })))
    }

    /// The same items in another form.
    #[must_use]
    pub fn in_form(&self, form: Form) -> Self {
        Self(Arc::new(ItemVec { form, ..(*self.0).clone() }))
    }

    /// One more item, or `false` when it nests too deep.
    pub fn push(&mut self, value: Value) -> bool {
        let end = self.len();
        self.insert(end, value)
    }

    /// One more item at `place`, which is at most the end, or `false` when it nests too deep.
    pub fn insert(&mut self, place: usize, value: Value) -> bool {
        let Some(depth) = nesting([&value]) else { return false };
        let contents = Arc::make_mut(&mut self.0);
        contents.depth = contents.depth.max(depth);
        contents.extent.add(&value);
        contents.values.insert(place, value);
        true
    }

    /// Another item at `place`, or `false` when it nests too deep.
    pub fn set(&mut self, place: usize, value: Value) -> bool {
        let Some(depth) = nesting([&value]) else { return false };
        let contents = Arc::make_mut(&mut self.0);
        contents.depth = contents.depth.max(depth);
        contents.extent.add(&value);
        if let Some(held) = contents.values.get_mut(place) {
            let old = std::mem::replace(held, value);
            contents.extent.remove(&old);
        }
        true
    }

    /// The item at `place`, taken out; `None` where there is none.
    pub fn remove(&mut self, place: usize) -> Option<Value> {
        if place >= self.len() {
            return None;
        }
        let contents = Arc::make_mut(&mut self.0);
        let removed = contents.values.remove(place);
        contents.extent.remove(&removed);
        Some(removed)
    }

    /// The part of the size of their container that stays: a list that may still change counts as one.
    pub(in crate::lang) fn known_size(&self) -> u64 {
        self.0.extent.size
    }

    /// Whether numbers among them may have been written in the cell that is running.
    pub(in crate::lang) fn has_literals(&self) -> bool {
        self.0.extent.has_literals
    }

    /// Whether a list, a dict or a set in them may still change.
    pub(in crate::lang) fn is_live(&self) -> bool {
        self.0.extent.is_live
    }

    /// What is known of the items and their container without a walk.
    pub(super) fn extent(&self) -> Extent {
        self.0.extent
    }

    /// How deep the container of the items nests, or has nested; a list in it that may still change counts as one level.
    pub(super) fn depth(&self) -> u32 {
        self.0.depth
    }

    /// A number that tells them apart from all other items as long as they live.
    pub(in crate::lang) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// What the items are together.
    pub fn form(&self) -> Form {
        self.0.form
    }

    /// Items that do not nest: numbers, strings.
    pub fn flat(values: Vec<Value>) -> Self {
        Self::new(values).unwrap_or_default()
    }
}

/// No items.
impl Default for Items {
    fn default() -> Self {
        let extent = Extent::of(std::iter::empty());
        Self(Arc::new(ItemVec { values: Vec::new(), form: Form::Plain, depth: 1, extent }))
    }
}

impl std::ops::Deref for Items {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.values
    }
}

/// How deep a container of `values` nests: `None` when that is deeper than a value may.
pub(super) fn nesting<'a>(values: impl IntoIterator<Item = &'a Value>) -> Option<u32> {
    let depth = values.into_iter().map(Value::depth).max().unwrap_or(0) + 1;
    (depth <= MAX_DEPTH).then_some(depth)
}
