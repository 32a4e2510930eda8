//! Ruff's expressions become ours.

use std::sync::Arc;

use ruff_python_ast as ast;
use ruff_text_size::Ranged;

use super::constructs::Construct;
use super::statements::{Decorated, Inside, Lowering};
use super::{identifier, span};
use crate::lang::syntax::{
    Argument, Binary, Clause, Comparison, Expression, ExpressionKind, Identifier, Parameter, ParameterKind, Piece,
    Span, Statement, StatementKind, Target, Unary,
};

impl Lowering {
    pub(super) fn target(&mut self, it: &ast::Expr) -> Target {
        self.nested(it.range(), |inner| inner.target_kind(it)).unwrap_or(Target::Missing(span(it.range())))
    }

    fn target_kind(&mut self, it: &ast::Expr) -> Target {
        let span = span(it.range());
        match it {
            ast::Expr::Name(name) if name.id.is_empty() => Target::Missing(span),
            ast::Expr::Name(name) => Target::Name(Identifier { name: self.name(&name.id), span }),
            ast::Expr::Subscript(it) => {
                Target::Item { object: self.expression(&it.value), index: self.expression(&it.slice), span }
            }
            ast::Expr::Attribute(it) => {
                Target::Attribute { object: self.expression(&it.value), name: identifier(&it.attr), span }
            }
            ast::Expr::Tuple(it) => Target::Tuple(it.elts.iter().map(|one| self.target(one)).collect(), span),
            ast::Expr::List(it) => Target::Tuple(it.elts.iter().map(|one| self.target(one)).collect(), span),
            ast::Expr::Starred(it) => Target::Starred(Box::new(self.target(&it.value)), span),
            // Ruff has said already that this cannot stand here.
            _ => Target::Missing(span),
        }
    }

    fn boxed(&mut self, it: &ast::Expr) -> Box<Expression> {
        Box::new(self.expression(it))
    }

    fn expressions(&mut self, list: &[ast::Expr]) -> Vec<Expression> {
        list.iter().map(|one| self.expression(one)).collect()
    }

    pub(super) fn expression(&mut self, it: &ast::Expr) -> Expression {
        let range = it.range();
        let kind = self.nested(range, |inner| inner.expression_kind(it));
        Expression { span: span(range), kind: kind.unwrap_or(ExpressionKind::Missing(Vec::new())) }
    }

    fn expression_kind(&mut self, it: &ast::Expr) -> ExpressionKind {
        match it {
            ast::Expr::Name(name) if name.id.is_empty() => ExpressionKind::Missing(Vec::new()),
            ast::Expr::Name(name) => ExpressionKind::Name(self.name(&name.id)),
            ast::Expr::NumberLiteral(it) => self.number(it),
            ast::Expr::StringLiteral(it) => ExpressionKind::Str(Arc::from(it.value.to_str())),
            ast::Expr::BooleanLiteral(it) => ExpressionKind::Bool(it.value),
            ast::Expr::NoneLiteral(_) => ExpressionKind::None,
            ast::Expr::EllipsisLiteral(_) => ExpressionKind::Ellipsis,
            ast::Expr::FString(it) => ExpressionKind::Format(self.f_string(&it.value)),
            ast::Expr::Tuple(it) => ExpressionKind::Tuple(self.expressions(&it.elts)),
            ast::Expr::List(it) => ExpressionKind::List(self.expressions(&it.elts)),
            ast::Expr::Dict(it) => self.dict(it),
            ast::Expr::Starred(it) => ExpressionKind::Starred(self.boxed(&it.value)),
            ast::Expr::UnaryOp(it) => ExpressionKind::Unary(unary(it.op), self.boxed(&it.operand)),
            ast::Expr::BinOp(it) => self.binary(it),
            ast::Expr::BoolOp(it) => match it.op {
                ast::BoolOp::And => ExpressionKind::And(self.expressions(&it.values)),
                ast::BoolOp::Or => ExpressionKind::Or(self.expressions(&it.values)),
            },
            ast::Expr::Compare(it) => self.compare(it),
            ast::Expr::If(it) => ExpressionKind::Conditional {
                test: self.boxed(&it.test),
                then: self.boxed(&it.body),
                otherwise: self.boxed(&it.orelse),
            },
            ast::Expr::Lambda(it) => self.lambda(it),
            ast::Expr::Call(it) => self.call(it),
            ast::Expr::Attribute(it) => {
                ExpressionKind::Attribute { object: self.boxed(&it.value), name: identifier(&it.attr) }
            }
            ast::Expr::Subscript(it) => {
                ExpressionKind::Index { object: self.boxed(&it.value), index: self.boxed(&it.slice) }
            }
            ast::Expr::Slice(it) => ExpressionKind::Slice {
                start: it.lower.as_deref().map(|one| self.boxed(one)),
                stop: it.upper.as_deref().map(|one| self.boxed(one)),
                step: it.step.as_deref().map(|one| self.boxed(one)),
            },
            ast::Expr::ListComp(it) => self.list_comprehension(&it.elt, &it.generators),
            ast::Expr::Generator(it) => self.generator(it),
            ast::Expr::Named(it) => self.named_expression(it),
            ast::Expr::Set(it) => {
                let items = ExpressionKind::List(self.expressions(&it.elts));
                ExpressionKind::Set(Box::new(Expression { span: span(it.range), kind: items }))
            }
            ast::Expr::SetComp(it) => {
                let items = self.list_comprehension(&it.elt, &it.generators);
                ExpressionKind::Set(Box::new(Expression { span: span(it.range), kind: items }))
            }
            ast::Expr::DictComp(it) => self.dict_comprehension(it),
            other => self.refused_expression(other),
        }
    }

