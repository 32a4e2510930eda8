//! Laws of decoding, whatever the weights.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[path = "support/models.rs"]
mod models;
#[path = "support/sizes.rs"]
mod sizes;

use glassformer::nn::config::Encoding;
use glassformer::nn::decoding::filter::{self, Filter};
use glassformer::nn::decoding::sampling::inverse_cdf;
use glassformer::nn::decoding::{
    self, Autoregressive, Beam, BeamSearch, Bounds, Cached, Fate, LengthPenalty, Path, Recomputed, Sampler, State,
    Table, greedy, sample,
};
use glassformer::nn::{Config, Edition, Transformer, batch};
use glassformer::tensor::ops::join::stack;
use glassformer::tensor::random::Generator;
use glassformer::tensor::{Tensor, tape};
use models::{apart, drawn};
use proptest::prelude::*;
use sizes::unequal;

const VOCABULARY: usize = 13;
const BOUNDS: Bounds = Bounds { bos: 1, eos: 2, max_new: 9 };

/// Unequal in everything that may be unequal, and without what lets the future in.
fn config(edition: Edition) -> Config {
    let mut design = edition.design();
    edition.quirks().iter().filter(|quirk| quirk.name == "tiny_fill").for_each(|quirk| quirk.mend(&mut design));
    Config { v_tgt: VOCABULARY, dec_layers: 3, design, ..unequal(edition) }
}

fn source() -> Tensor {
    batch::pad(&[vec![3, 7, 10, 5], vec![4, 9], vec![8, 6, 2]], 0).unwrap()
}

fn ids(rows: &[&[i64]]) -> Tensor {
    Tensor::from_i64(&[rows.len(), rows[0].len()], rows.concat()).unwrap()
}

/// A model of numbers: as likely for every step and every last token.
fn table(numbers: &[f32], steps: usize, vocabulary: usize) -> Tensor {
    let count = steps * vocabulary * vocabulary;
    Tensor::from_f32(&[steps, vocabulary, vocabulary], numbers.iter().cycle().take(count).copied().collect()).unwrap()
}

/// A model of numbers for each source.
struct Tables {
    logits: Vec<Tensor>,
    /// Whose source each row is about.
    rows: Vec<usize>,
    step: i64,
}

impl Autoregressive for Tables {
    fn step(&mut self, tokens: &[i64]) -> glassformer::tensor::Result<Tensor> {
        assert_eq!(tokens.len(), self.rows.len());
        let row = |(&row, &token): (&usize, &i64)| self.logits[row].select(0, self.step)?.select(0, token);
        let logits = self.rows.iter().zip(tokens).map(row).collect::<Result<Vec<_>, _>>()?;
        self.step += 1;
        stack(&logits, 0)
    }

    fn reorder(&mut self, rows: &[usize]) -> glassformer::tensor::Result<()> {
        self.rows = rows.iter().map(|&row| self.rows[row]).collect();
        Ok(())
    }
}

fn searched(logits: &Tensor, width: usize, penalty: LengthPenalty) -> BeamSearch {
    let bounds = Bounds { bos: 0, eos: 1, max_new: logits.shape()[0] };
    Beam { width, penalty }.search(&mut Table::new(logits.clone()).unwrap(), 1, bounds).unwrap().remove(0)
}

/// The same model after these sources with a cache and without.
fn with_and_without<'a>(model: &'a Transformer, src: &Tensor) -> [Box<dyn Autoregressive + 'a>; 2] {
    [Box::new(Cached::new(model, src).unwrap()), Box::new(Recomputed::new(model, src).unwrap())]
}

#[test]
fn with_a_cache_and_without_the_same_comes_out_in_every_edition() {
    for edition in Edition::ALL {
        for positions in [Encoding::Sinusoidal, Encoding::Learned, Encoding::None] {
            for norm_first in [false, true] {
                let mut config = config(edition);
                config.design.positions = positions;
                config.design.norm_first = norm_first;
                let model = drawn(&config);
                let (mut cached, mut plain) =
                    (Cached::new(&model, &source()).unwrap(), Recomputed::new(&model, &source()).unwrap());
                // A padding in the middle is hidden from what follows it, or not, in both.
                for tokens in [[1, 1, 1], [6, 0, 12], [4, 8, 3], [11, 5, 0], [7, 7, 2]] {
                    let (a, b) = (cached.step(&tokens).unwrap(), plain.step(&tokens).unwrap());
                    assert!(apart(&a, &b) < 2e-5, "{edition:?} {positions:?} {norm_first}: {}", apart(&a, &b));
                }
            }
        }
    }
}

