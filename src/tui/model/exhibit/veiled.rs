//! What of a block's values the questions of the page hide: it is not among the figures and lines, so nothing that asks for these shows it.

use std::sync::Arc;

use super::Exhibits;
use crate::notebook::lesson::Block;
use crate::notebook::veils::Veils;
use crate::words::word;

impl Exhibits {
    /// The same without what the questions of the page hide in this block.
    #[must_use]
    pub fn under(mut self, veils: &Veils, block: &Block) -> Self {
        self.veil = veils.over_unnamed(block).map(Arc::clone);
        let (veil, mut veiled) = (self.veil.as_ref(), Vec::new());
        let mut is_shown = |name: &Arc<str>| {
            let question = if **name == *word!("last-line") { veil } else { veils.over(block, name) };
            veiled.extend(question.map(|question| (Arc::clone(name), Arc::clone(question))));
            question.is_none()
        };
        self.figures.retain(|figure| is_shown(&figure.name));
        self.lines.retain(|said| is_shown(&said.name));
        self.trees.retain(|(name, _)| is_shown(name));
        self.veiled = veiled;
        self
    }
}
