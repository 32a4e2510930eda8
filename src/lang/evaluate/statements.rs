//! Statements: what binds names and what decides which comes next.

use std::sync::Arc;

use super::generators::Resumption;
use super::iteration::not_unpacked;
use super::locations::Location;
use super::operators::Operand;
use super::properties::{accessor, bound_as};
use super::{Interpreter, Outcome, unreadable};
use crate::lang::diagnostic::{Assertion, Diagnostic};
use crate::lang::syntax::{
    Binary, Binding, Expression, ExpressionKind, Function, Identifier, Import, Span, Statement, StatementKind, Target,
};
use crate::lang::value::Value;

/// The help where there are too many names or too few.
const AS_MANY: &str = "write as many names to the left of `=` as there are values to its right";

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
    /// The generator waits, and gives this.
    Yield(Value),
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
        let first = match self.resumptions.pop() {
            Some(Resumption::Block(place)) => place,
            _ => 0,
        };
        for (place, statement) in body.iter().enumerate().skip(first) {
            match self.nested(statement.span, |machine| machine.statement(statement))? {
                Flow::Next => {}
                leaves => return Ok(self.noted(leaves, || Resumption::Block(place))),
            }
        }
        Ok(Flow::Next)
    }

    /// Notes where a statement is, if a `yield` leaves it.
    pub(super) fn noted(&mut self, flow: Flow, resumption: impl FnOnce() -> Resumption) -> Flow {
        if let Flow::Yield(_) = &flow {
            self.resumptions.push(resumption());
        }
        flow
    }

    /// Runs one statement. Each kind has a function of its own, so that one level takes little stack.
    fn statement(&mut self, statement: &Statement) -> Outcome<Flow> {
        self.step(statement.span)?;
        match &statement.kind {
            StatementKind::Return(value) => self.give_back(value.as_ref()),
            StatementKind::Yield { targets, value, is_from } => {
                self.yield_statement(statement.span, targets, value.as_ref(), *is_from)
            }
            StatementKind::If { branches, otherwise } => self.branch(branches, otherwise),
            StatementKind::Match { subject, cases } => self.match_statement(subject, cases),
            StatementKind::For { target, iterable, body, otherwise } => {
                self.for_loop(target, iterable, body, otherwise)
            }
            StatementKind::While { test, body, otherwise } => self.while_loop(test, body, otherwise),
            StatementKind::Break => Ok(Flow::Break),
            StatementKind::Continue => Ok(Flow::Continue),
            StatementKind::With { contexts, body } => self.with(contexts, body),
            StatementKind::Raise { error, cause } => {
                self.raise(statement.span, error.as_ref(), cause.as_ref()).map(|never| match never {})
            }
            StatementKind::Try(it) => self.try_statement(statement.span, it),
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
            StatementKind::Expression(value) => self.eval(value).map(drop),
            StatementKind::Define(function) => self.define_function(function),
            StatementKind::Class(class) => self.define_class(class),
            StatementKind::Assert { test, message } => self.assert(test, message.as_ref()),
            StatementKind::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target)),
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
        let decorators = self.values(&function.decorators)?;
        let value = self.closure(function)?;
        let value = match function.binding {
            Binding::Setter | Binding::Deleter => {
                let name = accessor(&function.name.name, function.binding);
                return self.bind(&Identifier { name, span: function.name.span }, value);
            }
            binding => {
                let value = self.decorated(&function.decorators, decorators, value)?;
                bound_as(value, binding, function.name.span)?
            }
        };
        self.bind(&function.name, value)
    }

    /// What the decorators of a function or a class make of it, the innermost first.
    pub(super) fn decorated(&mut self, written: &[Expression], decorators: Vec<Value>, value: Value) -> Outcome {
        let mut innermost_first = written.iter().zip(decorators).rev();
        innermost_first
            .try_fold(value, |value, (written, decorator)| self.call_plain(&decorator, vec![value], written.span))
    }

    fn assign(&mut self, targets: &[Target], expression: &Expression) -> Outcome<()> {
        let value = self.eval(expression)?;
        if let [Target::Name(name)] = targets {
            let value = self.traced(value, expression.span);
            return self.bind(name, value);
        }
        targets.iter().try_for_each(|target| self.store(target, value.clone()))
    }

    /// `x += y`: what names the place is evaluated once.
    fn augment(&mut self, span: Span, target: &Target, operator: Binary, expression: &Expression) -> Outcome<()> {
        let (place, held) = self.located(target)?;
        let value = self.augmented(span, Operand::atom(target.span(), held.clone()), operator, expression)?;
        let is_in_place = matches!((&held, &value), (Value::Tensor(held), Value::Tensor(value)) if held.is(value));
        match place {
            // A view of the tensor was changed, and the tensor with it.
            Location::Item(item) if item.shows(&value) => Self::note_written(&item, &value),
            Location::Item(item) => self.nested(item.span, |machine| machine.put_item(item, value)),
            Location::Name(name) => self.bind(name, value),
            // So was what `data` shows.
            Location::Attribute { owner, name }
                if is_in_place && &*name.name == "data" && matches!(self.read(owner.clone()), Value::Tensor(_)) =>
            {
                Ok(())
            }
            Location::Attribute { owner, name } => {
                Self::name(&value, &name.name);
                self.set_member(&owner, name, value)
            }
        }
    }

    /// Gives a value to what stands left of `=`.
    pub(super) fn store(&mut self, target: &Target, value: Value) -> Outcome<()> {
        match target {
            Target::Name(name) => self.bind(name, value),
            Target::Tuple(targets, span) => self.unpack(targets, *span, &value),
            Target::Item { object, index, span } => {
                let item = self.item_place(object, index, *span)?;
                self.put_item(item, value)
            }
            Target::Attribute { object, name, .. } => {
                let object = self.eval(object)?;
                Self::name(&value, &name.name);
                self.set_member(&object, name, value)
            }
            Target::Starred(_, span) | Target::Missing(span) => Err(unreadable(*span)),
        }
    }

    fn unpack(&mut self, targets: &[Target], span: Span, value: &Value) -> Outcome<()> {
        let starred = targets.iter().position(|target| matches!(target, Target::Starred(..)));
        let mut values = match starred {
            Some(_) => self.iterate(value, span).map_err(|error| not_unpacked(error, value))?,
            None => self.unpacked(targets.len(), value, span, AS_MANY)?,
        };
        if let Some(place) = starred {
            let fixed = targets.len() - 1;
            if values.len() < fixed {
                let message = format!("there are {} names, but {} values", targets.len(), values.len());
                let got = values.len();
                let words = format!("not enough values to unpack (expected at least {fixed}, got {got})");
                return Err(Diagnostic::new(span, message).raising_as("ValueError", words).help(AS_MANY));
            }
            let middle: Vec<Value> = values.splice(place..place + values.len() - fixed, [Value::None]).collect();
            values[place] = self.new_list(span, middle)?;
        }
        for (target, value) in targets.iter().zip(values) {
            match target {
                Target::Starred(inner, _) => self.store(inner, value)?,
                target => self.nested(span, |machine| machine.store(target, value))?,
            }
        }
        Ok(())
    }

    fn branch(&mut self, branches: &[(Expression, Vec<Statement>)], otherwise: &[Statement]) -> Outcome<Flow> {
        let place = match self.resumptions.pop() {
            Some(Resumption::Branch(place)) => place,
            _ => self.chosen(branches)?,
        };
        let body = branches.get(place).map_or(otherwise, |(_, body)| body);
        let flow = self.block(body)?;
        Ok(self.noted(flow, || Resumption::Branch(place)))
    }

    /// The first branch whose test holds, or the number of branches.
    fn chosen(&mut self, branches: &[(Expression, Vec<Statement>)]) -> Outcome<usize> {
        for (place, (test, _)) in branches.iter().enumerate() {
            if self.truth(test)? {
                return Ok(place);
            }
        }
        Ok(branches.len())
    }

    fn for_loop(
        &mut self,
        target: &Target,
        iterable: &Expression,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Outcome<Flow> {
        let (mut progress, mut is_in_body) = if let Some(Resumption::For(progress)) = self.resumptions.pop() {
            (progress, true)
        } else {
            let values = self.eval(iterable)?;
            (Some(self.progress(values, iterable.span)?), false)
        };
        while let Some(items) = &mut progress {
            if !std::mem::take(&mut is_in_body) {
                let Some(item) = self.next_item(items, iterable.span)? else { break };
                self.step(target.span())?;
                self.store(target, item)?;
            }
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Yield(item) => return Ok(self.noted(Flow::Yield(item), || Resumption::For(progress))),
                leaves => {
                    self.leave_loop(progress, iterable.span)?;
                    return Ok(if let Flow::Break = leaves { Flow::Next } else { leaves });
                }
            }
        }
        let flow = self.block(otherwise)?;
        Ok(self.noted(flow, || Resumption::For(None)))
    }

    fn while_loop(&mut self, test: &Expression, body: &[Statement], otherwise: &[Statement]) -> Outcome<Flow> {
        let resumed = match self.resumptions.pop() {
            Some(Resumption::While { is_in_body }) => Some(is_in_body),
            _ => None,
        };
        let mut is_in_body = resumed == Some(true);
        while resumed != Some(false) && (std::mem::take(&mut is_in_body) || self.truth(test)?) {
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                leaves => return Ok(self.noted(leaves, || Resumption::While { is_in_body: true })),
            }
        }
        let flow = self.block(otherwise)?;
        Ok(self.noted(flow, || Resumption::While { is_in_body: false }))
    }

    fn assert(&mut self, test: &Expression, message: Option<&Expression>) -> Outcome<()> {
        let (holds, sides) = self.tested(test)?;
        if holds {
            return Ok(());
        }
        let said = match message {
            Some(message) => {
                let value = self.eval(message)?;
                self.text(&value, false, message.span)?
            }
            None => String::new(),
        };
        let words = said.clone();
        // An empty message says nothing, as none does.
        let says_nothing = said.trim().is_empty();
        let said = if says_nothing { format!("this does not hold: {}", self.text_at(test.span)) } else { said };
        let mut error = Diagnostic::new(test.span, said).raising_as("AssertionError", words);
        error.assertion = Some(if says_nothing { Assertion::Bare } else { Assertion::Worded });
        Err(sides.into_iter().fold(error, |error, (span, text)| error.label(span, text)))
    }

    /// Whether a test holds, and of a comparison that fails what both of its sides were.
    fn tested(&mut self, test: &Expression) -> Outcome<(bool, Vec<(Span, String)>)> {
        let ExpressionKind::Compare { first, rest } = &test.kind else { return Ok((self.truth(test)?, Vec::new())) };
        let [(comparison, second)] = rest.as_slice() else { return Ok((self.truth(test)?, Vec::new())) };
        self.step(test.span)?;
        self.nested(test.span, |machine| {
            let left = Operand::of(first, machine.eval(first)?);
            let right = Operand::of(second, machine.eval(second)?);
            let value = machine.compared(left.span.cover(right.span), &left, *comparison, &right)?;
            if machine.truth_of(&value, test.span)? {
                return Ok((true, Vec::new()));
            }
            Ok((false, [side(first, &left.value), side(second, &right.value)].into_iter().flatten().collect()))
        })
    }

    fn import(&mut self, import: &Import) -> Outcome<()> {
        let value = self.library.import(&import.module.name, import.item.as_ref().map(|item| &*item.name)).map_err(
            |(message, help)| {
                let span = import.item.as_ref().map_or(import.module.span, |item| item.span);
                let error = Diagnostic::new(span, message).help(help);
                match self.library.not_found(&import.module.name) {
                    Some(name) => error.raising_as("ModuleNotFoundError", format!("No module named '{name}'")),
                    None => error,
                }
            },
        )?;
        // `import a.b` binds `a`.
        let whole = import.item.is_none() && import.binds.span == import.module.span;
        let value = if whole { self.library.import(&import.binds.name, None).unwrap_or(value) } else { value };
        self.bind(&import.binds, value)
    }
}

/// What one side of a comparison was, where that is short and not written there.
fn side(expression: &Expression, value: &Value) -> Option<(Span, String)> {
    let is_literal =
        matches!(expression.kind, ExpressionKind::Int(_) | ExpressionKind::Float(_) | ExpressionKind::Str(_));
    let (text, is_whole) = value.beginning(60);
    let text = if let Value::Str(text) = value { text.to_string() } else { text };
    (!is_literal && is_whole && text.len() <= 60 && !text.contains('\n'))
        .then_some((expression.span, format!("is {text}")))
}
