import BoardKit
import Foundation
import Sync
import TestSupport
import Testing
import WaitlistBoard

struct RestaurantQueueFileTests {
    private static func vector(_ name: String) throws -> RestaurantQueueFile {
        RestaurantQueueFile(parsing: try VectorFile.bytes("waitlist/restaurantqueue/\(name).txt"))
    }

    private static func file(_ text: String) -> RestaurantQueueFile {
        RestaurantQueueFile(parsing: Array(text.utf8))
    }

    /// Returns a readable line with replaced parts.
    private static func line(
        id: String = "1463160001", name: String = "Ada", size: String = "2",
        time: String = "2016-05-13 17:20:01 +0000", isReady: String = "true"
    ) -> String {
        "id:\(id), name:\(name), size:\(size), time:\(time), isReady:\(isReady)"
    }

    @Test func `reads a whole file exactly`() throws {
        let file = try Self.vector("whole")
        #expect(file.unreadable.isEmpty)
        expectEqual(file.emptyLineCount, 0)
        expectEqual(file.reservations.map(\.line), [1, 2, 3, 4])
        expectEqual(
            file.reservations.map(\.id),
            [
                1_463_160_001, 1_463_160_125, 1_463_160_300, 1_463_160_420,
            ])
        expectEqual(
            file.reservations.map(\.name),
            [
                "Ada", "Zoë and Björn", "נועה", "Smith, party of the \"Blue: Room\"",
            ])
        expectEqual(file.reservations.map(\.size), [2, 4, 99, 6])
        expectEqual(file.reservations.map(\.isReady), [true, false, false, false])
        expectEqual(
            file.reservations.map(\.arrivedAt.description),
            [
                "2016-05-13T17:20:01.000Z", "2016-05-13T17:22:05.000Z",
                "2016-05-13T17:25:00.000Z", "2016-05-13T17:27:00.000Z",
            ])
    }

    @Test func `reads a damaged file in part, and lists the other lines`() throws {
        let file = try Self.vector("damaged")
        expectEqual(file.reservations.map(\.line), [1, 4, 8, 11])
        expectEqual(file.reservations.map(\.name), ["Leo", "Bo", "Ida", "Max"])
        expectEqual(file.reservations.first?.isReady, true)
        expectEqual(file.emptyLineCount, 3)
        let tail = "The line does not begin with an id; it may be the tail of an older line."
        expectEqual(file.unreadable.map(\.line), [3, 5, 7, 9, 10, 13])
        expectEqual(
            file.unreadable.map(\.reason),
            [
                tail, tail, tail, "Its id stood before, in line 1.",
                "The name holds what looks like another field, so the line can be read in two ways.",
                "The line does not end in isReady:true or isReady:false.",
            ])
    }

    @Test(arguments: [
        ("Id:1", "does not begin"), (" " + line(), "does not begin"), ("id", "does not begin"),
        (line(id: ""), "The id"), (line(id: "12a"), "The id"), (line(id: "-5"), "The id"),
        (line(id: "+5"), "The id"), (line(id: "007"), "The id"), (line(id: "٣"), "The id"),
        (line(id: "99999999999999999999"), "The id"), ("id:5", "followed by a name"),
        ("id:5,name:Ada", "followed by a name"), ("id:5, size:2", "followed by a name"),
        (line(isReady: "True"), "isReady"), (line(isReady: ""), "isReady"),
        (line(isReady: "truee"), "isReady"), (line() + " ", "isReady"),
        ("id:5, name:Ada", "isReady"), ("id:5, name:, isReady:true", "The time"),
        (line(time: "2016-05-13T17:20:01 +0000"), "The time"),
        (line(time: "2016-13-13 17:20:01 +0000"), "The time"),
        (line(time: "2016-02-30 17:20:01 +0000"), "The time"),
        (line(time: "2016-05-13 24:20:01 +0000"), "The time"),
        (line(time: "2016-05-13 17:20:01 0000"), "The time"),
        (line(time: "2016-05-13 17:20:01 +0000 "), "The time"),
        (line(time: ""), "The time"), (line(size: ""), "The size is missing"),
        (line(size: "two"), "The size is missing"), (line(size: "2.0"), "The size is missing"),
        (line(size: "02"), "The size is missing"), (line(size: "-2"), "The size is missing"),
        (line(size: "99999999999999999999"), "The size is missing"),
        ("id:5, name:Ada, time:2016-05-13 17:20:01 +0000, isReady:true", "The size is missing"),
        (line(size: "0"), "1 to 99"), (line(size: "100"), "1 to 99"),
        (line(name: "Ada, size:3"), "two ways"), (line(name: "Ada, time:noon"), "two ways"),
        (line(name: "A, isReady:true"), "two ways"), (line(name: "A, name:B"), "two ways"),
        (line(name: "A\u{0}da"), "NUL"),
    ])
    func `does not read an ambiguous line`(line: String, words: String) {
        let file = Self.file(line + "\n" + Self.line(name: "Zoe") + "\n")
        expectEqual(file.unreadable.map(\.line), [1])
        expectEqual(file.unreadable.first?.reason.contains(words), true)
        expectEqual(file.unreadable.first?.reason.contains("Ada"), false)
        expectEqual(file.reservations.map(\.name), ["Zoe"])
    }

