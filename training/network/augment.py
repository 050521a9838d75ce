"""
More requests, made of those that somebody wrote. Most are for the teacher to label (Jiao et al. 2020, section 3.3):
words are replaced by near ones, clauses left out, two requests joined, other files laid beside them. Some are disturbed,
and mean what they meant before: something that nobody here does is wished besides, or other words are quoted.
"""

import random
import re
from dataclasses import replace

import torch
import torch.nn.functional as F

from examples import Example, Word
from network import Vocabulary

KINDS = [[], ["image"], ["image"] * 2, ["image"] * 3, ["audio"], ["video"], ["table"], ["text"], ["document"]]
JOINS = ["then", "and", "also", "after that", "and then", "next", "please also"]
# The share of joined requests between which one of these stands.
SAID_JOINS = 0.7
# Of the requests so many are joined, lose a clause, get other files.
JOINED, SHORTENED, MOVED = 0.25, 0.15, 0.1
MAX_JOINED_WORDS = 70
# As in `src/planning/embedded/read/view.ts`.
MAX_FILES = 16
MIN_SHORTENED_WORDS = 8
# Shares of the words that are replaced, each as often.
REPLACED = [0, 0.1, 0.2, 0.35]
NEIGHBOURS, MIN_LIKENESS = 13, 0.45
# Words whose neighbours are looked for at a time.
COMPARED = 512


def augmented(examples: list[Example], vocabulary: Vocabulary, vectors: torch.Tensor, times: int) -> list[Example]:
    """Each example so many times, each time in another way."""
    rng = random.Random(0)
    near = _neighbours(examples, vocabulary, vectors)
    return [_varied(example, examples, near, rng) for _ in range(times) for example in examples if not example.composed]


def _neighbours(examples: list[Example], vocabulary: Vocabulary, vectors: torch.Tensor) -> dict[str, list[str]]:
    said = {word.said.lower() for example in examples for word in example.words if not word.quoted}
    words = sorted(word for word in said if re.fullmatch(r"[a-z]{3,}", word) and word in vocabulary.places)
    directions = F.normalize(vectors, dim=1)
    is_word = torch.tensor([bool(re.fullmatch(r"[a-z]{3,}", word)) for word in vocabulary.words])
    near: dict[str, list[str]] = {}
    for start in range(0, len(words), COMPARED):
        part = words[start : start + COMPARED]
        likeness = directions[[vocabulary.places[word] for word in part]] @ directions.T
        likeness[:, ~is_word] = -1
        for word, values, places in zip(part, *likeness.topk(NEIGHBOURS + 1)):
            found = [vocabulary.words[place] for place, value in zip(places, values) if value > MIN_LIKENESS]
            near[word] = [other for other in found if other != word]
    return near


def _varied(example: Example, others: list[Example], near: dict[str, list[str]], rng: random.Random) -> Example:
    changed = _changed(example, others, rng)
    share = rng.choice(REPLACED)
    words = [_replaced(word, near, rng) if rng.random() < share else word for word in changed.words]
    return replace(changed, words=words, labels=None, links=set())


def _changed(example: Example, others: list[Example], rng: random.Random) -> Example:
    way = rng.random()
    if way < JOINED:
        return _joined(example, rng.choice(others), rng)
    if way < JOINED + SHORTENED:
        return _shortened(example, rng)
    if way < JOINED + SHORTENED + MOVED:
        return replace(example, kinds=rng.choice(KINDS), paper=False, follow_up=False)
    return example


def _joined(one: Example, other: Example, rng: random.Random) -> Example:
    if len(one.words) + len(other.words) >= MAX_JOINED_WORDS:
        return one
    clause = (one.words[-1].clause if one.words else 0) + 1
    between = [Word(said, False, False, clause) for said in rng.choice(JOINS).split()] if rng.random() < SAID_JOINS else []
    return replace(
        one,
        words=one.words + between + [replace(word, clause=word.clause + clause) for word in other.words],
        kinds=(one.kinds + other.kinds)[:MAX_FILES],
        paper=one.paper or other.paper,
        follow_up=one.follow_up or other.follow_up,
        is_question=other.is_question,
        wishes=None,
    )


def _shortened(example: Example, rng: random.Random) -> Example:
    clauses = sorted({word.clause for word in example.words})
    if len(example.words) <= MIN_SHORTENED_WORDS or len(clauses) < 2:
        return example
    dropped = rng.choice(clauses)
    return replace(
        example,
        words=[word for word in example.words if word.clause != dropped],
        is_question=example.is_question and dropped != clauses[-1],
        wishes=None,
    )


def _replaced(word: Word, near: dict[str, list[str]], rng: random.Random) -> Word:
    found = near.get(word.said.lower())
    return replace(word, said=rng.choice(found)) if found else word


# What is wished of the world outside, or asked of this moment: no task does it.
UNDOABLE = {"about:deed", "about:now"}
MAX_UNDOABLE_WORDS = 20
# Of the requests for tasks so many get an undoable wish, after theirs or before it.
BESIDE, AFTER = 0.4, 0.7
# Of those that quote something so many quote something else, unless a question is answered with it.
REQUOTED = 0.5
MIN_QUOTED, MAX_QUOTED = 3, 12
ANSWERS = {"question-answering", "open-question-answering", "document-question-answering", "conversational"}


def disturbed(examples: list[Example], logits: list[torch.Tensor]) -> tuple[list[Example], list[torch.Tensor]]:
    """Some of the examples with more or other words around the same wish, each with the logits of its origin."""
    rng = random.Random(1)
    undoable = [one for one in examples if one.labels & UNDOABLE and len(one.words) <= MAX_UNDOABLE_WORDS and not one.follow_up]
    made: list[tuple[Example, torch.Tensor]] = []
    for example, own in zip(examples, logits):
        if "idle" in example.labels:
            continue
        is_short = len(example.words) + MAX_UNDOABLE_WORDS < MAX_JOINED_WORDS
        if undoable and is_short and not example.composed and rng.random() < BESIDE:
            made.append((_beside(example, rng.choice(undoable), rng), own))
        if _is_requotable(example) and rng.random() < REQUOTED:
            made.append((_requoted(example, rng.choice(examples), rng), own))
    return [example for example, _ in made], [own for _, own in made]


def _beside(example: Example, undoable: Example, rng: random.Random) -> Example:
    is_after = rng.random() < AFTER
    joined = _joined(example, undoable, rng) if is_after else _joined(undoable, example, rng)
    return replace(example, words=joined.words, is_question=joined.is_question, composed=True, wishes=None)


def _is_requotable(example: Example) -> bool:
    types = {label.removeprefix("node:") for label in example.labels}
    return sum(word.quoted for word in example.words) >= MIN_QUOTED and not types & ANSWERS


def _requoted(example: Example, other: Example, rng: random.Random) -> Example:
    """The first quotation is replaced by words of another request."""
    start = next(at for at, word in enumerate(example.words) if word.quoted)
    end = next((at for at in range(start, len(example.words)) if not example.words[at].quoted), len(example.words))
    clause = example.words[start].clause
    said = [word.said for word in other.words if not word.said.startswith("@")][: rng.randint(MIN_QUOTED, MAX_QUOTED)]
    quoted = [Word(one, True, True, clause) for one in said]
    return replace(example, words=example.words[:start] + quoted + example.words[end:], composed=True, wishes=None)
