"""Families of programs over operations of tensors and plain numbers: one function a family, which returns the lines."""

UNARY = """abs neg exp log sqrt rsqrt sin cos tan tanh sigmoid relu erf expm1 log1p log2 log10 floor ceil round trunc sign square
reciprocal isnan isinf isfinite logical_not""".split()
ACTIVATIONS = """F.relu({x}) F.gelu({x}) F.gelu({x},approximate="tanh") F.silu({x}) F.softplus({x}) F.leaky_relu({x})
F.leaky_relu({x},0.2) F.sigmoid({x}) F.tanh({x}) nn.ReLU()({x}) nn.GELU()({x}) nn.Tanh()({x}) nn.Sigmoid()({x})
nn.GELU(approximate="tanh")({x})""".split()
BINARY = """add sub mul div pow remainder fmod maximum minimum eq ne lt le gt ge logical_and logical_or logical_xor subtract multiply
divide""".split()
OPERATORS = "+ - * / // % ** + - * / // % **".split()
COMPARISONS = "== != < <= > >=".split()


def unary(draw):
    """Functions of one tensor, element by element, of every dtype."""
    _, _, text = draw.any()
    name = draw.of(UNARY)
    if name == "round" and draw.chance(0.3):
        call = draw.call(name, "x", f"decimals={draw.int(-1, 3)}")
    else:
        call = draw.call(name, "x")
    lines = [f"x = {text}", f"r_0 = {call}"]
    if draw.chance(0.2):
        lines.append(f"r_1 = {draw.call(draw.of(UNARY), 'r_0')}")
    return lines


def activation(draw):
    """Activations, as functions and as modules."""
    _, _, text = draw.any(among=("float32", "float32", "float64", "int64", "bool", "float16", "bfloat16"))
    call = draw.of(ACTIVATIONS).format(x="x")
    if "GELU" in call.upper():
        # PyTorch's own answer to infinity depends on how many elements there are.
        text = text.replace("inf", "1e10")
    return [f"x = {text}", f"r_0 = {call}"]


def binary(draw):
    """Operators and functions of two tensors, or a tensor and a plain number, of mixed dtypes and fitting shapes."""
    shape = draw.shape()
    dtype, _, text = draw.any(shape)
    lines = [f"x = {text}"]
    if draw.chance(0.45):
        other = draw.scalar()
        # `-1` to a power or in a call reads the same, but `x ** -1` needs no parentheses either.
        lines.append(f"y = {other}")
    else:
        lines.append(f"y = {draw.any(draw.fitting(shape), [dtype] if draw.chance(0.5) else None)[2]}")
    left, right = ("y", "x") if draw.chance(0.3) else ("x", "y")
    if draw.chance(0.6):
        lines.append(f"r_0 = {left} {draw.of(OPERATORS)} {right}")
    elif draw.chance(0.3):
        lines.append(f"r_0 = {left} {draw.of(COMPARISONS)} {right}")
    else:
        name = draw.of(BINARY)
        lines.append(f"r_0 = torch.{name}({left}, {right})" if draw.chance(0.5) else f"r_0 = {left}.{name}({right})")
    return lines


def sign_operators(draw):
    """Minus, `~` and the operators of bits."""
    among = ("bool", "int64", "uint8", "bool", "int32") if draw.chance(0.85) else None
    dtype, shape, text = draw.any(among=among)
    if draw.chance(0.35):
        return [f"x = {text}", f"r_0 = {draw.one('-', '~', '+', '-', '~', 'not ')}x"]
    other = draw.any(draw.fitting(shape), [dtype])[2] if draw.chance(0.7) else draw.one("True", "3", "False", "1", "-1")
    return [f"x = {text}", f"y = {other}", f"r_0 = x {draw.one('&', '|', '^')} y"]


def divided(draw):
    """Quotients that are rounded in each way, of every dtype."""
    dtype, shape, text = draw.any()
    other = draw.any(draw.fitting(shape), [dtype] if draw.chance(0.6) else None)[2] if draw.chance(0.7) else draw.scalar(0.0)
    mode = draw.one("'trunc'", "'trunc'", "'floor'", "None")
    call = draw.one(f"torch.div(x, y, rounding_mode={mode})", f"x.div(y, rounding_mode={mode})", "torch.floor_divide(x, y)", "torch.true_divide(x, y)")
    return [f"x = {text}", f"y = {other}", f"r_0 = {call}"]


def chain(draw):
    """Several operators in one expression."""
    shape = draw.shape(high=2)
    lines = [f"x = {draw.any(shape)[2]}", f"y = {draw.any(draw.fitting(shape))[2]}"]

    def expression(depth):
        if depth == 0 or draw.chance(0.2):
            return draw.one("x", "y", "x", "y", draw.scalar(0.0))
        if draw.chance(0.2):
            return f"({expression(depth - 1)} {draw.of(COMPARISONS)} {expression(depth - 1)})"
        return f"({expression(depth - 1)} {draw.of(OPERATORS)} {expression(depth - 1)})"

    return [*lines, f"r_0 = x {draw.of(OPERATORS)} {expression(2)}"]


def numbers(draw):
    """Plain numbers of Python: operators, conversions and `math`."""
    a, b = draw.scalar(), draw.scalar()
    lines = [f"a = {a}", f"b = {b}"]
    kind = draw.random.random()
    if kind < 0.5:
        operator = draw.of(OPERATORS)
        # A root of a negative number is a plain complex one, which the language does not have.
        is_root = operator == "**" and a.startswith("-") and b.lstrip("-") not in ("True", "False", "nan", "inf") and float(b) % 1
        return [*lines, f"r_0 = {'abs(a)' if is_root else 'a'} {operator} b", f"r_1 = a {draw.of(COMPARISONS)} b"]
    if kind < 0.75:
        name = draw.of("int float bool abs round str repr".split())
        return [*lines, f"r_0 = {name}(a)", f"r_1 = divmod(a, b)" if draw.chance(0.3) else "r_1 = -b"]
    names = "sqrt exp log sin cos tanh floor ceil trunc erf log2 log10 log1p expm1 fabs atan isnan isinf isqrt acos asin cosh sinh degrees radians exp2 factorial isfinite tan".split()
    name = draw.of(names)
    if name == "factorial" and len(a) > 4:
        # Python would multiply for hours, and cannot be stopped.
        name = "isqrt"
    if draw.chance(0.7):
        return [*lines, f"r_0 = math.{name}(a)"]
    name = draw.of("fmod pow atan2 hypot copysign log isclose gcd comb".split())
    return [*lines, f"r_0 = math.{'gcd' if name == 'comb' and len(b) > 4 else name}(a, b)"]


