public import Logging

/// Escapes the characters of log lines that could end a line or control a terminal.
public struct EscapingLogHandler: LogHandler {
    private var handler: any LogHandler

    /// - Parameter handler: writes the lines.
    public init(_ handler: any LogHandler) { self.handler = handler }

    public func log(event: LogEvent) {
        var event = event
        event.message = "\(TerminalText.escaped(event.message.description))"
        event.metadata = event.metadata?.mapValues { "\(TerminalText.escaped($0.description))" }
        handler.log(event: event)
    }

    public var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    public var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.mapValues { "\(TerminalText.escaped($0.description))" } }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set {
            handler[metadataKey: key] = newValue.map { "\(TerminalText.escaped($0.description))" }
        }
    }
}
