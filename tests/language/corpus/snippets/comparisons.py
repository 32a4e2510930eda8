import torch

a = torch.tensor([1.0, 2.0, 3.0])
b = torch.tensor([1.0, 2.5, 2.0])
equal = a == b
less = a < b
close = torch.isclose(a, b, atol=0.6)
alike = torch.allclose(a, b, atol=1.0)
exact = torch.equal(a, a.clone())
some = equal.any()
every = less.all()
by_axis = torch.stack([equal, less]).any(dim=0)
chosen = a[less | equal]
functions = torch.gt(a, b), a.le(b), torch.ne(a, b), a.eq(2)
print(equal, less, alike, exact, some, every, by_axis)
print(functions)
