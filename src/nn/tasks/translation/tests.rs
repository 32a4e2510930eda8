use std::collections::{HashMap, HashSet};

use super::assemble::{Article, Manner, Phrase, Plan, Pronoun, Says, Subject, pronoun};
use super::*;
use crate::nn::tasks::{Part, Task};

fn noun(word: &str) -> &'static lexicon::Noun {
    NOUNS.iter().find(|noun| noun.english.contains(&word)).unwrap()
}

/// A noun with an article and adjectives: `a small red house`, `these horses`.
fn phrase(text: &str) -> Phrase {
    let mut words: Vec<&str> = text.split(' ').collect();
    let article = match words.remove(0) {
        "the" => Article::The,
        "a" | "an" | "some" => Article::A,
        "no" => Article::Absent,
        "this" | "these" => Article::This,
        "my" => Article::Whose("my", ["mon", "ma", "mes"]),
        "her" => Article::Whose("her", ["son", "sa", "ses"]),
        other => panic!("{other}"),
    };
    let last = noun(words.last().unwrap());
    let adjective = |word: &&str| ADJECTIVES.iter().find(|one| one.english == *word && one.kinds & last.kinds != 0);
    let (before, after): (Vec<_>, Vec<_>) = words.iter().filter_map(adjective).partition(|adjective| adjective.before);
    let plural = last.english[1] == *words.last().unwrap();
    Phrase { article, plural, before: before.first().copied(), noun: last, after: after.first().copied(), of: None }
}

fn of(mut phrase: Phrase, owner: Phrase) -> Phrase {
    phrase.of = Some(Box::new(owner));
    phrase
}

fn does(subject: Subject, manner: Manner, verb: &str, object: Option<Phrase>) -> Plan {
    let verb = VERBS
        .iter()
        .find(|one| one.english[0] == verb && (one.follows != lexicon::Follows::Nothing) == object.is_some())
        .unwrap();
    Plan { subject, manner, says: Says::Does(verb, object), place: None, time: None }
}

fn is(subject: Subject, manner: Manner, adjective: &str) -> Plan {
    let adjective = ADJECTIVES.iter().find(|one| one.english == adjective).unwrap();
    Plan { subject, manner, says: Says::Is(adjective), place: None, time: None }
}

fn who(text: &str) -> Subject {
    Subject::Noun(phrase(text))
}

fn they(english: &str) -> Subject {
    let pronoun: Pronoun = pronoun(english).unwrap();
    Subject::Pronoun(pronoun)
}

/// Checked by hand, one by one.
fn assert_said(sentences: impl IntoIterator<Item = (Plan, &'static str, &'static str)>) {
    for (plan, english, french) in sentences {
        let sentence = plan.sentence();
        assert_eq!((sentence.english.as_str(), joined(&sentence.french).as_str()), (english, french));
    }
}

#[test]
fn a_speaker_of_french_finds_no_fault_in_what_is_done() {
    use Manner::{Never, Not, Often, Plain};
    assert_said([
        (does(who("the cat"), Plain, "sleep", None), "the cat sleeps", "le chat dort"),
        (does(who("the small birds"), Plain, "sleep", None), "the small birds sleep", "les petits oiseaux dorment"),
        (does(who("the man"), Not, "sleep", None), "the man does not sleep", "l'homme ne dort pas"),
        (
            does(who("a girl"), Plain, "see", Some(phrase("the small red house"))),
            "a girl sees the small red house",
            "une fille voit la petite maison rouge",
        ),
        (
            does(they("i"), Not, "love", Some(phrase("this old hotel"))),
            "i do not love this old hotel",
            "je n'aime pas ce vieil hôtel",
        ),
        (does(they("i"), Plain, "love", Some(phrase("my school"))), "i love my school", "j'aime mon école"),
        (
            does(they("she"), Never, "eat", Some(phrase("no egg"))),
            "she never eats an egg",
            "elle ne mange jamais d'œuf",
        ),
        (
            does(they("we"), Plain, "buy", Some(phrase("some beautiful umbrellas"))),
            "we buy some beautiful umbrellas",
            "nous achetons de beaux parapluies",
        ),
        (
            does(they("they"), Plain, "eat", Some(phrase("some potatoes"))),
            "they eat some potatoes",
            "ils mangent des pommes de terre",
        ),
        (
            does(who("the king"), Plain, "answer", Some(phrase("the teacher"))),
            "the king answers the teacher",
            "le roi répond au professeur",
        ),
        (
            does(they("he"), Plain, "talk to", Some(phrase("the birds"))),
            "he talks to the birds",
            "il parle aux oiseaux",
        ),
        (does(they("she"), Plain, "go to", Some(phrase("the church"))), "she goes to the church", "elle va à l'église"),
        (
            does(who("my sister"), Often(0), "look for", Some(of(phrase("the woolen hat"), phrase("the king")))),
            "my sister often looks for the king 's woolen hat",
            "ma sœur cherche souvent le chapeau en laine du roi",
        ),
        (
            does(who("the woman"), Plain, "wear", Some(of(phrase("the scarf"), phrase("her friend")))),
            "the woman wears her friend 's scarf",
            "la femme porte l'écharpe de son ami",
        ),
        (
            does(who("the dog"), Not, "find", Some(phrase("no big apple"))),
            "the dog does not find a big apple",
            "le chien ne trouve pas de grosse pomme",
        ),
        (
            does(who("some old friends"), Plain, "open", Some(phrase("a white box"))),
            "some old friends open a white box",
            "de vieux amis ouvrent une boîte blanche",
        ),
        (
            does(who("this man"), Plain, "know", Some(phrase("the new school"))),
            "this man knows the new school",
            "cet homme connaît la nouvelle école",
        ),
    ]);
}

