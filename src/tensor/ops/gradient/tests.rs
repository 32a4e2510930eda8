use super::*;
use crate::tensor::ops::{complex::polar, join};
use crate::tensor::{Leaf, NormVariant, Tape};

/// The gradient steps that backward would record for a tape whose last step is the output.
struct Backward {
    forward: Tape,
    tape: Tape,
    /// The gradient of each step that has one, in the order of the steps.
    gradients: Vec<(Origin, Tensor)>,
}

/// A leaf of the current tape.
fn leaf(x: Tensor) -> Tensor {
    tape::leaf(x, Leaf::Literal)
}

/// Numbers between -2 and 2 as a leaf, each another one.
fn numbers(shape: &[usize], dtype: DType) -> Tensor {
    let values = (0..shape.iter().product::<usize>()).map(|at| (at as f64 * 1.37 + 0.31) % 4.0 - 2.0).collect();
    leaf(Tensor::from_f64(shape, values).unwrap().to(dtype).unwrap())
}

/// A seed in which no two elements are the same.
fn seed_of(y: &Tensor) -> Tensor {
    let values = (0..y.len()).map(|at| 0.3 + 0.17 * at as f64).collect();
    Tensor::from_f64(y.shape(), values).unwrap().to(y.dtype()).unwrap()
}

fn backward(compute: impl FnOnce() -> Result<Tensor>, seed: impl FnOnce(&Tensor) -> Tensor) -> Backward {
    let (y, forward) = tape::record(compute);
    let y = y.unwrap();
    let seed = seed(&y);
    let arrived = forward.gradients_from(&y, seed.clone()).unwrap();
    let (gradients, tape) = tape::record(|| {
        let origins = forward.nodes().iter().filter_map(|node| node.value.origin());
        let step = |of: Origin| {
            let gradient = arrived.at(of)?.clone();
            let mut readers = readers(&forward, of, |reader| arrived.at(reader).cloned());
            if Some(of) == y.origin() {
                readers.insert(0, ReaderStep::seed(&y, leaf(seed.clone())));
            }
            Some((of, gradient_step(of, readers, Vec::new(), gradient)))
        };
        origins.filter_map(step).collect()
    });
    Backward { forward, tape, gradients }
}

/// The steps that read what a step made, the last first, as gradients add up what they hand back.
fn readers(tape: &Tape, of: Origin, gradient: impl Fn(Origin) -> Option<Tensor>) -> Vec<ReaderStep> {
    let reader = |node: &crate::tensor::Node| {
        let inputs = node.inputs.iter().enumerate();
        let places: Vec<usize> =
            inputs.filter(|(_, input)| input.origin() == Some(of)).map(|(place, _)| place).collect();
        let gradient = gradient(node.value.origin()?).filter(|_| !places.is_empty())?;
        let (operation, inputs) = (Arc::clone(&node.operation), node.inputs.clone());
        Some(ReaderStep { operation, inputs, value: node.value.clone(), places, gradient })
    };
    tape.nodes().iter().rev().filter_map(reader).collect()
}

impl Backward {
    /// The formula of an element of the gradient of the step with this number.
    fn formula(&self, step: u32, index: &[usize]) -> String {
        let (_, gradient) = self.gradients.iter().find(|(of, _)| of.node == step).unwrap();
        self.tape.explain(gradient.origin().unwrap(), index).unwrap().to_string()
    }

    /// Holds every formula against the number that it explains. None may differ by more than this part of it. Gives how many formulas
    /// there are, and how many of them come to the very number.
    fn check(&self, name: &str, tolerance: f64) -> (usize, usize) {
        let (mut count, mut exact) = (0, 0);
        for (of, gradient) in &self.gradients {
            for index in places(gradient.shape()) {
                let why = self.tape.explain(gradient.origin().unwrap(), &index).unwrap();
                let (said, is) = (why.textbook.as_ref().unwrap().value(), gradient.at(&index));
                let step = &self.forward.node(*of).unwrap().operation;
                let is_same = said.to_bits() == is.to_bits() || said.is_nan() && is.is_nan();
                let is_near = (said - is).abs() <= tolerance * is.abs().max(0.1);
                assert!(is_same || is_near, "{name}: {}{index:?}.grad is {is}, not {said}: {why}", step.name());
                let is_explained = is == 0.0 || !why.operands().is_empty();
                assert!(is_explained, "{name}: {}{index:?}.grad = {why} ends in nothing", step.name());
                count += 1;
                exact += usize::from(is_same);
            }
        }
        (count, exact)
    }
}

type Compute = fn(DType) -> Result<Tensor>;

