"""``python -m meeplezoo``: list, show, warmup, doctor."""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, TextIO

import meeplezoo

from .envs.engine.errors import MeepleError
from .envs.engine.game import Game, option_rows

LIBRARIES = (
    "numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3", "sb3-contrib", "torch", "tensorboard",
)  # fmt: skip


PROGRAM = "python -m meeplezoo"
WRONG, FAILED, INTERRUPTED, READER_GONE = 2, 1, 130, 141  # exit statuses; the last two as shells count signals


def say(text: str, end: str = "\n") -> None:
    """Writes to the standard output at once, whatever it can encode: other letters become ``\\x`` escapes.

    Raises:
        OSError: it is closed, full or broken.
    """
    out = sys.stdout
    if out is None or out.closed:
        raise OSError(errno.EBADF, "the standard output is closed")
    encoding = getattr(out, "encoding", None) or "utf-8"
    out.write((text + end).encode(encoding, "backslashreplace").decode(encoding))
    out.flush()


def tell(text: str) -> None:
    """Writes a line to the standard error output, if there is one and it can be written."""
    if sys.stderr is None:  # print would take the standard output instead
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        drop_unwritten(sys.stderr)


def drop_unwritten(stream: TextIO | None) -> None:
    """Sends what could not be written nowhere: Python would try again, and complain, when the process ends."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


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
    say(table(head, rows))


def show(game: Game) -> None:
    """Prints a game's options and layouts."""
    credits = game.credits
    say(f"{game.title} ({credits.designer}, {credits.year}, {credits.publisher})")
    say(f"id meeplezoo/{game.id}-v{game.version}; players {', '.join(map(str, game.player_counts))}")
    say(f"\nOptions\n{table(('option', 'default', 'allowed', 'meaning'), option_rows(game))}")
    names = {int(phase): phase.name for phase in game.phases}
    say(f"\nActions ({game.actions.size})")
    rows = [(ids, name, phases, doc) for ids, _, name, phases, doc in game.actions.table(names)]
    say(table(("ids", "action", "phases", "meaning"), rows))
    say(f"\nObservation ({game.observation.size} float32)")
    say(table(("index", "field", "shape", "values", "meaning"), game.observation.table()))


def show_actions(game: Game) -> None:
    """Prints every action id with its text; cities, cards and the like appear in the order of the observation."""
    for action in range(game.actions.size):
        say(f"{action:4d}  {game.actions.describe(action)}")


def warmup(names: Sequence[str]) -> None:
    """Compiles games into the cache."""
    from .envs.engine.warming import warm_up

    for name in names or meeplezoo.games():
        say(f"{name}: ", end="")
        say(f"{warm_up(meeplezoo.game(name)):.1f} s")


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
    process = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    if process.returncode:
        why = (process.stderr.strip().splitlines() or ["no message"])[-1]
        raise OSError(f"a new process could not play {name} (exit status {process.returncode}): {why}")
    load, play = json.loads(process.stdout.splitlines()[-1])
    return load, play


def doctor(names: Sequence[str]) -> None:
    """Prints versions and the cache folder, and measures cold and warm starts with a cache folder of its own."""
    from .envs.engine.caching import base_folder, cache_state

    say(f"meeplezoo {meeplezoo.__version__}, Python {platform.python_version()}, {platform.platform()}")
    say(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")
    versions = []
    for library in LIBRARIES:
        try:
            versions.append((library, importlib.metadata.version(library)))
        except importlib.metadata.PackageNotFoundError:
            versions.append((library, "not installed"))
    say(table(("library", "version"), versions))
    say(f"\ncache folder {base_folder()}")
    chosen = list(names or meeplezoo.games())
    for name in chosen:
        say(f"  {name}: {cache_state(meeplezoo.game(name).folder)}")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        say("\nNUMBA_DISABLE_JIT is set: nothing compiles, so there is no cold or warm start to measure")
        return
    say("\nimport and first decision of a new process (cold: everything compiles; this takes a while)")
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as cache:
        for name in chosen:
            tell(f"  {name} ...")
            _, cold = first_decision(name, cache)
            load, warm = first_decision(name, cache)
            rows.append((name, f"{load:.2f} s", f"{cold:.1f} s", f"{warm:.2f} s"))
    say(table(("game", "import", "cold", "warm"), rows))


class Parser(argparse.ArgumentParser):
    """Argparse's parser, except that it says so where its texts cannot be written."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is not None and file is sys.stdout:
            say(message, end="")
        else:
            tell(message.rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        """Says what is wrong with the arguments, and ends with 2."""
        tell(f"{self.format_usage()}{self.prog}: {message}")
        raise SystemExit(WRONG)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = Parser(prog=PROGRAM, description=meeplezoo.__doc__)
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


def run(arguments: Sequence[str] | None) -> int:
    """Runs one command."""
    given = parser().parse_args(arguments)
    if given.command == "list":
        list_games()
    elif given.command == "show":
        (show_actions if given.actions else show)(meeplezoo.game(given.game))
    else:
        names = [meeplezoo.game(name).id for name in given.games]
        (warmup if given.command == "warmup" else doctor)(names)
    return 0


def whole(work: Callable[[], int]) -> int:
    """The exit status of some work, with one line on the standard error output where it fails.

    2: a wrong argument; 1: something cannot be read or written, the output included; 130: Ctrl-C; 141: the reader of
    the output, such as ``head``, has seen enough, which is not worth a word.
    """
    try:
        return work()
    except SystemExit as end:  # argparse has told what it had to tell
        return end.code if isinstance(end.code, int) else WRONG
    except MeepleError as error:
        tell(f"{PROGRAM}: {error}")
        return WRONG
    except KeyboardInterrupt:
        tell(f"{PROGRAM}: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        drop_unwritten(sys.stdout)
        return READER_GONE
    except (OSError, ImportError) as error:
        tell(f"{PROGRAM}: {error}")
        drop_unwritten(sys.stdout)
        return FAILED


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives the exit status; see ``whole``."""
    return whole(lambda: run(arguments))


if __name__ == "__main__":
    raise SystemExit(main())
