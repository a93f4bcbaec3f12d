"""Records: what the builder refuses, and what a copy is."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.engine.records import HEADER, RecordLayout, copy_record, new_states, raw_bytes, raw_words


def test_header_comes_first_and_nothing_is_padded():
    layout = RecordLayout([("coins", (3,), 0, 9), ("pot", (), 0, 99)])
    assert layout.names[: len(HEADER)] == tuple(name for name, _, _, _ in HEADER)
    assert layout.dtype.names == layout.names
    assert layout.dtype.itemsize == 4 * (4 + 6 + 3 + 1) == 4 * layout.low.size == 4 * layout.high.size


@pytest.mark.parametrize("name", ["round", "take", "put", "size", "sum", "copy", "T", "item"])
def test_names_of_numpy_scalars_are_refused(name):
    with pytest.raises(TypeError, match=name):
        RecordLayout([(name, (), 0, 1)])


@pytest.mark.parametrize("bounds", [(1, 0), (0, 1 << 31), (-(1 << 31) - 1, 0)])
def test_bounds_that_no_number_has_are_refused(bounds):
    with pytest.raises(TypeError, match="coins"):
        RecordLayout([("coins", (), *bounds)])


def test_a_field_twice_is_refused():
    with pytest.raises(TypeError, match="seat"):
        RecordLayout([("seat", (), 0, 1)])


def test_each_number_knows_its_field():
    layout = RecordLayout([("coins", (3, 2), -1, 9), ("pot", (), 0, 99)])
    states = new_states(layout.dtype, 2)
    states["coins"][1, 2, 0], states["pot"][1] = 7, 50
    words = raw_words(states)
    found = {layout.place(int(word)): int(words[1, word]) for word in np.flatnonzero(words[1])}
    assert found == {("coins", "[2, 0]"): 7, ("pot", ""): 50}
    word = int(np.flatnonzero(words[1])[0])
    assert (layout.low[word], layout.high[word], layout.low[-1], layout.high[-1]) == (-1, 9, 0, 99)


def test_copy_is_a_copy_of_bytes():
    states = new_states(RecordLayout([("coins", (3,), 0, 9)]).dtype, 2)
    states["coins"][0] = [1, 2, 3]
    raw = raw_bytes(states)
    copy_record(raw, 1, raw, 0)
    assert states[0:1].tobytes() == states[1:2].tobytes()
    states["coins"][0] = 0
    assert states["coins"][1].tolist() == [1, 2, 3]
    assert np.shares_memory(raw, states)
