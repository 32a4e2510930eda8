//! PyTorch's answers are in `tests/tensor/saves.tsv`, which `saves.py` beside it writes.

use std::collections::BTreeSet;

use crate::tensor::ops::bias::linear;
use crate::tensor::ops::complex::polar;
use crate::tensor::ops::einsum::einsum;
use crate::tensor::ops::gelu::Gelu;
use crate::tensor::ops::join::{cat, placed, stack};
use crate::tensor::ops::mask::where_;
use crate::tensor::ops::put::{put, put_sum};
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::tape::{Leaf, Node, leaf, record};
use crate::tensor::{Array, DType, NormVariant, Result, Tensor};
use num_complex::Complex32;

type Call = fn(&[Tensor]) -> Result<Tensor>;

/// Operations that differ from PyTorch's, and why.
const DIFFERENT: [(&str, &str); 3] = [
    // PyTorch keeps all three even if a gradient with respect to the last bound alone is wanted.
    ("clamp(tensor, tensor)", "a maximum, then a minimum of that, which does not know what the maximum was of"),
    ("logsumexp", "several steps, of which the last is a sum and keeps nothing"),
    ("masked_select", "the operation of x[mask], for which PyTorch keeps the mask alone"),
];

const CALLS: &[(&str, Call)] = &[
    ("add", |x| x[0].add(&x[1])),
    ("sub", |x| x[0].sub(&x[1])),
    ("mul", |x| x[0].mul(&x[1])),
    ("div", |x| x[0].div(&x[1])),
    ("pow", |x| x[0].pow(&x[1])),
    ("div_floor", |x| x[0].div_floor(&x[1])),
    ("div_trunc", |x| x[0].div_trunc(&x[1])),
    ("floor_divide", |x| x[0].floor_div(&x[1])),
    ("remainder", |x| x[0].remainder(&x[1])),
    ("fmod", |x| x[0].fmod(&x[1])),
    ("maximum", |x| x[0].maximum(&x[1])),
    ("minimum", |x| x[0].minimum(&x[1])),
    ("xlogy", |x| x[0].xlogy(&x[1])),
    ("lerp", |x| x[0].lerp(&x[1], &x[2])),
    ("lerp by a number", |x| x[0].lerp(&x[1], &number(0.25))),
    ("addcmul", |x| x[0].addcmul(&x[1], &x[2], &number(2.0))),
    ("addcdiv", |x| x[0].addcdiv(&x[1], &x[2], &number(2.0))),
    ("x + 2", |x| x[0].add(&number(2.0))),
    ("2 - x", |x| number(2.0).sub(&x[0])),
    ("x * 2", |x| x[0].mul(&number(2.0))),
    ("2 * x", |x| number(2.0).mul(&x[0])),
    ("x / 2", |x| x[0].div(&number(2.0))),
    ("2 / x", |x| number(2.0).div(&x[0])),
    ("x ** 2", |x| x[0].pow(&number(2.0))),
    ("x ** 0", |x| x[0].pow(&number(0.0))),
    ("2 ** x", |x| number(2.0).pow(&x[0])),
    ("x ** tensor", |x| x[0].pow(&Tensor::full(&[], 2.0, DType::F32))),
    ("x * tensor", |x| x[0].mul(&Tensor::full(&[], 2.0, DType::F32))),
    ("x // 2", |x| x[0].floor_div(&number(2.0))),
    ("div_floor(x, 2)", |x| x[0].div_floor(&number(2.0))),
    ("x % 2", |x| x[0].remainder(&number(2.0))),
    ("2 % x", |x| number(2.0).remainder(&x[0])),
    ("fmod(x, 2)", |x| x[0].fmod(&number(2.0))),
    ("xlogy(x, 2)", |x| x[0].xlogy(&number(2.0))),
    ("xlogy(2, x)", |x| number(2.0).xlogy(&x[0])),
    ("complex add", |x| x[0].add(&x[1])),
    ("complex mul", |x| x[0].mul(&x[1])),
    ("complex div", |x| x[0].div(&x[1])),
    ("clamp(0, 1)", |x| x[0].clamp(Some(&number(0.0)), Some(&number(1.0)))),
    ("clamp(0)", |x| x[0].clamp(Some(&number(0.0)), None)),
    ("clamp(max=1)", |x| x[0].clamp(None, Some(&number(1.0)))),
    ("clamp(tensor)", |x| x[0].clamp(Some(&x[1]), None)),
    ("clamp(tensor, tensor)", |x| x[0].clamp(Some(&x[1]), Some(&x[2]))),
    ("matmul", |x| x[0].matmul(&x[1])),
    ("matmul batched", |x| x[0].unsqueeze(0)?.matmul(&x[1].unsqueeze(0)?)),
    ("matmul vector", |x| x[0].matmul(&x[1])),
    ("matmul dot", |x| x[0].matmul(&x[1])),
    ("linear", |x| linear(&x[0], &x[1], Some(&x[2]))),
    ("linear batched", |x| linear(&x[0].unsqueeze(0)?, &x[1], Some(&x[2]))),
    ("linear without bias", |x| linear(&x[0], &x[1], None)),
    ("einsum", |x| einsum("ij,jk->ik", x)),
    ("neg", |x| x[0].neg()),
    ("abs", |x| x[0].abs()),
    ("sign", |x| x[0].sign()),
    ("exp", |x| x[0].exp()),
    ("expm1", |x| x[0].expm1()),
    ("log", |x| x[0].log()),
    ("log2", |x| x[0].log2()),
    ("log10", |x| x[0].log10()),
    ("log1p", |x| x[0].log1p()),
    ("sqrt", |x| x[0].sqrt()),
    ("sin", |x| x[0].sin()),
    ("cos", |x| x[0].cos()),
    ("tan", |x| x[0].tan()),
    ("tanh", |x| x[0].tanh()),
    ("sigmoid", |x| x[0].sigmoid()),
    ("relu", |x| x[0].relu()),
    ("gelu", |x| x[0].gelu(Gelu::Erf)),
    ("gelu(tanh)", |x| x[0].gelu(Gelu::Tanh)),
    ("silu", |x| x[0].silu()),
    ("erf", |x| x[0].erf()),
    ("floor", |x| x[0].floor()),
    ("ceil", |x| x[0].ceil()),
    ("trunc", |x| x[0].trunc()),
    ("round", |x| x[0].round()),
    ("softmax", |x| x[0].softmax(-1)),
    ("log_softmax", |x| x[0].log_softmax(-1)),
    ("logsumexp", |x| x[0].logsumexp(&[-1], false)),
    ("cosine_similarity", |x| x[0].cosine_similarity(&x[1], -1, 1e-8)),
    ("layer_norm", |x| x[0].layer_norm(NormVariant::default(), Some(&x[1]), Some(&x[2]))),
    ("layer_norm without bias", |x| x[0].layer_norm(NormVariant::default(), Some(&x[1]), None)),
    ("layer_norm without weight", |x| x[0].layer_norm(NormVariant::default(), None, None)),
    ("sum", |x| x[0].sum(&[], false)),
    ("sum(0)", |x| x[0].sum(&[0], false)),
    ("mean", |x| x[0].mean(&[0], false)),
    ("prod", |x| x[0].prod(&[], false)),
    ("prod(0)", |x| x[0].prod(&[0], false)),
    ("var", |x| x[0].var(&[0], true, false)),
    ("std", |x| x[0].std(&[0], true, false)),
    ("norm", |x| x[0].norm(2.0, &[], false)),
    ("norm(p=0)", |x| x[0].norm(0.0, &[], false)),
    ("norm(p=1)", |x| x[0].norm(1.0, &[], false)),
    ("norm(p=3)", |x| x[0].norm(3.0, &[], false)),
    ("norm(p=inf)", |x| x[0].norm(f64::INFINITY, &[], false)),
    ("norm(dim=0)", |x| x[0].norm(2.0, &[0], false)),
    ("max", |x| x[0].largest()),
    ("min", |x| x[0].smallest()),
    ("median", |x| x[0].median()),
    ("amax", |x| x[0].max(&[0], false)),
    ("amin", |x| x[0].min(&[0], false)),
    ("max(0)", |x| Ok(x[0].extreme(true, 0, false)?.0)),
    ("min(0)", |x| Ok(x[0].extreme(false, 0, false)?.0)),
    ("median(0)", |x| Ok(x[0].median_along(0, false)?.0)),
    ("topk", |x| Ok(x[0].topk(1, -1)?.0)),
    ("cumsum", |x| x[0].cumsum(0)),
    ("where", |x| where_(&x[0], &x[1], &x[2])),
    ("where(m, x, 2)", |x| where_(&x[0], &x[1], &number(2.0))),
    ("masked_fill", |x| x[0].masked_fill(&x[1], &number(0.0))),
    ("masked_fill(tensor)", |x| x[0].masked_fill(&x[1], &x[2].select(0, 0)?)),
    ("x[mask]", |x| x[0].masked_select(&x[1])),
    ("masked_select", |x| x[0].masked_select(&x[1])),
    ("x[index]", |x| x[0].index_select(0, &x[1])),
    ("index_select", |x| x[0].index_select(0, &x[1])),
    ("embedding", |x| x[1].embedding(&x[0])),
    ("gather", |x| x[0].gather(0, &x[1].unsqueeze(0)?)),
    ("tril", |x| x[0].tril(0)),
    ("triu", |x| x[0].triu(0)),
    ("cat", |x| cat(x, 0)),
    ("stack", |x| stack(x, 0)),
    ("slice", |x| x[0].narrow(1, 1, 1)),
    ("select", |x| x[0].select(0, 0)),
    ("transpose", |x| x[0].transpose(0, 1)),
    ("reshape", |x| x[0].reshape(&[4])),
    ("expand", |x| x[0].expand(&[2, 2, 2])),
    ("diagonal", |x| x[0].diagonal(0, 0, 1)),
    ("unfold", |x| x[0].unfold(0, 1, 1)),
    ("clone", |x| x[0].copied()),
    ("double", |x| x[0].to(DType::F64)),
    ("x[0] = v", |x| put(&x[0], vec![0, 1], vec![2], &x[1])),
    ("x[0] = v", |x| placed(&x[0], &[AxisSlice::Place(0)], &x[1])),
    ("scatter_add", |x| put_sum(&x[0], vec![0, 3, 2, 3], vec![2, 2], &x[1])),
    ("polar", |x| polar(&x[0], &x[1])),
    ("real", |x| x[0].real()),
    ("imag", |x| x[0].imag()),
    ("conj", |x| x[0].conj()),
    ("angle", |x| x[0].angle()),
    ("complex abs", |x| x[0].abs()),
    ("complex neg", |x| x[0].neg()),
    ("view_as_real", |x| x[0].view_as_real()),
    ("view_as_complex", |x| x[0].view_as_complex()),
];

