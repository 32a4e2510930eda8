use super::*;
use crate::notebook::evaluate::evaluate_file;
use crate::tensor::ops::gradient::gradient_step;
use crate::tensor::{DType, tape};

const CODE: &str = "x = torch.tensor([2.0, 3.0])\nw = torch.tensor(4.0)\nloss = (x * w).sum()";

fn outcome() -> EvaluationOutcome {
    evaluate_file(&"program".into(), CODE.into(), &[])
}

/// The step that made the value of a name, or what that was computed from.
fn origin(outcome: &EvaluationOutcome, name: &str) -> Origin {
    outcome.values().get(name).and_then(Value::origin).unwrap()
}

fn input(outcome: &EvaluationOutcome, of: Origin) -> Origin {
    step_of(outcome, of).node.inputs[0].origin().unwrap()
}

fn step_of(outcome: &EvaluationOutcome, origin: Origin) -> RecordedNode<'_> {
    found(outcome, &ElementRef { origin, index: Vec::new() }).unwrap()
}

/// What a gradient that is recorded on a tape of its own is called.
fn gradient_name(outcome: &EvaluationOutcome, of: Origin) -> String {
    let value = || Tensor::ones(&[2], DType::F32);
    let (_, record) = tape::record(|| gradient_step(of, Vec::new(), Vec::new(), value()));
    RecordedNode { node: &record.nodes()[0], ..step_of(outcome, of) }.gradient_name(outcome).unwrap()
}

#[test]
fn gradient_is_named_after_its_value() {
    let outcome = outcome();
    let loss = origin(&outcome, "loss");
    assert_eq!(gradient_name(&outcome, origin(&outcome, "x")), "x.grad");
    assert_eq!(gradient_name(&outcome, loss), "loss.grad");
    assert_eq!(gradient_name(&outcome, input(&outcome, loss)), "(x * w).grad");
}

#[test]
fn only_names_stand_before_a_dot_without_brackets() {
    for name in ["x", "w_1", "encoder.layers.0.weight", "größe"] {
        assert_eq!(as_object(name), name);
    }
    for expression in ["x * w", "-x", "x[0]", "2.5", "mul in f(x)", ""] {
        assert_eq!(as_object(expression), format!("({expression})"));
    }
}

#[test]
fn gradient_is_noted_as_chain_rule_unless_nothing_arrives() {
    let outcome = outcome();
    let of = origin(&outcome, "x");
    let note = |value: f64, further: Vec<Tensor>| {
        let value = Tensor::full(&[2], value, DType::F32);
        let (gradient, record) = tape::record(|| gradient_step(of, Vec::new(), further, value));
        let explanation = record.explain(gradient.origin().unwrap(), &[0]).unwrap();
        note_of(&record.nodes()[0], &explanation).unwrap()
    };
    let arrived = || vec![Tensor::ones(&[2], DType::F32)];
    assert_eq!(note(0.0, arrived()), WhyNote::Slope(GradientNote::Still));
    assert_eq!(note(1.0, arrived()), WhyNote::Slope(GradientNote::ChainRule));
    // What backward() begins with.
    assert_eq!(note(1.0, Vec::new()), WhyNote::Slope(GradientNote::Output));
}
