//! Functions that move elements about: other shapes, other orders, other dtypes, several tensors in one.

use super::arguments::{Call, MAX_AXES};
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::{product, volume};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Stub, Value};
use crate::tensor::ops::join::{cat, stack};
use crate::tensor::ops::mask::where_;
use crate::tensor::{self, DType, Tensor};
use Namespace::{Bare, Numpy, Torch};

const HERE: &[Namespace] = &[Torch, Namespace::Tensor];
const METHOD: &[Namespace] = &[Namespace::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "view",
        "x, *size",
        "The same elements, row by row, under another shape; -1 is worked out.",
        METHOD,
        reshape,
    ),
    Builtin::new(
        "reshape",
        "x, *size",
        "The same elements, row by row, under another shape; -1 is worked out.",
        HERE,
        reshape,
    ),
    Builtin::new("flatten", "x, start_dim=0, end_dim=-1", "Several axes as one.", HERE, flatten),
    Builtin::new("view_as", "x, other", "Under the shape of another tensor.", METHOD, like_other),
    Builtin::new("reshape_as", "x, other", "Under the shape of another tensor.", METHOD, like_other),
    Builtin::new("transpose", "x, dim0, dim1", "Two axes exchanged.", HERE, transpose),
    Builtin::new("swapaxes", "x, dim0, dim1", "Two axes exchanged.", &[Torch, Namespace::Tensor, Numpy], transpose),
    Builtin::new("permute", "x, *dims", "The axes in another order.", HERE, permute),
    Builtin::new("t", "x", "A matrix with its axes exchanged.", HERE, matrix_transpose),
    Builtin::new("unsqueeze", "x, dim", "With a new axis of size 1.", HERE, unsqueeze),
    Builtin::new("squeeze", "x, dim=None", "Without an axis of size 1, or without all of them.", HERE, squeeze),
    Builtin::new("expand", "x, *size", "Axes of size 1 stretched; -1 keeps a size.", METHOD, expand),
    Builtin::new("expand_as", "x, other", "Stretched to the shape of another tensor.", METHOD, expand_as),
    Builtin::new("broadcast_to", "x, size", "Axes of size 1 stretched to this shape.", HERE, expand),
    Builtin::new("repeat_interleave", "x, repeats, dim=None", "Each place of an axis several times.", HERE, interleave),
    Builtin::new("roll", "x, shifts, dims=None", "The places of an axis moved round in a ring.", HERE, roll),
    Builtin::new("tile", "x, *size", "Copies side by side, so many along each axis.", HERE, repeat),
    Builtin::new("repeat", "x, *size", "Copies side by side, so many along each axis.", METHOD, repeat),
    Builtin::new("chunk", "x, chunks, dim=0", "So many equal parts along an axis.", HERE, chunk),
    Builtin::new("split", "x, size, dim=0", "Parts of this size along an axis.", HERE, split),
    Builtin::new("unbind", "x, dim=0", "A tuple of the slices along an axis.", HERE, unbind),
    Builtin::new("flip", "x, dims", "The elements along these axes from the last to the first.", HERE, flip),
    Builtin::new("index_select", "x, dim, index", "The places of an axis that an index names.", HERE, index_select),
    Builtin::new("meshgrid", "*tensors, indexing='ij'", "The coordinates of every pair of places.", &[Torch], meshgrid),
    Builtin::new("vstack", "tensors", "Rows under each other.", &[Torch, Numpy], stacked),
    Builtin::new("hstack", "tensors", "Tensors beside each other.", &[Torch, Numpy], stacked),
    Builtin::new("cat", "tensors, dim=0", "Tensors one after the other along an axis.", &[Torch], join),
    Builtin::new("concatenate", "tensors, dim=0", "Tensors one after the other along an axis.", &[Torch, Numpy], join),
    Builtin::new("stack", "tensors, dim=0", "Tensors side by side along a new axis.", &[Torch, Numpy], join),
    Builtin::new(
        "where",
        "condition, x=None, other=None",
        "Elements of x where the condition holds, else of other.",
        &[Torch, Numpy],
        choose,
    ),
    Builtin::new(
        "masked_fill",
        "x, mask, value",
        "The value where the mask is True, elsewhere the element.",
        HERE,
        masked_fill,
    ),
    Builtin::new("masked_select", "x, mask", "The elements where the mask is True.", HERE, masked_select),
    Builtin::new(
        "tril",
        "x, diagonal=0",
        "The elements on and below a diagonal; 0 above it.",
        &[Bare, Torch, Namespace::Tensor, Numpy],
        triangle,
    ),
    Builtin::new(
        "triu",
        "x, diagonal=0",
        "The elements on and above a diagonal; 0 below it.",
        &[Bare, Torch, Namespace::Tensor, Numpy],
        triangle,
    ),
    Builtin::new("expand_dims", "x, dim", "With a new axis of size 1.", &[Numpy], unsqueeze),
    Builtin::new("transpose", "x", "With its axes in the opposite order.", &[Numpy], turned),
    Builtin::new("reshape", "x, size", "The same elements, row by row, under another shape.", &[Numpy], reshape),
    Builtin::new("squeeze", "x, dim=None", "Without axes of size 1.", &[Numpy], squeeze),
    Builtin::new("type", "x, dtype=None", "In another dtype; without one, the name of its own.", METHOD, to_type),
    Builtin::new("astype", "x, dtype", "In another dtype, as NumPy says it.", METHOD, to_type),
    Builtin::new("type_as", "x, other", "In the dtype of another tensor.", METHOD, type_as),
    Builtin::new("numpy", "x", "The same tensor: arrays and tensors are one here.", METHOD, same),
    Builtin::new("requires_grad_", "x, requires_grad=True", "The same tensor; read, and without effect.", METHOD, same),
    Builtin::new("is_floating_point", "x", "Whether the elements are real numbers.", HERE, is_real),
    Builtin::new("size", "x, dim=None", "The shape, or the size of one axis.", METHOD, size),
    Builtin::new("dim", "x", "How many axes there are.", METHOD, axes),
    Builtin::new("ndimension", "x", "How many axes there are.", METHOD, axes),
    Builtin::new("numel", "x", "How many elements there are.", HERE, elements),
    Builtin::new("item", "x", "The only element, as a plain number.", METHOD, item),
    Builtin::new("tolist", "x", "The elements as lists of lists of numbers.", METHOD, to_list),
    Builtin::new(
        "to",
        "x, *target, dtype=None, device=None, non_blocking=False",
        "In another dtype; a device is read and has no effect.",
        METHOD,
        to,
    ),
    Builtin::new("float", "x", "As float32.", METHOD, cast),
    Builtin::new("double", "x", "As float64.", METHOD, cast),
    Builtin::new("long", "x", "As int64, without what is after the point.", METHOD, cast),
    Builtin::new("int", "x", "As int64 (PyTorch gives int32, which is not here).", METHOD, cast),
    Builtin::new("bool", "x", "True where an element is not 0.", METHOD, cast),
    Builtin::new("contiguous", "x", "The same tensor.", METHOD, same),
    Builtin::new("byte", "x", "As uint8.", METHOD, cast),
    Builtin::new("clone", "x", "The same tensor: tensors never change.", HERE, same),
    Builtin::new("detach", "x", "The same tensor: gradients are kept only where they are asked for.", METHOD, same),
    Builtin::new("cpu", "x", "The same tensor.", METHOD, same),
    Builtin::new("cuda", "x, device=None", "The same tensor.", METHOD, same),
];

