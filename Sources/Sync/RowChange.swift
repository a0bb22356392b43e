public import JSON

/// The new value of one member of a view's document, or of one row of a member.
///
/// The value can be made lazily: of the many changes in a long journal, only the last one of each
/// row is needed.
public struct RowChange: Sendable {
    /// The view's name: `waitlist/display`.
    public var view: String
    /// The document's member: `parties`.
    public var member: String
    /// The row within the member: `p_8x`. `nil` for the whole member.
    public var row: String?
    let makeValue: (@Sendable () -> JSON)?

    /// - Parameter value: the new value; `nil` removes it.
    public init(view: String, member: String, row: String?, value: JSON?) {
        self.init(
            view: view, member: member, row: row,
            making: value.map { value in { @Sendable in value } })
    }

    /// - Parameter makeValue: returns the new value, always the same one. `nil` removes it.
    public init(
        view: String, member: String, row: String?, making makeValue: (@Sendable () -> JSON)?
    ) {
        self.view = view
        self.member = member
        self.row = row
        self.makeValue = makeValue
    }

    /// The new value; `nil` if it is removed.
    public var value: JSON? { makeValue?() }

    var isPresent: Bool { makeValue != nil }

    /// The change for readers who get the view masked.
    func masked(by board: any Board) -> RowChange {
        let masked = value.map { row == nil ? board.maskedMember($0) : board.masked($0) }
        return RowChange(view: view, member: member, row: row, value: masked)
    }
}
