//! Values, told: a number by itself, a small matrix row by row with the names of rows and columns, a large one by what is least and
//! greatest in it.

use std::sync::Arc;

use crate::lang::Value;
use crate::lang::value::Form;
use crate::tensor::ravel::unravel;
use crate::tensor::{DType, Tensor, digits};
use crate::words::{say, word};

use super::speech::{self, listed, number, said_digits};
use super::transcript::{RowLine, Transcript};

/// How many elements are told without being asked for.
const FEW: usize = 64;
/// A row of more columns than [`FEW`] is told in parts of so many.
const PART: usize = 60;
/// How many elements are told at most at once.
pub(super) const MOST: usize = 2000;
/// The longest text of a value that is no tensor, in characters.
const LONGEST: usize = 400;
/// How much of such a value is written out before it is shortened, in bytes: blanks and long characters fall away.
const BYTES: usize = 20 * LONGEST;
/// How many items of a list or a dict are told.
const MOST_ITEMS: usize = 20;
/// A number alone is told as it is written, if that is no longer.
const SHORT: usize = 8;
/// So many truth values of a kind are told as one.
const SHORTEST_RUN: usize = 3;
/// In a longer row of columns without names every so many of them are told with their number.
const COUNTED: usize = 5;
/// How far a sum of shares may be from one.
const TOLERANCE: f64 = 1e-4;

/// A value under its name, whole if it is small.
pub(super) fn describe(name: &str, value: &Value) -> Transcript {
    match value {
        Value::Tensor(tensor) => tensor_told(name, name, &tensor.now()),
        Value::Function(_) | Value::Class(_) | Value::Module(_) => Transcript::default(),
        other => single(name, brief(other)),
    }
}

fn single(name: &str, value: String) -> Transcript {
    Transcript::of(say!("plain-is", name, value))
}

/// A value that is no tensor, in a few words.
pub(super) fn brief(value: &Value) -> String {
    match value {
        Value::Tensor(tensor) => shape(&tensor.now()),
        Value::Float(number, _) if value.repr().len() > SHORT => speech::number(*number, true),
        Value::Int(..) | Value::Float(..) => said_digits(&value.repr()),
        Value::Bool(on) => truth(*on).to_owned(),
        Value::Str(text) => speech::token(text)
            .map_or_else(|| shortened(&say!("plain-quoted", text = speech::with_tokens(text))), str::to_owned),
        other => match other.items() {
            Some(items) if items.is_empty() => word!("plain-empty-list").to_owned(),
            Some(items)
                if items.form() == Form::Plain
                    && let Some(said) = list(&items) =>
            {
                shortened(&said)
            }
            _ => shortened(&other.beginning(BYTES).0),
        },
    }
}

/// A list of texts or of numbers, without the signs of its code.
fn list(items: &[Value]) -> Option<String> {
    let text = |item: &Value| if let Value::Str(text) = item { Some(said_text(text)) } else { None };
    let single = |item: &Value| match item {
        Value::Int(..) | Value::Float(..) => Some(brief(item)),
        _ => None,
    };
    let joined = |said: Option<Vec<String>>| said.filter(|said| !said.is_empty()).map(|said| said.join(", "));
    let few = || items.iter().take(LONGEST);
    let count = items.len();
    let texts = joined(few().map(text).collect()).map(|items| say!("plain-list-of-texts", count, items));
    texts.or_else(|| joined(few().map(single).collect()).map(|items| say!("plain-list-of-numbers", count, items)))
}

/// A text of a list. Between its words may be tokens that are no words.
fn said_text(text: &str) -> String {
    speech::with_tokens(&speech::label(text))
}

/// A text that is not longer than somebody would listen to.
fn shortened(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= LONGEST {
        return one_line;
    }
    let start: String = one_line.chars().take(LONGEST).collect();
    format!("{start} {}", word!("plain-and-so-on"))
}

/// A tensor under its name, whole if it is small; all of a large one is heard by what is to be asked.
pub(super) fn tensor_told(name: &str, ask: &str, tensor: &Tensor) -> Transcript {
    if tensor.ndim() == 0 {
        return single(name, element(tensor, &[]));
    }
    let mut transcript = Transcript::of(format!("{name}: {}.", shape(tensor)));
    if tensor.is_empty() {
        return transcript;
    }
    if is_small(tensor) {
        transcript.append(all(tensor));
    } else {
        transcript.say(spread(tensor));
        transcript.say(say!("plain-show-all", name = ask));
    }
    transcript.append(sums(tensor));
    transcript
}

