//! `10_decoding`: greedy and beam decoding of two small trained models and of a table, and filtered distributions.

use glassformer::nn::decoding::sampling::inverse_cdf;
use glassformer::nn::decoding::{
    Autoregressive, Beam, BeamSearch, Bounds, Cached, Filter, Filters, LengthPenalty, Path, Recomputed, Table, filter,
    greedy,
};
use glassformer::nn::{Edition, Transformer, batch, weights};
use glassformer::tensor::{DType, Result, Tensor};
use ndarray::{ArrayD, arr0, arr1};

use crate::harness::Golden;

/// No search of the file's table is wider than that.
const MAX_WIDTH: usize = 1 << 14;

pub(crate) fn compare(golden: &mut Golden) {
    for name in golden.cases("", ".src") {
        let mut config = golden.model(Edition::PyTorch);
        config.design.norm_first = name.starts_with("pre");
        let mut model = config.build().unwrap();
        golden.fill(&mut model, |parameter| format!("{name}.w.{}", weights::name_in(Edition::PyTorch, parameter)));
        let src = golden.tensor(&format!("{name}.src"));
        one_by_one(golden, &name, &model, &src).unwrap();
        side_by_side(golden, &name, &model, &src).unwrap();
    }
    golden.case("table", &["table.logits"], table).unwrap();
    filters(golden);
}

/// What the configuration of the file says of a search.
struct Settings {
    bounds: Bounds,
    penalty: LengthPenalty,
    pad: i64,
}

fn settings(golden: &Golden, limit: &str) -> Settings {
    let [bos, eos, pad] = ["bos", "eos", "pad"].map(|key| golden.config(key) as i64);
    let bounds = Bounds { bos, eos, max_new: golden.config(limit) as usize };
    Settings { bounds, penalty: LengthPenalty::Gnmt(golden.number("alpha")), pad }
}

fn number(value: f64) -> ArrayD<f32> {
    arr0(value as f32).into_dyn()
}

fn numbers(values: impl Iterator<Item = f64>) -> ArrayD<f32> {
    values.map(|value| value as f32).collect::<ndarray::Array1<f32>>().into_dyn()
}

fn ids(values: &[i64]) -> ArrayD<i64> {
    arr1(values).into_dyn()
}

/// Begins to write with a model.
type Start<'a> = dyn Fn() -> Result<Box<dyn Autoregressive + 'a>> + 'a;