    fn number(&mut self, it: &ast::ExprNumberLiteral) -> ExpressionKind {
        match &it.value {
            ast::Number::Float(value) => ExpressionKind::Float(*value),
            ast::Number::Int(value) => value.as_i64().map_or_else(
                || {
                    self.refuse(it.range, Construct::BigInteger);
                    ExpressionKind::Missing(Vec::new())
                },
                ExpressionKind::Int,
            ),
            ast::Number::Complex { .. } => {
                self.refuse(it.range, Construct::Complex);
                ExpressionKind::Missing(Vec::new())
            }
        }
    }

    fn dict(&mut self, it: &ast::ExprDict) -> ExpressionKind {
        let item =
            |item: &ast::DictItem| (item.key.as_ref().map(|key| self.expression(key)), self.expression(&item.value));
        ExpressionKind::Dict(it.items.iter().map(item).collect())
    }

    fn binary(&mut self, it: &ast::ExprBinOp) -> ExpressionKind {
        let (left, right) = (self.boxed(&it.left), self.boxed(&it.right));
        ExpressionKind::Binary { left, operator: binary(it.op), right }
    }

    fn compare(&mut self, it: &ast::ExprCompare) -> ExpressionKind {
        let first = self.boxed(&it.left);
        let others = it.ops.iter().zip(it.comparators.iter());
        let rest = others.map(|(operator, right)| (comparison(*operator), self.expression(right)));
        ExpressionKind::Compare { first, rest: rest.collect() }
    }

    fn lambda(&mut self, it: &ast::ExprLambda) -> ExpressionKind {
        let parameters = it.parameters.as_deref().map(|parameters| self.parameters(parameters)).unwrap_or_default();
        let (value, inside) = self.function_body(Inside::default(), "<lambda>", |inner| inner.expression(&it.body));
        let whole = span(it.range);
        let word = Span::new(whole.start, whole.start + "lambda".len() as u32);
        let name = Identifier { name: Arc::from("<lambda>"), span: word };
        let body = vec![Statement { span: value.span, kind: StatementKind::Return(Some(value)) }];
        ExpressionKind::Lambda(self.function(name, Decorated::default(), parameters, (body, inside), whole))
    }

