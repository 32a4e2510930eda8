//! What a cell's options call its rows and columns: there must be rows and columns to be called so, and as many as there are words.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lang::Scope;
use crate::notebook::evaluate::{TaskRun, strings};
use crate::notebook::lesson::Display;
use crate::tensor::Tensor;

/// What would be seen of no picture, and what to do about it. `page` has the values of other cells.
pub(super) fn misfits(display: &Display, run: &TaskRun, page: &Scope) -> Vec<(String, Option<&'static str>)> {
    let axes = [
        AxisLabels { what: "rows", option: "rows", name: &display.rows, words: &display.row_names, from_end: 2 },
        AxisLabels { what: "columns", option: "cols", name: &display.cols, words: &display.col_names, from_end: 1 },
    ];
    axes.iter().filter_map(|axis| axis.misfit(run, page)).collect()
}

/// What the options say of the rows, or of the columns.
struct AxisLabels<'d> {
    what: &'static str,
    option: &'static str,
    name: &'d Option<Arc<str>>,
    words: &'d Option<Arc<str>>,
    /// Which axis it is, counted from the end.
    from_end: usize,
}

impl AxisLabels<'_> {
    fn misfit(&self, run: &TaskRun, page: &Scope) -> Option<(String, Option<&'static str>)> {
        let what = self.what;
        let singular = self.option.trim_end_matches('s');
        let option = match (self.words, self.name) {
            (Some(_), _) => format!("{singular}_names"),
            (None, Some(_)) => self.option.to_owned(),
            (None, None) => return None,
        };
        let value = |name: &Arc<str>| run.values.get(name).map(|binding| &binding.value).or_else(|| page.get(name));
        // A name that nobody defines is told by itself.
        if self.words.as_ref().is_some_and(|name| value(name).is_none()) {
            return None;
        }
        let tensors: Vec<Tensor> = run.values.values().filter_map(|binding| binding.value.tensor()).collect();
        if tensors.is_empty() {
            return Some((format!("`{option}` names the {what} of a tensor, but this cell defines no tensor"), None));
        }
        let size = |tensor: &Tensor| Some(tensor.shape()[tensor.ndim().checked_sub(self.from_end)?]);
        let sizes: BTreeSet<usize> = tensors.iter().filter_map(size).collect();
        if sizes.is_empty() {
            let is_vector = tensors.iter().any(|tensor| tensor.ndim() == 1);
            let help = is_vector.then_some("a vector has only columns: use `cols` and `col_names`");
            return Some((format!("`{option}` names the {what}, but no tensor of this cell has {what}"), help));
        }
        let name = self.words.as_ref()?;
        let Some(words) = strings(value(name)?) else {
            let message = format!("`{name}`, which should name the {what}, is not a list of strings");
            return Some((message, Some("write a list such as `[\"one\", \"two\"]`")));
        };
        let count = words.len();
        (!sizes.contains(&count)).then(|| {
            let sizes = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            (format!("there are {count} names, but the tensors of this cell have {sizes} {what}"), None)
        })
    }
}
