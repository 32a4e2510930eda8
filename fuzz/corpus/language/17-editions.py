#| label: constant-row
#| view: numbers
#| rows: formula
#| row_names: formulas
#| cols: number
#| show: constant
formulas = ["var + 1e-5", "std + 1e-8"]
_row = torch.full((24,), 0.1)
_moved = _row - _row.mean()
_good = _moved / sqrt(_row.var(unbiased=False) + 1e-5)
_bad = _moved / (_row.std() + 1e-8)
constant = torch.stack([_good[:5], _bad[:5]])
assert constant[0].abs().max() < 0.01
