//! Programs of the cell language.

use glassformer::tensor::stop::Flag;

use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::notebook::lesson::BlockKind;
use glassformer::notebook::library::LessonLibrary;
use proptest::prelude::*;

use super::targets::language::{check_diagnostic, run};
use super::{fuzz, spoiled};

const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "=",
    "\n",
    "\n    ",
    "'",
    "\"",
    "\"\"\"",
    "f'{",
    "\\",
    "#",
    " @ ",
    "**",
    " if ",
    " for ",
    "lambda",
    "None",
    "...",
    "é漢🦀",
    "\u{0}",
    "\t",
    "\r",
    "1e999",
    "9",
    "0x",
    "-1",
    "class A:\n    ",
    "def f(x=",
    "return",
    "while True:\n    ",
    "yield",
    "async ",
    "with x as y:\n    ",
    "import os",
    "x = x",
    "torch.",
    ".T",
    "del x",
    "global x",
    "\u{feff}",
];

const LEAVES: &[&str] = &[
    "x",
    "y",
    "m",
    "words",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "1e30",
    "1e-30",
    "True",
    "None",
    "inf",
    "nan",
    "''",
    "'a b'",
    "[]",
    "()",
    "{}",
    "...",
    "torch.ones(2, 3)",
    "torch.arange(6)",
    "torch.tensor([[1, 2], [3, 4]])",
    "torch.zeros(0, 3)",
    "range(5)",
    "torch.float64",
    "torch.randn(2, 2)",
    "9223372036854775807",
    "torch.tensor(7)",
    "torch.tensor([True, False, True])",
];

const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "//", "%", "**", "@", "==", "<", "in", "not in", "is", "and", "or", "&", "|", "<<"];

const FUNCTIONS: &[&str] = &[
    "softmax",
    "sqrt",
    "exp",
    "len",
    "sum",
    "max",
    "sorted",
    "torch.cat",
    "torch.stack",
    "torch.tril",
    "torch.where",
    "torch.zeros",
    "torch.full",
    "torch.arange",
    "F.layer_norm",
    "str",
    "list",
    "tuple",
    "dict",
    "int",
    "float",
    "zip",
    "enumerate",
    "torch.einsum",
    "F.one_hot",
    "torch.topk",
    "print",
    "mask",
    "matrix",
    "slider",
    "repr",
    "abs",
    "isinstance",
    "torch.randperm",
    "torch.manual_seed",
];

const METHODS: &[&str] = &[
    "view",
    "reshape",
    "transpose",
    "permute",
    "sum",
    "mean",
    "softmax",
    "masked_fill",
    "unsqueeze",
    "squeeze",
    "expand",
    "repeat",
    "chunk",
    "split",
    "item",
    "tolist",
    "std",
    "argmax",
    "max",
    "append",
    "join",
    "index",
    "items",
    "float",
    "long",
    "T",
    "shape",
    "flatten",
    "cumsum",
    "gather",
    "norm",
];

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(LEAVES).prop_map(|word: &str| word.to_owned());
    leaf.prop_recursive(4, 24, 3, |inner| {
        let binary = prop::sample::select(OPERATORS);
        let function = prop::sample::select(FUNCTIONS);
        let method = prop::sample::select(METHODS);
        let name = prop::sample::select(vec!["dim", "keepdim", "dtype", "eps", "correction", "key", "value", "step"]);
        prop_oneof![
            (inner.clone(), binary, inner.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            (function, inner.clone(), inner.clone()).prop_map(|(f, a, b)| format!("{f}({a}, {b})")),
            (inner.clone(), method.clone(), inner.clone(), inner.clone())
                .prop_map(|(x, f, a, b)| format!("{x}.{f}({a}, {b})")),
            (inner.clone(), method.clone(), name, inner.clone()).prop_map(|(x, f, n, a)| format!("{x}.{f}({n}={a})")),
            (inner.clone(), method).prop_map(|(x, f)| format!("{x}.{f}")),
            (inner.clone(), inner.clone()).prop_map(|(x, i)| format!("{x}[{i}]")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(x, a, b)| format!("{x}[{a}:{b}, None]")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, t, b)| format!("({a} if {t} else {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, xs)| format!("[{a} for x in {xs}]")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(lambda x: {a})({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{{a}: {b}}}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, *{b}]")),
            inner.clone().prop_map(|a| format!("f'{{{a}:.2f}} {{{a}}}'")),
            inner.prop_map(|a| format!("-{a}")),
        ]
    })
}

fn program() -> impl Strategy<Value = String> {
    let statement = prop_oneof![
        expression().prop_map(|a| format!("x = {a}")),
        expression().prop_map(|a| format!("y, *m = {a}")),
        expression().prop_map(|a| format!("x += {a}")),
        (expression(), expression()).prop_map(|(a, b)| format!("x[{a}] = {b}")),
        (expression(), expression()).prop_map(|(a, b)| format!("for y in {a}:\n    x = {b}\n    if x is y: break")),
        (expression(), expression()).prop_map(|(a, b)| format!("while {a}:\n    x = {b}")),
        (expression(), expression())
            .prop_map(|(a, b)| format!("def f(y, z={a}, *rest, **more):\n    return {b}\nx = f({b})")),
        (expression(), expression()).prop_map(|(a, b)| format!(
            "class A(nn.Module):\n    def forward(self, x):\n        self.y = {a}\n        return {b}\nx = A()({b})"
        )),
        (expression(), expression()).prop_map(|(a, b)| format!("assert {a}, {b}")),
        expression(),
    ];
    prop::collection::vec(statement, 1..6)
        .prop_map(|lines| format!("x = torch.ones(2, 2)\nm = [1]\nwords = ['a']\n{}\n", lines.join("\n")))
}

