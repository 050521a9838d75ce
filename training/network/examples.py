"""Labelled requests as `training/export.ts` writes them, and how they are read piece by piece."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import torch

Log = Callable[[str], None]


@dataclass(frozen=True)
class Word:
    said: str
    quoted: bool
    # Its sentence only tells what there is.
    given: bool
    clause: int


@dataclass
class Example:
    words: list[Word]
    kinds: list[str]
    paper: bool
    follow_up: bool
    is_question: bool
    # What follows is not known of requests that were made from others.
    held: bool = False
    composed: bool = False
    # Names of the outputs that are true of it.
    labels: set[str] | None = None
    links: set[tuple[str, str]] = field(default_factory=set)
    # Of each word its place in `wish_tags`, or -1 for what nobody marked; none where the request is not marked.
    wishes: list[int] | None = None
    # It has come since the network was learnt.
    fresh: bool = False


@dataclass(frozen=True)
class Outputs:
    types: list[str]
    facts: list[str]
    # What a word may be in a request: no part of a wish, the beginning of an order, and so on.
    wish_tags: list[str]

    @property
    def labels(self) -> list[str]:
        return [f"node:{one}" for one in self.types] + self.facts

    @property
    def names(self) -> list[str]:
        return self.labels + [f"root:{one}" for one in self.types] + [f"leaf:{one}" for one in self.types]


def read_outputs(folder: Path) -> Outputs:
    outputs = json.loads((folder / "outputs.json").read_text())
    return Outputs(outputs["types"], outputs["facts"], outputs["wishTags"])


def read_examples(path: Path) -> list[Example]:
    with open(path) as lines:
        return [_example(json.loads(line)) for line in lines]


def _example(row: dict) -> Example:
    return Example(
        words=[Word(said, bool(quoted), bool(given), clause) for said, quoted, given, clause in row["words"]],
        kinds=row["kinds"],
        paper=row["paper"],
        follow_up=row["followUp"],
        is_question=row["isQuestion"],
        held=row["held"],
        composed=row["composed"],
        labels=set(row["labels"]),
        links={tuple(link.split(">")) for link in row["links"]},
        wishes=row.get("wishes"),
        fresh=row.get("fresh", False),
    )


def targets_of(example: Example, names: list[str]) -> torch.Tensor:
    return torch.tensor([float(name in example.labels) for name in names])


DIVIDER = "[divider]"


class Entry(NamedTuple):
    """A word, a sign or a file that is read of a request."""

    said: str
    # One of said, quoted, given, file, files.
    flag: str
    # Its place among the words of the request.
    word: int | None = None


def entries_of(example: Example) -> Iterator[Entry]:
    """Kinds of what is at hand, the divider, then the words with a comma between clauses."""
    for kind in sorted(set(example.kinds)):
        yield Entry(kind, "files" if example.kinds.count(kind) > 1 else "file")
    if example.paper:
        yield Entry("invoice", "file")
    if example.follow_up:
        yield Entry("again", "file")
    yield Entry(DIVIDER, "said")
    last = 0
    for at, word in enumerate(example.words):
        if word.clause != last:
            yield Entry(",", "said")
            last = word.clause
        yield Entry(word.said, "quoted" if word.quoted else "given" if word.given else "said", at)


class Piece(NamedTuple):
    """A piece of an entry."""

    place: int
    flag: str
    word: int | None = None


# Of a quotation in a request that is too long: its beginning tells what it is.
MAX_QUOTED_PIECES = 12


def cut(pieces: list[Piece], question: Piece | None, limit: int) -> list[Piece]:
    """At most `limit` pieces. Of too many, the ends of quotations are left out, then the end; never the question mark."""
    if len(pieces) >= limit:
        pieces = list(_with_short_quotations(pieces))
    kept = pieces[: limit - 1]
    return [*kept, question] if question else kept


def _with_short_quotations(pieces: list[Piece]) -> Iterator[Piece]:
    run = 0
    for piece in pieces:
        run = run + 1 if piece.flag == "quoted" else 0
        if run <= MAX_QUOTED_PIECES:
            yield piece


@dataclass
class Row:
    """A request as numbers: pieces and their flags, and what is to be said of it."""

    pieces: list[int]
    flags: list[int]
    # What somebody says of it, 0 or 1 an output; what the teacher says; (giver, taker, whether) of its tasks.
    labels: torch.Tensor | None = None
    teacher_logits: torch.Tensor | None = None
    pairs: list[tuple[int, int, float]] = field(default_factory=list)
    weight: float = 1.0
    # Of each piece: what the word that it begins is in the request, or -1.
    wishes: list[int] | None = None


# Rows whose lengths differ by less are as likely in one batch as those of one length.
LENGTH_JITTER = 4


def batches(rows: list[Row], size: int, rng: random.Random) -> list[list[Row]]:
    """Rows of like length together, in random order."""
    by_length = sorted(rows, key=lambda row: len(row.pieces) + rng.random() * LENGTH_JITTER)
    made = [by_length[start : start + size] for start in range(0, len(by_length), size)]
    rng.shuffle(made)
    return made


def places_by_length(rows: list[Row], size: int) -> list[list[int]]:
    """Places of rows in batches, those of like length together."""
    places = sorted(range(len(rows)), key=lambda place: len(rows[place].pieces))
    return [places[start : start + size] for start in range(0, len(places), size)]


def padded(rows: list[Row]) -> tuple[torch.Tensor, torch.Tensor]:
    """Pieces and flags of rows, with 0 behind the shorter ones."""
    return filled([row.pieces for row in rows], 0), filled([row.flags for row in rows], 0)


def filled(rows: list[list[int]], by: int) -> torch.Tensor:
    """Rows of numbers, made as long as the longest."""
    length = max(len(row) for row in rows)
    return torch.tensor([row + [by] * (length - len(row)) for row in rows])
