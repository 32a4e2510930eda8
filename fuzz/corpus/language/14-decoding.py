#| label: softmax
#| rows: token
#| row_names: tokens
#| cols: next
#| col_names: tokens
#| show: chances
logits = counts.log()
chances = softmax(logits, dim=-1)
_often = counts / counts.sum(dim=-1, keepdim=True)
assert torch.allclose(chances, _often), "each row needs a number above 0"
assert torch.equal(chances, next_chances), "the next lesson goes on here"
