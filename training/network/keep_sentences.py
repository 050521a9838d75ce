"""
`python keep_sentences.py`: writes src/words/sentences.safetensors, all layers of all-MiniLM-L6-v2 as they were published, in
steps of one byte. Its vectors of words are not among them: those of the planner's network, which began as the same, do as
well. Besides, test/fixtures/words/sentences.json: how alike the encoder itself, without rounding, says that sentences are.
"""

import json
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

import encoder
from network import FLAGS, MAX_PIECES, Layer, Size
from storage import biases_of, file_of, layer_maps, layer_norms, norms_of

ROOT = Path(__file__).parents[2]
SENTENCES = [
    "The meeting was moved to Thursday afternoon.",
    "They postponed the meeting until Thursday after lunch.",
    "My package was not delivered!",
    "The café's résumé costs 1,250.50 EUR.",
    "Photosynthesis turns sunlight into chemical energy in plants.",
    "ok",
]


@torch.no_grad()
def stored() -> bytes:
    minilm = encoder.minilm()
    layers = nn.ModuleList(Layer(Size(minilm.layers)) for _ in range(minilm.layers))
    for at, layer in enumerate(layers):
        layer.load_state_dict(minilm.layer_state(at))
    norm = nn.LayerNorm(encoder.WIDTH)
    norm.load_state_dict(minilm.entry_norm())
    maps = layer_maps(layers)
    vectors = biases_of(maps) | norms_of(layer_norms(layers) | {"embedding-norm": norm})
    matrices = {name: one.weight for name, one in maps.items()}
    # It tells no piece from another by where it comes from.
    matrices |= {"positions": minilm.positions(MAX_PIECES), "flags": torch.zeros(len(FLAGS), encoder.WIDTH)}
    return file_of(vectors, matrices, {"heads": str(encoder.HEADS), "layers": str(minilm.layers)})


@torch.no_grad()
def vector_of(sentence: str) -> torch.Tensor:
    """As it was published: GELU, all numbers in 32 bits, the mean of the pieces."""
    minilm = encoder.minilm()
    ids = encoder.tokenizer().encode(sentence).ids
    x = F.layer_norm(encoder.word_vectors()[ids] + minilm.positions(len(ids)), (encoder.WIDTH,), *minilm.entry_norm().values())
    for at in range(minilm.layers):
        layer = Layer(Size(minilm.layers)).eval()
        layer.load_state_dict(minilm.layer_state(at))
        query, key, value = layer.qkv(x).view(len(ids), 3, encoder.HEADS, -1).permute(1, 2, 0, 3)
        seen = F.scaled_dot_product_attention(query, key, value).transpose(0, 1).reshape(x.shape)
        x = layer.attention_norm(x + layer.attention_output(seen))
        x = layer.output_norm(x + layer.feed_forward_out(F.gelu(layer.feed_forward_in(x))))
    return F.normalize(x.mean(0), dim=0)


def main() -> None:
    (ROOT / "src/words/sentences.safetensors").write_bytes(stored())
    vectors = torch.stack([vector_of(sentence) for sentence in SENTENCES])
    cosines = [[round(one, 3) for one in row] for row in (vectors @ vectors.T).tolist()]
    made = {"sentences": SENTENCES, "cosines": cosines}
    target = ROOT / "test/fixtures/words/sentences.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(made, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
