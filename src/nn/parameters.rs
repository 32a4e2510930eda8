//! What a module learns, by name: so that weights can be loaded, saved, drawn, counted and trained by one walk.
//!
//! Names are PyTorch's: the path of the module and the parameter, `encoder.layers.0.self_attn.in_proj_weight`.

use crate::tensor::Tensor;

/// Parameters with their names, in PyTorch's order.
pub type Named<'a> = Vec<(String, &'a mut Tensor)>;

/// A module that has parameters.
///
/// ```
/// use glassformer::nn::{Linear, Parameters};
///
/// let mut layer = Linear::blank(3, 2, true);
/// let names: Vec<String> = layer.parameters().into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["weight", "bias"]);
/// assert_eq!(layer.count(), 8);
/// ```
pub trait Parameters {
    /// Every parameter and its name, to be read or replaced.
    fn parameters(&mut self) -> Named<'_>;

    /// How many numbers the parameters hold.
    fn count(&mut self) -> usize {
        self.parameters().iter().map(|(_, parameter)| parameter.len()).sum()
    }
}

/// The parameters of a part of a module, the part's name before theirs.
pub(super) fn under<'a>(part: &str, parameters: Named<'a>) -> Named<'a> {
    parameters.into_iter().map(|(name, parameter)| (format!("{part}.{name}"), parameter)).collect()
}

/// The parameters of parts that stand in a row: `layers.0`, `layers.1` and so on.
pub(super) fn numbered<'a>(row: &str, parts: impl Iterator<Item = Named<'a>>) -> Named<'a> {
    parts.enumerate().flat_map(|(number, parameters)| under(&format!("{row}.{number}"), parameters)).collect()
}

/// The parameters that are there.
pub(super) fn named<'a>(parameters: impl IntoIterator<Item = (&'static str, Option<&'a mut Tensor>)>) -> Named<'a> {
    let present = |(name, parameter): (&str, Option<&'a mut Tensor>)| Some((name.to_owned(), parameter?));
    parameters.into_iter().filter_map(present).collect()
}