/// Whether all of a tensor is told at once.
fn is_small(tensor: &Tensor) -> bool {
    tensor.len() <= FEW
}

/// `6 by 6, query by key`.
pub(super) fn shape(tensor: &Tensor) -> String {
    let by = format!(" {} ", word!("plain-by"));
    let sizes: Vec<String> = tensor.shape().iter().map(ToString::to_string).collect();
    let names: Vec<String> =
        tensor.axes().iter().filter_map(|axis| axis.name.as_ref().map(ToString::to_string)).collect();
    let sizes = match sizes.as_slice() {
        [one] => say!("plain-values", count = one.parse::<usize>().unwrap_or_default()),
        _ => sizes.join(&by),
    };
    // `hidden by` is the name of an axis, too.
    let joint = if names.iter().any(|name| name.split(' ').any(|part| part == by.trim())) { ", " } else { &by };
    if names.is_empty() { sizes } else { format!("{sizes}, {}", names.join(joint)) }
}

/// A shape as formulas have it in place of a name, `128, 128`: "a 128 by 128 matrix".
pub(super) fn unnamed(shape: &str) -> Option<String> {
    let sizes: Vec<usize> = shape.split(", ").map(|size| size.parse().ok()).collect::<Option<_>>()?;
    let by = format!(" {} ", word!("plain-by"));
    let shape = sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(&by);
    Some(match sizes[..] {
        [count] => say!("plain-values", count),
        [_, _] => say!("plain-a-matrix", shape),
        _ => say!("plain-a-tensor", shape),
    })
}

/// One element, said.
pub(super) fn element(tensor: &Tensor, index: &[usize]) -> String {
    let value = tensor.at(index);
    match tensor.dtype() {
        DType::Bool => truth(value != 0.0).to_owned(),
        dtype => number(value, dtype.is_float()),
    }
}

/// One element in two states, each with as many digits as it takes to tell them apart.
pub(super) fn apart(was: &Tensor, now: &Tensor, index: &[usize]) -> (String, String) {
    if !now.dtype().is_float() || !was.dtype().is_float() {
        return (element(was, index), element(now, index));
    }
    speech::apart(was.at(index), now.at(index))
}

fn truth(on: bool) -> &'static str {
    if on { word!("plain-yes") } else { word!("plain-no") }
}

/// Every element, row by row; of more axes than two, matrix by matrix.
pub(super) fn all(tensor: &Tensor) -> Transcript {
    let mut transcript = Transcript::default();
    let (lead, last) = tensor.shape().split_at(tensor.ndim().saturating_sub(2));
    let (slices, decimals): (usize, usize) = (lead.iter().product(), decimals(tensor));
    for slice in 0..slices {
        let lead = unravel(slice, lead);
        let heading: Option<Arc<str>> = (!lead.is_empty()).then(|| format!("{}:", slice_name(tensor, &lead)).into());
        if let Some(heading) = &heading {
            transcript.say(&**heading);
        }
        match last {
            [rows, _] => {
                for row in 0..*rows {
                    let lines = self::row(tensor, &[&*lead, &[row]].concat(), decimals);
                    for line in lines {
                        transcript.row(RowLine { heading: heading.clone(), ..line });
                    }
                }
            }
            _ => values_alone(tensor, &lead, decimals).into_iter().for_each(|line| transcript.row(line)),
        }
    }
    transcript
}

