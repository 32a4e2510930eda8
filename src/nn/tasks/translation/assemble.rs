//! Sentences: chosen in one go for both languages, then put together in each by its own rules.

use super::is_unseen;
use super::lexicon::{
    ADJECTIVES, Adjective, CLOTHES, Follows, GOAL, Gender, NOUNS, Noun, OFTEN, OWN, PERSON, PLACES, THING, TIMES,
    VERBS, Verb,
};
use super::words::{Meaning, Words, is_vowel};
use crate::nn::tasks::{chance, pick};
use crate::tensor::Result;
use crate::tensor::random::Generator;

/// The English words that are in no list.
pub(super) const ENGLISH: &[&str] = &[
    "the", "a", "an", "some", "this", "these", "my", "our", "his", "her", "their", "i", "he", "she", "we", "they",
    "am", "is", "are", "do", "does", "not", "never", "'s", "often", "always",
];

/// The French ones.
pub(super) const FRENCH: &[&str] = &[
    "le", "la", "les", "l'", "un", "une", "des", "de", "d'", "du", "au", "aux", "à", "ce", "cet", "cette", "ces",
    "mon", "ma", "mes", "son", "sa", "ses", "notre", "nos", "leur", "leurs", "je", "j'", "il", "elle", "nous", "ils",
    "suis", "est", "sommes", "sont", "ne", "n'", "pas", "jamais", "souvent", "toujours",
];

/// The words of the dictionary that are in no list: the first meaning of each.
pub(super) const DICTIONARY: &[(&str, &str)] = &[
    ("the", "le"),
    ("a", "un"),
    ("an", "un"),
    ("some", "des"),
    ("this", "ce"),
    ("these", "ces"),
    ("my", "mon"),
    ("our", "notre"),
    ("his", "son"),
    ("her", "son"),
    ("their", "leur"),
    ("i", "je"),
    ("he", "il"),
    ("she", "elle"),
    ("we", "nous"),
    ("they", "ils"),
    ("am", "suis"),
    ("is", "est"),
    ("are", "sont"),
    ("do", ""),
    ("does", ""),
    ("not", "ne pas"),
    ("never", "ne jamais"),
    ("'s", "de"),
    ("to", "à"),
    ("for", "pour"),
];

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// As the grammar has it: words with spaces between.
    pub english: String,
    /// Its translation.
    pub french: String,
    /// The adjectives that belong to nouns in it, and their nouns, in English.
    pub compositions: Vec<(&'static str, &'static str)>,
    /// For each French word the places of the English words that it stands for, from 0; empty for none.
    pub alignment: Vec<Vec<usize>>,
}

impl Sentence {
    /// Whether it has an adjective and a noun that never stand together in what is learned from.
    pub fn is_unseen(&self) -> bool {
        self.compositions.iter().any(|(adjective, noun)| is_unseen(adjective, noun))
    }
}

/// What a noun is introduced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Article {
    The,
    A,
    This,
    /// my, our, his, her, their, with what they are in French: masculine, feminine, plural.
    Whose(&'static str, [&'static str; 3]),
    /// *de*, which French has in place of *a* where something is not there. In English it is *a*.
    Absent,
}

const OWNERS: [Article; 5] = [
    Article::Whose("my", ["mon", "ma", "mes"]),
    Article::Whose("his", ["son", "sa", "ses"]),
    Article::Whose("her", ["son", "sa", "ses"]),
    Article::Whose("our", ["notre", "notre", "nos"]),
    Article::Whose("their", ["leur", "leur", "leurs"]),
];

/// A noun with what belongs to it.
pub(super) struct Phrase {
    pub(super) article: Article,
    pub(super) plural: bool,
    pub(super) before: Option<&'static Adjective>,
    pub(super) noun: &'static Noun,
    pub(super) after: Option<&'static Adjective>,
    /// Whose it is: *the king 's hat*. Then its own article is *the*, which English leaves out.
    pub(super) of: Option<Box<Phrase>>,
}

