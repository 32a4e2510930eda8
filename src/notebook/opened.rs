//! A page for a model that somebody trained: a lesson like any other, whose cells read that person's file, build the model with
//! PyTorch's modules, and look into it. Only such a page can read the files that it was opened for.

use std::fmt::Write as _;

use super::lesson::{Lesson, LessonFile};
use super::problem::LessonProblem;
use crate::lang::Files;
use crate::nn::config::Encoding;
use crate::nn::doubt::SURE_FROM;
use crate::nn::learned::LONGEST;
use crate::nn::tasks::words::{Found, Words};
use crate::nn::weights::File;
use crate::nn::{Activation, Design, Edition, Learned, paths, shipped};
use crate::tensor::Gelu;

/// The page, with a name between two @ for what each model has of its own.
const PAGE: &str = include_str!("opened/page.md");
/// What the page of the translator inside the program calls itself by.
pub const TRANSLATOR: &str = "translator";
/// The last place at which a patch can be put in.
const MAX_PLACE: usize = 15;

/// A model to be opened, and the files that its page reads.
#[derive(Clone, Debug)]
pub struct OpenedModel {
    /// The model.
    pub learned: Learned,
    /// What the page calls itself by: its id.
    pub id: String,
    /// The name of the file of weights, and its tensors as they stand in it.
    pub weights: (String, File),
    /// The names of the files of source and target words, and their bytes; often it is one file.
    pub words: [(String, Vec<u8>); 2],
    /// Parts of the tensors' names that a person has called otherwise.
    pub renames: Vec<(String, String)>,
    /// The sentence to begin with.
    pub sentence: Option<String>,
}

impl OpenedModel {
    /// The translator inside the program.
    ///
    /// # Errors
    /// Never for what is shipped, which a test reads.
    pub fn shipped() -> Result<Self, crate::nn::weights::Error> {
        let words = (shipped::WORDS.to_owned(), shipped::bytes(shipped::WORDS).unwrap_or_default().to_vec());
        Ok(Self {
            learned: Learned::shipped()?,
            id: TRANSLATOR.to_owned(),
            weights: (shipped::WEIGHTS.to_owned(), shipped::tensors().map_err(Clone::clone)?.clone()),
            words: [words.clone(), words],
            renames: Vec::new(),
            sentence: Some("the small red house".to_owned()),
        })
    }

