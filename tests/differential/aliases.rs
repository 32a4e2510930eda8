//! Programs in which one value has several names, and what Python and PyTorch printed in them.
//!
//! `alias_answers.py` wrote `answers/aliases.jsonl`. A program must print the same, and end with an error in the same line or with none; an
//! error about gradients begins with PyTorch's first sentence. `answers/known_aliases.txt` lists the programs that still differ, as
//! `known.txt` does.
//!
//! A program of the top level is also split into the cells of a page. Then a cell owns what it makes, so the first cell that changes what
//! an earlier one made is refused, and the error names a cell that made it; until then the cells print what the program prints.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::sync::Arc;

use glassformer::notebook::document::Document;
use glassformer::notebook::evaluate::{EvaluationOutcome, TaskState, evaluate_now};
use glassformer::notebook::lesson::Lesson;
use serde_json::Value as Json;

use super::{faults, folder, hold, known, run};

/// The answers, and the programs that are known to answer otherwise.
pub(crate) const ANSWERS: &str = "aliases.jsonl";
const KNOWN: &str = "known_aliases.txt";

/// Each program is split in so many ways.
const SPLITS: u64 = 4;

/// Of so many places where a program can be split, one is a border of cells.
const ONE_IN: u64 = 3;

/// The programs by their ids.
fn lines() -> BTreeMap<String, Json> {
    let text = fs::read_to_string(folder().join(ANSWERS)).unwrap();
    let line = |line: &str| {
        let line: Json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{ANSWERS}: {error}"));
        (line["id"].as_str().unwrap().to_owned(), line)
    };
    text.lines().map(line).collect()
}

/// A printed text with the items of its sets in order, which is another one in Python, and without the sign of zeros.
fn normalized(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('{') {
        let (before, inner) = rest.split_at(start + 1);
        out += before;
        rest = inner;
        // A dict has a colon first.
        if let Some(end) = inner.find(['{', '}', ':']).filter(|end| inner[*end..].starts_with('}')) {
            let (items, after) = inner.split_at(end);
            let mut items: Vec<&str> = items.split(", ").collect();
            items.sort_unstable();
            out += &items.join(", ");
            rest = after;
        }
    }
    out += rest;
    out.replace("-0.0", "0.0")
}

/// What is wrong with the transcript of a program; nothing if it is that of Python and PyTorch.
fn fault(line: &Json) -> Option<String> {
    let source = line["program"].as_str().unwrap();
    let evaluation = run(source);
    let (ours, theirs) = (normalized(&evaluation.printed), normalized(line["prints"].as_str().unwrap()));
    let at = evaluation.error.as_ref().map(|error| error.position(source).line as u64);
    let message = evaluation.error.as_ref().map(|error| error.message.clone()).unwrap_or_default();
    if ours != theirs || at != line["line"].as_u64() {
        let end = line["line"].as_u64();
        return Some(format!(
            "prints {ours:?} and ends at {at:?} {message}, and Python prints {theirs:?} and ends at {end:?}"
        ));
    }
    let says = line["says"].as_str()?;
    // What a function of the library's own Python says, it says by its name.
    let said = message.strip_prefix("in ").and_then(|rest| rest.split_once(": ")).map_or(&*message, |(_, said)| said);
    (!said.starts_with(says)).then(|| format!("says {message:?}, and PyTorch {says:?}"))
}

#[test]
fn aliases_print_what_python_prints() {
    hold(&lines(), KNOWN, fault);
}

/// A part of a program that is a cell of a page.
struct Cell {
    label: String,
    /// Its lines in the program, from 1.
    lines: Range<u64>,
    text: String,
}

/// Random numbers from a seed, as splitmix64 makes them.
struct Dice(u64);

impl Dice {
    /// The dice of a text and a number.
    fn new(text: &str, number: u64) -> Self {
        // FNV-1a.
        Self(
            text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ number, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            }),
        )
    }

    /// A number below another one.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// A program in cells, at random borders.
fn split(source: &str, borders: &[Json], dice: &mut Dice) -> Vec<Cell> {
    let lines: Vec<&str> = source.lines().collect();
    let mut starts = vec![1];
    starts.extend(borders.iter().filter_map(Json::as_u64).filter(|_| dice.below(ONE_IN) == 0));
    let ends = starts.iter().skip(1).copied().chain([lines.len() as u64 + 1]);
    let cell = |(place, (start, end)): (usize, (&u64, u64))| Cell {
        label: format!("part-{place}"),
        lines: *start..end,
        text: lines[*start as usize - 1..end as usize - 1].join("\n"),
    };
    starts.iter().zip(ends).enumerate().map(cell).collect()
}

