import torch

torch.manual_seed(3)
logits = torch.tensor([2.0, 1.0, 0.5, -1.0, -2.0])
probs = torch.softmax(logits, dim=-1)
values, indices = torch.topk(probs, 3)
top_k = torch.full_like(probs, 0.0)
top_k[indices[0]] = values[0]
cutoff = values[-1]
kept = torch.where(probs < cutoff, torch.zeros_like(probs), probs)
kept = kept / kept.sum()
ordered, order = torch.sort(probs, descending=True)
cumulative = torch.cumsum(ordered, dim=-1)
nucleus = ordered[cumulative - ordered < 0.8]
drawn = torch.multinomial(kept, 5, replacement=True)
greedy = probs.argmax().item()
print(kept, nucleus, greedy)
print(drawn)
