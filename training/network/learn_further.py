"""
`python learn_further.py FOLDER`: fits the network in FOLDER to examples that have come since it was learnt. Of the others it
goes on saying what it says (learning without forgetting: Li and Hoiem 2017), and what is stored lies between both networks,
which keeps more of what the first knew of other words (WiSE-FT: Wortsman et al. 2022). The vectors of words stay as they are,
so that what was fitted with them stays right.
"""

import random
import sys
from pathlib import Path

import torch

from augment import disturbed
from examples import Outputs, read_examples, read_outputs
from learn import progress_log
from network import Network, fit_network, logits_of, rows_of, stored
from stored_network import StoredNetwork, read_network

USAGE = "python learn_further.py FOLDER"
EPOCHS, LEARNING_RATE_FACTOR = 3, 0.6
# So much of what is known is seen again; what is new is seen so often for each time of that.
REVISED, TIMES = 0.3, 2
# So much of each weight is what was learnt now; the rest is what it was.
LEARNT_NOW = 0.75
# Parameters with a row for each task type; for each label; for each tag.
BY_TYPE = ("heads.roots", "heads.root_biases", "heads.leaves", "heads.leaf_biases", "giver_types", "taker_types")
BY_LABEL = ("heads.queries", "heads.labels", "heads.label_biases")
BY_TAG = ("wishes.weight", "wishes.bias")


def main(folder: Path) -> None:
    torch.manual_seed(0)
    log = progress_log()
    outputs, examples = read_outputs(folder), read_examples(folder / "examples.jsonl")
    path = folder / "network.safetensors"
    before = read_network(path)
    vocabulary = before.vocabulary
    network = grown(before, outputs)
    known = {name: value.clone() for name, value in network.state_dict().items()}
    network.embeddings.requires_grad_(False)
    fresh = [one for one in examples if one.fresh and not one.held]
    rng = random.Random(0)
    revised = [one for one in examples if not one.fresh and (one.wishes is not None or rng.random() < REVISED)]
    log(f"{len(fresh)} examples are new, {len(revised)} are seen again")
    logits = logits_of(network, revised, vocabulary, log)
    rows = rows_of(revised, logits, vocabulary, outputs) + rows_of(*disturbed(revised, logits), vocabulary, outputs)
    rows += TIMES * rows_of(fresh, None, vocabulary, outputs)
    fit_network(network, rows, EPOCHS, LEARNING_RATE_FACTOR, log)
    network.load_state_dict({name: torch.lerp(known[name], now, LEARNT_NOW) for name, now in network.state_dict().items()})
    path.write_bytes(stored(network, vocabulary, outputs))


@torch.no_grad()
def grown(before: StoredNetwork, outputs: Outputs) -> Network:
    """A network with more outputs, of which it knows nothing."""
    network = Network(len(before.vocabulary.words), outputs, before.network.size)
    unknown, state = network.state_dict(), before.network.state_dict()

    def kept(parameter: str, now: list[str], then: list[str]) -> torch.Tensor:
        places = {name: place for place, name in enumerate(then)}
        rows = (state[parameter][places[name]] if name in places else unknown[parameter][at] for at, name in enumerate(now))
        return torch.stack(list(rows))

    for parameter in BY_TYPE:
        state[parameter] = kept(parameter, outputs.types, before.outputs.types)
    for parameter in BY_LABEL:
        state[parameter] = kept(parameter, outputs.labels, before.outputs.labels)
    for parameter in BY_TAG:
        state[parameter] = kept(parameter, outputs.wish_tags, before.outputs.wish_tags)
    network.load_state_dict(state)
    return network.eval()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]))
