import Foundation
import JSON
import Storage
import Sync

/// An event, parsed from a line of an export.
struct ExportedEvent {
    /// The reason why a line is not an event: a phrase without any of the line's content.
    struct Misfit: Error {
        var reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// The maximum depth of a line: that of an event's data, and the object around it.
    private static let depthMax = 65

    /// The maximum length of an actor. A role and a device's id are shorter.
    private static let actorBytesMax = 100

    let event: Event
    /// The journal's epoch, which differs from that of another journal.
    let epoch: String
    let source: String
    /// The reference data that the event mentions; `nil` if the line does not contain it.
    let content: ReferenceContent?

    /// The member of a line that contains reference data.
    static let contentMember = "content"
    static let contentStart = Array("\"\(contentMember)\"".utf8)

    /// - Parameter acceptsMasked: whether phone numbers may be masked.
    init(_ line: [UInt8], acceptsMasked: Bool) throws(Misfit) {
        let json: JSON
        do {
            json = try JSON(parsing: line, depthMax: Self.depthMax)
        } catch {
            throw Misfit("it is not JSON (\(error))")
        }
        guard json.members != nil else { throw Misfit("it is not a JSON object") }
        guard let rev = json["rev"]?.integer, rev > 0 else {
            throw Misfit("it has no rev, as an event of a journal has")
        }
        guard let id = json["id"]?.text, id.hasSuffix(":\(rev)"), id != ":\(rev)",
            let source = json["source"]?.text
        else { throw Misfit("its id is not <epoch>:\(rev), or it has no source") }
        epoch = String(id.dropLast(":\(rev)".count))
        self.source = source
        event = try Self.event(json, rev: rev, acceptsMasked: acceptsMasked)
        content = try Self.content(json, of: event)
    }

    private static func content(
        _ json: JSON, of event: Event
    ) throws(Misfit) -> ReferenceContent? {
        guard let member = json[contentMember] else { return nil }
        guard let bytes = member.text.flatMap({ Data(base64Encoded: $0) }),
            let content = try? ReferenceContent(Array(bytes)),
            content.digest == ReferenceMention(in: event.data)?.digest
        else { throw Misfit("its content does not match the digest in its data") }
        return content
    }

    private static func event(
        _ json: JSON, rev: Int, acceptsMasked: Bool
    ) throws(Misfit) -> Event {
        guard let at = json["time"]?.text.flatMap(Instant.init(_:)) else {
            throw Misfit("its time is malformed")
        }
        guard let board = json["board"]?.text, let type = json["type"]?.text,
            case let prefix = "tablecast.\(board).", type.hasPrefix(prefix), type != prefix
        else { throw Misfit("its type is not tablecast.<board>.<what happened>") }
        guard let subject = json["subject"]?.text, let actor = json["actor"]?.text else {
            throw Misfit("it has no subject, or no actor")
        }
        guard actor.utf8.count <= actorBytesMax,
            actor.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw Misfit("its actor is malformed") }
        guard let data = json["data"], data.members != nil else {
            throw Misfit("its data is not an object")
        }
        guard acceptsMasked || !hasMaskedPhone(data) else {
            throw Misfit(
                "its phone number is masked, as engineers get it; export as an owner, or import "
                    + "with --masked")
        }
        let mutationID = json["mutationid"]
        guard mutationID == nil || mutationID?.text.map(Mutation.isID) == true else {
            throw Misfit("its mutationid is malformed")
        }
        return Event(
            rev: rev, at: at, board: board, kind: String(type.dropFirst(prefix.count)),
            subject: subject, data: data, actor: Actor(actor), mutationID: mutationID?.text)
    }

    /// Whether a phone number is masked, so that the import would lose it silently.
    private static func hasMaskedPhone(_ data: JSON) -> Bool {
        guard let members = data.members else { return false }
        return members["phone"] == .mask || members.values.contains(where: hasMaskedPhone)
    }
}