    /// The page as a lesson that can read its files.
    ///
    /// # Errors
    /// When the model is too large for a page, or has what PyTorch's own modules have not.
    pub fn lesson(&self) -> Result<Lesson, String> {
        self.learned.fits_a_page()?;
        let text = self.text()?;
        let problems = |problems: Vec<LessonProblem>| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            format!("the page of this model cannot be read; please report it: {}", lines.join("; "))
        };
        let lesson = Lesson::read_with(LessonFile::new(&format!("{}.md", self.id), &text), &[]).map_err(problems)?;
        let mut files = Files::default().with_tensors(&self.weights.0, self.weights.1.clone());
        for (name, bytes) in &self.words {
            files = files.with_text(name, bytes.clone());
        }
        Ok(Lesson { files, ..lesson })
    }

    /// The page's Markdown.
    ///
    /// # Errors
    /// As [`lesson`](Self::lesson).
    pub fn text(&self) -> Result<String, String> {
        self.is_like_pytorch()?;
        let values = [self.said(), self.shown(), self.written(), self.cutting().to_vec()].concat();
        // A line that had nothing to say is none.
        Ok(filled(&values).replace("\n\n    numbers", "\n    numbers"))
    }

    /// Whether PyTorch's own modules can be told to be this model.
    fn is_like_pytorch(&self) -> Result<(), String> {
        let config = &self.learned.foreign.config;
        let design = &config.design;
        let usual = Design {
            norm_first: design.norm_first,
            ln_eps: design.ln_eps,
            final_norm: design.final_norm,
            positions: design.positions,
            scale_embeddings: design.scale_embeddings,
            activation: design.activation,
            tied: design.tied,
            shared: design.shared,
            ..Edition::PyTorch.design()
        };
        let known = [Encoding::None, Encoding::Sinusoidal, Encoding::Learned];
        let is_usual = usual == *design && config.dec_heads() == config.heads && known.contains(&design.positions);
        if is_usual && config.d_k.or(config.d_v).is_none() {
            return Ok(());
        }
        Err("this model has settings that nn.Transformer does not support, so it has no page: use `glassformer translate --weights` \
             or `glassformer forward` to run it"
            .to_owned())
    }

    /// What the page says in words, and the sentences that it begins with.
    fn said(&self) -> Vec<(&'static str, String)> {
        let examples = examples(&self.learned.words.sources);
        let other = if self.id == TRANSLATOR { "the small blue house" } else { &examples[1] };
        vec![
            ("title", format!("Opened: {}", self.weights.0)),
            ("id", self.id.clone()),
            ("about", self.about()),
            ("hint", if self.sentence.is_some() { String::new() } else { " of its words".to_owned() }),
            ("sentence", quoted(self.sentence.as_deref().unwrap_or(&examples[0]))),
            ("task", if self.is_cut() { ", task=\"translation\"".to_owned() } else { String::new() }),
            (
                "doubted",
                if self.is_cut() {
                    format!(
                        " Where one is below `{SURE_FROM}`, expect a mistake; `glassformer translate --why \"…\"` shows the right translation."
                    )
                } else {
                    String::new()
                },
            ),
            ("other", quoted(other)),
            ("holds", self.holds()),
        ]
    }

    /// The inputs of the page: layers, heads, lights, stages.
    fn shown(&self) -> Vec<(&'static str, String)> {
        let config = &self.learned.foreign.config;
        let heads = std::iter::once("mean".to_owned()).chain((0..config.heads).map(|head| head.to_string()));
        let heads: Vec<String> = heads.map(|head| quoted(&head)).collect();
        let layer = |count: usize| match count {
            0 | 1 => "0".to_owned(),
            _ => format!("slider(0, {last}, value={last}, step=1)", last = count - 1),
        };
        let layers =
            |stack: &str, count: usize| (0..count).map(|layer| format!("{stack}.layers.{layer}")).collect::<Vec<_>>();
        let stages = [
            vec!["nothing".to_owned()],
            layers("encoder", config.enc_layers),
            vec!["encoder".to_owned()],
            layers("decoder", config.dec_layers),
        ];
        let stages: Vec<String> = stages.concat().iter().map(|stage| quoted(stage)).collect();
        vec![
            ("heads", format!("[{}]", wrapped(&heads, 16))),
            ("decoder_layer", layer(config.dec_layers)),
            ("encoder_layer", layer(config.enc_layers)),
            ("dec_layers", config.dec_layers.to_string()),
            ("dec_lights", lights(config.dec_layers, config.heads)),
            ("enc_lights", lights(config.enc_layers, config.heads)),
            ("dec_parts", lights(config.dec_layers, 3)),
            ("enc_parts", lights(config.enc_layers, 2)),
            ("stages", format!("[{}]", wrapped(&stages, 16))),
            ("last", MAX_PLACE.to_string()),
        ]
    }

    /// What is this model's own in the code.
    fn written(&self) -> Vec<(&'static str, String)> {
        let Learned { foreign, words, .. } = &self.learned;
        let (config, design) = (&foreign.config, &foreign.config.design);
        let token = |words: &Words, id: Option<i64>| quoted(id.map_or("", |id| words.word(id)));
        let table = |embedding: &str, places: &str| match design.positions {
            Encoding::Learned => format!("{embedding}, {places}"),
            _ => embedding.to_owned(),
        };
        let target_emb = if design.shared { "self.src_emb" } else { "self.tgt_emb" };
        let rows =
            if design.tied { format!("rows @ {target_emb}.weight.T") } else { "self.generator(rows)".to_owned() };
        let (special, unknown) = (words.targets.special(), words.sources.special().unknown);
        let id_of = match unknown {
            Some(_) => format!("source_ids.get(t, source_ids[{}])", token(&words.sources, unknown)),
            None => "source_ids[t]".to_owned(),
        };
        vec![
            ("lens", if design.final_norm { "watched.transformer.decoder.norm(_x)" } else { "_x" }.to_owned()),
            ("words", self.words_cell()),
            ("around", around(&words.sources)),
            ("most", config.max_len.to_string()),
            ("known", if unknown.is_some() { "" } else { UNKNOWN_IS_WRONG }.to_owned()),
            ("id_of", id_of),
            ("parts", self.parts()),
            ("placed_takes", table("table", "places")),
            ("placed", placed(config.d_model, design.positions, design.scale_embeddings)),
            ("source_table", table("self.src_emb", "source_places")),
            ("target_table", table(target_emb, "target_places")),
            ("generate", format!("        return {rows}")),
            ("load", self.load()),
            ("state", if self.is_as_it_stands() { "file".to_owned() } else { "state".to_owned() }),
            ("bos", token(&words.targets, special.begin)),
            ("eos", token(&words.targets, special.end)),
            ("longest", words.bounds().max_new.min(LONGEST).to_string()),
        ]
    }

    fn about(&self) -> String {
        let config = &self.learned.foreign.config;
        let numbers = self.learned.foreign.file.numbers();
        format!(
            "`{}` holds an `nn.Transformer` of {} + {} layers and {} heads, $d_{{model}}$ = {}: {numbers} parameters, including \
             the parts around it.",
            self.weights.0, config.enc_layers, config.dec_layers, config.heads, config.d_model
        )
    }

    /// What was found in the file, what was called otherwise there, and what was assumed.
    fn holds(&self) -> String {
        let foreign = &self.learned.foreign;
        let (config, design) = (&foreign.config, &foreign.config.design);
        let mut text = format!(
            "| | |\n|---|---|\n| vocabulary | {} source, {} target |\n| $d_{{model}}$, $d_{{ff}}$ | {}, {} |\n| norm | {} |\n",
            config.v_src,
            config.v_tgt,
            config.d_model,
            config.d_ff,
            if design.norm_first { "before each sublayer" } else { "after each sublayer" },
        );
        for (theirs, ours) in self.renames.iter().chain(&foreign.renamed) {
            let _ = writeln!(text, "| `{ours}` | `{theirs}` in the file |");
        }
        if !foreign.assumed.is_empty() {
            text.push_str(
                "\nThe file does not contain these settings, so they were **assumed**; use `--model KEY=VALUE` to change them:\n\n",
            );
            for what in &foreign.assumed {
                let _ = writeln!(text, "- {what}");
            }
        }
        text
    }

    fn words_cell(&self) -> String {
        let [source, target] = &self.learned.lists;
        let [source_file, target_file] = [&self.words[0].0, &self.words[1].0];
        let same = source == target && source_file == target_file;
        let target = if same { "target_words = source_words".to_owned() } else { list("target", target, target_file) };
        let ranks = if self.is_cut() { format!("\n{}", ranks(source_file)) } else { String::new() };
        format!("{}\n{target}{ranks}", list("source", source, source_file))
    }

    /// Whether its words are cut into pieces.
    fn is_cut(&self) -> bool {
        self.id == TRANSLATOR
    }

    /// How the page cuts a sentence, and joins what is written.
    fn cutting(&self) -> [(&'static str, String); 4] {
        let said = if self.is_cut() {
            [
                "Words are split by the learned merges, in the order they were learned; `·` marks a piece that continues the word before it. \
                 The first letter of a sentence is lowercased, except in a name.",
                CUT,
                FOUND_PIECES,
                JOINED,
            ]
        } else {
            [
                "A sentence is split at its spaces, and these tokens are put around it. If your tokenizer does more than that, add \
                 it here.",
                "",
                "[w if w in source_ids else w.lower() for w in line.split()]",
                "",
            ]
        };
        let [cutting, cut, found, joined] = said.map(str::to_owned);
        [("cutting", cutting), ("cut", cut), ("found", found), ("joined", joined)]
    }

    /// The modules of the model.
    fn parts(&self) -> String {
        let foreign = &self.learned.foreign;
        let (config, design) = (&foreign.config, &foreign.config.design);
        let d = config.d_model;
        let mut lines = vec![format!("self.src_emb = nn.Embedding(len(source_words), {d})")];
        if !design.shared {
            lines.push(format!("self.tgt_emb = nn.Embedding(len(target_words), {d})"));
        }
        let activation = match design.activation {
            Activation::Relu => "\"relu\"",
            Activation::Gelu(Gelu::Erf) => "\"gelu\"",
            Activation::Gelu(Gelu::Tanh) => "nn.GELU(\"tanh\")",
        };
        lines.push("self.transformer = nn.Transformer(".to_owned());
        lines.push(format!(
            "    {d}, {}, {}, {}, {}, dropout=0.0, activation={activation},",
            config.heads, config.enc_layers, config.dec_layers, config.d_ff
        ));
        let norm_first = if design.norm_first { "True" } else { "False" };
        lines.push(format!("    layer_norm_eps={:?}, batch_first=True, norm_first={norm_first})", design.ln_eps));
        if !design.final_norm {
            lines.extend(["encoder", "decoder"].map(|stack| format!("self.transformer.{stack}.norm = None")));
        }
        if !design.tied {
            let bias = if foreign.has_bias { "" } else { ", bias=False" };
            lines.push(format!("self.generator = nn.Linear({d}, len(target_words){bias})"));
        }
        lines.iter().map(|line| format!("        {line}")).collect::<Vec<_>>().join("\n")
    }

    /// Whether the file's names are those of the page's model.
    fn is_as_it_stands(&self) -> bool {
        let foreign = &self.learned.foreign;
        self.renames.is_empty() && [foreign.renamed.len(), foreign.computed.len(), foreign.places.len()] == [0; 3]
    }

    fn load(&self) -> String {
        let foreign = &self.learned.foreign;
        let mut lines = vec![format!("file = load_file({})", quoted(&self.weights.0))];
        if !self.is_as_it_stands() {
            let pairs = self.renames.iter().chain(&foreign.renamed);
            let pairs: Vec<String> =
                pairs.map(|(theirs, ours)| format!("({}, {})", quoted(theirs), quoted(ours))).collect();
            lines.push(format!("\ncalled = [{}]\n", wrapped(&pairs, 10)));
            lines.push(
                "def ours(name):\n    name = \".\" + name + \".\"\n    for theirs, own in called:\n        \
                 name = name.replace(\".\" + theirs + \".\", \".\" + own + \".\" if own else \".\")\n    return name.strip(\".\")\n"
                    .to_owned(),
            );
            let apart: Vec<String> = foreign.computed.iter().chain(&foreign.places).map(|name| quoted(name)).collect();
            lines.push(format!("apart = [{}]", wrapped(&apart, 9)));
            lines.push("state = {ours(k): v for k, v in file.items() if ours(k) not in apart}".to_owned());
        }
        for (name, table) in ["source_places", "target_places"].iter().zip(&foreign.places) {
            let original = self.weights.1.tensors.keys().find(|key| paths::renamed(key, &self.renames) == *table);
            let original = quoted(original.map_or(table.as_str(), String::as_str));
            lines.push(format!("{name} = file[{original}].view(-1, {})", foreign.config.d_model));
        }
        lines.join("\n")
    }
}

