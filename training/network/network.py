"""
The network that plans, as `src/planning/embedded/rank/network.ts` runs it: two layers of a transformer over words. Its
vectors of words are what the teacher's encoder says of each by itself, along the directions in which they differ most.
"""

import base64
import json
import math
import random
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from descent import descend
from examples import DIVIDER, Entry, Example, Log, Outputs, Piece, Row, batches, cut, entries_of, padded, targets_of
from heads import COMPOSED_WEIGHT, Heads, padding_mask
from teacher import meanings, plain_pieces


@dataclass(frozen=True)
class Size:
    """Widths of vectors, and counts of what is in the network."""

    embedding: int = 96
    width: int = 128
    heads: int = 4
    layers: int = 2
    inner: int = 256
    link: int = 32


RESERVED = ["[pad]", "[start]", DIVIDER, "[unused]", "[unknown]"]
START, UNKNOWN = 1, 4
MAX_PIECES, MAX_WORD_PIECES = 128, 8
FLAGS = {"said": 0, "quoted": 1, "given": 2, "part": 3, "file": 4, "files": 5}

COMMON_WORDS = Path(__file__).parents[2] / "src/words/table.json"
MAX_COMMON = 34_000
MIN_SEEN = 3


class Vocabulary:
    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.places = {word: place for place, word in enumerate(words)}

    @staticmethod
    def of(examples: list[Example]) -> "Vocabulary":
        """The encoder's own pieces, words of the examples, and the most frequent English ones."""
        said = Counter(word.said.lower() for example in examples for word in example.words)
        seen = [word for word, count in said.items() if count >= MIN_SEEN and re.fullmatch(r"[a-z][a-z'-]*[a-z]", word)]
        common = json.loads(COMMON_WORDS.read_text())["words"].split(" ")[:MAX_COMMON]
        return Vocabulary(list(dict.fromkeys([*RESERVED, *plain_pieces(), *seen, *common])))

    def pieces_of(self, word: str) -> list[int]:
        """As `pieces.ts` does it."""
        plain = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.category(c).startswith("M"))
        if plain in self.places:
            return [self.places[plain]]
        pieces: list[int] = []
        for part in re.findall(r"[a-z0-9]+|[^a-z0-9\s]", plain):
            start = 0
            while start < len(part) and len(pieces) < MAX_WORD_PIECES:
                place, start = self._longest(part, start)
                pieces.append(place)
        return pieces

    def _longest(self, part: str, start: int) -> tuple[int, int]:
        for end in range(len(part), start, -1):
            place = self.places.get(("##" if start else "") + part[start:end])
            if place is not None:
                return place, end
        return UNKNOWN, start + 1

    def read(self, example: Example) -> list[Piece]:
        """As `input.ts` does it."""
        pieces = [Piece(START, "said")]
        for entry in entries_of(example):
            flag = "part" if entry.said.startswith("@") else entry.flag
            pieces += [Piece(place, flag, entry.word) for place in self._places_of(entry)]
        return cut(pieces, Piece(self.places["?"], "said") if example.is_question else None, MAX_PIECES)

    def _places_of(self, entry: Entry) -> list[int]:
        # Signs and files are one piece each.
        return [self.places.get(entry.said, UNKNOWN)] if entry.word is None else self.pieces_of(entry.said.removeprefix("@"))

    def row(self, example: Example) -> Row:
        pieces = self.read(example)
        return Row([piece.place for piece in pieces], [FLAGS[piece.flag] for piece in pieces])

    def vectors(self) -> torch.Tensor:
        """A vector a word: principal axes of what the encoder says of each, of mean length 1."""
        meant = meanings(self.words[len(RESERVED) :])
        meant = meant - meant.mean(0)
        axes = torch.linalg.svd(meant, full_matrices=False).Vh[: Size().embedding]
        known = meant @ axes.T
        known = known / known.norm(dim=1).mean()
        return torch.cat([torch.randn(len(RESERVED), known.shape[1]) * 0.1, known])


