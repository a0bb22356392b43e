import Foundation

/// Environment variables for options that are not on the command line, such as `TABLECAST_PORT` for
/// `--port`.
package enum Environment {
    /// Returns `nil` for a variable that is empty, as for one that is not there.
    package static func text(_ name: String) -> String? {
        guard let value = ProcessInfo.processInfo.environment["TABLECAST_\(name)"], !value.isEmpty
        else { return nil }
        return value
    }
}
