import JSON
import ScreenClient
import TestSupport
import Testing

@testable import Sync

@Suite struct DocumentTests {
    @Test func `a document returns its values, and its hash is what others compute`() throws {
        let cases = try #require(VectorFile.load("sync-hashes")["cases"]?.elements)
        #expect(cases.count > 100)
        for vector in cases {
            let document = try #require(vector["doc"])
            let members = try #require(document.members)
            var made = Document(members)
            expectEqual(made.hash, vector["hash"]?.text)
            expectEqual(DocumentHash(of: document).text, vector["hash"]?.text)
            expectEqual(made.json, document)
            for (member, value) in members {
                expectEqual(made[member], value)
                for (row, value) in value.members ?? [:] { expectEqual(made[member, row], value) }
            }
            expectNil(made["no such member"])
            expectNil(made["no such member", "row"])
            for member in members.keys { made.set(member, row: nil, to: nil) }
            expectEqual(made.byteCount, 0)
        }
    }

    @Test func `an empty object adds nothing to the hash, but makes documents differ`() {
        let one = Document(["parties": [:]])
        expectEqual(one.hash, "00000000")
        expectEqual(one.hash, Document().hash)
        #expect(one != Document())
    }

    @Test func `setting an equal value is no change`() {
        var document = Document(["a": ["x": ["f": 1]], "b": 2])
        let before = document
        #expect(document.set("a", row: "x", to: ["f": 1.0]).isEmpty)
        #expect(document.set("a", row: "y", to: nil).isEmpty)
        #expect(document.set("b", row: nil, to: 2).isEmpty)
        #expect(document.set("c", row: nil, to: nil).isEmpty)
        #expect(document.set("c", row: "x", to: nil).isEmpty)
        expectEqual(document, before)
    }

    @Test func `operations have only the fields that differ`() {
        var document = Document(["a": ["x/y": ["f": 1, "g": 2, "h": ["deep": true]]]])
        let operations = document.set("a", row: "x/y", to: ["f": 1, "g": 3, "i": "~"])
        expectEqual(
            operations,
            [
                .replace(path: "/a/x~1y/g", 3), .remove(path: "/a/x~1y/h"),
                .add(path: "/a/x~1y/i", "~"),
            ])
    }

    private static let names = ["a", "b", "x/y", "~", "~1", "é", "", "p_1", "p_2"]

    private func value(
        depth: Int, using generator: inout SeededGenerator
    ) -> JSON {
        switch Int.random(in: 0..<(depth > 2 ? 5 : 8), using: &generator) {
        case 0: return JSON(Int.random(in: 0..<4, using: &generator))
        case 1: return .string(Self.names.randomElement(using: &generator) ?? "")
        case 2: return .bool(Bool.random(using: &generator))
        case 3: return .null
        case 4: return .number(Double.random(in: -1...1, using: &generator))
        case 5: return .array([value(depth: depth + 1, using: &generator)])
        default:
            var members: [String: JSON] = [:]
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let name = Self.names.randomElement(using: &generator) ?? ""
                members[name] = value(depth: depth + 1, using: &generator)
            }
            return .object(members)
        }
    }

    private func read(_ operations: [PatchOperation]) throws -> [JSON] {
        var bytes: [UInt8] = []
        PatchOperation.write(operations, to: &bytes)
        return try JSON(parsing: bytes).elements ?? []
    }

    /// Applies `set` to the JSON, according to its documentation.
    private func setting(_ member: String, _ row: String?, to new: JSON?, in document: JSON) -> JSON
    {
        var members = document.members ?? [:]
        if let row {
            guard members[member]?.members != nil || new != nil else { return document }
            var rows = members[member]?.members ?? [:]
            rows[row] = new
            members[member] = .object(rows)
        } else {
            members[member] = new
        }
        return .object(members)
    }

    @Test func `operations update a copy to the document, and hashes stay correct`() throws {
        var generator = SeededGenerator(seed: 6902)
        var document = Document()
        var copy: JSON = [:]
        var model: JSON = [:]
        for step in 0..<2500 {
            if step % 500 == 499 {
                document = Document()
                copy = [:]
                model = [:]
            }
            let member = Self.names.randomElement(using: &generator) ?? ""
            let isRow = Int.random(in: 0..<4, using: &generator) > 0
            let row = isRow ? Self.names.randomElement(using: &generator) : nil
            let isGone = Int.random(in: 0..<4, using: &generator) == 0
            let new = isGone ? nil : value(depth: 0, using: &generator)
            let operations = document.set(member, row: row, to: new)
            let changed = setting(member, row, to: new, in: model)
            expectEqual(operations.isEmpty, (changed == model))
            model = changed
            copy = try JSONPatch.apply(read(operations), to: copy)
            expectEqual(document.json, model)
            expectEqual(copy, model)
            expectEqual(document.hash, DocumentHash(of: model).text)
            expectEqual(document.hash, Document(model.members ?? [:]).hash)
        }
    }

    @Test func `the changes between any two documents turn one into the other`() throws {
        var generator = SeededGenerator(seed: 6901)
        for _ in 0..<2000 {
            let one = value(depth: -1, using: &generator).members ?? [:]
            var other = value(depth: -1, using: &generator).members ?? [:]
            if Bool.random(using: &generator) { other.merge(one) { old, _ in old } }
            var document = Document(one)
            let operations = document.changes(to: other).flatMap {
                document.set($0.member, row: $0.row, to: $0.value)
            }
            expectEqual(document, Document(other))
            let made = try JSONPatch.apply(read(operations), to: .object(one))
            expectEqual(made, .object(other))
            expectEqual(operations.isEmpty, (JSON.object(one) == .object(other)))
        }
    }
}
