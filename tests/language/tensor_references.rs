//! Tensors are references: programs in which one has several names and views, held against PyTorch.
//!
//! `tensor_references.json` has what PyTorch says; `tensor_references.py` writes it.

use serde_json::Value as Json;

use crate::references::told;
use crate::{run, run_with};
use glassformer::lang::Value;
use glassformer::lang::builtins::tensors;
use glassformer::tensor::{DType, Tensor};

fn answers() -> Json {
    serde_json::from_str(include_str!("tensor_references.json")).unwrap()
}

fn text(row: &Json) -> String {
    row.as_str().unwrap().to_owned()
}

/// Holds every program of a group against PyTorch, and tells all that differ.
fn agree(group: &str) {
    let answers = answers();
    let rows = answers["groups"][group].as_array().unwrap();
    let differs = |row: &Json| {
        let (code, expected) = (text(&row["code"]), text(&row["prints"]));
        let told = told(&code);
        (told != expected)
            .then(|| format!("{}:\n{code}\n  is here: {told}\n  in PyTorch: {expected}", text(&row["name"])))
    };
    let failures: Vec<String> = rows.iter().filter_map(differs).collect();
    assert!(failures.is_empty(), "{} of {} differ\n\n{}", failures.len(), rows.len(), failures.join("\n\n"));
}

#[test]
fn names_are_references() {
    agree("names");
}

#[test]
fn is_tells_a_view_from_the_tensor_itself() {
    agree("identity");
}

#[test]
fn views_share() {
    agree("views");
}

#[test]
fn views_of_views_share_with_the_root() {
    agree("views of views");
}

#[test]
fn items_are_assigned_in_place() {
    agree("indices");
}

#[test]
fn methods_and_operators_change_in_place() {
    agree("in place");
}

#[test]
fn arrays_share_with_tensors() {
    agree("numpy");
}

#[test]
fn numbers_of_arrays_are_no_views() {
    agree("numbers of arrays");
}

#[test]
fn parameters_and_modules_share() {
    agree("modules");
}

#[test]
fn gradients_go_through_writes() {
    let answers = answers();
    let rows = answers["slopes"].as_array().unwrap();
    let differs = |row: &Json| {
        let (name, code) = (text(&row["name"]), text(&row["code"]));
        let got = slope(&code);
        let expected = (text(&row["value"]), text(&row["gradient"]));
        (got.as_ref() != Ok(&expected))
            .then(|| format!("{name}:\n{code}\n  is here: {got:?}\n  in PyTorch: {expected:?}"))
    };
    let failures: Vec<String> = rows.iter().filter_map(differs).collect();
    assert!(failures.is_empty(), "{} of {} differ\n\n{}", failures.len(), rows.len(), failures.join("\n\n"));
}

/// What `r` is in the end, and its gradient with respect to what `x` was at first.
fn slope(code: &str) -> Result<(String, String), String> {
    let evaluation = run(code);
    if let Some(error) = evaluation.error {
        return Err(error.render(code));
    }
    let r = evaluation.defined.get("r").and_then(Value::tensor).ok_or("no r")?;
    let x = evaluation.tape.names().find(|(name, _)| *name == "x").map(|(_, node)| node.value.clone()).ok_or("no x")?;
    let gradients = evaluation.tape.gradients(&r).map_err(|error| error.to_string())?;
    let gradient = gradients.of(&x).map_or_else(|| "none".to_owned(), listed);
    Ok((listed(&r), gradient))
}

/// The numbers of a tensor as `tolist()` prints them.
fn listed(tensor: &Tensor) -> String {
    let number = |number: &f64| match tensor.dtype() {
        DType::Bool => if *number == 0.0 { "False" } else { "True" }.to_owned(),
        dtype if dtype.is_integer() => format!("{number}"),
        _ => format!("{number:?}"),
    };
    nested(tensor.shape(), &tensor.to_vec().iter().map(number).collect::<Vec<_>>())
}

/// Numbers in brackets, as many deep as there are axes.
fn nested(shape: &[usize], numbers: &[String]) -> String {
    let Some((&size, rest)) = shape.split_first() else { return numbers.first().cloned().unwrap_or_default() };
    let step = numbers.len() / size.max(1);
    let parts: Vec<String> = (0..size).map(|part| nested(rest, &numbers[part * step..(part + 1) * step])).collect();
    format!("[{}]", parts.join(", "))
}