#[test]
fn tokens_taken_at_once_or_one_by_one_leave_the_same_behind() {
    let model = drawn(&config(Edition::Paper));
    let tokens = ids(&[&[1, 6, 12, 4], &[1, 3, 0, 9], &[1, 5, 5, 5]]);
    let mut at_once = Cached::new(&model, &source()).unwrap();
    let whole = at_once.decode(&tokens).unwrap();
    let mut in_parts = Cached::new(&model, &source()).unwrap();
    for (start, count) in [(0, 1), (1, 2), (3, 1)] {
        let part = in_parts.decode(&tokens.narrow(1, start, count).unwrap()).unwrap();
        assert!(apart(&part, &whole.narrow(1, start, count).unwrap()) < 1e-5, "from {start}");
    }
    assert_eq!((at_once.len(), in_parts.len()), (4, 4));
    let next = [2, 2, 2];
    assert!(apart(&at_once.step(&next).unwrap(), &in_parts.step(&next).unwrap()) < 1e-5);
}

#[test]
fn rows_go_on_from_where_they_are_put() {
    let model = drawn(&config(Edition::PyTorch));
    for rows in [vec![2, 0, 2, 1], vec![1], vec![0, 0], vec![2, 1, 0]] {
        let mut cached = Cached::new(&model, &source()).unwrap();
        let mut plain = Recomputed::new(&model, &source()).unwrap();
        cached.step(&[1, 1, 1]).unwrap();
        plain.step(&[1, 1, 1]).unwrap();
        cached.step(&[6, 12, 4]).unwrap();
        let before = plain.step(&[6, 12, 4]).unwrap();
        cached.reorder(&rows).unwrap();
        plain.reorder(&rows).unwrap();
        let tokens = vec![8; rows.len()];
        let (a, b) = (cached.step(&tokens).unwrap(), plain.step(&tokens).unwrap());
        assert!(apart(&a, &b) < 2e-5, "{rows:?}");
        // The rows are really different ones.
        assert!(apart(&before.narrow(0, 0, 1).unwrap(), &before.narrow(0, 1, 1).unwrap()) > 1e-3);
    }
    let mut cached = Cached::new(&model, &source()).unwrap();
    assert!(cached.reorder(&[3]).is_err());
}

#[test]
fn one_source_serves_any_number_of_rows() {
    let model = drawn(&config(Edition::FromScratch));
    let source = source().narrow(0, 1, 1).unwrap();
    let mut together = Cached::new(&model, &source).unwrap();
    together.step(&[1]).unwrap();
    together.reorder(&[0, 0]).unwrap();
    let both = together.step(&[5, 9]).unwrap();
    for (row, token) in [(0, 5), (1, 9)] {
        let mut alone = Cached::new(&model, &source).unwrap();
        alone.step(&[1]).unwrap();
        assert!(apart(&alone.step(&[token]).unwrap(), &both.narrow(0, row, 1).unwrap()) < 1e-5);
    }
}

#[test]
fn a_cache_refuses_a_model_that_lets_the_future_in() {
    let mut printed = config(Edition::Einsum);
    printed.design = Edition::Einsum.design();
    let model = drawn(&printed);
    let error = Cached::new(&model, &source()).unwrap_err().to_string();
    assert!(error.contains("set `fill` to `safe`"), "{error}");
    // It can be decoded without one.
    let paths = greedy(&mut *decoding::after(&model, &source()).unwrap(), 3, BOUNDS).unwrap();
    assert_eq!(paths.len(), 3);
}

