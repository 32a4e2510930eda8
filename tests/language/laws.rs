//! What must hold of any text: nothing panics, nothing overflows half the stack of a thread, and operators nest as in Python.

use glassformer::tensor::stop::Flag;

use glassformer::lang::{Limits, Scope, controls, evaluate, names, parse};
use proptest::prelude::*;

/// Reads a text, looks at it from every side, and runs it on little.
fn survive(source: &str) {
    let parsed = parse(source);
    for error in &parsed.errors {
        let _ = error.render(source);
    }
    for window in parsed.tokens.windows(2) {
        assert!(window[0].span.end <= window[1].span.start, "tokens overlap in {source:?}");
    }
    let _ = (names(&parsed.program), controls(&parsed.program));
    let limits = Limits { steps: 2_000, bytes: 1 << 20, work: 1_000_000, ..Limits::default() };
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &limits, &Flag::default());
    if let Some(error) = evaluation.error {
        let _ = error.render(source);
    }
    for value in evaluation.defined.values() {
        let _ = value.repr();
    }
}

/// A word of the language, good or bad.
fn word() -> impl Strategy<Value = String> {
    let words = vec![
        "x",
        "y",
        "f",
        "torch",
        ".T",
        ".sum",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "=",
        "==",
        "+",
        "-",
        "*",
        "**",
        "@",
        "/",
        "//",
        "%",
        "~",
        "&",
        "|",
        "not ",
        " in ",
        " is ",
        " and ",
        " if ",
        " else ",
        "for ",
        "while ",
        "def ",
        "return ",
        "lambda ",
        "assert ",
        "class ",
        "with ",
        "\n",
        "\n    ",
        "\n        ",
        " ",
        "0",
        "1",
        "-1",
        "2.5",
        "1e9",
        "'a'",
        "f'{x",
        "}'",
        "\"",
        "None",
        "True",
        "...",
        "softmax",
        "tensor",
        "zeros",
        "range",
        "len",
        "print",
        "sum",
        "sorted",
        "slider",
        "matrix",
        "named",
        "x = ",
        "y = ",
        "x[",
        "dim=-1",
        "#",
        "é漢",
        "\\",
        "\t",
        "\r\n",
        "text",
        ".append",
        ".view",
        "arange",
        "max",
    ];
    proptest::sample::select(words).prop_map(str::to_owned)
}

