import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 0.5, -1.0], [0.1, 0.1, 0.1], [1.0, 3.0, 0.0], [0.0, 0.0, 5.0]])
target = torch.tensor([0, 2, -100, 2])
plain = F.cross_entropy(logits[:2], target[:2])
ignoring = F.cross_entropy(logits, target)
padding = F.cross_entropy(logits, torch.tensor([1, 0, 0, 2]), ignore_index=0)
smooth = F.cross_entropy(logits[:2], target[:2], label_smoothing=0.1)
summed = F.cross_entropy(logits, target, reduction="sum")
each = F.cross_entropy(logits, target, reduction="none")
sequence = F.cross_entropy(logits.view(2, 2, 3).transpose(1, 2), torch.tensor([[0, 1], [2, 2]]))
squared = F.mse_loss(logits[0], logits[1])
absolute = F.l1_loss(logits[0], logits[1])
nll = F.nll_loss(F.log_softmax(logits, dim=1), torch.tensor([0, 1, 2, 2]))
kl = F.kl_div(F.log_softmax(logits[:2], dim=1), torch.tensor([[0.9, 0.1, 0.0], [0.2, 0.3, 0.5]]), reduction="batchmean")
print(plain, ignoring, smooth)
print(each)