/// The page with these values in their places. What a value says is not looked at again.
fn filled(values: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once('@') {
        text.push_str(before);
        let place = after.split_once('@').and_then(|(name, behind)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value.as_str(), behind))
        });
        let (value, behind) = place.unwrap_or(("@", after));
        text.push_str(value);
        rest = behind;
    }
    text + rest
}

const UNKNOWN_IS_WRONG: &str = "    new = [t for t in tokens if t not in source_ids]\n    \
                                assert not new, f\"not in the vocabulary: {new}\"";

/// The cell that cuts a word, before the function that reads a sentence.
const CUT: &str = r#"def pieces_of(word):
    parts = ["Ġ"] + list(word)
    while len(parts) > 1:
        pairs = [f"{a} {b}" for a, b in zip(parts, parts[1:])]
        best = min(pairs, key=lambda pair: ranks.get(pair, inf))
        if best not in ranks:
            break
        i = pairs.index(best)
        parts = parts[:i] + [parts[i] + parts[i + 1]] + parts[i + 2:]
    first = parts[0][1:] if len(parts[0]) > 1 else "··Ġ"
    return [first] + ["·" + part for part in parts[1:]]

"#;
/// The pieces of a sentence as a person writes it.
const FOUND_PIECES: &str = r#"[]
    line = line.replace("!", ".")
    for sign in [".", ",", "?", "'s"]:
        line = line.replace(sign, " " + sign)
    if line.split(" ")[0] not in names:
        line = line[:1].lower() + line[1:]
    for word in line.split():
        found = found + pieces_of(word)"#;
