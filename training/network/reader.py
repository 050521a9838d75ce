"""
The reader: where in a text the answer to a question stands, or that it doesn't, told by layers of an encoder over both
(Devlin et al. 2019, section 4.2 and 4.3), with the vectors of words that the network has.
"""

import json
import math
import random
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors import safe_open

from descent import descend
from encoder import Encoder
from examples import Log
from heads import NEVER, padding_mask
from network import ENCODER, FLAGS, START, UNKNOWN, Layer, Size, Vocabulary
from storage import biases_of, file_of, layer_maps, layer_norms, norms_of
from stored_network import StoredNetwork

# What is read at a time, of question and text; of a longer text windows, which overlap by some lines.
MAX_WINDOW, MAX_QUESTION = 224, 40
# So many pieces stand before an answer at least where a window is cut to hold it, if there are as many.
LEAST_BEFORE = 24
# So many windows of longer texts are cut anywhere, most of which don't tell.
ANYWHERE = 0.2
DIVIDER, LINE_END = 2, 3


class Word(NamedTuple):
    start: int
    end: int


@dataclass(frozen=True)
class AskedText:
    text: str
    question: str
    # Of each answer, where it begins and ends; of none, the text doesn't say.
    spans: tuple[tuple[int, int], ...]


@dataclass
class ReaderRow:
    pieces: list[int]
    flags: list[int]
    # Places among the pieces, 0 where the text doesn't say.
    starts: list[int]
    ends: list[int]


@cache
def _is_of_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN"


@cache
def words_of(text: str) -> tuple[Word, ...]:
    """Words, signs and ends of lines."""
    words: list[Word] = []
    at = 0
    while at < len(text):
        end = at + 1
        if _is_of_word(text[at]):
            while end < len(text) and _is_of_word(text[end]):
                end += 1
            words.append(Word(at, end))
        elif text[at] == "\n" or not text[at].isspace():
            words.append(Word(at, end))
        at = end
    return tuple(words)


def read_asked(path: Path) -> list[AskedText]:
    """
    Lines of `{text, questions}`; a question is `{q, a}`, with each of its answers as it stands in the text, or as `{s, n}` at its
    n-th place, `{s, at}` at that; or `{question, answers}`, with answers that count, or null.
    """
    asked = []
    for line in path.read_text().splitlines():
        row = json.loads(line)
        for question in row["questions"]:
            if "q" in question:
                asked.append(AskedText(row["text"], question["q"], tuple(_span(row["text"], one) for one in question["a"])))
                continue
            found = [one for one in question["answers"] or [] if one in row["text"]]
            if found or question["answers"] is None:
                spans = tuple(_span(row["text"], one) for one in found[:1])
                asked.append(AskedText(row["text"], question["question"], spans))
    return asked


def _span(text: str, answer: str | dict) -> tuple[int, int]:
    if isinstance(answer, dict) and "at" in answer:
        return answer["at"], answer["at"] + len(answer["s"])
    said, time = (answer, 1) if isinstance(answer, str) else (answer["s"], answer.get("n", 1))
    at = -1
    for _ in range(time):
        at = text.index(said, at + 1)
    return at, at + len(said)


def row_of(asked: AskedText, vocabulary: Vocabulary, rng: random.Random) -> ReaderRow:
    """One window of a text, with answers if it has any."""
    question = [piece for word in words_of(asked.question) for piece in _pieces(asked.question, word, vocabulary)]
    head = [START, *question[-MAX_QUESTION:], DIVIDER]
    pieces: list[int] = []
    spans = [[-1, -1] for _ in asked.spans]
    for word in words_of(asked.text):
        own = _pieces(asked.text, word, vocabulary)
        for place, (start, end) in enumerate(asked.spans):
            if word.start < end and word.end > start:
                spans[place][0] = len(pieces) if spans[place][0] < 0 else spans[place][0]
                spans[place][1] = len(pieces) + len(own) - 1
        pieces += own
    room = MAX_WINDOW - len(head)
    first = _first_of_window(len(pieces), room, spans, rng)
    shift = len(head) - first
    inside = [(start + shift, end + shift) for start, end in spans if start >= first and end < first + room]
    return ReaderRow(
        head + pieces[first : first + room],
        [FLAGS["said"]] * len(head) + [FLAGS["given"]] * len(pieces[first : first + room]),
        [start for start, _ in inside] or [0],
        [end for _, end in inside] or [0],
    )


def _first_of_window(count: int, room: int, spans: list[list[int]], rng: random.Random) -> int:
    if count <= room:
        return 0
    if not spans or rng.random() < ANYWHERE:
        return rng.randrange(count - room + 1)
    start, end = spans[0]
    least, most = max(0, end - room + 1), min(count - room, max(0, start - LEAST_BEFORE))
    return rng.randint(min(least, most), most)


def _pieces(text: str, word: Word, vocabulary: Vocabulary) -> list[int]:
    said = text[word.start : word.end]
    return [LINE_END] if said == "\n" else vocabulary.pieces_of(said) or [UNKNOWN]


