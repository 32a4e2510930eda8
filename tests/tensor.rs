//! What PyTorch does at the edges (empty, masked, NaN, infinite, mixed dtypes), and what refusals say.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

use glassformer::tensor::ops::{join, mask};
use glassformer::tensor::{Axis, DType, NormVariant, Tensor};

fn f32s(shape: &[usize], values: &[f32]) -> Tensor {
    Tensor::from_f32(shape, values.to_vec()).unwrap()
}

fn shown(tensor: &Tensor) -> String {
    tensor.to_vec().iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join(" ")
}

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

#[test]
fn a_row_that_is_all_masked_is_nan_and_the_others_are_not() {
    let scores = f32s(&[2, 3], &[1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
    let hidden = Tensor::from_bool(&[2, 3], vec![true, true, true, false, false, true]).unwrap();
    let with = |fill: f64| scores.masked_fill(&hidden, &Tensor::number(fill)).unwrap().softmax(-1).unwrap();
    assert_eq!(shown(&with(f64::NEG_INFINITY)), "NaN NaN NaN 0.269 0.731 0.000");
    // A large negative fill spreads evenly over keys that nobody may see.
    assert_eq!(shown(&with(-1e9)), "0.333 0.333 0.333 0.269 0.731 0.000");
    // A tiny one hides nothing: exp of it is 1.
    assert_eq!(shown(&with(-1e-20)), "0.333 0.333 0.333 0.245 0.665 0.090");
}

#[test]
fn softmax_survives_scores_that_overflow_exp() {
    assert_eq!(shown(&f32s(&[2], &[1000.0, 999.0]).softmax(0).unwrap()), "0.731 0.269");
    assert_eq!(shown(&f32s(&[2], &[INF, 0.0]).softmax(0).unwrap()), "NaN NaN");
    assert_eq!(shown(&f32s(&[3], &[1.0, NAN, 2.0]).softmax(0).unwrap()), "NaN NaN NaN");
}

#[test]
fn extremes_let_nan_through() {
    let x = f32s(&[4], &[1.0, NAN, 3.0, 2.0]);
    assert!(x.max(&[], false).unwrap().at(&[]).is_nan());
    assert!(x.min(&[], false).unwrap().at(&[]).is_nan());
    assert_eq!(x.argmax(0, false).unwrap().to_vec(), [1.0]);
    assert!(x.relu().unwrap().at(&[1]).is_nan());
    assert_eq!(f32s(&[3], &[2.0, 2.0, 1.0]).argmax(0, false).unwrap().to_vec(), [0.0], "the first of equals");
}

#[test]
fn nothing_has_a_sum_but_no_mean_and_no_maximum() {
    let empty = Tensor::zeros(&[0, 3], DType::F32);
    assert_eq!(empty.sum(&[], false).unwrap().to_vec(), [0.0]);
    assert_eq!(empty.sum(&[0], false).unwrap().to_vec(), [0.0; 3]);
    assert!(empty.mean(&[], false).unwrap().at(&[]).is_nan());
    assert!(empty.max(&[0], false).unwrap_err().to_string().contains("no element to choose from"));
    assert_eq!(empty.softmax(-1).unwrap().shape(), [0, 3]);
    assert_eq!(empty.layer_norm(NormVariant::default(), None, None).unwrap().shape(), [0, 3]);
    assert_eq!(empty.matmul(&Tensor::zeros(&[3, 2], DType::F32)).unwrap().shape(), [0, 2]);
    let no_inner = Tensor::zeros(&[2, 0], DType::F32).matmul(&Tensor::zeros(&[0, 2], DType::F32)).unwrap();
    assert_eq!(no_inner.to_vec(), [0.0; 4], "an empty sum is zero");
    assert_eq!(join::cat(&[empty.clone(), f32s(&[1, 3], &[1.0, 2.0, 3.0])], 0).unwrap().shape(), [1, 3]);
}

#[test]
fn deviations_of_one_number_are_nan_when_unbiased() {
    let x = f32s(&[1], &[5.0]);
    assert!(x.std(&[], true, false).unwrap().at(&[]).is_nan());
    assert_eq!(x.var(&[], false, false).unwrap().to_vec(), [0.0]);
}

#[test]
fn dtypes_meet_as_in_pytorch() {
    let dtype = |a: &Tensor, b: &Tensor| a.add(b).unwrap().dtype();
    let (floats, doubles) = (Tensor::zeros(&[2], DType::F32), Tensor::zeros(&[2], DType::F64));
    let (ids, truths, bytes) =
        (Tensor::zeros(&[2], DType::I64), Tensor::zeros(&[2], DType::Bool), Tensor::zeros(&[2], DType::U8));
    let zero_axes = Tensor::zeros(&[], DType::F64);
    assert_eq!(dtype(&floats, &doubles), DType::F64);
    assert_eq!(dtype(&floats, &zero_axes), DType::F32, "a tensor without axes does not promote within its kind");
    assert_eq!(dtype(&ids, &zero_axes), DType::F64, "but it does across kinds");
    assert_eq!(dtype(&ids, &floats), DType::F32);
    assert_eq!(dtype(&ids, &Tensor::number(0.5)), DType::F32, "a number of the language brings the default");
    assert_eq!(dtype(&floats, &Tensor::number(0.5)), DType::F32);
    assert_eq!(dtype(&doubles, &Tensor::integer(1)), DType::F64);
    assert_eq!(dtype(&bytes, &Tensor::integer(1)), DType::U8);
    assert_eq!(dtype(&truths, &truths), DType::I64, "truth values are counted");
    assert_eq!(ids.div(&Tensor::integer(2)).unwrap().dtype(), DType::F32, "true division is real");
    assert_eq!(truths.mul(&floats).unwrap().dtype(), DType::F32);
    assert_eq!(ids.sum(&[], false).unwrap().dtype(), DType::I64);
}

#[test]
fn whole_numbers_divide_downwards_as_in_python() {
    let divide = |a: i64, b: i64| {
        let (a, b) = (Tensor::integer(a), Tensor::integer(b));
        (a.floor_div(&b).unwrap().at(&[]), a.remainder(&b).unwrap().at(&[]))
    };
    assert_eq!(
        [divide(7, 2), divide(-7, 2), divide(7, -2), divide(-7, -2), divide(6, -3)],
        [(3.0, 1.0), (-4.0, 1.0), (-4.0, -1.0), (3.0, -1.0), (-2.0, 0.0)]
    );
    assert!(Tensor::integer(1).floor_div(&Tensor::integer(0)).unwrap_err().to_string().contains("division by zero"));
    assert!(Tensor::number(1.0).div(&Tensor::number(0.0)).unwrap().at(&[]).is_infinite());
}

#[test]
fn heads_come_back_as_they_went() {
    let x = f32s(&[2, 2, 4], &(0..16).map(|x| x as f32).collect::<Vec<_>>());
    let heads = x.split_heads(2).unwrap();
    assert_eq!(heads.shape(), [2, 2, 2, 2]);
    // Head 1 owns columns 2 and 3.
    assert_eq!(heads.select(0, 0).unwrap().select(0, 1).unwrap().to_vec(), [2.0, 3.0, 6.0, 7.0]);
    assert!(heads.merge_heads().unwrap().same_bits(&x));
    // Merging by reshape alone scrambles the tokens, with the same shape.
    assert!(!heads.reshape(&[2, 2, 4]).unwrap().same_bits(&x));
}

#[test]
fn refusals_say_both_shapes_and_the_rule() {
    let q = Tensor::zeros(&[4, 8], DType::F32).with_axes(vec![Axis::named("query"), Axis::named("d_k")]);
    let k = Tensor::zeros(&[4, 6], DType::F32).with_axes(vec![Axis::named("key"), Axis::named("d_k")]);
    let says = |error: glassformer::tensor::Error| error.to_string();
    assert_eq!(
        says(q.matmul(&k).unwrap_err()),
        "cannot multiply [query 4, d_k 8] by [key 4, d_k 6]: the inner sizes 8 and 4 differ; the last axis of the left must match \
         the last but one of the right"
    );
    assert_eq!(
        says(q.add(&k).unwrap_err()),
        "add: [query 4, d_k 8] and [key 4, d_k 6] do not fit: 8 and 6 differ in dimension -1; sizes must be equal, or one of them 1"
    );
    assert_eq!(
        says(q.softmax(2).unwrap_err()),
        "Dimension out of range (expected to be in range of [-2, 1], but got 2): softmax finds no axis 2 in a tensor of shape [query 4, d_k 8]"
    );
    assert_eq!(
        says(q.reshape(&[3, -1]).unwrap_err()),
        "cannot reshape [query 4, d_k 8] to [3, -1]: the number of elements must stay the same"
    );
    assert_eq!(says(q.select(0, 4).unwrap_err()), "index 4 is outside axis 0, which has 4 places: 0 to 3");
    assert!(says(q.masked_fill(&k, &Tensor::number(0.0)).unwrap_err()).contains("mask == 0"));
    assert!(says(Tensor::number(2.0).matmul(&q).unwrap_err()).contains("scale with * instead of @"));
    assert!(says(mask::where_(&Tensor::zeros(&[3], DType::Bool), &q, &k).unwrap_err()).contains("do not fit"));
    assert!(says(Tensor::from_f32(&[2, 2], vec![1.0]).unwrap_err()).contains("1 values do not fill"));
}

#[test]
fn names_and_labels_travel() {
    let words = ["the", "cat"];
    let q = Tensor::zeros(&[2, 3], DType::F32)
        .with_axes(vec![Axis::named("query").with_labels(&words), Axis::named("d_k")]);
    let k =
        Tensor::zeros(&[2, 3], DType::F32).with_axes(vec![Axis::named("key").with_labels(&words), Axis::named("d_k")]);
    let weights =
        q.matmul(&k.transpose(0, 1).unwrap()).unwrap().div(&Tensor::number(2.0)).unwrap().softmax(-1).unwrap();
    assert_eq!(weights.shape_text(), "[query 2, key 2]");
    assert_eq!(weights.axes()[1].label(1), Some("cat"));
    assert_eq!(weights.select(0, 1).unwrap().shape_text(), "[key 2]");
    assert_eq!(weights.unsqueeze(0).unwrap().shape_text(), "[1, query 2, key 2]");
    assert_eq!(weights.sum(&[-1], true).unwrap().shape_text(), "[query 2, 1]");
    let wrong = Tensor::zeros(&[3], DType::F32).with_axes(vec![Axis::named("key").with_labels(&words)]);
    assert_eq!(wrong.axes()[0].label(0), None, "labels that do not fit are dropped");
}

#[test]
fn a_whole_number_is_filled_in_exactly() {
    // One more than float64 can tell from its neighbour.
    let large = Tensor::integer((1 << 53) + 1);
    let hidden = Tensor::from_bool(&[2], vec![true, false]).unwrap();
    let filled = Tensor::from_i64(&[2], vec![7, 8]).unwrap().masked_fill(&hidden, &large).unwrap();
    assert_eq!(filled.eq(&large).unwrap().to_vec(), [1.0, 0.0]);
}
