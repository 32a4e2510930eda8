#| label: steps
#| view: heatmap
#| rows: step
#| row_names: stages
#| cols: next
#| col_names: tokens
#| show: funnel
stages = ["as it is", "temperature", "top-k", "top-p"]
_plain = chances[tokens.index(now)]
funnel = torch.stack([_plain, warm, best_k, nucleus])
assert torch.allclose(funnel.sum(dim=-1), torch.ones(4))
