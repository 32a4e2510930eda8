import copy
import torch
import torch.nn as nn

torch.manual_seed(5)
model = nn.Transformer(8, 2, 2, 2, 12, batch_first=True, norm_first=True).eval()
src, tgt = torch.randn(2, 4, 8), torch.randn(2, 3, 8)
later = nn.Transformer.generate_square_subsequent_mask(3)
padding = torch.tensor([[False, False, False, True], [False, False, False, False]])

def run(model):
    return model(src, tgt, tgt_mask=later, src_key_padding_mask=padding, memory_key_padding_mask=padding)

plain = run(model)
print(plain)

# A hook that only looks changes nothing; it sees what comes out and what went in.
def look(module, args, output):
    print(type(module).__name__, len(args), tuple(args[0].shape))
    module.seen = output[0] if isinstance(output, tuple) else output

looking = copy.deepcopy(model)
layer = looking.decoder.layers[1]
handles = [part.register_forward_hook(look) for part in [
    looking, looking.encoder, looking.encoder.layers[0], layer.self_attn, layer.multihead_attn, layer.linear1,
    layer.norm2, layer.dropout2, layer.linear2, layer]]
print(torch.allclose(run(looking), plain, atol=1e-6))
print(layer.multihead_attn.seen)
print(layer.linear1.seen)

# Removed hooks are not called; removing twice does nothing.
for handle in handles:
    handle.remove()
handles[0].remove()
print(torch.allclose(run(looking), plain, atol=1e-6))

# What a hook gives back takes the output's place: a sublayer is switched off.
def nothing(module, args, output):
    return torch.zeros_like(output)

def silent(module, args, output):
    return (torch.zeros_like(output[0]), output[1])

for name, hook in [("encoder.layers.0.linear2", nothing), ("decoder.layers.0.multihead_attn", silent),
                   ("decoder.layers.1.self_attn", silent), ("encoder.layers.1", nothing), ("decoder.norm", nothing)]:
    changed = copy.deepcopy(model)
    changed.get_submodule(name).register_forward_hook(hook)
    print(name, run(changed))

# One head is switched off: its values are not added. The arguments by name are given to those who ask.
def without(head):
    def change(module, args, kwargs, output):
        query, key, value = args
        names = {**kwargs, "need_weights": True, "average_attn_weights": False}
        _, weights = module.forward(query, key, value, **names)
        b, h, n, m = weights.shape
        d = module.embed_dim
        w, bias = module.in_proj_weight[2 * d:], module.in_proj_bias[2 * d:]
        values = (value @ w.T + bias).view(b, m, h, d // h).transpose(1, 2)
        kept = (torch.arange(h) != head).float()[:, None, None]
        heads = weights @ values * kept
        return module.out_proj(heads.transpose(1, 2).reshape(b, n, d)), None
    return change

for head in range(2):
    changed = copy.deepcopy(model)
    changed.decoder.layers[0].multihead_attn.register_forward_hook(without(head), with_kwargs=True)
    changed.encoder.layers[1].self_attn.register_forward_hook(without(head), with_kwargs=True)
    print(head, run(changed))
changed = copy.deepcopy(model)
changed.decoder.layers[0].multihead_attn.register_forward_hook(without(7), with_kwargs=True)
print(torch.allclose(run(changed), plain, atol=1e-5))

# Hooks in a row: each is given what the one before it gave. prepend goes first.
twice = nn.Linear(2, 2)
with torch.no_grad():
    twice.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    twice.bias.copy_(torch.tensor([0.5, -0.5]))
twice.register_forward_hook(lambda module, args, output: output * 10)
twice.register_forward_hook(lambda module, args, output: output + 1, prepend=True)
twice.register_forward_hook(lambda module, args, output: None)
x = torch.tensor([1.0, -1.0])
print(twice(x), twice.forward(x))

# Hooks before: a tensor, a tuple, or nothing takes the arguments' place.
class Two(nn.Module):
    def forward(self, x, y=0.0, scale=1.0):
        return (x + y) * scale

two = Two()
first = two.register_forward_pre_hook(lambda module, args: args[0] * 2)
print(two(torch.tensor([1.0, 2.0])))
second = two.register_forward_pre_hook(lambda module, args: (args[0], torch.tensor(5.0)))
print(two(torch.tensor([1.0, 2.0])))
first.remove()
print(two(torch.tensor([1.0, 2.0]), 3.0, scale=2.0))
second.remove()
third = two.register_forward_pre_hook(lambda module, args, kwargs: (args, {"scale": 3.0}), with_kwargs=True)
print(two(torch.tensor([1.0, 2.0]), scale=2.0))
third.remove()
print(two(x, scale=2.0))

# An object and a method can be hooks; a copy of a module has its hooks, and its own.
class Counter:
    def __init__(self):
        self.calls = 0
    def __call__(self, module, args, output):
        self.calls += 1
    def double(self, module, args, output):
        return output * 2

counter = Counter()
counted = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
counted.register_forward_hook(counter)
counted[1].register_forward_hook(counter.double)
again = copy.deepcopy(counted)
again[1].register_forward_hook(lambda module, args, output: output + 100)
print(counted(x).shape, counter.calls, float(again(x).min()) >= 100.0, float(counted(x).max()) < 100.0)
print(sorted(counted.state_dict().keys()))

# Post-norm, sequence first, with a module as the activation, which can have a hook as well.
torch.manual_seed(6)
post = nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 3, 10, activation=nn.GELU()), 1).eval()
rows = torch.randn(4, 2, 6)
calm = post(rows)
post.layers[0].activation.register_forward_hook(lambda module, args, output: output.clamp(max=0.5))
print(calm, post(rows))

# While training, dropout draws what it draws without hooks.
torch.manual_seed(7)
learning = nn.Transformer(4, 2, 1, 1, 6, dropout=0.3, batch_first=True)
short, long = torch.randn(1, 2, 4), torch.randn(1, 3, 4)
torch.manual_seed(8)
free = learning(long, short)
learning.encoder.layers[0].norm1.register_forward_hook(lambda module, args, output: None)
learning.decoder.layers[0].linear1.register_forward_hook(lambda module, args, output: None)
torch.manual_seed(8)
print(free, learning(long, short))
