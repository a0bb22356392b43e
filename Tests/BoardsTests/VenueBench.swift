import BoardKit
import JSON
import ShippedBoards
import Sync

/// Plays the hub for a venue with all boards. Mutations go in; answers, events and documents come
/// out.
protocol VenueBench {
    var venue: Venue { get }

    /// Asks for an action of the board, by its verb, or of another board, by its whole name.
    ///
    /// - Returns: the `result` of the answer; `null` if it has none.
    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON], by principal: Principal, ifRev: Int?
    ) throws(Rejection) -> JSON
}

extension VenueBench {
    static var owner: Principal { Principal(role: .owner, device: "d_owner") }
    static var host: Principal { Principal(role: .host, device: "d_host") }
    static var screen: Principal { Principal(role: .display, device: "d_screen") }
    static var engineer: Principal { Principal(role: .engineer, device: "d_engineer") }

    /// A venue without events.
    static func emptyVenue(
        _ timeZone: String, _ labels: LabelPrivacy = .full, at now: Instant, startID: String = ""
    ) -> Venue {
        let record = VenueRecord(
            slug: "main", epoch: "k3f9", name: "Da Ada", timeZone: timeZone,
            settings: VenueProfile.initial(labels: labels), createdAt: now, ticketKey: [])
        return Venue(
            record: record,
            boards: BoardRegistry.shipped.boards(for: record, dependencies: .everyone),
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }, startID: startID))
    }

    // MARK: Refusals

    /// The refusal of a request, or `nil` if it would be accepted. Changes nothing.
    func refusal(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) -> Rejection? {
        var copy = self
        do throws(Rejection) {
            try copy.ask(verb, arguments, by: principal, ifRev: ifRev)
            return nil
        } catch {
            return error
        }
    }

    func code(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> RejectCode? {
        refusal(verb, arguments, by: principal)?.code
    }

    /// The sentence of a refusal.
    func message(
        of verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> String? {
        refusal(verb, arguments, by: principal)?.message
    }

    /// The fields and sentences of a refusal.
    func problems(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> [[String]] {
        (refusal(verb, arguments, by: principal)?.problems ?? []).map { [$0.field, $0.message] }
    }

    /// The sentences about the fields of a refusal.
    func sentences(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> [String] {
        (refusal(verb, arguments, by: principal)?.problems ?? []).map(\.message)
    }

    // MARK: Documents

    /// The document of a view as a reader gets it, or `nil` if the reader gets none. A watched view
    /// is not rebuilt.
    func document(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal = host
    ) -> JSON? {
        message(view, parameters, by: principal).flatMap { try? JSON(parsing: $0) }?["doc"]
    }

    /// The bytes that a reader of a view gets.
    func message(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal = host
    ) -> [UInt8]? {
        var copy = venue
        return try? copy.read(view, parameters, by: principal).snapshot
    }

    func viewRefusal(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal = host
    ) -> ViewRefusal? {
        var copy = venue
        do throws(ViewRefusal) {
            _ = try copy.read(view, parameters, by: principal)
            return nil
        } catch {
            return error
        }
    }
}
