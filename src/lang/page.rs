//! The page that lists what the language has: `lessons/LANGUAGE.md`. It is made from the tables of the builtins and of the
//! constructs that are left out, so it cannot fall behind them; a test compares.

use std::fmt::Write as _;

use super::builtins;
use super::limits::{Limits, bytes_text, grouped};
use super::namespace::{Module, Namespace};
use super::parse;

/// What the tables do not say.
const BEFORE: &str = "\
# The cell language

The cell language is Python's grammar and part of its semantics, with the names of PyTorch and NumPy. A test compares its values, types
and errors with PyTorch's in 5,000 programs (`tests/differential/`). The second section lists the differences; the most important one is
that a cell owns what it makes. A test generates this page from the program's own tables
(`GLASSFORMER_UPDATE_LANGUAGE=1 cargo test --test language page`).

## What there is

- **Values**: tensors of nine dtypes, whole numbers of 64 bits, real numbers, strings, `True`, `False`, `None`,
  tuples, lists, dicts, sets, views of dicts, iterators, slices, ranges, functions, classes and their objects, the modules of `torch.nn`.
- **Statements**: assignment (of several names, chained, `+=`, to items and slices: `pe[:, 0::2] = x`), `def`, `class`, `return`, `if`, `match`, `for`, `while`,
  `break`, `continue`, `pass`, `assert`, `try`, `raise`, `del`, `global`, `nonlocal`, `import`, `with` and decorators: Python's, PyTorch's and one's own.
- **Generators**: `yield`, `yield from`, `send`, `throw`, `close`, and generator expressions; each item is computed when it is asked for.
- **Exceptions**: Python's classes and one's own, `except`, `else`, `finally`, `raise ... from`. An error of a program has the class and the words
  that it has in Python or PyTorch.
- **Classes**: several bases in Python's order, `super()`, `@property` with setter and deleter, `@classmethod`, `@staticmethod`, `@dataclass` with `field`; operators (`__add__`, `__radd__`, `__lt__` and their like),
  `__call__`, `__getitem__`, `__setitem__`, `__delitem__`, `__len__`, `__iter__`, `__next__`, `__contains__`, `__bool__`, `__eq__`, `__hash__`, `__getattr__`, `__setattr__`, `__new__`,
  `__copy__`, `__str__`, `__repr__`, `__enter__` and `__exit__`. A class can extend `dict`, `list` and `tuple`; `NamedTuple` and `type(name, bases, members)` make classes, too.
- **Expressions**: all operators of Python, comparison chains, `in`, `is`, conditional expressions, calls with keywords, `*items`
  and `**options`, indexing with numbers, slices, `None`, `...`, masks and tensors of places, comprehensions, lambdas, `:=`, f-strings with
  formats and `{x=}`, and `'%.2f' % x`.
- **Training**: `loss.backward()`, `torch.optim` with `SGD`, `Adam` and `AdamW`, `torch.optim.lr_scheduler`, `clip_grad_norm_`. *Why*
  explains every number of a gradient and of a step. Write the optimizer into the cell that makes the parameters.
- **Hooks**: `handle = module.register_forward_hook(hook)` and `register_forward_pre_hook`, also for the parts of PyTorch's own layers.
  A hook's return value replaces the output, or the arguments; `handle.remove()` removes the hook.
- **Annotations** are read and ignored, but for those of a `@dataclass`, which are its fields.

## What differs from Python and PyTorch

- **A cell owns what it makes.** Tensors, lists, dicts, sets, objects and classes are references, as in Python: a change through one name, or
  through a view such as `x[0]` or `x.T`, is seen through all names and views. When their cell ends, they are frozen, and so are the variables
  of its functions. Another cell can read them, but changing one there is an error: change a copy, or join the two cells. A list or a dict that holds
  itself cannot leave its cell.
