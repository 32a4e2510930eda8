//! Patterns: categories of phrases, and the rules by which each is put together in both languages at once.
//!
//! A section `[Phrase(N/number, G/gender)]` is a category, what its rules have in common in brackets. A rule is a line
//! `weight: english = french`. Words stand as they are; `Noun(N G)` is a phrase of another category; `noun(G K).N` is a word of the
//! lexicon in the form that N asks for; `le.N.G` is a form of a word of one language alone. Where a category has several fields in
//! French, for what stands in several places there, its rules write each as `field: words` with `;` between, and others ask for
//! `Name.field`. `!` marks what is chosen first.

use std::collections::HashMap;

use super::Language;
use super::features::{FeatureParameter, Features, Values};
use super::inflection::Inflection;
use super::source::{Result, SourceLine, lines, name_and_arguments};

/// A category and its rules.
#[derive(Clone, Debug)]
pub(super) struct Category {
    pub(super) name: String,
    pub(super) parameters: Vec<FeatureParameter>,
    /// What it is in French: one field, or several by name.
    pub(super) fields: Vec<String>,
    /// Indices of its rules.
    pub(super) rules: Vec<usize>,
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) category: usize,
    /// How often it is chosen among those of its category; one of weight 0 is understood, and never chosen.
    pub(super) weight: u64,
    /// The feature of each of its variables; the first are the parameters of its category.
    pub(super) variables: Vec<usize>,
    /// The values that a variable must have for the rule to apply.
    pub(super) conditions: Vec<(usize, Values)>,
    pub(super) children: Vec<Child>,
    /// In which order children are chosen.
    pub(super) order: Vec<usize>,
    pub(super) english: Box<[Symbol]>,
    /// A list for each field.
    pub(super) french: Box<[Box<[Symbol]>]>,
    pub(super) line: usize,
}

/// A variable of a rule, or values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Variable(usize),
    Values(Values),
}

/// Part of a phrase: a smaller phrase or a word of the lexicon.
#[derive(Clone, Debug)]
pub(super) struct Child {
    name: String,
    pub(super) of: ChildKind,
    pub(super) arguments: Box<[Term]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildKind {
    Category(usize),
    Class(usize),
}

/// What stands at one place of a side.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A word as it is.
    Word(Box<str>),
    /// A child: for a category which field of it, for a class by which key its form is chosen.
    Child { child: usize, field: usize, key: Box<[Term]> },
    /// What comes after the inflected word of a French verb.
    Tail { child: usize },
    /// A word of one language alone.
    Function { word: usize, key: Box<[Term]> },
}

/// All categories and rules. The first category is a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    pub(super) categories: Vec<Category>,
    pub(super) rules: Vec<Rule>,
}

impl Patterns {
    pub(super) fn read(
        file: &str,
        text: &str,
        features: &Features,
        [english, french]: [&Inflection; 2],
    ) -> Result<Self> {
        let mut patterns = Self::default();
        // Categories first: a rule may speak of one that comes later.
        for line in lines(file, text) {
            if let Some((header, fields)) = line.header() {
                patterns.add_category(header, fields, features, &line)?;
            }
        }
        let mut category = None;
        for line in lines(file, text) {
            if let Some((header, _)) = line.header() {
                let (name, _) = name_and_arguments(header, &line)?;
                category = patterns.category(name);
                continue;
            }
            let of = category.ok_or_else(|| line.error("a section begins with its category: `[Phrase(N/number)]`"))?;
            let rule = RuleReader::new(&patterns, features, [english, french], of, line).rule()?;
            patterns.categories[of].rules.push(patterns.rules.len());
            patterns.rules.push(rule);
        }
        patterns.rules.shrink_to_fit();
        Ok(patterns)
    }

    fn category(&self, name: &str) -> Option<usize> {
        self.categories.iter().position(|category| category.name == name)
    }

    fn add_category(&mut self, header: &str, fields: &str, features: &Features, line: &SourceLine<'_>) -> Result<()> {
        let (name, parameters) = name_and_arguments(header, line)?;
        if self.category(name).is_some() {
            return Err(line.error(format!("there are two sections called `{name}`")));
        }
        let parameters = parameters.split(',').map(str::trim).filter(|one| !one.is_empty());
        let parameters = parameters.map(|parameter| features.parameter(parameter, line)).collect::<Result<_>>()?;
        let fields: Vec<String> = fields.split_whitespace().map(str::to_owned).collect();
        let fields = if fields.is_empty() { vec![String::new()] } else { fields };
        self.categories.push(Category { name: name.to_owned(), parameters, fields, rules: Vec::new() });
        Ok(())
    }
}

/// A rule while it is read.
struct RuleReader<'a> {
    patterns: &'a Patterns,
    features: &'a Features,
    inflections: [&'a Inflection; 2],
    category: &'a Category,
    line: SourceLine<'a>,
    names: HashMap<String, usize>,
    rule: Rule,
}

