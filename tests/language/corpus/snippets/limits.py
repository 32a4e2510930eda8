import torch

single, double = torch.finfo(torch.float32), torch.finfo(torch.float64)
limits = torch.tensor([
    [single.min, single.max, single.eps, single.tiny, single.smallest_normal, single.resolution],
    [double.min, double.max, double.eps, double.tiny, double.smallest_normal, double.resolution],
], dtype=torch.float64)
whole = [torch.iinfo(torch.int64).max, torch.iinfo(torch.int64).min, torch.iinfo(torch.uint8).max, torch.iinfo(torch.uint8).bits]
words = [str(single), repr(double), single.dtype, str(torch.iinfo(torch.int64)), str(torch.finfo())]
scores = torch.tensor([[0.5, 2.0], [1.0, -1.0]])
hidden = torch.tensor([[False, True], [True, True]])
weights = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(dim=-1)
safe = scores / (scores.sum(dim=-1, keepdim=True) + single.eps)
