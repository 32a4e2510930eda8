#| label: average
#| view: numbers
#| show: even, average
even = named(torch.full((n,), 1 / n), key=words)
average = named(even @ V, knows=topics)
assert torch.allclose(average, V.mean(dim=0), atol=1e-6)
