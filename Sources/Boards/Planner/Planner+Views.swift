import BoardKit
import JSON
package import Sync

extension Planner {
    static let weekView = "planner/week"
    static let monthView = "planner/month"
    static let calendarsView = "planner/calendars"
    static let settingsView = "planner/settings"
    static let displayView = "planner/display"

    package var emptyDocuments: [String: Document] {
        var rows: [String: JSON] = [:]
        for id in calendarIDs { rows[id.text] = calendarRow(id) }
        var issueRows: [String: JSON] = [:]
        for id in openIssues.ids { issueRows[id.text] = issueRow(id) }
        let shared = [
            Self.calendarsView: Document(["calendars": .object(rows), "issues": .object(issueRows)]
            ),
            Self.displayView: Document(["date": .string(agendaDate), "agenda": [:]]),
        ]
        return shared.merging(emptyFileDocuments) { first, _ in first }
    }

    package func document(of view: ViewRequest) throws(Rejection) -> Document {
        switch view.view {
        case Self.weekView: return weekDocument(try Self.monday(of: view))
        case Self.monthView:
            do throws(Reason) {
                return monthDocument(try MonthText(view.arguments["month"] ?? .null))
            } catch {
                throw Rejection(.invalid, because: error)
            }
        default: return try reservationDocument(of: view)
        }
    }

    package func changes(in view: ViewRequest, by event: Event) -> [RowChange]? {
        guard lastChange.rev == event.rev else { return [] }
        if lastChange.isEverything { return nil }
        switch view.view {
        case Self.weekView: return (try? Self.monday(of: view)).flatMap { weekChanges($0) }
        case Self.monthView:
            return lastChange.events.isEmpty && lastChange.reservations.isEmpty ? [] : nil
        default: return reservationChanges(in: view, by: event)
        }
    }
}
