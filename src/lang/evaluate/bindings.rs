//! The names of one function that is running, and their values.

use std::sync::Arc;

use crate::lang::value::{Scope, Value};

/// How many names are looked for one after the other.
const FEW: usize = 12;

/// Names and their values. Each name of a program is one text in memory, so where there are few it is found by its address, and no
/// letters are compared.
#[derive(Default)]
pub(super) struct Bindings {
    /// The first ones, in the order in which they came.
    few: Vec<(Arc<str>, Value)>,
    /// All others.
    many: Scope,
}

impl Bindings {
    /// The value of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        match self.place(name) {
            Some(place) => Some(&self.few[place].1),
            None => self.many.get(name),
        }
    }

    /// The same, to change it.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        match self.place(name) {
            Some(place) => Some(&mut self.few[place].1),
            None => self.many.get_mut(name),
        }
    }

    /// Gives a value to a name that has none.
    pub(super) fn insert(&mut self, name: Arc<str>, value: Value) {
        debug_assert!(self.get(&name).is_none(), "{name} has a value");
        if self.few.len() < FEW {
            self.few.push((name, value));
        } else {
            self.many.insert(name, value);
        }
    }

    /// Takes a name away, and gives its value.
    pub(super) fn remove(&mut self, name: &str) -> Option<Value> {
        match self.place(name) {
            Some(place) => Some(self.few.swap_remove(place).1),
            None => self.many.remove(name),
        }
    }

    /// All of them, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.few.iter().map(|(name, value)| (name, value)).chain(&self.many)
    }

    /// All of them, in the order of the names.
    pub(super) fn into_scope(self) -> Scope {
        let mut scope = self.many;
        scope.extend(self.few);
        scope
    }

    fn place(&self, name: &str) -> Option<usize> {
        let is_same = |known: &str| std::ptr::eq(known, name);
        let place = self.few.iter().position(|(known, _)| is_same(known));
        // Names of another program, and those that the interpreter asks for itself.
        place.or_else(|| self.few.iter().position(|(known, _)| **known == *name))
    }
}

impl FromIterator<(Arc<str>, Value)> for Bindings {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Value)>>(names: I) -> Self {
        let mut bindings = Self::default();
        names.into_iter().for_each(|(name, value)| bindings.insert(name, value));
        bindings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: usize) -> Arc<str> {
        Arc::from(format!("x{number}"))
    }

    fn number(value: Option<&Value>) -> Option<i64> {
        match value? {
            Value::Int(number, _) => Some(*number),
            _ => None,
        }
    }

    #[test]
    fn all_names_are_found_changed_and_taken_away() {
        let mut bindings: Bindings = (0..3 * FEW).map(|number| (name(number), Value::int(number))).collect();
        for place in 0..3 * FEW {
            assert_eq!(number(bindings.get(&name(place))), Some(place as i64));
            *bindings.get_mut(&name(place)).unwrap() = Value::int(place + 1);
        }
        assert!(bindings.get("y").is_none());
        assert_eq!(number(bindings.remove("x1").as_ref()), Some(2));
        assert_eq!(number(bindings.remove("x30").as_ref()), Some(31));
        assert!(bindings.remove("x30").is_none());
        bindings.insert(name(30), Value::int(5));
        assert_eq!(bindings.iter().count(), 3 * FEW - 1);
        let scope = bindings.into_scope();
        assert_eq!(number(scope.get("x30")), Some(5));
        assert!(scope.keys().is_sorted() && scope.len() == 3 * FEW - 1);
    }
}
