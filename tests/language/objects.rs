//! Classes, objects and the modules of `torch.nn`, held against what PyTorch prints for the same programs, and their errors.

use std::fs;
use std::path::PathBuf;

use glassformer::lang::{Limits, Scope, Seed, Value, evaluate, parse};

use crate::{error, error_with, run, run_with, show};

/// How far a printed number may be from PyTorch's.
const TOLERANCE: f64 = 2e-4;

/// The programs in `objects/` and, in `.txt`, what PyTorch printed for each: `expect.py` there makes it.
#[test]
fn programs_print_what_pytorch_prints() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/language/objects");
    let mut names: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ext| ext == "py") && !path.ends_with("expect.py"));
    names.sort();
    assert!(names.len() >= 2);
    let failures: Vec<String> = names.iter().filter_map(disagreement).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Where our text leaves PyTorch's, if it does.
fn disagreement(path: &PathBuf) -> Option<String> {
    let source = fs::read_to_string(path).unwrap();
    let wanted = fs::read_to_string(path.with_extension("txt")).unwrap();
    let evaluation = run(&source);
    if let Some(error) = evaluation.error {
        return Some(format!("{}: {}\n{}", path.display(), error.render(&source), evaluation.printed));
    }
    let (ours, theirs) = (words(&evaluation.printed), words(&wanted));
    let place = ours.iter().zip(&theirs).position(|(a, b)| !alike(a, b));
    let place = place.or((ours.len() != theirs.len()).then(|| ours.len().min(theirs.len())))?;
    let around = |words: &[String]| words[place.saturating_sub(12)..words.len().min(place + 12)].join(" ");
    Some(format!("{}:\n ours: {}\n theirs: {}", path.display(), around(&ours), around(&theirs)))
}

/// Numbers, names and signs, one by one; how they are set does not count.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in text.chars() {
        let joins = c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
        match words.last_mut() {
            Some(last) if joins && last.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+')) => {
                last.push(c);
            }
            _ => words.push(c.to_string()),
        }
        if !joins {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.trim().is_empty());
    words
}

fn alike(a: &str, b: &str) -> bool {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= TOLERANCE || a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        _ => a == b,
    }
}

const NET: &str = "class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.drop = nn.Dropout(0.5)
    def forward(self, x):
        return self.drop(self.fc(x))
";

#[test]
fn mistakes_with_objects_are_named_where_they_are() {
    let point =
        "class Point:\n    def __init__(self, x):\n        self.x = x\n    def norm(self):\n        return self.x\n";
    let cases = [
        ("p = Point(1)\np.nrom", "7:3 an object of Point has no `nrom` → did you mean `.norm`?"),
        ("p = Point(1)\np.X", "7:3 an object of Point has no `X`"),
        ("Point(y=1)", "6:7 Point.__init__() got an unexpected keyword argument 'y' → usage: __init__(self, x)"),
        ("Point()", "6:1 Point.__init__() missing 1 required positional argument: 'x' → usage: __init__(self, x)"),
        ("Point(1)(2)", "6:1 an instance of Point cannot be called → give its class a method __call__(self, ...)"),
        (
            "Point(1)[0]",
            "6:1 an instance of Point has no items → give its class the methods __len__(self) and __getitem__(self, place)",
        ),
        (
            "for i in Point(1):\n    pass",
            "6:10 an instance of Point has no items → give its class the methods __len__(self) and __getitem__(self, place)",
        ),
        ("Point.__name__ = 'P'", "6:7 `__name__` of a class cannot be assigned → the `class` statement decides it"),
        (
            "nn.Linear.k = 1",
            "6:11 cannot set 'k' attribute of the built-in class Linear → set it on a class of your own: class Mine(Linear):",
        ),
        (
            "x = 3\nx.y = 1",
            "7:3 `y` cannot be assigned: the number 3 has no attributes of its own → assign the new value to a name of its own",
        ),
        ("Point(1) + 1", "6:1 `+` cannot combine an object of Point and the number 1"),
        ("super().x", "6:1 super() is used outside a method → use it inside a method of a class: super().__init__()"),
        (
            "class A(3):\n    pass",
            "6:9 a class can only extend another class, not the number 3 → write class Name(nn.Module):",
        ),
        (
            "class A:\n    pass\nA(1)",
            "8:1 A takes no arguments: it has no `__init__` → write def __init__(self, ...): in the class",
        ),
        (
            "class A:\n    @property\n    def x(self):\n        return 1\na = A()\na.x = 2",
            "11:3 `x` is a property of A and cannot be set → set the attributes that it is computed from",
        ),
        (
            "class A:\n    def f(self):\n        return self.f()\nA().f()",
            "8:16 function calls are nested more than 1000 deep → does the recursion end? A loop has no depth limit",
        ),
        ("class A:\n    k = missing", "7:9 `missing` is not defined → define it here or in another cell"),
    ];
    for (source, wanted) in cases {
        assert_eq!(error(&format!("{point}{source}")), wanted, "{source}");
    }
}

