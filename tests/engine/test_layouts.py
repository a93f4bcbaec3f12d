"""Layouts: ids, texts, spaces and the way back from an observation."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.engine.errors import BadState, IllegalAction
from meeplezoo.envs.engine.layouts import ActionLayout, ActionRange, Field, ObservationLayout, ReasonCode, labels

ACTIONS = ActionLayout(
    [
        ActionRange("move", labels(("a", "b"), ("x", "y", "z")), (0,), axes="from x to"),
        ActionRange("pass", phases=(0, 1)),
    ]
)
VIEW = ObservationLayout(
    [
        Field("board", (2, 3), encoding="one-hot"),
        Field("coins", (), 20),
        Field("balance", (2,), 50, -50),
    ]
)


def test_ids_run_without_gaps():
    assert ACTIONS.size == 7
    assert [ACTIONS.describe(a) for a in (0, 1, 3, 6)] == ["move a x", "move a y", "move b x", "pass"]
    assert ACTIONS.start("pass") == 6
    assert ACTIONS.range_of(5).name == "move" and ACTIONS.range_of(6).name == "pass"
    assert ACTIONS.parse(" move  b z ") == 5


@pytest.mark.parametrize("action", [-1, 7])
def test_ids_out_of_range(action):
    with pytest.raises(IllegalAction, match="0 to 6"):
        ACTIONS.describe(action)


def test_unknown_text_names_the_near_ones():
    with pytest.raises(IllegalAction, match="did you mean 'move a x'"):
        ACTIONS.parse("move aa x")
    with pytest.raises(IllegalAction, match="'move a x', 'move a y'"):
        ACTIONS.parse("move nowhere at all")
    for wrong in (3, None):
        with pytest.raises(IllegalAction, match="no text"):
            ACTIONS.parse(wrong)
    with pytest.raises(IllegalAction, match="pass"):
        ACTIONS.parse("jump")


def test_duplicates_are_refused():
    with pytest.raises(TypeError, match="pass"):
        ActionLayout([ActionRange("pass"), ActionRange("pass")])
    with pytest.raises(TypeError, match="same text"):
        ActionLayout([ActionRange("move", ("a", "a"))])
    with pytest.raises(TypeError, match="coins"):
        ObservationLayout([Field("coins"), Field("coins")])


def test_table_of_actions():
    rows = ACTIONS.table({0: "MAIN", 1: "END"})
    assert rows[0][:4] == ("0-5", 6, "move: from x to[6]", "MAIN")
    assert rows[1][:4] == ("6", 1, "pass", "MAIN, END")


def test_box_and_indices():
    assert VIEW.size == 9
    assert VIEW.index("balance") == slice(7, 9)
    assert VIEW.space.low.tolist() == [0.0] * 7 + [-1.0] * 2
    assert VIEW.space.high.tolist() == [1.0] * 9
    assert VIEW.columns()[4:] == ["board[1,1]", "board[1,2]", "coins", "balance[0]", "balance[1]"]
    assert VIEW.table()[1][:4] == ("6", "coins", "1", "0..20, / 20")


def test_explain_is_the_way_back():
    vector = np.array([0, 1, 0, 0, 0, 1, 7 / 20, -13 / 50, 1.0], np.float32)
    told = VIEW.explain(vector)
    assert told["board"].tolist() == [[0, 1, 0], [0, 0, 1]]
    assert told["coins"] == 7 and isinstance(told["coins"], int)
    assert told["balance"].tolist() == [-13, 50]


@pytest.mark.parametrize("wrong", [np.zeros(5), {"observation": np.zeros(9)}, 3])
def test_explain_takes_one_vector(wrong):
    with pytest.raises(BadState, match=r"shape \(9,\)"):
        VIEW.explain(wrong)


@pytest.mark.parametrize(("low", "high"), [(1, 2), (-3, 2), (0, 0)])
def test_bounds_that_make_no_box(low, high):
    with pytest.raises(TypeError, match="bounds"):
        Field("coins", (), high, low)


def test_a_reason_is_a_number_with_a_text():
    class Reason(ReasonCode):
        LEGAL = 0, ""
        TOO_DEAR = 1, "you have too few coins"

    assert Reason.TOO_DEAR == 1 and Reason.TOO_DEAR.value == 1 and Reason(1).text == "you have too few coins"
    assert [reason.text for reason in Reason] == ["", "you have too few coins"]
