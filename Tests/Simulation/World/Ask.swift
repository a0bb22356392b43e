import JSON
import Sync

/// A mutation that a client sends until it is answered.
struct Ask {
    var id: String
    var action: String
    var arguments: [String: JSON]
    var ifRev: Int?
    /// Codes that would otherwise be a mistake of the hub.
    var rejections: Set<RejectCode> = []

    /// Codes after which the same id may be tried again.
    static let passing: Set<RejectCode> = [.unavailable, .rateLimited]
    /// Codes that any client may get, because others act as well.
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