/// Which matrix of several it is: "head 3", or where the axis has no name "Slice 3 of axis 0".
fn slice_name(tensor: &Tensor, lead: &[usize]) -> String {
    let one = |(axis, place): (usize, &usize)| match tensor.axes().get(axis) {
        Some(of) if of.name.is_some() || of.place(*place).is_some() => {
            speech::place(std::slice::from_ref(of), &[*place])
        }
        _ => say!("plain-slice", number = place, axis),
    };
    lead.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

/// The values of a tensor of one axis.
fn values_alone(tensor: &Tensor, lead: &[usize], decimals: usize) -> Vec<RowLine> {
    let whole = |cells: String| format!("{cells}.");
    let part = |from: usize, to: usize, cells: String| say!("plain-values-part", from, to, cells);
    let name = |from: usize, to: usize| say!("plain-values-from", from, to);
    in_parts(&cells(tensor, lead, decimals), whole, part, name)
}

/// `Row sat: the 0.10, cat 0.62.`
fn row(tensor: &Tensor, lead: &[usize], decimals: usize) -> Vec<RowLine> {
    let axis = lead.len().saturating_sub(1);
    let (Some(place), Some(of)) = (lead.last(), tensor.axes().get(axis)) else { return Vec::new() };
    let named = of.place(*place);
    let mut name = named.map_or_else(|| place.to_string(), |label| speech::label(&label));
    if of.is_made_up(*place) {
        name = say!("plain-made-up", name);
    }
    let whole = |cells: String| say!("plain-row", row = name.as_str(), cells);
    let part = |from: usize, to: usize, cells: String| say!("plain-row-part", row = name.as_str(), from, to, cells);
    let of_row = |from: usize, to: usize| say!("plain-columns-from", row = name.as_str(), from, to);
    in_parts(&cells(tensor, lead, decimals), whole, part, of_row)
}

/// Cells as one line, or where they are more than somebody would listen to in several, each with the places of its first and last.
fn in_parts(
    cells: &[String],
    whole: impl Fn(String) -> String,
    part: impl Fn(usize, usize, String) -> String,
    name: impl Fn(usize, usize) -> String,
) -> Vec<RowLine> {
    let line = |words: String, count, part| RowLine { words, count, part, heading: None };
    if cells.len() <= FEW {
        return vec![line(whole(cells.join(", ")), cells.len(), None)];
    }
    let parts = cells.chunks(PART).enumerate().map(|(number, cells)| {
        let from = number * PART;
        let to = from + cells.len() - 1;
        line(part(from, to, cells.join(", ")), cells.len(), (from > 0).then(|| name(from, to)))
    });
    parts.collect()
}

/// The elements along the last axis, each behind the name of its place, if it has one. Many truth values of a kind are one.
fn cells(tensor: &Tensor, lead: &[usize], decimals: usize) -> Vec<String> {
    let size = tensor.shape().get(lead.len()).copied().unwrap_or(0);
    let at = |place: usize| [lead, &[place]].concat();
    if tensor.dtype() == DType::Bool {
        let values: Vec<bool> = (0..size).map(|place| tensor.at(&at(place)) != 0.0).collect();
        return vec![runs(tensor, lead, &values)];
    }
    let cell = |place: usize| {
        let is_real = tensor.dtype().is_float();
        let said = if is_real { in_table(tensor.at(&at(place)), decimals) } else { element(tensor, &at(place)) };
        match place_name(tensor, lead, place) {
            // A number of a word and its value would run into one.
            Some(label) if label.ends_with(')') => format!("{label}: {said}"),
            Some(label) => format!("{label} {said}"),
            // Nobody counts along in a long row of numbers.
            None if size > COUNTED && place.is_multiple_of(COUNTED) => {
                let place = if lead.is_empty() {
                    say!("plain-at-place", number = place)
                } else {
                    say!("plain-at-column", number = place)
                };
                format!("{place}: {said}")
            }
            None => said,
        }
    };
    (0..size).map(cell).collect()
}

/// The decimals of the numbers of a table: where all are whole, decimals would say nothing.
fn decimals(tensor: &Tensor) -> usize {
    let is_whole = tensor.to_vec().into_iter().filter(|value| value.is_finite()).all(|value| value.fract() == 0.0);
    if is_whole { 0 } else { digits::DECIMALS }
}

/// A number as tables of the screen show it, 0.00 where its digits are lost.
fn in_table(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return number(value, true);
    }
    let printed = digits::in_table(value.abs(), decimals, digits::VAST);
    said_digits(&if value < 0.0 && !digits::is_zero(&printed) { format!("-{printed}") } else { printed })
}

/// Truth values, with many of a kind in one: `the to sat yes, on no`.
fn runs(tensor: &Tensor, lead: &[usize], values: &[bool]) -> String {
    let name = |place: usize| place_name(tensor, lead, place);
    let runs: Vec<&[bool]> = values.chunk_by(|a, b| a == b).collect();
    if runs.iter().all(|run| run.len() < SHORTEST_RUN) {
        let one = |(place, value): (usize, &bool)| match name(place) {
            Some(label) => format!("{label} {}", truth(*value)),
            None => truth(*value).to_owned(),
        };
        return values.iter().enumerate().map(one).collect::<Vec<_>>().join(", ");
    }
    if let [run] = &runs[..] {
        return say!("plain-all-alike", value = truth(run[0]));
    }
    let name = |place: usize| name(place).unwrap_or_else(|| place.to_string());
    let mut start = 0;
    let said = runs.into_iter().map(|run| {
        let (from, to) = (start, start + run.len() - 1);
        start += run.len();
        match run {
            [value] => format!("{} {}", name(from), truth(*value)),
            _ => say!("plain-run", from = name(from), to = name(to), value = truth(run[0])),
        }
    });
    said.collect::<Vec<_>>().join(", ")
}

