import Client
import JSON

extension SyncConnection {
    /// Returns the next message of any type. Fails if none comes in ten seconds.
    func next() throws -> JSON {
        guard let message = try next(timeout: .seconds(10)) else { throw Missing(type: "any") }
        return message
    }

    /// Returns the next message of this type. Skips others.
    func next(_ type: String) throws -> JSON {
        while let message = try next(timeout: .seconds(10)) {
            if message["type"]?.text == type { return message }
        }
        throw Missing(type: type)
    }

    struct Missing: Error {
        var type: String
    }

    func subscribe(_ view: String, since: JSON? = nil) throws {
        try send(JSON(present: ["type": "subscribe", "view": .string(view), "since": since]))
    }

    func mutate(
        _ id: String, _ action: String, _ arguments: JSON = [:], ifRev: Int? = nil
    ) throws {
        try send(
            JSON(present: [
                "type": "mutate", "id": .string(id), "action": .string(action),
                "args": arguments, "ifRev": ifRev.map { JSON($0) },
            ]))
    }

    /// Sends a mutation, and waits for the `ack` or the `reject`.
    func ask(
        _ id: String, _ action: String, _ arguments: JSON = [:], ifRev: Int? = nil
    ) throws -> JSON {
        try mutate(id, action, arguments, ifRev: ifRev)
        while true {
            let message = try next()
            if message["id"]?.text == id, ["ack", "reject"].contains(message["type"]?.text) {
                return message
            }
        }
    }

    /// Adds a party.
    /// - Returns: the answer's `result`.
    @discardableResult
    func add(_ name: String, size: Int = 2, id: String? = nil) throws -> JSON {
        let answer = try ask(
            id ?? "add-\(name.utf8.count)-\(UInt64.random(in: 0...UInt64.max))", "waitlist.add",
            ["name": .string(name), "size": JSON(size)])
        guard let result = answer["result"] else { throw Missing(type: "ack") }
        return result
    }

    /// Sends a ping and waits for the pong.
    @discardableResult
    func ping(_ n: Int = 1) throws -> JSON {
        try send(["type": "ping", "n": JSON(n)])
        while true {
            let pong = try next("pong")
            if pong["n"]?.integer == n { return pong }
        }
    }

    /// Reads until the hub closes.
    /// - Returns: the close code.
    func closeCode() throws -> Int? {
        do {
            while true { _ = try next() }
        } catch ClientError.closed(let code, _) {
            return code
        }
    }
}
