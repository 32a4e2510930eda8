//! `with`: a block that something is done around.

use super::generators::Resumption;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::Reference;
use crate::lang::syntax::{Expression, Span, Statement, Target};
use crate::lang::value::{Stub, Value};
use crate::tensor::tape::gradient_mode;

use super::statements::Flow;

/// A context that was entered, and what is to be done when it is left.
pub(super) enum Entered {
    /// A file, for which nothing is.
    File,
    /// Gradients are wanted again as they were before.
    GradientMode(bool),
    /// The `__exit__` of an object is called.
    Object(Reference, Span),
}

impl Interpreter<'_> {
    /// Several contexts are one `with` in another.
    pub(super) fn with(&mut self, contexts: &[(Expression, Option<Target>)], body: &[Statement]) -> Outcome<Flow> {
        let Some(((context, target), further)) = contexts.split_first() else { return self.block(body) };
        let (entered, bound, depth) = if let Some(Resumption::With(entered)) = self.resumptions.pop() {
            (entered, Ok(()), self.depth())
        } else {
            let value = self.eval(context)?;
            let (entered, given) = self.enter_context(value, context.span)?;
            let depth = self.depth();
            (entered, target.iter().try_for_each(|target| self.store(target, given.clone())), depth)
        };
        let flow = bound.and_then(|()| self.nested(context.span, |machine| machine.with(further, body)));
        match entered {
            entered if matches!(flow, Ok(Flow::Yield(_))) => Ok(self.noted(flow?, || Resumption::With(entered))),
            Entered::File => flow,
            Entered::GradientMode(before) => {
                gradient_mode::enable(before);
                flow
            }
            Entered::Object(object, span) => {
                if flow.is_err() {
                    self.close_down_to(&depth);
                }
                self.leave_object(&object, span, flow)
            }
        }
    }

    /// Enters a context, and says what `as` gives a name to.
    fn enter_context(&mut self, value: Value, span: Span) -> Outcome<(Entered, Value)> {
        if let Value::Object(object) = &value
            && let Some(given) = self.call_method(object, "__enter__", Vec::new(), span)?
        {
            return Ok((Entered::Object(object.clone(), span), given));
        }
        match value.as_stub() {
            Some(Stub::GradientMode { enables, before, .. }) => {
                let now = gradient_mode::enable(*enables);
                Ok((Entered::GradientMode(before.unwrap_or(now)), value.clone()))
            }
            Some(Stub::File(_)) => Ok((Entered::File, value)),
            _ => {
                let message = format!(
                    "`with` supports only torch.no_grad(), open(name) and objects with __enter__ and __exit__, not {}",
                    value.description()
                );
                Err(Diagnostic::new(span, message).help("write its block without the `with`"))
            }
        }
    }

    /// Calls the `__exit__` of an object. What it returns says whether an exception goes on its way.
    fn leave_object(&mut self, object: &Reference, span: Span, flow: Outcome<Flow>) -> Outcome<Flow> {
        let error = match flow {
            Err(error) if error.exception.is_some() => error,
            // What nobody can catch ends the cell.
            Err(error) => return Err(error),
            left => {
                self.call_method(object, "__exit__", vec![Value::None; 3], span)?;
                return left;
            }
        };
        let exception = self.exception(span, &error)?;
        let given = vec![Value::Class(exception.class.clone()), Value::Object(exception.clone()), Value::None];
        let exit = |machine: &mut Self| machine.call_method(object, "__exit__", given, span);
        let is_swallowed = match self.handling(&exception, &error, exit)? {
            Some(answer) => self.truth_of(&answer, span)?,
            None => false,
        };
        if is_swallowed { Ok(Flow::Next) } else { Err(self.on_its_way(error, exception)) }
    }
}
