"""How teacher and network are fitted: gradient descent over batches, at a rate that rises, then falls (AdamW)."""

from collections.abc import Callable

import torch
import torch.nn as nn

from examples import Log, Row

WEIGHT_DECAY, MAX_NORM = 0.01, 1.0
# The rate falls to this part of itself.
LAST_RATE = 0.02
# So often is told how far it is.
TOLD_EVERY = 50


def descend(
    model: nn.Module,
    groups: list[dict],
    loss_of: Callable[[list[Row]], torch.Tensor],
    epoch: Callable[[], list[list[Row]]],
    steps: int,
    warm_up: float,
    log: Log,
) -> None:
    """Makes so many steps, a batch each; `epoch` gives the batches anew, and the rate rises over the first `warm_up` steps."""
    optimizer = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / warm_up) * max(LAST_RATE, 1 - step / steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    model.train()
    step = 0
    while step < steps:
        for batch in epoch()[: steps - step]:
            loss = loss_of(batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), MAX_NORM)
            optimizer.step()
            schedule.step()
            step += 1
            if step % TOLD_EVERY == 0:
                log(f"{type(model).__name__}: step {step} of {steps}, loss {loss.item():.2f}")
    model.eval()
