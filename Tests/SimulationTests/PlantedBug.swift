import Simulation
import Sync

/// A mistake of the kind that a hub could have, and a house that has it.
struct PlantedBug: Sendable, CustomStringConvertible {
    var description: String
    /// Whether it shows only while tables are served.
    var hasService: Bool
    var seams: Seams

    init(_ description: String, hasService: Bool = false, _ plant: (inout Seams) -> Void) {
        self.description = description
        self.hasService = hasService
        seams = Seams()
        plant(&seams)
    }

    static let all = boards + doors + disks + hosts + couriers
}
