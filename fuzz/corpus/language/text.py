words = 'a b a'.split()
f = f'{1 / 3:.2f} {words!r:>10} {len(words)=}'
counts = {w: words.count(w) for w in words}
x, *rest = sorted(counts, key=lambda w: -counts[w])
