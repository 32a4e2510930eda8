//! What PyTorch does at the edges (empty, masked, NaN, infinite, mixed dtypes), and what refusals say.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

use glassformer::nn::RmsNorm;
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
    assert_eq!(dtype(&truths, &truths), DType::Bool, "the sum of truth values is `or`");
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
        "cannot multiply [query 4, d_k 8] by [key 4, d_k 6]: the inner sizes 8 and 4 differ; the last axis of the left side must match \
         the second-to-last axis of the right side"
    );
    assert_eq!(
        says(q.add(&k).unwrap_err()),
        "add: cannot broadcast [query 4, d_k 8] and [key 4, d_k 6]: the sizes 8 and 6 of dimension -1 differ, and neither is 1"
    );
    assert_eq!(
        says(q.softmax(2).unwrap_err()),
        "Dimension out of range (expected to be in range of [-2, 1], but got 2): softmax cannot use axis 2 of a tensor of shape [query 4, d_k 8]"
    );
    assert_eq!(
        says(q.reshape(&[3, -1]).unwrap_err()),
        "shape '[3, -1]' is invalid for input of size 32: cannot reshape [query 4, d_k 8] to [3, -1], because the number of elements must \
         stay the same"
    );
    assert_eq!(says(q.select(0, 4).unwrap_err()), "index 4 is out of range for axis 0, which has size 4: use 0 to 3");
    assert!(says(q.masked_fill(&k, &Tensor::number(0.0)).unwrap_err()).contains("mask == 0"));
    assert!(says(Tensor::number(2.0).matmul(&q).unwrap_err()).contains("write * instead"));
    assert!(says(mask::where_(&Tensor::zeros(&[3], DType::Bool), &q, &k).unwrap_err()).contains("cannot broadcast"));
    assert!(says(Tensor::from_f32(&[2, 2], vec![1.0]).unwrap_err()).contains("does not have 1 elements"));
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

fn i64s(values: &[i64]) -> Tensor {
    Tensor::from_i64(&[values.len()], values.to_vec()).unwrap()
}

fn bools(values: &[bool]) -> Tensor {
    Tensor::from_bool(&[values.len()], values.to_vec()).unwrap()
}

fn bytes(values: &[u8]) -> Tensor {
    Tensor::from_u8(&[values.len()], values.to_vec()).unwrap()
}

/// Whether a refusal begins with PyTorch's sentence.
fn refuses(result: glassformer::tensor::Result<Tensor>, sentence: &str) {
    let says = result.unwrap_err().to_string();
    assert!(says.starts_with(sentence), "{says}");
}