fn reshape(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, sizes) = (call.real_tensor("x")?, call.sizes("size")?);
    let asked: Vec<usize> = sizes.iter().map(|size| size.unsigned_abs()).collect();
    // An empty tensor may be given any large shape, and what is made of that is charged by its volume.
    call.charge(machine, volume(&x).max(if x.is_empty() { product(&asked) } else { 0 }))?;
    call.tensor_result(if call.builtin.name == "view" { x.view(&sizes) } else { x.reshape(&sizes) })
}

fn flatten(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let ndim = x.ndim() as i64;
    let place = |dim: i64| if dim < 0 { dim + ndim.max(1) } else { dim };
    let (start, end) = (place(call.int("start_dim")?), place(call.int("end_dim")?));
    if start < 0 || end < start || end >= ndim.max(1) {
        return Err(call.error(format!("there are no axes {start} to {end} in a tensor of shape {}", x.shape_text())));
    }
    let mut sizes: Vec<isize> = x.shape().iter().map(|&size| size as isize).collect();
    if ndim == 0 {
        sizes = vec![1];
    } else {
        let joined = sizes[start as usize..=end as usize].iter().product();
        sizes.splice(start as usize..=end as usize, [joined]);
    }
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.reshape(&sizes))
}

fn transpose(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    call.charge(machine, 1)?;
    call.tensor_result(call.real_tensor("x")?.transpose(call.dim("dim0")?, call.dim("dim1")?))
}

