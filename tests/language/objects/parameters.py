import copy
import torch
import torch.nn as nn

p = nn.Parameter(torch.zeros(2, 3))
torch.manual_seed(9)
for fill in [nn.init.xavier_uniform_, nn.init.xavier_normal_, nn.init.kaiming_uniform_, nn.init.normal_, nn.init.uniform_]:
    print(fill(p))
nn.init.constant_(p, 0.25)
print(p, nn.init.eye_(p).sum().item(), nn.init.calculate_gain("relu"))
nn.init.ones_(p)
p.data.mul_(3.0)
p.data.fill_(2.0)
print(p.data, p * 2, tuple(p.shape), p.requires_grad)
p.data = torch.ones(2, 2)
print(p @ p, (-p).sum(), p[0], [row.sum().item() for row in p], p.numel(), tuple(torch.cat([p, p]).shape))
original = nn.Linear(2, 2)
twin = copy.deepcopy(original)
twin.weight.data.zero_()
print(original.weight.abs().sum().item() > 0, twin.weight.abs().sum().item())
original.load_state_dict(twin.state_dict())
print(original.weight)
