//! The modules of "Attention Is All You Need" (Vaswani et al., 2017), one concept a file, over [`tensor`](crate::tensor).
//!
//! Names and formulas are the paper's and PyTorch's; each file cites its section. Read them in this order:
//!
//! 1. [`attention`]: scaled dot-product attention, every stage of it (3.2.1).
//! 2. [`mask`]: who may attend to whom, and the two conventions for saying so.
//! 3. [`linear`], [`feed_forward`]: the position-wise network (3.3).
//! 4. [`norm`]: layer normalization (3.1, 5.4) and its variants.
//!
//! A module holds its parameters as tensors and computes with `forward`, which changes nothing. Under a
//! [record](crate::tensor::record) each stage is kept under its name.

pub mod attention;
pub mod feed_forward;
pub mod linear;
pub mod mask;
pub mod norm;

pub use attention::{Fill, Masking, scaled_dot_product_attention};
pub use feed_forward::{Activation, FeedForward};
pub use linear::Linear;
pub use norm::LayerNorm;