fn permute(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    call.charge(machine, 1)?;
    call.tensor_result(call.real_tensor("x")?.permute(&call.sizes("dims")?))
}

fn matrix_transpose(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    if x.ndim() > 2 {
        return Err(call
            .error(format!("t is for matrices, and the shape is {}", x.shape_text()))
            .help("to exchange the last two axes, write `.mT`"));
    }
    call.charge(machine, 1)?;
    if x.ndim() < 2 { Ok(Value::Tensor(x)) } else { call.tensor_result(x.transpose(0, 1)) }
}

fn like_other(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, other) = (call.real_tensor("x")?, call.real_tensor("other")?);
    call.charge(machine, volume(&x))?;
    let sizes: Vec<isize> = other.shape().iter().map(|&size| size as isize).collect();
    call.tensor_result(x.reshape(&sizes))
}

fn turned(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    call.charge(machine, 1)?;
    let x = call.real_tensor("x")?;
    let order: Vec<isize> = (0..x.ndim() as isize).rev().collect();
    call.tensor_result(x.permute(&order))
}

fn interleave(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (mut x, times) = (call.real_tensor("x")?, call.size("repeats")?);
    if !call.has("dim") {
        x = x.reshape(&[-1]).map_err(|error| call.refused(&error))?;
    }
    let dim = if call.has("dim") { call.dim("dim")? } else { 0 };
    let place = if dim < 0 { dim + x.ndim() as isize } else { dim };
    let size = usize::try_from(place).ok().and_then(|place| x.shape().get(place).copied());
    let size =
        size.ok_or_else(|| call.error(format!("there is no axis {dim} in a tensor of shape {}", x.shape_text())))?;
    call.charge(machine, volume(&x).saturating_mul(times as u128))?;
    let places = (0..size as i64).flat_map(|place| std::iter::repeat_n(place, times)).collect();
    call.tensor_result(Tensor::from_i64(&[size * times], places).and_then(|places| x.index_select(dim, &places)))
}

/// Each axis in turn; without axes, the elements in one row.
fn roll(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (shifts, mut dims) = (call.dims("shifts")?, call.dims("dims")?);
    call.charge(machine, (x.len() * (shifts.len() + 1)) as u128)?;
    let fails = |error: tensor::Error| call.refused(&error);
    let mut moved = x.clone();
    if dims.is_empty() {
        moved = moved.reshape(&[-1]).map_err(fails)?;
        dims = vec![0];
    }
    if shifts.len() != dims.len() {
        return Err(call.wrong("shifts", "as many numbers as there are axes in `dims`"));
    }
    for (shift, dim) in shifts.into_iter().zip(dims) {
        let place = if dim < 0 { dim + moved.ndim() as isize } else { dim };
        let size = usize::try_from(place).ok().and_then(|place| moved.shape().get(place).copied()).unwrap_or(0) as i64;
        let places = (0..size).map(|place| (place - shift as i64).rem_euclid(size)).collect();
        let places = Tensor::from_i64(&[size as usize], places);
        moved = places.and_then(|places| moved.index_select(dim, &places)).map_err(fails)?;
    }
    let shape: Vec<isize> = x.shape().iter().map(|&size| size as isize).collect();
    call.tensor_result(moved.reshape(&shape))
}

fn meshgrid(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut axes = Vec::new();
    if let Value::Tuple(items) = call.value("tensors") {
        for item in items.iter() {
            let Value::Tensor(axis) = item else { return Err(call.wrong("tensors", "vectors")) };
            if axis.ndim() != 1 {
                return Err(call.wrong("tensors", "vectors"));
            }
            axes.push(axis.clone());
        }
    }
    let [a, b] = &axes[..] else { return Err(call.error("meshgrid takes two vectors here")) };
    call.charge(machine, 2 * a.len() as u128 * b.len() as u128)?;
    let (rows, columns) = (a.len() as isize, b.len() as isize);
    let pair = match call.text("indexing")? {
        "ij" => [a.unsqueeze(1).and_then(|a| a.expand(&[rows, columns])), b.expand(&[rows, columns])],
        "xy" => [a.expand(&[columns, rows]), b.unsqueeze(1).and_then(|b| b.expand(&[columns, rows]))],
        _ => return Err(call.wrong("indexing", "'ij' or 'xy'")),
    };
    let pair = pair.into_iter().map(|grid| call.tensor_result(grid)).collect::<Outcome<Vec<_>>>()?;
    machine.collect(call.span, pair).map(Value::Tuple)
}

