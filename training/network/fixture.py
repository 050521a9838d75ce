"""
`python fixture.py`: writes network.json and tagger.json of ../../test/fixtures/planning/, a small network and tagger of random
weights and what PyTorch makes of some requests by them; `biome format --write` brings them into shape. Run it again after
a change of what is read or of layers.
"""

import base64
import json
from pathlib import Path

import torch
import torch.nn as nn

import tagger as tagging
from examples import Example, Outputs, Word
from network import FLAGS, RESERVED, Network, Size, Vocabulary, matrices_of, stored
from storage import steps_of

TARGET = Path(__file__).parents[2] / "test/fixtures/planning"
SIZE = Size(layers=2, width=8, heads=2, inner=16, link=4)
WORDS = "crop blur it photo image cafe in ##voice ? , again invoice audio story read aloud and then ##s the"
OUTPUTS = Outputs(
    ["image-editing", "text-to-speech", "translation"],
    ["idle", "about:greeting"],
    ["none", "order-begins", "order", "question-begins", "question", "condition"],
)
# The label whose evidence is written: its place among the labels.
EVIDENCE = 1
DIGITS = 4


@torch.no_grad()
def main() -> None:
    # With these weights the kernel's roundings stay within what the tests allow.
    torch.manual_seed(11)
    vocabulary = Vocabulary([*RESERVED, *WORDS.split()])
    network = Network(len(vocabulary.words), OUTPUTS, SIZE).eval()
    _spread(network, matrices_of(network))
    made = {
        "network": base64.b64encode(stored(network, vocabulary, OUTPUTS)).decode(),
        "label": f"node:{OUTPUTS.types[EVIDENCE]}",
        "cases": [{"name": name, **_case(example, network, vocabulary)} for name, example in CASES.items()],
    }
    _write("network.json", made)
    # With these weights words are tagged otherwise, some are of names, and one request is under no suspicion.
    torch.manual_seed(43)
    tagger = tagging.Tagger(SIZE, network.embeddings.weight.clone()).eval()
    _spread(tagger, tagging.matrices_of(tagger), {"tags": 3, "name": 3, "suspicion": 4})
    _write("tagger.json", {
        "tagger": base64.b64encode(tagging.stored(tagger, "")).decode(),
        "cases": [{"tokens": tokens.split(), **_tagged(tokens.split(), tagger, vocabulary)} for tokens in TAGGED],
    })


def _write(name: str, made: dict) -> None:
    (TARGET / name).write_text(json.dumps(made, ensure_ascii=False) + "\n")


def _tagged(tokens: list[str], tagger: tagging.Tagger, vocabulary: Vocabulary) -> dict:
    row = tagging.row_of({"tokens": [[said, "none", 0] for said in tokens]}, vocabulary)
    tags, names, suspicion = (one[0] for one in tagger(torch.tensor([row.pieces]), torch.tensor([row.flags])))
    own = torch.tensor(row.tags) >= 0
    return {
        "probabilities": [[round(one, DIGITS) for one in word] for word in tags[own].softmax(-1).tolist()],
        "names": (names[own] > 0).int().tolist(),
        "suspicion": round(float(suspicion[own].max()), DIGITS),
    }


def _spread(network: nn.Module, matrices: dict[str, torch.Tensor], deviations: dict[str, float] = {}) -> None:
    """Weights so large that each shows in what comes out, and as they are stored: a step a weight."""
    for weights in network.parameters():
        if weights.dim() == 1:
            weights.add_(torch.randn_like(weights) * 0.5)
    for name, weights in matrices.items():
        weights.mul_(deviations.get(name, 1) / weights.std())
        scales, steps = steps_of(weights)
        weights.copy_(scales[:, None] * steps)


