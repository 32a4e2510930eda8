//! What a cell may spend, and the meter that charges it before it is spent.
//!
//! A lesson cannot raise these limits. Whatever is asked for is charged first, so `zeros(10**9, 10**9)` is refused before a byte
//! is allocated, and evaluation can be stopped between any two steps. Tensors pay for themselves: the meter of their
//! [budget](crate::tensor::budget) counts bytes and work, those of texts and lists included, and this one all else.

use std::rc::Rc;

use super::value::Value;
use crate::tensor::budget::{Allowance, Exhausted, Meter, MeterLimits, OperationCost};
use crate::tensor::stop::Flag;

/// How much one evaluation of a cell may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of the evaluator: expressions, statements, items gone through.
    pub steps: u64,
    /// Bytes of tensors, strings and lists, all that were ever made counted together.
    pub bytes: u64,
    /// Bytes that one step may make: the largest tensor, at eight bytes an element. So every step ends soon.
    pub at_once: u64,
    /// Bytes that one text may have: what is done to a text is done to the whole of it in one go.
    pub text: u64,
    /// How many values there may be in one value, each counted as often as it is reached: what is done to a value is done to all of it.
    pub tree: u64,
    /// Multiply-adds of matrix products and touched elements of everything else.
    pub work: u64,
    /// How deep functions may call functions.
    pub calls: u32,
    /// Bytes that `print` may write.
    pub printed: usize,
    /// How many operations on plain numbers are recorded for `why`; further ones are computed all the same.
    pub numbers: u32,
    /// What is left for all cells of the page together: a page of many cells must end, too, and find room.
    pub page: Budget,
}

/// What is spent, or left to be spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Steps of the evaluator.
    pub steps: u64,
    /// Bytes that were made.
    pub bytes: u64,
    /// Multiply-adds and touched elements.
    pub work: u64,
}

impl Budget {
    /// What is left when `spent` is taken away; nothing if that is more.
    #[must_use]
    pub fn less(self, spent: Self) -> Self {
        Self {
            steps: self.steps.saturating_sub(spent.steps),
            bytes: self.bytes.saturating_sub(spent.bytes),
            work: self.work.saturating_sub(spent.work),
        }
    }

    /// Whether there is room for `spent` in it.
    pub fn covers(self, spent: Self) -> bool {
        self.steps >= spent.steps && self.bytes >= spent.bytes && self.work >= spent.work
    }
}

/// How many cells of a page may spend as much as one cell may.
const FULL_CELLS: u64 = 4;

impl Limits {
    /// The same, with as much for all cells of a page together as four of them may spend.
    #[must_use]
    pub fn of_page(self) -> Self {
        let page = Budget {
            steps: self.steps.saturating_mul(FULL_CELLS),
            bytes: self.bytes.saturating_mul(FULL_CELLS),
            work: self.work.saturating_mul(FULL_CELLS),
        };
        Self { page, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 3_000_000,
            bytes: 256 << 20,
            at_once: 64_000_000,
            text: 8_000_000,
            tree: 1_000_000,
            work: 4_000_000_000,
            calls: 1000,
            printed: 16 * 1024,
            numbers: 10_000,
            page: Budget { steps: u64::MAX, bytes: u64::MAX, work: u64::MAX },
        }
    }
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Too many steps.
    Steps,
    /// Too many bytes: this many were asked for, and so many may all of them be.
    Bytes(u128, u64),
    /// More bytes in one step than a step may make, though there are so many left: asked for, and the limit.
    AtOnce(u128, u64),
    /// A longer text than there may be: its bytes, and the limit.
    Text(u128, u64),
    /// A value of more values than there may be in one: how many there would be, and the limit.
    Tree(u64, u64),
    /// Too many multiply-adds: this many were asked for at once.
    Work(u128),
    /// Too much for the cells of the page together, though one alone may spend it.
    Page(Scarce),
    /// Someone asked to stop.
    Cancelled,
}

/// What a page can be short of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scarce {
    /// Steps of the evaluator.
    Steps,
    /// Memory.
    Bytes,
    /// Multiply-adds.
    Work,
}

/// Counts down what is left.
#[derive(Debug)]
pub(super) struct BudgetMeter<'a> {
    /// What may be spent.
    limits: Limits,
    /// What of it is left, except bytes and work.
    left: Limits,
    /// What is left of bytes and work.
    tensors: Rc<Meter>,
    cancel: &'a Flag,
    /// Whether the page ran short, and not the cell.
    is_over_page: bool,
}

