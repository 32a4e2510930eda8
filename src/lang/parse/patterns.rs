//! Ruff's `match` becomes ours.

use ruff_python_ast as ast;
use ruff_text_size::Ranged;

use super::span;
use super::statements::Lowering;
use crate::lang::syntax::{Case, Expression, ExpressionKind, Identifier, Pattern, PatternKind, StatementKind};

impl Lowering {
    pub(super) fn match_statement(&mut self, it: &ast::StmtMatch) -> StatementKind {
        let subject = self.expression(&it.subject);
        let case = |case: &ast::MatchCase| {
            let pattern = self.pattern(&case.pattern);
            let guard = case.guard.as_deref().map(|guard| self.expression(guard));
            Case { pattern, guard, body: self.block(&case.body) }
        };
        StatementKind::Match { subject, cases: it.cases.iter().map(case).collect() }
    }

    fn pattern(&mut self, it: &ast::Pattern) -> Pattern {
        let range = it.range();
        let kind = self.nested(range, |inner| inner.pattern_kind(it)).unwrap_or(PatternKind::Any(None));
        Pattern { span: span(range), kind }
    }

    fn patterns(&mut self, list: &[ast::Pattern]) -> Vec<Pattern> {
        list.iter().map(|one| self.pattern(one)).collect()
    }

    fn optional_name(&mut self, name: Option<&ast::Identifier>) -> Option<Identifier> {
        name.map(|name| self.bound(name))
    }

    fn pattern_kind(&mut self, it: &ast::Pattern) -> PatternKind {
        match it {
            ast::Pattern::MatchValue(it) => PatternKind::Value(self.expression(&it.value)),
            ast::Pattern::MatchSingleton(it) => {
                let kind = match it.value {
                    ast::Singleton::None => ExpressionKind::None,
                    ast::Singleton::True => ExpressionKind::Bool(true),
                    ast::Singleton::False => ExpressionKind::Bool(false),
                };
                PatternKind::Singleton(Expression { span: span(it.range), kind })
            }
            ast::Pattern::MatchSequence(it) => PatternKind::Sequence(self.patterns(&it.patterns)),
            ast::Pattern::MatchStar(it) => PatternKind::Rest(self.optional_name(it.name.as_ref())),
            ast::Pattern::MatchMapping(it) => {
                let items = it.keys.iter().zip(&it.patterns);
                let items = items.map(|(key, part)| (self.expression(key), self.pattern(part))).collect();
                PatternKind::Mapping { items, rest: self.optional_name(it.rest.as_ref()) }
            }
            ast::Pattern::MatchClass(it) => {
                let named = it.arguments.keywords.iter();
                let named = named.map(|keyword| (self.bound(&keyword.attr), self.pattern(&keyword.pattern))).collect();
                let class = self.expression(&it.cls);
                PatternKind::Class { class, plain: self.patterns(&it.arguments.patterns), named }
            }
            ast::Pattern::MatchOr(it) => PatternKind::Either(self.patterns(&it.patterns)),
            ast::Pattern::MatchAs(it) => match (&it.pattern, &it.name) {
                (Some(inner), Some(name)) => PatternKind::As(Box::new(self.pattern(inner)), self.bound(name)),
                (_, name) => PatternKind::Any(self.optional_name(name.as_ref())),
            },
        }
    }
}