def clamp(draw):
    """Bounds: numbers, tensors, one of them, crossed ones."""
    dtype, shape, text = draw.any()

    def bound():
        return draw.scalar() if draw.chance(0.6) else draw.any(draw.fitting(shape), [dtype])[2]

    kind = draw.random.random()
    arguments = f"{bound()}, {bound()}" if kind < 0.5 else f"min={bound()}" if kind < 0.75 else f"max={bound()}"
    return [f"x = {text}", f"r_0 = {draw.call(draw.one('clamp', 'clip'), 'x', arguments)}"]


def nearly(draw):
    """Comparisons of whole tensors."""
    shape = draw.shape()
    dtype, _, text = draw.any(shape)
    other = "x.clone()" if draw.chance(0.3) else draw.any(draw.fitting(shape), [dtype] if draw.chance(0.8) else None)[2]
    name = draw.one("allclose", "isclose", "equal")
    flags = "" if name == "equal" else draw.flags(rtol=("0.1", "0.0"), atol=("1.0", "0"), equal_nan=("True",))
    return [f"x = {text}", f"y = {other}", f"r_0 = torch.{name}(x, y{', ' + flags if flags else ''})"]


def reduction(draw):
    """Sums, means and their like over no axis, one, several."""
    name = draw.of("sum mean prod max min amax amin all any var std argmax argmin norm sum mean logsumexp median".split())
    real = name in ("mean", "var", "std", "norm", "logsumexp") and draw.chance(0.9)
    among = ("float32", "float64", "float16", "bfloat16") if real else None
    _, shape, text = draw.any(draw.shape(high=3, empty=0.05), among)
    lines = [f"x = {text}"]
    keep = draw.one("", "", "keepdim=True")
    several = name in ("sum", "mean", "amax", "amin", "var", "std", "all", "any", "norm", "logsumexp")
    dims = draw.dims(len(shape)) if several else str(draw.dim(len(shape)))
    if name == "logsumexp":
        return [*lines, f"r_0 = {draw.call(name, 'x', dims, keep)}"]
    if name == "norm":
        order = draw.one("", "", "", "p=1", "p=2", "p=inf")
        dims = "" if draw.chance(0.4) else f"dim={dims}"
        return [*lines, f"r_0 = {draw.call(name, 'x', order, dims, keep if dims else '')}"]
    if name in ("var", "std"):
        rule = draw.one("", "", "unbiased=False", "correction=0", "unbiased=True", "correction=2")
        return [*lines, f"r_0 = {draw.call(name, 'x', f'dim={dims}' if draw.chance(0.6) else '', rule)}"]
    if draw.chance(0.35) or name == "median":
        return [*lines, f"r_0 = {draw.call(name, 'x')}"]
    dims = dims if draw.chance(0.5) else f"dim={dims}"
    call = draw.call(name, "x", dims, keep)
    if name in ("max", "min", "median"):
        # Which of equal elements is named is left open.
        return [*lines, f"r_0 = {call}.values"] if draw.chance(0.5) else [*lines, f"r_0, places = {call}"]
    if name in ("sum", "mean", "prod") and draw.chance(0.1):
        call = draw.call(name, "x", dims, f"dtype=torch.{draw.dtype()}")
    return [*lines, f"r_0 = {call}"]


def large_reduction(draw):
    """Sums over so many elements that the order of adding shows, and of means that swallow deviations. Not the norm: PyTorch adds
    its squares in as many running sums as the processor has lanes, and is off by 3e-5 where ours is off by a unit."""
    size = draw.of((1000, 4097, 20000, 100003))
    fill = draw.one("0.1", "1.1", "-0.3", "7.7", "1e-3")
    text = draw.one(f"torch.full(({size},), {fill})", f"torch.full(({size},), {fill}) + {draw.one('10', '1000.0', '0.5')}",
                    f"torch.arange({size}) * {fill}", f"torch.full(({size // 10}, 10), {fill})")
    # Of equal numbers PyTorch finds a deviation of its own rounding, where there is none.
    name = draw.of("sum mean var std".split() if "arange" in text else ("sum", "mean"))
    dim = f"dim={draw.one('0', '-1')}" if draw.chance(0.3) else ""
    lines = [f"x = {text}"]
    if dim and draw.chance(0.5):
        return [*lines, f"r_0 = x.{name}({dim})[..., :4]" if "(" in text.split(")")[0] and ", 10)" in text else f"r_0 = x.{name}({dim})"]
    if draw.chance(0.2):
        return [*lines, "r_0 = torch.softmax(x * 0.0, dim=0).sum()"]
    return [*lines, f"r_0 = x.{name}()"]


def index_items(draw, shape):
    """The text between the brackets for a tensor of this shape."""
    items = []
    rank = len(shape)
    lists = 0
    used = 0
    size = None
    while used < rank and len(items) < 4:
        kind = draw.random.random()
        n = shape[used]
        if kind < 0.3:
            items.append(str(draw.int(-n - (draw.chance(0.03)), max(n - 1, 0))))
        elif kind < 0.55:
            start = draw.one("", "", str(draw.int(-n, n)))
            stop = draw.one("", "", str(draw.int(-n - 1, n + 1)))
            step = draw.one("", "", "", ":1", ":2", ":3")
            items.append(f"{start}:{stop}{step}")
        elif kind < 0.62:
            items.append("None")
            used -= 1
        elif kind < 0.67 and "..." not in items:
            items.append("...")
            used = max(used, rank - draw.int(0, 1)) - 1
        elif kind < 0.69:
            items.append(draw.one("True", "False", "...", "torch.tensor(True)", "torch.tensor(1)"))
        elif kind < 0.87 and n:
            size = size or draw.int(1, 3)
            picked = [draw.int(-n, n - 1) for _ in range(size)]
            lists += 1
            items.append(str(picked) if draw.chance(0.5) else f"torch.tensor({picked})")
        elif kind < 0.94:
            mask = draw.nested([n], lambda: draw.number("bool"))
            items.append(f"torch.tensor({mask})" if n else ":")
        else:
            break
        used += 1
    return ", ".join(items) or draw.one("...", ":", "0", "None")


