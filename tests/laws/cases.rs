//! One small computation for every operation, on random double-precision inputs.

use glassformer::tensor::ops::put::{PutPart, put_all, put_sum};
use glassformer::tensor::ops::{einsum::einsum, join, mask, shape::AxisSlice};
use glassformer::tensor::{DType, Gelu, Leaf, NormVariant, Result, Tensor, tape};

/// A computation and the shapes of its real inputs.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) shapes: &'static [&'static [usize]],
    /// Inputs are positive, for logarithms and roots.
    pub(crate) positive: bool,
    pub(crate) compute: fn(&[Tensor]) -> Result<Tensor>,
}

const fn case(
    name: &'static str,
    shapes: &'static [&'static [usize]],
    compute: fn(&[Tensor]) -> Result<Tensor>,
) -> Case {
    Case { name, shapes, positive: false, compute }
}

const fn positive(
    name: &'static str,
    shapes: &'static [&'static [usize]],
    compute: fn(&[Tensor]) -> Result<Tensor>,
) -> Case {
    Case { name, shapes, positive: true, compute }
}

/// Random numbers between -2 and 2 (or 0.2 and 2), the same for the same seed: a plain linear congruential generator.
pub(crate) fn inputs(case: &Case, seed: u64) -> Vec<Tensor> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let value = |unit: f64| if case.positive { 0.2 + 1.8 * unit } else { 4.0 * unit - 2.0 };
    case.shapes
        .iter()
        .map(|shape| Tensor::from_f64(shape, (0..shape.iter().product()).map(|_| value(draw())).collect()).unwrap())
        .collect()
}

/// The inputs as leaves of the current tape.
pub(crate) fn given(inputs: &[Tensor]) -> Vec<Tensor> {
    inputs.iter().enumerate().map(|(place, x)| tape::leaf(x.clone(), Leaf::Given(format!("x{place}").into()))).collect()
}

fn ids(values: &[i64]) -> Tensor {
    Tensor::from_i64(&[values.len()], values.to_vec()).unwrap()
}

fn checkers(rows: usize, columns: usize) -> Tensor {
    Tensor::from_bool(
        &[rows, columns],
        (0..rows * columns).map(|at| (at / columns + at % columns).is_multiple_of(3)).collect(),
    )
    .unwrap()
}

/// Whole numbers of both signs, with several bits.
fn sevenths(x: &Tensor) -> Result<Tensor> {
    x.mul(&Tensor::number(7.0))?.to(DType::I64)
}

fn all(size: usize) -> AxisSlice {
    AxisSlice::all(size)
}

