"""What people read is written in every language, and only in the JSON files of texts."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import chain

from pagefiles import (
    LANGUAGES, MADE, PUBLIC, STAFF_LANGUAGES, declared_pages, folder_of, html_of, panels, script_of, texts_of,
)
from rules import expect_none

DECLARED = declared_pages()
# Pages for guests and for the room, in the house's languages.
PAGES = ["problem", *(name for name, page in DECLARED.items() if page["reader"] != "staff")]
# Pages for staff.
STAFF_PAGES = ["start", "pin", "pair", *(name for name, page in DECLARED.items() if page["reader"] == "staff")]
# Panels stand on other boards' pages, and have texts in their own folders.
PANELS = panels()
# Texts that several pages share: the core's, and those of forms in several pages and panels of a board.
SHARED = "js/ui"
FORMS = sorted({
    f"{path.parent.parent.name}/{path.parent.name}" for path in PUBLIC.glob("boards/*/*/texts")
} - {
    str(folder_of(page).relative_to(PUBLIC / "boards")) for page in DECLARED
    if folder_of(page).is_relative_to(PUBLIC / "boards")
} - set(PANELS))
# Texts of boards about themselves and their events.
BOARDS = sorted(f"boards/{path.parent.name}" for path in PUBLIC.glob("boards/*/texts"))
STAFF_PLACES = [*STAFF_PAGES, SHARED, *FORMS, *BOARDS]
EVERYWHERE = [
    *((page, language) for page in PAGES for language in LANGUAGES),
    *((page, language) for page in STAFF_PLACES for language in STAFF_LANGUAGES),
    *(
        (panel, language) for panel, reader in PANELS.items()
        for language in (STAFF_LANGUAGES if reader == "staff" else LANGUAGES)
    ),
]
assert DECLARED and PANELS and FORMS and BOARDS
PLACE = re.compile(r"\{(\w+)\}")
# Matches what a page or a script loads, apart from panels: an address, or a path relative to the file.
LOADED = re.compile(
    r'<script\b[^>]*\bsrc="/([^"]+)"|^(?:import|export)\b[^;"=(]*"(\.[^"]+)";', re.MULTILINE
)
# Matches what a panel loads from its own folder when it is opened.
LATER = re.compile(r'^(?!\s*/?\*).*\bimport\("(\./[^"]+)"\)', re.MULTILINE)
# Matches what a page loads from its board once it is painted.
BEHIND = re.compile(r'(?<=[ (\[])import\("(\.[^"]+)"\)(?!\.[A-Z])')
CATEGORIES = ("zero", "one", "two", "few", "many", "other")


@cache
def read(path):
    return path.read_text(encoding="utf-8")


def loaded_by(path):
    """Returns the scripts that a page or a script loads, directly or through others."""
    found, left = set(), [path]
    while left:
        file = left.pop()
        for address, relative in LOADED.findall(read(file)):
            script = PUBLIC / address if address else (file.parent / relative).resolve()
            if script not in found and script.relative_to(PUBLIC) not in MADE:
                found.add(script)
                left.append(script)
    return found


def category(key):
    """The plural category of a key; empty for a sentence without a count."""
    last = key.rpartition(".")[2]
    return last if "." in key and last in CATEGORIES else ""


def base(key):
    return key.rpartition(".")[0] if category(key) else key


def written_in(place, language):
    """The sentences of a place, without those that boards declare in English."""
    texts = texts_of(place, language)
    if place not in BOARDS:
        return texts
    declared = ("problems.", "fields.")
    return {key: sentence for key, sentence in texts.items() if not key.startswith(declared)}


@cache
def scripts_of(page):
    """The page's and its board's scripts, or those that all pages share."""
    if page == SHARED:
        return sorted(PUBLIC.glob("js/**/*.js"))
    folder = folder_of(page)
    scripts = set(folder.glob("**/*.js"))
    for entrance in (folder / "index.html", folder / f"{folder.name}.js"):
        if entrance.exists():
            scripts |= loaded_by(entrance)
    behind = {(script.parent / each).resolve() for script in scripts for each in BEHIND.findall(read(script))}
    scripts |= behind.union(*map(loaded_by, behind))
    return sorted(scripts - set(scripts_of(SHARED)))


def test_every_page_is_written_in_every_language():
    offenders = []
    for page in [*PAGES, *PANELS, *STAFF_PLACES]:
        names = {path.stem for path in (folder_of(page) / "texts").glob("*.json")}
        asked = {language for place, language in EVERYWHERE if place == page}
        if names != asked:
            offenders.append(f"{page}: there is {sorted(names)}, it should be {sorted(asked)}")
    expect_none(offenders)


def test_every_language_has_the_sentences_and_places_of_english():
    offenders = []
    for page, language in EVERYWHERE:
        where = f"{page} in {language}"
        english, texts = written_in(page, "en"), written_in(page, language)
        unequal = {base(key) for key in texts} ^ {base(key) for key in english}
        offenders += [f"{where}: {key} is in one of both only" for key in sorted(unequal)]
        for key, sentence in texts.items():
            places = set(PLACE.findall(sentence))
            of_english = set(PLACE.findall(
                english.get(f"{base(key)}.other" if category(key) else key, "")
            ))
            # A sentence about exactly one may write the number out.
            same = places == of_english if category(key) in ("", "other") else places <= of_english
            if not same:
                offenders.append(f"{where}: {key} has the places {places}, not {of_english}")
            if sentence != sentence.strip(" "):
                offenders.append(f"{where}: {key} begins or ends with a space")
            if category(key) and f"{base(key)}.other" not in texts:
                offenders.append(f"{where}: {key} is without {base(key)}.other")
    expect_none(offenders)


def test_a_page_has_the_sentences_that_it_uses_and_no_others():
    # A page may have its own wording for what the shared scripts say.
    common = "".join(map(read, scripts_of(SHARED)))
    common = set(re.findall(r"\b(?:text|counted)\(\"([\w.]+)\"", common))
    shared = {base(key) for key in texts_of(SHARED, "en")}
    offenders = []
    for page in [*PAGES, *STAFF_PAGES, SHARED]:
        pages = STAFF_PAGES if page == SHARED else [page]
        places = [SHARED, *STAFF_PAGES] if page == SHARED else [page]
        scripts = "".join(read(path) for place in places for path in scripts_of(place))
        asked = set(re.findall(r"\bdata-text(?:-[\w-]+)?=\"([\w.]+)\"", "".join(map(html_of, pages))))
        asked |= set(re.findall(r"\b(?:text|counted|ordinal)\(\s*\"([\w.]+)\"", scripts))
        # Sentences of a family are asked for by a computed key.
        families = set(re.findall(r"\bfamily(?:Of|About)\(\s*\"([\w.]+)\"", scripts))
        families |= set(re.findall(r"\btext\(`(\w+)\.\$\{", scripts))
        # Texts about boards' events are in the boards' own folders.
        families.discard("boards")
        there = {base(key) for key in texts_of(page, "en")}
        members = {name: {key for key in there if key.startswith(f"{name}.")} for name in families}
        of_families = set().union(*members.values())
        # A page may have its own wording for the problems of boards.
        if re.search(r"\b(?:inWords|reasonOf)\(", scripts):
            of_families |= {key for key in there if key.startswith("problems.")}
        needless = there - of_families - asked - common
        offenders += [f"{page}: nobody asks for {key}" for key in sorted(needless)]
        if page != SHARED:
            missing = asked - there - (shared if page in STAFF_PAGES else set())
            offenders += [f"{page}: {key} is not there" for key in sorted(missing)]
            offenders += [f"{page}: nothing of {name} is there" for name in members if not members[name]]
    expect_none(offenders)


def test_a_panel_has_the_sentences_that_it_uses_and_no_others():
    assert PANELS
    offenders = []
    for panel in PANELS:
        entrance = script_of(panel)
        parts = [entrance, *((entrance.parent / each).resolve() for each in LATER.findall(read(entrance)))]
        scripts = "".join(map(read, {*parts, *chain(*map(loaded_by, parts))}))
        asked = set(re.findall(r"\btexts\.(?!js\b)(\w+)", scripts))
        families = tuple(f"{name}." for name in re.findall(r"\btexts\[`(\w+)\.\$\{", scripts))
        # A key may be a word from elsewhere, such as the name of a field.
        words = set(re.findall(r"\"(\w+)\"", scripts))
        there = set(texts_of(panel, "en"))
        needless = {key for key in there - asked - words if not key.startswith(families)}
        offenders += [f"{panel}: {key} is not there" for key in sorted(asked - there)]
        offenders += [f"{panel}: nobody asks for {key}" for key in sorted(needless)]
    expect_none(offenders)


def test_a_board_has_the_sentences_about_its_events_and_no_others():
    assert BOARDS
    offenders = []
    for board in BOARDS:
        # A board whose catalogue says enough has no scripts for its events.
        scripts = "".join(map(read, folder_of(board).glob("events/*.js")))
        asked = set(re.findall(r"\bsay\(\s*\"([\w.]+)\"", scripts))
        families = set(re.findall(r"\bfamily\(\s*\"(\w+)\"|\bsay\(`(\w+)\.\$\{", scripts))
        of_families = tuple(f"{name}." for pair in families for name in pair if name)
        own = [key for key in texts_of(board, "en") if key.startswith("events.")]
        there = {key.removeprefix("events.") for key in own}
        # The page itself asks for these.
        of_page = {"thing"} | {key for key in there if key.startswith(("happened.", "columns."))}
        needless = {key for key in there - asked - of_page if not key.startswith(of_families)}
        offenders += [f"{board}: {key} is not there" for key in sorted(asked - there)]
        offenders += [f"{board}: nobody asks for {key}" for key in sorted(needless)]
    expect_none(offenders)


class Words(HTMLParser):
    """The words of a page that people read or hear before its texts are loaded."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.is_without_scripts = False

    def handle_starttag(self, tag, attributes):
        self.is_without_scripts |= tag == "noscript"
        # A field that takes input verbatim: an address, a word of the journal.
        if tag == "input" and ("list", "kinds") in attributes or ("inputmode", "url") in attributes:
            return
        spoken = ("alt", "title", "placeholder", "aria-label", "aria-description", "content")
        self.found += [
            value for name, value in attributes
            if name in spoken and ("name", "viewport") not in attributes
        ]

    def handle_endtag(self, tag):
        self.is_without_scripts &= tag != "noscript"

    def handle_data(self, data):
        # One sentence is for browsers without scripts.
        if self.is_without_scripts:
            return
        # Commands and addresses are for a machine.
        if "://" not in data and not data.startswith(("tablecast ", "/display")):
            self.found.append(data)