#[test]
fn mistakes_with_modules_are_named_where_they_are() {
    let cases = [
        (
            "class A(nn.Module):\n    def __init__(self):\n        self.fc = nn.Linear(1, 1)\ntorch.manual_seed(0)\nA()",
            "3:14 A has not called super().__init__() yet → an nn.Module can have parameters and submodules only after super().__init__(): call it in the first line of __init__",
        ),
        (
            "class A(nn.Module):\n    def __init__(self):\n        pass\n    def forward(self, x):\n        return x\nA()(1)",
            "6:1 A has not called super().__init__() yet → an nn.Module can have parameters and submodules only after super().__init__(): call it in the first line of __init__",
        ),
        (
            "class A(nn.Module):\n    pass\nA()(1)",
            "3:1 A has no `forward`, so it cannot be called → write def forward(self, x): in the class A",
        ),
        (
            "torch.manual_seed(0)\nnn.Linear(4, 2)(torch.ones(3))",
            "2:17 mat1 and mat2 shapes cannot be multiplied (1x3 and 4x2) → this layer takes 4 features on the last axis, but x is [3]; the layer's weight has the shape (out, in) = [2, 4]",
        ),
        (
            "nn.Linear(4)",
            "1:1 Linear.__init__() missing 1 required positional argument: 'out_features' → usage: Linear(in_features, out_features, bias=True, device=None, dtype=None)",
        ),
        (
            "nn.Linear(4, 2, bais=True)",
            "1:17 Linear.__init__() got an unexpected keyword argument 'bais' → did you mean `bias`? usage: Linear(in_features, out_features, bias=True, device=None, dtype=None)",
        ),
        ("nn.Lineer(4, 2)", "1:4 torch.nn has no `Lineer` here → did you mean `Linear`?"),
        (
            "nn.Conv2d(4, 2)",
            "1:4 torch.nn has no `Conv2d` here → this is part of PyTorch, but is not supported here: write your own class, class Name(nn.Module)",
        ),
        (
            "nn.MultiheadAttention(5, 2)",
            "1:26 embed_dim must be divisible by num_heads → each head gets embed_dim / num_heads features, but 5 is not divisible by 2",
        ),
        (
            "nn.LayerNorm(4)(torch.ones(2, 3))",
            "1:17 Given normalized_shape=[4], expected input with shape [*, 4], but got input of size[2, 3] → normalized_shape must be the sizes of the last axes",
        ),
        (
            "nn.RMSNorm(4)(torch.ones(2, 3))",
            "1:15 Given normalized_shape=[4], expected input with shape [*, 4], but got input of size[2, 3] → normalized_shape must be the sizes of the last axes",
        ),
        ("nn.Dropout(1.5)", "1:12 dropout probability has to be between 0 and 1, but got 1.5"),
        ("nn.ModuleList([nn.ReLU])", "1:15 type is not a Module subclass → create an instance: ReLU(...)"),
        (
            "nn.Parameter([1.0])",
            "1:14 Parameter(): argument 'data' (position 1) must be Tensor, not list → write torch.tensor(items)",
        ),
        (
            "nn.Parameter(torch.tensor([1]))",
            "1:14 Only Tensors of floating point and complex dtype can require gradients → data is int64: write data.float(), or requires_grad=False",
        ),
        (
            "torch.manual_seed(0)\nnn.Linear(3, 2)(torch.ones(2, 3).long())",
            "2:17 mat1 and mat2 must have the same dtype, but got Long and Float → the weight is float32 and the input is int64: write x.float()",
        ),
        (
            "torch.manual_seed(0)\nnn.Embedding(5, 3)(torch.tensor([-1]))",
            "2:1 index out of range in self → the table has 5 rows, 0 to 4, but one id is -1",
        ),
        (
            "torch.manual_seed(0)\nnn.Embedding(5, 3, padding_idx=5)",
            "2:32 Padding_idx must be within num_embeddings → the table has 5 rows, but padding_idx is 5",
        ),
        (
            "nn.LayerNorm(3)(torch.ones(2, 3).double())",
            "1:1 mixed dtype (CPU): all inputs must share same datatype. → the input is float64",
        ),
        (
            "p = nn.Parameter(torch.ones(2), requires_grad=False)\np.copy_(torch.ones(3, 2))",
            "2:1 output with shape [2] doesn't match the broadcast shape [3, 2] → usage: copy_(src)",
        ),
        (
            "m = nn.LayerNorm(2)\nm.weight = torch.ones(2)",
            "2:3 `weight` is a parameter and takes an nn.Parameter or None, not a tensor [2] → write nn.Parameter(value), or change it in place: weight.data = value",
        ),
        (
            "m = nn.LayerNorm(2)\nm.load_state_dict({'weight': torch.ones(3), 'bais': torch.ones(2)})",
            "2:1 Error(s) in loading state_dict for LayerNorm: Unexpected key(s) in state_dict: \"bais\". Missing key(s) in state_dict: \"bias\". size mismatch for weight: copying a param with shape torch.Size([3]) from checkpoint, the shape in current model is torch.Size([2]). → build the model with the sizes that the weights were saved with",
        ),
        (
            "m = nn.LayerNorm(2)\nm.load_state_dict({'weight': torch.ones(2)})",
            "2:1 Error(s) in loading state_dict for LayerNorm: Missing key(s) in state_dict: \"bias\". → with strict=False, missing and unexpected keys are ignored",
        ),
    ];
    for (source, wanted) in cases {
        assert_eq!(error(source), wanted, "{source}");
    }
}

