"""What the pages for those who build on the hub say, as a reader copies it from them."""

import html
import re

from pagefiles import PUBLIC

DOCS = PUBLIC / "docs"


def html_of(name):
    return (DOCS / f"{name}.html").read_text(encoding="utf-8")


def plain(markup):
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def example(page, name):
    """A piece of code."""
    return plain(re.search(rf'<code id="{name}">(.*?)</code>', html_of(page), re.DOTALL)[1])


def rows(page, name):
    """The cells of a table as texts."""
    body = re.search(rf'<tbody id="{name}">(.*?)</tbody>', html_of(page), re.DOTALL)[1]
    return [
        [plain(cell) for cell in re.findall(r"<td.*?</td>", row)]
        for row in re.findall(r"<tr>.*?</tr>", body)
    ]