    @Test(arguments: [
        "", " ", ",", "O'Brien, A.", "size: large", "id:7", "time:out", "Ada,size:3", "🍕 & <b>",
        String(repeating: "x", count: 10_000),
    ])
    func `reads a name with any content between the fields`(name: String) {
        let file = Self.file(Self.line(name: name))
        #expect(file.unreadable.isEmpty)
        expectEqual(file.reservations.map(\.name), [name])
    }

    @Test func `rejects only the lines that are not UTF-8`() {
        let bytes =
            Array("id:1, name:".utf8) + [0xC3] + Array(", size:2\n".utf8)
            + Array(Self.line().utf8)
        let file = RestaurantQueueFile(parsing: bytes)
        expectEqual(file.unreadable.map(\.line), [1])
        expectEqual(file.unreadable.first?.reason, "The line is not UTF-8.")
        expectEqual(file.reservations.map(\.line), [2])
    }

    @Test func `reads lines with the line ends of another system`() {
        let file = Self.file(Self.line(id: "1") + "\r\n\r\n" + Self.line(id: "2") + "\r\n")
        expectEqual(file.reservations.map(\.line), [1, 3])
        expectEqual(file.emptyLineCount, 1)
        let offset = Self.file(Self.line(time: "2016-05-13 19:20:01 +0200"))
        expectEqual(offset.reservations.first?.arrivedAt, Instant("2016-05-13T17:20:01Z"))
    }

    @Test func `reads the first of three lines with the same id`() {
        let file = Self.file(
            [Self.line(name: "A"), "", Self.line(name: "B"), Self.line(name: "C")]
                .joined(separator: "\n"))
        expectEqual(file.reservations.map(\.name), ["A"])
        expectEqual(
            file.unreadable.map(\.reason),
            Array(repeating: "Its id stood before, in line 1.", count: 2))
    }

    @Test func `has no reservations in an empty file`() {
        #expect(Self.file("").unreadable.isEmpty)
        expectEqual(Self.file("").emptyLineCount, 0)
        expectEqual(Self.file("\n\n").emptyLineCount, 2)
        #expect(Self.file("\n\n").reservations.isEmpty)
    }

    @Test func `reads the lines before any cut, and makes nothing up`() {
        let whole = (1...4).map { Self.line(id: "\($0)", name: "Ada", size: "12") + "\n" }.joined()
        let expected = Self.file(whole).reservations
        for length in 0...whole.utf8.count {
            let file = RestaurantQueueFile(parsing: Array(whole.utf8.prefix(length)))
            #expect(expected.starts(with: file.reservations), "cut after \(length) bytes")
            #expect(file.reservations.count + file.unreadable.count <= 4)
        }
    }

    @Test func `reads the last list before the remains of a longer one`() {
        let old = (1...3).map { Self.line(id: "\($0)", name: "Wilhelmina \($0)") + "\n" }.joined()
        let new = Self.line(id: "2", name: "Wilhelmina 2", isReady: "false") + "\n"
        for extra in 0...40 {
            let added = Self.line(id: "9", name: String(repeating: "x", count: extra)) + "\n"
            let list = new + added
            let bytes = Array(list.utf8) + Array(old.utf8).dropFirst(list.utf8.count)
            let file = RestaurantQueueFile(parsing: bytes)
            expectEqual(file.reservations.prefix(2).map(\.id), [2, 9])
            expectEqual(file.reservations.first?.isReady, false)
            #expect(Set(file.reservations.map(\.id)).isSubset(of: [2, 9, 3]))
        }
    }
}
