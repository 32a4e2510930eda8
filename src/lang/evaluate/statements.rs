//! Statements: what binds names and what decides which comes next.

use super::{Machine, Outcome, unreadable};
use crate::lang::builtins;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::names;
use crate::lang::syntax::{
    Binary, Expression, ExpressionKind, Identifier, Import, Span, Statement, StatementKind, Target,
};
use crate::lang::value::Value;
use crate::tensor::record;

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

impl Machine<'_> {
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

    fn statement(&mut self, statement: &Statement) -> Outcome<Flow> {
        let span = statement.span;
        self.step(span)?;
        match &statement.kind {
            StatementKind::Assign { targets, value } => self.assign(targets, value)?,
            StatementKind::Augment { target, operator, value } => self.augment(span, target, *operator, value)?,
            StatementKind::Expression(value) => _ = self.lone_expression(value)?,
            StatementKind::Define(function) => {
                let value = self.closure(function)?;
                self.bind(&function.name, value);
            }
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.eval(value)).transpose()?;
                return Ok(Flow::Return(value.unwrap_or(Value::None)));
            }
            StatementKind::If { branches, otherwise } => return self.branch(branches, otherwise),
            StatementKind::For { target, iterable, body, otherwise } => {
                return self.for_loop(target, iterable, body, otherwise);
            }
            StatementKind::While { test, body, otherwise } => return self.while_loop(test, body, otherwise),
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Pass => {}
            StatementKind::Assert { test, message } => self.assert(test, message.as_ref())?,
            StatementKind::Import(imports) => imports.iter().try_for_each(|import| self.import(import))?,
            StatementKind::Refused { .. } => return Err(unreadable(span)),
        }
        Ok(Flow::Next)
    }

    fn assign(&mut self, targets: &[Target], expression: &Expression) -> Outcome<()> {
        let value = self.eval(expression)?;
        let value = match targets {
            [Target::Name(_)] => self.traced(value, expression.span),
            _ => value,
        };
        targets.iter().try_for_each(|target| self.store(target, value.clone()))
    }

    fn augment(&mut self, span: Span, target: &Target, operator: Binary, expression: &Expression) -> Outcome<()> {
        let old = match target {
            Target::Name(name) => Expression { span: name.span, kind: ExpressionKind::Name(name.name.clone()) },
            Target::Item { object, index, span } => {
                let kind = ExpressionKind::Index { object: Box::new(object.clone()), index: Box::new(index.clone()) };
                Expression { span: *span, kind }
            }
            other => return Err(Diagnostic::new(other.span(), "this cannot be changed by an operator")),
        };
        let value = self.binary(span, &old, operator, expression)?;
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
                let changed = self.with_item(object, index, value, *span)?;
                self.store_back(object, changed)
            }
            Target::Attribute { name, span, .. } => {
                Err(Diagnostic::new(*span, format!("`{}` cannot be set", name.name))
                    .help("give the new value a name of its own"))
            }
            Target::Starred(_, span) | Target::Missing(span) => Err(unreadable(*span)),
        }
    }

    /// Values never change, so setting an item gives the name that holds it a new value.
    fn store_back(&mut self, object: &Expression, changed: Value) -> Outcome<()> {
        match &object.kind {
            ExpressionKind::Name(name) => {
                let name = Identifier { name: name.clone(), span: object.span };
                self.rebind(&name, changed)
            }
            ExpressionKind::Index { object: outer, index } => {
                let outer_changed = self.nested(object.span, |it| it.with_item(outer, index, changed, object.span))?;
                self.nested(object.span, |it| it.store_back(outer, outer_changed))
            }
            _ => Err(Diagnostic::new(object.span, "only an item of something that has a name can be set")
                .help("give it a name first, then set the item")),
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
        if let Some(tensor) = Self::recorded(&value) {
            record::name(&tensor, &name.name);
        }
        if let Some(names) = self.frame().layers.first_mut() {
            names.insert(name.name.clone(), value);
        }
    }

    fn unpack(&mut self, targets: &[Target], span: Span, value: &Value) -> Outcome<()> {
        let mut values = self.iterate(value, span)?;
        let starred = targets.iter().position(|target| matches!(target, Target::Starred(..)));
        let fixed = targets.len() - usize::from(starred.is_some());
        let fits = if starred.is_some() { values.len() >= fixed } else { values.len() == fixed };
        if !fits {
            let message = format!("{} names for {} values", targets.len(), values.len());
            return Err(
                Diagnostic::new(span, message).help("there must be as many names left of `=` as values right of it")
            );
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

    /// An expression that stands alone. `xs.append(x)` gives `xs` a longer list, for lists never change.
    pub(super) fn lone_expression(&mut self, expression: &Expression) -> Outcome {
        match (&expression.kind, names::grown(expression)) {
            (ExpressionKind::Call { callee, arguments }, Some(list)) => {
                let ExpressionKind::Attribute { object, name } = &callee.kind else { return self.eval(expression) };
                if !matches!(self.eval(object)?, Value::List(_)) {
                    return self.eval(expression);
                }
                let longer = self.grow(expression.span, object, name, arguments)?;
                self.rebind(&list, longer)?;
                Ok(Value::None)
            }
            _ => self.eval(expression),
        }
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
        let values = self.eval(iterable)?;
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
        let said = message.map(|message| self.eval(message)).transpose()?.map(|value| value.show());
        // An empty message says nothing, as none does.
        let said = said.filter(|said| !said.trim().is_empty());
        let said = said.unwrap_or_else(|| format!("this does not hold: {}", self.text_at(test.span)));
        let error = Diagnostic::new(test.span, said);
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
            let text = value.show();
            (!literal && text.len() <= 60 && !text.contains('\n')).then_some((expression.span, format!("is {text}")))
        };
        [side(first), side(right)].into_iter().flatten().collect()
    }

    fn import(&mut self, import: &Import) -> Outcome<()> {
        let value = builtins::import(&import.module.name, import.item.as_ref().map(|item| &*item.name)).map_err(
            |(message, help)| {
                let span = import.item.as_ref().map_or(import.module.span, |item| item.span);
                Diagnostic::new(span, message).help(help)
            },
        )?;
        // `import a.b` binds `a`.
        let whole = import.item.is_none() && import.binds.span == import.module.span;
        let value = if whole { builtins::bare(&import.binds.name).unwrap_or(value) } else { value };
        self.bind(&import.binds, value);
        Ok(())
    }
}
