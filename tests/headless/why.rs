//! `glassformer why`.

use serde_json::json;

use super::*;

#[test]
fn an_element_is_named_by_numbers_or_labels() {
    for element in ["weights[2,1]", "weights[-4, 1]", "weights[sat,cat]", "weights[ 2 , cat ]"] {
        let ended = call(&["why", "attention", element]).ended(0);
        assert!(
            ended.out.starts_with("weights  query sat, key cat  = 0.760\n    0.760 = exp(2.82) / (exp("),
            "{}",
            ended.out
        );
    }
}

#[test]
fn what_is_no_element_is_told() {
    for (element, says) in [
        ("weights", "`weights` is [query 6, key 6]: say which of its elements, such as weights[0, 0]"),
        ("weights[sat", "`weights[sat` has no closing `]`"),
        ("weights[0]", "`weights` is [query 6, key 6]: give one index for each axis, such as weights[0, 0]"),
        ("weights[6,0]", "has no index 6: use 0 to 5"),
        ("weights[-7,0]", "has no index -7"),
        ("weights[sat,dog]", "axis 1 of `weights` has no label `dog`"),
        ("weights[the,cat]", "`the` is the label of 0 and 4: give the number as the index"),
        ("wieghts[0,0]", "there is no value `wieghts`; did you mean `weights`?"),
        ("words", "`words` is a list, but only numbers can be explained"),
        ("temperature[0]", "is a single number"),
    ] {
        let ended = call(&["why", "attention", element]).ended(2);
        assert!(ended.err.contains(says), "{element}: {}", ended.err);
    }
    assert!(call(&["why", "attention", "n"]).ended(0).out.starts_with("n  = 6\n    given as len(words)"));
    call(&["why", "attention"]).ended(2);
}

#[test]
fn reasons_go_down_to_what_was_written() {
    let (_folder, path) = file("p.py", "a = torch.tensor([2.0, 3.0])\nb = a * 4.0\nc = b.sum() + 1.0\n");
    let shallow = call(&["why", &path, "c", "--depth", "1"]).ended(0).out;
    assert_eq!(shallow.lines().count(), 5, "the number, its formula, its place, and two operands:\n{shallow}");
    let deep = call(&["why", &path, "c", "--depth", "9", "--json"]).ended(0).json();
    let mut leaves = Vec::new();
    collect(&deep, &mut leaves);
    assert!(leaves.contains(&"written in the code".to_owned()), "{deep:#}");
    assert_eq!((&deep["name"], &deep["index"], &deep["value"]), (&json!("c"), &json!([]), &json!(21.0)));
    assert_eq!(deep["formula"], "20.0 + 1");
    let sum = &deep["operands"][0];
    assert_eq!((&sum["value"], &sum["source"]["line"]), (&json!(20.0), &json!(3)));
    let product = &sum["operands"][1];
    assert_eq!((&product["name"], &product["index"], &product["value"]), (&json!("b"), &json!([1]), &json!(12.0)));
}

/// A function of `np` is one operation, as one of `torch` is, though it is written in Python.
#[test]
fn a_function_of_numpy_is_said_of_its_call() {
    let (_folder, path) =
        file("p.py", "import numpy as np\nx = np.array([1.0, 2.0])\ne = np.exp(x)\nshare = e / e.sum()\n");
    let text = call(&["why", &path, "share[0]", "--depth", "2"]).ended(0).out;
    assert!(text.contains("line 3: np.exp(x)"), "{text}");
    assert!(text.contains("e.sum()  = 10.1"), "{text}");
    assert!(!text.contains("_numpy"), "{text}");
}

/// The notes of all elements that are made of nothing.
fn collect(tree: &Json, leaves: &mut Vec<String>) {
    match tree["operands"].as_array() {
        Some(operands) if !operands.is_empty() => operands.iter().for_each(|operand| collect(operand, leaves)),
        _ => leaves.extend(tree["note"].as_str().map(str::to_owned)),
    }
}

#[test]
fn nan_is_traced_to_its_birth() {
    let (_folder, path) = lesson(&[
        ("scores", "scores = torch.zeros(2, 2)"),
        ("masked", "masked = scores.masked_fill(torch.tensor([[0, 0], [1, 1]]).bool(), -inf)"),
        ("weights", "weights = softmax(masked, dim=-1)"),
        ("mixed", "mixed = weights @ scores\nfinal = mixed + 1"),
    ]);
    let text = call(&["why", &path, "final[1,0]", "--depth", "1"]).ended(0).out;
    assert!(text.contains("the first nan is\n  weights"), "{text}");
    let json = call(&["why", &path, "final[1,0]", "--json"]).ended(0).json();
    assert_eq!(
        (&json["value"], &json["born"]["name"], &json["born"]["index"]),
        (&json!("NaN"), &json!("weights"), &json!([1, 0]))
    );
    let finite = call(&["why", &path, "final[0,0]", "--json"]).ended(0).json();
    assert_eq!((&finite["born"], &finite["reason"]), (&json!(null), &json!(null)));
    assert!(text.contains("because every key of this row is masked (-inf)"), "{text}");
    assert!(json["reason"].as_str().unwrap().ends_with("0 / 0"), "{json:#}");
}

