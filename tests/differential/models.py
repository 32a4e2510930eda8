"""Families of programs over losses, attention, the modules of `torch.nn`, and gradients: one function a family."""


def losses(draw):
    """Losses with every way to reduce them, and mixed dtypes."""
    reduction = draw.one("", "", "", ', reduction="sum"', ', reduction="none"', ', reduction="mean"')
    name = draw.of("mse_loss l1_loss kl_div cross_entropy nll_loss cross_entropy".split())
    real = draw.real()
    if name in ("mse_loss", "l1_loss", "kl_div"):
        shape = draw.shape()
        other = draw.fitting(shape) if draw.chance(0.15) else shape
        second = real if draw.chance(0.9) else draw.dtype()
        extra = draw.one("", ", log_target=True") if name == "kl_div" else ""
        return [
            f"x = {draw.tensor(real, shape)}",
            f"y = {draw.tensor(second, other)}",
            f"r_0 = F.{name}(x, y{reduction}{extra})",
        ]
    classes, count = draw.int(2, 4), draw.int(1, 3)
    more = [draw.int(1, 2)] if draw.chance(0.15) else []
    shape = [count, classes, *more] if draw.chance(0.9) else [classes]
    places = [count, *more] if len(shape) > 1 else []
    wrong = draw.chance(0.05)
    target = draw.tensor("int64", places, 0.0, lambda: draw.one("-100" if draw.chance(0.3) else "0", str(draw.int(-1 if wrong else 0, classes - (not wrong)))))
    if name == "cross_entropy" and draw.chance(0.15):
        target = f"torch.softmax({draw.tensor(real, shape, 0.0)}, dim={min(1, len(shape) - 1)})"
    extra = draw.one("", "", "", ", ignore_index=0", f", weight={draw.tensor(real, [classes], 0.0)}")
    if name == "cross_entropy":
        extra += draw.one("", "", ", label_smoothing=0.1")
    lines = [f"x = {draw.tensor(real, shape, 0.0 if draw.chance(0.8) else 0.1)}", f"y = {target}"]
    if draw.chance(0.3):
        kind = "CrossEntropyLoss" if name == "cross_entropy" else "NLLLoss"
        return [*lines, f"r_0 = nn.{kind}({(extra + reduction)[2:]})(x, y)"]
    return [*lines, f"r_0 = F.{name}(x, y{extra}{reduction})"]


def mask_text(draw, sizes, real):
    """A mask of any kind for scores of these sizes."""
    kind = draw.random.random()
    if kind < 0.45:
        return draw.tensor("bool", sizes, 0.0)
    if kind < 0.6:
        return f"torch.{draw.one('ones', 'ones', 'zeros')}({', '.join(map(str, sizes))}, dtype=torch.bool){draw.one('.tril()', '', '.triu(1)')}"
    if kind < 0.75:
        return draw.tensor(real, sizes, 0.0, lambda: draw.one("0.0", "-inf", "-inf", "0.5"))
    if kind < 0.85:
        return f"torch.zeros({', '.join(map(str, sizes))}).masked_fill({draw.tensor('bool', sizes, 0.0)}, -inf)"
    if kind < 0.93:
        return draw.tensor(real, sizes, 0.0)
    return draw.tensor(draw.dtype(), sizes, 0.0)


def attention(draw):
    """`scaled_dot_product_attention` with every kind of mask."""
    real = draw.real()
    batch = draw.one([], [2], [1, 2], [2, 2])
    n, m, d, e = draw.int(1, 3), draw.int(1, 3), draw.int(1, 3), draw.int(1, 3)
    second = real if draw.chance(0.95) else draw.dtype()
    # PyTorch's kernels do as they like with NaN.
    special = 0.0
    other = batch if draw.chance(0.85) else draw.fitting(batch)
    lines = [
        f"q = {draw.tensor(real, [*batch, n, d], special)}",
        f"k = {draw.tensor(second, [*other, m, d], special)}",
        f"v = {draw.tensor(second, [*other, m, e], special)}",
    ]
    arguments = ["q", "k", "v"]
    if draw.chance(0.65):
        sizes = draw.one([n, m], [n, m], [*batch, n, m], [1, m], [m], [n, 1])
        lines.append(f"m = {mask_text(draw, sizes, real)}")
        arguments.append(draw.one("m", "attn_mask=m"))
    if draw.chance(0.2):
        arguments.append("is_causal=True")
    if draw.chance(0.2):
        arguments.append(f"scale={draw.one('1.0', '0.5', '2')}")
    if draw.chance(0.05):
        arguments.append("enable_gqa=True")
    return [*lines, f"r_0 = F.scaled_dot_product_attention({', '.join(arguments)})"]