#[test]
fn what_cannot_be_taken_leaves_the_cache_as_it_was() {
    let model = drawn(&config(Edition::Thread));
    let mut cached = Cached::new(&model, &source()).unwrap();
    let mut untouched = cached.clone();
    assert!(cached.is_empty());
    assert!(cached.step(&[VOCABULARY as i64, 1, 1]).is_err(), "an id beyond the vocabulary");
    assert!(cached.step(&[1, 1]).is_err(), "two rows for three sources");
    assert!(cached.is_empty());
    for _ in 0..16 {
        assert!(apart(&cached.step(&[4, 5, 6]).unwrap(), &untouched.step(&[4, 5, 6]).unwrap()) < 1e-9);
    }
    let error = cached.step(&[4, 5, 6]).unwrap_err().to_string();
    assert!(error.contains("the model has learned only 16"), "{error}");
    assert_eq!(cached.len(), 16);
}

#[test]
fn every_step_is_recorded_under_its_number_and_a_record_changes_nothing() {
    let model = drawn(&config(Edition::Paper));
    let run = || {
        let mut cached = Cached::new(&model, &source()).unwrap();
        cached.step(&[1, 1, 1]).unwrap();
        cached.step(&[6, 3, 8]).unwrap()
    };
    let (recorded, tape) = tape::record(run);
    assert!(recorded.detach().same_bits(&run()));
    let shape = |name: &str| tape.named(name).map(|node| node.value.shape_text());
    for (step, keys) in [(0, 1), (1, 2)] {
        for layer in 0..3 {
            let weights = shape(&format!("steps.{step}.decoder.layers.{layer}.self_attn.weights"));
            assert_eq!(weights.unwrap(), format!("[batch 3, head 4, query 1, key {keys}]"));
            assert!(shape(&format!("steps.{step}.decoder.layers.{layer}.multihead_attn.weights")).is_some());
            assert!(
                shape(&format!("steps.{step}.decoder.layers.{layer}.multihead_attn.k")).is_none(),
                "computed again"
            );
        }
    }
    assert!(shape("decoder.layers.2.multihead_attn.k").is_some());
}

#[test]
fn each_row_of_a_batch_ends_by_itself_and_as_it_would_alone() {
    let model = drawn(&config(Edition::PyTorch));
    // Of all tokens as the end, one ends the rows at different steps.
    let mut lengths_seen = std::collections::BTreeSet::new();
    for eos in 0..VOCABULARY as i64 {
        let bounds = Bounds { eos, ..BOUNDS };
        let together = greedy(&mut Cached::new(&model, &source()).unwrap(), 3, bounds).unwrap();
        for (row, path) in together.iter().enumerate() {
            let alone = Cached::new(&model, &source().narrow(0, row, 1).unwrap());
            assert_eq!(greedy(&mut alone.unwrap(), 1, bounds).unwrap()[0].ids, path.ids);
            let (last, rest) = path.ids[1..].split_last().unwrap();
            assert!(!rest.contains(&eos), "written on after the end");
            assert!(*last == eos || path.steps.len() == bounds.max_new, "ended too early");
            lengths_seen.insert(path.steps.len());
        }
    }
    assert!(lengths_seen.len() > 1, "{lengths_seen:?}");
}

#[test]
fn a_batch_is_searched_as_each_source_would_be_alone() {
    let beam = Beam { width: 3, penalty: LengthPenalty::GNMT };
    let bounds = Bounds { max_new: 6, ..BOUNDS };
    for edition in Edition::ALL {
        let model = drawn(&config(edition));
        let alone = [0, 1, 2].map(|row| with_and_without(&model, &source().narrow(0, row, 1).unwrap()));
        let alone = alone.map(|kinds| kinds.map(|mut model| beam.search(&mut *model, 1, bounds).unwrap().remove(0)));
        for (kind, mut writer) in with_and_without(&model, &source()).into_iter().enumerate() {
            let together = beam.search(&mut *writer, 3, bounds).unwrap();
            for (row, (search, alone)) in together.iter().zip(&alone).enumerate() {
                same_search(search, &alone[kind], &format!("{edition:?}, row {row}, kind {kind}"));
            }
        }
    }
}

