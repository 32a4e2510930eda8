//! Ruff's statements become ours.

use std::collections::BTreeSet;
use std::sync::Arc;

use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

use super::constructs::Construct;
use super::dataclass::{annotated, has_options, is_dataclass};
use super::{identifier, span};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::names;
use crate::lang::parse::expressions::binary;
use crate::lang::syntax::{
    Binding, ClassStatement, Expression, Function, Handler, Identifier, Import, MAX_DEPTH, Outside, Parameter,
    ParameterKind, Span, Statement, StatementKind, Target, TryStatement,
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
    /// What was met so far in each function around, the innermost last.
    functions: Vec<Inside>,
    /// What stands before a name here where that is given in full: `A.f.<locals>.`.
    qualifier: Option<Arc<str>>,
}

/// What was met in a function.
#[derive(Debug, Default)]
pub(super) struct Inside {
    /// Whether it is that of a generator expression, in which `:=` binds outside.
    is_generator_expression: bool,
    /// Whether it has a `yield`.
    yields: bool,
    /// What `:=` binds in it.
    named: BTreeSet<Arc<str>>,
    /// What it binds outside of itself.
    outside: Outside,
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

impl Inside {
    /// The inside of a generator expression, which is a function that yields.
    pub(super) fn of_generator_expression() -> Self {
        Self { is_generator_expression: true, yields: true, ..Self::default() }
    }
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
            ast::Stmt::Expr(it) => match self.yielded(&it.value, &[]) {
                Some(kind) => kind,
                None => StatementKind::Expression(self.expression(&it.value)),
            },
            ast::Stmt::Assign(it) => match self.yielded(&it.value, &it.targets) {
                Some(kind) => kind,
                None => StatementKind::Assign { targets: self.targets(&it.targets), value: self.expression(&it.value) },
            },
            ast::Stmt::AnnAssign(it) => self.annotated(it),
            ast::Stmt::AugAssign(it) => self.augmented(it),
            ast::Stmt::FunctionDef(it) => self.define(it),
            ast::Stmt::ClassDef(it) => self.class(it),
            ast::Stmt::Return(it) => self.give_back(it),
            ast::Stmt::If(it) => self.branches(it),
            ast::Stmt::Match(it) => self.match_statement(it),
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
            ast::Stmt::Delete(it) => StatementKind::Delete(self.targets(&it.targets)),
            ast::Stmt::Global(it) => self.declare(&it.names, |outside| &mut outside.globals),
            ast::Stmt::Nonlocal(it) => self.declare(&it.names, |outside| &mut outside.nonlocals),
            ast::Stmt::Try(it) if !it.is_star => self.try_statement(it),
            ast::Stmt::Import(it) => StatementKind::Import(it.names.iter().map(import_module).collect()),
            ast::Stmt::ImportFrom(it) => self.import_from(it),
            other => self.refused_statement(other),
        }
    }

    fn targets(&mut self, targets: &[ast::Expr]) -> Vec<Target> {
        targets.iter().map(|target| self.target(target)).collect()
    }

    /// A statement that is a `yield`, or gives names to what one receives.
    fn yielded(&mut self, value: &ast::Expr, targets: &[ast::Expr]) -> Option<StatementKind> {
        let whole = value.range();
        let (value, is_from) = match value {
            ast::Expr::Yield(it) => (it.value.as_deref(), false),
            ast::Expr::YieldFrom(it) => (Some(&*it.value), true),
            _ => return None,
        };
        self.note_yield(whole);
        let value = value.map(|value| self.expression(value));
        let targets = self.targets(targets);
        Some(StatementKind::Yield { targets, value, is_from })
    }

    /// Notes that the function has a `yield`.
    fn note_yield(&mut self, range: TextRange) {
        match self.functions.last_mut() {
            Some(inside) if self.around.function => inside.yields = true,
            _ => {
                self.error(
                    range,
                    "`yield` outside a function",
                    "write it in a function, and loop over what that gives",
                );
            }
        }
    }

    /// `global` and `nonlocal`. At the top of a cell every name is one of the cell.
    fn declare(
        &mut self,
        names: &[ast::Identifier],
        group: fn(&mut Outside) -> &mut BTreeSet<Arc<str>>,
    ) -> StatementKind {
        for name in names {
            let name = self.name(name);
            if let Some(inside) = self.functions.last_mut() {
                group(&mut inside.outside).insert(name);
            }
        }
        StatementKind::Pass
    }

    /// `name := value` binds in the innermost function that is written as one, or in the cell.
    pub(super) fn named(&mut self, name: &Arc<str>) {
        let binder = self.functions.iter().rposition(|inside| !inside.is_generator_expression);
        let is_of_cell = binder.is_none_or(|binder| self.functions[binder].outside.globals.contains(name));
        if let Some(binder) = binder {
            self.functions[binder].named.insert(Arc::clone(name));
        }
        for inside in self.functions.iter_mut().skip(binder.map_or(0, |binder| binder + 1)) {
            let Outside { globals, nonlocals, .. } = &mut inside.outside;
            let outside = if is_of_cell { globals } else { nonlocals };
            outside.insert(Arc::clone(name));
            inside.named.insert(Arc::clone(name));
        }
    }

    /// `x: int = 3` is an assignment, `x: int` says nothing here.
    fn annotated(&mut self, it: &ast::StmtAnnAssign) -> StatementKind {
        match &it.value {
            Some(value) if let Some(kind) = self.yielded(value, std::slice::from_ref(&*it.target)) => kind,
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
        let decorated = self.decorated(&it.name, &it.decorator_list);
        let parameters = self.parameters(&it.parameters);
        let name = identifier(&it.name);
        let body = self.function_body(Inside::default(), &name.name, |it_too| it_too.block(&it.body));
        StatementKind::Define(self.function(name, decorated, parameters, body, span(it.range)))
    }

    /// Lowers what stands inside a function or a class of this name.
    fn qualified<T>(&mut self, name: &str, is_function: bool, lower: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.qualifier.as_deref().unwrap_or_default();
        let inner = format!("{around}{name}.{}", if is_function { "<locals>." } else { "" });
        let outer = self.qualifier.replace(Arc::from(inner));
        let lowered = lower(self);
        self.qualifier = outer;
        lowered
    }

    /// What the decorators of a function say: what it is called with, whether gradients are wanted in it, and what it is given to. Those
    /// about gradients that stand above one of the learner's own are themselves called.
    fn decorated(&mut self, function: &ast::Identifier, decorators: &[ast::Decorator]) -> Decorated {
        let mut decorated = Decorated::default();
        // From the innermost on.
        for decorator in decorators.iter().rev() {
            let expression = &decorator.expression;
            if decorated.binding != Binding::Object {
                self.refuse(decorator.range, Construct::DecoratedProperty);
            } else if let Some(binding) = self.binding(function, expression) {
                decorated.binding = binding;
            } else if let Some(enabled) = gradient_mode(expression).filter(|_| decorated.decorators.is_empty()) {
                // The outermost is entered first, so the innermost counts.
                decorated.gradients.get_or_insert(enabled);
            } else {
                decorated.decorators.insert(0, self.expression(expression));
            }
        }
        decorated
    }

    /// What a decorator of a method says that is of Python itself.
    fn binding(&self, function: &ast::Identifier, decorator: &ast::Expr) -> Option<Binding> {
        if !self.around.class {
            return None;
        }
        match decorator {
            ast::Expr::Name(name) => match name.id.as_str() {
                "staticmethod" => Some(Binding::Nothing),
                "classmethod" => Some(Binding::Class),
                "property" => Some(Binding::Property),
                _ => None,
            },
            ast::Expr::Attribute(it) if matches!(&*it.value, ast::Expr::Name(name) if name.id == function.id) => {
                match it.attr.as_str() {
                    "setter" => Some(Binding::Setter),
                    "deleter" => Some(Binding::Deleter),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn class(&mut self, it: &ast::StmtClassDef) -> StatementKind {
        let (data, others): (Vec<_>, Vec<_>) = it
            .decorator_list
            .iter()
            .map(|decorator| &decorator.expression)
            .partition(|it| is_dataclass(it) || has_options(it));
        let is_data = !data.is_empty();
        if let Some(options) = it.decorator_list.iter().find(|decorator| has_options(&decorator.expression)) {
            self.refuse(options.range, Construct::DataclassOptions);
        }
        let decorators = others.into_iter().map(|decorator| self.expression(decorator)).collect();
        if let Some(keyword) = it.keywords().first() {
            self.refuse(keyword.range, Construct::ClassOption);
        }
        let bases = it.bases().iter().map(|base| self.expression(base)).collect();
        let outer = std::mem::replace(&mut self.around, Around { class: true, ..Around::default() });
        let body = self.qualified(&it.name, false, |it_too| {
            let mut body = it_too.block(&it.body);
            if is_data {
                body.extend(it_too.methods_of_fields(it));
            }
            body
        });
        self.around = outer;
        let (name, qualifier) = (identifier(&it.name), self.qualifier.clone());
        StatementKind::Class(Arc::new(ClassStatement {
            name,
            qualifier,
            decorators,
            bases,
            body,
            annotated: annotated(it),
            span: span(it.range),
        }))
    }

    /// A function, with the names that it binds and reads.
    pub(super) fn function(
        &self,
        name: Identifier,
        decorated: Decorated,
        parameters: Vec<Parameter>,
        (body, inside): (Vec<Statement>, Inside),
        span: Span,
    ) -> Arc<Function> {
        let Decorated { binding, gradients, decorators } = decorated;
        let Inside { yields, named, mut outside, .. } = inside;
        let (locals, reads) = names::scope(&parameters, &body, named, &mut outside);
        let outside = (outside != Outside::default()).then(|| Box::new(outside));
        Arc::new(Function {
            name,
            qualifier: self.qualifier.clone(),
            binding,
            gradients,
            decorators,
            yields,
            parameters,
            body,
            span,
            locals,
            reads,
            outside,
            wraps: None,
        })
    }

    /// Lowers what stands inside a function: there `return` may stand, and the loops outside it do not count. Gives what was met in it, too.
    pub(super) fn function_body<T>(
        &mut self,
        inside: Inside,
        name: &str,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> (T, Inside) {
        let outer = std::mem::replace(&mut self.around, Around { function: true, ..Around::default() });
        self.functions.push(inside);
        let body = self.qualified(name, true, lower);
        let inside = self.functions.pop().unwrap_or_default();
        if let Some(around) = self.functions.last_mut() {
            around.outside.makes.extend(inside.outside.globals.iter().chain(&inside.outside.makes).cloned());
        }
        self.around = outer;
        (body, inside)
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
    pub(super) fn bound(&mut self, it: &ast::Identifier) -> Identifier {
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

/// What the decorators of a function say.
#[derive(Default)]
pub(super) struct Decorated {
    binding: Binding,
    gradients: Option<bool>,
    /// The others, the outermost first.
    decorators: Vec<Expression>,
}

/// Whether gradients are wanted after `torch.no_grad`, `torch.inference_mode` and `torch.enable_grad`.
fn gradient_mode(decorator: &ast::Expr) -> Option<bool> {
    let mode = match decorator {
        ast::Expr::Call(call) if call.arguments.is_empty() => &*call.func,
        other => other,
    };
    let ast::Expr::Attribute(it) = mode else { return None };
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
