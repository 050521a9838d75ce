"""Fits the networks that plan to the examples in a folder, as ../README.md tells."""

import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch

from augment import augmented, disturbed
from examples import Example, Log, read_examples, read_outputs
from network import Network, Vocabulary, fit_network, rows_of, stored
from teacher import BATCH, Teacher, fit_teacher, teacher_logits

USAGE = "python learn.py FOLDER"


@dataclass(frozen=True)
class Phase:
    """One fit of teacher and network; both go on where they were."""

    # Of the file that the network is written to.
    name: str
    teacher_epochs: float
    network_epochs: int
    learning_rate_factor: float
    # It sees the part that is held back too.
    sees_all: bool

    def part(self, examples: list[Example]) -> list[Example]:
        return [one for one in examples if self.sees_all or not one.held]


PHASES = [
    # What comes after the network is fitted to the part that this one knows nothing of.
    Phase("network-held", teacher_epochs=2, network_epochs=6, learning_rate_factor=1, sees_all=False),
    # There is little left to learn.
    Phase("network", teacher_epochs=1.5, network_epochs=4, learning_rate_factor=0.5, sees_all=True),
]
# Of each example so many others are made.
TIMES = 2
# Of few examples so many steps are made.
MIN_TEACHER_STEPS = 400


def main(folder: Path) -> None:
    torch.manual_seed(0)
    log = _logger()
    outputs, examples = read_outputs(folder), read_examples(folder)
    vocabulary = Vocabulary.of(examples)
    vectors = vocabulary.vectors()
    log(f"{len(examples)} examples, {len(vocabulary.words)} words and pieces")
    teacher, network = Teacher(outputs), Network(vectors, outputs)
    for phase in PHASES:
        part = phase.part(examples)
        epochs = max(phase.teacher_epochs, math.ceil(MIN_TEACHER_STEPS * BATCH / len(part)))
        fit_teacher(teacher, part, outputs, epochs, log)
        every = part + augmented(part, vocabulary, vectors, TIMES)
        logits = teacher_logits(teacher, every, log)
        rows = rows_of(every, logits, vocabulary, outputs)
        rows += rows_of(*disturbed(part, logits[: len(part)]), vocabulary, outputs)
        fit_network(network, rows, phase.network_epochs, phase.learning_rate_factor, log)
        (folder / f"{phase.name}.json").write_text(stored(network, vocabulary, outputs))
        log(f"{phase.name}.json is written")


def _logger() -> Log:
    started = time.time()

    def log(text: str) -> None:
        print(f"{time.time() - started:6.0f} s  {text}", file=sys.stderr, flush=True)

    return log


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]))
