import ArgumentParser
import Foundation
import JSON
import Server
import Terminal

/// Whether the output has colours.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    /// Colours on a terminal, unless NO_COLOR is set (https://no-color.org).
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
        let type = Self.text(event["type"])
        let isRejected = type == "tablecast.rejected"
        let rev = event["rev"]?.integer.map(String.init) ?? "-"
        let columns: [(text: String, colour: Colour)] = [
            (rev.leftPadded(to: 6), .dim), (Self.text(event["time"]), .dim),
            (Self.text(event["actor"]).padded(to: 16), .cyan),
            (
                (type.hasPrefix("tablecast.") ? String(type.dropFirst(10)) : type).padded(to: 20),
                isRejected ? .red : .green
            ), (Self.text(event["subject"]).padded(to: 8), .yellow),
            (TerminalText.escaped(event["data"]?.canonicalText ?? "", as: .json), .plain),
        ]
        text = columns.map { isColoured ? $0.colour.around($0.text) : $0.text }
            .joined(separator: "  ")
    }

    /// Returns the text of a value, escaped, because it may come from a peer and must not control the
    /// terminal.
    private static func text(_ value: JSON?) -> String { TerminalText.escaped(value?.text ?? "") }

    /// The colours of every terminal (SGR of ECMA-48).
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
