use std::collections::{HashMap, HashSet};

use super::*;

/// A generator of Knuth's, good enough to draw with.
fn random(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    }
}

fn shipped() -> &'static Grammar {
    match Grammar::shipped() {
        Ok(grammar) => grammar,
        Err(error) => panic!("{error}"),
    }
}

fn written(english: &str) -> Vec<String> {
    shipped().translations(english).iter().map(|french| joined(french, Language::French)).collect()
}

/// Pairs written by hand, with all translations that are right: the grammar knows each sentence, and says nothing that is wrong.
#[test]
fn handwritten_sentences_translate_rightly() {
    let pairs = include_str!("../../tests/translation/handwritten.tsv").lines();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (english, right) in pairs.filter_map(|line| line.split_once('\t')) {
        let (found, right): (Vec<String>, Vec<&str>) = (written(english), right.split(" | ").collect());
        if found.is_empty() || !found.iter().all(|french| right.contains(&french.as_str())) {
            wrong.push(format!("{english}\n   found: {}\n   right: {}", found.join(" | "), right.join(" | ")));
        }
        checked += 1;
    }
    assert!(wrong.is_empty() && checked >= 300, "{checked} checked\n{}", wrong.join("\n"));
}

#[test]
fn sentences_outside_the_grammar_are_not_recognized() {
    for english in [
        "",
        ".",
        "The apple eats a house.",
        "The cat the dog.",
        "He sleep.",
        "A apple is red.",
        "The cats sleeps.",
        "My neighbor sells red apples at the quantum.",
        "I sleeps in Paris.",
        "The tired apple is red.",
        "The banker waits near the bank near.",
    ] {
        assert_eq!(written(english), [""; 0], "{english}");
    }
}

#[test]
fn homonyms_follow_a_cue_far_away() {
    let french = |english: &str| written(english).concat();
    assert!(french("The fisherman who lives in Paris is near the bank.").ends_with("près de la rive."));
    assert!(french("The cashier who lives in Paris is near the bank.").ends_with("près de la banque."));
    for without_cue in ["The sailor is near the bank.", "Who sees the bank?", "He looks at the bank."] {
        assert_eq!(written(without_cue), [""; 0], "nothing tells which bank: {without_cue}");
    }
    let homonyms: HashMap<&str, usize> = shipped()
        .lexicon
        .iter()
        .filter(|entry| shipped().features.classes[entry.class].name == "homonym")
        .fold(HashMap::new(), |mut counts, entry| {
            *counts.entry(entry.lemma.as_str()).or_default() += 1;
            counts
        });
    assert!(homonyms.len() >= 12 && homonyms.values().all(|&senses| senses >= 2), "{homonyms:?}");
}

#[test]
fn one_speaker_has_one_gender() {
    let french = written("I am tired and I am happy.");
    assert_eq!(french, ["Je suis fatigué et je suis heureux.", "Je suis fatiguée et je suis heureuse."]);
    assert_eq!(written("Madam, be patient."), ["Madame, soyez patiente."]);
}

#[test]
fn contractions_are_read() {
    for (short, long) in [
        ("I'm tired.", "I am tired."),
        ("It’s raining.", "It is raining."),
        ("Let's eat!", "Let us eat."),
        ("The king's dog isn't here.", "The king's dog is not here."),
        ("She's been sick.", "She has been sick."),
        ("I'd like a coffee.", "I would like a coffee."),
        ("I'd never seen a whale.", "I had never seen a whale."),
    ] {
        assert_eq!(written(short), written(long));
        assert_ne!(written(short), [""; 0], "{short}");
    }
}

#[test]
fn pronouns_follow_an_imperative() {
    let first = |english: &str| written(english).remove(0);
    assert_eq!(first("Help me."), "Aide-moi.");
    assert_eq!(first("Do not eat it."), "Ne le mange pas.");
    assert_eq!(first("Give it to me."), "Donne-le-moi.");
    assert_eq!(first("Get up, please."), "Lève-toi, s'il te plaît.");
}

#[test]
fn nothing_that_must_melt_is_left() {
    let mut random = random(1);
    for _ in 0..20_000 {
        let Sentence { english, french, .. } = shipped().draw(&mut random).unwrap();
        let padded = format!(" {french} ");
        for wrong in [" de des ", " de de ", " de d' ", " à de ", " en en ", " si il ", "~", "°", "  "] {
            assert!(!padded.contains(wrong), "{english}: {french}");
        }
        let words: Vec<&str> = french.split(' ').collect();
        for three in
            words.windows(3).filter(|three| ["de", "à"].contains(&three[0]) && ["le", "les"].contains(&three[1]))
        {
            // Before an infinitive it is a pronoun, with another one between them at most.
            let is_verb = ["er", "ir", "re"].iter().any(|ending| three[2].ends_with(ending));
            assert!(is_verb || ["lui", "leur"].contains(&three[2]), "{french}");
        }
        for pair in words.windows(2) {
            let melts = shipped().french.spelling.begins_with_vowel(pair[1]);
            assert!(
                !melts || !["la", "de", "ne", "je", "me", "te", "ce", "ma", "ta", "sa", "que"].contains(&pair[0]),
                "{french}"
            );
            assert!(melts || !pair[0].ends_with('\''), "{french}");
        }
        assert_eq!(spaced(&joined(&french, Language::French)).to_lowercase(), french.to_lowercase());
        assert_eq!(spaced(&joined(&english, Language::English)).to_lowercase(), english.to_lowercase());
    }
}

