public import JSON

/// One member of a view's document, or one row of a member that is an object, as an event left it.
///
/// The value can be made when it is asked for: of the many changes in a long journal only the last
/// one of each row ever is.
public struct RowChange: Sendable {
    /// The view's whole name: `waitlist/display`.
    public var view: String
    /// The document's member: `parties`.
    public var member: String
    /// The row within the member: `p_8x`; `nil` when the member itself is meant.
    public var row: String?
    let makeValue: (@Sendable () -> JSON)?

    /// - Parameter value: the new value; `nil` when it is gone.
    public init(view: String, member: String, row: String?, value: JSON?) {
        self.init(
            view: view, member: member, row: row,
            making: value.map { value in { @Sendable in value } })
    }

    /// - Parameter makeValue: makes the new value, the same one whenever it is asked for; `nil` when
    ///   it is gone.
    public init(
        view: String, member: String, row: String?, making makeValue: (@Sendable () -> JSON)?
    ) {
        self.view = view
        self.member = member
        self.row = row
        self.makeValue = makeValue
    }

    /// The new value, made anew; `nil` when it is gone.
    public var value: JSON? { makeValue?() }

    /// Whether there is a new value.
    var isPresent: Bool { makeValue != nil }

    /// The change as those see it who get the view masked.
    func masked(by board: any Board) -> RowChange {
        let masked = value.map { row == nil ? board.maskedMember($0) : board.masked($0) }
        return RowChange(view: view, member: member, row: row, value: masked)
    }
}
