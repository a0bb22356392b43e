"""Counts each board's lines of code, without empty lines and comments: its rules, and its pages' scripts, templates and
styles.

    python3 Tests/Benchmarks/lines.py
"""
import pathlib
import re

from building import ROOT

COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|^\s*//.*?$", re.DOTALL | re.MULTILINE)


def lines(folder, *kinds):
    """Returns the lines of all files of these kinds in a folder."""
    texts = [path.read_text(encoding="utf-8") for kind in kinds for path in folder.rglob(f"*.{kind}")]
    return sum(bool(line.strip()) for text in texts for line in COMMENTS.sub("", text).splitlines())


def main():
    print("| board | rules | scripts | templates | styles |\n|---|---:|---:|---:|---:|")
    for pages in sorted(each for each in (ROOT / "Public" / "boards").iterdir() if (each / "texts").is_dir()):
        rules = [each for each in (ROOT / "Sources" / "Boards").iterdir() if each.name.lower() == pages.name]
        counts = [sum(lines(each, "swift") for each in rules)]
        counts += [lines(pages, kind) for kind in ("js", "html", "css")]
        print(f"| {pages.name} | " + " | ".join(f"{count:,}" for count in counts) + " |")


main()
