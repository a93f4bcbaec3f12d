"""The random bot: every legal action is equally likely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .base import check_views
from .checks import check_rng

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses uniformly among the legal actions."""

    name = "random"

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One uniformly random legal action per row, ``(N,)``; see ``Bot.act``.

        Raises:
            BadOption, IllegalAction: as ``check_views``.
        """
        check_views(observations, masks)
        rows, legal = np.nonzero(masks)
        counts = np.bincount(rows, minlength=len(masks))
        first = np.cumsum(counts) - counts
        return legal[first + check_rng(rng).integers(counts)].astype(np.int64)
