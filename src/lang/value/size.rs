//! The size of the tree that a value stands for.
//!
//! Values share their parts, so `x = (x, x)` forty times takes forty pairs of memory and stands for 2⁴⁰ values. Whatever walks over a
//! value meets the tree, not the parts: so each container keeps the size of its tree, and whoever walks asks for it first. Values never
//! change, so the size is exact.

use super::{Trace, Value};

/// So many bytes of a text count as one value more: what copies or compares values goes through their texts, too.
const TEXT_BYTES: u64 = 64;
/// So many elements of a tensor count as one value more.
const TENSOR_ELEMENTS: u64 = 1024;

/// What a container knows of its parts without walking over them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// The values of the tree, the container included.
    pub(super) size: u64,
    /// Whether a number or a tensor in it may have been made by a node of a tape.
    pub(super) has_history: bool,
    /// Whether a number in it may have been written here, so that its place is of this cell's source.
    pub(super) has_literals: bool,
}

impl Extent {
    /// The extent of a container of these values.
    pub(super) fn of<'a>(values: impl Iterator<Item = &'a Value>) -> Self {
        let mut extent = Self { size: 1, ..Self::default() };
        values.for_each(|value| extent.add(value));
        extent
    }

    /// Counts one value more.
    pub(super) fn add(&mut self, value: &Value) {
        self.size = self.size.saturating_add(value.size());
        self.has_history |= value.has_history();
        self.has_literals |= value.has_literals();
    }

    /// Counts one value less. A history that went with it is not forgotten: that only costs a walk.
    pub(super) fn remove(&mut self, value: &Value) {
        self.size = self.size.saturating_sub(value.size());
    }
}

impl Value {
    /// How many values there are in it, itself included and each counted as often as it is reached; long texts and large tensors
    /// count as several. An object counts as one, because a value only names it.
    pub fn size(&self) -> u64 {
        match self {
            Self::Tuple(items) | Self::List(items) => items.size(),
            Self::Dict(dict) | Self::Set(dict) => dict.size(),
            Self::Str(text) => 1 + text.len() as u64 / TEXT_BYTES,
            Self::Tensor(tensor) => 1 + tensor.len() as u64 / TENSOR_ELEMENTS,
            Self::Stub(what) => 1 + what.text_len() as u64 / TEXT_BYTES,
            Self::Function(closure) => closure.size(),
            Self::Method(object, _) => object.size().saturating_add(1),
            Self::Class(class) => class.size(),
            Self::Bound(bound) => {
                let object = bound.object.as_ref().map_or(0, Self::size);
                [bound.function.size(), bound.owner.size(), object]
                    .iter()
                    .fold(1, |sum: u64, one| sum.saturating_add(*one))
            }
            Self::Super(above) => above.object.size().saturating_add(above.class.size()).saturating_add(1),
            Self::Slice(parts) => Extent::of(parts.iter()).size,
            _ => 1,
        }
    }

    /// Whether numbers or tensors in it may have been made by a node of a tape.
    pub(in crate::lang) fn has_history(&self) -> bool {
        match self {
            Self::Tuple(items) | Self::List(items) => items.0.extent.has_history,
            Self::Dict(dict) => dict.extent().has_history,
            other => other.origin().is_some(),
        }
    }

    /// Whether numbers in it may have been written in the cell that is running.
    pub(in crate::lang) fn has_literals(&self) -> bool {
        match self {
            Self::Tuple(items) | Self::List(items) => items.0.extent.has_literals,
            Self::Dict(dict) => dict.extent().has_literals,
            Self::Int(_, trace) | Self::Float(_, trace) => matches!(trace, Trace::Written(_)),
            _ => false,
        }
    }
}
