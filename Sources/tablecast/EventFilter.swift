import ArgumentParser
import BoardKit
import JSON
import ShippedBoards

/// The options that select the events to print: an event has to match all of them.
struct EventFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only events of this board: \(BoardRegistry.shipped.names.joined(separator: ", ")).",
            valueName: "board"))
    private var board: String?

    @Option(help: "Only events of this type, whole or without its board: undone.")
    private var type: String?

    @Option(help: "Only events of this actor: host:d_4f, or host for all hosts.")
    private var actor: String?

    @Option(help: "Only events about this thing: p_8x.")
    private var subject: String?

    @Option(help: "Only events with this text in a value, ignoring case.")
    private var text: String?

    func matches(_ event: JSON) -> Bool {
        let type = event["type"]?.text ?? ""
        let actor = event["actor"]?.text ?? ""
        return (board ?? event["board"]?.text) == event["board"]?.text
            && self.type.map { type == "tablecast.\($0)" || type == $0 || type.hasSuffix(".\($0)") }
                ?? true
            && self.actor.map { actor == $0 || actor.hasPrefix("\($0):") } ?? true
            && (subject ?? event["subject"]?.text) == event["subject"]?.text
            && text.map { Self.contains(event, $0.lowercased()) } ?? true
    }

    /// Whether a value contains the text. Ignores members' names, which are the same in every event.
    private static func contains(_ value: JSON, _ text: String) -> Bool {
        if let members = value.members { return members.values.contains { contains($0, text) } }
        if let elements = value.elements { return elements.contains { contains($0, text) } }
        return (value.text ?? value.canonicalText).lowercased().contains(text)
    }
}
