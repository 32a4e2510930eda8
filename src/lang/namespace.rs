//! Where the functions that are always there are found: in modules, and behind the dot of a value.

/// Where a function is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Namespace {
    /// Under its own name: `softmax`. No cell may define such a name.
    Bare,
    /// `torch.softmax`.
    Torch,
    /// `torch.nn.init.zeros_`.
    Init,
    /// `copy.deepcopy`.
    Copy,
    /// `torch.nn.functional.softmax`, or `F.softmax`.
    Functional,
    /// `math.sqrt`.
    Math,
    /// `np.sqrt`.
    Numpy,
    /// `x.softmax` of a tensor.
    Tensor,
    /// `text.split` of a string.
    Str,
    /// `items.index` of a list or a tuple.
    List,
    /// `table.items` of a dict.
    Dict,
    /// `items.union` of a set.
    Set,
    /// `g.manual_seed` of a random generator.
    Generator,
    /// `items.send` of a generator.
    Iterator,
    /// `torch.cuda.is_available`.
    Cuda,
    /// `torch.autograd.Variable`.
    Autograd,
    /// `torch.nn.utils.rnn.pad_sequence`.
    Rnn,
    /// `functools.update_wrapper`.
    Functools,
    /// `logging.getLogger`.
    Logging,
    /// `logger.debug` of a logger.
    Logger,
    /// `json.load`.
    Json,
    /// `_random.unit`: what the library's own modules draw from.
    Draws,
    /// `_fields.names`: what `__dict__` and `inspect` work with.
    Fields,
    /// `_re.find`: what `re` works with.
    Patterns,
    /// `_numpy.asarray`: what `numpy` works with.
    Arrays,
    /// `safetensors.torch.load_file`.
    Safetensors,
}

impl Namespace {
    /// All of them, in the order in which a page lists them.
    pub const ALL: [Self; 21] = [
        Self::Bare,
        Self::Torch,
        Self::Tensor,
        Self::Functional,
        Self::Init,
        Self::Rnn,
        Self::Numpy,
        Self::Math,
        Self::Str,
        Self::List,
        Self::Dict,
        Self::Set,
        Self::Generator,
        Self::Iterator,
        Self::Copy,
        Self::Safetensors,
        Self::Json,
        Self::Cuda,
        Self::Autograd,
        Self::Functools,
        Self::Logging,
    ];

    /// How its functions are written: `torch.name`.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bare => "Always there",
            Self::Torch => "`torch.name`",
            Self::Functional => "`F.name`, `torch.nn.functional.name`",
            Self::Math => "`math.name`",
            Self::Numpy => "`np.name`",
            Self::Tensor => "`x.name` of a tensor",
            Self::Str => "`text.name` of a string",
            Self::List => "`items.name` of a list or a tuple",
            Self::Dict => "`table.name` of a dict",
            Self::Set => "`items.name` of a set",
            Self::Generator => "`g.name` of a `torch.Generator`",
            Self::Iterator => "`items.name` of a generator",
            Self::Cuda => "`torch.cuda.name`",
            Self::Autograd => "`torch.autograd.name`",
            Self::Rnn => "`torch.nn.utils.rnn.name`",
            Self::Copy => "`copy.name`",
            Self::Init => "`torch.nn.init.name`",
            Self::Functools => "`functools.name`",
            Self::Logging => "`logging.name`",
            Self::Logger => "`logger.name` of a logger",
            Self::Json => "`json.name`",
            Self::Draws => "`_random.name`",
            Self::Fields => "`_fields.name`",
            Self::Patterns => "`_re.name`",
            Self::Arrays => "`_numpy.name`",
            Self::Safetensors => "`safetensors.torch.name`",
        }
    }

    /// What else is found there.
    pub fn words(self) -> &'static str {
        match self {
            Self::Bare => "Also `torch`, `nn`, `F`, `math`, `np`, `pi`, `inf`, `nan`, without an import.",
            Self::Torch => {
                "Also the dtypes `float32`, `float64`, `int64`, `uint8`, `bool`, and `pi`, `e`, `inf`, `nan`."
            }
            Self::Tensor => "Also `T`, `mT`, `shape`, `ndim`, `dtype`, `device`, `requires_grad`, `data`.",
            Self::Numpy => "Types of numbers and arrays. Also `random`, `pi`, `e`, `inf`, `nan`, `newaxis`.",
            Self::Math => "Also `pi`, `e`, `tau`, `inf`, `nan`. Functions of plain numbers.",
            Self::List | Self::Dict | Self::Set => {
                "Methods that change it return `None`, except `pop` and `setdefault`."
            }
            Self::Logging => "A logger has `debug`, `info`, `warning`, `error`, `critical`, `setLevel`.",
            Self::Init => "Each fills a parameter in place and returns it.",
            Self::Safetensors => {
                "A cell cannot read files from disk, but it can load the files built into the program: the translator's weights, \
                 `translator.safetensors`; its vocabulary, `json.load(open('translator.json'))`; and the results of training small \
                 variants of it, `json.load(open('experiments.json'))`. `glassformer export` writes them next to a lesson that uses them."
            }
            Self::Functional
            | Self::Str
            | Self::Generator
            | Self::Iterator
            | Self::Cuda
            | Self::Autograd
            | Self::Rnn
            | Self::Copy
            | Self::Functools
            | Self::Json
            | Self::Draws
            | Self::Fields
            | Self::Patterns
            | Self::Arrays
            | Self::Logger => "By name:",
        }
    }

    /// Whether the first parameter of its functions stands before the dot.
    pub(super) fn has_object(self) -> bool {
        matches!(
            self,
            Self::Tensor
                | Self::Str
                | Self::List
                | Self::Dict
                | Self::Set
                | Self::Generator
                | Self::Iterator
                | Self::Logger
        )
    }
}

