import torch

x = torch.arange(3.0)
with torch.no_grad():
    y = x * 2
    z = y.sum()


@torch.no_grad()
def predict(x):
    return x + 1


w = predict(y)
print(y, z.item(), w)