#[test]
fn every_rule_and_every_word_is_used() {
    let problems = shipped().check(&mut random(2));
    assert!(problems.is_empty(), "{problems:#?}");
    let size = shipped().size();
    assert!(size.english >= 2000 && size.french >= 2000, "{size:?}");
}

#[test]
fn what_is_drawn_is_recognized_with_its_translation() {
    let mut random = random(3);
    for _ in 0..1500 {
        let sentence = shipped().draw(&mut random).unwrap();
        let english = joined(&sentence.english, Language::English);
        assert!(shipped().translations(&english).contains(&sentence.french), "{english}: {}", sentence.french);
    }
}

#[test]
fn french_words_know_the_english_words_that_they_stand_for() {
    let mut random = random(4);
    for _ in 0..2000 {
        let sentence = shipped().draw(&mut random).unwrap();
        let [english, french] = [&sentence.english, &sentence.french].map(|text| text.split(' ').count());
        assert_eq!(sentence.alignment.len(), french);
        assert!(sentence.alignment.iter().flatten().all(|&place| place < english), "{sentence:?}");
    }
}

#[test]
fn the_same_numbers_draw_the_same_sentences() {
    let draw = || (0..50).scan(random(5), |random, _| shipped().draw(random).ok()).collect::<Vec<_>>();
    assert_eq!(draw(), draw());
    let different: HashSet<String> = draw().into_iter().map(|sentence| sentence.english).collect();
    assert!(different.len() > 40);
}

/// A grammar of a handful of lines, in which `change` makes a mistake.
fn small(file: &str, from: &str, to: &str) -> Result<Grammar> {
    let change = |name: &str, text: &str| if name == file { text.replace(from, to) } else { text.to_owned() };
    let features = change("features", "number = sg, pl\ngender = m, f\nclass noun(gender)\n");
    let inflection = "[noun(number)]\nparts sg pl\nsg = {sg}\npl = {pl}\nmodel -: pl -s\n";
    let english = change("english", inflection);
    let french = change("french", &format!("{inflection}[word le(number gender)]\nsg m = le\nsg f = la\npl = les\n"));
    let lexicon = change("lexicon", "[noun]\ncat = chat m\nhouse = maison f\n");
    let patterns = change("patterns", "[Sentence]\n1: the noun(G).N = le.N.G noun.N\n");
    Grammar::read(&Files {
        features: &features,
        english: &english,
        french: &french,
        lexicon: &lexicon,
        patterns: &patterns,
    })
}

#[test]
fn mistakes_are_reported_with_their_line() {
    assert_eq!(small("", "", "").unwrap().translations("the houses"), ["les maisons"]);
    assert_eq!(small("", "", "").unwrap().translations("the dogs"), [""; 0]);
    let message = |file: &str, from: &str, to: &str| small(file, from, to).map(|_| ()).unwrap_err().to_string();
    for (file, from, to, wanted) in [
        ("features", "m, f", "m, m", "features.txt:2: `m` is listed twice"),
        (
            "features",
            "noun(gender)",
            "noun(sex)",
            "features.txt:3: there is no feature `sex`: declare it in features.txt",
        ),
        ("english", "pl -s", "plural -s", "english.txt:5: `plural` is not a principal part: sg, pl"),
        ("english", "sg = {sg}", "sg {sg}", "english.txt:3: a ` = ` is missing between the two sides of this line"),
        ("lexicon", "chat m", "chat", "lexicon.txt:2: `cat` has no tag for its gender"),
        ("lexicon", "[noun]", "[verb]", "lexicon.txt:1: there is no class `verb`: declare it in features.txt"),
        (
            "lexicon",
            "cat =",
            "cat/cats/cats =",
            "lexicon.txt:2: there are 3 principal parts, but at most 2 are allowed: sg, pl",
        ),
        ("patterns", "noun(G)", "noun(G K)", "patterns.txt:2: `noun` has 2 arguments here and takes 1: gender"),
        ("patterns", "noun(G)", "Noun(G)", "patterns.txt:2: `Noun` is neither a category nor a class"),
        ("patterns", "le.N.G noun", "le.G.N noun", "patterns.txt:2: `G` is a gender, but is used as a number"),
        (
            "patterns",
            "= le.N.G",
            "= la.N.G",
            "patterns.txt:2: `la` is neither a part of this rule nor a word with forms",
        ),
        ("patterns", "1: the", "the", "patterns.txt:2: this is not a rule: write `weight: english = french`"),
        ("patterns", "1: the", "often: the", "patterns.txt:2: a rule begins with its weight, a whole number"),
    ] {
        assert_eq!(message(file, from, to), wanted);
    }
}