def indexing(draw):
    """Reading by numbers, slices, `None`, `...`, masks, lists and tensors of places."""
    shape = draw.shape(low=0 if draw.chance(0.1) else 1)
    dtype = draw.dtype()
    # Elements that differ show where each went.
    count = [0]

    def element():
        count[0] += 1
        return draw.number("bool") if dtype == "bool" else f"{count[0]}.0" if "float" in dtype else str(count[0])

    lines = [f"x = {draw.tensor(dtype, shape, 0.0, element)}"]
    if draw.chance(0.12):
        return [*lines, f"r_0 = x[x {draw.of(COMPARISONS)} {draw.int(0, 6)}]"]
    if draw.chance(0.07):
        return [*lines, f"r_0 = x[{draw.tensor('bool', draw.fitting(shape))}]"]
    return [*lines, f"r_0 = x[{index_items(draw, shape)}]"]


def item_assignment(draw):
    """Writing to items: numbers and tensors that broadcast, `+=` and the like."""
    shape = draw.shape(low=1)
    dtype, _, text = draw.any(shape)
    place = f"x {draw.of(COMPARISONS)} {draw.int(0, 3)}" if draw.chance(0.15) else index_items(draw, shape)
    # Which of several values stays at a place that is named twice is left open.
    place = place if "[" not in place else draw.one("0", "-1", ":", "...", "0:1")
    value = draw.scalar(0.05) if draw.chance(0.6) else draw.any(draw.shape(high=2), [dtype] if draw.chance(0.7) else None)[2]
    operator = draw.one("=", "=", "=", "+=", "*=", "-=")
    return [f"x = {text}", f"x[{place}] {operator} {value}", "r_0 = x"]


def view_sizes(draw, shape):
    """Sizes for the elements of this shape, seldom wrong."""
    count = 1
    for size in shape:
        count *= size
    sizes = []
    rest = count
    for divisor in (2, 3, 4):
        if rest and rest % divisor == 0 and draw.chance(0.6):
            sizes.append(divisor)
            rest //= divisor
    sizes.append(rest)
    draw.random.shuffle(sizes)
    if draw.chance(0.2):
        sizes.insert(draw.int(0, len(sizes)), 1)
    if draw.chance(0.4):
        sizes[draw.int(0, len(sizes) - 1)] = -1
    if draw.chance(0.04):
        sizes[-1] += 1
    return ", ".join(map(str, sizes))


