//! Ruff's statements become ours.

use std::sync::Arc;

use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

use super::constructs::Construct;
use super::dataclass::is_dataclass;
use super::{identifier, span};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::names;
use crate::lang::parse::expressions::binary;
use crate::lang::syntax::{
    Binding, ClassStatement, Function, Handler, Identifier, Import, MAX_DEPTH, Parameter, ParameterKind, Span,
    Statement, StatementKind, TryStatement,
};

/// How many names a cell usually has.
const USUAL_NAMES: usize = 28;

/// The walk over Ruff's tree.
#[derive(Default)]
pub(super) struct Lowering {
    /// What was refused so far.
    pub(super) errors: Vec<Diagnostic>,
    /// The names so far. All places where one stands share its text, so that a running program finds it by its address.
    names: FxHashSet<Arc<str>>,
    depth: u32,
    too_deep: bool,
    around: Around,
}

/// What stands directly around a statement, and so which words may stand in it.
#[derive(Clone, Copy, Default)]
struct Around {
    /// `return` may.
    function: bool,
    /// `break` and `continue` may.
    repeats: bool,
    /// `@property` and its like may.
    class: bool,
}

impl Lowering {
    /// Notes that `span` holds something that the language does not have.
    pub(super) fn refuse(&mut self, range: TextRange, construct: Construct) {
        self.errors.push(construct.refusal(span(range)));
    }

    fn error(&mut self, range: TextRange, message: &str, help: &str) {
        self.errors.push(Diagnostic::new(span(range), message).help(help));
    }

