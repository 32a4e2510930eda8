//! Errors for arguments that do not fit the parameters of what is called: too many, missing, unknown or given twice.
//!
//! The sentence is that of whoever has the function in Python: an interpreted function, one of CPython's own, or one of
//! PyTorch's. Our usage comes after it.

use super::calls::{Called, Callee};
use crate::lang::builtin::Convention;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Function, Identifier, Parameter, ParameterKind, Span};
use crate::lang::value::Value;
use crate::nn::nearest;

impl Callee<'_> {
    /// The error for more arguments by place than there are parameters.
    pub(super) fn too_many(&self, given: usize, span: Span) -> Diagnostic {
        let (name, (least, most)) = (self.short_name(), self.counts());
        let given = given - self.uncounted();
        let message = match self.convention() {
            Convention::Native if self.is_only_by_place() => self.native_count(given),
            Convention::Native => format!("{name}() takes at most {} ({given} given)", counted(most, "argument")),
            Convention::Python | Convention::Torch => {
                let takes = if least == most {
                    counted(most, "positional argument")
                } else {
                    format!("from {least} to {most} positional arguments")
                };
                let were = if given == 1 { "was" } else { "were" };
                format!("{}() takes {takes} but {given} {were} given", self.qualified_name())
            }
        };
        self.explained(span, message, "")
    }

    /// The error for parameters that got nothing: the one at `place`, and others after it whose slots are empty.
    pub(super) fn missing(
        &self,
        place: usize,
        slots: &[Option<(Value, Span)>],
        by_place: usize,
        span: Span,
    ) -> Diagnostic {
        let first = &self.parameters[place];
        let by_name = first.kind == ParameterKind::Keyword;
        let is_missing = |at: &usize| {
            let parameter = &self.parameters[*at];
            is_single(parameter)
                && slots[*at].is_none()
                && self.defaults.get(*at).is_none_or(Option::is_none)
                && (parameter.kind == ParameterKind::Keyword) == by_name
        };
        let missing = (place..self.parameters.len()).filter(is_missing);
        let names: Vec<&str> = missing.map(|at| &*self.parameters[at].name.name).collect();
        let by_place = by_place - self.uncounted().min(by_place);
        let message = match self.convention() {
            Convention::Native => self.native_missing(place, by_place),
            Convention::Torch => {
                let plural = if names.len() == 1 { "s" } else { "" };
                let listed: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                let (name, count) = (self.short_name(), names.len());
                format!("{name}() missing {count} required positional argument{plural}: {}", listed.join(", "))
            }
            Convention::Python => {
                let kind = if by_name { "keyword-only argument" } else { "positional argument" };
                let count = counted(names.len(), &format!("required {kind}"));
                format!("{}() missing {count}: {}", self.qualified_name(), enumerated(&names))
            }
        };
        self.explained(span, message, "")
    }

    fn native_missing(&self, place: usize, given: usize) -> String {
        let name = self.short_name();
        let parameter = &self.parameters[place];
        match parameter.kind {
            ParameterKind::Positional if self.is_only_by_place() => self.native_count(given),
            ParameterKind::Positional => {
                let least = counted(self.counts().0, "positional argument");
                format!("{name}() takes at least {least} ({given} given)")
            }
            _ => {
                let place = place + 1 - self.uncounted();
                format!("{name}() missing required argument '{}' (pos {place})", parameter.name.name)
            }
        }
    }

    /// The sentence of a function of CPython that takes arguments by place only.
    fn native_count(&self, given: usize) -> String {
        let (name, (least, most)) = (self.short_name(), self.counts());
        let qualified = self.qualified_name();
        let is_all = self.parameters.len() == most + self.uncounted();
        match (least, most) {
            (0, 0) if is_all => format!("{qualified}() takes no arguments ({given} given)"),
            (1, 1) if is_all => format!("{qualified}() takes exactly one argument ({given} given)"),
            _ if least == most && is_all => format!("{name} expected {}, got {given}", counted(most, "argument")),
            _ if given < least => format!("{name} expected at least {}, got {given}", counted(least, "argument")),
            _ if least == most => format!("{name} expected {}, got {given}", counted(most, "argument")),
            _ => format!("{name} expected at most {}, got {given}", counted(most, "argument")),
        }
    }

    /// The error for a name that no parameter has.
    pub(super) fn unknown(&self, keyword: &Identifier) -> Diagnostic {
        let wanted = &keyword.name;
        let named = self.parameters.iter().filter(|parameter| !matches!(parameter.kind, ParameterKind::Positional));
        let near = nearest(wanted, named.map(|parameter| &*parameter.name.name));
        let message = match self.convention() {
            Convention::Native if self.takes_no_names() => {
                format!("{}() takes no keyword arguments", self.qualified_name())
            }
            Convention::Native => format!("'{wanted}' is an invalid keyword argument for {}()", self.short_name()),
            Convention::Python | Convention::Torch => {
                format!("{}() got an unexpected keyword argument '{wanted}'", self.qualified_name())
            }
        };
        let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        self.explained(keyword.span, message, &near)
    }

    /// The error for an argument that is given twice: by a name, and before.
    pub(super) fn twice(&self, keyword: &Identifier, place: usize) -> Diagnostic {
        let wanted = &keyword.name;
        let message = match self.convention() {
            Convention::Native => {
                let place = place + 1 - self.uncounted();
                format!("argument for {}() given by name ('{wanted}') and position ({place})", self.short_name())
            }
            Convention::Python | Convention::Torch => {
                format!("{}() got multiple values for argument '{wanted}'", self.qualified_name())
            }
        };
        self.explained(keyword.span, message, "")
    }

    fn explained(&self, span: Span, message: String, near: &str) -> Diagnostic {
        let error = Diagnostic::new(span, message).help(format!("{near}usage: {}", self.usage()));
        // PyTorch's words are longer where a function has several signatures.
        match (self.called, self.convention()) {
            (Called::Written(..), _) | (_, Convention::Native) => error.raising("TypeError"),
            (_, Convention::Python | Convention::Torch) => error,
        }
    }

    fn convention(&self) -> Convention {
        match self.called {
            Called::Written(..) => Convention::Python,
            Called::Builtin(builtin, _) => builtin.convention(),
        }
    }

    fn short_name(&self) -> &str {
        match self.called {
            Called::Written(code) => &code.name.name,
            Called::Builtin(builtin, _) => builtin.name,
        }
    }

    fn qualified_name(&self) -> String {
        match self.called {
            Called::Written(code) => code.qualified_name(),
            Called::Builtin(builtin, _) => builtin.qualified_name(),
        }
    }

    fn usage(&self) -> String {
        match self.called {
            Called::Written(code) => usage(code),
            Called::Builtin(builtin, _) => builtin.usage(),
        }
    }

    /// How many of the first arguments are not counted: the object before the dot, which functions of Python alone count.
    fn uncounted(&self) -> usize {
        match self.called {
            Called::Builtin(_, true) if self.convention() != Convention::Python => 1,
            _ => 0,
        }
    }

    /// How many arguments by place it needs, and how many it takes.
    fn counts(&self) -> (usize, usize) {
        let by_place = self.parameters.iter().zip(self.defaults).filter(|(parameter, _)| is_by_place(parameter));
        let (mut least, mut most) = (0, 0);
        for (_, default) in by_place {
            least += usize::from(default.is_none());
            most += 1;
        }
        (least - self.uncounted().min(least), most - self.uncounted().min(most))
    }

    /// Whether what it takes by place can be given in no other way.
    fn is_only_by_place(&self) -> bool {
        self.parameters.iter().all(|parameter| parameter.kind != ParameterKind::Plain)
    }

    fn takes_no_names(&self) -> bool {
        self.parameters.iter().all(|it| matches!(it.kind, ParameterKind::Positional | ParameterKind::Rest))
    }
}

fn is_by_place(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Plain | ParameterKind::Positional)
}

fn is_single(parameter: &Parameter) -> bool {
    is_by_place(parameter) || parameter.kind == ParameterKind::Keyword
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Names as Python lists them: `'x'`, `'x' and 'y'`, `'x', 'y', and 'z'`.
fn enumerated(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match &quoted[..] {
        [first, second] => format!("{first} and {second}"),
        [others @ .., last] if others.len() > 1 => format!("{}, and {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// How to call a function of a cell: `attention(q, k, v, mask=…)`.
fn usage(code: &Function) -> String {
    let parameter = |it: &Parameter| {
        let name = &it.name.name;
        match (it.kind, &it.default) {
            (ParameterKind::Rest, _) => format!("*{name}"),
            (ParameterKind::Keywords, _) => format!("**{name}"),
            (_, Some(_)) => format!("{name}=…"),
            (_, None) => name.to_string(),
        }
    };
    format!("{}({})", code.name.name, code.parameters.iter().map(parameter).collect::<Vec<_>>().join(", "))
}
