import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.ones(4, 6)
dropped = F.dropout(x, p=0.5)
kept = F.dropout(x, p=0.5, training=False)
share = (dropped == 0).float().mean().item()
values = sorted(set(dropped.flatten().tolist()))
print(dropped)
print(share, values)
