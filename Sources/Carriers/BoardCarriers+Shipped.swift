public import Delivery
import Destinations
import HouseBoard
import MazeBoard
import NearbyBoard
import PlannerBoard

extension BoardCarriers {
    /// The carriers of the boards of this program.
    public static let shipped = BoardCarriers(
        connectors: [
            House.boardName: { MailCarrier(senders: $0.sender) },
            MazeGame.boardName: { MazeCarrier($0) }, Nearby.boardName: { NearbyCarrier($0) },
            Planner.boardName: { PlannerCarrier($0) },
        ],
        effects: [
            MailSender.target: Effects(of: House.boardName) { MailCarrier(senders: $0) }
        ])
}