class Layer(nn.Module):
    def __init__(self, size: Size) -> None:
        super().__init__()
        width, inner = size.width, size.inner
        self.size = size
        self.qkv, self.attention_output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.attention_norm = nn.LayerNorm(width)
        self.feed_forward_in, self.feed_forward_out = nn.Linear(width, inner), nn.Linear(inner, width)
        self.output_norm = nn.LayerNorm(width)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, length, width = x.shape
        heads = self.size.heads
        query, key, value = self.qkv(x).view(rows, length, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=mask).transpose(1, 2)
        x = self.attention_norm(x + self.drop(self.attention_output(seen.reshape(rows, length, width))))
        return self.output_norm(x + self.drop(self.feed_forward_out(F.relu(self.feed_forward_in(x)))))


class Network(nn.Module):
    def __init__(self, vectors: torch.Tensor, outputs: Outputs, size: Size = Size()) -> None:
        super().__init__()
        width, link = size.width, size.link
        self.size = size
        self.embeddings = nn.Embedding.from_pretrained(vectors.clone(), freeze=False)
        self.embedding_projection = nn.Linear(size.embedding, width)
        self.positions, self.flags = nn.Embedding(MAX_PIECES, width), nn.Embedding(len(FLAGS), width)
        for embedding in (self.positions, self.flags):
            nn.init.normal_(embedding.weight, std=0.02)
        self.embedding_norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(Layer(size) for _ in range(size.layers))
        self.heads = Heads(width, outputs, 0.05)
        self.givers, self.takers = nn.Linear(width, link), nn.Linear(width, link)
        types = len(outputs.types)
        self.giver_types = nn.Parameter(torch.randn(types, link) * 0.05)
        self.taker_types = nn.Parameter(torch.randn(types, link) * 0.05)
        self.link = nn.Parameter(torch.tensor([-1.0]))
        self.drop = nn.Dropout(0.1)

    def states(self, pieces: torch.Tensor, flags: torch.Tensor) -> torch.Tensor:
        """Vectors of pieces in view of each other."""
        mask = padding_mask(pieces)
        x = self.embedding_projection(self.embeddings(pieces)) + self.positions.weight[: pieces.shape[1]] + self.flags(flags)
        x = self.drop(self.embedding_norm(x))
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def forward(self, pieces: torch.Tensor, flags: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-odds of outputs, and of links: rows, givers, takers."""
        gathered = self.heads.gather(self.states(pieces, flags), pieces)
        own = gathered[:, : self.heads.types]
        gives, takes = self.givers(own) + self.giver_types, self.takers(own) + self.taker_types
        links = torch.einsum("bgd,btd->bgt", gives, takes) * 2 / math.sqrt(self.size.link) + self.link
        return self.heads(gathered), links


BATCH = 96
RATES = {"embeddings": 1e-3, "others": 2e-3}
# The rate rises over so many steps, or this part of few.
WARM_UP_STEPS, WARM_UP = 400, 1 / 4
# What somebody says of a request counts half of what the teacher says.
LABEL_WEIGHT = 0.5


def fit_network(network: Network, rows: list[Row], epochs: int, learning_rate_factor: float, log: Log) -> None:
    rng = random.Random(1)
    embeddings = [network.embeddings.weight]
    others = [one for name, one in network.named_parameters() if name != "embeddings.weight"]
    groups = [
        {"params": embeddings, "lr": learning_rate_factor * RATES["embeddings"], "weight_decay": 0.0},
        {"params": others, "lr": learning_rate_factor * RATES["others"]},
    ]
    steps = max(1, epochs * math.ceil(len(rows) / BATCH))
    warm_up = min(WARM_UP_STEPS, WARM_UP * steps)
    descend(network, groups, lambda batch: _loss(network, batch), lambda: batches(rows, BATCH, rng), steps, warm_up, log)


def _loss(network: Network, batch: list[Row]) -> torch.Tensor:
    odds, links = network(*padded(batch))
    taught = torch.sigmoid(torch.stack([row.teacher_logits for row in batch]).float())
    loss = F.binary_cross_entropy_with_logits(odds, taught, reduction="none").sum(1).mean()
    real = [at for at, row in enumerate(batch) if row.labels is not None]
    if real:
        labels = torch.stack([batch[at].labels for at in real])
        weights = torch.tensor([batch[at].weight for at in real])
        own = F.binary_cross_entropy_with_logits(odds[real], labels, reduction="none").sum(1) * weights
        loss = loss + LABEL_WEIGHT * own.sum() / len(batch)
    pairs = [(at, *pair) for at in real for pair in batch[at].pairs]
    if pairs:
        at, giver, taker, is_link = zip(*pairs)
        said = links[list(at), list(giver), list(taker)]
        loss = loss + F.binary_cross_entropy_with_logits(said, torch.tensor(is_link), reduction="sum") / len(batch)
    return loss


def rows_of(examples: list[Example], logits: list[torch.Tensor], vocabulary: Vocabulary, outputs: Outputs) -> list[Row]:
    """Examples as the network reads them, with what the teacher says of each, and what somebody says where that is known."""
    places = {name: at for at, name in enumerate(outputs.types)}
    rows = []
    for example, own_logits in zip(examples, logits):
        row = vocabulary.row(example)
        row.teacher_logits, row.weight = own_logits, COMPOSED_WEIGHT if example.composed else 1.0
        if example.labels is not None:
            row.labels = targets_of(example, outputs.names)
            own = [name.removeprefix("node:") for name in example.labels if name.startswith("node:")]
            own = [name for name in own if name in places]
            row.pairs = [
                (places[giver], places[taker], float((giver, taker) in example.links))
                for giver in own
                for taker in own
                if giver != taker
            ]
        rows.append(row)
    return rows


# So that a row of zeros can be divided by its scale.
MIN_SCALE = 1e-8


def _text(values: np.ndarray) -> str:
    return base64.b64encode(values.tobytes()).decode()


def steps_of(weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """A scale a row, and each weight in steps of it, from −127 to 127."""
    scales = weights.abs().amax(1).clamp(min=MIN_SCALE) / 127
    return scales, torch.round(weights / scales[:, None])


def _matrix(weights: torch.Tensor) -> dict:
    """One signed byte a weight, and a scale a row."""
    scales, steps = steps_of(weights)
    return {
        "columns": weights.shape[1],
        "scales": _text(scales.numpy().astype("<f4")),
        "quantized": _text(steps.to(torch.int8).numpy()),
    }


def matrices_of(network: Network) -> dict[str, torch.Tensor]:
    """All that is stored in bytes."""
    heads = network.heads
    return {
        "embeddings": network.embeddings.weight,
        "positions": network.positions.weight,
        "flags": network.flags.weight,
        "queries": heads.queries,
        "labels": heads.labels,
        "roots": heads.roots,
        "leaves": heads.leaves,
        "giver-types": network.giver_types,
        "taker-types": network.taker_types,
        **{name: one.weight for name, one in _maps_of(network).items()},
    }


# Parts of a layer.
MAPS = ("qkv", "attention_output", "feed_forward_in", "feed_forward_out")
NORMS = ("attention_norm", "output_norm")


def _maps_of(network: Network) -> dict[str, nn.Linear]:
    maps = {"embedding-projection": network.embedding_projection, "givers": network.givers, "takers": network.takers}
    for at, layer in enumerate(network.layers):
        maps |= {f"{at}.{name.replace('_', '-')}": getattr(layer, name) for name in MAPS}
    return maps


def _vectors_of(network: Network) -> dict[str, torch.Tensor]:
    heads, norms = network.heads, {"embedding-norm": network.embedding_norm}
    for at, layer in enumerate(network.layers):
        norms |= {f"{at}.{name.replace('_', '-')}": getattr(layer, name) for name in NORMS}
    return {
        "labels": heads.label_biases,
        "roots": heads.root_biases,
        "leaves": heads.leaf_biases,
        "link": network.link,
        **{name: one.bias for name, one in _maps_of(network).items()},
        **{f"{name}.gain": one.weight for name, one in norms.items()},
        **{f"{name}.offset": one.bias for name, one in norms.items()},
    }


@torch.no_grad()
def stored(network: Network, vocabulary: Vocabulary, outputs: Outputs) -> str:
    """The network as JSON; `storedNetwork` in stored-network.ts is its shape."""
    return json.dumps(
        {
            "vocabulary": " ".join(vocabulary.words),
            "types": outputs.types,
            "facts": outputs.facts,
            "heads": network.size.heads,
            "layers": network.size.layers,
            "matrices": {name: _matrix(one) for name, one in matrices_of(network).items()},
            "vectors": {name: _text(one.numpy().astype("<f4")) for name, one in _vectors_of(network).items()},
        },
        separators=(",", ":"),
    )