/// Holds every program of a list against PyTorch's error, of which its words are given; `is_it` says whether ours is the same.
fn refused(list: &str, is_it: impl Fn(&str, &str) -> bool) {
    let answers = answers();
    let rows = answers[list].as_array().unwrap();
    let differs = |row: &Json| {
        let [name, code, words] = [0, 1, 2].map(|place| text(&row[place]));
        let told = run(&code).error.map(|error| error.message.clone());
        let is_same = told.as_ref().is_some_and(|told| is_it(told, &words));
        (!is_same).then(|| format!("{name}:\n{code}\n  is here: {told:?}\n  in PyTorch: {words}"))
    };
    let failures: Vec<String> = rows.iter().filter_map(differs).collect();
    assert!(failures.is_empty(), "{} of {} differ\n\n{}", failures.len(), rows.len(), failures.join("\n\n"));
}

#[test]
fn what_pytorch_refuses_is_refused() {
    refused("errors", |_, _| true);
}

/// Writes that gradients forbid are refused in PyTorch's words.
#[test]
fn what_gradients_forbid_is_refused() {
    refused("errors about gradients", |told, words| told.contains(words));
}

#[test]
fn requires_grad_is_that_of_pytorch() {
    agree("gradients");
}

/// As in PyTorch, where both cells are one program.
#[test]
fn what_another_cell_made_keeps_its_gradient() {
    let first = "q = torch.tensor([3., 4.], requires_grad=True)\nt = torch.tensor([5., 6.])\nw = q * 2\nclass A:\n    k = q\n\
                 def f():\n    return q\ndef g(y, z=q):\n    return y * q, y * z\n\
                 def h():\n    a = nn.Parameter(t)\n    return (a * 1).requires_grad, (t * 1).requires_grad";
    let first = run(&format!("import torch.nn as nn\n{first}"));
    assert!(first.error.is_none(), "{:?}", first.error);
    for (asked, wanted) in [
        ("f().requires_grad, f().is_leaf", "(True, True)"),
        ("[v.requires_grad for v in g(torch.ones(2))]", "[True, True]"),
        ("h()", "(True, False)"),
        ("w.requires_grad, w.is_leaf, (w * 1).requires_grad", "(True, False, True)"),
        ("A.k.requires_grad, (A.k + 1).requires_grad, (t + 1).requires_grad", "(True, True, False)"),
    ] {
        let second = run_with(asked, &first.defined);
        assert_eq!(second.result.map(|value| value.repr()).as_deref(), Some(wanted), "{asked}: {:?}", second.error);
    }
}

/// The tensor that a value is, or that a parameter holds.
fn held(value: &Value) -> Option<Tensor> {
    value.tensor().or_else(|| tensors(value).pop().map(|(_, tensor)| tensor))
}

/// After an error every tensor is as PyTorch leaves it.
#[test]
fn nothing_is_half_written() {
    let answers = answers();
    let rows = answers["after"].as_array().unwrap();
    let differs = |row: &Json| {
        let [name, code, of, expected] = [0, 1, 2, 3].map(|place| text(&row[place]));
        let got = run(&code).defined.get(of.as_str()).and_then(held).map(|tensor| listed(&tensor));
        (got.as_ref() != Some(&expected))
            .then(|| format!("{name}:\n{code}\n  {of} is here {got:?}\n  in PyTorch {expected}"))
    };
    let failures: Vec<String> = rows.iter().filter_map(differs).collect();
    assert!(failures.is_empty(), "{} of {} differ\n\n{}", failures.len(), rows.len(), failures.join("\n\n"));
}

/// A table filled number by number costs what is written, and is one step.
#[test]
fn a_run_of_writes_is_one_step() {
    let fill = "pe = torch.zeros(200, 512)\nfor pos in range(200):\n    for i in range(512):\n        pe[pos, i] = pos + i / 512\n";
    let by_rows = fill.replace("    for i", "    row = pe[pos]\n    for i").replace("pe[pos, i]", "row[i]");
    // A view of a row reads the table, so there is a step for each row.
    for (source, count) in [(fill.to_owned(), 1), (by_rows, 200)] {
        let evaluation = run(&source);
        assert_eq!(evaluation.error, None, "{source}");
        let steps = |name: &str| evaluation.tape.nodes().iter().filter(|node| node.operation.name() == name).count();
        assert_eq!(steps("assign"), count, "{source}");
        let table = evaluation.defined["pe"].tensor().unwrap();
        assert_eq!((table.at(&[3, 256]), table.at(&[199, 511])), (3.5, f64::from(199.0_f32 + 511.0 / 512.0)));
        assert_eq!(evaluation.tape.named("pe").unwrap().value.to_vec(), table.to_vec());
    }
}