/// Who does something.
pub(super) enum Subject {
    Noun(Phrase),
    /// The pronoun: I, he, she, we, they.
    Pronoun(Pronoun),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pronoun {
    english: &'static str,
    french: &'static str,
    /// Which form of a verb: je, il, nous, ils.
    form: usize,
    gender: Gender,
}

const PRONOUNS: [Pronoun; 5] = [
    Pronoun { english: "i", french: "je", form: 0, gender: Gender::Masculine },
    Pronoun { english: "he", french: "il", form: 1, gender: Gender::Masculine },
    Pronoun { english: "she", french: "elle", form: 1, gender: Gender::Feminine },
    Pronoun { english: "we", french: "nous", form: 2, gender: Gender::Masculine },
    Pronoun { english: "they", french: "ils", form: 3, gender: Gender::Masculine },
];

/// Whether and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Plain,
    Not,
    Never,
    Often(usize),
}

/// A sentence in the making: what was chosen, before it is put into words.
pub(super) struct Plan {
    pub(super) subject: Subject,
    pub(super) manner: Manner,
    pub(super) says: Says,
    /// An index into `PLACES`, and there what.
    pub(super) place: Option<(usize, Phrase)>,
    /// An index into `TIMES`.
    pub(super) time: Option<usize>,
}

