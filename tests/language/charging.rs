//! What a walk over containers that can still change costs: no cached size tells, so each part is paid for when it is visited.

use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::tensor::stop::Flag;

const PARTS: u64 = 1000;

/// The steps that a program takes as the body of a function: names of a cell are walked over once more when it ends, and that is not
/// what is asked.
fn steps(body: &str) -> u64 {
    let source = format!("def f():\n    {}\nf()", body.replace('\n', "\n    "));
    let parsed = parse(&source);
    assert_eq!(parsed.errors, vec![], "{source}");
    let evaluation = evaluate(&parsed.program, &source, &Scope::new(), &Limits::default(), &Flag::default());
    assert_eq!(evaluation.error, None, "{source}");
    evaluation.spent.steps
}

/// Each of these visits every part of `xs`, and most of them what lies in it.
const WALKS: [&str; 16] = [
    "print(xs)",
    "s = str(xs)",
    "s = f'{xs}'",
    "s = repr(ds)",
    "print(ds)",
    "b = xs == ys",
    "b = ds == es",
    "b = [-1] in xs",
    "n = xs.count([-1])",
    "n = len(sorted(xs))",
    "xs.sort()",
    "x = torch.tensor(xs)",
    "d = {tuple(range(1000)): 1}",
    "n = sum(x[0] for x in xs)",
    "m = max(xs)",
    "import copy\nzs = copy.deepcopy(xs)",
];

#[test]
fn a_walk_over_what_can_change_is_paid_for() {
    let made = format!(
        "xs = [[i] for i in range({PARTS})]\nys = [[i] for i in range({PARTS})]\n\
         ds = {{i: [i] for i in range({PARTS})}}\nes = {{i: [i] for i in range({PARTS})}}\n"
    );
    let before = steps(&format!("{made}return 0"));
    let cheap = WALKS.iter().filter_map(|walk| {
        let cost = steps(&format!("{made}{walk}\nreturn 0")) - before;
        // A step for every two parts is what a walk costs.
        (cost < PARTS / 2).then(|| format!("{walk} takes {cost} steps for {PARTS} parts"))
    });
    assert_eq!(cheap.collect::<Vec<_>>(), Vec::<String>::new());
}

/// A list that holds another one twice stands for a tree of twice the size, and a walk pays for the tree where it visits it all.
#[test]
fn parts_that_are_shared_are_paid_for_as_often_as_they_are_visited() {
    let doubled = |name: &str| format!("{name} = [0]\nfor i in range(11):\n    {name} = [{name}, {name}]\n");
    let made = format!("{}{}", doubled("a"), doubled("b"));
    let cost = |walk: &str| steps(&format!("{made}{walk}\nreturn 0"));
    let before = cost("pass");
    for walk in ["s = str(a)", "same = a == b", "print(a)"] {
        assert!(cost(walk) - before >= 1 << 10, "{walk} takes {} steps", cost(walk) - before);
    }
}
