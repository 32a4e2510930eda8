//! Limits on what a computation may make and compute.
//!
//! Every operation states its [`OperationCost`] before it is computed ([`Operation::cost`](super::ops::Operation::cost)). Whether somebody
//! counts is a matter of the thread, as the tape is: inside [`limited`] each cost is taken from a [`Meter`], and an operation that
//! it cannot pay fails with [`Error::Exhausted`] before a byte is allocated. Outside nothing is counted, and nothing costs anything.
//! Threads that share one operation's loop count nothing: the operation was paid for before it began.
//!
//! ```
//! use glassformer::tensor::{DType, Error, Tensor, budget};
//!
//! let x = Tensor::ones(&[1000, 1000], DType::F32);
//! let meter = budget::Meter::new(budget::MeterLimits { bytes: 10_000_000, work: 10_000_000, ..budget::MeterLimits::NONE });
//! let (sum, product) = budget::limited(&meter, || (x.add(&x), x.matmul(&x)));
//! assert_eq!(sum?.shape(), [1000, 1000]);
//! assert!(matches!(product, Err(Error::Exhausted(_))));
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use super::{Error, Result, Tensor};

/// Bytes that each element counts for: those of the largest dtype.
const ELEMENT: u128 = 8;

/// The cost of one operation, known before it is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationCost {
    /// Elements that are made: those of the value, and those of a copy of the inputs where the way to it may need one.
    pub elements: u128,
    /// Multiply-adds, and elements that are touched; a function of a number counts as several.
    pub work: u128,
}

/// How many multiply-adds take as long as one exponential, logarithm or power.
const FUNCTION: u128 = 4;

impl OperationCost {
    /// The cost of what is computed nowhere or refused: its error says more than its cost.
    pub const NOTHING: Self = Self { elements: 0, work: 0 };

    /// The cost of another look at elements that stay where they are.
    pub const VIEW: Self = Self { elements: 1, work: 1 };

    /// A tensor of this shape, each element of which is written once.
    pub fn made(shape: &[usize]) -> Self {
        Self::each(volume(shape))
    }

    /// So many elements, each of which is written once.
    pub fn each(elements: u128) -> Self {
        Self { elements, work: elements }
    }

    /// A tensor as large as this one.
    pub fn like(x: &Tensor) -> Self {
        Self::made(x.shape())
    }

    /// A tensor of the shape to which some tensors broadcast. Where they do not, the operation says so.
    pub fn broadcast(inputs: &[&Tensor]) -> Self {
        broadcast_volume(inputs.iter().map(|input| input.shape())).map_or(Self::NOTHING, Self::each)
    }

    /// Some matrices (rows, inner) times as many others (inner, columns).
    pub fn products(batch: u128, [rows, inner, columns]: [usize; 3]) -> Self {
        let elements = batch.saturating_mul(volume(&[rows, columns]));
        Self { elements, work: elements.saturating_mul(inner.max(1) as u128) }
    }

    /// The same, where each element takes a function such as an exponential.
    #[must_use]
    pub fn of_functions(self) -> Self {
        self.working(FUNCTION)
    }

    /// The same with `times` the work.
    #[must_use]
    pub fn working(self, times: u128) -> Self {
        Self { work: self.work.saturating_mul(times), ..self }
    }

    /// Both costs together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { elements: self.elements.saturating_add(other.elements), work: self.work.saturating_add(other.work) }
    }

    /// The bytes that the elements count for.
    fn bytes(self) -> u128 {
        self.elements.saturating_mul(ELEMENT)
    }
}

/// How many elements a shape has, a size of zero counted as one: an empty tensor may be large in all but one axis, and what is made
/// of it may lack just that one.
pub fn volume(shape: &[usize]) -> u128 {
    shape.iter().fold(1, |volume: u128, &size| volume.saturating_mul(size.max(1) as u128))
}

/// The volume of the shape to which shapes broadcast; `None` where they do not.
pub(crate) fn broadcast_volume<'a>(shapes: impl Iterator<Item = &'a [usize]> + Clone) -> Option<u128> {
    let ndim = shapes.clone().map(<[usize]>::len).max().unwrap_or(0);
    (1..=ndim).try_fold(1, |volume: u128, from_end| {
        let mut joint = 1;
        for shape in shapes.clone() {
            match shape.len().checked_sub(from_end).map_or(1, |place| shape[place]) {
                1 => {}
                size if joint == 1 || joint == size => joint = size,
                _ => return None,
            }
        }
        Some(volume.saturating_mul(joint.max(1) as u128))
    })
}

