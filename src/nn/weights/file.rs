//! A safetensors file as named tensors: 8 bytes that say how long the header is, a header in JSON, and the numbers.

use std::collections::{BTreeMap, HashMap};

use half::{bf16, f16};
use ndarray::{ArrayD, IxDyn};
use num_complex::Complex32;
use safetensors::tensor::{TensorInfo, TensorView};
use safetensors::{Dtype, SafeTensors};
use serde_json::{Map, Value};

use super::{Error, ORDER, OURS};
use crate::nn::Config;
use crate::tensor::{self, Array, DType, Element, Tensor};

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Every tensor under its name.
    pub tensors: BTreeMap<String, Tensor>,
    /// What else is said, as words: a configuration, a title.
    pub metadata: BTreeMap<String, String>,
}

impl File {
    /// How many numbers its tensors have together.
    pub fn numbers(&self) -> usize {
        self.tensors.values().map(Tensor::len).sum()
    }

    /// Reads the weights of a model. Those of 16 bits become float32, which holds each of their numbers exactly, and int32 becomes
    /// int64.
    ///
    /// # Errors
    /// When the bytes are no such file; where one tensor is to blame, it is named.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        Self::read_as_written(bytes)?.widened()
    }

    /// The same tensors, those of 16 bits as float32 and int32 as int64.
    ///
    /// # Errors
    /// Never today: every number is held.
    pub fn widened(mut self) -> Result<Self, Error> {
        for (name, tensor) in &mut self.tensors {
            let wide = match tensor.dtype() {
                DType::F16 | DType::BF16 => DType::F32,
                DType::I32 => DType::I64,
                _ => continue,
            };
            *tensor =
                tensor.to(wide).map_err(|error| Error::Header { name: name.clone(), reason: error.to_string() })?;
        }
        Ok(self)
    }

    /// The same tensors, those of float32 as float16: half the bytes, and each number rounded to 11 binary digits.
    ///
    /// # Errors
    /// Never today: a number that is too large becomes infinite.
    pub fn halved(mut self) -> Result<Self, Error> {
        for (name, tensor) in &mut self.tensors {
            if tensor.dtype() == DType::F32 {
                let half = tensor.to(DType::F16);
                *tensor = half.map_err(|error| Error::Header { name: name.clone(), reason: error.to_string() })?;
            }
        }
        Ok(self)
    }

    /// Reads a file of tensors, each with the dtype that it has there.
    ///
    /// # Errors
    /// When the bytes are no such file; where one tensor is to blame, it is named.
    pub fn read_as_written(bytes: &[u8]) -> Result<Self, Error> {
        let broken = |error: &dyn std::fmt::Display| culprit(bytes).unwrap_or_else(|| Error::File(error.to_string()));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| broken(&error))?;
        let metadata = header.metadata().clone().unwrap_or_default().into_iter().collect();
        let content = SafeTensors::deserialize(bytes).map_err(|error| broken(&error))?;
        let tensors = content.iter().map(|(name, view)| Ok((name.to_owned(), tensor(name, &view)?)));
        Ok(Self { tensors: tensors.collect::<Result<_, Error>>()?, metadata })
    }

    /// A file of stages, which says of which configuration they are and in which order they were computed.
    pub fn of_stages(stages: Vec<(String, Tensor)>, config: &Config) -> Self {
        let order: Vec<&str> = stages.iter().map(|(name, _)| name.as_str()).collect();
        let order = serde_json::json!(order).to_string();
        let metadata = [(OURS.to_owned(), config.to_json()), (ORDER.to_owned(), order)];
        Self { tensors: stages.into_iter().collect(), metadata: metadata.into() }
    }

    /// The bytes of a file. The same tensors give the same bytes.
    ///
    /// # Errors
    /// Never for tensors of this program; the signature is the file format's.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let raw: Vec<(&String, Dtype, &[usize], Vec<u8>)> = self
            .tensors
            .iter()
            .map(|(name, tensor)| {
                let (dtype, bytes) = raw(tensor);
                (name, dtype, tensor.shape(), bytes)
            })
            .collect();
        let failed = |error: safetensors::SafeTensorError| Error::File(error.to_string());
        let views = raw
            .iter()
            .map(|(name, dtype, shape, bytes)| Ok((*name, TensorView::new(*dtype, shape.to_vec(), bytes)?)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(failed)?;
        let metadata: HashMap<String, String> = self.metadata.clone().into_iter().collect();
        let bytes = safetensors::serialize(views, (!metadata.is_empty()).then_some(metadata)).map_err(failed)?;
        Ok(in_order(&bytes).unwrap_or(bytes))
    }
}

