import torch

whole = torch.arange(5)
bounded = torch.arange(2, 11, 3)
real = torch.arange(0, 1, 0.25)
backwards = torch.arange(5, 0, -2)
typed = torch.arange(0, 6, 2, dtype=torch.float32)
double = torch.arange(0, 4, dtype=float)
print(whole, bounded)
print(real)
print(double)
