"""Tables: columns of rows, numbers by player count."""

import pytest

from meeplezoo.envs.engine.tables import by_count, column, read_board


def test_a_board_lies_in_its_package(tmp_path, monkeypatch):
    package = tmp_path / "room_of_a_test"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "board.toml").write_text('names = ["ä"]\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert read_board("room_of_a_test") == {"names": ["ä"]}


def test_columns():
    rows = [{"a": 1, "b": [1, 2]}, {"a": 3, "b": [3, 4], "c": 5}]
    assert column(rows, "a").tolist() == [1, 3] and column(rows, "b").shape == (2, 2)
    assert column(rows, "c", 0).tolist() == [0, 5]
    assert {column(rows, key, 0).dtype.name for key in ("a", "c")} == {"int32"}
    with pytest.raises(KeyError):
        column(rows, "c")


def test_numbers_by_player_count():
    table = by_count({"2": 7, "4": True}, 5, -1)
    assert table.tolist() == [-1, -1, 7, -1, 1, -1] and table.dtype.name == "int32"