#[test]
fn circles_and_masks_of_modules_are_checked() {
    let cases = [
        (
            "m = nn.Module()\nm.me = m\nm.state_dict()",
            "3:1 these modules are nested more than 64 deep → does a module contain itself? Put such an attribute into a list: self.parent = [parent]",
        ),
        (
            "torch.manual_seed(0)\nm = nn.MultiheadAttention(4, 2)\nx = torch.ones(3, 1, 4)\nm(x, x, x, attn_mask=torch.ones(3, 3).long())",
            "4:22 only bool and floating types of attn_mask are supported → True must mark the positions that are masked: write mask == 0",
        ),
        (
            "torch.manual_seed(0)\nm = nn.MultiheadAttention(4, 2)\nx = torch.ones(3, 1, 4)\nm(x, x, x, attn_mask=torch.ones(2, 3).bool())",
            "4:22 The shape of the 2D attn_mask is torch.Size([2, 3]), but should be (3, 3). → there are 3 queries and 3 keys: use [3, 3], or [2, 3, 3] for one mask per head",
        ),
    ];
    for (source, wanted) in cases {
        assert_eq!(error(source), wanted, "{source}");
    }
}

#[test]
fn mistakes_with_hooks_are_named_where_they_are() {
    let cases = [
        (
            "nn.ReLU().register_forward_hook(3)",
            "1:33 'int' object is not callable → usage: register_forward_hook(hook, prepend=False, with_kwargs=False)",
        ),
        (
            "m = nn.ReLU()\nm.register_forward_hook(lambda module, args: None)\nm(torch.ones(2))",
            "3:1 <lambda>() takes 2 positional arguments but 3 were given → usage: <lambda>(module, args)",
        ),
        (
            "m = nn.ReLU()\nm.register_forward_pre_hook(lambda module, args, kwargs: args, with_kwargs=True)\nm(torch.ones(2))",
            "3:1 a hook with with_kwargs=True must return a pair: a tuple of arguments and a dict → return (args, kwargs), or None to leave them as they are",
        ),
        (
            "torch.manual_seed(0)\nm = nn.TransformerEncoderLayer(4, 2, 4, dropout=0.0)\nm.linear1.register_forward_hook(lambda m, a, o: 'x')\nm(torch.ones(3, 1, 4))",
            "4:1 the hook of `linear1` must return a tensor, not the string 'x' → usage: forward(src, src_mask=None, src_key_padding_mask=None, is_causal=False)",
        ),
        (
            "m = nn.ReLU()\nm.register_forward_hook(lambda module, args, output: module(output))\nm(torch.ones(2))",
            "2:54 function calls are nested more than 1000 deep → does the recursion end? A loop has no depth limit",
        ),
    ];
    for (source, wanted) in cases {
        assert_eq!(error(source), wanted, "{source}");
    }
}