pub(super) enum Says {
    /// The subject is something.
    Is(&'static Adjective),
    /// It does something, perhaps to something.
    Does(&'static Verb, Option<Phrase>),
}

/// Draws a sentence.
pub(super) fn sentence(generator: &mut Generator) -> Result<Sentence> {
    Ok(plan(generator)?.sentence())
}

fn plan(generator: &mut Generator) -> Result<Plan> {
    if chance(generator, 25)? { being(generator) } else { doing(generator) }
}

/// *The small house is not red.*
fn being(generator: &mut Generator) -> Result<Plan> {
    let manner = manner(generator)?;
    let (subject, adjective) = if chance(generator, 20)? {
        let pronoun = *pick(generator, &PRONOUNS)?;
        (Subject::Pronoun(pronoun), pronoun.adjective(generator)?)
    } else {
        let noun = pick(generator, &NOUNS)?;
        let phrase = phrase(generator, noun, Use::Known)?;
        let taken = [phrase.before, phrase.after].map(|adjective| adjective.map(|adjective| adjective.english));
        let adjective = choose(generator, &ADJECTIVES, |adjective| {
            adjective.said && adjective.kinds & noun.kinds != 0 && !taken.contains(&Some(adjective.english))
        })?;
        (Subject::Noun(phrase), adjective)
    };
    // What something is made of it is always made of.
    let manner = if adjective.french[0].starts_with("en ") && manner != Manner::Not { Manner::Plain } else { manner };
    Ok(Plan { subject, manner, says: Says::Is(adjective), place: None, time: None })
}

/// *My sister never eats an apple in the garden.*
fn doing(generator: &mut Generator) -> Result<Plan> {
    let verb = pick(generator, &VERBS)?;
    let subject = if chance(generator, 25)? {
        Subject::Pronoun(*choose(generator, &PRONOUNS, |_| verb.subjects & PERSON != 0)?)
    } else {
        let noun = choose(generator, &NOUNS, |noun| noun.kinds & verb.subjects != 0)?;
        Subject::Noun(phrase(generator, noun, Use::Subject)?)
    };
    let manner = manner(generator)?;
    let object = if verb.follows == Follows::Nothing { None } else { Some(object(generator, verb, manner)?) };
    let goes = verb.objects == GOAL;
    let place = if !goes && chance(generator, if object.is_some() { 15 } else { 60 })? {
        Some(place(generator)?)
    } else {
        None
    };
    let plain = matches!(manner, Manner::Plain | Manner::Not);
    let time =
        if place.is_none() && plain && chance(generator, 25)? { Some(index(generator, TIMES.len())?) } else { None };
    Ok(Plan { subject, manner, says: Says::Does(verb, object), place, time })
}

fn object(generator: &mut Generator, verb: &Verb, manner: Manner) -> Result<Phrase> {
    let noun = choose(generator, &NOUNS, |noun| noun.kinds & verb.objects != 0 && noun.kinds & verb.never == 0)?;
    let absent = matches!(manner, Manner::Not | Manner::Never);
    let usage = match verb.follows {
        Follows::Object if absent => Use::Missing,
        Follows::Object => Use::Object,
        _ if verb.objects == GOAL => Use::Goal,
        _ => Use::Known,
    };
    phrase(generator, noun, usage)
}

fn place(generator: &mut Generator) -> Result<(usize, Phrase)> {
    let at = index(generator, PLACES.len())?;
    let noun = choose(generator, &NOUNS, |noun| noun.kinds & PLACES[at].2 != 0)?;
    Ok((at, phrase(generator, noun, Use::Goal)?))
}

fn manner(generator: &mut Generator) -> Result<Manner> {
    Ok(match generator.randint(&[1], 0, 100)?[[0]] {
        0..60 => Manner::Plain,
        60..80 => Manner::Not,
        80..90 => Manner::Never,
        _ => Manner::Often(index(generator, OFTEN.len())?),
    })
}

/// What a noun stands for in its sentence, which limits its articles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Who does something.
    Subject,
    /// What it is done to.
    Object,
    /// What it is not done to.
    Missing,
    /// Somebody or something known: no *a*, no *some*.
    Known,
    /// One place, known or not.
    Goal,
}

fn phrase(generator: &mut Generator, noun: &'static Noun, usage: Use) -> Result<Phrase> {
    let plural = usage != Use::Goal && chance(generator, 30)?;
    let owned = noun.kinds & OWN != 0;
    let article = match generator.randint(&[1], 0, 100)?[[0]] {
        0..45 => Article::The,
        45..70 if usage == Use::Known => Article::The,
        // *Does not see some cats* is no English.
        45..70 if usage == Use::Missing => {
            if plural {
                Article::The
            } else {
                Article::Absent
            }
        }
        45..70 => Article::A,
        70..85 if owned => *pick(generator, &OWNERS)?,
        _ => Article::This,
    };
    let fits =
        |before: bool| move |adjective: &Adjective| adjective.before == before && adjective.kinds & noun.kinds != 0;
    let before = if chance(generator, 30)? { choose_some(generator, &ADJECTIVES, fits(true))? } else { None };
    let after = if chance(generator, 35)? { choose_some(generator, &ADJECTIVES, fits(false))? } else { None };
    let can_be_owned = noun.kinds & (THING | CLOTHES) != 0 && owned && usage != Use::Missing;
    let of = if article == Article::The && can_be_owned && chance(generator, 20)? {
        Some(Box::new(owner(generator)?))
    } else {
        None
    };
    Ok(Phrase { article, plural, before, noun, after, of })
}

/// Whose something is: one person, with *the*, *this* or, of a friend, *my*.
fn owner(generator: &mut Generator) -> Result<Phrase> {
    let noun = choose(generator, &NOUNS, |noun| noun.kinds & PERSON != 0)?;
    let article =
        if noun.kinds & OWN != 0 && chance(generator, 60)? { *pick(generator, &OWNERS)? } else { Article::The };
    Ok(Phrase { article, plural: false, before: None, noun, after: None, of: None })
}

fn index(generator: &mut Generator, count: usize) -> Result<usize> {
    Ok(generator.randint(&[1], 0, count as i64)?[[0]] as usize)
}

/// One of those that fit, if any does.
fn choose_some<T>(
    generator: &mut Generator,
    all: &'static [T],
    fits: impl Fn(&T) -> bool,
) -> Result<Option<&'static T>> {
    let fitting: Vec<&'static T> = all.iter().filter(|one| fits(one)).collect();
    if fitting.is_empty() { Ok(None) } else { Ok(Some(fitting[index(generator, fitting.len())?])) }
}

/// One of those that fit; the lists are such that one does.
fn choose<T>(generator: &mut Generator, all: &'static [T], fits: impl Fn(&T) -> bool) -> Result<&'static T> {
    Ok(choose_some(generator, all, fits)?.unwrap_or(&all[0]))
}

/// The pronoun of that English word.
#[cfg(test)]
pub(super) fn pronoun(english: &str) -> Option<Pronoun> {
    PRONOUNS.into_iter().find(|pronoun| pronoun.english == english)
}

impl Pronoun {
    /// What can be said of it. Of *I* and *we* only what is the same for men and women in French.
    fn adjective(self, generator: &mut Generator) -> Result<&'static Adjective> {
        choose(generator, &ADJECTIVES, |adjective| {
            let same = adjective.french[0] == adjective.french[1];
            adjective.said && adjective.kinds & PERSON != 0 && (same || ["he", "she", "they"].contains(&self.english))
        })
    }
}

