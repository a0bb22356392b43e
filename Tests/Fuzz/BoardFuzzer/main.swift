import Boards
import FuzzOracles
import Sync

// `bin/fuzz --boards`: a whole connection with all the boards that the hub ships.
nonisolated(unsafe) private let check = FuzzOracle.connectionCheck { record in
    BoardRegistry.shipped.boards(for: record)
}

/// libFuzzer's way in (LLVM, "LibFuzzer").
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
