//! Laws that hold for every operation: what it says of itself is what it does.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by stopping, and counts aloud"
)]
#![expect(clippy::float_cmp, reason = "an element that does not move keeps every bit")]

#[path = "laws/cases.rs"]
mod cases;
#[path = "support/intervals.rs"]
mod intervals;

use std::collections::BTreeSet;

use cases::{CASES, Case, HALVES, given, inputs};
use glassformer::tensor::ops::matmul;
use glassformer::tensor::{DType, Node, Tape, Tensor, tape};

fn run(case: &Case, inputs: &[Tensor]) -> (Tensor, Vec<Tensor>, Tape) {
    let ((value, leaves), tape) = tape::record(|| {
        let leaves = given(inputs);
        let value = (case.compute)(&leaves).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        (value, leaves)
    });
    (value, leaves, tape)
}

/// The places of a tensor.
fn places(tensor: &Tensor) -> Vec<Vec<usize>> {
    matmul::places(tensor.shape()).collect()
}

/// A tensor with one element moved.
fn nudged(tensor: &Tensor, flat: usize, by: f64) -> Tensor {
    let mut values = tensor.to_vec();
    values[flat] += by;
    Tensor::from_f64(tensor.shape(), values).unwrap()
}

fn with(inputs: &[Tensor], which: usize, tensor: Tensor) -> Vec<Tensor> {
    let mut changed = inputs.to_vec();
    changed[which] = tensor;
    changed
}

#[test]
fn every_explanation_holds_when_evaluated_from_its_printed_digits() {
    let mut formulas = 0;
    for case in CASES.iter().chain(HALVES) {
        for seed in 1..=5 {
            let (_, _, tape) = run(case, &inputs(case, seed));
            for (number, node) in tape.nodes().iter().enumerate() {
                if node.operation.leaf().is_some() {
                    continue;
                }
                let origin = node.value.origin().expect("recorded");
                assert_eq!(origin.node as usize, number);
                for place in places(&node.value) {
                    let why = tape.explain(origin, &place).expect("an element that exists");
                    formulas += check_formulas(case, &why);
                }
            }
        }
    }
    println!("{formulas} formulas evaluated from their printed digits");
    assert!(formulas > 2_000, "only {formulas} formulas");
}

/// The textbook's formula, the machine's and every definition, each against its value.
fn check_formulas(case: &Case, why: &glassformer::tensor::Explanation) -> usize {
    let textbook = why.textbook.as_ref().unwrap_or_else(|| panic!("{}: {} says nothing", case.name, why.operation));
    let computed = why.computed.as_ref().map(|computed| &computed.formula);
    let forms: Vec<_> = [Some(textbook), computed].into_iter().flatten().collect();
    let definitions: Vec<_> = forms.iter().flat_map(|form| form.definitions()).collect();
    for form in &forms {
        let text = form.to_string();
        let interval = intervals::evaluate(&text);
        // Single precision rounds while the formula is evaluated in double.
        assert!(interval.contains(why.value, 1e-6), "{}: {} = {text} gives {interval:?}", case.name, why.value);
        let shown = intervals::evaluate(&why.value_text());
        assert!(shown.contains(why.value, 1e-12), "{} is printed as {}", why.value, why.value_text());
    }
    for (name, of) in &definitions {
        assert!(intervals::evaluate(&of.to_string()).contains(of.value(), 1e-9), "{}: {name} = {of}", case.name);
    }
    forms.len() + definitions.len()
}

#[test]
fn what_is_listed_moves_the_value_and_what_is_not_listed_does_not() {
    for case in CASES {
        let inputs = inputs(case, 7);
        let (value, leaves, tape) = run(case, &inputs);
        for place in places(&value) {
            // Elements of the case's inputs that the element at `place` is made of, through all steps.
            let listed = listed_leaves(&tape, &value, &place);
            let slope = slope_of(&tape, &value, &place);
            for (which, input) in inputs.iter().enumerate() {
                for (flat, at) in places(input).iter().enumerate() {
                    let moved = (case.compute)(&with(&inputs, which, nudged(input, flat, 1e-4))).unwrap();
                    if moved.shape() != value.shape() {
                        continue;
                    }
                    let did_move = moved.at(&place).to_bits() != value.at(&place).to_bits();
                    let is_listed = listed.contains(&(leaves[which].origin().unwrap().node, at.clone()));
                    let slope =
                        slope.as_ref().and_then(|slope| slope.of(&leaves[which])).map_or(0.0, |slope| slope.at(at));
                    assert!(
                        is_listed || !did_move,
                        "{}{place:?}: input {which} {at:?} moves it but is not listed",
                        case.name
                    );
                    assert!(
                        is_listed || slope == 0.0,
                        "{}{place:?}: a gradient reaches input {which} {at:?}",
                        case.name
                    );
                    let flat_here = slope.abs() < 1e-9;
                    assert!(
                        flat_here || did_move,
                        "{}{place:?}: input {which} {at:?} has slope {slope} but moves nothing",
                        case.name
                    );
                }
            }
        }
    }
}