impl<'a> BudgetMeter<'a> {
    pub(super) fn new(limits: Limits, cancel: &'a Flag) -> Self {
        let Limits { bytes, at_once, work, page, .. } = limits;
        let shared = Allowance { bytes: page.bytes, work: page.work };
        let tensors = Meter::new(MeterLimits { bytes, at_once, work, shared });
        Self { limits, left: limits, tensors, cancel, is_over_page: false }
    }

    /// What the cell's tensors are paid for from.
    pub(super) fn tensors(&self) -> &Rc<Meter> {
        &self.tensors
    }

    /// Why an operation on tensors was refused, if one was: the cell ends with that, whatever became of the operation's error.
    pub(super) fn refused(&mut self) -> Option<Stop> {
        self.tensors.refusal().map(|exhausted| self.stop(exhausted))
    }

    /// What has been spent, and whether it was the page that ran short.
    pub(super) fn reading(&self) -> (Budget, bool) {
        let Allowance { bytes, work } = self.tensors.shared_left();
        (self.limits.page.less(Budget { bytes, work, ..self.left.page }), self.is_over_page)
    }

    fn page_is_short(&mut self, of: Scarce) -> Stop {
        self.is_over_page = true;
        Stop::Page(of)
    }

    /// Charges steps.
    pub(super) fn steps(&mut self, steps: u64) -> Result<(), Stop> {
        if self.cancel.is_raised() {
            return Err(Stop::Cancelled);
        }
        if let Some(stop) = self.refused() {
            return Err(stop);
        }
        self.left.steps = self.left.steps.checked_sub(steps).ok_or(Stop::Steps)?;
        let page = self.left.page.steps.checked_sub(steps);
        self.left.page.steps = page.ok_or_else(|| self.page_is_short(Scarce::Steps))?;
        Ok(())
    }

    /// Holds back all steps but so many, for something that may fail: how many those are.
    pub(super) fn hold_back(&mut self, most: u64) -> u64 {
        let held = self.left.steps.saturating_sub(most.min(self.left.page.steps));
        self.left.steps -= held;
        held
    }

    /// Gives back what was held.
    pub(super) fn give_back(&mut self, held: u64) {
        self.left.steps = self.left.steps.saturating_add(held);
    }

    /// Charges bytes that are about to be allocated.
    pub(super) fn bytes(&mut self, bytes: u128) -> Result<(), Stop> {
        self.tensors.bytes(bytes).map_err(|exhausted| self.stop(exhausted))
    }

    /// Charges elements that are about to be made by no operation.
    pub(super) fn elements(&mut self, elements: u128) -> Result<(), Stop> {
        self.tensors.spend(OperationCost::each(elements)).map_err(|exhausted| self.stop(exhausted))
    }

    fn stop(&mut self, exhausted: Exhausted) -> Stop {
        match exhausted {
            Exhausted::Bytes(bytes, limit) => Stop::Bytes(bytes, limit),
            Exhausted::AtOnce(bytes, limit) => Stop::AtOnce(bytes, limit),
            Exhausted::Work(work) => Stop::Work(work),
            Exhausted::SharedBytes => self.page_is_short(Scarce::Bytes),
            Exhausted::SharedWork => self.page_is_short(Scarce::Work),
        }
    }

    /// Charges bytes of a text that is about to be made or gone through.
    pub(super) fn text(&mut self, bytes: u128) -> Result<(), Stop> {
        let most = self.left.text;
        if bytes > u128::from(most) { Err(Stop::Text(bytes, most)) } else { self.bytes(bytes) }
    }

    /// Whether one value may have so many values in it.
    pub(super) fn tree(&self, size: u64) -> Result<(), Stop> {
        if size > self.limits.tree { Err(Stop::Tree(size, self.limits.tree)) } else { Ok(()) }
    }

    /// Charges a walk over a value of so many values: a step for every two of them.
    pub(super) fn walk(&mut self, size: u64) -> Result<(), Stop> {
        if size < 2 { Ok(()) } else { self.steps(size / 2) }
    }

    /// Charges the copy of a value of so many values.
    pub(super) fn copy(&mut self, size: u64) -> Result<(), Stop> {
        if size < 2 {
            return Ok(());
        }
        self.walk(size)?;
        self.bytes(u128::from(size) * size_of::<Value>() as u128)
    }

    /// Whether one more operation on plain numbers is recorded.
    pub(super) fn number(&mut self) -> bool {
        let more = self.left.numbers > 0;
        self.left.numbers = self.left.numbers.saturating_sub(1);
        more
    }
}

