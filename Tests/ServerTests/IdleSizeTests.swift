import TestSupport
import Testing
import Transport

@testable import Server

/// The sizes of objects that each of thousands of idle subscribers has. A field that leaves a gap
/// costs sixteen bytes in each.
@Suite struct IdleSizeTests {
    private final class Pair {
        let one = 1
        let other = 2
    }

    /// The instance size in the class's metadata (`ClassMetadata::InstanceSize` without
    /// Objective-C).
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