/// What a place of the axis behind `lead` is called.
fn place_name(tensor: &Tensor, lead: &[usize], place: usize) -> Option<String> {
    tensor.axes().get(lead.len())?.place(place).map(|label| speech::label(&label))
}

/// What a large tensor holds, in a sentence: of a mask how many are on.
fn spread(tensor: &Tensor) -> String {
    if tensor.dtype() != DType::Bool {
        return extremes(tensor);
    }
    let on = tensor.to_vec().into_iter().filter(|value| *value != 0.0).count();
    say!("plain-are-on", count = on, all = tensor.len())
}

/// What is least and greatest, and where.
fn extremes(tensor: &Tensor) -> String {
    let values = tensor.to_vec();
    let numbers = || values.iter().enumerate().filter(|(_, value)| !value.is_nan());
    let least = numbers().min_by(|a, b| a.1.total_cmp(b.1));
    let greatest = numbers().max_by(|a, b| a.1.total_cmp(b.1));
    let nan = values.iter().filter(|value| value.is_nan()).count();
    let at = |place: usize| unravel(place, tensor.shape());
    let mut said = match (least, greatest) {
        (Some((low, _)), Some((high, _))) => say!(
            "plain-extremes",
            least = element(tensor, &at(low)),
            low = speech::place(tensor.axes(), &at(low)),
            greatest = element(tensor, &at(high)),
            high = speech::place(tensor.axes(), &at(high))
        ),
        _ => String::new(),
    };
    if nan > 0 {
        said = format!("{said} {}", say!("plain-nans", count = nan));
    }
    said
}

/// That rows are shares, or which are not quite, where that is what people look at: rows of numbers between 0 and 1.
fn sums(tensor: &Tensor) -> Transcript {
    let columns = tensor.shape().last().copied().unwrap_or(0);
    let values = tensor.to_vec();
    let are_shares = tensor.dtype().is_float() && columns > 1 && values.iter().all(|value| (0.0..=1.0).contains(value));
    if !are_shares {
        return Transcript::default();
    }
    let sums: Vec<f64> = values.chunks(columns).map(|row| row.iter().sum()).collect();
    let off = sums.iter().filter(|sum| (*sum - 1.0).abs() > TOLERANCE).count();
    match off {
        0 if sums.len() == 1 => Transcript::of(word!("plain-sum-one")),
        0 => Transcript::of(word!("plain-sums-one")),
        // Rows of which most are shares are worth to be told apart; rows of nothing but 0 and 1 are a table.
        _ if off * 2 < sums.len() && values.iter().any(|value| value.fract() != 0.0) => {
            let rows: Vec<String> = sums
                .iter()
                .enumerate()
                .filter(|(_, sum)| (*sum - 1.0).abs() > TOLERANCE)
                .map(|(row, sum)| format!("{row}: {}", number(*sum, true)))
                .collect();
            Transcript::of(say!("plain-sums-off", rows = listed(&rows)))
        }
        _ => Transcript::default(),
    }
}

/// All of a value, or some of its rows: what `show` tells.
pub(super) fn whole(name: &str, value: &Value, rows: Option<(usize, usize)>) -> Transcript {
    let Some(tensor) = &value.tensor() else {
        return match value {
            Value::Int(..) | Value::Float(..) | Value::Bool(_) => describe(name, value),
            other => items(name, other),
        };
    };
    if tensor.ndim() == 0 {
        return tensor_told(name, name, tensor);
    }
    let size = tensor.shape()[0];
    if rows.is_some_and(|(from, to)| from >= size || to < from) {
        return Transcript::of(say!("plain-no-such-rows", name, count = size, last = size.saturating_sub(1)));
    }
    let (from, to) = rows.map_or((0, size), |(from, to)| (from.min(size), to.saturating_add(1).min(size)));
    let some = match tensor.narrow(0, from, to.saturating_sub(from)) {
        Ok(some) if rows.is_some() => some,
        _ => tensor.clone(),
    };
    let mut transcript = Transcript::of(format!("{name}: {}.", shape(tensor)));
    if some.len() > MOST {
        transcript.say(spread(tensor));
        transcript.say(say!("plain-too-many", count = some.len(), name, last = size.saturating_sub(1)));
        return transcript;
    }
    if rows.is_some() && tensor.ndim() > 1 && tensor.axes()[0].labels.is_none() {
        // What was cut out counts from 0 again: its rows keep their numbers.
        transcript.say(say!("plain-rows-of", from, to = to.saturating_sub(1)));
        if tensor.ndim() == 2 {
            let decimals = decimals(tensor);
            let rows = (from..to).flat_map(|place| row(tensor, &[place], decimals));
            rows.for_each(|line| transcript.row(line));
            return transcript;
        }
    }
    transcript.append(all(&some));
    transcript.append(sums(&some));
    transcript
}

