//! The logit lens: what the generator would say of the vectors after each layer, as if that were the last one. It shows in which layer
//! a word is decided. ("interpreting GPT: the logit lens", nostalgebraist, 2020.)

use super::{Transformer, stages};
use crate::tensor::{Result, Tape, Tensor};

/// Of a pass's tape: the probabilities (batch, m, target vocabulary) of each word from the vectors that enter the decoder's first
/// layer, and after each layer, under the name of that stage. The last one is what the model itself says.
///
/// # Errors
/// When a stage has another width than the generator.
pub fn words(model: &Transformer, tape: &Tape) -> Result<Vec<(String, Tensor)>> {
    let layers = (0..model.decoder.layers.len()).map(|number| format!("decoder.layers.{number}"));
    let names = std::iter::once("tgt_emb".to_owned()).chain(layers);
    let read = |name: String| {
        let x = stages::find(tape, &name)?;
        let said = || {
            let x = model.decoder.norm.as_ref().map_or(Ok(x.clone()), |norm| norm.forward(&x))?;
            model.logits(&x)?.softmax(-1)
        };
        Some(said().map(|probabilities| (name.clone(), probabilities)))
    };
    names.filter_map(read).collect()
}