/// What one cell defines, for the next.
fn defined(source: &str) -> Scope {
    let evaluation = run(source);
    assert!(evaluation.error.is_none(), "{:?}", evaluation.error);
    evaluation.defined
}

fn same(a: &Scope, b: &Scope, name: &str) -> bool {
    a[name].same_bits(&b[name])
}

#[test]
fn other_cells_read_and_call_what_a_cell_made_and_never_change_it() {
    let given = defined(&format!(
        "{NET}torch.manual_seed(0)\nnet = Net().eval()\np = nn.Parameter(torch.ones(2))\nparts = [net, 1]"
    ));
    let shown = |source: &str| {
        let evaluation = run_with(source, &given);
        assert!(evaluation.error.is_none(), "{:?}", evaluation.error);
        evaluation.result.unwrap().repr()
    };
    assert_eq!(shown("net(torch.zeros(4)).equal(net.fc.bias)"), "True");
    assert_eq!(shown("parts[0] is net and net.fc is parts[0].fc and isinstance(net, Net)"), "True");
    assert_eq!(shown("(p + p).sum().item()"), "4.0");
    assert_eq!(shown("mine = copy.deepcopy(net)\nmine.fc.bias.data.zero_()\nmine(torch.zeros(4)).sum().item()"), "0.0");
    assert_eq!(
        shown(
            "class Big(Net):\n    def forward(self, x):\n        return super().forward(x) * 0\ntorch.manual_seed(1)\nBig().eval()(torch.ones(4)).sum().item()"
        ),
        "0.0"
    );
    for (source, place) in [
        ("net.train()", "1:1 this Net"),
        ("net.register_forward_hook(lambda m, a, o: o * 2)", "1:1 this Net"),
        ("p.data = torch.ones(2)", "1:3 this Parameter"),
        ("net.fc = 3", "1:5 this Net"),
        ("net.load_state_dict(net.state_dict())", "1:1 this Linear"),
        ("parts[0].x = 1", "1:10 this Net"),
    ] {
        let told = error_with(source, &given);
        assert!(told.starts_with(place), "{source}: {told}");
        assert!(
            told.contains("was made in another cell and cannot be changed here → join the two cells, or change a copy"),
            "{told}"
        );
    }
    let all = "net.apply(lambda m: nn.init.zeros_(m.weight) if isinstance(m, nn.Linear) else None)";
    for source in [
        all,
        "nn.init.zeros_(p)",
        "net.fc.weight.data.zero_()",
        "net.fc.weight[0] = 1",
        "p.detach().add_(1)",
        "w = p.view(-1)\nw += 1",
    ] {
        let told = error_with(source, &given);
        assert!(told.contains("this tensor was made in another cell and cannot be changed here"), "{source}: {told}");
    }
    assert!(
        error_with("net(torch.zeros(3))", &given)
            .starts_with("1:1 in forward: mat1 and mat2 shapes cannot be multiplied (1x3 and 4x")
    );
}

