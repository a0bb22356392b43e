import MemoryStorage
import Storage
import Testing

@Suite struct ChainTests {
    /// Computed independently with Python's `hashlib` and `struct`, from the description at
    /// `Chain`.
    private static let start = "beda9f7d4f5f2e0d576ccbfdcb244146"
    private static let first = "80b8ec396e287f32555264161146485f"
    private static let second = "a3a44281c0da9fdefeed29cb9f8f7138"

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func `links equal those computed from the description`() throws {
        let start = try Chain.start(epoch: "k3f9a0zz")
        #expect(hex(start) == Self.start)
        let first = try Chain.link(
            of: EventRow(Sample.event(1, id: "m1", name: "Zoë")), fingerprint: [7, 7], after: start)
        #expect(hex(first) == Self.first)
        let second = try Chain.link(of: EventRow(Sample.event(2)), fingerprint: nil, after: first)
        #expect(hex(second) == Self.second)
    }
}
