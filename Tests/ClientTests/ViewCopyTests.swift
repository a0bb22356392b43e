import Client
import JSON
import ScreenClient
import Testing

struct ViewCopyTests {
    private static let view = "waitlist/display"

    private static func snapshot(_ document: JSON, rev: Int, epoch: String = "e1") -> JSON {
        [
            "type": "snapshot", "view": .string(view), "epoch": .string(epoch), "rev": JSON(rev),
            "hash": .string(DocumentHash(of: document).text), "doc": document,
        ]
    }

    /// Returns a diff whose hash is that of `result`.
    private static func diff(_ patch: JSON, from: Int, rev: Int, to result: JSON) -> JSON {
        [
            "type": "diff", "view": .string(view), "from": JSON(from), "rev": JSON(rev),
            "hash": .string(DocumentHash(of: result).text), "at": "2026-11-20T18:04:05.123Z",
            "patch": patch,
        ]
    }

    @Test func `a snapshot and later diffs make the document`() {
        var copy = ViewCopy(of: Self.view)
        #expect(copy.position == nil)
        #expect(copy.apply(Self.snapshot(["parties": [:]], rev: 3)) == .applied)
        let added: JSON = ["parties": ["p_1": ["label": "Ada L.", "size": 4]]]
        let add: JSON = [
            [
                "op": "add", "path": "/parties/p_1",
                "value": ["label": "Ada L.", "size": 4],
            ]
        ]
        #expect(copy.apply(Self.diff(add, from: 3, rev: 4, to: added)) == .applied)
        #expect(copy.document == added)
        let edited: JSON = ["parties": ["p_1": ["label": "Ada L.", "size": 5]]]
        let edit: JSON = [["op": "replace", "path": "/parties/p_1/size", "value": 5]]
        #expect(copy.apply(Self.diff(edit, from: 4, rev: 9, to: edited)) == .applied)
        #expect(copy.document == edited)
        #expect(copy.position == .some(.init(epoch: "e1", rev: 9)))
        #expect(copy.hash == DocumentHash(of: edited).text)
    }

    @Test func `every kind of change keeps the hash up to date`() {
        var copy = ViewCopy(of: Self.view)
        var document: JSON = ["n": 1, "list": [1, [2]], "rows": ["a": ["x": 1], "b": 2]]
        #expect(copy.apply(Self.snapshot(document, rev: 1)) == .applied)
        let changes: [(JSON, JSON)] = [
            (
                ["op": "replace", "path": "/n", "value": ["now": "rows"]],
                ["n": ["now": "rows"], "list": [1, [2]], "rows": ["a": ["x": 1], "b": 2]]
            ),
            (
                ["op": "add", "path": "/list/1/0", "value": 7],
                ["n": ["now": "rows"], "list": [1, [7, 2]], "rows": ["a": ["x": 1], "b": 2]]
            ),
            (
                ["op": "remove", "path": "/rows/a"],
                ["n": ["now": "rows"], "list": [1, [7, 2]], "rows": ["b": 2]]
            ),
            (
                ["op": "replace", "path": "/rows", "value": "a value"],
                ["n": ["now": "rows"], "list": [1, [7, 2]], "rows": "a value"]
            ),
            (["op": "remove", "path": "/list"], ["n": ["now": "rows"], "rows": "a value"]),
            (
                ["op": "add", "path": "/n/a~1b", "value": ["deep": [:]]],
                ["n": ["now": "rows", "a/b": ["deep": [:]]], "rows": "a value"]
            ),
            (
                ["op": "add", "path": "/n/a~1b/deep/er", "value": true],
                ["n": ["now": "rows", "a/b": ["deep": ["er": true]]], "rows": "a value"]
            ),
            (["op": "replace", "path": "", "value": ["all": "new"]], ["all": "new"]),
        ]
        for (index, (operation, result)) in changes.enumerated() {
            document = result
            let diff = Self.diff([operation], from: index + 1, rev: index + 2, to: document)
            #expect(copy.apply(diff) == .applied, "change \(index)")
            #expect(copy.document == document, "change \(index)")
        }
    }

    @Test(arguments: [(2, 4), (4, 5), (0, 1)])
    func `a diff from another revision is a gap and changes nothing`(
        from: Int, rev: Int
    ) {
        var copy = ViewCopy(of: Self.view)
        #expect(copy.apply(Self.snapshot(["n": 1], rev: 3)) == .applied)
        let patch: JSON = [["op": "replace", "path": "/n", "value": 2]]
        #expect(copy.apply(Self.diff(patch, from: from, rev: rev, to: ["n": 2])) == .gap)
        #expect(copy.document == ["n": 1])
        #expect(copy.position?.rev == 3)
    }

    @Test func `a diff before any snapshot is a gap`() {
        var copy = ViewCopy(of: Self.view)
        #expect(copy.apply(Self.diff([], from: 0, rev: 1, to: [:])) == .gap)
    }

    @Test func `a wrong hash is drift, and drops the copy until the next snapshot`() {
        var copy = ViewCopy(of: Self.view)
        #expect(copy.apply(Self.snapshot(["n": 1], rev: 3)) == .applied)
        let patch: JSON = [["op": "replace", "path": "/n", "value": 2]]
        #expect(copy.apply(Self.diff(patch, from: 3, rev: 4, to: ["n": 3])) == .drift)
        #expect(copy.position == nil)
        #expect(copy.apply(Self.diff(patch, from: 4, rev: 5, to: ["n": 2])) == .gap)
        #expect(copy.apply(Self.snapshot(["n": 3], rev: 4, epoch: "e2")) == .applied)
        #expect(copy.position == .some(.init(epoch: "e2", rev: 4)))
    }

    @Test(
        arguments: [
            [["op": "remove", "path": "/nothing"]], [["op": "copy", "path": "/n"]], "no list", [1],
            [["op": "replace", "path": "", "value": 1]],
        ] as [JSON])
    func `a patch that does not fit is drift`(patch: JSON) {
        var copy = ViewCopy(of: Self.view)
        #expect(copy.apply(Self.snapshot(["n": 1], rev: 3)) == .applied)
        #expect(copy.apply(Self.diff(patch, from: 3, rev: 4, to: ["n": 1])) == .drift)
    }

    @Test func `ignores messages of other views and other kinds`() {
        var copy = ViewCopy(of: "notice/display")
        #expect(copy.apply(Self.snapshot(["n": 1], rev: 3)) == .unrelated)
        #expect(copy.apply(["type": "live", "view": "notice/display", "rev": 1]) == .unrelated)
        #expect(copy.apply([1, 2]) == .unrelated)
    }
}