pub(crate) const CASES: &[Case] = &[
    case("add", &[&[2, 3], &[3]], |x| x[0].add(&x[1])),
    case("sub", &[&[2, 1], &[3]], |x| x[0].sub(&x[1])),
    case("mul", &[&[2, 3], &[2, 3]], |x| x[0].mul(&x[1])),
    positive("div", &[&[2, 3], &[2, 1]], |x| x[0].div(&x[1])),
    positive("pow", &[&[2, 3], &[3]], |x| x[0].pow(&x[1])),
    case("square", &[&[3]], |x| x[0].pow(&Tensor::number(2.0))),
    positive("floor_divide", &[&[4], &[4]], |x| x[0].floor_div(&x[1])),
    positive("floor_divide as div", &[&[4], &[4]], |x| x[0].div_floor(&x[1])),
    positive("remainder", &[&[4], &[4]], |x| x[0].remainder(&x[1])),
    case("fmod", &[&[4], &[4]], |x| x[0].fmod(&x[1])),
    case("maximum", &[&[4], &[4]], |x| x[0].maximum(&x[1])),
    case("minimum", &[&[4], &[4]], |x| x[0].minimum(&x[1])),
    case("neg", &[&[3]], |x| x[0].neg()),
    case("abs", &[&[3]], |x| x[0].abs()),
    case("exp", &[&[3]], |x| x[0].exp()),
    positive("log", &[&[3]], |x| x[0].log()),
    positive("sqrt", &[&[3]], |x| x[0].sqrt()),
    case("relu", &[&[4]], |x| x[0].relu()),
    case("gelu erf", &[&[4]], |x| x[0].gelu(Gelu::Erf)),
    case("gelu tanh", &[&[4]], |x| x[0].gelu(Gelu::Tanh)),
    case("tanh", &[&[3]], |x| x[0].tanh()),
    case("sin", &[&[3]], |x| x[0].sin()),
    case("tan", &[&[3]], |x| x[0].tan()),
    case("cos", &[&[3]], |x| x[0].cos()),
    case("eq", &[&[2, 3], &[3]], |x| x[0].eq(&x[1])),
    case("ne", &[&[2, 3], &[3]], |x| x[0].ne(&x[1])),
    case("lt", &[&[2, 3], &[3]], |x| x[0].lt(&x[1])),
    case("le", &[&[2, 3], &[3]], |x| x[0].le(&x[1])),
    case("gt", &[&[2, 3], &[3]], |x| x[0].gt(&x[1])),
    case("ge", &[&[2, 3], &[3]], |x| x[0].ge(&x[1])),
    case("and", &[&[4], &[4]], |x| x[0].gt(&Tensor::number(0.0))?.and(&x[1].gt(&Tensor::number(0.0))?)),
    case("or", &[&[4], &[4]], |x| x[0].gt(&Tensor::number(0.0))?.or(&x[1].gt(&Tensor::number(0.0))?)),
    case("xor", &[&[4], &[4]], |x| x[0].gt(&Tensor::number(0.0))?.xor(&x[1].gt(&Tensor::number(0.0))?)),
    case("and of bits", &[&[4], &[4]], |x| sevenths(&x[0])?.and(&sevenths(&x[1])?)),
    case("or of bits", &[&[2, 2], &[2]], |x| sevenths(&x[0])?.or(&sevenths(&x[1])?)),
    case("xor of bits", &[&[4], &[4]], |x| sevenths(&x[0])?.xor(&sevenths(&x[1])?)),
    case("or of bytes", &[&[4]], |x| sevenths(&x[0])?.abs()?.to(DType::U8)?.or(&Tensor::integer(-3))),
    case("not", &[&[4]], |x| x[0].gt(&Tensor::number(0.0))?.not()),
    case("isnan", &[&[3]], |x| x[0].isnan()),
    case("where", &[&[2, 3], &[3]], |x| mask::where_(&checkers(2, 3), &x[0], &x[1])),
    case("masked_fill", &[&[2, 3], &[]], |x| x[0].masked_fill(&checkers(2, 3), &x[1])),
    case("tril", &[&[2, 3, 3]], |x| x[0].tril(0)),
    case("triu", &[&[3, 4]], |x| x[0].triu(1)),
    case("matmul", &[&[2, 3], &[3, 4]], |x| x[0].matmul(&x[1])),
    case("matmul batched", &[&[2, 1, 3, 2], &[3, 2, 4]], |x| x[0].matmul(&x[1])),
    case("matmul transposed", &[&[3, 4], &[2, 4]], |x| x[0].matmul(&x[1].transpose(-2, -1)?)),
    case("matmul of vectors", &[&[3], &[3]], |x| x[0].matmul(&x[1])),
    case("matmul matrix by vector", &[&[2, 2, 3], &[3]], |x| x[0].matmul(&x[1])),
    case("matmul vector by matrix", &[&[3], &[2, 3, 2]], |x| x[0].matmul(&x[1])),
    case("matmul long", &[&[1, 30], &[30, 2]], |x| x[0].matmul(&x[1])),
    case("masked_add", &[&[2, 3]], |x| x[0].masked_add(&checkers(2, 3))?.softmax(-1)),
    case("softmax", &[&[2, 4]], |x| x[0].softmax(-1)),
    case("softmax first axis", &[&[3, 2]], |x| x[0].softmax(0)),
    case("softmax long", &[&[20]], |x| x[0].softmax(0)),
    case("log_softmax", &[&[2, 4]], |x| x[0].log_softmax(1)),
    case("layer_norm", &[&[2, 4], &[4], &[4]], |x| x[0].layer_norm(NormVariant::default(), Some(&x[1]), Some(&x[2]))),
    case("layer_norm plain", &[&[2, 5]], |x| x[0].layer_norm(NormVariant::default(), None, None)),
    case("layer_norm of a tutorial", &[&[2, 4], &[1], &[1]], |x| {
        let variant = NormVariant { eps: 1e-6, unbiased: true, eps_outside: true };
        x[0].layer_norm(variant, Some(&x[1]), Some(&x[2]))
    }),
    case("layer_norm bias only", &[&[2, 4], &[4]], |x| {
        x[0].layer_norm(NormVariant { eps: 0.1, unbiased: true, eps_outside: false }, None, Some(&x[1]))
    }),
    case("floor", &[&[4]], |x| x[0].floor()),
    case("ceil", &[&[4]], |x| x[0].ceil()),
    case("sign", &[&[4]], |x| x[0].sign()),
    case("trunc", &[&[4]], |x| x[0].trunc()),
    case("round", &[&[4]], |x| x[0].round()),
    positive("log2", &[&[3]], |x| x[0].log2()),
    positive("log10", &[&[3]], |x| x[0].log10()),
    case("expm1", &[&[3]], |x| x[0].expm1()),
    positive("log1p", &[&[3]], |x| x[0].log1p()),
    case("gather", &[&[2, 3]], |x| x[0].gather(1, &Tensor::from_i64(&[2, 2], vec![2, 0, 1, 1])?)),
    case("gather first axis", &[&[3, 2]], |x| x[0].gather(0, &Tensor::from_i64(&[4, 1], vec![2, 0, 2, 1])?)),
    case("erf", &[&[2, 3]], |x| x[0].erf()),
    case("cumsum", &[&[2, 4]], |x| x[0].cumsum(-1)),
    case("cumsum first axis", &[&[3, 2]], |x| x[0].cumsum(0)),
    case("einsum", &[&[2, 2, 3], &[3, 2, 3]], |x| einsum("qhd,khd->hqk", &[x[0].clone(), x[1].clone()])),
    case("einsum diagonal", &[&[3, 3], &[3]], |x| einsum("ii,i->", &[x[0].clone(), x[1].clone()])),
    case("topk", &[&[2, 4]], |x| Ok(x[0].topk(2, -1)?.0)),
    case("topk places", &[&[5]], |x| Ok(x[0].topk(3, 0)?.1)),
    case("one_hot", &[&[3]], |x| x[0].to(DType::I64)?.abs()?.one_hot(3)),
    case("sum", &[&[2, 3]], |x| x[0].sum(&[0], false)),
    case("sum of all", &[&[2, 3]], |x| x[0].sum(&[], false)),
    case("sum of two axes", &[&[2, 3, 2]], |x| x[0].sum(&[0, 2], true)),
    case("mean", &[&[2, 3]], |x| x[0].mean(&[-1], true)),
    case("var", &[&[2, 4]], |x| x[0].var(&[-1], false, true)),
    case("std", &[&[2, 4]], |x| x[0].std(&[-1], true, false)),
    case("var corrected", &[&[2, 5]], |x| x[0].var_corrected(&[-1], 2.0, true)),
    case("prod", &[&[2, 3]], |x| x[0].prod(&[1], false)),
    case("prod of all", &[&[2, 2]], |x| x[0].prod(&[], false)),
    case("norm", &[&[2, 4]], |x| x[0].norm(2.0, &[-1], true)),
    case("norm of all", &[&[2, 2]], |x| x[0].norm(1.0, &[], false)),
    case("norm cubed", &[&[3]], |x| x[0].norm(3.0, &[], false)),
    case("norm infinite", &[&[4]], |x| x[0].norm(f64::INFINITY, &[], false)),
    case("norm of one", &[&[3, 1]], |x| x[0].norm(2.0, &[1], false)),
    case("norm zero", &[&[4]], |x| x[0].norm(0.0, &[], false)),
    case("clamp", &[&[5]], |x| x[0].clamp(Some(&Tensor::number(-1.0)), Some(&Tensor::number(1.0)))),
    case("clamp by a tensor", &[&[5], &[5]], |x| x[0].clamp(Some(&x[1]), None)),
    case("sigmoid", &[&[3]], |x| x[0].sigmoid()),
    case("silu", &[&[3]], |x| x[0].silu()),
    case("logsumexp", &[&[2, 3]], |x| x[0].logsumexp(&[-1], false)),
    positive("xlogy", &[&[3], &[3]], |x| x[0].xlogy(&x[1])),
    case("lerp", &[&[2, 3], &[3], &[2, 1]], |x| x[0].lerp(&x[1], &x[2])),
    case("lerp by a number", &[&[2, 3], &[2, 3]], |x| x[0].lerp(&x[1], &Tensor::number(0.75))),
    case("addcmul", &[&[2, 3], &[3], &[2, 1]], |x| x[0].addcmul(&x[1], &x[2], &Tensor::number(-0.5))),
    case("addcdiv", &[&[2, 3], &[2, 3], &[2, 1]], |x| x[0].addcdiv(&x[1], &x[2], &Tensor::number(1.5))),
    case("cosine_similarity", &[&[2, 3], &[3]], |x| x[0].cosine_similarity(&x[1], -1, 1e-8)),
    case("max of an axis", &[&[2, 3]], |x| Ok(x[0].extreme(true, -1, false)?.0)),
    case("median", &[&[5]], |x| x[0].median()),
    case("median of an axis", &[&[2, 4]], |x| Ok(x[0].median_along(-1, false)?.0)),
    case("median of the first axis", &[&[5, 2]], |x| Ok(x[0].median_along(0, true)?.0)),
    case("max", &[&[2, 3]], |x| x[0].max(&[1], false)),
    case("max long", &[&[14]], |x| x[0].max(&[], false)),
    case("min", &[&[2, 3]], |x| x[0].min(&[0], true)),
    case("argmax", &[&[2, 3]], |x| x[0].argmax(-1, false)),
    case("argmin", &[&[2, 3]], |x| x[0].argmin(0, true)),
    case("all", &[&[2, 2]], |x| x[0].gt(&Tensor::number(-1.0))?.all(&[1], false)),
    case("any", &[&[2, 2]], |x| x[0].gt(&Tensor::number(1.0))?.any(&[], false)),
    case("reshape", &[&[2, 6]], |x| x[0].reshape(&[3, -1])),
    case("view", &[&[2, 6]], |x| x[0].view(&[3, -1])),
    case("transpose", &[&[2, 3, 4]], |x| x[0].transpose(0, -1)),
    case("permute", &[&[2, 3, 4]], |x| x[0].permute(&[2, 0, 1])),
    case("permute then reshape", &[&[2, 3]], |x| x[0].transpose(0, 1)?.reshape(&[6])),
    case("expand", &[&[2, 1]], |x| x[0].expand(&[3, -1, 4])),
    case("unsqueeze", &[&[2, 3]], |x| x[0].unsqueeze(1)),
    case("squeeze", &[&[2, 1, 3]], |x| x[0].squeeze(Some(1))),
    case("slice", &[&[4, 5]], |x| x[0].slice(&[AxisSlice::Range { start: 1, count: 2, step: 2 }, AxisSlice::Place(3)])),
    case("select", &[&[3, 2]], |x| x[0].select(0, -1)),
    case("split heads", &[&[2, 3, 4]], |x| x[0].split_heads(2)),
    case("merge heads", &[&[2, 3, 2]], |x| x[0].merge_heads()),
    case("cat", &[&[2, 2], &[2, 3]], |x| join::cat(x, 1)),
    case("stack", &[&[2, 2], &[2, 2]], |x| join::stack(x, -1)),
    case("unfold", &[&[2, 5]], |x| x[0].unfold(1, 3, 1)),
    case("diagonal", &[&[3, 4]], |x| x[0].diagonal(1, 0, 1)),
    case("scatter add", &[&[3], &[4]], |x| put_sum(&x[0], vec![0, 2, 0, 1], vec![4], &x[1])),
    case("assign twice", &[&[4], &[2], &[1]], |x| {
        let writes = [PutPart::new(vec![0, 2], vec![2], &x[1])?, PutPart::new(vec![2], vec![1], &x[2])?];
        put_all(&x[0], writes.to_vec())
    }),
    case("assign", &[&[3, 4], &[3, 2]], |x| {
        join::placed(&x[0], &[all(3), AxisSlice::Range { start: 0, count: 2, step: 2 }], &x[1])
    }),
    case("index", &[&[4, 2]], |x| x[0].index_select(0, &ids(&[3, 0, 3]))),
    case("index second axis", &[&[2, 4]], |x| x[0].index_select(1, &ids(&[1, -1]))),
    case("embedding", &[&[5, 3]], |x| x[0].embedding(&Tensor::from_i64(&[2, 2], vec![4, 0, 1, 4])?)),
    case("masked_select broadcast", &[&[2, 1]], |x| x[0].masked_select(&checkers(2, 3))),
    case("masked_select", &[&[2, 3]], |x| x[0].masked_select(&checkers(2, 3))),
    case("clone", &[&[2, 3]], |x| x[0].copied()),
    case("detach", &[&[3]], |x| x[0].without_gradient()?.gt(&Tensor::number(0.0))),
    case("to float32", &[&[3]], |x| x[0].to(DType::F32)),
    case("to int64", &[&[3]], |x| x[0].to(DType::I64)),
    case("to bool", &[&[3]], |x| x[0].to(DType::Bool)),
    case("an input used twice", &[&[3, 2]], |x| x[0].matmul(&x[0].transpose(0, 1)?)?.add(&x[0].sum(&[-1], true)?)),
    case("attention", &[&[3, 4], &[3, 4], &[3, 2]], |x| {
        let scores = x[0].matmul(&x[1].transpose(0, 1)?)?.div(&Tensor::number(2.0))?;
        let hidden = Tensor::ones(&[3, 3], DType::F64).tril(0)?.eq(&Tensor::number(0.0))?;
        scores.masked_fill(&hidden, &Tensor::number(f64::NEG_INFINITY))?.softmax(-1)?.matmul(&x[2])
    }),
];

/// Computations in half precision. A small step moves nothing there, so that only their explanations are held against them.
pub(crate) const HALVES: &[Case] = &[
    case("log_softmax of half precision", &[&[2, 4]], |x| x[0].to(DType::F16)?.log_softmax(1)),
    case("product in half precision", &[&[2, 4]], |x| x[0].to(DType::BF16)?.mul(&Tensor::number(0.3))),
    case("sum in half precision", &[&[2, 4]], |x| x[0].to(DType::BF16)?.add(&Tensor::number(0.3))),
    case("product of half precision", &[&[2, 4]], |x| x[0].to(DType::BF16)?.prod(&[1], false)),
    case("less in half precision", &[&[2, 4]], |x| x[0].to(DType::F16)?.lt(&Tensor::number(0.3))),
];
