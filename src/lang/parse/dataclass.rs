//! `@dataclass`: a class whose `__init__`, `__repr__` and `__eq__` follow from the names that its block annotates.

use std::sync::Arc;

use ruff_python_ast as ast;

use super::identifier;
use super::statements::{Decorated, Inside, Lowering};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{
    Argument, Comparison, Expression, ExpressionKind, Identifier, Import, Parameter, ParameterKind, Piece, Span,
    Statement, StatementKind, Target,
};

/// `name: type` or `name: type = default` in the block of the class.
struct Field {
    name: Identifier,
    has_default: bool,
    /// What `= field(...)` says of it, if it is written so.
    call: Option<FieldCall>,
}

/// What `field(...)` says of a name, as far as it says what the methods of the class do with it.
struct FieldCall {
    init: bool,
    repr: bool,
    compare: bool,
}

impl Field {
    fn is(&self, part: impl Fn(&FieldCall) -> bool) -> bool {
        self.call.as_ref().is_none_or(part)
    }
}

/// The module and its function that gives what a field has where nothing was passed.
const MODULE: &str = "dataclasses";
const VALUE_OF: &str = "value_of";

/// Whether a decorator is `@dataclass` without options, which would ask for more.
pub(super) fn is_dataclass(decorator: &ast::Expr) -> bool {
    match decorator {
        ast::Expr::Name(name) => name.id.as_str() == "dataclass",
        ast::Expr::Attribute(it) => {
            it.attr.as_str() == "dataclass"
                && matches!(&*it.value, ast::Expr::Name(module) if module.id.as_str() == "dataclasses")
        }
        ast::Expr::Call(call) => call.arguments.is_empty() && is_dataclass(&call.func),
        _ => false,
    }
}

/// Whether a decorator is `@dataclass` with options.
pub(super) fn has_options(decorator: &ast::Expr) -> bool {
    matches!(decorator, ast::Expr::Call(call) if !call.arguments.is_empty() && is_dataclass(&call.func))
}

/// The names that the block of a class annotates.
pub(super) fn annotated(it: &ast::StmtClassDef) -> Vec<Identifier> {
    it.body.iter().filter_map(field).map(|field| field.name).collect()
}

/// The fields whose default is a list, a dict or a set that all objects of the class would share.
fn shared_default(statement: &ast::Stmt) -> Option<(&ast::Expr, &'static str)> {
    let ast::Stmt::AnnAssign(it) = statement else { return None };
    let value = it.value.as_deref()?;
    match value {
        ast::Expr::List(_) | ast::Expr::ListComp(_) => Some((value, "list")),
        ast::Expr::Dict(_) | ast::Expr::DictComp(_) => Some((value, "dict")),
        ast::Expr::Set(_) | ast::Expr::SetComp(_) => Some((value, "set")),
        _ => None,
    }
}

impl Lowering {
    /// The methods that a data class has without writing them, those left out that it does write.
    pub(super) fn methods_of_fields(&mut self, it: &ast::StmtClassDef) -> Vec<Statement> {
        let fields: Vec<Field> = it.body.iter().filter_map(field).collect();
        for (value, kind) in it.body.iter().filter_map(shared_default) {
            let message =
                format!("a mutable default, <class '{kind}'>, is not allowed for a field: all objects would share it");
            let error = Diagnostic::new(super::span(ruff_text_size::Ranged::range(value)), message);
            self.errors
                .push(error.help(format!("write field(default_factory={kind}), with from dataclasses import field")));
        }
        let taken: Vec<&Field> = fields.iter().filter(|field| field.is(|call| call.init)).collect();
        for pair in taken.windows(2) {
            if pair[0].has_default && !pair[1].has_default {
                let message =
                    format!("`{}` has no default, but `{}` before it has one", pair[1].name.name, pair[0].name.name);
                self.errors
                    .push(Diagnostic::new(pair[1].name.span, message).help("put fields without a default first"));
            }
        }
        let written: Vec<&str> = it.body.iter().filter_map(method_name).collect();
        let span = identifier(&it.name).span;
        let methods = [
            ("__init__", init(&fields, written.contains(&"__post_init__"))),
            ("__repr__", repr(it, &fields)),
            ("__eq__", equality(&fields, span)),
        ];
        let missing = methods.into_iter().filter(|(name, _)| !written.contains(name));
        let mut body: Vec<_> =
            missing.map(|(name, (parameters, body))| self.method(name, parameters, body, span)).collect();
        let names = |part: &dyn Fn(&Field) -> bool| fields.iter().filter(|field| part(field)).collect::<Vec<_>>();
        body.push(names_as("__match_args__", &names(&|field| field.is(|call| call.init)), span));
        body.push(names_as("__dataclass_fields__", &names(&|_| true), span));
        body
    }

