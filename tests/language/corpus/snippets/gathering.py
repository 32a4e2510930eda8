import torch
import torch.nn.functional as F

logits = torch.tensor([[1.0, 2.0, 0.5], [0.1, 0.2, 3.0]])
target = torch.tensor([1, 2])
picked = logits.gather(1, target.unsqueeze(1)).squeeze(1)
log_p = F.log_softmax(logits, dim=-1)
loss = -log_p.gather(-1, target.unsqueeze(-1)).mean()
same = F.nll_loss(log_p, target)
table = torch.arange(12.0).view(4, 3)
rows = table.index_select(0, torch.tensor([3, 1]))
looked_up = F.embedding(torch.tensor([[0, 2], [3, 3]]), table)
hot = F.one_hot(torch.tensor([2, 0, 1]), num_classes=4)
places = torch.nonzero(hot)
print(loss, same)
print(hot)
