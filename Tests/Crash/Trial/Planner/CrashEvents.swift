import JSON
import TestSupport

/// The mutations of one host at its own events of the linked calendar, which no other client
/// changes, so that none can be rejected, whatever was answered by then.
struct CrashEvents {
    private static let eventsMax = 4

    private let name: String
    private let calendar: String
    private var generator: SeededGenerator
    private var lastNumber = 0
    /// The titles of requested events, by their requests.
    private var additions: [String: String] = [:]
    private var events: [(id: String, title: String)] = []

    init(name: String, seed: UInt64, calendar: String) {
        self.name = name
        self.calendar = calendar
        generator = SeededGenerator(seed: seed)
    }

    /// The titles in the book once everything is answered.
    var titles: [String] { events.map(\.title) }

    mutating func next() -> CrashRequest {
        lastNumber += 1
        let id = "\(name)-e\(lastNumber)"
        let title = "Ours \(id)"
        let roll = Int.random(in: 0..<8, using: &generator)
        if roll < 3, events.count + additions.count < Self.eventsMax {
            additions[id] = title
            return CrashRequest(
                id: id, action: "planner.add",
                arguments: [
                    "calendar": .string(calendar), "title": .string(title), "minutes": 60,
                    "start": .string(CrashCalendar.monday + "T12:00"),
                ])
        }
        guard roll > 0, let index = events.indices.randomElement(using: &generator) else {
            return CrashRequest(
                id: id, action: "planner.sync", arguments: ["calendar": .string(calendar)])
        }
        let event = JSON.string(events[index].id)
        if roll == 1 {
            events.remove(at: index)
            return CrashRequest(id: id, action: "planner.delete", arguments: ["event": event])
        }
        events[index].title = title
        return CrashRequest(
            id: id, action: "planner.edit", arguments: ["event": event, "title": .string(title)])
    }

    /// - Parameter event: The event that an `add` has made.
    mutating func accepted(_ id: String, event: String?) {
        guard let title = additions.removeValue(forKey: id), let event else { return }
        events.append((event, title))
    }
}
