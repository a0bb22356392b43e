import BoardKit

extension ReservationID: Comparable {
    static func < (one: Self, other: Self) -> Bool { one.rev < other.rev }
}