const COMPUTATIONS: [(&str, Compute); 19] = [
    ("broadcast product", |dtype| numbers(&[2, 3], dtype).mul(&numbers(&[3], dtype))),
    ("square", |dtype| numbers(&[3], dtype).pow(&Tensor::number(2.0))),
    ("two readers", |dtype| {
        let x = numbers(&[4], dtype);
        x.exp()?.add(&x.mul(&x)?)
    }),
    ("three readers", |dtype| {
        let x = numbers(&[4], dtype);
        x.sin()?.add(&x.tanh()?)?.mul(&x)
    }),
    ("quotient", |dtype| numbers(&[2, 2], dtype).div(&numbers(&[2, 1], dtype))),
    ("matmul", |dtype| numbers(&[2, 3], dtype).matmul(&numbers(&[3, 4], dtype))),
    ("matrix by its transpose", |dtype| {
        let x = numbers(&[3, 2], dtype);
        x.matmul(&x.transpose(0, 1)?)
    }),
    ("softmax", |dtype| numbers(&[2, 4], dtype).softmax(-1)),
    ("log_softmax", |dtype| numbers(&[2, 4], dtype).log_softmax(1)),
    ("layer_norm", |dtype| {
        let (weight, bias) = (numbers(&[4], dtype), numbers(&[4], dtype));
        numbers(&[2, 4], dtype).layer_norm(NormVariant::default(), Some(&weight), Some(&bias))
    }),
    ("relu", |dtype| numbers(&[5], dtype).relu()?.mul(&Tensor::number(3.0))),
    ("mean", |dtype| numbers(&[2, 3], dtype).mean(&[-1], true)),
    ("variance", |dtype| numbers(&[2, 4], dtype).var(&[-1], false, true)),
    ("largest", |dtype| numbers(&[2, 3], dtype).max(&[1], false)),
    ("rows by number", |dtype| {
        numbers(&[4, 2], dtype).index_select(0, &Tensor::from_i64(&[3], vec![3, 0, 3]).unwrap())
    }),
    ("one tensor twice in a row", |dtype| {
        let x = numbers(&[2, 2], dtype);
        join::cat(&[x.clone(), x], 1)?.exp()
    }),
    ("masked_fill", |dtype| {
        let mask = Tensor::from_bool(&[3], vec![true, false, true]).unwrap();
        numbers(&[2, 3], dtype).masked_fill(&mask, &numbers(&[], dtype))?.sum(&[0], false)
    }),
    ("cumsum", |dtype| numbers(&[2, 4], dtype).cumsum(-1)),
    ("to another dtype and back", |dtype| numbers(&[3], dtype).to(DType::F32)?.sigmoid()?.to(dtype)),
];

#[test]
fn formula_gives_the_gradient() {
    let mut count = 0;
    for (name, compute) in COMPUTATIONS {
        count += backward(|| compute(DType::F64), seed_of).check(name, 1e-6).0;
        count += backward(|| compute(DType::F32), seed_of).check(name, 1e-5).0;
    }
    assert!(count > 400, "only {count} formulas");
}

/// A formula says where it rounds, so it comes to the very number of half precision, or to the next one where float32 rounded before.
#[test]
fn formula_rounds_as_half_precision_does() {
    for (dtype, step) in [(DType::BF16, 1.0 / 128.0), (DType::F16, 1.0 / 1024.0)] {
        let each = COMPUTATIONS.map(|(name, compute)| backward(|| compute(dtype), seed_of).check(name, step));
        let (count, exact) = each.iter().fold((0, 0), |(count, exact), of| (count + of.0, exact + of.1));
        assert!(exact * 10 > count * 9, "{dtype}: {exact} of {count} formulas come to the very number");
    }
}

/// The real part of a complex gradient comes from both parts of what is further on.
#[test]
fn complex_gradient_is_explained() {
    let rotary = || {
        let pairs = numbers(&[3, 2], DType::F32).view_as_complex()?;
        let angles = numbers(&[3], DType::F32);
        pairs.mul(&polar(&Tensor::ones(&[3], DType::F32), &angles)?)?.view_as_real()
    };
    backward(rotary, seed_of).check("rotary embedding", 1e-6);
}

#[test]
fn infinite_and_undefined_gradients_are_explained() {
    let power =
        || leaf(Tensor::from_f64(&[3], vec![0.0, 4.0, 1.0])?).pow(&Tensor::number(0.5))?.sub(&Tensor::number(1.0));
    let by_zero = |y: &Tensor| Tensor::from_f64(y.shape(), vec![0.0, 1.0, f64::INFINITY]).unwrap();
    let got = backward(power, by_zero);
    assert!(got.gradients[0].1.at(&[2]).is_infinite());
    got.check("root", 1e-9);
    let product = || {
        let x = leaf(Tensor::from_f64(&[2], vec![0.0, 3.0])?);
        x.mul(&leaf(Tensor::from_f64(&[2], vec![f64::INFINITY, 2.0])?))?.mul(&Tensor::number(0.0))
    };
    let got = backward(product, |y| Tensor::ones(y.shape(), y.dtype()));
    assert!(got.gradients[0].1.at(&[0]).is_nan());
    got.check("0 times infinity", 1e-9);
}

