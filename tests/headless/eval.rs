//! `glassformer eval`.

use serde_json::json;

use super::*;

#[test]
fn a_file_whose_name_says_nothing_is_called_a_file() {
    let (_folder, path) = file("x.st", "anything");
    let refused = call(&["eval", &path]).ended(2).err;
    assert!(refused.contains(&format!("cannot tell what `{path}` is from its name")), "{refused}");
    // With words it is a model: what is wrong then is said of its content.
    let refused = call(&["eval", &path, "--vocab", &path]).ended(1).err;
    assert!(refused.starts_with(&format!("glassformer: {path}: ")), "{refused}");
}

#[test]
fn a_lesson_is_one_object_of_names_cells_and_errors() {
    let (_folder, path) = lesson(&[
        ("x", "x = torch.tensor([[1.0, -inf], [nan, 0.1]])\nn = 3\n_private = 1\ndef f():\n    return 1"),
        ("y", "y = x[0] > 0\nwords = ['a', 'b']\nids = torch.tensor([2, 9007199254740993])"),
    ]);
    let json = call(&["eval", &path, "--json"]).ended(0).json();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["cells", "errors", "names"]);
    assert_eq!(
        json["names"]["x"],
        json!({ "dtype": "float32", "shape": [2, 2], "data": [1.0, "-Infinity", "NaN", f64::from(0.1_f32)] })
    );
    assert_eq!(json["names"]["y"], json!({ "dtype": "bool", "shape": [2], "data": [true, false] }));
    assert_eq!(json["names"]["ids"]["data"], json!([2, 9_007_199_254_740_993_i64]), "whole numbers are exact");
    assert_eq!(json["names"]["n"], json!({ "dtype": "int", "shape": [], "data": [3] }));
    assert_eq!(json["names"]["words"], json!({ "dtype": "list", "shape": [2], "data": ["a", "b"] }));
    assert_eq!(json["cells"][0], json!({ "label": "x", "state": "ok", "names": ["x", "n", "f"] }));
    assert_eq!(json["errors"], json!([]));
}

#[test]
fn errors_are_told_with_file_line_and_the_text_underlined() {
    let (_folder, path) = lesson(&[("a", "a = 1"), ("b", "b = 2\nc = a / 0"), ("d", "d = c")]);
    let ended = call(&["eval", &path]).ended(1);
    let lines: Vec<&str> = ended.err.lines().collect();
    assert!(lines[0].starts_with(&format!("{path}:13:5: ")), "{}", ended.err);
    assert_eq!((lines[1], lines[2].trim_end()), ("  13 │ c = a / 0", "     │     ^^^^^"), "{}", ended.err);
    assert!(ended.out.contains("a = 1") && ended.out.contains("b: failed"), "{}", ended.out);
    assert!(ended.out.contains("d: waits for `c` of `b`"), "{}", ended.out);

    let json = call(&["eval", &path, "--json"]).ended(1).json();
    let error = &json["errors"][0];
    assert_eq!((&error["cell"], &error["line"], &error["column"]), (&json!("b"), &json!(13), &json!(5)));
    assert!(error["message"].as_str().unwrap().contains("zero"));
    assert!(error.get("help").is_some());
    assert_eq!(json["errors"].as_array().unwrap().len(), 1, "who is blocked is not at fault");
    assert_eq!(json["cells"][2]["state"], "blocked");
    assert_eq!(json["names"]["a"]["data"], json!([1]), "the rest of the lesson lives on");
}

#[test]
fn a_clash_names_both_places() {
    let (_folder, path) = lesson(&[("a", "x = 1"), ("b", "x = 2")]);
    let ended = call(&["eval", &path]).ended(1);
    assert!(ended.err.contains(&format!("{path}:7:1: `x` is defined here and in cell `b`")), "{}", ended.err);
    assert!(ended.err.contains(&format!("see {path}:12:1")), "{}", ended.err);
}

#[test]
fn a_program_prints_what_it_prints_and_nothing_else() {
    let (_folder, path) =
        file("p.py", "import torch\nx = 1\nx = x + 1\nmask = torch.ones(2)\nprint(mask)\nprint('x =', x)\nx\n");
    let ended = call(&["eval", &path]).ended(0);
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("tensor([1., 1.])\nx = 2\n", ""));
    let json = call(&["eval", &path, "--json"]).ended(0);
    assert!(json.err.contains("x = 2\n"), "what is printed does not stand in the object");
    assert_eq!(json.json()["names"]["x"]["data"], json!([2]));
    assert_eq!(json.json()["cells"][0]["label"], "p");
}