def rearranged(draw, shape):
    """An expression that moves the axes of `x`, and the new shape."""
    rank = len(shape)
    kind = draw.random.random()
    if kind < 0.4 and rank >= 1:
        first, second = draw.int(0, rank - 1), draw.int(0, rank - 1)
        sizes = list(shape)
        sizes[first], sizes[second] = sizes[second], sizes[first]
        return f"x.{draw.one('transpose', 'swapaxes', 'transpose')}({first}, {second - rank})", sizes
    if kind < 0.6:
        order = draw.random.sample(range(rank), rank)
        arguments = ", ".join(map(str, order)) if order else "()"
        return f"x.permute({arguments})", [shape[place] for place in order]
    if kind < 0.75 and 1 in shape:
        sizes = [3 if size == 1 else size for size in shape]
        return f"x.expand({', '.join(map(str, sizes))})", sizes
    if kind < 0.85 and rank:
        sizes = [max(0, (shape[0] + 1) // 2), *shape[1:]]
        return "x[::2]", sizes
    if kind < 0.92 and rank == 2:
        return draw.one("x.T", "x.mT", "x.t()"), [shape[1], shape[0]]
    return draw.one("x.contiguous()", "x.clone()", "x"), list(shape)


def views(draw):
    """`view`, `reshape` and `flatten` of what was transposed, permuted, expanded or cut."""
    shape = draw.shape(low=1)
    lines = [f"x = {draw.any(shape)[2]}"]
    text, sizes = rearranged(draw, shape)
    lines.append(f"y = {text}")
    if draw.chance(0.15):
        lines.append(f"y = y{draw.one('.contiguous()', '.clone()', ' * 1', '.unsqueeze(0).squeeze(0)')}")
    if draw.chance(0.2):
        rank = len(sizes)
        first = draw.dim(rank)
        return [*lines, f"r_0 = {draw.call('flatten', 'y', str(first), str(draw.dim(rank)) if draw.chance(0.7) else '')}"]
    return [*lines, f"r_0 = y.{draw.one('view', 'view', 'reshape')}({view_sizes(draw, sizes)})"]


def shapes(draw):
    """Everything that moves elements and computes nothing."""
    shape = draw.shape()
    rank = len(shape)
    _, _, text = draw.any(shape)
    dim = draw.dim(rank)
    other = draw.dim(rank)
    size = draw.int(1, 3)
    order = draw.random.sample(range(rank), rank)
    order = [place - rank if draw.chance(0.3) else place for place in order]
    axes = ", ".join(map(str, order))
    repeats = ", ".join(str(draw.int(0 if draw.chance(0.05) else 1, 3)) for _ in range(max(1, rank + draw.int(-1, 1))))
    target = ", ".join(str(draw.int(2, 3) if n == 1 else draw.one(n, n, -1)) for n in shape)
    call = draw.call
    options = [
        lambda: call("transpose", "x", str(dim), str(other)),
        lambda: call("permute", "x", f"({axes}{',' if rank == 1 else ''})") if rank else "x.permute(())",
        lambda: f"x.expand({target})" if rank else f"x.expand({size})",
        lambda: f"x.expand({size}, {target})" if rank else f"x.expand({size}, {size})",
        lambda: call("unsqueeze", "x", str(draw.int(-rank - 1, rank + draw.chance(0.05)))),
        lambda: call("squeeze", "x", str(dim) if draw.chance(0.6) else ""),
        lambda: f"x.repeat({repeats})",
        lambda: f"x.tile({repeats})",
        lambda: call("roll", "x", str(draw.int(-4, 4)), draw.one("", str(dim), f"dims={dim}")),
        lambda: call("flip", "x", f"({dim},)" if draw.chance(0.5) else f"[{dim}, {other}]"),
        lambda: f"x.flatten({dim}, {other})",
        lambda: f"x.unflatten({dim}, ({draw.one('-1', '1', '2')}, {draw.one('1', '2')}))",
        lambda: call(draw.one("tril", "triu"), "x", draw.one("", str(draw.int(-3, 3)), f"diagonal={draw.int(-3, 3)}")),
        lambda: call("diagonal", "x", draw.one("", f"offset={draw.int(-2, 2)}"), f"dim1={dim}, dim2={other}" if draw.chance(0.4) else ""),
        lambda: call("diag", "x"),
        lambda: call("repeat_interleave", "x", str(size), draw.one(f"dim={dim}", "")),
        lambda: call("movedim", "x", str(dim), str(other)),
        lambda: f"x.{draw.one('T', 'mT')}",
        lambda: draw.one("x.shape", "x.size()", f"x.size({dim})", "x.numel()", "x.ndim", "len(x)", "x.dim()", "x.tolist()", "x.item()"),
        lambda: f"F.pad(x, ({', '.join(str(draw.int(-1 if draw.chance(0.1) else 0, 2)) for _ in range(draw.one(2, 2, 4)))}){draw.one('', ', value=1.5', ', value=True')})",
        lambda: call(draw.one("split", "split", "chunk"), "x", str(size), f"dim={dim}" if draw.chance(0.6) else ""),
        lambda: f"x.split([{', '.join(str(draw.int(0, 2)) for _ in range(draw.int(1, 3)))}], dim={dim})",
        lambda: call("unbind", "x", f"dim={dim}" if draw.chance(0.5) else ""),
        lambda: call("cumsum", "x", f"dim={dim}"),
        lambda: call("unique", "x"),
        lambda: call("nonzero", "x"),
    ]
    return [f"x = {text}", f"r_0 = {draw.of(options)()}"]


def joins(draw):
    """`cat`, `stack` and their like, of mixed dtypes too."""
    shape = draw.shape(low=0 if draw.chance(0.05) else 1)
    dtype = draw.dtype()
    name = draw.of("cat cat stack stack hstack vstack concatenate meshgrid broadcast".split())
    rank = len(shape)
    parts = []
    dim = draw.dim(rank + (name == "stack"))
    for _ in range(draw.int(1, 3)):
        sizes = list(shape)
        if name in ("cat", "concatenate", "hstack", "vstack") and rank and draw.chance(0.5):
            sizes[(dim if "cat" in name else 0) % rank] = draw.int(0 if draw.chance(0.1) else 1, 3)
        if draw.chance(0.03):
            sizes.append(1)
        parts.append(draw.tensor(dtype if draw.chance(0.85) else draw.dtype(), sizes))
    if "cat" in name and draw.chance(0.05):
        parts.insert(draw.int(0, len(parts)), f"torch.tensor([], dtype=torch.{draw.dtype()})")
    lines = [f"{'abcd'[place]} = {part}" for place, part in enumerate(parts)]
    names = ", ".join("abcd"[: len(parts)])
    if name == "meshgrid":
        return [*lines, f"r_0 = torch.meshgrid({names}{draw.one('', ', indexing=' + repr('ij'), ', indexing=' + repr('xy'))})"]
    if name == "broadcast":
        return [*lines, f"r_0 = torch.broadcast_to(a, ({', '.join(map(str, [draw.int(1, 2), *shape]))}))"]
    axis = "" if name in ("hstack", "vstack") or draw.chance(0.3) else f", dim={dim}"
    return [*lines, f"r_0 = torch.{name}([{names}]{axis})"]


def choosing(draw):
    """`where`, `masked_fill`, `gather`, `index_select`, `masked_select`, `one_hot`, `take`."""
    shape = draw.shape(low=1)
    dtype, _, text = draw.any(shape)
    lines = [f"x = {text}"]
    kind = draw.random.random()
    mask = draw.tensor("bool", draw.fitting(shape))

    def other():
        return draw.scalar() if draw.chance(0.5) else draw.any(draw.fitting(shape), [dtype] if draw.chance(0.6) else None)[2]

    if kind < 0.15:
        return [*lines, f"r_0 = torch.where({mask}, x, {other()})"]
    if kind < 0.3:
        condition = mask if draw.chance(0.9) else draw.tensor(draw.dtype(), shape)
        return [f"m = {condition}", f"r_0 = torch.where(m, {other()}, {other()})"]
    if kind < 0.5:
        value = draw.scalar() if draw.chance(0.85) else draw.any([])[2]
        condition = mask if draw.chance(0.9) else draw.tensor(draw.dtype(), shape)
        return [*lines, f"m = {condition}", f"r_0 = {draw.call('masked_fill', 'x', 'm', value)}"]
    if kind < 0.6:
        return [*lines, f"r_0 = {draw.call('masked_select', 'x', mask)}"]
    dim = draw.dim(len(shape))
    n = shape[dim] if -len(shape) <= dim < len(shape) else 1
    low, high = (0, max(n - 1, 0)) if draw.chance(0.9) else (-1, n)
    if kind < 0.8:
        sizes = [draw.int(1, max(size, 1)) for size in shape]
        places = draw.tensor("int64", sizes, 0.0, lambda: str(draw.int(low, high)))
        return [*lines, f"r_0 = {draw.call('gather', 'x', str(dim), places)}"]
    if kind < 0.9:
        places = draw.tensor("int64", [draw.int(1, 3)], 0.0, lambda: str(draw.int(low, high)))
        return [*lines, f"r_0 = {draw.call('index_select', 'x', str(dim), places)}"]
    places = draw.tensor("int64", draw.shape(high=2), 0.0, lambda: str(draw.int(0, 3)))
    return [f"x = {places}", f"r_0 = F.one_hot(x{draw.one('', ', 4', ', num_classes=4', ', 2')})"]


def matmul(draw):
    """Products of matrices, vectors and stacks of them."""
    dtype = draw.dtype(("float32", "float64", "int64", "uint8", "bool", "float16", "bfloat16", "int32")) if draw.chance(0.3) else draw.real()
    n, k, m = draw.int(1, 3), draw.int(0 if draw.chance(0.03) else 1, 4), draw.int(1, 3)
    batch = draw.shape(high=2)
    shapes = draw.one(
        ([n, k], [k, m]), ([k], [k]), ([n, k], [k]), ([k], [k, m]), ([*batch, n, k], [k, m]), ([*batch, n, k], [*batch, k, m]),
        ([*batch, n, k], [*draw.fitting(batch), k, m]), ([2, n, k], [2, k, m]), ([*batch, n, k], [k]),
    )
    if draw.chance(0.05):
        shapes = (shapes[0], [*shapes[1], 2])
    second = dtype if draw.chance(0.85) else draw.dtype()
    special = 0.0 if draw.chance(0.9) else 0.1
    lines = [f"x = {draw.tensor(dtype, shapes[0], special)}", f"y = {draw.tensor(second, shapes[1], special)}"]
    ranks = tuple(map(len, shapes))
    fitting = {(2, 2): "mm", (3, 3): "bmm", (2, 1): "mv", (1, 1): draw.one("dot", "outer")}.get(ranks, "matmul")
    name = draw.of(["@", "@", "matmul", fitting, fitting] + (["bmm", "mm", "mv", "dot", "outer"] if draw.chance(0.1) else []))
    return [*lines, f"r_0 = x @ y" if name == "@" else f"r_0 = {draw.call(name, 'x', 'y')}"]


def einsum(draw):
    """Products over letters."""
    sizes = {letter: draw.int(1, 3) for letter in "abcij"}
    operands = []
    for _ in range(draw.int(1, 3)):
        operands.append("".join(draw.random.sample("abcij", draw.int(1, 3))) if draw.chance(0.92) else draw.one("ii", "aa", "iij"))
    letters = sorted(set("".join(operands)))
    result = draw.random.sample(letters, draw.int(0, len(letters)))
    right = "->" + "".join(result) if draw.chance(0.8) else ""
    dots = "..." if draw.chance(0.1) else ""
    left = ",".join(dots + operand for operand in operands)
    right = right.replace("->", "->" + dots)
    dtype = draw.real() if draw.chance(0.9) else draw.dtype()
    lines = []
    for place, operand in enumerate(operands):
        shape = [1 if draw.chance(0.04) else sizes[letter] for letter in operand]
        shape = [2, *shape] if dots else shape
        lines.append(f"{'xyz'[place]} = {draw.tensor(dtype, shape, 0.0)}")
    names = ", ".join("xyz"[: len(operands)])
    return [*lines, f'r_0 = torch.einsum("{left}{right}", {names})']


def normalizing(draw):
    """Softmax and its kin, norms, similarities."""
    _, shape, text = draw.any(draw.shape(low=0 if draw.chance(0.15) else 1), None if draw.chance(0.1) else ("float32", "float64", "float16", "bfloat16"))
    dim = draw.dim(len(shape))
    lines = [f"x = {text}"]
    if 0 in shape and "float" not in text:
        # PyTorch refuses whole numbers only where there are some.
        text = f"torch.zeros({', '.join(map(str, shape))})"
        lines = [f"x = {text}"]
    dtype = draw.one("", "", "", "", f", dtype=torch.{draw.real() if 0 in shape else draw.dtype()}")
    kind = draw.of("softmax log_softmax logsumexp normalize cosine layer rms module".split())
    if kind in ("softmax", "log_softmax"):
        form = draw.one("torch.{}(x, dim={}{})", "F.{}(x, dim={}{})", "x.{}({}{})", "{}(x, {}{})")
        return [*lines, f"r_0 = {form.format(kind, dim, dtype)}"]
    if kind == "logsumexp":
        return [*lines, f"r_0 = {draw.call(kind, 'x', draw.dims(len(shape)), draw.one('', 'keepdim=True'))}"]
    if kind == "normalize":
        return [*lines, f"r_0 = F.normalize(x{draw.one('', f', dim={dim}', f', p=1, dim={dim}', f', 2.0, {dim}')})"]
    if kind == "cosine":
        lines.append(f"y = {draw.any(draw.fitting(shape), ('float32', 'float64') if draw.chance(0.2) else ['float32'])[2]}")
        return [*lines, f"r_0 = F.cosine_similarity(x, y{draw.one('', f', dim={dim}', f', dim={dim}', f', dim={dim}, eps=1e-3')})"]
    if kind == "module":
        return [*lines, f"r_0 = nn.{draw.one('Softmax', 'LogSoftmax')}(dim={dim})(x)"]
    last = shape[-(1 if draw.chance(0.75) else 2) :] or [1]
    sizes = f"({', '.join(map(str, last))},)" if draw.chance(0.8) else str(last[-1])
    name = "layer_norm" if kind == "layer" else "rms_norm"
    if kind == "layer":
        # Whether PyTorch makes 0 or nan of squares that float32 does not hold depends on the machine's vectors.
        lines = [line.replace("1e20", "1e10").replace("1e38", "1e10") for line in lines]
    extra = draw.one("", "", f", weight={draw.tensor('float32', last, 0.0)}", f", {draw.tensor('float32', last, 0.0)}", ", eps=1e-3", ", None, None, 0.1")
    if kind == "rms":
        extra = extra.replace(", None, None, 0.1", ", None, 0.1")
    return [*lines, f"r_0 = F.{name}(x, {sizes}{extra})"]


def creation(draw):
    """Tensors out of nothing."""
    dtype = f", dtype=torch.{draw.dtype()}" if draw.chance(0.35) else ""
    shape = draw.shape(empty=0.1)
    sizes = ", ".join(map(str, shape))
    bounds = [draw.scalar(0.02) for _ in range(3)]
    like = draw.any()[2]
    n = draw.int(0, 5)
    text = draw.of([
        f"torch.{draw.one('zeros', 'ones')}({sizes or '()'}{dtype})",
        f"torch.{draw.one('zeros', 'ones')}(({sizes}{',' if len(shape) == 1 else ''}){dtype})",
        f"torch.full(({sizes}{',' if len(shape) == 1 else ''}), {draw.scalar()}{dtype})",
        f"torch.full_like({like}, {draw.scalar()}{dtype})",
        f"torch.{draw.one('zeros_like', 'ones_like')}({like}{dtype})",
        f"{like}.{draw.one('new_zeros', 'new_ones')}({sizes or '()'})",
        f"torch.arange({draw.int(0, 6)}{dtype})",
        f"torch.arange({bounds[0]}, {draw.one(bounds[1], '4', '2.5')}{dtype})",
        f"torch.arange({draw.int(-3, 3)}, {draw.int(-3, 9)}, {draw.one('2', '0.5', '-1', '0.3', '0')}{dtype})",
        f"torch.linspace({bounds[0]}, {bounds[1]}, {n}{dtype})",
        f"torch.linspace({bounds[0]}, {bounds[1]}, steps={n}{dtype})",
        f"torch.eye({draw.int(0, 3)}{draw.one('', ', 2')}{dtype})",
        f"torch.{draw.one('tril', 'triu')}_indices({draw.int(0, 3)}, {draw.int(1, 3)}{draw.one('', ', 1', ', offset=-1')})",
        f"torch.tensor({draw.nested(shape, lambda: draw.scalar())}{dtype})",
        f"torch.tensor([{like}.sum(), {draw.scalar()}]{dtype})",
        f"torch.bincount({draw.tensor('int64', [n], 0.0, lambda: str(draw.int(0, 4)))}{draw.one('', ', minlength=3')})",
        f"torch.{draw.one('ones', 'zeros')}({sizes or '()'}).{draw.one('tril', 'triu')}()",
    ])
    return [f"r_0 = {text}"]


def drawing(draw):
    """PyTorch's random numbers after a seed."""
    dtype = draw.one("", "", "", ", dtype=torch.float64")
    sizes = ", ".join(map(str, draw.shape(low=1)))
    text = draw.of([
        f"torch.randn({sizes}{dtype})",
        f"torch.rand({sizes}{dtype})",
        f"torch.randn({draw.one(15, 16, 17, 33)}{dtype})",
        f"torch.randint({draw.int(1, 9)}, ({sizes},))",
        f"torch.randint({draw.int(-5, 0)}, {draw.int(1, 9)}, ({sizes},))",
        f"torch.randperm({draw.int(0, 9)})",
        f"torch.normal({draw.one('0.0', '1.5', '0')}, {draw.one('1.0', '0.5', '2')}, ({sizes},))",
        f"torch.bernoulli(torch.full(({sizes},), 0.4))",
        f"torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), {draw.int(1, 3)}{draw.one('', ', replacement=True')})",
        f"F.dropout(torch.ones({sizes}), {draw.one('0.5', '0.1', '0.0', '1.0')})",
        f"torch.{draw.one('randn_like', 'rand_like')}(torch.zeros({sizes}{dtype}))",
    ])
    return [f"torch.manual_seed({draw.int(0, 99)})", f"r_0 = {text}"]


def ranking(draw):
    """Sorting and the largest elements; places only where no elements are equal."""
    dtype, shape, text = draw.any(draw.shape(low=0 if draw.chance(0.1) else 1))
    name = draw.of("topk sort argsort sort topk median".split())
    dim = draw.dim(len(shape))
    lines = [f"x = {text}"]
    if name == "median":
        return [*lines, f"r_0 = x.median(dim={dim}).values" if draw.chance(0.4) else "r_0 = x.median()"]
    if name == "topk":
        call = draw.call(name, "x", str(draw.int(0 if draw.chance(0.05) else 1, 3)), draw.one("", f"dim={dim}"), draw.one("", "largest=False"))
        return [*lines, f"r_0 = {call}{draw.one('.values', '[0]')}"]
    flags = [f"dim={dim}" if draw.chance(0.6) else "", "descending=True" if draw.chance(0.4) else "", "stable=True"]
    call = draw.call(name, "x", *flags) if draw.chance(0.8) else draw.call(name, "x")
    if name == "argsort" or "stable" not in call:
        return [*lines, f"r_0 = {call}" if "stable" in call else f"r_0 = {draw.call('sort', 'x')}[0]"]
    return [*lines, f"r_0, r_1 = {call}"]


def conversion(draw):
    """From dtype to dtype, and to plain numbers."""
    shape = draw.shape() if draw.chance(0.7) else [1]
    dtype = draw.dtype()
    # What is beyond a dtype of whole numbers becomes whatever the processor makes of it.
    positive = (lambda: draw.one("0.0", "0.5", "1.0", "2.7", "7.25", "100.5")) if "float" in dtype else None
    text = draw.tensor(dtype, shape, 0.0, positive)
    target = draw.dtype()
    call = draw.one(f"x.to(torch.{target})", f"x.type(torch.{target})", "x.long()", "x.float()", "x.double()", "x.bool()", "x.byte()",
                    "x.int()", "x.tolist()", "x.item()", "float(x)", "int(x)", "bool(x)", "x.to(dtype=torch.float64)", "x.half()",
                    f"x.type_as({draw.tensor(target, [1])})", "x.is_floating_point()", "x.dtype == torch.float32", "torch.is_tensor(x)")
    return [f"x = {text}", f"r_0 = {call}"]


def rotary(draw):
    """Complex numbers as rotary embeddings use them: what comes out is real."""
    n, d = draw.int(1, 3), draw.int(1, 3)
    lines = [f"x = {draw.tensor('float32', [n, 2 * d], 0.0)}", f"a = {draw.tensor('float32', [n, d], 0.0)}"]
    turned = f"torch.polar({draw.one('torch.ones_like(a)', 'a', 'a * 0.5')}, a)"
    pairs = "torch.view_as_complex(x.reshape(x.shape[0], -1, 2))"
    value = draw.of([turned, pairs, f"{pairs} * {turned}", f"{pairs} * {turned}", f"{pairs} + {turned}", f"{turned} * 2.0", f"{pairs}[0]",
                     f"{turned}.conj()", f"{turned}.unsqueeze(1)"])
    result = draw.one("torch.view_as_real(c)", "torch.view_as_real(c).flatten(1)", "torch.view_as_real(c).flatten(-2)", "c.abs()", "c.real",
                      "c.imag", "c.angle()", "c.shape", "c.is_floating_point()")
    return [*lines, f"c = {value}", f"r_0 = {result}"]


def pythonic(draw):
    """What Python's own functions and statements make of tensors."""
    dtype, shape, text = draw.any()
    other = draw.any(shape, [dtype])[2]
    call = draw.of("""sum(x)|max(x)|min(x)|len(x)|abs(x)|round(x)|list(x)|tuple(x)|[row for row in x]|[v.item() for v in x.reshape(-1)]|x[0] in x
        sum(x.tolist(), [])|float(x.sum())|int(x.sum())|bool(x.any())|1 if x.any() else 2|not x.any()|x.any() and 3|x.all() or 4
        list(zip(x, y))|[i for i, row in enumerate(x)]|x is x|x.shape == y.shape|x.shape[0]|x.shape[-1] * 2|tuple(x.shape)|list(x.size())
        list(reversed(x.shape))|sorted(x.reshape(-1).tolist())|max(x.reshape(-1).tolist())|any(x.reshape(-1))|all(x.reshape(-1))|pow(x, 2)
        f"{x.sum().item():.3f}"|f"{x.numel()}"|str(x.shape)|str(x.dtype)|divmod(x, 2)|range(len(x))[-1]|isinstance(x, torch.Tensor)
        x.shape + (1,)|x.dtype == y.dtype|torch.Size([2, 3]) == x.shape|x.size(-1)|x.shape.numel()|[*x]|max(x.sum(), 1)|min(2, x.sum())
        x.sum().item() + 1|x.sum() + 1 == y.sum() + 1|0 < x.sum() < 5|(x == y).all().item()|torch.equal(x, y)|x.sum().item() == y.sum().item()"""
        .replace("\n", "|").split("|")).strip()
    return [f"x = {text}", f"y = {other}", f"r_0 = {call}"]


def odds(draw):
    """Functions that no other family has."""
    dtype, shape, text = draw.any()
    square = draw.any([2, draw.int(1, 3)])[2]
    call = draw.of([
        "x.trace()", "torch.trace(x)", "x.expand_as(x)", "x.view_as(x)", "x.reshape_as(x.flatten())", "x.T.view_as(x)", "x.requires_grad_().detach()",
        "torch.Tensor(x.reshape(-1).tolist())", "torch.Tensor([[1, 2], [3, 4]])", "torch.empty(2, 3).shape", "torch.empty_like(x).dtype == x.dtype",
        "torch.randn_like(x).shape", "torch.finfo(torch.float32).eps", "torch.finfo(torch.float64).max", "torch.finfo(torch.float32).tiny",
        "torch.iinfo(torch.int64).max", "torch.iinfo(torch.uint8).min", "torch.finfo(x.dtype).min", "torch.iinfo(x.dtype).max",
        "nn.utils.rnn.pad_sequence([x, x[:1]])", "nn.utils.rnn.pad_sequence([x, x[:1]], batch_first=True, padding_value=-1.0)", "x.ndimension()",
        "nn.MSELoss()(x, x * 2)", 'nn.MSELoss(reduction="sum")(x, x + 1)', "torch.nn.Parameter(x) + 1", "x.cpu()", "x.data", "x.requires_grad",
        "x.new_zeros(2)", "torch.zeros_like(x, dtype=torch.bool)", "x.nonzero()", "torch.unbind(x)", "x.numpy().tolist()", "x.unique()",
        "torch.where(x > 0)", "x.nonzero(as_tuple=True)", "torch.cumsum(x, 0)", "x.std(), x.mean()", "x.max(), x.min()", "x.argmax().item()",
    ])
    return ["torch.manual_seed(0)", f"x = {square if draw.chance(0.3) else text}", f"r_0 = {call}"]


def keywords(draw):
    """Arguments by the names that PyTorch gives them, by its other names, and by wrong ones."""
    dtype, shape, text = draw.any(draw.shape(low=1), ("float32", "float32", "float64", "int64"))
    dim = draw.dim(len(shape))
    name = draw.of("sum mean amax softmax cumsum argmax std prod all logsumexp norm".split())
    function = draw.of([
        f"torch.{name}(input=x, dim={dim})", f"torch.{name}(x, axis={dim})", f"x.{name}(axis={dim})", f"torch.{name}(x=x, dim={dim})",
        f"x.{name}(dim={dim}, keepdims=True)", f"x.{name}(dim={dim}, keep=True)", f"torch.{name}(dim={dim}, input=x)", f"x.{name}({dim}, dim={dim})",
        "torch.add(input=x, other=x)", "torch.mul(x, other=2)", "torch.add(x, x, alpha=2)", "torch.sub(x, 1, alpha=3)", "x.add(x, alpha=0.5)",
        "torch.clamp(input=x, min=0)", "x.clamp(max=1)", "x.clamp()", f"torch.cat(tensors=[x, x], dim={dim})", f"torch.cat([x, x], axis={dim})",
        f"torch.stack([x, x], axis={dim})", f"x.transpose(dim0=0, dim1={dim})", f"x.unsqueeze(dim={dim})", f"x.squeeze(axis={dim})",
        "torch.reshape(input=x, shape=(-1,))", "x.view(size=(-1,))", "x.reshape(shape=(-1,))", f"x.flatten(start_dim={dim})", "x.permute(dims=(0,))",
        f"x.sort(dim={dim}, descending=True).values", f"torch.topk(input=x, k=1, dim={dim}).values", "F.softmax(input=x, dim=0)", "F.relu(input=x)",
        "F.linear(input=x, weight=x)", "F.mse_loss(input=x, target=x)", "F.cross_entropy(input=x, target=x)", "F.gelu(x, approximate='none')",
        "F.normalize(input=x, p=2, dim=0)", "torch.where(condition=x > 0, input=x, other=x)", "torch.masked_fill(input=x, mask=x > 0, value=1)",
        "x.masked_fill(mask=x > 0, value=1)", "torch.matmul(input=x, other=x)", "torch.tril(input=x, diagonal=1)", "torch.full(size=(2,), fill_value=1)",
        "torch.zeros(size=(2, 2))", "torch.ones(2, size=(2,))", "torch.arange(start=0, end=3)", "torch.arange(end=3)", "torch.linspace(start=0, end=1, steps=3)",
        "torch.tensor(data=[1, 2])", "torch.eye(n=2, m=3)", "torch.pow(input=x, exponent=2)", "torch.maximum(input=x, other=x)", "x.eq(other=x)",
        f"x.gather(dim={dim}, index=x.long() * 0)", f"torch.index_select(input=x, dim={dim}, index=torch.tensor([0]))", "x.expand(size=(2, 2))",
        "x.repeat(repeats=(1, 2))", "x.repeat(1, 2)", f"x.roll(shifts=1, dims={dim})", f"x.flip(dims=({dim},))", f"x.split(split_size=1, dim={dim})",
        f"torch.split(x, split_size_or_sections=1, dim={dim})", f"x.chunk(chunks=2, dim={dim})", f"x.unbind(dim={dim})", "x.to(dtype=torch.float64)",
        "torch.round(x, decimals=1)", "x.norm(p=2)", f"x.norm(p=2, dim={dim}, keepdim=True)", "torch.einsum(equation='i->i', operands=[x])",
        "torch.multinomial(input=x, num_samples=1)", f"x.diagonal(offset=0, dim1=0, dim2={dim})", "torch.dot(input=x, tensor=x)", "torch.mm(x, mat2=x)",
        "torch.outer(input=x, vec2=x)", "torch.isclose(x, x, rtol=0.1)", "F.one_hot(tensor=x, num_classes=3)", "F.pad(input=x, pad=(1, 1), value=0)",
        "F.leaky_relu(x, negative_slope=0.1)", "F.layer_norm(input=x, normalized_shape=x.shape)", "F.embedding(input=x.long() * 0, weight=torch.ones(2, 3))",
        "nn.Linear(in_features=2, out_features=3, bias=False).weight.shape", "nn.Embedding(num_embeddings=2, embedding_dim=3).weight.shape",
        "F.scaled_dot_product_attention(query=x, key=x, value=x)", "F.dropout(input=x, p=0.0)", "F.cosine_similarity(x1=x, x2=x, dim=0)",
    ])
    if "attention" in function:
        # PyTorch's kernels for attention do as they like with NaN.
        text = text.replace("nan", "1.0").replace("inf", "1.0")
    if "gelu" in function:
        text = text.replace("inf", "1e10")
    return ["torch.manual_seed(0)", f"x = {text}", f"r_0 = {function}"]


def arrays(draw):
    """NumPy's functions, whose arrays are tensors here."""
    shape = draw.shape(low=1)
    kind = draw.one("float64", "float64", "int64", "bool")

    def array(sizes):
        return "np.array(" + draw.nested(sizes, lambda: draw.number(kind)) + ")" if 0 not in sizes else f"np.zeros(({sizes}))"

    dim = draw.dim(len(shape))
    axis = draw.one("", f", axis={dim}")
    keep = draw.one("", ", keepdims=True") if axis else ""
    call = draw.of([
        f"np.{draw.of('abs ceil cos exp floor isfinite isinf isnan log log10 log1p log2 logical_not round sign sin sqrt square tanh trunc'.split())}(x)",
        f"np.{draw.of('add divide logical_and logical_or logical_xor maximum minimum multiply power subtract'.split())}(x, y)",
        f"np.{draw.of('all amax amin any max mean min prod std sum var'.split())}(x{axis}{keep})",
        f"np.{draw.one('argmax', 'argmin')}(x{axis})", f"np.cumsum(x{axis})", f"x {draw.of(OPERATORS)} y", f"x {draw.of(OPERATORS)} {draw.scalar(0.0)}",
        f"x {draw.of(COMPARISONS)} y", "np.matmul(x, y)", "np.dot(x, y)", "np.outer(x, y)", "np.allclose(x, y)", "np.isclose(x, y)", f"np.clip(x, {draw.scalar(0.0)}, 2)",
        f"np.concatenate([x, y], axis={dim})", f"np.stack([x, y], axis={dim})", "np.hstack([x, y])", "np.vstack([x, y])", "np.where(x > 0, x, 0.0)",
        "np.where(x > 0, x, y)", "np.tril(x)", "np.triu(x, 1)", "np.transpose(x)", f"np.swapaxes(x, 0, {dim})", "np.reshape(x, (-1,))", f"np.expand_dims(x, {dim})",
        "np.squeeze(x)", "x.T", "x.shape", "x.mean()", "x.sum(axis=0)", "x.reshape(-1)", "x[0]", "x[..., None]", "x.tolist()", "x.astype(np.float32)",
        "x.astype(int)", f"np.zeros(({draw.int(0, 3)}, 2))", f"np.ones({draw.int(0, 3)})", f"np.full((2, 2), {draw.scalar(0.0)})", f"np.eye({draw.int(1, 3)})",
        f"np.arange({draw.scalar(0.0)})", f"np.arange(0, {draw.int(1, 9)}, {draw.one('1', '2', '0.5')})", f"np.linspace(0, {draw.scalar(0.0)}, {draw.int(0, 5)})",
        "np.einsum('i...->...i', x)", "torch.from_numpy(x) + 1", "torch.tensor(x)", "torch.tensor(x).float() * 2", "np.asarray(x)", "x.dtype == np.float64",
    ])
    return [f"x = {array(shape)}", f"y = {array(draw.fitting(shape) if draw.chance(0.3) else shape)}", f"r_0 = {call}"]


FAMILIES = {
    unary: 8, activation: 3, binary: 14, sign_operators: 3, chain: 5, numbers: 4, clamp: 3, nearly: 2, reduction: 11, large_reduction: 1,
    indexing: 8, item_assignment: 4, views: 4, shapes: 9, joins: 4, choosing: 6, matmul: 5, einsum: 2, normalizing: 6, creation: 4,
    drawing: 1, ranking: 4, conversion: 3, rotary: 1, pythonic: 3,
    odds: 2, keywords: 4, divided: 2,
    # Asked for by name only: an array that is a tensor has its rules of dtypes.
    arrays: 0,
}