/// loss = sum(w · x + w) with w = (2, 3), x = (5, 7): the gradient of w is x + 1.
#[test]
fn small_chain_is_explained_step_by_step() {
    let compute = || {
        let w = leaf(Tensor::from_f32(&[2], vec![2.0, 3.0])?);
        let x = leaf(Tensor::from_f32(&[2], vec![5.0, 7.0])?);
        w.mul(&x)?.add(&w)?.sum(&[], false)
    };
    let got = backward(compute, |y| Tensor::ones(y.shape(), y.dtype()));
    assert_eq!(got.gradients[0].1.to_vec(), [6.0, 8.0]);
    assert_eq!(got.formula(4, &[]), "1.00 = 1.00");
    assert_eq!(got.formula(3, &[1]), "1.00 = 1.00");
    assert_eq!(got.formula(2, &[1]), "1.00 = 1.00");
    assert_eq!(got.formula(0, &[0]), "6.00 = 1.00 + 1.00 · 5.00");
    assert_eq!(got.formula(0, &[1]), "8.00 = 1.00 + 1.00 · 7.00");
    assert_eq!(got.formula(1, &[1]), "3.00 = 1.00 · 3.00");
}

#[test]
fn gradient_knows_whose_it_is() {
    let got = backward(|| numbers(&[2], DType::F32).exp(), seed_of);
    for (of, gradient) in &got.gradients {
        let step = got.tape.node(gradient.origin().unwrap()).unwrap();
        assert_eq!(step.operation.gradient_of(), Some(*of));
        assert!(step.operation.is_detached());
        assert_eq!(handed(&*step.operation, &step.inputs, &step.value, gradient).unwrap().iter().flatten().count(), 0);
    }
    assert!(got.forward.nodes().iter().all(|node| node.operation.gradient_of().is_none()));
}

/// An output can be a part of another output, and then a gradient is given for it and handed to it, too.
#[test]
fn given_gradient_is_added_to_what_is_handed_on() {
    let ((y, z), forward) = tape::record(|| {
        let y = leaf(Tensor::from_f64(&[2], vec![1.0, 2.0]).unwrap());
        let z = y.mul(&Tensor::number(4.0)).unwrap();
        (y, z)
    });
    let (gradient, tape) = tape::record(|| {
        let seed = leaf(Tensor::from_f64(&[2], vec![10.0, 20.0]).unwrap());
        let ones = leaf(Tensor::ones(&[2], DType::F64));
        let of = y.origin().unwrap();
        let mut all = readers(&forward, of, |origin| (Some(origin) == z.origin()).then(|| ones.clone()));
        all.insert(0, ReaderStep::seed(&y, seed));
        gradient_step(of, all, Vec::new(), Tensor::from_f64(&[2], vec![14.0, 24.0]).unwrap())
    });
    let why = tape.explain(gradient.origin().unwrap(), &[1]).unwrap();
    assert_eq!(why.to_string(), "24.0 = 20.0 + 1.00 · 4.00");
}

/// A gradient that is 0 shows a factor that is 0; one at which nothing arrives is 0 without a formula.
#[test]
fn zero_gradient_shows_the_factor_that_is_zero() {
    let dead = || leaf(Tensor::from_f32(&[2], vec![-1.0, 1.0])?).relu();
    let got = backward(dead, |y| Tensor::ones(y.shape(), y.dtype()));
    assert_eq!(got.formula(0, &[0]), "0.00 = 1.00 · 0.00");
    assert_eq!(got.formula(0, &[1]), "1.00 = 1.00");
    let first = || leaf(Tensor::from_f32(&[2], vec![-1.0, 1.0])?).index_select(0, &Tensor::from_i64(&[1], vec![0])?);
    let got = backward(first, |y| Tensor::ones(y.shape(), y.dtype()));
    assert_eq!(got.formula(0, &[1]), "0.00 = 0");
}

/// Of an element that very many others were computed from, some are listed and the rest is one number.
#[test]
fn terms_beyond_the_cap_are_one_number() {
    let count = MAX_TERMS + 88;
    let got = backward(|| leaf(Tensor::from_f64(&[1], vec![0.5])?).mul(&numbers(&[count], DType::F64)), seed_of);
    let (of, gradient) = &got.gradients[0];
    assert_eq!(of.node, 0);
    let why = got.tape.explain(gradient.origin().unwrap(), &[0]).unwrap();
    assert_eq!(why.operands().len(), MAX_TERMS);
    let Some(Expr::Sum(terms)) = &why.textbook else { panic!("{why} is no sum") };
    assert!(matches!(terms.last(), Some(Expr::Real(_))) && terms.len() == MAX_TERMS + 1);
    got.check("many", 1e-9);
}

#[test]
fn nothing_is_recorded_without_a_tape() {
    let (y, _) = tape::record(|| numbers(&[2], DType::F32));
    let gradient = Tensor::ones(&[2], DType::F32);
    assert!(gradient_step(y.origin().unwrap(), Vec::new(), Vec::new(), gradient).origin().is_none());
}
