"""
all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019; Apache-2.0), a sentence encoder of six layers, as it was
published: its words, and its weights under the names that they have in network.py.
"""

import re
import zipfile
from functools import cache

import torch
from all_minilm_l6_v2 import get_model_zip_path
from safetensors.torch import load
from tokenizers import Tokenizer

LAYERS, HEADS, WIDTH, INNER = 6, 12, 384, 1536
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


@cache
def _weights() -> dict[str, torch.Tensor]:
    return load(_file("model.safetensors"))


def plain_pieces() -> list[str]:
    """Words and pieces in plain letters, and signs, the most frequent first."""
    places = sorted(tokenizer().get_vocab().items(), key=lambda entry: entry[1])
    return [word for word, _ in places if re.fullmatch(r"(##)?[a-z0-9]+|[!-/:-@\[-`{-~]", word)]


def word_vectors() -> torch.Tensor:
    """Of all its words and pieces, by the numbers that its tokenizer gives them."""
    return _weights()["embeddings.word_embeddings.weight"]


def vectors_of(words: list[str]) -> torch.Tensor:
    """A vector a word; of one that the encoder doesn't have, the mean of those of its pieces."""
    known, table = tokenizer().get_vocab(), word_vectors()

    def places(word: str) -> list[int]:
        own = RESERVED.get(word, word)
        return [known[own]] if own in known else tokenizer().encode(word, add_special_tokens=False).ids

    return torch.stack([table[places(word)].mean(0) for word in words])


def positions(count: int) -> torch.Tensor:
    """Vectors of the first positions, in a text that is not one of two."""
    stored = _weights()
    return stored["embeddings.position_embeddings.weight"][:count] + stored["embeddings.token_type_embeddings.weight"][0]


def layer_state(at: int) -> dict[str, torch.Tensor]:
    """The parameters of one layer."""
    stored, prefix = _weights(), f"encoder.layer.{at}"
    parts = {
        "attention_output": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "feed_forward_in": "intermediate.dense",
        "feed_forward_out": "output.dense",
        "output_norm": "output.LayerNorm",
    }
    state = {f"{own}.{kind}": stored[f"{prefix}.{theirs}.{kind}"] for own, theirs in parts.items() for kind in ("weight", "bias")}
    for kind in ("weight", "bias"):
        state[f"qkv.{kind}"] = torch.cat([stored[f"{prefix}.attention.self.{one}.{kind}"] for one in ("query", "key", "value")])
    return state


def entry_norm() -> dict[str, torch.Tensor]:
    """Of the vectors that go into the first layer."""
    stored = _weights()
    return {kind: stored[f"embeddings.LayerNorm.{kind}"] for kind in ("weight", "bias")}