class Reader(nn.Module):
    """With random weights."""

    def __init__(self, size: Size, embeddings: torch.Tensor) -> None:
        super().__init__()
        self.size = size
        self.register_buffer("embeddings", embeddings)
        self.positions, self.flags = nn.Embedding(MAX_WINDOW, size.width), nn.Embedding(len(FLAGS), size.width)
        self.embedding_norm = nn.LayerNorm(size.width)
        self.layers = nn.ModuleList(Layer(size) for _ in range(size.layers))
        # Where an answer begins, and where it ends.
        self.bounds = nn.Linear(size.width, 2)
        self.drop = nn.Dropout(0.1)

    @classmethod
    @torch.no_grad()
    def pretrained(cls, encoder: Encoder, words: StoredNetwork) -> Self:
        """All layers of an encoder as it was published, over the vectors of words of a network."""
        made = cls(Size(encoder.layers), words.network.embeddings.weight.detach().clone())
        made.positions.weight.copy_(encoder.positions(MAX_WINDOW))
        made.flags.weight.zero_()
        made.embedding_norm.load_state_dict(encoder.entry_norm())
        for at, layer in enumerate(made.layers):
            layer.load_state_dict(encoder.layer_state(at))
        return made

    def forward(self, pieces: torch.Tensor, flags: torch.Tensor) -> torch.Tensor:
        """Of each piece, how well an answer begins and ends with it: rows, pieces, 2. Of the first, that there is none."""
        x = self.embeddings[pieces] + self.positions.weight[: pieces.shape[1]] + self.flags(flags)
        x = self.drop(self.embedding_norm(x))
        mask = padding_mask(pieces)
        for layer in self.layers:
            x = layer(x, mask)
        can = (pieces != 0) & (flags == FLAGS["given"])
        can[:, 0] = True
        return self.bounds(x).masked_fill(~can[:, :, None], NEVER)


LENGTHS = 32


def padded(rows: list[ReaderRow]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pieces, flags, and of each piece the share of the answers that begin and end with it."""
    # Of few lengths, as each is prepared for anew.
    length = LENGTHS * math.ceil(max(len(row.pieces) for row in rows) / LENGTHS)
    bounds = torch.zeros(len(rows), length, 2)
    for at, row in enumerate(rows):
        for side, places in enumerate((row.starts, row.ends)):
            for place in places:
                bounds[at, place, side] += 1 / len(places)
    pieces = torch.tensor([row.pieces + [0] * (length - len(row.pieces)) for row in rows])
    flags = torch.tensor([row.flags + [0] * (length - len(row.flags)) for row in rows])
    return pieces, flags, bounds


def loss_of(reader: Reader, batch: list[ReaderRow]) -> torch.Tensor:
    pieces, flags, bounds = padded(batch)
    # Half the time, on processors that have the type.
    with torch.autocast("cpu", torch.bfloat16):
        bounds_said = reader(pieces, flags)
    said = F.log_softmax(bounds_said.float(), dim=1)
    return -(bounds * said).sum() / (2 * len(batch))


BATCH = 32
RATES = {"encoder": 1.5e-4, "bounds": 1e-3}
WARM_UP = 0.06
# Rows of about the same length are read together: so many batches are cut from one stretch of them.
STRETCH = 32


def epoch_of(rows: list[ReaderRow], rng: random.Random) -> list[list[ReaderRow]]:
    order = rng.sample(rows, len(rows))
    batches = []
    for start in range(0, len(order), BATCH * STRETCH):
        stretch = sorted(order[start : start + BATCH * STRETCH], key=lambda row: len(row.pieces))
        batches += [stretch[at : at + BATCH] for at in range(0, len(stretch), BATCH)]
    return rng.sample(batches, len(batches))


def fit_reader(reader: Reader, rows: list[ReaderRow], epochs: float, rate: float, log: Log) -> None:
    rng = random.Random(1)
    own = list(reader.bounds.parameters())
    rest = [one for name, one in reader.named_parameters() if name.split(".")[0] in {*ENCODER, "flags"}]
    groups = [{"params": rest, "lr": rate * RATES["encoder"]}, {"params": own, "lr": rate * RATES["bounds"]}]
    steps = int(epochs * len(rows) / BATCH)
    descend(reader, groups, lambda batch: loss_of(reader, batch), lambda: epoch_of(rows, rng), steps, WARM_UP * steps, log)


def _maps_of(reader: Reader) -> dict[str, nn.Linear]:
    return {"bounds": reader.bounds} | layer_maps(reader.layers)


def _vectors_of(reader: Reader) -> dict[str, torch.Tensor]:
    return biases_of(_maps_of(reader)) | norms_of({"embedding-norm": reader.embedding_norm} | layer_norms(reader.layers))


def _matrices_of(reader: Reader) -> dict[str, torch.Tensor]:
    own = {"positions": reader.positions.weight, "flags": reader.flags.weight}
    return own | {name: one.weight for name, one in _maps_of(reader).items()}


@torch.no_grad()
def stored(reader: Reader) -> bytes:
    """The reader as a file in the safetensors format."""
    metadata = {"heads": str(reader.size.heads), "layers": str(reader.size.layers)}
    return file_of(_vectors_of(reader), _matrices_of(reader), metadata)


@torch.no_grad()
def read_reader(path: Path, words: StoredNetwork) -> Reader:
    """A reader as it is stored, to go on from; it knows words by the vectors of the network."""
    with safe_open(path, "pt") as file:
        metadata = file.metadata()
        size = Size(int(metadata["layers"]), heads=int(metadata["heads"]))
        reader = Reader(size, words.network.embeddings.weight.detach().clone())
        for name, one in _matrices_of(reader).items():
            one.copy_(file.get_tensor(name).float() * file.get_tensor(f"{name}.scales")[:, None])
        for name, one in _vectors_of(reader).items():
            one.copy_(file.get_tensor(name))
    return reader
