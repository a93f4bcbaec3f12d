"""Records: what the builder refuses, and what a copy is."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.engine.records import HEADER, copy_record, new_states, raw_bytes, record_dtype


def test_header_comes_first_and_nothing_is_padded():
    dtype = record_dtype([("coins", "i4", (3,)), ("pot", "i4")])
    assert list(dtype.names)[: len(HEADER)] == [name for name, _, _ in HEADER]
    assert dtype.itemsize == 4 * (4 + 6 + 3 + 1)


@pytest.mark.parametrize("name", ["round", "take", "put", "size", "sum", "copy", "T", "item"])
def test_names_of_numpy_scalars_are_refused(name):
    with pytest.raises(TypeError, match=name):
        record_dtype([(name, "i4")])


@pytest.mark.parametrize("kind", ["i8", "u4", "f4", "i1", "b1"])
def test_only_int32(kind):
    with pytest.raises(TypeError, match="coins"):
        record_dtype([("coins", kind)])


def test_a_field_twice_is_refused():
    with pytest.raises(TypeError, match="seat"):
        record_dtype([("seat", "i4")])


def test_copy_is_a_copy_of_bytes():
    states = new_states(record_dtype([("coins", "i4", (3,))]), 2)
    states["coins"][0] = [1, 2, 3]
    raw = raw_bytes(states)
    copy_record(raw, 1, raw, 0)
    assert states[0:1].tobytes() == states[1:2].tobytes()
    states["coins"][0] = 0
    assert states["coins"][1].tolist() == [1, 2, 3]
    assert np.shares_memory(raw, states)