fn unsqueeze(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    if x.ndim() >= MAX_AXES {
        return Err(call.error(format!("a tensor has at most {MAX_AXES} axes here")));
    }
    call.charge(machine, 1)?;
    call.tensor_result(x.unsqueeze(call.dim("dim")?))
}

fn squeeze(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    call.charge(machine, 1)?;
    let dim = call.optional_int("dim")?.map(|dim| dim as isize);
    call.tensor_result(call.real_tensor("x")?.squeeze(dim))
}

fn expand(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, sizes) = (call.real_tensor("x")?, call.sizes("size")?);
    let own = |from_end: usize| x.ndim().checked_sub(from_end).map_or(1, |place| x.shape()[place]);
    let sized = sizes
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &size)| usize::try_from(size).unwrap_or_else(|_| own(place + 1)) as u128);
    call.charge(machine, sized.fold(1, |all, size| all.saturating_mul(size.max(1))))?;
    call.tensor_result(x.expand(&sizes))
}

fn expand_as(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, other) = (call.real_tensor("x")?, call.real_tensor("other")?);
    call.charge_broadcast(machine, &[&x, &other])?;
    call.tensor_result(x.expand_as(&other))
}

/// Copies along each axis: the sizes stand for the last axes, and more of them add axes in front.
fn repeat(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, times) = (call.real_tensor("x")?, call.sizes("size")?);
    if times.len() < x.ndim() || times.iter().any(|&times| times < 0) {
        return Err(call.error(format!("repeat takes one number for each axis of {}", x.shape_text())));
    }
    let copies = times.iter().fold(volume(&x), |all, &times| all.saturating_mul(times.max(1) as u128));
    call.charge(machine, copies.saturating_mul(2))?;
    call.tensor_result(repeated(&x, &times))
}

fn repeated(x: &Tensor, times: &[isize]) -> tensor::Result<Tensor> {
    let missing = times.len() - x.ndim();
    let sizes: Vec<isize> = vec![1; missing].into_iter().chain(x.shape().iter().map(|&size| size as isize)).collect();
    // Each axis becomes two, copies before elements, and the two become one again.
    let apart: Vec<isize> = sizes.iter().flat_map(|&size| [1, size]).collect();
    let stretched: Vec<isize> = sizes.iter().zip(times).flat_map(|(&size, &times)| [times, size]).collect();
    let joined: Vec<isize> = sizes.iter().zip(times).map(|(&size, &times)| times * size).collect();
    x.reshape(&apart)?.expand(&stretched)?.reshape(&joined)
}

/// Parts of one axis, each of `size` places but perhaps the last.
fn parts(machine: &mut Interpreter<'_>, call: &Call<'_>, x: &Tensor, sizes: &[usize]) -> Outcome {
    let dim = call.dim("dim")?;
    call.charge(machine, volume(x))?;
    let mut start = 0;
    let mut parts = Vec::with_capacity(sizes.len());
    for &size in sizes {
        parts.push(call.tensor_result(x.narrow(dim, start, size))?);
        start += size;
    }
    machine.collect(call.span, parts).map(Value::Tuple)
}

/// The size of the axis that `dim` names.
fn axis_size(call: &Call<'_>, x: &Tensor) -> Outcome<usize> {
    let dim = call.int("dim")?;
    let place = if dim < 0 { dim + x.ndim() as i64 } else { dim };
    let size = usize::try_from(place).ok().and_then(|place| x.shape().get(place).copied());
    size.ok_or_else(|| call.error(format!("there is no axis {dim} in a tensor of shape {}", x.shape_text())))
}

fn even_parts(size: usize, each: usize) -> Vec<usize> {
    (0..size.div_ceil(each.max(1))).map(|part| each.min(size - part * each)).collect()
}

fn chunk(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, chunks) = (call.real_tensor("x")?, call.size("chunks")?);
    let size = axis_size(call, &x)?;
    if chunks == 0 {
        return Err(call.wrong("chunks", "a number above 0"));
    }
    parts(machine, call, &x, &even_parts(size, size.div_ceil(chunks)))
}