/// The same tree, node for node, but for the last digits of its sums.
fn same_search(a: &BeamSearch, b: &BeamSearch, of: &str) {
    let shape = |search: &BeamSearch| -> Vec<_> {
        search.nodes.iter().map(|node| (node.token, node.parent, node.step, node.state)).collect()
    };
    let ends =
        |search: &BeamSearch| -> Vec<_> { search.best.iter().map(|best| (best.ids.clone(), best.node)).collect() };
    assert_eq!(shape(a), shape(b), "{of}");
    assert_eq!((&a.alive, ends(a)), (&b.alive, ends(b)), "{of}");
    for (a, b) in a.nodes.iter().zip(&b.nodes) {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-4;
        assert!(close(a.log_prob, b.log_prob) && close(a.sum, b.sum) && close(a.score, b.score), "{of}");
    }
}

#[test]
fn a_trace_holds_what_was_chosen_and_why() {
    let model = drawn(&config(Edition::Paper));
    let path = greedy(&mut Cached::new(&model, &source()).unwrap(), 3, BOUNDS).unwrap().remove(0);
    assert_eq!(path.ids.len(), path.steps.len() + 1);
    for (step, &id) in path.steps.iter().zip(&path.ids[1..]) {
        let (odds, token) = (step.probabilities().unwrap().to_vec(), step.token as usize);
        assert_eq!(step.token, id);
        assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-5);
        assert!(odds.iter().all(|&p| p <= odds[token]), "the likeliest");
        assert!((odds[token].ln() - step.log_prob).abs() < 1e-5);
    }
    let penalty = LengthPenalty::GNMT;
    assert!((path.score(penalty) - penalty.score(path.sum_log_prob(), path.steps.len())).abs() < 1e-12);
}

#[test]
fn no_steps_no_rows_and_no_width_are_met_with_sense() {
    let logits = table(&[0.5, 0.1, 0.9], 2, 3);
    let fresh = || Table::new(logits.clone()).unwrap();
    let none = Bounds { bos: 0, eos: 1, max_new: 0 };
    assert_eq!(greedy(&mut fresh(), 1, none).unwrap()[0].ids, [0]);
    assert!(greedy(&mut fresh(), 0, BOUNDS).unwrap().is_empty());
    let beam = Beam { width: 2, penalty: LengthPenalty::None };
    assert_eq!(beam.search(&mut fresh(), 1, none).unwrap()[0].best[0].ids, [0]);
    assert!(beam.search(&mut fresh(), 0, BOUNDS).unwrap().is_empty());
    assert!(Beam { width: 0, ..beam }.search(&mut fresh(), 1, none).is_err());
    let long = Bounds { bos: 0, eos: 1, max_new: 9 };
    assert!(greedy(&mut fresh(), 1, long).unwrap_err().to_string().contains("has only 2 steps"));
    assert!(greedy(&mut Table::new(table(&[f32::NAN], 2, 3)).unwrap(), 1, none).is_ok());
    let error = greedy(&mut Table::new(table(&[f32::NAN], 2, 3)).unwrap(), 1, long).unwrap_err().to_string();
    assert!(error.contains("do not define a distribution"), "{error}");
    assert!(Table::new(Tensor::from_f32(&[2, 3], vec![0.0; 6]).unwrap()).is_err());
}

#[test]
fn an_end_that_is_not_among_the_first_k_is_pruned() {
    // After 0: tokens 2 and 3 are likelier than the end, 1, which is third of the four that a beam of two looks at.
    let first = [0.0, 2.0, 4.0, 3.0];
    let logits = table(&[first, [0.0; 4], [0.0; 4], [0.0; 4]].concat(), 1, 4);
    let search = searched(&logits, 2, LengthPenalty::None);
    let at = |token: i64| search.nodes.iter().position(|node| node.step == Some(0) && node.token == token).unwrap();
    assert_eq!(search.nodes[at(1)].state, State::Pruned);
    // It had to be among the first two, as any other token had to beat the last that lives on: both are 3 here.
    for loser in [1, 0] {
        assert_eq!(search.fate(at(loser)), Fate::Dropped { winner: at(3) });
    }
    let kept: Vec<&[i64]> = search.best.iter().map(|best| best.ids.as_slice()).collect();
    assert_eq!(kept, [&[0, 2], &[0, 3]]);
    let wider = searched(&logits, 3, LengthPenalty::None);
    assert!(wider.best.iter().any(|best| best.ids == [0, 1]));
}

