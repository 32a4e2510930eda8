//! What lists, tuples, dicts and sets are made with. Their methods have files of their own.

use super::declare::builtins;
use super::dict_methods::entries_of;
use super::from_argument::{At, Keywords, as_index};
use super::from_python::{IfGiven, Iterable};
use super::{Builtin, Namespace};
use crate::lang::evaluate::Outcome;
use crate::lang::value::{Form, Value};

builtins! { TABLE:
    /// A list of the items of something.
    #[at(Bare)]
    #[role(Type)]
    fn list(call, @positional items: Iterable = ()) -> Value {
        Ok(call.interpreter.new_list(call.span, items.0)?)
    }

    /// A tuple of the items of something.
    #[at(Bare)]
    #[role(Type)]
    fn tuple(call, @positional items: Iterable = ()) -> Value {
        Ok(Value::Tuple(call.interpreter.collect(call.span, items.0)?))
    }

    /// The sizes of the axes of a tensor.
    #[at(Torch)]
    #[role(Type)]
    fn size as "Size" (call, @positional items: Iterable = ()) -> Value {
        let size = |(place, item): (usize, Value)| match item {
            Value::Int(..) => Ok(item),
            Value::Bool(value) => Ok(i64::from(value).into()),
            _ => as_index(&item).map(Value::from).ok_or_else(|| {
                let kind = item.python_type();
                call.error(format!("torch.Size() takes an iterable of 'int' (item {place} is '{kind}')"))
            }),
        };
        let sizes = items.0.into_iter().enumerate().map(size).collect::<Outcome<_>>()?;
        Ok(Value::Tuple(call.interpreter.collect(call.span, sizes)?.in_form(Form::Size)))
    }

    /// A dict of pairs, or of named entries.
    #[at(Bare)]
    #[role(Type)]
    fn dict(call, @positional items: At<IfGiven<Value>> = (), @keywords entries: Keywords) -> Value {
        let mut all = entries_of(call, &items)?;
        all.extend(entries.0.entries().iter().cloned());
        Ok(call.interpreter.new_dict(call.span, all)?)
    }

    /// A dict of these keys, all with one value.
    #[at(Dict)]
    #[role(Static)]
    fn fromkeys(call, @positional iterable: Iterable, @positional value: Value = None) -> Value {
        let entries = iterable.0.into_iter().map(|key| (key, value.clone())).collect();
        Ok(call.interpreter.new_dict(call.span, entries)?)
    }

    /// The distinct items of something, in the order in which they came.
    #[at(Bare)]
    #[role(Type)]
    fn set(call, @positional items: Iterable = ()) -> Value {
        Ok(call.interpreter.new_set(call.span, items.0)?)
    }
}

/// The methods of this name of what is made of items.
pub(super) fn methods(name: &str) -> impl Iterator<Item = &'static Builtin> {
    [Namespace::List, Namespace::Dict, Namespace::Set].into_iter().filter_map(move |place| super::find(place, name))
}
