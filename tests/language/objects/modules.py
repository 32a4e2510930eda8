import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
print(nn.Linear(4, 2).weight)
print(nn.Linear(4, 2, bias=False))
for make in [
    lambda: nn.Linear(3, 5),
    lambda: nn.Embedding(10, 4),
    lambda: nn.Embedding(6, 3, padding_idx=0),
    lambda: nn.LayerNorm(4),
    lambda: nn.LayerNorm([4], eps=1e-6, bias=False),
    lambda: nn.LayerNorm(4, elementwise_affine=False),
    lambda: nn.Dropout(0.1),
    lambda: nn.ReLU(),
    lambda: nn.GELU(),
    lambda: nn.GELU(approximate="tanh"),
    lambda: nn.Softmax(dim=-1),
    lambda: nn.LogSoftmax(dim=-1),
    lambda: nn.Tanh(),
    lambda: nn.Sigmoid(),
    lambda: nn.Identity(),
    lambda: nn.Flatten(),
    lambda: nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 2)),
    lambda: nn.ModuleList([nn.Linear(2, 2) for _ in range(3)] + [nn.ReLU()]),
    lambda: nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.ReLU()}),
    lambda: nn.MultiheadAttention(4, 2),
    lambda: nn.MultiheadAttention(4, 2, bias=False),
    lambda: nn.MultiheadAttention(6, 3, kdim=4, vdim=5),
]:
    torch.manual_seed(7)
    module = make()
    print(module)
    for name, value in module.state_dict().items():
        print(name, tuple(value.shape), round(value.sum().item(), 4), round(value.flatten()[-1].item(), 4))
    print(sum(p.numel() for p in module.parameters()), [n for n, _ in module.named_modules()])
    print(round(torch.rand(1).item(), 5))