def inputs(draw, shape, dtype="float32"):
    """The input of a module: of its dtype, seldom not."""
    dtype = dtype if draw.chance(0.94) else draw.dtype()
    text = draw.tensor(dtype, shape, 0.05 if draw.chance(0.1) else 0.0)
    # Where squares overflow depends on the kernel.
    return text.replace("1e20", "1e5").replace("1e38", "1e5").replace("1e10", "1e5")


def layers(draw):
    """Linear, Embedding, the norms, Flatten, Sequential, Dropout."""
    n, m = draw.int(1, 4), draw.int(1, 4)
    batch = draw.shape(high=2)
    lines = [f"torch.manual_seed({draw.int(0, 99)})"]
    kind = draw.of("linear linear embedding layernorm layernorm rmsnorm flatten sequential functional dropout init".split())
    if kind == "linear":
        options = draw.one("", "", ", bias=False", ", dtype=torch.float64")
        size = n if draw.chance(0.95) else n + 1
        return [*lines, f"f = nn.Linear({n}, {m}{options})", f"x = {inputs(draw, [*batch, size])}", "r_0 = f(x)", "r_1 = f.weight * 1"]
    if kind == "embedding":
        low, high = (0, n - 1) if draw.chance(0.92) else (-1, n)
        dtype = "int64" if draw.chance(0.93) else draw.dtype()
        ids = draw.tensor(dtype, draw.shape(high=2), 0.0, (lambda: str(draw.int(low, high))) if dtype == "int64" else None)
        return [*lines, f"f = nn.Embedding({n}, {m}{draw.one('', '', ', padding_idx=0')})", f"x = {ids}", "r_0 = f(x)"]
    if kind in ("layernorm", "rmsnorm"):
        sizes = [n] if draw.chance(0.8) else [m, n]
        given = str(n) if len(sizes) == 1 and draw.chance(0.6) else f"({', '.join(map(str, sizes))},)"
        options = draw.one("", "", ", eps=0.1", ", elementwise_affine=False", ", bias=False" if kind == "layernorm" else "")
        name = "LayerNorm" if kind == "layernorm" else "RMSNorm"
        return [*lines, f"f = nn.{name}({given}{options})", f"x = {inputs(draw, [*batch, *sizes])}", "r_0 = f(x)"]
    if kind == "flatten":
        return [*lines, f"x = {draw.any()[2]}", f"r_0 = nn.Flatten({draw.one('', '0', '1, -1', '-2')})(x)"]
    if kind == "sequential":
        middle = draw.one("nn.ReLU()", "nn.GELU()", "nn.Tanh()", "nn.Sigmoid()", "nn.Identity()", "nn.Softmax(dim=-1)")
        return [*lines, f"f = nn.Sequential(nn.Linear({n}, {m}), {middle}, nn.Linear({m}, 2))", f"x = {inputs(draw, [*batch, n])}", "r_0 = f(x)"]
    if kind == "functional":
        bias = draw.one("", "", f", {draw.tensor('float32', [m], 0.0)}")
        return [f"x = {inputs(draw, [*batch, n])}", f"w = {draw.tensor('float32', [m, n], 0.0)}", f"r_0 = F.linear(x, w{bias})"]
    if kind == "dropout":
        return [*lines, f"x = {inputs(draw, [*batch, n])}", f"r_0 = nn.Dropout({draw.one('0.5', '0.0', '0.1', '1.0')}){draw.one('', '.eval()')}(x)"]
    name = draw.of("xavier_uniform_ xavier_normal_ kaiming_uniform_ normal_ uniform_ ones_ zeros_ eye_".split())
    return [*lines, f"f = nn.Linear({n}, {m})", f"nn.init.{name}(f.weight)", "r_0 = f.weight * 1", "r_1 = f.bias * 1"]