- **`requires_grad`, `is_leaf` and `no_grad`** say and forbid what they do in PyTorch: writing to a leaf that requires a gradient, to a view of one,
  or to one of several views. A tensor prints as in PyTorch, with `requires_grad=True` or with its step: `grad_fn=<MulBackward0>`. A step itself
  has no more than its name here, and `x.grad_fn` prints it without an address.
  Explanations and gradients (`F`, `--gradient`) are of the values that were used. `torch.set_grad_enabled` holds to the end of its cell.
- **`backward()` and `torch.autograd.grad`** are PyTorch's, with its errors: for a second way through the same graph, and for a tensor that a
  gradient needs and that was changed since. A cell adds only to the gradients of tensors that it made; `torch.autograd.grad` goes further,
  for it changes none. There are no gradients of gradients (`create_graph`). A gradient through a tensor that was changed in an unusual way,
  such as a part of `x.detach()`, or through `.data` after it was used, is an error and never another number.
- **A write through `detach()` or `.data`** is a step like any other to explanations, `F` and `--gradient`: they go to what was written.
  In PyTorch gradients pass it by, and so they do with `backward()`.
- **Writing through a view that overlaps itself**, as `unfold` gives it, is refused as through `expand`; so is `x[0] = x[:, 0]`, where PyTorch does
  not look whether both overlap.
- **Writing to a part of a complex number** is refused: `x.real[0] = 1`, or through `view_as_real`, `view_as_complex` and `conj`.
- **Random numbers** are those of PyTorch, of Python's `random` and of `numpy.random`: the same for the same seed. A cell that draws some without a seed has the seed 0, and says so: `seed 0 (yours: none)`. A cell cannot draw from a generator that another cell has made.
- **A class or an object prints without its module and its address**: `<class 'A'>`, `<A object>`.
- **Arrays of NumPy** are arrays, with NumPy's dtypes, operators, methods and errors, and print as such; `x.numpy()` and `torch.from_numpy(a)` share memory.
  They hold numbers of float64, float32, float16, int64, int32, uint8 and bool; there are no arrays of strings, objects or complex numbers, and no int8, int16, uint16 and their like.
  A slice that goes backwards, `a[::-1]`, is a copy that cannot be written to. The last digit of a long sum, of `np.exp` and
  its like, and of `np.linalg` may differ. NumPy's warnings are not shown.
- **`except` does not see what is not Python's**: a limit, a change of what another cell has made, something that is not supported here, or an
  error whose class or words in Python are not known here. Such an error ends the cell.
- **A method that Python calls by itself and this does not**, such as `__del__` or `__format__`, is refused.
- **Keys of dicts and items of sets** are numbers, strings, `True`, `False`, `None`, dtypes, types, classes, objects that are equal only to themselves,
  and tuples of these. Objects whose class has an `__eq__` and a `__hash__`, named tuples and functions cannot be keys.
  `copy.copy` and `copy.deepcopy` of an object whose class extends a container do not call its `append` or `__setitem__`.
- **`id`** gives numbers in the order of asking, the same ones each time. **`hash`** gives those of CPython, but for strings: there Python has others
  each time it runs.
- **`sum` of real numbers** adds them one after the other. Python 3.12 and later also add up what each step rounds away, so the last digit may differ.
- **A set** keeps the order in which its items came; Python's order follows from their hashes.
- **Devices and loggers** are accepted but have no effect: everything is computed here, and nothing is logged. Under
  `no_grad`, PyTorch computes an `nn.TransformerEncoder` in evaluation mode differently: it gives 0 at positions that
  `src_key_padding_mask` masks, and nan for a row whose positions are all masked. Here the values are the same as without `no_grad`.
- **`topk` of equal numbers** gives the first of them; PyTorch leaves open which.
- **The dtypes** are float32, float64, float16, bfloat16, int64, int32, uint8, bool and complex64; there are no int8, int16 and
  complex128. Half precision is computed in float32 and rounded once by each operation, as PyTorch does it.
- **`x[places] = y`** that names a place twice keeps the last value; PyTorch leaves open which.
- **An unfinished generator** is closed, and its `finally` runs, when `break` or `return` ends the loop over it and it has no name. Python also closes
  generators that become unreachable in other ways. `model.parameters()` and similar methods make their lists when they are called. An
  iterator cannot leave its cell: write `list(zip(a, b))`.
