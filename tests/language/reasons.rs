//! Why: the record of a cell reaches from a weight to the literal, the slider and the length it was made from.

use glassformer::lang::{Evaluation, Scope, Span, Value};
use glassformer::tensor::{Leaf, Node, Origin};

use crate::{run, run_with};

fn node(evaluation: &Evaluation, name: &str) -> Origin {
    evaluation.defined[name].origin().unwrap_or_else(|| panic!("{name} has no origin"))
}

fn inputs<'a>(evaluation: &'a Evaluation, node: &Node) -> Vec<&'a Node> {
    let origins = node.inputs.iter().map(|input| input.origin().unwrap());
    origins.map(|origin| evaluation.tape.node(origin).unwrap()).collect()
}

fn text<'a>(node: &Node, source: &'a str) -> &'a str {
    let place = node.place.unwrap();
    Span::new(place.start, place.end).of(source)
}

#[test]
fn a_score_is_explained_down_to_its_numbers() {
    let source =
        "d_k = 4\nt = slider(0.5, 2.0, value=2.0)\nQ = torch.tensor([[1.0, 3.0]])\nscores = Q @ Q.T / (sqrt(d_k) * t)";
    let evaluation = run(source);
    assert_eq!(evaluation.error, None);
    let scores = evaluation.tape.node(node(&evaluation, "scores")).unwrap();
    assert_eq!((scores.name.as_deref(), text(scores, source)), (Some("scores"), "Q @ Q.T / (sqrt(d_k) * t)"));
    let why = evaluation.tape.explain(node(&evaluation, "scores"), &[0, 0]).unwrap();
    assert_eq!(why.to_string(), "2.50 = 10.0 / 4");

    let scale = inputs(&evaluation, scores)[1];
    assert_eq!((scale.operation.name(), text(scale, source)), ("mul", "sqrt(d_k) * t"));
    let [root, slider] = inputs(&evaluation, scale)[..] else { panic!() };
    assert_eq!((root.operation.name(), text(root, source)), ("sqrt", "sqrt(d_k)"));
    assert_eq!(slider.operation.leaf(), Some(&Leaf::Control("slider")));
    assert_eq!((slider.name.as_deref(), text(slider, source)), (Some("t"), "slider(0.5, 2.0, value=2.0)"));
    let d_k = inputs(&evaluation, root)[0];
    assert_eq!(d_k.operation.leaf(), Some(&Leaf::Literal));
    assert_eq!((d_k.name.as_deref(), text(d_k, source)), (Some("d_k"), "4"));
}

#[test]
fn a_length_says_how_it_was_given() {
    let source = "x = torch.ones(2, 9)\nd_k = x.shape[-1]\ny = x / sqrt(d_k)";
    let evaluation = run(source);
    let y = evaluation.tape.node(node(&evaluation, "y")).unwrap();
    let d_k = inputs(&evaluation, inputs(&evaluation, y)[1])[0];
    assert_eq!(d_k.operation.leaf(), Some(&Leaf::Given("x.shape[-1]".into())));
}

#[test]
fn an_attribute_of_another_cells_class_is_a_leaf() {
    let owner = run("class A:\n    w = torch.ones(2)\nA.w = A.w * 3\na = A()");
    for source in ["y = A.w * 2", "y = a.w * 2", "class B(A):\n    pass\ny = B.w * 2"] {
        let evaluation = run_with(source, &owner.defined);
        let y = evaluation.tape.node(node(&evaluation, "y")).unwrap();
        let leaf = inputs(&evaluation, y)[0].operation.leaf();
        assert!(matches!(leaf, Some(Leaf::Part { of, .. }) if &**of == "w"), "{source}: {leaf:?}");
    }
}

#[test]
fn the_fill_of_a_mask_is_an_operand() {
    let source = "x = torch.zeros(2)\nfill = -1e9\nm = x.masked_fill(x == 0, fill)";
    let evaluation = run(source);
    let filled = evaluation.tape.node(node(&evaluation, "m")).unwrap();
    let fill = inputs(&evaluation, filled)[2];
    assert_eq!((fill.name.as_deref(), text(fill, source)), (Some("fill"), "-1e9"));
}

#[test]
fn what_another_cell_made_is_known_by_its_name() {
    let first = run("sizes = {'d_k': 16}\nscale = slider(1, 3, value=2)");
    let source = "y = torch.ones(2) * sqrt(sizes['d_k']) * scale";
    let second = run_with(source, &first.defined);
    let y = second.tape.node(node(&second, "y")).unwrap();
    // Not by where it was made: that cell may be run again while this one is not.
    let scale = inputs(&second, y)[1];
    assert_eq!(scale.operation.leaf(), Some(&Leaf::Outer("scale".into())));
    let Value::Dict(sizes) = &first.defined["sizes"] else { panic!() };
    assert!(sizes.now().get(&Value::text("d_k")).unwrap().origin().is_some());
}

#[test]
fn a_tensor_of_computed_numbers_remembers_each() {
    let source = "t = slider(0.0, 1.0, value=0.5)\nx = torch.tensor([t, 2 * t])\ny = x.sum()";
    let evaluation = run(source);
    let gradients = evaluation.tape.gradients(&evaluation.defined["y"].clone().into_tensor()).unwrap();
    let t = evaluation.tape.node(node(&evaluation, "t")).unwrap();
    assert_eq!(gradients.of(&t.value).unwrap().to_vec(), [3.0]);
}

#[test]
fn long_loops_over_numbers_stay_cheap() {
    let source = "x = 0.5\nfor i in range(20000):\n    x = x * 1.0001 + 0.1\n";
    let evaluation = run_with(source, &Scope::new());
    assert_eq!(evaluation.error, None);
    assert!(evaluation.tape.nodes().len() < 50_000);
}

trait IntoTensor {
    fn into_tensor(self) -> glassformer::tensor::Tensor;
}

impl IntoTensor for Value {
    fn into_tensor(self) -> glassformer::tensor::Tensor {
        match self {
            Value::Tensor(tensor) => tensor.now(),
            other => panic!("{other:?} is no tensor"),
        }
    }
}

/// What a parameter began with is let go of when others are loaded in its place, unless somebody has it.
#[test]
fn loaded_weights_replace_the_first_ones_in_the_record() {
    let held = |source: &str| {
        let nodes = run(source).tape;
        nodes.nodes().iter().map(|node| node.value.len()).sum::<usize>()
    };
    let build = "torch.manual_seed(0)\nm = nn.Linear(50, 40, bias=False)\nloaded = {'weight': torch.ones(40, 50)}\n";
    let both = held(build);
    assert_eq!(held(&format!("{build}m.load_state_dict(loaded)")), both - 2000);
    let sum = "first = m.weight.sum()\n";
    assert_eq!(held(&format!("{build}{sum}m.load_state_dict(loaded)")), held(&format!("{build}{sum}")));
    let copy = "first = m.weight.clone()\n";
    assert_eq!(held(&format!("{build}{copy}m.load_state_dict(loaded)")), held(&format!("{build}{copy}")));
}
