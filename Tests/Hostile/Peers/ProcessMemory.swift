import Glibc

/// The memory of another process, as counted by the kernel (proc(5)).
public struct ProcessMemory: Sendable {
    private let folder: String

    init(of process: Int32) { folder = "/proc/\(process)" }

    /// The current resident memory in bytes.
    public var resident: Int { value(of: "VmRSS:") }

    /// The peak of the resident memory since `forgetPeak`, in bytes.
    public var peak: Int { value(of: "VmHWM:") }

    public func forgetPeak() {
        guard let file = fopen(folder + "/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    private func value(of name: String) -> Int {
        guard let file = fopen(folder + "/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(
                decoding: line.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self
            )
            .split(whereSeparator: \.isWhitespace)
            if words.count >= 2, words[0] == name { return (Int(words[1]) ?? 0) * 1_024 }
        }
        return 0
    }
}
