//! Changes of lists, dicts and sets. All names of a container see its changes.
//!
//! A change is charged for the values that it puts in or moves. The size of the whole container is found only when something walks
//! over it, or when it leaves the cell.

use super::comparisons::check_hashable;
use super::comparisons::not_a_key;
use super::{Interpreter, Outcome, too_nested};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{Contents, Dict, Items, Maker, Progress, Shared, SharedDict, SharedList, Value};
use std::sync::Arc;

/// What a list, a dict or a set takes besides its contents.
const CONTAINER_BYTES: u128 = 64;

impl Interpreter<'_> {
    /// A new list without items.
    pub(in crate::lang) fn empty_list(&mut self, span: Span) -> Outcome<SharedList> {
        self.spend(span, |meter| meter.bytes(CONTAINER_BYTES))?;
        Ok(SharedList::default())
    }

    /// A new dict without entries.
    pub(in crate::lang) fn empty_dict(&mut self, span: Span) -> Outcome<SharedDict> {
        self.spend(span, |meter| meter.bytes(CONTAINER_BYTES))?;
        Ok(SharedDict::default())
    }

    /// A new list of these items.
    pub(in crate::lang) fn new_list(&mut self, span: Span, values: Vec<Value>) -> Outcome {
        self.spend(span, |meter| meter.bytes(CONTAINER_BYTES))?;
        self.collect(span, values).map(Value::list)
    }

    /// A new dict of these entries.
    pub(in crate::lang) fn new_dict(&mut self, span: Span, entries: Vec<(Value, Value)>) -> Outcome {
        self.entries(span, entries).map(Value::dict)
    }

    /// A new set of the distinct ones of these items, in the order in which they came.
    pub(in crate::lang) fn new_set(&mut self, span: Span, items: Vec<Value>) -> Outcome {
        let keys = self.distinct(span, items)?;
        Ok(Value::Set(SharedDict::new(Arc::new(keys))))
    }

    /// The distinct ones of these items, as the keys of a dict.
    pub(in crate::lang) fn distinct(&mut self, span: Span, items: Vec<Value>) -> Outcome<Dict> {
        self.entries(span, items.into_iter().map(|item| (item, Value::None)).collect())
    }

    /// Keys and values, charged and nested no deeper than a value may.
    pub(in crate::lang) fn entries(&mut self, span: Span, entries: Vec<(Value, Value)>) -> Outcome<Dict> {
        self.spend(span, |meter| meter.bytes(CONTAINER_BYTES))?;
        self.spend_bytes(span, entries.len() * 3 * size_of::<Value>())?;
        for (key, _) in &entries {
            check_object(key, span)?;
            self.hashed(span, key)?;
        }
        let dict = Dict::new(entries).map_err(|refused| refusal(span, refused))?;
        self.fits(span, dict.known_size())?;
        Ok(dict)
    }

    /// Puts one more item at the end of a list.
    pub(in crate::lang) fn append(&mut self, span: Span, list: &SharedList, item: Value) -> Outcome<()> {
        self.spend_bytes(span, size_of::<Value>())?;
        self.watch(list, &item);
        let size = Self::change(span, list, |items| items.push(item).then(|| items.known_size()))?;
        self.fits(span, size.ok_or_else(|| too_nested(span))?)
    }

    /// Puts more items at the end of a list.
    fn append_all(&mut self, span: Span, list: &SharedList, more: Vec<Value>) -> Outcome<()> {
        self.spend_bytes(span, more.len() * size_of::<Value>())?;
        self.watch_all(list, &more);
        let size = Self::change(span, list, |items| {
            more.into_iter().all(|item| items.push(item)).then(|| items.known_size())
        })?;
        self.fits(span, size.ok_or_else(|| too_nested(span))?)
    }

    /// Puts the items of a value at the end of a list. Those of an iterator are put there one by one: the function of a `map` may look
    /// at the list.
    pub(in crate::lang) fn extend(
        &mut self,
        span: Span,
        list: &SharedList,
        mut more: Progress,
        at: Span,
    ) -> Outcome<()> {
        if !matches!(more.values, Value::Iterator(_)) {
            let more = self.iterate(&more.values, at)?;
            return self.append_all(span, list, more);
        }
        while let Some(item) = self.next_item(&mut more, at)? {
            self.append(span, list, item)?;
        }
        Ok(())
    }

    /// Puts an item at a place, which is at most the end.
    pub(in crate::lang) fn insert(&mut self, span: Span, list: &SharedList, place: usize, item: Value) -> Outcome<()> {
        // What comes behind it moves on.
        let moved = list.now().len().saturating_sub(place);
        self.spend_bytes(span, (1 + moved) * size_of::<Value>())?;
        self.watch(list, &item);
        let size = Self::change(span, list, |items| items.insert(place, item).then(|| items.known_size()))?;
        self.fits(span, size.ok_or_else(|| too_nested(span))?)
    }

    /// Takes the item out of a place that the list has.
    pub(in crate::lang) fn take_out(&mut self, span: Span, list: &SharedList, place: usize) -> Outcome {
        let moved = list.now().len().saturating_sub(place + 1);
        self.read_through(span, moved * size_of::<Value>())?;
        let item = Self::change(span, list, |items| items.remove(place))?;
        Ok(item.unwrap_or(Value::None))
    }

    /// Takes a key out of a dict or a set: its value, if it is there.
    pub(in crate::lang) fn take_entry(
        &mut self,
        span: Span,
        table: &SharedDict,
        key: &Value,
    ) -> Outcome<Option<Value>> {
        self.hashed(span, key)?;
        self.read_through(span, table.now().entries().len() * size_of::<Value>())?;
        let entry = Self::change(span, table, |dict| Arc::make_mut(dict).remove(key))?;
        Ok(entry.map(|(_, value)| value))
    }

    /// Puts an item into the place of another one.
    pub(in crate::lang) fn set_list_item(
        &mut self,
        span: Span,
        list: &SharedList,
        place: usize,
        item: Value,
    ) -> Outcome<()> {
        self.watch(list, &item);
        let fits = Self::change(span, list, |items| items.set(place, item))?;
        if fits { Ok(()) } else { Err(too_nested(span)) }
    }

    /// Gives a list other items.
    pub(in crate::lang) fn refill(&mut self, span: Span, list: &SharedList, items: Vec<Value>) -> Outcome<()> {
        let items = self.collect(span, items)?;
        self.watch_all(list, &items);
        Self::change(span, list, |held| *held = items)
    }

    /// Gives a key of a dict a value.
    pub(in crate::lang) fn set_entry(
        &mut self,
        span: Span,
        table: &SharedDict,
        key: Value,
        value: Value,
    ) -> Outcome<()> {
        check_object(&key, span)?;
        self.hashed(span, &key)?;
        self.spend_bytes(span, 3 * size_of::<Value>())?;
        self.watch(table, &value);
        let size = Self::change(span, table, |dict| {
            let dict = Arc::make_mut(dict);
            dict.insert(key, value).map(|()| dict.known_size())
        })?;
        self.fits(span, size.map_err(|refused| refusal(span, refused))?)
    }

    /// Gives a dict or a set other entries.
    pub(in crate::lang) fn refill_table(
        &mut self,
        span: Span,
        table: &SharedDict,
        entries: Vec<(Value, Value)>,
    ) -> Outcome<()> {
        let entries = self.entries(span, entries)?;
        if entries.is_live() {
            self.circles.watch(table);
        }
        Self::change(span, table, |dict| *dict = Arc::new(entries))
    }

    /// Changes a container that this cell has made.
    fn change<T: Contents + ContainerKind, R>(
        span: Span,
        container: &Shared<T>,
        change: impl FnOnce(&mut T) -> R,
    ) -> Outcome<R> {
        container.change(change).map_err(|maker| frozen::<T>(&maker, span))
    }

    fn watch_all<T: Contents>(&mut self, container: &Shared<T>, items: &[Value]) {
        if items.iter().any(Value::may_hold) {
            self.circles.watch(container);
        }
    }

    /// Remembers a container that is given something that can change, for the two may hold each other.
    fn watch<T: Contents>(&mut self, container: &Shared<T>, item: &Value) {
        if item.may_hold() {
            self.circles.watch(container);
        }
    }
}