    /// The one text of a name.
    pub(super) fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        if self.names.is_empty() {
            // Most cells have no more, and growing to this in small steps takes longer than all the rest.
            self.names.reserve(USUAL_NAMES);
        }
        let name: Arc<str> = Arc::from(name);
        self.names.insert(Arc::clone(&name));
        name
    }

    /// One level down; `None`, with an error, where the text nests too deep.
    pub(super) fn nested<T>(&mut self, range: TextRange, lower: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            if !std::mem::replace(&mut self.too_deep, true) {
                let message = format!("this is nested more than {MAX_DEPTH} deep");
                self.errors.push(Diagnostic::new(span(range), message).help("assign a part of it to a name"));
            }
            return None;
        }
        self.depth += 1;
        let lowered = lower(self);
        self.depth -= 1;
        Some(lowered)
    }

    pub(super) fn block(&mut self, body: &[ast::Stmt]) -> Vec<Statement> {
        body.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: &ast::Stmt) -> Statement {
        let range = statement.range();
        let kind = self.nested(range, |it| it.statement_kind(statement));
        let kind = kind.unwrap_or(StatementKind::Refused { binds: Vec::new(), body: Vec::new() });
        Statement { span: span(range), kind }
    }

    fn statement_kind(&mut self, statement: &ast::Stmt) -> StatementKind {
        match statement {
            ast::Stmt::Expr(it) => StatementKind::Expression(self.expression(&it.value)),
            ast::Stmt::Assign(it) => StatementKind::Assign {
                targets: it.targets.iter().map(|target| self.target(target)).collect(),
                value: self.expression(&it.value),
            },
            ast::Stmt::AnnAssign(it) => self.annotated(it),
            ast::Stmt::AugAssign(it) => self.augmented(it),
            ast::Stmt::FunctionDef(it) => self.define(it),
            ast::Stmt::ClassDef(it) => self.class(it),
            ast::Stmt::Return(it) => self.give_back(it),
            ast::Stmt::If(it) => self.branches(it),
            ast::Stmt::For(it) => self.for_loop(it),
            ast::Stmt::While(it) => StatementKind::While {
                test: self.expression(&it.test),
                body: self.loop_body(&it.body),
                otherwise: self.block(&it.orelse),
            },
            ast::Stmt::Break(it) => self.loop_word(it.range, "break", StatementKind::Break),
            ast::Stmt::Continue(it) => self.loop_word(it.range, "continue", StatementKind::Continue),
            ast::Stmt::Pass(_) => StatementKind::Pass,
            ast::Stmt::Assert(it) => StatementKind::Assert {
                test: self.expression(&it.test),
                message: it.msg.as_deref().map(|message| self.expression(message)),
            },
            ast::Stmt::With(it) => self.with(it),
            ast::Stmt::Raise(it) => StatementKind::Raise {
                error: it.exc.as_deref().map(|error| self.expression(error)),
                cause: it.cause.as_deref().map(|cause| self.expression(cause)),
            },
            ast::Stmt::Delete(it) => {
                StatementKind::Delete(it.targets.iter().map(|target| self.target(target)).collect())
            }
            ast::Stmt::Try(it) if !it.is_star => self.try_statement(it),
            ast::Stmt::Import(it) => StatementKind::Import(it.names.iter().map(import_module).collect()),
            ast::Stmt::ImportFrom(it) => self.import_from(it),
            other => self.refused_statement(other),
        }
    }

    /// `x: int = 3` is an assignment, `x: int` says nothing here.
    fn annotated(&mut self, it: &ast::StmtAnnAssign) -> StatementKind {
        match &it.value {
            Some(value) => {
                StatementKind::Assign { targets: vec![self.target(&it.target)], value: self.expression(value) }
            }
            None => StatementKind::Pass,
        }
    }

    fn augmented(&mut self, it: &ast::StmtAugAssign) -> StatementKind {
        let target = self.target(&it.target);
        let value = self.expression(&it.value);
        StatementKind::Augment { target, operator: binary(it.op), value }
    }

    fn with(&mut self, it: &ast::StmtWith) -> StatementKind {
        if it.is_async {
            self.refuse(it.range, Construct::Async);
        }
        let context = |item: &ast::WithItem| {
            let target = item.optional_vars.as_deref().map(|target| self.target(target));
            (self.expression(&item.context_expr), target)
        };
        StatementKind::With { contexts: it.items.iter().map(context).collect(), body: self.block(&it.body) }
    }

    fn give_back(&mut self, it: &ast::StmtReturn) -> StatementKind {
        if !self.around.function {
            self.error(
                it.range,
                "`return` outside a function",
                "a cell returns nothing; its names are its results: write `name = value`",
            );
        }
        StatementKind::Return(it.value.as_deref().map(|value| self.expression(value)))
    }

    fn loop_word(&mut self, range: TextRange, word: &str, kind: StatementKind) -> StatementKind {
        if !self.around.repeats {
            self.error(range, &format!("`{word}` outside a loop"), "use it only inside a `for` or `while` loop");
        }
        kind
    }

    fn branches(&mut self, it: &ast::StmtIf) -> StatementKind {
        let mut branches = vec![(self.expression(&it.test), self.block(&it.body))];
        let mut otherwise = Vec::new();
        for clause in &it.elif_else_clauses {
            match &clause.test {
                Some(test) => branches.push((self.expression(test), self.block(&clause.body))),
                None => otherwise = self.block(&clause.body),
            }
        }
        StatementKind::If { branches, otherwise }
    }

    fn for_loop(&mut self, it: &ast::StmtFor) -> StatementKind {
        if it.is_async {
            self.refuse(it.range, Construct::Async);
        }
        StatementKind::For {
            target: self.target(&it.target),
            iterable: self.expression(&it.iter),
            body: self.loop_body(&it.body),
            otherwise: self.block(&it.orelse),
        }
    }

    fn try_statement(&mut self, it: &ast::StmtTry) -> StatementKind {
        let handlers = it.handlers.iter().map(|ast::ExceptHandler::ExceptHandler(handler)| Handler {
            classes: handler.type_.as_deref().map(|classes| self.expression(classes)),
            name: handler.name.as_ref().map(|name| self.bound(name)),
            body: self.block(&handler.body),
        });
        let handlers = handlers.collect();
        StatementKind::Try(Box::new(TryStatement {
            body: self.block(&it.body),
            handlers,
            otherwise: self.block(&it.orelse),
            finally: self.block(&it.finalbody),
        }))
    }

    fn loop_body(&mut self, body: &[ast::Stmt]) -> Vec<Statement> {
        let outer = std::mem::replace(&mut self.around.repeats, true);
        let body = self.block(body);
        self.around.repeats = outer;
        body
    }

    fn define(&mut self, it: &ast::StmtFunctionDef) -> StatementKind {
        if it.is_async {
            self.refuse(it.name.range, Construct::Async);
        }
        let decorated = self.decorated(&it.decorator_list);
        let parameters = self.parameters(&it.parameters);
        let body = self.function_body(|it_too| it_too.block(&it.body));
        StatementKind::Define(function(identifier(&it.name), decorated, parameters, body, span(it.range)))
    }

    /// What the decorators of a function say: what it is called with, and whether gradients are wanted in it. The outermost of those about
    /// gradients is entered first, so the innermost counts.
    fn decorated(&mut self, decorators: &[ast::Decorator]) -> (Binding, Option<bool>) {
        let (mut binding, mut gradients) = (Binding::Object, None);
        for decorator in decorators {
            binding = match &decorator.expression {
                ast::Expr::Name(name) if self.around.class && name.id.as_str() == "staticmethod" => Binding::Nothing,
                ast::Expr::Name(name) if self.around.class && name.id.as_str() == "classmethod" => Binding::Class,
                ast::Expr::Name(name) if self.around.class && name.id.as_str() == "property" => Binding::Property,
                ast::Expr::Call(call) if gradient_mode(&call.func).is_some() => {
                    gradients = gradient_mode(&call.func);
                    binding
                }
                _ => {
                    self.refuse(decorator.range, Construct::Decorator);
                    binding
                }
            };
        }
        (binding, gradients)
    }

    fn class(&mut self, it: &ast::StmtClassDef) -> StatementKind {
        let is_data = it.decorator_list.iter().any(|decorator| is_dataclass(&decorator.expression));
        if let Some(other) = it.decorator_list.iter().find(|decorator| !is_dataclass(&decorator.expression)) {
            self.refuse(other.range, Construct::Decorator);
        }
        if let Some(keyword) = it.keywords().first() {
            self.refuse(keyword.range, Construct::ClassOption);
        }
        if let Some(second) = it.bases().get(1) {
            self.refuse(second.range(), Construct::MoreBases);
        }
        let base = it.bases().first().map(|base| self.expression(base));
        let outer = std::mem::replace(&mut self.around, Around { class: true, ..Around::default() });
        let mut body = self.block(&it.body);
        self.around = outer;
        if is_data {
            body.extend(self.methods_of_fields(it));
        }
        StatementKind::Class(Arc::new(ClassStatement { name: identifier(&it.name), base, body, span: span(it.range) }))
    }

    /// Lowers what stands inside a function: there `return` may stand, and the loops outside it do not count.
    pub(super) fn function_body<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.around, Around { function: true, ..Around::default() });
        let body = lower(self);
        self.around = outer;
        body
    }

    pub(super) fn parameters(&mut self, it: &ast::Parameters) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let groups = [(&it.posonlyargs, ParameterKind::Positional), (&it.args, ParameterKind::Plain)];
        for (group, kind) in groups {
            parameters.extend(group.iter().map(|one| self.parameter(one, kind)));
        }
        parameters.extend(it.vararg.as_deref().map(|one| self.rest(one, ParameterKind::Rest)));
        parameters.extend(it.kwonlyargs.iter().map(|one| self.parameter(one, ParameterKind::Keyword)));
        parameters.extend(it.kwarg.as_deref().map(|one| self.rest(one, ParameterKind::Keywords)));
        self.check_parameters(&parameters);
        parameters
    }

    fn parameter(&mut self, it: &ast::ParameterWithDefault, kind: ParameterKind) -> Parameter {
        let default = it.default.as_deref().map(|default| self.expression(default));
        Parameter { name: self.bound(&it.parameter.name), default, kind }
    }

    fn rest(&mut self, it: &ast::Parameter, kind: ParameterKind) -> Parameter {
        Parameter { name: self.bound(&it.name), default: None, kind }
    }

    /// A name that is given a value.
    fn bound(&mut self, it: &ast::Identifier) -> Identifier {
        Identifier { name: self.name(it), span: span(it.range()) }
    }

    fn check_parameters(&mut self, parameters: &[Parameter]) {
        for (place, Parameter { name, .. }) in parameters.iter().enumerate() {
            if parameters[..place].iter().any(|earlier| earlier.name.name == name.name) {
                let message = format!("the parameter `{}` is given twice", name.name);
                self.errors.push(Diagnostic::new(name.span, message).help("give one of them another name"));
            }
        }
    }

    fn import_from(&mut self, it: &ast::StmtImportFrom) -> StatementKind {
        let Some(module) = it.module.as_ref().filter(|_| it.level == 0) else {
            self.refuse(it.range, Construct::RelativeImport);
            let binds = it.names.iter().map(|alias| identifier(alias.asname.as_ref().unwrap_or(&alias.name))).collect();
            return StatementKind::Refused { binds, body: Vec::new() };
        };
        if let Some(star) = it.names.iter().find(|alias| alias.name.as_str() == "*") {
            self.refuse(star.range, Construct::StarImport);
            return StatementKind::Pass;
        }
        let import = |alias: &ast::Alias| Import {
            module: identifier(module),
            item: Some(identifier(&alias.name)),
            binds: identifier(alias.asname.as_ref().unwrap_or(&alias.name)),
        };
        StatementKind::Import(it.names.iter().map(import).collect())
    }

    /// A statement outside the language: its error, and everything in it that other cells may count on.
    fn refused_statement(&mut self, statement: &ast::Stmt) -> StatementKind {
        let range = statement.range();
        let (construct, bodies): (_, Vec<&[ast::Stmt]>) = match statement {
            ast::Stmt::Try(it) => (Construct::ExceptStar, vec![&it.body, &it.orelse, &it.finalbody]),
            ast::Stmt::Match(it) => (Construct::Match, it.cases.iter().map(|case| case.body.as_slice()).collect()),
            ast::Stmt::Global(_) => (Construct::Global, vec![]),
            ast::Stmt::Nonlocal(_) => (Construct::Nonlocal, vec![]),
            ast::Stmt::TypeAlias(_) => (Construct::TypeAlias, vec![]),
            _ => (Construct::Escape, vec![]),
        };
        self.refuse(first_line(range, &bodies), construct);
        let body = bodies.into_iter().flat_map(|body| self.block(body)).collect();
        StatementKind::Refused { binds: Vec::new(), body }
    }
}