def test_roles_have_different_names_in_each_language():
    for language in STAFF_LANGUAGES:
        names = [
            words for place in [SHARED, *BOARDS] for key, words in written_in(place, language).items()
            if re.fullmatch(r"role\.\w+", key)
        ]
        assert len(names) > 4 and len(names) == len(set(names)), names


def test_no_words_stand_in_the_html_but_for_browsers_without_scripts():
    offenders = []
    for page in [*PAGES, *STAFF_PAGES]:
        if html_of(page).count(">This page needs JavaScript.</p></noscript>") != 1:
            offenders.append(f"{page}: it doesn't say that it needs scripts")
        words = Words()
        words.feed(html_of(page))
        said = re.sub("Tablecast", "", " ".join(words.found))
        offenders += [f"{page}: {word}" for word in re.findall(r"[^\W\d_]+", said)]
    expect_none(offenders)


def test_no_words_stand_in_the_styles():
    styles = sorted(PUBLIC.glob("**/*.css"))
    assert styles
    offenders = []
    for style in styles:
        generated = re.findall(r"content:\s*([^;]*);", read(style))
        quoted = [text for each in generated for text in re.findall(r"\"(.*?)\"", each)]
        offenders += [f"{style.relative_to(PUBLIC)}: {text}" for text in quoted if re.search(r"[^\W\d_]", text)]
    expect_none(offenders)


def test_no_words_stand_in_the_scripts():
    offenders = []
    # A sentence has a capital letter and a space; names in code have at most one of the two.
    for script in sorted(set(chain(*map(scripts_of, [*PAGES, *STAFF_PLACES])))):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", read(script), flags=re.S)
        # Browsers define the names of keys.
        code = re.sub(r"ariaKeyShortcuts: \"[^\"]*\"", "", code)
        # Errors that only a faulty page can raise are for its authors.
        code = re.sub(r"throw new (?:\w+\.)?\w*Error\([^)]*\)", "", code)
        quoted = re.findall(r"\"([^\"\n]*)\"|`([^`]*)`", code)
        sentences = [text for pair in quoted for text in pair if re.search(r"[A-Z]\w* \w", text)]
        offenders += [f"{script.relative_to(PUBLIC)}: {sentence}" for sentence in sentences]
    expect_none(offenders)


def test_french_marks_do_not_begin_a_line():
    offenders = [
        f"{page}: {key}" for page, language in EVERYWHERE if language == "fr"
        for key, sentence in texts_of(page, "fr").items()
        if re.search(r" [!?:;]", sentence) or "'" in sentence
    ]
    expect_none(offenders)