#[test]
fn what_depends_on_an_element_is_told() {
    let text = call(&["why", "attention", "W_Q[doing, alive?]", "--uses"]).ended(0).out;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "W_Q  feature doing, channel alive?  = 3.00");
    // Every word's query, for it is read also where the word's own number is 0.
    assert!(lines.iter().any(|line| line.starts_with("  Q  6 of 18  in project, line ")), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("  output  all 12  in mix, line ")), "{text}");
    assert!(!text.contains("  K  "), "{text}");
    let json = call(&["why", "attention", "output[0, 0]", "--uses", "--json"]).ended(0).json();
    assert_eq!(json, json!({ "values": [], "text": [], "whole": true }));
    call(&["why", "attention", "output[0, 0]", "--uses", "--depth", "2"]).ended(2);
}

#[test]
fn a_count_goes_on_to_the_text_that_was_typed() {
    let text = call(&["why", "attention", "n", "--depth", "4"]).ended(0).out;
    assert!(text.contains("words  = ['the', 'cat', 'sat', 'on', 'the', 'mat']"), "{text}");
    assert!(text.contains("sentence  = 'the cat sat on the mat'\n        set by the text on this page"), "{text}");
}

#[test]
fn inputs_are_set_before_the_question() {
    let cold = call(&["why", "attention", "weights[sat,cat]", "--set", "temperature=0.1", "--json"]).ended(0).json();
    let warm = call(&["why", "attention", "weights[sat,cat]", "--set", "temperature=4", "--json"]).ended(0).json();
    assert!(cold["value"].as_f64().unwrap() > 0.99 && warm["value"].as_f64().unwrap() < 0.5);
}

#[test]
fn variables_of_functions_can_be_asked_too() {
    let (_folder, path) = file("p.py", "def f(x):\n    inner = x * 2\n    return inner + 1\ny = f(torch.ones(2))\n");
    assert!(call(&["why", &path, "inner[1]", "--depth", "1"]).ended(0).out.contains("2.00 = 1.00 · 2"));
    // Of a formula only what stands in it is listed: not the whole of a variable whose element it reads.
    let json = call(&["why", &path, "y[1]", "--json"]).ended(0).json();
    let listed: Vec<_> = json["operands"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(listed, ["inner", "1"], "{json:#}");
}

#[test]
fn the_opposite_of_a_truth_is_read_as_one() {
    let text = call(&["why", "attention", "masked[sat, cat]", "--depth", "2"]).ended(0).out;
    assert!(text.contains("      0 = not 1\n"), "{text}");
}

#[test]
fn a_broken_page_explains_what_is_whole() {
    let (_folder, path) = lesson(&[("a", "a = torch.ones(2) * 3"), ("b", "b = 1 / 0")]);
    let ended = call(&["why", &path, "a[0]"]).ended(1);
    assert!(ended.out.starts_with("a  0  = 3.00") && ended.err.contains(":12:5: "), "{}{}", ended.out, ended.err);
    assert_eq!(call(&["why", &path, "b"]).ended(1).out, "");
}

#[test]
fn a_gradient_comes_about_step_by_step_up_to_its_output() {
    let (_folder, path) = file("p.py", "x = torch.tensor([2.0, 3.0])\ny = x * x\nz = y.sum() * 0.5\nk = y.argmax()\n");
    let ended = call(&["why", &path, "x[1]", "--gradient", "z", "--depth", "9"]).ended(0);
    let says = [
        "gradient of z\nx  1  = 3.00\n    3.00 = 0.500 · 6.00\n",
        "y  1  = 0.500\n",
        "the gradient of the output with respect to itself is 1\n",
    ];
    for says in says {
        assert!(ended.out.contains(says), "{says} in\n{}", ended.out);
    }
    let json = call(&["why", &path, "x[1]", "--gradient", "z", "--json"]).ended(0).json();
    assert_eq!((&json["output"], &json["value"], &json["formula"]), (&json!("z"), &json!(3.0), &json!("0.500 · 6.00")));
    assert_eq!(json["operands"][0]["value"], json!(0.5));
    let none = call(&["why", &path, "x[0]", "--gradient", "k"]).ended(1);
    assert!(none.err.contains("k has no gradient: an integer changes in jumps"), "{}", none.err);
    assert!(
        call(&["why", &path, "k", "--gradient", "z"]).ended(0).out.contains("k  = none\n    no gradient: an integer")
    );
    call(&["why", &path, "x[0]", "--gradient", "nobody"]).ended(2);
}
