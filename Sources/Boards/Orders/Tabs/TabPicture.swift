import BoardKit
import JSON
import Sync

/// A tab with its lines at one moment.
struct TabPicture: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let id: LineID
        var line: Line
    }

    let id: TabID
    var tab: Tab
    /// In the order in which they were added.
    var lines: [Entry]

    var rounds: [RoundID] { Set(lines.compactMap { $0.line.placed?.round }).sorted() }

    /// The number of each round: 1, 2, 3 …
    var roundNumbers: [RoundID: Int] {
        var numbers: [RoundID: Int] = [:]
        for (index, round) in rounds.enumerated() { numbers[round] = index + 1 }
        return numbers
    }

    /// The delivery fee; `nil` if none is frozen. A merged tab may have two fees, which are added.
    var fee: Int? {
        let fees = lines.compactMap { $0.line.placed?.fee?.amount }
        return fees.isEmpty ? nil : fees.reduce(0, +)
    }

    var paid: Int { tab.payments.reduce(0) { $0 + $1.amount } }

    /// The row for staff.
    var hostRow: JSON {
        let members = tab.staffMembers.merging(TabFigures(self).members) { $1 }
        return .object(members)
    }

    var lineRows: JSON {
        let numbers = roundNumbers
        var rows: [String: JSON] = [:]
        for entry in lines {
            rows[entry.id.text] = entry.line.row(
                round: entry.line.placed.flatMap { numbers[$0.round] })
        }
        return .object(rows)
    }

    /// The rows of the lines for the tab's guests, without the staff's reasons.
    var guestLineRows: JSON {
        var picture = self
        for index in picture.lines.indices { picture.lines[index].line.reason = nil }
        return picture.lineRows
    }

    /// The row on the screen at the counter; `nil` unless the tab is an open takeaway tab with
    /// dishes in preparation or ready.
    var pickup: Pickup? {
        guard tab.kind == .takeaway, tab.status == .open else { return nil }
        let waiting = lines.filter { $0.line.status.isInKitchen }.compactMap(\.line.placed?.at)
        if let since = waiting.min() {
            return Pickup(number: tab.number, isReady: false, at: since)
        }
        let done = lines.filter { $0.line.status == .done }.map(\.line.at)
        return done.max().map { Pickup(number: tab.number, isReady: true, at: $0) }
    }
}

/// A takeaway tab on the screen at the counter.
struct Pickup: Sendable, Equatable {
    let number: Int
    let isReady: Bool
    /// When its oldest dish in preparation was placed, or its last one was done.
    let at: Instant

    var row: JSON {
        [
            "number": JSON(number), "status": isReady ? "ready" : "preparing",
            "at": .string(at.description),
        ]
    }
}