#[test]
fn a_program_that_prints_nothing_shows_its_values() {
    let (folder, path) = file("p.py", "def f(x):\n    return x * 2\ny = f(torch.ones(2))\nn = 3\n");
    assert_eq!(call(&["eval", &path]).ended(0).out, "p:\n  y [2]\n  y = tensor([2., 2.])\n  n = 3\n");
    let saved = folder.path().join("y.safetensors");
    assert_eq!(call(&["eval", &path, "--save", saved.to_str().unwrap()]).ended(0).out, "");
    let (_folder, path) = file("p.py", "x = 1\ny = unknwn\n");
    assert_eq!(call(&["eval", &path]).ended(1).out, "");
}

#[test]
fn unseeded_cell_shows_its_seed() {
    const SEED: &str = "seed 0 (yours: none)";
    let cells = [("a", "a = torch.rand(2)"), ("b", "torch.manual_seed(0)\nb = torch.rand(2)"), ("c", "c = a + b")];
    let (_folder, path) = lesson(&cells);
    let text = call(&["eval", &path]).ended(0).out;
    let cells: Vec<&str> = text.split("\n\n").collect();
    assert!(cells[0].trim_end().ends_with(SEED) && !cells[1..].join("").contains("seed"), "{text}");
    let json = call(&["eval", &path, "--json"]).ended(0).json();
    assert_eq!(json["names"]["a"], json["names"]["b"]);
    assert_eq!(json["cells"][0], json!({ "label": "a", "state": "ok", "names": ["a"], "seed": 0 }));
    assert_eq!(json["cells"][1], json!({ "label": "b", "state": "ok", "names": ["b"] }));
    // What a program prints stays as it is.
    let (_folder, path) = file("p.py", "import torch\nprint(torch.rand(1).shape)\n");
    let ended = call(&["eval", &path]).ended(0);
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("torch.Size([1])\n", "seed 0 (yours: none)\n"));
    let (_folder, path) = file("p.py", "import torch\nx = torch.rand(1)\n");
    assert!(call(&["eval", &path]).ended(0).out.trim_end().ends_with(SEED));
}

#[test]
fn a_program_that_fails_has_printed_before() {
    let (_folder, path) = file("p.py", "print('begun')\nx = unknwn\n");
    let ended = call(&["eval", &path]).ended(1);
    assert_eq!(ended.out, "begun\n");
    assert!(
        ended.err.starts_with(&format!("{path}:2:5: `unknwn` is not defined\n  2 │ x = unknwn\n    │     ^^^^^^")),
        "{}",
        ended.err
    );
}

