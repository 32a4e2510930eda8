"""Greedy, beam and top-k decoding over a table of next-word probabilities: no training needed."""
import torch

words = ["<s>", "the", "a", "cat", "dog", "sat", "ran", "</s>"]
index = {word: i for i, word in enumerate(words)}
follows = {
    "<s>": {"the": 0.6, "a": 0.4},
    "the": {"cat": 0.5, "dog": 0.4, "the": 0.1},
    "a": {"dog": 0.9, "cat": 0.1},
    "cat": {"sat": 0.6, "ran": 0.3, "</s>": 0.1},
    "dog": {"ran": 0.8, "sat": 0.2},
    "sat": {"</s>": 1.0},
    "ran": {"</s>": 1.0},
    "</s>": {"</s>": 1.0},
}
table = torch.full((len(words), len(words)), 1e-6) * torch.arange(1, len(words) + 1)
for word, nexts in follows.items():
    for following, probability in nexts.items():
        table[index[word], index[following]] = probability
table = table / table.sum(dim=-1, keepdim=True)
logits = table.log()


def greedy_decode(max_len):
    ys = torch.tensor([[index["<s>"]]])
    for _ in range(max_len - 1):
        scores = logits[ys[:, -1]]
        next_word = torch.argmax(scores, dim=1)
        ys = torch.cat([ys, next_word.unsqueeze(0)], dim=1)
        if next_word.item() == index["</s>"]:
            break
    return ys


def beam_search(width, max_len):
    beams = [([index["<s>"]], 0.0)]
    for _ in range(max_len):
        candidates = []
        for path, score in beams:
            if path[-1] == index["</s>"]:
                candidates.append((path, score))
                continue
            values, places = logits[path[-1]].topk(width)
            for value, place in zip(values.tolist(), places.tolist()):
                candidates.append((path + [place], score + value))
        beams = sorted(candidates, key=lambda beam: beam[1], reverse=True)[:width]
    return beams


greedy = greedy_decode(6)
greedy_words = [words[i] for i in greedy[0].tolist()]
beams = beam_search(3, 4)
best_path = beams[0][0]
print("greedy:", " ".join(greedy_words))
for path, score in beams:
    print(f"{score:7.3f}  {' '.join(words[i] for i in path)}")

torch.manual_seed(11)
sampled = [index["<s>"]]
while sampled[-1] != index["</s>"] and len(sampled) < 10:
    row = logits[sampled[-1]] / 0.8
    kept, places = torch.topk(row, 3)
    choice = torch.multinomial(torch.softmax(kept, dim=-1), 1)
    sampled.append(places[choice].item())
print(sampled)
