"""A rule is one test: it looks everywhere, then fails with all that it found."""


def expect_none(offenders):
    """Fails with a line for each place that breaks the rule."""
    __tracebackhide__ = True
    assert not offenders, "\n" + "\n".join(map(str, offenders))