- **No time passes**: `time.time()` and the other clocks return 0.0, and `time.sleep` returns at once. `os.environ` is empty, and `tqdm` shows no
  progress bar.
- **Sets** keep the order in which their items came.
- **nan has no order**: `sorted` and `sort` refuse it. Where Python puts it follows from how a version of Python sorts.
- **A long row of `F.layer_norm` whose squares the dtype does not hold** is nan; PyTorch gives nan or 0, which depends on the machine.
- **A query of nan** gives nan, also where `F.scaled_dot_product_attention` of PyTorch, given four axes and no mask, gives 0.
- **Whole numbers have 64 bits**: what does not fit is an error.
- **Marks**: as in PyTorch's own tables, a function marked `Tensor(a)` may give its tensor itself or a view of it, which share their memory,
  one marked `Tensor(a)[]` gives several views of it, and one marked `Tensor(a!)` writes to its tensor. All others give tensors of their own.
- **Names that are always there** (`softmax`, `mask`, `sum`) can be defined again. On a page, that holds in the cell that does so and in the cells below it,
  and the page says so; a function of a cell above still reads what is built in.
";

/// What a cell may take, as its limits say it.
fn limits() -> String {
    let Limits { steps, bytes, at_once, text, tree, work, calls, .. } = Limits::default();
    let [bytes, at_once, text] = [bytes, at_once, text].map(|bytes| bytes_text(u128::from(bytes)));
    format!(
        "
## What a cell may use

Work is counted before it is done, so a cell that asks for too much gets an error, and the other cells still run. A cell may
use {} steps and {} multiply-adds, create {bytes} altogether and {at_once} in one step, and nest function calls {calls} deep. A string may
have {text}, and a value {} values, including nested ones; repeated items count each time. All cells of a page together may
use as much as four cells.
",
        grouped(steps),
        grouped(work),
        grouped(tree),
    )
}

/// The whole page.
pub fn markdown() -> String {
    let mut page = BEFORE.to_owned();
    page.push_str(&limits());
    page.push_str("\n## What is left out\n\n| Python | Instead |\n|---|---|\n");
    for (construct, instead) in parse::left_out() {
        let _ = writeln!(page, "| {} | {} |", cell(construct), cell(instead));
    }
    page.push_str(
        "\n## `nn.Name`\n\nClasses, to be called and to be extended: `class Mine(nn.Module)`.\n\n| | |\n|---|---|\n",
    );
    for (_, usage, help) in builtins::classes() {
        let _ = writeln!(page, "| `{}` | {} |", cell(&usage), cell(help));
    }
    for place in Namespace::ALL {
        if place == Namespace::Numpy {
            page.push_str(&python_modules());
        }
        let mut functions: Vec<_> = builtins::all().filter(|builtin| builtin.places.contains(&place)).collect();
        functions.sort_by_key(|builtin| builtin.name);
        let _ = write!(page, "\n## {}\n\n{}\n\n| | |\n|---|---|\n", place.title(), place.words());
        for builtin in functions {
            let usage = builtin.usage_at(place) + builtin.memory_mark();
            let _ = writeln!(page, "| `{}` | {} |", cell(&usage), cell(builtin.help));
        }
    }
    page
}

/// The modules that are written in Python.
fn python_modules() -> String {
    let mut page = String::new();
    let mut last = None;
    for written in builtins::written() {
        if last.replace(written.module) != Some(written.module) {
            let _ = write!(page, "\n## `{}.name`\n\n", written.module.name());
            let shown = match written.module {
                Module::Numpy | Module::NumpyLinalg => "*why* shows the line of the call.",
                _ => "*why* shows its lines.",
            };
            let _ = write!(page, "Written in Python, and read like a cell: {shown}\n\n| | |\n|---|---|\n");
        }
        let _ = writeln!(page, "| `{}` | {} |", cell(&written.usage), cell(&written.help));
    }
    page
}

/// A text that ends no table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
