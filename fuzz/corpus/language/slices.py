x = torch.arange(24).reshape(2, 3, 4)
y = x[..., None, ::2][:, 1:]
x[0, x[0] > 3] = -1
z = torch.einsum("bij,bkj->bik", x.float(), x.float())
