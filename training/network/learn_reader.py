"""
`python learn_reader.py FOLDER NETWORK QUESTIONS…`: fits a reader to FOLDER/wikipedia.jsonl, then to the files QUESTIONS, with
the vectors of words of a stored network, and writes FOLDER/reader.safetensors. What it has learnt stays in FOLDER/begun.pt:
it goes on from there where that exists, with others of Wikipedia's questions beside.
"""

import random
import sys
from pathlib import Path

import torch

from learn import progress_log
from reader import Reader, fit_reader, read_asked, row_of, stored
from stored_network import read_network

USAGE = "python learn_reader.py FOLDER NETWORK QUESTIONS…"
# Of Wikipedia, before and beside our own.
FIRST_ROWS, BESIDE = 18_000, 1_000
# So often our own are read, cut into other windows each time.
ROUNDS, LATER_RATE = 2, 0.6


def main(folder: Path, network: Path, questions: list[Path]) -> None:
    torch.manual_seed(0)
    rng = random.Random(0)
    log = progress_log()
    words = read_network(network)
    wikipedia = read_asked(folder / "wikipedia.jsonl")
    rng.shuffle(wikipedia)
    reader, begun = Reader.pretrained(words), folder / "begun.pt"
    if begun.exists():
        reader.load_state_dict(torch.load(begun))
    else:
        rows = [row_of(one, words.vocabulary, rng) for one in wikipedia[:FIRST_ROWS]]
        log(f"{len(rows)} questions to Wikipedia")
        fit_reader(reader, rows, 1, 1, log)
        torch.save(reader.state_dict(), begun)
    own = [asked for path in questions for asked in read_asked(path)]
    rows = [
        row_of(one, words.vocabulary, rng)
        for _ in range(ROUNDS)
        for one in own + rng.sample(wikipedia[FIRST_ROWS:], BESIDE)
    ]
    log(f"{len(own)} questions of our own")
    fit_reader(reader, rows, 1, LATER_RATE, log)
    torch.save(reader.state_dict(), begun)
    (folder / "reader.safetensors").write_bytes(stored(reader))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    folder, network, *questions = (Path(one) for one in sys.argv[1:])
    main(folder, network, questions)
