words = "the cat saw the other cat".split()
vocab = sorted(set(words))
seen = set()
repeated = []
for word in words:
    if word in seen:
        repeated.append(word)
    seen.add(word)
special = {"<pad>", "<unk>"}
known = "<pad>" in special, "cat" in special
both = sorted(set("abc") & set("bcd"))
either = sorted({1, 2} | {2, 3})
only = sorted({1, 2, 3} - {2})
lengths = sorted({len(word) for word in words})
size = len(set(words))
print(vocab, repeated, known)
print(both, either, only, lengths, size)
