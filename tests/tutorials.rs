//! What the five tutorials print or claim of their examples comes out here, and where a print is wrong, what is right.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

use glassformer::nn::attention::Stages;
use glassformer::nn::norm::with_deviation;
use glassformer::nn::positional::Sinusoid;
use glassformer::nn::{
    Config, Edition, Fill, LayerNorm, Masking, Parameters, TokenEmbedding, Transformer, batch, mask,
    scaled_dot_product_attention,
};
use glassformer::tensor::ops::einsum::einsum;
use glassformer::tensor::random::Generator;
use glassformer::tensor::{DType, Tensor, tape};

fn whole(shape: &[usize], values: impl IntoIterator<Item = i64>) -> Tensor {
    Tensor::from_i64(shape, values.into_iter().collect()).unwrap()
}

fn drawn(shape: &[usize], seed: u64) -> Tensor {
    Tensor::from_f32(shape, Generator::manual_seed(seed).rand(shape).iter().copied().collect()).unwrap()
}

fn rounded(x: &Tensor, digits: usize) -> Vec<String> {
    x.to_vec().iter().map(|x| format!("{x:.digits$}")).collect()
}

/// The rows of a mask as words: `1` where attention is allowed.
fn rows(mask: &Tensor) -> Vec<String> {
    let width = *mask.shape().last().unwrap();
    let words: Vec<String> = mask.to_vec().iter().map(|keep| format!("{keep}")).collect();
    words.chunks(width).map(<[String]>::concat).collect()
}

// --- "Transformer From Scratch In PyTorch" ---------------------------------------------------------------------------------

#[test]
fn from_scratch_splits_a_matrix_into_two_heads_by_its_columns() {
    let x = Tensor::from_f32(&[4, 4], (1..=16).map(|x| x as f32).collect()).unwrap();
    let heads = x.split_heads(2).unwrap();
    assert_eq!(heads.shape(), [2, 4, 2]);
    assert_eq!(heads.select(0, 0).unwrap().to_vec(), [1.0, 2.0, 5.0, 6.0, 9.0, 10.0, 13.0, 14.0]);
    assert_eq!(heads.select(0, 1).unwrap().to_vec(), [3.0, 4.0, 7.0, 8.0, 11.0, 12.0, 15.0, 16.0]);
    assert!(heads.merge_heads().unwrap().same_bits(&x));
}

#[test]
fn from_scratch_hides_two_columns_of_the_weights() {
    let [q, k, v] = [1, 2, 3].map(|seed| drawn(&[2, 10, 5], seed));
    // The index 5, which the page calls the fifth column, is the sixth.
    let keep: Vec<bool> = (0..20).map(|place| ![5, 9].contains(&(place % 10))).collect();
    let keep = Tensor::from_bool(&[2, 1, 10], keep).unwrap();
    let masking = Masking { fill: Fill::With(-1e9), ..Masking::default() };
    let Stages { weights, output, .. } = scaled_dot_product_attention(&q, &k, &v, Some(&keep), masking).unwrap();
    assert_eq!(output.shape(), [2, 10, 5]);
    for column in 0..10 {
        let all = weights.select(-1, column).unwrap().to_vec();
        assert!(all.iter().all(|&weight| (weight == 0.0) == [5, 9].contains(&column)), "{column}");
    }
}

#[test]
fn from_scratch_pads_four_sequences_and_masks_their_padding_and_their_future() {
    let padded = batch::pad(&[vec![1, 2, 3, 4], vec![5, 6, 7], vec![8, 9], vec![10, 11, 12, 13, 14]], 0).unwrap();
    assert_eq!(padded.shape(), [4, 5]);
    let want = [1, 2, 3, 4, 0, 5, 6, 7, 0, 0, 8, 9, 0, 0, 0, 10, 11, 12, 13, 14];
    assert_eq!(padded.to_vec(), want.map(f64::from));
    let keep = mask::padding(&padded, 0).unwrap();
    assert_eq!(rows(&keep), ["11110", "11100", "11000", "11111"]);
    // The page prints (1, 4, 5), its code makes (4, 5), and attention over heads needs an axis for them and one for the queries.
    assert_eq!(keep.shape(), [4, 1, 1, 5]);
    assert_eq!(rows(&mask::causal(5, 5).unwrap()), ["10000", "11000", "11100", "11110", "11111"]);
}

#[test]
fn from_scratch_divides_by_a_deviation_that_is_too_large() {
    let x = drawn(&[3, 16], 4);
    let ratio = |variant| {
        let own = LayerNorm { variant, ..LayerNorm::new(16) }.forward(&x).unwrap();
        own.div(&LayerNorm::new(16).forward(&x).unwrap()).unwrap().at(&[0, 0])
    };
    assert!((ratio(with_deviation(0.0)) - 0.9682).abs() < 1e-3, "the root of 15/16");
}

