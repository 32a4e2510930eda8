//! `match`: the first case whose pattern a value fits.

use super::generators::Resumption;
use super::operators::Operand;
use super::statements::Flow;
use super::{Interpreter, Outcome};
use crate::lang::class::Member;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Case, Comparison, Expression, Identifier, Pattern, PatternKind, Span};
use crate::lang::value::{Items, Value};

/// The names that a pattern gives values to, once all of it fits.
type Found<'p> = Vec<(&'p Identifier, Value)>;

/// What CPython calls `Py_TPFLAGS_SEQUENCE`: the bit of `_abc_tpflags` by which a class says that its objects are sequences.
const SEQUENCE_FLAG: i64 = 1 << 5;

/// The types whose one pattern by place is for the value itself: `int(x)`.
const OF_THEMSELVES: [&str; 8] = ["bool", "dict", "float", "int", "list", "set", "str", "tuple"];

impl Interpreter<'_> {
    pub(super) fn match_statement(&mut self, subject: &Expression, cases: &[Case]) -> Outcome<Flow> {
        let place = if let Some(Resumption::Branch(place)) = self.resumptions.pop() {
            place
        } else {
            let value = self.eval(subject)?;
            self.fitting(&value, cases)?
        };
        let Some(case) = cases.get(place) else { return Ok(Flow::Next) };
        let flow = self.block(&case.body)?;
        Ok(self.noted(flow, || Resumption::Branch(place)))
    }

    /// The first case that a value fits, or the number of cases.
    fn fitting(&mut self, value: &Value, cases: &[Case]) -> Outcome<usize> {
        for (place, case) in cases.iter().enumerate() {
            let mut found = Found::new();
            if !self.fits_pattern(value, &case.pattern, &mut found)? {
                continue;
            }
            // They stay bound also where the guard does not hold.
            found.into_iter().try_for_each(|(name, value)| self.bind(name, value))?;
            let holds = match &case.guard {
                Some(guard) => self.truth(guard)?,
                None => true,
            };
            if holds {
                return Ok(place);
            }
        }
        Ok(cases.len())
    }

    fn fits_pattern<'p>(&mut self, value: &Value, pattern: &'p Pattern, found: &mut Found<'p>) -> Outcome<bool> {
        self.step(pattern.span)?;
        self.nested(pattern.span, |machine| machine.fits_kind(value, pattern, found))
    }

    fn fits_kind<'p>(&mut self, value: &Value, pattern: &'p Pattern, found: &mut Found<'p>) -> Outcome<bool> {
        match &pattern.kind {
            PatternKind::Value(wanted) => self.compares(value, Comparison::Equal, wanted),
            PatternKind::Singleton(wanted) => self.compares(value, Comparison::Is, wanted),
            PatternKind::Any(name) | PatternKind::Rest(name) => {
                found.extend(name.iter().map(|name| (name, value.clone())));
                Ok(true)
            }
            PatternKind::Sequence(parts) => self.fits_sequence(value, parts, pattern.span, found),
            PatternKind::Mapping { items, rest } => self.fits_mapping(value, items, rest.as_ref(), pattern.span, found),
            PatternKind::Class { class, plain, named } => {
                let named: Vec<_> = named.iter().map(|(name, part)| (name.clone(), part)).collect();
                Ok(self.fits_class(value, class, plain, &named, found)?)
            }
            PatternKind::Either(parts) => {
                for part in parts {
                    let before = found.len();
                    if self.fits_pattern(value, part, found)? {
                        return Ok(true);
                    }
                    found.truncate(before);
                }
                Ok(false)
            }
            PatternKind::As(part, name) => {
                let fits = self.fits_pattern(value, part, found)?;
                found.push((name, value.clone()));
                Ok(fits)
            }
        }
    }

    fn compares(&mut self, value: &Value, comparison: Comparison, wanted: &Expression) -> Outcome<bool> {
        let wanted_value = self.eval(wanted)?;
        let [left, right] = [value.clone(), wanted_value].map(|value| Operand::atom(wanted.span, value));
        let answer = self.compared(wanted.span, &left, comparison, &right)?;
        self.truth_of(&answer, wanted.span)
    }

    fn fits_sequence<'p>(
        &mut self,
        value: &Value,
        parts: &'p [Pattern],
        span: Span,
        found: &mut Found<'p>,
    ) -> Outcome<bool> {
        let plain = self.plain_container(value);
        let is_sequence = matches!(plain.as_ref().unwrap_or(value), Value::List(_) | Value::Tuple(_) | Value::Range(_));
        if !is_sequence && !self.has_flag(value, SEQUENCE_FLAG) {
            return Ok(false);
        }
        let count = self.count(value, span)?;
        let rest = parts.iter().position(|part| matches!(part.kind, PatternKind::Rest(_)));
        if if rest.is_some() { count + 1 < parts.len() } else { count != parts.len() } {
            return Ok(false);
        }
        let mut items = self.iterate(value, span)?;
        if let Some(place) = rest {
            let end = place + count + 1 - parts.len();
            let middle = items.splice(place..end, [Value::None]).collect();
            items[place] = self.new_list(span, middle)?;
        }
        for (part, item) in parts.iter().zip(items) {
            if !self.fits_pattern(&item, part, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the class of an object says that it is a sequence or a mapping, where it extends neither.
    fn has_flag(&self, value: &Value, flag: i64) -> bool {
        let Value::Object(object) = value else { return false };
        let flags = object.class.find(&self.heap, "_abc_tpflags");
        matches!(flags, Some((_, Member::Value(Value::Int(flags, _)))) if flags & flag != 0)
    }

    fn fits_mapping<'p>(
        &mut self,
        value: &Value,
        items: &'p [(Expression, Pattern)],
        rest: Option<&'p Identifier>,
        span: Span,
        found: &mut Found<'p>,
    ) -> Outcome<bool> {
        let plain = self.plain_container(value);
        let Value::Dict(table) = plain.as_ref().unwrap_or(value) else { return Ok(false) };
        let dict = table.now();
        let mut keys = Vec::with_capacity(items.len());
        for (key, part) in items {
            let key = self.eval(key)?;
            self.hashed(span, &key)?;
            if keys.iter().any(|taken: &Value| taken.same_bits(&key)) {
                let message = format!("mapping pattern checks duplicate key ({})", key.repr());
                return Err(Diagnostic::new(span, message).raising("ValueError").help("ask for each key once"));
            }
            let Some(item) = dict.get(&key).cloned() else { return Ok(false) };
            if !self.fits_pattern(&item, part, found)? {
                return Ok(false);
            }
            keys.push(key);
        }
        if let Some(name) = rest {
            let is_left = |key: &Value| !keys.iter().any(|taken| taken.same_bits(key));
            let others = dict.entries().iter().filter(|(key, _)| is_left(key)).cloned().collect();
            found.push((name, self.new_dict(span, others)?));
        }
        Ok(true)
    }

    /// Whether a value is of a class, and its attributes fit the patterns by place and by name.
    fn fits_class<'p>(
        &mut self,
        value: &Value,
        class: &Expression,
        plain: &'p [Pattern],
        named: &[(Identifier, &'p Pattern)],
        found: &mut Found<'p>,
    ) -> Outcome<bool> {
        let span = class.span;
        let wanted = self.eval(class)?;
        let Some(is_instance) = self.library.bare("isinstance") else { return Ok(false) };
        let answer = self.call_plain(&is_instance, vec![value.clone(), wanted.clone()], span);
        let answer = answer.map_err(|error| {
            if error.message.contains("isinstance() arg 2") {
                Diagnostic::new(span, "called match pattern must be a class").raising("TypeError")
            } else {
                error
            }
        })?;
        if !self.truth_of(&answer, span)? {
            return Ok(false);
        }
        if plain.is_empty() {
            return self.fits_attributes(value, named, found);
        }
        let name = match &wanted {
            Value::Class(class) => class.name().to_owned(),
            Value::Builtin(builtin) => builtin.name.to_owned(),
            other => other.python_type().to_owned(),
        };
        let is_of_itself = OF_THEMSELVES.contains(&&*name);
        if let ([part], true) = (plain, is_of_itself) {
            return Ok(self.fits_pattern(value, part, found)? && self.fits_attributes(value, named, found)?);
        }
        let names = self.names_to_match(&wanted, &name, span)?;
        if names.len() < plain.len() {
            let most = if is_of_itself { 1 } else { names.len() };
            let plural = if most == 1 { "" } else { "s" };
            let words = format!("{name}() accepts {most} positional sub-pattern{plural} ({} given)", plain.len());
            return Err(Diagnostic::new(span, words)
                .raising("TypeError")
                .help("name the attributes: Point(x=0), or list them in the class: __match_args__ = (\"x\", \"y\")"));
        }
        let parts: Vec<_> = names.into_iter().zip(plain).chain(named.iter().cloned()).collect();
        for (place, (part, _)) in parts.iter().enumerate() {
            if parts[..place].iter().any(|(earlier, _)| earlier.name == part.name) {
                let message = format!("{name}() got multiple sub-patterns for attribute '{}'", part.name);
                return Err(Diagnostic::new(span, message).raising("TypeError").help("name each attribute once"));
            }
        }
        self.fits_attributes(value, &parts, found)
    }

    /// The attributes that the patterns of a class by place stand for.
    fn names_to_match(&mut self, class: &Value, of: &str, span: Span) -> Outcome<Vec<Identifier>> {
        let wrong = |message: String| Diagnostic::new(span, message).raising("TypeError");
        let wanted = Identifier { name: "__match_args__".into(), span };
        let names: Items = match self.member(class, &wanted, span)? {
            Some(Value::Tuple(names)) => names,
            Some(other) => {
                return Err(wrong(format!("{of}.__match_args__ must be a tuple (got {})", other.python_type())));
            }
            None => Items::default(),
        };
        let name = |value: &Value| match value {
            Value::Str(name) => Ok(Identifier { name: name.clone(), span }),
            other => Err(wrong(format!("__match_args__ elements must be strings (got {})", other.python_type()))),
        };
        names.iter().map(name).collect()
    }

    fn fits_attributes<'p>(
        &mut self,
        value: &Value,
        parts: &[(Identifier, &'p Pattern)],
        found: &mut Found<'p>,
    ) -> Outcome<bool> {
        for (name, part) in parts {
            let depth = self.depth();
            let attribute = match self.library.attribute(self, value, name, name.span) {
                Err(error) if self.is_caught(&error, "AttributeError") => {
                    self.close_down_to(&depth);
                    return Ok(false);
                }
                attribute => attribute?,
            };
            if !self.fits_pattern(&attribute, part, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
