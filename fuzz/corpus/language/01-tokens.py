#| label: corpus
#| view: hidden
counts = {"cat_": 6, "cats_": 3, "mat_": 5, "sat_": 4, "the_": 9}

def pair_counts(split):
    found = {}
    for whole, parts in split.items():
        for pair in zip(parts, parts[1:]):
            found[pair] = found.get(pair, 0) + counts[whole]
    return found
