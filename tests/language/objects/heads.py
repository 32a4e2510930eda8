import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(2, 3, 4)
for first in [True, False]:
    torch.manual_seed(5)
    mha = nn.MultiheadAttention(4, 2, batch_first=first)
    forbidden = torch.triu(torch.ones(3, 3), diagonal=1).bool()
    padding = torch.tensor([[False, False, True], [False, False, False]])
    o, w = mha(x, x, x, attn_mask=forbidden) if first else mha(x, x, x)
    print(o, w)
    if first:
        print(mha(x, x, x, key_padding_mask=padding, attn_mask=forbidden, average_attn_weights=False))
        print(mha(x, x, x, key_padding_mask=padding.float() * -2.0, attn_mask=forbidden.float() * -1.5)[1])
        print(mha(x, x, x, need_weights=False)[1])
        print(mha(x[0], x[1], x[1])[0], mha(x[0], x[1], x[1])[1])
        whole = torch.ones(3, 3).bool()
        print(mha(x, x, x, attn_mask=whole)[0], mha(x, x, x, attn_mask=whole, need_weights=False)[0])
        each = torch.stack([forbidden, forbidden.T, forbidden, forbidden.T])
        print(mha(x, x, x, attn_mask=each.float() * -9.0)[0])
torch.manual_seed(5)
cross = nn.MultiheadAttention(6, 3, kdim=4, vdim=5, dropout=0.3)
print(cross(torch.randn(2, 1, 6), torch.randn(4, 1, 4), torch.randn(4, 1, 5)))
