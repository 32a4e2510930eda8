# From sentences to padded batches: a vocabulary, batches by length, masks, a whole nn.Transformer, and a loss without the padding.
import torch
import torch.nn as nn

PAD, BOS, EOS, UNK = range(4)
SPECIAL = ["<pad>", "<bos>", "<eos>", "<unk>"]

pairs = [
    ("ein hund rennt", "a dog runs"),
    ("die katze schläft", "the cat sleeps"),
    ("ein mann liest ein buch", "a man reads a book"),
    ("der hund schläft", "the dog sleeps"),
]


def build_vocabulary(sentences, least=1):
    counter = {}
    for sentence in sentences:
        for word in sentence.lower().split():
            counter[word] = counter.get(word, 0) + 1
    words = SPECIAL + sorted([word for word, count in counter.items() if count >= least])
    return {word: number for number, word in enumerate(words)}


source_vocabulary = build_vocabulary(german for german, _ in pairs)
target_vocabulary = build_vocabulary([english for _, english in pairs], least=1)
back = {number: word for word, number in target_vocabulary.items()}


def encode(sentence, vocabulary):
    return [BOS, *[vocabulary.get(word, UNK) for word in sentence.split()], EOS]


by_length = {}
for german, english in pairs:
    by_length.setdefault(len(german.split()), []).append((german, english))
lengths = sorted(by_length.keys())

waiting = sorted(pairs, key=lambda pair: (-len(pair[0].split()), pair[0]))
batches = []
while waiting:
    batch = [waiting.pop() for _ in range(min(2, len(waiting)))]
    batches.append(batch)


def padded(rows, fill=PAD):
    longest = max(map(len, rows))
    return torch.tensor([row + [fill] * (longest - len(row)) for row in rows], dtype=torch.long)


source = padded([encode(german, source_vocabulary) for german, _ in batches[1]])
target = padded([encode(english, target_vocabulary) for _, english in batches[1]])

torch.manual_seed(7)


class Translator(nn.Module):
    def __init__(self, sources, targets, width=16, heads=2, layers=1, hidden=32):
        super(Translator, self).__init__()
        self.source_embedding = nn.Embedding(sources, width, padding_idx=PAD)
        self.target_embedding = nn.Embedding(targets, width, padding_idx=PAD)
        self.transformer = nn.Transformer(
            d_model=width, nhead=heads, num_encoder_layers=layers, num_decoder_layers=layers,
            dim_feedforward=hidden, dropout=0.0, batch_first=True,
        )
        self.generator = nn.Linear(width, targets)

    def forward(self, source, target):
        causal = nn.Transformer.generate_square_subsequent_mask(target.size(1))
        hidden_source = (source == PAD)
        hidden_target = (target == PAD)
        out = self.transformer(
            self.source_embedding(source), self.target_embedding(target),
            tgt_mask=causal.isinf(), src_key_padding_mask=hidden_source, tgt_key_padding_mask=hidden_target,
            memory_key_padding_mask=hidden_source,
        )
        return self.generator(out)


model = Translator(len(source_vocabulary), len(target_vocabulary))
for name, parameter in model.named_parameters():
    if parameter.dim() > 1:
        nn.init.xavier_uniform_(parameter)
model.eval()

inputs, wanted = target[:, :-1], target[:, 1:]
logits = model(source, inputs)
criterion = nn.CrossEntropyLoss(ignore_index=PAD)
loss = criterion(logits.reshape(-1, logits.shape[-1]), wanted.reshape(-1))
guessed = logits.argmax(-1)
right = (guessed == wanted) & (wanted != PAD)
accuracy = right.sum().item() / (wanted != PAD).sum().item()
print(f"loss {loss:.4f}, accuracy {accuracy:.1%}")


def words(row):
    found = []
    for number in row.tolist():
        if number == EOS:
            break
        found.append(back[number])
    return " ".join(found)


for row in target[:, 1:]:
    print("*", words(row).capitalize())

beams = [([BOS], 0.0)]
for step in range(4):
    candidates = []
    for tokens, score in beams:
        if tokens[-1] == EOS:
            candidates.append((tokens, score))
            continue
        logs = torch.log_softmax(model(source[:1], torch.tensor([tokens]))[0, -1], dim=-1)
        best, places = logs.topk(3)
        for log, place in zip(best.tolist(), places.tolist()):
            candidates.append((tokens + [place], score + log))
    beams = sorted(candidates, key=lambda pair: pair[1] / len(pair[0]), reverse=True)[:2]
best_tokens, best_score = beams[0]
