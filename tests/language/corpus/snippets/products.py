import torch

a = torch.arange(6.0).view(2, 3)
b = torch.arange(12.0).view(3, 4)
c = a @ b
d = torch.matmul(a, b)
e = torch.mm(a, b)
v = torch.tensor([1.0, -1.0, 2.0])
along = a @ v
dot = torch.dot(v, v)
stack = torch.arange(12.0).view(2, 2, 3)
other = torch.arange(12.0).view(2, 3, 2)
batched = torch.bmm(stack, other)
shared = stack @ b
trace = torch.trace(batched[0])
diagonal = torch.diag(torch.tensor([1.0, 2.0]))
print(c)
print(batched)