def multihead(draw):
    """`nn.MultiheadAttention`, with its masks."""
    heads = draw.int(1, 2)
    width = heads * draw.int(1, 3)
    first = draw.chance(0.6)
    batch, n, m = draw.int(1, 2), draw.int(1, 3), draw.int(1, 3)
    is_self = draw.chance(0.5)
    m = n if is_self else m
    options = ["batch_first=True"] if first else []
    options += ["bias=False"] if draw.chance(0.1) else []
    options += [draw.one("add_zero_attn=True", "add_bias_kv=True", f"kdim={width}", f"kdim={width + 1}, vdim={width}")] if draw.chance(0.06) else []
    lines = [f"torch.manual_seed({draw.int(0, 99)})", f"f = nn.MultiheadAttention({', '.join([str(width), str(heads), *options])})"]
    if draw.chance(0.3):
        lines.append("f.eval()")

    def sequence(length):
        sizes = [batch, length, width] if first else [length, batch, width]
        return inputs(draw, sizes[1:] if batch == 1 and draw.chance(0.1) and first else sizes)

    lines.append(f"x = {sequence(n)}")
    if not is_self:
        lines.append(f"y = {sequence(m)}")
    call = ["x", "x", "x"] if is_self else ["x", "y", "y"]
    if draw.chance(0.3):
        lines.append(f"m = {mask_text(draw, draw.one([n, m], [n, m], [n, m], [batch * heads, n, m]), 'float32')}")
        call.append("attn_mask=m")
    if draw.chance(0.3):
        lines.append(f"p = {mask_text(draw, [batch, m], 'float32')}")
        call.append("key_padding_mask=p")
    if draw.chance(0.3):
        call.append(draw.one("need_weights=False", "average_attn_weights=False"))
    if draw.chance(0.05):
        call.append("is_causal=True")
    return [*lines, f"r_0, r_1 = f({', '.join(call)})"]


def transformers(draw):
    """Encoder and decoder layers, their stacks, and the whole `nn.Transformer`."""
    heads = draw.int(1, 2)
    width = 2 * heads
    batch, n, m = draw.int(1, 2), draw.int(1, 3), draw.int(1, 3)
    first = draw.chance(0.7)
    kind = draw.of("encoderlayer decoderlayer encoder decoder transformer".split())
    options = [f"dim_feedforward={draw.int(2, 4)}", f"dropout={draw.one('0.0', '0.0', '0.1')}"]
    options += ["batch_first=True"] if first else []
    options += ["norm_first=True"] if draw.chance(0.3) else []
    options += ["bias=False"] if draw.chance(0.1) else []
    options += [draw.one('activation="gelu"', 'activation="relu"', "activation=F.gelu")] if draw.chance(0.3) else []

    def sequence(length):
        return inputs(draw, [batch, length, width] if first else [length, batch, width])

    lines = [f"torch.manual_seed({draw.int(0, 99)})"]
    arguments = ", ".join([str(width), str(heads), *options])
    call = ["x"]
    is_encoder = "encoder" in kind
    if kind.endswith("layer"):
        lines.append(f"f = nn.Transformer{kind[0].upper()}{kind[1:-5]}Layer({arguments})")
    elif kind == "transformer":
        lines.append(f"f = nn.Transformer({width}, {heads}, {draw.int(1, 2)}, 1, {', '.join(options)})")
    else:
        name = kind.capitalize()
        norm = draw.one("", "", f", norm=nn.LayerNorm({width})")
        lines += [f"g = nn.Transformer{name}Layer({arguments})", f"f = nn.Transformer{name}(g, {draw.int(1, 2)}{norm})"]
    if draw.chance(0.7):
        lines.append("f.eval()")
    elif draw.chance(0.5):
        lines.append(f"torch.manual_seed({draw.int(0, 99)})")
    lines.append(f"x = {sequence(n)}")
    if not is_encoder:
        lines.append(f"y = {sequence(m)}")
        call.append("y")
    masks = []
    if kind == "transformer":
        masks = [("src_mask", [n, n]), ("tgt_mask", [m, m]), ("memory_mask", [m, n]), ("src_key_padding_mask", [batch, n]), ("tgt_key_padding_mask", [batch, m]), ("memory_key_padding_mask", [batch, n])]
    elif is_encoder:
        masks = [("src_mask" if kind == "encoderlayer" else "mask", [n, n]), ("src_key_padding_mask", [batch, n])]
    else:
        masks = [("tgt_mask", [n, n]), ("memory_mask", [n, m]), ("tgt_key_padding_mask", [batch, n]), ("memory_key_padding_mask", [batch, m])]
    causal = draw.chance(0.3)
    for place, (name, sizes) in enumerate(masks):
        if causal and name in ("tgt_mask", "src_mask", "mask"):
            call.append(f"{name}={draw.one('nn.Transformer', 'nn.Transformer')}.generate_square_subsequent_mask({sizes[0]})")
        elif draw.chance(0.25):
            lines.append(f"m{place} = {mask_text(draw, sizes, 'float32')}")
            call.append(f"{name}=m{place}")
    return [*lines, f"r_0 = f({', '.join(call)})"]


