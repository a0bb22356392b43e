package import JSON
package import Sync

/// The items of a board that stores only one row of each, in one view. It suits boards without
/// undo.
package struct RowTable: Sendable {
    /// The view's name: `guestbook/display`.
    package let view: String
    /// The document's member with the rows.
    package let member: String
    package fileprivate(set) var rows: [String: JSON] = [:]
    fileprivate(set) var lastRev = 0

    package init(view: String, member: String) {
        self.view = view
        self.member = member
    }

    /// The row of an item, if the item exists.
    package subscript(_ id: String) -> JSON? { rows[id] }

    package var count: Int { rows.count }

    /// Sets the row of an item, or removes it (`nil`).
    ///
    /// - Returns: the change of the view.
    package mutating func set(_ id: String, to row: JSON?, by event: Event) -> [RowChange] {
        lastRev = event.rev
        guard rows[id] != row else { return [] }
        rows[id] = row
        return [RowChange(view: view, member: member, row: id, value: row)]
    }
}

extension RowChange {
    /// Returns the changes between two states of a view's member.
    package static func differences(
        in view: String, member: String, from old: [String: JSON], to new: [String: JSON]
    ) -> [RowChange] {
        Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map {
            RowChange(view: view, member: member, row: $0, value: new[$0])
        }
    }
}

/// A board whose state is a table of rows. It implements only rules and events; saving, restoring
/// and the empty document are provided.
package protocol RowBoard: ImportableBoard, RestorableBoard {
    var table: RowTable { get set }
}

extension RowBoard {
    package var emptyDocuments: [String: Document] { [table.view: Document([table.member: [:]])] }

    package var appliedRev: Int { table.lastRev }

    package func save(to writer: inout StateWriter) {
        writer.write(table.lastRev)
        writer.write(table.rows)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        table.lastRev = try reader.read()
        table.rows = try reader.read()
    }
}