#[test]
fn of_equal_sums_the_earlier_sequence_and_the_smaller_id_win() {
    let search = searched(&table(&[0.0], 2, 4), 2, LengthPenalty::None);
    let after: Vec<Vec<i64>> = search.alive[0].iter().map(|&node| search.ids(node)).collect();
    assert_eq!(after, [[0, 0], [0, 2]]);
    assert_eq!(search.best[0].ids, [0, 1], "the first end, found at rank 1 of the first step");
    assert_eq!(search.alive[1].len(), 2);
}

#[test]
fn a_length_penalty_favours_the_longer() {
    // To end at once has 0.4; to go on and then end has 0.6 * 0.6 = 0.36.
    let ln = |p: f32| p.ln();
    let never = -60.0;
    let rows = [[never, ln(0.4), ln(0.6)], [never; 3], [never, ln(0.6), ln(0.4)]];
    let logits = table(&rows.concat(), 2, 3);
    assert_eq!(searched(&logits, 3, LengthPenalty::None).best[0].ids, [0, 1]);
    assert_eq!(searched(&logits, 3, LengthPenalty::GNMT).best[0].ids, [0, 1]);
    assert_eq!(searched(&logits, 3, LengthPenalty::Gnmt(2.0)).best[0].ids, [0, 2, 1]);
    assert_eq!(searched(&logits, 3, LengthPenalty::Power(1.0)).best[0].ids, [0, 2, 1]);
    assert_eq!(format!("{:.3}", LengthPenalty::Power(0.5).score(-3.0, 9)), "-1.000"); // -3 / 9^0.5
}

#[test]
fn what_lives_at_the_limit_counts_though_enough_are_finished() {
    // The end has 0.55 at once; what goes on instead never ends, and is nearly certain to.
    let never = -60.0_f32;
    let rows = [[never, 0.55_f32.ln(), 0.45_f32.ln()], [never; 3], [never, 0.02_f32.ln(), 0.98_f32.ln()]];
    let search = searched(&table(&rows.concat(), 2, 3), 1, LengthPenalty::Power(1.0));
    assert_eq!(search.best[0].ids, [0, 2, 2]);
    assert_eq!(search.nodes[search.best[0].node].state, State::Finished);
}

#[test]
fn what_lives_may_still_become_better_than_what_is_finished() {
    // One token more, and 0.3 is worse than to have ended with 0.7; four tokens of nearly 1 make up for it.
    let never = -60.0_f32;
    let rows = [[never, 0.7_f32.ln(), 0.3_f32.ln()], [never; 3], [never, 0.02_f32.ln(), 0.98_f32.ln()]];
    let search = searched(&table(&rows.concat(), 4, 3), 1, LengthPenalty::Power(1.0));
    assert_eq!(search.best[0].ids, [0, 2, 2, 2, 2]);
}

/// Every whole sequence of a table with its sum.
fn all_sequences(logits: &Tensor) -> Vec<(Vec<i64>, f64)> {
    let log_probs = logits.log_softmax(-1).unwrap();
    let (steps, vocabulary) = (logits.shape()[0], logits.shape()[1]);
    let mut open = vec![(vec![0_i64], 0.0)];
    let mut whole = Vec::new();
    for step in 0..steps {
        let longer = |(ids, sum): &(Vec<i64>, f64)| {
            let (ids, sum, last) = (ids.clone(), *sum, *ids.last().unwrap() as usize);
            let log_probs = &log_probs;
            (0..vocabulary)
                .map(move |token| ([&ids[..], &[token as i64]].concat(), sum + log_probs.at(&[step, last, token])))
        };
        let (ended, next): (Vec<_>, Vec<_>) = open.iter().flat_map(longer).partition(|(ids, _)| ids.last() == Some(&1));
        whole.extend(ended);
        open = next;
    }
    whole.extend(open);
    whole
}