def module_facts(draw):
    """What modules say of themselves: names and sizes of parameters, attributes, the rules of `train` and `eval`."""
    made = draw.of([
        "nn.Linear(2, 3)", "nn.Linear(2, 3, bias=False)", "nn.Embedding(3, 2)", "nn.LayerNorm(4)", "nn.RMSNorm(4)", "nn.MultiheadAttention(4, 2)",
        "nn.MultiheadAttention(4, 2, bias=False)", "nn.TransformerEncoderLayer(4, 2, 3)", "nn.TransformerDecoderLayer(4, 2, 3)",
        "nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 3), 2)", "nn.Transformer(4, 2, 1, 1, 3)", "nn.Sequential(nn.Linear(2, 3), nn.ReLU())",
        "nn.ModuleList([nn.Linear(1, 2), nn.Dropout(0.1)])", 'nn.ModuleDict({"a": nn.Linear(1, 2)})', "nn.Dropout(0.2)", "nn.GELU()",
        "nn.LayerNorm((2, 3), elementwise_affine=False)", "nn.CrossEntropyLoss()", "nn.Flatten()", "nn.Identity()", "nn.Softmax(dim=-1)",
    ])
    fact = draw.of([
        "[name for name, _ in f.named_parameters()]", "[list(p.shape) for p in f.parameters()]", "sum(p.numel() for p in f.parameters())",
        "[p.sum() for p in f.parameters()]", "list(f.state_dict().keys())", "f.training", "f.eval().training", "[name for name, _ in f.named_modules()]",
        "[name for name, _ in f.named_children()]", "len(list(f.children()))", "len(list(f.modules()))", "[p.requires_grad for p in f.parameters()]",
        "[p.dtype == torch.float32 for p in f.parameters()]", "f.double().training", "[p.dtype == torch.float64 for p in f.double().parameters()]",
        "f.state_dict()", "type(f).__name__", "isinstance(f, nn.Module)", "str(f)", "f.train(False).training",
    ])
    return [f"torch.manual_seed({draw.int(0, 99)})", f"f = {made}", f"r_0 = {fact}"]


