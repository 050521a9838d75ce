"""
The network that plans, as `src/planning/embedded/rank/network.ts` runs it: the first layers of a pretrained encoder, with an
attention for each thing that may be true of a request. With all of its layers it is the teacher of one that has fewer
(Hinton et al. 2015).
"""

import math
import random
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Self

import torch
import torch.nn as nn
import torch.nn.functional as F

import encoder
from descent import descend
from examples import DIVIDER, Entry, Example, Log, Outputs, Piece, Row, batches, cut, entries_of, filled, padded, places_by_length, targets_of
from heads import COMPOSED_WEIGHT, Heads, padding_mask
from storage import biases_of, file_of, layer_maps, layer_norms, norms_of


@dataclass(frozen=True)
class Size:
    """Widths of vectors, and counts of what is in the network."""

    layers: int
    width: int = encoder.WIDTH
    heads: int = encoder.HEADS
    inner: int = encoder.INNER
    link: int = 32


RESERVED = ["[pad]", "[start]", DIVIDER, "[unused]", "[unknown]"]
START, UNKNOWN = 1, 4
MAX_PIECES, MAX_WORD_PIECES = 128, 8
FLAGS = {"said": 0, "quoted": 1, "given": 2, "part": 3, "file": 4, "files": 5}

# Words that the encoder only knows by their pieces, and that are said so often, have a vector of their own.
MIN_SEEN = 3


class Vocabulary:
    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.places = {word: place for place, word in enumerate(words)}

    @staticmethod
    def of(examples: list[Example]) -> "Vocabulary":
        """The encoder's own words and pieces, and words of the examples."""
        said = Counter(word.said.lower() for example in examples for word in example.words)
        seen = [word for word, count in said.items() if count >= MIN_SEEN and re.fullmatch(r"[a-z][a-z'-]*[a-z]", word)]
        return Vocabulary(list(dict.fromkeys([*RESERVED, *encoder.plain_pieces(), *seen])))

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
        row = Row([piece.place for piece in pieces], [FLAGS[piece.flag] for piece in pieces])
        if example.wishes is not None:
            firsts = [piece.word is not None and piece.word != before.word for before, piece in zip([pieces[0], *pieces], pieces)]
            row.wishes = [example.wishes[piece.word] if first else -1 for first, piece in zip(firsts, pieces)]
        return row


