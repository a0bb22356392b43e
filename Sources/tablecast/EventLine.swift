import ArgumentParser
import Foundation
import JSON

/// Whether what is printed has colours.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    /// On a terminal, unless NO_COLOR says otherwise (https://no-color.org).
    case auto
    case always
    case never

    var isColoured: Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            let environment = ProcessInfo.processInfo.environment
            return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] != "dumb"
        }
    }
}

/// An event as one line for a terminal.
struct EventLine {
    let text: String

    init(_ event: JSON, isColoured: Bool = false) {
        let type = event["type"]?.text ?? ""
        let isRejected = type == "tablecast.rejected"
        let rev = event["rev"]?.integer.map(String.init) ?? "-"
        let columns: [(text: String, colour: Colour)] = [
            (rev.leftPadded(to: 6), .dim), (event["time"]?.text ?? "", .dim),
            ((event["actor"]?.text ?? "").padded(to: 16), .cyan),
            (
                (type.hasPrefix("tablecast.") ? String(type.dropFirst(10)) : type).padded(to: 20),
                isRejected ? .red : .green
            ), ((event["subject"]?.text ?? "").padded(to: 8), .yellow),
            (event["data"]?.canonicalText ?? "", .plain),
        ]
        text = columns.map { isColoured ? $0.colour.around($0.text) : $0.text }
            .joined(separator: "  ")
    }

    /// Of ECMA-48's SGR, those that every terminal has.
    private enum Colour: String {
        case plain = ""
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"

        func around(_ text: String) -> String {
            self == .plain ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