#[test]
fn what_comes_out_the_same_is_the_same_and_what_changed_is_not() {
    let cell = |weight: f64| {
        defined(&format!(
            "class A(nn.Module):\n    def forward(self, x):\n        return x\na = A()\na.me = [a]\na.p = nn.Parameter(torch.tensor([{weight:?}]))\nk = 3"
        ))
    };
    let (first, again, other) = (cell(1.0), cell(1.0), cell(2.0));
    assert!(same(&first, &again, "a") && same(&first, &again, "A"));
    assert!(!same(&first, &other, "a"));
    // An object of an earlier run that came out the same is the same object.
    let both: Scope = [("a".into(), first["a"].clone()), ("b".into(), again["a"].clone())].into();
    assert_eq!(run_with("a is b and a.me[0] is b", &both).result.unwrap().repr(), "True");
    let text = |k: i64| {
        defined(&format!("def f():\n    return k\nclass B:\n    def g(self):\n        return f()\nb = B()\nk = {k}"))
    };
    assert!(same(&text(1), &text(1), "b") && !same(&text(1), &text(2), "b") && !same(&text(1), &text(2), "B"));
}

#[test]
fn objects_in_circles_are_printed_compared_and_dropped() {
    assert_eq!(show("m = nn.Module()\nm.me = m\nlen(list(m.modules()))"), "1");
    let printed = run("m = nn.Module()\nm.me = m\nprint(m)").printed;
    assert!(printed.contains("Module(...)"), "{printed}");
    assert_eq!(
        show("class A:\n    pass\na = A()\na.a = a\nb = copy.deepcopy(a)\nb.a is b and b.a is not a and a == a.a.a"),
        "True"
    );
    let mut given = Scope::new();
    for _ in 0..3000 {
        given = run_with("class A:\n    pass\nb = A()\nb.last = a if 1 else 0\na = b", &given_or(given)).defined;
    }
    drop(given);
}

/// The first cell of a chain has nothing before it.
fn given_or(given: Scope) -> Scope {
    if given.is_empty() { [("a".into(), Value::None)].into() } else { given }
}

#[test]
fn the_record_knows_every_stage_under_the_path_of_its_module() {
    let source = format!(
        "{NET}class Two(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.nets = nn.ModuleList([Net() for _ in range(2)])\n        self.attn = nn.MultiheadAttention(2, 1, batch_first=True)\n    def forward(self, x):\n        for net in self.nets:\n            y = net(x)\n        out, weights = self.attn(y, y, y)\n        return out\ntorch.manual_seed(0)\nmodel = Two()\ny = model(torch.ones(1, 3, 4))\nmodel.nets[1](torch.ones(4))\nlayer = model.nets[0].fc\nz = layer(torch.ones(4))"
    );
    let evaluation = run(&source);
    assert!(evaluation.error.is_none(), "{:?}", evaluation.error);
    for name in [
        "model",
        "model.nets.0",
        "model.nets.1.fc",
        "model.nets.1.fc.weight",
        "model.attn.weights",
        "model.attn.scores",
        "model.attn.out_proj",
        "model.weights",
        "nets.0.fc",
    ] {
        assert!(
            evaluation.tape.named(name).is_some(),
            "{name}: {:?}",
            evaluation.tape.names().map(|(name, _)| name).collect::<Vec<_>>()
        );
    }
    // In another cell the parameters are leaves of that cell's record, one for each.
    let later = run_with("y = model(torch.ones(1, 3, 4))\nmodel(torch.ones(1, 3, 4))", &evaluation.defined);
    assert_eq!((later.error.is_none(), later.seed), (true, Seed::Default));
    let later = run_with(
        "torch.manual_seed(1)\ny = model(torch.ones(1, 3, 4))\nz = model(torch.ones(1, 3, 4))",
        &evaluation.defined,
    );
    let record = &later.tape;
    let weight = record.named("model.nets.0.fc.weight").unwrap();
    let gradient = record.gradients(&match &later.defined["z"] {
        Value::Tensor(tensor) => tensor.now(),
        other => panic!("{other:?}"),
    });
    assert_eq!(weight.value.shape(), [2, 4]);
    assert!(gradient.is_ok());
}

