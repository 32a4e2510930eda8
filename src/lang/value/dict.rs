//! Dicts: keys in the order in which they came, found by value.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::size::Extent;
use super::{Value, nesting};

/// Below this, every whole float is one whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A value that can be a key: numbers, strings, truth values, `None`, and tuples of them.
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
}

impl Key {
    /// The key that a value is; `None` for one that cannot be a key.
    pub fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Int(value, _) => Self::Whole(*value),
            Value::Bool(value) => Self::Whole(i64::from(*value)),
            Value::Float(value, _) if value.fract() == 0.0 && value.abs() < EXACT => Self::Whole(*value as i64),
            Value::Float(value, _) => Self::Real(value.to_bits()),
            Value::Str(text) => Self::Str(text.clone()),
            Value::None => Self::None,
            Value::Tuple(items) => Self::Tuple(items.iter().map(Self::of).collect::<Option<_>>()?),
            _ => return None,
        })
    }
}

/// Keys and their values, in order.
#[derive(Default)]
pub struct Dict {
    entries: Vec<(Value, Value)>,
    places: HashMap<Key, usize>,
    depth: u32,
    extent: Extent,
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
        let mut dict = Self { depth: 1, extent: Extent::of([].into_iter()), ..Self::default() };
        entries.into_iter().try_for_each(|(key, value)| dict.insert(key, value))?;
        Ok(dict)
    }

    /// Gives a key a value, in the place of an earlier one if it has one.
    ///
    /// # Errors
    /// As [`Dict::new`]; the dict is then as it was.
    pub fn insert(&mut self, key: Value, value: Value) -> Result<(), Option<String>> {
        let Some(found) = Key::of(&key) else { return Err(Some(key.description())) };
        self.depth = self.depth.max(nesting([&key, &value].into_iter()).ok_or(None)?);
        self.extent.add(&value);
        if let Some(&place) = self.places.get(&found) {
            let old = std::mem::replace(&mut self.entries[place].1, value);
            self.extent.remove(&old);
        } else {
            self.extent.add(&key);
            self.places.insert(found, self.entries.len());
            self.entries.push((key, value));
        }
        Ok(())
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.places.get(&Key::of(key)?).map(|&place| &self.entries[place].1)
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

    /// The size of the tree that the entries and the dict are; 1 for an empty one.
    pub fn size(&self) -> u64 {
        self.extent.size.max(1)
    }

    /// What is known of the entries without a walk.
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The same keys with other values, which nest no deeper and are no larger.
    pub(in crate::lang) fn map(&self, change: impl Fn(&Value) -> Value) -> Self {
        let entries = self.entries.iter().map(|(key, value)| (key.clone(), change(value))).collect();
        Self { entries, places: self.places.clone(), depth: self.depth, extent: self.extent }
    }

    /// Whether both hold the same entries in the same order.
    pub(super) fn same_bits(&self, other: &Self) -> bool {
        let same = |(a, b): (&(Value, Value), &(Value, Value))| a.0.same_bits(&b.0) && a.1.same_bits(&b.1);
        self.entries.len() == other.entries.len() && self.entries.iter().zip(&other.entries).all(same)
    }
}
