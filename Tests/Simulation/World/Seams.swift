public import Sync

/// The parts of the house that a test can replace by faulty ones.
public struct Seams: Sendable {
    /// Returns the venue's boards, given the real ones.
    public var boards: @Sendable ([any Board]) -> [any Board] = { $0 }
    /// Returns the answer of the journal. The second argument is the number of earlier starts of
    /// the hub.
    public var recall:
        @Sendable (_ recalled: RecordedMutation?, _ restartCount: Int) -> RecordedMutation? = {
            recalled, _ in recalled
        }
    public var host: SimulatedHost.Type = SimulatedHost.self
    public var disk: SimulatedDisk.Type = SimulatedDisk.self
    public var courier: SimulatedCourier.Type = SimulatedCourier.self

    /// Creates seams without faults.
    public init() {}
}
