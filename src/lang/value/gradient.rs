//! What PyTorch would say of a tensor of the cells about gradients: whether one is wanted, and how a view was made. What a program may write
//! to follows from it.

use crate::tensor::tape::gradient_mode;

/// What PyTorch would say of a tensor's gradient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gradient {
    /// None is wanted: `requires_grad` is False.
    #[default]
    None,
    /// It was asked for: `requires_grad` and `is_leaf` are True.
    Leaf,
    /// The tensor is computed from one of which it was asked for: `is_leaf` is False.
    Computed,
}

/// How a view was made, as far as PyTorch forbids to write to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewKind {
    /// By itself.
    #[default]
    Plain,
    /// As one of several: by `chunk`, `split`, `unbind`, or a loop.
    OneOfSeveral,
    /// Under `no_grad`.
    WithoutGradient,
    /// It is a view of a view that was made under `no_grad`.
    OfOneWithoutGradient,
    /// For PyTorch it is another tensor in the same memory: `nn.Parameter(t)`.
    Alias,
    /// It is one of which no gradient is wanted, whatever is wanted of the tensor that it shows: an entry of a `state_dict`.
    Detached,
}

impl ViewKind {
    /// That of a view which is made now, of a view of another kind.
    pub(super) fn here(self, of: Self) -> Self {
        match (self, of) {
            (_, Self::Detached) => Self::Detached,
            (Self::Plain | Self::OneOfSeveral, _) if !gradient_mode::is_enabled() => Self::WithoutGradient,
            (Self::Plain, Self::WithoutGradient) => Self::OfOneWithoutGradient,
            (Self::Plain, Self::Alias) => Self::Plain,
            (Self::Plain, of) => of,
            (kind, _) => kind,
        }
    }
}