/// The code of the course, cell by cell, with what the cells before it define left out: most of it runs into an error.
fn real_cells() -> Vec<String> {
    let library = LessonLibrary::embedded();
    let lessons = library.entries().iter().map(|entry| entry.open().unwrap());
    let cells = lessons.flat_map(|lesson| lesson.blocks).filter_map(|block| match block.kind {
        BlockKind::Cell(cell) => Some(cell.source.text().to_string()),
        BlockKind::Exercise(exercise) => Some(format!("{}\n{}", exercise.solution.text(), exercise.check.text())),
        BlockKind::Question(question) => Some(question.source.text().to_string()),
        BlockKind::Prose(_) => None,
    });
    cells.collect()
}

#[test]
fn no_program_breaks_the_language() {
    fuzz(&program(), run);
}

#[test]
fn no_spoiled_program_breaks_the_language() {
    fuzz(&spoiled(program(), WORDS), run);
}

#[test]
fn no_spoiled_cell_of_the_course_breaks_the_language() {
    fuzz(&spoiled(prop::sample::select(real_cells()), WORDS), run);
}

#[test]
fn no_text_of_one_bracket_takes_long() {
    let start = std::time::Instant::now();
    for piece in [
        "x = (\n",
        "[",
        "f(x\n",
        "{",
        "'''",
        "\"\n",
        "x = [1,\n",
        "def f(\n",
        "if (\n    ",
        "-",
        "not ",
        "lambda: ",
        "a.",
        "x[",
        "(a, ",
        "*",
    ] {
        let cell = piece.repeat(16 * 1024 / piece.len());
        let parsed = parse(&cell);
        parsed.errors.iter().for_each(|error| check_diagnostic(error, &cell));
    }
    assert!(start.elapsed().as_secs() < 60, "sixteen cells took {:?}", start.elapsed());
}

#[test]
fn a_file_of_one_bracket_takes_a_while_and_no_more() {
    let read = || {
        for piece in
            ["x = (\n", "[", "f(x\n", "-", "'''", "x = [1,\n", "lambda: ", "a = b c\n", "= = =\n", "a,\n", "x = (1, "]
        {
            let file = piece.repeat(250_000 / piece.len());
            let _ = parse(&file);
        }
    };
    let start = std::time::Instant::now();
    std::thread::Builder::new().stack_size(glassformer::notebook::evaluate::STACK).spawn(read).unwrap().join().unwrap();
    assert!(start.elapsed().as_secs() < 120, "eight files took {:?}", start.elapsed());
}

/// Programs that want too much, each stopped for what it wants.
#[test]
fn hostile_programs_are_stopped_soon() {
    let cases = [
        ("while True:\n    x = 1", "too many steps"),
        ("def f(n):\n    return f(n + 1)\nf(0)", "deep"),
        ("x = torch.zeros(10**9, 10**9)", "memory"),
        ("x = 'a' * 10**12", "memory"),
        ("x = [0] * 10**12", "memory"),
        ("x = 'a'\nwhile True:\n    x = x + x", ""),
        ("x = [1]\nwhile True:\n    x = x + x", ""),
        ("x = torch.ones(3000, 3000)\nwhile True:\n    x = x @ x", ""),
        ("x = torch.ones(2, 2)\nwhile True:\n    x = torch.cat([x, x])", "memory"),
        ("x = list(range(10**15))", ""),
        ("x = sum(range(10**15))", ""),
        ("x = 10\nwhile True:\n    x = x ** x", ""),
        ("x = f'{1:1000000000}'", ""),
        ("x = torch.ones(1).expand(10**6, 10**6) + 1", "memory"),
        ("x = torch.arange(10**15)", "memory"),
        ("x = torch.eye(10**8)", "memory"),
        ("x = ','.join(['a' * 10**6] * 10**6)", ""),
        ("x = 'a'.replace('a', 'b' * 10**8)", ""),
        ("x = sorted([x for x in range(10**9)])", ""),
        ("x = torch.ones(2)\nfor i in range(10**9):\n    x = x[None]", ""),
        ("x = F.one_hot(torch.tensor([10**12]))", ""),
        ("x = torch.randperm(10**12)", "memory"),
        ("x = torch.ones(10**5).repeat(10**7)", "memory"),
        ("x = torch.einsum('i,j,k->ijk', torch.ones(10**4), torch.ones(10**4), torch.ones(10**4))", ""),
    ];
    for (source, says) in cases {
        let start = std::time::Instant::now();
        let parsed = parse(source);
        let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &Flag::default());
        let error = evaluation.error.unwrap_or_else(|| panic!("{source:?} came to an end"));
        assert!(error.message.contains(says), "{source:?}: {}", error.message);
        assert!(start.elapsed().as_secs() < 40, "{source:?} took {:?}", start.elapsed());
    }
}

/// What once took for ever, and is nothing.
#[test]
fn nothing_taken_often_is_nothing() {
    for source in ["x = [] * 10**18", "x = () * 10**18", "x = 10**18 * ''"] {
        run(source);
    }
}

#[test]
fn no_program_prints_for_ever() {
    let source = "while True:\n    print('a' * 100)";
    let parsed = parse(source);
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &Flag::default());
    assert!(evaluation.error.is_some() && evaluation.printed.len() <= Limits::default().printed + 200);
}
