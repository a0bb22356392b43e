import Glibc

/// Whether another process still runs, as the kernel has it (proc(5)).
///
/// Foundation hears of an end only later, by a run loop that a thread of a test need not have.
enum ProcessState {
    /// One that has ended but was not waited for does not run any more.
    static func isRunning(_ process: Int32) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, Int32(line.count), file) != nil else { return false }
        // `123 (name) S …`, where the name may have anything in it.
        let text = String(
            decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let state = text.split(separator: ")").last?.split(separator: " ").first
        return state.map { $0 != "Z" && $0 != "X" } ?? false
    }
}
