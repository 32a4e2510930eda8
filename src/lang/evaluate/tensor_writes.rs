//! Writes to tensors. All names and views of a tensor see them.
//!
//! A tensor of the room below never changes: a write makes another one, as a step of the tape, and puts it into the place that the
//! names share. What is written to a view is written to its root, at the places where the elements of the view stand.

use std::sync::Arc;

use super::changes::owned_by;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{Maker, SharedTensor, Value};
use crate::tensor::ops::dtype_names::scalar;
use crate::tensor::ops::put::{PutPart, put};
use crate::tensor::tape::gradient_mode;
use crate::tensor::tape::graph::Note;
use crate::tensor::{DType, Leaf, Tensor, tape};

use rustc_hash::FxHashSet;

/// Where the elements of a tensor that is written to stand.
pub(super) enum Written {
    /// In the tensor itself.
    Itself(Tensor),
    /// In the root of a view: the root, and the place in it of each element of the view, in row-major order.
    Root(Tensor, Arc<[usize]>),
}

impl Written {
    /// The tensor that is replaced, and where in it elements stand that are given by their numbers.
    pub(super) fn places_of(&self, numbers: Vec<usize>) -> (&Tensor, Vec<usize>) {
        match self {
            Self::Itself(tensor) => (tensor, numbers),
            Self::Root(root, places) => (root, in_root(numbers, places)),
        }
    }
}

/// What one write to a part takes besides its places until the tensor is read.
const PART_BYTES: u128 = 160;

/// PyTorch's sentence for a write to what is read at the same time.
const ACROSS: &str = "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory \
                      location. Please clone() the tensor before performing the operation.";

/// PyTorch's sentence for a write to one element of a memory by two of a tensor.
const OVERLAP: &str = "unsupported operation: more than one element of the written-to tensor refers to a single memory location. \
                       Please clone() the tensor before performing the operation.";

