import JSON
import Simulation
import Sync

extension PlantedBug {
    static let hosts = [
        PlantedBug("an answer before the flush") { $0.host = HastyHost.self },
        PlantedBug("a write that failed is taken for a good one") { $0.host = TrustfulHost.self },
        PlantedBug("a commit of unknown outcome is taken for one that failed") {
            $0.host = HopelessHost.self
        },
        PlantedBug("a commit of unknown outcome is taken for a good one") {
            $0.host = HopefulHost.self
        },
        PlantedBug("a diff from the wrong revision") { $0.host = MiscountingHost.self },
        PlantedBug("a lost diff") { $0.host = LosingHost.self },
        PlantedBug("a lost answer") { $0.host = SilentHost.self },
        PlantedBug("a diff before the answer to the change that made it") {
            $0.host = HurriedHost.self
        },
        PlantedBug("a diff with another's hash") { $0.host = SmudgingHost.self },
        PlantedBug("whoever could not keep up is forgotten") { $0.host = ForgetfulHost.self },
        PlantedBug("what waits for the journal is never handed over again after a failure") {
            $0.host = GivingUpHost.self
        },
        PlantedBug("a screen is told what hosts are") { $0.host = TalkativeHost.self },
    ]
}

private final class HastyHost: SimulatedHost {
    override func flush() {
        guard let batch = venue.takeBatch() else { return }
        written(batch, .kept)
        world.keep(batch)
    }
}

private final class TrustfulHost: SimulatedHost {
    override func written(_ batch: JournalBatch, _ outcome: SimulatedDisk.Outcome) {
        super.written(batch, .kept)
    }
}

private final class HopelessHost: SimulatedHost {
    override func written(_ batch: JournalBatch, _ outcome: SimulatedDisk.Outcome) {
        super.written(batch, outcome == .unknown ? .refused : outcome)
    }
}

private final class HopefulHost: SimulatedHost {
    override func written(_ batch: JournalBatch, _ outcome: SimulatedDisk.Outcome) {
        super.written(batch, outcome == .unknown ? .kept : outcome)
    }
}

private final class GivingUpHost: SimulatedHost {
    private var hasFailed = false

    override func flush() {
        if !hasFailed { super.flush() }
    }

    override func written(_ batch: JournalBatch, _ outcome: SimulatedDisk.Outcome) {
        if outcome == .refused { hasFailed = true }
        super.written(batch, outcome)
    }
}

private final class ForgetfulHost: SimulatedHost {
    override func drained(_ id: ClientID) {}
}

/// Spoils every few messages of one type.
private class SpoilingHost: SimulatedHost {
    private var count = 0

    var type: String { "diff" }

    func spoil(_ message: JSON) -> Alteration { .none }

    override func alteration(of message: [UInt8], to role: Role) -> Alteration {
        guard let json = try? JSON(parsing: message), json["type"]?.text == type else {
            return .none
        }
        count += 1
        return count % 10 == 0 ? spoil(json) : .none
    }

    func changed(_ message: JSON, _ member: String, to value: JSON) -> Alteration {
        var members = message.members ?? [:]
        members[member] = value
        return .replaced(JSON.object(members).canonical)
    }
}

private final class MiscountingHost: SpoilingHost {
    override func spoil(_ message: JSON) -> Alteration {
        changed(message, "from", to: JSON((message["from"]?.integer ?? 0) + 1))
    }
}

private final class SmudgingHost: SpoilingHost {
    override func spoil(_ message: JSON) -> Alteration {
        changed(message, "hash", to: "00000000")
    }
}

private final class LosingHost: SpoilingHost {
    override func spoil(_ message: JSON) -> Alteration { .lost }
}

private final class HurriedHost: SimulatedHost {
    override func perform(_ actions: [Action]) {
        let isBroadcast = { (action: Action) in
            if case .broadcast = action { true } else { false }
        }
        super.perform(actions.filter(isBroadcast) + actions.filter { !isBroadcast($0) })
    }
}

private final class SilentHost: SpoilingHost {
    override var type: String { "ack" }
    override func spoil(_ message: JSON) -> Alteration { .lost }
}

/// Puts a host's row into a display's message.
private final class TalkativeHost: SimulatedHost {
    override func alteration(of message: [UInt8], to role: Role) -> Alteration {
        guard role == .display, let json = try? JSON(parsing: message),
            json["view"]?.text == "notice/display", var members = json.members,
            let rows = venue.document(of: "waitlist/host")?["parties"]?.members
        else { return .none }
        members["rows"] = .object(rows)
        return .replaced(JSON.object(members).canonical)
    }
}
