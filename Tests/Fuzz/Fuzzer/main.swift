import FuzzOracles
import Glibc

/// libFuzzer's way in (LLVM, "LibFuzzer"). Which oracle is asked, `TABLECAST_FUZZ` says.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

// libFuzzer calls from one thread only.
nonisolated(unsafe) private let check: ([UInt8]) -> Void = {
    let names = FuzzOracle.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = getenv("TABLECAST_FUZZ"),
        let oracle = FuzzOracle(rawValue: String(cString: name))
    else {
        fatalError("TABLECAST_FUZZ has to name what is to be fuzzed: \(names).")
    }
    return oracle.makeCheck()
}()
