"""
`python learn_reader.py FOLDER NETWORK --encoder ENCODER QUESTIONS…`: fits the layers of an encoder, as the ONNX file ENCODER has
them, to FOLDER/wikipedia.jsonl, then to the files QUESTIONS, with the vectors of words of a stored network, and writes
FOLDER/reader.safetensors. What it has learnt stays in FOLDER/begun.pt: it goes on from there where that exists, with others of
Wikipedia's questions beside.

`python learn_reader.py FOLDER NETWORK --further READER NEW… --beside QUESTIONS…`: has a stored READER go on with the files NEW,
beside QUESTIONS, which it knows, and some of Wikipedia's.
"""

import argparse
import random
from pathlib import Path

import torch

from encoder import exported
from examples import Log
from learn import progress_log
from reader import AskedText, Reader, fit_reader, read_asked, read_reader, row_of, stored
from stored_network import StoredNetwork, read_network

# Of Wikipedia, before and beside our own.
FIRST_ROWS, BESIDE = 12_000, 1_000
# So often our own are read, cut into other windows each time.
ROUNDS, LATER_RATE = 2, 0.6
# Of Wikipedia, where a reader goes further, and how much is stored of what that changes.
BESIDE_NEW, FURTHER_RATE, SHARE = 3_000, 0.8, 0.75


def learn(folder: Path, reader: Reader, words: StoredNetwork, own: list[AskedText], rng: random.Random, log: Log) -> Reader:
    wikipedia = read_asked(folder / "wikipedia.jsonl")
    rng.shuffle(wikipedia)
    begun = folder / "begun.pt"
    if begun.exists():
        reader.load_state_dict(torch.load(begun))
    else:
        rows = [row_of(one, words.vocabulary, rng) for one in wikipedia[:FIRST_ROWS]]
        log(f"{len(rows)} questions to Wikipedia")
        fit_reader(reader, rows, 1, 1, log)
        torch.save(reader.state_dict(), begun)
    rows = [
        row_of(one, words.vocabulary, rng)
        for _ in range(ROUNDS)
        for one in own + rng.sample(wikipedia[FIRST_ROWS:], BESIDE)
    ]
    log(f"{len(own)} questions of our own")
    fit_reader(reader, rows, 1, LATER_RATE, log)
    torch.save(reader.state_dict(), begun)
    return reader


def read_all(paths: list[Path]) -> list[AskedText]:
    return [asked for path in paths for asked in read_asked(path)]


def main(given: argparse.Namespace) -> None:
    torch.manual_seed(0)
    rng = random.Random(0)
    log = progress_log()
    words = read_network(given.network)
    if given.further:
        reader_file, *new = given.further
        reader = read_reader(reader_file, words)
        wikipedia = read_asked(given.folder / "wikipedia.jsonl")
        asked = read_all(new) * ROUNDS + read_all(given.beside) + rng.sample(wikipedia, BESIDE_NEW)
        log(f"{len(asked)} questions, new ones and others")
        before = {name: one.clone() for name, one in reader.state_dict().items()}
        fit_reader(reader, [row_of(one, words.vocabulary, rng) for one in asked], 1, FURTHER_RATE, log)
        reader.load_state_dict({name: before[name].lerp(one, SHARE) for name, one in reader.state_dict().items()})
    else:
        begin = Reader.pretrained(exported(given.encoder), words)
        reader = learn(given.folder, begin, words, read_all(given.questions), rng, log)
    (given.folder / "reader.safetensors").write_bytes(stored(reader))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("network", type=Path)
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("questions", type=Path, nargs="*")
    parser.add_argument("--further", type=Path, nargs="+", metavar=("READER", "NEW"))
    parser.add_argument("--beside", type=Path, nargs="*", default=[])
    given = parser.parse_intermixed_args()
    if given.further is None and given.encoder is None:
        parser.error("--encoder or --further")
    main(given)
