import BoardKit
import Sync

/// A tab's id, made of the revision that opened it: `t_8x`.
struct TabID: RevisionID {
    static let prefix = "t_"

    let rev: Int
}

/// The id of a line of a tab: `i_8x`. Older lines have lower ids.
struct LineID: OrdinalID {
    static let prefix = "i_"

    let number: Int
}

/// The id of a section of the menu: `s_8x`.
struct SectionID: OrdinalID {
    static let prefix = "s_"

    let number: Int
}

/// The id of a dish: `m_8x`.
struct DishID: OrdinalID {
    static let prefix = "m_"

    let number: Int
}

/// The id of a payment, made of the revision that recorded it: `y_8x`.
struct PaymentID: RevisionID {
    static let prefix = "y_"

    let rev: Int
}

/// Identifies the lines of a tab that were placed together, by the revision that placed them or
/// took them over from another tab. Rounds are in the order of their ids.
///
/// People see the round's number, which is its position among the tab's rounds.
struct RoundID: OrdinalID {
    static let prefix = "r_"

    let number: Int
}

extension Subject {
    /// Returns the subject of a tab.
    static func tab(_ id: String) -> Subject { Subject(board: Orders.boardName, id: id) }
}
