package import CalendarMerging
import Sync

/// A job of one of the planner's connectors: a request to a calendar server.
package struct PlannerJob: ConnectorJob {
    package var account: AccountID
    package var job: CalendarJob
}

/// The answer of a calendar server.
package struct PlannerResult: ConnectorResult {
    package var account: AccountID
    package var result: CalendarResult

    package init(account: AccountID, result: CalendarResult) {
        self.account = account
        self.result = result
    }
}
