import JSON
import Sync

/// A mutation that somebody sends until it is answered.
struct Ask {
    var id: String
    var action: String
    var arguments: [String: JSON]
    var ifRev: Int?
    /// Codes that would be a mistake of the hub with others.
    var rejections: Set<RejectCode> = []

    /// Which say that it can be tried again, under the same id.
    static let passing: Set<RejectCode> = [.unavailable, .rateLimited]
    /// Which anybody may meet, since others act as well.
    static let ordinary: Set<RejectCode> = [.notFound, .conflict, .stale]

    var mutation: Mutation {
        Mutation(id: id, action: action, arguments: arguments, ifRev: ifRev)
    }

    var message: [UInt8] {
        JSON(present: [
            "type": "mutate", "id": .string(id), "action": .string(action),
            "args": .object(arguments), "ifRev": ifRev.map { JSON($0) },
        ]).canonical
    }
}
