"""Pages of text, and things counted in words."""

from meeplezoo.envs.engine.drawing import counted, page


def test_a_page_has_no_blanks_at_line_ends_and_ends_with_a_line_break():
    assert page(["a  ", "", " b"]) == "a\n\n b\n"


def test_counted():
    assert counted([2, 0, 1], ("red", "blue", "green")) == "2 red, 1 green"
    assert counted([0, 0], ("red", "blue")) == "-"
