import Simulation
import Sync

/// A mistake of the kind that a hub could have, and a house that has it.
struct PlantedBug: Sendable, CustomStringConvertible {
    var description: String
    var seams: Seams

    init(_ description: String, _ plant: (inout Seams) -> Void) {
        self.description = description
        seams = Seams()
        plant(&seams)
    }

    static let all = boards + doors + disks + hosts + couriers
}