/// Follows the explanations of one element down to the inputs.
fn listed_leaves(tape: &Tape, value: &Tensor, place: &[usize]) -> BTreeSet<(u32, Vec<usize>)> {
    let mut found = BTreeSet::new();
    let mut rest = vec![(value.origin().unwrap(), place.to_vec())];
    while let Some((origin, place)) = rest.pop() {
        if !found.insert((origin.node, place.clone())) {
            continue;
        }
        let node = tape.node(origin).unwrap();
        for operand in tape.explain(origin, &place).unwrap().operands() {
            assert!(operand.value.to_bits() == node.inputs[operand.input].at(&operand.index).to_bits());
            rest.extend(node.inputs[operand.input].origin().map(|origin| (origin, operand.index)));
        }
    }
    found
}

fn slope_of(tape: &Tape, value: &Tensor, place: &[usize]) -> Option<glassformer::tensor::Gradients> {
    let mut seed = vec![0.0; value.len()];
    let flat = places(value).iter().position(|other| other == place)?;
    seed[flat] = 1.0;
    let seed = Tensor::from_f64(value.shape(), seed).ok()?.to(value.dtype()).ok()?;
    tape.gradients_from(value, seed).ok()
}

#[test]
fn gradients_equal_central_differences() {
    const STEP: f64 = 1e-5;
    let mut compared = 0;
    for case in CASES {
        for seed in 11..=13 {
            let inputs = inputs(case, seed);
            let (value, leaves, tape) = run(case, &inputs);
            // Where the value was rounded or is no real number there is no slope to compare.
            if value.dtype() != glassformer::tensor::DType::F64 || case.name == "floor_divide" {
                continue;
            }
            let weights: Vec<f64> = (0..value.len()).map(|at| 0.3 + 0.17 * at as f64).collect();
            let weighted = |y: &Tensor| y.to_vec().iter().zip(&weights).map(|(y, w)| y * w).sum::<f64>();
            let seed_of = Tensor::from_f64(value.shape(), weights.clone()).unwrap();
            let gradients = tape.gradients_from(&value, seed_of).unwrap();
            for (which, input) in inputs.iter().enumerate() {
                let gradient = gradients
                    .of(&leaves[which])
                    .unwrap_or_else(|| panic!("{}: no gradient for input {which}", case.name));
                assert_eq!(gradient.shape(), input.shape());
                for flat in 0..input.len() {
                    let up = weighted(&(case.compute)(&with(&inputs, which, nudged(input, flat, STEP))).unwrap());
                    let down = weighted(&(case.compute)(&with(&inputs, which, nudged(input, flat, -STEP))).unwrap());
                    let numeric = (up - down) / (2.0 * STEP);
                    let exact = gradient.to_vec()[flat];
                    let error = (numeric - exact).abs() / numeric.abs().max(1.0);
                    assert!(
                        error < 2e-7,
                        "{} input {which}[{flat}]: gradient {exact}, differences say {numeric}",
                        case.name
                    );
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} gradients compared with central differences");
    assert!(compared > 1_000);
}

/// A part of a step that its gradient may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Input(usize),
    Value,
}

/// Other numbers in the same shape and dtype, with a history where the first had one.
fn other_than(tensor: &Tensor, by: f64) -> Tensor {
    let dtype = tensor.dtype();
    let numbers = match dtype {
        DType::Bool => tensor.not().unwrap(),
        dtype if dtype.is_float() => Tensor::full(tensor.shape(), by, dtype),
        dtype => Tensor::full(tensor.shape(), 99.0, dtype),
    };
    let numbers = match dtype {
        dtype if tensor.is_number() && dtype.is_float() => Tensor::number(by),
        dtype if tensor.is_number() && dtype.is_integer() => Tensor::integer(99),
        _ => numbers,
    };
    // What has no history gets no gradient, whatever it reads.
    if tensor.origin().is_none() { numbers } else { tape::leaf(numbers, glassformer::tensor::Leaf::Literal) }
}

/// The bits of what a step hands to its inputs, or none where it fails.
fn handed(node: &Node, inputs: &[Tensor], value: &Tensor) -> Option<Vec<Option<Tensor>>> {
    let count = value.len();
    let seed = Tensor::from_f64(value.shape(), (0..count).map(|at| 0.3 + 0.17 * at as f64).collect()).unwrap();
    let seed = seed.to(if value.dtype().is_float() { value.dtype() } else { DType::F64 }).unwrap();
    tape::pause(|| node.operation.backward(inputs, value, &seed).ok())
}

fn same(a: Option<&Vec<Option<Tensor>>>, b: Option<&Vec<Option<Tensor>>>) -> bool {
    let equal = |(a, b): (&Option<Tensor>, &Option<Tensor>)| match (a, b) {
        (Some(a), Some(b)) => a.same_bits(b),
        (None, None) => true,
        _ => false,
    };
    matches!((a, b), (Some(a), Some(b)) if a.len() == b.len() && a.iter().zip(b).all(equal))
}

#[test]
fn gradient_reads_what_it_states_and_nothing_else() {
    let (mut stated, mut shown) = (BTreeSet::new(), BTreeSet::new());
    for case in CASES {
        let (_, _, tape) = run(case, &inputs(case, 5));
        for node in tape.nodes().iter().filter(|node| node.operation.leaf().is_none()) {
            let (reads, name) = (node.operation.reads(), node.operation.name());
            let plain = handed(node, &node.inputs, &node.value);
            assert!(plain.is_some(), "{}: {name} has no gradient", case.name);
            let parts = (0..node.inputs.len()).map(Part::Input).chain([Part::Value]);
            for (part, by) in parts.flat_map(|part| [(part, f64::NAN), (part, 1e3)]) {
                let (mut inputs, mut value) = (node.inputs.clone(), node.value.clone());
                let (given, _) = tape::record(|| {
                    match part {
                        Part::Input(which) => inputs[which] = other_than(&inputs[which], by),
                        Part::Value => value = other_than(&value, by),
                    }
                    handed(node, &inputs, &value)
                });
                let is_stated = match part {
                    Part::Input(which) => reads.inputs.contains(&which),
                    Part::Value => reads.value,
                };
                let moves = !same(plain.as_ref(), given.as_ref());
                assert!(
                    is_stated || !moves,
                    "{}: the gradient of {name} reads {part:?} and does not say so",
                    case.name
                );
                if is_stated {
                    stated.insert((name, part));
                }
                if moves {
                    shown.insert((name, part));
                }
            }
        }
    }
    println!("{} parts are read by gradients", shown.len());
    assert_eq!(stated, shown, "a part that no gradient ever read");
}

#[test]
fn no_operation_explains_itself_as_itself() {
    for case in CASES {
        let (_, _, tape) = run(case, &inputs(case, 3));
        for node in tape.nodes().iter().filter(|node| node.operation.leaf().is_none()) {
            assert!(!node.inputs.is_empty(), "{} is made of nothing", node.operation.name());
            for place in places(&node.value) {
                let why = tape.explain(node.value.origin().unwrap(), &place).unwrap();
                let is_bare = matches!(why.textbook, Some(glassformer::tensor::Expr::Element(_)));
                assert!(!is_bare || why.remark.is_some(), "{}: {why} does not say why", node.operation.name());
                for operand in why.operands() {
                    let from = node.inputs[operand.input].origin();
                    assert!(from != node.value.origin(), "{} is explained by itself", node.operation.name());
                }
            }
        }
    }
}

/// The gradient of a function with respect to some numbers, where its own is `handed` everywhere.
fn slope(x: &[f64], handed: f64, compute: &dyn Fn(&Tensor) -> Tensor) -> Vec<f64> {
    let ((x, y), tape) = tape::record(|| {
        let x = tape::leaf(Tensor::from_f64(&[x.len()], x.to_vec()).unwrap(), glassformer::tensor::Leaf::Literal);
        let y = compute(&x);
        (x, y)
    });
    let seed = Tensor::from_f64(y.shape(), vec![handed; y.len()]).unwrap();
    tape.gradients_from(&y, seed).unwrap().of(&x).unwrap().to_vec()
}

fn agree(got: Vec<f64>, want: &[f64]) {
    let is_same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
    assert!(got.len() == want.len() && got.iter().zip(want).all(is_same), "{got:?} is not {want:?}");
}

/// Where values or what is handed on are infinite, NaN or 0/0. The numbers are PyTorch's.
#[test]
fn gradients_at_the_ends_of_the_numbers_are_pytorchs() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    let ends = [4.0, -3.0, nan, infinity, -infinity];
    agree(slope(&ends, 1.0, &|x| x.relu().unwrap()), &[1.0, 0.0, 1.0, 1.0, 0.0]);
    agree(slope(&ends[2..], 1.0, &|x| x.sigmoid().unwrap()), &[nan, 0.0, 0.0]);
    let product = |x: &Tensor| x.prod(&[], false).unwrap();
    agree(slope(&[infinity], 1.0, &product), &[nan]);
    agree(slope(&[2.0, 3.0, 4.0], 1.0, &product), &[12.0, 8.0, 6.0]);
    agree(slope(&[0.0, 3.0, 4.0], 1.0, &product), &[12.0, 0.0, 0.0]);
    agree(slope(&[0.0, 0.0, infinity], 1.0, &product), &[0.0; 3]);
    agree(slope(&[0.0], infinity, &|x| x.silu().unwrap()), &[infinity]);
    let power = |exponent: f64| move |x: &Tensor| x.pow(&Tensor::number(exponent)).unwrap();
    agree(slope(&[-infinity, 4.0, infinity], 1.0, &power(0.5)), &[nan, 0.25, 0.0]);
    agree(slope(&[-infinity, 4.0, infinity], 1.0, &power(1.5)), &[nan, 3.0, infinity]);
    let some = [1.0, nan, 3.0, nan];
    agree(slope(&some, 1.0, &|x| x.max(&[], false).unwrap()), &[nan; 4]);
    agree(slope(&[1.0, 2.0], infinity, &|x| x.max(&[], false).unwrap()), &[nan, infinity]);
    for whole in [Tensor::largest, Tensor::smallest, Tensor::median] {
        agree(slope(&some, 1.0, &|x| whole(x).unwrap()), &[0.0, 0.5, 0.0, 0.5]);
    }
    agree(slope(&[1.0, 2.0], infinity, &|x| x.largest().unwrap()), &[0.0, infinity]);
    let norm = |p: f64| move |x: &Tensor| x.norm(p, &[], false).unwrap();
    agree(slope(&[0.0, 0.0], infinity, &norm(2.0)), &[nan; 2]);
    agree(slope(&[0.0, 0.0], infinity, &norm(3.0)), &[0.0; 2]);
    agree(slope(&[0.0, 0.0], infinity, &norm(1.5)), &[0.0; 2]);
    agree(slope(&[1.0, 0.0], 1.0, &norm(0.5)), &[1.0, 0.0]);
    agree(slope(&[nan, 3.0], 1.0, &norm(infinity)), &[0.0; 2]);
}

/// To a power of a half PyTorch takes a root, and the reason says so where that is something else.
#[test]
fn a_power_that_is_a_root_is_explained_as_one() {
    for (exponent, x) in [(0.5, f64::NEG_INFINITY), (-0.5, f64::NEG_INFINITY), (0.5, 4.0), (-0.5, 0.0)] {
        let (y, tape) = tape::record(|| {
            let x = tape::leaf(Tensor::from_f64(&[1], vec![x]).unwrap(), glassformer::tensor::Leaf::Literal);
            x.pow(&Tensor::number(exponent)).unwrap()
        });
        let explained = tape.explain(y.origin().unwrap(), &[0]).unwrap();
        agree(vec![explained.textbook.unwrap().value()], &y.to_vec());
    }
}

/// What an element is and what its formula comes to are the same, also at zeros, infinities and NaN.
#[test]
fn a_formula_is_true_at_the_ends_of_the_numbers() {
    type Pair = fn(&Tensor, &Tensor) -> glassformer::tensor::Result<Tensor>;
    let operations: [(&str, Pair); 31] = [
        ("add", Tensor::add),
        ("sub", Tensor::sub),
        ("mul", Tensor::mul),
        ("div", Tensor::div),
        ("floor_div", Tensor::floor_div),
        ("remainder", Tensor::remainder),
        ("fmod", Tensor::fmod),
        ("pow", Tensor::pow),
        ("maximum", Tensor::maximum),
        ("minimum", Tensor::minimum),
        ("abs", |x, _| x.abs()),
        ("sqrt", |x, _| x.sqrt()),
        ("sigmoid", |x, _| x.sigmoid()),
        ("tanh", |x, _| x.tanh()),
        ("sign", |x, _| x.sign()),
        ("relu", |x, _| x.relu()),
        ("exp", |x, _| x.exp()),
        ("log", |x, _| x.log()),
        ("log2", |x, _| x.log2()),
        ("log10", |x, _| x.log10()),
        ("log1p", |x, _| x.log1p()),
        ("expm1", |x, _| x.expm1()),
        ("sin", |x, _| x.sin()),
        ("cos", |x, _| x.cos()),
        ("tan", |x, _| x.tan()),
        ("erf", |x, _| x.erf()),
        ("floor", |x, _| x.floor()),
        ("ceil", |x, _| x.ceil()),
        ("trunc", |x, _| x.trunc()),
        ("round", |x, _| x.round()),
        ("silu", |x, _| x.silu()),
    ];
    let ends = [0.0, -0.0, 1.0, -1.0, 2.5, -7.0, 0.1, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for (name, operation) in operations {
        for (a, b) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            let (y, tape) = tape::record(|| {
                let [a, b] = [a, b].map(|x| {
                    let x = Tensor::from_f64(&[1], vec![x]).unwrap();
                    tape::leaf(x, glassformer::tensor::Leaf::Literal)
                });
                operation(&a, &b).unwrap()
            });
            let formula = tape.explain(y.origin().unwrap(), &[0]).unwrap().textbook.unwrap();
            let (said, is) = (formula.value(), y.at(&[0]));
            let is_true = said.is_nan() && is.is_nan() || said.to_bits() == is.to_bits() || (said - is).abs() < 1e-6;
            assert!(is_true, "{name} of {a} and {b} is {is}, and {formula} is {said}");
        }
    }
}

/// The gradients of functions that choose, where what is handed to them is infinite. The numbers are PyTorch's.
#[test]
fn what_was_not_chosen_gets_no_infinite_gradient() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    let handed = |x: &[f64], compute: &dyn Fn(&Tensor) -> Tensor| slope(x, infinity, compute);
    let other = Tensor::from_f64(&[4], vec![2.0, 2.0, 1.0, 1.0]).unwrap();
    let x = [1.0, 2.0, 3.0, nan];
    agree(handed(&x, &|x| x.maximum(&other).unwrap()), &[0.0, infinity, infinity, infinity]);
    agree(handed(&x, &|x| other.maximum(x).unwrap()), &[0.0, infinity, infinity, infinity]);
    agree(handed(&x, &|x| x.minimum(&other).unwrap()), &[infinity, infinity, 0.0, infinity]);
    let bounds = [0.5, 1.5].map(Tensor::number);
    let clamped = |x: &Tensor| x.clamp(Some(&bounds[0]), Some(&bounds[1])).unwrap();
    agree(handed(&[0.0, 1.0, nan, 2.0], &clamped), &[0.0, infinity, 0.0, 0.0]);
    agree(handed(&[1.0, nan], &|x| x.sign().unwrap()), &[0.0, 0.0]);
    agree(handed(&[0.0, 1.0], &|x| x.log().unwrap().sign().unwrap()), &[nan, 0.0]);
    agree(handed(&[nan, -1.0], &|x| x.abs().unwrap()), &[nan, -infinity]);
}

