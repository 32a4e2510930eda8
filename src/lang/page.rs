//! The page that lists what the language has: `lessons/LANGUAGE.md`. It is made from the tables of the builtins and of the
//! constructs that are left out, so it cannot fall behind them; a test compares.

use std::fmt::Write as _;

use super::builtins;
use super::limits::{Limits, bytes_text, grouped};
use super::namespace::Namespace;
use super::parse;

/// What the tables do not say.
const BEFORE: &str = "\
# The cell language

Python's grammar and a part of its meaning, spelled as PyTorch and NumPy spell it. Values, types and refusals are held against
PyTorch by 5,000 programs (`tests/differential/`); where the language differs, and above all in what two names share, the second
section says so. This page is written by a test from the program's own tables
(`GLASSFORMER_UPDATE_LANGUAGE=1 cargo test --test language page`).

## What there is

- **Values**: tensors of nine dtypes, whole numbers of 64 bits, real numbers, strings, `True`, `False`, `None`,
  tuples, lists, dicts, sets, slices, ranges, functions, classes and their objects, the modules of `torch.nn`.
- **Statements**: assignment (of several names, chained, `+=`, to items: `pe[:, 0::2] = x`), `def`, `class`, `return`, `if`, `for`, `while`,
  `break`, `continue`, `pass`, `assert`, `raise`, `import`, `with torch.no_grad():`.
- **Expressions**: all operators of Python but `<<` and `>>`, comparison chains, `in`, `is`, conditional expressions, calls with keywords, `*items`
  and `**options`, indexing with numbers, slices, `None`, `...`, masks and tensors of places, comprehensions, lambdas, f-strings with
  formats and `{x=}`.
- **Hooks**: `handle = module.register_forward_hook(hook)` and `register_forward_pre_hook`, also of the parts of PyTorch's own layers;
  what a hook gives back takes the place of the output, or of the arguments, and `handle.remove()` takes it away.
- **Annotations** and docstrings are read and ignored, but for those of a `@dataclass`, which are its fields. Two objects of one are equal
  only if they are the same object.

## What differs from Python and PyTorch

- **Values never change.** `x[0] = 1` and `xs.append(1)` give the *name* another value; a second name for the old one keeps the old
  value, where Python would show the change through both. Methods that change a list, a dict or a set stand on a line of their own, except
  `pop` and `setdefault`, which give something back.
- **Random numbers** are PyTorch's own, but a cell that draws must seed itself with `torch.manual_seed`.
- **Arrays of NumPy are tensors**, and print as such. What `np` makes of real numbers is float64, as there, and its functions are NumPy's
  (`np.std(a)` divides by n). Methods and operators are PyTorch's: `a.std()` divides by n - 1, and `a / 3` of whole numbers is float32.
- **Devices, loggers and gradients' contexts** are read and have no effect: everything is computed here, nothing is logged. Under
  `no_grad`, PyTorch computes an `nn.TransformerEncoder` in evaluation another way, which gives 0 at places that `src_key_padding_mask`
  hides and nan for a row whose every place is hidden; here they have the values that they have without `no_grad`.
- **`topk` of equal numbers** gives the first of them; PyTorch leaves open which.
- **A function made inside another** keeps the values that the names around it have when it is made.
- **The dtypes** are float32, float64, float16, bfloat16, int64, int32, uint8, bool and complex64; there are no int8, int16 and
  complex128. Half precision is computed in float32 and rounded once by each operation, as PyTorch does it.
- **`x[places] = y`** that names a place twice keeps the last value; PyTorch leaves open which.
- **Generators are lists**: `(f(x) for x in xs)`, `zip`, `map` and `enumerate` are gone through at once. Sets keep the order in which
  their items came.
- **nan has no order**: `sorted` and `sort` refuse it. Where Python puts it follows from how a version of Python sorts.
- **A long row of `F.layer_norm` whose squares the dtype does not hold** is nan; PyTorch gives nan or 0, which depends on the machine.
- **A query of nan** gives nan, also where `F.scaled_dot_product_attention` of PyTorch, given four axes and no mask, gives 0.
- **Whole numbers have 64 bits**: what does not fit is an error.
- In a cell of a page, names that are always there (`softmax`, `mask`, `sum`) cannot be defined again; in a `.py` file they can.
";

/// What a cell may take, as its limits say it.
fn limits() -> String {
    let Limits { steps, bytes, at_once, text, tree, work, calls, .. } = Limits::default();
    let [bytes, at_once, text] = [bytes, at_once, text].map(|bytes| bytes_text(u128::from(bytes)));
    format!(
        "
## What a cell may take

What is asked for is counted before it is done, so a cell that wants too much is an error in its place, and the others go on. A cell may
take {} steps and {} multiply-adds, make {bytes} altogether and {at_once} in one step, and call functions {calls} deep. A text may have
{text}, a value {} values, those inside its items counted as often as they are reached. All cells of a page together may
take what four may.
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
        let mut functions: Vec<_> = builtins::all().filter(|builtin| builtin.places.contains(&place)).collect();
        functions.sort_by_key(|builtin| builtin.name);
        let _ = write!(page, "\n## {}\n\n{}\n\n| | |\n|---|---|\n", place.title(), place.words());
        for builtin in functions {
            let _ = writeln!(page, "| `{}` | {} |", cell(&builtin.usage_at(place)), cell(builtin.help));
        }
    }
    page
}

/// A text that ends no table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
