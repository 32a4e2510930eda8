import torch

name, value, number = "loss", 0.123456, 42
x = torch.tensor(2.71828)
shape = torch.zeros(2, 3).shape
print(f"{name}: {value:.3f} ({number:5d}) {value:e} {value:.1%} {1234567:,}")
print(f"{name!r:>10}|{name:<8}|{name:^8}|{number:08.2f}|{number:+d}")
print(f"{value=} {number=:>6} {name = }")
print(f"{x:.3f} {x.item():.4f} {x} {shape}")
print(f"{'nested ' + name} {[1, 2]} {{braces}} {None} {True}")
width = 9
text = f"{value:{width}.4f}|{name:*^{width}}|{number:b}|{255:x}"
print(text)
