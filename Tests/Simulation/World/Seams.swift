public import Sync

/// Where a part of the house can be exchanged for one that does wrong.
public struct Seams: Sendable {
    /// The venue's boards, as they are in a venue.
    public var boards: @Sendable ([any Board]) -> [any Board] = { $0 }
    /// The door to the journal; the second argument is how often the hub was started before.
    public var recall:
        @Sendable (_ recalled: RecordedMutation?, _ restartCount: Int) -> RecordedMutation? = {
            recalled, _ in recalled
        }
    public var host: SimulatedHost.Type = SimulatedHost.self
    public var disk: SimulatedDisk.Type = SimulatedDisk.self
    public var courier: SimulatedCourier.Type = SimulatedCourier.self

    /// All as it should be.
    public init() {}
}
