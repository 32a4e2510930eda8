import torch
import torch.nn as nn
import torch.nn.functional as F

for make in [
    lambda: nn.TransformerEncoderLayer(4, 2, 8),
    lambda: nn.TransformerEncoderLayer(4, 2, 8, activation=F.gelu, bias=False),
    lambda: nn.TransformerDecoderLayer(4, 2, 8, norm_first=True),
    lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 3, norm=nn.LayerNorm(4)),
    lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8), 2),
    lambda: nn.Transformer(4, 2, 2, 1, 8),
]:
    torch.manual_seed(7)
    module = make()
    print(module)
    for name, value in module.state_dict().items():
        print(name, tuple(value.shape), round(value.sum().item(), 4), round(value.flatten()[-1].item(), 4))
    print(sum(p.numel() for p in module.parameters()), [n for n, _ in module.named_modules()])
    print(round(torch.rand(1).item(), 5))
