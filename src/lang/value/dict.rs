//! Dicts: keys in the order in which they came, found by value.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::items::nesting;
use super::size::Extent;
use super::{ArrayType, Stub, Value};
use crate::lang::class::Equality;
use crate::tensor::{DType, Tensor};

/// Below this, every whole float is one whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A value that can be a key: numbers, strings, truth values, `None`, dtypes, types, classes, objects that are equal only to themselves, and
/// tuples of them.
///
/// Equal numbers are one key, as in Python: `1`, `1.0` and `True`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A number that is whole.
    Whole(i64),
    /// Any other number, by its bits.
    Real(u64),
    /// A string.
    Str(Arc<str>),
    /// `None`.
    None,
    /// A tuple of keys.
    Tuple(Vec<Key>),
    /// An object: the cell that made it, and its number there.
    Object(u64, u32),
    /// A class of a cell: the cell, and its number there.
    Class(u64, u32),
    /// A dtype.
    DType(DType),
    /// A dtype of NumPy.
    ArrayDType(DType),
    /// What is always there, by its address: a type, a function, a class.
    Lasting(usize),
}

impl Key {
    /// The key that a value is; `None` for one that cannot be a key.
    pub fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Int(value, _) => Self::Whole(*value),
            Value::Bool(value) => Self::Whole(i64::from(*value)),
            Value::Float(value, _) => Self::of_real(*value),
            Value::Str(text) => Self::Str(text.clone()),
            Value::None => Self::None,
            Value::Tuple(items) => Self::Tuple(items.iter().map(Self::of).collect::<Option<_>>()?),
            Value::Object(object)
                if matches!(object.class.equality(), Equality::Identity | Equality::IdentityHashed) =>
            {
                let (cell, number) = object.key();
                Self::Object(cell, number)
            }
            Value::Class(class) => match class.key() {
                Ok((cell, number)) => Self::Class(cell, number),
                Err(native) => Self::Lasting(std::ptr::from_ref(native).addr()),
            },
            Value::DType(dtype) => Self::DType(*dtype),
            Value::Stub(what) if let Stub::ArrayDType(dtype) = **what => Self::ArrayDType(dtype),
            Value::Tensor(number) if number.array_type() == ArrayType::Scalar => Self::of_number(&number.now()),
            Value::Builtin(builtin) => Self::Lasting(std::ptr::from_ref(*builtin).addr()),
            _ => return None,
        })
    }

    fn of_real(value: f64) -> Self {
        if value.fract() == 0.0 && value.abs() < EXACT {
            Self::Whole(value as i64)
        } else {
            Self::Real(value.to_bits())
        }
    }

    /// The key that a number of NumPy is: that of the same number of Python.
    fn of_number(number: &Tensor) -> Self {
        number.whole_at(&[]).map_or_else(|| Self::of_real(number.at(&[])), Self::Whole)
    }
}

/// Keys and their values, in order.
#[derive(Clone)]
pub struct Dict {
    entries: Vec<(Value, Value)>,
    places: HashMap<Key, usize>,
    /// How often a key has come or gone.
    key_changes: u64,
    depth: u32,
    extent: Extent,
}

/// No entries.
impl Default for Dict {
    fn default() -> Self {
        let extent = Extent::of(std::iter::empty());
        Self { entries: Vec::new(), places: HashMap::new(), key_changes: 0, depth: 1, extent }
    }
}

/// The entries in their order; where the table of places has them is nobody's concern, and differs from run to run.
impl fmt::Debug for Dict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.entries.iter().map(|(key, value)| (key, value))).finish()
    }
}

impl Dict {
    /// A dict of these entries; a later value of a key takes the place of an earlier one.
    ///
    /// # Errors
    /// What the first value is that cannot be a key, or `None` when the dict would nest deeper than a value may.
    pub fn new(entries: Vec<(Value, Value)>) -> Result<Self, Option<String>> {
        let mut dict = Self::default();
        entries.into_iter().try_for_each(|(key, value)| dict.insert(key, value))?;
        Ok(dict)
    }

    /// Gives a key a value, in the place of an earlier one if it has one.
    ///
    /// # Errors
    /// As [`Dict::new`]; the dict is then as it was.
    pub fn insert(&mut self, key: Value, value: Value) -> Result<(), Option<String>> {
        let Some(found) = Key::of(&key) else { return Err(Some(key.description())) };
        self.depth = self.depth.max(nesting([&key, &value]).ok_or(None)?);
        self.extent.add(&value);
        if let Some(&place) = self.places.get(&found) {
            let old = std::mem::replace(&mut self.entries[place].1, value);
            self.extent.remove(&old);
        } else {
            self.extent.add(&key);
            self.key_changes += 1;
            self.places.insert(found, self.entries.len());
            self.entries.push((key, value));
        }
        Ok(())
    }

    /// Takes a key out: its entry, if it is there.
    pub fn remove(&mut self, key: &Value) -> Option<(Value, Value)> {
        let place = self.places.remove(&Key::of(key)?)?;
        let (key, value) = self.entries.remove(place);
        self.key_changes += 1;
        self.extent.remove(&key);
        self.extent.remove(&value);
        self.places.values_mut().filter(|behind| **behind > place).for_each(|behind| *behind -= 1);
        Some((key, value))
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.places.get(&Key::of(key)?).map(|&place| &self.entries[place].1)
    }

    /// How often a key has come or gone: a loop over the keys ends when one does.
    pub(in crate::lang) fn key_changes(&self) -> u64 {
        self.key_changes
    }

    /// All entries, in order.
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
    }

    /// All keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// All values, in order.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// How deep it nests.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// What is known of the entries without a walk.
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The part of its size that stays: a list that may still change counts as one.
    pub(in crate::lang) fn known_size(&self) -> u64 {
        self.extent().size
    }

    /// Whether numbers in it may have been written in the cell that is running.
    pub(in crate::lang) fn has_literals(&self) -> bool {
        self.extent.has_literals
    }

    /// Whether a list, a dict or a set in it may still change.
    pub(in crate::lang) fn is_live(&self) -> bool {
        self.extent.is_live
    }

    /// The same keys, as far as they name nothing that changes with the values, with other values, which nest no deeper.
    pub(in crate::lang) fn map(&self, mut change: impl FnMut(&Value) -> Value) -> Self {
        let mut new_key = |key: &Value| if key.travels() { change(key) } else { key.clone() };
        let keys: Vec<Value> = self.keys().map(&mut new_key).collect();
        let entries: Vec<_> = keys.into_iter().zip(self.values().map(change)).collect();
        let extent = Extent::of(entries.iter().flat_map(|(key, value)| [key, value]));
        let places = if self.extent.travels { places_of(&entries) } else { self.places.clone() };
        let key_changes = self.key_changes;
        Self { entries, places, key_changes, depth: self.depth, extent }
    }

    /// Whether both hold the same entries in the same order.
    pub(super) fn same_bits(&self, other: &Self) -> bool {
        let same = |(a, b): (&(Value, Value), &(Value, Value))| a.0.same_bits(&b.0) && a.1.same_bits(&b.1);
        self.entries.len() == other.entries.len() && self.entries.iter().zip(&other.entries).all(same)
    }
}

/// Where each key is among entries.
fn places_of(entries: &[(Value, Value)]) -> HashMap<Key, usize> {
    let key = |(place, (key, _)): (usize, &(Value, Value))| Key::of(key).map(|key| (key, place));
    entries.iter().enumerate().filter_map(key).collect()
}