impl Phrase {
    /// The noun's words; *a* before a vowel is *an*.
    fn english(&self, phrase: usize, words: &mut Words) {
        let noun = self.noun.english[usize::from(self.plural)];
        let adjectives = [(self.before, Meaning::Before(phrase)), (self.after, Meaning::After(phrase))];
        let adjectives = adjectives.map(|(adjective, meaning)| adjective.map(|one| (one.english, meaning)));
        let first = adjectives.iter().flatten().next().map_or(noun, |(adjective, _)| adjective);
        match &self.of {
            Some(owner) => {
                owner.english(phrase + OWNER, words);
                words.push("'s", Meaning::Of(phrase));
            }
            None => words.push(self.english_article(first), Meaning::Article(phrase)),
        }
        adjectives.into_iter().flatten().for_each(|(adjective, meaning)| words.push(adjective, meaning));
        words.push(noun, Meaning::Noun(phrase));
    }

    fn english_article(&self, first: &str) -> &'static str {
        match self.article {
            Article::The => "the",
            Article::This if self.plural => "these",
            Article::This => "this",
            Article::Whose(whose, _) => whose,
            Article::A | Article::Absent if self.plural => "some",
            Article::A | Article::Absent if first.starts_with(VOWELS) => "an",
            Article::A | Article::Absent => "a",
        }
    }

    /// The noun's words before anything melts together.
    fn french(&self, phrase: usize, words: &mut Words) {
        let number = usize::from(self.plural);
        let noun = self.noun.french[number];
        let before = self.before.map(|adjective| adjective.agreeing(self.noun.gender, self.plural, is_vowel(noun)));
        let first = before.unwrap_or(noun);
        words.push(self.french_article(first), Meaning::Article(phrase));
        if let Some(adjective) = before {
            words.push(adjective, Meaning::Before(phrase));
        }
        words.push(noun, Meaning::Noun(phrase));
        if let Some(adjective) = self.after {
            words.push(adjective.agreeing(self.noun.gender, self.plural, false), Meaning::After(phrase));
        }
        if let Some(owner) = &self.of {
            words.push("de", Meaning::Of(phrase));
            owner.french(phrase + OWNER, words);
        }
    }

    /// The article before a word: feminine possessives are masculine before a vowel, *mon école*.
    fn french_article(&self, first: &str) -> &'static str {
        let feminine = self.noun.gender == Gender::Feminine;
        let choose = |[masculine, feminine_form, plural]: [&'static str; 3]| match (self.plural, feminine) {
            (true, _) => plural,
            (false, true) => feminine_form,
            (false, false) => masculine,
        };
        match self.article {
            Article::The => choose(["le", "la", "les"]),
            // In careful French *des* is *de* before an adjective.
            Article::A if self.plural && self.before.is_some() => "de",
            Article::A => choose(["un", "une", "des"]),
            Article::This if !self.plural && !feminine && is_vowel(first) => "cet",
            Article::This => choose(["ce", "cette", "ces"]),
            Article::Whose(_, [masculine, ..]) if !self.plural && is_vowel(first) => masculine,
            Article::Whose(_, forms) => choose(forms),
            Article::Absent => "de",
        }
    }

    /// Adjectives and the noun that they belong to.
    fn compositions(&self, all: &mut Vec<(&'static str, &'static str)>) {
        let noun = self.noun.english[0];
        all.extend([self.before, self.after].into_iter().flatten().map(|adjective| (adjective.english, noun)));
    }
}

impl Adjective {
    /// The form that agrees; the masculine singular is another one before a vowel.
    fn agreeing(&self, gender: Gender, plural: bool, vowel: bool) -> &'static str {
        match (gender, plural) {
            (Gender::Masculine, false) if vowel => self.french[4],
            (Gender::Masculine, false) => self.french[0],
            (Gender::Feminine, false) => self.french[1],
            (Gender::Masculine, true) => self.french[2],
            (Gender::Feminine, true) => self.french[3],
        }
    }
}

