"""
Sentence encoders as they were published, with their weights under the names that they have in network.py: all-MiniLM-L6-v2
(Wang et al. 2020; Reimers and Gurevych 2019; Apache-2.0) with its words, and others of the same widths and words, such as
e5-small-v2 (Wang et al. 2022; MIT), which has twelve layers.
"""

import re
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch
from all_minilm_l6_v2 import get_model_zip_path
from safetensors.torch import load
from tokenizers import Tokenizer

HEADS, WIDTH, INNER = 12, 384, 1536
# What it calls the reserved words of the network.
RESERVED = {"[pad]": "[PAD]", "[start]": "[CLS]", "[divider]": "[SEP]", "[unused]": "[unused1]", "[unknown]": "[UNK]"}


def _file(name: str) -> bytes:
    """A file of the encoder, out of the archive that its package holds."""
    with zipfile.ZipFile(get_model_zip_path()) as archive:
        return archive.read(name)


@cache
def tokenizer() -> Tokenizer:
    made = Tokenizer.from_str(_file("tokenizer.json").decode())
    made.no_truncation()
    made.no_padding()
    return made


def plain_pieces() -> list[str]:
    """Words and pieces in plain letters, and signs, the most frequent first."""
    places = sorted(tokenizer().get_vocab().items(), key=lambda entry: entry[1])
    return [word for word, _ in places if re.fullmatch(r"(##)?[a-z0-9]+|[!-/:-@\[-`{-~]", word)]


def word_vectors() -> torch.Tensor:
    """Of all its words and pieces, by the numbers that its tokenizer gives them."""
    return minilm().weights["embeddings.word_embeddings.weight"]


def vectors_of(words: list[str]) -> torch.Tensor:
    """A vector a word; of one that the encoder doesn't have, the mean of those of its pieces."""
    known, table = tokenizer().get_vocab(), word_vectors()

    def places(word: str) -> list[int]:
        own = RESERVED.get(word, word)
        return [known[own]] if own in known else tokenizer().encode(word, add_special_tokens=False).ids

    return torch.stack([table[places(word)].mean(0) for word in words])


@dataclass(frozen=True)
class Encoder:
    # By their published names.
    weights: dict[str, torch.Tensor]

    @property
    def layers(self) -> int:
        return sum(name.endswith("output.LayerNorm.bias") and "attention" not in name for name in self.weights)

    def positions(self, count: int) -> torch.Tensor:
        """Vectors of the first positions, in a text that is not one of two."""
        of_text = self.weights["embeddings.token_type_embeddings.weight"][0]
        return self.weights["embeddings.position_embeddings.weight"][:count] + of_text

    def layer_state(self, at: int) -> dict[str, torch.Tensor]:
        """The parameters of one layer."""
        stored, prefix = self.weights, f"encoder.layer.{at}"
        parts = {
            "attention_output": "attention.output.dense",
            "attention_norm": "attention.output.LayerNorm",
            "feed_forward_in": "intermediate.dense",
            "feed_forward_out": "output.dense",
            "output_norm": "output.LayerNorm",
        }
        kinds = ("weight", "bias")
        state = {f"{own}.{kind}": stored[f"{prefix}.{theirs}.{kind}"] for own, theirs in parts.items() for kind in kinds}
        for kind in kinds:
            own = [stored[f"{prefix}.attention.self.{one}.{kind}"] for one in ("query", "key", "value")]
            state[f"qkv.{kind}"] = torch.cat(own)
        return state

    def entry_norm(self) -> dict[str, torch.Tensor]:
        """Of the vectors that go into the first layer."""
        return {kind: self.weights[f"embeddings.LayerNorm.{kind}"] for kind in ("weight", "bias")}


@cache
def minilm() -> Encoder:
    return Encoder(load(_file("model.safetensors")))


def exported(path: Path) -> Encoder:
    """An encoder out of an ONNX file, where linear maps have lost their names to the products that they are used in."""
    import onnx
    from onnx.numpy_helper import to_array

    graph = onnx.load(path).graph
    stored = {one.name: torch.tensor(to_array(one)) for one in graph.initializer}
    weights = {name: one for name, one in stored.items() if not name.startswith("onnx::") and one.is_floating_point()}
    for node in graph.node:
        maps = [stored[name] for name in node.input if name in stored]
        if node.op_type == "MatMul" and maps:
            weights[node.name.strip("/").removesuffix("/MatMul").replace("/", ".") + ".weight"] = maps[0].T.contiguous()
    return Encoder(weights)
