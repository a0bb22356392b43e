public import Destinations

/// What does the work of boards outside the hub. Boards are rules only, so whoever makes a hub gives
/// it both.
public struct BoardCarriers: Sendable {
    /// What carries out effects.
    public struct Effects: Sendable {
        /// The board whose secrets it needs.
        public let board: String
        public let make: @Sendable (_ senders: @escaping OutgoingSenders) -> any EffectWorker

        public init(
            of board: String,
            make: @escaping @Sendable (_ senders: @escaping OutgoingSenders) -> any EffectWorker
        ) {
            self.board = board
            self.make = make
        }
    }

    /// Makes the carriers that do the jobs of connectors, by board.
    public var connectors: [String: @Sendable (OutgoingSurroundings) -> any ConnectorCarrier]
    /// What carries out the effects that boards make, by the first part of their targets.
    public var effects: [String: Effects]

    public init(
        connectors: [String: @Sendable (OutgoingSurroundings) -> any ConnectorCarrier] = [:],
        effects: [String: Effects] = [:]
    ) {
        self.connectors = connectors
        self.effects = effects
    }
}
