import BoardKit
import JSON
import Sync

/// A round as the kitchen sees it, without anybody's name.
struct KitchenRound: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let id: LineID
        let line: Line
    }

    let tab: TabID
    /// The tab's number.
    let number: Int
    /// The number of the round within the tab.
    let round: Int
    let kind: TabKind
    let table: String?
    let placedAt: Instant
    var lines: [Entry]

    /// The row's id: the tab and the round's number.
    var row: String { "\(tab.text).\(round)" }

    /// Whether something is left to make.
    var isWaiting: Bool { lines.contains { $0.line.status.isInKitchen } }

    /// When its last line was finished; `nil` while something is left to make.
    var doneAt: Instant? {
        isWaiting ? nil : lines.compactMap { $0.line.placed?.finishedAt }.max()
    }

    /// The stations that make its lines.
    var stations: Set<String> { Set(lines.compactMap { $0.line.placed?.station }) }

    /// Returns the round with only the lines of a station, or `nil` if it has none.
    ///
    /// - Parameter station: `nil` for the whole round.
    func seen(from station: String?) -> KitchenRound? {
        guard let station else { return self }
        var seen = self
        seen.lines = lines.filter { $0.line.placed?.station == station }
        return seen.lines.isEmpty ? nil : seen
    }

    var json: JSON {
        var rows: [String: JSON] = [:]
        for entry in lines { rows[entry.id.text] = entry.json }
        return JSON(present: [
            "tab": .string(tab.text), "number": JSON(number), "round": JSON(round),
            "kind": .string(kind.rawValue), "table": table.map(JSON.string),
            "placedAt": .string(placedAt.description),
            "doneAt": doneAt.map { .string($0.description) }, "lines": .object(rows),
        ])
    }

    /// Returns the rounds of a tab.
    static func rounds(of picture: TabPicture) -> [KitchenRound] {
        let numbers = picture.roundNumbers
        var rounds: [Int: KitchenRound] = [:]
        for entry in picture.lines {
            guard let placed = entry.line.placed, let number = numbers[placed.round] else {
                continue
            }
            let made = Entry(id: entry.id, seen: entry.line)
            if rounds[number] == nil {
                rounds[number] = KitchenRound(
                    tab: picture.id, number: picture.tab.number, round: number,
                    kind: picture.tab.kind, table: picture.tab.place, placedAt: placed.at,
                    lines: [made])
            } else {
                rounds[number]?.lines.append(made)
            }
        }
        return rounds.values.sorted { $0.round < $1.round }
    }
}

extension KitchenRound.Entry {
    /// Creates an entry without the values that the kitchen does not see. So changes of these do
    /// not change the round.
    init(id: LineID, seen line: Line) {
        var line = line
        line.person = nil
        line.isPaid = false
        line.reason = nil
        self.init(id: id, line: line)
    }

    var json: JSON {
        JSON(present: [
            "dish": .string(line.dish.text), "name": .string(line.placed?.name ?? ""),
            "quantity": JSON(line.quantity), "status": .string(line.status.rawValue),
            "at": .string(line.at.description), "notes": line.notes.map(JSON.string),
            "station": line.placed?.station.map(JSON.string),
        ])
    }
}