    /// A generator expression is the call of a function whose one parameter has what the first `in` gives: `(x for x in xs if x)` is
    /// `def <genexpr>(.0): for x in .0: if x: yield x`.
    fn generator(&mut self, it: &ast::ExprGenerator) -> ExpressionKind {
        let whole = span(it.range);
        let Some((first, inner)) = it.generators.split_first() else { return ExpressionKind::Missing(Vec::new()) };
        if let Some(generator) = it.generators.iter().find(|generator| generator.is_async) {
            self.refuse(generator.range, Construct::Async);
        }
        let iterable = self.boxed(&first.iter);
        let items = Identifier { name: self.name(".0"), span: iterable.span };
        let read = Expression { span: items.span, kind: ExpressionKind::Name(Arc::clone(&items.name)) };
        let body = self.function_body(Inside::of_generator_expression(), "<genexpr>", |it_too| {
            vec![it_too.rounds(first, read, inner, &it.elt)]
        });
        let parameter = Parameter { name: items, default: None, kind: ParameterKind::Positional };
        let name = Identifier { name: self.name("<genexpr>"), span: whole };
        let function = self.function(name, Decorated::default(), vec![parameter], body, whole);
        ExpressionKind::Generator { function, iterable }
    }

    /// The loop over one clause of a generator expression, with those of the clauses inside it.
    fn rounds(
        &mut self,
        clause: &ast::Comprehension,
        iterable: Expression,
        inner: &[ast::Comprehension],
        element: &ast::Expr,
    ) -> Statement {
        let target = self.target(&clause.target);
        let tests = self.expressions(&clause.ifs);
        let innermost = if let Some((next, inner)) = inner.split_first() {
            let iterable = self.expression(&next.iter);
            self.rounds(next, iterable, inner, element)
        } else {
            let value = self.expression(element);
            let kind = StatementKind::Yield { targets: Vec::new(), value: Some(value), is_from: false };
            Statement { span: span(element.range()), kind }
        };
        let tested = |body: Statement, test: Expression| {
            let kind = StatementKind::If { branches: vec![(test, vec![body])], otherwise: Vec::new() };
            Statement { span: span(clause.range), kind }
        };
        let body = tests.into_iter().rev().fold(innermost, tested);
        let kind = StatementKind::For { target, iterable, body: vec![body], otherwise: Vec::new() };
        Statement { span: span(clause.range), kind }
    }

    fn named_expression(&mut self, it: &ast::ExprNamed) -> ExpressionKind {
        let value = self.boxed(&it.value);
        match self.target(&it.target) {
            Target::Name(name) => {
                self.named(&name.name);
                ExpressionKind::Named { name, value }
            }
            _ => ExpressionKind::Missing(vec![*value]),
        }
    }

    fn call(&mut self, it: &ast::ExprCall) -> ExpressionKind {
        let callee = self.boxed(&it.func);
        let arguments = it.arguments.iter_source_order().map(|argument| self.argument(argument)).collect();
        ExpressionKind::Call { callee, arguments }
    }

    fn argument(&mut self, it: ast::ArgOrKeyword<'_>) -> Argument {
        match it {
            ast::ArgOrKeyword::Arg(ast::Expr::Starred(it)) => Argument::Rest(self.expression(&it.value)),
            ast::ArgOrKeyword::Arg(it) => Argument::Plain(self.expression(it)),
            ast::ArgOrKeyword::Keyword(it) => match &it.arg {
                Some(name) => Argument::Keyword(identifier(name), self.expression(&it.value)),
                None => Argument::Keywords(self.expression(&it.value)),
            },
        }
    }

    fn list_comprehension(&mut self, element: &ast::Expr, generators: &[ast::Comprehension]) -> ExpressionKind {
        ExpressionKind::ListComprehension { element: self.boxed(element), clauses: self.clauses(generators) }
    }

    fn dict_comprehension(&mut self, it: &ast::ExprDictComp) -> ExpressionKind {
        let Some(key) = it.key.as_deref() else {
            self.refuse(it.range, Construct::UnpackingComprehension);
            return ExpressionKind::Missing(vec![self.expression(&it.value)]);
        };
        ExpressionKind::DictComprehension {
            key: self.boxed(key),
            value: self.boxed(&it.value),
            clauses: self.clauses(&it.generators),
        }
    }

