import torch
import torch.nn.functional as F

q = torch.arange(12.0).view(1, 3, 4) / 6
k = torch.arange(12.0, 0, -1).view(1, 3, 4) / 5
v = torch.eye(3, 4).unsqueeze(0)
plain = F.scaled_dot_product_attention(q, k, v)
causal = F.scaled_dot_product_attention(q, k, v, is_causal=True)
allowed = torch.tensor([[True, False, True]]).expand(3, 3)
masked = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
added = F.scaled_dot_product_attention(q, k, v, attn_mask=torch.zeros(3, 3).masked_fill(~allowed, float("-inf")))
scaled = F.scaled_dot_product_attention(q, k, v, scale=1.0)
print(causal)