fn split(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let size = axis_size(call, &x)?;
    let sizes = match call.value("size") {
        Value::List(_) | Value::Tuple(_) => call.sizes("size")?.iter().map(|&part| part.max(0) as usize).collect(),
        _ => match call.size("size")? {
            0 => return Err(call.wrong("size", "a size above 0")),
            each => even_parts(size, each),
        },
    };
    if sizes.iter().sum::<usize>() != size {
        return Err(call.error(format!("these parts do not add up to the axis, which has {size} places")));
    }
    parts(machine, call, &x, &sizes)
}

fn unbind(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (dim, size) = (call.dim("dim")?, axis_size(call, &x)?);
    call.charge(machine, volume(&x))?;
    let slices = (0..size).map(|place| call.tensor_result(x.select(dim, place as i64))).collect::<Outcome<Vec<_>>>()?;
    machine.collect(call.span, slices).map(Value::Tuple)
}

fn flip(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut x = call.real_tensor("x")?;
    for dim in call.dims("dims")? {
        call.charge(machine, volume(&x))?;
        let place = if dim < 0 { dim + x.ndim() as isize } else { dim };
        let size = usize::try_from(place).ok().and_then(|place| x.shape().get(place).copied()).unwrap_or(0);
        let backwards = Tensor::from_i64(&[size], (0..size as i64).rev().collect());
        x = backwards.and_then(|places| x.index_select(dim, &places)).map_err(|error| call.refused(&error))?;
    }
    Ok(Value::Tensor(x))
}

fn index_select(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, index) = (call.real_tensor("x")?, call.real_tensor("index")?);
    let size = axis_size(call, &x)?.max(1);
    call.charge(machine, volume(&x) / size as u128 * volume(&index))?;
    call.tensor_result(x.index_select(call.dim("dim")?, &index))
}

fn join(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let tensors = call.tensors(machine, "tensors")?;
    if tensors.first().is_some_and(|first| first.ndim() >= MAX_AXES) {
        return Err(call.error(format!("a tensor has at most {MAX_AXES} axes here")));
    }
    call.charge(machine, tensors.iter().map(volume).sum())?;
    let dim = call.dim("dim")?;
    call.tensor_result(if call.builtin.name == "stack" { stack(&tensors, dim) } else { cat(&tensors, dim) })
}

/// Rows under each other, or columns beside each other; vectors count as rows.
fn stacked(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut tensors = call.tensors(machine, "tensors")?;
    call.charge(machine, tensors.iter().map(|tensor| tensor.len() as u128).sum())?;
    let vectors = tensors.iter().all(|tensor| tensor.ndim() <= 1);
    if call.builtin.name == "hstack" {
        return call.tensor_result(cat(&tensors, isize::from(!vectors)));
    }
    for tensor in &mut tensors {
        if tensor.ndim() == 1 {
            *tensor = tensor.unsqueeze(0).map_err(|error| call.refused(&error))?;
        }
    }
    call.tensor_result(cat(&tensors, 0))
}

fn choose(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let condition = call.real_tensor("condition")?;
    if !call.has("x") && !call.has("other") {
        return true_places(machine, call, &condition);
    }
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, "other")?);
    call.charge_broadcast(machine, &[&condition, &x, &y])?;
    call.tensor_result(where_(&condition, &x, &y))
}

/// `torch.where(mask)`: the places where it is true, one tensor for each axis.
fn true_places(machine: &mut Interpreter<'_>, call: &Call<'_>, condition: &Tensor) -> Outcome {
    call.charge(machine, (condition.len() * (1 + condition.ndim())) as u128)?;
    let found: Vec<Vec<usize>> =
        tensor::ops::matmul::places(condition.shape()).filter(|place| condition.at(place) != 0.0).collect();
    let mut columns = Vec::with_capacity(condition.ndim());
    for axis in 0..condition.ndim() {
        let column = found.iter().map(|place| place[axis] as i64).collect();
        let column = Tensor::from_i64(&[found.len()], column).map_err(|error| call.refused(&error))?;
        columns.push(Value::Tensor(machine.leaf(column, tensor::Leaf::Given("where".into()), call.span)));
    }
    machine.collect(call.span, columns).map(Value::Tuple)
}