/// The results of a page of these cells.
fn evaluated(cells: &[Cell]) -> EvaluationOutcome {
    let block = |cell: &Cell| format!("```python\n#| label: {}\n{}\n```\n\n", cell.label, cell.text);
    let text = format!("---\ntitle: T\nid: t\n---\n{}", cells.iter().map(block).collect::<String>());
    let lesson = Lesson::read("t.md", &text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    let page = Document::new(Arc::new(lesson));
    evaluate_now(&page.snapshot(), &EvaluationOutcome::default())
}

/// A statement of a cell that changes what earlier cells made: its line, and the lines of the statements that made it.
fn first_write(line: &Json, cell: &Cell) -> Option<(u64, Vec<u64>)> {
    let writes = line["writes"].as_array()?;
    writes.iter().find_map(|write| {
        let at = write[0].as_u64()?;
        let makers: Vec<u64> = write[1].as_array()?.iter().filter_map(Json::as_u64).collect();
        let is_foreign = makers.iter().any(|maker| *maker < cell.lines.start);
        (cell.lines.contains(&at) && is_foreign).then_some((at, makers))
    })
}

/// The line of the statement of the top level to which a line belongs.
fn statement(source: &str, line: u64) -> u64 {
    let begins = |text: &str| !text.is_empty() && !text.starts_with([' ', ')', ']', '}']) && !text.starts_with("el");
    let lines: Vec<&str> = source.lines().take(line as usize).collect();
    lines.iter().rposition(|&text| begins(text)).map_or(1, |place| place as u64 + 1)
}

/// What is wrong with the page of a split program.
fn split_fault(line: &Json, cells: &[Cell]) -> Option<String> {
    let (source, outcome) = (line["program"].as_str().unwrap(), evaluated(cells));
    let whole = normalized(line["prints"].as_str().unwrap());
    let mut printed = String::new();
    for (place, cell) in cells.iter().enumerate() {
        let (report, write, label) = (outcome.cell(&cell.label.as_str().into()), first_write(line, cell), &cell.label);
        let fault = match (&report.state, report.current()) {
            (TaskState::Ok, Some(run)) => {
                if let Some((at, _)) = write {
                    return Some(format!("line {at} in {label} changes what another cell made, and is not refused"));
                }
                printed += &run.printed;
                continue;
            }
            (TaskState::Error(fault), _) => fault,
            (state, _) => return Some(format!("{label} is {state:?}")),
        };
        printed += &fault.printed;
        if !whole.starts_with(&normalized(&printed)) {
            return Some(format!("prints {printed:?} until an error in {label}"));
        }
        let (message, position) = (&fault.diagnostic.message, fault.diagnostic.position(&cell.text));
        let at = statement(source, cell.lines.start + position.line as u64 - 1);
        // The error that ends the program.
        if write.is_none() && !line["line"].is_null() && normalized(&printed) == whole {
            return None;
        }
        let Some(owner) =
            cells[..place].iter().find(|cell| message.contains(&format!("made in cell `{}`", cell.label)))
        else {
            // Of an object the error does not say which cell.
            let is_object = message.contains("created in another cell");
            return (!is_object).then(|| format!("line {at} in {label}: {message}"));
        };
        return match write {
            Some((first, _)) if first < at => {
                Some(format!("line {first} in {label} changes what another cell made, and is not refused"))
            }
            Some((first, makers)) if first == at && !makers.iter().any(|maker| owner.lines.contains(maker)) => {
                Some(format!("line {at} in {label}: {message}, and it was made in the lines {makers:?}"))
            }
            // What changes nothing, such as `xs.extend([])`, may be refused as well.
            _ => None,
        };
    }
    (normalized(&printed) != whole).then(|| format!("prints {printed:?} in cells"))
}

/// Whether a program can be split.
fn is_page(line: &Json) -> bool {
    line["borders"].as_array().is_some_and(|borders| !borders.is_empty())
}

#[test]
fn split_programs_print_the_same_or_name_the_owner() {
    let known = known(KNOWN);
    let pages =
        lines().into_iter().filter(|(id, line)| is_page(line) && !known.contains(id)).collect::<BTreeMap<_, _>>();
    assert!(pages.len() > 50, "{} programs can be split", pages.len());
    let fault = |line: &Json| {
        (0..SPLITS).find_map(|number| {
            let mut dice = Dice::new(line["id"].as_str().unwrap(), number);
            let cells = split(line["program"].as_str().unwrap(), line["borders"].as_array().unwrap(), &mut dice);
            let starts: Vec<u64> = cells.iter().map(|cell| cell.lines.start).collect();
            split_fault(line, &cells).map(|fault| format!("with cells from the lines {starts:?}: {fault}"))
        })
    };
    let faults = faults(&pages, fault);
    let told: Vec<String> =
        faults.iter().map(|(id, fault)| format!("{id} {fault}\n{}", pages[*id]["program"].as_str().unwrap())).collect();
    assert!(told.is_empty(), "{} of {} programs\n\n{}", told.len(), pages.len(), told.join("\n\n"));
}
