//! Going through things: loops and all that takes the items of a value come here for the next one.

use super::changes::owner;
use super::generators::{Given, Sent};
use super::grad_fn;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::Reference;
use crate::lang::syntax::Span;
use crate::lang::value::{
    ArrayType, DictPart, DictView, ItemSource, Progress, SharedIterator, SharedTensor, Stub, Trace, Value, ViewCreation,
};
use crate::tensor::Error;

/// What an iterator takes, and each iterator that it takes items from.
const ITERATOR_BYTES: usize = 128;

impl Interpreter<'_> {
    /// The beginning of a value's items.
    pub(in crate::lang) fn progress(&mut self, value: Value, span: Span) -> Outcome<Progress> {
        let values = self.with_items(value, span)?;
        let (mut count, mut key_changes) = (0, 0);
        match &values {
            Value::Dict(table) | Value::Set(table) => {
                let dict = table.now();
                (count, key_changes) = (dict.entries().len(), dict.key_changes());
            }
            Value::View(view) => {
                let dict = view.dict.now();
                (count, key_changes) = (dict.entries().len(), dict.key_changes());
            }
            Value::Iterator(_) | Value::List(_) | Value::Tuple(_) | Value::Range(_) => {}
            other => _ = self.count(other, span)?,
        }
        Ok(Progress { values, place: 0, count, key_changes, is_backwards: false })
    }

    /// The same from the last item to the first.
    pub(in crate::lang) fn progress_backwards(&mut self, value: Value, span: Span) -> Outcome<Progress> {
        let mut progress = self.progress(value, span)?;
        if let Value::Iterator(_) = &progress.values {
            let items = self.iterate(&progress.values, span)?;
            progress.values = Value::Tuple(self.collect(span, items)?);
        }
        let place = self.count(&progress.values, span)?;
        Ok(Progress { place, is_backwards: true, ..progress })
    }

    /// A value whose items can be taken one by one: a text and an object are taken apart at once. By itself a text finds each
    /// character from its beginning.
    fn with_items(&mut self, value: Value, span: Span) -> Outcome {
        match self.read(value) {
            text @ Value::Str(_) => {
                let characters = self.iterate(&text, span)?;
                self.collect(span, characters).map(Value::Tuple)
            }
            Value::Object(reference) => self.items_of(&reference, span),
            other => Ok(other),
        }
    }

    /// What gives the items of an object: `__iter__`, or `__getitem__` from 0 on.
    fn items_of(&mut self, reference: &Reference, span: Span) -> Outcome {
        if let Some(items) = self.call_method(reference, "__iter__", Vec::new(), span)? {
            return match &items {
                Value::Iterator(_) => Ok(items),
                // What a class of the library says are all of its items at once.
                Value::List(_) | Value::Tuple(_) if reference.class.is_module() => Ok(items),
                Value::Object(object) if self.has_method(object, "__next__") => {
                    let source = ItemSource::Object(object.clone());
                    self.new_iterator("iterator", source, span).map(Value::Iterator)
                }
                other => {
                    let message = format!("iter() returned non-iterator of type '{}'", other.python_type());
                    Err(Diagnostic::new(span, message)
                        .raising("TypeError")
                        .help("return an iterator, such as iter(items), from `__iter__`, or write `yield` in it"))
                }
            };
        }
        if !self.has_method(reference, "__getitem__") {
            let words = not_iterable(reference.class.name());
            return Err(super::objects::no_items(reference, span).raising_as("TypeError", words));
        }
        let source = ItemSource::Indexed { object: reference.clone(), place: 0 };
        self.new_iterator("iterator", source, span).map(Value::Iterator)
    }

    pub(in crate::lang) fn has_method(&self, reference: &Reference, name: &str) -> bool {
        reference.class.find(&self.heap, name).is_some()
    }

    /// The next item, if there is one. A list may grow and shrink on the way; a dict and a set may not.
    pub(in crate::lang) fn next_item(&mut self, progress: &mut Progress, span: Span) -> Outcome<Option<Value>> {
        if let Value::Iterator(iterator) = &progress.values {
            let iterator = iterator.clone();
            return self.advance(&iterator, span);
        }
        check_keys(progress, span)?;
        let place = if progress.is_backwards {
            let Some(place) = progress.place.checked_sub(1) else { return Ok(None) };
            progress.place = place;
            place
        } else {
            progress.place += 1;
            progress.place - 1
        };
        Ok(match &progress.values {
            Value::Tuple(items) => items.get(place).cloned(),
            Value::List(list) => list.now().get(place).cloned(),
            Value::Range(range) => range.get(place).map(|number| Value::Int(number, Trace::None)),
            Value::Dict(table) | Value::Set(table) => table.now().entries().get(place).map(|(key, _)| key.clone()),
            Value::View(view) => self.entry_of(view, place, span)?,
            Value::Tensor(tensor) if place < rows(tensor) => {
                self.place(span);
                let row = Self::noting(std::iter::once(tensor), || tensor.now().select(0, place as i64));
                let row = row.map_err(|error: Error| Diagnostic::of_tensor(span, &error))?;
                if tensor.array_type() == ArrayType::Array {
                    if row.ndim() == 0 {
                        return Ok(Some(Value::of_numpy(row)));
                    }
                    let row = SharedTensor::new(row).with_array_type(ArrayType::Array);
                    return Ok(Some(tensor.shown_in(Value::Tensor(row), false, ViewCreation::Uncounted)));
                }
                let row = tensor.shown_in(Value::from(row), false, ViewCreation::OneOfSeveral);
                if place == 0 && !progress.is_backwards {
                    Self::derive_read(span, std::iter::once(tensor), &row)?;
                }
                Self::name_made(&row, std::iter::empty(), || Some(grad_fn::ROW));
                Some(row)
            }
            _ => None,
        })
    }

    /// What a view shows of the entry at a place.
    fn entry_of(&mut self, view: &DictView, place: usize, span: Span) -> Outcome<Option<Value>> {
        let dict = view.dict.now();
        let Some((key, value)) = dict.entries().get(place) else { return Ok(None) };
        Ok(Some(match view.part {
            DictPart::Keys => key.clone(),
            DictPart::Values => value.clone(),
            DictPart::Items => Value::Tuple(self.collect(span, vec![key.clone(), value.clone()])?),
        }))
    }

    /// How many items a value has.
    pub(in crate::lang) fn count(&mut self, value: &Value, span: Span) -> Outcome<usize> {
        match value {
            Value::Object(reference) => self.length_of(reference, span),
            Value::Tuple(items) => Ok(items.len()),
            Value::List(list) => Ok(list.now().len()),
            Value::Range(range) => Ok(range.len()),
            Value::Dict(table) | Value::Set(table) => Ok(table.now().entries().len()),
            Value::View(view) => Ok(view.dict.now().entries().len()),
            Value::Str(text) => {
                self.spend_text(span, text.len())?;
                Ok(text.chars().count())
            }
            Value::Tensor(tensor) if tensor.ndim() > 0 => Ok(rows(tensor)),
            Value::Tensor(array) if array.array_type() == ArrayType::Scalar => {
                let words = not_iterable(value.python_type());
                Err(Diagnostic::new(span, "a number has no items").raising_as("TypeError", words))
            }
            Value::Tensor(array) if array.array_type() == ArrayType::Array => {
                Err(Diagnostic::new(span, "an array without axes has no items")
                    .raising_as("TypeError", "iteration over a 0-d array"))
            }
            Value::Tensor(_) => Err(Diagnostic::new(span, "a tensor without axes has no items")
                .raising_as("TypeError", "iteration over a 0-d tensor")
                .help("for its number, write x.item()")),
            Value::Iterator(iterator) => {
                let message = format!("object of type '{}' has no len()", iterator.type_name());
                Err(Diagnostic::new(span, message)
                    .raising("TypeError")
                    .help("an iterator gives its items one by one: write list(items) first"))
            }
            other => Err(no_items(other, span)),
        }
    }

    /// All items of a value; those of an iterator that are left.
    pub(in crate::lang) fn iterate(&mut self, value: &Value, span: Span) -> Outcome<Vec<Value>> {
        self.iterate_to(usize::MAX, value, span)
    }

    /// All items of a value; of an iterator at most so many.
    fn iterate_to(&mut self, most: usize, value: &Value, span: Span) -> Outcome<Vec<Value>> {
        if let Value::Str(text) = value {
            self.spend_bytes(span, text.len() * size_of::<Value>())?;
            return Ok(text.chars().map(|c| Value::text(c.to_string())).collect());
        }
        let mut progress = self.progress(value.clone(), span)?;
        let is_counted = !matches!(progress.values, Value::Iterator(_));
        let count = if is_counted { self.count(&progress.values, span)? } else { 0 };
        self.spend_bytes(span, count.saturating_mul(size_of::<Value>()))?;
        let mut items = Vec::with_capacity(count);
        while is_counted || items.len() < most {
            let Some(item) = self.next_item(&mut progress, span)? else { break };
            if is_counted {
                self.step(span)?;
            } else {
                self.spend_bytes(span, size_of::<Value>())?;
            }
            items.push(item);
        }
        Ok(items)
    }

    /// The items of a value for so many names, or an error with this help. As in Python, one item more is taken of an iterator, to see
    /// whether it has too many.
    pub(super) fn unpacked(&mut self, names: usize, value: &Value, span: Span, help: &str) -> Outcome<Vec<Value>> {
        let values =
            self.iterate_to(names.saturating_add(1), value, span).map_err(|error| not_unpacked(error, value))?;
        if values.len() == names {
            return Ok(values);
        }
        let may_have_more = matches!(value, Value::Iterator(_)) && values.len() > names;
        let at_least = if may_have_more { "at least " } else { "" };
        let message = format!("there are {names} names, but {at_least}{} values", values.len());
        let words = if values.len() > names {
            format!("too many values to unpack (expected {names})")
        } else {
            format!("not enough values to unpack (expected {names}, got {})", values.len())
        };
        Err(Diagnostic::new(span, message).raising_as("ValueError", words).help(help))
    }

    /// An iterator over a value: of an iterator, it itself.
    pub(in crate::lang) fn iterator(&mut self, value: Value, span: Span) -> Outcome<SharedIterator> {
        if let Value::Iterator(iterator) = value {
            return Ok(iterator);
        }
        let type_name = iterator_type(&value);
        let progress = self.progress(value, span)?;
        if let Value::Iterator(iterator) = progress.values {
            return Ok(iterator);
        }
        self.new_iterator(type_name, ItemSource::Value(progress), span)
    }

    /// An iterator over a value from the last item to the first.
    pub(in crate::lang) fn backwards(&mut self, value: Value, span: Span) -> Outcome<SharedIterator> {
        let type_name = match &value {
            Value::List(_) => "list_reverseiterator",
            Value::Range(_) => "range_iterator",
            Value::Dict(_) => "dict_reversekeyiterator",
            Value::View(view) => match view.part {
                DictPart::Keys => "dict_reversekeyiterator",
                DictPart::Values => "dict_reversevalueiterator",
                DictPart::Items => "dict_reverseitemiterator",
            },
            _ => "reversed",
        };
        let progress = self.progress_backwards(value, span)?;
        self.new_iterator(type_name, ItemSource::Value(progress), span)
    }

    /// A generator that gives these items.
    pub(in crate::lang) fn generator_of(&mut self, items: Vec<Value>, span: Span) -> Outcome {
        let values = Value::Tuple(self.collect(span, items)?);
        let progress = self.progress(values, span)?;
        self.new_iterator("generator", ItemSource::Value(progress), span).map(Value::Iterator)
    }

    /// A new iterator, whose type Python calls by that name.
    pub(in crate::lang) fn new_iterator(
        &mut self,
        type_name: &'static str,
        source: ItemSource,
        span: Span,
    ) -> Outcome<SharedIterator> {
        let parts = match &source {
            ItemSource::Zipped { parts, .. } | ItemSource::Mapped { parts, .. } => parts.len(),
            _ => 0,
        };
        self.spend_bytes(span, ITERATOR_BYTES * (1 + parts))?;
        Ok(SharedIterator::new(type_name, source))
    }

    /// The next item of an iterator, which then has given it; `None` at its end.
    pub(in crate::lang) fn advance(&mut self, iterator: &SharedIterator, span: Span) -> Outcome<Option<Value>> {
        self.step(span)?;
        self.nested(span, |machine| machine.advanced(iterator, span))
    }

    /// Takes the next item. Nothing is locked meanwhile, for a function of the learner's may take from the same iterator.
    fn advanced(&mut self, iterator: &SharedIterator, span: Span) -> Outcome<Option<Value>> {
        match iterator.source() {
            ItemSource::Value(mut progress) => {
                let item = self.next_item(&mut progress, span)?;
                // A list that grows later does not begin it again.
                iterator.set_source(if item.is_some() { ItemSource::Value(progress) } else { ItemSource::Ended });
                Ok(item)
            }
            ItemSource::Numbered { items, .. } => {
                let Some(item) = self.advance(&items, span)? else { return Ok(None) };
                let number = Value::int(iterator.take_number().unwrap_or_default());
                Ok(Some(Value::Tuple(self.collect(span, vec![number, item])?)))
            }
            ItemSource::Zipped { parts, is_strict } => self.row(&parts, is_strict, span),
            ItemSource::Mapped { function, parts } => self.mapped(&function, &parts, span),
            ItemSource::Filtered { function, items } => self.filtered(function.as_ref(), &items, span),
            ItemSource::Generated(pause) => Ok(match self.resumed(&pause, Sent::Value(Value::None), span)? {
                Given::Item(item) => Some(item),
                Given::Returned(_) => None,
            }),
            ItemSource::Object(object) => Ok(match self.next_of_object(&object, span)? {
                Given::Item(item) => Some(item),
                Given::Returned(_) => None,
            }),
            ItemSource::Indexed { object, place } => {
                let depth = self.depth();
                let item = match self.get_item(&object, Value::int(place), span) {
                    Err(error) if self.is_caught(&error, "IndexError") => {
                        self.close_down_to(&depth);
                        None
                    }
                    item => Some(item?),
                };
                let next = place.saturating_add(1);
                iterator.set_source(match item {
                    Some(_) => ItemSource::Indexed { object, place: next },
                    None => ItemSource::Ended,
                });
                Ok(item)
            }
            ItemSource::Called { function, end } => {
                let item = self.call_plain(&function, Vec::new(), span)?;
                if self.equal(&item, &end, span)? {
                    iterator.set_source(ItemSource::Ended);
                    return Ok(None);
                }
                Ok(Some(item))
            }
            ItemSource::Ended => Ok(None),
        }
    }

    /// What `__next__` of an object gives, or the value of the `StopIteration` that it raises.
    pub(super) fn next_of_object(&mut self, object: &Reference, span: Span) -> Outcome<Given> {
        let depth = self.depth();
        let error = match self.call_method(object, "__next__", Vec::new(), span) {
            Ok(item) => return Ok(Given::Item(item.unwrap_or(Value::None))),
            Err(error) => error,
        };
        let raised = self.raised.clone();
        if !self.is_caught(&error, "StopIteration") {
            return Err(error);
        }
        self.close_down_to(&depth);
        let value = raised.and_then(|raised| self.field(&raised, "value"));
        Ok(Given::Returned(value.unwrap_or(Value::None)))
    }

    /// One item of each iterator, as far as the first that has none left.
    fn one_of_each(&mut self, parts: &[SharedIterator], span: Span) -> Outcome<Result<Vec<Value>, usize>> {
        let mut items = Vec::with_capacity(parts.len());
        for (place, part) in parts.iter().enumerate() {
            match self.advance(part, span)? {
                Some(item) => items.push(item),
                None => return Ok(Err(place)),
            }
        }
        Ok(Ok(items))
    }

    fn row(&mut self, parts: &[SharedIterator], is_strict: bool, span: Span) -> Outcome<Option<Value>> {
        if parts.is_empty() {
            return Ok(None);
        }
        let ended = match self.one_of_each(parts, span)? {
            Ok(items) => return Ok(Some(Value::Tuple(self.collect(span, items)?))),
            Err(place) => place,
        };
        if !is_strict {
            return Ok(None);
        }
        if ended > 0 {
            return Err(uneven(ended, "shorter", span));
        }
        for (place, part) in parts.iter().enumerate().skip(1) {
            if self.advance(part, span)?.is_some() {
                return Err(uneven(place, "longer", span));
            }
        }
        Ok(None)
    }

    fn mapped(&mut self, function: &Value, parts: &[SharedIterator], span: Span) -> Outcome<Option<Value>> {
        match self.one_of_each(parts, span)? {
            Ok(items) => self.call_plain(function, items, span).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// What a function gives for an item; without one, the item itself.
    pub(in crate::lang) fn key_of(&mut self, item: &Value, function: Option<&Value>, span: Span) -> Outcome {
        match function {
            Some(function) => self.call_plain(function, vec![item.clone()], span),
            None => Ok(item.clone()),
        }
    }

    fn filtered(&mut self, function: Option<&Value>, items: &SharedIterator, span: Span) -> Outcome<Option<Value>> {
        while let Some(item) = self.advance(items, span)? {
            let key = self.key_of(&item, function, span)?;
            if self.truth_of(&key, span)? {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
}

/// How many items a tensor has, which no write changes.
fn rows(tensor: &SharedTensor) -> usize {
    tensor.outline().shape().first().copied().unwrap_or(0)
}

/// Refuses to go on through a dict or a set whose keys have changed.
fn check_keys(progress: &mut Progress, span: Span) -> Outcome<()> {
    let (dict, kind) = match &progress.values {
        Value::Dict(table) => (table.now(), "dictionary"),
        Value::View(view) => (view.dict.now(), "dictionary"),
        Value::Set(table) => (table.now(), "Set"),
        _ => return Ok(()),
    };
    let begins = progress.place == 0 && !progress.is_backwards;
    let message = if dict.entries().len() != progress.count {
        format!("{kind} changed size during iteration")
    } else if kind == "dictionary" && dict.key_changes() != progress.key_changes && !begins {
        "dictionary keys changed during iteration".to_owned()
    } else {
        progress.key_changes = dict.key_changes();
        return Ok(());
    };
    Err(Diagnostic::new(span, message).raising("RuntimeError").help("loop over a copy: for item in list(items):"))
}

/// The error for a `zip` whose parts do not end together.
fn uneven(place: usize, how: &str, span: Span) -> Diagnostic {
    let others = if place == 1 { " 1".to_owned() } else { format!("s 1-{place}") };
    let message = format!("zip() argument {} is {how} than argument{others}", place + 1);
    let error = Diagnostic::new(span, message).raising("ValueError");
    error.help("with strict=True, all must have the same number of items")
}

/// Python's words for what has no items.
fn not_iterable(type_name: &str) -> String {
    format!("'{type_name}' object is not iterable")
}

/// Python has other words where a value without items is to be unpacked into names.
pub(super) fn not_unpacked(error: Diagnostic, value: &Value) -> Diagnostic {
    match value {
        Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None | Value::Function(_) => {
            error.raising_as("TypeError", format!("cannot unpack non-iterable {} object", value.python_type()))
        }
        _ => error,
    }
}

/// The error for a value that has no items.
fn no_items(value: &Value, span: Span) -> Diagnostic {
    if let Some(Stub::Iterator(type_name, cell)) = value.as_stub() {
        let message =
            format!("this {type_name} was made in {}, and only that cell can go through it", owner(cell.as_ref()));
        let list = match *type_name {
            "zip" | "map" | "filter" | "enumerate" | "reversed" => format!("list({type_name}(...))"),
            _ => "list(...)".to_owned(),
        };
        return Diagnostic::new(span, message)
            .help(format!("an iterator gives each item once: make a list of it in its cell, as in {list}"));
    }
    let error = Diagnostic::new(span, format!("cannot loop over {}: it has no items", value.description()));
    // A stub may stand for what has items in Python.
    let error = match value {
        Value::Stub(_) => error,
        _ => error.raising_as("TypeError", not_iterable(value.python_type())),
    };
    match value {
        Value::Int(value, _) => error.help(format!("to count, write range({value})")),
        _ => error,
    }
}

/// What Python calls the type of an iterator over a value.
fn iterator_type(value: &Value) -> &'static str {
    match value {
        Value::List(_) => "list_iterator",
        Value::Tuple(_) | Value::Tensor(_) => "tuple_iterator",
        Value::Str(_) => "str_iterator",
        Value::Range(_) => "range_iterator",
        Value::Set(_) => "set_iterator",
        Value::Dict(_) => "dict_keyiterator",
        Value::View(view) => match view.part {
            DictPart::Keys => "dict_keyiterator",
            DictPart::Values => "dict_valueiterator",
            DictPart::Items => "dict_itemiterator",
        },
        _ => "iterator",
    }
}