    fn method(&self, name: &str, parameters: Vec<Parameter>, body: Vec<Statement>, span: Span) -> Statement {
        let name = Identifier { name: name.into(), span };
        let function = self.function(name, Decorated::default(), parameters, (body, Inside::default()), span);
        Statement { span, kind: StatementKind::Define(function) }
    }
}

/// The names of fields as a tuple of the class: for the patterns of `match`, and for the functions of `dataclasses`.
fn names_as(name: &str, fields: &[&Field], span: Span) -> Statement {
    let text = |field: &&Field| Expression { span, kind: ExpressionKind::Str(field.name.name.clone()) };
    let value = Expression { span, kind: ExpressionKind::Tuple(fields.iter().map(text).collect()) };
    let target = Target::Name(Identifier { name: name.into(), span });
    Statement { span, kind: StatementKind::Assign { targets: vec![target], value } }
}

/// Two objects of the class are equal when their fields are.
fn equality(fields: &[Field], span: Span) -> (Vec<Parameter>, Vec<Statement>) {
    let other = Identifier { name: "other".into(), span };
    let part = |of: &Identifier, name: &Arc<str>| {
        let name = Identifier { name: name.clone(), span };
        Expression { span, kind: ExpressionKind::Attribute { object: Box::new(named(of)), name } }
    };
    let compared = |first: Expression, comparison: Comparison, second: Expression| {
        let kind = ExpressionKind::Compare { first: Box::new(first), rest: vec![(comparison, second)] };
        Expression { span, kind }
    };
    let give_back = |value| Statement { span, kind: StatementKind::Return(Some(value)) };
    let class: Arc<str> = "__class__".into();
    let is_other = compared(part(&own(span), &class), Comparison::IsNot, part(&other, &class));
    let neither = named(&Identifier { name: "NotImplemented".into(), span });
    let all = |of: &Identifier| {
        let compared = fields.iter().filter(|field| field.is(|call| call.compare));
        let parts = compared.map(|field| part(of, &field.name.name)).collect();
        Expression { span, kind: ExpressionKind::Tuple(parts) }
    };
    let branches = vec![(is_other, vec![give_back(neither)])];
    let body = vec![
        Statement { span, kind: StatementKind::If { branches, otherwise: Vec::new() } },
        give_back(compared(all(&own(span)), Comparison::Equal, all(&other))),
    ];
    (vec![plain(&own(span), None), plain(&other, None)], body)
}

fn field(statement: &ast::Stmt) -> Option<Field> {
    let ast::Stmt::AnnAssign(it) = statement else { return None };
    let ast::Expr::Name(name) = &*it.target else { return None };
    let name = Identifier { name: name.id.as_str().into(), span: super::span(name.range) };
    let call = it.value.as_deref().and_then(field_call);
    let has_default = match (&call, it.value.as_deref()) {
        (Some(_), Some(ast::Expr::Call(call))) => {
            ["default", "default_factory"].iter().any(|name| call.arguments.find_keyword(name).is_some())
        }
        (_, value) => value.is_some(),
    };
    Some(Field { name, has_default, call })
}

/// What `field(...)` says.
fn field_call(value: &ast::Expr) -> Option<FieldCall> {
    let ast::Expr::Call(call) = value else { return None };
    let is_field = match &*call.func {
        ast::Expr::Name(name) => name.id.as_str() == "field",
        ast::Expr::Attribute(it) => {
            it.attr.as_str() == "field" && matches!(&*it.value, ast::Expr::Name(module) if module.id.as_str() == MODULE)
        }
        _ => false,
    };
    let says = |name: &str| {
        let keyword = call.arguments.find_keyword(name);
        !keyword.is_some_and(|keyword| matches!(&keyword.value, ast::Expr::BooleanLiteral(it) if !it.value))
    };
    is_field.then(|| FieldCall { init: says("init"), repr: says("repr"), compare: says("compare") })
}

