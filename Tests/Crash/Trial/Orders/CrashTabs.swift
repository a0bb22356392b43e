import JSON
import TestSupport

/// The mutations of one host at its own tab, which no other client changes, so that none can be
/// rejected, whatever was answered by then.
struct CrashTabs {
    /// The maximum number of lines, below the limit of a tab.
    private static let linesMax = 120

    private let name: String
    private let dish: String
    private var generator: SeededGenerator
    private var lastNumber = 0
    /// The request that opens the tab.
    private var idOfOpening: String?
    /// The open tab, and its ticket.
    private var tab: (id: String, ticket: String)?
    private var lineCount = 0
    private var hasWishes = false
    /// The tickets of the tabs to which requests add lines, by their ids.
    private var ticketsOfAdditions: [String: String] = [:]

    /// - Parameter dish: The dish that is ordered.
    init(name: String, seed: UInt64, dish: String) {
        self.name = name
        self.dish = dish
        generator = SeededGenerator(seed: seed)
    }

    /// - Returns: `nil` until the tab is known.
    mutating func next() -> CrashRequest? {
        guard let tab else {
            if idOfOpening != nil { return nil }
            let request = request("orders.open", ["kind": "takeaway", "name": .string(name)])
            idOfOpening = request.id
            return request
        }
        let isFull = lineCount == Self.linesMax
        if hasWishes, isFull || Int.random(in: 0..<3, using: &generator) == 0 {
            hasWishes = false
            return request("orders.place", ["tab": .string(tab.id)])
        }
        if isFull {
            (self.tab, idOfOpening, lineCount) = (nil, nil, 0)
            return request("orders.cancel", ["tab": .string(tab.id), "reason": "It is full"])
        }
        lineCount += 1
        hasWishes = true
        // The line differs from all others, so it is not joined with another.
        let request = request(
            "orders.add",
            [
                "tab": .string(tab.id), "dish": .string(dish),
                "notes": .string("line \(lastNumber)"),
            ])
        ticketsOfAdditions[request.id] = tab.ticket
        return request
    }

    private mutating func request(_ action: String, _ arguments: [String: JSON]) -> CrashRequest {
        lastNumber += 1
        return CrashRequest(id: "\(name)-t\(lastNumber)", action: action, arguments: arguments)
    }

    /// - Parameter lines: The lines that were acknowledged, by the tickets of their tabs.
    mutating func accepted(_ id: String, _ result: JSON?, _ lines: inout [String: Set<String>]) {
        if id == idOfOpening, let opened = result?["tab"]?.text {
            let ticket = result?["ticket"]?.text ?? ""
            tab = (opened, ticket)
            lines[ticket] = []
        } else if let ticket = ticketsOfAdditions.removeValue(forKey: id),
            let line = result?["line"]?.text
        {
            lines[ticket, default: []].insert(line)
        }
    }
}
