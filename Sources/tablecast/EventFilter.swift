import ArgumentParser
import JSON

/// Which of the events to print: those that fit all that was asked for.
struct EventFilter: ParsableArguments {
    @Option(help: "Only events of this board: waitlist.")
    private var board: String?

    @Option(help: "Only events of this type: waitlist.seated, or seated of any board.")
    private var type: String?

    @Option(help: "Only what this actor asked for: host:d_4f, or host for all hosts.")
    private var actor: String?

    @Option(help: "Only events about this party or notice: p_8x.")
    private var subject: String?

    @Option(help: "Only events with this text in a value, whatever its case.")
    private var text: String?

    func fits(_ event: JSON) -> Bool {
        let type = event["type"]?.text ?? ""
        let actor = event["actor"]?.text ?? ""
        return (board ?? event["board"]?.text) == event["board"]?.text
            && self.type.map { type == "tablecast.\($0)" || type == $0 || type.hasSuffix(".\($0)") }
                ?? true
            && self.actor.map { actor == $0 || actor.hasPrefix("\($0):") } ?? true
            && (subject ?? event["subject"]?.text) == event["subject"]?.text
            && text.map { Self.holds(event, $0.lowercased()) } ?? true
    }

    /// Whether the text stands in a value; the members' own names are the same in every event.
    private static func holds(_ value: JSON, _ text: String) -> Bool {
        if let members = value.members { return members.values.contains { holds($0, text) } }
        if let elements = value.elements { return elements.contains { holds($0, text) } }
        return (value.text ?? value.canonicalText).lowercased().contains(text)
    }
}