#[test]
fn nor_in_where_and_when_it_is_done() {
    use Manner::Plain;
    let at = |mut plan: Plan, place: &str, what: &str| {
        plan.place = Some((PLACES.iter().position(|one| one.0 == place).unwrap(), phrase(what)));
        plan
    };
    let when = |mut plan: Plan, time: usize| {
        plan.time = Some(time);
        plan
    };
    assert_said([
        (
            at(does(who("the mice"), Plain, "eat", None), "next to", "the market"),
            "the mice eat next to the market",
            "les souris mangent à côté du marché",
        ),
        (
            at(does(who("her cat"), Plain, "sleep", None), "next to", "an umbrella"),
            "her cat sleeps next to an umbrella",
            "son chat dort à côté d'un parapluie",
        ),
        (when(does(they("we"), Plain, "work", None), 2), "we work every day", "nous travaillons tous les jours"),
        (
            when(does(they("i"), Plain, "help", Some(phrase("my neighbor"))), 0),
            "i help my neighbor today",
            "j'aide mon voisin aujourd'hui",
        ),
    ]);
}

#[test]
fn nor_in_what_something_is() {
    use Manner::{Never, Not, Often, Plain};
    assert_said([
        (
            is(who("the big tables"), Not, "clean"),
            "the big tables are not clean",
            "les grandes tables ne sont pas propres",
        ),
        (is(who("the clock"), Plain, "beautiful"), "the clock is beautiful", "l'horloge est belle"),
        (
            is(who("this strange story"), Never, "sad"),
            "this strange story is never sad",
            "cette histoire étrange n'est jamais triste",
        ),
        (is(who("these horses"), Plain, "happy"), "these horses are happy", "ces chevaux sont heureux"),
        (is(who("the chairs"), Not, "wooden"), "the chairs are not wooden", "les chaises ne sont pas en bois"),
        (is(they("i"), Not, "sick"), "i am not sick", "je ne suis pas malade"),
        (is(they("she"), Often(1), "tired"), "she is always tired", "elle est toujours fatiguée"),
        (is(they("they"), Plain, "old"), "they are old", "ils sont vieux"),
    ]);
}

#[test]
fn what_a_person_types_becomes_the_words_of_the_grammar() {
    for (typed, words) in [
        ("The king's hat is red.", "the king 's hat is red"),
        ("I  do not   sleep!", "i do not sleep"),
        ("aujourd'hui", "aujourd'hui"),
        ("J’aime l’école", "j' aime l' école"),
        ("'s", "'s"),
        ("", ""),
    ] {
        assert_eq!(spaced(typed), words);
    }
    let mut generator = Generator::manual_seed(8);
    for _ in 0..500 {
        let sentence = draw(&mut generator).unwrap();
        assert_eq!(spaced(&joined(&sentence.french)), sentence.french);
        assert_eq!(spaced(&sentence.english.replace(" 's", "'s")), sentence.english);
    }
}

