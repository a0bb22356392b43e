import Foundation

/// Environment variables for options that are not on the command line, such as `TABLECAST_PORT` for
/// `--port`.
package enum Environment {
    /// Returns the value of a variable; `nil` if it is missing or empty.
    package static func text(_ name: String) -> String? {
        guard let value = ProcessInfo.processInfo.environment["TABLECAST_\(name)"], !value.isEmpty
        else { return nil }
        return value
    }
}
