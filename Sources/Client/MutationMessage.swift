import JSON

/// A `mutate` message, kept until it is answered.
struct MutationMessage {
    let id: String
    let action: String
    let arguments: [String: JSON]
    let ifRev: Int?

    var json: JSON {
        JSON(present: [
            "type": "mutate", "id": .string(id), "action": .string(action),
            "args": .object(arguments), "ifRev": ifRev.map { JSON($0) },
        ])
    }
}
