#| label: weights
#| view: bars
#| cols: part
#| col_names: part_names
#| show: thousands
def count(module):
    return sum([w.numel() for w in module.parameters()])

part_names = ["table", "encoder", "decoder"]
_parts = [translator.table, translator.core.encoder,
          translator.core.decoder]
thousands = torch.tensor([count(part) / 1000 for part in _parts])
assert abs(thousands.sum() * 1000 - count(translator)) < 1