def _case(example: Example, network: Network, vocabulary: Vocabulary) -> dict:
    read = vocabulary.read(example)
    row = vocabulary.row(example)
    pieces, flags = torch.tensor([row.pieces]), torch.tensor([row.flags])
    odds, links, wishes = network(pieces, flags)
    states = network.states(pieces, flags)
    parts = network.heads.attention(states, pieces)[0, EVIDENCE] * (states[0] @ network.heads.labels[EVIDENCE])
    evidence = [0.0] * len(example.words)
    # Of the words that are read.
    tags: list[list[float]] = []
    before = None
    for piece, part, tag in zip(read, parts.clamp(min=0).tolist(), wishes[0].softmax(-1).tolist()):
        if piece.word is not None:
            evidence[piece.word] += part
            if piece.word != before:
                tags.append([round(one, DIGITS) for one in tag])
        before = piece.word
    return {
        "words": [[word.said, int(word.quoted), int(word.given), word.clause] for word in example.words],
        "kinds": example.kinds,
        "paper": example.paper,
        "followUp": example.follow_up,
        "isQuestion": example.is_question,
        "pieces": row.pieces,
        "flags": row.flags,
        "odds": {name: round(value, DIGITS) for name, value in zip(OUTPUTS.names, odds[0].tolist())},
        "links": [[round(value, DIGITS) for value in line] for line in links[0].tolist()],
        "evidence": [round(value, DIGITS) for value in evidence],
        "wishTags": tags,
    }


def _request(text: str, *kinds: str, paper: bool = False, follow_up: bool = False, is_question: bool = False) -> Example:
    """Words of a text: those between quotation marks are quoted, those in brackets given; a comma ends a clause."""
    words: list[Word] = []
    clause, quoted, given = 0, False, False
    for one in text.split():
        if one == ",":
            clause += 1
        elif one == '"':
            quoted = not quoted
        elif one in "()":
            given = one == "("
        else:
            words.append(Word(one, quoted, quoted or given, clause))
    return Example(words, list(kinds), paper, follow_up, is_question)


CASES = {
    "two words": _request("Crop it", "image"),
    "clauses, files and a paper": _request("Crop it , blur it , then read invoices aloud", "image", "audio", "image", paper=True),
    "a question about an earlier turn": _request("read the story", follow_up=True, is_question=True),
    "nothing": _request(""),
    "quoted words": _request('Read @quote " the story , again " aloud'),
    "given words": _request("( the photo in the story ) , Blur it", "image"),
    "a part": _request("Blur @image and read @audio", "image", "audio"),
    "a part in a sentence that is given": _request("( the photo @image ) , Crop it", "image"),
    "a kind that has no vector": _request("Read it", "document", "document"),
    "an accented word": _request("Blur the café and the CAFE\u0301"),
    "a hyphenated word that is unknown": _request("Re-crop the photo-story"),
    "a word of another script": _request("写真 blur"),
    "letters that take two UTF-16 units": _request("Blur 𝗯𝗼𝗹𝗱 again"),
    "a long word": _request("Read zzzzzzzzzzzz aloud"),
    "a long word that begins as a known one": _request("Read cropssssssssssss aloud"),
    "long quotations": _request(f'Read @quote " {"the story " * 30}" aloud , then @quote " {"invoices " * 40}" again and crop it', "image"),
    "long quotations in a question that is too long": _request(
        f'Blur @quote " {"café story " * 30}" {"and then crop it , " * 30} @quote " {"the story " * 20}"', is_question=True
    ),
    "a request that is just too long": _request(f'Read @quote " {"story " * 13}" {"and " * 107}'),
    "a request that is just not too long": _request(f'Read @quote " {"story " * 13}" {"and " * 106}'),
    "a request that is too long without quotations": _request("crop it and blur it , " * 40),
}

TAGGED = [
    "crop it",
    "read ¤ aloud , again .",
    "blur the café and zzzzzzzzzzzzz , in voice 3 . 5 € photos",
    "\u0301 again",
    "写真 blur ?",
]


if __name__ == "__main__":
    main()
