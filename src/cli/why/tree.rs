//! Reasons of reasons: an element, its formula, and under it the elements that it was made of.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value as Json, json};

use crate::cli::json;
use crate::cli::subject::Subject;
use crate::notebook::why::{ElementRef, Gradient, NamedValue, WhyAnswer, WhyQuery, gradient, why, why_element};
use crate::tensor::{Expr, digits};
use crate::words::Said;

/// How many elements are explained at most: a deep tree of wide sums would have no end.
const MOST: usize = 2000;

/// An element with its reasons.
pub(super) struct Tree {
    named: NamedValue,
    /// None for what is no number.
    value: Option<f64>,
    below: Below,
}

/// What is said below an element.
enum Below {
    /// Its formula and what stands in it.
    Reasons { why: Box<WhyAnswer>, line: Option<usize>, operands: Vec<Tree>, reads: Vec<Tree> },
    /// Nothing: it lies deeper than was asked for.
    Deeper,
    /// Nothing again: it was explained above.
    Above,
    /// Nothing is known.
    Unknown,
}

/// What the branches of one tree share.
struct Growth<'a> {
    subject: &'a Subject,
    /// The gradient that is explained, if it is not the values.
    gradient: Option<&'a Gradient>,
    explained: BTreeSet<WhyQuery>,
}

impl Tree {
    /// The reasons of an element, so many steps down. `None` when nothing is known of it.
    pub(super) fn new(subject: &Subject, element: &ElementRef, depth: usize) -> Option<Self> {
        Growth { subject, gradient: None, explained: BTreeSet::new() }.root(element, depth)
    }

    /// The reasons of a gradient with respect to an element, so many steps towards its output.
    pub(super) fn of_gradient(
        subject: &Subject,
        gradient: &Gradient,
        element: &ElementRef,
        depth: usize,
    ) -> Option<Self> {
        Growth { subject, gradient: Some(gradient), explained: BTreeSet::new() }.root(element, depth)
    }

    /// The element at its root.
    pub(super) fn element(&self) -> Option<&ElementRef> {
        self.named.element()
    }

    /// What it is called, and its value.
    pub(super) fn named(&self) -> &NamedValue {
        &self.named
    }

    /// Its value as it is printed.
    pub(super) fn value(&self) -> &str {
        self.named.value.as_deref().unwrap_or("none")
    }

    /// As text, so many levels deep.
    pub(super) fn write(&self, out: &mut impl Write, level: usize) -> io::Result<()> {
        let indent = "  ".repeat(level);
        let (name, place, value) = (self.named.said(), &self.named.place, self.value());
        let place = if place.is_empty() { String::new() } else { format!("  {place}") };
        let more = match &self.below {
            Below::Above => "  (see above)",
            Below::Reasons { .. } | Below::Deeper | Below::Unknown => "",
        };
        writeln!(out, "{indent}{name}{place}  = {value}{more}")?;
        if let Below::Reasons { why, line, operands, reads } = &self.below {
            for line in lines(why, *line) {
                writeln!(out, "{indent}    {line}")?;
            }
            for operand in operands.iter().chain(reads) {
                operand.write(out, level + 1)?;
            }
        }
        Ok(())
    }

    /// As JSON: name, index, value, and where it was looked into, formula and operands.
    pub(super) fn json(&self) -> Json {
        let index = self.named.element().map(|element| element.index.clone());
        let value = self.value.map_or_else(|| json!(self.value()), json::number);
        let mut json = json!({ "name": self.named.said(), "index": index, "place": self.named.place, "value": value });
        if let Below::Reasons { why, line, operands, reads } = &self.below {
            let explanation = &why.explanation;
            let computed = explanation.computed.as_ref();
            json["operation"] = json!(explanation.operation);
            json["formula"] = json!(explanation.textbook.as_ref().map(ToString::to_string));
            json["computed"] = json!(computed.map(|computed| computed.formula.to_string()));
            json["note"] = json!(why.note.as_ref().map(Said::said));
            json["source"] = json!(
                why.made_in
                    .as_ref()
                    .map(|source| { json!({ "cell": &*source.block, "line": line, "text": source.text }) })
            );
            json["operands"] = operands.iter().map(Tree::json).collect();
            json["reads"] = reads.iter().map(Tree::json).collect();
        }
        json
    }
}

impl Growth<'_> {
    fn root(mut self, element: &ElementRef, depth: usize) -> Option<Tree> {
        let why = self.why(&WhyQuery::Element(element.clone()))?;
        let (named, value) = (why.subject.clone(), Some(why.explanation.value));
        Some(self.tree(named, value, depth))
    }

    fn why(&self, asked: &WhyQuery) -> Option<WhyAnswer> {
        match self.gradient {
            Some(gradient) => gradient::why(&self.subject.outcome, gradient, asked),
            None => why(&self.subject.outcome, asked),
        }
    }

    fn tree(&mut self, named: NamedValue, value: Option<f64>, depth: usize) -> Tree {
        let below = self.below(&named, depth);
        Tree { named, value, below }
    }

    fn below(&mut self, named: &NamedValue, depth: usize) -> Below {
        let Some(asked) = &named.asked else { return Below::Unknown };
        if depth == 0 || self.explained.len() >= MOST {
            return Below::Deeper;
        }
        if !self.explained.insert(asked.clone()) {
            return Below::Above;
        }
        let Some(why) = self.why(asked) else { return Below::Unknown };
        let values: Vec<f64> = why.explanation.operands().iter().map(|operand| operand.value).collect();
        let operands = why.operands.iter().zip(values);
        let operands = operands.map(|(operand, value)| self.tree(operand.clone(), Some(value), depth - 1)).collect();
        let reads = why.reads.iter().map(|read| {
            let explained = read.element().and_then(|element| why_element(&self.subject.outcome, element));
            self.tree(read.clone(), explained.map(|why| why.explanation.value), depth - 1)
        });
        let reads = reads.collect();
        let line = why.made_in.as_ref().and_then(|source| {
            let cell = self.subject.cells.iter().find(|cell| cell.id == source.block)?;
            Some(cell.line + source.line - 1)
        });
        Below::Reasons { why: Box::new(why), line, operands, reads }
    }
}

/// What is said of one step: the formula, how the machine did it, what is to be added, and where it was written.
fn lines(why: &WhyAnswer, line: Option<usize>) -> Vec<String> {
    let explanation = &why.explanation;
    let mut lines = Vec::new();
    if let Some(textbook) = &explanation.textbook {
        lines.push(explanation.to_string());
        lines.extend(definitions(textbook));
    }
    if let Some(computed) = &explanation.computed {
        lines.push(format!("as computed: {} = {}", explanation.value_text(), computed.formula));
        lines.extend(definitions(&computed.formula));
        lines.push(format!("({})", computed.reason.said()));
    }
    lines.extend(why.note.as_ref().map(Said::said));
    if let (Some(source), Some(line)) = (&why.made_in, line) {
        lines.push(format!("{}, line {line}: {}", source.block, source.text));
    }
    lines
}

/// `mean 0.600 = (…) / 3` for every number of a formula with a name of its own.
fn definitions(formula: &Expr) -> Vec<String> {
    let define = |(name, of): (&str, &Expr)| format!("where {name} {} = {of}", digits::real(of.value()));
    formula.definitions().into_iter().map(define).collect()
}
