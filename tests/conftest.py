"""Options of the test run: ``--slow`` and ``--fuzz`` add what takes minutes."""

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
