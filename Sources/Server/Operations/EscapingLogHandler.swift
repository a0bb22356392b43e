public import Logging

/// Passes log lines on with every character escaped that could end a line or command a terminal.
///
/// Something that a peer has sent may be part of a line. It must not look like a line of the hub's
/// own, nor hide one.
public struct EscapingLogHandler: LogHandler {
    private var handler: any LogHandler

    /// - Parameter handler: writes the lines.
    public init(_ handler: any LogHandler) { self.handler = handler }

    public func log(event: LogEvent) {
        var event = event
        event.message = "\(Self.escaped(event.message.description))"
        event.metadata = event.metadata?.mapValues { "\(Self.escaped($0.description))" }
        handler.log(event: event)
    }

    public var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    public var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.mapValues { "\(Self.escaped($0.description))" } }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue.map { "\(Self.escaped($0.description))" } }
    }

    /// Writes control characters, line breaks and marks of writing direction as `\u{1b}`.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                escaped += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