impl Plan {
    /// Both languages.
    pub(super) fn sentence(&self) -> Sentence {
        let (mut english, mut french, mut compositions) = (Words::default(), Words::default(), Vec::new());
        let (form, gender, plural) = match &self.subject {
            Subject::Pronoun(pronoun) => {
                english.push(pronoun.english, Meaning::Noun(SUBJECT));
                french.push(pronoun.french, Meaning::Noun(SUBJECT));
                (pronoun.form, pronoun.gender, pronoun.form > 1)
            }
            Subject::Noun(phrase) => {
                phrase.english(SUBJECT, &mut english);
                phrase.french(SUBJECT, &mut french);
                phrase.compositions(&mut compositions);
                (if phrase.plural { 3 } else { 1 }, phrase.noun.gender, phrase.plural)
            }
        };
        match &self.says {
            Says::Is(adjective) => {
                self.verb(
                    &mut english,
                    &mut french,
                    ["am", "is", "are", "are"][form],
                    ["suis", "est", "sommes", "sont"][form],
                );
                english.push(adjective.english, Meaning::Said);
                french.push(adjective.agreeing(gender, plural, false), Meaning::Said);
                if let Subject::Noun(phrase) = &self.subject {
                    compositions.push((adjective.english, phrase.noun.english[0]));
                }
            }
            Says::Does(verb, object) => {
                self.verb(&mut english, &mut french, self.english_verb(verb, form), verb.french[form]);
                if let Some(object) = object {
                    if verb.follows == Follows::To {
                        french.push("à", Meaning::Verb);
                    }
                    object.english(OBJECT, &mut english);
                    object.french(OBJECT, &mut french);
                    object.compositions(&mut compositions);
                }
            }
        }
        if let Some((place, phrase)) = &self.place {
            english.push(PLACES[*place].0, Meaning::Place);
            french.push(PLACES[*place].1, Meaning::Place);
            phrase.english(PLACE, &mut english);
            phrase.french(PLACE, &mut french);
            phrase.compositions(&mut compositions);
        }
        if let Some(time) = self.time {
            english.push(TIMES[time].0, Meaning::Time);
            french.push(TIMES[time].1, Meaning::Time);
        }
        let french = french.melted();
        Sentence { english: english.text(), french: french.text(), compositions, alignment: french.aligned(&english) }
    }

    /// *he sees*; but *he does not see*.
    fn english_verb(&self, verb: &Verb, form: usize) -> &'static str {
        verb.english[usize::from(form == 1 && self.manner != Manner::Not)]
    }

    /// A verb with *not*, *never*, *often* at their places: around it in French.
    fn verb(&self, english: &mut Words, french: &mut Words, verb: &'static str, verbe: &'static str) {
        let is = matches!(self.says, Says::Is(_));
        let third = match &self.subject {
            Subject::Noun(phrase) => !phrase.plural,
            Subject::Pronoun(pronoun) => pronoun.form == 1,
        };
        let often = match self.manner {
            Manner::Never => Some(("never", "jamais")),
            Manner::Often(which) => Some(OFTEN[which]),
            Manner::Plain | Manner::Not => None,
        };
        let manner = match self.manner {
            Manner::Not => Some("not"),
            _ => often.map(|often| often.0),
        };
        if self.manner == Manner::Not && !is {
            english.push(if third { "does" } else { "do" }, Meaning::Helper);
        }
        let verb = (verb, Meaning::Verb);
        let manner = manner.map(|word| (word, Meaning::Manner));
        let [first, second] = if is { [Some(verb), manner] } else { [manner, Some(verb)] };
        [first, second].into_iter().flatten().for_each(|(word, meaning)| english.push(word, meaning));

        if matches!(self.manner, Manner::Not | Manner::Never) {
            french.push("ne", Meaning::Manner);
        }
        french.push(verbe, Meaning::Verb);
        if let Some(word) = if self.manner == Manner::Not { Some("pas") } else { often.map(|often| often.1) } {
            french.push(word, Meaning::Manner);
        }
    }
}

/// The numbers of a sentence's phrases; that of an owner is its phrase's and this.
const SUBJECT: usize = 0;
const OBJECT: usize = 1;
const PLACE: usize = 2;
const OWNER: usize = 3;

const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];
