import FuzzOracles
import Glibc

/// The entry point for libFuzzer (LLVM, "LibFuzzer"). `TABLECAST_FUZZ` selects the oracle.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

// libFuzzer uses one thread only.
nonisolated(unsafe) private let check: ([UInt8]) -> Void = {
    let names = FuzzOracle.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = getenv("TABLECAST_FUZZ"),
        let oracle = FuzzOracle(rawValue: String(cString: name))
    else {
        fatalError("TABLECAST_FUZZ has to name what is to be fuzzed: \(names).")
    }
    return oracle.makeCheck()
}()
