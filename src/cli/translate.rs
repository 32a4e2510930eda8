//! `glassformer translate`: a sentence in English, its translation, and what the model looked at on the way.

mod habits;
mod lens;
mod picture;
mod tree;
mod why;

use std::io::{self, Write};

use serde_json::{Value, json};

use super::arguments::translation::{Translate, When};
use super::json::number;
use super::model;
use super::{Failure, output, written};
use crate::nn::decoding::{BeamSearch, Hypothesis};
use crate::nn::doubt::{Doubt, doubt};
use crate::nn::explanation::{Explanation, explain};
use crate::nn::tasks::score::Unknown;
use crate::nn::translator::{Source, Spelling};
use crate::nn::weights::File;
use crate::nn::{Translator, heads, shipped, stages};
use crate::tensor::{Tape, Tensor};
use crate::tui::terminal::columns;

/// Translates what is said, or every line of standard input.
pub(super) fn run(options: &Translate) -> Result<(), Failure> {
    let wrong = |error: crate::tensor::Error| Failure::wrong(error.to_string());
    if let Some(path) = &options.trace {
        written::spare(path, options.weights.iter().cloned().chain(options.opening.files()))?;
    }
    match &options.weights {
        Some(path) if !options.opening.vocab.is_empty() => {
            let learned = model::opened(path, &options.opening, None)?.learned;
            with(learned.translator().map_err(wrong)?, options)
        }
        Some(path) => {
            let model = model::trained(path, ". To translate with your own model, add its vocabulary: --vocab FILE")?;
            with(Translator::new(&model).map_err(wrong)?, options)
        }
        None => {
            let shipped = shipped::translator().map_err(|error| Failure::failed(error.to_string()))?;
            with(Translator::new(shipped).map_err(wrong)?, options)
        }
    }
}

/// Does what is asked with this model.
fn with(translator: Translator<'_>, options: &Translate) -> Result<(), Failure> {
    if options.words {
        return words(&translator);
    }
    if let Some(count) = options.heads {
        if translator.spelling != Spelling::Grammar {
            return Err(Failure::wrong(
                "--heads works only with the built-in vocabulary, and this model has another one: \
                 use `glassformer open` to see what its heads do",
            ));
        }
        return habits::show(&translator, count, options.costs, options.json);
    }
    let reading = Reading { translator, options };
    reading.check()?;
    let sentences = sentences(&options.sentences);
    if sentences.is_empty() {
        return io::stdin().lines().try_for_each(|line| {
            let line = line?;
            if line.trim().is_empty() { Ok(writeln!(output::stdout())?) } else { reading.translate(&line) }
        });
    }
    sentences.iter().try_for_each(|sentence| reading.translate(sentence))
}

/// Arguments as sentences: who forgets the quotation marks means one sentence, since none is a single word.
fn sentences(arguments: &[String]) -> Vec<String> {
    let are_words = arguments.iter().all(|argument| argument.split_whitespace().count() < 2);
    match arguments {
        [] => Vec::new(),
        words if are_words => vec![words.join(" ")],
        sentences => sentences.to_vec(),
    }
}

fn words(translator: &Translator<'_>) -> Result<(), Failure> {
    let words = &translator.words.sources;
    let special = words.special();
    let special = [special.pad, special.begin, special.end, special.unknown];
    let is_word = |(id, _): &(usize, &String)| !special.contains(&Some(*id as i64));
    let words: Vec<&str> = words.list().iter().enumerate().filter(is_word).map(|(_, word)| word.as_str()).collect();
    Ok(writeln!(output::stdout(), "{}", words.join("\n"))?)
}

/// A translator and how its work is shown.
struct Reading<'a> {
    translator: Translator<'a>,
    options: &'a Translate,
}

/// A translation, and how it came about.
struct Done {
    source: Source,
    /// `[BOS]` and what was written.
    ids: Vec<i64>,
    log_prob: f64,
    search: Option<BeamSearch>,
    tape: Tape,
}