fn number(value: f64) -> Tensor {
    Tensor::number(value)
}

/// An argument of the kind that a letter of the table names.
fn argument(kind: char) -> Tensor {
    let argument = match kind {
        'x' => Tensor::from_f32(&[2, 2], vec![0.5, 1.5, 2.5, 0.25]).unwrap(),
        'v' => Tensor::from_f32(&[2], vec![0.5, 1.5]).unwrap(),
        'z' => {
            let values = vec![Complex32::new(0.5, 1.0), Complex32::new(1.5, -2.0)];
            Tensor::new(Array::from_vec(&[2], values).unwrap())
        }
        'i' => Tensor::from_i64(&[2], vec![1, 0]).unwrap(),
        'm' => Tensor::from_bool(&[2, 2], vec![true, false, false, true]).unwrap(),
        _ => panic!("{kind} is not a kind of arguments"),
    };
    leaf(argument, Leaf::Literal)
}

/// The number of the step that made an input.
fn step_of(input: &Tensor) -> Option<usize> {
    input.origin().map(|origin| origin.node as usize)
}

/// The step whose memory an input shares: a write to that is a write to the input.
fn base_of(nodes: &[Node], input: &Tensor) -> Option<usize> {
    let mut step = step_of(input)?;
    while nodes[step].operation.is_view(&nodes[step].inputs) {
        step = step_of(&nodes[step].inputs[0])?;
    }
    Some(step)
}

