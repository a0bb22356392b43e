import TestSupport
import Testing

@testable import Sync

@Suite struct StateCodecTests {
    @Test(arguments: [
        0, 1, -1, 63, 64, -64, -65, 8191, 8192, 1 << 53, -(1 << 53), .max, .min, .max - 1,
    ])
    func `reads back a number, and rejects it with a byte missing`(number: Int) throws {
        var writer = StateWriter()
        writer.write(number)
        var reader = StateReader(writer.bytes)
        try expectEqual(reader.read(Int.self), number)
        #expect(reader.isAtEnd)
        for count in writer.bytes.indices {
            var torn = StateReader(Array(writer.bytes[..<count]))
            #expect(throws: StateError.self) { _ = try torn.read(Int.self) }
        }
    }

    @Test func `small numbers take one byte`() {
        var writer = StateWriter()
        for number in -64...63 { writer.write(number) }
        expectEqual(writer.bytes.count, 128)
    }

    @Test func `rejects an endless number`() {
        var reader = StateReader([UInt8](repeating: 0xFF, count: 100))
        #expect(throws: StateError.self) { _ = try reader.read(Int.self) }
    }

    @Test func `reads back values as they were written, to the byte`() throws {
        let texts: [String?] = ["", "Zoë", "Zoe\u{308}", nil, "👩‍👩‍👧‍👦"]
        var writer = StateWriter()
        writer.write(texts)
        writer.write(true)
        writer.write(Instant(milliseconds: -5))
        writer.writeFixed(-2)
        var reader = StateReader(writer.bytes)
        let read: [String?] = try reader.read()
        #expect(read.isSame(as: texts))
        #expect(!"Zoë".isSame(as: "Zoe\u{308}"))
        #expect(try reader.read(Bool.self))
        try expectEqual(reader.read(Instant.self), Instant(milliseconds: -5))
        try expectEqual(reader.readFixed(), -2)
        #expect(reader.isAtEnd)
    }

    @Test func `a table returns each record, and the last one up to a number`() throws {
        let numbers = [1, 2, 5, 100, 1 << 53]
        var table = SavedTableWriter()
        for number in numbers { table.append(number) { $0.write("of \(number)") } }
        var writer = StateWriter()
        writer.write(7)
        table.write(to: &writer)
        writer.write(8)
        var reader = StateReader(writer.bytes)
        try expectEqual(reader.read(Int.self), 7)
        let saved = try SavedTable(from: &reader)
        try expectEqual(reader.read(Int.self), 8)
        expectEqual(saved.count, 5)
        for (position, number) in numbers.enumerated() {
            var record = try #require(saved[number])
            try expectEqual(record.read(String.self), "of \(number)")
            #expect(record.isAtEnd)
            expectEqual(saved.number(at: position), number)
        }
        for missing in [.min, 0, 3, 99, 101, Int.max] { expectNil(saved[missing]) }
        var before = try #require(saved.record(upTo: 99))
        try expectEqual(before.read(String.self), "of 5")
        expectNil(saved.record(upTo: 0))
    }

    @Test func `rejects a table cut off anywhere`() throws {
        var table = SavedTableWriter()
        for number in 1...20 { table.append(number) { $0.write(number) } }
        var writer = StateWriter()
        table.write(to: &writer)
        for count in writer.bytes.indices {
            var reader = StateReader(Array(writer.bytes[..<count]))
            #expect(throws: StateError.self) { _ = try SavedTable(from: &reader) }
        }
    }

    @Test func `an empty table returns no record`() throws {
        expectNil(SavedTable()[1])
        expectNil(SavedTable().record(upTo: 1))
        var writer = StateWriter()
        SavedTableWriter().write(to: &writer)
        var reader = StateReader(writer.bytes)
        try expectEqual(SavedTable(from: &reader).count, 0)
    }
}
