vocab = {"<pad>": 0, "the": 1}
vocab["cat"] = len(vocab)
for word in "the dog sat".split():
    if word not in vocab:
        vocab[word] = len(vocab)
inverse = {index: word for word, index in vocab.items()}
ids = [vocab.get(word, -1) for word in ["the", "bird", "sat"]]
keys = list(vocab.keys())
values = list(vocab.values())
counts = {}
for letter in "banana":
    counts[letter] = counts.get(letter, 0) + 1
best = max(counts, key=counts.get)
ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
groups = {}
for word in ["cat", "car", "dog"]:
    groups.setdefault(word[0], [])
    groups[word[0]].append(word)
merged = {**vocab, "new": 99}
vocab.update({"end": 50})
vocab.pop("dog")
pairs = dict([("a", 1), ("b", 2)])
named = dict(x=1, y=2)
print(vocab)
print(inverse, ids)
print(best, ordered, groups)
