"""What the pages compute: hashes, canonical JSON and patches, in both editions."""

import zlib

import pytest

DOCUMENTS = [
    {},
    {"parties": {}},
    {"parties": {"p_1": {"name": "Ada", "size": 4}}, "venue": {"name": "Zoë’s"}},
    {"a/b": {"c~d": 1, "€": [1, None, True]}, "list": [1, 2], "none": None, "empty": {}},
    {"emoji": {"👩‍👩‍👧": "דניאל", "\ufb33": "\u0001\u2028\"\\"}},
    {"numbers": {"a": 1e21, "b": 0.000001, "c": -0.5, "d": 4}},
]

CANONICAL = [
    # RFC 8785, section 3.2.3: members in the order of their UTF-16 code units.
    (
        '{"\\u20ac":"Euro Sign","\\r":"Carriage Return",'
        '"\\ufb33":"Hebrew Letter Dalet With Dagesh",'
        '"1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control",'
        '"\\u00f6":"Latin Small Letter O With Diaeresis"}',
        '{"\\r":"Carriage Return","1":"One","\x80":"Control",'
        '"ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign",'
        '"😀":"Emoji: Grinning Face",'
        '"\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ),
    ("[333333333.33333329, 1E30, 4.50, 2e-3, 1e-27]", "[333333333.3333333,1e+30,4.5,0.002,1e-27]"),
    (
        '"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"',
        '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    ),
]

PATCHES = [
    ({"a": {"b": 1}}, [{"op": "replace", "path": "/a/b", "value": 2}], {"a": {"b": 2}}),
    ({"a": {}}, [{"op": "add", "path": "/a/b~1c~0d~01", "value": [1]}], {"a": {"b/c~d~1": [1]}}),
    ({"a": {"b": 1, "c": 2}}, [{"op": "remove", "path": "/a/b"}], {"a": {"c": 2}}),
    ({"a": [1, 3]}, [{"op": "add", "path": "/a/1", "value": 2}], {"a": [1, 2, 3]}),
    ({"a": [1]}, [{"op": "add", "path": "/a/-", "value": 2}], {"a": [1, 2]}),
    ({"a": [1, 2]}, [{"op": "remove", "path": "/a/0"}], {"a": [2]}),
    ({"a": [{"b": 1}]}, [{"op": "replace", "path": "/a/0/b", "value": None}], {"a": [{"b": None}]}),
    ({"a": 1}, [{"op": "replace", "path": "", "value": {"b": 2}}], {"b": 2}),
    ({"": {"": 1}}, [{"op": "replace", "path": "//", "value": 2}], {"": {"": 2}}),
]

BAD_PATCHES = [
    ({"a": 1}, {"op": "replace", "path": "/b", "value": 1}),
    ({"a": 1}, {"op": "remove", "path": "/b"}),
    ({"a": 1}, {"op": "add", "path": "/b/c", "value": 1}),
    ({"a": 1}, {"op": "add", "path": "/a/c", "value": 1}),
    ({"a": [1]}, {"op": "replace", "path": "/a/1", "value": 1}),
    ({"a": [1]}, {"op": "add", "path": "/a/2", "value": 1}),
    ({"a": [1]}, {"op": "add", "path": "/a/01", "value": 1}),
    ({"a": [1]}, {"op": "remove", "path": "/a/-"}),
    ({"a": 1}, {"op": "move", "path": "/a", "from": "/b"}),
    ({"a": 1}, {"op": "add", "path": "a", "value": 1}),
    ({"a": 1}, {"op": "add", "path": "/b"}),
    ({"a": 1}, {"op": "remove", "path": ""}),
    ({}, {"op": "add", "path": "/__proto__/polluted", "value": 1}),
]

EDITIONS = {
    "modules": """async () => {
        const { DocumentHash, applyPatch } = await import("/js/tablecast.js");
        window.hashOf = (doc) => new DocumentHash().of(doc);
        window.patched = applyPatch;
        const hash = new DocumentHash();
        window.hashAgain = (doc) => hash.of(doc);
    }""",
    "television": """() => new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = "/js/es5/tablecast.js";
        script.onload = () => {
            window.hashOf = (doc) => tablecast.hasher()(doc);
            window.patched = tablecast.applyPatch;
            window.hashAgain = tablecast.hasher();
            resolve();
        };
        document.head.append(script);
    })""",
}


@pytest.fixture(params=EDITIONS)
def library(request, hub, new_page):
    page = new_page()
    page.goto(hub.address)
    page.evaluate(EDITIONS[request.param])
    return page


def expected_hash(page, document):
    """The protocol's rule, in other words than the pages'."""

    def canonical(value):
        return page.evaluate(
            "async (value) => (await import('/js/tablecast.js')).canonical(value)", value
        )

    def escaped(name):
        return name.replace("~", "~0").replace("/", "~1")

    total = 0
    for member, value in document.items():
        rows = (
            {f"/{escaped(member)}/{escaped(key)}": row for key, row in value.items()}
            if isinstance(value, dict)
            else {f"/{escaped(member)}": value}
        )
        for path, row in rows.items():
            total += zlib.crc32(f"{path} {canonical(row)}".encode())
    return f"{total % 2**32:08x}"


def test_hashes_are_as_the_protocol_says(library):
    for document in DOCUMENTS:
        expected = expected_hash(library, document)
        assert library.evaluate("doc => hashOf(doc)", document) == expected
        # A hash that is kept up to date row by row comes out as one from scratch.
        assert library.evaluate("doc => hashAgain(doc)", document) == expected


def test_patches_are_applied_without_touching_the_old_document(library):
    for document, patch, expected in PATCHES:
        result = library.evaluate(
            """([doc, patch]) => {
                const before = JSON.stringify(doc);
                const after = patched(doc, patch);
                return { after, isSame: JSON.stringify(doc) === before };
            }""",
            [document, patch],
        )
        assert result == {"after": expected, "isSame": True}


def test_a_patch_that_does_not_fit_is_refused(library):
    for document, operation in BAD_PATCHES:
        refused = library.evaluate(
            """([doc, operation]) => {
                try { patched(doc, [operation]); return false; } catch { return true; }
            }""",
            [document, operation],
        )
        assert refused, operation
    assert library.evaluate("({}).polluted === undefined")


def test_canonical_json_is_that_of_the_rfc(hub, new_page):
    page = new_page()
    page.goto(hub.address)
    for text, expected in CANONICAL:
        result = page.evaluate(
            "async (text) => (await import('/js/tablecast.js')).canonical(JSON.parse(text))", text
        )
        assert result == expected


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_an_event_stream_is_read_however_it_is_cut(hub, new_page, size):
    page = new_page()
    page.goto(hub.address)
    stream = (
        ': hello\n\nid: e:1\ndata: {"a":\r\ndata: "ü👩‍👧"}\r\n\r\n'
        "data: 2\rid: e:2\r\r: alive\n\n"
    )
    events = page.evaluate(
        """async ([bytes, size]) => {
            const { EventStreamReader } = await import("/js/eventstream.js");
            const reader = new EventStreamReader();
            const events = [];
            for (let at = 0; at < bytes.length; at += size) {
                const whole = reader.read(new Uint8Array(bytes.slice(at, at + size)));
                events.push(...whole.map(({ data }) => data));
            }
            return { events, lastID: reader.lastID };
        }""",
        [list(stream.encode()), size],
    )
    assert events == {"events": ['{"a":\n"ü👩‍👧"}', "2"], "lastID": "e:2"}


def test_an_event_of_a_stream_has_its_name_and_not_that_of_the_one_before(hub, new_page):
    page = new_page()
    page.goto(hub.address)
    stream = "event: device\ndata: 1\n\nevent:gone\n\ndata: 2\n\ndata: 3\nevent: alarm\n\n"
    events = page.evaluate(
        """async (text) => {
            const { EventStreamReader } = await import("/js/eventstream.js");
            return new EventStreamReader().read(new TextEncoder().encode(text));
        }""",
        stream,
    )
    assert [(event["name"], event["data"]) for event in events] == [
        ("device", "1"), ("message", "2"), ("alarm", "3"),
    ]


def test_a_page_that_drifts_fetches_its_view_afresh(hub, open_display):
    hub.add("Ada", 2)
    display = open_display()
    display.expect_live()
    sent = []
    display.page.evaluate(
        """() => {
            const original = WebSocket.prototype.send;
            window.sent = [];
            WebSocket.prototype.send = function (text) {
                window.sent.push(JSON.parse(text));
                original.call(this, text);
            };
            const parse = JSON.parse;
            let isSpoilt = false;
            JSON.parse = (text) => {
                const message = parse(text);
                if (message.type === "diff" && !isSpoilt) {
                    isSpoilt = true;
                    message.hash = "00000000";
                }
                return message;
            };
        }"""
    )
    hub.add("Grace", 2)
    display.expect_labels(waiting=["Ada", "Grace"])
    display.expect_live()
    sent = display.page.evaluate("window.sent")
    assert {"type": "subscribe", "view": "waitlist/display"} in sent
    drift = [message for message in sent if "drift" in message]
    assert [message["drift"]["view"] for message in drift] == ["waitlist/display"]