impl Interpreter<'_> {
    /// A tensor that takes the place of another one: refused where PyTorch could not write it there.
    pub(super) fn in_place_of(&mut self, span: Span, before: &Tensor, after: Tensor) -> Outcome<Tensor> {
        let (from, to) = (after.dtype(), before.dtype());
        if let Some(message) = not_in_place(before, &after) {
            let help = if can_cast(from, to) {
                "write x = x + y, which gives x a new shape".to_owned()
            } else {
                format!("x is {to}: convert it first, x = x.to(...)")
            };
            return Err(Diagnostic::new(span, message).raising("RuntimeError").help(help));
        }
        if from == to {
            return Ok(after);
        }
        self.place(span);
        after.to(to).map_err(|error| Diagnostic::of_tensor(span, &error))
    }

    /// The error for a tensor to which a write was lost, because the cell had nothing left for it.
    pub(super) fn lost_write(&mut self, span: Span) -> Diagnostic {
        let exhausted = self.step(span).err();
        exhausted.unwrap_or_else(|| Diagnostic::new(span, "a write to this tensor cost more than the cell may use"))
    }

    /// Refuses to write to what another cell has made.
    pub(in crate::lang) fn writable(tensor: &SharedTensor, span: Span) -> Outcome<()> {
        match tensor.root().maker().or_else(|| tensor.maker()) {
            Some(maker) => Err(owned(&maker, span)),
            None => Ok(()),
        }
    }

    /// Puts what was computed for all elements of a tensor into their place, for all names and views: `x += 1`, `x.mul_(2)`. It has the
    /// shape and the dtype of the tensor. Where `is_fill`, all elements get the same number, so that it does not matter if several
    /// stand at one place.
    pub(in crate::lang) fn overwrite(
        &mut self,
        span: Span,
        tensor: &SharedTensor,
        computed: Tensor,
        is_fill: bool,
    ) -> Outcome<()> {
        Self::writable(tensor, span)?;
        let written = match Self::written_places(span, tensor)? {
            Written::Itself(_) => computed,
            Written::Root(root, places) => {
                let is_whole = is_whole(&root, &places);
                if !is_whole {
                    check_overlap(&places, is_fill, span)?;
                }
                self.place(span);
                let put_there = || {
                    gradient_mode::note(Note::made(&computed));
                    if is_whole {
                        return computed.reshape(&root.shape().iter().map(|&size| size as isize).collect::<Vec<_>>());
                    }
                    put(&root, places.to_vec(), computed.shape().to_vec(), &computed)
                };
                Self::noting(std::iter::once(&tensor.root()), put_there)
                    .map_err(|error| Diagnostic::of_tensor(span, &error))?
            }
        };
        self.put_in_place(span, tensor, written)
    }

    /// Writes to some elements of a tensor, by their numbers in row-major order, for all names and views.
    pub(in crate::lang) fn write_elements(
        &mut self,
        span: Span,
        tensor: &SharedTensor,
        numbers: Vec<usize>,
        write: impl FnOnce(&Tensor, Vec<usize>) -> crate::tensor::Result<Tensor>,
    ) -> Outcome<()> {
        Self::writable(tensor, span)?;
        let into = Self::written_places(span, tensor)?;
        let (whole, places) = into.places_of(numbers);
        self.place(span);
        tensor.root().note_gradient();
        let written = write(whole, places).map_err(|error| Diagnostic::of_tensor(span, &error))?;
        self.put_in_place(span, tensor, written)
    }

    /// Refuses an operand that lies across a tensor that is written to, as PyTorch does: what is read may have been overwritten.
    pub(in crate::lang) fn check_operand(span: Span, tensor: &SharedTensor, operand: &Value) -> Outcome<()> {
        let Some((shape, places)) = shared_places(tensor, operand) else { return Ok(()) };
        let written = places_of(tensor);
        if shape == tensor.now().shape() && places == written {
            return Ok(());
        }
        check_apart(&written, &places, span)
    }

    /// Refuses to write to a tensor of which several elements stand at one place.
    pub(in crate::lang) fn check_no_overlap(span: Span, tensor: &SharedTensor) -> Outcome<()> {
        check_overlap(&places_of(tensor), false, span)
    }

    /// Writes to a small part of a tensor, which the next read of the tensor sees. The elements are given by their numbers in row-major
    /// order, in this shape.
    pub(super) fn write_part(
        &mut self,
        span: Span,
        tensor: &SharedTensor,
        (numbers, shape): (Vec<usize>, Vec<usize>),
        fill: &Tensor,
        item: &Value,
    ) -> Outcome<()> {
        let places = match Self::view_places(span, tensor)? {
            None => numbers,
            Some(places) => in_root(numbers, &places),
        };
        check_overlap(&places, fill.is_number(), span)?;
        self.spend(span, |meter| meter.bytes(PART_BYTES + 8 * places.len() as u128))?;
        self.place(span);
        let part = PutPart::new(places, shape, fill).map_err(|error| Diagnostic::of_tensor(span, &error))?;
        let root = tensor.root();
        // Only the names of the first of several writes are asked for.
        let is_first = !root.is_pending();
        let names = if is_first { self.names_for(&root) } else { Vec::new() };
        let read = [&root].into_iter().filter(|_| is_first).chain(item.as_tensor());
        let notes = read.filter_map(|read| read.gradient_note(false)).collect();
        tensor.write(part, names, notes).map_err(|maker| owned(&maker, span))
    }

    /// Where the elements of a tensor stand.
    pub(super) fn written_places(span: Span, tensor: &SharedTensor) -> Outcome<Written> {
        Ok(match Self::view_places(span, tensor)? {
            None => Written::Itself(tensor.now()),
            Some(places) => Written::Root(tensor.root().now(), places),
        })
    }

    /// Where the elements of a view stand in its root; `None` for a tensor that is no view.
    fn view_places(span: Span, tensor: &SharedTensor) -> Outcome<Option<Arc<[usize]>>> {
        let Some(places) = tensor.places_in_root() else { return Ok(None) };
        let places = places.map_err(|error| Diagnostic::of_tensor(span, &error))?;
        places.map(Some).ok_or_else(|| {
            let message = "the parts of complex numbers cannot be changed one by one here";
            Diagnostic::new(span, message).help("change a copy: parts = x.real.clone()")
        })
    }

    /// Puts another tensor into the place of the root of a tensor. It gets the names that the running function has for that.
    pub(super) fn put_in_place(&mut self, span: Span, tensor: &SharedTensor, written: Tensor) -> Outcome<()> {
        let root = tensor.root();
        // What was not computed has no step yet.
        let written = if written.origin().is_none() { tape::leaf(written, Leaf::Literal) } else { written };
        for name in self.names_for(&root) {
            tape::name(&written, name);
        }
        tensor.replace(written).map_err(|maker| owned(&maker, span))
    }
}

