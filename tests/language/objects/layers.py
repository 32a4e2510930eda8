import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(2, 3, 4)
print(nn.Linear(4, 2)(x))
print(nn.Embedding(6, 3, padding_idx=0)(torch.tensor([[0, 5], [1, 1]])))
print(nn.LayerNorm(4)(x))
print(nn.Dropout(0.5)(x))
print(nn.Dropout(0.5).eval()(x).equal(x))
print(nn.ReLU()(x), nn.GELU()(x), nn.GELU("tanh")(x), nn.Tanh()(x), nn.Sigmoid()(x))
print(nn.Softmax(dim=-1)(x), nn.LogSoftmax(dim=1)(x), nn.Identity()(x), nn.Flatten()(x))
net = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 2))
print(net(x), len(net), net[-1], net[0:2])
parts = nn.ModuleDict({"a": nn.Linear(4, 4)})
parts["b"] = nn.Tanh()
print(parts["b"](parts["a"](x)), list(parts.keys()), "a" in parts, len(parts))
stack = nn.ModuleList()
for i in range(2):
    stack.append(nn.Linear(4, 4))
stack.extend([nn.ReLU()])
print(stack, tuple(stack[1](x).shape))
