import ArgumentParser
import Foundation

/// Options that were not given on the command line, from the environment: `TABLECAST_PORT` for
/// `--port`.
enum Environment {
    static func text(_ name: String) -> String? {
        guard let value = ProcessInfo.processInfo.environment["TABLECAST_\(name)"], !value.isEmpty
        else { return nil }
        return value
    }

    /// The time zone that was named, or this machine's.
    static func timeZone(_ named: String?) throws -> String {
        let zone = named ?? text("TIME_ZONE") ?? TimeZone.current.identifier
        guard TimeZone(identifier: zone) != nil else {
            throw ValidationError("There is no time zone \(zone); one is Europe/Rome.")
        }
        return zone
    }

    static func value<Value: ExpressibleByArgument>(_ name: String) throws -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(argument: text) else {
            throw ValidationError("TABLECAST_\(name) can't be '\(text)'.")
        }
        return value
    }
}

/// The folder that the journal lies in.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: "The folder with the journal (TABLECAST_DATA).")
    private var folder: String?

    var path: String { folder ?? Environment.text("DATA") ?? "data" }
}

/// The venue that is meant.
struct VenueOption: ParsableArguments {
    @Option(name: .customLong("venue"), help: "The venue's slug (TABLECAST_VENUE).")
    private var given: String?

    var slug: String { given ?? Environment.text("VENUE") ?? "main" }
}