#[test]
fn every_slip_of_a_text_is_told() {
    let (_folder, path) = file("p.py", "x = (1\ny = 2 +\nz = 3\n");
    let json = call(&["eval", &path, "--json"]).ended(1).json();
    let lines: Vec<u64> =
        json["errors"].as_array().unwrap().iter().map(|error| error["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 2]);
}

#[test]
fn a_program_may_be_long_and_not_endless() {
    let long = "x = 1\n".repeat(256 * 1024 / 6 - 1) + "print(x)\n";
    let (_folder, path) = file("long.py", &long);
    assert_eq!(call(&["eval", &path]).ended(0).out, "1\n");
    let (_folder, path) = file("longer.py", &(long + &"#".repeat(6000)));
    assert!(call(&["eval", &path]).ended(1).err.contains("this code is too long"));
    let (_folder, path) = file("deep.py", &format!("x = {}1", "-".repeat(250_000)));
    assert!(call(&["eval", &path]).ended(1).err.contains(":1:"));
}

#[test]
fn inputs_can_be_set() {
    let cells = [
        ("in", "t = slider(0.1, 2.0, value=1.0, step=0.1)\ns = text('a b')\nk = 3"),
        ("out", "y = t * k\nn = len(s.split())"),
    ];
    let (_folder, path) = lesson(&cells);
    let json =
        call(&["eval", &path, "--set", "t=0.25", "--set", "k=4", "--set", "s=a b = c", "--json"]).ended(0).json();
    assert_eq!((&json["names"]["y"]["data"], &json["names"]["n"]["data"]), (&json!([1.0]), &json!([4])));
    for (setting, says) in [
        ("t=3", "cannot set `t` to `3`: it is a slider, which needs a number from 0.1 to 2"),
        ("tt=3", "there is no input `tt`; did you mean `t`?"),
        ("nonsense=3", "there is no input `nonsense`; choose from t, s\n"),
        ("k=", "cannot set `k` to ``"),
    ] {
        let ended = call(&["eval", &path, "--set", setting]).ended(2);
        assert!(ended.err.contains(says), "{}", ended.err);
    }
    assert!(call(&["eval", &path, "--set", "t"]).ended(2).err.contains("NAME=VALUE"));
    let (_folder, path) = file("p.py", "d = 4\nprint(d * 2)\n");
    assert_eq!(call(&["eval", &path, "--set", "d=8"]).ended(0).out, "16\n");
}

#[test]
fn only_what_is_asked_for_and_what_it_needs_is_evaluated() {
    let (_folder, path) = lesson(&[("c", "c = b + 1"), ("b", "b = a"), ("a", "a = 1"), ("bad", "z = 1 / 0")]);
    let json = call(&["eval", &path, "--cell", "b", "--json"]).ended(0).json();
    let labels: Vec<&str> =
        json["cells"].as_array().unwrap().iter().map(|cell| cell["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["b", "a"]);
    assert!(json["names"].get("c").is_none());
    assert!(call(&["eval", &path, "--cell", "bat"]).ended(2).err.contains("there is no cell `bat`; did you mean `b"));
    call(&["eval", &path]).ended(1);
}

#[test]
fn a_lazy_cell_runs_as_there_is_nobody_to_ask() {
    let (_folder, path) = lesson(&[("a", "#| lazy: true\na = 1")]);
    assert_eq!(call(&["eval", &path, "--json"]).ended(0).json()["cells"][0]["state"], "ok");
}

#[test]
fn tensors_are_saved_and_loaded() {
    let (folder, path) = lesson(&[("w", "w = torch.tensor([[1.5, 2.0]])\nm = w > 1\nn = 3\nname = 'x'")]);
    let saved = folder.path().join("w.safetensors");
    let saved = saved.to_str().unwrap();
    assert_eq!(call(&["eval", &path, "--save", saved]).ended(0).out, "");
    let (_other, program) = file("p.py", "print(sorted(W.keys()))\nW = W['w'] * 2\nprint(W)\n");
    let load = format!("W={saved}");
    assert_eq!(call(&["eval", &program, "--load", &load]).ended(0).out, "['m', 'w']\ntensor([[3., 4.]])\n");

    let (_page, reader) = lesson(&[("a", "a = W['w'] + 1")]);
    let json = call(&["eval", &reader, "--load", &load, "--json"]).ended(0).json();
    assert_eq!(json["names"]["a"]["data"], json!([2.5, 3.0]));
    assert!(json["names"].get("W").is_none(), "what was given is not what came out");
    call(&["eval", &reader]).ended(1);

    let halves = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/halves/bfloat16.safetensors");
    let (_other, program) = file("p.py", "print(H['w.pe'].dtype, H['w.pe'].shape, H['w.pe'][0, 1], H['w.pe'][1, 0])\n");
    let printed = call(&["eval", &program, "--load", &format!("H={halves}")]).ended(0).out;
    assert_eq!(
        printed,
        "torch.bfloat16 torch.Size([10, 8]) tensor(1., dtype=torch.bfloat16) tensor(0.8398, dtype=torch.bfloat16)\n"
    );

    let clash = call(&["eval", &reader, "--load", &format!("a={saved}")]).ended(2);
    assert!(clash.err.contains("cell `a` defines `a`; load the file under another name"), "{}", clash.err);
    assert!(call(&["eval", &reader, "--load", "W=missing.safetensors"]).ended(2).err.contains("missing.safetensors"));
    assert!(call(&["eval", &reader, "--load", &format!("W={reader}")]).ended(1).err.contains("not a safetensors file"));
}

#[test]
fn the_numbers_of_a_model_are_saved_under_its_name() {
    let code = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layers = nn.ModuleList([nn.Linear(2, 3)])\n        self.register_buffer('mask', torch.ones(2))\n        self.register_buffer('scratch', torch.ones(2), persistent=False)\ntorch.manual_seed(0)\nnet = Net()\nscale = nn.Parameter(torch.tensor(2.0))\n";
    let (folder, program) = file("model.py", code);
    let saved = folder.path().join("net.safetensors");
    let saved = saved.to_str().unwrap();
    call(&["eval", &program, "--save", saved]).ended(0);
    let (_other, reader) = file("p.py", "for name in sorted(W):\n    print(name, tuple(W[name].shape))\n");
    assert_eq!(
        call(&["eval", &reader, "--load", &format!("W={saved}")]).ended(0).out,
        "net.layers.0.bias (3,)\nnet.layers.0.weight (3, 2)\nnet.mask (2,)\nscale ()\n"
    );
}

#[test]
fn the_tensors_of_a_dict_are_saved_under_its_name_and_their_keys() {
    let code = "mine = {'layers.0.norm': torch.ones(2), 'note': 'x', 3: torch.ones(1), 'logits': torch.ones(1)}\n";
    let (folder, program) = file("p.py", code);
    let saved = folder.path().join("mine.safetensors");
    let saved = saved.to_str().unwrap();
    call(&["eval", &program, "--save", saved]).ended(0);
    let (_other, reader) = file("r.py", "print(sorted(W.keys()))\n");
    let names = call(&["eval", &reader, "--load", &format!("W={saved}")]).ended(0).out;
    assert_eq!(names, "['mine.layers.0.norm', 'mine.logits']\n");
    // Named as another file names its stages, they are held against those.
    let (_third, theirs) = file("t.py", "layers = {'0.norm': torch.ones(2)}\n");
    let reference = folder.path().join("theirs.safetensors");
    let reference = reference.to_str().unwrap();
    call(&["eval", &theirs, "--save", reference]).ended(0);
    let same = call(&["diff", saved, reference, "--rename", "mine=", "--common"]).ended(0);
    assert!(same.out.contains("1 of 1 tensors are equal"), "{}", same.out);
}

#[test]
fn a_table_is_of_the_cell_that_was_asked_for_and_not_of_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let call = |form: &str| call_in(folder.path(), &["eval", "attention", "--cell", "softmax", "--save", form]);
    call("weights.csv").ended(0);
    let table = std::fs::read_to_string(folder.path().join("weights.csv")).unwrap();
    assert!(table.contains("cat"), "{table}");
    call("all.json").ended(0);
    let all = std::fs::read_to_string(folder.path().join("all.json")).unwrap();
    assert!(all.contains("\"W_Q\""), "{all}");
}

/// A lesson of an input, an exercise and one more, and the session of somebody who changed the input and began one exercise.
fn worked(text: &str) -> (tempfile::TempDir, String, String) {
    let exercise = |name: &str| {
        format!(
            "```python\n#| role: start\n#| exercise: {name}\n#| ask: Double x.\ndoubled = ...\n```\n\n```python\n#| role: check\n#| exercise: {name}\nassert doubled == 4\n```\n\n```python\n#| role: solution\n#| exercise: {name}\ndoubled = x + x\n```\n"
        )
    };
    let page = format!(
        "---\ntitle: T\nid: t\n---\n```python\n#| label: in\nx = slider(1, 9, value=2, step=1)\n```\n\n{}\n{}",
        exercise("one"),
        exercise("two")
    );
    let (folder, path) = file("t.md", &page);
    let session = folder.path().join("t.session");
    let edits = format!(
        "cell in\n- x = slider(1, 9, value=2, step=1)\n+ x = slider(1, 9, value=3, step=1)\ncell one\n- doubled = ...\n+ {text}\nscratch own\nafter in\n+ squared = x * x\n"
    );
    std::fs::write(&session, format!("glassformer session 1\n\nlesson t\n{edits}end\n")).unwrap();
    let session = session.to_str().unwrap().to_owned();
    (folder, path, session)
}

#[test]
fn a_lesson_is_evaluated_with_the_learners_work_in_it() {
    let (folder, path, session) = worked("doubled = torch.tensor([2 * x])");
    let names = call(&["eval", &path, "--json"]).ended(0).json()["names"].clone();
    assert_eq!((&names["x"]["data"], names.get("doubled"), names.get("squared")), (&json!([2]), None, None));
    let json = call(&["eval", &path, "--session", &session, "--json"]).ended(0).json();
    let data = |name: &str| json["names"][name]["data"].clone();
    assert_eq!([data("x"), data("doubled"), data("squared")], [json!([3]), json!([6]), json!([9])]);
    let labels: Vec<&str> =
        json["cells"].as_array().unwrap().iter().map(|cell| cell["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["in", "own", "one"], "what nobody began is left out");
    let saved = folder.path().join("w.safetensors");
    let saved = saved.to_str().unwrap();
    call(&["eval", &path, "--session", &session, "--cell", "one", "--save", saved]).ended(0);
    let (_other, reader) = file("r.py", "print(W)\n");
    let printed = call(&["eval", &reader, "--load", &format!("W={saved}")]).ended(0).out;
    assert_eq!(printed, "{'doubled': tensor([6])}\n");
}

#[test]
fn work_that_fails_or_is_not_there_is_told() {
    let (folder, path, session) = worked("doubled = x / 0");
    let ended = call(&["eval", &path, "--session", &session]).ended(1);
    assert!(ended.err.contains("t.md:14:11: "), "{}", ended.err);
    let none = folder.path().join("none.session");
    let none = none.to_str().unwrap();
    assert!(call(&["eval", &path, "--session", none]).ended(2).err.contains("there is no session file"));
    let other = call(&["eval", "attention", "--session", &session]).ended(2);
    assert!(other.err.contains("no work on the lesson `attention` is saved in "), "{}", other.err);
    let (_other, program) = file("p.py", "x = 1\n");
    assert!(call(&["eval", &program, "--mine"]).ended(2).err.contains("work only for lessons"));
}

#[test]
fn nothing_is_saved_of_what_failed() {
    let (folder, path) = lesson(&[("a", "a = torch.ones(2)"), ("b", "b = 1 / 0")]);
    let saved = folder.path().join("out.safetensors");
    call(&["eval", &path, "--save", saved.to_str().unwrap()]).ended(1);
    assert!(!saved.exists());
}

#[test]
fn wrong_calls_say_so() {
    assert!(call(&["eval", "atention"]).ended(2).err.contains("did you mean `attention`?"));
    assert!(call(&["eval", "no/such.py"]).ended(2).err.contains("cannot read no/such.py"));
    call(&["eval"]).ended(2);
    call(&["eval", "attention", "--json", "--save", "x.json"]).ended(2);
    let refused = call(&["eval", "attention", "--save", "weights.xyz"]).ended(2);
    assert!(refused.err.contains("one of .csv .json .safetensors"), "{}", refused.err);
    assert!(!std::path::Path::new("weights.xyz").exists());
}

#[test]
fn a_file_that_is_no_lesson_is_told_in_the_same_form() {
    let (_folder, path) = file("t.md", "---\ntitle: T\n---\n");
    assert!(call(&["eval", &path]).ended(1).err.starts_with(&format!("{path}:1:1: the front matter has no `id`")));
    let json = call(&["eval", &path, "--json"]).ended(1).json();
    assert_eq!((&json["errors"][0]["line"], &json["errors"][0]["cell"]), (&json!(1), &json!(null)));
}

#[test]
fn the_course_evaluates() {
    let lessons = call(&["list", "--json"]).ended(0).json();
    for lesson in lessons.as_array().unwrap() {
        let json = call(&["eval", lesson["id"].as_str().unwrap(), "--json"]).ended(0).json();
        assert!(json["cells"].as_array().unwrap().iter().all(|cell| cell["state"] == "ok"), "{lesson}");
    }
}

#[test]
fn tensors_are_saved_as_tables_and_objects_too() {
    let (folder, path) = lesson(&[("x", "x = torch.tensor([[1.0, -inf], [nan, 0.1]])"), ("y", "y = x[0] > 0")]);
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    call(&["eval", &path, "--cell", "x", "--save", &at("x.csv")]).ended(0);
    assert_eq!(std::fs::read_to_string(at("x.csv")).unwrap(), "axis 0,0,1\n0,1,-inf\n1,nan,0.1\n");
    call(&["eval", &path, "--save", &at("all.json")]).ended(0);
    let all: serde_json::Value = serde_json::from_slice(&std::fs::read(at("all.json")).unwrap()).unwrap();
    assert_eq!((&all[0]["name"], &all[1]["data"]), (&json!("x"), &json!([true, false])));
    let refused = call(&["eval", &path, "--save", &at("all.csv")]).ended(2);
    assert!(refused.err.contains("only one tensor, but these would be written: x, y"), "{}", refused.err);
    assert!(!folder.path().join("all.csv").exists());
}
