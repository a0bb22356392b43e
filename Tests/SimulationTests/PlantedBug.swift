import Simulation
import Sync

/// A mistake that a hub could make, with a house that makes it.
struct PlantedBug: Sendable, CustomStringConvertible {
    var description: String
    /// Whether the mistake shows only on evenings with orders.
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
