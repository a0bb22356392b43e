"""A rule is one test: it checks every file, then fails with all offences."""


def expect_none(offenders):
    """Fails with one line for each offence."""
    __tracebackhide__ = True
    assert not offenders, "\n" + "\n".join(map(str, offenders))
