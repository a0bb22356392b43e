import BoardKit
import BoardOracles
import FuzzOracles
import Glibc
import ShippedBoards
import Sync

// `bin/fuzz --boards` checks files of places, or a whole connection with all shipped boards.
nonisolated(unsafe) private let check: ([UInt8]) -> Void =
    getenv("TABLECAST_FUZZ").map { String(cString: $0) } == "places"
    ? PlaceOracle.check
    : FuzzOracle.connectionCheck { record in BoardRegistry.shipped.boards(for: record) }

/// The entry point for libFuzzer (LLVM, "LibFuzzer").
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
