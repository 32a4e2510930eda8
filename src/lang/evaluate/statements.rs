//! Statements: what binds names and what decides which comes next.

use std::sync::Arc;

use super::{Interpreter, Outcome, unreadable};
use crate::lang::builtin::BuiltinRole;
use crate::lang::diagnostic::{Assertion, Diagnostic};
use crate::lang::names;
use crate::lang::syntax::{
    Binary, Expression, ExpressionKind, Function, Identifier, Import, Span, Statement, StatementKind, Target,
};
use crate::lang::value::{Stub, Value};

/// What comes after a statement.
pub(in crate::lang) enum Flow {
    /// The next one.
    Next,
    /// The end of the loop.
    Break,
    /// The next round of the loop.
    Continue,
    /// The end of the function.
    Return(Value),
}

impl Statement {
    /// The expression that this statement is, if it is one.
    pub(super) fn expression(&self) -> Option<&Expression> {
        match &self.kind {
            StatementKind::Expression(expression) => Some(expression),
            _ => None,
        }
    }
}

impl Interpreter<'_> {
    /// Runs statements until one leaves the block.
    pub(super) fn block(&mut self, body: &[Statement]) -> Outcome<Flow> {
        for statement in body {
            match self.nested(statement.span, |machine| machine.statement(statement))? {
                Flow::Next => {}
                leaves => return Ok(leaves),
            }
        }
        Ok(Flow::Next)
    }

    /// Runs one statement. Each kind has a function of its own, so that one level takes little stack.
    fn statement(&mut self, statement: &Statement) -> Outcome<Flow> {
        self.step(statement.span)?;
        match &statement.kind {
            StatementKind::Return(value) => self.give_back(value.as_ref()),
            StatementKind::If { branches, otherwise } => self.branch(branches, otherwise),
            StatementKind::For { target, iterable, body, otherwise } => {
                self.for_loop(target, iterable, body, otherwise)
            }
            StatementKind::While { test, body, otherwise } => self.while_loop(test, body, otherwise),
            StatementKind::Break => Ok(Flow::Break),
            StatementKind::Continue => Ok(Flow::Continue),
            StatementKind::With { contexts, body } => self.with(contexts, body),
            StatementKind::Raise(error) => Err(self.raised(statement.span, error.as_ref())),
            _ => self.simple_statement(statement).map(|()| Flow::Next),
        }
    }

    /// Runs a statement after which the next one comes.
    fn simple_statement(&mut self, statement: &Statement) -> Outcome<()> {
        match &statement.kind {
            StatementKind::Assign { targets, value } => self.assign(targets, value),
            StatementKind::Augment { target, operator, value } => {
                self.augment(statement.span, target, *operator, value)
            }
            StatementKind::Expression(value) => self.lone_expression(value).map(drop),
            StatementKind::Define(function) => self.define_function(function),
            StatementKind::Class(class) => self.define_class(class),
            StatementKind::Assert { test, message } => self.assert(test, message.as_ref()),
            StatementKind::Import(imports) => imports.iter().try_for_each(|import| self.import(import)),
            StatementKind::Refused { .. } => Err(unreadable(statement.span)),
            _ => Ok(()),
        }
    }

    fn give_back(&mut self, value: Option<&Expression>) -> Outcome<Flow> {
        match value {
            Some(value) => self.eval(value).map(Flow::Return),
            None => Ok(Flow::Return(Value::None)),
        }
    }

    fn define_function(&mut self, function: &Arc<Function>) -> Outcome<()> {
        let value = self.closure(function)?;
        self.bind(&function.name, value);
        Ok(())
    }

    fn assign(&mut self, targets: &[Target], expression: &Expression) -> Outcome<()> {
        let value = self.eval(expression)?;
        if let [Target::Name(name)] = targets {
            let value = self.traced(value, expression.span);
            self.bind(name, value);
            return Ok(());
        }
        targets.iter().try_for_each(|target| self.store(target, value.clone()))
    }

    fn augment(&mut self, span: Span, target: &Target, operator: Binary, expression: &Expression) -> Outcome<()> {
        let old = match target {
            Target::Name(name) => Expression { span: name.span, kind: ExpressionKind::Name(name.name.clone()) },
            Target::Item { object, index, span } => {
                let kind = ExpressionKind::Index { object: Box::new(object.clone()), index: Box::new(index.clone()) };
                Expression { span: *span, kind }
            }
            Target::Attribute { object, name, span } => {
                let kind = ExpressionKind::Attribute { object: Box::new(object.clone()), name: name.clone() };
                Expression { span: *span, kind }
            }
            other => {
                return Err(Diagnostic::new(
                    other.span(),
                    "an assignment such as `+=` needs a name, an item or an attribute on its left",
                ));
            }
        };
        let value = self.augmented(span, &old, operator, expression)?;
        self.store(target, value)
    }

    /// Gives a value to what stands left of `=`.
    pub(super) fn store(&mut self, target: &Target, value: Value) -> Outcome<()> {
        match target {
            Target::Name(name) => {
                self.bind(name, value);
                Ok(())
            }
            Target::Tuple(targets, span) => self.unpack(targets, *span, &value),
            Target::Item { object, index, span } => {
                if let Value::Object(reference) = self.eval(object)?
                    && !reference.class.is_parameter()
                {
                    let at = self.eval(index)?;
                    return self.set_item(&reference, at, value, *span);
                }
                if self.set_in_place(object, index, &value, *span)? {
                    return Ok(());
                }
                let changed = self.with_item(object, index, value, *span)?;
                self.store_back(object, changed)
            }
            Target::Attribute { object, name, .. } => {
                let object = self.eval(object)?;
                Self::name(&value, &name.name);
                self.set_member(&object, name, value)
            }
            Target::Starred(_, span) | Target::Missing(span) => Err(unreadable(*span)),
        }
    }

    /// Values never change, so setting an item gives the name that holds it a new value.
    pub(super) fn store_back(&mut self, object: &Expression, changed: Value) -> Outcome<()> {
        match &object.kind {
            ExpressionKind::Name(name) => {
                if let Some(Value::Object(parameter)) = self.find(name) {
                    Self::changeable(&parameter, object.span)?;
                    self.fill_parameter(&parameter, changed);
                    return Ok(());
                }
                let name = Identifier { name: name.clone(), span: object.span };
                self.rebind(&name, changed)
            }
            ExpressionKind::Attribute { object: owner, name } => match self.eval(object)? {
                Value::Object(parameter) if parameter.class.is_parameter() => {
                    Self::changeable(&parameter, object.span)?;
                    self.fill_parameter(&parameter, changed);
                    Ok(())
                }
                _ => {
                    let owner = self.eval(owner)?;
                    self.set_member(&owner, name, changed)
                }
            },
            ExpressionKind::Index { object: outer, index } => {
                let outer_changed = self.nested(object.span, |it| it.with_part(outer, index, changed, object.span))?;
                self.nested(object.span, |it| it.store_back(outer, outer_changed))
            }
            _ => Err(Diagnostic::new(object.span, "an item can be assigned only if its container has a name")
                .help("assign the container to a name first, then set the item")),
        }
    }

    /// Gives a name that has a value a new one, where it was bound.
    fn rebind(&mut self, name: &Identifier, value: Value) -> Outcome<()> {
        let inside = self.frames.len() > 1;
        let own = self.frame().layers.first().is_some_and(|names| names.contains_key(&name.name));
        if inside && !own {
            let message = format!("`{}` belongs to the cell, and a function cannot change it", name.name);
            return Err(
                Diagnostic::new(name.span, message).help("return the new value and assign it outside: x = f(x)")
            );
        }
        self.bind(name, value);
        Ok(())
    }

    /// Binds a name in the running function or cell.
    pub(super) fn bind(&mut self, name: &Identifier, value: Value) {
        Self::name(&value, &name.name);
        let Some(names) = self.frame().layers.first_mut() else { return };
        match names.get_mut(&name.name) {
            Some(place) => *place = value,
            None => _ = names.insert(name.name.clone(), value),
        }
    }

    fn unpack(&mut self, targets: &[Target], span: Span, value: &Value) -> Outcome<()> {
        let mut values = self.iterate(value, span)?;
        let starred = targets.iter().position(|target| matches!(target, Target::Starred(..)));
        let fixed = targets.len() - usize::from(starred.is_some());
        let fits = if starred.is_some() { values.len() >= fixed } else { values.len() == fixed };
        if !fits {
            let message = format!("there are {} names, but {} values", targets.len(), values.len());
            return Err(Diagnostic::new(span, message)
                .help("write as many names to the left of `=` as there are values to its right"));
        }
        if let Some(place) = starred {
            let middle: Vec<Value> = values.splice(place..place + values.len() - fixed, [Value::None]).collect();
            values[place] = Value::List(self.collect(span, middle)?);
        }
        for (target, value) in targets.iter().zip(values) {
            match target {
                Target::Starred(inner, _) => self.store(inner, value)?,
                target => self.nested(span, |machine| machine.store(target, value))?,
            }
        }
        Ok(())
    }

    /// An expression that stands alone. `xs.append(x)` gives `xs` a longer list, for lists never change; and what a function
    /// whose name ends in `_` makes of a tensor would be lost.
    pub(super) fn lone_expression(&mut self, expression: &Expression) -> Outcome {
        if !matches!(expression.kind, ExpressionKind::Call { .. }) {
            return self.eval(expression);
        }
        if self.grows(expression)? {
            return Ok(Value::None);
        }
        let value = self.eval(expression)?;
        match names::in_place(expression) {
            Some(name) if matches!(value, Value::Tensor(_)) => Err(lost(name)),
            _ => Ok(value),
        }
    }

    /// Whether a call was one that makes a list longer, and has been done.
    fn grows(&mut self, call: &Expression) -> Outcome<bool> {
        if matches!(&call.kind, ExpressionKind::Call { callee, .. } if names::gives_back(callee, self.library)) {
            return Ok(false);
        }
        if let Some((list, method)) = names::grown_attribute(call, self.library) {
            return self.grow_attribute(call, list, method);
        }
        match &call.kind {
            ExpressionKind::Call { callee, arguments }
                if names::grown(call, self.library).is_some() || names::grows_entry(callee, self.library) =>
            {
                self.change(call, callee, arguments)
            }
            _ => Ok(false),
        }
    }

    /// `self.layers.append(x)`: the attribute gets a longer list, if it holds something that has such a method.
    fn grow_attribute(&mut self, call: &Expression, list: &Expression, method: &Identifier) -> Outcome<bool> {
        let ExpressionKind::Attribute { object: owner, name } = &list.kind else { return Ok(false) };
        let ExpressionKind::Call { arguments, .. } = &call.kind else { return Ok(false) };
        let before = self.eval(list)?;
        let Some(method) = self.library.changing(&before, &method.name) else { return Ok(false) };
        let given = self.arguments(arguments)?;
        let (_, longer) = self.change_by(&before, method, given, call.span)?;
        let owner = self.eval(owner)?;
        self.set_member(&owner, name, longer)?;
        Ok(true)
    }

    fn branch(&mut self, branches: &[(Expression, Vec<Statement>)], otherwise: &[Statement]) -> Outcome<Flow> {
        for (test, body) in branches {
            if self.truth(test)? {
                return self.block(body);
            }
        }
        self.block(otherwise)
    }

    fn for_loop(
        &mut self,
        target: &Target,
        iterable: &Expression,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Outcome<Flow> {
        let values = self.walked(iterable)?;
        for place in 0..self.count(&values, iterable.span)? {
            self.step(target.span())?;
            let item = self.item(&values, place, iterable.span)?;
            self.store(target, item)?;
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        self.block(otherwise)
    }

    fn while_loop(&mut self, test: &Expression, body: &[Statement], otherwise: &[Statement]) -> Outcome<Flow> {
        while self.truth(test)? {
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        self.block(otherwise)
    }

    fn assert(&mut self, test: &Expression, message: Option<&Expression>) -> Outcome<()> {
        if self.truth(test)? {
            return Ok(());
        }
        let said = match message {
            Some(message) => {
                let value = self.eval(message)?;
                self.text(&value, false, message.span)?
            }
            None => String::new(),
        };
        // An empty message says nothing, as none does.
        let says_nothing = said.trim().is_empty();
        let said = if says_nothing { format!("this does not hold: {}", self.text_at(test.span)) } else { said };
        let mut error = Diagnostic::new(test.span, said);
        error.assertion = Some(if says_nothing { Assertion::Bare } else { Assertion::Worded });
        Err(self.sides(test).into_iter().fold(error, |error, (span, text)| error.label(span, text)))
    }

    /// For a comparison that failed, what both sides are.
    fn sides(&mut self, test: &Expression) -> Vec<(Span, String)> {
        let ExpressionKind::Compare { first, rest } = &test.kind else { return Vec::new() };
        let [(_, right)] = rest.as_slice() else { return Vec::new() };
        let mut side = |expression: &Expression| {
            let value = self.eval(expression).ok()?;
            let literal =
                matches!(expression.kind, ExpressionKind::Int(_) | ExpressionKind::Float(_) | ExpressionKind::Str(_));
            let (text, is_whole) = value.beginning(60);
            let text = if let Value::Str(text) = &value { text.to_string() } else { text };
            (!literal && is_whole && text.len() <= 60 && !text.contains('\n'))
                .then_some((expression.span, format!("is {text}")))
        };
        [side(first), side(right)].into_iter().flatten().collect()
    }

    /// `with`: what is entered has no effect here, so its block is simply run.
    fn with(&mut self, contexts: &[(Expression, Option<Target>)], body: &[Statement]) -> Outcome<Flow> {
        for (context, target) in contexts {
            let value = self.eval(context)?;
            if !matches!(value.as_stub(), Some(Stub::Context(_) | Stub::File(_))) {
                let message = format!(
                    "`with` supports only torch.no_grad(), open(name) and the like, not {}",
                    value.description()
                );
                return Err(Diagnostic::new(context.span, message).help("write its block without the `with`"));
            }
            target.iter().try_for_each(|target| self.store(target, value.clone()))?;
        }
        self.block(body)
    }

    /// The error that `raise` makes.
    fn raised(&mut self, span: Span, error: Option<&Expression>) -> Diagnostic {
        let Some(error) = error else {
            return Diagnostic::new(span, "there is no error to raise again").help("write raise ValueError(\"…\")");
        };
        let value = match self.eval(error) {
            Ok(value) => value,
            Err(error) => return error,
        };
        match (value.as_stub(), &value) {
            (Some(Stub::Exception(kind, message)), _) if message.is_empty() => Diagnostic::new(span, *kind),
            (Some(Stub::Exception(kind, message)), _) => Diagnostic::new(span, format!("{kind}: {message}")),
            (_, Value::Builtin(builtin)) if builtin.role == BuiltinRole::Exception => {
                Diagnostic::new(span, builtin.name)
            }
            _ => Diagnostic::new(span, format!("`raise` takes an exception, not {}", value.description()))
                .help("write raise ValueError(\"what is wrong\")"),
        }
    }

    fn import(&mut self, import: &Import) -> Outcome<()> {
        let value = self.library.import(&import.module.name, import.item.as_ref().map(|item| &*item.name)).map_err(
            |(message, help)| {
                let span = import.item.as_ref().map_or(import.module.span, |item| item.span);
                Diagnostic::new(span, message).help(help)
            },
        )?;
        // `import a.b` binds `a`.
        let whole = import.item.is_none() && import.binds.span == import.module.span;
        let value = if whole { self.library.import(&import.binds.name, None).unwrap_or(value) } else { value };
        self.bind(&import.binds, value);
        Ok(())
    }
}

/// The error for a call that would change a tensor, if tensors changed.
fn lost(name: &Identifier) -> Diagnostic {
    Diagnostic::new(name.span, format!("tensors never change, so the result of `{}` is lost here", name.name))
        .help("assign it: x = ...; an nn.Parameter is changed in place")
}
