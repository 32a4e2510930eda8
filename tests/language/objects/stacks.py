import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(2, 3, 4)
for first in [True, False]:
    for norm_first in [True, False]:
        torch.manual_seed(6)
        memory = torch.randn(2, 5, 4) if first else torch.randn(5, 3, 4)
        layer = nn.TransformerDecoderLayer(4, 2, 8, dropout=0.4, batch_first=first, norm_first=norm_first)
        print(layer(x, memory))
        layer.eval()
        n = 3 if first else 2
        print(layer(x, memory, tgt_mask=nn.Transformer.generate_square_subsequent_mask(n)))
        encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(4, 2, 8, dropout=0.4, batch_first=first, norm_first=norm_first), 2, nn.LayerNorm(4)
        )
        print(encoder(x))
        encoder.eval()
        print(encoder(x, mask=nn.Transformer.generate_square_subsequent_mask(n)))
        model = nn.Transformer(4, 2, 1, 2, 8, batch_first=first, norm_first=norm_first)
        print(model(x, memory[:, :3] if not first else memory))
        model.eval()
        print(model.generate_square_subsequent_mask(2))
