import TestSupport
import Testing

@testable import PeerNumbers

@Suite struct UntrustedTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("60", 60), ("61", nil), ("9223372036854775807", nil),
            ("9223372036854775808", nil), (String(repeating: "9", count: 500), nil),
        ] as [(String, Int?)])
    func `a number is within bounds, or the nearest bound stands for it`(
        text: String, number: Int?
    ) throws {
        let read = try #require(Untrusted(text))
        expectEqual(read.within(0...60), number)
        expectEqual(read.clamped(to: 0...60), number ?? 60)
        expectEqual(Untrusted(.min).clamped(to: 0...60), 0)
        expectNil(Untrusted(.min).within(0...60))
    }

    @Test(arguments: ["", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "١", "1\u{301}"])
    func `what is no digits is no number`(text: String) {
        expectNil(Untrusted(text))
    }
}
