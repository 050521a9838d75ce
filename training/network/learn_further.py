"""
`python learn_further.py FOLDER`: fits the networks in FOLDER to examples that have come since they were learnt from
FOLDER/known.jsonl. Of those known they go on saying what they say (learning without forgetting: Li and Hoiem 2017).
"""

import random
import sys
from pathlib import Path

import torch

from augment import disturbed
from examples import Example, Outputs, read_examples, read_outputs
from learn import PHASES, progress_log
from network import Network, Vocabulary, fit_network, logits_of, rows_of, stored
from stored_network import StoredNetwork, read_network

USAGE = "python learn_further.py FOLDER"
EPOCHS, LEARNING_RATE_FACTOR = 1.5, 0.5
# So much of what is known is seen again; what is new is seen so often for each time of that.
REVISED, TIMES = 0.4, 2
# Parameters with a row for each task type; for each label.
BY_TYPE = ("heads.roots", "heads.root_biases", "heads.leaves", "heads.leaf_biases", "giver_types", "taker_types")
BY_LABEL = ("heads.queries", "heads.labels", "heads.label_biases")


def main(folder: Path) -> None:
    torch.manual_seed(0)
    log = progress_log()
    outputs, examples = read_outputs(folder), read_examples(folder / "examples.jsonl")
    known = {_identity(one) for one in read_examples(folder / "known.jsonl")}
    for phase in PHASES:
        path = folder / f"{phase.name}.safetensors"
        part = phase.part(examples)
        fresh = [one for one in part if _identity(one) not in known]
        log(f"{phase.name}: {len(fresh)} of {len(part)} examples are new")
        before = read_network(path)
        vocabulary = Vocabulary(list(dict.fromkeys([*before.vocabulary.words, *Vocabulary.of(part).words])))
        network = grown(before, vocabulary, outputs)
        rng = random.Random(0)
        revised = [one for one in part if _identity(one) in known and rng.random() < REVISED]
        logits = logits_of(network, revised, vocabulary, log)
        rows = rows_of(revised, logits, vocabulary, outputs) + rows_of(*disturbed(revised, logits), vocabulary, outputs)
        rows += TIMES * rows_of(fresh, None, vocabulary, outputs)
        fit_network(network, rows, EPOCHS, LEARNING_RATE_FACTOR, log)
        path.write_bytes(stored(network, vocabulary, outputs))
        log(f"{path.name} is written")


def _identity(example: Example) -> str:
    parts = (example.words, example.kinds, example.paper, example.follow_up, sorted(example.labels), sorted(example.links))
    return repr(parts)


@torch.no_grad()
def grown(before: StoredNetwork, vocabulary: Vocabulary, outputs: Outputs) -> Network:
    """A network with more words, which begin as the mean of their pieces, and more outputs, of which it knows nothing."""
    network = Network(len(vocabulary.words), outputs, before.network.size)
    unknown, state = network.state_dict(), before.network.state_dict()

    def kept(parameter: str, now: list[str], then: list[str]) -> torch.Tensor:
        places = {name: place for place, name in enumerate(then)}
        rows = (state[parameter][places[name]] if name in places else unknown[parameter][at] for at, name in enumerate(now))
        return torch.stack(list(rows))

    embeddings = state["embeddings.weight"]
    state["embeddings.weight"] = torch.stack([embeddings[before.vocabulary.pieces_of(word)].mean(0) for word in vocabulary.words])
    for parameter in BY_TYPE:
        state[parameter] = kept(parameter, outputs.types, before.outputs.types)
    for parameter in BY_LABEL:
        state[parameter] = kept(parameter, outputs.labels, before.outputs.labels)
    network.load_state_dict(state)
    return network.eval()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]))
