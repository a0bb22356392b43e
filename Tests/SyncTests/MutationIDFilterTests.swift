import TestSupport
import Testing

@testable import Sync

@Suite struct MutationIDFilterTests {
    private static let ids = (0..<20_000).map { "0192f0c1-7a2b-7c3d-8e4f-\(1_000_000 + $0)" }

    private static func known(_ count: Int) -> MutationIDFilter {
        var known = MutationIDFilter()
        for id in ids.prefix(count) { known.insert(id) }
        return known
    }

    @Test(arguments: [0, 1, 63, 64, 65, 319, 320, 321, 20_000])
    func `never forgets an id`(count: Int) {
        let known = Self.known(count)
        #expect(Self.ids.prefix(count).allSatisfy(known.mayContain))
    }

    @Test(arguments: [0, 64, 65, 320, 5440, 20_000])
    func `takes fewer than one new id in a hundred for a known one`(count: Int) {
        let known = Self.known(count)
        let mistakes = (0..<20_000).count { known.mayContain("another-\($0)") }
        #expect(mistakes < 200)
    }

    @Test(arguments: [0, 64, 65, 5441])
    func `restores known ids from a snapshot, and accepts more`(count: Int) throws {
        var writer = StateWriter()
        Self.known(count).write(to: &writer)
        var reader = StateReader(writer.bytes)
        var known = try MutationIDFilter(from: &reader)
        #expect(reader.isAtEnd)
        known.insert("one more")
        #expect(Self.ids.prefix(count).allSatisfy(known.mayContain))
        #expect(known.mayContain("one more"))
    }

    @Test func `refuses a truncated snapshot`() {
        var writer = StateWriter()
        Self.known(65).write(to: &writer)
        for count in writer.bytes.indices {
            var reader = StateReader(Array(writer.bytes[..<count]))
            #expect(throws: StateError.self) { _ = try MutationIDFilter(from: &reader) }
        }
    }

    @Test func `an id has the same bits in every process`() {
        var writer = StateWriter()
        Self.known(1).write(to: &writer)
        let set = writer.bytes.dropFirst(2).enumerated().flatMap { index, byte in
            (0..<8).filter { byte & (1 << $0) != 0 }.map { index * 8 + $0 }
        }
        expectEqual(set, [10, 393, 395, 400, 402, 507])
    }
}
