//! The lessons inside the program, in the order of the course. A test holds this table against the folder.

/// Where the course shows what the five tutorials teach, and where it teaches each of its words.
pub(super) const TABLES: [(&str, &str); 2] = [
    ("lessons/COVERAGE.md", include_str!("../../../lessons/COVERAGE.md")),
    ("lessons/GLOSSARY.md", include_str!("../../../lessons/GLOSSARY.md")),
];

/// Each lesson file's name in the repository, and its text.
pub(super) const LESSONS: &[(&str, &str)] = &[
    ("lessons/00-begin.md", include_str!("../../../lessons/00-begin.md")),
    ("lessons/01-tokens.md", include_str!("../../../lessons/01-tokens.md")),
    ("lessons/02-embedding.md", include_str!("../../../lessons/02-embedding.md")),
    ("lessons/03-positional.md", include_str!("../../../lessons/03-positional.md")),
    ("lessons/04-queries-keys-values.md", include_str!("../../../lessons/04-queries-keys-values.md")),
    ("lessons/05-attention.md", include_str!("../../../lessons/05-attention.md")),
    ("lessons/05b-why-scale.md", include_str!("../../../lessons/05b-why-scale.md")),
    ("lessons/06-masking.md", include_str!("../../../lessons/06-masking.md")),
    ("lessons/07-many-heads.md", include_str!("../../../lessons/07-many-heads.md")),
    ("lessons/08-feed-forward.md", include_str!("../../../lessons/08-feed-forward.md")),
    ("lessons/09-add-and-norm.md", include_str!("../../../lessons/09-add-and-norm.md")),
    ("lessons/10-encoder.md", include_str!("../../../lessons/10-encoder.md")),
    ("lessons/11-decoder.md", include_str!("../../../lessons/11-decoder.md")),
    ("lessons/12-vectors-to-words.md", include_str!("../../../lessons/12-vectors-to-words.md")),
    ("lessons/13-transformer.md", include_str!("../../../lessons/13-transformer.md")),
    ("lessons/14-decoding.md", include_str!("../../../lessons/14-decoding.md")),
    ("lessons/14b-sampling.md", include_str!("../../../lessons/14b-sampling.md")),
    ("lessons/15-cost.md", include_str!("../../../lessons/15-cost.md")),
    ("lessons/16-tensors.md", include_str!("../../../lessons/16-tensors.md")),
    ("lessons/17-editions.md", include_str!("../../../lessons/17-editions.md")),
    ("lessons/18-bugs.md", include_str!("../../../lessons/18-bugs.md")),
    ("lessons/18b-capstone.md", include_str!("../../../lessons/18b-capstone.md")),
    ("lessons/19-training.md", include_str!("../../../lessons/19-training.md")),
    ("lessons/19b-what-a-score-says.md", include_str!("../../../lessons/19b-what-a-score-says.md")),
    ("lessons/20-watch-it-learn.md", include_str!("../../../lessons/20-watch-it-learn.md")),
    ("lessons/21-inside-a-translator.md", include_str!("../../../lessons/21-inside-a-translator.md")),
    ("lessons/21b-looking-is-not-using.md", include_str!("../../../lessons/21b-looking-is-not-using.md")),
    ("lessons/22-set-the-weights.md", include_str!("../../../lessons/22-set-the-weights.md")),
    ("lessons/22b-parts-together.md", include_str!("../../../lessons/22b-parts-together.md")),
    ("lessons/23-since-2017.md", include_str!("../../../lessons/23-since-2017.md")),
    ("lessons/24-longer-and-larger.md", include_str!("../../../lessons/24-longer-and-larger.md")),
    ("lessons/machine.md", include_str!("../../../lessons/machine.md")),
    ("lessons/running.md", include_str!("../../../lessons/running.md")),
];
