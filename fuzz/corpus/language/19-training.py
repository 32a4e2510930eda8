#| label: smoothing
#| view: curve
#| rows: logit
#| cols: line
#| col_names: smooth_names
#| show: smooth_curve
epsilon = slider(0.0, 0.4, value=0.1, step=0.05)
smooth_curve = torch.stack([over_sureness(0.0), over_sureness(epsilon)],
                           dim=1)