/// What a call keeps, as the table writes it: the arguments, the value, and how often there is a gradient.
fn kept(kinds: &str, wanted: &str, call: Call) -> String {
    let (value, tape) = record(|| call(&kinds.chars().map(argument).collect::<Vec<_>>()).unwrap());
    let (nodes, arguments) = (tape.nodes(), kinds.len());
    // The first steps are the arguments.
    let mut is_wanted: Vec<bool> = wanted.chars().map(|wanted| wanted == '1').collect();
    for node in &nodes[arguments..] {
        let of_an_input = node.inputs.iter().filter_map(step_of).any(|step| is_wanted[step]);
        is_wanted.push(of_an_input && node.value.dtype().takes_gradient());
    }
    let last = step_of(&value).unwrap();
    let mut reached = BTreeSet::from([last]);
    let (mut inputs, mut keeps_value, mut times) = (BTreeSet::new(), false, "twice");
    while let Some(step) = reached.pop_last().filter(|&step| step >= arguments) {
        let Node { operation, inputs: read, .. } = &nodes[step];
        let wanted: Vec<bool> = read.iter().map(|input| step_of(input).is_some_and(|step| is_wanted[step])).collect();
        let saves = operation.saves(read, &wanted);
        assert!(
            saves.inputs.iter().all(|&input| !read[input].is_number()),
            "{} keeps a number as a tensor",
            operation.name()
        );
        inputs.extend(saves.inputs.iter().filter_map(|&input| base_of(nodes, &read[input])));
        keeps_value |= saves.value && step == last;
        if (0..read.len()).any(|place| wanted[place] && operation.underivable(read, place).is_some()) {
            times = "never";
        } else if !saves.is_nothing() {
            times = "once";
        }
        reached.extend(read.iter().filter_map(step_of).filter(|&step| is_wanted[step]));
    }
    let inputs: Vec<String> = inputs.range(..arguments).map(ToString::to_string).collect();
    let inputs = if inputs.is_empty() { "-".to_owned() } else { inputs.join(",") };
    format!("{inputs}\t{}\t{times}", if keeps_value { "value" } else { "-" })
}

#[test]
fn every_operation_keeps_what_pytorch_keeps() {
    let table = include_str!("../../../../tests/tensor/saves.tsv");
    let (mut wrong, mut different, mut compared) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, kinds, wanted, want] = line.splitn(4, '\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        for (_, call) in CALLS.iter().filter(|(called, _)| *called == name) {
            compared.insert(name);
            let got = kept(kinds, wanted, *call);
            if got == want {
                continue;
            }
            different.insert(name);
            if DIFFERENT.iter().all(|(known, _)| *known != name) {
                wrong.push(format!("{name}, wanted {wanted}: {got}, PyTorch has {want}"));
            }
        }
        assert!(compared.contains(name), "{name} is not called");
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    assert_eq!(compared, CALLS.iter().map(|(name, _)| *name).collect(), "PyTorch was asked about all of them");
    assert_eq!(different, DIFFERENT.iter().map(|(name, _)| *name).collect(), "no exception is out of date");
}
