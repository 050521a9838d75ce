"""
all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019; Apache-2.0), a sentence encoder of six layers, fitted to
labelled requests: it knows words that no request of ours has, but is too large and too slow to plan with. The network
that plans learns from it (Hinton et al. 2015).
"""

import random
import re
import zipfile
from functools import cache

import torch
import torch.nn as nn
import torch.nn.functional as F
from all_minilm_l6_v2 import get_model_zip_path
from safetensors.torch import load
from tokenizers import Tokenizer

from descent import descend
from examples import DIVIDER, Entry, Example, Log, Outputs, Piece, Row, batches, cut, entries_of, padded, places_by_length, targets_of
from heads import COMPOSED_WEIGHT, Heads, padding_mask

# As the encoder was published.
WIDTH, HEADS, LAYERS, INNER = 384, 12, 6, 1536
WORDS, POSITIONS, SEGMENTS = 30_522, 512, 2
NORM_EPSILON = 1e-12

MAX_PIECES = 120
MAX_WORD_PIECES = 6
# What a piece is, beside the word that it is of.
FLAGS = {"said": 0, "quoted": 1, "given": 2, "file": 3, "files": 3}


def model_file(name: str) -> bytes:
    """A file of the encoder, out of the archive that its package holds."""
    with zipfile.ZipFile(get_model_zip_path()) as archive:
        return archive.read(name)


@cache
def tokenizer() -> Tokenizer:
    made = Tokenizer.from_str(model_file("tokenizer.json").decode())
    made.no_truncation()
    made.no_padding()
    return made


@cache
def vocabulary() -> dict[str, int]:
    return tokenizer().get_vocab()


@cache
def pieces_of(word: str) -> list[int]:
    return tokenizer().encode(word, add_special_tokens=False).ids


def read(example: Example) -> Row:
    """As the network reads it, and that there is nothing at hand."""
    known = vocabulary()
    pieces = [Piece(known["[CLS]"], "said")]
    if not example.kinds:
        pieces += [Piece(place, "file") for place in pieces_of("nothing")]
    for entry in entries_of(example):
        pieces += [Piece(place, entry.flag) for place in _places_of(entry)]
    kept = cut(pieces, Piece(known["?"], "said") if example.is_question else None, MAX_PIECES)
    return Row([piece.place for piece in kept], [FLAGS[piece.flag] for piece in kept])


