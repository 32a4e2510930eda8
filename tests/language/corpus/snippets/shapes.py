import torch

x = torch.arange(24).view(2, 3, 4)
flat = x.flatten()
joined = x.flatten(1)
turned = x.permute(2, 0, 1)
swapped = x.transpose(-2, -1).contiguous()
heads = x.view(2, 3, 2, 2).transpose(1, 2)
grown = x.unsqueeze(0).unsqueeze(-1)
shrunk = grown.squeeze()
wide = torch.arange(3).unsqueeze(1).expand(3, 4)
copies = torch.arange(3).repeat(2, 2)
interleaved = torch.arange(3).repeat_interleave(2)
rolled = torch.roll(torch.arange(5), 2)
print(x.size(), x.size(0), x.size(-1), x.dim(), x.numel(), len(x))
print(x.shape, x.shape[0], x.shape[-2:], list(x.shape))
print(f"{x.size()=} {heads.shape}")
b, t, d = x.shape
print(b * t * d)
