import Glibc

/// A shell command whose output a test examines.
public enum ShellCommand {
    /// Returns the standard output of `command`, or an empty text if it can't be run.
    public static func output(of command: String) -> String {
        guard let pipe = popen(command, "r") else { return "" }
        defer { pclose(pipe) }
        var text = ""
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), pipe) != nil {
            text += String(
                decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return text
    }

    public static func quoted(_ word: String) -> String {
        "'"
            + word.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#)
            + "'"
    }
}