    fn clauses(&mut self, generators: &[ast::Comprehension]) -> Vec<Clause> {
        if let Some(generator) = generators.iter().find(|generator| generator.is_async) {
            self.refuse(generator.range, Construct::Async);
        }
        let clause = |it: &ast::Comprehension| Clause {
            target: self.target(&it.target),
            iterable: self.expression(&it.iter),
            tests: self.expressions(&it.ifs),
        };
        generators.iter().map(clause).collect()
    }

    fn f_string(&mut self, value: &ast::FStringValue) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for part in value {
            match part {
                ast::FStringPart::Literal(text) => pieces.push(Piece::Text(Arc::from(&*text.value))),
                ast::FStringPart::FString(it) => pieces.extend(self.pieces(&it.elements)),
            }
        }
        pieces
    }

    fn pieces(&mut self, elements: &[ast::InterpolatedStringElement]) -> Vec<Piece> {
        elements.iter().map(|element| self.piece(element)).collect()
    }

    fn piece(&mut self, element: &ast::InterpolatedStringElement) -> Piece {
        match element {
            ast::InterpolatedStringElement::Literal(text) => Piece::Text(Arc::from(&*text.value)),
            ast::InterpolatedStringElement::Interpolation(it) => Piece::Field {
                value: self.expression(&it.expression),
                label: it.debug_text.as_ref().map(|text| Arc::from(text.as_str())),
                conversion: it.conversion.to_byte().map(char::from),
                format: match &it.format_spec {
                    Some(spec) => self.nested(it.range, |inner| inner.pieces(&spec.elements)).unwrap_or_default(),
                    None => Vec::new(),
                },
            },
        }
    }

    /// An expression outside the language: its error, and the parts of it that use names.
    fn refused_expression(&mut self, it: &ast::Expr) -> ExpressionKind {
        let (construct, parts) = match it {
            ast::Expr::Await(it) => (Construct::Async, vec![&*it.value]),
            ast::Expr::Yield(_) | ast::Expr::YieldFrom(_) => (Construct::YieldInside, vec![]),
            ast::Expr::BytesLiteral(_) => (Construct::Bytes, vec![]),
            ast::Expr::TString(_) => (Construct::Template, vec![]),
            _ => (Construct::Escape, vec![]),
        };
        self.refuse(it.range(), construct);
        ExpressionKind::Missing(parts.into_iter().map(|part| self.expression(part)).collect())
    }
}

fn unary(operator: ast::UnaryOp) -> Unary {
    match operator {
        ast::UnaryOp::USub => Unary::Negate,
        ast::UnaryOp::UAdd => Unary::Plus,
        ast::UnaryOp::Invert => Unary::Invert,
        ast::UnaryOp::Not => Unary::Not,
    }
}

pub(super) fn binary(operator: ast::Operator) -> Binary {
    match operator {
        ast::Operator::Add => Binary::Add,
        ast::Operator::Sub => Binary::Subtract,
        ast::Operator::Mult => Binary::Multiply,
        ast::Operator::MatMult => Binary::MatMul,
        ast::Operator::Div => Binary::Divide,
        ast::Operator::FloorDiv => Binary::FloorDivide,
        ast::Operator::Mod => Binary::Modulo,
        ast::Operator::Pow => Binary::Power,
        ast::Operator::BitAnd => Binary::And,
        ast::Operator::BitOr => Binary::Or,
        ast::Operator::BitXor => Binary::Xor,
        ast::Operator::LShift => Binary::ShiftLeft,
        ast::Operator::RShift => Binary::ShiftRight,
    }
}

fn comparison(operator: ast::CmpOp) -> Comparison {
    match operator {
        ast::CmpOp::Eq => Comparison::Equal,
        ast::CmpOp::NotEq => Comparison::NotEqual,
        ast::CmpOp::Lt => Comparison::Less,
        ast::CmpOp::LtE => Comparison::LessEqual,
        ast::CmpOp::Gt => Comparison::Greater,
        ast::CmpOp::GtE => Comparison::GreaterEqual,
        ast::CmpOp::Is => Comparison::Is,
        ast::CmpOp::IsNot => Comparison::IsNot,
        ast::CmpOp::In => Comparison::In,
        ast::CmpOp::NotIn => Comparison::NotIn,
    }
}
