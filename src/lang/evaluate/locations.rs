//! Places that a value can be put into. The expressions that name a place are evaluated once, even if it is read and then written.

use super::grad_fn;
use super::indexing::{indices, written_place_in};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Expression, Identifier, Span, Target};
use crate::lang::value::{ArrayType, Value};

/// A place, with all that names it evaluated.
pub(super) enum Location<'e> {
    /// A name of the running function or of the cell.
    Name(&'e Identifier),
    /// `container[at]`.
    Item(ItemLocation<'e>),
    /// `owner.name`.
    Attribute {
        /// The object.
        owner: Value,
        /// The name of the attribute.
        name: &'e Identifier,
    },
}

/// `container[at]`.
pub(super) struct ItemLocation<'e> {
    /// The list, dict, tensor or object.
    container: Value,
    /// The index.
    at: Value,
    /// The text of the index.
    index: &'e Expression,
    /// Where the whole is written.
    pub(super) span: Span,
}

impl ItemLocation<'_> {
    /// Whether a value is the part of the container that the index names, as a view. An index that is a part of it too may name
    /// another one by now.
    pub(super) fn shows(&self, value: &Value) -> bool {
        let shares = |one: &Value| match (&self.container, one) {
            (Value::Tensor(whole), Value::Tensor(part)) => part.root().is(&whole.root()),
            _ => false,
        };
        let is_index_apart = match &self.at {
            Value::Tuple(items) => !items.iter().any(shares),
            Value::Slice(parts) => !parts.iter().any(shares),
            at => !shares(at),
        };
        is_index_apart && shares(value)
    }
}

impl Interpreter<'_> {
    /// The place that stands left of `+=` and its like, and what it holds.
    pub(super) fn located<'e>(&mut self, target: &'e Target) -> Outcome<(Location<'e>, Value)> {
        match target {
            Target::Name(name) => {
                self.step(name.span)?;
                Ok((Location::Name(name), self.lookup(&name.name, name.span)?))
            }
            Target::Item { object, index, span } => {
                self.step(*span)?;
                let place = self.nested(*span, |machine| machine.item_place(object, index, *span))?;
                let (container, at) = (self.read(place.container.clone()), place.at.clone());
                let value = self.item_at(*span, &container, at, index)?;
                Ok((Location::Item(ItemLocation { container, ..place }), value))
            }
            Target::Attribute { object, name, span } => {
                self.step(*span)?;
                let owner = self.nested(*span, |machine| machine.eval(object))?;
                let held = self.library.attribute(self, &owner, name, *span)?;
                Ok((Location::Attribute { owner, name }, held))
            }
            other => {
                let message = "an assignment such as `+=` needs a name, an item or an attribute on its left";
                Err(Diagnostic::new(other.span(), message))
            }
        }
    }

    /// The place `object[index]`, whose item is not read.
    pub(super) fn item_place<'e>(
        &mut self,
        object: &'e Expression,
        index: &'e Expression,
        span: Span,
    ) -> Outcome<ItemLocation<'e>> {
        let container = self.eval(object)?;
        let at = self.eval(index)?;
        Ok(ItemLocation { container, at, index, span })
    }

    /// Notes what Python does with a part that was changed in place: it is put where it is. Only PyTorch's gradients see that.
    pub(super) fn note_written(item: &ItemLocation<'_>, part: &Value) -> Outcome<()> {
        match &item.container {
            Value::Tensor(tensor) => {
                let indices = indices(&item.at, item.index);
                let gradient = Self::check_item_gradient(item.span, tensor, &indices, part)?;
                gradient.note(tensor, || Some(grad_fn::of_items(tensor.outline().shape(), &indices, part)));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Gives a place of a list, or a key of a dict, another item.
    pub(in crate::lang) fn set_item_of_container(
        &mut self,
        span: Span,
        container: &Value,
        at: Value,
        index: Span,
        value: Value,
    ) -> Outcome<()> {
        match (container, &at) {
            (Value::List(list), Value::Slice(slice)) => self.set_slice(span, list, slice, &value),
            (Value::List(list), _) => {
                let place = written_place_in(list.now().len(), &at, index)?;
                self.set_list_item(span, list, place, value)
            }
            (Value::Dict(table), _) => self.set_entry(span, table, at, value),
            (other, _) => {
                Err(Diagnostic::new(span, format!("the items of {} cannot be assigned", other.description())))
            }
        }
    }

    /// `container[at] = value`.
    pub(super) fn put_item(&mut self, item: ItemLocation<'_>, value: Value) -> Outcome<()> {
        let ItemLocation { container, at, index, span } = item;
        match &container {
            Value::Object(reference) if !reference.class.is_parameter() => self.set_item(reference, at, value, span),
            Value::List(_) | Value::Dict(_) => self.set_item_of_container(span, &container, at, index.span, value),
            other => {
                let Value::Tensor(tensor) = self.read(other.clone()) else {
                    let message = format!("the items of {} cannot be assigned", other.description());
                    let words = format!("'{}' object does not support item assignment", other.python_type());
                    let error = Diagnostic::new(span, message);
                    return Err(match other {
                        Value::Stub(_) => error,
                        _ => error.raising_as("TypeError", words),
                    });
                };
                let item = self.read(value);
                let indices = indices(&at, index);
                if tensor.array_type() == ArrayType::Tensor {
                    if item.array_type() == Some(ArrayType::Array) {
                        let message = "can't assign a numpy.ndarray to a tensor";
                        return Err(
                            Diagnostic::new(span, message).help("make it a tensor first: x[...] = torch.from_numpy(a)")
                        );
                    }
                    return self.set_tensor_item(span, &tensor, &indices, &item);
                }
                self.set_array_items(span, &tensor, indices, &item)
            }
        }
    }
}