#[test]
fn every_operation_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in CASES {
        let (_, _, tape) = run(case, &inputs(case, 2));
        seen.extend(tape.nodes().iter().map(|node| node.operation.name()));
    }
    let known = "abs add addcdiv addcmul all and any argmax argmin assign cat ceil clamp clone cos cumsum detach diagonal div embedding eq erf exp expand expm1 floor \
        floor_divide fmod gather ge gelu given gt index isnan layer_norm le lerp log log10 log1p log2 log_softmax lt \
        masked_add masked_fill masked_select matmul max maximum mean median min minimum mul ne neg norm not or pow prod relu remainder \
        reshape round scatter_add sigmoid sign silu sin softmax sqrt stack std sub sum tan tanh to transpose tril triu trunc unfold var where xlogy xor";
    assert_eq!(seen.into_iter().collect::<Vec<_>>().join(" "), known.split_whitespace().collect::<Vec<_>>().join(" "));
}

#[test]
fn a_hundred_thousand_operations_are_differentiated_and_dropped_without_recursion() {
    let small_stack = std::thread::Builder::new().stack_size(256 * 1024);
    let work = small_stack.spawn(|| {
        let ((x, y), tape) = tape::record(|| {
            let x = tape::leaf(Tensor::from_f64(&[2], vec![1.0, 2.0]).unwrap(), glassformer::tensor::Leaf::Literal);
            let mut y = x.clone();
            for _ in 0..100_000 {
                y = y.add(&Tensor::number(0.5)).unwrap();
            }
            (x, y)
        });
        assert_eq!(tape.nodes().len(), 100_001);
        assert_eq!(y.to_vec(), [50_001.0, 50_002.0]);
        assert_eq!(tape.gradients(&y).unwrap().of(&x).unwrap().to_vec(), [1.0, 1.0]);
        drop(tape);
    });
    work.unwrap().join().unwrap();
}
