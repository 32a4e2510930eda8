#| label: transfer
#| role: question
#| ask: A model of your own reads 3 sentences of 8 tokens. You change token 5 of sentence 1. Its rows 5 to 7 move, and so do rows 5 to 7 of both other sentences. Where do you look first?
#| options: at the causal mask | at the padding mask | at a norm that goes over the batch | at the places
#| hint: Which law is broken, and which holds?
#| explain: No earlier row has moved, so the future is safe. But two other sentences have: something goes along the axis of sentences, and nothing in a Transformer may do that.
torch.manual_seed(24)
_x = torch.randn(3, 8, 4)
_other = _x.clone()
_other[1, 5] = _other[1, 5] + 1
def _over_batch(x):
    past = torch.cumsum(x, dim=1)
    return past - past.mean(dim=0, keepdim=True)
_moved = (_over_batch(_other) - _over_batch(_x)).abs().amax(dim=-1) > 1e-4
answer = 2 if _moved[:, 5:].all() and not _moved[:, :5].any() else 0