/// Each source alone, with a cache and without.
fn one_by_one(golden: &mut Golden, name: &str, model: &Transformer, src: &Tensor) -> Result<()> {
    for row in 0..src.shape()[0] {
        let src = src.narrow(0, row, 1)?;
        let each: [&Start<'_>; 2] =
            [&|| Ok(Box::new(Cached::new(model, &src)?)), &|| Ok(Box::new(Recomputed::new(model, &src)?))];
        for start in each {
            compare_greedy(golden, &format!("{name}.greedy.{row}"), &mut *start()?)?;
            compare_beams(golden, &[format!("{name}.beam.{row}")], start)?;
        }
    }
    Ok(())
}

fn compare_greedy(golden: &mut Golden, case: &str, model: &mut dyn Autoregressive) -> Result<()> {
    let Settings { bounds, penalty, .. } = settings(golden, "max_new");
    let path = greedy(model, 1, bounds)?.remove(0);
    let steps: Vec<f64> = path.steps.iter().flat_map(|step| step.log_probs.to_vec()).collect();
    let shape = (path.steps.len(), steps.len() / path.steps.len());
    golden.compare(&format!("{case}.ids"), ids(&path.ids));
    golden.compare(
        &format!("{case}.step_log_probs"),
        numbers(steps.into_iter()).into_shape_with_order(shape).unwrap().into_dyn(),
    );
    golden.compare(&format!("{case}.sum_log_prob"), number(path.sum_log_prob()));
    golden.compare(&format!("{case}.gnmt_score"), number(path.score(penalty)));
    Ok(())
}

/// All sources as one padded batch.
fn side_by_side(golden: &mut Golden, name: &str, model: &Transformer, src: &Tensor) -> Result<()> {
    let Settings { bounds, pad, .. } = settings(golden, "max_new");
    let rows = src.shape()[0];
    for model in [&mut Cached::new(model, src)? as &mut dyn Autoregressive, &mut Recomputed::new(model, src)?] {
        let written: Vec<Vec<i64>> = greedy(model, rows, bounds)?.into_iter().map(|path| path.ids).collect();
        golden.compare(&format!("{name}.greedy_batch.ids"), &batch::pad(&written, pad)?);
    }
    let cases: Vec<String> = (0..rows).map(|row| format!("{name}.beam.{row}")).collect();
    compare_beams(golden, &cases, &|| Ok(Box::new(Cached::new(model, src)?)))?;
    compare_beams(golden, &cases, &|| Ok(Box::new(Recomputed::new(model, src)?)))
}

/// A search of a batch, with the file's length penalty and without one: a case for each row.
fn compare_beams(golden: &mut Golden, cases: &[String], start: &Start<'_>) -> Result<()> {
    let Settings { bounds, penalty, pad } = settings(golden, "max_new");
    let width = golden.config("width") as usize;
    let searched = |penalty| Beam { width, penalty }.search(&mut *start()?, cases.len(), bounds);
    for ((case, search), plain) in cases.iter().zip(searched(penalty)?).zip(searched(LengthPenalty::None)?) {
        compare_beam(golden, case, &search, pad)?;
        golden.compare(&format!("{case}.alpha0_best_ids"), ids(&plain.best[0].ids));
        golden.compare(&format!("{case}.alpha0_best_score"), number(plain.best[0].score));
    }
    Ok(())
}

/// A search against what the file has of it: not every case has every tensor.
fn compare_beam(golden: &mut Golden, case: &str, search: &BeamSearch, pad: i64) -> Result<()> {
    let best: Vec<Vec<i64>> = search.best.iter().map(|best| best.ids.clone()).collect();
    golden.compare(&format!("{case}.nbest_ids"), &batch::pad(&best, pad)?);
    let lengths: Vec<i64> = best.iter().map(|ids| ids.len() as i64 - 1).collect();
    golden.compare(&format!("{case}.nbest_len"), ids(&lengths));
    golden.compare(&format!("{case}.nbest_sum_log_prob"), numbers(search.best.iter().map(|best| best.sum)));
    golden.compare(&format!("{case}.nbest_score"), numbers(search.best.iter().map(|best| best.score)));
    let names = golden.names();
    for step in 0.. {
        let step_case = format!("{case}.step.{step}");
        let has = |tensor: &str| names.contains(&format!("{step_case}.{tensor}"));
        if !has("ids") {
            break;
        }
        compare_step(golden, &step_case, search, step, has("parent"));
    }
    Ok(())
}

/// The living sequences after a step. The file names the parent of each by its place among those of the step before.
fn compare_step(golden: &mut Golden, case: &str, search: &BeamSearch, step: usize, has_parents: bool) {
    let alive = &search.alive[step];
    let rows: Vec<Vec<i64>> = alive.iter().map(|&node| search.ids(node)).collect();
    golden.compare(&format!("{case}.ids"), &batch::pad(&rows, 0).unwrap());
    golden.compare(&format!("{case}.sum_log_prob"), numbers(alive.iter().map(|&node| search.nodes[node].sum)));
    if has_parents {
        let before = if step == 0 { vec![0] } else { search.alive[step - 1].clone() };
        let place =
            |&node: &usize| before.iter().position(|&parent| search.nodes[node].parent == Some(parent)).unwrap();
        let parents: Vec<i64> = alive.iter().map(|node| place(node) as i64).collect();
        golden.compare(&format!("{case}.parent"), ids(&parents));
    }
}

/// A model of a few numbers: beams of several widths, and the best sequence of all.
fn table(golden: &mut Golden) -> Result<()> {
    let logits = golden.tensor("table.logits");
    let fresh = || Table::new(logits.clone()).unwrap();
    let Settings { bounds, penalty, pad } = settings(golden, "table_limit");
    let path: Path = greedy(&mut fresh(), 1, bounds)?.remove(0);
    golden.compare("table.greedy.ids", ids(&path.ids));
    golden.compare("table.greedy.gnmt_score", number(path.score(penalty)));
    for width in widths(golden) {
        let search = Beam { width, penalty }.search(&mut fresh(), 1, bounds)?.remove(0);
        compare_beam(golden, &format!("table.beam{width}"), &search, pad)?;
    }
    let (best, score) = best_of_all(&logits, bounds, penalty)?;
    golden.compare("table.best.ids", ids(&best));
    golden.compare("table.best.score", number(score));
    // A beam that is wide enough prunes nothing that could win.
    let mut width = 1;
    loop {
        let wide = Beam { width, penalty }.search(&mut fresh(), 1, bounds)?.remove(0);
        if wide.best[0].ids == best || width > MAX_WIDTH {
            golden.compare("table.best.ids", ids(&wide.best[0].ids));
            return Ok(());
        }
        width *= 2;
    }
}

/// The widths of the table's cases, from their names.
fn widths(golden: &Golden) -> Vec<usize> {
    let names = golden.names();
    let width = |name: &String| name.strip_prefix("table.beam")?.strip_suffix(".nbest_ids")?.parse().ok();
    names.iter().filter_map(width).collect()
}

/// The best sequence without a beam: for each step and last token, the likeliest way there. The table knows nothing but the two.
fn best_of_all(logits: &Tensor, bounds: Bounds, penalty: LengthPenalty) -> Result<(Vec<i64>, f64)> {
    let log_probs = logits.to(DType::F64)?.log_softmax(-1)?;
    let vocabulary = logits.shape()[1];
    let mut ways = vec![(vec![bounds.bos], 0.0)];
    let mut best = (Vec::new(), f64::NEG_INFINITY);
    for step in 0..bounds.max_new {
        let to = |token: usize| {
            let longer = ways.iter().map(|(ids, sum): &(Vec<i64>, f64)| {
                let last = ids.last().map_or(0, |&last| last as usize);
                ([ids.as_slice(), &[token as i64]].concat(), sum + log_probs.at(&[step, last, token]))
            });
            longer.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
        };
        let (ended, open): (Vec<_>, Vec<_>) =
            (0..vocabulary).map(to).partition(|(ids, _)| ids.last() == Some(&bounds.eos));
        let at_the_limit = if step + 1 == bounds.max_new { open.clone() } else { Vec::new() };
        for (ids, sum) in ended.into_iter().chain(at_the_limit) {
            let score = penalty.score(sum, step + 1);
            if score > best.1 {
                best = (ids, score);
            }
        }
        ways = open;
    }
    Ok(best)
}

/// Every distribution of the file, by what its name says, and what is drawn from it.
fn filters(golden: &mut Golden) {
    for name in golden.names() {
        let Some(case) = name.strip_prefix("filter.") else { continue };
        let given = if case.starts_with("ties") { "filter.ties" } else { "filter.logits" };
        if [given, "filter.u"].contains(&name.as_str()) {
            continue;
        }
        golden.case(&name, &[given], |golden| one_filter(golden, &name, case, given)).unwrap();
    }
}

fn one_filter(golden: &mut Golden, name: &str, case: &str, given: &str) -> Result<()> {
    let logits = golden.tensor(given).to_vec();
    if let Some(settings) = in_the_name(case) {
        let odds = filtered(&settings.in_order(), &logits);
        golden.compare(name, numbers(odds.iter().copied()));
        let picks = format!("{name}.picks");
        golden.case(&picks, &["filter.u"], |golden| {
            let uniform = golden.tensor("filter.u").to_vec();
            let drawn: Vec<i64> = uniform.iter().map(|&u| inverse_cdf(&odds, u).unwrap() as i64).collect();
            golden.compare(&picks, ids(&drawn));
            Ok(())
        })?;
    } else if let Some(part) = percent(case, "min_p") {
        golden.compare(name, numbers(filtered(&[Filter::MinP(part)], &logits).into_iter()));
    } else if let Some(penalty) = percent(case, "repetition") {
        // The file does not say which tokens were seen: those that it moves.
        let moved = golden.tensor(name).to_vec();
        let seen: Vec<i64> =
            (0..logits.len()).filter(|&id| moved[id].total_cmp(&logits[id]).is_ne()).map(|id| id as i64).collect();
        assert!(!seen.is_empty() && seen.len() < logits.len(), "{name}: {seen:?} were seen");
        let step = filter::apply(&[Filter::Repetition(penalty)], &logits, &seen)?.remove(0);
        golden.compare(name, numbers(step.after.into_iter()));
    } else if let Some(k) = case.strip_prefix("ties_k").and_then(|k| k.parse().ok()) {
        golden.compare(name, numbers(filtered(&[Filter::TopK(k)], &logits).into_iter()));
    }
    Ok(())
}

fn filtered(filters: &[Filter], logits: &[f64]) -> Vec<f64> {
    filter::apply(filters, logits, &[]).unwrap().last().unwrap().probabilities()
}

/// A number that a name has in hundredths behind a word.
fn percent(name: &str, word: &str) -> Option<f64> {
    name.strip_prefix(word)?.parse::<f64>().ok().map(|number| number / 100.0)
}

/// `T70_k5_p90`: temperature 0.7, top-k 5, top-p 0.9. `k0` and `p100` are off.
fn in_the_name(name: &str) -> Option<Filters> {
    let [temperature, k, p] = name.split('_').collect::<Vec<_>>().try_into().ok()?;
    Some(Filters {
        temperature: Some(percent(temperature, "T")?),
        top_k: Some(k.strip_prefix('k')?.parse().ok()?).filter(|&k| k > 0),
        top_p: Some(percent(p, "p")?).filter(|&p| p < 1.0),
        ..Filters::default()
    })
}