ELEMENTWISE = """abs exp log sqrt rsqrt sin cos tan tanh sigmoid relu erf expm1 log1p log2 square reciprocal neg floor sign round
trunc""".split()
# Of `x`, a real tensor with two axes of 2 and 3.
STEPS = """x+{s} x*{s} x/{s} {s}/x {s}-x x%{s} x**{e} x*x x/(x+{s}) x.sum(dim=1) x.mean(dim=0) x.var(dim=1) x.std(dim=1) x.std(unbiased=False)
x.std(dim=1,unbiased=False) x.var(dim=1,unbiased=False) x.norm() x.norm(dim=1) x.prod(dim=1) x.prod() x.amax(dim=1) x.amin(dim=0) x.max() x.min()
x.max(dim=1).values x.median() x.cumsum(dim=1) x.logsumexp(dim=1) torch.softmax(x,dim=1) torch.log_softmax(x,dim=0) x.T@x x@x.T
x.transpose(0,1) x.reshape(-1) x[0] x[:,1] x[[0,0,1]] x[x>0] x.clamp(-0.5,1.0) x.clamp(min=0.0) x.clamp(max=x.mean()) torch.maximum(x,x.T.reshape(2,3))
torch.minimum(x,torch.zeros(2,3)) torch.maximum(x,torch.zeros(2,3)) torch.where(x>0,x,-x) torch.where(x>0,x.log(),x) x.masked_fill(x>1,0.0) torch.cat([x,x*2]) torch.stack([x,x],dim=1)
x.repeat(2,1) x.expand(2,2,3) x.flip(0) x.roll(1) x.tril() x.triu(1) x.diagonal() F.relu(x) F.gelu(x) F.gelu(x,approximate="tanh") F.silu(x)
F.softplus(x) F.leaky_relu(x) F.layer_norm(x,(3,)) F.rms_norm(x,(3,)) F.normalize(x,dim=1) F.cosine_similarity(x,x.flip(0),dim=1)
F.cosine_similarity(x,torch.ones(2,3),dim=1) F.mse_loss(x,torch.ones(2,3)) F.l1_loss(x,torch.ones(2,3)) F.cross_entropy(x,torch.tensor([0,2]))
F.cross_entropy(x,torch.tensor([1,-100]),label_smoothing=0.1) F.nll_loss(x,torch.tensor([0,1])) F.kl_div(x,torch.full((2,3),0.3))
F.kl_div(torch.zeros(2,3),x) F.scaled_dot_product_attention(x,x,x) F.scaled_dot_product_attention(x,x,x,is_causal=True)
F.scaled_dot_product_attention(x,x,x,attn_mask=torch.tensor([[True,False],[False,False]])) torch.einsum("ij,kj->ik",x,x) x.topk(2).values
x.sort(dim=1).values x.gather(1,torch.tensor([[0,0],[2,1]])) x.unfold(0,2,1) F.pad(x,(1,1)) x.split(1)[0] x.outer(x) torch.outer(x[0],x[1])
x.dot(x) torch.bmm(x.unsqueeze(0),x.T.unsqueeze(0)) F.embedding(torch.tensor([0,1,1]),x) x.detach()*x x.abs().sqrt() torch.remainder(x,0.7)
torch.fmod(x,0.7) x.pow(0.5) x.pow(2) {s}**x torch.pow(x.abs(),x) x-x.mean(dim=1,keepdim=True) (x-x.mean())/x.std() x.float()*2 x.double()*2
x.round() x.floor()*x (x>0)*x x.square().mean().sqrt() nn.Linear(3,2)(x) nn.LayerNorm(3)(x) nn.RMSNorm(3)(x)
nn.MultiheadAttention(3,1)(x,x,x)[0] nn.MultiheadAttention(3,3)(x,x,x)[1] nn.TransformerEncoderLayer(3,1,4,dropout=0.0)(x)
nn.TransformerDecoderLayer(3,1,4,dropout=0.0)(x,x) nn.TransformerEncoderLayer(3,1,2,dropout=0.0,activation="gelu",norm_first=True)(x)
nn.TransformerEncoderLayer(3,3,2,dropout=0.0)(x,src_mask=nn.Transformer.generate_square_subsequent_mask(2)) nn.CrossEntropyLoss()(x,torch.tensor([0,2]))
nn.CrossEntropyLoss(ignore_index=0)(x,torch.tensor([0,2])) nn.Sequential(nn.Linear(3,4),nn.ReLU(),nn.Linear(4,1))(x) F.linear(x,x) x.tile(2)
x.unbind(1)[2] x.chunk(2,dim=1)[0] x.view(3,2) x.permute(1,0) x.unsqueeze(1) x.squeeze() x.index_select(1,torch.tensor([2,0,2]))
x.masked_select(x>0) x.repeat_interleave(2) x.norm(p=1) x.norm(dim=1,keepdim=True) x.trace() x.diag() x.mv(x[0]) x.mean() x.sum()
x.abs().max() x.logsumexp(dim=(0,1)) x.maximum(x.mean()) x.clamp(x.min(),x.max()) x.clamp(torch.zeros(3),torch.ones(3)) x.nan_to_num()
torch.where(x>0,x,0.0) x[torch.tensor([1,0,1]),1] x[...,None] x[:,::2] x[None,1] torch.hstack([x,x]) torch.vstack([x,x*x]) x.sigmoid().log()
F.mse_loss(x,x.flip(1)) F.mse_loss(x,torch.zeros(2,3),reduction="none") F.kl_div(x.log_softmax(1),torch.softmax(x.flip(1),1))""".replace("\n", " ").split(" ")
STEPS = [step for step in STEPS if step]


def gradients(draw):
    """The gradient of a weighted sum of one or two steps with respect to their input."""
    dtype = draw.dtype(("float32", "float32", "float64"))
    kind = draw.random.random()
    if kind < 0.2:
        equal = draw.number("float32")
        text = draw.tensor(dtype, [2, 3], 0.0, lambda: equal)
    elif kind < 0.4:
        text = draw.tensor(dtype, [2, 3], 0.0, lambda: draw.one("0.0", "1.0", "-0.5", "0.5", "-1.0"))
    else:
        text = draw.tensor(dtype, [2, 3], 0.05 if draw.chance(0.15) else 0.0)

    def step():
        if draw.chance(0.2):
            return f"x.{draw.of(ELEMENTWISE)}()"
        constant = draw.one("2.0", "0.5", "3", "-1.5", "0.1")
        return draw.of(STEPS).replace("{s}", constant).replace("{e}", draw.one("2", "0.5", "-1", "3", "0", "1.5", "-2.0"))

    lines = ["torch.manual_seed(0)", f"x = {text}", f"y = {step()}"]
    if draw.chance(0.3):
        second = draw.one("y * (-0.5) + y.sum()", "y / (y.abs().sum() + 1)", "y * y", "torch.softmax(y.reshape(-1), dim=0)", f"y.{draw.of(ELEMENTWISE)}()")
        lines.append(f"y = {second}")
    # Weights that differ, so that a gradient in the wrong place shows.
    lines.append("r_0 = (y.reshape(-1) * torch.arange(1, y.numel() + 1)).sum()")
    return lines


FAMILIES = {losses: 4, attention: 5, layers: 5, multihead: 4, transformers: 4, module_facts: 2, gradients: 0}
