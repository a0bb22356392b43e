import BoardKit
import Sync

/// How a server of places is asked.
struct SourceAccess: Sendable {
    /// The server, and since when it has these settings: a failure counts until they change.
    let server: String
    /// `nil` if the owner has set none.
    let address: String?
    let allowsPrivate: Bool

    func lookup(
        _ question: SourceJob.Question, id: String, concurrencyMax: Int, tellsBoard: Bool
    ) -> Lookup? {
        guard let address else { return nil }
        return Lookup(
            id: id, server: server, concurrencyMax: concurrencyMax,
            job: SourceJob(question: question, address: address, allowsPrivate: allowsPrivate),
            tellsBoard: tellsBoard, action: NearbyAction.report.rawValue)
    }
}
