//! Names for axes, so that an element of a picture is "sat reads cat" and not `[2, 1]`.

use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known of one axis: its name (`query`, `key`, `d_k`) and a label for each of its places (the tokens).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// The name, in the paper's terms.
    pub name: Option<Arc<str>>,
    /// One label for each place along the axis.
    pub labels: Option<Arc<[Arc<str>]>>,
    /// Whether the program itself gave it this name, and not what it was made from or what a lesson says of the cell.
    pub is_said: bool,
    /// The labels of places whose numbers are made up: words that no table knows. They go wherever the labels go.
    pub made_up: Option<Arc<BTreeSet<Arc<str>>>>,
}

impl Axis {
    /// An axis with a name.
    pub fn named(name: &str) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }

    /// The same axis with a label for each place.
    #[must_use]
    pub fn with_labels<S: AsRef<str>>(mut self, labels: &[S]) -> Self {
        self.labels = Some(labels.iter().map(|label| Arc::from(label.as_ref())).collect());
        self
    }

    /// The label of one place, when the axis has labels.
    pub fn label(&self, place: usize) -> Option<&str> {
        self.labels.as_ref()?.get(place).map(AsRef::as_ref)
    }

    /// Whether the numbers at a place are made up, by its label.
    pub fn is_made_up(&self, place: usize) -> bool {
        let made_up = self.made_up.as_ref().zip(self.label(place));
        made_up.is_some_and(|(made_up, label)| made_up.contains(label))
    }

    /// What one place is called: its label, with its number where another place is called the same: `the₄`.
    ///
    /// ```
    /// use glassformer::tensor::Axis;
    /// let query = Axis::named("query").with_labels(&["the", "cat", "the"]);
    /// assert_eq!(query.place(1).as_deref(), Some("cat"));
    /// assert_eq!(query.place(2).as_deref(), Some("the₂"));
    /// ```
    pub fn place(&self, place: usize) -> Option<String> {
        let label = self.label(place)?;
        let is_alone = self.labels.as_ref()?.iter().filter(|other| &***other == label).count() == 1;
        let lowered =
            |digit: char| digit.to_digit(10).and_then(|digit| char::from_u32(u32::from('₀') + digit)).unwrap_or(digit);
        let number = || place.to_string().chars().map(lowered).collect::<String>();
        Some(if is_alone { label.to_owned() } else { format!("{label}{}", number()) })
    }

    /// What is known here, and from `other` what is not.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self {
            name: self.name.clone().or_else(|| other.name.clone()),
            labels: self.labels.clone().or_else(|| other.labels.clone()),
            is_said: if self.name.is_some() { self.is_said } else { other.is_said },
            made_up: self.made_up.clone().or_else(|| other.made_up.clone()),
        }
    }
}

/// More axes than any tensor here has; PyTorch's own limit.
pub(crate) const MAX_AXES: usize = 64;
static UNNAMED: [Axis; MAX_AXES] =
    [const { Axis { name: None, labels: None, is_said: false, made_up: None } }; MAX_AXES];

/// As many unnamed axes as a tensor needs.
pub(crate) fn unnamed(ndim: usize) -> &'static [Axis] {
    &UNNAMED[..ndim.min(MAX_AXES)]
}

/// `[query 4, d_k 8]`, or `[4, 8]` without names.
pub(crate) fn shape_text(shape: &[usize], axes: &[Axis]) -> String {
    let sizes: Vec<String> = shape
        .iter()
        .zip(axes)
        .map(|(size, axis)| axis.name.as_ref().map_or_else(|| size.to_string(), |name| format!("{name} {size}")))
        .collect();
    format!("[{}]", sizes.join(", "))
}

/// The axes of an elementwise result: for each dimension what the inputs know about it, the first input first. An input that
/// is stretched along a dimension (its size there is one) says nothing about it.
pub(crate) fn broadcast_axes(shape: &[usize], inputs: &[(&[usize], &[Axis])]) -> Vec<Axis> {
    let mut result = vec![Axis::default(); shape.len()];
    for (input_shape, axes) in inputs {
        let missing = shape.len() - input_shape.len();
        for (place, (size, axis)) in input_shape.iter().zip(axes.iter()).enumerate() {
            if *size == shape[missing + place] {
                result[missing + place] = result[missing + place].or(axis);
            }
        }
    }
    result
}