/// A module that is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// `torch`.
    Torch,
    /// `torch.nn`.
    Nn,
    /// `torch.nn.init`.
    Init,
    /// `copy`.
    Copy,
    /// `torch.nn.functional`, known as `F`.
    Functional,
    /// `math`.
    Math,
    /// `numpy`, known as `np`.
    Numpy,
    /// `torch.cuda`.
    Cuda,
    /// `torch.autograd`.
    Autograd,
    /// `torch.nn.utils`.
    Utils,
    /// `torch.nn.utils.rnn`.
    Rnn,
    /// `builtins`: what Python has without an import and is written in Python here.
    Builtins,
    /// `torch.optim`.
    Optim,
    /// `torch.optim.lr_scheduler`.
    LrScheduler,
    /// `torch.utils`.
    TorchUtils,
    /// `torch.utils.data`.
    Data,
    /// `itertools`.
    Itertools,
    /// `functools`.
    Functools,
    /// `contextlib`.
    Contextlib,
    /// `collections`.
    Collections,
    /// `operator`.
    Operator,
    /// `heapq`.
    Heapq,
    /// `bisect`.
    Bisect,
    /// `string`.
    String,
    /// `statistics`.
    Statistics,
    /// `textwrap`.
    Textwrap,
    /// `abc`.
    Abc,
    /// `time`.
    Time,
    /// `warnings`.
    Warnings,
    /// `tqdm`.
    Tqdm,
    /// `tqdm.auto`.
    TqdmAuto,
    /// `tqdm.notebook`.
    TqdmNotebook,
    /// `os`.
    Os,
    /// `sys`.
    Sys,
    /// `gc`.
    Gc,
    /// `einops`.
    Einops,
    /// `pprint`.
    Pprint,
    /// `logging`.
    Logging,
    /// `random`.
    Random,
    /// `numpy.random`.
    NumpyRandom,
    /// `numpy.linalg`.
    NumpyLinalg,
    /// `numpy.testing`.
    NumpyTesting,
    /// `numpy.typing`.
    NumpyTyping,
    /// `_random`: what the library's own modules draw from.
    Draws,
    /// `_fields`: what `__dict__` and `inspect` work with.
    Fields,
    /// `_re`: what `re` works with.
    Patterns,
    /// `_numpy`: what `numpy` works with.
    Arrays,
    /// `_array`: the methods of NumPy's arrays.
    ArrayMethods,
    /// `re`.
    Re,
    /// `inspect`.
    Inspect,
    /// `ast`.
    Ast,
    /// `torch.amp`.
    Amp,
    /// `torch.cuda.amp`.
    CudaAmp,
    /// `_attributes`: what `__dict__` is.
    Attributes,
    /// `torch.utils.data.dataloader`.
    Dataloader,
    /// `typing`.
    Typing,
    /// `dataclasses`.
    Dataclasses,
    /// `json`.
    Json,
    /// `safetensors`.
    Safetensors,
    /// `safetensors.torch`.
    SafetensorsTorch,
}

impl Module {
    /// All of them.
    pub(super) const ALL: [Self; 59] = [
        Self::Torch,
        Self::Nn,
        Self::Functional,
        Self::Init,
        Self::Math,
        Self::Numpy,
        Self::Cuda,
        Self::Autograd,
        Self::Utils,
        Self::Rnn,
        Self::Optim,
        Self::LrScheduler,
        Self::TorchUtils,
        Self::Data,
        Self::Copy,
        Self::Itertools,
        Self::Functools,
        Self::Contextlib,
        Self::Collections,
        Self::Operator,
        Self::Heapq,
        Self::Bisect,
        Self::String,
        Self::Statistics,
        Self::Textwrap,
        Self::Abc,
        Self::Time,
        Self::Warnings,
        Self::Tqdm,
        Self::TqdmAuto,
        Self::TqdmNotebook,
        Self::Os,
        Self::Sys,
        Self::Gc,
        Self::Einops,
        Self::Pprint,
        Self::Logging,
        Self::Random,
        Self::NumpyRandom,
        Self::NumpyLinalg,
        Self::NumpyTesting,
        Self::NumpyTyping,
        Self::Draws,
        Self::Fields,
        Self::Patterns,
        Self::Arrays,
        Self::ArrayMethods,
        Self::Re,
        Self::Inspect,
        Self::Ast,
        Self::Amp,
        Self::CudaAmp,
        Self::Attributes,
        Self::Dataloader,
        Self::Typing,
        Self::Dataclasses,
        Self::Json,
        Self::Safetensors,
        Self::SafetensorsTorch,
    ];

