"""The cost of the tests stays within Tests/budget.json."""

import budget


def test_nothing_costs_more_than_it_may():
    assert budget.over(budget.counted_in_sources()) == []