// --- The notebook that builds it block by block ----------------------------------------------------------------------------

#[test]
fn blocks_writes_its_cosines_over_its_sines() {
    let row = |cosines_over_sines| {
        let form = Sinusoid { cosines_over_sines, ..Sinusoid::default() };
        rounded(&form.rows(&[1], 8).unwrap(), 3)
    };
    assert_eq!(row(true), ["0.540", "0.000", "0.995", "0.000", "1.000", "0.000", "1.000", "0.000"]);
    assert_eq!(row(false), ["0.841", "0.540", "0.100", "0.995", "0.010", "1.000", "0.001", "1.000"]);
}

#[test]
fn blocks_has_two_parameters_a_norm() {
    let sizes = Config { d_model: 16, heads: 4, d_ff: 32, v_src: 5, v_tgt: 5, ..Config::of(Edition::Blocks) };
    let mut model = sizes.build().unwrap();
    let norms = model.parameters().into_iter().filter(|(name, _)| name.starts_with("encoder.layers.0.norm"));
    assert!(norms.into_iter().all(|(_, parameter)| parameter.shape() == [1]));
}

// --- The thread ------------------------------------------------------------------------------------------------------------

#[test]
fn the_thread_joins_eight_heads_of_64() {
    let attention = Config { enc_layers: 1, ..Config::of(Edition::Thread) }.encoder_layer().self_attn;
    let x = Tensor::zeros(&[1, 3, 512], DType::F32);
    let stages = attention.forward(&x, &x, &x, None).unwrap();
    assert_eq!(stages.attention.output.shape(), [1, 8, 3, 64]);
    assert_eq!(stages.concat.shape(), [1, 3, 512]);
}

#[test]
fn the_thread_shows_who_sees_whom_among_eight() {
    let ones = Tensor::ones(&[8, 8], DType::U8);
    let subsequent = Tensor::integer(1).sub(&ones.triu(1).unwrap()).unwrap();
    let causal = mask::causal(8, 8).unwrap();
    assert_eq!(subsequent.to_vec(), causal.to_vec());
    assert_eq!(rows(&causal)[..3], ["10000000", "11000000", "11100000"]);
    assert_eq!(rows(&causal)[7], "11111111");
}

#[test]
fn the_thread_predicts_a_token_for_each_of_32_times_64_places() {
    let sizes = Config { d_model: 8, heads: 2, d_ff: 8, v_src: 20, v_tgt: 30, ..Config::of(Edition::Thread) };
    let config = Config { enc_layers: 1, dec_layers: 1, ..sizes };
    let model = Transformer::new(&config, &mut Generator::manual_seed(1)).unwrap();
    let ids = |length: i64, words| whole(&[32, length as usize], (0..32 * length).map(|place| 1 + place % words));
    let output = model.forward(&ids(128, 19), &ids(64, 29)).unwrap();
    assert_eq!(output.shape(), [32, 64, 30]);
    assert!(output.sum(&[-1], false).unwrap().to_vec().iter().all(|sum| (sum - 1.0).abs() < 1e-5));
}

// --- The page on einsum ----------------------------------------------------------------------------------------------------

fn two_matrices() -> [Tensor; 2] {
    [whole(&[4, 4], 1..17), whole(&[4, 4], 100..116)]
}

#[test]
fn einsum_multiplies_as_the_equation_says_not_as_the_page_prints() {
    let [a, b] = two_matrices();
    let of = |equation: &str| einsum(equation, &[a.clone(), b.clone()]).unwrap();
    let product =
        [[1080, 1090, 1100, 1110], [2776, 2802, 2828, 2854], [4472, 4514, 4556, 4598], [6168, 6226, 6284, 6342]];
    let product = whole(&[4, 4], product.concat());
    for equation in ["ij,jk", "ij,jk->ik"] {
        assert!(of(equation).same_bits(&product), "{equation}");
    }
    assert!(a.matmul(&b).unwrap().same_bits(&product));
    // The page prints the product of A and B here, too; it is the product of A and B's transpose.
    let rows_with_rows = of("ij,kj->ik");
    assert_eq!(rows_with_rows.to_vec()[..4], [1020.0, 1060.0, 1100.0, 1140.0]);
    assert!(rows_with_rows.same_bits(&a.matmul(&b.transpose(0, 1).unwrap()).unwrap()));
}

