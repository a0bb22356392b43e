public import Destinations

/// The carriers that do the work of boards outside the hub. Boards are rules only, so the hub's
/// creator passes in both.
public struct BoardCarriers: Sendable {
    /// The carrier of one kind of effects.
    public struct Effects: Sendable {
        /// The board whose secrets the carrier needs.
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
    /// The carriers of the effects that boards make, by the first part of their targets.
    public var effects: [String: Effects]

    public init(
        connectors: [String: @Sendable (OutgoingSurroundings) -> any ConnectorCarrier] = [:],
        effects: [String: Effects] = [:]
    ) {
        self.connectors = connectors
        self.effects = effects
    }
}
