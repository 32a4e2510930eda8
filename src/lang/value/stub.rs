//! Things that programs hold and that change no number here: devices, loggers, contexts without gradients, the names of `typing`,
//! opened files, iterators and random generators of other cells.
//!
//! Tutorials are full of them, so they are read, carried about and shown as Python shows them. What they would do elsewhere
//! (move to a graphics card, write a log file) is not done.

use std::sync::Arc;

use super::quoted;
use crate::tensor::DType;

/// The limits of the real dtypes, as PyTorch writes them.
const SINGLE: &str = "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, smallest_normal=1.17549e-38, \
                      tiny=1.17549e-38, dtype=float32)";
const DOUBLE: &str = "finfo(resolution=1e-15, min=-1.79769e+308, max=1.79769e+308, eps=2.22045e-16, smallest_normal=2.22507e-308, \
                      tiny=2.22507e-308, dtype=float64)";

const HALF: &str = "finfo(resolution=0.001, min=-65504, max=65504, eps=0.000976562, smallest_normal=6.10352e-05, tiny=6.10352e-05, dtype=float16)";
const BRAIN: &str = "finfo(resolution=0.01, min=-3.38953e+38, max=3.38953e+38, eps=0.0078125, smallest_normal=1.17549e-38, \
                     tiny=1.17549e-38, dtype=bfloat16)";

/// A value that is read and has no effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stub {
    /// `torch.device("cuda:0")`.
    Device(Arc<str>),
    /// `logging.getLogger("name")`: what is logged is dropped.
    Logger(Arc<str>),
    /// `torch.no_grad()` and its like, for `with`.
    GradientMode {
        /// The function that made it.
        name: &'static str,
        /// Whether what is computed in its block requires a gradient.
        enables: bool,
        /// What was so before, if it has been switched already: by `torch.set_grad_enabled`.
        before: Option<bool>,
    },
    /// `torch.finfo(torch.float32)`: what a dtype can hold.
    Limits(DType),
    /// `numpy.dtype('float64')`, which is `float64` to NumPy.
    ArrayDType(DType),
    /// A name of `typing`, or one of its names with something in its brackets.
    Annotation(Arc<str>),
    /// `NotImplemented`: what a method of an operator returns that has no answer.
    NotImplemented,
    /// `open("translator.json")`: a file that lies inside the program, or that the page was opened for.
    File(Arc<str>),
    /// The `grad_fn` of a tensor: the step of the graph that computed it, by name.
    GradFn(&'static str),
    /// An iterator of another cell, which that cell has stopped going through: the name of its type, and the cell where it has a name.
    Iterator(&'static str, Option<Arc<str>>),
    /// A generator of random numbers of another cell, and that cell where it has a name.
    Generator(Option<Arc<str>>),
}

impl Stub {
    /// The name of its type, as Python writes it.
    pub fn python_type(&self) -> &str {
        match self {
            Self::Device(_) => "torch.device",
            Self::Logger(_) => "Logger",
            Self::GradientMode { name, .. } | Self::Iterator(name, _) | Self::GradFn(name) => name,
            Self::Limits(_) => "torch.finfo",
            Self::ArrayDType(dtype) => dtype_class(*dtype),
            Self::Generator(_) => "torch._C.Generator",
            Self::NotImplemented => "NotImplementedType",
            Self::Annotation(_) => "type",
            Self::File(_) => "TextIOWrapper",
        }
    }

    /// What kind of value it is, with its article.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Device(_) => "a device",
            Self::Logger(_) => "a logger",
            Self::GradientMode { .. } => "a context",
            Self::Limits(_) => "the limits of a dtype",
            Self::ArrayDType(_) => "a dtype",
            Self::Annotation(_) => "a type",
            Self::NotImplemented => "NotImplemented",
            Self::File(_) => "a file",
            Self::GradFn(_) => "a step of the graph",
            Self::Iterator(..) => "an iterator",
            Self::Generator(_) => "a random generator",
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Device(name) | Self::Logger(name) | Self::Annotation(name) | Self::File(name) => name,
            Self::GradientMode { name, .. } | Self::Iterator(name, _) | Self::GradFn(name) => name,
            Self::Limits(dtype) if dtype.is_float() => "finfo",
            Self::Limits(_) => "iinfo",
            Self::ArrayDType(dtype) => dtype.name(),
            Self::NotImplemented => "NotImplemented",
            Self::Generator(_) => "torch._C.Generator",
        }
    }

    /// How many bytes of text it holds.
    pub(super) fn text_len(&self) -> usize {
        self.name().len()
    }

    /// As `print` shows it.
    pub(super) fn show(&self) -> String {
        match self {
            Self::Device(name) => name.to_string(),
            Self::ArrayDType(dtype) => dtype.to_string(),
            other => other.repr(),
        }
    }

    /// As it would be written.
    pub(super) fn repr(&self) -> String {
        match self {
            Self::Device(name) => match name.split_once(':') {
                Some((kind, index)) => format!("device(type={}, index={index})", quoted(kind)),
                None => format!("device(type={})", quoted(name)),
            },
            Self::Logger(name) => format!("<Logger {name} (WARNING)>"),
            Self::GradientMode { name, .. } => format!("<torch.{name}>"),
            Self::Limits(DType::F32) => SINGLE.to_owned(),
            Self::Limits(DType::F64) => DOUBLE.to_owned(),
            Self::Limits(DType::F16) => HALF.to_owned(),
            Self::Limits(DType::BF16) => BRAIN.to_owned(),
            Self::Limits(DType::I32) => "iinfo(min=-2.14748e+09, max=2.14748e+09, dtype=int32)".to_owned(),
            Self::Limits(DType::I64) => "iinfo(min=-9.22337e+18, max=9.22337e+18, dtype=int64)".to_owned(),
            Self::Limits(dtype) => format!("iinfo(min=0, max=255, dtype={dtype})"),
            Self::ArrayDType(dtype) => format!("dtype('{dtype}')"),
            Self::NotImplemented => "NotImplemented".to_owned(),
            Self::Iterator(name, _) | Self::GradFn(name) => format!("<{name} object>"),
            Self::Generator(_) => "<torch._C.Generator object>".to_owned(),
            Self::Annotation(name) => format!("typing.{name}"),
            Self::File(name) => format!("<_io.TextIOWrapper name={} mode='r' encoding='UTF-8'>", quoted(name)),
        }
    }
}

/// The class that NumPy has for a dtype.
fn dtype_class(dtype: DType) -> &'static str {
    match dtype {
        DType::F32 => "numpy.dtypes.Float32DType",
        DType::F64 => "numpy.dtypes.Float64DType",
        DType::F16 => "numpy.dtypes.Float16DType",
        DType::I64 => "numpy.dtypes.Int64DType",
        DType::I32 => "numpy.dtypes.Int32DType",
        DType::U8 => "numpy.dtypes.UInt8DType",
        DType::Bool => "numpy.dtypes.BoolDType",
        DType::C64 => "numpy.dtypes.Complex64DType",
        DType::BF16 => "numpy.dtype",
    }
}