# Half of the slope of the ramp that stands in for the normal distribution in GELU (Hendrycks and Gimpel 2016).
RAMP = 0.29


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
        # By its parts, as the backward pass of the fused attention takes four times as long on a processor.
        odds = query @ key.transpose(-1, -2) / math.sqrt(width // heads) + mask.to(query.dtype)
        seen = (odds.softmax(-1).to(value.dtype) @ value).transpose(1, 2)
        x = self.attention_norm(x + self.drop(self.attention_output(seen.reshape(rows, length, width))))
        inner = self.feed_forward_in(x)
        # x * clamp(0.5 + RAMP * x, 0, 1), in one pass.
        return self.output_norm(x + self.drop(self.feed_forward_out(F.hardswish(6 * RAMP * inner) / (6 * RAMP))))


class Network(nn.Module):
    """With random weights."""

    def __init__(self, words: int, outputs: Outputs, size: Size) -> None:
        super().__init__()
        width, link, types = size.width, size.link, len(outputs.types)
        self.size = size
        self.embeddings = nn.Embedding(words, width)
        self.positions, self.flags = nn.Embedding(MAX_PIECES, width), nn.Embedding(len(FLAGS), width)
        self.embedding_norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(Layer(size) for _ in range(size.layers))
        self.heads = Heads(width, outputs)
        self.givers, self.takers = nn.Linear(width, link), nn.Linear(width, link)
        self.giver_types = nn.Parameter(torch.randn(types, link) * 0.05)
        self.taker_types = nn.Parameter(torch.randn(types, link) * 0.05)
        self.link = nn.Parameter(torch.tensor([-1.0]))
        self.wishes = nn.Linear(width, len(outputs.wish_tags))
        self.drop = nn.Dropout(0.1)

    @classmethod
    @torch.no_grad()
    def pretrained(cls, vocabulary: Vocabulary, outputs: Outputs, layers: int) -> Self:
        """The encoder as it was published, up to a layer; nothing is known of outputs."""
        made = cls(len(vocabulary.words), outputs, Size(layers))
        made.embeddings.weight.copy_(encoder.vectors_of(vocabulary.words))
        made.positions.weight.copy_(encoder.minilm().positions(MAX_PIECES))
        made.flags.weight.zero_()
        made.embedding_norm.load_state_dict(encoder.minilm().entry_norm())
        for at, layer in enumerate(made.layers):
            layer.load_state_dict(encoder.minilm().layer_state(at))
        return made

    def states(self, pieces: torch.Tensor, flags: torch.Tensor) -> torch.Tensor:
        """Vectors of pieces in view of each other."""
        mask = padding_mask(pieces)
        x = self.embeddings(pieces) + self.positions.weight[: pieces.shape[1]] + self.flags(flags)
        x = self.drop(self.embedding_norm(x))
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def forward(self, pieces: torch.Tensor, flags: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Log-odds of outputs; of links: rows, givers, takers; and what each piece is in the request: rows, pieces, tags."""
        states = self.states(pieces, flags)
        gathered = self.heads.gather(states, pieces)
        own = gathered[:, : self.heads.types]
        gives, takes = self.givers(own) + self.giver_types, self.takers(own) + self.taker_types
        links = torch.einsum("bgd,btd->bgt", gives, takes) * 2 / math.sqrt(self.size.link) + self.link
        return self.heads(gathered), links, self.wishes(states)


BATCH = 96
RATES = {"encoder": 2e-4, "heads": 3e-3}
ENCODER = {"embeddings", "positions", "embedding_norm", "layers"}
# Of few examples so many steps are made.
MIN_STEPS = 300
# The rate rises over this part of the steps.
WARM_UP = 1 / 12
# What somebody says of a request counts half of what the teacher says, and all where there is no teacher.
LABEL_WEIGHT = 0.5
# What a word is in its request counts so much, in the mean over a batch's words.
WISH_WEIGHT = 8.0


def fit_network(network: Network, rows: list[Row], epochs: float, learning_rate_factor: float, log: Log) -> None:
    rng = random.Random(1)
    parts: dict[bool, list[nn.Parameter]] = {True: [], False: []}
    for name, one in network.named_parameters():
        parts[name.split(".")[0] in ENCODER].append(one)
    groups = [
        {"params": parts[True], "lr": learning_rate_factor * RATES["encoder"]},
        {"params": parts[False], "lr": learning_rate_factor * RATES["heads"]},
    ]
    steps = max(MIN_STEPS, int(epochs * len(rows) / BATCH))
    descend(network, groups, lambda batch: _loss(network, batch), lambda: batches(rows, BATCH, rng), steps, WARM_UP * steps, log)


def _loss(network: Network, batch: list[Row]) -> torch.Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        odds, links, wishes = (one.float() for one in network(*padded(batch)))
    loss = torch.tensor(0.0)
    taught = [at for at, row in enumerate(batch) if row.teacher_logits is not None]
    if taught:
        wanted = torch.sigmoid(torch.stack([batch[at].teacher_logits for at in taught]).float())
        loss = loss + F.binary_cross_entropy_with_logits(odds[taught], wanted, reduction="none").sum() / len(batch)
    real = [at for at, row in enumerate(batch) if row.labels is not None]
    if real:
        labels = torch.stack([batch[at].labels for at in real])
        weights = torch.tensor([batch[at].weight * (1 if batch[at].teacher_logits is None else LABEL_WEIGHT) for at in real])
        own = F.binary_cross_entropy_with_logits(odds[real], labels, reduction="none").sum(1) * weights
        loss = loss + own.sum() / len(batch)
    pairs = [(at, *pair) for at in real for pair in batch[at].pairs]
    if pairs:
        at, giver, taker, is_link = zip(*pairs)
        said = links[list(at), list(giver), list(taker)]
        loss = loss + F.binary_cross_entropy_with_logits(said, torch.tensor(is_link), reduction="sum") / len(batch)
    marked = filled([row.wishes or [-1] for row in batch], -1)
    marked = F.pad(marked, (0, wishes.shape[1] - marked.shape[1]), value=-1)
    known = marked >= 0
    if known.any():
        loss = loss + WISH_WEIGHT * F.cross_entropy(wishes[known], marked[known])
    return loss


def rows_of(examples: list[Example], logits: list[torch.Tensor] | None, vocabulary: Vocabulary, outputs: Outputs) -> list[Row]:
    """Examples as the network reads them, with what a teacher says of each, and what somebody says where that is known."""
    places = {name: at for at, name in enumerate(outputs.types)}
    rows = []
    for at, example in enumerate(examples):
        row = vocabulary.row(example)
        row.teacher_logits = logits[at] if logits else None
        row.weight = COMPOSED_WEIGHT if example.composed else 1.0
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


# Without gradients more fit into memory: requests, and single words.
READ_BATCH, WORDS_BATCH = 96, 1024


@torch.no_grad()
def logits_of(network: Network, examples: list[Example], vocabulary: Vocabulary, log: Log) -> list[torch.Tensor]:
    """What a network says of examples: log-odds, one an output."""
    rows = [vocabulary.row(example) for example in examples]
    every = places_by_length(rows, READ_BATCH)
    found: dict[int, torch.Tensor] = {}
    for at, places in enumerate(every):
        with torch.autocast("cpu", torch.bfloat16):
            found.update(zip(places, network(*padded([rows[place] for place in places]))[0].half()))
        if at % 200 == 0:
            log(f"labelling: {at} of {len(every)}")
    return [found[place] for place in range(len(rows))]


@torch.no_grad()
def meanings(network: Network, vocabulary: Vocabulary) -> torch.Tensor:
    """What a network makes of each word by itself, less what it makes of all: that says nothing of how near two are."""
    found = torch.zeros(len(vocabulary.words), network.size.width)
    said = FLAGS["said"]
    for start in range(0, len(found), WORDS_BATCH):
        places = range(start, min(start + WORDS_BATCH, len(found)))
        pieces = torch.tensor([[START, place, vocabulary.places[DIVIDER]] for place in places])
        states = network.eval().states(pieces, torch.full_like(pieces, said))
        found[start : start + len(places)] = F.normalize(states.mean(1), dim=-1)
    return found - found.mean(0)


def matrices_of(network: Network) -> dict[str, torch.Tensor]:
    """All that is stored in steps of a byte."""
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


def _maps_of(network: Network) -> dict[str, nn.Linear]:
    return {"givers": network.givers, "takers": network.takers, "wishes": network.wishes} | layer_maps(network.layers)


def _vectors_of(network: Network) -> dict[str, torch.Tensor]:
    heads = network.heads
    return {
        "labels.biases": heads.label_biases,
        "roots.biases": heads.root_biases,
        "leaves.biases": heads.leaf_biases,
        "link": network.link,
        **biases_of(_maps_of(network)),
        **norms_of({"embedding-norm": network.embedding_norm} | layer_norms(network.layers)),
    }


@torch.no_grad()
def stored(network: Network, vocabulary: Vocabulary, outputs: Outputs) -> bytes:
    """The network as a file in the safetensors format; stored-network.ts reads it."""
    names = {"vocabulary": vocabulary.words, "types": outputs.types, "facts": outputs.facts, "wish-tags": outputs.wish_tags}
    sizes = {"heads": network.size.heads, "layers": network.size.layers}
    metadata = {name: " ".join(words) for name, words in names.items()} | {name: str(size) for name, size in sizes.items()}
    return file_of(_vectors_of(network), matrices_of(network), metadata)
