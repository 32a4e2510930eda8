import torch

print(1, 2.0, "three", None, True, sep=", ", end="!\n")
print([1, 2.5, "a"], (1,), {"k": [1]}, ())
print(1e-7, 1e22, 123456789012345680.0, float("nan"), -float("inf"))
print(torch.float32, torch.Size([2, 3]), torch.tensor(1.5).shape)
print(torch.tensor(3), torch.tensor(3.0), torch.tensor(True))
print([torch.tensor([1.0, 2.0]), torch.tensor(2)])
print({"w": torch.eye(2)})
print(torch.tensor([0.1, 0.25]).tolist(), torch.tensor(0.1).item())
print()
print("a\tb", "c\\d")
