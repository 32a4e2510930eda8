//! The terms of the course that a reader has before them.

use super::Reading;
use crate::notebook::glossary::Glossary;
use crate::notebook::passages;
use crate::tui::model::exhibit::Figure;

impl Reading {
    /// The places in the glossary of the terms at the cursor, in the order of the text.
    pub fn terms(&self) -> Vec<usize> {
        Glossary::embedded().in_text(&self.text_at_cursor())
    }

    /// What is read at the cursor: inside a tensor its operation and axes, then the block around it and the axes that it shows.
    fn text_at_cursor(&self) -> String {
        let mut text = self.words_under_cursor();
        if let Some(block) = self.lesson.block() {
            text.push(passages::words(block));
            text.extend(self.lesson.document.source(&block.id).map(|source| source.to_string()));
        }
        let figures = self.exhibits(self.lesson.at).map(|exhibits| exhibits.figures.as_slice()).unwrap_or_default();
        text.extend(figures.iter().flat_map(axes));
        text.join("\n")
    }

    fn words_under_cursor(&self) -> Vec<String> {
        let Some(inside) = self.inside() else { return Vec::new() };
        let why = inside.why.as_ref().and_then(|inspection| inspection.why.as_ref());
        let mut words: Vec<String> = why.map(|why| why.explanation.operation.clone()).into_iter().collect();
        words.extend(self.figure(&inside.spot).into_iter().flat_map(axes));
        words
    }
}

fn axes(figure: &Figure) -> impl Iterator<Item = String> {
    figure.tensor.axes().iter().filter_map(|axis| axis.name.as_deref().map(str::to_owned))
}
