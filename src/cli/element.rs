//! One element as it is written on the command line: `weights[2, 1]`, `weights[-1, 0]`, `weights[sat, cat]`, `loss`.

use super::Failure;
use super::subject::Subject;
use crate::lang::Value;
use crate::notebook::problem::nearest;
use crate::notebook::why::{self, Element};
use crate::tensor::Tensor;

/// Finds the element that is meant. A name is a name of the page, or one that was given while it was computed: a variable of a
/// function, a stage of a module.
pub(super) fn find(subject: &Subject, text: &str) -> Result<Element, Failure> {
    let text = text.trim();
    if let Some(value) = value(subject, text) {
        return of_value(text, &value, None);
    }
    let (name, index) = split(text);
    match value(subject, name) {
        Some(value) => of_value(name, &value, index),
        None => Err(unknown(subject, name)),
    }
}

/// The name, and what stands between the last brackets.
fn split(text: &str) -> (&str, Option<&str>) {
    let inner = text.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    inner.map_or((text, None), |(name, index)| (name.trim(), Some(index)))
}

fn value(subject: &Subject, name: &str) -> Option<Value> {
    let runs = || subject.outcome.reports().values().filter_map(|report| report.current());
    let bound = || runs().find_map(|run| run.values.get(name).map(|binding| binding.value.clone()));
    let recorded = || runs().find_map(|run| run.record.named(name).map(|node| Value::Tensor(node.value.clone())));
    bound().or_else(recorded)
}

fn unknown(subject: &Subject, name: &str) -> Failure {
    let names: Vec<String> =
        subject.cells.iter().flat_map(|cell| subject.names(cell)).map(|name| name.to_string()).collect();
    let help = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    Failure::wrong(format!("there is no value `{name}`{help}"))
}

fn of_value(name: &str, value: &Value, index: Option<&str>) -> Result<Element, Failure> {
    match value {
        Value::Tensor(tensor) => of_tensor(name, tensor, index),
        Value::Int(..) | Value::Float(..) if index.is_some() => {
            Err(Failure::wrong(format!("`{name}` is one number: ask for it without an index")))
        }
        Value::Int(..) | Value::Float(..) => {
            let made = value.origin().map(|origin| Element { origin, index: Vec::new() });
            made.ok_or_else(|| {
                Failure::failed(format!("`{name}` is {}, which was counted and not computed", value.repr()))
            })
        }
        other => Err(Failure::wrong(format!("`{name}` is {}, and only numbers have reasons", other.description()))),
    }
}

fn of_tensor(name: &str, tensor: &Tensor, index: Option<&str>) -> Result<Element, Failure> {
    let items: Vec<&str> = match index.map(str::trim) {
        None if tensor.len() == 1 => vec!["0"; tensor.ndim()],
        None | Some("") => Vec::new(),
        Some(items) => items.split(',').map(|item| item.trim().trim_matches(['"', '\''])).collect(),
    };
    if items.len() != tensor.ndim() {
        let places = vec!["0"; tensor.ndim()].join(", ");
        return Err(Failure::wrong(format!(
            "`{name}` is {}: say which of its elements, such as {name}[{places}]",
            tensor.shape_text()
        )));
    }
    let places = items.iter().enumerate().map(|(axis, item)| place(name, tensor, axis, item));
    let index = places.collect::<Result<Vec<_>, _>>()?;
    why::element(tensor, &index).ok_or_else(|| Failure::failed(format!("nothing is known of how `{name}` was made")))
}

/// A place along an axis: a number, from the end if it is negative, or the label of one place.
fn place(name: &str, tensor: &Tensor, axis: usize, item: &str) -> Result<usize, Failure> {
    let size = tensor.shape()[axis];
    if let Ok(number) = item.parse::<i64>() {
        let place = if number < 0 { number + size as i64 } else { number };
        let inside = usize::try_from(place).ok().filter(|place| *place < size);
        return inside.ok_or_else(|| {
            let places = if size == 0 { "it has none".to_owned() } else { format!("they go from 0 to {}", size - 1) };
            Failure::wrong(format!("axis {axis} of `{name}` {} has no place {number}: {places}", tensor.shape_text()))
        });
    }
    let labels = tensor.axes()[axis].labels.as_deref().unwrap_or_default();
    let places: Vec<usize> = (0..labels.len()).filter(|&place| *labels[place] == *item).collect();
    match places.as_slice() {
        [place] => Ok(*place),
        [] if labels.is_empty() => Err(Failure::wrong(format!(
            "axis {axis} of `{name}` has no labels: give the place as a number, not `{item}`"
        ))),
        [] => {
            let near = nearest(item, labels.iter().map(|label| &**label));
            let help = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(Failure::wrong(format!("no place of axis {axis} of `{name}` is called `{item}`{help}")))
        }
        several => {
            let places: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(Failure::wrong(format!("`{item}` stands at {}: say which by its number", places.join(" and "))))
        }
    }
}
