"""``python -m meeplezoo``: list, show, warmup, doctor."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence

import meeplezoo

from .envs.engine.errors import MeepleError
from .envs.engine.game import Game, option_rows

LIBRARIES = (
    "numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3", "sb3-contrib", "torch", "tensorboard",
)  # fmt: skip


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A plain text table, columns aligned to the left."""
    lines = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def list_games() -> None:
    """Prints one line per game."""
    rows = []
    for name in meeplezoo.games():
        game = meeplezoo.game(name)
        counts = ", ".join(map(str, game.player_counts))
        hidden = "yes" if game.hidden_information else "no"
        options = ", ".join(game.option_names()) or "-"
        sizes = (game.actions.size, game.observation.size, game.max_decisions)
        rows.append((f"meeplezoo/{game.id}-v{game.version}", game.title, counts, *sizes, hidden, options))
    head = ("id", "game", "players", "actions", "observation", "decisions at most", "hidden", "options")
    print(table(head, rows))


def show(game: Game) -> None:
    """Prints a game's options and layouts."""
    credits = game.credits
    print(f"{game.title} ({credits.designer}, {credits.year}, {credits.publisher})")
    print(f"id meeplezoo/{game.id}-v{game.version}; players {', '.join(map(str, game.player_counts))}")
    print(f"\nOptions\n{table(('option', 'default', 'allowed', 'meaning'), option_rows(game))}")
    names = {int(phase): phase.name for phase in game.phases}
    print(f"\nActions ({game.actions.size})")
    rows = [(ids, name, phases, doc) for ids, _, name, phases, doc in game.actions.table(names)]
    print(table(("ids", "action", "phases", "meaning"), rows))
    print(f"\nObservation ({game.observation.size} float32)")
    print(table(("index", "field", "shape", "values", "meaning"), game.observation.table()))


def show_actions(game: Game) -> None:
    """Prints every action id with its text; cities, cards and the like appear in the order of the observation."""
    for action in range(game.actions.size):
        print(f"{action:4d}  {game.actions.describe(action)}")


def warmup(names: Sequence[str]) -> None:
    """Compiles games into the cache."""
    from .envs.engine.warming import warm_up

    for name in names or meeplezoo.games():
        print(f"{name}: ", end="", flush=True)
        print(f"{warm_up(meeplezoo.game(name)):.1f} s", flush=True)


FIRST_DECISION = """
import json, time
began = time.perf_counter()
import meeplezoo
loaded = time.perf_counter()
env = meeplezoo.make({name!r})
env.reset(seed=0)
env.last()
env.step(env.legal_actions()[0])
print(json.dumps([loaded - began, time.perf_counter() - loaded]))
"""


def first_decision(name: str, cache: str) -> tuple[float, float]:
    """Seconds that a new process takes to import meeplezoo, and then to its first decision, with this cache folder."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    code = FIRST_DECISION.format(name=name)
    process = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    load, play = json.loads(process.stdout.splitlines()[-1])
    return load, play


def doctor(names: Sequence[str]) -> None:
    """Prints versions and the cache folder, and measures cold and warm starts with a cache folder of its own."""
    from .envs.engine.caching import base_folder, cache_state

    print(f"meeplezoo {meeplezoo.__version__}, Python {platform.python_version()}, {platform.platform()}")
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")
    versions = []
    for library in LIBRARIES:
        try:
            versions.append((library, importlib.metadata.version(library)))
        except importlib.metadata.PackageNotFoundError:
            versions.append((library, "not installed"))
    print(table(("library", "version"), versions))
    print(f"\ncache folder {base_folder()}")
    chosen = list(names or meeplezoo.games())
    for name in chosen:
        print(f"  {name}: {cache_state(meeplezoo.game(name).folder)}")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        print("\nNUMBA_DISABLE_JIT is set: nothing compiles, so there is no cold or warm start to measure")
        return
    print("\nimport and first decision of a new process (cold: everything compiles; this takes a while)", flush=True)
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as cache:
        for name in chosen:
            print(f"  {name} ...", file=sys.stderr, flush=True)
            _, cold = first_decision(name, cache)
            load, warm = first_decision(name, cache)
            rows.append((name, f"{load:.2f} s", f"{cold:.1f} s", f"{warm:.2f} s"))
    print(table(("game", "import", "cold", "warm"), rows))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m meeplezoo", description=meeplezoo.__doc__)
    top.add_argument("--version", action="version", version=f"meeplezoo {meeplezoo.__version__}")
    commands = top.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="all games: players, sizes, options")
    shown = commands.add_parser("show", help="one game: options, actions, observation")
    shown.add_argument("game")
    shown.add_argument("--actions", action="store_true", help="every action id with its text instead")
    for name, text in (
        ("warmup", "compile games ahead of time"),
        ("doctor", "versions, cache folder, cold and warm start"),
    ):
        several = commands.add_parser(name, help=text)
        several.add_argument("games", nargs="*", help="default: all")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status is 2 for a wrong argument."""
    given = parser().parse_args(arguments)
    try:
        if given.command == "list":
            list_games()
        elif given.command == "show":
            (show_actions if given.actions else show)(meeplezoo.game(given.game))
        else:
            names = [meeplezoo.game(name).id for name in given.games]
            (warmup if given.command == "warmup" else doctor)(names)
    except MeepleError as error:
        print(f"python -m meeplezoo: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as head, has seen enough
        sys.stdout = None
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
