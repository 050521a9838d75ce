"""
`python learn_tagger.py FOLDER NETWORK`: fits a tagger to FOLDER/restrictions.jsonl, with the vectors of words of a stored
network, and writes FOLDER/tagger.safetensors.
"""

import sys
from pathlib import Path

import torch

from learn import progress_log
from stored_network import read_network
from tagger import Tagger, fit_tagger, read_rows, stored

USAGE = "python learn_tagger.py FOLDER NETWORK"
EPOCHS = 2.5


def main(folder: Path, network: Path) -> None:
    torch.manual_seed(0)
    log = progress_log()
    whole = read_network(network)
    rows = read_rows(folder / "restrictions.jsonl", whole.vocabulary)
    log(f"{len(rows)} requests")
    tagger = Tagger.of(whole.network)
    fit_tagger(tagger, rows, EPOCHS, log)
    (folder / "tagger.safetensors").write_bytes(stored(tagger, whole.words_hash))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