#[test]
fn einsum_keeps_what_it_does_not_sum() {
    let [a, b] = two_matrices();
    let of = |equation: &str| einsum(equation, &[a.clone(), b.clone()]).unwrap();
    let products = of("ij,kj->ikj");
    assert_eq!(products.shape(), [4, 4, 4]);
    assert_eq!(products.to_vec()[..8], [100.0, 202.0, 306.0, 412.0, 104.0, 210.0, 318.0, 428.0]);
    assert_eq!(products.to_vec()[60..], [1456.0, 1582.0, 1710.0, 1840.0]);
    let all = of("ij,kl->ijkl");
    assert_eq!(all.shape(), [4, 4, 4, 4]);
    assert_eq!(all.to_vec()[..4], [100.0, 101.0, 102.0, 103.0]);
    assert_eq!(all.to_vec()[252..], [1792.0, 1808.0, 1824.0, 1840.0]);
}

#[test]
fn einsum_computes_attention_over_heads_that_were_never_transposed() {
    let [q, k, v] = [1, 2, 3].map(|seed| drawn(&[2, 5, 3, 4], seed));
    let scores = einsum("nqhd, nkhd-> nhqk", &[q.clone(), k.clone()]).unwrap();
    let weights = scores.div(&Tensor::number(2.0)).unwrap().softmax(-1).unwrap();
    let output = einsum("nhqk, nkhd -> nqhd", &[weights, v.clone()]).unwrap().reshape(&[2, 5, 12]).unwrap();
    let [q, k, v] = [q, k, v].map(|x| x.transpose(1, 2).unwrap());
    let stages = scaled_dot_product_attention(&q, &k, &v, None, Masking::default()).unwrap();
    let difference = stages.output.merge_heads().unwrap().sub(&output).unwrap().abs().unwrap();
    assert!(difference.to_vec().iter().all(|&x| x < 1e-6));
}

#[test]
fn einsum_page_makes_weights_of_scores_by_softmax_not_by_tril() {
    let keep = Tensor::ones(&[5, 5], DType::F32).tril(0).unwrap();
    let hidden = keep.eq(&Tensor::integer(0)).unwrap();
    let scores = drawn(&[5, 5], 6).sub(&Tensor::number(0.5)).unwrap();
    let masked = scores.masked_fill(&hidden, &Tensor::number(-1e20)).unwrap();
    let sums = |x: &Tensor| x.sum(&[-1], false).unwrap().to_vec();
    let weights = masked.softmax(-1).unwrap();
    assert!(sums(&weights).iter().all(|sum| (sum - 1.0).abs() < 1e-6));
    assert!(weights.triu(1).unwrap().to_vec().iter().all(|&weight| weight == 0.0));
    assert!(sums(&masked.tril(0).unwrap()).iter().all(|sum| (sum - 1.0).abs() > 1e-3));
}

#[test]
fn einsum_page_looks_four_words_up_in_a_table_of_five() {
    let table = TokenEmbedding::blank(5, 10, false);
    assert_eq!(table.forward(&whole(&[4], [0, 2, 3, 4])).unwrap().shape(), [4, 10]);
    assert!(table.forward(&whole(&[4], [1, 3, 4, 5])).is_err(), "the page counts its words from 1");
}

#[test]
fn einsum_page_ends_with_its_shape() {
    let sizes = Config { v_src: 8, v_tgt: 8, max_len: 10, ..Config::of(Edition::Einsum) };
    let mut model = sizes.build().unwrap();
    assert_eq!(model.count(), 25_268_232);
    let source = whole(&[2, 10], [1, 2, 3, 4, 5, 6, 7, 2, 0, 0, 2, 4, 5, 6, 7, 1, 5, 3, 4, 0]);
    let target = whole(&[2, 10], [1, 2, 3, 4, 5, 6, 7, 1, 0, 0, 2, 4, 5, 6, 7, 1, 2, 3, 4, 0]);
    let (output, tape) = tape::record(|| model.forward(&source, &target.narrow(1, 0, 9)?));
    assert_eq!(output.unwrap().shape(), [2, 9, 8]);
    let scores = &tape.named("encoder.layers.5.self_attn.scores").unwrap().value;
    assert_eq!(scores.shape(), [2, 8, 10, 10]);
}

// --- "Transformer Deep Dive" -----------------------------------------------------------------------------------------------

#[test]
fn deep_dive_answers_with_the_likeliest_word_of_ten_at_each_of_five_places() {
    let sizes = Config { v_src: 10, v_tgt: 10, d_model: 32, heads: 8, d_ff: 64, ..Config::of(Edition::DeepDive) };
    let model = Transformer::new(&sizes, &mut Generator::manual_seed(2)).unwrap();
    let (src, tgt) = (whole(&[1, 5], 1..6), whole(&[1, 5], [6, 7, 8, 0, 0]));
    let output = model.forward(&src, &tgt).unwrap();
    assert_eq!(output.shape(), [1, 5, 10]);
    assert_eq!(output.argmax(-1, false).unwrap().shape(), [1, 5]);
    assert!(output.to_vec().iter().all(|&log_probability| log_probability < 0.0));
}
