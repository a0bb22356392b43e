import BoardKit
import JSON
import Sync

/// A line of a tab.
struct Line: Sendable, Equatable {
    var tab: TabID
    var dish: DishID
    var quantity: Int
    var notes: String?
    var person: String?
    var status = LineStatus.basket
    /// When it got its status.
    var at: Instant
    /// The values frozen when it was placed; `nil` while it is in the basket.
    var placed: Placement?
    /// Why it was cancelled.
    var reason: String?
    /// Whether it was cancelled before the kitchen began, so that its dishes are available again.
    var isGivenBack = false
    /// Whether a payment was for this line.
    var isPaid = false

    /// Whether it counts in the bill.
    var counts: Bool { status.counts }

    /// Its price, whether or not it counts.
    var amount: Int { quantity * (placed?.price ?? 0) }

    /// How many of its dish it takes from the stock.
    var taken: Int { placed == nil || isGivenBack ? 0 : quantity }

    /// Whether both lines are the same wish. A basket can't contain both.
    func isSameWish(as other: Line) -> Bool {
        tab == other.tab && dish == other.dish && notes == other.notes && person == other.person
    }

    /// Takes a step in the kitchen.
    mutating func become(_ status: LineStatus, at instant: Instant) {
        self.status = status
        at = instant
        if status.isInKitchen {
            placed?.finishedAt = nil
        } else if placed?.finishedAt == nil {
            placed?.finishedAt = instant
        }
    }

    mutating func cancel(reason: String?, at instant: Instant) {
        isGivenBack = status == .placed
        self.reason = reason
        become(.cancelled, at: instant)
    }
}

/// The values of a line that are frozen when it is placed, and the time when the kitchen finished
/// it.
struct Placement: Sendable, Equatable {
    var name: String
    var price: Int
    /// In hundredths of a percent.
    var vat: Int
    var station: String?
    var round: RoundID
    var at: Instant
    /// When it was last done, served or cancelled; `nil` while it is left to make.
    var finishedAt: Instant?
    /// The delivery fee, which one line of the tab's first round has.
    var fee: Fee?
}

/// A delivery fee, with the rate of value added tax when it was frozen.
struct Fee: Sendable, Equatable {
    var amount: Int
    var vat: Int
}

extension Line {
    /// Returns the row for staff and guests.
    ///
    /// - Parameter round: the number of the line's round.
    func row(round: Int?) -> JSON {
        var members: [String: JSON] = [
            "dish": .string(dish.text), "quantity": JSON(quantity),
            "status": .string(status.rawValue), "at": .string(at.description),
        ]
        members["notes"] = notes.map(JSON.string)
        members["person"] = person.map(JSON.string)
        guard let placed else { return .object(members) }
        members["name"] = .string(placed.name)
        members["price"] = JSON(placed.price)
        members["vat"] = JSON(placed.vat)
        members["round"] = round.map { JSON($0) }
        members["station"] = placed.station.map(JSON.string)
        members["reason"] = reason.map(JSON.string)
        if isPaid { members["paid"] = true }
        return .object(members)
    }
}