impl<'a> RuleReader<'a> {
    fn new(
        patterns: &'a Patterns,
        features: &'a Features,
        inflections: [&'a Inflection; 2],
        of: usize,
        line: SourceLine<'a>,
    ) -> Self {
        let category = &patterns.categories[of];
        let mut names = HashMap::new();
        let mut rule = Rule {
            category: of,
            weight: 0,
            variables: Vec::new(),
            conditions: Vec::new(),
            children: Vec::new(),
            order: Vec::new(),
            english: Box::default(),
            french: Box::default(),
            line: line.number,
        };
        for (at, parameter) in category.parameters.iter().enumerate() {
            names.insert(parameter.name.clone(), at);
            rule.variables.push(parameter.feature);
        }
        Self { patterns, features, inflections, category, line, names, rule }
    }

    fn rule(mut self) -> Result<Rule> {
        let (head, sides) = self
            .line
            .text
            .split_once(": ")
            .ok_or_else(|| self.line.error("this is not a rule: write `weight: english = french`"))?;
        let mut words = head.split_whitespace();
        let weight = words.next().and_then(|weight| weight.parse().ok());
        self.rule.weight = weight.ok_or_else(|| self.line.error("a rule begins with its weight, a whole number"))?;
        for condition in words {
            self.condition(condition)?;
        }
        let (english, french) = SourceLine { text: sides, ..self.line }.sides()?;
        self.rule.english = self.symbols(english, Language::English)?;
        if self.rule.english.is_empty() {
            return Err(self.line.error("the English side of this rule is empty"));
        }
        self.rule.french = self.fields(french)?;
        self.rule
            .order
            .extend((0..self.rule.children.len()).filter(|child| !self.rule.order.contains(child)).collect::<Vec<_>>());
        self.rule.children.shrink_to_fit();
        Ok(self.rule)
    }

    /// `N=pl`: the rule is only for these values.
    fn condition(&mut self, text: &str) -> Result<()> {
        let wrong = || {
            self.line.error(format!(
                "`{text}` is not a condition: write `N=pl`, where N is a parameter of {}",
                self.category.name
            ))
        };
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let at = self.category.parameters.iter().position(|parameter| parameter.name == name).ok_or_else(wrong)?;
        let values = self.features.values(self.category.parameters[at].feature, values, &self.line)?;
        self.rule.conditions.push((at, values));
        Ok(())
    }

    fn fields(&mut self, french: &str) -> Result<Box<[Box<[Symbol]>]>> {
        if self.category.fields.len() == 1 {
            return Ok([self.symbols(french, Language::French)?].into());
        }
        let mut fields = vec![Box::default(); self.category.fields.len()];
        for part in french.split(" ; ").map(str::trim).filter(|part| !part.is_empty()) {
            let known = self.category.fields.join(", ");
            let wrong = || {
                self.line
                    .error(format!("`{part}` is not `field: words`: {} has the fields {known}", self.category.name))
            };
            let (name, words) = part.split_once(':').ok_or_else(wrong)?;
            let at = self.category.fields.iter().position(|field| field == name.trim()).ok_or_else(wrong)?;
            fields[at] = self.symbols(words, Language::French)?;
        }
        Ok(fields.into())
    }

    fn symbols(&mut self, text: &str, side: Language) -> Result<Box<[Symbol]>> {
        tokens(text).into_iter().map(|token| self.symbol(token, side)).collect()
    }

    fn symbol(&mut self, token: &str, side: Language) -> Result<Symbol> {
        let (token, is_first) = token.strip_prefix('!').map_or((token, false), |token| (token, true));
        let (name, arguments, rest) = dissected(token);
        if let Some(arguments) = arguments {
            if side == Language::French {
                return Err(self
                    .line
                    .error(format!("`{token}`: give the arguments of a part only once, on the English side")));
            }
            let child = self.child(name, arguments)?;
            if is_first {
                self.rule.order.push(child);
            }
            return self.child_symbol(child, rest, side);
        }
        if let Some(child) = self.rule.children.iter().position(|child| child.name == name) {
            return self.child_symbol(child, rest, side);
        }
        if self.kind(name).is_some() {
            let hint = if side == Language::French {
                "is not on the English side"
            } else {
                "needs its arguments in parentheses"
            };
            return Err(self.line.error(format!("`{name}` {hint}")));
        }
        let words = &self.inflections[side as usize].function_words;
        match words.iter().position(|word| word.name == name).filter(|_| !rest.is_empty()) {
            Some(word) => {
                let key = self.key(&words[word].features, rest)?;
                Ok(Symbol::Function { word, key })
            }
            None if rest.is_empty() || token.chars().all(|c| c == '.') => Ok(Symbol::Word(token.into())),
            None => Err(self.line.error(format!("`{name}` is neither a part of this rule nor a word with forms"))),
        }
    }

    fn child_symbol(&mut self, child: usize, rest: &str, side: Language) -> Result<Symbol> {
        match self.rule.children[child].of {
            ChildKind::Category(category) => {
                let fields = &self.patterns.categories[category].fields;
                let wanted = rest.trim_start_matches('.');
                let field = if wanted.is_empty() && fields.len() == 1 || side == Language::English {
                    Some(0)
                } else {
                    fields.iter().position(|field| field == wanted)
                };
                let field = field.ok_or_else(|| {
                    self.line.error(format!("`{wanted}` is not a field of this category: {}", fields.join(", ")))
                })?;
                Ok(Symbol::Child { child, field, key: Box::default() })
            }
            ChildKind::Class(_) if rest == ".tail" && side == Language::French => Ok(Symbol::Tail { child }),
            ChildKind::Class(class) => {
                let features = self.inflections[side as usize].key(&self.features.classes[class].name);
                let key = self.key(features, rest)?;
                Ok(Symbol::Child { child, field: 0, key })
            }
        }
    }

    /// What a part of the rule is: the name without the number that tells two of a kind apart.
    fn kind(&self, name: &str) -> Option<ChildKind> {
        let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let category = self.patterns.category(plain).map(ChildKind::Category);
        category.or_else(|| self.features.class_named(plain).map(ChildKind::Class))
    }

    fn child(&mut self, name: &str, arguments: &str) -> Result<usize> {
        let of =
            self.kind(name).ok_or_else(|| self.line.error(format!("`{name}` is neither a category nor a class")))?;
        let parameters = match of {
            ChildKind::Category(category) => &self.patterns.categories[category].parameters,
            ChildKind::Class(class) => &self.features.classes[class].parameters,
        };
        let written: Vec<&str> = arguments.split_whitespace().collect();
        if written.len() != parameters.len() {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            return Err(self.line.error(format!(
                "`{name}` has {} arguments here and takes {}: {}",
                written.len(),
                names.len(),
                names.join(" ")
            )));
        }
        if self.rule.children.iter().any(|child| child.name == name) {
            return Err(self
                .line
                .error(format!("there are two parts called `{name}`: number them, `{name}1` and `{name}2`")));
        }
        let features: Vec<usize> = parameters.iter().map(|parameter| parameter.feature).collect();
        let arguments =
            features.into_iter().zip(written).map(|(feature, text)| self.term(feature, text)).collect::<Result<_>>()?;
        self.rule.children.push(Child { name: name.to_owned(), of, arguments });
        Ok(self.rule.children.len() - 1)
    }

    /// The key of a form, `.N.G`; what is not written may be any.
    fn key(&mut self, features: &[usize], text: &str) -> Result<Box<[Term]>> {
        let written: Vec<&str> = text.split('.').filter(|part| !part.is_empty()).collect();
        if written.len() > features.len() {
            return Err(self.line.error(format!(
                "`{text}` has {} values, but a form is chosen by {}",
                written.len(),
                features.len()
            )));
        }
        let terms = features
            .iter()
            .enumerate()
            .map(|(at, &feature)| self.term(feature, written.get(at).copied().unwrap_or("*")));
        terms.collect()
    }

    /// A variable (a capital, perhaps with a digit), or values.
    fn term(&mut self, feature: usize, text: &str) -> Result<Term> {
        if !text.starts_with(char::is_uppercase) {
            return Ok(Term::Values(self.features.values(feature, text, &self.line)?));
        }
        if let Some(&variable) = self.names.get(text) {
            return self.checked(variable, feature, text).map(|()| Term::Variable(variable));
        }
        let variable = self.rule.variables.len();
        self.rule.variables.push(feature);
        self.names.insert(text.to_owned(), variable);
        Ok(Term::Variable(variable))
    }

    fn checked(&self, variable: usize, feature: usize, name: &str) -> Result<()> {
        let known = self.rule.variables[variable];
        let names = [known, feature].map(|feature| self.features.list[feature].name.as_str());
        if known == feature {
            Ok(())
        } else {
            Err(self.line.error(format!("`{name}` is a {}, but is used as a {}", names[0], names[1])))
        }
    }
}

/// What is parted by spaces outside of parentheses.
fn tokens(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let split = text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_whitespace()
    });
    split.filter(|token| !token.is_empty()).collect()
}

/// The name, the arguments and the rest of `noun(G K).N`.
fn dissected(token: &str) -> (&str, Option<&str>, &str) {
    if let Some((name, after)) = token.split_once('(')
        && let Some((arguments, rest)) = after.split_once(')')
    {
        return (name, Some(arguments), rest);
    }
    let end = token.find('.').filter(|&at| at > 0).unwrap_or(token.len());
    (&token[..end], None, &token[end..])
}
