"""The pages for those who build on the hub, read as plain text."""

import html
import re

from pagefiles import PUBLIC

DOCS = PUBLIC / "docs"


def html_of(name):
    return (DOCS / f"{name}.html").read_text(encoding="utf-8")


def plain(markup):
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def example(page, name):
    """The text of a code example."""
    return plain(re.search(rf'<code id="{name}">(.*?)</code>', html_of(page), re.DOTALL)[1])


def rows(page, name):
    """The cells of a table, as plain text."""
    body = re.search(rf'<tbody id="{name}">(.*?)</tbody>', html_of(page), re.DOTALL)[1]
    return [
        [plain(cell) for cell in re.findall(r"<td.*?</td>", row)]
        for row in re.findall(r"<tr>.*?</tr>", body)
    ]