fn method_name(statement: &ast::Stmt) -> Option<&str> {
    match statement {
        ast::Stmt::FunctionDef(it) => Some(it.name.as_str()),
        _ => None,
    }
}

fn plain(name: &Identifier, default: Option<Expression>) -> Parameter {
    Parameter { name: name.clone(), default, kind: ParameterKind::Plain }
}

fn named(name: &Identifier) -> Expression {
    Expression { span: name.span, kind: ExpressionKind::Name(name.name.clone()) }
}

fn own(span: Span) -> Identifier {
    Identifier { name: "self".into(), span }
}

/// Each field is a parameter and becomes an attribute. Its default is what the block of the class has given its name.
fn init(fields: &[Field], goes_on: bool) -> (Vec<Parameter>, Vec<Statement>) {
    let start = fields.first().map(|field| field.name.span).unwrap_or_default();
    let mut parameters = vec![plain(&own(start), None)];
    let mut body = Vec::new();
    if fields.iter().any(|field| field.call.is_some()) {
        body.push(import_of_value(start));
    }
    for field in fields {
        let Field { name, has_default, .. } = field;
        let is_taken = field.is(|call| call.init);
        if is_taken {
            parameters.push(plain(name, has_default.then(|| named(name))));
        } else if !has_default {
            continue;
        }
        let attribute = ExpressionKind::Attribute { object: Box::new(named(&own(name.span))), name: name.clone() };
        let given = if is_taken { named(name) } else { Expression { span: name.span, kind: attribute } };
        let value = if field.call.is_some() { value_of(given) } else { given };
        let target = Target::Attribute { object: named(&own(name.span)), name: name.clone(), span: name.span };
        body.push(Statement { span: name.span, kind: StatementKind::Assign { targets: vec![target], value } });
    }
    if goes_on {
        let name = Identifier { name: "__post_init__".into(), span: start };
        let callee = ExpressionKind::Attribute { object: Box::new(named(&own(start))), name };
        let callee = Box::new(Expression { span: start, kind: callee });
        let call = Expression { span: start, kind: ExpressionKind::Call { callee, arguments: Vec::new() } };
        body.push(Statement { span: start, kind: StatementKind::Expression(call) });
    }
    (parameters, body)
}

fn import_of_value(span: Span) -> Statement {
    let [module, item] = [MODULE, VALUE_OF].map(|name| Identifier { name: name.into(), span });
    let import = Import { module, item: Some(item.clone()), binds: item };
    Statement { span, kind: StatementKind::Import(vec![import]) }
}

/// What a field has: what was passed, or what its default makes.
fn value_of(given: Expression) -> Expression {
    let span = given.span;
    let callee = Box::new(named(&Identifier { name: VALUE_OF.into(), span }));
    Expression { span, kind: ExpressionKind::Call { callee, arguments: vec![Argument::Plain(given)] } }
}

/// `Settings(width=16, heads=4)`.
fn repr(it: &ast::StmtClassDef, fields: &[Field]) -> (Vec<Parameter>, Vec<Statement>) {
    let span = identifier(&it.name).span;
    let mut pieces = vec![Piece::Text(format!("{}(", it.name).into())];
    for (place, Field { name, .. }) in fields.iter().filter(|field| field.is(|call| call.repr)).enumerate() {
        pieces.push(Piece::Text(format!("{}{}=", if place > 0 { ", " } else { "" }, name.name).into()));
        let value = ExpressionKind::Attribute { object: Box::new(named(&own(span))), name: name.clone() };
        let value = Expression { span, kind: value };
        pieces.push(Piece::Field { value, label: None, conversion: Some('r'), format: Vec::new() });
    }
    pieces.push(Piece::Text(")".into()));
    let text = Expression { span, kind: ExpressionKind::Format(pieces) };
    (vec![plain(&own(span), None)], vec![Statement { span, kind: StatementKind::Return(Some(text)) }])
}