fn numbers(count: usize) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(-4.0_f32..4.0, count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_beam_of_one_is_greedy_where_length_has_no_price(numbers in numbers(3 * 16)) {
        let logits = table(&numbers, 3, 4);
        let bounds = Bounds { bos: 0, eos: 1, max_new: 3 };
        let path: Path = greedy(&mut Table::new(logits.clone()).unwrap(), 1, bounds).unwrap().remove(0);
        let search = searched(&logits, 1, LengthPenalty::None);
        prop_assert_eq!(&search.best[0].ids, &path.ids);
        prop_assert!((search.best[0].sum - path.sum_log_prob()).abs() < 1e-9);
    }

    #[test]
    fn a_beam_as_wide_as_the_tree_finds_the_best(numbers in numbers(3 * 16), alpha in 0.0_f64..2.0) {
        let logits = table(&numbers, 3, 4);
        let penalty = LengthPenalty::Gnmt(alpha);
        let score = |(ids, sum): &(Vec<i64>, f64)| penalty.score(*sum, ids.len() - 1);
        let mut all = all_sequences(&logits);
        all.sort_by(|a, b| score(b).total_cmp(&score(a)));
        let search = searched(&logits, 4_usize.pow(3), penalty);
        prop_assert_eq!(&search.best[0].ids, &all[0].0);
        for (found, known) in search.best.iter().zip(&all) {
            prop_assert!((found.score - score(known)).abs() < 1e-5);
        }
        // A narrow beam may miss it, but never claims more.
        let narrow = searched(&logits, 2, penalty);
        prop_assert!(narrow.best[0].score <= search.best[0].score + 1e-9);
    }

    #[test]
    fn a_batch_that_others_leave_is_searched_as_if_they_had_never_been_there(
        numbers in prop::collection::vec(numbers(5 * 16), 1..5),
        width in 1_usize..4,
    ) {
        let logits: Vec<Tensor> = numbers.iter().map(|numbers| table(numbers, 5, 4)).collect();
        let (bounds, penalty) = (Bounds { bos: 0, eos: 1, max_new: 5 }, LengthPenalty::None);
        let mut model = Tables { rows: (0..logits.len()).collect(), step: 0, logits };
        let together = Beam { width, penalty }.search(&mut model, numbers.len(), bounds).unwrap();
        for (search, logits) in together.iter().zip(&model.logits) {
            same_search(search, &searched(logits, width, penalty), "a table");
        }
    }

    #[test]
    fn the_tree_adds_up(numbers in numbers(5 * 16), width in 1_usize..4) {
        let search = searched(&table(&numbers, 5, 4), width, LengthPenalty::GNMT);
        for (number, node) in search.nodes.iter().enumerate().skip(1) {
            let parent = node.parent.unwrap();
            prop_assert!(parent < number && search.nodes[parent].state == State::Alive);
            prop_assert!((search.nodes[parent].sum + node.log_prob - node.sum).abs() < 1e-12);
            prop_assert_eq!(search.ids(number).len(), node.step.unwrap() + 2);
            prop_assert!(search.children(parent).any(|child| child == number));
        }
        for (step, alive) in search.alive.iter().enumerate() {
            prop_assert!(alive.len() <= width);
            prop_assert!(alive.windows(2).all(|two| search.nodes[two[0]].sum >= search.nodes[two[1]].sum));
            prop_assert!(alive.iter().all(|&node| search.nodes[node].step == Some(step)));
        }
        let last = search.steps() - 1;
        let best: Vec<usize> = search.best.iter().map(|best| best.node).collect();
        prop_assert_eq!(search.found(last), best);
        for step in 0..=last {
            for node in search.looked_at(step) {
                let is_alive = search.alive[step].contains(&node);
                match search.fate(node) {
                    Fate::GoesOn => prop_assert!(is_alive && step < last),
                    Fate::GivenUp => prop_assert!(is_alive && step == last),
                    Fate::Ends => prop_assert!(search.nodes[node].token == search.eos || (is_alive && step == last)),
                    Fate::Dropped { winner } => {
                        prop_assert!(!is_alive && winner < node && search.nodes[winner].step == Some(step));
                        prop_assert!(search.nodes[winner].state != State::Pruned);
                        prop_assert!(search.nodes[winner].sum >= search.nodes[node].sum);
                    }
                }
            }
        }
        prop_assert!(search.best.windows(2).all(|two| two[0].score >= two[1].score));
        for best in &search.best {
            prop_assert_eq!(search.nodes[best.node].state, State::Finished);
        }
    }

    #[test]
    fn filters_leave_a_distribution_with_the_likeliest_in_it(
        logits in prop::collection::vec(-9.0_f64..9.0, 1..30),
        temperature in 0.05_f64..3.0, k in 1_usize..40, p in 0.001_f64..1.0, least in 0.0_f64..1.0,
    ) {
        let filters = [Filter::Temperature(temperature), Filter::TopK(k), Filter::TopP(p), Filter::MinP(least)];
        let steps = filter::apply(&filters, &logits, &[]).unwrap();
        let likeliest = (0..logits.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap();
        for step in &steps {
            let odds = step.probabilities();
            prop_assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(step.keeps(likeliest) && odds.iter().all(|&p| p <= odds[likeliest] + 1e-12));
        }
        // Top-p keeps enough, and not one more than it needs.
        let before = filter::probabilities(&steps[2].before);
        let kept: Vec<f64> = (0..logits.len()).filter(|&id| steps[2].keeps(id)).map(|id| before[id]).collect();
        let (sum, smallest) = (kept.iter().sum::<f64>(), kept.iter().copied().fold(1.0, f64::min));
        prop_assert!(sum >= p - 1e-9 && sum - smallest < p + 1e-9);
    }

    #[test]
    fn what_is_drawn_can_be_drawn(odds in prop::collection::vec(0.0_f64..1.0, 1..20), u in 0.0_f64..1.0) {
        let total: f64 = odds.iter().sum();
        prop_assume!(total > 1e-6);
        let odds: Vec<f64> = odds.iter().map(|p| if *p < 0.3 * total { 0.0 } else { p / total }).collect();
        match inverse_cdf(&odds, u) {
            Ok(id) => prop_assert!(odds[id] > 0.0),
            Err(_) => prop_assert!(odds.iter().all(|&p| p == 0.0)),
        }
    }
}

#[test]
fn a_cold_sampler_is_greedy_and_a_seed_gives_the_same_text() {
    let model = drawn(&config(Edition::Paper));
    let write = |filters: &[Filter], seed| {
        let mut sampler = Sampler { filters: filters.to_vec(), generator: Generator::manual_seed(seed) };
        let paths = sample(&mut Cached::new(&model, &source()).unwrap(), 3, BOUNDS, &mut sampler).unwrap();
        paths.into_iter().map(|path| path.ids).collect::<Vec<_>>()
    };
    let greedy = greedy(&mut Cached::new(&model, &source()).unwrap(), 3, BOUNDS).unwrap();
    let greedy: Vec<Vec<i64>> = greedy.into_iter().map(|path| path.ids).collect();
    for seed in 0..5 {
        for cold in [Filter::Temperature(0.0), Filter::Temperature(1e-5), Filter::TopK(1), Filter::TopP(1e-6)] {
            assert_eq!(write(&[cold], seed), greedy, "{cold:?}");
        }
        assert_eq!(write(&[], seed), write(&[], seed));
    }
    assert_ne!(write(&[Filter::Temperature(3.0)], 1), write(&[Filter::Temperature(3.0)], 2));
}

#[test]
fn tokens_come_as_often_as_they_are_likely() {
    let odds = [0.1_f32, 0.6, 0.05, 0.25];
    let logits = table(&odds.map(f32::ln), 1, 4);
    let mut sampler = Sampler { filters: vec![Filter::TopP(0.9)], generator: Generator::manual_seed(3) };
    let bounds = Bounds { bos: 0, eos: 0, max_new: 1 };
    let paths = sample(&mut Table::new(logits).unwrap(), 4000, bounds, &mut sampler).unwrap();
    // 0.6 and 0.25 are not 0.9 yet, so 0.1 stays as well; only 0.05 goes.
    for (token, want) in [(0, 0.1 / 0.95), (1, 0.6 / 0.95), (2, 0.0), (3, 0.25 / 0.95)] {
        let share = paths.iter().filter(|path| path.ids[1] == token).count() as f64 / 4000.0;
        assert!((share - want).abs() < 0.03, "{token}: {share}");
    }
    let draw = paths[0].steps[0].draw.unwrap();
    assert!(draw.choices == 3 && draw.uniform < 1.0);
}