impl Reading<'_> {
    /// Whether what is asked for is there.
    fn check(&self) -> Result<(), Failure> {
        let config = &self.translator.model.config;
        let (layers, heads) = (config.dec_layers, config.dec_heads());
        let last = |count: usize| count.saturating_sub(1);
        match self.options.head {
            Some((layer, _)) if layer >= layers => {
                Err(Failure::wrong(format!("the decoder has no layer {layer}: its layers are 0 to {}", last(layers))))
            }
            Some((_, Some(head))) if head >= heads => {
                Err(Failure::wrong(format!("there is no head {head}: each layer has heads 0 to {}", last(heads))))
            }
            _ if self.options.trace.is_some() && sentences(&self.options.sentences).len() != 1 => {
                Err(Failure::wrong("--trace saves the stages of one sentence: give exactly one sentence"))
            }
            _ => Ok(()),
        }
    }

    fn translate(&self, sentence: &str) -> Result<(), Failure> {
        let done = self.changed(sentence)?.done(sentence)?;
        let doubt = self.doubt(sentence, &done)?;
        let explain = || explain(&self.translator, sentence, &done.source, &done.ids, &done.tape);
        let why = self.options.why.then(explain).transpose()?;
        if let Some(path) = &self.options.trace {
            let bytes = File::of_stages(stages::all(&done.tape), &self.translator.model.config).write();
            let wrong = |error: &dyn std::fmt::Display| Failure::failed(format!("{}: {error}", path.display()));
            written::write(path, &bytes.map_err(|error| wrong(&error))?)?;
        }
        let mut out = output::stdout();
        if self.options.json {
            return Ok(writeln!(out, "{}", self.json(&done, doubt.as_ref(), why.as_ref())?)?);
        }
        writeln!(out, "{}", self.translator.text(&done.source, &done.ids))?;
        for unknown in &done.source.unknown {
            writeln!(output::stderr(), "glassformer: {}", told(unknown))?;
        }
        if let Some(doubt) = &doubt {
            writeln!(output::stderr(), "glassformer: {}", self.doubted(doubt, &done.ids))?;
        }
        if let Some(search) = &done.search {
            writeln!(out, "\n{}", self.found(&done.source, search).trim_end())?;
        }
        if let Some(why) = &why {
            write!(out, "\n{}", why::text(why, &self.translator.text(&done.source, &done.ids)))?;
        }
        if self.options.lens {
            let layers = lens::layers(&self.translator, &done.tape)?;
            write!(out, "\n{}", lens::text(&self.translator.written(&done.ids), &layers))?;
        }
        let shows = match self.options.attention {
            When::Always => true,
            When::Never => false,
            When::Auto => output::is_terminal(),
        };
        if shows {
            if let Some(search) = &done.search {
                write!(out, "{}", tree::text(search, &self.translator))?;
            }
            writeln!(out, "\n{}", self.picture(&done)?)?;
        }
        Ok(())
    }

    /// The same with the changes that are asked for, which are those of stages that this sentence has.
    fn changed(&self, sentence: &str) -> Result<Reading<'_>, Failure> {
        let mut changed = Reading { translator: self.translator.clone(), options: self.options };
        let changes = &self.options.changes;
        if !changes.is_empty() {
            let own = self.done(sentence)?.tape;
            let other = self.options.from.as_deref().map(|other| self.done(other)).transpose()?;
            changed.translator.interventions =
                model::interventions(changes, &own, other.as_ref().map(|done| &done.tape))?;
        }
        Ok(changed)
    }

    fn done(&self, sentence: &str) -> Result<Done, Failure> {
        let source = self.translator.read(sentence).map_err(|error| Failure::wrong(error.to_string()))?;
        let search = self.options.beam.map(|width| self.translator.search(&source, usize::from(width))).transpose()?;
        let (ids, log_prob) = if let Some(best) = search.as_ref().and_then(|search| search.best.first()) {
            (best.ids.clone(), best.sum)
        } else {
            let path = self.translator.write(&source)?;
            (path.ids.clone(), path.sum_log_prob())
        };
        let tape = self.translator.trace(&source, &ids)?;
        Ok(Done { source, ids, log_prob, search, tape })
    }

    /// Why it may be wrong, where that can be known: the threshold was measured on the model inside the program, and not on one in
    /// which something is changed.
    fn doubt(&self, sentence: &str, done: &Done) -> Result<Option<Doubt>, Failure> {
        let is_changed = self.options.weights.is_some() || !self.options.changes.is_empty();
        Ok(if is_changed { None } else { doubt(&self.translator, sentence, &done.source, &done.ids, &done.tape)? })
    }

    /// A doubt as a sentence.
    fn doubted(&self, doubt: &Doubt, ids: &[i64]) -> String {
        match doubt {
            Doubt::Outside => {
                "the model was not trained on sentences like this one: the translation is a guess".to_owned()
            }
            Doubt::Wrong { right } => {
                format!("this translation is wrong: the right one is \"{right}\"; add --why for details")
            }
            Doubt::Unsure { place, probability } => {
                let piece = self.translator.written(ids).get(*place).cloned().unwrap_or_default();
                format!(
                    "this translation is right, but the model was unsure: \"{piece}\" had a probability of only {:.0} %",
                    100.0 * probability
                )
            }
        }
    }

    /// The sequences that a search ended with.
    fn found(&self, source: &Source, search: &BeamSearch) -> String {
        let line = |best: &Hypothesis| {
            let probability = 100.0 * best.sum.exp();
            format!("  {:>8.3}  {probability:>7.3} %  {}\n", best.score, self.translator.text(source, &best.ids))
        };
        let head = "     score  probability  (score: log-probability / ((5 + length) / 6)^0.6)\n";
        head.to_owned() + &search.best.iter().map(line).collect::<String>()
    }

    /// Who looked where, of the head that is asked for.
    fn picture(&self, done: &Done) -> Result<String, Failure> {
        let config = &self.translator.model.config;
        let (layer, head) = self.options.head.unwrap_or((config.dec_layers.saturating_sub(1), None));
        let weights = done.weights(layer)?;
        let (weights, whose) = match head {
            Some(head) => (weights.select(0, head as i64)?, format!("head {head}")),
            None => (weights.mean(&[0], false)?, format!("mean of {} heads", config.dec_heads())),
        };
        let module = format!("decoder.layers.{layer}.multihead_attn");
        let is_off =
            |stage: &String| *stage == module || head.is_some_and(|head| *stage == format!("{module}.heads.{head}"));
        // What it looks at is drawn all the same, but nothing comes of it.
        let off =
            if self.options.changes.ablate.iter().any(is_off) { ", ablated: what it reads is not used" } else { "" };
        let title = format!("Cross-attention of decoder layer {layer}, {whose}, in percent{off}");
        let rows = self.translator.written(&done.ids);
        let width = columns().unwrap_or(100);
        Ok(format!("{title}\n\n{}", picture::text(&weights, &rows, &done.source.words, width)))
    }

    fn json(&self, done: &Done, doubt: Option<&Doubt>, why: Option<&Explanation>) -> Result<Value, Failure> {
        let unknown =
            |unknown: &Unknown| json!({ "word": unknown.word, "place": unknown.place, "nearest": unknown.nearest });
        let mut said = json!({
            "source": done.source.words,
            "translation": self.translator.text(&done.source, &done.ids),
            "words": self.translator.written(&done.ids),
            "log_probability": number(done.log_prob),
            "doubt": match doubt {
                None => Value::Null,
                Some(Doubt::Outside) => json!("outside"),
                Some(Doubt::Wrong { .. }) => json!("wrong"),
                Some(Doubt::Unsure { .. }) => json!("unsure"),
            },
            "unknown": done.source.unknown.iter().map(unknown).collect::<Vec<_>>(),
        });
        let layers = (0..self.translator.model.config.dec_layers).map(|layer| {
            let weights = done.weights(layer)?;
            let [heads, written, read] = [0, 1, 2].map(|axis| weights.shape()[axis]);
            let row = |head, row| (0..read).map(|column| weights.at(&[head, row, column])).collect::<Vec<f64>>();
            let of_head = |head| (0..written).map(|at| row(head, at)).collect::<Vec<_>>();
            Ok((0..heads).map(of_head).collect::<Vec<_>>())
        });
        said["attention"] = json!(layers.collect::<Result<Vec<_>, Failure>>()?);
        if let Some(why) = why {
            said["why"] = why::json(why);
        }
        if self.options.lens {
            said["lens"] = lens::json(&lens::layers(&self.translator, &done.tape)?);
        }
        if let Some(search) = &done.search {
            let best = |best: &Hypothesis| json!({ "translation": self.translator.text(&done.source, &best.ids), "score": number(best.score), "log_probability": number(best.sum) });
            said["beam"] = search.best.iter().map(best).collect();
            said["tree"] = tree::json(search, &self.translator);
        }
        Ok(said)
    }
}

