"""
The tagger, as `src/planning/embedded/constraints/tagger.ts` runs it: which words of a request restrict what, told by layers
of an encoder over the vectors of words that the network has.
"""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import torch
import torch.nn as nn
import torch.nn.functional as F

from descent import descend
from examples import Log, batches
from heads import padding_mask
from network import ENCODER, FLAGS, MAX_PIECES, START, UNKNOWN, Layer, Network, Size, Vocabulary
from storage import biases_of, file_of, layer_maps, layer_norms, norms_of

TAGS = (
    "none licence+ licence- provider+ provider- model+ model- local size< size> smallest largest cheapest ungated free "
    "benchmark price latency usd time tasks calls language doubt"
).split()
MATERIAL = "¤"


@dataclass
class TaggedRow:
    pieces: list[int]
    flags: list[int]
    # Of each piece: the tag of the word that it begins, or -1; whether that is of a name.
    tags: list[int]
    names: list[int]


def read_rows(path: Path, vocabulary: Vocabulary) -> list[TaggedRow]:
    with open(path) as lines:
        return [row_of(json.loads(line), vocabulary) for line in lines]


def row_of(line: dict, vocabulary: Vocabulary) -> TaggedRow:
    row = TaggedRow([START], [FLAGS["said"]], [-1], [-1])
    for said, tag, name in line["tokens"]:
        material = said == MATERIAL
        # An accent by itself is of no piece.
        pieces = vocabulary.pieces_of("file" if material else said) or [UNKNOWN]
        row.pieces += pieces
        row.flags += [FLAGS["part" if material else "said"]] * len(pieces)
        row.tags += [TAGS.index(tag)] + [-1] * (len(pieces) - 1)
        row.names += [name] + [-1] * (len(pieces) - 1)
    for part in (row.pieces, row.flags, row.tags, row.names):
        del part[MAX_PIECES:]
    return row


class Tagger(nn.Module):
    """With random weights."""

    def __init__(self, size: Size, embeddings: torch.Tensor) -> None:
        super().__init__()
        self.size = size
        self.register_buffer("embeddings", embeddings)
        self.positions, self.flags = nn.Embedding(MAX_PIECES, size.width), nn.Embedding(len(FLAGS), size.width)
        self.embedding_norm = nn.LayerNorm(size.width)
        self.layers = nn.ModuleList(Layer(size) for _ in range(size.layers))
        self.tags, self.name = nn.Linear(size.width, len(TAGS)), nn.Linear(size.width, 1)
        self.suspicion = nn.Linear(size.width, 1)
        self.drop = nn.Dropout(0.1)

    @classmethod
    def of(cls, network: Network) -> Self:
        """The encoder of a network that plans; nothing is known of tags."""
        state = network.state_dict()
        made = cls(network.size, state.pop("embeddings.weight"))
        encoder = {name: one for name, one in state.items() if name.split(".")[0] in {*ENCODER, "flags"}}
        made.load_state_dict(encoder, strict=False)
        return made

    def forward(self, pieces: torch.Tensor, flags: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Log-odds of tags; that a word is of a name; and, after one layer, that it restricts anything."""
        mask = padding_mask(pieces)
        x = self.embeddings[pieces] + self.positions.weight[: pieces.shape[1]] + self.flags(flags)
        x = self.layers[0](self.drop(self.embedding_norm(x)), mask)
        suspicion = self.suspicion(x).squeeze(-1)
        for layer in self.layers[1:]:
            x = layer(x, mask)
        return self.tags(x), self.name(x).squeeze(-1), suspicion


def padded(rows: list[TaggedRow]) -> tuple[torch.Tensor, ...]:
    length = max(len(row.pieces) for row in rows)

    def filled(numbers: list[int], by: int) -> list[int]:
        return numbers + [by] * (length - len(numbers))

    return (
        torch.tensor([filled(row.pieces, 0) for row in rows]),
        torch.tensor([filled(row.flags, 0) for row in rows]),
        torch.tensor([filled(row.tags, -1) for row in rows]),
        torch.tensor([filled(row.names, -1) for row in rows]),
    )


def loss_of(tagger: Tagger, batch: list[TaggedRow]) -> torch.Tensor:
    pieces, flags, tags, names = padded(batch)
    with torch.autocast("cpu", torch.bfloat16):
        said, named, suspected = (one.float() for one in tagger(pieces, flags))
    known = tags >= 0
    return (
        F.cross_entropy(said[known], tags[known])
        + F.binary_cross_entropy_with_logits(named[known], names[known].float())
        + F.binary_cross_entropy_with_logits(suspected[known], (tags[known] > 0).float())
    )


BATCH, WARM_UP = 64, 200
RATES = {"encoder": 2e-4, "heads": 2e-3}


def fit_tagger(tagger: Tagger, rows: list[TaggedRow], epochs: float, log: Log) -> None:
    rng = random.Random(1)
    heads = [one for map in (tagger.tags, tagger.name, tagger.suspicion) for one in map.parameters()]
    own = {id(one) for one in heads}
    groups = [
        {"params": [one for one in tagger.parameters() if id(one) not in own], "lr": RATES["encoder"]},
        {"params": heads, "lr": RATES["heads"]},
    ]
    steps = int(epochs * len(rows) / BATCH)
    descend(tagger, groups, lambda batch: loss_of(tagger, batch), lambda: batches(rows, BATCH, rng), steps, WARM_UP, log)


def _maps_of(tagger: Tagger) -> dict[str, nn.Linear]:
    return {"tags": tagger.tags, "name": tagger.name, "suspicion": tagger.suspicion} | layer_maps(tagger.layers)


def matrices_of(tagger: Tagger) -> dict[str, torch.Tensor]:
    """All that is stored in steps of a byte."""
    matrices = {"positions": tagger.positions.weight, "flags": tagger.flags.weight}
    return matrices | {name: one.weight for name, one in _maps_of(tagger).items()}


def stored(tagger: Tagger, words: str) -> bytes:
    """The tagger as a file in the safetensors format, with the hash of the words that it goes with; tagger.ts reads it."""
    norms = norms_of({"embedding-norm": tagger.embedding_norm} | layer_norms(tagger.layers))
    metadata = {"tags": " ".join(TAGS), "heads": str(tagger.size.heads), "layers": str(tagger.size.layers), "words": words}
    return file_of(biases_of(_maps_of(tagger)) | norms, matrices_of(tagger), metadata)