/// The same file with a header in alphabetical order: the library writes the metadata in the order of a hash table, which changes from
/// run to run. The header is filled up with spaces so that the numbers begin at a multiple of 8, as the library does it.
fn in_order(bytes: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (header, numbers) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let header: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_slice(header).ok()?;
    let mut header = serde_json::to_vec(&header).ok()?;
    header.resize(header.len().next_multiple_of(8), b' ');
    Some([&(header.len() as u64).to_le_bytes(), header.as_slice(), numbers].concat())
}

/// Numbers of a file as a tensor: `N` bytes each, read by `number`.
fn numbers<const N: usize, T: Element>(view: &TensorView, number: fn([u8; N]) -> T) -> Result<Tensor, tensor::Error> {
    let numbers = view.data().as_chunks().0.iter().map(|bytes| number(*bytes)).collect();
    let values = ArrayD::from_shape_vec(IxDyn(view.shape()), numbers);
    values.map(|values| Tensor::new(T::array(values))).map_err(|error| tensor::Error::Value(error.to_string()))
}

fn tensor(name: &str, view: &TensorView) -> Result<Tensor, Error> {
    let tensor = match view.dtype() {
        Dtype::F32 => numbers(view, f32::from_le_bytes),
        Dtype::F64 => numbers(view, f64::from_le_bytes),
        Dtype::F16 => numbers(view, f16::from_le_bytes),
        Dtype::BF16 => numbers(view, bf16::from_le_bytes),
        Dtype::I64 => numbers(view, i64::from_le_bytes),
        Dtype::I32 => numbers(view, i32::from_le_bytes),
        Dtype::U8 => numbers(view, |[byte]| byte),
        Dtype::BOOL => numbers(view, |[byte]| byte != 0),
        Dtype::C64 => numbers(view, |bytes: [u8; 8]| {
            let [re, im] = bytes.as_chunks().0 else { return Complex32::ZERO };
            Complex32::new(f32::from_le_bytes(*re), f32::from_le_bytes(*im))
        }),
        other => {
            let takes = "float32, float64, float16, bfloat16, int64, int32, uint8, bool and complex64 are supported";
            return Err(Error::DType { name: name.to_owned(), dtype: other.to_string(), takes });
        }
    };
    tensor.map_err(|error| Error::Header { name: name.to_owned(), reason: error.to_string() })
}

fn raw(tensor: &Tensor) -> (Dtype, Vec<u8>) {
    match tensor.array() {
        Array::F32(values) => (Dtype::F32, values.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Array::F64(values) => (Dtype::F64, values.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Array::F16(values) => (Dtype::F16, values.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Array::BF16(values) => (Dtype::BF16, values.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Array::I64(values) => (Dtype::I64, values.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Array::I32(values) => (Dtype::I32, values.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Array::U8(values) => (Dtype::U8, values.iter().copied().collect()),
        Array::Bool(values) => (Dtype::BOOL, values.iter().map(|&x| u8::from(x)).collect()),
        Array::C64(values) => {
            (Dtype::C64, values.iter().flat_map(|z| [z.re, z.im]).flat_map(f32::to_le_bytes).collect())
        }
    }
}

/// Which tensor of a refused file is to blame: the first whose numbers lie beyond the end, do not fill its shape, or do not follow on
/// those before.
fn culprit(bytes: &[u8]) -> Option<Error> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let Some((header, numbers)) = rest.split_at_checked(length) else {
        let reason = format!("its header should have {length} bytes, but only {} follow", rest.len());
        return Some(Error::File(reason));
    };
    let header: Map<String, Value> = serde_json::from_slice(header).ok()?;
    let mut tensors: Vec<(String, TensorInfo)> = Vec::new();
    for (name, info) in header.into_iter().filter(|(name, _)| name != "__metadata__") {
        match serde_json::from_value(info) {
            Ok(info) => tensors.push((name, info)),
            Err(error) => return Some(Error::Header { name, reason: error.to_string() }),
        }
    }
    tensors.sort_by_key(|(_, info)| info.data_offsets);
    let mut end = 0;
    for (name, info) in tensors {
        let (from, to) = info.data_offsets;
        let size = info.shape.iter().try_fold(info.dtype.bitsize(), |size, &axis| size.checked_mul(axis));
        let reason = if size.map(|bits| bits / 8) != to.checked_sub(from) {
            format!("bytes {from} to {to} are not the size of a {} of shape {:?}", info.dtype, info.shape)
        } else if from != end {
            format!("its data begins at byte {from}, but the data before it ends at byte {end}")
        } else if to > numbers.len() {
            return Some(Error::Cut { name, needs: to, has: numbers.len() });
        } else {
            end = to;
            continue;
        };
        return Some(Error::Header { name, reason });
    }
    (end < numbers.len())
        .then(|| Error::File(format!("there are {} bytes after the data of the last tensor", numbers.len() - end)))
}
