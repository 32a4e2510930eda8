//! Places that a value can be put into. The expressions that name a place are evaluated once, even if it is read and then written.

use super::indexing::{indices, is_mask, place_in};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::Reference;
use crate::lang::syntax::{Expression, ExpressionKind, Identifier, Span};
use crate::lang::value::Value;

/// A place, with all that names it evaluated.
pub(super) enum Location<'e> {
    /// A name of the running function or of the cell.
    Name(Identifier),
    /// `container[at]`.
    Item(Box<ItemLocation<'e>>),
    /// `owner.name`.
    Attribute {
        /// The object.
        owner: Value,
        /// The name of the attribute.
        name: &'e Identifier,
    },
    /// A value that no place holds: what a call gives.
    Nowhere(Span),
}

/// `container[at]`.
pub(super) struct ItemLocation<'e> {
    /// The place that holds the container: a tensor never changes, so its place is given another one.
    of: Location<'e>,
    /// The list, dict, tensor or object.
    container: Value,
    /// The index.
    at: Value,
    /// The text of the index.
    index: &'e Expression,
    /// Where the whole is written.
    span: Span,
}

impl Interpreter<'_> {
    /// The place that an expression names, and what it holds.
    pub(super) fn located<'e>(&mut self, expression: &'e Expression) -> Outcome<(Location<'e>, Value)> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => {
                self.step(span)?;
                let value = self.lookup(name, span)?;
                Ok((Location::Name(Identifier { name: name.clone(), span }), value))
            }
            ExpressionKind::Index { object, index } => {
                self.step(span)?;
                let place = self.nested(span, |machine| machine.item_place(object, index, span))?;
                let (container, at) = (self.read(place.container.clone()), place.at.clone());
                let value = self.item_at(span, &container, at, index)?;
                Ok((Location::Item(Box::new(place)), value))
            }
            ExpressionKind::Attribute { object, name } => {
                self.step(span)?;
                let owner = self.nested(span, |machine| machine.eval(object))?;
                let held = self.library.attribute(self, &owner, name, span)?;
                Ok((Location::Attribute { owner, name }, held))
            }
            _ => Ok((Location::Nowhere(span), self.eval(expression)?)),
        }
    }

    /// The place `object[index]`, whose item is not read.
    pub(super) fn item_place<'e>(
        &mut self,
        object: &'e Expression,
        index: &'e Expression,
        span: Span,
    ) -> Outcome<ItemLocation<'e>> {
        let (of, container) = self.located(object)?;
        let at = self.eval(index)?;
        Ok(ItemLocation { of, container, at, index, span })
    }

    /// Puts a value into a place. A name stays where it was bound.
    pub(super) fn put_into(&mut self, place: Location<'_>, value: Value) -> Outcome<()> {
        match place {
            Location::Name(name) => self.rebind(&name, value),
            Location::Attribute { owner, name } => self.set_member(&owner, name, value),
            Location::Item(item) => self.nested(item.span, |machine| machine.put_item(*item, value)),
            Location::Nowhere(span) => {
                Err(Diagnostic::new(span, "an item of a tensor can be assigned only if the tensor has a name")
                    .help("assign the tensor to a name first, then set the item"))
            }
        }
    }

    /// `container[at] = value`.
    pub(super) fn put_item(&mut self, item: ItemLocation<'_>, value: Value) -> Outcome<()> {
        let ItemLocation { of, container, at, index, span } = item;
        match &container {
            Value::Object(reference) if !reference.class.is_parameter() => self.set_item(reference, at, value, span),
            Value::List(list) => {
                let place = place_in(list.now().len(), &at, index.span, "list")?;
                self.set_list_item(span, list, place, value)
            }
            Value::Dict(table) => self.set_entry(span, table, at, value),
            other => {
                let Value::Tensor(tensor) = self.read(other.clone()) else {
                    let message = format!("the items of {} cannot be assigned", other.description());
                    return Err(Diagnostic::new(span, message));
                };
                self.check_copy(&of)?;
                let item = self.read(value);
                let changed = self.tensor_with(span, &tensor, &indices(&at, index), &item)?;
                match other {
                    // A parameter is an object: it gets another tensor, wherever it lies.
                    Value::Object(parameter) => self.refill_parameter(parameter, Value::Tensor(changed), span),
                    _ => self.put_into(of, Value::Tensor(changed)),
                }
            }
        }
    }

    /// Gives a parameter of this cell another tensor.
    pub(super) fn refill_parameter(&mut self, parameter: &Reference, value: Value, span: Span) -> Outcome<()> {
        Self::changeable(parameter, span)?;
        self.fill_parameter(parameter, value);
        Ok(())
    }

    /// Refuses to set an item of what a tensor gave for places or a mask: that is a copy of it.
    fn check_copy(&mut self, of: &Location<'_>) -> Outcome<()> {
        let Location::Item(outer) = of else { return Ok(()) };
        if !matches!(self.read(outer.container.clone()), Value::Tensor(_)) || !copies(&outer.at) {
            return Ok(());
        }
        let message = "indexing with a tensor, a list or a mask makes a copy, so this assignment would be lost";
        Err(Diagnostic::new(outer.span, message)
            .help("assign in one step, x[places, 0] = value, or assign the copy to a name first"))
    }
}

/// Whether what a tensor gives for an index is a copy in PyTorch, no view.
fn copies(index: &Value) -> bool {
    let one = |index: &Value| match index {
        Value::List(_) | Value::Bool(_) => true,
        Value::Tensor(places) => places.ndim() > 0 || is_mask(places),
        _ => false,
    };
    if let Value::Tuple(items) = index { items.iter().any(one) } else { one(index) }
}
