"""Fresh processes with a cache folder of their own, and a small room for them to compile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent


def start(code: str, cache: Path | str, *paths: Path, **env: str) -> subprocess.Popen[str]:
    search = os.pathsep.join(map(str, (*paths, TESTS)))
    base = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**base, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": search, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        out, err = process.communicate(timeout=900)
    finally:
        process.kill()
    assert process.returncode == 0, err
    return out.strip(), err


def run(code: str, cache: Path | str, *paths: Path, **env: str) -> str:
    return finish(start(code, cache, *paths, **env))[0]


ROOM = {
    "board.toml": "price = 3\n",
    "helper.py": "from meeplezoo.envs.engine.compiling import rule\n@rule\ndef fee(x):\n    return x + 10\n",
    "rules.py": (
        "import tomllib, pathlib\nimport numpy as np\nfrom meeplezoo.envs.engine.compiling import rule\n"
        "from helper import fee\n"
        "PRICES = np.array([tomllib.loads((pathlib.Path(__file__).parent / 'board.toml').read_text())['price']])\n"
        "@rule\ndef cost(k):\n    return fee(PRICES[k])\n"
    ),
}
ASK = "import rules; print(rules.cost(0), sum(rules.cost.stats.cache_hits.values()))"
