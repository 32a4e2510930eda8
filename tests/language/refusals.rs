//! What the library refuses: each function's own errors, the modules and constructs that are not there, and what is no error.

use glassformer::lang::parse;

use crate::{error, show};

/// The only error of a text that cannot be run: `line:column message → help`.
fn refusal(source: &str) -> String {
    let errors = parse(source).errors;
    assert_eq!(errors.len(), 1, "{source:?} gives {errors:?}");
    let help = errors[0].help.as_deref().unwrap_or("");
    format!("{} {} → {help}", errors[0].position(source), errors[0].message)
}

#[test]
fn constructs_outside_the_language_say_what_to_write() {
    let cases = [
        (
            "x = 1\ntry:\n    y = x\nexcept* ValueError:\n    y = 0",
            "2:1 `except*` is not part of the cell language → write `except` without the star",
        ),
        (
            "def f():\n    print((yield 1))",
            "2:12 `yield` inside a larger expression is not part of the cell language → give it a name first: x = yield y",
        ),
        (
            "@dataclass(order=True)\nclass A:\n    x: int",
            "1:1 options of `@dataclass` are not part of the cell language → write `@dataclass` alone",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(refusal(source), expected, "{source}");
    }
}

#[test]
fn modules_that_are_not_there_say_what_to_do() {
    let cases = [
        (
            "import matplotlib.pyplot as plt",
            "1:8 there is no module `matplotlib.pyplot` here → leave it out: the page shows each value by itself",
        ),
        ("import io", "1:8 there is no module `io` here → a cell cannot access files, the network or other processes"),
        (
            "torch.save",
            "1:7 torch has no `save` here → a cell can neither load data sets nor read files; `from safetensors.torch import load_file` loads the built-in weights, and `glassformer eval --load` loads others",
        ),
        (
            "from safetensors.torch import load_file\nload_file('/etc/passwd')",
            "2:11 there is no file \"/etc/passwd\": a cell can read only the files built into the program, not the disk → there is \"translator.safetensors\"; `glassformer eval --load NAME=FILE` loads your own weights",
        ),
        (
            "import safetensors.torch\nsafetensors.torch.load_file('translater.safetensors')",
            "2:29 there is no file \"translater.safetensors\": a cell can read only the files built into the program, not the disk → did you mean \"translator.safetensors\"?",
        ),
        ("open('translator.json', 'w')", "1:25 files can only be opened for reading, as text → leave the mode out"),
        (
            "import json\njson.load('translator.json')",
            "2:11 'str' object has no attribute 'read' → open the file first: json.load(open('translator.json'))",
        ),
        (
            "torch.int16",
            "1:7 torch has no `int16` here → the dtypes here are float32, float64, float16, bfloat16, int64, int32, uint8, bool and complex64",
        ),
        (
            "torch.set_printoptions(precision=2)",
            "1:7 torch has no `set_printoptions` here → tensors are shown with four digits: for another number of digits, write f\"{x:.2f}\" or x.round(decimals=2)",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(error(source), expected, "{source}");
    }
}

#[test]
fn functions_of_tensors_say_what_does_not_fit() {
    let cases = [
        (
            "torch.topk(torch.ones(3), 5)",
            "1:1 selected index k out of range: topk cannot take 5 of [3] → usage: topk(input, k, dim=-1, largest=True, sorted=True)",
        ),
        (
            "torch.topk(torch.ones(3), 2, larges=False)",
            "1:30 topk() got an unexpected keyword argument 'larges' → did you mean `largest`? usage: topk(input, k, dim=-1, largest=True, sorted=True)",
        ),
        (
            "torch.einsum('ij,jk->ik', torch.ones(2, 3), torch.ones(2, 3))",
            "1:1 einsum: `ij,jk->ik` uses `j` for axes of different sizes, 3 and 2",
        ),
        (
            "torch.bmm(torch.ones(2, 3), torch.ones(3, 2))",
            "1:1 batch1 must be a 3D tensor → these are [2, 3] and [3, 2]; `@` accepts all of these",
        ),
        (
            "torch.ones(2, 3).gather(1, torch.tensor([[3]]))",
            "1:1 index 3 is out of range for axis 1, which has size 3: use 0 to 2",
        ),
        (
            "F.cross_entropy(torch.ones(2, 3), torch.tensor([1, 0, 2]))",
            "1:1 Expected input batch_size (2) to match target batch_size (3). → the target must contain integers and have the axes of the scores except axis 1: scores.view(-1, classes), target.view(-1)",
        ),
        (
            "F.pad(torch.ones(2), (1, 2, 3))",
            "1:1 Padding length must be divisible by 2 → usage: pad(input, pad, mode='constant', value=None)",
        ),
        (
            "torch.multinomial(torch.tensor([1, 2]), 1)",
            "1:1 multinomial expects a tensor of probabilities, not int64 → write x.float()",
        ),
        (
            "F.one_hot(torch.tensor([5]), 3)",
            "1:1 Class values must be smaller than num_classes. one_hot: there is no class 5: there are 3 classes, counted from 0",
        ),
        (
            "torch.ones(2).to('float')\ntorch.ones(2).type('flat')",
            "1:18 to(): argument 'target' (position 1) must be torch.device, not str → usage: to(input, *target, dtype=None, device=None, non_blocking=False, copy=False)",
        ),
        (
            "torch.ones(2).softmax(dim=3)",
            "1:1 Dimension out of range (expected to be in range of [-1, 0], but got 3): softmax cannot use axis 3 of a tensor of shape [2]",
        ),
        (
            "torch.device('gpu')",
            "1:14 Expected one of cpu, cuda, mps, meta device type at start of device string: gpu → write 'cpu', 'cuda' or 'mps'",
        ),
        (
            "with torch.ones(2):\n    pass",
            "1:6 `with` supports only torch.no_grad(), open(name) and objects with __enter__ and __exit__, not a tensor [2] → write its block without the `with`",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(error(source), expected, "{source}");
    }
}

#[test]
fn containers_and_texts_say_what_is_missing() {
    let cases = [
        (
            "t = (1,)\nt.append(2)",
            "2:3 a tuple has no `append` → tuples never change: to change a copy, write items = list(t)",
        ),
        ("xs = []\ny = xs.pop()", "2:5 pop from empty list → ask first: if items:"),
        ("xs = []\nxs.pop()", "2:1 pop from empty list → ask first: if items:"),
        ("xs = [1]\nxs.remove(2)", "2:11 list.remove(x): x not in list"),
        ("d = {}\nd.pop('a')", "2:7 there is no key 'a' → ask first: if key in table:"),
        ("s = {1}\ns.remove(2)", "2:10 2 is not in the set"),
        (
            "s = set()\ns.add([1])",
            "2:1 a list cannot be a dict key or a set item → these can be numbers, strings, Booleans, None, classes, objects that are equal only to themselves, or tuples of them",
        ),
        ("xs = [1]\nxs.apend(2)", "2:4 a list has no `apend` → did you mean `.append`?"),
        (
            "'{} {}'.format(1)",
            "1:1 Replacement index 1 out of range for positional args tuple → write an f-string: f\"{x:.2f}\"; for a literal brace, write {{",
        ),
        ("'cat'.index('x')", "1:13 substring not found → 'x' is not in 'cat'; text.find(part) returns -1 in that case"),
        ("'a'.spilt()", "1:5 a string has no `spilt` → did you mean `.split`?"),
        ("math.factorial(30)", "1:1 this integer does not fit in 64 bits → usage: factorial(n)"),
        ("math.acos(2)", "1:1 math domain error → acos is not defined for 2.0"),
    ];
    for (source, expected) in cases {
        assert_eq!(error(source), expected, "{source}");
    }
}

#[test]
fn a_raised_error_is_said_where_it_is_raised() {
    assert_eq!(
        error("def f(d, h):\n    if d % h:\n        raise ValueError(f'{d} is not divisible by {h}')\nf(8, 3)"),
        "3:9 ValueError: 8 is not divisible by 3"
    );
    assert_eq!(error("raise NotImplementedError"), "1:1 NotImplementedError");
    assert_eq!(
        error("raise 'no'"),
        "1:1 `raise` takes an exception, not the string 'no' → write raise ValueError(\"what is wrong\")"
    );
}

#[test]
fn what_is_not_finite_is_no_error() {
    assert_eq!(show("torch.tensor([1.0, 0.0, -1.0]) / 0"), "tensor([inf, nan, -inf])");
    assert_eq!(show("torch.log(torch.tensor([0.0, -1.0]))"), "tensor([-inf, nan])");
    assert_eq!(show("torch.full((2,), float('-inf')).softmax(dim=0)"), "tensor([nan, nan])");
    assert_eq!(show("torch.tensor([1e38]) * 10"), "tensor([inf])");
    assert_eq!(show("float('inf') - float('inf')"), "nan");
}

#[test]
fn a_cell_may_name_what_is_built_in_and_be_long() {
    let source = "mask = 3\ntext = 'the cat'\ndef sum(xs):\n    return 7\ny = sum([mask])";
    assert_eq!(parse(source).errors, vec![]);
    assert_eq!(show(&format!("{source}\ny, mask")), "(7, 3)");
    let long = "# a comment of some length that fills the text\n".repeat(5000);
    assert_eq!(parse(&long).errors, vec![]);
    let longer = long.repeat(2);
    let error = &parse(&longer).errors[0];
    assert!(error.message.starts_with("this code is too long: it has 470000 bytes"), "{}", error.message);
}

#[test]
fn a_list_of_many_items_is_built_in_few_steps() {
    // Copied for each item, this would take gigabytes.
    let list = "xs = []\nfor i in range(20000):\n    xs.append(i)\nlen(xs), xs[-1]";
    assert_eq!(show(list), "(20000, 19999)");
    let table = "d = {}\nfor i in range(20000):\n    d[i] = i\nlen(d), d[19999]";
    assert_eq!(show(table), "(20000, 19999)");
    let end = "xs = list(range(20000))\nn = 0\nwhile xs:\n    n += xs.pop()\nn";
    assert_eq!(show(end), "199990000");
}

/// A name that is always there may mean something else, also in a function around the one that reads it.
#[test]
fn a_function_remembers_a_hidden_name_of_the_function_around_it() {
    use glassformer::lang::{Limits, Scope, Value, evaluate};
    let source = "def outer():\n    mask = 3\n    def inner():\n        return mask\n    return inner()\nx = outer()";
    let parsed = parse(source);
    let flag = glassformer::tensor::stop::Flag::default();
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &flag);
    assert_eq!(evaluation.error, None);
    assert!(matches!(evaluation.defined["x"], Value::Int(3, _)), "{:?}", evaluation.defined["x"]);
}

/// Found by the differential fuzzer; each line is what PyTorch 2.15 gives.
#[test]
fn values_that_random_programs_found_wrong() {
    assert_eq!(show("torch.full_like(torch.tensor(0), 9007199254740993)"), "tensor(9007199254740993)");
    let smallest = "torch.tensor([1, -2147483648], dtype=torch.int32).topk(1, largest=False).values.tolist()";
    assert_eq!(show(smallest), "[-2147483648]");
    assert_eq!(show("torch.manual_seed(0)\nnn.Dropout(0.5)(torch.ones(3).half()).dtype"), "torch.float16");
    assert_eq!(show("torch.topk(torch.tensor([nan, inf]), 2, largest=False).values"), "tensor([inf, nan])");
    assert_eq!(show("(torch.zeros(0, dtype=torch.int64) // 0).shape"), "torch.Size([0])");
    assert_eq!(show("torch.tensor([9007199254740993]).tolist()"), "[9007199254740993]");
    assert_eq!(show("torch.tensor(9007199254740993).item()"), "9007199254740993");
    assert_eq!(show("torch.full((1,), 1e6, dtype=torch.float16)"), "tensor([inf], dtype=torch.float16)");
    assert_eq!(show("torch.expm1(torch.tensor([1e-7, -1e-7]))"), "tensor([ 1.0000e-07, -1.0000e-07])");
    assert_eq!(show("torch.topk(torch.tensor(3), 1).values"), "tensor(3)");
    assert_eq!(show("F.mse_loss(torch.tensor(1.0), torch.tensor(False))"), "tensor(1.)");
    assert_eq!(show("torch.norm(torch.zeros(1, 0), p=inf, dim=(-2,)).shape"), "torch.Size([0])");
    assert_eq!(show("torch.linspace(0, 0, steps=1, dtype=torch.bool)"), "tensor([False])");
    assert_eq!(show("torch.median(torch.zeros(0, dtype=torch.int32))"), "tensor(-2147483648, dtype=torch.int32)");
    assert_eq!(show("torch.tensor([-inf, -0.0]) ** 0.5"), "tensor([nan, -0.])");
    assert_eq!(show("torch.tensor([-inf, -0.0]) ** -0.5"), "tensor([nan, -inf])");
    assert_eq!(show("torch.tensor([-inf]) ** torch.tensor(0.5)"), "tensor([inf])");
    assert_eq!(show("F.layer_norm(torch.tensor([0.0, -0.0]), (2,))"), "tensor([0., 0.])");
    assert_eq!(show("math.gcd(False, 6), math.isqrt(True), math.comb(3, True)"), "(6, 1, 3)");
}

/// Doubles do not hold every whole number beyond 2^53; each line is what PyTorch 2.15 and CPython give.
#[test]
fn large_whole_numbers_keep_their_last_digit() {
    let two = "x = torch.tensor([9007199254740993, 9007199254740992])\n";
    let cases = [
        ("torch.unique(x).tolist()", "[9007199254740992, 9007199254740993]"),
        ("torch.sort(x).values.tolist()", "[9007199254740992, 9007199254740993]"),
        ("torch.argsort(x).tolist()", "[1, 0]"),
        ("x.argmax().item(), x.argmin().item(), x.flip(0).argmax().item()", "(0, 1, 1)"),
        ("x.flip(0).topk(1).values.item()", "9007199254740993"),
        ("torch.tensor([5, 5, 7, 7]).argmax().item(), torch.tensor([5, 5, 7]).argmin().item()", "(2, 0)"),
        ("torch.arange(9007199254740993, 9007199254740995).tolist()", "[9007199254740993, 9007199254740994]"),
        ("torch.arange(5, 0, -2).tolist(), torch.arange(3, 3).tolist()", "([5, 3, 1], [])"),
        ("9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0", "(False, True)"),
        (
            "max(9007199254740993, 9007199254740992.0), 9007199254740993 in [9007199254740992.0]",
            "(9007199254740993, False)",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(show(&format!("{two}{source}")), expected, "{source}");
    }
}

/// PyTorch's own attention adds its masks; each line is what PyTorch 2.15 gives.
#[test]
fn an_infinite_key_behind_a_mask_is_felt() {
    let given = "q, k = torch.tensor([[1.0, 2.0]]), torch.tensor([[inf, 2.0], [0.5, 0.25]])\nv = torch.tensor([[1.0], [2.0]])\n";
    let masked = "F.scaled_dot_product_attention(q, k, v, attn_mask=torch.tensor([[False, True]]))";
    assert_eq!(show(&format!("{given}{masked}")), "tensor([[nan]])");
    let heads = "k = torch.tensor([[[[1.0, 2.0], [nan, 0.25]]]])\nx = torch.ones(1, 1, 2, 2)\nF.scaled_dot_product_attention(x, k, x, is_causal=True)";
    assert_eq!(show(heads), "tensor([[[[1., 1.],\n          [nan, nan]]]])");
}

#[test]
fn what_random_programs_ran_and_pytorch_refuses() {
    for (source, says) in [
        (
            "torch.manual_seed(0)\nF.dropout(torch.ones(3).long(), 0.5)",
            "result type Float can't be cast to the desired output type Long",
        ),
        (
            "torch.manual_seed(0)\nnn.Dropout(0.5)(torch.ones(3).bool())",
            "result type Float can't be cast to the desired output type Bool",
        ),
        ("torch.ones(2, 1, 1).norm(dim=(0, 1, 2))", "linalg.matrix_norm: dim must be a 2-tuple. Got 0 1 2"),
        ("torch.round(torch.tensor(1), decimals=0)", "\"round_vml_cpu\" not implemented for 'Long'"),
        (
            "x = torch.tensor([2, 2])\nx[x <= 3] = torch.tensor([1.0, 0.0])",
            "Index put requires the source and destination dtypes match, got Long for the destination and Float for the source.",
        ),
        (
            "torch.where(torch.tensor(False), torch.tensor([1], dtype=torch.int32), 2147483649)",
            "value cannot be converted to type int without overflow",
        ),
        (
            "q, k = torch.ones(1, 2, 1, 1), torch.ones(1, 1, 1, 1)\nF.scaled_dot_product_attention(q, k, k, attn_mask=torch.tensor([0.5]))",
            "Dimension out of range (expected to be in range of [-1, 0], but got -2)",
        ),
        (
            "torch.where(torch.tensor([True]), torch.ones(1), 1e39)",
            "value cannot be converted to type float without overflow",
        ),
        (
            "F.pad(torch.tensor([1], dtype=torch.uint8), (1, 1), value=-1)",
            "value cannot be converted to type uint8_t without overflow",
        ),
        (
            "torch.tensor([0], dtype=torch.uint8).masked_fill(torch.tensor([False]), torch.tensor(-0.3))",
            "value cannot be converted to type uint8_t without overflow",
        ),
    ] {
        let error = error(source);
        assert!(error.contains(says), "{source}: {error}");
    }
}
