import BoardKit
import JSON
import Sync

/// The sums and counts of a tab.
struct TabFigures: Sendable, Equatable {
    /// The price of the lines that count, with the delivery fee.
    private(set) var total = 0
    private(set) var paid = 0
    private(set) var tip = 0
    /// The number of dishes that count.
    private(set) var dishes = 0
    /// The numbers of dishes in the basket, in preparation, and ready.
    private(set) var basket = 0
    private(set) var kitchen = 0
    private(set) var ready = 0
    /// When the oldest line in preparation was placed.
    private(set) var waitingSince: Instant?

    var due: Int { total - paid }

    init(_ picture: TabPicture) {
        for payment in picture.tab.payments {
            paid += payment.amount
            tip += payment.tip
        }
        total = picture.fee ?? 0
        for entry in picture.lines { add(entry.line) }
    }

    /// The members of the tab's row.
    var members: [String: JSON] {
        var members: [String: JSON] = [
            "total": JSON(total), "paid": JSON(paid), "due": JSON(due), "tip": JSON(tip),
            "dishes": JSON(dishes), "basket": JSON(basket), "kitchen": JSON(kitchen),
            "ready": JSON(ready),
        ]
        members["waitingSince"] = waitingSince?.member
        return members
    }

    private mutating func add(_ line: Line) {
        if line.counts {
            total += line.amount
            dishes += line.quantity
        }
        switch line.status {
        case .basket: basket += line.quantity
        case .placed, .cooking:
            kitchen += line.quantity
            if let at = line.placed?.at { waitingSince = min(waitingSince ?? at, at) }
        case .done: ready += line.quantity
        case .served, .cancelled: break
        }
    }
}