impl Done {
    /// The cross-attention of one layer: (heads, written, read).
    fn weights(&self, layer: usize) -> Result<Tensor, Failure> {
        Ok(heads::weights(&self.tape, &format!("decoder.layers.{layer}.multihead_attn"))?)
    }
}

/// An unknown word, where it stands, and what may have been meant.
fn told(unknown: &Unknown) -> String {
    let Unknown { word, place, nearest } = unknown;
    let near = nearest
        .as_ref()
        .map_or_else(|| "`--words` lists the vocabulary".to_owned(), |near| format!("did you mean \"{near}\"?"));
    format!("\"{word}\" (word {}) is not in the vocabulary and was read as [UNK]: {near}", place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_quotation_marks_are_one_sentence() {
        let said = |arguments: &[&str]| sentences(&arguments.iter().map(|&one| one.to_owned()).collect::<Vec<_>>());
        assert_eq!(said(&["the", "red", "house"]), ["the red house"]);
        assert_eq!(said(&["the cat", "he sleeps"]), ["the cat", "he sleeps"]);
        assert_eq!(said(&["he sleeps"]), ["he sleeps"]);
        assert_eq!(said(&["he sleeps", "sleep"]), ["he sleeps", "sleep"]);
        assert!(said(&[]).is_empty());
    }
}
