import Delivery
import Simulation
import Storage
import Sync

extension PlantedBug {
    static let couriers = [
        PlantedBug("a courier that looks at nothing when the hub starts") {
            $0.courier = ForgetfulCourier.self
        },
        PlantedBug("another key with each attempt") { $0.courier = RenamingCourier.self },
        PlantedBug("the same key for two effects") { $0.courier = CarelessCourier.self },
        PlantedBug("an effect that is carried out twice though its outcome is known") {
            $0.courier = RepeatingCourier.self
        },
        PlantedBug("a connector's report that is lost on its way to the board") {
            $0.courier = LosingCourier.self
        },
        PlantedBug("an event without its effects") { $0.disk = ThriftyDisk.self },
    ]
}

private final class ForgetfulCourier: SimulatedCourier {
    override func begin() {}
}

private final class RenamingCourier: SimulatedCourier {
    private var count = 0

    override func attempt(_ effect: WaitingEffect) {
        count += 1
        var shown = effect
        shown.key += "-\(count)"
        carry(effect, as: shown)
    }
}

private final class CarelessCourier: SimulatedCourier {
    private var first: WaitingEffect?

    override func attempt(_ effect: WaitingEffect) {
        var shown = effect
        shown.key = first?.key ?? effect.key
        first = first ?? effect
        carry(effect, as: shown)
    }
}

private final class RepeatingCourier: SimulatedCourier {
    private var last: WaitingEffect?

    override func attempt(_ effect: WaitingEffect) {
        if let last, last.target != effect.target { carry(last, as: last) }
        last = effect
        carry(effect, as: effect)
    }
}

private final class LosingCourier: SimulatedCourier {
    override func losesReport(number: Int) -> Bool { number % 3 == 0 }
}

private final class ThriftyDisk: SimulatedDisk {
    override func kept(_ entry: JournalEntry) -> JournalEntry {
        var entry = entry
        if entry.event.rev % 2 == 0 { entry.effects = [] }
        return entry
    }
}