/// What errors call a container, and how it is copied.
pub(in crate::lang) trait ContainerKind {
    /// Its kind: `list`.
    const KIND: &'static str;
    /// How a copy of it is written.
    const COPY: &'static str;
}

impl ContainerKind for Items {
    const KIND: &'static str = "list";
    const COPY: &'static str = "mine = list(items)";
}

impl ContainerKind for Arc<Dict> {
    const KIND: &'static str = "dict or set";
    const COPY: &'static str = "mine = items.copy()";
}

/// The error for changing a container that another cell has made.
fn frozen<T: ContainerKind>(maker: &Maker, span: Span) -> Diagnostic {
    owned_by(maker, T::KIND, T::COPY, span)
}

/// The error for changing what another cell has made; `copy` is how a copy of it is written.
pub(super) fn owned_by(maker: &Maker, kind: &str, copy: &str, span: Span) -> Diagnostic {
    owned_by_cell(maker.cell.as_ref(), kind, &format!("change a copy: {copy}"), span)
}

/// A cell as an error calls it.
pub(in crate::lang) fn owner(cell: Option<&Arc<str>>) -> String {
    cell.map_or_else(|| "another cell".to_owned(), |cell| format!("cell `{cell}`"))
}

/// The error for changing what another cell has made; `instead` says what can be changed, and how that is written.
pub(super) fn owned_by_cell(cell: Option<&Arc<str>>, kind: &str, instead: &str, span: Span) -> Diagnostic {
    let cell = owner(cell);
    let message = format!("this {kind} was made in {cell} and cannot be changed here");
    Diagnostic::new(span, message).help(format!("join the two cells, or {instead}"))
}

/// Refuses an object that no dict could have as a key.
fn check_object(key: &Value, span: Span) -> Outcome<()> {
    if let Value::Object(_) = key { check_hashable(key, span) } else { Ok(()) }
}

/// The error for an entry that a dict refuses: its key cannot be a key, or it nests too deep.
fn refusal(span: Span, refused: Option<String>) -> Diagnostic {
    refused.map_or_else(|| too_nested(span), |key| not_a_key(span, &key))
}
