"""Options of the test run: ``--slow`` and ``--fuzz`` add what takes minutes. And what no test file may be: empty."""

from collections.abc import Iterator

import pytest

pytest.register_assert_rewrite("rooms", "driving")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run tests that take minutes")
    parser.addoption("--fuzz", action="store_true", help="also run the long random play")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for name in ("slow", "fuzz"):
        if not config.getoption(f"--{name}"):
            for item in items:
                if name in item.keywords:
                    item.add_marker(pytest.mark.skip(reason=f"needs --{name}"))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """A test file or class in which nothing is collected is an error, whichever part of the suite runs."""
    report = yield
    if isinstance(collector, (pytest.Module, pytest.Class)) and report.outcome == "passed" and not report.result:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} holds no test: restore it, or take it away"
    return report
