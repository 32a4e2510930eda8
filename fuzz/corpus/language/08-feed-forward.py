#| label: bends
#| view: curve
#| show: curves
#| rows: x
#| row_names: xs
#| cols: bend
#| col_names: bend_names
bend_names = ["relu", "gelu"]
_x = torch.linspace(-3, 3, 25)
xs = [f"{float(v):.2f}" for v in _x]
curves = torch.stack([relu(_x), gelu(_x)], dim=1)