#[test]
fn axes_are_named_once_and_exist() {
    let x = f32s(&[2, 3], &[1.0; 6]);
    refuses(x.sum(&[0, -2], false), "dim 0 appears multiple times in the list of dims");
    refuses(x.max(&[0, 0], false), "dim 0 appears multiple times in the list of dims");
    refuses(x.sum(&[3], false), "Dimension out of range (expected to be in range of [-2, 1], but got 3)");
    refuses(x.sum(&[isize::MIN], false), "Dimension out of range");
    refuses(x.unsqueeze(isize::MAX), "Dimension out of range (expected to be in range of [-3, 2]");
    let number = f32s(&[], &[2.0]);
    refuses(number.sum(&[0, -1], false), "dim 0 appears multiple times in the list of dims");
    refuses(number.softmax(1), "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
    for of_number in [
        number.sum(&[-1], false),
        number.mean(&[0], true),
        number.max(&[0], false),
        number.cumsum(-1),
        number.squeeze(Some(0)),
        number.transpose(0, -1),
        number.logsumexp(&[0], false),
    ] {
        let of_number = of_number.unwrap();
        assert_eq!((of_number.shape(), of_number.to_vec()), (&[][..], vec![2.0]));
    }
    assert_eq!(number.softmax(0).unwrap().to_vec(), [1.0]);
    assert_eq!(number.argmax(0, true).unwrap().to_vec(), [0.0]);
    assert!(number.var(&[0], true, false).unwrap().to_vec()[0].is_nan());
}

#[test]
fn truth_values_are_not_numbers() {
    let (a, b, two) = (bools(&[true, false]), bools(&[true, false]), Tensor::integer(2));
    let sum = a.add(&b).unwrap();
    assert_eq!((sum.dtype(), sum.to_vec()), (DType::Bool, vec![1.0, 0.0]));
    assert_eq!(a.mul(&b).unwrap().dtype(), DType::Bool);
    assert_eq!(a.add(&two).unwrap().to_vec(), [3.0, 2.0]);
    refuses(
        a.sub(&b),
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()`",
    );
    refuses(
        Tensor::integer(1).sub(&a),
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying",
    );
    refuses(
        a.neg(),
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask",
    );
    refuses(a.pow(&b), "\"pow\" not implemented for 'Bool'");
    refuses(a.remainder(&b), "\"remainder_cpu\" not implemented for 'Bool'");
    refuses(a.relu(), "Boolean inputs not supported for relu");
    refuses(a.argmax(0, false), "argmax(): does not support bool input");
    refuses(a.softmax(0), "\"softmax_kernel_impl\" not implemented for 'Bool'");
}

#[test]
fn whole_numbers_stay_exact() {
    let large = i64s(&[9_007_199_254_740_993]);
    let product = large.matmul(&i64s(&[1])).unwrap();
    assert!(product.same_bits(&Tensor::from_i64(&[], vec![9_007_199_254_740_993]).unwrap()));
    let two = Tensor::from_u8(&[2, 2], vec![2, 3, 200, 1]).unwrap();
    let square = two.matmul(&two).unwrap();
    assert_eq!((square.dtype(), square.to_vec()), (DType::U8, vec![92.0, 9.0, 88.0, 89.0]));
    let powers = i64s(&[1, -1, 2, -1]).pow(&i64s(&[-1, -2, -1, -3])).unwrap();
    assert_eq!(powers.to_vec(), [1.0, 1.0, 0.0, -1.0]);
    refuses(i64s(&[2]).pow(&Tensor::integer(-1)), "Integers to negative integer powers are not allowed.");
    refuses(i64s(&[2]).remainder(&Tensor::integer(0)), "ZeroDivisionError");
    assert_eq!(i64s(&[5, -7, 7]).fmod(&i64s(&[-3, 3, -3])).unwrap().to_vec(), [2.0, -1.0, 1.0]);
    assert_eq!(i64s(&[5, -7, 7]).remainder(&i64s(&[-3, 3, -3])).unwrap().to_vec(), [-1.0, 2.0, -2.0]);
    refuses(i64s(&[2]).gelu(glassformer::tensor::Gelu::Erf), "\"GeluKernelImpl\" not implemented for 'Long'");
    refuses(i64s(&[2]).log_softmax(0), "\"log_softmax_kernel_impl\" not implemented for 'Long'");
}

#[test]
fn beside_bytes_minus_one_is_255() {
    let x = bytes(&[1, 255]);
    let minus_one = Tensor::integer(-1);
    assert_eq!(x.eq(&minus_one).unwrap().to_vec(), [0.0, 1.0]);
    assert_eq!(x.gt(&minus_one).unwrap().to_vec(), [0.0, 0.0]);
    assert_eq!(x.maximum(&minus_one).unwrap().to_vec(), [255.0, 255.0]);
    assert_eq!(bytes(&[200]).floor_div(&Tensor::integer(-3)).unwrap().to_vec(), [0.0]);
    assert_eq!(x.all(&[], false).unwrap().dtype(), DType::U8);
}

#[test]
fn products_of_mixed_dtypes_are_refused() {
    let (a, whole) = (Tensor::ones(&[2, 2], DType::F32), Tensor::ones(&[2, 2], DType::I64));
    let (v, stack) = (Tensor::ones(&[2], DType::F32), Tensor::ones(&[1, 2, 2], DType::F32));
    refuses(a.matmul(&whole), "expected m1 and m2 to have the same dtype, but got: float != long int");
    refuses(
        a.matmul(&a.to(DType::F64).unwrap()),
        "expected m1 and m2 to have the same dtype, but got: float != double",
    );
    refuses(v.matmul(&i64s(&[1, 1])), "dot : expected both vectors to have same dtype, but found Float and Long");
    refuses(a.matmul(&i64s(&[1, 1])), "addmv input tensors must have the same dtype, but got Long, Float, and Long");
    refuses(stack.matmul(&stack.to(DType::I64).unwrap()), "expected scalar type Float but found Long");
    refuses(
        whole.to(DType::Bool).unwrap().matmul(&whole.to(DType::Bool).unwrap()),
        "\"addmm_impl_cpu_\" not implemented",
    );
    refuses(
        a.to(DType::F64).unwrap().layer_norm(NormVariant::default(), Some(&v), None),
        "mixed dtype (CPU): all inputs",
    );
}

#[test]
fn an_id_without_a_row_is_refused() {
    let table = Tensor::ones(&[5, 2], DType::F32);
    for id in [-1, 5, i64::MIN] {
        refuses(table.embedding(&i64s(&[id])), "index out of range in self");
    }
    refuses(
        table.embedding(&f32s(&[1], &[1.0])),
        "Expected tensor for argument #1 'indices' to have one of the following",
    );
    assert!(table.index_select(0, &i64s(&[-1])).is_ok());
}

#[test]
fn numbers_to_choose_from_are_float32() {
    let of = |yes: Tensor, no: Tensor| mask::where_(&bools(&[true]), &yes, &no).unwrap().dtype();
    assert_eq!(of(Tensor::number(1.0), Tensor::number(0.0)), DType::F32);
    assert_eq!(of(Tensor::integer(1), Tensor::number(0.5)), DType::F32);
    assert_eq!(of(Tensor::integer(1), Tensor::integer(0)), DType::I64);
    refuses(
        mask::where_(&i64s(&[1]), &Tensor::number(1.0), &Tensor::number(0.0)),
        "where expected condition to be a boolean tensor, but got a tensor with dtype Long",
    );
}

#[test]
fn large_and_equal_numbers_have_pytorchs_moments() {
    let plain = |values: &[f32]| f32s(&[values.len()], values).layer_norm(NormVariant::default(), None, None).unwrap();
    assert!(plain(&[1e38]).to_vec()[0].is_nan() && plain(&[0.0, 2.0, 1e38, 1.0]).to_vec().iter().all(|x| x.is_nan()));
    assert_eq!(plain(&[1e19]).to_vec(), [0.0]);
    assert_eq!(shown(&plain(&[1e38, -1e38, 0.0, 0.0])), "0.000 0.000 0.000 0.000");
    assert_eq!(Tensor::full(&[1_000_000], 10.1, DType::F32).std(&[], true, false).unwrap().to_vec(), [0.0]);
    let sum = Tensor::full(&[1000, 1000], 0.1, DType::F32).sum(&[], false).unwrap().to_vec()[0];
    assert!((sum - 100_000.0).abs() < 0.1, "{sum}");
    let norm = Tensor::full(&[20_000], 0.001, DType::F32).norm(2.0, &[], false).unwrap().to_vec()[0];
    assert!((norm - 0.141_421_36).abs() < 1e-7, "{norm}");
    assert!(f32s(&[3], &[1.0, NAN, 2.0]).median().unwrap().to_vec()[0].is_nan());
}

#[test]
fn slopes_at_edges_are_pytorchs() {
    use glassformer::tensor::{Leaf, Result, tape};
    let slope = |values: &[f32], of: &dyn Fn(&Tensor) -> Result<Tensor>| {
        let ((x, y), tape) = tape::record(|| {
            let x = tape::leaf(f32s(&[values.len()], values), Leaf::Literal);
            (x.clone(), of(&x).unwrap())
        });
        tape.gradients(&y).unwrap().of(&x).unwrap().to_vec()
    };
    assert_eq!(slope(&[1.0, 1.0], &|x| x.std(&[], false, false)), [0.0, 0.0]);
    assert_eq!(slope(&[0.0, 0.0], &|x| x.norm(2.0, &[], false)), [0.0, 0.0]);
    assert_eq!(slope(&[0.0, 0.0], &|x| x.norm(3.0, &[], false)), [0.0, 0.0]);
    assert_eq!(slope(&[2.0, -2.0, 0.0], &|x| x.norm(f64::INFINITY, &[], false)), [0.5, -0.5, 0.0]);
    let (zero, one) = (Tensor::number(0.0), Tensor::number(1.0));
    assert_eq!(slope(&[0.0, 1.0, 0.5, 2.0], &|x| x.clamp(Some(&zero), Some(&one))), [0.0, 0.0, 1.0, 0.0]);
    let zeros = f32s(&[], &[0.0]);
    assert_eq!(slope(&[0.0, 1.0, -1.0], &|x| x.clamp(Some(&zeros), None)), [0.5, 1.0, 0.0]);
    assert_eq!(slope(&[1.0, 3.0, 3.0], &|x| Ok(x.extreme(true, 0, false)?.0)), [0.0, 1.0, 0.0]);
    assert_eq!(slope(&[1.0, 3.0, 3.0], &|x| x.max(&[0], false)), [0.0, 0.5, 0.5]);
    assert_eq!(slope(&[1.0, 2.0, 2.0, 3.0], &Tensor::median), [0.0, 0.5, 0.5, 0.0]);
    assert_eq!(slope(&[2.0, 3.0], &|x| f32s(&[2], &[5.0, -7.0]).remainder(x)), [-2.0, 3.0]);
    assert_eq!(slope(&[2.0, 3.0], &|x| f32s(&[2], &[5.0, -7.0]).fmod(x)), [-2.0, 2.0]);
}

#[test]
fn a_digest_tells_every_bit() {
    let large = |last: i64| i64s(&[9_007_199_254_740_992 + last]).digest();
    assert_ne!(large(0), large(1));
    assert_ne!(f32s(&[1], &[0.0]).digest(), f32s(&[1], &[-0.0]).digest());
    assert_ne!(f32s(&[2, 1], &[1.0, 2.0]).digest(), f32s(&[1, 2], &[1.0, 2.0]).digest());
    assert_eq!(f32s(&[2], &[1.0, 2.0]).digest(), f32s(&[2], &[1.0, 2.0]).digest());
}

/// The numbers and sentences are those of torch 2.15.
#[test]
fn norms_of_half_precision_take_float32_gains_and_stay_half() {
    let x = f32s(&[1, 4], &[1.0, 2.0, -3.0, 0.5]).to(DType::F16).unwrap();
    let (gain, bias) = (f32s(&[4], &[0.1, 1.3, 2.7, 0.9]), f32s(&[4], &[0.3, -0.2, 0.7, 0.11]));
    let y = x.layer_norm(NormVariant::default(), Some(&gain), Some(&bias)).unwrap();
    assert_eq!(y.dtype(), DType::F16);
    assert_eq!(y.to_vec(), [0.346_435_546_875, 1.094_726_562_5, -3.779_296_875, 0.289_306_640_625]);
    let norm = RmsNorm { eps: None, weight: Some(gain.clone()) };
    let y = norm.forward(&x).unwrap();
    assert_eq!(y.dtype(), DType::F16);
    assert_eq!(y.to_vec(), [0.052_978_515_625, 1.377_929_687_5, -4.292_968_75, 0.238_403_320_312_5]);
    let y = norm.forward(&x.to(DType::BF16).unwrap()).unwrap();
    assert_eq!(y.to_vec(), [0.052_978_515_625, 1.375, -4.281_25, 0.238_281_25]);
    let wide = x.layer_norm(NormVariant::default(), Some(&gain.to(DType::F64).unwrap()), None).unwrap_err();
    assert!(wide.to_string().starts_with("mixed dtype (CPU): expect parameter to have scalar type of Float"), "{wide}");
}

#[test]
fn half_precision_is_refused_where_float32_would_be_taken() {
    let half = |shape: &[usize]| Tensor::ones(shape, DType::F16);
    let error = half(&[2, 4]).matmul(&Tensor::ones(&[4, 4], DType::F32)).unwrap_err().to_string();
    assert!(error.starts_with("expected m1 and m2 to have the same dtype, but got: c10::Half != float"), "{error}");
    assert_eq!(half(&[2, 4]).matmul(&half(&[4, 4])).unwrap().dtype(), DType::F16);
    let whole = Tensor::ones(&[2], DType::I32);
    let error = mask::where_(&whole, &half(&[2]), &half(&[2])).unwrap_err().to_string();
    assert!(error.contains("but got a tensor with dtype Int"), "{error}");
    assert!(Tensor::ones(&[2], DType::C64).sigmoid().is_err());
}