fn masked_fill(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, mask, value) = (call.real_tensor("x")?, call.real_tensor("mask")?, call.tensor(machine, "value")?);
    if mask.dtype() != DType::Bool {
        let text = machine.text_at(call.span_of("mask")).to_owned();
        let mut error = call.wrong("mask", "a mask of True and False");
        let help = if text.is_empty() {
            "compare: mask == 0".to_owned()
        } else {
            format!("True is where to fill: write {text} == 0, or {text}.bool()")
        };
        error.message = error.message.replace("a tensor", &format!("a {} tensor", mask.dtype()));
        return Err(error.help(help));
    }
    call.charge_broadcast(machine, &[&x, &mask])?;
    call.tensor_result(x.masked_fill(&mask, &value))
}

fn masked_select(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, mask) = (call.real_tensor("x")?, call.real_tensor("mask")?);
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.masked_select(&mask))
}

fn triangle(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, diagonal) = (call.real_tensor("x")?, call.int("diagonal")?);
    call.charge(machine, volume(&x))?;
    call.tensor_result(if call.builtin.name == "tril" { x.tril(diagonal) } else { x.triu(diagonal) })
}

fn size(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    if call.has("dim") { axis_size(call, &x).map(Value::int) } else { Ok(Value::shape(x.shape())) }
}

fn axes(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::int(call.real_tensor("x")?.ndim()))
}

fn elements(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::int(call.real_tensor("x")?.len()))
}

fn item(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    machine.number_of(&call.real_tensor("x")?, call.span)
}

fn to_list(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    machine.spend_bytes(call.span, x.len() * size_of::<Value>())?;
    nested_list(machine, call, &x, &mut Vec::new())
}

fn nested_list(machine: &mut Interpreter<'_>, call: &Call<'_>, x: &Tensor, index: &mut Vec<usize>) -> Outcome {
    let axis = index.len();
    if axis == x.ndim() {
        let value = x.at(index);
        return Ok(match x.dtype() {
            DType::Bool => Value::Bool(value != 0.0),
            DType::I64 | DType::U8 => Value::int(value as i64),
            DType::F32 | DType::F64 => Value::Float(value, crate::lang::value::Trace::None),
        });
    }
    let mut items = Vec::with_capacity(x.shape()[axis]);
    for place in 0..x.shape()[axis] {
        index.push(place);
        items.push(nested_list(machine, call, x, index)?);
        index.pop();
    }
    machine.collect(call.span, items).map(Value::List)
}

fn to(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let mut dtype = call.dtype("dtype")?;
    if let Value::Tuple(targets) = call.value("target") {
        for target in targets.iter() {
            match target {
                Value::DType(target) => dtype = Some(*target),
                Value::Tensor(like) => dtype = Some(like.dtype()),
                Value::Str(_) => {}
                Value::Stub(what) if matches!(**what, Stub::Device(_)) => {}
                Value::Builtin(_) => dtype = Some(dtype_of(call, target, "target")?),
                _ => return Err(call.wrong("target", "a dtype or a device")),
            }
        }
    }
    call.charge(machine, volume(&x))?;
    call.tensor_result(dtype.map_or(Ok(x.clone()), |dtype| x.to(dtype)))
}

/// The dtype that an argument names: NumPy writes it as a string too.
fn dtype_of(call: &Call<'_>, value: &Value, name: &str) -> Outcome<DType> {
    let named = match value {
        Value::DType(dtype) => Some(*dtype),
        Value::Str(text) => super::modules::dtype(text.strip_prefix("torch.").unwrap_or(text)),
        Value::Builtin(builtin) => super::arguments::python_dtype(builtin),
        _ => None,
    };
    named.ok_or_else(|| call.wrong(name, "a dtype"))
}

fn to_type(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    if !call.has("dtype") {
        return Ok(Value::text(match x.dtype() {
            DType::F32 => "torch.FloatTensor",
            DType::F64 => "torch.DoubleTensor",
            DType::I64 => "torch.LongTensor",
            DType::U8 => "torch.ByteTensor",
            DType::Bool => "torch.BoolTensor",
        }));
    }
    let dtype = dtype_of(call, call.value("dtype"), "dtype")?;
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.to(dtype))
}

fn type_as(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, other) = (call.real_tensor("x")?, call.real_tensor("other")?);
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.to(other.dtype()))
}

fn is_real(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.real_tensor("x")?.dtype().is_float()))
}

fn cast(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.to(match call.builtin.name {
        "float" => DType::F32,
        "double" => DType::F64,
        "byte" => DType::U8,
        "bool" => DType::Bool,
        _ => DType::I64,
    }))
}

fn same(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    Ok(Value::Tensor(match call.builtin.name {
        "contiguous" => x.contiguous(),
        "clone" => x.copied(),
        _ => x,
    }))
}
