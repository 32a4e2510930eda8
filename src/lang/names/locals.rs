//! The names that a function binds: its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lang::syntax::{Pattern, Statement, StatementKind, Target};

/// What statements bind in the function that they stand in.
pub(super) fn block_locals(body: &[Statement], found: &mut BTreeSet<Arc<str>>) {
    for statement in body {
        match &statement.kind {
            StatementKind::Assign { targets, .. } | StatementKind::Yield { targets, .. } => {
                for target in targets {
                    target_locals(target, found);
                }
            }
            StatementKind::Augment { target, .. } => target_locals(target, found),
            StatementKind::Define(function) => _ = found.insert(function.name.name.clone()),
            StatementKind::Class(class) => _ = found.insert(class.name.name.clone()),
            StatementKind::Import(imports) => found.extend(imports.iter().map(|it| it.binds.name.clone())),
            StatementKind::If { branches, otherwise } => {
                for (_, body) in branches {
                    block_locals(body, found);
                }
                block_locals(otherwise, found);
            }
            StatementKind::Match { cases, .. } => {
                for case in cases {
                    pattern_locals(&case.pattern, found);
                    block_locals(&case.body, found);
                }
            }
            StatementKind::For { target, body, otherwise, .. } => {
                target_locals(target, found);
                block_locals(body, found);
                block_locals(otherwise, found);
            }
            StatementKind::While { body, otherwise, .. } => {
                block_locals(body, found);
                block_locals(otherwise, found);
            }
            StatementKind::With { contexts, body } => {
                contexts.iter().filter_map(|(_, target)| target.as_ref()).for_each(|it| target_locals(it, found));
                block_locals(body, found);
            }
            StatementKind::Delete(targets) => targets.iter().for_each(|target| target_locals(target, found)),
            StatementKind::Try(it) => {
                found.extend(it.handlers.iter().filter_map(|handler| Some(handler.name.as_ref()?.name.clone())));
                it.blocks().for_each(|body| block_locals(body, found));
            }
            StatementKind::Refused { binds, body } => {
                found.extend(binds.iter().map(|it| it.name.clone()));
                block_locals(body, found);
            }
            _ => {}
        }
    }
}

fn pattern_locals(pattern: &Pattern, found: &mut BTreeSet<Arc<str>>) {
    found.extend(pattern.name().map(|name| name.name.clone()));
    pattern.parts().into_iter().for_each(|part| pattern_locals(part, found));
}

/// The plain names in a target. An item assignment binds nothing new: it needs its name to be there already.
pub(super) fn target_locals(target: &Target, found: &mut BTreeSet<Arc<str>>) {
    match target {
        Target::Name(name) => _ = found.insert(name.name.clone()),
        Target::Tuple(targets, _) => targets.iter().for_each(|one| target_locals(one, found)),
        Target::Starred(one, _) => target_locals(one, found),
        Target::Item { .. } | Target::Attribute { .. } | Target::Missing(_) => {}
    }
}