/// What makes a sentence of pieces.
const JOINED: &str = r#".replace(" ·", "")"#;

/// The lines that read the merges and the names.
fn ranks(file: &str) -> String {
    format!(
        "_vocabulary = json.load(open({}))\nranks = {{merge: i for i, merge in enumerate(_vocabulary[\"merges\"])}}\nnames = _vocabulary[\"names\"]",
        quoted(file)
    )
}

/// A text as Python writes it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Items on as many lines as they need; the further lines begin with so many spaces.
fn wrapped(items: &[String], indent: usize) -> String {
    let mut lines = vec![String::new()];
    for (place, item) in items.iter().enumerate() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + item.chars().count() > 60 {
            lines.push(String::new());
        }
        let last = lines.len() - 1;
        lines[last].push_str(item);
        if place + 1 < items.len() {
            lines[last].push_str(", ");
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

/// A table of ones, one row a line.
fn lights(rows: usize, columns: usize) -> String {
    let row = format!("[{}]", vec!["1"; columns].join(", "));
    format!("[{}]", vec![row; rows].join(",\n              "))
}

/// What turns ids into vectors.
fn placed(d: usize, positions: Encoding, is_scaled: bool) -> String {
    let words = if is_scaled { format!("table(ids) * {d} ** 0.5") } else { "table(ids)".to_owned() };
    match positions {
        Encoding::Learned => format!("        return {words} + places[:n]"),
        Encoding::None => format!("        return {words}"),
        _ => {
            let cut = if d % 2 == 1 { format!("[:, :{d}]") } else { String::new() };
            format!(
                "        speed = 10000 ** (torch.arange(0, {d}, 2) / {d})\n        turn = torch.arange(n)[:, None] / speed\n        \
                 waves = torch.stack([torch.sin(turn), torch.cos(turn)], dim=-1)\n        \
                 return {words} + waves.flatten(1){cut}"
            )
        }
    }
}

/// What is read around the words of a source.
fn around(words: &Words) -> String {
    let special = words.special();
    let token =
        |id: Option<i64>, is_read: bool| id.filter(|_| is_read).map(|id| format!("[{}]", quoted(words.word(id))));
    let parts =
        [token(special.begin, special.reads_begin), Some("found".to_owned()), token(special.end, special.reads_end)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" + ")
}

/// The line that reads a list of words.
fn list(name: &str, found: &Found, file: &str) -> String {
    let path = found.path.iter().fold(String::new(), |path, key| path + "[" + &quoted(key) + "]");
    let read = format!("json.load(open({})){path}", quoted(file));
    if found.is_object {
        format!("_{name} = {read}\n{name}_words = sorted(_{name}, key=lambda word: _{name}[word])")
    } else {
        format!("{name}_words = {read}")
    }
}

/// Two short sentences of words that are in the vocabulary.
fn examples(words: &Words) -> [String; 2] {
    let is_word = |word: &&String| word.chars().all(char::is_alphanumeric);
    let known: Vec<&str> = words.list().iter().filter(is_word).map(String::as_str).take(6).collect();
    let known = if known.is_empty() { words.list().iter().map(String::as_str).take(6).collect() } else { known };
    let first = known.iter().take(3).copied().collect::<Vec<_>>().join(" ");
    let other = known.iter().rev().take(3).copied().collect::<Vec<_>>().join(" ");
    [first, other]
}