/// The error for writing to a tensor that another cell has made.
fn owned(maker: &Maker, span: Span) -> Diagnostic {
    owned_by(maker, "tensor", "mine = x.clone()", span)
}

/// Where the elements of a view with these numbers stand in its root.
fn in_root(numbers: Vec<usize>, places: &[usize]) -> Vec<usize> {
    numbers.into_iter().filter_map(|number| places.get(number).copied()).collect()
}

/// Where the elements of a tensor stand in its root.
pub(super) fn places_of(tensor: &SharedTensor) -> Vec<usize> {
    let shown = tensor.places_in_root().and_then(Result::ok).flatten();
    shown.map_or_else(|| (0..tensor.len()).collect(), |places| places.to_vec())
}

/// The shape of a value that shares the memory of a tensor, and where its elements stand there.
pub(super) fn shared_places(tensor: &SharedTensor, value: &Value) -> Option<(Vec<usize>, Vec<usize>)> {
    let Value::Tensor(other) = value else { return None };
    other.root().is(&tensor.root()).then(|| (other.now().shape().to_vec(), places_of(other)))
}

/// Refuses to read at places that are written to.
pub(super) fn check_apart(written: &[usize], read: &[usize], span: Span) -> Outcome<()> {
    let written: FxHashSet<usize> = written.iter().copied().collect();
    if !read.iter().any(|place| written.contains(place)) {
        return Ok(());
    }
    Err(across(span))
}

/// The error for a write to what is read at the same time.
pub(in crate::lang) fn across(span: Span) -> Diagnostic {
    Diagnostic::new(span, ACROSS).raising("RuntimeError").help("copy what is read first: write y.clone()")
}

/// Whether places are all those of a root, in order.
fn is_whole(root: &Tensor, places: &[usize]) -> bool {
    places.len() == root.len() && places.iter().enumerate().all(|(number, place)| number == *place)
}

/// Refuses to write different numbers to one place: PyTorch's check, after [`Tensor::expand`].
pub(super) fn check_overlap(places: &[usize], is_fill: bool, span: Span) -> Outcome<()> {
    if is_fill {
        return Ok(());
    }
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    if sorted.is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    Err(Diagnostic::new(span, OVERLAP)
        .raising("RuntimeError")
        .help("this view repeats elements without a copy: write to x.clone()"))
}

/// PyTorch's sentence where what was computed cannot be written in the place of a tensor.
pub(in crate::lang) fn not_in_place(before: &Tensor, after: &Tensor) -> Option<String> {
    let (from, to) = (after.dtype(), before.dtype());
    if !can_cast(from, to) {
        let (from, to) = (scalar(from), scalar(to));
        return Some(format!("result type {from} can't be cast to the desired output type {to}"));
    }
    (after.shape() != before.shape()).then(|| shape_changes(before.shape(), after.shape()))
}

/// PyTorch's sentence where a tensor would get another shape.
pub(in crate::lang) fn shape_changes(before: &[usize], after: &[usize]) -> String {
    format!("output with shape {before:?} doesn't match the broadcast shape {after:?}")
}

/// Whether numbers of one dtype can be written into a tensor of another: PyTorch's `can_cast`.
pub(super) fn can_cast(from: DType, to: DType) -> bool {
    (!from.is_complex() || to.is_complex())
        && (!from.is_float() || to.is_float() || to.is_complex())
        && (from == DType::Bool || to != DType::Bool)
}
