"""Learns merges from word counts, as byte-pair encoding does, and splits a new word with them."""

corpus = "low low low low low lower lower newest newest newest newest newest newest widest widest widest"


def count_words(text):
    counts = {}
    for word in text.split():
        symbols = tuple(word) + ("</w>",)
        counts[symbols] = counts.get(symbols, 0) + 1
    return counts


def count_pairs(vocab):
    pairs = {}
    for symbols, count in vocab.items():
        for left, right in zip(symbols, symbols[1:]):
            pairs[(left, right)] = pairs.get((left, right), 0) + count
    return pairs


def merge_pair(pair, symbols):
    merged = []
    i = 0
    while i < len(symbols):
        if i + 1 < len(symbols) and (symbols[i], symbols[i + 1]) == pair:
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


vocab = count_words(corpus)
merges = []
for step in range(10):
    pairs = count_pairs(vocab)
    if not pairs:
        break
    best = max(pairs, key=lambda pair: (pairs[pair], pair))
    vocab = {merge_pair(best, symbols): count for symbols, count in vocab.items()}
    merges.append(best)
    print(f"{step}: {best[0]!r} + {best[1]!r} seen {pairs[best]} times")


def encode(word):
    symbols = tuple(word) + ("</w>",)
    for pair in merges:
        symbols = merge_pair(pair, symbols)
    return list(symbols)


lowest = encode("lowest")
known = encode("newest")
tokens = sorted(set(symbol for symbols in vocab for symbol in symbols))
ids = {token: index for index, token in enumerate(tokens)}
encoded = [ids.get(symbol, -1) for symbol in lowest]
print(lowest, known, encoded)