impl Stop {
    /// The sentence for it, and what to try.
    pub(super) fn words(self) -> (String, &'static str) {
        match self {
            Self::Steps => (
                "this cell takes too many steps and was stopped".to_owned(),
                "does a loop never end? Let tensors do the work of long loops",
            ),
            Self::Bytes(bytes, most) if bytes <= u128::from(most) => (
                format!(
                    "this needs another {} of memory, which takes the cell over its limit of {}",
                    bytes_text(bytes),
                    bytes_text(u128::from(most))
                ),
                "everything a loop creates counts, at 8 bytes per number: use fewer iterations or smaller tensors",
            ),
            Self::Bytes(bytes, _) => {
                (format!("this needs {} of memory, which is too much", bytes_text(bytes)), "make it smaller")
            }
            Self::AtOnce(bytes, most) => (
                format!(
                    "this needs {} of memory, but one step may use only {}",
                    bytes_text(bytes),
                    bytes_text(u128::from(most))
                ),
                "make it smaller; each number in a tensor counts as 8 bytes",
            ),
            Self::Text(bytes, most) => (
                format!(
                    "this string needs {} of memory, but a string may use only {}",
                    bytes_text(bytes),
                    bytes_text(u128::from(most))
                ),
                "make it shorter, or split it into a list of strings",
            ),
            Self::Tree(size, most) => (
                format!(
                    "this would contain {} values, including nested ones; the limit is {}",
                    grouped(size),
                    grouped(most)
                ),
                "repeated items count each time: use fewer or smaller items, or put the numbers into a tensor",
            ),
            Self::Work(work) => {
                (format!("this needs {} multiply-adds, which is too many", short(work)), "make it smaller")
            }
            Self::Page(of) => (
                match of {
                    Scarce::Steps => "the cells of this page together take too many steps",
                    Scarce::Bytes => "the cells of this page together take too much memory",
                    Scarce::Work => "the cells of this page together take too many multiply-adds",
                }
                .to_owned(),
                "make the cells above smaller, or put some of them into another lesson",
            ),
            Self::Cancelled => ("stopped".to_owned(), "run the cell again to finish it"),
        }
    }
}

pub(super) fn bytes_text(bytes: u128) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{size:.3} {}", units[unit]).replace(".000", "") }
}

/// A count with its thousands apart; of what no longer says anything to anybody, that it is so large.
pub(super) fn grouped(count: u64) -> String {
    if count > 1_000_000_000_000 {
        return "more than 1,000,000,000,000".to_owned();
    }
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn short(count: u128) -> String {
    if count < 1_000_000 { count.to_string() } else { format!("{:.1e}", count as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_spent() {
        let cancel = Flag::default();
        let mut meter = BudgetMeter::new(Limits { bytes: 10, ..Limits::default() }, &cancel);
        assert_eq!(meter.bytes(11), Err(Stop::Bytes(11, 10)));
        assert_eq!(meter.bytes(10), Ok(()));
        assert_eq!(meter.bytes(1), Err(Stop::Bytes(1, 10)));
        cancel.raise();
        assert_eq!(meter.steps(1), Err(Stop::Cancelled));
    }

    #[test]
    fn a_page_may_be_short_of_what_a_cell_has() {
        let cancel = Flag::default();
        let limits = Limits { steps: 10, bytes: 10, work: 10, ..Limits::default() }.of_page();
        let spent = Budget { steps: 35, bytes: 33, work: 0 };
        let mut meter = BudgetMeter::new(Limits { page: limits.page.less(spent), ..limits }, &cancel);
        assert_eq!(meter.steps(5), Ok(()));
        assert_eq!(meter.steps(1), Err(Stop::Page(Scarce::Steps)));
        assert_eq!(meter.bytes(8), Err(Stop::Page(Scarce::Bytes)));
        assert_eq!(meter.bytes(7), Ok(()));
        assert_eq!(meter.tensors().spend(OperationCost { elements: 0, work: 10 }), Ok(()));
        assert_eq!(meter.reading(), (Budget { steps: 5, bytes: 7, work: 10 }, true));
    }

    #[test]
    fn sizes_are_said_in_readable_units() {
        assert_eq!(bytes_text(999), "999 bytes");
        assert_eq!(bytes_text(4_000_000_000_000_000_000), "4 EB");
        assert_eq!(bytes_text(1_234_000), "1.234 MB");
        assert_eq!([1, 999, 1000, 1_048_576].map(grouped), ["1", "999", "1,000", "1,048,576"]);
        assert_eq!(grouped(u64::MAX), "more than 1,000,000,000,000");
    }
}