#[test]
fn modules_and_methods_spend_what_everything_spends() {
    let limited = |source: &str, limits: Limits| {
        let parsed = parse(source);
        assert_eq!(parsed.errors, vec![]);
        let stopped =
            evaluate(&parsed.program, source, &Scope::new(), &limits, &glassformer::tensor::stop::Flag::default());
        stopped.error.unwrap().message.clone()
    };
    let few = Limits { steps: 2000, ..Limits::default() };
    assert!(
        limited("class A:\n    def f(self):\n        while True:\n            self.x = 1\nA().f()", few)
            .contains("too many steps")
    );
    assert!(
        limited(
            "xs = []\nclass A:\n    pass\nwhile True:\n    xs = A()",
            Limits { bytes: 100_000, steps: 1_000_000, ..Limits::default() }
        )
        .contains("of memory")
    );
    assert!(limited("torch.manual_seed(0)\nnn.Linear(100000, 100000)", Limits::default()).contains("of memory"));
    let attention = "torch.manual_seed(0)\nm = nn.MultiheadAttention(8, 2)\nx = torch.ones(2000, 1, 8)\nm(x, x, x)";
    assert!(limited(attention, Limits { bytes: 10_000_000, ..Limits::default() }).contains("of memory"));
    assert!(limited("nn.LayerNorm(10**9)", Limits::default()).contains("of memory"));
    assert!(limited("nn.RMSNorm(10**9)", Limits::default()).contains("of memory"));
}

#[test]
fn a_data_class_is_made_of_what_its_block_annotates() {
    let settings = "from dataclasses import dataclass\n@dataclass\nclass Settings:\n    width: int\n    heads: int = 4\n    name: str = 'a'\n    kind = 'no field'\n    def size(self):\n        return self.width // self.heads\n";
    assert_eq!(
        show(&format!("{settings}s = Settings(8, name='b')\n(s.size(), f'{{s}}')")),
        "(2, \"Settings(width=8, heads=4, name='b')\")"
    );
    assert!(
        show(&format!("{settings}Settings()"))
            .starts_with("10:1 Settings.__init__() missing 1 required positional argument: 'width'")
    );
    let after = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    def __post_init__(self):\n        self.y = 2 * self.x\n";
    assert_eq!(show(&format!("{after}A(3).y")), "6");
    let errors = glassformer::lang::parse("@dataclass\nclass A:\n    x: int = 1\n    y: int").errors;
    assert_eq!(errors[0].message, "`y` has no default, but `x` before it has one");
}

/// A page shows an object as its class writes it, also in a list; one that cannot say it, by its class.
#[test]
fn a_result_is_shown_as_its_class_writes_it() {
    let class = "class V:\n    def __init__(self, n): self.n = n\n    def __repr__(self): return f'V({self.n})'\n";
    assert_eq!(show(&format!("{class}v = V(1)\n[v, {{'a': V(2)}}]")), "[V(1), {'a': V(2)}]");
    let cell = run(&format!("{class}v = V(1)\nw = (v,)"));
    assert_eq!((cell.defined["v"].repr(), cell.defined["w"].repr()), ("V(1)".to_owned(), "(V(1),)".to_owned()));
    assert_eq!(show("from collections import Counter\nCounter('abca')"), "Counter({'a': 2, 'b': 1, 'c': 1})");
    let wrong =
        run("class Bad:\n    def __repr__(self):\n        print('noise')\n        raise ValueError('no')\nbad = Bad()");
    assert!(wrong.error.is_none(), "{:?}", wrong.error);
    assert_eq!((wrong.defined["bad"].repr().as_str(), &*wrong.printed), ("<Bad object>", ""));
    let endless = run("class Loop:\n    def __repr__(self):\n        while True: pass\nx = Loop()\ny = 1");
    assert!(endless.error.is_none(), "{:?}", endless.error);
    assert_eq!(endless.defined["x"].repr(), "<Loop object>");
}
