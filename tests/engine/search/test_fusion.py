import pytest

from engine.search.fusion import reciprocal_rank_fusion


def test_formula():
    fused = reciprocal_rank_fusion([["a", "b"], ["b", "c"]], k=60)
    assert fused[0] == ("b", pytest.approx(1 / 62 + 1 / 61))
    assert dict(fused)["a"] == pytest.approx(1 / 61)
    assert [key for key, _ in fused] == ["b", "a", "c"]


def test_weight_silences_a_list():
    fused = reciprocal_rank_fusion([["noise"], ["right"]], weights=[0.0, 1.0])
    assert fused[0][0] == "right"


def test_empty_lists_give_nothing():
    assert reciprocal_rank_fusion([]) == []
    assert reciprocal_rank_fusion([[], []]) == []


def test_bad_arguments():
    with pytest.raises(ValueError):
        reciprocal_rank_fusion([["a"]], k=0)
    with pytest.raises(ValueError):
        reciprocal_rank_fusion([["a"]], weights=[1.0, 1.0])