def _places_of(entry: Entry) -> list[int]:
    known, said = vocabulary(), entry.said.lower()
    if said == DIVIDER:
        return [known["[SEP]"]]
    if entry.flag == "files":
        return [*pieces_of(said), known["##s"]]
    # A part of the request, as `@image`.
    own = [known["[unused1]"], *pieces_of(said[1:])] if said.startswith("@") else pieces_of(said)
    return own[:MAX_WORD_PIECES]


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.merge = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attended, self.done = nn.LayerNorm(WIDTH, eps=NORM_EPSILON), nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, length, _ = x.shape

        def heads(y: torch.Tensor) -> torch.Tensor:
            return y.view(rows, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        seen = F.scaled_dot_product_attention(heads(self.query(x)), heads(self.key(x)), heads(self.value(x)), attn_mask=mask)
        x = self.attended(x + self.drop(self.merge(seen.transpose(1, 2).reshape(rows, length, WIDTH))))
        return self.done(x + self.drop(self.narrow(F.gelu(self.widen(x)))))


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(WORDS, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.segments, self.flags = nn.Embedding(SEGMENTS, WIDTH), nn.Embedding(len(set(FLAGS.values())), WIDTH)
        nn.init.zeros_(self.flags.weight)
        self.entered = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self._load()

    def _load(self) -> None:
        stored = load(model_file("model.safetensors"))
        parts = {
            "words": "embeddings.word_embeddings",
            "positions": "embeddings.position_embeddings",
            "segments": "embeddings.token_type_embeddings",
            "entered": "embeddings.LayerNorm",
        }
        inner = {
            "query": "attention.self.query",
            "key": "attention.self.key",
            "value": "attention.self.value",
            "merge": "attention.output.dense",
            "attended": "attention.output.LayerNorm",
            "widen": "intermediate.dense",
            "narrow": "output.dense",
            "done": "output.LayerNorm",
        }
        for at in range(LAYERS):
            parts |= {f"layers.{at}.{own}": f"encoder.layer.{at}.{theirs}" for own, theirs in inner.items()}
        own = {name for name, _ in self.named_parameters() if not name.startswith("flags")}
        state = {name: stored[f"{parts[name.rpartition('.')[0]]}.{name.rpartition('.')[2]}"] for name in own}
        self.load_state_dict(state, strict=False)

    def forward(self, pieces: torch.Tensor, flags: torch.Tensor) -> torch.Tensor:
        mask = padding_mask(pieces)
        x = self.words(pieces) + self.positions.weight[: pieces.shape[1]] + self.segments.weight[0] + self.flags(flags)
        x = self.entered(x)
        for layer in self.layers:
            x = layer(x, mask)
        return x


class Teacher(nn.Module):
    def __init__(self, outputs: Outputs) -> None:
        super().__init__()
        self.encoder, self.heads = Encoder(), Heads(WIDTH, outputs, 0.02)

    def forward(self, pieces: torch.Tensor, flags: torch.Tensor) -> torch.Tensor:
        return self.heads(self.heads.gather(self.encoder(pieces, flags), pieces))


BATCH = 48
RATES = {"encoder": 1.5e-4, "heads": 3e-3}
# The rate rises over this part of the steps.
WARM_UP = 1 / 15


def fit_teacher(teacher: Teacher, examples: list[Example], outputs: Outputs, epochs: float, log: Log) -> None:
    rng = random.Random(0)
    rows = []
    for example in examples:
        row = read(example)
        row.labels, row.weight = targets_of(example, outputs.names), COMPOSED_WEIGHT if example.composed else 1.0
        rows.append(row)
    groups = [
        {"params": teacher.encoder.parameters(), "lr": RATES["encoder"]},
        {"params": teacher.heads.parameters(), "lr": RATES["heads"]},
    ]
    steps = max(1, int(epochs * len(rows) / BATCH))

    def loss_of(batch: list[Row]) -> torch.Tensor:
        labels = torch.stack([row.labels for row in batch])
        losses = F.binary_cross_entropy_with_logits(teacher(*padded(batch)), labels, reduction="none")
        return (losses.sum(1) * torch.tensor([row.weight for row in batch])).mean()

    descend(teacher, groups, loss_of, lambda: batches(rows, BATCH, rng), steps, WARM_UP * steps, log)


# Without gradients more fit into memory: requests, and single words.
READ_BATCH, WORDS_BATCH = 96, 1024


@torch.no_grad()
def teacher_logits(teacher: Teacher, examples: list[Example], log: Log) -> list[torch.Tensor]:
    """What the teacher says of examples: log-odds, one an output."""
    rows = [read(example) for example in examples]
    every = places_by_length(rows, READ_BATCH)
    found: dict[int, torch.Tensor] = {}
    for at, places in enumerate(every):
        found.update(zip(places, teacher(*padded([rows[place] for place in places])).half()))
        if at % 200 == 0:
            log(f"labelling: {at} of {len(every)}")
    return [found[place] for place in range(len(rows))]


@torch.no_grad()
def meanings(words: list[str]) -> torch.Tensor:
    """What the encoder, as it was published, says of each word or piece by itself: the mean over its pieces, of length 1."""
    encoder = Encoder().eval()
    known = vocabulary()
    rows = []
    for word in words:
        inner = [known[word]] if word in known else pieces_of(word)
        rows.append(Row([known["[CLS]"], *inner, known["[SEP]"]], [FLAGS["said"]] * (len(inner) + 2)))
    found = torch.zeros(len(rows), WIDTH)
    for places in places_by_length(rows, WORDS_BATCH):
        pieces, flags = padded([rows[place] for place in places])
        is_there = (pieces != 0)[..., None]
        found[places] = F.normalize((encoder(pieces, flags) * is_there).sum(1) / is_there.sum(1), dim=-1)
    return found


def plain_pieces() -> list[str]:
    """The encoder's own words and pieces in plain letters, and signs."""
    return [word for word, _ in sorted(vocabulary().items(), key=lambda entry: entry[1]) if re.fullmatch(r"(##)?[a-z0-9]+|[!-/:-@\[-`{-~]", word)]
