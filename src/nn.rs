//! The modules of "Attention Is All You Need" (Vaswani et al., 2017), one concept a file, over [`tensor`](crate::tensor).
//!
//! Names and formulas are the paper's and PyTorch's; each file cites its section. Read them in this order:
//!
//! 1. [`attention`]: scaled dot-product attention, every stage of it (3.2.1).
//! 2. [`mask`]: who may attend to whom, and the two conventions for saying so.
//! 3. [`multi_head`]: several attentions side by side (3.2.2).
//! 4. [`linear`], [`feed_forward`]: the position-wise network (3.3).
//! 5. [`embedding`], [`positional`]: from tokens to vectors that know where they stand (3.4, 3.5).
//! 6. [`norm`], [`residual`]: what holds layers together (3.1), and its variants; [`rms_norm`]: what newer models have instead.
//! 7. [`encoder`], [`decoder`], [`generator`], and all of it: [`transformer`] (figure 1).
//! 8. [`decoding`]: writing a sequence token by token, and keeping what need not be computed twice.
//! 9. [`dropout`] and [`init`]: how training begins and is disturbed (5.4).
//! 10. [`editions`]: how published Transformers differ, from one another and from the paper; [`config`] says it in JSON.
//! 11. [`weights`]: to and from files. [`stages`]: every intermediate by its path. [`batch`]: sequences side by side.
//!     [`difference`]: two passes held against each other.
//! 12. [`cost`]: parameters and multiply-adds, module by module.
//! 13. [`training`]: how all of it learns (5.1 to 5.4): [`loss`], [`optimizer`], [`schedule`], and the [`tasks`] that this program makes
//!     for it.
//! 14. [`intervention`], [`lens`], [`heads`]: what the parts of a trained model are for.
//! 15. [`translator`]: a model in use, from words to words, with what it looked at; [`shipped`] is one that lies inside the program,
//!     [`learned`] one that somebody trained in PyTorch.
//!
//! A module holds its parameters as tensors and computes with `forward`, which changes nothing. Under a
//! [tape](crate::tensor::tape) each stage is kept under its name.

pub mod attention;
pub mod batch;
pub mod config;
pub mod cost;
pub mod decoder;
pub mod decoding;
pub mod difference;
pub mod doubt;
pub mod dropout;
pub mod editions;
pub mod embedding;
pub mod encoder;
pub mod explanation;
pub mod feed_forward;
pub mod generator;
pub mod heads;
pub mod init;
pub mod intervention;
pub mod learned;
pub mod lens;
pub mod linear;
pub mod loss;
pub mod mask;
pub mod multi_head;
mod nearest;
pub mod norm;
pub mod optimizer;
mod packed;
pub mod parameters;
pub mod paths;
pub mod positional;
pub mod residual;
pub mod rms_norm;
pub mod schedule;
pub mod shipped;
pub mod stages;
pub mod tasks;
pub mod training;
pub mod transformer;
pub mod translator;
pub mod weights;

pub use attention::{Fill, Masking, scaled_dot_product_attention};
pub use config::{Config, Design};
pub use decoder::{Decoder, DecoderLayer};
pub use dropout::Dropout;
pub use editions::{Edition, Quirk};
pub use embedding::TokenEmbedding;
pub use encoder::{Encoder, EncoderLayer};
pub use feed_forward::{Activation, FeedForward};
pub use generator::Generator;
pub use learned::Learned;
pub use linear::Linear;
pub use loss::CrossEntropy;
pub use multi_head::{KeysValues, MultiHeadAttention, Projections, QueryKeyValue};
pub use nearest::nearest;
pub use norm::LayerNorm;
pub use optimizer::Adam;
pub use parameters::Parameters;
pub use positional::Positions;
pub use residual::{NormPlace, Residual};
pub use rms_norm::RmsNorm;
pub use schedule::Schedule;
pub use tasks::Task;
pub use training::Trainer;
pub use transformer::Transformer;
pub use translator::Translator;