/// How much a computation may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeterLimits {
    /// Bytes, all that were ever made counted together.
    pub bytes: u64,
    /// Bytes that one operation may make.
    pub at_once: u64,
    /// Multiply-adds and touched elements.
    pub work: u64,
    /// What is left of a budget that this computation shares with others.
    pub shared: Allowance,
}

/// Bytes and work that may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Bytes.
    pub bytes: u64,
    /// Multiply-adds and touched elements.
    pub work: u64,
}

impl MeterLimits {
    /// No limit at all.
    pub const NONE: Self = Self {
        bytes: u64::MAX,
        at_once: u64::MAX,
        work: u64::MAX,
        shared: Allowance { bytes: u64::MAX, work: u64::MAX },
    };
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// Bytes: so many were asked for, and so many may all of them be.
    Bytes(u128, u64),
    /// Bytes of one operation, though there are so many left: asked for, and the limit.
    AtOnce(u128, u64),
    /// Multiply-adds: so many were asked for at once.
    Work(u128),
    /// Bytes of the shared budget.
    SharedBytes,
    /// Multiply-adds of the shared budget.
    SharedWork,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes, limit) => {
                write!(f, "this needs {bytes} bytes of memory, but the total limit is {limit}")
            }
            Self::AtOnce(bytes, limit) => {
                write!(f, "this needs {bytes} bytes of memory, but one operation may use only {limit}")
            }
            Self::Work(work) => write!(f, "this needs {work} multiply-adds, which is too many"),
            Self::SharedBytes => f.write_str("this needs more memory than is left of the total limit"),
            Self::SharedWork => f.write_str("this needs more multiply-adds than are left of the total limit"),
        }
    }
}

/// Counts down what is left.
#[derive(Debug)]
pub struct Meter {
    limits: MeterLimits,
    left: Cell<Allowance>,
    shared: Cell<Allowance>,
    refusal: Cell<Option<Exhausted>>,
}

impl Meter {
    /// A meter of which nothing is spent.
    pub fn new(limits: MeterLimits) -> Rc<Self> {
        Rc::new(Self {
            limits,
            left: Cell::new(Allowance { bytes: limits.bytes, work: limits.work }),
            shared: Cell::new(limits.shared),
            refusal: Cell::new(None),
        })
    }

    /// What is left of the shared budget.
    pub fn shared_left(&self) -> Allowance {
        self.shared.get()
    }

    /// What an operation was refused for in this meter's scope, if one was. A computation that lost a value so cannot be gone on
    /// with, whatever became of the error.
    pub fn refusal(&self) -> Option<Exhausted> {
        self.refusal.get()
    }

    /// Takes a cost, or nothing where something of it is not there.
    ///
    /// # Errors
    /// When more is asked for than is left, or at once than may be.
    pub fn spend(&self, cost: OperationCost) -> std::result::Result<(), Exhausted> {
        self.take(cost.bytes(), cost.work)
    }

    /// Takes bytes of something else than tensors.
    ///
    /// # Errors
    /// When more is asked for than is left, or at once than may be.
    pub fn bytes(&self, bytes: u128) -> std::result::Result<(), Exhausted> {
        self.take(bytes, 0)
    }

    fn take(&self, bytes: u128, work: u128) -> std::result::Result<(), Exhausted> {
        let (left, shared) = (self.left.get(), self.shared.get());
        let own_bytes = less(left.bytes, bytes).ok_or(Exhausted::Bytes(bytes, self.limits.bytes))?;
        if bytes > u128::from(self.limits.at_once) {
            return Err(Exhausted::AtOnce(bytes, self.limits.at_once));
        }
        let own_work = less(left.work, work).ok_or(Exhausted::Work(work))?;
        let shared_bytes = less(shared.bytes, bytes).ok_or(Exhausted::SharedBytes)?;
        let shared_work = less(shared.work, work).ok_or(Exhausted::SharedWork)?;
        self.left.set(Allowance { bytes: own_bytes, work: own_work });
        self.shared.set(Allowance { bytes: shared_bytes, work: shared_work });
        Ok(())
    }
}

fn less(left: u64, asked: u128) -> Option<u64> {
    left.checked_sub(u64::try_from(asked).ok()?)
}

thread_local! {
    static METER: RefCell<Option<Rc<Meter>>> = const { RefCell::new(None) };
}

