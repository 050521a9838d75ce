"""How labels are told from the vectors of a request's pieces."""

import torch
import torch.nn as nn

from examples import Outputs

# What was made of others counts less than what somebody wrote.
COMPOSED_WEIGHT = 0.3
# Most outputs are true of few requests: log-odds to begin with.
FIRST_BIAS = -3.0
# Of the weights, to begin with.
SPREAD = 0.02
# Log-odds of an attention to what is only padding.
NEVER = -1e9


class Heads(nn.Module):
    """An attention for each label (Mullenbach et al. 2018), and what is made of what it gathers."""

    def __init__(self, width: int, outputs: Outputs) -> None:
        super().__init__()
        self.types = len(outputs.types)
        labels = self.types + len(outputs.facts)

        def weights(count: int) -> nn.Parameter:
            return nn.Parameter(torch.randn(count, width) * SPREAD)

        def biases(count: int) -> nn.Parameter:
            return nn.Parameter(torch.full((count,), FIRST_BIAS))

        self.queries, self.labels, self.label_biases = weights(labels), weights(labels), biases(labels)
        self.roots, self.root_biases = weights(self.types), biases(self.types)
        self.leaves, self.leaf_biases = weights(self.types), biases(self.types)

    def attention(self, x: torch.Tensor, pieces: torch.Tensor) -> torch.Tensor:
        """Rows, labels, pieces: how much each label looks at each piece; sums to 1."""
        return torch.einsum("qd,btd->bqt", self.queries, x).masked_fill((pieces == 0)[:, None], NEVER).softmax(-1)

    def gather(self, x: torch.Tensor, pieces: torch.Tensor) -> torch.Tensor:
        return torch.einsum("bqt,btd->bqd", self.attention(x, pieces), x)

    def forward(self, gathered: torch.Tensor) -> torch.Tensor:
        own = gathered[:, : self.types]
        return torch.cat(
            [
                (gathered * self.labels).sum(-1) + self.label_biases,
                (own * self.roots).sum(-1) + self.root_biases,
                (own * self.leaves).sum(-1) + self.leaf_biases,
            ],
            1,
        )


def padding_mask(pieces: torch.Tensor) -> torch.Tensor:
    """What is added to the odds of attention: nobody looks at padding."""
    return torch.zeros(pieces.shape[0], 1, 1, pieces.shape[1]).masked_fill((pieces == 0)[:, None, None], NEVER)