/// The head of a compound statement: what to underline when all of it is refused.
fn first_line(range: TextRange, bodies: &[&[ast::Stmt]]) -> TextRange {
    let block = bodies.iter().filter_map(|body| body.first()).map(|first| first.range().start()).min();
    block.map_or(range, |block| TextRange::new(range.start(), block.max(range.start())))
}

/// A function, with the names that it binds and reads.
pub(super) fn function(
    name: Identifier,
    (binding, gradients): (Binding, Option<bool>),
    parameters: Vec<Parameter>,
    body: Vec<Statement>,
    span: Span,
) -> Arc<Function> {
    let (locals, reads) = names::scope(&parameters, &body);
    Arc::new(Function { name, binding, gradients, parameters, body, span, locals, reads })
}

/// Whether gradients are wanted after `torch.no_grad`, `torch.inference_mode` and `torch.enable_grad`.
fn gradient_mode(callee: &ast::Expr) -> Option<bool> {
    let ast::Expr::Attribute(it) = callee else { return None };
    let ast::Expr::Name(module) = &*it.value else { return None };
    match (module.id.as_str(), it.attr.as_str()) {
        ("torch", "no_grad" | "inference_mode") => Some(false),
        ("torch", "enable_grad") => Some(true),
        _ => None,
    }
}

fn import_module(alias: &ast::Alias) -> Import {
    let module = identifier(&alias.name);
    // `import a.b` binds `a`, and gives the module under its full path from there.
    let first = module.name.split('.').next().unwrap_or("");
    let bound = Identifier { name: Arc::from(first), span: module.span };
    Import { binds: alias.asname.as_ref().map_or(bound, identifier), module, item: None }
}