/// Runs a computation whose operations are paid for from this meter.
pub fn limited<T>(meter: &Rc<Meter>, compute: impl FnOnce() -> T) -> T {
    struct Restore(Option<Rc<Meter>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            METER.replace(self.0.take());
        }
    }
    let _restore = Restore(METER.replace(Some(Rc::clone(meter))));
    compute()
}

/// Takes the cost that `cost` states from the meter of this thread. Without one it is not even asked.
pub(crate) fn charge(cost: impl FnOnce() -> OperationCost) -> Result<()> {
    METER.with_borrow(|meter| {
        let Some(meter) = meter else { return Ok(()) };
        meter.spend(cost()).map_err(|exhausted| {
            meter.refusal.set(Some(exhausted));
            Error::Exhausted(exhausted)
        })
    })
}

/// Takes a cost from the meter of this thread, for what is computed outside of [operations](super::ops::Operation).
///
/// # Errors
/// When it is not there.
pub fn spend(cost: OperationCost) -> Result<()> {
    charge(|| cost)
}

/// Asks for a tensor of this shape that is made of nothing: filled, drawn or read. An operation asks for its value by itself.
///
/// # Errors
/// When it would be too large.
pub fn make(shape: &[usize]) -> Result<()> {
    charge(|| OperationCost::made(shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::DType;

    const HUGE: usize = usize::MAX;

    #[test]
    fn hostile_shapes_saturate() {
        assert_eq!(volume(&[HUGE, HUGE, HUGE]), u128::MAX);
        assert_eq!(volume(&[0, 7]), 7);
        let products = OperationCost::products(u128::MAX, [HUGE; 3]);
        assert_eq!((products.elements, products.work), (u128::MAX, u128::MAX));
        let meter = Meter::new(MeterLimits { bytes: 100, ..MeterLimits::NONE });
        assert_eq!(meter.spend(products.and(products).of_functions()), Err(Exhausted::Bytes(u128::MAX, 100)));
        assert_eq!(limited(&meter, || make(&[HUGE; 16])), Err(Error::Exhausted(Exhausted::Bytes(u128::MAX, 100))));
    }

    #[test]
    fn shapes_that_do_not_broadcast_cost_nothing() {
        let of = |shapes: &[&[usize]]| broadcast_volume(shapes.iter().copied());
        assert_eq!(of(&[&[2, 1], &[3]]), Some(6));
        assert_eq!(of(&[&[0, 3], &[1, 3]]), Some(3));
        assert_eq!(of(&[&[2], &[3]]), None);
        assert_eq!(of(&[&[HUGE, 1, 1], &[HUGE, 1], &[HUGE]]), Some(u128::MAX));
        assert_eq!(of(&[]), Some(1));
    }

    #[test]
    fn refused_cost_takes_nothing() {
        let shared = Allowance { bytes: 64, work: 10 };
        let meter = Meter::new(MeterLimits { bytes: 80, at_once: 48, work: 20, shared });
        let spend = |elements, work| meter.spend(OperationCost { elements, work });
        assert_eq!(spend(11, 0), Err(Exhausted::Bytes(88, 80)));
        assert_eq!(spend(7, 0), Err(Exhausted::AtOnce(56, 48)));
        assert_eq!(spend(0, 21), Err(Exhausted::Work(21)));
        assert_eq!(spend(6, 5), Ok(()));
        assert_eq!(spend(3, 0), Err(Exhausted::SharedBytes));
        assert_eq!(spend(0, 6), Err(Exhausted::SharedWork));
        assert_eq!(meter.shared_left(), Allowance { bytes: 16, work: 5 });
        assert_eq!(spend(2, 5), Ok(()));
        assert_eq!(meter.refusal(), None, "nobody lost a value");
    }

    #[test]
    fn operations_are_counted_in_their_scope_alone() {
        let x = Tensor::ones(&[2, 3], DType::F32);
        let meter = Meter::new(MeterLimits { bytes: 100, ..MeterLimits::NONE });
        let none = Meter::new(MeterLimits { bytes: 0, ..MeterLimits::NONE });
        limited(&meter, || {
            assert!(x.add(&x).is_ok());
            assert!(limited(&none, || x.add(&x)).is_err());
            assert_eq!(x.add(&x).and_then(|y| y.add(&x)).err(), Some(Error::Exhausted(Exhausted::Bytes(48, 100))));
        });
        assert_eq!(meter.refusal(), Some(Exhausted::Bytes(48, 100)));
        assert!(x.add(&x).is_ok());
    }
}
