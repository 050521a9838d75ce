"""Reads networks as network.py stores them."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import safe_open

from examples import Outputs
from network import Network, Size, Vocabulary


@dataclass(frozen=True)
class StoredNetwork:
    network: Network
    vocabulary: Vocabulary
    outputs: Outputs
    # SHA-256 of the words and of their vectors' steps: what is fitted with these is right while they stay.
    words_hash: str


def read_network(path: Path) -> StoredNetwork:
    with safe_open(path, "pt") as file:
        metadata = file.metadata()
        vocabulary = _words(metadata["vocabulary"])
        outputs = Outputs(*(_words(metadata[name]) for name in ("types", "facts", "wish-tags")))
        network = Network(len(vocabulary), outputs, Size(int(metadata["layers"]), heads=int(metadata["heads"])))
        names = [name for name in file.keys() if not name.endswith(".scales")]

        def tensor(name: str) -> torch.Tensor:
            found = file.get_tensor(name).float()
            return found * file.get_tensor(f"{name}.scales")[:, None] if found.dim() == 2 else found

        network.load_state_dict({_parameter(name): tensor(name) for name in names})
        said = metadata["vocabulary"].encode() + file.get_tensor("embeddings").numpy().tobytes()
    return StoredNetwork(network.eval(), Vocabulary(vocabulary), outputs, hashlib.sha256(said).hexdigest())


def _words(line: str) -> list[str]:
    return line.split(" ")


# Names in the file that are not those of the parameters with other signs between their words.
PARAMETERS = {
    "labels.biases": "heads.label_biases",
    "roots.biases": "heads.root_biases",
    "leaves.biases": "heads.leaf_biases",
    **{name: f"heads.{name}" for name in ("queries", "labels", "roots", "leaves")},
    **{name: name.replace("-", "_") for name in ("giver-types", "taker-types", "link")},
}
KINDS = {"biases": "bias", "gain": "weight", "offset": "bias"}


def _parameter(name: str) -> str:
    """ "0.feed-forward-in.biases" is "layers.0.feed_forward_in.bias" """
    if name in PARAMETERS:
        return PARAMETERS[name]
    *parts, last = name.replace("-", "_").split(".")
    path = [*parts, KINDS[last]] if last in KINDS else [*parts, last, "weight"]
    return ".".join(["layers", *path] if path[0].isdigit() else path)
