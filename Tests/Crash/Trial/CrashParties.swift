import JSON
import TestSupport

/// A mutation that a client sends until it is answered.
struct CrashRequest {
    var id: String
    var action: String
    var arguments: [String: JSON]
}

/// The mutations of one host. They change parties that no other client changes, so that none can be
/// rejected, whatever was answered by then.
struct CrashParties {
    private static let partiesMax = 6

    private let name: String
    private var generator: SeededGenerator
    private var lastNumber = 0
    private var idsOfAdditions: Set<String> = []
    /// The parties on the list, and whether they are ready.
    private var parties: [(id: String, isReady: Bool)] = []

    init(name: String, seed: UInt64) {
        self.name = name
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> CrashRequest {
        lastNumber += 1
        let id = "\(name)-\(lastNumber)"
        let roll = Int.random(in: 0..<20, using: &generator)
        let size = JSON(Int.random(in: 1...99, using: &generator))
        if parties.isEmpty || roll == 0, parties.count + idsOfAdditions.count < Self.partiesMax {
            idsOfAdditions.insert(id)
            return CrashRequest(
                id: id, action: "waitlist.add",
                arguments: ["name": .string("Guest \(id)"), "size": size])
        }
        guard !parties.isEmpty else {
            // No party is known yet.
            return CrashRequest(
                id: id, action: "notice.post",
                arguments: ["text": .string("Notice \(id)"), "level": "info"])
        }
        let index = Int.random(in: parties.indices, using: &generator)
        let party: [String: JSON] = ["party": .string(parties[index].id)]
        switch roll {
        case 1:
            parties.remove(at: index)
            return CrashRequest(id: id, action: "waitlist.seat", arguments: party)
        case 2...5:
            let action = parties[index].isReady ? "waitlist.unready" : "waitlist.ready"
            parties[index].isReady.toggle()
            return CrashRequest(id: id, action: action, arguments: party)
        default:
            return CrashRequest(
                id: id, action: "waitlist.edit",
                arguments: party.merging(["size": size]) { _, new in new })
        }
    }

    /// - Parameter party: The party that an `add` has created.
    mutating func accepted(_ id: String, party: String?) {
        guard idsOfAdditions.remove(id) != nil, let party else { return }
        parties.append((party, false))
    }
}
