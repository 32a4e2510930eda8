import torch
import torch.nn.functional as F

steps = torch.tensor([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]])
logs = steps.log()
score = logs[0, 0] + logs[1, 1]
perplexity = torch.exp(-score / 2)
beams = [([], 0.0)]
for step in logs:
    candidates = [(path + [i], total + step[i].item()) for path, total in beams for i in range(3)]
    beams = sorted(candidates, key=lambda beam: beam[1], reverse=True)[:2]
paths = [path for path, _ in beams]
smooth = F.one_hot(torch.tensor([1, 0]), 3).float() * 0.9 + 0.1 / 3
print(score, perplexity)
for path, total in beams:
    print(path, f"{total:.4f}")
