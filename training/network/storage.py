"""How networks are stored, as `src/words/encoder/stored-parts.ts` reads them."""

import torch
import torch.nn as nn
from safetensors.torch import save

# Parts of a layer.
MAPS = ("qkv", "attention_output", "feed_forward_in", "feed_forward_out")
NORMS = ("attention_norm", "output_norm")


def layer_maps(layers: nn.ModuleList) -> dict[str, nn.Linear]:
    return {f"{at}.{name.replace('_', '-')}": getattr(layer, name) for at, layer in enumerate(layers) for name in MAPS}


def layer_norms(layers: nn.ModuleList) -> dict[str, nn.LayerNorm]:
    return {f"{at}.{name.replace('_', '-')}": getattr(layer, name) for at, layer in enumerate(layers) for name in NORMS}


def biases_of(maps: dict[str, nn.Linear]) -> dict[str, torch.Tensor]:
    return {f"{name}.biases": one.bias for name, one in maps.items()}


def norms_of(norms: dict[str, nn.LayerNorm]) -> dict[str, torch.Tensor]:
    gains = {f"{name}.gain": one.weight for name, one in norms.items()}
    return gains | {f"{name}.offset": one.bias for name, one in norms.items()}


# So that a row of zeros can be divided by its scale.
MIN_SCALE = 1e-8


def steps_of(weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """A scale a row, and each weight in steps of it, from −127 to 127."""
    scales = weights.abs().amax(1).clamp(min=MIN_SCALE) / 127
    return scales, torch.round(weights / scales[:, None])


@torch.no_grad()
def file_of(vectors: dict[str, torch.Tensor], matrices: dict[str, torch.Tensor], metadata: dict[str, str]) -> bytes:
    """A file in the safetensors format: vectors as they are, matrices in steps of one byte."""
    tensors = {name: one.contiguous() for name, one in vectors.items()}
    for name, weights in matrices.items():
        tensors[f"{name}.scales"], steps = steps_of(weights)
        tensors[name] = steps.to(torch.int8)
    return save(tensors, metadata)