#[test]
fn a_sentence_has_one_translation_and_nothing_that_must_melt_is_left() {
    let mut known: HashMap<String, String> = HashMap::new();
    let mut generator = Generator::manual_seed(1);
    for _ in 0..20_000 {
        let Sentence { english, french, .. } = draw(&mut generator).unwrap();
        let padded = format!(" {french} ");
        for wrong in [" à le ", " à les ", " de le ", " de les ", " de des ", " de de ", " de d' ", " à de ", " en en "]
        {
            assert!(!padded.contains(wrong), "{english}: {french}");
        }
        for pair in french.split(' ').collect::<Vec<_>>().windows(2) {
            let vowel = pair[1].starts_with(['a', 'e', 'i', 'o', 'u', 'h', 'é', 'ê', 'œ']);
            assert!(!vowel || !["le", "la", "de", "ne", "je", "ce", "ma", "sa"].contains(&pair[0]), "{french}");
            assert!(vowel || !pair[0].ends_with('\''), "{french}");
        }
        if let Some(before) = known.insert(english.clone(), french.clone()) {
            assert_eq!(before, french, "{english}");
        }
    }
}

#[test]
fn every_adjective_and_every_noun_of_an_unseen_pair_is_learned_elsewhere() {
    let mut unseen = HashSet::new();
    let mut learned = HashSet::new();
    let mut generator = Generator::manual_seed(2);
    let mut words = HashSet::new();
    for _ in 0..20_000 {
        let (sentence, pairs) = {
            let sentence = draw(&mut generator).unwrap();
            (sentence.is_unseen(), sentence.compositions)
        };
        if sentence {
            unseen.extend(pairs.into_iter().filter(|(adjective, noun)| is_unseen(adjective, noun)));
        } else {
            words.extend(pairs.iter().flat_map(|&(adjective, noun)| [adjective, noun]));
            learned.extend(pairs);
        }
    }
    assert!(unseen.len() > 50, "{}", unseen.len());
    assert!(unseen.is_disjoint(&learned));
    assert!(unseen.iter().all(|(adjective, noun)| words.contains(adjective) && words.contains(noun)));
}

#[test]
fn word_by_word_does_not_translate() {
    assert_eq!(word_by_word("the cat sleeps"), "le chat dort");
    assert_eq!(word_by_word("the red house"), "le rouge maison");
    let right = |part, count| {
        let set = Task::Translation.set(part, count).unwrap();
        assert_eq!(set.len(), count);
        set.iter().filter(|example| word_by_word(&example.source) == example.target).count()
    };
    assert!(right(Part::Test, 1000) < 300);
    assert!(right(Part::Unseen, 300) < 90);
}

#[test]
fn each_french_word_knows_the_english_words_that_it_stands_for() {
    use Manner::{Not, Often, Plain};
    let aligned = |plan: Plan| plan.sentence().alignment;
    // the man does not sleep: l' homme ne dort pas
    let places: [&[usize]; 5] = [&[0], &[1], &[3], &[4], &[3]];
    assert_eq!(aligned(does(who("the man"), Not, "sleep", None)), places);
    // the king answers the teacher: le roi répond au professeur
    let places: [&[usize]; 5] = [&[0], &[1], &[2], &[2, 3], &[4]];
    assert_eq!(aligned(does(who("the king"), Plain, "answer", Some(phrase("the teacher")))), places);
    // my sister often looks for the king 's woolen hat: ma sœur cherche souvent le chapeau en laine du roi
    let hat = of(phrase("the woolen hat"), phrase("the king"));
    let places: [&[usize]; 10] = [&[0], &[1], &[3, 4], &[2], &[], &[9], &[8], &[8], &[5, 7], &[6]];
    assert_eq!(aligned(does(who("my sister"), Often(0), "look for", Some(hat))), places);

    let mut generator = Generator::manual_seed(4);
    for _ in 0..2000 {
        let sentence = draw(&mut generator).unwrap();
        let [english, french] = [&sentence.english, &sentence.french].map(|text| text.split(' ').count());
        assert_eq!(sentence.alignment.len(), french);
        assert!(sentence.alignment.iter().flatten().all(|&place| place < english), "{sentence:?}");
        // What is aligned to nothing is the article of what belongs to somebody.
        let alone = sentence.alignment.iter().filter(|places| places.is_empty()).count();
        assert!(alone <= sentence.english.matches(" 's").count(), "{sentence:?}");
    }
}