/// A random expression and what it looks like with every bracket written.
fn expression() -> impl Strategy<Value = (String, String)> {
    let leaf = prop_oneof![
        (0..100i64).prop_map(|n| (n.to_string(), n.to_string())),
        proptest::sample::select(vec!["a", "b", "c.T", "x[0]", "f(y)"]).prop_map(|x| (x.to_owned(), x.to_owned())),
    ];
    leaf.prop_recursive(5, 40, 2, |inner| {
        let operators =
            proptest::sample::select(vec!["+", "-", "*", "/", "//", "%", "@", "**", "&", "|", "<", "and", "or"]);
        (inner.clone(), operators, inner).prop_map(|(left, operator, right)| {
            (format!("({}) {operator} ({})", left.0, right.0), format!("({} {operator} {})", left.1, right.1))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_of_words_breaks_anything(words in proptest::collection::vec(word(), 0..60)) {
        survive(&words.concat());
    }

    #[test]
    fn no_text_at_all_breaks_anything(text in "\\PC{0,80}") {
        survive(&text);
    }

    #[test]
    fn redundant_brackets_change_nothing((plain, bracketed) in expression()) {
        let (a, b) = (parse(&plain), parse(&bracketed));
        prop_assert!(a.errors.is_empty() && b.errors.is_empty());
        prop_assert_eq!(outline(&a.program), outline(&b.program));
    }
}

/// The shape of a tree, without its places.
fn outline(program: &[glassformer::lang::Statement]) -> String {
    let text = format!("{program:?}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("span: Span { ") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('}').map_or("", |(_, rest)| rest);
    }
    out + rest
}

#[test]
fn deep_programs_fit_half_the_stack_of_a_thread() {
    let nested =
        |n: usize, open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
    let programs = [
        nested(98, "(1 + ", "1", ")"),
        nested(98, "[", "1", "]"),
        nested(97, "str(", "1", ")"),
        nested(49, "(lambda x: x)(", "1", ")"),
        "def f(n):\n    return [n if n < 0 else (f(n - 1) + 1 if n > 0 else (1 + (2 + (3 + (4 + 5))))) for i in [0]][0]\nf(30)".to_owned(),
        "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\nf(31)".to_owned(),
        format!("x = torch.ones(2)\nx{}", "[None]".repeat(60)),
        (0..40).fold(String::new(), |text, depth| text + &" ".repeat(depth) + "for i in [0]:\n") + &" ".repeat(40) + "x = 1",
        nested(45, "f'{", "1", "}'"),
        "class A:\n    def f(self, n):\n        return 0 if n == 0 else 1 + self.f(n - 1)\nA().f(31)".to_owned(),
        "class A(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n        if n > 0:\n            self.inner = A(n - 1)\n    def forward(self, n):\n        return self.inner(n - 1) if n > 0 else n\nA(30)(30)".to_owned(),
    ];
    let check = move || programs.iter().for_each(|program| survive(program));
    std::thread::Builder::new().stack_size(1 << 20).spawn(check).unwrap().join().unwrap();
}

#[test]
fn nasty_programs_are_survived() {
    let programs = [
        "x = torch.zeros(0, 10**18, 10**18)",
        "x = torch.zeros(0, 3).view(0, 10**18, 10**18)",
        "x = torch.zeros(0, 3).reshape(0, 10**7)\ny = x.sum(dim=0)\nz = x.max(dim=1)",
        "x = torch.zeros(0, 1).expand(0, 10**18)",
        "x = torch.zeros(0, 3).repeat(10**18, 10**18)",
        "x = torch.zeros(0, 1000, 1)\ny = x + torch.zeros(0, 1, 1000)\nz = x.mT @ x",
        "x = F.one_hot(torch.arange(0), num_classes=10**12)",
        "x = torch.ones(2)\nfor i in range(100):\n    x = torch.stack([x])",
        "x = torch.ones(2)\nfor i in range(100):\n    x = x[None]",
        "x = torch.ones(2)\nfor i in range(100):\n    x = x.unsqueeze(0)",
        "x = [1]\nfor i in range(60):\n    x = [x]\ny = torch.tensor(x)",
        "x = sorted([float('nan'), 1, 9007199254740993, 9007199254740992.0] * 50)",
        "for x in range(-9223372036854775807, 9223372036854775807, 9223372036854775807):\n    print(x)",
        "x = range(-9223372036854775807, 9223372036854775807)[9223372036854775806]",
        "x = [1, 2][-9223372036854775807:9223372036854775807:9223372036854775807]",
        "x = torch.arange(5)[-9223372036854775807:9223372036854775807:9223372036854775807]",
        "x = -9223372036854775807 - 1\ny = abs(x)\nz = -x\nw = x // -1",
        "x = torch.tensor(-9223372036854775807 - 1)\ny = -x\nz = x // -1\nw = x * x ** 3",
        "x = torch.ones(3).softmax(9223372036854775807)",
        "x = torch.ones(3).sum(dim=-9223372036854775807)",
        "x = torch.ones(3).view(-9223372036854775807)",
        "x = torch.ones(3, 3).tril(9223372036854775807).triu(-9223372036854775807)",
        "x = torch.arange(0, 1, 1e-300)",
        "x = torch.arange(float('nan'))\ny = torch.arange(float('inf'))",
        "x = torch.linspace(0, 1, 0)\ny = torch.linspace(0, 1, 1)",
        "x = torch.eye(0)\ny = x.mean()\nz = x.argmax()",
        "x = torch.ones(0, 3).softmax(0)\ny = torch.ones(3, 0).std(dim=1)\nz = torch.ones(3, 0).max(dim=1)",
        "x = chr(1114111)\ny = chr(55296)",
        "x = f'{1.5:1000.1000f}'\ny = f'{2:1001}'",
        "x = 'a'.split('')",
        "x = torch.ones(2, 3)\nx[5:, 1] = 4\nx[0, 9] = 1",
        "x = torch.ones(2, 3)\nx[torch.ones(2, 2).bool()] = 4",
        "x = torch.ones(2, 3)[torch.ones(2, 2).bool()]",
        "x = torch.ones(4).chunk(3)\ny = torch.ones(4).split([1, 9])\nz = torch.ones(0).split(2)",
        "x = matrix([])\ny = mask([[]])",
        "torch.manual_seed(-1)\nx = torch.randn(0)\ny = torch.randint(5, 5, (2,))\nz = torch.randperm(0)",
        "x = slider(1, 0)\n",
        "x = slider(float('nan'), 1.0)",
        "x = named(torch.ones(2), a=['x'])",
        "f = lambda f: f(f)\nx = f(f)",
        "x = {}\nfor i in range(200):\n    x = {'x': x}",
        "x = torch.ones(2).item()",
        "x = (lambda *a, **k: (a, k))(*range(3), **{'z': 1})",
        "x = [*5]",
        "assert torch.ones(2)",
        "x = torch.cat([])\n",
        "x = torch.stack([torch.ones(2), torch.ones(3)])",
        "x = torch.tensor([])\ny = x[0]",
        "x = torch.ones(3)[[0, 5]]",
        "x = torch.ones(3).flatten(2, 1)\n",
        "x = torch.tensor(5).flatten()\ny = torch.tensor(5)[None]\nz = torch.tensor(5)[0]",
        "x = 10.0 ** 400\n",
        "x = 2.0 ** 5000",
        "x = int(1e300)\n",
        "x = round(float('nan'))",
    ];
    for program in programs {
        survive(program);
        for line in program.lines() {
            survive(&format!("x = torch.ones(2, 3)\n{line}"));
        }
    }
}