/// A gradient with respect to a value, of its shape: all its numbers, or how they are spread where they are many.
pub(super) fn slopes(name: &str, slopes: &Tensor) -> Transcript {
    let mut transcript = Transcript::of(format!("{name}: {}.", shape(slopes)));
    if slopes.len() > MOST {
        transcript.say(spread(slopes));
    } else {
        transcript.append(all(slopes));
    }
    transcript
}

/// A list or a dict, an item a line, and how many more there are; of any other value its beginning.
fn items(name: &str, value: &Value) -> Transcript {
    let (lines, count): (Vec<String>, usize) = match value {
        Value::Dict(table) => {
            let dict = table.now();
            let entries = dict.entries().iter().take(MOST_ITEMS);
            (entries.map(|(key, value)| format!("{}: {}", brief(key), brief(value))).collect(), dict.entries().len())
        }
        other => match other.items() {
            Some(items) => (items.iter().take(MOST_ITEMS).map(brief).collect(), items.len()),
            None => return single(name, brief(other)),
        },
    };
    let text = value.beginning(BYTES).0;
    if text.chars().count() <= LONGEST {
        return single(name, brief(value));
    }
    let mut transcript = Transcript::of(say!("plain-items", name, count));
    for line in lines {
        transcript.say(line);
    }
    if count > MOST_ITEMS {
        transcript.say(say!("plain-more-steps", count = count - MOST_ITEMS));
    }
    transcript
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::value::Items;
    use crate::tensor::Axis;

    fn weights() -> Tensor {
        let tensor = Tensor::from_f32(&[2, 2], vec![0.25, 0.75, 0.5, 0.5]).unwrap();
        let words = ["the", "cat"];
        tensor.with_axes(vec![Axis::named("query").with_labels(&words), Axis::named("key").with_labels(&words)])
    }

    #[test]
    fn a_small_matrix_is_told_row_by_row() {
        let said = describe("weights", &Value::from(weights())).lines(0);
        assert_eq!(
            said,
            [
                "weights: 2 by 2, query by key.",
                "Row the: the 0.25, cat 0.75.",
                "Row cat: the 0.50, cat 0.50.",
                "Each row sums to 1."
            ]
        );
    }

    #[test]
    fn a_large_one_by_its_ends_and_its_rows_on_demand() {
        let large = Tensor::from_f32(&[40, 2], (0..80).map(|x| x as f32 - 5.0).collect()).unwrap();
        let said = describe("x", &Value::from(large.clone())).lines(0);
        assert_eq!(said[0], "x: 40 by 2.");
        assert_eq!(said[1], "The smallest is minus 5.00, at 0, 0; the largest is 74.0, at 39, 1.");
        let long = Tensor::from_f32(&[20, 2], vec![1.0; 40]).unwrap();
        assert_eq!(describe("x", &Value::from(long)).count(), 21, "what has few numbers is told whole");
        let rows = whole("x", &Value::from(large), Some((3, 4))).lines(0);
        assert_eq!(rows[2..], ["Row 3: 1, 2.", "Row 4: 3, 4."]);
    }

    #[test]
    fn rows_that_are_not_there_are_said_to_be_that() {
        let small = Tensor::from_f32(&[3, 2], vec![0.0; 6]).unwrap();
        let said = |from, to| whole("x", &Value::from(small.clone()), Some((from, to))).lines(0);
        let none = ["There are no such rows: x has rows 0 to 2."];
        assert_eq!([said(5, 9), said(3, 3), said(2, 1)], [none, none, none]);
        assert_eq!(said(2, 9)[2..], ["Row 2: 0, 0."], "what there is of them");
    }

    #[test]
    fn a_number_that_the_screen_shows_as_zero_is_said_so() {
        let said = |values: Vec<f32>| all(&Tensor::from_f32(&[values.len()], values).unwrap()).lines(0);
        assert_eq!(said(vec![0.75, 3.85e-6, -0.002, 0.25]), ["0.75, 0.00, 0.00, 0.25."]);
        assert_eq!(said(vec![1049.25, -123_456.0, -0.5]), ["1049, minus 1.2 times 10 to the power 5, minus 0.50."]);
    }

    #[test]
    fn a_list_is_told_item_by_item_and_not_without_end() {
        let words: Vec<Value> = (0..100).map(|number| Value::text(format!("word {number}"))).collect();
        let said = whole("words", &Value::list(Items::new(words).unwrap()), None).lines(0);
        assert_eq!((said.len(), &*said[0], &*said[21]), (22, "words: 100 items.", "And 80 more."));
        assert!(said[20].contains("word 19"), "{said:?}");
    }

    #[test]
    fn columns_without_names_are_counted_and_lists_have_no_signs_of_code() {
        let row = Tensor::from_f32(&[1, 7], (0..7).map(|x| x as f32).collect()).unwrap();
        assert_eq!(all(&row).lines(0), ["Row 0: column 0: 0, 1, 2, 3, 4, column 5: 5, 6."]);
        let few = Tensor::from_f32(&[1, 5], vec![1.0; 5]).unwrap();
        assert_eq!(all(&few).lines(0), ["Row 0: 1, 1, 1, 1, 1."]);
        let list = |items: Vec<Value>| brief(&Value::list(Items::new(items).unwrap()));
        let words = list(["<s>", "die", ","].map(Value::text).to_vec());
        assert_eq!(words, "a list of 3 texts: start token, die, comma");
        assert_eq!(list(vec![Value::text("cat")]), "a list of one text: cat");
        assert_eq!(brief(&Value::text("the cat")), "“the cat”");
    }

    #[test]
    fn slices_have_names_and_long_rows_have_parts() {
        let heads = Tensor::from_f32(&[2, 2, 1], vec![0.0, 1.0, 2.0, 3.0]).unwrap();
        assert_eq!(all(&heads).lines(0)[..2], ["Slice 0 of axis 0:", "Row 0: 0."]);
        let axes = ["head", "query", "key"].map(Axis::named).to_vec();
        assert_eq!(all(&heads.with_axes(axes)).lines(0)[3], "head 1:");
        let wide = Tensor::from_f32(&[1, 130], (0..130).map(|x| x as f32).collect()).unwrap();
        let mut told = all(&wide);
        let rest = told.split_off(20, 64);
        assert!(told.lines(0)[0].starts_with("Row 0, columns 0 to 59: column 0: 0, 1,"), "{told:?}");
        assert_eq!((told.count(), rest.part()), (1, Some("row 0, columns 60 to 119")));
        assert!(rest.lines(0)[1].starts_with("Row 0, columns 120 to 129: column 120: 120,"), "{rest:?}");
        let alone = Tensor::from_f32(&[70], vec![1.0; 70]).unwrap();
        assert!(all(&alone).lines(0)[1].starts_with("Values 60 to 69: at 60: 1,"));
    }

    #[test]
    fn tokens_inside_texts_are_said_and_an_empty_list_is_called_so() {
        let list = |items: Vec<Value>| brief(&Value::list(Items::new(items).unwrap()));
        assert_eq!(list(vec![Value::text("[BOS] die katze")]), "a list of one text: start token die katze");
        assert_eq!(brief(&Value::text("die katze [EOS]")), "“die katze end token”");
        assert_eq!(list(Vec::new()), "an empty list");
    }

    #[test]
    fn truth_values_of_a_kind_are_told_as_one() {
        let words = ["the", "cat", "sat", "on"];
        let row = |values: [bool; 4]| {
            let tensor = Tensor::from_bool(&[4], values.to_vec()).unwrap();
            all(&tensor.with_axes(vec![Axis::named("key").with_labels(&words)])).lines(0)
        };
        assert_eq!(row([true; 4]), ["all yes."]);
        assert_eq!(row([true, true, true, false]), ["the to sat yes, on no."]);
        assert_eq!(row([false, true, true, false]), ["the no, cat yes, sat yes, on no."]);
    }
}
