import TestSupport
import Testing
import Transport

@testable import Server

/// What thousands of idle subscribers consist of. A field more is quickly written, and in a place where it
/// leaves a gap it costs sixteen bytes of each.
@Suite struct IdleSizeTests {
    private final class Pair {
        let one = 1
        let other = 2
    }

    /// As the class's metadata has it (`ClassMetadata::InstanceSize`, where there is no Objective-C).
    private static func instanceSize(of type: AnyClass) -> Int {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        return Int(metadata.load(fromByteOffset: 24, as: UInt32.self))
    }

    @Test func `a connection and its session leave no gaps`() {
        expectEqual(Self.instanceSize(of: Pair.self), 32)
        expectEqual(Self.instanceSize(of: Connection.self), 168)
        expectEqual(Self.instanceSize(of: WebSocketSession.self), 216)
    }
}
