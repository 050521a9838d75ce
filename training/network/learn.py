"""Fits the networks that plan to the examples in a folder, as ../README.md tells."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch

import encoder
from augment import augmented, disturbed
from examples import Example, Log, read_examples, read_outputs
from network import Network, Vocabulary, fit_network, logits_of, meanings, rows_of, stored

USAGE = "python learn.py FOLDER"


@dataclass(frozen=True)
class Phase:
    """One fit of teacher and network; both go on where they were."""

    # Of the file that the network is written to.
    name: str
    teacher_epochs: float
    network_epochs: float
    learning_rate_factor: float
    # It sees the part that is held back too.
    sees_all: bool

    def part(self, examples: list[Example]) -> list[Example]:
        return [one for one in examples if self.sees_all or not one.held]


PHASES = [
    # What comes after the network is fitted to the part that this one knows nothing of.
    Phase("network-held", teacher_epochs=2, network_epochs=1.5, learning_rate_factor=1, sees_all=False),
    # There is little left to learn.
    Phase("network", teacher_epochs=1, network_epochs=1, learning_rate_factor=0.5, sees_all=True),
]
# Layers of the network that plans.
LAYERS = 3
# Of each example so many others are made.
TIMES = 2


def main(folder: Path) -> None:
    torch.manual_seed(0)
    log = progress_log()
    outputs, examples = read_outputs(folder), read_examples(folder / "examples.jsonl")
    vocabulary = Vocabulary.of(examples)
    log(f"{len(examples)} examples, {len(vocabulary.words)} words and pieces")
    teacher = Network.pretrained(vocabulary, outputs, encoder.minilm().layers)
    network = Network.pretrained(vocabulary, outputs, LAYERS)
    vectors = meanings(teacher, vocabulary)
    for phase in PHASES:
        part = phase.part(examples)
        fit_network(teacher, rows_of(part, None, vocabulary, outputs), phase.teacher_epochs, phase.learning_rate_factor, log)
        every = part + augmented(part, vocabulary, vectors, TIMES)
        logits = logits_of(teacher, every, vocabulary, log)
        rows = rows_of(every, logits, vocabulary, outputs)
        rows += rows_of(*disturbed(part, logits[: len(part)]), vocabulary, outputs)
        fit_network(network, rows, phase.network_epochs, phase.learning_rate_factor, log)
        (folder / f"{phase.name}.safetensors").write_bytes(stored(network, vocabulary, outputs))
        log(f"{phase.name}.safetensors is written")


def progress_log() -> Log:
    started = time.time()

    def log(text: str) -> None:
        print(f"{time.time() - started:6.0f} s  {text}", file=sys.stderr, flush=True)

    return log


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]))
