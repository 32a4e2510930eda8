//! Which names each statement of a program takes, and which it gives a value: what follows from a value is read off these.

use std::sync::Arc;

use super::known_names::KnownNames;
use super::names::{Names, names, root};
use super::syntax::{Expression, ExpressionKind, Identifier, Statement, StatementKind, Target};

/// The names of each statement by itself, in their order. A name that an earlier statement of the program has given a value is taken, too.
pub(super) fn flow(program: &[Statement], known: &dyn KnownNames) -> Vec<Names> {
    let mut hidden: Vec<Arc<str>> = Vec::new();
    let mut flow = Vec::with_capacity(program.len());
    for statement in program {
        let mut own = of_statement(statement, known);
        let taken = own.always_there.iter().filter(|(name, _)| hidden.contains(name)).cloned();
        own.uses.extend(taken);
        hidden.extend(own.hides.iter().cloned());
        flow.push(own);
    }
    flow
}

fn of_statement(statement: &Statement, known: &dyn KnownNames) -> Names {
    let mut own = names(std::slice::from_ref(statement), known);
    let changes = std::mem::take(&mut own.changes).into_iter().map(|(name, span)| Identifier { name, span });
    for object in changes.chain(changed_objects(statement)) {
        if !known.is_builtin(&object.name) && !own.defines(&object.name) {
            own.defines.push((object.name, object.span));
        }
    }
    own
}

/// The names whose objects a statement changes: `layer.weight = w`, `model.load(w)`. A call that only reads cannot be told from one that
/// changes, so both count.
fn changed_objects(statement: &Statement) -> Vec<Identifier> {
    match &statement.kind {
        StatementKind::Assign { targets, .. } => targets.iter().filter_map(of_target).collect(),
        StatementKind::Augment { target, .. } => of_target(target).into_iter().collect(),
        StatementKind::Expression(call) => of_call(call).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn of_target(target: &Target) -> Option<Identifier> {
    match target {
        Target::Attribute { object, .. } | Target::Item { object, .. } => owner(object),
        Target::Name(_) | Target::Tuple(..) | Target::Starred(..) | Target::Missing(_) => None,
    }
}

fn of_call(call: &Expression) -> Option<Identifier> {
    let ExpressionKind::Call { callee, arguments } = &call.kind else { return None };
    let ExpressionKind::Attribute { object, .. } = &callee.kind else { return None };
    owner(object).filter(|_| !arguments.is_empty())
}

/// The name at the root of `x`, `x[0]` and `x.y`.
fn owner(object: &Expression) -> Option<Identifier> {
    match &object.kind {
        ExpressionKind::Index { object, .. } | ExpressionKind::Attribute { object, .. } => owner(object),
        _ => root(object),
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::{flow, parse};

    fn told(source: &str) -> Vec<String> {
        let listed = |names: &[(std::sync::Arc<str>, crate::lang::Span)]| {
            names.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(" ")
        };
        let told = |names: &crate::lang::Names| format!("{} <- {}", listed(&names.defines), listed(&names.uses));
        flow(&parse(source).program).iter().map(told).collect()
    }

    #[test]
    fn each_statement_takes_what_it_reads_and_gives_what_it_binds() {
        assert_eq!(
            told("Q = X @ W_Q\nK = X @ W_K\nassert Q[at] == asks"),
            ["Q <- X W_Q", "K <- X W_K", " <- Q at asks"]
        );
        assert_eq!(told("n = len(words)\nn = n + 1"), ["n <- words", "n <- n"]);
        assert_eq!(told("def f(x):\n    return x @ W"), ["f <- W"]);
    }

    #[test]
    fn objects_that_are_given_something_count_as_changed() {
        assert_eq!(told("linear.weight = nn.Parameter(W.T)"), ["linear <- linear W"]);
        assert_eq!(told("model.load_state_dict(weights)\ntorch.manual_seed(s)"), ["model <- model weights", " <- s"]);
    }
}
