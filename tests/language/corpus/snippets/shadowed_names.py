import torch

text = "the cat"
mask = torch.tensor([1, 0]).bool()
choice = [w for w in text.split()]
matrix = torch.eye(2)
sum_of = matrix.sum()
sqrt = 3
print(text, mask, choice, sqrt)