    /// Its full name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Torch => "torch",
            Self::Nn => "torch.nn",
            Self::Functional => "torch.nn.functional",
            Self::Init => "torch.nn.init",
            Self::Copy => "copy",
            Self::Math => "math",
            Self::Numpy => "numpy",
            Self::Cuda => "torch.cuda",
            Self::Autograd => "torch.autograd",
            Self::Utils => "torch.nn.utils",
            Self::Rnn => "torch.nn.utils.rnn",
            Self::Builtins => "builtins",
            Self::Optim => "torch.optim",
            Self::LrScheduler => "torch.optim.lr_scheduler",
            Self::TorchUtils => "torch.utils",
            Self::Data => "torch.utils.data",
            Self::Itertools => "itertools",
            Self::Functools => "functools",
            Self::Contextlib => "contextlib",
            Self::Collections => "collections",
            Self::Operator => "operator",
            Self::Heapq => "heapq",
            Self::Bisect => "bisect",
            Self::String => "string",
            Self::Statistics => "statistics",
            Self::Textwrap => "textwrap",
            Self::Abc => "abc",
            Self::Time => "time",
            Self::Warnings => "warnings",
            Self::Tqdm => "tqdm",
            Self::TqdmAuto => "tqdm.auto",
            Self::TqdmNotebook => "tqdm.notebook",
            Self::Os => "os",
            Self::Sys => "sys",
            Self::Gc => "gc",
            Self::Einops => "einops",
            Self::Pprint => "pprint",
            Self::Logging => "logging",
            Self::Random => "random",
            Self::NumpyRandom => "numpy.random",
            Self::NumpyLinalg => "numpy.linalg",
            Self::NumpyTesting => "numpy.testing",
            Self::NumpyTyping => "numpy.typing",
            Self::Draws => "_random",
            Self::Fields => "_fields",
            Self::Patterns => "_re",
            Self::Arrays => "_numpy",
            Self::ArrayMethods => "_array",
            Self::Re => "re",
            Self::Inspect => "inspect",
            Self::Ast => "ast",
            Self::Amp => "torch.amp",
            Self::CudaAmp => "torch.cuda.amp",
            Self::Attributes => "_attributes",
            Self::Dataloader => "torch.utils.data.dataloader",
            Self::Typing => "typing",
            Self::Dataclasses => "dataclasses",
            Self::Json => "json",
            Self::Safetensors => "safetensors",
            Self::SafetensorsTorch => "safetensors.torch",
        }
    }

    /// Where its functions are found, if it has any of its own.
    pub(super) fn place(self) -> Option<Namespace> {
        match self {
            Self::Torch => Some(Namespace::Torch),
            Self::Nn
            | Self::Utils
            | Self::Builtins
            | Self::Optim
            | Self::LrScheduler
            | Self::Random
            | Self::NumpyRandom
            | Self::NumpyLinalg
            | Self::NumpyTesting
            | Self::NumpyTyping
            | Self::TorchUtils
            | Self::Data
            | Self::Dataloader
            | Self::Attributes
            | Self::ArrayMethods
            | Self::Re
            | Self::Inspect
            | Self::Ast
            | Self::Amp
            | Self::CudaAmp
            | Self::Itertools
            | Self::Contextlib
            | Self::Collections
            | Self::Operator
            | Self::Heapq
            | Self::Bisect
            | Self::String
            | Self::Statistics
            | Self::Textwrap
            | Self::Abc
            | Self::Time
            | Self::Warnings
            | Self::Tqdm
            | Self::TqdmAuto
            | Self::TqdmNotebook
            | Self::Os
            | Self::Sys
            | Self::Gc
            | Self::Einops
            | Self::Pprint
            | Self::Typing
            | Self::Dataclasses
            | Self::Safetensors => None,
            Self::Functools => Some(Namespace::Functools),
            Self::Json => Some(Namespace::Json),
            Self::Draws => Some(Namespace::Draws),
            Self::Fields => Some(Namespace::Fields),
            Self::Patterns => Some(Namespace::Patterns),
            Self::Arrays => Some(Namespace::Arrays),
            Self::SafetensorsTorch => Some(Namespace::Safetensors),
            Self::Cuda => Some(Namespace::Cuda),
            Self::Autograd => Some(Namespace::Autograd),
            Self::Rnn => Some(Namespace::Rnn),
            Self::Copy => Some(Namespace::Copy),
            Self::Logging => Some(Namespace::Logging),
            Self::Functional => Some(Namespace::Functional),
            Self::Init => Some(Namespace::Init),
            Self::Math => Some(Namespace::Math),
            Self::Numpy => Some(Namespace::Numpy),
        }
    }
}