/// *Why* goes through writes: a written element has the reason of what was written, an untouched one that of the tensor before.
#[test]
fn reasons_go_through_writes() {
    let why = |source: &str, index: &[usize]| {
        let evaluation = run(source);
        assert_eq!(evaluation.error, None, "{source}");
        let x = evaluation.defined["x"].tensor().unwrap();
        evaluation.tape.explain(x.origin().unwrap(), index).unwrap().to_string()
    };
    let written = "a = torch.tensor([2.0, 3.0])\nx = a * 2\nrow = x[1:]\nrow += 4\n";
    assert!(why(written, &[1]).starts_with("10.0"), "{}", why(written, &[1]));
    assert!(why(written, &[0]).starts_with("4.00"), "{}", why(written, &[0]));
}

/// What PyTorch gives for programs that a fuzzer found.
#[test]
fn what_is_written_to_stays_where_it_lies() {
    let cases = [
        (
            "x = torch.zeros(3, 1)\nx.fill_(7)\nx.flatten(0, 1).contiguous()[-1] += 7\nx.tolist(), x.stride()",
            "([[7.0], [7.0], [14.0]], (1, 1))",
        ),
        ("x = torch.arange(6.).view(2, 3).T + 0\nx[0, 0] = 9\nx.stride(), x.is_contiguous()", "((1, 3), False)"),
        ("x = torch.ones(2, 2)\nx.data *= 3\ny = x.data\ny += 1\nx.tolist()", "[[4.0, 4.0], [4.0, 4.0]]"),
        ("p = nn.Parameter(torch.ones(2, 2))\np.data @= torch.eye(2) * 3\np.tolist()", "[[3.0, 3.0], [3.0, 3.0]]"),
        ("p = nn.Parameter(torch.ones(2))\nfor i in range(3):\n    p.data *= 2\np.tolist()", "[8.0, 8.0]"),
        ("x = torch.tensor([0, 2, 1])\nx[x[0]] += 1\nx.tolist()", "[1, 1, 1]"),
        ("x = torch.arange(4)\nx[x[1]] = 9\nx.tolist()", "[0, 9, 2, 3]"),
        (
            "x = torch.arange(6.).view(2, 3).T\ny = x.repeat(1, 1)\ny.stride(), y.view(6).shape",
            "((2, 1), torch.Size([6]))",
        ),
        (
            "x = torch.ones(3, 3)\nd = x.diag()\nd.contiguous().fill_(2)\nd.sum().item(), d.stride(), x.sum().item()",
            "(6.0, (1,), 9.0)",
        ),
        ("b = torch.tensor([True, False])\nb[0:2][b[0:2]] = False\nb.tolist()", "[False, False]"),
    ];
    for (source, expected) in cases {
        assert_eq!(told(source), expected, "{source}");
    }
}

/// A view of a view of a view: what it costs does not grow with how many there are.
#[test]
fn long_chains_of_views_stay_cheap() {
    let source = "x = torch.zeros(2, 2)\ny = x\nfor i in range(20000):\n    y = y.T\ny[0, 1] = 5\nx.tolist()";
    assert_eq!(told(source), "[[0.0, 5.0], [0.0, 0.0]]");
}

/// A write that costs more than is left is the cell's error, also where nothing reads it any more.
#[test]
fn a_write_that_cannot_be_paid_is_an_error() {
    for rounds in 1..40 {
        let source = format!("x = torch.zeros(1000000)\nfor i in range({rounds}):\n    torch.ones(1000000)\nx[0] = 5");
        let evaluation = run(&source);
        match (evaluation.error, evaluation.defined.get("x").and_then(Value::tensor)) {
            (None, x) => assert_eq!(x.unwrap().whole_numbers()[0], 5, "{rounds}"),
            (Some(error), x) => {
                let is_before = error.span.start < u32::try_from(source.find("x[0]").unwrap()).unwrap();
                assert!(x.is_none() || is_before, "{rounds}");
            }
        }
    }
}
